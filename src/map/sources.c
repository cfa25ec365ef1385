// SPDX-License-Identifier: MIT
// Sources send the first windows: a point in all directions, a segment perpendicularly to both
// sides and away from it at its ends (Farias 2020, §3.4: paths end at an end of the segment, or
// perpendicular to it at the projection of their last corner, a critical point).
//
// A segment is divided where it passes from one triangle into the next. Parts in obstacles are left
// out, and where it runs into a wall it has an end.
#include "map/wave.h"

#include "geometry/predicates.h"

#include <float.h>

// ---- points -------------------------------------------------------------------------------------

/// True if p lies in the cone. Exact.
static bool is_in_cone(wend_vec2 apex, wend_map_cone cone, wend_vec2 p)
{
    return wend_orient2d_fast(apex, cone.right, p) >= 0 &&
           wend_orient2d_fast(apex, cone.left, p) <= 0;
}

/// The intersection of two cones; false: empty.
static bool cut_cone(wend_vec2 apex, wend_map_cone a, wend_map_cone b, wend_map_cone *both)
{
    if (is_in_cone(apex, b, a.right))
        both->right = a.right;
    else if (is_in_cone(apex, a, b.right))
        both->right = b.right;
    else
        return false;
    if (is_in_cone(apex, b, a.left))
        both->left = a.left;
    else if (is_in_cone(apex, a, b.left))
        both->left = b.left;
    else
        return false;
    return true;
}

/// Sends what a point sees through an edge of its triangle; restricted to the cones, if there are
/// any.
static void open_exit(wend_map *map, wend_map_window window, uint32_t exit,
                      const wend_map_cone *cones, uint32_t cone_count)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_map_cone whole = {.right = wend_at(mesh, wend_origin(mesh, exit)),
                           .left = wend_at(mesh, wend_target(mesh, exit))};
    if (wend_orient2d_fast(window.origin, whole.right, whole.left) <= 0)
        return;
    if (cone_count == 0)
        wend_map_send_part(map, &window, exit, whole.left, whole.right);
    for (uint32_t i = 0; i < cone_count; ++i) {
        wend_map_cone part;
        if (cut_cone(window.origin, whole, cones[i], &part))
            wend_map_send_part(map, &window, exit, part.left, part.right);
    }
}

static void visit_corners(wend_map *map, const wend_map_window *window, uint32_t triangle)
{
    const wend_mesh *mesh = map->lookup.mesh;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        double length = wend_distance(window->origin, wend_at(mesh, wend_origin(mesh, h)));
        wend_wave_visit(map, h, window->base + length, window->root);
    }
}

/// Sends the windows of a point from a triangle that contains it. `h` and `kind` are its position,
/// as in spots.
static void open_triangle(wend_map *map, const wend_map_window *window, uint32_t h,
                          wend_spot_kind kind, const wend_map_cone *cones, uint32_t cone_count)
{
    visit_corners(map, window, h / 3);
    open_exit(map, *window, wend_next(h), cones, cone_count);
    if (kind != WEND_SPOT_VERTEX)
        open_exit(map, *window, wend_prev(h), cones, cone_count);
    if (kind == WEND_SPOT_FACE)
        open_exit(map, *window, h, cones, cone_count);
}

static wend_map_window start_point(wend_map *map, wend_vec2 at, double offset, uint32_t source,
                                   uint32_t corner)
{
    wend_map_root root = {at, at, offset, WEND_MAP_NONE, source};
    return (wend_map_window){
        .origin = at, .base = offset, .root = wend_wave_add_root(map, root, corner)};
}

/// The next of a triangle's walls, from half-edge h on, on which a point lies within rounding;
/// WEND_NONE: none.
static uint32_t wall_at(const wend_map *map, uint32_t h, wend_vec2 at)
{
    const wend_mesh *mesh = map->lookup.mesh;
    for (uint32_t end = h - h % 3 + 3; h < end; ++h) {
        wend_segment side = {wend_at(mesh, wend_origin(mesh, h)),
                             wend_at(mesh, wend_target(mesh, h))};
        if (wend_is_closed(mesh, h) && wend_segment_distance(side, at) <= map->margin)
            return h;
    }
    return WEND_NONE;
}

/// A point with free space around it; nothing if there is none. At a corner the cones do not apply:
/// what hides behind it is seen from nowhere else; nor on a wall, whose other side sees the point
/// but not the segment that it is the end of.
static void open_point(wend_map *map, wend_vec2 at, double offset, uint32_t source,
                       const wend_map_cone *cones, uint32_t cone_count)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_spot spot;
    if (!wend_find_free(mesh, at, &spot))
        return;
    wend_map_window window = start_point(map, at, offset, source, WEND_NONE);
    if (window.root == WEND_MAP_NONE)
        return;
    if (spot.kind == WEND_SPOT_VERTEX || wall_at(map, spot.edge - spot.edge % 3, at) != WEND_NONE ||
        (spot.kind == WEND_SPOT_EDGE && wend_is_closed(mesh, spot.edge)))
        cone_count = 0;
    for (uint32_t h = wend_around(mesh, spot); h != WEND_NONE; h = wend_around_next(mesh, spot, h))
        if (!wend_is_solid(mesh, h / 3))
            open_triangle(map, &window, h, spot.kind, cones, cone_count);
}

