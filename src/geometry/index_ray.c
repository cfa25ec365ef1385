// SPDX-License-Identifier: MIT
// First item hit by a ray.
//
// Whether the ray hits an item is exact (wend_segments_meet), and the hit point lies in the item's
// box and in the ray's. As rounding is monotone, the distance to it is never less than the distance
// from the ray's start to the intersection of the boxes, which orders and prunes the search. Boxes
// that lie on one side of the ray's line, by more than rounding can explain, are skipped as well.
#include "geometry/index_distance.h"
#include "geometry/predicates.h"

typedef struct ray_search {
    wend_segment ray;
    wend_box box;    // of the ray
    wend_vec2 along; // from its start to its end
    wend_near best;
    double reach; // larger squares are not better
} ray_search;

// Twice the area between the ray and the corner (x, y), positive on its left, and a bound of its
// rounding error: that of wend_orient2d's filter.
static void side_of_ray(const ray_search *search, wide x, wide y, wide *area, wide *error)
{
    wide left = wide_mul(wide_all(search->along.x), wide_sub(y, wide_all(search->ray.a.y)));
    wide right = wide_mul(wide_all(search->along.y), wide_sub(x, wide_all(search->ray.a.x)));
    wide size = wide_add(wide_larger(left, wide_sub(wide_all(0), left)),
                         wide_larger(right, wide_sub(wide_all(0), right)));
    *area = wide_sub(left, right);
    *error =
        wide_add(wide_mul(size, wide_all(WEND_ORIENT2D_BOUND)), wide_all(WEND_UNDERFLOW_BOUND));
}

// Squared distances from the ray's start to the intersections of the boxes of the entries i and i +
// 1 with the ray's box; WEND_KEY_DONE for boxes that the ray misses.
static inline wide ray_squares(const wend_node *node, uint32_t i, const ray_search *search)
{
    wide ax = wide_load(node->ax + i), bx = wide_load(node->bx + i);
    wide ay = wide_load(node->ay + i), by = wide_load(node->by + i);
    wide min_x = wide_smaller(ax, bx), max_x = wide_larger(ax, bx);
    wide min_y = wide_smaller(ay, by), max_y = wide_larger(ay, by);

    // The corners furthest to the left and to the right of the ray.
    bool right = search->along.x >= 0, up = search->along.y >= 0;
    wide left_area, left_error, right_area, right_error;
    side_of_ray(search, up ? min_x : max_x, right ? max_y : min_y, &left_area, &left_error);
    side_of_ray(search, up ? max_x : min_x, right ? min_y : max_y, &right_area, &right_error);
    wide off_line = wide_larger(wide_sub(wide_sub(wide_all(0), left_area), left_error),
                                wide_sub(right_area, right_error));

    wide low_x = wide_larger(min_x, wide_all(search->box.min.x));
    wide high_x = wide_smaller(max_x, wide_all(search->box.max.x));
    wide low_y = wide_larger(min_y, wide_all(search->box.min.y));
    wide high_y = wide_smaller(max_y, wide_all(search->box.max.y));
    wide off_box = wide_larger(wide_sub(low_x, high_x), wide_sub(low_y, high_y));

    wide x = wend_wide_outside(wide_all(search->ray.a.x), low_x, high_x);
    wide y = wend_wide_outside(wide_all(search->ray.a.y), low_y, high_y);
    wide squares = wide_add(wide_mul(x, x), wide_mul(y, y));
    return wide_select_less(wide_all(0), wide_larger(off_line, off_box), wide_all(WEND_KEY_DONE),
                            squares);
}

static inline void enter(wend_frame *frame, const wend_node *node, const ray_search *search)
{
    for (uint32_t i = 0; i < WEND_NODE_WIDTH; i += 2)
        wide_store(frame->keys + i, wend_keys_of(ray_squares(node, i, search), i));
    frame->node = node;
}

static double distance_to(const ray_search *search, wend_vec2 at)
{
    double x = at.x - search->ray.a.x, y = at.y - search->ray.a.y;
    return sqrt(x * x + y * y);
}

// Where the ray enters a filled box: at its start, or at the nearest intersection with a side.
static bool meet_box(const ray_search *search, wend_vec2 min, wend_vec2 max, wend_vec2 *at)
{
    wend_vec2 p = search->ray.a;
    if (min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y) {
        *at = p;
        return true;
    }
    const wend_vec2 corners[5] = {min, {max.x, min.y}, max, {min.x, max.y}, min};
    double minimum = INFINITY;
    for (int i = 0; i < 4; i++) {
        wend_segment side = {corners[i], corners[i + 1]};
        wend_vec2 q;
        if (wend_segments_meet(search->ray, side, &q) == WEND_APART)
            continue;
        double distance = distance_to(search, q);
        if (distance < minimum) {
            minimum = distance;
            *at = q;
        }
    }
    return minimum < INFINITY;
}

static bool meet_item(const ray_search *search, wend_item item, wend_vec2 *at)
{
    if (item.kind == WEND_ITEM_BOX)
        return meet_box(search, item.a, item.b, at);
    return wend_segments_meet(search->ray, (wend_segment){item.a, item.b}, at) != WEND_APART;
}

static void visit_leaf(const wend_node *leaf, ray_search *search)
{
    double squares[WEND_NODE_WIDTH];
    for (uint32_t i = 0; i < WEND_NODE_WIDTH; i += 2)
        wide_store(squares + i, ray_squares(leaf, i, search));
    uint32_t mask = wend_squares_within(squares, search->reach);
    for (; mask; mask &= mask - 1) {
        uint32_t i = wide_lowest(mask);
        wend_vec2 at;
        if (squares[i] > search->reach || !meet_item(search, wend_entry_item(leaf, i), &at))
            continue;
        double distance = distance_to(search, at);
        if (distance > search->best.distance ||
            (distance == search->best.distance && leaf->ids[i] > search->best.number))
            continue;
        search->best = (wend_near){leaf->ids[i], distance, at};
        search->reach = wend_reach(distance);
    }
}

static void search_tree(const wend_index *index, ray_search *search)
{
    const wend_node *root = &index->nodes[index->root];
    if (root->level == 0) {
        visit_leaf(root, search);
        return;
    }
    wend_frame frames[WEND_INDEX_MAX_LEVEL];
    wend_frame *frame = frames;
    enter(frame, root, search);
    for (;;) {
        uint32_t child = wend_next_child(frame, search->reach);
        if (child == WEND_NO_NODE) {
            if (frame == frames)
                return;
            frame--;
        } else if (frame->node->level > 1) {
            enter(++frame, &index->nodes[child], search);
        } else {
            visit_leaf(&index->nodes[child], search);
        }
    }
}

wend_near wend_index_first_hit(const wend_index *index, wend_segment ray)
{
    ray_search search = {
        .ray = ray,
        .box = wend_box_around(ray.a, ray.b),
        .along = {ray.b.x - ray.a.x, ray.b.y - ray.a.y},
        .best = {WEND_NO_ITEM, INFINITY, ray.b},
        .reach = wend_reach(INFINITY),
    };
    if (wend_is_valid_point(ray.a) && wend_is_valid_point(ray.b))
        search_tree(index, &search);
    return search.best;
}
