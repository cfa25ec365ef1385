// SPDX-License-Identifier: MIT
// Adding lanes: copies of the flow's lanes, with the positions where agents enter and leave, and
// the headways between these.
#include "flow/lanes.h"
#include "geometry/curve.h"
#include "world/world.h"

#include <math.h>

/// Step of the checks whether a lane is clear of walls. [Units: radii]
#define LOOK_EVERY 0.125

enum {
    HALVINGS = 48,     ///< bisections of such a step, down to rounding
    MOST_LOOKS = 10000 ///< checks per lane; longer lanes have longer steps
};

// ---- ends ---------------------------------------------------------------------------------------

/// Distance of a position on a lane from walls, at most the radius; 0: it is not free.
static double clearance_at(const wend_world *world, uint32_t lane, double along, double radius)
{
    wend_vec2 p = wend_lane_sets_at(&world->lanes, lane, along, NULL);
    if (wend_mesh_locate(world->obstacles.mesh, p) != WEND_LOCATION_FREE)
        return 0;
    double clearance = wend_walls_clearance(world->obstacles.walls, p, radius);
    // Half of the bodies' give: rounding must not stop them.
    return clearance >= radius * (1 - 0.5 * WEND_BODY_GIVE) ? radius : clearance;
}

static bool is_clear(const wend_world *world, uint32_t lane, double along, double radius)
{
    return clearance_at(world, lane, along, radius) == radius;
}

/// The first position of a lane clear of walls, going from the end `from` by steps of `by`. False:
/// there is none.
static bool find_clear(const wend_world *world, uint32_t lane, double from, double by,
                       double radius, double *along)
{
    double length = world->lanes.lanes.data[lane].length, gone = 0, step = fabs(by);
    while (!is_clear(world, lane, from + (by > 0 ? gone : -gone), radius)) {
        gone += step;
        if (gone > length)
            return false;
    }
    *along = from + (by > 0 ? gone : -gone);
    if (gone == 0)
        return true;
    double bad = *along - by;
    for (int i = 0; i < HALVINGS; ++i) {
        double middle = 0.5 * (bad + *along);
        if (is_clear(world, lane, middle, radius))
            *along = middle;
        else
            bad = middle;
    }
    return true;
}

/// The least clearance between the ends, at positions `look` apart; reduced by what it may lose in
/// between if it is less than the radius.
static double find_least(const wend_world *world, uint32_t lane, double look, double radius)
{
    const wend_world_lane *l = &world->lanes.lanes.data[lane];
    double least = radius;
    for (double i = 1; l->begin + i * look < l->end; ++i)
        least = fmin(least, clearance_at(world, lane, l->begin + i * look, radius));
    return least < radius ? fmax(least - 0.5 * look, 0) : radius;
}

static wend_result find_ends(wend_world *world, const wend_lane_set *set, wend_error *error)
{
    for (uint32_t i = set->first; i < set->first + set->count; ++i) {
        wend_world_lane *lane = &world->lanes.lanes.data[i];
        double look = fmax(LOOK_EVERY * set->radius, lane->length / MOST_LOOKS);
        if (!find_clear(world, i, 0, look, set->radius, &lane->begin) ||
            !find_clear(world, i, lane->length, -look, set->radius, &lane->end) ||
            !(lane->begin < lane->end))
            return wend_fail_at(error, WEND_BAD_ARGUMENT,
                                wend_lane_sets_at(&world->lanes, i, 0, NULL),
                                "lane %u is nowhere clear of the walls of this world: compute "
                                "the flow on the world's floor",
                                i - set->first + 1);
        lane->clear = find_least(world, i, look, set->radius);
    }
    return WEND_OK;
}

// ---- headways -----------------------------------------------------------------------------------

/// Adds to `used` the part of a lane that agents are on; `cut` must have capacity for its pieces.
static bool add_used(const wend_lane_sets *sets, const wend_world_lane *lane, wend_lanes *used,
                     wend_curve_piece *cut)
{
    size_t count = 0;
    for (uint32_t i = lane->first; i < lane->first + lane->count; ++i) {
        const wend_curve_piece *piece = &sets->pieces.data[i];
        double from = fmax(lane->begin - piece->begin, 0);
        double to = fmin(lane->end - piece->begin, wend_curve_piece_length(piece));
        if (from < to)
            cut[count++] = wend_curve_piece_part(piece, from, to);
    }
    return wend_lanes_add(used, cut, count, 0, 0);
}

