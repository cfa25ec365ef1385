// SPDX-License-Identifier: MIT
// Pedestrians: discs that avoid collisions as in ORCA (wend/orca.h) and walk as people were
// measured to: they keep a headway that grows with their speed, choose a heading with space ahead,
// follow a flow that gets faster, give way to those ahead of them, and step aside early for
// oncoming people. Works on arrays, without a world; a world uses it as motion model "pedestrian".
// docs/pedestrian.md has the formulas, the source of each number, and the measurements.
//
// The result does not depend on the number of threads or on the vector width of the machine.
#ifndef WEND_PEDESTRIAN_H
#define WEND_PEDESTRIAN_H

#include "wend/orca.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Distances aside and slopes are given in sums of the radii of both bodies, so that they fit
/// wheelchairs, too.
typedef struct wend_pedestrian_def {
    /// Collision avoidance below. Its symmetry angle is that towards bodies that do not come from
    /// the front.
    wend_orca_def avoidance;

    // Following.
    /// Time headway at a preferred speed of 1.34 m/s: the speed behind a body is the free distance
    /// to it over this time. In inverse proportion to the preferred speed. [Units: s] [Limit: > 0]
    double headway;
    /// Half the width of the path that a body needs ahead [Units: sums of radii] [Limit: >= 0]
    double path_half_width;
    /// A body further aside by y counts as y² * slope further ahead, both in sums of radii.
    /// [Limit: > 0]
    double side_slope;
    /// How far the limit of speed comes near to the flow ahead, less `flow_threshold`, where that
    /// is faster. [Limit: 0..1]
    double flow_weight;
    double flow_threshold;  ///< [Units: m/s] [Limit: >= 0]
    double flow_distance;   ///< length of the area that counts as the flow ahead [Units: m]
                            ///< [Limit: 0..look_distance]
    double flow_half_width; ///< half its width [Units: m] [Limit: 0..look_half_width]

    // Heading.
    double heading_cost;   ///< speed given up to keep to the preferred heading, as a share of
                           ///< the length of the chord between both [Limit: >= 0]
    double wall_headway;   ///< time headway to walls on another heading [Units: s] [Limit: > 0]
    double wall_distance;  ///< walls within this distance of the body count [Units: m]
                           ///< [Limit: >= 0]
    double overspeed;      ///< greatest speed over preferred speed, when avoiding [Limit: >= 1]
    double sidestep_speed; ///< greatest speed of a body that stands, when avoiding [Units: m/s]
                           ///< [Limit: >= 0]

    // Who gives way.
    double ahead_share; ///< least share of the one ahead, against 1 [Limit: 0..1]
    /// How much a body that is held up gives way to an oncoming one that is not: 0 as any other, 1
    /// alone. [Limit: 0..1]
    double held_yields;
    double same_way_horizon; ///< time horizon among bodies with the same direction [Units: s]
                             ///< [Limit: > 0]
    double keep_right;       ///< symmetry angle towards oncoming bodies [Units: rad]
                             ///< [Limit: -1..1]

    // Stepping aside early.
    double look_distance;   ///< how far ahead oncoming people are seen [Units: m] [Limit: > 0]
    double look_half_width; ///< half the width of that area [Units: m] [Limit: > 0]
    double look_interval;   ///< time between two looks [Units: s] [Limit: > 0]
    double side_speed;      ///< greatest speed aside; 0: none [Units: m/s] [Limit: >= 0]
    double side_offset;     ///< oncoming people less far to the right are passed on the right
                            ///< [Units: m]
    double side_width;      ///< distance aside at which they count most [Units: m] [Limit: > 0]
    /// A speed is divided by 1 plus this for each oncoming body that is seen, less for those
    /// farther away and for slow ones. [Limit: >= 0]
    double oncoming_slowdown;
    double passing_speed; ///< nobody gets slower than this by it [Units: m/s] [Limit: >= 0]
    uint32_t cookie;      ///< set by wend_default_pedestrian_def
} wend_pedestrian_def;

/// The calibrated values (docs/pedestrian.md).
WEND_API wend_pedestrian_def wend_default_pedestrian_def(void);
/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_pedestrian_def_check(const wend_pedestrian_def *def, wend_error *error);

/// What a pedestrian remembers from step to step. Zeroed for a new one. Part of the state: a copy
/// of bodies without it goes on differently.
typedef struct wend_pedestrian_memory {
    float side;     ///< speed to the right [Units: m/s]
    float flow;     ///< speed of the flow ahead [Units: m/s]
    float oncoming; ///< number of oncoming bodies ahead, weighted by distance and speed
    float rest;     ///< time until the next look [Units: s]
    float held;     ///< share of the preferred speed that people ahead took in the last step
} wend_pedestrian_memory;

/// Memory for steps; without a state of its own.
typedef struct wend_pedestrian wend_pedestrian;

/// Creates the memory. WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_pedestrian_create(const wend_pedestrian_def *def,
                                            wend_pedestrian **pedestrian, wend_error *error);
/// Destroys the memory. NULL is allowed.
WEND_API void wend_pedestrian_destroy(wend_pedestrian *pedestrian);

/// Computes one step, as wend_orca_step does, and changes memory[input->count]. A failed step
/// changes nothing. Costs about 1.3 times as much as wend_orca_step.
WEND_API wend_result wend_pedestrian_step(wend_pedestrian *pedestrian, const wend_orca_input *input,
                                          wend_pedestrian_memory *memory,
                                          const wend_orca_output *output, wend_error *error);

/// Time spent in the parts of the last step, summed over all threads.
WEND_API wend_orca_times wend_pedestrian_last_times(const wend_pedestrian *pedestrian);

/// As wend_orca_lanes and wend_orca_set_lanes.
WEND_API uint32_t wend_pedestrian_lanes(const wend_pedestrian *pedestrian);
WEND_API wend_result wend_pedestrian_set_lanes(wend_pedestrian *pedestrian, uint32_t lanes);

#ifdef __cplusplus
}
#endif

#endif
