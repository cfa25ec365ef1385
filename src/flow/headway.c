// SPDX-License-Identifier: MIT
// Headway: the distance along a lane that two agents must keep so that they never collide. It is
// the length of the longest section of the lane whose ends are no farther apart than two radii. On
// a straight lane this is two radii; a bend makes it longer, and a lane that returns close to
// itself much longer.
//
// For two pieces of a lane the longest path is between two ends, between an end and a point exactly
// two radii from it, or where a chord of two radii makes the same angle with both pieces: otherwise
// moving both points would lengthen it. All of these have closed forms: with the chord as a frame,
// the sine of that angle is the root of a quadratic.
#include "core/angle.h"
#include "core/memory.h"
#include "flow/lanes.h"
#include "wend/vec2.h"

/// Relative rounding tolerance for points on their piece and for the length of a chord.
#define ROUNDING 1e-11

// ---- two pieces ---------------------------------------------------------------------------------

typedef struct search {
    const wend_curve_piece *p, *q; ///< q is later
    double p_end, q_end;           ///< along the lane
    double apart, best;
    double slack; ///< ROUNDING of the sizes involved
} search;

/// Two points are a candidate if they lie on their pieces.
static void offer(search *in, wend_vec2 on_p, wend_vec2 on_q)
{
    // Cheap tests first: most points fail, and the position along an arc takes an arc tangent.
    if (!(wend_distance(on_p, on_q) <= in->apart + in->slack) ||
        !(wend_curve_piece_distance(in->p, on_p) <= in->slack) ||
        !(wend_curve_piece_distance(in->q, on_q) <= in->slack))
        return;
    double s = in->p->begin + wend_curve_piece_along(in->p, on_p, NULL);
    double t = in->q->begin + wend_curve_piece_along(in->q, on_q, NULL);
    if (t - s > in->best)
        in->best = t - s;
}

/// The points of a piece at distance `apart` from a point. Returns their number.
static uint32_t points_apart(const wend_curve_piece *piece, wend_vec2 from, double apart,
                             wend_vec2 points[2])
{
    wend_vec2 origin, ahead;
    double along, across;
    if (piece->turn) {
        double radius = wend_curve_piece_radius(piece), away;
        origin = from;
        away = wend_distance(from, piece->centre);
        if (!(away > 0))
            return 0;
        ahead = (wend_vec2){(piece->centre.x - from.x) / away, (piece->centre.y - from.y) / away};
        along = (away + (apart - radius) * (apart + radius) / away) / 2;
        across = (apart - along) * (apart + along);
        if (!(across >= 0))
            return 0;
        wend_vec2 side = wend_perp_left(ahead), middle = wend_add_scaled(origin, along, ahead);
        points[0] = wend_add_scaled(middle, sqrt(across), side);
        points[1] = wend_add_scaled(middle, -sqrt(across), side);
        return 2;
    }
    origin = piece->a;
    ahead = wend_curve_piece_start_direction(piece);
    along = (from.x - origin.x) * ahead.x + (from.y - origin.y) * ahead.y;
    across = (from.y - origin.y) * ahead.x - (from.x - origin.x) * ahead.y;
    double half = (apart - across) * (apart + across);
    if (!(half >= 0))
        return 0;
    points[0] = wend_add_scaled(origin, along + sqrt(half), ahead);
    points[1] = wend_add_scaled(origin, along - sqrt(half), ahead);
    return 2;
}

/// An end of p with the ends and points of q, if the path to the end of q is long enough.
static void offer_from(search *in, wend_vec2 end, double along)
{
    wend_vec2 points[2];
    if (in->q_end - along <= in->best)
        return;
    offer(in, end, in->q->a);
    offer(in, end, in->q->b);
    uint32_t count = points_apart(in->q, end, in->apart, points);
    for (uint32_t i = 0; i < count; ++i)
        offer(in, end, points[i]);
}

/// Points of p with an end of q, if the path from the start of p is long enough.
static void offer_to(search *in, wend_vec2 end, double along)
{
    wend_vec2 points[2];
    if (along - in->p->begin <= in->best)
        return;
    uint32_t count = points_apart(in->p, end, in->apart, points);
    for (uint32_t i = 0; i < count; ++i)
        offer(in, points[i], end);
}

/// The ends of both, and an end with a point of the other one.
static void offer_ends(search *in)
{
    offer_from(in, in->p->a, in->p->begin);
    offer_from(in, in->p->b, in->p_end);
    offer_to(in, in->q->a, in->q->begin);
    offer_to(in, in->q->b, in->q_end);
}

/// The roots of a x^2 + 2 b x + c. Returns their number.
static uint32_t roots_of(double a, double b, double c, double x[2])
{
    double square = b * b - a * c;
    if (!(square >= 0))
        return 0;
    double sum = -(b + copysign(sqrt(square), b));
    uint32_t count = 0;
    if (a != 0)
        x[count++] = sum / a;
    if (sum != 0)
        x[count++] = c / sum;
    return count;
}

