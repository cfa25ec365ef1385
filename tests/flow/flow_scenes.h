// SPDX-License-Identifier: MIT
// Scenes for the tests of flows: an outer wall of some form with sources and sinks in it, obstacles
// of all the kinds that path maps are tested with, turned, shrunk, enlarged or far away.
#ifndef WEND_TESTS_FLOW_FLOW_SCENES_H
#define WEND_TESTS_FLOW_FLOW_SCENES_H

#include "tests/flow/flow_rings.h"
#include "wend/vec2.h"

/// Obstacles this near to an opening (as a share of the ring's size) are left out.
#define OFF_OPENINGS 1e-3

// ---- bounds -------------------------------------------------------------------------------------

/// The bounds are the ring, but behind some openings there is more.
static inline void bounds_behind(flow_scene *s, uint32_t behind, double depth)
{
    uint32_t count = 0;
    uint32_t first = opening_start(s, 0); // so that no opening runs over the end of the array
    for (uint32_t k = 0; k < s->ring_count; ++k) {
        uint32_t i = (first + k) % s->ring_count;
        int o = s->openings[i];
        bool more = o != WALL && behind >> o & 1;
        bool starts = more && opening_start(s, o) == i;
        if (!more || starts)
            s->plan.bounds[count++] = s->ring[i];
        if (!starts)
            continue;
        uint32_t end = i;
        while (s->openings[end] == o)
            end = (end + 1) % s->ring_count;
        wend_vec2 a = s->ring[i], b = s->ring[end];
        double length = sight_distance(a, b), x = (b.y - a.y) / length, y = (a.x - b.x) / length;
        s->plan.bounds[count++] = (wend_vec2){a.x + depth * x, a.y + depth * y};
        s->plan.bounds[count++] = (wend_vec2){b.x + depth * x, b.y + depth * y};
    }
    s->plan.bounds_count = count;
}

/// True if the side from point i of the ring keeps off the walls, but for the ends of its opening.
static inline bool keeps_off_bounds(const flow_scene *s, uint32_t i)
{
    wend_segment side = {s->ring[i], ring_next(s, i)};
    bool last = s->openings[(i + 1) % s->ring_count] != s->openings[i];
    double near = OFF_OPENINGS * s->size;
    for (uint32_t k = 0; k < s->plan.bounds_count; ++k) {
        wend_vec2 p = s->plan.bounds[k];
        wend_segment wall = {p, s->plan.bounds[(k + 1) % s->plan.bounds_count]};
        wend_meeting meeting = wend_segments_meet(side, wall, NULL);
        bool is_end = wend_equal(p, side.a) || wend_equal(p, side.b);
        if (meeting == WEND_CROSS || meeting == WEND_OVERLAP ||
            (!is_end && wend_segment_distance(side, p) < near) ||
            (!last && wend_segment_distance(wall, side.b) < near))
            return false;
    }
    return true;
}

/// True if the bounds are simple, and the openings with something behind them lie in them.
static inline bool are_good_bounds(const flow_scene *s, uint32_t behind)
{
    if (wend_polygon_check(s->plan.bounds, s->plan.bounds_count, NULL, NULL) != WEND_OK)
        return false;
    for (uint32_t i = 0; i < s->ring_count; ++i) {
        if (s->openings[i] == WALL || !(behind >> s->openings[i] & 1))
            continue;
        wend_vec2 a = s->ring[i], b = ring_next(s, i), middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
        if (wend_polygon_locate(s->plan.bounds, s->plan.bounds_count, middle) != WEND_INSIDE ||
            !keeps_off_bounds(s, i))
            return false;
    }
    return true;
}

/// Leaves out vertices in the middle of walls.
static inline void thin_out_bounds(flow_scene *s, wend_random *random)
{
    wend_vec2 *bounds = s->plan.bounds;
    uint32_t kept = 1, count = s->plan.bounds_count; // the first stays
    for (uint32_t i = 1; i < count; ++i) {
        bool flat =
            off_line(bounds[kept - 1], bounds[i], bounds[(i + 1) % count]) < IN_LINE * s->size;
        if (!flat || wend_random_below(random, 2))
            bounds[kept++] = bounds[i];
    }
    s->plan.bounds_count = kept;
}

