// SPDX-License-Identifier: MIT
// Internals of a mesh.
//
// The triangulation covers the whole frame, obstacles and the outside included, so that solids can
// become free. Half-edge h = 3 t + i runs from corner i of triangle t to the next
// corner, with t on its left; its twin runs in the opposite direction in the neighbour.
//
//              c
//             / \            h = 3t     from a to b
//        3t+2/   \3t+1       next(h)  = 3t+1
//           /  t  \          prev(h)  = 3t+2
//          a-------b
//             3t
//
// A wall is a directed piece of a ring of an obstacle (or of the bounds) with the solid on its
// left. A wall that others touch lies on several half-edges in a row. A segment has a wall on
// either side.
//
// Everything is in arrays and referred to by number; removed items leave a gap that is reused.
#ifndef WEND_MESH_MESH_H
#define WEND_MESH_MESH_H

#include "core/array.h"
#include "core/ids.h"
#include "geometry/points.h"
#include "wend/mesh.h"

#include <stdatomic.h>

/// No vertex, half-edge, triangle or cell.
#define WEND_NONE UINT32_MAX

typedef struct wend_half_edge {
    uint32_t origin; ///< a vertex; WEND_NONE in an unused triangle
    uint32_t twin;   ///< WEND_NONE at the frame. In an unused triangle the twin of its first
                     ///< half-edge is the next unused triangle.
} wend_half_edge;

/// Marks of a half-edge.
enum {
    WEND_EDGE_WALLS = 0x0f,  ///< number of walls along it
    WEND_EDGE_FIXED = 0x10,  ///< it or its twin has a wall: never flipped. Equal in the twin.
    WEND_EDGE_MERGED = 0x20, ///< inside a cell. Equal in the twin.
    WEND_EDGE_QUEUED = 0x40, ///< on the mesh's stack of edges
    WEND_EDGE_OWN = 0x80,    ///< during an insertion: a wall of the new obstacle is here
};

/// Marks of a triangle.
enum {
    WEND_TRIANGLE_SOLID = 0x01,   ///< in an obstacle, or outside the bounds
    WEND_TRIANGLE_TOUCHED = 0x02, ///< in the mesh's list of touched triangles
};

typedef struct wend_vertex {
    wend_vec2 at;
    uint32_t spoke; ///< a half-edge that starts here; in an unused vertex the next unused one
    uint32_t uses;  ///< number of obstacle corners here; 0: unused (the frame's four count as 1)
} wend_vertex;

/// One obstacle, for its removal: the vertices of its rings.
typedef struct wend_obstacle {
    uint32_t *corners;   ///< ring by ring, each with the solid on its left
    uint32_t *ring_ends; ///< [ring_count] end of each ring in corners
    uint32_t ring_count, corner_count;
    bool solid; ///< a polygon
} wend_obstacle;

/// One side of a cell, from `at` to the next side's `at`. 32 bytes.
typedef struct wend_cell_side {
    wend_vec2 at;
    uint32_t vertex;
    uint32_t twin; ///< the same side in the neighbour's ring; WEND_NONE: a wall
    uint32_t cell; ///< the neighbour; WEND_NONE: a wall
    uint32_t edge; ///< the half-edge
} wend_cell_side;

/// A convex cell: the sides first <= s < first + count, counter-clockwise. Angles of 180 degrees
/// occur.
typedef struct wend_cell {
    uint32_t first;
    uint32_t count; ///< 0: unused; then first is the next unused cell
    uint32_t part;  ///< component of the free space
} wend_cell;

/// Where a side leads, as numbers of cells (mesh->order). If from < to: only to the cells with from
/// <= number < to, which have no other border than the cell that the side belongs to; else to all
/// except those with to <= number < from, which are that cell and what it cuts off.
typedef struct wend_gate {
    uint32_t from, to;
} wend_gate;

/// A piece of a line (wend_mesh_def.lines).
typedef struct wend_mesh_line {
    uint32_t edge; ///< a half-edge in the direction of the line, from its a to its b
    uint32_t line;
} wend_mesh_line;

struct wend_mesh {
    wend_allocator allocator;
    wend_box frame; ///< all vertices lie strictly inside, except the frame's own, 0 to 3
    wend_box box;
    double tolerance;
    uint64_t version; ///< counts edits
    uint64_t layout; ///< counts everything that moves or renumbers anything, including undone edits
    bool building;   ///< initial construction: nothing is noted as touched

