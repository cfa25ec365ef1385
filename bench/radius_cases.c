// SPDX-License-Identifier: MIT
// Scenes for paths of discs: some built-in ones, and some hard ones (grids full of ties, gaps of
// nearly twice the radius, tiny posts under a large disc).
#include "bench/radius_cases.h"

#include "geometry/floor.h"
#include "scene/builtin/builtin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/// Relative difference between half of a gap's width and a radius that must not touch both sides:
/// much more than rounding, much less than any other difference in a scene.
#define NEARLY 1e-6

/// Relative deviation of generated gaps from the nominal width, so that a radius that is NEARLY
/// half of one gap is not exactly half of another.
#define NEARLY_GAP 2e-6

// ---- construction -------------------------------------------------------------------------------

static void add_ring(radius_scene *s, const wend_vec2 *points, uint32_t count, bool new_shape)
{
    if (s->point_count + count > RADIUS_POINTS || s->ring_count == RADIUS_SHAPES)
        return;
    if (new_shape) {
        s->shapes[s->shape_count].first_point = s->point_count;
        s->shapes[s->shape_count].first_ring = s->ring_count;
        s->shapes[s->shape_count].point_count = s->shapes[s->shape_count].ring_count = 0;
        s->shape_count++;
    }
    memcpy(s->points + s->point_count, points, count * sizeof *points);
    s->point_count += count;
    s->shapes[s->shape_count - 1].point_count += count;
    s->shapes[s->shape_count - 1].ring_count++;
    s->ring_ends[s->ring_count++] = s->shapes[s->shape_count - 1].point_count;
}

static void add_shape(radius_scene *s, const wend_vec2 *points, uint32_t count)
{
    add_ring(s, points, count, true);
}

