// SPDX-License-Identifier: MIT
// Exact signs of determinants in integer arithmetic. A double is an integer of at most 53 bits
// times a power of two.
//
// If all coordinates are 62-bit multiples of one power of two, their differences to the last point
// fit 63 bits, and the determinant of the differences is a small fixed-size computation ("near").
//
// Otherwise the determinant is expanded in the coordinates themselves. Each term is a product of
// two or four of them: an integer of at most 212 bits times a power of two. The terms are added to
// one long fixed-point sum that covers all exponents, from the smallest subnormal to the largest
// double, to the fourth power (Kulisch's long accumulator).
#include "geometry/exact.h"

#include <limits.h>
#include <string.h>

#include "core/strict_math.h"
#include "geometry/predicates.h"

#define LIMB_BITS 32
#define LIMB_MASK UINT64_C(0xffffffff)

/// (negative ? -1 : 1) * size * 2^exponent. size is odd, or zero with an exponent of 0.
typedef struct number {
    uint64_t size;
    int exponent;
    bool negative;
} number;

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static number number_of(double value)
{
    uint64_t bits = bits_of(value);
    uint64_t size = bits & ((UINT64_C(1) << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent > 0)
        size |= UINT64_C(1) << 52;
    else
        exponent = 1;
    if (size == 0)
        return (number){0};
    // The lowest set bit converts exactly; its exponent is the number of zeros below it.
    uint64_t lowest = size & (0 - size);
    int zeros = (int)(bits_of((double)(int64_t)lowest) >> 52) - 1023;
    return (number){size >> zeros, exponent - 1075 + zeros, bits >> 63 != 0};
}

// ---- 128-bit numbers ----------------------------------------------------------------------------

typedef struct wide {
    uint64_t high, low;
} wide;

static wide multiply(uint64_t a, uint64_t b)
{
    uint64_t a_low = a & LIMB_MASK, a_high = a >> LIMB_BITS;
    uint64_t b_low = b & LIMB_MASK, b_high = b >> LIMB_BITS;
    uint64_t low = a_low * b_low;
    uint64_t cross = a_high * b_low + (low >> LIMB_BITS); // at most (2^32-1)^2 + 2^32-1 < 2^64
    uint64_t other = a_low * b_high + (cross & LIMB_MASK);
    return (wide){a_high * b_high + (cross >> LIMB_BITS) + (other >> LIMB_BITS),
                  (other << LIMB_BITS) | (low & LIMB_MASK)};
}

static wide add(wide a, wide b)
{
    uint64_t low = a.low + b.low;
    return (wide){a.high + b.high + (low < a.low), low};
}

static wide subtract(wide a, wide b)
{
    return (wide){a.high - b.high - (a.low < b.low), a.low - b.low};
}

static int compare_wide(wide a, wide b)
{
    if (a.high != b.high)
        return a.high > b.high ? 1 : -1;
    return (a.low > b.low) - (a.low < b.low);
}

// ---- the long sum -------------------------------------------------------------------------------

/// Maximum difference of the exponents of two numbers: the smallest subnormal has -1074, the
/// largest power of two 1023, and an infinity is read as 1024.
#define MAX_SPREAD (1024 + 1074)

/// A term has up to 256 bits: 9 limbs if it begins inside one.
#define TERM_LIMBS 9

/// Bit positions 0 to 4 * MAX_SPREAD, and the term that begins there.
#define MAX_LIMBS (4 * MAX_SPREAD / LIMB_BITS + TERM_LIMBS)

/// The sum of limbs[i] * 2^(32 i). Limbs may be negative or longer than 32 bits: one term changes a
/// limb by less than 2^32, so the 48 terms stay below 2^38 and carries are deferred to the end.
typedef struct long_sum {
    int64_t limbs[MAX_LIMBS];
    int count;
} long_sum;

/// Sets the sum to zero, with capacity for terms up to the given bit position.
static void sum_start(long_sum *sum, int position)
{
    sum->count = position / LIMB_BITS + TERM_LIMBS;
    memset(sum->limbs, 0, (size_t)sum->count * sizeof sum->limbs[0]);
}

/// Adds an integer * 2^position, or subtracts it. [words: count, the lowest first]
static void sum_add(long_sum *sum, bool negative, const uint64_t *words, int count, int position)
{
    int shift = position % LIMB_BITS;
    int64_t *limbs = sum->limbs + position / LIMB_BITS;
    uint64_t above = 0;
    for (int i = 0; i < count; i++) {
        uint64_t low = (words[i] & LIMB_MASK) << shift | above;
        uint64_t high = (words[i] >> LIMB_BITS) << shift | low >> LIMB_BITS;
        int64_t first = (int64_t)(low & LIMB_MASK), second = (int64_t)(high & LIMB_MASK);
        limbs[2 * i] += negative ? -first : first;
        limbs[2 * i + 1] += negative ? -second : second;
        above = high >> LIMB_BITS;
    }
    limbs[2 * count] += negative ? -(int64_t)above : (int64_t)above;
}

/// Adds a * b * 2^position, or subtracts it.
static void sum_add_product(long_sum *sum, bool negative, wide a, wide b, int position)
{
    wide bottom = multiply(a.low, b.low), top = multiply(a.high, b.high);
    wide middle = add((wide){0, bottom.high}, multiply(a.low, b.high));
    wide other = add((wide){0, middle.low}, multiply(a.high, b.low));
    top = add(top, add((wide){0, middle.high}, (wide){0, other.high}));
    sum_add(sum, negative, (uint64_t[]){bottom.low, other.low, top.low, top.high}, 4, position);
}

/// Propagates carries upwards, so that every limb becomes a digit 0 to 2^32-1: the sum is negative
/// if and only if the last carry is.
static int sum_sign(const long_sum *sum)
{
    int64_t carry = 0;
    uint64_t digits = 0;
    for (int i = 0; i < sum->count; i++) {
        int64_t limb = sum->limbs[i] + carry;
        uint64_t digit = (uint64_t)limb & LIMB_MASK;
        digits |= digit;
        carry = (limb - (int64_t)digit) / (INT64_C(1) << LIMB_BITS);
    }
    return carry < 0 ? -1 : carry > 0 || digits != 0;
}

// ---- any coordinates ----------------------------------------------------------------------------

/// Reads count points into numbers whose exponents count from the smallest one; returns the
/// largest.
static int read_points(const wend_vec2 *points, int count, number (*numbers)[2])
{
    int minimum = INT_MAX, greatest = INT_MIN;
    for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            number n = number_of(axis == 0 ? points[i].x : points[i].y);
            numbers[i][axis] = n;
            if (n.size != 0) {
                minimum = n.exponent < minimum ? n.exponent : minimum;
                greatest = n.exponent > greatest ? n.exponent : greatest;
            }
        }
    }
    if (minimum > greatest)
        return 0;
    for (int i = 0; i < count; i++)
        for (int axis = 0; axis < 2; axis++)
            if (numbers[i][axis].size != 0)
                numbers[i][axis].exponent -= minimum;
    return greatest - minimum;
}

