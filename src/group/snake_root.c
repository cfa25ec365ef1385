// SPDX-License-Identifier: MIT
// How coils begin: at a shape itself, at a disc moved to a side of its room, or at an arc to which
// a disc bends; with a track behind them; and how wide the shape is at each distance along them.
#include "group/snake_coil.h"

#include "core/angle.h"
#include "group/sample.h"
#include "group/spine.h"
#include "wend/vec2.h"

#define PI (2 * WEND_HALF_PI)

/// What the track does behind the shape: it ends, or goes on, straight or turning, for at most that
/// length. [Units: sharpest turns there; widths of the disc]
static const struct {
    double turn, length;
} arms[] = {{0, 0},     {0, 0.5}, {1, 0.7},  {-1, 0.7},  {0, 2},     {1, 0.35},
            {-1, 0.35}, {1, 0.5}, {-1, 0.5}, {0.6, 0.5}, {-0.6, 0.5}};

const wend_snake_effort wend_snake_efforts[WEND_SNAKE_EFFORTS] = {{12, 5, 5, 2, 2, 80},
                                                                  {24, 9, 11, 3, 3, 160}};

/// How much of the track a shape leaves behind while it becomes longer. [Units: that length]
static const double lags[WEND_SNAKE_WAYS] = {0, 1.2, 0.5};

/// How far from the middle of a disc the centre of an arc may be. [Units: widths of the disc]
#define SHIFT 0.15

/// Radii of arcs, which turn by less than this. [Units: half widths; half turns]
static const double radii[] = {1.03, 1.2, 1.1};
#define MOST_TURN 0.97

/// A disc is not moved by less. [Units: widths of the disc]
#define LEAST_SHIFT 0.02

/// Length of the pieces of a spine. [Units: half widths]
#define SPINE_STEP 0.25

// ---- what is needed where -----------------------------------------------------------------------

wend_path_piece wend_snake_piece_from(wend_vec2 at, wend_vec2 ahead, double radius, int sense,
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

double wend_snake_room(const wend_snake_site *site, const wend_path_piece *piece, double radius,
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
        double length = fmin(WEND_SNAKE_FIRST_STEP * half, limit - along);
        double radius = turn == 0 ? INFINITY : WEND_SNAKE_TIGHT * half / fabs(turn);
        wend_snake_node node = {.ahead = ahead, .along = along + length, .until = -1};
        node.piece = wend_snake_piece_from(at, ahead, radius, turn > 0 ? 1 : -1, length, &ahead);
        node.room = wend_snake_room(site, &node.piece, radius, 0.5 * site->disc);
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

const wend_snake_level *wend_snake_need(const wend_snake_coil *coil, const wend_snake_root *root,
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
    root->kind = WEND_SNAKE_WAYS * arm + way;
    if (!add_arm(site, coil, root, arms[arm].turn, arms[arm].length * site->disc))
        return false;
    set_fronts(coil, root);
    return true;
}

/// Adds the nodes along the spine of a shape from a root.
static bool add_spine(const wend_snake_site *site, wend_snake_coil *coil, const wend_snake_end *end,
                      uint32_t root)
{
    double along = 0, step = SPINE_STEP * 0.5 * end->width;
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
    for (uint32_t k = 0; k < wend_snake_efforts[coil->effort].arms; ++k) {
        if (curved && arms[k].turn * turn < 0)
            continue;
        uint32_t ways = curved ? wend_snake_efforts[coil->effort].ways : 1 + (arms[k].length > 0);
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
    uint32_t places = wend_snake_efforts[coil->effort].places,
             headings = wend_snake_efforts[coil->effort].headings;
    for (uint32_t p = 0; p < places; ++p) {
        wend_vec2 to, ahead;
        if (p > 0) {
            double back, reach;
            wend_sin_cos(2 * PI * (p - 1) / (places - 1), &to.y, &to.x);
            wend_group_reach(site->walls->floor, end->head, to, 0.5 * site->disc + 4 * site->slack,
                             site->disc, &back, &reach);
            if (reach < LEAST_SHIFT * site->disc)
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
    wend_snake_end bent = {0};
    bool fits = true;
    uint32_t places = wend_snake_efforts[coil->effort].places,
             headings = wend_snake_efforts[coil->effort].headings;
    for (uint32_t p = 0; p < places; ++p)
        for (uint32_t i = 0; i < headings; ++i)
            for (uint32_t k = 0; k < wend_snake_efforts[coil->effort].radii && fits; ++k) {
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
                if (spine >= MOST_TURN * PI * radius || !is_near(site, &end->shape, &shape))
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
    coil->beam = wend_snake_efforts[effort].beam;
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
