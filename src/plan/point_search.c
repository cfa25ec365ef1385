// SPDX-License-Identifier: MIT
// The shortest path of a point: an any-angle search over the convex cells, in the manner of
// Polyanya (Cui, Harabor and Grastien, "Compromise-free pathfinding on a navigation mesh", 2017).
//
// A window is what one root sees through one side of a cell. Windows are looked through in the
// order of a lower bound on all paths through them; each brings those behind it in the next cell.
// The search ends when no bound is below the length of the best path found.
//
// Windows differ from Polyanya's in that their limits are rays through corners rather than points
// on the side: all decisions are exact, and the same corner never counts as two.
//
// A window whose bound is not above all others is looked through at once, without going through the
// open list; so is one that is the only one.
#include "plan/point_search.h"

#include "plan/point_open.h"
#include "plan/point_window.h"

#include <string.h>

// ---- beginning ----------------------------------------------------------------------------------

static bool reserve_labels(wend_path_query *query)
{
    wend_point_search *search = query->point;
    uint32_t needed = (uint32_t)query->mesh->vertices.count;
    if (search->label_room < needed || search->stamp == UINT32_MAX) {
        uint32_t room = search->label_room < needed ? needed : search->label_room;
        wend_corner_label *labels = wend_allocate(&query->allocator, room, sizeof *labels);
        if (!labels)
            return false;
        memset(labels, 0, room * sizeof *labels);
        wend_release(&query->allocator, search->labels, search->label_room, sizeof *labels);
        search->labels = labels;
        search->label_room = room;
        search->stamp = 0;
    }
    search->stamp++;
    return true;
}

// Puts a successor on the open list, where there is room.
static inline void open_window(wend_point_search *search, const wend_window *window, double f)
{
    uint32_t slot = search->holes.count > 0 ? search->holes.data[--search->holes.count]
                                            : (uint32_t)search->windows.count++;
    search->windows.data[slot] = *window;
    wend_open_push(search, f, slot);
}

// There are never more holes than windows.
static bool reserve_open(wend_path_query *query, size_t more)
{
    wend_point_search *search = query->point;
    return wend_array_reserve(&search->windows, &query->allocator, more) &&
           wend_array_reserve(&search->open, &query->allocator, more) &&
           wend_array_reserve(&search->holes, &query->allocator,
                              search->windows.count - search->holes.count + more);
}

static inline double bound_of(const wend_point_search *search, const wend_fresh_window *fresh)
{
    return search->goal_is_point ? wend_point_bound(search, fresh)
                                 : wend_point_bound_to_area(search, fresh);
}

// Looks up which cells are to be reached.
static void set_goal(wend_path_query *query)
{
    wend_point_search *search = query->point;
    const wend_goal_piece *pieces = query->goal.data;
    search->pieces = pieces;
    search->piece_count = (uint32_t)query->goal.count;
    search->goal = pieces[0].at.a;
    search->goal_box = query->goal_box;
    search->goal_is_point = query->goal_is_point;
    search->goal_in_one_cell = query->goal.count == 1;
    search->goal_cell = pieces[0].cell;
    search->first_goal = search->last_goal = query->mesh->order[pieces[0].cell];
    for (uint32_t i = 1; i < search->piece_count; i++) {
        uint32_t number = query->mesh->order[pieces[i].cell];
        if (number < search->first_goal)
            search->first_goal = number;
        if (number > search->last_goal)
            search->last_goal = number;
    }
}

