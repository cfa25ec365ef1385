// SPDX-License-Identifier: MIT
// Who is at which gate, and which direction has the right of way there.
#include "world/gates/gates.h"

#include "wend/geometry.h"
#include "wend/vec2.h"
#include "world/models/motion.h"
#include "world/planners/map.h"
#include "world/planners/planner.h"
#include "world/world.h"

#include <math.h>

/// Longest right of way of a direction while others wait, in a door; in a corridor longer by the
/// time in which it empties at this speed, since nobody passes then. [Units: s, m/s]
#define LONGEST 10.0
#define EMPTIES 1.0
/// A direction ends although agents are inside if all of them are stuck after this time.
#define JAMMED 30.0

/// Distances. [Units: mean radii of the agents]
#define AT_MOUTH 2.0  ///< a target this near to the mouth may be on the way through it
#define ON_PATH  3.0  ///< paths through the mouth are longer than the shortest one by at most this
#define BEHIND   6.0  ///< those who have come out as far as this count as behind the gate
#define ASKEW    24.0 ///< goals behind a wall may be seen this far beside a gate

/// The direction of an agent inside follows from a target this far along the axis; it changes only
/// for one this far backwards. [Units: mean radii of the agents]
#define CLEAR    2.0
#define CONTRARY 4.0

/// Cosine of the angle between the directions to a target and to a mouth.
#define TOWARDS 0.5

// ---- visits -------------------------------------------------------------------------------------

typedef struct visitor {
    const wend_world *world;
    const wend_world_gates *gates;
    uint32_t slot;
    wend_vec2 at, target;
    wend_vec2 goal; ///< a point further on: the goal if the target is only near, or the target
    double radius;
    bool blind;     ///< it is stuck, and its planner knows no walls
    uint32_t gate1; ///< the gate that it passed in the last step, plus 1; 0: none
    uint8_t mouth;  ///< where it entered that gate
} visitor;

/// True if the line to a point crosses a mouth, or passes beside it by at most `beside` radii.
static bool crosses(const visitor *v, const wend_passage_mouth *mouth, wend_vec2 to, double beside)
{
    wend_vec2 middle = wend_gate_middle(mouth);
    double out_at = wend_dot(mouth->out, wend_sub(v->at, middle)),
           out_to = wend_dot(mouth->out, wend_sub(to, middle));
    if (!(out_at > 0 && out_to < 0))
        return false;
    wend_vec2 there = wend_lerp(v->at, to, out_at / (out_at - out_to));
    double half = wend_distance(mouth->left, mouth->right) / 2;
    return fabs(wend_cross(mouth->out, wend_sub(there, middle))) <=
           half + beside * v->gates->radius;
}

/// True if the goal is behind a mouth, and the target in front of it is towards the mouth.
static bool leads_to(const visitor *v, const wend_passage_mouth *mouth)
{
    wend_vec2 middle = wend_gate_middle(mouth), to = wend_sub(middle, v->at),
              way = wend_sub(v->target, v->at);
    return wend_dot(mouth->out, wend_sub(v->goal, middle)) < 0 &&
           (wend_dot(way, to) > TOWARDS * wend_length(way) * wend_length(to) ||
            crosses(v, mouth, v->goal, ASKEW));
}

/// A point further along the path of an agent than its target. *ends: it is the goal.
static wend_vec2 beyond_target(const visitor *v, bool *ends)
{
    const wend_way *way = &v->world->paths.ways.data[v->slot];
    uint32_t goal = v->world->crowd.walkers[v->slot].chosen;
    *ends = !(way->state & WEND_WAY_CUT);
    if (!wend_way_has_path(way))
        return goal == WEND_NO_GOAL ? v->target
                                    : wend_goals_nearest(&v->world->goals, goal, v->target, NULL);
    const wend_path_block *block = wend_path_block_of(&v->world->paths, way->block);
    wend_vec2 beyond = v->target;
    for (uint32_t k = 1, at = way->at; k < way->left; ++k) {
        if (++at == WEND_PATH_BLOCK) {
            at = 0;
            block = wend_path_block_of(&v->world->paths, block->next);
        }
        double along = block->crossing[at] * block->width[at];
        beyond = wend_add_scaled(block->a[at], along,
                                 (wend_vec2){block->right_x[at], block->right_y[at]});
        if (wend_distance(beyond, v->target) > WEND_PASSAGE_RADII * v->gates->radius) {
            *ends = *ends && k + 1 == way->left;
            break;
        }
    }
    return beyond;
}

