// SPDX-License-Identifier: MIT
// A time map: creation, construction layer by layer, copy, destruction.
#include "map/boosts.h"

#include "geometry/points.h"
#include "wend/vec2.h"

#include <math.h>
#include <string.h>

enum { COOKIE = 0x71e3a95 };

wend_time_map_def wend_default_time_map_def(void)
{
    return (wend_time_map_def){.cookie = COOKIE};
}

wend_result wend_time_map_create(const wend_allocator *allocator, wend_time_map **map,
                                 wend_error *error)
{
    *map = wend_allocate(allocator, 1, sizeof **map);
    if (!*map)
        return wend_fail_memory(error);
    memset(*map, 0, sizeof **map);
    if (allocator)
        (*map)->allocator = *allocator;
    return WEND_OK;
}

void wend_time_map_destroy(wend_time_map *map)
{
    if (!map)
        return;
    wend_allocator allocator = map->allocator;
    for (uint32_t i = 0; i < WEND_MAP_MAX_SPEEDS; ++i) {
        wend_time_layer *layer = &map->layers[i];
        wend_map_destroy(layer->map);
        wend_array_free(&layer->sources, &allocator);
        wend_array_free(&layer->seeds, &allocator);
        wend_array_free(&layer->joints, &allocator);
        wend_array_free(&layer->tolls, &allocator);
    }
    wend_array_free(&map->joints, &allocator);
    wend_array_free(&map->sources, &allocator);
    wend_array_free(&map->seeds, &allocator);
    wend_array_free(&map->tolls, &allocator);
    wend_release(&allocator, map, 1, sizeof *map);
}

void wend_time_map_clear(wend_time_map *map)
{
    for (uint32_t i = 0; i < WEND_MAP_MAX_SPEEDS; ++i)
        map->layers[i].built = false;
    map->mesh = NULL;
    map->layer_count = 0;
    map->joints.count = 0;
}

// ---- definition ---------------------------------------------------------------------------------

static bool is_speed(double speed)
{
    return speed >= 1 && speed <= WEND_MAP_MAX_BOOST;
}

static wend_result check_def(const wend_mesh *mesh, const wend_time_map_def *def, wend_error *error)
{
    if (!def || def->cookie != COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_time_map_def()");
    if (!mesh)
        return wend_fail(error, WEND_BAD_ARGUMENT, "mesh must not be NULL");
    if ((def->source_count && !def->sources) || (def->boost_count && !def->boosts) ||
        (def->speed_count && !def->speeds) || (def->toll_count && !def->tolls))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "sources, boosts, speeds or tolls are NULL but their count is not 0");
    if (def->form != WEND_TIME_TO_SOURCES && def->form != WEND_TIME_FROM_SOURCES)
        return wend_fail(error, WEND_BAD_ARGUMENT, "unknown form of a time map: %d",
                         (int)def->form);
    for (uint32_t i = 0; i < def->boost_count; ++i) {
        const wend_map_boost *boost = &def->boosts[i];
        if (!isfinite(boost->position.x) || !isfinite(boost->position.y))
            return wend_fail(error, WEND_BAD_ARGUMENT, "boost %u: position is not finite", i);
        if (!is_speed(boost->factor))
            return wend_fail_at(error, WEND_BAD_ARGUMENT, boost->position,
                                "boost %u: factor is %g, but must be 1 to %g: a corner that slows "
                                "down is passed at a distance",
                                i, boost->factor, WEND_MAP_MAX_BOOST);
    }
    for (uint32_t i = 0; i < def->speed_count; ++i)
        if (!is_speed(def->speeds[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT, "speed %u is %g, but must be 1 to %g", i,
                             def->speeds[i], WEND_MAP_MAX_BOOST);
    return WEND_OK;
}

/// The index of a speed in the sorted list: before the first that is not less.
static uint32_t rank(const double *speeds, uint32_t count, double speed)
{
    uint32_t at = 0;
    while (at < count && speeds[at] < speed)
        ++at;
    return at;
}

static bool add_speed(double *speeds, uint32_t *count, double speed)
{
    uint32_t at = rank(speeds, *count, speed);
    if (at < *count && speeds[at] == speed)
        return true;
    if (*count == WEND_MAP_MAX_SPEEDS)
        return false;
    memmove(&speeds[at + 1], &speeds[at], (*count - at) * sizeof *speeds);
    speeds[at] = speed;
    ++*count;
    return true;
}

static wend_result list_speeds(const wend_time_map_def *def, double *speeds, uint32_t *count,
                               wend_error *error)
{
    *count = 0;
    bool fits = add_speed(speeds, count, 1);
    for (uint32_t i = 0; i < def->boost_count; ++i)
        fits = fits && add_speed(speeds, count, def->boosts[i].factor);
    for (uint32_t i = 0; i < def->speed_count && def->form == WEND_TIME_TO_SOURCES; ++i)
        fits = fits && add_speed(speeds, count, def->speeds[i]);
    if (!fits)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "too many different speeds: the limit is %d, including 1",
                         WEND_MAP_MAX_SPEEDS);
    return WEND_OK;
}

/// In the layer of the largest speed offsets and tolls are the largest distances.
static wend_result check_offsets(const wend_time_map_def *def, double fastest, wend_error *error)
{
    double max = WEND_MAP_MAX_OFFSET / fastest;
    for (uint32_t i = 0; i < def->source_count; ++i)
        if (!(def->sources[i].offset >= 0 && def->sources[i].offset <= max))
            return wend_fail_at(error, WEND_BAD_ARGUMENT, def->sources[i].a,
                                "source %u: offset is %g s, but must be 0 to %g", i,
                                def->sources[i].offset, max);
    for (uint32_t i = 0; i < def->toll_count; ++i)
        if (!(fmin(def->tolls[i].to_left, def->tolls[i].to_right) >= 0 &&
              fmax(def->tolls[i].to_left, def->tolls[i].to_right) <= max))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "line %u: tolls are %g s and %g s, but must be 0 to %g", i,
                             def->tolls[i].to_left, def->tolls[i].to_right, max);
    return WEND_OK;
}

