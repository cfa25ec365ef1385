// SPDX-License-Identifier: MIT
#include "scene/schema_rows.h"

#include "wend/vec2.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// ---- names --------------------------------------------------------------------------------------

// Names of an enum's values in order, each with its old name if that differs.
#define NAMES(scope, function, ...)                                                                \
    scope const char *function(unsigned value, bool old)                                           \
    {                                                                                              \
        static const char *const names[][2] = {__VA_ARGS__};                                       \
        if (value >= sizeof names / sizeof *names)                                                 \
            return NULL;                                                                           \
        return old && names[value][1] ? names[value][1] : names[value][0];                         \
    }

NAMES(extern, scene_bias_name, {"path"}, {"ahead"}, {"visible"}, {"middle"})
NAMES(static, until_name, {"time"}, {"empty"})
NAMES(static, loop_name, {"once"}, {"back_and_forth", "back and forth"}, {"cycle", "round"})
NAMES(static, choice_name, {"nearest"}, {"quickest"}, {"in_turn", "in turn"})
NAMES(static, arrival_name, {"leave"}, {"stay"}, {"repeat"})
NAMES(static, distribution_name, {"normal"}, {"uniform"}, {"lognormal"}, {"gamma"}, {"weibull"})
NAMES(static, ground_name, {"floor"}, {"lanes"})
NAMES(static, lanes_name, {"clear"}, {"plain"})
NAMES(static, side_name, {"direct"}, {"shorter"}, {"bottom"}, {"top"})

const char *scene_planner_name(unsigned value, bool old)
{
    const wend_planner_info *info = wend_planner_info_of((wend_planner_kind)value);
    (void)old;
    return info ? info->name : NULL;
}

const char *scene_motion_name(unsigned value, bool old)
{
    const wend_motion_info *info = wend_motion_info_of((wend_motion_kind)value);
    return !info ? NULL : old && info->old_name ? info->old_name : info->name;
}

static const char *sampler_name(unsigned value, bool old)
{
    (void)old;
    return value < WEND_GROUP_SAMPLERS ? wend_group_sampler_name((wend_group_sampler)value) : NULL;
}

static const char *local_name(unsigned value, bool old)
{
    (void)old;
    return value < WEND_GROUP_LOCALS ? wend_group_local_name((wend_group_local)value) : NULL;
}

bool scene_name_find(scene_name_fn *names, const char *name, unsigned *value)
{
    for (unsigned i = 0; name && names(i, false); ++i)
        if (strcmp(names(i, false), name) == 0 || strcmp(names(i, true), name) == 0) {
            *value = i;
            return true;
        }
    return false;
}

// ---- shapes -------------------------------------------------------------------------------------

#define RADIUS .min = 0, .max = SCENE_MAX_RADIUS, .flags = ROW_ABOVE, .unit = "m"

INITIAL(initial_obstacle, scene_obstacle, (scene_obstacle){0})

#define POLYGON(owner, body)                                                                       \
    ROW("polygon", 0, POLYGON, .flags = ROW_ONE_OF, .tag = SCENE_POLYGON, AT(owner, body),         \
        .about = "A solid polygon.")
#define HOLES(owner, body)                                                                         \
    ROW("holes", 0, HOLES, AT(owner, body), .needs = "polygon",                                    \
        .about = "Holes of the polygon: free ground inside it.")
#define SEGMENT(owner, body)                                                                       \
    ROW("segment", 0, SEGMENT, .flags = ROW_ONE_OF, .tag = SCENE_SEGMENT, AT(owner, body),         \
        .about = "A thin wall.")
#define CIRCLE(owner, body)                                                                        \
    ROW("circle", 0, POINT, .flags = ROW_ONE_OF, .tag = SCENE_CIRCLE, AT(owner, body.centre),      \
        .about = "The centre of a solid disc."),                                                   \
        ROW("radius", 0, NUMBER, AT(owner, body.radius), RADIUS, .needs = "circle",                \
            .otherwise = "", .limits = "required with `circle`", .about = "Radius of the disc.")
#define NAME(owner, member, text)                                                                  \
    ROW("name", 0, STRING, AT(owner, member), .min = 1, .max = SCENE_MAX_NAME, .about = text)
#define ROLE(owner, member, text)                                                                  \
    ROW("role", 0, STRING, AT(owner, member), .min = 1, .max = SCENE_MAX_NAME, .about = text)

// Rows of a scene_obstacle that is a member of a struct.
typedef struct alone {
    scene_obstacle body;
} alone;

static const key_row obstacle_rows[] = {
    POLYGON(alone, body.shape),
    HOLES(alone, body.shape),
    SEGMENT(alone, body.shape),
    ROW("point", 0, POST, .flags = ROW_ONE_OF, .tag = SCENE_POINT, AT(alone, body.shape),
        .about = "A thin post."),
    CIRCLE(alone, body),
    NAME(alone, body.name, "Its name."),
    ROLE(alone, body.role, "Kind of obstacle, for example `building`."),
    {0},
};
static const key_object schema_obstacle = OBJECT(
    "obstacle", "an", "{\"polygon\": [...]}", obstacle_rows, scene_obstacle, initial_obstacle,
    .check = check_obstacle, .tagged = true, .tag_at = offsetof(scene_obstacle, kind));

INITIAL(initial_area, scene_area, (scene_area){0})

static const key_row area_rows[] = {
    ROW("polygon", 0, POLYGON, .flags = ROW_REQUIRED, AT(scene_area, shape),
        .about = "Its outline."),
    HOLES(scene_area, shape),
    ROLE(scene_area, role, "Kind of area, for example `exit`."),
    {0},
};
static const key_object schema_area = OBJECT("area", "an", "{\"polygon\": [...]}", area_rows,
                                             scene_area, initial_area, .short_form = true);

// ---- doors, moving obstacles, zones -------------------------------------------------------------

INITIAL(initial_door, scene_door, (scene_door){.def = wend_default_door_def()})

static const key_row door_rows[] = {
    POLYGON(scene_door, body.shape),
    SEGMENT(scene_door, body.shape),
    NAME(scene_door, body.name, "Its name."),
    ROW("shut", 0, BOOLEAN, AT(scene_door, def.shut), .about = "Whether it is shut at time 0."),
    ROW("toggle_times", "times", NUMBERS, BOTH(scene_door, def.toggle_times, def.toggle_count),
        TIME, .about = "Times at which it opens if it is shut, and shuts if it is open."),
    ROW("period", 0, NUMBER, AT(scene_door, def.period), TIME, .flags = ROW_ABOVE,
        .needs = "toggle_times", .otherwise = "none", .limits = "later than the last toggle time",
        .about = "After this time the door is as at time 0, and the toggle times start again."),
    ROW("force", 0, BOOLEAN, AT(scene_door, def.force), .needs = "toggle_times",
        .about =
            "Whether it shuts at its toggle times even while a coherent group is in it. Otherwise "
            "it waits for the group, and lets no other group in."),
    {0},
};
static const key_object schema_door =
    OBJECT("door", "a", "{\"segment\": [[x, y], [x, y]]}", door_rows, scene_door, initial_door,
           .check = check_door, .tagged = true, .tag_at = offsetof(scene_door, body.kind));