static inline void make_bounds(flow_scene *s, wend_random *random)
{
    uint32_t behind = wend_random_below(random, 2) ? wend_random_u32(random) & 0xff : 0;
    bounds_behind(s, behind, 1.0 + wend_random_below(random, 3));
    if (behind != 0 && !are_good_bounds(s, behind))
        bounds_behind(s, 0, 0);
    thin_out_bounds(s, random);
}

// ---- obstacles ----------------------------------------------------------------------------------

// Boxes with corners on whole numbers: they touch each other and the walls of boxes.
static inline void plan_slabs(site_plan *sites, wend_random *random)
{
    uint32_t count = 1 + wend_random_below(random, 12);
    for (uint32_t i = 0; i < count; ++i) {
        double x = wend_random_below(random, 16), y = wend_random_below(random, 12);
        double w = 1 + wend_random_below(random, 3), h = 1 + wend_random_below(random, 3);
        plan_box(sites, x, y, x + w, y + h);
    }
    sites->size = 8;
    sites->centre = (wend_vec2){8, 8};
}

/// The obstacles of a plan of any kind, in the middle of the ring. Lengths change by powers of two
/// only, so that what touched does.
static inline void add_obstacles(flow_scene *s, wend_random *random)
{
    site_plan *sites = &s->plan;
    uint32_t kind = wend_random_below(random, COUNT(map_kinds) + 4);
    sites->kind = kind < COUNT(map_kinds) ? map_kinds[kind].name : "slabs";
    if (kind < COUNT(map_kinds))
        map_kinds[kind].make(sites, random);
    else
        plan_slabs(sites, random);
    double scale = ldexp(1, (int)wend_random_below(random, 2) + 2 - ilogb(sites->size));
    for (uint32_t i = 0; i < sites->point_count; ++i) {
        wend_vec2 p = sites->points[i];
        sites->points[i] =
            (wend_vec2){8 + scale * (p.x - sites->centre.x), 8 + scale * (p.y - sites->centre.y)};
    }
}

static inline double shape_distance(const wend_shape *shape, wend_segment to)
{
    double least = INFINITY;
    uint32_t begin = 0;
    for (uint32_t r = 0; r < shape->ring_count; ++r) {
        uint32_t end = shape->ring_ends[r];
        for (uint32_t i = begin; i < end; ++i) {
            wend_segment wall = {shape->points[i], shape->points[i + 1 < end ? i + 1 : begin]};
            least = fmin(least, wend_segments_distance(wall, to, NULL, NULL));
        }
        begin = end;
    }
    return least;
}

static inline bool is_at_opening(const flow_scene *s, const wend_shape *shape)
{
    for (uint32_t i = 0; i < s->ring_count; ++i)
        if (s->openings[i] != WALL &&
            shape_distance(shape, (wend_segment){s->ring[i], ring_next(s, i)}) <
                OFF_OPENINGS * s->size)
            return true;
    return false;
}

/// Leaves out shapes that are not in the ring, or at an opening. False: the ring is not sound.
static inline bool keep_obstacles(flow_scene *s)
{
    site_plan *sites = &s->plan;
    memcpy(sites->bounds, s->ring, s->ring_count * sizeof *s->ring);
    sites->bounds_count = s->ring_count;
    if (!make_sound(sites))
        return false;
    uint32_t kept = 0, points = 0;
    for (uint32_t i = 0; i < sites->shape_count; ++i)
        if (!is_at_opening(s, &sites->shapes[i]) &&
            points + sites->shapes[i].point_count <= FLOW_PLAN_POINTS) {
            points += sites->shapes[i].point_count;
            sites->shapes[kept++] = sites->shapes[i];
        }
    sites->shape_count = kept;
    return true;
}

// ---- a scene ------------------------------------------------------------------------------------

static inline void start_flow_scene(flow_scene *s)
{
    memset(&s->plan, 0, sizeof s->plan);
    s->opening_count = 0;
}

/// What follows from the ring.
static inline void measure_ring(flow_scene *s)
{
    wend_box box = wend_box_of(s->ring, s->ring_count);
    s->size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    s->convex = true;
    for (uint32_t i = 0; i < s->ring_count; ++i) {
        wend_vec2 a = s->ring[i], b = ring_next(s, i), c = ring_next(s, (i + 1) % s->ring_count);
        if (wend_orient2d(a, b, c) < 0 && off_line(a, b, c) > IN_LINE * s->size)
            s->convex = false;
    }
}

