// SPDX-License-Identifier: MIT
// All functions have three parts. The argument is reduced to near zero by subtracting a multiple of
// a constant (or by rotating the vector, or by splitting off a power of two). A short Taylor series
// follows, whose truncation error is below 2^-57 of the result, so no coefficient is tuned. Finally
// the known value for the multiple is added, small terms first. Constants that do not fit a double
// are split into parts, named accordingly.
#include "core/angle.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__FAST_MATH__)
#error "-ffast-math would make angles differ between machines"
#endif

// Adding and subtracting this constant rounds to an integer, ties to even. [Limit: |x| < 2^51]
static double whole(double x)
{
    const double shift = 0x1.8p52;
    return (x + shift) - shift;
}

// ---- sine and cosine ----------------------------------------------------------------------------

// pi/2 in three parts. Multiples below 2^20 of the first two are exact.
static const double half_pi_high = 0x1.921fb544p+0, half_pi_middle = 0x1.0b4611a6p-34,
                    half_pi_low = 0x1.3198a2e037073p-69;
static const double two_over_pi = 0.63661977236758134;
#define PI_HIGH 3.1415926535897931
#define PI_LOW  1.2246467991473532e-16

// An angle as turns * pi/2 + (high + low), |high| slightly above pi/4 at most.
typedef struct quarter {
    double high, low;
    unsigned turns; // quarter turns modulo 4
} quarter;

// A huge angle minus full turns, as far as a double resolves them.
static double unwound(double angle)
{
    const double limit = 0x1p52;
    if (!(fabs(angle) <= DBL_MAX))
        return angle - angle;
    if (fabs(angle) > limit)
        return 0;
    return angle - whole(angle * (0.25 * two_over_pi)) * (2 * PI_HIGH);
}

static quarter quarter_of(double angle)
{
    if (!(fabs(angle) <= WEND_ANGLE_EXACT))
        angle = unwound(angle);
    double turns = whole(angle * two_over_pi);
    // Exact: the product has at most 53 bits, and the operands are close.
    double rough = angle - turns * half_pi_high;
    double middle = turns * half_pi_middle;
    double fine = rough - middle;
    double lost = turns * half_pi_low - ((rough - fine) - middle);
    double high = fine - lost;
    // NaN has no integer value; any quarter will do.
    unsigned quarters = turns == turns ? (unsigned)(int)turns & 3 : 0;
    return (quarter){high, (fine - high) - lost, quarters};
}

// x - x^3/3! + ... - x^15/15! + x^17/17!, plus the low part times the slope.
static double sine_near_zero(double x, double low)
{
    double x2 = x * x, x4 = x2 * x2;
    double even =
        -1.0 / 6 + x4 * (-1.0 / 5040 + x4 * (-1.0 / 39916800 + x4 * (-1.0 / 1307674368000)));
    double odd =
        1.0 / 120 + x4 * (1.0 / 362880 + x4 * (1.0 / 6227020800 + x4 * (1.0 / 355687428096000)));
    double tail = x * x2 * (even + x2 * odd) + low * (1 - 0.5 * x2);
    return tail == 0 ? x : x + tail; // keeps the sign of -0
}

// 1 - x^2/2! + ... + x^16/16!, minus the low part times the slope. 1 - x^2/2 is rounded once; its
// rounding error is known and added to the small terms.
static double cosine_near_zero(double x, double low)
{
    double x2 = x * x, x4 = x2 * x2;
    double even =
        1.0 / 24 + x4 * (1.0 / 40320 + x4 * (1.0 / 479001600 + x4 * (1.0 / 20922789888000)));
    double odd = -1.0 / 720 + x4 * (-1.0 / 3628800 + x4 * (-1.0 / 87178291200));
    double half = 0.5 * x2, head = 1 - half;
    return head + (((1 - head) - half) + (x4 * (even + x2 * odd) - x * low));
}

void wend_sin_cos(double angle, double *sine, double *cosine)
{
    quarter q = quarter_of(angle);
    double s = sine_near_zero(q.high, q.low), c = cosine_near_zero(q.high, q.low);
    // Table instead of branch: the quarter is unpredictable.
    const double either[2] = {s, c}, sign[4] = {1, 1, -1, -1};
    *sine = sign[q.turns] * either[q.turns & 1];
    *cosine = sign[(q.turns + 1) & 3] * either[(q.turns + 1) & 1];
}

