// SPDX-License-Identifier: MIT
// Tracks and snakes: pieces, windows, the room that a motion needs, and self-contact.
#include "group/track.h"

#include "core/angle.h"
#include "group/spine.h"
#include "wend/vec2.h"

/// Maximum number of cells of a piece.
#define MAX_CELLS 65536.0

/// A window that begins or ends this near to a joint does not get a piece of that length, whose
/// direction would be rounding: the next piece is extended. A spine shorter than the second has no
/// pieces. [Units: widths]
#define JOINT 1e-7
#define POINT 1e-11

// ---- pieces -------------------------------------------------------------------------------------

double wend_group_piece_length(const wend_path_piece *piece)
{
    wend_curve_piece curve = wend_spine_curve(piece);
    return wend_curve_piece_length(&curve);
}

wend_path_piece wend_group_piece_reversed(const wend_path_piece *piece)
{
    return (wend_path_piece){piece->b, piece->a, piece->turn ? piece->corner : piece->b,
                             -piece->turn};
}

static wend_vec2 point_on(const wend_path_piece *piece, double along)
{
    wend_vec2 arm = wend_sub(piece->a, piece->corner);
    double s, c;
    if (!piece->turn)
        return wend_add_scaled(piece->a, along, wend_unit(wend_sub(piece->b, piece->a)));
    wend_sin_cos(piece->turn * along / wend_length(arm), &s, &c);
    return wend_add(piece->corner, wend_rotate(arm, c, s));
}

wend_path_piece wend_group_piece_part(const wend_path_piece *piece, double from, double to)
{
    wend_vec2 a = point_on(piece, from), b = point_on(piece, to);
    return (wend_path_piece){a, b, piece->turn ? piece->corner : a, piece->turn};
}

uint32_t wend_group_piece_cells(double length, double cell)
{
    return (uint32_t)fmin(fmax(ceil(length / cell), 1), MAX_CELLS);
}

wend_path_piece wend_group_piece_cell(const wend_path_piece *piece, double length, uint32_t index,
                                      uint32_t count)
{
    return wend_group_piece_part(piece, length * index / count, length * (index + 1) / count);
}

// ---- memory -------------------------------------------------------------------------------------

void wend_group_snake_free(wend_group_snake *snake, const wend_allocator *allocator)
{
    wend_array_free(&snake->track.pieces, allocator);
    wend_array_free(&snake->track.begins, allocator);
    wend_array_free(&snake->knots, allocator);
}

