// SPDX-License-Identifier: MIT
// Social force model: the forces on one body, and the step (wend/social_force.h has the formulas;
// the constraint on gaps is in contacts.c).
//
// Choices where Sud et al. 2008 is silent:
// - An overlap does not repel more than contact: the constraint separates the bodies.
// - A wall may consist of many pieces. Pieces that repel in the same direction count once: of each
//   force only the excess over that of nearer pieces in its direction is added.
// - The two posts of a door push a body back. Static walls therefore cancel at most half of the
//   driving force, so a body passes every door it fits through; at a corner in its way also at most
//   half of the part that leads around it.
// - A moving wall about to hit a body pushes it aside, to the nearer side.
// - A range of preferred velocities leads through one portal. Forces along its chord are not
//   resisted.
//
// The velocity is integrated semi-implicitly: v' = (v + h (push + preferred / tau)) / (1 + h /
// tau). The driving force is stable for every step; the other forces change little within a
// substep, since their steepest slope is strength / range.
#include "wend/social_force.h"

#include "core/angle.h"
#include "core/memory.h"
#include "motion/contacts.h"

#include <math.h>

#define SOCIAL_FORCE_COOKIE 0x666f7263u

/// Bodies per task.
enum { GRAIN = 512 };

/// Range of the repulsion between members of a coherent group, if that is shorter. [Units: sums of
/// their radii]
#define COHERENT_RANGE 0.1

/// Maximum fraction of the driving force that static walls cancel.
#define WALLS_CANCEL 0.5

wend_social_force_def wend_default_social_force_def(void)
{
    return (wend_social_force_def){.relaxation = 0.5,
                                   .strength = 2,
                                   .range = 0.3,
                                   .lambda = 0.5,
                                   .wall_strength = 3,
                                   .wall_range = 0.1,
                                   .moving_wall_strength = 6,
                                   .moving_wall_lambda = 0.5,
                                   .interaction_distance = 1.5,
                                   .keep_right = 2,
                                   .keep_right_distance = 4,
                                   .prediction_time = 2,
                                   .gap_time = 0.1,
                                   .wall_gap_time = 0.1,
                                   .margin = 0.02,
                                   .substep = 0.0125,
                                   .cookie = SOCIAL_FORCE_COOKIE};
}

