// SPDX-License-Identifier: MIT
// The inside of a mesh.
//
// The triangulation covers the whole frame, obstacles and the outside included, so that what is
// solid now can become free. Half-edge h = 3 t + i runs from corner i of triangle t to the next
// corner, with t on its left; its twin runs the other way in the neighbour.
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
// Everything is in arrays and named by numbers; what is removed leaves a hole that the next one
// fills.
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
    uint32_t origin; ///< a vertex; WEND_NONE in a triangle that is not in use
    uint32_t twin;   ///< WEND_NONE at the frame. In a triangle that is not in use the twin of its
                     ///< first half-edge is the next such triangle.
} wend_half_edge;

/// What is known of a half-edge beyond its place.
enum {
    WEND_EDGE_WALLS = 0x0f,  ///< how many walls run along it
    WEND_EDGE_FIXED = 0x10,  ///< it or its twin has a wall: never flipped. The twin's is the same.
    WEND_EDGE_MERGED = 0x20, ///< inside a cell. The twin's is the same.
    WEND_EDGE_QUEUED = 0x40, ///< waits on the mesh's stack of edges
    WEND_EDGE_OWN = 0x80, ///< while an obstacle is put in: a wall of it runs along this half-edge
};

/// What is known of a triangle.
enum {
    WEND_TRIANGLE_SOLID = 0x01,   ///< in an obstacle, or outside the bounds
    WEND_TRIANGLE_TOUCHED = 0x02, ///< in the mesh's list of touched triangles
};

typedef struct wend_vertex {
    wend_vec2 at;
    uint32_t spoke; ///< a half-edge that starts here; in a vertex not in use the next such one
    uint32_t uses;  ///< corners of obstacles here; 0: not in use (the frame's four count as 1)
} wend_vertex;

/// One obstacle, for its removal: the vertices of its rings.
typedef struct wend_obstacle {
    uint32_t *corners;   ///< ring by ring, each with the solid on its left
    uint32_t *ring_ends; ///< [ring_count] where each ring ends in corners
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
    uint32_t count; ///< 0: not in use; then first is the next such cell
    uint32_t part;  ///< the component of the free space: equal for cells with a way between them
} wend_cell;

/// Where a side leads, as numbers of cells (mesh->order). If from < to: only to the cells with
/// from <= number < to, which have no other border than the cell that the side belongs to; else to
/// all but those with to <= number < from, which are that cell and what it cuts off.
typedef struct wend_gate {
    uint32_t from, to;
} wend_gate;

/// A piece of a line (wend_mesh_def.lines).
typedef struct wend_mesh_line {
    uint32_t edge; ///< a half-edge that runs as the line does, from its a to its b
    uint32_t line;
} wend_mesh_line;

struct wend_mesh {
    wend_allocator allocator;
    wend_box frame; ///< all vertices lie strictly inside but for the frame's own, 0 to 3
    wend_box box;
    double tolerance;
    uint64_t version; ///< counts edits
    uint64_t
        layout;    ///< counts whatever moves or renumbers anything, edits that were undone included
    bool building; ///< the first time: nothing is noted as touched

    // Triangles. Everything has room for `room` of them, so that an edit that has reserved its room
    // cannot fail half-way.
    uint32_t room;
    uint32_t triangle_count; ///< highest number in use, plus one
    uint32_t free_triangle;  ///< the first of those below it that are not in use
    uint32_t unused;         ///< how many those are
    wend_half_edge *edges;   ///< [3 room]
    uint8_t *flags;          ///< [3 room] WEND_EDGE_...
    uint32_t *stack;         ///< [3 room] edges to look at, each once (WEND_EDGE_QUEUED)
    uint32_t stack_count;
    uint8_t *state;    ///< [room] WEND_TRIANGLE_...
    uint32_t *cell_of; ///< [room] the cell that a triangle is a part of; WEND_NONE: solid
    uint32_t *touched; ///< [room] triangles that are new or have changed in this edit
    uint32_t touched_count;
    uint64_t *changed; ///< [room] the layout that a triangle last was touched for; 0: never

    wend_array(wend_vertex) vertices;
    uint32_t free_vertex;
    uint32_t vertex_count; ///< in use, the frame's included

    wend_id_pool ids;
    wend_array(wend_obstacle) obstacles; ///< by slot
    wend_obstacle bounds;                ///< ring_count 0: none

    wend_array(wend_mesh_line) lines; ///< in the order of edges; several lines may share one
    uint32_t line_count;              ///< how many lines there were to lay

