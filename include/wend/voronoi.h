// SPDX-License-Identifier: MIT
// The Voronoi diagram of obstacles and agents in the plane: which site is nearest, how far it is,
// and the lines that are as far from the sites as can be. It changes with its sites, locally, and
// is then what a fresh build would be.
//
// A site is an obstacle (a point, a segment, a polygon), the bounds, or an agent: a point with a
// radius that only queries use. Only the free side of polygons has a diagram. A site's border
// consists of sides and corners; each has a cell, and two cells meet in pieces of lines and
// parabolas. An edge of the diagram is a chain of such pieces between two vertices at which three
// or more meet, or one (a concave corner, where clearance is 0).
#ifndef WEND_VORONOI_H
#define WEND_VORONOI_H

#include "wend/draw.h"
#include "wend/floor.h"
#include "wend/id.h"
#include "wend/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_voronoi_def {
    /// What the diagram covers if the floor has no bounds: its border is a site then. An empty box:
    /// the floor's box, grown by its longer side to every side. [Limit: within WEND_MAX_COORDINATE,
    /// and, if there are obstacles, so large that wend_tolerance of it is at most 64 times the
    /// floor's]
    wend_box frame;
    wend_tasks *tasks; ///< [opt] for create and for batches of edits; must outlive the diagram
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_voronoi_def
} wend_voronoi_def;

WEND_API wend_voronoi_def wend_default_voronoi_def(void);

/// Queries are const: any number of threads may ask at once, while nobody edits.
typedef struct wend_voronoi wend_voronoi;

/// Builds the diagram of a floor. [Limit: wend_floor_flaws finds nothing] O(n) for sites that are
/// spread out. No reference to floor or def is retained, but def->tasks.
WEND_API wend_result wend_voronoi_create(const wend_floor *floor, const wend_voronoi_def *def,
                                         wend_voronoi **voronoi, wend_error *error);

/// A diagram that is and does the same, with the same ids; with memory from allocator [opt].
WEND_API wend_result wend_voronoi_copy(const wend_voronoi *voronoi, const wend_allocator *allocator,
                                       wend_voronoi **copy, wend_error *error);

/// NULL is allowed.
WEND_API void wend_voronoi_destroy(wend_voronoi *voronoi);

/// Another runner for what is to come, or NULL.
WEND_API void wend_voronoi_set_tasks(wend_voronoi *voronoi, wend_tasks *tasks);

// ---- sites --------------------------------------------------------------------------------------

/// The id of the floor's shape with that number; of its bounds or the frame for WEND_BOUNDS.
WEND_API wend_id wend_voronoi_shape(const wend_voronoi *voronoi, uint32_t shape);

typedef enum wend_site_change_kind {
    WEND_SITE_INSERT, ///< shape and radius; id is written
    WEND_SITE_REMOVE, ///< id
    WEND_SITE_MOVE,   ///< id is now that shape and radius, wherever it was before
} wend_site_change_kind;

/// One change. An agent is a shape of one point. Its place is rounded to 2^-24 of the scene's size,
/// 6 um for 100 m: two agents nearer than that, or one that is nearer to a wall, share a cell.
typedef struct wend_site_change {
    wend_site_change_kind kind;
    wend_id id;
    wend_shape shape;
    double radius; ///< of an agent; else 0 [Limit: >= 0] [Units: m]
} wend_site_change;

/// Applies changes, in their order, all or none. An obstacle that crosses a wall, overlaps another
/// or leaves the bounds, and an agent inside of something, is WEND_UNSOUND with the place; *failed
/// [opt] says which change. The diagram is made good once, for all of them, and costs what the
/// surroundings of the changed sites are worth, not what the diagram is. WEND_NO_MEMORY: either
/// nothing has changed (*failed is written) or the sites have and the diagram could not follow:
/// then questions that need it say WEND_NO_MEMORY, too, until a change (of none, if need be)
/// succeeds.
WEND_API wend_result wend_voronoi_change(wend_voronoi *voronoi, wend_site_change *changes,
                                         uint32_t count, uint32_t *failed, wend_error *error);

