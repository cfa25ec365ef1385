// SPDX-License-Identifier: MIT
// Rounds and substeps: the velocities of a motion model, the constraint on gaps, and the move.
//
// The constraint is a half-plane of velocities for each wall and contact; the body takes the
// velocity that satisfies them all and is closest to that of the motion model (the program of
// orca_solve.c). Of two bodies that approach too fast each removes half of the excess, so both
// continue with the mean of their velocities, as after an inelastic collision, and pressure from
// behind propagates to the front. A body between two others, or at a wall, cannot remove its half.
// The constraint is therefore applied twice, the second time to the velocities from the first pass,
// in which little excess remains.
//
// A long step is divided into rounds. Each starts with a new search for contacts and ends with a
// projection: walls hold the bodies, and bodies that overlap all the same are moved apart.
#include "motion/contacts.h"

#include "core/memory.h"
#include "motion/orca.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

/// Bodies per task.
enum { GRAIN = 64 };

/// Rounding tolerance when a step is a whole number of rounds or substeps. Beyond the maximum
/// number they become longer.
#define SUBSTEP_SLACK 1e-6
#define MAX_ROUNDS    32
#define MAX_SUBSTEPS  256

/// Maximum number of times that overlapping bodies are moved apart at the end of a round.
enum { MAX_SEPARATIONS = 16 };

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

bool wend_contact_gap_to_body(const contacts *c, uint32_t body, uint32_t other, double max_gap,
                              contact_gap *gap)
{
    const wend_body *me = &c->input->bodies[body], *it = &c->input->bodies[other];
    if (other == body || it->radius < 0)
        return false;
    if (!gap_to(c->positions[body], c->positions[other], (double)me->radius + it->radius, max_gap,
                gap))
        return false;
    gap->velocity = c->velocities[other];
    gap->body = other;
    gap->is_static = false;
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
                         .body = WEND_NEIGHBOUR_WALL,
                         .is_static = velocity.x == 0 && velocity.y == 0,
                         .wall = neighbour->wall};
    return gap_to(p, wend_segment_closest(wall, p), c->input->bodies[body].radius, max_gap, gap) &&
           (gap->away.x != 0 || gap->away.y != 0);
}

double wend_contact_max_gap(const contacts *c, uint32_t body, uint32_t other)
{
    const wend_body *me = &c->input->bodies[body], *it = &c->input->bodies[other];
    return ((double)me->max_speed + it->max_speed) * c->def.gap_time +
           c->def.margin * ((double)me->radius + it->radius);
}

/// Gap up to which a wall with that speed constrains a body.
static double constrained_from_wall(const contacts *c, uint32_t body, double speed)
{
    return (c->input->bodies[body].max_speed + speed) *
           (speed == 0 ? c->def.wall_gap_time : c->def.gap_time);
}

/// The gaps to the walls within reach, in their order; NULL: to those relevant to the constraint.
static uint32_t gaps_to_walls(const contacts *c, uint32_t body, const contact_reach *reach,
                              contact_gap gaps[WEND_MAX_NEIGHBOURS])
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
    return count;
}

