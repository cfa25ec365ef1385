// SPDX-License-Identifier: MIT
// Shared by the tests of the guidelines: populations, times at lines, distributions.
#ifndef WEND_VERIFY_GUIDELINES_H
#define WEND_VERIFY_GUIDELINES_H

#include "verify/verify.h"

/// Interpolated time at which an agent first reaches x >= line; NAN: never, or it starts there.
double verify_time_at(const recording *r, uint32_t agent, double x);

/// Number of positions more than 1 mm deep in a wall or outside the bounds.
uint64_t verify_outside(const recording *r);

/// Largest mean density of an area over any `seconds` in a row. [Units: 1/m^2]
double verify_peak_density(const recording *r, wend_box box, double seconds);

/// Gives all agents of the scene the same distribution of preferred speeds.
void verify_populate(scene *s, double mean, wend_spread spread);
/// Males of 30 to 50 years of MSC.1/Circ.1533, annex 3: uniform, 0.97 to 1.62 m/s.
void verify_populate_imo(scene *s);

/// A distribution of the scene format.
typedef struct verify_distribution {
    double mean;
    wend_spread spread;
} verify_distribution;

/// Probability of a value of at most x, without truncation.
double verify_cumulative(const verify_distribution *d, double x);

/// Test of Kolmogorov and Smirnov: the probability of a distance at least as large, if the values
/// have the distribution. Sorts the values.
double verify_ks(double *values, size_t count, const verify_distribution *d);
/// Adds the empirical and the expected distribution function. The values must be sorted.
void verify_draw_distribution(verify *v, chart *c, const char *name, const double *sorted,
                              size_t count, const verify_distribution *d);

double verify_mean(const double *values, int count);
double verify_median(const double *values, int count);

#endif
