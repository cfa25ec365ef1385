// SPDX-License-Identifier: MIT
// How far behind another an agent must be on its lane, so that they never meet: the longest way
// along the lane between two places that are no farther apart than two radii. Only on a straight
// lane that is two radii: a bend makes it longer, and a lane that comes by itself again much
// longer.
//
// For two pieces of a lane the longest way is between two ends, between an end and a place just two
// radii from it, or where a chord of two radii makes the same angle with both pieces: else one
// could move both places and gain. All of these have closed forms: with the chord as a frame, the
// sine of that angle is the root of a quadratic.
#include "core/angle.h"
#include "core/memory.h"
#include "flow/lanes.h"

/// A place that is off its piece, or a chord too long, by this share is so by rounding.
#define ROUNDING 1e-11

static wend_vec2 plus(wend_vec2 p, double t, wend_vec2 d)
{
    return (wend_vec2){p.x + t * d.x, p.y + t * d.y};
}

static double distance_between(wend_vec2 a, wend_vec2 b)
{
    double x = b.x - a.x, y = b.y - a.y;
    return sqrt(x * x + y * y);
}

// ---- two pieces ---------------------------------------------------------------------------------

typedef struct search {
    const wend_lane_piece *p, *q; ///< q is later
    double p_end, q_end;          ///< along the lane
    double apart, best;
    double slack; ///< ROUNDING of the sizes at hand
} search;

/// Two places may be the ones, if they lie on their pieces.
static void offer(search *in, wend_vec2 on_p, wend_vec2 on_q)
{
    // Most do not, and how far along an arc a place is takes an arc tangent.
    if (!(distance_between(on_p, on_q) <= in->apart + in->slack) ||
        !(wend_lane_piece_distance(in->p, on_p) <= in->slack) ||
        !(wend_lane_piece_distance(in->q, on_q) <= in->slack))
        return;
    double s = in->p->begin + wend_lane_piece_along(in->p, on_p, NULL);
    double t = in->q->begin + wend_lane_piece_along(in->q, on_q, NULL);
    if (t - s > in->best)
        in->best = t - s;
}

/// The places of a piece just `apart` from a point. Returns how many.
static uint32_t places_apart(const wend_lane_piece *piece, wend_vec2 from, double apart,
                             wend_vec2 places[2])
{
    wend_vec2 origin, ahead;
    double along, across;
    if (piece->turn) {
        double radius = wend_lane_piece_radius(piece), away;
        origin = from;
        away = distance_between(from, piece->centre);
        if (!(away > 0))
            return 0;
        ahead = (wend_vec2){(piece->centre.x - from.x) / away, (piece->centre.y - from.y) / away};
        along = (away + (apart - radius) * (apart + radius) / away) / 2;
        across = (apart - along) * (apart + along);
        if (!(across >= 0))
            return 0;
        wend_vec2 side = {-ahead.y, ahead.x}, foot = plus(origin, along, ahead);
        places[0] = plus(foot, sqrt(across), side);
        places[1] = plus(foot, -sqrt(across), side);
        return 2;
    }
    origin = piece->a;
    ahead = wend_lane_piece_start_direction(piece);
    along = (from.x - origin.x) * ahead.x + (from.y - origin.y) * ahead.y;
    across = (from.y - origin.y) * ahead.x - (from.x - origin.x) * ahead.y;
    double half = (apart - across) * (apart + across);
    if (!(half >= 0))
        return 0;
    places[0] = plus(origin, along + sqrt(half), ahead);
    places[1] = plus(origin, along - sqrt(half), ahead);
    return 2;
}

/// An end of p with the ends and places of q, if the way to the end of q is long enough.
static void offer_from(search *in, wend_vec2 end, double along)
{
    wend_vec2 places[2];
    if (in->q_end - along <= in->best)
        return;
    offer(in, end, in->q->a);
    offer(in, end, in->q->b);
    uint32_t count = places_apart(in->q, end, in->apart, places);
    for (uint32_t i = 0; i < count; ++i)
        offer(in, end, places[i]);
}

