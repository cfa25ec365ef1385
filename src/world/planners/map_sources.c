// SPDX-License-Identifier: MIT
// Goals as sources of a map: the sides of an area, slightly inside its border; a point or a segment
// as it is. One too near to a wall for a disc's centre to reach, such as an exit drawn on a wall,
// is reached by touching it: then the border of all positions from which that is possible is a
// source as well.
#include "wend/geometry.h"
#include "world/planners/maps.h"
#include "world/planners/mesh.h"

#include <math.h>

/// Points of a goal that are tested for being reachable by a centre.
enum { LOOKS = 9 };

/// Clips a segment to a box; false: nothing is left. (Liang and Barsky 1984)
static bool clip(wend_box box, wend_segment *s)
{
    const double step[4] = {s->a.x - s->b.x, s->b.x - s->a.x, s->a.y - s->b.y, s->b.y - s->a.y};
    const double room[4] = {s->a.x - box.min.x, box.max.x - s->a.x, s->a.y - box.min.y,
                            box.max.y - s->a.y};
    double from = 0, to = 1;
    for (int i = 0; i < 4; ++i) {
        if (step[i] == 0 && room[i] < 0)
            return false;
        if (step[i] < 0)
            from = fmax(from, room[i] / step[i]);
        else if (step[i] > 0)
            to = fmin(to, room[i] / step[i]);
    }
    if (from > to)
        return false;
    wend_segment whole = *s;
    if (from > 0)
        s->a = wend_lerp(whole.a, whole.b, from);
    if (to < 1)
        s->b = wend_lerp(whole.a, whole.b, to);
    return true;
}

static wend_vec2 into(wend_box box, wend_vec2 p)
{
    return (wend_vec2){fmin(fmax(p.x, box.min.x), box.max.x),
                       fmin(fmax(p.y, box.min.y), box.max.y)};
}

/// Adds a source; memory must be reserved.
static void add(wend_map_memory *memory, wend_box box, uint32_t goal, wend_segment s, double offset)
{
    if (!clip(box, &s))
        return;
    memory->sources.data[memory->sources.count++] =
        (wend_map_source){into(box, s.a), into(box, s.b), offset};
    memory->goals.data[memory->goals.count++] = goal;
}

/// True if a centre can be at some point of a segment.
static bool is_open(const wend_mesh *mesh, wend_segment s)
{
    for (int i = 0; i < LOOKS; ++i) {
        wend_location place = wend_mesh_locate(mesh, wend_lerp(s.a, s.b, i / (double)(LOOKS - 1)));
        if (place == WEND_LOCATION_FREE)
            return true;
    }
    return false;
}

static void add_goal(wend_world *world, const wend_map_key *key, const wend_mesh *mesh,
                     uint32_t slot)
{
    wend_map_memory *memory = &world->map_memory;
    wend_box box = wend_mesh_box(mesh);
    wend_goal goal = wend_goals_inner(&world->goals, slot);
    wend_vec2 border[WEND_GOAL_BORDER];
    for (uint32_t i = 0; goal.count > 2 && i < goal.count; ++i)
        add(memory, box, slot,
            (wend_segment){goal.points[i], goal.points[i + 1 < goal.count ? i + 1 : 0]}, 0);
    if (goal.count > 2)
        return;
    wend_segment line = {goal.points[0], goal.points[goal.count - 1]};
    add(memory, box, slot, line, 0);
    if (is_open(mesh, line))
        return;
    double reach = wend_goal_border(goal, key->radius, border);
    for (uint32_t i = 0; i < WEND_GOAL_BORDER; ++i)
        add(memory, box, slot,
            (wend_segment){border[i], border[i + 1 < WEND_GOAL_BORDER ? i + 1 : 0]}, reach);
}

static bool reserve(wend_world *world, const uint32_t *slots, uint32_t count)
{
    wend_map_memory *memory = &world->map_memory;
    size_t sources = 0;
    for (uint32_t i = 0; i < count; ++i)
        sources += world->goals.goals.data[slots[i]].count + WEND_GOAL_BORDER;
    memory->sources.count = memory->goals.count = 0;
    return wend_array_reserve(&memory->sources, &world->allocator, sources) &&
           wend_array_reserve(&memory->goals, &world->allocator, sources);
}

bool wend_maps_list_sources(wend_world *world, const wend_map_key *key, const wend_mesh *mesh)
{
    const wend_goals *goals = &world->goals;
    const uint32_t *slots = &key->what;
    uint32_t count = 1;
    if (key->is_stop) {
        const wend_world_stop *stop = &goals->stops.data[key->what];
        slots = &goals->stop_goals.data[stop->first];
        count = stop->count;
    }
    if (!reserve(world, slots, count))
        return false;
    for (uint32_t i = 0; i < count; ++i)
        if (!goals->goals.data[slots[i]].is_absent)
            add_goal(world, key, mesh, slots[i]);
    return true;
}
