// SPDX-License-Identifier: MIT
// Motion planning for coherent groups: a roadmap of poses, and plans on it (A. Kamphuis and M.
// Overmars, "Motion Planning for Coherent Groups of Entities", 2003, §3).
//
// A snake is searched first: a plan whose shapes are windows on one track, the shortest path of a
// disc. It has any number of bends and needs no samples: in a corridor of at least the minimum
// width it is found whatever the bends. If there is none, a roadmap is searched.
//
// A roadmap consists of samples and of motions between them that a local planner has found. Every
// motion is proven free of walls over its whole length: it is bisected until each part moves less
// than its clearance, so no wall is ever skipped. A roadmap can be kept, extended and queried
// again, for groups of any size up to its own: the shapes of a smaller group are the same with
// shorter spines.
#ifndef WEND_GROUP_PLAN_H
#define WEND_GROUP_PLAN_H

#include "wend/draw.h"
#include "wend/group_shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sampling methods (Kamphuis and Overmars 2003, §3.2).
typedef enum wend_group_sampler {
    WEND_GROUP_UNIFORM,     ///< uniform in position, angle and width
    WEND_GROUP_MEDIAL,      ///< MA: in free space, moved to the medial axis and aligned with it
    WEND_GROUP_PENETRATION, ///< MAP: as MA, but points in obstacles are first pushed out
    WEND_GROUP_PUSHING,     ///< PUS: aligned with the wall that it penetrates deepest
    WEND_GROUP_ALIGNMENT,   ///< ALI: aligned with the walls that a line swept around it touches
    WEND_GROUP_CLOSEST,     ///< CLO: aligned with the closest wall
    /// Along the edges of the Voronoi diagram, one after the other, with the width available there:
    /// deterministic coverage.
    WEND_GROUP_CORRIDOR,
    /// A snake first (if the local planner is WEND_GROUP_HINGED); then as WEND_GROUP_CORRIDOR, and
    /// when that is exhausted all other samplers in turn.
    WEND_GROUP_SNAKE,
} wend_group_sampler;
enum { WEND_GROUP_SAMPLERS = WEND_GROUP_SNAKE + 1 };

/// Local planners (Kamphuis and Overmars 2003, §3.3).
typedef enum wend_group_local {
    /// Linear interpolation of all coordinates; or rotation in the other direction while width and
    /// length are exchanged, whichever is shorter in the metric.
    WEND_GROUP_DEFORMABLE,
    /// Along the axis of one pose, bent at the intersection with the axis of the other, then along
    /// this. If the axes do not intersect (parallel) or walls block the motion, as
    /// WEND_GROUP_DEFORMABLE.
    WEND_GROUP_HINGED,
} wend_group_local;
enum { WEND_GROUP_LOCALS = WEND_GROUP_HINGED + 1 };

/// Convert between an enumerator and its name ("uniform", "hinged" ...). The _named functions
/// return false for an unknown name.
WEND_API const char *wend_group_sampler_name(wend_group_sampler sampler);
WEND_API bool wend_group_sampler_named(const char *name, wend_group_sampler *sampler);
WEND_API const char *wend_group_local_name(wend_group_local local);
WEND_API bool wend_group_local_named(const char *name, wend_group_local *local);

/// Cost of a motion: metres moved by the centre, plus these terms.
typedef struct wend_group_metric {
    double turn;   ///< cost of a radian of rotation [Units: m]
    double deform; ///< cost of a metre of lengthening or shortening
} wend_group_metric;

typedef struct wend_group_roadmap_def {
    const wend_floor *floor; ///< valid floor plan; must outlive the roadmap
    wend_group_size size;    ///< size of the largest group
    wend_group_sampler sampler;
    wend_group_local local_planner;
    wend_group_metric metric;
    uint64_t seed;
    /// Number of nearest samples to try to connect to, not counting those that cannot qualify.
    /// [Limit: 1..64]
    uint32_t neighbours;
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_group_roadmap_def
} wend_group_roadmap_def;

/// Sampler WEND_GROUP_SNAKE, local planner WEND_GROUP_HINGED, 2 m per radian, 0.5 m per metre of
/// length, 10 neighbours.
WEND_API wend_group_roadmap_def wend_default_group_roadmap_def(void);

typedef struct wend_group_roadmap wend_group_roadmap;

/// Creates an empty roadmap. WEND_BAD_ARGUMENT for values outside their limits,
/// WEND_INVALID_GEOMETRY for a floor without a Voronoi diagram.
WEND_API wend_result wend_group_roadmap_create(const wend_group_roadmap_def *def,
                                               wend_group_roadmap **roadmap, wend_error *error);
/// Destroys a roadmap. NULL is allowed.
WEND_API void wend_group_roadmap_destroy(wend_group_roadmap *roadmap);

/// Extends the roadmap by `samples` attempts of the sampler. WEND_NOT_FOUND: the sampler (corridor)
/// is exhausted. WEND_OUT_OF_MEMORY: the samples added so far are kept.
WEND_API wend_result wend_group_roadmap_grow(wend_group_roadmap *roadmap, uint32_t samples,
                                             wend_error *error);

typedef struct wend_group_roadmap_counts {
    uint64_t tries;     ///< samples attempted
    uint32_t nodes;     ///< free samples, including starts and goals
    uint32_t edges;     ///< motions between nodes
    uint32_t parts;     ///< connected components of the roadmap
    uint64_t motions;   ///< motions examined
    uint64_t clearance; ///< clearance queries
} wend_group_roadmap_counts;
/// Returns the statistics of the roadmap.
WEND_API wend_group_roadmap_counts wend_group_roadmap_count(const wend_group_roadmap *roadmap);

