// SPDX-License-Identifier: MIT
// Where a group's shape goes: a roadmap of poses ("Motion Planning for Coherent Groups of
// Entities", Kamphuis and Overmars 2003, section 3), and plans on it.
//
// A roadmap is made of samples, and of motions between them that a local planner has found and that
// were proven free of walls, all the way: a motion is cut in halves until each part moves less than
// its clearance, so no wall is ever jumped. It may be kept, made larger, and asked again, for
// groups of any size up to its own: a smaller group's shapes are the same with shorter spines.
#ifndef WEND_GROUP_PLAN_H
#define WEND_GROUP_PLAN_H

#include "wend/draw.h"
#include "wend/group.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How samples are found (section 3.2).
typedef enum wend_group_sampler {
    WEND_GROUP_UNIFORM,     ///< anywhere
    WEND_GROUP_MEDIAL,      ///< MA: in free space, moved to the medial axis and aligned with it
    WEND_GROUP_PENETRATION, ///< MAP: ... places in obstacles are pushed out first
    WEND_GROUP_PUSHING,     ///< PUS: aligned with the wall that it is deepest in
    WEND_GROUP_ALIGNMENT,   ///< ALI: aligned with what a line that is swept around it touches
    WEND_GROUP_CLOSEST,     ///< CLO: aligned with the closest wall
    WEND_GROUP_CORRIDOR,    ///< along the edges of the Voronoi diagram, one after the other, with
                            ///< the width that is there: no luck is needed
} wend_group_sampler;
enum { WEND_GROUP_SAMPLERS = WEND_GROUP_CORRIDOR + 1 };

/// How two of them are joined (section 3.3).
typedef enum wend_group_local {
    /// Straight on in all coordinates; or turning the other way while width and length are
    /// exchanged, whichever is shorter by the metric.
    WEND_GROUP_DEFORMABLE,
    /// Along the axis of the one and, bent where it crosses that of the other, along this. Where
    /// they don't cross (they are parallel), or walls are in the way, as above.
    WEND_GROUP_HINGED,
} wend_group_local;
enum { WEND_GROUP_LOCALS = WEND_GROUP_HINGED + 1 };

/// "uniform", "hinged" ...; and back: false if there is none of that name.
WEND_API const char *wend_group_sampler_name(wend_group_sampler sampler);
WEND_API bool wend_group_sampler_named(const char *name, wend_group_sampler *sampler);
WEND_API const char *wend_group_local_name(wend_group_local local);
WEND_API bool wend_group_local_named(const char *name, wend_group_local *local);

/// What a motion costs: metres of the centre, and these.
typedef struct wend_group_metric {
    double turn;   ///< a radian of turning [Units: m]
    double deform; ///< a metre that the shape gets longer or shorter
} wend_group_metric;

typedef struct wend_group_roadmap_def {
    const wend_floor *floor; ///< sound; must outlive the roadmap
    wend_group_size size;    ///< of the largest group
    wend_group_sampler sampler;
    wend_group_local local;
    wend_group_metric metric;
    uint64_t seed;
    uint32_t neighbours; ///< a sample is tried to be joined with so many, those not counted that
                         ///< are out of the question [Limit: 1..64]
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_group_roadmap_def
} wend_group_roadmap_def;

/// Corridor, hinged, a radian as dear as 2 m, a metre of length half a metre, 10 neighbours.
WEND_API wend_group_roadmap_def wend_default_group_roadmap_def(void);

typedef struct wend_group_roadmap wend_group_roadmap;

/// An empty roadmap. WEND_BAD_ARGUMENT for a def beyond its limits, WEND_UNSOUND for a floor that
/// no diagram can be made of.
WEND_API wend_result wend_group_roadmap_create(const wend_group_roadmap_def *def,
                                               wend_group_roadmap **roadmap, wend_error *error);
/// NULL is allowed.
WEND_API void wend_group_roadmap_destroy(wend_group_roadmap *roadmap);

/// Makes it larger by `samples` tries of the sampler. WEND_NOTHING: the sampler (corridor) has no
/// more to give. WEND_NO_MEMORY: it is as large as it got.
WEND_API wend_result wend_group_roadmap_grow(wend_group_roadmap *roadmap, uint32_t samples,
                                             wend_error *error);

typedef struct wend_group_roadmap_counts {
    uint64_t tries;     ///< samples that were asked for
    uint32_t nodes;     ///< those that are free of walls, starts and goals
    uint32_t edges;     ///< motions between them
    uint32_t parts;     ///< of the roadmap that do not hang together
    uint64_t motions;   ///< that were looked at
    uint64_t clearance; ///< questions how far it is to the wall
} wend_group_roadmap_counts;
WEND_API wend_group_roadmap_counts wend_group_roadmap_count(const wend_group_roadmap *roadmap);

