// SPDX-License-Identifier: MIT
// Walls and neighbours of lanes. Only adjacent lanes count: a piece closer to a more distant lane
// has crossed these, or a wall.
#include "flow/lane_space.h"

#include "wend/geometry.h"

/// Inserted pieces use half of the tolerance of lanes: the rest is left for checks with other
/// rounding.
#define OWN_SHARE 0.5

// ---- walls --------------------------------------------------------------------------------------

bool wend_lane_space_build(wend_lane_space *space, const wend_flow *flow, double radius,
                           const wend_allocator *allocator)
{
    *space = (wend_lane_space){.flow = flow,
                               .allocator = allocator,
                               .radius = radius,
                               .slack = OWN_SHARE * WEND_LANES_TOLERANCE * radius};
    return wend_lane_walls_build(&space->walls, flow, radius, allocator);
}

void wend_lane_space_free(wend_lane_space *space)
{
    for (size_t i = 0; i < space->lanes.count; ++i) {
        wend_array_free(&space->lanes.data[i].pieces, space->allocator);
        wend_array_free(&space->lanes.data[i].boxes, space->allocator);
    }
    wend_array_free(&space->lanes, space->allocator);
    wend_lane_walls_free(&space->walls);
}

bool wend_lane_space_measure(wend_lane_space *space, uint32_t number)
{
    wend_lane_space_lane *lane = &space->lanes.data[number];
    lane->boxes.count = 0;
    if (!wend_array_reserve(&lane->boxes, space->allocator, lane->pieces.count))
        return false;
    lane->length = 0;
    for (size_t i = 0; i < lane->pieces.count; ++i) {
        wend_curve_piece *piece = &lane->pieces.data[i];
        piece->begin = lane->length;
        lane->length += wend_curve_piece_length(piece);
        lane->boxes.data[lane->boxes.count++] = wend_curve_piece_box(piece);
    }
    return true;
}

// ---- obstacles ----------------------------------------------------------------------------------

/// The worst obstacle so far.
typedef struct obstacle {
    double lack; ///< how much closer than allowed; at most 0: nothing is
    wend_lane_space_block block;
} obstacle;

static void meet(obstacle *worst, double distance, double min, wend_lane_space_block block)
{
    if (!(min - distance > worst->lack))
        return;
    worst->lack = min - distance;
    worst->block = block;
}

/// True if a point is an end of a wall: a path can go around it there.
static bool is_end(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    return (p.x == a.x && p.y == a.y) || (p.x == b.x && p.y == b.y);
}

typedef struct wall_visit {
    const wend_lane_space *space;
    const wend_curve_piece *piece;
    obstacle *worst;
} wall_visit;

static bool meet_wall(void *context, uint32_t number)
{
    wall_visit *visit = context;
    const wend_lane_space *space = visit->space;
    wend_item wall = space->walls.items.data[number];
    wend_vec2 on_wall;
    double distance = wend_curve_piece_wall_distance(visit->piece, (wend_segment){wall.a, wall.b},
                                                     NULL, &on_wall);
    meet(visit->worst, distance, space->radius - space->slack,
         (wend_lane_space_block){on_wall, space->radius, is_end(on_wall, wall.a, wall.b)});
    return true;
}

/// Long lines are tested against walls in parts of this number of radii: the box of the whole line
/// would contain most of the plan,
#define PART 16

/// but in at most this number of parts.
#define MAX_PARTS 4096

static void meet_walls(const wend_lane_space *space, const wend_curve_piece *piece, obstacle *worst)
{
    double length = wend_curve_piece_length(piece);
    double parts = ceil(length / (PART * space->radius));
    uint32_t count = piece->turn == 0 && parts > 1 ? (uint32_t)fmin(parts, MAX_PARTS) : 1;
    for (uint32_t i = 0; i < count; ++i) {
        wend_curve_piece part = *piece;
        if (count > 1)
            part = wend_curve_piece_part(piece, length * i / count, length * (i + 1) / count);
        wall_visit visit = {space, &part, worst};
        wend_lane_pieces_about(space->walls.index, &part, space->radius, meet_wall, &visit);
    }
}