wend_result wend_social_force_def_check(const wend_social_force_def *def, wend_error *error)
{
    if (!def || def->cookie != SOCIAL_FORCE_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_social_force_def()");
    const motion_parameter parameters[] = {
        {.name = "strength", .value = def->strength},
        {.name = "attraction", .value = def->attraction},
        {.name = "wall_strength", .value = def->wall_strength},
        {.name = "moving_wall_strength", .value = def->moving_wall_strength},
        {.name = "interaction_distance", .value = def->interaction_distance},
        {.name = "keep_right", .value = def->keep_right},
        {.name = "keep_right_distance", .value = def->keep_right_distance},
        {.name = "prediction_time", .value = def->prediction_time},
        {.name = "gap_time", .value = def->gap_time},
        {.name = "wall_gap_time", .value = def->wall_gap_time},
        {.name = "margin", .value = def->margin},
        {.name = "relaxation", .value = def->relaxation, .positive = true},
        {.name = "range", .value = def->range, .positive = true},
        {.name = "wall_range", .value = def->wall_range, .positive = true},
        {.name = "substep", .value = def->substep, .positive = true, .max = INFINITY},
        {.name = "lambda", .value = def->lambda, .max = 1},
        {.name = "moving_wall_lambda", .value = def->moving_wall_lambda, .max = 1},
    };
    return wend_motion_check(parameters, sizeof parameters / sizeof *parameters, error);
}

/// Shared by the threads of a step.
typedef struct forcing {
    const wend_social_force_def *def;
    const contacts *at;
    wend_vec2 *headings; ///< by body: unit vector of the preferred velocity; {0, 0} if it is 0
} forcing;

// ---- forces from bodies -------------------------------------------------------------------------

static double anisotropy(double lambda, double cosine)
{
    return lambda + (1 - lambda) * (1 + cosine) / 2;
}

static double decay(double gap, double range)
{
    return wend_exp(-fmax(gap, 0) / range);
}

static double range_for(const forcing *f, uint32_t body, uint32_t other)
{
    const wend_motion_input *input = f->at->input;
    const uint32_t *groups = input->coherent_groups;
    if (!groups || groups[body] == 0 || groups[body] != groups[other])
        return f->def->range;
    double radii = (double)input->bodies[body].radius + input->bodies[other].radius;
    return fmin(f->def->range, COHERENT_RANGE * radii);
}

static wend_vec2 push_of_body(const forcing *f, uint32_t body, const contact_gap *g,
                              wend_vec2 heading)
{
    const wend_social_force_def *def = f->def;
    double push = 0;
    if (g->gap < def->interaction_distance)
        push = def->strength * decay(g->gap, range_for(f, body, g->body)) *
               anisotropy(def->lambda, -wend_dot(heading, g->away));
    if (def->attraction > 0 && contacts_same_group(f->at->input, body, g->body))
        push -= def->attraction;
    return wend_scale(g->away, push);
}

/// Weight of the coordination rule for an oncoming body: 0 for none. It decreases with the
/// distance, with the angle of approach and with the lateral offset.
static double oncoming(const forcing *f, uint32_t body, const contact_gap *g, wend_vec2 heading)
{
    const wend_motion_input *input = f->at->input;
    uint32_t other = g->body;
    double ahead = -wend_dot(heading, g->away);
    double against = -wend_dot(heading, f->headings[other]);
    if (!(ahead > 0) || !(against > 0) || !(g->gap < f->def->keep_right_distance))
        return 0;
    double radii = (double)input->bodies[body].radius + input->bodies[other].radius;
    double aside = wend_cross(g->away, heading) * (g->gap + radii) / radii;
    double gap = fmax(g->gap, 0);
    return against * (1 - gap / f->def->keep_right_distance) * fmax(1 - fabs(aside), 0);
}

// ---- forces from walls --------------------------------------------------------------------------

/// Adds the part of a force that the sum does not contain yet.
static void add_push(wend_vec2 *sum, wend_vec2 away, double push)
{
    double more = push - fmax(wend_dot(*sum, away), 0);
    if (more > 0)
        *sum = wend_add_scaled(*sum, more, away);
}

/// Distances that a body must move to the left and to the right of the course of a moving wall to
/// be clear of it. Negative: clear already.
typedef struct escape_distances {
    double left, right;
} escape_distances;

/// All walls with that velocity belong to the same obstacle; left is relative to its course.
static escape_distances find_escape(const contact_gap *gaps, uint32_t walls, wend_vec2 velocity,
                                    wend_vec2 p, wend_vec2 left)
{
    escape_distances out = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < walls; ++i) {
        const contact_gap *g = &gaps[i];
        if (!wend_equal(g->velocity, velocity))
            continue;
        double to_a = wend_dot(left, wend_sub(g->wall.a, p));
        double to_b = wend_dot(left, wend_sub(g->wall.b, p));
        out.left = fmax(out.left, fmax(to_a, to_b));
        out.right = fmax(out.right, -fmin(to_a, to_b));
    }
    return out;
}

/// The repulsion by a moving wall (Sud et al. 2008, §5.1), and a lateral force if it will reach the
/// body within the prediction time.
static void add_moving_wall(const forcing *f, uint32_t body, const contact_gap *gaps,
                            uint32_t walls, uint32_t moving, wend_vec2 *sum)
{
    const wend_social_force_def *def = f->def;
    const contact_gap *g = &gaps[moving];
    wend_vec2 course = wend_unit(g->velocity), left = wend_perp_left(course);
    double radius = f->at->input->bodies[body].radius, cosine = wend_dot(course, g->away);
    if (g->gap < def->interaction_distance)
        add_push(sum, g->away,
                 def->moving_wall_strength * decay(g->gap, def->wall_range) *
                     anisotropy(def->moving_wall_lambda, cosine));
    double seconds = (cosine * (g->gap + radius) - radius) / wend_length(g->velocity);
    if (!(cosine > 0) || !(seconds < def->prediction_time))
        return;
    escape_distances out = find_escape(gaps, walls, g->velocity, f->at->positions[body], left);
    // A body that is clear by its own radius is not pushed.
    double clear = -fmin(out.left, out.right) - radius;
    double share = fmin(1 - clear / radius, 1) * fmin(1 - seconds / def->prediction_time, 1);
    if (share > 0)
        add_push(sum, out.left < out.right ? left : wend_perp_right(course),
                 def->moving_wall_strength * share);
}

/// Limits a force against a driving force.
static wend_vec2 limit_against(wend_vec2 push, wend_vec2 drive)
{
    double square = wend_length_squared(drive), back = -wend_dot(push, drive);
    return square > 0 && back > WALLS_CANCEL * square
               ? wend_add_scaled(push, back / square - WALLS_CANCEL, drive)
               : push;
}

/// What is left of the driving force where static walls hold the body back (contacts.c).
static wend_vec2 held_drive(const forcing *f, const contact_gap *gaps, uint32_t walls,
                            wend_vec2 drive)
{
    const double seconds = f->at->def.wall_gap_time * f->def->relaxation;
    for (uint32_t i = 0; i < walls; ++i) {
        double into = -wend_dot(gaps[i].away, drive) - fmax(gaps[i].gap, 0) / seconds;
        if (gaps[i].is_static && into > 0)
            drive = wend_add_scaled(drive, into, gaps[i].away);
    }
    return drive;
}

