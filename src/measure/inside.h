// SPDX-License-Identifier: MIT
// Point in area test. It runs for every row of a recording, so the bounding box is tested first.
#ifndef WEND_MEASURE_INSIDE_H
#define WEND_MEASURE_INSIDE_H

#include "measure/area.h"
#include "wend/geometry.h"

#include <math.h>

typedef struct measure_inside {
    measure_area area;
    wend_box box;
    double size; ///< [Units: m^2]
} measure_inside;

static inline measure_inside measure_inside_of(measure_area area)
{
    return (measure_inside){area, wend_box_of(area.ring, area.count),
                            fabs(wend_polygon_area(area.ring, area.count))};
}

/// The border is outside.
static inline bool measure_is_inside(const measure_inside *a, wend_vec2 p)
{
    return p.x > a->box.min.x && p.x < a->box.max.x && p.y > a->box.min.y && p.y < a->box.max.y &&
           wend_polygon_locate(a->area.ring, a->area.count, p) == WEND_INSIDE;
}

#endif
