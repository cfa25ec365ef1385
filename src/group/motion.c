// SPDX-License-Identifier: MIT
// What local planners offer, and what both kinds of motions have in common.
#include "group/motion.h"

#include <math.h>

/// By cost; of those that are as cheap the order is kept.
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
                                  wend_group_motion motions[WEND_GROUP_MOST_MOTIONS])
{
    uint32_t count = 0;
    if (local == WEND_GROUP_HINGED)
        count = wend_group_hinge_motions(metric, size, from, to, motions);
    if (count == 0)
        count = wend_group_box_motions(metric, size, from, to, motions);
    sort_by_cost(motions, count);
    return count;
}

wend_group_shape wend_group_pose_shape(const wend_group_pose *pose, double area)
{
    wend_group_pose narrow = *pose;
    narrow.width = fmin(pose->width, wend_group_disc_width(area));
    return wend_group_shape_of(&narrow, area);
}

wend_group_shape wend_group_motion_shape(const wend_group_motion *motion, double area, double along)
{
    return motion->kind == WEND_GROUP_BOX ? wend_group_box_shape(motion, area, along)
                                          : wend_group_hinge_shape(motion, area, along);
}

wend_group_motion wend_group_motion_reversed(const wend_group_motion *motion)
{
    wend_group_motion back = *motion;
    back.from = motion->to;
    back.to = motion->from;
    // An exchanged box comes in across: the turn starts from the angle of its other spine. Turning
    // by the same the other way leads back to where it came from.
    back.turn = -motion->turn;
    back.bend = -motion->bend;
    back.arms[0] = motion->arms[1];
    back.arms[1] = motion->arms[0];
    double slide = motion->slides[2];
    back.slides[0] = slide - motion->slides[1];
    back.slides[1] = slide - motion->slides[0];
    return back;
}
