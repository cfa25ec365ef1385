// SPDX-License-Identifier: MIT
// Maps with weights at corners, by hand: where weights count and where not, what is refused, what
// is kept when something changes.
#include "tests/map/hand_plans.h"
#include "tests/map/time_maps.h"

#include "map/boosts.h"
#include "wend/vec2.h"

// ---- by hand ------------------------------------------------------------------------------------

// Figure 3.6: one who walks around a long block may find a bicycle at its other end.
static void make_long_block(plan *p)
{
    plan_clear(p, 20, true);
    add_block(p, 4, 8, 14, 10);
}

static void bicycle(void **state)
{
    (void)state;
    plan p;
    make_long_block(&p);
    world w = make_world(&p);
    recipe r;
    set_recipe(&r, WEND_TIME_FROM_SOURCES);
    add_source(&r, 7, 12);
    add_weight(&r, 4, 10, 1);
    // It is nearer around the right end, but for one who finds a bicycle on the left.
    wend_vec2 goal = {13, 6};
    double right = hypot(7, 2) + 2 + hypot(1, 2), left = hypot(3, 2), from_left = 2 + hypot(9, 2);
    wend_time_map *map = make_map(w.mesh, &r);
    wend_time_result answer = wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, goal);
    assert_true(same_time(answer.time, right, p.size));
    assert_true(wend_equal(answer.next, (wend_vec2){14, 8}));
    assert_int_equal(answer.boost, WEND_MAP_NONE);
    assert_true(answer.speed == 1);
    wend_time_map_destroy(map);

    r.weights[0].factor = 2;
    map = make_map(w.mesh, &r);
    answer = wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, goal);
    assert_true(same_time(answer.time, left + from_left / 2, p.size));
    assert_true(wend_equal(answer.next, (wend_vec2){4, 8}));
    assert_int_equal(answer.boost, 0);
    assert_int_equal(answer.layer, 1);
    assert_true(answer.speed == 2);
    // At the bicycle itself all are there at the same time; the slower one is told.
    answer = wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, (wend_vec2){4, 10});
    assert_true(same_time(answer.time, left, p.size));
    assert_int_equal(answer.layer, 0);
    wend_time_map_destroy(map);

    // However fast it is, it is of no use where the way to it takes longer than all of the other.
    r.sources[0] = source_at(13, 12);
    r.weights[0].factor = WEND_MAP_MAX_BOOST;
    map = make_map(w.mesh, &r);
    answer = wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, goal);
    assert_true(same_time(answer.time, hypot(1, 2) + 2 + hypot(1, 2), p.size));
    wend_time_map_destroy(map);
    free_world(w);
}

// Who has the faster one keeps it when he comes by another.
static void keeps_the_fastest(void **state)
{
    (void)state;
    plan p;
    make_comb(&p);
    world w = make_world(&p);
    recipe r;
    set_recipe(&r, WEND_TIME_FROM_SOURCES);
    add_source(&r, 0.5, 4);
    add_weight(&r, 1, 1, 3);
    add_weight(&r, 2, 8, 2);
    add_weight(&r, 3, 1, 4);
    wend_time_map *map = make_map(w.mesh, &r);
    wend_time_point stops[MOST_STOPS];
    uint32_t count;
    assert_int_equal(wend_time_map_path(map, WEND_TIME_DEFAULT_LAYER, (wend_vec2){4.5, 8.5}, stops,
                                        MOST_STOPS, &count),
                     WEND_OK);
    const double speeds[] = {4, 4, 3, 3, 1};
    const uint32_t weights[] = {WEND_MAP_NONE, WEND_MAP_NONE, 2, WEND_MAP_NONE, 0};
    assert_int_equal(count, 6);
    for (uint32_t i = 0; i < 5; ++i) {
        assert_true(stops[i].speed == speeds[i]);
        assert_int_equal(stops[i].boost, weights[i]);
    }
    assert_true(stops[5].speed == 0 && stops[5].time == 0);
    assert_true(wend_equal(stops[5].position, r.sources[0].a));
    double time =
        hypot(0.5, 3) + (hypot(1, 7) + hypot(1, 7)) / 3 + (hypot(1, 7) + hypot(0.5, 0.5)) / 4;
    assert_true(same_time(stops[0].time, time, p.size));
    assert_int_equal(
        wend_time_map_path(map, WEND_TIME_DEFAULT_LAYER, (wend_vec2){4.5, 8.5}, stops, 3, &count),
        WEND_BUFFER_TOO_SMALL);
    assert_int_equal(count, 6);
    wend_time_map_destroy(map);
    free_world(w);
}

