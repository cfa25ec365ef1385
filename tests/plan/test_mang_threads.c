// SPDX-License-Identifier: MIT
// A multi-agent navigation graph has the same bits for any number of threads, and whatever was
// built before it.
#include "tests/plan/mang_check.h"

enum { SEED = 83 };

static site_plan plan; // too large for the stack

static void assert_same_cell(const wend_mang_graph *a, const wend_mang_graph *b, uint32_t number)
{
    const wend_mang_cell *c = &a->cells[number], *d = &b->cells[number];
    assert_true(wend_site_id_equal(c->agent, d->agent));
    assert_true(c->node_count == d->node_count && c->link_count == d->link_count);
    for (uint32_t i = 0; i < c->node_count; ++i) {
        const wend_mang_node *x = &a->nodes[c->first_node + i], *y = &b->nodes[d->first_node + i];
        assert_true(same_bits(x->position, y->position) && x->radius == y->radius &&
                    x->red == y->red && x->joint == y->joint);
    }
    for (uint32_t i = 0; i < c->link_count; ++i) {
        const wend_mang_link *x = &a->links[c->first_link + i], *y = &b->links[d->first_link + i];
        assert_true(x->from == y->from && x->to == y->to && x->length == y->length &&
                    x->clearance == y->clearance && x->wall_clearance == y->wall_clearance &&
                    x->weight == y->weight && x->left == y->left && x->right == y->right &&
                    x->left_site == y->left_site && x->right_site == y->right_site);
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
        assert_true(same_bits(x->position, y->position) && x->radius == y->radius &&
                    x->first == y->first && x->degree == y->degree);
    }
    for (uint32_t i = 0; i < a->edge_count; ++i) {
        const wend_mang_edge *x = &a->edges[i], *y = &b->edges[i];
        assert_true(x->from == y->from && x->to == y->to && x->length == y->length &&
                    x->clearance == y->clearance && x->wall_clearance == y->wall_clearance &&
                    x->weight == y->weight && x->first_piece == y->first_piece);
    }
    assert_memory_equal(a->around, b->around, 2 * a->edge_count * sizeof *a->around);
    assert_memory_equal(a->cell_of, b->cell_of, a->slot_count * sizeof *a->cell_of);
    for (uint32_t i = 0; i < a->cell_count; ++i)
        assert_same_cell(a, b, i);
}

// A diagram of many agents in a room with pillars: enough for several blocks of work.
static wend_voronoi *make_hall(void)
{
    enum { ACROSS = 15 };
    wend_random random = wend_random_stream(SEED, 0);
    wend_voronoi_def def = wend_default_voronoi_def();
    memset(&plan, 0, sizeof plan);
    plan_bounds(&plan, -1, -1, 2 * ACROSS + 1, 2 * ACROSS + 1);
    for (uint32_t i = 0; i < ACROSS * ACROSS; ++i)
        plan_box(&plan, 2.0 * (i % ACROSS), 2.0 * (i / ACROSS), 2.0 * (i % ACROSS) + 0.5,
                 2.0 * (i / ACROSS) + 0.5);
    for (uint32_t i = 0; i < MOST_AGENTS; ++i) {
        double x = wend_random_between(&random, 0, 2 * ACROSS);
        double row = 2.0 * wend_random_below(&random, ACROSS);
        plan_agent(&plan, x, row + wend_random_between(&random, 0.6, 1.9), 0.2);
    }
    wend_voronoi *voronoi = try_plan(&plan, 0, &def, NULL);
    assert_non_null(voronoi);
    return voronoi;
}

static void test_threads(void **state)
{
    (void)state;
    static const uint32_t workers[] = {1, 2, 8};
    wend_voronoi *voronoi = make_hall();
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
    wend_voronoi *voronoi = make_hall(), *copy;
    wend_mang_def def = wend_default_mang_def();
    wend_random random = wend_random_stream(SEED, 1);
    wend_mang *kept, *fresh;
    assert_int_equal(wend_mang_create(NULL, &kept, NULL), WEND_OK);
    for (uint32_t step = 0; step < 4; ++step) {
        for (uint32_t i = 0; i < plan.agent_count; ++i) {
            wend_vec2 to = {plan.agents[i].place.x + wend_random_between(&random, -0.1, 0.1),
                            plan.agents[i].place.y};
            (void)wend_voronoi_move(voronoi, plan.agents[i].id, to, NULL); // or a wall is there
        }
        if (step == 2)
            for (uint32_t i = 0; i < plan.agent_count; i += 3)
                assert_int_equal(wend_voronoi_remove(voronoi, plan.agents[i].id, NULL), WEND_OK);
        assert_int_equal(wend_mang_build(kept, voronoi, &def, NULL, NULL), WEND_OK);
        mang_view v = view_of(voronoi, kept, &def);
        if (!graph_is_right(&v))
            fail_msg("step %u of seed %d, at %.17g %.17g: %s", (unsigned)step, SEED, v.place.x,
                     v.place.y, v.fault);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_walking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
