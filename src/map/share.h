// SPDX-License-Identifier: MIT
// The share of a window: the part of its triangle where no other window is nearer. All lines of a
// map are derived from it: isolines, and the borders between regions.
//
// A share is described in the frame of its root. A point has a direction x and a distance r: for a
// point root, x is the tangent of half the angle to the middle of the window, for a segment it is
// the projection. A shortest path from a point of the share leads straight to the root, so all
// points on it belong to the share, too: for each x they lie between an inner and an outer limit.
//
// The points equally near to two roots form a conic with the root in its focus (for a segment, a
// parabola over it). With f(x) a quadratic, all limits of a share, lines and conics alike, have the
// form
//
//     r = d (1 + x^2) / f(x)   for a point,         r = f(x) / d   for a segment
//
// and two such curves intersect where the quadratic d f' - d' f is 0. (The frames of src/voronoi
// use the same idea.)
#ifndef WEND_MAP_SHARE_H
#define WEND_MAP_SHARE_H

#include "map/map.h"

typedef struct wend_share_frame {
    bool is_segment;
    wend_vec2 origin, along, across; ///< unit vectors
    double base;
    double low, high; ///< range of x
} wend_share_frame;

/// Origin of a curve.
enum {
    WEND_SHARE_SIDE,  ///< A side of the triangle
    WEND_SHARE_EQUAL, ///< equally near to another window
    WEND_SHARE_LIMIT, ///< A limit of another window, nearer beyond
};

typedef struct wend_share_curve {
    double f[3]; ///< f[0] + f[1] x + f[2] x^2
    double d;
    uint32_t kind;
    uint32_t number; ///< of the half-edge, or of the window in the triangle
} wend_share_curve;

/// The points with from <= x <= to between two curves.
typedef struct wend_share_piece {
    double from, to;
    wend_share_curve inner, outer;
} wend_share_piece;

typedef wend_array(wend_share_piece) wend_share_pieces;

/// Reused from window to window for its memory. Empty if zeroed.
typedef struct wend_share {
    wend_share_frame frame;
    double tolerance; ///< that of the mesh: thinner parts are dropped
    double min;       ///< the same as a range of x
    /// In the order of x, without gaps within rounding except where the share has some
    wend_share_pieces pieces;
    wend_share_pieces spare;
    wend_array(wend_box) boxes; ///< around the part covered by each window of a triangle,
    uint32_t triangle;          ///< this one, if there are any
} wend_share;

/// Finds the share of the window with that number in its triangle. False: out of memory.
bool wend_share_find(wend_share *share, const wend_map_lookup *lookup, uint32_t triangle,
                     uint32_t number, const wend_allocator *allocator);
void wend_share_free(wend_share *share, const wend_allocator *allocator);

/// Calls visit with the shares of all windows; none if the mesh was edited since the map was built.
/// Stops when visit returns false. False: out of memory.
typedef bool wend_share_fn(void *context, const wend_share *share, uint32_t triangle,
                           uint32_t number);
bool wend_shares_visit(const wend_map *map, wend_share_fn *visit, void *context);

// ---- share_curves.c -----------------------------------------------------------------------------

wend_share_frame wend_share_frame_of(const wend_map_window *window);

/// The x of the direction to p.
double wend_share_direction(const wend_share_frame *frame, wend_vec2 p);
wend_vec2 wend_share_point(const wend_share_frame *frame, double x, double r);

/// The r of a curve.
double wend_share_reach(const wend_share_frame *frame, const wend_share_curve *curve, double x);

/// The half-space of a curve: the points with s r >= c.
void wend_share_limit(const wend_share_frame *frame, const wend_share_curve *curve, double x,
                      double *s, double *c);

/// Writes the up to 2 intersections of two curves with from < x < to, in order, and returns their
/// number.
uint32_t wend_share_meet(const wend_share_curve *a, const wend_share_curve *b, double from,
                         double to, double x[2]);

/// The curve of points at distance `level`.
wend_share_curve wend_share_level(const wend_share_frame *frame, double level);

/// The half-plane to the left of the line from a in a direction.
wend_share_curve wend_share_half_plane(const wend_share_frame *frame, wend_vec2 a,
                                       wend_vec2 direction, uint32_t kind, uint32_t number);

/// Maximum number of limits of a window.
enum { WEND_SHARE_LIMITS = 3 };

/// The limits of a window. Returns their number.
uint32_t wend_share_limits(const wend_share_frame *frame, const wend_map_window *window,
                           uint32_t number, wend_share_curve limits[WEND_SHARE_LIMITS]);

/// Where another window is nearer than the frame's: beyond the curve. False: nowhere. `first`: it
/// takes precedence if both are equally near everywhere.
bool wend_share_beyond(const wend_share_frame *frame, const wend_map_window *other, bool first,
                       uint32_t number, wend_share_curve *curve);

#endif
