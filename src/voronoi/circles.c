// SPDX-License-Identifier: MIT
// Empty circles around a point, centred on the diagram.
//
// An empty circle does not contain the site point f nearest to p; so with its centre c, its radius
// is at most |c - f|, and p lies at most |c - f| - |c - p| <= |p - f| deep in it. Equality holds
// where c lies beyond p on the ray from f: the circle in which p lies deepest (UFRGS 2010, §4.2.1)
// is centred where that ray leaves the cell. One ray against one cell, in closed form.
//
// The centres of all empty circles around p form the cell that p would have as a site. It is
// star-shaped and contains no site, so the part of the diagram in it has no cycle, and it is
// connected (Sud et al. 2008, Lemma 2: these are the edges without p). A walk along its pieces that
// turns back wherever it leaves that cell therefore traverses the whole tree and returns to its
// start, without memory.
#include "voronoi/search.h"

#include "voronoi/frame.h"

#include <math.h>

/// Pseudo-angle from one direction to another, counter-clockwise: 0 to 4, a quarter turn is 1.
/// Ordered like angles.
static double turn(wend_vec2 a, wend_vec2 b)
{
    double c = wend_dot(a, b), s = wend_cross(a, b);
    if (s >= 0)
        return c > 0 ? s / (c + s) : c < 0 ? 1 - c / (s - c) : 1;
    return c < 0 ? 2 + s / (c + s) : 3 + c / (c - s);
}

// ---- a ray from an element to its cell's border -------------------------------------------------

/// Distance along the ray from a point of one element, in a direction of its normals, at which
/// another element is equally near.
static double reach(const wend_boundary *boundary, uint32_t other, wend_vec2 from,
                    wend_vec2 direction)
{
    const wend_element *element = &boundary->elements.data[other];
    wend_vec2 d = wend_sub(element->p, from);
    if (boundary->links.data[other].kind == WEND_ELEMENT_SIDE)
        return -wend_dot(d, element->from) / (1 - wend_dot(direction, element->from));
    return wend_length_squared(d) / (2 * wend_dot(d, direction));
}

/// True if the ray meets a cell's border at or after the start of an arc: by the projection onto a
/// side, by the angle around a corner.
static bool is_after(const wend_voronoi *voronoi, uint32_t owner, uint32_t arc, wend_vec2 from,
                     wend_vec2 direction)
{
    const wend_element *element = &voronoi->boundary.elements.data[owner];
    wend_vec2 at = voronoi->arcs.data[arc].at;
    if (voronoi->boundary.links.data[owner].kind == WEND_ELEMENT_SIDE)
        return wend_dot(wend_sub(at, from), wend_sub(element->q, element->p)) <= 0;
    return wend_cross(wend_sub(at, element->p), direction) >= 0;
}

/// The arc of an element's cell that the ray meets; WEND_NO_ARC if the cell has none.
static uint32_t arc_ahead(const wend_voronoi *voronoi, uint32_t owner, wend_vec2 from,
                          wend_vec2 direction)
{
    wend_voronoi_cell_record cell = voronoi->cells.data[owner];
    if (cell.count == 0)
        return WEND_NO_ARC;
    if (voronoi->boundary.links.data[owner].kind != WEND_ELEMENT_POINT) {
        uint32_t low = 0, high = cell.count - 1; // the last one that starts before the ray
        while (low < high) {
            uint32_t middle = low + (high - low + 1) / 2;
            if (is_after(voronoi, owner, cell.first + middle, from, direction))
                low = middle;
            else
                high = middle - 1;
        }
        return cell.first + low;
    }
    // All around a lone point: the last start that the ray has passed.
    wend_vec2 position = voronoi->boundary.elements.data[owner].p;
    uint32_t best = 0;
    double minimum = INFINITY;
    for (uint32_t i = 0; i < cell.count; ++i) {
        double past = turn(wend_sub(voronoi->arcs.data[cell.first + i].at, position), direction);
        if (past < minimum) {
            minimum = past;
            best = i;
        }
    }
    return cell.first + best;
}

/// Unit direction from `from` to p; if they are equal, the middle of the element's normals.
static wend_vec2 direction_to(const wend_element *element, wend_vec2 from, wend_vec2 p)
{
    wend_vec2 d = wend_sub(p, from);
    double length = wend_length(d);
    if (!(length > 0)) {
        d = wend_add(element->from, element->to);
        length = wend_length(d);
    }
    return length > 0 ? (wend_vec2){d.x / length, d.y / length} : element->from;
}

