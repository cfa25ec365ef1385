// SPDX-License-Identifier: MIT
// One step of the point search: expansion of a window into the next cell.
//
// The corners of the cell are numbered from either end of the side by which it is entered: 0 is the
// right end of that side and the numbers increase counter-clockwise around the cell, or, mirrored,
// 0 is the left end and they increase clockwise. In this numbering the corners before some number
// lie beyond the window's ray on that side and all others within it, because the cell is convex.
//
//                 2 ------- 3                 Side k (from corner k to k + 1) is visible from the
//               /     |       \               root if it is within the rays. If corner 0 is the
//             1       |        4              window's end, the sides before it are visible after
//              \      | ray   /               a turn there: corner 0 becomes a root.
//                0 -=======- 5
//                     |                       A side collinear with the root is never expanded:
//                   root                      its near end becomes a root instead.
//
// So all windows have a positive width, or have their root at an end of their side; and all
// decisions are signs of orientations of input points.
#include "plan/point_search.h"

#include "geometry/points.h"
#include "plan/point_window.h"

// A cell into which a window leads.
typedef struct view {
    const wend_cell_side *ring;
    uint32_t first; // start of the ring, in the mesh's sides
    uint32_t count;
    uint32_t entry; // the side by which it is entered, in the ring
} view;

// Index in the ring of a corner counted from the right or left end of the entry.
static inline uint32_t corner_index(const view *v, bool mirrored, uint32_t k)
{
    if (mirrored)
        return k <= v->entry ? v->entry - k : v->entry + v->count - k;
    uint32_t i = v->entry + 1 + k;
    return i >= v->count ? i - v->count : i;
}

static inline const wend_cell_side *corner(const view *v, bool mirrored, uint32_t k)
{
    return &v->ring[corner_index(v, mirrored, k)];
}

static bool is_narrow(const wend_point_search *search, const view *v, uint32_t side)
{
    wend_vec2 p = v->ring[side].at, q = v->ring[side + 1 < v->count ? side + 1 : 0].at;
    return wend_distance_squared(q, p) < search->min_side2;
}

// True if a side is not a wall and may lead to the goal.
static inline bool is_open(const wend_point_search *search, const view *v, uint32_t side)
{
    if (v->ring[side].cell == WEND_NONE)
        return false;
    if (search->min_side2 > 0 && is_narrow(search, v, side))
        return false;
    wend_gate gate = search->gates[v->first + side];
    if (gate.from < gate.to)
        return gate.from <= search->last_goal && search->first_goal < gate.to;
    return search->first_goal < gate.to || gate.from <= search->last_goal;
}

// An orientation, with left and right exchanged if mirrored.
static inline int turn_of(bool mirrored, wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    int sign = wend_orient2d_fast(a, b, c);
    return mirrored ? -sign : sign;
}

static inline void add(wend_point_search *search, const view *v, uint32_t side, wend_window window)
{
    uint32_t next = side + 1 < v->count ? side + 1 : 0;
    wend_fresh_window *fresh = &search->fresh.data[search->fresh.count++];
    window.cell = v->ring[side].cell;
    window.entry = v->ring[side].twin;
    window.trail = search->trail;
    fresh->window = window;
    fresh->right_end = v->ring[side].at;
    fresh->left_end = v->ring[next].at;
}

// ---- roots --------------------------------------------------------------------------------------

static bool has_wall(const wend_mesh *mesh, uint32_t edge)
{
    uint32_t h = edge;
    do {
        if (wend_is_fixed(mesh, h))
            return true;
        h = wend_turn_left(mesh, h);
    } while (h != edge && h != WEND_NONE);
    return false;
}

// A vertex without walls is a point, at which no shortest path of a point bends. But a disc's does;
// and it turns less than half around it, or it would go around the other side. True if the next
// side around such a root leads back behind it. If the disc cannot pass on the other side, the
// search is given up.
static bool leads_back(wend_path_query *query, const view *v, bool mirrored, uint32_t root)
{
    wend_point_search *search = query->point;
    const wend_root *roots = search->roots.data;
    const wend_cell_side *pole = corner(v, mirrored, 0);
    if (has_wall(query->mesh, pole->edge) ||
        turn_of(mirrored, roots[roots[root].parent].at, pole->at, corner(v, mirrored, 1)->at) < 0)
        return false;
    search->given_up |= !wend_class_is_lone(query, pole);
    return true;
}

