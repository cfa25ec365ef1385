// SPDX-License-Identifier: MIT
// Motion of a group's members within the standing shape: Runge-Kutta of order 4 on the forces and
// the drag (Kamphuis and Overmars 2003, §5.1), then hard limits.
//
// The limits are enforced one member after the other, each against the current positions of all
// others. A move within the limits affects no other member, standing still is always within the
// limits, and by induction no member ever leaves the shape or enters another disc. A member that
// blocked the first may have moved by the end: blocked members try again, in the reverse order.
#include "group/potential.h"

#include "wend/vec2.h"

/// Maximum number of slides of a move along obstacles; then it is shortened.
enum { MAX_SLIDES = 4, MAX_HALVINGS = 4 };

/// Distance kept from what a move slides along: rounding does not cause contact, and a thousand
/// such moves are negligible. [Units: m]
#define SKIN (WEND_GROUP_POTENTIAL_SLACK / 2)

/// A sliding move may be longer than the longest unobstructed one by this factor.
#define DETOUR 1.25

/// Relative tolerance of the maximum speed.
#define SPEED_SLACK 1e-9

// ---- Runge-Kutta --------------------------------------------------------------------------------

/// The acceleration in a stage: forces and drag, limited to the maximum.
static wend_vec2 acceleration(const potential *f, uint32_t body)
{
    const wend_group_potential_def *def = f->law.def;
    wend_vec2 wanted = wend_add_scaled(f->forces[body], -1 / def->drag, f->rates[body]);
    return wend_limit_length(wanted, def->max_acceleration);
}

/// One stage: its rates enter the sums with that weight, and the next stage is `ahead` seconds from
/// the start.
static void run_stage(potential *f, double weight, double ahead, double strayed)
{
    wend_potential_forces(f, strayed);
    for (uint32_t i = 0; i < f->count; ++i) {
        if (!potential_is_member(f, i))
            continue;
        wend_vec2 gain = acceleration(f, i);
        f->displacements[i] =
            wend_add_scaled(f->displacements[i], weight * f->seconds, f->rates[i]);
        f->gains[i] = wend_add_scaled(f->gains[i], weight * f->seconds, gain);
        f->stages[i] = wend_add_scaled(f->positions[i], ahead, f->rates[i]);
        f->rates[i] = wend_add_scaled(f->velocities[i], ahead, gain);
    }
}

/// Changes of positions and velocities, to f->displacements and f->gains.
static void integrate(potential *f)
{
    double fastest = 0, h = f->seconds;
    for (uint32_t i = 0; i < f->count; ++i) {
        f->stages[i] = f->positions[i];
        f->rates[i] = f->velocities[i];
        f->displacements[i] = f->gains[i] = (wend_vec2){0, 0};
        fastest = fmax(fastest, wend_length_squared(f->rates[i]));
    }
    double strayed = h * (sqrt(fastest) + h * f->law.def->max_acceleration);
    run_stage(f, 1.0 / 6, h / 2, 0);
    run_stage(f, 1.0 / 3, h / 2, strayed);
    run_stage(f, 1.0 / 3, h, strayed);
    run_stage(f, 1.0 / 6, h, strayed);
}

// ---- limits -------------------------------------------------------------------------------------

/// Brings back a member outside the shape: it accelerates towards the nearest point in it. So do
/// members that are too wide for it.
static void head_back(potential *f, uint32_t body)
{
    const wend_group_potential_def *def = f->law.def;
    wend_vec2 inwards, v = f->velocities[body];
    wend_potential_depth(&f->border, f->positions[body], &inwards);
    wend_vec2 preferred = wend_scale(inwards, def->max_speed);
    f->gains[body] = wend_limit_length(wend_sub(preferred, v), def->max_acceleration * f->seconds);
    v = wend_add(v, f->gains[body]);
    f->displacements[body] = wend_scale(v, f->seconds);
}

/// Limits the speed of a member, including the motion of the shape, to max_speed. The shape itself
/// does not exceed it.
static wend_vec2 limit_speed(const potential *f, uint32_t body, wend_vec2 displacement)
{
    wend_vec2 whole = wend_add(f->carried[body], displacement);
    whole = wend_limit_length(whole, f->law.def->max_speed * f->seconds);
    return wend_sub(whole, f->carried[body]);
}

/// A move of one body from its current position.
typedef struct trial {
    const potential *f;
    uint32_t body;
    bool outside;        ///< outside the shape, so its border is no obstacle
    double farthest;     ///< maximum distance from the position at the start of this substep
    uint32_t begin, end; ///< entries of the list that it may touch
} trial;

static trial begin_trial(const potential *f, uint32_t body, double farthest)
{
    trial t = {f, body, f->gaps[body].x < -WEND_GROUP_POTENTIAL_SLACK, farthest, body, body + 1};
    // The list was sorted before any move: two may have passed each other, and this one approaches
    // a third.
    double near = f->tags[body].x + f->widest + 4 * farthest, at = potential_key(f, body);
    while (t.begin > 0 && potential_key(f, t.begin - 1) >= at - near)
        --t.begin;
    while (t.end < f->count && potential_key(f, t.end) <= at + near)
        ++t.end;
    return t;
}