int wend_orient2d_exact(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    number n[3][2];
    long_sum sum;
    sum_start(&sum, 2 * read_points((wend_vec2[]){a, b, c}, 3, n));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (i == j)
                continue;
            // x_i y_j is positive if j comes after i around the triangle.
            bool odd = j != (i + 1) % 3;
            number x = n[i][0], y = n[j][1];
            wide xy = multiply(x.size, y.size);
            sum_add(&sum, odd ^ x.negative ^ y.negative, (uint64_t[]){xy.low, xy.high}, 2,
                    x.exponent + y.exponent);
        }
    }
    return sum_sign(&sum);
}

/// True if the permutation i, j, k and the missing one of 0, 1, 2, 3 is odd.
static bool is_odd(int i, int j, int k)
{
    int missing = 6 - i - j - k;
    int swaps = (i > j) + (i > k) + (j > k) + (i > missing) + (j > missing) + (k > missing);
    return swaps % 2 != 0;
}

int wend_incircle_exact(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    number n[4][2];
    long_sum sum;
    sum_start(&sum, 4 * read_points((wend_vec2[]){a, b, c, d}, 4, n));
    // The determinant with the rows (x, y, x^2 + y^2, 1): x of row i, y of row j, and a square of
    // row k.
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            if (i == j)
                continue;
            number x = n[i][0], y = n[j][1];
            wide xy = multiply(x.size, y.size);
            for (int k = 0; k < 4; k++) {
                if (k == i || k == j)
                    continue;
                bool negative = is_odd(i, j, k) ^ x.negative ^ y.negative;
                for (int axis = 0; axis < 2; axis++) {
                    number z = n[k][axis];
                    sum_add_product(&sum, negative, xy, multiply(z.size, z.size),
                                    x.exponent + y.exponent + 2 * z.exponent);
                }
            }
        }
    }
    return sum_sign(&sum);
}

