// SPDX-License-Identifier: MIT
// The pieces relevant to a block of pixels: culling with a complete quadtree, whose leaves are
// blocks of 32 x 32 pixels.
//
// Sud et al. 2008 bound where a site may be nearest: by the bisectors between the centre of its
// leaf and those of the nearest leaves with a site to the east, west, north and south. That is not
// safe. Two sites close to each other across the border of two leaves have a bisector of any
// direction, unrelated to that of the leaves' centres: a site's cell may extend far beyond the
// bound. (tests/raster/test_raster.c counts the pixels that it labels incorrectly.)
//
// The same tree is therefore queried in the other direction: which regions may be nearest, or
// second nearest, in a node? No point of a node is farther from a region than the region's maximum
// distance to the node; let u be the second smallest of these. A piece whose minimum distance to
// the node exceeds u is neither nearest nor second nearest anywhere in the node or in its children,
// which need not test it again. The distance to a convex piece is a convex function, so its maximum
// in a box is at a corner, exactly. Where no agent can be nearest only the nearest is needed (the
// stencil of the paper), and u is the smallest.
#include "raster/raster.h"
#include "voronoi/frame.h"
#include "wend/geometry.h"

#include <math.h>

/// Limits are enlarged by this fraction: far more than the rounding of floats and WEND_RASTER_TIE,
/// so that a culled piece cannot take part in a tie either.
#define CULL_ROUNDING 0x1p-14

/// Pieces farther by this number of pixels are kept, so that the block of a pixel has everything
/// needed for points within one pixel of its centre: the nearest piece there is at most one pixel
/// farther from the centre than from the point, and so is the piece nearest to the centre.
#define CULL_SLACK_PIXELS 2

/// The minimum and the maximum distance from a piece to a node.
typedef struct reach {
    double min, max;
} reach;

static double length_of(double x, double y)
{
    return sqrt(x * x + y * y);
}

static reach reach_of_box(wend_vec2 low, wend_vec2 high, wend_box node)
{
    double gap_x = wend_larger(wend_larger(low.x - node.max.x, node.min.x - high.x), 0);
    double gap_y = wend_larger(wend_larger(low.y - node.max.y, node.min.y - high.y), 0);
    double far_x = wend_larger(wend_larger(low.x - node.min.x, node.max.x - high.x), 0);
    double far_y = wend_larger(wend_larger(low.y - node.min.y, node.max.y - high.y), 0);
    return (reach){length_of(gap_x, gap_y), length_of(far_x, far_y)};
}

static reach reach_of_segment(const raster_piece *piece, wend_box node)
{
    wend_vec2 low = {wend_smaller(piece->a.x, piece->b.x), wend_smaller(piece->a.y, piece->b.y)};
    wend_vec2 high = {wend_larger(piece->a.x, piece->b.x), wend_larger(piece->a.y, piece->b.y)};
    wend_vec2 centre = {(node.min.x + node.max.x) / 2, (node.min.y + node.max.y) / 2};
    double half = length_of(node.max.x - centre.x, node.max.y - centre.y);
    double min = wend_raster_piece_distance(piece, centre, NULL) - half;
    double max = wend_raster_piece_distance(piece, node.min, NULL);
    max = wend_larger(max, wend_raster_piece_distance(piece, node.max, NULL));
    max = wend_larger(max,
                      wend_raster_piece_distance(piece, (wend_vec2){node.min.x, node.max.y}, NULL));
    max = wend_larger(max,
                      wend_raster_piece_distance(piece, (wend_vec2){node.max.x, node.min.y}, NULL));
    return (reach){wend_larger(min, reach_of_box(low, high, node).min), max};
}

static reach reach_of(const raster_piece *piece, wend_box node)
{
    if (piece->kind == RASTER_SEGMENT)
        return reach_of_segment(piece, node);
    if (piece->kind == RASTER_BOX)
        return reach_of_box(piece->a, piece->b, node);
    return reach_of_box(piece->a, piece->a, node);
}

/// The smallest and the second smallest of all regions' maximum distances.
typedef struct two_smallest {
    double one, two, of_region;
    uint32_t region;
} two_smallest;

static void end_region(two_smallest *min)
{
    if (min->of_region < min->one) {
        min->two = min->one;
        min->one = min->of_region;
    } else if (min->of_region < min->two) {
        min->two = min->of_region;
    }
    min->of_region = INFINITY;
}

/// A node of the tree: blocks x to x + size, y to y + size.
typedef struct tree_node {
    uint32_t x, y, size;
} tree_node;

