// SPDX-License-Identifier: MIT
// Which pieces a block of pixels must look at: culling with a complete quadtree, whose leaves are
// blocks of 32 x 32 pixels.
//
// The document bounds where a site may be nearest: by the bisectors between the centre of its leaf
// and those of the nearest leaves with a site to the east, west, north and south. That is not safe.
// Two sites that are close to each other across the border of two leaves have a bisector of any
// direction, and the one between the leaves' centres says nothing of it: a site's cell may reach
// far beyond the bound. (tests/test_raster.c counts the pixels that it gets wrong.)
//
// So the same tree is asked the other way round: who may be nearest, or second nearest, in a node?
// In a node no place is further from a region than the region's greatest distance to the node; let
// u be the second least of these. A piece whose least distance to the node is above u is neither
// nearest nor second nearest anywhere in the node, nor in its children, which need not ask for it
// again. Distance to a convex piece is a convex function, so its greatest value in a box is at a
// corner, exactly. Where no agent can be nearest only the nearest is asked for (the document's
// stencil), and u is the least.
#include "raster/raster.h"
#include "voronoi/frame.h"
#include "wend/geometry.h"

#include <math.h>

/// Limits are taken as this much larger: far more than the rounding of floats and WEND_RASTER_TIE,
/// so that what is left out can't take part in a tie either.
#define CULL_ROUNDING 0x1p-14

/// Pieces that are further by so many pixels are kept, so that the block of a pixel knows all that
/// a place within one pixel of its centre needs: the nearest piece there is at most one pixel
/// further from the centre than from the place, and so is the piece that is nearest to the centre.
#define CULL_SLACK_PIXELS 2

/// The least and the greatest distance from a piece to a node.
typedef struct reach {
    double least, most;
} reach;

static double length_of(double x, double y)
{
    return sqrt(x * x + y * y);
}

static reach reach_of_box(wend_vec2 low, wend_vec2 high, wend_box node)
{
    double gap_x = wend_more(wend_more(low.x - node.max.x, node.min.x - high.x), 0);
    double gap_y = wend_more(wend_more(low.y - node.max.y, node.min.y - high.y), 0);
    double far_x = wend_more(wend_more(low.x - node.min.x, node.max.x - high.x), 0);
    double far_y = wend_more(wend_more(low.y - node.min.y, node.max.y - high.y), 0);
    return (reach){length_of(gap_x, gap_y), length_of(far_x, far_y)};
}

static reach reach_of_segment(const raster_piece *piece, wend_box node)
{
    wend_vec2 low = {wend_less(piece->a.x, piece->b.x), wend_less(piece->a.y, piece->b.y)};
    wend_vec2 high = {wend_more(piece->a.x, piece->b.x), wend_more(piece->a.y, piece->b.y)};
    wend_vec2 centre = {(node.min.x + node.max.x) / 2, (node.min.y + node.max.y) / 2};
    double half = length_of(node.max.x - centre.x, node.max.y - centre.y);
    double least = wend_raster_piece_distance(piece, centre, NULL) - half;
    double most = wend_raster_piece_distance(piece, node.min, NULL);
    most = wend_more(most, wend_raster_piece_distance(piece, node.max, NULL));
    most = wend_more(most,
                     wend_raster_piece_distance(piece, (wend_vec2){node.min.x, node.max.y}, NULL));
    most = wend_more(most,
                     wend_raster_piece_distance(piece, (wend_vec2){node.max.x, node.min.y}, NULL));
    return (reach){wend_more(least, reach_of_box(low, high, node).least), most};
}

static reach reach_of(const raster_piece *piece, wend_box node)
{
    if (piece->kind == RASTER_SEGMENT)
        return reach_of_segment(piece, node);
    if (piece->kind == RASTER_BOX)
        return reach_of_box(piece->a, piece->b, node);
    return reach_of_box(piece->a, piece->a, node);
}

/// The least and the second least of all regions' greatest distances.
typedef struct two_least {
    double one, two, of_region;
    uint32_t region;
} two_least;

static void end_region(two_least *least)
{
    if (least->of_region < least->one) {
        least->two = least->one;
        least->one = least->of_region;
    } else if (least->of_region < least->two) {
        least->two = least->of_region;
    }
    least->of_region = INFINITY;
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

/// Appends those of the pieces open[first .. first + count) that matter in a node to the stack;
/// *second says whether an agent may be nearest there. False: out of memory.
static bool keep(wend_raster *raster, tree_node node, size_t first, size_t count, bool *second)
{
    *second = false;
    if (count == 0)
        return true;
    if (!wend_array_reserve(&raster->open, &raster->allocator, count) ||
        !wend_array_reserve(&raster->leasts, &raster->allocator, count))
        return false;
    double *leasts = raster->leasts.data;
    const uint32_t *from = raster->open.data + first;
    wend_box box = box_of(raster, node);
    two_least least = {INFINITY, INFINITY, INFINITY, WEND_RASTER_NONE};
    for (size_t i = 0; i < count; ++i) {
        const raster_piece *piece = &raster->pieces.data[from[i]];
        reach r = reach_of(piece, box);
        if (piece->region != least.region)
            end_region(&least);
        least.region = piece->region;
        least.of_region = wend_less(least.of_region, r.most);
        leasts[i] = r.least;
    }
    end_region(&least);
    double nearest = with_slack(raster, least.one);
    for (size_t i = 0; i < count && raster->any_agent; ++i)
        *second |=
            leasts[i] <= nearest && raster_is_agent(raster, raster->pieces.data[from[i]].region);
    double limit = *second ? with_slack(raster, least.two) : nearest;
    if (raster->everything)
        limit = INFINITY;
    for (size_t i = 0; i < count; ++i)
        if (leasts[i] <= limit)
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

/// As deep as the tree: the 2^26 pixels of the largest raster in one row are 2^21 blocks.
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