/// A chord from a line: x along the line, y across, with this sine and cosine of the angle between
/// chord and line. Offers its points if the other one's x is known.
static void offer_from_line(search *in, const wend_curve_piece *line, double x, double sine,
                            double cosine)
{
    wend_vec2 ahead = wend_curve_piece_start_direction(line), side = wend_perp_left(ahead);
    wend_vec2 on_line = wend_add_scaled(line->a, x - in->apart * cosine, ahead);
    wend_vec2 other = wend_add_scaled(wend_add_scaled(line->a, x, ahead), in->apart * sine, side);
    if (line == in->p)
        offer(in, on_line, other);
    else
        offer(in, other, on_line);
}

/// Chords that make the same angle with a line and with an arc, whose radius counts to the left.
static void offer_line_arc(search *in, const wend_curve_piece *line, const wend_curve_piece *arc)
{
    wend_vec2 ahead = wend_curve_piece_start_direction(line);
    wend_vec2 to = wend_sub(arc->centre, line->a);
    double x = wend_dot(to, ahead), y = wend_cross(ahead, to);
    double radius = arc->turn * wend_curve_piece_radius(arc), sines[2];
    // The arc turns by twice the angle of the chord,
    uint32_t count = roots_of(2 * radius, -in->apart / 2, y - radius, sines);
    for (uint32_t i = 0; i < 2 * count; ++i) {
        double sine = sines[i / 2], square = (1 - sine) * (1 + sine);
        double cosine = (i % 2 ? -1 : 1) * sqrt(square > 0 ? square : 0);
        if (square >= -ROUNDING)
            offer_from_line(in, line, x + 2 * radius * sine * cosine, sine, cosine);
    }
    // or not at all.
    double sine = (y - radius) / in->apart, square = (1 - sine) * (1 + sine);
    for (int i = -1; i < 2 && square >= 0; i += 2)
        offer_from_line(in, line, x, sine, i * sqrt(square));
}

/// Chords that make the same angle with two lines, which are not parallel.
static void offer_lines(search *in)
{
    const wend_curve_piece *line = in->p, *other = in->q;
    wend_vec2 u = wend_curve_piece_start_direction(line);
    wend_vec2 v = wend_curve_piece_start_direction(other);
    wend_vec2 to = wend_sub(other->a, line->a);
    double sine = wend_cross(u, v), cosine = wend_dot(u, v);
    double x = wend_dot(to, u), y = wend_cross(u, to);
    if (!(fabs(sine) > ROUNDING))
        return; // then the longest path begins or ends at an end
    double half = wend_length((wend_vec2){1 + cosine, sine});
    for (int i = -1; i < 2; i += 2) {
        double c = i * (1 + cosine) / half, s = i * sine / half; // half the angle between them
        offer_from_line(in, line, x + cosine / sine * (in->apart * s - y), s, c);
    }
}

/// Offers the chord with that sine relative to the first arc, from the positions of the centres in
/// its frame.
static void offer_from_arcs(search *in, double sine, double cosine, bool parallel)
{
    double p_radius = in->p->turn * wend_curve_piece_radius(in->p);
    double q_radius = in->q->turn * wend_curve_piece_radius(in->q);
    double q_sine = parallel ? -sine : sine;
    // In the frame of the chord, whose ends are at -apart / 2 and apart / 2.
    wend_vec2 p_centre = {-in->apart / 2 - p_radius * sine, p_radius * cosine};
    wend_vec2 q_centre = {in->apart / 2 + q_radius * q_sine, q_radius * cosine};
    wend_vec2 own = wend_sub(q_centre, p_centre);
    wend_vec2 true_direction = wend_sub(in->q->centre, in->p->centre);
    double square = wend_length_squared(own);
    if (!(square > 0))
        return;
    double c = wend_dot(own, true_direction) / square;
    double s = wend_cross(own, true_direction) / square;
    wend_vec2 ahead = {c, s}, side = {-s, c};
    wend_vec2 middle =
        wend_add_scaled(wend_add_scaled(in->p->centre, -p_centre.x, ahead), -p_centre.y, side);
    offer(in, wend_add_scaled(middle, -in->apart / 2, ahead),
          wend_add_scaled(middle, in->apart / 2, ahead));
}

/// Chords that make the same angle with two arcs.
static void offer_arcs(search *in)
{
    double p_radius = in->p->turn * wend_curve_piece_radius(in->p);
    double q_radius = in->q->turn * wend_curve_piece_radius(in->q);
    double away = wend_distance(in->p->centre, in->q->centre), less = p_radius - q_radius;
    double sines[3];
    uint32_t count = roots_of(4 * p_radius * q_radius, in->apart * (p_radius + q_radius),
                              (in->apart - away) * (in->apart + away) + less * less, sines);
    uint32_t mirrored = count;
    if (less != 0)
        sines[count++] =
            ((away - in->apart) * (away + in->apart) - less * less) / (2 * in->apart * less);
    for (uint32_t i = 0; i < 2 * count; ++i) {
        double sine = sines[i / 2], square = (1 - sine) * (1 + sine);
        if (square >= -ROUNDING)
            offer_from_arcs(in, sine, (i % 2 ? -1 : 1) * sqrt(square > 0 ? square : 0),
                            i / 2 >= mirrored);
    }
}

