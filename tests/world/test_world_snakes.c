// SPDX-License-Identifier: MIT
// Groups that are bent several times in a world: they follow a street with many bends, turn back on
// their way, and meet walls there; snapshots hold them.
#include "tests/world/group_scenes.h"

#define R 0.3

/// Two rooms and a street 3.5 m wide with four bends between them.
static const double ZIGZAG[][4] = {
    {0, 0, 52, 14},        {14, 0, 15, 10.5}, {18.5, 3.5, 19.5, 14}, {23, 0, 24, 10.5},
    {27.5, 3.5, 28.5, 14}, {32, 0, 33, 10.5}, {36.5, 3.5, 37.5, 14}};

static wend_world *zigzag(void)
{
    return box_world(def_of(0.1), ZIGZAG, sizeof ZIGZAG / sizeof *ZIGZAG);
}

static wend_group_id sheep_in(wend_world *world, uint32_t count)
{
    const wend_world_group_def def = group_def(count, R, (wend_vec2){7, 7}, (wend_vec2){44.5, 7});
    return new_group(world, &def, count, R, WEND_MOTION_GROUP_POTENTIAL);
}

static void many_bends(void **state)
{
    (void)state;
    wend_world *world = zigzag();
    wend_group_id id = sheep_in(world, 40);
    assert_int_equal(group_state(world, id).status, WEND_GROUP_FOUND);
    uint32_t pieces = 0;
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 200) {
        step(world);
        assert_held(world);
        const wend_group_shape shape = group_state(world, id).shape;
        uint32_t count = wend_group_shape_pieces(&shape);
        pieces = count > pieces ? count : pieces;
    }
    assert_int_equal(wend_world_agents(world).count, 0);
    assert_true(pieces >= 5); // bent twice or more at once
    wend_world_destroy(world);
}

/// Sent elsewhere from any bend, a group comes there.
static void turned_back(void **state)
{
    (void)state;
    int found = 0, tries = 0;
    for (double when = 6; when < 45; when += 4) {
        wend_world *world = zigzag();
        wend_group_id id = sheep_in(world, 40);
        while (wend_world_time(world) < when)
            step(world);
        const wend_group_pose home = {.centre = {7, 7}};
        wend_result result = wend_world_send_group(world, id, &home, NULL);
        assert_true(result == WEND_OK || result == WEND_NOT_FOUND);
        ++tries;
        if (result == WEND_OK) {
            ++found;
            step_until_gone(world, when + 150, assert_held);
            assert_int_equal(wend_world_agents(world).count, 0);
        }
        wend_world_destroy(world);
    }
    print_message("turned back %d of %d times\n", found, tries);
    assert_true(found >= 0.8 * tries);
}

/// A wall on its way: the group stands, and goes on when it is gone.
static void stopped_by_a_wall(void **state)
{
    (void)state;
    wend_world *world = zigzag();
    wend_group_id id = sheep_in(world, 40);
    while (wend_world_time(world) < 20)
        step(world);
    const wend_vec2 corners[] = {{28.6, 9}, {31.9, 9}, {31.9, 9.5}, {28.6, 9.5}};
    const wend_shape wall = {.points = corners, .point_count = 4};
    wend_obstacle_id obstacle;
    assert_int_equal(wend_world_add_obstacle(world, &wall, &obstacle, NULL), WEND_OK);
    double along = group_state(world, id).along;
    for (int i = 0; i < 30; ++i) {
        step(world);
        assert_held(world);
    }
    assert_true(group_state(world, id).status != WEND_GROUP_FOUND);
    assert_true(group_state(world, id).along <= along + 1);
    assert_int_equal(wend_world_remove_obstacle(world, obstacle, NULL), WEND_OK);
    step_until_gone(world, 200, assert_held);
    assert_int_equal(wend_world_agents(world).count, 0);
    wend_world_destroy(world);
}

static void snapshots_hold_views(void **state)
{
    (void)state;
    wend_world *world = zigzag();
    wend_snapshot *snapshot = NULL;
    sheep_in(world, 40);
    while (wend_world_time(world) < 22)
        step(world);
    assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
    uint64_t saved = wend_world_hash(world);
    for (int i = 0; i < 50; ++i)
        step(world);
    uint64_t later = wend_world_hash(world);
    wend_world_destroy(world); // the snapshot lives on by itself
    world = zigzag();
    assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
    wend_snapshot_destroy(snapshot);
    assert_true(wend_world_hash(world) == saved);
    for (int i = 0; i < 50; ++i)
        step(world);
    assert_true(wend_world_hash(world) == later);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_bends),
        cmocka_unit_test(turned_back),
        cmocka_unit_test(stopped_by_a_wall),
        cmocka_unit_test(snapshots_hold_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
