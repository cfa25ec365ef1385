// SPDX-License-Identifier: MIT
// Steering by free space: a half-plane of velocities for each neighbour, and the velocity that
// satisfies them all and is closest to the preferred velocity (the program of orca_solve.c).
//
// A neighbour at gap g in direction -n, with velocity w, requires (v - w).n >= -g / t: the gap then
// lasts at least for the time t, whatever the lateral motion of both, because their distance is at
// least its component along n. While t is at least a substep, no two bodies touch, for any step
// length. Both start from their current velocities, so both compute the same excess, and each
// removes half of it. (Starting from preferred velocities would suffice for two bodies; but a body
// between two others can yield to neither, and they would rely on it in every step.)
#include "wend/steer.h"

#include "core/angle.h"
#include "core/memory.h"
#include "motion/contacts.h"

#include <math.h>

#define STEER_COOKIE 0x73746565u

wend_steer_def wend_default_steer_def(void)
{
    return (wend_steer_def){.interaction_distance = 1,
                            .gap_time = 0.5,
                            .wall_gap_time = 0.1,
                            .lateral_bias = 0.3,
                            .substeps = 4,
                            .cookie = STEER_COOKIE};
}

wend_result wend_steer_def_check(const wend_steer_def *def, wend_error *error)
{
    if (!def || def->cookie != STEER_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_steer_def()");
    if (def->substeps < 1 || def->substeps > WEND_STEER_MAX_SUBSTEPS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "substeps must be 1 to %d, found %u",
                         WEND_STEER_MAX_SUBSTEPS, def->substeps);
    const motion_parameter parameters[] = {
        {.name = "interaction_distance", .value = def->interaction_distance},
        {.name = "gap_time", .value = def->gap_time},
        {.name = "wall_gap_time", .value = def->wall_gap_time},
        {.name = "lateral_bias", .value = def->lateral_bias, .max = 1},
    };
    return wend_motion_check(parameters, sizeof parameters / sizeof *parameters, error);
}

/// Extra distance between bodies, as a fraction of both radii, as in the other models.
#define CONTACT_MARGIN 0.02

/// Shared by the threads of a step.
typedef struct steering {
    const wend_steer_def *def;
    const contacts *at;
} steering;

/// Rotates the direction counter-clockwise: to the right of a body that walks against it. The gap
/// along the new direction is smaller; where it would be less than half, nothing is rotated.
static void turn_aside(const wend_steer_def *def, double radii, contact_gap *g)
{
    if (!(g->gap > 0) || !(def->interaction_distance > 0))
        return;
    double sine, cosine;
    wend_vec2 n = g->away;
    wend_sin_cos(def->lateral_bias * fmin(g->gap / def->interaction_distance, 1), &sine, &cosine);
    double gap = cosine * (g->gap + radii) - radii;
    if (gap < 0.5 * g->gap)
        return;
    g->gap = gap;
    g->away = (wend_vec2){cosine * n.x - sine * n.y, sine * n.x + cosine * n.y};
}

static wend_vec2 drive(const void *motion, uint32_t body)
{
    const steering *s = motion;
    const contacts *c = s->at;
    const wend_body *bodies = c->input->bodies, *me = &bodies[body];
    neighbour_list neighbours = contacts_neighbours(c->input, body);
    wend_half_plane planes[WEND_MAX_NEIGHBOURS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < neighbours.count; ++i) {
        const wend_neighbour *neighbour = &neighbours.data[i];
        const wend_body *it =
            neighbour->body == WEND_NEIGHBOUR_WALL ? NULL : &bodies[neighbour->body];
        double speed =
            (double)me->max_speed + (it ? (double)it->max_speed : wend_length(neighbour->velocity));
        double max_gap = fmax(s->def->interaction_distance, speed * c->seconds);
        contact_gap g;
        if (it && wend_contact_gap_to_body(c, body, neighbour->body, max_gap, &g)) {
            turn_aside(s->def, (double)me->radius + it->radius, &g);
            planes[count++] = wend_contact_body_plane(
                c, body, &g, fmax(s->def->gap_time, c->seconds), CONTACT_SHARE);
        } else if (!it && wend_contact_gap_to_wall(c, body, neighbour, max_gap, &g)) {
            planes[count++] = wend_contact_wall_plane(c, &g, me->max_speed);
        }
    }
    wend_vec2 v;
    wend_orca_solve(planes, count, &c->input->preferred[body], me->max_speed, &v);
    return v;
}

wend_result wend_steer_step(const wend_steer_def *def, const wend_motion_input *input,
                            const wend_motion_output *output, wend_error *error)
{
    wend_result result = wend_steer_def_check(def, error);
    if (result == WEND_OK)
        result = wend_contacts_check(input, error);
    if (result != WEND_OK)
        return result;
    // Contacts constrain only the gaps that would close within a substep.
    double substep = wend_contacts_round(input->step) / def->substeps;
    contacts at = wend_contacts_begin(&(contacts_def){.wall_gap_time = def->wall_gap_time,
                                                      .margin = CONTACT_MARGIN,
                                                      .substep = substep},
                                      input);
    const steering s = {def, &at};
    wend_contacts_run(&at, drive, &s, output);
    return WEND_OK;
}
