// SPDX-License-Identifier: MIT
// Coils: tracks that wind through a room from a shape to where its street begins.
//
// A shape that must be narrow and long before it can enter a street has to be laid down in the
// room. While its end gets farther along the track, it becomes narrower, and what it needs is known
// at each distance: clearance, and radii of bends, of half of its width there, and twice that from
// parts of itself. A beam search grows tracks by short lines and arcs that keep this. Of those that
// end at about the same place in about the same direction, the one along the walls, or along parts
// of itself, is kept, which leaves the most space for the rest.
#include "group/snake.h"

#include "core/angle.h"
#include "group/sample.h"
#include "group/spine.h"
#include "wend/vec2.h"

#include <stdlib.h>

#define PI (2 * WEND_HALF_PI)

/// What the track does behind the shape: it ends, or goes on, straight or turning, for at most that
/// length. [Units: sharpest turns there; widths of the disc]
static const struct {
    double turn, length;
} arms[] = {{0, 0},     {0, 0.5}, {1, 0.7},  {-1, 0.7},  {0, 2},     {1, 0.35},
            {-1, 0.35}, {1, 0.5}, {-1, 0.5}, {0.6, 0.5}, {-0.6, 0.5}};

/// Numbers of what is tried: directions in which a round shape is left, or of arcs; its places, in
/// the middle and to as many sides; what the track does behind it; radii of arcs; how much is left
/// behind. And the number of tracks that are kept.
static const struct {
    uint32_t headings, places, arms, radii, ways, beam;
} efforts[WEND_SNAKE_EFFORTS] = {{12, 5, 5, 2, 2, 80}, {24, 9, 11, 3, 3, 160}};

/// Length of a step, and radius of its sharpest turn. [Units: half widths]
#define STEP         0.25
#define FIRST_STEP   0.15
#define FIRST_LENGTH 1.3
#define TIGHT        1.02

/// How much of the track a shape leaves behind while it becomes longer. [Units: that length]
static const double lags[] = {0, 1.2, 0.5};
enum { LAGS = sizeof lags / sizeof *lags };

/// How far from the middle of a disc the centre of an arc may be. [Units: widths of the disc]
#define SHIFT 0.15

/// Turns of steps, relative to the sharpest.
static const double bends[] = {0, 1, -1, 0.6, -0.6, 0.3, -0.3};
enum { BENDS = sizeof bends / sizeof *bends };

/// Clearances beyond this are equally good. [Units: half widths]
#define FAR 3.0

/// Distance from parts of the track that a shape covers at the same time. [Units: half widths]
#define APART 2.03

/// Pieces of which points are farther apart than this are far enough. [Units: half widths]
#define SURE 3.0

/// A track is long enough if this is missing at a door. [Units: the length needed]
#define SHORT     0.97
#define NEAR_DOOR 1.5

/// Tracks that end in the same one of these cells are compared. [Units: half widths]
#define PLACE 0.6
enum { DIRECTIONS = 16 };

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

// ---- what is needed where -----------------------------------------------------------------------

/// A line or an arc from a point. Radius INFINITY: a line; sense: 1 or -1.
static wend_path_piece piece_from(wend_vec2 at, wend_vec2 ahead, double radius, int sense,
                                  double length, wend_vec2 *end_ahead)
{
    double s, c;
    if (radius == INFINITY) {
        *end_ahead = ahead;
        return (wend_path_piece){at, wend_add_scaled(at, length, ahead), at, 0};
    }
    wend_vec2 in = sense > 0 ? wend_perp_left(ahead) : wend_perp_right(ahead);
    wend_vec2 centre = wend_add_scaled(at, radius, in);
    wend_sin_cos(sense * length / radius, &s, &c);
    *end_ahead = wend_rotate(ahead, c, s);
    return (wend_path_piece){at, wend_add(centre, wend_rotate(wend_sub(at, centre), c, s)), centre,
                             sense};
}

static double room_of(const wend_snake_site *site, const wend_path_piece *piece, double radius,
                      double most)
{
    const wend_group_shape line = {.spine = {*piece}, .count = 1};
    return fmin(wend_group_walls_gap(site->walls, &line, most + site->slack) - site->slack, radius);
}

