// SPDX-License-Identifier: MIT
// Flows of random scenes against the critical graph: every body's level, the level and direction of
// the stream at places, the gates, for points and for whole lanes, from the bottom and from the
// top.
#include "tests/flow/flow_check.h"

static flow_fixture f; // large; filled anew for each scene

typedef struct tally {
    uint32_t scenes, blocked, bent, several, touching;
} tally;

/// What kinds of scenes came up: a test of none would find nothing wrong.
static void count_scene(tally *t)
{
    ++t->scenes;
    t->blocked += f.o.blocked;
    t->bent += f.o.corner_count > 0 && !f.s.convex;
    t->several += f.s.opening_count > 2;
    t->touching += f.o.body_count < f.s.plan.shape_count + f.s.opening_count;
}

static void random_scenes(void **state)
{
    (void)state;
    tally t = {0};
    uint64_t count = long_tier() ? 20000 : 250;
    for (uint64_t seed = 0; seed < count; ++seed) {
        make_flow_scene(&f.s, seed);
        const char *wrong = check_flow(&f, 8);
        if (wrong) {
            print_flow_scene(&f.s);
            fail_msg("%s", wrong);
        }
        count_scene(&t);
    }
    assert_true(20 * t.blocked < t.scenes);
    assert_true(10 * t.bent > t.scenes);
    assert_true(10 * t.several > t.scenes);
    assert_true(10 * t.touching > t.scenes);
}

/// Many places in few scenes: the field has no hole anywhere.
static void many_places(void **state)
{
    (void)state;
    uint64_t count = long_tier() ? 1000 : 8;
    for (uint64_t seed = 0; seed < count; ++seed) {
        make_flow_scene(&f.s, 1000000 + seed);
        const char *wrong = check_flow(&f, 250);
        if (wrong) {
            print_flow_scene(&f.s);
            fail_msg("%s", wrong);
        }
    }
}

// ---- the critical graph -------------------------------------------------------------------------

typedef struct edges {
    double ways[ORACLE_BODIES][ORACLE_BODIES];
    uint32_t count;
} edges;

static bool keep_edge_of_graph(void *context, const wend_flow_gate *edge)
{
    edges *all = context;
    assert_true(edge->from < ORACLE_BODIES && edge->to < ORACLE_BODIES && edge->from != edge->to);
    all->ways[edge->from][edge->to] = all->ways[edge->to][edge->from] = edge->width;
    ++all->count;
    return true;
}

/// The shortest way over the edges from the bottom to the top.
static double shortest_over(const edges *all, uint32_t body_count)
{
    double levels[ORACLE_BODIES];
    for (uint32_t i = 0; i < body_count; ++i)
        levels[i] = i == WEND_FLOW_BOTTOM ? 0 : INFINITY;
    for (uint32_t round = 0; round < body_count; ++round)
        for (uint32_t i = 0; i < body_count; ++i)
            for (uint32_t k = 0; k < body_count; ++k)
                levels[k] = fmin(levels[k], levels[i] + all->ways[i][k]);
    return levels[WEND_FLOW_TOP];
}

/// The value of the field is the shortest way over the graph that the library tells; ways that bend
/// around an opening are not in the graph, so with those it may be longer.
static void graph_gives_the_value(void **state)
{
    (void)state;
    static edges all;
    for (uint64_t seed = 0; seed < (long_tier() ? 5000 : 100); ++seed) {
        wend_error error;
        uint32_t body_count;
        make_flow_scene(&f.s, 2000000 + seed);
        f.flow = flow_of_scene(&f.s, &error);
        if (!f.flow)
            continue; // blocked: the test above knows
        assert_int_equal(wend_flow_solve(f.flow, &(wend_flow_request){0}, &error), WEND_OK);
        (void)wend_flow_bodies(f.flow, &body_count);
        assert_true(body_count <= ORACLE_BODIES);
        all.count = 0;
        for (uint32_t i = 0; i < body_count; ++i)
            for (uint32_t k = 0; k < body_count; ++k)
                all.ways[i][k] = INFINITY;
        assert_int_equal(wend_flow_graph(f.flow, keep_edge_of_graph, &all, &error), WEND_OK);
        double value = wend_flow_value(f.flow), graph = shortest_over(&all, body_count);
        if (!(graph >= value - FLOW_ERROR * f.s.size) ||
            (f.s.convex && graph > value + FLOW_ERROR * f.s.size)) {
            print_flow_scene(&f.s);
            fail_msg("the value is %.17g, over the graph %.17g", value, graph);
        }
        wend_flow_destroy(f.flow);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_scenes),
        cmocka_unit_test(many_places),
        cmocka_unit_test(graph_gives_the_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
