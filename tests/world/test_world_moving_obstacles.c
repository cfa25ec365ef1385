// SPDX-License-Identifier: MIT
// Movers: where they are, whom they push, for whom they wait, when the mesh knows them.
#include "tests/world/rooms.h"

// ---- movers -------------------------------------------------------------------------------------

static const wend_vec2 CART[] = {{1, 1}, {2, 1}, {2, 2}, {1, 2}};

static wend_obstacle_id add_cart(wend_world *world, const wend_vec2 *path, uint32_t count,
                                 wend_loop_mode way)
{
    wend_moving_obstacle_def def = wend_default_moving_obstacle_def();
    def.shape = (wend_shape){CART, NULL, 0, 4};
    def.path = path;
    def.path_count = count;
    def.speed = 2;
    def.loop = way;
    def.pause = 0.5;
    wend_obstacle_id id;
    wend_error error;
    if (wend_world_add_moving_obstacle(world, &def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

typedef struct sought {
    wend_obstacle_id id;
    wend_vec2 first;
    bool found;
} sought;

static bool seek(void *context, wend_obstacle_id id, wend_obstacle_kind kind, bool shut,
                 const wend_shape *shape)
{
    sought *what = context;
    (void)kind;
    (void)shut;
    if (wend_obstacle_id_equal(id, what->id)) {
        what->first = shape->points[0];
        what->found = true;
    }
    return !what->found;
}

static wend_vec2 where_is(const wend_world *world, wend_obstacle_id id)
{
    sought what = {.id = id};
    wend_world_obstacles(world, seek, &what);
    assert_true(what.found);
    return what.first;
}

static void assert_cart(const wend_world *world, wend_obstacle_id id, double x, double y)
{
    wend_vec2 p = where_is(world, id);
    if (!(fabs(p.x - x) < 1e-9 && fabs(p.y - y) < 1e-9))
        fail_msg("the cart is at %.12g, %.12g, not %.12g, %.12g", p.x, p.y, x, y);
}

static void movers_keep_to_their_way(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    const wend_vec2 path[] = {{0, 0}, {4, 0}, {4, 3}}; // 7 m and 5 m back: 3.5 s and 2.5 s
    wend_obstacle_id once = add_cart(world, path, 3, WEND_LOOP_ONCE);
    wend_obstacle_id back = add_cart(world, path, 3, WEND_LOOP_BACK_AND_FORTH);
    wend_obstacle_id round = add_cart(world, path, 3, WEND_LOOP_CYCLE);
    for (int i = 1; i <= 200; ++i) {
        step(world);
        double t = 0.1 * i;
        double s = fmin(2 * t, 7);
        assert_cart(world, once, 1 + fmin(s, 4), 1 + fmax(s - 4, 0));
        double u = fmod(t + 1e-9, 8);
        s = u < 3.5 ? 2 * u : u < 4 ? 7 : u < 7.5 ? 7 - 2 * (u - 4) : 0;
        wend_vec2 p = where_is(world, back);
        assert_true(fabs(p.x - 1 - fmin(s, 4)) < 1e-7 && fabs(p.y - 1 - fmax(s - 4, 0)) < 1e-7);
        u = fmod(t + 1e-9, 6.5);
        s = fmin(2 * u, 12);
        double b = fmax(s - 7, 0) / 5;
        p = where_is(world, round);
        assert_true(fabs(p.x - 1 - fmin(s, 4) + 4 * b) < 1e-7);
        assert_true(fabs(p.y - 1 - fmin(fmax(s - 4, 0), 3) + 3 * b) < 1e-7);
    }
    wend_world_destroy(world);
}

static void a_mover_pushes(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    const wend_vec2 path[] = {{0, 0}, {5, 0}};
    wend_obstacle_id cart = add_cart(world, path, 2, WEND_LOOP_ONCE);
    wend_agent_def def = wend_default_agent_def();
    def.position = at(3, 1.4);
    def.avoidance_share = 0; // does not give way
    def.preferred_speed = def.max_speed = 0;
    wend_agent_id id;
    assert_int_equal(wend_world_add_agent(world, &def, &id, NULL), WEND_OK);
    for (int i = 0; i < 30; ++i) {
        step(world);
        wend_vec2 p = place_of(world, id), c = where_is(world, cart);
        // Never closer to the cart than its radius.
        double dx = fmax(fmax(c.x - p.x, p.x - c.x - 1), 0);
        double dy = fmax(fmax(c.y - p.y, p.y - c.y - 1), 0);
        assert_true(hypot(dx, dy) > 0.2499);
    }
    assert_cart(world, cart, 6, 1);
    assert_true(place_of(world, id).x > 7.2);
    wend_world_destroy(world);
}

enum { ROW = 4 };

/// A cart drives into a row of people who stand, to x; true if it gets there. Nobody is pressed
/// into another.
static bool drive_into_row(double x)
{
    wend_world *world = world_of_rooms();
    const wend_vec2 path[] = {{1, 0}, {x, 0}};
    wend_obstacle_id cart = add_cart(world, path, 2, WEND_LOOP_ONCE);
    wend_agent_id ids[ROW];
    wend_agent_def def = wend_default_agent_def();
    def.avoidance_share = 0;
    def.preferred_speed = def.max_speed = 0;
    for (int i = 0; i < ROW; ++i) {
        def.position = at(3 + 0.6 * i, 1.5 + 0.02 * i);
        assert_int_equal(wend_world_add_agent(world, &def, &ids[i], NULL), WEND_OK);
    }
    for (int i = 0; i < 100; ++i) {
        step(world);
        for (int a = 0; a < ROW; ++a)
            for (int b = 0; b < a; ++b) {
                wend_vec2 p = place_of(world, ids[a]), q = place_of(world, ids[b]);
                double gap = hypot(p.x - q.x, p.y - q.y) - 2 * def.radius;
                if (gap < -0.011 * def.radius)
                    fail_msg("%d and %d are %g m in each other after step %d", b, a, -gap, i);
            }
    }
    bool there = fabs(where_is(world, cart).x - x) < 1e-9;
    wend_world_destroy(world);
    return there;
}

static void those_who_are_pushed_push_others(void **state)
{
    (void)state;
    assert_true(drive_into_row(8));    // they go on before it, to the wall
    assert_false(drive_into_row(8.8)); // there is no room for them between the two
}

static void a_mover_waits_rather_than_crush(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    const wend_vec2 path[] = {{0, 0}, {-0.9, 0}};
    wend_obstacle_id cart = add_cart(world, path, 2, WEND_LOOP_ONCE);
    wend_agent_def def = wend_default_agent_def();
    def.position = at(0.4, 1.5);
    def.preferred_speed = def.max_speed = 0;
    def.avoidance_share = 0;
    wend_agent_id id;
    assert_int_equal(wend_world_add_agent(world, &def, &id, NULL), WEND_OK);
    uint32_t told = 0;
    wend_event event = {0};
    for (int i = 0; i < 20; ++i) {
        wend_event blocked;
        step(world);
        if (count_events(world, WEND_EVENT_OBSTACLE_BLOCKED, &blocked) == 0)
            continue;
        event = blocked;
        ++told;
    }
    assert_int_equal(told, 1);
    assert_int_equal(event.number, wend_id_slot(id.raw));
    assert_true(wend_obstacle_id_equal(event.obstacle, cart));
    assert_true(where_is(world, cart).x > 0.49);
    assert_true(wend_walls_clearance(wend_world_walls(world), place_of(world, id), 1) > 0.2499);
    // When the agent is gone it goes on, with its whole way before it.
    assert_int_equal(wend_world_remove_agent(world, id, NULL), WEND_OK);
    for (int i = 0; i < 10; ++i)
        step(world);
    assert_cart(world, cart, 0.1, 1);
    wend_world_destroy(world);
}

static void a_fast_mover_jumps_over_nobody(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    const wend_vec2 path[] = {{0, 0}, {6, 0}};
    const wend_vec2 bar[] = {{1, 1}, {1, 4}};
    wend_moving_obstacle_def def = wend_default_moving_obstacle_def();
    def.shape = (wend_shape){bar, NULL, 0, 2};
    def.path = path;
    def.path_count = 2;
    def.speed = 50;
    wend_obstacle_id mover;
    wend_agent_id id = add_agent(world, 3, 2.5, 0.25);
    assert_int_equal(wend_world_add_moving_obstacle(world, &def, &mover, NULL), WEND_OK);
    step(world);
    step(world);
    assert_true(where_is(world, mover).x == 7);
    assert_true(place_of(world, id).x > 7.2);
    wend_world_destroy(world);
}

static void a_mover_at_rest_becomes_a_wall(void **state)
{
    (void)state;
    wend_floor *floor = two_rooms();
    wend_world_def def = wend_default_world_def();
    def.floor = floor;
    def.rest_before_wall = 1;
    wend_world *world;
    assert_int_equal(wend_world_create(&def, &world, NULL), WEND_OK);
    wend_floor_destroy(floor);
    // From (1, 1) to (9.5, 4.2) in 1 s: in the doorway, where it stays for 3 s, and back.
    const wend_vec2 path[] = {{0, 0}, {8.55, 3.2}};
    wend_moving_obstacle_def cart = wend_default_moving_obstacle_def();
    cart.shape = (wend_shape){CART, NULL, 0, 4};
    cart.path = path;
    cart.path_count = 2;
    cart.speed = hypot(8.55, 3.2);
    cart.pause = 3;
    cart.loop = WEND_LOOP_BACK_AND_FORTH;
    wend_obstacle_id id;
    assert_int_equal(wend_world_add_moving_obstacle(world, &cart, &id, NULL), WEND_OK);
    const wend_mesh *mesh = wend_world_mesh(world);
    for (int i = 1; i <= 160; ++i) {
        step(world);
        // It rests from 1 to 4 s and from 5 to 8, and so on, and is a wall after 1 s of it.
        int tenth = i % 80;
        bool wall = (tenth > 21 && tenth <= 40) || (tenth > 61 && tenth <= 79);
        bool open = (tenth > 1 && tenth < 19) || (tenth > 42 && tenth < 58);
        bool here = wend_mesh_locate(mesh, at(9.9, 4.7)) != WEND_LOCATION_FREE ||
                    wend_mesh_locate(mesh, at(1.5, 1.5)) != WEND_LOCATION_FREE;
        if (wall || open)
            assert_int_equal(here, wall);
        check_structures(world, BOUNDS, 4);
    }
    wend_world_destroy(world);
}

static void a_blocking_mover_is_always_in_the_mesh(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    // Through the room and through the wall: there it cannot be in the mesh.
    const wend_vec2 path[] = {{0, 0}, {15, 0}};
    wend_moving_obstacle_def cart = wend_default_moving_obstacle_def();
    cart.shape = (wend_shape){CART, NULL, 0, 4};
    cart.path = path;
    cart.path_count = 2;
    cart.speed = 3.1;
    cart.blocking = true;
    wend_obstacle_id id;
    assert_int_equal(wend_world_add_moving_obstacle(world, &cart, &id, NULL), WEND_OK);
    for (int i = 0; i < 55; ++i) {
        step(world);
        wend_vec2 p = where_is(world, id);
        wend_location place = wend_mesh_locate(wend_world_mesh(world), at(p.x + 0.5, p.y + 0.5));
        bool in_wall = p.x + 1 > 10 && p.x < 11;
        if (!in_wall)
            assert_int_equal(place, WEND_LOCATION_SOLID);
        check_structures(world, BOUNDS, 4);
    }
    assert_int_equal(wend_world_remove_obstacle(world, id, NULL), WEND_OK);
    step(world);
    check_structures(world, BOUNDS, 4);
    assert_int_equal(wend_walls_count(world->obstacles.movers), 0);
    wend_world_destroy(world);
}

static void bad_movers_are_refused(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    uint64_t hash = wend_world_hash(world);
    const wend_vec2 path[] = {{0, 0}, {NAN, 0}};
    wend_error error;
    wend_moving_obstacle_def good = wend_default_moving_obstacle_def(), def;
    good.shape = (wend_shape){CART, NULL, 0, 4};
    good.path = path;
    good.path_count = 1;
    wend_obstacle_id id;
    (void)((def = good), def.path_count = 2);
    assert_int_equal(wend_world_add_moving_obstacle(world, &def, &id, &error), WEND_BAD_ARGUMENT);
    (void)((def = good), def.path_count = 0);
    assert_int_equal(wend_world_add_moving_obstacle(world, &def, &id, &error), WEND_BAD_ARGUMENT);
    (void)((def = good), def.speed = -1);
    assert_int_equal(wend_world_add_moving_obstacle(world, &def, &id, &error), WEND_BAD_ARGUMENT);
    (void)((def = good), def.pause = INFINITY);
    assert_int_equal(wend_world_add_moving_obstacle(world, &def, &id, &error), WEND_BAD_ARGUMENT);
    (void)((def = good), def.shape.point_count = 1);
    assert_int_equal(wend_world_add_moving_obstacle(world, &def, &id, &error), WEND_BAD_ARGUMENT);
    // Its path is where it may be, but on it the mover is not.
    const wend_vec2 far[] = {{-0.6 * WEND_MAX_COORDINATE, 0}, {0.6 * WEND_MAX_COORDINATE, 0}};
    (void)((def = good), def.path = far, def.path_count = 2);
    assert_int_equal(wend_world_add_moving_obstacle(world, &def, &id, &error), WEND_BAD_ARGUMENT);
    (void)((def = good), def.cookie = 0);
    assert_int_equal(wend_world_add_moving_obstacle(world, &def, &id, &error), WEND_BAD_ARGUMENT);
    assert_true(wend_world_hash(world) == hash);
    assert_int_equal(wend_world_add_moving_obstacle(world, &good, &id, &error), WEND_OK);
    wend_world_destroy(world);
}

// ---- memory -------------------------------------------------------------------------------------

static void movers_take_no_memory_when_warm(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_floor *floor = two_rooms();
    wend_world *world = world_on(floor, &allocator);
    wend_floor_destroy(floor);
    const wend_vec2 path[] = {{0, 0}, {6, 0}, {6, 6}};
    add_cart(world, path, 3, WEND_LOOP_BACK_AND_FORTH);
    add_cart(world, path, 3, WEND_LOOP_CYCLE);
    for (int i = 0; i < 20; ++i)
        add_agent(world, 3 + i % 6, 5 + 0.9 * (i / 6), 0.25);
    for (int i = 0; i < 20; ++i)
        step(world);
    size_t calls = memory.calls;
    for (int i = 0; i < 200; ++i)
        step(world);
    assert_int_equal(memory.calls, calls);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movers_keep_to_their_way),
        cmocka_unit_test(a_mover_pushes),
        cmocka_unit_test(those_who_are_pushed_push_others),
        cmocka_unit_test(a_mover_waits_rather_than_crush),
        cmocka_unit_test(a_fast_mover_jumps_over_nobody),
        cmocka_unit_test(a_mover_at_rest_becomes_a_wall),
        cmocka_unit_test(a_blocking_mover_is_always_in_the_mesh),
        cmocka_unit_test(bad_movers_are_refused),
        cmocka_unit_test(movers_take_no_memory_when_warm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