double wend_sin(double angle)
{
    quarter q = quarter_of(angle);
    double size = q.turns & 1 ? cosine_near_zero(q.high, q.low) : sine_near_zero(q.high, q.low);
    return q.turns & 2 ? -size : size;
}

double wend_cos(double angle)
{
    quarter q = quarter_of(angle);
    double size = q.turns & 1 ? sine_near_zero(q.high, q.low) : cosine_near_zero(q.high, q.low);
    return (q.turns + 1) & 2 ? -size : size;
}

// ---- the angle of a vector ----------------------------------------------------------------------

// atan(i/16), and the rounding error of that double.
#define SLOPES 16
static const double slope_angle[SLOPES + 1][2] = {
    {0, 0},
    {0.062418809995957351, -1.5490756308295046e-18},
    {0.12435499454676144, -3.1253241424539383e-18},
    {0.18534794999569476, 4.180692268843079e-18},
    {0.24497866312686414, 1.0698755618734451e-17},
    {0.30288486837497142, -1.1010827903001369e-17},
    {0.35877067027057225, -2.4623815582638635e-17},
    {0.4124104415973873, -1.5876522277706891e-17},
    {0.46364760900080609, 2.2698777452961687e-17},
    {0.51238946031073773, -2.5462781472855804e-17},
    {0.55859931534356244, -5.4556305485916264e-18},
    {0.60228734613496418, 2.9504307372284023e-17},
    {0.64350110879328437, 1.5834785051444286e-17},
    {0.68231655487474807, 6.9432236715600077e-18},
    {0.71882999962162453, -2.1478388444456983e-17},
    {0.7531512809621944, -2.4256934659182068e-17},
    {0.78539816339744828, 3.061616997868383e-17},
};

// Vectors shorter or longer than these are scaled: their products would over- or underflow.
static const double min_length = 0x1p-900, max_length = 0x1p1000;

// Replaces a zero, infinite, tiny or huge vector by one of ordinary length.
static void make_usual(double *large, double *small)
{
    if (*large > DBL_MAX) {
        *small = *small > DBL_MAX ? 1 : 0;
        *large = 1;
    } else if (*large == 0) {
        *large = 1;
    } else {
        double factor = *large > max_length ? 0x1p-100 : 0x1p200;
        *large *= factor;
        *small *= factor;
    }
}

// The vector is rotated back by the nearest angle of the table; the rest is atan z = z - z^3/3 +
// ... - z^11/11 with |z| <= 1/32.
double wend_atan2(double y, double x)
{
    double across = fabs(y), along = fabs(x);
    if (across != across || along != along)
        return across + along;
    double large = across > along ? across : along, small = across > along ? along : across;
    if (!(large >= min_length && large <= max_length))
        make_usual(&large, &small);

    double step = whole(small / large * SLOPES), slope = step / SLOPES;
    double z = (small - slope * large) / (large + slope * small);
    double z2 = z * z, z4 = z2 * z2;
    double series =
        (-1.0 / 3 + z2 * (1.0 / 5)) + z4 * ((-1.0 / 7 + z2 * (1.0 / 9)) + z4 * (-1.0 / 11));
    const double *known = slope_angle[(int)step];

    // The absolute angle is base + turn * (known + z + series), base a multiple of pi/2. Table
    // instead of branch: directions are unpredictable.
    static const double bases[4] = {0, PI_HIGH, 0.5 * PI_HIGH, 0.5 * PI_HIGH},
                        base_lows[4] = {0, PI_LOW, 0.5 * PI_LOW, 0.5 * PI_LOW},
                        turns[4] = {1, -1, -1, 1};
    int sector = 2 * (across > along) + (signbit(x) != 0);
    double base = bases[sector], turn = turns[sector], head = base + turn * known[0];
    double lost = (base - head) + turn * known[0];
    double tail = base_lows[sector] + lost + turn * (known[1] + z * z2 * series);
    return copysign(head + (turn * z + tail), y);
}

