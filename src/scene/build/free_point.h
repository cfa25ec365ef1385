// SPDX-License-Identifier: MIT
// Search for a point in an area where a disc fits.
#ifndef WEND_SCENE_BUILD_FREE_POINT_H
#define WEND_SCENE_BUILD_FREE_POINT_H

#include "scene/scene.h"

/// The centre of the area if the disc fits there, otherwise the nearest point of a grid over the
/// area where it does. False: there is none.
bool scene_area_free_point(const scene_area *area, const wend_floor *floor, double radius,
                           wend_vec2 *point);

#endif
