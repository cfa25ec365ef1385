// SPDX-License-Identifier: MIT
// Angles and exponentials with the same bits on every machine: a C library may round sin as it
// likes, so whatever decides how agents move uses these. Only sqrt, which IEEE fixes, comes from
// the C library.
//
// Errors are in units in the last place (ulp) of the result, as measured by tests/test_angle.c with
// some room to spare. NaN gives NaN everywhere.
#ifndef WEND_CORE_ANGLE_H
#define WEND_CORE_ANGLE_H

/// Up to here (about 1.6 million) sin and cos are good to 1 ulp. Beyond, the error of the angle
/// grows as 2^-52 of it, like its own rounding; beyond 2^52 the angle is taken as 0.
#define WEND_ANGLE_EXACT 0x1.9p20

/// Both at once, cheaper than one after the other. NaN for an infinite angle. [Units: rad]
void wend_sin_cos(double angle, double *sine, double *cosine);
double wend_sin(double angle);
double wend_cos(double angle);

/// The angle of the vector (x, y), -pi..pi, as the C library's atan2 for zeros of either sign and
/// infinities. At most 1.5 ulp.
double wend_atan2(double y, double x);

/// 0..pi. Values beyond -1 or 1, which rounding makes of cosines, count as -1 or 1. At most 2.5
/// ulp.
double wend_acos(double cosine);

/// At most 1.5 ulp; 0 and infinity where the result has no place in a double.
double wend_exp(double x);

/// The natural logarithm. At most 1 ulp; -infinity for 0, NaN below.
double wend_log(double x);

#endif
