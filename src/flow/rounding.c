// SPDX-License-Identifier: MIT
// Rounding of bends. Where two fronts meet, a line of equal level turns sharply, and dips into
// every gap that is too narrow for it. A disc that rolls along the line on the side of the higher
// levels does not get there; its border replaces the line (a morphological closing).
//
// No rolling needs to be simulated: the centre of the disc is on the line whose level is higher by
// its radius, and where that one turns sharply the disc touches two fronts at once. The bends of
// all higher lines therefore define arcs that this line may take, for a radius of 2r, 4r and so on:
//
//       ______    ______   a higher line, by 2r, that turns sharply in x: the arc of 2r around x
//             \  /         joins two parts of the lower line without a bend
//       ___    x    ___
//          '.     .'
//            '---'
//
// Where a disc of that size does not fit, smaller ones are tried between neighbouring pieces.
//
// A closing only grows with the radius, so lanes that keep apart still do if the higher ones have
// been rounded as much. An arc must be tested against bodies that it might approach too closely,
// and against the lane above it.
#include "flow/rounding.h"
#include "geometry/sort.h"
#include "wend/geometry.h"

/// The largest disc, in widths of a lane.
enum { HIGHEST = 32 };

/// A point is on a lane within this fraction of the radius: rounding, and lines at slightly shifted
/// levels (WEND_LANES_TOLERANCE is that of the lanes).
#define ON_LANE 1e-7

/// Fraction of the tolerance for bends; the other half is for lines lost to rounding.
#define OWN_SHARE 0.5

/// Radii of arcs between neighbouring pieces, in radii; and the maximum number of pieces left out.
static const double RADII[] = {2, 1.5, 1, 0.5, 0.25};
enum { MAX_LEFT_OUT = 2 };

/// Turns with a smaller sine are not bends.
#define SHARP 1e-4

/// A replacement for the part of a lane between two points.
typedef struct bend {
    double from, to; ///< along the lane
    wend_curve_piece arc;
} bend;

typedef wend_array(wend_box) boxes;

typedef struct rounding {
    const wend_allocator *allocator;
    double radius, slack;
    wend_lane_walls walls;
    // The current lane.
    const wend_lanes *set; ///< its set, as found
    uint32_t number;       ///< its index in the set
    int right;             ///< 1: lower levels are on its right, -1: on its left
    boxes about;           ///< boxes of its pieces, enlarged by ON_LANE
    wend_array(bend) bends;
    wend_lane_pieces line;   ///< with its bends
    wend_lane_pieces smooth; ///< and with bends between neighbouring pieces

    // The lane above.
    const wend_curve_piece *above;
    boxes boxes_above; ///< of its pieces
} rounding;

// ---- arcs ---------------------------------------------------------------------------------------

/// The point beside the end (or the start) of a piece, lower by `away`. False: beyond its centre.
static bool point_below(const wend_curve_piece *piece, bool at_end, int right, double away,
                        wend_vec2 *point)
{
    wend_vec2 p = at_end ? piece->b : piece->a;
    wend_vec2 ahead =
        at_end ? wend_curve_piece_end_direction(piece) : wend_curve_piece_start_direction(piece);
    *point = (wend_vec2){p.x + right * away * ahead.y, p.y - right * away * ahead.x};
    return !piece->turn || wend_curve_piece_radius(piece) > away;
}

/// Lists the boxes of pieces, enlarged by `around`. False: out of memory.
static bool list_boxes(rounding *in, const wend_curve_piece *pieces, size_t count, double around,
                       boxes *list)
{
    list->count = 0;
    if (!wend_array_reserve(list, in->allocator, count))
        return false;
    for (size_t i = 0; i < count; ++i)
        list->data[list->count++] = wend_curve_piece_box_around(&pieces[i], around);
    return true;
}

