// SPDX-License-Identifier: MIT
// Ids of objects that wend owns. Copied by value; an id of zeros is null and refers to no object.
//
// Every kind of object has its own id type, so that passing an id of another kind does not compile:
//     wend_goal_id goal;
//     wend_world_add_goal(world, &area, &goal, NULL);
//     wend_world_remove_agent(world, goal, NULL); // error: expected wend_agent_id
#ifndef WEND_IDS_H
#define WEND_IDS_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Contents of every id type: a slot and the generation of its use. When an object is removed, its
/// id becomes stale for good: functions that take it return WEND_STALE, even after the slot has
/// been reused. The upper bits of the generation differ between kinds, so that a raw id of another
/// kind is stale as well.
typedef struct wend_id {
    uint32_t slot1; ///< the slot plus 1; 0 is null
    uint32_t generation;
} wend_id;

/// Convert an id to a single number, for hash tables and files, and back: wend_id_pack(id.raw).
static inline uint64_t wend_id_pack(wend_id id)
{
    return (uint64_t)id.generation << 32 | id.slot1;
}

static inline wend_id wend_id_unpack(uint64_t packed)
{
    wend_id id = {(uint32_t)packed, (uint32_t)(packed >> 32)};
    return id;
}

/// Defines the type wend_<kind>_id, wend_<kind>_id_is_null and wend_<kind>_id_equal.
#define WEND_ID(kind)                                                                              \
    typedef struct wend_##kind##_id {                                                              \
        wend_id raw;                                                                               \
    } wend_##kind##_id;                                                                            \
    static inline bool wend_##kind##_id_is_null(wend_##kind##_id id)                               \
    {                                                                                              \
        return id.raw.slot1 == 0;                                                                  \
    }                                                                                              \
    static inline bool wend_##kind##_id_equal(wend_##kind##_id a, wend_##kind##_id b)              \
    {                                                                                              \
        return a.raw.slot1 == b.raw.slot1 && a.raw.generation == b.raw.generation;                 \
    }

WEND_ID(agent)
WEND_ID(goal)
WEND_ID(route)
WEND_ID(zone)
WEND_ID(obstacle) ///< an obstacle of a world: fixed, door or moving
WEND_ID(spawner)
WEND_ID(pursuit)
WEND_ID(resource)
WEND_ID(lanes)
WEND_ID(group) ///< a coherent group (wend/world_groups.h)
WEND_ID(boost)
WEND_ID(site)       ///< a site of a Voronoi diagram
WEND_ID(mesh_shape) ///< an obstacle of a mesh

#undef WEND_ID

#ifdef __cplusplus
}
#endif

#endif
