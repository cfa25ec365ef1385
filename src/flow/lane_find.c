// SPDX-License-Identifier: MIT
// Lane construction: lines of equal level at odd multiples of the radius, where the levels of
// bodies are even ones. Levels differ by no more than the distance of two points, so such a line
// keeps one radius from every body and two from the next lane; docs/lanes-proof.md proves that no
// more lanes fit.
//
// Levels f from the bottom and g from the top give two systems of n lanes. A path from the bottom
// to x, straight to y and on to the top is a cut, so f(x) + g(y) + |xy| is at least 2rn: the lowest
// lanes of one system and the highest of the other keep apart as well, for every split.
#include "core/memory.h"
#include "flow/direct.h"
#include "flow/domain.h"
#include "flow/lanes.h"
#include "flow/rounding.h"
#include "wend/geometry.h"

#define COOKIE 0x6c616e65u

/// A line through a point where fronts meet within rounding may be lost there. A slightly higher or
/// lower one is then used, shifted by these fractions of the radius: less than half of
/// WEND_LANES_TOLERANCE.
static const double SHIFTS[] = {0, 1e-8, -1e-8, 3e-8, -3e-8};

wend_lanes_def wend_default_lanes_def(void)
{
    return (wend_lanes_def){.radius = 0.2, .side = WEND_LANES_DIRECT, .cookie = COOKIE};
}

// ---- from one side ------------------------------------------------------------------------------

/// Adds the lane of a level.
static wend_result add_clear(wend_lanes *lanes, wend_stream *stream, double level,
                             wend_error *error)
{
    wend_stream_line line;
    wend_result result = WEND_NOT_FOUND;
    for (size_t i = 0; i < sizeof SHIFTS / sizeof *SHIFTS && result == WEND_NOT_FOUND; ++i)
        result = wend_stream_find(stream, level + SHIFTS[i] * lanes->radius, &line);
    if (result == WEND_NOT_FOUND)
        return wend_fail(error, WEND_INVALID_GEOMETRY,
                         "the lane at %g m from the side was lost to rounding: walls that almost "
                         "touch, a radius that is tiny for a plan of this size, or a plan far from "
                         "the origin",
                         level);
    if (result != WEND_OK || !wend_lanes_add(lanes, stream->pieces.data + line.first, line.count,
                                             line.source, line.sink))
        return wend_fail_memory(error);
    stream->pieces.count = line.first;
    return WEND_OK;
}

static wend_result add_all_clear(wend_lanes *lanes, wend_stream *stream, wend_error *error)
{
    double width = 2 * lanes->radius, count = floor(wend_flow_value(stream->flow) / width + 0.5);
    bool from_top = stream->flow->request.from_top;
    wend_result result = WEND_OK;
    // In the order from the bottom to the top, on whichever side levels start.
    for (double i = 0; i < count && result == WEND_OK; ++i)
        result = add_clear(lanes, stream, ((from_top ? count - 1 - i : i) + 0.5) * width, error);
    return result;
}

wend_result wend_lanes_find_from(wend_flow *flow, const wend_lanes_def *def, bool from_top,
                                 wend_lanes **lanes, wend_error *error)
{
    bool plain = def->kind == WEND_LANES_PLAIN;
    wend_flow_request request = {.width = plain ? 0 : 2 * def->radius, .from_top = from_top};
    wend_result result = wend_flow_solve(flow, &request, error);
    *lanes = NULL;
    if (wend_failed(result))
        return result;
    double max = wend_flow_value(flow) / (2 * def->radius);
    if (!(max <= WEND_MAX_LANES))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "with a radius of %g m up to %.0f lanes would fit, more than %d: make it "
                         "larger",
                         def->radius, max, WEND_MAX_LANES);
    wend_stream stream = {.flow = flow, .allocator = &def->allocator};
    *lanes = wend_lanes_new(&def->allocator, def->radius);
    if (!*lanes || !wend_stream_prepare(&stream))
        result = wend_fail_memory(error);
    else
        result = plain ? wend_lanes_add_plain(*lanes, &stream, error)
                       : add_all_clear(*lanes, &stream, error);
    wend_stream_free(&stream);
    if (wend_failed(result)) {
        wend_lanes_destroy(*lanes);
        *lanes = NULL;
        return result;
    }
    wend_lanes_measure_lengths(*lanes);
    (*lanes)->split = from_top ? 0 : (uint32_t)(*lanes)->lanes.count;
    return WEND_OK;
}

