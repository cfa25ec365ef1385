// SPDX-License-Identifier: MIT
// The data of a map, and the wave that builds it: windows propagating from triangle to triangle,
// corners that wait to become roots.
#ifndef WEND_MAP_WAVE_H
#define WEND_MAP_WAVE_H

#include "core/heap.h"
#include "map/bodies.h"
#include "map/map.h"
#include "mesh/around.h"
#include "wend/vec2.h"

/// A corner: a vertex of the mesh as seen from one of the free sectors around it. Walls that meet
/// at a vertex divide it into several, and what is near to one of them may be far from another.
///
///        last wall  b
///                    \   ..    the sector: the triangles of the spokes `first` to `last`,
///            (solid)  v - - -  counter-clockwise
///                    /   ''
///        first wall a
typedef struct wend_corner {
    wend_vec2 at;
    double distance;      ///< smallest known; INFINITY: none
    uint32_t parent;      ///< root that it was seen from
    uint32_t via;         ///< triangle of the window that saw it
    uint32_t root;        ///< its root; WEND_MAP_NONE: none (yet)
    uint32_t first, last; ///< half-edges that start here; WEND_NONE: the corner is not in use
    bool turns;           ///< the sector is wider than 180 degrees: paths may bend here
    bool meets;           ///< lines meet here, or a line and a wall: paths may bend to all sides
} wend_corner;

/// Data of an edge; both its halves have the same number (wend_map_edge_of).
typedef struct wend_map_edge {
    double length, inverse;
    /// The last windows that crossed it, in either direction: numbers in the log; WEND_NONE: none
    uint32_t recent[2];
} wend_map_edge;

/// The part of an edge that a window covers, in metres from the start of the half-edge
/// wend_map_edge_of.
typedef struct wend_map_span {
    double from, to;
} wend_map_span;

/// A window before the triangle that it is about to enter.
typedef struct wend_map_entry {
    wend_map_window window;
    double lo, hi;         ///< covered part of its edge, from the left end, at most [Units: m]
    double shy_lo, shy_hi; ///< certainly covered part
    /// The root in the frame of the edge (of a segment: the increase of the distance per metre of
    /// the edge, and the distance at its left end)
    double projection, height;
    double at_lo, at_hi; ///< distances there
    double key;          ///< smallest distance on it
    uint32_t next;       ///< in the bucket
} wend_map_entry;

enum { WEND_MAP_BUCKETS = 1024 };

/// Windows in approximate order of their keys: by buckets, last in first out in each. Disorder
/// within a bucket costs some work but no exactness: a corner becomes a root only when its bucket
/// has no windows left, and its parent's window has a smaller key.
typedef struct wend_map_queue {
    wend_array(wend_map_entry) entries;
    uint32_t spare;   ///< unused entries
    uint32_t waiting; ///< entries in use
    uint32_t heads[WEND_MAP_BUCKETS];
    uint64_t now;     ///< current bucket, counted from distance 0
    uint32_t later;   ///< entries of this slot that belong to a later round
    double per_metre; ///< buckets per metre
} wend_map_queue;

/// A seed, to be found again.
typedef struct wend_map_kept_seed {
    uint32_t corner;
    double offset;
} wend_map_kept_seed;

/// State of a triangle in an update.
typedef enum wend_map_state {
    WEND_STATE_CLEAN,   ///< all of its windows are valid
    WEND_STATE_DIRTY,   ///< windows were discarded: they have to be propagated again
    WEND_STATE_CHANGED, ///< another triangle: so do its corners
} wend_map_state;

/// A build with bodies. (bodies.c)
typedef struct wend_bodies_run {
    const wend_map_bodies *def; ///< NULL: there are none
    wend_map_reached *reached;
    wend_array(uint32_t) of_corner; ///< body of each corner; WEND_NONE: none
    wend_array(uint32_t) walls;     ///< half-edges, body by body
    wend_array(uint32_t) ends;      ///< end of each body's walls
    wend_array(bool) open;          ///< by body
} wend_bodies_run;

/// A root that may be seen through lines. (tolls.c)
typedef struct wend_toll_root {
    uint32_t own;  ///< the root without the tolls
    uint32_t next; ///< the same with other tolls; WEND_MAP_NONE: no more
    double toll;   ///< tolls in its distance
} wend_toll_root;

