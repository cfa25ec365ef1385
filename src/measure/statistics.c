// SPDX-License-Identifier: MIT
// Mean, deviation and quantiles.
#include "measure/statistics.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// A share such as 0.95 is not a double: 0.95 * 20 must not be taken for more than 19.
#define RANK_ROUNDING 1e-9

double measure_quantile(const double *sorted, size_t count, double share)
{
    if (count == 0)
        return NAN;
    double rank = ceil(share * (double)count - RANK_ROUNDING);
    if (rank < 1)
        rank = 1;
    if (rank > (double)count)
        rank = (double)count;
    return sorted[(size_t)rank - 1];
}

static void fill(const double *sorted, size_t count, measure_statistics *out)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; ++i)
        sum += sorted[i];
    out->count = count;
    out->mean = sum / (double)count;
    for (size_t i = 0; i < count; ++i)
        squares += (sorted[i] - out->mean) * (sorted[i] - out->mean);
    if (count > 1)
        out->deviation = sqrt(squares / (double)(count - 1));
    out->least = sorted[0];
    out->median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    out->most = sorted[count - 1];
    out->most_95 = measure_quantile(sorted, count, 0.95);
}

bool measure_statistics_of(const double *values, size_t count, measure_statistics *out)
{
    *out = (measure_statistics){0, NAN, NAN, NAN, NAN, NAN, NAN};
    double *sorted = malloc((count > 0 ? count : 1) * sizeof *sorted);
    if (!sorted)
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (!isnan(values[i]))
            sorted[kept++] = values[i];
    qsort(sorted, kept, sizeof *sorted, ascending);
    if (kept > 0)
        fill(sorted, kept, out);
    free(sorted);
    return true;
}
