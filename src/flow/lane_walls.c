// SPDX-License-Identifier: MIT
// Neighbourhood of the pieces of lanes: the walls of bodies, other pieces. What lies behind an
// opening is not near, however close: the path to it leads around the corners of the opening.
// (Behind a body nothing is nearer than the body itself, except where lanes end.)
#include "core/memory.h"
#include "flow/domain.h"
#include "flow/lanes.h"
#include "wend/geometry.h"

/// Pieces without mutual visibility are divided into parts, down to this fraction of the radius.
#define FINEST_PART 0.02

/// A line of sight may begin and end on an opening: this fraction of it is not tested.
#define SIGHT_ENDS 1e-6

// ---- neighbourhood of a piece -------------------------------------------------------------------

wend_index *wend_lane_pieces_index(const wend_curve_piece *pieces, size_t count,
                                   const wend_allocator *allocator)
{
    wend_index *index = NULL;
    wend_item *items = wend_allocate(allocator, count, sizeof *items);
    if (!items && count > 0)
        return NULL;
    for (size_t i = 0; i < count; ++i) {
        wend_box box = wend_curve_piece_box(&pieces[i]);
        items[i] = (wend_item){box.min, box.max, WEND_ITEM_BOX};
    }
    wend_index_create(items, (uint32_t)count, allocator, &index, NULL);
    wend_release(allocator, items, count, sizeof *items);
    return index;
}

void wend_lane_pieces_about(const wend_index *index, const wend_curve_piece *piece, double distance,
                            wend_visit_fn *visit, void *context)
{
    wend_box box = wend_curve_piece_box(piece), all = wend_index_bounds(index);
    // At most the extent of everything.
    distance = fmin(distance, fabs(all.min.x - box.max.x) + fabs(all.max.x - box.min.x) +
                                  fabs(all.min.y - box.max.y) + fabs(all.max.y - box.min.y));
    wend_segment diagonal = {{box.min.x - distance, box.min.y - distance},
                             {box.max.x + distance, box.max.y + distance}};
    wend_index_along(index, diagonal, visit, context);
}

// ---- walls --------------------------------------------------------------------------------------

/// Adds the half-edges of bodies, or of openings. False: out of memory.
static bool add_walls(wend_lane_walls *walls, const wend_flow *flow, bool openings)
{
    const wend_mesh *mesh = flow->mesh;
    for (uint32_t h = 0; h < flow->kinds.count; ++h) {
        uint32_t kind = flow->kinds.data[h];
        if (kind == WEND_NONE || (kind & WEND_FLOW_OPENING) != (openings ? WEND_FLOW_OPENING : 0))
            continue;
        if (!wend_array_reserve(&walls->items, walls->allocator, 1))
            return false;
        walls->items.data[walls->items.count++] =
            (wend_item){wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h)),
                        WEND_ITEM_SEGMENT};
    }
    return true;
}

static bool add_points(wend_lane_walls *walls, const wend_flow *flow)
{
    const wend_mesh *mesh = flow->mesh;
    size_t count = flow->body_points.count;
    if (!wend_array_reserve(&walls->items, walls->allocator, count))
        return false;
    for (size_t i = 0; i < count; ++i) {
        wend_vec2 at = wend_at(mesh, wend_origin(mesh, flow->body_points.data[i].spoke));
        walls->items.data[walls->items.count++] = (wend_item){at, at, WEND_ITEM_SEGMENT};
    }
    return true;
}

bool wend_lane_walls_build(wend_lane_walls *walls, const wend_flow *flow, double radius,
                           const wend_allocator *allocator)
{
    *walls = (wend_lane_walls){.flow = flow, .allocator = allocator, .radius = radius};
    if (add_walls(walls, flow, true))
        wend_index_create(walls->items.data, (uint32_t)walls->items.count, allocator,
                          &walls->openings, NULL);
    walls->items.count = 0;
    if (walls->openings && add_walls(walls, flow, false) && add_points(walls, flow))
        wend_index_create(walls->items.data, (uint32_t)walls->items.count, allocator, &walls->index,
                          NULL);
    if (!walls->index)
        wend_lane_walls_free(walls);
    return walls->index;
}

void wend_lane_walls_free(wend_lane_walls *walls)
{
    wend_index_destroy(walls->index);
    wend_index_destroy(walls->openings);
    wend_array_free(&walls->items, walls->allocator);
    walls->index = walls->openings = NULL;
}

// ---- visibility ---------------------------------------------------------------------------------

/// Side of a line on which a point lies: 1 left, -1 right, 0 on it.
static int side_of(wend_segment line, wend_vec2 p)
{
    double cross =
        (line.b.x - line.a.x) * (p.y - line.a.y) - (line.b.y - line.a.y) * (p.x - line.a.x);
    return (cross > 0) - (cross < 0);
}

