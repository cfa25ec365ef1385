// SPDX-License-Identifier: MIT
// Internals of a raster: regions and their pieces, pixels, the lines between pixels, chains.
//
// Pixel (x, y) has index y * width + x, from the lower left. Its corners are lattice points: (x, y)
// has index y * (width + 1) + x and is the lower left corner of pixel (x, y). A step along a side
// of a pixel from one lattice point to the next is a crack: it separates two pixels. The graph
// consists of the cracks between pixels with different labels.
#ifndef WEND_RASTER_RASTER_H
#define WEND_RASTER_RASTER_H

#include "core/array.h"
#include "plan/mang.h"
#include "wend/raster.h"

/// Pixels along a side of a block: the leaves of the quadtree.
enum { RASTER_LEAF = 32 };

typedef enum raster_kind { RASTER_POINT, RASTER_SEGMENT, RASTER_BOX } raster_kind;

/// A point (a), a segment (a to b) or a box (a is its lower left, b its upper right corner).
typedef struct raster_piece {
    wend_vec2 a, b;
    uint32_t region;
    raster_kind kind;
} raster_piece;

typedef struct raster_region {
    uint32_t site;
    uint32_t first, count; ///< its pieces
    double radius;         ///< above 0: an agent
} raster_region;

/// Flags of a pixel.
enum {
    RASTER_SOLID = 1,
    RASTER_LOOSE = 2, ///< connected to its region by one side or none: see repair.c
};

/// Directions of cracks from a lattice point.
enum { RASTER_EAST, RASTER_NORTH, RASTER_WEST, RASTER_SOUTH };

/// Cracks to the east and to the north of a lattice point,
enum {
    RASTER_RED_EAST = 1,
    RASTER_RED_NORTH = 2,
    RASTER_BLACK_EAST = 4,
    RASTER_BLACK_NORTH = 8,
    RASTER_TRACED_EAST = 16, ///< already traced
    RASTER_TRACED_NORTH = 32,
};

/// and its kind.
enum {
    RASTER_VERTEX = 1, ///< red edges meet or end here
    RASTER_NODE = 2,   ///< black edges meet or end here, inside a cell
    RASTER_RIM = 4,    ///< A black edge meets a red one here
};

/// A step of a chain: from a lattice point in a direction.
typedef struct raster_step {
    uint32_t point, direction;
} raster_step;

/// Where the line crosses a step's crack, the distance of the regions on both sides, and their
/// indices.
typedef struct raster_crossing {
    wend_vec2 position;
    double radius;
    uint32_t left, right;
} raster_crossing;

/// Where a chain begins or ends: a red vertex, or a node inside a cell.
typedef struct raster_end {
    uint32_t number;
    bool red;
} raster_end;

/// A sequence of cracks between two ends.
typedef struct raster_chain {
    uint32_t first, count; ///< steps
    raster_end from, to;
    uint32_t region;      ///< black: the region of its cell
    uint32_t left, right; ///< sites on both sides
    wend_mang_span span;
} raster_chain;

/// Where a black chain meets the border of its cell, and the nearby vertex that represents the
/// point.
typedef struct raster_landing {
    uint32_t point, direction;
    uint32_t vertex_point;
} raster_landing;

/// A lattice point where chains end, and the point where the lines really meet.
typedef struct raster_spot {
    uint32_t point;
    wend_vec2 position;
    double radius; ///< distance from there to the sites that meet
} raster_spot;

/// A node of the tree of a cell, during construction. (forest.c)
typedef struct raster_tree_node {
    wend_mang_node node;
    uint32_t above;  ///< A node connected to it, in the end the same for all
    uint32_t links;  ///< exclusive or of its remaining links
    uint32_t degree; ///< number of its remaining links
    uint32_t number;
    bool emitted;
} raster_tree_node;

/// The relevant pieces of a block, in the order of regions.
typedef struct raster_block {
    uint32_t first, count;
    bool second; ///< an agent may be nearest somewhere in it
} raster_block;

