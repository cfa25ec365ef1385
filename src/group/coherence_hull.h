// SPDX-License-Identifier: MIT
// Which discs are on the outside of all: a convex shape that holds these holds the rest.
#ifndef WEND_GROUP_COHERENCE_HULL_H
#define WEND_GROUP_COHERENCE_HULL_H

#include "group/coherence.h"

/// More are never told. A thousand discs spread over a square have some 20.
enum { WEND_OUTER_MOST = 256 };

typedef struct wend_outer_discs {
    wend_vec2 places[WEND_OUTER_MOST];
    double radii[WEND_OUTER_MOST];
    uint32_t numbers[WEND_OUTER_MOST]; ///< in all
    uint32_t count;
    double largest; ///< radius of all
} wend_outer_discs;

/// A disc may be left out if it sticks out of the hull of those that are told by no more than this
/// part of the largest radius. (All do where there are more than WEND_OUTER_MOST.)
#define WEND_OUTER_SLACK 1e-4

void wend_outer_discs_find(const wend_discs *discs, wend_outer_discs *outer);

#endif
