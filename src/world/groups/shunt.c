// SPDX-License-Identifier: MIT
// Shunting: the last resort for groups that are locked, as wagons are shunted on sidings.
//
// A schedule is a list of moves, one group at a time, while all others stand. At its end one of
// them, the leader, moves to its goal. Every move is planned amid the places where the moves before
// it leave the others, so carrying it out cannot lock. Then all go on, but nobody enters the
// leader's way before it has arrived. So each schedule brings one group to its goal.
//
// The search tries each group as the leader. Who stands in its way is moved: back along its own
// plan (it came from there), on along its plan, or to a place aside. If there is no such place,
// another group is moved first, or the leader itself; which and where is random. A step of the
// world makes one search, so that steps stay short, and the moves found so far are state. While a
// schedule is searched and carried out, all other groups stand.
#include "world/groups/meet.h"

#include "group/roadmap.h"
#include "wend/random.h"
#include "world/world.h"

#include <math.h>

/// Moves of a schedule; searches without result in an attempt; attempts with each group as the
/// leader.
enum { MAX_MOVES = 7, MAX_MISSES = 4, ATTEMPTS = 10 };

/// Searches in a step of the world: until they have made this number of clearance queries, at most
/// so many.
enum { QUERIES = 4000, SEARCHES = 8 };

/// What a leader sweeps is made narrower by this factor where that is tried, but for its goal.
#define NARROWER 0.5

/// Sample limit of plans of the leader.
enum { SAMPLES = 160 };

/// Distance of the shapes that are tried along a group's own plan. [Units: least widths]
#define STEP_BACK 0.25

/// Groups are locked if each is blocked by the next in a circle, and has not advanced, on balance,
/// for this time. [Units: s]
#define LOCKED 12.0

/// Searches without result in a row after which a group that stands is shunted, too.
enum { LOST = 2 };

/// A schedule ends if its group is blocked for this time, or, for the leader on its way to the
/// goal, for LEAD_BLOCKED. [Units: s]
#define BLOCKED      4.0
#define LEAD_BLOCKED 20.0

/// The leader loses its right of way when it has not advanced by a least width in this time, for
/// instance because members do not follow. [Units: s]
#define LEAD_WAITED 25.0

/// After a search without result, none begins before this time, and each time twice as long, up to
/// a maximum. [Units: s]
#define AGAIN     8.0
#define MAX_AGAIN 64.0

#define SHUNT_STREAM 0x7368756e

typedef struct wend_group_shunting shunting;

static bool may_be_shunted(const wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    return g->plan && !g->arrived && !g->waits && !g->walled && g->populated &&
           g->trail == world->obstacles.trail && wend_group_is_there(world, group);
}

static uint32_t count_groups(const wend_world *world)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->groups.list.count; ++i)
        count += may_be_shunted(world, i);
    return count;
}

/// The n-th of the groups that may be shunted.
static uint32_t group_at(const wend_world *world, uint32_t n)
{
    uint32_t i = 0;
    for (; i + 1 < world->groups.list.count; ++i)
        if (may_be_shunted(world, i) && n-- == 0)
            break;
    return i;
}

// ---- state --------------------------------------------------------------------------------------

static void drop_moves(shunting *s)
{
    while (s->moves.count > 0)
        wend_group_plan_destroy(s->moves.data[--s->moves.count].plan);
    s->next = 0;
}

void wend_group_shunting_free(shunting *s, const wend_allocator *allocator)
{
    drop_moves(s);
    wend_array_free(&s->moves, allocator);
}

