// SPDX-License-Identifier: MIT
// Rows of the schema for the parameters of motion models, of steering to portals, and of the
// potential inside the shapes of groups.
#include "scene/schema_rows.h"

INITIAL(initial_pedestrian, wend_pedestrian_def, wend_default_pedestrian_def())

static const key_row pedestrian_rows[] = {
    ROW("headway", 0, NUMBER, AT(wend_pedestrian_def, headway), .max = 100, .flags = ROW_ABOVE,
        .unit = "s",
        .about =
            "Time headway at a preferred speed of 1.34 m/s: speed behind a person is the free "
            "distance to it over this time. It is in inverse proportion to the preferred speed."),
    ROW("path_half_width", 0, NUMBER, AT(wend_pedestrian_def, path_half_width), .min = 0, .max = 10,
        .about = "Half the width of the path that a person needs ahead, in sums of two radii."),
    ROW("side_slope", 0, NUMBER, AT(wend_pedestrian_def, side_slope), .max = 1000,
        .flags = ROW_ABOVE,
        .about = "A person further aside than that by y counts as y² times this further ahead, in "
                 "sums of two radii."),
    ROW("flow_weight", 0, NUMBER, AT(wend_pedestrian_def, flow_weight), .min = 0, .max = 1,
        .about = "How far the speed follows the flow ahead where that is faster: 0 not at all, 1 "
                 "all the way."),
    ROW("flow_threshold", 0, NUMBER, AT(wend_pedestrian_def, flow_threshold), .min = 0, .max = 100,
        .unit = "m/s", .about = "Taken off the flow ahead."),
    ROW("flow_distance", 0, NUMBER, AT(wend_pedestrian_def, flow_distance), .min = 0, .max = 100,
        .unit = "m", .limits = "at most `look_distance`",
        .about = "Length of the area that counts as the flow ahead."),
    ROW("flow_half_width", 0, NUMBER, AT(wend_pedestrian_def, flow_half_width), .min = 0,
        .max = 100, .unit = "m", .limits = "at most `look_half_width`", .about = "Half its width."),
    ROW("heading_cost", 0, NUMBER, AT(wend_pedestrian_def, heading_cost), .min = 0, .max = 1000,
        .about = "Speed given up to keep to the preferred heading, per difference in velocity."),
    ROW("wall_headway", 0, NUMBER, AT(wend_pedestrian_def, wall_headway), .max = 100,
        .flags = ROW_ABOVE, .unit = "s", .about = "Time headway to walls on other headings."),
    ROW("wall_distance", 0, NUMBER, AT(wend_pedestrian_def, wall_distance), .min = 0, .max = 100,
        .unit = "m", .about = "Distance from the body within which walls limit other headings."),
    ROW("overspeed", 0, NUMBER, AT(wend_pedestrian_def, overspeed), .min = 1, .max = 10,
        .about = "Greatest speed over preferred speed, when avoiding."),
    ROW("sidestep_speed", 0, NUMBER, AT(wend_pedestrian_def, sidestep_speed), .min = 0, .max = 100,
        .unit = "m/s", .about = "Greatest speed of a standing person, when avoiding."),
    ROW("ahead_share", 0, NUMBER, AT(wend_pedestrian_def, ahead_share), .min = 0, .max = 1,
        .about = "Least avoidance share of the one ahead, against 1 of the one behind."),
    ROW("held_yields", 0, NUMBER, AT(wend_pedestrian_def, held_yields), .min = 0, .max = 1,
        .about = "How much a person who is held up gives way to an oncoming one who is not: 0 as "
                 "any other, 1 alone."),
    ROW("same_way_horizon", 0, NUMBER, AT(wend_pedestrian_def, same_way_horizon),
        .max = SCENE_MAX_HORIZON, .flags = ROW_ABOVE, .unit = "s",
        .about = "Time horizon among people with the same direction."),
    ROW("keep_right", 0, NUMBER, AT(wend_pedestrian_def, keep_right), .min = -1, .max = 1,
        .unit = "rad", .about = "Symmetry angle towards oncoming people; below 0: keep left."),
    ROW("look_distance", 0, NUMBER, AT(wend_pedestrian_def, look_distance), .max = 100,
        .flags = ROW_ABOVE, .unit = "m", .about = "How far ahead oncoming people are seen."),
    ROW("look_half_width", 0, NUMBER, AT(wend_pedestrian_def, look_half_width), .max = 100,
        .flags = ROW_ABOVE, .unit = "m", .about = "Half the width of that area."),
    ROW("look_interval", 0, NUMBER, AT(wend_pedestrian_def, look_interval), .max = 100,
        .flags = ROW_ABOVE, .unit = "s", .about = "Time between two looks."),
    ROW("side_speed", 0, NUMBER, AT(wend_pedestrian_def, side_speed), .min = 0, .max = 100,
        .unit = "m/s", .about = "Greatest speed aside for oncoming people; 0: none."),
    ROW("side_offset", 0, NUMBER, AT(wend_pedestrian_def, side_offset), .min = -100, .max = 100,
        .unit = "m", .about = "Oncoming people less far to the right are passed on the right."),
    ROW("side_width", 0, NUMBER, AT(wend_pedestrian_def, side_width), .max = 100,
        .flags = ROW_ABOVE, .unit = "m",
        .about = "Distance aside at which oncoming people count most."),
    ROW("oncoming_slowdown", 0, NUMBER, AT(wend_pedestrian_def, oncoming_slowdown), .min = 0,
        .max = 100,
        .about = "Speed is divided by 1 plus this for each oncoming person ahead, the nearer the "
                 "more."),
    ROW("passing_speed", 0, NUMBER, AT(wend_pedestrian_def, passing_speed), .min = 0, .max = 100,
        .unit = "m/s", .about = "Oncoming people slow nobody down below this."),
    {0},
};
const key_object schema_pedestrian =
    OBJECT("pedestrian", "", "{\"headway\": 1}", pedestrian_rows, wend_pedestrian_def,
           initial_pedestrian, .check = check_pedestrian);

