// SPDX-License-Identifier: MIT
// Scenes for the tests of path maps: floors of many kinds (those of the diagram's tests, those of
// the paths' tests, and some of its own), sources of all kinds in them, and places to ask about.
//
// A scene is made up near the origin, where the oracle sees best, and then turned, shrunk, enlarged
// or moved far away for the map. Lengths are the same, but for a factor and for rounding.
#ifndef WEND_TESTS_MAP_MAP_SCENES_H
#define WEND_TESTS_MAP_MAP_SCENES_H

#include "tests/voronoi/voronoi_scenes.h"

#include "tests/map/hand_plans.h"
#include "tests/oracle/map.h"
#include "wend/vec2.h"

enum { MOST_SOURCES = 10 };

/// How a scene is displaced.
typedef struct displacement {
    double turn;
    wend_vec2 away;
    int exponent; ///< everything is 2^exponent times as large
} displacement;

typedef struct map_scene {
    uint64_t seed;
    site_plan plan; ///< as it was made up
    displacement moved;
    bool rounded; ///< by the displacement: what was on a line is so no more
    wend_floor *plain;
    wend_floor *floor; ///< the plain one, displaced
    wend_mesh *mesh;   ///< of that
    wend_map_source plain_sources[MOST_SOURCES], sources[MOST_SOURCES];
    uint32_t source_count;
    double
        size; ///< the longer side of the box of what was made up, or of where places are [Units: m]
} map_scene;

/// How far a map may be from the truth, in sizes of the scene: what the project promises.
#define MAP_ERROR 1e-9

// ---- kinds of floors ----------------------------------------------------------------------------

static inline void copy_plan(site_plan *to, const plan *from)
{
    for (uint32_t i = 0; i < from->shape_count; ++i)
        plan_shape(to, from->shapes[i].points, from->shapes[i].point_count);
    if (from->has_bounds)
        plan_bounds(to, 0, 0, from->size, from->size);
    to->size = from->size / 2;
    to->centre = (wend_vec2){to->size, to->size};
}

// Shapes with corners on a grid, as many as fit: they share corners and walls.
static inline void plan_mosaic(site_plan *to, wend_random *random)
{
    static plan from; // large; filled anew each time
    plan_random(&from, wend_random_u64(random));
    copy_plan(to, &from);
}

static inline void plan_by_hand(site_plan *to, wend_random *random)
{
    static plan from; // large; filled anew each time
    hand_plans[wend_random_below(random, HAND_PLANS)](&from);
    copy_plan(to, &from);
}

// Squares of some width in rows and columns, in bounds that are as far from them as they are from
// each other, or not.
static inline void plan_lots(site_plan *to, uint32_t across, double width, double margin)
{
    for (uint32_t i = 0; i < across; ++i)
        for (uint32_t k = 0; k < across; ++k)
            plan_box(to, 2.0 * i, 2.0 * k, 2.0 * i + width, 2.0 * k + width);
    if (margin > 0)
        plan_bounds(to, -margin, -margin, 2.0 * (across - 1) + width + margin,
                    2.0 * (across - 1) + width + margin);
    to->centre = (wend_vec2){across - 1.0 + width / 2, across - 1.0 + width / 2};
    to->size = across;
}

static inline void plan_squares_and_streets(site_plan *to, wend_random *random)
{
    uint32_t across = 1 + wend_random_below(random, 4);
    plan_lots(to, across, 1, wend_random_below(random, 3));
}

static inline void plan_posts(site_plan *to, wend_random *random)
{
    uint32_t across = 2 + wend_random_below(random, 3);
    plan_lots(to, across, 0.0625, wend_random_below(random, 3));
}

// Bars with gaps, every other row shifted.
static inline void plan_bars(site_plan *to, wend_random *random)
{
    uint32_t rows = 2 + wend_random_below(random, 4);
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t i = 0; i < 2; ++i) {
            double x = 6.0 * i + (row % 2 ? 3.25 : 0.25), y = 2.0 * row + 1;
            plan_box(to, x, y, x + 5.5, y + 0.5);
        }
    plan_bounds(to, 0, 0, 15, 2.0 * rows + 1);
    to->centre = (wend_vec2){7.5, rows + 0.5};
    to->size = 7.5;
}