INITIAL(initial_mover, scene_mover, (scene_mover){.def = wend_default_moving_obstacle_def()})

static const key_row mover_rows[] = {
    POLYGON(scene_mover, body.shape),
    SEGMENT(scene_mover, body.shape),
    CIRCLE(scene_mover, body),
    NAME(scene_mover, body.name, "Its name."),
    ROW("path", 0, POINTS, .flags = ROW_REQUIRED, BOTH(scene_mover, def.path, def.path_count),
        .min = 1, .max = SCENE_MAX_CORNERS,
        .about = "The shape is moved by the difference of each point to the first."),
    ROW("speed", 0, NUMBER, AT(scene_mover, def.speed), .max = SCENE_MAX_SPEED, .flags = ROW_ABOVE,
        .unit = "m/s", .about = "Speed along the path."),
    ROW("start", 0, NUMBER, AT(scene_mover, def.start), TIME,
        .about = "Time at which it starts to move."),
    ROW("pause", 0, NUMBER, AT(scene_mover, def.pause), TIME,
        .about = "Waiting time at either end of the path."),
    ROW("loop", "way", NAME, AT(scene_mover, def.loop), .names = loop_name,
        .about = "At the end of its path it stays, goes back, or continues to the first point."),
    ROW("blocking", 0, BOOLEAN, AT(scene_mover, def.blocking),
        .about = "Paths lead around it wherever it is; otherwise only while it rests."),
    {0},
};
static const key_object schema_mover =
    OBJECT("moving obstacle", "a", "{\"polygon\": [...], \"path\": [...]}", mover_rows, scene_mover,
           initial_mover, .check = check_mover, .tagged = true,
           .tag_at = offsetof(scene_mover, body.kind));

INITIAL(initial_zone, scene_zone, (scene_zone){.factor = NAN})

static const key_row zone_rows[] = {
    ROW("area", 0, STRING, .flags = ROW_REQUIRED, AT(scene_zone, area), .min = 1,
        .max = SCENE_MAX_NAME, .limits = "name of an area", .about = "Where it is."),
    ROW("factor", 0, NUMBER, .flags = ROW_REQUIRED, AT(scene_zone, factor), .min = 0,
        .max = SCENE_MAX_FACTOR, .about = "The preferred speed of agents is multiplied by this."),
    {0},
};
static const key_object schema_zone = OBJECT("zone", "a", "{\"area\": \"stairs\", \"factor\": 0.5}",
                                             zone_rows, scene_zone, initial_zone);

INITIAL(initial_boost, scene_boost, (scene_boost){.at = {NAN, NAN}, .factor = NAN, .count = 1})

static const key_row boost_rows[] = {
    ROW("at", 0, POINT, .flags = ROW_REQUIRED, AT(scene_boost, at),
        .about = "Exactly a corner of an obstacle or the bounds."),
    ROW("factor", "weight", NUMBER, .flags = ROW_REQUIRED, AT(scene_boost, factor), .min = 1,
        .max = SCENE_MAX_WEIGHT,
        .about = "The speed of agents that take it is multiplied by this."),
    ROW("count", 0, WHOLE, AT(scene_boost, count), .min = 1, .max = SCENE_MAX_TAKERS,
        .about = "Number of agents that can take it."),
    {0},
};
static const key_object schema_boost = OBJECT("speed boost", "a", "{\"at\": [x, y], \"factor\": 2}",
                                              boost_rows, scene_boost, initial_boost);

// ---- goals and resources ------------------------------------------------------------------------

static bool is_point(const wend_goal_frame *frame)
{
    return wend_equal(frame->a, frame->b);
}

static bool frame_is_point(const void *object)
{
    return is_point(object);
}

static bool frame_is_segment(const void *object)
{
    return !is_point(object);
}

static bool goal_moves(const void *object)
{
    const wend_moving_goal_def *def = &((const scene_goal_place *)object)->def;
    return def->frame_count != 1 || def->frames[0].time != 0;
}

static bool goal_is_point(const void *object)
{
    return !goal_moves(object) && is_point(((const scene_goal_place *)object)->def.frames);
}

static bool goal_is_segment(const void *object)
{
    return !goal_moves(object) && !is_point(((const scene_goal_place *)object)->def.frames);
}

INITIAL(initial_frame, wend_goal_frame, (wend_goal_frame){.time = NAN})

static const key_row frame_rows[] = {
    ROW("time", 0, NUMBER, .flags = ROW_REQUIRED, AT(wend_goal_frame, time), TIME,
        .limits = "later than the frame before", .about = "Time of this position."),
    ROW("point", 0, FRAME_POINT, .flags = ROW_ONE_OF, AT(wend_goal_frame, a),
        .given = frame_is_point, .about = "Where it is."),
    ROW("segment", 0, FRAME_SEGMENT, .flags = ROW_ONE_OF, AT(wend_goal_frame, a),
        .given = frame_is_segment, .about = "Where it is."),
    {0},
};
static const key_object schema_frame = OBJECT("frame", "a", "{\"time\": 5, \"point\": [x, y]}",
                                              frame_rows, wend_goal_frame, initial_frame);

INITIAL(initial_goal_place, scene_goal_place,
        (scene_goal_place){.def = wend_default_moving_goal_def()})

static const key_row goal_place_rows[] = {
    ROW("point", 0, FRAME_POINT, .flags = ROW_ONE_OF,
        BOTH(scene_goal_place, def.frames, def.frame_count), .given = goal_is_point,
        .about = "Fixed position."),
    ROW("segment", 0, FRAME_SEGMENT, .flags = ROW_ONE_OF,
        BOTH(scene_goal_place, def.frames, def.frame_count), .given = goal_is_segment,
        .about = "Fixed position."),
    ROW("frames", 0, LIST, .flags = ROW_ONE_OF, .items = &schema_frame,
        BOTH(scene_goal_place, def.frames, def.frame_count), .min = 1, .max = SCENE_MAX_FRAMES,
        .given = goal_moves, .about = "Positions over time."),
    ROW("end", "gone", NUMBER, AT(scene_goal_place, def.end), TIME, .otherwise = "never",
        .limits = "not before the last frame", .about = "Time at which it disappears."),
    ROW("period", 0, NUMBER, AT(scene_goal_place, def.period), TIME, .flags = ROW_ABOVE,
        .otherwise = "none", .limits = "after the last frame, not before `end`",
        .about = "After this time the times start again."),
    {0},
};
static const key_object schema_goal_place =
    OBJECT("goal", "a", "{\"segment\": [[x, y], [x, y]]}", goal_place_rows, scene_goal_place,
           initial_goal_place, .check = check_goal_place);

