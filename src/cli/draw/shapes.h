// SPDX-License-Identifier: MIT
// The layer "shapes": the shapes of coherent groups at a time of a recording.
#ifndef WEND_CLI_DRAW_SHAPES_H
#define WEND_CLI_DRAW_SHAPES_H

#include "cli/draw/trails.h"

/// Number of shapes at that time, which the recording has; NAN: no time was given, none.
uint32_t draw_shapes_count(const draw_trails *trajectories, double time);

/// Draws them, or an empty layer.
void draw_shapes_describe(const draw_trails *trajectories, const scene *s, double time,
                          const wend_draw *draw);

#endif