INITIAL(initial_arc, wend_arc_def, wend_default_arc_def())

static const key_row arc_rows[] = {
    ROW("relative_error", 0, NUMBER, AT(wend_arc_def, relative_error), .min = 0, .max = 1,
        .about =
            "A range of directions is narrowed until agents that choose from its chord lose at "
            "most this share of their speed."),
    ROW("absolute_error", 0, NUMBER, AT(wend_arc_def, absolute_error), .min = 0,
        .max = SCENE_MAX_SPEED, .unit = "m/s", .about = "The same limit as a speed; 0: none."),
    ROW("detour", 0, NUMBER, AT(wend_arc_def, detour), .min = 0, .max = SCENE_MAX_RADIUS,
        .unit = "m",
        .about =
            "Δ of Curtis et al. 2012: length of a detour to either side for which the range of "
            "directions to a distant portal is widened; 0: it is not."),
    ROW("deviation", 0, NUMBER, AT(wend_arc_def, deviation), .min = 1, .max = 1000,
        .flags = ROW_ABOVE,
        .about = "γ: greatest ratio of the length with such a detour to that without."),
    {0},
};
const key_object schema_arc =
    OBJECT("arc", "", "{\"detour\": 1}", arc_rows, wend_arc_def, initial_arc, 0);

// Rows of the same kinds in the definitions of motion models.
#define PLAIN(type, key, most, text)                                                               \
    ROW(#key, 0, NUMBER, AT(type, key), .min = 0, .max = most, .about = text)
#define PLAIN_IN(type, key, most, of, text)                                                        \
    ROW(#key, 0, NUMBER, AT(type, key), .min = 0, .max = most, .unit = of, .about = text)
#define ABOVE_0(type, key, most, of, text)                                                         \
    ROW(#key, 0, NUMBER, AT(type, key), .max = most, .flags = ROW_ABOVE, .unit = of, .about = text)
#define SUBSTEP(type)                                                                              \
    ROW("substep", 0, NUMBER, AT(type, substep), .min = SCENE_MIN_STEP, .max = SCENE_MAX_STEP,     \
        .unit = "s", .about = "Longest substep; a step is divided accordingly.")
#define GAP_TIMES(type)                                                                            \
    PLAIN_IN(type, gap_time, 100, "s",                                                             \
             "Least time in which a gap to another agent may shrink by its own length."),          \
        PLAIN_IN(type, wall_gap_time, 100, "s", "The same for gaps to walls.")

INITIAL(initial_social_force, wend_social_force_def, wend_default_social_force_def())

static const key_row social_force_rows[] = {
    ABOVE_0(wend_social_force_def, relaxation, 1000, "s",
            "τ: relaxation time towards the preferred velocity."),
    PLAIN_IN(wend_social_force_def, strength, 1000, "m/s²", "A: repulsion by an agent in touch."),
    ABOVE_0(wend_social_force_def, range, 1000, "m",
            "B: distance over which it falls by a factor e."),
    PLAIN(wend_social_force_def, lambda, 1, "λ: share of the repulsion by an agent behind."),
    PLAIN_IN(wend_social_force_def, attraction, 1000, "m/s²",
             "C: attraction by a visible member of the same group."),
    PLAIN_IN(wend_social_force_def, wall_strength, 1000, "m/s²", "A of walls that stand."),
    PLAIN_IN(wend_social_force_def, moving_wall_strength, 1000, "m/s²", "A of moving walls."),
    ABOVE_0(wend_social_force_def, wall_range, 1000, "m", "B of both kinds of walls."),
    PLAIN(wend_social_force_def, moving_wall_lambda, 1,
          "Share of a moving wall's repulsion that acts behind it."),
    PLAIN_IN(wend_social_force_def, interaction_distance, 1000, "m",
             "Greatest gap at which agents repel each other."),
    PLAIN_IN(wend_social_force_def, keep_right, 1000, "m/s²",
             "Acceleration to the right of an oncoming agent."),
    PLAIN_IN(wend_social_force_def, keep_right_distance, 1000, "m",
             "Greatest distance of oncoming agents."),
    PLAIN_IN(wend_social_force_def, prediction_time, 100, "s",
             "How far ahead the position of moving walls is predicted."),
    GAP_TIMES(wend_social_force_def),
    PLAIN(wend_social_force_def, margin, 1, "Extra distance of agents, as a share of both radii."),
    SUBSTEP(wend_social_force_def),
    {0},
};
const key_object schema_social_force =
    OBJECT("social_force", "", "{\"strength\": 2}", social_force_rows, wend_social_force_def,
           initial_social_force, 0);

INITIAL(initial_boids, wend_boids_def, wend_default_boids_def())

static const key_row boids_rows[] = {
    PLAIN(wend_boids_def, separation, 1000, "Weight of keeping apart."),
    PLAIN(wend_boids_def, alignment, 1000, "Weight of moving as the others of the group do."),
    PLAIN(wend_boids_def, cohesion, 1000, "Weight of staying near the middle of the group."),
    PLAIN(wend_boids_def, goal, 1000, "Weight of moving to the goal."),
    ABOVE_0(wend_boids_def, personal_distance, 1000, "m", "Agents at smaller gaps keep apart."),
    ABOVE_0(wend_boids_def, perception_distance, 1000, "m",
            "Members of the group at wider gaps are not seen."),
    PLAIN_IN(wend_boids_def, symmetry_angle, 1, "rad",
             "Oncoming agents seem to be further to the left by this angle."),
    ABOVE_0(wend_boids_def, relaxation, 1000, "s", "Relaxation time towards the steered velocity."),
    GAP_TIMES(wend_boids_def),
    PLAIN(wend_boids_def, margin, 1, "Extra distance of agents, as a share of both radii."),
    SUBSTEP(wend_boids_def),
    {0},
};
const key_object schema_boids =
    OBJECT("boids", "", "{\"cohesion\": 1}", boids_rows, wend_boids_def, initial_boids, 0);

INITIAL(initial_steer, wend_steer_def, wend_default_steer_def())

static const key_row steer_rows[] = {
    PLAIN_IN(wend_steer_def, interaction_distance, 1000, "m",
             "Greatest gap at which agents interact."),
    GAP_TIMES(wend_steer_def),
    PLAIN_IN(wend_steer_def, lateral_bias, 1, "rad",
             "Angle by which agents avoid each other more to the right."),
    PLAIN(
        wend_steer_def, priority_ahead, 0.5,
        "Of two agents with the same direction the one behind avoids by a share of 0.5 and this."),
    PLAIN_IN(wend_steer_def, sight, 1000, "m",
             "Distance along its course at which an agent sees oncoming ones; 0: none."),
    PLAIN_IN(wend_steer_def, passing_gap, 1000, "m", "Lateral gap kept to oncoming agents."),
    PLAIN(wend_steer_def, keep_right, 10,
          "Greatest lateral speed for passing, as a multiple of the preferred speed."),
    PLAIN_IN(wend_steer_def, file_distance, 1000, "m",
             "Gap to an oncoming agent below which an agent without room on its right falls in "
             "behind the one beside it; 0: never."),
    PLAIN_IN(wend_steer_def, file_gap, 1000, "m",
             "Lateral gap up to which an agent beside leaves no room."),
    PLAIN(wend_steer_def, step_back, 1,
          "Greatest speed of stepping back for that, as a multiple of the preferred speed."),
    ABOVE_0(wend_steer_def, acceleration, 1000, "m/s²",
            "Greatest acceleration, except by contacts."),
    ROW("substeps", 0, WHOLE, AT(wend_steer_def, substeps), .min = 1,
        .max = WEND_STEER_MAX_SUBSTEPS,
        .about = "Number of choices of a velocity per 0.1 s or shorter step."),
    {0},
};
const key_object schema_steer =
    OBJECT("steer", "", "{\"lateral_bias\": 0.3}", steer_rows, wend_steer_def, initial_steer, 0);

// ---- groups -------------------------------------------------------------------------------------

INITIAL(initial_potential, wend_group_potential_def, wend_default_group_potential_def())

// Coefficients and exponents.
#define FACTOR(key, words, text)                                                                   \
    ROW(#key, 0, NUMBER, AT(wend_group_potential_def, key), .max = 1000, .flags = ROW_ABOVE,       \
        .limits = words, .about = text)
#define EXPONENT(key, words, text)                                                                 \
    ROW(#key, 0, NUMBER, AT(wend_group_potential_def, key), .min = 1, .max = 100,                  \
        .flags = ROW_ABOVE, .limits = words, .about = text)

static const key_row potential_rows[] = {
    FACTOR(c1, NULL, "Coefficient of the attraction between members."),
    FACTOR(c2, "more than `c1`", "Coefficient of the repulsion between members."),
    FACTOR(c3, NULL, "Coefficient of the repulsion by the border of the shape."),
    EXPONENT(sigma1, NULL, "Exponent of the attraction."),
    EXPONENT(sigma2, "more than `sigma1`", "Exponent of the repulsion."),
    EXPONENT(sigma3, NULL, "Exponent of the repulsion by the border."),
    ROW("min_gap", 0, NUMBER, AT(wend_group_potential_def, min_gap), .max = 10, .flags = ROW_ABOVE,
        .unit = "m", .about = "Forces at smaller gaps are those at this gap."),
    ROW("reach", 0, NUMBER, AT(wend_group_potential_def, reach), .min = 0, .max = 1000, .unit = "m",
        .about = "Greatest gap at which members interact."),
    ROW("drag", 0, NUMBER, AT(wend_group_potential_def, drag), .max = 1000, .flags = ROW_ABOVE,
        .unit = "s", .about = "Relaxation time of velocities relative to the shape."),
    ROW("max_acceleration", 0, NUMBER, AT(wend_group_potential_def, max_acceleration), .max = 1000,
        .flags = ROW_ABOVE, .unit = "m/s²",
        .about = "Greatest acceleration of a member relative to the shape."),
    ROW("substep", 0, NUMBER, AT(wend_group_potential_def, substep), .min = SCENE_MIN_STEP,
        .max = SCENE_MAX_STEP, .unit = "s",
        .about = "Longest substep; a step is divided accordingly."),
    {0},
};
const key_object schema_potential =
    OBJECT("potential", "a", "{\"c1\": 0.045}", potential_rows, wend_group_potential_def,
           initial_potential, .check = check_potential);
