// SPDX-License-Identifier: MIT
// Queries on a time map: results, paths, sizes, and its validation.
#include "map/boosts.h"
#include "map/wave.h"

#include "geometry/points.h"

const double *wend_time_map_speeds(const wend_time_map *map, uint32_t *count)
{
    *count = map->layer_count;
    return map->layer_count ? map->speeds : NULL;
}

uint32_t wend_time_map_layer(const wend_time_map *map, double speed)
{
    uint32_t layer = 0;
    while (layer + 1 < map->layer_count && map->speeds[layer + 1] <= speed)
        ++layer;
    return layer;
}

const wend_map *wend_time_map_plain(const wend_time_map *map, uint32_t layer)
{
    return layer < map->layer_count ? map->layers[layer].map : NULL;
}

// ---- results ------------------------------------------------------------------------------------

static wend_time_result unreachable(wend_vec2 p)
{
    return (wend_time_result){.time = -1,
                              .next = p,
                              .layer = WEND_MAP_NONE,
                              .root = WEND_MAP_NONE,
                              .boost = WEND_MAP_NONE,
                              .source = WEND_MAP_NONE};
}

static wend_time_result result_of(const wend_time_map *map, uint32_t index, wend_map_result plain)
{
    const wend_time_layer *layer = &map->layers[index];
    const wend_time_joint *joint = wend_time_joint_of(map, layer, plain.root);
    uint32_t count;
    return (wend_time_result){
        .time = plain.distance / map->speeds[index],
        .next = plain.next,
        .speed = map->speeds[index],
        .layer = index,
        .root = plain.root,
        .boost = joint ? joint->boost : WEND_MAP_NONE,
        .source = joint ? joint->source : wend_map_roots(layer->map, &count)[plain.root].source};
}

wend_time_result wend_time_map_query(const wend_time_map *map, uint32_t layer, wend_vec2 p)
{
    uint32_t begin, end, best = WEND_MAP_NONE;
    double min = 0;
    wend_map_result earliest = {.distance = -1};
    wend_time_layers_queried(map, layer, &begin, &end);
    for (uint32_t i = begin; i < end; ++i) {
        wend_map_result plain = wend_map_query(map->layers[i].map, p);
        double time = plain.distance / map->speeds[i];
        if (time < 0 || (best != WEND_MAP_NONE && !wend_time_is_earlier(time, min)))
            continue;
        best = i;
        min = time;
        earliest = plain;
    }
    return best == WEND_MAP_NONE ? unreachable(p) : result_of(map, best, earliest);
}

typedef struct batch_job {
    const wend_time_map *map;
    uint32_t layer;
    const wend_vec2 *points;
    wend_time_result *results;
} batch_job;

static void query_range(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const batch_job *q = argument;
    for (uint32_t i = begin; i < end; ++i)
        q->results[i] = wend_time_map_query(q->map, q->layer, q->points[i]);
}

void wend_time_map_query_batch(const wend_time_map *map, uint32_t layer, const wend_vec2 *points,
                               uint32_t count, wend_time_result *results, wend_tasks *tasks)
{
    enum { GRAIN = 1024 };
    batch_job q = {map, layer, points, results};
    wend_parallel_for(tasks, count, GRAIN, query_range, &q);
}

// ---- paths --------------------------------------------------------------------------------------

typedef struct trail {
    wend_time_point *points;
    uint32_t capacity, count;
    wend_time_point last; ///< the latest point, whether it fitted into the buffer or not
} trail;

/// Adds a point, or replaces the last one, if it is at the same position.
static void add_point(trail *path, wend_time_point point)
{
    if (path->count > 0 && wend_equal(path->last.position, point.position)) {
        --path->count;
        if (point.boost == WEND_MAP_NONE)
            point.boost = path->last.boost;
    }
    if (path->count < path->capacity)
        path->points[path->count] = point;
    path->last = point;
    ++path->count;
}

