// SPDX-License-Identifier: MIT
// Moving obstacles, which follow a polyline. The position is a function of the time spent on the
// path; while an obstacle waits for an agent, that time stands still.
#include "world/obstacles/obstacles.h"

#include "wend/geometry.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

#define MOVER_COOKIE 0x6d6f7665u

/// Length of the parts that a step's way is divided into, so that an obstacle does not jump over
/// agents [Units: m], and their maximum number per step.
#define STRIDE 0.1
enum { MAX_STRIDES = 64 };

/// A time counts as reached this part of a step early: times are rounded products.
#define TIME_SLACK 0x1p-20

/// No version of a mesh has this value.
#define NOT_TRIED UINT64_MAX

wend_moving_obstacle_def wend_default_moving_obstacle_def(void)
{
    return (wend_moving_obstacle_def){.speed = 1, .cookie = MOVER_COOKIE};
}

// ---- adding -------------------------------------------------------------------------------------

static bool is_time(double value)
{
    return value >= 0 && value < INFINITY;
}

static wend_result check_def(const wend_moving_obstacle_def *def, wend_error *error)
{
    if (!def || def->cookie != MOVER_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_moving_obstacle_def()");
    if (def->shape.point_count < 2 || (def->shape.ring_ends && def->shape.ring_count != 1))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a moving obstacle must be a segment or a polygon without holes");
    if (def->path_count < 1 || def->path_count > UINT32_MAX / 8)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the path of a moving obstacle has %u points: give 1 to %u",
                         def->path_count, UINT32_MAX / 8);
    for (uint32_t i = 0; i < def->path_count; ++i) {
        wend_vec2 p = def->path[i];
        if (!wend_is_in_range(p))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "path point %u of a moving obstacle is not within %g m of the origin",
                             i, WEND_MAX_COORDINATE);
    }
    if (!(def->speed >= 0 && def->speed <= WEND_MAX_COORDINATE) || !is_time(def->start) ||
        !is_time(def->pause))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the speed, start and pause of a moving obstacle must be finite and 0 or "
                         "more, found %g m/s, %g s and %g s",
                         def->speed, def->start, def->pause);
    if ((int)def->loop < WEND_LOOP_ONCE || (int)def->loop > WEND_LOOP_CYCLE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "unknown loop mode %d of a moving obstacle",
                         (int)def->loop);
    return WEND_OK;
}

/// Checks that the shape stays within the range of coordinates along the whole path.
static wend_result check_reach(const wend_moving_obstacle_def *def, wend_error *error)
{
    wend_box box = wend_box_of(def->shape.points, def->shape.point_count);
    for (uint32_t i = 0; i < def->path_count; ++i) {
        double x = def->path[i].x - def->path[0].x, y = def->path[i].y - def->path[0].y;
        double far = fmax(fmax(fabs(box.min.x + x), fabs(box.max.x + x)),
                          fmax(fabs(box.min.y + y), fabs(box.max.y + y)));
        if (far > WEND_MAX_COORDINATE)
            return wend_fail(
                error, WEND_BAD_ARGUMENT,
                "at path point %u the moving obstacle is not within %g m of the origin "
                "(its shape is given for path point 0)",
                i, WEND_MAX_COORDINATE);
    }
    return WEND_OK;
}

/// The number of legs of the path; a cycle returns to the first point.
static uint32_t count_legs(const wend_world_obstacle *obstacle)
{
    return obstacle->way == WEND_LOOP_CYCLE ? obstacle->stop_count : obstacle->stop_count - 1;
}

static double length_of(const wend_world_obstacle *obstacle, const wend_vec2 *path)
{
    double length = 0;
    for (uint32_t i = 0; i < count_legs(obstacle); ++i)
        length += wend_distance(path[i], path[i + 1 < obstacle->stop_count ? i + 1 : 0]);
    return length;
}

/// Stores the current shape, followed by the path; memory is reserved.
static void store_path(wend_obstacles *obstacles, wend_world_obstacle *obstacle,
                       const wend_vec2 *path)
{
    wend_vec2 *points = obstacles->points.data;
    obstacle->first_now = (uint32_t)obstacles->points.count;
    memcpy(points + obstacle->first_now, points + obstacle->first_point,
           obstacle->point_count * sizeof *points);
    obstacle->first_stop = obstacle->first_now + obstacle->point_count;
    memcpy(points + obstacle->first_stop, path, obstacle->stop_count * sizeof *points);
    obstacles->points.count = (size_t)obstacle->first_stop + obstacle->stop_count;
}

