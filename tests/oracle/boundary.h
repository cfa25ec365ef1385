// SPDX-License-Identifier: MIT
// What the border of the free space must be, found slowly: every wall is cut at every vertex on it,
// and for each stretch the floor is asked what is to its left and right.
#ifndef WEND_TESTS_ORACLE_BOUNDARY_H
#define WEND_TESTS_ORACLE_BOUNDARY_H

#include "geometry/points.h"
#include "tests/support/support.h"
#include "voronoi/boundary/boundary.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

enum { MAX_WALLS = 256, MAX_STRETCHES = 4096 };

/// Far less than any two features of the tests' scenes are apart, far more than rounding.
#define BESIDE 1e-5

/// What the present scene was made from, for whoever stumbles over it.
static uint64_t scene_seed;

#define require(condition)                                                                         \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("seed %u: not so: %s", (unsigned)scene_seed, #condition);                     \
    } while (0)

typedef struct walls {
    uint32_t count;
    wend_segment lines[MAX_WALLS];
} walls;

static inline void add_ring_walls(walls *w, const wend_vec2 *points, uint32_t count)
{
    for (uint32_t i = 0; i < (count > 2 ? count : count - 1); ++i) {
        assert_true(w->count < MAX_WALLS);
        w->lines[w->count++] = (wend_segment){points[i], points[i + 1 < count ? i + 1 : 0]};
    }
}

static inline void add_shape_walls(walls *w, const wend_shape *shape)
{
    uint32_t begin = 0, rings = shape->ring_ends ? shape->ring_count : 1;
    for (uint32_t r = 0; r < rings; ++r) {
        uint32_t end = shape->ring_ends ? shape->ring_ends[r] : shape->point_count;
        add_ring_walls(w, shape->points + begin, end - begin);
        begin = end;
    }
}

typedef struct stretches {
    uint32_t count;
    wend_segment lines[MAX_STRETCHES]; ///< from left to right, each once
} stretches;

static inline void add_stretch(stretches *s, wend_vec2 a, wend_vec2 b)
{
    for (uint32_t i = 0; i < s->count; ++i)
        if (wend_equal(s->lines[i].a, a) && wend_equal(s->lines[i].b, b))
            return;
    assert_true(s->count < MAX_STRETCHES);
    s->lines[s->count++] = (wend_segment){a, b};
}

static inline void cut_wall(stretches *s, const walls *w, wend_segment line)
{
    wend_vec2 cuts[2 * MAX_WALLS + 2];
    uint32_t count = 0;
    cuts[count++] = line.a;
    cuts[count++] = line.b;
    for (uint32_t i = 0; i < w->count; ++i) {
        if (wend_on_segment(line, w->lines[i].a))
            cuts[count++] = w->lines[i].a;
        if (wend_on_segment(line, w->lines[i].b))
            cuts[count++] = w->lines[i].b;
    }
    for (uint32_t i = 1; i < count; ++i)
        for (uint32_t k = i; k > 0 && wend_is_before(cuts[k], cuts[k - 1]); --k) {
            wend_vec2 p = cuts[k];
            cuts[k] = cuts[k - 1];
            cuts[k - 1] = p;
        }
    for (uint32_t i = 0; i + 1 < count; ++i)
        if (!wend_equal(cuts[i], cuts[i + 1]))
            add_stretch(s, cuts[i], cuts[i + 1]);
}

static inline wend_vec2 beside(wend_vec2 a, wend_vec2 b, wend_vec2 normal)
{
    return (wend_vec2){(a.x + b.x) / 2 + BESIDE * normal.x, (a.y + b.y) / 2 + BESIDE * normal.y};
}

/// In the free space of a floor, and in the box.
static inline bool is_free(const wend_floor *floor, wend_box box, wend_vec2 p)
{
    return p.x > box.min.x && p.x < box.max.x && p.y > box.min.y && p.y < box.max.y &&
           wend_floor_locate(floor, p, NULL) == WEND_LOCATION_FREE;
}

