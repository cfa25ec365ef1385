// SPDX-License-Identifier: MIT
// Way portals of a path on the diagram (Curtis, Snape and Manocha 2012, who name this roadmap as
// future work): every edge of the diagram has a gate, the chord between its two sites where it is
// narrowest.
//
// The ends of a portal lie on the segments from the centre of an empty circle to the two sites, a
// radius before each. So both lie in the circle reduced by the radius, and with them the whole
// portal. Walls may bulge between two gates; then portals are inserted, each as far ahead as it is
// visible from all of the one before.
#include "plan/roadmap.h"
#include "voronoi/search.h"

/// A portal is visible if a disc smaller by this fraction can move straight there: around a corner,
/// where ends of portals lie on a circle, few are needed and not one for every degree.
#define CORNER_PART 0.1

/// A portal's ends keep at least this fraction of the circle from the sites, if the radius is less.
#define MIN_CUT 0x1p-6

/// Number of bisections between two gates to find the furthest visible portal, and maximum number
/// of portals inserted.
enum { HALVINGS = 7, MAX_BETWEEN = 64 };

typedef struct tracer {
    wend_roadmap *roadmap;
    wend_portals *portals;
    size_t max_count;
    double reach;     ///< sites further from a line do not obstruct it
    wend_portal last; ///< the last portal written, or the start
    double gone;      ///< its arc length from where the path joins the diagram
    bool failed;      ///< out of memory
} tracer;

// ---- one portal ---------------------------------------------------------------------------------

/// The fraction of the segment from a circle's centre to an element that is free for the disc's
/// centre.
static double free_part(const wend_roadmap *roadmap, uint32_t element, double radius)
{
    double cut = roadmap->radius + wend_roadmap_reduction(roadmap, element);
    return fmin(fmax(1 - cut / radius, 0), 1 - MIN_CUT);
}

/// The portal at a point of a piece.
static wend_portal portal_at(const wend_roadmap *roadmap, size_t number, double share)
{
    const wend_voronoi_piece *piece = &roadmap->pieces.data[number];
    uint32_t arc = roadmap->route.arcs.data[number];
    double radius;
    wend_vec2 centre = wend_piece_point(piece, share, &radius);
    wend_vec2 left = wend_segment_closest(piece->left, centre);
    wend_vec2 right = wend_segment_closest(piece->right, centre);
    wend_portal portal = {.a = centre, .b = centre, .side = UINT32_MAX};
    if (radius > 0) {
        uint32_t owner = wend_arc_owner(roadmap->voronoi, arc);
        uint32_t other = roadmap->voronoi->arcs.data[arc].other;
        portal.a = wend_lerp(centre, left, free_part(roadmap, owner, radius));
        portal.b = wend_lerp(centre, right, free_part(roadmap, other, radius));
    }
    wend_vec2 across = wend_sub(portal.b, portal.a);
    double width = wend_length_squared(across);
    portal.right = wend_unit_or(wend_sub(right, left), (wend_vec2){1, 0});
    if (width > 0) {
        double to_centre = wend_dot(wend_sub(centre, portal.a), across);
        portal.right = wend_unit_or(across, (wend_vec2){1, 0});
        portal.crossing = fmin(fmax(to_centre / width, 0), 1);
    }
    return portal;
}

/// The portal at an arc length along the diagram.
static wend_portal portal_after(const wend_roadmap *roadmap, double gone)
{
    const double *ends = roadmap->ends.data;
    size_t low = 0, high = roadmap->ends.count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ends[middle] < gone)
            low = middle + 1;
        else
            high = middle;
    }
    double start = low > 0 ? ends[low - 1] : 0, length = ends[low] - start;
    return portal_at(roadmap, low, length > 0 ? fmin((gone - start) / length, 1) : 0);
}

// ---- visibility ---------------------------------------------------------------------------------

typedef struct sight {
    const wend_roadmap *roadmap;
    wend_segment line;
    bool is_free;
} sight;

static void locate_in(void *context, uint32_t element)
{
    sight *s = context;
    const wend_roadmap *roadmap = s->roadmap;
    if (!s->is_free || element == roadmap->own)
        return;
    double reduction = wend_roadmap_reduction(roadmap, element);
    if (roadmap->press && reduction > 0)
        return;
    wend_segment wall = wend_element_segment(&roadmap->voronoi->boundary.elements.data[element]);
    double needed = (1 - CORNER_PART) * (roadmap->radius + reduction);
    s->is_free = wend_segments_distance(s->line, wall, NULL, NULL) > needed;
}

