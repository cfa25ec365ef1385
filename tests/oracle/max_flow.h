// SPDX-License-Identifier: MIT
// The largest flow through a network, by Dinic's algorithm: phases of augmenting along shortest
// paths. Slow for large networks, but short.
#ifndef WEND_TESTS_ORACLE_MAX_FLOW_H
#define WEND_TESTS_ORACLE_MAX_FLOW_H

#include "tests/support/support.h"

#include <math.h>
#include <string.h>

typedef struct network_arc {
    uint32_t to;
    uint32_t next; ///< of the same node; NO_ARC: none
    double room;   ///< what can still flow
} network_arc;

/// Arcs come in pairs: the other one of arc i is i ^ 1.
typedef struct network {
    network_arc *arcs;
    uint32_t *first; ///< by node
    uint32_t *at;    ///< by node: arcs before this are done with in this phase
    uint32_t *depth; ///< by node: steps from the start; NO_ARC: not reached
    uint32_t *queue; ///< nodes; then the arcs of the path
    uint32_t node_count, arc_count, arc_limit;
    double least; ///< what is less than this counts as nothing: capacities are added up in doubles
} network;

#define NO_ARC UINT32_MAX

static inline network network_make(uint32_t nodes, uint32_t edges, double least)
{
    network n = {.node_count = nodes, .arc_limit = 2 * edges, .least = least};
    n.arcs = malloc(n.arc_limit * sizeof *n.arcs);
    n.first = malloc(nodes * sizeof *n.first);
    n.at = malloc(nodes * sizeof *n.at);
    n.depth = malloc(nodes * sizeof *n.depth);
    n.queue = malloc(nodes * sizeof *n.queue);
    assert_true(n.arcs && n.first && n.at && n.depth && n.queue);
    for (uint32_t i = 0; i < nodes; ++i)
        n.first[i] = NO_ARC;
    return n;
}

static inline void network_free(network *n)
{
    free(n->arcs);
    free(n->first);
    free(n->at);
    free(n->depth);
    free(n->queue);
}

/// So much can flow from a to b, and so much back.
static inline void network_join(network *n, uint32_t a, uint32_t b, double capacity, double back)
{
    assert_true(n->arc_count + 2 <= n->arc_limit);
    n->arcs[n->arc_count] = (network_arc){b, n->first[a], capacity};
    n->first[a] = n->arc_count++;
    n->arcs[n->arc_count] = (network_arc){a, n->first[b], back};
    n->first[b] = n->arc_count++;
}

/// Counts the steps from the start; false: no way to the end is left.
static inline bool network_spread(network *n, uint32_t start, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n->node_count; ++i)
        n->depth[i] = NO_ARC;
    n->depth[start] = 0;
    n->queue[count++] = start;
    for (uint32_t i = 0; i < count && n->depth[end] == NO_ARC; ++i)
        for (uint32_t a = n->first[n->queue[i]]; a != NO_ARC; a = n->arcs[a].next)
            if (n->arcs[a].room > n->least && n->depth[n->arcs[a].to] == NO_ARC) {
                n->depth[n->arcs[a].to] = n->depth[n->queue[i]] + 1;
                n->queue[count++] = n->arcs[a].to;
            }
    return n->depth[end] != NO_ARC;
}

/// Sends what fits along the path of arcs; returns how many of them are left before the first full
/// one.
static inline uint32_t network_send(network *n, uint32_t length, double *sent)
{
    double least = INFINITY;
    uint32_t left = length;
    for (uint32_t i = 0; i < length; ++i)
        least = fmin(least, n->arcs[n->queue[i]].room);
    for (uint32_t i = length; i-- > 0;) {
        n->arcs[n->queue[i]].room -= least;
        n->arcs[n->queue[i] ^ 1].room += least;
        if (n->arcs[n->queue[i]].room <= n->least)
            left = i;
    }
    *sent += least;
    return left;
}

/// Fills all shortest ways.
static inline double network_fill(network *n, uint32_t start, uint32_t end)
{
    double sent = 0;
    uint32_t length = 0, node = start;
    memcpy(n->at, n->first, n->node_count * sizeof *n->at);
    for (;;) {
        if (node == end) {
            length = network_send(n, length, &sent);
            node = n->arcs[n->queue[length] ^ 1].to;
        }
        uint32_t a = n->at[node];
        while (a != NO_ARC &&
               (n->arcs[a].room <= n->least || n->depth[n->arcs[a].to] != n->depth[node] + 1))
            a = n->arcs[a].next;
        n->at[node] = a;
        if (a != NO_ARC) {
            n->queue[length++] = a;
            node = n->arcs[a].to;
        } else if (node == start) {
            return sent;
        } else { // a dead end
            n->depth[node] = NO_ARC;
            node = n->arcs[n->queue[--length] ^ 1].to;
        }
    }
}

/// The largest flow from start to end, which is then in the network.
static inline double network_flow(network *n, uint32_t start, uint32_t end)
{
    double flow = 0;
    while (network_spread(n, start, end))
        flow += network_fill(n, start, end);
    return flow;
}

#endif
