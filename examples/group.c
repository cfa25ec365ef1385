// A coherent group: twenty sheep pass a gap that is too narrow for all of them side by side. A
// shape of constant area contains them; it becomes longer where it must be narrow, and waits for
// its members.
#include <wend/wend.h>

#include <stdio.h>

enum { SHEEP = 20 };

static int fail(const wend_error *error)
{
    fprintf(stderr, "%s\n", wend_error_text(error));
    return 1;
}

int main(void)
{
    // Two meadows, and a wall between them with a gap of 2 m.
    const wend_vec2 meadows[] = {{0, 0}, {41, 0}, {41, 20}, {0, 20}};
    const wend_vec2 south[] = {{20, 0}, {21, 0}, {21, 9}, {20, 9}};
    const wend_vec2 north[] = {{20, 11}, {21, 11}, {21, 20}, {20, 20}};
    const wend_shape shapes[] = {{.points = south, .point_count = 4},
                                 {.points = north, .point_count = 4}};
    wend_error error = {0};
    wend_floor_def floor_def = wend_default_floor_def();
    floor_def.bounds = meadows;
    floor_def.bounds_count = 4;
    floor_def.shapes = shapes;
    floor_def.shape_count = 2;
    wend_floor *floor = NULL;
    if (wend_failed(wend_floor_create(&floor_def, &floor, &error)))
        return fail(&error);
    wend_world_def world_def = wend_default_world_def();
    world_def.floor = floor;
    wend_world *world = NULL;
    if (wend_failed(wend_world_create(&world_def, &world, &error)))
        return fail(&error);
    wend_floor_destroy(floor);

    // The members determine the area of the shape; its centre is given at start and goal.
    wend_world_group_def group_def = wend_default_world_group_def();
    wend_agent_def sheep[SHEEP];
    double radii[SHEEP];
    for (int i = 0; i < SHEEP; ++i) {
        sheep[i] = wend_default_agent_def();
        sheep[i].motion = WEND_MOTION_GROUP_POTENTIAL;
        sheep[i].radius = radii[i] = 0.3;
    }
    wend_group_id group;
    if (wend_failed(wend_group_size_for(radii, SHEEP, WEND_GROUP_DENSITY, &group_def.size, &error)))
        return fail(&error);
    group_def.size.min_width = 1.6;
    group_def.from.centre = (wend_vec2){7, 5};
    group_def.to.centre = (wend_vec2){34, 15};
    // WEND_NOT_FOUND: no path exists, or none was found; the error states which.
    if (wend_world_add_group(world, &group_def, &group, &error) != WEND_OK ||
        wend_world_fill_group(world, group, sheep, SHEEP, NULL, &error) != WEND_OK)
        return fail(&error);
    wend_world_group_state now = {0};
    wend_world_group(world, group, &now, NULL);
    printf("%.1f m2, %.1f m wide at the start; plan length %.0f m\n",
           wend_group_shape_area(&now.shape), now.shape.width, now.length);

    double narrowest = now.shape.width, area = 0;
    while (wend_world_agents(world).count > 0) {
        if (wend_failed(wend_world_step(world, &error)))
            return fail(&error);
        wend_world_group(world, group, &now, NULL);
        if (now.shape.width < narrowest)
            narrowest = now.shape.width;
        area = wend_group_shape_area(&now.shape);
    }
    printf("%.1f m wide in the gap, %.1f m2 at the end\n", narrowest, area);
    printf("all arrived after %.0f s\n", wend_world_time(world));
    wend_world_destroy(world);
    return 0;
}

// Prints: 22.6 m2, 5.4 m wide at the start; plan length 39 m
// Prints: 2.0 m wide in the gap, 22.6 m2 at the end
// Prints: all arrived after 30 s
