// SPDX-License-Identifier: MIT
// Shortening of lanes (Farias 2020, §4.6; full citation in wend/lanes.h): a straight line between
// two random points of a lane replaces the part between them if it keeps clear of walls and lanes.
//
// Extensions: a line too close to a corner, or to a lane, may pass it on an arc. Straight lines
// alone converge to such an arc, but never reach it. The ends of a lane may slide along their
// openings.
#include "flow/direct.h"
#include "flow/lane_space.h"

#include "core/angle.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <float.h>

/// Shortcuts tried in a round, for each lane, and for each of its pieces.
#define ATTEMPTS           32
#define ATTEMPTS_PER_PIECE 2

/// The points of a shortcut are up to the whole lane apart, and down to e^-7 of it (a thousandth):
/// long ones save more, short ones are permitted more often.
#define MIN_SPAN 7.0

/// Minimum saving of a shortcut, as a fraction of the radius: less is rounding, and adds pieces.
#define MIN_GAIN 1e-4

/// One attempt in this number moves an end.
#define SLIDE_ATTEMPTS 8

/// Convergence: number of consecutive rounds that must save less than the threshold.
#define QUIET_ROUNDS 4

typedef struct work {
    wend_lane_space space;
    const wend_lanes_shortening *how;
    wend_random random;
    wend_lane_pieces pieces; ///< of the lane under construction
    bool starved;
} work;

// ---- cutting lanes ------------------------------------------------------------------------------

static size_t piece_at(const wend_lane_space_lane *lane, double along)
{
    return wend_lane_pieces_find(lane->pieces.data, (uint32_t)lane->pieces.count, along);
}

static wend_vec2 point_at(const wend_lane_space_lane *lane, double along)
{
    const wend_curve_piece *piece = &lane->pieces.data[piece_at(lane, along)];
    return wend_curve_piece_at(piece, along - piece->begin, NULL);
}

/// Collinear lines are merged within this number of roundings: cutting a line causes one or two.
#define ROUNDINGS 4

/// True if a line continues another in the same direction.
static bool goes_on(const wend_curve_piece *last, const wend_curve_piece *piece)
{
    if (last->turn != 0 || piece->turn != 0)
        return false;
    double x = piece->b.x - last->a.x, y = piece->b.y - last->a.y;
    double px = last->b.x - last->a.x, py = last->b.y - last->a.y;
    double size = fabs(piece->b.x) + fabs(piece->b.y) + fabs(x) + fabs(y);
    return fabs(x * py - y * px) <= ROUNDINGS * DBL_EPSILON * size * sqrt(x * x + y * y) &&
           x * px + y * py > 0 && px * (piece->b.x - last->b.x) + py * (piece->b.y - last->b.y) > 0;
}

static void add_piece(work *w, wend_curve_piece piece)
{
    if (!wend_array_reserve(&w->pieces, w->space.allocator, 1)) {
        w->starved = true;
        return;
    }
    wend_curve_piece *last = w->pieces.count > 0 ? &w->pieces.data[w->pieces.count - 1] : NULL;
    if (last && goes_on(last, &piece))
        last->b = piece.b;
    else if (!wend_equal(piece.a, piece.b))
        w->pieces.data[w->pieces.count++] = piece;
}

/// Adds the part of a lane between two points.
static void add_part(work *w, const wend_lane_space_lane *lane, double from, double to)
{
    for (size_t i = piece_at(lane, from); i < lane->pieces.count && from < to; ++i) {
        const wend_curve_piece *piece = &lane->pieces.data[i];
        double end = i + 1 < lane->pieces.count ? piece[1].begin : lane->length;
        if (piece->begin >= to)
            break;
        bool is_whole = piece->begin >= from && end <= to;
        add_piece(w, is_whole ? *piece
                              : wend_curve_piece_part(piece, fmax(0, from - piece->begin),
                                                      fmin(end, to) - piece->begin));
    }
}

/// A replacement for a part of a lane.
typedef struct shortcut {
    double from, to; ///< the part that it replaces
    wend_curve_piece pieces[3];
    uint32_t count;
    double length;
} shortcut;