// A polygon around the middle of each place of a grid, of any form.
static inline void plan_polygons(site_plan *to, wend_random *random)
{
    uint32_t across = 1 + wend_random_below(random, 4);
    for (uint32_t i = 0; i < across * across; ++i) {
        wend_vec2 ring[8];
        uint32_t count = 3 + wend_random_below(random, 6);
        for (uint32_t k = 0; k < count; ++k) {
            double angle = 2 * 3.14159265358979323846 * (k + wend_random_unit(random) / 2) / count;
            double radius = wend_random_between(random, 0.3, 1.2);
            ring[k] = (wend_vec2){3.0 * (i % across) + radius * cos(angle),
                                  3.0 * (i / across) + radius * sin(angle)};
        }
        plan_shape(to, ring, count);
    }
    to->size = 1.5 * across;
    to->centre = (wend_vec2){to->size - 1.5, to->size - 1.5};
    if (wend_random_below(random, 2))
        plan_bounds(to, -2, -2, 3.0 * across - 1, 3.0 * across - 1);
}

/// Those that touch most come more often.
static const struct plan_kind map_kinds[] = {
    {"mosaic", plan_mosaic},     {"by hand", plan_by_hand}, {"squares", plan_squares_and_streets},
    {"posts", plan_posts},       {"bars", plan_bars},       {"polygons", plan_polygons},
    {"mosaic", plan_mosaic},     {"rooms", plan_rooms},     {"touching", plan_touching},
    {"touching", plan_touching}, {"rows", plan_rows},       {"thin", plan_thin},
    {"city", plan_city},         {"comb", plan_comb},       {"courtyards", plan_courtyards},
    {"circles", plan_circles},   {"stars", plan_stars},     {"anyhow", plan_anyhow},
    {"lattice", plan_lattice},
};

// ---- a scene ------------------------------------------------------------------------------------

static inline void displace_points(const map_scene *s, wend_vec2 *points, uint32_t count)
{
    move_points(points, count, s->plan.centre, s->moved.turn, s->moved.away);
    for (uint32_t i = 0; i < count; ++i)
        points[i] = (wend_vec2){ldexp(points[i].x, s->moved.exponent),
                                ldexp(points[i].y, s->moved.exponent)};
}

/// Where a place of the plain floor is for the map.
static inline wend_vec2 displaced(const map_scene *s, wend_vec2 p)
{
    displace_points(s, &p, 1);
    return p;
}

/// NULL: not sound.
static inline wend_floor *displaced_floor(const map_scene *s)
{
    static site_plan moved; // large; filled anew each time
    uint32_t defects;
    moved = s->plan;
    for (uint32_t i = 0; i < moved.shape_count; ++i) {
        wend_shape *shape = &moved.shapes[i];
        shape->points = moved.points + (shape->points - s->plan.points);
        shape->ring_ends = moved.ring_ends + (shape->ring_ends - s->plan.ring_ends);
    }
    displace_points(s, moved.points, moved.point_count);
    displace_points(s, moved.bounds, moved.bounds_count);
    wend_floor *floor = floor_of_plan(&moved, 0);
    if (wend_floor_validate(floor, NULL, 0, &defects, NULL) == WEND_OK)
        return floor;
    wend_floor_destroy(floor);
    return NULL;
}

