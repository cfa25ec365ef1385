// SPDX-License-Identifier: MIT
// Dynamic Voronoi diagram of obstacles and agents: nearest sites, clearance, and the edges of
// maximum clearance. Edits are local; the edited diagram equals one built from scratch.
//
// A site is an obstacle (point, segment or polygon), the bounds, or an agent: a point with a radius
// that only queries use. Only the free side of polygons has a diagram. The border of a site
// consists of sides and corners. Each has a cell; two cells meet in pieces of lines and parabolas.
// An edge of the diagram is a chain of such pieces between two vertices. A vertex is a point where
// three or more edges meet, or where one ends (at a concave corner, where the clearance is 0).
#ifndef WEND_VORONOI_H
#define WEND_VORONOI_H

#include "wend/draw.h"
#include "wend/floor.h"
#include "wend/ids.h"
#include "wend/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_voronoi_def {
    /// Region of the diagram if the floor has no bounds; its border is then a site. Empty box: the
    /// floor's bounding box, extended on every side by its longer side. [Limit: within
    /// WEND_MAX_COORDINATE; if there are obstacles, wend_tolerance of the frame at most 64 times
    /// the floor's]
    wend_box frame;
    wend_tasks *tasks; ///< [opt] used by create and by batches of edits; must outlive the diagram
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_voronoi_def
} wend_voronoi_def;

/// Empty frame, no tasks, malloc.
WEND_API wend_voronoi_def wend_default_voronoi_def(void);

/// Queries are const and may run in any number of threads concurrently, but not during an edit.
typedef struct wend_voronoi wend_voronoi;

/// Builds the diagram of a floor. O(n) for evenly spread sites. No reference to floor or def is
/// retained, except to def->tasks. [Limit: the floor is valid (wend_floor_validate)]
WEND_API wend_result wend_voronoi_create(const wend_floor *floor, const wend_voronoi_def *def,
                                         wend_voronoi **voronoi, wend_error *error);

/// Creates an identical copy with the same ids, with memory from allocator [opt].
WEND_API wend_result wend_voronoi_copy(const wend_voronoi *voronoi, const wend_allocator *allocator,
                                       wend_voronoi **copy, wend_error *error);

/// Destroys a diagram. NULL is allowed.
WEND_API void wend_voronoi_destroy(wend_voronoi *voronoi);

/// Replaces the task runner for subsequent edits; NULL: none.
WEND_API void wend_voronoi_set_tasks(wend_voronoi *voronoi, wend_tasks *tasks);

// ---- sites --------------------------------------------------------------------------------------

/// Id of the floor's shape with this number; for WEND_BOUNDS the id of the bounds or the frame.
WEND_API wend_site_id wend_voronoi_shape(const wend_voronoi *voronoi, uint32_t shape);

typedef enum wend_site_change_kind {
    WEND_SITE_INSERT, ///< reads shape and radius; writes id
    WEND_SITE_REMOVE, ///< reads id
    WEND_SITE_MOVE,   ///< replaces the shape and radius of id; any distance
} wend_site_change_kind;

/// One change. An agent is a shape of one point. Its position is rounded to 2^-24 of the scene's
/// size, 6e-6 m for 100 m: agents closer to each other or to a wall than that share a cell.
typedef struct wend_site_change {
    wend_site_change_kind kind;
    wend_site_id id;
    wend_shape shape;
    double radius; ///< radius of an agent, else 0 [Limit: >= 0] [Units: m]
} wend_site_change;

/// Applies changes in order, all or none, and updates the diagram once. The cost depends on the
/// neighbourhood of the changed sites, not on the size of the diagram.
/// Returns WEND_INVALID_GEOMETRY with the position if an obstacle crosses a wall, overlaps another
/// or leaves the bounds, or if an agent lies inside an obstacle; *failed [opt] is the number of
/// that change. WEND_OUT_OF_MEMORY: either nothing has changed (*failed is written), or the sites
/// have changed but the diagram has not been updated. In the latter case queries that need the
/// diagram return WEND_OUT_OF_MEMORY until a call of this function (count may be 0) succeeds.
WEND_API wend_result wend_voronoi_change(wend_voronoi *voronoi, wend_site_change *changes,
                                         uint32_t count, uint32_t *failed, wend_error *error);

