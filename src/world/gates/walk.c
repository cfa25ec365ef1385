// SPDX-License-Identifier: MIT
// How agents walk at a gate that has a right of way.
#include "world/gates/gates.h"

#include "wend/geometry.h"
#include "wend/vec2.h"
#include "world/world.h"

#include <math.h>

/// Avoidance share of agents with the right of way, and of the others.
#define SHARE_PRIORITY 0.05f
#define SHARE_YIELD    1.0f

/// Distances. [Units: mean radii of the agents]
#define HEADS        12.0 ///< agents with the right of way head for the mouth from here on
#define HEADS_UNSURE 6.0  ///< the same if their path may lead elsewhere
#define ENTERS       2.0  ///< and for a point this far inside it
#define LANE         4.0  ///< half the width of the lane for those who come out
#define BACK         6.0  ///< others keep this far from the mouth
#define MAKES_WAY    4.0  ///< those who block another one in the mouth go back this far

/// An agent in the mouth may block another one there that is this near. [Units: sums of their
/// radii]
#define BLOCKS 2.5

/// Agents in a mouth are wedged if one of them is stuck and nobody has got ahead there for this
/// time. [Units: s]
#define WEDGED 3.0

/// Points of the axis ahead whose clearance an agent inside minds.
enum { LOOKS = 4 };

/// Free space beside an agent in the mouth. [Units: its radii]
#define BESIDE 1.05
/// Speeds of those who give way. [Units: preferred speeds]
#define ASIDE_SPEED 0.6
#define BACK_SPEED  0.5

static void set_wish(wend_preferred_velocity *wish, wend_vec2 direction, double speed,
                     bool makes_room)
{
    float x = (float)(direction.x * speed), y = (float)(direction.y * speed);
    *wish = (wend_preferred_velocity){x, y, x, y, 0, makes_room ? WEND_MAKES_ROOM : 0};
}

/// The point of a mouth that an agent passes: the nearest one where it fits, somewhat inside.
static wend_vec2 entrance(const wend_passage_mouth *mouth, wend_vec2 p, double radius,
                          double inside)
{
    wend_vec2 middle = wend_gate_middle(mouth),
              across = wend_unit(wend_sub(mouth->right, mouth->left));
    double half = fmax(wend_distance(mouth->left, mouth->right) / 2 - BESIDE * radius, 0);
    double along = fmin(fmax(wend_dot(across, wend_sub(p, middle)), -half), half);
    return (wend_vec2){middle.x + along * across.x - inside * mouth->out.x,
                       middle.y + along * across.y - inside * mouth->out.y};
}

/// True if an agent goes straight to a point: it sees it, or knows no other way. Who stands around
/// the corner of a mouth goes by its path.
static bool goes_straight(const wend_world *world, uint32_t slot, wend_vec2 to)
{
    wend_vec2 p = world->crowd.bodies[slot].position, by = wend_sub(to, p);
    return world->crowd.walkers[slot].planner == WEND_PLANNER_DIRECT ||
           wend_equal(wend_walls_slide(world->obstacles.walls, p, by, 0), wend_add(p, by));
}

/// Direction of an agent inside: along the axis, and towards it if it is too near to a wall.
static wend_vec2 inside(const wend_world_gates *gates, const wend_passage *gate,
                        const wend_body *body, bool forwards)
{
    wend_gate_axis axis = wend_gates_axis(gates, gate, body->position);
    double ahead = (forwards ? ENTERS : -ENTERS) * gates->radius;
    double clearance = axis.radius;
    for (int i = 1; i <= LOOKS; ++i) {
        wend_vec2 there = wend_add_scaled(axis.at, ahead * i / LOOKS, axis.along);
        clearance = fmin(clearance, wend_gates_axis(gates, gate, there).radius);
    }
    double room = fmax(clearance - BESIDE * body->radius, 0);
    double back = axis.distance > room ? 1 - room / axis.distance : 0;
    wend_vec2 to_axis = wend_scale(wend_sub(axis.at, body->position), back);
    return wend_unit(wend_add(wend_scale(axis.along, ahead), to_axis));
}

