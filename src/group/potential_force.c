// SPDX-License-Identifier: MIT
// The forces of a group potential field (Kamphuis and Overmars 2003, equations 1 to 3), and the
// limits of their constants.
//
// Both equations divide by a gap, which is 0 where discs touch: gaps count as at least min_gap.
// Equation 2 considers only the nearest border, which changes sides where a disc crosses the spine;
// in a narrow shape the force would be equally large on either side, and the disc would oscillate.
// Near the spine it therefore fades to 0.
#include "core/angle.h"
#include "core/memory.h"
#include "group/potential.h"
#include "wend/vec2.h"

#define POTENTIAL_COOKIE 0x6669656cu

/// Fraction of half of the width, from the spine, within which the force of the border fades.
#define FADE 0.25

/// Exponents that are multiples of 0.5 are computed by multiplication up to this (sigma = 8).
enum { MAX_HALVES = 16 };

/// Two discs at one position separate in a direction that depends on their indices: by this angle
/// from one pair to the next, so that many at one position separate in many directions. [Units:
/// rad]
#define GOLDEN_ANGLE 2.399963229728653

wend_group_potential_def wend_default_group_potential_def(void)
{
    return (wend_group_potential_def){.c1 = 0.045,
                                      .c2 = 0.05,
                                      .c3 = 0.05,
                                      .sigma1 = 1.5,
                                      .sigma2 = 2,
                                      .sigma3 = 2,
                                      .min_gap = 0.02,
                                      .reach = 1.6,
                                      .drag = 0.5,
                                      .max_speed = 2,
                                      .max_acceleration = 3,
                                      .speed = 1.3,
                                      .substep = 0.05,
                                      .cookie = POTENTIAL_COOKIE};
}

// ---- limits -------------------------------------------------------------------------------------

wend_result wend_group_potential_def_check(const wend_group_potential_def *def, wend_error *error)
{
    if (!def || def->cookie != POTENTIAL_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_group_potential_def()");
    const struct {
        const char *name;
        double value, above;
    } limits[] = {
        {"c1", def->c1, 0},
        {"c2", def->c2, 0},
        {"c3", def->c3, 0},
        {"sigma1", def->sigma1, 1},
        {"sigma3", def->sigma3, 1},
        {"min_gap", def->min_gap, 0},
        {"max_speed", def->max_speed, 0},
        {"speed", def->speed, 0},
        {"max_acceleration", def->max_acceleration, 0},
        {"substep", def->substep, 0},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i)
        if (!(limits[i].value > limits[i].above && limits[i].value <= WEND_MAX_COORDINATE))
            return wend_fail(error, WEND_BAD_ARGUMENT, "%s must be above %g, found %g",
                             limits[i].name, limits[i].above, limits[i].value);
    if (!(def->c1 < def->c2))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "c1 (attraction) must be less than c2 (repulsion), found %g and %g",
                         def->c1, def->c2);
    if (!(def->sigma1 < def->sigma2 && isfinite(def->sigma2)))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "sigma1 (attraction) must be less than sigma2 (repulsion), found %g and "
                         "%g",
                         def->sigma1, def->sigma2);
    if (!(def->reach >= 0 && def->reach <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "reach must be 0 or more, found %g", def->reach);
    if (!(def->drag > 0))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "drag is a time and must be above 0 (INFINITY: none), found %g",
                         def->drag);
    if (!(def->speed <= def->max_speed))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "speed must not exceed max_speed, found %g and %g", def->speed,
                         def->max_speed);
    return WEND_OK;
}

// ---- equations ----------------------------------------------------------------------------------

static potential_power power_of(double sigma)
{
    double halves = 2 * sigma;
    bool is_simple = halves == floor(halves) && halves <= MAX_HALVES;
    return (potential_power){sigma, is_simple ? (uint32_t)halves : 0};
}

potential_law wend_potential_law(const wend_group_potential_def *def)
{
    return (potential_law){def, power_of(def->sigma1), power_of(def->sigma2),
                           power_of(def->sigma3)};
}

/// (1 / gap)^sigma, from 1 / gap.
static inline double raise(const potential_power *power, double inverse)
{
    if (power->halves == 0)
        return wend_exp(power->sigma * wend_log(inverse));
    double product = power->halves % 2 ? sqrt(inverse) : 1;
    for (uint32_t k = 0; k < power->halves / 2; ++k)
        product *= inverse;
    return product;
}