/// How long the border is, on all free sides.
static inline double border_length(const wend_floor *floor, wend_box box, const walls *w)
{
    static stretches s;
    s.count = 0;
    for (uint32_t i = 0; i < w->count; ++i)
        cut_wall(&s, w, w->lines[i]);
    double sum = 0;
    for (uint32_t i = 0; i < s.count; ++i) {
        wend_segment t = s.lines[i];
        double x = t.b.x - t.a.x, y = t.b.y - t.a.y, length = hypot(x, y);
        wend_vec2 right = {y / length, -x / length}, left = {-right.x, -right.y};
        sum += length * is_free(floor, box, beside(t.a, t.b, right));
        sum += length * is_free(floor, box, beside(t.a, t.b, left));
    }
    return sum;
}

// ---- loops --------------------------------------------------------------------------------------

/// How far a loop of elements turns, counter-clockwise, in half turns; -1000 if it does not close.
static inline double loop_turn(const wend_boundary *boundary, uint32_t first)
{
    double turn = 0;
    uint32_t number = first;
    for (size_t steps = 0; steps <= boundary->elements.count; ++steps) {
        const wend_element_link *link = &boundary->links.data[number];
        const wend_element *e = &boundary->elements.data[number];
        const wend_element *f = &boundary->elements.data[link->next];
        wend_vec2 from = link->kind == WEND_ELEMENT_CORNER ? e->from : e->to;
        wend_vec2 to = link->kind == WEND_ELEMENT_CORNER ? e->to : f->from;
        double angle = atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y);
        if (link->kind == WEND_ELEMENT_CORNER && angle < -3)
            angle = -angle; // a half turn is to the left
        turn += angle / 3.14159265358979323846;
        number = link->next;
        if (number == first)
            return turn;
    }
    return -1000;
}

/// The sides of a border, one by one, against a floor.
static inline void assert_border(const wend_boundary *boundary, const wend_floor *floor,
                                 const walls *w)
{
    double sum = 0;
    for (uint32_t i = 0; i < boundary->elements.count; ++i) {
        const wend_element_link *link = &boundary->links.data[i];
        const wend_element *e = &boundary->elements.data[i];
        if (link->kind == WEND_ELEMENT_SIDE || link->kind == WEND_ELEMENT_CORNER) {
            double turn = loop_turn(boundary, i);
            require(fabs(fabs(turn) - 2) < 1e-6);
        }
        if (link->kind != WEND_ELEMENT_SIDE)
            continue;
        sum += hypot(e->q.x - e->p.x, e->q.y - e->p.y);
        require(is_free(floor, boundary->box, beside(e->p, e->q, e->from)));
        bool on_wall = false;
        for (uint32_t k = 0; k < w->count && !on_wall; ++k)
            on_wall = wend_segment_distance(w->lines[k], e->p) < 1e-9 &&
                      wend_segment_distance(w->lines[k], e->q) < 1e-9;
        require(on_wall);
    }
    double wanted = border_length(floor, boundary->box, w);
    if (!(fabs(sum - wanted) <= 1e-9 * (1 + wanted)))
        fail_msg("seed %u: the border is %.12g long, not %.12g", (unsigned)scene_seed, sum, wanted);
}

static inline void assert_checked(const wend_boundary *boundary)
{
    wend_error error = {0};
    if (wend_boundary_check(boundary, &error) != WEND_OK)
        fail_msg("seed %u: %s at %g, %g", (unsigned)scene_seed, wend_error_text(&error),
                 error.position.x, error.position.y);
}

