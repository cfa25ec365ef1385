// SPDX-License-Identifier: MIT
// How dense and how fast it is in an area, and what those meet who pass through one.
#ifndef WEND_MEASURE_AREA_H
#define WEND_MEASURE_AREA_H

#include "core/array.h"
#include "measure/speed.h"

/// A simple polygon, in any orientation. Who is on its border is not in it.
typedef struct measure_area {
    const wend_vec2 *ring;
    uint32_t count;
} measure_area;

/// What it is like in an area in one frame.
typedef struct measure_moment {
    uint32_t count;
    double density; ///< classic: count / area [Units: 1/m^2]
    double speed;   ///< mean; NAN: nobody there has one (PedPy writes 0) [Units: m/s]
} measure_moment;

/// moments: [r->frame_count]. Takes no memory.
void measure_moments(const recording *r, measure_area area, measure_window window,
                     measure_moment *moments);

/// A passage through the area between a line and one beside it.
typedef struct measure_passage {
    uint32_t agent;
    uint32_t from, to; ///< frames: the first inside, the first after it
    double density;    ///< mean of the classic density while it was inside [Units: 1/m^2]
    double speed;      ///< width by the time inside [Units: m/s]
} measure_passage;

typedef struct measure_passages {
    wend_array(measure_passage) items; ///< by agent, then by frame
} measure_passages;

/// The corners of the area between a line and the same line moved to its left by width.
void measure_strip(wend_segment line, double width, wend_vec2 ring[4]);

/// All who enter the strip through one of the two lines, stay in it without a missing frame and
/// leave it through the other. [Limit: width > 0]
bool measure_find_passages(const recording *r, wend_segment line, double width,
                           measure_passages *out);
void measure_passages_free(measure_passages *passages);

/// Many points of a fundamental diagram as one.
typedef struct measure_bin {
    double density;          ///< the middle of the bin [Units: 1/m^2]
    double speed, deviation; ///< of the moments' speeds; deviation NAN for one [Units: m/s]
    double flow;             ///< mean of density * speed of the moments [Units: 1/(m s)]
    size_t count;            ///< moments
} measure_bin;

typedef struct measure_bins {
    wend_array(measure_bin) items; ///< by density, only those with a moment
} measure_bins;

/// Sorts moments with a speed by density into bins of that width: bin k has densities from k width
/// up to less than (k + 1) width. [Limit: width > 0]
bool measure_find_bins(const measure_moment *moments, size_t count, double width,
                       measure_bins *out);
void measure_bins_free(measure_bins *bins);

/// Weidmann's curve for comparison: the speed at a density, 1.34 m/s when alone, 0 from 5.4 1/m^2
/// on.
double measure_weidmann(double density);

#endif
