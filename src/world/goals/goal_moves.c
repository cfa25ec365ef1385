// SPDX-License-Identifier: MIT
// Moving goals: train doors that appear as points and grow to segments, trains, and goals moved by
// the host (Farias 2020, §3.6; full citation in wend/map.h).
//
// Planners that read the goal in every step follow it. Agents whose planner keeps paths have a path
// to an earlier position. They replan when the goal is announced: when it has moved by more than
// ANNOUNCE_AFTER since the last announcement, has stopped, appeared or disappeared.
#include "wend/geometry.h"
#include "world/world.h"

#include <math.h>

#define MOVING_COOKIE 0x6d6f7667u

/// Distance moved since the last announcement after which a goal is announced again. [Units: m]
#define ANNOUNCE_AFTER 1.0

/// Largest time in a timetable. [Units: s]
#define MAX_SECONDS 1e7

/// Largest number of elapsed periods: a double counts exactly up to it.
#define MAX_PERIODS 0x1p53

/// Tolerance in comparisons of times, which are rounded sums. [Units: steps]
#define TIME_SLACK 0x1p-20

wend_moving_goal_def wend_default_moving_goal_def(void)
{
    return (wend_moving_goal_def){.end = INFINITY, .cookie = MOVING_COOKIE};
}

// ---- timetables ---------------------------------------------------------------------------------

/// Interpolates between two frames.
static wend_segment between(const wend_goal_frame *from, const wend_goal_frame *to, double time)
{
    double t = (time - from->time) / (to->time - from->time);
    wend_vec2 a = wend_lerp(from->a, to->a, t);
    wend_vec2 b = wend_lerp(from->b, to->b, t);
    return (wend_segment){a, b};
}

/// Position at a time. A frame whose time differs by at most `slack` counts as reached exactly.
/// False: the goal does not exist at that time.
static bool position_at(const wend_moving_goal_def *def, double time, double slack,
                        wend_segment *place)
{
    double periods = def->period > 0 ? fmin(floor((time + slack) / def->period), MAX_PERIODS) : 0;
    double since = time - periods * def->period;
    const wend_goal_frame *frames = def->frames;
    if (since + slack < frames[0].time || since + slack >= def->end)
        return false;
    uint32_t at = 0;
    while (at + 1 < def->frame_count && frames[at + 1].time <= since + slack)
        ++at;
    if (at + 1 == def->frame_count || since <= frames[at].time + slack)
        *place = (wend_segment){frames[at].a, frames[at].b};
    else
        *place = between(&frames[at], &frames[at + 1], since);
    return true;
}

bool wend_moving_goal_at(const wend_moving_goal_def *def, double time, wend_segment *place)
{
    return position_at(def, time, 0, place);
}

static wend_result check_segment(const wend_segment *place, const char *what, wend_error *error)
{
    if (wend_is_in_range(place->a) && wend_is_in_range(place->b))
        return WEND_OK;
    return wend_fail(error, WEND_BAD_ARGUMENT, "%s is not within %g m of the origin", what,
                     WEND_MAX_COORDINATE);
}

static wend_result check_frames(const wend_moving_goal_def *def, wend_error *error)
{
    if (!def->frames || def->frame_count < 1)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a moving goal needs one frame or more");
    for (uint32_t i = 0; i < def->frame_count; ++i) {
        const wend_goal_frame *frame = &def->frames[i];
        if (!(frame->time >= 0 && frame->time <= MAX_SECONDS))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "time of frame %u (counted from 0) must be 0 to %g s, found %g", i,
                             MAX_SECONDS, frame->time);
        if (i > 0 && !(frame->time > def->frames[i - 1].time))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "times of frames must ascend: frame %u (counted from 0) is at %g s, "
                             "the previous one at %g s",
                             i, frame->time, def->frames[i - 1].time);
        wend_result result =
            check_segment(&(wend_segment){frame->a, frame->b}, "a position of the goal", error);
        if (result != WEND_OK)
            return result;
    }
    return WEND_OK;
}