void wend_map_open_around(wend_map *map, uint32_t corner, const wend_map_window *window,
                          const wend_map_cone *cones, uint32_t cone_count)
{
    wend_corner sector = map->corners.data[corner];
    for (uint32_t h = sector.first;; h = wend_turn_left(map->lookup.mesh, h)) {
        open_triangle(map, window, h, WEND_SPOT_VERTEX, cones, cone_count);
        if (h == sector.last)
            return;
    }
}

bool wend_map_open_sector(wend_map *map, uint32_t corner, double offset, uint32_t source,
                          const wend_map_cone *cones, uint32_t cone_count)
{
    wend_map_window window = start_point(map, map->corners.data[corner].at, offset, source, corner);
    if (window.root != WEND_MAP_NONE)
        wend_map_open_around(map, corner, &window, cones, cone_count);
    return !map->starved;
}

bool wend_map_open_seed(wend_map *map, const wend_map_seed *seed, uint32_t number)
{
    return wend_map_open_sector(map, map->corner_of.data[seed->spoke], seed->offset, number, NULL,
                                0);
}

// ---- segments -----------------------------------------------------------------------------------

/// A segment traversing the triangles.
typedef struct line {
    wend_vec2 a, b;
    wend_vec2 direction; ///< unit vector
    double length, offset;
    uint32_t source;
    wend_map_window left, right; ///< the segment as a root, for its left and its right side
} line;

/// The part of a line in a triangle.
typedef struct piece {
    double from, to;         ///< in metres from a
    bool ends_from, ends_to; ///< at a wall
    int only;                ///< it runs along an edge: 1 the triangle is on its left, -1 right
} piece;

static double projection_of(const line *s, wend_vec2 p)
{
    return (p.x - s->a.x) * s->direction.x + (p.y - s->a.y) * s->direction.y;
}

static wend_vec2 point_on(const line *s, double along)
{
    return wend_add_scaled(s->a, along, s->direction);
}

/// Where a line crosses an edge, identical for the triangles on both sides.
static double crossing(const wend_mesh *mesh, const line *s, uint32_t h)
{
    h = wend_map_edge_of(mesh, h);
    wend_vec2 p = wend_at(mesh, wend_origin(mesh, h)), q = wend_at(mesh, wend_target(mesh, h));
    if (wend_orient2d_fast(s->a, s->b, p) == 0)
        return projection_of(s, p);
    if (wend_orient2d_fast(s->a, s->b, q) == 0)
        return projection_of(s, q);
    double x = q.x - p.x, y = q.y - p.y;
    double at_a = x * (s->a.y - p.y) - y * (s->a.x - p.x),
           at_b = x * (s->b.y - p.y) - y * (s->b.x - p.x);
    return s->length * (at_a / (at_a - at_b));
}

static bool find_piece(const wend_mesh *mesh, const line *s, uint32_t triangle, piece *part)
{
    *part = (piece){.from = 0, .to = s->length};
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        wend_vec2 p = wend_at(mesh, wend_origin(mesh, h)), q = wend_at(mesh, wend_target(mesh, h));
        int a = wend_orient2d_fast(p, q, s->a), b = wend_orient2d_fast(p, q, s->b);
        if (a == 0 && b == 0) {
            double along = (q.x - p.x) * s->direction.x + (q.y - p.y) * s->direction.y;
            part->only = along > 0 ? 1 : -1;
        } else if (a <= 0 && b <= 0) {
            return false;
        } else if (a < 0) {
            double at = crossing(mesh, s, h);
            if (at > part->from)
                part->from = at, part->ends_from = wend_is_closed(mesh, h);
        } else if (b < 0) {
            double at = crossing(mesh, s, h);
            if (at < part->to)
                part->to = at, part->ends_to = wend_is_closed(mesh, h);
        }
    }
    return part->from < part->to;
}

void wend_map_send_segment(wend_map *map, const wend_map_window *window, uint32_t only)
{
    const wend_mesh *mesh = map->lookup.mesh;
    uint32_t first = wend_window_edge(window) / 3 * 3;
    for (uint32_t h = first; h < first + 3; ++h) {
        double left = wend_window_projection(window, wend_at(mesh, wend_target(mesh, h))),
               right = wend_window_projection(window, wend_at(mesh, wend_origin(mesh, h)));
        wend_map_window part = *window;
        part.from = window->from > left ? window->from : left;
        part.to = window->to < right ? window->to : right;
        if (part.from < part.to && (only == WEND_NONE || only == h))
            wend_wave_send(map, &part, h);
    }
}

