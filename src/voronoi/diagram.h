// SPDX-License-Identifier: MIT
// Internals of a diagram: the border's elements, a cell for each, and the arcs around the cells.
//
// An arc is half of a piece: a cell's own representation of the piece that it shares with another
// cell, which has the twin. The arcs of a cell are consecutive, counter-clockwise. The next arc
// after the last of a cell is the first of the next element along the border; a lone point is its
// own neighbour. At a concave corner the last arc of one side is next to its own twin.
//
// Vertices have no records: each arc has its start point as computed by its own cell, and refers to
// the most accurate of the arcs that start there. That arc's number is the vertex.
#ifndef WEND_VORONOI_DIAGRAM_H
#define WEND_VORONOI_DIAGRAM_H

#include "voronoi/boundary/boundary.h"
#include "wend/voronoi.h"

#define WEND_NO_ARC UINT32_MAX

enum { WEND_BLOCK_CLASSES = 32 };

typedef struct wend_voronoi_arc {
    wend_vec2 at;     ///< start, as computed by its cell
    double radius;    ///< distance to the sites at the start
    uint32_t other;   ///< the element on its other side
    uint32_t twin;    ///< the other's arc
    uint32_t vertex;  ///< the arc whose `at` and `radius` represent the vertex at its start
    uint16_t degree;  ///< number of arcs that start at that vertex; 2: a joint, 1: a concave corner
    uint16_t quality; ///< how accurately its own cell determines the start; the greatest is best
} wend_voronoi_arc;

/// The arcs of an element's cell. A cell may be empty: a nearly straight corner.
typedef struct wend_voronoi_cell_record {
    uint32_t first, count;
    uint32_t capacity; ///< capacity of the cell, from first on
} wend_voronoi_cell_record;

struct wend_voronoi {
    wend_allocator allocator;
    wend_tasks *tasks;
    wend_boundary boundary;
    wend_array(wend_voronoi_cell_record) cells; ///< by element
    wend_array(wend_voronoi_arc) arcs;          ///< unused ones have other == WEND_NO_ELEMENT
    uint32_t free_blocks[WEND_BLOCK_CLASSES]; ///< free blocks of 2^k arcs or more, chained by their
                                              ///< first arc's twin; WEND_NO_ARC: none
    double tie;        ///< arcs with a shorter chord are dropped: several vertices become one
    double max_radius; ///< upper bound of the clearance
    uint64_t version;
    bool stale; ///< ran out of memory in an edit: must be rebuilt

    // Scratch memory.
    struct wend_cell_work *works; ///< [work_count]
    uint32_t work_count;
    wend_array(uint32_t) dirty; ///< elements whose cells are computed again
    wend_array(uint32_t) rim;   ///< elements that had arcs with those; may contain duplicates
    wend_array(uint32_t) marks; ///< [elements] the turn in which it was last added to that list
    uint32_t turn;
    wend_array(wend_voronoi_arc) fresh;               ///< arcs of a batch
    wend_array(wend_voronoi_cell_record) fresh_cells; ///< position of each of its cells in these
};

/// The element whose cell an arc belongs to.
static inline uint32_t wend_arc_owner(const wend_voronoi *voronoi, uint32_t arc)
{
    return voronoi->arcs.data[voronoi->arcs.data[arc].twin].other;
}

/// The first arc of the cells after an element's along the border, and the last of those before.
/// (stitch.c)
uint32_t wend_arc_first_after(const wend_voronoi *voronoi, uint32_t element);
uint32_t wend_arc_last_before(const wend_voronoi *voronoi, uint32_t element);

/// The arc after an arc of an element's cell, along the border.
static inline uint32_t wend_arc_next_of(const wend_voronoi *voronoi, uint32_t element, uint32_t arc)
{
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[element];
    return arc + 1 < cell->first + cell->count ? arc + 1 : wend_arc_first_after(voronoi, element);
}

/// The arc after and before an arc, along the border of its element's site.
static inline uint32_t wend_arc_next(const wend_voronoi *voronoi, uint32_t arc)
{
    return wend_arc_next_of(voronoi, wend_arc_owner(voronoi, arc), arc);
}

static inline uint32_t wend_arc_previous(const wend_voronoi *voronoi, uint32_t arc)
{
    uint32_t owner = wend_arc_owner(voronoi, arc);
    return arc > voronoi->cells.data[owner].first ? arc - 1 : wend_arc_last_before(voronoi, owner);
}

/// The next arc around the start vertex, clockwise.
static inline uint32_t wend_arc_around(const wend_voronoi *voronoi, uint32_t arc)
{
    const wend_voronoi_arc *one = &voronoi->arcs.data[arc];
    return wend_arc_next_of(voronoi, one->other, one->twin);
}

/// The vertex at the start or end of an arc, as the number of an arc.
static inline uint32_t wend_arc_start(const wend_voronoi *voronoi, uint32_t arc)
{
    return voronoi->arcs.data[arc].vertex;
}
static inline uint32_t wend_arc_end(const wend_voronoi *voronoi, uint32_t arc)
{
    return voronoi->arcs.data[voronoi->arcs.data[arc].twin].vertex;
}

/// True if a vertex is only a joint of two pieces of one edge.
static inline bool wend_vertex_is_joint(const wend_voronoi *voronoi, uint32_t vertex)
{
    return voronoi->arcs.data[vertex].degree == 2;
}

/// The empty circle at a vertex.
static inline wend_circle wend_vertex_circle(const wend_voronoi *voronoi, uint32_t vertex)
{
    const wend_voronoi_arc *arc = &voronoi->arcs.data[vertex];
    return (wend_circle){arc->at, arc->radius};
}

/// A piece between two elements, given the circles at its ends. (pieces.c)
wend_voronoi_piece wend_piece_between(const wend_voronoi *voronoi, uint32_t left, uint32_t right,
                                      wend_circle a, wend_circle b);

/// An arc as a piece, its own element on the left. (pieces.c)
wend_voronoi_piece wend_arc_piece(const wend_voronoi *voronoi, uint32_t arc);

#endif
