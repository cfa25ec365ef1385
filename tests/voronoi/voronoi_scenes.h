// SPDX-License-Identifier: MIT
// Scenes for the tests of the diagram: obstacles and agents at random, most of them full of ties,
// shared corners and near misses.
#ifndef WEND_TESTS_VORONOI_VORONOI_SCENES_H
#define WEND_TESTS_VORONOI_VORONOI_SCENES_H

#include "tests/geometry/floor_scenes.h"
#include "wend/voronoi.h"

enum { MOST_SITES = 512, MOST_SITE_POINTS = 4096, MOST_SITE_RINGS = 1024, MOST_AGENTS = 256 };

typedef struct agent_site {
    wend_vec2 place;
    double radius;
    wend_site_id id;
} agent_site;

// Obstacles and agents. Shapes point into the plan itself: it stays where it is.
typedef struct site_plan {
    const char *kind;
    uint32_t shape_count, point_count, ring_count, bounds_count, agent_count;
    wend_vec2 bounds[256];
    wend_vec2 points[MOST_SITE_POINTS];
    uint32_t ring_ends[MOST_SITE_RINGS];
    wend_shape shapes[MOST_SITES];
    agent_site agents[MOST_AGENTS];
    wend_vec2 centre; // of what is turned or moved away
    double size;      // half of what agents are put into
} site_plan;

// ---- shapes -------------------------------------------------------------------------------------

static inline void plan_shape(site_plan *plan, const wend_vec2 *points, uint32_t count)
{
    assert_true(plan->shape_count < MOST_SITES && plan->ring_count < MOST_SITE_RINGS);
    assert_true(plan->point_count + count <= MOST_SITE_POINTS);
    wend_vec2 *to = plan->points + plan->point_count;
    memcpy(to, points, count * sizeof *points);
    plan->ring_ends[plan->ring_count] = count;
    plan->shapes[plan->shape_count++] =
        (wend_shape){to, plan->ring_ends + plan->ring_count, 1, count};
    plan->ring_count += 1;
    plan->point_count += count;
}

// A ring more for the shape that was added last.
static inline void plan_hole(site_plan *plan, const wend_vec2 *points, uint32_t count)
{
    wend_shape *shape = &plan->shapes[plan->shape_count - 1];
    assert_true(plan->ring_count < MOST_SITE_RINGS);
    assert_true(plan->point_count + count <= MOST_SITE_POINTS);
    memcpy(plan->points + plan->point_count, points, count * sizeof *points);
    shape->point_count += count;
    shape->ring_count += 1;
    plan->ring_ends[plan->ring_count++] = shape->point_count;
    plan->point_count += count;
}

