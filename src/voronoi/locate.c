// SPDX-License-Identifier: MIT
// Nearest side or corner of a point, and whether the point is free: one search decides both.
//
// An element faces a point that projects onto it on its free side, or lies in its cone. From a free
// point nothing is nearer than the nearest element that faces it. From a point in a solid, a wall
// that faces away is nearer than all that face it, by far: every solid is at least
// WEND_GAP_TOLERANCES thick. So a tolerance decides, not rounding.
#include "voronoi/search.h"

#include "geometry/points.h"
#include "voronoi/frame.h"

#include <math.h>

typedef struct nearest_search {
    const wend_boundary *boundary;
    wend_vec2 p;
    uint32_t facing;      ///< the nearest element that faces p
    double facing_square; ///< its squared distance
    bool behind;          ///< p is behind it, by at most a tolerance
    uint32_t other;       ///< the nearest element that does not face p
    double other_square;
    double limit; ///< elements further away do not matter
} nearest_search;

/// Position of an element relative to p.
typedef struct sight {
    double square; ///< squared distance
    bool faces, behind;
} sight;

static sight sight_of(const nearest_search *s, uint32_t number)
{
    const wend_element *element = &s->boundary->elements.data[number];
    double tolerance = s->boundary->tolerance;
    wend_vec2 d = wend_sub(s->p, element->p), from = element->from, to = element->to;
    // A corner is recognised without its link, which stays out of the cache for all sides.
    if (wend_equal(element->p, element->q)) {
        bool in_cone = wend_cross(from, d) >= -tolerance && wend_cross(d, to) >= -tolerance &&
                       wend_dot(d, from) + wend_dot(d, to) >= -tolerance; // not exactly in line
        bool faces = in_cone || s->boundary->links.data[number].kind == WEND_ELEMENT_POINT;
        return (sight){wend_length_squared(d), faces, false};
    }
    wend_vec2 along = wend_perp_left(from), beyond = wend_sub(s->p, element->q);
    double before = wend_dot(d, along), after = wend_dot(beyond, along);
    double height = wend_dot(d, from);
    double square = before < 0  ? wend_length_squared(d)
                    : after > 0 ? wend_length_squared(beyond)
                                : height * height;
    bool over = before >= -tolerance && after <= tolerance;
    return (sight){square, over && height >= -tolerance, height < 0};
}

/// Of two that are equally near: prefer in front, then a corner, then by coordinates.
static bool is_preferred(const nearest_search *s, uint32_t number, bool behind)
{
    const wend_boundary *boundary = s->boundary;
    if (behind != s->behind)
        return s->behind;
    bool side = boundary->links.data[number].kind == WEND_ELEMENT_SIDE;
    bool old_side = boundary->links.data[s->facing].kind == WEND_ELEMENT_SIDE;
    if (side != old_side)
        return old_side;
    const wend_element *e = &boundary->elements.data[number];
    const wend_element *old = &boundary->elements.data[s->facing];
    return wend_equal(e->p, old->p) ? wend_is_before(e->q, old->q) : wend_is_before(e->p, old->p);
}

static double visit(void *context, uint32_t number)
{
    nearest_search *s = context;
    const wend_boundary *boundary = s->boundary;
    sight seen = sight_of(s, number);
    if (seen.faces) {
        if (!(seen.square < s->facing_square) &&
            !(seen.square == s->facing_square && is_preferred(s, number, seen.behind)))
            return s->limit;
        s->facing = number;
        s->facing_square = seen.square;
        s->behind = seen.behind;
        s->limit = fmin(s->limit, sqrt(seen.square));
    } else if (seen.square < s->other_square) {
        s->other = number;
        s->other_square = seen.square;
        s->limit = fmin(s->limit, sqrt(seen.square) + boundary->tolerance);
    }
    return s->limit;
}

static bool is_in(wend_box box, wend_vec2 p)
{
    return p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y;
}

wend_result wend_nearest_element(const wend_voronoi *voronoi, wend_vec2 p, uint32_t *element,
                                 wend_error *error)
{
    const wend_boundary *boundary = &voronoi->boundary;
    nearest_search s = {
        .boundary = boundary,
        .p = p,
        .facing = WEND_NO_ELEMENT,
        .facing_square = INFINITY,
        .other = WEND_NO_ELEMENT,
        .other_square = INFINITY,
        .limit = INFINITY,
    };
    if (!isfinite(p.x) || !isfinite(p.y))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the point's coordinates must be finite");
    if (!is_in(boundary->box, p))
        return wend_fail_at(error, WEND_NOT_FOUND, p, "the point is out of bounds");
    wend_search_near(boundary, p, INFINITY, visit, &s);
    *element = s.facing;
    if (s.facing != WEND_NO_ELEMENT &&
        sqrt(s.facing_square) <= sqrt(s.other_square) + boundary->tolerance)
        return WEND_OK;
    // Without free space there are no elements.
    bool out =
        s.other != WEND_NO_ELEMENT && boundary->links.data[s.other].site == boundary->bounds_slot;
    return wend_fail_at(error, WEND_NOT_FOUND, p, "the point is %s",
                        out ? "out of bounds" : "inside an obstacle");
}