static wend_result check(const wend_moving_goal_def *def, wend_error *error)
{
    if (!def || def->cookie != MOVING_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_moving_goal_def()");
    wend_result result = check_frames(def, error);
    if (result != WEND_OK)
        return result;
    double last = def->frames[def->frame_count - 1].time;
    if (!(def->end >= last))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "end must not be before the last frame (%g s), found %g s", last,
                         def->end);
    bool periodic = def->period > last && def->period <= MAX_SECONDS &&
                    (def->period >= def->end || def->end == INFINITY);
    if (def->period != 0 && !periodic)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the period is %g s: it must be 0, or after the last frame (%g s), not "
                         "before end (%g s) and at most %g s",
                         def->period, last, def->end, MAX_SECONDS);
    return WEND_OK;
}

// ---- moving -------------------------------------------------------------------------------------

static bool same_segment(wend_segment s, wend_segment t)
{
    return wend_equal(s.a, t.a) && wend_equal(s.b, t.b);
}

static wend_segment position_of(const wend_goals *goals, uint32_t slot)
{
    const wend_world_goal *goal = &goals->goals.data[slot];
    const wend_vec2 *points = goals->points.data + goal->first;
    return (wend_segment){points[0], points[goal->count - 1]};
}

/// Moves a goal. NULL: the goal disappears.
static void set_position(wend_goals *goals, uint32_t slot, const wend_segment *place)
{
    wend_world_goal *goal = &goals->goals.data[slot];
    if (place ? !goal->is_absent && same_segment(position_of(goals, slot), *place)
              : goal->is_absent)
        return;
    goal->is_absent = !place;
    ++goal->moves;
    goals->any_moved = true;
    if (!place)
        return;
    wend_vec2 *points = goals->points.data + goal->first;
    points[0] = place->a;
    points[1] = place->b;
    goal->count = wend_equal(place->a, place->b) ? 1 : 2;
    goal->box = wend_box_of(points, 2);
    goal->width = wend_goals_width(&(wend_goal){points, goal->count});
}

wend_result wend_world_add_moving_goal(wend_world *world, const wend_moving_goal_def *def,
                                       wend_goal_id *id, wend_error *error)
{
    wend_goals *goals = &world->goals;
    wend_goal_id made = {0};
    if (id)
        *id = made;
    wend_result result = check(def, error);
    if (result != WEND_OK)
        return result;
    if (!wend_array_reserve(&goals->frames, &world->allocator, def->frame_count))
        return wend_fail_memory(error);
    result = wend_world_add_goal(world, &(wend_goal){&def->frames[0].a, 1}, &made, error);
    if (result != WEND_OK)
        return result;
    wend_world_goal *goal = &goals->goals.data[wend_id_slot(made.raw)];
    goal->first_frame = (uint32_t)goals->frames.count;
    goal->frame_count = def->frame_count;
    goal->gone = def->end;
    goal->period = def->period;
    for (uint32_t i = 0; i < def->frame_count; ++i)
        goals->frames.data[goals->frames.count++] = def->frames[i];
    // No agent heads for it yet: its initial position counts as announced.
    wend_segment place;
    bool there = position_at(def, world->time, TIME_SLACK * world->def.step, &place);
    set_position(goals, wend_id_slot(made.raw), there ? &place : NULL);
    goal->announced = position_of(goals, wend_id_slot(made.raw));
    goal->announced_absent = goal->is_absent;
    goal->announced_moves = goal->last_moves = goal->moves;
    if (id)
        *id = made;
    return WEND_OK;
}

static wend_result check_id(const wend_world *world, wend_goal_id id, wend_error *error)
{
    return wend_id_valid(&world->goals.goal_ids, id.raw)
               ? WEND_OK
               : wend_fail(error, WEND_STALE, "unknown goal id");
}

wend_result wend_world_move_goal(wend_world *world, wend_goal_id id, const wend_segment *place,
                                 wend_error *error)
{
    wend_result result = check_id(world, id, error);
    if (result == WEND_OK && place)
        result = check_segment(place, "the goal's position", error);
    if (result != WEND_OK)
        return result;
    const wend_world_goal *goal = &world->goals.goals.data[wend_id_slot(id.raw)];
    if (goal->count > 2)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the goal is an area: only points and segments can move");
    if (goal->is_own)
        return wend_fail(error, WEND_BAD_ARGUMENT, "the goal is moved by the pursuit of an agent");
    set_position(&world->goals, wend_id_slot(id.raw), place);
    return WEND_OK;
}

