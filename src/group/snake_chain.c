// SPDX-License-Identifier: MIT
// Chains of a track: from turn to turn along common tangents, and their cells.
#include "group/snake.h"

#include "core/angle.h"
#include "group/spine.h"
#include "wend/vec2.h"

#define TURN (4 * WEND_HALF_PI)

/// Arcs that turn by less, or lines that are shorter, are rounding. [Units: rad; minimum widths]
#define NO_TURN   1e-9
#define NO_LENGTH 1e-9

/// A turn by more connects what it should not.
#define SHARPEST (0.75 * TURN)

/// Arcs are merged into one that turns by at most this.
#define MERGED WEND_HALF_PI

/// Rounding of the radius of an arc that is just as tight as a shape permits.
#define SAME_RADIUS (1 + 1e-9)

void wend_snake_chain_free(wend_snake_chain *chain, const wend_allocator *allocator)
{
    wend_array_free(&chain->pieces, allocator);
    wend_array_free(&chain->cells, allocator);
}

// ---- cells --------------------------------------------------------------------------------------

static double room_of(const wend_snake_site *site, const wend_path_piece *piece, double radius)
{
    const wend_group_shape line = {.spine = {*piece}, .count = 1};
    double max = 0.5 * site->disc + site->slack;
    return fmin(wend_group_walls_gap(site->walls, &line, max) - site->slack, radius * SAME_RADIUS);
}

bool wend_snake_measure(const wend_snake_site *site, wend_snake_chain *chain)
{
    chain->cells.count = 0;
    for (size_t i = 0; i < chain->pieces.count; ++i) {
        const wend_path_piece *piece = &chain->pieces.data[i];
        double length = wend_group_piece_length(piece);
        double radius = piece->turn ? wend_distance(piece->a, piece->corner) : INFINITY;
        uint32_t count = wend_group_piece_cells(length, site->cell);
        if (!wend_array_reserve(&chain->cells, site->allocator, count))
            return false;
        for (uint32_t k = 0; k < count; ++k) {
            wend_path_piece part = wend_group_piece_cell(piece, length, k, count);
            chain->cells.data[chain->cells.count++] =
                (wend_snake_cell){length / count, room_of(site, &part, radius)};
        }
    }
    return true;
}

// ---- lines and arcs -----------------------------------------------------------------------------

bool wend_snake_add_line(const wend_snake_site *site, wend_group_pieces *pieces, wend_vec2 a,
                         wend_vec2 b)
{
    return wend_distance(a, b) <= NO_LENGTH * site->min_width ||
           wend_array_push(pieces, site->allocator, (wend_path_piece){a, b, a, 0});
}

/// The angle of an arc, 0..360 degrees; nearly 360 degrees is none.
static double turning_of(wend_vec2 centre, wend_vec2 a, wend_vec2 b, int sense)
{
    wend_vec2 u = wend_sub(a, centre), v = wend_sub(b, centre);
    double angle = wend_atan2(sense * wend_cross(u, v), wend_dot(u, v));
    angle = angle < 0 ? angle + TURN : angle;
    return angle < TURN - NO_TURN ? angle : 0;
}

/// Adds an arc in parts of at most 90 degrees.
bool wend_snake_add_arc(const wend_snake_site *site, wend_group_pieces *pieces, wend_vec2 centre,
                        wend_vec2 a, wend_vec2 b, int sense)
{
    double turning = turning_of(centre, a, b, sense);
    if (turning <= NO_TURN)
        return true;
    wend_vec2 arm = wend_sub(a, centre);
    uint32_t parts = (uint32_t)ceil(turning / (WEND_HALF_PI + NO_TURN));
    for (uint32_t i = 1; i <= parts; ++i) {
        double s, c;
        wend_sin_cos(sense * turning * i / parts, &s, &c);
        wend_vec2 next = i == parts ? b : wend_add(centre, wend_rotate(arm, c, s));
        if (!wend_array_push(pieces, site->allocator, (wend_path_piece){a, next, centre, sense}))
            return false;
        a = next;
    }
    return true;
}

/// The common tangent, from one turn to the next. False: one lies in the other.
static bool tangent_of(const wend_snake_turn *from, const wend_snake_turn *to, wend_vec2 *a,
                       wend_vec2 *b)
{
    wend_vec2 v = wend_sub(to->centre, from->centre);
    double square = wend_length_squared(v);
    double across = from->sense * from->radius - to->sense * to->radius;
    double along = square - across * across;
    if (!(along > 0))
        return false;
    // The unit vector d with cross(v, d) = across.
    along = sqrt(along);
    wend_vec2 d = {(along * v.x - across * v.y) / square, (along * v.y + across * v.x) / square};
    wend_vec2 right = wend_perp_right(d);
    *a = wend_add_scaled(from->centre, from->sense * from->radius, right);
    *b = wend_add_scaled(to->centre, to->sense * to->radius, right);
    return true;
}

// ---- runs of short arcs -------------------------------------------------------------------------

/// The arc that touches two lines, and where it does.
typedef struct fillet {
    wend_vec2 centre, a, b;
    double radius;
    int sense;
} fillet;

