// Distance to the nearest wall: a room with a pillar, and one query. The smallest program with
// wend.
#include <wend/wend.h>

#include <stdio.h>

int main(void)
{
    const wend_vec2 room[] = {{0, 0}, {10, 0}, {10, 6}, {0, 6}};
    const wend_vec2 pillar[] = {{4, 2}, {5, 2}, {5, 4}, {4, 4}};
    const wend_shape shapes[] = {{.points = pillar, .point_count = 4}};

    wend_floor_def def = wend_default_floor_def();
    def.bounds = room;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = 1;

    wend_error error;
    wend_floor *floor;
    if (wend_failed(wend_floor_create(&def, &floor, &error))) {
        fprintf(stderr, "%s\n", wend_error_text(&error));
        return 1;
    }
    wend_vec2 robot = {6.5, 3}, wall;
    double clearance = wend_floor_clearance(floor, robot, &wall, NULL);
    printf("%.2f m to the wall at (%.2f, %.2f)\n", clearance, wall.x, wall.y);
    wend_floor_destroy(floor);
    return 0;
}

// Prints: 1.50 m to the wall at (5.00, 3.00)