/// The same for one.
WEND_API wend_result wend_voronoi_insert(wend_voronoi *voronoi, const wend_shape *shape,
                                         double radius, wend_id *id, wend_error *error);
WEND_API wend_result wend_voronoi_remove(wend_voronoi *voronoi, wend_id id, wend_error *error);
/// Moves an agent, or a point. WEND_BAD_ARGUMENT if it is anything else.
WEND_API wend_result wend_voronoi_move(wend_voronoi *voronoi, wend_id id, wend_vec2 place,
                                       wend_error *error);

/// Counts the changes.
WEND_API uint64_t wend_voronoi_version(const wend_voronoi *voronoi);
WEND_API double wend_voronoi_tolerance(const wend_voronoi *voronoi);
WEND_API wend_box wend_voronoi_box(const wend_voronoi *voronoi);

/// How large the diagram is.
typedef struct wend_voronoi_size {
    uint32_t sites;    ///< agents and the bounds included
    uint32_t cells;    ///< of sides and corners
    uint32_t pieces;   ///< lines and parabolas between two cells
    uint32_t vertices; ///< where three or more edges meet, or one ends
    uint32_t edges;
    size_t bytes;
} wend_voronoi_size;
WEND_API wend_voronoi_size wend_voronoi_measure(const wend_voronoi *voronoi);

// ---- questions ----------------------------------------------------------------------------------

/// The site nearest to a point.
typedef struct wend_nearest_site {
    wend_id site;
    wend_vec2 point; ///< of the site, closest to the asked one
    double distance; ///< to it: an agent's radius is not taken off [Units: m]
    double radius;   ///< of the site, if it is an agent
} wend_nearest_site;

/// The site nearest to p. WEND_NOTHING if p is inside an obstacle or out of bounds; no deeper than
/// a tolerance it counts as on the wall.
WEND_API wend_result wend_voronoi_nearest(const wend_voronoi *voronoi, wend_vec2 p,
                                          wend_nearest_site *nearest, wend_error *error);

/// The two sites nearest to p, of different ids; *second.site is null if there is but one.
WEND_API wend_result wend_voronoi_nearest_two(const wend_voronoi *voronoi, wend_vec2 p,
                                              wend_nearest_site *first, wend_nearest_site *second,
                                              wend_error *error);

/// The distance from p to the nearest wall or rim of an agent: what is left when its radius is
/// taken off, so it may be negative. `except` [null: nobody] is left out. -INFINITY where p is not
/// free.
WEND_API double wend_voronoi_clearance(const wend_voronoi *voronoi, wend_vec2 p, wend_id except);

typedef struct wend_circle {
    wend_vec2 centre;
    double radius;
} wend_circle;

/// The largest of all empty circles that have p inside (no site in it, radii not counted).
WEND_API wend_result wend_voronoi_largest_circle(const wend_voronoi *voronoi, wend_vec2 p,
                                                 wend_circle *circle, wend_error *error);

/// The empty circle, centred on the edges of p's cell, in which p lies deepest: p is further from
/// its rim than from any other's (section 4.2.1). `edge` [opt] tells which piece the centre is on.
WEND_API wend_result wend_voronoi_embedding_circle(const wend_voronoi *voronoi, wend_vec2 p,
                                                   wend_circle *circle, uint32_t *edge,
                                                   wend_error *error);

/// The sites whose cells meet that of a site, each once, in order of their slots. Writes at most
/// capacity of them and their whole number to *count; WEND_BUFFER_TOO_SMALL if there were more.
WEND_API wend_result wend_voronoi_neighbours(const wend_voronoi *voronoi, wend_id id,
                                             wend_id *neighbours, uint32_t capacity,
                                             uint32_t *count, wend_error *error);