void wend_map_open_segment(wend_map *map, wend_map_window window, uint32_t triangle, double from,
                           double to)
{
    const wend_mesh *mesh = map->lookup.mesh;
    window.edge = 3 * triangle | WEND_WINDOW_SEGMENT;
    window.from = from;
    window.to = to;
    wend_wave_record(map, &window);
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        wend_vec2 p = wend_at(mesh, wend_origin(mesh, h));
        double projection = wend_window_projection(&window, p),
               height = wend_window_height(&window, p);
        if (projection >= from && projection <= to && height >= 0)
            wend_wave_visit(map, h, window.base + height, window.root);
    }
    wend_map_send_segment(map, &window, WEND_NONE);
}

/// The directions that lead away from a segment at one of its ends: half of the plane, as two
/// cones, and slightly more (see nudge). `outward` continues the segment.
static void end_cones(const wend_map *map, wend_vec2 at, wend_vec2 outward, wend_map_cone cones[2])
{
    double reach = map->reach, nudge = map->nudge;
    wend_vec2 ahead = wend_add_scaled(at, reach, outward);
    wend_vec2 left = {at.x - reach * outward.y - nudge * outward.x,
                      at.y + reach * outward.x - nudge * outward.y};
    wend_vec2 right = {at.x + reach * outward.y - nudge * outward.x,
                       at.y - reach * outward.x - nudge * outward.y};
    cones[0] = (wend_map_cone){right, ahead};
    cones[1] = (wend_map_cone){ahead, left};
}

static bool is_in_triangle(const wend_vec2 corners[3], wend_vec2 p)
{
    return wend_orient2d_fast(corners[0], corners[1], p) >= 0 &&
           wend_orient2d_fast(corners[1], corners[2], p) >= 0 &&
           wend_orient2d_fast(corners[2], corners[0], p) >= 0;
}

/// The point of a triangle at p, which is off by rounding: a point slightly behind a wall could not
/// look along it.
static wend_vec2 pull_inside(const wend_mesh *mesh, uint32_t triangle, wend_vec2 p)
{
    wend_vec2 corners[3], middle = {0, 0}, pulled = p;
    for (uint32_t i = 0; i < 3; ++i) {
        corners[i] = wend_at(mesh, wend_origin(mesh, 3 * triangle + i));
        middle.x += corners[i].x / 3;
        middle.y += corners[i].y / 3;
    }
    for (double share = DBL_EPSILON; share < 1 && !is_in_triangle(corners, pulled); share *= 2)
        pulled = wend_lerp(p, middle, share);
    return pulled;
}

/// An end where a segment runs into a wall of a triangle.
static void open_wall_end(wend_map *map, const line *s, uint32_t triangle, double along,
                          int direction)
{
    wend_map_cone cones[2];
    wend_vec2 at = pull_inside(map->lookup.mesh, triangle, point_on(s, along));
    end_cones(map, at, wend_scale(s->direction, direction), cones);
    wend_map_window window = start_point(map, at, s->offset, s->source, WEND_NONE);
    if (window.root != WEND_MAP_NONE)
        open_triangle(map, &window, 3 * triangle, WEND_SPOT_FACE, cones, 2);
}

/// True if walls end or bend at a corner on the segment, or it passes through them there.
static bool has_walls(const wend_mesh *mesh, const wend_corner *corner, const line *s)
{
    wend_vec2 wall = wend_corner_first_wall(mesh, corner);
    return wend_is_closed(mesh, corner->first) &&
           (corner->turns || wend_orient2d_fast(s->a, s->b, wall) != 0 ||
            wend_orient2d_fast(corner->at, wall, wend_corner_last_wall(mesh, corner)) != 0);
}

/// The distance of a corner from a segment that passes through it within rounding; INFINITY if it
/// does not.
static double distance_off(const wend_map *map, const line *s, wend_vec2 p)
{
    double along = projection_of(s, p);
    double off = fabs(s->direction.x * (p.y - s->a.y) - s->direction.y * (p.x - s->a.x));
    bool is_on = off <= map->margin && along >= -map->margin && along <= s->length + map->margin;
    return is_on ? off : INFINITY;
}

/// True if a source equally near has been opened exactly there.
static bool is_source(const wend_map *map, const wend_corner *corner, double distance)
{
    if (corner->parent == WEND_MAP_NONE)
        return false;
    const wend_map_root *parent = &map->roots.data[corner->parent];
    return parent->parent == WEND_MAP_NONE && parent->distance <= distance &&
           wend_equal(parent->a, corner->at) && wend_equal(parent->b, corner->at);
}

