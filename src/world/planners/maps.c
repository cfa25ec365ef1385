// SPDX-License-Identifier: MIT
// Maps of a world: built when needed, updated after changes, and kept.
#include "world/planners/maps.h"

#include "core/clock.h"
#include "mesh/mesh.h"
#include "world/world.h"

/// Walls are inflated for discs smaller by this part, so that a passage exactly as wide as a disc
/// is open to it.
#define SMALLER 1e-5

/// A speed boost is placed at the nearest corner of the inflated walls within this distance.
/// [Units: radii]
#define WEIGHT_REACH 2.0

/// A map costs time and memory for every triangle of the mesh, a search only for those around its
/// path. A map is made if there are at most this many triangles per agent that needs it.
#define TRIANGLES_EACH 4096

/// No maps in meshes with more triangles: among ten thousand blocks in rows a single map takes
/// gigabytes, since a line of goals is visible down every street.
#define MAX_TRIANGLES 32768

static uint64_t step_number(const wend_world *world)
{
    return world->steps + 1;
}

// ---- which maps ---------------------------------------------------------------------------------

static bool is_same(const wend_map_key *a, const wend_map_key *b)
{
    return a->what == b->what && a->is_stop == b->is_stop && a->tolled == b->tolled &&
           a->radius == b->radius;
}

static uint32_t find(const wend_maps *maps, const wend_map_key *key)
{
    for (uint32_t i = 0; i < maps->list.count; ++i)
        if (maps->list.data[i].used > 0 && is_same(&maps->list.data[i].key, key))
            return i;
    return WEND_NO_MAP;
}

/// An entry for a new map: a new one up to the limit of the def, else that of the least recently
/// used map. WEND_NO_MAP: all are needed now. Memory is reserved.
static uint32_t entry_for(wend_world *world)
{
    wend_maps *maps = &world->maps;
    uint32_t oldest = WEND_NO_MAP;
    for (uint32_t i = 0; i < maps->list.count; ++i) {
        uint64_t used = maps->list.data[i].used;
        if (used < step_number(world) &&
            (oldest == WEND_NO_MAP || used < maps->list.data[oldest].used))
            oldest = i;
    }
    if (maps->list.count == world->def.maps)
        return oldest;
    maps->list.data[maps->list.count] = (wend_shared_map){.used = 0};
    return (uint32_t)maps->list.count++;
}

/// True if enough agents share the map.
static bool is_worth_it(const wend_world *world, const wend_map_want *want)
{
    uint32_t triangles = world->obstacles.mesh->triangle_count;
    return triangles <= MAX_TRIANGLES && (uint64_t)want->agents * TRIANGLES_EACH >= triangles;
}

/// Finds the maps of a want; if `makes` is set, missing ones are allotted.
static void pick(wend_world *world, const wend_map_want *want, bool makes)
{
    wend_maps *maps = &world->maps;
    const wend_goals *goals = &world->goals;
    for (uint32_t i = 0; i < want->count; ++i) {
        uint32_t *picked = &world->map_memory.picks.data[want->first + i];
        wend_map_key key = want->key;
        if (want->several)
            key.what = goals->stop_goals.data[goals->stops.data[want->key.what].first + i];
        *picked = find(maps, &key);
        if (*picked == WEND_NO_MAP && makes && is_worth_it(world, want)) {
            *picked = entry_for(world);
            if (*picked != WEND_NO_MAP) {
                wend_shared_map *map = &maps->list.data[*picked];
                map->key = key;
                map->state = map->trail = map->mesh = 0;
            }
        }
        if (*picked != WEND_NO_MAP)
            maps->list.data[*picked].used = step_number(world);
    }
}