/// Arranges the layers in the order of the new speeds. A layer that is kept stays with its speed.
static void arrange_layers(wend_time_map *map, const double *speeds, uint32_t count)
{
    wend_time_layer sorted[WEND_MAP_MAX_SPEEDS];
    bool taken[WEND_MAP_MAX_SPEEDS] = {false}, filled[WEND_MAP_MAX_SPEEDS] = {false};
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t old = rank(map->speeds, map->layer_count, speeds[i]);
        if (old == map->layer_count || map->speeds[old] != speeds[i])
            continue;
        sorted[i] = map->layers[old];
        taken[old] = filled[i] = true;
    }
    for (uint32_t i = 0, old = 0; i < WEND_MAP_MAX_SPEEDS; ++i) {
        if (filled[i])
            continue;
        while (taken[old])
            ++old;
        sorted[i] = map->layers[old++];
        sorted[i].built = false;
    }
    memcpy(map->layers, sorted, sizeof sorted);
    memcpy(map->speeds, speeds, count * sizeof *speeds);
    map->layer_count = count;
}

static bool find_joints(wend_time_map *map, const wend_mesh *mesh, const wend_time_map_def *def)
{
    map->joints.count = 0;
    for (uint32_t i = 0; i < def->boost_count; ++i) {
        const wend_map_boost *boost = &def->boosts[i];
        wend_time_joint joint = {.at = boost->position,
                                 .spoke = WEND_NONE,
                                 .boost = i,
                                 .speed = rank(map->speeds, map->layer_count, boost->factor),
                                 .time = -1};
        if (joint.speed > 0 && !wend_time_joints_add(map, mesh, joint))
            return false;
    }
    return true;
}

// ---- layers -------------------------------------------------------------------------------------

/// True if a joint is a source of the layer: one that slower travellers go to, or one that
/// travellers of that speed start from.
static bool is_source(const wend_time_map *map, const wend_time_joint *joint, uint32_t layer)
{
    if (joint->time < 0)
        return false;
    return map->form == WEND_TIME_TO_SOURCES ? joint->speed > layer : joint->speed == layer;
}

