// SPDX-License-Identifier: MIT
// The path maps of a world: one for each goal, or for each waypoint whose nearest goal is taken,
// and each class of radii. Many agents share one.
//
// A class has a mesh of its own, with walls inflated by its radius. After a change of obstacles it
// is rebuilt, at most as often as the def's map_refresh allows, and the maps on it too. When goals
// or speed boosts have changed, maps are updated.
//
// Before agents are planned for, the maps that they need are listed (maps_demand.c). The def limits
// the number of maps: a new one replaces the least recently used, but none that is needed now. In a
// large mesh a map is made only if many agents share it. Agents without a map use the mesh planner.
#ifndef WEND_WORLD_PLANNERS_MAPS_H
#define WEND_WORLD_PLANNERS_MAPS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/map_boosts.h"
#include "wend/world.h"

/// What a map is for.
typedef struct wend_map_key {
    uint32_t what; ///< a goal, or a waypoint whose nearest goal is taken
    bool is_stop;
    bool tolled;   ///< with the tolls of barriers; false: without, or there are none
    double radius; ///< radius of the class
} wend_map_key;

/// The free space of discs of one class.
typedef struct wend_map_class {
    double radius;
    wend_mesh *mesh; ///< NULL: none
    uint64_t walls;  ///< trail of the obstacles that it was built from
    uint64_t lines;  ///< `lines` of the barriers that are edges of it; 0: none
    uint64_t trail;  ///< hash of these: equal trails mean equal meshes
    double made;     ///< time when it was built
    uint64_t used;   ///< last step in which it was needed, counted from 1
} wend_map_class;

typedef struct wend_shared_map {
    wend_map_key key;
    wend_time_map *map;         ///< NULL: none
    uint64_t mesh;              ///< trail of the class's mesh that it was built on; 0: none
    uint64_t state;             ///< hash of its inputs; 0: to be built
    uint64_t trail;             ///< hash of all updates: equal trails mean equal maps
    uint64_t used;              ///< last step in which it was needed, counted from 1; 0: never
    wend_array(uint32_t) goals; ///< by source: slot of its goal
} wend_shared_map;

/// A part of the world.
typedef struct wend_maps {
    wend_array(wend_map_class) classes;
    wend_array(wend_shared_map) list;
} wend_maps;

/// The maps that some agents need: one, or one for each of the goals that they choose from.
typedef struct wend_map_want {
    wend_map_key key; ///< key of the one map
    bool several;
    uint32_t agents;       ///< number of these agents
    uint32_t first, count; ///< in picks
    uint32_t next;         ///< next want for the same goal or waypoint; WEND_NO_MAP: none
    uint32_t twin;         ///< the same with tolls, or without; WEND_NO_MAP: none
} wend_map_want;

#define WEND_NO_MAP UINT32_MAX

/// Scratch memory of a step.
typedef struct wend_map_memory {
    wend_array(wend_map_want) wants;
    wend_array(uint32_t) chains;  ///< by goal, then by waypoint: the first want for it; WEND_NO_MAP
    wend_array(uint32_t) picks;   ///< indices of maps; WEND_NO_MAP: none
    wend_array(uint32_t) of_slot; ///< by slot of the crowd: index in wants; WEND_NO_MAP: none
    wend_array(uint32_t) weights; ///< by slot: the next speed boost on its path; WEND_MAP_NONE
    wend_array(wend_map_source) sources;
    wend_array(uint32_t) goals; ///< by source
    wend_array(wend_map_boost) corners;
    wend_array(double) speeds;
    wend_array(wend_segment) lines; ///< lines of barriers
    wend_array(wend_map_toll) tolls;
    wend_array(wend_map_toll) no_tolls; ///< as many, of zero
} wend_map_memory;

void wend_map_memory_free(wend_map_memory *memory, const wend_allocator *allocator);

/// The radius of a disc's class: at least its own, from a series in steps of about an eighth.
double wend_maps_class_radius(double radius);

/// Lists the maps that are needed, and builds and updates them. False: out of memory.
bool wend_maps_follow(wend_world *world);

/// Lists the maps that agents need. False: out of memory. (maps_demand.c)
bool wend_maps_list_wants(wend_world *world);

/// The map for an agent that heads for that goal; NULL: none.
const wend_shared_map *wend_maps_of(const wend_world *world, uint32_t slot, uint32_t goal);

/// The same map with tolls if that for an agent is without, and the other way round; NULL: none.
const wend_shared_map *wend_maps_twin_of(const wend_world *world, uint32_t slot);

/// The mesh that a map is built on. (maps_copy.c)
const wend_mesh *wend_maps_mesh(const wend_maps *maps, const wend_shared_map *map);

/// Counts the agents of planner "map" that had to use the mesh in this step.
void wend_maps_count(wend_world *world);

/// Lists the sources of a map, and their goals. False: out of memory. (map_sources.c)
bool wend_maps_list_sources(wend_world *world, const wend_map_key *key, const wend_mesh *mesh);

/// The next speed boost on an agent's path in this step; WEND_MAP_NONE.
static inline uint32_t wend_maps_next_weight(const wend_map_memory *memory, uint32_t slot)
{
    return slot < memory->weights.count ? memory->weights.data[slot] : WEND_MAP_NONE;
}

#endif
