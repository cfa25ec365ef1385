// SPDX-License-Identifier: MIT
// Whether lanes are what they should be: every piece against every wall and every piece of another
// lane that is near, by closed forms.
#include "core/memory.h"
#include "flow/domain.h"
#include "flow/lanes.h"
#include "wend/geometry.h"

// ---- the check ----------------------------------------------------------------------------------

/// Whether a piece crosses an opening is seen this far beside the place where it meets it, in
/// radii.
#define BESIDE 1e-5

typedef struct check {
    const wend_lanes *lanes;
    const wend_flow *flow;
    double slack;         ///< WEND_LANES_TOLERANCE of the radius
    uint32_t lane, piece; ///< that are looked at
    double separation;    ///< the least so far ...
    wend_vec2 at;         ///< ... was there
    const wend_lane_walls *walls;
} check;

/// The distance from p to an opening of the flow.
static double opening_distance(const wend_flow *flow, uint32_t opening, wend_vec2 p)
{
    const wend_vec2 *points;
    uint32_t count = wend_flow_opening(flow, opening, &points);
    double least = INFINITY;
    for (uint32_t i = 0; i + 1 < count; ++i)
        least = fmin(least, wend_segment_distance((wend_segment){points[i], points[i + 1]}, p));
    return least;
}

/// That a lane leads from its source to its sink without a gap.
static wend_result check_line(const check *in, const wend_lane *lane, wend_error *error)
{
    const wend_lane_piece *pieces = in->lanes->pieces.data + lane->first;
    uint32_t openings = (uint32_t)in->flow->is_sink.count;
    if (lane->count == 0 || lane->source >= openings || lane->sink >= openings ||
        in->flow->is_sink.data[lane->source] || !in->flow->is_sink.data[lane->sink])
        return wend_fail(error, WEND_UNSOUND, "lane %u is of no source and sink of this flow",
                         in->lane);
    wend_vec2 start = pieces[0].a, end = pieces[lane->count - 1].b;
    if (opening_distance(in->flow, lane->source, start) > in->slack)
        return wend_fail_at(error, WEND_UNSOUND, start, "lane %u does not start at its source",
                            in->lane);
    if (opening_distance(in->flow, lane->sink, end) > in->slack)
        return wend_fail_at(error, WEND_UNSOUND, end, "lane %u does not end at its sink", in->lane);
    double length = 0;
    for (uint32_t i = 0; i < lane->count; ++i) {
        const wend_lane_piece *piece = &pieces[i];
        double ends = piece->turn
                          ? fabs(wend_lane_piece_radius(piece) -
                                 hypot(piece->b.x - piece->centre.x, piece->b.y - piece->centre.y))
                          : 0;
        if ((i > 0 && hypot(piece->a.x - piece[-1].b.x, piece->a.y - piece[-1].b.y) > in->slack) ||
            ends > in->slack || !(fabs(piece->begin - length) <= in->slack))
            return wend_fail_at(error, WEND_UNSOUND, piece->a, "lane %u has a gap", in->lane);
        length += wend_lane_piece_length(piece);
    }
    return fabs(length - lane->length) <= in->slack
               ? WEND_OK
               : wend_fail(error, WEND_UNSOUND, "lane %u is %g m long, not %g m", in->lane, length,
                           lane->length);
}

/// A piece that meets an opening: it may begin or end there, or touch it.
typedef struct opening_search {
    const check *in;
    const wend_lane_piece *piece;
    bool leaves;
} opening_search;

/// True in the domain, and on an opening but for rounding: a line may run along one.
static bool is_within(const check *in, wend_vec2 p)
{
    return wend_flow_triangle_at(in->flow, p) != WEND_NONE ||
           wend_index_nearest(in->walls->openings, p, in->slack).number != WEND_NO_ITEM;
}

static bool try_opening(void *context, uint32_t number)
{
    opening_search *search = context;
    const wend_lane_piece *piece = search->piece;
    wend_item edge = wend_index_item(search->in->walls->openings, number);
    wend_vec2 at;
    if (wend_lane_piece_wall_distance(piece, (wend_segment){edge.a, edge.b}, &at, NULL) > 0)
        return true;
    double along = wend_lane_piece_along(piece, at, NULL), length = wend_lane_piece_length(piece);
    double beside = BESIDE * search->in->lanes->radius;
    for (int side = -1; side < 2; side += 2) {
        double there = along + side * beside;
        if (there > 0 && there < length &&
            !is_within(search->in, wend_lane_piece_at(piece, there, NULL)))
            search->leaves = true;
    }
    return !search->leaves;
}