static bool is_line_free(const tracer *t, wend_vec2 a, wend_vec2 b)
{
    sight s = {t->roadmap, {a, b}, true};
    double reach = t->reach;
    wend_box box = wend_box_add(wend_box_add(wend_box_empty(), a), b);
    box =
        (wend_box){{box.min.x - reach, box.min.y - reach}, {box.max.x + reach, box.max.y + reach}};
    wend_search_box(&t->roadmap->voronoi->boundary, box, locate_in, &s);
    return s.is_free;
}

/// True if a disc can move straight from anywhere on one portal to anywhere on the next. Nothing
/// can stand between the two lines that bound these paths, because the path itself runs there.
static bool is_visible(const tracer *t, const wend_portal *from, const wend_portal *to)
{
    return is_line_free(t, from->a, to->a) && is_line_free(t, from->b, to->b);
}

// ---- entry point --------------------------------------------------------------------------------

static bool is_full(const tracer *t)
{
    return t->failed || t->portals->count >= t->max_count;
}

static void push(tracer *t, const wend_portal *portal, double gone)
{
    if (!wend_array_reserve(t->portals, &t->roadmap->allocator, 1)) {
        t->failed = true;
        return;
    }
    const wend_roadmap_route *route = &t->roadmap->route;
    double first =
        route->circles.count > 0 ? wend_distance(route->start, route->circles.data[0].centre) : 0;
    t->last = *portal;
    t->last.rest = fmax(t->roadmap->length - first - gone, 0);
    t->portals->data[t->portals->count++] = t->last;
    t->gone = gone;
}

/// The furthest arc length before `gone` whose portal is visible from the last one, or if none is,
/// the nearest that was tried.
static double find_furthest(const tracer *t, double gone)
{
    double seen = t->gone, unseen = gone;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (seen + unseen);
        wend_portal portal = portal_after(t->roadmap, middle);
        if (is_visible(t, &t->last, &portal))
            seen = middle;
        else
            unseen = middle;
    }
    return seen > t->gone ? seen : unseen;
}

/// Writes a portal, and before it those that are needed to see it.
static void reach_portal(tracer *t, const wend_portal *portal, double gone)
{
    for (int i = 0; i < MAX_BETWEEN && !is_full(t) && !is_visible(t, &t->last, portal); i++) {
        double furthest = find_furthest(t, gone);
        if (!(furthest > t->gone && furthest < gone))
            break;
        wend_portal between = portal_after(t->roadmap, furthest);
        push(t, &between, furthest);
    }
    if (!is_full(t))
        push(t, portal, gone);
}

/// Where a piece is narrowest: its minimum clearance and the share; the middle of an even piece.
static double narrowest_of(const wend_voronoi_piece *piece, double tolerance, double *share,
                           bool *even)
{
    double minimum;
    *share = wend_piece_narrowest(piece, &minimum);
    *even = fmax(piece->radius_a, piece->radius_b) - minimum <= tolerance;
    if (*even)
        *share = 0.5;
    return minimum;
}

/// Writes the gate of the edge from piece `first` on. Returns the piece after it.
static size_t reach_gate(tracer *t, size_t first)
{
    const wend_roadmap *roadmap = t->roadmap;
    const wend_voronoi_arc *arcs = roadmap->voronoi->arcs.data;
    double tolerance = wend_voronoi_tolerance(roadmap->voronoi), minimum = INFINITY, at = 0;
    size_t i = first, gate = first;
    for (bool ends = false, is_even = false; !ends && i < roadmap->pieces.count; i++) {
        bool even;
        double share, clearance = narrowest_of(&roadmap->pieces.data[i], tolerance, &share, &even);
        if (clearance < minimum - tolerance ||
            (clearance <= minimum + tolerance && even && !is_even)) {
            minimum = clearance;
            is_even = even;
            gate = i;
            at = share;
        }
        ends = arcs[arcs[roadmap->route.arcs.data[i]].twin].degree != 2;
    }
    double start = gate > 0 ? roadmap->ends.data[gate - 1] : 0;
    double gone = start + at * (roadmap->ends.data[gate] - start);
    double whole = roadmap->ends.data[roadmap->ends.count - 1];
    // Where the path joins its first edge and leaves its last is not a gate, and two edges may be
    // narrowest at the vertex between them.
    if (gone > t->gone + tolerance && (gone < whole || !roadmap->route.leaves)) {
        wend_portal portal = portal_at(roadmap, gate, at);
        reach_portal(t, &portal, gone);
    }
    return i;
}