/// Makes the floors and the mesh of the scene's plan. False: one is not sound, or a single point
/// around which a mesh of any size may be.
static inline bool start_scene(map_scene *s)
{
    if (s->plan.bounds_count == 0 &&
        (s->plan.shape_count == 0 ||
         (s->plan.shape_count == 1 && s->plan.shapes[0].point_count == 1)))
        return false;
    s->floor = displaced_floor(s);
    if (!s->floor)
        return false;
    s->plain = floor_of_plan(&s->plan, 0);
    s->rounded = s->moved.turn != 0 || s->moved.away.x != 0;
    wend_box box = s->plain->box;
    s->size = fmax(s->plan.size, fmax(box.max.x - box.min.x, box.max.y - box.min.y));
    s->source_count = 0;
    wend_mesh_def def = wend_default_mesh_def();
    wend_error error;
    if (wend_mesh_create(s->floor, &def, &s->mesh, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return true;
}

static inline void end_scene(map_scene *s)
{
    wend_mesh_destroy(s->mesh);
    wend_floor_destroy(s->floor);
    wend_floor_destroy(s->plain);
}

static inline double greatest_coordinate(const site_plan *of)
{
    double greatest = 0;
    for (uint32_t i = 0; i < of->point_count + of->bounds_count; ++i) {
        wend_vec2 p = i < of->point_count ? of->points[i] : of->bounds[i - of->point_count];
        greatest = fmax(greatest, fmax(fabs(p.x), fabs(p.y)));
    }
    return greatest;
}

/// A sound floor of one of the kinds, with at most so many corners, as it is or displaced.
static inline void make_map_scene(map_scene *s, wend_random *random, uint32_t most_corners)
{
    static const int exponents[] = {0, 0, 0, 0, -20, 12};
    for (;;) {
        const struct plan_kind *kind = &map_kinds[wend_random_below(random, COUNT(map_kinds))];
        memset(&s->plan, 0, sizeof s->plan);
        kind->make(&s->plan, random);
        s->plan.kind = kind->name;
        s->moved = (displacement){.exponent = exponents[wend_random_below(random, 6)]};
        if (greatest_coordinate(&s->plan) > 1000)
            s->moved.exponent = 0; // or it would be beyond WEND_MAX_COORDINATE
        if (wend_random_below(random, 4) == 0)
            s->moved.turn = wend_random_between(random, 0, 6);
        if (wend_random_below(random, 6) == 0)
            s->moved.away = (wend_vec2){65536, -49152};
        if (s->plan.point_count + s->plan.bounds_count <= most_corners && make_sound(&s->plan) &&
            start_scene(s))
            return;
    }
}

// ---- places -------------------------------------------------------------------------------------

/// An end, the middle or a quarter.
static inline wend_vec2 quarter_of(wend_segment s, wend_random *random)
{
    double t = wend_random_below(random, 5) / 4.0;
    return t == 1 ? s.b : (wend_vec2){s.a.x + t * (s.b.x - s.a.x), s.a.y + t * (s.b.y - s.a.y)};
}

/// One of the edges of a mesh, each equally likely.
typedef struct edge_choice {
    wend_random *random;
    wend_vec2 at;
    uint32_t seen;
} edge_choice;

static inline bool choose_edge(void *context, const wend_vec2 *points, const bool *walls,
                               uint32_t count)
{
    (void)walls;
    edge_choice *choice = context;
    for (uint32_t i = 0; i < count; ++i)
        if (wend_random_below(choice->random, ++choice->seen) == 0)
            choice->at =
                quarter_of((wend_segment){points[i], points[(i + 1) % count]}, choice->random);
    return true;
}

/// A place of the plain floor: a corner, on a wall, on an edge of the mesh, on an axis of symmetry,
/// on a grid, on a source, or anywhere.
static inline wend_vec2 plain_place(const map_scene *s, wend_random *random)
{
    double half = 1.2 * s->plan.size;
    wend_vec2 centre = s->plan.centre;
    wend_vec2 p = {centre.x + wend_random_between(random, -half, half),
                   centre.y + wend_random_between(random, -half, half)};
    uint32_t kind = wend_random_below(random, 12);
    if (kind <= 1 && s->plain->wall_count > 0) {
        uint32_t wall = wend_random_below(random, s->plain->wall_count);
        return kind == 0 ? s->plain->points[wall]
                         : quarter_of(wend_wall_segment(s->plain, wall), random);
    }
    if (kind == 2 && !s->rounded) {
        edge_choice choice = {random, displaced(s, p), 0};
        wend_mesh_triangles(s->mesh, choose_edge, &choice);
        return (wend_vec2){ldexp(choice.at.x, -s->moved.exponent),
                           ldexp(choice.at.y, -s->moved.exponent)};
    }
    if (kind == 3)
        return (wend_vec2){centre.x, p.y};
    if (kind == 4)
        return (wend_vec2){p.x, centre.y + (p.x - centre.x)};
    if (kind <= 6) {
        double step = ldexp(1, ilogb(s->plan.size) - 3 - (int)wend_random_below(random, 2));
        return (wend_vec2){step * floor(p.x / step), step * floor(p.y / step)};
    }
    if (kind == 7 && s->source_count > 0) {
        const wend_map_source *source =
            &s->plain_sources[wend_random_below(random, s->source_count)];
        return quarter_of((wend_segment){source->a, source->b}, random);
    }
    return p;
}

static inline bool is_corner(const wend_floor *floor, wend_vec2 p)
{
    for (uint32_t i = 0; i < floor->wall_count; ++i)
        if (wend_equal(floor->points[i], p))
            return true;
    return false;
}

/// The same, but one that the oracle may be asked about, in the mesh's box, and not on a wall that
/// it will be beside by a rounding.
static inline wend_vec2 clear_place(const map_scene *s, wend_random *random)
{
    for (;;) {
        wend_vec2 p = plain_place(s, random);
        if (wend_box_distance(wend_mesh_box(s->mesh), displaced(s, p)) > 0 ||
            !is_clear_place(s->plain, p))
            continue;
        if (!s->rounded || wend_floor_locate(s->plain, p, NULL) != WEND_LOCATION_BOUNDARY ||
            is_corner(s->plain, p))
            return p;
    }
}

// ---- sources ------------------------------------------------------------------------------------

/// True if a segment crosses a wall on which a corner of something else stands: the oracle's rays
/// along that wall would start at a rounded place, and pass such a corner on its wrong side.
static inline bool crosses_contact(const wend_floor *floor, wend_segment segment)
{
    for (uint32_t i = 0; i < floor->wall_count; ++i) {
        wend_segment wall = wend_wall_segment(floor, i);
        if (wend_segments_meet(segment, wall, NULL) != WEND_CROSS)
            continue;
        for (uint32_t k = 0; k < floor->wall_count; ++k)
            if (!wend_equal(floor->points[k], wall.a) && !wend_equal(floor->points[k], wall.b) &&
                wend_on_segment(wall, floor->points[k]))
                return true;
    }
    return false;
}

static inline wend_map_source random_source(const map_scene *s, wend_random *random)
{
    wend_vec2 a = clear_place(s, random);
    wend_map_source source = {a, a, 0};
    uint32_t kind = wend_random_below(random, 6);
    if (kind == 0 && s->plain->wall_count > 0) { // all of a wall
        wend_segment wall =
            wend_wall_segment(s->plain, wend_random_below(random, s->plain->wall_count));
        source.a = wall.a;
        source.b = wall.b;
    } else if (kind <= 2 && !s->rounded) {
        source.b = clear_place(s, random);
        if (crosses_contact(s->plain, (wend_segment){source.a, source.b}))
            source.b = a;
    } else if (kind <= 2) {
        // Through no corner: rounded, it might pass a place where obstacles touch on either side.
        wend_vec2 off = {wend_random_between(random, -1, 1), wend_random_between(random, -1, 1)};
        source.b = (wend_vec2){a.x + off.x * s->plan.size, a.y + off.y * s->plan.size};
        if (wend_box_distance(wend_mesh_box(s->mesh), displaced(s, source.b)) > 0 ||
            !is_clear_place(s->plain, source.b))
            source.b = a;
    }
    if (wend_random_below(random, 3) == 0)
        source.offset = ldexp(s->plan.size, -(int)wend_random_below(random, 8));
    return source;
}

static inline void add_source(map_scene *s, wend_map_source source)
{
    assert_true(s->source_count < MOST_SOURCES);
    s->plain_sources[s->source_count] = source;
    s->sources[s->source_count++] = (wend_map_source){
        displaced(s, source.a), displaced(s, source.b), ldexp(source.offset, s->moved.exponent)};
}

static inline void make_sources(map_scene *s, wend_random *random)
{
    uint32_t count = 1 + wend_random_below(random, wend_random_below(random, 3) ? 2 : MOST_SOURCES);
    for (s->source_count = 0; s->source_count < count;)
        add_source(s, random_source(s, random));
}

static inline void print_map_scene(const map_scene *s)
{
    print_message("seed %llu, then turned by %.17g, moved by %g,%g, times 2^%d\n",
                  (unsigned long long)s->seed, s->moved.turn, s->moved.away.x, s->moved.away.y,
                  s->moved.exponent);
    print_plan(&s->plan);
    for (uint32_t i = 0; i < s->source_count; ++i) {
        const wend_map_source *source = &s->plain_sources[i];
        print_message("source %.17g,%.17g %.17g,%.17g offset %.17g\n", source->a.x, source->a.y,
                      source->b.x, source->b.y, source->offset);
    }
}

#endif
