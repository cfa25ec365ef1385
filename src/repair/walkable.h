// SPDX-License-Identifier: MIT
// Conversion of a walkable area, as in JuPedSim and GeoJSON files, to bounds and obstacles.
#ifndef WEND_REPAIR_WALKABLE_H
#define WEND_REPAIR_WALKABLE_H

#include "polygon/geos.h"
#include "scene/scene.h"

/// Makes the polygons [Limit: at least one] the free area of a scene: sets its bounds and adds
/// obstacles.
///
/// One polygon is used unchanged: its outside becomes the bounds, its holes obstacles. Several are
/// united on a fine grid (overlay.h); a union that is still in several parts is put into the box
/// around it, and the rest of the box becomes obstacles. An invalid polygon is never repaired here.
/// If one of several is invalid, nothing is united: the box, slightly larger, gets one obstacle
/// with the polygons as holes, so that scene_check finds and locates the defect and scene_repair
/// can repair it. (A hole that another of the polygons covers is then an obstacle.)
bool walkable_set(scene *s, const polygons *area, problem_list *problems);

/// The same for valid polygons, united on that grid.
bool walkable_set_parts(geos *g, scene *s, const polygons *area, double grid,
                        problem_list *problems);

/// Copies a ring as the bounds of a scene. False: out of memory.
bool scene_set_bounds(scene *s, const wend_vec2 *points, uint32_t count);

#endif
