// SPDX-License-Identifier: MIT
// Holds a flow against the oracle: its bodies, their levels, the level and the direction at places,
// the gates of its shortest cut, and what it says of a wider gate.
#ifndef WEND_TESTS_FLOW_FLOW_CHECK_H
#define WEND_TESTS_FLOW_FLOW_CHECK_H

#include "tests/oracle/flow.h"
#include "wend/vec2.h"

#include <float.h>

/// How far a level may be from the truth, in sizes of the ring: what the project promises.
#define FLOW_ERROR 1e-9

/// Nearer than this share of a lane to what WEND_FLOW_TIE still counts as a whole lane, rounding
/// decides: not asked about.
#define NEAR_TIE 2e-10

/// Directions are compared where they are well told: so far (in sizes of the ring) from where the
/// level comes from, and so much less than from elsewhere.
#define WELL_TOLD 1e-3

typedef struct flow_fixture {
    flow_scene s;
    flow_oracle o;
    wend_flow *flow;
    wend_flow_request question;
    uint32_t start, end; ///< bodies
    char wrong[400];
} flow_fixture;

/// Writes what is wrong, and returns it.
static inline const char *say(flow_fixture *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int used = snprintf(f->wrong, sizeof f->wrong, "width %.17g, from the %s: ", f->question.width,
                        f->question.from_top ? "top" : "bottom");
    vsnprintf(f->wrong + used, sizeof f->wrong - (size_t)used, format, arguments);
    va_end(arguments);
    return f->wrong;
}

static inline bool is_near(const flow_fixture *f, double a, double b)
{
    return fabs(a - b) <= FLOW_ERROR * f->s.size;
}

/// True if rounding decides about a whole number of lanes somewhere: lanes may be so thin that a
/// few units in the last place of coordinates are more of them than WEND_FLOW_TIE.
static inline bool is_ambiguous(const flow_oracle *o, double width)
{
    wend_box box = wend_box_of(o->scene->ring, o->scene->ring_count);
    double far = fmax(fmax(fabs(box.min.x), fabs(box.min.y)), fmax(box.max.x, box.max.y));
    double near = NEAR_TIE + 16 * DBL_EPSILON * far / width;
    for (uint32_t i = 0; i < o->body_count && width > 0; ++i)
        for (uint32_t k = 0; k < i; ++k) {
            double lanes = o->ways[i][k] / width + WEND_FLOW_TIE;
            if (o->ways[i][k] < INFINITY && fabs(lanes - floor(lanes + 0.5)) < near)
                return true;
        }
    return false;
}

// ---- levels -------------------------------------------------------------------------------------

static inline const char *check_bodies(flow_fixture *f)
{
    static double told[ORACLE_BODIES], meant[ORACLE_BODIES];
    uint32_t count;
    const wend_flow_body *bodies = wend_flow_bodies(f->flow, &count);
    if (count != f->o.body_count)
        return say(f, "%u bodies, not %u", (unsigned)count, (unsigned)f->o.body_count);
    if (!is_near(f, wend_flow_value(f->flow), f->o.levels[f->end]))
        return say(f, "the value is %.17g, not %.17g", wend_flow_value(f->flow),
                   f->o.levels[f->end]);
    if (bodies[f->start].level != 0 || bodies[f->end].level != wend_flow_value(f->flow))
        return say(f, "the value is not the level of the last body");
    for (uint32_t i = 0; i < count; ++i) {
        told[i] = bodies[i].level;
        meant[i] = f->o.levels[i];
    }
    qsort(told, count, sizeof *told, compare_doubles);
    qsort(meant, count, sizeof *meant, compare_doubles);
    for (uint32_t i = 0; i < count; ++i)
        if (!is_near(f, told[i], meant[i]))
            return say(f, "a body has the level %.17g, not %.17g", told[i], meant[i]);
    return NULL;
}

static inline bool is_vertex_of(const site_plan *sites, wend_vec2 p)
{
    for (uint32_t i = 0; i < sites->bounds_count; ++i)
        if (wend_equal(sites->bounds[i], p))
            return true;
    for (uint32_t i = 0; i < sites->shape_count; ++i)
        for (uint32_t k = 0; k < sites->shapes[i].point_count; ++k)
            if (wend_equal(sites->shapes[i].points[k], p))
                return true;
    return false;
}

