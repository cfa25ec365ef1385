// SPDX-License-Identifier: MIT
// Steering by free space: a half-plane of velocities for each neighbour, and the velocity that
// satisfies them all and is closest to the preferred velocity (the program of orca_solve.c).
//
// A neighbour at gap g in direction -n, with velocity w, requires (v - w).n >= -g / t: the gap then
// lasts at least for the time t, whatever the lateral motion of both, because their distance is at
// least its component along n. While t is at least a substep, no two bodies touch, for any step
// length. Both start from their current velocities, so both compute the same excess, and their
// shares of it sum to 1. (Starting from preferred velocities would suffice for two bodies; but a
// body between two others can yield to neither, and they would rely on it in every step.)
//
// Half-planes see only as far as gaps close within their time. Passing on the right is decided
// earlier and once a round (look_ahead): it turns the preferred velocity.
#include "wend/steer.h"

#include "core/angle.h"
#include "core/memory.h"
#include "motion/contacts.h"
#include "wend/geometry.h"

#include <math.h>

#define STEER_COOKIE 0x73746565u

wend_steer_def wend_default_steer_def(void)
{
    return (wend_steer_def){.interaction_distance = 1,
                            .gap_time = 0.5,
                            .wall_gap_time = 0.1,
                            .lateral_bias = 0.3,
                            .priority_ahead = 0.45,
                            .sight = 6,
                            .passing_gap = 0.1,
                            .keep_right = 1,
                            .file_distance = 2,
                            .file_gap = 0.3,
                            .step_back = 0.8,
                            .acceleration = 4,
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
        {.name = "priority_ahead", .value = def->priority_ahead, .max = 0.5},
        {.name = "sight", .value = def->sight},
        {.name = "passing_gap", .value = def->passing_gap},
        {.name = "keep_right", .value = def->keep_right, .max = 10},
        {.name = "file_distance", .value = def->file_distance},
        {.name = "file_gap", .value = def->file_gap},
        {.name = "step_back", .value = def->step_back, .max = 1},
        {.name = "acceleration", .value = def->acceleration, .positive = true},
    };
    return wend_motion_check(parameters, sizeof parameters / sizeof *parameters, error);
}

/// Extra distance between bodies, as a fraction of both radii, as in the other models.
#define CONTACT_MARGIN 0.02

/// Bodies per task.
enum { GRAIN = 512 };

/// Two bodies are oncoming if the cosine of the angle between their preferred velocities is below
/// ONCOMING, and go side by side if it is above SAME_WAY.
#define ONCOMING -0.5
#define SAME_WAY 0.5

/// Shortest distance over which a body moves aside, so that the lateral speed is finite. [Units: m]
#define MIN_AHEAD 0.1

/// Shared by the threads of a step.
typedef struct steering {
    const wend_steer_def *def;
    const contacts *at;
    wend_vec2 *headings; ///< by body: unit vector of the preferred velocity; {0, 0} if it is 0
    /// By body: the preferred velocity to use, as multiples of the given one {forwards, to the
    /// right}. Each body writes its own at the start of a round.
    wend_vec2 *turns;
} steering;

// ---- keeping right ------------------------------------------------------------------------------

/// What a body sees.
typedef struct look {
    const steering *s;
    uint32_t body;
    double speed;   ///< preferred
    double aside;   ///< lateral speed needed to pass all oncoming bodies on their left
    double ahead;   ///< gap to the nearest of these, along the course
    bool is_beside; ///< a body that goes the same way is directly on the right
    bool has_wall;  ///< a wall bounds the room on the right
} look;

static double preferred_speed(const steering *s, uint32_t body)
{
    const wend_preferred_velocity *range = &s->at->input->preferred[body];
    return wend_length(preferred_at(range, range->bias));
}

static void look_at_wall(look *l, const wend_segment *wall)
{
    const steering *s = l->s;
    wend_vec2 p = s->at->positions[l->body];
    wend_vec2 to = wend_sub(wend_segment_closest(*wall, p), p);
    double left = wend_cross(s->headings[l->body], to), reach = s->def->file_distance;
    l->has_wall = l->has_wall || (left < 0 && wend_length_squared(to) < reach * reach);
}

static void look_at(look *l, uint32_t other)
{
    const steering *s = l->s;
    const wend_body *bodies = s->at->input->bodies;
    if (other == l->body || bodies[other].radius < 0)
        return;
    wend_vec2 heading = s->headings[l->body];
    wend_vec2 to = wend_sub(s->at->positions[other], s->at->positions[l->body]);
    double ahead = wend_dot(heading, to), left = wend_cross(heading, to);
    double radii = (double)bodies[l->body].radius + bodies[other].radius;
    double along = wend_dot(heading, s->headings[other]);
    if (along > SAME_WAY)
        l->is_beside =
            l->is_beside || (left < 0 && left > -radii - s->def->file_gap && fabs(ahead) < radii);
    double needed = radii + s->def->passing_gap;
    if (along >= ONCOMING || !(ahead > 0) || ahead > s->def->sight || fabs(left) >= needed)
        return;
    double gap = ahead - needed;
    // Each of the two moves half of the distance that is missing, until they meet.
    double closing = l->speed - along * preferred_speed(s, other);
    l->aside = fmax(l->aside, (needed - left) / 2 * closing / fmax(gap, MIN_AHEAD));
    l->ahead = fmin(l->ahead, gap);
}