wend_result wend_world_add_moving_obstacle(wend_world *world, const wend_moving_obstacle_def *def,
                                           wend_obstacle_id *id, wend_error *error)
{
    wend_obstacles *obstacles = &world->obstacles;
    if (id)
        *id = (wend_obstacle_id){0};
    wend_result result = check_def(def, error);
    if (result == WEND_OK)
        result = wend_obstacle_check(obstacles, &def->shape, &world->allocator, error);
    if (result == WEND_OK)
        result = check_reach(def, error);
    if (result != WEND_OK)
        return result;
    size_t more = (size_t)def->shape.point_count + def->path_count;
    if (!wend_obstacles_reserve(obstacles, &def->shape, more, 0, &world->allocator))
        return wend_fail_memory(error);
    wend_world_obstacle obstacle = {.kind = WEND_OBSTACLE_MOVING,
                                    .stop_count = def->path_count,
                                    .speed = def->speed,
                                    .start = def->start,
                                    .pause = def->pause,
                                    .delay = fmax(0, world->time - def->start),
                                    .rests_since = world->time,
                                    .came = true,
                                    .tried = NOT_TRIED,
                                    .way = def->loop,
                                    .blocking = def->blocking};
    obstacle.length = length_of(&obstacle, def->path);
    wend_obstacle_id added = wend_obstacles_add(obstacles, obstacle, &def->shape, NULL);
    store_path(obstacles, &obstacles->list.data[wend_id_slot(added.raw)], def->path);
    ++obstacles->mover_count;
    obstacles->movers_stale = obstacles->any_came = true;
    if (id)
        *id = added;
    return WEND_OK;
}

// ---- position -----------------------------------------------------------------------------------

/// The offset at the distance `gone` from the first point of the path.
static wend_vec2 offset_at(const wend_obstacles *obstacles, const wend_world_obstacle *obstacle,
                           double gone)
{
    const wend_vec2 *path = obstacles->points.data + obstacle->first_stop;
    uint32_t legs = count_legs(obstacle);
    wend_vec2 at = path[0];
    for (uint32_t i = 0; i < legs; ++i) {
        wend_vec2 from = path[i], to = path[i + 1 < obstacle->stop_count ? i + 1 : 0];
        double leg = wend_distance(from, to);
        if (gone < leg) {
            at = wend_lerp(from, to, gone / leg);
            break;
        }
        gone -= leg;
        at = to;
    }
    return wend_sub(at, path[0]);
}

/// Duration of one cycle (s); INFINITY: the motion does not repeat.
static double cycle_of(const wend_world_obstacle *obstacle)
{
    double once = obstacle->length / obstacle->speed;
    switch (obstacle->way) {
    case WEND_LOOP_ONCE:
        break;
    case WEND_LOOP_BACK_AND_FORTH:
        return 2 * (once + obstacle->pause);
    case WEND_LOOP_CYCLE:
        return once + obstacle->pause;
    }
    return INFINITY;
}

/// The offset after `time` seconds on the path.
static wend_vec2 offset_after(const wend_obstacles *obstacles, const wend_world_obstacle *obstacle,
                              double time)
{
    double cycle = cycle_of(obstacle), once = obstacle->length / obstacle->speed;
    if (cycle < INFINITY)
        time -= cycle * floor(time / cycle);
    if (obstacle->way == WEND_LOOP_BACK_AND_FORTH && time > once)
        time = time < once + obstacle->pause ? once : 2 * once + obstacle->pause - time;
    return offset_at(obstacles, obstacle, fmin(fmax(time, 0) * obstacle->speed, obstacle->length));
}

// ---- a step -------------------------------------------------------------------------------------

static void move_to(wend_obstacles *obstacles, wend_world_obstacle *obstacle, wend_vec2 offset)
{
    const wend_vec2 *shape = obstacles->points.data + obstacle->first_point;
    wend_vec2 *now = obstacles->points.data + obstacle->first_now;
    for (uint32_t i = 0; i < obstacle->point_count; ++i)
        now[i] = wend_add(shape[i], offset);
    obstacle->offset = offset;
}

static void wait_for(wend_world *world, wend_world_obstacle *obstacle, uint32_t slot,
                     uint32_t crushed)
{
    if (obstacle->waits)
        return;
    obstacle->waits = true;
    const wend_event event = {.kind = WEND_EVENT_OBSTACLE_BLOCKED,
                              .number = crushed,
                              .obstacle = {wend_id_of_slot(&world->obstacles.ids, slot)},
                              .time = world->time,
                              .position = world->crowd.bodies[crushed].position};
    wend_events_add(&world->events, &world->allocator, event);
}

