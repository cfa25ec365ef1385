// SPDX-License-Identifier: MIT
// Angles and exponentials that are bit-identical on every machine. C libraries round sin
// differently, so all code that determines how agents move uses these functions. Only sqrt, which
// IEEE 754 specifies, comes from the C library.
//
// Errors are in units in the last place (ulp) of the result, as measured by the tests, rounded up.
// NaN gives NaN.
#ifndef WEND_CORE_ANGLE_H
#define WEND_CORE_ANGLE_H

#include <math.h>

/// Up to this angle (about 1.6 million) the error of sin and cos is at most 1 ulp. Beyond it, the
/// error of the angle grows as 2^-52 of it; beyond 2^52 the angle counts as 0.
#define WEND_ANGLE_EXACT 0x1.9p20

/// Sine and cosine together. NaN for an infinite angle. [Units: rad]
void wend_sin_cos(double angle, double *sine, double *cosine);
double wend_sin(double angle);
double wend_cos(double angle);

/// Angle of the vector (x, y), -pi..pi; like atan2 of the C library for signed zeros and
/// infinities. At most 1.5 ulp.
double wend_atan2(double y, double x);

/// Arc cosine, 0..pi. Arguments beyond -1 or 1 (rounding) count as -1 or 1. At most 2.5 ulp.
double wend_acos(double cosine);

/// Exponential function. At most 1.5 ulp; 0 or infinity if the result does not fit a double.
double wend_exp(double x);

/// Natural logarithm. At most 1 ulp; -infinity for 0, NaN below.
double wend_log(double x);

// ---- reduced precision --------------------------------------------------------------------------
// For results that are stored as floats: Chebyshev interpolation on a small range, with error
// WEND_SHORT_ERROR and no unpredictable branches.

/// A fifth of the rounding error of a float near 1. [Units: rad, or relative]
#define WEND_SHORT_ERROR 1.1e-8

#define WEND_HALF_PI 1.5707963267948966

/// [Limit: |angle| <= pi/2]
static inline void wend_short_sin_cos(double angle, double *sine, double *cosine)
{
    double x = angle * angle, x2 = x * x;
    *sine =
        angle *
        (0.9999999956966751 + x * -0.16666657944392274 +
         x2 * (0.008333050086779942 + x * -0.00019809011067105478 + x2 * 2.6050929578576264e-06));
    *cosine = 0.9999999997790224 + x * -0.49999999355118135 +
              x2 * (0.041666636147639366 + x * -0.0013888360127787811 +
                    x2 * (2.4760101516441297e-05 + x * -2.6050510631407916e-07));
}

/// Angle of a vector that points to the right: -pi/2..pi/2. Slightly left because of rounding is
/// allowed. [Limit: x >= -|y|, not both 0]
static inline double wend_short_atan2(double y, double x)
{
    // Arithmetic instead of a branch: directions are unpredictable.
    double across = fabs(y), steep = across > x;
    double z = (across < x ? across : x) / (across > x ? across : x);
    double z2 = z * z, z4 = z2 * z2, z8 = z4 * z4;
    double low = 0.9999999817886558 + z2 * -0.33333036709286157 +
                 z4 * (0.19991872029106628 + z2 * -0.14197797794066258);
    double high = 0.10618370636872568 + z2 * -0.07456854825805077 +
                  z4 * (0.0421376235864789 + z2 * -0.015731249120286894);
    double angle = z * (low + z8 * (high + z8 * 0.002766283501232013));
    return copysign(steep * WEND_HALF_PI + (1 - 2 * steep) * angle, y);
}

#endif
