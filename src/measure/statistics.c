// SPDX-License-Identifier: MIT
// Mean, standard deviation and quantiles; Student's t, from its closed form for whole degrees of
// freedom (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4).
#include "measure/statistics.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// A share such as 0.95 is not a double: 0.95 * 20 must not round up beyond 19.
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

// ---- confidence intervals -----------------------------------------------------------------------

#define PI 3.14159265358979323846

/// Share of cases in which the interval does not hold the mean.
#define OUTSIDE 0.05

/// Probability that a variable with these degrees of freedom is within t of 0.
static double within(double t, uint32_t degrees)
{
    double angle = atan(t / sqrt(degrees));
    double sine = sin(angle), cosine = cos(angle);
    bool odd = degrees % 2 == 1;
    double sum = 0, term = odd ? cosine : 1;
    // Odd: cos + 2/3 cos^3 + (2 4)/(3 5) cos^5 ...; even: 1 + 1/2 cos^2 + (1 3)/(2 4) cos^4 ...
    for (uint32_t i = odd ? 3 : 2; i <= degrees; i += 2) {
        sum += term;
        term *= cosine * cosine * (i - 1) / i;
    }
    return odd ? 2 / PI * (angle + sine * sum) : sine * sum;
}

double measure_student(uint32_t degrees, double both_tails)
{
    double low = 0, high = 1;
    while (within(high, degrees) < 1 - both_tails)
        high *= 2;
    for (int i = 0; i < 100 && low < high; ++i) {
        double middle = low + (high - low) / 2;
        if (within(middle, degrees) < 1 - both_tails)
            low = middle;
        else
            high = middle;
    }
    return high;
}

measure_interval measure_interval_of(const double *values, uint32_t count)
{
    measure_interval all = {.mean = NAN, .low = NAN, .high = NAN};
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < count; ++i)
        if (!isnan(values[i])) {
            ++all.count;
            sum += values[i];
        }
    if (all.count == 0)
        return all;
    all.mean = sum / all.count;
    if (all.count == 1)
        return all;
    for (uint32_t i = 0; i < count; ++i)
        if (!isnan(values[i]))
            squares += (values[i] - all.mean) * (values[i] - all.mean);
    double error = sqrt(squares / (all.count - 1) / all.count);
    double reach = measure_student(all.count - 1, OUTSIDE) * error;
    all.low = all.mean - reach;
    all.high = all.mean + reach;
    return all;
}
