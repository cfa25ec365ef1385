// SPDX-License-Identifier: MIT
// Building the spatial index at once, from the root down.
//
// The items of a node are cut in two, and the parts again, until there is one part per child. A cut
// is where the surface area heuristic (MacDonald and Booth 1990), in the plane with girth for area,
// is least among the edges of equal bins along either axis (Wald 2007); where no edge leaves both
// sides enough items for full subtrees, it is at a rank instead. Subtrees of one level differ in
// size by a factor of two or so, which is all the freedom a balanced tree needs to follow gaps.
// O(n log n). The tree depends on the items and their order only.
#include "geometry/index_tree.h"

#include <float.h>
#include <math.h>

#define BIN_COUNT 32

// Entries per node that the build aims at: with room for inserts, and for cuts to slide to a gap.
#define TARGET_FILL 6.5

// The least share of its target size that a subtree gets. Half of 6.5 is not below WEND_NODE_MIN.
#define LEAST_SHARE 0.5

// After a build, this share of the nodes is kept as room for the first inserts and moves.
#define SPARE_SHARE 32

typedef struct part {
    wend_box box;
    uint32_t item;
} part;

typedef struct builder {
    wend_index *index;
    const wend_item *items;
    part *parts;
    double target[WEND_INDEX_MAX_LEVEL + 1];  // items of a subtree of that level, aimed at
    double least[WEND_INDEX_MAX_LEVEL + 1];   // whole numbers
    double largest[WEND_INDEX_MAX_LEVEL + 1]; // of a full subtree
    bool failed;
} builder;

// The parts begin <= i < end, to become `children` subtrees of one level.
typedef struct range {
    uint32_t begin, end, children;
} range;

// Twice the centre, which orders as well.
static double centre(const part *p, int axis)
{
    return axis == 0 ? p->box.min.x + p->box.max.x : p->box.min.y + p->box.max.y;
}

static void swap_parts(part *a, part *b)
{
    part t = *a;
    *a = *b;
    *b = t;
}

// ---- cutting at a rank --------------------------------------------------------------------------

static bool comes_before(const part *a, const part *b, int axis)
{
    double ca = centre(a, axis), cb = centre(b, axis);
    if (ca != cb)
        return ca < cb;
    ca = centre(a, 1 - axis), cb = centre(b, 1 - axis);
    return ca != cb ? ca < cb : a->item < b->item;
}

static void sift_down(part *heap, uint32_t at, uint32_t count, int axis)
{
    part p = heap[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && comes_before(&heap[child], &heap[child + 1], axis))
            child++;
        if (!comes_before(&p, &heap[child], axis))
            break;
        heap[at] = heap[child];
    }
    heap[at] = p;
}

static void sort_parts(part *parts, uint32_t count, int axis)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sift_down(parts, i, count, axis);
    for (uint32_t left = count; left-- > 1;) {
        swap_parts(&parts[0], &parts[left]);
        sift_down(parts, 0, left, axis);
    }
}

// Puts the middle of the first, the middle and the last part in the middle, and parts the others
// around it. Returns where the second half begins; neither half is empty. [Limit: count >= 3]
static uint32_t halve(part *parts, uint32_t count, int axis)
{
    part *a = &parts[0], *b = &parts[count / 2], *c = &parts[count - 1];
    if (comes_before(b, a, axis))
        swap_parts(a, b);
    if (comes_before(c, b, axis))
        swap_parts(b, c);
    if (comes_before(b, a, axis))
        swap_parts(a, b);
    part pivot = *b;
    uint32_t i = 0, j = count - 1;
    for (;;) {
        while (comes_before(&parts[i], &pivot, axis))
            i++;
        while (comes_before(&pivot, &parts[j], axis))
            j--;
        if (i >= j)
            return i;
        swap_parts(&parts[i++], &parts[j--]);
    }
}