/// Lines with a crossing cost. (tolls.c)
typedef struct wend_tolls {
    wend_array(wend_map_toll) of_line; ///< empty: the lines of the mesh are walls
    wend_array(double) of_edge; ///< by the half-edge that windows leave through; < 0: no passage
    wend_array(wend_toll_root) seen; ///< by root; missing entries have no tolls
} wend_tolls;

struct wend_map {
    wend_allocator allocator;
    wend_map_lookup lookup;

    // The mesh, as the wave sees it. (corners.c)
    wend_array(wend_corner) corners;
    wend_array(uint32_t) corner_of;  ///< [3 triangle_limit] By the half-edge that starts there
    wend_array(wend_map_edge) edges; ///< [3 triangle_limit] By wend_map_edge_of

    wend_array(wend_map_source) sources;
    wend_array(wend_map_kept_seed) seeds;
    /// A root that is not in use has no source. If it was replaced because its corner is nearer
    /// now, its parent is the corner's new root.
    wend_array(wend_map_root) roots;
    /// Of sources only if they were opened there as a seed; WEND_NONE: none
    wend_array(uint32_t) corner_of_root;
    wend_array(uint32_t) spare_roots; ///< neither in use nor referenced
    wend_array(uint32_t) spare_corners;

    wend_array(wend_map_block) blocks;
    wend_array(wend_map_window) windows; ///< by triangle, with gaps after updates

    // The wave.
    wend_array(wend_map_window) log; ///< windows that have entered a triangle, in order
    wend_array(wend_map_span) spans; ///< one for each
    wend_map_queue queue;
    wend_heap heap;             ///< of corners that turn
    double margin;              ///< minimum difference for worse (WEND_MAP_MARGIN)
    double leeway;              ///< windows worse by no more continue: the margin, or unlimited
    double reach;               ///< longer than any line in the mesh
    double nudge;               ///< by which rays are spread there
    bool starved;               ///< out of memory
    wend_array(uint32_t) marks; ///< [triangle_limit] Visited triangles:
    uint32_t mark;              ///< those with this number
    wend_array(uint32_t) stack; ///< triangles to visit

    wend_bodies_run bodies;
    wend_tolls tolls;

    // An update. (update.c)
    bool updating;
    wend_array(bool) stays;     ///< by index of a source: unchanged
    bool retires;               ///< roots were replaced because their corners are nearer now
    wend_array(uint8_t) states; ///< [triangle_limit] wend_map_state; all CLEAN except in an update
    wend_array(uint32_t) dirty; ///< triangles that are not CLEAN
    wend_array(uint32_t) lost;  ///< invalid windows, to be followed
    wend_array(uint32_t) orphans;    ///< corners that were reset
    wend_array(uint32_t) root_marks; ///< one for each root
    wend_array(uint32_t) thinned;    ///< clean triangles with windows whose root is gone
    wend_map_size size;
};

/// Windows are dropped only if they are longer by more than this fraction of the mesh's size (in
/// tolerances) and of the distance itself: rounding errors are a thousand times smaller, and a
/// larger fraction would only keep ties.
#define WEND_MAP_MARGIN          0x1p-6
#define WEND_MAP_RELATIVE_MARGIN 0x1p-46

static inline uint32_t wend_map_edge_of(const wend_mesh *mesh, uint32_t h)
{
    uint32_t twin = wend_twin(mesh, h);
    return twin < h ? twin : h;
}

static inline bool wend_window_is_segment(const wend_map_window *window)
{
    return window->edge & WEND_WINDOW_SEGMENT;
}

static inline bool wend_window_starts(const wend_map_window *window)
{
    return window->edge & WEND_WINDOW_STARTS;
}

/// The half-edge that a window came through or, if it starts here, leaves through.
static inline uint32_t wend_window_edge(const wend_map_window *window)
{
    return window->edge & ~WEND_WINDOW_FLAGS;
}

/// Projection of p onto a segment, and the distance of p from its line: > 0 on the left.
static inline double wend_window_projection(const wend_map_window *window, wend_vec2 p)
{
    return (p.x - window->origin.x) * window->direction.x +
           (p.y - window->origin.y) * window->direction.y;
}
static inline double wend_window_height(const wend_map_window *window, wend_vec2 p)
{
    return window->direction.x * (p.y - window->origin.y) -
           window->direction.y * (p.x - window->origin.x);
}

// ---- map.c --------------------------------------------------------------------------------------

/// Makes the map empty.
void wend_map_forget(wend_map *map);

