// SPDX-License-Identifier: MIT
// Way portals of a way on the diagram (Curtis, Snape, Manocha 2012, on the roadmap that they named
// as future work): every edge of the diagram has a gate, the chord between its two sites where it
// is narrowest.
//
// The ends of a portal lie on the lines from the centre of an empty circle to the two sites, a
// radius before each. So both lie in the circle made smaller by the radius, and with them all the
// portal. Between two gates walls may bulge; then portals are put in, each as far ahead as it is
// seen from all of the one before.
#include "plan/roadmap.h"
#include "voronoi/search.h"

/// A portal is seen if a disc smaller by this part can go straight there: around a corner, where
/// ends of portals lie on a circle, few are needed and not one for every degree.
#define CORNER_PART 0.1

/// A portal's ends keep this part of the circle from the sites, if the radius is less.
#define LEAST_CUT 0x1p-6

/// The way between two gates is halved so often to find the furthest place that is seen, and at
/// most so many portals are put in.
enum { HALVINGS = 7, MOST_BETWEEN = 64 };

typedef struct tracer {
    wend_roadmap *roadmap;
    wend_portals *portals;
    size_t most;
    double reach;     ///< what is further from a line does not stop anybody on it
    wend_portal last; ///< that was written, or the start
    double gone;      ///< where that is, from where the way joins the diagram
    bool failed;      ///< out of memory
} tracer;

static wend_vec2 unit(wend_vec2 v)
{
    double size = sqrt(wend_product(v, v));
    return size > 0 ? (wend_vec2){v.x / size, v.y / size} : (wend_vec2){1, 0};
}

// ---- one portal ---------------------------------------------------------------------------------

/// How much of the line from a circle's centre to an element is free for the disc's centre: a part.
static double free_part(const wend_roadmap *roadmap, uint32_t element, double radius)
{
    double cut = roadmap->radius + wend_roadmap_taken(roadmap, element);
    return fmin(fmax(1 - cut / radius, 0), 1 - LEAST_CUT);
}

/// The portal at a place of a piece.
static wend_portal portal_at(const wend_roadmap *roadmap, size_t number, double share)
{
    const wend_voronoi_piece *piece = &roadmap->pieces.data[number];
    uint32_t arc = roadmap->way.arcs.data[number];
    double radius;
    wend_vec2 centre = wend_piece_point(piece, share, &radius);
    wend_vec2 left = wend_segment_closest(piece->left, centre);
    wend_vec2 right = wend_segment_closest(piece->right, centre);
    wend_portal portal = {.a = centre, .b = centre, .side = UINT32_MAX};
    if (radius > 0) {
        uint32_t owner = wend_arc_owner(roadmap->voronoi, arc);
        uint32_t other = roadmap->voronoi->arcs.data[arc].other;
        portal.a = wend_part_way(centre, left, free_part(roadmap, owner, radius));
        portal.b = wend_part_way(centre, right, free_part(roadmap, other, radius));
    }
    wend_vec2 across = wend_difference(portal.b, portal.a);
    double width = wend_product(across, across);
    portal.right = unit(wend_difference(right, left));
    if (width > 0) {
        double to_centre = wend_product(wend_difference(centre, portal.a), across);
        portal.right = unit(across);
        portal.crossing = fmin(fmax(to_centre / width, 0), 1);
    }
    return portal;
}

/// The portal after so many metres of the diagram.
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

// ---- is it seen? --------------------------------------------------------------------------------

typedef struct sight {
    const wend_roadmap *roadmap;
    wend_segment line;
    bool is_free;
} sight;

static void look_at(void *context, uint32_t element)
{
    sight *s = context;
    const wend_roadmap *roadmap = s->roadmap;
    if (!s->is_free || element == roadmap->own)
        return;
    double taken = wend_roadmap_taken(roadmap, element);
    if (roadmap->press && taken > 0)
        return;
    wend_segment wall = wend_element_segment(&roadmap->voronoi->boundary.elements.data[element]);
    double needed = (1 - CORNER_PART) * (roadmap->radius + taken);
    s->is_free = wend_segments_distance(s->line, wall, NULL, NULL) > needed;
}

