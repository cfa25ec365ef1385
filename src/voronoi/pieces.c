// SPDX-License-Identifier: MIT
// Pieces of the diagram's edges: points, length, minimum clearance.
//
// A parabola lies between a side and a corner at height f above it. As a function of the projection
// t onto the side, its height is a quadratic with second derivative 1/f; so between two points it
// lies below the chord by s (1 - s) T^2 / (2 f), where T is the distance of their projections and s
// the share. Computed from the ends in this way, it meets them exactly.
#include "voronoi/diagram.h"

#include "core/angle.h"
#include "voronoi/frame.h"

#include <math.h>

static wend_vec2 between(wend_vec2 a, wend_vec2 b, double share)
{
    return (wend_vec2){(1 - share) * a.x + share * b.x, (1 - share) * a.y + share * b.y};
}

/// Parameters of a parabola.
typedef struct parabola {
    wend_vec2 along, away; ///< unit vectors: of the side, and from it towards the corner
    wend_vec2 corner;
    double height; ///< of the corner over the side
} parabola;

/// False for a straight piece.
static bool parabola_of(const wend_voronoi_piece *piece, parabola *out)
{
    if (!piece->parabola)
        return false;
    bool left = wend_equal(piece->left.a, piece->left.b);
    wend_segment side = left ? piece->right : piece->left;
    wend_vec2 d = wend_sub(side.b, side.a);
    double length = wend_length(d);
    out->corner = left ? piece->left.a : piece->right.a;
    out->along = (wend_vec2){d.x / length, d.y / length};
    out->away = wend_perp_right(out->along); // a side's free space is on its right
    out->height = wend_dot(wend_sub(out->corner, side.a), out->away);
    return out->height > 0;
}

wend_vec2 wend_piece_point(const wend_voronoi_piece *piece, double share, double *radius)
{
    parabola p;
    wend_vec2 point = between(piece->a, piece->b, share);
    double found = (1 - share) * piece->radius_a + share * piece->radius_b;
    if (parabola_of(piece, &p)) {
        double projections = wend_dot(wend_sub(piece->b, piece->a), p.along);
        double sag = share * (1 - share) * projections * projections / (2 * p.height);
        point = (wend_vec2){point.x - sag * p.away.x, point.y - sag * p.away.y};
        found -= sag;
    } else if (wend_equal(piece->left.a, piece->left.b) &&
               wend_equal(piece->right.a, piece->right.b) && share > 0 && share < 1) {
        found = wend_distance(point, piece->left.a);
    }
    if (radius)
        *radius = found;
    return point;
}

/// Inverse hyperbolic sine of x >= 0, accurate for small x.
static double inverse_sinh(double x)
{
    double y = x + x * x / (1 + sqrt(1 + x * x));
    // Logarithm of 1 + y, corrected for the error of the rounded sum (Kahan).
    double sum = 1 + y;
    return sum == 1 ? y : y * wend_log(sum) / (sum - 1);
}

/// Length of the parabola y = x^2 / 2 from x = 0 to 0 <= x.
static double length_from_apex(double x)
{
    return 0.5 * (x * sqrt(1 + x * x) + inverse_sinh(x));
}

/// The same from x to y, 0 <= x <= y. Both terms as differences of squares over sums, which avoids
/// cancellation.
static double length_between(double x, double y)
{
    double sx = sqrt(1 + x * x), sy = sqrt(1 + y * y);
    double squares = (y - x) * (y + x);
    if (!(squares > 0))
        return 0;
    double roots = squares * (1 + x * x + y * y) / (y * sy + x * sx);
    return 0.5 * (roots + inverse_sinh(squares / (y * sx + x * sy)));
}

double wend_piece_length(const wend_voronoi_piece *piece)
{
    parabola p;
    double chord = wend_distance(piece->a, piece->b);
    if (!parabola_of(piece, &p))
        return chord;
    double x = wend_dot(wend_sub(piece->a, p.corner), p.along) / p.height;
    double y = wend_dot(wend_sub(piece->b, p.corner), p.along) / p.height;
    double low = fmin(fabs(x), fabs(y)), high = fmax(fabs(x), fabs(y));
    bool across = (x < 0) != (y < 0); // the apex lies between
    double length =
        across ? length_from_apex(low) + length_from_apex(high) : length_between(low, high);
    return fmax(p.height * length, chord);
}

double wend_piece_narrowest(const wend_voronoi_piece *piece, double *radius)
{
    parabola p;
    wend_vec2 d = wend_sub(piece->b, piece->a);
    double share = piece->radius_b < piece->radius_a; // straight between sides: at an end
    if (parabola_of(piece, &p)) {
        // At the corner's projection, the apex.
        double offset = wend_dot(wend_sub(p.corner, piece->a), p.along), all = wend_dot(d, p.along);
        if (offset / all > 0 && offset / all < 1)
            share = offset / all;
    } else if (wend_equal(piece->left.a, piece->left.b) &&
               wend_equal(piece->right.a, piece->right.b)) {
        wend_vec2 middle = between(piece->left.a, piece->right.a, 0.5);
        double offset = wend_dot(wend_sub(middle, piece->a), d) / wend_length_squared(d);
        if (offset > 0 && offset < 1)
            share = offset;
    }
    if (radius)
        (void)wend_piece_point(piece, share, radius);
    return share;
}

wend_voronoi_piece wend_piece_between(const wend_voronoi *voronoi, uint32_t left, uint32_t right,
                                      wend_circle a, wend_circle b)
{
    const wend_boundary *boundary = &voronoi->boundary;
    const wend_element *elements = boundary->elements.data;
    const wend_element_link *links = boundary->links.data;
    return (wend_voronoi_piece){
        .a = a.centre,
        .b = b.centre,
        .radius_a = a.radius,
        .radius_b = b.radius,
        .left = {elements[left].p, elements[left].q},
        .right = {elements[right].p, elements[right].q},
        .left_site = boundary->sites.data[links[left].site].id,
        .right_site = boundary->sites.data[links[right].site].id,
        .parabola =
            (links[left].kind == WEND_ELEMENT_SIDE) != (links[right].kind == WEND_ELEMENT_SIDE),
    };
}

wend_voronoi_piece wend_arc_piece(const wend_voronoi *voronoi, uint32_t arc)
{
    return wend_piece_between(voronoi, wend_arc_owner(voronoi, arc), voronoi->arcs.data[arc].other,
                              wend_vertex_circle(voronoi, wend_arc_start(voronoi, arc)),
                              wend_vertex_circle(voronoi, wend_arc_end(voronoi, arc)));
}
