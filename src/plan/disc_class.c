// SPDX-License-Identifier: MIT
// The shortest path of a disc by classes: the first way to look for it, and mostly the only one.
//
// A class is all paths that cross the same sides of cells in the same order. In each class a
// point's shortest path is no longer than a disc's. So classes are taken in the order of the
// point's length, which the search for a point tells at little cost; for each one the disc's path
// is pulled taut (disc_taut.c); and when the next class's length is not below that of the best path
// of a disc, that one is the shortest of all.
//
// For this the search for a point must not leave out ways to a corner that are longer than another.
// They are put aside until the length of the point's shortest path is known: a way to a corner that
// is longer than need be by some length leads to the goal only on paths that are longer by as much.
// Few of them come before the disc's path does.
//
// Left out are classes that no disc has a path in, because a side is too narrow, and those that are
// never better than another that is looked at: ways through a region that leads nowhere, or out of
// the goal's cell and back. If a path that is pulled taut does not fit, because of a wall that its
// class does not know of, or if there are too many classes, then this search gives up, and the one
// with windows of tangents (disc_search.c) begins.
#include "plan/disc.h"

#include "plan/point_open.h"
#include "plan/point_window.h"

/// In the open list: a class's end rather than a window.
#define WEND_END_BIT 0x80000000u

/// Lengths that differ by less than this share are equal: a few roundings for each piece.
#define WEND_EQUAL_SHARE 1e-12

/// Behind the point's shortest path so many more expansions are tried, times those up to there and
/// on top of that. An expansion of the other search costs about ten times as much.
#define WEND_MORE_TIMES      4
#define WEND_MORE_EXPANSIONS 100

/// ... and so many classes; fewer if there is no path in any, for then there may be none at all.
#define WEND_MOST_CLASSES      32
#define WEND_MOST_VAIN_CLASSES 3

/// How much longer the way to a root is than the shortest known.
static double detour_of(const wend_point_search *search, uint32_t root)
{
    const wend_root *r = &search->roots.data[root];
    return r->detour ? r->g - search->labels[r->vertex].g : 0;
}

static double bound_of(const wend_path_query *query, const wend_fresh_window *fresh)
{
    const wend_point_search *search = query->point;
    double f = search->goal_is_point ? wend_point_bound(search, fresh)
                                     : wend_point_bound_to_area(search, fresh);
    return fmax(f, query->disc->point_length + detour_of(search, fresh->window.root));
}

static bool put_aside(wend_path_query *query, const wend_fresh_window *fresh)
{
    wend_point_search *search = query->point;
    if (!wend_array_reserve(&search->aside, &query->allocator, 1))
        return false;
    search->aside.data[search->aside.count++] = *fresh;
    return true;
}

/// Puts the ways to the goal that were found since then on the open list.
static bool open_ends(wend_path_query *query, size_t first)
{
    wend_point_search *search = query->point;
    if (first == search->ends.count)
        return true;
    if (!wend_open_reserve(query, search->ends.count - first))
        return false;
    for (size_t i = first; i < search->ends.count; ++i)
        wend_open_push(search, search->ends.data[i].way.length, WEND_END_BIT | (uint32_t)i);
    return true;
}

/// Puts the successors on the open list or aside, but for one whose bound is not above all others:
/// that is looked through next. So is one that is the only one, its bound not even computed. False:
/// out of memory.
static bool open_fresh(wend_path_query *query)
{
    wend_point_search *search = query->point;
    const wend_disc_search *s = query->disc;
    size_t count = search->fresh.count, best = count;
    if (count == 1 && search->window_f < INFINITY &&
        !search->roots.data[search->fresh.data[0].window.root].detour) {
        search->window = search->fresh.data[0].window;
        return true;
    }
    if (!wend_open_reserve(query, count))
        return false;
    double least = search->open.count > 0 ? search->open.data[0].f : INFINITY;
    for (size_t i = 0; i < count; ++i) {
        wend_fresh_window *fresh = &search->fresh.data[i];
        fresh->f = bound_of(query, fresh);
        bool waits = s->point_length < 0 && search->roots.data[fresh->window.root].detour;
        if (waits && !put_aside(query, fresh))
            return false;
        if (waits || fresh->f >= s->best)
            fresh->f = INFINITY;
        else if (fresh->f <= least) {
            least = fresh->f;
            best = i;
        }
    }
    for (size_t i = 0; i < count; ++i)
        if (i != best && search->fresh.data[i].f < INFINITY)
            wend_open_window(search, &search->fresh.data[i].window, search->fresh.data[i].f);
    search->window_f = INFINITY;
    if (best < count) {
        search->window = search->fresh.data[best].window;
        search->window_f = search->fresh.data[best].f;
    }
    return true;
}

