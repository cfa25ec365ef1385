// SPDX-License-Identifier: MIT
// Lanes for tests: drawn by hand, and those of a flow through a floor.
#ifndef WEND_TESTS_FLOW_LANE_SCENES_H
#define WEND_TESTS_FLOW_LANE_SCENES_H

#include "flow/lanes.h"
#include "geometry/curve.h"
#include "tests/world/world_support.h"

/// Lanes for a radius around the corner of an L, from x = 0 to y = 0: along a passage of that width
/// whose inner corner is at (corner, -corner), turned so that all lanes bend around it. Lane 1 is
/// the inner one.
static inline wend_lanes *bent_lanes(double radius, uint32_t count, wend_vec2 corner, double before,
                                     double after)
{
    wend_lanes *lanes = wend_lanes_new(NULL, radius);
    assert_non_null(lanes);
    for (uint32_t i = 0; i < count; ++i) {
        double away = (2 * i + 1) * radius;
        wend_vec2 start = {corner.x - before, corner.y + away}, turn = {corner.x, corner.y + away},
                  end = {corner.x + away, corner.y}, leave = {corner.x + away, corner.y - after};
        const wend_curve_piece pieces[] = {
            wend_curve_piece_line(start, turn),
            wend_curve_piece_arc(turn, end, corner, -1),
            wend_curve_piece_line(end, leave),
        };
        assert_true(wend_lanes_add(lanes, pieces, 3, 0, 1));
    }
    assert_true(wend_lanes_measure(lanes, 2 * radius));
    return lanes;
}

/// Straight lanes side by side, from x0 to x1, the lowest at y.
static inline wend_lanes *straight_lanes(double radius, uint32_t count, double x0, double x1,
                                         double y)
{
    wend_lanes *lanes = wend_lanes_new(NULL, radius);
    assert_non_null(lanes);
    for (uint32_t i = 0; i < count; ++i) {
        double at = y + 2 * i * radius;
        const wend_curve_piece piece =
            wend_curve_piece_line((wend_vec2){x0, at}, (wend_vec2){x1, at});
        assert_true(wend_lanes_add(lanes, &piece, 1, 0, 1));
    }
    assert_true(wend_lanes_measure(lanes, 2 * radius));
    return lanes;
}

/// The lanes of a flow through a floor of boxes, from one line to another; as short as they get if
/// that is asked for.
static inline wend_lanes *flow_lanes(const double (*boxes)[4], uint32_t count, wend_segment source,
                                     wend_segment sink, wend_lanes_def def, bool shorten)
{
    const wend_vec2 ends[2][2] = {{source.a, source.b}, {sink.a, sink.b}};
    const wend_opening openings[] = {{ends[0], 2, false}, {ends[1], 2, true}};
    wend_floor *floor = box_floor(boxes, count);
    wend_flow_def flow_def = wend_default_flow_def();
    flow_def.floor = floor;
    flow_def.openings = openings;
    flow_def.opening_count = 2;
    wend_flow *flow = NULL;
    wend_lanes *lanes = NULL;
    wend_error error = {0};
    if (wend_flow_create(&flow_def, &flow, &error) != WEND_OK ||
        wend_lanes_create(flow, &def, &lanes, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_lanes_shortening how = wend_default_lanes_shortening();
    wend_lanes_gain gain;
    if (shorten && wend_lanes_shorten(lanes, flow, &how, &gain, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_flow_destroy(flow);
    wend_floor_destroy(floor);
    return lanes;
}

static inline wend_lanes_id add_lanes(wend_world *world, const wend_lanes *lanes)
{
    wend_lanes_id id;
    wend_error error = {0};
    if (wend_world_add_lanes(world, lanes, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

/// One that follows lanes, at a place of its own.
static inline wend_agent_def follower_at(double x, double y, wend_lanes_id lanes, double radius,
                                         wend_motion_kind motion)
{
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_vec2){x, y};
    def.radius = radius;
    def.lanes = lanes;
    def.planner = WEND_PLANNER_LANES;
    def.motion = motion;
    return def;
}

/// Lets count such agents come on the lanes.
static inline wend_spawner_id deploy(wend_world *world, wend_lanes_id lanes, uint32_t count,
                                     double radius, wend_motion_kind motion)
{
    wend_spawner_def def = wend_default_spawner_def();
    wend_spawner_id id;
    wend_error error = {0};
    def.agent = follower_at(0, 0, lanes, radius, motion);
    def.count = count;
    if (wend_world_add_spawner(world, &def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static inline wend_lane_position lane_of(const wend_world *world, wend_agent_id id)
{
    wend_lane_position place;
    assert_int_equal(wend_world_agent_lane(world, id, &place, NULL), WEND_OK);
    return place;
}

static inline int bodies_by_x(const void *a, const void *b)
{
    const wend_body *p = a, *q = b;
    return (p->position.x > q->position.x) - (p->position.x < q->position.x);
}

/// As deepest_overlap, quickly for the many who follow lanes.
static inline double overlap_on_lanes(const wend_world *world, double largest_radius)
{
    wend_agents agents = wend_world_agents(world);
    wend_body *bodies = malloc((agents.count + 1) * sizeof *bodies);
    uint32_t count = 0;
    double deepest = 0;
    assert_non_null(bodies);
    for (uint32_t i = 0; i < agents.slots; ++i)
        if (agents.bodies[i].radius > 0)
            bodies[count++] = agents.bodies[i];
    qsort(bodies, count, sizeof *bodies, bodies_by_x);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = i + 1; k < count; ++k) {
            const wend_body *a = &bodies[i], *b = &bodies[k];
            double x = b->position.x - a->position.x, y = b->position.y - a->position.y;
            if (x > 2 * largest_radius)
                break;
            double apart = a->radius + b->radius;
            if (x * x + y * y < apart * apart)
                deepest = fmax(deepest, (apart - hypot(x, y)) / fmin(a->radius, b->radius));
        }
    free(bodies);
    return deepest;
}

#endif
