// SPDX-License-Identifier: MIT
// Steering by free space: a half-plane of velocities for each neighbour, and the one velocity that
// keeps them all and is closest to the wish (the program of orca_solve.c).
//
// A neighbour at the gap g in the direction -n, with a velocity w, asks for (v - w).n >= -g / t:
// then the gap lasts for the time t at least, whatever both do sideways, for their distance is no
// less than its part along n. As long as t is no less than a sub-step nobody is touched, however
// long the strides. Both start from the velocities that they have, so both see the same excess, and
// each takes off half of it. (Starting from wishes would do for two; but one between two others
// can't make room for either, and they would count on it in every step.)
#include "wend/steer.h"

#include "core/angle.h"
#include "core/memory.h"
#include "motion/orca.h"
#include "wend/geometry.h"

#include <math.h>

#define STEER_COOKIE 0x73746565u

/// Bodies that one worker moves in one go.
enum { GRAIN = 64 };

/// Of what is too much between two bodies, each takes this part.
#define HALF 0.5

wend_steer_def wend_default_steer_def(void)
{
    return (wend_steer_def){.space = 1,
                            .calm = 0.5,
                            .wall_calm = 0.1,
                            .sidestep = 0.3,
                            .substeps = 4,
                            .cookie = STEER_COOKIE};
}

/// NaN is none.
static bool is_length(double value)
{
    return value >= 0 && value <= WEND_MAX_COORDINATE;
}

wend_result wend_steer_def_check(const wend_steer_def *def, wend_error *error)
{
    if (!def || def->cookie != STEER_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_steer_def()");
    if (!is_length(def->space) || !is_length(def->calm) || !is_length(def->wall_calm))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "space, calm and wall_calm must be 0 or more, found %g m, %g s and %g s",
                         def->space, def->calm, def->wall_calm);
    if (!(def->sidestep >= 0 && def->sidestep <= 1))
        return wend_fail(error, WEND_BAD_ARGUMENT, "sidestep must be 0 to 1 rad, found %g",
                         def->sidestep);
    if (def->substeps < 1 || def->substeps > WEND_STEER_MAX_SUBSTEPS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "substeps must be 1 to %d, found %u",
                         WEND_STEER_MAX_SUBSTEPS, def->substeps);
    return WEND_OK;
}

// ---- one body -----------------------------------------------------------------------------------

/// Where everybody is and how fast: by body.
typedef struct moment {
    wend_vec2 *places, *velocities;
} moment;

/// What the threads of a sub-step are given.
typedef struct steering {
    const wend_steer_def *def;
    const wend_motion_input *input;
    double seconds;         ///< of a sub-step
    double gone;            ///< of the step, before this sub-step
    double calm, wall_calm; ///< no less than a sub-step
    moment now, next;
} steering;

static bool is_moved(const wend_motion_input *input, uint32_t body)
{
    return !input->moved || input->moved[body];
}

static wend_vec2 ahead(wend_vec2 p, wend_vec2 velocity, double seconds)
{
    return (wend_vec2){p.x + seconds * velocity.x, p.y + seconds * velocity.y};
}

static double along(wend_vec2 n, wend_vec2 velocity)
{
    return n.x * velocity.x + n.y * velocity.y;
}

/// The push away from something: where it comes from, and how near that is.
typedef struct push {
    wend_vec2 away; ///< of length 1
    double gap;
} push;

/// False: the gap is wider than `most`. From the same place there is no direction: 0, 0.
static bool push_from(wend_vec2 p, wend_vec2 other, double radii, double most, push *made)
{
    wend_vec2 away = {p.x - other.x, p.y - other.y};
    double square = away.x * away.x + away.y * away.y;
    if (square > (radii + most) * (radii + most))
        return false;
    double distance = sqrt(square);
    *made = (push){{0, 0}, distance - radii};
    if (distance > 0)
        made->away = (wend_vec2){away.x / distance, away.y / distance};
    return true;
}

static bool has_direction(push from)
{
    return from.away.x != 0 || from.away.y != 0;
}

/// Turns the push counter-clockwise: to the right of one who walks against it. The gap along the
/// new direction is less; where it would be less than half, nothing is turned.
static push turn_aside(const wend_steer_def *def, push from, double radii)
{
    if (!(from.gap > 0) || !(def->space > 0))
        return from;
    double sine, cosine;
    wend_vec2 n = from.away;
    wend_sin_cos(def->sidestep * fmin(from.gap / def->space, 1), &sine, &cosine);
    double gap = cosine * (from.gap + radii) - radii;
    if (gap < 0.5 * from.gap)
        return from;
    return (push){{cosine * n.x - sine * n.y, sine * n.x + cosine * n.y}, gap};
}