/// Labels a block; written once in scalar loops, compiled for each vector width. Every width gives
/// the same bits: nothing is summed across pixels.
typedef void raster_kernel(const wend_raster *raster, uint32_t block);

struct wend_raster {
    wend_allocator allocator;
    wend_raster_times times;
    wend_mang_def mang;
    wend_box box;
    wend_vec2 pixel; ///< size of a pixel
    uint32_t width, height;
    uint32_t columns, rows; ///< of blocks
    uint32_t site_count;    ///< blobs included
    bool built;
    bool any_agent;
    uint32_t first_agent;  ///< regions from here on are agents'
    bool everything;       ///< tests: no culling
    raster_kernel *kernel; ///< the widest that the machine supports

    wend_array(raster_region) regions;
    wend_array(raster_piece) pieces;
    wend_array(uint32_t) site_of;
    wend_array(uint32_t) first_region; ///< [site_count]
    wend_array(uint32_t) last_box;     ///< [width] While boxes of blobs are built

    wend_array(raster_block) blocks;
    wend_array(uint32_t) candidates;  ///< pieces, by block
    wend_array(uint32_t) open;        ///< stack of the quadtree descent
    wend_array(double) min_distances; ///< minimum distances of one node's pieces to it

    // Pixels.
    wend_array(uint32_t) first;
    wend_array(uint32_t) second;
    wend_array(float) first_distance;
    wend_array(float) second_distance;
    wend_array(uint8_t) flags;
    wend_array(uint8_t) parity; ///< scratch of the fill, by worker
    wend_array(uint32_t) queue; ///< pixels to repair

    // The lattice, and what is traced on it.
    wend_array(uint8_t) cracks;
    wend_array(uint8_t) marks;
    wend_array(raster_spot) spots;       ///< red vertices, ascending by point; loops at the end
    wend_array(raster_spot) node_spots;  ///< black ones, ascending
    wend_array(raster_landing) landings; ///< ascending by point, then direction
    wend_array(raster_step) steps;
    wend_array(raster_crossing) crossings; ///< by step
    wend_array(raster_chain) reds;
    wend_array(raster_chain) blacks;
    wend_array(uint8_t) present; ///< by region: it has a pixel
    wend_array(wend_vec2) lines;
    wend_array(uint32_t) line_starts;  ///< [edge_count + 1]
    wend_array(uint32_t) order;        ///< black chains by cell
    wend_array(uint32_t) order_starts; ///< [region_count + 1]
    wend_array(uint32_t) node_of_spot; ///< by black spot: its node in its cell's tree
    wend_array(raster_tree_node) tree_nodes;
    wend_array(wend_mang_link) tree_links;

    wend_mang_graph graph;
    wend_array(wend_mang_vertex) vertices;
    wend_array(wend_mang_edge) edges;
    wend_array(uint32_t) around;
    wend_array(wend_mang_cell) cells;
    wend_array(wend_mang_node) nodes;
    wend_array(wend_mang_link) links;
    wend_array(uint32_t) cell_of;
};

static inline wend_vec2 raster_centre(const wend_raster *raster, uint32_t x, uint32_t y)
{
    return (wend_vec2){raster->box.min.x + (x + 0.5) * raster->pixel.x,
                       raster->box.min.y + (y + 0.5) * raster->pixel.y};
}

static inline wend_vec2 raster_pixel_centre(const wend_raster *raster, uint32_t pixel)
{
    return raster_centre(raster, pixel % raster->width, pixel / raster->width);
}

static inline wend_vec2 raster_point_position(const wend_raster *raster, uint32_t point)
{
    uint32_t x = point % (raster->width + 1), y = point / (raster->width + 1);
    return (wend_vec2){raster->box.min.x + x * raster->pixel.x,
                       raster->box.min.y + y * raster->pixel.y};
}