/// Equation 1: the repulsion of two discs with that gap.
static inline double pair_force(const potential_law *law, double inverse)
{
    return law->def->c2 * raise(&law->power2, inverse) -
           law->def->c1 * raise(&law->power1, inverse);
}

/// Equation 2.
static wend_vec2 border_force(const potential_law *law, const potential_border *border, wend_vec2 p,
                              double radius)
{
    wend_vec2 inwards;
    double depth = wend_potential_depth(border, p, &inwards), gap = depth - radius;
    double size = law->def->c3 * raise(&law->power3, 1 / fmax(gap, law->def->min_gap));
    size *= fmin(1, (border->half - depth) / (FADE * border->half));
    return wend_scale(inwards, size);
}

/// The direction in which the first of two discs at one position moves.
static wend_vec2 any_direction(double a, double b)
{
    wend_vec2 n;
    double low = fmin(a, b), angle = GOLDEN_ANGLE * (low + 2 * fmax(a, b));
    wend_sin_cos(angle, &n.y, &n.x);
    return a == low ? n : (wend_vec2){-n.x, -n.y};
}

/// The force of b on a, at offset from_b; the gap is their distance minus `radii`.
static inline wend_vec2 force_between(const potential_law *law, wend_vec2 from_b, double square,
                                      double radii, bool pushes_only, double a, double b)
{
    double distance = sqrt(square), gap = distance - radii, min = law->def->min_gap;
    gap = gap > min ? gap : min;
    if (!(distance > 0)) {
        double size = pair_force(law, 1 / gap);
        wend_vec2 n = any_direction(a, b);
        return size > 0 || !pushes_only ? wend_scale(n, size) : (wend_vec2){0, 0};
    }
    double both = 1 / (gap * distance); // one division for two
    double size = pair_force(law, both * distance) * (both * gap);
    if (pushes_only && size < 0)
        return (wend_vec2){0, 0};
    return wend_scale(from_b, size);
}

// ---- all forces ---------------------------------------------------------------------------------

void wend_potential_forces(potential *f, double strayed)
{
    double reach = f->law.def->reach;
    for (uint32_t i = 0; i < f->count; ++i)
        f->forces[i] = (wend_vec2){0, 0};
    for (uint32_t i = 0; i < f->count; ++i) {
        bool moves = potential_is_member(f, i);
        wend_vec2 p = f->stages[i], sum = f->forces[i];
        double radius = f->tags[i].x;
        double last = potential_key(f, i) + reach + radius + f->widest + 2 * strayed;
        for (uint32_t k = i + 1; k < f->count && potential_key(f, k) <= last; ++k) {
            wend_vec2 away = wend_sub(p, f->stages[k]);
            double square = wend_length_squared(away), radii = radius + f->tags[k].x;
            if (!(square < (reach + radii) * (reach + radii)))
                continue;
            bool both = moves && potential_is_member(f, k);
            if (!moves && !potential_is_member(f, k))
                continue;
            wend_vec2 force =
                force_between(&f->law, away, square, radii, !both, f->tags[i].y, f->tags[k].y);
            sum = wend_add(sum, force);
            f->forces[k] = wend_sub(f->forces[k], force);
        }
        f->forces[i] = moves ? wend_add(sum, border_force(&f->law, &f->border, p, radius)) : sum;
    }
}

wend_vec2 wend_group_potential_force(const wend_group_potential_def *def,
                                     const wend_group_potential_state *state, uint32_t entity)
{
    const potential_law law = wend_potential_law(def);
    wend_group_shape shape = wend_group_plan_shape(state->plan, state->along);
    potential_border border = wend_potential_border(&shape);
    wend_vec2 p = state->positions[entity];
    double radius = state->radii[entity];
    wend_vec2 sum = border_force(&law, &border, p, radius);
    for (uint32_t k = 0; k < state->count + state->other_count; ++k) {
        bool is_other = k >= state->count;
        uint32_t at = is_other ? k - state->count : k;
        wend_vec2 away = wend_sub(p, (is_other ? state->other_positions : state->positions)[at]);
        double radii = radius + (is_other ? state->other_radii : state->radii)[at];
        double square = wend_length_squared(away), near = def->reach + radii;
        if (k != entity && square < near * near)
            sum = wend_add(sum, force_between(&law, away, square, radii, is_other, entity, k));
    }
    return sum;
}
