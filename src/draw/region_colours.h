// SPDX-License-Identifier: MIT
// Colours for the regions of a raster.
#ifndef WEND_DRAW_REGION_COLOURS_H
#define WEND_DRAW_REGION_COLOURS_H

#include "wend/draw.h"

/// Fills pixels with colours of regions. A region has the colour of its point, and points whose
/// regions touch have different colours. A point gets the colour that its rank among all points
/// suggests if possible, so that it keeps it from picture to picture of a scene.
/// points: [region_count] by region; NAN: none, its cells are white.
/// regions: [columns * rows] by cell; UINT32_MAX: none, it stays transparent. False: out of memory.
bool region_colours(const wend_vec2 *points, size_t region_count, const uint32_t *regions,
                    uint32_t columns, uint32_t rows, wend_colour *pixels);

#endif