    // Cells (cells.c). The sides lie in the order in which the cells were made, with gaps where one
    // was dissolved; when the array is full they are moved together.
    wend_cell *cells;      ///< [room]
    uint32_t cell_limit;   ///< highest number in use, plus one
    uint32_t free_cell;    ///< the first of those below it that are not in use
    uint32_t cell_count;   ///< in use
    wend_cell_side *sides; ///< [3 room] in a gap, edge is WEND_NONE
    uint32_t side_limit;   ///< where the next cell's sides go
    uint32_t side_count;   ///< in use
    uint32_t *part_sizes;  ///< [room] how many cells a part has; of one not in use, the next such
    uint32_t part_limit;   ///< highest number in use, plus one
    uint32_t free_part;    ///< the first of those below it that are not in use
    uint32_t part_count;   ///< in use
    // During an edit:
    uint32_t *loose; ///< [room] triangles that have lost their cell; then, links between cells
    uint32_t loose_count;
    uint32_t *seeds; ///< [room] cells that are new or beside one that went
    uint32_t seed_count;
    uint32_t *marks; ///< [room] where a cell is in seeds; WEND_NONE: it isn't

    // Which sides lead nowhere (gates.c).
    uint32_t *order;        ///< [room] a number for each cell
    wend_gate *gates;       ///< [3 room] one for each side
    _Atomic uint64_t gated; ///< the layout that they are of, plus one; 0: none
    _Atomic bool gating;    ///< a thread makes them