/// Position of p along the current lane, from a piece of it on; the piece is written. -1: not on
/// it.
static double find_on(const rounding *in, uint32_t *piece, wend_vec2 p)
{
    const wend_lane *lane = &in->set->lanes.data[in->number];
    for (uint32_t i = *piece; i < lane->count; ++i) {
        const wend_box *box = &in->about.data[i];
        const wend_curve_piece *there = &in->set->pieces.data[lane->first + i];
        if (p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
            wend_curve_piece_distance(there, p) <= ON_LANE * in->radius) {
            *piece = i;
            return there->begin + wend_curve_piece_along(there, p, NULL);
        }
    }
    return -1;
}

static bool is_free(const rounding *in, double from, double to)
{
    for (size_t i = 0; i < in->bends.count; ++i)
        if (from < in->bends.data[i].to && in->bends.data[i].from < to)
            return false;
    return true;
}

static bool stop_at_opening(void *context, uint32_t number)
{
    (void)number;
    *(bool *)context = true;
    return false;
}

/// True if an arc keeps clear of bodies, of openings and of the lane above.
static bool is_allowed(const rounding *in, const wend_curve_piece *arc)
{
    double apart = 2 * in->radius;
    wend_box box = wend_curve_piece_box_around(arc, apart);
    bool crosses = false;
    for (size_t i = 0; i < in->boxes_above.count; ++i)
        if (wend_box_meets(box, in->boxes_above.data[i]) &&
            wend_lane_pieces_distance(arc, &in->above[i], NULL, NULL) < apart - in->slack)
            return false;
    wend_lane_pieces_about(in->walls.openings, arc, 0, stop_at_opening, &crosses);
    return !crosses &&
           wend_lane_walls_distance(&in->walls, arc, in->radius, NULL) >= in->radius - in->slack;
}

/// Records the arcs that the sharp turns of a higher line permit. False: out of memory.
static bool find_bends(rounding *in, const wend_lane *higher, double away)
{
    const wend_curve_piece *pieces = in->set->pieces.data;
    uint32_t from_piece = 0, to_piece;
    for (uint32_t i = higher->first; i + 1 < higher->first + higher->count; ++i) {
        wend_vec2 a, b;
        bend turn;
        if (!point_below(&pieces[i], true, in->right, away, &a) ||
            !point_below(&pieces[i + 1], false, in->right, away, &b) ||
            wend_distance(b, a) <= ON_LANE * in->radius)
            continue;
        turn.from = find_on(in, &from_piece, a);
        to_piece = from_piece;
        turn.to = turn.from < 0 ? -1 : find_on(in, &to_piece, b);
        turn.arc = wend_curve_piece_arc(a, b, pieces[i].b, in->right);
        if (!(turn.to > turn.from) || !is_free(in, turn.from, turn.to) ||
            !is_allowed(in, &turn.arc))
            continue;
        if (!wend_array_reserve(&in->bends, in->allocator, 1))
            return false;
        in->bends.data[in->bends.count++] = turn;
    }
    return true;
}

// ---- lanes --------------------------------------------------------------------------------------

static bool comes_first(const void *context, const void *one, const void *other)
{
    (void)context;
    return ((const bend *)one)->from < ((const bend *)other)->from;
}

static bool add_piece(rounding *in, wend_curve_piece piece)
{
    if (!wend_array_reserve(&in->line, in->allocator, 1))
        return false;
    in->line.data[in->line.count++] = piece;
    return true;
}

/// Adds the part of the lane between two points. False: out of memory.
static bool add_part(rounding *in, double from, double to)
{
    const wend_lane *lane = &in->set->lanes.data[in->number];
    for (uint32_t i = lane->first; i < lane->first + lane->count; ++i) {
        const wend_curve_piece *piece = &in->set->pieces.data[i];
        double end = i + 1 < lane->first + lane->count ? piece[1].begin : lane->length;
        if (end <= from || piece->begin >= to)
            continue;
        bool whole = piece->begin >= from && end <= to;
        if (!add_piece(
                in, whole ? *piece
                          : wend_curve_piece_part(piece, from - piece->begin, to - piece->begin)))
            return false;
    }
    return true;
}

