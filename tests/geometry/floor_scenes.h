// SPDX-License-Identifier: MIT
// Small scenes for the tests of the floor: written by hand or at random, and printed when a test
// stumbles over one. Most have their vertices on a small grid, so that they are full of shared
// corners, shared walls and ties.
#ifndef WEND_TESTS_GEOMETRY_FLOOR_SCENES_H
#define WEND_TESTS_GEOMETRY_FLOOR_SCENES_H

#include "tests/support/support.h"
#include "wend/floor.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MAX_SHAPES = 12, MAX_RINGS = 3, MAX_POINTS = 32, MAX_FLAWS = 200 };

// A scene that owns its arrays.
typedef struct scene {
    uint32_t shape_count, bounds_count;
    wend_vec2 bounds[MAX_POINTS];
    wend_vec2 points[MAX_SHAPES][MAX_POINTS];
    uint32_t ring_ends[MAX_SHAPES][MAX_RINGS];
    wend_shape shapes[MAX_SHAPES];
} scene;

static inline wend_shape *add_shape(scene *s, const wend_vec2 *points, uint32_t count)
{
    uint32_t i = s->shape_count++;
    assert_true(i < MAX_SHAPES && count <= MAX_POINTS);
    memcpy(s->points[i], points, count * sizeof *points);
    s->ring_ends[i][0] = count;
    s->shapes[i] = (wend_shape){s->points[i], s->ring_ends[i], 1, count};
    return &s->shapes[i];
}

// Adds a ring to the shape that was added last.
static inline void add_hole(scene *s, const wend_vec2 *points, uint32_t count)
{
    wend_shape *shape = &s->shapes[s->shape_count - 1];
    assert_true(shape->ring_count < MAX_RINGS && shape->point_count + count <= MAX_POINTS);
    memcpy(s->points[s->shape_count - 1] + shape->point_count, points, count * sizeof *points);
    shape->point_count += count;
    s->ring_ends[s->shape_count - 1][shape->ring_count++] = shape->point_count;
}

