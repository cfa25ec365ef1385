// SPDX-License-Identifier: MIT
// ORCA as the papers say it, slow and in double: the half-planes of pairs and walls, and the
// programs by trying every place where the answer can be. Beside them, samples of the velocity disc
// that no answer may lose against: all programs are convex, so an answer that no velocity around it
// beats is the best.
#ifndef WEND_TESTS_ORACLE_ORCA_H
#define WEND_TESTS_ORACLE_ORCA_H

#include "wend/orca.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static inline wend_vec2 oracle_vec(double x, double y)
{
    return (wend_vec2){x, y};
}

static inline wend_vec2 oracle_minus(wend_vec2 v, wend_vec2 w)
{
    return oracle_vec(v.x - w.x, v.y - w.y);
}

static inline double oracle_dot(wend_vec2 v, wend_vec2 w)
{
    return v.x * w.x + v.y * w.y;
}

static inline double oracle_length(wend_vec2 v)
{
    return sqrt(oracle_dot(v, v));
}

/// How much v violates a half-plane; negative: it keeps it.
static inline double oracle_violation(const wend_half_plane *plane, wend_vec2 v)
{
    return plane->c - (plane->nx * v.x + plane->ny * v.y);
}

// ---- half-planes --------------------------------------------------------------------------------

/// What a body must change because of another (van den Berg and others 2011, section 4), in a
/// (sub-)step of that many seconds. The truncated cone of relative velocities that collide within
/// the horizon is a disc around p/tau with radius R/tau, and the two legs that touch it and meet at
/// zero. u is the shortest way out of it (or deeper, where outside), n its direction.
///
/// Three things are not in the paper: others are seen larger by the margin; the shares may differ;
/// and the centre of the disc is turned by the twist (not for bodies that overlap) in
/// w = v - (p + twist perp(p)) / tau, from which the disc's part of the boundary follows.
/// [Limit: w is not 0: see oracle_is_piled]
static inline wend_half_plane oracle_pair_plane(const wend_body *me, const wend_body *other,
                                                double seconds, double margin, double twist)
{
    wend_vec2 p = oracle_minus(other->position, me->position),
              v = oracle_minus(me->velocity, other->velocity);
    double radii = ((double)me->radius + other->radius) * (1 + margin), distance = oracle_length(p);
    bool overlap = distance <= radii;
    double tau = overlap ? seconds : me->time_horizon, a = overlap ? 0 : twist;
    wend_vec2 w = oracle_minus(v, oracle_vec((p.x - a * p.y) / tau, (p.y + a * p.x) / tau));
    double sum = (double)me->avoidance_share + other->avoidance_share,
           share = sum > 0 ? me->avoidance_share / sum : 0;

    wend_vec2 n;
    double out;                                                       // u = out n
    double cosine = oracle_dot(w, p) / (oracle_length(w) * distance); // of w against p
    // The disc is in front where w, from its centre, points back between the feet of both legs:
    // these are seen from there under an angle of acos(R / distance) against -p.
    if (overlap || -cosine > radii / distance) {
        n = oracle_vec(w.x / oracle_length(w), w.y / oracle_length(w));
        out = radii / tau - oracle_length(w);
    } else {
        // Each leg leaves zero at an angle of asin(R / distance) beside p; the nearer one is on the
        // side that w is on. n points away from the cone.
        double side = p.x * w.y - p.y * w.x > 0 ? 1 : -1;
        double sine = radii / distance, along = sqrt(1 - sine * sine);
        wend_vec2 axis = oracle_vec(p.x / distance, p.y / distance);
        wend_vec2 leg = oracle_vec(along * axis.x - side * sine * axis.y,
                                   along * axis.y + side * sine * axis.x);
        n = oracle_vec(-side * leg.y, side * leg.x);
        out = -oracle_dot(n, v);
    }
    return (wend_half_plane){n.x, n.y, oracle_dot(n, me->velocity) + share * out, false};
}

/// Same place, same velocity: there is no direction to part in, any will do.
static inline bool oracle_is_piled(const wend_body *me, const wend_body *other)
{
    return oracle_length(oracle_minus(other->position, me->position)) < 1e-6 &&
           oracle_length(oracle_minus(other->velocity, me->velocity)) < 1e-6;
}

