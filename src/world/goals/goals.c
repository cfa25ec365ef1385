// SPDX-License-Identifier: MIT
// Storage of goals, routes and zones.
#include "world/goals/goals.h"

#include "wend/geometry.h"
#include "wend/vec2.h"
#include "world/world.h"

#include <math.h>

/// Width of a point: one agent at a time passes it. [Units: m]
#define MIN_WIDTH 0.5

/// Distance from the border of an area to its inner area, [Units: m]
#define INSIDE 0.1
/// limited to this multiple of 2 * area / perimeter, which is the width of a long strip.
#define INSIDE_PART 0.25
/// Limit of the distance by which a sharp corner is moved, in multiples of that distance.
#define MAX_MITRE 4.0

// ---- checks -------------------------------------------------------------------------------------

static wend_result check_points(const wend_goal *goal, const char *what, uint32_t least,
                                const wend_allocator *allocator, wend_error *error)
{
    if (!goal || !goal->points || goal->count < least || goal->count > WEND_MAX_GOAL_POINTS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "%s must have %u to %u points, found %u", what,
                         least, WEND_MAX_GOAL_POINTS, goal && goal->points ? goal->count : 0);
    for (uint32_t i = 0; i < goal->count; ++i)
        if (!wend_is_in_range(goal->points[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "point %u of %s (counted from 0) is not within %g m of the origin", i,
                             what, WEND_MAX_COORDINATE);
    return goal->count < 3 ? WEND_OK
                           : wend_polygon_check(goal->points, goal->count, allocator, error);
}

static wend_result check_stop(const wend_goals *goals, const wend_waypoint *stop, uint32_t number,
                              wend_error *error)
{
    if (stop->goal_count < 1 || !stop->goals)
        return wend_fail(error, WEND_BAD_ARGUMENT, "waypoint %u needs one goal or more", number);
    if ((int)stop->choice < WEND_CHOICE_NEAREST || (int)stop->choice > WEND_CHOICE_IN_TURN)
        return wend_fail(error, WEND_BAD_ARGUMENT, "waypoint %u: unknown choice %d", number,
                         (int)stop->choice);
    if (!(stop->wait >= 0) || !isfinite(stop->wait) || !(stop->wait_spread >= 0) ||
        !isfinite(stop->wait_spread))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "waypoint %u: wait and wait_spread must be finite and 0 s or more, found "
                         "%g and %g",
                         number, stop->wait, stop->wait_spread);
    for (uint32_t i = 0; i < stop->goal_count; ++i)
        if (!wend_id_valid(&goals->goal_ids, stop->goals[i].raw))
            return wend_fail(error, WEND_STALE, "waypoint %u: unknown id of goal %u", number, i);
    return WEND_OK;
}

static wend_result check_route(const wend_goals *goals, const wend_route_def *route,
                               wend_error *error)
{
    if (!route || !route->waypoints || route->waypoint_count < 1)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a route needs one waypoint or more");
    if ((int)route->on_arrival < WEND_ON_ARRIVAL_LEAVE ||
        (int)route->on_arrival > WEND_ON_ARRIVAL_REPEAT)
        return wend_fail(error, WEND_BAD_ARGUMENT, "unknown value %d of on_arrival",
                         (int)route->on_arrival);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < route->waypoint_count && result == WEND_OK; ++i)
        result = check_stop(goals, &route->waypoints[i], i, error);
    return result;
}

// ---- adding -------------------------------------------------------------------------------------

static uint32_t add_points(wend_goals *goals, const wend_goal *goal)
{
    uint32_t first = (uint32_t)goals->points.count;
    for (uint32_t i = 0; i < goal->count; ++i)
        goals->points.data[goals->points.count++] = goal->points[i];
    return first;
}

/// Adds the points of a goal, two for a point: it may become a segment when it is moved.
static uint32_t add_goal_points(wend_goals *goals, const wend_goal *goal)
{
    uint32_t first = add_points(goals, goal);
    if (goal->count == 1)
        add_points(goals, goal);
    return first;
}

