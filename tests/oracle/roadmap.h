// SPDX-License-Identifier: MIT
// Paths on the diagram the slow way: its edges as wend_voronoi_edges tells them, costs by adding up
// small steps, and Dijkstra's algorithm without a queue.
#ifndef WEND_TESTS_ORACLE_ROADMAP_H
#define WEND_TESTS_ORACLE_ROADMAP_H

#include "tests/support/support.h"
#include "wend/roadmap.h"

#include <math.h>
#include <string.h>

enum { ORACLE_STEPS = 160 };

typedef struct oracle_edge {
    uint32_t from, to;
    uint32_t first, count; ///< of the pieces
} oracle_edge;

typedef struct oracle_roadmap {
    const wend_voronoi *voronoi;
    wend_voronoi_piece *pieces;
    oracle_edge *edges;
    uint32_t piece_count, edge_count, vertex_count;
    double (*radius_of)(void *context, wend_site_id site); ///< of agents
    void *context;
    double radius, weight, comfort; ///< of the question
} oracle_roadmap;

static inline double oracle_distance(wend_vec2 a, wend_vec2 b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static inline bool oracle_take_edge(void *context, const wend_voronoi_edge *edge)
{
    oracle_roadmap *o = context;
    o->pieces = realloc(o->pieces, (o->piece_count + edge->piece_count) * sizeof *o->pieces);
    o->edges = realloc(o->edges, (o->edge_count + 1) * sizeof *o->edges);
    assert_true(o->pieces && o->edges);
    memcpy(o->pieces + o->piece_count, edge->pieces, edge->piece_count * sizeof *o->pieces);
    o->edges[o->edge_count++] =
        (oracle_edge){edge->from, edge->to, o->piece_count, edge->piece_count};
    o->piece_count += edge->piece_count;
    uint32_t most = edge->from > edge->to ? edge->from : edge->to;
    o->vertex_count = most >= o->vertex_count ? most + 1 : o->vertex_count;
    return true;
}

static inline oracle_roadmap oracle_make(const wend_voronoi *voronoi)
{
    oracle_roadmap o = {.voronoi = voronoi};
    assert_int_equal(wend_voronoi_edges(voronoi, oracle_take_edge, &o), WEND_OK);
    return o;
}

static inline void oracle_free(oracle_roadmap *o)
{
    free(o->pieces);
    free(o->edges);
}

/// The cost of a part of a piece; INFINITY if the disc does not fit.
static inline double oracle_cost(const oracle_roadmap *o, const wend_voronoi_piece *piece,
                                 double from, double to)
{
    double taken = 0, cost = 0, radius, least, at = wend_piece_narrowest(piece, &least);
    if (o->radius_of)
        taken = fmax(o->radius_of(o->context, piece->left_site),
                     o->radius_of(o->context, piece->right_site));
    wend_vec2 before = wend_piece_point(piece, from, &radius);
    double narrowest = radius;
    if ((at - from) * (at - to) < 0)
        narrowest = fmin(narrowest, least);
    for (int i = 1; i <= ORACLE_STEPS; ++i) {
        wend_vec2 p = wend_piece_point(piece, from + (to - from) * i / ORACLE_STEPS, &radius);
        narrowest = fmin(narrowest, radius);
        double middle;
        wend_piece_point(piece, from + (to - from) * (i - 0.5) / ORACLE_STEPS, &middle);
        double more = middle > 0 ? fmax(0, o->comfort / middle - 1) : 0;
        cost += oracle_distance(before, p) * (1 + o->weight * more);
        before = p;
    }
    return narrowest - taken < o->radius ? INFINITY : cost;
}

/// Where a place that is on the diagram is: the piece, and the share.
typedef struct oracle_place {
    uint32_t edge, piece; ///< the piece counted in all
    double share;
} oracle_place;

static inline oracle_place oracle_find(const oracle_roadmap *o, wend_vec2 p)
{
    oracle_place best = {0};
    double least = INFINITY;
    for (uint32_t e = 0; e < o->edge_count; ++e)
        for (uint32_t i = 0; i < o->edges[e].count; ++i) {
            const wend_voronoi_piece *piece = &o->pieces[o->edges[e].first + i];
            double low = 0, high = 1;
            if (oracle_distance(p, piece->a) > least + 1.001 * wend_piece_length(piece))
                continue;
            for (int round = 0; round < 12; ++round) { // eight times as fine each time
                double step = (high - low) / 16, found = low, nearest = INFINITY;
                for (int k = 0; k <= 16; ++k) {
                    double d = oracle_distance(p, wend_piece_point(piece, low + k * step, NULL));
                    if (d < nearest) {
                        nearest = d;
                        found = low + k * step;
                    }
                }
                if (nearest < least) {
                    least = nearest;
                    best = (oracle_place){e, o->edges[e].first + i, found};
                }
                low = fmax(found - step, 0);
                high = fmin(found + step, 1);
            }
        }
    return best;
}

/// The cost along an edge from one place on it to another place on it.
static inline double oracle_between(const oracle_roadmap *o, oracle_place a, oracle_place b)
{
    if (a.piece > b.piece || (a.piece == b.piece && a.share > b.share))
        return oracle_between(o, b, a);
    if (a.piece == b.piece)
        return oracle_cost(o, &o->pieces[a.piece], a.share, b.share);
    double cost = oracle_cost(o, &o->pieces[a.piece], a.share, 1);
    for (uint32_t i = a.piece + 1; i < b.piece; ++i)
        cost += oracle_cost(o, &o->pieces[i], 0, 1);
    return cost + oracle_cost(o, &o->pieces[b.piece], 0, b.share);
}

static inline oracle_place oracle_end(const oracle_roadmap *o, uint32_t edge, bool end)
{
    const oracle_edge *e = &o->edges[edge];
    return end ? (oracle_place){edge, e->first + e->count - 1, 1}
               : (oracle_place){edge, e->first, 0};
}

/// The least cost from one place on the diagram to another. INFINITY: there is no way.
static inline double oracle_best(const oracle_roadmap *o, wend_vec2 from, wend_vec2 to)
{
    oracle_place a = oracle_find(o, from), b = oracle_find(o, to);
    double best = a.edge == b.edge ? oracle_between(o, a, b) : INFINITY;
    double *cost = malloc((o->edge_count + 1) * sizeof *cost);
    double *dist = malloc(o->vertex_count * sizeof *dist);
    assert_true(cost && dist);
    for (uint32_t i = 0; i < o->vertex_count; ++i)
        dist[i] = INFINITY;
    for (uint32_t e = 0; e < o->edge_count; ++e)
        cost[e] = oracle_between(o, oracle_end(o, e, false), oracle_end(o, e, true));
    dist[o->edges[a.edge].from] = oracle_between(o, oracle_end(o, a.edge, false), a);
    double other = oracle_between(o, a, oracle_end(o, a.edge, true));
    dist[o->edges[a.edge].to] = fmin(dist[o->edges[a.edge].to], other);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < o->edge_count; ++e) {
            double *p = &dist[o->edges[e].from], *q = &dist[o->edges[e].to];
            if (*p + cost[e] < *q) {
                *q = *p + cost[e];
                changed = true;
            } else if (*q + cost[e] < *p) {
                *p = *q + cost[e];
                changed = true;
            }
        }
    }
    best = fmin(best,
                dist[o->edges[b.edge].from] + oracle_between(o, oracle_end(o, b.edge, false), b));
    best =
        fmin(best, dist[o->edges[b.edge].to] + oracle_between(o, b, oracle_end(o, b.edge, true)));
    free(cost);
    free(dist);
    return best;
}

#endif