/// Assembles the lane with its bends. False: out of memory.
static bool combine(rounding *in)
{
    double at = 0, length = in->set->lanes.data[in->number].length;
    wend_sort(in->bends.data, in->bends.count, sizeof *in->bends.data, comes_first, NULL);
    in->line.count = 0;
    for (size_t i = 0; i < in->bends.count; ++i) {
        const bend *turn = &in->bends.data[i];
        if (!add_part(in, at, turn->from) || !add_piece(in, turn->arc))
            return false;
        at = turn->to;
    }
    return add_part(in, at, length);
}

// ---- remaining sharp bends ----------------------------------------------------------------------

/// The sine of the turn between two pieces, to the side of the bends.
static double bend_between(const rounding *in, const wend_curve_piece *p, const wend_curve_piece *q)
{
    wend_vec2 a = wend_curve_piece_end_direction(p), b = wend_curve_piece_start_direction(q);
    double sine = in->right * (a.x * b.y - a.y * b.x);
    return sine <= 0 && a.x * b.x + a.y * b.y < 0 ? 1 : sine; // reversal
}

/// Joins a piece of the smooth part, `back` before its last, to piece `next` of the line by an arc.
/// False: no arc fits, or it is not permitted.
static bool join(rounding *in, size_t back, size_t next, size_t bend_at, double radius)
{
    wend_lane_pieces *smooth = &in->smooth;
    if (smooth->count <= back || next >= in->line.count)
        return false;
    wend_curve_piece *p = &smooth->data[smooth->count - 1 - back], *q = &in->line.data[next];
    double slack = ON_LANE * in->radius;
    wend_lane_fillet_arc fillet;
    if (!wend_lane_fillet(p, q, radius, in->right, slack, &fillet))
        return false;
    // Omitted pieces must not lie in the disc: they would be on the other side of the arc.
    for (size_t i = 0; i < back; ++i)
        if (wend_curve_piece_distance(&smooth->data[smooth->count - 1 - i], fillet.arc.centre) <
            radius - slack)
            return false;
    for (size_t i = bend_at; i < next; ++i)
        if (wend_curve_piece_distance(&in->line.data[i], fillet.arc.centre) < radius - slack)
            return false;
    if (!is_allowed(in, &fillet.arc))
        return false;
    p->b = fillet.arc.a;
    smooth->count -= back;
    smooth->data[smooth->count++] = fillet.arc; // memory is reserved
    q->a = fillet.arc.b;
    return true;
}

/// Rounds a sharp bend before piece i of the line, with the largest arc that fits, by leaving out
/// up to a few pieces. Returns the next piece; i if nothing fits.
static size_t round_bend(rounding *in, size_t i)
{
    for (size_t size = 0; size < sizeof RADII / sizeof *RADII; ++size)
        for (size_t left_out = 0; left_out <= MAX_LEFT_OUT; ++left_out)
            for (size_t back = 0; back <= left_out; ++back)
                if (join(in, back, i + left_out - back, i, RADII[size] * in->radius))
                    return i + left_out - back;
    return i;
}

/// Rounds the bends of the line between neighbouring pieces. False: out of memory.
static bool smooth_line(rounding *in)
{
    in->smooth.count = 0;
    if (!wend_array_reserve(&in->smooth, in->allocator, 2 * in->line.count))
        return false;
    for (size_t i = 0; i < in->line.count; ++i) {
        size_t count = in->smooth.count;
        if (count > 0 && bend_between(in, &in->smooth.data[count - 1], &in->line.data[i]) > SHARP)
            i = round_bend(in, i);
        in->smooth.data[in->smooth.count++] = in->line.data[i];
    }
    return true;
}

