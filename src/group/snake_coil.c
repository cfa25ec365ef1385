// SPDX-License-Identifier: MIT
// Coils: tracks that wind through a room from a shape to where its street begins.
//
// A shape that must be narrow and long before it can enter a street has to be laid down in the
// room. While its end gets farther along the track, it becomes narrower, and what it needs is known
// at each distance: clearance, and radii of bends, of half of its width there, and twice that from
// parts of itself. A beam search grows tracks by short lines and arcs that keep this. Of those that
// end at about the same place in about the same direction, the one along the walls, or along parts
// of itself, is kept, which leaves the most space for the rest.
#include "group/snake_coil.h"

#include "core/angle.h"
#include "group/spine.h"
#include "wend/vec2.h"

#include <stdlib.h>

#define PI (2 * WEND_HALF_PI)

/// Length of a step; at first shapes are wide, and their width changes fast. [Units: half widths;
/// widths of the disc]
#define STEP         0.25
#define FIRST_LENGTH 1.3

/// Turns of steps, relative to the sharpest.
static const double bends[] = {0, 1, -1, 0.6, -0.6, 0.3, -0.3};
enum { BENDS = sizeof bends / sizeof *bends };

/// Clearances beyond this are equally good. [Units: half widths]
#define FAR 3.0

/// Distance from parts of the track that a shape covers at the same time. [Units: half widths]
#define APART 2.03

/// Pieces of which points are farther apart than this are far enough. [Units: half widths]
#define SURE 3.0

/// A track is long enough for a door if it has this part of the length needed. So near to it, walls
/// do not count: the path may turn there. [Units: half widths]
#define ENOUGH    0.97
#define NEAR_DOOR 1.5

/// A track turns to the door by at most this. [Units: rad]
#define DOOR_TURN (1.2 * PI)

/// Tracks that end in the same one of these cells are compared. [Units: half widths]
#define PLACE       0.6
#define EARLY_PLACE 0.18
enum { DIRECTIONS = 16 };

/// More of them are kept at first. [Units: beams]
enum { EARLY_BEAMS = 10 };

/// Once it is long enough, a coil may go on around the room. [Units: its length]
#define LONGEST 2.4

void wend_snake_coil_free(wend_snake_coil *coil, const wend_allocator *allocator)
{
    wend_array_free(&coil->roots, allocator);
    wend_array_free(&coil->nodes, allocator);
    wend_array_free(&coil->behind, allocator);
    wend_array_free(&coil->grown, allocator);
    wend_array_free(&coil->cells, allocator);
}

/// True while tracks are judged by their clearance, and not yet by the space that they leave.
static bool is_early(const wend_snake_site *site, const wend_snake_coil *coil)
{
    return coil->along < FIRST_LENGTH * site->disc;
}

// ---- steps --------------------------------------------------------------------------------------

/// The distance of two pieces, if it is less; points that are far apart save the exact distance.
static double nearer(const wend_path_piece *p, const wend_path_piece *q, double near,
                     double distance)
{
    if (wend_distance_squared(p->b, q->b) > near * near)
        return distance;
    wend_curve_piece one = wend_spine_curve(p), other = wend_spine_curve(q);
    return fmin(distance, wend_lane_pieces_distance(&one, &other, NULL, NULL));
}

/// Distance from the next piece of a track to the parts before it that a shape covers with it;
/// INFINITY if it is more than necessary.
static double own_distance(const wend_snake_coil *coil, const wend_snake_node *last, double along,
                           const wend_snake_level *need, const wend_path_piece *piece)
{
    const wend_snake_root *root = &coil->roots.data[last->root];
    double bend = PI * need->half, distance = INFINITY, near = SURE * need->half;
    double longest = need->spine + along - last->along;
    uint32_t i = last->before;
    for (; i != WEND_SNAKE_NO_NODE; i = coil->nodes.data[i].before) {
        const wend_snake_node *node = &coil->nodes.data[i];
        if (along - node->along > longest)
            return distance;
        if (along - node->along > bend)
            distance = nearer(piece, &node->piece, near, distance);
    }
    // What is behind the shape may be covered only later, when it is narrower.
    for (uint32_t k = 0; k < root->arm_count; ++k) {
        const wend_snake_node *node = &coil->behind.data[root->arm + k];
        double half = fmin(need->half, node->half);
        if (last->along < node->until && along + node->along > PI * half)
            distance =
                fmin(distance, nearer(piece, &node->piece, near, INFINITY) * (need->half / half));
    }
    return distance;
}

/// A step from a node. False: it is not free.
static bool step_from(const wend_snake_site *site, const wend_snake_coil *coil,
                      const wend_snake_node *last, uint32_t before, double bend, double length,
                      wend_snake_node *made)
{
    const wend_snake_level *need =
        wend_snake_need(coil, &coil->roots.data[last->root], last->along);
    double half = need->half;
    double radius = bend == 0 ? INFINITY : WEND_SNAKE_TIGHT * half / fabs(bend);
    *made = (wend_snake_node){.along = last->along + length,
                              .before = before,
                              .root = last->root,
                              .ease = last->ease,
                              .waste = last->waste};
    made->piece = wend_snake_piece_from(last->piece.b, last->ahead, radius, bend > 0 ? 1 : -1,
                                        length, &made->ahead);
    made->room = wend_snake_room(site, &made->piece, INFINITY, FAR * half);
    if (!(made->room >= half))
        return false;
    double apart = own_distance(coil, last, made->along, need, &made->piece);
    if (!(apart >= APART * half))
        return false;
    made->ease += fmin(made->room, apart - half) / half;
    made->waste += fmin(made->room, apart - half) * length;
    return true;
}