/// Arc lengths from where the path joins the diagram to the end of each piece. False: out of
/// memory.
static bool make_ends(wend_roadmap *roadmap)
{
    size_t count = roadmap->pieces.count;
    roadmap->ends.count = 0;
    if (!wend_array_reserve(&roadmap->ends, &roadmap->allocator, count))
        return false;
    double gone = 0;
    for (size_t i = 0; i < count; i++)
        roadmap->ends.data[i] = gone += wend_piece_length(&roadmap->pieces.data[i]);
    roadmap->ends.count = count;
    return true;
}

/// The end of the path, as a portal.
static wend_portal portal_of_end(const wend_roadmap *roadmap)
{
    const wend_roadmap_route *route = &roadmap->route;
    size_t circles = route->circles.count, pieces = roadmap->pieces.count;
    wend_vec2 from = circles > 0 ? route->circles.data[circles - 1].centre : route->start;
    if (wend_distance(from, route->end) == 0)
        from = pieces > 0 ? roadmap->pieces.data[pieces - 1].a : route->start;
    wend_vec2 ahead = wend_unit_or(wend_sub(route->end, from), (wend_vec2){1, 0});
    return (wend_portal){
        .a = route->end, .b = route->end, .right = wend_perp_right(ahead), .side = UINT32_MAX};
}

static void trace(tracer *t)
{
    const wend_roadmap *roadmap = t->roadmap;
    size_t count = roadmap->pieces.count;
    for (size_t i = 0; i < count && !is_full(t);)
        i = reach_gate(t, i);
    if (is_full(t))
        return;
    const wend_roadmap_route *route = &roadmap->route;
    size_t circles = route->circles.count;
    wend_vec2 leave = circles > 0 ? route->circles.data[circles - 1].centre : route->start;
    double gone =
        (count > 0 ? roadmap->ends.data[count - 1] : 0) + wend_distance(leave, route->end);
    wend_portal end = portal_of_end(roadmap);
    if (count > 0)
        reach_portal(t, &end, gone);
    else
        push(t, &end, gone);
}

wend_result wend_roadmap_route_portals(wend_roadmap *roadmap, uint32_t max_count,
                                       wend_portals *portals, wend_error *error)
{
    wend_result result = wend_roadmap_ready(roadmap, error);
    if (result != WEND_OK)
        return result;
    portals->count = 0;
    if (!wend_roadmap_make_pieces(roadmap) || !make_ends(roadmap))
        return wend_fail_memory(error);
    const wend_roadmap_route *route = &roadmap->route;
    tracer t = {
        .roadmap = roadmap,
        .portals = portals,
        .max_count = max_count > 0 ? max_count : SIZE_MAX,
        .reach = roadmap->radius + roadmap->voronoi->boundary.max_agent_radius,
        .last = {.a = route->start, .b = route->start},
    };
    trace(&t);
    if (t.failed)
        return wend_fail_memory(error);
    return WEND_OK;
}

wend_result wend_roadmap_portals(wend_roadmap *roadmap, uint32_t max_count,
                                 const wend_steering_target **portals, uint32_t *count,
                                 wend_error *error)
{
    wend_result result = wend_roadmap_ready(roadmap, error);
    if (result == WEND_OK)
        result = wend_roadmap_route_portals(roadmap, max_count, &roadmap->portals, error);
    if (result != WEND_OK)
        return result;
    size_t found = roadmap->portals.count;
    roadmap->aims.count = 0;
    if (!wend_array_reserve(&roadmap->aims, &roadmap->allocator, found))
        return wend_fail_memory(error);
    for (size_t i = 0; i < found; i++) {
        const wend_portal *portal = &roadmap->portals.data[i];
        roadmap->aims.data[i] =
            (wend_steering_target){portal->a, portal->b, portal->crossing, portal->rest};
    }
    roadmap->aims.count = found;
    *portals = roadmap->aims.data;
    *count = (uint32_t)found;
    return WEND_OK;
}