INITIAL(initial_patch, wend_patch, (wend_patch){{NAN, NAN}, NAN, NAN, 1})

static const key_row patch_rows[] = {
    ROW("at", 0, POINT, .flags = ROW_REQUIRED, AT(wend_patch, position),
        .about = "The centre of the patch."),
    ROW("radius", 0, NUMBER, AT(wend_patch, radius), .max = SCENE_MAX_RADIUS,
        .flags = ROW_ABOVE | ROW_REQUIRED, .unit = "m", .about = "Its radius."),
    ROW("amount", 0, NUMBER, AT(wend_patch, amount), .max = SCENE_MAX_AMOUNT,
        .flags = ROW_ABOVE | ROW_REQUIRED, .about = "Amount, in units."),
    ROW("value", "worth", NUMBER, AT(wend_patch, value), .max = SCENE_MAX_VALUE, .flags = ROW_ABOVE,
        .about = "Value of one unit."),
    {0},
};
static const key_object schema_patch =
    OBJECT("patch", "a", "{\"at\": [x, y], \"radius\": 3, \"amount\": 100}", patch_rows, wend_patch,
           initial_patch);

INITIAL(initial_resource, scene_resource, (scene_resource){.def = wend_default_resource_def()})

static const key_row resource_rows[] = {
    ROW("patches", 0, LIST, .flags = ROW_REQUIRED, .items = &schema_patch,
        BOTH(scene_resource, def.patches, def.patch_count), .min = 1, .max = SCENE_MAX_PATCHES,
        .about = "Positions and amounts."),
    ROW("cell", 0, NUMBER, AT(scene_resource, def.cell), .min = SCENE_MIN_CELL,
        .max = SCENE_MAX_RADIUS, .unit = "m", .about = "Side of a cell of its density map."),
    {0},
};
static const key_object schema_resource = OBJECT("resource", "a", "{\"patches\": [...]}",
                                                 resource_rows, scene_resource, initial_resource);

// ---- flow ---------------------------------------------------------------------------------------

static void initial_flow(void *object)
{
    scene_flow *flow = object;
    *flow = (scene_flow){.def = wend_default_flow_def(),
                         .lanes = wend_default_lanes_def(),
                         .max_headway = wend_default_crossing_def().max_headway};
    flow->lanes.radius = 0;
}

static const key_row flow_rows[] = {
    ROW("sources", 0, LINES, .flags = ROW_REQUIRED, .tag = 0, .min = 1, .max = WEND_MAX_OPENINGS,
        .about = "Lines where the stream enters the floor."),
    ROW("sinks", 0, LINES, .flags = ROW_REQUIRED, .tag = 1, .min = 1, .max = WEND_MAX_OPENINGS,
        .about = "Lines where the stream leaves the floor."),
    ROW("radius", 0, NUMBER, AT(scene_flow, lanes.radius), RADIUS, .otherwise = "see below",
        .about = "Radius of the agents that the lanes are for."),
    ROW("lanes", 0, NAME, AT(scene_flow, lanes.kind), .names = lanes_name,
        .about =
            "`clear`: as many lanes as fit. `plain`: stream lines of the point flow that happen "
            "to have enough clearance."),
    ROW("side", 0, NAME, AT(scene_flow, lanes.side), .names = side_name,
        .about =
            "Which lanes: `direct`, one of them the shortest path if the others fit around it; "
            "`shorter`, those of the least total length; `bottom` or `top`, those close to one "
            "side. Counter-clockwise, the outline has the sources, the bottom, the sinks and the "
            "top."),
    ROW("shorten", 0, BOOLEAN, AT(scene_flow, shorten),
        .about = "Lanes are made as short and smooth as possible, which increases throughput."),
    ROW("snap", 0, NUMBER, AT(scene_flow, def.snap), .min = 0, .max = 1, .unit = "m",
        .about = "Snapping distance: line ends within this distance of a wall are moved onto it."),
    ROW("pairs", 0, BOOLEAN, AT(scene_flow, pairs), .limits = "as many sources as sinks",
        .about =
            "Each source leads to the sink at the same place of the list only. Lanes of different "
            "pairs may cross; agents enter them by a timetable."),
    ROW("max_headway", 0, NUMBER, AT(scene_flow, max_headway), .max = SCENE_MAX_RADIUS,
        .flags = ROW_ABOVE, .unit = "m", .needs = "pairs",
        .about = "Largest distance between agents on a lane that a timetable may have."),
    {0},
};
static const key_object schema_flow =
    OBJECT("flow", "a", "{\"sources\": [...], \"sinks\": [...]}", flow_rows, scene_flow,
           initial_flow, .check = check_flow_lines);

// ---- agents -------------------------------------------------------------------------------------

// Initial value of a VALUE_SPREAD row.
INITIAL(initial_spread, spread_value, (spread_value){.mean = NAN})

static bool has_mean(const void *object)
{
    return ((const spread_value *)object)->spread.distribution != WEND_DISTRIBUTION_UNIFORM;
}

static void derive_min(const key_row *row, void *object)
{
    spread_value *v = object;
    wend_spread limited = v->spread;
    scene_limit_spread(v->mean, &limited, row->max);
    v->spread.min = has_mean(v) ? limited.min : NAN;
}

static void derive_max(const key_row *row, void *object)
{
    spread_value *v = object;
    wend_spread limited = v->spread;
    scene_limit_spread(v->mean, &limited, row->max);
    v->spread.max = has_mean(v) ? limited.max : NAN;
}

