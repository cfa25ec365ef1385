// SPDX-License-Identifier: MIT
// A scene in memory: the contents of a scene file, with unresolved names. docs/scene.md is the
// published form of these structs.
//
// Everything a scene points to is in its pool and is freed with it; readers build a scene with
// pool_* and scene_add_* and never free a part of it.
#ifndef WEND_SCENE_SCENE_H
#define WEND_SCENE_SCENE_H

#include "base/pool.h"
#include "base/problem.h"
#include "base/text.h"
#include "scene/geographic.h"
#include "wend/crossing.h"
#include "wend/floor.h"
#include "wend/world.h"

/// The rings of an area: one for points, segments and simple polygons, more with holes.
typedef struct scene_shape {
    wend_vec2 *points;   ///< the rings one after the other
    uint32_t *ring_ends; ///< where each ring ends in points
    uint32_t ring_count;
    uint32_t point_count;
} scene_shape;

typedef enum scene_obstacle_kind {
    SCENE_POLYGON,
    SCENE_SEGMENT,
    SCENE_POINT,
    SCENE_CIRCLE,
} scene_obstacle_kind;

typedef struct scene_obstacle {
    scene_obstacle_kind kind;
    scene_shape shape; ///< a circle's is the polygon that stands for it
    wend_vec2 centre;  ///< of a circle
    double radius;     ///< of a circle [Units: m]
    const char *name;  ///< NULL: none
    const char *role;  ///< NULL: none; for example "building"
} scene_obstacle;

typedef struct scene_area {
    const char *name;
    const char *role; ///< NULL: none
    scene_shape shape;
} scene_area;

typedef enum scene_goal_kind {
    SCENE_GOAL_NONE,
    SCENE_GOAL_AREA,    ///< area is its name, or that of one of the scene's goals
    SCENE_GOAL_POINT,   ///< segment.a
    SCENE_GOAL_SEGMENT, ///< segment
    SCENE_GOAL_AREAS,   ///< one of areas, by choice
} scene_goal_kind;

typedef struct scene_goal {
    scene_goal_kind kind;
    const char *area;
    const char **areas; ///< [area_count]
    uint32_t area_count;
    wend_choice choice;
    wend_segment segment;
} scene_goal;

/// A waypoint: a goal, and the time that agents stay there.
typedef struct scene_waypoint {
    scene_goal goal;
    double wait, wait_spread; ///< as in wend_waypoint [Units: s]
} scene_waypoint;

/// Pursuit of agents without a goal.
typedef struct scene_pursuit {
    const char *what; ///< name of an area, a resource or a role, by def.kind; NULL: no pursuit
    wend_pursuit_def def;
} scene_pursuit;

/// The shape of a coherent group, for agents whose planner is group.
typedef struct scene_group {
    double area;      ///< of the shape; 0: from the density [Units: m^2]
    double density;   ///< share of the shape that the members cover
    double min_width; ///< 0: from the members' radii [Units: m]
    wend_group_sampler sampler;
    wend_group_local local_planner;
    wend_group_metric metric;
    uint32_t neighbours;
    uint32_t max_samples;
    wend_group_potential_def potential; ///< without speeds
    // Several groups, one after the other.
    uint32_t count;  ///< number of groups
    double interval; ///< between two of them; 0: as soon as there is space [Units: s]
    double *times;   ///< [time_count] of each, after def.start; instead of count and interval
    uint32_t time_count;
} scene_group;

/// The planner or motion model of an entry that has the scene's.
#define SCENE_INHERITED 255

/// An entry of "agents": agents in an area, or one at a point.
typedef struct scene_agents {
    const char *in;    ///< the area's name; NULL: at def.agent.position, or only on lanes
    unsigned on_lanes; ///< 1: with planner lanes, agents spawn at the starts of the lanes instead
    /// Without references into a world: area, goal, route, pursuit, lanes, group and role.
    wend_spawner_def def;
    scene_goal goal;
    scene_waypoint *waypoints; ///< [waypoint_count] visited before the goal
    uint32_t waypoint_count;
    wend_route_def route;  ///< without its waypoints
    scene_pursuit pursuit; ///< instead of a goal
    const char *group;     ///< its name; NULL: none
    scene_group shape;     ///< of the group, if it is a coherent one
    const char *role;      ///< NULL: none
} scene_agents;