/// Places of p with an end of q, if the way from the start of p is long enough.
static void offer_to(search *in, wend_vec2 end, double along)
{
    wend_vec2 places[2];
    if (along - in->p->begin <= in->best)
        return;
    uint32_t count = places_apart(in->p, end, in->apart, places);
    for (uint32_t i = 0; i < count; ++i)
        offer(in, places[i], end);
}

/// The ends of both, and an end with a place of the other one.
static void offer_ends(search *in)
{
    offer_from(in, in->p->a, in->p->begin);
    offer_from(in, in->p->b, in->p_end);
    offer_to(in, in->q->a, in->q->begin);
    offer_to(in, in->q->b, in->q_end);
}

/// The roots of a x^2 + 2 b x + c. Returns how many.
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

/// A chord from a line: x along the line, y across, the angle of the chord to it has this sine and
/// cosine. Offers its places if the other one's x is known.
static void offer_from_line(search *in, const wend_lane_piece *line, double x, double sine,
                            double cosine)
{
    wend_vec2 ahead = wend_lane_piece_start_direction(line), side = {-ahead.y, ahead.x};
    wend_vec2 on_line = plus(line->a, x - in->apart * cosine, ahead);
    wend_vec2 other = plus(plus(line->a, x, ahead), in->apart * sine, side);
    if (line == in->p)
        offer(in, on_line, other);
    else
        offer(in, other, on_line);
}

/// Chords that make the same angle with a line and with an arc, whose radius counts to the left.
static void offer_line_arc(search *in, const wend_lane_piece *line, const wend_lane_piece *arc)
{
    wend_vec2 ahead = wend_lane_piece_start_direction(line);
    wend_vec2 to = {arc->centre.x - line->a.x, arc->centre.y - line->a.y};
    double x = to.x * ahead.x + to.y * ahead.y, y = ahead.x * to.y - ahead.y * to.x;
    double radius = arc->turn * wend_lane_piece_radius(arc), sines[2];
    // The arc turns by twice the angle of the chord ...
    uint32_t count = roots_of(2 * radius, -in->apart / 2, y - radius, sines);
    for (uint32_t i = 0; i < 2 * count; ++i) {
        double sine = sines[i / 2], square = (1 - sine) * (1 + sine);
        double cosine = (i % 2 ? -1 : 1) * sqrt(square > 0 ? square : 0);
        if (square >= -ROUNDING)
            offer_from_line(in, line, x + 2 * radius * sine * cosine, sine, cosine);
    }
    // ... or not at all.
    double sine = (y - radius) / in->apart, square = (1 - sine) * (1 + sine);
    for (int i = -1; i < 2 && square >= 0; i += 2)
        offer_from_line(in, line, x, sine, i * sqrt(square));
}

/// The same for two lines, which are not parallel.
static void offer_lines(search *in)
{
    const wend_lane_piece *line = in->p, *other = in->q;
    wend_vec2 u = wend_lane_piece_start_direction(line);
    wend_vec2 v = wend_lane_piece_start_direction(other);
    wend_vec2 to = {other->a.x - line->a.x, other->a.y - line->a.y};
    double sine = u.x * v.y - u.y * v.x, cosine = u.x * v.x + u.y * v.y;
    double x = to.x * u.x + to.y * u.y, y = u.x * to.y - u.y * to.x;
    if (!(fabs(sine) > ROUNDING))
        return; // then the longest way begins or ends at an end
    double half = hypot(1 + cosine, sine);
    for (int i = -1; i < 2; i += 2) {
        double c = i * (1 + cosine) / half, s = i * sine / half; // half the angle between them
        offer_from_line(in, line, x + cosine / sine * (in->apart * s - y), s, c);
    }
}

