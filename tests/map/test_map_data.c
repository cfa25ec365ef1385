// SPDX-License-Identifier: MIT
// Path maps of real floor plans, towns and game maps, and of the built-in scenes for path maps:
// their distances equal the lengths of the paths that are searched one by one. Real ones are
// skipped where the files are not there.
#include "tests/map/map_search.h"
#include "tests/support/support.h"

#include "formats/formats.h"
#include "scene/build/floor.h"
#include "scene/builtin/builtin.h"
#include "wend/random.h"

/// How far both may be apart, in sizes of the map: what the project promises.
#define SAME_DISTANCE 1e-9

typedef struct ground {
    const char *name;
    scene *s;
    wend_floor *floor;
    wend_mesh *mesh;
    wend_map *map;
    wend_path_query *query;
    wend_box box;
    double size;
} ground;

/// False: there is neither a built-in scene nor a file of that name.
static bool load(const char *name, ground *g)
{
    char path[1024];
    builtin_scene builtin;
    snprintf(path, sizeof path, "%s/%s", data_folder(), name);
    if (builtin_find(name, &builtin)) {
        snprintf(path, sizeof path, "%s", name);
    } else {
        FILE *file = fopen(path, "r");
        if (!file) {
            print_message("no %s\n", path);
            return false;
        }
        fclose(file);
    }
    problem_list problems = {.file = path};
    wend_mesh_def def = wend_default_mesh_def();
    *g = (ground){.name = name, .s = scene_load(path, &problems)};
    problem_free(&problems);
    assert_non_null(g->s);
    assert_int_equal(scene_floor(g->s, &g->floor, NULL), WEND_OK);
    assert_int_equal(wend_mesh_create(g->floor, &def, &g->mesh, NULL), WEND_OK);
    assert_int_equal(wend_map_create(NULL, &g->map, NULL), WEND_OK);
    assert_int_equal(wend_path_query_create(NULL, &g->query, NULL), WEND_OK);
    g->box = wend_floor_box(g->floor);
    g->size = fmax(g->box.max.x - g->box.min.x, g->box.max.y - g->box.min.y);
    return true;
}

static void unload(ground *g)
{
    wend_path_query_destroy(g->query);
    wend_map_destroy(g->map);
    wend_mesh_destroy(g->mesh);
    wend_floor_destroy(g->floor);
    scene_free(g->s);
}

static wend_vec2 free_place(const ground *g, wend_random *random)
{
    for (;;) {
        wend_vec2 p = {wend_random_between(random, g->box.min.x, g->box.max.x),
                       wend_random_between(random, g->box.min.y, g->box.max.y)};
        if (wend_mesh_locate(g->mesh, p) == WEND_LOCATION_FREE)
            return p;
    }
}

/// Returns how many of the places could be reached.
static uint32_t check_source(ground *g, const wend_map_source *source, uint32_t targets,
                             wend_random *random)
{
    uint32_t reached = 0;
    wend_error error = {0};
    if (wend_map_build(g->map, g->mesh, source, 1, &error) != WEND_OK ||
        wend_map_check(g->map, &error) != WEND_OK)
        fail_msg("%s: %s", g->name, wend_error_text(&error));
    for (uint32_t i = 0; i < targets; ++i) {
        wend_vec2 p = free_place(g, random);
        double length = map_search(g->query, g->mesh, source, 1, p);
        double distance = wend_map_query(g->map, p).distance;
        if ((length < 0) != (distance < 0) || fabs(length - distance) > SAME_DISTANCE * g->size)
            fail_msg("%s: from %.17g,%.17g to %.17g,%.17g %.17g,%.17g: map %.17g, path %.17g",
                     g->name, p.x, p.y, source->a.x, source->a.y, source->b.x, source->b.y,
                     distance, length);
        reached += distance >= 0;
    }
    return reached;
}

// Mostly points, every fourth a segment of a few metres.
static void check_ground(const char *name)
{
    ground g;
    if (!load(name, &g))
        skip();
    wend_random random = wend_random_stream(8, 8);
    uint32_t sources = long_tier() ? 100 : 8, targets = long_tier() ? 100 : 20, reached = 0;
    for (uint32_t i = 0; i < sources; ++i) {
        wend_vec2 a = free_place(&g, &random);
        wend_map_source source = {a, a, 0};
        if (i % 4 == 3)
            source.b = (wend_vec2){
                fmin(fmax(a.x + wend_random_between(&random, -3, 3), g.box.min.x), g.box.max.x),
                fmin(fmax(a.y + wend_random_between(&random, -3, 3), g.box.min.y), g.box.max.y)};
        reached += check_source(&g, &source, targets, &random);
    }
    assert_true(reached > sources * targets / 4);
    unload(&g);
}

static void arena(void **state)
{
    (void)state;
    check_ground("movingai/arena.map");
}

static void brc202d(void **state)
{
    (void)state;
    check_ground("movingai/brc202d.map");
}

static void kaiserslautern(void **state)
{
    (void)state;
    check_ground("city/kaiserslautern_mittel.poly");
}

static void floor_plan(void **state)
{
    (void)state;
    check_ground("jupedsim/aknz_evac.wkt");
}

static void office(void **state)
{
    (void)state;
    check_ground("jupedsim/office_rooms.wkt");
}

static void built_in_scenes(void **state)
{
    (void)state;
    static const char *const names[] = {"concave-1", "concave-2",   "spiral",       "spm-1",
                                        "spm-2",     "profiling-3", "evacuation-3", "profiling-6"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        check_ground(names[i]);
}

// The larger ones: more walls in one line, more corners in one triangle.
static void large_maps(void **state)
{
    (void)state;
    if (!long_tier()) {
        print_message("large maps: only in the long tier\n");
        skip();
    }
    check_ground("movingai/orz900d.map");
    check_ground("polygons/NewYork_0_1024.poly");
    check_ground("polygons/au_parks_900.poly");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena),      cmocka_unit_test(brc202d), cmocka_unit_test(kaiserslautern),
        cmocka_unit_test(floor_plan), cmocka_unit_test(office),  cmocka_unit_test(built_in_scenes),
        cmocka_unit_test(large_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
