// SPDX-License-Identifier: MIT
// How members of a group move in their shape, while it stands: Runge-Kutta of order 4 on the forces
// and the drag (Kamphuis and Overmars 2003, section 5.1), then hard limits.
//
// The limits are kept one member after the other, each against all others where they are by then.
// So a move that keeps them leaves nobody worse off, standing still always keeps them, and by
// induction nobody ever leaves the shape or enters another disc. Who was in the way of the first
// may have moved by the end: those who were held try again, in the opposite order.
#include "group/field.h"

/// A move that hits something slides along it, up to so often; then it is cut short.
enum { MOST_SLIDES = 4, MOST_HALVINGS = 4 };

/// Who slides is put so far from what it slides along: rounding doesn't make it touch, and a
/// thousand such moves are nothing. [Units: m]
#define SKIN (WEND_GROUP_FIELD_SLACK / 2)

/// Who slides may go farther than it would have gone, by this factor of the longest way of all.
#define DETOUR 1.25

/// A speed that is the greatest but for rounding is not above it.
#define SPEED_SLACK 1e-9

// ---- Runge-Kutta --------------------------------------------------------------------------------

/// The acceleration in a stage: forces and drag, together no more than the greatest.
static wend_vec2 acceleration(const field *f, uint32_t body)
{
    const wend_group_field_def *def = f->law.def;
    wend_vec2 wanted = field_add(f->forces[body], -1 / def->drag, f->rates[body]);
    return field_limit(wanted, def->max_acceleration);
}

/// One stage: its rates come into the sums with that weight, and the next stage is `ahead` seconds
/// from the start.
static void run_stage(field *f, double weight, double ahead, double strayed)
{
    wend_field_forces(f, strayed);
    for (uint32_t i = 0; i < f->count; ++i) {
        if (!field_is_member(f, i))
            continue;
        wend_vec2 gain = acceleration(f, i);
        f->ways[i] = field_add(f->ways[i], weight * f->seconds, f->rates[i]);
        f->gains[i] = field_add(f->gains[i], weight * f->seconds, gain);
        f->stages[i] = field_add(f->places[i], ahead, f->rates[i]);
        f->rates[i] = field_add(f->velocities[i], ahead, gain);
    }
}

/// What places and velocities change by: to f->ways and f->gains.
static void integrate(field *f)
{
    double fastest = 0, h = f->seconds;
    for (uint32_t i = 0; i < f->count; ++i) {
        f->stages[i] = f->places[i];
        f->rates[i] = f->velocities[i];
        f->ways[i] = f->gains[i] = (wend_vec2){0, 0};
        fastest = fmax(fastest, field_dot(f->rates[i], f->rates[i]));
    }
    double strayed = h * (sqrt(fastest) + h * f->law.def->max_acceleration);
    run_stage(f, 1.0 / 6, h / 2, 0);
    run_stage(f, 1.0 / 3, h / 2, strayed);
    run_stage(f, 1.0 / 3, h, strayed);
    run_stage(f, 1.0 / 6, h, strayed);
}

// ---- limits -------------------------------------------------------------------------------------

/// A member that is not in the shape is brought back: it takes up speed for the nearest place in
/// it. So do those who can't be in it, being wider.
static void head_back(field *f, uint32_t body)
{
    const wend_group_field_def *def = f->law.def;
    wend_vec2 inwards, v = f->velocities[body];
    wend_field_depth(&f->border, f->places[body], &inwards);
    wend_vec2 wish = {inwards.x * def->max_speed, inwards.y * def->max_speed};
    f->gains[body] = field_limit(field_from(v, wish), def->max_acceleration * f->seconds);
    v = field_add(v, 1, f->gains[body]);
    f->ways[body] = (wend_vec2){v.x * f->seconds, v.y * f->seconds};
}

/// Nobody is faster than max_speed, together with what carries it. The shape itself is not.
static wend_vec2 keep_speed(const field *f, uint32_t body, wend_vec2 way)
{
    wend_vec2 whole = field_add(f->carried[body], 1, way);
    whole = field_limit(whole, f->law.def->max_speed * f->seconds);
    return field_from(f->carried[body], whole);
}

/// A move of one body, which is where it is.
typedef struct trial {
    const field *f;
    uint32_t body;
    bool outside;        ///< of the shape, so its border holds nobody back
    double farthest;     ///< nobody goes farther than this from where this sub-step found it
    uint32_t begin, end; ///< those of the list that it may come to touch
} trial;

static trial begin_trial(const field *f, uint32_t body, double farthest)
{
    trial t = {f, body, f->gaps[body].x < -WEND_GROUP_FIELD_SLACK, farthest, body, body + 1};
    // The list was sorted before anybody moved: two may have passed each other, and this one comes
    // nearer to a third.
    double near = f->tags[body].x + f->widest + 4 * farthest, at = field_key(f, body);
    while (t.begin > 0 && field_key(f, t.begin - 1) >= at - near)
        --t.begin;
    while (t.end < f->count && field_key(f, t.end) <= at + near)
        ++t.end;
    return t;
}

