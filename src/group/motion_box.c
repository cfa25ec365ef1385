// SPDX-License-Identifier: MIT
// The deformable box (Kamphuis and Overmars 2003, section 3.3): straight on in all coordinates, or
// turning the other way while width and length are exchanged.
//
// Both are one straight line in (centre, angle, signed length of the spine): see motion.h. The
// shape is convex, so how fast it moves is told by its support function in direction e,
//
//     h(e) = centre * e + |spine| / 2 * |u * e| + width / 2,    u = direction of the spine.
//
// With a, the rate of half the spine, b, half the spine times the rate of the angle, and k, by
// which the shape gets thinner (wend_group_thinning), its greatest rate is the centre's plus
//
//     max(sqrt(a^2 + b^2) - k a,  k a + b).
//
// The first grows with the spine (b does, k falls) and the second is convex in its length (k is,
// b is linear): so both are greatest at the ends of the range of lengths.
#include "core/angle.h"
#include "group/motion.h"

#define PI (2 * WEND_HALF_PI)

double wend_group_thinning(double area, double spine)
{
    return (1 - spine / sqrt(spine * spine + PI * area)) * (2 / PI);
}

double wend_group_extent(double area, double spine)
{
    return spine + wend_group_width(area, spine);
}

/// The turn from one angle to the other that is the same shape: -90..90 degrees, more than -90.
static double half_turn(double from, double to)
{
    double halves = (to - from) / PI;
    return (halves - ceil(halves - 0.5)) * PI;
}

static double distance(wend_vec2 p, wend_vec2 q)
{
    return sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
}

static double rate_at(double area, double spine, double half_change, double turn)
{
    double thinner = half_change * wend_group_thinning(area, spine);
    double swing = spine / 2 * turn;
    return fmax(sqrt(half_change * half_change + swing * swing) - thinner, thinner + swing);
}

static wend_group_motion made(const wend_group_metric *metric, double area, wend_group_pose from,
                              wend_group_pose to, double turn, bool exchanged)
{
    wend_group_motion motion = {.from = from,
                                .to = to,
                                .kind = WEND_GROUP_BOX,
                                .area = area,
                                .turn = turn,
                                .exchanged = exchanged,
                                .way = distance(from.centre, to.centre)};
    double first = wend_group_spine(area, from.width), last = wend_group_spine(area, to.width);
    double half_change = fabs(exchanged ? first + last : last - first) / 2;
    double shortest = exchanged ? 0 : fmin(first, last), longest = fmax(first, last);
    motion.length = motion.way + fmax(rate_at(area, shortest, half_change, fabs(turn)),
                                      rate_at(area, longest, half_change, fabs(turn)));
    double deformed = fabs(wend_group_extent(area, last) - wend_group_extent(area, first));
    if (exchanged)
        deformed = wend_group_extent(area, first) + wend_group_extent(area, last) -
                   2 * wend_group_disc_width(area);
    motion.cost = motion.way + metric->turn * fabs(turn) + metric->deform * deformed;
    return motion;
}

uint32_t wend_group_box_motions(const wend_group_metric *metric, wend_group_size size,
                                const wend_group_pose *from, const wend_group_pose *to,
                                wend_group_motion motions[WEND_GROUP_BOX_MOTIONS])
{
    wend_group_pose a = *from, b = *to;
    double least = WEND_GROUP_ROUND * wend_group_disc_width(size.area);
    bool first_round = wend_group_spine(size.area, a.width) <= least;
    bool last_round = wend_group_spine(size.area, b.width) <= least;
    // A disc is turned already.
    if (first_round)
        a.angle = b.angle;
    else if (last_round)
        b.angle = a.angle;
    double turn = half_turn(a.angle, b.angle);
    motions[0] = made(metric, size.area, a, b, turn, false);
    if (first_round || last_round)
        return 1;
    double other = turn > 0 ? turn - WEND_HALF_PI : turn + WEND_HALF_PI;
    motions[1] = made(metric, size.area, a, b, other, true);
    if (motions[1].cost < motions[0].cost) {
        wend_group_motion cheaper = motions[1];
        motions[1] = motions[0];
        motions[0] = cheaper;
    }
    return 2;
}

wend_group_shape wend_group_box_shape(const wend_group_motion *motion, double area, double along)
{
    const wend_group_pose *from = &motion->from, *to = &motion->to;
    // The ends as they are, whatever the rounding.
    if (!(along > 0))
        return wend_group_pose_shape(from, area);
    if (along >= motion->length)
        return wend_group_pose_shape(to, area);
    double part = along / motion->length;
    double first = wend_group_spine(motion->area, from->width);
    double last = wend_group_spine(motion->area, to->width);
    double spine = first + ((motion->exchanged ? -last : last) - first) * part;
    double across = spine < 0 ? WEND_HALF_PI : 0;
    wend_group_pose pose = {{from->centre.x + (to->centre.x - from->centre.x) * part,
                             from->centre.y + (to->centre.y - from->centre.y) * part},
                            from->angle + motion->turn * part + across,
                            wend_group_width(motion->area, fabs(spine))};
    return wend_group_pose_shape(&pose, area);
}