    // Triangles. All arrays have capacity for `capacity` of them, so an edit that has reserved
    // memory cannot fail half-way.
    uint32_t capacity;
    uint32_t triangle_count; ///< highest number in use, plus one
    uint32_t free_triangle;  ///< the first unused one below it
    uint32_t unused;         ///< number of unused ones
    wend_half_edge *edges;   ///< [3 capacity]
    uint8_t *flags;          ///< [3 capacity] WEND_EDGE_...
    uint32_t *stack;         ///< [3 capacity] pending edges, each once (WEND_EDGE_QUEUED)
    uint32_t stack_count;
    uint8_t *state;    ///< [capacity] WEND_TRIANGLE_...
    uint32_t *cell_of; ///< [capacity] the cell of a triangle; WEND_NONE: solid
    uint32_t *touched; ///< [capacity] triangles that are new or changed in this edit
    uint32_t touched_count;
    uint64_t *changed; ///< [capacity] the layout for which a triangle was last touched; 0: never

    wend_array(wend_vertex) vertices;
    uint32_t free_vertex;
    uint32_t vertex_count; ///< in use, including the frame's

    wend_id_pool ids;
    wend_array(wend_obstacle) obstacles; ///< by slot
    wend_obstacle bounds;                ///< ring_count 0: none

    wend_array(wend_mesh_line) lines; ///< sorted by edge; several lines may share one
    uint32_t line_count;              ///< number of lines in the definition

    // Cells (cells.c). The sides are in the order in which the cells were created, with gaps where
    // one was dissolved; when the array is full it is compacted.
    wend_cell *cells;      ///< [capacity]
    uint32_t cell_limit;   ///< highest number in use, plus one
    uint32_t free_cell;    ///< the first unused one below it
    uint32_t cell_count;   ///< in use
    wend_cell_side *sides; ///< [3 capacity] in a gap, edge is WEND_NONE
    uint32_t side_limit;   ///< start of the next cell's sides
    uint32_t side_count;   ///< in use
    uint32_t *part_sizes;  ///< [capacity] number of cells of a part; of an unused one, the next
                           ///< unused one
    uint32_t part_limit;   ///< highest number in use, plus one
    uint32_t free_part;    ///< the first unused one below it
    uint32_t part_count;   ///< in use
    // During an edit:
    uint32_t *loose; ///< [capacity] triangles without a cell; then, links between cells
    uint32_t loose_count;
    uint32_t *seeds; ///< [capacity] cells that are new or adjacent to a dissolved one
    uint32_t seed_count;
    uint32_t *marks; ///< [capacity] index of a cell in seeds; WEND_NONE: none

    // Dead ends (biconnected.c).
    uint32_t *order;        ///< [capacity] a number for each cell
    wend_gate *gates;       ///< [3 capacity] one for each side
    _Atomic uint64_t gated; ///< their layout plus one; 0: none
    _Atomic bool gating;    ///< a thread is building them

    // Start triangles for point location (hints.c): a grid over the box.
    struct wend_hints *hints;
};

static inline uint32_t wend_next(uint32_t h)
{
    return h % 3 == 2 ? h - 2 : h + 1;
}

static inline uint32_t wend_prev(uint32_t h)
{
    return h % 3 == 0 ? h + 2 : h - 1;
}

static inline uint32_t wend_origin(const wend_mesh *mesh, uint32_t h)
{
    return mesh->edges[h].origin;
}

static inline uint32_t wend_target(const wend_mesh *mesh, uint32_t h)
{
    return mesh->edges[wend_next(h)].origin;
}

static inline uint32_t wend_twin(const wend_mesh *mesh, uint32_t h)
{
    return mesh->edges[h].twin;
}

static inline wend_vec2 wend_at(const wend_mesh *mesh, uint32_t vertex)
{
    return mesh->vertices.data[vertex].at;
}

static inline bool wend_is_fixed(const wend_mesh *mesh, uint32_t h)
{
    return mesh->flags[h] & WEND_EDGE_FIXED;
}

static inline bool wend_is_solid(const wend_mesh *mesh, uint32_t triangle)
{
    return mesh->state[triangle] & WEND_TRIANGLE_SOLID;
}

static inline bool wend_is_used(const wend_mesh *mesh, uint32_t triangle)
{
    return mesh->edges[3 * triangle].origin != WEND_NONE;
}