/// Unit normal of a side of an area, pointing inwards; (0, 0) if the side has length 0.
static wend_vec2 inwards(wend_vec2 a, wend_vec2 b, int orientation)
{
    wend_vec2 side = wend_sub(b, a);
    double length = wend_length(side);
    if (!(length > 0))
        return (wend_vec2){0, 0};
    return (wend_vec2){-orientation * side.y / length, orientation * side.x / length};
}

/// Distance by which the sides of an area are moved inside.
static double depth_of(const wend_goal *goal)
{
    double twice = 0, border = 0;
    for (uint32_t i = 0; i < goal->count; ++i) {
        wend_vec2 a = goal->points[i], b = goal->points[i + 1 < goal->count ? i + 1 : 0];
        twice += wend_cross_from(goal->points[0], a, b);
        border += wend_distance(a, b);
    }
    return fmin(INSIDE, border > 0 ? INSIDE_PART * fabs(twice) / border : 0);
}

/// Adds the corners of an area, each moved inside by the distance of its two sides; a corner that
/// would leave the area stays.
static uint32_t add_inner(wend_goals *goals, const wend_goal *goal)
{
    uint32_t first = (uint32_t)goals->inner.count;
    int orientation = wend_polygon_orientation(goal->points, goal->count);
    double depth = depth_of(goal);
    for (uint32_t i = 0; i < goal->count; ++i) {
        wend_vec2 p = goal->points[i], before = goal->points[i > 0 ? i - 1 : goal->count - 1],
                  behind = goal->points[i + 1 < goal->count ? i + 1 : 0];
        wend_vec2 m = inwards(before, p, orientation), n = inwards(p, behind, orientation);
        double by = depth / fmax(1 + m.x * n.x + m.y * n.y, 1 / MAX_MITRE);
        wend_vec2 moved = wend_add_scaled(p, by, wend_add(m, n));
        bool in = wend_polygon_locate(goal->points, goal->count, moved) == WEND_INSIDE;
        goals->inner.data[goals->inner.count++] = in ? moved : p;
    }
    return first;
}

double wend_goals_width(const wend_goal *goal)
{
    double width = MIN_WIDTH;
    for (uint32_t i = 0; goal->count > 1 && i < goal->count; ++i) {
        uint32_t next = i + 1 < goal->count ? i + 1 : 0;
        width = fmax(width, wend_distance(goal->points[i], goal->points[next]));
    }
    return width;
}

wend_result wend_world_add_goal(wend_world *world, const wend_goal *goal, wend_goal_id *id,
                                wend_error *error)
{
    wend_goals *goals = &world->goals;
    wend_result result = check_points(goal, "the goal", 1, &world->allocator, error);
    if (result != WEND_OK)
        return result;
    if (!wend_array_reserve(&goals->points, &world->allocator, (size_t)goal->count + 1) ||
        !wend_array_reserve(&goals->inner, &world->allocator, goal->count) ||
        !wend_array_reserve(&goals->goals, &world->allocator, 1))
        return wend_fail_memory(error);
    wend_goal_id made = {wend_id_take(&goals->goal_ids)};
    if (wend_goal_id_is_null(made))
        return wend_fail_memory(error);
    goals->goals.data[goals->goals.count++] =
        (wend_world_goal){.first = add_goal_points(goals, goal),
                          .count = goal->count,
                          .inner = goal->count > 2 ? add_inner(goals, goal) : 0,
                          .box = wend_box_of(goal->points, goal->count),
                          .announced = {goal->points[0], goal->points[goal->count - 1]},
                          .width = wend_goals_width(goal)};
    if (id)
        *id = made;
    return WEND_OK;
}

bool wend_goals_reserve_own(wend_goals *goals, uint32_t more, const wend_allocator *allocator)
{
    return wend_array_reserve(&goals->points, allocator, more) &&
           wend_array_reserve(&goals->goals, allocator, more) &&
           wend_id_pool_reserve(&goals->goal_ids, more);
}