/// Reserves memory for the triangles of the current mesh; new ones have no windows. False: out of
/// memory.
bool wend_map_fit(wend_map *map);

/// Adopts the current mesh: builds corners, and reserves memory. False: out of memory.
bool wend_map_adopt_mesh(wend_map *map, const wend_mesh *mesh);

/// Moves the windows of the log into their triangles. False: out of memory.
bool wend_map_sort_log(wend_map *map);

/// Builds on a mesh that has not changed since. False: out of memory.
bool wend_map_rebuild(wend_map *map, const wend_map_input *input);

wend_result wend_map_check_sources(const wend_mesh *mesh, const wend_map_input *input,
                                   wend_error *error);

/// Stores sources and seeds, for later comparison. False: out of memory.
bool wend_map_store_sources(wend_map *map, const wend_map_input *input);

/// Opens the stored sources and seeds, except for those that stay (in an update). False: out of
/// memory.
bool wend_map_open_all(wend_map *map);

// ---- corners.c ----------------------------------------------------------------------------------

/// Builds corners and edges of all free triangles. False: out of memory.
bool wend_map_build_corners(wend_map *map);

/// Completes corner_of and the edges after some triangles have changed. New corners are added to
/// orphans. False: out of memory.
bool wend_map_renew_corners(wend_map *map);

/// True if a sector at a point, from a wall to the next, is wider than 180 degrees.
bool wend_sector_is_wide(wend_vec2 at, wend_vec2 first, wend_vec2 last);

/// The vertices at the far ends of a sector's walls.
static inline wend_vec2 wend_corner_first_wall(const wend_mesh *mesh, const wend_corner *corner)
{
    return wend_at(mesh, wend_target(mesh, corner->first));
}
static inline wend_vec2 wend_corner_last_wall(const wend_mesh *mesh, const wend_corner *corner)
{
    return wend_at(mesh, wend_origin(mesh, wend_prev(corner->last)));
}

// ---- wave.c -------------------------------------------------------------------------------------

/// Resets the queue and the log.
void wend_wave_begin(wend_map *map);

/// Runs until the queue is empty. False: out of memory.
bool wend_wave_run(wend_map *map);

/// Adds a root; WEND_MAP_NONE: out of memory.
uint32_t wend_wave_add_root(wend_map *map, wend_map_root root, uint32_t corner);

/// A corner of a triangle is seen from a root: it is the origin of `spoke`.
void wend_wave_visit(wend_map *map, uint32_t spoke, double distance, uint32_t root);

/// The same, but lines are walls. True: the corner was updated.
bool wend_wave_update(wend_map *map, uint32_t spoke, double distance, uint32_t root);

/// Records a window in the triangle where it starts.
void wend_wave_record(wend_map *map, const wend_map_window *window);

/// Sends a window in the triangle of `exit` through that edge, if there is a passage.
void wend_wave_send(wend_map *map, const wend_map_window *window, uint32_t exit);

/// The same where there certainly is one.
void wend_wave_cross(wend_map *map, const wend_map_window *window, uint32_t exit);

/// A window in its triangle updates the corner opposite to its edge, and continues; only through
/// one exit, without updates, if that is not WEND_NONE.
void wend_wave_pass(wend_map *map, const wend_map_window *window, uint32_t only);

/// How much longer a distance must be to count as longer.
static inline double wend_map_slack(const wend_map *map, double distance)
{
    return map->leeway + WEND_MAP_RELATIVE_MARGIN * distance;
}

/// True for the root of a source that is in use.
static inline bool wend_map_is_source(const wend_map *map, uint32_t root)
{
    return map->roots.data[root].source != WEND_MAP_NONE &&
           map->roots.data[root].parent == WEND_MAP_NONE;
}

static inline bool wend_map_is_free(const wend_mesh *mesh, uint32_t triangle)
{
    return wend_is_used(mesh, triangle) && !wend_is_solid(mesh, triangle);
}

/// True if a root is a point, at p.
static inline bool wend_map_is_at(const wend_map_root *root, wend_vec2 p)
{
    return wend_equal(root->a, p) && wend_equal(root->b, p);
}

// ---- roots.c ------------------------------------------------------------------------------------

/// A corner becomes a root and sends its windows to where its parent could not see.
void wend_map_open_corner(wend_map *map, uint32_t corner);

/// Part of a root's sector: the directions from `right` counter-clockwise to `left`, less than 180
/// degrees.
typedef struct wend_map_cone {
    wend_vec2 right, left;
} wend_map_cone;