/// Rounds a lane of a set. False: out of memory.
static bool round_lane(rounding *in, const wend_lanes *set, uint32_t number, int right)
{
    const wend_lane *lane = &set->lanes.data[number];
    size_t count = set->lanes.count;
    in->set = set;
    in->number = number;
    in->right = right;
    in->bends.count = 0;
    if (!list_boxes(in, set->pieces.data + lane->first, lane->count, ON_LANE * in->radius,
                    &in->about))
        return false;
    for (uint32_t step = HIGHEST; step > 0; step /= 2) {
        bool is_there = right > 0 ? number + step < count : number >= step;
        const wend_lane *higher =
            is_there ? &set->lanes.data[right > 0 ? number + step : number - step] : NULL;
        if (higher && !find_bends(in, higher, 2 * step * in->radius))
            return false;
    }
    return combine(in) && smooth_line(in);
}

/// The next lane must keep apart from this one. False: out of memory.
static bool set_above(rounding *in, const wend_curve_piece *pieces, size_t count)
{
    in->above = pieces;
    return list_boxes(in, pieces, count, 0, &in->boxes_above);
}

/// The same for a lane of some lanes; none beyond the last.
static bool set_lane_above(rounding *in, const wend_lanes *lanes, size_t number)
{
    if (number >= lanes->lanes.count)
        return set_above(in, NULL, 0);
    const wend_lane *lane = &lanes->lanes.data[number];
    return set_above(in, lanes->pieces.data + lane->first, lane->count);
}

static bool add_rounded(rounding *in, wend_lanes *to, uint32_t number)
{
    const wend_lane *lane = &in->set->lanes.data[number];
    return wend_lanes_add(to, in->smooth.data, in->smooth.count, lane->source, lane->sink);
}

/// Rounds the lanes below the split, from the highest down; `low` gets them in that order. False:
/// out of memory.
static bool round_low(rounding *in, const wend_lanes *lanes, const wend_lanes *bottom,
                      wend_lanes *low)
{
    bool fits = set_lane_above(in, lanes, lanes->split);
    for (uint32_t i = lanes->split; i-- > 0 && fits;)
        fits = round_lane(in, bottom, i, 1) && add_rounded(in, low, i) &&
               set_lane_above(in, low, low->lanes.count - 1);
    return fits;
}

/// Combines the lanes below, the direct one and the lanes above, which it rounds. False: out of
/// memory.
static bool round_high(rounding *in, const wend_lanes *lanes, const wend_lanes *low,
                       const wend_lanes *top, bool direct, wend_lanes *all)
{
    bool fits = true;
    for (size_t i = low->lanes.count; i-- > 0 && fits;)
        fits = wend_lanes_add_from(all, low, i);
    if (fits && direct)
        fits = wend_lanes_add_from(all, lanes, lanes->split);
    for (uint32_t i = lanes->split + direct; i < lanes->lanes.count && fits; ++i)
        fits = set_lane_above(in, all, i - 1u) && round_lane(in, top, i, -1) &&
               add_rounded(in, all, i);
    return fits;
}

bool wend_lanes_round(wend_lanes *lanes, const wend_flow *flow, const wend_lanes *bottom,
                      const wend_lanes *top, bool direct)
{
    const wend_allocator *allocator = &lanes->allocator;
    rounding in = {.allocator = allocator,
                   .radius = lanes->radius,
                   .slack = OWN_SHARE * WEND_LANES_TOLERANCE * lanes->radius};
    wend_lanes *low = wend_lanes_new(allocator, lanes->radius);
    wend_lanes *all = wend_lanes_new(allocator, lanes->radius);
    bool fits = low && all && wend_lane_walls_build(&in.walls, flow, lanes->radius, allocator) &&
                round_low(&in, lanes, bottom, low) && round_high(&in, lanes, low, top, direct, all);
    if (fits) {
        all->split = lanes->split;
        wend_lanes swap = *lanes;
        *lanes = *all;
        *all = swap;
    }
    wend_lanes_destroy(low);
    wend_lanes_destroy(all);
    wend_lane_walls_free(&in.walls);
    wend_array_free(&in.bends, allocator);
    wend_array_free(&in.line, allocator);
    wend_array_free(&in.smooth, allocator);
    wend_array_free(&in.about, allocator);
    wend_array_free(&in.boxes_above, allocator);
    return fits;
}