uint32_t wend_goals_add_own(wend_goals *goals, wend_vec2 place)
{
    uint32_t slot = (uint32_t)goals->goals.count;
    const wend_goal goal = {&place, 1};
    wend_id made = wend_id_take(&goals->goal_ids);
    WEND_ASSERT(!wend_id_is_null(made) && wend_id_slot(made) == slot);
    (void)made;
    goals->goals.data[goals->goals.count++] = (wend_world_goal){.first = add_points(goals, &goal),
                                                                .count = 1,
                                                                .box = {place, place},
                                                                .is_own = true,
                                                                .width = wend_goals_width(&goal)};
    return slot;
}

void wend_goals_move(wend_goals *goals, uint32_t slot, wend_vec2 place)
{
    wend_world_goal *goal = &goals->goals.data[slot];
    wend_vec2 *point = &goals->points.data[goal->first];
    WEND_ASSERT(goal->count == 1);
    if (point->x == place.x && point->y == place.y)
        return;
    *point = place;
    goal->box = (wend_box){place, place};
    goal->announced_moves = ++goal->moves;
}

static void add_stop(wend_goals *goals, const wend_waypoint *stop)
{
    goals->stops.data[goals->stops.count++] =
        (wend_world_stop){.first = (uint32_t)goals->stop_goals.count,
                          .count = stop->goal_count,
                          .choice = stop->choice,
                          .wait = stop->wait,
                          .wait_spread = stop->wait_spread};
    goals->have_queues |= stop->choice == WEND_CHOICE_QUICKEST && stop->goal_count > 1;
    for (uint32_t i = 0; i < stop->goal_count; ++i)
        goals->stop_goals.data[goals->stop_goals.count++] = wend_id_slot(stop->goals[i].raw);
}

wend_result wend_world_add_route(wend_world *world, const wend_route_def *route, wend_route_id *id,
                                 wend_error *error)
{
    wend_goals *goals = &world->goals;
    wend_result result = check_route(goals, route, error);
    if (result != WEND_OK)
        return result;
    size_t count = 0;
    for (uint32_t i = 0; i < route->waypoint_count; ++i)
        count += route->waypoints[i].goal_count;
    if (!wend_array_reserve(&goals->stop_goals, &world->allocator, count) ||
        !wend_array_reserve(&goals->stops, &world->allocator, route->waypoint_count) ||
        !wend_array_reserve(&goals->routes, &world->allocator, 1))
        return wend_fail_memory(error);
    wend_route_id made = {wend_id_take(&goals->route_ids)};
    if (wend_route_id_is_null(made))
        return wend_fail_memory(error);
    goals->routes.data[goals->routes.count++] =
        (wend_world_route){.first = (uint32_t)goals->stops.count,
                           .count = route->waypoint_count,
                           .repeats = route->repeats,
                           .end = route->on_arrival};
    for (uint32_t i = 0; i < route->waypoint_count; ++i)
        add_stop(goals, &route->waypoints[i]);
    if (id)
        *id = made;
    return WEND_OK;
}

wend_result wend_world_add_zone(wend_world *world, const wend_goal *area, double factor,
                                wend_zone_id *id, wend_error *error)
{
    wend_goals *goals = &world->goals;
    wend_result result = check_points(area, "the zone", 3, &world->allocator, error);
    if (result != WEND_OK)
        return result;
    if (!(factor >= 0) || !isfinite(factor))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the zone's factor must be finite and 0 or more, found %g", factor);
    if (!wend_array_reserve(&goals->points, &world->allocator, area->count) ||
        !wend_array_reserve(&goals->zones, &world->allocator, 1))
        return wend_fail_memory(error);
    wend_zone_id made = {wend_id_take(&goals->zone_ids)};
    if (wend_zone_id_is_null(made))
        return wend_fail_memory(error);
    uint32_t slot = wend_id_slot(made.raw);
    if (slot == goals->zones.count)
        ++goals->zones.count;
    goals->zones.data[slot] = (wend_world_zone){.first = add_points(goals, area),
                                                .count = area->count,
                                                .box = wend_box_of(area->points, area->count),
                                                .factor = factor};
    if (id)
        *id = made;
    return WEND_OK;
}

