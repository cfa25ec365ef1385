// SPDX-License-Identifier: MIT
// The lemmas about the multi-agent navigation graph, in scenes at random: all of it lies on the
// second-nearest-neighbour graph (Lemma 1), and it is, for each agent, the Voronoi graph without
// that agent (Lemma 2): the agent is really taken out. And no two agents have the same first goal
// (Lemma 3), as they do on the Voronoi graph alone (Figure 5).
#include "tests/oracle/mang.h"

#include "wend/mang_plan.h"

enum { SEED = 79 };

static site_plan plan; // too large for the stack

static void stumble(uint32_t number, const mang_view *v)
{
    print_plan(&plan);
    fail_msg("scene %u of seed %d, %s, at %.17g %.17g: %s", (unsigned)number, SEED, plan.kind,
             v->place.x, v->place.y, v->fault);
}

/// The diagram and the graph of a scene.
static wend_voronoi *build_scene(wend_mang *mang, const wend_mang_def *def, uint32_t number,
                                 wend_random *random)
{
    wend_voronoi_def voronoi_def = wend_default_voronoi_def();
    make_mang_plan(&plan, number % MANG_KINDS, random);
    wend_voronoi *voronoi = try_plan(&plan, 0, &voronoi_def, NULL);
    assert_non_null(voronoi);
    assert_int_equal(wend_mang_build(mang, voronoi, def, NULL, NULL), WEND_OK);
    return voronoi;
}

static void test_lemmas_1_and_2(void **state)
{
    (void)state;
    uint32_t scenes = (long_tier() ? 400 : 4) * MANG_KINDS;
    wend_mang_def def = wend_default_mang_def();
    wend_mang *mang;
    assert_int_equal(wend_mang_create(NULL, &mang, NULL), WEND_OK);
    for (uint32_t number = 0; number < scenes; ++number) {
        wend_random random = wend_random_stream(SEED, number);
        wend_voronoi *voronoi = build_scene(mang, &def, number, &random);
        mang_view v = view_of(voronoi, mang, &def);
        for (uint32_t i = 0; i < v.graph->edge_count; ++i)
            if (!red_edge_is_first_order(&v, i))
                stumble(number, &v);
        for (uint32_t i = 0; i < v.graph->cell_count; ++i)
            if (!black_is_second_order(&v, i) || !cell_is_what_is_left(&v, i))
                stumble(number, &v);
        wend_voronoi_destroy(voronoi);
    }
    wend_mang_destroy(mang);
}

// ---- Lemma 3 ------------------------------------------------------------------------------------

// The first goals of the agents of a graph, one for each cell.
typedef struct first_goals {
    wend_mang_planner *planner;
    wend_vec2 places[MOST_AGENTS];
    bool found[MOST_AGENTS];
} first_goals;

static void find_first_goal(first_goals *f, const mang_view *v, uint32_t cell, wend_vec2 to,
                            bool first_order)
{
    wend_mang_request request = wend_default_mang_request();
    wend_mang_path path;
    wend_mang_goal goal;
    f->found[cell] = false;
    if (wend_mang_join(f->planner, v->mang, v->voronoi, (wend_goal){&to, 1}, 0, &goal, NULL) !=
        WEND_OK)
        return;
    request.cell = cell;
    request.from = site_of(v->voronoi, v->graph->cells[cell].agent)->position;
    request.goal = &goal;
    request.first_order = first_order;
    wend_result result = wend_mang_find(f->planner, v->graph, &request, &path, NULL);
    assert_true(result == WEND_OK || result == WEND_NOT_FOUND);
    f->found[cell] = result == WEND_OK;
    f->places[cell] = path.first;
}

// How many agents have a first goal that another one has, too.
static uint32_t count_common(const first_goals *f, uint32_t cells)
{
    uint32_t common = 0;
    for (uint32_t i = 0; i < cells; ++i) {
        bool shared = false;
        for (uint32_t k = 0; k < cells; ++k)
            shared |= k != i && f->found[i] && f->found[k] && same_bits(f->places[i], f->places[k]);
        common += shared;
    }
    return common;
}