wend_result wend_world_goal_now(const wend_world *world, wend_goal_id id, wend_goal *goal,
                                wend_error *error)
{
    *goal = (wend_goal){NULL, 0};
    wend_result result = check_id(world, id, error);
    if (result == WEND_OK && !world->goals.goals.data[wend_id_slot(id.raw)].is_absent)
        *goal = wend_goals_goal(&world->goals, wend_id_slot(id.raw));
    return result;
}

// ---- in a step ----------------------------------------------------------------------------------

static void follow_timetables(wend_world *world)
{
    wend_goals *goals = &world->goals;
    for (uint32_t i = 0; goals->frames.count > 0 && i < goals->goals.count; ++i) {
        const wend_world_goal *goal = &goals->goals.data[i];
        if (goal->frame_count == 0)
            continue;
        const wend_moving_goal_def def = {.frames = goals->frames.data + goal->first_frame,
                                          .frame_count = goal->frame_count,
                                          .end = goal->gone,
                                          .period = goal->period};
        wend_segment place;
        bool there = position_at(&def, world->time, TIME_SLACK * world->def.step, &place);
        set_position(goals, i, there ? &place : NULL);
    }
}

/// True if a goal has to be announced again.
static bool must_announce(const wend_goals *goals, uint32_t slot)
{
    const wend_world_goal *goal = &goals->goals.data[slot];
    if (goal->moves == goal->announced_moves)
        return false;
    wend_segment place = position_of(goals, slot);
    bool rests = goal->moves == goal->last_moves;
    double gone =
        fmax(wend_distance(place.a, goal->announced.a), wend_distance(place.b, goal->announced.b));
    return goal->is_absent != goal->announced_absent || rests || gone > ANNOUNCE_AFTER;
}

/// Makes an agent with a path to an earlier position of its goal search again.
static void search_again(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    if (world->goals.goals.data[walker->chosen].is_absent) {
        walker->chosen = WEND_NO_GOAL;
        wend_world_set_out(world, slot);
    } else if (wend_walker_planner(walker)->keeps_path) {
        wend_paths_drop(&world->paths, slot);
    }
}

static void notify_agents(wend_world *world, bool any_appeared)
{
    const wend_goals *goals = &world->goals;
    for (uint32_t i = 0; i < world->crowd.slots; ++i) {
        const wend_walker *walker = &world->crowd.walkers[i];
        bool lost = walker->doing == WEND_ACTIVITY_NO_PATH;
        if (wend_agent_id_is_null(world->crowd.id[i]) ||
            !(lost || walker->doing == WEND_ACTIVITY_WALKING))
            continue;
        if (walker->chosen != WEND_NO_GOAL && must_announce(goals, walker->chosen))
            search_again(world, i);
        // A goal that has appeared or moved may be reachable now.
        if (lost && any_appeared) {
            wend_crowd_set_out(&world->crowd, i, world->time);
            if (i < world->paths.ways.count)
                world->paths.ways.data[i].again = world->time;
        }
    }
}

void wend_goals_follow(wend_world *world)
{
    wend_goals *goals = &world->goals;
    if (goals->followed > world->steps) // a retry of this step
        return;
    goals->followed = world->steps + 1;
    follow_timetables(world);
    if (!goals->any_moved)
        return;
    bool any = false, any_appeared = false;
    for (uint32_t i = 0; i < goals->goals.count; ++i) {
        bool announce = must_announce(goals, i);
        any |= announce;
        any_appeared |= announce && !goals->goals.data[i].is_absent;
    }
    if (any)
        notify_agents(world, any_appeared);
    goals->any_moved = false;
    for (uint32_t i = 0; i < goals->goals.count; ++i) {
        wend_world_goal *goal = &goals->goals.data[i];
        if (must_announce(goals, i)) {
            goal->announced_moves = goal->moves;
            goal->announced_absent = goal->is_absent;
            goal->announced = position_of(goals, i);
        }
        goal->last_moves = goal->moves;
        goals->any_moved |= goal->moves != goal->announced_moves;
    }
}
