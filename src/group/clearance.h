// SPDX-License-Identifier: MIT
// Shapes and walls, for those who know already that a shape starts in free space.
#ifndef WEND_GROUP_CLEARANCE_H
#define WEND_GROUP_CLEARANCE_H

#include "wend/group.h"

/// How far the walls are from a shape, whichever side of them it is on; at most limit. 0 or less: a
/// wall is in it, how deep is not looked for. A shape that moved from a free one, each point by
/// less than the clearance there, is on the same side: no need to ask where it is.
double wend_group_shape_gap(const wend_floor *floor, const wend_group_shape *shape, double limit);

#endif
