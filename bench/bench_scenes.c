// SPDX-License-Identifier: MIT
// Scenes for benchmarks (see bench_scenes.h).
#include "bench/bench_scenes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/peer.h"
#include "formats/formats.h"
#include "scene/build/floor.h"
#include "scene/builtin/parts.h"
#include "wend/random.h"

#define FIELD_PITCH 10.0 ///< distance between polygons in a random field [Units: m]
#define FIELD_REACH 4.5  ///< maximum distance of a corner from its polygon's centre [Units: m]

#define ROOM_SIZE 5.0
#define WALL_HALF 0.1
#define DOOR_HALF 0.5
#define LEAF_HALF 0.025

static const double full_turn = 6.283185307179586;

// ---- files --------------------------------------------------------------------------------------

void bench_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("wend: bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

bool bench_data(const char *file, char *path, size_t size)
{
    const char *folder = getenv("WEND_DATA");
    if (folder && *folder) {
        snprintf(path, size, "%s/%s", folder, file);
        return access(path, R_OK) == 0;
    }
    snprintf(path, size, "../shared/data/%s", file);
    if (access(path, R_OK) == 0)
        return true;
    char name[256];
    snprintf(name, sizeof name, "../../shared/data/%s", file);
    return peer_beside(name, path, size);
}

scene *bench_scene_load(const char *path_or_name)
{
    problem_list problems = {.file = path_or_name};
    scene *s = scene_load(path_or_name, &problems);
    if (!s)
        problem_print(&problems, stderr);
    problem_free(&problems);
    return s;
}

wend_mesh *bench_mesh_of(const scene *s, wend_floor **floor)
{
    wend_floor *own = NULL;
    wend_mesh *mesh = NULL;
    wend_mesh_def def = wend_default_mesh_def();
    wend_error error = {0};
    wend_result result = scene_floor(s, &own, &error);
    if (result == WEND_OK)
        result = wend_mesh_create(own, &def, &mesh, &error);
    if (result != WEND_OK)
        bench_note("%s: %s", s->name ? s->name : "scene", wend_error_text(&error));
    if (floor && mesh)
        *floor = own;
    else
        wend_floor_destroy(own);
    return mesh;
}

// ---- generated ----------------------------------------------------------------------------------

bool bench_add_polygon(scene *s, const wend_vec2 *ring, uint32_t count)
{
    scene_obstacle *obstacle = scene_add_obstacle(s);
    if (!obstacle)
        return false;
    obstacle->kind = SCENE_POLYGON;
    return scene_shape_ring(s, ring, count, &obstacle->shape);
}

static scene *whole(scene *s, bool good)
{
    if (good)
        return s;
    scene_free(s);
    return NULL;
}

scene *bench_scene_random(uint32_t vertices)
{
    const double mean_corners = 5.5;
    uint32_t side = (uint32_t)fmax(1, round(sqrt(vertices / mean_corners)));
    wend_random random = wend_random_stream(3, vertices);
    scene *s = scene_new();
    bool good =
        s && builtin_bounds(s, (wend_box){{0, 0}, {side * FIELD_PITCH, side * FIELD_PITCH}});
    for (uint32_t i = 0; good && i < side * side; ++i) {
        wend_vec2 middle = {(i % side + 0.5) * FIELD_PITCH, (i / side + 0.5) * FIELD_PITCH};
        uint32_t count = 3 + wend_random_below(&random, 6);
        wend_vec2 ring[8];
        for (uint32_t k = 0; k < count; ++k) {
            // Each corner is in its own sector and less than half a turn from the next, so the
            // polygon is simple.
            double angle = full_turn * (k + wend_random_between(&random, 0.05, 0.45)) / count;
            double reach = wend_random_between(&random, 0.3 * FIELD_REACH, FIELD_REACH);
            ring[k] = (wend_vec2){middle.x + reach * cos(angle), middle.y + reach * sin(angle)};
        }
        good = bench_add_polygon(s, ring, count);
    }
    return whole(s, good);
}

// A box around the centre line of a wall, from a to b, with `half` to either side. Upright walls
// are horizontal ones with x and y exchanged.
static void wall_box(bool upright, double a, double b, double across, double half,
                     wend_vec2 ring[4])
{
    const wend_vec2 lying[4] = {
        {a, across - half}, {b, across - half}, {b, across + half}, {a, across + half}};
    for (int i = 0; i < 4; ++i)
        ring[i] = upright ? (wend_vec2){lying[i].y, lying[i].x} : lying[i];
}

// The wall between two rooms: two boxes with a doorway between them. They end short of crossings,
// where they would overlap, and touch a post there.
static bool add_wall(scene *s, bool upright, uint32_t row, uint32_t column)
{
    double a = column * ROOM_SIZE, across = row * ROOM_SIZE, middle = a + ROOM_SIZE / 2;
    wend_vec2 ring[4];
    wall_box(upright, a + WALL_HALF, middle - DOOR_HALF, across, WALL_HALF, ring);
    if (!bench_add_polygon(s, ring, 4))
        return false;
    wall_box(upright, middle + DOOR_HALF, a + ROOM_SIZE - WALL_HALF, across, WALL_HALF, ring);
    return bench_add_polygon(s, ring, 4);
}

scene *bench_scene_rooms(uint32_t side)
{
    scene *s = scene_new();
    double end = side * ROOM_SIZE - WALL_HALF;
    bool good = s && builtin_bounds(s, (wend_box){{WALL_HALF, WALL_HALF}, {end, end}});
    for (uint32_t row = 1; row < side; ++row)
        for (uint32_t column = 0; good && column < side; ++column)
            good = add_wall(s, false, row, column) && add_wall(s, true, row, column);
    for (uint32_t row = 1; row < side; ++row)
        for (uint32_t column = 1; good && column < side; ++column) {
            wend_vec2 ring[4];
            wall_box(false, column * ROOM_SIZE - WALL_HALF, column * ROOM_SIZE + WALL_HALF,
                     row * ROOM_SIZE, WALL_HALF, ring);
            good = bench_add_polygon(s, ring, 4);
        }
    return whole(s, good);
}

uint32_t bench_door_count(uint32_t side)
{
    return 2 * side * (side - 1);
}

void bench_door(uint32_t side, uint32_t number, wend_vec2 leaf[4])
{
    bool upright = number % 2;
    uint32_t column = number / 2 % side, row = number / 2 / side + 1;
    double middle = column * ROOM_SIZE + ROOM_SIZE / 2;
    wall_box(upright, middle - DOOR_HALF, middle + DOOR_HALF, row * ROOM_SIZE, LEAF_HALF, leaf);
}