static bool is_line_free(const tracer *t, wend_vec2 a, wend_vec2 b)
{
    sight s = {t->roadmap, {a, b}, true};
    double reach = t->reach;
    wend_box box = wend_box_add(wend_box_add(wend_box_empty(), a), b);
    box =
        (wend_box){{box.min.x - reach, box.min.y - reach}, {box.max.x + reach, box.max.y + reach}};
    wend_search_box(&t->roadmap->voronoi->boundary, box, look_at, &s);
    return s.is_free;
}

/// True if a disc gets straight from anywhere on one portal to anywhere on the next. Nothing can
/// stand between the two lines that bound these ways, because the way itself runs there.
static bool is_seen(const tracer *t, const wend_portal *from, const wend_portal *to)
{
    return is_line_free(t, from->a, to->a) && is_line_free(t, from->b, to->b);
}

// ---- all of them --------------------------------------------------------------------------------

static bool is_full(const tracer *t)
{
    return t->failed || t->portals->count >= t->most;
}

static void push(tracer *t, const wend_portal *portal, double gone)
{
    if (!wend_array_reserve(t->portals, &t->roadmap->allocator, 1)) {
        t->failed = true;
        return;
    }
    const wend_roadmap_way *way = &t->roadmap->way;
    double first = way->circles.count > 0 ? wend_apart(way->start, way->circles.data[0].centre) : 0;
    t->last = *portal;
    t->last.rest = fmax(t->roadmap->length - first - gone, 0);
    t->portals->data[t->portals->count++] = t->last;
    t->gone = gone;
}

/// The furthest place before `gone` whose portal is seen from the last one, or if none is, the
/// nearest that was looked at.
static double see_furthest(const tracer *t, double gone)
{
    double seen = t->gone, unseen = gone;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (seen + unseen);
        wend_portal portal = portal_after(t->roadmap, middle);
        if (is_seen(t, &t->last, &portal))
            seen = middle;
        else
            unseen = middle;
    }
    return seen > t->gone ? seen : unseen;
}

/// Writes a portal, and before it those that are needed to see it.
static void reach_portal(tracer *t, const wend_portal *portal, double gone)
{
    for (int i = 0; i < MOST_BETWEEN && !is_full(t) && !is_seen(t, &t->last, portal); i++) {
        double furthest = see_furthest(t, gone);
        if (!(furthest > t->gone && furthest < gone))
            break;
        wend_portal between = portal_after(t->roadmap, furthest);
        push(t, &between, furthest);
    }
    if (!is_full(t))
        push(t, portal, gone);
}

/// Where a piece is narrowest: its least clearance and the share; in the middle of one that is
/// even.
static double narrowest_of(const wend_voronoi_piece *piece, double tolerance, double *share,
                           bool *even)
{
    double least;
    *share = wend_piece_narrowest(piece, &least);
    *even = fmax(piece->radius_a, piece->radius_b) - least <= tolerance;
    if (*even)
        *share = 0.5;
    return least;
}

/// Writes the gate of the edge from piece `first` on. Returns the piece behind it.
static size_t reach_gate(tracer *t, size_t first)
{
    const wend_roadmap *roadmap = t->roadmap;
    const wend_voronoi_arc *arcs = roadmap->voronoi->arcs.data;
    double tolerance = wend_voronoi_tolerance(roadmap->voronoi), least = INFINITY, at = 0;
    size_t i = first, gate = first;
    for (bool ends = false, is_even = false; !ends && i < roadmap->pieces.count; i++) {
        bool even;
        double share, clearance = narrowest_of(&roadmap->pieces.data[i], tolerance, &share, &even);
        if (clearance < least - tolerance || (clearance <= least + tolerance && even && !is_even)) {
            least = clearance;
            is_even = even;
            gate = i;
            at = share;
        }
        ends = arcs[arcs[roadmap->way.arcs.data[i]].twin].degree != 2;
    }
    double start = gate > 0 ? roadmap->ends.data[gate - 1] : 0;
    double gone = start + at * (roadmap->ends.data[gate] - start);
    double whole = roadmap->ends.data[roadmap->ends.count - 1];
    // Where the way joins its first edge and leaves its last is no gate, and two edges may be
    // narrowest at the vertex between them.
    if (gone > t->gone + tolerance && (gone < whole || !roadmap->way.leaves)) {
        wend_portal portal = portal_at(roadmap, gate, at);
        reach_portal(t, &portal, gone);
    }
    return i;
}