static void insert(work *w, uint32_t number, const shortcut *cut)
{
    wend_lane_space_lane *lane = &w->space.lanes.data[number];
    w->pieces.count = 0;
    add_part(w, lane, 0, cut->from);
    for (uint32_t i = 0; i < cut->count; ++i)
        add_piece(w, cut->pieces[i]);
    add_part(w, lane, cut->to, lane->length);
    if (w->starved)
        return;
    wend_lane_pieces swap = lane->pieces;
    lane->pieces = w->pieces;
    w->pieces = swap;
    w->starved = !wend_lane_space_measure(&w->space, number);
}

// ---- shortcuts ----------------------------------------------------------------------------------

/// The point where the tangent from p touches a circle that is passed in the sense `turn`: before
/// the arc (side 1) or after it (side -1).
static wend_vec2 tangent(wend_vec2 p, const wend_lane_space_block *circle, int turn, int side)
{
    double x = p.x - circle->centre.x, y = p.y - circle->centre.y, far = sqrt(x * x + y * y);
    double share =
        far > circle->radius ? circle->radius / far : 1; // cosine of the angle at the centre
    double c = share, s = turn * side * sqrt(1 - share * share);
    double scale = circle->radius / far;
    return (wend_vec2){circle->centre.x + scale * (c * x - s * y),
                       circle->centre.y + scale * (s * x + c * y)};
}

/// The taut path from a to b around a circle. False: no such path.
static bool wrap(wend_vec2 a, wend_vec2 b, const wend_lane_space_block *circle, int turn,
                 shortcut *cut)
{
    wend_vec2 t = tangent(a, circle, turn, 1), u = tangent(b, circle, turn, -1);
    wend_curve_piece arc = wend_curve_piece_arc(t, u, circle->centre, turn);
    double turning = fabs(wend_curve_piece_turning(&arc));
    if (!(turning > 0 && turning < 2 * WEND_HALF_PI))
        return false;
    cut->pieces[0] = wend_curve_piece_line(a, t);
    cut->pieces[1] = arc;
    cut->pieces[2] = wend_curve_piece_line(u, b);
    cut->count = 3;
    cut->length = wend_distance(a, t) + turning * circle->radius + wend_distance(u, b);
    return true;
}

static bool is_allowed(work *w, uint32_t lane, const shortcut *cut)
{
    double whole = w->space.lanes.data[lane].length;
    for (uint32_t i = 0; i < cut->count; ++i) {
        bool begins = i == 0 && cut->from <= 0, ends = i + 1 == cut->count && cut->to >= whole;
        if (!wend_lane_space_allows(&w->space, lane, &cut->pieces[i], begins, ends, NULL))
            return false;
    }
    return true;
}

/// Inserts a shortcut from a to b, straight or around the obstacle, if it is permitted and saves
/// length.
static void try_shortcut(work *w, uint32_t lane, double from, double to, wend_vec2 a, wend_vec2 b)
{
    double max = to - from - MIN_GAIN * w->space.radius, whole = w->space.lanes.data[lane].length;
    shortcut cut = {.from = from, .to = to, .count = 1, .length = wend_distance(a, b)};
    cut.pieces[0] = wend_curve_piece_line(a, b);
    wend_lane_space_block block;
    if (!(cut.length < max))
        return;
    if (wend_lane_space_allows(&w->space, lane, &cut.pieces[0], from <= 0, to >= whole, &block)) {
        insert(w, lane, &cut);
        return;
    }
    if (!w->how->wrap || !block.is_round)
        return;
    shortcut best = {.count = 0};
    for (int turn = -1; turn <= 1; turn += 2)
        if (wrap(a, b, &block, turn, &cut) && cut.length < max && is_allowed(w, lane, &cut)) {
            best = cut;
            max = cut.length;
        }
    if (best.count > 0)
        insert(w, lane, &best);
}

static void try_random(work *w, uint32_t number)
{
    const wend_lane_space_lane *lane = &w->space.lanes.data[number];
    double span = lane->length * wend_exp(-MIN_SPAN * wend_random_unit(&w->random));
    double from = wend_random_unit(&w->random) * lane->length - 0.5 * span, to = from + span;
    from = from > 0 ? from : 0;
    to = to < lane->length ? to : lane->length;
    try_shortcut(w, number, from, to, point_at(lane, from), point_at(lane, to));
}