/// Finds or allots the maps of all wants. False: out of memory.
static bool pick_all(wend_world *world)
{
    wend_maps *maps = &world->maps;
    wend_map_memory *memory = &world->map_memory;
    size_t more = world->def.maps - maps->list.count, picks = 0;
    for (size_t i = 0; i < memory->wants.count; ++i) {
        wend_map_want *want = &memory->wants.data[i];
        want->first = (uint32_t)picks;
        want->count = want->several ? world->goals.stops.data[want->key.what].count : 1;
        picks += want->count;
    }
    if (!wend_array_reserve(&maps->list, &world->allocator, more) ||
        !wend_array_reserve(&maps->classes, &world->allocator,
                            world->def.maps - maps->classes.count) ||
        !wend_array_reserve(&memory->picks, &world->allocator, picks))
        return false;
    memory->picks.count = picks;
    for (size_t i = 0; i < memory->wants.count; ++i)
        pick(world, &memory->wants.data[i], false);
    for (size_t i = 0; i < memory->wants.count; ++i)
        pick(world, &memory->wants.data[i], true);
    return true;
}

/// The map of a pick; NULL: none.
static const wend_shared_map *picked_map(const wend_world *world, uint32_t pick)
{
    uint32_t map = world->map_memory.picks.data[pick];
    return map == WEND_NO_MAP || !world->maps.list.data[map].map ? NULL
                                                                 : &world->maps.list.data[map];
}

const wend_shared_map *wend_maps_twin_of(const wend_world *world, uint32_t slot)
{
    const wend_map_memory *memory = &world->map_memory;
    uint32_t number = slot < memory->of_slot.count ? memory->of_slot.data[slot] : WEND_NO_MAP;
    uint32_t twin = number == WEND_NO_MAP ? WEND_NO_MAP : memory->wants.data[number].twin;
    return twin == WEND_NO_MAP ? NULL : picked_map(world, memory->wants.data[twin].first);
}

const wend_shared_map *wend_maps_of(const wend_world *world, uint32_t slot, uint32_t goal)
{
    const wend_map_memory *memory = &world->map_memory;
    uint32_t number = slot < memory->of_slot.count ? memory->of_slot.data[slot] : WEND_NO_MAP;
    if (number == WEND_NO_MAP)
        return NULL;
    const wend_map_want *want = &memory->wants.data[number];
    uint32_t pick = want->first;
    if (want->several) {
        const wend_world_stop *stop = &world->goals.stops.data[want->key.what];
        const uint32_t *goals = &world->goals.stop_goals.data[stop->first];
        uint32_t i = 0;
        while (i < stop->count && goals[i] != goal)
            ++i;
        if (i == stop->count)
            return NULL;
        pick += i;
    }
    return picked_map(world, pick);
}

// ---- classes ------------------------------------------------------------------------------------

/// Lists the barriers, for meshes and maps. False: out of memory.
static bool list_barriers(wend_world *world)
{
    const wend_barriers *barriers = &world->barriers;
    wend_map_memory *memory = &world->map_memory;
    memory->lines.count = memory->tolls.count = memory->no_tolls.count = 0;
    if (!wend_array_reserve(&memory->lines, &world->allocator, barriers->list.count) ||
        !wend_array_reserve(&memory->tolls, &world->allocator, barriers->list.count) ||
        !wend_array_reserve(&memory->no_tolls, &world->allocator, barriers->list.count))
        return false;
    for (size_t i = 0; i < barriers->list.count; ++i) {
        const wend_barrier *barrier = &barriers->list.data[i];
        memory->lines.data[memory->lines.count++] = (wend_segment){barrier->a, barrier->b};
        memory->tolls.data[memory->tolls.count++] = (wend_map_toll){.to_left = barrier->toll};
        memory->no_tolls.data[memory->no_tolls.count++] = (wend_map_toll){0};
    }
    return true;
}

/// Builds the mesh of a class from the current obstacles, with or without barriers.
static wend_result build_mesh(wend_world *world, wend_map_class *class, bool barriers)
{
    const wend_obstacles *obstacles = &world->obstacles;
    wend_floor *floor = NULL;
    wend_result result = wend_obstacles_floor(obstacles, &world->allocator, &floor);
    if (result != WEND_OK)
        return result;
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = wend_mesh_box(obstacles->mesh);
    def.allocator = world->allocator;
    def.lines = world->map_memory.lines.data;
    def.line_count = barriers ? (uint32_t)world->map_memory.lines.count : 0;
    wend_mesh *mesh = NULL;
    result = wend_mesh_create_inflated(floor, class->radius * (1 - SMALLER), 0, &def, &mesh, NULL);
    wend_floor_destroy(floor);
    if (result != WEND_OK)
        return result;
    wend_mesh_destroy(class->mesh);
    class->mesh = mesh;
    return WEND_OK;
}

