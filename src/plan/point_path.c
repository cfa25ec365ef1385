// SPDX-License-Identifier: MIT
// The path found by a point search, or the part found so far.
#include "plan/point_search.h"

#include "geometry/points.h"
#include "plan/point_window.h"

// True if a path from one over other to third is straight.
static bool is_straight(wend_vec2 one, wend_vec2 other, wend_vec2 third)
{
    return wend_is_before(one, other) == wend_is_before(other, third) &&
           wend_orient2d_fast(one, other, third) == 0;
}

// Adds the piece from a position to the one that comes after it; the pieces are in reverse order.
static bool add_before(wend_path_query *query, wend_vec2 at, wend_vec2 next)
{
    wend_path_piece *last =
        query->pieces.count > 0 ? &query->pieces.data[query->pieces.count - 1] : NULL;
    if (wend_equal(at, next))
        return true;
    if (last && is_straight(at, next, last->b)) {
        last->a = last->corner = at;
        return true;
    }
    if (!wend_array_reserve(&query->pieces, &query->allocator, 1))
        return false;
    query->pieces.data[query->pieces.count++] = (wend_path_piece){.a = at, .b = next, .corner = at};
    return true;
}

bool wend_point_trace(wend_path_query *query, const wend_path_end *end)
{
    const wend_root *roots = query->point->roots.data;
    wend_vec2 next = end->at;
    query->pieces.count = 0;
    if (end->has_via) {
        if (!add_before(query, end->via, next))
            return false;
        next = end->via;
    }
    for (uint32_t r = end->root; r != WEND_NONE; r = roots[r].parent) {
        if (!add_before(query, roots[r].at, next))
            return false;
        next = roots[r].at;
    }
    wend_path_piece *pieces = query->pieces.data;
    size_t count = query->pieces.count;
    query->length = 0;
    for (size_t i = 0; i < count / 2; i++) {
        wend_path_piece piece = pieces[i];
        pieces[i] = pieces[count - 1 - i];
        pieces[count - 1 - i] = piece;
    }
    for (size_t i = 0; i < count; i++)
        query->length += wend_distance(pieces[i].a, pieces[i].b);
    return true;
}

// ---- stopped search -----------------------------------------------------------------------------

// An end of a window on its side; the side's own end if the ray only grazes it and that is the
// nearer one, else the root itself.
static wend_vec2 window_end(wend_segment ray, bool at_end, wend_vec2 end, wend_vec2 other,
                            wend_vec2 root)
{
    wend_vec2 at = end;
    if (!at_end && !wend_ray_meets(ray, end, other, &at))
        at = root;
    return at;
}

static double goal_distance(const wend_point_search *search, wend_vec2 p)
{
    return search->goal_is_point ? wend_distance(p, search->goal)
                                 : wend_box_distance(search->goal_box, p);
}

static void consider(wend_point_search *search, uint32_t root, wend_vec2 at)
{
    double distance = goal_distance(search, at);
    if (distance < search->nearest.length)
        search->nearest = (wend_path_end){.length = distance, .root = root, .at = at};
}

static void consider_window(wend_point_search *search, const wend_window *window)
{
    const wend_cell_side *entry = &search->sides[window->entry];
    wend_vec2 p = search->sides[entry->twin].at, q = entry->at;
    wend_vec2 root = search->roots.data[window->root].at;
    if (!(window->flags & (WEND_WINDOW_ROOT_LEFT | WEND_WINDOW_ROOT_RIGHT))) {
        wend_vec2 right = window_end(wend_right_ray(window, root),
                                     window->flags & WEND_WINDOW_RIGHT_END, p, q, root);
        wend_vec2 left = window_end(wend_left_ray(window, root),
                                    window->flags & WEND_WINDOW_LEFT_END, q, p, root);
        p = right;
        q = left;
    }
    wend_vec2 middle = wend_midpoint(search->goal_box.min, search->goal_box.max);
    consider(search, window->root, wend_segment_closest((wend_segment){p, q}, middle));
}

void wend_point_find_nearest(wend_point_search *search)
{
    for (uint32_t r = 0; r < search->roots.count; r++)
        consider(search, r, search->roots.data[r].at);
    for (size_t i = 0; i < search->open.count; i++)
        consider_window(search, &search->windows.data[search->open.data[i].window]);
    if (search->window_f < INFINITY)
        consider_window(search, &search->window);
}
