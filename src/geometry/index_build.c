// SPDX-License-Identifier: MIT
// Bulk build of the spatial index, from the root down.
//
// The items of a node are split in two, and the parts again, until there is one part per child. A
// split minimises the surface area heuristic (MacDonald and Booth 1990), in the plane with girth
// for area, over the edges of equal bins along either axis (Wald 2007). If no edge leaves both
// sides enough items for full subtrees, the split is at a rank instead. Subtrees of one level
// differ in size by about a factor of two, which is all the freedom a balanced tree needs to follow
// gaps. O(n log n). The tree depends only on the items and their order.
#include "geometry/index_tree.h"
#include "geometry/sort.h"

#include <float.h>
#include <math.h>

#define BIN_COUNT 32

// Target number of entries per node, with spare capacity for inserts and for splits at gaps.
#define TARGET_FILL 6.5

// Minimum size of a subtree as a fraction of its target. Half of 6.5 is not below WEND_NODE_MIN.
#define MIN_SHARE 0.5

// After a build, one node in this many is kept as spare capacity for the first inserts and moves.
#define SPARE_SHARE 32

typedef struct part {
    wend_box box;
    uint32_t item;
} part;

typedef struct builder {
    wend_index *index;
    const wend_item *items;
    part *parts;
    double target[WEND_INDEX_MAX_LEVEL + 1];  // target number of items of a subtree of that level
    double minimum[WEND_INDEX_MAX_LEVEL + 1]; // integers
    double largest[WEND_INDEX_MAX_LEVEL + 1]; // of a full subtree
    bool failed;
} builder;

// The parts begin <= i < end, to become `children` subtrees of one level.
typedef struct range {
    uint32_t begin, end, children;
} range;

// Twice the centre: the same order.
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

static bool part_comes_before(const void *axis, const void *a, const void *b)
{
    return comes_before(a, b, *(const int *)axis);
}

// Moves the median of the first, the middle and the last part to the middle, and partitions the
// others around it. Returns where the second half begins; neither half is empty. [Limit: count >=
// 3]
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

// Partially sorts the parts so that the first `rank` precede the others: Hoare's selection, with a
// sort for input that defeats it.
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
    wend_sort(parts, count, sizeof *parts, part_comes_before, &axis);
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
    uint32_t bin;             // bins up to this one go left
    uint32_t count, children; // of the left side; 0: no valid cut
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

// Number of children for the first `left` items of the range; 0 if no number gives all of them
// enough items and not too many.
static uint32_t children_left(const builder *b, range r, uint32_t level, uint32_t left)
{
    uint32_t count = r.end - r.begin, right = count - left;
    double minimum = b->minimum[level], largest = b->largest[level];
    double low = fmax(ceil(left / largest), r.children - floor(right / minimum));
    double high = fmin(floor(left / minimum), r.children - ceil(right / largest));
    double ideal = floor((double)r.children * left / count + 0.5);
    return low <= high ? (uint32_t)fmin(fmax(ideal, low), high) : 0;
}

// The cheapest edge along one axis, if it is cheaper than *least.
static void sweep_bins(const builder *b, range r, uint32_t level, const bin *bins, int axis,
                       double *minimum, cut *best)
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
        if (!(cost < *minimum))
            continue;
        uint32_t children = children_left(b, r, level, left);
        if (children == 0)
            continue;
        *minimum = cost;
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
    double minimum = INFINITY;
    sweep_bins(b, r, level, bins[0], 0, &minimum, &best);
    sweep_bins(b, r, level, bins[1], 1, &minimum, &best);
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

// Splits the range into its children and writes them in order. Returns the end of the output.
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
        wend_entry_write(b->index, leaf, i - begin, entry);
    }
    b->index->nodes[leaf].count = (uint8_t)(end - begin);
}

// Creates the subtree of the items begin <= i < end; its depth, and that of the recursion, is
// `level`.
static uint32_t make_node(builder *b, uint32_t begin, uint32_t end, uint32_t level,
                          uint32_t minimum)
{
    if (!wend_index_reserve_nodes(b->index, 1)) {
        b->failed = true;
        return WEND_NO_NODE;
    }
    uint32_t node = wend_index_acquire_node(b->index, level);
    if (level == 0) {
        fill_leaf(b, node, begin, end);
        return node;
    }
    range children[WEND_NODE_WIDTH];
    double wanted = ceil((end - begin) / b->target[level - 1]);
    uint32_t count = (uint32_t)fmin(fmax(wanted, minimum), WEND_NODE_WIDTH);
    divide(b, (range){begin, end, count}, level - 1, children);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t child = make_node(b, children[i].begin, children[i].end, level - 1, WEND_NODE_MIN);
        if (b->failed)
            return WEND_NO_NODE;
        wend_box box = wend_node_box(&b->index->nodes[child]);
        wend_entry_write(b->index, node, i, (wend_entry){box.min, box.max, child, false});
        b->index->nodes[node].count++;
    }
    return node;
}

wend_result wend_index_build(wend_index *index, const wend_item *items, uint32_t count)
{
    builder b = {.index = index, .items = items};
    b.parts = wend_allocate(&index->allocator, count, sizeof *b.parts);
    if (!b.parts && count > 0)
        return WEND_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        b.parts[i] = (part){wend_box_around(items[i].a, items[i].b), i};
    double target = 1, largest = 1;
    for (uint32_t level = 0; level <= WEND_INDEX_MAX_LEVEL; level++) {
        b.target[level] = target *= TARGET_FILL;
        b.minimum[level] = ceil(MIN_SHARE * target);
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
        return WEND_OUT_OF_MEMORY;
    wend_index_trim_nodes(index, index->node_limit / SPARE_SHARE);
    return WEND_OK;
}