wend_group_snake *wend_group_snake_copy(const wend_group_snake *snake,
                                        const wend_allocator *allocator)
{
    wend_group_snake *copy = wend_allocate(allocator, 1, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = (wend_group_snake){.area = snake->area, .track.cell = snake->track.cell};
    if (wend_array_copy(&copy->track.pieces, &snake->track.pieces, allocator) &&
        wend_array_copy(&copy->track.begins, &snake->track.begins, allocator) &&
        wend_array_copy(&copy->knots, &snake->knots, allocator))
        return copy;
    wend_group_snake_destroy(copy, allocator);
    return NULL;
}

void wend_group_snake_destroy(const wend_group_snake *snake, const wend_allocator *allocator)
{
    if (!snake)
        return;
    wend_group_snake all = *snake;
    wend_group_snake_free(&all, allocator);
    wend_release(allocator, (void *)snake, 1, sizeof *snake);
}

// ---- tracks -------------------------------------------------------------------------------------

bool wend_group_track_measure(wend_group_track *track, const wend_allocator *allocator)
{
    size_t count = track->pieces.count;
    double along = 0;
    track->begins.count = 0;
    if (!wend_array_reserve(&track->begins, allocator, count + 1))
        return false;
    for (size_t i = 0; i < count; ++i) {
        track->begins.data[i] = along;
        along += wend_group_piece_length(&track->pieces.data[i]);
    }
    track->begins.data[count] = along;
    track->begins.count = count + 1;
    return true;
}

/// The first piece that ends later than `along`; the last one beyond the end.
static uint32_t piece_at(const wend_group_track *track, double along)
{
    uint32_t low = 0, high = (uint32_t)track->pieces.count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (track->begins.data[middle + 1] <= along)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static wend_path_piece part_of(const wend_group_track *track, uint32_t piece, double from,
                               double to)
{
    double begin = track->begins.data[piece];
    return wend_group_piece_part(&track->pieces.data[piece], from - begin, to - begin);
}

wend_group_shape wend_group_track_window(const wend_group_track *track, double from, double to,
                                         double width)
{
    const double *begins = track->begins.data;
    wend_group_shape shape = {.count = 1, .width = width};
    if (to - from <= POINT * width) {
        wend_path_piece at = part_of(track, piece_at(track, from), from, from);
        shape.spine[0] = (wend_path_piece){at.a, at.a, at.a, 0};
        return shape;
    }
    // Where both ends are near one joint, the piece of the larger part is extended.
    double joint = fmin(JOINT * width, 0.5 * (to - from));
    uint32_t first = piece_at(track, from + joint), last = piece_at(track, to - joint);
    if (first >= last) {
        shape.spine[0] = part_of(track, first, from, to);
        return shape;
    }
    shape.spine[0] = part_of(track, first, from, begins[first + 1]);
    shape.spine[1] = part_of(track, last, begins[last], to);
    shape.count = 2;
    shape.between_count = last - first - 1;
    if (shape.between_count > 0) {
        shape.between = &track->pieces.data[first + 1];
        shape.begins = &begins[first + 1];
    }
    return shape;
}

// ---- snakes -------------------------------------------------------------------------------------

wend_group_knot wend_group_snake_at(const wend_group_snake *snake, double along)
{
    const wend_group_knot *knots = snake->knots.data;
    size_t low = 0, high = snake->knots.count - 1;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (knots[middle].along <= along)
            low = middle;
        else
            high = middle;
    }
    const wend_group_knot *a = &knots[low], *b = &knots[high];
    double length = b->along - a->along;
    if (!(length > 0) || along <= a->along)
        return *a;
    if (along >= b->along)
        return *b;
    double part = (along - a->along) / length;
    return (wend_group_knot){along, a->middle + (b->middle - a->middle) * part,
                             a->spine + (b->spine - a->spine) * part};
}

/// Restricts the fractions t of a motion to those with a positive value, which changes linearly.
static bool clip(double first, double last, double t[2])
{
    if (!(first > 0 || last > 0))
        return false;
    if (first < 0)
        t[0] = fmax(t[0], first / (first - last));
    else if (last < 0)
        t[1] = fmin(t[1], first / (first - last));
    return t[0] <= t[1];
}

double wend_group_knots_half_width(const wend_group_knot *from, const wend_group_knot *to,
                                   double area, double low, double high)
{
    double t[2] = {0, 1}, near = fmax(high - low, 0) * WEND_GROUP_SAME_PLACE;
    low += near;
    high -= near;
    if (!clip(from->middle + from->spine / 2 - low, to->middle + to->spine / 2 - low, t) ||
        !clip(high - from->middle + from->spine / 2, high - to->middle + to->spine / 2, t))
        return 0;
    double change = to->spine - from->spine;
    return wend_group_width(area, fmin(from->spine + change * t[0], from->spine + change * t[1])) /
           2;
}

// ---- self-contact -------------------------------------------------------------------------------

/// Rounding of distances, and the shortest parts that are compared. [Units: widths]
#define TOUCHING 1e-9
#define SHORTEST 0x1p-8

/// A part of a track.
typedef struct stretch {
    wend_path_piece piece;
    double from, to;
} stretch;

static double widest_over(const wend_group_snake *snake, double low, double high)
{
    double half = 0;
    for (size_t i = 0; i + 1 < snake->knots.count; ++i)
        half =
            fmax(half, wend_group_knots_half_width(&snake->knots.data[i], &snake->knots.data[i + 1],
                                                   snake->area, low, high));
    return 2 * half;
}

static stretch half_of(const stretch *whole, bool second)
{
    double half = (whole->to - whole->from) / 2, middle = whole->from + half;
    return (stretch){wend_group_piece_part(&whole->piece, second ? half : 0,
                                           second ? whole->to - whole->from : half),
                     second ? middle : whole->from, second ? whole->to : middle};
}

/// True if shapes that cover both parts, of which a is the first, touch themselves there.
static bool touch(const wend_group_snake *snake, const stretch *a, const stretch *b)
{
    double width = widest_over(snake, b->from, a->to), bend = WEND_HALF_PI * width;
    wend_curve_piece p = wend_spine_curve(&a->piece), q = wend_spine_curve(&b->piece);
    if (b->to - a->from <= bend ||
        wend_lane_pieces_distance(&p, &q, NULL, NULL) >= width * (1 - TOUCHING))
        return false;
    bool longer = a->to - a->from > b->to - b->from;
    const stretch *whole = longer ? a : b;
    if (whole->to - whole->from < SHORTEST * width)
        return b->from - a->to > bend;
    stretch first = half_of(whole, false), second = half_of(whole, true);
    return longer ? touch(snake, &first, b) || touch(snake, &second, b)
                  : touch(snake, a, &first) || touch(snake, a, &second);
}

bool wend_group_snake_touches_itself(const wend_group_snake *snake)
{
    const wend_group_track *track = &snake->track;
    for (size_t i = 0; i < track->pieces.count; ++i)
        for (size_t k = i + 1; k < track->pieces.count; ++k) {
            const stretch a = {track->pieces.data[i], track->begins.data[i],
                               track->begins.data[i + 1]},
                          b = {track->pieces.data[k], track->begins.data[k],
                               track->begins.data[k + 1]};
            if (touch(snake, &a, &b))
                return true;
        }
    return false;
}
