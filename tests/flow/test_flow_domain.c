// SPDX-License-Identifier: MIT
// Domains in rooms made at random: turned by any angle, so that openings end on slanted walls and
// nothing is exact by luck. What comes out is known beforehand.
#include "tests/flow/flow_rooms.h"

static open_plan s; // large; filled anew for each room

/// Rounding of areas of rooms of 10 m that are up to 100 m away.
#define AREA_ERROR 1e-9

/// How far vertices are moved at most, in x and in y: two that met stay within the snap of 1 cm.
#define SHAKE 0.003

/// How much the length of an opening may differ then: each end was moved, and then snapped.
#define SHAKEN 0.03

static const double FULL_TURN = 6.28318530717958647692;

// ---- rooms and openings around them -------------------------------------------------------------

typedef struct room {
    const wend_vec2 *ring; ///< counter-clockwise
    uint32_t count;
    wend_vec2 islands[4]; ///< where boxes of 1 m have room
} room;

static const wend_vec2 box_ring[] = {{0, 0}, {10, 0}, {10, 6}, {0, 6}};
static const wend_vec2 ell_ring[] = {{0, 0}, {10, 0}, {10, 4}, {4, 4}, {4, 10}, {0, 10}};
static const wend_vec2 u_ring[] = {{0, 0}, {10, 0}, {10, 9}, {7, 9},
                                   {7, 3}, {3, 3},  {3, 9},  {0, 9}};
static const wend_vec2 skew_ring[] = {{1, 0}, {9, 1}, {11, 5}, {8, 9}, {2, 8}, {-1, 4}};
static const room rooms[] = {
    {box_ring, 4, {{2, 2}, {4, 4}, {6, 2}, {8, 4}}},
    {ell_ring, 6, {{2, 2}, {6, 2}, {8, 2}, {2, 8}}},
    {u_ring, 8, {{1.5, 1.5}, {5, 1.5}, {8.5, 1.5}, {1.5, 6}}},
    {skew_ring, 6, {{3, 3}, {6, 3}, {6, 6}, {3, 6}}},
};

/// What a room must come to.
typedef struct expected {
    double area;
    uint32_t bodies, turns;
    double lengths[MOST_OPENINGS];
    bool meets_at_corner; ///< two openings meet so near to a corner that the snap may part them
} expected;

static wend_vec2 ring_at(const room *r, uint32_t i)
{
    return r->ring[i % r->count];
}

static double side_length(const room *r, uint32_t i)
{
    wend_vec2 a = ring_at(r, i), b = ring_at(r, i + 1);
    return hypot(b.x - a.x, b.y - a.y);
}

static double perimeter(const room *r)
{
    double sum = 0;
    for (uint32_t i = 0; i < r->count; ++i)
        sum += side_length(r, i);
    return sum;
}

