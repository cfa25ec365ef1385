// SPDX-License-Identifier: MIT
// Recordings made by hand, for tests of what is measured from them.
#ifndef WEND_TESTS_RECORD_RECORDED_H
#define WEND_TESTS_RECORD_RECORDED_H

#include "tests/support/support.h"

#include "record/recording_build.h"

#include <math.h>

/// One row.
static inline void add_row(recording_build *b, uint64_t id, uint32_t frame, double x, double y)
{
    assert_true(recording_build_row(b, id, frame, (wend_vec2){x, y}));
}

/// Rows in frames that follow each other, each by `step` from the one before.
static inline void add_walk(recording_build *b, uint64_t id, uint32_t first, uint32_t count,
                            wend_vec2 from, wend_vec2 step)
{
    for (uint32_t i = 0; i < count; ++i)
        add_row(b, id, first + i, from.x + i * step.x, from.y + i * step.y);
}

/// The recording of what was added, at that rate.
static inline recording finish_recording(recording_build *b, double fps)
{
    recording r;
    assert_true(recording_build_finish(b, &(recording_rate){.stated = fps}, &r));
    recording_build_free(b);
    return r;
}

/// Gives a recording one floor, in all frames: a box, to which obstacles can be added.
static inline scene *give_floor(recording *r, wend_box box)
{
    scene *s = scene_new();
    assert_non_null(s);
    const wend_vec2 ring[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    scene_shape shape;
    assert_true(scene_shape_ring(s, ring, 4, &shape));
    s->bounds = shape.points;
    s->bounds_count = 4;
    r->floors = calloc(1, sizeof *r->floors);
    assert_non_null(r->floors);
    r->floors[0].floor = s;
    r->floor_count = 1;
    return s;
}

static inline void add_obstacle(scene *s, scene_obstacle_kind kind, const wend_vec2 *points,
                                size_t count)
{
    scene_obstacle *obstacle = scene_add_obstacle(s);
    assert_non_null(obstacle);
    obstacle->kind = kind;
    assert_true(scene_shape_ring(s, points, count, &obstacle->shape));
}

#define assert_near(a, b, tolerance)                                                               \
    do {                                                                                           \
        double a_ = (a), b_ = (b);                                                                 \
        if (!(fabs(a_ - b_) <= (tolerance)))                                                       \
            fail_msg("%s is %.17g, not %.17g", #a, a_, b_);                                        \
    } while (0)

/// Rounding of a few operations on values of the order of 1.
#define ROUNDING 1e-12

#endif