// The limits of mean, min and max are those of the key that has the spread.
static const key_row spread_rows[SPREAD_ROWS] = {
    ROW("mean", 0, NUMBER, AT(spread_value, mean), .given = has_mean,
        .otherwise = "the key's default", .limits = "as the key; not with `uniform`",
        .about = "Mean value, before truncation."),
    ROW("std", "deviation", NUMBER, AT(spread_value, spread.std), .min = 0,
        .max = SCENE_MAX_SECONDS, .given = has_mean, .limits = "not with `uniform`",
        .about = "Standard deviation, before truncation."),
    ROW("distribution", 0, NAME, AT(spread_value, spread.distribution), .names = distribution_name,
        .about = "Kind of distribution; `uniform` is between `min` and `max`, which it requires."),
    ROW("min", "least", NUMBER, AT(spread_value, spread.min), .derive = derive_min,
        .otherwise = "`normal`: `mean` - 3 `std`, at least `mean` / 10; others: `mean` / 1000",
        .limits = "as the key, up to `mean`", .about = "Lower limit of the distribution."),
    ROW("max", "most", NUMBER, AT(spread_value, spread.max), .derive = derive_max,
        .otherwise = "`normal`: `mean` + 3 `std`; others: `mean` + 10 `std`",
        .limits = "as the key, from `mean`", .about = "Upper limit of the distribution."),
    {0},
};
const key_object schema_spread =
    OBJECT("spread", "a", "{\"mean\": 1.3, \"std\": 0.2}", spread_rows, spread_value,
           initial_spread, .check = check_spread, .short_form = true);

void schema_spread_rows(const key_row *of, key_row rows[SPREAD_ROWS])
{
    memcpy(rows, spread_rows, sizeof spread_rows);
    for (size_t i = 0; i < SPREAD_ROWS; ++i)
        if (rows[i].type == VALUE_NUMBER && i != 1) {
            rows[i].min = of->min;
            rows[i].max = of->max;
            rows[i].flags = of->flags & ROW_ABOVE;
        }
}

INITIAL(initial_waypoint, scene_waypoint, (scene_waypoint){0})

#define CHOICE(owner)                                                                              \
    ROW("choice", 0, NAME, AT(owner, goal.choice), .names = choice_name, .needs = "goal",          \
        .limits = "with a list of goals",                                                          \
        .about =                                                                                   \
            "Which of several goals agents take: the one with the shortest path; the one "         \
            "reached soonest, its queue included (as many agents leave abreast as the area's "     \
            "longest side is wide: make it as wide as the door); or each agent the next one.")

static const key_row waypoint_rows[] = {
    ROW("goal", 0, GOAL, .flags = ROW_REQUIRED, AT(scene_waypoint, goal), .about = "Where it is."),
    CHOICE(scene_waypoint),
    ROW("wait", 0, NUMBER, AT(scene_waypoint, wait), TIME, .about = "Waiting time there."),
    ROW("wait_spread", 0, NUMBER, AT(scene_waypoint, wait_spread), TIME,
        .about = "Additional random waiting time, up to this."),
    {0},
};
static const key_object schema_waypoint =
    OBJECT("waypoint", "a", "{\"goal\": \"desk\", \"wait\": 10}", waypoint_rows, scene_waypoint,
           initial_waypoint, .check = check_waypoint);

INITIAL(initial_pursuit, scene_pursuit,
        (scene_pursuit){.def = wend_default_pursuit_def(WEND_PURSUIT_ROAM)})

static void derive_reach(const key_row *row, void *object)
{
    scene_pursuit *pursuit = object;
    (void)row;
    pursuit->def.reach = wend_default_pursuit_def(pursuit->def.kind).reach;
}

#define PURSUE(name, value, words, text)                                                           \
    ROW(name, 0, STRING, .flags = ROW_ONE_OF, .tag = value, AT(scene_pursuit, what), .min = 1,     \
        .max = SCENE_MAX_NAME, .limits = words, .about = text)

static const key_row pursuit_rows[] = {
    PURSUE("roam", WEND_PURSUIT_ROAM, "name of an area",
           "Agents go to a random point of the area with enough clearance, and from there to the "
           "next. They give up a point that has no path, or that they get no nearer to for 10 s."),
    PURSUE("gather", WEND_PURSUIT_GATHER, "name of a resource",
           "Agents go to random points of the resource. The probability of a point is proportional "
           "to the value that is there, and to one over the square of its distance."),
    PURSUE("chase", WEND_PURSUIT_CHASE, "a `role` that agents have",
           "Agents go to the nearest agent of the role, wherever it goes."),
    ROW("wait", 0, NUMBER, AT(scene_pursuit, def.wait), TIME, .needs = "roam",
        .about = "Waiting time at each point."),
    ROW("wait_spread", 0, NUMBER, AT(scene_pursuit, def.wait_spread), TIME, .needs = "roam",
        .about = "Additional random waiting time, up to this."),
    ROW("reach", 0, NUMBER, AT(scene_pursuit, def.reach), .min = 0, .max = SCENE_MAX_RADIUS,
        .unit = "m", .excludes = "roam", .derive = derive_reach,
        .otherwise = "1; with `chase`, 0.3",
        .about =
            "`gather`: greatest distance from the agent's centre to that of a cell; the cell that "
            "the agent is in is always within reach. `chase`: greatest distance between the "
            "discs; an agent within reach is caught, and leaves the world."),
    ROW("rate", 0, NUMBER, AT(scene_pursuit, def.rate), .min = 0, .max = SCENE_MAX_RATE,
        .unit = "1/s", .needs = "gather",
        .about = "Amount that an agent gathers within reach, per second, on its path as well."),
    ROW("depletion_threshold", "enough", NUMBER, AT(scene_pursuit, def.depletion_threshold),
        .min = 0, .max = 1, .flags = ROW_BELOW, .needs = "gather",
        .about =
            "An agent chooses another point when this share is left of what was within reach of "
            "its goal when it chose it."),
    {0},
};
static const key_object schema_pursuit =
    OBJECT("pursuit", "a", "{\"roam\": \"terrain\"}", pursuit_rows, scene_pursuit, initial_pursuit,
           .tagged = true, .tag_at = offsetof(scene_pursuit, def.kind));

// The group of an entry: its rows refer to the entry's struct.
INITIAL(initial_entry, scene_agents, scene_default_agents())

