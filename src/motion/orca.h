// SPDX-License-Identifier: MIT
// Internals of ORCA: the crowd sorted by position, and the kernels that process it in vector lanes.
//
// A step sorts the bodies into the cells of a grid, so that neighbours in the plane are neighbours
// in memory, and searches the nearest neighbours of every body once. In each substep it then
// computes half-planes from them, solves a small program for each body and moves it. All per-body
// data are arrays in sorted order. Positions are doubles; differences between bodies are computed
// on a fixed-point copy, where they are exact, and used in float.
//
// The kernels are written once (orca_search.h, orca_planes.h, orca_program.h) and compiled for
// every vector width (orca_lanes*.c). Their lanes are bodies, so nothing is summed across lanes and
// nothing differs between widths.
#ifndef WEND_MOTION_ORCA_H
#define WEND_MOTION_ORCA_H

#include "core/array.h"
#include "wend/pedestrian.h"

#include <math.h>
#include <stdatomic.h>

enum {
    ORCA_TILE = 16,       ///< bodies with interleaved neighbour lists; the widest vector
    ORCA_BLOCK = 128,     ///< bodies that one thread processes at a time
    ORCA_NEIGHBOURS = 14, ///< WEND_ORCA_MAX_NEIGHBOURS
    ORCA_WALLS = 8,       ///< maximum number of walls, the nearest
    ORCA_SOFT = ORCA_NEIGHBOURS + ORCA_WALLS, ///< half-planes of other bodies and of moving walls
};

/// Maximum number of parts of a step; beyond it they get longer.
#define ORCA_MAX_PARTS 1000

/// Maximum coordinate of a crowd relative to the origin of its grid: 30 bits, which leaves one for
/// the moves of a step.
#define ORCA_MAX_UNITS 1073741824.0f

/// The c of an absent half-plane: nothing violates it.
#define ORCA_NO_PLANE -1e30f

/// Half-planes n.v >= c, [row][body of the block].
typedef struct orca_rows {
    float nx[ORCA_BLOCK], ny[ORCA_BLOCK], c[ORCA_BLOCK];
} orca_rows;

/// Working memory of a thread for one block.
typedef struct orca_scratch {
    orca_rows soft[ORCA_SOFT];
    orca_rows hard[ORCA_WALLS];
    orca_rows packed_soft[ORCA_SOFT], packed_hard[ORCA_WALLS]; ///< rows of the bodies that failed
    uint8_t soft_count[ORCA_BLOCK];                            ///< rows in use of each body
    uint8_t hard_count[ORCA_BLOCK];
    float push_x[ORCA_BLOCK], push_y[ORCA_BLOCK]; ///< out of overlaps [Units: m]
    bool pushed;                                  ///< some body was pushed
    uint32_t failed[ORCA_BLOCK]; ///< bodies whose half-planes have no velocity in common
    uint32_t failed_count;
    wend_orca_times times;
} orca_scratch;

/// A crowd in sorted order. All arrays have space for a whole number of tiles, and one more.
typedef struct orca_crowd {
    uint32_t count;    ///< number of bodies
    uint32_t capacity; ///< capacity of the arrays
    // The grid: columns x rows cells of 2^column_shift x 2^row_shift units, row by row.
    wend_vec2 origin;
    double per_metre; ///< units per metre, a power of two
    float unit;       ///< 1 / per_metre [Units: m]
    float spacing;    ///< approximate distance between bodies [Units: m]
    uint32_t column_shift, row_shift;
    uint32_t columns, rows;
    wend_array(uint32_t) starts; ///< [columns * rows + 1] First body of each cell

    uint32_t *slot;       ///< slot in the caller's arrays
    wend_vec2 *position;  ///< exact
    int32_t *x[2], *y[2]; ///< in units from the origin; [0] is current, [1] is next
    float *vx[2], *vy[2];
    float *radius, *max_speed, *inverse_horizon, *share;
    float *ax, *ay, *bx, *by, *bias, *wedge; ///< range of preferred velocities
    float *held;                             ///< wend_pedestrian_memory.held
    float *ex, *ey;      ///< direction of the preferred velocity at its bias; 0, 0 for none
    float *clear;        ///< lower bound on the distance to walls; 0 until known [Units: m]
    int32_t *neighbours; ///< [tile][k][body of the tile]
    uint8_t *neighbour_count;
    float *pair_share, *pair_along; ///< pedestrians: of each neighbour, in the same order
    atomic_uchar *crowded[2];       ///< by block: may overlap in this round, and in the next
    double quickest;                ///< largest ratio of maximum speed and radius [Units: 1/s]
    bool equal_shares;              ///< all bodies have the same share: each pair shares evenly
} orca_crowd;

