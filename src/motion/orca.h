// SPDX-License-Identifier: MIT
// The inside of ORCA: the crowd sorted by place, and the kernels that work on it in lanes.
//
// A step sorts the bodies into the cells of a grid, so that neighbours in the plane are neighbours
// in memory, finds everyone's nearest others once, and then in each sub-step makes half-planes from
// them, solves a small program for each body and moves it. Everything per body is an array in
// sorted order. Positions are doubles; differences between bodies are taken on a fixed-point copy
// of them, where they are exact, and solved in float.
//
// The kernels are written once (orca_search.h, orca_planes.h, orca_program.h) and compiled for
// every width of vectors (orca_lanes*.c). Their lanes are bodies, so there is nothing to add up
// across lanes and nothing that differs between widths.
#ifndef WEND_MOTION_ORCA_H
#define WEND_MOTION_ORCA_H

#include "core/array.h"
#include "wend/orca.h"

#include <math.h>

enum {
    ORCA_TILE = 16,       ///< bodies whose neighbours lie side by side; the widest vector
    ORCA_BLOCK = 128,     ///< bodies that one thread takes at a time
    ORCA_NEIGHBOURS = 14, ///< WEND_ORCA_MAX_NEIGHBOURS
    ORCA_WALLS = 8,       ///< the nearest walls that are minded
    ORCA_SOFT = ORCA_NEIGHBOURS + ORCA_WALLS, ///< half-planes of others and of movers
};

/// No coordinate of a crowd is further from the origin of its grid: 30 bits, which leaves one for a
/// step's moves.
#define ORCA_MOST_UNITS 1073741824.0f

/// The c of a half-plane that is none: nothing violates it.
#define ORCA_NO_PLANE -1e30f

/// Half-planes n.v >= c, [row][body of the block].
typedef struct orca_rows {
    float nx[ORCA_BLOCK], ny[ORCA_BLOCK], c[ORCA_BLOCK];
} orca_rows;

/// What one thread needs for a block.
typedef struct orca_scratch {
    orca_rows soft[ORCA_SOFT];
    orca_rows hard[ORCA_WALLS];
    orca_rows packed_soft[ORCA_SOFT], packed_hard[ORCA_WALLS]; ///< of bodies that failed
    uint8_t soft_count[ORCA_BLOCK];                            ///< rows in use of each body
    uint8_t hard_count[ORCA_BLOCK];
    uint32_t failed[ORCA_BLOCK]; ///< bodies whose half-planes have no velocity in common
    uint32_t failed_count;
    wend_orca_times times;
} orca_scratch;

/// A crowd in sorted order. All arrays have room for a whole number of tiles, and one more.
typedef struct orca_crowd {
    uint32_t count;    ///< bodies
    uint32_t capacity; ///< of the arrays
    // The grid: columns x rows cells of 2^column_shift x 2^row_shift units, row by row.
    wend_vec2 origin;
    double per_metre; ///< units in a metre, a power of two
    float unit;       ///< 1 / per_metre [Units: m]
    float spacing;    ///< about the distance between bodies [Units: m]
    uint32_t column_shift, row_shift;
    uint32_t columns, rows;
    wend_array(uint32_t) starts; ///< [columns * rows + 1] the first body of each cell

    uint32_t *slot;       ///< in the caller's arrays
    wend_vec2 *position;  ///< exact
    int32_t *x[2], *y[2]; ///< in units from the origin; [0] is now, [1] is next
    float *vx[2], *vy[2];
    float *radius, *max_speed, *inverse_horizon, *share;
    float *ax, *ay, *bx, *by, *bias, *wedge; ///< the wish
    float *clear;                            ///< no wall is nearer; 0 until it is known [Units: m]
    int32_t *neighbours;                     ///< [tile][k][body of the tile]
    uint8_t *neighbour_count;
    bool equal_shares; ///< all have the same: each pair shares evenly
} orca_crowd;

/// What the kernels are given.
typedef struct orca_job {
    const struct wend_orca *orca;
    orca_crowd *crowd;
    const wend_orca_input *input;
    float *warm;  ///< by slot: the distance of the last neighbour in the step before [units: m]
    uint32_t now; ///< 0 or 1: which of x, y, vx, vy is now
    float inverse_step; ///< of a sub-step
    double left;        ///< of the step, this sub-step included [Units: s]
    float grown;        ///< 1 + margin
    float twist;
    uint32_t neighbours;
    float distance; ///< [Units: m]
} orca_job;

