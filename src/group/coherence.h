// SPDX-License-Identifier: MIT
// The search for the smallest shape that holds all discs (definition 2.2).
#ifndef WEND_GROUP_COHERENCE_H
#define WEND_GROUP_COHERENCE_H

#include "wend/group.h"

/// Discs that a shape shall hold.
typedef struct wend_discs {
    const wend_vec2 *places;
    const double *radii;
    uint32_t count;
} wend_discs;

/// The smallest straight shape that holds all of them, within one part in a thousand. Anything of
/// area `enough` or less will do as well: 0 for the smallest. (coherence_straight.c)
wend_group_shape wend_coherence_straight(const wend_discs *discs, double enough);

/// One with a bend of area `enough` or less, if the search finds one; else a small one, or
/// `straight`, whichever is smaller. (coherence_bent.c)
wend_group_shape wend_coherence_bent(const wend_discs *discs, const wend_group_shape *straight,
                                     double enough);

/// The least width with which the shape holds all of them, its spine being as it is.
double wend_coherence_width(const wend_discs *discs, const wend_group_shape *shape);

#endif