/// The force of all walls on a body with that driving force.
static wend_vec2 push_of_walls(const forcing *f, uint32_t body, const contact_gap *gaps,
                               uint32_t walls, wend_vec2 drive)
{
    const wend_social_force_def *def = f->def;
    wend_vec2 sum = {0, 0}, moving = {0, 0};
    for (uint32_t i = 0; i < walls; ++i)
        if (!gaps[i].is_static)
            add_moving_wall(f, body, gaps, walls, i, &moving);
        else if (gaps[i].gap < def->interaction_distance)
            add_push(&sum, gaps[i].away, def->wall_strength * decay(gaps[i].gap, def->wall_range));
    sum = limit_against(limit_against(sum, drive), held_drive(f, gaps, walls, drive));
    return wend_add(sum, moving);
}

// ---- step ---------------------------------------------------------------------------------------

/// The sum of all forces except the driving force, and the preferred velocity under them.
typedef struct force_sum {
    wend_vec2 push;      ///< [Units: m/s^2]
    wend_vec2 preferred; ///< [Units: m/s]
} force_sum;

static force_sum add_forces(const forcing *f, uint32_t body)
{
    const wend_social_force_def *def = f->def;
    const contact_reach reach = {fmax(def->interaction_distance, def->keep_right_distance),
                                 def->interaction_distance, def->prediction_time};
    contact_gap gaps[WEND_MAX_NEIGHBOURS];
    uint32_t walls, count = wend_contact_gaps(f->at, body, &reach, gaps, &walls);
    const wend_preferred_velocity *range = &f->at->input->preferred[body];
    wend_vec2 preferred = preferred_at(range, range->bias), heading = f->headings[body];
    wend_vec2 drive = {preferred.x / def->relaxation, preferred.y / def->relaxation};
    wend_vec2 push = push_of_walls(f, body, gaps, walls, drive);
    double nearest = INFINITY, aside = 0;
    for (uint32_t i = walls; i < count; ++i) {
        const contact_gap *g = &gaps[i];
        push = wend_add(push, push_of_body(f, body, g, heading));
        double weight = def->keep_right > 0 && g->gap < nearest ? oncoming(f, body, g, heading) : 0;
        if (weight > 0) {
            nearest = g->gap;
            aside = weight;
        }
    }
    push = wend_add_scaled(push, def->keep_right * aside, wend_perp_right(heading));
    return (force_sum){
        push, wend_preferred_closest(range, wend_add_scaled(preferred, def->relaxation, push))};
}

static wend_vec2 drive(const void *motion, uint32_t body)
{
    const forcing *f = motion;
    force_sum sum = add_forces(f, body);
    double part = f->at->seconds / f->def->relaxation;
    wend_vec2 v = wend_add_scaled(f->at->velocities[body], f->at->seconds, sum.push);
    v = wend_add_scaled(v, part, sum.preferred);
    return (wend_vec2){v.x / (1 + part), v.y / (1 + part)};
}

static void find_headings(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const forcing *f = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        const wend_preferred_velocity *range = &f->at->input->preferred[i];
        f->headings[i] = wend_unit(preferred_at(range, range->bias));
    }
}

static forcing begin(const wend_social_force_def *def, const wend_motion_input *input, contacts *at)
{
    *at = wend_contacts_begin(
        &(contacts_def){def->gap_time, def->wall_gap_time, def->margin, def->substep}, input);
    forcing f = {def, at, input->scratch + CONTACTS_SCRATCH * (size_t)input->count};
    wend_parallel_for(input->tasks, input->count, GRAIN, find_headings, &f);
    return f;
}

wend_result wend_social_force_step(const wend_social_force_def *def, const wend_motion_input *input,
                                   const wend_motion_output *output, wend_error *error)
{
    wend_result result = wend_social_force_def_check(def, error);
    if (result == WEND_OK)
        result = wend_contacts_check(input, error);
    if (result != WEND_OK)
        return result;
    contacts at;
    forcing f = begin(def, input, &at);
    wend_contacts_run(&at, drive, &f, output);
    return WEND_OK;
}

wend_vec2 wend_social_force_on(const wend_social_force_def *def, const wend_motion_input *input,
                               uint32_t body)
{
    contacts at;
    forcing f = begin(def, input, &at);
    force_sum sum = add_forces(&f, body);
    return wend_add_scaled(sum.push, 1 / def->relaxation,
                           wend_sub(sum.preferred, at.velocities[body]));
}
