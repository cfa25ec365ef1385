// SPDX-License-Identifier: MIT
// A cell that is being computed: state shared by its search and its envelopes.
#ifndef WEND_VORONOI_CELL_SEARCH_H
#define WEND_VORONOI_CELL_SEARCH_H

#include "voronoi/cell.h"

/// Numbers, which no element has, of the four lines around the scene.
enum { WEND_SCENE_LINES = 4 };
#define WEND_FIRST_SCENE_LINE (WEND_NO_ELEMENT - WEND_SCENE_LINES)

/// What is being computed.
typedef struct wend_cell_search {
    wend_cell_work *work;
    const wend_boundary *boundary;
    const wend_element *own;
    const wend_element_link *link;
    uint32_t element;
    bool rough; ///< many changes are expected: the reach is not maintained
} wend_cell_search;

/// Lowers the envelopes to the bisectors with an element, where these are nearer. (cell_meet.c)
void wend_cell_meet(wend_cell_search *s, uint32_t number);

/// Recomputes the maximum radius at a break. (cell_meet.c)
void wend_cell_update_reach(wend_cell_work *work);

/// No empty circle extends beyond the scene's box. In cells that are still open after a few rings
/// the four lines around it stand for elements not yet found. (cell_meet.c)
void wend_cell_meet_scene(wend_cell_search *s);

/// Visits all elements that can affect the cell, those along its old arcs first. (cell_search.c)
void wend_cell_search_all(wend_cell_search *s, wend_old_arcs old);

#endif
