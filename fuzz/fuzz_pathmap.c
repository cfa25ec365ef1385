// SPDX-License-Identifier: MIT
// Any bytes as obstacles and sources that are added, removed and moved on a small grid, where
// everything touches everything. Accepted changes must leave a path map that passes its checker,
// equals a rebuilt one, and has the distances of searched paths.
#include "fuzz_places.h"

#include "../tests/map/map_search.h"

#include <stdlib.h>

// The fuzzer should try many small scenes.
enum { MOST_OBSTACLES = 12, MOST_SOURCES = 4, MOST_CHANGES = 24, MOST_POINTS = 5, PLACES = 8 };

/// Tolerance of distances, in sizes of the grid.
#define SAME_DISTANCE 1e-9

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct scene {
    spread spread;
    wend_mesh *mesh;
    wend_mesh_shape_id obstacles[MOST_OBSTACLES];
    uint32_t obstacle_count;
    wend_map_source sources[MOST_SOURCES];
    uint32_t source_count;
    wend_map *map;
} scene;

// Points of a half grid, some slightly off it.
static wend_vec2 take_place(const scene *s, bytes *b)
{
    uint8_t x = take(b), y = take(b);
    double off = x / (2 * PLACES) > 13 ? ldexp(1, -8 * (x / (2 * PLACES) - 13)) : 0;
    return spread_place(&s->spread, x % (2 * PLACES) / 2.0 + off, y % (2 * PLACES) / 2.0);
}

static void start(scene *s, bytes *b)
{
    *s = (scene){.spread = spread_of(take(b))};
    const wend_vec2 bounds[4] = {
        spread_place(&s->spread, -1, -1), spread_place(&s->spread, PLACES, -1),
        spread_place(&s->spread, PLACES, PLACES), spread_place(&s->spread, -1, PLACES)};
    wend_floor_def def = wend_default_floor_def();
    wend_mesh_def mesh_def = wend_default_mesh_def();
    wend_floor *floor;
    def.bounds = bounds;
    def.bounds_count = 4;
    if (wend_floor_create(&def, &floor, NULL) != WEND_OK ||
        wend_mesh_create(floor, &mesh_def, &s->mesh, NULL) != WEND_OK ||
        wend_map_create(NULL, &s->map, NULL) != WEND_OK)
        abort();
    wend_floor_destroy(floor);
}

static void insert(scene *s, bytes *b)
{
    wend_vec2 points[MOST_POINTS];
    wend_shape shape = {.points = points, .point_count = 1 + take(b) % MOST_POINTS};
    for (uint32_t i = 0; i < shape.point_count; ++i)
        points[i] = take_place(s, b);
    wend_mesh_shape_id id;
    if (s->obstacle_count < MOST_OBSTACLES &&
        wend_mesh_insert(s->mesh, &shape, &id, NULL) == WEND_OK)
        s->obstacles[s->obstacle_count++] = id;
}

static void change(scene *s, bytes *b)
{
    uint8_t kind = take(b);
    if (kind % 4 < 2) {
        insert(s, b);
    } else if (kind % 4 == 2 && s->obstacle_count > 0) {
        uint32_t which = take(b) % s->obstacle_count;
        if (wend_mesh_remove(s->mesh, s->obstacles[which], NULL) != WEND_OK)
            abort();
        s->obstacles[which] = s->obstacles[--s->obstacle_count];
    } else {
        uint32_t which = take(b) % MOST_SOURCES;
        if (which >= s->source_count)
            which = s->source_count++;
        wend_vec2 a = take_place(s, b), c = take_place(s, b);
        s->sources[which] =
            (wend_map_source){a, kind & 8 ? c : a, kind & 16 ? s->spread.scale * take(b) / 64 : 0};
    }
}

static bool are_equal(const scene *s, double a, double b)
{
    return fabs(a - b) <= SAME_DISTANCE * PLACES * s->spread.scale;
}

/// Points far enough off the grid that no rotation moves them onto a wall.
static wend_vec2 place_between(const scene *s, uint32_t number)
{
    return spread_place(&s->spread, number % PLACES + 0.3125, number / PLACES + 0.1875);
}

// In a rotated scene rounding decides on which side of a wall a source on it lies, and an update
// may differ from a build: only the structure is checked there.
static void check(const scene *s, wend_map *fresh, wend_path_query *query, bool deeply)
{
    if (wend_map_build(fresh, s->mesh, s->sources, s->source_count, NULL) != WEND_OK ||
        wend_map_check(fresh, NULL) != WEND_OK || wend_map_check(s->map, NULL) != WEND_OK)
        abort();
    for (uint32_t i = 0; i < PLACES * PLACES && !s->spread.turned; ++i) {
        wend_vec2 corner = spread_place(&s->spread, i % PLACES, i / PLACES),
                  p = place_between(s, i);
        double there = wend_map_query(fresh, p).distance;
        if (!are_equal(s, wend_map_query(s->map, corner).distance,
                       wend_map_query(fresh, corner).distance) ||
            !are_equal(s, wend_map_query(s->map, p).distance, there) ||
            (deeply &&
             !are_equal(s, there, map_search(query, s->mesh, s->sources, s->source_count, p))))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static scene s;
    bytes b = {data, size, 0};
    wend_map *fresh;
    wend_path_query *query;
    start(&s, &b);
    if (wend_map_create(NULL, &fresh, NULL) != WEND_OK ||
        wend_path_query_create(NULL, &query, NULL) != WEND_OK)
        abort();
    for (int i = 0; i < MOST_CHANGES && b.at < b.size; ++i) {
        change(&s, &b);
        if (wend_map_update(s.map, s.mesh, s.sources, s.source_count, NULL) != WEND_OK)
            abort();
        check(&s, fresh, query, i % 8 == 7 || b.at == b.size);
    }
    wend_path_query_destroy(query);
    wend_map_destroy(fresh);
    wend_map_destroy(s.map);
    wend_mesh_destroy(s.mesh);
    return 0;
}