/// An agent that waits before a mouth: it steps out of the lane and keeps away from the mouth.
static void wait_before(const wend_passage_mouth *mouth, wend_vec2 p, double radius, double pace,
                        wend_preferred_velocity *wish)
{
    wend_vec2 from = wend_sub(p, wend_gate_middle(mouth));
    double out = wend_dot(mouth->out, from), left = wend_cross(mouth->out, from);
    wend_vec2 go = {0, 0};
    if (fabs(left) < LANE * radius) {
        // To the right of those who go in, unless it is clearly on the left.
        double side = left < -radius ? -1 : 1;
        go = (wend_vec2){-mouth->out.y * side * ASIDE_SPEED, mouth->out.x * side * ASIDE_SPEED};
    }
    if (out < BACK * radius &&
        wend_segment_distance((wend_segment){mouth->left, mouth->right}, p) < BACK * radius) {
        go.x += BACK_SPEED * mouth->out.x;
        go.y += BACK_SPEED * mouth->out.y;
    }
    set_wish(wish, go, pace, true);
}

/// True if agents are stuck in a mouth where nobody has got ahead for a while.
static bool is_wedged(const wend_world *world, wend_gate_visit visit)
{
    const wend_gate_right *right = &world->gates.rights.data[visit.gate1 - 1];
    const wend_gate_side *side = wend_gates_side(&world->gate_memory, visit);
    return visit.place != WEND_GATE_BEHIND && side->ahead > -INFINITY &&
           world->time - right->passed[visit.mouth] >= WEDGED;
}

/// True if an agent is stuck in a mouth beside another one that is further ahead.
static bool blocks_first(const wend_world *world, uint32_t slot, wend_gate_visit visit)
{
    const wend_crowd *crowd = &world->crowd;
    const wend_gate_side *side = wend_gates_side(&world->gate_memory, visit);
    if (!is_wedged(world, visit) || !crowd->walkers[slot].reported_stuck || slot == side->first ||
        fabs(visit.ahead) > MAKES_WAY * world->gates.radius)
        return false;
    const wend_body *body = &crowd->bodies[slot], *first = &crowd->bodies[side->first];
    return wend_distance(body->position, first->position) < BLOCKS * (body->radius + first->radius);
}

/// True if an agent is the first of those who are stuck in a mouth: it goes straight in, whatever
/// its planner would rather do.
static bool goes_first(const wend_world *world, uint32_t slot, wend_gate_visit visit)
{
    return is_wedged(world, visit) && wend_gates_side(&world->gate_memory, visit)->first == slot;
}

bool wend_gates_lead(const wend_world *world, uint32_t slot, double pace,
                     wend_preferred_velocity *wish, float *share)
{
    const wend_gate_memory *memory = &world->gate_memory;
    if (slot >= memory->visits.count || memory->visits.data[slot].gate1 == 0)
        return false;
    const wend_world_gates *gates = &world->gates;
    wend_gate_visit visit = memory->visits.data[slot];
    const wend_gate_right *right = &gates->rights.data[visit.gate1 - 1];
    const wend_passage *gate = &gates->gates.data[visit.gate1 - 1];
    const wend_passage_mouth *mouth = &gate->mouths[visit.mouth];
    const wend_body *body = &world->crowd.bodies[slot];
    bool alone = right->direction == 0,
         helped = wend_gates_help(&world->crowd.walkers[slot]) || goes_first(world, slot, visit);
    if ((alone || right->direction == visit.mouth + 1) && blocks_first(world, slot, visit)) {
        set_wish(wish, mouth->out, BACK_SPEED * pace, true);
        *share = SHARE_YIELD;
        return true;
    }
    if (alone && !helped)
        return false;
    bool goes = alone || right->direction == visit.mouth + 1;
    *share = goes ? SHARE_PRIORITY : SHARE_YIELD;
    if (visit.place == WEND_GATE_BEHIND) // straight on, past those who wait
        return true;
    if (visit.place == WEND_GATE_INSIDE) {
        // Against the right of way: back to where it came from.
        set_wish(wish, inside(gates, gate, body, (visit.mouth == 0) == goes), pace, !goes);
        return true;
    }
    if (!goes || (right->closing && !alone)) {
        *share = SHARE_YIELD;
        wait_before(mouth, body->position, gates->radius, pace, wish);
        return true;
    }
    double heads = helped ? WEND_GATE_REACH : visit.sure ? HEADS : HEADS_UNSURE;
    if (wend_segment_distance((wend_segment){mouth->left, mouth->right}, body->position) <=
        heads * gates->radius) {
        wend_vec2 to = entrance(mouth, body->position, body->radius, ENTERS * gates->radius);
        if (goes_straight(world, slot, to))
            set_wish(wish, wend_unit(wend_sub(to, body->position)), pace, false);
    }
    return true;
}
