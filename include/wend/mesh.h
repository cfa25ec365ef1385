// SPDX-License-Identifier: MIT
// The mesh: the free space of a floor as a constrained Delaunay triangulation and, on top of it, as
// convex cells. It can be changed while it is used: obstacles come and go by local repair.
//
// The mesh is one function of its obstacles: where four points lie on a circle, or several ways of
// merging triangles are as good, coordinates decide and never the order of insertion. So a mesh
// that was edited equals one that was built afresh, triangle for triangle and cell for cell.
//
// A point agent may touch walls and may slide along them; it never passes through a wall, nor
// between two obstacles that touch in a point.
#ifndef WEND_MESH_H
#define WEND_MESH_H

#include "wend/draw.h"
#include "wend/floor.h"
#include "wend/id.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_mesh_def {
    /// What the mesh covers if the floor has no bounds; obstacles can be inserted only in it. An
    /// empty box: the floor's box, grown by its longer side to every side.
    wend_box frame;
    /// For wend_mesh_create_grown: lines that are edges of the mesh but no walls, from wall to
    /// wall, for path maps with tolls (wend/map_tolls.h). They may reach into walls, end in free
    /// space, and cross each other; what of them is not in free space does not count. Where they
    /// end, or go through a corner or another's end, but for a tolerance, they touch. To all other
    /// questions they are walls. [Limit: ends within WEND_MAX_COORDINATE]
    const wend_segment *lines;
    uint32_t line_count;
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_mesh_def
} wend_mesh_def;

WEND_API wend_mesh_def wend_default_mesh_def(void);

/// Queries are const: any number of threads may ask at once, while nobody edits.
typedef struct wend_mesh wend_mesh;

/// Builds the mesh of a floor. [Limit: wend_floor_flaws finds nothing] Walls that cross are
/// WEND_UNSOUND with the place, but other flaws are not looked for: a mesh of overlapping obstacles
/// is not to be edited. O(n log n) for walls that are spread out. No reference to floor or def is
/// retained.
WEND_API wend_result wend_mesh_create(const wend_floor *floor, const wend_mesh_def *def,
                                      wend_mesh **mesh, wend_error *error);

/// Arcs of a grown mesh reach beyond the true ones by this share of the radius, if nobody says
/// otherwise: a right angle takes three corners.
#define WEND_ARC_ERROR 0.04

/// The mesh for the centre of a disc: free is what keeps the radius from every wall. The walls of
/// the floor are grown by it; arcs around corners are tangents, outside the true arc by at
/// most arc_error (0: WEND_ARC_ERROR of the radius). So a place in its free space keeps at least
/// the radius from every wall, and one that keeps radius + arc_error is free, both but for the
/// tolerance of a floor that size. Where the disc fits nowhere, nothing is free. Obstacles may
/// overlap and leave the bounds. A radius up to the floor's tolerance is a point's: without lines
/// the same as wend_mesh_create, with lines the floor must be as sound as there.
///
/// It answers all questions, but is not to be edited: its walls belong to no shape of the floor.
/// Outside of the bounds it is solid as well. Without bounds, the frame that was asked for is
/// widened if it does not hold the grown walls. The same mesh for the same floor. O(n log n) for
/// walls that are spread out, more where many grown walls cross.
/// [Limit: radius up to WEND_MAX_COORDINATE; arc_error at least 1e-6 of it]
WEND_API wend_result wend_mesh_create_grown(const wend_floor *floor, double radius,
                                            double arc_error, const wend_mesh_def *def,
                                            wend_mesh **mesh, wend_error *error);

/// A mesh that is and does the same, with the same ids, versions and whatever comes after the same
/// edits; with memory from allocator [opt]. WEND_NO_MEMORY: *copy is NULL. Not while another thread
/// searches in the mesh.
WEND_API wend_result wend_mesh_copy(const wend_mesh *mesh, const wend_allocator *allocator,
                                    wend_mesh **copy, wend_error *error);

/// NULL is allowed.
WEND_API void wend_mesh_destroy(wend_mesh *mesh);

/// The id of the obstacle that was the floor's shape with that number.
WEND_API wend_id wend_mesh_shape(const wend_mesh *mesh, uint32_t shape);

/// Adds an obstacle. It may touch others as shapes of a floor may (see wend/floor.h); one that
/// crosses a wall, overlaps another or leaves the bounds is WEND_UNSOUND with the place and changes
/// nothing. Costs what the obstacle and its surroundings are worth, not what the mesh is.
WEND_API wend_result wend_mesh_insert(wend_mesh *mesh, const wend_shape *shape, wend_id *id,
                                      wend_error *error);