// ---- from both sides ----------------------------------------------------------------------------

/// Lanes from the bottom and from the top, an equal number of each, and optionally a direct one.
typedef struct sides {
    const wend_lanes *bottom, *top;
    const wend_direct *direct; ///< NULL: none
} sides;

/// The length of lanes first..last - 1.
static double length_of(const wend_lanes *lanes, size_t first, size_t last)
{
    double length = 0;
    for (size_t i = first; i < last; ++i)
        length += lanes->lanes.data[i].length;
    return length;
}

/// The split with the minimum length.
static size_t best_split(const sides *from, double *min)
{
    size_t count = from->bottom->lanes.count, best = 0;
    double length = length_of(from->top, 0, count);
    *min = length;
    for (size_t i = 0; i < count; ++i) {
        length += from->bottom->lanes.data[i].length - from->top->lanes.data[i].length;
        if (length < *min) {
            *min = length;
            best = i + 1;
        }
    }
    return best;
}

static bool is_opening(const wend_flow *flow, uint32_t h, bool is_sink)
{
    uint32_t kind = flow->kinds.data[h];
    return kind != WEND_NONE && kind & WEND_FLOW_OPENING &&
           flow->is_sink.data[kind & ~WEND_FLOW_OPENING] == is_sink;
}

/// Position of the start of a piece on a source along the walk around the domain with free space on
/// the left: from a sink by the top along the sources, towards the bottom.
static double order_of(const wend_flow *flow, const wend_curve_piece *piece)
{
    const wend_mesh *mesh = flow->mesh;
    wend_vec2 p = piece->a;
    wend_vec2 middle = wend_curve_piece_at(piece, wend_curve_piece_length(piece) / 2, NULL);
    uint32_t begin = 0;
    while (!is_opening(flow, begin, true))
        ++begin;
    double point = 0, order = 0, min = INFINITY;
    uint32_t h = begin;
    do {
        wend_segment edge = {wend_at(mesh, wend_origin(mesh, h)),
                             wend_at(mesh, wend_target(mesh, h))};
        double distance = is_opening(flow, h, false) ? wend_segment_distance(edge, p) : INFINITY;
        double x = edge.b.x - edge.a.x, y = edge.b.y - edge.a.y;
        // A source in free space has two sides.
        bool leads_in = x * (middle.y - edge.a.y) - y * (middle.x - edge.a.x) > 0;
        if (distance < min && leads_in) {
            min = distance;
            order = point + ((p.x - edge.a.x) * x + (p.y - edge.a.y) * y) / (x * x + y * y);
        }
        point += 1;
        h = wend_flow_next_wall(mesh, h);
    } while (h != begin);
    return order;
}

/// True if the direct path, whose start has that order, keeps the distance to a lane, and is above
/// (or below) it.
static bool keeps_apart(const wend_flow *flow, const wend_direct *direct, double order,
                        const wend_lanes *lanes, size_t lane, bool above)
{
    const wend_lane *l = &lanes->lanes.data[lane];
    double apart = 2 * lanes->radius;
    if ((order < order_of(flow, &lanes->pieces.data[l->first])) != above)
        return false;
    for (uint32_t k = l->first; k < l->first + l->count; ++k) {
        const wend_curve_piece *piece = &lanes->pieces.data[k];
        wend_box about = wend_curve_piece_box_around(piece, apart);
        for (size_t i = 0; i < direct->pieces.count; ++i)
            if (wend_box_meets(about, wend_curve_piece_box(&direct->pieces.data[i])) &&
                wend_lane_pieces_distance(&direct->pieces.data[i], piece, NULL, NULL) < apart)
                return false;
    }
    return true;
}