/// Lays the track behind a shape, which grows to both sides alike.
static bool add_arm(const wend_snake_site *site, wend_snake_coil *coil, wend_snake_root *root,
                    double turn, double limit)
{
    wend_vec2 at = root->from, ahead = root->outwards;
    double along = 0, least = coil->levels[coil->last_level].half;
    root->arm = (uint32_t)coil->behind.count;
    while (along < limit) {
        double half = 0.5 * wend_group_width(site->area, coil->along + 2 * along);
        double length = fmin(FIRST_STEP * half, limit - along);
        double radius = turn == 0 ? INFINITY : TIGHT * half / fabs(turn);
        wend_snake_node node = {.ahead = ahead, .along = along + length, .until = -1};
        node.piece = piece_from(at, ahead, radius, turn > 0 ? 1 : -1, length, &ahead);
        node.room = room_of(site, &node.piece, radius, 0.5 * site->disc);
        if (node.room < least)
            break;
        if (!wend_array_push(&coil->behind, site->allocator, node))
            return false;
        at = node.piece.b;
        along += length;
    }
    root->arm_count = (uint32_t)coil->behind.count - root->arm;
    return true;
}

/// Sets how far the end of the shape must have got before it can be narrower, with the track
/// behind it, and while it covers which parts of that.
static void set_fronts(const wend_snake_coil *coil, wend_snake_root *root)
{
    wend_snake_node *behind = coil->behind.data ? &coil->behind.data[root->arm] : NULL;
    double back = 0, front = coil->along, begin = 0;
    double whole = root->arm_count > 0 ? behind[root->arm_count - 1].along : 0;
    uint32_t count = 0, covered = 0;
    for (uint32_t i = 0; i <= coil->last_level; ++i) {
        const wend_snake_level *level = &coil->levels[i];
        while (count < root->arm_count && behind[count].room >= level->half)
            back = behind[count++].along;
        bool left = root->leaves && level->spine > 2 * whole;
        double lag = root->lag * fmax(level->spine - coil->along, 0);
        root->fronts[i] = front = fmax(front, level->spine - (left ? 0 : back) + lag);
        begin = front - level->spine;
        for (; covered < count && (covered > 0 ? behind[covered - 1].along : 0) < -begin; ++covered)
            behind[covered].half = level->half;
        for (; covered > 0 && (covered > 1 ? behind[covered - 2].along : 0) >= -begin; --covered)
            behind[covered - 1].until = front;
    }
    for (uint32_t k = 0; k < covered; ++k)
        behind[k].until = front - begin - (k > 0 ? behind[k - 1].along : 0);
    root->arm_count = count;
}

/// Half of the width that a track needs from that distance on.
static const wend_snake_level *need_at(const wend_snake_coil *coil, const wend_snake_root *root,
                                       double along)
{
    uint32_t low = coil->first_level, high = coil->last_level;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (root->fronts[middle + 1] > along)
            high = middle;
        else
            low = middle + 1;
    }
    return &coil->levels[low];
}

// ---- begin --------------------------------------------------------------------------------------

static bool add_root(const wend_snake_site *site, wend_snake_coil *coil, wend_vec2 from,
                     wend_vec2 outwards, uint32_t arm, bool curved, uint32_t way,
                     const wend_snake_end *end)
{
    if (!wend_array_reserve(&coil->roots, site->allocator, 1))
        return false;
    wend_snake_root *root = &coil->roots.data[coil->roots.count++];
    root->outwards = outwards;
    root->from = from;
    root->shape = end->shape;
    root->by_start = end->by_start;
    root->leaves = !curved && way > 0;
    root->lag = curved ? lags[way] : 0;
    root->way = way;
    root->kind = LAGS * arm + way;
    if (!add_arm(site, coil, root, arms[arm].turn, arms[arm].length * site->disc))
        return false;
    set_fronts(coil, root);
    return true;
}

