// SPDX-License-Identifier: MIT
// Downward ray: finds the first polygon wall below a point, and the side of its solid.
//
// The ray is shifted to the right by an infinitesimal distance. Vertical walls are therefore never
// hit, and a wall is hit if its x-range, closed on the left and open on the right, contains the x
// of the point: ends of walls need no special case. No height is computed: which of two walls is
// higher is decided by the orientation of an end of one relative to the other, which is sufficient
// as long as walls do not cross.
#include "geometry/floor.h"

#include "geometry/predicates.h"

typedef struct search {
    const wend_floor *floor;
    wend_vec2 from;
    wend_below_filter filter;
    wend_segment highest; ///< the highest wall found, from left to right
    wend_below below;
} search;

// Both walls run from left to right and are hit by the ray. +1: f is higher, 0: they coincide.
static int compare_height(wend_segment e, wend_segment f)
{
    if (f.a.x < e.a.x)
        return -compare_height(f, e);
    int side = wend_orient2d_fast(e.a, e.b, f.a);
    return side != 0 ? side : wend_orient2d_fast(e.a, e.b, f.b);
}

static bool visit(void *context, uint32_t wall)
{
    search *s = context;
    uint32_t ring = s->floor->ring_of[wall];
    wend_segment w = wend_wall_segment(s->floor, wall);
    if (s->filter.unclear && s->filter.unclear[ring])
        return true;
    if (s->filter.one_shape && s->floor->rings[ring].shape != s->filter.shape)
        return true;
    if (wend_wall_holds(w, s->from)) {
        if (ring < s->below.on)
            s->below.on = ring;
        return true;
    }
    if (s->floor->rings[ring].count <= 2)
        return true; // segments have no solid
    bool leftwards = w.b.x < w.a.x;
    if (leftwards)
        w = (wend_segment){w.b, w.a};
    if (!(w.a.x <= s->from.x && s->from.x < w.b.x) || wend_orient2d_fast(w.a, w.b, s->from) < 0)
        return true;
    int order = s->below.ring == WEND_NO_RING ? 1 : compare_height(s->highest, w);
    if (order < 0)
        return true;
    if (order > 0) {
        s->highest = w;
        s->below.ring = s->below.solid = WEND_NO_RING;
    }
    if (ring < s->below.ring)
        s->below.ring = ring;
    // The solid is to the left of a wall: above it if it runs to the right.
    if (!leftwards && ring < s->below.solid)
        s->below.solid = ring;
    return true;
}

// Searches a window below the point and doubles it until the highest wall found is certainly the
// highest of all, because it runs above the window's lower edge.
wend_below wend_floor_below(const wend_floor *floor, wend_vec2 p, wend_below_filter filter)
{
    search s = {.floor = floor, .from = p, .filter = filter};
    double over = p.y > floor->box.max.y ? p.y - floor->box.max.y : 0;
    for (double depth = over + floor->first_window;; depth *= 2) {
        wend_vec2 bottom = {p.x, p.y - depth};
        bool last = !(bottom.y > floor->box.min.y);
        if (last && floor->box.min.y < p.y)
            bottom.y = floor->box.min.y;
        s.below = (wend_below){WEND_NO_RING, WEND_NO_RING, WEND_NO_RING};
        wend_index_along(floor->index, (wend_segment){p, bottom}, visit, &s);
        if (last || (s.below.ring != WEND_NO_RING &&
                     wend_orient2d_fast(s.highest.a, s.highest.b, bottom) <= 0))
            return s.below;
    }
}
