// SPDX-License-Identifier: MIT
// Groups that meet: two whose ways lead through each other, and neither of which can wait anywhere
// on its own until the other has passed. They are seen from afar, as soon as both have their plans,
// and one of them acts at once. The first of these that works:
//
// - Both pass each other, each on its right-hand side (lanes.c).
// - The later ones, by id, move aside (places.c), and wait there for the first.
// - The first moves aside, if there is no place for all of them.
// - The later ones move aside, and so do those that stand in their way there: these inherit the
//   priority (K. Okumura, M. Machida, X. Défago and Y. Tamura, "Priority Inheritance with
//   Backtracking for Iterative Multi-agent Path Finding", 2019).
//
// Three and more that wait for each other in a circle, without any two of them being locked, are
// seen once they have waited, and all but the first move aside.
//
// Otherwise they are shunted (shunt.c): one moves at a time.
#include "world/groups/meet.h"

#include "world/world.h"

#include <math.h>

/// A group for which nothing was found tries again after this time, and each time after twice as
/// long, up to a maximum. [Units: s]
#define AGAIN     4.0
#define MAX_AGAIN 64.0

/// Groups are looked at again when one has been held by another for this time. [Units: s]
#define HELD 3.0

/// Maximum number of groups that one group meets at the same time.
enum { MAX_OTHERS = 8 };

/// A group, and the later ones that it meets.
typedef struct meeting {
    wend_world *world;
    uint32_t first;
    uint32_t others[MAX_OTHERS];
    uint32_t count;
    bool in_circle; ///< they wait for each other in a circle
} meeting;

// ---- who meets ----------------------------------------------------------------------------------

/// True if a group has been blocked by another for some time.
static bool is_held_by(const wend_world *world, uint32_t group, uint32_t other)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    return g->blocker1 == other + 1 && g->held >= HELD;
}

/// Finds whether two courses block each other: neither can wait for the other on its way, and they
/// meet if both go on. `held`: that they do not meet is not enough, since one already waits.
static wend_result is_locked(const wend_world *world, const wend_group_course *a,
                             const wend_group_course *b, bool held, bool *locked)
{
    wend_group_sweep of_a = {.shapes = {0}}, of_b = {.shapes = {0}};
    bool fits = wend_group_sweep_add(&of_a, &world->allocator, a) &&
                wend_group_sweep_add(&of_b, &world->allocator, b);
    *locked = fits && !wend_group_can_wait(b, a, &of_a) && !wend_group_can_wait(a, b, &of_b) &&
              (held || !wend_group_pass_together(a, b));
    wend_group_sweep_free(&of_a, &world->allocator);
    wend_group_sweep_free(&of_b, &world->allocator);
    return fits ? WEND_OK : WEND_OUT_OF_MEMORY;
}

/// Finds the later groups that one meets.
static wend_result find_others(meeting *m)
{
    const wend_world *world = m->world;
    const wend_group_course own = wend_group_course_of(world, m->first);
    wend_result result = WEND_OK;
    for (uint32_t i = m->first + 1; i < world->groups.list.count && m->count < MAX_OTHERS; ++i) {
        bool locked = false;
        if (!wend_group_moves(world, i) || wend_groups_leader1(world) == i + 1)
            continue;
        // Most are far from each other's ways.
        const wend_group_shape *a = &world->groups.list.data[m->first].shape;
        const wend_group_shape *b = &world->groups.list.data[i].shape;
        if (!wend_group_is_in_way(world, a, i, 0) || !wend_group_is_in_way(world, b, m->first, 0))
            continue;
        const wend_group_course other = wend_group_course_of(world, i);
        bool held = is_held_by(world, m->first, i) || is_held_by(world, i, m->first);
        result = is_locked(world, &own, &other, held, &locked);
        if (result != WEND_OK)
            break;
        if (locked)
            m->others[m->count++] = i;
    }
    return result;
}

/// Finds a circle of groups of which each is blocked by the next, from its earliest member on.
static void find_circle(meeting *m)
{
    const wend_moving_group *list = m->world->groups.list.data;
    for (uint32_t at = m->first; list[at].held >= HELD && list[at].blocker1 > 0;) {
        at = list[at].blocker1 - 1;
        if (at == m->first && m->count > 1) {
            m->in_circle = true;
            return;
        }
        if (at <= m->first || m->count == MAX_OTHERS)
            break;
        m->others[m->count++] = at;
    }
    m->count = 0;
}

// ---- lanes --------------------------------------------------------------------------------------

