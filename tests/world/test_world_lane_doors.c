// SPDX-License-Identifier: MIT
// Lanes that the world computes itself, while doors open and shut in random rooms: they are those
// of a flow past the same walls, nobody passes a shut door, all arrive, and it is all state.
#include "tests/flow/lane_scenes.h"
#include "tests/world/busy_checks.h"
#include "wend/random.h"
#include "world/world.h"

#include <string.h>

#define R 0.25

enum { WALLS = 3, GAPS = 3, DOORS = WALLS * GAPS, AGENTS = 60 };

/// Rooms in a row, with doorways in the walls between them, each with a door.
typedef struct row {
    double boxes[64][4]; ///< the first is the outside
    uint32_t box_count;
    wend_vec2 leaves[DOORS][2];
    bool shut[DOORS];
    wend_obstacle_id doors[DOORS];
    wend_world *world;
    wend_lanes_id lanes;
} row;

static const wend_vec2 SOURCE_LINE[] = {{0, 0}, {0, 9}}, SINK_LINE[] = {{24, 0}, {24, 9}};

static double draw(uint64_t seed, uint64_t i, double from, double to)
{
    wend_random random = wend_random_stream(seed, i);
    return wend_random_between(&random, from, to);
}

static void draw_row(row *r, uint64_t seed)
{
    memset(r, 0, sizeof *r);
    memcpy(r->boxes[r->box_count++], (double[]){0, 0, 24, 9}, sizeof r->boxes[0]);
    for (uint32_t w = 0; w < WALLS; ++w) {
        double x = 6 * (w + 1), y = 0;
        for (uint32_t g = 0; g < GAPS; ++g) {
            double from = 3 * g + draw(seed, 20 * w + g, 0.2, 1.2);
            double to = from + draw(seed, 20 * w + g + 10, 0.6, 1.7);
            memcpy(r->boxes[r->box_count++], (double[]){x, y, x + 0.2, from}, sizeof r->boxes[0]);
            r->leaves[GAPS * w + g][0] = (wend_vec2){x + 0.1, from};
            r->leaves[GAPS * w + g][1] = (wend_vec2){x + 0.1, to};
            y = to;
        }
        memcpy(r->boxes[r->box_count++], (double[]){x, y, x + 0.2, 9}, sizeof r->boxes[0]);
    }
}

static wend_world_flow_def flow_def(wend_opening openings[2])
{
    wend_world_flow_def def = wend_default_world_flow_def();
    openings[0] = (wend_opening){SOURCE_LINE, 2, false};
    openings[1] = (wend_opening){SINK_LINE, 2, true};
    def.openings = openings;
    def.opening_count = 2;
    def.lanes.radius = R;
    return def;
}

static wend_floor *floor_of(const row *r, bool with_doors)
{
    wend_vec2 corners[64][4];
    wend_shape shapes[64 + DOORS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->box_count; ++i) {
        const double *b = r->boxes[i];
        const wend_vec2 ring[4] = {{b[0], b[1]}, {b[2], b[1]}, {b[2], b[3]}, {b[0], b[3]}};
        memcpy(corners[i], ring, sizeof ring);
        if (i > 0)
            shapes[count++] = (wend_shape){.points = corners[i], .point_count = 4};
    }
    for (uint32_t i = 0; i < DOORS && with_doors; ++i)
        if (r->shut[i])
            shapes[count++] = (wend_shape){.points = r->leaves[i], .point_count = 2};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = corners[0];
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = count;
    wend_floor *floor = NULL;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    return floor;
}

