// SPDX-License-Identifier: MIT
// The spine of a shape as one curve: its length, points along it, and the nearest point. Distances
// of its pieces have closed forms (geometry/curve.h).
#ifndef WEND_GROUP_SPINE_H
#define WEND_GROUP_SPINE_H

#include "geometry/curve.h"
#include "wend/group_shape.h"

/// A piece of a spine as a curve.
static inline wend_curve_piece wend_spine_curve(const wend_path_piece *piece)
{
    return (wend_curve_piece){piece->a, piece->b, piece->corner, piece->turn, 0};
}

double wend_spine_length(const wend_group_shape *shape);

/// The point at distance `along` from the start of the spine, and its direction there [opt];
/// extrapolated straight beyond both ends. The direction of a spine without length is that of x.
wend_vec2 wend_spine_at(const wend_group_shape *shape, double along, wend_vec2 *direction);

/// The point of the spine nearest to p, as distance along it; *distance [opt], *nearest [opt].
double wend_spine_along(const wend_group_shape *shape, wend_vec2 p, double *distance,
                        wend_vec2 *nearest);

/// The bounding box of the spine.
wend_box wend_spine_box(const wend_group_shape *shape);

#endif