/// A wall that opens and shuts.
typedef struct scene_door {
    scene_obstacle body; ///< SCENE_POLYGON or SCENE_SEGMENT; no role
    wend_door_def def;   ///< without its shape
} scene_door;

/// An obstacle that moves along a line of points without turning.
typedef struct scene_mover {
    scene_obstacle body;          ///< at path[0]; not a point, no role
    wend_moving_obstacle_def def; ///< without its shape
} scene_mover;

/// An area where all agents walk slower, or faster.
typedef struct scene_zone {
    const char *area; ///< its name
    double factor;
} scene_zone;

/// Something on the ground that agents can gather.
typedef struct scene_resource {
    const char *name;
    wend_resource_def def;
} scene_resource;

/// A named goal that is not an area: a point or a segment, which may appear, grow, move and
/// disappear.
typedef struct scene_goal_place {
    const char *name;
    wend_moving_goal_def def; ///< a single frame at time 0: it never moves
} scene_goal_place;

/// A corner that makes agents faster that pass it, as a bicycle there would.
typedef struct scene_boost {
    wend_vec2 at;
    double factor;
    uint32_t count; ///< number of agents that can take it
} scene_boost;

/// Openings of a flow, and the lanes for it.
typedef struct scene_flow {
    wend_opening
        *openings;     ///< [def.opening_count] sources, then sinks; none: the scene has no flow
    wend_vec2 *points; ///< [point_count] of the openings, one after the other
    uint32_t point_count;
    wend_flow_def def;    ///< without its floor
    wend_lanes_def lanes; ///< radius 0: that of agents (scene_flow_radius)
    bool shorten;         ///< the lanes are shortened as far as possible
    bool pairs;           ///< each source leads to the sink with the same index only
    double max_headway;   ///< of the timetable of pairs [Units: m]
} scene_flow;

typedef enum scene_until {
    SCENE_UNTIL_TIME,  ///< the duration is over
    SCENE_UNTIL_EMPTY, ///< all agents have left, or the duration is over
} scene_until;

typedef struct scene {
    pool memory;
    _Atomic uint32_t sharers; ///< number of owners beyond the first; runs on several threads share
    const char *name;         ///< NULL: none
    const char *about;        ///< a description; NULL: none
    /// Notes of the reader: assumptions and omissions. Not a part of the scene. NULL: none.
    const char *note;
    /// Offset that was subtracted from the source's coordinates.
    wend_vec2 origin;
    /// Height of a source whose y points down: y there is flipped - y (before origin is
    /// subtracted). 0: y points up. Not a part of the scene.
    double flipped;
    /// Projection of a source in degrees. x_factor 0: the source was not in degrees. Not a part of
    /// the scene.
    geographic plane;

    wend_vec2 *bounds; ///< NULL: none
    uint32_t bounds_count;

    scene_obstacle *obstacles;
    uint32_t obstacle_count, obstacle_capacity;
    scene_area *areas;
    uint32_t area_count, area_capacity;
    scene_agents *agents;
    uint32_t agents_count, agents_capacity;
    scene_door *doors;
    uint32_t door_count, door_capacity;
    scene_mover *movers;
    uint32_t mover_count, mover_capacity;
    scene_zone *zones;
    uint32_t zone_count, zone_capacity;
    scene_resource *resources;
    uint32_t resource_count, resource_capacity;
    scene_goal_place *goals;
    uint32_t goal_count, goal_capacity;
    scene_boost *boosts;
    uint32_t boost_count, boost_capacity;
    scene_flow flow;

    wend_planner_kind planner; ///< of entries that inherit it
    wend_motion_kind motion;
    /// Step, seed, bias, portals_ahead, arc, search_budget, clearance_weight, gates, barriers and
    /// the parameters of motion models but ORCA; the other fields are not a part of the scene.
    wend_world_def world;
    double duration; ///< of a run [Units: s]
    scene_until until;

    uint32_t format; ///< version of the JSON format; 0: another format
    text source; ///< the JSON text it was read from, for line and column; empty for other formats
} scene;

