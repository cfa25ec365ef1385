// SPDX-License-Identifier: MIT
// Boids: the steering of one body, and the step (wend/boids.h has the rules; the constraint on gaps
// is in contacts.c).
//
// Reynolds adds the demands of the rules, each with a weight (1999), or serves them in the order of
// their urgency until a body's strength is used up (1987). This is the weighted sum; the most
// urgent demand, to avoid contact, is left to the constraint.
//
// The velocity is integrated semi-implicitly, as in the social force model: v' = (v + h pull) / (1
// + h damping), where pull does not depend on v. This is stable for every step.
#include "wend/boids.h"
#include "wend/vec2.h"

#include "core/memory.h"
#include "motion/contacts.h"

#include <math.h>

#define BOIDS_COOKIE 0x666c6f63u

/// Strongest cohesion of a body that has a goal. [Units: pulls of the goal]
#define MOST_COHESION 0.5

wend_boids_def wend_default_boids_def(void)
{
    return (wend_boids_def){.separation = 1.5,
                            .alignment = 1,
                            .cohesion = 1,
                            .goal = 1,
                            .personal_distance = 0.3,
                            .perception_distance = 5,
                            .symmetry_angle = 0.06,
                            .relaxation = 0.5,
                            .wall_gap_time = 0.1,
                            .gap_time = 0.1,
                            .margin = 0.02,
                            .substep = 0.025,
                            .cookie = BOIDS_COOKIE};
}