// ---- coordinates of similar size ----------------------------------------------------------------

/// Reads count points relative to the last one, in the unit of which all coordinates are integer
/// multiples. False if one of them is 2^62 units or more.
static bool read_near(const wend_vec2 *points, int count, int64_t (*from_last)[2])
{
    number n[4][2];
    if (read_points(points, count, n) > 61)
        return false;
    int64_t values[4][2];
    for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            number value = n[i][axis];
            if (value.size >> (62 - value.exponent) != 0)
                return false;
            int64_t size = (int64_t)(value.size << value.exponent);
            values[i][axis] = value.negative ? -size : size;
        }
    }
    for (int i = 0; i < count - 1; i++)
        for (int axis = 0; axis < 2; axis++)
            from_last[i][axis] = values[i][axis] - values[count - 1][axis];
    return true;
}

/// A product or a sum of two of them: sizes below 2^127.
typedef struct signed_wide {
    wide size;
    bool negative;
} signed_wide;

static uint64_t absolute(int64_t value)
{
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

static signed_wide multiply_signed(int64_t a, int64_t b)
{
    return (signed_wide){multiply(absolute(a), absolute(b)), (a < 0) ^ (b < 0)};
}

/// a * d - b * c
static signed_wide minor_of(int64_t a, int64_t b, int64_t c, int64_t d)
{
    signed_wide left = multiply_signed(a, d), right = multiply_signed(b, c);
    if (left.negative != right.negative)
        return (signed_wide){add(left.size, right.size), left.negative};
    if (compare_wide(left.size, right.size) >= 0)
        return (signed_wide){subtract(left.size, right.size), left.negative};
    return (signed_wide){subtract(right.size, left.size), !left.negative};
}

bool wend_orient2d_exact_near(wend_vec2 a, wend_vec2 b, wend_vec2 c, int *sign)
{
    int64_t v[2][2];
    if (!read_near((wend_vec2[]){a, b, c}, 3, v))
        return false;
    signed_wide minor = minor_of(v[0][0], v[0][1], v[1][0], v[1][1]);
    bool zero = (minor.size.high | minor.size.low) == 0;
    *sign = zero ? 0 : minor.negative ? -1 : 1;
    return true;
}

bool wend_incircle_exact_near(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d, int *sign)
{
    int64_t v[3][2];
    if (!read_near((wend_vec2[]){a, b, c, d}, 4, v))
        return false;
    long_sum sum;
    sum_start(&sum, 0);
    for (int i = 0; i < 3; i++) {
        const int64_t *p = v[i], *q = v[(i + 1) % 3], *r = v[(i + 2) % 3];
        wide lift = add(multiply_signed(p[0], p[0]).size, multiply_signed(p[1], p[1]).size);
        signed_wide minor = minor_of(q[0], q[1], r[0], r[1]);
        sum_add_product(&sum, minor.negative, minor.size, lift, 0);
    }
    *sign = sum_sign(&sum);
    return true;
}

// ---- the order of the stages --------------------------------------------------------------------

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

int wend_orient2d_slow(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    // The signs of the two products follow from the signs of their factors. If they differ, or both
    // are zero as on axis-parallel walls, they determine the result.
    int left = compare(a.x, c.x) * compare(b.y, c.y);
    int right = compare(a.y, c.y) * compare(b.x, c.x);
    if (left != right || left == 0)
        return (left > right) - (left < right);
    int sign;
    if (wend_orient2d_exact_near(a, b, c, &sign))
        return sign;
    return wend_orient2d_exact(a, b, c);
}

int wend_incircle_slow(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    int sign;
    if (wend_incircle_exact_near(a, b, c, d, &sign))
        return sign;
    return wend_incircle_exact(a, b, c, d);
}
