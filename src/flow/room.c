// SPDX-License-Identifier: MIT
// Walls and neighbours of lanes. Only the lanes right beside one count: whoever is nearer to one
// further off has come through these, or through a wall.
#include "flow/room.h"

#include "wend/geometry.h"

/// Pieces that are put in keep half of what lanes may lack: so the whole is still there for whoever
/// checks with other roundings.
#define OWN_SHARE 0.5

// ---- the walls ----------------------------------------------------------------------------------

bool wend_room_make(wend_room *room, const wend_flow *flow, double radius,
                    const wend_allocator *allocator)
{
    *room = (wend_room){.flow = flow,
                        .allocator = allocator,
                        .radius = radius,
                        .slack = OWN_SHARE * WEND_LANES_TOLERANCE * radius};
    return wend_lane_walls_make(&room->walls, flow, radius, allocator);
}

void wend_room_free(wend_room *room)
{
    for (size_t i = 0; i < room->lanes.count; ++i) {
        wend_array_free(&room->lanes.data[i].pieces, room->allocator);
        wend_array_free(&room->lanes.data[i].boxes, room->allocator);
    }
    wend_array_free(&room->lanes, room->allocator);
    wend_lane_walls_free(&room->walls);
}

bool wend_room_measure(wend_room *room, uint32_t number)
{
    wend_room_lane *lane = &room->lanes.data[number];
    lane->boxes.count = 0;
    if (!wend_array_reserve(&lane->boxes, room->allocator, lane->pieces.count))
        return false;
    lane->length = 0;
    for (size_t i = 0; i < lane->pieces.count; ++i) {
        wend_lane_piece *piece = &lane->pieces.data[i];
        piece->begin = lane->length;
        lane->length += wend_lane_piece_length(piece);
        lane->boxes.data[lane->boxes.count++] = wend_lane_piece_box(piece);
    }
    return true;
}

// ---- what is in the way -------------------------------------------------------------------------

/// The most in the way so far.
typedef struct obstacle {
    double lack; ///< how much nearer than allowed; at most 0: nothing is
    wend_room_block block;
} obstacle;

static void meet(obstacle *worst, double distance, double least, wend_room_block block)
{
    if (!(least - distance > worst->lack))
        return;
    worst->lack = least - distance;
    worst->block = block;
}

static wend_box grown(wend_box box, double by)
{
    return (wend_box){{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}};
}

/// True if a place is one end of a wall: there one can go around it.
static bool is_end(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    return (p.x == a.x && p.y == a.y) || (p.x == b.x && p.y == b.y);
}

typedef struct wall_visit {
    const wend_room *room;
    const wend_lane_piece *piece;
    obstacle *worst;
} wall_visit;

static bool meet_wall(void *context, uint32_t number)
{
    wall_visit *visit = context;
    const wend_room *room = visit->room;
    wend_item wall = room->walls.items.data[number];
    wend_vec2 on_wall;
    double distance =
        wend_lane_piece_wall_distance(visit->piece, (wend_segment){wall.a, wall.b}, NULL, &on_wall);
    meet(visit->worst, distance, room->radius - room->slack,
         (wend_room_block){on_wall, room->radius, is_end(on_wall, wall.a, wall.b)});
    return true;
}

/// Long lines are held against walls in parts of so many radii: the box of all of it would hold
/// most of the plan.
#define PART 16

/// ... but in so many at most.
#define MOST_PARTS 4096

static void meet_walls(const wend_room *room, const wend_lane_piece *piece, obstacle *worst)
{
    double length = wend_lane_piece_length(piece);
    double parts = ceil(length / (PART * room->radius));
    uint32_t count = piece->turn == 0 && parts > 1 ? (uint32_t)fmin(parts, MOST_PARTS) : 1;
    for (uint32_t i = 0; i < count; ++i) {
        wend_lane_piece part = *piece;
        if (count > 1)
            part = wend_lane_piece_part(piece, length * i / count, length * (i + 1) / count);
        wall_visit visit = {room, &part, worst};
        wend_lane_pieces_about(room->walls.index, &part, room->radius, meet_wall, &visit);
    }
}