static bool fillet_of(const wend_path_piece *first, const wend_path_piece *last, int sense,
                      fillet *made)
{
    wend_vec2 d = wend_unit(wend_sub(first->b, first->a)),
              e = wend_unit(wend_sub(last->b, last->a));
    double sine = sense * wend_cross(d, e), cosine = wend_dot(d, e);
    if (!(sine > NO_TURN) || cosine < -NO_TURN)
        return false;
    // Distances from the first line's begin, and from the last line's, to their intersection.
    wend_vec2 between = wend_sub(last->a, first->a);
    double ahead = sense * wend_cross(between, e) / sine;
    double behind = sense * wend_cross(between, d) / sine;
    // It touches both at this distance from there.
    double low = fmax(ahead - wend_distance(first->a, first->b), -behind);
    double high = fmin(ahead, wend_distance(last->a, last->b) - behind);
    double reach = 0.5 * (low + high);
    if (!(low <= high) || !(reach > 0))
        return false;
    wend_vec2 inwards = sense > 0 ? wend_perp_left(d) : wend_perp_right(d);
    made->sense = sense;
    made->radius = reach * (1 + cosine) / sine;
    made->a = wend_add_scaled(first->a, ahead - reach, d);
    made->b = wend_add_scaled(last->a, behind + reach, e);
    made->centre = wend_add_scaled(made->a, made->radius, inwards);
    return true;
}

/// True if an arc is near enough to the pieces that it replaces, and no tighter.
static bool fits(const fillet *by, const wend_path_piece *pieces, uint32_t count, double merge)
{
    for (uint32_t i = 0; i < count; ++i) {
        wend_curve_piece curve = wend_spine_curve(&pieces[i]);
        double radius = wend_curve_piece_radius(&curve);
        double far = pieces[i].turn ? wend_distance(by->centre, pieces[i].corner) + radius
                                    : wend_curve_piece_distance(&curve, by->centre);
        if (fabs(far - by->radius) > merge || (pieces[i].turn && radius > by->radius))
            return false;
    }
    return true;
}

/// The number of arcs that follow one another with the same sense, each between two lines.
static size_t run_at(const wend_group_pieces *pieces, size_t first)
{
    size_t count = 0;
    const wend_path_piece *p = &pieces->data[first];
    while (first + 2 * count + 2 < pieces->count && !p[2 * count].turn &&
           p[2 * count + 1].turn == p[1].turn && !p[2 * count + 2].turn)
        ++count;
    return count;
}

/// The arc for the first arcs of a run. False: it does not fit.
static bool merge_arcs(const wend_path_piece *pieces, size_t arcs, double merge, fillet *made)
{
    return fillet_of(&pieces[0], &pieces[2 * arcs], pieces[1].turn, made) &&
           fits(made, &pieces[1], (uint32_t)(2 * arcs - 1), merge);
}

/// The number of arcs, of those tried, that one arc can replace; less than 2: none.
static size_t merged_at(const wend_path_piece *pieces, size_t run, double merge, fillet *made)
{
    size_t best = 1, step = 1;
    while (best < run) {
        size_t next = best + step < run ? best + step : run;
        fillet now;
        if (merge_arcs(pieces, next, merge, &now)) {
            best = next;
            *made = now;
            step *= 2;
        } else if (step > 1) {
            step /= 2;
            run = next - 1;
        } else {
            break;
        }
    }
    return best;
}

/// Replaces runs of arcs by one arc each, from the middle of their first line to that of their last
/// line at the most.
static void merge_runs(wend_group_pieces *pieces, double merge)
{
    size_t kept = 0;
    for (size_t i = 0; i < pieces->count;) {
        fillet by;
        size_t arcs = merged_at(&pieces->data[i], run_at(pieces, i), merge, &by);
        wend_path_piece first = pieces->data[i];
        if (arcs < 2) {
            pieces->data[kept++] = first;
            ++i;
            continue;
        }
        // The rest of the last line may begin the next run.
        wend_path_piece *last = &pieces->data[i + 2 * arcs];
        last->a = last->corner = by.b;
        first.b = by.a;
        pieces->data[kept++] = first;
        pieces->data[kept++] = (wend_path_piece){by.a, by.b, by.centre, by.sense};
        i += 2 * arcs;
    }
    pieces->count = kept;
}

// ---- chains -------------------------------------------------------------------------------------

/// Lines and whole arcs.
static wend_result lay_whole(const wend_snake_site *site, const wend_snake_turn *turns,
                             uint32_t count, wend_vec2 from, wend_vec2 to,
                             wend_group_pieces *pieces)
{
    wend_vec2 at = from;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_snake_turn *turn = &turns[i];
        wend_vec2 leave = to, next = to;
        if (i + 1 < count && !tangent_of(turn, &turns[i + 1], &leave, &next))
            return WEND_NOT_FOUND;
        if (turn->radius > 0) {
            double turning = turning_of(turn->centre, at, leave, turn->sense);
            if (turning > SHARPEST)
                return WEND_NOT_FOUND;
            if (turning > NO_TURN &&
                !wend_array_push(pieces, site->allocator,
                                 (wend_path_piece){at, leave, turn->centre, turn->sense}))
                return WEND_OUT_OF_MEMORY;
        }
        if (i + 1 < count && !wend_snake_add_line(site, pieces, leave, next))
            return WEND_OUT_OF_MEMORY;
        at = next;
    }
    return WEND_OK;
}

wend_result wend_snake_lay(const wend_snake_site *site, const wend_snake_turn *turns,
                           uint32_t count, wend_vec2 from, wend_vec2 to, double merge,
                           wend_snake_chain *chain)
{
    wend_group_pieces whole = {0};
    wend_result result = lay_whole(site, turns, count, from, to, &whole);
    chain->pieces.count = 0;
    if (result == WEND_OK)
        merge_runs(&whole, merge);
    for (size_t i = 0; result == WEND_OK && i < whole.count; ++i) {
        const wend_path_piece *p = &whole.data[i];
        bool added = p->turn
                         ? wend_snake_add_arc(site, &chain->pieces, p->corner, p->a, p->b, p->turn)
                         : wend_snake_add_line(site, &chain->pieces, p->a, p->b);
        result = added ? WEND_OK : WEND_OUT_OF_MEMORY;
    }
    wend_array_free(&whole, site->allocator);
    return result;
}