/// The share of uniform samples that are free, out of so many.
WEND_API double wend_group_roadmap_free_share(const wend_group_roadmap *roadmap, uint32_t samples);

/// The poses, and pairs of them that are joined: edges [2 * counts.edges]. Valid until it grows.
WEND_API const wend_group_pose *wend_group_roadmap_poses(const wend_group_roadmap *roadmap,
                                                         uint32_t *count);
WEND_API const uint32_t *wend_group_roadmap_edges(const wend_group_roadmap *roadmap,
                                                  uint32_t *count);

/// Layers: "roadmap" (edges, and poses as their spines).
WEND_API void wend_group_roadmap_draw(const wend_group_roadmap *roadmap, const wend_draw *draw);

// ---- plans --------------------------------------------------------------------------------------

/// How a query came out.
typedef enum wend_group_status {
    WEND_GROUP_FOUND,
    WEND_GROUP_IMPOSSIBLE, ///< proven: not even a disc as wide as the shape at its narrowest gets
                           ///< from the start to the goal
    WEND_GROUP_NOT_FOUND,  ///< within the limit
} wend_group_status;

typedef struct wend_group_query {
    /// Where the shape starts and ends. A width of 0: any, with any angle (the roundest that is
    /// free there is taken).
    wend_group_pose from, to;
    double area;           ///< of this group; 0: the roadmap's. [Limit: from that of a disc of the
                           ///< least width up to the roadmap's]
    uint32_t most_samples; ///< the roadmap is made larger by up to so many, as needed
    /// [obstacle_count] Shapes of other groups, which count as walls for this query alone.
    const wend_group_shape *obstacles;
    uint32_t obstacle_count;
    uint32_t cookie; ///< set by wend_default_group_query
} wend_group_query;

/// The roadmap's area, up to 100,000 samples, no obstacles.
WEND_API wend_group_query wend_default_group_query(void);

/// A plan: motions, one after the other. Plain data, keeps no reference to the roadmap.
typedef struct wend_group_plan wend_group_plan;

/// Looks for the cheapest plan on the roadmap (A*), which is made larger until there is one; what
/// it grows by is kept, unless there are thousands of poses already. WEND_OK: here it is.
/// WEND_NOTHING: *plan is NULL, and status says which of the two it is, error why.
/// WEND_BAD_ARGUMENT: the start or the goal is not free.
WEND_API wend_result wend_group_roadmap_find(wend_group_roadmap *roadmap,
                                             const wend_group_query *query, wend_group_plan **plan,
                                             wend_group_status *status, wend_error *error);

WEND_API wend_result wend_group_plan_copy(const wend_group_plan *plan,
                                          const wend_allocator *allocator, wend_group_plan **copy,
                                          wend_error *error);
/// NULL is allowed.
WEND_API void wend_group_plan_destroy(wend_group_plan *plan);

/// How long it is: no point of the shape moves by more than this when all of it is followed. A plan
/// followed at some speed moves no point of the shape faster. [Units: m]
WEND_API double wend_group_plan_length(const wend_group_plan *plan);
/// How far the middle of the shape goes. [Units: m]
WEND_API double wend_group_plan_way(const wend_group_plan *plan);
WEND_API double wend_group_plan_area(const wend_group_plan *plan);

/// The shape so far along the plan.
WEND_API wend_group_shape wend_group_plan_shape(const wend_group_plan *plan, double along);

/// The number of its motions, and where motion i ends along it.
WEND_API uint32_t wend_group_plan_motions(const wend_group_plan *plan);
WEND_API double wend_group_plan_motion_end(const wend_group_plan *plan, uint32_t motion);

/// Where a place in the shape at `from` is carried when the plan goes on to `to`, in one motion:
/// with the centre where the shape moves as a box (turning and deforming are felt through the
/// border only, section 2.3), along the spine where it slides along a bend. On the outside of a
/// bend that is up to twice as fast as the plan, and faster still where it folds.
WEND_API wend_vec2 wend_group_plan_carry(const wend_group_plan *plan, double from, double to,
                                         wend_vec2 p);

/// WEND_OK if the shape is clear of walls all along it, and its area is constant: for tests.
WEND_API wend_result wend_group_plan_check(const wend_group_plan *plan, const wend_floor *floor,
                                           wend_error *error);

/// Layers: "sweep" (the shape at places `spacing` apart, Figure 6), "way" (its middle).
/// [Limit: spacing > 0] [Units: m]
WEND_API void wend_group_plan_draw(const wend_group_plan *plan, double spacing,
                                   const wend_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