/// True if an agent's path ends inside a gate, so that it does not pass it.
static bool ends_inside(const visitor *v, const wend_passage *gate)
{
    bool ends;
    wend_vec2 end = beyond_target(v, &ends);
    if (!ends)
        return false;
    wend_gate_axis axis = wend_gates_axis(v->gates, gate, end);
    return axis.distance <= axis.radius && axis.out <= 0;
}

/// True if the path of an agent whose target is in front of a mouth goes on into it.
static bool goes_on_into(const visitor *v, const wend_passage_mouth *mouth)
{
    wend_vec2 middle = wend_gate_middle(mouth);
    bool ends;
    if (v->world->crowd.walkers[v->slot].planner != WEND_PLANNER_MAP)
        return wend_dot(mouth->out, wend_sub(beyond_target(v, &ends), middle)) < 0;
    wend_vec2 inside = wend_add_scaled(middle, -AT_MOUTH * v->gates->radius, mouth->out);
    return wend_map_detour(v->world, v->slot, inside) <= ON_PATH * v->gates->radius;
}

/// True if an agent wants to enter a gate at a mouth, from outside.
static bool wants(const visitor *v, const wend_passage_mouth *mouth, wend_gate_visit *visit,
                  double *distance)
{
    wend_segment across = {mouth->left, mouth->right};
    *distance = wend_segment_distance(across, v->at);
    if (*distance > WEND_GATE_REACH * v->gates->radius ||
        !(wend_dot(mouth->out, wend_sub(v->at, wend_gate_middle(mouth))) > 0))
        return false;
    bool near = wend_segment_distance(across, v->target) <= AT_MOUTH * v->gates->radius;
    visit->sure = crosses(v, mouth, v->target, 0) || (near && goes_on_into(v, mouth));
    return visit->sure || ((v->blind || !wend_equal(v->goal, v->target)) && leads_to(v, mouth));
}

/// True if an agent has just come out at a mouth.
static bool has_left(const visitor *v, const wend_passage_mouth *mouth)
{
    wend_vec2 from = wend_sub(v->at, wend_gate_middle(mouth));
    double out = wend_dot(mouth->out, from), beside = fabs(wend_cross(mouth->out, from));
    double half = wend_distance(mouth->left, mouth->right) / 2;
    return out > 0 && out <= BEHIND * v->gates->radius && beside <= half + v->gates->radius &&
           wend_dot(mouth->out, wend_sub(v->target, v->at)) > 0;
}

/// The mouth where an agent inside has entered. It is remembered: a target that the agent has just
/// passed lies behind it. False: not known.
static bool find_entrance(const visitor *v, uint32_t number, const wend_gate_axis *axis,
                          uint8_t *mouth)
{
    double ahead = wend_dot(axis->along, wend_sub(v->goal, v->at)) / v->gates->radius;
    bool near_target = !wend_equal(v->goal, v->target);
    if (v->gate1 == number + 1 && (near_target || (v->mouth == 0 ? ahead : -ahead) > -CONTRARY)) {
        *mouth = v->mouth;
        return true;
    }
    *mouth = ahead < 0;
    return fabs(ahead) > CLEAR;
}

/// The visit of an agent at one gate. False: none. *distance: to the gate.
static bool visit_one(const visitor *v, uint32_t number, wend_gate_visit *visit, double *distance)
{
    const wend_passage *gate = &v->gates->gates.data[number];
    wend_gate_axis axis = wend_gates_axis(v->gates, gate, v->at);
    *visit = (wend_gate_visit){.gate1 = number + 1};
    if (axis.distance <= axis.radius && axis.out <= v->radius) {
        visit->place = WEND_GATE_INSIDE;
        *distance = 0;
        return find_entrance(v, number, &axis, &visit->mouth);
    }
    for (uint8_t m = 0; m < 2; ++m) {
        visit->mouth = m;
        visit->place = WEND_GATE_BEFORE;
        if (wants(v, &gate->mouths[m], visit, distance))
            return true;
    }
    for (uint8_t m = 0; m < 2; ++m) {
        visit->mouth = 1 - m;
        visit->place = WEND_GATE_BEHIND;
        *distance = WEND_GATE_REACH * v->gates->radius; // any other visit is more important
        if (has_left(v, &gate->mouths[m]))
            return true;
    }
    return false;
}

