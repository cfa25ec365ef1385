// SPDX-License-Identifier: MIT
// Substeps: the velocities of a motion model, the constraint on gaps, and the move.
//
// The constraint is a half-plane of velocities for each neighbour; the body takes the velocity that
// satisfies them all and is closest to that of the motion model (the program of orca_solve.c). Of
// two bodies that approach too fast each removes half of the excess, so both continue with the mean
// of their velocities, as after an inelastic collision, and pressure from behind propagates to the
// front. A body between two others, or at a wall, cannot remove its half. The constraint is
// therefore applied twice, the second time to the velocities from the first pass, in which little
// excess remains.
#include "motion/contacts.h"

#include "core/memory.h"
#include "motion/orca.h"
#include "wend/geometry.h"

#include <math.h>

/// Bodies per task.
enum { GRAIN = 64 };

/// Rounding tolerance when a step is a whole number of substeps. Beyond the maximum number the
/// substeps become longer.
#define SUBSTEP_SLACK 1e-6
#define MAX_SUBSTEPS  256

wend_result wend_motion_check(const motion_parameter *parameters, size_t count, wend_error *error)
{
    for (const motion_parameter *p = parameters; p < parameters + count; ++p) {
        double max = p->max > 0 ? p->max : WEND_MAX_COORDINATE;
        if (p->value >= 0 && p->value <= max && (p->value > 0 || !p->positive))
            continue;
        if (max < WEND_MAX_COORDINATE)
            return wend_fail(error, WEND_BAD_ARGUMENT, "%s must be 0 to %g, found %g", p->name, max,
                             p->value);
        return wend_fail(error, WEND_BAD_ARGUMENT, "%s must be %s, found %g", p->name,
                         p->positive ? "above 0" : "0 or more", p->value);
    }
    return WEND_OK;
}

static bool is_moved(const wend_motion_input *input, uint32_t body)
{
    return !input->moved || input->moved[body];
}

/// True for a slot that is in use and moved.
static bool is_active(const wend_motion_input *input, uint32_t body)
{
    return input->bodies[body].radius >= 0 && is_moved(input, body);
}

// ---- gaps ---------------------------------------------------------------------------------------

/// False: the gap is wider than `max_gap`. At zero distance the direction is {0, 0}.
static bool gap_to(wend_vec2 p, wend_vec2 other, double radii, double max_gap, contact_gap *gap)
{
    wend_vec2 away = wend_sub(p, other);
    double square = wend_length_squared(away);
    if (square > (radii + max_gap) * (radii + max_gap))
        return false;
    double distance = sqrt(square);
    gap->gap = distance - radii;
    gap->away =
        distance > 0 ? (wend_vec2){away.x / distance, away.y / distance} : (wend_vec2){0, 0};
    return true;
}

bool wend_contact_gap_to_body(const contacts *c, uint32_t body, const wend_neighbour *neighbour,
                              double max_gap, contact_gap *gap)
{
    uint32_t other = neighbour->body;
    const wend_body *me = &c->input->bodies[body], *it = &c->input->bodies[other];
    if (other == body || it->radius < 0)
        return false;
    *gap = (contact_gap){.velocity = c->velocities[other], .neighbour = neighbour};
    if (!gap_to(c->positions[body], c->positions[other], (double)me->radius + it->radius, max_gap,
                gap))
        return false;
    if (gap->away.x == 0 && gap->away.y == 0)
        gap->away = wend_orca_escape(body, other);
    return true;
}

bool wend_contact_gap_to_wall(const contacts *c, uint32_t body, const wend_neighbour *neighbour,
                              double max_gap, contact_gap *gap)
{
    wend_vec2 p = c->positions[body], velocity = neighbour->velocity;
    wend_segment wall = {wend_add_scaled(neighbour->wall.a, c->elapsed, velocity),
                         wend_add_scaled(neighbour->wall.b, c->elapsed, velocity)};
    *gap = (contact_gap){.velocity = velocity,
                         .neighbour = neighbour,
                         .is_static = velocity.x == 0 && velocity.y == 0};
    return gap_to(p, wend_segment_closest(wall, p), c->input->bodies[body].radius, max_gap, gap) &&
           (gap->away.x != 0 || gap->away.y != 0);
}

/// Gaps up to which the constraint concerns another body, and a wall.
static double constrained_from_body(const contacts *c, uint32_t body, uint32_t other)
{
    const wend_body *me = &c->input->bodies[body], *it = &c->input->bodies[other];
    return ((double)me->max_speed + it->max_speed) * c->def.gap_time +
           c->def.margin * ((double)me->radius + it->radius);
}