// The root at a corner that is reached from a parent; WEND_NONE if another path to it is as short
// (or shorter by max_detour). That other path is sufficient: if a shortest path bends here then so
// does the one along the other path, which is as short.
static uint32_t arrive(wend_path_query *query, uint32_t parent, const wend_cell_side *at, bool left)
{
    wend_point_search *search = query->point;
    wend_corner_label *label = &search->labels[at->vertex];
    const wend_root *from = &search->roots.data[parent];
    double g = from->g + wend_distance(from->at, at->at);
    bool detour = false;
    if (label->stamp == search->stamp) {
        if (g - label->g >= search->max_detour)
            return WEND_NONE;
        detour = g >= label->g;
        if (!detour)
            search->roots.data[label->root].detour = 1;
    } else {
        label->stamp = search->stamp;
        if (!search->all_ends && !has_wall(query->mesh, at->edge)) {
            label->g = -INFINITY;
            return WEND_NONE;
        }
    }
    uint32_t root = (uint32_t)search->roots.count++;
    search->roots.data[root] = (wend_root){.at = at->at,
                                           .g = g,
                                           .parent = parent,
                                           .vertex = at->vertex,
                                           .left = left,
                                           .detour = detour};
    if (detour)
        return root;
    label->g = g;
    label->root = root;
    return root;
}

static inline wend_window pivot_window(bool mirrored, uint32_t root)
{
    return (wend_window){.root = root,
                         .flags = mirrored ? WEND_WINDOW_ROOT_LEFT : WEND_WINDOW_ROOT_RIGHT};
}

// Turns at corner k, through the side that begins there.
static inline void pivot(wend_path_query *query, const view *v, bool mirrored, uint32_t k,
                         uint32_t parent)
{
    uint32_t side = corner_index(v, mirrored, mirrored ? k + 1 : k);
    if (!is_open(query->point, v, side))
        return;
    uint32_t root = arrive(query, parent, corner(v, mirrored, k), mirrored);
    if (root != WEND_NONE)
        add(query->point, v, side, pivot_window(mirrored, root));
}

// A window of side k whose limits are its ends, the one after corner k + 1 replaced by the ray away
// from `behind` if that is given.
static inline wend_window window_of(const view *v, bool mirrored, uint32_t k, uint32_t root,
                                    const wend_vec2 *behind)
{
    wend_vec2 near = corner(v, mirrored, k)->at;
    wend_vec2 far = behind ? *behind : corner(v, mirrored, k + 1)->at;
    if (mirrored)
        return (wend_window){.left = near,
                             .right = far,
                             .root = root,
                             .flags =
                                 WEND_WINDOW_LEFT_END | (uint32_t)(behind ? WEND_WINDOW_RIGHT_BEHIND
                                                                          : WEND_WINDOW_RIGHT_END)};
    return (wend_window){.left = far,
                         .right = near,
                         .root = root,
                         .flags =
                             WEND_WINDOW_RIGHT_END |
                             (uint32_t)(behind ? WEND_WINDOW_LEFT_BEHIND : WEND_WINDOW_LEFT_END)};
}

// Turns at corner 0, an end of the expanded window. Corner `inner` is the first that is strictly
// within the ray from the parent through corner 0; `on_ray`: the corner before is on it.
static inline void turn(wend_path_query *query, const view *v, bool mirrored, uint32_t parent,
                        uint32_t inner, bool on_ray)
{
    wend_vec2 behind = query->point->roots.data[parent].at;
    wend_vec2 pole = corner(v, mirrored, 0)->at, next = corner(v, mirrored, 1)->at;
    if (on_ray && turn_of(mirrored, behind, pole, next) == 0) {
        for (uint32_t k = 0; k + 1 < inner; k++)
            pivot(query, v, mirrored, k, parent);
        return;
    }
    uint32_t root = WEND_NONE, end = on_ray ? inner - 1 : inner;
    bool on_line = true; // corners 0 to k + 1 are on one line
    for (uint32_t k = 0; k < end; k++) {
        if (k > 0 && on_line)
            on_line = turn_of(mirrored, pole, next, corner(v, mirrored, k + 1)->at) == 0;
        uint32_t side = corner_index(v, mirrored, mirrored ? k + 1 : k);
        if (!is_open(query->point, v, side))
            continue;
        if (root == WEND_NONE)
            root = arrive(query, parent, corner(v, mirrored, 0), mirrored);
        if (root == WEND_NONE)
            return;
        if (k == 0)
            add(query->point, v, side, pivot_window(mirrored, root));
        else if (on_line)
            pivot(query, v, mirrored, k, root);
        else
            add(query->point, v, side,
                window_of(v, mirrored, k, root, k + 1 == inner ? &behind : NULL));
    }
}