// ---- sliding ends -------------------------------------------------------------------------------

/// The point of an opening nearest to p.
static wend_vec2 nearest_on(const wend_flow *flow, uint32_t opening, wend_vec2 p)
{
    const wend_vec2 *points;
    uint32_t count = wend_flow_opening(flow, opening, &points);
    wend_vec2 best = points[0];
    for (uint32_t i = 0; i + 1 < count; ++i) {
        wend_vec2 at = wend_segment_closest((wend_segment){points[i], points[i + 1]}, p);
        if (wend_distance(at, p) < wend_distance(best, p))
            best = at;
    }
    return best;
}

/// Moves an end towards the point of its opening that is nearest to another point of the lane.
static void try_slide(work *w, uint32_t number)
{
    const wend_lane_space_lane *lane = &w->space.lanes.data[number];
    bool at_sink = wend_random_below(&w->random, 2) == 1;
    double along = wend_random_unit(&w->random) * lane->length;
    wend_vec2 p = point_at(lane, along);
    wend_vec2 end = at_sink ? point_at(lane, lane->length) : lane->pieces.data[0].a;
    wend_vec2 near = nearest_on(w->space.flow, at_sink ? lane->sink : lane->source, p);
    double share = wend_random_unit(&w->random);
    wend_vec2 goal = wend_lerp(end, near, share);
    goal = nearest_on(w->space.flow, at_sink ? lane->sink : lane->source, goal);
    if (at_sink)
        try_shortcut(w, number, along, lane->length, p, goal);
    else
        try_shortcut(w, number, 0, along, goal, p);
}

// ---- rounds -------------------------------------------------------------------------------------

static double total(const work *w)
{
    double sum = 0;
    for (size_t i = 0; i < w->space.lanes.count; ++i)
        sum += w->space.lanes.data[i].length;
    return sum;
}

static void shorten_lane(work *w, uint32_t lane)
{
    size_t attempts = ATTEMPTS + ATTEMPTS_PER_PIECE * w->space.lanes.data[lane].pieces.count;
    for (size_t i = 0; i < attempts && !w->starved; ++i)
        if (w->how->slide && wend_random_below(&w->random, SLIDE_ATTEMPTS) == 0)
            try_slide(w, lane);
        else
            try_random(w, lane);
}

/// Runs one round: lanes from the bottom from the last to the first, because the last has the most
/// space above it; lanes from the top in the opposite order.
static void shorten_all(work *w, uint32_t split)
{
    uint32_t count = (uint32_t)w->space.lanes.count;
    for (uint32_t i = split; i > 0 && !w->starved; --i)
        shorten_lane(w, i - 1);
    for (uint32_t i = split; i < count && !w->starved; ++i)
        shorten_lane(w, i);
}

/// Runs rounds until convergence.
static void run(work *w, uint32_t split, wend_lanes_gain *gain)
{
    uint32_t quiet = 0;
    while (!w->starved && quiet < QUIET_ROUNDS && gain->rounds < w->how->max_rounds) {
        double before = total(w);
        shorten_all(w, split);
        ++gain->rounds;
        quiet = before - total(w) <= w->how->converged * before ? quiet + 1 : 0;
    }
    gain->converged = quiet == QUIET_ROUNDS;
    gain->after = total(w);
}

static bool add_lane(work *w, const wend_curve_piece *pieces, size_t count, uint32_t source,
                     uint32_t sink)
{
    if (!wend_array_reserve(&w->space.lanes, w->space.allocator, 1))
        return false;
    wend_lane_space_lane *own = &w->space.lanes.data[w->space.lanes.count++];
    *own = (wend_lane_space_lane){.source = source, .sink = sink};
    if (!wend_array_reserve(&own->pieces, w->space.allocator, count))
        return false;
    for (size_t i = 0; i < count; ++i)
        own->pieces.data[own->pieces.count++] = pieces[i];
    return wend_lane_space_measure(&w->space, (uint32_t)w->space.lanes.count - 1);
}

