// SPDX-License-Identifier: MIT
// What the tests of the spatial index share: a list that answers by looking at every item, checks
// of an index against it, and kinds of input that are degenerate in one way or another.
#ifndef WEND_TESTS_ORACLE_INDEX_H
#define WEND_TESTS_ORACLE_INDEX_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wend/geometry.h"
#include "wend/index.h"
#include "wend/random.h"

#define MOST 600

static inline uint32_t rounds(uint32_t few)
{
    const char *long_run = getenv("WEND_LONG");
    return long_run && *long_run ? 20 * few : few;
}

// ---- which random numbers a failure came from ---------------------------------------------------

static uint64_t last_seed, last_stream;

static inline wend_random seeded(uint64_t seed, uint64_t stream)
{
    last_seed = seed;
    last_stream = stream;
    return wend_random_stream(seed, stream);
}

/// The last line of a test: nothing failed.
static inline void passed(void **state)
{
    *state = &last_seed;
}

/// The teardown of a test.
static inline int tell_seed(void **state)
{
    if (*state != &last_seed)
        print_message("failed with seed %u, stream %u\n", (unsigned)last_seed,
                      (unsigned)last_stream);
    return 0;
}

// ---- the oracle: a list of items ----------------------------------------------------------------

typedef struct list {
    wend_item items[MOST];
    bool used[MOST];
} list;

static inline wend_segment segment_of(wend_item item)
{
    return (wend_segment){item.a, item.b};
}

static inline wend_box box_of(wend_item item)
{
    return wend_box_of((wend_vec2[]){item.a, item.b}, 2);
}

static inline double distance_between(wend_vec2 p, wend_vec2 q)
{
    return sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
}

static inline double item_distance(wend_item item, wend_vec2 p)
{
    if (item.kind == WEND_ITEM_SEGMENT)
        return wend_segment_distance(segment_of(item), p);
    return wend_box_distance(box_of(item), p);
}

static inline wend_near list_nearest(const list *l, wend_vec2 p, double limit)
{
    wend_near best = {WEND_NO_ITEM, INFINITY, p};
    for (uint32_t i = 0; i < MOST; i++) {
        double distance = l->used[i] ? item_distance(l->items[i], p) : INFINITY;
        if (distance <= limit && distance < best.distance) {
            best.number = i;
            best.distance = distance;
        }
    }
    return best;
}

static inline uint32_t list_within(const list *l, wend_vec2 p, double radius, uint32_t *numbers)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < MOST; i++)
        if (l->used[i] && item_distance(l->items[i], p) <= radius)
            numbers[count++] = i;
    return count;
}

static inline uint32_t list_in_box(const list *l, wend_box box, uint32_t *numbers)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < MOST; i++)
        if (l->used[i] && wend_box_meets(box_of(l->items[i]), box))
            numbers[count++] = i;
    return count;
}

// The distance along the ray to the item, INFINITY if it is not met.
static inline double ray_distance(wend_segment ray, wend_item item)
{
    wend_vec2 at;
    if (item.kind == WEND_ITEM_SEGMENT)
        return wend_segments_meet(ray, segment_of(item), &at) ? distance_between(at, ray.a)
                                                              : INFINITY;
    if (wend_box_distance(box_of(item), ray.a) == 0)
        return 0;
    double least = INFINITY;
    wend_vec2 other[2] = {{item.b.x, item.a.y}, {item.a.x, item.b.y}};
    for (int i = 0; i < 2; i++) {
        if (wend_segments_meet(ray, (wend_segment){item.a, other[i]}, &at))
            least = fmin(least, distance_between(at, ray.a));
        if (wend_segments_meet(ray, (wend_segment){other[i], item.b}, &at))
            least = fmin(least, distance_between(at, ray.a));
    }
    return least;
}

static inline wend_near list_first_hit(const list *l, wend_segment ray)
{
    wend_near best = {WEND_NO_ITEM, INFINITY, ray.b};
    for (uint32_t i = 0; i < MOST; i++) {
        double distance = l->used[i] ? ray_distance(ray, l->items[i]) : INFINITY;
        if (distance < best.distance) {
            best.number = i;
            best.distance = distance;
        }
    }
    return best;
}

// ---- comparing ----------------------------------------------------------------------------------

static inline void check_point(const wend_index *index, const list *l, wend_vec2 p)
{
    wend_near expected = list_nearest(l, p, INFINITY);
    wend_near nearest = wend_index_nearest(index, p, INFINITY);
    assert_int_equal(nearest.number, expected.number);
    assert_true(nearest.distance == expected.distance);
    if (nearest.number == WEND_NO_ITEM)
        return;
    assert_true(distance_between(nearest.point, p) == nearest.distance);
    wend_item item = l->items[nearest.number];
    double size = fmax(fmax(fabs(item.a.x), fabs(item.a.y)), fmax(fabs(item.b.x), fabs(item.b.y)));
    assert_true(item_distance(item, nearest.point) <= 1e-14 * (size + fabs(p.x) + fabs(p.y)));
    // The limit belongs to what is allowed.
    assert_int_equal(wend_index_nearest(index, p, nearest.distance).number, nearest.number);
    if (nearest.distance > 0)
        assert_int_equal(wend_index_nearest(index, p, nextafter(nearest.distance, 0)).number,
                         WEND_NO_ITEM);
}

