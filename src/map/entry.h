// SPDX-License-Identifier: MIT
// The position of a window relative to the edge that it is about to cross, and whether it need
// continue. In a header, since a wave spends most of its time here.
#ifndef WEND_MAP_ENTRY_H
#define WEND_MAP_ENTRY_H

#include "map/wave.h"

/// The distance at a point of the entry's edge.
static inline double wend_entry_distance(const wend_map_entry *entry, double along)
{
    if (wend_window_is_segment(&entry->window)) {
        double distance = entry->height + entry->projection * along;
        return distance > entry->window.base ? distance : entry->window.base;
    }
    double x = along - entry->projection;
    return entry->window.base + sqrt(x * x + entry->height * entry->height);
}

// ---- position relative to the edge --------------------------------------------------------------

/// Where a ray crosses an edge, as a fraction of it, and the bound of its rounding error.
typedef struct wend_hit {
    double share, error;
} wend_hit;

/// Each product of differences carries 4 roundings of 2^-53, and there are four.
#define WEND_HIT_ERROR 0x1p-49

/// The ray from the origin through `point`, and the edge with ends at the offsets a and b from the
/// origin. Exact where it passes through an end; NaN if all are collinear.
static inline wend_hit wend_find_hit(wend_vec2 origin, wend_vec2 point, double ax, double ay,
                                     double bx, double by)
{
    double x = point.x - origin.x, y = point.y - origin.y;
    if (x == ax && y == ay)
        return (wend_hit){0, 0};
    if (x == bx && y == by)
        return (wend_hit){1, 0};
    double xay = x * ay, yax = y * ax, xby = x * by, ybx = y * bx;
    double at_a = xay - yax, inverse = 1 / (at_a - (xby - ybx));
    return (wend_hit){at_a * inverse, WEND_HIT_ERROR *
                                          (fabs(xay) + fabs(yax) + fabs(xby) + fabs(ybx)) *
                                          fabs(inverse)};
}

static inline double wend_clamp_along(double value, double max)
{
    return value > 0 ? value < max ? value : max : 0;
}

/// The part covered by a window of a point.
static inline void wend_entry_span(wend_map_entry *entry, double length, double ax, double ay,
                                   double bx, double by)
{
    const wend_map_window *window = &entry->window;
    wend_hit left = wend_find_hit(window->origin, window->left, ax, ay, bx, by),
             right = wend_find_hit(window->origin, window->right, ax, ay, bx, by);
    // Grazing the edge: possibly all of it, certainly none of it.
    if (!(left.error < 1 && right.error < 1)) {
        entry->lo = 0;
        entry->hi = entry->shy_lo = entry->shy_hi = length;
        return;
    }
    entry->lo = wend_clamp_along((left.share - left.error) * length, length);
    entry->hi = wend_clamp_along((right.share + right.error) * length, length);
    entry->shy_lo = 2 * left.error * length;
    entry->shy_hi = 2 * right.error * length;
}

/// The part covered by the window of a segment.
static inline void wend_entry_segment(wend_map_entry *entry, const wend_map_edge *edge, wend_vec2 a,
                                      wend_vec2 b)
{
    const wend_map_window *window = &entry->window;
    double at_a = wend_window_projection(window, a), at_b = wend_window_projection(window, b);
    double share = 1 / (at_b - at_a);
    double error = WEND_HIT_ERROR * (fabs(at_a) + fabs(at_b) + edge->length) * fabs(share);
    bool grazes = !(error < 1);
    entry->lo = grazes ? 0
                       : wend_clamp_along(((window->from - at_a) * share - error) * edge->length,
                                          edge->length);
    entry->hi = grazes ? edge->length
                       : wend_clamp_along(((window->to - at_a) * share + error) * edge->length,
                                          edge->length);
    entry->shy_lo = entry->shy_hi = grazes ? edge->length : 2 * error * edge->length;
    double height_a = wend_window_height(window, a), height_b = wend_window_height(window, b);
    entry->height = window->base + height_a;
    entry->projection = (height_b - height_a) * edge->inverse;
}

/// The distances at the ends of the covered part, and the smallest in between.
static inline void wend_entry_distances(wend_map_entry *entry)
{
    entry->at_lo = wend_entry_distance(entry, entry->lo);
    entry->at_hi = wend_entry_distance(entry, entry->hi);
    if (wend_window_is_segment(&entry->window)) {
        entry->key = entry->at_lo < entry->at_hi ? entry->at_lo : entry->at_hi;
        return;
    }
    entry->key = entry->projection <= entry->lo   ? entry->at_lo
                 : entry->projection >= entry->hi ? entry->at_hi
                                                  : entry->window.base + entry->height;
}

/// Computes the position of an entry relative to an edge; seen from its root, `a` is on the left.
static inline void wend_entry_measure_edge(wend_map_entry *entry, const wend_map_edge *edge,
                                           wend_vec2 a, wend_vec2 b)
{
    const wend_map_window *window = &entry->window;
    if (wend_window_is_segment(window)) {
        wend_entry_segment(entry, edge, a, b);
    } else {
        double ax = a.x - window->origin.x, ay = a.y - window->origin.y;
        double bx = b.x - window->origin.x, by = b.y - window->origin.y;
        wend_entry_span(entry, edge->length, ax, ay, bx, by);
        double ex = (b.x - a.x) * edge->inverse, ey = (b.y - a.y) * edge->inverse;
        entry->projection = -(ax * ex + ay * ey);
        entry->height = fabs(ax * ey - ay * ex);
    }
    if (!(entry->lo <= entry->hi))
        entry->lo = entry->hi = 0.5 * (entry->lo + entry->hi);
    wend_entry_distances(entry);
}

/// The same for the edge that it crosses.
static inline void wend_entry_measure(const wend_map *map, wend_map_entry *entry)
{
    const wend_mesh *mesh = map->lookup.mesh;
    uint32_t h = wend_window_edge(&entry->window);
    wend_entry_measure_edge(entry, &map->edges.data[wend_map_edge_of(mesh, h)],
                            wend_at(mesh, wend_origin(mesh, h)),
                            wend_at(mesh, wend_target(mesh, h)));
}

// ---- ends of the edge ---------------------------------------------------------------------------

/// False: no shortest path passes through the entry, since the ends of its edge are too near (S.-Q.
/// Xin and G.-J. Wang, "Improving Chen and Han's algorithm on the discrete geodesic problem",
/// 2009).
static inline bool wend_entry_holds(const wend_map *map, const wend_map_entry *entry)
{
    const wend_mesh *mesh = map->lookup.mesh;
    uint32_t h = wend_window_edge(&entry->window);
    double length = map->edges.data[wend_map_edge_of(mesh, h)].length;
    double left = map->corners.data[map->corner_of.data[h]].distance;
    double right = map->corners.data[map->corner_of.data[wend_next(h)]].distance;
    // A path at the far end of the covered part would be shorter along the edge.
    return !(entry->at_hi > left + entry->hi + wend_map_slack(map, entry->at_hi) ||
             entry->at_lo > right + (length - entry->lo) + wend_map_slack(map, entry->at_lo));
}

#endif
