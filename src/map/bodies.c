// SPDX-License-Identifier: MIT
// Bodies in the wave (bodies.h). A body waits in the heap, like the corners, with the smallest
// distance at which a window met one of its walls. When it is processed each wall becomes a segment
// root that looks perpendicularly into the free space, and each convex corner a point that covers
// the directions in between: a path that leaves a body may begin anywhere on it, so it need not be
// taut.
//
// Rounded down, a body's distance may be less than that of the wave front. It still comes after
// everything nearer: a body met later is met at no less than the distance of the body opened last.
// Levels are therefore final when they are opened; only windows come out of order, which costs some
// work but no exactness.
#include "map/entry.h"

#include "wend/geometry.h"

static uint32_t body_of(const wend_map *map, uint32_t wall)
{
    uint32_t kind = map->bodies.def->kinds[wall];
    return kind < map->bodies.def->count ? kind : WEND_NONE;
}

/// The length of a wall: the map stores only edges that windows cross.
static wend_map_edge measure_wall(const wend_map *map, uint32_t h)
{
    const wend_mesh *mesh = map->lookup.mesh;
    double length =
        wend_distance(wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h)));
    return (wend_map_edge){length, 1 / length, {WEND_NONE, WEND_NONE}};
}

// ---- contacts -----------------------------------------------------------------------------------

static bool is_on(const wend_map_widening *widening, int side, wend_vec2 p)
{
    for (uint32_t i = 0; i < widening->counts[side]; ++i)
        if (wend_segment_distance(widening->walls[side][i], p) <= widening->tolerance)
            return true;
    return false;
}

/// The length of a straight path from a root to a point on a body, as if the gate were wider.
static double widened(const wend_map *map, uint32_t body, uint32_t root, wend_vec2 at,
                      double distance)
{
    const wend_map_widening *widening = map->bodies.def->widening;
    uint32_t from = map->roots.data[root].source;
    bool forth = from == widening->from && body == widening->to,
         back = from == widening->to && body == widening->from;
    wend_vec2 projection = wend_map_projection(&map->roots.data[root], at);
    bool is_wider = (forth && is_on(widening, 0, projection) && is_on(widening, 1, at)) ||
                    (back && is_on(widening, 1, projection) && is_on(widening, 0, at));
    return is_wider ? distance + widening->by : distance;
}

static void touch(wend_map *map, uint32_t body, uint32_t root, wend_vec2 at, double distance)
{
    wend_bodies_run *run = &map->bodies;
    if (run->open.data[body])
        return;
    if (run->def->widening)
        distance = widened(map, body, root, at, distance);
    wend_map_reached *reached = &run->reached[body];
    if (!(distance < reached->distance))
        return;
    double width = run->def->width;
    double level = width > 0 ? width * floor(distance / width + run->def->tie) : distance;
    *reached = (wend_map_reached){level, distance, at, root};
    wend_heap_push(&map->heap, (uint32_t)map->corners.count + body, level);
}

/// True if sliding along the wall does not shorten a path to a point on it.
static bool is_square(const wend_map *map, uint32_t root, wend_vec2 at, uint32_t wall)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_vec2 from = wend_map_projection(&map->roots.data[root], at);
    wend_segment all = {wend_at(mesh, wend_origin(mesh, wall)),
                        wend_at(mesh, wend_target(mesh, wall))};
    return wend_segment_distance(all, from) >= wend_distance(from, at) - map->margin;
}

/// The same for a corner of a body, and its walls there.
static bool is_square_corner(const wend_map *map, uint32_t root, uint32_t corner, uint32_t body)
{
    const wend_corner *sector = &map->corners.data[corner];
    uint32_t leaving = sector->first, coming = wend_prev(sector->last);
    return (body_of(map, leaving) != body || is_square(map, root, sector->at, leaving)) &&
           (body_of(map, coming) != body || is_square(map, root, sector->at, coming));
}

void wend_bodies_meet(wend_map *map, const wend_map_window *window, uint32_t wall)
{
    const wend_mesh *mesh = map->lookup.mesh;
    uint32_t body = body_of(map, wall);
    if (body == WEND_NONE || map->bodies.open.data[body])
        return;
    wend_map_entry entry = {.window = *window};
    wend_map_edge edge = measure_wall(map, wall);
    wend_vec2 a = wend_at(mesh, wend_target(mesh, wall)),
              b = wend_at(mesh, wend_origin(mesh, wall));
    wend_entry_measure_edge(&entry, &edge, a, b);
    bool has_foot = !wend_window_is_segment(window) && entry.projection > entry.lo &&
                    entry.projection < entry.hi;
    double along = has_foot ? entry.projection : entry.at_lo <= entry.at_hi ? entry.lo : entry.hi;
    bool alone = map->bodies.def->alone;
    if (alone && fabs(entry.at_lo - entry.at_hi) <= map->margin && !has_foot)
        along = 0.5 * (entry.lo + entry.hi); // parallel: anywhere
    double share = along * edge.inverse;
    wend_vec2 at = wend_lerp(a, b, share);
    // The ends of the wall are handled as corners.
    bool is_end = along <= map->nudge || along >= edge.length - map->nudge;
    if (!alone || (!is_end && is_square(map, window->root, at, wall)))
        touch(map, body, window->root, at, entry.key);
}