/// wend_voronoi_change for a single change.
WEND_API wend_result wend_voronoi_insert(wend_voronoi *voronoi, const wend_shape *shape,
                                         double radius, wend_site_id *id, wend_error *error);
WEND_API wend_result wend_voronoi_remove(wend_voronoi *voronoi, wend_site_id id, wend_error *error);
/// Moves an agent or a point. Returns WEND_BAD_ARGUMENT for any other site.
WEND_API wend_result wend_voronoi_move(wend_voronoi *voronoi, wend_site_id id, wend_vec2 position,
                                       wend_error *error);

/// Number of successful changes so far.
WEND_API uint64_t wend_voronoi_version(const wend_voronoi *voronoi);
/// Tolerance of the diagram (see wend_tolerance). [Units: m]
WEND_API double wend_voronoi_tolerance(const wend_voronoi *voronoi);
/// Bounding box of the bounds, or the frame.
WEND_API wend_box wend_voronoi_box(const wend_voronoi *voronoi);

/// Size of the diagram.
typedef struct wend_voronoi_size {
    uint32_t sites;    ///< including agents and the bounds
    uint32_t cells;    ///< cells of sides and corners
    uint32_t pieces;   ///< line and parabola pieces between two cells
    uint32_t vertices; ///< points where three or more edges meet, or one ends
    uint32_t edges;
    size_t bytes;
} wend_voronoi_size;
WEND_API wend_voronoi_size wend_voronoi_measure(const wend_voronoi *voronoi);

// ---- queries ------------------------------------------------------------------------------------

/// The site nearest to a point.
typedef struct wend_nearest_site {
    wend_site_id site;
    wend_vec2 point; ///< the site's point closest to the query point
    double distance; ///< distance to point; an agent's radius is not subtracted [Units: m]
    double radius;   ///< radius of the site if it is an agent, else 0
} wend_nearest_site;

/// Finds the site nearest to p. Returns WEND_NOT_FOUND if p is inside an obstacle or out of bounds;
/// up to one tolerance inside counts as on the wall.
WEND_API wend_result wend_voronoi_nearest(const wend_voronoi *voronoi, wend_vec2 p,
                                          wend_nearest_site *nearest, wend_error *error);

/// Finds the two sites nearest to p, with different ids; second->site is null if there is only one
/// site.
WEND_API wend_result wend_voronoi_nearest_two(const wend_voronoi *voronoi, wend_vec2 p,
                                              wend_nearest_site *first, wend_nearest_site *second,
                                              wend_error *error);

/// Distance from p to the nearest wall or agent, minus the agent's radius; negative inside an
/// agent. The site `except` is ignored unless it is null. -INFINITY if p is not in free space.
WEND_API double wend_voronoi_clearance(const wend_voronoi *voronoi, wend_vec2 p,
                                       wend_site_id except);

/// A circle.
typedef struct wend_circle {
    wend_vec2 centre;
    double radius;
} wend_circle;

/// Finds the largest empty circle that contains p (no site inside; agents count as points).
WEND_API wend_result wend_voronoi_largest_circle(const wend_voronoi *voronoi, wend_vec2 p,
                                                 wend_circle *circle, wend_error *error);

/// Finds the empty circle, centred on an edge of p's cell, in which p lies deepest: its distance to
/// the circle is greater than for any other such circle (UFRGS 2010, §4.2.1). *edge [opt] is the
/// piece that contains the centre.
WEND_API wend_result wend_voronoi_embedding_circle(const wend_voronoi *voronoi, wend_vec2 p,
                                                   wend_circle *circle, uint32_t *edge,
                                                   wend_error *error);

/// Finds the sites whose cells are adjacent to the cell of a site, each once, in slot order. Writes
/// at most capacity ids and their total number to *count. Returns WEND_BUFFER_TOO_SMALL if they do
/// not all fit.
WEND_API wend_result wend_voronoi_neighbours(const wend_voronoi *voronoi, wend_site_id id,
                                             wend_site_id *neighbours, uint32_t capacity,
                                             uint32_t *count, wend_error *error);