static double constrained_from_wall(const contacts *c, uint32_t body, double speed)
{
    return (c->input->bodies[body].max_speed + speed) *
           (speed == 0 ? c->def.wall_gap_time : c->def.gap_time);
}

uint32_t wend_contact_gaps(const contacts *c, uint32_t body, const contact_reach *reach,
                           contact_gap gaps[WEND_MAX_NEIGHBOURS], uint32_t *walls)
{
    neighbour_list neighbours = contacts_neighbours(c->input, body);
    uint32_t count = 0;
    for (uint32_t i = 0; i < neighbours.count; ++i) {
        contact_gap found;
        const wend_neighbour *wall = &neighbours.data[i];
        if (wall->body != WEND_NEIGHBOUR_WALL)
            continue;
        double speed = wend_length(wall->velocity);
        double max_gap = reach ? fmax(reach->walls, speed * reach->moving_wall_seconds)
                               : constrained_from_wall(c, body, speed);
        if (!wend_contact_gap_to_wall(c, body, wall, max_gap, &found))
            continue;
        uint32_t at = count++;
        for (; at > 0 && gaps[at - 1].gap > found.gap; --at)
            gaps[at] = gaps[at - 1];
        gaps[at] = found;
    }
    *walls = count;
    for (uint32_t i = 0; i < neighbours.count; ++i) {
        const wend_neighbour *other = &neighbours.data[i];
        if (other->body != WEND_NEIGHBOUR_WALL)
            count += wend_contact_gap_to_body(
                c, body, other, reach ? reach->bodies : constrained_from_body(c, body, other->body),
                &gaps[count]);
    }
    return count;
}

// ---- constraint ---------------------------------------------------------------------------------

wend_half_plane wend_contact_wall_plane(const contacts *c, const contact_gap *g, double max_speed)
{
    // Static walls are hard constraints, so velocity 0 must be allowed.
    double min_rate =
        g->is_static ? -fmax(g->gap, 0) / c->def.wall_gap_time : -g->gap / c->def.gap_time;
    return (wend_half_plane){g->away.x, g->away.y,
                             orca_flight(g->away, g->velocity, min_rate, max_speed), g->is_static};
}

wend_half_plane wend_contact_body_plane(const contacts *c, uint32_t body, const contact_gap *g,
                                        double share)
{
    const wend_body *bodies = c->input->bodies;
    double radii = (double)bodies[body].radius + bodies[g->neighbour->body].radius;
    double gap = g->gap - c->def.margin * radii;
    // Overlapping bodies separate within one substep.
    double min_rate = -gap / (gap < 0 ? c->seconds : c->def.gap_time);
    double mine = wend_dot(g->away, c->velocities[body]);
    double apart = mine - wend_dot(g->away, g->velocity);
    return (wend_half_plane){g->away.x, g->away.y, mine + share * (min_rate - apart), false};
}

/// The velocity closest to v that satisfies the constraints of all neighbours with their current
/// velocities.
static wend_vec2 constrain(const contacts *c, uint32_t body, wend_vec2 v)
{
    contact_gap gaps[WEND_MAX_NEIGHBOURS];
    wend_half_plane planes[WEND_MAX_NEIGHBOURS];
    uint32_t walls, kept = 0, count = wend_contact_gaps(c, body, NULL, gaps, &walls);
    double max_speed = c->input->bodies[body].max_speed;
    bool satisfied = true;
    for (uint32_t i = 0; i < count; ++i) {
        wend_half_plane plane;
        if (i < walls)
            plane = wend_contact_wall_plane(c, &gaps[i], max_speed);
        else
            plane = wend_contact_body_plane(
                c, body, &gaps[i], is_moved(c->input, gaps[i].neighbour->body) ? CONTACT_SHARE : 1);
        if (plane.c <= -max_speed)
            continue; // satisfied at every speed of this body
        satisfied = satisfied && plane.nx * v.x + plane.ny * v.y >= plane.c;
        planes[kept++] = plane;
    }
    if (!satisfied) {
        const wend_preferred_velocity driven = {(float)v.x, (float)v.y, (float)v.x,
                                                (float)v.y, 0,          0};
        wend_orca_solve(planes, kept, &driven, max_speed, &v);
    }
    return v;
}

// ---- step ---------------------------------------------------------------------------------------

