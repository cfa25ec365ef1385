// SPDX-License-Identifier: MIT
// Notes on the parts of a scene that a format cannot store.
#include "formats/formats.h"
#include "scene/schema.h"

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

// "2 moving obstacles" for a list, "the clearance weight" for another key.
static void add_key(const key_row *row, const void *s, problem_list *losses)
{
    char words[100];
    snprintf(words, sizeof words, "%s", row->key);
    for (char *c = words; *c; ++c)
        *c = *c == '_' ? ' ' : *c;
    if (row->type == VALUE_LIST || row->type == VALUE_MAP)
        add_count(losses, schema_count(row, s), row->items->name, words);
    else
        problem_add(losses, "the %s", words);
}

static void add_agents(const scene *s, problem_list *losses)
{
    size_t agents = 0;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        agents += s->agents[i].def.count;
    add_count(losses, agents, "agent", "agents");
}

void scene_format_losses(const scene_format *format, const scene *s, problem_list *losses)
{
    any_object initial;
    schema_scene.initial(&initial);
    add_obstacles(s, format->leaves_out, losses);
    for (const key_row *row = schema_scene.rows; row->key; ++row)
        if (!(row->part & format->leaves_out) || schema_is_default(&schema_scene, row, s, &initial))
            continue;
        else if (row->part == SCENE_PART_AGENTS)
            add_agents(s, losses);
        else
            add_key(row, s, losses);
}