/// True if a track can go on to that point, where it is long enough: by an arc and a line.
bool wend_snake_coil_reaches(const wend_snake_site *site, const wend_snake_coil *coil,
                             uint32_t last, wend_vec2 door)
{
    const wend_snake_node *node = &coil->nodes.data[last];
    const wend_snake_root *root = &coil->roots.data[node->root];
    const wend_snake_level *need = wend_snake_need(coil, root, node->along);
    double front = root->fronts[coil->last_level], radius = WEND_SNAKE_TIGHT * need->half;
    wend_vec2 at = node->piece.b, to = wend_sub(door, at);
    if (node->along + 2 * wend_length(to) < front)
        return false;
    int sense = wend_cross(node->ahead, to) > 0 ? 1 : -1;
    wend_vec2 in = sense > 0 ? wend_perp_left(node->ahead) : wend_perp_right(node->ahead);
    wend_vec2 centre = wend_add_scaled(at, radius, in), v = wend_sub(door, centre);
    double far = wend_length(v);
    if (far <= radius)
        return false;
    // The tangent from the circle to the door.
    double angle =
        wend_atan2(v.y, v.x) - sense * wend_atan2(sqrt(far * far - radius * radius), radius);
    double begin = wend_atan2(at.y - centre.y, at.x - centre.x);
    double turn = sense * (angle - begin);
    turn -= 2 * PI * floor(turn / (2 * PI));
    if (turn > DOOR_TURN)
        turn = turn > 2 * PI - 1e-6 ? 0 : turn;
    if (turn > DOOR_TURN)
        return false;
    double line = sqrt(far * far - radius * radius), length = radius * turn + line;
    if (node->along + length < ENOUGH * front)
        return false;
    // In steps, as if it were part of the coil.
    wend_snake_node now = *node;
    double along = 0;
    while (along < length) {
        double half = wend_snake_need(coil, root, now.along)->half;
        bool arc = along < radius * turn * (1 - 1e-9);
        double step = fmin(STEP * half, (arc ? radius * turn : length) - along);
        wend_vec2 ahead;
        wend_path_piece piece = wend_snake_piece_from(now.piece.b, now.ahead,
                                                      arc ? radius : INFINITY, sense, step, &ahead);
        if (length - along > NEAR_DOOR * half &&
            wend_snake_room(site, &piece, INFINITY, half) < half)
            return false;
        now.piece = piece;
        now.ahead = ahead;
        if (own_distance(coil, &now, now.along + step, wend_snake_need(coil, root, now.along),
                         &piece) < APART * half)
            return false;
        now.along += step;
        along += step;
    }
    return true;
}

// ---- beam ---------------------------------------------------------------------------------------