/// How pedestrians differ from bodies that only avoid collisions (wend/pedestrian.h), in the
/// precision of the kernels.
typedef struct pedestrian_rules {
    float inverse_headway;
    float path_half_width, side_slope;
    float flow_weight, flow_threshold, flow_distance, flow_half_width;
    float heading_cost, inverse_wall_headway, wall_distance;
    float overspeed, sidestep_speed;
    float ahead_share, held_yields, inverse_horizon, keep_right;
    float look_distance, look_half_width, look_interval;
    float side_speed, side_offset, side_width, oncoming_slowdown, passing_speed;
} pedestrian_rules;

/// Input of the kernels.
typedef struct orca_job {
    const struct wend_orca *orca;
    orca_crowd *crowd;
    const wend_orca_input *input;
    const pedestrian_rules *rules;  ///< NULL: plain ORCA
    wend_pedestrian_memory *memory; ///< by slot; with rules
    float *warm;  ///< by slot: distance of the farthest neighbour in the previous step [Units: m]
    uint32_t now; ///< 0 or 1: which of x, y, vx, vy is current
    double wall_horizon; ///< of the half-planes of static walls [Units: s]
    float inverse_step;  ///< 1 / duration of a substep
    double remaining;  ///< remaining time of the part of the step, this substep included [Units: s]
    double part;       ///< duration of the part of the step [Units: s]
    bool first;        ///< this is the first substep of the part
    float enlargement; ///< 1 + margin
    float symmetry_angle;
    uint32_t neighbours;
    float distance; ///< [Units: m]
} orca_job;

/// The kernels for one vector width.
typedef struct orca_kernels {
    uint32_t lanes;
    /// Finds the neighbours of the bodies begin <= i < end.
    void (*search)(const orca_job *job, uint32_t begin, uint32_t end);
    /// Computes the soft half-planes of a block's bodies from their neighbours.
    void (*planes)(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch);
    /// Pedestrians: changes the preferred velocities and maximum speeds of a block's bodies, in
    /// the first substep, when its half-planes are known.
    void (*walk)(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch);
    /// Chooses velocities and writes them as those of the next substep.
    void (*programs)(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch);
    /// Finds how far a block's bodies are to be pushed out of overlaps.
    void (*separate)(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch);
} orca_kernels;

/// NULL where the machine or the compiler does not support the width.
const orca_kernels *wend_orca_kernels_1(void);
const orca_kernels *wend_orca_kernels_4(void);
const orca_kernels *wend_orca_kernels_8(void);
const orca_kernels *wend_orca_kernels_16(void);

/// Results of a pass over a chunk of the bodies, before they are sorted.
typedef struct orca_survey {
    wend_box box;
    double fastest;  ///< largest maximum speed
    double quickest; ///< largest ratio of maximum speed and radius [Units: 1/s]
    float share;     ///< share of the first body; negative: no body
    uint32_t count;
    bool valid, equal_shares;
    uint64_t occupied[64]; ///< which of 64 x 64 parts of the box contain a body
} orca_survey;

struct wend_orca {
    wend_allocator allocator;
    wend_orca_def def;
    const orca_kernels *kernels;
    orca_crowd crowd;
    const pedestrian_rules *rules;          ///< NULL: plain ORCA
    wend_array(float) warm;                 ///< by slot
    wend_pedestrian_memory *memory;         ///< by slot, the caller's, during a step with rules
    wend_array(wend_vec2) places, speeds;   ///< by slot: between two parts of a step
    wend_array(uint32_t) cells;             ///< by slot: the cell, or UINT32_MAX for an unused slot
    wend_array(uint32_t) histograms;        ///< [chunk][cell], while sorting
    wend_array(struct orca_survey) surveys; ///< [chunk], while sorting
    orca_scratch *scratch;                  ///< [scratch_count] One for each worker
    uint32_t scratch_count;
    wend_orca_times times;
};

/// Where bodies are between two parts of a step, by slot. NULL: as the input states.
typedef struct orca_places {
    const wend_vec2 *positions, *velocities;
} orca_places;

/// Sorts the bodies into crowd, whose capacity must suffice. WEND_BAD_ARGUMENT for a value that is
/// not finite. [orca_sort.c]
wend_result wend_orca_sort(wend_orca *orca, const wend_orca_input *input, orca_places places,
                           wend_error *error);
