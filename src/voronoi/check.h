// SPDX-License-Identifier: MIT
// State shared by the parts of the check: check.c checks links and counts, check_positions.c
// positions.
#ifndef WEND_VORONOI_CHECK_H
#define WEND_VORONOI_CHECK_H

#include "voronoi/search.h"

/// A vertex represents several that are less than a tie apart, in a row; so distances from it are
/// accurate to this many ties.
#define WEND_CHECK_TIES 16

typedef struct wend_checker_of_diagram {
    const wend_voronoi *voronoi;
    wend_error *error;
    double slack;      ///< maximum error of distances
    uint32_t *owners;  ///< [arcs] the element whose cell contains it; WEND_NO_ELEMENT: none
    uint32_t *parents; ///< [arcs] union-find over vertices, for the graph's components
    bool *met;         ///< [arcs, or elements if there are more]
    size_t met_count;
    uint32_t vertices, arcs; ///< number; joints count as vertices here
} wend_checker_of_diagram;

/// Checks that every vertex and the midpoint of every piece is equidistant from its elements and in
/// their cells, that nothing is nearer, and that the areas of the cells add up to the free area.
wend_result wend_check_positions(const wend_checker_of_diagram *c);

#endif
