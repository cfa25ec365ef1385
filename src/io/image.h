// SPDX-License-Identifier: MIT
// Pictures as maps: the brightness of each pixel, read from PGM and PNG.
//
// A picture on its own is a drawing: pixels darker than IMAGE_WALL are walls, everything else is
// free, a pixel is a metre wide, the lower left corner lies at (0, 0). Transparent places show the
// white paper behind. A ROS map says with a second file what its pixels mean (io/ros.h).
#ifndef WEND_IO_IMAGE_H
#define WEND_IO_IMAGE_H

#include "io/grid.h"

/// Pixels that are occupied with a larger probability than this are walls in a picture that comes
/// alone. It is what ROS maps have as their occupied_thresh.
#define IMAGE_WALL 0.65

typedef struct image {
    uint32_t width, height;
    uint16_t white;   ///< the largest brightness; black is 0
    uint16_t *pixels; ///< [width * height] from the top row down; above white: transparent
} image;

/// What stands for a transparent pixel; white is 255 where it occurs.
#define IMAGE_TRANSPARENT 256

/// Reads a PGM (P2 or P5) or a PNG, by its first bytes. False with problems.
bool image_read(const text *t, image *out, problem_list *problems);
void image_free(image *i);

#endif
