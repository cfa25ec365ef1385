// SPDX-License-Identifier: MIT
// The path maps of a world: one for each goal, or for each stop where the nearest of several is
// taken, and for each class of radii. Thousands of agents share one.
//
// A class has a mesh of its own, with walls grown by its radius. When the obstacles have changed it
// is made again, but not more often than the def's map_refresh says, and then the maps on it. When
// goals or weights have changed, maps are brought up to date.
//
// Before anybody is guided, all who need a map are listed (maps_wants.c). There are at most as many
// maps as the def says: for a new one, the one that was last used longest ago goes, but none that
// somebody needs now. In a large mesh a map must be for many to be made. Who is left without goes
// by the mesh.
#ifndef WEND_WORLD_PLANNERS_MAPS_H
#define WEND_WORLD_PLANNERS_MAPS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/map_boosts.h"
#include "wend/world.h"

/// What a map is for.
typedef struct wend_map_key {
    uint32_t what; ///< a goal, or a stop whose nearest goal is taken
    bool is_stop;
    double radius; ///< of the class
} wend_map_key;

/// The free space of discs of one class.
typedef struct wend_map_class {
    double radius;
    wend_mesh *mesh; ///< NULL: none
    uint64_t walls;  ///< trail of the obstacles that it was made of
    uint64_t lines;  ///< of the barriers that are edges of it; 0: none
    uint64_t trail;  ///< a hash of all that: with the same one it is the same
    double made;     ///< when it was made
    uint64_t used;   ///< the last step in which somebody needed it, counted from 1
} wend_map_class;

typedef struct wend_shared_map {
    wend_map_key key;
    wend_time_map *map; ///< NULL: there is none
    uint64_t mesh;      ///< trail of the class's mesh that it is over; 0: none
    uint64_t state;     ///< a hash of all that it is of; 0: to be built
    uint64_t trail;     ///< a hash of all that was done to it: with the same one it is the same
    uint64_t used;      ///< the last step in which somebody needed it, counted from 1; 0: never
    wend_array(uint32_t) goals; ///< whose the sources are: slots of goals, by source
} wend_shared_map;

/// A part of the world.
typedef struct wend_maps {
    wend_array(wend_map_class) classes;
    wend_array(wend_shared_map) list;
} wend_maps;

/// What some agents need: one map, or one for each of the goals that they choose from.
typedef struct wend_map_want {
    wend_map_key key; ///< of the one map
    bool several;
    uint32_t agents;       ///< how many they are
    uint32_t first, count; ///< in picks
    uint32_t next;         ///< another want for the same goal or stop; WEND_NO_MAP
} wend_map_want;

#define WEND_NO_MAP UINT32_MAX

/// What the step to come needs; nothing in it outlives the step.
typedef struct wend_map_memory {
    wend_array(wend_map_want) wants;
    wend_array(uint32_t) chains;  ///< by goal, then by stop: the first want for it; WEND_NO_MAP
    wend_array(uint32_t) picks;   ///< numbers of maps; WEND_NO_MAP: there is none
    wend_array(uint32_t) of_slot; ///< by slot of the crowd, a number in wants; WEND_NO_MAP: none
    wend_array(uint32_t) weights; ///< by slot, the weight that its way leads by; WEND_MAP_NONE
    wend_array(wend_map_source) sources;
    wend_array(uint32_t) goals; ///< by source
    wend_array(wend_map_boost) corners;
    wend_array(double) speeds;
    wend_array(wend_segment) lines; ///< of barriers
    wend_array(wend_map_toll) tolls;
} wend_map_memory;

void wend_map_memory_free(wend_map_memory *memory, const wend_allocator *allocator);

/// The radius of the class that a disc belongs to: no less than its own, and of a series in which
/// each is about an eighth more than the one before.
double wend_maps_class_radius(double radius);

/// Lists who needs which map, and makes and updates those. False: out of memory.
bool wend_maps_follow(wend_world *world);

/// The parts of it: who needs what; room for it. (maps_wants.c)
bool wend_maps_list_wants(wend_world *world);

/// The map for an agent that heads for that goal; NULL: it has none.
const wend_shared_map *wend_maps_of(const wend_world *world, uint32_t slot, uint32_t goal);

/// The mesh that a map is over. (maps_copy.c)
const wend_mesh *wend_maps_mesh(const wend_maps *maps, const wend_shared_map *map);

/// Counts those who went without a map in this step.
void wend_maps_count(wend_world *world);

/// Fills in the sources of a map, and whose they are. False: out of memory. (map_sources.c)
bool wend_maps_list_sources(wend_world *world, const wend_map_key *key, const wend_mesh *mesh);

/// The weight that an agent's way leads by in this step; WEND_MAP_NONE.
static inline uint32_t wend_maps_next_weight(const wend_map_memory *memory, uint32_t slot)
{
    return slot < memory->weights.count ? memory->weights.data[slot] : WEND_MAP_NONE;
}

#endif
