// SPDX-License-Identifier: MIT
// Flows for tests: scenes with openings, and a check that a domain is what its mesh says.
#ifndef WEND_TESTS_FLOW_FLOW_ROOMS_H
#define WEND_TESTS_FLOW_FLOW_ROOMS_H

#include "flow/domain.h"
#include "tests/geometry/floor_scenes.h"

enum { MOST_OPENINGS = 12 };

/// A scene with openings.
typedef struct open_plan {
    scene plan;
    wend_vec2 points[MOST_OPENINGS][MAX_POINTS];
    wend_opening openings[MOST_OPENINGS];
    uint32_t opening_count;
    double snap; ///< < 0: the default
} open_plan;

static inline void clear_plan(open_plan *s)
{
    memset(s, 0, sizeof *s);
    s->snap = -1;
}

static inline void add_opening(open_plan *s, bool is_sink, const wend_vec2 *points, uint32_t count)
{
    uint32_t i = s->opening_count++;
    assert_true(i < MOST_OPENINGS && count <= MAX_POINTS);
    memcpy(s->points[i], points, count * sizeof *points);
    s->openings[i] = (wend_opening){s->points[i], count, is_sink};
}

static inline void add_line(open_plan *s, bool is_sink, double ax, double ay, double bx, double by)
{
    add_opening(s, is_sink, (wend_vec2[]){{ax, ay}, {bx, by}}, 2);
}

#define SOURCE false
#define SINK   true

/// Turns the whole scene around the origin, then moves it.
static inline void turn_plan(open_plan *s, double turn, wend_vec2 away)
{
    double c = cos(turn), n = sin(turn);
    wend_vec2 *lists[2 * MAX_SHAPES + 1] = {s->plan.bounds};
    uint32_t counts[2 * MAX_SHAPES + 1] = {s->plan.bounds_count}, k = 1;
    for (uint32_t i = 0; i < s->plan.shape_count; ++i, ++k) {
        lists[k] = s->plan.points[i];
        counts[k] = s->plan.shapes[i].point_count;
    }
    for (uint32_t i = 0; i < s->opening_count; ++i, ++k) {
        lists[k] = s->points[i];
        counts[k] = s->openings[i].count;
    }
    for (uint32_t l = 0; l < k; ++l)
        for (uint32_t i = 0; i < counts[l]; ++i) {
            wend_vec2 p = lists[l][i];
            lists[l][i] = (wend_vec2){c * p.x - n * p.y + away.x, n * p.x + c * p.y + away.y};
        }
}

static inline wend_result try_flow(const open_plan *s, const wend_allocator *allocator,
                                   wend_flow **flow, wend_error *error)
{
    wend_floor *floor = make_floor(&s->plan);
    wend_flow_def def = wend_default_flow_def();
    def.floor = floor;
    def.openings = s->openings;
    def.opening_count = s->opening_count;
    if (s->snap >= 0)
        def.snap = s->snap;
    if (allocator)
        def.allocator = *allocator;
    wend_result result = wend_flow_create(&def, flow, error);
    wend_floor_destroy(floor);
    return result;
}

/// What holds for every domain: walls have a body or an opening, what is outside has none, bodies
/// are numbered without gaps, each is in one piece, and the parts of the area add up.
static inline void check_domain(const wend_flow *flow)
{
    const wend_mesh *mesh = flow->mesh;
    wend_error error;
    if (wend_mesh_check(mesh, &error) != WEND_OK)
        fail_msg("the mesh is not sound: %s", wend_error_text(&error));
    bool *seen = calloc(flow->body_count + 1u, sizeof *seen);
    assert_non_null(seen);
    double area = 0;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h) {
        uint32_t kind = flow->kinds.data[h];
        if (!flow->inside.data[h / 3]) {
            assert_int_equal(kind, WEND_NONE);
            continue;
        }
        assert_false(wend_is_solid(mesh, h / 3));
        wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
        assert_int_equal(wend_is_closed(mesh, h), kind != WEND_NONE);
        if (kind == WEND_NONE) {
            assert_true(flow->inside.data[wend_twin(mesh, h) / 3]);
            continue;
        }
        area += 0.5 * ((a.x - mesh->box.min.x) * (b.y - mesh->box.min.y) -
                       (a.y - mesh->box.min.y) * (b.x - mesh->box.min.x));
        if (kind >= WEND_FLOW_OPENING) {
            assert_true(kind - WEND_FLOW_OPENING < flow->is_sink.count);
            continue;
        }
        assert_true(kind < flow->body_count);
        seen[kind] = true;
        uint32_t next = flow->kinds.data[wend_flow_next_wall(mesh, h)];
        assert_true(next == kind || next >= WEND_FLOW_OPENING);
    }
    for (size_t i = 0; i < flow->body_points.count; ++i) {
        wend_map_body_point point = flow->body_points.data[i];
        assert_true(point.body < flow->body_count && !seen[point.body]);
        assert_true(i == 0 || flow->body_points.data[i - 1].body < point.body);
        assert_true(flow->inside.data[point.spoke / 3]);
        seen[point.body] = true;
    }
    for (uint32_t i = 0; i < flow->body_count; ++i)
        assert_true(seen[i]);
    free(seen);
    assert_true(flow->turns % 2 == 0 && flow->turns <= flow->body_count);
    assert_true(flow->turns >= 2 || wend_flow_is_split(flow));
    assert_int_equal(flow->changes.count, flow->turns);
    double size = mesh->box.max.x - mesh->box.min.x + mesh->box.max.y - mesh->box.min.y;
    assert_true(fabs(area - flow->area) <= 1e-12 * size * size); // sums of rounded products
}

static inline wend_flow *make_flow(const open_plan *s)
{
    wend_flow *flow;
    wend_error error;
    if (try_flow(s, NULL, &flow, &error) != WEND_OK)
        fail_msg("%s (at %g, %g)", wend_error_text(&error), error.position.x, error.position.y);
    check_domain(flow);
    return flow;
}

/// The length of an opening in the plan.
static inline double opening_length(const wend_flow *flow, uint32_t opening)
{
    const wend_vec2 *points;
    uint32_t count = wend_flow_opening(flow, opening, &points);
    double length = 0;
    for (uint32_t i = 0; i + 1 < count; ++i)
        length += hypot(points[i + 1].x - points[i].x, points[i + 1].y - points[i].y);
    return length;
}

#endif