/// True if the targets of a planner say little about the way: they are near, or not on a path.
static bool looks_near(const wend_walker *walker)
{
    return (wend_walker_planner(walker)->replans_each_step ||
            walker->planner == WEND_PLANNER_DIRECT) &&
           walker->chosen != WEND_NO_GOAL;
}

/// The visit of an agent at the nearest gate that it passes. *distance: to it.
static wend_gate_visit visit_of(const wend_world *world, uint32_t slot, double *distance)
{
    const wend_crowd *crowd = &world->crowd;
    wend_vec2 at = crowd->bodies[slot].position, target = wend_crowd_target(crowd, slot);
    const wend_walker *walker = &crowd->walkers[slot];
    visitor v = {.world = world,
                 .gates = &world->gates,
                 .slot = slot,
                 .at = at,
                 .target = target,
                 .goal = target,
                 .radius = crowd->bodies[slot].radius,
                 .blind = wend_gates_help(walker),
                 .gate1 = walker->gate1,
                 .mouth = walker->gate_mouth};
    if (looks_near(walker))
        v.goal = wend_goals_nearest(&world->goals, walker->chosen, at, NULL);
    wend_gate_visit best = {0};
    *distance = INFINITY;
    wend_gate_list list = wend_gates_near(v.gates, v.at);
    for (const uint32_t *item = list.item; item < list.end; ++item) {
        wend_gate_visit visit;
        double far;
        if (visit_one(&v, *item, &visit, &far) && far < *distance &&
            !ends_inside(&v, &v.gates->gates.data[*item])) {
            *distance = far;
            best = visit;
        }
    }
    if (best.gate1 > 0) {
        const wend_passage_mouth *mouth = &v.gates->gates.data[best.gate1 - 1].mouths[best.mouth];
        best.ahead = -wend_dot(mouth->out, wend_sub(v.at, wend_gate_middle(mouth)));
    }
    return best;
}

static void count_visit(wend_world *world, uint32_t slot, wend_gate_visit visit, double distance)
{
    const wend_crowd *crowd = &world->crowd;
    if (visit.place == WEND_GATE_BEHIND)
        return;
    wend_gate_side *side = wend_gates_side(&world->gate_memory, visit);
    side->before += visit.place == WEND_GATE_BEFORE;
    side->inside += visit.place == WEND_GATE_INSIDE;
    side->stuck += crowd->walkers[slot].reported_stuck;
    side->stuck_inside += visit.place == WEND_GATE_INSIDE && crowd->walkers[slot].reported_stuck;
    side->radius = fmax(side->radius, crowd->bodies[slot].radius);
    side->nearest = fmin(side->nearest, distance);
    if (crowd->walkers[slot].reported_stuck && visit.ahead > side->ahead &&
        fabs(visit.ahead) <= WEND_GATE_MOUTH * world->gates.radius) {
        side->ahead = visit.ahead;
        side->first = slot;
    }
}

// ---- right of way -------------------------------------------------------------------------------

/// True if agents of both sides cannot pass each other in a gate.
static bool is_narrow(const wend_passage *gate, const wend_gate_side sides[2])
{
    return gate->width < WEND_PASSAGE_RADII / 2.0 * (sides[0].radius + sides[1].radius);
}

static void set_direction(wend_gate_right *right, uint8_t direction, double now)
{
    right->changes += direction != 0 && right->direction != direction;
    right->direction = direction;
    right->since = now;
    right->closing = false;
}

static void update_right(const wend_world *world, const wend_passage *gate,
                         const wend_gate_side sides[2], wend_gate_right *right)
{
    bool both = sides[0].before + sides[0].inside > 0 && sides[1].before + sides[1].inside > 0;
    if (!both || !is_narrow(gate, sides)) {
        // Whoever is inside alone goes on as usual.
        if (right->direction != 0)
            set_direction(right, 0, world->time);
        return;
    }
    if (right->direction == 0) {
        if (sides[0].stuck + sides[1].stuck > 0)
            set_direction(right, sides[1].nearest < sides[0].nearest ? 2 : 1, world->time);
        return;
    }
    const wend_gate_side *own = &sides[right->direction - 1];
    double for_s = world->time - right->since;
    right->closing =
        right->closing || own->before == 0 || for_s >= LONGEST + gate->length / EMPTIES;
    // Those inside who cannot get out ahead go back.
    bool jammed = own->stuck_inside == own->inside && for_s >= JAMMED;
    if (right->closing && (own->inside == 0 || jammed))
        set_direction(right, 3 - right->direction, world->time);
}