bool wend_orca_sort_reserve(wend_orca *orca, uint32_t count, uint32_t workers);
/// Reserves the arrays of a crowd for that number of bodies. [orca_arrays.c]
bool wend_orca_arrays_reserve(wend_orca *orca, uint32_t count);
void wend_orca_free_arrays(wend_orca *orca);

/// Reserves all memory for a step of that length with that number of bodies and workers. False: out
/// of memory. [orca.c]
bool wend_orca_reserve(wend_orca *orca, uint32_t count, uint32_t workers, double step);

/// Creates an object with rules [opt], which must outlive it; a step of it. [orca.c]
wend_result wend_orca_create_with(const wend_orca_def *def, const pedestrian_rules *rules,
                                  wend_orca **orca, wend_error *error);
wend_result wend_orca_step_with(wend_orca *orca, const wend_orca_input *input,
                                wend_pedestrian_memory *memory, const wend_orca_output *output,
                                wend_error *error);
/// The object below. [pedestrian.c]
wend_orca *wend_pedestrian_orca(const wend_pedestrian *pedestrian);
/// Checks the definition. [orca.c]
wend_result wend_orca_def_check(const wend_orca_def *def, wend_error *error);

/// Checks and sorts the input, and returns the input of the kernels for the first substep. [orca.c]
orca_job wend_orca_job(wend_orca *orca, const wend_orca_input *input);
wend_result wend_orca_begin(wend_orca *orca, const wend_orca_input *input, wend_error *error);

/// Adds the half-planes of static and moving walls to a block. [orca_walls.c]
void wend_orca_wall_planes(const orca_job *job, uint32_t begin, uint32_t end,
                           orca_scratch *scratch);

/// Direction in which body i is pushed off one at the same position with the same velocity, equal
/// for all vector widths. [orca_walls.c]
wend_vec2 wend_orca_escape(uint32_t slot_i, uint32_t slot_j);

/// No body can outrun a faster obstacle straight ahead. Such an obstacle is therefore avoided as if
/// it had only this fraction of the body's speed, its component at 45 degrees; as much remains for
/// the lateral motion. Otherwise a car would push people along in front of it.
#define ORCA_ESCAPE_SHARE 0.70710678118654752

/// Minimum velocity component in direction n, away from an obstacle with that velocity, of a body
/// with maximum speed `max`: `more` above the obstacle's own. Getting out of a faster obstacle is
/// left to the obstacle, which pushes.
static inline double orca_flight(wend_vec2 n, wend_vec2 velocity, double more, double max)
{
    double its = n.x * velocity.x + n.y * velocity.y;
    double square = velocity.x * velocity.x + velocity.y * velocity.y;
    if (square <= max * max)
        return its + more;
    return its * (ORCA_ESCAPE_SHARE * max / sqrt(square)) + fmin(more, 0);
}

/// Pushes bodies out of overlaps at the end of a part of a step, and flips job->now. moved [opt]:
/// by slot, bodies whose new positions are written to the output. [orca_separate.c]
void wend_orca_separate(wend_orca *orca, orca_job *job, const wend_orca_output *output,
                        const bool *moved);

/// Where neighbour k of body i is in the lists.
static inline size_t orca_entry(uint32_t i, uint32_t k)
{
    return (size_t)(i / ORCA_TILE) * ORCA_TILE * ORCA_NEIGHBOURS + (size_t)k * ORCA_TILE +
           i % ORCA_TILE;
}

/// The fixed-point value of a coordinate.
static inline int32_t orca_units(double x, double origin, double per_metre)
{
    return (int32_t)((x - origin) * per_metre);
}

/// Writes a position to one of both buffers.
static inline void orca_place(orca_crowd *crowd, uint32_t buffer, uint32_t i, wend_vec2 at)
{
    crowd->position[i] = at;
    crowd->x[buffer][i] = orca_units(at.x, crowd->origin.x, crowd->per_metre);
    crowd->y[buffer][i] = orca_units(at.y, crowd->origin.y, crowd->per_metre);
}

static inline void orca_prefetch(const void *memory)
{
#if defined(__GNUC__)
    __builtin_prefetch(memory);
#else
    (void)memory;
#endif
}

/// The factor that limits a velocity to `max`.
static inline float orca_within(float x, float y, float max)
{
    float length2 = x * x + y * y;
    return length2 > max * max ? max / sqrtf(length2) : 1;
}

#endif
