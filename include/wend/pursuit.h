// SPDX-License-Identifier: MIT
// Pursuits: behaviours that give an agent one goal after another, instead of a route.
//
// - Roam: a new random position in an area after every arrival, like an exploring robot.
// - Gather: positions where much of a resource is left; the agent collects what is within reach. A
//   resource is a density map of amounts and their values. Example: fruit pickers.
// - Chase: the nearest agent with a given role, which is caught when within reach. Example: guards.
//
// A pursuit is shared by any number of agents. It determines goals only; every planner and every
// motion model can be combined with it. Each pursuing agent has a point goal of its own
// (wend_agent_state.goal).
#ifndef WEND_PURSUIT_H
#define WEND_PURSUIT_H

#include "wend/ids.h"
#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

// ---- resources ----------------------------------------------------------------------------------

/// An amount of a resource, distributed evenly over the free cells of a disc.
typedef struct wend_patch {
    wend_vec2 position; ///< centre [Units: m]
    double radius;      ///< [Limit: > 0, up to 1e6] [Units: m]
    double amount;      ///< [Limit: > 0, up to 1e12]
    double value;       ///< value of one unit [Limit: > 0, up to 1e6]
} wend_patch;

/// A resource: square cells over all patches, each with an amount and a value per unit. Cell
/// corners are at multiples of the cell side.
typedef struct wend_resource_def {
    const wend_patch *patches; ///< [patch_count] not retained
    uint32_t patch_count;      ///< [Limit: >= 1]
    double cell;               ///< side of a cell [Limit: 1e-3..1e6] [Units: m]
    uint32_t cookie;           ///< set by wend_default_resource_def
} wend_resource_def;

/// Maximum number of cells of the grid, and of cells covered by all patches in total (cells in
/// several patches count several times).
#define WEND_MAX_RESOURCE_CELLS   (1u << 20)
#define WEND_MAX_RESOURCE_COVERED (1u << 22)

/// Cells of 0.5 m, no patches yet.
WEND_API wend_resource_def wend_default_resource_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits. Does not consider walls.
WEND_API wend_result wend_resource_def_check(const wend_resource_def *def, wend_error *error);

/// Adds a resource. A cell belongs to a patch if its centre is in the disc and in the current free
/// space. WEND_BAD_ARGUMENT also for a patch without such cells. *id [opt].
WEND_API wend_result wend_world_add_resource(wend_world *world, const wend_resource_def *def,
                                             wend_resource_id *id, wend_error *error);

/// Current state of a resource; valid until the next change or step.
typedef struct wend_resource_state {
    wend_vec2 corner;          ///< lower left corner of the grid [Units: m]
    double cell;               ///< side of a cell [Units: m]
    uint32_t columns, rows;    ///< size of the grid; cells are stored row by row, upwards
    const double *amounts;     ///< [columns * rows] amount in each cell
    const double *values;      ///< [columns * rows] value of one unit in each cell
    double initial, remaining; ///< total amount, initially and now
    double initial_value, remaining_value; ///< total value, initially and now
} wend_resource_state;
/// Writes the state of a resource to *state.
WEND_API wend_result wend_world_resource(const wend_world *world, wend_resource_id id,
                                         wend_resource_state *state, wend_error *error);

// ---- pursuits -----------------------------------------------------------------------------------

/// Kinds of pursuits; see above.
typedef enum wend_pursuit_kind {
    WEND_PURSUIT_ROAM,
    WEND_PURSUIT_GATHER,
    WEND_PURSUIT_CHASE,
} wend_pursuit_kind;

typedef struct wend_pursuit_def {
    wend_pursuit_kind kind;

    /// Roam: area of the goals, 3 points or more; not retained. All positions with enough clearance
    /// for the agent are equally likely. A goal without a path, or to which the agent gets no
    /// nearer for 10 s, is replaced by another.
    wend_goal area;
    double wait;        ///< roam: waiting time at each goal [Limit: 0..1e7] [Units: s]
    double wait_spread; ///< roam: maximum additional random waiting time [Limit: 0..1e7] [Units: s]

    /// Gather: the resource. Goals are drawn at random; the probability of a position is
    /// proportional to the value left there and to the inverse square of its distance. On uniform
    /// ground, a ring of twice the radius and twice the width is equally likely.
    wend_resource_id resource;
    /// Gather: amount per second that an agent takes of what is within reach, also on its way.
    /// [Limit: 0..1e9] [Units: 1/s]
    double rate;
    /// Gather: the agent chooses another goal when this fraction, or less, is left of the amount
    /// that was within reach of its goal when it was chosen. [Limit: 0 <= threshold < 1]
    double depletion_threshold;

    /// Chase: role of the agents to chase. The target is the nearest of them in a straight line.
    /// Where agents are sites of the Voronoi diagram, the nearest agent in an adjacent cell has
    /// precedence if it has the role: agents behind walls are not adjacent. [Limit: > 0]
    uint32_t role;

    /// Gather: maximum distance from the agent's centre to that of a cell. Chase: maximum gap
    /// between the two discs at which the target is caught and removed (WEND_EVENT_CAUGHT).
    /// [Limit: 0..1e6] [Units: m]
    double reach;
    uint32_t cookie; ///< set by wend_default_pursuit_def
} wend_pursuit_def;

/// Roam: no waiting time. Gather: 1 unit per second within 1 m, depletion threshold 0.25. Chase:
/// reach 0.3 m.
WEND_API wend_pursuit_def wend_default_pursuit_def(wend_pursuit_kind kind);

/// Adds a pursuit, for wend_agent_def.pursuit. *id [opt].
WEND_API wend_result wend_world_add_pursuit(wend_world *world, const wend_pursuit_def *def,
                                            wend_pursuit_id *id, wend_error *error);

/// Totals of an agent, of a pursuit, or of all pursuits of a world.
typedef struct wend_pursuit_totals {
    uint64_t goals_reached;
    uint64_t caught; ///< number of agents caught
    double gathered; ///< amount gathered
    double value;    ///< value of that amount
} wend_pursuit_totals;

/// Writes the totals of a pursuit; of all pursuits if the id is null.
WEND_API wend_result wend_world_pursuit_totals(const wend_world *world, wend_pursuit_id pursuit,
                                               wend_pursuit_totals *totals, wend_error *error);

/// State of a pursuing agent.
typedef struct wend_pursuer_state {
    bool has_goal;        ///< false: nothing to pursue at present; the agent stands
    wend_vec2 goal;       ///< current goal, if has_goal
    wend_agent_id quarry; ///< agent that it chases; null: none
    wend_pursuit_totals sums;
} wend_pursuer_state;

/// Returns WEND_NOT_FOUND for an agent without a pursuit.
WEND_API wend_result wend_world_pursuer(const wend_world *world, wend_agent_id agent,
                                        wend_pursuer_state *state, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