/// The next half-edge from the same vertex, counter-clockwise; WEND_NONE at the frame.
static inline uint32_t wend_turn_left(const wend_mesh *mesh, uint32_t h)
{
    return mesh->edges[wend_prev(h)].twin;
}

/// The next half-edge from the same vertex, clockwise; WEND_NONE at the frame.
static inline uint32_t wend_turn_right(const wend_mesh *mesh, uint32_t h)
{
    uint32_t twin = mesh->edges[h].twin;
    return twin == WEND_NONE ? WEND_NONE : wend_next(twin);
}

// ---- locate.c: point location in the triangulation ----------------------------------------------

typedef enum wend_spot_kind {
    WEND_SPOT_OUT,    ///< outside the frame
    WEND_SPOT_VERTEX, ///< on the origin of edge
    WEND_SPOT_EDGE,   ///< inside edge
    WEND_SPOT_FACE,   ///< inside the triangle of edge
} wend_spot_kind;

typedef struct wend_spot {
    wend_spot_kind kind;
    uint32_t edge;
} wend_spot;

/// Walks from a triangle towards p. Exact; terminates for every p.
wend_spot wend_mesh_walk(const wend_mesh *mesh, uint32_t triangle, wend_vec2 p);

/// Walks from the hint nearest to p.
wend_spot wend_mesh_find(const wend_mesh *mesh, wend_vec2 p);

// ---- hints.c ------------------------------------------------------------------------------------

/// Creates the hints of a triangulation. False: out of memory.
bool wend_hints_create(wend_mesh *mesh);
void wend_hints_destroy(wend_mesh *mesh);
/// Copies the hints to `to`, which has none. False: out of memory.
bool wend_hints_copy(wend_mesh *to, const wend_mesh *from);
/// After an edit: adds the touched triangles and removes the unused ones.
void wend_hints_update(wend_mesh *mesh);
/// A triangle in use near p.
uint32_t wend_hint(const wend_mesh *mesh, wend_vec2 p);
/// WEND_OK if all hints are triangles in use.
wend_result wend_hints_check(const wend_mesh *mesh, wend_error *error);
size_t wend_hints_bytes(const wend_mesh *mesh);

// ---- flip.c: elementary steps -------------------------------------------------------------------

/// In-circle test of the mesh: true if d lies in the circle of the triangle a, b, c
/// (counter-clockwise). If the four are cocircular, the point that is last by wend_is_before counts
/// as outside the circle of the others. There are no ties, and the triangulation is a function of
/// the points and the walls.
bool wend_in_circle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

/// True if the edge is not fixed and the opposite vertex lies in the circle of its triangle.
bool wend_mesh_flippable(const wend_mesh *mesh, uint32_t h);

/// Flips the edge to the other diagonal of its two triangles: h keeps the triangle's number and
/// becomes the new diagonal, as does its twin. [Limit: the two form a strictly convex quadrangle]
void wend_mesh_flip(wend_mesh *mesh, uint32_t h);

/// Pushes an edge (either half of it) on the stack, once.
void wend_mesh_push(wend_mesh *mesh, uint32_t h);

/// Flips until all edges on the stack and all that change are Delaunay.
void wend_mesh_settle(wend_mesh *mesh);

/// Notes that a triangle is new or changed.
void wend_mesh_touch(wend_mesh *mesh, uint32_t triangle);

/// Empties the list of touched triangles: the end of an edit.
void wend_mesh_forget_touched(wend_mesh *mesh);

/// Allocates an unused triangle or vertex; memory must have been reserved.
uint32_t wend_mesh_acquire_triangle(wend_mesh *mesh);
void wend_mesh_release_triangle(wend_mesh *mesh, uint32_t triangle);
uint32_t wend_mesh_acquire_vertex(wend_mesh *mesh, wend_vec2 at);
void wend_mesh_release_vertex(wend_mesh *mesh, uint32_t vertex);

/// Makes the two half-edges twins; twin may be WEND_NONE.
void wend_mesh_link(wend_mesh *mesh, uint32_t h, uint32_t twin);

/// Reserves memory for more triangles and vertices in all arrays. False: out of memory, unchanged.
bool wend_mesh_reserve(wend_mesh *mesh, uint32_t triangles, uint32_t vertices);

// ---- add.c: points and walls --------------------------------------------------------------------

