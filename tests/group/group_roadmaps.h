// SPDX-License-Identifier: MIT
// Small floors for groups, queries on roadmaps of them, and whether these are what they should be.
#ifndef WEND_TESTS_GROUP_GROUP_ROADMAPS_H
#define WEND_TESTS_GROUP_GROUP_ROADMAPS_H

#include "geometry/points.h"
#include "group/roadmap.h"
#include "tests/geometry/floor_scenes.h"
#include "wend/vec2.h"

/// As wide as 4 m when it is round, and 8.9 m long when it is as narrow as it gets.
static const wend_group_size SIZE = {12.5, 1.5};

/// Two rooms and a passage of that width between them.
static inline void make_rooms(scene *s, double passage)
{
    memset(s, 0, sizeof *s);
    set_box_bounds(s, 0, 0, 31, 14);
    add_box(s, 15, 0, 16, 7 - passage / 2);
    add_box(s, 15, 7 + passage / 2, 16, 14);
}

/// Round pillars, each with 16 sides.
static inline void make_pillars(scene *s)
{
    static const wend_vec2 places[] = {{10, 4}, {10, 12}, {16, 8}, {22, 4}, {22, 12}};
    memset(s, 0, sizeof *s);
    set_box_bounds(s, 0, 0, 32, 16);
    for (size_t i = 0; i < COUNT(places); ++i) {
        wend_vec2 ring[16];
        for (int k = 0; k < 16; ++k) {
            double angle = k * (2 * acos(-1) / 16);
            ring[k] = (wend_vec2){places[i].x + 1.5 * cos(angle), places[i].y + 1.5 * sin(angle)};
        }
        add_shape(s, ring, 16);
    }
}

/// Blocks of 9 m with streets of that width between them; the bounds are a street away.
static inline void make_blocks(scene *s, double street)
{
    double pitch = 9 + street;
    memset(s, 0, sizeof *s);
    set_box_bounds(s, -street, -street, 3 * pitch, 2 * pitch);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 2; ++k)
            add_box(s, i * pitch, k * pitch, i * pitch + 9, k * pitch + 9);
}

/// What costs and shapes of some 10 m may be off by.
#define ROUNDING 1e-9

/// Motions and plans are looked at in so many places.
enum { PLACES = 40 };

