// SPDX-License-Identifier: MIT
// Sources and sinks on separate walls, or in free space: the minimum cut against brute force. The
// oracle connects all walls with each other, directly or around corners of openings, notes for each
// connection which of some straight reference lines it crosses, and finds the shortest closed curve
// for every set of lines by Dijkstra's algorithm on as many copies of that graph.
#include "tests/flow/flow_rooms.h"

#include "wend/vec2.h"

enum { NODES = 128, LINES = 3, COPIES = 1 << LINES, SEGMENTS = 256 };

#define WIDTH  12.0
#define HEIGHT 9.0

typedef struct rectangle {
    double x0, y0, x1, y1;
} rectangle;

typedef struct room {
    rectangle obstacles[10], areas[LINES + 1]; ///< areas: sources, then a sink that stands free
    uint32_t obstacle_count, source_count;
    bool free_sink;   ///< otherwise the sink is a part of the right wall
    bool left_wall;   ///< the left wall is a source as well
    double low, high; ///< the sink on the right wall
    // The oracle's graph. Nodes are bodies, then corners of areas.
    struct {
        wend_segment at;
        uint32_t node;
    } segments[SEGMENTS];
    uint32_t segment_count, body_count, node_count;
    wend_segment lines[LINES];
    double edges[NODES][NODES][COPIES];
    double levels[NODES][COPIES];
} room;

static room r;
static open_plan plan;

// ---- a room -------------------------------------------------------------------------------------

static bool are_apart(rectangle a, rectangle b, double gap)
{
    return a.x1 + gap < b.x0 || b.x1 + gap < a.x0 || a.y1 + gap < b.y0 || b.y1 + gap < a.y0;
}

static rectangle random_rectangle(wend_random *random, double most)
{
    double w = wend_random_between(random, 0.2, most), h = wend_random_between(random, 0.2, most);
    double x = wend_random_between(random, 0.2, WIDTH - w - 0.2),
           y = wend_random_between(random, 0.2, HEIGHT - h - 0.2);
    return (rectangle){x, y, x + w, y + h};
}

static wend_vec2 centre_of(rectangle a)
{
    return (wend_vec2){(a.x0 + a.x1) / 2, (a.y0 + a.y1) / 2};
}

static void corners_of(rectangle a, wend_vec2 *corners)
{
    corners[0] = corners[4] = (wend_vec2){a.x0, a.y0};
    corners[1] = (wend_vec2){a.x1, a.y0};
    corners[2] = (wend_vec2){a.x1, a.y1};
    corners[3] = (wend_vec2){a.x0, a.y1};
}

static bool meets(rectangle a, wend_segment s)
{
    wend_vec2 corners[5];
    corners_of(a, corners);
    for (int i = 0; i < 4; ++i)
        if (wend_segments_meet((wend_segment){corners[i], corners[i + 1]}, s, NULL) != WEND_APART)
            return true;
    return false;
}

/// False: the areas overlap.
static bool make_room(uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 77);
    memset(&r, 0, sizeof r);
    r.source_count = 1 + wend_random_below(&random, LINES);
    r.free_sink = wend_random_below(&random, 2);
    r.left_wall = !r.free_sink && wend_random_below(&random, 3) == 0;
    r.low = wend_random_between(&random, 0.5, 4);
    r.high = wend_random_between(&random, r.low + 0.5, HEIGHT - 0.5);
    uint32_t areas = r.source_count + r.free_sink;
    if (areas > LINES)
        areas = LINES;
    r.source_count = areas - r.free_sink;
    if (r.source_count == 0)
        return false;
    for (uint32_t i = 0; i < areas; ++i) {
        r.areas[i] = random_rectangle(&random, 3);
        for (uint32_t k = 0; k < i; ++k)
            if (!are_apart(r.areas[i], r.areas[k], 0.05))
                return false;
    }
    wend_vec2 end =
        r.free_sink ? centre_of(r.areas[areas - 1]) : (wend_vec2){WIDTH, (r.low + r.high) / 2};
    for (uint32_t i = 0; i < r.source_count; ++i)
        r.lines[i] = (wend_segment){centre_of(r.areas[i]), end};
    // Obstacles off the reference lines, so that it is clear on which side of them they are.
    uint32_t wanted = wend_random_below(&random, 10);
    for (uint32_t i = 0; i < wanted; ++i) {
        rectangle o = random_rectangle(&random, 2);
        bool good = true;
        for (uint32_t k = 0; k < areas; ++k)
            good = good && are_apart(o, r.areas[k], 0.01);
        for (uint32_t k = 0; k < r.obstacle_count; ++k)
            good = good && are_apart(o, r.obstacles[k], 0.01);
        for (uint32_t k = 0; k < r.source_count; ++k)
            good = good && !meets(o, r.lines[k]);
        if (good)
            r.obstacles[r.obstacle_count++] = o;
    }
    return true;
}

