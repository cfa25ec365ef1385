// Shortest paths for discs of several radii on one mesh. The radius is part of the query, not of
// the mesh.
#include <wend/wend.h>

#include <stdio.h>

int main(void)
{
    // A room of 20 m by 10 m; a wall across it leaves a gap of 4 m.
    const wend_vec2 room[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    const wend_vec2 wall[] = {{10, 0}, {10, 6}};
    const wend_shape shapes[] = {{.points = wall, .point_count = 2}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = room;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = 1;

    wend_error error = {0};
    wend_floor *floor = NULL;
    wend_mesh *mesh = NULL;
    wend_path_query *query = NULL;
    wend_mesh_def mesh_def = wend_default_mesh_def();
    if (wend_failed(wend_floor_create(&def, &floor, &error)) ||
        wend_failed(wend_mesh_create(floor, &mesh_def, &mesh, &error)) ||
        wend_failed(wend_path_query_create(NULL, &query, &error))) {
        fprintf(stderr, "%s\n", wend_error_text(&error));
        return 1;
    }

    const wend_vec2 goal = {16, 4};
    wend_path_request request = wend_default_path_request();
    request.from = (wend_vec2){4, 4};
    request.goal = (wend_goal){&goal, 1};
    const double radii[] = {0, 0.5, 1.5, 2.5};
    for (int i = 0; i < 4; ++i) {
        wend_path path;
        request.radius = radii[i];
        wend_result result = wend_path_find(query, mesh, &request, &path, &error);
        if (result == WEND_OK)
            printf("radius %.1f: %.3f m in %u pieces\n", radii[i], path.length, path.piece_count);
        else
            printf("radius %.1f: no path\n", radii[i]);
    }

    wend_path_query_destroy(query);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
    return 0;
}

// Prints: radius 0.0: 12.649 m in 2 pieces
// Prints: radius 0.5: 13.010 m in 3 pieces
// Prints: radius 1.5: 13.972 m in 3 pieces
// Prints: radius 2.5: no path
