// SPDX-License-Identifier: MIT
// Ways on the multi-agent navigation graph against a slow search, in scenes at random: for all
// radii, with a kept exit, with a budget, and shared by many.
#include "tests/oracle/mang_plan.h"
#include "tests/plan/mang_scenes.h"

#include "plan/mang_plan.h"
#include "wend/mang_plan.h"

#define SEED UINT64_C(700)

/// Sums of the same lengths in another order.
#define SUMS 1e-9

static site_plan plan;

/// A scene with its graph.
typedef struct subject {
    wend_voronoi *voronoi;
    wend_mang *mang;
    wend_mang_planner *planner;
    const wend_mang_graph *graph;
    uint64_t number;
} subject;

static subject open_subject(uint64_t number, wend_random *random)
{
    subject s = {.number = number};
    wend_voronoi_def voronoi_def = wend_default_voronoi_def();
    wend_mang_def def = wend_default_mang_def();
    *random = wend_random_stream(SEED, number);
    make_mang_plan(&plan, (uint32_t)(number % MANG_KINDS), random);
    s.voronoi = try_plan(&plan, 0, &voronoi_def, NULL);
    assert_non_null(s.voronoi);
    assert_int_equal(wend_mang_create(NULL, &s.mang, NULL), WEND_OK);
    assert_int_equal(wend_mang_build(s.mang, s.voronoi, &def, NULL, NULL), WEND_OK);
    assert_int_equal(wend_mang_planner_create(NULL, &s.planner, NULL), WEND_OK);
    s.graph = wend_mang_graph_of(s.mang);
    return s;
}

static void close_subject(subject *s)
{
    wend_mang_planner_destroy(s->planner);
    wend_mang_destroy(s->mang);
    wend_voronoi_destroy(s->voronoi);
}

/// A goal that joins at some vertices at random.
static wend_mang_goal goal_at_random(const subject *s, wend_random *random)
{
    wend_mang_goal goal = {.count = 0};
    wend_vec2 place = place_in_plan(&plan, random);
    uint32_t count = 1 + wend_random_below(random, 4);
    goal.box = (wend_box){place, place};
    for (uint32_t i = 0; i < count && s->graph->vertex_count > 0; ++i) {
        uint32_t vertex = wend_random_below(random, s->graph->vertex_count);
        goal.targets[goal.count++] =
            (wend_mang_target){vertex, slow_distance(s->graph->vertices[vertex].position, place) *
                                           wend_random_between(random, 1.001, 2)};
    }
    return goal;
}

static wend_mang_request request_of(const subject *s, uint32_t cell, const wend_mang_goal *goal,
                                    double radius)
{
    wend_mang_request request = wend_default_mang_request();
    request.cell = cell;
    request.goal = goal;
    request.radius = radius;
    const wend_site *site =
        &s->voronoi->boundary.sites.data[wend_id_slot(s->graph->cells[cell].agent.raw)];
    request.from = site->position;
    return request;
}

// ---- ways ---------------------------------------------------------------------------------------

static bool is_close(double a, double b)
{
    return a == b || fabs(a - b) <= SUMS * fmax(1, fabs(b));
}

/// The vertices hang together by edges that are wide enough, and cost what is said.
static void check_path(const subject *s, const wend_mang_request *request,
                       const wend_mang_path *path)
{
    const wend_mang_graph *graph = s->graph;
    assert_true(path->vertex_count >= 1);
    assert_int_not_equal(wend_mang_start_node(s->planner, graph, request, path->vertices[0]),
                         WEND_MANG_NONE);
    for (uint32_t i = 1; i < path->vertex_count; ++i) {
        const wend_mang_vertex *v = &graph->vertices[path->vertices[i - 1]];
        bool joined = false;
        for (uint32_t k = 0; k < v->degree; ++k) {
            const wend_mang_edge *edge = &graph->edges[graph->around[v->first + k]];
            joined |= wend_mang_across(edge, path->vertices[i - 1]) == path->vertices[i] &&
                      edge->wall_clearance >= request->radius * (1 - SUMS);
        }
        assert_true(joined);
    }
    assert_true(path->lead >= 0 && path->length >= path->lead);
    assert_true(path->length <= path->cost * (1 + SUMS) + SUMS);
}

