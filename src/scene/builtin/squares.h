// SPDX-License-Identifier: MIT
// Squares in uniform rows: the maps Profiling 0 to 6 of Farias, "GPU Rasterization Methods for Path
// Planning and Multi-Agent Navigation" (2020), table 3.1. Streets are as wide as the squares.
#ifndef WEND_SCENE_BUILTIN_SQUARES_H
#define WEND_SCENE_BUILTIN_SQUARES_H

#include "scene/scene.h"

#define SQUARES_SIDE 2.0 ///< of a square, and the width of a street [Units: m]

/// So many rows of as many squares with streets between them and around all, and nobody there.
/// NULL: out of memory. [Units: m]
scene *squares_of(uint32_t rows, double side, double street);

/// Squares and streets of SQUARES_SIDE, with people in the westernmost street who go to one place.
scene *builtin_profiling(uint32_t rows);

#endif
