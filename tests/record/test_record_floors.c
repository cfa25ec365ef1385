// SPDX-License-Identifier: MIT
// Floors of recordings: their text read back by GEOS, areas known by hand, pieces, frames; and the
// hash that is their key.
#include "tests/record/record_support.h"
#include "tests/support/failing_malloc.h"

#include "polygon/geos.h"
#include "record/blake2b.h"
#include "record/floors.h"
#include "scene/builtin/builtin.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

// ---- hash ---------------------------------------------------------------------------------------

static void test_blake2b(void **state)
{
    (void)state;
    // hashlib.blake2b(text[:n], digest_size=8) in Python, for every kind of last block.
    static const struct {
        size_t size;
        int64_t hash;
    } known[] = {
        {0, -1970711489451281740},    {1, -4396827322302069954},  {8, 8626097105278069187},
        {127, 6663802856983365164},   {128, 6487564616649847470}, {129, 8788753293135444371},
        {255, 252956170459495074},    {256, 2867776147086349734}, {257, 6141421991061388184},
        {1000, -3010199794100494981},
    };
    unsigned char bytes[1000];
    for (int i = 0; i < 1000; ++i)
        bytes[i] = (unsigned char)(i * 7 + 3);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
        assert_true(blake2b_8(bytes, known[i].size) == known[i].hash);
}

// ---- floors -------------------------------------------------------------------------------------

/// The area of a text that must be valid, in so many pieces.
static double area_of(const char *wkt, int pieces)
{
    geos g;
    double area = 0;
    assert_true(geos_open(&g));
    GEOSWKTReader *reader = GEOSWKTReader_create_r(g.handle);
    GEOSGeometry *geometry = GEOSWKTReader_read_r(g.handle, reader, wkt);
    assert_non_null(geometry);
    if (GEOSisValid_r(g.handle, geometry) != 1)
        print_message("not valid: %.500s\n", wkt);
    assert_int_equal(GEOSisValid_r(g.handle, geometry), 1);
    assert_int_equal(GEOSGetNumGeometries_r(g.handle, geometry), pieces);
    assert_int_equal(GEOSGeomTypeId_r(g.handle, geometry),
                     pieces == 1 ? GEOS_POLYGON : GEOS_MULTIPOLYGON);
    assert_int_equal(GEOSArea_r(g.handle, geometry, &area), 1);
    geos_free(&g, geometry);
    GEOSWKTReader_destroy_r(g.handle, reader);
    geos_close(&g);
    return area;
}

static floors *open_floors(const scene *s)
{
    problem_list problems = {.file = "test"};
    floors *f = floors_open(s, &problems);
    if (!f)
        problem_print(&problems, stderr);
    assert_non_null(f);
    return f;
}

static floor_state find(floors *f, const bool *shut)
{
    floor_state state;
    assert_true(floors_find(f, shut, &state));
    assert_true(state.shown->hash == blake2b_8(state.shown->wkt, strlen(state.shown->wkt)));
    assert_true(state.truth->hash == blake2b_8(state.truth->wkt, strlen(state.truth->wkt)));
    return state;
}

static void assert_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        print_message("%.12g, not %.12g\n", a, b);
    assert_true(fabs(a - b) <= tolerance);
}

/// A hall of 20 m by 10 m with a wall across, 0.4 m thick, that has two doorways of 2 m: in one a
/// thick door, in the other a thin one; and a pillar.
static const char hall[] =
    "{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],"
    " \"obstacles\": [{\"polygon\": [[10, 0], [10.4, 0], [10.4, 2], [10, 2]]},"
    "  {\"polygon\": [[10, 4], [10.4, 4], [10.4, 6], [10, 6]]},"
    "  {\"polygon\": [[10, 8], [10.4, 8], [10.4, 10], [10, 10]]},"
    "  {\"polygon\": [[4, 4], [5, 4], [5, 5], [4, 5]]}],"
    " \"doors\": [{\"polygon\": [[10, 2], [10.4, 2], [10.4, 4], [10, 4]]},"
    "  {\"segment\": [[10.2, 6], [10.2, 8]]}]}";

