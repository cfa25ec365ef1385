// SPDX-License-Identifier: MIT
// Descriptive statistics.
#ifndef WEND_MEASURE_STATISTICS_H
#define WEND_MEASURE_STATISTICS_H

#include "wend/base.h"

/// Statistics of values, NAN ignored. All NAN if there are none.
typedef struct measure_statistics {
    size_t count;
    double mean, deviation; ///< sample standard deviation; NAN for fewer than two values
    double least, median, most;
    double most_95; ///< 95th percentile, nearest rank
} measure_statistics;

/// False: out of memory.
bool measure_statistics_of(const double *values, size_t count, measure_statistics *out);

/// Quantile by nearest rank: the sorted value of rank ceil(share * count), counted from 1; NAN for
/// none. [Limit: 0 <= share <= 1]
double measure_quantile(const double *sorted, size_t count, double share);

/// The mean of some values without those that are NAN, with its confidence interval.
typedef struct measure_interval {
    uint32_t count;
    double mean;      ///< NAN if there are none
    double low, high; ///< 95 % for the mean by Student's t; NAN for fewer than two
} measure_interval;
measure_interval measure_interval_of(const double *values, uint32_t count);

/// The t that a variable of Student's distribution exceeds, to either side, with that probability.
/// [Limit: degrees >= 1, 0 < both_tails < 1]
double measure_student(uint32_t degrees, double both_tails);

#endif