wend_result wend_point_begin(wend_path_query *query, wend_error *error)
{
    if (!query->point) {
        query->point = wend_allocate(&query->allocator, 1, sizeof *query->point);
        if (!query->point)
            return wend_fail_memory(error);
        *query->point = (wend_point_search){0};
    }
    wend_point_search *search = query->point;
    search->cells = query->mesh->cells;
    search->sides = query->mesh->sides;
    search->gates = query->mesh->gates;
    wend_gates_prepare(query->mesh);
    set_goal(query);
    search->roots.count = search->windows.count = search->holes.count = search->open.count = 0;
    search->best = search->nearest = (wend_path_end){.length = INFINITY};
    if (!reserve_labels(query) || !wend_array_reserve(&search->roots, &query->allocator, 1))
        return wend_fail_memory(error);
    search->roots.data[search->roots.count++] = (wend_root){.at = query->from, .parent = WEND_NONE};
    if (!wend_point_look_around(query) || !reserve_open(query, search->fresh.count))
        return wend_fail_memory(error);
    for (size_t i = 0; i < search->fresh.count; i++) {
        const wend_fresh_window *fresh = &search->fresh.data[i];
        double f = bound_of(search, fresh);
        if (f < search->best.length)
            open_window(search, &fresh->window, f);
    }
    return WEND_OK;
}

void wend_point_free(wend_path_query *query)
{
    wend_point_search *search = query->point;
    if (!search)
        return;
    wend_release(&query->allocator, search->labels, search->label_room, sizeof *search->labels);
    wend_array_free(&search->roots, &query->allocator);
    wend_array_free(&search->windows, &query->allocator);
    wend_array_free(&search->holes, &query->allocator);
    wend_array_free(&search->fresh, &query->allocator);
    wend_array_free(&search->open, &query->allocator);
    wend_release(&query->allocator, search, 1, sizeof *search);
    query->point = NULL;
}

// ---- going on -----------------------------------------------------------------------------------

// Puts the successors on the open list but for the one that is to be looked through next, which
// goes to *next. False: there is none.
static inline bool choose_next(wend_point_search *search, wend_window *next)
{
    wend_fresh_window *fresh = search->fresh.data;
    size_t count = search->fresh.count, best = 0;
    if (count == 1) {
        *next = fresh[0].window;
        return true;
    }
    double least = search->open.count > 0 ? search->open.data[0].f : INFINITY;
    least = least < search->best.length ? least : search->best.length;
    best = count;
    for (size_t i = 0; i < count; i++) {
        fresh[i].f = bound_of(search, &fresh[i]);
        if (fresh[i].f <= least) {
            least = fresh[i].f;
            best = i;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (i != best && fresh[i].f < search->best.length)
            open_window(search, &fresh[i].window, fresh[i].f);
    if (best == count)
        return false;
    *next = fresh[best].window;
    return true;
}

// Looks through the window with the least bound and those that follow at once. *left is how many
// more may be looked through. False: out of memory, with the window lost.
static bool look_on(wend_path_query *query, uint32_t *left)
{
    wend_point_search *search = query->point;
    wend_open_entry top = wend_open_pop(search);
    wend_window window = search->windows.data[top.window];
    search->holes.data[search->holes.count++] = top.window;
    while (!search->roots.data[window.root].dead) {
        if (*left == 0) {
            open_window(search, &window, top.f);
            break;
        }
        --*left;
        query->expansions++;
        if (!wend_point_look_through(query, &window) ||
            !reserve_open(query, search->fresh.count + 1))
            return false;
        if (!choose_next(search, &window))
            break;
    }
    return true;
}

wend_result wend_point_run(wend_path_query *query, uint32_t budget, wend_error *error)
{
    wend_point_search *search = query->point;
    uint32_t left = budget ? budget : UINT32_MAX;
    while (search->open.count > 0 && search->open.data[0].f < search->best.length && left > 0)
        if (!look_on(query, &left))
            return wend_fail_memory(error);
    bool done = search->open.count == 0 || !(search->open.data[0].f < search->best.length);
    if (done && search->best.length == INFINITY)
        return wend_fail(error, WEND_NOTHING, "there is no way from the start to the goal");
    if (!done && search->best.length == INFINITY)
        wend_point_find_nearest(search);
    const wend_path_end *end = search->best.length < INFINITY ? &search->best : &search->nearest;
    if (!wend_point_trace(query, end))
        return wend_fail_memory(error);
    query->bound = query->length;
    if (done)
        return WEND_OK;
    query->bound = search->open.data[0].f;
    return wend_fail(error, WEND_BUDGET_SPENT, "the search was stopped after %u windows",
                     (unsigned)query->expansions);
}
