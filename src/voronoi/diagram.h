// SPDX-License-Identifier: MIT
// The inside of a diagram: the border's elements, a cell for each, and the arcs around the cells.
//
// An arc is half of a piece: a cell's own view of the piece that it shares with another cell, which
// has the twin. Arcs of a cell lie one after the other, counter-clockwise. The next arc after the
// last of a cell is the first of the next element along the border; a lone point is next to itself.
// At a concave corner the last arc of one side is next to its own twin.
//
// Vertices have no records of their own: each arc knows where it starts, as its own cell sees that
// place, and which of the arcs that start there sees it best. That arc's number is the vertex.
#ifndef WEND_VORONOI_DIAGRAM_H
#define WEND_VORONOI_DIAGRAM_H

#include "voronoi/boundary.h"
#include "wend/voronoi.h"

#define WEND_NO_ARC UINT32_MAX

enum { WEND_ROOM_CLASSES = 32 };

typedef struct wend_voronoi_arc {
    wend_vec2 at;     ///< where it starts, as its cell sees it
    double radius;    ///< distance to the sites there
    uint32_t other;   ///< the element on its other side
    uint32_t twin;    ///< the other's arc
    uint32_t vertex;  ///< the arc whose `at` and `radius` are those of the vertex it starts at
    uint16_t degree;  ///< how many arcs start at that vertex; 2: only a joint, 1: a concave corner
    uint16_t quality; ///< how sharply its own cell sees where it starts; the greatest is best
} wend_voronoi_arc;

/// The arcs of an element's cell. A cell may be empty: a corner that is all but straight.
typedef struct wend_voronoi_cell_record {
    uint32_t first, count;
    uint32_t room; ///< arcs from first on that are this cell's
} wend_voronoi_cell_record;

struct wend_voronoi {
    wend_allocator allocator;
    wend_tasks *tasks;
    wend_boundary boundary;
    wend_array(wend_voronoi_cell_record) cells; ///< by element
    wend_array(wend_voronoi_arc) arcs;          ///< those not in use have other == WEND_NO_ELEMENT
    uint32_t free_rooms[WEND_ROOM_CLASSES]; ///< rooms for 2^k arcs or more, chained by their first
                                            ///< arc's twin; WEND_NO_ARC: none
    double tie;  ///< arcs with a shorter chord are not there: several vertices are one
    double most; ///< no clearance is greater
    uint64_t version;
    bool stale; ///< ran out of memory in an edit: to be made again

    // Only memory.
    struct wend_cell_work *works; ///< [work_count]
    uint32_t work_count;
    wend_array(uint32_t) dirty; ///< elements whose cells are computed again
    wend_array(uint32_t) rim;   ///< elements that had arcs with those; some are there twice
    wend_array(uint32_t) marks; ///< [elements] the turn in which it was last put into that list
    uint32_t turn;
    wend_array(wend_voronoi_arc) fresh;               ///< arcs of a batch
    wend_array(wend_voronoi_cell_record) fresh_cells; ///< where each of its cells is in these
};

/// The element whose cell an arc belongs to.
static inline uint32_t wend_arc_owner(const wend_voronoi *voronoi, uint32_t arc)
{
    return voronoi->arcs.data[voronoi->arcs.data[arc].twin].other;
}

/// The first arc of the cells that come after an element's along the border, and the last of those
/// before. (stitch.c)
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

/// The arc that starts at the same vertex, next around it, clockwise.
static inline uint32_t wend_arc_around(const wend_voronoi *voronoi, uint32_t arc)
{
    const wend_voronoi_arc *one = &voronoi->arcs.data[arc];
    return wend_arc_next_of(voronoi, one->other, one->twin);
}

/// The vertex that an arc starts or ends at, as the number of an arc.
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
