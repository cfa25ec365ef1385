// SPDX-License-Identifier: MIT
// The diagram of real floor plans and maps, and of the built-in scenes: it closes, the checker
// finds nothing, and it has as many parts that hang together as the free space has.
#include "tests/support/support.h"

#include "formats/formats.h"
#include "scene/build/floor.h"
#include "scene/builtin/builtin.h"
#include "wend/mesh.h"
#include "wend/voronoi.h"

#include <string.h>

// ---- parts that hang together -------------------------------------------------------------------

/// Vertices by number; those that no edge has are alone and don't count.
typedef struct parts {
    uint32_t *parent;
    uint32_t count, joined;
    bool *used;
} parts;

static uint32_t root_of(parts *p, uint32_t vertex)
{
    while (p->parent[vertex] != vertex)
        vertex = p->parent[vertex] = p->parent[p->parent[vertex]];
    return vertex;
}

static bool join(void *context, const wend_voronoi_edge *edge)
{
    parts *p = context;
    assert_true(edge->from < p->count && edge->to < p->count);
    p->used[edge->from] = p->used[edge->to] = true;
    uint32_t a = root_of(p, edge->from), b = root_of(p, edge->to);
    p->joined += a != b;
    p->parent[a] = b;
    return true;
}

static uint32_t count_parts(const wend_voronoi *voronoi)
{
    // Vertices are numbers of arcs, of which there are two for each piece and some that are free.
    parts p = {.count = 4 * wend_voronoi_measure(voronoi).pieces + 64};
    p.parent = calloc(p.count, sizeof *p.parent);
    p.used = calloc(p.count, sizeof *p.used);
    assert_true(p.parent && p.used);
    for (uint32_t i = 0; i < p.count; ++i)
        p.parent[i] = i;
    assert_int_equal(wend_voronoi_edges(voronoi, join, &p), WEND_OK);
    uint32_t used = 0;
    for (uint32_t i = 0; i < p.count; ++i)
        used += p.used[i];
    free(p.parent);
    free(p.used);
    return used - p.joined;
}

// ---- scenes -------------------------------------------------------------------------------------

static void assert_checks(const char *name, const wend_floor *floor)
{
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_voronoi *voronoi = NULL;
    wend_error error = {0};
    if (wend_voronoi_create(floor, &def, &voronoi, &error) != WEND_OK ||
        wend_voronoi_check(voronoi, &error) != WEND_OK)
        fail_msg("%s: %s at %.17g %.17g", name, wend_error_text(&error), error.position.x,
                 error.position.y);
    wend_mesh_def mesh_def = wend_default_mesh_def();
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_create(floor, &mesh_def, &mesh, &error), WEND_OK);
    uint32_t found = count_parts(voronoi), free_parts = wend_mesh_measure(mesh).components;
    if (found != free_parts)
        fail_msg("%s: the diagram has %u parts, the free space %u", name, found, free_parts);
    wend_mesh_destroy(mesh);
    wend_voronoi_destroy(voronoi);
}

static wend_floor *floor_of(const scene *s)
{
    wend_floor *floor = NULL;
    wend_error error = {0};
    wend_defect defect;
    uint32_t count = 0;
    if (scene_floor(s, &floor, &error) != WEND_OK)
        return NULL;
    if (wend_floor_validate(floor, &defect, 1, &count, &error) == WEND_OK)
        return floor;
    wend_floor_destroy(floor);
    return NULL;
}

/// False: there is no such file.
static bool check_file(const char *path)
{
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", data_folder(), path);
    FILE *file = fopen(whole, "r");
    if (!file)
        return false;
    fclose(file);
    problem_list problems = {.file = whole};
    scene *s = scene_load(whole, &problems);
    assert_non_null(s);
    wend_floor *floor = floor_of(s);
    assert_non_null(floor);
    assert_checks(path, floor);
    wend_floor_destroy(floor);
    scene_free(s);
    problem_free(&problems);
    return true;
}

static void plans_and_maps(void **state)
{
    // All of the folder that are sound as they are; the large ones last.
    static const char *const files[] = {
        "jupedsim/BUW.wkt",
        "jupedsim/aknz_arrival.wkt",
        "jupedsim/aknz_evac.wkt",
        "jupedsim/bottleneck.wkt",
        "jupedsim/corner_with_shortcut.wkt",
        "jupedsim/office_rooms.wkt",
        "jupedsim/rimea_10/geometry.wkt",
        "jupedsim/triangular_obstacles.wkt",
        "menge/globalNavSwap/navmesh.nav",
        "menge/maze/maze.nav",
        "menge/stadium/stadium.nav",
        "mesh/arena-merged.mesh",
        "movingai/arena.map",
        "movingai/brc202d.map",
        "polygons/brc202d.poly",
        "vadere/rimea_04_flow_osm1_050_h.scenario",
        "vadere/rimea_09_public_room_4_exits_pso.scenario",
        "city/kaiserslautern_mittel.poly",
        "city/kaiserslautern_tri.poly",
        "movingai/AR0602SR.map",
        "movingai/orz900d.map",
        "polygons/NewYork_0_1024.poly",
        "polygons/Paris_0_1024.poly",
        "polygons/au_parks_900.poly",
        "movingai/CatwalkAlley.map",
        "movingai/Aurora.map",
    };
    enum { SMALL = 18, ALL = sizeof files / sizeof *files };
    (void)state;
    size_t found = 0;
    for (size_t i = 0; i < (long_tier() ? (size_t)ALL : (size_t)SMALL); ++i)
        found += check_file(files[i]);
    if (found == 0) {
        print_message("no plans in %s\n", data_folder());
        skip();
    }
}

static void built_in_scenes(void **state)
{
    (void)state;
    for (size_t i = 0; i < builtin_count(); ++i) {
        const char *name = builtin_at(i).name;
        // The cities are one floor.
        if (strncmp(name, "city-", 5) == 0)
            continue;
        problem_list problems = {.file = name};
        scene *s = scene_load(name, &problems);
        assert_non_null(s);
        wend_floor *floor = floor_of(s);
        assert_non_null(floor);
        assert_checks(name, floor);
        wend_floor_destroy(floor);
        scene_free(s);
        problem_free(&problems);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_scenes),
        cmocka_unit_test(plans_and_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
