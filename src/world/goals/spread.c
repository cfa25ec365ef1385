// SPDX-License-Identifier: MIT
// Values are drawn by rejection: a value is drawn uniformly between the limits and accepted with
// the ratio of its density to the greatest one between the limits. Lognormal, gamma and Weibull
// distributions are drawn as logarithms, whose densities have one peak and no poles. With t, the
// distance of the logarithm from its peak, the logarithm of the density falls from the peak by
//
//     t^2 / (2 s^2)                  lognormal
//     a (exp(k t) - 1 - k t)         gamma with shape a and k = 1; Weibull with shape k and a = 1
//
// No function of the C library that rounds differently on other machines is used.
#include "world/goals/spread.h"

#include "core/angle.h"
#include "world/world.h"

#include <math.h>

// Values further from the peak are not drawn. [Units: standard deviations]
#define FARTHEST_DRAWN 8.0

enum {
    MAX_DRAWS = 1000, // per value; 7 on average for a normal distribution, at most about 40 for the
                      // others, unless the limits exclude the mean
    MAX_STEPS = 40    // of the search for the shape of a Weibull distribution
};

// Limit of std / mean of distributions of positive values.
#define MAX_VARIATION 10.0

wend_result wend_spread_check(double mean, const wend_spread *spread, const char *what,
                              wend_error *error)
{
    if (!(spread->std >= 0) || !isfinite(spread->std))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "std of a spawner's %s must be finite and 0 or more, found %g", what,
                         spread->std);
    if (spread->std == 0)
        return WEND_OK;
    if (!(spread->min <= spread->max) || !isfinite(spread->min) || !isfinite(spread->max))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a spawner's %s with std > 0 needs finite limits with min <= max, found "
                         "%g and %g",
                         what, spread->min, spread->max);
    if ((unsigned)spread->distribution > WEND_DISTRIBUTION_WEIBULL)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the distribution of a spawner's %s must be a wend_distribution, found %u",
                         what, (unsigned)spread->distribution);
    if (spread->distribution < WEND_DISTRIBUTION_LOGNORMAL ||
        (mean > 0 && spread->std <= MAX_VARIATION * mean && spread->max > 0))
        return WEND_OK;
    return wend_fail(error, WEND_BAD_ARGUMENT,
                     "the distribution of a spawner's %s has values above 0: mean and max must be "
                     "above 0 and std at most %g times the mean, found mean %g, max %g, std %g",
                     what, MAX_VARIATION, mean, spread->max, spread->std);
}

void wend_spread_hash(const wend_spread *spread, wend_hash *hash)
{
    wend_hash_doubles(hash, spread->std, spread->min, spread->max);
    if (spread->distribution != WEND_DISTRIBUTION_NORMAL)
        wend_hash_u64(hash, (uint64_t)spread->distribution);
}

// ---- normal -------------------------------------------------------------------------------------

static double draw_normal(double mean, double std, double min, double max, wend_random *random)
{
    double peak = fmin(fmax(mean, min), max);
    double low = fmax(min, peak - FARTHEST_DRAWN * std);
    double high = fmin(max, peak + FARTHEST_DRAWN * std);
    double nearest = (peak - mean) / std;
    for (int i = 0; i < MAX_DRAWS; i++) {
        double value = wend_random_between(random, low, high);
        double away = (value - mean) / std;
        if (wend_random_unit(random) < wend_exp((nearest * nearest - away * away) / 2))
            return value;
    }
    return peak; // far out in the tail nearly all values are close to it
}

// ---- gamma and Weibull --------------------------------------------------------------------------

// Density of a logarithm: its peak, and a and k of the formula above.
typedef struct log_density {
    double peak, a, k;
} log_density;

static double fall(const log_density *d, double logarithm)
{
    double t = d->k * (logarithm - d->peak);
    return d->a * (wend_exp(t) - 1 - t);
}

// A logarithm between the limits. The density falls by FARTHEST_DRAWN^2 / 2 at least to `low` and
// `high`: exp(-t) - 1 + t >= t^2 / (2 + t) on the left, and exp(t) - 1 - t is above t^2 / 2 as well
// as above exp(t - 1) - 2 on the right. The farther from the peak, the faster it falls.
static double draw_log(const log_density *d, double min, double max, wend_random *random)
{
    const double depth = FARTHEST_DRAWN * FARTHEST_DRAWN / 2 / d->a;
    double left = depth + sqrt(2 * depth), right = fmin(sqrt(2 * depth), 1 + wend_log(2 + depth));
    double peak = fmin(fmax(d->peak, min), max), least = fall(d, peak);
    double low = fmax(min, peak - left / d->k), high = fmin(max, peak + right / d->k);
    for (int i = 0; i < MAX_DRAWS; i++) {
        double value = wend_random_between(random, low, high);
        if (wend_random_unit(random) < wend_exp(least - fall(d, value)))
            return value;
    }
    return peak;
}

// Logarithm of the gamma function: Stirling's series, after a shift upwards. [Limit: x >= 1]
static double log_gamma(double x)
{
    const double half_log_two_pi = 0.91893853320467274;
    double product = 1;
    for (; x < 10; x += 1)
        product *= x;
    double y = 1 / (x * x);
    double series = (1. / 12 - y * (1. / 360 - y * (1. / 1260 - y * (1. / 1680)))) / x;
    return (x - 0.5) * wend_log(x) - x + half_log_two_pi + series - wend_log(product);
}

// Squared std / mean of a Weibull distribution with shape 1 / q, as log(1 + v^2). It grows with q.
static double weibull_variation(double q)
{
    return log_gamma(1 + 2 * q) - 2 * log_gamma(1 + q);
}

// Bisects the shape.
static log_density weibull_of(double mean, double std)
{
    double wanted = wend_log(1 + std / mean * (std / mean));
    double low = 0, high = 1;
    while (weibull_variation(high) < wanted)
        high *= 2;
    for (int i = 0; i < MAX_STEPS; i++) {
        double middle = (low + high) / 2;
        if (weibull_variation(middle) < wanted)
            low = middle;
        else
            high = middle;
    }
    return (log_density){.peak = wend_log(mean) - log_gamma(1 + high), .a = 1, .k = 1 / high};
}

static log_density gamma_of(double mean, double std)
{
    double shape = mean / std * (mean / std);
    return (log_density){.peak = wend_log(mean), .a = shape, .k = 1};
}

// ---- all ----------------------------------------------------------------------------------------

double wend_spread_draw(double mean, const wend_spread *spread, wend_random *random)
{
    if (spread->std == 0)
        return mean;
    if (spread->distribution == WEND_DISTRIBUTION_NORMAL)
        return draw_normal(mean, spread->std, spread->min, spread->max, random);
    if (spread->distribution == WEND_DISTRIBUTION_UNIFORM)
        return wend_random_between(random, spread->min, spread->max);
    double min = wend_log(fmax(spread->min, 0)), max = wend_log(spread->max), value;
    if (spread->distribution == WEND_DISTRIBUTION_LOGNORMAL) {
        double square = wend_log(1 + spread->std / mean * (spread->std / mean));
        value = draw_normal(wend_log(mean) - square / 2, sqrt(square), min, max, random);
    } else {
        log_density d = spread->distribution == WEND_DISTRIBUTION_GAMMA
                            ? gamma_of(mean, spread->std)
                            : weibull_of(mean, spread->std);
        value = draw_log(&d, min, max, random);
    }
    return fmin(fmax(wend_exp(value), spread->min), spread->max); // rounded
}
