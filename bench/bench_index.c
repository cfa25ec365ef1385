// SPDX-License-Identifier: MIT
// Spatial index: cost of queries and changes, their growth, and GEOS's STRtree on the same queries
// in the same run.
//
// A figure is the minimum of many short rounds over different queries: some rounds are undisturbed.
#include "bench/bench.h"

#include <geos_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/geometry.h"
#include "wend/index.h"
#include "wend/random.h"

/// Square blocks of 15 m, 5 m apart.
#define BLOCK_SIZE  15.0
#define BLOCK_PITCH 20.0

/// The city that targets are stated for: 38,416 segments.
#define CITY_SIDE 98

#define QUERY_COUNT 65536
#define ROUND_SIZE  1024

/// Items of a town, and query points in it.
typedef struct town {
    const char *name;
    wend_item *items;
    uint32_t count;
    double size; ///< it is a square with a corner at the origin [Units: m]
    wend_vec2 *places;
    wend_index *index;
    size_t bytes; ///< memory of the index
    double build_seconds;
} town;

// ---- towns --------------------------------------------------------------------------------------

static void *counted_allocate(void *context, size_t size)
{
    void *memory = malloc(size);
    *(size_t *)context += memory ? size : 0;
    return memory;
}

static void counted_release(void *context, void *memory, size_t size)
{
    *(size_t *)context -= size;
    free(memory);
}

static void leave_town(town *t)
{
    wend_index_destroy(t->index);
    free(t->places);
    free(t->items);
    free(t);
}

// Builds the index and chooses the query points. NULL (and the town is freed): out of memory.
static town *settle(town *t)
{
    t->places = malloc(QUERY_COUNT * sizeof *t->places);
    const wend_allocator counted = {counted_allocate, counted_release, &t->bytes};
    double start = bench_now();
    if (!t->places || wend_index_create(t->items, t->count, &counted, &t->index, NULL) != WEND_OK) {
        leave_town(t);
        return NULL;
    }
    t->build_seconds = bench_now() - start;
    wend_random random = wend_random_stream(1, t->count);
    for (uint32_t i = 0; i < QUERY_COUNT; i++) {
        t->places[i].x = wend_random_between(&random, 0, t->size);
        t->places[i].y = wend_random_between(&random, 0, t->size);
    }
    return t;
}

static town *new_town(const char *name, uint32_t count, double size)
{
    town *t = calloc(1, sizeof *t);
    wend_item *items = malloc(count * sizeof *items);
    if (!t || !items) {
        free(t);
        free(items);
        return NULL;
    }
    *t = (town){.name = name, .items = items, .count = count, .size = size};
    return t;
}

static town *make_city(uint32_t side)
{
    town *t = new_town("city", 4 * side * side, BLOCK_PITCH * (side - 1) + BLOCK_SIZE);
    if (!t)
        return NULL;
    wend_item *item = t->items;
    for (uint32_t i = 0; i < side * side; i++) {
        double x = BLOCK_PITCH * (i % side), y = BLOCK_PITCH * (i / side);
        const wend_vec2 corners[5] = {{x, y},
                                      {x + BLOCK_SIZE, y},
                                      {x + BLOCK_SIZE, y + BLOCK_SIZE},
                                      {x, y + BLOCK_SIZE},
                                      {x, y}};
        for (int k = 0; k < 4; k++)
            *item++ = (wend_item){corners[k], corners[k + 1], WEND_ITEM_SEGMENT};
    }
    return settle(t);
}

// As many segments on the same area, up to 5 m long, anywhere and in any direction.
static town *make_thicket(uint32_t count)
{
    town *t = new_town("random", count, BLOCK_PITCH * sqrt(count / 4.0));
    if (!t)
        return NULL;
    wend_random random = wend_random_stream(2, count);
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 a = {wend_random_between(&random, 0, t->size),
                       wend_random_between(&random, 0, t->size)};
        wend_vec2 b = {a.x + wend_random_between(&random, -3.5, 3.5),
                       a.y + wend_random_between(&random, -3.5, 3.5)};
        t->items[i] = (wend_item){a, b, WEND_ITEM_SEGMENT};
    }
    return settle(t);
}

// ---- rounds -------------------------------------------------------------------------------------

/// The i-th piece of work; returns a value that depends on the result.
typedef double work_fn(void *context, uint32_t i);

/// Nanoseconds per call in the fastest round; *mean [opt] is that of the results.
static double best_round(work_fn *work, void *context, uint32_t rounds, double *mean)
{
    double best = INFINITY, sum = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        double start = bench_now();
        for (uint32_t i = 0; i < ROUND_SIZE; i++)
            sum += work(context, (round * ROUND_SIZE + i) % QUERY_COUNT);
        best = fmin(best, bench_now() - start);
    }
    if (mean)
        *mean = sum / ((double)rounds * ROUND_SIZE);
    // The sum is used, so that the compiler cannot remove the work.
    return sum == -1 ? 0 : 1e9 * best / ROUND_SIZE;
}

