// SPDX-License-Identifier: MIT
// The scenes of the document on groups: the hinged box finds a way in each with every sampler and
// whatever the seed, and its plan is free; what is too narrow is proven to be; and with the motion
// field nobody ever leaves the shape. The long tier has the document's 200 runs of each.
#include "tests/support/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "scene/build/floor.h"
#include "scene/build/groups.h"
#include "scene/build/world.h"
#include "scene/builtin/builtin.h"

#include <math.h>
#include <string.h>

static const char *const names[] = {"group-narrow", "group-cylinders", "group-trees", "group-city"};
enum { NAMES = sizeof names / sizeof names[0], CITY = 3 };

typedef struct opened {
    scene *s;
    wend_floor *floor;
    scene_held_group held;
} opened;

static opened open_scene(const char *name)
{
    builtin_scene builtin;
    problem_list problems = {.file = name};
    opened o = {0};
    uint32_t defects = 0;
    assert_true(builtin_find(name, &builtin));
    o.s = builtin_load(builtin, &problems);
    assert_non_null(o.s);
    assert_int_equal(scene_floor(o.s, &o.floor, NULL), WEND_OK);
    assert_int_equal(wend_floor_validate(o.floor, NULL, 0, &defects, NULL), WEND_OK);
    assert_int_equal(scene_held_group_of(o.s, 0, SCENE_INHERITED, &o.held, NULL), WEND_OK);
    return o;
}

static void close_scene(opened *o)
{
    wend_floor_destroy(o->floor);
    scene_free(o->s);
}

/// Looks for the way; a plan that is found must be free of walls, and of constant area.
static wend_group_status find(const opened *o, wend_group_sampler sampler, wend_group_local local,
                              uint32_t samples, uint64_t seed)
{
    wend_group_roadmap_def def = wend_default_group_roadmap_def();
    wend_group_query query = wend_default_group_query();
    wend_group_roadmap *roadmap = NULL;
    wend_group_plan *plan = NULL;
    wend_group_status status = WEND_GROUP_NOT_FOUND;
    wend_error error = {0};
    def.floor = o->floor;
    def.size = o->held.size;
    def.sampler = sampler;
    def.local_planner = local;
    def.seed = seed;
    query.from.centre = o->held.start;
    query.to.centre = o->held.goal;
    query.max_samples = samples;
    assert_int_equal(wend_group_roadmap_create(&def, &roadmap, &error), WEND_OK);
    wend_result result = wend_group_roadmap_find(roadmap, &query, &plan, &status, &error);
    assert_true(result == WEND_OK || result == WEND_NOT_FOUND);
    if (plan && wend_group_plan_check(plan, o->floor, &error) != WEND_OK)
        fail_msg("%s, seed %u: %s", wend_group_sampler_name(sampler), (unsigned)seed,
                 wend_error_text(&error));
    assert_int_equal(plan != NULL, status == WEND_GROUP_FOUND);
    wend_group_plan_destroy(plan);
    wend_group_roadmap_destroy(roadmap);
    return status;
}

static void test_hinged(void **state)
{
    (void)state;
    const uint64_t seeds = long_tier() ? 200 : 2;
    for (int i = 0; i < NAMES; ++i) {
        opened o = open_scene(names[i]);
        for (int sampler = 0; sampler < WEND_GROUP_SAMPLERS; ++sampler)
            for (uint64_t seed = 0; seed < seeds; ++seed) {
                wend_group_status status = find(&o, (wend_group_sampler)sampler, WEND_GROUP_HINGED,
                                                o.s->agents[0].shape.max_samples, seed);
                if (status != WEND_GROUP_FOUND)
                    fail_msg("%s: nothing found by %s with the seed %u", names[i],
                             wend_group_sampler_name((wend_group_sampler)sampler), (unsigned)seed);
            }
        close_scene(&o);
    }
}

// Not in the city, as in the document; in the others at least by the corridors.
static void test_deformable(void **state)
{
    (void)state;
    for (int i = 0; i < NAMES; ++i) {
        opened o = open_scene(names[i]);
        assert_int_equal(
            find(&o, WEND_GROUP_CORRIDOR, WEND_GROUP_DEFORMABLE, i == CITY ? 300 : 3000, 0),
            i == CITY ? WEND_GROUP_NOT_FOUND : WEND_GROUP_FOUND);
        close_scene(&o);
    }
}

static void test_impossible(void **state)
{
    (void)state;
    opened o = open_scene("group-narrow-80");
    for (int sampler = 0; sampler < WEND_GROUP_SAMPLERS; ++sampler)
        for (int local = 0; local < WEND_GROUP_LOCALS; ++local)
            assert_int_equal(find(&o, (wend_group_sampler)sampler, (wend_group_local)local, 100, 0),
                             WEND_GROUP_IMPOSSIBLE);
    close_scene(&o);
}

// All arrive, nobody is ever out of the shape, and its area stays as it is.
static void test_nobody_leaves(void **state)
{
    (void)state;
    for (int i = 0; i < (long_tier() ? NAMES : 1); ++i) {
        opened o = open_scene(names[i]);
        wend_world *world = NULL;
        wend_error error = {0};
        if (scene_world(o.s, &(scene_world_options){0}, &world, NULL, &error) != WEND_OK)
            fail_msg("%s: %s", names[i], wend_error_text(&error));
        double deepest = INFINITY;
        while (wend_world_agents(world).count > 0) {
            wend_world_group_state group;
            const wend_agents agents = wend_world_agents(world);
            assert_int_equal(wend_world_group(world, wend_world_group_at(world, 0), &group, NULL),
                             WEND_OK);
            assert_true(fabs(wend_group_shape_area(&group.shape) / o.held.size.area - 1) < 1e-9);
            for (uint32_t k = 0; k < agents.slots; ++k) {
                const wend_vec2 p = {agents.bodies[k].position.x, agents.bodies[k].position.y};
                if (agents.bodies[k].radius > 0)
                    deepest = fmin(deepest, wend_group_shape_depth(&group.shape, p, NULL) -
                                                agents.bodies[k].radius);
            }
            assert_int_equal(wend_world_step(world, &error), WEND_OK);
            assert_true(wend_world_time(world) < o.s->duration);
        }
        assert_true(deepest > -2 * WEND_GROUP_POTENTIAL_SLACK);
        wend_world_destroy(world);
        close_scene(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hinged),
        cmocka_unit_test(test_deformable),
        cmocka_unit_test(test_impossible),
        cmocka_unit_test(test_nobody_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