/// Adds the nodes along the spine of a shape from a root.
static bool add_spine(const wend_snake_site *site, wend_snake_coil *coil, const wend_snake_end *end,
                      uint32_t root)
{
    double along = 0, step = STEP * 0.5 * end->width;
    uint32_t before = WEND_SNAKE_NO_NODE;
    for (size_t i = 0; i < end->own.pieces.count; ++i) {
        const wend_path_piece *piece = &end->own.pieces.data[i];
        double length = wend_group_piece_length(piece);
        uint32_t count = wend_group_piece_cells(length, step);
        for (uint32_t k = 0; k < count; ++k) {
            wend_snake_node node = {.piece = wend_group_piece_cell(piece, length, k, count),
                                    .along = along + length * (k + 1) / count,
                                    .before = before,
                                    .root = root,
                                    .is_own = true};
            wend_curve_piece curve = wend_spine_curve(&node.piece);
            node.ahead = wend_curve_piece_end_direction(&curve);
            before = (uint32_t)coil->nodes.count;
            if (!wend_array_push(&coil->nodes, site->allocator, node))
                return false;
        }
        along += length;
    }
    return wend_array_push(&coil->grown, site->allocator, coil->nodes.data[before]);
}

static bool add_round(const wend_snake_site *site, wend_snake_coil *coil, wend_vec2 centre,
                      wend_vec2 ahead, uint32_t root)
{
    return wend_array_push(&coil->grown, site->allocator,
                           (wend_snake_node){.piece = {centre, centre, centre, 0},
                                             .ahead = ahead,
                                             .before = WEND_SNAKE_NO_NODE,
                                             .root = root,
                                             .is_own = true});
}

/// Adds roots that leave a shape by one end, with all arms. `end` is how it is left.
static bool add_roots(const wend_snake_site *site, wend_snake_coil *coil, const wend_snake_end *end,
                      wend_vec2 ahead, bool curved)
{
    wend_vec2 from = end->head, outwards = wend_scale(ahead, -1);
    if (end->spine > 0) {
        wend_curve_piece curve = wend_spine_curve(&end->own.pieces.data[0]);
        from = end->own.pieces.data[0].a;
        outwards = wend_scale(wend_curve_piece_start_direction(&curve), -1);
    }
    int turn = end->spine > 0 ? -end->own.pieces.data[0].turn : 0;
    for (uint32_t k = 0; k < efforts[coil->effort].arms; ++k) {
        if (curved && arms[k].turn * turn < 0)
            continue;
        uint32_t ways = curved ? efforts[coil->effort].ways : 1 + (arms[k].length > 0);
        for (uint32_t way = 0; way < ways; ++way) {
            uint32_t root = (uint32_t)coil->roots.count;
            if (!add_root(site, coil, from, outwards, k, curved, way, end) ||
                !(end->spine > 0 ? add_spine(site, coil, end, root)
                                 : add_round(site, coil, from, ahead, root)))
                return false;
        }
    }
    return true;
}

/// Round shapes: at a place that the disc can reach straight.
static bool add_discs(const wend_snake_site *site, wend_snake_coil *coil, const wend_snake_end *end)
{
    wend_snake_end moved = *end;
    uint32_t places = efforts[coil->effort].places, headings = efforts[coil->effort].headings;
    for (uint32_t p = 0; p < places; ++p) {
        wend_vec2 to, ahead;
        if (p > 0) {
            double back, reach;
            wend_sin_cos(2 * PI * (p - 1) / (places - 1), &to.y, &to.x);
            wend_group_reach(site->walls->floor, end->head, to, 0.5 * site->disc + 4 * site->slack,
                             site->disc, &back, &reach);
            if (reach < 0.02 * site->disc)
                continue;
            moved.head = wend_add_scaled(end->head, reach, to);
            moved.shape.spine[0] = (wend_path_piece){moved.head, moved.head, moved.head, 0};
        }
        for (uint32_t i = 0; i < headings; ++i) {
            wend_sin_cos(2 * PI * i / headings, &ahead.y, &ahead.x);
            if (!add_roots(site, coil, &moved, ahead, false))
                return false;
        }
    }
    return true;
}

