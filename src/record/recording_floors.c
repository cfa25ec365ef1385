// SPDX-License-Identifier: MIT
// Floors from scenes (see recording_floors.h). Thin walls stay, which a walkable area in a file
// cannot express.
#include "record/recording_floors.h"

#include "core/hash.h"
#include "formats/formats.h"
#include "scene/frames.h"

#include <stdlib.h>
#include <string.h>

// ---- one floor ----------------------------------------------------------------------------------

/// Copies points of a scene into another in the frame of positions. False: out of memory.
static bool copy_points(const scene *from, const wend_vec2 *points, uint32_t count, scene *to,
                        wend_vec2 **out)
{
    *out = pool_allocate(&to->memory, count, sizeof **out);
    for (uint32_t i = 0; *out && i < count; ++i)
        (*out)[i] = frames_to_metres(from, points[i]);
    return *out != NULL;
}

static bool copy_shape(const scene *from, const scene_shape *shape, scene *to, scene_shape *out)
{
    *out = (scene_shape){.ring_count = shape->ring_count, .point_count = shape->point_count};
    out->ring_ends = pool_allocate(&to->memory, shape->ring_count, sizeof *out->ring_ends);
    if (!out->ring_ends)
        return false;
    if (shape->ring_count > 0)
        memcpy(out->ring_ends, shape->ring_ends, shape->ring_count * sizeof *out->ring_ends);
    return copy_points(from, shape->points, shape->point_count, to, &out->points);
}

static bool copy_obstacle(const scene *from, const scene_obstacle *obstacle, scene *to)
{
    scene_obstacle *copy = scene_add_obstacle(to);
    if (!copy)
        return false;
    *copy = *obstacle;
    copy->centre = frames_to_metres(from, obstacle->centre);
    copy->name =
        obstacle->name ? pool_string(&to->memory, obstacle->name, strlen(obstacle->name)) : NULL;
    copy->role = NULL;
    return (!obstacle->name || copy->name) && copy_shape(from, &obstacle->shape, to, &copy->shape);
}

scene *recording_scene_floor(const scene *s, const uint8_t *shut)
{
    scene *out = scene_new();
    bool good = out != NULL;
    if (good && s->bounds) {
        good = copy_points(s, s->bounds, s->bounds_count, out, &out->bounds);
        out->bounds_count = s->bounds_count;
    }
    for (uint32_t i = 0; good && i < s->obstacle_count; ++i)
        good = copy_obstacle(s, &s->obstacles[i], out);
    for (uint32_t i = 0; good && shut && i < s->door_count; ++i) {
        const scene_door *door = &s->doors[i];
        const scene_obstacle wall = {
            .kind = door->body.kind, .shape = door->body.shape, .name = door->body.name};
        good = !shut[i] || copy_obstacle(s, &wall, out);
    }
    if (!good) {
        scene_free(out);
        return NULL;
    }
    return out;
}

// ---- floors of doors' states --------------------------------------------------------------------

/// States of doors that have been met.
typedef struct door_states {
    uint64_t hashes[RECORDING_MAX_FLOORS];
    const uint8_t *states[RECORDING_MAX_FLOORS]; ///< NULL: all open, for want of room
    uint32_t count, most;
} door_states;

static size_t count_corners(const scene *s)
{
    size_t count = s->bounds_count;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        count += s->obstacles[i].shape.point_count;
    for (uint32_t i = 0; i < s->door_count; ++i)
        count += s->doors[i].body.shape.point_count;
    return count;
}

static uint64_t hash_state(const uint8_t *state, uint32_t count)
{
    wend_hash hash = wend_hash_start();
    for (uint32_t i = 0; i < count; ++i)
        wend_hash_u64(&hash, state[i]);
    return wend_hash_end(&hash);
}

/// Which of the states this is; a new one is added while there is room, and after that it is one
/// with open doors.
static uint32_t find_state(door_states *d, const uint8_t *state, uint32_t door_count)
{
    uint64_t hash = hash_state(state, door_count);
    for (uint32_t i = 0; i < d->count; ++i)
        if (d->states[i] && d->hashes[i] == hash && memcmp(d->states[i], state, door_count) == 0)
            return i;
    if (d->count == d->most)
        return d->count - 1;
    d->hashes[d->count] = hash;
    d->states[d->count] = d->count + 1 < d->most ? state : NULL;
    return d->count++;
}

static bool make_floors(recording *r, const door_states *d)
{
    r->floors = calloc(d->count, sizeof *r->floors);
    for (; r->floors && r->floor_count < d->count; ++r->floor_count) {
        scene *floor = recording_scene_floor(r->s, d->states[r->floor_count]);
        if (!floor)
            return false;
        r->floors[r->floor_count].floor = floor;
    }
    return r->floors != NULL;
}

bool recording_make_floors(recording *r)
{
    uint32_t doors = r->s->door_count;
    size_t corners = count_corners(r->s);
    door_states d = {.most = 2}; // the first, and open doors
    while (d.most < RECORDING_MAX_FLOORS && (d.most + 1) * corners <= SCENE_MAX_CORNERS)
        ++d.most;
    if (doors == 0 || r->frame_count == 0 || !r->shut) {
        d.count = 1;
        d.states[0] = NULL;
        return make_floors(r, &d);
    }
    r->frame_floor = malloc(r->frame_count * sizeof *r->frame_floor);
    if (!r->frame_floor)
        return false;
    for (uint32_t f = 0; f < r->frame_count; ++f) {
        const uint8_t *state = r->shut + (size_t)f * doors;
        bool same = f > 0 && memcmp(state, state - doors, doors) == 0;
        r->frame_floor[f] = same ? r->frame_floor[f - 1] : find_state(&d, state, doors);
    }
    return make_floors(r, &d);
}

bool recording_load_floor(recording *r, const char *path, problem_list *problems)
{
    problems->file = path;
    scene *s = scene_load(path, problems);
    if (!s)
        return false;
    uint8_t *shut = malloc((size_t)s->door_count + 1);
    for (uint32_t i = 0; shut && i < s->door_count; ++i)
        shut[i] = s->doors[i].def.shut;
    r->floors = calloc(1, sizeof *r->floors);
    scene *floor = shut && r->floors ? recording_scene_floor(s, shut) : NULL;
    if (floor)
        r->floors[r->floor_count++].floor = floor;
    free(shut);
    scene_free(s);
    return floor || problem_no_memory(problems);
}