/// At the corners of a body the level is that of the body.
static inline const char *check_corners(flow_fixture *f)
{
    for (uint32_t i = 0; i < f->o.wall_count; ++i) {
        const oracle_wall *wall = &f->o.walls[i];
        wend_vec2 p = wall->at.a;
        if (wall->body == NO_BODY || !is_vertex_of(&f->s.plan, p) ||
            !wend_mesh_connected(f->o.mesh, p, f->o.inside))
            continue;
        double level = wend_flow_query(f->flow, p).level;
        if (!is_near(f, level, f->o.levels[wall->body]))
            return say(f, "at the corner %.17g,%.17g the level is %.17g, not %.17g", p.x, p.y,
                       level, f->o.levels[wall->body]);
    }
    return NULL;
}

static inline const char *check_direction(flow_fixture *f, wend_vec2 p, wend_vec2 from,
                                          const wend_flow_result *answer)
{
    double length = sight_distance(p, from), size = f->s.size;
    if (length < WELL_TOLD * size ||
        !is_only_from(&f->o, p, from, answer->level + WELL_TOLD * size, ORACLE_ON * size))
        return NULL;
    double x = (p.x - from.x) / length, y = (p.y - from.y) / length;
    wend_vec2 meant = f->question.from_top ? (wend_vec2){-y, x} : (wend_vec2){y, -x};
    // Feet are rounded by FLOW_ERROR, and are WELL_TOLD away.
    if (sight_distance(meant, answer->direction) > FLOW_ERROR / WELL_TOLD)
        return say(f, "at %.17g,%.17g the stream goes to %.17g,%.17g, not %.17g,%.17g", p.x, p.y,
                   answer->direction.x, answer->direction.y, meant.x, meant.y);
    return NULL;
}

static inline const char *check_place(flow_fixture *f, wend_vec2 p)
{
    wend_flow_result answer = wend_flow_query(f->flow, p);
    uint32_t count;
    (void)wend_flow_bodies(f->flow, &count);
    if (!is_in_domain(&f->o, p)) {
        bool beside = wend_floor_clearance(f->o.floor, p, NULL, NULL) < ORACLE_ON * f->s.size;
        if (!beside && (answer.level != -1 || answer.body != UINT32_MAX || answer.direction.x != 0))
            return say(f, "%.17g,%.17g is not in the domain, but the level is %.17g", p.x, p.y,
                       answer.level);
        return NULL;
    }
    wend_vec2 from = p;
    double level = oracle_at(&f->o, p, &from);
    if (!is_near(f, answer.level, level))
        return say(f, "at %.17g,%.17g the level is %.17g, not %.17g", p.x, p.y, answer.level,
                   level);
    if (answer.body >= count)
        return say(f, "at %.17g,%.17g the level comes from no body", p.x, p.y);
    return check_direction(f, p, from, &answer);
}

/// A place in the ring's box or a little outside: anywhere, on lines of a grid, or near a wall.
static inline wend_vec2 flow_place(const flow_fixture *f, wend_random *random)
{
    wend_box box = wend_box_of(f->s.ring, f->s.ring_count);
    double beyond = f->s.size / 16;
    wend_vec2 p = {wend_random_between(random, box.min.x - beyond, box.max.x + beyond),
                   wend_random_between(random, box.min.y - beyond, box.max.y + beyond)};
    uint32_t kind = wend_random_below(random, 4);
    if (kind == 0) {
        wend_segment wall = f->o.walls[wend_random_below(random, f->o.wall_count)].at;
        wend_vec2 on = quarter_of(wall, random);
        double near = ldexp(1, -(int)wend_random_below(random, 20));
        return (wend_vec2){on.x + near * (p.x - on.x), on.y + near * (p.y - on.y)};
    }
    if (kind == 1) {
        double step = ldexp(1, ilogb(f->s.size) - 6);
        return (wend_vec2){step * floor(p.x / step), step * floor(p.y / step)};
    }
    return p;
}

// ---- gates --------------------------------------------------------------------------------------

/// The body of the oracle that a place on its walls belongs to.
static inline uint32_t body_near(const flow_oracle *o, wend_vec2 p)
{
    uint32_t nearest = NO_BODY;
    double least = 2 * FLOW_ERROR * o->scene->size;
    for (uint32_t i = 0; i < o->wall_count; ++i) {
        double distance = wend_segment_distance(o->walls[i].at, p);
        if (o->walls[i].body != NO_BODY && distance < least) {
            least = distance;
            nearest = o->walls[i].body;
        }
    }
    return nearest;
}