/// True if a line runs into a wall: the usual case for long ones, and told at once.
static bool hits_wall(const wend_room *room, const wend_lane_piece *piece)
{
    wend_segment line = {piece->a, piece->b};
    return piece->turn == 0 && wend_index_first_hit(room->walls.index, line).number != WEND_NO_ITEM;
}

/// The circle around which a piece of another lane can be passed at two radii: around the nearest
/// end of it, or around its centre.
static wend_room_block block_of(const wend_lane_piece *other, wend_vec2 on_other,
                                wend_vec2 on_piece, double radius)
{
    if (other->turn == 0 || is_end(on_other, other->a, other->b))
        return (wend_room_block){on_other, 2 * radius, is_end(on_other, other->a, other->b)};
    double x = on_piece.x - other->centre.x, y = on_piece.y - other->centre.y;
    double round = wend_lane_piece_radius(other);
    bool is_outside = sqrt(x * x + y * y) > round;
    return (wend_room_block){other->centre, round + 2 * radius, is_outside};
}

static void meet_lane(const wend_room *room, uint32_t number, const wend_lane_piece *piece,
                      wend_box box, obstacle *worst)
{
    const wend_room_lane *lane = &room->lanes.data[number];
    box = grown(box, 2 * room->radius);
    for (size_t i = 0; i < lane->pieces.count; ++i) {
        if (!wend_box_meets(box, lane->boxes.data[i]))
            continue;
        const wend_lane_piece *other = &lane->pieces.data[i];
        wend_vec2 on_piece, on_other;
        double distance = wend_lane_pieces_distance(piece, other, &on_piece, &on_other);
        wend_room_block block = block_of(other, on_other, on_piece, room->radius);
        block.is_round = block.is_round && distance > 0;
        meet(worst, distance > 0 ? distance : -2 * room->radius, 2 * room->radius - 2 * room->slack,
             block);
    }
}

/// What of a piece that begins on an opening lies behind it by rounding is less than this share of
/// the radius: so much of its end is not held against the openings.
#define END_SHARE 1e-6

/// True if a piece leaves the domain through an opening.
static bool leaves(const wend_room *room, const wend_lane_piece *piece, bool from_opening,
                   bool to_opening)
{
    double length = wend_lane_piece_length(piece), spare = END_SHARE * room->radius;
    double from = from_opening ? spare : 0, to = length - (to_opening ? spare : 0);
    if (!(from < to))
        return false;
    wend_lane_piece middle = wend_lane_piece_part(piece, from, to);
    if (middle.turn == 0)
        return wend_index_first_hit(room->walls.openings, (wend_segment){middle.a, middle.b})
                   .number != WEND_NO_ITEM;
    uint32_t count = wend_index_count(room->walls.openings);
    for (uint32_t i = 0; i < count; ++i) {
        wend_item edge = wend_index_item(room->walls.openings, i);
        if (wend_lane_piece_wall_distance(&middle, (wend_segment){edge.a, edge.b}, NULL, NULL) <= 0)
            return true;
    }
    return false;
}

bool wend_room_allows(const wend_room *room, uint32_t lane, const wend_lane_piece *piece,
                      bool from_opening, bool to_opening, wend_room_block *block)
{
    obstacle worst = {0, {{0, 0}, 0, false}};
    wend_box box = wend_lane_piece_box(piece);
    if (hits_wall(room, piece) || leaves(room, piece, from_opening, to_opening)) {
        if (block)
            *block = worst.block;
        return false;
    }
    meet_walls(room, piece, &worst);
    if (lane > 0)
        meet_lane(room, lane - 1, piece, box, &worst);
    if (lane + 1 < room->lanes.count)
        meet_lane(room, lane + 1, piece, box, &worst);
    if (block)
        *block = worst.block;
    return !(worst.lack > 0);
}
