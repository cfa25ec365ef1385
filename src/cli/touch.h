// SPDX-License-Identifier: MIT
// Goals that discs touch.
#ifndef WEND_CLI_TOUCH_H
#define WEND_CLI_TOUCH_H

#include "wend/geometry.h"
#include "wend/mesh.h"

/// Radii within which a disc touches a goal. Walls are inflated with arcs that are up to 1 % of the
/// radius farther out.
#define TOUCH_REACH 1.01

/// Precision of touch_widest, as a share of the limit.
#define TOUCH_SLACK 1e-3

/// True if some point of a polygon, its inside included, is in the free space of a mesh or on its
/// walls. A point counts 1, a segment 2.
bool touch_is_free(const wend_mesh *mesh, const wend_vec2 *points, uint32_t count);

/// True if a disc can touch a segment: mesh has the walls inflated by its radius.
bool touch_is_possible(const wend_mesh *mesh, wend_segment segment, double radius);

/// The largest radius, at most `limit`, of a disc that can touch one of these segments, to
/// TOUCH_SLACK of it; 0: they are neither in free space nor on its walls.
double touch_widest(const wend_floor *floor, wend_box frame, const wend_segment *segments,
                    uint32_t count, double limit);

/// Writes why a disc cannot touch a goal: how large it may be, and how wide the opening must be.
void touch_describe(char *text, size_t size, double radius, double widest);

#endif