// Orders the parts so that the first `rank` of them come before the others: Hoare's selection, with
// a sort for input that defeats it.
static void select_rank(part *parts, uint32_t count, uint32_t rank, int axis)
{
    for (int round = 0; count > 2 && round < 64; round++) {
        uint32_t first = halve(parts, count, axis);
        if (rank <= first) {
            count = first;
        } else {
            parts += first;
            count -= first;
            rank -= first;
        }
    }
    sort_parts(parts, count, axis);
}

// ---- cutting at a gap ---------------------------------------------------------------------------

typedef struct bin {
    wend_box box;
    uint32_t count;
} bin;

typedef struct binning {
    double low[2], scale[2];
} binning;

typedef struct cut {
    int axis;
    uint32_t bin;             // bins up to this go left
    uint32_t count, children; // of the left side; 0: no such cut
} cut;

static uint32_t bin_of(const binning *b, const part *p, int axis)
{
    uint32_t i = (uint32_t)((centre(p, axis) - b->low[axis]) * b->scale[axis]);
    return i < BIN_COUNT ? i : BIN_COUNT - 1;
}

// The extent of the centres along both axes, in bins. *longer is the axis along which it is larger.
static binning make_binning(const part *parts, uint32_t count, int *longer)
{
    binning b;
    double extent[2];
    for (int axis = 0; axis < 2; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            double c = centre(&parts[i], axis);
            low = c < low ? c : low;
            high = c > high ? c : high;
        }
        double scale = BIN_COUNT / (high - low);
        b.low[axis] = low;
        b.scale[axis] = scale <= DBL_MAX ? scale : 0; // all in one bin if there is no extent
        extent[axis] = high - low;
    }
    *longer = extent[1] > extent[0];
    return b;
}

// How many of the children the first `left` items of the range should become; 0 if there is no
// number with which all of them get enough and not too many.
static uint32_t children_left(const builder *b, range r, uint32_t level, uint32_t left)
{
    uint32_t count = r.end - r.begin, right = count - left;
    double least = b->least[level], largest = b->largest[level];
    double low = fmax(ceil(left / largest), r.children - floor(right / least));
    double high = fmin(floor(left / least), r.children - ceil(right / largest));
    double ideal = floor((double)r.children * left / count + 0.5);
    return low <= high ? (uint32_t)fmin(fmax(ideal, low), high) : 0;
}

// The edge with the least cost along one axis, if it is less than *least.
static void sweep_bins(const builder *b, range r, uint32_t level, const bin *bins, int axis,
                       double *least, cut *best)
{
    double girth_right[BIN_COUNT];
    wend_box box = wend_box_empty();
    for (uint32_t i = BIN_COUNT - 1; i > 0; i--) {
        box = wend_box_union(box, bins[i].box);
        girth_right[i] = wend_box_girth(box);
    }
    box = wend_box_empty();
    uint32_t left = 0, count = r.end - r.begin;
    for (uint32_t i = 0; i + 1 < BIN_COUNT; i++) {
        box = wend_box_union(box, bins[i].box);
        left += bins[i].count;
        if (bins[i].count == 0 || left == count)
            continue;
        double cost = wend_box_girth(box) * left + girth_right[i + 1] * (count - left);
        if (!(cost < *least))
            continue;
        uint32_t children = children_left(b, r, level, left);
        if (children == 0)
            continue;
        *least = cost;
        *best = (cut){axis, i, left, children};
    }
}

// Moves the parts of the left side to the front.
static void apply_cut(part *parts, uint32_t count, const binning *b, cut c)
{
    uint32_t i = 0, j = count;
    while (i < j) {
        if (bin_of(b, &parts[i], c.axis) <= c.bin)
            i++;
        else
            swap_parts(&parts[i], &parts[--j]);
    }
}

