// SPDX-License-Identifier: MIT
// Multi-agent navigation graphs of scenes at random: all that wend/mang.h promises, who is near
// whom, the same bits for any number of threads and after any history, and sizes that grow with the
// number of agents. `make test-long` looks at thousands of scenes.
#include "mang_oracle.h"

enum { SEED = 73 };

typedef struct trial {
    site_plan plan;
    wend_voronoi *voronoi;
    wend_mang *mang;
    wend_mang_def def;
    wend_random random;
    uint32_t number;
} trial;

static trial one; // too large for the stack

static void start(trial *t, uint32_t number)
{
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_error error;
    t->number = number;
    t->random = wend_random_stream(SEED, number);
    make_mang_plan(&t->plan, number % MANG_KINDS, &t->random);
    t->voronoi = try_plan(&t->plan, 0, &def, &error);
    if (!t->voronoi)
        fail_msg("scene %u: %s", (unsigned)number, wend_error_text(&error));
    t->def = wend_default_mang_def();
    t->def.comfort = wend_random_between(&t->random, 0.1, 3);
    t->def.least_room = t->def.comfort * wend_random_between(&t->random, 0.01, 1);
    if (wend_mang_build(t->mang, t->voronoi, &t->def, NULL, &error) != WEND_OK)
        fail_msg("scene %u: %s", (unsigned)number, wend_error_text(&error));
}

static void stumble(const trial *t, const mang_view *v)
{
    print_plan(&t->plan);
    fail_msg("scene %u of seed %d, %s, at %.17g %.17g: %s", (unsigned)t->number, SEED, t->plan.kind,
             v->place.x, v->place.y, v->fault);
}

static bool neighbours_are_right(trial *t, mang_view *v)
{
    static wend_proximity near[MOST_AGENTS];
    uint32_t points = long_tier() ? 40 : 4;
    assert_true(v->graph->cell_count <= MOST_AGENTS);
    wend_mang_proximity(t->mang, t->voronoi, near);
    for (uint32_t i = 0; i < v->graph->cell_count; ++i)
        if (!proximity_is_right(v, i, &near[i]))
            return false;
    for (uint32_t i = 0; i < points; ++i)
        if (!nearest_two_are_right(v, place_in_plan(&t->plan, &t->random)))
            return false;
    return true;
}

// One graph is used for all scenes, as worlds do: nothing of the last one may be left over.
static void test_scenes(void **state)
{
    (void)state;
    trial *t = &one;
    uint32_t scenes = (long_tier() ? 400 : 8) * MANG_KINDS, cells = 0, links = 0;
    assert_int_equal(wend_mang_create(NULL, &t->mang, NULL), WEND_OK);
    for (uint32_t i = 0; i < scenes; ++i) {
        start(t, i);
        mang_view v = view_of(t->voronoi, t->mang, &t->def);
        if (!graph_is_right(&v) || !neighbours_are_right(t, &v))
            stumble(t, &v);
        cells += v.graph->cell_count;
        for (uint32_t c = 0; c < v.graph->cell_count; ++c)
            links += v.graph->cells[c].link_count;
        wend_voronoi_destroy(t->voronoi);
    }
    assert_true(cells > 10 * scenes && links > 3 * cells); // there was something to look at
    wend_mang_destroy(t->mang);
}

// ---- the same bits ------------------------------------------------------------------------------

static void assert_same_cell(const wend_mang_graph *a, const wend_mang_graph *b, uint32_t number)
{
    const wend_mang_cell *c = &a->cells[number], *d = &b->cells[number];
    assert_true(wend_id_equal(c->agent, d->agent));
    assert_true(c->node_count == d->node_count && c->link_count == d->link_count);
    for (uint32_t i = 0; i < c->node_count; ++i) {
        const wend_mang_node *x = &a->nodes[c->first_node + i], *y = &b->nodes[d->first_node + i];
        assert_true(same_bits(x->place, y->place) && x->radius == y->radius && x->red == y->red &&
                    x->joint == y->joint);
    }
    for (uint32_t i = 0; i < c->link_count; ++i) {
        const wend_mang_link *x = &a->links[c->first_link + i], *y = &b->links[d->first_link + i];
        assert_true(x->from == y->from && x->to == y->to && x->length == y->length &&
                    x->room == y->room && x->wall_room == y->wall_room && x->weight == y->weight &&
                    x->left == y->left && x->right == y->right);
    }
}