bool wend_bodies_visit(wend_map *map, uint32_t corner, uint32_t root)
{
    uint32_t body = map->bodies.of_corner.data[corner];
    if (body == WEND_NONE)
        return false;
    wend_corner *seen = &map->corners.data[corner];
    if (!map->bodies.def->alone || is_square_corner(map, root, corner, body))
        touch(map, body, root, seen->at, seen->distance);
    if (map->bodies.def->alone)
        seen->distance = INFINITY; // A later contact may be perpendicular to it
    return true;
}

// ---- opening ------------------------------------------------------------------------------------

static wend_vec2 direction_of(const wend_map *map, uint32_t h)
{
    const wend_mesh *mesh = map->lookup.mesh;
    double inverse = measure_wall(map, h).inverse;
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
    return (wend_vec2){(b.x - a.x) * inverse, (b.y - a.y) * inverse};
}

static void open_wall(wend_map *map, uint32_t h, uint32_t body)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
    double level = map->bodies.reached[body].level;
    wend_map_root root = {a, b, level, WEND_MAP_NONE, body};
    wend_map_window window = {.direction = direction_of(map, h),
                              .origin = a,
                              .base = level,
                              .root = wend_wave_add_root(map, root, WEND_NONE)};
    if (window.root != WEND_MAP_NONE)
        wend_map_open_segment(map, window, h / 3, 0, wend_distance(a, b));
}

/// A distant point in a direction from a corner, rotated by an amount that matters only to
/// rounding: cones overlap the adjacent segments.
static wend_vec2 far_away(const wend_map *map, wend_vec2 at, wend_vec2 direction, double turn)
{
    double nudge = turn * map->nudge;
    return (wend_vec2){at.x + map->reach * direction.x - nudge * direction.y,
                       at.y + map->reach * direction.y + nudge * direction.x};
}

/// Where walls bend inwards by more than this, points perpendicular to both are in both segment
/// windows, whatever the rounding of projections. (A sine.)
#define NEARLY_STRAIGHT 1e-3

/// True if two walls continue nearly straight, so that rounding may leave a gap between the
/// perpendiculars to both.
static bool is_nearly_straight(wend_vec2 in, wend_vec2 out)
{
    return fabs(wend_cross(in, out)) <= NEARLY_STRAIGHT && wend_dot(in, out) > 0;
}

/// The corner between two walls of a body, covering the directions in between: from the normal of
/// the outgoing wall, counter-clockwise, to that of the incoming wall; the other way around if they
/// bend inwards, but only where they hardly do.
static void open_between(wend_map *map, uint32_t corner, uint32_t coming, uint32_t leaving,
                         uint32_t body)
{
    wend_vec2 at = map->corners.data[corner].at;
    wend_vec2 in = direction_of(map, coming), out = direction_of(map, leaving);
    wend_vec2 left = wend_perp_left(in), right = wend_perp_left(out);
    bool turns = map->corners.data[corner].turns;
    if (!turns && !is_nearly_straight(in, out))
        return;
    if (!turns && wend_cross(in, out) > 0) {
        left = wend_perp_left(out);
        right = wend_perp_left(in);
    }
    wend_vec2 middle = wend_sub(in, out); // equally far from both walls
    double length = wend_length(middle);
    bool is_sharp = wend_dot(left, right) < 0;
    if (is_sharp)
        middle = (wend_vec2){middle.x / length, middle.y / length};
    wend_map_cone cones[2] = {{far_away(map, at, right, -1), far_away(map, at, left, 1)}};
    if (is_sharp) {
        cones[0].left = far_away(map, at, middle, 0);
        cones[1] = (wend_map_cone){cones[0].left, far_away(map, at, left, 1)};
    }
    wend_map_open_sector(map, corner, map->bodies.reached[body].level, body, cones,
                         is_sharp ? 2 : 1);
}

/// The corner before a wall; and the one after it, if the next wall is not the body's. Where a body
/// ends at an opening, that corner covers all directions.
static void open_corners(wend_map *map, uint32_t h, uint32_t body)
{
    uint32_t before = map->corner_of.data[h], after = map->corner_of.data[wend_next(h)];
    uint32_t coming = wend_prev(map->corners.data[before].last);
    double level = map->bodies.reached[body].level;
    if (body_of(map, coming) != body)
        wend_map_open_sector(map, before, level, body, NULL, 0);
    else
        open_between(map, before, coming, h, body);
    if (body_of(map, map->corners.data[after].first) != body)
        wend_map_open_sector(map, after, level, body, NULL, 0);
}