/// The box around the centres of the node's pixels.
static wend_box box_of(const wend_raster *raster, tree_node node)
{
    uint32_t end_x = (node.x + node.size) * RASTER_LEAF, end_y = (node.y + node.size) * RASTER_LEAF;
    end_x = end_x < raster->width ? end_x : raster->width;
    end_y = end_y < raster->height ? end_y : raster->height;
    return (wend_box){raster_centre(raster, node.x * RASTER_LEAF, node.y * RASTER_LEAF),
                      raster_centre(raster, end_x - 1, end_y - 1)};
}

static double with_slack(const wend_raster *raster, double distance)
{
    return distance * (1 + CULL_ROUNDING) + CULL_SLACK_PIXELS * raster_grain(raster);
}

/// Appends the relevant pieces of open[first .. first + count) for a node to the stack; *second: an
/// agent may be nearest there. False: out of memory.
static bool keep(wend_raster *raster, tree_node node, size_t first, size_t count, bool *second)
{
    *second = false;
    if (count == 0)
        return true;
    if (!wend_array_reserve(&raster->open, &raster->allocator, count) ||
        !wend_array_reserve(&raster->min_distances, &raster->allocator, count))
        return false;
    double *min_distances = raster->min_distances.data;
    const uint32_t *from = raster->open.data + first;
    wend_box box = box_of(raster, node);
    two_smallest min = {INFINITY, INFINITY, INFINITY, WEND_RASTER_NONE};
    for (size_t i = 0; i < count; ++i) {
        const raster_piece *piece = &raster->pieces.data[from[i]];
        reach r = reach_of(piece, box);
        if (piece->region != min.region)
            end_region(&min);
        min.region = piece->region;
        min.of_region = wend_smaller(min.of_region, r.max);
        min_distances[i] = r.min;
    }
    end_region(&min);
    double nearest = with_slack(raster, min.one);
    for (size_t i = 0; i < count && raster->any_agent; ++i)
        *second |= min_distances[i] <= nearest &&
                   raster_is_agent(raster, raster->pieces.data[from[i]].region);
    double limit = *second ? with_slack(raster, min.two) : nearest;
    if (raster->everything)
        limit = INFINITY;
    for (size_t i = 0; i < count; ++i)
        if (min_distances[i] <= limit)
            raster->open.data[raster->open.count++] = from[i];
    return true;
}

static bool end_block(wend_raster *raster, tree_node node, size_t first, bool second)
{
    size_t count = raster->open.count - first;
    if (count > UINT32_MAX - raster->candidates.count ||
        !wend_array_reserve(&raster->candidates, &raster->allocator, count))
        return false;
    raster->blocks.data[node.y * raster->columns + node.x] = (raster_block){
        .first = (uint32_t)raster->candidates.count, .count = (uint32_t)count, .second = second};
    for (size_t i = 0; i < count; ++i)
        raster->candidates.data[raster->candidates.count++] = raster->open.data[first + i];
    return true;
}

/// Recursion depth is that of the tree: the 2^26 pixels of the largest raster in one row are 2^21
/// blocks.
static bool descend(wend_raster *raster, tree_node node, size_t first, size_t count)
{
    if (node.x >= raster->columns || node.y >= raster->rows)
        return true;
    size_t begin = raster->open.count;
    bool second;
    if (!keep(raster, node, first, count, &second))
        return false;
    size_t kept = raster->open.count - begin;
    bool done = true;
    if (node.size == 1) {
        done = end_block(raster, node, begin, second);
    } else {
        uint32_t half = node.size / 2;
        for (uint32_t i = 0; i < 4 && done; ++i) {
            tree_node child = {node.x + (i & 1) * half, node.y + (i >> 1) * half, half};
            done = descend(raster, child, begin, kept);
        }
    }
    raster->open.count = begin;
    return done;
}

bool wend_raster_cull(wend_raster *raster)
{
    size_t blocks = (size_t)raster->columns * raster->rows, count = raster->pieces.count;
    raster->blocks.count = raster->candidates.count = raster->open.count = 0;
    if (!wend_array_reserve(&raster->blocks, &raster->allocator, blocks) ||
        !wend_array_reserve(&raster->open, &raster->allocator, count))
        return false;
    raster->blocks.count = blocks;
    for (size_t i = 0; i < count; ++i)
        raster->open.data[raster->open.count++] = (uint32_t)i;
    tree_node root = {0, 0, 1};
    while (root.size < raster->columns || root.size < raster->rows)
        root.size *= 2;
    bool done = descend(raster, root, 0, count);
    raster->times.candidates = raster->candidates.count;
    return done;
}
