// SPDX-License-Identifier: MIT
// Between the walls that a swept line touches (Kamphuis and Overmars 2003, §3.2, ALI).
//
// The line extends to both sides by the square root of the area. As it rotates it touches walls
// first and last at their ends, or where they are half of its length away; in between it intersects
// the wall. The remaining ranges of half a turn are gaps. One is chosen with probability
// proportional to its width, and the shape is aligned with its middle, as wide as the clearance
// beside the line. (The paper does not say how it chooses among the orientations that touch. In a
// corridor the middle of a gap is the direction of the corridor.)
#include "group/sample.h"

#include "core/angle.h"
#include "geometry/floor.h"

#include <math.h>
#include <stdlib.h>

typedef struct sweep {
    wend_group_sampling *sampling;
    wend_vec2 centre;
    wend_vec2 along;  ///< direction of the chosen line
    double half;      ///< half of the line's length
    double clearance; ///< clearance of the line
    bool failed;      ///< out of memory
} sweep;

/// The part of a wall within the line's reach from the centre.
static bool clip(const sweep *s, wend_segment *wall)
{
    wend_vec2 a = wend_sub(wall->a, s->centre), d = wend_sub(wall->b, wall->a);
    double square = wend_length_squared(d), b = wend_dot(a, d);
    double c = wend_length_squared(a) - s->half * s->half;
    if (square == 0)
        return c < 0;
    double root = b * b - square * c;
    if (!(root > 0))
        return false;
    root = sqrt(root);
    double from = fmax((-b - root) / square, 0), to = fmin((-b + root) / square, 1);
    wend_vec2 start = wall->a;
    wall->a = wend_add_scaled(start, from, d);
    wall->b = wend_add_scaled(start, to, d);
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
    wend_vec2 a = wend_sub(wall.a, s->centre), b = wend_sub(wall.b, s->centre);
    double turn = wend_atan2(wend_cross(a, b), wend_dot(a, b));
    double from = wend_atan2(a.y, a.x) + fmin(turn, 0);
    // Either half of the line touches: directions count modulo half turns.
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

/// Converts blocked ranges into the gaps between them.
static void find_gaps(wend_group_sampling *sampling)
{
    wend_group_arc *arcs = sampling->arcs.data;
    size_t count = sampling->arcs.count, gaps = 0;
    if (count == 0)
        return;
    qsort(arcs, count, sizeof *arcs, by_from);
    double first = arcs[0].from, reached = -INFINITY;
    for (size_t i = 0; i < count; ++i) // ranges beyond half a turn cover the beginning
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
    wend_segment line = {wend_add_scaled(s->centre, -s->half, s->along),
                         wend_add_scaled(s->centre, s->half, s->along)};
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

static wend_group_attempt sample_alignment(wend_group_sampling *sampling, wend_group_pose *pose)
{
    sweep s = {.sampling = sampling, .half = sqrt(sampling->size.area)};
    s.centre = wend_group_sample_point(sampling);
    s.clearance = 0.5 * sampling->disc / (1 - WEND_GROUP_MARGIN);
    if (wend_floor_locate(sampling->floor, s.centre, NULL) != WEND_LOCATION_FREE)
        return WEND_GROUP_ATTEMPT_NONE;
    sampling->arcs.count = 0;
    visit_within(&s, s.half, sweep_over, &s);
    if (s.failed)
        return WEND_GROUP_ATTEMPT_NO_MEMORY;
    double angle = wend_random_between(&sampling->random, 0, 2 * WEND_HALF_PI);
    if (sampling->arcs.count > 0) {
        find_gaps(sampling);
        if (sampling->arcs.count == 0)
            return WEND_GROUP_ATTEMPT_NONE;
        angle = choose(sampling);
    }
    wend_sin_cos(angle, &s.along.y, &s.along.x);
    ++sampling->queries;
    visit_within(&s, s.half + s.clearance, measure_beside, &s);
    *pose = wend_group_sample_pose(sampling, s.centre, s.along,
                                   2 * s.clearance * (1 - WEND_GROUP_MARGIN));
    return WEND_GROUP_ATTEMPT_POSE;
}

const wend_group_sampler_entry wend_group_sampler_alignment = {"alignment", sample_alignment};