static wend_vec2 middle_of(const wend_curve_piece *piece)
{
    return wend_curve_piece_at(piece, wend_curve_piece_length(piece) / 2, NULL);
}

/// True if two points lie on one straight opening: lanes end there, and see its ends along it.
static bool on_one_opening(const wend_lane_walls *walls, wend_vec2 a, wend_vec2 b)
{
    double slack = wend_mesh_tolerance(walls->flow->mesh);
    wend_vec2 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    wend_near near = wend_index_nearest(walls->openings, middle, slack);
    if (near.number == WEND_NO_ITEM)
        return false;
    wend_item item = wend_index_item(walls->openings, near.number);
    wend_segment opening = {item.a, item.b};
    return wend_segment_distance(opening, a) <= slack && wend_segment_distance(opening, b) <= slack;
}

/// True if a point of a piece lies inside an opening, and one of another piece behind it: an
/// opening in free space has lanes on both sides.
static bool is_behind(const wend_lane_walls *walls, const wend_curve_piece *piece, wend_vec2 at,
                      const wend_curve_piece *other, wend_vec2 to)
{
    double slack = wend_mesh_tolerance(walls->flow->mesh);
    wend_near near = wend_index_nearest(walls->openings, at, slack);
    if (near.number == WEND_NO_ITEM)
        return false;
    wend_item item = wend_index_item(walls->openings, near.number);
    wend_segment opening = {item.a, item.b};
    if (wend_segment_distance(opening, to) <= slack)
        to = middle_of(other);
    return wend_distance(item.a, at) > slack && wend_distance(item.b, at) > slack &&
           side_of(opening, middle_of(piece)) * side_of(opening, to) < 0;
}

/// True if nothing is between two points of pieces. Both may lie on openings, and the line behind
/// them.
static bool is_in_sight(const wend_lane_walls *walls, const wend_curve_piece *p, wend_vec2 a,
                        const wend_curve_piece *q, wend_vec2 b)
{
    if (is_behind(walls, p, a, q, b) || is_behind(walls, q, b, p, a))
        return false;
    if (on_one_opening(walls, a, b))
        return true;
    double x = SIGHT_ENDS * (b.x - a.x), y = SIGHT_ENDS * (b.y - a.y);
    wend_segment line = {{a.x + x, a.y + y}, {b.x - x, b.y - y}};
    return wend_index_first_hit(walls->openings, line).number == WEND_NO_ITEM &&
           wend_index_first_hit(walls->index, line).number == WEND_NO_ITEM &&
           wend_flow_triangle_at(walls->flow, (wend_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2}) !=
               WEND_NONE;
}

double wend_lane_visible_distance(const wend_lane_walls *walls, const wend_curve_piece *p,
                                  const wend_curve_piece *q, double limit, wend_vec2 *at)
{
    wend_vec2 on_p, on_q;
    double distance = wend_lane_pieces_distance(p, q, &on_p, &on_q);
    if (distance >= limit)
        return limit;
    if (is_in_sight(walls, p, on_p, q, on_q)) {
        *at = on_p;
        return distance;
    }
    double p_length = wend_curve_piece_length(p), q_length = wend_curve_piece_length(q);
    bool cut_p = p_length > q_length;
    double length = cut_p ? p_length : q_length;
    if (length < FINEST_PART * walls->radius)
        return limit;
    for (int i = 0; i < 2; ++i) {
        wend_curve_piece part =
            wend_curve_piece_part(cut_p ? p : q, i * length / 2, (i + 1) * length / 2);
        limit = wend_lane_visible_distance(walls, cut_p ? &part : p, cut_p ? q : &part, limit, at);
    }
    return limit;
}

typedef struct wall_search {
    const wend_lane_walls *walls;
    const wend_curve_piece *piece;
    double min;
    wend_vec2 at;
} wall_search;

static bool try_wall(void *context, uint32_t wall)
{
    wall_search *in = context;
    const wend_item *item = &in->walls->items.data[wall];
    wend_curve_piece line = wend_curve_piece_line(item->a, item->b);
    in->min = wend_lane_visible_distance(in->walls, in->piece, &line, in->min, &in->at);
    return true;
}

double wend_lane_walls_distance(const wend_lane_walls *walls, const wend_curve_piece *piece,
                                double limit, wend_vec2 *at)
{
    wall_search in = {walls, piece, limit, piece->a};
    wend_near nearest = wend_index_nearest(walls->index, piece->a, limit);
    wend_curve_piece at_a = wend_curve_piece_line(piece->a, nearest.point);
    if (nearest.distance < limit && is_in_sight(walls, piece, piece->a, &at_a, nearest.point))
        in.min = nearest.distance;
    wend_lane_pieces_about(walls->index, piece, in.min, try_wall, &in);
    if (at)
        *at = in.at;
    return in.min;
}
