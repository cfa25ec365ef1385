// SPDX-License-Identifier: MIT
// How a group's shape goes along its plan: temporal distortion (Kamphuis and Overmars 2003, section
// 5.2).
//
// The shape goes on as far as its speed allows, if all of these hold where it comes to be:
// - everybody is in it, carried along and not yet moved by forces;
// - everybody could stop before the border (definition 5.1, with the sign that it means): the
// border
//   and the disc close in on each other at v <= sqrt(2 d a_max), d being the gap between them;
// - nobody is carried into another disc, or faster than anybody may be.
// If not, it goes as far as they allow, in the document it stands; what is left to it is told by
// the first of them to fail, as if all changed evenly along the way, and looked at again.
#include "group/field.h"
#include "group/motion.h"

/// So many places along the way are looked at before the shape stands still. Each is no more than
/// HALF of the way to the last: some ways bend sharply, and what is seen from their end misleads.
enum { MOST_TRIES = 12 };
#define HALF 0.5

/// The first of them is less than what was found by this factor: ways are not straight.
#define CAUTION 0.95

/// Those who are carried by the same way but for rounding come no nearer to each other. [Units: m]
#define ROUNDING 1e-9

/// By how much the border may come nearer to one that has the gap d to it and comes nearer to it at
/// v: the c with c / h + v = sqrt(2 a (d - c)).
static double most_closing(const field *f, double d, double v)
{
    double a = f->law.def->max_acceleration, h = f->seconds;
    double turn = v + a * h, under = turn * turn - v * v + 2 * a * d;
    return fmin(h * (sqrt(fmax(under, 0)) - turn), d);
}

/// The part of the way that the border leaves a member. The gap is `now` here and `then` there.
static double part_of_border(const field *f, uint32_t body, double now, double then)
{
    double closing = now - then, d = fmax(now + WEND_GROUP_FIELD_SLACK, 0);
    wend_vec2 inwards, v = f->velocities[body];
    if (closing <= most_closing(f, d, field_length(v)))
        return 1; // whichever way it goes
    wend_field_depth(&f->border, f->places[body], &inwards);
    double most = most_closing(f, d, -field_dot(v, inwards));
    if (closing <= most)
        return 1;
    return most > 0 ? most / closing : 0;
}

/// ... and another disc.
static double part_of_gap(double now, double then)
{
    if (then >= -WEND_GROUP_FIELD_SLACK || then >= now)
        return 1;
    return now > 0 ? now / (now - then) : 0;
}

/// ... and all discs near a body. If the shape moves as a whole, members keep their distances.
static double part_of_discs(const field *f, uint32_t body, bool rigid)
{
    double part = 1, shift = 2 * f->seconds * f->law.def->max_speed + 2 * ROUNDING;
    double last = field_key(f, body) + f->tags[body].x + f->widest + shift;
    bool moves = field_is_member(f, body);
    for (uint32_t k = body + 1; k < f->count && field_key(f, k) <= last; ++k) {
        bool follows = field_is_member(f, k);
        if (moves == follows && (rigid || !moves))
            continue;
        double radii = f->tags[body].x + f->tags[k].x;
        wend_vec2 then = field_from(f->stages[body], f->stages[k]);
        if (field_dot(then, then) >= radii * radii)
            continue;
        double now = field_length(field_from(f->places[body], f->places[k])) - radii;
        part = fmin(part, part_of_gap(now, field_length(then) - radii));
    }
    return part;
}

/// Where all come to be, to f->stages. Returns true if all go the same way.
static bool carry(const field *f, double to)
{
    wend_vec2 first = {NAN, NAN};
    bool rigid = true;
    for (uint32_t i = 0; i < f->count; ++i)
        f->stages[i] = f->places[i];
    wend_group_plan_carry_all(f->plan, f->along, to, f->stages, f->count);
    for (uint32_t i = 0; i < f->count; ++i) {
        if (!field_is_member(f, i)) {
            f->stages[i] = f->places[i]; // others stay where they are
            continue;
        }
        wend_vec2 way = field_from(f->places[i], f->stages[i]);
        if (isnan(first.x))
            first = way;
        rigid = rigid && fabs(way.x - first.x) < ROUNDING && fabs(way.y - first.y) < ROUNDING;
    }
    return rigid;
}

/// The part of the way from f->along to `to` that may be gone, as far as is seen from there: 1 if
/// all of it. *border is that of the shape there.
static double part_to(field *f, double to, field_border *border)
{
    wend_group_shape shape = wend_group_plan_shape(f->plan, to);
    *border = wend_field_border(&shape);
    bool rigid = carry(f, to);
    double part = 1, most = f->law.def->max_speed * f->seconds + ROUNDING;
    for (uint32_t i = 0; i < f->count; ++i) {
        part = fmin(part, part_of_discs(f, i, rigid));
        if (!field_is_member(f, i))
            continue;
        double far = field_length(field_from(f->places[i], f->stages[i]));
        if (far > most)
            part = fmin(part, most / far);
        f->gaps[i].y = wend_field_depth(border, f->stages[i], NULL) - f->tags[i].x;
        part = fmin(part, part_of_border(f, i, f->gaps[i].x, f->gaps[i].y));
    }
    return part;
}

/// The shape goes to `to`, where part_to has been called last.
static void go_on(field *f, double to, const field_border *border)
{
    f->along = to;
    f->border = *border;
    for (uint32_t i = 0; i < f->count; ++i) {
        f->carried[i] = field_from(f->places[i], f->stages[i]);
        f->places[i] = f->stages[i];
        f->gaps[i].x = f->gaps[i].y;
    }
}

bool wend_field_pace(field *f)
{
    double left = wend_group_plan_length(f->plan) - f->along;
    double way = fmin(f->law.def->speed * f->seconds, left), part = 1;
    for (uint32_t i = 0; i < f->count; ++i)
        f->carried[i] = (wend_vec2){0, 0};
    for (int k = 0; k < MOST_TRIES && way > 0 && part > 0; ++k) {
        field_border border;
        double to = part == 1 ? f->along + way : f->along + part * way;
        double allowed = part_to(f, to, &border);
        if (allowed >= 1) {
            go_on(f, to, &border);
            return part == 1;
        }
        part *= k == 0 ? CAUTION * allowed : fmin(CAUTION * allowed, HALF);
    }
    return !(way > 0);
}
