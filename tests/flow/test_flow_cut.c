// SPDX-License-Identifier: MIT
// The value of flows against a theory that knows nothing of distances: the largest flow through a
// network of 32 neighbours on a grid. A cut of the network costs what Cauchy and Crofton say a
// curve is long: the number of edges that it crosses, each direction weighted by its share of the
// circle (Boykov and Kolmogorov, "Computing geodesics and minimal surfaces via graph cuts", 2003).
// Edges that walls cross are left out, so through obstacles a cut costs nothing; an edge that
// leaves by an opening leads to the source or to the sink.
#include "tests/flow/flow_check.h"
#include "tests/oracle/max_flow.h"

enum { GRID_LIMIT = 400, DIRECTIONS = 16, SOURCE = 0, SINK = 1, FIRST_NODE = 2 };

/// How far the network's value may be from the flow's, as a share of it. The weights of 32
/// neighbours are right within 1 %; the rest is for places where a cut meets a wall.
#define CUT_ERROR 0.03

/// Each way between two bodies takes at least so many steps of the coarser grid, and each gate of
/// the cut so many: otherwise the grid does not see it well.
#define STEPS_PER_WAY  5
#define STEPS_PER_GATE 14

/// Grids with more steps than this from side to side take too long.
#define MOST_STEPS (long_tier() ? 240 : 80)

static flow_fixture f; // large; filled anew for each scene

typedef struct direction {
    int x, y;
    double angle, weight;
} direction;

static int compare_directions(const void *a, const void *b)
{
    double x = ((const direction *)a)->angle, y = ((const direction *)b)->angle;
    return (x > y) - (x < y);
}

/// Half of the steps to the 32 neighbours, and what each edge weighs on a grid of step 1.
static void make_directions(direction steps[DIRECTIONS])
{
    const double pi = 3.14159265358979323846;
    static const int first[][2] = {{1, 0}, {1, 1}, {2, 1}, {1, 2}, {3, 1}, {1, 3}, {3, 2}, {2, 3}};
    uint32_t count = 0;
    for (uint32_t i = 0; i < COUNT(first); ++i) // and by a quarter of a turn
        for (uint32_t k = 0; k < 2; ++k) {
            int x = k ? -first[i][1] : first[i][0], y = k ? first[i][0] : first[i][1];
            steps[count++] = (direction){x, y, atan2(y, x), 0};
        }
    assert_int_equal(count, DIRECTIONS);
    qsort(steps, count, sizeof *steps, compare_directions);
    for (uint32_t i = 0; i < count; ++i) {
        double before = i > 0 ? steps[i - 1].angle : steps[count - 1].angle - pi;
        double after = i + 1 < count ? steps[i + 1].angle : steps[0].angle + pi;
        double length = sqrt(steps[i].x * steps[i].x + steps[i].y * steps[i].y);
        steps[i].weight = (after - before) / 2 / (2 * length);
    }
}

// ---- the network --------------------------------------------------------------------------------

typedef struct grid {
    wend_vec2 corner;
    double step;
    int width, height;
    uint32_t nodes[GRID_LIMIT * GRID_LIMIT]; ///< 0: not free
    double clearance[GRID_LIMIT * GRID_LIMIT];
    uint32_t node_count;
} grid_of_nodes;

static grid_of_nodes grid_now; // large; filled anew for each scene

static wend_vec2 grid_place(const grid_of_nodes *g, int x, int y)
{
    return (wend_vec2){g->corner.x + g->step * x, g->corner.y + g->step * y};
}

static void make_grid(grid_of_nodes *g, double step, wend_vec2 shift)
{
    wend_box box = wend_box_of(f.s.ring, f.s.ring_count);
    g->step = step;
    g->corner = (wend_vec2){box.min.x + shift.x * step, box.min.y + shift.y * step};
    g->width = (int)((box.max.x - box.min.x) / step) + 1;
    g->height = (int)((box.max.y - box.min.y) / step) + 1;
    assert_true(g->width <= GRID_LIMIT && g->height <= GRID_LIMIT);
    g->node_count = 0;
    for (int y = 0; y < g->height; ++y)
        for (int x = 0; x < g->width; ++x) {
            wend_vec2 p = grid_place(g, x, y);
            bool in = is_in_domain(&f.o, p);
            g->nodes[y * GRID_LIMIT + x] = in ? FIRST_NODE + g->node_count++ : 0;
            g->clearance[y * GRID_LIMIT + x] = wend_floor_clearance(f.o.floor, p, NULL, NULL);
        }
}

