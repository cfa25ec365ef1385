// SPDX-License-Identifier: MIT
// What a scene has that a format can't keep, in words, so that no export loses anything in silence.
#include "io/formats.h"

#include <string.h>

static void add_count(problem_list *losses, size_t count, const char *one, const char *many)
{
    if (count > 0)
        problem_add(losses, "%zu %s", count, count == 1 ? one : many);
}

static void add_obstacles(const scene *s, unsigned leaves_out, problem_list *losses)
{
    size_t segments = 0, points = 0, circles = 0, labels = 0;
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const scene_obstacle *obstacle = &s->obstacles[i];
        segments += obstacle->kind == SCENE_SEGMENT;
        points += obstacle->kind == SCENE_POINT;
        circles += obstacle->kind == SCENE_CIRCLE;
        labels += obstacle->name || obstacle->role;
    }
    if (leaves_out & SCENE_PART_SEGMENTS)
        add_count(losses, segments, "segment", "segments");
    if (leaves_out & SCENE_PART_POINTS)
        add_count(losses, points, "point", "points");
    if (leaves_out & SCENE_PART_CIRCLES)
        add_count(losses, circles, "circle (a polygon instead)", "circles (polygons instead)");
    if (leaves_out & SCENE_PART_LABELS)
        add_count(losses, labels, "obstacle's name or role", "obstacles' names or roles");
}

static bool unusual(const char *value, const char *usual)
{
    return value && strcmp(value, usual) != 0;
}

static void add_title(const scene *s, problem_list *losses)
{
    if (s->name)
        problem_add(losses, "the scene's name");
    if (s->about)
        problem_add(losses, "the scene's about");
}

static void add_run(const scene *s, problem_list *losses)
{
    if (unusual(s->guide, SCENE_DEFAULT_GUIDE))
        problem_add(losses, "the guide");
    if (unusual(s->motion, SCENE_DEFAULT_MOTION))
        problem_add(losses, "the motion");
    if (unusual(s->bias, SCENE_DEFAULT_BIAS) || s->ahead != SCENE_DEFAULT_AHEAD)
        problem_add(losses, "the bias");
    if (s->points)
        problem_add(losses, "the way points");
    if (s->iterations != 0)
        problem_add(losses, "the iterations");
    if (s->weight != 0)
        problem_add(losses, "the weight");
    if (s->barriers.on)
        problem_add(losses, "the barriers");
    if (s->until != SCENE_UNTIL_TIME)
        problem_add(losses, "the until");
    if (s->seconds != SCENE_DEFAULT_SECONDS)
        problem_add(losses, "the seconds");
    if (s->step != SCENE_DEFAULT_STEP)
        problem_add(losses, "the step");
    if (s->seed != 0)
        problem_add(losses, "the seed");
}

void scene_format_losses(const scene_format *format, const scene *s, problem_list *losses)
{
    unsigned leaves_out = format->leaves_out;
    add_obstacles(s, leaves_out, losses);
    if (leaves_out & SCENE_PART_AREAS)
        add_count(losses, s->area_count, "area", "areas");
    if (leaves_out & SCENE_PART_DOORS) {
        add_count(losses, s->door_count, "door", "doors");
        add_count(losses, s->mover_count, "mover", "movers");
        add_count(losses, s->zone_count, "zone", "zones");
        add_count(losses, s->goal_count, "goal", "goals");
        add_count(losses, s->weight_count, "weight", "weights");
        add_count(losses, s->field_count, "field", "fields");
        add_count(losses, s->flow.opening_count, "opening of the flow", "openings of the flow");
    }
    if (leaves_out & SCENE_PART_AGENTS) {
        size_t agents = 0;
        for (uint32_t i = 0; i < s->agents_count; ++i)
            agents += s->agents[i].count;
        add_count(losses, agents, "agent", "agents");
    }
    if (leaves_out & SCENE_PART_TITLE)
        add_title(s, losses);
    if (leaves_out & SCENE_PART_RUN)
        add_run(s, losses);
}
