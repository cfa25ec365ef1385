// A mesh edited in place: two rooms, and a door between them that closes and opens.
#include <wend/wend.h>

#include <stdio.h>

static void print_connection(const wend_mesh *mesh, const char *when)
{
    wend_vec2 kitchen = {2, 3}, hall = {8, 3};
    printf("%s: %s\n", when, wend_mesh_connected(mesh, kitchen, hall) ? "connected" : "separated");
}

int main(void)
{
    const wend_vec2 house[] = {{0, 0}, {10, 0}, {10, 6}, {0, 6}};
    // A wall with a gap of 1 m.
    const wend_vec2 lower[] = {{5, 0}, {5, 2.5}}, upper[] = {{5, 3.5}, {5, 6}};
    const wend_vec2 door[] = {{5, 2.5}, {5, 3.5}};
    const wend_shape walls[] = {{.points = lower, .point_count = 2},
                                {.points = upper, .point_count = 2}};

    wend_floor_def def = wend_default_floor_def();
    def.bounds = house;
    def.bounds_count = 4;
    def.shapes = walls;
    def.shape_count = 2;

    wend_error error;
    wend_floor *floor;
    wend_mesh *mesh = NULL;
    wend_mesh_def mesh_def = wend_default_mesh_def();
    wend_result result = wend_floor_create(&def, &floor, &error);
    if (result == WEND_OK)
        result = wend_mesh_create(floor, &mesh_def, &mesh, &error);
    wend_floor_destroy(floor); // the mesh keeps its own copy

    wend_mesh_shape_id id;
    if (result == WEND_OK) {
        print_connection(mesh, "open");
        wend_shape shape = {.points = door, .point_count = 2};
        result = wend_mesh_insert(mesh, &shape, &id, &error);
    }
    if (result == WEND_OK) {
        print_connection(mesh, "closed");
        result = wend_mesh_remove(mesh, id, &error);
    }
    if (result == WEND_OK)
        print_connection(mesh, "open again");
    else
        fprintf(stderr, "%s\n", wend_error_text(&error));
    wend_mesh_destroy(mesh);
    return result == WEND_OK ? 0 : 1;
}

// Prints: open: connected
// Prints: closed: separated
// Prints: open again: connected