/// One width of vectors.
typedef struct orca_kernels {
    uint32_t lanes;
    /// Finds the neighbours of the bodies begin <= i < end.
    void (*search)(const orca_job *job, uint32_t begin, uint32_t end);
    /// Makes the soft half-planes of a block's bodies from their neighbours.
    void (*planes)(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch);
    /// Chooses velocities: writes them as those of the next sub-step.
    void (*programs)(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch);
} orca_kernels;

/// NULL where the machine or the compiler does not have it.
const orca_kernels *wend_orca_kernels_1(void);
const orca_kernels *wend_orca_kernels_4(void);
const orca_kernels *wend_orca_kernels_8(void);
const orca_kernels *wend_orca_kernels_16(void);

/// What a pass over a chunk of the bodies has found, before they are sorted.
typedef struct orca_survey {
    wend_box box;
    double fastest; ///< the greatest speed that any of them can have
    float share;    ///< of the first; negative: nobody is there
    uint32_t count;
    bool sound, equal_shares;
    uint64_t occupied[64]; ///< which of 64 x 64 parts of the box have a body
} orca_survey;

struct wend_orca {
    wend_allocator allocator;
    wend_orca_def def;
    const orca_kernels *kernels;
    orca_crowd crowd;
    wend_array(float) warm;                 ///< by slot
    wend_array(uint32_t) cells;             ///< by slot: the cell, or UINT32_MAX for nobody
    wend_array(uint32_t) histograms;        ///< [chunk][cell], while sorting
    wend_array(struct orca_survey) surveys; ///< [chunk], while sorting
    orca_scratch *scratch;                  ///< [scratch_count] one for each worker
    uint32_t scratch_count;
    wend_orca_times times;
};

/// Sorts the bodies into crowd; there must be room. WEND_BAD_ARGUMENT for one that is not finite.
/// [orca_sort.c]
wend_result wend_orca_sort(wend_orca *orca, const wend_orca_input *input, wend_error *error);
bool wend_orca_sort_reserve(wend_orca *orca, uint32_t count, uint32_t workers);
/// Room for that many bodies in the arrays of a crowd. [orca_arrays.c]
bool wend_orca_arrays_reserve(wend_orca *orca, uint32_t count);
void wend_orca_free_arrays(wend_orca *orca);

/// Room for whatever a step with so many bodies and workers needs. False: out of memory. [orca.c]
bool wend_orca_reserve(wend_orca *orca, uint32_t count, uint32_t workers);

/// What the kernels are given in the first sub-step, and what comes before: the input is checked
/// and sorted. [orca.c]
orca_job wend_orca_job(wend_orca *orca, const wend_orca_input *input);
wend_result wend_orca_begin(wend_orca *orca, const wend_orca_input *input, wend_error *error);

/// Adds the half-planes of walls and movers to a block. [orca_walls.c]
void wend_orca_wall_planes(const orca_job *job, uint32_t begin, uint32_t end,
                           orca_scratch *scratch);

/// The direction in which body i is pushed off one at the same place with the same velocity, for
/// all widths the same. [orca_walls.c]
wend_vec2 wend_orca_escape(uint32_t slot_i, uint32_t slot_j);

/// Nobody can flee straight ahead from a mover that is faster. So that is kept off as if it had
/// only this part of a body's speed, that at 45 degrees, and as much is left for getting aside:
/// else a car would take people along before it.
#define ORCA_FLEES 0.70710678118654752

/// The least speed in the direction n, away from a mover with that velocity, of a body that can be
/// so fast: so much more than the mover's own. To get out of a faster one is that one's business,
/// who pushes.
static inline double orca_flight(wend_vec2 n, wend_vec2 velocity, double more, double most)
{
    double its = n.x * velocity.x + n.y * velocity.y;
    double square = velocity.x * velocity.x + velocity.y * velocity.y;
    if (square <= most * most)
        return its + more;
    return its * (ORCA_FLEES * most / sqrt(square)) + fmin(more, 0);
}

/// The fixed-point number of a coordinate.
static inline int32_t orca_units(double x, double origin, double per_metre)
{
    return (int32_t)((x - origin) * per_metre);
}

static inline void orca_prefetch(const void *memory)
{
#if defined(__GNUC__)
    __builtin_prefetch(memory);
#else
    (void)memory;
#endif
}

/// The factor that brings a velocity to no more than `most`.
static inline float orca_within(float x, float y, float most)
{
    float length2 = x * x + y * y;
    return length2 > most * most ? most / sqrtf(length2) : 1;
}

#endif
