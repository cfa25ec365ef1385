// SPDX-License-Identifier: MIT
// Social forces, a step: sub-steps of forces, the constraint and a move.
//
// The velocity is taken half implicitly: v' = (v + h (push + wish / tau)) / (1 + h / tau). So the
// drive is stable for every step, and pushes change little in a sub-step: their steepest slope is
// strength / range.
//
// The constraint is a half-plane of velocities for each neighbour, and the velocity that keeps them
// all and is closest to v' (the program of orca_solve.c). Of two who come too near each takes off
// half of what is too much, so both go on with the mean of their velocities, as if they had bumped
// into each other, and those who press from behind are felt in front. But one between two others,
// or at a wall, can't take its half. So this is done twice: the second time from the velocities
// that the first one gave, of which little is too much.
#include "motion/force.h"

#include "core/memory.h"
#include "motion/orca.h"

#include <math.h>

#define FORCE_COOKIE 0x666f7263u

/// Bodies that one worker moves in one go.
enum { GRAIN = 64 };

/// A step that is so many sub-steps but for rounding has no further one. Longer steps than that of
/// so many have longer sub-steps.
#define SUBSTEP_SLACK 1e-6
#define MOST_SUBSTEPS 256

/// Of what is too much between two bodies that are moved, each takes this part.
#define HALF 0.5

wend_force_def wend_default_force_def(void)
{
    return (wend_force_def){.relaxation = 0.5,
                            .strength = 2,
                            .range = 0.3,
                            .lambda = 0.5,
                            .wall_strength = 3,
                            .wall_range = 0.1,
                            .mover_strength = 6,
                            .mover_lambda = 0.5,
                            .reach = 1.5,
                            .keep_right = 2,
                            .sight = 4,
                            .foresight = 2,
                            .calm = 0.1,
                            .wall_calm = 0.1,
                            .margin = 0.02,
                            .substep = 0.0125,
                            .cookie = FORCE_COOKIE};
}

// ---- checked ------------------------------------------------------------------------------------

/// NaN is none.
static bool is_amount(double value)
{
    return value >= 0 && value <= WEND_MAX_COORDINATE;
}

static bool is_part(double value)
{
    return value >= 0 && value <= 1;
}

wend_result wend_force_def_check(const wend_force_def *def, wend_error *error)
{
    if (!def || def->cookie != FORCE_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_force_def()");
    const struct {
        const char *name;
        double value;
    } amounts[] = {
        {"strength", def->strength},
        {"attraction", def->attraction},
        {"wall_strength", def->wall_strength},
        {"mover_strength", def->mover_strength},
        {"reach", def->reach},
        {"keep_right", def->keep_right},
        {"sight", def->sight},
        {"foresight", def->foresight},
        {"calm", def->calm},
        {"wall_calm", def->wall_calm},
        {"margin", def->margin},
    };
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; ++i)
        if (!is_amount(amounts[i].value))
            return wend_fail(error, WEND_BAD_ARGUMENT, "%s must be 0 or more, found %g",
                             amounts[i].name, amounts[i].value);
    if (!(is_amount(def->relaxation) && def->relaxation > 0) ||
        !(is_amount(def->range) && def->range > 0) ||
        !(is_amount(def->wall_range) && def->wall_range > 0) || !(def->substep > 0))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "relaxation, range, wall_range and substep must be above 0, found %g s, "
                         "%g m, %g m and %g s",
                         def->relaxation, def->range, def->wall_range, def->substep);
    if (!is_part(def->lambda) || !is_part(def->mover_lambda))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "lambda and mover_lambda must be 0 to 1, found %g and %g", def->lambda,
                         def->mover_lambda);
    return WEND_OK;
}

// ---- one body -----------------------------------------------------------------------------------

static bool is_moved(const wend_motion_input *input, uint32_t body)
{
    return !input->moved || input->moved[body];
}

/// True for a body that is there and is moved.
static bool is_here(const wend_motion_input *input, uint32_t body)
{
    return input->bodies[body].radius >= 0 && is_moved(input, body);
}

/// What a wall asks of a body that can be so fast.
static wend_half_plane plane_of_wall(const forcing *f, const force_gap *g, double most)
{
    // Walls that stand are kept in any case, so standing still must be allowed.
    double least = g->stands ? -fmax(g->gap, 0) / f->wall_calm : -g->gap / f->calm;
    return (wend_half_plane){g->away.x, g->away.y, orca_flight(g->away, g->velocity, least, most),
                             g->stands};
}

/// What another body asks of a body.
static wend_half_plane plane_of_body(const forcing *f, uint32_t body, const force_gap *g)
{
    double radii = (double)f->input->bodies[body].radius + f->input->bodies[g->near->body].radius;
    double gap = g->gap - f->def->margin * radii;
    // Those who are too near get apart at once.
    double least = -gap / (gap < 0 ? f->seconds : f->calm);
    double mine = force_dot(g->away, f->velocities[body]);
    double apart = mine - force_dot(g->away, g->velocity);
    double share = is_moved(f->input, g->near->body) ? HALF : 1;
    return (wend_half_plane){g->away.x, g->away.y, mine + share * (least - apart), false};
}

/// The velocity that the forces give.
static wend_vec2 drive(const forcing *f, uint32_t body)
{
    force_gap gaps[WEND_NEIGHBOURS];
    uint32_t walls, count = wend_force_gaps(f, body, true, gaps, &walls);
    force_sum sum = wend_force_sum(f, body, gaps, count, walls);
    double part = f->seconds / f->def->relaxation, most = f->input->bodies[body].max_speed;
    wend_vec2 v = force_add(f->velocities[body], f->seconds, sum.push);
    v = force_add(v, part, sum.wish);
    v = (wend_vec2){v.x / (1 + part), v.y / (1 + part)};
    double square = force_dot(v, v);
    if (!(square > most * most))
        return v;
    double slower = most / sqrt(square);
    return (wend_vec2){v.x * slower, v.y * slower};
}