// Defaults and limits of the fields; docs/scene.md lists them.
#define SCENE_DEFAULT_DURATION  60.0
#define SCENE_DEFAULT_RADIUS    0.2    // that the model "pedestrian" is calibrated for [Units: m]
#define SCENE_DEFAULT_SAMPLES   20000u // of a group's roadmap
#define SCENE_MAX_AGENTS        10000000u
#define SCENE_MAX_RADIUS        1000.0
#define SCENE_MAX_SPEED         1000.0
#define SCENE_MAX_SECONDS       1e7
#define SCENE_MAX_HORIZON       100.0
#define SCENE_MAX_RATE          1e6
#define SCENE_MAX_REPEATS       1000000000u
#define SCENE_MAX_FACTOR        100.0
#define SCENE_MAX_WEIGHT        100.0
#define SCENE_MAX_WEIGHTS       256u
#define SCENE_MAX_GOALS         1000u   // named goals
#define SCENE_MAX_FRAMES        100000u // of a goal
#define SCENE_MAX_TAKERS        1000000u
#define SCENE_MAX_AHEAD         8
#define SCENE_MAX_ITERATIONS    1000000u
#define SCENE_MAX_CHOICES       100 // areas in the list of a goal
#define SCENE_MIN_CELL          0.001
#define SCENE_MAX_RESOURCES     16
#define SCENE_MAX_PATCHES       100000u // in a field
#define SCENE_MAX_AMOUNT        1e12
#define SCENE_MAX_GROUPS        1000u   // coherent groups
#define SCENE_MAX_NEIGHBOURS    64u     // of a sample of a group's roadmap
#define SCENE_MAX_GROUP_AREA    1e9     // [Units: m^2]
#define SCENE_MAX_GROUP_WIDTH   10000.0 // [Units: m]
#define SCENE_MAX_GROUP_MEMBERS 100000u
#define SCENE_MAX_SAMPLES       100000000u
#define SCENE_MAX_VALUE         1e6
#define SCENE_MIN_INTERVAL      0.1 // of barriers [Units: s]
#define SCENE_MAX_INTERVAL      86400.0
#define SCENE_MIN_STEP          0.001
#define SCENE_MAX_STEP          10.0
/// Total number of corners in a scene file, including the polygons of circles.
#define SCENE_MAX_CORNERS (1u << 24)
/// Default limits of a spread: this number of standard deviations from the mean, but at least this
/// share of it.
#define SCENE_SPREAD_DEVIATIONS 3.0
#define SCENE_SPREAD_LEAST      0.1
/// The same for distributions with a long tail.
#define SCENE_SKEWED_DEVIATIONS 10.0
#define SCENE_SKEWED_LEAST      0.001
/// Limit of std / mean of distributions of positive values.
#define SCENE_MAX_VARIATION 10.0
/// Names, roles and groups; "about". [Units: bytes]
#define SCENE_MAX_NAME  200
#define SCENE_MAX_ABOUT 2000
/// Greatest distance between a circle and its polygon. [Units: m]
#define SCENE_CIRCLE_ERROR 0.01
/// The same, as a share of the radius.
#define SCENE_CIRCLE_RELATIVE_ERROR 0.01
/// WEND_MAX_COORDINATE in messages; a test compares the two.
#define SCENE_MAX_COORDINATE_WORDS "1e9"

/// An empty scene with the defaults; NULL when out of memory.
scene *scene_new(void);
/// Initialises a scene struct with the defaults.
void scene_initial(void *scene);
void scene_free(scene *s);
/// Adds an owner of the same scene; every owner calls scene_free. A shared scene must not change.
scene *scene_share(const scene *s);

/// The scene's own name [s: opt], or that of its file, without folders and extension.
void scene_title(const scene *s, const char *file, char *title, size_t size);

/// Each adds an entry and returns it, or NULL when out of memory: agents, moving obstacles,
/// resources, goals and speed boosts with their defaults, the others zeroed. The pointer is valid
/// until the next call of the same function.
scene_obstacle *scene_add_obstacle(scene *s);
scene_area *scene_add_area(scene *s);
scene_agents *scene_add_agents(scene *s);
scene_door *scene_add_door(scene *s);
scene_mover *scene_add_mover(scene *s);
scene_zone *scene_add_zone(scene *s);
scene_resource *scene_add_resource(scene *s);
scene_goal_place *scene_add_goal(scene *s);
scene_boost *scene_add_boost(scene *s);

/// The area of that name; NULL if there is none.
const scene_area *scene_area_named(const scene *s, const char *name);