static const key_row group_rows[] = {
    NAME(scene_agents, group, "Its name."),
    ROW("density", 0, NUMBER, AT(scene_agents, shape.density), .max = WEND_GROUP_DENSEST,
        .flags = ROW_ABOVE, .about = "Share of the shape that the members' discs cover."),
    ROW("area", 0, NUMBER, AT(scene_agents, shape.area), .max = SCENE_MAX_GROUP_AREA,
        .flags = ROW_ABOVE, .unit = "m²", .excludes = "density", .otherwise = "from `density`",
        .limits = "at least twice that of the members' discs", .about = "Area of the shape."),
    ROW("min_width", "width", NUMBER, AT(scene_agents, shape.min_width),
        .max = SCENE_MAX_GROUP_WIDTH, .flags = ROW_ABOVE, .unit = "m",
        .otherwise = "from the members' radii",
        .limits = "from the greatest diameter of a member to that of a disc of the shape's area",
        .about = "Minimum width of the shape: it passes no narrower passage."),
    ROW("sampler", 0, NAME, AT(scene_agents, shape.sampler), .names = sampler_name,
        .about = "How the roadmap of its path is sampled."),
    ROW("local_planner", "local", NAME, AT(scene_agents, shape.local_planner), .names = local_name,
        .about = "Connection of two samples of the roadmap."),
    ROW("max_samples", "samples", WHOLE, AT(scene_agents, shape.max_samples), .min = 1,
        .max = SCENE_MAX_SAMPLES, .about = "Maximum number of samples."),
    ROW("neighbours", 0, WHOLE, AT(scene_agents, shape.neighbours), .min = 1,
        .max = SCENE_MAX_NEIGHBOURS,
        .about = "Number of nearest samples that a sample is connected to."),
    ROW("turn_cost", 0, NUMBER, AT(scene_agents, shape.metric.turn), .min = 0, .max = 1000,
        .unit = "m", .about = "Cost of turning the shape by a radian, in metres of path."),
    ROW("deform_cost", 0, NUMBER, AT(scene_agents, shape.metric.deform), .min = 0, .max = 1000,
        .about = "Cost of lengthening or shortening the shape by a metre, in metres of path."),
    ROW("potential", 0, OBJECT, .items = &schema_potential, AT(scene_agents, shape.potential),
        .otherwise = "the defaults",
        .about = "Constants of the motion `group_potential` (see [potential](#potential))."),
    ROW("count", 0, WHOLE, AT(scene_agents, shape.count), .min = 1, .max = SCENE_MAX_GROUPS,
        .about = "Number of groups, each with all the members, that appear one after the other."),
    ROW("interval", 0, NUMBER, AT(scene_agents, shape.interval), TIME, .needs = "count",
        .about = "Time between two groups; 0: each appears as soon as there is space."),
    ROW("times", 0, NUMBERS, BOTH(scene_agents, shape.times, shape.time_count), TIME,
        .excludes = "count", .otherwise = "from `count` and `interval`",
        .about = "Times at which groups appear, counted from `spawn_start`."),
    {0},
};
static const key_object schema_group =
    OBJECT("group", "a", "{\"name\": \"sheep\", \"min_width\": 2}", group_rows, scene_agents,
           initial_entry, .short_form = true);

static bool has_position(const void *object)
{
    return scene_agents_have_place(object);
}

// Entries with a spawn rate always have a count, even if it is 1.
static bool has_count(const void *object)
{
    const wend_spawner_def *def = &((const scene_agents *)object)->def;
    return def->count != 1 || def->rate > 0;
}

static void derive_max_speed(const key_row *row, void *object)
{
    wend_spawner_def *def = &((scene_agents *)object)->def;
    (void)row;
    def->agent.max_speed =
        fmax(wend_default_agent_def().max_speed,
             scene_spread_max(def->agent.preferred_speed, &def->preferred_speed));
}

static const key_row entry_rows[] = {
    ROW("on", 0, NAME, AT(scene_agents, on_lanes), .names = ground_name,
        .limits = "`lanes` not with `at`",
        .about =
            "`lanes`: with the planner `lanes` agents spawn at the starts of the lanes, on each "
            "as soon as the previous agent is a headway ahead and the start is free. With another "
            "planner they spawn `in` an area, which is required then."),
    ROW("in", 0, STRING, AT(scene_agents, in), .min = 1, .max = SCENE_MAX_NAME, .excludes = "at",
        .limits = "name of an area",
        .about = "Agents start at random positions in it, without overlap."),
    ROW("at", 0, POINT, AT(scene_agents, def.agent.position), .given = has_position,
        .otherwise = "", .about = "One agent starts here."),
    ROW("count", 0, WHOLE, AT(scene_agents, def.count), .min = 1, .max = SCENE_MAX_AGENTS,
        .given = has_count, .limits = "1 with `at`, unless there is a `rate`",
        .about = "Number of agents."),
    ROW("rate", 0, NUMBER, AT(scene_agents, def.rate), .max = SCENE_MAX_RATE, .flags = ROW_ABOVE,
        .unit = "1/s", .needs = "count", .otherwise = "all at once",
        .about = "Spawn rate, in agents per second."),
    ROW("spawn_start", "start", NUMBER, AT(scene_agents, def.start), TIME,
        .about = "When the first agent spawns."),
    ROW("spawn_end", "stop", NUMBER, AT(scene_agents, def.end), TIME, .otherwise = "never",
        .limits = "later than `spawn_start`", .about = "No agent spawns after this time."),
    ROW("waypoints", "stops", LIST, .items = &schema_waypoint,
        BOTH(scene_agents, waypoints, waypoint_count), .max = UINT32_MAX, .needs = "goal",
        .about = "Goals that they visit before the last one, in this order."),
    ROW("goal", 0, GOAL, AT(scene_agents, goal), .about = "Where they go."),
    CHOICE(scene_agents),
    ROW("on_arrival", "end", NAME, AT(scene_agents, route.on_arrival), .names = arrival_name,
        .needs = "goal", .limits = "`repeat` needs `waypoints`",
        .about =
            "At the goal they leave the world, stay there, or go to the first waypoint again."),
    ROW("repeats", 0, WHOLE, AT(scene_agents, route.repeats), .min = 0, .max = SCENE_MAX_REPEATS,
        .needs = "on_arrival", .limits = "with `repeat`",
        .about = "They leave after this number of rounds; 0: never."),
    ROW("pursue", 0, OBJECT, .items = &schema_pursuit, AT(scene_agents, pursuit),
        .excludes = "goal", .about = "What agents without a goal do."),
    ROW("radius", 0, SPREAD, BOTH(scene_agents, def.agent.radius, def.radius), RADIUS,
        .about = "Radius of an agent."),
    ROW("preferred_speed", "speed", SPREAD,
        BOTH(scene_agents, def.agent.preferred_speed, def.preferred_speed), .min = 0,
        .max = SCENE_MAX_SPEED, .unit = "m/s", .about = "Preferred speed."),
    ROW("max_speed", 0, NUMBER, AT(scene_agents, def.agent.max_speed), .min = 0,
        .max = SCENE_MAX_SPEED, .unit = "m/s", .derive = derive_max_speed,
        .otherwise = "2, or the greatest `preferred_speed` if that is more",
        .limits = "at least the greatest `preferred_speed`", .about = "Greatest speed."),
    ROW("premovement_time", "reaction", SPREAD,
        BOTH(scene_agents, def.agent.premovement_time, def.premovement_time), TIME,
        .about = "Pre-movement time: delay before they start to walk."),
    ROW("time_horizon", "horizon", NUMBER, AT(scene_agents, def.agent.time_horizon),
        .max = SCENE_MAX_HORIZON, .flags = ROW_ABOVE, .unit = "s",
        .about = "Time horizon of collision avoidance."),
    ROW("avoidance_share", "share", NUMBER, AT(scene_agents, def.agent.avoidance_share), .min = 0,
        .max = 1,
        .about =
            "Share of avoidance: of two agents, each avoids in proportion to its share. 0: the "
            "agent does not avoid others."),
    ROW("group", 0, OBJECT, .items = &schema_group,
        .about = "Agents of one group belong together; for the planner `group` also the shape that "
                 "holds it (see [coherent groups](#coherent-groups))."),
    ROLE(scene_agents, role, "Kind of agent, for example `guard`."),
    ROW("planner", "guide", NAME, AT(scene_agents, def.agent.planner), .names = scene_planner_name,
        .otherwise = "the scene's", .about = "For these agents only."),
    ROW("motion", 0, NAME, AT(scene_agents, def.agent.motion), .names = scene_motion_name,
        .otherwise = "the scene's", .about = "For these agents only."),
    {0},
};
static const key_object schema_entry =
    OBJECT("agents entry", "an", "{\"in\": \"hall\", \"goal\": \"exit\"}", entry_rows, scene_agents,
           initial_entry, .check = check_entry);

