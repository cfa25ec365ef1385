// SPDX-License-Identifier: MIT
// Between what a line touches that is swept around a place (section 3.2, ALI).
//
// The line is as long to both sides as the root of the area. As it turns it touches walls first and
// last where they end, or where they are half of its length away; between the two it is in the
// wall. What is left of half a turn are gaps. One of them is taken, a wide one more likely than a
// narrow one, and the shape is laid along its middle, as wide as there is room beside the line.
// (The document does not say how it chooses among the orientations that touch. In a corridor the
// middle of a gap is the corridor's direction.)
#include "group/sample.h"

#include "core/angle.h"
#include "geometry/floor.h"

#include <math.h>
#include <stdlib.h>

typedef struct sweep {
    wend_group_sampling *sampling;
    wend_vec2 centre;
    wend_vec2 along;  ///< of the line that is taken
    double half;      ///< of the line's length
    double clearance; ///< of it
    bool failed;      ///< no memory
} sweep;

/// The part of a wall that is no further from the centre than the line reaches.
static bool clip(const sweep *s, wend_segment *wall)
{
    wend_vec2 a = wend_group_minus(wall->a, s->centre), d = wend_group_minus(wall->b, wall->a);
    double square = wend_group_dot(d, d), b = wend_group_dot(a, d);
    double c = wend_group_dot(a, a) - s->half * s->half;
    if (square == 0)
        return c < 0;
    double root = b * b - square * c;
    if (!(root > 0))
        return false;
    root = sqrt(root);
    double from = fmax((-b - root) / square, 0), to = fmin((-b + root) / square, 1);
    wend_vec2 start = wall->a;
    wall->a = wend_group_plus(start, d, from);
    wall->b = wend_group_plus(start, d, to);
    return from < to;
}

static bool sweep_over(void *context, uint32_t number)
{
    sweep *s = context;
    wend_group_sampling *sampling = s->sampling;
    wend_segment wall = wend_wall_segment(sampling->floor, number);
    if (!clip(s, &wall))
        return true;
    if (!wend_array_reserve(&sampling->arcs, &sampling->allocator, 1)) {
        s->failed = true;
        return false;
    }
    wend_vec2 a = wend_group_minus(wall.a, s->centre), b = wend_group_minus(wall.b, s->centre);
    double turn = wend_atan2(wend_group_cross(a, b), wend_group_dot(a, b));
    double from = wend_atan2(a.y, a.x) + fmin(turn, 0);
    // Either half of the line touches: directions count by half turns.
    from -= 2 * WEND_HALF_PI * floor(from / (2 * WEND_HALF_PI));
    sampling->arcs.data[sampling->arcs.count++] = (wend_group_arc){from, from + fabs(turn)};
    return true;
}

static int by_from(const void *a, const void *b)
{
    const wend_group_arc *p = a, *q = b;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    return p->to < q->to ? -1 : p->to > q->to;
}

/// Turns what is blocked into the gaps between.
static void make_gaps(wend_group_sampling *sampling)
{
    wend_group_arc *arcs = sampling->arcs.data;
    size_t count = sampling->arcs.count, gaps = 0;
    if (count == 0)
        return;
    qsort(arcs, count, sizeof *arcs, by_from);
    double first = arcs[0].from, reached = -INFINITY;
    for (size_t i = 0; i < count; ++i) // what goes beyond half a turn covers the beginning
        reached = fmax(reached, arcs[i].to - 2 * WEND_HALF_PI);
    reached = fmax(reached, first);
    for (size_t i = 0; i < count; ++i) {
        wend_group_arc arc = arcs[i];
        if (arc.from > reached)
            arcs[gaps++] = (wend_group_arc){reached, arc.from};
        reached = fmax(reached, arc.to);
    }
    if (reached < first + 2 * WEND_HALF_PI)
        arcs[gaps++] = (wend_group_arc){reached, first + 2 * WEND_HALF_PI};
    sampling->arcs.count = gaps;
}

/// The middle of one of the gaps.
static double choose(wend_group_sampling *sampling)
{
    const wend_group_arc *gaps = sampling->arcs.data;
    double whole = 0;
    for (size_t i = 0; i < sampling->arcs.count; ++i)
        whole += gaps[i].to - gaps[i].from;
    double at = wend_random_between(&sampling->random, 0, whole);
    size_t i = 0;
    for (; i + 1 < sampling->arcs.count && at > gaps[i].to - gaps[i].from; ++i)
        at -= gaps[i].to - gaps[i].from;
    return 0.5 * (gaps[i].from + gaps[i].to);
}

static bool measure_beside(void *context, uint32_t number)
{
    sweep *s = context;
    wend_segment line = {wend_group_plus(s->centre, s->along, -s->half),
                         wend_group_plus(s->centre, s->along, s->half)};
    wend_segment wall = wend_wall_segment(s->sampling->floor, number);
    s->clearance = fmin(s->clearance, wend_segments_distance(line, wall, NULL, NULL));
    return true;
}

static void visit_within(const sweep *s, double distance, wend_visit_fn *visit, void *context)
{
    wend_segment diagonal = {{s->centre.x - distance, s->centre.y - distance},
                             {s->centre.x + distance, s->centre.y + distance}};
    wend_index_along(s->sampling->floor->index, diagonal, visit, context);
}

static wend_group_try sample_alignment(wend_group_sampling *sampling, wend_group_pose *pose)
{
    sweep s = {.sampling = sampling, .half = sqrt(sampling->size.area)};
    s.centre = wend_group_sample_place(sampling);
    s.clearance = 0.5 * sampling->disc / (1 - WEND_GROUP_ROOM);
    if (wend_floor_locate(sampling->floor, s.centre, NULL) != WEND_PLACE_FREE)
        return WEND_GROUP_TRY_NONE;
    sampling->arcs.count = 0;
    visit_within(&s, s.half, sweep_over, &s);
    if (s.failed)
        return WEND_GROUP_TRY_NO_MEMORY;
    double angle = wend_random_between(&sampling->random, 0, 2 * WEND_HALF_PI);
    if (sampling->arcs.count > 0) {
        make_gaps(sampling);
        if (sampling->arcs.count == 0)
            return WEND_GROUP_TRY_NONE;
        angle = choose(sampling);
    }
    wend_sin_cos(angle, &s.along.y, &s.along.x);
    ++sampling->questions;
    visit_within(&s, s.half + s.clearance, measure_beside, &s);
    *pose = wend_group_sample_pose(sampling, s.centre, s.along,
                                   2 * s.clearance * (1 - WEND_GROUP_ROOM));
    return WEND_GROUP_TRY_POSE;
}

const wend_group_sampler_entry wend_group_sampler_alignment = {"alignment", sample_alignment};