double wend_acos(double cosine)
{
    if (cosine > 1)
        cosine = 1;
    if (cosine < -1)
        cosine = -1;
    return wend_atan2(sqrt((1 - cosine) * (1 + cosine)), cosine);
}

// ---- exponentials -------------------------------------------------------------------------------

// 2^(i/16)
#define ROOTS 16
static const double root[ROOTS] = {
    1.0,
    1.0442737824274138,
    1.0905077326652577,
    1.1387886347566916,
    1.189207115002721,
    1.241857812073484,
    1.2968395546510096,
    1.3542555469368927,
    1.4142135623730951,
    1.4768261459394993,
    1.5422108254079407,
    1.6104903319492543,
    1.681792830507429,
    1.7562521603732995,
    1.8340080864093424,
    1.9152065613971474,
};
// ln 2 / 16 in two parts: multiples below 2^19 of the first are exact.
static const double root_log_high = 0x1.62e42fef8p-5, root_log_low = 1.012406886666035e-12;
static const double roots_per_unit = 23.083120654223414;

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t to_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// 2^power [Limit: -1022 <= power <= 1023]
static double power_of_two(int power)
{
    return from_bits((uint64_t)(power + 1023) << 52);
}

double wend_exp(double x)
{
    // Beyond these limits the result is infinite or 0.
    const double max_x = 709.8, min_x = -745.2;
    if (!(x < max_x))
        return x == x ? HUGE_VAL : x;
    if (!(x > min_x))
        return 0;
    double steps = whole(x * roots_per_unit);
    double rough = x - steps * root_log_high, r = rough - steps * root_log_low;
    int step = (int)steps, entry = step & (ROOTS - 1), power = (step - entry) / ROOTS;
    // e^r - 1 = r + r^2/2! + ... + r^7/7!, |r| <= ln 2 / 32
    double r2 = r * r;
    double odd = 1.0 / 6 + r2 * (1.0 / 120 + r2 * (1.0 / 5040));
    double even = 1.0 / 2 + r2 * (1.0 / 24 + r2 * (1.0 / 720));
    double less_one = r + r2 * (even + r * odd);
    double value = root[entry] + root[entry] * less_one;
    // Two factors, because the power alone may not fit a double.
    int first = power / 2;
    return value * power_of_two(first) * power_of_two(power - first);
}

// ln 2 in two parts: multiples below 2^17 of the first are exact.
static const double log2_high = 0x1.62e42fefap-1, log2_low = 1.6465949582897082e-12;

double wend_log(double x)
{
    int power = 0;
    if (!(x >= DBL_MIN && x <= DBL_MAX)) {
        if (x == 0)
            return -HUGE_VAL;
        if (!(x > 0))
            return NAN;
        if (x > DBL_MAX)
            return x;
        x *= 0x1p54; // subnormal: normalise
        power = -54;
    }
    // x = 2^power * (1 + f) with 1 + f between sqrt(1/2) and sqrt(2): bits from sqrt(1/2) up.
    const uint64_t lowest = UINT64_C(0x3fe6a09e667f3bcd);
    uint64_t bits = to_bits(x) - lowest;
    power += (int)(bits >> 52) - (bits >> 63 ? 4096 : 0);
    double f = from_bits((bits & UINT64_C(0xfffffffffffff)) + lowest) - 1;
    // ln(1 + f) = 2 (s + s^3/3 + s^5/5 + ...) with s = f / (2 + f), |s| < 0.172. As 2s = f - s f,
    // the term f is exact and the rounding of s matters little.
    double s = f / (2 + f), s2 = s * s, s4 = s2 * s2;
    double odd =
        2.0 / 3 +
        s4 * (2.0 / 7 + s4 * (2.0 / 11 + s4 * (2.0 / 15 + s4 * (2.0 / 19 + s4 * (2.0 / 23)))));
    double even = 2.0 / 5 + s4 * (2.0 / 9 + s4 * (2.0 / 13 + s4 * (2.0 / 17 + s4 * (2.0 / 21))));
    double series = s2 * (odd + s2 * even);
    return power * log2_high + (f - (s * (f - series) - power * log2_low));
}
