// SPDX-License-Identifier: MIT
// Density and speed in an area, passages through a strip, fundamental diagram.
#ifndef WEND_MEASURE_AREA_H
#define WEND_MEASURE_AREA_H

#include "core/array.h"
#include "measure/speed.h"

/// A simple polygon of either orientation. An agent on its border is outside.
typedef struct measure_area {
    const wend_vec2 *ring;
    uint32_t count;
} measure_area;

/// State of an area in one frame.
typedef struct measure_moment {
    uint32_t count;
    double density; ///< classic: count / area [Units: 1/m^2]
    double speed;   ///< mean; NAN: no agent has one (PedPy writes 0) [Units: m/s]
} measure_moment;

/// moments: [r->frame_count]. Does not allocate.
void measure_moments(const recording *r, measure_area area, measure_window window,
                     measure_moment *moments);

/// A passage through the strip between a line and its parallel.
typedef struct measure_passage {
    uint32_t agent;
    uint32_t from, to; ///< first frame inside, first frame after it
    double density;    ///< mean classic density while inside [Units: 1/m^2]
    double speed;      ///< width divided by the time inside [Units: m/s]
} measure_passage;

typedef struct measure_passages {
    wend_array(measure_passage) items; ///< sorted by agent, then by frame
} measure_passages;

/// Corners of the area between a line and its parallel at distance `width` on the left.
void measure_strip(wend_segment line, double width, wend_vec2 ring[4]);

/// All passages: the agent enters the strip through one of the two lines, stays in it without a
/// missing frame and leaves through the other. [Limit: width > 0]
bool measure_find_passages(const recording *r, wend_segment line, double width,
                           measure_passages *out);
void measure_passages_free(measure_passages *passages);

/// One bin of a fundamental diagram.
typedef struct measure_bin {
    double density; ///< centre of the bin [Units: 1/m^2]
    double speed,
        deviation; ///< of the moments' speeds; deviation is NAN for one moment [Units: m/s]
    double flow;   ///< mean of density * speed of the moments [Units: 1/(m s)]
    size_t count;  ///< number of moments
} measure_bin;

typedef struct measure_bins {
    wend_array(measure_bin) items; ///< sorted by density, empty bins omitted
} measure_bins;

/// Sorts moments with a speed by density: bin k has densities in [k width, (k + 1) width). [Limit:
/// width > 0]
bool measure_find_bins(const measure_moment *moments, size_t count, double width,
                       measure_bins *out);
void measure_bins_free(measure_bins *bins);

/// Weidmann's curve (1993) for comparison: the speed at a density, 1.34 m/s at 0, 0 from 5.4 1/m^2
/// on.
double measure_weidmann(double density);

#endif