static double nearest(void *context, uint32_t i)
{
    town *t = context;
    return wend_index_nearest(t->index, t->places[i], INFINITY).distance;
}

static double within(void *context, uint32_t i)
{
    town *t = context;
    uint32_t numbers[256], count;
    wend_index_within(t->index, t->places[i], 20, numbers, 256, &count);
    return count;
}

static double first_hit(void *context, uint32_t i)
{
    town *t = context;
    wend_vec2 from = t->places[i], to = t->places[(i + 1) % QUERY_COUNT];
    double length = wend_distance(to, from);
    to = (wend_vec2){from.x + 100 * (to.x - from.x) / length,
                     from.y + 100 * (to.y - from.y) / length};
    return wend_index_first_hit(t->index, (wend_segment){from, to}).number != WEND_NO_ITEM;
}

static wend_item moved(wend_item item, double x, double y)
{
    item.a = (wend_vec2){item.a.x + x, item.a.y + y};
    item.b = (wend_vec2){item.b.x + x, item.b.y + y};
    return item;
}

static double insert(void *context, uint32_t i)
{
    town *t = context;
    wend_vec2 p = t->places[i];
    uint32_t number = 0;
    wend_item item = {p, {p.x + 3, p.y + 3}, WEND_ITEM_SEGMENT};
    wend_index_insert(t->index, item, &number, NULL);
    return number;
}

// Removes what insert added, in another order.
static double remove_one(void *context, uint32_t i)
{
    town *t = context;
    wend_index_remove(t->index, t->count + (i * 40503u) % QUERY_COUNT);
    return 0;
}

// Half a metre: the path of an agent in a third of a second.
static double move_little(void *context, uint32_t i)
{
    town *t = context;
    uint32_t number = (i * 40503u) % t->count;
    wend_vec2 p = t->places[i];
    double angle = p.x + p.y;
    wend_item item = wend_index_item(t->index, number);
    wend_index_move(t->index, number, moved(item, 0.5 * cos(angle), 0.5 * sin(angle)));
    return 0;
}

static double move_far(void *context, uint32_t i)
{
    town *t = context;
    uint32_t number = (i * 40503u) % t->count;
    wend_vec2 p = t->places[i];
    wend_item item = wend_index_item(t->index, number);
    wend_index_move(t->index, number, moved(item, p.x - item.a.x, p.y - item.a.y));
    return 0;
}

// ---- GEOS ---------------------------------------------------------------------------------------

typedef struct peer {
    GEOSContextHandle_t handle;
    GEOSSTRtree *tree;
    GEOSGeometry **lines, **points;
    const town *town;
} peer;

static GEOSGeometry *geos_geometry(GEOSContextHandle_t handle, wend_vec2 a, wend_vec2 b)
{
    bool is_point = a.x == b.x && a.y == b.y;
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(handle, is_point ? 1 : 2, 2);
    if (!sequence)
        return NULL;
    GEOSCoordSeq_setXY_r(handle, sequence, 0, a.x, a.y);
    if (is_point)
        return GEOSGeom_createPoint_r(handle, sequence);
    GEOSCoordSeq_setXY_r(handle, sequence, 1, b.x, b.y);
    return GEOSGeom_createLineString_r(handle, sequence);
}

static void close_peer(peer *p)
{
    if (p->tree)
        GEOSSTRtree_destroy_r(p->handle, p->tree);
    for (uint32_t i = 0; p->lines && i < p->town->count; i++)
        GEOSGeom_destroy_r(p->handle, p->lines[i]);
    for (uint32_t i = 0; p->points && i < QUERY_COUNT; i++)
        GEOSGeom_destroy_r(p->handle, p->points[i]);
    free(p->lines);
    free(p->points);
    if (p->handle)
        GEOS_finish_r(p->handle);
}

static bool open_peer(peer *p, const town *t)
{
    *p = (peer){.handle = GEOS_init_r(), .town = t};
    p->lines = calloc(t->count, sizeof *p->lines);
    p->points = calloc(QUERY_COUNT, sizeof *p->points);
    bool good = p->handle && p->lines && p->points;
    if (good)
        p->tree = GEOSSTRtree_create_r(p->handle, 10); // its own default width
    good = good && p->tree;
    for (uint32_t i = 0; good && i < t->count; i++) {
        p->lines[i] = geos_geometry(p->handle, t->items[i].a, t->items[i].b);
        good = p->lines[i];
        if (good)
            GEOSSTRtree_insert_r(p->handle, p->tree, p->lines[i], &t->items[i]);
    }
    for (uint32_t i = 0; good && i < QUERY_COUNT; i++) {
        p->points[i] = geos_geometry(p->handle, t->places[i], t->places[i]);
        good = p->points[i];
    }
    if (!good)
        close_peer(p);
    return good;
}

