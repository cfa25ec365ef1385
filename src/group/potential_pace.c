// SPDX-License-Identifier: MIT
// Advance of a group's shape along its plan: temporal distortion (Kamphuis and Overmars 2003,
// §5.2).
//
// The shape advances as far as its speed allows, if all of these hold at its new position:
// - every member is inside, carried along and not yet moved by forces;
// - every member could stop before the border (Definition 5.1 with its inequality corrected): the
//   border and the disc approach each other at v <= sqrt(2 d a_max), d being the gap between them;
// - no member is carried into another disc, or faster than its maximum speed.
// Otherwise it advances as far as they allow; in the paper it stands. The permitted part is
// estimated from the first member to fail, as if everything changed linearly, and verified again.
#include "group/motion.h"
#include "group/potential.h"
#include "wend/vec2.h"

/// Maximum number of candidate positions before the shape stands still. Each is at most HALF of the
/// way to the last: some paths bend sharply, and estimates from their end are misleading.
enum { MAX_ATTEMPTS = 12 };
#define HALF 0.5

/// Factor on the first estimate: paths are not straight.
#define CAUTION 0.95

/// Members carried by equal displacements, up to this rounding, do not approach each other. [Units:
/// m]
#define ROUNDING 1e-9

/// How much the border may approach a member at gap d that approaches it at speed v: the c with c /
/// h + v = sqrt(2 a (d - c)).
static double max_closing(const potential *f, double d, double v)
{
    double a = f->law.def->max_acceleration, h = f->seconds;
    double turn = v + a * h, under = turn * turn - v * v + 2 * a * d;
    return fmin(h * (sqrt(fmax(under, 0)) - turn), d);
}

/// The permitted part of the advance with respect to the border and a member. The gap is `now` here
/// and `then` there.
static double part_of_border(const potential *f, uint32_t body, double now, double then)
{
    double closing = now - then, d = fmax(now + WEND_GROUP_POTENTIAL_SLACK, 0);
    wend_vec2 inwards, v = f->velocities[body];
    if (closing <= max_closing(f, d, wend_length(v)))
        return 1; // in either direction
    wend_potential_depth(&f->border, f->positions[body], &inwards);
    double max = max_closing(f, d, -wend_dot(v, inwards));
    if (closing <= max)
        return 1;
    return max > 0 ? max / closing : 0;
}

/// The permitted part with respect to another disc.
static double part_of_gap(double now, double then)
{
    if (then >= -WEND_GROUP_POTENTIAL_SLACK || then >= now)
        return 1;
    return now > 0 ? now / (now - then) : 0;
}

/// The permitted part with respect to all discs near a body. If the shape moves rigidly, members
/// keep their distances.
static double part_of_discs(const potential *f, uint32_t body, bool rigid)
{
    double part = 1, shift = 2 * f->seconds * f->law.def->max_speed + 2 * ROUNDING;
    double last = potential_key(f, body) + f->tags[body].x + f->widest + shift;
    bool moves = potential_is_member(f, body);
    for (uint32_t k = body + 1; k < f->count && potential_key(f, k) <= last; ++k) {
        bool follows = potential_is_member(f, k);
        if (moves == follows && (rigid || !moves))
            continue;
        double radii = f->tags[body].x + f->tags[k].x;
        wend_vec2 then = wend_sub(f->stages[k], f->stages[body]);
        if (wend_length_squared(then) >= radii * radii)
            continue;
        double now = wend_distance(f->positions[k], f->positions[body]) - radii;
        part = fmin(part, part_of_gap(now, wend_length(then) - radii));
    }
    return part;
}

/// Carried positions of all members, to f->stages. Returns true if all displacements are equal.
static bool carry(const potential *f, double to)
{
    wend_vec2 first = {NAN, NAN};
    bool rigid = true;
    for (uint32_t i = 0; i < f->count; ++i)
        f->stages[i] = f->positions[i];
    wend_group_plan_carry_all(f->plan, f->along, to, f->stages, f->count);
    for (uint32_t i = 0; i < f->count; ++i) {
        if (!potential_is_member(f, i)) {
            f->stages[i] = f->positions[i]; // others do not move
            continue;
        }
        wend_vec2 displacement = wend_sub(f->stages[i], f->positions[i]);
        if (isnan(first.x))
            first = displacement;
        rigid = rigid && fabs(displacement.x - first.x) < ROUNDING &&
                fabs(displacement.y - first.y) < ROUNDING;
    }
    return rigid;
}

/// The permitted part of the advance from f->along to `to`, estimated there: 1 if all of it.
/// *border is that of the shape there.
static double part_to(potential *f, double to, potential_border *border)
{
    wend_group_shape shape = wend_group_plan_shape(f->plan, to);
    *border = wend_potential_border(&shape);
    bool rigid = carry(f, to);
    double part = 1, max = f->law.def->max_speed * f->seconds + ROUNDING;
    for (uint32_t i = 0; i < f->count; ++i) {
        part = fmin(part, part_of_discs(f, i, rigid));
        if (!potential_is_member(f, i))
            continue;
        double far = wend_distance(f->stages[i], f->positions[i]);
        if (far > max)
            part = fmin(part, max / far);
        f->gaps[i].y = wend_potential_depth(border, f->stages[i], NULL) - f->tags[i].x;
        part = fmin(part, part_of_border(f, i, f->gaps[i].x, f->gaps[i].y));
    }
    return part;
}

/// Advances the shape to `to`, for which part_to was called last.
static void advance_to(potential *f, double to, const potential_border *border)
{
    f->along = to;
    f->border = *border;
    for (uint32_t i = 0; i < f->count; ++i) {
        f->carried[i] = wend_sub(f->stages[i], f->positions[i]);
        f->positions[i] = f->stages[i];
        f->gaps[i].x = f->gaps[i].y;
    }
}

bool wend_potential_pace(potential *f)
{
    double left = wend_group_plan_length(f->plan) - f->along;
    double displacement = fmin(f->law.def->speed * f->seconds, left), part = 1;
    for (uint32_t i = 0; i < f->count; ++i)
        f->carried[i] = (wend_vec2){0, 0};
    for (int k = 0; k < MAX_ATTEMPTS && displacement > 0 && part > 0; ++k) {
        potential_border border;
        double to = part == 1 ? f->along + displacement : f->along + part * displacement;
        double allowed = part_to(f, to, &border);
        if (allowed >= 1) {
            advance_to(f, to, &border);
            return part == 1;
        }
        part *= k == 0 ? CAUTION * allowed : fmin(CAUTION * allowed, HALF);
    }
    return !(displacement > 0);
}