// Where obstacles touch, a weight at the contact is found from either side but opens no way.
static void contact(void **state)
{
    (void)state;
    plan p;
    plan_clear(&p, 8, true);
    add_block(&p, 0, 2, 4, 4);
    add_block(&p, 4, 4, 8, 6);
    world w = make_world(&p);
    for (int form = WEND_TIME_TO_SOURCES; form <= WEND_TIME_FROM_SOURCES; ++form) {
        recipe r;
        set_recipe(&r, (wend_time_form)form);
        add_source(&r, 4, 1);
        add_weight(&r, 4, 4, 2);
        wend_time_map *map = make_map(w.mesh, &r);
        wend_time_result answer =
            wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, (wend_vec2){2, 6});
        assert_true(answer.time == -1 && answer.root == WEND_MAP_NONE);
        assert_true(wend_equal(answer.next, (wend_vec2){2, 6}));
        uint32_t count = 7;
        assert_int_equal(
            wend_time_map_path(map, WEND_TIME_DEFAULT_LAYER, (wend_vec2){2, 6}, NULL, 0, &count),
            WEND_NOT_FOUND);
        assert_int_equal(count, 0);
        wend_time_map_destroy(map);
        // Both sides have a source: from each the weight is there, at its own time.
        add_source(&r, 2, 7);
        map = make_map(w.mesh, &r);
        assert_int_equal(wend_time_map_measure(map).corners, 1);
        wend_vec2 below = {6, 3}, above = {3, 4};
        double far_below = hypot(2, 1), far_above = 1, to_above = hypot(2, 3);
        answer = wend_time_map_query(map, 1, below);
        if (form == WEND_TIME_FROM_SOURCES) {
            assert_true(same_time(answer.time, 3 + far_below / 2, p.size));
            answer = wend_time_map_query(map, 1, above);
            assert_true(same_time(answer.time, to_above + far_above / 2, p.size));
        } else {
            assert_true(same_time(answer.time, hypot(2, 2) / 2, p.size));
            answer = wend_time_map_query(map, 1, above);
            assert_true(same_time(answer.time, hypot(1, 3) / 2, p.size));
        }
        assert_int_equal(answer.source, 1);
        wend_time_map_destroy(map);
    }
    free_world(w);
}

/// How long it takes from (5, 1) to (5, 9) with a weight of 4 at a place.
static double time_with(const wend_mesh *mesh, double x, double y, uint32_t *corners)
{
    recipe r;
    set_recipe(&r, WEND_TIME_TO_SOURCES);
    add_source(&r, 5, 9);
    add_weight(&r, x, y, 4);
    wend_time_map *map = make_map(mesh, &r);
    wend_time_result answer = wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, (wend_vec2){5, 1});
    *corners = wend_time_map_measure(map).corners;
    wend_time_map_destroy(map);
    return answer.time;
}

// Weights that are not at corners.
static void places(void **state)
{
    (void)state;
    plan p;
    plan_clear(&p, 10, true);
    add_block(&p, 7, 0, 8, 3);
    add_wall(&p, 2, 5, 3, 5);
    assert_true(plan_add(&p, (wend_vec2[]){{5, 2}}, 1));
    world w = make_world(&p);
    uint32_t corners;
    assert_true(same_time(time_with(w.mesh, 5, 3, &corners), 2 + 6.0 / 4, p.size)); // in the open
    assert_int_equal(corners, 1);
    assert_true(same_time(time_with(w.mesh, 5, 2, &corners), 1 + 7.0 / 4, p.size)); // on a point
    assert_int_equal(corners, 1);
    assert_true(
        same_time(time_with(w.mesh, 7, 1, &corners), 2 + hypot(2, 8) / 4, p.size)); // on a wall
    assert_int_equal(corners, 1);
    assert_true(
        same_time(time_with(w.mesh, 3, 5, &corners), hypot(2, 4) + hypot(2, 4) / 4, p.size));
    assert_int_equal(corners, 1);
    assert_true(time_with(w.mesh, 2.5, 5, &corners) == 8); // on a wall with two sides
    assert_int_equal(corners, 0);
    assert_true(time_with(w.mesh, 7.5, 1, &corners) == 8); // in an obstacle
    assert_int_equal(corners, 0);
    assert_true(time_with(w.mesh, -3, 50, &corners) == 8); // outside
    assert_int_equal(corners, 0);

    wend_vec2 corner;
    assert_int_equal(wend_map_corner(w.mesh, (wend_vec2){6.9, 2.8}, 0.5, &corner), WEND_OK);
    assert_true(wend_equal(corner, (wend_vec2){7, 3}));
    assert_int_equal(wend_map_corner(w.mesh, (wend_vec2){2.5, 5}, 1, &corner), WEND_OK);
    assert_true(wend_equal(corner, (wend_vec2){2, 5}));
    assert_int_equal(wend_map_corner(w.mesh, (wend_vec2){5, 5}, 1, &corner), WEND_NOT_FOUND);
    free_world(w);
}