// ---- expansion ----------------------------------------------------------------------------------

// Expands all around in a cell that has the root for its corner 0, having come through a side
// there.
static inline void expand_corner(wend_path_query *query, const view *v, bool mirrored,
                                 uint32_t root)
{
    wend_point_search *search = query->point;
    wend_vec2 pole = corner(v, mirrored, 0)->at, next = corner(v, mirrored, 1)->at;
    wend_vec2 last = corner(v, mirrored, v->count - 1)->at;
    uint32_t side = corner_index(v, mirrored, mirrored ? 1 : 0);
    if (is_open(search, v, side) && !(search->all_ends && leads_back(query, v, mirrored, root)))
        add(search, v, side, pivot_window(mirrored, root));
    uint32_t k = 1, end = v->count - 1;
    for (; turn_of(mirrored, pole, next, corner(v, mirrored, k + 1)->at) == 0; k++)
        pivot(query, v, mirrored, k, root);
    for (; end > k && turn_of(mirrored, pole, last, corner(v, mirrored, end - 1)->at) == 0; end--)
        pivot(query, v, !mirrored, v->count - 1 - end, root);
    for (; k < end; k++) {
        side = corner_index(v, mirrored, mirrored ? k + 1 : k);
        if (is_open(search, v, side))
            add(search, v, side, window_of(v, mirrored, k, root, NULL));
    }
}

// The side of a ray that p is on, as in wend_orient2d_fast. The direction is computed once: its
// error is that of a difference, as in the filter there, so the bound is the same.
typedef struct ruler {
    wend_segment ray;
    double x, y; // its direction
} ruler;

static inline ruler ruler_of(wend_segment ray)
{
    return (ruler){ray, ray.b.x - ray.a.x, ray.b.y - ray.a.y};
}

static inline int side_of(const ruler *r, bool mirrored, const wend_vec2 *p)
{
    double one = r->x * (p->y - r->ray.a.y), other = r->y * (p->x - r->ray.a.x);
    double determinant = one - other;
    double bound = WEND_ORIENT2D_BOUND * (fabs(one) + fabs(other)) + WEND_UNDERFLOW_BOUND;
    int sign;
    if (fabs(determinant) > bound)
        sign = determinant > 0 ? 1 : -1;
    else
        sign = wend_orient2d_slow(r->ray.a, r->ray.b, *p);
    return mirrored ? -sign : sign;
}

// The first corner strictly within the ray; *on_ray: the one before is on it.
static inline uint32_t first_within(const view *v, bool mirrored, wend_segment ray, bool at_end,
                                    bool *on_ray)
{
    ruler r = ruler_of(ray);
    uint32_t i = corner_index(v, mirrored, 1), k = 1;
    int before = at_end ? 0 : -1;
    for (; k + 1 < v->count; k++) {
        int sign = side_of(&r, mirrored, &v->ring[i].at);
        if (sign > 0)
            break;
        before = sign;
        if (mirrored)
            i = i > 0 ? i - 1 : v->count - 1;
        else
            i = i + 1 < v->count ? i + 1 : 0;
    }
    *on_ray = before == 0; // the last corner is the other end of the entry, and within
    return k;
}