bool wend_group_shunting_copy(shunting *to, const shunting *from, const wend_allocator *allocator)
{
    while (to->moves.count > from->moves.count)
        wend_group_plan_destroy(to->moves.data[--to->moves.count].plan);
    if (!wend_array_reserve(&to->moves, allocator, from->moves.count - to->moves.count))
        return false;
    while (to->moves.count < from->moves.count)
        to->moves.data[to->moves.count++] = (wend_group_move){.plan = NULL};
    for (size_t i = 0; i < from->moves.count; ++i) {
        wend_group_move *a = &to->moves.data[i];
        const wend_group_move *b = &from->moves.data[i];
        wend_group_plan *plan = a->plan;
        if (!plan || !b->plan || a->plan_hash != b->plan_hash) {
            wend_group_plan_destroy(plan);
            plan = a->plan = NULL;
            if (b->plan && wend_group_plan_copy(b->plan, allocator, &plan, NULL) != WEND_OK)
                return false;
        }
        *a = *b;
        a->plan = plan;
    }
    to->phase = from->phase;
    to->leader = from->leader;
    to->first = from->first;
    to->other = from->other;
    to->next = from->next;
    to->attempt = from->attempt;
    to->misses = from->misses;
    to->failures = from->failures;
    to->tries_lead = from->tries_lead;
    to->again = from->again;
    to->since = from->since;
    to->along = from->along;
    to->done = from->done;
    to->queries = from->queries;
    to->searches = from->searches;
    return true;
}

void wend_group_shunting_hash(const shunting *s, wend_hash *hash)
{
    wend_hash_u64(hash, (uint64_t)s->phase << 32 | s->moves.count);
    wend_hash_doubles(hash, s->again, s->since, s->along);
    wend_hash_u64(hash, s->failures);
    if (s->phase == WEND_SHUNT_NONE)
        return;
    wend_hash_u64(hash, (uint64_t)s->leader << 32 | s->next);
    wend_hash_u64(hash, (uint64_t)s->first << 32 | s->other);
    wend_hash_u64(hash,
                  (uint64_t)s->attempt << 32 | (uint64_t)s->misses << 1 | (uint64_t)s->tries_lead);
    for (size_t i = 0; i < s->moves.count; ++i) {
        const wend_group_move *m = &s->moves.data[i];
        wend_hash_u64(hash, m->group);
        wend_hash_u64(hash, m->plan ? m->plan_hash : 0);
        wend_hash_doubles(hash, m->along, m->until);
    }
}

bool wend_group_stands_for_others(const wend_world *world, uint32_t group)
{
    const shunting *s = &world->groups.shunting;
    return s->phase == WEND_SHUNT_SEARCHES ||
           (s->phase == WEND_SHUNT_MOVES && s->moves.data[s->next].group != group);
}

uint32_t wend_groups_leader1(const wend_world *world)
{
    const shunting *s = &world->groups.shunting;
    return s->phase == WEND_SHUNT_LEADS ? s->leader + 1 : 0;
}

static void end(wend_world *world)
{
    shunting *s = &world->groups.shunting;
    drop_moves(s);
    s->phase = WEND_SHUNT_NONE;
    s->misses = 0;
}

// ---- search -------------------------------------------------------------------------------------

/// Where all groups are after the moves so far. NULL: out of memory.
static wend_group_stance *make_stances(const wend_world *world)
{
    const wend_groups *groups = &world->groups;
    wend_group_stance *stances =
        wend_allocate(&world->allocator, groups->list.count, sizeof *stances);
    for (size_t i = 0; stances && i < groups->list.count; ++i) {
        const wend_moving_group *g = &groups->list.data[i];
        stances[i] = (wend_group_stance){g->shape, g->plan, g->along};
    }
    for (size_t i = 0; stances && i < groups->shunting.moves.count; ++i) {
        const wend_group_move *m = &groups->shunting.moves.data[i];
        stances[m->group] =
            (wend_group_stance){wend_group_plan_shape(m->plan, m->until), m->plan, m->until};
    }
    return stances;
}

/// Adds a move; the plan then belongs to it. False: out of memory.
static bool add_move(wend_world *world, uint32_t group, wend_group_plan **plan, double along,
                     double until)
{
    const wend_group_move move = {group, *plan, wend_groups_hash_plan(*plan), along, until};
    if (!wend_array_push(&world->groups.shunting.moves, &world->allocator, move))
        return false;
    *plan = NULL;
    return true;
}

/// A random choice for this step of the search.
static wend_random randomness(const wend_world *world)
{
    const shunting *s = &world->groups.shunting;
    return wend_random_stream(world->def.seed + s->attempt,
                              SHUNT_STREAM + 64 * s->misses + s->moves.count);
}