/// The legs of a gate lead through the domain from its one end to its other.
static inline const char *check_legs(flow_fixture *f, const wend_flow_gate *gate)
{
    uint32_t count;
    const wend_segment *legs = wend_flow_legs(f->flow, &count);
    if (gate->leg_count == 0 || gate->first_leg + gate->leg_count > count)
        return say(f, "a gate has no legs");
    double length = 0, near = FLOW_ERROR * f->s.size;
    wend_vec2 at = gate->a;
    for (uint32_t i = 0; i < gate->leg_count; ++i) {
        wend_segment leg = legs[gate->first_leg + i];
        wend_vec2 middle = {(leg.a.x + leg.b.x) / 2, (leg.a.y + leg.b.y) / 2};
        bool solid = wend_floor_locate(f->o.floor, middle, NULL) == WEND_LOCATION_SOLID &&
                     wend_floor_clearance(f->o.floor, middle, NULL, NULL) > near;
        if (sight_distance(at, leg.a) > near)
            return say(f, "the legs of a gate are not one line");
        if (solid || !stays_in_ring(&f->s, leg.a, leg.b))
            return say(f, "the leg from %.17g,%.17g to %.17g,%.17g leaves the domain", leg.a.x,
                       leg.a.y, leg.b.x, leg.b.y);
        length += sight_distance(leg.a, leg.b);
        at = leg.b;
    }
    if (sight_distance(at, gate->b) > near || !is_near(f, length, gate->width))
        return say(f, "the legs of a gate are %.17g long, it is %.17g wide", length, gate->width);
    return NULL;
}

/// A gate is the shortest way from its one body to its other. With a width it may be any that takes
/// as few whole lanes, also one that touches a third body.
static inline const char *check_gate(flow_fixture *f, const wend_flow_gate *gate)
{
    uint32_t from = body_near(&f->o, gate->a), to = body_near(&f->o, gate->b);
    if (from == NO_BODY || to == NO_BODY || from == to)
        return say(f, "the gate from %.17g,%.17g to %.17g,%.17g is between no two bodies",
                   gate->a.x, gate->a.y, gate->b.x, gate->b.y);
    double shortest = f->o.ways[from][to], width = f->question.width;
    if (width > 0 ? whole_lanes(gate->width, width) > whole_lanes(shortest, width) + width / 2
                  : !is_near(f, gate->width, shortest))
        return say(f, "the gate from %.17g,%.17g to %.17g,%.17g is %.17g wide, not %.17g",
                   gate->a.x, gate->a.y, gate->b.x, gate->b.y, gate->width, shortest);
    return NULL;
}

/// The gates lead from the first body to the last, and add up to the value.
static inline const char *check_gates(flow_fixture *f)
{
    uint32_t count, body_count, body = f->start;
    const wend_flow_gate *gates = wend_flow_gates(f->flow, &count);
    const wend_flow_body *bodies = wend_flow_bodies(f->flow, &body_count);
    double sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const char *wrong = check_gate(f, &gates[i]);
        wrong = wrong ? wrong : check_legs(f, &gates[i]);
        if (wrong)
            return wrong;
        if (gates[i].from != body || gates[i].to >= body_count)
            return say(f, "gate %u does not begin where the one before ends", (unsigned)i);
        sum += whole_lanes(gates[i].width, f->question.width);
        body = gates[i].to;
        if (!is_near(f, sum, bodies[body].level))
            return say(f, "up to gate %u there is %.17g, but the level is %.17g", (unsigned)i, sum,
                       bodies[body].level);
    }
    if (body != f->end || !is_near(f, sum, wend_flow_value(f->flow)))
        return say(f, "the gates add up to %.17g, the value is %.17g", sum,
                   wend_flow_value(f->flow));
    return NULL;
}

