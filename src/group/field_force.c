// SPDX-License-Identifier: MIT
// The forces of a group's field (Kamphuis and Overmars 2003, equations 1 to 3), and what their
// constants must keep.
//
// Both equations divide by a gap, which is 0 where discs touch: gaps count as least_gap or more.
// Equation 2 knows the nearest border alone, and that changes from one side to the other where a
// disc crosses the spine; in a narrow shape the force would be as large on either side, and the
// disc tremble. So near the spine it fades to 0.
#include "core/angle.h"
#include "core/memory.h"
#include "group/field.h"

#define FIELD_COOKIE 0x6669656cu

/// Within this part of half of the width from the spine, the border's force fades.
#define FADE 0.25

/// Exponents that are multiples of a half are multiplied out up to here (sigma = 8).
enum { MOST_HALVES = 16 };

/// Two at one place go apart in a direction that depends on who they are: by this angle from one
/// pair to the next, so that many at one place go in many directions. [Units: rad]
#define GOLDEN_ANGLE 2.399963229728653

wend_group_field_def wend_default_group_field_def(void)
{
    return (wend_group_field_def){.c1 = 0.045,
                                  .c2 = 0.05,
                                  .c3 = 0.05,
                                  .sigma1 = 1.5,
                                  .sigma2 = 2,
                                  .sigma3 = 2,
                                  .least_gap = 0.02,
                                  .reach = 1.6,
                                  .drag = 0.5,
                                  .max_speed = 2,
                                  .max_acceleration = 3,
                                  .speed = 1.3,
                                  .substep = 0.05,
                                  .cookie = FIELD_COOKIE};
}

// ---- checked ------------------------------------------------------------------------------------

/// NaN is none.
static bool is_above_0(double value)
{
    return value > 0 && value <= WEND_MAX_COORDINATE;
}

static wend_result check_sizes(const wend_group_field_def *def, wend_error *error)
{
    const struct {
        const char *name;
        double value;
    } sizes[] = {
        {"least_gap", def->least_gap}, {"max_speed", def->max_speed},
        {"speed", def->speed},         {"max_acceleration", def->max_acceleration},
        {"substep", def->substep},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        if (!is_above_0(sizes[i].value))
            return wend_fail(error, WEND_BAD_ARGUMENT, "%s must be above 0, found %g",
                             sizes[i].name, sizes[i].value);
    if (!(def->reach >= 0 && def->reach <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "reach must be 0 or more, found %g", def->reach);
    if (!(def->drag > 0))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "drag is a time and must be above 0 (INFINITY: none), found %g",
                         def->drag);
    if (!(def->speed <= def->max_speed))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the shape's speed of %g must not exceed its entities' max_speed of %g",
                         def->speed, def->max_speed);
    return WEND_OK;
}

wend_result wend_group_field_def_check(const wend_group_field_def *def, wend_error *error)
{
    if (!def || def->cookie != FIELD_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_group_field_def()");
    if (!is_above_0(def->c1) || !is_above_0(def->c2))
        return wend_fail(error, WEND_BAD_ARGUMENT, "c1 and c2 must be above 0, found %g and %g",
                         def->c1, def->c2);
    if (!(def->c1 < def->c2))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "c1 (attraction) must be less than c2 (repulsion), found %g and %g",
                         def->c1, def->c2);
    if (!(def->sigma1 > 1))
        return wend_fail(error, WEND_BAD_ARGUMENT, "sigma1 must be above 1, found %g", def->sigma1);
    if (!(def->sigma1 < def->sigma2 && isfinite(def->sigma2)))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "sigma1 (attraction) must be less than sigma2 (repulsion), found %g and "
                         "%g",
                         def->sigma1, def->sigma2);
    if (!is_above_0(def->c3))
        return wend_fail(error, WEND_BAD_ARGUMENT, "c3 must be above 0, found %g", def->c3);
    if (!(def->sigma3 > 1 && isfinite(def->sigma3)))
        return wend_fail(error, WEND_BAD_ARGUMENT, "sigma3 must be above 1, found %g", def->sigma3);
    return check_sizes(def, error);
}

// ---- the equations ------------------------------------------------------------------------------

static field_power power_of(double sigma)
{
    double halves = 2 * sigma;
    bool is_simple = halves == floor(halves) && halves <= MOST_HALVES;
    return (field_power){sigma, is_simple ? (uint32_t)halves : 0};
}

field_law wend_field_law(const wend_group_field_def *def)
{
    return (field_law){def, power_of(def->sigma1), power_of(def->sigma2), power_of(def->sigma3)};
}