// ---- the scene ----------------------------------------------------------------------------------

INITIAL(initial_barriers, wend_barriers_def, wend_default_barriers_def())

// An object for barriers enables them.
static void derive_enabled(const key_row *row, void *object)
{
    (void)row;
    ((wend_barriers_def *)object)->enabled = true;
}

static void derive_max_weight(const key_row *row, void *object)
{
    wend_barriers_def *barriers = object;
    (void)row;
    barriers->max_weight = fmax(wend_default_barriers_def().max_weight, barriers->weight);
}

static const key_row barriers_rows[] = {
    ROW("enabled", 0, BOOLEAN, AT(wend_barriers_def, enabled), .derive = derive_enabled,
        .otherwise = "true", .about = "Whether barriers are placed."),
    ROW("weight", 0, NUMBER, AT(wend_barriers_def, weight), .min = 1, .max = SCENE_MAX_WEIGHT,
        .about = "Crossing costs at least `weight` - 1 times the length of the queue."),
    ROW("max_weight", "most_weight", NUMBER, AT(wend_barriers_def, max_weight), .min = 1,
        .max = SCENE_MAX_WEIGHT, .derive = derive_max_weight,
        .otherwise = "4, or `weight` if that is more", .limits = "at least `weight`",
        .about = "The weight grows up to this: it is the time in which the queue crosses, over the "
                 "time to "
                 "walk its length."),
    ROW("interval", 0, NUMBER, AT(wend_barriers_def, interval), .min = SCENE_MIN_INTERVAL,
        .max = SCENE_MAX_INTERVAL, .unit = "s",
        .about = "Time between two updates of the barriers."),
    ROW("threshold", 0, NUMBER, AT(wend_barriers_def, threshold), .min = 0,
        .max = SCENE_MAX_INTERVAL, .unit = "s",
        .about =
            "An agent that was slowed for this long, walking time subtracted, counts as stopped."),
    ROW("slowed", 0, NUMBER, AT(wend_barriers_def, slowed), .min = 0, .max = 1,
        .about = "An agent is slowed while it approaches its goal by less than this share of its "
                 "speed."),
    {0},
};
static const key_object schema_barriers =
    OBJECT("barriers", "", "{\"weight\": 1.5}", barriers_rows, wend_barriers_def, initial_barriers,
           .check = check_barriers, .short_form = true);

static bool never(const void *object)
{
    (void)object;
    return false;
}