static wend_flow *flow_of_room(uint64_t seed)
{
    wend_vec2 corners[5];
    clear_plan(&plan);
    set_box_bounds(&plan.plan, 0, 0, WIDTH, HEIGHT);
    for (uint32_t i = 0; i < r.obstacle_count; ++i)
        add_box(&plan.plan, r.obstacles[i].x0, r.obstacles[i].y0, r.obstacles[i].x1,
                r.obstacles[i].y1);
    for (uint32_t i = 0; i < r.source_count + r.free_sink; ++i) {
        corners_of(r.areas[i], corners);
        add_opening(&plan, i >= r.source_count, corners, 5);
    }
    if (!r.free_sink)
        add_line(&plan, SINK, WIDTH, r.low, WIDTH, r.high);
    if (r.left_wall)
        add_line(&plan, SOURCE, 0, HEIGHT, 0, 0);
    wend_random random = wend_random_stream(seed, 78);
    plan.snap = 0.001;
    if (seed % 2)
        turn_plan(&plan, wend_random_between(&random, 0, 6), (wend_vec2){3, 4});
    return make_flow(&plan);
}

// ---- the oracle ---------------------------------------------------------------------------------

/// True if a segment passes through the interior of an area.
static bool passes(rectangle a, wend_segment s)
{
    double from = 0, to = 1, x = s.b.x - s.a.x, y = s.b.y - s.a.y;
    const double slopes[4] = {-x, x, -y, y};
    const double rooms[4] = {s.a.x - a.x0, a.x1 - s.a.x, s.a.y - a.y0, a.y1 - s.a.y};
    for (int i = 0; i < 4; ++i) {
        if (slopes[i] == 0) {
            if (rooms[i] <= 1e-9)
                return false;
        } else if (slopes[i] < 0) {
            from = fmax(from, rooms[i] / slopes[i]);
        } else {
            to = fmin(to, rooms[i] / slopes[i]);
        }
    }
    for (int i = 0; i < 4; ++i) // inside, and not only along a side
        if (!(rooms[i] + -slopes[i] * (from + to) / 2 > 1e-9))
            return false;
    return (to - from) * hypot(x, y) > 1e-9;
}

static void connect(uint32_t one, uint32_t other, wend_vec2 p, wend_vec2 q)
{
    wend_segment s = {p, q};
    uint32_t signature = 0;
    for (uint32_t i = 0; i < r.source_count + r.free_sink; ++i)
        if (passes(r.areas[i], s))
            return;
    for (uint32_t i = 0; i < r.source_count; ++i)
        if (wend_segments_meet(s, r.lines[i], NULL) != WEND_APART)
            signature |= 1u << i;
    double length = wend_distance(p, q);
    if (length < r.edges[one][other][signature])
        r.edges[one][other][signature] = r.edges[other][one][signature] = length;
}

static void add_body_segment(double ax, double ay, double bx, double by, uint32_t node)
{
    if (ax == bx && ay == by)
        return;
    r.segments[r.segment_count].at = (wend_segment){{ax, ay}, {bx, by}};
    r.segments[r.segment_count++].node = node;
}

static void add_walls(void)
{
    for (uint32_t i = 0; i < r.obstacle_count; ++i) {
        wend_vec2 c[5];
        corners_of(r.obstacles[i], c);
        for (int k = 0; k < 4; ++k)
            add_body_segment(c[k].x, c[k].y, c[k + 1].x, c[k + 1].y, 2 + i);
    }
    // The bottom is body 0; the top is body 1, or the same if nothing is between them.
    uint32_t top = r.left_wall;
    r.body_count = 2 + r.obstacle_count;
    add_body_segment(0, 0, WIDTH, 0, 0);
    add_body_segment(0, HEIGHT, WIDTH, HEIGHT, top);
    if (!r.left_wall)
        add_body_segment(0, 0, 0, HEIGHT, 0);
    add_body_segment(WIDTH, 0, WIDTH, r.free_sink ? HEIGHT : r.low, 0);
    if (!r.free_sink)
        add_body_segment(WIDTH, r.high, WIDTH, HEIGHT, top);
}

