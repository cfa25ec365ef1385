// SPDX-License-Identifier: MIT
// Conversion of the faces of an arrangement of lines to a scene.
#ifndef WEND_REPAIR_PLANAR_SCENE_H
#define WEND_REPAIR_PLANAR_SCENE_H

#include "polygon/planar.h"
#include "scene/scene.h"

/// Makes the faces that are not solid the free area of a scene. If the lines have one outline, it
/// becomes the bounds; otherwise the bounds are the frame, and the outside of the lines is an
/// obstacle. If lines_are_walls, lines with free faces on both sides become segments.
bool planar_to_scene(planar *p, bool lines_are_walls, scene *s);

/// Creates a scene whose free area is the even-odd sum of some rings (shapes of one ring each): the
/// points in an odd number of them. Rings may touch and cross each other.
///
/// If a ring touches or crosses itself, the scene keeps all rings unchanged, the largest as bounds
/// and the others as obstacles, for scene_check to report and scene_repair to repair. If rings are
/// also nested deeper, or cross each other, this would change the meaning: the file is then
/// rejected with the position.
bool planar_even_odd(scene *s, const polygons *rings, problem_list *problems);

#endif