static const key_row scene_rows[] = {
    ROW("wend", 0, WHOLE, .flags = ROW_REQUIRED, AT(scene, format), .min = 1, .max = SCENE_FORMAT,
        .given = never, .about = "Version of the format; this is 2."),
    ROW("name", 0, STRING, AT(scene, name), .min = 1, .max = SCENE_MAX_NAME,
        .part = SCENE_PART_TITLE, .about = "A short name."),
    ROW("about", 0, STRING, AT(scene, about), .min = 1, .max = SCENE_MAX_ABOUT,
        .part = SCENE_PART_TITLE, .about = "A description."),
    ROW("origin", 0, POINT, AT(scene, origin), .otherwise = "[0, 0]",
        .about = "Offset of the coordinates: add it to get those of the source (see [large "
                 "coordinates](#large-coordinates))."),
    ROW("bounds", 0, RING, BOTH(scene, bounds, bounds_count), .otherwise = "unlimited plane",
        .about = "The outer wall; agents stay inside."),
    ROW("obstacles", 0, LIST, .items = &schema_obstacle, BOTH(scene, obstacles, obstacle_count),
        .max = UINT32_MAX, .about = "Walls and solid obstacles."),
    ROW("doors", 0, LIST, .items = &schema_door, BOTH(scene, doors, door_count), .max = UINT32_MAX,
        .part = SCENE_PART_DOORS, .about = "Obstacles that open and shut."),
    ROW("moving_obstacles", "movers", LIST, .items = &schema_mover,
        BOTH(scene, movers, mover_count), .max = UINT32_MAX, .part = SCENE_PART_DOORS,
        .about = "Obstacles that move."),
    ROW("areas", 0, MAP, .items = &schema_area, BOTH(scene, areas, area_count), .max = UINT32_MAX,
        .part = SCENE_PART_AREAS, .about = "Regions where agents start, and goals."),
    ROW("goals", 0, MAP, .items = &schema_goal_place, BOTH(scene, goals, goal_count),
        .max = SCENE_MAX_GOALS, .part = SCENE_PART_DOORS,
        .about = "Points and segments that agents go to, which may move."),
    ROW("zones", 0, LIST, .items = &schema_zone, BOTH(scene, zones, zone_count), .max = UINT32_MAX,
        .part = SCENE_PART_DOORS, .about = "Areas where all agents are slower, or faster."),
    ROW("speed_boosts", "weights", LIST, .items = &schema_boost, BOTH(scene, boosts, boost_count),
        .max = SCENE_MAX_WEIGHTS, .part = SCENE_PART_DOORS,
        .about = "Corners that make agents faster, for the planner `map`."),
    ROW("resources", "fields", MAP, .items = &schema_resource,
        BOTH(scene, resources, resource_count), .max = SCENE_MAX_RESOURCES,
        .part = SCENE_PART_DOORS, .about = "Resources that agents can gather."),
    ROW("flow", 0, OBJECT, .items = &schema_flow, AT(scene, flow), .part = SCENE_PART_DOORS,
        .about = "Where a stream of agents enters and leaves the floor, and the lanes for it."),
    ROW("agents", 0, LIST, .items = &schema_entry, BOTH(scene, agents, agents_count),
        .max = UINT32_MAX, .part = SCENE_PART_AGENTS, .limits = "10,000,000 agents in total",
        .about = "Agents and spawners."),
    ROW("planner", "guide", NAME, AT(scene, planner), .names = scene_planner_name,
        .part = SCENE_PART_RUN, .about = "How agents find their path."),
    ROW("motion", 0, NAME, AT(scene, motion), .names = scene_motion_name, .part = SCENE_PART_RUN,
        .about = "Motion model: how agents avoid each other."),
    ROW("pedestrian", 0, OBJECT, .items = &schema_pedestrian, AT(scene, world.pedestrian),
        .part = SCENE_PART_RUN, .otherwise = "as calibrated",
        .about = "Parameters of the motion model `pedestrian` (see [pedestrian](#pedestrian) and "
                 "[its documentation](pedestrian.md))."),
    ROW("social_force", 0, OBJECT, .items = &schema_social_force, AT(scene, world.social_force),
        .part = SCENE_PART_RUN, .otherwise = "the defaults",
        .about = "Parameters of the motion `social_force` (see [social_force](#social_force))."),
    ROW("boids", 0, OBJECT, .items = &schema_boids, AT(scene, world.boids), .part = SCENE_PART_RUN,
        .otherwise = "the defaults",
        .about = "Parameters of the motion `boids` (see "
                 "[boids](#boids))."),
    ROW("steer", 0, OBJECT, .items = &schema_steer, AT(scene, world.steer), .part = SCENE_PART_RUN,
        .otherwise = "the defaults",
        .about = "Parameters of the motion `steer` (see "
                 "[steer](#steer))."),
    ROW("arc", 0, OBJECT, .items = &schema_arc, AT(scene, world.arc), .part = SCENE_PART_RUN,
        .otherwise = "the defaults",
        .about = "Parameters of steering to portals (see [arc](#arc))."),
    ROW("bias", 0, NAME, AT(scene, world.bias), .names = scene_bias_name, .part = SCENE_PART_RUN,
        .about = "Preferred crossing point of portals (see below)."),
    ROW("portals_ahead", "ahead", WHOLE, AT(scene, world.portals_ahead), .min = 1,
        .max = SCENE_MAX_AHEAD, .part = SCENE_PART_RUN,
        .about = "For the bias `ahead`: number of portals to look ahead."),
    ROW("portals", "points", BOOLEAN, .flags = ROW_NEGATED, AT(scene, world.arc.points),
        .part = SCENE_PART_RUN,
        .about = "Agents steer to portals; false: to points, for comparison."),
    ROW("search_budget", "iterations", WHOLE, AT(scene, world.search_budget), .min = 0,
        .max = SCENE_MAX_ITERATIONS, .part = SCENE_PART_RUN,
        .about = "Maximum iterations of one path search; then the best path so far is used. 0: no "
                 "limit."),
    ROW("clearance_weight", "weight", NUMBER, AT(scene, world.clearance_weight), .min = 0, .max = 1,
        .part = SCENE_PART_RUN,
        .about = "For the planner `voronoi`: 0 for the shortest path, 1 for the safest."),
    ROW("gates", 0, BOOLEAN, AT(scene, world.gates), .part = SCENE_PART_RUN,
        .about =
            "Narrow passages where opposing agents are stuck get a right of way that alternates "
            "(see [run](run.md#gates))."),
    ROW("priority_after", 0, NUMBER, AT(scene, world.priority_after), TIME, .flags = ROW_ABOVE,
        .part = SCENE_PART_RUN,
        .about = "An agent without progress for this time, near which nobody makes progress, walks "
                 "along its shortest path, and others make way (see [run](run.md#priority))."),
    ROW("barriers", 0, OBJECT, .items = &schema_barriers, AT(scene, world.barriers),
        .part = SCENE_PART_RUN, .otherwise = "false",
        .about = "For the planner `map`: agents avoid jams (see [barriers](#barriers))."),
    ROW("duration", "seconds", NUMBER, AT(scene, duration), TIME, .flags = ROW_ABOVE,
        .part = SCENE_PART_RUN, .about = "Duration of a run."),
    ROW("until", 0, NAME, AT(scene, until), .names = until_name, .part = SCENE_PART_RUN,
        .about = "A run ends after `duration`; with `empty` as soon as all agents have arrived and "
                 "none is left to spawn."),
    ROW("step", 0, NUMBER, AT(scene, world.step), .min = SCENE_MIN_STEP, .max = SCENE_MAX_STEP,
        .unit = "s", .part = SCENE_PART_RUN, .about = "Time step."),
    ROW("seed", 0, LONG, AT(scene, world.seed), .min = 0, .max = (double)INT64_MAX,
        .part = SCENE_PART_RUN, .about = "Random seed."),
    {0},
};
const key_object schema_scene =
    OBJECT("scene", "a", "{\"wend\": 2, ...}", scene_rows, scene, scene_initial, 0);

const key_object *const schema_objects[] = {
    &schema_scene,        &schema_obstacle, &schema_door,     &schema_mover,      &schema_area,
    &schema_goal_place,   &schema_frame,    &schema_zone,     &schema_boost,      &schema_resource,
    &schema_patch,        &schema_flow,     &schema_entry,    &schema_waypoint,   &schema_pursuit,
    &schema_spread,       &schema_group,    &schema_barriers, &schema_pedestrian, &schema_potential,
    &schema_social_force, &schema_boids,    &schema_steer,    &schema_arc,        NULL,
};

// ---- queries ------------------------------------------------------------------------------------

const key_row *schema_row(const key_object *o, const char *key)
{
    const key_row *found = o->rows;
    while (found->key && strcmp(found->key, key) != 0)
        ++found;
    return found->key ? found : NULL;
}

const char *schema_key(const key_object *o, const char *key, uint32_t format)
{
    const key_row *found = schema_row(o, key);
    return format == 1 && found && found->old ? found->old : key;
}

const char *scene_key(const scene *s, const char *key)
{
    for (size_t i = 0; schema_objects[i]; ++i)
        if (schema_row(schema_objects[i], key))
            return schema_key(schema_objects[i], key, s->format);
    return key;
}

uint32_t schema_count(const key_row *row, const void *value)
{
    return *(const uint32_t *)((const char *)value + row->more);
}

