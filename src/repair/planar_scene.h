// SPDX-License-Identifier: MIT
// From the faces of an arrangement of lines to a scene.
#ifndef WEND_REPAIR_PLANAR_SCENE_H
#define WEND_REPAIR_PLANAR_SCENE_H

#include "polygon/planar.h"
#include "scene/scene.h"

/// Makes the faces that are not solid the free area of a scene. If the lines have one outline, it
/// is the bounds; else the frame is, and what lies outside the lines is an obstacle. If
/// lines_are_walls, lines with free faces on both sides become segments.
bool planar_to_scene(planar *p, bool lines_are_walls, scene *s);

/// Makes a scene whose free area is the even-odd sum of some rings (shapes of one ring each): what
/// lies in an odd number of them. Rings may touch and cross each other.
///
/// If a ring touches or crosses itself, the scene keeps all rings as they are, the largest as
/// bounds and the others as obstacles, for scene_check to report and scene_repair to repair.
/// Where rings are also nested deeper than that, or cross each other, this would change the
/// meaning: then it is refused with the place.
bool planar_even_odd(scene *s, const polygons *rings, problem_list *problems);

#endif
