// SPDX-License-Identifier: MIT
// What agents do who have no goal but a pursuit, which finds them one after the other.
//
// - Roam: on arrival, a new place in an area at random. Robots that explore.
// - Gather: to where there is much of something, and take it. A field is a map of how much there is
//   where, and what it is worth. Those who pick fruit.
// - Chase: after the nearest agent of a role, and catch it. Those whose fruit it is.
//
// A pursuit is shared by any number of agents. It says where to; any planner finds the way there,
// and any motion walks it. Whoever pursues has a goal of its own, a point, which
// wend_world_agent_state names.
#ifndef WEND_PURSUIT_H
#define WEND_PURSUIT_H

#include "wend/ids.h"
#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

// ---- fields -------------------------------------------------------------------------------------

/// An amount of something, spread evenly over the free ground of a disc.
typedef struct wend_patch {
    wend_vec2 position;
    double radius; ///< [Limit: > 0, up to 1e6] [Units: m]
    double amount; ///< [Limit: > 0, up to 1e12]
    double value;  ///< of one unit [Limit: > 0, up to 1e6]
} wend_patch;

/// A density map: square cells over all patches, each with an amount and what a unit of it is
/// worth. Their corners are at multiples of their side.
typedef struct wend_resource_def {
    const wend_patch *patches; ///< [patch_count] not retained
    uint32_t patch_count;      ///< [Limit: >= 1]
    double cell;               ///< side of a cell [Limit: 1e-3..1e6] [Units: m]
    uint32_t cookie;           ///< set by wend_default_resource_def
} wend_resource_def;

/// The grid may have so many cells, and all patches together may cover so many (those that several
/// cover are counted several times).
#define WEND_MAX_RESOURCE_CELLS   (1u << 20)
#define WEND_MAX_RESOURCE_COVERED (1u << 22)

/// Cells of 0.5 m, no patch yet.
WEND_API wend_resource_def wend_default_resource_def(void);

/// WEND_OK, or WEND_BAD_ARGUMENT with what is wrong with the def, wherever the walls are.
WEND_API wend_result wend_resource_def_check(const wend_resource_def *def, wend_error *error);

/// Adds a field. A cell belongs to a patch if its centre is in the disc and free as the obstacles
/// are now; a patch that has none is refused (WEND_BAD_ARGUMENT).
WEND_API wend_result wend_world_add_resource(wend_world *world, const wend_resource_def *def,
                                             wend_resource_id *id, wend_error *error);

/// A field as it is now, valid until the next change or step.
typedef struct wend_resource_state {
    wend_vec2 corner;                      ///< lower left, of the first cell
    double cell;                           ///< side of a cell [Units: m]
    uint32_t columns, rows;                ///< cells lie row by row, upwards
    const double *amounts;                 ///< [columns * rows]
    const double *values;                  ///< [columns * rows] of a unit
    double initial, remaining;             ///< amount in all cells, at the beginning and now
    double initial_value, remaining_value; ///< and what it is worth
} wend_resource_state;
WEND_API wend_result wend_world_resource(const wend_world *world, wend_resource_id id,
                                         wend_resource_state *state, wend_error *error);

// ---- pursuits -----------------------------------------------------------------------------------

typedef enum wend_pursuit_kind {
    WEND_PURSUIT_ROAM,
    WEND_PURSUIT_GATHER,
    WEND_PURSUIT_CHASE,
} wend_pursuit_kind;

typedef struct wend_pursuit_def {
    wend_pursuit_kind kind;

    /// Roam: where the goals are: 3 corners or more, not retained. All places that have room for
    /// the agent among the walls are equally likely. One that it gets no way to, or no nearer to
    /// for 10 s, is given up for another.
    wend_goal area;
    double wait;        ///< how long it stays at each [Limit: 0..1e7] [Units: s]
    double wait_spread; ///< and up to so much longer, at random [Limit: 0..1e7] [Units: s]

    /// Gather: what. Its goals are drawn by lot: the chance of a place goes with what there is,
    /// what it is worth, and with one over the square of its distance. So on even ground a ring
    /// that is twice as far and twice as wide has the same chance.
    wend_resource_id resource;
    double rate; ///< so much is taken of what is within reach, also on the way [Limit: 0..1e9]
                 ///< [Units: 1/s]
    /// When no more than this part is left of what was within reach of the goal when it was chosen,
    /// another is drawn. [Limit: 0..1, below 1]
    double depletion_threshold;

    /// Chase: whom. The nearest of those who have the role, as the crow flies. Where agents are
    /// sites of the diagram, and of all whose cells are beside its own the nearest has the role, it
    /// is that one: so it is not led astray by one behind a wall.
    uint32_t role;

    /// Gather: from the agent's centre to a cell's. Chase: from rim to rim; whoever is no further
    /// is caught and leaves the world (WEND_EVENT_CAUGHT). [Limit: 0..1e6] [Units: m]
    double reach;
    uint32_t cookie; ///< set by wend_default_pursuit_def
} wend_pursuit_def;

/// Roam: no wait. Gather: 1 a second within 1 m, enough at 0.25. Chase: reach 0.3 m.
WEND_API wend_pursuit_def wend_default_pursuit_def(wend_pursuit_kind kind);

/// Adds a pursuit, for wend_agent_def.pursuit.
WEND_API wend_result wend_world_add_pursuit(wend_world *world, const wend_pursuit_def *def,
                                            wend_pursuit_id *id, wend_error *error);

/// What a pursuit has come to, or one agent's, or all of a world's.
typedef struct wend_pursuit_totals {
    uint64_t goals_reached; ///< goals that were reached
    uint64_t caught;
    double gathered; ///< amount
    double value;    ///< of it
} wend_pursuit_totals;

/// Of a pursuit; with a null id, of all.
WEND_API wend_result wend_world_pursuit_totals(const wend_world *world, wend_pursuit_id pursuit,
                                               wend_pursuit_totals *sums, wend_error *error);

/// What an agent is after.
typedef struct wend_pursuer_state {
    bool has_goal; ///< else there is nothing for it now: it stands
    wend_vec2 goal;
    wend_agent_id quarry; ///< whom it chases; null: nobody
    wend_pursuit_totals sums;
} wend_pursuer_state;

/// WEND_NOT_FOUND: it has no pursuit.
WEND_API wend_result wend_world_pursuer(const wend_world *world, wend_agent_id agent,
                                        wend_pursuer_state *state, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