/// True if it seems that a disc can become that shape.
static bool is_near(const wend_snake_site *site, const wend_group_shape *disc,
                    const wend_group_shape *shape)
{
    wend_group_motion motion;
    double half = 0.5 * shape->width, min = 2 * site->slack;
    wend_group_shape line = *shape;
    line.width = 0;
    if (!(wend_group_walls_clearance(site->walls, &line, half + min) >= half + min) ||
        !wend_group_bending(disc, shape, site->area, &motion))
        return false;
    for (int i = 1; i < 4; ++i) {
        wend_group_shape between =
            wend_group_motion_shape(&motion, site->area, motion.length * i / 4);
        if (!(wend_group_walls_gap(site->walls, &between, min) >= min))
            return false;
    }
    return true;
}

/// Arcs into which a disc can bend.
static bool add_arcs(const wend_snake_site *site, wend_snake_coil *coil, const wend_snake_end *end,
                     double width)
{
    double spine = wend_group_spine(site->area, width);
    static const double radii[] = {1.03, 1.2, 1.1};
    wend_snake_end bent = {0};
    bool fits = true;
    uint32_t places = efforts[coil->effort].places, headings = efforts[coil->effort].headings;
    for (uint32_t p = 0; p < places; ++p)
        for (uint32_t i = 0; i < headings; ++i)
            for (uint32_t k = 0; k < efforts[coil->effort].radii && fits; ++k) {
                wend_vec2 out, shift, centre = end->head;
                double radius = 0.5 * width * radii[k], s, c;
                wend_sin_cos(2 * PI * i / headings, &out.y, &out.x);
                if (p > 0) {
                    wend_sin_cos(2 * PI * (p - 1) / (places - 1), &shift.y, &shift.x);
                    centre = wend_add_scaled(centre, SHIFT * site->disc, shift);
                }
                wend_vec2 arm = wend_scale(out, radius);
                wend_sin_cos(0.5 * spine / radius, &s, &c);
                wend_group_shape shape = {
                    .spine = {{wend_add(centre, wend_rotate(arm, c, -s)),
                               wend_add(centre, wend_rotate(arm, c, s)), centre, 1}},
                    .count = 1,
                    .width = width};
                if (spine >= 0.97 * PI * radius || !is_near(site, &end->shape, &shape))
                    continue;
                for (int by = 0; by < 2 && fits; ++by)
                    fits = wend_snake_set_end(site, &shape, by, &bent) &&
                           add_roots(site, coil, &bent, bent.ahead, true);
            }
    wend_snake_end_free(&bent, site->allocator);
    return fits;
}