/// Offers the chord that has the sine to the first arc: centres are at these places in its frame.
static void offer_from_arcs(search *in, double sine, double cosine, bool parallel)
{
    double p_radius = in->p->turn * wend_lane_piece_radius(in->p);
    double q_radius = in->q->turn * wend_lane_piece_radius(in->q);
    double q_sine = parallel ? -sine : sine;
    // In the frame of the chord, whose ends are at -apart / 2 and apart / 2.
    wend_vec2 p_centre = {-in->apart / 2 - p_radius * sine, p_radius * cosine};
    wend_vec2 q_centre = {in->apart / 2 + q_radius * q_sine, q_radius * cosine};
    wend_vec2 own = {q_centre.x - p_centre.x, q_centre.y - p_centre.y};
    wend_vec2 true_way = {in->q->centre.x - in->p->centre.x, in->q->centre.y - in->p->centre.y};
    double square = own.x * own.x + own.y * own.y;
    if (!(square > 0))
        return;
    double c = (own.x * true_way.x + own.y * true_way.y) / square;
    double s = (own.x * true_way.y - own.y * true_way.x) / square;
    wend_vec2 ahead = {c, s}, side = {-s, c};
    wend_vec2 middle = plus(plus(in->p->centre, -p_centre.x, ahead), -p_centre.y, side);
    offer(in, plus(middle, -in->apart / 2, ahead), plus(middle, in->apart / 2, ahead));
}

/// The same for two arcs.
static void offer_arcs(search *in)
{
    double p_radius = in->p->turn * wend_lane_piece_radius(in->p);
    double q_radius = in->q->turn * wend_lane_piece_radius(in->q);
    double away = distance_between(in->p->centre, in->q->centre), less = p_radius - q_radius;
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

double wend_lane_pieces_headway(const wend_lane_piece *p, const wend_lane_piece *q, double apart,
                                double least)
{
    double q_end = q->begin + wend_lane_piece_length(q);
    if (q_end - p->begin <= least || wend_lane_pieces_distance(p, q, NULL, NULL) >= apart)
        return least;
    double size = fabs(p->a.x) + fabs(p->a.y) + fabs(q->b.x) + fabs(q->b.y) + apart;
    double p_end = p->begin + wend_lane_piece_length(p);
    search in = {p, q, p_end, q_end, apart, least, ROUNDING * size};
    offer_ends(&in);
    if (p->turn && q->turn)
        offer_arcs(&in);
    else if (p->turn || q->turn)
        offer_line_arc(&in, p->turn ? q : p, p->turn ? p : q);
    else
        offer_lines(&in);
    return in.best;
}

/// Two places of one piece.
static double headway_within(const wend_lane_piece *piece, double apart)
{
    double length = wend_lane_piece_length(piece), radius = wend_lane_piece_radius(piece);
    if (!piece->turn || apart >= 2 * radius)
        return piece->turn || length < apart ? length : apart;
    // The way along the arc whose chord is `apart`; near the end of a circle chords get short
    // again.
    double half = WEND_HALF_PI - wend_acos(apart / (2 * radius));
    bool comes_around = length > radius * (4 * WEND_HALF_PI - 2 * half);
    return comes_around || length < 2 * radius * half ? length : 2 * radius * half;
}

// ---- lanes --------------------------------------------------------------------------------------

typedef struct lane_search {
    const wend_lane_piece *pieces; ///< of the lane
    uint32_t count;
    double *turned; ///< by piece: how far the lane has turned up to its end, left and right alike
    uint32_t first; ///< the piece that is looked at
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
        const wend_lane_piece *piece = &in->pieces[i];
        if (i > 0) {
            wend_vec2 a = wend_lane_piece_end_direction(&piece[-1]);
            wend_vec2 b = wend_lane_piece_start_direction(piece);
            turned += fabs(wend_atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y));
        }
        turned += fabs(wend_lane_piece_turning(piece));
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
            lane->length += wend_lane_piece_length(&lanes->pieces.data[k]);
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
        // One for each lane: others that run along it are of no interest here.
        wend_index *index = wend_lane_pieces_index(in.pieces, in.count, allocator);
        fits = index;
        if (fits)
            lane->headway = headway_of(&in, index);
        wend_index_destroy(index);
    }
    wend_release(allocator, turned, count, sizeof *turned);
    return fits;
}
