// SPDX-License-Identifier: MIT
// Parts of generated scenes (see parts.h).
#include "scene/builtin/parts.h"

#include <math.h>

/// Radius of agents in the papers. [Units: m]
#define RADIUS 0.25
/// Step lengths of the simulations of UFRGS 2010. [Units: m]
#define SHORTEST_STRIDE 0.5
#define LONGEST_STRIDE  1.5

/// Time step for social forces, which are stiff. [Units: s]
#define MANG_STEP 0.05

scene *builtin_whole(scene *s, bool good)
{
    if (good)
        return s;
    scene_free(s);
    return NULL;
}

bool builtin_bounds(scene *s, wend_box box)
{
    const wend_vec2 ring[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    scene_shape bounds;
    if (!scene_shape_ring(s, ring, 4, &bounds))
        return false;
    s->bounds = bounds.points;
    s->bounds_count = bounds.point_count;
    return true;
}

bool builtin_polygon(scene *s, const char *name, const char *role, const wend_vec2 *ring,
                     uint32_t count)
{
    scene_obstacle *polygon = scene_add_obstacle(s);
    if (!polygon)
        return false;
    polygon->kind = SCENE_POLYGON;
    polygon->name = name;
    polygon->role = role;
    return scene_shape_ring(s, ring, count, &polygon->shape);
}

bool builtin_square(scene *s, wend_vec2 corner, double side)
{
    const wend_vec2 ring[] = {corner,
                              {corner.x + side, corner.y},
                              {corner.x + side, corner.y + side},
                              {corner.x, corner.y + side}};
    return builtin_polygon(s, NULL, NULL, ring, 4);
}

bool builtin_area(scene *s, const char *name, wend_box box)
{
    const wend_vec2 ring[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    scene_area *area = scene_add_area(s);
    if (!area)
        return false;
    area->name = name;
    return scene_shape_ring(s, ring, 4, &area->shape);
}

scene_agents *builtin_agents(scene *s)
{
    scene_agents *agents = scene_add_agents(s);
    if (!agents)
        return NULL;
    agents->def.agent.radius = RADIUS;
    if (s->motion == WEND_MOTION_PEDESTRIAN)
        s->motion = WEND_MOTION_ORCA;
    return agents;
}

bool builtin_walker(scene *s, wend_vec2 from, wend_vec2 to, double speed)
{
    scene_agents *agent = builtin_agents(s);
    if (!agent)
        return false;
    agent->def.agent.position = from;
    agent->goal = (scene_goal){.kind = SCENE_GOAL_POINT, .segment = {to, to}};
    agent->def.agent.preferred_speed = speed;
    return true;
}

scene *builtin_simulation(const char *about)
{
    scene *s = scene_new();
    if (!s)
        return NULL;
    s->about = about;
    s->planner = WEND_PLANNER_VORONOI;
    s->motion = WEND_MOTION_STEER;
    s->world.step = 1;
    s->until = SCENE_UNTIL_EMPTY;
    return s;
}

double builtin_stride(wend_random *random)
{
    return builtin_rounded(wend_random_between(random, SHORTEST_STRIDE, LONGEST_STRIDE));
}

void builtin_mang(scene *s)
{
    s->planner = WEND_PLANNER_MANG;
    s->motion = WEND_MOTION_SOCIAL_FORCE;
    s->world.step = MANG_STEP;
    s->duration = BUILTIN_MANG_SECONDS;
}

double builtin_rounded(double value)
{
    return floor(value * 100 + 0.5) / 100;
}