static inline wend_group_roadmap *roadmap_of(const wend_floor *floor, wend_group_sampler sampler,
                                             wend_group_local local, uint64_t seed)
{
    wend_group_roadmap_def def = wend_default_group_roadmap_def();
    def.floor = floor;
    def.size = SIZE;
    def.sampler = sampler;
    def.local_planner = local;
    def.seed = seed;
    wend_group_roadmap *roadmap;
    wend_error error = {0};
    if (wend_group_roadmap_create(&def, &roadmap, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return roadmap;
}

static inline wend_group_query query_between(double x0, double y0, double x1, double y1)
{
    wend_group_query query = wend_default_group_query();
    query.from.centre = (wend_vec2){x0, y0};
    query.to.centre = (wend_vec2){x1, y1};
    return query;
}

// ---- asking -------------------------------------------------------------------------------------

typedef struct answer {
    wend_result result;
    wend_group_status status;
    wend_group_plan *plan;
    wend_error error;
} answer;

static inline answer ask(wend_group_roadmap *roadmap, const wend_group_query *query)
{
    answer got = {.status = (wend_group_status)-1};
    got.result = wend_group_roadmap_find(roadmap, query, &got.plan, &got.status, &got.error);
    assert_true((got.result == WEND_OK) == (got.plan != NULL));
    if (got.result != WEND_OK)
        assert_true(got.error.result == got.result && got.error.text[0]);
    return got;
}

/// A plan from the one place to the other that is free all along, and keeps away from the query's
/// obstacles. The caller owns it.
static inline wend_group_plan *find_plan(wend_group_roadmap *roadmap, const wend_group_query *query)
{
    answer got = ask(roadmap, query);
    if (got.result != WEND_OK)
        fail_msg("%s", wend_error_text(&got.error));
    assert_int_equal(got.status, WEND_GROUP_FOUND);
    if (wend_group_plan_check(got.plan, roadmap->def.floor, &got.error) != WEND_OK)
        fail_msg("%s", wend_error_text(&got.error));
    double length = wend_group_plan_length(got.plan);
    wend_group_shape first = wend_group_plan_shape(got.plan, 0);
    wend_group_shape last = wend_group_plan_shape(got.plan, length);
    assert_true(wend_group_shape_depth(&first, query->from.centre, NULL) > 0);
    assert_true(wend_group_shape_depth(&last, query->to.centre, NULL) > 0);
    double area = query->area > 0 ? query->area : roadmap->def.size.area;
    assert_true(wend_group_plan_area(got.plan) == area);
    for (int i = 0; i <= PLACES; ++i) {
        wend_group_shape shape = wend_group_plan_shape(got.plan, i * length / PLACES);
        assert_true(fabs(wend_group_shape_area(&shape) - area) < 1e-6 * area);
        assert_true(shape.width >= roadmap->def.size.min_width - ROUNDING);
        assert_true(wend_group_shape_clearance(roadmap->def.floor, &shape, 1, NULL, NULL) > 0);
        for (uint32_t k = 0; k < query->obstacle_count; ++k)
            assert_true(wend_group_shapes_distance(&shape, &query->obstacles[k]) > 0);
    }
    return got.plan;
}

static inline void expect_plan(wend_group_roadmap *roadmap, const wend_group_query *query)
{
    wend_group_plan_destroy(find_plan(roadmap, query));
}

static inline void expect_none(wend_group_roadmap *roadmap, const wend_group_query *query,
                               wend_group_status status, const char *words)
{
    answer got = ask(roadmap, query);
    assert_int_equal(got.result, WEND_NOT_FOUND);
    assert_int_equal(got.status, status);
    if (!strstr(got.error.text, words))
        fail_msg("\"%s\" has no \"%s\"", got.error.text, words);
}

// ---- looking through a roadmap
// -------------------------------------------------------------------

/// Every edge leads from pose to pose, free all along; parts are what hangs together.
static inline void check_roadmap(wend_group_roadmap *roadmap)
{
    uint32_t poses, edges;
    const wend_group_pose *pose = wend_group_roadmap_poses(roadmap, &poses);
    const uint32_t *ends = wend_group_roadmap_edges(roadmap, &edges);
    wend_group_roadmap_counts counts = wend_group_roadmap_count(roadmap);
    assert_true(poses == counts.nodes && edges == counts.edges);
    uint32_t *part = malloc(poses * sizeof *part), parts = 0;
    for (uint32_t i = 0; i < poses; ++i)
        part[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < edges; ++i) {
            uint32_t a = ends[2 * i], b = ends[2 * i + 1];
            assert_true(a < poses && b < poses && a != b);
            if (roadmap->edges.data[i].area < roadmap->def.size.area || part[a] == part[b])
                continue;
            part[a] = part[b] = part[a] < part[b] ? part[a] : part[b];
            changed = true;
        }
    }
    for (uint32_t i = 0; i < poses; ++i) {
        assert_int_equal(wend_group_part(roadmap, i), part[i]);
        parts += part[i] == i;
        wend_group_shape shape = wend_group_pose_shape(&pose[i], roadmap->nodes.data[i].area);
        assert_true(wend_group_shape_clearance(roadmap->def.floor, &shape, 1, NULL, NULL) > 0);
    }
    assert_int_equal(parts, counts.parts);
    free(part);
    for (uint32_t i = 0; i < edges; ++i) {
        const wend_group_edge *edge = &roadmap->edges.data[i];
        const wend_group_motion *motion = &edge->motion;
        assert_true(wend_equal(motion->from.centre, pose[ends[2 * i]].centre));
        assert_true(wend_equal(motion->to.centre, pose[ends[2 * i + 1]].centre));
        for (int k = 0; k <= PLACES; ++k) {
            wend_group_shape shape =
                wend_group_motion_shape(motion, edge->area, k * motion->length / PLACES);
            double clearance =
                wend_group_shape_clearance(roadmap->def.floor, &shape, 1, NULL, NULL);
            assert_true(clearance > 0);
        }
    }
}

/// The cost of the cheapest way, by going through all edges again and again.
static inline double cheapest(const wend_group_roadmap *roadmap, uint32_t from, uint32_t to,
                              double area)
{
    uint32_t nodes = (uint32_t)roadmap->nodes.count;
    double *costs = malloc(nodes * sizeof *costs);
    for (uint32_t i = 0; i < nodes; ++i)
        costs[i] = i == from ? 0 : INFINITY;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < roadmap->edges.count; ++i) {
            const wend_group_edge *edge = &roadmap->edges.data[i];
            for (int k = 0; k < 2 && edge->area >= area; ++k) {
                uint32_t a = roadmap->ends.data[2 * i + (uint32_t)k];
                uint32_t b = roadmap->ends.data[2 * i + 1 - (uint32_t)k];
                if (costs[a] + edge->motion.cost < costs[b]) {
                    costs[b] = costs[a] + edge->motion.cost;
                    changed = true;
                }
            }
        }
    }
    double cost = costs[to];
    free(costs);
    return cost;
}

#endif
