// SPDX-License-Identifier: MIT
// Any bytes as a JSON scene that moves, if it is sound and small. Nobody may get lost: positions
// stay finite and out of the walls.
#include "io/formats.h"
#include "io/scene_world.h"

#include <math.h>
#include <stdlib.h>

// The fuzzer should try many small worlds.
enum { MOST_CORNERS = 400, MOST_AGENTS = 100, MOST_CELLS = 20000, MOST_STEPS = 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Cells that the patches of a field cover.
static double cells_of(const scene_field *field)
{
    double cells = 0;
    for (uint32_t i = 0; i < field->patch_count; ++i) {
        double across = 2 * field->patches[i].radius / field->cell + 1;
        cells += across * across;
    }
    return cells;
}

static bool is_small(const scene *s)
{
    size_t corners = s->bounds_count, agents = 0;
    double cells = 0;
    for (uint32_t i = 0; i < s->field_count; ++i)
        cells += cells_of(&s->fields[i]);
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        corners += s->obstacles[i].shape.point_count;
    for (uint32_t i = 0; i < s->area_count; ++i)
        corners += s->areas[i].shape.point_count;
    for (uint32_t i = 0; i < s->door_count; ++i)
        corners += s->doors[i].shape.point_count;
    for (uint32_t i = 0; i < s->mover_count; ++i)
        corners += s->movers[i].body.shape.point_count + s->movers[i].path_count;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        agents += s->agents[i].count;
    return corners <= MOST_CORNERS && agents <= MOST_AGENTS && cells <= MOST_CELLS;
}

static void check_agents(const wend_world *world)
{
    wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        if (wend_id_null(agents.ids[i]))
            continue;
        wend_vec2 p = agents.bodies[i].position;
        if (!isfinite(p.x) || !isfinite(p.y))
            abort();
        if (wend_mesh_locate(wend_world_mesh(world), p) == WEND_PLACE_SOLID)
            abort();
    }
}

// As the scene says, or all with the same guide and motion, which the input's size chooses: so a
// fuzzer gets from one to the next by adding a blank.
static scene_world_options options_of(size_t size)
{
    static const char *const GUIDES[] = {NULL, "mesh", "voronoi", "mang", "map"};
    static const char *const MOTIONS[] = {NULL, "orca", "steer", "force"};
    return (scene_world_options){.guide = GUIDES[size % 5], .motion = MOTIONS[size / 5 % 4]};
}

static void move(const scene *s, size_t size)
{
    wend_world *world = NULL;
    wend_error error = {0};
    const scene_world_options options = options_of(size);
    if (scene_world(s, &options, &world, NULL, &error) != WEND_OK) {
        if (!error.text[0])
            abort(); // refused without a word
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