/// That all pieces of a lane are in the domain: their middles, and where they meet openings. (From
/// the walls of bodies they keep clear.)
static wend_result check_domain(const check *in, const wend_lane *lane, wend_error *error)
{
    for (uint32_t i = lane->first; i < lane->first + lane->count; ++i) {
        const wend_lane_piece *piece = &in->lanes->pieces.data[i];
        opening_search search = {in, piece, false};
        double middle = wend_lane_piece_length(piece) / 2;
        wend_lane_pieces_about(in->walls->openings, piece, 0, try_opening, &search);
        if (search.leaves || (middle > BESIDE * in->lanes->radius &&
                              !is_within(in, wend_lane_piece_at(piece, middle, NULL))))
            return wend_fail_at(error, WEND_UNSOUND, piece->a, "lane %u leaves the domain",
                                in->lane);
    }
    return WEND_OK;
}

static bool try_piece(void *context, uint32_t other)
{
    check *in = context;
    const wend_lane *lane = &in->lanes->lanes.data[in->lane];
    if (other >= lane->first)
        return true; // this lane, and those that will be held against it
    wend_vec2 at;
    double distance = wend_lane_sight(in->walls, &in->lanes->pieces.data[in->piece],
                                      &in->lanes->pieces.data[other], in->separation, &at);
    if (distance < in->separation) {
        in->separation = distance;
        in->at = at;
    }
    return true;
}

/// That lanes keep apart from those before them.
static wend_result check_apart(check *in, const wend_index *index, wend_error *error)
{
    const wend_lanes *lanes = in->lanes;
    in->separation = WEND_LANES_FARTHEST * lanes->radius;
    for (in->lane = 1; in->lane < lanes->lanes.count; ++in->lane) {
        const wend_lane *lane = &lanes->lanes.data[in->lane];
        for (in->piece = lane->first; in->piece < lane->first + lane->count; ++in->piece)
            wend_lane_pieces_about(index, &lanes->pieces.data[in->piece], in->separation, try_piece,
                                   in);
        if (in->separation < 2 * lanes->radius - in->slack)
            return wend_fail_at(error, WEND_UNSOUND, in->at,
                                "lane %u comes as near as %.9g m to another, not %.9g m", in->lane,
                                in->separation, 2 * lanes->radius);
    }
    return WEND_OK;
}

static wend_result check_walls(check *in, const wend_lane_walls *walls, double *clearance,
                               wend_error *error)
{
    const wend_lanes *lanes = in->lanes;
    *clearance = WEND_LANES_FARTHEST * lanes->radius;
    for (in->lane = 0; in->lane < lanes->lanes.count; ++in->lane) {
        const wend_lane *lane = &lanes->lanes.data[in->lane];
        wend_result result = check_domain(in, lane, error);
        if (result != WEND_OK)
            return result;
        for (uint32_t i = lane->first; i < lane->first + lane->count; ++i) {
            wend_vec2 at;
            *clearance = wend_lane_walls_distance(walls, &lanes->pieces.data[i], *clearance, &at);
            if (*clearance < lanes->radius - in->slack)
                return wend_fail_at(error, WEND_UNSOUND, at,
                                    "lane %u comes as near as %.9g m to a wall, not %.9g m",
                                    in->lane, *clearance, lanes->radius);
        }
    }
    return WEND_OK;
}

/// That headways are enough: those of a copy, told anew, are not longer.
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
        double least = again->lanes.data[i].headway;
        if (lanes->lanes.data[i].headway < least - in->slack)
            result = wend_fail(error, WEND_UNSOUND, "lane %u needs a headway of %.9g m, not %.9g m",
                               (unsigned)i, least, lanes->lanes.data[i].headway);
    }
    wend_lanes_destroy(again);
    return result;
}

wend_result wend_lanes_check(const wend_lanes *lanes, const wend_flow *flow, double *clearance,
                             double *separation, wend_error *error)
{
    wend_lane_walls walls;
    check in = {lanes, flow, .walls = &walls, .slack = WEND_LANES_TOLERANCE * lanes->radius};
    double least = 0;
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
    if (!wend_lane_walls_make(&walls, flow, lanes->radius, &lanes->allocator) || !index)
        result = wend_fail_memory(error);
    if (result == WEND_OK)
        result = check_walls(&in, &walls, &least, error);
    if (result == WEND_OK)
        result = check_apart(&in, index, error);
    if (result == WEND_OK)
        result = check_headways(&in, error);
    if (clearance)
        *clearance = least;
    if (separation)
        *separation = in.separation;
    wend_lane_walls_free(&walls);
    wend_index_destroy(index);
    return result;
}
