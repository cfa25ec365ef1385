// SPDX-License-Identifier: MIT
// What the files that draw a map share.
#ifndef WEND_CLI_MAP_DRAW_H
#define WEND_CLI_MAP_DRAW_H

#include "cli/map/map.h"

/// A picture on its way.
typedef struct map_sketch {
    map_job *job;
    map_cells cells;
    map_questions agents; ///< those that have a place, with their paths
    double *levels;       ///< [level_count] of the lines of equal distance
    uint32_t level_count;
    double step;           ///< between two of them
    wend_colour *distance; ///< images over the cells' frame; NULL: not wanted
    wend_colour *regions;
    wend_colour *borders; ///< only if map_borders_are_cells: else they are lines
} map_sketch;

#define MAP_BORDER_COLOUR WEND_BLACK
#define MAP_HATCH_COLOUR  0x1f3f8fffu

// ---- images (map_draw_images.c) -----------------------------------------------------------------

/// Makes those that are among the layers.
void map_draw_images(map_sketch *k, const char *layers);

/// Puts an image into the layer; NULL is nothing.
void map_draw_image(const map_sketch *k, const wend_colour *pixels, const wend_draw *draw);

/// A layer that is one image; it is offered even if that is NULL.
void map_describe_image(const map_sketch *k, const char *name, const char *title,
                        const wend_colour *pixels, wend_ink sample, const wend_draw *draw);

/// True if borders are told by cells only: with weights, and for barriers as printed.
bool map_borders_are_cells(const map_job *job);

// ---- lines (map_draw_lines.c) -------------------------------------------------------------------

/// Chooses the levels of lines of equal distance. EXIT_DONE, or the exit code after a complaint.
int map_choose_levels(map_sketch *k);

/// The layers "isolines" and "borders".
void map_draw_lines(const map_sketch *k, const wend_draw *draw);

// ---- marks (map_draw_marks.c) -------------------------------------------------------------------

/// The layer "paths".
void map_draw_paths(const map_sketch *k, const wend_draw *draw);

/// The layers "sources" and "weights".
void map_draw_sources(const map_sketch *k, const wend_draw *draw);

/// The layer "barriers" (map_barriers.c).
void map_draw_barriers(const map_sketch *k, const wend_draw *draw);

#endif