static void make_world(row *r, wend_allocator allocator, wend_tasks *tasks, wend_motion_kind motion)
{
    wend_floor *floor = floor_of(r, false);
    wend_world_def def = def_of(0.1);
    def.floor = floor;
    def.allocator = allocator;
    def.tasks = tasks;
    wend_error error = {0};
    if (wend_world_create(&def, &r->world, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    for (uint32_t i = 0; i < DOORS; ++i) {
        wend_door_def door = wend_default_door_def();
        door.shape = (wend_shape){.points = r->leaves[i], .point_count = 2};
        assert_int_equal(wend_world_add_door(r->world, &door, &r->doors[i], NULL), WEND_OK);
    }
    wend_opening openings[2];
    wend_world_flow_def flow = flow_def(openings);
    assert_int_equal(wend_world_add_flow(r->world, &flow, &r->lanes, NULL), WEND_OK);
    deploy(r->world, r->lanes, AGENTS, R, motion);
}

/// Opens and shuts some doors.
static void change_doors(row *r, uint64_t seed, uint64_t moment)
{
    for (uint32_t i = 0; i < DOORS; ++i) {
        bool shut = draw(seed ^ 0x5eed, 100 * moment + i, 0, 1) < 0.55;
        if (shut != r->shut[i] && wend_world_set_door(r->world, r->doors[i], shut, NULL) == WEND_OK)
            r->shut[i] = shut;
    }
}

// ---- the lanes ----------------------------------------------------------------------------------

/// The lanes of a flow on a floor in which shut doors are walls; NULL: none.
static wend_lanes *lanes_afresh(const row *r)
{
    wend_opening openings[2];
    wend_world_flow_def given = flow_def(openings);
    wend_floor *floor = floor_of(r, true);
    wend_flow_def def = wend_default_flow_def();
    def.floor = floor;
    def.openings = openings;
    def.opening_count = 2;
    wend_flow *flow = NULL;
    wend_lanes *lanes = NULL;
    wend_result result = wend_flow_create(&def, &flow, NULL);
    if (result == WEND_OK)
        result = wend_lanes_create(flow, &given.lanes, &lanes, NULL);
    if (result != WEND_OK) {
        wend_lanes_destroy(lanes);
        lanes = NULL;
    }
    wend_flow_destroy(flow);
    wend_floor_destroy(floor);
    return lanes;
}

static void assert_lanes_are(const row *r)
{
    wend_lanes *lanes = lanes_afresh(r);
    uint32_t count = 0;
    const wend_lane *all = lanes ? wend_lanes_all(lanes, &count) : NULL;
    assert_int_equal(wend_world_lane_count(r->world, r->lanes), count);
    const wend_lane_sets *sets = &r->world->lanes;
    const wend_lane_set *set = &sets->list.data[wend_id_slot(r->lanes.raw)];
    for (uint32_t i = 0; i < count; ++i) {
        const wend_world_lane *lane = &sets->lanes.data[set->first + i];
        assert_true(fabs(lane->length - all[i].length) < 1e-9);
        for (double along = 0; along < lane->length; along += 0.5)
            assert_true(wend_distance(wend_lane_at(lanes, i, along, NULL),
                                      wend_lane_sets_at(sets, set->first + i, along, NULL)) < 1e-9);
    }
    wend_lanes_destroy(lanes);
}

// ---- the agents ---------------------------------------------------------------------------------

/// True if each wall has an open doorway in which a disc fits.
static bool is_passable(const row *r)
{
    for (uint32_t w = 0; w < WALLS; ++w) {
        bool some = false;
        for (uint32_t g = 0; g < GAPS; ++g) {
            uint32_t i = GAPS * w + g;
            some |= !r->shut[i] && r->leaves[i][1].y - r->leaves[i][0].y > 2.1 * R;
        }
        if (!some)
            return false;
    }
    return true;
}

/// Fails if an agent has passed a shut door, or overlaps a wall.
static void assert_stopped_by_doors(const row *r, wend_vec2 before[AGENTS])
{
    wend_agents agents = wend_world_agents(r->world);
    assert_true(agents.slots <= AGENTS);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_vec2 p = agents.bodies[i].position;
        if (agents.bodies[i].radius <= 0) {
            before[i].x = NAN;
            continue;
        }
        for (uint32_t k = 0; k < DOORS && !isnan(before[i].x); ++k) {
            wend_segment way = {before[i], p}, leaf = {r->leaves[k][0], r->leaves[k][1]};
            if (r->shut[k] && (way.a.x - leaf.a.x) * (way.b.x - leaf.a.x) < 0)
                assert_true(fmax(way.a.y, way.b.y) < leaf.a.y || fmin(way.a.y, way.b.y) > leaf.b.y);
        }
        assert_int_equal(wend_mesh_locate(r->world->obstacles.mesh, p), WEND_LOCATION_FREE);
        before[i] = p;
    }
}

static void walk_through(uint64_t seed, wend_motion_kind motion)
{
    row r;
    wend_vec2 before[AGENTS];
    draw_row(&r, seed);
    make_world(&r, (wend_allocator){0}, NULL, motion);
    for (uint32_t i = 0; i < AGENTS; ++i)
        before[i].x = NAN;
    for (uint32_t k = 0; k < 600; ++k) {
        if (k % 60 == 40)
            change_doors(&r, seed, k);
        step(r.world);
        assert_stopped_by_doors(&r, before);
        if (k % 60 == 40)
            assert_lanes_are(&r);
    }
    for (uint32_t i = 0; i < DOORS; ++i) {
        assert_int_equal(wend_world_set_door(r.world, r.doors[i], i % 2 == 1, NULL), WEND_OK);
        r.shut[i] = i % 2 == 1;
    }
    step(r.world);
    assert_stopped_by_doors(&r, before);
    assert_lanes_are(&r);
    if (!is_passable(&r))
        for (uint32_t i = 0; i < DOORS; ++i) {
            assert_int_equal(wend_world_set_door(r.world, r.doors[i], false, NULL), WEND_OK);
            r.shut[i] = false;
        }
    uint32_t spawned = 1;
    for (uint32_t k = 0; k < 3000 && (spawned > 0 || wend_world_agents(r.world).count > 0); ++k) {
        step(r.world);
        spawned = wend_world_time(r.world) < 120;
    }
    if (wend_world_agents(r.world).count > 0)
        fail_msg("seed %llu: %u agents have not arrived", (unsigned long long)seed,
                 wend_world_agents(r.world).count);
    wend_world_destroy(r.world);
}

static void all_get_through(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (long_tier() ? 100 : 12); ++seed) {
        walk_through(seed, WEND_MOTION_FOLLOW);
        if (seed % 4 == 0)
            walk_through(seed, WEND_MOTION_ORCA);
    }
}

