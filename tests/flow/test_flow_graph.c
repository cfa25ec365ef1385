// SPDX-License-Identifier: MIT
// The critical graph: by hand, and at random against connections between places on walls that are
// tried out one by one.
#include "flow/domain.h"
#include "tests/flow/flow_scenes.h"

enum { MOST_BODIES = 256, MOST_WALLS = 2048 };

/// What the project promises, in sizes of the scene.
#define GRAPH_ERROR 1e-9

/// By how much a place on a wall is rounded, in the same.
#define PLACE_ERROR 1e-13

/// A connection that is tried out is looked at between places so far (as a share of its length)
/// from its ends: these lie on walls.
#define OFF_ENDS 1e-6

typedef struct critical_graph {
    wend_flow_gate edges[MOST_BODIES][MOST_BODIES]; ///< width 0: none
    uint32_t count, stop_after;
} critical_graph;

static critical_graph graph; // large; filled anew for each scene
static flow_scene s;         // so, too

static bool take_edge(void *context, const wend_flow_gate *edge)
{
    critical_graph *g = context;
    assert_true(edge->from < edge->to && edge->to < MOST_BODIES);
    assert_true(g->edges[edge->from][edge->to].width == 0 && edge->width > 0);
    g->edges[edge->from][edge->to] = *edge;
    return ++g->count != g->stop_after;
}

