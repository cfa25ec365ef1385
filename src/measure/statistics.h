// SPDX-License-Identifier: MIT
// Many values in a few.
#ifndef WEND_MEASURE_STATISTICS_H
#define WEND_MEASURE_STATISTICS_H

#include "wend/base.h"

/// Of some values without those that are NAN. All NAN if there are none.
typedef struct measure_statistics {
    size_t count;
    double mean, deviation; ///< the sample's; NAN for fewer than two values
    double least, median, most;
    double most_95; ///< the smallest that 95 % of them do not exceed
} measure_statistics;

/// False: out of memory.
bool measure_statistics_of(const double *values, size_t count, measure_statistics *out);

/// The smallest of the sorted values that the share of them does not exceed (nearest rank): for
/// count values the one with the rank ceil(share * count), counted from 1; NAN for none. [Limit:
/// 0 <= share <= 1]
double measure_quantile(const double *sorted, size_t count, double share);

#endif
