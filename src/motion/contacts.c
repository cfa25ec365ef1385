// SPDX-License-Identifier: MIT
// Sub-steps of what a motion drives bodies to, the constraint and a move.
//
// The constraint is a half-plane of velocities for each neighbour, and the velocity that keeps them
// all and is closest to the one that is driven to (the program of orca_solve.c). Of two who come
// too near each takes off half of what is too much, so both go on with the mean of their
// velocities, as if they had bumped into each other, and those who press from behind are felt in
// front. But one between two others, or at a wall, can't take its half. So this is done twice: the
// second time from the velocities that the first one gave, of which little is too much.
#include "motion/contacts.h"

#include "core/memory.h"
#include "motion/orca.h"
#include "wend/geometry.h"

/// Bodies that one worker moves in one go.
enum { GRAIN = 64 };

/// A step that is so many sub-steps but for rounding has no further one. Longer steps than that of
/// so many have longer sub-steps.
#define SUBSTEP_SLACK 1e-6
#define MOST_SUBSTEPS 256

/// Of what is too much between two bodies that are moved, each takes this part.
#define HALF 0.5

static bool is_moved(const wend_motion_input *input, uint32_t body)
{
    return !input->moved || input->moved[body];
}

/// True for a body that is there and is moved.
static bool is_here(const wend_motion_input *input, uint32_t body)
{
    return input->bodies[body].radius >= 0 && is_moved(input, body);
}

// ---- gaps ---------------------------------------------------------------------------------------

/// False: the gap is wider than `most`. From the same place there is no direction: 0, 0.
static bool gap_to(wend_vec2 p, wend_vec2 other, double radii, double most, contact_gap *gap)
{
    wend_vec2 away = {p.x - other.x, p.y - other.y};
    double square = vector_dot(away, away);
    if (square > (radii + most) * (radii + most))
        return false;
    double distance = sqrt(square);
    gap->gap = distance - radii;
    gap->away =
        distance > 0 ? (wend_vec2){away.x / distance, away.y / distance} : (wend_vec2){0, 0};
    return true;
}

bool wend_contact_gap_to_body(const contacts *c, uint32_t body, const wend_neighbour *near,
                              double most, contact_gap *gap)
{
    const wend_body *me = &c->input->bodies[body], *it = &c->input->bodies[near->body];
    if (near->body == body || it->radius < 0)
        return false;
    *gap = (contact_gap){.velocity = c->velocities[near->body], .near = near};
    if (!gap_to(c->places[body], c->places[near->body], (double)me->radius + it->radius, most, gap))
        return false;
    if (gap->away.x == 0 && gap->away.y == 0)
        gap->away = wend_orca_escape(body, near->body);
    return true;
}

/// From how far away the constraint is about another body.
static double limited_from(const contacts *c, uint32_t body, uint32_t other)
{
    const wend_body *me = &c->input->bodies[body], *it = &c->input->bodies[other];
    return ((double)me->max_speed + it->max_speed) * c->def.calm +
           c->def.margin * ((double)me->radius + it->radius);
}

static wend_segment wall_after(const wend_neighbour *near, double seconds)
{
    return (wend_segment){vector_add(near->wall.a, seconds, near->velocity),
                          vector_add(near->wall.b, seconds, near->velocity)};
}

static bool gap_to_wall(const contacts *c, uint32_t body, const wend_neighbour *near,
                        const contact_reach *reach, contact_gap *gap)
{
    const wend_body *me = &c->input->bodies[body];
    wend_vec2 p = c->places[body];
    *gap = (contact_gap){.velocity = near->velocity,
                         .near = near,
                         .stands = near->velocity.x == 0 && near->velocity.y == 0};
    double its = gap->stands ? 0 : vector_length(near->velocity);
    double far = reach ? fmax(reach->walls, its * reach->mover_seconds)
                       : (me->max_speed + its) * (gap->stands ? c->def.wall_calm : c->def.calm);
    // On a wall nobody knows which side it should go to.
    return gap_to(p, wend_segment_closest(wall_after(near, c->gone), p), me->radius, far, gap) &&
           (gap->away.x != 0 || gap->away.y != 0);
}

uint32_t wend_contact_gaps(const contacts *c, uint32_t body, const contact_reach *reach,
                           contact_gap gaps[WEND_NEIGHBOURS], uint32_t *walls)
{
    const wend_neighbour *near = c->input->nears + (size_t)body * WEND_NEIGHBOURS;
    uint32_t nears = c->input->near_counts[body], count = 0;
    nears = nears < WEND_NEIGHBOURS ? nears : WEND_NEIGHBOURS;
    for (uint32_t i = 0; i < nears; ++i) {
        contact_gap made;
        if (near[i].body != WEND_NEIGHBOUR_WALL || !gap_to_wall(c, body, &near[i], reach, &made))
            continue;
        uint32_t at = count++;
        for (; at > 0 && gaps[at - 1].gap > made.gap; --at)
            gaps[at] = gaps[at - 1];
        gaps[at] = made;
    }
    *walls = count;
    for (uint32_t i = 0; i < nears; ++i)
        if (near[i].body != WEND_NEIGHBOUR_WALL)
            count += wend_contact_gap_to_body(
                c, body, &near[i], reach ? reach->bodies : limited_from(c, body, near[i].body),
                &gaps[count]);
    return count;
}