static inline wend_vec2 oracle_nearest_on(wend_segment wall, wend_vec2 p)
{
    wend_vec2 along = oracle_minus(wall.b, wall.a), to = oracle_minus(p, wall.a);
    double length2 = oracle_dot(along, along);
    double t = length2 > 0 ? fmin(fmax(oracle_dot(to, along) / length2, 0), 1) : 0;
    return oracle_vec(wall.a.x + t * along.x, wall.a.y + t * along.y);
}

/// A wall that stands: the line through its nearest point is not reached within the horizon; zero
/// is always allowed. Hard.
static inline wend_half_plane oracle_wall_plane(wend_vec2 p, double radius, wend_segment wall,
                                                double horizon)
{
    wend_vec2 from = oracle_minus(p, oracle_nearest_on(wall, p));
    double d = oracle_length(from);
    return (wend_half_plane){from.x / d, from.y / d, fmin(-(d - radius) / horizon, 0), true};
}

/// A wall that moves: the same for the velocity relative to it. Soft. One that is faster than a
/// body at its best counts as slow as it is when the body flees at 45 degrees, and no way out is
/// asked.
static inline wend_half_plane oracle_mover_plane(wend_vec2 p, double radius, double most,
                                                 wend_segment wall, wend_vec2 velocity,
                                                 double horizon)
{
    wend_vec2 from = oracle_minus(p, oracle_nearest_on(wall, p));
    double d = oracle_length(from), nx = from.x / d, ny = from.y / d;
    double its = oracle_length(velocity), counted = its > most ? most * cos(acos(-1) / 4) : its;
    double towards = its > 0 ? (nx * velocity.x + ny * velocity.y) / its * counted : 0;
    double gap = its > most ? fmax(d - radius, 0) : d - radius;
    return (wend_half_plane){nx, ny, towards - gap / horizon, false};
}

// ---- programs -----------------------------------------------------------------------------------

/// Velocities at which a plane counts as kept, and distances that count as equal.
#define ORACLE_EQUAL 1e-9
/// With the arc's half-planes, less than this part of the speed is standing, which they are not
/// for.
#define ORACLE_STANDING 0.05

enum { ORACLE_MOST = 64 };
/// Rounds of a search by thirds: leaves (2/3)^rounds of the disc, 3e-8.
enum { ORACLE_THIRDS = 44 };

typedef struct oracle_program {
    wend_half_plane planes[ORACLE_MOST];
    uint32_t count;
    wend_vec2 a, b, best; ///< the chord, and the velocity at its bias
    double max_speed;
} oracle_program;

/// Wishes beyond the greatest speed are cut to it.
static inline oracle_program oracle_program_of(const wend_half_plane *planes, uint32_t count,
                                               const wend_preferred_velocity *wish,
                                               double max_speed)
{
    oracle_program program = {.count = count, .max_speed = max_speed};
    memcpy(program.planes, planes, count * sizeof *planes);
    program.a = oracle_vec(wish->ax, wish->ay);
    program.b = oracle_vec(wish->bx, wish->by);
    double a = oracle_length(program.a), b = oracle_length(program.b);
    if (a > max_speed)
        program.a = oracle_vec(program.a.x * max_speed / a, program.a.y * max_speed / a);
    if (b > max_speed)
        program.b = oracle_vec(program.b.x * max_speed / b, program.b.y * max_speed / b);
    double t = wish->bias;
    program.best = oracle_vec((1 - t) * program.a.x + t * program.b.x,
                              (1 - t) * program.a.y + t * program.b.y);
    return program;
}

static inline double oracle_from_chord(const oracle_program *program, wend_vec2 v)
{
    return oracle_length(
        oracle_minus(v, oracle_nearest_on((wend_segment){program->a, program->b}, v)));
}

/// The greatest violation of hard planes and of the disc.
static inline double oracle_hard_violation(const oracle_program *program, wend_vec2 v)
{
    double worst = oracle_length(v) - program->max_speed;
    for (uint32_t k = 0; k < program->count; ++k)
        if (program->planes[k].hard)
            worst = fmax(worst, oracle_violation(&program->planes[k], v));
    return worst;
}