/// Index of the lane that the direct path may replace, if the total length is then less than *min;
/// otherwise the number of lanes.
static size_t best_direct(const sides *from, const wend_flow *flow, double *min)
{
    size_t count = from->bottom->lanes.count, best = count;
    if (!from->direct)
        return best;
    double order = order_of(flow, &from->direct->pieces.data[0]);
    for (size_t i = 0; i < count; ++i) {
        double length = length_of(from->bottom, 0, i) + from->direct->length +
                        length_of(from->top, i + 1, count);
        if (length < *min &&
            (i == 0 || keeps_apart(flow, from->direct, order, from->bottom, i - 1, true)) &&
            (i + 1 == count || keeps_apart(flow, from->direct, order, from->top, i + 1, false))) {
            *min = length;
            best = i;
        }
    }
    return best;
}

static bool add_lanes(wend_lanes *to, const wend_lanes *from, size_t first, size_t last)
{
    for (size_t i = first; i < last; ++i)
        if (!wend_lanes_add_from(to, from, i))
            return false;
    return true;
}

/// The lanes below `split` from the bottom, the others from the top; the one at `direct` is the
/// direct one (`direct` is `split`, or the number of lanes: none). NULL: out of memory.
static wend_lanes *combine(const sides *from, const wend_flow *flow, size_t split, size_t direct)
{
    wend_lanes *lanes = wend_lanes_new(&from->bottom->allocator, from->bottom->radius);
    if (!lanes)
        return NULL;
    size_t count = from->bottom->lanes.count, above = direct < count ? split + 1 : split;
    bool fits = true;
    lanes->split = (uint32_t)split;
    fits = add_lanes(lanes, from->bottom, 0, split);
    if (fits && direct < count)
        fits = wend_lanes_add(lanes, from->direct->pieces.data, from->direct->pieces.count,
                              from->direct->source, from->direct->sink);
    if (!fits || !add_lanes(lanes, from->top, above, count) ||
        !wend_lanes_round(lanes, flow, from->bottom, from->top, direct < count)) {
        wend_lanes_destroy(lanes);
        return NULL;
    }
    return lanes;
}

/// The best combination. NULL: out of memory.
static wend_lanes *combine_best(const sides *from, const wend_flow *flow)
{
    double min;
    size_t split = best_split(from, &min), direct = best_direct(from, flow, &min);
    return combine(from, flow, direct < from->bottom->lanes.count ? direct : split, direct);
}

wend_lanes *wend_lanes_join(const wend_flow *flow, const wend_lanes *bottom, const wend_lanes *top,
                            size_t split)
{
    sides from = {bottom, top, NULL};
    wend_lanes *lanes = combine(&from, flow, split, bottom->lanes.count);
    if (lanes && wend_lanes_measure(lanes, 2 * lanes->radius))
        return lanes;
    wend_lanes_destroy(lanes);
    return NULL;
}

/// Whole lanes from both sides.
static wend_result join_sides(const wend_flow *flow, const wend_lanes_def *def,
                              const wend_lanes *bottom, const wend_lanes *top, wend_lanes **lanes,
                              wend_error *error)
{
    sides from = {bottom, top, NULL};
    wend_direct direct = {.allocator = &def->allocator};
    wend_result result = WEND_OK;
    if (def->side == WEND_LANES_DIRECT && bottom->lanes.count > 0)
        result = wend_direct_find(&direct, flow, def->radius, error);
    if (result == WEND_OK && direct.pieces.count > 0)
        from.direct = &direct;
    // If the direct path fails otherwise, the other lanes are still valid.
    if (result != WEND_OUT_OF_MEMORY) {
        *lanes = combine_best(&from, flow);
        result = *lanes ? WEND_OK : wend_fail_memory(error);
    }
    wend_direct_free(&direct);
    return result;
}

