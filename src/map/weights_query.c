// SPDX-License-Identifier: MIT
// Questions to a time map: answers, paths, sizes, and whether it is sound.
#include "map/wave.h"
#include "map/weights.h"

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

// ---- answers ------------------------------------------------------------------------------------

static wend_time_answer unreachable(wend_vec2 p)
{
    return (wend_time_answer){.time = -1,
                              .next = p,
                              .layer = WEND_MAP_NONE,
                              .root = WEND_MAP_NONE,
                              .weight = WEND_MAP_NONE,
                              .source = WEND_MAP_NONE};
}

static wend_time_answer answer_of(const wend_time_map *map, uint32_t index, wend_map_answer plain)
{
    const wend_time_layer *layer = &map->layers[index];
    const wend_time_joint *joint = wend_time_joint_of(map, layer, plain.root);
    uint32_t count;
    return (wend_time_answer){
        .time = plain.distance / map->speeds[index],
        .next = plain.next,
        .speed = map->speeds[index],
        .layer = index,
        .root = plain.root,
        .weight = joint ? joint->weight : WEND_MAP_NONE,
        .source = joint ? joint->source : wend_map_roots(layer->map, &count)[plain.root].source};
}

wend_time_answer wend_time_map_at(const wend_time_map *map, uint32_t layer, wend_vec2 p)
{
    uint32_t begin, end, best = WEND_MAP_NONE;
    double least = 0;
    wend_map_answer earliest = {.distance = -1};
    wend_time_layers_asked(map, layer, &begin, &end);
    for (uint32_t i = begin; i < end; ++i) {
        wend_map_answer plain = wend_map_at(map->layers[i].map, p);
        double time = plain.distance / map->speeds[i];
        if (time < 0 || (best != WEND_MAP_NONE && !wend_time_is_earlier(time, least)))
            continue;
        best = i;
        least = time;
        earliest = plain;
    }
    return best == WEND_MAP_NONE ? unreachable(p) : answer_of(map, best, earliest);
}

typedef struct question {
    const wend_time_map *map;
    uint32_t layer;
    const wend_vec2 *points;
    wend_time_answer *answers;
} question;

static void answer_range(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const question *q = argument;
    for (uint32_t i = begin; i < end; ++i)
        q->answers[i] = wend_time_map_at(q->map, q->layer, q->points[i]);
}

void wend_time_map_ask(const wend_time_map *map, uint32_t layer, const wend_vec2 *points,
                       uint32_t count, wend_time_answer *answers, wend_tasks *tasks)
{
    enum { GRAIN = 1024 };
    question q = {map, layer, points, answers};
    wend_parallel_for(tasks, count, GRAIN, answer_range, &q);
}

// ---- paths --------------------------------------------------------------------------------------

typedef struct trail {
    wend_time_stop *stops;
    uint32_t capacity, count;
    wend_time_stop last; ///< the latest, whether there was room for it or not
} trail;

/// Adds a stop, or makes the last one this, if it is at the same place.
static void add_stop(trail *way, wend_time_stop stop)
{
    if (way->count > 0 && wend_same_place(way->last.at, stop.at)) {
        --way->count;
        if (stop.weight == WEND_MAP_NONE)
            stop.weight = way->last.weight;
    }
    if (way->count < way->capacity)
        way->stops[way->count] = stop;
    way->last = stop;
    ++way->count;
}

wend_result wend_time_map_path(const wend_time_map *map, uint32_t layer, wend_vec2 p,
                               wend_time_stop *stops, uint32_t capacity, uint32_t *count)
{
    *count = 0;
    wend_time_answer answer = wend_time_map_at(map, layer, p);
    if (answer.time < 0)
        return WEND_NOTHING;
    trail way = {.stops = stops, .capacity = capacity};
    add_stop(&way, (wend_time_stop){p, answer.time, answer.speed, WEND_MAP_NONE});
    uint32_t index = answer.layer, root = answer.root;
    while (root != WEND_MAP_NONE) {
        const wend_time_layer *in = &map->layers[index];
        uint32_t root_count;
        const wend_map_root *roots = wend_map_roots(in->map, &root_count);
        double speed = map->speeds[index];
        wend_time_stop stop = {.at = wend_map_foot(&roots[root], way.last.at),
                               .time = roots[root].distance / speed,
                               .speed = speed,
                               .weight = WEND_MAP_NONE};
        const wend_time_joint *joint = NULL;
        if (roots[root].parent == WEND_MAP_NONE) {
            joint = wend_time_joint_of(map, in, root);
            stop.speed = joint ? map->speeds[joint->layer] : 0;
            stop.weight = joint ? joint->weight : WEND_MAP_NONE;
        }
        add_stop(&way, stop);
        index = joint ? joint->layer : index;
        root = joint ? joint->root : roots[root].parent;
    }
    *count = way.count;
    return way.count > capacity ? WEND_BUFFER_TOO_SMALL : WEND_OK;
}

double wend_time_map_tolls(const wend_time_map *map, const wend_time_answer *answer)
{
    double tolls = 0;
    uint32_t index = answer->layer, root = answer->root;
    while (answer->time >= 0 && root != WEND_MAP_NONE) {
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

// ---- sizes, soundness ---------------------------------------------------------------------------

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
        size.corners += i == 0 || map->joints.data[i].weight != map->joints.data[i - 1].weight;
    return size;
}

/// A joint goes on where its own layer says, and to a source of the def in the end.
static wend_result check_joint(const wend_time_map *map, const wend_time_joint *joint,
                               wend_error *error)
{
    if (joint->time < 0)
        return WEND_OK;
    if (joint->layer >= map->layer_count ||
        (map->form == WEND_TIME_TO_SOURCES ? joint->layer != joint->speed
                                           : joint->layer >= joint->speed))
        return wend_fail_at(error, WEND_UNSOUND, joint->at,
                            "a path goes on from a weight of layer %u in layer %u", joint->speed,
                            joint->layer);
    wend_map_answer answer = wend_time_joint_answer(&map->layers[joint->layer], joint);
    if (answer.distance / map->speeds[joint->layer] != joint->time || answer.root != joint->root)
        return wend_fail_at(error, WEND_UNSOUND, joint->at,
                            "layer %u tells another time than was told at a weight", joint->layer);
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