static void make_graph(const wend_flow *flow)
{
    wend_error error;
    memset(&graph, 0, sizeof graph);
    if (wend_flow_graph(flow, take_edge, &graph, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

// ---- by hand ------------------------------------------------------------------------------------

static const wend_vec2 left_side[] = {{0, 0}, {0, 6}}, right_side[] = {{12, 0}, {12, 6}};

static wend_flow *flow_in_room(const wend_shape *shapes, uint32_t shape_count,
                               const wend_opening *openings, uint32_t opening_count,
                               const wend_allocator *allocator)
{
    const wend_vec2 bounds[] = {{0, 0}, {12, 0}, {12, 6}, {0, 6}};
    wend_floor_def floor_def = wend_default_floor_def();
    floor_def.bounds = bounds;
    floor_def.bounds_count = 4;
    floor_def.shapes = shapes;
    floor_def.shape_count = shape_count;
    wend_floor *floor;
    wend_flow *flow;
    wend_error error;
    assert_int_equal(wend_floor_create(&floor_def, &floor, NULL), WEND_OK);
    wend_flow_def def = wend_default_flow_def();
    def.floor = floor;
    def.openings = openings;
    def.opening_count = opening_count;
    if (allocator)
        def.allocator = *allocator;
    if (wend_flow_create(&def, &flow, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    return flow;
}

static const wend_opening both_sides[] = {{left_side, 2, false}, {right_side, 2, true}};

/// Three squares in a row: the one in the middle hides the others from each other.
static const wend_vec2 first_square[] = {{2, 2}, {4, 2}, {4, 4}, {2, 4}};
static const wend_vec2 second_square[] = {{5, 1}, {7, 1}, {7, 5}, {5, 5}};
static const wend_vec2 third_square[] = {{8.5, 2}, {9.5, 2}, {9.5, 4}, {8.5, 4}};
static const wend_shape squares[] = {
    {first_square, NULL, 0, 4}, {second_square, NULL, 0, 4}, {third_square, NULL, 0, 4}};

static double width_between(uint32_t a, uint32_t b)
{
    return graph.edges[a < b ? a : b][a < b ? b : a].width;
}

/// The body that has a corner there.
static uint32_t body_at(const wend_flow *flow, double x, double y)
{
    for (uint32_t h = 0; h < flow->kinds.count; ++h) {
        wend_vec2 at = wend_at(flow->mesh, wend_origin(flow->mesh, h));
        if (flow->kinds.data[h] < flow->body_count && at.x == x && at.y == y)
            return flow->kinds.data[h];
    }
    fail();
    return WEND_NONE;
}

static void test_by_hand(void **state)
{
    (void)state;
    wend_flow *flow = flow_in_room(squares, 3, both_sides, 2, NULL);
    make_graph(flow);
    uint32_t first = body_at(flow, 2, 2), second = body_at(flow, 5, 1),
             third = body_at(flow, 8.5, 2);
    assert_true(width_between(first, second) == 1);
    assert_true(width_between(second, third) == 1.5);
    assert_true(width_between(first, WEND_FLOW_BOTTOM) == 2);
    assert_true(width_between(second, WEND_FLOW_BOTTOM) == 1);
    assert_true(width_between(second, WEND_FLOW_TOP) == 1);
    assert_true(width_between(third, WEND_FLOW_TOP) == 2);
    // Above and below the second there is no straight way between the first and the third.
    assert_true(width_between(first, third) == 0);
    assert_true(width_between(WEND_FLOW_BOTTOM, WEND_FLOW_TOP) == 6);
    assert_int_equal(graph.count, 9);
    wend_flow_destroy(flow);
}

// Each edge ends on its bodies.
static void test_ends(void **state)
{
    (void)state;
    wend_flow *flow = flow_in_room(squares, 1, both_sides, 2, NULL);
    make_graph(flow);
    const wend_flow_gate *edge = &graph.edges[WEND_FLOW_BOTTOM][2];
    assert_true(edge->from == WEND_FLOW_BOTTOM && edge->to == 2 && edge->leg_count == 1);
    assert_true(edge->a.y == 0 && edge->b.y == 2 && edge->a.x == edge->b.x);
    assert_int_equal(graph.count, 3);
    wend_flow_destroy(flow);
}

// A source that reaches into the room like a wedge: the way around it bends.
static void test_bends(void **state)
{
    (void)state;
    const wend_vec2 wedge[] = {{0, 2}, {3, 3}, {0, 4}};
    const wend_opening openings[] = {{wedge, 3, false}, {right_side, 2, true}};
    const wend_vec2 post[] = {{0.25, 4.75}};
    const wend_shape shapes[] = {{post, NULL, 0, 1}};
    wend_flow *flow = flow_in_room(shapes, 1, openings, 2, NULL);
    make_graph(flow);
    assert_int_equal(wend_flow_measure(flow).bodies, 3);
    const wend_flow_gate *edge = &graph.edges[WEND_FLOW_BOTTOM][2];
    assert_int_equal(edge->leg_count, 2);
    // Straight up to the tip, and from there to the post.
    assert_true(fabs(edge->width - (3 + hypot(2.75, 1.75))) < 1e-12);
    wend_flow_destroy(flow);
}

static void test_stops(void **state)
{
    (void)state;
    wend_flow *flow = flow_in_room(squares, 3, both_sides, 2, NULL);
    memset(&graph, 0, sizeof graph);
    graph.stop_after = 4;
    assert_int_equal(wend_flow_graph(flow, take_edge, &graph, NULL), WEND_OK);
    assert_int_equal(graph.count, 4);
    wend_flow_destroy(flow);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_flow *flow = flow_in_room(squares, 3, both_sides, 2, &allocator);
    size_t held = memory.bytes;
    wend_result result = WEND_OUT_OF_MEMORY;
    for (size_t fail_at = 1; result != WEND_OK; ++fail_at) {
        memory.calls = 0;
        memory.fail_at = fail_at;
        memset(&graph, 0, sizeof graph);
        result = wend_flow_graph(flow, take_edge, &graph, NULL);
        assert_true(result == WEND_OK || result == WEND_OUT_OF_MEMORY);
        assert_int_equal(memory.bytes, held);
    }
    assert_int_equal(graph.count, 9);
    wend_flow_destroy(flow);
    assert_int_equal(memory.bytes, 0);
}

// ---- at random ----------------------------------------------------------------------------------

typedef struct domain_wall {
    wend_segment at;
    uint32_t body; ///< WEND_NONE: an opening
} domain_wall;

static domain_wall walls[MOST_WALLS];
static uint32_t wall_count;

static void list_walls(const wend_flow *flow)
{
    const wend_mesh *mesh = flow->mesh;
    wall_count = 0;
    for (uint32_t h = 0; h < flow->kinds.count; ++h) {
        uint32_t kind = flow->kinds.data[h];
        if (kind == WEND_NONE)
            continue;
        assert_true(wall_count < MOST_WALLS);
        walls[wall_count++] = (domain_wall){
            {wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h))},
            kind < flow->body_count ? kind : WEND_NONE};
    }
    for (size_t i = 0; i < flow->body_points.count; ++i) {
        wend_map_body_point point = flow->body_points.data[i];
        wend_vec2 at = wend_at(mesh, wend_origin(mesh, point.spoke));
        assert_true(wall_count < MOST_WALLS);
        walls[wall_count++] = (domain_wall){{at, at}, point.body};
    }
}

static bool is_inside(const wend_flow *flow, wend_vec2 p)
{
    wend_spot spot;
    if (!wend_find_free(flow->mesh, p, &spot))
        return false;
    return flow->inside.data[spot.edge / 3];
}

/// True if no wall lies across the connection. Ends and corners are rounded, so it may cut off a
/// little of one.
static bool is_clear(wend_vec2 p, wend_vec2 q, double error)
{
    for (uint32_t i = 0; i < wall_count; ++i) {
        wend_segment wall = walls[i].at;
        wend_vec2 at;
        if (wend_segments_meet((wend_segment){p, q}, wall, &at) != WEND_CROSS)
            continue;
        double off = fmin(fmin(sight_distance(at, p), sight_distance(at, q)),
                          fmin(wend_segment_distance((wend_segment){p, q}, wall.a),
                               wend_segment_distance((wend_segment){p, q}, wall.b)));
        if (off > error)
            return false;
    }
    return true;
}

/// True if the connection lies in the domain but for its ends, and well off all walls there.
static bool is_free(const wend_flow *flow, wend_vec2 p, wend_vec2 q)
{
    wend_segment way = {wend_lerp(p, q, OFF_ENDS), wend_lerp(q, p, OFF_ENDS)};
    if (!is_inside(flow, way.a) || !is_inside(flow, way.b) || !is_clear(p, q, PLACE_ERROR * s.size))
        return false;
    for (uint32_t i = 0; i < wall_count; ++i)
        if (wend_segments_distance(way, walls[i].at, NULL, NULL) <= GRAPH_ERROR * s.size)
            return false;
    return true;
}

static bool is_on_body(wend_vec2 p, uint32_t body, double size)
{
    for (uint32_t i = 0; i < wall_count; ++i)
        if (walls[i].body == body && wend_segment_distance(walls[i].at, p) <= GRAPH_ERROR * size)
            return true;
    return false;
}

/// True if moving the end q of a connection along its body does not shorten it.
static bool is_square(wend_vec2 p, wend_vec2 q, uint32_t body)
{
    double length = sight_distance(p, q);
    for (uint32_t i = 0; i < wall_count; ++i)
        if (walls[i].body == body &&
            wend_segment_distance(walls[i].at, q) <= GRAPH_ERROR * s.size &&
            wend_segment_distance(walls[i].at, p) < length - GRAPH_ERROR * s.size)
            return false;
    return true;
}

static void check_edges(const wend_flow *flow)
{
    for (uint32_t i = 0; i < flow->body_count; ++i)
        for (uint32_t k = i + 1; k < flow->body_count; ++k) {
            const wend_flow_gate *edge = &graph.edges[i][k];
            if (edge->width == 0)
                continue;
            assert_true(edge->from == i && edge->to == k && edge->leg_count > 0);
            assert_true(is_on_body(edge->a, i, s.size) && is_on_body(edge->b, k, s.size));
            double length = sight_distance(edge->a, edge->b), error = GRAPH_ERROR * s.size;
            assert_true(edge->width >= length - error);
            if (edge->leg_count > 1)
                continue;
            assert_true(edge->width <= length + error);
            if (!is_clear(edge->a, edge->b, error))
                fail_msg("seed %u: the edge from %.17g,%.17g to %.17g,%.17g crosses a wall",
                         (unsigned)s.seed, edge->a.x, edge->a.y, edge->b.x, edge->b.y);
        }
}

/// No connection that is free and square to both bodies is shorter than the edge between them.
static void try_connection(const wend_flow *flow, const domain_wall *one, const domain_wall *other,
                           wend_vec2 p, wend_vec2 q)
{
    double length = sight_distance(p, q), edge = width_between(one->body, other->body);
    if (edge > 0 && length > edge - GRAPH_ERROR * s.size)
        return;
    if (is_square(p, q, other->body) && is_square(q, p, one->body) && is_free(flow, p, q))
        fail_msg(
            "seed %u: from %.17g,%.17g to %.17g,%.17g it is only %.17g m, but the edge has %.17g",
            (unsigned)s.seed, p.x, p.y, q.x, q.y, length, edge);
}

static void try_connections(const wend_flow *flow, wend_random *random)
{
    for (uint32_t i = 0; i < wall_count; ++i)
        for (uint32_t k = 0; k < wall_count; ++k) {
            const domain_wall *one = &walls[i], *other = &walls[k];
            if (one->body == WEND_NONE || other->body == WEND_NONE || one->body == other->body)
                continue;
            try_connection(flow, one, other, one->at.a, wend_segment_closest(other->at, one->at.a));
            // Somewhere between walls that are parallel.
            wend_vec2 p = wend_lerp(one->at.a, one->at.b, wend_random_unit(random));
            try_connection(flow, one, other, p, wend_segment_closest(other->at, p));
        }
}

static void test_random(void **state)
{
    (void)state;
    uint32_t edges = 0, bent = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 10000u : 100u); ++seed) {
        make_flow_scene(&s, seed);
        wend_error error;
        wend_flow *flow = flow_of_scene(&s, &error);
        if (!flow) // some have no way through
            continue;
        make_graph(flow);
        list_walls(flow);
        check_edges(flow);
        wend_random random = wend_random_stream(seed, 12);
        try_connections(flow, &random);
        edges += graph.count;
        for (uint32_t i = 0; i < flow->body_count; ++i)
            for (uint32_t k = i + 1; k < flow->body_count; ++k)
                bent += graph.edges[i][k].leg_count > 1;
        wend_flow_destroy(flow);
    }
    assert_true(edges > 1000 && bent > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),       cmocka_unit_test(test_ends),
        cmocka_unit_test(test_bends),         cmocka_unit_test(test_stops),
        cmocka_unit_test(test_out_of_memory), cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests_name("flow_graph", tests, NULL, NULL);
}
