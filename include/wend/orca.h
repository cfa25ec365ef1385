// SPDX-License-Identifier: MIT
// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin, Manocha 2011) for discs of any
// mix of radii, speeds and horizons, with walls, and with wishes that are segments of velocities
// (way portals). Works alone, on arrays; a world uses it as its motion "orca".
//
// Positions are double; velocities are solved in float, on differences that are exact to 2^-31 of
// the crowd's extent. The same input gives the same bits for any number of threads and every width
// of the machine's vectors.
#ifndef WEND_ORCA_H
#define WEND_ORCA_H

#include "wend/aim.h"
#include "wend/tasks.h"
#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A disc that moves.
typedef struct wend_body {
    wend_vec2 position;
    wend_vec2 velocity;
    float radius;    ///< negative: nobody is here, the entry is skipped
    float max_speed; ///< [Limit: >= 0]
    float horizon;   ///< how far ahead others are seen [Units: s] [Limit: > 0]
    /// How much it gives way: of two, each takes its part of the sum. 0.5 for all is reciprocal; 0
    /// never gives way; two of 0 walk into each other. [Limit: 0..1]
    float share;
} wend_body;

/// A body gives way to walls by this part of its radius, so that one fits through a gap of exactly
/// twice its radius, which is kept as a float.
#define WEND_BODY_GIVE 1e-6

typedef struct wend_orca_def {
    uint32_t neighbours; ///< the nearest that are minded [Limit: 1..WEND_ORCA_MAX_NEIGHBOURS]
    double distance;     ///< those further away (between centres) are not [Units: m]
    /// Velocities are chosen so many times in a step, for one search for neighbours. More of them
    /// keep dense crowds from overlapping and let them flow better.
    uint32_t substeps; ///< [Limit: 1..WEND_ORCA_MAX_SUBSTEPS]
    double margin;     ///< others are seen larger by this part of their radius
    /// Others are seen turned by this angle while they are far, so that all keep to the right and
    /// nobody gets stuck in symmetry. [Units: rad]
    double twist;
    double wall_horizon; ///< how far ahead walls are seen [Units: s]
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_orca_def
} wend_orca_def;

#define WEND_ORCA_MAX_NEIGHBOURS 14
#define WEND_ORCA_MAX_SUBSTEPS   64

/// 10 neighbours within 5 m, 4 sub-steps, margin 0.01, twist 0.03.
WEND_API wend_orca_def wend_default_orca_def(void);

/// Memory between steps. What it keeps makes the next step faster and never other.
typedef struct wend_orca wend_orca;

WEND_API wend_result wend_orca_create(const wend_orca_def *def, wend_orca **orca,
                                      wend_error *error);
/// NULL is allowed.
WEND_API void wend_orca_destroy(wend_orca *orca);

/// What one step reads.
typedef struct wend_orca_input {
    const wend_body *bodies; ///< [count]
    const wend_wish *wishes; ///< [count]
    uint32_t count;
    const wend_walls *walls;  ///< [opt] stand still; nobody gets into them
    const wend_walls *movers; ///< [opt] walls that move; avoided as well as can be
    double step;              ///< [Units: s] [Limit: > 0]
    wend_tasks *tasks;        ///< [opt]
} wend_orca_input;

/// Where everybody is and how fast they are when the step is over. Entries of nobody are untouched.
typedef struct wend_orca_output {
    wend_vec2 *positions;  ///< [count]
    wend_vec2 *velocities; ///< [count] in the last sub-step
} wend_orca_output;

/// One step. WEND_NO_MEMORY, or WEND_BAD_ARGUMENT for values that are not finite or places beyond
/// WEND_MAX_COORDINATE: nothing is written. Takes no memory once it has seen as many bodies.
WEND_API wend_result wend_orca_step(wend_orca *orca, const wend_orca_input *input,
                                    const wend_orca_output *output, wend_error *error);

/// What the last step was spent on, of all threads together. [Units: s]
typedef struct wend_orca_times {
    double index, neighbours, planes, programs, move;
} wend_orca_times;

WEND_API wend_orca_times wend_orca_last_times(const wend_orca *orca);

/// How many lanes a vector has on this machine: 4, 8 or 16; 1 in a build without vectors. And sets
/// a smaller one, for measurements and tests; what is not there is WEND_BAD_ARGUMENT.
WEND_API uint32_t wend_orca_lanes(const wend_orca *orca);
WEND_API wend_result wend_orca_set_lanes(wend_orca *orca, uint32_t lanes);

/// A velocity v keeps it if n.v >= c, |n| = 1.
typedef struct wend_half_plane {
    double nx, ny, c;
    bool hard; ///< a wall's
} wend_half_plane;

/// The half-planes of one body in the first sub-step of such a step. For tests and for drawing: it
/// costs about as much as a step. Writes at most capacity of them and returns how many there are; 0
/// also if it fails.
WEND_API uint32_t wend_orca_planes(wend_orca *orca, const wend_orca_input *input, uint32_t body,
                                   wend_half_plane *planes, uint32_t capacity);

/// One program alone: the velocity of at most max_speed that keeps all half-planes (hard ones in
/// any case, the others as well as can be) and is closest to the wish; of several such, the one
/// closest to the bias. Returns how much a soft plane is violated, 0 if none. [Limit: the hard ones
/// allow velocity 0; count <= 32]
WEND_API double wend_orca_solve(const wend_half_plane *planes, uint32_t count,
                                const wend_wish *wish, double max_speed, wend_vec2 *velocity);

#ifdef __cplusplus
}
#endif

#endif