/// The velocity that a body takes: the one closest to what the forces give that keeps off all
/// others as fast as these are in f->velocities.
static wend_vec2 limit(const forcing *f, uint32_t body, wend_vec2 v)
{
    force_gap gaps[WEND_NEIGHBOURS];
    wend_half_plane planes[WEND_NEIGHBOURS];
    uint32_t walls, kept = 0, count = wend_force_gaps(f, body, false, gaps, &walls);
    double most = f->input->bodies[body].max_speed;
    bool free = true;
    for (uint32_t i = 0; i < count; ++i) {
        wend_half_plane plane =
            i < walls ? plane_of_wall(f, &gaps[i], most) : plane_of_body(f, body, &gaps[i]);
        if (plane.c <= -most)
            continue; // it keeps this one at any speed that it has
        free = free && plane.nx * v.x + plane.ny * v.y >= plane.c;
        planes[kept++] = plane;
    }
    if (!free) {
        const wend_wish wish = {(float)v.x, (float)v.y, (float)v.x, (float)v.y, 0, 0};
        wend_orca_solve(planes, kept, &wish, most, &v);
    }
    return v;
}

// ---- the step -----------------------------------------------------------------------------------

static void begin_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const forcing *f = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        f->places[i] = f->input->bodies[i].position;
        f->velocities[i] = f->input->bodies[i].velocity;
        f->headings[i] = wend_force_heading(&f->input->wishes[i]);
    }
}

/// What the forces give. The others go on as they do.
static void drive_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const forcing *f = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        f->driven[i] = is_here(f->input, i) ? drive(f, i) : f->velocities[i];
}

/// The first round: from what the forces give all. Its velocities are read by nobody meanwhile.
static void limit_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const forcing *f = argument;
    forcing driven = *f;
    (void)worker;
    driven.velocities = f->driven;
    for (uint32_t i = begin; i < end; ++i)
        f->velocities[i] = is_here(f->input, i) ? limit(&driven, i, f->driven[i]) : f->driven[i];
}

/// The second round: from what the first gives all. And the move.
static void move_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const forcing *f = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        if (is_here(f->input, i))
            f->driven[i] = limit(f, i, f->driven[i]);
        f->next_places[i] = force_add(f->places[i], f->seconds, f->driven[i]);
    }
}

static void write_out(const forcing *f, const wend_motion_output *output)
{
    for (uint32_t i = 0; i < f->input->count; ++i)
        if (is_here(f->input, i)) {
            output->positions[i] = f->places[i];
            output->velocities[i] = f->velocities[i];
        }
}

static void swap(wend_vec2 **a, wend_vec2 **b)
{
    wend_vec2 *kept = *a;
    *a = *b;
    *b = kept;
}

/// How many there are in a step, as a whole number.
static double substeps(const wend_force_def *def, double step)
{
    return fmin(fmax(ceil(step / def->substep - SUBSTEP_SLACK), 1), MOST_SUBSTEPS);
}

static forcing begin(const wend_force_def *def, const wend_motion_input *input)
{
    size_t count = input->count;
    wend_vec2 *scratch = input->scratch;
    forcing f = {
        .def = def,
        .input = input,
        .seconds = input->step / substeps(def, input->step),
        .places = scratch,
        .next_places = scratch + count,
        .velocities = scratch + 2 * count,
        .driven = scratch + 3 * count,
        .headings = scratch + 4 * count,
    };
    f.calm = fmax(def->calm, f.seconds);
    f.wall_calm = fmax(def->wall_calm, f.seconds);
    wend_parallel_for(input->tasks, input->count, GRAIN, begin_all, &f);
    return f;
}

wend_result wend_force_step(const wend_force_def *def, const wend_motion_input *input,
                            const wend_motion_output *output, wend_error *error)
{
    wend_result result = wend_force_def_check(def, error);
    if (result != WEND_OK)
        return result;
    if (!(input->step > 0 && isfinite(input->step)))
        return wend_fail(error, WEND_BAD_ARGUMENT, "step must be above 0 s, found %g", input->step);
    forcing f = begin(def, input);
    uint32_t count = (uint32_t)substeps(def, input->step);
    for (uint32_t k = 0; k < count; ++k) {
        f.gone = k * f.seconds;
        wend_parallel_for(input->tasks, input->count, GRAIN, drive_all, &f);
        wend_parallel_for(input->tasks, input->count, GRAIN, limit_all, &f);
        wend_parallel_for(input->tasks, input->count, GRAIN, move_all, &f);
        swap(&f.places, &f.next_places);
        swap(&f.velocities, &f.driven);
    }
    write_out(&f, output);
    return WEND_OK;
}

wend_vec2 wend_force_on(const wend_force_def *def, const wend_motion_input *input, uint32_t body)
{
    forcing f = begin(def, input);
    force_gap gaps[WEND_NEIGHBOURS];
    uint32_t walls, count = wend_force_gaps(&f, body, true, gaps, &walls);
    force_sum sum = wend_force_sum(&f, body, gaps, count, walls);
    wend_vec2 drive = force_add(sum.wish, -1, f.velocities[body]);
    return force_add(sum.push, 1 / def->relaxation, drive);
}