/// Finds the sites within radius of p, in slot order; otherwise like wend_voronoi_neighbours.
WEND_API wend_result wend_voronoi_within(const wend_voronoi *voronoi, wend_vec2 p, double radius,
                                         wend_site_id *sites, uint32_t capacity, uint32_t *count,
                                         wend_error *error);

// ---- graph --------------------------------------------------------------------------------------

/// A piece of an edge, from a to b: a straight segment or a parabola. A side or corner of one site
/// lies to its left, one of another site (or of the same) to its right.
typedef struct wend_voronoi_piece {
    wend_vec2 a, b;
    double radius_a, radius_b; ///< clearance at the ends; agents' radii are not subtracted
    wend_segment left, right;  ///< the adjacent sides or corners (corner: a == b)
    wend_site_id left_site, right_site;
    bool parabola; ///< between a side and a corner
} wend_voronoi_piece;

/// A point of a piece: share 0 is a, 1 is b. In between, share is linear in the projection onto the
/// side for a parabola, in arc length for a straight piece. *radius [opt] is the clearance there.
WEND_API wend_vec2 wend_piece_point(const wend_voronoi_piece *piece, double share, double *radius);
/// Length of the piece, exact up to rounding.
WEND_API double wend_piece_length(const wend_voronoi_piece *piece);
/// Share at which the clearance is minimal; *radius [opt] is the clearance there.
WEND_API double wend_piece_narrowest(const wend_voronoi_piece *piece, double *radius);

/// An edge: its pieces, from one vertex to the other.
typedef struct wend_voronoi_edge {
    const wend_voronoi_piece *pieces; ///< valid during the visit
    uint32_t piece_count;
    uint32_t from, to; ///< vertices; equal for a loop
    double length;
    double clearance;    ///< minimum over its pieces
    wend_vec2 narrowest; ///< position of the minimum
} wend_voronoi_edge;

/// A vertex: position, clearance and degree. Its number is valid until the next change.
typedef struct wend_voronoi_vertex {
    wend_vec2 position;
    double radius;
    uint32_t number;
    uint32_t degree; ///< number of edge ends; 1 at a concave corner; a loop counts twice
    uint32_t site_count;
    const wend_site_id *sites; ///< the equidistant sites, in order around the vertex; valid during
                               ///< the visit
} wend_voronoi_vertex;

/// Calls visit once for every edge or vertex, in unspecified order, until visit returns false.
/// Allocates from the diagram's allocator: concurrent calls need a thread-safe allocator.
typedef bool wend_voronoi_edge_fn(void *context, const wend_voronoi_edge *edge);
typedef bool wend_voronoi_vertex_fn(void *context, const wend_voronoi_vertex *vertex);
WEND_API wend_result wend_voronoi_edges(const wend_voronoi *voronoi, wend_voronoi_edge_fn *visit,
                                        void *context);
WEND_API wend_result wend_voronoi_vertices(const wend_voronoi *voronoi,
                                           wend_voronoi_vertex_fn *visit, void *context);
/// Calls visit for the pieces around the cell of a site, with the site on their left,
/// counter-clockwise around each ring of its border. Allocates like wend_voronoi_edges, except for
/// a lone point or agent.
typedef bool wend_voronoi_piece_fn(void *context, const wend_voronoi_piece *piece);
WEND_API wend_result wend_voronoi_cell(const wend_voronoi *voronoi, wend_site_id id,
                                       wend_voronoi_piece_fn *visit, void *context,
                                       wend_error *error);

/// WEND_OK if the diagram is consistent: every vertex is equidistant from its sites with no site
/// nearer, every piece is equidistant from its two, cells partition the free space, twins match,
/// the graph is connected where free space is, and Euler's formula holds. O(n log n).
WEND_API wend_result wend_voronoi_check(const wend_voronoi *voronoi, wend_error *error);

/// WEND_OK if both diagrams have the same sides, corners and adjacencies, and vertices at the same
/// positions up to a few tolerances; else WEND_INVALID_GEOMETRY with a position where they differ.
WEND_API wend_result wend_voronoi_equal(const wend_voronoi *a, const wend_voronoi *b,
                                        wend_error *error);

/// Draws the layer "voronoi".
WEND_API void wend_voronoi_draw(const wend_voronoi *voronoi, const wend_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