static void end_search(wend_group_search *search, uint64_t *queries)
{
    *queries += search->roadmap ? search->roadmap->walls.queries : 0;
    wend_group_search_end(search);
}

/// Searches the leader's way to its goal; amid all others, or only those that stand for good.
static wend_result find_lead(wend_group_search *search, wend_group_whose of)
{
    wend_result result = wend_group_search_begin(search, of, NULL);
    search->max_samples = SAMPLES;
    if (result == WEND_OK)
        result = wend_group_search_from_here(
            search, &search->world->groups.list.data[search->group].def.to, NULL);
    return result;
}

/// The first place on a plan, from `along` on, that is clear of the sweep and to which the way is
/// free; negative: there is none. With `far`, the last where the shape is round, or else straight.
static double find_on_plan(wend_group_search *search, const wend_group_sweep *sweep,
                           const wend_group_plan *plan, double along, bool far)
{
    wend_group_walls walls = {.floor = search->floor,
                              .obstacles = search->obstacles.data,
                              .obstacle_count = (uint32_t)search->obstacles.count};
    wend_group_size size = search->world->groups.list.data[search->group].def.size;
    double length = wend_group_plan_length(plan), step = STEP_BACK * size.min_width;
    double farthest = -1;
    bool is_round = false;
    for (double at = along; at < length;) {
        double begin, next = fmin(at + step, length);
        uint32_t number = wend_group_plan_motion_at(plan, at);
        const wend_group_motion *motion = wend_group_plan_motion(plan, number, &begin);
        if (next > begin + motion->length && number + 1 < wend_group_plan_motions(plan))
            next = fmax(begin + motion->length, nextafter(at, INFINITY));
        double from = fmin(fmax(at - begin, 0), motion->length);
        double to = fmin(fmax(next - begin, from), motion->length);
        if (!wend_group_motion_part_is_free(motion, size.area, from, to, &walls, 0))
            return farthest;
        const wend_group_shape shape = wend_group_plan_shape(plan, next);
        bool round = wend_group_shape_is_round(&shape);
        bool suits = !far || round || (!is_round && wend_group_shape_pieces(&shape) == 1);
        at = next;
        if (!suits || wend_group_sweep_meets(sweep, &shape))
            continue;
        if (!far)
            return next;
        farthest = next;
        is_round |= round;
    }
    return farthest;
}

/// Moves a group along its own plan, back or on, out of the sweep.
static wend_result move_on_plan(wend_group_search *search, const wend_group_sweep *sweep, bool back,
                                bool far)
{
    wend_world *world = search->world;
    const wend_group_stance here = wend_group_search_stance(search, search->group);
    wend_group_plan *plan = NULL;
    wend_result result = WEND_NOT_FOUND;
    double along = here.along;
    if (back) {
        plan = wend_group_plan_backwards(here.plan, &world->allocator);
        along = fmax(wend_group_plan_length(here.plan) - here.along, 0);
    } else {
        result = wend_group_plan_copy(here.plan, &world->allocator, &plan, NULL);
    }
    if (!plan)
        return WEND_OUT_OF_MEMORY;
    double until = find_on_plan(search, sweep, plan, along, far);
    result = WEND_NOT_FOUND;
    if (until >= 0)
        result = add_move(world, search->group, &plan, along, until) ? WEND_OK : WEND_OUT_OF_MEMORY;
    wend_group_plan_destroy(plan);
    return result;
}

/// Searches a bent place: as much work as a step may do.
static wend_result find_bent(wend_group_search *search, const wend_group_sweep *sweep,
                             uint64_t *queries)
{
    *queries += QUERIES;
    return wend_group_find_bent_place(search, sweep);
}