static void assert_same_graph(const wend_mang_graph *a, const wend_mang_graph *b)
{
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->edge_count, b->edge_count);
    assert_int_equal(a->cell_count, b->cell_count);
    assert_int_equal(a->slot_count, b->slot_count);
    for (uint32_t i = 0; i < a->vertex_count; ++i) {
        const wend_mang_vertex *x = &a->vertices[i], *y = &b->vertices[i];
        assert_true(same_bits(x->place, y->place) && x->radius == y->radius &&
                    x->first == y->first && x->ways == y->ways);
    }
    for (uint32_t i = 0; i < a->edge_count; ++i) {
        const wend_mang_edge *x = &a->edges[i], *y = &b->edges[i];
        assert_true(x->from == y->from && x->to == y->to && x->length == y->length &&
                    x->room == y->room && x->wall_room == y->wall_room && x->weight == y->weight &&
                    x->way == y->way);
    }
    assert_memory_equal(a->around, b->around, 2 * a->edge_count * sizeof *a->around);
    assert_memory_equal(a->cell_of, b->cell_of, a->slot_count * sizeof *a->cell_of);
    for (uint32_t i = 0; i < a->cell_count; ++i)
        assert_same_cell(a, b, i);
}

// A diagram of many agents in a room with pillars: enough for several blocks of work.
static wend_voronoi *make_hall(site_plan *plan)
{
    enum { ACROSS = 15 };
    wend_random random = wend_random_stream(SEED, UINT32_MAX);
    wend_voronoi_def def = wend_default_voronoi_def();
    memset(plan, 0, sizeof *plan);
    plan_bounds(plan, -1, -1, 2 * ACROSS + 1, 2 * ACROSS + 1);
    for (uint32_t i = 0; i < ACROSS * ACROSS; ++i)
        plan_box(plan, 2.0 * (i % ACROSS), 2.0 * (i / ACROSS), 2.0 * (i % ACROSS) + 0.5,
                 2.0 * (i / ACROSS) + 0.5);
    for (uint32_t i = 0; i < MOST_AGENTS; ++i)
        plan_agent(
            plan, wend_random_between(&random, 0, 2 * ACROSS),
            2.0 * wend_random_below(&random, ACROSS) + wend_random_between(&random, 0.6, 1.9), 0.2);
    wend_voronoi *voronoi = try_plan(plan, 0, &def, NULL);
    assert_non_null(voronoi);
    return voronoi;
}

static void test_threads(void **state)
{
    (void)state;
    static const uint32_t workers[] = {1, 2, 8};
    wend_voronoi *voronoi = make_hall(&one.plan);
    wend_mang_def def = wend_default_mang_def();
    wend_mang *alone;
    assert_int_equal(wend_mang_create(NULL, &alone, NULL), WEND_OK);
    assert_int_equal(wend_mang_build(alone, voronoi, &def, NULL, NULL), WEND_OK);
    assert_true(wend_mang_graph_of(alone)->cell_count == MOST_AGENTS);
    for (uint32_t i = 0; i < COUNT(workers); ++i) {
        wend_tasks_def tasks_def = wend_default_tasks_def();
        wend_tasks *tasks;
        wend_mang *together;
        tasks_def.worker_count = workers[i];
        assert_int_equal(wend_tasks_create(&tasks_def, &tasks, NULL), WEND_OK);
        assert_int_equal(wend_mang_create(NULL, &together, NULL), WEND_OK);
        assert_int_equal(wend_mang_build(together, voronoi, &def, tasks, NULL), WEND_OK);
        assert_same_graph(wend_mang_graph_of(alone), wend_mang_graph_of(together));
        // And once more with what is there now.
        assert_int_equal(wend_mang_build(together, voronoi, &def, tasks, NULL), WEND_OK);
        assert_same_graph(wend_mang_graph_of(alone), wend_mang_graph_of(together));
        wend_mang_destroy(together);
        wend_tasks_destroy(tasks);
    }
    wend_mang_destroy(alone);
    wend_voronoi_destroy(voronoi);
}

