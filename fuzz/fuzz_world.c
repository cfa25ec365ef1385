// SPDX-License-Identifier: MIT
// Any bytes as a JSON scene to simulate, if it is valid and small. Positions stay finite and
// outside walls.
#include "formats/formats.h"
#include "scene/build/world.h"
#include "scene/check/check.h"

#include <math.h>
#include <stdlib.h>

// The fuzzer should try many small worlds.
enum { MOST_CORNERS = 400, MOST_AGENTS = 100, MOST_CELLS = 20000, MOST_STEPS = 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Cells covered by the patches of a resource.
static double cells_of(const wend_resource_def *resource)
{
    double cells = 0;
    for (uint32_t i = 0; i < resource->patch_count; ++i) {
        double across = 2 * resource->patches[i].radius / resource->cell + 1;
        cells += across * across;
    }
    return cells;
}

static bool is_small(const scene *s)
{
    size_t corners = s->bounds_count, agents = 0;
    double cells = 0;
    for (uint32_t i = 0; i < s->resource_count; ++i)
        cells += cells_of(&s->resources[i].def);
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        corners += s->obstacles[i].shape.point_count;
    for (uint32_t i = 0; i < s->area_count; ++i)
        corners += s->areas[i].shape.point_count;
    for (uint32_t i = 0; i < s->door_count; ++i)
        corners += s->doors[i].body.shape.point_count;
    for (uint32_t i = 0; i < s->mover_count; ++i)
        corners += s->movers[i].body.shape.point_count + s->movers[i].def.path_count;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        agents += s->agents[i].def.count;
    return corners <= MOST_CORNERS && agents <= MOST_AGENTS && cells <= MOST_CELLS;
}

static void check_agents(const wend_world *world)
{
    wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        if (wend_agent_id_is_null(agents.ids[i]))
            continue;
        wend_vec2 p = agents.bodies[i].position;
        if (!isfinite(p.x) || !isfinite(p.y))
            abort();
        if (wend_mesh_locate(wend_world_mesh(world), p) == WEND_LOCATION_SOLID)
            abort();
    }
}

// As in the scene, or all agents with the same planner and motion model, selected by the size of
// the input: a fuzzer changes it by adding a blank.
static scene_world_options options_of(size_t size)
{
    static const char *const PLANNERS[] = {NULL, "mesh", "voronoi", "mang", "map"};
    static const char *const MOTIONS[] = {NULL, "orca", "steer", "force"};
    return (scene_world_options){.planner = PLANNERS[size % 5], .motion = MOTIONS[size / 5 % 4]};
}

static void move(const scene *s, size_t size)
{
    wend_world *world = NULL;
    wend_error error = {0};
    const scene_world_options options = options_of(size);
    if (scene_world(s, &options, &world, NULL, &error) != WEND_OK) {
        if (!error.text[0])
            abort(); // rejected without a message
        return;
    }
    for (int i = 0; i < MOST_STEPS; ++i) {
        if (wend_world_step(world, &error) != WEND_OK)
            abort();
        check_agents(world);
    }
    wend_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    problem_list problems = {0};
    text t = {0};
    scene *s = NULL;
    if (text_copy(data, size, &t, &problems))
        s = scene_read_json(&t, NULL, &problems);
    if (s && is_small(s) && scene_check(s, &problems))
        move(s, size);
    scene_free(s);
    text_free(&t);
    problem_free(&problems);
    return 0;
}