// Those who have a speed that no corner gives any more read a layer of their own.
static void speeds(void **state)
{
    (void)state;
    plan p;
    make_long_block(&p);
    world w = make_world(&p);
    recipe r;
    set_recipe(&r, WEND_TIME_TO_SOURCES);
    add_source(&r, 9, 6);
    r.sources[0].offset = 3;
    add_weight(&r, 4, 10, 2);
    r.speeds[0] = 5;
    r.speeds[1] = 2;
    r.def.speed_count = 2;
    wend_time_map *map = make_map(w.mesh, &r);
    uint32_t count;
    const double *all = wend_time_map_speeds(map, &count);
    assert_int_equal(count, 3);
    assert_true(all[0] == 1 && all[1] == 2 && all[2] == 5);
    assert_int_equal(wend_time_map_layer(map, 1), 0);
    assert_int_equal(wend_time_map_layer(map, 4.9), 1);
    assert_int_equal(wend_time_map_layer(map, 100), 2);
    wend_vec2 start = {2, 10};
    double to_corner = 2, on = 2 + hypot(5, 2), direct = hypot(2, 2) + hypot(5, 2);
    assert_true(same_time(wend_time_map_query(map, 0, start).time,
                          3 + fmin(to_corner + on / 2, direct), 20));
    assert_true(same_time(wend_time_map_query(map, 1, start).time, 3 + direct / 2, 20));
    assert_true(same_time(wend_time_map_query(map, 2, start).time, 3 + direct / 5, 20));
    assert_true(wend_time_map_query(map, 3, start).time == -1);
    assert_null(wend_time_map_plain(map, 3));
    assert_true(
        same_time(wend_map_query(wend_time_map_plain(map, 2), start).distance, 15 + direct, 20));
    wend_time_map_destroy(map);
    free_world(w);
}

// ---- what is refused ----------------------------------------------------------------------------

static void expect_refusal(const wend_mesh *mesh, const wend_time_map_def *def, const char *words)
{
    wend_time_map *map;
    wend_error error = {0};
    assert_int_equal(wend_time_map_create(NULL, &map, NULL), WEND_OK);
    assert_int_equal(wend_time_map_build(map, mesh, def, &error), WEND_BAD_ARGUMENT);
    if (!strstr(error.text, words))
        fail_msg("%s: no word of %s", error.text, words);
    uint32_t count = 9;
    assert_null(wend_time_map_speeds(map, &count));
    assert_int_equal(count, 0);
    assert_true(wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, (wend_vec2){1, 1}).time == -1);
    wend_time_map_destroy(map);
}

static void refusals(void **state)
{
    (void)state;
    plan p;
    make_long_block(&p);
    world w = make_world(&p);
    recipe r;
    set_recipe(&r, WEND_TIME_TO_SOURCES);
    add_source(&r, 1, 1);
    add_weight(&r, 4, 10, 0.5);
    expect_refusal(w.mesh, &r.def, "boost 0: factor is 0.5");
    r.weights[0].factor = NAN;
    expect_refusal(w.mesh, &r.def, "boost 0");
    r.weights[0].factor = 2e6;
    expect_refusal(w.mesh, &r.def, "1 to 1e+06");
    r.weights[0] = (wend_map_boost){{INFINITY, 0}, 2};
    expect_refusal(w.mesh, &r.def, "finite");
    r.def.boost_count = 0;
    r.speeds[0] = 0;
    r.def.speed_count = 1;
    expect_refusal(w.mesh, &r.def, "speed 0 is 0");
    r.def.speed_count = 0;
    r.sources[0].offset = -1;
    expect_refusal(w.mesh, &r.def, "source 0");
    r.speeds[0] = WEND_MAP_MAX_BOOST;
    r.def.speed_count = 1;
    r.sources[0].offset = 2 * WEND_MAP_MAX_OFFSET / WEND_MAP_MAX_BOOST;
    expect_refusal(w.mesh, &r.def, "offset is 2e+06 s");
    r.def.speed_count = 0;
    r.sources[0].offset = 0;
    r.def.cookie = 0;
    expect_refusal(w.mesh, &r.def, "wend_default_time_map_def");
    expect_refusal(w.mesh, NULL, "wend_default_time_map_def");
    r.def = wend_default_time_map_def();
    expect_refusal(NULL, &r.def, "mesh");
    r.def.source_count = 1;
    expect_refusal(w.mesh, &r.def, "count is not 0");
    r.def.source_count = 0;
    r.def.form = (wend_time_form)7;
    expect_refusal(w.mesh, &r.def, "7");

    wend_map_boost many[WEND_MAP_MAX_SPEEDS];
    for (uint32_t i = 0; i < WEND_MAP_MAX_SPEEDS; ++i)
        many[i] = (wend_map_boost){{4, 10}, 2 + i};
    r.def = wend_default_time_map_def();
    r.def.boosts = many;
    r.def.boost_count = WEND_MAP_MAX_SPEEDS;
    expect_refusal(w.mesh, &r.def, "too many different speeds");
    wend_time_map *map;
    assert_int_equal(wend_time_map_create(NULL, &map, NULL), WEND_OK);
    r.def.boost_count = WEND_MAP_MAX_SPEEDS - 1;
    assert_int_equal(wend_time_map_build(map, w.mesh, &r.def, NULL), WEND_OK);
    assert_int_equal(wend_time_map_measure(map).layers, WEND_MAP_MAX_SPEEDS);
    wend_time_map_destroy(map);
    wend_time_map_destroy(NULL);
    free_world(w);
}

