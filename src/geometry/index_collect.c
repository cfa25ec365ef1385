// SPDX-License-Identifier: MIT
// All items near a point or in a box. Results are written to the caller's buffer and sorted there.
// Once the buffer is full it is kept as a heap, so that the smallest numbers remain for any tree.
// Does not allocate.
#include "geometry/index_distance.h"

// ---- the smallest numbers, in order -------------------------------------------------------------

typedef struct collection {
    uint32_t *numbers;
    uint32_t capacity;
    uint32_t count; // total found; from capacity on, numbers is a heap, largest first
} collection;

static void sift_down(uint32_t *heap, uint32_t at, uint32_t count)
{
    uint32_t number = heap[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] > heap[child])
            child++;
        if (number >= heap[child])
            break;
        heap[at] = heap[child];
    }
    heap[at] = number;
}

static void make_heap(uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sift_down(numbers, i, count);
}

static void collect(collection *c, uint32_t number)
{
    uint32_t found = c->count++;
    if (found < c->capacity) {
        c->numbers[found] = number;
        if (c->count == c->capacity)
            make_heap(c->numbers, c->capacity);
    } else if (c->capacity > 0 && number < c->numbers[0]) {
        c->numbers[0] = number;
        sift_down(c->numbers, 0, c->capacity);
    }
}

static void sort_few(uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t number = numbers[i], j = i;
        for (; j > 0 && numbers[j - 1] > number; j--)
            numbers[j] = numbers[j - 1];
        numbers[j] = number;
    }
}

static wend_result finish(collection *c, uint32_t *count)
{
    const uint32_t few = 24; // up to this count insertion is faster than a heap
    *count = c->count;
    uint32_t written = c->count < c->capacity ? c->count : c->capacity;
    if (written <= few) {
        sort_few(c->numbers, written);
    } else {
        make_heap(c->numbers, written);
        for (uint32_t left = written; left-- > 1;) {
            uint32_t largest = c->numbers[0];
            c->numbers[0] = c->numbers[left];
            c->numbers[left] = largest;
            sift_down(c->numbers, 0, left);
        }
    }
    return c->count > c->capacity ? WEND_BUFFER_TOO_SMALL : WEND_OK;
}

// ---- queries ------------------------------------------------------------------------------------

// Pushes the children selected by mask. Returns the size of the stack.
static uint32_t push_children(const wend_node *node, uint32_t mask, uint32_t *stack, uint32_t count)
{
    for (; mask; mask &= mask - 1)
        stack[count++] = node->ids[wide_lowest(mask)];
    return count;
}

static uint32_t boxes_within(const wend_node *node, wend_vec2 p, double reach)
{
    wide px = wide_all(p.x), py = wide_all(p.y), maximum = wide_all(reach);
    uint32_t mask = 0;
    for (uint32_t i = 0; i < WEND_NODE_WIDTH; i += 2)
        mask |= wide_not_greater(wend_box_squares(node, i, px, py), maximum) << i;
    return mask;
}

wend_result wend_index_within(const wend_index *index, wend_vec2 p, double radius,
                              uint32_t *numbers, uint32_t capacity, uint32_t *count)
{
    collection found = {numbers, capacity, 0};
    double reach = wend_reach(radius), squares[WEND_NODE_WIDTH];
    uint32_t stack[WEND_INDEX_STACK], waiting = 0;
    if (wend_is_valid_point(p))
        stack[waiting++] = index->root;
    while (waiting > 0) {
        const wend_node *node = &index->nodes[stack[--waiting]];
        if (node->level > 0) {
            waiting = push_children(node, boxes_within(node, p, reach), stack, waiting);
            continue;
        }
        wend_item_squares(node, p, squares);
        for (uint32_t mask = wend_squares_within(squares, reach); mask; mask &= mask - 1) {
            uint32_t i = wide_lowest(mask);
            if (sqrt(squares[i]) <= radius)
                collect(&found, node->ids[i]);
        }
    }
    return finish(&found, count);
}

// One bit per entry whose box intersects the box.
static uint32_t meeting(const wend_node *node, wend_box box)
{
    wide min_x = wide_all(box.min.x), min_y = wide_all(box.min.y);
    wide max_x = wide_all(box.max.x), max_y = wide_all(box.max.y);
    uint32_t mask = 0;
    for (uint32_t i = 0; i < WEND_NODE_WIDTH; i += 2) {
        wide ax = wide_load(node->ax + i), ay = wide_load(node->ay + i);
        wide bx = wide_load(node->bx + i), by = wide_load(node->by + i);
        mask |= (wide_not_greater(wide_smaller(ax, bx), max_x) &
                 wide_not_greater(min_x, wide_larger(ax, bx)) &
                 wide_not_greater(wide_smaller(ay, by), max_y) &
                 wide_not_greater(min_y, wide_larger(ay, by)))
                << i;
    }
    return mask & ((1u << node->count) - 1); // absent entries are excluded, wherever the box is
}

static void visit_box(const wend_index *index, wend_box box, wend_visit_fn *visit, void *context)
{
    uint32_t stack[WEND_INDEX_STACK], waiting = 0;
    stack[waiting++] = index->root;
    while (waiting > 0) {
        const wend_node *node = &index->nodes[stack[--waiting]];
        uint32_t mask = meeting(node, box);
        if (node->level > 0) {
            waiting = push_children(node, mask, stack, waiting);
            continue;
        }
        for (; mask; mask &= mask - 1)
            if (!visit(context, node->ids[wide_lowest(mask)]))
                return;
    }
}

static bool collect_visited(void *context, uint32_t number)
{
    collect(context, number);
    return true;
}

wend_result wend_index_in_box(const wend_index *index, wend_box box, uint32_t *numbers,
                              uint32_t capacity, uint32_t *count)
{
    collection found = {numbers, capacity, 0};
    visit_box(index, box, collect_visited, &found);
    return finish(&found, count);
}

void wend_index_along(const wend_index *index, wend_segment ray, wend_visit_fn *visit,
                      void *context)
{
    visit_box(index, wend_box_around(ray.a, ray.b), visit, context);
}
