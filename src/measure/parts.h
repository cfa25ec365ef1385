// SPDX-License-Identifier: MIT
// A floor's free area as convex parts that know their neighbours: the cells of a mesh. What is cut
// to the floor is cut to one part after the other, so it needs nothing but convex polygons.
#ifndef WEND_MEASURE_PARTS_H
#define WEND_MEASURE_PARTS_H

#include "core/array.h"
#include "io/scene.h"

#define MEASURE_NO_PART UINT32_MAX

/// From one corner of a part to the next.
typedef struct measure_side {
    wend_vec2 at;    ///< where it starts
    uint32_t beyond; ///< the part on its other side; MEASURE_NO_PART: a wall
} measure_side;

/// Its sides lie one after the other, counter-clockwise.
typedef struct measure_part {
    uint32_t first, count;
    wend_box box;
} measure_part;

/// Zeroed it is empty.
typedef struct measure_parts {
    wend_array(measure_part) items;
    wend_array(measure_side) sides;
    wend_box box;        ///< around all parts
    uint32_t most_sides; ///< of one part
    double tolerance;    ///< the floor's: rounding is less, openings are wider
    // Which parts are near a place: lists by cells of a grid.
    double per_side;
    uint32_t columns, rows;
    wend_array(uint32_t) starts; ///< [columns * rows + 1] in numbers
    wend_array(uint32_t) numbers;
} measure_parts;

/// The parts of a floor; where it has no bounds, of the box `around`. floor NULL: that box. False:
/// out of memory. A floor that is not sound gives no parts, and a problem.
bool measure_parts_make(const scene *floor, wend_box around, measure_parts *out,
                        problem_list *problems);
void measure_parts_free(measure_parts *parts);

/// The part that p is in, or on the border of; near is tried first. Where it is in none, the
/// nearest one within `astray`. MEASURE_NO_PART: there is none.
uint32_t measure_parts_locate(const measure_parts *parts, wend_vec2 p, uint32_t near,
                              double astray);

#endif
