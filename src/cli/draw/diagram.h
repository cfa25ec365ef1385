// SPDX-License-Identifier: MIT
// What `wend draw` builds of a scene to draw it: the mesh, the Voronoi diagram, its regions of
// first and second order, and the multi-agent navigation graph.
#ifndef WEND_CLI_DRAW_DIAGRAM_H
#define WEND_CLI_DRAW_DIAGRAM_H

#include "cli/structures.h"
#include "voronoi/faces.h"
#include "wend/mang.h"

/// Zeroed there is nothing.
typedef struct draw_diagram {
    scene_mesh built;
    wend_voronoi *voronoi;    ///< NULL: not asked for
    wend_mang *mang;          ///< the same
    wend_faces first, second; ///< empty: the same
} draw_diagram;

/// True if a list of names, separated by commas, has one of these. [names: ended by NULL]
bool draw_wants(const char *list, const char *const *names);

/// True if one of the layers shows a diagram: then a scene without bounds is drawn with some room
/// around it.
bool draw_diagram_wanted(const char *layers);

/// Builds what these layers need, for a scene that covers a box. EXIT_DONE, or the exit code after
/// a complaint; free it all the same.
int draw_diagram_build(draw_diagram *d, const arguments *args, const scene *s, wend_box box,
                       const char *layers, problem_list *problems);
void draw_diagram_free(draw_diagram *d);

/// The layers "cells", "triangles", "first-order", "second-order", "second-nearest",
/// "second-graph", "mang" and "voronoi", which lie below a scene. What was not asked for is offered
/// all the same, and empty: the message about a name that is none lists them.
void draw_diagram_describe(const draw_diagram *d, const wend_draw *draw);

/// Those of first and second order (draw_regions.c).
void draw_regions_describe(const draw_diagram *d, const wend_draw *draw);

#endif
