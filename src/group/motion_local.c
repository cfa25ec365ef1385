// SPDX-License-Identifier: MIT
// The local planners (Kamphuis and Overmars 2003, §3.3): candidate motions from one pose to the
// other.
//
// The hinged planner passes through the intersection of the axes. A spine has no direction, and a
// pose whose spine covers that point may leave it in either direction: then either the part before
// the point is folded, or the part beyond, which bends it by 180 degrees less. Where the paper is
// silent:
// - A disc has any axis. It moves straight to the nearer, or the farther, end of the other pose and
//   enters its axis there.
// - Where axes are parallel, or would intersect only behind a bend that is too sharp
//   (motion_hinge.c), the deformable box is used; for collinear poses that is a slide along the
//   axis.
// - Each motion is tried as it is, and again with the shape as narrow as possible on its way, soon
//   or at once: this connects two wide poses on both sides of a passage.
#include "core/angle.h"
#include "group/motion.h"
#include "wend/vec2.h"

/// Angle below which axes have no intersection that rounding would not move by more than a
/// tolerance. [Units: rad]
#define PARALLEL 1e-7

/// A motion that narrows by less than this fraction is not tried again.
#define HARDLY 1e-3

typedef struct offers {
    const wend_group_metric *metric;
    wend_group_size size;
    const wend_group_pose *poses[2]; // from and to
    wend_vec2 axes[2];
    double spines[2];
    bool round[2];
    bool narrow; // true if it could be narrower than at both ends
    wend_group_motion *motions;
    uint32_t count;
} offers;

// ---- boxes --------------------------------------------------------------------------------------

static void offer_box(offers *to, wend_group_squeeze squeeze)
{
    wend_group_pose poses[] = {*to->poses[0], *to->poses[1]};
    wend_vec2 path_length = wend_sub(poses[1].centre, poses[0].centre);
    if (to->round[0] && to->round[1]) // two discs are joined by a shape that points to its goal
        poses[0].angle = poses[1].angle = wend_atan2(path_length.y, path_length.x);
    to->motions[to->count++] = wend_group_box(to->metric, to->size, &poses[0], &poses[1], squeeze);
}

static void offer_exchanged(offers *to)
{
    if (!to->round[0] && !to->round[1])
        to->motions[to->count++] =
            wend_group_box_exchanged(to->metric, to->size, to->poses[0], to->poses[1]);
}

static void offer_squeezed_boxes(offers *to)
{
    for (wend_group_squeeze i = WEND_GROUP_EVEN + 1; to->narrow && i < WEND_GROUP_SQUEEZES; ++i)
        offer_box(to, i);
}

// ---- hinges -------------------------------------------------------------------------------------

static void offer_hinges(offers *to, wend_vec2 via, wend_vec2 out, wend_vec2 other)
{
    const wend_vec2 outs[] = {out, other};
    wend_group_squeeze squeezes = to->narrow ? WEND_GROUP_SQUEEZES : WEND_GROUP_EVEN + 1;
    for (wend_group_squeeze i = WEND_GROUP_EVEN; i < squeezes; ++i)
        if (wend_group_hinge(to->metric, to->size, to->poses[0], to->poses[1], via, outs, i,
                             &to->motions[to->count]))
            ++to->count;
}

/// Through the intersection of the axes.
static void offer_crossing(offers *to)
{
    double sine = wend_cross(to->axes[0], to->axes[1]);
    if (fabs(sine) <= PARALLEL)
        return;
    wend_vec2 between = wend_sub(to->poses[1]->centre, to->poses[0]->centre);
    // Distance from each pose to the intersection, along its axis.
    double far[] = {wend_cross(between, to->axes[1]) / sine,
                    wend_cross(between, to->axes[0]) / sine};
    wend_vec2 via = wend_add(to->poses[0]->centre, wend_scale(to->axes[0], far[0])), outs[2];
    for (int i = 0; i < 2; ++i)
        outs[i] = wend_scale(to->axes[i], far[i] > 0 ? -1 : 1);
    offer_hinges(to, via, outs[0], outs[1]);
    if (fabs(far[0]) < to->spines[0] / 2)
        offer_hinges(to, via, wend_scale(outs[0], -1), outs[1]);
    if (fabs(far[1]) < to->spines[1] / 2)
        offer_hinges(to, via, outs[0], wend_scale(outs[1], -1));
}

/// From or to a disc: through the ends of the other pose. Up to a right angle no fold is needed
/// when the bend is half of the width away from it.
static void offer_ends(offers *to)
{
    int disc = to->round[0] ? 0 : 1, other = 1 - disc;
    double far = to->spines[other] / 2 + to->poses[other]->width / 2;
    for (int sign = -1; sign <= 1; sign += 2) {
        wend_vec2 outs[2];
        outs[other] = wend_scale(to->axes[other], sign);
        wend_vec2 via = wend_sub(to->poses[other]->centre, wend_scale(outs[other], far));
        wend_vec2 d = wend_sub(to->poses[disc]->centre, via);
        double distance = wend_length(d);
        outs[disc] = distance > WEND_GROUP_ROUND * far ? wend_scale(d, 1 / distance)
                                                       : wend_scale(outs[other], -1);
        offer_hinges(to, via, outs[0], outs[1]);
    }
}

// ---- planners -----------------------------------------------------------------------------------

/// Sorts by cost; stable.
static void sort_by_cost(wend_group_motion *motions, uint32_t count)
{
    for (uint32_t i = 1; i < count; ++i) {
        wend_group_motion motion = motions[i];
        uint32_t k = i;
        for (; k > 0 && motions[k - 1].cost > motion.cost; --k)
            motions[k] = motions[k - 1];
        motions[k] = motion;
    }
}

uint32_t wend_group_local_motions(wend_group_local local, const wend_group_metric *metric,
                                  wend_group_size size, const wend_group_pose *from,
                                  const wend_group_pose *to,
                                  wend_group_motion motions[WEND_GROUP_MAX_MOTIONS])
{
    offers all = {.metric = metric, .size = size, .poses = {from, to}, .motions = motions};
    double longest = wend_group_spine(size.area, size.min_width);
    for (int i = 0; i < 2; ++i) {
        wend_sin_cos(all.poses[i]->angle, &all.axes[i].y, &all.axes[i].x);
        all.spines[i] = wend_group_spine(size.area, all.poses[i]->width);
        all.round[i] = wend_group_is_round(size.area, all.poses[i]->width);
    }
    if (local == WEND_GROUP_HINGED) {
        all.narrow = fmin(all.spines[0], all.spines[1]) < (1 - HARDLY) * longest;
        if (all.round[0] && all.round[1]) {
            offer_box(&all, WEND_GROUP_EVEN);
            offer_squeezed_boxes(&all);
        } else if (all.round[0] || all.round[1]) {
            offer_ends(&all);
            offer_box(&all, WEND_GROUP_EVEN);
        } else {
            offer_crossing(&all);
        }
    }
    if (all.count == 0) {
        offer_box(&all, WEND_GROUP_EVEN);
        offer_exchanged(&all);
        offer_squeezed_boxes(&all);
    }
    sort_by_cost(motions, all.count);
    return all.count;
}
