// SPDX-License-Identifier: MIT
// Validation of lanes: every piece against every nearby wall and every nearby piece of another
// lane, by closed forms.
#include "core/memory.h"
#include "flow/domain.h"
#include "flow/lanes.h"
#include "wend/geometry.h"

// ---- check --------------------------------------------------------------------------------------

/// Whether a piece crosses an opening is tested this far beside their intersection, in radii.
#define BESIDE 1e-5

typedef struct check {
    const wend_lanes *lanes;
    const wend_flow *flow;
    double slack;         ///< WEND_LANES_TOLERANCE of the radius
    uint32_t lane, piece; ///< current lane and piece
    double separation;    ///< smallest so far
    wend_vec2 at;         ///< its position
    const wend_lane_walls *walls;
} check;

/// The distance from p to an opening of the flow.
static double opening_distance(const wend_flow *flow, uint32_t opening, wend_vec2 p)
{
    const wend_vec2 *points;
    uint32_t count = wend_flow_opening(flow, opening, &points);
    double min = INFINITY;
    for (uint32_t i = 0; i + 1 < count; ++i)
        min = fmin(min, wend_segment_distance((wend_segment){points[i], points[i + 1]}, p));
    return min;
}

/// A lane leads from its source to its sink without a gap.
static wend_result check_line(const check *in, const wend_lane *lane, wend_error *error)
{
    const wend_curve_piece *pieces = in->lanes->pieces.data + lane->first;
    uint32_t openings = (uint32_t)in->flow->is_sink.count;
    if (lane->count == 0 || lane->source >= openings || lane->sink >= openings ||
        in->flow->is_sink.data[lane->source] || !in->flow->is_sink.data[lane->sink])
        return wend_fail(error, WEND_INVALID_GEOMETRY,
                         "lane %u has no source and sink in this flow", in->lane);
    wend_vec2 start = pieces[0].a, end = pieces[lane->count - 1].b;
    if (opening_distance(in->flow, lane->source, start) > in->slack)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, start,
                            "lane %u does not start at its source", in->lane);
    if (opening_distance(in->flow, lane->sink, end) > in->slack)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, end, "lane %u does not end at its sink",
                            in->lane);
    double length = 0;
    for (uint32_t i = 0; i < lane->count; ++i) {
        const wend_curve_piece *piece = &pieces[i];
        double ends =
            piece->turn
                ? fabs(wend_curve_piece_radius(piece) - wend_distance(piece->b, piece->centre))
                : 0;
        if ((i > 0 && wend_distance(piece->a, piece[-1].b) > in->slack) || ends > in->slack ||
            !(fabs(piece->begin - length) <= in->slack))
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, piece->a, "lane %u has a gap",
                                in->lane);
        length += wend_curve_piece_length(piece);
    }
    return fabs(length - lane->length) <= in->slack
               ? WEND_OK
               : wend_fail(error, WEND_INVALID_GEOMETRY, "lane %u is %g m long, expected %g m",
                           in->lane, length, lane->length);
}

/// A piece that meets an opening: it may begin or end there, or touch it.
typedef struct opening_search {
    const check *in;
    const wend_curve_piece *piece;
    bool leaves;
} opening_search;

/// True in the domain, and on an opening within rounding: a line may run along one.
static bool is_within(const check *in, wend_vec2 p)
{
    return wend_flow_triangle_at(in->flow, p) != WEND_NONE ||
           wend_index_nearest(in->walls->openings, p, in->slack).number != WEND_NO_ITEM;
}

static bool try_opening(void *context, uint32_t number)
{
    opening_search *search = context;
    const wend_curve_piece *piece = search->piece;
    wend_item edge = wend_index_item(search->in->walls->openings, number);
    wend_vec2 at;
    if (wend_curve_piece_wall_distance(piece, (wend_segment){edge.a, edge.b}, &at, NULL) > 0)
        return true;
    double along = wend_curve_piece_along(piece, at, NULL), length = wend_curve_piece_length(piece);
    double beside = BESIDE * search->in->lanes->radius;
    for (int side = -1; side < 2; side += 2) {
        double there = along + side * beside;
        if (there > 0 && there < length &&
            !is_within(search->in, wend_curve_piece_at(piece, there, NULL)))
            search->leaves = true;
    }
    return !search->leaves;
}

/// All pieces of a lane are in the domain: their middles, and where they meet openings. (They keep
/// clear of the walls of bodies.)
static wend_result check_domain(const check *in, const wend_lane *lane, wend_error *error)
{
    for (uint32_t i = lane->first; i < lane->first + lane->count; ++i) {
        const wend_curve_piece *piece = &in->lanes->pieces.data[i];
        opening_search search = {in, piece, false};
        double middle = wend_curve_piece_length(piece) / 2;
        wend_lane_pieces_about(in->walls->openings, piece, 0, try_opening, &search);
        if (search.leaves || (middle > BESIDE * in->lanes->radius &&
                              !is_within(in, wend_curve_piece_at(piece, middle, NULL))))
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, piece->a, "lane %u leaves the domain",
                                in->lane);
    }
    return WEND_OK;
}

