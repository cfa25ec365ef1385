// SPDX-License-Identifier: MIT
// A scene in memory: what a scene file says, with names resolved to nothing yet. docs/scene.md is
// the published form of these structs.
//
// Everything a scene points to lives in its pool and is freed with it at once; readers build a
// scene by pool_* and scene_add_* calls and never free a part of it.
#ifndef WEND_IO_SCENE_H
#define WEND_IO_SCENE_H

#include "io/geographic.h"
#include "io/problem.h"
#include "io/text.h"
#include "wend/agent.h"
#include "wend/barriers.h"
#include "wend/floor.h"
#include "wend/group_plan.h"
#include "wend/lanes.h"
#include "wend/pursuit.h"

/// Memory that is freed all at once. A zeroed pool is empty.
typedef struct pool {
    struct pool_block *blocks;
    size_t used; ///< bytes taken, all in all
} pool;

/// Zeroed memory, aligned for any type; NULL only when out of memory.
void *pool_allocate(pool *p, size_t count, size_t size);
/// A copy of the bytes with a 0 behind them.
char *pool_string(pool *p, const char *bytes, size_t size);
void pool_free(pool *p);

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
    const char *role;  ///< NULL: none; what the source file called it ("building")
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

/// How an agent chooses between several areas.
typedef enum scene_choice {
    SCENE_NEAREST,
    SCENE_QUICKEST,
    SCENE_IN_TURN,
} scene_choice;

typedef struct scene_goal {
    scene_goal_kind kind;
    const char *area;
    const char **areas; ///< [area_count]
    uint32_t area_count;
    scene_choice choice;
    wend_segment segment;
} scene_goal;

/// A place on the way, and how long agents stay there.
typedef struct scene_stop {
    scene_goal goal;
    double wait, wait_spread; ///< wait seconds, and up to wait_spread more at random
} scene_stop;

/// What agents do when they are at their goal.
typedef enum scene_end {
    SCENE_END_LEAVE,
    SCENE_END_STAY,
    SCENE_END_REPEAT, ///< the way from its first stop on
} scene_end;

/// What agents do who have no goal.
typedef enum scene_pursuit_kind {
    SCENE_PURSUE_NOTHING,
    SCENE_ROAM,   ///< in the area of that name
    SCENE_GATHER, ///< from the field of that name
    SCENE_CHASE,  ///< agents of that role
} scene_pursuit_kind;

typedef struct scene_pursuit {
    scene_pursuit_kind kind;
    const char *what;         ///< a name, as the kind says
    double wait, wait_spread; ///< roam: at each place [Units: s]
    double reach;             ///< gather, chase [Units: m]
    double rate;              ///< gather: so much a second
    double enough;            ///< gather: below this part of what there was they go elsewhere
} scene_pursuit;

/// How a value differs from agent to agent: normal around the field's value, cut off at both ends.
typedef struct scene_spread {
    double deviation; ///< 0: all have the same
    double least, most;
} scene_spread;

/// How a group is held that stays together: for those whose guide is "group".
typedef struct scene_group {
    double area;    ///< of its shape; 0: by the density [Units: m^2]
    double density; ///< the part of the shape that they cover
    double width;   ///< the least of the shape; 0: by their radii [Units: m]
    wend_group_sampler sampler;
    wend_group_local local;
    uint32_t samples; ///< the most that are tried
} scene_group;

/// One entry of "agents": some agents in an area, or one at a place.
typedef struct scene_agents {
    const char *in; ///< the area's name; NULL: at, or only on lanes
    wend_vec2 at;
    bool on_lanes; ///< with the guide "lanes" they come at the lanes' starts instead
    uint32_t count;
    scene_goal goal;
    scene_stop *stops; ///< [stop_count] visited before the goal
    uint32_t stop_count;
    scene_pursuit pursuit; ///< instead of a goal
    scene_end end;
    uint32_t repeats; ///< rounds until they leave, with SCENE_END_REPEAT; 0: for ever
    double rate;      ///< so many come each second; 0: all at once
    double start;     ///< when they come [Units: s]
    double stop;      ///< none come after this; INFINITY: no end [Units: s]
    double radius;    ///< [Units: m]
    double speed;     ///< preferred [Units: m/s]
    double reaction;  ///< before they set out [Units: s]
    scene_spread radius_spread, speed_spread, reaction_spread;
    double max_speed;   ///< [Units: m/s]
    double horizon;     ///< how far ahead others are seen [Units: s]
    double share;       ///< how much they give way: 0..1
    const char *group;  ///< its name; NULL: none
    scene_group held;   ///< how it stays together
    const char *role;   ///< NULL: none
    const char *guide;  ///< NULL: the scene's
    const char *motion; ///< NULL: the scene's
} scene_agents;