/// The named goal that is not an area; NULL if there is none.
const scene_goal_place *scene_goal_named(const scene *s, const char *name);
/// Position at that time; false if the goal is absent.
bool scene_goal_at(const scene_goal_place *goal, double time, wend_segment *place);
/// True if it never moves or disappears.
bool scene_goal_rests(const scene_goal_place *goal);
/// Name of an enum's value, or its name in format 1 (old); NULL after the last value.
typedef const char *scene_name_fn(unsigned value, bool old);
scene_name_fn scene_planner_name, scene_motion_name, scene_bias_name;
/// The value of a name of either format; false if there is none. name [opt]
bool scene_name_find(scene_name_fn *names, const char *name, unsigned *value);

/// The planner and motion model of an entry.
wend_planner_kind scene_planner(const scene *s, const scene_agents *agents);
wend_motion_kind scene_motion(const scene *s, const scene_agents *agents);

/// One agent at (0, 0) without a goal, and the library's defaults.
scene_agents scene_default_agents(void);
/// A normal distribution with the default limits. limit: the greatest value of the key.
wend_spread scene_default_spread(double mean, double std, double limit);
/// Sets the default limits of a distribution other than uniform.
void scene_limit_spread(double mean, wend_spread *spread, double limit);
/// Greatest possible value: the mean, or the spread's limit.
double scene_spread_max(double mean, const wend_spread *spread);
/// True if the agents of an entry come from a spawner: they are in an area, spawn later, or have a
/// value with a spread.
bool scene_agents_spawn(const scene_agents *agents);
/// True if the agents of an entry start at a point, def.agent.position.
bool scene_agents_have_place(const scene_agents *agents);

/// Copies points as a shape of one ring into the scene's pool. False: out of memory.
bool scene_shape_ring(scene *s, const wend_vec2 *points, size_t count, scene_shape *shape);
/// Copies a shape of several rings. ring_ends as in wend_shape.
bool scene_shape_rings(scene *s, const wend_vec2 *points, const uint32_t *ring_ends,
                       size_t ring_count, scene_shape *shape);
/// Fills an obstacle with a circle and the circumscribed polygon that stands for it: outside the
/// true circle, by at most SCENE_CIRCLE_ERROR and SCENE_CIRCLE_RELATIVE_ERROR of the radius.
bool scene_circle(scene *s, scene_obstacle *obstacle, wend_vec2 centre, double radius);

/// Corners of that polygon, a function of centre and radius alone; returns their number.
enum { SCENE_CIRCLE_SIDES = 720 }; ///< maximum
size_t scene_circle_corners(wend_vec2 centre, double radius, wend_vec2 corners[SCENE_CIRCLE_SIDES]);

/// The box around bounds, obstacles, areas, resources, positions of agents and goals, openings,
/// doors and moving obstacles (at time 0, and their paths); empty for an empty scene.
wend_box scene_box(const scene *s);

/// Minimum free space around everything in a scene without bounds. [Units: m]
#define SCENE_OPEN_MARGIN 10.0

/// The frame of a mesh or diagram of a scene without bounds, around a box that may be empty. A
/// shortest path stays in the convex hull of its ends and of the discs around the corners; the
/// frame is farther from that hull than any wall, so it is never the nearest wall. more: added to
/// the margin. [Units: m]
wend_box scene_open_frame(wend_box box, double more);

/// Moves everything by -offset and adds offset to origin.
void scene_shift(scene *s, wend_vec2 offset);
/// Turns every coordinate -0 into 0, as the JSON reader does, so that a scene that is written and
/// read again runs as before, bit for bit. Called last by readers and repairs of other formats.
void scene_clear_zeros(scene *s);

/// Scenes with coordinates larger than this are shifted to a local origin on import: beyond it, a
/// double has less than a nanometre of precision left for constructions. [Units: m]
#define SCENE_LOCAL_LIMIT 1e5
/// The offset that moves a box to around (0, 0). An axis is shifted if it has coordinates beyond
/// SCENE_LOCAL_LIMIT and if no coordinate is rounded by the shift; the offset is a whole number of
/// metres.
wend_vec2 scene_local_offset(wend_box box);
/// Shifts the scene by scene_local_offset. Importers call it last; the JSON reader does not.
void scene_localise(scene *s);

#endif