/// True if the mesh of a class has to be rebuilt.
static bool is_stale(const wend_world *world, const wend_map_class *class)
{
    if (class->lines != world->barriers.lines)
        return true;
    if (class->walls == world->obstacles.trail)
        return false;
    return class->trail == 0 || world->time >= class->made + world->def.map_refresh;
}

/// Updates a class. False: out of memory. Obstacles that the mesh accepted are valid; should
/// inflation fail nevertheless, the class has no mesh, and its agents use the mesh planner.
static bool refresh_class(wend_world *world, wend_map_class *class)
{
    if (!is_stale(world, class))
        return true;
    wend_result result = build_mesh(world, class, true);
    if (wend_failed(result) && result != WEND_OUT_OF_MEMORY && world->barriers.lines != 0)
        result = build_mesh(world, class, false);
    if (result == WEND_OUT_OF_MEMORY)
        return false;
    if (result != WEND_OK) {
        wend_mesh_destroy(class->mesh);
        class->mesh = NULL;
    }
    wend_hash hash = wend_hash_start();
    wend_hash_double(&hash, class->radius);
    wend_hash_u64(&hash, world->obstacles.trail);
    wend_hash_u64(&hash, world->barriers.lines);
    class->trail = wend_hash_end(&hash) | 1; // 0 means none
    class->walls = world->obstacles.trail;
    class->lines = world->barriers.lines;
    class->made = world->time;
    ++world->times.maps.inflated;
    return true;
}

/// Destroys the mesh of a class. Maps on it, none of which is needed now, are rebuilt when they are
/// needed again.
static void drop_class(wend_maps *maps, wend_map_class *class)
{
    for (size_t i = 0; i < maps->list.count; ++i)
        if (maps->list.data[i].key.radius == class->radius)
            maps->list.data[i].state = maps->list.data[i].mesh = 0;
    wend_mesh_destroy(class->mesh);
    *class = (wend_map_class){0};
}

/// The class of that radius, created if missing. Memory is reserved: there are no more classes in
/// use than maps.
static wend_map_class *class_of(wend_world *world, double radius)
{
    wend_maps *maps = &world->maps;
    wend_map_class *oldest = NULL;
    for (size_t i = 0; i < maps->classes.count; ++i) {
        wend_map_class *class = &maps->classes.data[i];
        if (class->radius == radius)
            return class;
        if (class->used < step_number(world) && (!oldest || class->used < oldest->used))
            oldest = class;
    }
    WEND_ASSERT(oldest || maps->classes.count < world->def.maps);
    if (maps->classes.count < world->def.maps)
        oldest = &maps->classes.data[maps->classes.count++];
    else
        drop_class(maps, oldest);
    *oldest = (wend_map_class){.radius = radius};
    return oldest;
}

// ---- maps ---------------------------------------------------------------------------------------

static uint64_t state_of(const wend_world *world, const wend_map_key *key,
                         const wend_map_class *class)
{
    const wend_goals *goals = &world->goals;
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, class->trail);
    wend_hash_u64(&hash, world->weights.changes);
    wend_hash_u64(&hash, key->tolled ? world->barriers.tolls : 0);
    wend_hash_u64(&hash, (uint64_t)key->what << 1 | key->is_stop);
    if (!key->is_stop)
        wend_hash_u64(&hash, goals->goals.data[key->what].moves);
    const wend_world_stop *stop = key->is_stop ? &goals->stops.data[key->what] : NULL;
    for (uint32_t i = 0; stop && i < stop->count; ++i)
        wend_hash_u64(&hash, goals->goals.data[goals->stop_goals.data[stop->first + i]].moves);
    return wend_hash_end(&hash) | 1; // 0 means none
}