/// A wall that opens and shuts.
typedef struct scene_door {
    scene_obstacle_kind kind; ///< SCENE_POLYGON or SCENE_SEGMENT
    scene_shape shape;
    const char *name; ///< NULL: none
    bool shut;        ///< at first
    double *times;    ///< [time_count] when it changes, ascending [Units: s]
    uint32_t time_count;
    double period; ///< after so long it is as at first, and the times start again; 0: never
} scene_door;

typedef enum scene_way {
    SCENE_ONCE,
    SCENE_BACK_AND_FORTH,
    SCENE_ROUND,
} scene_way;

/// An obstacle that moves along a line of points without turning.
typedef struct scene_mover {
    scene_obstacle body; ///< where it is when it is at path[0]; no point, no role
    wend_vec2 *path;     ///< [path_count]
    uint32_t path_count;
    double speed;        ///< [Units: m/s]
    double start, pause; ///< pause: at either end [Units: s]
    scene_way way;
    bool blocking; ///< a wall to paths wherever it is
} scene_mover;

/// An area where everybody walks slower, or faster.
typedef struct scene_zone {
    const char *area; ///< its name
    double factor;
} scene_zone;

/// Something on the ground that agents can gather.
typedef struct scene_field {
    const char *name;
    double cell;         ///< side of a cell of its map [Units: m]
    wend_patch *patches; ///< [patch_count]
    uint32_t patch_count;
} scene_field;

/// A named goal that is no area: a point or a segment, which may appear, grow, move and go.
typedef struct scene_goal_place {
    const char *name;
    wend_goal_frame *frames; ///< [frame_count] one at time 0: it never moves
    uint32_t frame_count;
    double gone;   ///< INFINITY: never [Units: s]
    double period; ///< 0: none [Units: s]
} scene_goal_place;

/// A corner that makes those faster who pass it, as a bicycle that stands there.
typedef struct scene_weight {
    wend_vec2 at;
    double weight;  ///< by which factor
    uint32_t count; ///< how many can have it; then it is a corner as others are
} scene_weight;

/// Where the stream of a flow comes from and goes to, and the lanes for it.
typedef struct scene_flow {
    wend_opening *openings; ///< [opening_count] sources, then sinks; none: the scene has no flow
    uint32_t opening_count;
    wend_vec2 *points; ///< [point_count] theirs, one after the other
    uint32_t point_count;
    double radius; ///< of the lanes; 0: of agents (scene_flow_radius) [Units: m]
    double snap;   ///< see wend_flow_def [Units: m]
    wend_lane_kind lanes;
    wend_lane_side side;
    bool shorten; ///< the lanes are made as short as they get
} scene_flow;

typedef enum scene_until {
    SCENE_UNTIL_TIME,  ///< the seconds are over
    SCENE_UNTIL_EMPTY, ///< all have left, or the seconds are over
} scene_until;

typedef struct scene {
    pool memory;
    const char *name;  ///< NULL: none
    const char *about; ///< a sentence for people; NULL: none
    /// What the reader had to assume or leave out, for the user to know; not a part of the scene.
    /// NULL: nothing.
    const char *note;
    /// What was subtracted from the source's coordinates to give these: add it to get them back.
    wend_vec2 origin;
    /// The source is a map of this height whose y points down: y is flipped - y there (before
    /// origin is subtracted). 0: y points up there, too. Not a part of the scene.
    double flipped;
    /// The source's coordinates are degrees, which this plane has made metres. x_factor 0: they are
    /// not. Not a part of the scene.
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
    scene_field *fields;
    uint32_t field_count, field_capacity;
    scene_goal_place *goals;
    uint32_t goal_count, goal_capacity;
    scene_weight *weights;
    uint32_t weight_count, weight_capacity;
    scene_flow flow;

    const char *guide, *motion; ///< NULL: the default
    const char *bias;           ///< where on a way portal agents head; NULL: the default
    uint32_t ahead;             ///< for the bias "ahead": so many portals
    bool points;                ///< way points instead of way portals
    uint32_t iterations;        ///< most that one search for a path may make; 0: no limit
    double weight;              ///< for the guide "voronoi": 0 the shortest way, 1 the safest
    wend_barriers_def barriers; ///< for the guide "map"
    double seconds;             ///< how long a run lasts [Units: s]
    scene_until until;
    double step; ///< [Units: s]
    uint64_t seed;

    text source; ///< the JSON text it was read from, for line and column; empty for other formats
} scene;

