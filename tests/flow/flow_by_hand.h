// SPDX-License-Identifier: MIT
// Flows of plans made by hand: each holds against the oracle as well as against what its test says.
#ifndef WEND_TESTS_FLOW_FLOW_BY_HAND_H
#define WEND_TESTS_FLOW_FLOW_BY_HAND_H

#include "tests/flow/flow_check.h"

static flow_fixture f; // large; filled anew for each plan

/// Rounding of a few additions in plans of some metres.
#define BY_HAND 1e-12

// ---- making plans -------------------------------------------------------------------------------

/// A plan of a ring without openings.
static inline void start_plan(const wend_vec2 *ring, uint32_t count)
{
    start_flow_scene(&f.s);
    set_ring(&f.s, "by hand", ring, count);
    measure_ring(&f.s);
}

/// A room from 0,0 to width,height with a source on all of the left and a sink on all of the right.
static inline void start_room(double width, double height)
{
    start_plan((wend_vec2[]){{0, 0}, {width, 0}, {width, height}, {0, height}}, 4);
    open_sides(&f.s, 3, 1, false);
    open_sides(&f.s, 1, 1, true);
}

/// A door in each side wall.
static inline void start_doors(double left, double right)
{
    start_plan((wend_vec2[]){{0, 0},
                             {10, 0},
                             {10, 3 - right / 2},
                             {10, 3 + right / 2},
                             {10, 6},
                             {0, 6},
                             {0, 3 + left / 2},
                             {0, 3 - left / 2}},
               8);
    open_sides(&f.s, 6, 1, false);
    open_sides(&f.s, 2, 1, true);
}

/// Makes the flow, which holds against the oracle, and leaves it solved for points.
static inline void finish_plan(void)
{
    give_openings(&f.s, NULL);
    if (f.s.plan.bounds_count == 0)
        bounds_behind(&f.s, 0, 0);
    const char *wrong = check_flow(&f, 50);
    if (wrong)
        fail_msg("%s", wrong);
    wend_error error;
    f.flow = flow_of_scene(&f.s, &error);
    assert_non_null(f.flow);
    assert_int_equal(wend_flow_solve(f.flow, &(wend_flow_request){0}, &error), WEND_OK);
}

static inline void end_plan(void)
{
    wend_flow_destroy(f.flow);
}

// ---- asking -------------------------------------------------------------------------------------

/// The value from either side; leaves the flow solved from the bottom.
static inline double value_of(double width)
{
    wend_flow_request question = {.width = width, .from_top = true};
    assert_int_equal(wend_flow_solve(f.flow, &question, NULL), WEND_OK);
    double top = wend_flow_value(f.flow);
    question.from_top = false;
    assert_int_equal(wend_flow_solve(f.flow, &question, NULL), WEND_OK);
    assert_true(fabs(wend_flow_value(f.flow) - top) <= BY_HAND);
    return top;
}

static inline void assert_value(double width, double value)
{
    double told = value_of(width);
    if (!(fabs(told - value) <= BY_HAND))
        fail_msg("for a width of %g the value is %.17g, not %.17g", width, told, value);
}

static inline void assert_level(double x, double y, double level)
{
    double told = wend_flow_query(f.flow, (wend_vec2){x, y}).level;
    if (!(fabs(told - level) <= BY_HAND))
        fail_msg("at %g,%g the level is %.17g, not %.17g", x, y, told, level);
}

static inline void assert_stream(double x, double y, double dx, double dy)
{
    wend_vec2 told = wend_flow_query(f.flow, (wend_vec2){x, y}).direction;
    if (!(fabs(told.x - dx) <= BY_HAND && fabs(told.y - dy) <= BY_HAND))
        fail_msg("at %g,%g the stream goes to %.17g,%.17g, not %g,%g", x, y, told.x, told.y, dx,
                 dy);
}

static inline uint32_t bodies_of(void)
{
    uint32_t count;
    (void)wend_flow_bodies(f.flow, &count);
    return count;
}

static inline uint32_t gates_of(void)
{
    uint32_t count;
    (void)wend_flow_gates(f.flow, &count);
    return count;
}

#endif
