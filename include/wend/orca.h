// SPDX-License-Identifier: MIT
// Optimal reciprocal collision avoidance (J. van den Berg, S. J. Guy, M. Lin and D. Manocha,
// "Reciprocal n-Body Collision Avoidance", 2011) for discs with any mix of radii, speeds and time
// horizons, with walls, and with ranges of preferred velocities (way portals, wend/arc.h). Works on
// arrays, without a world; a world uses it as motion model "orca".
//
// Positions are double; velocities are solved in float, on differences that are exact to 2^-31 of
// the extent of the crowd. The result does not depend on the number of threads or on the vector
// width of the machine.
#ifndef WEND_ORCA_H
#define WEND_ORCA_H

#include "wend/steering_target.h"
#include "wend/tasks.h"
#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A moving disc.
typedef struct wend_body {
    wend_vec2 position;
    wend_vec2 velocity;
    float radius;       ///< radius [Units: m]; negative: unused slot, skipped
    float max_speed;    ///< maximum speed [Units: m/s] [Limit: >= 0]
    float time_horizon; ///< time horizon tau for other bodies [Units: s] [Limit: > 0]
    /// Avoidance share: each of two bodies takes its fraction of the sum of both. 0.5 for all is
    /// reciprocal; a body with 0 never yields; two bodies with 0 collide. [Limit: 0..1]
    float avoidance_share;
} wend_body;

/// Fraction of its radius by which a body may approach walls closer, so that it fits through a gap
/// of exactly twice its radius even though the radius is stored as a float.
#define WEND_BODY_GIVE 1e-6

typedef struct wend_orca_def {
    /// Maximum number of neighbours, the nearest first. [Limit: 1..WEND_ORCA_MAX_NEIGHBOURS]
    uint32_t max_neighbours;
    double neighbour_distance; ///< maximum distance of neighbours, between centres [Units: m]
                               ///< [Limit: > 0]
    /// Velocity updates per `interval`, with one neighbour search; fewer in a shorter step, more
    /// where a body would move by more than half its radius. More of them keep dense crowds from
    /// overlapping and improve their flow. [Limit: 1..WEND_ORCA_MAX_SUBSTEPS]
    uint32_t substeps;
    /// Maximum time between two neighbour searches: a longer step is computed in equal parts.
    /// INFINITY: one search and `substeps` updates in every step. [Units: s] [Limit: > 0]
    double interval;
    /// Maximum number of passes after each interval that push overlapping bodies apart; 0: none, as
    /// in RVO2.
    /// [Limit: 0..WEND_ORCA_MAX_SUBSTEPS]
    uint32_t separations;
    double margin; ///< enlargement of other bodies, as a fraction of their radius [Limit: 0..1]
    /// Symmetry-breaking angle: distant bodies are treated as rotated by this angle, so that all
    /// keep to the right and no symmetric deadlock occurs. [Units: rad] [Limit: -1..1]
    double symmetry_angle;
    double wall_time_horizon; ///< time horizon for walls [Units: s] [Limit: 0..1000]
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_orca_def
} wend_orca_def;

/// Limits of wend_orca_def.
#define WEND_ORCA_MAX_NEIGHBOURS 14
#define WEND_ORCA_MAX_SUBSTEPS   64

/// 10 neighbours within 5 m, 4 substeps per 0.1 s, 12 separations, margin 0.01, symmetry angle 0.03
/// rad, wall time horizon 0.1 s.
WEND_API wend_orca_def wend_default_orca_def(void);

/// State between steps. It accelerates the next step and never changes its result.
typedef struct wend_orca wend_orca;

/// Creates the state. WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_orca_create(const wend_orca_def *def, wend_orca **orca,
                                      wend_error *error);
/// Destroys the state. NULL is allowed.
WEND_API void wend_orca_destroy(wend_orca *orca);

/// Input of a step.
typedef struct wend_orca_input {
    const wend_body *bodies;                  ///< [count]
    const wend_preferred_velocity *preferred; ///< [count]
    uint32_t count;
    const wend_walls *walls;        ///< [opt] Static walls; no body enters them
    const wend_walls *moving_walls; ///< [opt] Moving walls; avoided where possible
    double step;                    ///< time step [Units: s] [Limit: > 0]
    wend_tasks *tasks;              ///< [opt]
    const bool *moved; ///< [opt] [count] Bodies whose output is written; the others are avoided
} wend_orca_input;

/// Positions and velocities at the end of the step. Unused slots (radius < 0) are not written.
typedef struct wend_orca_output {
    wend_vec2 *positions;  ///< [count]
    wend_vec2 *velocities; ///< [count] Velocity in the last substep
} wend_orca_output;

/// Computes one step. WEND_OUT_OF_MEMORY, or WEND_BAD_ARGUMENT for values that are not finite or
/// positions beyond WEND_MAX_COORDINATE: nothing is written. Allocates only when there are more
/// bodies than ever before. O(n log n) to sort, then linear in the neighbours.
WEND_API wend_result wend_orca_step(wend_orca *orca, const wend_orca_input *input,
                                    const wend_orca_output *output, wend_error *error);

/// Time spent in the parts of the last step, summed over all threads. [Units: s]
typedef struct wend_orca_times {
    double index, neighbours, planes, programs, move;
} wend_orca_times;

/// Returns the times of the last step.
WEND_API wend_orca_times wend_orca_last_times(const wend_orca *orca);

/// Number of vector lanes in use on this machine: 4, 8 or 16; 1 in a build without vectors.
/// wend_orca_set_lanes selects a smaller number, for benchmarks and tests; WEND_BAD_ARGUMENT if it
/// is not available.
WEND_API uint32_t wend_orca_lanes(const wend_orca *orca);
WEND_API wend_result wend_orca_set_lanes(wend_orca *orca, uint32_t lanes);

/// The half-plane of velocities v with n.v >= c, |n| = 1.
typedef struct wend_half_plane {
    double nx, ny, c;
    bool hard; ///< from a wall: always satisfied
} wend_half_plane;

/// Writes the half-planes of one body in the first substep of such a step: at most capacity of
/// them. Returns their total number; 0 also after a failure. For tests and for drawing: it costs
/// about as much as a step.
WEND_API uint32_t wend_orca_planes(wend_orca *orca, const wend_orca_input *input, uint32_t body,
                                   wend_half_plane *planes, uint32_t capacity);

/// Solves a single linear program: the velocity of at most max_speed that satisfies all half-planes
/// (hard ones always, the others with the least violation) and is closest to the range of preferred
/// velocities; of several such, the one closest to its bias. Returns the largest violation of a
/// soft half-plane, 0 if all are satisfied. [Limit: the hard half-planes admit velocity 0; count <=
/// 32]
WEND_API double wend_orca_solve(const wend_half_plane *planes, uint32_t count,
                                const wend_preferred_velocity *preferred, double max_speed,
                                wend_vec2 *velocity);

#ifdef __cplusplus
}
#endif

#endif