/// The pixels on both sides of a crack, left and right in the direction of the step.
static inline void raster_beside(const wend_raster *raster, raster_step step, uint32_t *left,
                                 uint32_t *right)
{
    uint32_t upper = step.point - step.point / (raster->width + 1), lower = upper - raster->width;
    switch (step.direction) {
    case RASTER_EAST:
        *left = upper, *right = lower;
        break;
    case RASTER_NORTH:
        *left = upper - 1, *right = upper;
        break;
    case RASTER_WEST:
        *left = lower - 1, *right = upper - 1;
        break;
    default:
        *left = lower, *right = lower - 1;
        break;
    }
}

static inline bool raster_is_agent(const wend_raster *raster, uint32_t region)
{
    return region >= raster->first_agent;
}

/// The longer side of a pixel: "within a pixel" means within this.
static inline double raster_grain(const wend_raster *raster)
{
    return raster->pixel.x > raster->pixel.y ? raster->pixel.x : raster->pixel.y;
}

// ---- stages of a build, in order; false: out of memory ------------------------------------------

/// Divides sites and blobs into regions of pieces. (pieces.c)
wend_result wend_raster_build_pieces(wend_raster *raster, const wend_raster_def *def,
                                     wend_error *error);

/// Finds the relevant pieces of each block. (cull.c)
bool wend_raster_cull(wend_raster *raster);

/// Finds the nearest and second-nearest regions of all pixels. (nearest.c)
void wend_raster_label(wend_raster *raster, wend_tasks *tasks);

/// Assigns solid pixels to their sites. (fill.c)
bool wend_raster_fill(wend_raster *raster, const wend_raster_def *def, wend_tasks *tasks);

/// Removes features one pixel wide. (repair.c)
bool wend_raster_repair(wend_raster *raster, wend_tasks *tasks);

/// Finds the cracks, vertices and nodes. (cracks.c)
bool wend_raster_find_cracks(wend_raster *raster, wend_tasks *tasks);

/// Follows the cracks. (trace.c)
bool wend_raster_trace(wend_raster *raster);

/// Measures the chains. (measure.c)
bool wend_raster_measure(wend_raster *raster, wend_tasks *tasks);

/// Builds the graph from the chains. (graph.c, forest.c)
bool wend_raster_join(wend_raster *raster);
bool wend_raster_join_cells(wend_raster *raster);

raster_kernel *wend_raster_kernel_plain(void);
raster_kernel *wend_raster_kernel_8(void);  ///< NULL: no AVX2
raster_kernel *wend_raster_kernel_16(void); ///< NULL: no AVX-512

// ---- queries ------------------------------------------------------------------------------------

/// The distance from p to a piece; *nearest [opt] is its point.
double wend_raster_piece_distance(const raster_piece *piece, wend_vec2 p, wend_vec2 *nearest);

/// The distance from p, no farther than a pixel from the centre of `pixel`, to the region nearest
/// or second nearest to that. Uses only the pieces of its block.
double wend_raster_distance(const wend_raster *raster, uint32_t region, uint32_t pixel, wend_vec2 p,
                            wend_vec2 *nearest);

/// True if an edge of the first-order graph separates the pixels of a crack.
bool wend_raster_is_red(const wend_raster *raster, uint32_t a, uint32_t b);

/// The cracks around a point as bits, by direction.
uint32_t wend_raster_red_cracks(const wend_raster *raster, uint32_t point);
uint32_t wend_raster_black_cracks(const wend_raster *raster, uint32_t point);

/// The points of a chain: 0 is its begin, then its crossings, count + 1 is its end.
raster_crossing wend_raster_chain_point(const wend_raster *raster, const raster_chain *chain,
                                        uint32_t i);

/// Length and width of a chain from one of its points to another.
wend_mang_span wend_raster_span(const wend_raster *raster, const raster_chain *chain,
                                uint32_t begin, uint32_t end);

/// How far a chain is straight from one of its points: a later one.
uint32_t wend_raster_straight(const wend_raster *raster, const raster_chain *chain, uint32_t begin);

const raster_spot *wend_raster_spot(const wend_raster *raster, raster_end end);

/// The end point of a step.
uint32_t wend_raster_next_point(const wend_raster *raster, raster_step step);

#endif
