// SPDX-License-Identifier: MIT
// Shortest path of a point: an any-angle search over the convex cells, like Polyanya (Cui, Harabor
// and Grastien, "Compromise-free pathfinding on a navigation mesh", 2017).
//
// A window is the view of one root through one side of a cell. Windows are expanded in the order of
// a lower bound of all paths through them; each expansion adds the windows in the next cell. The
// search ends when no bound is below the length of the best path found.
//
// Unlike Polyanya's, the limits of windows are rays through corners rather than points on the side:
// all decisions are exact, and the same corner never counts as two.
//
// A successor whose bound is not above all others is expanded at once, bypassing the open list; so
// is a single successor.
//
// Two rules save most of the work: windows are not expanded into dead-end regions without the goal
// (mesh/biconnected.c), and of all paths to a corner only the first shortest one is continued.
#include "plan/point_search.h"

#include "plan/point_open.h"
#include "plan/point_window.h"

#include <string.h>

// ---- start --------------------------------------------------------------------------------------

static bool reserve_labels(wend_path_query *query)
{
    wend_point_search *search = query->point;
    uint32_t needed = (uint32_t)query->mesh->vertices.count;
    if (search->label_capacity < needed || search->stamp == UINT32_MAX) {
        uint32_t capacity = search->label_capacity < needed ? needed : search->label_capacity;
        wend_corner_label *labels = wend_allocate(&query->allocator, capacity, sizeof *labels);
        if (!labels)
            return false;
        memset(labels, 0, capacity * sizeof *labels);
        wend_release(&query->allocator, search->labels, search->label_capacity, sizeof *labels);
        search->labels = labels;
        search->label_capacity = capacity;
        search->stamp = 0;
    }
    search->stamp++;
    return true;
}

bool wend_open_grow(wend_path_query *query, size_t more)
{
    wend_point_search *search = query->point;
    return wend_array_reserve(&search->open, &query->allocator, more) &&
           wend_array_reserve(&search->windows, &query->allocator, more) &&
           wend_array_reserve(&search->holes, &query->allocator,
                              search->windows.count + more - search->holes.count);
}

static inline double bound_of(const wend_point_search *search, const wend_fresh_window *fresh)
{
    return search->goal_is_point ? wend_point_bound(search, fresh)
                                 : wend_point_bound_to_area(search, fresh);
}