wend_result wend_time_map_path(const wend_time_map *map, uint32_t layer, wend_vec2 p,
                               wend_time_point *points, uint32_t capacity, uint32_t *count)
{
    *count = 0;
    wend_time_result found = wend_time_map_query(map, layer, p);
    if (found.time < 0)
        return WEND_NOT_FOUND;
    trail path = {.points = points, .capacity = capacity};
    add_point(&path, (wend_time_point){p, found.time, found.speed, WEND_MAP_NONE});
    uint32_t index = found.layer, root = found.root;
    while (root != WEND_MAP_NONE) {
        const wend_time_layer *in = &map->layers[index];
        uint32_t root_count;
        const wend_map_root *roots = wend_map_roots(in->map, &root_count);
        double speed = map->speeds[index];
        wend_time_point point = {.position = wend_map_projection(&roots[root], path.last.position),
                                 .time = roots[root].distance / speed,
                                 .speed = speed,
                                 .boost = WEND_MAP_NONE};
        const wend_time_joint *joint = NULL;
        if (roots[root].parent == WEND_MAP_NONE) {
            joint = wend_time_joint_of(map, in, root);
            point.speed = joint ? map->speeds[joint->layer] : 0;
            point.boost = joint ? joint->boost : WEND_MAP_NONE;
        }
        add_point(&path, point);
        index = joint ? joint->layer : index;
        root = joint ? joint->root : roots[root].parent;
    }
    *count = path.count;
    return path.count > capacity ? WEND_BUFFER_TOO_SMALL : WEND_OK;
}

double wend_time_map_tolls(const wend_time_map *map, const wend_time_result *found)
{
    double tolls = 0;
    uint32_t index = found->layer, root = found->root;
    while (found->time >= 0 && root != WEND_MAP_NONE) {
        const wend_time_layer *in = &map->layers[index];
        uint32_t root_count;
        const wend_map_root *roots = wend_map_roots(in->map, &root_count);
        tolls += wend_tolls_before(in->map, root) / map->speeds[index];
        const wend_time_joint *joint =
            roots[root].parent == WEND_MAP_NONE ? wend_time_joint_of(map, in, root) : NULL;
        index = joint ? joint->layer : index;
        root = joint ? joint->root : roots[root].parent;
    }
    return tolls;
}

// ---- sizes, validation --------------------------------------------------------------------------

wend_time_map_size wend_time_map_measure(const wend_time_map *map)
{
    wend_time_map_size size = {.layers = map->layer_count, .kept = map->kept};
    size.bytes = sizeof *map + map->joints.capacity * sizeof *map->joints.data +
                 map->sources.capacity * sizeof *map->sources.data +
                 map->seeds.capacity * sizeof *map->seeds.data;
    for (uint32_t i = 0; i < WEND_MAP_MAX_SPEEDS; ++i) {
        const wend_time_layer *layer = &map->layers[i];
        if (!layer->map)
            continue;
        wend_map_size plain = wend_map_measure(layer->map);
        size.bytes += plain.bytes + layer->sources.capacity * sizeof *layer->sources.data +
                      layer->seeds.capacity * sizeof *layer->seeds.data +
                      layer->joints.capacity * sizeof *layer->joints.data;
        if (i >= map->layer_count)
            continue;
        size.windows += plain.windows;
        size.roots += plain.roots;
        size.steps += plain.steps;
    }
    for (size_t i = 0; i < map->joints.count; ++i)
        size.corners += i == 0 || map->joints.data[i].boost != map->joints.data[i - 1].boost;
    return size;
}

/// A joint continues where its own layer states, and finally leads to a source of the definition.
static wend_result check_joint(const wend_time_map *map, const wend_time_joint *joint,
                               wend_error *error)
{
    if (joint->time < 0)
        return WEND_OK;
    if (joint->layer >= map->layer_count ||
        (map->form == WEND_TIME_TO_SOURCES ? joint->layer != joint->speed
                                           : joint->layer >= joint->speed))
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, joint->at,
                            "a path continues from a boost of layer %u in layer %u", joint->speed,
                            joint->layer);
    wend_map_result found = wend_time_joint_result(&map->layers[joint->layer], joint);
    if (found.distance / map->speeds[joint->layer] != joint->time || found.root != joint->root)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, joint->at,
                            "layer %u and a boost have different times", joint->layer);
    return WEND_OK;
}

wend_result wend_time_map_check(const wend_time_map *map, wend_error *error)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < map->layer_count && result == WEND_OK; ++i)
        result = wend_map_check(map->layers[i].map, error);
    for (size_t i = 0; i < map->joints.count && result == WEND_OK; ++i)
        result = check_joint(map, &map->joints.data[i], error);
    return result;
}
