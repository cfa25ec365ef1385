// SPDX-License-Identifier: MIT
// Cost of mesh edits: random doors open and close, in plans of very different sizes. At the end the
// mesh must pass its checker and equal a fresh one.
#include "bench/bench_mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_scenes.h"
#include "wend/mesh.h"
#include "wend/random.h"
#include "wend/vec2.h"

#define EDITS 10000

typedef struct door {
    wend_vec2 leaf[4];
    bool closed;
    wend_mesh_shape_id id; ///< of the obstacle while closed
} door;

typedef struct doors {
    door *data;
    uint32_t count, capacity;
} doors;

// ---- finding doorways ---------------------------------------------------------------------------

// Doorways of a plan without known doors: sides of triangles as long as a doorway is wide. The leaf
// lies between the two corners without touching them.
#define DOORWAY_MIN 0.7
#define DOORWAY_MAX 2.0
#define LEAF_PART   0.98
#define LEAF_HALF   0.025

static void leaf_between(wend_vec2 a, wend_vec2 b, wend_vec2 leaf[4])
{
    wend_vec2 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    double length = wend_distance(b, a);
    wend_vec2 along = {LEAF_PART / 2 * (b.x - a.x), LEAF_PART / 2 * (b.y - a.y)};
    wend_vec2 up = {-LEAF_HALF * (b.y - a.y) / length, LEAF_HALF * (b.x - a.x) / length};
    leaf[0] = (wend_vec2){middle.x - along.x - up.x, middle.y - along.y - up.y};
    leaf[1] = (wend_vec2){middle.x + along.x - up.x, middle.y + along.y - up.y};
    leaf[2] = (wend_vec2){middle.x + along.x + up.x, middle.y + along.y + up.y};
    leaf[3] = (wend_vec2){middle.x - along.x + up.x, middle.y - along.y + up.y};
}

static bool collect_doorways(void *context, const wend_vec2 *points, const bool *walls,
                             uint32_t count)
{
    doors *found = context;
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 a = points[i], b = points[(i + 1) % count];
        double length = wend_distance(b, a);
        bool is_once = a.x < b.x || (a.x == b.x && a.y < b.y);
        if (walls[i] || !is_once || length < DOORWAY_MIN || length > DOORWAY_MAX ||
            found->count == found->capacity)
            continue;
        leaf_between(a, b, found->data[found->count].leaf);
        found->data[found->count++].closed = false;
    }
    return true;
}

static wend_result close_door(wend_mesh *mesh, door *d)
{
    const wend_shape shape = {.points = d->leaf, .point_count = 4};
    return wend_mesh_insert(mesh, &shape, &d->id, NULL);
}

// Keeps the doors that can all be closed at once, and reopens them.
static bool find_doors(wend_mesh *mesh, doors *found)
{
    found->capacity = 3 * wend_mesh_measure(mesh).triangles;
    found->data = malloc((found->capacity + (size_t)1) * sizeof *found->data);
    if (!found->data || wend_mesh_triangles(mesh, collect_doorways, found) != WEND_OK)
        return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < found->count; ++i)
        if (close_door(mesh, &found->data[i]) == WEND_OK)
            found->data[kept++] = found->data[i];
    found->count = kept;
    for (uint32_t i = 0; i < kept; ++i)
        if (wend_mesh_remove(mesh, found->data[i].id, NULL) != WEND_OK)
            return false;
    return true;
}

static bool make_doors(uint32_t side, doors *made)
{
    made->count = made->capacity = bench_door_count(side);
    made->data = calloc(made->count + (size_t)1, sizeof *made->data);
    for (uint32_t i = 0; made->data && i < made->count; ++i)
        bench_door(side, i, made->data[i].leaf);
    return made->data;
}

// ---- measuring ----------------------------------------------------------------------------------

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Changes random doors and records the time of each change. Returns the number of failures.
static uint32_t change_doors(wend_mesh *mesh, doors *d, double *us)
{
    wend_random random = wend_random_stream(4, d->count);
    uint32_t failures = 0;
    for (uint32_t i = 0; i < EDITS; ++i) {
        door *one = &d->data[wend_random_below(&random, d->count)];
        double start = bench_worked();
        wend_result result =
            one->closed ? wend_mesh_remove(mesh, one->id, NULL) : close_door(mesh, one);
        us[i] = 1e6 * (bench_worked() - start);
        if (result == WEND_OK)
            one->closed = !one->closed;
        else
            ++failures;
    }
    return failures;
}

// True if the mesh is valid and equals that of the scene with the closed doors.
static bool equals_fresh(const wend_mesh *mesh, scene *s, const doors *d)
{
    for (uint32_t i = 0; i < d->count; ++i)
        if (d->data[i].closed && !bench_add_polygon(s, d->data[i].leaf, 4))
            return false;
    wend_mesh *fresh = bench_mesh_of(s, NULL);
    wend_error error = {0};
    bool equal = fresh && wend_mesh_check(mesh, &error) == WEND_OK &&
                 wend_mesh_equal(mesh, fresh, &error) == WEND_OK;
    if (!equal && fresh)
        bench_note("%s at (%.9g, %.9g)", wend_error_text(&error), error.position.x,
                   error.position.y);
    wend_mesh_destroy(fresh);
    return equal;
}

// Takes ownership of the scene. side > 0: the doors of that many rooms, otherwise those found.
static bool row_of_scene(json_t *rows, const char *name, scene *s, uint32_t side)
{
    wend_mesh *mesh = s ? bench_mesh_of(s, NULL) : NULL;
    doors d = {0};
    double *us = malloc(EDITS * sizeof *us);
    bool good = us && (!mesh || (side > 0 ? make_doors(side, &d) : find_doors(mesh, &d)));
    if (good && mesh && d.count > 0) {
        wend_mesh_size size = wend_mesh_measure(mesh);
        uint32_t failures = change_doors(mesh, &d, us);
        failures += !equals_fresh(mesh, s, &d);
        qsort(us, EDITS, sizeof *us, compare_numbers);
        json_t *row = bench_row(rows, "edits", name);
        good = row && bench_whole(row, "edits", EDITS) && bench_whole(row, "doors", d.count) &&
               bench_whole(row, "vertices", size.vertices) &&
               bench_real(row, "us_median", us[EDITS / 2]) &&
               bench_real(row, "us_99", us[EDITS / 100 * 99]) &&
               bench_real(row, "us_max", us[EDITS - 1]) && bench_whole(row, "failures", failures);
    }
    free(us);
    free(d.data);
    wend_mesh_destroy(mesh);
    scene_free(s);
    return good;
}

bool bench_mesh_edits(json_t *rows)
{
    const char *const plans[][2] = {{"BUW", "jupedsim/BUW.wkt"},
                                    {"Kaiserslautern", "city/kaiserslautern_mittel.poly"}};
    const struct {
        const char *name;
        uint32_t side;
    } rooms[] = {{"rooms-100", 10}, {"rooms-1000", 32}, {"rooms-10000", 100}};
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; ++i) {
        scene *s = bench_scene_rooms(rooms[i].side);
        if (!s || !row_of_scene(rows, rooms[i].name, s, rooms[i].side))
            return false;
    }
    char path[1000];
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; ++i)
        if (bench_data(plans[i][1], path, sizeof path) &&
            !row_of_scene(rows, plans[i][0], bench_scene_load(path), 0))
            return false;
    return true;
}