/// The vertex at p, new if there was none, Delaunay restored; start is a triangle to walk from. Its
/// uses are not counted here. Memory for 2 triangles and a vertex must be reserved. [Limit: p
/// strictly in the frame]
uint32_t wend_mesh_add_point(wend_mesh *mesh, wend_vec2 p, uint32_t start);

/// Creates the wall from a to b, in as many half-edges as there are vertices on it, and restores
/// Delaunay. False, with the position and nothing marked beyond it, if it would cross a fixed edge.
bool wend_mesh_add_wall(wend_mesh *mesh, uint32_t a, uint32_t b, wend_vec2 *crossing);

/// The half-edge from vertex a to vertex b; WEND_NONE: they are not adjacent.
uint32_t wend_mesh_edge_between(const wend_mesh *mesh, uint32_t a, uint32_t b);

/// Creates an edge from vertex a to the next vertex on the line to b and fixes it, with Delaunay
/// restored, but counts no wall. Returns the half-edge; WEND_NONE, with nothing changed and *fixed
/// the half-edge in the way, if it would cross a fixed one.
uint32_t wend_mesh_lay_edge(wend_mesh *mesh, uint32_t a, uint32_t b, uint32_t *fixed);

/// The half-edge of the wall from vertex a along the line to b. [Limit: there is one]
uint32_t wend_mesh_wall_from(const wend_mesh *mesh, uint32_t a, uint32_t b);

// ---- build.c, mesh.c: shared with edits ---------------------------------------------------------

/// WEND_BAD_ARGUMENT if no mesh can be built of a floor with this def.
wend_result wend_mesh_check_def(const wend_floor *floor, const wend_mesh_def *def,
                                wend_error *error);

/// The frame and all points of a floor, of which only points, wall_count, box, has_bounds and
/// tolerance are used; vertex_of[i] is the vertex of point i. NULL: out of memory.
wend_mesh *wend_mesh_begin(const wend_floor *floor, const wend_mesh_def *def, uint32_t *vertex_of);

/// The last step: cells and hints. If out of memory, the mesh is destroyed.
wend_result wend_mesh_finish(wend_mesh **mesh, wend_error *error);

/// The first step of wend_mesh_create: the triangulation and solids, without cells and hints.
wend_result wend_mesh_triangulate(const wend_floor *floor, const wend_mesh_def *def,
                                  wend_mesh **mesh, wend_error *error);

/// Makes the triangle, and all triangles reachable from it without crossing a fixed edge, solid or
/// free.
void wend_mesh_flood(wend_mesh *mesh, uint32_t triangle, bool solid);

/// The same from all walls of a solid obstacle, on their solid side.
void wend_mesh_flood_obstacle(wend_mesh *mesh, const wend_obstacle *obstacle, bool solid);

bool wend_mesh_def_valid(const wend_mesh_def *def);

/// The arrays with capacity for triangles, and the number of items per triangle.
typedef struct wend_sized_array {
    void **data;
    size_t size;
    uint32_t each;
} wend_sized_array;

enum { WEND_SIZED_ARRAYS = 15 };

void wend_mesh_list_arrays(wend_mesh *mesh, wend_sized_array arrays[WEND_SIZED_ARRAYS]);

/// Allocates an obstacle's corners. False: out of memory.
bool wend_obstacle_make(const wend_mesh *mesh, wend_obstacle *obstacle, uint32_t ring_count,
                        uint32_t corner_count);
void wend_obstacle_free(const wend_mesh *mesh, wend_obstacle *obstacle);

// ---- cells.c, merge.c, parts.c: convex cells ----------------------------------------------------

/// Merges and makes the cells of a whole triangulation.
void wend_cells_build(wend_mesh *mesh);
/// After an edit: merges again around the touched triangles, creates the changed cells and updates
/// the components. Never fails; the result satisfies wend_cells_check.
void wend_cells_update(wend_mesh *mesh);
/// Called by wend_mesh_touch before a triangle changes: dissolves its cell.
void wend_cells_touch(wend_mesh *mesh, uint32_t triangle);
wend_result wend_cells_check(const wend_mesh *mesh, wend_error *error);

// ---- biconnected.c ------------------------------------------------------------------------------

/// Builds the gates if there are none for this layout of the mesh. Thread-safe.
void wend_gates_prepare(const wend_mesh *mesh);

#endif