double wend_lane_pieces_headway(const wend_curve_piece *p, const wend_curve_piece *q, double apart,
                                double min)
{
    double q_end = q->begin + wend_curve_piece_length(q);
    if (q_end - p->begin <= min || wend_lane_pieces_distance(p, q, NULL, NULL) >= apart)
        return min;
    double size = fabs(p->a.x) + fabs(p->a.y) + fabs(q->b.x) + fabs(q->b.y) + apart;
    double p_end = p->begin + wend_curve_piece_length(p);
    search in = {p, q, p_end, q_end, apart, min, ROUNDING * size};
    offer_ends(&in);
    if (p->turn && q->turn)
        offer_arcs(&in);
    else if (p->turn || q->turn)
        offer_line_arc(&in, p->turn ? q : p, p->turn ? p : q);
    else
        offer_lines(&in);
    return in.best;
}

/// Two points of one piece.
static double headway_within(const wend_curve_piece *piece, double apart)
{
    double length = wend_curve_piece_length(piece), radius = wend_curve_piece_radius(piece);
    if (!piece->turn || apart >= 2 * radius)
        return piece->turn || length < apart ? length : apart;
    // The path along the arc whose chord is `apart`; near the end of a circle chords become short
    // again.
    double half = WEND_HALF_PI - wend_acos(apart / (2 * radius));
    bool comes_around = length > radius * (4 * WEND_HALF_PI - 2 * half);
    return comes_around || length < 2 * radius * half ? length : 2 * radius * half;
}

// ---- lanes --------------------------------------------------------------------------------------

typedef struct lane_search {
    const wend_curve_piece *pieces; ///< of the lane
    uint32_t count;
    double *turned; ///< by piece: total turn of the lane up to its end, left and right alike
    uint32_t first; ///< current piece
    double apart, best;
} lane_search;

/// True if the lane turns so little between two pieces that they cannot need more: a line that
/// turns by an angle is no longer than its chord over the cosine of half of it.
static bool is_straight(const lane_search *in, uint32_t second)
{
    double before = in->first > 0 ? in->turned[in->first - 1] : 0;
    double turn = in->turned[second] - before;
    return turn < WEND_HALF_PI && in->apart <= in->best * wend_cos(turn / 2);
}

static bool try_pair(void *context, uint32_t second)
{
    lane_search *in = context;
    if (second > in->first && !is_straight(in, second))
        in->best = wend_lane_pieces_headway(&in->pieces[in->first], &in->pieces[second], in->apart,
                                            in->best);
    return true;
}

static void note_turns(lane_search *in)
{
    double turned = 0;
    for (uint32_t i = 0; i < in->count; ++i) {
        const wend_curve_piece *piece = &in->pieces[i];
        if (i > 0) {
            wend_vec2 a = wend_curve_piece_end_direction(&piece[-1]);
            wend_vec2 b = wend_curve_piece_start_direction(piece);
            turned += fabs(wend_atan2(wend_cross(a, b), wend_dot(a, b)));
        }
        turned += fabs(wend_curve_piece_turning(piece));
        in->turned[i] = turned;
    }
}

static double headway_of(lane_search *in, const wend_index *index)
{
    in->best = in->apart;
    note_turns(in);
    for (uint32_t i = 0; i < in->count; ++i)
        in->best = fmax(in->best, headway_within(&in->pieces[i], in->apart));
    for (in->first = 0; in->first < in->count; ++in->first)
        wend_lane_pieces_about(index, &in->pieces[in->first], in->apart, try_pair, in);
    return in->best;
}

void wend_lanes_measure_lengths(wend_lanes *lanes)
{
    for (size_t i = 0; i < lanes->lanes.count; ++i) {
        wend_lane *lane = &lanes->lanes.data[i];
        lane->length = 0;
        for (uint32_t k = lane->first; k < lane->first + lane->count; ++k) {
            lanes->pieces.data[k].begin = lane->length;
            lane->length += wend_curve_piece_length(&lanes->pieces.data[k]);
        }
    }
}

bool wend_lanes_measure(wend_lanes *lanes, double apart)
{
    const wend_allocator *allocator = &lanes->allocator;
    size_t count = lanes->pieces.count;
    wend_lanes_measure_lengths(lanes);
    double *turned = wend_allocate(allocator, count, sizeof *turned);
    bool fits = turned || count == 0;
    for (size_t i = 0; i < lanes->lanes.count && fits; ++i) {
        wend_lane *lane = &lanes->lanes.data[i];
        lane_search in = {lanes->pieces.data + lane->first, lane->count, turned, .apart = apart};
        // One for each lane: other lanes along it are irrelevant here.
        wend_index *index = wend_lane_pieces_index(in.pieces, in.count, allocator);
        fits = index;
        if (fits)
            lane->headway = headway_of(&in, index);
        wend_index_destroy(index);
    }
    wend_release(allocator, turned, count, sizeof *turned);
    return fits;
}