/// Corners on the segment see what it does not, to all sides.
static void open_corners_on(wend_map *map, const line *s, uint32_t triangle)
{
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        wend_corner corner = map->corners.data[map->corner_of.data[h]];
        double off = distance_off(map, s, corner.at);
        if (off < INFINITY && has_walls(map->lookup.mesh, &corner, s) &&
            !is_source(map, &corner, s->offset + off))
            wend_map_open_seed(map, &(wend_map_seed){h, s->offset + off}, s->source);
    }
}

static void open_piece(wend_map *map, const line *s, uint32_t triangle)
{
    piece part;
    open_corners_on(map, s, triangle);
    if (!find_piece(map->lookup.mesh, s, triangle, &part))
        return;
    if (part.only >= 0)
        wend_map_open_segment(map, s->left, triangle, part.from, part.to);
    if (part.only <= 0)
        wend_map_open_segment(map, s->right, triangle, s->length - part.to, s->length - part.from);
    if (part.ends_from)
        open_wall_end(map, s, triangle, part.from, -1);
    if (part.ends_to)
        open_wall_end(map, s, triangle, part.to, 1);
}

static void visit(wend_map *map, uint32_t triangle)
{
    if (map->marks.data[triangle] == map->mark)
        return;
    map->marks.data[triangle] = map->mark;
    if (!wend_array_reserve(&map->stack, &map->allocator, 1)) {
        map->starved = true;
        return;
    }
    map->stack.data[map->stack.count++] = triangle;
}

// The triangles that touch it are connected.
bool wend_map_find_source(wend_map *map, const wend_map_source *source)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_segment segment = {source->a, source->b};
    wend_spot spot = wend_mesh_find(mesh, source->a);
    ++map->mark;
    map->stack.count = 0;
    for (uint32_t h = wend_around(mesh, spot); h != WEND_NONE; h = wend_around_next(mesh, spot, h))
        visit(map, h / 3);
    bool is_point = wend_equal(source->a, source->b);
    for (size_t i = 0; i < map->stack.count && !is_point; ++i) {
        uint32_t first = 3 * map->stack.data[i];
        for (uint32_t h = first; h < first + 3; ++h) {
            wend_segment edge = {wend_at(mesh, wend_origin(mesh, h)),
                                 wend_at(mesh, wend_target(mesh, h))};
            if (wend_twin(mesh, h) != WEND_NONE &&
                wend_segments_meet(edge, segment, NULL) != WEND_APART)
                visit(map, wend_twin(mesh, h) / 3);
        }
    }
    return !map->starved;
}

/// Opens all pieces of a segment.
static void open_pieces(wend_map *map, const line *s)
{
    wend_map_source source = {s->a, s->b, s->offset};
    if (!wend_map_find_source(map, &source))
        return;
    for (size_t i = 0; i < map->stack.count && !map->starved; ++i)
        if (!wend_is_solid(map->lookup.mesh, map->stack.data[i]))
            open_piece(map, s, map->stack.data[i]);
}

static wend_map_window start_segment(wend_map *map, wend_vec2 a, wend_vec2 b, wend_vec2 direction,
                                     double offset, uint32_t source)
{
    wend_map_root root = {a, b, offset, WEND_MAP_NONE, source};
    return (wend_map_window){.direction = direction,
                             .origin = a,
                             .base = offset,
                             .root = wend_wave_add_root(map, root, WEND_NONE),
                             .edge = WEND_WINDOW_SEGMENT};
}

static void open_segment(wend_map *map, const wend_map_source *source, uint32_t number)
{
    double length = wend_distance(source->a, source->b);
    line s = {.a = source->a,
              .b = source->b,
              .length = length,
              .offset = source->offset,
              .source = number};
    s.direction = (wend_vec2){(s.b.x - s.a.x) / length, (s.b.y - s.a.y) / length};
    wend_vec2 back = {-s.direction.x, -s.direction.y};
    s.left = start_segment(map, s.a, s.b, s.direction, s.offset, number);
    s.right = start_segment(map, s.b, s.a, back, s.offset, number);
    if (map->starved)
        return;
    wend_map_cone cones[2];
    end_cones(map, s.a, back, cones);
    open_point(map, s.a, s.offset, number, cones, 2);
    end_cones(map, s.b, s.direction, cones);
    open_point(map, s.b, s.offset, number, cones, 2);
    open_pieces(map, &s);
}

bool wend_map_open_source(wend_map *map, const wend_map_source *source, uint32_t number)
{
    if (wend_equal(source->a, source->b))
        open_point(map, source->a, source->offset, number, NULL, 0);
    else
        open_segment(map, source, number);
    return !map->starved;
}
