// SPDX-License-Identifier: MIT
// Navigation mesh: the free space of a floor as a constrained Delaunay triangulation and, on top of
// it, convex cells. Obstacles can be inserted and removed by local repair.
//
// The mesh is a function of its obstacles: where four points are cocircular, or several ways to
// merge triangles are equally good, coordinates decide, never the order of insertion. An edited
// mesh therefore equals one built from scratch, triangle by triangle and cell by cell.
//
// A point agent may touch walls and slide along them. It never passes through a wall, nor between
// two obstacles that touch in a point.
#ifndef WEND_MESH_H
#define WEND_MESH_H

#include "wend/draw.h"
#include "wend/floor.h"
#include "wend/ids.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_mesh_def {
    /// Region of the mesh if the floor has no bounds; obstacles can be inserted only inside it.
    /// Empty box: the floor's bounding box, extended on every side by its longer side.
    wend_box frame;
    /// For wend_mesh_create_inflated: lines that become edges of the mesh but are not walls, from
    /// wall to wall, for path maps with tolls (wend/map_tolls.h). They may reach into walls, end in
    /// free space and cross each other; parts outside free space are ignored. Where a line ends at,
    /// or passes within a tolerance of, a corner or another line's end, they touch. All other
    /// queries treat lines as walls. [Limit: ends within WEND_MAX_COORDINATE]
    const wend_segment *lines;
    uint32_t line_count;
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_mesh_def
} wend_mesh_def;

/// Empty frame, no lines, malloc.
WEND_API wend_mesh_def wend_default_mesh_def(void);

/// Queries are const and may run in any number of threads concurrently, but not during an edit.
typedef struct wend_mesh wend_mesh;

/// Builds the mesh of a floor. O(n log n) for evenly spread walls. No reference to floor or def is
/// retained. Returns WEND_INVALID_GEOMETRY with the position if walls cross; other defects are not
/// detected: a mesh of overlapping obstacles must not be edited.
/// [Limit: the floor is valid (wend_floor_validate)]
WEND_API wend_result wend_mesh_create(const wend_floor *floor, const wend_mesh_def *def,
                                      wend_mesh **mesh, wend_error *error);

/// Default distance by which arcs of an inflated mesh exceed the true arcs, as a fraction of the
/// radius: a right angle gets three corners.
#define WEND_ARC_ERROR 0.04

/// Builds the mesh for the centre of a disc: the free space is the set of points that keep the
/// radius from every wall. The walls are inflated by the radius; arcs around corners are replaced
/// by tangents, at most arc_error outside the true arc (0: WEND_ARC_ERROR of the radius). A point
/// in its free space keeps at least the radius from every wall, and a point that keeps radius +
/// arc_error is free, both up to the tolerance of a floor of that size. If the disc fits nowhere,
/// nothing is free. Obstacles may overlap and leave the bounds. A radius up to the floor's
/// tolerance is that of a point: without lines the result equals wend_mesh_create; with lines the
/// floor must be valid as well.
///
/// All queries work, but the mesh cannot be edited: its walls belong to no shape of the floor. The
/// outside of the bounds is solid. Without bounds, the frame is extended if it does not contain the
/// inflated walls. Deterministic. O(n log n) for evenly spread walls, more where many inflated
/// walls cross.
/// [Limit: radius up to WEND_MAX_COORDINATE; arc_error at least 1e-6 of it]
WEND_API wend_result wend_mesh_create_inflated(const wend_floor *floor, double radius,
                                               double arc_error, const wend_mesh_def *def,
                                               wend_mesh **mesh, wend_error *error);

/// Creates an identical copy, with the same ids, versions and behaviour under further edits, with
/// memory from allocator [opt]. WEND_OUT_OF_MEMORY: *copy is NULL. Must not run while another
/// thread searches in the mesh.
WEND_API wend_result wend_mesh_copy(const wend_mesh *mesh, const wend_allocator *allocator,
                                    wend_mesh **copy, wend_error *error);

/// Destroys a mesh. NULL is allowed.
WEND_API void wend_mesh_destroy(wend_mesh *mesh);

/// Id of the obstacle created from the floor's shape with this number.
WEND_API wend_mesh_shape_id wend_mesh_shape(const wend_mesh *mesh, uint32_t shape);

/// Inserts an obstacle. It may touch others as the shapes of a floor may (see wend/floor.h).
/// Returns WEND_INVALID_GEOMETRY with the position, and changes nothing, if it crosses a wall,
/// overlaps another or leaves the bounds. The cost depends on the obstacle and its surroundings,
/// not on the size of the mesh.
WEND_API wend_result wend_mesh_insert(wend_mesh *mesh, const wend_shape *shape,
                                      wend_mesh_shape_id *id, wend_error *error);