// ---- changes ------------------------------------------------------------------------------------

static void update(wend_time_map *map, const wend_mesh *mesh, const recipe *r)
{
    wend_error error = {0};
    if (wend_time_map_update(map, mesh, &r->def, &error) != WEND_OK ||
        wend_time_map_check(map, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

// A weight that reverts (Figure 3.13) leaves layers as they are that do not depend on it.
static void reverts(void **state)
{
    (void)state;
    plan p;
    make_blocks(&p);
    world w = make_world(&p);
    for (int form = WEND_TIME_TO_SOURCES; form <= WEND_TIME_FROM_SOURCES; ++form) {
        recipe r;
        set_recipe(&r, (wend_time_form)form);
        add_source(&r, 0.5, 0.5);
        add_weight(&r, 2, 2, 1.5);
        add_weight(&r, 4, 2, 2);
        add_weight(&r, 6, 6, 2);
        add_weight(&r, 9, 9, 3);
        wend_time_map *map = make_map(w.mesh, &r);
        assert_int_equal(wend_time_map_measure(map).kept, 0);
        assert_int_equal(wend_time_map_measure(map).layers, 4);
        update(map, w.mesh, &r);
        assert_int_equal(wend_time_map_measure(map).kept, 4);
        // Goals: 3 and 2 do not change, 1.5 and 1 do. Starts: 1 and 1.5 don't.
        r.weights[2].factor = 1;
        update(map, w.mesh, &r);
        assert_int_equal(wend_time_map_measure(map).layers, 4);
        assert_in_range(wend_time_map_measure(map).kept, 2, 3);
        // The only one of its layer: the layer goes.
        r.weights[3].factor = 1;
        update(map, w.mesh, &r);
        assert_int_equal(wend_time_map_measure(map).layers, 3);
        assert_int_equal(wend_time_map_measure(map).kept, form == WEND_TIME_TO_SOURCES ? 0 : 3);
        // Everything moves with its source, and goes with its mesh.
        r.sources[0] = source_at(0.25, 0.5);
        update(map, w.mesh, &r);
        assert_int_equal(wend_time_map_measure(map).kept, 0);
        wend_mesh_shape_id id;
        assert_int_equal(
            wend_mesh_insert(w.mesh,
                             &(wend_shape){.points = (wend_vec2[]){{0.5, 5}}, .point_count = 1},
                             &id, NULL),
            WEND_OK);
        assert_true(wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, (wend_vec2){0.5, 2}).time ==
                    -1);
        update(map, w.mesh, &r);
        assert_true(wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, (wend_vec2){0.25, 2}).time ==
                    1.5);
        assert_int_equal(wend_mesh_remove(w.mesh, id, NULL), WEND_OK);
        wend_time_map_destroy(map);
    }
    free_world(w);
}

static void expect_same_bits(const wend_time_map *a, const wend_time_map *b)
{
    for (double y = 0.125; y < 11; y += 0.5)
        for (double x = 0.125; x < 11; x += 0.5)
            for (uint32_t layer = 0; layer < 3; ++layer) {
                wend_time_result one = wend_time_map_query(a, layer, (wend_vec2){x, y});
                wend_time_result other = wend_time_map_query(b, layer, (wend_vec2){x, y});
                assert_memory_equal(&one, &other, sizeof one);
            }
}

// A copy answers the same, bit for bit, and after the same changes still does.
static void copies(void **state)
{
    (void)state;
    plan p;
    make_blocks(&p);
    world w = make_world(&p);
    wend_mesh *mesh;
    assert_int_equal(wend_mesh_copy(w.mesh, NULL, &mesh, NULL), WEND_OK);
    recipe r;
    set_recipe(&r, WEND_TIME_TO_SOURCES);
    add_source(&r, 0.5, 0.5);
    add_weight(&r, 2, 2, 1.5);
    add_weight(&r, 6, 6, 2);
    add_weight(&r, 9.5, 8.5, 2);
    wend_time_map *map = make_map(w.mesh, &r), *copy, *empty;
    assert_int_equal(wend_time_map_create(NULL, &copy, NULL), WEND_OK);
    assert_int_equal(wend_time_map_create(NULL, &empty, NULL), WEND_OK);
    for (uint32_t i = 0; i < 2; ++i) {
        assert_true(wend_time_map_copy(copy, map, mesh));
        expect_same_bits(map, copy);
    }
    r.weights[0].factor = 2;
    r.sources[0] = source_at(0.5, 0.75);
    const wend_shape post = {.points = (wend_vec2[]){{0.5, 5}}, .point_count = 1};
    wend_mesh_shape_id id;
    assert_int_equal(wend_mesh_insert(w.mesh, &post, &id, NULL), WEND_OK);
    assert_int_equal(wend_mesh_insert(mesh, &post, &id, NULL), WEND_OK);
    update(map, w.mesh, &r);
    update(copy, mesh, &r);
    expect_same_bits(map, copy);
    assert_true(wend_time_map_copy(copy, empty, mesh));
    assert_int_equal(wend_time_map_measure(copy).layers, 0);
    assert_true(wend_time_map_query(copy, 0, (wend_vec2){0.5, 2}).time == -1);
    wend_time_map_destroy(empty);
    wend_time_map_destroy(copy);
    wend_time_map_destroy(map);
    wend_mesh_destroy(mesh);
    free_world(w);
}

static wend_result make_change_copy(const wend_mesh *mesh, recipe *r, wend_allocator allocator)
{
    wend_time_map *map;
    wend_error error = {0};
    wend_result result = wend_time_map_create(&allocator, &map, &error);
    if (result != WEND_OK)
        return result;
    r->weights[1].factor = 2;
    result = wend_time_map_build(map, mesh, &r->def, &error);
    r->weights[1].factor = 3;
    if (result == WEND_OK)
        result = wend_time_map_update(map, mesh, &r->def, &error);
    assert_true(result == WEND_OK || error.text[0]);
    double time = wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, (wend_vec2){0.5, 2}).time;
    assert_true(result == WEND_OK ? time == 1.5 : time == -1);
    wend_time_map *copy = NULL;
    if (result == WEND_OK)
        result = wend_time_map_create(&allocator, &copy, NULL);
    if (result == WEND_OK && !wend_time_map_copy(copy, map, mesh)) {
        result = WEND_OUT_OF_MEMORY;
        assert_int_equal(wend_time_map_measure(copy).layers, 0);
    }
    wend_time_map_destroy(copy);
    wend_time_map_destroy(map);
    return result;
}

