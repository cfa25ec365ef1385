// SPDX-License-Identifier: MIT
// Distances with tolls that are obviously right: a graph of all places where a path may bend, each
// tried against each other. A leg costs its length and the tolls of the lines that it crosses. No
// mesh.
//
// Walls and lines that meet at a place part what is around it into sectors, and each is a node. To
// see what it sees a node stands a little way into its sector, so that nothing is decided by a
// touch; lengths are told between the places themselves. Beside each other at one place, nodes are
// as far apart as the lines between them cost.
#ifndef WEND_TESTS_ORACLE_TOLL_H
#define WEND_TESTS_ORACLE_TOLL_H

#include "tests/oracle/ray.h"

#include "wend/map_tolls.h"
#include "wend/vec2.h"

enum { TOLL_LINES = 8, TOLL_NODES = 4096, TOLL_RAYS = 64 };

/// How far into its sector a node stands, and how near a place is to a line that goes through it,
/// in sizes of the scene. Features of the scenes are farther apart, and rounding is far less.
#define TOLL_ASIDE 1e-7
#define TOLL_TOUCH 1e-10

typedef struct toll_node {
    wend_vec2 place; ///< where it is
    wend_vec2 stand; ///< where it looks from
    double distance;
    bool done;
} toll_node;

typedef struct toll_hop {
    uint32_t from, to;
    double cost; ///< for who walks from `to` to `from`
} toll_hop;

typedef struct toll_oracle {
    const wend_floor *floor;
    wend_segment lines[TOLL_LINES];
    wend_map_toll tolls[TOLL_LINES];
    uint32_t line_count;
    double size;
    toll_node nodes[TOLL_NODES];
    toll_hop hops[TOLL_NODES];
    uint32_t node_count, hop_count, bend_count; ///< bends: nodes that are no sources
} toll_oracle;

static inline double toll_length(wend_vec2 p, wend_vec2 q)
{
    return hypot(q.x - p.x, q.y - p.y);
}

/// What it costs to walk straight from p to q; INFINITY: walls are in between.
static inline double toll_leg(const toll_oracle *o, wend_vec2 p, wend_vec2 q)
{
    wend_segment leg = {p, q};
    for (uint32_t i = 0; i < o->floor->wall_count; ++i) {
        wend_segment wall = wend_wall_segment(o->floor, i);
        if (!wend_equal(wall.a, wall.b) && wend_segments_meet(leg, wall, NULL) != WEND_APART)
            return INFINITY;
    }
    double cost = 0;
    for (uint32_t i = 0; i < o->line_count; ++i) {
        wend_segment line = o->lines[i];
        if (wend_equal(line.a, line.b) || wend_segments_meet(leg, line, NULL) == WEND_APART)
            continue;
        double left = (line.b.x - line.a.x) * (q.y - p.y) - (line.b.y - line.a.y) * (q.x - p.x);
        cost += left > 0 ? o->tolls[i].to_left : o->tolls[i].to_right;
    }
    return cost;
}

// ---- sectors ------------------------------------------------------------------------------------

/// What leads away from a place in one direction.
typedef struct toll_ray {
    double angle;
    bool wall;
    double left, right; ///< what it costs to cross to the ray's left, and to its right
} toll_ray;

typedef struct toll_rays {
    toll_ray rays[TOLL_RAYS];
    uint32_t count;
} toll_rays;

/// Directions that differ by less are one. Those of the scenes' walls are farther apart.
#define TOLL_SAME_ANGLE 1e-8

static inline void add_ray(toll_rays *to, toll_ray ray)
{
    for (uint32_t i = 0; i < to->count; ++i)
        if (fabs(remainder(to->rays[i].angle - ray.angle, 8 * atan(1))) < TOLL_SAME_ANGLE) {
            to->rays[i].wall |= ray.wall;
            to->rays[i].left += ray.left;
            to->rays[i].right += ray.right;
            return;
        }
    assert_true(to->count < TOLL_RAYS);
    uint32_t i = to->count++;
    for (; i > 0 && to->rays[i - 1].angle > ray.angle; --i)
        to->rays[i] = to->rays[i - 1];
    to->rays[i] = ray;
}

