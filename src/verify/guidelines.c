// SPDX-License-Identifier: MIT
// What the tests of the guidelines share. The gamma distribution function is the series of the
// incomplete gamma function (Abramowitz and Stegun, 6.5.29); the distribution of Kolmogorov and
// Smirnov's distance is the asymptotic one with Stephens' correction for small samples (1970).
#include "verify/guidelines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Tolerated depth in a wall. [Units: m]
#define WALL_MARGIN 0.001

// ---- runs ---------------------------------------------------------------------------------------

double verify_time_at(const recording *r, uint32_t agent, double x)
{
    const recorded_agent *a = &r->agents[agent];
    const wend_vec2 *at = r->at + a->first;
    size_t k = 0;
    while (k < a->count && at[k].x < x)
        ++k;
    if (k == 0 || k == a->count)
        return NAN;
    double share = (x - at[k - 1].x) / (at[k].x - at[k - 1].x);
    double before = measure_time(r, r->frames[a->first + k - 1]);
    return before + share * (measure_time(r, r->frames[a->first + k]) - before);
}

uint64_t verify_outside(const recording *r)
{
    measure_outside outside;
    xneed(measure_find_outside(r, WALL_MARGIN, &outside));
    return outside.rows;
}

double verify_peak_density(const recording *r, wend_box box, double seconds)
{
    const wend_vec2 ring[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    uint32_t window = (uint32_t)(seconds * r->fps);
    measure_moment *moments = xcalloc((size_t)r->frame_count + 1, sizeof *moments);
    measure_moments(r, (measure_area){ring, 4}, measure_default_window(r), moments);
    double sum = 0, peak = 0;
    for (uint32_t f = 0; f < r->frame_count; ++f) {
        sum += moments[f].density;
        sum -= f >= window ? moments[f - window].density : 0;
        peak = fmax(peak, sum / window);
    }
    free(moments);
    return peak;
}

void verify_populate(scene *s, double mean, wend_spread spread)
{
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        s->agents[i].def.agent.preferred_speed = mean;
        s->agents[i].def.preferred_speed = spread;
    }
}

void verify_populate_imo(scene *s)
{
    verify_populate(s, (0.97 + 1.62) / 2,
                    (wend_spread){.std = (1.62 - 0.97) / sqrt(12),
                                  .min = 0.97,
                                  .max = 1.62,
                                  .distribution = WEND_DISTRIBUTION_UNIFORM});
}

// ---- distributions ------------------------------------------------------------------------------

/// Regularised lower incomplete gamma function.
static double gamma_share(double shape, double x)
{
    if (x <= 0)
        return 0;
    double term = 1 / shape, sum = term;
    for (int i = 1; i < 10000 && term > sum * 1e-15; ++i) {
        term *= x / (shape + i);
        sum += term;
    }
    return fmin(1, sum * exp(shape * log(x) - x - lgamma(shape)));
}

/// Shape of a Weibull distribution with this std / mean, by bisection.
static double weibull_shape(double variation)
{
    double low = 0.05, high = 1000;
    for (int i = 0; i < 100; ++i) {
        double k = (low + high) / 2;
        double square = exp(lgamma(1 + 2 / k) - 2 * lgamma(1 + 1 / k)) - 1;
        if (square > variation * variation)
            low = k;
        else
            high = k;
    }
    return (low + high) / 2;
}

double verify_cumulative(const verify_distribution *d, double x)
{
    double std = d->spread.std, variation = std / d->mean, square = log(1 + variation * variation);
    double shape;
    switch (d->spread.distribution) {
    case WEND_DISTRIBUTION_UNIFORM:
        return fmin(1, fmax(0, (x - d->spread.min) / (d->spread.max - d->spread.min)));
    case WEND_DISTRIBUTION_LOGNORMAL:
        return x <= 0 ? 0 : erfc(-(log(x / d->mean) + square / 2) / sqrt(2 * square)) / 2;
    case WEND_DISTRIBUTION_GAMMA:
        return gamma_share(1 / (variation * variation), x * d->mean / (std * std));
    case WEND_DISTRIBUTION_WEIBULL:
        shape = weibull_shape(variation);
        return x <= 0 ? 0 : 1 - exp(-pow(x / d->mean * tgamma(1 + 1 / shape), shape));
    case WEND_DISTRIBUTION_NORMAL:
        break;
    }
    return erfc(-(x - d->mean) / (std * sqrt(2))) / 2;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double verify_ks(double *values, size_t count, const verify_distribution *d)
{
    qsort(values, count, sizeof *values, by_value);
    double distance = 0, n = (double)count, p = 0;
    for (size_t i = 0; i < count; ++i) {
        double share = verify_cumulative(d, values[i]);
        distance = fmax(distance, fmax(share - (double)i / n, (double)(i + 1) / n - share));
    }
    double t = distance * (sqrt(n) + 0.12 + 0.11 / sqrt(n));
    for (int k = 1; k <= 100; ++k)
        p += (k % 2 ? 2 : -2) * exp(-2.0 * k * k * t * t);
    return t < 0.3 ? 1 : fmin(1, fmax(0, p)); // the series converges slowly near 0, where p is 1
}

void verify_draw_distribution(verify *v, chart *c, const char *name, const double *sorted,
                              size_t count, const verify_distribution *d)
{
    wend_vec2 *found = xcalloc(count, sizeof *found), *wanted = xcalloc(count, sizeof *wanted);
    for (size_t i = 0; i < count; ++i) {
        found[i] = (wend_vec2){sorted[i], (double)(i + 1) / (double)count};
        wanted[i] = (wend_vec2){sorted[i], verify_cumulative(d, sorted[i])};
    }
    verify_series(v, c, name, CHART_STEPS, found, count);
    chart_series *line = verify_series(v, c, NULL, CHART_LINE, wanted, count);
    if (line)
        line->colour = WEND_GREY;
    free(found);
    free(wanted);
}

// ---- means --------------------------------------------------------------------------------------

double verify_mean(const double *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i)
        sum += values[i];
    return sum / count;
}

double verify_median(const double *values, int count)
{
    double sorted[VERIFY_MOST_CASES];
    memcpy(sorted, values, (size_t)count * sizeof *values);
    qsort(sorted, (size_t)count, sizeof *sorted, by_value);
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}
