// SPDX-License-Identifier: MIT
// A point of a face that decides whether the face is solid.
#ifndef WEND_POLYGON_FACE_SAMPLE_H
#define WEND_POLYGON_FACE_SAMPLE_H

#include "wend/floor.h"
#include "wend/index.h"

/// Rounding moves walls, and a sliver may collapse and leave no trace but in the walls that were
/// given. What those wind around at a point that none of them was moved over is what the face is.
/// So: moves *sample, a point of the face, to one that is at least `wanted` from all of `walls`, or
/// as far as one was found; a face without such a point is thin. False: out of memory.
bool face_sample_clear(wend_shape face, const wend_index *walls, double wanted, wend_vec2 *sample);

#endif
