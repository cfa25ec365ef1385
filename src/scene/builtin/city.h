// SPDX-License-Identifier: MIT
// The city of 9604 blocks: square blocks in rows and columns, with a street between them and around
// all. It is a scene of its own, and the place of three simulations of the document.
#ifndef WEND_SCENE_BUILTIN_CITY_H
#define WEND_SCENE_BUILTIN_CITY_H

#include "scene/scene.h"

#define CITY_BLOCKS 98   ///< along each side
#define CITY_BLOCK  15.0 ///< side of a block [Units: m]
#define CITY_STREET 5.0  ///< between blocks, and around the city [Units: m]
#define CITY_PITCH  (CITY_BLOCK + CITY_STREET)

// Each returns NULL when out of memory.

/// A city of so many blocks along each side, with nobody in it.
scene *city_of(uint32_t blocks);

/// Crowds that cross the whole city.
scene *builtin_city(uint32_t unused);
/// So many agents near the middle of the city (simulation 2).
scene *builtin_city_random(uint32_t agents);
/// One from corner to corner (simulation 3).
scene *builtin_city_diagonal(uint32_t unused);
/// So many agents, half of them from the west and half from the east, that meet in the same streets
/// (simulation 4): up to 10 cross the whole city, more of them its middle.
scene *builtin_city_cross(uint32_t agents);

#endif