static bool try_piece(void *context, uint32_t other)
{
    check *in = context;
    const wend_lane *lane = &in->lanes->lanes.data[in->lane];
    if (other >= lane->first)
        return true; // this lane, and those that are tested against it later
    wend_vec2 at;
    double distance =
        wend_lane_visible_distance(in->walls, &in->lanes->pieces.data[in->piece],
                                   &in->lanes->pieces.data[other], in->separation, &at);
    if (distance < in->separation) {
        in->separation = distance;
        in->at = at;
    }
    return true;
}

/// Lanes keep apart from those before them.
static wend_result check_apart(check *in, const wend_index *index, wend_error *error)
{
    const wend_lanes *lanes = in->lanes;
    in->separation = WEND_LANES_MAX_RADII * lanes->radius;
    for (in->lane = 1; in->lane < lanes->lanes.count; ++in->lane) {
        const wend_lane *lane = &lanes->lanes.data[in->lane];
        for (in->piece = lane->first; in->piece < lane->first + lane->count; ++in->piece)
            wend_lane_pieces_about(index, &lanes->pieces.data[in->piece], in->separation, try_piece,
                                   in);
        if (in->separation < 2 * lanes->radius - in->slack)
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, in->at,
                                "lane %u is %.9g m from another, less than %.9g m", in->lane,
                                in->separation, 2 * lanes->radius);
    }
    return WEND_OK;
}

static wend_result check_walls(check *in, const wend_lane_walls *walls, double *clearance,
                               wend_error *error)
{
    const wend_lanes *lanes = in->lanes;
    *clearance = WEND_LANES_MAX_RADII * lanes->radius;
    for (in->lane = 0; in->lane < lanes->lanes.count; ++in->lane) {
        const wend_lane *lane = &lanes->lanes.data[in->lane];
        wend_result result = check_domain(in, lane, error);
        if (result != WEND_OK)
            return result;
        for (uint32_t i = lane->first; i < lane->first + lane->count; ++i) {
            wend_vec2 at;
            *clearance = wend_lane_walls_distance(walls, &lanes->pieces.data[i], *clearance, &at);
            if (*clearance < lanes->radius - in->slack)
                return wend_fail_at(error, WEND_INVALID_GEOMETRY, at,
                                    "lane %u is %.9g m from a wall, less than %.9g m", in->lane,
                                    *clearance, lanes->radius);
        }
    }
    return WEND_OK;
}

/// Headways suffice: those computed for a copy are not longer.
static wend_result check_headways(check *in, wend_error *error)
{
    const wend_lanes *lanes = in->lanes;
    wend_lanes *again;
    wend_result result = wend_lanes_copy(lanes, &lanes->allocator, &again, error);
    if (result != WEND_OK)
        return result;
    if (!wend_lanes_measure(again, 2 * lanes->radius - in->slack))
        result = wend_fail_memory(error);
    for (size_t i = 0; i < lanes->lanes.count && result == WEND_OK; ++i) {
        double min = again->lanes.data[i].headway;
        if (lanes->lanes.data[i].headway < min - in->slack)
            result = wend_fail(error, WEND_INVALID_GEOMETRY,
                               "lane %u needs a headway of %.9g m, found %.9g m", (unsigned)i, min,
                               lanes->lanes.data[i].headway);
    }
    wend_lanes_destroy(again);
    return result;
}

wend_result wend_lanes_check(const wend_lanes *lanes, const wend_flow *flow, double *clearance,
                             double *separation, wend_error *error)
{
    wend_lane_walls walls;
    check in = {lanes, flow, .walls = &walls, .slack = WEND_LANES_TOLERANCE * lanes->radius};
    double min = 0;
    wend_result result = WEND_OK;
    if (clearance)
        *clearance = 0;
    if (separation)
        *separation = 0;
    for (; in.lane < lanes->lanes.count && result == WEND_OK; ++in.lane)
        result = check_line(&in, &lanes->lanes.data[in.lane], error);
    if (result != WEND_OK)
        return result;
    wend_index *index =
        wend_lane_pieces_index(lanes->pieces.data, lanes->pieces.count, &lanes->allocator);
    if (!wend_lane_walls_build(&walls, flow, lanes->radius, &lanes->allocator) || !index)
        result = wend_fail_memory(error);
    if (result == WEND_OK)
        result = check_walls(&in, &walls, &min, error);
    if (result == WEND_OK)
        result = check_apart(&in, index, error);
    if (result == WEND_OK)
        result = check_headways(&in, error);
    if (clearance)
        *clearance = min;
    if (separation)
        *separation = in.separation;
    wend_lane_walls_free(&walls);
    wend_index_destroy(index);
    return result;
}