// Defaults and limits of the fields; docs/scene.md prints them.
#define SCENE_DEFAULT_RADIUS      0.25
#define SCENE_DEFAULT_SPEED       1.3
#define SCENE_DEFAULT_MAX_SPEED   2.0
#define SCENE_DEFAULT_HORIZON     2.0
#define SCENE_DEFAULT_SHARE       0.5
#define SCENE_DEFAULT_SECONDS     60.0
#define SCENE_DEFAULT_STEP        0.1
#define SCENE_DEFAULT_GUIDE       "mesh"
#define SCENE_DEFAULT_MOTION      "orca"
#define SCENE_DEFAULT_BIAS        "ahead"
#define SCENE_DEFAULT_AHEAD       2
#define SCENE_DEFAULT_MOVER_SPEED 1.0
#define SCENE_DEFAULT_CELL        0.5
#define SCENE_DEFAULT_WORTH       1.0
#define SCENE_DEFAULT_REACH       1.0 // of those who gather
#define SCENE_DEFAULT_CATCH       0.3 // of those who chase
#define SCENE_DEFAULT_PICKED      1.0 // a second
#define SCENE_DEFAULT_ENOUGH      0.25
#define SCENE_DEFAULT_SNAP        0.01   // of openings to walls
#define SCENE_DEFAULT_SAMPLES     20000u // of a group's roadmap
#define SCENE_MAX_AGENTS          10000000u
#define SCENE_MAX_RADIUS          1000.0
#define SCENE_MAX_SPEED           1000.0
#define SCENE_MAX_SECONDS         1e7
#define SCENE_MAX_HORIZON         100.0
#define SCENE_MAX_RATE            1e6
#define SCENE_MAX_REPEATS         1000000000u
#define SCENE_MAX_FACTOR          100.0
#define SCENE_MAX_WEIGHT          100.0
#define SCENE_MAX_WEIGHTS         256u
#define SCENE_MAX_GOALS           1000u   // that are no areas
#define SCENE_MAX_FRAMES          100000u // of a goal
#define SCENE_MAX_TAKERS          1000000u
#define SCENE_MAX_AHEAD           8
#define SCENE_MAX_ITERATIONS      1000000u
#define SCENE_MAX_CHOICES         100 // areas in the list of a goal
#define SCENE_MIN_CELL            0.001
#define SCENE_MAX_FIELDS          16
#define SCENE_MAX_PATCHES         100000u // in a field
#define SCENE_MAX_AMOUNT          1e12
#define SCENE_MAX_GROUPS          1000u   // that stay together
#define SCENE_MAX_GROUP_AREA      1e9     // [Units: m^2]
#define SCENE_MAX_GROUP_WIDTH     10000.0 // [Units: m]
#define SCENE_MAX_GROUP_MEMBERS   100000u
#define SCENE_MAX_SAMPLES         100000000u
#define SCENE_MAX_WORTH           1e6
#define SCENE_MIN_INTERVAL        0.1 // of barriers [Units: s]
#define SCENE_MAX_INTERVAL        86400.0
#define SCENE_MIN_STEP            0.001
#define SCENE_MAX_STEP            10.0
/// Corners of everything in a scene file together, those of circles' polygons included.
#define SCENE_MAX_CORNERS (1u << 24)
/// A value with a spread is cut off this many deviations from its mean if the scene does not say
/// where, and not below this part of it.
#define SCENE_SPREAD_DEVIATIONS 3.0
#define SCENE_SPREAD_LEAST      0.1
/// Names, roles and groups; "about". [Units: bytes]
#define SCENE_MAX_NAME  200
#define SCENE_MAX_ABOUT 2000
/// How far the polygon that stands for a circle may reach beyond it. [Units: m]
#define SCENE_CIRCLE_ERROR 0.01
/// And by which part of the radius at most.
#define SCENE_CIRCLE_RELATIVE_ERROR 0.01
/// WEND_MAX_COORDINATE as messages say it; a test holds the two together.
#define SCENE_MAX_COORDINATE_WORDS "1e9"

/// An empty scene with the defaults; NULL when out of memory.
scene *scene_new(void);
void scene_free(scene *s);

