// SPDX-License-Identifier: MIT
// Means of several runs and how sure they are: Student's t, from its closed form for whole degrees
// of freedom (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4).
#include "cli/run.h"

#include <math.h>

#define PI 3.14159265358979323846

/// Of an interval that holds the mean in 95 of 100 cases.
#define OUTSIDE 0.05

/// How likely a variable of so many degrees of freedom is within t of 0.
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

double run_student(uint32_t degrees, double both_tails)
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

run_interval run_interval_of(const double *values, uint32_t count)
{
    run_interval all = {.mean = NAN, .low = NAN, .high = NAN};
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
    double reach = run_student(all.count - 1, OUTSIDE) * error;
    all.low = all.mean - reach;
    all.high = all.mean + reach;
    return all;
}
