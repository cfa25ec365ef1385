// SPDX-License-Identifier: MIT
// Velocities as vectors, and wishes as chords of them, for motions that are given their neighbours
// as lists.
#ifndef WEND_MOTION_VECTORS_H
#define WEND_MOTION_VECTORS_H

#include "wend/aim.h"

#include <math.h>

static inline double vector_dot(wend_vec2 v, wend_vec2 w)
{
    return v.x * w.x + v.y * w.y;
}

/// v + factor * w.
static inline wend_vec2 vector_add(wend_vec2 v, double factor, wend_vec2 w)
{
    return (wend_vec2){v.x + factor * w.x, v.y + factor * w.y};
}

static inline double vector_length(wend_vec2 v)
{
    return sqrt(vector_dot(v, v));
}

/// Of length 1; 0, 0 for no direction.
static inline wend_vec2 vector_unit(wend_vec2 v)
{
    double length = vector_length(v);
    return length > 0 ? (wend_vec2){v.x / length, v.y / length} : (wend_vec2){0, 0};
}

static inline wend_vec2 wish_at(const wend_wish *wish, double part)
{
    return (wend_vec2){wish->ax + part * (wish->bx - wish->ax),
                       wish->ay + part * (wish->by - wish->ay)};
}

/// The velocity of the wish that is closest to v, as fast as the ends of the chord are.
static inline wend_vec2 wish_closest(const wend_wish *wish, wend_vec2 v)
{
    wend_vec2 a = wish_at(wish, 0), b = wish_at(wish, 1), chord = vector_add(b, -1, a);
    double square = vector_dot(chord, chord);
    if (!(square > 0))
        return a;
    double part = fmin(fmax(vector_dot(vector_add(v, -1, a), chord) / square, 0), 1);
    wend_vec2 closest = wish_at(wish, part);
    double slow = vector_length(closest);
    // Ends that lie opposite each other are no chord of an arc.
    if (!(vector_dot(a, b) > 0) || !(slow > 0))
        return closest;
    double speed = vector_length(a) + part * (vector_length(b) - vector_length(a));
    return (wend_vec2){closest.x * speed / slow, closest.y * speed / slow};
}

#endif