/// Each adds an entry and returns it, or NULL when out of memory: agents, movers, fields, goals and
/// weights with their defaults, the others zeroed. The pointer is valid until the next call of the
/// same kind.
scene_obstacle *scene_add_obstacle(scene *s);
scene_area *scene_add_area(scene *s);
scene_agents *scene_add_agents(scene *s);
scene_door *scene_add_door(scene *s);
scene_mover *scene_add_mover(scene *s);
scene_zone *scene_add_zone(scene *s);
scene_field *scene_add_field(scene *s);
scene_goal_place *scene_add_goal(scene *s);
scene_weight *scene_add_weight(scene *s);

/// The area of that name; NULL: there is none.
const scene_area *scene_area_named(const scene *s, const char *name);

/// The goal of that name that is no area; NULL: there is none.
const scene_goal_place *scene_goal_named(const scene *s, const char *name);
/// Where it is at that time; false: it is not there.
bool scene_goal_at(const scene_goal_place *goal, double time, wend_segment *place);
/// True if it has one place for ever.
bool scene_goal_rests(const scene_goal_place *goal);
/// What the library makes such a goal of.
wend_moving_goal_def scene_goal_def(const scene_goal_place *goal);

/// What the library makes a field of.
wend_field_def scene_field_def(const scene_field *field);

/// A pursuit of that kind with the defaults of everything else.
scene_pursuit scene_default_pursuit(scene_pursuit_kind kind);
/// How a group is held about which a scene says nothing.
scene_group scene_default_group(void);
/// One agent, at (0, 0), with no goal, and the defaults of everything else.
scene_agents scene_default_agents(void);
/// Where a value with that mean and deviation is cut off if nothing else is said. limit is the most
/// that the field may be.
scene_spread scene_default_spread(double mean, double deviation, double limit);
/// The most that the value of an agent may be: the mean, or what the spread says.
double scene_spread_most(double mean, const scene_spread *spread);
/// True if the agents of an entry come from a spawner: they are in an area, come later, or have a
/// value with a spread.
bool scene_agents_spawn(const scene_agents *agents);
/// True if it is one agent, or some, at a place of their own: "at" counts.
bool scene_agents_have_place(const scene_agents *agents);

/// Copies points as a shape of one ring into the scene's pool. False: out of memory.
bool scene_shape_ring(scene *s, const wend_vec2 *points, size_t count, scene_shape *shape);
/// Copies a shape of several rings. ring_ends as in wend_shape.
bool scene_shape_rings(scene *s, const wend_vec2 *points, const uint32_t *ring_ends,
                       size_t ring_count, scene_shape *shape);
/// Fills an obstacle with a circle and the circumscribed polygon that stands for it: outside the
/// true circle, by at most SCENE_CIRCLE_ERROR and SCENE_CIRCLE_RELATIVE_ERROR of the radius.
bool scene_circle(scene *s, scene_obstacle *obstacle, wend_vec2 centre, double radius);

/// The corners of that polygon, which are always the same for a centre and a radius; how many.
enum { SCENE_CIRCLE_SIDES = 720 }; ///< at most
size_t scene_circle_corners(wend_vec2 centre, double radius, wend_vec2 corners[SCENE_CIRCLE_SIDES]);

/// The box around bounds, obstacles, areas, fields, agents' places and goals, openings, doors and
/// movers
/// (where they are at first, and their paths); empty for an empty scene.
wend_box scene_box(const scene *s);

/// Moves everything by -offset and adds offset to origin.
void scene_shift(scene *s, wend_vec2 offset);
/// Makes 0 of every -0 among the coordinates, as a scene has them that was read from JSON: so one
/// that is written and read again runs as before, bit for bit. Whoever loads or repairs scenes of
/// other formats calls it last.
void scene_clear_zeros(scene *s);

/// Scenes with coordinates larger than this are shifted to a local origin on import: beyond it, a
/// double has less than a nanometre to spare for constructions. [Units: m]
#define SCENE_LOCAL_LIMIT 1e5
/// How far things in that box are to be shifted to lie around (0, 0). An axis is shifted if it has
/// coordinates beyond SCENE_LOCAL_LIMIT and if none of them is rounded by that; the offset is a
/// whole number of metres.
wend_vec2 scene_local_offset(wend_box box);
/// Shifts the scene by that. Importers call it last; the JSON reader does not.
void scene_localise(scene *s);

#endif