static int by_ease(const void *a, const void *b)
{
    const wend_snake_node *x = a, *y = b;
    if (x->ease != y->ease)
        return x->ease > y->ease ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static int by_waste(const void *a, const void *b)
{
    const wend_snake_node *x = a, *y = b;
    if (x->waste != y->waste)
        return x->waste < y->waste ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/// The cell of a node; not 0.
static uint64_t cell_of(const wend_snake_node *node, double size, uint32_t kind)
{
    double turn = (wend_atan2(node->ahead.y, node->ahead.x) + PI) / (2 * PI);
    uint64_t x = (uint64_t)(int64_t)floor(node->piece.b.x / size) & 0xffffff;
    uint64_t y = (uint64_t)(int64_t)floor(node->piece.b.y / size) & 0xffffff;
    uint64_t way = (uint64_t)(turn * DIRECTIONS) % DIRECTIONS;
    return 1 + (x | y << 24 | way << 48 | (uint64_t)kind << 52);
}

/// Adds a cell to the set. False: it is there already.
static bool add_cell(wend_snake_coil *coil, uint64_t cell)
{
    size_t mask = coil->cells.count - 1, at = (size_t)(cell * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (coil->cells.data[at] != 0) {
        if (coil->cells.data[at] == cell)
            return false;
        at = (at + 1) & mask;
    }
    coil->cells.data[at] = cell;
    return true;
}

/// How many tracks of the next layer are kept.
static uint32_t beam_of(const wend_snake_site *site, const wend_snake_coil *coil)
{
    if (coil->layer == 0)
        return (uint32_t)coil->grown.count;
    return coil->beam * (is_early(site, coil) ? EARLY_BEAMS
                         : coil->from_arcs    ? wend_snake_efforts[coil->effort].ways
                                              : 2);
}

/// Empties the set of cells. False: out of memory.
static bool clear_cells(const wend_snake_site *site, wend_snake_coil *coil, uint32_t beam)
{
    size_t size = 16;
    while (size < 4 * (size_t)beam)
        size *= 2;
    coil->cells.count = 0;
    if (!wend_array_reserve(&coil->cells, site->allocator, size))
        return false;
    while (coil->cells.count < size)
        coil->cells.data[coil->cells.count++] = 0;
    return true;
}

/// Keeps up to half of a beam of the tracks in their present order, the first one in each cell, and
/// as many of each way of leaving track behind.
static void keep_first(const wend_snake_site *site, wend_snake_coil *coil, uint32_t beam,
                       uint32_t order)
{
    bool early = is_early(site, coil);
    uint32_t kept[WEND_SNAKE_WAYS] = {0}, total = 0;
    uint32_t most = coil->from_arcs ? beam / (2 * wend_snake_efforts[coil->effort].ways) : beam / 2;
    for (size_t i = 0; i < coil->grown.count && total < beam / 2; ++i) {
        wend_snake_node *node = &coil->grown.data[i];
        const wend_snake_root *root = &coil->roots.data[node->root];
        double half = wend_snake_need(coil, root, node->along)->half;
        double size = (early ? EARLY_PLACE : PLACE) * half;
        uint32_t kind = 2 * (early ? root->kind : root->way) + order;
        if (node->is_kept || kept[root->way] >= most || !add_cell(coil, cell_of(node, size, kind)))
            continue;
        node->is_kept = true;
        coil->nodes.data[coil->nodes.count++] = *node;
        ++kept[root->way];
        ++total;
    }
}

bool wend_snake_coil_keep(const wend_snake_site *site, wend_snake_coil *coil)
{
    static int (*const orders[])(const void *, const void *) = {by_ease, by_waste};
    uint32_t beam = beam_of(site, coil);
    if (!clear_cells(site, coil, beam) || !wend_array_reserve(&coil->nodes, site->allocator, beam))
        return false;
    coil->first = (uint32_t)coil->nodes.count;
    for (size_t i = 0; i < coil->grown.count; ++i) {
        coil->grown.data[i].order = (uint32_t)i;
        if (coil->layer == 0)
            coil->nodes.data[coil->nodes.count++] = coil->grown.data[i];
    }
    for (uint32_t k = 0; k < 2 && coil->layer > 0 && coil->grown.count > 0; ++k) {
        qsort(coil->grown.data, coil->grown.count, sizeof *coil->grown.data, orders[k]);
        keep_first(site, coil, beam, k);
    }
    return true;
}

wend_result wend_snake_coil_grow(const wend_snake_site *site, wend_snake_coil *coil)
{
    uint32_t first = coil->first, last = (uint32_t)coil->nodes.count;
    if (coil->roots.count == 0)
        return WEND_NOT_FOUND;
    const wend_snake_root *root = &coil->roots.data[0]; // needs the most
    double step = is_early(site, coil) ? WEND_SNAKE_FIRST_STEP : STEP;
    double length = step * wend_snake_need(coil, root, coil->along)->half;
    if (coil->along > LONGEST * root->fronts[coil->last_level])
        return WEND_NOT_FOUND;
    coil->grown.count = 0;
    for (uint32_t i = first; i < last; ++i)
        for (int k = 0; k < BENDS; ++k) {
            if (!wend_array_reserve(&coil->grown, site->allocator, 1))
                return WEND_OUT_OF_MEMORY;
            coil->grown.count += step_from(site, coil, &coil->nodes.data[i], i, bends[k], length,
                                           &coil->grown.data[coil->grown.count]);
        }
    coil->along += length;
    ++coil->layer;
    if (!wend_snake_coil_keep(site, coil))
        return WEND_OUT_OF_MEMORY;
    return coil->first < coil->nodes.count ? WEND_OK : WEND_NOT_FOUND;
}

bool wend_snake_coil_lay(const wend_snake_site *site, const wend_snake_coil *coil, uint32_t last,
                         wend_snake_end *end)
{
    const wend_snake_node *nodes = coil->nodes.data;
    const wend_snake_root *root = &coil->roots.data[nodes[last].root];
    if (!wend_snake_set_end(site, &root->shape, root->by_start, end))
        return false;
    end->lag = root->lag;
    size_t first = end->own.pieces.count, count = 0;
    for (uint32_t i = last; i != WEND_SNAKE_NO_NODE && !nodes[i].is_own; i = nodes[i].before)
        ++count;
    if (!wend_array_reserve(&end->own.pieces, site->allocator, count))
        return false;
    for (uint32_t i = 0; i < root->arm_count; ++i)
        if (!wend_array_push(&end->tail.pieces, site->allocator,
                             coil->behind.data[root->arm + i].piece))
            return false;
    end->own.pieces.count = first + count;
    for (uint32_t i = last; count > 0; i = nodes[i].before)
        end->own.pieces.data[first + --count] = nodes[i].piece;
    end->head = nodes[last].piece.b;
    end->ahead = nodes[last].ahead;
    end->radius = WEND_SNAKE_TIGHT * wend_snake_need(coil, root, nodes[last].along)->half;
    return true;
}
