// SPDX-License-Identifier: MIT
// The border of a shape, asked for each entity many times in a step: so what it needs of a spine is
// computed once, and directions are told by cross products.
#include "group/field.h"

static double cross(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

static field_piece prepare(const wend_path_piece *piece)
{
    field_piece made = {.a = piece->a, .b = piece->b};
    if (piece->turn == 0) {
        wend_vec2 way = field_from(piece->a, piece->b);
        double square = field_dot(way, way);
        made.way = square > 0 ? (wend_vec2){way.x / square, way.y / square} : (wend_vec2){0, 0};
        return made;
    }
    made.corner = piece->corner;
    made.begin = field_from(piece->corner, piece->turn > 0 ? piece->a : piece->b);
    made.end = field_from(piece->corner, piece->turn > 0 ? piece->b : piece->a);
    made.radius = field_length(made.begin);
    return made;
}

field_border wend_field_border(const wend_group_shape *shape)
{
    field_border border = {.count = shape->count, .half = shape->width / 2};
    for (uint32_t i = 0; i < shape->count; ++i)
        border.pieces[i] = prepare(&shape->spine[i]);
    return border;
}

/// True if the direction q lies between the ends of an arc. Of a sector of less than half a turn,
/// every direction is less than a quarter from one of its sides; the opposite ones are not.
static bool spans(const field_piece *arc, wend_vec2 q)
{
    return cross(arc->begin, q) >= 0 && cross(q, arc->end) >= 0 &&
           (field_dot(arc->begin, q) > 0 || field_dot(arc->end, q) > 0);
}

static wend_vec2 nearer(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    wend_vec2 to_a = field_from(p, a), to_b = field_from(p, b);
    return field_dot(to_a, to_a) <= field_dot(to_b, to_b) ? to_a : to_b;
}

/// From p to the nearest place of a piece.
static wend_vec2 to_piece(const field_piece *piece, wend_vec2 p)
{
    if (piece->radius == 0) {
        double part = field_dot(field_from(piece->a, p), piece->way);
        if (!(part > 0))
            return field_from(p, piece->a);
        if (part >= 1)
            return field_from(p, piece->b);
        wend_vec2 whole = field_from(piece->a, piece->b);
        return field_from(p, field_add(piece->a, part, whole));
    }
    wend_vec2 q = field_from(piece->corner, p);
    double distance = field_length(q);
    if (distance > 0 && spans(piece, q)) {
        double outwards = piece->radius / distance - 1;
        return (wend_vec2){q.x * outwards, q.y * outwards};
    }
    return nearer(p, piece->a, piece->b);
}

double wend_field_depth(const field_border *border, wend_vec2 p, wend_vec2 *inwards)
{
    wend_vec2 best = {0, 0};
    double square = INFINITY;
    for (uint32_t i = 0; i < border->count; ++i) {
        wend_vec2 to = to_piece(&border->pieces[i], p);
        double far = field_dot(to, to);
        if (far < square) {
            square = far;
            best = to;
        }
    }
    double distance = sqrt(square);
    if (inwards)
        *inwards =
            distance > 0 ? (wend_vec2){best.x / distance, best.y / distance} : (wend_vec2){0, 0};
    return border->half - distance;
}