// ---- state --------------------------------------------------------------------------------------

enum { STEPS = 160 };

/// One step of the same story.
static uint64_t advance(row *r, uint64_t seed, uint32_t k)
{
    if (k % 20 == 15)
        change_doors(r, seed, k);
    step(r->world);
    return wend_world_hash(r->world);
}

static void same_for_all_threads(void **state)
{
    (void)state;
    static const uint32_t THREADS[] = {1, 2, 8};
    uint64_t hashes[STEPS];
    for (int i = 0; i < 3; ++i) {
        wend_tasks *tasks = threads(THREADS[i]);
        row r;
        draw_row(&r, 3);
        make_world(&r, (wend_allocator){0}, tasks, WEND_MOTION_FOLLOW);
        for (uint32_t k = 0; k < STEPS; ++k) {
            uint64_t hash = advance(&r, 3, k);
            hashes[k] = i == 0 ? hash : hashes[k];
            if (hash != hashes[k])
                fail_msg("step %u with %u threads is another", k, THREADS[i]);
        }
        wend_world_destroy(r.world);
        wend_tasks_destroy(tasks);
    }
}

static void goes_back(void **state)
{
    (void)state;
    row r;
    wend_snapshot *snapshot = NULL;
    uint64_t hashes[STEPS];
    draw_row(&r, 5);
    make_world(&r, (wend_allocator){0}, NULL, WEND_MOTION_FOLLOW);
    for (uint32_t round = 0; round < 8; ++round) {
        bool shut[DOORS];
        memcpy(shut, r.shut, sizeof shut);
        assert_int_equal(wend_world_save(r.world, &snapshot, NULL), WEND_OK);
        for (int again = 0; again < 3; ++again) {
            for (uint32_t k = 0; k < 50; ++k) {
                uint64_t hash = advance(&r, round, k);
                hashes[k] = again == 0 ? hash : hashes[k];
                if (hash != hashes[k])
                    fail_msg("round %u, try %d, step %u is another", round, again, k);
            }
            if (again < 2) {
                assert_int_equal(wend_world_restore(r.world, snapshot, NULL), WEND_OK);
                memcpy(r.shut, shut, sizeof shut);
            }
        }
    }
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(r.world);
}

/// The n-th request of memory after the start fails (0: none). Where a step reports that, the next
/// one goes on; searches that need more memory only wait.
static uint64_t run_failing(size_t n, bool *failed, bool *reported)
{
    failing_allocator memory = {0};
    row r;
    *reported = false;
    draw_row(&r, 7);
    make_world(&r, failing_allocator_of(&memory), NULL, WEND_MOTION_FOLLOW);
    for (uint32_t k = 0; k < 30; ++k)
        step(r.world);
    memory.fail_at = n > 0 ? memory.calls + n : 0;
    for (uint32_t k = 0; k < 6; ++k) {
        if (k == 2 || k == 4)
            for (uint32_t i = 0; i < DOORS; ++i) {
                bool shut = (i + k / 2) % 3 == 0;
                if (wend_world_set_door(r.world, r.doors[i], shut, NULL) != WEND_OK)
                    assert_int_equal(wend_world_set_door(r.world, r.doors[i], shut, NULL), WEND_OK);
            }
        if (wend_world_step(r.world, NULL) != WEND_OK) {
            *reported = true;
            step(r.world);
        }
    }
    *failed = memory.calls >= memory.fail_at;
    uint64_t hash = wend_world_hash(r.world);
    wend_world_destroy(r.world);
    assert_int_equal(memory.bytes, 0);
    return hash;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    bool failed, reported;
    uint64_t wanted = run_failing(0, &failed, &reported);
    uint32_t refused = 0;
    failed = true;
    for (size_t n = 1; failed; n += long_tier() ? 1 : 7) {
        uint64_t hash = run_failing(n, &failed, &reported);
        if (reported && hash != wanted)
            fail_msg("request %zu failed, and the end is another", n);
        refused += reported;
    }
    assert_true(refused > 20);
}