static wend_result find_from_both(wend_flow *flow, const wend_lanes_def *def, wend_lanes **lanes,
                                  wend_error *error)
{
    wend_lanes *bottom, *top = NULL;
    *lanes = NULL;
    // After a request for the value the flow is already solved from the bottom.
    wend_result result = wend_lanes_find_from(flow, def, false, &bottom, error);
    if (!wend_failed(result))
        result = wend_lanes_find_from(flow, def, true, &top, error);
    if (!wend_failed(result) && def->kind == WEND_LANES_CLEAR) {
        result = join_sides(flow, def, bottom, top, lanes, error);
    } else if (!wend_failed(result)) {
        // Their levels are arbitrary, so only those of one side are compatible.
        size_t count = bottom->lanes.count, others = top->lanes.count;
        bool better = others != count ? others > count
                                      : length_of(top, 0, count) < length_of(bottom, 0, count);
        if (!better) // leave the flow solved for these
            result = wend_flow_solve(flow, &(wend_flow_request){0}, error);
        if (!wend_failed(result)) {
            *lanes = better ? top : bottom;
            *(better ? &top : &bottom) = NULL;
        }
    }
    wend_lanes_destroy(top);
    wend_lanes_destroy(bottom);
    return result;
}

/// True if an opening has the domain on both sides: it ends in free space.
static bool has_thin_opening(const wend_flow *flow)
{
    for (uint32_t h = 0; h < flow->kinds.count; ++h) {
        uint32_t kind = flow->kinds.data[h], twin = flow->mesh->edges[h].twin;
        if (kind != WEND_NONE && kind >= WEND_FLOW_OPENING && flow->inside.data[h / 3] &&
            twin != WEND_NONE && flow->inside.data[twin / 3])
            return true;
    }
    return false;
}

/// Lanes that reach such an opening from both sides may come too near to each other at its free
/// end. Then there are none.
static wend_result check_thin_openings(const wend_flow *flow, wend_lanes *lanes, wend_error *error)
{
    wend_result result = WEND_OK;
    if (lanes->lanes.count > 0 && has_thin_opening(flow))
        result = wend_lanes_check(lanes, flow, NULL, NULL, error);
    if (result != WEND_INVALID_GEOMETRY)
        return result;
    lanes->lanes.count = lanes->pieces.count = 0;
    return wend_fail(error, WEND_NOT_FOUND,
                     "no lanes: those on both sides of an opening that ends in free space would be "
                     "too near to each other; let it end at walls");
}

wend_result wend_lanes_create(wend_flow *flow, const wend_lanes_def *def, wend_lanes **lanes,
                              wend_error *error)
{
    *lanes = NULL;
    if (def->cookie != COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_lanes_def()");
    if (!(def->radius > 0 && def->radius <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "radius must be above 0 m and at most %g m, found %g", WEND_MAX_COORDINATE,
                         def->radius);
    bool both = def->side == WEND_LANES_SHORTER || def->side == WEND_LANES_DIRECT;
    wend_result result =
        both ? find_from_both(flow, def, lanes, error)
             : wend_lanes_find_from(flow, def, def->side == WEND_LANES_TOP, lanes, error);
    if (wend_failed(result))
        return result;
    bool fits = both || def->kind == WEND_LANES_PLAIN ||
                wend_lanes_round(*lanes, flow, *lanes, *lanes, false);
    if (!fits || !wend_lanes_measure(*lanes, 2 * def->radius)) {
        wend_lanes_destroy(*lanes);
        *lanes = NULL;
        return wend_fail_memory(error);
    }
    if ((*lanes)->lanes.count == 0)
        return wend_fail(error, WEND_NOT_FOUND, "no lane fits: an agent of radius %g m cannot pass",
                         def->radius);
    result = check_thin_openings(flow, *lanes, error);
    if (wend_failed(result)) {
        wend_lanes_destroy(*lanes);
        *lanes = NULL;
    }
    return result;
}