/// The greatest violation of soft planes; -infinity if there are none.
static inline double oracle_soft_violation(const oracle_program *program, wend_vec2 v)
{
    double worst = -HUGE_VAL;
    for (uint32_t k = 0; k < program->count; ++k)
        if (!program->planes[k].hard)
            worst = fmax(worst, oracle_violation(&program->planes[k], v));
    return worst;
}

static inline bool oracle_keeps_all(const oracle_program *program, wend_vec2 v, double slack)
{
    return oracle_hard_violation(program, v) <= slack && oracle_soft_violation(program, v) <= slack;
}

typedef struct oracle_best {
    wend_vec2 v;
    double from_chord, from_best;
    bool found;
} oracle_best;

/// Takes v if it keeps everything and is closer to the chord, or as close and closer to the bias.
static inline void oracle_try(const oracle_program *program, wend_vec2 v, oracle_best *best)
{
    if (!oracle_keeps_all(program, v, ORACLE_EQUAL))
        return;
    double chord = oracle_from_chord(program, v),
           bias = oracle_length(oracle_minus(v, program->best));
    if (best->found && (chord > best->from_chord + ORACLE_EQUAL ||
                        (chord > best->from_chord - ORACLE_EQUAL && bias >= best->from_best)))
        return;
    *best = (oracle_best){v, chord, bias, true};
}

/// The point of the line n.v = c below v.
static inline wend_vec2 oracle_onto(const wend_half_plane *line, wend_vec2 v)
{
    double off = oracle_violation(line, v);
    return oracle_vec(v.x + off * line->nx, v.y + off * line->ny);
}

/// Where the lines n.v = c of two planes cross. False: parallel.
static inline bool oracle_crossing(const wend_half_plane *j, const wend_half_plane *k, wend_vec2 *v)
{
    double sine = j->nx * k->ny - j->ny * k->nx;
    *v = oracle_vec((j->c * k->ny - k->c * j->ny) / sine, (j->nx * k->c - k->nx * j->c) / sine);
    return fabs(sine) > 1e-12;
}

/// Both velocities of the greatest speed on a line.
static inline void oracle_try_rim(const oracle_program *program, const wend_half_plane *line,
                                  oracle_best *best)
{
    double half2 = program->max_speed * program->max_speed - line->c * line->c;
    if (half2 < 0)
        return;
    double half = sqrt(half2);
    oracle_try(
        program,
        oracle_vec(line->c * line->nx - half * line->ny, line->c * line->ny + half * line->nx),
        best);
    oracle_try(
        program,
        oracle_vec(line->c * line->nx + half * line->ny, line->c * line->ny - half * line->nx),
        best);
}

/// The velocity that keeps everything and is closest to the chord, of several such the closest to
/// the bias. It is on the chord (its ends, its bias, where a line cuts it), or below one of these
/// on a line, or where lines cross each other or the rim of the disc. False: none keeps everything.
static inline bool oracle_closest(const oracle_program *program, wend_vec2 *v)
{
    oracle_best best = {.found = false};
    const wend_vec2 ends[3] = {program->a, program->b, program->best};
    wend_half_plane chord = {program->a.y - program->b.y, program->b.x - program->a.x, 0, false};
    double length = sqrt(chord.nx * chord.nx + chord.ny * chord.ny);
    chord.nx /= length > 0 ? length : 1;
    chord.ny /= length > 0 ? length : 1;
    chord.c = chord.nx * program->a.x + chord.ny * program->a.y;
    for (int i = 0; i < 3; ++i)
        oracle_try(program, ends[i], &best);
    for (uint32_t j = 0; j < program->count; ++j) {
        const wend_half_plane *line = &program->planes[j];
        wend_vec2 crossing;
        for (int i = 0; i < 3; ++i)
            oracle_try(program, oracle_onto(line, ends[i]), &best);
        if (length > 0 && oracle_crossing(line, &chord, &crossing))
            oracle_try(program, crossing, &best);
        for (uint32_t k = 0; k < j; ++k)
            if (oracle_crossing(line, &program->planes[k], &crossing))
                oracle_try(program, crossing, &best);
        oracle_try_rim(program, line, &best);
    }
    *v = best.v;
    return best.found;
}