/// The first of a body's points, if it has any.
static uint32_t first_point(const wend_map_bodies *def, uint32_t body)
{
    uint32_t low = 0, high = def->point_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (def->points[middle].body < body)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void wend_bodies_open(wend_map *map, uint32_t body)
{
    wend_bodies_run *run = &map->bodies;
    const wend_map_bodies *def = run->def;
    run->open.data[body] = true;
    if (def->alone && body != def->start)
        return;
    uint32_t first = body > 0 ? run->ends.data[body - 1] : 0;
    for (uint32_t i = first; i < run->ends.data[body]; ++i) {
        open_wall(map, run->walls.data[i], body);
        open_corners(map, run->walls.data[i], body);
    }
    for (uint32_t i = first_point(def, body); i < def->point_count && def->points[i].body == body;
         ++i)
        wend_map_open_sector(map, map->corner_of.data[def->points[i].spoke],
                             run->reached[body].level, body, NULL, 0);
}

// ---- build --------------------------------------------------------------------------------------

/// Sorts the walls by bodies.
static bool list_walls(wend_map *map)
{
    wend_bodies_run *run = &map->bodies;
    uint32_t count = run->def->count, half_edges = 3 * map->lookup.mesh->triangle_count;
    run->ends.count = run->walls.count = 0;
    if (!wend_array_reserve(&run->ends, &map->allocator, count))
        return false;
    for (uint32_t i = 0; i < count; ++i)
        run->ends.data[run->ends.count++] = 0;
    uint32_t total = 0;
    for (uint32_t h = 0; h < half_edges; ++h)
        if (body_of(map, h) != WEND_NONE)
            ++run->ends.data[body_of(map, h)], ++total;
    if (!wend_array_reserve(&run->walls, &map->allocator, total))
        return false;
    run->walls.count = total;
    for (uint32_t i = 0, first = 0; i < count; ++i) {
        uint32_t own = run->ends.data[i];
        run->ends.data[i] = first;
        first += own;
    }
    for (uint32_t h = 0; h < half_edges; ++h)
        if (body_of(map, h) != WEND_NONE)
            run->walls.data[run->ends.data[body_of(map, h)]++] = h;
    return true;
}

/// Marks the corners of bodies.
static bool mark_corners(wend_map *map)
{
    wend_bodies_run *run = &map->bodies;
    run->of_corner.count = 0;
    if (!wend_array_reserve(&run->of_corner, &map->allocator, map->corners.count))
        return false;
    run->of_corner.count = map->corners.count;
    for (size_t i = 0; i < map->corners.count; ++i)
        run->of_corner.data[i] = WEND_NONE;
    for (uint32_t body = 0, i = 0; body < run->def->count; ++body)
        for (; i < run->ends.data[body]; ++i) {
            uint32_t h = run->walls.data[i];
            run->of_corner.data[map->corner_of.data[h]] = body;
            run->of_corner.data[map->corner_of.data[wend_next(h)]] = body;
        }
    for (uint32_t i = 0; i < run->def->point_count; ++i)
        run->of_corner.data[map->corner_of.data[run->def->points[i].spoke]] =
            run->def->points[i].body;
    return true;
}

static bool prepare(wend_map *map)
{
    wend_bodies_run *run = &map->bodies;
    uint32_t count = run->def->count;
    run->open.count = 0;
    if (!list_walls(map) || !mark_corners(map) ||
        !wend_array_reserve(&run->open, &map->allocator, count) ||
        !wend_heap_reserve(&map->heap, (uint32_t)map->corners.count + count))
        return false;
    run->open.count = count;
    for (uint32_t i = 0; i < count; ++i) {
        run->open.data[i] = false;
        run->reached[i] = (wend_map_reached){INFINITY, INFINITY, {0, 0}, WEND_MAP_NONE};
    }
    return true;
}

wend_result wend_map_build_bodies(wend_map *map, const wend_mesh *mesh,
                                  const wend_map_bodies *bodies, wend_map_reached *reached,
                                  wend_error *error)
{
    wend_map_forget(map);
    map->size.rebuilt = true;
    bool fits = wend_map_adopt_mesh(map, mesh);
    // Where distances are not those of paths, nearer windows prove nothing.
    if (bodies->alone || bodies->widening)
        map->leeway = INFINITY;
    map->bodies.def = bodies;
    map->bodies.reached = reached;
    fits = fits && prepare(map);
    if (fits) {
        wend_wave_begin(map);
        reached[bodies->start].level = reached[bodies->start].distance = 0;
        wend_bodies_open(map, bodies->start);
        fits = wend_wave_run(map) && wend_map_sort_log(map);
    }
    map->bodies.def = NULL;
    if (fits)
        return WEND_OK;
    wend_map_forget(map);
    return wend_fail_memory(error);
}