static void build_graph(void)
{
    wend_vec2 corners[4 * (LINES + 1)];
    uint32_t corner_count = 0;
    add_walls();
    for (uint32_t i = 0; i < r.source_count + r.free_sink; ++i) {
        wend_vec2 c[5];
        corners_of(r.areas[i], c);
        for (int k = 0; k < 4; ++k)
            corners[corner_count++] = c[k];
    }
    r.node_count = r.body_count + corner_count;
    for (uint32_t i = 0; i < NODES; ++i)
        for (uint32_t k = 0; k < NODES; ++k)
            for (uint32_t u = 0; u < COPIES; ++u)
                r.edges[i][k][u] = INFINITY;
    for (uint32_t i = 0; i < r.segment_count; ++i) {
        wend_segment s = r.segments[i].at;
        for (uint32_t k = 0; k < r.segment_count; ++k) {
            connect(r.segments[i].node, r.segments[k].node, s.a,
                    wend_segment_closest(r.segments[k].at, s.a));
            connect(r.segments[i].node, r.segments[k].node, s.b,
                    wend_segment_closest(r.segments[k].at, s.b));
        }
        for (uint32_t k = 0; k < corner_count; ++k)
            connect(r.segments[i].node, r.body_count + k, wend_segment_closest(s, corners[k]),
                    corners[k]);
    }
    for (uint32_t i = 0; i < corner_count; ++i)
        for (uint32_t k = 0; k < i; ++k)
            connect(r.body_count + i, r.body_count + k, corners[i], corners[k]);
}

static void dijkstra(uint32_t start)
{
    static bool done[NODES][COPIES];
    memset(done, 0, sizeof done);
    for (uint32_t i = 0; i < r.node_count; ++i)
        for (uint32_t u = 0; u < COPIES; ++u)
            r.levels[i][u] = INFINITY;
    r.levels[start][0] = 0;
    for (;;) {
        uint32_t node = NODES, copy = 0;
        for (uint32_t i = 0; i < r.node_count; ++i)
            for (uint32_t u = 0; u < COPIES; ++u)
                if (!done[i][u] && isfinite(r.levels[i][u]) &&
                    (node == NODES || r.levels[i][u] < r.levels[node][copy])) {
                    node = i;
                    copy = u;
                }
        if (node == NODES)
            return;
        done[node][copy] = true;
        for (uint32_t i = 0; i < r.node_count; ++i)
            for (uint32_t u = 0; u < COPIES; ++u)
                r.levels[i][copy ^ u] =
                    fmin(r.levels[i][copy ^ u], r.levels[node][copy] + r.edges[node][i][u]);
    }
}

/// The shortest set of closed curves, and of one from bottom to top if that is needed, that crosses
/// every reference line an odd number of times.
static double oracle_value(void)
{
    double cycles[COPIES], arcs[COPIES], best = INFINITY;
    uint32_t all = (1u << r.source_count) - 1;
    build_graph();
    for (uint32_t u = 0; u < COPIES; ++u) {
        cycles[u] = u == 0 ? 0 : INFINITY;
        arcs[u] = u == 0 && !r.left_wall ? 0 : INFINITY;
    }
    for (uint32_t i = 0; i < r.node_count; ++i) {
        dijkstra(i);
        for (uint32_t u = 1; u < COPIES; ++u)
            cycles[u] = fmin(cycles[u], r.levels[i][u]);
        for (uint32_t u = 0; u < COPIES && i == 0 && r.left_wall; ++u)
            arcs[u] = r.levels[1][u];
    }
    for (uint32_t pass = 0; pass < LINES; ++pass)
        for (uint32_t u = 0; u < COPIES; ++u)
            for (uint32_t v = 0; v < COPIES; ++v)
                cycles[u ^ v] = fmin(cycles[u ^ v], cycles[u] + cycles[v]);
    for (uint32_t u = 0; u < COPIES; ++u)
        best = fmin(best, arcs[u] + cycles[all ^ u]);
    return best;
}

// ---- tests --------------------------------------------------------------------------------------