static inline void add_box(scene *s, double x0, double y0, double x1, double y1)
{
    add_shape(s, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

static inline void add_box_hole(scene *s, double x0, double y0, double x1, double y1)
{
    add_hole(s, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

static inline void add_segment(scene *s, double x0, double y0, double x1, double y1)
{
    add_shape(s, (wend_vec2[]){{x0, y0}, {x1, y1}}, 2);
}

static inline void add_point(scene *s, double x, double y)
{
    add_shape(s, (wend_vec2[]){{x, y}}, 1);
}

static inline void set_bounds(scene *s, const wend_vec2 *points, uint32_t count)
{
    memcpy(s->bounds, points, count * sizeof *points);
    s->bounds_count = count;
}

static inline void set_box_bounds(scene *s, double x0, double y0, double x1, double y1)
{
    set_bounds(s, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

// The shapes point into the scene, so a copy needs them set again.
static inline void copy_scene(scene *to, const scene *from)
{
    *to = *from;
    for (uint32_t i = 0; i < to->shape_count; i++) {
        to->shapes[i].points = to->points[i];
        to->shapes[i].ring_ends = to->ring_ends[i];
    }
}

static inline wend_floor *make_floor(const scene *s)
{
    wend_floor_def def = wend_default_floor_def();
    def.shapes = s->shapes;
    def.shape_count = s->shape_count;
    def.bounds = s->bounds_count ? s->bounds : NULL;
    def.bounds_count = s->bounds_count;
    wend_floor *floor;
    wend_error error;
    if (wend_floor_create(&def, &floor, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return floor;
}

typedef struct findings {
    uint32_t count;
    wend_defect defects[MAX_FLAWS];
} findings;

static inline void find_flaws(const scene *s, findings *found)
{
    wend_floor *floor = make_floor(s);
    wend_error error = {0};
    wend_result result =
        wend_floor_validate(floor, found->defects, MAX_FLAWS, &found->count, &error);
    assert_int_equal(result, found->count ? WEND_INVALID_GEOMETRY : WEND_OK);
    assert_true(found->count <= MAX_FLAWS);
    if (found->count)
        assert_string_equal(error.text, found->defects[0].text);
    for (uint32_t i = 0; i < found->count; i++) {
        const wend_defect *defect = &found->defects[i];
        uint32_t vertices =
            defect->shape == WEND_BOUNDS ? s->bounds_count : s->shapes[defect->shape].point_count;
        assert_true(defect->vertex < vertices && defect->text[0]);
        if (i > 0) // in order of shape, vertex
            assert_true(defect[-1].shape < defect->shape ||
                        (defect[-1].shape == defect->shape && defect[-1].vertex <= defect->vertex));
    }
    wend_floor_destroy(floor);
}

// Prints a scene that a random test stumbled over, as something to paste into a picture.
static inline void print_scene(const scene *s)
{
    for (uint32_t i = 0; i <= s->shape_count; i++) {
        bool bounds = i == s->shape_count;
        const wend_vec2 *points = bounds ? s->bounds : s->points[i];
        uint32_t count = bounds ? s->bounds_count : s->shapes[i].point_count;
        print_message(bounds ? "bounds" : "shape %u", (unsigned)i);
        for (uint32_t k = 0; k < count; k++) {
            for (uint32_t r = 0; !bounds && r + 1 < s->shapes[i].ring_count; r++)
                if (s->ring_ends[i][r] == k)
                    print_message(" |");
            print_message(" %.17g,%.17g", points[k].x, points[k].y);
        }
        print_message("\n");
    }
}

static inline void print_flaws(const findings *found)
{
    for (uint32_t i = 0; i < found->count; i++)
        print_message("flaw: %d and %d: %s\n", (int)found->defects[i].shape,
                      (int)found->defects[i].other, found->defects[i].text);
}

// ---- walls --------------------------------------------------------------------------------------

static inline void visit_walls(const scene *s, void (*visit)(void *, uint32_t, wend_segment),
                               void *context)
{
    for (uint32_t i = 0; i <= s->shape_count; i++) {
        bool bounds = i == s->shape_count;
        const wend_vec2 *points = bounds ? s->bounds : s->points[i];
        uint32_t begin = 0, rings = bounds ? 1 : s->shapes[i].ring_count;
        for (uint32_t r = 0; r < rings; r++) {
            uint32_t end = bounds ? s->bounds_count : s->ring_ends[i][r];
            for (uint32_t k = begin; k < end; k++)
                visit(context, bounds ? WEND_BOUNDS : i,
                      (wend_segment){points[k], points[k + 1 < end ? k + 1 : begin]});
            begin = end;
        }
    }
}

typedef struct meeting_of {
    uint32_t one, other;
    const scene *scene;
    wend_segment wall;
    bool meet, cross;
} meeting_of;

static inline void visit_other(void *context, uint32_t shape, wend_segment wall)
{
    meeting_of *m = context;
    if (shape != m->other)
        return;
    wend_meeting meeting = wend_segments_meet(m->wall, wall, NULL);
    m->meet |= meeting != WEND_APART;
    m->cross |= meeting == WEND_CROSS;
}

static inline void visit_one(void *context, uint32_t shape, wend_segment wall)
{
    meeting_of *m = context;
    m->wall = wall;
    if (shape == m->one)
        visit_walls(m->scene, visit_other, m);
}

static inline meeting_of walls_meet(const scene *s, uint32_t one, uint32_t other)
{
    meeting_of m = {.one = one, .other = other, .scene = s};
    visit_walls(s, visit_one, &m);
    return m;
}

// ---- random scenes ------------------------------------------------------------------------------

static inline double grid(wend_random *random, uint32_t size)
{
    return (double)wend_random_below(random, size + 1);
}

// A polygon of up to 6 points of the grid, in order around their middle. Mostly simple.
static inline uint32_t make_blob(wend_random *random, wend_vec2 *points, uint32_t size)
{
    uint32_t count = 3 + wend_random_below(random, 4);
    double x = 0, y = 0;
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (wend_vec2){grid(random, size), grid(random, size)};
        x += points[i].x / count;
        y += points[i].y / count;
    }
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k > 0; k--) {
            wend_vec2 p = points[k - 1], q = points[k];
            if (atan2(p.y - y, p.x - x) <= atan2(q.y - y, q.x - x))
                break;
            points[k - 1] = q;
            points[k] = p;
        }
    return count;
}

static inline void make_random_box(wend_random *random, uint32_t size, double box[4])
{
    box[0] = grid(random, size - 1);
    box[1] = grid(random, size - 1);
    box[2] = box[0] + 1 + wend_random_below(random, size / 2);
    box[3] = box[1] + 1 + wend_random_below(random, size / 2);
}

static inline void add_random_shape(scene *s, wend_random *random, uint32_t size)
{
    wend_vec2 points[MAX_POINTS];
    double box[4];
    uint32_t kind = wend_random_below(random, 10);
    make_random_box(random, size, box);
    if (kind == 0) {
        double x = grid(random, size), y = grid(random, size);
        add_point(s, x, y);
    } else if (kind <= 2) {
        double x = grid(random, size), y = grid(random, size);
        double dx = grid(random, 6) - 3, dy = grid(random, 6) - 3;
        add_segment(s, x, y, x + (dx == 0 && dy == 0 ? 1 : dx), y + dy);
    } else if (kind <= 6) {
        add_box(s, box[0], box[1], box[2], box[3]);
    } else if (kind <= 8) {
        uint32_t count;
        do
            count = make_blob(random, points, size);
        while (wend_polygon_check(points, count, NULL, NULL) != WEND_OK);
        add_shape(s, points, count);
    } else {
        uint32_t holes = 1 + wend_random_below(random, 2);
        double large = 2 + (double)wend_random_below(random, size);
        add_box(s, box[0], box[1], box[0] + large, box[1] + large);
        for (uint32_t h = 0; h < holes; h++) {
            double x = box[0] + grid(random, (uint32_t)large), y = box[1] + grid(random, 3);
            if (wend_random_below(random, 2)) {
                double wide = 1 + grid(random, 2), high = 1 + grid(random, 2);
                add_box_hole(s, x, y, x + wide, y + high);
            } else
                add_hole(s, (wend_vec2[]){{x, y}, {x + 1, y + 1}, {x, y + 2}, {x - 1, y + 1}}, 4);
        }
    }
}

static inline void reverse(wend_vec2 *ring, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        wend_vec2 p = ring[i];
        ring[i] = ring[count - 1 - i];
        ring[count - 1 - i] = p;
    }
}

static inline void make_scene(scene *s, wend_random *random)
{
    uint32_t size = 4 + wend_random_below(random, 9), count = 1 + wend_random_below(random, 5);
    if (wend_random_below(random, 8) == 0)
        size = 100000; // hardly any contacts
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < count; i++)
        add_random_shape(s, random, size);
    uint32_t bounds = wend_random_below(random, 4);
    if (bounds == 0) {
        double low = -grid(random, 2), high = size + grid(random, size);
        set_box_bounds(s, low, low, high, high);
    } else if (bounds == 1) {
        do
            s->bounds_count = make_blob(random, s->bounds, 2 * size);
        while (wend_polygon_check(s->bounds, s->bounds_count, NULL, NULL) != WEND_OK);
    }
    if (s->bounds_count && wend_random_below(random, 2))
        reverse(s->bounds, s->bounds_count);
}

#endif
