// SPDX-License-Identifier: MIT
// The shortest cut over the gates of the Voronoi diagram: chords between the two projections at the
// narrowest points of its pieces. It is an upper bound of the shortest cut, not always equal to it:
// two bodies may be connected best where a third one is nearer to the middle, and then the diagram
// has no piece there.
#include "flow/voronoi_cut.h"

#include "core/heap.h"
#include "flow/flow.h"
#include "wend/geometry.h"
#include "wend/index.h"

#include <math.h>
#include <stdlib.h>

/// Walls of a flow leave those of the plan by rounding where an opening ends on them: by no more
/// than this many of the floor's tolerances.
#define WALL_TOLERANCES 4

/// A chord from one body to another.
typedef struct chord {
    uint32_t from, to;
    double width;
} chord;

typedef struct search {
    const wend_flow *flow;
    const wend_allocator *allocator;
    wend_index *walls;              ///< of the bodies
    wend_array(uint32_t) body_of;   ///< each of them is of this body
    wend_array(chord) chords;       ///< both ways, sorted by where they come from
    wend_array(wend_segment) lines; ///< the openings
    double reach;                   ///< maximum distance of a projection from its wall
    bool good;
} search;

// ---- walls --------------------------------------------------------------------------------------

static bool index_walls(search *q)
{
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(wend_flow_map(q->flow), &count);
    wend_array(wend_item) items = {0};
    bool good = wend_array_reserve(&items, q->allocator, count) &&
                wend_array_reserve(&q->body_of, q->allocator, count);
    for (uint32_t i = 0; good && i < count; ++i)
        if (roots[i].source != WEND_MAP_NONE && roots[i].parent == WEND_MAP_NONE) {
            items.data[items.count++] = (wend_item){roots[i].a, roots[i].b, WEND_ITEM_SEGMENT};
            q->body_of.data[q->body_of.count++] = roots[i].source;
        }
    good = good && wend_index_create(items.data, (uint32_t)items.count, q->allocator, &q->walls,
                                     NULL) == WEND_OK;
    wend_array_free(&items, q->allocator);
    return good;
}

static bool list_openings(search *q)
{
    for (uint32_t i = 0; i < q->flow->opening_ends.count; ++i) {
        const wend_vec2 *points;
        uint32_t count = wend_flow_opening(q->flow, i, &points);
        if (!wend_array_reserve(&q->lines, q->allocator, count))
            return false;
        for (uint32_t k = 1; k < count; ++k)
            q->lines.data[q->lines.count++] = (wend_segment){points[k - 1], points[k]};
    }
    return true;
}

// ---- chords -------------------------------------------------------------------------------------

static bool crosses_opening(const search *q, wend_segment line)
{
    for (size_t i = 0; i < q->lines.count; ++i)
        if (wend_segments_meet(line, q->lines.data[i], NULL) == WEND_CROSS)
            return true;
    return false;
}

static bool add_piece(search *q, const wend_voronoi_piece *piece)
{
    double share = wend_piece_narrowest(piece, NULL);
    wend_vec2 middle = wend_piece_point(piece, share, NULL);
    wend_segment line = {wend_segment_closest(piece->left, middle),
                         wend_segment_closest(piece->right, middle)};
    wend_near from = wend_index_nearest(q->walls, line.a, q->reach);
    wend_near to = wend_index_nearest(q->walls, line.b, q->reach);
    if (from.number == WEND_NO_ITEM || to.number == WEND_NO_ITEM ||
        q->body_of.data[from.number] == q->body_of.data[to.number] ||
        wend_flow_query(q->flow, middle).level < 0 || crosses_opening(q, line))
        return true;
    if (!wend_array_reserve(&q->chords, q->allocator, 2))
        return false;
    chord there = {q->body_of.data[from.number], q->body_of.data[to.number],
                   wend_distance(line.a, line.b)};
    q->chords.data[q->chords.count++] = there;
    q->chords.data[q->chords.count++] = (chord){there.to, there.from, there.width};
    return true;
}

static bool visit_edge(void *context, const wend_voronoi_edge *edge)
{
    search *q = context;
    for (uint32_t i = 0; q->good && i < edge->piece_count; ++i)
        q->good = add_piece(q, &edge->pieces[i]);
    return q->good;
}

static int compare_chords(const void *a, const void *b)
{
    const chord *c = a, *d = b;
    return (c->from > d->from) - (c->from < d->from);
}

// ---- the cut ------------------------------------------------------------------------------------

/// Dijkstra over the bodies, from the bottom to the top. False: out of memory.
static bool find_shortest(const search *q, double *length)
{
    size_t count = q->flow->bodies.count, next = 0;
    wend_array(double) level = {0};
    wend_array(size_t) first = {0};
    wend_heap heap;
    wend_heap_init(&heap, q->allocator);
    bool good = wend_array_reserve(&level, q->allocator, count + 1) &&
                wend_array_reserve(&first, q->allocator, count + 1) &&
                wend_heap_reserve(&heap, count);
    for (size_t i = 0; good && i <= count; ++i) {
        level.data[i] = INFINITY;
        while (next < q->chords.count && q->chords.data[next].from < i)
            ++next;
        first.data[i] = next;
    }
    if (good) {
        level.data[WEND_FLOW_BOTTOM] = 0;
        wend_heap_push(&heap, WEND_FLOW_BOTTOM, 0);
    }
    while (good && !wend_heap_empty(&heap)) {
        uint32_t body = wend_heap_pop(&heap).item;
        for (size_t i = first.data[body]; i < first.data[body + 1]; ++i) {
            const chord *c = &q->chords.data[i];
            double reached = level.data[body] + c->width;
            if (reached < level.data[c->to]) {
                level.data[c->to] = reached;
                wend_heap_push(&heap, c->to, reached);
            }
        }
    }
    if (good)
        *length = level.data[WEND_FLOW_TOP];
    wend_heap_free(&heap);
    wend_array_free(&level, q->allocator);
    wend_array_free(&first, q->allocator);
    return good;
}

wend_result wend_flow_voronoi_cut(const wend_flow *flow, const wend_floor *floor,
                                  const wend_voronoi *voronoi, double *length, wend_error *error)
{
    search q = {.flow = flow, .allocator = &flow->allocator, .good = true};
    q.reach = WALL_TOLERANCES * wend_floor_tolerance(floor);
    bool good = index_walls(&q) && list_openings(&q) &&
                wend_voronoi_edges(voronoi, visit_edge, &q) == WEND_OK && q.good;
    if (good && q.chords.count > 0)
        qsort(q.chords.data, q.chords.count, sizeof *q.chords.data, compare_chords);
    good = good && find_shortest(&q, length);
    wend_index_destroy(q.walls);
    wend_array_free(&q.body_of, q.allocator);
    wend_array_free(&q.chords, q.allocator);
    wend_array_free(&q.lines, q.allocator);
    return good ? WEND_OK : wend_fail_memory(error);
}
