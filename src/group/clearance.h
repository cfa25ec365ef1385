// SPDX-License-Identifier: MIT
// Shapes and walls, for callers that know that a shape starts in free space.
#ifndef WEND_GROUP_CLEARANCE_H
#define WEND_GROUP_CLEARANCE_H

#include "wend/group_shape.h"

/// Distance of a shape from the walls, on whichever side of them it is; at most limit. 0 or less:
/// it intersects a wall; the depth is not computed. A shape that moved from a free one, each point
/// by less than the clearance there, is on the same side, so no location query is needed.
double wend_group_shape_gap(const wend_floor *floor, const wend_group_shape *shape, double limit);

#endif
