// SPDX-License-Identifier: MIT
// Last step of the point search: from a window to the goal in the next cell. The path is straight
// if the goal is visible through the window, or bends at an end of the window that is a corner; no
// shortest path bends at other ends.
#include "plan/point_search.h"

#include "plan/point_window.h"

// The part of a piece of the goal still considered, as shares of its length.
typedef struct range {
    double low, high;
} range;

// Cuts off the part beyond a ray: to its left if side is 1, to its right if -1. Whether anything
// remains is decided exactly.
static bool cut(wend_segment piece, wend_segment ray, int side, range *s)
{
    bool a_beyond = wend_orient2d_fast(ray.a, ray.b, piece.a) * side > 0;
    bool b_beyond = wend_orient2d_fast(ray.a, ray.b, piece.b) * side > 0;
    if (a_beyond && b_beyond)
        return false;
    if (!a_beyond && !b_beyond)
        return true;
    double a = wend_cross_from(ray.a, ray.b, piece.a), b = wend_cross_from(ray.a, ray.b, piece.b);
    double share = a / (a - b);
    if (!(share > 0))
        share = 0;
    if (a_beyond)
        s->low = fmax(s->low, share);
    else
        s->high = fmin(s->high, share);
    return true;
}

// The point within a range that is nearest to p.
static wend_vec2 nearest_in(wend_segment piece, range s, wend_vec2 p)
{
    double dx = piece.b.x - piece.a.x, dy = piece.b.y - piece.a.y;
    double share = ((p.x - piece.a.x) * dx + (p.y - piece.a.y) * dy) / (dx * dx + dy * dy);
    share = share > s.low ? share : s.low;
    share = share < s.high ? share : s.high;
    if (share >= 1)
        return piece.b;
    return (wend_vec2){piece.a.x + share * dx, piece.a.y + share * dy};
}

static void offer(wend_point_search *search, uint32_t root, wend_vec2 at)
{
    const wend_root *r = &search->roots.data[root];
    wend_path_end end = {.length = r->g + wend_distance(r->at, at), .root = root, .at = at};
    if (end.length < search->best.length)
        search->best = end;
}

static void offer_via(wend_point_search *search, uint32_t root, wend_vec2 via, wend_vec2 at)
{
    const wend_root *r = &search->roots.data[root];
    double length = r->g + wend_distance(r->at, via) + wend_distance(via, at);
    if (length < search->best.length)
        search->best = (wend_path_end){length, root, true, via, at};
}

static void reach_point(wend_point_search *search, const wend_window *window)
{
    wend_vec2 root = search->roots.data[window->root].at, at = search->goal;
    wend_segment left = wend_left_ray(window, root), right = wend_right_ray(window, root);
    if (wend_orient2d_fast(right.a, right.b, at) < 0) {
        if (window->flags & WEND_WINDOW_RIGHT_END)
            offer_via(search, window->root, window->right, at);
    } else if (wend_orient2d_fast(left.a, left.b, at) > 0) {
        if (window->flags & WEND_WINDOW_LEFT_END)
            offer_via(search, window->root, window->left, at);
    } else {
        offer(search, window->root, at);
    }
}

static void reach_piece(wend_point_search *search, const wend_window *window, wend_segment piece)
{
    wend_vec2 root = search->roots.data[window->root].at;
    range s = {0, 1};
    if (cut(piece, wend_left_ray(window, root), 1, &s) &&
        cut(piece, wend_right_ray(window, root), -1, &s) && s.low <= s.high)
        offer(search, window->root, nearest_in(piece, s, root));
    if (window->flags & WEND_WINDOW_LEFT_END)
        offer_via(search, window->root, window->left, wend_segment_closest(piece, window->left));
    if (window->flags & WEND_WINDOW_RIGHT_END)
        offer_via(search, window->root, window->right, wend_segment_closest(piece, window->right));
}

// Collects the best path to a piece, if all are wanted. False: out of memory.
static bool collect_end(wend_path_query *query, uint32_t piece)
{
    wend_point_search *search = query->point;
    if (!search->all_ends || !(search->best.length < INFINITY))
        return true;
    if (!wend_array_reserve(&search->ends, &query->allocator, 1))
        return false;
    search->ends.data[search->ends.count++] = (wend_class_end){search->best, search->trail, piece};
    search->best.length = INFINITY;
    return true;
}

bool wend_point_reach(wend_path_query *query, uint32_t cell, const wend_window *window)
{
    wend_point_search *search = query->point;
    uint32_t root = window ? window->root : 0;
    bool in_cell =
        !window || (window->flags & (WEND_WINDOW_ROOT_LEFT | WEND_WINDOW_ROOT_RIGHT)) != 0;
    if (search->goal_is_point) {
        if (in_cell)
            offer(search, root, search->goal);
        else
            reach_point(search, window);
        return collect_end(query, 0);
    }
    uint32_t i = wend_goal_first(search->pieces, search->piece_count, cell);
    for (; i < search->piece_count && search->pieces[i].cell == cell; i++) {
        wend_segment piece = search->pieces[i].at;
        if (in_cell)
            offer(search, root, wend_segment_closest(piece, search->roots.data[root].at));
        else
            reach_piece(search, window, piece);
        if (!collect_end(query, i))
            return false;
    }
    return true;
}

// The distance between the side and the goal's box, and that from the root to the side, are parts
// of every path; so is the distance from the root to the box.
double wend_point_bound_to_area(const wend_point_search *search, const wend_fresh_window *fresh)
{
    const wend_root *root = &search->roots.data[fresh->window.root];
    wend_segment side = {fresh->right_end, fresh->left_end};
    wend_box box = search->goal_box;
    double straight = wend_box_distance(box, root->at);
    wend_box around = wend_box_join((wend_box){side.a, side.a}, (wend_box){side.b, side.b});
    double dx = fmax(0, fmax(box.min.x - around.max.x, around.min.x - box.max.x));
    double dy = fmax(0, fmax(box.min.y - around.max.y, around.min.y - box.max.y));
    double behind = sqrt(dx * dx + dy * dy);
    return root->g + fmax(straight, wend_segment_distance(side, root->at) + behind);
}