static void look_at_all(look *l, neighbour_list list)
{
    for (uint32_t i = 0; i < list.count; ++i)
        if (list.data[i].body == WEND_NEIGHBOUR_WALL)
            look_at_wall(l, &list.data[i].wall);
        else
            look_at(l, list.data[i].body);
}

/// Decides how a body passes oncoming ones among its neighbours and theirs.
static void look_ahead(const steering *s, uint32_t body)
{
    const wend_steer_def *def = s->def;
    look l = {.s = s, .body = body, .speed = preferred_speed(s, body), .ahead = INFINITY};
    s->turns[body] = (wend_vec2){1, 0};
    if (!(l.speed > 0))
        return;
    neighbour_list near = contacts_neighbours(s->at->input, body);
    look_at_all(&l, near);
    for (uint32_t i = 0; i < near.count; ++i)
        if (near.data[i].body != WEND_NEIGHBOUR_WALL)
            look_at_all(&l, contacts_neighbours(s->at->input, near.data[i].body));
    if (l.is_beside && l.has_wall && l.ahead < def->file_distance) {
        double part = fmax(l.ahead, 0) / def->file_distance;
        s->turns[body].x = part * (1 + def->step_back) - def->step_back;
        return;
    }
    double aside = fmin(l.aside / l.speed, def->keep_right), length = sqrt(1 + aside * aside);
    s->turns[body] = (wend_vec2){1 / length, aside / length};
}

static void turn_by(wend_vec2 turn, float *x, float *y)
{
    wend_vec2 v = {*x, *y};
    *x = (float)(turn.x * v.x + turn.y * v.y);
    *y = (float)(turn.x * v.y - turn.y * v.x);
}

static wend_preferred_velocity turned(const steering *s, uint32_t body)
{
    wend_preferred_velocity range = s->at->input->preferred[body];
    turn_by(s->turns[body], &range.ax, &range.ay);
    turn_by(s->turns[body], &range.bx, &range.by);
    return range;
}

// ---- space negotiation --------------------------------------------------------------------------

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

/// Share of a body in the excess: the one ahead in the direction of both has the smaller one.
static double share_of(const steering *s, uint32_t body, const contact_gap *g)
{
    wend_vec2 both = wend_add(s->headings[body], s->headings[g->body]);
    return CONTACT_SHARE - s->def->priority_ahead * wend_dot(g->away, both) / 2;
}

/// The velocity nearest to v that the acceleration allows.
static wend_vec2 accelerate(const steering *s, uint32_t body, wend_vec2 v)
{
    wend_vec2 now = s->at->velocities[body], change = wend_sub(v, now);
    return wend_add(now, wend_limit_length(change, s->def->acceleration * s->at->seconds));
}

static wend_vec2 drive(const void *motion, uint32_t body)
{
    const steering *s = motion;
    const contacts *c = s->at;
    const wend_body *bodies = c->input->bodies, *me = &bodies[body];
    neighbour_list neighbours = contacts_neighbours(c->input, body);
    wend_half_plane planes[WEND_MAX_NEIGHBOURS];
    uint32_t count = 0;
    if (c->starts_round)
        look_ahead(s, body);
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
                c, body, &g, fmax(s->def->gap_time, c->seconds), share_of(s, body, &g));
        } else if (!it && wend_contact_gap_to_wall(c, body, neighbour, max_gap, &g)) {
            planes[count++] = wend_contact_wall_plane(c, &g, me->max_speed);
        }
    }
    wend_preferred_velocity preferred = turned(s, body);
    wend_vec2 v;
    wend_orca_solve(planes, count, &preferred, me->max_speed, &v);
    return accelerate(s, body, v);
}

static void find_headings(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const steering *s = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        const wend_preferred_velocity *range = &s->at->input->preferred[i];
        s->headings[i] = wend_unit(preferred_at(range, range->bias));
    }
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
    wend_vec2 *scratch = input->scratch + CONTACTS_SCRATCH * (size_t)input->count;
    steering s = {def, &at, scratch, scratch + input->count};
    wend_parallel_for(input->tasks, input->count, GRAIN, find_headings, &s);
    wend_contacts_run(&at, drive, &s, output);
    return WEND_OK;
}