static void out_of_memory(void **state)
{
    (void)state;
    plan p;
    make_blocks(&p);
    world w = make_world(&p);
    recipe r;
    set_recipe(&r, WEND_TIME_TO_SOURCES);
    add_source(&r, 0.5, 0.5);
    add_weight(&r, 2, 2, 1.5);
    add_weight(&r, 4, 2, 2);
    add_weight(&r, 4.5, 2.5, 2);
    failing_allocator memory = {0};
    assert_int_equal(make_change_copy(w.mesh, &r, failing_allocator_of(&memory)), WEND_OK);
    assert_int_equal(memory.bytes, 0);
    size_t calls = memory.calls;
    assert_true(calls > 10);
    for (size_t i = 1; i <= calls; ++i) {
        memory = (failing_allocator){.fail_at = i};
        assert_int_equal(make_change_copy(w.mesh, &r, failing_allocator_of(&memory)),
                         WEND_OUT_OF_MEMORY);
        assert_int_equal(memory.bytes, 0);
    }
    free_world(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bicycle),       cmocka_unit_test(keeps_the_fastest),
        cmocka_unit_test(contact),       cmocka_unit_test(places),
        cmocka_unit_test(speeds),        cmocka_unit_test(refusals),
        cmocka_unit_test(reverts),       cmocka_unit_test(copies),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
