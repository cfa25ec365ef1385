// SPDX-License-Identifier: MIT
// Random floors and their meshes, and a ray that is obviously right: it looks at all walls of the
// floor.
//
// The ray is cut where walls meet it. On each piece between two cuts its two sides are free or not,
// which wend_floor_locate says of points very near to the piece's middle. A side goes on at a cut
// if no wall there reaches to that side. Where no wall runs along a piece its two sides are one.
#ifndef WEND_TESTS_ORACLE_RAY_H
#define WEND_TESTS_ORACLE_RAY_H

#include "tests/support/support.h"

#include "geometry/floor.h"
#include "mesh/mesh.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

enum { PLAN_SHAPES = 128, PLAN_POINTS = 640 };

/// The shapes of a floor while it is being made up.
typedef struct plan {
    wend_vec2 points[PLAN_POINTS];
    wend_shape shapes[PLAN_SHAPES];
    uint32_t point_count, shape_count;
    wend_vec2 bounds[4];
    bool has_bounds;
    double size; ///< everything lies in 0..size
} plan;

static inline wend_floor *plan_floor(const plan *p)
{
    wend_floor_def def = wend_default_floor_def();
    def.bounds = p->has_bounds ? p->bounds : NULL;
    def.bounds_count = p->has_bounds ? 4 : 0;
    def.shapes = p->shapes;
    def.shape_count = p->shape_count;
    wend_floor *floor;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    return floor;
}

static inline void plan_clear(plan *p, double size, bool has_bounds)
{
    p->point_count = p->shape_count = 0;
    p->has_bounds = has_bounds;
    p->size = size;
    const wend_vec2 corners[4] = {{0, 0}, {size, 0}, {size, size}, {0, size}};
    memcpy(p->bounds, corners, sizeof corners);
}

static inline bool plan_is_sound(const plan *p)
{
    uint32_t count;
    wend_floor *floor = plan_floor(p);
    wend_result result = wend_floor_validate(floor, NULL, 0, &count, NULL);
    wend_floor_destroy(floor);
    return result == WEND_OK;
}

/// Adds a shape; false, and as it was, if it is unsound or there is no room.
static inline bool plan_add(plan *p, const wend_vec2 *points, uint32_t count)
{
    if (p->shape_count == PLAN_SHAPES || p->point_count + count > PLAN_POINTS)
        return false;
    wend_vec2 *own = p->points + p->point_count;
    memcpy(own, points, count * sizeof *own);
    p->shapes[p->shape_count++] = (wend_shape){.points = own, .point_count = count};
    if (!plan_is_sound(p)) {
        --p->shape_count;
        return false;
    }
    p->point_count += count;
    return true;
}

/// A number on a grid of 2^-fine, so that points meet often and everything is exact.
static inline double on_grid(wend_random *random, double size, int fine)
{
    double steps = ldexp(1, fine);
    return wend_random_below(random, (uint32_t)(size * steps) + 1) / steps;
}

static inline wend_vec2 point_on_grid(wend_random *random, double size, int fine)
{
    double x = on_grid(random, size, fine);
    return (wend_vec2){x, on_grid(random, size, fine)};
}

/// Unit squares on a grid, some of them: they share walls and touch at corners.
static inline void plan_squares(plan *p, wend_random *random, uint32_t share)
{
    for (double y = 0; y < p->size; ++y)
        for (double x = 0; x < p->size; ++x)
            if (wend_random_below(random, 10) < share)
                plan_add(p, (wend_vec2[]){{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}, 4);
}

/// Triangles, quadrangles, segments and points with corners on the grid, as many as fit by chance.
static inline void plan_scraps(plan *p, wend_random *random, uint32_t tries, int fine)
{
    for (uint32_t i = 0; i < tries; ++i) {
        wend_vec2 points[4];
        uint32_t count = 1 + wend_random_below(random, 4);
        for (uint32_t k = 0; k < count; ++k)
            points[k] = point_on_grid(random, p->size, fine);
        plan_add(p, points, count);
    }
}

/// One of several kinds of floor.
static inline void plan_random(plan *p, uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 1);
    double size = 4 + wend_random_below(&random, 5);
    plan_clear(p, size, wend_random_below(&random, 4) > 0);
    uint32_t kind = wend_random_below(&random, 4);
    if (kind < 2)
        plan_squares(p, &random, 1 + wend_random_below(&random, 6));
    if (kind > 0)
        plan_scraps(p, &random, 25, kind == 3 ? 20 : (int)wend_random_below(&random, 2));
}

// ---- its mesh -----------------------------------------------------------------------------------