/// The gap between the body, if it were at p, and another.
static double gap_at(const trial *t, wend_vec2 p, uint32_t other)
{
    const potential *f = t->f;
    return wend_distance(p, f->positions[other]) - f->tags[t->body].x - f->tags[other].x;
}

/// True if the body may be at p. Where it was beyond a limit before, it may be no farther beyond.
static bool is_allowed(const trial *t, wend_vec2 p)
{
    const potential *f = t->f;
    wend_vec2 here = f->positions[t->body];
    if (!t->outside) {
        double gap = wend_potential_depth(&f->border, p, NULL) - f->tags[t->body].x;
        if (gap < 0 && gap < wend_potential_depth(&f->border, here, NULL) - f->tags[t->body].x)
            return false;
    }
    for (uint32_t k = t->begin; k < t->end; ++k) {
        if (k == t->body)
            continue;
        double gap = gap_at(t, p, k);
        if (gap < 0 && gap < gap_at(t, here, k))
            return false;
    }
    wend_vec2 displacement = wend_sub(p, f->stages[t->body]);
    double max = f->law.def->max_speed * f->seconds * (1 + SPEED_SLACK);
    wend_vec2 whole = wend_add(f->carried[t->body], displacement);
    return wend_length_squared(whole) <= max * max &&
           wend_length_squared(displacement) <= t->farthest * t->farthest;
}

/// Returns p, moved out of the obstacles that it intersects.
static wend_vec2 slide(const trial *t, wend_vec2 p)
{
    const potential *f = t->f;
    for (uint32_t k = t->begin; k < t->end; ++k) {
        double gap = k == t->body ? 0 : gap_at(t, p, k);
        if (!(gap < 0))
            continue;
        wend_vec2 away = wend_sub(p, f->positions[k]);
        double distance = wend_length(away);
        if (distance > 0)
            p = wend_add_scaled(p, (SKIN - gap) / distance, away);
    }
    wend_vec2 inwards;
    double gap = wend_potential_depth(&f->border, p, &inwards) - f->tags[t->body].x;
    return gap < 0 && !t->outside ? wend_add_scaled(p, SKIN - gap, inwards) : p;
}

/// Position that a body reaches: slid along obstacles; or else the displacement halved until it is
/// permitted.
static wend_vec2 advance(const trial *t, wend_vec2 displacement)
{
    wend_vec2 here = t->f->positions[t->body], p = wend_add(here, displacement);
    for (int k = 0; k < MAX_SLIDES; ++k) {
        if (is_allowed(t, p))
            return p;
        p = slide(t, p);
    }
    double part = 1;
    for (int k = 0; k < MAX_HALVINGS; ++k) {
        part /= 2;
        p = wend_add_scaled(here, part, displacement);
        if (is_allowed(t, p))
            return p;
    }
    return here;
}

/// Moves a body by its remaining displacement, which is 0 for bodies that have arrived.
static void move_body(potential *f, uint32_t body, double farthest)
{
    wend_vec2 displacement = f->displacements[body], here = f->positions[body];
    if (!potential_is_member(f, body) || (displacement.x == 0 && displacement.y == 0))
        return;
    const trial t = begin_trial(f, body, farthest);
    wend_vec2 there = wend_add(here, displacement), p = advance(&t, displacement);
    bool blocked = !wend_equal(p, there);
    f->displacements[body] = blocked ? wend_sub(there, p) : (wend_vec2){0, 0};
    f->positions[body] = p;
    // A blocked body keeps its actual velocity.
    if (blocked)
        f->velocities[body] = (wend_vec2){(p.x - f->stages[body].x) / f->seconds,
                                          (p.y - f->stages[body].y) / f->seconds};
}

void wend_potential_move(potential *f)
{
    double square = 0;
    integrate(f);
    for (uint32_t i = 0; i < f->count; ++i) {
        if (!potential_is_member(f, i))
            continue;
        if (f->gaps[i].x < -WEND_GROUP_POTENTIAL_SLACK)
            head_back(f, i);
        f->stages[i] = f->positions[i];
        f->displacements[i] = limit_speed(f, i, f->displacements[i]);
        wend_vec2 v = wend_add(f->velocities[i], f->gains[i]);
        v = limit_speed(f, i, wend_scale(v, f->seconds));
        f->velocities[i] = (wend_vec2){v.x / f->seconds, v.y / f->seconds};
        square = fmax(square, wend_length_squared(f->displacements[i]));
    }
    double farthest = sqrt(square) * DETOUR;
    for (uint32_t i = 0; i < f->count; ++i)
        move_body(f, i, farthest);
    for (uint32_t i = f->count; i-- > 0;)
        move_body(f, i, farthest);
    for (uint32_t i = 0; i < f->count; ++i)
        f->gaps[i].x = wend_potential_depth(&f->border, f->positions[i], NULL) - f->tags[i].x;
}
