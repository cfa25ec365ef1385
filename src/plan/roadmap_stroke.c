// SPDX-License-Identifier: MIT
// Measurement of pieces of the diagram (see roadmap_stroke.h).
#include "plan/roadmap_stroke.h"

#include "core/angle.h"

/// A flat stroke whose ends differ in clearance by at most this fraction counts as even: the
/// logarithmic mean of the two is then their midpoint, to 1e-13.
#define EVEN 1e-6

/// Minimum distance to walls as a fraction of the comfort, so that a path that begins in a concave
/// corner has a finite cost.
#define NEAREST 0x1p-10

// ---- construction -------------------------------------------------------------------------------

static wend_vec2 unit(wend_vec2 from, wend_vec2 to, double *length)
{
    wend_vec2 d = wend_sub(to, from);
    *length = wend_length(d);
    return *length > 0 ? (wend_vec2){d.x / *length, d.y / *length} : (wend_vec2){1, 0};
}

wend_stroke wend_stroke_flat(const wend_stroke_ends *ends)
{
    double length;
    wend_stroke stroke = {.kind = WEND_STROKE_FLAT, .origin = ends->a, .base = ends->radius_a};
    stroke.along = unit(ends->a, ends->b, &length);
    stroke.to = length;
    stroke.slope = length > 0 ? (ends->radius_b - ends->radius_a) / length : 0;
    return stroke;
}

wend_stroke wend_stroke_round(const wend_stroke_ends *ends, wend_vec2 corner, wend_vec2 other)
{
    double length;
    wend_stroke stroke = {.kind = WEND_STROKE_ROUND,
                          .h = 0.5 * wend_distance(corner, other),
                          .origin = wend_lerp(corner, other, 0.5)};
    stroke.along = unit(ends->a, ends->b, &length);
    stroke.from = wend_stroke_at(&stroke, ends->a);
    stroke.to = wend_stroke_at(&stroke, ends->b);
    return stroke;
}

wend_stroke wend_stroke_parabola(const wend_stroke_ends *ends, wend_vec2 corner, wend_vec2 along,
                                 double height)
{
    if (!(height > 0)) // the corner is on the side's line, up to rounding
        return wend_stroke_flat(ends);
    wend_stroke stroke = {
        .kind = WEND_STROKE_PARABOLA, .h = height, .origin = corner, .along = along};
    stroke.from = wend_stroke_at(&stroke, ends->a);
    stroke.to = wend_stroke_at(&stroke, ends->b);
    return stroke;
}

wend_stroke wend_stroke_of_arc(const wend_voronoi *voronoi, uint32_t arc)
{
    const wend_voronoi_arc *arcs = voronoi->arcs.data, *one = &arcs[arc], *twin = &arcs[one->twin];
    const wend_voronoi_arc *start = &arcs[one->vertex], *end = &arcs[twin->vertex];
    wend_stroke_ends ends = {start->at, end->at, start->radius, end->radius};
    const wend_element *own = &voronoi->boundary.elements.data[twin->other];
    const wend_element *other = &voronoi->boundary.elements.data[one->other];
    const wend_element_link *links = voronoi->boundary.links.data;
    bool own_side = links[twin->other].kind == WEND_ELEMENT_SIDE;
    bool other_side = links[one->other].kind == WEND_ELEMENT_SIDE;
    if (own_side && other_side)
        return wend_stroke_flat(&ends);
    if (!own_side && !other_side)
        return wend_stroke_round(&ends, own->p, other->p);
    const wend_element *side = own_side ? own : other, *corner = own_side ? other : own;
    double height = wend_dot(wend_sub(corner->p, side->p), side->from);
    return wend_stroke_parabola(&ends, corner->p, wend_perp_left(side->from), height);
}

wend_stroke wend_stroke_of_piece(const wend_voronoi_piece *piece)
{
    wend_stroke_ends ends = {piece->a, piece->b, piece->radius_a, piece->radius_b};
    if (wend_equal(piece->left.a, piece->left.b) && wend_equal(piece->right.a, piece->right.b))
        return wend_stroke_round(&ends, piece->left.a, piece->right.a);
    if (!piece->parabola)
        return wend_stroke_flat(&ends);
    wend_segment side = wend_equal(piece->left.a, piece->left.b) ? piece->right : piece->left;
    wend_vec2 corner = wend_equal(piece->left.a, piece->left.b) ? piece->left.a : piece->right.a;
    double length;
    wend_vec2 along = unit(side.a, side.b, &length), d = wend_sub(corner, side.a);
    return wend_stroke_parabola(&ends, corner, along, fabs(wend_cross(along, d)));
}