/// Whichever request is refused when a flow is added, the world is as before.
static void memory_for_flows(void **state)
{
    (void)state;
    uint32_t refused = 0;
    bool failed = true;
    for (size_t n = 1; failed; n += long_tier() ? 1 : 7) {
        failing_allocator memory = {0};
        row r;
        draw_row(&r, 9);
        make_world(&r, failing_allocator_of(&memory), NULL, WEND_MOTION_FOLLOW);
        uint64_t before = wend_world_hash(r.world);
        wend_opening openings[2];
        wend_world_flow_def def = flow_def(openings);
        memory.fail_at = memory.calls + n;
        wend_result result = wend_world_add_flow(r.world, &def, NULL, NULL);
        failed = memory.calls >= memory.fail_at;
        if (result != WEND_OK) {
            assert_int_equal(result, WEND_OUT_OF_MEMORY);
            assert_int_equal(wend_world_hash(r.world), before);
            ++refused;
        }
        wend_world_destroy(r.world);
        assert_int_equal(memory.bytes, 0);
    }
    assert_true(refused > 10);
}

// ---- special cases ------------------------------------------------------------------------------

/// All doors of a wall are shut: no lane, and nobody comes until one opens.
static void waits_for_a_door(void **state)
{
    (void)state;
    row r;
    draw_row(&r, 11);
    make_world(&r, (wend_allocator){0}, NULL, WEND_MOTION_FOLLOW);
    for (uint32_t i = 0; i < GAPS; ++i)
        assert_int_equal(wend_world_set_door(r.world, r.doors[i], true, NULL), WEND_OK);
    uint32_t first = wend_world_agents(r.world).count;
    for (int k = 0; k < 50; ++k)
        step(r.world);
    assert_int_equal(wend_world_lane_count(r.world, r.lanes), 0);
    assert_int_equal(wend_world_agents(r.world).count, first);
    for (uint32_t i = 0; i < GAPS; ++i)
        assert_int_equal(wend_world_set_door(r.world, r.doors[i], false, NULL), WEND_OK);
    for (int k = 0; k < 600; ++k)
        step(r.world);
    assert_true(wend_world_lane_count(r.world, r.lanes) > 0);
    assert_int_equal(wend_world_agents(r.world).count, 0);
    assert_int_equal(wend_world_lane_count(r.world, (wend_lanes_id){0}), 0);
    wend_world_destroy(r.world);
}

static void refuses(void **state)
{
    (void)state;
    row r;
    draw_row(&r, 13);
    make_world(&r, (wend_allocator){0}, NULL, WEND_MOTION_FOLLOW);
    wend_opening openings[2];
    wend_world_flow_def def = flow_def(openings);
    wend_error error = {0};
    def.cookie = 0;
    assert_int_equal(wend_world_add_flow(r.world, &def, NULL, &error), WEND_BAD_ARGUMENT);
    def = flow_def(openings);
    openings[1].count = 1;
    assert_int_equal(wend_world_add_flow(r.world, &def, NULL, &error), WEND_BAD_ARGUMENT);
    def = flow_def(openings);
    def.opening_count = 1;
    assert_int_equal(wend_world_add_flow(r.world, &def, NULL, &error), WEND_BAD_ARGUMENT);
    def = flow_def(openings);
    def.lanes.radius = 0;
    assert_int_equal(wend_world_add_flow(r.world, &def, NULL, &error), WEND_BAD_ARGUMENT);
    def = flow_def(openings);
    def.lanes.radius = 5;
    assert_int_equal(wend_world_add_flow(r.world, &def, NULL, &error), WEND_NOT_FOUND);
    // A sink that stands free has a flow, but no lanes.
    const wend_vec2 free_line[] = {{20, 2}, {20, 4}};
    def = flow_def(openings);
    openings[1].points = free_line;
    assert_int_equal(wend_world_add_flow(r.world, &def, NULL, &error), WEND_NOT_FOUND);
    // A line through walls stays an error, shut doors or not.
    const wend_vec2 crossing[] = {{1, 1}, {1000, 1}};
    for (int shut = 0; shut < 2; ++shut) {
        def = flow_def(openings);
        openings[1].points = crossing;
        assert_int_equal(wend_world_add_flow(r.world, &def, NULL, &error), WEND_INVALID_GEOMETRY);
        for (uint32_t i = 0; i < GAPS; ++i)
            assert_int_equal(wend_world_set_door(r.world, r.doors[i], true, NULL), WEND_OK);
    }
    wend_world_destroy(r.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_get_through),  cmocka_unit_test(same_for_all_threads),
        cmocka_unit_test(goes_back),        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(memory_for_flows), cmocka_unit_test(waits_for_a_door),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