static void compare(const subject *s, const wend_mang_request *request)
{
    wend_mang_path path;
    wend_result result = wend_mang_find(s->planner, s->graph, request, &path, NULL);
    double best = slow_best(s->graph, request);
    assert_int_equal(result, best < INFINITY ? WEND_OK : WEND_NOT_FOUND);
    assert_int_equal(path.whole, result == WEND_OK);
    if (result != WEND_OK)
        return;
    if (!is_close(path.cost, best))
        fail_msg("scene %u of seed %u, cell %u: it costs %.17g, not %.17g", (unsigned)s->number,
                 (unsigned)SEED, (unsigned)request->cell, path.cost, best);
    check_path(s, request, &path);
    if (request->first_order)
        assert_true(slow_distance(path.first, s->graph->vertices[path.vertices[0]].position) == 0);
}

static uint32_t scene_count(void)
{
    return (long_tier() ? 100 : 3) * MANG_KINDS;
}

static void test_best_ways(void **state)
{
    (void)state;
    static const double radii[] = {0, 0.1, 0.3, 0.8};
    for (uint32_t number = 0; number < scene_count(); ++number) {
        wend_random random;
        subject s = open_subject(number, &random);
        for (uint32_t k = 0; k < 4 && s.graph->cell_count > 0; ++k) {
            wend_mang_goal goal = goal_at_random(&s, &random);
            uint32_t cell = wend_random_below(&random, s.graph->cell_count);
            wend_mang_request request =
                request_of(&s, cell, &goal, radii[wend_random_below(&random, 4)]);
            request.first_order = wend_random_below(&random, 4) == 0;
            compare(&s, &request);
        }
        close_subject(&s);
    }
}

/// With a bonus for an exit, a way costs no more than the best and that; and it is the exit's if
/// that is not dearer.
static void test_kept_exits(void **state)
{
    (void)state;
    uint32_t kept = 0, left = 0;
    for (uint32_t number = 0; number < scene_count(); ++number) {
        wend_random random;
        subject s = open_subject(number, &random);
        for (uint32_t k = 0; k < 6 && s.graph->cell_count > 0; ++k) {
            wend_mang_goal goal = goal_at_random(&s, &random), other = goal_at_random(&s, &random);
            uint32_t cell = wend_random_below(&random, s.graph->cell_count);
            wend_mang_request request = request_of(&s, cell, &other, 0.1);
            wend_mang_path path, best;
            if (wend_mang_find(s.planner, s.graph, &request, &path, NULL) != WEND_OK)
                continue;
            wend_mang_exit exit = path.exit;
            request.goal = &goal;
            if (wend_mang_find(s.planner, s.graph, &request, &best, NULL) != WEND_OK)
                continue;
            request.kept = &exit;
            request.bonus = wend_random_between(&random, 0, 0.5) * best.cost;
            assert_int_equal(wend_mang_find(s.planner, s.graph, &request, &path, NULL), WEND_OK);
            assert_true(path.cost <= (best.cost + request.bonus) * (1 + SUMS));
            bool is_kept = slow_distance(path.exit.position, exit.position) == 0;
            kept += is_kept;
            left += !is_kept;
            if (slow_distance(best.exit.position, exit.position) == 0)
                assert_true(is_kept && is_close(path.cost, best.cost));
            // The way inside of the cell is the same without a search.
            if (is_kept) {
                wend_vec2 first = path.first;
                double lead = path.lead;
                assert_int_equal(wend_mang_lead(s.planner, s.graph, &request, &path, NULL),
                                 WEND_OK);
                assert_true(slow_distance(path.first, first) == 0 && path.lead == lead);
            }
        }
        close_subject(&s);
    }
    assert_true(kept > scene_count() / 4 && left > scene_count() / 8);
}