/// The least over y of the soft planes' greatest violation at that x, where the disc and the hard
/// planes allow it; infinite where they do not. A convex function's least is found by thirds.
static inline double oracle_least_at(const oracle_program *program, double x, double *y)
{
    double half2 = program->max_speed * program->max_speed - x * x;
    double high = half2 > 0 ? sqrt(half2) : 0, low = -high;
    for (uint32_t k = 0; k < program->count; ++k) {
        const wend_half_plane *plane = &program->planes[k];
        double rest = plane->c - plane->nx * x; // ny y >= rest
        if (!plane->hard)
            continue;
        if (plane->ny > 0)
            low = fmax(low, rest / plane->ny);
        else if (plane->ny < 0)
            high = fmin(high, rest / plane->ny);
        else if (rest > 0)
            return HUGE_VAL;
    }
    if (half2 < 0 || low > high)
        return HUGE_VAL;
    for (int round = 0; round < ORACLE_THIRDS; ++round) {
        double one = low + (high - low) / 3, two = high - (high - low) / 3;
        if (oracle_soft_violation(program, oracle_vec(x, one)) <
            oracle_soft_violation(program, oracle_vec(x, two)))
            high = two;
        else
            low = one;
    }
    *y = 0.5 * (low + high);
    return oracle_soft_violation(program, oracle_vec(x, *y));
}

/// A velocity that keeps the hard planes and violates the soft ones least. Returns how much. Zero
/// is allowed, so on either side of x = 0 infinity only lies beyond what is finite.
static inline double oracle_least(const oracle_program *program, wend_vec2 *v)
{
    double low = -program->max_speed, high = program->max_speed, y = 0;
    for (int side = 0; side < 2; ++side) { // the ends of what is finite
        double out = side ? high : low, in = 0;
        for (int round = 0; round < ORACLE_THIRDS; ++round) {
            double x = 0.5 * (in + out);
            if (oracle_least_at(program, x, &y) < HUGE_VAL)
                in = x;
            else
                out = x;
        }
        *(side ? &high : &low) = in;
    }
    for (int round = 0; round < ORACLE_THIRDS; ++round) {
        double one = low + (high - low) / 3, two = high - (high - low) / 3;
        if (oracle_least_at(program, one, &y) < oracle_least_at(program, two, &y))
            high = two;
        else
            low = one;
    }
    double x = 0.5 * (low + high), least = oracle_least_at(program, x, &y);
    *v = oracle_vec(x, y);
    return least;
}

// ---- all together -------------------------------------------------------------------------------

/// Which rule gave the answer.
typedef enum oracle_rule {
    ORACLE_CHORD,   ///< a part of the chord keeps everything
    ORACLE_WEDGE,   ///< closest to it, between the directions of its ends
    ORACLE_CLOSEST, ///< closest to it
    ORACLE_LEAST,   ///< nothing keeps everything
} oracle_rule;

/// How far v can go in a direction until a half-plane stops it, at most `most`; slack is how far it
/// may go into one.
static inline double oracle_reach(const oracle_program *program, wend_vec2 v, wend_vec2 by,
                                  double most, double slack)
{
    for (uint32_t k = 0; k < program->count; ++k) {
        const wend_half_plane *plane = &program->planes[k];
        double along = plane->nx * by.x + plane->ny * by.y;
        if (along < -ORACLE_EQUAL)
            most = fmin(most, (oracle_violation(plane, v) - slack) / along);
    }
    return fmax(most, 0);
}

/// A velocity on the chord is slower than its ends, which have the speed that is wanted. It is
/// brought there along its ray, so that it keeps its direction; and where a half-plane stops that,
/// square to the chord, so that one alongside does not make slow.
static inline wend_vec2 oracle_stretched(const oracle_program *program, wend_vec2 v, double slack)
{
    double speed = oracle_length(program->a), now = oracle_length(v);
    wend_vec2 m = oracle_vec(program->a.x + program->b.x, program->a.y + program->b.y);
    double length = oracle_length(m);
    bool is_point = program->a.x == program->b.x && program->a.y == program->b.y;
    if (is_point || now < 1e-6 * program->max_speed || now >= speed)
        return v;
    double by = oracle_reach(program, v, v, speed / now - 1, slack);
    v = oracle_vec(v.x + by * v.x, v.y + by * v.y);
    if (length < 1e-6 * program->max_speed)
        return v;
    m = oracle_vec(m.x / length, m.y / length);
    double forward = oracle_dot(v, m), left2 = speed * speed - oracle_dot(v, v);
    by = oracle_reach(program, v, m, sqrt(forward * forward + fmax(left2, 0)) - forward, slack);
    return oracle_vec(v.x + by * m.x, v.y + by * m.y);
}