/// A room with a court that has no door. Readers get the piece with people in it.
static void test_court(void **state)
{
    (void)state;
    static const char court[] = "{\"wend\": 1, \"bounds\": [[0, 0], [10, 0], [10, 10], [0, 10]],"
                                " \"obstacles\": [{\"polygon\": [[4, 4], [8, 4], [8, 5], [4, 5]]},"
                                "  {\"polygon\": [[4, 7], [8, 7], [8, 8], [4, 8]]},"
                                "  {\"polygon\": [[4, 5], [5, 5], [5, 7], [4, 7]]},"
                                "  {\"polygon\": [[7, 5], [8, 5], [8, 7], [7, 7]]}],"
                                " \"areas\": {\"start\": [[1, 1], [2, 1], [2, 2], [1, 2]]},"
                                " \"agents\": [{\"in\": \"start\", \"goal\": [9, 9]}]}";
    scene *s = read_scene(court);
    floors *f = open_floors(s);
    floor_state now = find(f, NULL);
    assert_near(area_of(now.shown->wkt, 1), 84, 1e-9);
    assert_near(area_of(now.truth->wkt, 2), 88, 1e-9);
    floors_close(f);
    // One who is in the court as well: all of it.
    scene_agents *inner = scene_add_agents(s);
    assert_non_null(inner);
    inner->def.agent.position = (wend_vec2){6, 6};
    f = open_floors(s);
    now = find(f, NULL);
    assert_true(now.shown == now.truth);
    assert_near(area_of(now.shown->wkt, 2), 88, 1e-9);
    floors_close(f);
    scene_free(s);
}

static void test_doors(void **state)
{
    (void)state;
    scene *s = read_scene(hall);
    floors *f = open_floors(s);
    const double open = 200 - 3 * 0.8 - 1;
    floor_state none = find(f, (bool[]){false, false});
    assert_true(none.shown == none.truth);
    assert_near(area_of(none.shown->wkt, 1), open, 1e-9);
    floor_state thick = find(f, (bool[]){true, false});
    assert_true(thick.shown == thick.truth && thick.shown != none.shown);
    assert_near(area_of(thick.shown->wkt, 1), open - 0.8, 1e-9);
    floor_state thin = find(f, (bool[]){false, true});
    assert_true(thin.shown == thin.truth && thin.shown->hash != thick.shown->hash);
    assert_near(area_of(thin.shown->wkt, 1), open - 2 * FLOORS_SLIVER, 1e-6);
    floor_state both = find(f, (bool[]){true, true});
    assert_true(both.shown == none.shown && both.truth != none.shown);
    assert_near(area_of(both.truth->wkt, 2), open - 0.8 - 2 * FLOORS_SLIVER, 1e-6);
    // What was known stays as it was.
    assert_true(find(f, (bool[]){true, false}).shown == thick.shown);
    assert_true(find(f, (bool[]){false, false}).shown == none.shown);
    wend_box box = floors_box(f);
    assert_true(box.min.x == 0 && box.min.y == 0 && box.max.x == 20 && box.max.y == 10);
    floors_close(f);
    // Who starts on one side may be on the other when the doors shut: both sides are shown.
    scene_agents *left = scene_add_agents(s);
    assert_non_null(left);
    left->def.agent.position = (wend_vec2){2, 5};
    f = open_floors(s);
    both = find(f, (bool[]){true, true});
    assert_near(area_of(both.shown->wkt, 1), open, 1e-9);
    assert_true(both.shown == find(f, (bool[]){false, false}).shown);
    floors_close(f);
    scene_free(s);
}