// Agents walk: the graph is that of the diagram as it is now, whatever was built before, and a copy
// of the diagram has the same.
static void test_walking(void **state)
{
    (void)state;
    site_plan *plan = &one.plan;
    wend_voronoi *voronoi = make_hall(plan), *copy;
    wend_mang_def def = wend_default_mang_def();
    wend_random random = wend_random_stream(SEED, UINT32_MAX - 1);
    wend_mang *kept, *fresh;
    assert_int_equal(wend_mang_create(NULL, &kept, NULL), WEND_OK);
    for (uint32_t step = 0; step < 4; ++step) {
        for (uint32_t i = 0; i < plan->agent_count; ++i) {
            wend_vec2 to = {plan->agents[i].place.x + wend_random_between(&random, -0.1, 0.1),
                            plan->agents[i].place.y};
            (void)wend_voronoi_move(voronoi, plan->agents[i].id, to, NULL); // or a wall is there
        }
        if (step == 2)
            for (uint32_t i = 0; i < plan->agent_count; i += 3)
                assert_int_equal(wend_voronoi_remove(voronoi, plan->agents[i].id, NULL), WEND_OK);
        assert_int_equal(wend_mang_build(kept, voronoi, &def, NULL, NULL), WEND_OK);
        mang_view v = view_of(voronoi, kept, &def);
        if (!graph_is_right(&v))
            stumble(&one, &v);
        assert_int_equal(wend_voronoi_copy(voronoi, NULL, &copy, NULL), WEND_OK);
        assert_int_equal(wend_mang_create(NULL, &fresh, NULL), WEND_OK);
        assert_int_equal(wend_mang_build(fresh, copy, &def, NULL, NULL), WEND_OK);
        assert_same_graph(v.graph, wend_mang_graph_of(fresh));
        wend_mang_destroy(fresh);
        wend_voronoi_destroy(copy);
    }
    wend_mang_destroy(kept);
    wend_voronoi_destroy(voronoi);
}

// ---- how it grows -------------------------------------------------------------------------------

// Each red edge is in the list of a cell at most twice, and a tree of k leaves has no more than
// 2 k - 3 edges; a planar graph has fewer than three edges for each site.
static void test_size(void **state)
{
    (void)state;
    wend_mang *mang;
    wend_mang_def def = wend_default_mang_def();
    assert_int_equal(wend_mang_create(NULL, &mang, NULL), WEND_OK);
    for (uint32_t count = 500; count <= 8000; count *= 4) {
        wend_voronoi_def voronoi_def = wend_default_voronoi_def();
        wend_random random = wend_random_stream(SEED, count);
        scene s = {0};
        double size = 2 * sqrt(count);
        set_box_bounds(&s, 0, 0, size, size);
        wend_floor *floor = make_floor(&s);
        wend_voronoi *voronoi;
        assert_int_equal(wend_voronoi_create(floor, &voronoi_def, &voronoi, NULL), WEND_OK);
        wend_floor_destroy(floor);
        wend_vec2 *places = malloc(count * sizeof *places);
        wend_site_change *changes = calloc(count, sizeof *changes);
        assert_true(places && changes);
        for (uint32_t i = 0; i < count; ++i) {
            places[i] = (wend_vec2){wend_random_between(&random, 0.1, size - 0.1),
                                    wend_random_between(&random, 0.1, size - 0.1)};
            changes[i].shape = (wend_shape){&places[i], NULL, 0, 1};
            changes[i].radius = 0.2;
        }
        assert_int_equal(wend_voronoi_change(voronoi, changes, count, NULL, NULL), WEND_OK);
        assert_int_equal(wend_mang_build(mang, voronoi, &def, NULL, NULL), WEND_OK);
        wend_mang_size found = wend_mang_measure(mang);
        assert_int_equal(wend_mang_graph_of(mang)->cell_count, count);
        assert_true(found.red_edges < 3 * (count + 4) && found.black_edges < 9 * (count + 4));
        assert_true(found.black_edges > 4 * count);
        assert_true(found.bytes < 4000 * (size_t)count + 100000);
        free(places);
        free(changes);
        wend_voronoi_destroy(voronoi);
    }
    wend_mang_destroy(mang);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_walking),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