/// Moves a group out of a sweep, which may be empty.
static wend_result move_out(wend_group_search *search, const wend_group_sweep *sweep,
                            wend_random *random, uint64_t *queries)
{
    wend_world *world = search->world;
    bool varies = search->variant > 0;
    uint32_t kind = varies ? wend_random_below(random, 5) : 0;
    wend_result result = wend_group_search_begin(search, WEND_GROUPS_ALL, NULL);
    if (result != WEND_OK)
        return result;
    search->max_samples = WEND_GROUP_ASIDE_SAMPLES;
    result = WEND_NOT_FOUND;
    if (kind <= 1)
        result = move_on_plan(search, sweep, true, varies);
    if (result == WEND_NOT_FOUND && kind == 1)
        result = move_on_plan(search, sweep, false, varies);
    if (kind <= 1 && result != WEND_NOT_FOUND)
        return result;
    if (kind < 4)
        result = wend_group_find_place(search, sweep);
    if (result == WEND_NOT_FOUND && (!varies || kind == 4))
        result = find_bent(search, sweep, queries);
    if (result != WEND_OK)
        return result;
    return add_move(world, search->group, &search->plan, search->along,
                    wend_group_plan_length(search->plan))
               ? WEND_OK
               : WEND_OUT_OF_MEMORY;
}

/// What the leader sweeps on its way, if the others were not there.
static wend_result sweep_of_lead(wend_world *world, const wend_group_stance *stances,
                                 wend_group_sweep *sweep, uint64_t *queries)
{
    const shunting *s = &world->groups.shunting;
    const wend_moving_group *g = &world->groups.list.data[s->leader];
    wend_group_course course = wend_group_course_of(world, s->leader);
    wend_group_search search = {.world = world, .group = s->leader, .stances = stances};
    wend_result result = WEND_OK;
    bool is_there = stances[s->leader].plan == g->plan;
    if (!is_there || g->aside || g->outdated || g->status != WEND_GROUP_FOUND) {
        result = find_lead(&search, WEND_GROUPS_STANDING);
        if (result == WEND_OK)
            course = wend_group_course_found(&search);
    }
    if (result == WEND_OK && !wend_group_sweep_add(sweep, &world->allocator, &course))
        result = WEND_OUT_OF_MEMORY;
    end_search(&search, queries);
    return result;
}

static void narrow(wend_group_sweep *sweep)
{
    for (size_t i = 0; i + 1 < sweep->shapes.count; ++i) {
        sweep->shapes.data[i].width *= NARROWER;
        sweep->boxes.data[i] = wend_group_shape_box(&sweep->shapes.data[i]);
    }
}

/// Lists groups whose place meets a sweep.
static uint32_t list_blockers(const wend_world *world, const wend_group_stance *stances,
                              const wend_group_sweep *sweep, uint32_t *list, uint32_t capacity)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->groups.list.count && count < capacity; ++i)
        if (i != world->groups.shunting.leader && may_be_shunted(world, i) &&
            wend_group_sweep_meets(sweep, &stances[i].shape))
            list[count++] = i;
    return count;
}

/// Moves one group.
static wend_result move_one(wend_world *world, const wend_group_stance *stances, uint64_t *queries)
{
    enum { MAX_BLOCKERS = 16 };
    const shunting *s = &world->groups.shunting;
    uint32_t blockers[MAX_BLOCKERS], round = s->attempt / count_groups(world);
    wend_group_sweep sweep = {.shapes = {0}}, none = {.shapes = {0}};
    wend_random random = randomness(world);
    wend_result result = sweep_of_lead(world, stances, &sweep, queries);
    uint32_t count = 0;
    if (result == WEND_OK && wend_random_below(&random, 2) < round)
        narrow(&sweep);
    if (result == WEND_OK)
        count = list_blockers(world, stances, &sweep, blockers, MAX_BLOCKERS);
    bool leads = result == WEND_OK;
    if (result != WEND_OUT_OF_MEMORY) {
        bool any = count == 0 || (round + s->misses > 0 && wend_random_below(&random, 3) == 0);
        uint32_t group = any ? group_at(world, wend_random_below(&random, count_groups(world)))
                             : blockers[wend_random_below(&random, count)];
        bool free_choice = !leads || group == s->leader ||
                           (round + s->misses > 1 && wend_random_below(&random, 3) == 0);
        wend_group_search search = {
            .world = world,
            .group = group,
            .stances = stances,
            .variant = round + s->misses > 0 || free_choice ? 1 + wend_random_u32(&random) / 2 : 0,
        };
        result = move_out(&search, free_choice ? &none : &sweep, &random, queries);
        end_search(&search, queries);
    }
    wend_group_sweep_free(&sweep, &world->allocator);
    return result;
}