/// size: for a floor without bounds, of which everything asked about is in the middle of the frame.
static inline wend_mesh *make_mesh(const wend_floor *floor, double size)
{
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = (wend_box){{-size, -size}, {2 * size, 2 * size}};
    wend_mesh *mesh;
    wend_error error;
    if (wend_mesh_create(floor, &def, &mesh, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    if (wend_hints_check(mesh, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return mesh;
}

/// A mesh of a plan, and the floor.
typedef struct world {
    wend_floor *floor;
    wend_mesh *mesh;
} world;

static inline world make_world(const plan *p)
{
    wend_floor *floor = plan_floor(p);
    return (world){floor, make_mesh(floor, p->size)};
}

static inline void free_world(world w)
{
    wend_mesh_destroy(w.mesh);
    wend_floor_destroy(w.floor);
}

// ---- the ray ------------------------------------------------------------------------------------

enum { ON_LEFT = 1, ON_RIGHT = 2, ON_BOTH = 3 };

/// Where a wall meets the ray.
typedef struct ray_cut {
    double along;   ///< [Units: of the ray's length]
    uint32_t reach; ///< the sides to which the wall reaches from there
    wend_vec2 at;
} ray_cut;

/// A stretch of the ray that runs along a wall.
typedef struct ray_stretch {
    double from, to;
} ray_stretch;

typedef struct ray_oracle {
    ray_cut cuts[4 * PLAN_POINTS];
    ray_stretch stretches[4 * PLAN_POINTS];
    uint32_t cut_count, stretch_count;
} ray_oracle;

/// Cuts that are nearer than this are one; different ones of the random floors are farther apart.
#define SAME_CUT 1e-9
/// How far beside the ray its sides are looked at, in tolerances of the floor: between the rounding
/// and what stands there.
#define BESIDE 0.0625

static inline double ray_along(wend_vec2 p, wend_vec2 q, wend_vec2 at)
{
    double x = q.x - p.x, y = q.y - p.y;
    return ((at.x - p.x) * x + (at.y - p.y) * y) / (x * x + y * y);
}

static inline int compare_cuts(const void *a, const void *b)
{
    double x = ((const ray_cut *)a)->along, y = ((const ray_cut *)b)->along;
    return (x > y) - (x < y);
}

static inline void add_cut(ray_oracle *o, wend_vec2 p, wend_vec2 q, wend_vec2 at, uint32_t reach)
{
    o->cuts[o->cut_count++] = (ray_cut){ray_along(p, q, at), reach, at};
}

static inline void cut_by_wall(ray_oracle *o, wend_vec2 p, wend_vec2 q, wend_segment wall)
{
    wend_segment ray = {p, q};
    wend_vec2 at, end;
    wend_meeting meeting = wend_segments_meet(ray, wall, &at);
    if (meeting == WEND_APART)
        return;
    if (meeting == WEND_OVERLAP) {
        wend_segments_meet((wend_segment){q, p}, wall, &end);
        add_cut(o, p, q, at, 0);
        add_cut(o, p, q, end, 0);
        o->stretches[o->stretch_count++] = (ray_stretch){ray_along(p, q, at), ray_along(p, q, end)};
        return;
    }
    int a = wend_orient2d(p, q, wall.a), b = wend_orient2d(p, q, wall.b);
    add_cut(o, p, q, at, (a > 0 || b > 0 ? ON_LEFT : 0u) | (a < 0 || b < 0 ? ON_RIGHT : 0u));
}

static inline uint32_t free_sides(const wend_floor *floor, wend_vec2 p, wend_vec2 q, double along)
{
    double x = q.x - p.x, y = q.y - p.y, length = sqrt(x * x + y * y);
    wend_vec2 middle = {p.x + along * x, p.y + along * y};
    double beside = BESIDE * floor->tolerance, u = -y / length * beside, v = x / length * beside;
    wend_vec2 left = {middle.x + u, middle.y + v}, right = {middle.x - u, middle.y - v};
    return (wend_floor_locate(floor, left, NULL) == WEND_LOCATION_FREE ? ON_LEFT : 0u) |
           (wend_floor_locate(floor, right, NULL) == WEND_LOCATION_FREE ? ON_RIGHT : 0u);
}

static inline bool runs_along(const ray_oracle *o, double along)
{
    for (uint32_t i = 0; i < o->stretch_count; ++i)
        if (o->stretches[i].from < along && along < o->stretches[i].to)
            return true;
    return false;
}

/// True if the ray stops before q, and where. p and q differ, and p is free or beside free space.
static inline bool oracle_hit(const wend_floor *floor, wend_vec2 p, wend_vec2 q, wend_vec2 *at)
{
    static ray_oracle oracle;
    ray_oracle *o = &oracle;
    o->cut_count = o->stretch_count = 0;
    for (uint32_t i = 0; i < floor->wall_count; ++i)
        cut_by_wall(o, p, q, wend_wall_segment(floor, i));
    add_cut(o, p, q, q, 0);
    qsort(o->cuts, o->cut_count, sizeof *o->cuts, compare_cuts);
    double last = 0;
    wend_vec2 place = p;
    uint32_t sides = ON_BOTH; // at the start any way ahead will do
    for (uint32_t i = 0; i < o->cut_count;) {
        if (o->cuts[i].along < SAME_CUT) {
            ++i;
            continue;
        }
        double middle = (last + o->cuts[i].along) / 2;
        sides &= free_sides(floor, p, q, middle);
        *at = place;
        if (sides == 0)
            return true;
        if (!runs_along(o, middle))
            sides = ON_BOTH;
        last = o->cuts[i].along;
        place = o->cuts[i].at;
        for (; i < o->cut_count && o->cuts[i].along < last + SAME_CUT; ++i)
            sides &= ~o->cuts[i].reach;
        if (last > 1 - SAME_CUT)
            return false;
        *at = place;
        if (sides == 0)
            return true;
    }
    return false;
}

#endif