wend_result wend_world_remove_zone(wend_world *world, wend_zone_id id, wend_error *error)
{
    wend_goals *goals = &world->goals;
    if (!wend_id_give(&goals->zone_ids, id.raw))
        return wend_fail(error, WEND_STALE, "unknown or removed zone id");
    wend_world_zone gone = goals->zones.data[wend_id_slot(id.raw)];
    goals->zones.data[wend_id_slot(id.raw)] = (wend_world_zone){.factor = -1};
    // Later points move up, so that adding and removing zones does not use more and more memory.
    for (size_t i = gone.first; i + gone.count < goals->points.count; ++i)
        goals->points.data[i] = goals->points.data[i + gone.count];
    goals->points.count -= gone.count;
    for (size_t i = 0; i < goals->goals.count; ++i)
        if (goals->goals.data[i].first > gone.first)
            goals->goals.data[i].first -= gone.count;
    for (size_t i = 0; i < goals->zones.count; ++i)
        if (goals->zones.data[i].first > gone.first)
            goals->zones.data[i].first -= gone.count;
    return WEND_OK;
}

// ---- queries ------------------------------------------------------------------------------------

wend_goal wend_goals_goal(const wend_goals *goals, uint32_t slot)
{
    const wend_world_goal *goal = &goals->goals.data[slot];
    return (wend_goal){goals->points.data + goal->first, goal->count};
}

wend_vec2 wend_goals_nearest(const wend_goals *goals, uint32_t slot, wend_vec2 p,
                             wend_segment *side)
{
    wend_goal goal = wend_goals_goal(goals, slot);
    wend_segment best = {goal.points[0], goal.points[goal.count > 1 ? 1 : 0]};
    wend_vec2 nearest = wend_segment_closest(best, p);
    double distance = wend_segment_distance(best, p);
    for (uint32_t i = 1; goal.count > 2 && i < goal.count; ++i) {
        wend_segment next = {goal.points[i], goal.points[i + 1 < goal.count ? i + 1 : 0]};
        double other = wend_segment_distance(next, p);
        if (other < distance) {
            distance = other;
            best = next;
            nearest = wend_segment_closest(next, p);
        }
    }
    if (side)
        *side = best;
    return nearest;
}

wend_goal wend_goals_inner(const wend_goals *goals, uint32_t slot)
{
    const wend_world_goal *goal = &goals->goals.data[slot];
    if (goal->count <= 2)
        return wend_goals_goal(goals, slot);
    return (wend_goal){goals->inner.data + goal->inner, goal->count};
}

static bool is_in(const wend_goals *goals, uint32_t first, uint32_t count, const wend_box *box,
                  wend_vec2 p)
{
    return p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
           wend_polygon_locate(goals->points.data + first, count, p) != WEND_OUTSIDE;
}

bool wend_goals_reached(const wend_goals *goals, uint32_t slot, wend_vec2 p, double radius)
{
    const wend_world_goal *goal = &goals->goals.data[slot];
    if (goal->count > 2)
        return is_in(goals, goal->first, goal->count, &goal->box, p);
    double reach = WEND_TOUCHES * radius;
    if (wend_box_distance(goal->box, p) > reach)
        return false;
    wend_vec2 nearest = wend_goals_nearest(goals, slot, p, NULL);
    return wend_distance_squared(p, nearest) <= reach * reach;
}

