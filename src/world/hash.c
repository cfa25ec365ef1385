// SPDX-License-Identifier: MIT
// The whole state as one number. Memory, times and the number of threads are no part of it.
#include "world/world.h"

uint64_t wend_world_hash(const wend_world *world)
{
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, world->made);
    wend_hash_u64(&hash, world->steps);
    wend_hash_u64(&hash, world->halfway);
    wend_crowd_hash(&world->crowd, &hash);
    wend_goals_hash(&world->goals, &hash);
    wend_paths_hash(&world->paths, &hash);
    wend_spawners_hash(&world->spawners, &hash);
    wend_lane_sets_hash(&world->lanes, &hash);
    wend_groups_hash(&world->groups, &hash);
    wend_fields_hash(&world->fields, &hash);
    wend_pursuits_hash(&world->pursuits, &hash);
    wend_obstacles_hash(&world->obstacles, &hash);
    wend_diagram_hash(&world->diagram, &hash);
    wend_mang_keeps_hash(&world->keeps, &hash);
    wend_weights_hash(&world->weights, &hash);
    wend_maps_hash(&world->maps, &hash);
    wend_barriers_hash(&world->barriers, &hash);
    wend_events_hash(&world->events, &hash);
    return wend_hash_end(&hash);
}