static inline void plan_box(site_plan *plan, double x0, double y0, double x1, double y1)
{
    plan_shape(plan, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

static inline void plan_segment(site_plan *plan, double x0, double y0, double x1, double y1)
{
    plan_shape(plan, (wend_vec2[]){{x0, y0}, {x1, y1}}, 2);
}

static inline void plan_point(site_plan *plan, double x, double y)
{
    plan_shape(plan, (wend_vec2[]){{x, y}}, 1);
}

static inline void plan_bounds(site_plan *plan, double x0, double y0, double x1, double y1)
{
    const wend_vec2 ring[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    memcpy(plan->bounds, ring, sizeof ring);
    plan->bounds_count = 4;
}

// A regular polygon, or a star if inner is less than outer.
static inline uint32_t make_star(wend_vec2 *ring, wend_vec2 centre, double outer, double inner,
                                 uint32_t count, double turn)
{
    for (uint32_t i = 0; i < count; ++i) {
        double angle = turn + 2 * 3.14159265358979323846 * i / count;
        double radius = i % 2 ? inner : outer;
        ring[i] = (wend_vec2){centre.x + radius * cos(angle), centre.y + radius * sin(angle)};
    }
    return count;
}

static inline void plan_agent(site_plan *plan, double x, double y, double radius)
{
    if (plan->agent_count < MOST_AGENTS)
        plan->agents[plan->agent_count++] = (agent_site){{x, y}, radius, {{0, 0}}};
}

// ---- kinds --------------------------------------------------------------------------------------

// Squares in rows and columns: four-way ties everywhere.
static inline void plan_city(site_plan *plan, wend_random *random)
{
    uint32_t across = 2 + wend_random_below(random, 6);
    for (uint32_t i = 0; i < across; ++i)
        for (uint32_t k = 0; k < across; ++k)
            if (wend_random_below(random, 8) != 0)
                plan_box(plan, 20.0 * i, 20.0 * k, 20.0 * i + 15, 20.0 * k + 15);
    if (wend_random_below(random, 2))
        plan_bounds(plan, -5, -5, 20.0 * across, 20.0 * across);
    plan->centre = (wend_vec2){10.0 * across, 10.0 * across};
    plan->size = 10.0 * across;
}

// Walls in straight rows with gaps, and agents on their extensions.
static inline void plan_rows(site_plan *plan, wend_random *random)
{
    for (uint32_t row = 0; row < 5; ++row)
        for (uint32_t i = 0; i < 4; ++i) {
            double x = 6.0 * i + wend_random_below(random, 2), y = 4.0 * row;
            plan_segment(plan, x, y, x + 3, y);
            if (wend_random_below(random, 2))
                plan_agent(plan, x + 4.25, y, 0.25);
        }
    plan->centre = (wend_vec2){12, 8};
    plan->size = 14;
}

// Rooms of single walls that share their corners, with doors.
static inline void plan_rooms(site_plan *plan, wend_random *random)
{
    uint32_t across = 1 + wend_random_below(random, 6);
    for (uint32_t i = 0; i <= across; ++i)
        for (uint32_t k = 0; k < across; ++k) {
            double a = 4.0 * i, b = 4.0 * k;
            if (wend_random_below(random, 4) != 0)
                plan_segment(plan, a, b, a, b + 4);
            if (wend_random_below(random, 4) != 0)
                plan_segment(plan, b, a, b + 4, a);
        }
    plan->centre = (wend_vec2){2.0 * across, 2.0 * across};
    plan->size = 2.5 * across;
}

// Shapes on a small grid of whole numbers: everything touches everything.
static inline void plan_touching(site_plan *plan, wend_random *random)
{
    static scene small; // too large for the stack of a thread; filled anew each time
    make_scene(&small, random);
    for (uint32_t i = 0; i < small.shape_count; ++i) {
        const wend_shape *shape = &small.shapes[i];
        plan_shape(plan, shape->points, shape->ring_ends[0]);
        for (uint32_t r = 1; r < shape->ring_count; ++r)
            plan_hole(plan, shape->points + shape->ring_ends[r - 1],
                      shape->ring_ends[r] - shape->ring_ends[r - 1]);
    }
    memcpy(plan->bounds, small.bounds, sizeof small.bounds);
    plan->bounds_count = small.bounds_count;
    plan->centre = (wend_vec2){5, 5};
    plan->size = 8;
}

// A concave outline, a building with a courtyard, things in both.
static inline void plan_courtyards(site_plan *plan, wend_random *random)
{
    wend_vec2 ring[24];
    uint32_t points = 2 * (3 + wend_random_below(random, 8));
    plan->bounds_count = make_star(plan->bounds, (wend_vec2){0, 0}, 40, 26, points, 0.1);
    plan_box(plan, -12, -12, 12, 12);
    plan_hole(plan, (wend_vec2[]){{-10, -10}, {-1, -10}, {-1, 10}, {-10, 10}}, 4);
    plan_hole(plan, (wend_vec2[]){{1, -10}, {10, -10}, {10, 10}, {6, 10}, {6, -4}, {1, -4}}, 6);
    plan_box(plan, -8, -2, -6, 2);
    plan_segment(plan, 8, -10, 8, 4);
    plan_shape(plan, ring, make_star(ring, (wend_vec2){18, 1}, 4, 1.5, 10, 0.3));
    plan_point(plan, -5, 7);
    plan->size = 30;
}

// Points on circles, some of them exactly.
static inline void plan_circles(site_plan *plan, wend_random *random)
{
    static const double exact[][2] = {{25, 0}, {24, 7}, {20, 15}, {15, 20}, {7, 24}, {0, 25}};
    for (uint32_t i = 0; i < COUNT(exact); ++i)
        for (uint32_t quarter = 0; quarter < 4; ++quarter) {
            double x = quarter % 2 ? exact[i][1] : exact[i][0];
            double y = quarter % 2 ? exact[i][0] : exact[i][1];
            if (wend_random_below(random, 3))
                plan_point(plan, quarter & 1 ? -x : x, quarter & 2 ? -y : y);
        }
    wend_vec2 ring[37];
    make_star(ring, (wend_vec2){2, 1}, 9, 9, 37, 0.2);
    for (uint32_t i = 0; i < 37; ++i)
        plan_point(plan, ring[i].x, ring[i].y);
    plan->size = 26;
}

// Agents in clusters, some of them almost or exactly at one place.
static inline void plan_crowd(site_plan *plan, wend_random *random)
{
    plan_box(plan, -3, -3, 3, 3);
    plan_segment(plan, -15, 8, 15, 9);
    for (uint32_t i = 0; i < 60; ++i) {
        double x = wend_random_between(random, -14, 14), y = wend_random_between(random, -14, 14);
        double away = pow(10, -(double)wend_random_below(random, 11));
        plan_agent(plan, x, y, 0.2);
        plan_agent(plan, x + away, y, 0.3);
        if (i % 4 == 0)
            plan_agent(plan, x, y + away, 0.25);
        if (i % 8 == 0)
            plan_agent(plan, x, y, 0.4);
    }
    plan_bounds(plan, -16, -16, 16, 16);
    plan->size = 15;
}

// Long walls that are almost parallel.
static inline void plan_comb(site_plan *plan, wend_random *random)
{
    double slant = pow(10, -1 - (double)wend_random_below(random, 9));
    for (uint32_t i = 0; i < 12; ++i) {
        double lift = wend_random_between(random, -slant, slant);
        plan_segment(plan, -20, 2.0 * i, 20, 2.0 * i + lift);
    }
    plan->centre = (wend_vec2){0, 11};
    plan->size = 22;
}

// Triangles and rectangles that are very thin.
static inline void plan_thin(site_plan *plan, wend_random *random)
{
    for (uint32_t i = 0; i < 10; ++i) {
        double x = 6.0 * (i % 4), y = 6.0 * (i / 4), thin = pow(10, -1 - (double)(i % 6));
        wend_vec2 ring[4] = {{x, y}, {x + 4, y + 1}, {x + 4, y + 1 + thin}, {x, y + thin}};
        plan_shape(plan, ring, 3 + wend_random_below(random, 2));
    }
    plan->centre = (wend_vec2){10, 8};
    plan->size = 14;
}

// Stars and round polygons: corners that are all but straight, vertices of many sites.
static inline void plan_stars(site_plan *plan, wend_random *random)
{
    wend_vec2 ring[60];
    for (uint32_t i = 0; i < 6; ++i) {
        wend_vec2 at = {12.0 * (i % 3), 12.0 * (i / 3)};
        uint32_t count = 2 * (2 + wend_random_below(random, 29));
        double inner = wend_random_below(random, 2) ? 5 : 2;
        plan_shape(plan, ring, make_star(ring, at, 5, inner, count, 0.1 * i));
    }
    plan->centre = (wend_vec2){12, 6};
    plan->size = 20;
}

static inline void plan_anyhow(site_plan *plan, wend_random *random)
{
    for (uint32_t i = 0; i < 80; ++i) {
        double x = wend_random_between(random, 0, 50), y = wend_random_between(random, 0, 50);
        double size = wend_random_below(random, 6) == 0 ? 20 : 4;
        double dx = wend_random_between(random, -size, size);
        double dy = wend_random_between(random, -size, size);
        uint32_t kind = wend_random_below(random, 3);
        if (kind == 0)
            plan_point(plan, x, y);
        else if (kind == 1)
            plan_segment(plan, x, y, x + dx, y + dy);
        else
            plan_shape(plan, (wend_vec2[]){{x, y}, {x + dx, y + dy}, {x - dy, y + dx}}, 3);
    }
    plan->centre = (wend_vec2){25, 25};
    plan->size = 25;
}

// Points in rows and columns that are off by more or less.
static inline void plan_lattice(site_plan *plan, wend_random *random)
{
    double off = pow(10, -4 - (double)wend_random_below(random, 11));
    for (uint32_t i = 0; i < 10; ++i)
        for (uint32_t k = 0; k < 10; ++k) {
            double x = i + wend_random_between(random, -off, off);
            double y = k + wend_random_between(random, -off, off);
            plan_point(plan, x, y);
        }
    plan->centre = (wend_vec2){5, 5};
    plan->size = 6;
}

// ---- making one ---------------------------------------------------------------------------------

static inline void move_points(wend_vec2 *points, uint32_t count, wend_vec2 centre, double turn,
                               wend_vec2 away)
{
    double c = cos(turn), s = sin(turn);
    for (uint32_t i = 0; i < count; ++i) {
        double x = points[i].x - centre.x, y = points[i].y - centre.y;
        points[i] = turn == 0 ? (wend_vec2){points[i].x + away.x, points[i].y + away.y}
                              : (wend_vec2){centre.x + c * x - s * y + away.x,
                                            centre.y + s * x + c * y + away.y};
    }
}

// Turns it, or moves it far away, or both.
static inline void displace(site_plan *plan, double turn, wend_vec2 away)
{
    move_points(plan->points, plan->point_count, plan->centre, turn, away);
    move_points(plan->bounds, plan->bounds_count, plan->centre, turn, away);
    for (uint32_t i = 0; i < plan->agent_count; ++i)
        move_points(&plan->agents[i].place, 1, plan->centre, turn, away);
    plan->centre = (wend_vec2){plan->centre.x + away.x, plan->centre.y + away.y};
}

static inline wend_floor *floor_of_plan(const site_plan *plan, double tolerance)
{
    wend_floor_def def = wend_default_floor_def();
    def.shapes = plan->shapes;
    def.shape_count = plan->shape_count;
    def.bounds = plan->bounds_count ? plan->bounds : NULL;
    def.bounds_count = plan->bounds_count;
    def.tolerance = tolerance;
    wend_floor *floor;
    wend_error error;
    if (wend_floor_create(&def, &floor, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return floor;
}

// Takes out shapes until the rest is sound. False: the bounds are not.
static inline bool make_sound(site_plan *plan)
{
    static wend_defect defects[64];
    for (;;) {
        uint32_t count;
        wend_floor *floor = floor_of_plan(plan, 0);
        (void)wend_floor_validate(floor, defects, COUNT(defects), &count, NULL);
        wend_floor_destroy(floor);
        if (count == 0)
            return true;
        // From the last one on, so that the numbers of the others stay.
        bool gone[MOST_SITES] = {false};
        for (uint32_t i = 0; i < count && i < COUNT(defects); ++i) {
            if (defects[i].shape == WEND_BOUNDS && defects[i].other == WEND_BOUNDS)
                return false;
            gone[defects[i].shape != WEND_BOUNDS ? defects[i].shape : defects[i].other] = true;
        }
        uint32_t kept = 0;
        for (uint32_t i = 0; i < plan->shape_count; ++i)
            if (!gone[i])
                plan->shapes[kept++] = plan->shapes[i];
        plan->shape_count = kept;
    }
}

// Leaves out agents that are not free, or where a frame might not reach.
static inline void keep_free_agents(site_plan *plan)
{
    wend_floor *floor = floor_of_plan(plan, 0);
    wend_box box = wend_floor_box(floor);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < plan->agent_count; ++i)
        if (wend_floor_locate(floor, plan->agents[i].place, NULL) == WEND_LOCATION_FREE &&
            wend_box_distance(box, plan->agents[i].place) == 0)
            plan->agents[kept++] = plan->agents[i];
    plan->agent_count = kept;
    wend_floor_destroy(floor);
}

typedef void plan_fn(site_plan *plan, wend_random *random);

static const struct plan_kind {
    const char *name;
    plan_fn *make;
} plan_kinds[] = {
    {"city", plan_city},
    {"rows", plan_rows},
    {"rooms", plan_rooms},
    {"touching", plan_touching},
    {"courtyards", plan_courtyards},
    {"circles", plan_circles},
    {"crowd", plan_crowd},
    {"comb", plan_comb},
    {"thin", plan_thin},
    {"stars", plan_stars},
    {"anyhow", plan_anyhow},
    {"lattice", plan_lattice},
};

// A sound scene of some kind, with agents, as it is or turned or far away.
static inline void make_plan_of(site_plan *plan, uint32_t kind, wend_random *random)
{
    do {
        memset(plan, 0, sizeof *plan);
        plan->kind = plan_kinds[kind].name;
        plan_kinds[kind].make(plan, random);
        uint32_t more = wend_random_below(random, 3) == 0 ? wend_random_below(random, 40) : 0;
        for (uint32_t i = 0; i < more; ++i) {
            double x = plan->centre.x + wend_random_between(random, -plan->size, plan->size);
            double y = plan->centre.y + wend_random_between(random, -plan->size, plan->size);
            plan_agent(plan, x, y, wend_random_between(random, 0, 0.5));
        }
        double turn = wend_random_below(random, 3) == 0 ? wend_random_between(random, 0, 6) : 0;
        double away = wend_random_below(random, 4) == 0 ? 1e5 : 0;
        displace(plan, turn, (wend_vec2){away, -0.7 * away});
    } while (!make_sound(plan));
    keep_free_agents(plan);
}

static inline void print_plan(const site_plan *plan)
{
    print_message("%s, %u shapes, %u agents\n", plan->kind, (unsigned)plan->shape_count,
                  (unsigned)plan->agent_count);
    for (uint32_t i = 0; i < plan->bounds_count; ++i)
        print_message("%s%.17g,%.17g%s", i ? " " : "bounds ", plan->bounds[i].x, plan->bounds[i].y,
                      i + 1 == plan->bounds_count ? "\n" : "");
    for (uint32_t i = 0; i < plan->shape_count; ++i) {
        print_message("shape %u", (unsigned)i);
        for (uint32_t k = 0; k < plan->shapes[i].point_count; ++k)
            print_message(" %.17g,%.17g", plan->shapes[i].points[k].x, plan->shapes[i].points[k].y);
        print_message(" (%u rings)\n", (unsigned)plan->shapes[i].ring_count);
    }
    for (uint32_t i = 0; i < plan->agent_count; ++i)
        print_message("agent %.17g,%.17g radius %g\n", plan->agents[i].place.x,
                      plan->agents[i].place.y, plan->agents[i].radius);
}

// ---- the diagram of a plan ----------------------------------------------------------------------

// Puts the agents in, in one batch.
static inline wend_result add_agents(wend_voronoi *voronoi, agent_site *agents, uint32_t count,
                                     wend_error *error)
{
    static wend_site_change changes[MOST_AGENTS];
    for (uint32_t i = 0; i < count; ++i)
        changes[i] = (wend_site_change){
            .kind = WEND_SITE_INSERT,
            .shape = {&agents[i].place, NULL, 0, 1},
            .radius = agents[i].radius,
        };
    wend_result result = wend_voronoi_change(voronoi, changes, count, NULL, error);
    for (uint32_t i = 0; i < count; ++i)
        agents[i].id = changes[i].id;
    return result;
}

// NULL with the error where there is none.
static inline wend_voronoi *try_plan(site_plan *plan, double tolerance, const wend_voronoi_def *def,
                                     wend_error *error)
{
    wend_floor *floor = floor_of_plan(plan, tolerance);
    wend_voronoi *voronoi = NULL;
    wend_result result = wend_voronoi_create(floor, def, &voronoi, error);
    if (result == WEND_OK && plan->agent_count > 0)
        result = add_agents(voronoi, plan->agents, plan->agent_count, error);
    if (result != WEND_OK) {
        wend_voronoi_destroy(voronoi);
        voronoi = NULL;
    }
    wend_floor_destroy(floor);
    return voronoi;
}

// A place somewhere in the scene: often on a line or a corner of it.
static inline wend_vec2 place_in_plan(const site_plan *plan, wend_random *random)
{
    double size = 1.3 * plan->size;
    wend_vec2 p = {plan->centre.x + wend_random_between(random, -size, size),
                   plan->centre.y + wend_random_between(random, -size, size)};
    uint32_t kind = wend_random_below(random, 16);
    if (kind == 0 && plan->shape_count > 0) {
        const wend_shape *shape = &plan->shapes[wend_random_below(random, plan->shape_count)];
        p = shape->points[wend_random_below(random, shape->point_count)];
    } else if (kind <= 2) {
        p = (wend_vec2){floor(2 * p.x) / 2, floor(2 * p.y) / 2};
    } else if (kind == 3 && plan->agent_count > 0) {
        p = plan->agents[wend_random_below(random, plan->agent_count)].place;
    }
    return p;
}

#endif