/// What stops a point that goes from p to q: nothing (q is reached), a wall, or an opening.
enum { REACHED = -2 };
static int stopped_by(wend_vec2 p, wend_vec2 q)
{
    double least = INFINITY;
    int what = REACHED;
    wend_vec2 at;
    for (uint32_t i = 0; i < f.o.wall_count; ++i)
        if (wend_segments_meet((wend_segment){p, q}, f.o.walls[i].at, &at) != WEND_APART &&
            sight_distance(p, at) < least) {
            least = sight_distance(p, at);
            what = WALL;
        }
    for (uint32_t i = 0; i < f.s.ring_count; ++i)
        if (f.s.openings[i] != WALL &&
            wend_segments_meet((wend_segment){p, q},
                               (wend_segment){f.s.ring[i], ring_next(&f.s, i)},
                               &at) != WEND_APART &&
            sight_distance(p, at) < least) {
            least = sight_distance(p, at);
            what = f.s.openings[i];
        }
    return what;
}

/// Joins a node to its neighbour in a direction, or to what is in between.
static void join_neighbour(network *n, const grid_of_nodes *g, int x, int y, int dx, int dy,
                           double capacity, bool forward)
{
    uint32_t here = g->nodes[y * GRID_LIMIT + x];
    bool near = g->clearance[y * GRID_LIMIT + x] <= g->step * sqrt(dx * dx + dy * dy);
    int what = near ? stopped_by(grid_place(g, x, y), grid_place(g, x + dx, y + dy)) : REACHED;
    if (what == REACHED && forward)
        network_join(n, here, g->nodes[(y + dy) * GRID_LIMIT + x + dx], capacity, capacity);
    else if (what >= 0 && f.s.given[what].is_sink)
        network_join(n, here, SINK, capacity, 0);
    else if (what >= 0)
        network_join(n, SOURCE, here, capacity, 0);
}

static double network_value(double step, wend_vec2 shift)
{
    direction steps[DIRECTIONS];
    grid_of_nodes *g = &grid_now;
    make_directions(steps);
    make_grid(g, step, shift);
    network n =
        network_make(FIRST_NODE + g->node_count, 2 * DIRECTIONS * g->node_count, FLOW_ERROR * step);
    for (int y = 0; y < g->height; ++y)
        for (int x = 0; x < g->width; ++x)
            for (uint32_t i = 0; i < DIRECTIONS && g->nodes[y * GRID_LIMIT + x] != 0; ++i) {
                double capacity = step * steps[i].weight;
                join_neighbour(&n, g, x, y, steps[i].x, steps[i].y, capacity, true);
                join_neighbour(&n, g, x, y, -steps[i].x, -steps[i].y, capacity, false);
            }
    double value = network_flow(&n, SOURCE, SINK);
    network_free(&n);
    return value;
}

/// Whether one row of nodes more fits through a gate is chance: the mean over grids that are
/// shifted against each other, off the round numbers that walls are at.
static double mean_value(double step)
{
    static const wend_vec2 shifts[] = {
        {0.127, 0.391}, {0.373, 0.871}, {0.621, 0.139}, {0.883, 0.633}};
    double sum = 0;
    for (uint32_t i = 0; i < COUNT(shifts); ++i)
        sum += network_value(step, shifts[i]);
    return sum / COUNT(shifts);
}

/// Where a cut meets a wall, edges that would cross it near there are lost in the wall, in
/// proportion to the step: two steps tell what it would be for none.
static double network_limit(double step)
{
    return 2 * mean_value(step / 2) - mean_value(step);
}

// ---- scenes -------------------------------------------------------------------------------------

/// The step of the coarser grid; 0: a grid that sees everything would be too large.
static double step_for_cut(void)
{
    uint32_t count;
    const wend_flow_gate *gates = wend_flow_gates(f.flow, &count);
    double step = INFINITY;
    for (uint32_t i = 0; i < count; ++i)
        step = fmin(step, gates[i].width / STEPS_PER_GATE);
    for (uint32_t i = 0; i < f.o.body_count; ++i)
        for (uint32_t k = 0; k < i; ++k)
            step = fmin(step, f.o.ways[i][k] / STEPS_PER_WAY);
    return 2 * f.s.size / step < MOST_STEPS ? step : 0;
}