// The fastest use of GEOS: with this distance function it does not access geometries.
static int geos_distance(const void *one, const void *other, double *distance, void *context)
{
    (void)context;
    const wend_item *item = one;
    *distance = wend_segment_distance((wend_segment){item->a, item->b}, *(const wend_vec2 *)other);
    return 1;
}

static double geos_nearest(void *context, uint32_t i)
{
    peer *p = context;
    const wend_item *item = GEOSSTRtree_nearest_generic_r(p->handle, p->tree, &p->town->places[i],
                                                          p->points[i], geos_distance, NULL);
    return item ? wend_segment_distance((wend_segment){item->a, item->b}, p->town->places[i])
                : INFINITY;
}

// ---- rows ---------------------------------------------------------------------------------------

static bool add_row(json_t *rows, const town *t, const char *name, double ns)
{
    json_t *row =
        json_pack("{s:s, s:f, s:I}", "case", name, "ns", ns, "segments", (json_int_t)t->count);
    return row && json_array_append_new(rows, row) == 0;
}

static bool add_figure(json_t *rows, const char *key, double figure)
{
    json_t *row = json_array_get(rows, json_array_size(rows) - 1);
    return json_object_set_new(row, key, json_real(figure)) == 0;
}

// Nearest item: the row with all figures of an index.
static bool row_nearest(json_t *rows, town *t, const char *name, bool with_peer)
{
    double ns = best_round(nearest, t, 256, NULL);
    bool good = add_row(rows, t, name, ns) &&
                add_figure(rows, "build_ms", 1e3 * t->build_seconds) &&
                add_figure(rows, "bytes_per_item", (double)t->bytes / t->count);
    if (!good || !with_peer)
        return good;
    peer p;
    if (!open_peer(&p, t))
        return false;
    geos_nearest(&p, 0); // builds the tree
    double geos_ns = best_round(geos_nearest, &p, QUERY_COUNT / ROUND_SIZE, NULL);
    uint32_t different = 0;
    for (uint32_t i = 0; i < ROUND_SIZE; i++)
        different += geos_nearest(&p, i) != nearest(t, i);
    close_peer(&p);
    return add_figure(rows, "geos_ns", geos_ns) && add_figure(rows, "ratio", geos_ns / ns) &&
           add_figure(rows, "different", different);
}

static bool rows_of_growth(json_t *rows)
{
    const uint32_t sides[] = {16, 50, 158, 500};
    const char *const sizes[] = {"1e3", "1e4", "1e5", "1e6"};
    bool good = true;
    for (int i = 0; good && i < 8; i++) {
        uint32_t side = sides[i % 4];
        town *t = i < 4 ? make_city(side) : make_thicket(4 * side * side);
        if (!t)
            return false;
        char name[64];
        snprintf(name, sizeof name, "nearest-segment-%s-%s", t->name, sizes[i % 4]);
        good = row_nearest(rows, t, name, i % 4 < 3);
        leave_town(t);
    }
    return good;
}

static bool rows_of_queries(json_t *rows, town *t)
{
    double found, share;
    double ns = best_round(within, t, 64, &found);
    bool good = add_row(rows, t, "within-20m-city", ns) && add_figure(rows, "found", found);
    ns = best_round(first_hit, t, 64, &share);
    return good && add_row(rows, t, "first-hit-100m-city", ns) &&
           add_figure(rows, "share_hit", share);
}

// Changes, and the quality of the tree afterwards: nearest-item queries against a fresh index of
// the same items.
static bool rows_of_changes(json_t *rows, town *t)
{
    uint32_t pass = QUERY_COUNT / ROUND_SIZE;
    bool good = add_row(rows, t, "insert-city", best_round(insert, t, pass, NULL)) &&
                wend_index_count(t->index) == t->count + QUERY_COUNT && // else: out of memory
                add_row(rows, t, "remove-city", best_round(remove_one, t, pass, NULL)) &&
                add_row(rows, t, "move-0.5m-city", best_round(move_little, t, 8 * pass, NULL)) &&
                add_row(rows, t, "nearest-after-moves", best_round(nearest, t, pass, NULL));
    for (uint32_t i = 0; good && i < t->count; i++)
        t->items[i] = wend_index_item(t->index, i);
    wend_index *changed = t->index, *fresh = NULL;
    if (!good || wend_index_create(t->items, t->count, NULL, &fresh, NULL) != WEND_OK)
        return false;
    t->index = fresh;
    double fresh_ns = best_round(nearest, t, pass, NULL);
    t->index = changed;
    wend_index_destroy(fresh);
    return add_figure(rows, "fresh_ns", fresh_ns) &&
           add_row(rows, t, "move-anywhere-city", best_round(move_far, t, pass, NULL));
}

bool bench_index(json_t *rows)
{
    town *t = make_city(CITY_SIDE);
    if (!t)
        return false;
    bool good = row_nearest(rows, t, "nearest-segment-city", true) && rows_of_queries(rows, t) &&
                rows_of_changes(rows, t);
    leave_town(t);
    return good && rows_of_growth(rows);
}
