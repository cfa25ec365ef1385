// A shortest-path map: distance and path to the nearest exit from every point. One map serves a
// whole crowd, and is updated when a train stops elsewhere.
#include <wend/wend.h>

#include <stdio.h>

static void print_path(const wend_map *map, wend_vec2 p)
{
    wend_map_result result = wend_map_query(map, p);
    wend_vec2 path[16];
    uint32_t count;
    printf("from %g,%g %.3f m:", p.x, p.y, result.distance);
    if (wend_map_path(map, p, path, 16, &count) == WEND_OK)
        for (uint32_t i = 1; i < count; ++i)
            printf(" %.3f,%.3f", path[i].x, path[i].y);
    printf("\n");
}

int main(void)
{
    // A platform with a kiosk in its middle. Stairs lead out at one end, a train waits at the edge.
    const wend_vec2 platform[] = {{0, 0}, {20, 0}, {20, 8}, {0, 8}};
    const wend_vec2 kiosk[] = {{8, 2}, {12, 2}, {12, 6}, {8, 6}};
    const wend_shape shapes[] = {{.points = kiosk, .point_count = 4}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = platform;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = 1;

    wend_error error = {0};
    wend_floor *floor = NULL;
    wend_mesh *mesh = NULL;
    wend_map *map = NULL;
    wend_mesh_def mesh_def = wend_default_mesh_def();
    // Two exits: a point, with an offset of 5 m, and the door of the train.
    wend_map_source exits[] = {
        {.a = {0, 4}, .b = {0, 4}, .offset = 5},
        {.a = {14, 0}, .b = {16, 0}},
    };
    if (wend_failed(wend_floor_create(&def, &floor, &error)) ||
        wend_failed(wend_mesh_create(floor, &mesh_def, &mesh, &error)) ||
        wend_failed(wend_map_create(NULL, &map, &error)) ||
        wend_failed(wend_map_build(map, mesh, exits, 2, &error))) {
        fprintf(stderr, "%s\n", wend_error_text(&error));
        return 1;
    }
    print_path(map, (wend_vec2){5, 7});
    print_path(map, (wend_vec2){10, 7});
    print_path(map, (wend_vec2){10, 4}); // inside the kiosk: -1

    // The next train stops elsewhere.
    exits[1].a.x = 3;
    exits[1].b.x = 5;
    if (wend_failed(wend_map_update(map, mesh, exits, 2, &error)))
        return 1;
    print_path(map, (wend_vec2){10, 7});

    wend_map_destroy(map);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
    return 0;
}

// Prints: from 5,7 10.831 m: 0.000,4.000
// Prints: from 10,7 8.561 m: 12.000,6.000 14.000,0.000
// Prints: from 10,4 -1.000 m:
// Prints: from 10,7 8.944 m: 8.000,6.000 5.000,0.000