static void test_thin_walls(void **state)
{
    (void)state;
    // One stands free, one touches slanted walls at both ends and cuts off a corner.
    scene *s =
        read_scene("{\"wend\": 1, \"bounds\": [[0, 0], [10, 0], [10, 10], [0, 10]],"
                   " \"obstacles\": [{\"segment\": [[2, 2], [5, 6]]}, {\"point\": [8, 8]}]}");
    floors *f = open_floors(s);
    floor_state now = find(f, (bool[]){false});
    assert_true(now.shown == now.truth);
    assert_near(area_of(now.shown->wkt, 1), 100 - (5 + FLOORS_SLIVER) * FLOORS_SLIVER, 1e-6);
    floors_close(f);
    scene_free(s);

    s = read_scene("{\"wend\": 1, \"bounds\": [[0, 0], [10, 0], [10, 10], [0, 10]],"
                   " \"obstacles\": [{\"segment\": [[0, 3], [7, 0]]}],"
                   " \"doors\": [{\"segment\": [[2, 10], [10, 2]]}]}");
    f = open_floors(s);
    now = find(f, (bool[]){false});
    assert_near(area_of(now.shown->wkt, 1), 100, 1e-9);
    assert_near(area_of(now.truth->wkt, 2), 100 - hypot(7, 3) * FLOORS_SLIVER, 1e-4);
    floor_state shut = find(f, (bool[]){true});
    assert_true(shut.shown == now.shown);
    area_of(shut.truth->wkt, 3);
    floors_close(f);
    scene_free(s);
}

static void test_odd_scenes(void **state)
{
    (void)state;
    // Nothing at all; no bounds; a door that fills everything.
    scene *s = read_scene("{\"wend\": 1}");
    floors *f = open_floors(s);
    assert_near(area_of(find(f, (bool[]){false}).shown->wkt, 1), 400, 1e-9);
    floors_close(f);
    scene_free(s);
    s = read_scene("{\"wend\": 1, \"agents\": [{\"at\": [3, 4], \"goal\": [7, 4]}]}");
    f = open_floors(s);
    wend_box box = floors_box(f);
    assert_true(box.min.x == -7 && box.max.x == 17 && box.min.y == -6 && box.max.y == 14);
    floors_close(f);
    scene_free(s);
    s = read_scene("{\"wend\": 1, \"bounds\": [[0, 0], [10, 0], [10, 10], [0, 10]],"
                   " \"doors\": [{\"polygon\": [[0, 0], [10, 0], [10, 10], [0, 10]]}]}");
    f = open_floors(s);
    floor_state now = find(f, (bool[]){true});
    assert_near(area_of(now.shown->wkt, 1), 100, 1e-9);
    assert_string_equal(now.truth->wkt, "POLYGON EMPTY");
    floors_close(f);
    scene_free(s);
    // Two rooms that nothing joins: they are shown as they are, and a door in one is, too.
    s = read_scene("{\"wend\": 1, \"bounds\": [[0, 0], [10, 0], [10, 5], [0, 5]],"
                   " \"obstacles\": [{\"polygon\": [[4, 0], [5, 0], [5, 5], [4, 5]]}],"
                   " \"doors\": [{\"segment\": [[1, 1], [2, 2]]}]}");
    f = open_floors(s);
    now = find(f, (bool[]){true});
    assert_true(now.shown == now.truth);
    assert_near(area_of(now.shown->wkt, 2), 45 - sqrt(2) * FLOORS_SLIVER, 1e-5);
    floors_close(f);
    scene_free(s);
}

static void test_frames(void **state)
{
    (void)state;
    scene *s = read_scene("{\"wend\": 1, \"bounds\": [[0, 0], [4, 0], [4, 2]],"
                          " \"areas\": {\"a\": [[1, 0], [2, 0], [2, 0.5]]}}");
    s->origin = (wend_vec2){100, 10};
    s->flipped = 50;
    floors *f = open_floors(s);
    wend_box box = floors_box(f);
    assert_true(box.min.x == 100 && box.max.x == 104 && box.min.y == 38 && box.max.y == 40);
    assert_near(area_of(find(f, (bool[]){false}).shown->wkt, 1), 4, 1e-9);
    char *wkt = floors_shape_text(s, &s->areas[0].shape);
    assert_string_equal(wkt, "POLYGON ((101 40, 102 40, 102 39.5, 101 40))");
    free(wkt);
    floors_close(f);
    scene_free(s);
}

