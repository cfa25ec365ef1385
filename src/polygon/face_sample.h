// SPDX-License-Identifier: MIT
// A point of a face at which its winding number is evaluated.
#ifndef WEND_POLYGON_FACE_SAMPLE_H
#define WEND_POLYGON_FACE_SAMPLE_H

#include "wend/floor.h"
#include "wend/index.h"

/// Rounding moves walls, and a sliver may collapse and remain only in the input walls. A face is
/// classified by the winding number of the input at a point that no wall was moved across. Moves
/// *sample, a point of the face, to one that is at least `wanted` from all of `walls`, or as far as
/// was found; a face without such a point is thin. False: out of memory.
bool face_sample_clear(wend_shape face, const wend_index *walls, double wanted, wend_vec2 *sample);

#endif
