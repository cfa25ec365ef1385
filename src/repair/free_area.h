// SPDX-License-Identifier: MIT
// The free area of a scene as polygons: the bounds without the obstacles.
#ifndef WEND_REPAIR_FREE_AREA_H
#define WEND_REPAIR_FREE_AREA_H

#include "polygon/geos.h"
#include "scene/scene.h"

/// Appends the polygons of the free area of a valid scene; segments and points do not reduce it.
/// None for an empty scene without bounds. False: GEOS failed (g->message) or out of memory.
bool free_area_polygons(geos *g, const scene *s, polygons *out);

#endif
