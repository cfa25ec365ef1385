// SPDX-License-Identifier: MIT
// The free area of a scene as polygons: the bounds without the obstacles.
#ifndef WEND_IO_FREE_AREA_H
#define WEND_IO_FREE_AREA_H

#include "io/geos.h"

/// Around a scene without bounds, this much is free. [Units: m]
#define FREE_AREA_MARGIN 10.0

/// Appends the polygons of the free area of a sound scene; segments and points take nothing away
/// from it. None for a scene that is empty and has no bounds. False: GEOS failed (g->message) or
/// out of memory.
bool free_area_polygons(geos *g, const scene *s, polygons *out);

#endif