// Determines the cells to be reached.
static void set_goal(wend_path_query *query, const wend_goal_piece *pieces, uint32_t count)
{
    wend_point_search *search = query->point;
    search->pieces = pieces;
    search->piece_count = count;
    search->goal = pieces[0].at.a;
    search->goal_box = query->goal_box;
    search->goal_is_point = query->goal_is_point;
    search->goal_in_one_cell = count == 1;
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

bool wend_point_prepare(wend_path_query *query, const wend_goal_piece *pieces, uint32_t count)
{
    if (!query->point) {
        query->point = wend_allocate(&query->allocator, 1, sizeof *query->point);
        if (!query->point)
            return false;
        *query->point = (wend_point_search){0};
    }
    wend_point_search *search = query->point;
    search->cells = query->mesh->cells;
    search->sides = query->mesh->sides;
    search->gates = query->mesh->gates;
    wend_gates_prepare(query->mesh);
    set_goal(query, pieces, count);
    search->roots.count = search->windows.count = search->holes.count = search->open.count = 0;
    search->trails.count = search->ends.count = search->aside.count = 0;
    search->min_side2 = search->max_detour = 0;
    search->all_ends = search->given_up = false;
    search->trail = WEND_NONE;
    search->best = search->nearest = (wend_path_end){.length = INFINITY};
    search->window_f = INFINITY;
    if (!reserve_labels(query) || !wend_array_reserve(&search->roots, &query->allocator, 1))
        return false;
    search->roots.data[search->roots.count++] = (wend_root){.at = query->from, .parent = WEND_NONE};
    return true;
}

wend_result wend_point_begin(wend_path_query *query, wend_error *error)
{
    if (!wend_point_prepare(query, query->goal.data, (uint32_t)query->goal.count))
        return wend_fail_memory(error);
    wend_point_search *search = query->point;
    if (!wend_point_expand_start(query) || !wend_open_reserve(query, search->fresh.count))
        return wend_fail_memory(error);
    for (size_t i = 0; i < search->fresh.count; i++) {
        const wend_fresh_window *fresh = &search->fresh.data[i];
        double f = bound_of(search, fresh);
        if (f < search->best.length)
            wend_open_window(search, &fresh->window, f);
    }
    return WEND_OK;
}

void wend_point_free(wend_path_query *query)
{
    wend_point_search *search = query->point;
    if (!search)
        return;
    wend_release(&query->allocator, search->labels, search->label_capacity, sizeof *search->labels);
    wend_array_free(&search->roots, &query->allocator);
    wend_array_free(&search->windows, &query->allocator);
    wend_array_free(&search->holes, &query->allocator);
    wend_array_free(&search->fresh, &query->allocator);
    wend_array_free(&search->open, &query->allocator);
    wend_array_free(&search->trails, &query->allocator);
    wend_array_free(&search->ends, &query->allocator);
    wend_array_free(&search->aside, &query->allocator);
    wend_release(&query->allocator, search, 1, sizeof *search);
    query->point = NULL;
}

// ---- search loop --------------------------------------------------------------------------------

// Adds the successors to the open list, except the one to be expanded next, which goes to *next.
// False: there is none.
static inline bool choose_next(wend_point_search *search, wend_window *next)
{
    wend_fresh_window *fresh = search->fresh.data;
    size_t count = search->fresh.count, best = count;
    if (count == 1) {
        *next = fresh[0].window;
        return true;
    }
    double minimum = search->best.length;
    if (search->open.count > 0 && search->open.data[0].f < minimum)
        minimum = search->open.data[0].f;
    for (size_t i = 0; i < count; i++) {
        fresh[i].f = bound_of(search, &fresh[i]);
        if (fresh[i].f <= minimum) {
            minimum = fresh[i].f;
            best = i;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (i != best && fresh[i].f < search->best.length)
            wend_open_window(search, &fresh[i].window, fresh[i].f);
    if (best == count)
        return false;
    *next = fresh[best].window;
    return true;
}

// Pops the window with the smallest bound from the open list.
static inline void pop_next(wend_point_search *search)
{
    wend_open_entry top = wend_open_pop(search);
    search->window = search->windows.data[top.window];
    search->window_f = top.f;
    search->holes.data[search->holes.count++] = top.window;
}

// Expands at most that many windows. False: out of memory.
static bool expand_on(wend_path_query *query, uint32_t max_count)
{
    wend_point_search *search = query->point;
    for (uint32_t left = max_count; left > 0;) {
        if (search->window_f >= search->best.length) {
            if (search->open.count == 0 || search->open.data[0].f >= search->best.length)
                break;
            pop_next(search);
        }
        if (search->roots.data[search->window.root].detour) {
            search->window_f = INFINITY;
            continue;
        }
        left--;
        query->expansions++;
        if (!wend_point_expand(query, &search->window) ||
            !wend_open_reserve(query, search->fresh.count))
            return false;
        if (!choose_next(search, &search->window))
            search->window_f = INFINITY;
    }
    return true;
}

wend_result wend_point_run(wend_path_query *query, uint32_t budget, wend_error *error)
{
    wend_point_search *search = query->point;
    if (!expand_on(query, budget ? budget : UINT32_MAX))
        return wend_fail_memory(error);
    double bound = search->window_f;
    if (search->open.count > 0 && search->open.data[0].f < bound)
        bound = search->open.data[0].f;
    bool done = bound >= search->best.length, found = search->best.length < INFINITY;
    if (done && !found)
        return wend_fail(error, WEND_NOT_FOUND, "no path from the start to the goal");
    if (!found)
        wend_point_find_nearest(search);
    if (!wend_point_trace(query, found ? &search->best : &search->nearest))
        return wend_fail_memory(error);
    if (done) {
        query->bound = query->length;
        return WEND_OK;
    }
    query->bound = bound > query->bound ? bound : query->bound;
    return wend_fail(error, WEND_BUDGET_EXHAUSTED, "the search was stopped after %u windows",
                     (unsigned)query->expansions);
}