/// Two groups pass each other.
static wend_result pass(meeting *m)
{
    wend_world *world = m->world;
    wend_group_search first = {.world = world, .group = m->first};
    wend_group_search second = {.world = world, .group = m->others[0]};
    wend_moving_group *a = &world->groups.list.data[m->first];
    bool locked = false, fixed = a->lane;
    wend_result result = wend_group_find_lanes(&first, &second, fixed);
    if (result == WEND_OK) {
        const wend_group_course of_a =
            fixed ? wend_group_course_of(world, m->first) : wend_group_course_found(&first);
        const wend_group_course of_b = wend_group_course_found(&second);
        result = is_locked(world, &of_a, &of_b, false, &locked);
    }
    if (result == WEND_OK && locked)
        result = WEND_NOT_FOUND;
    if (result == WEND_OK) {
        if (!fixed)
            wend_group_search_adopt(&first);
        wend_group_search_adopt(&second);
        a->lane = world->groups.list.data[m->others[0]].lane = true;
    }
    wend_group_search_end(&first);
    wend_group_search_end(&second);
    return result;
}

// ---- aside --------------------------------------------------------------------------------------

/// Searches a place aside for a group. `only` [opt]: among all groups that move, it avoids just
/// this one; the others make way.
static wend_result find_aside(wend_group_search *s, const wend_group_sweep *sweep,
                              const uint32_t *only)
{
    wend_result result = wend_group_search_begin(s, WEND_GROUPS_STANDING, NULL);
    if (result == WEND_OK && !wend_group_search_avoid_moving(s, only))
        result = WEND_OUT_OF_MEMORY;
    s->max_samples = WEND_GROUP_ASIDE_SAMPLES;
    if (result == WEND_OK)
        result = wend_group_find_place(s, sweep);
    return result == WEND_NOT_FOUND ? wend_group_find_bent_place(s, sweep) : result;
}

/// Adds the groups that stand in the way of a plan just found to those that have to move: they
/// inherit its priority.
static void inherit(meeting *m, const wend_group_sweep *sweep)
{
    const wend_world *world = m->world;
    for (uint32_t i = 0; i < world->groups.list.count && m->count < MAX_OTHERS; ++i) {
        bool known = i == m->first || !wend_group_moves(world, i);
        for (uint32_t k = 0; k < m->count; ++k)
            known |= m->others[k] == i;
        if (!known && wend_group_sweep_meets(sweep, &world->groups.list.data[i].shape))
            m->others[m->count++] = i;
    }
}

static void adopt_aside(wend_group_search *s)
{
    wend_group_search_adopt(s);
    s->world->groups.list.data[s->group].aside = true;
}

/// All later groups move aside, each out of the way of the first and of those before it. `push`: so
/// do those that stand in the way of these.
static wend_result others_aside(meeting *m, bool push)
{
    uint32_t count = m->count;
    wend_world *world = m->world;
    wend_group_search searches[MAX_OTHERS];
    wend_group_sweep sweep = {.shapes = {0}};
    const wend_group_course course = wend_group_course_of(world, m->first);
    wend_result result = WEND_OK;
    if (!wend_group_sweep_add(&sweep, &world->allocator, &course))
        result = WEND_OUT_OF_MEMORY;
    uint32_t begun = 0;
    while (begun < m->count && result == WEND_OK) {
        wend_group_search *s = &searches[begun];
        *s = (wend_group_search){.world = world, .group = m->others[begun]};
        ++begun;
        wend_group_sweep own = {.shapes = {0}};
        result = find_aside(s, &sweep, push ? &m->first : NULL);
        if (result == WEND_OK) {
            const wend_group_course found = wend_group_course_found(s);
            if (!wend_group_sweep_add(&sweep, &world->allocator, &found) ||
                !wend_group_sweep_add(&own, &world->allocator, &found))
                result = WEND_OUT_OF_MEMORY;
            else if (push)
                inherit(m, &own);
        }
        wend_group_sweep_free(&own, &world->allocator);
    }
    for (uint32_t i = 0; i < begun; ++i) {
        if (result == WEND_OK)
            adopt_aside(&searches[i]);
        wend_group_search_end(&searches[i]);
    }
    m->count = result == WEND_OK ? m->count : count;
    wend_group_sweep_free(&sweep, &world->allocator);
    return result;
}