/// Points all over the box, and exactly on and near walls: where they are.
static inline void assert_located(const wend_boundary *boundary, const wend_floor *floor,
                                  wend_vec2 p)
{
    wend_location place = wend_boundary_locate(boundary, p);
    wend_location wanted = wend_floor_locate(floor, p, NULL);
    wend_box box = boundary->box;
    if (!boundary->has_bounds) {
        bool in = p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y;
        bool on =
            in && (p.x == box.min.x || p.x == box.max.x || p.y == box.min.y || p.y == box.max.y);
        wanted = !in ? WEND_LOCATION_OUTSIDE : on ? WEND_LOCATION_BOUNDARY : wanted;
    }
    if (place != wanted)
        fail_msg("seed %u: %.17g, %.17g is located %d, not %d", (unsigned)scene_seed, p.x, p.y,
                 (int)place, (int)wanted);
}

// ---- two borders --------------------------------------------------------------------------------

/// A border without its numbers and without the places where walls are only cut: a straight run of
/// sides is one.
typedef struct run {
    wend_vec2 p, q, from, to;
    uint8_t kind;
    int8_t bend;
} run;

typedef struct runs {
    run *data;
    size_t count;
} runs;

static inline int compare_places(wend_vec2 a, wend_vec2 b)
{
    return wend_is_before(a, b) ? -1 : wend_is_before(b, a) ? 1 : 0;
}

static inline int compare_runs(const void *one, const void *other)
{
    const run *a = one, *b = other;
    int order = compare_places(a->p, b->p);
    if (order == 0)
        order = compare_places(a->q, b->q);
    if (order == 0)
        order = (int)a->kind - (int)b->kind;
    if (order != 0)
        return order;
    // Normals may differ by a rounding: corners at one place are told apart roughly.
    double x = a->from.x - b->from.x, y = a->from.y - b->from.y;
    return fabs(x) > 1e-9 ? (x < 0 ? -1 : 1) : fabs(y) > 1e-9 ? (y < 0 ? -1 : 1) : 0;
}

static inline runs runs_of(const wend_boundary *boundary)
{
    runs r = {malloc((boundary->elements.count + 1) * sizeof(run)), 0};
    assert_non_null(r.data);
    for (uint32_t i = 0; i < boundary->elements.count; ++i) {
        const wend_element *e = &boundary->elements.data[i];
        const wend_element_link *link = &boundary->links.data[i];
        if (link->kind == WEND_ELEMENT_NONE)
            continue;
        if (link->kind == WEND_ELEMENT_SIDE && boundary->links.data[link->previous].bend == 0)
            continue;
        uint32_t last = i;
        while (link->kind == WEND_ELEMENT_SIDE && boundary->links.data[last].bend == 0)
            last = boundary->links.data[last].next;
        r.data[r.count++] =
            (run){e->p,  boundary->elements.data[last].q, e->from,
                  e->to, boundary->links.data[last].kind, boundary->links.data[last].bend};
    }
    qsort(r.data, r.count, sizeof *r.data, compare_runs);
    return r;
}

static inline bool nearly(wend_vec2 a, wend_vec2 b)
{
    return fabs(a.x - b.x) < 1e-9 && fabs(a.y - b.y) < 1e-9;
}

/// True if two borders are the same; else says where they differ.
static inline bool same_border(const wend_boundary *a, const wend_boundary *b)
{
    runs r = runs_of(a), s = runs_of(b);
    size_t at = 0;
    bool same = true;
    for (; same && at < r.count && at < s.count; at += same) {
        const run *x = &r.data[at], *y = &s.data[at];
        same = wend_equal(x->p, y->p) && wend_equal(x->q, y->q) && nearly(x->from, y->from) &&
               nearly(x->to, y->to) && x->kind == y->kind && x->bend == y->bend;
    }
    if (r.count != s.count || !same) {
        same = false;
        print_message("%zu and %zu runs\n", r.count, s.count);
        for (int i = 0; i < 2; ++i) {
            const runs *one = i == 0 ? &r : &s;
            const run *x = &one->data[at];
            if (at < one->count)
                print_message("%.17g, %.17g to %.17g, %.17g: kind %d, bend %d\n", x->p.x, x->p.y,
                              x->q.x, x->q.y, (int)x->kind, (int)x->bend);
        }
    }
    free(r.data);
    free(s.data);
    return same;
}

#endif