/// Searches the leader's way amid the places of all others.
static wend_result lead(wend_world *world, const wend_group_stance *stances, uint64_t *queries)
{
    const shunting *s = &world->groups.shunting;
    wend_group_search search = {
        .world = world, .group = s->leader, .stances = stances, .variant = s->attempt};
    wend_result result = find_lead(&search, WEND_GROUPS_ALL);
    if (result == WEND_OK && !add_move(world, s->leader, &search.plan, search.along,
                                       wend_group_plan_length(search.plan)))
        result = WEND_OUT_OF_MEMORY;
    end_search(&search, queries);
    return result == WEND_OK || result == WEND_OUT_OF_MEMORY ? result : WEND_NOT_FOUND;
}

static void tell(wend_world *world)
{
    const shunting *s = &world->groups.shunting;
    const wend_moving_group *g = &world->groups.list.data[s->first];
    const wend_event event = {
        .kind = WEND_EVENT_NO_PLACE_TO_PASS,
        .number = s->other,
        .group = {wend_id_of_slot(&world->groups.ids, s->first)},
        .time = world->time,
        .position = wend_group_shape_from_local(&g->shape, (wend_vec2){0, 0}),
    };
    wend_events_add(&world->events, &world->allocator, event);
}

/// Goes on to the next attempt, or gives up.
static void next_attempt(wend_world *world)
{
    shunting *s = &world->groups.shunting;
    uint32_t groups = count_groups(world);
    drop_moves(s);
    s->misses = 0;
    if (groups > 0 && ++s->attempt < ATTEMPTS * groups) {
        s->leader = group_at(world, s->attempt % groups);
        return;
    }
    s->again = world->time + fmin(AGAIN * (1u << (s->failures < 8 ? s->failures : 8)), MAX_AGAIN);
    if (++s->failures == 1)
        tell(world);
    end(world);
}

/// One search.
static bool search_once(wend_world *world, uint64_t *total)
{
    uint64_t made = 0;
    shunting *s = &world->groups.shunting;
    wend_group_stance *stances = make_stances(world);
    wend_result result = stances ? WEND_NOT_FOUND : WEND_OUT_OF_MEMORY;
    bool leads = s->tries_lead;
    if (result != WEND_OUT_OF_MEMORY)
        result = leads ? lead(world, stances, &made) : move_one(world, stances, &made);
    wend_release(&world->allocator, stances, world->groups.list.count, sizeof *stances);
    if (result == WEND_OUT_OF_MEMORY)
        return false;
    *total += made;
    s->tries_lead = !leads && result == WEND_OK;
    if (leads && result == WEND_OK)
        s->phase = WEND_SHUNT_MOVES;
    else if ((!leads && result != WEND_OK && ++s->misses == MAX_MISSES) ||
             s->moves.count >= MAX_MOVES)
        next_attempt(world);
    return true;
}

/// One step of the search.
static bool search_on(wend_world *world)
{
    shunting *s = &world->groups.shunting;
    for (; s->searches < SEARCHES && s->queries < QUERIES; ++s->searches) {
        if (!search_once(world, &s->queries))
            return false;
        if (s->phase != WEND_SHUNT_SEARCHES || !may_be_shunted(world, s->leader))
            break;
    }
    s->queries = s->searches = 0;
    return true;
}

// ---- moves --------------------------------------------------------------------------------------

/// Has the group of the next move set out.
static void set_out(wend_world *world)
{
    shunting *s = &world->groups.shunting;
    wend_group_move *m = &s->moves.data[s->next];
    wend_group_search search = {
        .world = world, .group = m->group, .plan = m->plan, .along = m->along};
    wend_moving_group *g = &world->groups.list.data[m->group];
    bool is_last = s->next + 1 == s->moves.count;
    m->plan = NULL;
    wend_group_search_adopt(&search);
    ++g->plans;
    g->length = m->until;
    g->aside = !is_last;
    if (is_last) {
        drop_moves(s);
        s->phase = WEND_SHUNT_LEADS;
        s->since = world->time;
        s->along = g->along;
        s->failures = 0;
    }
}

