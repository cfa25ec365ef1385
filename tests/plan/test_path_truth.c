// SPDX-License-Identifier: MIT
// Paths of a point on game maps, against lengths that Polyanya has measured on three meshes of each
// map, and on the degenerate meshes that it is tested with. Skipped where the files are not there.
#include "tests/support/support.h"

#include "formats/formats.h"
#include "formats/scen.h"
#include "scene/build/floor.h"
#include "wend/mesh.h"
#include "wend/path.h"

#include <math.h>

#define SAME_LENGTH 1e-9

/// The degenerate meshes' own lengths are written with so many digits.
#define SAME_ROUNDED_LENGTH 5e-3

typedef struct ground {
    scene *s;
    wend_floor *floor;
    wend_mesh *mesh;
    wend_path_query *query;
} ground;

static bool exists(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file)
        fclose(file);
    return file != NULL;
}

static void load(const char *path, ground *g)
{
    problem_list problems = {.file = path};
    wend_mesh_def def = wend_default_mesh_def();
    wend_error error = {0};
    g->s = scene_load(path, &problems);
    problem_print(&problems, stderr);
    problem_free(&problems);
    assert_non_null(g->s);
    assert_int_equal(scene_floor(g->s, &g->floor, NULL), WEND_OK);
    if (wend_mesh_create(g->floor, &def, &g->mesh, &error) != WEND_OK)
        fail_msg("%s: %s", path, wend_error_text(&error));
    assert_int_equal(wend_path_query_create(NULL, &g->query, NULL), WEND_OK);
}

static void unload(ground *g)
{
    wend_path_query_destroy(g->query);
    wend_mesh_destroy(g->mesh);
    wend_floor_destroy(g->floor);
    scene_free(g->s);
}

static wend_result ask(const ground *g, wend_vec2 from, wend_vec2 to, wend_path *path)
{
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    return wend_path_find(g->query, g->mesh, &request, path, NULL);
}

// Asks every so-manieth query of a map's truth.
static void check_map(const char *name, unsigned every)
{
    char path[1024], line[256];
    ground g;
    snprintf(path, sizeof path, "%s/truth/%s.csv", data_folder(), name);
    FILE *truth = fopen(path, "r");
    snprintf(path, sizeof path, "%s/movingai/%s.map", data_folder(), name);
    if (!truth || !exists(path)) {
        print_message("no truth or map for %s in %s\n", name, data_folder());
        if (truth)
            fclose(truth);
        skip();
    }
    load(path, &g);
    double height = wend_mesh_box(g.mesh).max.y;
    unsigned asked = 0;
    for (unsigned i = 0; fgets(line, sizeof line, truth); i++) {
        wend_vec2 from, to; // as in the file: y is down from the upper edge
        double length;
        if (i == 0 || i % every != 0)
            continue;
        assert_int_equal(
            sscanf(line, "%lf,%lf,%lf,%lf,%lf", &from.x, &from.y, &to.x, &to.y, &length), 5);
        from.y = height - from.y;
        to.y = height - to.y;
        wend_path found;
        assert_int_equal(ask(&g, from, to, &found), WEND_OK);
        if (fabs(found.length - length) > SAME_LENGTH * length || found.bound != found.length)
            fail_msg("%s, line %u: length %.17g, truth %.17g", name, i + 1, found.length, length);
        asked++;
    }
    assert_true(asked > 20);
    fclose(truth);
    unload(&g);
}

static void arena(void **state)
{
    (void)state;
    check_map("arena", 1);
}

static void brc202d(void **state)
{
    (void)state;
    check_map("brc202d", long_tier() ? 1 : 20);
}

static void orz900d(void **state)
{
    (void)state;
    check_map("orz900d", long_tier() ? 1 : 100);
}

static void aurora(void **state)
{
    (void)state;
    if (!long_tier()) {
        print_message("a large map: only in the long tier\n");
        skip();
    }
    check_map("Aurora", 1);
}

static void degenerate_meshes(void **state)
{
    (void)state;
    const char *const names[] = {"bad-ambig", "bad-collinear", "bad-collinear2-rot45", "square"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[1024];
        ground g;
        scen queries = {0};
        problem_list problems = {.file = names[i]};
        snprintf(path, sizeof path, "%s/mesh/tests/%s.mesh", data_folder(), names[i]);
        if (!exists(path)) {
            print_message("no %s\n", path);
            skip();
        }
        load(path, &g);
        snprintf(path, sizeof path, "%s/mesh/tests/%s.scen", data_folder(), names[i]);
        assert_true(scen_load(path, &queries, &problems));
        for (size_t k = 0; k < queries.count; k++) {
            const scen_query *q = &queries.queries[k];
            wend_path found;
            wend_result result =
                ask(&g, scen_place(g.s, q, q->start), scen_place(g.s, q, q->goal), &found);
            assert_int_equal(result, WEND_OK);
            if (q->optimal >= 0 &&
                fabs(found.length - q->optimal) > SAME_ROUNDED_LENGTH * q->optimal)
                fail_msg("%s, query %zu: length %.17g, expected %.17g", names[i], k, found.length,
                         q->optimal);
        }
        scen_free(&queries);
        problem_free(&problems);
        unload(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena),  cmocka_unit_test(brc202d),           cmocka_unit_test(orz900d),
        cmocka_unit_test(aurora), cmocka_unit_test(degenerate_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
