// SPDX-License-Identifier: MIT
// The hinged box.
#include "group/motion.h"

uint32_t wend_group_hinge_motions(const wend_group_metric *metric, wend_group_size size,
                                  const wend_group_pose *from, const wend_group_pose *to,
                                  wend_group_motion motions[WEND_GROUP_MOST_MOTIONS])
{
    (void)metric, (void)size, (void)from, (void)to, (void)motions;
    return 0;
}

wend_group_shape wend_group_hinge_shape(const wend_group_motion *motion, double area, double along)
{
    return wend_group_box_shape(motion, area, along);
}
