// Capacity of a hall: the maximum flow from its entrance to its exit, the gates that limit it, and
// the largest set of collision-free lanes.
#include <wend/wend.h>

#include <stdio.h>

static int fail(const wend_error *error)
{
    fprintf(stderr, "%s\n", wend_error_text(error));
    return 1;
}

int main(void)
{
    // A hall with a counter in its middle; entrance on the left, doors on the right.
    const wend_vec2 hall[] = {{0, 0}, {20, 0}, {20, 8}, {0, 8}};
    const wend_vec2 counter[] = {{9, 2}, {11, 2}, {11, 7}, {9, 7}};
    const wend_vec2 entrance[] = {{0, 1}, {0, 7}}, doors[] = {{20, 2}, {20, 6}};
    const wend_shape shapes[] = {{.points = counter, .point_count = 4}};
    const wend_opening openings[] = {{entrance, 2, false}, {doors, 2, true}};
    wend_error error = {0};
    wend_floor_def floor_def = wend_default_floor_def();
    floor_def.bounds = hall;
    floor_def.bounds_count = 4;
    floor_def.shapes = shapes;
    floor_def.shape_count = 1;
    wend_floor *floor = NULL;
    if (wend_failed(wend_floor_create(&floor_def, &floor, &error)))
        return fail(&error);

    wend_flow_def flow_def = wend_default_flow_def();
    flow_def.floor = floor;
    flow_def.openings = openings;
    flow_def.opening_count = 2;
    wend_flow *flow = NULL;
    if (wend_failed(wend_flow_create(&flow_def, &flow, &error)) ||
        wend_failed(wend_flow_solve(flow, &(wend_flow_request){0}, &error)))
        return fail(&error);
    uint32_t count;
    const wend_flow_gate *gates = wend_flow_gates(flow, &count);
    printf("maximum flow %.2f m\n", wend_flow_value(flow));
    for (uint32_t i = 0; i < count; ++i)
        printf("gate from %g,%g to %g,%g: %.2f m\n", gates[i].a.x, gates[i].a.y, gates[i].b.x,
               gates[i].b.y, gates[i].width);

    // Lanes for agents of radius 0.25 m, and the position on one of them 8 s after the start.
    const double speed = 1.3;
    wend_lanes_def lanes_def = wend_default_lanes_def();
    lanes_def.radius = 0.25;
    wend_lanes *lanes = NULL;
    if (wend_failed(wend_lanes_create(flow, &lanes_def, &lanes, &error)))
        return fail(&error);
    const wend_lane *all = wend_lanes_all(lanes, &count);
    double flow_per_second = 0;
    for (uint32_t i = 0; i < count; ++i)
        flow_per_second += speed / all[i].headway; // minimum distance to the predecessor
    wend_vec2 position = wend_lane_at(lanes, 0, 8 * speed, NULL);
    printf("%u lanes, %.1f agents per second\n", (unsigned)count, flow_per_second);
    printf("after 8 s on lane 0: %.2f,%.2f\n", position.x, position.y);

    wend_lanes_destroy(lanes);
    wend_flow_destroy(flow);
    wend_floor_destroy(floor);
    return 0;
}

// Prints: maximum flow 3.00 m
// Prints: gate from 11,0 to 11,2: 2.00 m
// Prints: gate from 11,7 to 11,8: 1.00 m
// Prints: 6 lanes, 14.8 agents per second
// Prints: after 8 s on lane 0: 9.91,0.25