/// The rays of a segment that goes through a place, or ends there.
static inline void add_rays(const toll_oracle *o, toll_rays *to, wend_vec2 at, wend_segment s,
                            bool wall, wend_map_toll toll)
{
    double touch = TOLL_TOUCH * o->size;
    if (wend_equal(s.a, s.b) || wend_segment_distance(s, at) > touch)
        return;
    if (toll_length(at, s.b) > touch)
        add_ray(to,
                (toll_ray){atan2(s.b.y - at.y, s.b.x - at.x), wall, toll.to_left, toll.to_right});
    if (toll_length(at, s.a) > touch)
        add_ray(to,
                (toll_ray){atan2(s.a.y - at.y, s.a.x - at.x), wall, toll.to_right, toll.to_left});
}

static inline uint32_t add_node(toll_oracle *o, wend_vec2 place, wend_vec2 stand)
{
    wend_location found = wend_floor_locate(o->floor, stand, NULL);
    if (found != WEND_LOCATION_FREE && found != WEND_LOCATION_BOUNDARY) // a point obstacle
        return TOLL_NODES;
    assert_true(o->node_count < TOLL_NODES);
    o->nodes[o->node_count] = (toll_node){place, stand, INFINITY, false};
    return o->node_count++;
}

static inline void add_hop(toll_oracle *o, uint32_t from, uint32_t to, double cost)
{
    if (from == TOLL_NODES || to == TOLL_NODES)
        return;
    assert_true(o->hop_count < TOLL_NODES);
    o->hops[o->hop_count++] = (toll_hop){from, to, cost};
}

/// Adds the nodes of a sector: in a wide one there are several, so that what runs along its limits
/// is seen.
static inline void add_sector(toll_oracle *o, wend_vec2 at, double from, double to, uint32_t *first,
                              uint32_t *last)
{
    double aside = TOLL_ASIDE * o->size;
    uint32_t count = (uint32_t)ceil((to - from) / (2 * atan(1)) + 1e-3);
    *first = *last = TOLL_NODES;
    for (uint32_t i = 0; i < count; ++i) {
        double angle = from + (to - from) * (i + 0.5) / count;
        uint32_t node =
            add_node(o, at, (wend_vec2){at.x + aside * cos(angle), at.y + aside * sin(angle)});
        add_hop(o, *last, node, 0);
        add_hop(o, node, *last, 0);
        *first = i == 0 ? node : *first;
        *last = node;
    }
}

/// Adds the nodes of a place. Returns the first.
static inline uint32_t add_sectors(toll_oracle *o, wend_vec2 at)
{
    toll_rays found = {.count = 0};
    for (uint32_t i = 0; i < o->floor->wall_count; ++i)
        add_rays(o, &found, at, wend_wall_segment(o->floor, i), true, (wend_map_toll){0, 0});
    for (uint32_t i = 0; i < o->line_count; ++i)
        add_rays(o, &found, at, o->lines[i], false, o->tolls[i]);
    uint32_t first = o->node_count, n = found.count;
    uint32_t rightmost[TOLL_RAYS], leftmost[TOLL_RAYS]; // of each sector
    if (n == 0)
        add_node(o, at, at);
    for (uint32_t i = 0; i < n; ++i) {
        double to = i + 1 < n ? found.rays[i + 1].angle : found.rays[0].angle + 8 * atan(1);
        add_sector(o, at, found.rays[i].angle, to, &rightmost[i], &leftmost[i]);
    }
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t left = rightmost[i], right = leftmost[i > 0 ? i - 1 : n - 1];
        if (found.rays[i].wall)
            continue;
        add_hop(o, left, right, found.rays[i].left);
        add_hop(o, right, left, found.rays[i].right);
    }
    return first;
}

static inline void add_bend(toll_oracle *o, wend_vec2 at)
{
    for (uint32_t i = 0; i < o->node_count; ++i)
        if (toll_length(o->nodes[i].place, at) <= TOLL_TOUCH * o->size)
            return;
    add_sectors(o, at);
}