wend_result wend_contacts_check(const wend_motion_input *input, wend_error *error)
{
    if (!(input->step > 0 && isfinite(input->step)))
        return wend_fail(error, WEND_BAD_ARGUMENT, "step must be above 0 s, found %g", input->step);
    return WEND_OK;
}

static void begin_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const contacts *c = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        c->positions[i] = c->input->bodies[i].position;
        c->velocities[i] = c->input->bodies[i].velocity;
    }
}

contacts wend_contacts_begin(const contacts_def *def, const wend_motion_input *input)
{
    size_t count = input->count;
    wend_vec2 *scratch = input->scratch;
    double parts = fmin(fmax(ceil(input->step / def->substep - SUBSTEP_SLACK), 1), MAX_SUBSTEPS);
    contacts c = {
        .input = input,
        .def = *def,
        .seconds = input->step / parts,
        .sub_steps = (uint32_t)parts,
        .positions = scratch,
        .velocities = scratch + count,
        .driven = scratch + 2 * count,
    };
    c.def.gap_time = fmax(def->gap_time, c.seconds);
    c.def.wall_gap_time = fmax(def->wall_gap_time, c.seconds);
    wend_parallel_for(input->tasks, input->count, GRAIN, begin_all, &c);
    return c;
}

/// Shared by the threads of a substep.
typedef struct driving {
    const contacts *at;
    drive_fn *drive;
    const void *motion;
} driving;

/// The velocities from the motion model. Bodies that are not moved keep theirs.
static void drive_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const driving *d = argument;
    const contacts *c = d->at;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        c->driven[i] = is_active(c->input, i) ? d->drive(d->motion, i) : c->velocities[i];
        if (!c->def.unconstrained && is_active(c->input, i))
            c->driven[i] = wend_limit_length(c->driven[i], c->input->bodies[i].max_speed);
    }
}

/// First pass: constrains the velocities of the motion model, which no thread modifies meanwhile.
static void constrain_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const contacts *c = argument;
    contacts driven = *c;
    (void)worker;
    driven.velocities = c->driven;
    for (uint32_t i = begin; i < end; ++i)
        c->velocities[i] =
            is_active(c->input, i) ? constrain(&driven, i, c->driven[i]) : c->driven[i];
}

/// Second pass: constrains with respect to the result of the first.
static void constrain_again(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const contacts *c = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        if (is_active(c->input, i))
            c->driven[i] = constrain(c, i, c->driven[i]);
}

static void move_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const contacts *c = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        c->positions[i] = wend_add_scaled(c->positions[i], c->seconds, c->driven[i]);
        c->velocities[i] = c->driven[i];
    }
}

void wend_contacts_run(contacts *c, drive_fn *drive, const void *motion,
                       const wend_motion_output *output)
{
    driving d = {c, drive, motion};
    const wend_motion_input *input = c->input;
    for (uint32_t k = 0; k < c->sub_steps; ++k) {
        c->elapsed = k * c->seconds;
        wend_parallel_for(input->tasks, input->count, GRAIN, drive_all, &d);
        if (!c->def.unconstrained) {
            wend_parallel_for(input->tasks, input->count, GRAIN, constrain_all, c);
            wend_parallel_for(input->tasks, input->count, GRAIN, constrain_again, c);
        }
        wend_parallel_for(input->tasks, input->count, GRAIN, move_all, c);
    }
    for (uint32_t i = 0; i < input->count; ++i)
        if (is_active(input, i)) {
            output->positions[i] = c->positions[i];
            output->velocities[i] = c->velocities[i];
        }
}

// ---- preferred velocities -----------------------------------------------------------------------

wend_vec2 wend_preferred_closest(const wend_preferred_velocity *preferred, wend_vec2 v)
{
    wend_vec2 a = preferred_at(preferred, 0), b = preferred_at(preferred, 1),
              chord = wend_sub(b, a);
    double square = wend_length_squared(chord);
    if (!(square > 0))
        return a;
    double part = fmin(fmax(wend_dot(wend_sub(v, a), chord) / square, 0), 1);
    wend_vec2 closest = preferred_at(preferred, part);
    double slow = wend_length(closest);
    // Ends in opposite directions are not the chord of an arc.
    if (!(wend_dot(a, b) > 0) || !(slow > 0))
        return closest;
    double speed = wend_length(a) + part * (wend_length(b) - wend_length(a));
    return (wend_vec2){closest.x * speed / slow, closest.y * speed / slow};
}
