// SPDX-License-Identifier: MIT
// Shortest path of a disc by homotopy classes: the first method, and usually the only one.
//
// A class contains all paths that cross the same sides of cells in the same order. In each class a
// point's shortest path is no longer than a disc's. Classes are therefore enumerated in the order
// of the point's length, which the point search computes at little cost; for each one the disc's
// path is pulled taut (disc_taut.c). When the next class's length is not below that of the best
// path of a disc, that path is the shortest of all.
//
// For this the point search must not discard longer paths to a corner. They are set aside until the
// length of the point's shortest path is known: a detour to a corner leads to the goal only on
// paths that are longer by as much. Few of them are shorter than the disc's path.
//
// Excluded are classes in which no disc has a path, because a side is too narrow, and those that
// are never better than another that is evaluated: paths through a dead-end region, or out of the
// goal's cell and back. If a taut path does not fit, because of a wall that its class does not
// include, or if there are too many classes, this search gives up, and the one with windows of
// tangents (disc_search.c) starts.
#include "plan/disc.h"

#include "plan/point_open.h"
#include "plan/point_window.h"

/// In the open list: the end of a class rather than a window.
#define WEND_END_BIT 0x80000000u

/// Lengths that differ by less than this fraction are equal: a few roundings per piece.
#define WEND_EQUAL_SHARE 1e-12

/// Limits of the additional expansions after the point's shortest path: a multiple of those up to
/// there, plus a constant. An expansion of the other search costs about ten times as much.
#define WEND_MORE_TIMES      4
#define WEND_MORE_EXPANSIONS 100

/// Maximum number of classes; fewer if none has a path, for then there may be no path at all.
#define WEND_MAX_CLASSES      32
#define WEND_MAX_VAIN_CLASSES 3

/// How much longer the path to a root is than the shortest known.
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

static bool set_aside(wend_path_query *query, const wend_fresh_window *fresh)
{
    wend_point_search *search = query->point;
    if (!wend_array_reserve(&search->aside, &query->allocator, 1))
        return false;
    search->aside.data[search->aside.count++] = *fresh;
    return true;
}

/// Adds the paths to the goal found since then to the open list.
static bool open_ends(wend_path_query *query, size_t first)
{
    wend_point_search *search = query->point;
    if (first == search->ends.count)
        return true;
    if (!wend_open_reserve(query, search->ends.count - first))
        return false;
    for (size_t i = first; i < search->ends.count; ++i)
        wend_open_push(search, search->ends.data[i].path.length, WEND_END_BIT | (uint32_t)i);
    return true;
}