/// The sites no further than radius from p, in order of their slots; as above.
WEND_API wend_result wend_voronoi_within(const wend_voronoi *voronoi, wend_vec2 p, double radius,
                                         wend_id *sites, uint32_t capacity, uint32_t *count,
                                         wend_error *error);

// ---- the graph ----------------------------------------------------------------------------------

/// A piece of an edge, from a to b, between a side or corner of one site on its left and one of
/// another (or of the same) on its right. Straight, or a parabola.
typedef struct wend_voronoi_piece {
    wend_vec2 a, b;
    double radius_a, radius_b; ///< clearance at the ends, radii of agents not taken off
    wend_segment left, right;  ///< what it lies between: a side, or a corner (a == b)
    wend_id left_site, right_site;
    bool parabola; ///< between a side and a corner
} wend_voronoi_piece;

/// A point of a piece: 0 at a, 1 at b, in between by the foot on the side of a parabola, else by
/// length. *radius [opt] is its clearance.
WEND_API wend_vec2 wend_piece_point(const wend_voronoi_piece *piece, double share, double *radius);
/// Its length, exact but for rounding.
WEND_API double wend_piece_length(const wend_voronoi_piece *piece);
/// Where it is narrowest, as a share, and the clearance there.
WEND_API double wend_piece_narrowest(const wend_voronoi_piece *piece, double *radius);

/// An edge: all its pieces, from one vertex to the other.
typedef struct wend_voronoi_edge {
    const wend_voronoi_piece *pieces; ///< valid within the visit
    uint32_t piece_count;
    uint32_t from, to; ///< vertices; equal for a loop
    double length;
    double clearance;    ///< the least of its pieces
    wend_vec2 narrowest; ///< and where that is
} wend_voronoi_edge;

/// A vertex: its place, its clearance, and how many edges meet there. Its number is valid until the
/// next change.
typedef struct wend_voronoi_vertex {
    wend_vec2 place;
    double radius;
    uint32_t number;
    uint32_t degree; ///< 1: a concave corner; a loop counts twice
    uint32_t site_count;
    const wend_id *sites; ///< that it is equally far from, around it, valid within the visit
} wend_voronoi_vertex;

/// Calls visit for every edge, once, or vertex, in no fixed order, until it returns false.
/// Takes memory from the diagram's allocator, so not from two threads at once unless that allows
/// it.
typedef bool wend_voronoi_edge_fn(void *context, const wend_voronoi_edge *edge);
typedef bool wend_voronoi_vertex_fn(void *context, const wend_voronoi_vertex *vertex);
WEND_API wend_result wend_voronoi_edges(const wend_voronoi *voronoi, wend_voronoi_edge_fn *visit,
                                        void *context);
WEND_API wend_result wend_voronoi_vertices(const wend_voronoi *voronoi,
                                           wend_voronoi_vertex_fn *visit, void *context);
/// The pieces around the cell of a site, the site on their left, counter-clockwise around each ring
/// of its border. Takes memory as above, but for a lone point or agent.
typedef bool wend_voronoi_piece_fn(void *context, const wend_voronoi_piece *piece);
WEND_API wend_result wend_voronoi_cell(const wend_voronoi *voronoi, wend_id id,
                                       wend_voronoi_piece_fn *visit, void *context,
                                       wend_error *error);

/// WEND_OK if everything is as it should be: every vertex equally far from its sites and no site
/// nearer, every piece equally far from its two, cells that partition the free space, twins,
/// connected where free space is, and Euler's number. O(n log n).
WEND_API wend_result wend_voronoi_check(const wend_voronoi *voronoi, wend_error *error);

/// WEND_OK if both have the same sides, corners and neighbours, and vertices at the same places to
/// a few tolerances; else WEND_UNSOUND with a place where they differ.
WEND_API wend_result wend_voronoi_equal(const wend_voronoi *a, const wend_voronoi *b,
                                        wend_error *error);

/// Draws the layer "voronoi".
WEND_API void wend_voronoi_draw(const wend_voronoi *voronoi, const wend_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