// Cuts the range in two: the left side has the count and the children that are returned.
static cut cut_range(builder *b, range r, uint32_t level)
{
    part *parts = b->parts + r.begin;
    uint32_t count = r.end - r.begin;
    int longer;
    binning in_bins = make_binning(parts, count, &longer);
    bin bins[2][BIN_COUNT];
    for (int axis = 0; axis < 2; axis++)
        for (uint32_t i = 0; i < BIN_COUNT; i++)
            bins[axis][i] = (bin){wend_box_empty(), 0};
    for (uint32_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            bin *to = &bins[axis][bin_of(&in_bins, &parts[i], axis)];
            to->box = wend_box_union(to->box, parts[i].box);
            to->count++;
        }
    }
    cut best = {0};
    double least = INFINITY;
    sweep_bins(b, r, level, bins[0], 0, &least, &best);
    sweep_bins(b, r, level, bins[1], 1, &least, &best);
    if (best.children > 0) {
        apply_cut(parts, count, &in_bins, best);
        return best;
    }
    best.children = r.children / 2;
    best.count = (uint32_t)((uint64_t)count * best.children / r.children);
    select_rank(parts, count, best.count, longer);
    return best;
}

// ---- nodes --------------------------------------------------------------------------------------

// Cuts the range into its children and writes them in order. Returns the end of what was written.
static range *divide(builder *b, range r, uint32_t level, range *out)
{
    if (r.children == 1) {
        *out = r;
        return out + 1;
    }
    cut c = cut_range(b, r, level);
    uint32_t middle = r.begin + c.count;
    out = divide(b, (range){r.begin, middle, c.children}, level, out);
    return divide(b, (range){middle, r.end, r.children - c.children}, level, out);
}

static void fill_leaf(builder *b, uint32_t leaf, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        uint32_t number = b->parts[i].item;
        wend_item item = b->items[number];
        wend_entry entry = {item.a, item.b, number, item.kind == WEND_ITEM_BOX};
        wend_entry_put(b->index, leaf, i - begin, entry);
    }
    b->index->nodes[leaf].count = (uint8_t)(end - begin);
}

// Makes the subtree of the items begin <= i < end; its depth is `level`, and so is the recursion's.
static uint32_t make_node(builder *b, uint32_t begin, uint32_t end, uint32_t level, uint32_t least)
{
    if (!wend_index_reserve_nodes(b->index, 1)) {
        b->failed = true;
        return WEND_NO_NODE;
    }
    uint32_t node = wend_index_take_node(b->index, level);
    if (level == 0) {
        fill_leaf(b, node, begin, end);
        return node;
    }
    range children[WEND_NODE_WIDTH];
    double wanted = ceil((end - begin) / b->target[level - 1]);
    uint32_t count = (uint32_t)fmin(fmax(wanted, least), WEND_NODE_WIDTH);
    divide(b, (range){begin, end, count}, level - 1, children);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t child = make_node(b, children[i].begin, children[i].end, level - 1, WEND_NODE_MIN);
        if (b->failed)
            return WEND_NO_NODE;
        wend_box box = wend_node_box(&b->index->nodes[child]);
        wend_entry_put(b->index, node, i, (wend_entry){box.min, box.max, child, false});
        b->index->nodes[node].count++;
    }
    return node;
}

wend_result wend_index_build(wend_index *index, const wend_item *items, uint32_t count)
{
    builder b = {.index = index, .items = items};
    b.parts = wend_allocate(&index->allocator, count, sizeof *b.parts);
    if (!b.parts && count > 0)
        return WEND_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        b.parts[i] = (part){wend_box_around(items[i].a, items[i].b), i};
    double target = 1, largest = 1;
    for (uint32_t level = 0; level <= WEND_INDEX_MAX_LEVEL; level++) {
        b.target[level] = target *= TARGET_FILL;
        b.least[level] = ceil(LEAST_SHARE * target);
        b.largest[level] = largest *= WEND_NODE_WIDTH;
    }
    uint32_t level = 0;
    if (count > WEND_NODE_WIDTH)
        for (level = 1; count > WEND_NODE_WIDTH * b.target[level - 1];)
            level++;
    index->number_limit = count;
    index->count = count;
    index->root = make_node(&b, 0, count, level, 2);
    wend_release(&index->allocator, b.parts, count, sizeof *b.parts);
    if (b.failed)
        return WEND_NO_MEMORY;
    wend_index_trim_nodes(index, index->node_limit / SPARE_SHARE);
    return WEND_OK;
}
