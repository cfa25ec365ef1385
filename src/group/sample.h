// SPDX-License-Identifier: MIT
// Where the poses of a roadmap come from (Kamphuis and Overmars 2003, section 3.2): samplers, and
// what they share.
//
// A sampler is asked for one pose after the other. Poses need not be free of walls; whoever asks
// keeps those that are.
#ifndef WEND_GROUP_SAMPLE_H
#define WEND_GROUP_SAMPLE_H

#include "core/array.h"
#include "wend/group_plan.h"
#include "wend/random.h"
#include "wend/roadmap.h"
#include "wend/voronoi.h"

/// A shape that just fits can't move. Samplers that take the width that is there leave this part of
/// it free.
#define WEND_GROUP_ROOM 0.1

/// What came of one try.
typedef enum wend_group_try {
    WEND_GROUP_TRY_POSE,
    WEND_GROUP_TRY_NONE, ///< no luck: the place was in an obstacle, say
    WEND_GROUP_TRY_END,  ///< there is nothing more to try
    WEND_GROUP_TRY_NO_MEMORY,
} wend_group_try;

/// A place on the diagram, and how its edge runs there.
typedef struct wend_group_place {
    wend_vec2 at;
    wend_vec2 along; ///< of length 1
    double clearance;
} wend_group_place;

typedef wend_array(wend_group_place) wend_group_places;

/// Directions between two angles.
typedef struct wend_group_arc {
    double from, to; ///< [Units: rad]
} wend_group_arc;

/// How many poses a place on the diagram is good for, at most.
enum { WEND_GROUP_PLACE_POSES = 6 };

/// Where the sampler `corridor` is. (sample_corridor.c)
typedef struct wend_group_corridor {
    wend_group_places way;                         ///< from the start to the goal of the query
    wend_group_places edges;                       ///< of the whole diagram
    uint32_t way_stage, edges_stage;               ///< the turn through them
    uint32_t way_next, edges_next;                 ///< the next place
    bool way_laid, edges_laid;                     ///< the places of this turn are there
    wend_group_pose poses[WEND_GROUP_PLACE_POSES]; ///< of the last place
    uint32_t pose_count, pose_next;
} wend_group_corridor;

/// What samplers go by.
typedef struct wend_group_sampling {
    const wend_floor *floor;
    wend_voronoi *voronoi; ///< of it
    wend_group_size size;
    double disc;    ///< wend_group_disc_width: the greatest width
    double spine;   ///< that of the least width: the longest
    wend_box box;   ///< centres come from here
    wend_box frame; ///< of a floor without bounds: where the diagram has room for a disc
    double slack;   ///< no nearer to a wall
    wend_random random;
    wend_roadmap *ways; ///< on the diagram
    wend_group_corridor corridor;
    uint64_t questions;              ///< how often clearance was asked for
    wend_array(wend_group_arc) arcs; ///< only memory, of sample_align.c
    wend_allocator allocator;
} wend_group_sampling;

typedef wend_group_try wend_group_sample_fn(wend_group_sampling *sampling, wend_group_pose *pose);

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

/// The entry of a sampler.
const wend_group_sampler_entry *wend_group_sampler_of(wend_group_sampler sampler);

/// A place anywhere in the box.
wend_vec2 wend_group_sample_place(wend_group_sampling *sampling);

/// A pose with that axis, and that width as far as the size allows it.
wend_group_pose wend_group_sample_pose(const wend_group_sampling *sampling, wend_vec2 centre,
                                       wend_vec2 along, double width);

/// How an edge of the diagram runs at a place on one of its pieces: across the line between the two
/// places on walls that are nearest. *apart [opt] is how far they are from each other. False: they
/// are the same, in a corner.
bool wend_group_piece_along(const wend_voronoi_piece *piece, wend_vec2 at, wend_vec2 *along,
                            double *apart);

/// How far the centre of a disc can go from a free place, in a direction of length 1 and against
/// it, no further than limit: exact but for rounding. 0 both ways if the disc is not free there.
/// (sample_reach.c)
void wend_group_reach(const wend_floor *floor, wend_vec2 from, wend_vec2 direction, double radius,
                      double limit, double *back, double *ahead);

/// The corridor sampler goes along the way on the diagram that was found last, before it goes on
/// along all edges; and no longer.
void wend_group_corridor_begin(wend_group_sampling *sampling);
void wend_group_corridor_end(wend_group_sampling *sampling);
void wend_group_corridor_free(wend_group_sampling *sampling);

static inline wend_vec2 wend_group_minus(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x - b.x, a.y - b.y};
}

static inline wend_vec2 wend_group_plus(wend_vec2 p, wend_vec2 direction, double distance)
{
    return (wend_vec2){p.x + distance * direction.x, p.y + distance * direction.y};
}

static inline double wend_group_dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double wend_group_cross(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

#endif