bool wend_class_begin(wend_path_query *query)
{
    wend_disc_search *s = query->disc;
    if (!wend_point_prepare(query, s->goal.data, (uint32_t)s->goal.count))
        return false;
    wend_point_search *search = query->point;
    double least_side = 2 * (query->radius - s->slack);
    search->least_side2 = least_side * least_side;
    search->most_detour = INFINITY;
    search->all_ends = true;
    s->by_classes = true;
    s->point_length = -1;
    s->best = INFINITY;
    s->class_count = 0;
    s->most_expansions = UINT32_MAX;
    return wend_point_look_around(query) && !s->failed && open_ends(query, 0) && open_fresh(query);
}

bool wend_class_is_lone(wend_path_query *query, const wend_cell_side *corner)
{
    wend_disc_root root = {.centre = corner->at,
                           .in = {1, 0},
                           .vertex = corner->vertex,
                           .cell = query->mesh->cell_of[corner->edge / 3],
                           .side = 1};
    bool open;
    wend_disc_turn_limit(query, &root, 0, &open);
    return open && !query->disc->failed;
}

// ---- classes ------------------------------------------------------------------------------------

static bool list_gaps(wend_path_query *query, uint32_t trail)
{
    const wend_cell_side *sides = query->mesh->sides;
    wend_disc_search *s = query->disc;
    const wend_trail *trails = query->point->trails.data;
    s->gaps.count = 0;
    size_t count = 0;
    for (uint32_t i = trail; i != WEND_NONE; i = trails[i].before)
        ++count;
    if (!wend_array_reserve(&s->gaps, &query->allocator, count))
        return false;
    s->gaps.count = count;
    for (uint32_t i = trail; i != WEND_NONE; i = trails[i].before) {
        const wend_cell_side *entry = &sides[trails[i].entry], *out = &sides[entry->twin];
        s->gaps.data[--count] = (wend_disc_gap){.left = entry->at,
                                                .right = out->at,
                                                .left_vertex = entry->vertex,
                                                .right_vertex = out->vertex,
                                                .entry = trails[i].entry,
                                                .before = entry->cell,
                                                .behind = out->cell};
    }
    return true;
}

static void set_root(wend_path_query *query, size_t i, wend_vec2 at, uint32_t vertex, bool left)
{
    query->disc->chain.data[i] = (wend_disc_root){
        .centre = at, .vertex = vertex, .side = left ? 1 : -1, .turn = WEND_TAUT_TURN};
}

/// The corners that the point's path bends at, after the start.
static bool list_corners(wend_path_query *query, const wend_path_end *way)
{
    const wend_root *roots = query->point->roots.data;
    wend_disc_search *s = query->disc;
    size_t count = way->has_via;
    for (uint32_t r = way->root; r != WEND_NONE; r = roots[r].parent)
        ++count;
    s->chain.count = 0;
    if (!wend_array_reserve(&s->chain, &query->allocator, count))
        return false;
    s->chain.count = count;
    if (way->has_via) {
        const wend_disc_gap *last = &s->gaps.data[s->gaps.count - 1];
        bool left = wend_same_place(way->via, last->left);
        set_root(query, --count, way->via, left ? last->left_vertex : last->right_vertex, left);
    }
    for (uint32_t r = way->root; roots[r].parent != WEND_NONE; r = roots[r].parent)
        set_root(query, --count, roots[r].at, roots[r].vertex, roots[r].left);
    s->chain.data[0] = (wend_disc_root){.centre = query->from, .vertex = WEND_NONE};
    return true;
}

/// Brings in what was put aside, now that the length of the point's path is known. False: out of
/// memory.
static bool bring_in(wend_path_query *query)
{
    wend_point_search *search = query->point;
    if (!wend_open_reserve(query, search->aside.count))
        return false;
    for (size_t i = 0; i < search->aside.count; ++i) {
        const wend_fresh_window *fresh = &search->aside.data[i];
        double f = bound_of(query, fresh);
        if (f < query->disc->best)
            wend_open_window(search, &fresh->window, f);
    }
    search->aside.count = 0;
    return true;
}

/// Looks at the class of a way to the goal whose turn has come. WEND_CLASS_FOUND: the search can go
/// on.
static wend_class_state look_at_class(wend_path_query *query, uint32_t number)
{
    wend_point_search *search = query->point;
    wend_disc_search *s = query->disc;
    const wend_class_end *end = &search->ends.data[number];
    bool first = s->point_length < 0;
    if (first) {
        s->point_length = end->way.length;
        uint64_t most = (uint64_t)query->expansions * (1 + WEND_MORE_TIMES) + WEND_MORE_EXPANSIONS;
        s->most_expansions = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    }
    if (++s->class_count > (s->best < INFINITY ? WEND_MOST_CLASSES : WEND_MOST_VAIN_CLASSES))
        return WEND_CLASS_GIVEN_UP;
    if (!list_gaps(query, end->trail) || !list_corners(query, &end->way))
        return WEND_CLASS_NO_MEMORY;
    wend_taut taut = wend_disc_pull(query, search->pieces[end->piece]);
    if (s->failed)
        return WEND_CLASS_NO_MEMORY;
    if (taut == WEND_TAUT_UNKNOWN)
        return WEND_CLASS_GIVEN_UP;
    if (taut == WEND_TAUT_BEST) {
        s->best = query->length * (1 - WEND_EQUAL_SHARE);
        search->most_detour = s->best - s->point_length;
    }
    return first && !bring_in(query) ? WEND_CLASS_NO_MEMORY : WEND_CLASS_FOUND;
}

