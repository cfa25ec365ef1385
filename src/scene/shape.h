// SPDX-License-Identifier: MIT
// Conversion between shapes of a scene and of the library.
#ifndef WEND_SCENE_SHAPE_H
#define WEND_SCENE_SHAPE_H

#include "polygon/polygons.h"
#include "scene/scene.h"

/// A view of a scene's shape.
wend_shape shape_view(const scene_shape *shape);

/// Copies a shape into a scene's memory. False: out of memory.
bool shape_copy(scene *s, wend_shape shape, scene_shape *copy);

/// Adds an obstacle: a point, a segment or a polygon, depending on the number of points. NULL: out
/// of memory.
scene_obstacle *scene_add_shape(scene *s, wend_shape shape);

/// Shifts polygons of a future scene near the origin, as scene_localise does for a scene, and adds
/// the shift to s->origin. Called before a union, so that GEOS constructs points as exactly as
/// possible.
void polygons_localise(polygons *p, scene *s);

#endif