// A first goal lies in its agent's cell, and not on the border.
static bool is_in_own_cell(mang_view *v, uint32_t cell, wend_vec2 first)
{
    const wend_site *site = site_of(v->voronoi, v->graph->cells[cell].agent);
    double own = apart(first, site->position);
    double others = distance_without(v->voronoi, site->element, first);
    return own < others ||
           blame(v, first, "a first goal is %.17g away, but another %.17g", own, others);
}

static void test_lemma_3(void **state)
{
    (void)state;
    static first_goals goals;
    uint32_t scenes = (long_tier() ? 400 : 4) * MANG_KINDS, asked = 0, common_of_red = 0;
    wend_mang_def def = wend_default_mang_def();
    wend_mang *mang;
    assert_int_equal(wend_mang_create(NULL, &mang, NULL), WEND_OK);
    assert_int_equal(wend_mang_planner_create(NULL, &goals.planner, NULL), WEND_OK);
    for (uint32_t number = 0; number < scenes; ++number) {
        wend_random random = wend_random_stream(SEED, number);
        wend_voronoi *voronoi = build_scene(mang, &def, number, &random);
        mang_view v = view_of(voronoi, mang, &def);
        wend_vec2 to[MOST_AGENTS];
        for (uint32_t i = 0; i < v.graph->cell_count; ++i) {
            to[i] = place_in_plan(&plan, &random);
            find_first_goal(&goals, &v, i, to[i], false);
            asked += goals.found[i];
            if (goals.found[i] && !is_in_own_cell(&v, i, goals.places[i]))
                stumble(number, &v);
        }
        assert_int_equal(count_common(&goals, v.graph->cell_count), 0);
        for (uint32_t i = 0; i < v.graph->cell_count; ++i)
            find_first_goal(&goals, &v, i, to[i], true);
        common_of_red += count_common(&goals, v.graph->cell_count);
        wend_voronoi_destroy(voronoi);
    }
    assert_true(asked > 5 * scenes && common_of_red > asked / 10);
    wend_mang_planner_destroy(goals.planner);
    wend_mang_destroy(mang);
}

// Four agents, each with its goal in the opposite corner.
static void check_figure_5(const wend_vec2 places[4], uint32_t common)
{
    static first_goals goals;
    wend_mang_def def = wend_default_mang_def();
    wend_voronoi_def voronoi_def = wend_default_voronoi_def();
    wend_mang *mang;
    memset(&plan, 0, sizeof plan);
    plan.kind = "figure 5";
    plan_bounds(&plan, -20, -20, 20, 20);
    for (uint32_t i = 0; i < 4; ++i)
        plan_agent(&plan, places[i].x, places[i].y, 0.5);
    wend_voronoi *voronoi = try_plan(&plan, 0, &voronoi_def, NULL);
    assert_non_null(voronoi);
    assert_int_equal(wend_mang_create(NULL, &mang, NULL), WEND_OK);
    assert_int_equal(wend_mang_planner_create(NULL, &goals.planner, NULL), WEND_OK);
    assert_int_equal(wend_mang_build(mang, voronoi, &def, NULL, NULL), WEND_OK);
    mang_view v = view_of(voronoi, mang, &def);
    for (int first_order = 0; first_order < 2; ++first_order) {
        for (uint32_t i = 0; i < 4; ++i) {
            wend_vec2 to = {places[i].x > 0 ? -15 : 15, places[i].y > 0 ? -15 : 15};
            find_first_goal(&goals, &v, i, to, first_order);
            assert_true(goals.found[i]);
            if (!first_order && !is_in_own_cell(&v, i, goals.places[i]))
                stumble(0, &v);
        }
        assert_int_equal(count_common(&goals, 4), first_order ? common : 0);
    }
    wend_mang_planner_destroy(goals.planner);
    wend_mang_destroy(mang);
    wend_voronoi_destroy(voronoi);
}

static void test_figure_5(void **state)
{
    (void)state;
    // All four border on the middle.
    check_figure_5((wend_vec2[]){{-4, -4}, {4, -4}, {4, 4}, {-4, 4}}, 4);
    // As drawn: pairs meet.
    check_figure_5((wend_vec2[]){{-4, -5}, {5, -4}, {4, 5}, {-5, 4}}, 4);
    check_figure_5((wend_vec2[]){{-3, -5}, {3.5, -4}, {3, 5}, {-3.5, 4}}, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lemmas_1_and_2),
        cmocka_unit_test(test_lemma_3),
        cmocka_unit_test(test_figure_5),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
