// SPDX-License-Identifier: MIT
// From a walkable area, as JuPedSim and GeoJSON give it, to bounds and obstacles.
#ifndef WEND_REPAIR_WALKABLE_H
#define WEND_REPAIR_WALKABLE_H

#include "polygon/geos.h"
#include "scene/scene.h"

/// Makes the polygons [Limit: at least one] the free area of a scene: sets its bounds and adds
/// obstacles.
///
/// One polygon is taken as it is: its outside is the bounds, its holes are obstacles. Several are
/// united on a fine grid (overlay.h); a union that is still in several parts is put into the box
/// around it, and what the box has more becomes obstacles. A polygon that is not valid is never
/// repaired here. If there is one among several, nothing is united: the box, a little larger, gets
/// one obstacle with the polygons as holes, so that scene_check finds the fault and says where, and
/// scene_repair can repair it. (A hole that another of the
/// polygons covers is then an obstacle.)
bool walkable_set(scene *s, const polygons *area, problem_list *problems);

/// The same for polygons that are valid, united on that grid.
bool walkable_set_parts(geos *g, scene *s, const polygons *area, double grid,
                        problem_list *problems);

/// Copies a ring as the bounds of a scene. False: out of memory.
bool scene_set_bounds(scene *s, const wend_vec2 *points, uint32_t count);

#endif
