// SPDX-License-Identifier: MIT
// Pedestrians: ORCA with rules (pedestrian_walk.h, share_by_order in orca_planes.h).
#include "wend/pedestrian.h"

#include "core/memory.h"
#include "motion/contacts.h"
#include "motion/orca.h"

#include <math.h>

#define PEDESTRIAN_COOKIE 0x77616c6bu

struct wend_pedestrian {
    wend_allocator allocator;
    pedestrian_rules rules;
    wend_orca *orca;
};

wend_pedestrian_def wend_default_pedestrian_def(void)
{
    return (wend_pedestrian_def){.avoidance = wend_default_orca_def(),
                                 .headway = 1.04,
                                 .path_half_width = 0.41,
                                 .side_slope = 5.5,
                                 .flow_weight = 0.82,
                                 .flow_threshold = 0.08,
                                 .flow_distance = 3.4,
                                 .flow_half_width = 1.1,
                                 .heading_cost = 0.05,
                                 .wall_headway = 0.6,
                                 .wall_distance = 0.4,
                                 .overspeed = 1.1,
                                 .sidestep_speed = 0.6,
                                 .ahead_share = 0,
                                 .held_yields = 1,
                                 .same_way_horizon = 0.3,
                                 .keep_right = 0.6,
                                 .look_distance = 7,
                                 .look_half_width = 2,
                                 .look_interval = 0.5,
                                 .side_speed = 1.2,
                                 .side_offset = 0.5,
                                 .side_width = 0.8,
                                 .oncoming_slowdown = 0.03,
                                 .passing_speed = 0.5,
                                 .cookie = PEDESTRIAN_COOKIE};
}

wend_result wend_pedestrian_def_check(const wend_pedestrian_def *def, wend_error *error)
{
    if (!def || def->cookie != PEDESTRIAN_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_pedestrian_def()");
    const motion_parameter parameters[] = {
        {.name = "headway", .value = def->headway, .positive = true},
        {.name = "path_half_width", .value = def->path_half_width},
        {.name = "side_slope", .value = def->side_slope, .positive = true},
        {.name = "flow_weight", .value = def->flow_weight, .max = 1},
        {.name = "flow_threshold", .value = def->flow_threshold},
        {.name = "look_distance", .value = def->look_distance, .positive = true},
        {.name = "look_half_width", .value = def->look_half_width, .positive = true},
        {.name = "flow_distance", .value = def->flow_distance, .max = def->look_distance},
        {.name = "flow_half_width", .value = def->flow_half_width, .max = def->look_half_width},
        {.name = "heading_cost", .value = def->heading_cost},
        {.name = "wall_headway", .value = def->wall_headway, .positive = true},
        {.name = "wall_distance", .value = def->wall_distance},
        {.name = "sidestep_speed", .value = def->sidestep_speed},
        {.name = "ahead_share", .value = def->ahead_share, .max = 1},
        {.name = "held_yields", .value = def->held_yields, .max = 1},
        {.name = "same_way_horizon", .value = def->same_way_horizon, .positive = true},
        {.name = "magnitude of keep_right", .value = fabs(def->keep_right), .max = 1},
        {.name = "look_interval", .value = def->look_interval, .positive = true},
        {.name = "side_speed", .value = def->side_speed},
        {.name = "magnitude of side_offset", .value = fabs(def->side_offset)},
        {.name = "side_width", .value = def->side_width, .positive = true},
        {.name = "oncoming_slowdown", .value = def->oncoming_slowdown},
        {.name = "passing_speed", .value = def->passing_speed},
    };
    wend_result result =
        wend_motion_check(parameters, sizeof parameters / sizeof *parameters, error);
    if (result == WEND_OK && !(def->overspeed >= 1 && def->overspeed < HUGE_VAL))
        result = wend_fail(error, WEND_BAD_ARGUMENT, "overspeed must be 1 or more, found %g",
                           def->overspeed);
    return result == WEND_OK ? wend_orca_def_check(&def->avoidance, error) : result;
}

static pedestrian_rules rules_of(const wend_pedestrian_def *def)
{
    return (pedestrian_rules){
        .inverse_headway = (float)(1 / def->headway),
        .path_half_width = (float)def->path_half_width,
        .side_slope = (float)def->side_slope,
        .flow_weight = (float)def->flow_weight,
        .flow_threshold = (float)def->flow_threshold,
        .flow_distance = (float)def->flow_distance,
        .flow_half_width = (float)def->flow_half_width,
        .heading_cost = (float)def->heading_cost,
        .inverse_wall_headway = (float)(1 / def->wall_headway),
        .wall_distance = (float)def->wall_distance,
        .overspeed = (float)def->overspeed,
        .sidestep_speed = (float)def->sidestep_speed,
        .ahead_share = (float)def->ahead_share,
        .held_yields = (float)def->held_yields,
        .inverse_horizon = (float)(1 / def->same_way_horizon),
        .keep_right = (float)def->keep_right,
        .look_distance = (float)def->look_distance,
        .look_half_width = (float)def->look_half_width,
        .look_interval = (float)def->look_interval,
        .side_speed = (float)def->side_speed,
        .side_offset = (float)def->side_offset,
        .side_width = (float)def->side_width,
        .oncoming_slowdown = (float)def->oncoming_slowdown,
        .passing_speed = (float)def->passing_speed,
    };
}

wend_result wend_pedestrian_create(const wend_pedestrian_def *def, wend_pedestrian **pedestrian,
                                   wend_error *error)
{
    wend_result result = wend_pedestrian_def_check(def, error);
    if (result != WEND_OK)
        return result;
    wend_allocator allocator = def->avoidance.allocator;
    wend_pedestrian *created = wend_allocate(&allocator, 1, sizeof *created);
    if (!created)
        return wend_fail_memory(error);
    *created = (wend_pedestrian){.allocator = allocator, .rules = rules_of(def)};
    result = wend_orca_create_with(&def->avoidance, &created->rules, &created->orca, error);
    if (result != WEND_OK) {
        wend_release(&allocator, created, 1, sizeof *created);
        return result;
    }
    *pedestrian = created;
    return WEND_OK;
}

void wend_pedestrian_destroy(wend_pedestrian *pedestrian)
{
    if (!pedestrian)
        return;
    wend_allocator allocator = pedestrian->allocator;
    wend_orca_destroy(pedestrian->orca);
    wend_release(&allocator, pedestrian, 1, sizeof *pedestrian);
}

wend_result wend_pedestrian_step(wend_pedestrian *pedestrian, const wend_orca_input *input,
                                 wend_pedestrian_memory *memory, const wend_orca_output *output,
                                 wend_error *error)
{
    return wend_orca_step_with(pedestrian->orca, input, memory, output, error);
}

wend_orca *wend_pedestrian_orca(const wend_pedestrian *pedestrian)
{
    return pedestrian->orca;
}

wend_orca_times wend_pedestrian_last_times(const wend_pedestrian *pedestrian)
{
    return wend_orca_last_times(pedestrian->orca);
}

uint32_t wend_pedestrian_lanes(const wend_pedestrian *pedestrian)
{
    return wend_orca_lanes(pedestrian->orca);
}

wend_result wend_pedestrian_set_lanes(wend_pedestrian *pedestrian, uint32_t lanes)
{
    return wend_orca_set_lanes(pedestrian->orca, lanes);
}
