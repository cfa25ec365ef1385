// SPDX-License-Identifier: MIT
// Flocks in a world: a group crosses a hall together, and splits up at a row of posts, for nothing
// keeps it from that; nobody is ever in a wall or in another.
#include "tests/world/planned_worlds.h"

/// A hall of 60 x 20 m, alone or with posts across it, 1.5 m apart.
static const double HALL[][4] = {{0, 0, 60, 20},      {28, 1.5, 30, 3.5}, {28, 5, 30, 7},
                                 {28, 8.5, 30, 10.5}, {28, 12, 30, 14},   {28, 15.5, 30, 17.5}};
enum { POSTS = sizeof HALL / sizeof *HALL };

/// The limit for overlaps: a part of the radius.
#define MOST_OVERLAP 0.05

/// How wide the group is, along the hall and across it.
typedef struct spread {
    double along, across;
} spread;

static spread spread_of(const wend_world *world)
{
    wend_agents agents = wend_world_agents(world);
    wend_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < agents.slots; ++i) {
        if (agents.bodies[i].radius < 0)
            continue;
        wend_vec2 p = agents.bodies[i].position;
        box.min = (wend_vec2){fmin(box.min.x, p.x), fmin(box.min.y, p.y)};
        box.max = (wend_vec2){fmax(box.max.x, p.x), fmax(box.max.y, p.y)};
    }
    return (spread){box.max.x - box.min.x, box.max.y - box.min.y};
}

/// No disc is in a box, or outside of the first.
static void assert_out_of_walls(const wend_world *world, uint32_t boxes)
{
    wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        const wend_body *body = &agents.bodies[i];
        wend_vec2 p = body->position;
        if (body->radius < 0)
            continue;
        double out = fmin(fmin(p.x, 60 - p.x), fmin(p.y, 20 - p.y));
        for (uint32_t k = 1; k < boxes; ++k)
            out = fmin(out, hypot(fmax(fmax(HALL[k][0] - p.x, p.x - HALL[k][2]), 0),
                                  fmax(fmax(HALL[k][1] - p.y, p.y - HALL[k][3]), 0)));
        if (out < body->radius * (1 - 1e-3))
            fail_msg("%g s: %g m from a wall", wend_world_time(world), out);
    }
}

/// A crossing of the hall by 30 of one group, or of none.
typedef struct crossing {
    double seconds;
    spread widest; ///< from when they have set off until the first is there
    double overlap;
} crossing;

static crossing cross(uint32_t boxes, uint32_t group)
{
    crossing made = {0};
    wend_world *world = box_world(def_of(0.1), HALL, boxes);
    wend_agent_def agent = walker_at(0, 0, box_goal(world, 55, 0, 60, 20));
    agent.motion = WEND_MOTION_BOIDS;
    agent.social_group = group;
    for (int i = 0; i < 30; ++i) {
        agent.position = (wend_vec2){2 + 0.8 * (i % 5), 7.5 + 0.8 * (i / 5)};
        add_agent(world, &agent);
    }
    while (wend_world_agents(world).count > 0) {
        step(world);
        assert_true(wend_world_time(world) < 120);
        assert_out_of_walls(world, boxes);
        made.overlap = fmax(made.overlap, deepest_overlap(world));
        if (wend_world_agents(world).count == 30 && wend_world_time(world) > 5) {
            spread now = spread_of(world);
            made.widest =
                (spread){fmax(made.widest.along, now.along), fmax(made.widest.across, now.across)};
        }
    }
    made.seconds = wend_world_time(world);
    wend_world_destroy(world);
    return made;
}

static void test_a_group_crosses_a_hall(void **state)
{
    (void)state;
    crossing free = cross(1, 1), posts = cross(POSTS, 1), none = cross(POSTS, 0);
    const crossing *all[] = {&free, &posts, &none};
    static const char *const names[] = {"a free hall", "posts", "posts, no group"};
    for (int i = 0; i < 3; ++i) {
        print_message("%s: %.1f s, up to %.1f x %.1f m, overlaps up to %.3f of a radius\n",
                      names[i], all[i]->seconds, all[i]->widest.along, all[i]->widest.across,
                      all[i]->overlap);
        assert_true(all[i]->overlap < MOST_OVERLAP);
    }
    assert_true(free.widest.along < 7 && free.widest.across < 7);
    // Some go between other posts.
    assert_true(posts.widest.along > 1.5 * free.widest.along ||
                posts.widest.across > 1.5 * free.widest.across);
}

/// The same bits with any number of threads, with others who go by ORCA and forces.
static void test_threads(void **state)
{
    (void)state;
    uint64_t hashes[3];
    for (int k = 0; k < 3; ++k) {
        wend_tasks *tasks = NULL;
        wend_tasks_def tasks_def = wend_default_tasks_def();
        tasks_def.worker_count = (uint32_t[]){1, 2, 8}[k];
        assert_int_equal(wend_tasks_create(&tasks_def, &tasks, NULL), WEND_OK);
        wend_world_def def = def_of(0.1);
        def.tasks = tasks;
        wend_world *world = box_world(def, HALL, POSTS);
        wend_goal_id right = box_goal(world, 55, 0, 60, 20), left = box_goal(world, 0, 0, 5, 20);
        for (int i = 0; i < 120; ++i) {
            bool back = i % 4 == 3;
            wend_agent_def agent =
                walker_at((back ? 50 : 10) + i / 12 % 5, 2 + 1.2 * (i % 12), back ? left : right);
            agent.position.x += 5 * (i / 60);
            agent.motion = !back        ? WEND_MOTION_BOIDS
                           : i % 8 == 3 ? WEND_MOTION_ORCA
                                        : WEND_MOTION_SOCIAL_FORCE;
            agent.social_group = 1 + i % 2;
            add_agent(world, &agent);
        }
        for (int i = 0; i < 300; ++i) {
            step(world);
            assert_out_of_walls(world, POSTS);
        }
        hashes[k] = wend_world_hash(world);
        wend_world_destroy(world);
        wend_tasks_destroy(tasks);
        assert_true(hashes[k] == hashes[0]);
    }
}

/// Corners, doors that are just wide enough, and steps without memory.
static void test_gets_there(void **state)
{
    (void)state;
    assert_turns_corners(WEND_PLANNER_MESH, WEND_MOTION_BOIDS, NULL);
    assert_radii_take_their_ways(WEND_PLANNER_MESH, WEND_MOTION_BOIDS, 1, 0.7);
    failing_allocator memory = {0};
    wend_world_def def = def_of(0.1);
    def.allocator = failing_allocator_of(&memory);
    wend_world *world = box_world(def, HALL, POSTS);
    wend_agent_def agent = walker_at(0, 0, box_goal(world, 55, 0, 60, 20));
    agent.motion = WEND_MOTION_BOIDS;
    agent.social_group = 1;
    for (int i = 0; i < 20; ++i) {
        agent.position = (wend_vec2){2 + 0.8 * (i % 5), 7.5 + 0.8 * (i / 5)};
        add_agent(world, &agent);
    }
    for (int i = 0; i < 20; ++i)
        step(world);
    assert_warm(world, &memory, 50);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_group_crosses_a_hall),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_gets_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