// ---- the constraint -----------------------------------------------------------------------------

/// What a wall asks of a body that can be so fast.
static wend_half_plane plane_of_wall(const contacts *c, const contact_gap *g, double most)
{
    // Walls that stand are kept in any case, so standing still must be allowed.
    double least = g->stands ? -fmax(g->gap, 0) / c->def.wall_calm : -g->gap / c->def.calm;
    return (wend_half_plane){g->away.x, g->away.y, orca_flight(g->away, g->velocity, least, most),
                             g->stands};
}

/// What another body asks of a body.
static wend_half_plane plane_of_body(const contacts *c, uint32_t body, const contact_gap *g)
{
    double radii = (double)c->input->bodies[body].radius + c->input->bodies[g->near->body].radius;
    double gap = g->gap - c->def.margin * radii;
    // Those who are too near get apart at once.
    double least = -gap / (gap < 0 ? c->seconds : c->def.calm);
    double mine = vector_dot(g->away, c->velocities[body]);
    double apart = mine - vector_dot(g->away, g->velocity);
    double share = is_moved(c->input, g->near->body) ? HALF : 1;
    return (wend_half_plane){g->away.x, g->away.y, mine + share * (least - apart), false};
}

/// The velocity that a body takes: the one closest to v that keeps off all others as fast as these
/// are in c->velocities.
static wend_vec2 limit(const contacts *c, uint32_t body, wend_vec2 v)
{
    contact_gap gaps[WEND_NEIGHBOURS];
    wend_half_plane planes[WEND_NEIGHBOURS];
    uint32_t walls, kept = 0, count = wend_contact_gaps(c, body, NULL, gaps, &walls);
    double most = c->input->bodies[body].max_speed;
    bool free = true;
    for (uint32_t i = 0; i < count; ++i) {
        wend_half_plane plane =
            i < walls ? plane_of_wall(c, &gaps[i], most) : plane_of_body(c, body, &gaps[i]);
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
        c->places[i] = c->input->bodies[i].position;
        c->velocities[i] = c->input->bodies[i].velocity;
    }
}

contacts wend_contacts_begin(const contacts_def *def, const wend_motion_input *input)
{
    size_t count = input->count;
    wend_vec2 *scratch = input->scratch;
    double parts = fmin(fmax(ceil(input->step / def->substep - SUBSTEP_SLACK), 1), MOST_SUBSTEPS);
    contacts c = {
        .input = input,
        .def = *def,
        .seconds = input->step / parts,
        .sub_steps = (uint32_t)parts,
        .places = scratch,
        .next_places = scratch + count,
        .velocities = scratch + 2 * count,
        .driven = scratch + 3 * count,
    };
    c.def.calm = fmax(def->calm, c.seconds);
    c.def.wall_calm = fmax(def->wall_calm, c.seconds);
    wend_parallel_for(input->tasks, input->count, GRAIN, begin_all, &c);
    return c;
}

/// What the threads of a sub-step are given.
typedef struct driving {
    const contacts *at;
    drive_fn *drive;
    const void *motion;
} driving;

static wend_vec2 slowed(wend_vec2 v, double most)
{
    double square = vector_dot(v, v);
    if (!(square > most * most))
        return v;
    double slower = most / sqrt(square);
    return (wend_vec2){v.x * slower, v.y * slower};
}

/// What the motion gives. The others go on as they do.
static void drive_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const driving *d = argument;
    const contacts *c = d->at;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        c->driven[i] = is_here(c->input, i)
                           ? slowed(d->drive(d->motion, i), c->input->bodies[i].max_speed)
                           : c->velocities[i];
}

/// The first round: from what the motion gives all. Its velocities are read by nobody meanwhile.
static void limit_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const contacts *c = argument;
    contacts driven = *c;
    (void)worker;
    driven.velocities = c->driven;
    for (uint32_t i = begin; i < end; ++i)
        c->velocities[i] = is_here(c->input, i) ? limit(&driven, i, c->driven[i]) : c->driven[i];
}

/// The second round: from what the first gives all. And the move.
static void move_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const contacts *c = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        if (is_here(c->input, i))
            c->driven[i] = limit(c, i, c->driven[i]);
        c->next_places[i] = vector_add(c->places[i], c->seconds, c->driven[i]);
    }
}

static void write_out(const contacts *c, const wend_motion_output *output)
{
    for (uint32_t i = 0; i < c->input->count; ++i)
        if (is_here(c->input, i)) {
            output->positions[i] = c->places[i];
            output->velocities[i] = c->velocities[i];
        }
}

static void swap(wend_vec2 **a, wend_vec2 **b)
{
    wend_vec2 *kept = *a;
    *a = *b;
    *b = kept;
}

void wend_contacts_run(contacts *c, drive_fn *drive, const void *motion,
                       const wend_motion_output *output)
{
    driving d = {c, drive, motion};
    const wend_motion_input *input = c->input;
    for (uint32_t k = 0; k < c->sub_steps; ++k) {
        c->gone = k * c->seconds;
        wend_parallel_for(input->tasks, input->count, GRAIN, drive_all, &d);
        wend_parallel_for(input->tasks, input->count, GRAIN, limit_all, c);
        wend_parallel_for(input->tasks, input->count, GRAIN, move_all, c);
        swap(&c->places, &c->next_places);
        swap(&c->velocities, &c->driven);
    }
    write_out(c, output);
}
