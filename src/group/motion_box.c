// SPDX-License-Identifier: MIT
// The deformable box (Kamphuis and Overmars 2003, §3.3): linear in all coordinates, or rotating in
// the other direction while width and length are exchanged.
//
// Both are a straight line in (centre, angle, signed length of the spine): see motion.h. The shape
// is convex, so its speed is determined by its support function in direction e,
//
//     h(e) = centre * e + |spine| / 2 * |u * e| + width / 2,    u = direction of the spine.
//
// With a, the rate of half the spine, b, half the spine times the rate of the angle, and k, the
// rate at which the shape thins (wend_group_thinning), its maximum rate is the centre's plus
//
//     max(sqrt(a^2 + b^2) - k a,  k a + b).
//
// The first increases with the spine (b does, k decreases) and the second is convex in its length
// (k is, b is linear): both are maximal at the ends of the range of lengths. In a smaller group's
// shape the width changes by as much, the spine by less and all of it is shorter: it is no faster.
#include "core/angle.h"
#include "group/motion.h"
#include "wend/vec2.h"

#define PI (2 * WEND_HALF_PI)

/// The rotation from one angle to the other that is the same shape: -90..90 degrees, more than -90.
static double half_turn(double from, double to)
{
    double halves = (to - from) / PI;
    return (halves - ceil(halves - 0.5)) * PI;
}

/// The maximum rate at that spine length, with everything else changing at these rates.
static double rate_at(double area, double spine, double half_change, double path_length,
                      double turn)
{
    double thinner = half_change * wend_group_thinning(area, spine);
    double swing = spine / 2 * turn;
    return path_length +
           fmax(sqrt(half_change * half_change + swing * swing) - thinner, thinner + swing);
}

/// The length of a part of the slide. What an uneven ramp adds to the path increases or decreases
/// with the spine as the width does, so that the maximum is still at the ends.
static double part_length(const wend_group_motion *motion, double first, double last, double part)
{
    double half_change = fabs(last - first) / 2;
    double shortest = (first > 0) == (last > 0) ? fmin(fabs(first), fabs(last)) : 0;
    double longest = fmax(fabs(first), fabs(last));
    double slow = wend_group_ramp_rate(motion, first, last, shortest);
    double fast = wend_group_ramp_rate(motion, first, last, longest);
    double turn = fabs(motion->turn) * part * fast, path_length = motion->path_length * part;
    return fmax(rate_at(motion->area, shortest, half_change, path_length * slow, turn),
                rate_at(motion->area, longest, half_change, path_length * fast, turn));
}

static void measure(wend_group_motion *motion, const wend_group_metric *metric)
{
    const double *spines = motion->spines, *ramps = motion->ramps;
    motion->slides[0] = part_length(motion, spines[0], spines[1], ramps[0]);
    motion->slides[1] =
        motion->slides[0] + part_length(motion, spines[1], spines[1], 1 - ramps[0] - ramps[1]);
    motion->slides[2] = motion->slides[1] + part_length(motion, spines[1], spines[2], ramps[1]);
    motion->length = motion->slides[2];
    motion->cost = motion->path_length + metric->turn * fabs(motion->turn) +
                   metric->deform * wend_group_slide_deformed(motion);
}

static wend_group_motion between(wend_group_size size, const wend_group_pose *from,
                                 const wend_group_pose *to)
{
    wend_group_motion motion = {.from = *from,
                                .to = *to,
                                .kind = WEND_GROUP_BOX,
                                .area = size.area,
                                .path_length = wend_distance(from->centre, to->centre)};
    // A disc needs no rotation.
    if (wend_group_is_round(size.area, from->width))
        motion.from.angle = to->angle;
    else if (wend_group_is_round(size.area, to->width))
        motion.to.angle = from->angle;
    motion.turn = half_turn(motion.from.angle, motion.to.angle);
    return motion;
}

wend_group_motion wend_group_box(const wend_group_metric *metric, wend_group_size size,
                                 const wend_group_pose *from, const wend_group_pose *to,
                                 wend_group_squeeze squeeze)
{
    wend_group_motion motion = between(size, from, to);
    wend_group_slide_set(&motion, wend_group_spine(size.area, from->width),
                         wend_group_spine(size.area, to->width), size.min_width, motion.path_length,
                         squeeze);
    measure(&motion, metric);
    return motion;
}

wend_group_motion wend_group_box_exchanged(const wend_group_metric *metric, wend_group_size size,
                                           const wend_group_pose *from, const wend_group_pose *to)
{
    wend_group_motion motion = between(size, from, to);
    motion.turn += motion.turn > 0 ? -WEND_HALF_PI : WEND_HALF_PI;
    wend_group_slide_set(&motion, wend_group_spine(size.area, from->width),
                         -wend_group_spine(size.area, to->width), size.min_width,
                         motion.path_length, WEND_GROUP_EVEN);
    measure(&motion, metric);
    return motion;
}

wend_group_shape wend_group_box_shape(const wend_group_motion *motion, double area, double along)
{
    wend_vec2 from = motion->from.centre, to = motion->to.centre;
    double part, spine = wend_group_slide_at(motion, along, &part);
    double across = spine < 0 ? WEND_HALF_PI : 0;
    wend_group_pose pose = {{from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part},
                            motion->from.angle + motion->turn * part + across,
                            wend_group_width(motion->area, fabs(spine))};
    return wend_group_pose_shape(&pose, area);
}