/// Removes an obstacle. Returns WEND_STALE if it has been removed already.
WEND_API wend_result wend_mesh_remove(wend_mesh *mesh, wend_mesh_shape_id id, wend_error *error);

/// Size of the mesh.
typedef struct wend_mesh_size {
    uint32_t vertices;  ///< without those of the frame
    uint32_t triangles; ///< in free space
    uint32_t cells;
    uint32_t edges;      ///< between two free triangles or on the border of one
    uint32_t components; ///< connected components of the free space
    double area;         ///< of the free space [Units: m^2]
    size_t bytes;
} wend_mesh_size;

/// Returns the size of the mesh.
WEND_API wend_mesh_size wend_mesh_measure(const wend_mesh *mesh);

/// Number of edits so far.
WEND_API uint64_t wend_mesh_version(const wend_mesh *mesh);

/// The floor's tolerance.
WEND_API double wend_mesh_tolerance(const wend_mesh *mesh);

/// Bounding box of the bounds, or the frame.
WEND_API wend_box wend_mesh_box(const wend_mesh *mesh);

/// Calls visit for every free triangle or cell, a convex ring in counter-clockwise order, until
/// visit returns false. The order is unspecified. walls[i] is true if the side from point i to the
/// next is a wall or lies on the frame. wend_mesh_cells allocates from the mesh's allocator if a
/// cell has more than 64 sides: concurrent calls need a thread-safe allocator.
typedef bool wend_face_fn(void *context, const wend_vec2 *points, const bool *walls,
                          uint32_t count);
WEND_API wend_result wend_mesh_triangles(const wend_mesh *mesh, wend_face_fn *visit, void *context);
WEND_API wend_result wend_mesh_cells(const wend_mesh *mesh, wend_face_fn *visit, void *context);

// ---- queries ------------------------------------------------------------------------------------

/// Location of p, exact. WEND_LOCATION_OUTSIDE outside the box; WEND_LOCATION_BOUNDARY on a wall or
/// corner, whether or not there is free space beside it.
WEND_API wend_location wend_mesh_locate(const wend_mesh *mesh, wend_vec2 p);

/// True if a path for a point agent from p to q exists. Exact, without a search.
WEND_API bool wend_mesh_connected(const wend_mesh *mesh, wend_vec2 p, wend_vec2 q);

/// Result of wend_mesh_raycast.
typedef struct wend_ray {
    bool hit;       ///< false: the ray reached its end
    wend_vec2 at;   ///< where the ray stopped; exact at a corner or at the ray's end
    wend_vec2 a, b; ///< the wall that was hit, or its part between two corners of obstacles
    double length;  ///< distance travelled [Units: m]
} wend_ray;

/// Traces the straight line from p towards q until it would enter an obstacle (decided exactly). A
/// ray that touches a wall, runs along it or grazes a corner continues, as does one through a point
/// obstacle. It does not pass between two touching obstacles, through a segment, or beyond the
/// frame. Returns WEND_BAD_ARGUMENT if p is not in free space or on its walls.
/// [Limit: q within 1e150]
WEND_API wend_result wend_mesh_raycast(const wend_mesh *mesh, wend_vec2 p, wend_vec2 q,
                                       wend_ray *ray, wend_error *error);

/// Computes the visibility polygon of p: a counter-clockwise ring around p. Visibility is that of
/// wend_mesh_raycast, without parts visible along a single line only. If p lies on a wall or
/// corner, p is in the ring where there is no free space beside it. Corners are exact, other points
/// rounded. Writes at most capacity points and their total number to *count. Returns
/// WEND_BUFFER_TOO_SMALL if they do not all fit, WEND_BAD_ARGUMENT if p is not in free space or on
/// its walls. The cost is proportional to the number of visible triangles.
WEND_API wend_result wend_mesh_visible(const wend_mesh *mesh, wend_vec2 p, wend_vec2 *points,
                                       uint32_t capacity, uint32_t *count, wend_error *error);

/// WEND_OK if the mesh is consistent: links, orientation, Delaunay property with ties broken by
/// coordinates, walls, solid sides, convex cells merged by the rule, components, hints.
WEND_API wend_result wend_mesh_check(const wend_mesh *mesh, wend_error *error);

/// WEND_OK if both meshes have the same free triangles and cells, compared by coordinates; else
/// WEND_INVALID_GEOMETRY with a position where they differ.
WEND_API wend_result wend_mesh_equal(const wend_mesh *a, const wend_mesh *b, wend_error *error);

/// Draws the layers "cells" and "triangles".
WEND_API void wend_mesh_draw(const wend_mesh *mesh, const wend_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
