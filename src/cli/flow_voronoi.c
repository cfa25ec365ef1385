// SPDX-License-Identifier: MIT
// The shortest cut over the gates of the Voronoi diagram: chords between the two feet at the
// narrowest places of its pieces. It is an upper bound of the shortest cut, not always the same:
// two bodies may be connected best where a third one is nearer to the middle, and then the diagram
// has no piece there.
#include "cli/flow.h"
#include "cli/report.h"
#include "core/heap.h"
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
    wend_index *walls;              ///< of the bodies
    wend_array(uint32_t) body_of;   ///< each of them is of this body
    wend_array(chord) chords;       ///< both ways, sorted by where they come from
    wend_array(wend_segment) lines; ///< the openings
    double reach;                   ///< how near a foot is to its wall
    bool good;
} search;

// ---- walls --------------------------------------------------------------------------------------

static bool index_walls(search *q)
{
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(wend_flow_map(q->flow), &count);
    wend_item *items = calloc((size_t)count + 1, sizeof *items);
    bool good = items && wend_array_reserve(&q->body_of, NULL, count);
    for (uint32_t i = 0; good && i < count; ++i)
        if (roots[i].source != WEND_MAP_NONE && roots[i].parent == WEND_MAP_NONE) {
            items[q->body_of.count] = (wend_item){roots[i].a, roots[i].b, WEND_ITEM_SEGMENT};
            q->body_of.data[q->body_of.count++] = roots[i].source;
        }
    good = good &&
           wend_index_create(items, (uint32_t)q->body_of.count, NULL, &q->walls, NULL) == WEND_OK;
    free(items);
    return good;
}

static bool list_openings(search *q, uint32_t opening_count)
{
    for (uint32_t i = 0; i < opening_count; ++i) {
        const wend_vec2 *points;
        uint32_t count = wend_flow_opening(q->flow, i, &points);
        if (!wend_array_reserve(&q->lines, NULL, count))
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
        wend_flow_at(q->flow, middle).level < 0 || crosses_opening(q, line))
        return true;
    if (!wend_array_reserve(&q->chords, NULL, 2))
        return false;
    chord there = {q->body_of.data[from.number], q->body_of.data[to.number],
                   hypot(line.a.x - line.b.x, line.a.y - line.b.y)};
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
static bool find_shortest(const search *q, double *value)
{
    uint32_t count;
    wend_flow_bodies(q->flow, &count);
    double *level = malloc((count + (size_t)1) * sizeof *level);
    size_t *first = malloc((count + (size_t)2) * sizeof *first);
    wend_heap heap;
    wend_heap_init(&heap, NULL);
    bool good = level && first && wend_heap_reserve(&heap, count);
    for (uint32_t i = 0, next = 0; good && i <= count; ++i) {
        level[i] = INFINITY;
        while (next < q->chords.count && q->chords.data[next].from < i)
            ++next;
        first[i] = next;
    }
    if (good) {
        level[WEND_FLOW_BOTTOM] = 0;
        wend_heap_push(&heap, WEND_FLOW_BOTTOM, 0);
    }
    while (good && !wend_heap_empty(&heap)) {
        uint32_t body = wend_heap_pop(&heap).item;
        for (size_t i = first[body]; i < first[body + 1]; ++i) {
            const chord *c = &q->chords.data[i];
            if (level[body] + c->width < level[c->to]) {
                level[c->to] = level[body] + c->width;
                wend_heap_push(&heap, c->to, level[c->to]);
            }
        }
    }
    if (good)
        *value = level[WEND_FLOW_TOP];
    wend_heap_free(&heap);
    free(level);
    free(first);
    return good;
}

bool flow_voronoi_cut(const wend_flow *flow, uint32_t opening_count, const wend_floor *floor,
                      const wend_voronoi *voronoi, double *value)
{
    search q = {.flow = flow, .good = true};
    q.reach = WALL_TOLERANCES * wend_floor_tolerance(floor);
    bool good = index_walls(&q) && list_openings(&q, opening_count) &&
                wend_voronoi_edges(voronoi, visit_edge, &q) == WEND_OK && q.good;
    if (good && q.chords.count > 0)
        qsort(q.chords.data, q.chords.count, sizeof *q.chords.data, compare_chords);
    good = good && find_shortest(&q, value);
    wend_index_destroy(q.walls);
    wend_array_free(&q.body_of, NULL);
    wend_array_free(&q.chords, NULL);
    wend_array_free(&q.lines, NULL);
    return good;
}

int flow_cut_voronoi(flow_job *job)
{
    wend_voronoi *voronoi = NULL;
    int code = scene_voronoi_build(job->args, job->s, &job->built, SCENE_SITES_WALLS, &voronoi);
    if (code != EXIT_DONE)
        return code;
    bool good = flow_voronoi_cut(job->flow, (uint32_t)job->openings.items.count, job->built.floor,
                                 voronoi, &job->voronoi);
    wend_voronoi_destroy(voronoi);
    return good ? EXIT_DONE : fail(job->args, "%s: out of memory", job->file);
}