/// Records the window of a point in the triangle of `exit`, between the rays to `left` and `right`,
/// and sends it through that edge. Nothing if the range is empty.
void wend_map_send_part(wend_map *map, wend_map_window *window, uint32_t exit, wend_vec2 left,
                        wend_vec2 right);

// ---- sources.c ----------------------------------------------------------------------------------

/// Sends the windows of a source. False: out of memory.
bool wend_map_open_source(wend_map *map, const wend_map_source *source, uint32_t number);

/// The same for a seed.
bool wend_map_open_seed(wend_map *map, const wend_map_seed *seed, uint32_t number);

/// Sends the windows of a point at a corner, into all of its sector or, if there are cones, only
/// into these. False: out of memory.
bool wend_map_open_sector(wend_map *map, uint32_t corner, double offset, uint32_t source,
                          const wend_map_cone *cones, uint32_t cone_count);

/// The same for a window that has its root already.
void wend_map_open_around(wend_map *map, uint32_t corner, const wend_map_window *window,
                          const wend_map_cone *cones, uint32_t cone_count);

/// Sends a segment perpendicularly from a piece of it in a triangle.
void wend_map_open_segment(wend_map *map, wend_map_window window, uint32_t triangle, double from,
                           double to);

/// Pushes the triangles that a source lies in or touches on the stack. False: out of memory.
bool wend_map_find_source(wend_map *map, const wend_map_source *source);

/// Sends a segment from where it starts in a triangle through its edges; `only` as above.
void wend_map_send_segment(wend_map *map, const wend_map_window *window, uint32_t only);

// ---- invalid.c ----------------------------------------------------------------------------------

/// Step 1 of an update: finds and discards everything invalid. Sources that must be opened again
/// although they stay are removed from `stays`. False: out of memory.
bool wend_map_invalidate(wend_map *map);

/// Discards the windows of a root at a corner; the triangles that had any are recorded as thinned.
/// Corners that it updated are not changed. False: out of memory.
bool wend_map_drop_root(wend_map *map, const wend_corner *corner, uint32_t root);

// ---- update.c -----------------------------------------------------------------------------------

/// In an update, a window is about to enter a clean triangle: false if it would bring nothing new.
bool wend_map_is_news(wend_map *map, wend_map_entry *entry);

// ---- merge.c ------------------------------------------------------------------------------------

/// Step 3 of an update: merges the windows of the log with those that were kept. False: out of
/// memory.
bool wend_map_merge(wend_map *map);

// ---- bodies.c -----------------------------------------------------------------------------------

/// A window meets a wall.
void wend_bodies_meet(wend_map *map, const wend_map_window *window, uint32_t wall);

/// A corner is seen. True if it is one of a body's: then it does not become a root.
bool wend_bodies_visit(wend_map *map, uint32_t corner, uint32_t root);

/// Opens a body: its walls become sources.
void wend_bodies_open(wend_map *map, uint32_t body);

// ---- tolls.c ------------------------------------------------------------------------------------

/// True if windows may pass through lines.
static inline bool wend_map_has_tolls(const wend_map *map)
{
    return map->tolls.of_line.count > 0;
}

wend_result wend_tolls_check(const wend_mesh *mesh, const wend_map_input *input, wend_error *error);
/// Stores the tolls of a map; after its corners are built, assigns them to edges. False: out of
/// memory.
bool wend_tolls_store(wend_map *map, const wend_map_input *input);
bool wend_tolls_assign(wend_map *map);
/// A window meets a wall, which may be a line: then it passes through.
void wend_tolls_pass(wend_map *map, const wend_map_window *window, uint32_t exit);

/// A corner was updated: it updates those beyond the adjacent lines.
void wend_tolls_update(wend_map *map, uint32_t corner);

/// A corner where lines meet becomes a root.
void wend_tolls_open(wend_map *map, uint32_t corner);

/// The tolls in the distance of a root that do not come from its parent.
double wend_tolls_before(const wend_map *map, uint32_t root);

// ---- prune.c ------------------------------------------------------------------------------------

/// Removes from the entry what the latest windows over the same edge are nearer to; false: that is
/// everything.
bool wend_entry_trim(const wend_map *map, wend_map_entry *entry);

/// The same for another window that came through the same half-edge.
bool wend_entry_lose(const wend_map *map, wend_map_entry *entry, const wend_map_window *window);

#endif