static inline void check_within(const wend_index *index, const list *l, wend_vec2 p, double radius)
{
    uint32_t expected[MOST], found[MOST], count;
    uint32_t expected_count = list_within(l, p, radius, expected);
    assert_int_equal(wend_index_within(index, p, radius, found, MOST, &count), WEND_OK);
    assert_int_equal(count, expected_count);
    assert_memory_equal(found, expected, count * sizeof *found);
    if (count == 0)
        return;
    // Too small a buffer gets the smallest numbers.
    uint32_t capacity = count / 2;
    found[capacity] = 12345;
    assert_int_equal(wend_index_within(index, p, radius, found, capacity, &count),
                     WEND_BUFFER_TOO_SMALL);
    assert_int_equal(count, expected_count);
    assert_memory_equal(found, expected, capacity * sizeof *found);
    assert_int_equal(found[capacity], 12345);
    assert_int_equal(wend_index_within(index, p, radius, NULL, 0, &count), WEND_BUFFER_TOO_SMALL);
    assert_int_equal(count, expected_count);
}

typedef struct visited {
    uint32_t count, sum, stop;
} visited;

static inline bool visit(void *context, uint32_t number)
{
    visited *v = context;
    v->count++;
    v->sum += number;
    return v->count != v->stop;
}

static inline void check_box(const wend_index *index, const list *l, wend_vec2 a, wend_vec2 b)
{
    uint32_t expected[MOST], found[MOST], count;
    wend_box box = wend_box_of((wend_vec2[]){a, b}, 2);
    uint32_t expected_count = list_in_box(l, box, expected), sum = 0;
    for (uint32_t i = 0; i < expected_count; i++)
        sum += expected[i];
    assert_int_equal(wend_index_in_box(index, box, found, MOST, &count), WEND_OK);
    assert_int_equal(count, expected_count);
    assert_memory_equal(found, expected, count * sizeof *found);
    visited all = {0, 0, UINT32_MAX};
    wend_index_along(index, (wend_segment){a, b}, visit, &all);
    assert_int_equal(all.count, expected_count);
    assert_int_equal(all.sum, sum);
    visited first = {0, 0, 1};
    wend_index_along(index, (wend_segment){b, a}, visit, &first);
    assert_int_equal(first.count, expected_count > 0);
}

static inline void check_ray(const wend_index *index, const list *l, wend_segment ray)
{
    wend_near expected = list_first_hit(l, ray), hit = wend_index_first_hit(index, ray);
    assert_int_equal(hit.number, expected.number);
    assert_true(hit.distance == expected.distance);
    if (hit.number != WEND_NO_ITEM)
        assert_true(distance_between(hit.point, ray.a) == hit.distance);
}

static inline void check_items(const wend_index *index, const list *l)
{
    wend_error error = {0};
    if (wend_index_check(index, &error) != WEND_OK)
        fail_msg("%s", error.text);
    uint32_t count = 0;
    wend_box box = wend_box_empty();
    for (uint32_t i = 0; i < MOST; i++) {
        if (!l->used[i])
            continue;
        count++;
        box = wend_box_join(box, box_of(l->items[i]));
        wend_item item = wend_index_item(index, i);
        assert_true(item.a.x == l->items[i].a.x && item.a.y == l->items[i].a.y &&
                    item.b.x == l->items[i].b.x && item.b.y == l->items[i].b.y &&
                    item.kind == l->items[i].kind);
    }
    assert_int_equal(wend_index_count(index), count);
    wend_box bounds = wend_index_bounds(index);
    assert_memory_equal(&bounds, &box, sizeof box);
}

// ---- kinds of input -----------------------------------------------------------------------------

typedef enum input {
    INPUT_NONE,
    INPUT_ONE,
    INPUT_EQUAL,
    INPUT_POINTS_ON_GRID,
    INPUT_SEGMENTS_ON_GRID,
    INPUT_BOXES_ON_GRID,
    INPUT_ON_ONE_LINE,
    INPUT_MIXED,
    INPUT_HUGE,
    INPUT_TINY_FAR_AWAY,
    INPUT_CLUSTERS,
    INPUT_COUNT,
} input;

static inline wend_vec2 grid_point(wend_random *random)
{
    return (wend_vec2){wend_random_below(random, 8), wend_random_below(random, 8)};
}

// Twice the size of the items' region, so that queries come from outside too.
static inline wend_vec2 random_point(wend_random *random, double size)
{
    return (wend_vec2){wend_random_between(random, -size, size),
                       wend_random_between(random, -size, size)};
}