// ---- going on -----------------------------------------------------------------------------------

/// Looks through the window that is next. False: out of memory.
static bool look_through(wend_path_query *query)
{
    wend_point_search *search = query->point;
    size_t ends = search->ends.count;
    if (!wend_array_reserve(&search->trails, &query->allocator, 1))
        return false;
    search->trails.data[search->trails.count] =
        (wend_trail){search->window.entry, search->window.trail};
    search->trail = (uint32_t)search->trails.count++;
    return wend_point_look_through(query, &search->window) && !query->disc->failed &&
           open_ends(query, ends) && open_fresh(query);
}

/// A window whose root has become a detour since it was opened goes back, or aside.
static bool send_back(wend_path_query *query)
{
    wend_point_search *search = query->point;
    const wend_cell_side *entry = &search->sides[search->window.entry];
    wend_fresh_window fresh = {.window = search->window,
                               .left_end = entry->at,
                               .right_end = search->sides[entry->twin].at,
                               .f = search->window_f};
    search->window_f = INFINITY;
    if (query->disc->point_length < 0)
        return put_aside(query, &fresh);
    double f = bound_of(query, &fresh);
    if (!wend_open_reserve(query, 1))
        return false;
    if (f < query->disc->best)
        wend_open_window(search, &fresh.window, f);
    return true;
}

static bool must_wait(const wend_path_query *query)
{
    const wend_point_search *search = query->point;
    double point = query->disc->point_length;
    return search->roots.data[search->window.root].detour &&
           (point < 0 || point + detour_of(search, search->window.root) > search->window_f);
}

/// The bound of what is next; INFINITY: nothing is left.
static double next_bound(const wend_point_search *search)
{
    double open = search->open.count > 0 ? search->open.data[0].f : INFINITY;
    return fmin(open, search->window_f);
}

/// The path of a search that is stopped: to the goal, if there is one already, or to the corner
/// nearest to it, as far as that is clear.
static wend_class_state stop(wend_path_query *query)
{
    const wend_point_search *search = query->point;
    if (query->disc->best < INFINITY)
        return WEND_CLASS_SPENT;
    wend_path_end nearest = {.length = INFINITY};
    for (uint32_t i = 0; i < search->roots.count; ++i) {
        double distance = wend_disc_to_goal(query, search->roots.data[i].at);
        if (distance < nearest.length)
            nearest = (wend_path_end){.length = distance, .root = i};
    }
    return list_corners(query, &nearest) && wend_disc_pull_partly(query) ? WEND_CLASS_SPENT
                                                                         : WEND_CLASS_NO_MEMORY;
}

wend_class_state wend_class_run(wend_path_query *query, uint32_t limit)
{
    wend_point_search *search = query->point;
    wend_disc_search *s = query->disc;
    for (;;) {
        double next = next_bound(search);
        if (search->given_up)
            return WEND_CLASS_GIVEN_UP;
        if (next >= s->best) {
            if (s->best < INFINITY)
                query->bound = query->length;
            return s->best < INFINITY    ? WEND_CLASS_FOUND
                   : s->point_length < 0 ? WEND_CLASS_NONE
                                         : WEND_CLASS_GIVEN_UP;
        }
        query->bound = fmax(query->bound, next);
        if (query->expansions >= s->most_expansions)
            return WEND_CLASS_GIVEN_UP;
        if (query->expansions >= limit)
            return stop(query);
        if (search->window_f == INFINITY) {
            wend_open_entry top = wend_open_pop(search);
            if (top.window & WEND_END_BIT) {
                ++query->expansions;
                wend_class_state state = look_at_class(query, top.window & ~WEND_END_BIT);
                if (state != WEND_CLASS_FOUND)
                    return state;
                continue;
            }
            search->window = search->windows.data[top.window];
            search->window_f = top.f;
            search->holes.data[search->holes.count++] = top.window;
        }
        if (must_wait(query)) {
            if (!send_back(query))
                return WEND_CLASS_NO_MEMORY;
            continue;
        }
        ++query->expansions;
        if (!look_through(query))
            return WEND_CLASS_NO_MEMORY;
    }
}