/// The offsets of a moving obstacle after the parts of a step. Returns their number; *spent is the
/// part of the step during which it moves (s).
static uint32_t plan_step(const wend_world *world, const wend_world_obstacle *obstacle,
                          wend_vec2 offsets[MAX_STRIDES], double *spent)
{
    double step = world->def.step, on_way = world->time + step - obstacle->start - obstacle->delay;
    *spent = fmin(step, on_way);
    if (!(*spent > 0) || !(obstacle->speed > 0) || !(obstacle->length > 0)) {
        *spent = 0;
        offsets[0] = obstacle->offset;
        return 1;
    }
    double strides = ceil(fmin(*spent * obstacle->speed, obstacle->length) / STRIDE);
    uint32_t count = strides < MAX_STRIDES ? (uint32_t)fmax(strides, 1) : MAX_STRIDES;
    for (uint32_t i = 0; i < count; ++i)
        offsets[i] =
            offset_after(&world->obstacles, obstacle, on_way - *spent * (count - 1 - i) / count);
    return count;
}

static void advance(wend_world *world, uint32_t slot)
{
    wend_obstacles *obstacles = &world->obstacles;
    wend_world_obstacle *obstacle = &obstacles->list.data[slot];
    wend_vec2 offsets[MAX_STRIDES];
    double spent, step = world->def.step;
    uint32_t crushed, count = plan_step(world, obstacle, offsets, &spent);
    wend_vec2 old = obstacle->offset, new = offsets[count - 1], velocity = {0, 0};
    bool moves = !wend_equal(new, old);
    if (wend_movers_push(world, obstacle, offsets, count, &crushed)) {
        obstacle->waits = false;
    } else if (moves) {
        wait_for(world, obstacle, slot, crushed);
        obstacle->delay += spent;
        moves = false;
    }
    if (moves) {
        velocity = (wend_vec2){(new.x - old.x) / step, (new.y - old.y) / step};
        wend_obstacle_take_out(obstacles, slot);
        move_to(obstacles, obstacle, new);
        obstacle->rests_since = world->time + step;
        obstacle->tried = NOT_TRIED;
        obstacles->movers_stale = true;
    }
    if (!wend_equal(velocity, obstacle->velocity))
        obstacles->movers_stale = true;
    obstacle->velocity = velocity;
}

/// True if an agent's centre is in it: one that could not be pushed out.
static bool holds_agent(const wend_world *world, const wend_world_obstacle *obstacle)
{
    const wend_obstacles *obstacles = &world->obstacles;
    wend_shape shape = wend_obstacle_shape(obstacles, obstacle);
    wend_box box = wend_box_of(shape.points, shape.point_count);
    for (uint32_t i = 0; i < world->crowd.slots; ++i) {
        const wend_body *body = &world->crowd.bodies[i];
        if (body->radius >= 0 && wend_box_distance(box, body->position) == 0 &&
            wend_obstacle_contains(obstacles, obstacle, body->position))
            return true;
    }
    return false;
}

/// Inserts an obstacle that rests, or is blocking, into the mesh if the mesh accepts it. False: out
/// of memory.
static bool settle(wend_world *world, uint32_t slot)
{
    wend_obstacles *obstacles = &world->obstacles;
    wend_world_obstacle *obstacle = &obstacles->list.data[slot];
    double rests = world->time - obstacle->rests_since + TIME_SLACK * world->def.step;
    bool wanted = obstacle->blocking || rests >= world->def.rest_before_wall;
    if (!wanted || !wend_mesh_shape_id_is_null(obstacle->in_mesh) ||
        obstacle->tried == wend_mesh_version(obstacles->mesh) || holds_agent(world, obstacle))
        return true;
    wend_result result = wend_obstacle_insert(obstacles, slot, NULL);
    if (result == WEND_OUT_OF_MEMORY)
        return false;
    if (result != WEND_OK)
        obstacle->tried = wend_mesh_version(obstacles->mesh);
    return true;
}

bool wend_movers_advance(wend_world *world)
{
    wend_obstacles *obstacles = &world->obstacles;
    if (obstacles->mover_count == 0)
        return true;
    obstacles->near.count = 0;
    if (!wend_array_reserve(&obstacles->near, &world->allocator, world->crowd.slots))
        return false;
    for (uint32_t i = 0; i < obstacles->list.count; ++i) {
        wend_world_obstacle *obstacle = &obstacles->list.data[i];
        if (obstacle->kind != WEND_OBSTACLE_MOVING)
            continue;
        // A retried step does not move it twice.
        if (obstacle->moved != world->steps + 1) {
            advance(world, i);
            obstacle->moved = world->steps + 1;
        }
    }
    for (uint32_t i = 0; i < obstacles->list.count; ++i)
        if (obstacles->list.data[i].kind == WEND_OBSTACLE_MOVING && !settle(world, i))
            return false;
    return true;
}