bool wend_snake_coil_begin(const wend_snake_site *site, const wend_snake_level *levels,
                           uint32_t last_level, const wend_snake_end *end, double arc,
                           uint32_t effort, wend_snake_coil *coil)
{
    double width = arc > 0 ? arc : end->width;
    coil->levels = levels;
    coil->last_level = last_level;
    coil->first_level = 0;
    coil->from_arcs = arc > 0;
    coil->effort = effort;
    coil->beam = efforts[effort].beam;
    coil->roots.count = coil->nodes.count = coil->grown.count = coil->behind.count = 0;
    coil->layer = 0;
    while (coil->first_level < last_level && levels[coil->first_level].half > 0.5 * width)
        ++coil->first_level;
    if (arc > 0)
        width = 2 * levels[coil->first_level].half;
    coil->along = arc > 0 ? wend_group_spine(site->area, width) : end->spine;
    bool fits = arc > 0          ? add_arcs(site, coil, end, width)
                : end->spine > 0 ? add_roots(site, coil, end, end->ahead, false)
                                 : add_discs(site, coil, end);
    return fits && wend_snake_coil_keep(site, coil);
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
    const wend_snake_level *need = need_at(coil, &coil->roots.data[last->root], last->along);
    double half = need->half;
    double radius = bend == 0 ? INFINITY : TIGHT * half / fabs(bend);
    *made = (wend_snake_node){.along = last->along + length,
                              .before = before,
                              .root = last->root,
                              .ease = last->ease,
                              .waste = last->waste};
    made->piece =
        piece_from(last->piece.b, last->ahead, radius, bend > 0 ? 1 : -1, length, &made->ahead);
    made->room = room_of(site, &made->piece, INFINITY, FAR * half);
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
    const wend_snake_level *need = need_at(coil, root, node->along);
    double front = root->fronts[coil->last_level], radius = TIGHT * need->half;
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
    if (turn > 1.2 * PI)
        turn = turn > 2 * PI - 1e-6 ? 0 : turn;
    if (turn > 1.2 * PI)
        return false;
    double line = sqrt(far * far - radius * radius), length = radius * turn + line;
    if (node->along + length < SHORT * front)
        return false;
    // In steps, as if it were part of the coil.
    wend_snake_node now = *node;
    double along = 0;
    while (along < length) {
        double half = need_at(coil, root, now.along)->half;
        bool arc = along < radius * turn * (1 - 1e-9);
        double step = fmin(STEP * half, (arc ? radius * turn : length) - along);
        wend_vec2 ahead;
        wend_path_piece piece =
            piece_from(now.piece.b, now.ahead, arc ? radius : INFINITY, sense, step, &ahead);
        if (length - along > NEAR_DOOR * half && room_of(site, &piece, INFINITY, half) < half)
            return false;
        now.piece = piece;
        now.ahead = ahead;
        if (own_distance(coil, &now, now.along + step, need_at(coil, root, now.along), &piece) <
            APART * half)
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

bool wend_snake_coil_keep(const wend_snake_site *site, wend_snake_coil *coil)
{
    bool first = is_early(site, coil);
    uint32_t beam = coil->layer == 0 ? (uint32_t)coil->grown.count
                                     : coil->beam * (first             ? 10
                                                     : coil->from_arcs ? efforts[coil->effort].ways
                                                                       : 2);

    size_t size = 16;
    while (size < 4 * (size_t)beam)
        size *= 2;
    coil->cells.count = 0;
    if (!wend_array_reserve(&coil->cells, site->allocator, size) ||
        !wend_array_reserve(&coil->nodes, site->allocator, beam))
        return false;
    for (coil->cells.count = 0; coil->cells.count < size;)
        coil->cells.data[coil->cells.count++] = 0;
    coil->first = (uint32_t)coil->nodes.count;
    for (size_t i = 0; i < coil->grown.count; ++i)
        coil->grown.data[i].order = (uint32_t)i;
    for (uint32_t k = 0; k < 2 && coil->grown.count > 0; ++k) {
        qsort(coil->grown.data, coil->grown.count, sizeof *coil->grown.data,
              k ? by_waste : by_ease);
        uint32_t kept[LAGS] = {0}, total = 0;
        for (size_t i = 0; i < coil->grown.count && (coil->layer == 0 || total < beam / 2); ++i) {
            wend_snake_node *node = &coil->grown.data[i];
            if (node->is_kept)
                continue;
            const wend_snake_root *root = &coil->roots.data[node->root];
            double half = need_at(coil, root, node->along)->half;
            if (coil->layer > 0 && coil->from_arcs &&
                kept[root->way] >= beam / (2 * efforts[coil->effort].ways))
                continue;
            uint32_t kind = 2 * (first ? root->kind : root->way) + k;
            if (coil->layer == 0 ||
                add_cell(coil, cell_of(node, (first ? 0.3 : 1) * PLACE * half, kind))) {
                node->is_kept = true;
                coil->nodes.data[coil->nodes.count++] = *node;
                ++kept[root->way];
                ++total;
            }
        }
    }
    return true;
}

wend_result wend_snake_coil_grow(const wend_snake_site *site, wend_snake_coil *coil)
{
    uint32_t first = coil->first, last = (uint32_t)coil->nodes.count;
    if (coil->roots.count == 0)
        return WEND_NOT_FOUND;
    const wend_snake_root *root = &coil->roots.data[0]; // needs the most
    double step = is_early(site, coil) ? FIRST_STEP : STEP;
    double length = step * need_at(coil, root, coil->along)->half;
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
    end->radius = TIGHT * need_at(coil, root, nodes[last].along)->half;
    return true;
}