/// Computes headways. Ends of lanes that are not clear of walls do not count: no agent is ever
/// there. False: out of memory.
static bool find_headways(wend_world *world, const wend_lane_set *set)
{
    wend_lane_sets *sets = &world->lanes;
    wend_lanes *used = wend_lanes_new(&world->allocator, set->radius);
    wend_array(wend_curve_piece) cut = {0};
    bool fits = used && wend_array_reserve(&cut, &world->allocator, sets->pieces.count);
    for (uint32_t i = 0; i < set->count && fits; ++i)
        fits = add_used(sets, &sets->lanes.data[set->first + i], used, cut.data);
    fits = fits && wend_lanes_measure(used, 2 * set->radius);
    for (uint32_t i = 0; i < set->count && fits; ++i)
        sets->lanes.data[set->first + i].headway = used->lanes.data[i].headway;
    wend_array_free(&cut, &world->allocator);
    wend_lanes_destroy(used);
    return fits;
}

// ---- adding -------------------------------------------------------------------------------------

/// Appends the lanes; memory is reserved.
static void copy_lanes(wend_lane_sets *sets, const wend_lanes *lanes)
{
    uint32_t count, piece_count;
    const wend_lane *all = wend_lanes_all(lanes, &count);
    const wend_curve_piece *pieces = wend_lanes_pieces(lanes, &piece_count);
    uint32_t first_piece = (uint32_t)sets->pieces.count;
    for (uint32_t i = 0; i < piece_count; ++i)
        sets->pieces.data[sets->pieces.count++] = pieces[i];
    for (uint32_t i = 0; i < count; ++i)
        sets->lanes.data[sets->lanes.count++] = (wend_world_lane){
            .first = first_piece + all[i].first,
            .count = all[i].count,
            .length = all[i].length,
            .period = all[i].period,
            .phase = all[i].phase,
        };
}

wend_result wend_lane_sets_append(wend_world *world, const wend_lanes *lanes, wend_lane_set *set,
                                  wend_error *error)
{
    wend_lane_sets *sets = &world->lanes;
    uint32_t count, piece_count;
    wend_lanes_all(lanes, &count);
    wend_lanes_pieces(lanes, &piece_count);
    if (!wend_array_reserve(&sets->lanes, &world->allocator, count) ||
        !wend_array_reserve(&sets->pieces, &world->allocator, piece_count))
        return wend_fail_memory(error);
    size_t old_pieces = sets->pieces.count;
    *set = (wend_lane_set){
        .first = (uint32_t)sets->lanes.count, .count = count, .radius = wend_lanes_radius(lanes)};
    copy_lanes(sets, lanes);
    wend_result result = find_ends(world, set, error);
    if (result == WEND_OK && find_headways(world, set))
        return WEND_OK;
    sets->lanes.count = set->first;
    sets->pieces.count = old_pieces;
    return result == WEND_OK ? wend_fail_memory(error) : result;
}

static wend_result add(wend_world *world, const wend_lanes *lanes, wend_error *error)
{
    wend_lane_sets *sets = &world->lanes;
    wend_lane_set set;
    size_t old_pieces = sets->pieces.count;
    if (!wend_id_pool_reserve(&sets->ids, 1) ||
        !wend_array_reserve(&sets->list, &world->allocator, 1) ||
        !wend_obstacles_refresh(&world->obstacles, &world->allocator))
        return wend_fail_memory(error);
    wend_result result = wend_lane_sets_append(world, lanes, &set, error);
    if (result != WEND_OK)
        return result;
    sets->list.data[sets->list.count++] = set;
    if (wend_lane_walks_reserve(world))
        return WEND_OK;
    --sets->list.count;
    sets->lanes.count = set.first;
    sets->pieces.count = old_pieces;
    return wend_fail_memory(error);
}

wend_result wend_world_add_lanes(wend_world *world, const wend_lanes *lanes, wend_lanes_id *id,
                                 wend_error *error)
{
    if (id)
        *id = (wend_lanes_id){0};
    uint32_t count = 0;
    if (lanes)
        wend_lanes_all(lanes, &count);
    if (count == 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "the set of lanes is empty");
    wend_result result = add(world, lanes, error);
    if (result != WEND_OK)
        return result;
    wend_lanes_id made = {wend_id_take(&world->lanes.ids)};
    if (id)
        *id = made;
    return WEND_OK;
}