static wend_circle circle_ahead(const wend_voronoi *voronoi, uint32_t owner, uint32_t arc,
                                wend_vec2 p)
{
    const wend_boundary *boundary = &voronoi->boundary;
    const wend_element *element = &boundary->elements.data[owner];
    wend_vec2 from = wend_segment_closest(wend_element_segment(element), p);
    wend_vec2 direction = boundary->links.data[owner].kind == WEND_ELEMENT_SIDE
                              ? element->from
                              : direction_to(element, from, p);
    double radius = reach(boundary, voronoi->arcs.data[arc].other, from, direction);
    if (!(radius <= voronoi->max_radius)) // also if the ray misses because of rounding
        radius = voronoi->max_radius;
    return (wend_circle){{from.x + radius * direction.x, from.y + radius * direction.y}, radius};
}

static uint32_t arc_towards(const wend_voronoi *voronoi, uint32_t owner, wend_vec2 p)
{
    const wend_element *element = &voronoi->boundary.elements.data[owner];
    wend_vec2 from = wend_segment_closest(wend_element_segment(element), p);
    return arc_ahead(voronoi, owner, from, direction_to(element, from, p));
}

/// The piece hit by the ray from p's nearest element through p.
static wend_result find_arc(const wend_voronoi *voronoi, wend_vec2 p, uint32_t *owner,
                            uint32_t *arc, wend_error *error)
{
    wend_result result = wend_arcs_ready(voronoi, error);
    if (result == WEND_OK)
        result = wend_nearest_element(voronoi, p, owner, error);
    if (result != WEND_OK)
        return result;
    *arc = arc_towards(voronoi, *owner, p);
    // A nearly straight corner has no arcs: its neighbour's cell begins there.
    const wend_element_link *links = voronoi->boundary.links.data;
    for (uint32_t i = 0; *arc == WEND_NO_ARC && i < voronoi->boundary.elements.count; ++i) {
        *owner = links[*owner].next;
        *arc = arc_towards(voronoi, *owner, p);
    }
    return *arc == WEND_NO_ARC ? wend_fail_at(error, WEND_NOT_FOUND, p, "there is only one site")
                               : WEND_OK;
}

// ---- all circles around a point -----------------------------------------------------------------

/// Along a piece, as a function of its share s, the squared radius minus the squared distance of
/// the centre to p (or twice that: only the sign matters) is a quadratic: start (1 - s) + end s -
/// curve s (1 - s).
typedef struct depth {
    double start, end, curve;
} depth;

static depth depth_along(const wend_voronoi_piece *piece, wend_vec2 p)
{
    bool left_corner = wend_equal(piece->left.a, piece->left.b);
    wend_vec2 d = wend_sub(piece->b, piece->a);
    depth found = {
        piece->radius_a * piece->radius_a - wend_distance_squared(piece->a, p),
        piece->radius_b * piece->radius_b - wend_distance_squared(piece->b, p),
        0,
    };
    if (piece->parabola) {
        // The corner is on the circle: linear in the centre, which is below its chord.
        wend_vec2 corner = left_corner ? piece->left.a : piece->right.a;
        wend_segment side = left_corner ? piece->right : piece->left;
        wend_vec2 e = wend_sub(side.b, side.a);
        double height = wend_cross(wend_sub(corner, side.a), e); // times the side's length
        double lift = wend_cross(wend_sub(p, corner), e), projections = wend_dot(d, e);
        found.curve =
            height > 0 ? projections * projections * lift / (wend_length_squared(e) * height) : 0;
    } else if (!left_corner) {
        double widens = piece->radius_b - piece->radius_a;
        found.curve = widens * widens - wend_length_squared(d);
    }
    return found;
}

/// Where the depth becomes 0 between a start inside and an end outside.
static double exit_share(depth along)
{
    // curve s^2 + (end - start - curve) s + start = 0; the root in 0..1.
    double b = along.end - along.start - along.curve;
    double root = sqrt(fmax(b * b - 4 * along.curve * along.start, 0));
    double q = -0.5 * (b + copysign(root, b));
    double one = along.start / q, other = q / along.curve;
    double s = one >= 0 && one <= 1 ? one : other;
    return s > 0 ? s < 1 ? s : 1 : 0;
}

/// True if a piece between two centres inside leaves the cell in between.
static bool has_gap(depth along)
{
    if (!(along.curve > 0))
        return false;
    double s = 0.5 * (1 - (along.end - along.start) / along.curve);
    return s > 0 && s < 1 && along.start * (1 - s) + along.end * s - along.curve * s * (1 - s) < 0;
}