/// The place so far along the walls; *side is the side that it is on.
static wend_vec2 along(const room *r, double way, uint32_t *side)
{
    uint32_t i = 0;
    for (; way > side_length(r, i); ++i)
        way -= side_length(r, i);
    *side = i;
    wend_vec2 a = ring_at(r, i), b = ring_at(r, i + 1);
    double share = way / side_length(r, i);
    return (wend_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/// An opening along the walls from one place to another, told either way around.
static void open_walls(const room *r, wend_random *random, double from, double to, bool is_sink)
{
    wend_vec2 points[MAX_POINTS];
    uint32_t first, last, count = 0;
    wend_vec2 start = along(r, from, &first), end = along(r, to, &last);
    points[count++] = start;
    for (uint32_t i = first + 1; i <= last; ++i)
        points[count++] = ring_at(r, i);
    points[count++] = end;
    if (wend_random_below(random, 2))
        for (uint32_t i = 0; i < count / 2; ++i) {
            wend_vec2 swap = points[i];
            points[i] = points[count - 1 - i];
            points[count - 1 - i] = swap;
        }
    add_opening(&s, is_sink, points, count);
}

/// Up to four openings all around, the first a source and the last a sink. Some meet.
static expected open_room(const room *r, wend_random *random)
{
    expected e = {.area = wend_polygon_area(r->ring, r->count)};
    uint32_t count = 2 + wend_random_below(random, 3);
    double cell = perimeter(r) / count, at = wend_random_between(random, 0, perimeter(r));
    bool first_meets = wend_random_below(random, 4) == 0;
    for (uint32_t i = 0; i < count; ++i) {
        bool is_sink = i > 0 && (i + 1 == count || wend_random_below(random, 2));
        bool meets = first_meets && i == 0;
        double length = meets ? cell : cell * wend_random_between(random, 0.1, 0.9);
        open_walls(r, random, at, at + length, is_sink);
        e.lengths[i] = length;
        at += cell;
        e.bodies += !meets;
    }
    for (uint32_t i = 0; i < count; ++i)
        e.turns += s.openings[i].is_sink != s.openings[(i + 1) % count].is_sink;
    // Where a source and a sink meet, their corner is a body.
    if (first_meets) {
        uint32_t side;
        wend_vec2 p = along(r, at - (count - 1) * cell, &side);
        for (uint32_t i = 0; i < r->count; ++i)
            e.meets_at_corner |= hypot(p.x - r->ring[i].x, p.y - r->ring[i].y) < SHAKEN;
        e.bodies += s.openings[0].is_sink != s.openings[1].is_sink;
    }
    return e;
}

static void add_islands(const room *r, wend_random *random, expected *e)
{
    for (uint32_t i = 0; i < COUNT(r->islands); ++i) {
        wend_vec2 p = r->islands[i];
        double w = wend_random_between(random, 0.1, 0.5), h = wend_random_between(random, 0.1, 0.5);
        uint32_t kind = wend_random_below(random, 4);
        if (kind == 0)
            continue;
        if (kind == 1) {
            add_box(&s.plan, p.x - w, p.y - h, p.x + w, p.y + h);
            e->area -= 4 * w * h;
        } else if (kind == 2) {
            add_segment(&s.plan, p.x - w, p.y - h, p.x + w, p.y + h);
        } else {
            add_point(&s.plan, p.x, p.y);
        }
        ++e->bodies;
    }
}

/// Moves the vertices of openings a little.
static void shake(wend_random *random)
{
    for (uint32_t i = 0; i < s.opening_count; ++i)
        for (uint32_t k = 0; k < s.openings[i].count; ++k) {
            s.points[i][k].x += wend_random_between(random, -SHAKE, SHAKE);
            s.points[i][k].y += wend_random_between(random, -SHAKE, SHAKE);
        }
}

static void check_room(uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 9);
    clear_plan(&s);
    const room *r = &rooms[wend_random_below(&random, COUNT(rooms))];
    set_bounds(&s.plan, r->ring, r->count);
    expected e = open_room(r, &random);
    add_islands(r, &random, &e);
    double turn = wend_random_between(&random, 0, FULL_TURN);
    double x = wend_random_between(&random, -90, 90), y = wend_random_between(&random, -90, 90);
    turn_plan(&s, turn, (wend_vec2){x, y});
    bool shaken = !e.meets_at_corner && wend_random_below(&random, 2);
    if (shaken)
        shake(&random);
    else
        s.snap = 0;
    wend_flow *flow;
    wend_error error;
    if (try_flow(&s, NULL, &flow, &error) != WEND_OK)
        fail_msg("seed %u: %s", (unsigned)seed, wend_error_text(&error));
    check_domain(flow);
    wend_flow_size size = wend_flow_measure(flow);
    if (fabs(size.area - e.area) > AREA_ERROR || flow->turns != e.turns || size.bodies != e.bodies)
        fail_msg("seed %u: area %.17g, %u bodies, %u turns; expected %.17g, %u, %u", (unsigned)seed,
                 size.area, (unsigned)size.bodies, (unsigned)flow->turns, e.area,
                 (unsigned)e.bodies, (unsigned)e.turns);
    for (uint32_t i = 0; i < s.opening_count; ++i)
        if (fabs(opening_length(flow, i) - e.lengths[i]) > (shaken ? SHAKEN : AREA_ERROR))
            fail_msg("seed %u: opening %u is %.17g m long, not %.17g", (unsigned)seed, (unsigned)i,
                     opening_length(flow, i), e.lengths[i]);
    wend_flow_destroy(flow);
}

static void test_rooms(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (long_tier() ? 20000u : 400u); ++seed)
        check_room(seed);
}

// ---- openings across a corridor -----------------------------------------------------------------