wend_result wend_boids_def_check(const wend_boids_def *def, wend_error *error)
{
    if (!def || def->cookie != BOIDS_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_boids_def()");
    const motion_parameter parameters[] = {
        {.name = "separation", .value = def->separation},
        {.name = "alignment", .value = def->alignment},
        {.name = "cohesion", .value = def->cohesion},
        {.name = "goal", .value = def->goal},
        {.name = "personal_distance", .value = def->personal_distance, .positive = true},
        {.name = "perception_distance", .value = def->perception_distance, .positive = true},
        {.name = "symmetry_angle", .value = def->symmetry_angle},
        {.name = "relaxation", .value = def->relaxation, .positive = true},
        {.name = "wall_gap_time", .value = def->wall_gap_time},
        {.name = "gap_time", .value = def->gap_time},
        {.name = "margin", .value = def->margin},
        {.name = "substep", .value = def->substep, .positive = true},
    };
    return wend_motion_check(parameters, sizeof parameters / sizeof *parameters, error);
}

// ---- neighbours ---------------------------------------------------------------------------------

/// Shared by the threads of a step.
typedef struct flocking {
    const wend_boids_def *def;
    const contacts *at;
} flocking;

/// The direction away from another body. One who prefers to go the opposite way seems to be a bit
/// further to the left, so that two who meet head-on pass each other on the right.
static wend_vec2 away_from(const flocking *f, uint32_t body, uint32_t other, wend_vec2 away)
{
    const wend_preferred_velocity *own = &f->at->input->preferred[body],
                                  *its = &f->at->input->preferred[other];
    wend_vec2 here = preferred_at(own, own->bias), there = preferred_at(its, its->bias);
    double aside = wend_dot(here, there) < 0 ? f->def->symmetry_angle : 0;
    return (wend_vec2){away.x - aside * away.y, away.y + aside * away.x};
}

/// Separation: the sum of unit vectors away from bodies of any group within the personal distance,
/// each with a weight that falls from 1 at contact to 0.
static wend_vec2 separate(const flocking *f, uint32_t body)
{
    neighbour_list near = contacts_neighbours(f->at->input, body);
    wend_vec2 sum = {0, 0};
    for (uint32_t i = 0; i < near.count; ++i) {
        contact_gap g;
        // Overlapping bodies are separated by the constraint.
        if (near.data[i].body != WEND_NEIGHBOUR_WALL &&
            wend_contact_gap_to_body(f->at, body, near.data[i].body, f->def->personal_distance, &g))
            sum = wend_add_scaled(sum, 1 - fmax(g.gap, 0) / f->def->personal_distance,
                                  away_from(f, body, near.data[i].body, g.away));
    }
    return sum;
}

/// Visible members of a body's group.
typedef struct mates {
    uint32_t list[WEND_MAX_NEIGHBOURS * (WEND_MAX_NEIGHBOURS + 1)];
    uint32_t count;
} mates;

/// Adds those neighbours of body `of` that are visible members of the group of `body`.
static void add_mates(const flocking *f, uint32_t body, uint32_t of, mates *seen)
{
    neighbour_list near = contacts_neighbours(f->at->input, of);
    for (uint32_t i = 0; i < near.count; ++i) {
        contact_gap g;
        uint32_t other = near.data[i].body, k = 0;
        if (other == WEND_NEIGHBOUR_WALL || !contacts_same_group(f->at->input, body, other) ||
            !wend_contact_gap_to_body(f->at, body, other, f->def->perception_distance, &g))
            continue;
        while (k < seen->count && seen->list[k] != other)
            ++k;
        if (k == seen->count)
            seen->list[seen->count++] = other;
    }
}

/// Collects mates among its neighbours and theirs, whatever the groups of those in between.
static void find_mates(const flocking *f, uint32_t body, mates *seen)
{
    const wend_motion_input *input = f->at->input;
    seen->count = 0;
    if (!input->social_groups || input->social_groups[body] == 0)
        return;
    add_mates(f, body, body, seen);
    neighbour_list near = contacts_neighbours(input, body);
    for (uint32_t i = 0; i < near.count; ++i)
        if (near.data[i].body != WEND_NEIGHBOUR_WALL)
            add_mates(f, body, near.data[i].body, seen);
}

// ---- rules --------------------------------------------------------------------------------------

/// dv/dt = pull - damping * v.
typedef struct steered {
    wend_vec2 pull; ///< [Units: m/s^2]
    double damping; ///< [Units: 1/s]
} steered;

/// Cohesion: towards the middle of the group, weaker than the pull of the goal, so that members on
/// different ways do not hold each other for ever.
static wend_vec2 cohere(const flocking *f, uint32_t body, wend_vec2 to_middle)
{
    const wend_preferred_velocity *range = &f->at->input->preferred[body];
    double goal = f->def->goal * wend_length(preferred_at(range, range->bias));
    wend_vec2 pull = wend_scale(to_middle, f->def->cohesion * f->at->input->bodies[body].max_speed /
                                               f->def->perception_distance);
    double length = wend_length(pull), most = MOST_COHESION * goal;
    return goal > 0 && length > most ? wend_scale(pull, most / length) : pull;
}

static steered steer(const flocking *f, uint32_t body)
{
    const wend_boids_def *def = f->def;
    const contacts *at = f->at;
    double fastest = at->input->bodies[body].max_speed, damping = def->goal;
    wend_vec2 pull = {0, 0}, v = at->velocities[body];
    pull = wend_add_scaled(pull, def->separation * fastest, separate(f, body));
    mates seen;
    find_mates(f, body, &seen);
    if (seen.count > 0) {
        wend_vec2 offset = {0, 0}, mean = {0, 0};
        for (uint32_t i = 0; i < seen.count; ++i) {
            offset = wend_add(offset, wend_sub(at->positions[seen.list[i]], at->positions[body]));
            mean = wend_add(mean, at->velocities[seen.list[i]]);
        }
        pull = wend_add(pull, cohere(f, body, wend_scale(offset, 1.0 / seen.count)));
        pull = wend_add_scaled(pull, def->alignment / seen.count, mean);
        damping += def->alignment;
    }
    // A range of preferred velocities leads through one portal: pulls along its chord are not
    // resisted.
    const wend_preferred_velocity *range = &at->input->preferred[body];
    wend_vec2 demand = wend_add_scaled(pull, def->goal - damping, v);
    wend_vec2 goal =
        wend_preferred_closest(range, wend_add(preferred_at(range, range->bias), demand));
    pull = wend_add_scaled(pull, def->goal, goal);
    return (steered){{pull.x / def->relaxation, pull.y / def->relaxation},
                     damping / def->relaxation};
}

static wend_vec2 drive(const void *motion, uint32_t body)
{
    const flocking *f = motion;
    steered s = steer(f, body);
    wend_vec2 v = wend_add_scaled(f->at->velocities[body], f->at->seconds, s.pull);
    double slower = 1 + f->at->seconds * s.damping;
    return (wend_vec2){v.x / slower, v.y / slower};
}

// ---- step ---------------------------------------------------------------------------------------

static contacts begin(const wend_boids_def *def, const wend_motion_input *input)
{
    return wend_contacts_begin(
        &(contacts_def){def->gap_time, def->wall_gap_time, def->margin, def->substep}, input);
}

wend_result wend_boids_step(const wend_boids_def *def, const wend_motion_input *input,
                            const wend_motion_output *output, wend_error *error)
{
    wend_result result = wend_boids_def_check(def, error);
    if (result == WEND_OK)
        result = wend_contacts_check(input, error);
    if (result != WEND_OK)
        return result;
    contacts at = begin(def, input);
    const flocking f = {def, &at};
    wend_contacts_run(&at, drive, &f, output);
    return WEND_OK;
}

wend_vec2 wend_boids_on(const wend_boids_def *def, const wend_motion_input *input, uint32_t body)
{
    contacts at = begin(def, input);
    const flocking f = {def, &at};
    steered s = steer(&f, body);
    return wend_add_scaled(s.pull, -s.damping, at.velocities[body]);
}