/// For a floor and lines that stay as they are, in a scene of that size.
static inline void toll_oracle_start(toll_oracle *o, double size)
{
    o->size = size;
    o->node_count = o->hop_count = 0;
    for (uint32_t i = 0; i < o->floor->wall_count; ++i)
        add_bend(o, o->floor->points[i]);
    for (uint32_t i = 0; i < o->line_count; ++i) {
        wend_vec2 at;
        add_bend(o, o->lines[i].a);
        add_bend(o, o->lines[i].b);
        for (uint32_t k = 0; k < i; ++k)
            if (wend_segments_meet(o->lines[i], o->lines[k], &at) != WEND_APART)
                add_bend(o, at);
        for (uint32_t k = 0; k < o->floor->wall_count; ++k)
            if (wend_segments_meet(o->lines[i], wend_wall_segment(o->floor, k), &at) != WEND_APART)
                add_bend(o, at);
    }
    o->bend_count = o->node_count;
}

// ---- distances ----------------------------------------------------------------------------------

static inline void toll_relax(toll_oracle *o, uint32_t from, uint32_t to)
{
    toll_node *a = &o->nodes[from], *b = &o->nodes[to];
    double length = toll_length(a->place, b->place);
    if (b->done || length == 0 || a->distance + length >= b->distance)
        return;
    b->distance = fmin(b->distance, a->distance + length + toll_leg(o, b->stand, a->stand));
}

static inline void toll_relax_hops(toll_oracle *o, uint32_t from)
{
    for (uint32_t i = 0; i < o->hop_count; ++i)
        if (o->hops[i].from == from) {
            double *distance = &o->nodes[o->hops[i].to].distance;
            *distance = fmin(*distance, o->nodes[from].distance + o->hops[i].cost);
        }
}

/// Finds the distances of all bends from point sources.
static inline void toll_oracle_spread(toll_oracle *o, const wend_map_source *sources,
                                      uint32_t count)
{
    o->node_count = o->bend_count;
    for (uint32_t i = 0; i < o->bend_count; ++i) {
        o->nodes[i].distance = INFINITY;
        o->nodes[i].done = false;
    }
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = add_sectors(o, sources[i].a); k < o->node_count; ++k) {
            o->nodes[k].distance = sources[i].offset;
            o->nodes[k].done = false;
        }
    for (;;) {
        uint32_t next = TOLL_NODES;
        for (uint32_t i = 0; i < o->node_count; ++i)
            if (!o->nodes[i].done && o->nodes[i].distance < INFINITY &&
                (next == TOLL_NODES || o->nodes[i].distance < o->nodes[next].distance))
                next = i;
        if (next == TOLL_NODES)
            return;
        o->nodes[next].done = true;
        for (uint32_t i = 0; i < o->node_count; ++i)
            toll_relax(o, next, i);
        toll_relax_hops(o, next);
    }
}

/// Fills the nodes of p with its distances in each of its sectors. Returns the first.
static inline uint32_t toll_ask(toll_oracle *o, wend_vec2 p)
{
    uint32_t nodes = o->node_count, hops = o->hop_count;
    for (uint32_t k = add_sectors(o, p); k < o->node_count; ++k)
        for (uint32_t i = 0; i < nodes; ++i)
            if (toll_length(o->nodes[i].stand, o->nodes[k].stand) <= 2 * TOLL_TOUCH * o->size)
                o->nodes[k].distance = fmin(o->nodes[k].distance, o->nodes[i].distance);
            else
                toll_relax(o, i, k);
    // From sector to sector, all around.
    for (uint32_t round = nodes; round < o->node_count; ++round)
        for (uint32_t k = nodes; k < o->node_count; ++k)
            toll_relax_hops(o, k);
    o->hop_count = hops;
    return nodes;
}

/// True if p is as far away as that, or unreachable (INFINITY), but for so much. Exactly on a line
/// it may be seen from either side, since the lines of a mesh are rounded where they cross.
static inline bool toll_oracle_agrees(toll_oracle *o, wend_vec2 p, double told, double slack,
                                      double *truth)
{
    uint32_t first = toll_ask(o, p), count = o->node_count;
    bool agrees = false;
    *truth = INFINITY;
    for (uint32_t k = first; k < count; ++k) {
        double distance = o->nodes[k].distance;
        *truth = fmin(*truth, distance);
        agrees |= told == distance || fabs(told - distance) <= slack;
    }
    o->node_count = first;
    bool on_line = false;
    for (uint32_t i = 0; i < o->line_count; ++i)
        on_line |= wend_segment_distance(o->lines[i], p) <= TOLL_TOUCH * o->size;
    if (!on_line || isinf(*truth))
        return told == *truth || fabs(told - *truth) <= slack;
    return agrees;
}

#endif
