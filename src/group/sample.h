// SPDX-License-Identifier: MIT
// Sources of the poses of a roadmap (Kamphuis and Overmars 2003, §3.2; full citation in
// wend/group_plan.h): samplers and shared code.
//
// A sampler returns one pose after the other. Poses need not be free of walls; the caller keeps
// those that are.
#ifndef WEND_GROUP_SAMPLE_H
#define WEND_GROUP_SAMPLE_H

#include "core/array.h"
#include "wend/group_plan.h"
#include "wend/random.h"
#include "wend/roadmap.h"
#include "wend/voronoi.h"

/// A shape that fits exactly cannot move. Samplers that use the available width leave this fraction
/// of it free.
#define WEND_GROUP_MARGIN 0.1

/// Outcome of one attempt.
typedef enum wend_group_attempt {
    WEND_GROUP_ATTEMPT_POSE,
    WEND_GROUP_ATTEMPT_NONE, ///< no pose, for instance a point in an obstacle
    WEND_GROUP_ATTEMPT_END,  ///< the sampler is exhausted
    WEND_GROUP_ATTEMPT_NO_MEMORY,
} wend_group_attempt;

/// A point on the diagram, and the direction of its edge there.
typedef struct wend_group_point {
    wend_vec2 at;
    wend_vec2 along; ///< unit vector
    double clearance;
} wend_group_point;

typedef wend_array(wend_group_point) wend_group_points;

/// Directions between two angles.
typedef struct wend_group_arc {
    double from, to; ///< [Units: rad]
} wend_group_arc;

/// Maximum number of poses per point of the diagram.
enum { WEND_GROUP_POINT_POSES = 6 };

/// State of the sampler `corridor`. (sample_corridor.c)
typedef struct wend_group_corridor {
    wend_group_points path;                        ///< from the start to the goal of the query
    wend_group_points edges;                       ///< of the whole diagram
    uint32_t path_stage, edges_stage;              ///< current pass over them
    uint32_t path_next, edges_next;                ///< next point
    bool path_laid, edges_laid;                    ///< the points of this pass are computed
    wend_group_pose poses[WEND_GROUP_POINT_POSES]; ///< poses of the last point
    uint32_t pose_count, pose_next;
} wend_group_corridor;

/// Input and state of samplers.
typedef struct wend_group_sampling {
    const wend_floor *floor;
    wend_voronoi *voronoi; ///< diagram of the floor
    wend_group_size size;
    double disc;    ///< wend_group_disc_width: the maximum width
    double spine;   ///< spine length at the minimum width: the longest
    wend_box box;   ///< range of centres
    wend_box frame; ///< of an unbounded floor: where the diagram has space for a disc
    double slack;   ///< minimum clearance
    wend_random random;
    wend_roadmap *ways; ///< roadmap on the diagram
    wend_group_corridor corridor;
    // For the sampler `snake`, when `corridor` is exhausted.
    uint32_t others;                 ///< attempts of other samplers
    bool no_others;                  ///< there is a plan already
    uint64_t queries;                ///< number of clearance queries
    wend_array(wend_group_arc) arcs; ///< memory of sample_align.c
    wend_allocator allocator;
} wend_group_sampling;

typedef wend_group_attempt wend_group_sample_fn(wend_group_sampling *sampling,
                                                wend_group_pose *pose);

typedef struct wend_group_sampler_entry {
    const char *name;
    wend_group_sample_fn *sample;
} wend_group_sampler_entry;

extern const wend_group_sampler_entry wend_group_sampler_uniform;     // sample.c
extern const wend_group_sampler_entry wend_group_sampler_medial;      // sample_medial.c
extern const wend_group_sampler_entry wend_group_sampler_penetration; // sample_medial.c
extern const wend_group_sampler_entry wend_group_sampler_pushing;     // sample_wall.c
extern const wend_group_sampler_entry wend_group_sampler_closest;     // sample_wall.c
extern const wend_group_sampler_entry wend_group_sampler_alignment;   // sample_align.c
extern const wend_group_sampler_entry wend_group_sampler_corridor;    // sample_corridor.c
extern const wend_group_sampler_entry wend_group_sampler_snake;       // sample.c

/// The entry of a sampler.
const wend_group_sampler_entry *wend_group_sampler_of(wend_group_sampler sampler);

/// A random point in the box.
wend_vec2 wend_group_sample_point(wend_group_sampling *sampling);

/// A pose with that axis, and that width as far as the size permits.
wend_group_pose wend_group_sample_pose(const wend_group_sampling *sampling, wend_vec2 centre,
                                       wend_vec2 along, double width);

/// The direction of an edge of the diagram at a point of one of its pieces: perpendicular to the
/// line between the two nearest points on walls. *apart [opt] is the distance between them. False:
/// they coincide, in a corner.
bool wend_group_piece_along(const wend_voronoi_piece *piece, wend_vec2 at, wend_vec2 *along,
                            double *apart);

/// How far the centre of a disc can move from a free point, along a unit vector and against it, at
/// most limit: exact except for rounding. 0 both ways if the disc is not free there.
/// (sample_reach.c)
void wend_group_reach(const wend_floor *floor, wend_vec2 from, wend_vec2 direction, double radius,
                      double limit, double *back, double *ahead);

/// Makes the corridor sampler follow the path on the diagram that was found last, once, before it
/// continues along all edges.
void wend_group_corridor_begin(wend_group_sampling *sampling);
void wend_group_corridor_end(wend_group_sampling *sampling);
void wend_group_corridor_free(wend_group_sampling *sampling);

#endif