static bool acquire_lanes(work *w, const wend_lanes *lanes)
{
    for (size_t i = 0; i < lanes->lanes.count; ++i) {
        const wend_lane *lane = &lanes->lanes.data[i];
        if (!add_lane(w, &lanes->pieces.data[lane->first], lane->count, lane->source, lane->sink))
            return false;
    }
    return true;
}

/// Copies the lanes back. False: out of memory; they are unchanged.
static bool copy_back(const work *w, wend_lanes *lanes)
{
    wend_lanes *created = wend_lanes_new(&lanes->allocator, lanes->radius);
    bool fits = created;
    for (size_t i = 0; i < w->space.lanes.count && fits; ++i) {
        const wend_lane_space_lane *lane = &w->space.lanes.data[i];
        fits = wend_lanes_add(created, lane->pieces.data, lane->pieces.count, lane->source,
                              lane->sink);
    }
    fits = fits && wend_lanes_measure(created, 2 * lanes->radius);
    if (fits) {
        created->split = lanes->split;
        wend_lanes swap = *lanes;
        *lanes = *created;
        *created = swap;
    }
    wend_lanes_destroy(created);
    return fits;
}

/// A lane may pass a gap of exactly two radii, in which arcs made of tangents do not fit: it may
/// then be shorter than the direct path.
static double shortest_lane(const work *w)
{
    double shortest = INFINITY;
    for (size_t i = 0; i < w->space.lanes.count; ++i)
        shortest = fmin(shortest, w->space.lanes.data[i].length);
    return shortest;
}

static void free_work(work *w)
{
    wend_array_free(&w->pieces, w->space.allocator);
    wend_lane_space_free(&w->space);
}

/// No lane is shorter than the direct path, alone in the plan and made taut, however little the
/// lanes themselves were shortened.
wend_result wend_lanes_bound(const wend_lanes *lanes, const wend_flow *flow, uint64_t seed,
                             double *bound, wend_error *error)
{
    const wend_lanes_shortening all = wend_default_lanes_shortening();
    wend_direct direct = {.allocator = &lanes->allocator};
    wend_result result = wend_direct_find(&direct, flow, lanes->radius, error);
    if (result == WEND_OK) {
        work w = {.how = &all, .random = wend_random_stream(seed, 1)};
        wend_lanes_gain alone = {0};
        bool fits =
            wend_lane_space_build(&w.space, flow, lanes->radius, &lanes->allocator) &&
            add_lane(&w, direct.pieces.data, direct.pieces.count, direct.source, direct.sink);
        if (fits)
            run(&w, 1, &alone);
        if (!fits || w.starved)
            result = wend_fail_memory(error);
        *bound = alone.after * (double)lanes->lanes.count;
        free_work(&w);
    }
    wend_direct_free(&direct);
    return wend_failed(result) ? result : WEND_OK;
}

bool wend_lanes_tighten(wend_lanes *lanes, const wend_flow *flow, const wend_lanes_shortening *how,
                        wend_lanes_gain *gain)
{
    work w = {.how = how, .random = wend_random_stream(how->seed, 0)};
    bool fits = wend_lane_space_build(&w.space, flow, lanes->radius, &lanes->allocator) &&
                acquire_lanes(&w, lanes);
    *gain = (wend_lanes_gain){0};
    if (fits) {
        gain->before = total(&w);
        run(&w, lanes->split, gain);
        gain->shortest = (double)w.space.lanes.count * shortest_lane(&w);
        fits = !w.starved && copy_back(&w, lanes);
    }
    free_work(&w);
    return fits;
}

wend_result wend_lanes_shorten(wend_lanes *lanes, const wend_flow *flow,
                               const wend_lanes_shortening *how, wend_lanes_gain *gain,
                               wend_error *error)
{
    wend_lanes_gain own;
    double bound = 0;
    wend_result result = wend_lanes_bound(lanes, flow, how->seed, &bound, error);
    if (result != WEND_OK)
        return result;
    if (!wend_lanes_tighten(lanes, flow, how, &own))
        return wend_fail_memory(error);
    own.shortest = fmin(own.shortest, bound);
    if (gain)
        *gain = own;
    return WEND_OK;
}

wend_lanes_shortening wend_default_lanes_shortening(void)
{
    return (wend_lanes_shortening){
        .max_rounds = 1000, .converged = 1e-5, .slide = true, .wrap = true};
}