/// The area of a scene without doors and thin walls is what `wend convert` writes.
static void test_builtins(void **state)
{
    (void)state;
    for (size_t i = 0; i < builtin_count(); ++i) {
        if (strncmp(builtin_at(i).name, "city-", 5) == 0)
            continue; // the floor of "city" again
        problem_list problems = {.file = builtin_at(i).name};
        scene *s = builtin_load(builtin_at(i), &problems);
        assert_non_null(s);
        if (!long_tier() && s->obstacle_count >= 500) { // the largest: in the long tier
            scene_free(s);
            continue;
        }
        floors *f = open_floors(s);
        bool *shut = calloc((size_t)s->door_count + 1, 1);
        floor_state now = find(f, shut);
        area_of(now.shown->wkt, (int)now.shown->pieces);
        bool thin = false;
        for (uint32_t k = 0; k < s->obstacle_count; ++k)
            thin = thin || s->obstacles[k].shape.point_count == 2;
        char *wkt = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&wkt, &size);
        bool has_area = scene_write_wkt(s, out);
        fclose(out);
        if (!thin && has_area) {
            wkt[size - 1] = 0; // the end of the line
            assert_string_equal(now.shown->wkt, wkt);
        }
        free(wkt);
        free(shut);
        floors_close(f);
        scene_free(s);
    }
}

// ---- many states, no memory ---------------------------------------------------------------------

/// Twelve doors have more states than are kept: later ones have the open floor.
static void test_many_states(void **state)
{
    (void)state;
    char json[4000];
    int used = snprintf(json, sizeof json,
                        "{\"wend\": 1, \"bounds\": [[0, 0], [30, 0], [30, 5], [0, 5]],"
                        " \"doors\": [");
    for (int i = 0; i < 12; ++i)
        used += snprintf(json + used, sizeof json - (size_t)used,
                         "%s{\"polygon\": [[%d, 1], [%d, 1], [%d, 2], [%d, 2]]}", i ? ", " : "",
                         2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1);
    snprintf(json + used, sizeof json - (size_t)used, "]}");
    scene *s = read_scene(json);
    floors *f = open_floors(s);
    bool shut[12] = {false};
    floor_state open = find(f, shut), first = {0};
    for (int k = 1; k < 300; ++k) {
        double taken = 0;
        for (int i = 0; i < 12; ++i)
            taken += shut[i] = k >> i & 1;
        floor_state now = find(f, shut);
        if (k == 1)
            first = now;
        if (k < FLOORS_MOST_STATES)
            assert_near(area_of(now.shown->wkt, 1), 150 - taken, 1e-9);
        else
            assert_true(now.shown == open.shown && now.truth == open.truth);
    }
    memset(shut, 0, sizeof shut);
    shut[0] = true;
    assert_true(find(f, shut).shown == first.shown);
    floors_close(f);
    scene_free(s);
}

static void test_no_memory(void **state)
{
    (void)state;
    scene *s = read_scene(hall);
    bool done = false;
    for (size_t at = 1; !done; ++at) {
        problem_list problems = {.file = "test"};
        floor_state now;
        allocations = 0;
        failing_allocation = at;
        floors *f = floors_open(s, &problems);
        if (f)
            (void)floors_find(f, (bool[]){true, true}, &now);
        done = allocations < at;
        failing_allocation = 0;
        // Whatever failed, the next question is answered.
        if (f)
            find(f, (bool[]){true, false});
        floors_close(f);
        problem_free(&problems);
        assert_true(at < 100000);
    }
    scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blake2b),    cmocka_unit_test(test_court),
        cmocka_unit_test(test_doors),      cmocka_unit_test(test_thin_walls),
        cmocka_unit_test(test_odd_scenes), cmocka_unit_test(test_frames),
        cmocka_unit_test(test_builtins),   cmocka_unit_test(test_many_states),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