/// The first group moves aside, out of the way of all the others.
static wend_result first_aside(meeting *m)
{
    wend_world *world = m->world;
    wend_group_search s = {.world = world, .group = m->first};
    wend_group_sweep sweep = {.shapes = {0}};
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < m->count && result == WEND_OK; ++i) {
        const wend_group_course course = wend_group_course_of(world, m->others[i]);
        if (!wend_group_sweep_add(&sweep, &world->allocator, &course))
            result = WEND_OUT_OF_MEMORY;
    }
    if (result == WEND_OK)
        result = find_aside(&s, &sweep, NULL);
    if (result == WEND_OK)
        adopt_aside(&s);
    wend_group_search_end(&s);
    wend_group_sweep_free(&sweep, &world->allocator);
    return result;
}

// ---- in the step --------------------------------------------------------------------------------

/// True if there are groups that move besides those that meet.
static bool has_third(const meeting *m)
{
    uint32_t moving = 0;
    for (uint32_t i = 0; i < m->world->groups.list.count; ++i)
        moving += wend_group_moves(m->world, i);
    return moving > m->count + 1;
}

/// What is tried, in this order.
enum { PASS, OTHERS_ASIDE, FIRST_ASIDE, INHERIT, STAGES };

static wend_result try_stage(meeting *m, uint32_t stage)
{
    switch (stage) {
    case PASS:
        return m->in_circle ? WEND_NOT_FOUND : pass(m);
    case OTHERS_ASIDE:
        return others_aside(m, false);
    case FIRST_ASIDE:
        return first_aside(m);
    default:
        return has_third(m) ? others_aside(m, true) : WEND_NOT_FOUND;
    }
}

/// Acts for a group and those that it meets: tries one thing in each step, so that a step stays
/// short. False: out of memory.
static bool settle(meeting *m)
{
    wend_moving_group *g = &m->world->groups.list.data[m->first];
    wend_result result = try_stage(m, g->stage);
    if (result == WEND_OUT_OF_MEMORY)
        return false;
    m->world->groups.planned = m->world->steps + 1;
    g->stage = result == WEND_OK ? PASS : (g->stage + 1) % STAGES;
    if (result == WEND_OK)
        g->refusals = 0;
    if (g->stage != PASS || result == WEND_OK)
        return true;
    ++g->plans;
    double wait = AGAIN * (1u << (g->refusals < 8 ? g->refusals : 8));
    g->meet_again = m->world->time + fmin(wait, MAX_AGAIN);
    ++g->refusals;
    wend_groups_shunt_begin(m->world, m->first, m->others[0]);
    return true;
}

/// A hash of all that decides who meets, but for the progress on plans.
static uint64_t hash_of_plans(const wend_world *world)
{
    wend_hash hash = wend_hash_start();
    for (uint32_t i = 0; i < world->groups.list.count; ++i) {
        const wend_moving_group *g = &world->groups.list.data[i];
        wend_hash_u64(&hash, wend_group_moves(world, i) ? g->plan_hash : 0);
    }
    return wend_hash_end(&hash);
}

/// Has a group that has just been held for some time looked at again, and those that it waits for.
static void note_held(wend_world *world)
{
    wend_moving_group *list = world->groups.list.data;
    for (uint32_t i = 0; i < world->groups.list.count; ++i) {
        uint32_t other = list[i].blocker1 - 1;
        double since = list[i].held - HELD;
        if (list[i].blocker1 == 0 || !(since >= 0 && since < 1.5 * world->def.step))
            continue;
        for (int k = 0; k < MAX_OTHERS && list[other].blocker1 > 0; ++k) {
            list[other].meet_again = fmin(list[other].meet_again, world->time);
            other = list[other].blocker1 - 1;
        }
        list[i].meet_again = fmin(list[i].meet_again, world->time);
    }
}

bool wend_groups_meet(wend_world *world)
{
    wend_groups *groups = &world->groups;
    uint32_t count = (uint32_t)groups->list.count;
    if (count < 2)
        return true;
    uint64_t plans = hash_of_plans(world);
    if (plans != groups->met) {
        groups->met = plans;
        for (uint32_t i = 0; i < count; ++i)
            groups->list.data[i].meet_again = fmin(groups->list.data[i].meet_again, world->time);
    }
    note_held(world);
    for (uint32_t i = 0; i < count; ++i) {
        meeting m = {.world = world, .first = i};
        if (world->time < groups->list.data[i].meet_again)
            continue;
        if (wend_group_moves(world, i) && wend_groups_leader1(world) != i + 1 &&
            find_others(&m) != WEND_OK)
            return false;
        if (m.count == 0)
            find_circle(&m);
        if (m.count > 0)
            return settle(&m);
        groups->list.data[i].meet_again = INFINITY;
        groups->list.data[i].refusals = groups->list.data[i].stage = 0;
    }
    return true;
}
