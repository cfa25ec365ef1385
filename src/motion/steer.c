// SPDX-License-Identifier: MIT
// Steering by free space: a half-plane of velocities for each neighbour, and the one velocity that
// keeps them all and is closest to the wish (the program of orca_solve.c).
//
// A neighbour at the gap g in the direction -n, with a velocity w, asks for (v - w).n >= -g / t:
// then the gap lasts for the time t at least, whatever both do sideways, for their distance is no
// less than its part along n. As long as t is no less than the step nobody is touched, however long
// the strides. Both start from the velocities that they have, so both see the same excess, and each
// takes off half of it. (Starting from wishes would do for two; but one between two others can't
// make room for either, and they would count on it in every step.)
#include "wend/steer.h"

#include "core/angle.h"
#include "core/memory.h"
#include "motion/orca.h"

#include <math.h>

#define STEER_COOKIE 0x73746565u

/// Bodies that one worker moves in one go.
enum { GRAIN = 64 };

/// Of what is too much between two bodies, each takes this part.
#define HALF 0.5

wend_steer_def wend_default_steer_def(void)
{
    return (wend_steer_def){
        .space = 1, .calm = 0.5, .wall_calm = 0.1, .sidestep = 0.3, .cookie = STEER_COOKIE};
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
    return WEND_OK;
}

// ---- one body -----------------------------------------------------------------------------------

/// What the threads of a step are given.
typedef struct steering {
    const wend_steer_def *def;
    const wend_steer_input *input;
    const wend_steer_output *output;
    double calm, wall_calm; ///< no less than the step
} steering;

static bool is_steered(const wend_steer_input *input, uint32_t body)
{
    return !input->steered || input->steered[body];
}

/// The push away from something: where it comes from, and how near that is.
typedef struct push {
    wend_vec2 away; ///< of length 1
    double gap;
} push;

static push push_from(wend_vec2 p, wend_vec2 other, double radii, wend_vec2 escape)
{
    wend_vec2 away = {p.x - other.x, p.y - other.y};
    double distance = sqrt(away.x * away.x + away.y * away.y);
    push made = {escape, distance - radii};
    if (distance > 0)
        made.away = (wend_vec2){away.x / distance, away.y / distance};
    return made;
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

/// What a neighbour asks of a body; false: nothing.
static bool plane_of(const steering *s, uint32_t body, const wend_steer_near *near,
                     wend_half_plane *plane)
{
    const wend_steer_input *input = s->input;
    const wend_body *me = &input->bodies[body];
    if (near->body == WEND_STEER_WALL) {
        bool stands = near->velocity.x == 0 && near->velocity.y == 0;
        push from = push_from(me->position, near->point, me->radius, (wend_vec2){0, 0});
        wend_vec2 n = from.away;
        // On a wall there is no way off it; and one that is too near need not be kept by force.
        if ((n.x == 0 && n.y == 0) || from.gap > s->def->space + me->max_speed * input->step)
            return false;
        double gap = stands ? fmax(from.gap, 0) : from.gap;
        double c = n.x * near->velocity.x + n.y * near->velocity.y -
                   gap / (stands ? s->wall_calm : s->calm);
        *plane = (wend_half_plane){n.x, n.y, c, stands};
        return true;
    }
    const wend_body *it = &input->bodies[near->body];
    if (near->body == body || it->radius < 0)
        return false;
    double radii = (double)me->radius + it->radius;
    push from = push_from(me->position, it->position, radii, wend_orca_escape(body, near->body));
    double reach = ((double)me->max_speed + it->max_speed) * input->step;
    if (from.gap > fmax(s->def->space, reach))
        return false;
    from = turn_aside(s->def, from, radii);
    wend_vec2 n = from.away;
    double mine = n.x * me->velocity.x + n.y * me->velocity.y;
    double apart = mine - (n.x * it->velocity.x + n.y * it->velocity.y);
    *plane = (wend_half_plane){n.x, n.y, mine + HALF * (-from.gap / s->calm - apart), false};
    return true;
}

static void steer(const steering *s, uint32_t body)
{
    const wend_steer_input *input = s->input;
    const wend_body *me = &input->bodies[body];
    wend_half_plane planes[WEND_STEER_NEAR];
    uint32_t count = 0, nears = input->near_counts[body];
    const wend_steer_near *near = input->nears + (size_t)body * WEND_STEER_NEAR;
    for (uint32_t i = 0; i < nears && i < WEND_STEER_NEAR; ++i)
        count += plane_of(s, body, &near[i], &planes[count]);
    wend_vec2 v;
    wend_orca_solve(planes, count, &input->wishes[body], me->max_speed, &v);
    s->output->velocities[body] = v;
    s->output->positions[body] =
        (wend_vec2){me->position.x + input->step * v.x, me->position.y + input->step * v.y};
}

static void steer_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const steering *s = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        if (s->input->bodies[i].radius >= 0 && is_steered(s->input, i))
            steer(s, i);
}

wend_result wend_steer_step(const wend_steer_def *def, const wend_steer_input *input,
                            const wend_steer_output *output, wend_error *error)
{
    wend_result result = wend_steer_def_check(def, error);
    if (result != WEND_OK)
        return result;
    if (!(input->step > 0 && isfinite(input->step)))
        return wend_fail(error, WEND_BAD_ARGUMENT, "step must be above 0 s, found %g", input->step);
    steering s = {.def = def,
                  .input = input,
                  .output = output,
                  .calm = fmax(def->calm, input->step),
                  .wall_calm = fmax(def->wall_calm, input->step)};
    wend_parallel_for(input->tasks, input->count, GRAIN, steer_all, &s);
    return WEND_OK;
}