/// Removes an obstacle. WEND_STALE if it is gone already.
WEND_API wend_result wend_mesh_remove(wend_mesh *mesh, wend_id id, wend_error *error);

/// How large the mesh is.
typedef struct wend_mesh_size {
    uint32_t vertices;  ///< without the frame's
    uint32_t triangles; ///< free ones
    uint32_t cells;
    uint32_t edges;      ///< between two free triangles or at the edge of one
    uint32_t components; ///< parts of the free space with no way between them
    double area;         ///< of the free triangles [Units: m^2]
    size_t bytes;
} wend_mesh_size;

WEND_API wend_mesh_size wend_mesh_measure(const wend_mesh *mesh);

/// Counts the edits.
WEND_API uint64_t wend_mesh_version(const wend_mesh *mesh);

/// The floor's tolerance.
WEND_API double wend_mesh_tolerance(const wend_mesh *mesh);

/// The box around the bounds, or the frame.
WEND_API wend_box wend_mesh_box(const wend_mesh *mesh);

/// Calls visit for every free triangle or cell: a convex ring, counter-clockwise. walls[i] is true
/// if the side from point i to the next is a wall, or lies on the frame. Stops when visit returns
/// false. In no fixed order. Where a cell has more than 64 sides, wend_mesh_cells needs memory from
/// the mesh's allocator, so not from two threads at once unless that allows it.
typedef bool wend_face_fn(void *context, const wend_vec2 *points, const bool *walls,
                          uint32_t count);
WEND_API wend_result wend_mesh_triangles(const wend_mesh *mesh, wend_face_fn *visit, void *context);
WEND_API wend_result wend_mesh_cells(const wend_mesh *mesh, wend_face_fn *visit, void *context);

// ---- questions ----------------------------------------------------------------------------------

/// Where p lies, exactly; p outside the box is WEND_PLACE_OUT. On a wall or a corner is
/// WEND_PLACE_WALL, whether or not there is free space beside it.
WEND_API wend_place wend_mesh_locate(const wend_mesh *mesh, wend_vec2 p);

/// True if a point agent can get from p to q at all. Exact, and takes no search.
WEND_API bool wend_mesh_connected(const wend_mesh *mesh, wend_vec2 p, wend_vec2 q);

/// What a ray met.
typedef struct wend_ray {
    bool hit;       ///< false: it went all the way
    wend_vec2 at;   ///< where it stopped, exact if that is a corner or the ray's own end
    wend_vec2 a, b; ///< the wall that was hit, or the piece of it between two corners of obstacles
    double length;  ///< of the way gone [Units: m]
} wend_ray;

/// Goes straight from p towards q until it would enter an obstacle; whether it does is decided
/// exactly. A ray that only touches a wall, runs along it or grazes a corner goes on; so does one
/// through a point obstacle. It does not pass between two obstacles that touch, nor through a
/// segment, nor beyond the frame. WEND_BAD_ARGUMENT if p is not in free space or on its walls.
/// [Limit: q within 1e150]
WEND_API wend_result wend_mesh_raycast(const wend_mesh *mesh, wend_vec2 p, wend_vec2 q,
                                       wend_ray *ray, wend_error *error);

/// Everything that can be seen from p: a ring around p, counter-clockwise, seen in the sense of
/// wend_mesh_raycast, but for what is seen along a single line only. Where there is no free space
/// beside p, on a wall or a corner, p is in the ring. Corners are exact, other points rounded.
/// Writes at most capacity points and their whole number to *count; WEND_BUFFER_TOO_SMALL if there
/// were more. Takes what the triangles seen are worth. WEND_BAD_ARGUMENT if p is not in free space
/// or on its walls.
WEND_API wend_result wend_mesh_visible(const wend_mesh *mesh, wend_vec2 p, wend_vec2 *points,
                                       uint32_t capacity, uint32_t *count, wend_error *error);

/// WEND_OK if everything is as it should be: links, orientation, Delaunay with ties by coordinates,
/// walls, solid sides, cells convex and merged as the rule says, components, hints.
WEND_API wend_result wend_mesh_check(const wend_mesh *mesh, wend_error *error);

/// WEND_OK if both have the same free triangles and cells, compared by coordinates; else
/// WEND_UNSOUND with a place where they differ.
WEND_API wend_result wend_mesh_equal(const wend_mesh *a, const wend_mesh *b, wend_error *error);

/// Draws the layers "cells" and "triangles".
WEND_API void wend_mesh_draw(const wend_mesh *mesh, const wend_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
