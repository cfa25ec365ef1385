// SPDX-License-Identifier: MIT
// Metric part of the check: distances by brute force through the grid, areas in closed form. The
// free area is computed from the sides of the border alone.
#include "voronoi/check.h"

#include "voronoi/frame.h"

#include <math.h>

/// Areas are sums of many products: the tolerance as a fraction of the box's area.
#define AREA_ROUNDING 0x1p-36

/// Between parallel walls a vertex can slide without a change of its radius. Its position, as an
/// angle seen from its elements, is therefore less accurate than its radius.
#define FLAT_ANGLE 0x1p-20

static const wend_element *element_of(const wend_checker_of_diagram *c, uint32_t number)
{
    return &c->voronoi->boundary.elements.data[number];
}

static bool is_side(const wend_checker_of_diagram *c, uint32_t number)
{
    return c->voronoi->boundary.links.data[number].kind == WEND_ELEMENT_SIDE;
}

static wend_result fail_at(const wend_checker_of_diagram *c, wend_vec2 at, uint32_t arc,
                           const char *what)
{
    return wend_fail_at(c->error, WEND_INVALID_GEOMETRY, at, "arc %u %s", (unsigned)arc, what);
}

// ---- nothing nearer -----------------------------------------------------------------------------

typedef struct nearer_search {
    const wend_checker_of_diagram *c;
    wend_vec2 p;
    double radius;
    bool found;
} nearer_search;

static double visit_nearer(void *context, uint32_t element)
{
    nearer_search *s = context;
    double distance = wend_segment_distance(wend_element_segment(element_of(s->c, element)), s->p);
    s->found |= distance < s->radius;
    return s->found ? -1 : s->radius;
}

static bool is_empty(const wend_checker_of_diagram *c, wend_vec2 p, double radius)
{
    nearer_search s = {c, p, radius, false};
    wend_search_near(&c->voronoi->boundary, p, radius, visit_nearer, &s);
    return !s.found;
}

// ---- positions ----------------------------------------------------------------------------------

static double off_by(const wend_checker_of_diagram *c, uint32_t element, wend_vec2 p, double radius)
{
    return fabs(wend_segment_distance(wend_element_segment(element_of(c, element)), p) - radius);
}

/// True if p projects onto a side, or is in the cone of a corner.
static bool is_in_front(const wend_checker_of_diagram *c, uint32_t number, wend_vec2 p,
                        double radius)
{
    const wend_element *element = element_of(c, number);
    double slack = c->slack + FLAT_ANGLE * radius;
    wend_vec2 d = wend_sub(p, element->p);
    if (is_side(c, number)) {
        wend_vec2 e = wend_sub(element->q, element->p);
        double length = wend_length(e), projection = wend_dot(d, e) / length;
        return projection >= -slack && projection <= length + slack &&
               wend_dot(d, element->from) >= -slack;
    }
    if (c->voronoi->boundary.links.data[number].kind == WEND_ELEMENT_POINT)
        return true;
    return wend_cross(element->from, d) >= -slack && wend_cross(d, element->to) >= -slack;
}

static wend_result check_position(const wend_checker_of_diagram *c, uint32_t arc, wend_vec2 p,
                                  double radius)
{
    uint32_t owner = c->owners[arc], other = c->voronoi->arcs.data[arc].other;
    double off = off_by(c, owner, p, radius), other_off = off_by(c, other, p, radius);
    if (!(off <= c->slack && other_off <= c->slack)) // also for NaN
        return wend_fail_at(c->error, WEND_INVALID_GEOMETRY, p,
                            "arc %u has a point whose radius is wrong by %g and, for the element "
                            "on its other side, by %g",
                            (unsigned)arc, off, other_off);
    if (!is_in_front(c, owner, p, radius) || !is_in_front(c, other, p, radius))
        return fail_at(c, p, arc, "has a point outside the cells of its elements");
    return WEND_OK;
}