    // Where to start looking (hints.c): a grid over the box, a triangle near the middle of each.
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

// ---- locate.c: where a point lies in the triangulation ------------------------------------------

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

/// Walks from a triangle towards p. Exact; ends for every p.
wend_spot wend_mesh_walk(const wend_mesh *mesh, uint32_t triangle, wend_vec2 p);

/// The same from the hint nearest to p.
wend_spot wend_mesh_find(const wend_mesh *mesh, wend_vec2 p);

// ---- hints.c ------------------------------------------------------------------------------------

/// Makes the hints of a triangulation. False: out of memory.
bool wend_hints_create(wend_mesh *mesh);
void wend_hints_destroy(wend_mesh *mesh);
/// Gives `to`, which has none, the same. False: out of memory.
bool wend_hints_copy(wend_mesh *to, const wend_mesh *from);
/// After an edit: the touched triangles are there to be found, those not in use are forgotten.
void wend_hints_update(wend_mesh *mesh);
/// A triangle in use near p.
uint32_t wend_hint(const wend_mesh *mesh, wend_vec2 p);
/// WEND_OK if all hints are triangles in use.
wend_result wend_hints_check(const wend_mesh *mesh, wend_error *error);
size_t wend_hints_bytes(const wend_mesh *mesh);

// ---- flip.c: the triangulation's own steps ------------------------------------------------------

/// The in-circle test of the mesh: true if d lies in the circle of the triangle a, b, c
/// (counter-clockwise). Where the four lie on one circle, the point that is last by wend_is_before
/// counts as outside the circle of the others. So there are no ties, and the triangulation is one
/// function of the points and the walls.
bool wend_in_circle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

/// True if the edge is not fixed and the vertex across lies in the circle of its triangle.
bool wend_mesh_flippable(const wend_mesh *mesh, uint32_t h);

/// Turns the edge to the other diagonal of its two triangles: h keeps the triangle's number and
/// becomes the new diagonal, as does its twin. [Limit: the two form a strictly convex quadrangle]
void wend_mesh_flip(wend_mesh *mesh, uint32_t h);

/// Puts an edge (either half of it) on the stack, once.
void wend_mesh_push(wend_mesh *mesh, uint32_t h);

/// Flips until all edges on the stack and all that change are Delaunay.
void wend_mesh_settle(wend_mesh *mesh);

/// Notes that a triangle is new or has changed.
void wend_mesh_touch(wend_mesh *mesh, uint32_t triangle);

/// Empties the list of touched triangles: the end of an edit.
void wend_mesh_forget_touched(wend_mesh *mesh);

/// A triangle and a vertex from those not in use; room must have been reserved.
uint32_t wend_mesh_take_triangle(wend_mesh *mesh);
void wend_mesh_give_triangle(wend_mesh *mesh, uint32_t triangle);
uint32_t wend_mesh_take_vertex(wend_mesh *mesh, wend_vec2 at);
void wend_mesh_give_vertex(wend_mesh *mesh, uint32_t vertex);

/// Makes the two half-edges each other's twins; twin may be WEND_NONE.
void wend_mesh_link(wend_mesh *mesh, uint32_t h, uint32_t twin);

/// Makes room for more triangles and vertices, everywhere. False: out of memory, nothing changed.
bool wend_mesh_reserve(wend_mesh *mesh, uint32_t triangles, uint32_t vertices);

// ---- add.c: points and walls --------------------------------------------------------------------

/// The vertex at p, new if there was none, Delaunay restored; start is a triangle to walk from. Its
/// uses are not counted here. Room for 2 triangles and a vertex must be there. [Limit: p strictly
/// in the frame]
uint32_t wend_mesh_add_point(wend_mesh *mesh, wend_vec2 p, uint32_t start);

/// Makes the wall from a to b, in as many half-edges as there are vertices on the way, and restores
/// Delaunay. False, with the place and nothing marked beyond it, if it would cross a fixed edge.
bool wend_mesh_add_wall(wend_mesh *mesh, uint32_t a, uint32_t b, wend_vec2 *crossing);

/// The half-edge from vertex a to vertex b; WEND_NONE: they are no neighbours.
uint32_t wend_mesh_edge_between(const wend_mesh *mesh, uint32_t a, uint32_t b);

/// Makes an edge from vertex a to the next vertex on the line to b and fixes it, with Delaunay
/// restored, but counts no wall. Returns the half-edge; WEND_NONE, with nothing changed and *fixed
/// the half-edge in the way, if it would cross one that is fixed.
uint32_t wend_mesh_lay_edge(wend_mesh *mesh, uint32_t a, uint32_t b, uint32_t *fixed);

/// The half-edge from vertex a along the line to b, where a wall runs: [Limit: there is one]
uint32_t wend_mesh_wall_from(const wend_mesh *mesh, uint32_t a, uint32_t b);

// ---- build.c, mesh.c: what edits need too -------------------------------------------------------

/// WEND_BAD_ARGUMENT if no mesh can be made of a floor as def asks for.
wend_result wend_mesh_check_def(const wend_floor *floor, const wend_mesh_def *def,
                                wend_error *error);

/// The frame and all points of a floor, of which only points, wall_count, box, has_bounds and
/// tolerance count; vertex_of[i] is the vertex of point i. NULL: out of memory.
wend_mesh *wend_mesh_begin(const wend_floor *floor, const wend_mesh_def *def, uint32_t *vertex_of);

/// The last part: cells and hints. Out of memory, the mesh is destroyed.
wend_result wend_mesh_finish(wend_mesh **mesh, wend_error *error);

/// The first part of wend_mesh_create: the triangulation and what is solid, without cells and
/// hints.
wend_result wend_mesh_triangulate(const wend_floor *floor, const wend_mesh_def *def,
                                  wend_mesh **mesh, wend_error *error);

/// Makes the triangle and all that can be reached from it without crossing a fixed edge solid, or
/// free.
void wend_mesh_flood(wend_mesh *mesh, uint32_t triangle, bool solid);

/// The same from all walls of a solid obstacle, on their solid side.
void wend_mesh_flood_obstacle(wend_mesh *mesh, const wend_obstacle *obstacle, bool solid);

bool wend_mesh_def_valid(const wend_mesh_def *def);

/// The arrays with room for triangles, and how many items each has for one triangle.
typedef struct wend_roomy {
    void **data;
    size_t size;
    uint32_t each;
} wend_roomy;

enum { WEND_ROOMY = 15 };

void wend_mesh_list_arrays(wend_mesh *mesh, wend_roomy arrays[WEND_ROOMY]);

/// Room for an obstacle's corners. False: out of memory.
bool wend_obstacle_make(const wend_mesh *mesh, wend_obstacle *obstacle, uint32_t ring_count,
                        uint32_t corner_count);
void wend_obstacle_free(const wend_mesh *mesh, wend_obstacle *obstacle);

// ---- cells.c, merge.c, parts.c: convex cells ----------------------------------------------------

/// Merges and makes the cells of a whole triangulation.
void wend_cells_build(wend_mesh *mesh);
/// After an edit: merges again around the touched triangles, makes the cells that have changed and
/// finds the components again. Never fails; ends with wend_cells_check sound.
void wend_cells_update(wend_mesh *mesh);
/// Called by wend_mesh_touch before a triangle changes: its cell will have to go.
void wend_cells_touch(wend_mesh *mesh, uint32_t triangle);
wend_result wend_cells_check(const wend_mesh *mesh, wend_error *error);

// ---- gates.c ------------------------------------------------------------------------------------

/// Makes the gates if there are none for this layout of the mesh. Any number of threads may ask.
void wend_gates_prepare(const wend_mesh *mesh);

#endif