// Expands a window that does not have its root on its side.
static inline void expand_on(wend_path_query *query, const view *v, const wend_window *window)
{
    wend_point_search *search = query->point;
    wend_vec2 root = search->roots.data[window->root].at;
    bool left_end = window->flags & WEND_WINDOW_LEFT_END;
    bool right_end = window->flags & WEND_WINDOW_RIGHT_END;
    bool on_left, on_right;
    uint32_t right = first_within(v, false, wend_right_ray(window, root), right_end, &on_right);
    uint32_t left = first_within(v, true, wend_left_ray(window, root), left_end, &on_left);
    if (right_end && right > 1)
        turn(query, v, false, window->root, right, on_right);
    uint32_t end = v->count - left; // after the last visible side
    for (uint32_t k = right - 1; k < end; k++) {
        uint32_t side = corner_index(v, false, k);
        if (!is_open(search, v, side))
            continue;
        wend_window seen = window_of(v, false, k, window->root, NULL);
        if (k + 1 == right && !on_right) {
            seen.right = window->right;
            seen.flags ^= WEND_WINDOW_RIGHT_END;
            seen.flags |= window->flags & WEND_WINDOW_RIGHT_BEHIND;
        }
        if (k + 1 == end && !on_left) {
            seen.left = window->left;
            seen.flags ^= WEND_WINDOW_LEFT_END;
            seen.flags |= window->flags & WEND_WINDOW_LEFT_BEHIND;
        }
        add(search, v, side, seen);
    }
    if (left_end && left > 1)
        turn(query, v, true, window->root, left, on_left);
}

// Reserves memory for the successors in a cell with that many sides: through each side at most one
// window from the root and one after a turn to either side, and a root for each.
static inline bool reserve(wend_path_query *query, uint32_t sides)
{
    wend_point_search *search = query->point;
    size_t more = 3 * (size_t)sides;
    return (search->fresh.count + more <= search->fresh.capacity &&
            search->roots.count + more <= search->roots.capacity) ||
           (wend_array_reserve(&search->fresh, &query->allocator, more) &&
            wend_array_reserve(&search->roots, &query->allocator, more));
}

static bool is_goal_cell(const wend_point_search *search, uint32_t cell)
{
    if (search->goal_in_one_cell)
        return cell == search->goal_cell;
    uint32_t i = wend_goal_first(search->pieces, search->piece_count, cell);
    return i < search->piece_count && search->pieces[i].cell == cell;
}

bool wend_point_expand(wend_path_query *query, const wend_window *window)
{
    wend_point_search *search = query->point;
    search->fresh.count = 0;
    if (is_goal_cell(search, window->cell)) {
        if (!wend_point_reach(query, window->cell, window))
            return false;
        if (search->goal_is_point) // no path out of a convex cell and back is shorter
            return true;
    }
    const wend_cell *cell = &search->cells[window->cell];
    if (!reserve(query, cell->count))
        return false;
    view v = {&search->sides[cell->first], cell->first, cell->count, window->entry - cell->first};
    if (window->flags & WEND_WINDOW_ROOT_RIGHT)
        expand_corner(query, &v, false, window->root);
    else if (window->flags & WEND_WINDOW_ROOT_LEFT)
        expand_corner(query, &v, true, window->root);
    else
        expand_on(query, &v, window);
    return true;
}

// Expands the start through a side of a cell that contains it.
static void expand_start(wend_path_query *query, const view *v, uint32_t side)
{
    uint32_t next = side + 1 < v->count ? side + 1 : 0;
    wend_vec2 from = query->from, p = v->ring[side].at, q = v->ring[next].at;
    if (!is_open(query->point, v, side))
        return;
    if (wend_orient2d_fast(from, p, q) > 0) {
        add(query->point, v, side,
            (wend_window){.left = q,
                          .right = p,
                          .root = 0,
                          .flags = WEND_WINDOW_LEFT_END | WEND_WINDOW_RIGHT_END});
        return;
    }
    // On the side's line. If it is on the side itself then it is in the next cell too.
    bool before_p = wend_is_before(from, p), before_q = wend_is_before(from, q);
    if (before_p != before_q || wend_equal(from, p) || wend_equal(from, q))
        return;
    bool mirrored = wend_is_before(p, q) != before_p; // q is nearer
    uint32_t root = arrive(query, 0, &v->ring[mirrored ? next : side], mirrored);
    if (root != WEND_NONE)
        add(query->point, v, side, pivot_window(mirrored, root));
}

bool wend_point_expand_start(wend_path_query *query)
{
    wend_point_search *search = query->point;
    search->fresh.count = 0;
    for (size_t i = 0; i < query->start_cells.count; i++) {
        uint32_t number = query->start_cells.data[i];
        const wend_cell *cell = &search->cells[number];
        if (is_goal_cell(search, number) && !wend_point_reach(query, number, NULL))
            return false;
        if (!reserve(query, cell->count))
            return false;
        view v = {&search->sides[cell->first], cell->first, cell->count, 0};
        for (uint32_t side = 0; side < cell->count; side++)
            expand_start(query, &v, side);
    }
    return true;
}
