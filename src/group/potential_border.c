// SPDX-License-Identifier: MIT
// The border of a shape, queried for each entity many times in a step: its data are computed once,
// and directions are compared with cross products.
#include "group/potential.h"

#include "wend/vec2.h"

static potential_piece prepare(const wend_path_piece *piece)
{
    potential_piece made = {.a = piece->a, .b = piece->b};
    if (piece->turn == 0) {
        wend_vec2 displacement = wend_sub(piece->b, piece->a);
        double square = wend_length_squared(displacement);
        made.displacement = square > 0
                                ? (wend_vec2){displacement.x / square, displacement.y / square}
                                : (wend_vec2){0, 0};
        return made;
    }
    made.corner = piece->corner;
    made.begin = wend_sub(piece->turn > 0 ? piece->a : piece->b, piece->corner);
    made.end = wend_sub(piece->turn > 0 ? piece->b : piece->a, piece->corner);
    made.radius = wend_length(made.begin);
    return made;
}

potential_border wend_potential_border(const wend_group_shape *shape)
{
    potential_border border = {.count = shape->count,
                               .between = shape->between,
                               .between_count = shape->between_count,
                               .half = shape->width / 2};
    for (uint32_t i = 0; i < shape->count; ++i)
        border.pieces[i] = prepare(&shape->spine[i]);
    return border;
}

/// True if the direction q lies between the ends of an arc. In a sector of less than half a turn,
/// every direction is less than a quarter turn from one of its sides; opposite directions are not.
static bool spans(const potential_piece *arc, wend_vec2 q)
{
    return wend_cross(arc->begin, q) >= 0 && wend_cross(q, arc->end) >= 0 &&
           (wend_dot(arc->begin, q) > 0 || wend_dot(arc->end, q) > 0);
}

static wend_vec2 shorter(wend_vec2 a, wend_vec2 b)
{
    return wend_length_squared(a) <= wend_length_squared(b) ? a : b;
}

/// Vector from p to the nearest point of a piece.
static wend_vec2 to_piece(const potential_piece *piece, wend_vec2 p)
{
    if (piece->radius == 0) {
        double part = wend_dot(wend_sub(p, piece->a), piece->displacement);
        if (!(part > 0))
            return wend_sub(piece->a, p);
        if (part >= 1)
            return wend_sub(piece->b, p);
        wend_vec2 whole = wend_sub(piece->b, piece->a);
        return wend_sub(wend_add_scaled(piece->a, part, whole), p);
    }
    wend_vec2 q = wend_sub(p, piece->corner);
    double distance = wend_length(q);
    if (distance > 0 && spans(piece, q)) {
        double outwards = piece->radius / distance - 1;
        return wend_scale(q, outwards);
    }
    return shorter(wend_sub(piece->a, p), wend_sub(piece->b, p));
}

double wend_potential_depth(const potential_border *border, wend_vec2 p, wend_vec2 *inwards)
{
    wend_vec2 best = {INFINITY, 0};
    for (uint32_t i = 0; i < border->count; ++i)
        best = shorter(best, to_piece(&border->pieces[i], p));
    for (uint32_t i = 0; i < border->between_count; ++i) {
        potential_piece piece = prepare(&border->between[i]);
        best = shorter(best, to_piece(&piece, p));
    }
    double distance = wend_length(best);
    if (inwards)
        *inwards =
            distance > 0 ? (wend_vec2){best.x / distance, best.y / distance} : (wend_vec2){0, 0};
    return border->half - distance;
}