// ---- clearance ----------------------------------------------------------------------------------

double wend_stroke_clearance(const wend_stroke *stroke, double s)
{
    double h = stroke->h;
    switch (stroke->kind) {
    case WEND_STROKE_FLAT:
        return stroke->base + stroke->slope * s;
    case WEND_STROKE_ROUND:
        return sqrt(s * s + h * h);
    case WEND_STROKE_PARABOLA:
        break;
    }
    return 0.5 * (s * s / h + h);
}

double wend_stroke_minimum(const wend_stroke *stroke, double from, double to)
{
    if (stroke->kind != WEND_STROKE_FLAT && (from <= 0) != (to <= 0))
        return wend_stroke_clearance(stroke, 0);
    return fmin(wend_stroke_clearance(stroke, from), wend_stroke_clearance(stroke, to));
}

/// Distance from the narrowest point of a round stroke or a parabola at which it has that
/// clearance.
static double reach_of(const wend_stroke *stroke, double clearance)
{
    double h = stroke->h;
    double square = stroke->kind == WEND_STROKE_ROUND ? (clearance - h) * (clearance + h)
                                                      : h * (2 * clearance - h);
    return square > 0 ? sqrt(square) : 0;
}

double wend_stroke_widens(const wend_stroke *stroke, double from, double to, double clearance)
{
    double s;
    if (stroke->kind == WEND_STROKE_FLAT) {
        if (!((to - from) * stroke->slope > 0))
            return NAN;
        s = (clearance - stroke->base) / stroke->slope;
    } else {
        if (clearance < wend_stroke_clearance(stroke, 0))
            return NAN;
        double reach = reach_of(stroke, clearance);
        s = to > from ? reach : -reach;
    }
    return (s - from) * (s - to) <= 0 ? s : NAN;
}

// ---- length and cost ----------------------------------------------------------------------------

/// asinh(to) - asinh(from), for from <= to, without cancellation.
static double asinh_between(double from, double to)
{
    double w = to * sqrt(1 + from * from) - from * sqrt(1 + to * to);
    return w > 0 ? wend_log(w + sqrt(1 + w * w)) : 0;
}

double wend_stroke_length(const wend_stroke *stroke, double from, double to)
{
    if (stroke->kind != WEND_STROKE_PARABOLA)
        return fabs(to - from);
    if (from > to)
        return wend_stroke_length(stroke, to, from);
    double h = stroke->h;
    double rest = h * asinh_between(from / h, to / h);
    return 0.5 * ((to * sqrt(to * to + h * h) - from * sqrt(from * from + h * h)) / h + rest);
}

/// The integral of 1/c over the length, for from <= to; c is bounded below by `minimum`.
static double inverse_between(const wend_stroke *stroke, double from, double to, double minimum)
{
    double h = stroke->h;
    switch (stroke->kind) {
    case WEND_STROKE_ROUND:
        return asinh_between(from / h, to / h);
    case WEND_STROKE_PARABOLA:
        return 2 * asinh_between(from / h, to / h);
    case WEND_STROKE_FLAT:
        break;
    }
    double a = fmax(wend_stroke_clearance(stroke, from), minimum);
    double b = fmax(wend_stroke_clearance(stroke, to), minimum);
    if (fabs(b - a) <= EVEN * a)
        return (to - from) / (0.5 * (a + b));
    return (to - from) * wend_log(b / a) / (b - a);
}

double wend_stroke_narrow(const wend_stroke *stroke, double from, double to, double comfort)
{
    if (from > to)
        return wend_stroke_narrow(stroke, to, from, comfort);
    if (stroke->kind == WEND_STROKE_FLAT) {
        // The part with less clearance than comfort lies at one end.
        double s = stroke->slope != 0 ? (comfort - stroke->base) / stroke->slope : 0;
        if (stroke->slope > 0)
            to = fmin(to, s);
        else if (stroke->slope < 0)
            from = fmax(from, s);
        else if (stroke->base >= comfort)
            return 0;
    } else {
        double reach = reach_of(stroke, comfort);
        from = fmax(from, -reach);
        to = fmin(to, reach);
    }
    if (!(to > from))
        return 0;
    double narrow = comfort * inverse_between(stroke, from, to, NEAREST * comfort) -
                    wend_stroke_length(stroke, from, to);
    return narrow > 0 ? narrow : 0;
}
