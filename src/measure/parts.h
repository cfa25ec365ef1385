// SPDX-License-Identifier: MIT
// Free area of a floor as convex parts with known neighbours: the cells of a mesh. Clipping to the
// floor is clipping to one part after the other, so only convex polygons are needed.
#ifndef WEND_MEASURE_PARTS_H
#define WEND_MEASURE_PARTS_H

#include "core/array.h"
#include "scene/scene.h"

#define MEASURE_NO_PART UINT32_MAX

/// Side from one corner of a part to the next.
typedef struct measure_side {
    wend_vec2 at;    ///< start point
    uint32_t beyond; ///< adjacent part; MEASURE_NO_PART: a wall
} measure_side;

/// Its sides are consecutive, counter-clockwise.
typedef struct measure_part {
    uint32_t first, count;
    wend_box box;
} measure_part;

/// Empty if zeroed.
typedef struct measure_parts {
    wend_array(measure_part) items;
    wend_array(measure_side) sides;
    wend_box box;        ///< bounding box of all parts
    uint32_t most_sides; ///< maximum number of sides of a part
    double tolerance;    ///< tolerance of the floor: above rounding, below the width of openings
    // Grid of lists for point location.
    double per_side;
    uint32_t columns, rows;
    wend_array(uint32_t) starts; ///< [columns * rows + 1] indices in numbers
    wend_array(uint32_t) numbers;
} measure_parts;

/// Parts of a floor; without bounds, of the box `around`. floor NULL: that box. False: out of
/// memory. An invalid floor gives no parts, and a problem.
bool measure_parts_make(const scene *floor, wend_box around, measure_parts *out,
                        problem_list *problems);
void measure_parts_free(measure_parts *parts);

/// Part that contains p, border included; near is tried first. If there is none, the nearest part
/// within `astray`. MEASURE_NO_PART: none.
uint32_t measure_parts_locate(const measure_parts *parts, wend_vec2 p, uint32_t near,
                              double astray);

#endif