static bool same_spread(const wend_spread *a, const wend_spread *b)
{
    return a->std == b->std && a->min == b->min && a->max == b->max &&
           a->distribution == b->distribution;
}

static bool same_object(const key_row *rows, const void *a, const void *b)
{
    for (; rows->key; ++rows)
        if (!schema_same(rows, a, b))
            return false;
    return true;
}

bool schema_same(const key_row *row, const void *one, const void *other)
{
    const void *a = (const char *)one + row->at, *b = (const char *)other + row->at;
    switch (row->type) {
    case VALUE_NUMBER:
        return *(const double *)a == *(const double *)b;
    case VALUE_WHOLE:
    case VALUE_NAME:
        return memcmp(a, b, sizeof(uint32_t)) == 0;
    case VALUE_LONG:
        return *(const uint64_t *)a == *(const uint64_t *)b;
    case VALUE_BOOLEAN:
        return *(const bool *)a == *(const bool *)b;
    case VALUE_STRING:
        return *(const char *const *)a == *(const char *const *)b;
    case VALUE_SPREAD:
        return *(const double *)a == *(const double *)b &&
               same_spread((const wend_spread *)(const void *)((const char *)one + row->more),
                           (const wend_spread *)(const void *)((const char *)other + row->more));
    case VALUE_POINT:
        return wend_equal(*(const wend_vec2 *)a, *(const wend_vec2 *)b);
    case VALUE_NUMBERS:
    case VALUE_POINTS:
    case VALUE_RING:
    case VALUE_LIST:
    case VALUE_MAP:
        return schema_count(row, one) == schema_count(row, other);
    case VALUE_LINES:
        return ((const scene_flow *)one)->def.opening_count ==
               ((const scene_flow *)other)->def.opening_count;
    case VALUE_GOAL:
        return ((const scene_goal *)a)->kind == ((const scene_goal *)b)->kind;
    case VALUE_POLYGON:
    case VALUE_SEGMENT:
    case VALUE_POST:
        return ((const scene_shape *)a)->ring_count == ((const scene_shape *)b)->ring_count;
    case VALUE_HOLES:
        return ((const scene_shape *)a)->ring_count < 2;
    case VALUE_FRAME_POINT:
    case VALUE_FRAME_SEGMENT:
        return false;
    case VALUE_OBJECT:
        return same_object(row->items->rows, a, b);
    }
    return false;
}

bool schema_is_default(const key_object *o, const key_row *row, const void *value,
                       const void *initial)
{
    if (row->given)
        return !row->given(value);
    if (row->flags & ROW_ONE_OF && o->tagged)
        return *(const unsigned *)((const char *)value + o->tag_at) != row->tag;
    if (!row->derive)
        return schema_same(row, value, initial);
    any_object derived;
    memcpy(&derived, value, o->size);
    row->derive(row, &derived);
    return schema_same(row, value, &derived);
}

// The names of an enum, as "a", "b" or "c".
static size_t join_names(scene_name_fn *names, bool old, char *out, size_t size)
{
    size_t used = 0;
    for (unsigned i = 0; names(i, old) && used < size; ++i)
        used += (size_t)snprintf(out + used, size - used, "%s\"%s\"",
                                 i == 0                ? ""
                                 : names(i + 1, false) ? ", "
                                                       : " or ",
                                 names(i, old));
    return used;
}

static void number_words(const key_row *row, const char *kind, char out[SCHEMA_WORDS_SIZE])
{
    bool above = row->flags & ROW_ABOVE, below = row->flags & ROW_BELOW;
    if (above)
        snprintf(out, SCHEMA_WORDS_SIZE, "a %s above %.10g and up to %.10g", kind, row->min,
                 row->max);
    else
        snprintf(out, SCHEMA_WORDS_SIZE, "a %s from %.10g to %s%.10g", kind, row->min,
                 below ? "below " : "", row->max);
}

const char *schema_expected(const key_row *row, bool old, char out[SCHEMA_WORDS_SIZE])
{
    static const char *const words[] = {
        [VALUE_BOOLEAN] = "true or false",
        [VALUE_STRING] = "a string",
        [VALUE_NUMBERS] = "a list of times in seconds",
        [VALUE_POINT] = "a point [x, y]",
        [VALUE_POINTS] = "a list of points [[x, y], [x, y], ...]",
        [VALUE_RING] = "a ring of points [[x, y], [x, y], ...]",
        [VALUE_LINES] = "a list of lines, each of two points or more, like [[[x, y], [x, y]]]",
        [VALUE_GOAL] = "an area's name, a list of names, a point [x, y] or a segment [[x, y], [x, "
                       "y]]",
        [VALUE_POLYGON] = "a ring of points [[x, y], [x, y], ...]",
        [VALUE_HOLES] = "a list of rings [[[x, y], ...], ...]",
        [VALUE_SEGMENT] = "a segment [[x, y], [x, y]]",
        [VALUE_POST] = "a point [x, y]",
        [VALUE_FRAME_POINT] = "a point [x, y]",
        [VALUE_FRAME_SEGMENT] = "a segment [[x, y], [x, y]]",
        [VALUE_MAP] = NULL,
    };
    const key_object *items = row->items;
    switch (row->type) {
    case VALUE_NUMBER:
        number_words(row, "number", out);
        break;
    case VALUE_WHOLE:
        number_words(row, "whole number", out);
        break;
    case VALUE_LONG:
        snprintf(out, SCHEMA_WORDS_SIZE, "a whole number from 0 to %lld", (long long)INT64_MAX);
        break;
    case VALUE_NAME:
        join_names(row->names, old, out, SCHEMA_WORDS_SIZE);
        break;
    case VALUE_SPREAD:
        number_words(row, "number", out);
        snprintf(out + strlen(out), SCHEMA_WORDS_SIZE - strlen(out), " or an object like %s",
                 schema_spread.example);
        break;
    case VALUE_OBJECT: {
        char first[SCHEMA_WORDS_SIZE] = "";
        if (items->short_form)
            schema_expected(&items->rows[0], old, first);
        snprintf(out, SCHEMA_WORDS_SIZE, "%.150s%san object like %s", first,
                 items->short_form ? " or " : "", items->example);
        break;
    }
    case VALUE_LIST:
        snprintf(out, SCHEMA_WORDS_SIZE, "a list of objects like %s", items->example);
        break;
    case VALUE_MAP:
        snprintf(out, SCHEMA_WORDS_SIZE, "an object of names, like {\"a name\": %s}",
                 items->example);
        break;
    default:
        snprintf(out, SCHEMA_WORDS_SIZE, "%s", words[row->type]);
    }
    return out;
}