/// Writes the sources of the layer to map->sources and map->seeds, and its joints.
static bool list_sources(wend_time_map *map, uint32_t index, const wend_time_map_def *def)
{
    const wend_allocator *allocator = &map->allocator;
    wend_time_layer *layer = &map->layers[index];
    double speed = map->speeds[index];
    size_t joints = map->joints.count;
    map->sources.count = map->seeds.count = layer->joints.count = 0;
    layer->given = map->form == WEND_TIME_TO_SOURCES || index == 0 ? def->source_count : 0;
    if (!wend_array_reserve(&map->sources, allocator, layer->given + joints) ||
        !wend_array_reserve(&map->seeds, allocator, joints) ||
        !wend_array_reserve(&layer->joints, allocator, joints))
        return false;
    for (uint32_t i = 0; i < layer->given; ++i) {
        wend_map_source source = def->sources[i];
        source.offset *= speed;
        map->sources.data[map->sources.count++] = source;
    }
    for (uint32_t i = 0; i < joints; ++i) {
        const wend_time_joint *joint = &map->joints.data[i];
        if (joint->spoke != WEND_NONE || !is_source(map, joint, index))
            continue;
        map->sources.data[map->sources.count++] =
            (wend_map_source){joint->at, joint->at, joint->time * speed};
        layer->joints.data[layer->joints.count++] = i;
    }
    for (uint32_t i = 0; i < joints; ++i) {
        const wend_time_joint *joint = &map->joints.data[i];
        if (joint->spoke == WEND_NONE || !is_source(map, joint, index))
            continue;
        map->seeds.data[map->seeds.count++] = (wend_map_seed){joint->spoke, joint->time * speed};
        layer->joints.data[layer->joints.count++] = i;
    }
    return true;
}

/// Writes the layer's tolls to map->tolls.
static bool list_tolls(wend_time_map *map, uint32_t index, const wend_time_map_def *def)
{
    double speed = map->speeds[index];
    map->tolls.count = 0;
    if (!wend_array_reserve(&map->tolls, &map->allocator, def->toll_count))
        return false;
    for (uint32_t i = 0; i < def->toll_count; ++i)
        map->tolls.data[map->tolls.count++] =
            (wend_map_toll){speed * def->tolls[i].to_left, speed * def->tolls[i].to_right};
    return true;
}

/// True if a layer was built from identical sources.
static bool is_same(const wend_time_map *map, const wend_time_layer *layer)
{
    if (layer->sources.count != map->sources.count || layer->seeds.count != map->seeds.count ||
        layer->tolls.count != map->tolls.count)
        return false;
    for (size_t i = 0; i < map->tolls.count; ++i) {
        const wend_map_toll *a = &layer->tolls.data[i], *b = &map->tolls.data[i];
        if (a->to_left != b->to_left || a->to_right != b->to_right)
            return false;
    }
    for (size_t i = 0; i < map->sources.count; ++i) {
        const wend_map_source *a = &layer->sources.data[i], *b = &map->sources.data[i];
        if (!wend_equal(a->a, b->a) || !wend_equal(a->b, b->b) || a->offset != b->offset)
            return false;
    }
    for (size_t i = 0; i < map->seeds.count; ++i) {
        const wend_map_seed *a = &layer->seeds.data[i], *b = &map->seeds.data[i];
        if (a->spoke != b->spoke || a->offset != b->offset)
            return false;
    }
    return true;
}

/// Builds a layer from its sources, or keeps it if nothing has changed.
static wend_result build_layer(wend_time_map *map, uint32_t index, const wend_mesh *mesh,
                               const wend_time_map_def *def, bool same_mesh, wend_error *error)
{
    wend_time_layer *layer = &map->layers[index];
    if (!list_sources(map, index, def) || !list_tolls(map, index, def))
        return wend_fail_memory(error);
    if (layer->built && same_mesh && is_same(map, layer)) {
        ++map->kept;
        return WEND_OK;
    }
    bool was_built = layer->built && layer->tolls.count == 0;
    layer->built = false;
    if (!wend_array_copy(&layer->sources, &map->sources, &map->allocator) ||
        !wend_array_copy(&layer->seeds, &map->seeds, &map->allocator) ||
        !wend_array_copy(&layer->tolls, &map->tolls, &map->allocator))
        return wend_fail_memory(error);
    wend_result result = WEND_OK;
    if (!layer->map)
        result = wend_map_create(&map->allocator, &layer->map, error);
    const wend_map_input input = {.sources = layer->sources.data,
                                  .seeds = layer->seeds.data,
                                  .tolls = layer->tolls.data,
                                  .source_count = (uint32_t)layer->sources.count,
                                  .seed_count = (uint32_t)layer->seeds.count,
                                  .toll_count = (uint32_t)layer->tolls.count,
                                  .tolled = layer->tolls.count > 0};
    if (!wend_failed(result))
        result = (was_built && !input.tolled ? wend_map_update_from : wend_map_build_from)(
            layer->map, mesh, &input, error);
    layer->built = !wend_failed(result);
    return result;
}