/// True if a line crosses a wall: the usual case for long ones, and quickly detected.
static bool hits_wall(const wend_lane_space *space, const wend_curve_piece *piece)
{
    wend_segment line = {piece->a, piece->b};
    return piece->turn == 0 &&
           wend_index_first_hit(space->walls.index, line).number != WEND_NO_ITEM;
}

/// The circle around which a piece of another lane can be passed at two radii: around its nearest
/// end, or around its centre.
static wend_lane_space_block block_of(const wend_curve_piece *other, wend_vec2 on_other,
                                      wend_vec2 on_piece, double radius)
{
    if (other->turn == 0 || is_end(on_other, other->a, other->b))
        return (wend_lane_space_block){on_other, 2 * radius, is_end(on_other, other->a, other->b)};
    double x = on_piece.x - other->centre.x, y = on_piece.y - other->centre.y;
    double round = wend_curve_piece_radius(other);
    bool is_outside = sqrt(x * x + y * y) > round;
    return (wend_lane_space_block){other->centre, round + 2 * radius, is_outside};
}

static void meet_lane(const wend_lane_space *space, uint32_t number, const wend_curve_piece *piece,
                      wend_box box, obstacle *worst)
{
    const wend_lane_space_lane *lane = &space->lanes.data[number];
    box = wend_box_inflate(box, 2 * space->radius);
    for (size_t i = 0; i < lane->pieces.count; ++i) {
        if (!wend_box_meets(box, lane->boxes.data[i]))
            continue;
        const wend_curve_piece *other = &lane->pieces.data[i];
        wend_vec2 on_piece, on_other;
        double distance = wend_lane_pieces_distance(piece, other, &on_piece, &on_other);
        wend_lane_space_block block = block_of(other, on_other, on_piece, space->radius);
        block.is_round = block.is_round && distance > 0;
        meet(worst, distance > 0 ? distance : -2 * space->radius,
             2 * space->radius - 2 * space->slack, block);
    }
}

/// Fraction of the radius by which a piece that begins on an opening may lie behind it because of
/// rounding: that part of its end is not tested against the openings.
#define END_SHARE 1e-6

/// True if a piece leaves the domain through an opening.
static bool leaves(const wend_lane_space *space, const wend_curve_piece *piece, bool from_opening,
                   bool to_opening)
{
    double length = wend_curve_piece_length(piece), spare = END_SHARE * space->radius;
    double from = from_opening ? spare : 0, to = length - (to_opening ? spare : 0);
    if (!(from < to))
        return false;
    wend_curve_piece middle = wend_curve_piece_part(piece, from, to);
    if (middle.turn == 0)
        return wend_index_first_hit(space->walls.openings, (wend_segment){middle.a, middle.b})
                   .number != WEND_NO_ITEM;
    uint32_t count = wend_index_count(space->walls.openings);
    for (uint32_t i = 0; i < count; ++i) {
        wend_item edge = wend_index_item(space->walls.openings, i);
        if (wend_curve_piece_wall_distance(&middle, (wend_segment){edge.a, edge.b}, NULL, NULL) <=
            0)
            return true;
    }
    return false;
}

bool wend_lane_space_allows(const wend_lane_space *space, uint32_t lane,
                            const wend_curve_piece *piece, bool from_opening, bool to_opening,
                            wend_lane_space_block *block)
{
    obstacle worst = {0, {{0, 0}, 0, false}};
    wend_box box = wend_curve_piece_box(piece);
    if (hits_wall(space, piece) || leaves(space, piece, from_opening, to_opening)) {
        if (block)
            *block = worst.block;
        return false;
    }
    meet_walls(space, piece, &worst);
    if (lane > 0)
        meet_lane(space, lane - 1, piece, box, &worst);
    if (lane + 1 < space->lanes.count)
        meet_lane(space, lane + 1, piece, box, &worst);
    if (block)
        *block = worst.block;
    return !(worst.lack > 0);
}