/// The same program with the two half-planes between the directions of the chord's ends.
static inline oracle_program oracle_wedged(const oracle_program *program)
{
    oracle_program with = *program;
    double a = oracle_length(with.a), b = oracle_length(with.b);
    with.planes[with.count++] = (wend_half_plane){-with.a.y / a, with.a.x / a, 0, false};
    with.planes[with.count++] = (wend_half_plane){with.b.y / b, -with.b.x / b, 0, false};
    return with;
}

/// The first rule that has an answer; ORACLE_LEAST has it yet to be found. A stretched velocity may
/// go into half-planes by slack.
static inline oracle_rule oracle_keep(const oracle_program *program, bool wedge, double slack,
                                      wend_vec2 *v)
{
    if (!oracle_closest(program, v))
        return ORACLE_LEAST;
    if (oracle_from_chord(program, *v) <= ORACLE_EQUAL) {
        *v = oracle_stretched(program, *v, slack);
        return ORACLE_CHORD;
    }
    wend_vec2 between;
    oracle_program narrow = oracle_wedged(program);
    if (wedge && oracle_closest(&narrow, &between) &&
        oracle_length(between) >= ORACLE_STANDING * oracle_length(program->a)) {
        *v = between;
        return ORACLE_WEDGE;
    }
    return ORACLE_CLOSEST;
}

/// What wend_orca_solve should answer.
static inline oracle_rule oracle_solve(const wend_half_plane *planes, uint32_t count,
                                       const wend_preferred_velocity *wish, double max_speed,
                                       wend_vec2 *v)
{
    oracle_program program = oracle_program_of(planes, count, wish, max_speed);
    oracle_rule rule = oracle_keep(&program, wish->wedge > 0, 0, v);
    if (rule == ORACLE_LEAST)
        oracle_least(&program, v);
    return rule;
}

// ---- samples ------------------------------------------------------------------------------------

/// Calls for velocities all over the disc, and closer and closer around v.
typedef bool oracle_is_better_fn(const oracle_program *program, wend_vec2 sample, wend_vec2 v,
                                 double slack);

/// True: there is a sample that is better than v, and *sample is it.
static inline bool oracle_sample(const oracle_program *program, wend_vec2 v, uint32_t grid,
                                 oracle_is_better_fn *is_better, double slack, wend_vec2 *sample)
{
    double s = program->max_speed;
    for (uint32_t i = 0; i < grid * grid; ++i) {
        *sample = oracle_vec(s * (2.0 * (i % grid) / (grid - 1) - 1),
                             s * (2.0 * (i / grid) / (grid - 1) - 1));
        if (is_better(program, *sample, v, slack))
            return true;
    }
    for (double ring = s; ring > 1e-5 * s; ring *= 0.7)
        for (int k = 0; k < 48; ++k) {
            double angle = 2 * 3.141592653589793 * k / 48;
            *sample = oracle_vec(v.x + ring * cos(angle), v.y + ring * sin(angle));
            if (is_better(program, *sample, v, slack))
                return true;
        }
    return false;
}

/// Keeps everything and is closer to the chord.
static inline bool oracle_is_closer(const oracle_program *program, wend_vec2 sample, wend_vec2 v,
                                    double slack)
{
    return oracle_keeps_all(program, sample, 0) &&
           oracle_from_chord(program, sample) < oracle_from_chord(program, v) - slack;
}

/// Keeps the hard planes and violates the soft ones less.
static inline bool oracle_is_milder(const oracle_program *program, wend_vec2 sample, wend_vec2 v,
                                    double slack)
{
    return oracle_hard_violation(program, sample) <= 0 &&
           fmax(oracle_soft_violation(program, sample), 0) <
               fmax(oracle_soft_violation(program, v), 0) - slack;
}

#endif
