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
#include "wend/floor.h"

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
    SCENE_GOAL_AREA,    ///< area is its name
    SCENE_GOAL_POINT,   ///< segment.a
    SCENE_GOAL_SEGMENT, ///< segment
} scene_goal_kind;

typedef struct scene_goal {
    scene_goal_kind kind;
    const char *area;
    wend_segment segment;
} scene_goal;

/// One entry of "agents": some agents in an area, or one at a place.
typedef struct scene_agents {
    const char *in; ///< the area's name; NULL: at
    wend_vec2 at;
    uint32_t count;
    scene_goal goal;
    double radius;      ///< [Units: m]
    double speed;       ///< preferred [Units: m/s]
    double max_speed;   ///< [Units: m/s]
    const char *group;  ///< NULL: none
    const char *guide;  ///< NULL: the scene's
    const char *motion; ///< NULL: the scene's
} scene_agents;

typedef struct scene {
    pool memory;
    const char *name;  ///< NULL: none
    const char *about; ///< a sentence for people; NULL: none
    /// What the reader had to assume, for the user to know: a string constant, not a part of the
    /// scene; NULL: nothing.
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

    const char *guide, *motion; ///< NULL: the default
    double seconds;             ///< how long a run lasts [Units: s]
    double step;                ///< [Units: s]
    uint64_t seed;

    text source; ///< the JSON text it was read from, for line and column; empty for other formats
} scene;

// Defaults and limits of the fields; docs/scene.md prints them.
#define SCENE_DEFAULT_RADIUS    0.25
#define SCENE_DEFAULT_SPEED     1.3
#define SCENE_DEFAULT_MAX_SPEED 2.0
#define SCENE_DEFAULT_SECONDS   60.0
#define SCENE_DEFAULT_STEP      0.1
#define SCENE_DEFAULT_GUIDE     "mesh"
#define SCENE_DEFAULT_MOTION    "orca"
#define SCENE_MAX_AGENTS        10000000u
#define SCENE_MAX_RADIUS        1000.0
#define SCENE_MAX_SPEED         1000.0
#define SCENE_MAX_SECONDS       1e7
#define SCENE_MIN_STEP          0.001
#define SCENE_MAX_STEP          10.0
/// Corners of everything in a scene file together, those of circles' polygons included.
#define SCENE_MAX_CORNERS (1u << 24)
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

/// Each adds a zeroed entry and returns it, or NULL when out of memory. The pointer is valid until
/// the next call of the same kind.
scene_obstacle *scene_add_obstacle(scene *s);
scene_area *scene_add_area(scene *s);
scene_agents *scene_add_agents(scene *s);

/// Copies points as a shape of one ring into the scene's pool. False: out of memory.
bool scene_shape_ring(scene *s, const wend_vec2 *points, size_t count, scene_shape *shape);
/// Copies a shape of several rings. ring_ends as in wend_shape.
bool scene_shape_rings(scene *s, const wend_vec2 *points, const uint32_t *ring_ends,
                       size_t ring_count, scene_shape *shape);
/// Fills an obstacle with a circle and the circumscribed polygon that stands for it: outside the
/// true circle, by at most SCENE_CIRCLE_ERROR and SCENE_CIRCLE_RELATIVE_ERROR of the radius.
bool scene_circle(scene *s, scene_obstacle *obstacle, wend_vec2 centre, double radius);

/// The box around bounds, obstacles, areas and agents' places; empty for an empty scene.
wend_box scene_box(const scene *s);

/// Moves everything by -offset and adds offset to origin.
void scene_shift(scene *s, wend_vec2 offset);

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
