// SPDX-License-Identifier: MIT
// Predicates on single shapes for a repair.
#ifndef WEND_REPAIR_SHAPES_H
#define WEND_REPAIR_SHAPES_H

#include "polygon/polygons.h"

/// The ends of a shape that is thinner than width: 2, or 1 if it is also shorter; 0 if it is not.
uint32_t shape_thin_ends(wend_shape shape, double width, wend_vec2 ends[2]);

/// True if both have exactly the same corners, in any order, and equally many rings.
bool shape_has_corners(wend_shape one, wend_shape other);

/// True if a polygon that was made from several shapes contains this one: it has corners in the
/// union, or, where the bounds cut those off, the union has corners in it. [box: of made; reach:
/// how far corners may have moved]
bool shape_is_made_of(wend_shape made, wend_box box, wend_shape of, double reach);

#endif