static void keep_larger(wend_circle *best, wend_vec2 centre, double radius)
{
    if (radius > best->radius)
        *best = (wend_circle){centre, radius};
}

/// Follows an arc whose start is inside. True if its end is inside too, and all between.
static bool follow(const wend_voronoi *voronoi, uint32_t arc, wend_vec2 p, wend_circle *best)
{
    wend_voronoi_piece piece = wend_arc_piece(voronoi, arc);
    depth along = depth_along(&piece, p);
    if (along.end >= 0) {
        keep_larger(best, piece.b, piece.radius_b);
        return !has_gap(along);
    }
    double radius;
    wend_vec2 centre = wend_piece_point(&piece, along.start > 0 ? exit_share(along) : 0, &radius);
    keep_larger(best, centre, radius);
    return false;
}

/// From a point on an arc, around the whole tree beyond it, and back to the point.
static void walk_tree(const wend_voronoi *voronoi, uint32_t first, wend_vec2 p, wend_circle *best)
{
    uint32_t back = voronoi->arcs.data[first].twin, arc = wend_arc_next(voronoi, first);
    // A tree takes twice its pieces; the bound ends the walk even if rounding has made it no tree.
    for (size_t steps = 0; arc != back && steps <= voronoi->arcs.count; ++steps) {
        if (!follow(voronoi, arc, p, best))
            arc = voronoi->arcs.data[arc].twin;
        arc = wend_arc_next(voronoi, arc);
    }
}

/// From the embedding circle along its arc to one end.
static void walk_from(const wend_voronoi *voronoi, uint32_t arc, wend_vec2 p,
                      const wend_circle *middle, wend_circle *best)
{
    wend_voronoi_piece piece = wend_arc_piece(voronoi, arc);
    depth whole = depth_along(&piece, p);
    if (whole.end >= 0) {
        keep_larger(best, piece.b, piece.radius_b);
        walk_tree(voronoi, arc, p, best);
        return;
    }
    piece.a = middle->centre;
    piece.radius_a = middle->radius;
    depth along = depth_along(&piece, p);
    double radius;
    wend_vec2 centre = wend_piece_point(&piece, along.start > 0 ? exit_share(along) : 0, &radius);
    keep_larger(best, centre, radius);
}

/// The largest circle that touches an element where p is, on it.
static wend_circle largest_touching(const wend_voronoi *voronoi, uint32_t owner, uint32_t arc,
                                    wend_vec2 p)
{
    wend_circle best = circle_ahead(voronoi, owner, arc, p);
    wend_voronoi_cell_record cell = voronoi->cells.data[owner];
    if (voronoi->boundary.links.data[owner].kind != WEND_ELEMENT_SIDE)
        for (uint32_t i = 0; i < cell.count; ++i) {
            wend_voronoi_piece piece = wend_arc_piece(voronoi, cell.first + i);
            keep_larger(&best, piece.a, piece.radius_a);
            keep_larger(&best, piece.b, piece.radius_b);
        }
    return best;
}

static bool is_on_it(const wend_voronoi *voronoi, uint32_t element, wend_vec2 p)
{
    wend_segment segment = wend_element_segment(&voronoi->boundary.elements.data[element]);
    return wend_segment_distance(segment, p) <= voronoi->boundary.tolerance;
}

wend_result wend_voronoi_largest_circle(const wend_voronoi *voronoi, wend_vec2 p,
                                        wend_circle *circle, wend_error *error)
{
    uint32_t owner, arc;
    wend_result result = find_arc(voronoi, p, &owner, &arc, error);
    if (result != WEND_OK)
        return result;
    if (is_on_it(voronoi, owner, p)) {
        *circle = largest_touching(voronoi, owner, arc, p);
        return WEND_OK;
    }
    wend_circle middle = circle_ahead(voronoi, owner, arc, p);
    *circle = middle;
    walk_from(voronoi, arc, p, &middle, circle);
    walk_from(voronoi, voronoi->arcs.data[arc].twin, p, &middle, circle);
    return WEND_OK;
}

wend_result wend_voronoi_embedding_circle(const wend_voronoi *voronoi, wend_vec2 p,
                                          wend_circle *circle, uint32_t *edge, wend_error *error)
{
    uint32_t owner, arc;
    wend_result result = find_arc(voronoi, p, &owner, &arc, error);
    if (result != WEND_OK)
        return result;
    *circle = circle_ahead(voronoi, owner, arc, p);
    if (edge)
        *edge = arc;
    return WEND_OK;
}