/// Adds the successors to the open list or sets them aside, except one whose bound is not above all
/// others: that is expanded next. So is a single one, without computing its bound. False: out of
/// memory.
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
    double minimum = search->open.count > 0 ? search->open.data[0].f : INFINITY;
    for (size_t i = 0; i < count; ++i) {
        wend_fresh_window *fresh = &search->fresh.data[i];
        fresh->f = bound_of(query, fresh);
        bool waits = s->point_length < 0 && search->roots.data[fresh->window.root].detour;
        if (waits && !set_aside(query, fresh))
            return false;
        if (waits || fresh->f >= s->best)
            fresh->f = INFINITY;
        else if (fresh->f <= minimum) {
            minimum = fresh->f;
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
    double min_side = 2 * (query->radius - s->slack);
    search->min_side2 = min_side * min_side;
    search->max_detour = INFINITY;
    search->all_ends = true;
    s->by_classes = true;
    s->point_length = -1;
    s->best = INFINITY;
    s->class_count = 0;
    s->max_expansions = UINT32_MAX;
    return wend_point_expand_start(query) && !s->failed && open_ends(query, 0) && open_fresh(query);
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

/// The corners at which the point's path bends, after the start.
static bool list_corners(wend_path_query *query, const wend_path_end *path)
{
    const wend_root *roots = query->point->roots.data;
    wend_disc_search *s = query->disc;
    size_t count = path->has_via;
    for (uint32_t r = path->root; r != WEND_NONE; r = roots[r].parent)
        ++count;
    s->chain.count = 0;
    if (!wend_array_reserve(&s->chain, &query->allocator, count))
        return false;
    s->chain.count = count;
    if (path->has_via) {
        const wend_disc_gap *last = &s->gaps.data[s->gaps.count - 1];
        bool left = wend_equal(path->via, last->left);
        set_root(query, --count, path->via, left ? last->left_vertex : last->right_vertex, left);
    }
    for (uint32_t r = path->root; roots[r].parent != WEND_NONE; r = roots[r].parent)
        set_root(query, --count, roots[r].at, roots[r].vertex, roots[r].left);
    s->chain.data[0] = (wend_disc_root){.centre = query->from, .vertex = WEND_NONE};
    return true;
}

/// Adds what was set aside, now that the length of the point's path is known. False: out of memory.
static bool open_aside(wend_path_query *query)
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

/// Evaluates the class of a path to the goal that has been popped. WEND_CLASS_FOUND: the search can
/// continue.
static wend_class_state evaluate_class(wend_path_query *query, uint32_t number)
{
    wend_point_search *search = query->point;
    wend_disc_search *s = query->disc;
    const wend_class_end *end = &search->ends.data[number];
    bool first = s->point_length < 0;
    if (first) {
        s->point_length = end->path.length;
        uint64_t limit = (uint64_t)query->expansions * (1 + WEND_MORE_TIMES) + WEND_MORE_EXPANSIONS;
        s->max_expansions = limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX;
    }
    if (++s->class_count > (s->best < INFINITY ? WEND_MAX_CLASSES : WEND_MAX_VAIN_CLASSES))
        return WEND_CLASS_GIVEN_UP;
    if (!list_gaps(query, end->trail) || !list_corners(query, &end->path))
        return WEND_CLASS_NO_MEMORY;
    wend_taut taut = wend_disc_pull(query, search->pieces[end->piece]);
    if (s->failed)
        return WEND_CLASS_NO_MEMORY;
    if (taut == WEND_TAUT_UNKNOWN)
        return WEND_CLASS_GIVEN_UP;
    if (taut == WEND_TAUT_BEST) {
        s->best = query->length * (1 - WEND_EQUAL_SHARE);
        search->max_detour = s->best - s->point_length;
    }
    return first && !open_aside(query) ? WEND_CLASS_NO_MEMORY : WEND_CLASS_FOUND;
}

// ---- search loop --------------------------------------------------------------------------------

/// Expands the next window. False: out of memory.
static bool expand_next(wend_path_query *query)
{
    wend_point_search *search = query->point;
    size_t ends = search->ends.count;
    if (!wend_array_reserve(&search->trails, &query->allocator, 1))
        return false;
    search->trails.data[search->trails.count] =
        (wend_trail){search->window.entry, search->window.trail};
    search->trail = (uint32_t)search->trails.count++;
    return wend_point_expand(query, &search->window) && !query->disc->failed &&
           open_ends(query, ends) && open_fresh(query);
}

/// A window whose root has become a detour since it was opened is pushed again, or set aside.
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
        return set_aside(query, &fresh);
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

/// The bound of the next entry; INFINITY: none.
static double next_bound(const wend_point_search *search)
{
    double open = search->open.count > 0 ? search->open.data[0].f : INFINITY;
    return fmin(open, search->window_f);
}

/// The path of a stopped search: to the goal, if there is one already, or to the corner nearest to
/// it, as far as that is clear.
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
        if (query->expansions >= s->max_expansions)
            return WEND_CLASS_GIVEN_UP;
        if (query->expansions >= limit)
            return stop(query);
        if (search->window_f == INFINITY) {
            wend_open_entry top = wend_open_pop(search);
            if (top.window & WEND_END_BIT) {
                ++query->expansions;
                wend_class_state state = evaluate_class(query, top.window & ~WEND_END_BIT);
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
        if (!expand_next(query))
            return WEND_CLASS_NO_MEMORY;
    }
}