/// Returns the fraction of free samples among that number of uniform samples.
WEND_API double wend_group_roadmap_free_share(const wend_group_roadmap *roadmap, uint32_t samples);

/// Return the poses, and the pairs of connected poses: edges [2 * counts.edges]. Valid until the
/// roadmap grows.
WEND_API const wend_group_pose *wend_group_roadmap_poses(const wend_group_roadmap *roadmap,
                                                         uint32_t *count);
WEND_API const uint32_t *wend_group_roadmap_edges(const wend_group_roadmap *roadmap,
                                                  uint32_t *count);

/// Draws the layer "roadmap": edges, and poses as their spines.
WEND_API void wend_group_roadmap_draw(const wend_group_roadmap *roadmap, const wend_draw *draw);

// ---- plans --------------------------------------------------------------------------------------

/// Outcome of a query.
typedef enum wend_group_status {
    WEND_GROUP_FOUND,
    /// Proven: not even a disc with the minimum width of the shape can move from start to goal
    WEND_GROUP_IMPOSSIBLE,
    WEND_GROUP_NOT_FOUND, ///< not found within max_samples
} wend_group_status;

typedef struct wend_group_query {
    /// Start and goal poses. Width 0: any width and angle (the roundest free shape is chosen).
    wend_group_pose from, to;
    /// [opt] Start instead of `from`: a shape of the area, straight or bent. Only snakes start from
    /// it: the sampler must be WEND_GROUP_SNAKE.
    const wend_group_shape *from_shape;
    /// Area of this group; 0: that of the roadmap. [Units: m^2] [Limit: from that of a disc of the
    /// minimum width up to the roadmap's]
    double area;
    uint32_t max_samples; ///< maximum number of samples by which the roadmap may be extended
    /// [obstacle_count] Shapes of other groups, which act as walls for this query only.
    const wend_group_shape *obstacles;
    uint32_t obstacle_count;
    uint32_t cookie; ///< set by wend_default_group_query
} wend_group_query;

/// The area of the roadmap, at most 100,000 samples, no obstacles.
WEND_API wend_group_query wend_default_group_query(void);

/// A plan: consecutive motions. It has no references to the roadmap.
typedef struct wend_group_plan wend_group_plan;

/// Searches the roadmap for the cheapest plan (A*) and extends it until one is found; the extension
/// is kept, unless the roadmap already has thousands of poses. WEND_OK: *plan is the plan, owned by
/// the caller. WEND_NOT_FOUND: *plan is NULL, *status states which case applies, and error the
/// reason. WEND_BAD_ARGUMENT: the start or the goal is not free.
WEND_API wend_result wend_group_roadmap_find(wend_group_roadmap *roadmap,
                                             const wend_group_query *query, wend_group_plan **plan,
                                             wend_group_status *status, wend_error *error);

/// Copies a plan.
WEND_API wend_result wend_group_plan_copy(const wend_group_plan *plan,
                                          const wend_allocator *allocator, wend_group_plan **copy,
                                          wend_error *error);
/// Destroys a plan. NULL is allowed.
WEND_API void wend_group_plan_destroy(wend_group_plan *plan);

/// Returns the length of the plan: an upper bound on the distance any point of the shape moves. At
/// a given speed along the plan, no point of the shape moves faster. [Units: m]
WEND_API double wend_group_plan_length(const wend_group_plan *plan);
/// Returns the path length of the centre of the shape. [Units: m]
WEND_API double wend_group_plan_path_length(const wend_group_plan *plan);
/// Returns the area of the shape. [Units: m^2]
WEND_API double wend_group_plan_area(const wend_group_plan *plan);

/// Returns the shape at distance `along` of the plan: a view of the plan, valid as long as that.
WEND_API wend_group_shape wend_group_plan_shape(const wend_group_plan *plan, double along);

/// Return the number of motions, and the distance along the plan at which a motion ends.
WEND_API uint32_t wend_group_plan_motions(const wend_group_plan *plan);
WEND_API double wend_group_plan_motion_end(const wend_group_plan *plan, uint32_t motion);

/// Returns the position to which a point in the shape at `from` is carried when the plan advances
/// to `to`, within one motion: with the centre where the shape moves as a box (rotation and
/// deformation act only through the border, Kamphuis and Overmars 2003, §2.3), along the spine
/// where it slides along a bend. On the outside of a bend this is up to twice as fast as the plan,
/// and faster still where it folds.
WEND_API wend_vec2 wend_group_plan_carry(const wend_group_plan *plan, double from, double to,
                                         wend_vec2 p);

/// Checks that the shape is clear of walls along the whole plan and that its area is constant.
/// WEND_OK if both hold. For tests.
WEND_API wend_result wend_group_plan_check(const wend_group_plan *plan, const wend_floor *floor,
                                           wend_error *error);

/// Draws the layers "sweep" (the shape every `spacing` metres; Kamphuis and Overmars 2003, Figure
/// 6) and "way" (the path of its centre). [Limit: spacing > 0] [Units: m]
WEND_API void wend_group_plan_draw(const wend_group_plan *plan, double spacing,
                                   const wend_draw *draw);

/// Draws the same layers for the plans of a route, one after the other: legs [count].
WEND_API void wend_group_route_draw(const wend_group_plan *const *legs, uint32_t count,
                                    double spacing, const wend_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