/// A corridor with two lines across: the domain lies between them. Each line bends in its middle.
static void check_corridor(uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 10);
    clear_plan(&s);
    set_box_bounds(&s.plan, 0, 0, 20, 4);
    double x[2][3], area = 0;
    for (uint32_t i = 0; i < 2; ++i) {
        for (uint32_t k = 0; k < 3; ++k)
            x[i][k] = wend_random_between(&random, 12.0 * i + 1, 12.0 * i + 7);
        add_opening(&s, i == 1, (wend_vec2[]){{x[i][0], 0}, {x[i][1], 2}, {x[i][2], 4}}, 3);
        double before = x[i][0] + 2 * x[i][1] + x[i][2]; // the area on the left of the line
        area += i == 1 ? before : -before;
    }
    // One obstacle in the domain, one on either side of it.
    add_box(&s.plan, 9.5, 1, 10.5, 3);
    add_box(&s.plan, 0.25, 1, 0.75, 3);
    add_box(&s.plan, 19.25, 1, 19.75, 3);
    turn_plan(&s, wend_random_between(&random, 0, FULL_TURN), (wend_vec2){0, 0});
    wend_flow *flow = make_flow(&s);
    if (fabs(flow->area - (area - 2)) > AREA_ERROR || flow->body_count != 3)
        fail_msg("seed %u: area %.17g, %u bodies; expected %.17g, 3", (unsigned)seed, flow->area,
                 (unsigned)flow->body_count, area - 2);
    // Both lines are still as they were, but for rounding.
    for (uint32_t i = 0; i < 2; ++i) {
        double length = hypot(x[i][1] - x[i][0], 2) + hypot(x[i][2] - x[i][1], 2);
        assert_true(fabs(opening_length(flow, i) - length) <= AREA_ERROR);
    }
    wend_flow_destroy(flow);
}

static void test_corridors(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (long_tier() ? 10000u : 200u); ++seed)
        check_corridor(seed);
}

// ---- anything -----------------------------------------------------------------------------------

/// Walls and openings on a small grid, as they come: whatever is accepted is a sound domain.
static bool try_anything(uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 11);
    clear_plan(&s);
    set_box_bounds(&s.plan, 0, 0, 8, 8);
    for (uint32_t i = 0, count = wend_random_below(&random, 6); i < count; ++i) {
        double x = wend_random_below(&random, 7), y = wend_random_below(&random, 7);
        uint32_t kind = wend_random_below(&random, 3);
        if (kind == 0)
            add_point(&s.plan, x, y);
        else if (kind == 1) {
            double end_x = wend_random_below(&random, 9), end_y = wend_random_below(&random, 9);
            add_segment(&s.plan, x, y, end_x, end_y);
        } else
            add_box(&s.plan, x, y, x + 1 + wend_random_below(&random, 2), y + 1);
    }
    findings found;
    find_flaws(&s.plan, &found);
    if (found.count > 0)
        return false;
    for (uint32_t i = 0, count = 2 + wend_random_below(&random, 4); i < count; ++i) {
        wend_vec2 points[4];
        uint32_t vertices = 2 + wend_random_below(&random, 3);
        for (uint32_t k = 0; k < vertices; ++k)
            points[k] = (wend_vec2){wend_random_below(&random, 9), wend_random_below(&random, 9)};
        // Most often along a side of the bounds.
        if (wend_random_below(&random, 4)) {
            vertices = 2;
            points[0].x = points[1].x = 8.0 * wend_random_below(&random, 2);
        }
        add_opening(&s, i % 2 == 1, points, vertices);
    }
    if (wend_random_below(&random, 2))
        turn_plan(&s, wend_random_between(&random, 0, FULL_TURN), (wend_vec2){3, 4});
    wend_flow *flow;
    wend_error error = {0};
    wend_result result = try_flow(&s, NULL, &flow, &error);
    if (result == WEND_OK)
        check_domain(flow);
    else if (result != WEND_INVALID_GEOMETRY || !error.has_position)
        fail_msg("seed %u: %s", (unsigned)seed, wend_error_text(&error));
    wend_flow_destroy(flow);
    return result == WEND_OK;
}

static void test_anything(void **state)
{
    (void)state;
    uint32_t accepted = 0, tries = long_tier() ? 200000 : 3000;
    for (uint64_t seed = 1; seed <= tries; ++seed)
        accepted += try_anything(seed);
    // Enough of them are domains for this to test something.
    assert_true(accepted > tries / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rooms),
        cmocka_unit_test(test_corridors),
        cmocka_unit_test(test_anything),
    };
    return cmocka_run_group_tests_name("flow_domain", tests, NULL, NULL);
}