/// False: not a scene for a grid.
static bool compare_with_network(double value, double *worst)
{
    double step = step_for_cut();
    if (step == 0)
        return false;
    double limit = network_limit(step);
    // A cut that is short for its step, or runs along no edge's direction, needs a finer grid.
    if (!(fabs(limit - value) <= CUT_ERROR * value))
        limit = network_limit(step / 2);
    *worst = fmax(*worst, fabs(limit / value - 1));
    if (!(fabs(limit - value) <= CUT_ERROR * value)) {
        print_flow_scene(&f.s);
        fail_msg("the value is %.17g, that of the network %.17g", value, limit);
    }
    return true;
}

static bool start_scene_now(void)
{
    oracle_make(&f.o, &f.s);
    f.flow = f.o.blocked ? NULL : flow_of_scene(&f.s, NULL);
    return f.flow;
}

static void end_scene_now(void)
{
    wend_flow_destroy(f.flow);
    oracle_free(&f.o);
}

static void flow_is_the_networks(void **state)
{
    (void)state;
    uint32_t wanted = long_tier() ? 300 : 2, done = 0;
    double worst = 0;
    for (uint64_t seed = 0; done < wanted; ++seed) {
        make_flow_scene(&f.s, 3000000 + seed);
        if (start_scene_now()) {
            assert_int_equal(wend_flow_solve(f.flow, &(wend_flow_request){0}, NULL), WEND_OK);
            done += compare_with_network(wend_flow_value(f.flow), &worst);
        }
        end_scene_now();
    }
    print_message("%u scenes, at most %.2f %% off\n", (unsigned)done, 100 * worst);
}

// ---- sources and sinks in turns -----------------------------------------------------------------

/// The bodies between a source and a sink or a sink and a source, in order around the ring.
static uint32_t find_changes(uint32_t *bodies)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f.s.ring_count; ++i) {
        uint32_t next = (i + 1) % f.s.ring_count;
        if (f.s.openings[i] == WALL || f.s.openings[next] == f.s.openings[i])
            continue;
        bool from_sink = f.s.given[f.s.openings[i]].is_sink;
        if (f.s.given[opening_after(&f.s, next)].is_sink != from_sink)
            bodies[count++] = body_near(&f.o, f.s.ring[next]);
    }
    return count;
}

/// The cheapest way to join these changes in pairs by cuts that don't cross: the first one is
/// joined to each of the others in turn, and what lies between the two joined among itself.
static double cheapest_pairs(double costs[][2 * FLOW_OPENINGS], uint32_t first, uint32_t count)
{
    double least = count == 0 ? 0 : INFINITY;
    for (uint32_t i = 1; i < count; i += 2)
        least = fmin(least, costs[first][first + i] + cheapest_pairs(costs, first + 1, i - 1) +
                                cheapest_pairs(costs, first + i + 1, count - i - 1));
    return least;
}

static double value_of_pairs(void)
{
    static double costs[2 * FLOW_OPENINGS][2 * FLOW_OPENINGS];
    uint32_t bodies[2 * FLOW_OPENINGS], count = find_changes(bodies);
    for (uint32_t i = 0; i < count; ++i) {
        oracle_solve(&f.o, bodies[i], 0);
        for (uint32_t k = 0; k < count; ++k)
            costs[i][k] = f.o.levels[bodies[k]];
    }
    return cheapest_pairs(costs, 0, count);
}

static void turns_are_the_networks(void **state)
{
    (void)state;
    uint32_t wanted = long_tier() ? 100 : 1, done = 0, asked = 0;
    double worst = 0;
    for (uint64_t seed = 0; seed < (long_tier() ? 4000 : 40) || done < wanted; ++seed) {
        make_turns_scene(&f.s, 6000000 + seed);
        if (start_scene_now()) {
            wend_error error;
            double value = 0, pairs = value_of_pairs();
            if (wend_flow_pair(f.flow, &value, &error) != WEND_OK ||
                fabs(value - pairs) > FLOW_ERROR * f.s.size) {
                print_flow_scene(&f.s);
                fail_msg("the value is %.17g, that of the cheapest pairs %.17g", value, pairs);
            }
            ++asked;
            done += done < wanted && compare_with_network(value, &worst);
        }
        end_scene_now();
    }
    print_message("%u scenes, %u as networks, at most %.2f %% off\n", (unsigned)asked,
                  (unsigned)done, 100 * worst);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_is_the_networks),
        cmocka_unit_test(turns_are_the_networks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