/// The gates are what the value counts, and none enters an area.
static void check_gates(const wend_flow *flow, double value)
{
    uint32_t count, legs;
    double widths = 0, lengths = 0;
    const wend_flow_gate *gates = wend_flow_gates(flow, &count);
    const wend_segment *leg = wend_flow_legs(flow, &legs);
    for (uint32_t i = 0; i < count; ++i) {
        widths += gates[i].width;
        assert_true(gates[i].first_leg + gates[i].leg_count <= legs);
    }
    for (uint32_t i = 0; i < legs; ++i)
        lengths += wend_distance(leg[i].a, leg[i].b);
    assert_float_equal(widths, value, 1e-9);
    assert_float_equal(lengths, value, 1e-9);
}

static void test_random_rooms(void **state)
{
    (void)state;
    uint32_t rooms = 0, several = 0, bottoms = 0;
    for (uint64_t seed = 1, wanted = long_tier() ? 4000 : 150; rooms < wanted; ++seed) {
        if (!make_room(seed))
            continue;
        double value, expected = oracle_value();
        wend_error error;
        wend_flow *flow = flow_of_room(seed);
        assert_true(wend_flow_is_split(flow) && !wend_flow_has_sides(flow));
        if (wend_flow_pair(flow, &value, &error) != WEND_OK)
            fail_msg("seed %u: %s", (unsigned)seed, wend_error_text(&error));
        if (!(fabs(value - expected) <= 1e-9))
            fail_msg("seed %u: %.12g, expected %.12g", (unsigned)seed, value, expected);
        check_gates(flow, value);
        ++rooms;
        several += r.source_count > 1;
        bottoms += r.left_wall;
        wend_flow_destroy(flow);
    }
    print_message("%u rooms, %u with several sources in free space, %u with one at a wall too\n",
                  (unsigned)rooms, (unsigned)several, (unsigned)bottoms);
    assert_true(several > rooms / 5 && bottoms > rooms / 20);
}

/// Two regions add up.
static void test_regions(void **state)
{
    (void)state;
    clear_plan(&plan);
    set_box_bounds(&plan.plan, 0, 0, 10, 6);
    add_box(&plan.plan, 2, 2, 8, 4.5);
    add_line(&plan, SOURCE, 0, 3, 2, 3);
    add_line(&plan, SINK, 8, 3, 10, 3);
    wend_flow *flow = make_flow(&plan);
    double value;
    assert_int_equal(wend_flow_pair(flow, &value, NULL), WEND_OK);
    assert_float_equal(value, 3.5, 1e-12);
    wend_flow_destroy(flow);
}

/// A line in free space is entered from both sides and around its ends.
static void test_line(void **state)
{
    (void)state;
    clear_plan(&plan);
    set_box_bounds(&plan.plan, 0, 0, 10, 6);
    add_line(&plan, SOURCE, 4, 2, 4, 3);
    add_line(&plan, SINK, 8, 1, 8, 5);
    wend_flow *flow = make_flow(&plan);
    double value;
    assert_int_equal(wend_flow_pair(flow, &value, NULL), WEND_OK);
    assert_float_equal(value, 2, 1e-12);
    wend_flow_request request = {0};
    assert_int_equal(wend_flow_solve(flow, &request, NULL), WEND_INVALID_GEOMETRY);
    wend_flow_destroy(flow);
}

static void test_memory(void **state)
{
    (void)state;
    uint32_t failures = 0;
    uint64_t seed = 1;
    while (!make_room(seed) || r.source_count < 2)
        ++seed;
    wend_flow *flow = flow_of_room(seed);
    double expected, value;
    assert_int_equal(wend_flow_pair(flow, &expected, NULL), WEND_OK);
    wend_flow_destroy(flow);
    failing_allocator failing = {0};
    wend_allocator allocator = failing_allocator_of(&failing);
    assert_int_equal(try_flow(&plan, &allocator, &flow, NULL), WEND_OK);
    for (size_t at = 1;; at += 1 + at / 8) {
        failing.calls = 0;
        failing.fail_at = at;
        wend_result result = wend_flow_pair(flow, &value, NULL);
        if (result == WEND_OK)
            break;
        assert_int_equal(result, WEND_OUT_OF_MEMORY);
        ++failures;
    }
    assert_true(failures > 5 && value == expected);
    wend_flow_destroy(flow);
    assert_int_equal(failing.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_rooms),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("flow_split", tests, NULL, NULL);
}