/// Lets a joint continue in a layer if that is better than its current continuation.
static void lead_on(wend_time_map *map, wend_time_joint *joint, uint32_t index)
{
    const wend_time_layer *layer = &map->layers[index];
    wend_map_result found = wend_time_joint_result(layer, joint);
    double time = found.distance / map->speeds[index];
    if (found.distance < 0 || (joint->time >= 0 && !wend_time_is_earlier(time, joint->time)))
        return;
    uint32_t count;
    const wend_time_joint *next = wend_time_joint_of(map, layer, found.root);
    joint->time = time;
    joint->layer = index;
    joint->root = found.root;
    joint->source = next ? next->source : wend_map_roots(layer->map, &count)[found.root].source;
}

/// Builds all layers, starting with the one that depends on no other. Paths continue only in layers
/// that exist already.
static wend_result build_layers(wend_time_map *map, const wend_mesh *mesh,
                                const wend_time_map_def *def, bool same_mesh, wend_error *error)
{
    bool to_sources = map->form == WEND_TIME_TO_SOURCES;
    for (uint32_t i = 0; i < map->layer_count; ++i) {
        uint32_t index = to_sources ? map->layer_count - 1 - i : i;
        wend_result result = build_layer(map, index, mesh, def, same_mesh, error);
        if (wend_failed(result))
            return result;
        for (size_t k = 0; k < map->joints.count; ++k) {
            wend_time_joint *joint = &map->joints.data[k];
            if (to_sources ? joint->speed == index : joint->speed > index)
                lead_on(map, joint, index);
        }
    }
    return WEND_OK;
}

wend_result wend_time_map_update(wend_time_map *map, const wend_mesh *mesh,
                                 const wend_time_map_def *def, wend_error *error)
{
    double speeds[WEND_MAP_MAX_SPEEDS];
    uint32_t count;
    wend_result result = check_def(mesh, def, error);
    if (!wend_failed(result))
        result = list_speeds(def, speeds, &count, error);
    if (!wend_failed(result))
        result = check_offsets(def, speeds[count - 1], error);
    if (wend_failed(result)) {
        wend_time_map_clear(map);
        return result;
    }
    if (map->mesh != mesh || map->form != def->form)
        wend_time_map_clear(map);
    bool same_mesh = map->mesh == mesh && map->layout == mesh->layout;
    arrange_layers(map, speeds, count);
    map->mesh = mesh;
    map->layout = mesh->layout;
    map->form = def->form;
    map->kept = 0;
    result = find_joints(map, mesh, def) ? build_layers(map, mesh, def, same_mesh, error)
                                         : wend_fail_memory(error);
    if (wend_failed(result))
        wend_time_map_clear(map);
    return result;
}

wend_result wend_time_map_build(wend_time_map *map, const wend_mesh *mesh,
                                const wend_time_map_def *def, wend_error *error)
{
    wend_time_map_clear(map);
    return wend_time_map_update(map, mesh, def, error);
}

// ---- copies -------------------------------------------------------------------------------------

static bool copy_layer(wend_time_map *to, wend_time_layer *layer, const wend_time_layer *from,
                       const wend_mesh *mesh)
{
    const wend_allocator *allocator = &to->allocator;
    if (!layer->map && wend_map_create(allocator, &layer->map, NULL) != WEND_OK)
        return false;
    layer->given = from->given;
    layer->built = wend_map_copy(layer->map, from->map, mesh) &&
                   wend_array_copy(&layer->sources, &from->sources, allocator) &&
                   wend_array_copy(&layer->seeds, &from->seeds, allocator) &&
                   wend_array_copy(&layer->joints, &from->joints, allocator) &&
                   wend_array_copy(&layer->tolls, &from->tolls, allocator);
    return layer->built;
}

bool wend_time_map_copy(wend_time_map *to, const wend_time_map *from, const wend_mesh *mesh)
{
    wend_time_map_clear(to);
    if (!from->mesh)
        return true;
    bool done = wend_array_copy(&to->joints, &from->joints, &to->allocator);
    for (uint32_t i = 0; i < from->layer_count && done; ++i)
        done = copy_layer(to, &to->layers[i], &from->layers[i], mesh);
    if (!done) {
        wend_time_map_clear(to);
        return false;
    }
    to->mesh = mesh;
    to->layout = from->layout;
    to->form = from->form;
    to->layer_count = from->layer_count;
    to->kept = from->kept;
    memcpy(to->speeds, from->speeds, from->layer_count * sizeof *from->speeds);
    return true;
}