/// Lists the speed boosts, moved to corners of the inflated walls, and the speeds of agents that
/// took one that is used up. False: out of memory.
static bool list_weights(wend_world *world, const wend_map_class *class)
{
    const wend_weights *weights = &world->weights;
    wend_map_memory *memory = &world->map_memory;
    memory->corners.count = memory->speeds.count = 0;
    if (!wend_array_reserve(&memory->corners, &world->allocator, weights->list.count) ||
        !wend_array_reserve(&memory->speeds, &world->allocator, weights->list.count))
        return false;
    for (size_t i = 0; i < weights->list.count; ++i) {
        const wend_weight *weight = &weights->list.data[i];
        wend_map_boost corner = {weight->at, 1};
        if (weight->left > 0 &&
            wend_map_corner(class->mesh, weight->at, WEIGHT_REACH * class->radius,
                            &corner.position) == WEND_OK)
            corner.factor = weight->weight;
        memory->corners.data[memory->corners.count++] = corner;
        if (weight->riders > 0)
            memory->speeds.data[memory->speeds.count++] = weight->weight;
    }
    return true;
}

static wend_result build(wend_world *world, wend_shared_map *map, const wend_map_class *class)
{
    wend_map_memory *memory = &world->map_memory;
    wend_result result = WEND_OK;
    if (!map->map)
        result = wend_time_map_create(&world->allocator, &map->map, NULL);
    if (result == WEND_OK &&
        (!wend_maps_list_sources(world, &map->key, class->mesh) || !list_weights(world, class) ||
         !wend_array_copy(&map->goals, &memory->goals, &world->allocator)))
        result = WEND_OUT_OF_MEMORY;
    if (result != WEND_OK)
        return result;
    wend_time_map_def def = wend_default_time_map_def();
    def.sources = memory->sources.data;
    def.source_count = (uint32_t)memory->sources.count;
    def.boosts = memory->corners.data;
    def.boost_count = (uint32_t)memory->corners.count;
    def.speeds = memory->speeds.data;
    def.speed_count = (uint32_t)memory->speeds.count;
    def.tolls = map->key.tolled ? memory->tolls.data : memory->no_tolls.data;
    def.toll_count = class->mesh->line_count;
    bool updates = map->state != 0 && map->mesh == class->trail;
    world->times.maps.updated += updates;
    world->times.maps.built += !updates;
    return updates ? wend_time_map_update(map->map, class->mesh, &def, NULL)
                   : wend_time_map_build(map->map, class->mesh, &def, NULL);
}

/// Updates a map and its class. False: out of memory.
static bool refresh_map(wend_world *world, wend_shared_map *map)
{
    wend_map_class *class = class_of(world, map->key.radius);
    class->used = step_number(world);
    if (!refresh_class(world, class))
        return false;
    uint64_t state = state_of(world, &map->key, class);
    if (map->state == state)
        return true;
    wend_result result = class->mesh ? build(world, map, class) : WEND_NOT_FOUND;
    if (result != WEND_OK) { // the map is empty then
        map->state = 0;
        if (result == WEND_OUT_OF_MEMORY)
            return false;
        wend_time_map_destroy(map->map);
        map->map = NULL;
    }
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, map->trail);
    wend_hash_u64(&hash, state);
    map->trail = wend_hash_end(&hash);
    map->state = state;
    map->mesh = class->trail;
    return true;
}

bool wend_maps_follow(wend_world *world)
{
    wend_maps *maps = &world->maps;
    double begin = wend_clock();
    if (!wend_maps_list_wants(world) || !pick_all(world) || !list_barriers(world))
        return false;
    bool good = true;
    for (size_t i = 0; i < maps->list.count && good; ++i)
        if (maps->list.data[i].used == step_number(world)) {
            good = refresh_map(world, &maps->list.data[i]);
            ++world->times.maps.maps;
        }
    world->times.maps.seconds = wend_clock() - begin;
    return good;
}