/// What a wall asks of a body; false: nothing.
static bool plane_of_wall(const steering *s, uint32_t body, const wend_neighbour *near,
                          wend_half_plane *plane)
{
    const wend_body *me = &s->input->bodies[body];
    wend_segment wall = {ahead(near->wall.a, near->velocity, s->gone),
                         ahead(near->wall.b, near->velocity, s->gone)};
    bool stands = near->velocity.x == 0 && near->velocity.y == 0;
    wend_vec2 p = s->now.places[body];
    double reach = (me->max_speed + sqrt(along(near->velocity, near->velocity))) * s->seconds;
    push from;
    // On a wall nobody knows which side it should go to.
    if (!push_from(p, wend_segment_closest(wall, p), me->radius, fmax(s->def->space, reach),
                   &from) ||
        !has_direction(from))
        return false;
    wend_vec2 n = from.away;
    // Walls that stand are kept in any case, so standing still must be allowed.
    double least = stands ? -fmax(from.gap, 0) / s->wall_calm : -from.gap / s->calm;
    *plane =
        (wend_half_plane){n.x, n.y, orca_flight(n, near->velocity, least, me->max_speed), stands};
    return true;
}

/// What another body asks of a body; false: nothing.
static bool plane_of_body(const steering *s, uint32_t body, uint32_t other, wend_half_plane *plane)
{
    const wend_body *me = &s->input->bodies[body], *it = &s->input->bodies[other];
    if (other == body || it->radius < 0)
        return false;
    double radii = (double)me->radius + it->radius;
    double reach = ((double)me->max_speed + it->max_speed) * s->seconds;
    push from;
    if (!push_from(s->now.places[body], s->now.places[other], radii, fmax(s->def->space, reach),
                   &from))
        return false;
    if (!has_direction(from))
        from.away = wend_orca_escape(body, other);
    from = turn_aside(s->def, from, radii);
    // Those who overlap get apart at once.
    double least = -from.gap / (from.gap < 0 ? s->seconds : s->calm);
    double mine = along(from.away, s->now.velocities[body]);
    double apart = mine - along(from.away, s->now.velocities[other]);
    *plane = (wend_half_plane){from.away.x, from.away.y, mine + HALF * (least - apart), false};
    return true;
}

static wend_vec2 choose(const steering *s, uint32_t body)
{
    const wend_motion_input *input = s->input;
    wend_half_plane planes[WEND_NEIGHBOURS];
    uint32_t count = 0, nears = input->near_counts[body];
    const wend_neighbour *near = input->nears + (size_t)body * WEND_NEIGHBOURS;
    for (uint32_t i = 0; i < nears && i < WEND_NEIGHBOURS; ++i)
        count += near[i].body == WEND_NEIGHBOUR_WALL
                     ? plane_of_wall(s, body, &near[i], &planes[count])
                     : plane_of_body(s, body, near[i].body, &planes[count]);
    wend_vec2 v;
    wend_orca_solve(planes, count, &input->wishes[body], input->bodies[body].max_speed, &v);
    return v;
}

// ---- the step -----------------------------------------------------------------------------------

static void begin_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const steering *s = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        s->now.places[i] = s->input->bodies[i].position;
        s->now.velocities[i] = s->input->bodies[i].velocity;
    }
}

/// The others go on as they do.
static void steer_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const steering *s = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_vec2 v = s->now.velocities[i];
        if (s->input->bodies[i].radius >= 0 && is_moved(s->input, i))
            v = choose(s, i);
        s->next.velocities[i] = v;
        s->next.places[i] = ahead(s->now.places[i], v, s->seconds);
    }
}

static void write_out(const steering *s, const wend_motion_output *output)
{
    const wend_motion_input *input = s->input;
    for (uint32_t i = 0; i < input->count; ++i)
        if (input->bodies[i].radius >= 0 && is_moved(input, i)) {
            output->positions[i] = s->now.places[i];
            output->velocities[i] = s->now.velocities[i];
        }
}

wend_result wend_steer_step(const wend_steer_def *def, const wend_motion_input *input,
                            const wend_motion_output *output, wend_error *error)
{
    wend_result result = wend_steer_def_check(def, error);
    if (result != WEND_OK)
        return result;
    if (!(input->step > 0 && isfinite(input->step)))
        return wend_fail(error, WEND_BAD_ARGUMENT, "step must be above 0 s, found %g", input->step);
    uint32_t count = input->count;
    wend_vec2 *scratch = input->scratch;
    steering s = {
        .def = def,
        .input = input,
        .seconds = input->step / def->substeps,
        .now = {scratch, scratch + count},
        .next = {scratch + 2 * (size_t)count, scratch + 3 * (size_t)count},
    };
    s.calm = fmax(def->calm, s.seconds);
    s.wall_calm = fmax(def->wall_calm, s.seconds);
    wend_parallel_for(input->tasks, count, GRAIN, begin_all, &s);
    for (uint32_t k = 0; k < def->substeps; ++k) {
        s.gone = k * s.seconds;
        wend_parallel_for(input->tasks, count, GRAIN, steer_all, &s);
        moment done = s.next;
        s.next = s.now;
        s.now = done;
    }
    write_out(&s, output);
    return WEND_OK;
}