/// Lengths from where the way joins the diagram to the end of each piece. False: out of memory.
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

/// The place where the way ends, as a portal.
static wend_portal portal_of_end(const wend_roadmap *roadmap)
{
    const wend_roadmap_way *way = &roadmap->way;
    size_t circles = way->circles.count, pieces = roadmap->pieces.count;
    wend_vec2 from = circles > 0 ? way->circles.data[circles - 1].centre : way->start;
    if (wend_apart(from, way->end) == 0)
        from = pieces > 0 ? roadmap->pieces.data[pieces - 1].a : way->start;
    wend_vec2 ahead = unit(wend_difference(way->end, from));
    return (wend_portal){
        .a = way->end, .b = way->end, .right = {ahead.y, -ahead.x}, .side = UINT32_MAX};
}

static void trace(tracer *t)
{
    const wend_roadmap *roadmap = t->roadmap;
    size_t count = roadmap->pieces.count;
    for (size_t i = 0; i < count && !is_full(t);)
        i = reach_gate(t, i);
    if (is_full(t))
        return;
    const wend_roadmap_way *way = &roadmap->way;
    size_t circles = way->circles.count;
    wend_vec2 leave = circles > 0 ? way->circles.data[circles - 1].centre : way->start;
    double gone = (count > 0 ? roadmap->ends.data[count - 1] : 0) + wend_apart(leave, way->end);
    wend_portal end = portal_of_end(roadmap);
    if (count > 0)
        reach_portal(t, &end, gone);
    else
        push(t, &end, gone);
}

wend_result wend_roadmap_way_portals(wend_roadmap *roadmap, uint32_t most, wend_portals *portals,
                                     wend_error *error)
{
    wend_result result = wend_roadmap_ready(roadmap, error);
    if (result != WEND_OK)
        return result;
    portals->count = 0;
    if (!wend_roadmap_make_pieces(roadmap) || !make_ends(roadmap))
        return wend_fail_memory(error);
    const wend_roadmap_way *way = &roadmap->way;
    tracer t = {
        .roadmap = roadmap,
        .portals = portals,
        .most = most > 0 ? most : SIZE_MAX,
        .reach = roadmap->radius + roadmap->voronoi->boundary.most_radius,
        .last = {.a = way->start, .b = way->start},
    };
    trace(&t);
    if (t.failed)
        return wend_fail_memory(error);
    return WEND_OK;
}

wend_result wend_roadmap_portals(wend_roadmap *roadmap, uint32_t most, const wend_aim **portals,
                                 uint32_t *count, wend_error *error)
{
    wend_result result = wend_roadmap_ready(roadmap, error);
    if (result == WEND_OK)
        result = wend_roadmap_way_portals(roadmap, most, &roadmap->portals, error);
    if (result != WEND_OK)
        return result;
    size_t found = roadmap->portals.count;
    roadmap->aims.count = 0;
    if (!wend_array_reserve(&roadmap->aims, &roadmap->allocator, found))
        return wend_fail_memory(error);
    for (size_t i = 0; i < found; i++) {
        const wend_portal *portal = &roadmap->portals.data[i];
        roadmap->aims.data[i] = (wend_aim){portal->a, portal->b, portal->crossing, portal->rest};
    }
    roadmap->aims.count = found;
    *portals = roadmap->aims.data;
    *count = (uint32_t)found;
    return WEND_OK;
}