static void move_on(wend_world *world)
{
    shunting *s = &world->groups.shunting;
    const wend_group_move *m = &s->moves.data[s->next];
    const wend_moving_group *g = &world->groups.list.data[m->group];
    if (m->plan) {
        set_out(world);
        return;
    }
    bool is_lost = g->plan_hash != m->plan_hash || g->status != WEND_GROUP_FOUND || !g->aside ||
                   g->held >= BLOCKED || g->trail != world->obstacles.trail ||
                   !wend_group_is_there(world, m->group);
    if (is_lost) {
        end(world);
        s->again = world->time + AGAIN;
    } else if (g->along >= g->length) {
        ++s->next;
        set_out(world);
    }
}

/// Notes that the leader gets on.
static void note_progress(wend_world *world)
{
    shunting *s = &world->groups.shunting;
    const wend_moving_group *g = &world->groups.list.data[s->leader];
    if (g->along < s->along + g->def.size.min_width)
        return;
    s->along = g->along;
    s->since = world->time;
}

static bool still_leads(const wend_world *world)
{
    const wend_moving_group *g = &world->groups.list.data[world->groups.shunting.leader];
    return wend_group_moves(world, world->groups.shunting.leader) && !g->aside &&
           g->held < LEAD_BLOCKED && world->time - world->groups.shunting.since < LEAD_WAITED &&
           wend_group_is_there(world, world->groups.shunting.leader);
}

// ---- in the step --------------------------------------------------------------------------------

void wend_groups_shunt_begin(wend_world *world, uint32_t first, uint32_t other)
{
    shunting *s = &world->groups.shunting;
    if (s->phase != WEND_SHUNT_NONE || world->time < s->again || count_groups(world) == 0)
        return;
    s->phase = WEND_SHUNT_SEARCHES;
    s->first = first;
    s->other = other;
    s->attempt = s->misses = s->next = 0;
    s->tries_lead = true;
    s->leader = group_at(world, 0);
}

/// True if a group, and those that it waits for, block each other, or one that has no plan.
static bool is_locked(const wend_world *world, uint32_t group)
{
    const wend_moving_group *list = world->groups.list.data;
    uint32_t at = group;
    for (uint32_t i = 0; i <= world->groups.list.count; ++i) {
        if (list[at].status == WEND_GROUP_NOT_FOUND && at != group && may_be_shunted(world, at))
            return true;
        if (!wend_group_moves(world, at) || list[at].blocker1 == 0 || list[at].stalled < LOCKED)
            return false;
        at = list[at].blocker1 - 1;
    }
    return true;
}

/// True if a group stands where it has come to, and finds no plan from there, again and again.
static bool is_lost(const wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    return g->status == WEND_GROUP_NOT_FOUND && g->failures >= LOST && g->along > 0 &&
           may_be_shunted(world, group);
}

static bool go_on(wend_world *world)
{
    shunting *s = &world->groups.shunting;
    switch (s->phase) {
    case WEND_SHUNT_NONE:
        for (uint32_t i = 0; i < world->groups.list.count && world->time >= s->again; ++i)
            if (is_lost(world, i) ||
                (world->groups.list.data[i].stalled >= LOCKED && is_locked(world, i))) {
                uint32_t blocker1 = world->groups.list.data[i].blocker1;
                wend_groups_shunt_begin(world, i, blocker1 > 0 ? blocker1 - 1 : i);
                break;
            }
        break;
    case WEND_SHUNT_SEARCHES:
        world->groups.planned = world->steps + 1;
        if (count_groups(world) > 0 && may_be_shunted(world, s->leader))
            return search_on(world);
        end(world);
        break;
    case WEND_SHUNT_MOVES:
        move_on(world);
        break;
    case WEND_SHUNT_LEADS:
        note_progress(world);
        if (!still_leads(world))
            end(world);
        break;
    }
    return true;
}

bool wend_groups_shunt(wend_world *world)
{
    shunting *s = &world->groups.shunting;
    if (s->done == world->steps + 1)
        return true;
    if (!go_on(world))
        return false;
    s->done = world->steps + 1;
    return true;
}
