// SPDX-License-Identifier: MIT
// The city of 9604 blocks: square blocks in rows and columns, with a street between them and around
// all of them. It is a scene by itself, and the site of three simulations of UFRGS 2010, chapter 5.
#ifndef WEND_SCENE_BUILTIN_CITY_H
#define WEND_SCENE_BUILTIN_CITY_H

#include "scene/scene.h"

#define CITY_BLOCKS 98   ///< along each side
#define CITY_BLOCK  15.0 ///< side of a block [Units: m]
#define CITY_STREET 5.0  ///< between blocks, and around the city [Units: m]
#define CITY_PITCH  (CITY_BLOCK + CITY_STREET)

// Each returns NULL when out of memory.

/// Blocks and streets only.
scene *city_of(uint32_t blocks);

/// Crowds that cross the whole city.
scene *builtin_city(uint32_t unused);
/// Simulation 2: agents near the middle of the city.
scene *builtin_city_random(uint32_t agents);
/// Simulation 3: one agent from corner to corner.
scene *builtin_city_diagonal(uint32_t unused);
/// Simulation 4: half of the agents from the west and half from the east, which meet in the same
/// streets. Up to 10 cross the whole city, more of them its middle.
scene *builtin_city_cross(uint32_t agents);

#endif