/// The gap between the body, were it at p, and another.
static double gap_at(const trial *t, wend_vec2 p, uint32_t other)
{
    const field *f = t->f;
    return field_length(field_from(f->places[other], p)) - f->tags[t->body].x - f->tags[other].x;
}

/// True if the body may be at p. Where it was beyond a limit before, it is no farther beyond.
static bool is_allowed(const trial *t, wend_vec2 p)
{
    const field *f = t->f;
    wend_vec2 here = f->places[t->body];
    if (!t->outside) {
        double gap = wend_field_depth(&f->border, p, NULL) - f->tags[t->body].x;
        if (gap < 0 && gap < wend_field_depth(&f->border, here, NULL) - f->tags[t->body].x)
            return false;
    }
    for (uint32_t k = t->begin; k < t->end; ++k) {
        if (k == t->body)
            continue;
        double gap = gap_at(t, p, k);
        if (gap < 0 && gap < gap_at(t, here, k))
            return false;
    }
    wend_vec2 way = field_from(f->stages[t->body], p);
    double most = f->law.def->max_speed * f->seconds * (1 + SPEED_SLACK);
    wend_vec2 whole = field_add(f->carried[t->body], 1, way);
    return field_dot(whole, whole) <= most * most &&
           field_dot(way, way) <= t->farthest * t->farthest;
}

/// p, moved out of what it is in.
static wend_vec2 slide(const trial *t, wend_vec2 p)
{
    const field *f = t->f;
    for (uint32_t k = t->begin; k < t->end; ++k) {
        double gap = k == t->body ? 0 : gap_at(t, p, k);
        if (!(gap < 0))
            continue;
        wend_vec2 away = field_from(f->places[k], p);
        double distance = field_length(away);
        if (distance > 0)
            p = field_add(p, (SKIN - gap) / distance, away);
    }
    wend_vec2 inwards;
    double gap = wend_field_depth(&f->border, p, &inwards) - f->tags[t->body].x;
    return gap < 0 && !t->outside ? field_add(p, SKIN - gap, inwards) : p;
}

/// How far the body gets on its way.
static wend_vec2 go(const trial *t, wend_vec2 way)
{
    wend_vec2 here = t->f->places[t->body], p = field_add(here, 1, way);
    for (int k = 0; k < MOST_SLIDES; ++k) {
        if (is_allowed(t, p))
            return p;
        p = slide(t, p);
    }
    double part = 1;
    for (int k = 0; k < MOST_HALVINGS; ++k) {
        part /= 2;
        p = field_add(here, part, way);
        if (is_allowed(t, p))
            return p;
    }
    return here;
}

/// The body goes the way that is left to it. A way of 0 is left to those who got there.
static void move_body(field *f, uint32_t body, double farthest)
{
    wend_vec2 way = f->ways[body], here = f->places[body];
    if (!field_is_member(f, body) || (way.x == 0 && way.y == 0))
        return;
    const trial t = begin_trial(f, body, farthest);
    wend_vec2 there = field_add(here, 1, way), p = go(&t, way);
    bool held = p.x != there.x || p.y != there.y;
    f->ways[body] = held ? field_from(p, there) : (wend_vec2){0, 0};
    f->places[body] = p;
    // Who is held goes on as fast as it went.
    if (held)
        f->velocities[body] = (wend_vec2){(p.x - f->stages[body].x) / f->seconds,
                                          (p.y - f->stages[body].y) / f->seconds};
}

void wend_field_move(field *f)
{
    double square = 0;
    integrate(f);
    for (uint32_t i = 0; i < f->count; ++i) {
        if (!field_is_member(f, i))
            continue;
        if (f->gaps[i].x < -WEND_GROUP_FIELD_SLACK)
            head_back(f, i);
        f->stages[i] = f->places[i];
        f->ways[i] = keep_speed(f, i, f->ways[i]);
        wend_vec2 v = field_add(f->velocities[i], 1, f->gains[i]);
        v = keep_speed(f, i, (wend_vec2){v.x * f->seconds, v.y * f->seconds});
        f->velocities[i] = (wend_vec2){v.x / f->seconds, v.y / f->seconds};
        square = fmax(square, field_dot(f->ways[i], f->ways[i]));
    }
    double farthest = sqrt(square) * DETOUR;
    for (uint32_t i = 0; i < f->count; ++i)
        move_body(f, i, farthest);
    for (uint32_t i = f->count; i-- > 0;)
        move_body(f, i, farthest);
    for (uint32_t i = 0; i < f->count; ++i)
        f->gaps[i].x = wend_field_depth(&f->border, f->places[i], NULL) - f->tags[i].x;
}