/// What is found together is what each finds alone, unless a passage was too narrow for the
/// largest.
static void test_shared_searches(void **state)
{
    (void)state;
    enum { MANY = 8 };
    uint32_t compared = 0, narrow_count = 0;
    for (uint32_t number = 0; number < scene_count(); ++number) {
        wend_random random;
        subject s = open_subject(number, &random);
        wend_mang_goal goal = goal_at_random(&s, &random);
        wend_mang_request requests[MANY];
        wend_mang_path alone, shared;
        double costs[MANY];
        bool narrow;
        uint32_t iterations;
        bool same = wend_random_below(&random, 2);
        for (uint32_t i = 0; i < MANY && s.graph->cell_count > 0; ++i) {
            double radius = same ? 0.2 : wend_random_between(&random, 0.1, 0.5);
            uint32_t cell = wend_random_below(&random, s.graph->cell_count);
            requests[i] = request_of(&s, cell, &goal, radius);
            wend_result result = wend_mang_find(s.planner, s.graph, &requests[i], &alone, NULL);
            costs[i] = result == WEND_OK ? alone.cost : INFINITY;
        }
        if (s.graph->cell_count > 0) {
            assert_int_equal(
                wend_mang_spread(s.planner, s.graph, requests, MANY, &narrow, &iterations, NULL),
                WEND_OK);
            assert_true(iterations <= s.graph->vertex_count && !(same && narrow));
            narrow_count += narrow;
        }
        for (uint32_t i = 0; i < MANY && s.graph->cell_count > 0; ++i) {
            wend_result result =
                wend_mang_spread_path(s.planner, s.graph, &requests[i], &shared, NULL);
            if (result != WEND_OK)
                continue;
            check_path(&s, &requests[i], &shared);
            assert_true(shared.cost >= costs[i] * (1 - SUMS));
            // A start that is narrow for the largest is not looked at by the search.
            if (same)
                assert_true(is_close(shared.cost, costs[i]));
            compared += same;
        }
        close_subject(&s);
    }
    assert_true(compared > scene_count() && narrow_count > 0);
}

/// A budget is kept, and what is found then leads to somewhere nearer than all that was closed.
static void test_budgets(void **state)
{
    (void)state;
    uint32_t spent = 0;
    for (uint32_t number = 0; number < scene_count(); ++number) {
        wend_random random;
        subject s = open_subject(number, &random);
        for (uint32_t k = 0; k < 4 && s.graph->cell_count > 0; ++k) {
            wend_mang_goal goal = goal_at_random(&s, &random);
            uint32_t cell = wend_random_below(&random, s.graph->cell_count);
            wend_mang_request request = request_of(&s, cell, &goal, 0.1);
            wend_mang_path path;
            request.iterations = 1 + wend_random_below(&random, 10);
            wend_result result = wend_mang_find(s.planner, s.graph, &request, &path, NULL);
            assert_true(path.iterations <= request.iterations);
            if (result != WEND_BUDGET_EXHAUSTED)
                continue;
            ++spent;
            assert_false(path.whole);
            check_path(&s, &request, &path);
        }
        close_subject(&s);
    }
    assert_true(spent > scene_count() / 4);
}

/// Where goals join: no way to them costs less than the distance, and there is one.
static void test_joins(void **state)
{
    (void)state;
    uint32_t joined = 0;
    for (uint32_t number = 0; number < scene_count(); ++number) {
        wend_random random;
        subject s = open_subject(number, &random);
        for (uint32_t k = 0; k < 4; ++k) {
            wend_vec2 points[3];
            for (int i = 0; i < 3; ++i)
                points[i] = place_in_plan(&plan, &random);
            wend_mang_goal join;
            wend_goal goal = {points, 1 + k % 3};
            wend_result result =
                wend_mang_join(s.planner, s.mang, s.voronoi, goal, 0.05, &join, NULL);
            if (result != WEND_OK) {
                assert_int_equal(result, WEND_NOT_FOUND);
                continue;
            }
            joined += join.count > 0;
            for (uint32_t i = 0; i < join.count; ++i) {
                wend_vec2 p = s.graph->vertices[join.targets[i].vertex].position;
                assert_true(join.targets[i].cost >= wend_box_distance(join.box, p) * (1 - SUMS));
            }
        }
        close_subject(&s);
    }
    assert_true(joined > scene_count());
}

