// SPDX-License-Identifier: MIT
// Pictures as maps: the brightness of each pixel, read from PGM and PNG.
//
// A picture on its own is a drawing: pixels darker than IMAGE_WALL are walls, everything else is
// free, a pixel is a metre wide, the lower left corner lies at (0, 0). Transparent pixels
// count as white. For a ROS map a second file defines what its pixels mean (ros.h).
#ifndef WEND_FORMATS_IMAGE_H
#define WEND_FORMATS_IMAGE_H

#include "formats/grid.h"

/// Pixels of a plain picture with a larger probability of being occupied are walls. This is the
/// usual occupied_thresh of ROS maps.
#define IMAGE_WALL 0.65

typedef struct image {
    uint32_t width, height;
    uint16_t white;   ///< maximum brightness; black is 0
    uint16_t *pixels; ///< [width * height] from the top row down; above white: transparent
} image;

/// Value of a transparent pixel; white is 255 where it occurs.
#define IMAGE_TRANSPARENT 256

/// Reads a PGM (P2 or P5) or a PNG, by its first bytes. False with problems.
bool image_read(const text *t, image *out, problem_list *problems);
void image_free(image *i);

/// True if a pixel of that brightness is a wall.
typedef bool image_wall_fn(const void *context, uint16_t white, uint16_t value);

/// The scene of a picture whose pixels are cells of a grid. NULL with a problem.
scene *image_to_scene(const image *picture, grid_frame frame, image_wall_fn *is_wall,
                      const void *context, problem_list *problems);

#endif