static wend_result check_arc(const wend_checker_of_diagram *c, uint32_t arc)
{
    const wend_voronoi_arc *a = &c->voronoi->arcs.data[arc];
    wend_voronoi_piece piece = wend_arc_piece(c->voronoi, arc);
    wend_result result = check_position(c, arc, piece.a, piece.radius_a);
    // A cell that meets a vertex at a flat angle determines only its own radius there.
    if (result == WEND_OK && !(off_by(c, c->owners[arc], a->at, a->radius) <= c->slack))
        result = fail_at(c, a->at, arc, "has a point of its own with a wrong radius");
    if (result == WEND_OK && a->vertex == arc && !is_empty(c, piece.a, piece.radius_a - c->slack))
        result = fail_at(c, piece.a, arc, "starts at a vertex with a nearer site");
    if (result != WEND_OK || arc > a->twin)
        return result;
    double radius;
    wend_vec2 middle = wend_piece_point(&piece, 0.5, &radius);
    result = check_position(c, arc, middle, radius);
    if (result == WEND_OK && !is_empty(c, middle, radius - c->slack))
        result = fail_at(c, middle, arc, "has a midpoint with a nearer site");
    return result;
}

// ---- areas --------------------------------------------------------------------------------------

/// The area between an arc and its own element.
static double area_of(const wend_checker_of_diagram *c, uint32_t arc)
{
    wend_voronoi_piece piece = wend_arc_piece(c->voronoi, arc);
    uint32_t owner = c->owners[arc], other = c->voronoi->arcs.data[arc].other;
    uint32_t side = is_side(c, owner) ? owner : other;
    wend_vec2 away = element_of(c, side)->from, along = wend_perp_left(away);
    double projections = wend_dot(wend_sub(piece.b, piece.a), along), sag = 0;
    if (piece.parabola) {
        uint32_t corner = side == owner ? other : owner;
        wend_vec2 d = wend_sub(element_of(c, corner)->p, element_of(c, side)->p);
        sag = fabs(projections * projections * projections / (12 * wend_dot(d, away)));
    }
    wend_vec2 a = wend_sub(piece.a, element_of(c, owner)->p);
    wend_vec2 b = wend_sub(piece.b, element_of(c, owner)->p);
    return side == owner ? 0.5 * projections * (wend_dot(a, away) + wend_dot(b, away)) - sag
                         : 0.5 * wend_cross(a, b) + sag;
}

static wend_result check_areas(const wend_checker_of_diagram *c)
{
    const wend_boundary *boundary = &c->voronoi->boundary;
    wend_vec2 origin = boundary->box.min, size = wend_sub(boundary->box.max, origin);
    double free_area = 0, cells = 0, border = 0;
    for (uint32_t e = 0; e < boundary->elements.count; ++e)
        if (is_side(c, e)) {
            const wend_element *side = element_of(c, e);
            free_area -= 0.5 * wend_cross_from(origin, side->p, side->q);
            border += wend_segment_distance((wend_segment){side->p, side->p}, side->q);
        }
    for (uint32_t arc = 0; arc < c->voronoi->arcs.count; ++arc)
        if (c->owners[arc] != WEND_NO_ELEMENT) {
            wend_voronoi_piece piece = wend_arc_piece(c->voronoi, arc);
            border += wend_piece_length(&piece);
            cells += area_of(c, arc);
        }
    if (!(fabs(cells - free_area) <= c->slack * border + AREA_ROUNDING * size.x * size.y))
        return wend_fail(c->error, WEND_INVALID_GEOMETRY,
                         "the area of the cells is %.17g, that of the free space %.17g", cells,
                         free_area);
    return WEND_OK;
}

wend_result wend_check_positions(const wend_checker_of_diagram *c)
{
    wend_result result = WEND_OK;
    for (uint32_t arc = 0; arc < c->voronoi->arcs.count && result == WEND_OK; ++arc)
        if (c->owners[arc] != WEND_NO_ELEMENT)
            result = check_arc(c, arc);
    return result == WEND_OK ? check_areas(c) : result;
}