double wend_goals_factor(const wend_goals *goals, wend_vec2 p)
{
    double least = 1;
    bool any = false;
    for (size_t i = 0; i < goals->zones.count; ++i) {
        const wend_world_zone *zone = &goals->zones.data[i];
        if (zone->factor < 0 || (any && zone->factor >= least) ||
            !is_in(goals, zone->first, zone->count, &zone->box, p))
            continue;
        least = zone->factor;
        any = true;
    }
    return least;
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_goals_free(wend_goals *goals, const wend_allocator *allocator)
{
    wend_id_pool_free(&goals->goal_ids);
    wend_id_pool_free(&goals->route_ids);
    wend_id_pool_free(&goals->zone_ids);
    wend_array_free(&goals->points, allocator);
    wend_array_free(&goals->inner, allocator);
    wend_array_free(&goals->goals, allocator);
    wend_array_free(&goals->stop_goals, allocator);
    wend_array_free(&goals->stops, allocator);
    wend_array_free(&goals->routes, allocator);
    wend_array_free(&goals->zones, allocator);
    wend_array_free(&goals->frames, allocator);
}

bool wend_goals_copy(wend_goals *to, const wend_goals *from, const wend_allocator *allocator)
{
    to->have_queues = from->have_queues;
    to->followed = from->followed;
    to->any_moved = from->any_moved;
    return wend_id_pool_copy(&to->goal_ids, &from->goal_ids, allocator) &&
           wend_id_pool_copy(&to->route_ids, &from->route_ids, allocator) &&
           wend_id_pool_copy(&to->zone_ids, &from->zone_ids, allocator) &&
           wend_array_copy(&to->points, &from->points, allocator) &&
           wend_array_copy(&to->inner, &from->inner, allocator) &&
           wend_array_copy(&to->goals, &from->goals, allocator) &&
           wend_array_copy(&to->stop_goals, &from->stop_goals, allocator) &&
           wend_array_copy(&to->stops, &from->stops, allocator) &&
           wend_array_copy(&to->routes, &from->routes, allocator) &&
           wend_array_copy(&to->zones, &from->zones, allocator) &&
           wend_array_copy(&to->frames, &from->frames, allocator);
}

void wend_goals_hash(const wend_goals *goals, wend_hash *hash)
{
    wend_id_pool_hash(&goals->goal_ids, hash);
    wend_id_pool_hash(&goals->route_ids, hash);
    wend_id_pool_hash(&goals->zone_ids, hash);
    for (size_t i = 0; i < goals->points.count; ++i)
        wend_hash_vec2(hash, goals->points.data[i]);
    for (size_t i = 0; i < goals->goals.count; ++i) {
        const wend_world_goal *goal = &goals->goals.data[i];
        wend_hash_u64(hash, (uint64_t)goal->first << 32 | goal->count);
        wend_hash_double(hash, goal->standing);
        wend_hash_u64(hash, (uint64_t)goal->moves << 32 | (uint64_t)goal->is_absent << 1 |
                                (uint64_t)goal->announced_absent);
        wend_hash_u64(hash, (uint64_t)goal->announced_moves << 32 | goal->last_moves);
        wend_hash_vec2(hash, goal->announced.a);
        wend_hash_vec2(hash, goal->announced.b);
        wend_hash_u64(hash, goal->frame_count);
        wend_hash_double(hash, goal->gone);
        wend_hash_double(hash, goal->period);
    }
    for (size_t i = 0; i < goals->frames.count; ++i) {
        wend_hash_double(hash, goals->frames.data[i].time);
        wend_hash_vec2(hash, goals->frames.data[i].a);
        wend_hash_vec2(hash, goals->frames.data[i].b);
    }
    for (size_t i = 0; i < goals->stops.count; ++i) {
        const wend_world_stop *stop = &goals->stops.data[i];
        wend_hash_u64(hash, (uint64_t)stop->choice << 32 | stop->turn);
        wend_hash_double(hash, stop->wait);
        wend_hash_double(hash, stop->wait_spread);
        for (uint32_t k = 0; k < stop->count; ++k)
            wend_hash_u64(hash, goals->stop_goals.data[stop->first + k]);
    }
    for (size_t i = 0; i < goals->routes.count; ++i) {
        const wend_world_route *route = &goals->routes.data[i];
        wend_hash_u64(hash, (uint64_t)route->first << 32 | route->count);
        wend_hash_u64(hash, (uint64_t)route->end << 32 | route->repeats);
    }
    for (size_t i = 0; i < goals->zones.count; ++i) {
        wend_hash_u64(hash,
                      (uint64_t)goals->zones.data[i].first << 32 | goals->zones.data[i].count);
        wend_hash_double(hash, goals->zones.data[i].factor);
    }
}