// ---- update -------------------------------------------------------------------------------------

static bool reserve(wend_world *world)
{
    wend_gate_memory *memory = &world->gate_memory;
    memory->visits.count = memory->sides.count = 0;
    return wend_array_reserve(&memory->visits, &world->allocator, world->crowd.slots) &&
           wend_array_reserve(&memory->sides, &world->allocator, 2 * world->gates.gates.count);
}

/// True if an agent got past the line of its mouth in the last step. Being inside is not enough:
/// who cannot enter may get to the line and back for ever.
static bool enters(const wend_world *world, uint32_t slot, wend_gate_visit visit)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    if (visit.gate1 != walker->gate1 || visit.mouth != walker->gate_mouth || !(visit.ahead > 0))
        return false;
    const wend_passage_mouth *mouth = &world->gates.gates.data[visit.gate1 - 1].mouths[visit.mouth];
    double outwards = wend_dot(mouth->out, world->crowd.bodies[slot].velocity);
    return visit.ahead + outwards * world->def.step <= 0;
}

/// Keeps the visit of an agent until the next step, and notes when it has got ahead.
static void note_passing(wend_world *world, uint32_t slot, wend_gate_visit visit)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    bool was_inside = walker->gate_place == WEND_GATE_INSIDE;
    bool leaves =
        was_inside && (visit.gate1 != walker->gate1 ||
                       (visit.mouth == walker->gate_mouth && visit.place > WEND_GATE_INSIDE));
    if (walker->gate1 > 0 && (leaves || enters(world, slot, visit)))
        world->gates.rights.data[walker->gate1 - 1].passed[walker->gate_mouth] = world->time;
    walker->gate1 = visit.gate1;
    walker->gate_mouth = visit.mouth;
    walker->gate_place = visit.place;
}

static void find_visits(wend_world *world)
{
    wend_gate_memory *memory = &world->gate_memory;
    for (size_t i = 0; i < 2 * world->gates.gates.count; ++i)
        memory->sides.data[i] = (wend_gate_side){.nearest = INFINITY, .ahead = -INFINITY};
    memory->sides.count = 2 * world->gates.gates.count;
    for (uint32_t i = 0; i < world->crowd.slots; ++i) {
        double distance = INFINITY;
        wend_gate_visit visit = {0};
        if (wend_motion_can_be_led(world, i))
            visit = visit_of(world, i, &distance);
        memory->visits.data[i] = visit;
        note_passing(world, i, visit);
        if (visit.gate1 > 0)
            count_visit(world, i, visit, distance);
    }
    memory->visits.count = world->crowd.slots;
}

void wend_gates_count(wend_world *world)
{
    const wend_gate_side *sides = world->gate_memory.sides.data;
    if (world->gate_memory.visits.count == 0)
        return;
    for (size_t i = 0; i < world->gates.rights.count; ++i) {
        wend_gate_right *right = &world->gates.rights.data[i];
        if (right->direction != 0)
            right->waited += world->def.step * sides[2 * i + (2 - right->direction)].before;
    }
}

bool wend_gates_update(wend_world *world)
{
    wend_world_gates *gates = &world->gates;
    world->gate_memory.visits.count = 0;
    if (!world->def.gates)
        return true;
    if (gates->known && gates->version != world->obstacles.version)
        wend_gates_forget(world);
    if (!gates->known && (!gates->wanted || !wend_gates_make(world)))
        return !gates->wanted;
    if (gates->gates.count == 0)
        return true;
    if (!reserve(world))
        return false;
    find_visits(world);
    for (size_t i = 0; i < gates->gates.count; ++i)
        update_right(world, &gates->gates.data[i], &world->gate_memory.sides.data[2 * i],
                     &gates->rights.data[i]);
    return true;
}