/// Who is around a cell: the same number for the same diagram, another when somebody comes.
static void test_around(void **state)
{
    (void)state;
    wend_random random;
    subject s = open_subject(COUNT(agent_kinds) - 1, &random); // agents anyhow
    wend_mang_def def = wend_default_mang_def();
    uint64_t before[MOST_AGENTS];
    uint32_t changed = 0, count = s.graph->cell_count;
    assert_true(count > 2);
    for (uint32_t i = 0; i < count; ++i)
        before[i] = wend_mang_around(s.graph, i);
    const wend_site *site =
        &s.voronoi->boundary.sites.data[wend_id_slot(s.graph->cells[1].agent.raw)];
    wend_vec2 place = {site->position.x + 0.01, site->position.y + 0.01};
    assert_int_equal(wend_voronoi_move(s.voronoi, s.graph->cells[1].agent, place, NULL), WEND_OK);
    assert_int_equal(wend_mang_build(s.mang, s.voronoi, &def, NULL, NULL), WEND_OK);
    for (uint32_t i = 0; i < count; ++i)
        assert_int_equal(wend_mang_around(wend_mang_graph_of(s.mang), i), before[i]);
    assert_int_equal(wend_voronoi_remove(s.voronoi, s.graph->cells[1].agent, NULL), WEND_OK);
    assert_int_equal(wend_mang_build(s.mang, s.voronoi, &def, NULL, NULL), WEND_OK);
    for (uint32_t i = 0; i + 1 < count; ++i)
        changed += wend_mang_around(wend_mang_graph_of(s.mang), i) != before[i < 1 ? i : i + 1];
    assert_true(changed >= 1 && changed <= 20);
    close_subject(&s);
}

static void test_misuse_and_memory(void **state)
{
    (void)state;
    wend_random random;
    subject s = open_subject(COUNT(agent_kinds) - 1, &random);
    wend_mang_goal goal = goal_at_random(&s, &random);
    wend_mang_request request = request_of(&s, 0, &goal, 0.1);
    wend_mang_path path;
    request.cell = s.graph->cell_count;
    assert_int_equal(wend_mang_find(s.planner, s.graph, &request, &path, NULL), WEND_BAD_ARGUMENT);
    request = (wend_mang_request){.goal = &goal};
    assert_int_equal(wend_mang_find(s.planner, s.graph, &request, &path, NULL), WEND_BAD_ARGUMENT);
    request = request_of(&s, 0, &goal, -1);
    assert_int_equal(wend_mang_find(s.planner, s.graph, &request, &path, NULL), WEND_BAD_ARGUMENT);
    request = request_of(&s, 0, &goal, 0.1);
    assert_int_equal(wend_mang_lead(s.planner, s.graph, &request, &path, NULL), WEND_BAD_ARGUMENT);
    goal.targets[0].vertex = s.graph->vertex_count;
    assert_int_equal(wend_mang_find(s.planner, s.graph, &request, &path, NULL), WEND_BAD_ARGUMENT);
    goal.targets[0].vertex = 0;
    bool done = false;
    for (size_t fail_at = 1; !done; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_mang_planner *planner;
        wend_result result = wend_mang_planner_create(&allocator, &planner, NULL);
        if (result == WEND_OK) {
            result = wend_mang_find(planner, s.graph, &request, &path, NULL);
            done = result != WEND_OUT_OF_MEMORY;
            size_t calls = memory.calls;
            if (done) {
                wend_mang_find(planner, s.graph, &request, &path, NULL);
                assert_int_equal(memory.calls, calls);
            }
            wend_mang_planner_destroy(planner);
        } else {
            assert_int_equal(result, WEND_OUT_OF_MEMORY);
        }
        assert_int_equal(memory.bytes, 0);
    }
    close_subject(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best_ways),
        cmocka_unit_test(test_kept_exits),
        cmocka_unit_test(test_shared_searches),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_joins),
        cmocka_unit_test(test_around),
        cmocka_unit_test(test_misuse_and_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