static inline void displace_scene(flow_scene *s, double turn, wend_vec2 away, int exponent)
{
    wend_vec2 *arrays[] = {s->ring, s->plan.points, s->plan.bounds, s->given_points};
    const uint32_t counts[] = {s->ring_count, s->plan.point_count, s->plan.bounds_count,
                               s->given_count};
    for (uint32_t i = 0; i < 4; ++i) {
        move_points(arrays[i], counts[i], s->plan.centre, turn, away);
        for (uint32_t k = 0; k < counts[i]; ++k)
            arrays[i][k] =
                (wend_vec2){ldexp(arrays[i][k].x, exponent), ldexp(arrays[i][k].y, exponent)};
    }
    s->size = ldexp(s->size, exponent);
}

/// The floor of the ring and the obstacles.
static inline wend_floor *floor_of_ring(const flow_scene *s)
{
    wend_floor_def def = wend_default_floor_def();
    wend_floor *floor;
    wend_error error;
    def.bounds = s->ring;
    def.bounds_count = s->ring_count;
    def.shapes = s->plan.shapes;
    def.shape_count = s->plan.shape_count;
    if (wend_floor_create(&def, &floor, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return floor;
}

/// True if what the flow is given is a sound floor, and so is what is meant: turned, an obstacle
/// may stand on a wall but no more on both of its parts.
static inline bool is_sound_scene(const flow_scene *s)
{
    wend_floor *floors[] = {floor_of_plan(&s->plan, 0), floor_of_ring(s)};
    uint32_t defects[2];
    for (uint32_t i = 0; i < 2; ++i) {
        (void)wend_floor_validate(floors[i], NULL, 0, &defects[i], NULL);
        wend_floor_destroy(floors[i]);
    }
    return defects[0] == 0 && defects[1] == 0;
}

static inline void make_scene_of(flow_scene *s, uint64_t seed, bool turns)
{
    static const int exponents[] = {0, 0, 0, 0, 0, -20, 12};
    wend_random random = wend_random_stream(seed, 21);
    s->seed = seed;
    do {
        start_flow_scene(s);
        rings[wend_random_below(&random, COUNT(rings))](s, &random);
        bool sides = !turns && s->ring_count == 4 && wend_random_below(&random, 2);
        if (!sides)
            cut_sides(s, &random, s->ring_count > 20 ? 2 : 4);
        measure_ring(s);
        if (sides) {
            open_sides(s, 3, 1, false);
            open_sides(s, 1, 1, true);
        } else {
            open_anywhere(s, &random, turns);
        }
        give_openings(s, &random);
        add_obstacles(s, &random);
        if (!keep_obstacles(s))
            continue;
        make_bounds(s, &random);
        s->plan.centre = (wend_vec2){8, 8};
        double turn = wend_random_below(&random, 3) ? 0 : wend_random_between(&random, 0, 6);
        double away = wend_random_below(&random, 6) ? 0 : 4096;
        displace_scene(s, turn, (wend_vec2){away, -away}, exponents[wend_random_below(&random, 7)]);
    } while (!is_sound_scene(s));
}

static inline void make_flow_scene(flow_scene *s, uint64_t seed)
{
    make_scene_of(s, seed, false);
}

/// Sources and sinks take turns around the ring.
static inline void make_turns_scene(flow_scene *s, uint64_t seed)
{
    make_scene_of(s, seed, true);
}

static inline void print_flow_scene(const flow_scene *s)
{
    print_message("seed %llu, %s, ", (unsigned long long)s->seed, s->form);
    print_plan(&s->plan);
    for (uint32_t o = 0; o < s->opening_count; ++o) {
        print_message(s->given[o].is_sink ? "sink" : "source");
        for (uint32_t i = 0; i < s->given[o].count; ++i)
            print_message(" %.17g,%.17g", s->given[o].points[i].x, s->given[o].points[i].y);
        print_message("\n");
    }
}

/// The flow of a scene; NULL with the error where it is refused.
static inline wend_flow *flow_of_scene(const flow_scene *s, wend_error *error)
{
    wend_floor *floor = floor_of_plan(&s->plan, 0);
    wend_flow_def def = wend_default_flow_def();
    wend_flow *flow = NULL;
    def.floor = floor;
    def.openings = s->given;
    def.opening_count = s->opening_count;
    def.snap = fmin(def.snap, OFF_OPENINGS / 4 * s->size);
    if (wend_flow_create(&def, &flow, error) != WEND_OK)
        flow = NULL;
    wend_floor_destroy(floor);
    return flow;
}

#endif