static inline double size_of(input kind)
{
    return kind == INPUT_HUGE ? 1e9 : kind == INPUT_TINY_FAR_AWAY ? 1e-3 : 8;
}

static inline wend_vec2 origin_of(input kind)
{
    return kind == INPUT_TINY_FAR_AWAY ? (wend_vec2){1e6, -1e6} : (wend_vec2){0, 0};
}

static inline wend_vec2 near_origin(wend_random *random, input kind, double share)
{
    wend_vec2 p = random_point(random, share * size_of(kind)), o = origin_of(kind);
    return (wend_vec2){o.x + p.x, o.y + p.y};
}

static inline wend_item random_item(wend_random *random, input kind)
{
    wend_vec2 p = grid_point(random), q = grid_point(random);
    switch (kind) {
    case INPUT_EQUAL:
        return (wend_item){{3, 4}, {5, 4}, WEND_ITEM_SEGMENT};
    case INPUT_POINTS_ON_GRID:
        return (wend_item){p, p, WEND_ITEM_SEGMENT};
    case INPUT_SEGMENTS_ON_GRID:
        return (wend_item){p, q, WEND_ITEM_SEGMENT};
    case INPUT_ON_ONE_LINE:
        return (wend_item){{p.x, 2 * p.x}, {q.x, 2 * q.x}, WEND_ITEM_SEGMENT};
    case INPUT_CLUSTERS:
        p = (wend_vec2){p.x * p.x * p.x, 1e-6 * p.y};
        return (wend_item){p, {p.x + 1e-3 * q.x, p.y * q.y}, WEND_ITEM_SEGMENT};
    case INPUT_MIXED:
    case INPUT_HUGE:
    case INPUT_TINY_FAR_AWAY:
        p = near_origin(random, kind, 1);
        q = near_origin(random, kind, 0.1);
        q = (wend_vec2){p.x + q.x - origin_of(kind).x, p.y + q.y - origin_of(kind).y};
        if (wend_random_below(random, 4) != 0)
            return (wend_item){p, q, WEND_ITEM_SEGMENT};
        break;
    default:
        break;
    }
    wend_box box = wend_box_of((wend_vec2[]){p, q}, 2);
    return (wend_item){box.min, box.max, WEND_ITEM_BOX};
}

static inline wend_vec2 random_query(wend_random *random, input kind, const list *l)
{
    if (wend_random_below(random, 3) == 0) // halves of the grid: all kinds of ties
        return (wend_vec2){0.5 * wend_random_below(random, 20) - 1,
                           0.5 * wend_random_below(random, 20) - 1};
    if (wend_random_below(random, 4) == 0) { // an end of an item
        uint32_t i = wend_random_below(random, MOST);
        if (l->used[i])
            return l->items[i].b;
    }
    return near_origin(random, kind, 2);
}

static inline void check_queries(const wend_index *index, const list *l, wend_random *random,
                                 input kind, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 p = random_query(random, kind, l), q = random_query(random, kind, l);
        check_point(index, l, p);
        wend_near near = wend_index_nearest(index, p, INFINITY);
        double radius = wend_random_between(random, 0, 0.7 * size_of(kind));
        check_within(index, l, p, radius);
        if (near.number != WEND_NO_ITEM)
            check_within(index, l, p, near.distance);
        check_box(index, l, p, q);
        check_ray(index, l, (wend_segment){p, q});
        check_ray(index, l, (wend_segment){p, p});
        check_ray(index, l, (wend_segment){p, {p.x, q.y}});
    }
}

static inline wend_index *create(const wend_item *items, uint32_t count,
                                 const wend_allocator *allocator)
{
    wend_index *index = NULL;
    wend_error error = {0};
    if (wend_index_create(items, count, allocator, &index, &error) != WEND_OK)
        fail_msg("%s", error.text);
    return index;
}

static inline wend_index *create_random(list *l, wend_random *random, input kind, uint32_t count)
{
    if (kind == INPUT_NONE)
        count = 0;
    if (kind == INPUT_ONE)
        count = 1;
    memset(l, 0, sizeof *l);
    for (uint32_t i = 0; i < count; i++) {
        l->items[i] = random_item(random, kind);
        l->used[i] = true;
    }
    return create(l->items, count, NULL);
}

// A number in use.
static inline uint32_t pick(const list *l, wend_random *random)
{
    for (;;) {
        uint32_t number = wend_random_below(random, MOST);
        if (l->used[number])
            return number;
    }
}

static inline wend_item nudged(wend_random *random, input kind, wend_item item)
{
    wend_vec2 by = random_point(random, 0.01 * size_of(kind));
    if (wend_random_below(random, 3) == 0)
        return random_item(random, kind);
    item.a = (wend_vec2){item.a.x + by.x, item.a.y + by.y};
    item.b = (wend_vec2){item.b.x + by.x, item.b.y + by.y};
    return item;
}

#endif
