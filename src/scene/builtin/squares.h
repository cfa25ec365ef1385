// SPDX-License-Identifier: MIT
// Squares in uniform rows: the maps Profiling 0 to 6 of Farias, "GPU Rasterization Methods for Path
// Planning and Multi-Agent Navigation" (2020), table 3.1. Streets are as wide as the squares.
#ifndef WEND_SCENE_BUILTIN_SQUARES_H
#define WEND_SCENE_BUILTIN_SQUARES_H

#include "scene/scene.h"

#define SQUARES_SIDE 2.0 ///< side of a square, and width of a street [Units: m]

/// Squares in `rows` rows and columns with streets between them and around all of them, without
/// agents. NULL: out of memory. [Units: m]
scene *squares_of(uint32_t rows, double side, double street);

/// Squares and streets of SQUARES_SIDE, with agents in the westernmost street that have one common
/// goal.
scene *builtin_profiling(uint32_t rows);

#endif
