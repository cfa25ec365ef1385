// SPDX-License-Identifier: MIT
// Structures that `wend draw` builds for a scene: the mesh, the Voronoi diagram, its regions of
// first and second order, and the multi-agent navigation graph.
#ifndef WEND_CLI_DRAW_DIAGRAM_H
#define WEND_CLI_DRAW_DIAGRAM_H

#include "cli/structures.h"
#include "voronoi/faces.h"
#include "wend/mang.h"
#include "wend/passage.h"

/// Empty if zeroed.
typedef struct draw_diagram {
    scene_mesh built;
    wend_voronoi *voronoi;    ///< NULL: not requested
    wend_mang *mang;          ///< NULL: not requested
    wend_faces first, second; ///< empty: not requested
    wend_passages gates;      ///< empty: not requested
} draw_diagram;

/// True if a list of names, separated by commas, has one of these. [names: ended by NULL]
bool draw_wants(const char *list, const char *const *names);

/// True if one of the layers shows a diagram; a scene without bounds is then drawn with a margin.
bool draw_diagram_wanted(const char *layers);

/// Builds the structures that the layers need, for a scene that covers the box. EXIT_DONE, or the
/// exit code of a reported error; free it in either case.
int draw_diagram_build(draw_diagram *d, const arguments *args, const scene *s, wend_box box,
                       const char *layers, problem_list *problems);
void draw_diagram_free(draw_diagram *d);

/// The layers "cells", "triangles", "first-order", "second-order", "second-nearest",
/// "second-graph", "mang", "gates" and "voronoi", which are below a scene. Layers that were not
/// requested are described as well, empty, so that the message about an unknown layer lists them.
void draw_diagram_describe(const draw_diagram *d, const wend_draw *draw);

/// The layers of first and second order (regions.c).
void draw_regions_describe(const draw_diagram *d, const wend_draw *draw);

#endif