uint32_t wend_contact_gaps(const contacts *c, uint32_t body, const contact_reach *reach,
                           contact_gap gaps[WEND_MAX_NEIGHBOURS], uint32_t *walls)
{
    neighbour_list neighbours = contacts_neighbours(c->input, body);
    uint32_t count = *walls = gaps_to_walls(c, body, reach, gaps);
    for (uint32_t i = 0; i < neighbours.count; ++i) {
        uint32_t other = neighbours.data[i].body;
        if (other != WEND_NEIGHBOUR_WALL)
            count += wend_contact_gap_to_body(c, body, other, reach->bodies, &gaps[count]);
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
                                        double gap_time, double share)
{
    const wend_body *bodies = c->input->bodies;
    double radii = (double)bodies[body].radius + bodies[g->body].radius;
    double gap = g->gap - c->def.margin * radii;
    // Overlapping bodies separate within one substep.
    double min_rate = -gap / (gap < 0 ? c->seconds : gap_time);
    double mine = wend_dot(g->away, c->velocities[body]);
    double apart = mine - wend_dot(g->away, g->velocity);
    return (wend_half_plane){g->away.x, g->away.y, mine + share * (min_rate - apart), false};
}

/// Half-planes that constrain a body: those from walls, then those from other bodies.
typedef struct constraints {
    wend_half_plane planes[WEND_MAX_NEIGHBOURS + MAX_CONTACTS];
    uint32_t bodies[MAX_CONTACTS]; ///< of the planes after those from walls
    uint32_t walls, count;
} constraints;

/// Adds a plane unless it is satisfied at every speed of the body.
static bool add_plane(constraints *k, const wend_half_plane *plane, double max_speed)
{
    if (plane->c <= -max_speed)
        return false;
    k->planes[k->count++] = *plane;
    return true;
}

static void find_planes(const contacts *c, uint32_t body, constraints *k)
{
    contact_gap gaps[WEND_MAX_NEIGHBOURS], gap;
    uint32_t walls = gaps_to_walls(c, body, NULL, gaps);
    const uint32_t *others = c->lists.bodies + (size_t)body * MAX_CONTACTS;
    double max_speed = c->input->bodies[body].max_speed;
    k->count = 0;
    for (uint32_t i = 0; i < walls; ++i) {
        wend_half_plane plane = wend_contact_wall_plane(c, &gaps[i], max_speed);
        add_plane(k, &plane, max_speed);
    }
    k->walls = k->count;
    for (uint32_t i = 0; i < c->lists.counts[body]; ++i) {
        uint32_t other = others[i];
        if (!wend_contact_gap_to_body(c, body, other, wend_contact_max_gap(c, body, other), &gap))
            continue;
        wend_half_plane plane = wend_contact_body_plane(
            c, body, &gap, c->def.gap_time, is_moved(c->input, other) ? CONTACT_SHARE : 1);
        if (add_plane(k, &plane, max_speed))
            k->bodies[k->count - 1 - k->walls] = other;
    }
}

static bool satisfies(wend_vec2 v, const constraints *k)
{
    for (uint32_t i = 0; i < k->count; ++i)
        if (!(k->planes[i].nx * v.x + k->planes[i].ny * v.y >= k->planes[i].c))
            return false;
    return true;
}

/// Drops the planes of bodies behind walls.
static void drop_walled_off(const contacts *c, uint32_t body, constraints *k)
{
    uint32_t kept = k->walls;
    for (uint32_t i = k->walls; i < k->count; ++i)
        if (!wend_contact_walled_off(c, body, k->bodies[i - k->walls]))
            k->planes[kept++] = k->planes[i];
    k->count = kept;
}

/// The velocity closest to v that satisfies the constraints of all walls and contacts with their
/// current velocities.
static wend_vec2 constrain(const contacts *c, uint32_t body, wend_vec2 v)
{
    constraints k;
    find_planes(c, body, &k);
    if (satisfies(v, &k))
        return v;
    drop_walled_off(c, body, &k);
    if (!satisfies(v, &k)) {
        const wend_preferred_velocity driven = {(float)v.x, (float)v.y, (float)v.x,
                                                (float)v.y, 0,          0};
        wend_orca_solve(k.planes, k.count, &driven, c->input->bodies[body].max_speed, &v);
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

static double divide(double whole, double longest, double most)
{
    return fmin(fmax(ceil(whole / longest - SUBSTEP_SLACK), 1), most);
}

double wend_contacts_round(double step)
{
    return step / divide(step, CONTACTS_ROUND, MAX_ROUNDS);
}

contacts wend_contacts_begin(const contacts_def *def, const wend_motion_input *input)
{
    size_t count = input->count;
    wend_vec2 *scratch = input->scratch;
    double rounds = divide(input->step, CONTACTS_ROUND, MAX_ROUNDS);
    double parts = divide(input->step / rounds, def->substep, floor(MAX_SUBSTEPS / rounds));
    contacts c = {
        .input = input,
        .def = *def,
        .seconds = input->step / (rounds * parts),
        .rounds = (uint32_t)rounds,
        .sub_steps = (uint32_t)parts,
        .positions = scratch,
        .velocities = scratch + count,
        .driven = scratch + 2 * count,
        .starts = scratch + 3 * count,
        .lists = wend_contact_lists(scratch + 4 * count, input->count),
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
        if (is_active(c->input, i))
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

/// The end of a move that static walls allow: that of the straight move from the start of the step,
/// which the caller checks.
static wend_vec2 hold(const contacts *c, uint32_t body, wend_vec2 end)
{
    const wend_body *me = &c->input->bodies[body];
    wend_vec2 by = wend_sub(end, me->position);
    if (!c->input->walls)
        return end;
    wend_vec2 held =
        wend_walls_slide(c->input->walls, me->position, by, me->radius * (1 - WEND_BODY_GIVE));
    return wend_equal(held, wend_add(me->position, by)) ? end : held;
}

/// Ends a round: no body is in a static wall, also if its list lacks that wall. A body that is held
/// is seen where it is in the next round.
static void hold_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const contacts *c = argument;
    double per_round = 1 / (c->seconds * c->sub_steps);
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        if (!is_active(c->input, i))
            continue;
        wend_vec2 held = hold(c, i, c->positions[i]);
        if (wend_equal(held, c->positions[i]))
            continue;
        c->positions[i] = held;
        c->velocities[i] = wend_limit_length(wend_scale(wend_sub(held, c->starts[i]), per_round),
                                             c->input->bodies[i].max_speed);
    }
}

/// Moves overlapping bodies apart, each by its share of the overlap. The result is in c->driven,
/// and in c->lists.bucket whether a body overlaps another.
static void separate_all(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const contacts *c = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        const uint32_t *others = c->lists.bodies + (size_t)i * MAX_CONTACTS;
        wend_vec2 push = {0, 0};
        uint32_t overlaps = 0;
        for (uint32_t k = 0; k < c->lists.counts[i]; ++k) {
            contact_gap gap;
            if (!wend_contact_gap_to_body(c, i, others[k], 0, &gap) || gap.gap >= 0 ||
                wend_contact_walled_off(c, i, others[k]))
                continue;
            double share = is_moved(c->input, others[k]) ? CONTACT_SHARE : 1;
            push = wend_add_scaled(push, -share * gap.gap, gap.away);
            ++overlaps;
        }
        c->lists.bucket[i] = overlaps;
        c->driven[i] = c->positions[i];
        if (overlaps > 0)
            c->driven[i] = hold(c, i, wend_add(c->positions[i], push));
    }
}

/// Separates bodies that overlap because walls hold them, or because a crowd presses.
static void separate(contacts *c)
{
    const wend_motion_input *input = c->input;
    for (int k = 0; k < MAX_SEPARATIONS; ++k) {
        bool found = false;
        wend_parallel_for(input->tasks, input->count, GRAIN, separate_all, c);
        for (uint32_t i = 0; i < input->count && !found; ++i)
            found = is_active(input, i) && c->lists.bucket[i] > 0;
        if (!found)
            return;
        wend_vec2 *apart = c->driven;
        c->driven = c->positions;
        c->positions = apart;
    }
}

/// Starts a round.
static void start_round(contacts *c)
{
    memcpy(c->starts, c->positions, c->input->count * sizeof *c->starts);
    wend_contacts_find(c);
}

void wend_contacts_run(contacts *c, drive_fn *drive, const void *motion,
                       const wend_motion_output *output)
{
    driving d = {c, drive, motion};
    const wend_motion_input *input = c->input;
    for (uint32_t k = 0; k < c->rounds * c->sub_steps; ++k) {
        c->elapsed = k * c->seconds;
        c->starts_round = k % c->sub_steps == 0;
        if (c->starts_round)
            start_round(c);
        wend_parallel_for(input->tasks, input->count, GRAIN, drive_all, &d);
        wend_parallel_for(input->tasks, input->count, GRAIN, constrain_all, c);
        wend_parallel_for(input->tasks, input->count, GRAIN, constrain_again, c);
        wend_parallel_for(input->tasks, input->count, GRAIN, move_all, c);
        if ((k + 1) % c->sub_steps > 0)
            continue;
        wend_parallel_for(input->tasks, input->count, GRAIN, hold_all, c);
        separate(c);
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