static void add_box(radius_scene *s, double x0, double y0, double x1, double y1)
{
    add_shape(s, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

static void set_bounds(radius_scene *s, double x0, double y0, double x1, double y1)
{
    const wend_vec2 ring[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    memcpy(s->bounds, ring, sizeof ring);
    s->bounds_count = 4;
}

static wend_shape shape_at(const radius_scene *s, uint32_t i)
{
    return (wend_shape){s->points + s->shapes[i].first_point,
                        s->ring_ends + s->shapes[i].first_ring, s->shapes[i].ring_count,
                        s->shapes[i].point_count};
}

void radius_scene_drop(radius_scene *s, uint32_t shape)
{
    memmove(s->shapes + shape, s->shapes + shape + 1,
            (s->shape_count - shape - 1) * sizeof *s->shapes);
    s->shape_count--;
}

wend_floor *radius_floor(const radius_scene *s)
{
    wend_shape shapes[RADIUS_SHAPES];
    for (uint32_t i = 0; i < s->shape_count; i++)
        shapes[i] = shape_at(s, i);
    wend_floor_def def = wend_default_floor_def();
    def.shapes = shapes;
    def.shape_count = s->shape_count;
    def.bounds = s->bounds_count ? s->bounds : NULL;
    def.bounds_count = s->bounds_count;
    wend_floor *floor = NULL;
    return wend_floor_create(&def, &floor, NULL) == WEND_OK ? floor : NULL;
}

// ---- separate random shapes ---------------------------------------------------------------------

static double ring_distance(const wend_vec2 *a, uint32_t n, const wend_vec2 *b, uint32_t m)
{
    if ((n > 2 && wend_polygon_locate(a, n, b[0]) == WEND_INSIDE) ||
        (m > 2 && wend_polygon_locate(b, m, a[0]) == WEND_INSIDE))
        return 0;
    double least = INFINITY;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < m; k++)
            least = fmin(least,
                         wend_segments_distance((wend_segment){a[i], a[(i + 1) % n]},
                                                (wend_segment){b[k], b[(k + 1) % m]}, NULL, NULL));
    return least;
}

// Adds the ring if it keeps that distance from everything, and is inside the bounds.
static bool add_apart(radius_scene *s, const wend_vec2 *ring, uint32_t count, double apart)
{
    for (uint32_t i = 0; i < s->shape_count; i++) {
        wend_shape other = shape_at(s, i);
        if (ring_distance(ring, count, other.points, other.point_count) < apart)
            return false;
    }
    for (uint32_t i = 0; i < count && s->bounds_count; i++)
        if (ring[i].x < s->bounds[0].x + apart || ring[i].x > s->bounds[2].x - apart ||
            ring[i].y < s->bounds[0].y + apart || ring[i].y > s->bounds[2].y - apart)
            return false;
    add_shape(s, ring, count);
    return true;
}

static wend_vec2 polar(wend_vec2 centre, double radius, double angle)
{
    return (wend_vec2){centre.x + radius * cos(angle), centre.y + radius * sin(angle)};
}

static wend_vec2 random_in(wend_random *random, double size)
{
    double x = wend_random_between(random, 0, size);
    return (wend_vec2){x, wend_random_between(random, 0, size)};
}

// ---- scenes -------------------------------------------------------------------------------------

// Blocks that touch at corners and along walls, and smaller ones, all at whole coordinates.
static void make_grid(radius_scene *s, wend_random *random)
{
    set_bounds(s, 0, 0, 14, 14);
    for (int i = 0; i < 36; i++) {
        double x = 1 + 2 * (i % 6), y = 1 + 2 * (i / 6);
        uint32_t what = wend_random_below(random, 10);
        if (what < 3)
            add_box(s, x, y, x + 2, y + 2);
        else if (what < 5)
            add_box(s, x + 0.5, y + 0.5, x + 1.5, y + 1.5);
        else if (what < 6)
            add_shape(s, (wend_vec2[]){{x + 1, y + 1}}, 1);
    }
}

// Rotated polygons with three to six corners, some of them not convex.
static void make_polygons(radius_scene *s, wend_random *random)
{
    set_bounds(s, 0, 0, 20, 20);
    for (int tries = 0; tries < 200 && s->shape_count < 16; tries++) {
        wend_vec2 ring[6], centre = random_in(random, 20);
        uint32_t count = 3 + wend_random_below(random, 4);
        double size = wend_random_between(random, 0.5, 2.5), angle = random_in(random, 6).x;
        bool regular = wend_random_below(random, 2);
        for (uint32_t i = 0; i < count; i++)
            ring[i] = polar(centre, regular ? size : size * wend_random_between(random, 0.3, 1),
                            angle + 2 * PI * i / count);
        add_apart(s, ring, count, 0.2);
    }
}

// Segments and points without bounds.
static void make_segments(radius_scene *s, wend_random *random)
{
    for (int tries = 0; tries < 300 && s->shape_count < 30; tries++) {
        wend_vec2 ends[2] = {random_in(random, 20)};
        double angle = random_in(random, 7).x, length = wend_random_between(random, 0.5, 6);
        ends[1] = polar(ends[0], length, angle);
        add_apart(s, ends, 1 + (wend_random_below(random, 4) > 0), 0.3);
    }
}

// Posts in rows and columns 2 m apart: all are collinear and cocircular.
static void make_lattice(radius_scene *s, wend_random *random)
{
    set_bounds(s, 0, 0, 16, 16);
    for (int i = 0; i < 49; i++) {
        double x = 2 + 2 * (i % 7), y = 2 + 2 * (i / 7);
        uint32_t what = wend_random_below(random, 10);
        if (what < 6)
            add_shape(s, (wend_vec2[]){{x, y}}, 1);
        else if (what < 8)
            add_box(s, x - 0.0625, y - 0.0625, x + 0.0625, y + 0.0625);
    }
}

// Obstacles much smaller than the disc.
static void make_posts(radius_scene *s, wend_random *random)
{
    set_bounds(s, 0, 0, 24, 24);
    for (int tries = 0; tries < 400 && s->shape_count < 36; tries++) {
        wend_vec2 at = random_in(random, 24), ring[4];
        double size = pow(10, wend_random_between(random, -4, -1)), angle = random_in(random, 7).x;
        for (int i = 0; i < 4; i++)
            ring[i] = polar(at, size, angle + PI / 2 * i);
        add_apart(s, ring, wend_random_below(random, 3) ? 4 : 1, 0.5);
    }
}

// Three walls with three doors each: some of exactly 2 m, some nearly, some clearly different.
static void make_doors(radius_scene *s, wend_random *random)
{
    const double halves[] = {1, 1 - NEARLY_GAP, 1 + NEARLY_GAP, 1, 0.75, 1.25};
    set_bounds(s, 0, 0, 24, 24);
    for (int wall = 0; wall < 3; wall++) {
        double x = 6 + 6 * wall, low = 0;
        for (int door = 0; door <= 3; door++) {
            double half = halves[wend_random_below(random, 6)];
            double high = door < 3 ? 4 + 8 * door - half : 24;
            if (wall == 1)
                add_shape(s, (wend_vec2[]){{x, low}, {x, high}}, 2);
            else
                add_box(s, x, low, x + 0.5, high);
            low = 4 + 8 * door + half;
        }
    }
    for (int post = 0; post < 3; post++)
        add_shape(s, (wend_vec2[]){{9 + 6 * (post % 2), 4.0 + 8 * post}}, 1);
}

// The corners of a square spiral at whole coordinates, 2 inwards with every turn.
static wend_vec2 square_spiral(uint32_t i)
{
    double half = 11 - 2.0 * (i / 4);
    const wend_vec2 corners[4] = {
        {i ? -half - 2 : -half, -half}, {half, -half}, {half, half}, {-half, half}};
    return corners[i % 4];
}

// A chain of walls that spirals inwards, 2 m apart: square for even seeds, with more corners for
// odd ones.
static void make_spiral(radius_scene *s, wend_random *random, bool square)
{
    uint32_t sides = square ? 4 : 5 + wend_random_below(random, 4);
    double angle = random_in(random, 7).x;
    wend_vec2 last = {0};
    set_bounds(s, -13, -13, 13, 13);
    for (uint32_t i = 0; i <= 4 * sides; i++) {
        wend_vec2 at = polar((wend_vec2){0, 0}, 11.5 - 2.2 * i / sides, angle + 2 * PI * i / sides);
        if (square)
            at = square_spiral(i);
        if (i)
            add_shape(s, (wend_vec2[]){last, at}, 2);
        last = at;
    }
}

// Teeth alternately from above and below that touch the bounds, some of them pointed.
static void make_comb(radius_scene *s, wend_random *random)
{
    set_bounds(s, 0, 0, 27, 12);
    for (int i = 0; i < 8; i++) {
        double x = 3 * i + 2.5 + 0.25 * wend_random_below(random, 4), foot = i % 2 ? 12 : 0;
        double tip = 12 - 0.25 * (4 + wend_random_below(random, 12));
        double w = 0.25 * (1 + wend_random_below(random, 3));
        tip = i % 2 ? 12 - tip : tip;
        if (wend_random_below(random, 2))
            add_shape(s, (wend_vec2[]){{x, foot}, {x + w, foot}, {x + w / 2, tip}}, 3);
        else
            add_box(s, x, fmin(foot, tip), x + w, fmax(foot, tip));
    }
}

static bool copy_builtin(radius_scene *s, const char *name)
{
    builtin_scene builtin;
    problem_list problems = {.file = name};
    scene *loaded = builtin_find(name, &builtin) ? builtin_load(builtin, &problems) : NULL;
    problem_free(&problems);
    if (!loaded)
        return false;
    s->bounds_count = loaded->bounds_count;
    memcpy(s->bounds, loaded->bounds, s->bounds_count * sizeof *s->bounds);
    for (uint32_t i = 0; i < loaded->obstacle_count; i++) {
        const scene_shape *shape = &loaded->obstacles[i].shape;
        for (uint32_t r = 0, first = 0; r < shape->ring_count; first = shape->ring_ends[r++])
            add_ring(s, shape->points + first, shape->ring_ends[r] - first, r == 0);
    }
    scene_free(loaded);
    return true;
}

/// A scene's name, and the range of half-widths of gaps that become radii.
static const struct {
    const char *name;
    double least, most;
} scenes[RADIUS_SCENES] = {
    {"hall", 0.3, 2.2},     {"office", 0.3, 0.8},  {"contacts", 0.3, 1.2}, {"grid", 0.3, 0.8},
    {"polygons", 0.3, 1.1}, {"segments", 0.3, 1},  {"posts", 0.8, 1.8},    {"doors", 0.9, 1.1},
    {"spiral", 0.9, 1.1},   {"lattice", 0.8, 1.5}, {"comb", 0.4, 1.5},     {"museum", 0.3, 1.3},
    {"pillars", 0.4, 1.2},
};

const char *radius_case_name(uint32_t number)
{
    return number < RADIUS_SCENES ? scenes[number].name : NULL;
}

static bool make_scene(const char *name, uint64_t seed, wend_random *random, radius_scene *s)
{
    if (!strcmp(name, "grid"))
        make_grid(s, random);
    else if (!strcmp(name, "lattice"))
        make_lattice(s, random);
    else if (!strcmp(name, "polygons"))
        make_polygons(s, random);
    else if (!strcmp(name, "segments"))
        make_segments(s, random);
    else if (!strcmp(name, "posts"))
        make_posts(s, random);
    else if (!strcmp(name, "doors"))
        make_doors(s, random);
    else if (!strcmp(name, "spiral"))
        make_spiral(s, random, seed % 2 == 0);
    else if (!strcmp(name, "comb"))
        make_comb(s, random);
    else
        return copy_builtin(s, name);
    return true;
}

// ---- gaps and radii -----------------------------------------------------------------------------

static bool is_exact(wend_vec2 a, wend_vec2 b, double width)
{
    double low = a.x == b.x ? fmin(a.y, b.y) : fmin(a.x, b.x);
    double high = a.x == b.x ? fmax(a.y, b.y) : fmax(a.x, b.x);
    return (a.x == b.x || a.y == b.y) && low + width == high && high - width == low;
}

// Gaps from every corner to the nearest point of every wall, if nothing is nearer at the midpoint.
static void find_gaps(radius_case *c)
{
    const wend_floor *floor = c->floor;
    for (uint32_t i = 0; i < floor->wall_count; i++) {
        for (uint32_t k = 0; k < floor->wall_count; k++) {
            wend_vec2 a = floor->points[i];
            wend_vec2 b = wend_segment_closest(wend_wall_segment(floor, k), a);
            wend_vec2 half = {a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2};
            double width = wend_distance(b, a);
            if (width > 10 * floor->tolerance && c->gap_count < RADIUS_GAPS_MAX &&
                wend_floor_locate(floor, half, NULL) == WEND_LOCATION_FREE &&
                wend_floor_clearance(floor, half, NULL, NULL) >= width / 2 - floor->tolerance)
                c->gaps[c->gap_count++] = (radius_gap){a, b, width, is_exact(a, b, width)};
        }
    }
}

// Half of a random gap's width between least and most; any number between them if none was found.
static double half_a_gap(const radius_case *c, wend_random *random, double least, double most,
                         double factor)
{
    for (int tries = 0; tries < 200 && c->gap_count; tries++) {
        const radius_gap *gap = &c->gaps[wend_random_below(random, c->gap_count)];
        if (gap->width >= 2 * least && gap->width <= 2 * most && (factor != 1 || gap->exact))
            return gap->width / 2 * factor;
    }
    return wend_random_between(random, least, most);
}

static int compare_radii(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

bool radius_case_make(uint32_t number, uint64_t seed, radius_case *c)
{
    wend_random random = wend_random_stream(seed, number);
    double least = scenes[number].least, most = scenes[number].most;
    memset(c, 0, sizeof *c);
    c->name = scenes[number].name;
    c->seed = seed;
    if (!make_scene(c->name, seed, &random, &c->scene) || !(c->floor = radius_floor(&c->scene)))
        return false;
    find_gaps(c);
    c->radii[0] = 0.1;
    c->radii[1] = wend_random_between(&random, 0.15, 0.3);
    c->radii[2] = half_a_gap(c, &random, least, most, 1 - NEARLY);
    c->radii[3] = half_a_gap(c, &random, least, most, 1);
    c->radii[4] = half_a_gap(c, &random, (least + most) / 2, most, 1 + NEARLY);
    qsort(c->radii, RADIUS_CLASSES, sizeof *c->radii, compare_radii);
    return true;
}

bool radius_case_shift(radius_case *c, wend_vec2 by)
{
    for (uint32_t i = 0; i < c->scene.point_count; i++) {
        c->scene.points[i].x += by.x;
        c->scene.points[i].y += by.y;
    }
    for (uint32_t i = 0; i < c->scene.bounds_count; i++) {
        c->scene.bounds[i].x += by.x;
        c->scene.bounds[i].y += by.y;
    }
    wend_floor_destroy(c->floor);
    c->floor = radius_floor(&c->scene);
    if (!c->floor)
        return false;
    c->gap_count = 0;
    find_gaps(c);
    return true;
}

void radius_case_free(radius_case *c)
{
    wend_floor_destroy(c->floor);
    c->floor = NULL;
}

// ---- positions ----------------------------------------------------------------------------------

static bool is_clear(const radius_case *c, double radius, wend_vec2 p)
{
    return wend_floor_locate(c->floor, p, NULL) == WEND_LOCATION_FREE &&
           wend_floor_clearance(c->floor, p, NULL, NULL) >= radius;
}

// The point at distance radius from base in that direction, or slightly further because of
// rounding.
static bool touch(const radius_case *c, double radius, wend_vec2 base, wend_vec2 way, wend_vec2 *p)
{
    for (int ulps = 0; ulps < 64; ulps = 2 * ulps + 1) {
        double far = radius * (1 + ulps * 0x1p-52);
        *p = (wend_vec2){base.x + far * way.x, base.y + far * way.y};
        if (is_clear(c, radius, *p))
            return true;
    }
    return false;
}

// Half of them axis-parallel from the corner, as walls are.
static bool touch_corner(const radius_case *c, double radius, wend_random *random, wend_vec2 *p)
{
    wend_vec2 corner = c->floor->points[wend_random_below(random, c->floor->wall_count)];
    uint32_t way = wend_random_below(random, 8);
    const wend_vec2 ways[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    wend_vec2 any = polar((wend_vec2){0, 0}, 1, wend_random_between(random, 0, 2 * PI));
    return touch(c, radius, corner, way < 4 ? ways[way] : any, p);
}

static bool touch_wall(const radius_case *c, double radius, wend_random *random, wend_vec2 *p)
{
    wend_segment wall =
        wend_wall_segment(c->floor, wend_random_below(random, c->floor->wall_count));
    double t = wend_random_unit(random), x = wall.b.x - wall.a.x, y = wall.b.y - wall.a.y;
    double length = sqrt(x * x + y * y);
    if (length == 0)
        return false;
    // The free side is to the right of a wall.
    return touch(c, radius, (wend_vec2){wall.a.x + t * x, wall.a.y + t * y},
                 (wend_vec2){y / length, -x / length}, p);
}

static bool any_place(const radius_case *c, double radius, wend_random *random, wend_vec2 *p)
{
    wend_box box = wend_floor_box(c->floor);
    double margin = c->scene.bounds_count ? 0 : radius;
    p->x = wend_random_between(random, box.min.x - margin, box.max.x + margin);
    p->y = wend_random_between(random, box.min.y - margin, box.max.y + margin);
    return is_clear(c, radius, *p);
}

static bool in_gap(const radius_case *c, double radius, wend_random *random, wend_vec2 *p)
{
    if (!c->gap_count)
        return false;
    const radius_gap *gap = &c->gaps[wend_random_below(random, c->gap_count)];
    *p = (wend_vec2){(gap->a.x + gap->b.x) / 2, (gap->a.y + gap->b.y) / 2};
    return is_clear(c, radius, *p);
}

bool radius_place(const radius_case *c, double radius, wend_random *random, wend_vec2 *place)
{
    uint32_t kind = wend_random_below(random, 20);
    for (int tries = 0; tries < 2000; tries++) {
        bool found;
        if (kind < 9 || tries > 1000)
            found = any_place(c, radius, random, place);
        else if (kind < 14)
            found = touch_corner(c, radius, random, place);
        else if (kind < 17)
            found = touch_wall(c, radius, random, place);
        else
            found = in_gap(c, radius, random, place);
        if (found)
            return true;
    }
    return false;
}

bool radius_query(const radius_case *c, uint32_t rank, uint32_t k, wend_vec2 *from, wend_vec2 *to)
{
    wend_random random = wend_random_stream(c->seed, 1000000 * (uint64_t)(rank + 1) + k);
    return radius_place(c, c->radii[rank], &random, from) &&
           radius_place(c, c->radii[rank], &random, to);
}
