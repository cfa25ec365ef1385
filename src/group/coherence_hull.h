// SPDX-License-Identifier: MIT
// The discs on the convex hull of all: a convex shape that encloses these encloses the rest.
#ifndef WEND_GROUP_COHERENCE_HULL_H
#define WEND_GROUP_COHERENCE_HULL_H

#include "group/coherence.h"

/// Maximum number of hull discs. A thousand discs spread over a square have about 20.
enum { WEND_OUTER_MAX = 256 };

typedef struct wend_outer_discs {
    wend_vec2 positions[WEND_OUTER_MAX];
    double radii[WEND_OUTER_MAX];
    uint32_t numbers[WEND_OUTER_MAX]; ///< indices of all of them
    uint32_t count;
    double largest; ///< largest radius of all discs
} wend_outer_discs;

/// A disc may be left out if it protrudes from the hull of the listed ones by no more than this
/// fraction of the largest radius. (With more than WEND_OUTER_MAX, all the rest are left out.)
#define WEND_OUTER_SLACK 1e-4

void wend_outer_discs_find(const wend_discs *discs, wend_outer_discs *outer);

#endif