/// (1 / gap)^sigma, from 1 / gap.
static inline double raise(const field_power *power, double inverse)
{
    if (power->halves == 0)
        return wend_exp(power->sigma * wend_log(inverse));
    double product = power->halves % 2 ? sqrt(inverse) : 1;
    for (uint32_t k = 0; k < power->halves / 2; ++k)
        product *= inverse;
    return product;
}

/// Equation 1: how much two with that gap repel each other.
static inline double pair_force(const field_law *law, double inverse)
{
    return law->def->c2 * raise(&law->power2, inverse) -
           law->def->c1 * raise(&law->power1, inverse);
}

/// Equation 2.
static wend_vec2 border_force(const field_law *law, const field_border *border, wend_vec2 p,
                              double radius)
{
    wend_vec2 inwards;
    double depth = wend_field_depth(border, p, &inwards), gap = depth - radius;
    double size = law->def->c3 * raise(&law->power3, 1 / fmax(gap, law->def->least_gap));
    size *= fmin(1, (border->half - depth) / (FADE * border->half));
    return (wend_vec2){inwards.x * size, inwards.y * size};
}

/// The direction in which the first of two at one place goes.
static wend_vec2 any_direction(double a, double b)
{
    wend_vec2 n;
    double low = fmin(a, b), angle = GOLDEN_ANGLE * (low + 2 * fmax(a, b));
    wend_sin_cos(angle, &n.y, &n.x);
    return a == low ? n : (wend_vec2){-n.x, -n.y};
}

/// What b does to a, who are from_b apart, their discs by `radii` less.
static inline wend_vec2 force_between(const field_law *law, wend_vec2 from_b, double square,
                                      double radii, bool pushes_only, double a, double b)
{
    double distance = sqrt(square), gap = distance - radii, least = law->def->least_gap;
    gap = gap > least ? gap : least;
    if (!(distance > 0)) {
        double size = pair_force(law, 1 / gap);
        wend_vec2 n = any_direction(a, b);
        return size > 0 || !pushes_only ? (wend_vec2){n.x * size, n.y * size} : (wend_vec2){0, 0};
    }
    double both = 1 / (gap * distance); // one division for two
    double size = pair_force(law, both * distance) * (both * gap);
    if (pushes_only && size < 0)
        return (wend_vec2){0, 0};
    return (wend_vec2){from_b.x * size, from_b.y * size};
}

// ---- all of them --------------------------------------------------------------------------------

void wend_field_forces(field *f, double strayed)
{
    double reach = f->law.def->reach;
    for (uint32_t i = 0; i < f->count; ++i)
        f->forces[i] = (wend_vec2){0, 0};
    for (uint32_t i = 0; i < f->count; ++i) {
        bool moves = field_is_member(f, i);
        wend_vec2 p = f->stages[i], sum = f->forces[i];
        double radius = f->tags[i].x;
        double last = field_key(f, i) + reach + radius + f->widest + 2 * strayed;
        for (uint32_t k = i + 1; k < f->count && field_key(f, k) <= last; ++k) {
            wend_vec2 away = field_from(f->stages[k], p);
            double square = field_dot(away, away), radii = radius + f->tags[k].x;
            if (!(square < (reach + radii) * (reach + radii)))
                continue;
            bool both = moves && field_is_member(f, k);
            if (!moves && !field_is_member(f, k))
                continue;
            wend_vec2 force =
                force_between(&f->law, away, square, radii, !both, f->tags[i].y, f->tags[k].y);
            sum = field_add(sum, 1, force);
            f->forces[k] = field_add(f->forces[k], -1, force);
        }
        f->forces[i] =
            moves ? field_add(sum, 1, border_force(&f->law, &f->border, p, radius)) : sum;
    }
}

wend_vec2 wend_group_field_force(const wend_group_field_def *def,
                                 const wend_group_field_state *state, uint32_t entity)
{
    const field_law law = wend_field_law(def);
    wend_group_shape shape = wend_group_plan_shape(state->plan, state->along);
    field_border border = wend_field_border(&shape);
    wend_vec2 p = state->places[entity];
    double radius = state->radii[entity];
    wend_vec2 sum = border_force(&law, &border, p, radius);
    for (uint32_t k = 0; k < state->count + state->other_count; ++k) {
        bool is_other = k >= state->count;
        uint32_t at = is_other ? k - state->count : k;
        wend_vec2 away = field_from((is_other ? state->other_places : state->places)[at], p);
        double radii = radius + (is_other ? state->other_radii : state->radii)[at];
        double square = field_dot(away, away), near = def->reach + radii;
        if (k != entity && square < near * near)
            sum = field_add(sum, 1, force_between(&law, away, square, radii, is_other, entity, k));
    }
    return sum;
}
