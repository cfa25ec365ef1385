// SPDX-License-Identifier: MIT
// The group of an entry of agents in a JSON scene: its name, and how it stays together.
#include "io/scene_groups.h"
#include "io/scene_read.h"

static bool read_planner(reading *r, const field *f, scene_group *held)
{
    field sampler = field_member(f, "sampler"), local = field_member(f, "local"),
          samples = field_member(f, "samples");
    unsigned number = held->sampler;
    uint64_t most = held->samples;
    bool good = read_option(r, &sampler, scene_group_samplers, &number);
    held->sampler = (wend_group_sampler)number;
    number = held->local;
    good = read_option(r, &local, scene_group_locals, &number) && good;
    held->local = (wend_group_local)number;
    good = read_whole(r, &samples, 1, SCENE_MAX_SAMPLES, &most) && good;
    held->samples = (uint32_t)most;
    return good;
}

bool read_group(reading *r, const field *f, scene_agents *agents)
{
    static const char *const keys[] = {"name",    "area",  "density", "width",
                                       "sampler", "local", "samples", NULL};
    static const number_limits any_area = {0, SCENE_MAX_GROUP_AREA, true};
    static const number_limits any_density = {0, WEND_GROUP_DENSEST, true};
    static const number_limits any_width = {0, SCENE_MAX_GROUP_WIDTH, true};
    scene_group *held = &agents->held;
    if (field_is_absent(f))
        return true;
    if (json_is_string(f->value))
        return read_string(r, f, SCENE_MAX_NAME, &agents->group);
    bool good =
        read_object(r, f, "a name or an object like {\"name\": \"sheep\", \"width\": 2}", keys);
    if (!json_is_object(f->value))
        return false;
    field name = field_member(f, "name"), area = field_member(f, "area"),
          density = field_member(f, "density"), width = field_member(f, "width");
    good = read_string(r, &name, SCENE_MAX_NAME, &agents->group) && good;
    good = read_number(r, &area, any_area, &held->area) && good;
    good = read_number(r, &density, any_density, &held->density) && good;
    good = read_number(r, &width, any_width, &held->width) && good;
    good = read_planner(r, f, held) && good;
    if (!field_is_absent(&area) && !field_is_absent(&density))
        return field_problem(r, &density,
                             "a group has either an \"area\" or a \"density\", found both");
    return good;
}
