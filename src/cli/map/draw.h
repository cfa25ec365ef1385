// SPDX-License-Identifier: MIT
// Shared by the files that draw a map.
#ifndef WEND_CLI_MAP_DRAW_H
#define WEND_CLI_MAP_DRAW_H

#include "cli/map/map.h"

/// An image under construction.
typedef struct map_sketch {
    map_job *job;
    map_cells cells;
    map_questions agents; ///< agents with a position, and their paths
    double *levels;       ///< [level_count] of the isolines
    uint32_t level_count;
    double step;           ///< distance between two levels
    wend_colour *distance; ///< images over the cells' frame; NULL: not drawn
    wend_colour *regions;
    wend_colour *borders; ///< only if map_borders_are_cells; otherwise they are lines
} map_sketch;

#define MAP_BORDER_COLOUR WEND_BLACK
#define MAP_HATCH_COLOUR  0x1f3f8fffu

// ---- images (draw_images.c) -----------------------------------------------------------------

/// Computes the images that are among the layers.
void map_draw_images(map_sketch *k, const char *layers);

/// Draws an image into the current layer. NULL is ignored.
void map_draw_image(const map_sketch *k, const wend_colour *pixels, const wend_draw *draw);

/// Describes a layer with one image, even if that is NULL.
void map_describe_image(const map_sketch *k, const char *name, const char *title,
                        const wend_colour *pixels, wend_ink sample, const wend_draw *draw);

/// True if borders are known by cells only: with boosts, and for --paper-barriers.
bool map_borders_are_cells(const map_job *job);

// ---- lines (draw_lines.c) -------------------------------------------------------------------

/// Chooses the levels of the isolines. EXIT_DONE, or the exit code of a reported error.
int map_choose_levels(map_sketch *k);

/// The layers "isolines" and "borders".
void map_draw_lines(const map_sketch *k, const wend_draw *draw);

// ---- marks (draw_marks.c) -------------------------------------------------------------------

/// The layer "paths".
void map_draw_paths(const map_sketch *k, const wend_draw *draw);

/// The layers "sources" and "weights".
void map_draw_sources(const map_sketch *k, const wend_draw *draw);

/// The layer "barriers" (barriers.c).
void map_draw_barriers(const map_sketch *k, const wend_draw *draw);

#endif