/// Each body's own gate tells its level.
static inline const char *check_labels(flow_fixture *f)
{
    uint32_t count;
    const wend_flow_body *bodies = wend_flow_bodies(f->flow, &count);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_flow_gate *gate = &bodies[i].from;
        if (i == f->start) {
            if (gate->from != gate->to)
                return say(f, "the first body has a gate");
            continue;
        }
        if (gate->to != i || gate->from >= count)
            return say(f, "the gate of body %u leads to another", (unsigned)i);
        const char *wrong = check_gate(f, gate);
        if (wrong)
            return wrong;
        double level = bodies[gate->from].level + whole_lanes(gate->width, f->question.width);
        if (!is_near(f, level, bodies[i].level) ||
            !is_near(f, level, f->o.levels[body_near(&f->o, gate->b)]))
            return say(f, "body %u has the level %.17g, but its gate says %.17g", (unsigned)i,
                       bodies[i].level, level);
    }
    return NULL;
}

// ---- all ----------------------------------------------------------------------------------------

static inline const char *solve_fixture(flow_fixture *f, wend_flow_request question)
{
    wend_error error;
    f->question = question;
    f->start = question.from_top ? WEND_FLOW_TOP : WEND_FLOW_BOTTOM;
    f->end = question.from_top ? WEND_FLOW_BOTTOM : WEND_FLOW_TOP;
    if (wend_flow_solve(f->flow, &question, &error) != WEND_OK)
        return say(f, "not solved: %s", wend_error_text(&error));
    return NULL;
}

static inline const char *check_solution(flow_fixture *f, wend_flow_request question,
                                         wend_random *random, uint32_t places)
{
    const char *wrong = solve_fixture(f, question);
    oracle_solve(&f->o, f->start, question.width);
    wrong = wrong ? wrong : check_bodies(f);
    wrong = wrong ? wrong : check_corners(f);
    for (uint32_t i = 0; i < places && !wrong; ++i)
        wrong = check_place(f, flow_place(f, random));
    wrong = wrong ? wrong : check_gates(f);
    return wrong ? wrong : check_labels(f);
}

/// One gate of the solution gets wider: the value never falls, and rises by no more than that, but
/// for what makes a lane whole.
static inline const char *check_widened(flow_fixture *f, wend_random *random)
{
    uint32_t count;
    (void)wend_flow_gates(f->flow, &count);
    if (count == 0)
        return say(f, "there are no gates");
    wend_flow_request question = f->question;
    question.widened = 1 + wend_random_below(random, count);
    question.widening = wend_random_between(random, 0, f->s.size / 4);
    double before = wend_flow_value(f->flow), slack = FLOW_ERROR * f->s.size;
    const char *wrong = solve_fixture(f, question);
    double more = wend_flow_value(f->flow) - before;
    if (!wrong && (more < -slack || more > question.widening + question.width + slack))
        return say(f, "gate %u wider by %.17g gives %.17g more", (unsigned)question.widened,
                   question.widening, more);
    return wrong;
}

/// NULL: the flow of the scene is as the oracle says, from both sides, for points and for lanes of
/// some widths. Otherwise what is wrong.
static inline const char *check_flow(flow_fixture *f, uint32_t places)
{
    wend_random random = wend_random_stream(f->s.seed, 22);
    wend_error error;
    const char *wrong = NULL;
    f->question = (wend_flow_request){0};
    oracle_make(&f->o, &f->s);
    f->flow = flow_of_scene(&f->s, &error);
    if (f->o.blocked) {
        if (f->flow)
            wrong = say(f, "there is no way through, but it is not refused");
    } else if (!f->flow) {
        wrong = say(f, "refused: %s", wend_error_text(&error));
    } else if (wend_flow_is_alternating(f->flow)) {
        wrong = say(f, "sources and sinks don't take turns");
    }
    for (uint32_t i = 0; i < 6 && f->flow && !wrong; ++i) {
        wend_flow_request question = {.from_top = i % 2};
        if (i >= 4) { // whole lanes fit exactly between two bodies
            uint32_t body = wend_random_below(&random, f->o.body_count - 1) + 1;
            question.width = f->o.ways[0][body] / (1 + wend_random_below(&random, 4));
        } else if (i >= 2)
            question.width = f->s.size / (2 << wend_random_below(&random, 5));
        if (is_ambiguous(&f->o, question.width) || question.width > f->s.size)
            continue;
        wrong = check_solution(f, question, &random, places);
        if (!wrong && i % 3 == 0)
            wrong = check_widened(f, &random);
    }
    wend_flow_destroy(f->flow);
    oracle_free(&f->o);
    return wrong;
}

#endif
