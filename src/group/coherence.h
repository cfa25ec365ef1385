// SPDX-License-Identifier: MIT
// Search for the smallest shape that encloses all discs (Kamphuis and Overmars 2003, Definition
// 2.2).
#ifndef WEND_GROUP_COHERENCE_H
#define WEND_GROUP_COHERENCE_H

#include "wend/group_shape.h"

/// Discs to enclose.
typedef struct wend_discs {
    const wend_vec2 *positions;
    const double *radii;
    uint32_t count;
} wend_discs;

/// The smallest straight shape that encloses all discs, within 0.1 %. Any shape of area `enough` or
/// less is accepted: 0 for the smallest. (coherence_straight.c)
wend_group_shape wend_coherence_straight(const wend_discs *discs, double enough);

/// A shape with a bend of area `enough` or less, if the search finds one; otherwise a small one, or
/// `straight`, whichever is smaller. (coherence_bent.c)
wend_group_shape wend_coherence_bent(const wend_discs *discs, const wend_group_shape *straight,
                                     double enough);

/// The smallest width with which the shape encloses all discs, with its spine unchanged.
double wend_coherence_width(const wend_discs *discs, const wend_group_shape *shape);

#endif
