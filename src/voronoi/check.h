// SPDX-License-Identifier: MIT
// What the parts of the check share: check.c looks at how arcs hang together and counts,
// check_places.c at where they are.
#ifndef WEND_VORONOI_CHECK_H
#define WEND_VORONOI_CHECK_H

#include "voronoi/search.h"

/// A vertex stands for several that are less than a tie apart, in a row; so distances from it are
/// trusted to this many ties.
#define WEND_CHECK_TIES 16

typedef struct wend_checker_of_diagram {
    const wend_voronoi *voronoi;
    wend_error *error;
    double slack;      ///< what distances may differ by
    uint32_t *owners;  ///< [arcs] the element in whose cell it is; WEND_NO_ELEMENT: none
    uint32_t *parents; ///< [arcs] of vertices, in the graph's components
    bool *met;         ///< [arcs, or elements if there are more]
    size_t met_count;
    uint32_t vertices, arcs; ///< counted; joints are vertices here
} wend_checker_of_diagram;

/// Every vertex and the middle of every piece is as far from its elements as it should be, in their
/// cells, and nothing is nearer; and the cells' areas add up to the free area.
wend_result wend_check_places(const wend_checker_of_diagram *c);

#endif
