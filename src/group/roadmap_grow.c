// SPDX-License-Identifier: MIT
// Growth of a roadmap: a pose becomes a node, and candidates for edges are selected.
//
// Most pairs of nodes cannot be connected, and cheap tests show it. A box moves its centre along a
// straight line, on which the narrowest disc must fit. A hinge follows the axes of both poses, and
// each node stores how far the narrowest disc can move along its own: the two segments must
// intersect, or nearly so, since a bend cuts the corner. All nodes can therefore be tested, and
// only the remaining candidates need the proof that a motion is free.
//
// Nodes in the same component need no motion between them. During a query, connecting the
// components of its start and its goal matters most, so these have their own lists of nearest
// nodes.
#include "group/roadmap.h"

#include "core/angle.h"
#include "wend/vec2.h"

#include <math.h>

/// Number of nearest nodes listed at a time.
enum { SHORTLIST = 16 };

/// Number of passes over all nodes for one node: entries of a list may have been connected
/// meanwhile through others in it.
enum { ROUNDS = 3 };

/// Widths are tried in sequence, each this fraction of the one before.
#define NARROWER 0.85

// ---- components ---------------------------------------------------------------------------------

uint32_t wend_group_part(wend_group_roadmap *roadmap, uint32_t node)
{
    uint32_t *parts = roadmap->parts.data;
    while (parts[node] != node)
        node = parts[node] = parts[parts[node]];
    return node;
}

static void unite(wend_group_roadmap *roadmap, uint32_t a, uint32_t b)
{
    a = wend_group_part(roadmap, a);
    b = wend_group_part(roadmap, b);
    roadmap->parts.data[a > b ? a : b] = a > b ? b : a;
}

bool wend_group_parts_build(wend_group_roadmap *roadmap)
{
    size_t count = roadmap->nodes.count;
    roadmap->parts.count = 0;
    if (!wend_array_reserve(&roadmap->parts, &roadmap->allocator, count))
        return false;
    roadmap->parts.count = count;
    for (size_t i = 0; i < count; ++i)
        roadmap->parts.data[i] = (uint32_t)i;
    for (size_t i = 0; i < roadmap->edges.count; ++i)
        if (wend_group_edge_is_good(roadmap, &roadmap->edges.data[i]))
            unite(roadmap, roadmap->ends.data[2 * i], roadmap->ends.data[2 * i + 1]);
    return true;
}

// ---- nodes and edges ----------------------------------------------------------------------------

/// The node with exactly that pose, or the index of the next one.
static uint32_t find_node(const wend_group_roadmap *roadmap, const wend_group_pose *pose)
{
    uint32_t count = (uint32_t)roadmap->nodes.count;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_group_pose *other = &roadmap->poses.data[i];
        if (wend_equal(other->centre, pose->centre) && other->angle == pose->angle &&
            other->width == pose->width)
            return i;
    }
    return count;
}

bool wend_group_node_add(wend_group_roadmap *roadmap, const wend_group_pose *pose, double area,
                         double clearance, uint32_t *node)
{
    const wend_allocator *allocator = &roadmap->allocator;
    double slack = roadmap->sampling.slack;
    if (clearance < slack)
        slack = fmax(0.5 * clearance, WEND_GROUP_TIGHT * slack);
    *node = find_node(roadmap, pose);
    if (*node < roadmap->nodes.count) {
        wend_group_node *known = &roadmap->nodes.data[*node];
        known->area = fmax(known->area, area);
        known->slack = fmin(known->slack, slack);
        return true;
    }
    if (!wend_array_reserve(&roadmap->poses, allocator, 1) ||
        !wend_array_reserve(&roadmap->nodes, allocator, 1) ||
        !wend_array_reserve(&roadmap->parts, allocator, 1))
        return false;
    wend_group_node made = {.area = area, .slack = slack, .first = WEND_GROUP_NO_EDGE};
    const double half_turn = 2 * WEND_HALF_PI;
    made.angle = pose->angle - half_turn * floor(pose->angle / half_turn);
    made.spine = wend_group_spine(roadmap->def.size.area, pose->width);
    made.round = wend_group_is_round(roadmap->def.size.area, pose->width);
    wend_sin_cos(made.angle, &made.along.y, &made.along.x);
    wend_group_reach(roadmap->def.floor, pose->centre, made.along,
                     0.5 * roadmap->def.size.min_width + slack, INFINITY, &made.back, &made.ahead);
    roadmap->poses.data[roadmap->poses.count++] = *pose;
    roadmap->nodes.data[roadmap->nodes.count++] = made;
    roadmap->parts.data[roadmap->parts.count++] = *node;
    return true;
}

static bool add_edge(wend_group_roadmap *roadmap, uint32_t a, uint32_t b,
                     const wend_group_motion *motion, double area, wend_group_edge_state state)
{
    if (!wend_array_reserve(&roadmap->edges, &roadmap->allocator, 1) ||
        !wend_array_reserve(&roadmap->ends, &roadmap->allocator, 2))
        return false;
    uint32_t edge = (uint32_t)roadmap->edges.count++;
    wend_group_node *nodes = roadmap->nodes.data;
    roadmap->edges.data[edge] = (wend_group_edge){
        .motion = *motion,
        .area = area,
        .next = {nodes[a].first, nodes[b].first},
        .state = state,
    };
    nodes[a].first = 2 * edge;
    nodes[b].first = 2 * edge + 1;
    roadmap->ends.data[roadmap->ends.count++] = a;
    roadmap->ends.data[roadmap->ends.count++] = b;
    if (state == WEND_GROUP_EDGE_CLEAR)
        unite(roadmap, a, b);
    return true;
}

static bool has_edge(const wend_group_roadmap *roadmap, uint32_t a, uint32_t b)
{
    uint32_t half = roadmap->nodes.data[a].first;
    while (half != WEND_GROUP_NO_EDGE && roadmap->ends.data[half ^ 1] != b)
        half = roadmap->edges.data[half / 2].next[half & 1];
    return half != WEND_GROUP_NO_EDGE;
}

void wend_group_roadmap_cut(wend_group_roadmap *roadmap, size_t nodes, size_t edges)
{
    // The last edge is the first of both its ends.
    while (roadmap->edges.count > edges) {
        const wend_group_edge *edge = &roadmap->edges.data[--roadmap->edges.count];
        roadmap->ends.count -= 2;
        const uint32_t *ends = &roadmap->ends.data[roadmap->ends.count];
        for (int i = 0; i < 2; ++i)
            roadmap->nodes.data[ends[i]].first = edge->next[i];
    }
    roadmap->nodes.count = roadmap->poses.count = roadmap->parts.count = nodes;
}

// ---- candidate tests ----------------------------------------------------------------------------

/// How a shape moves from one node to another: straight, or through the intersection of their axes.
typedef struct route {
    wend_vec2 via;
    double length;
    bool crosses; ///< the intersection exists, and the narrowest disc reaches it along both axes
} route;

static route route_between(const wend_group_roadmap *roadmap, uint32_t a, uint32_t b)
{
    const wend_group_node *p = &roadmap->nodes.data[a], *q = &roadmap->nodes.data[b];
    wend_vec2 from = roadmap->poses.data[a].centre;
    wend_vec2 d = wend_sub(roadmap->poses.data[b].centre, from);
    double sine = wend_cross(p->along, q->along);
    route found = {.length = INFINITY};
    if (sine == 0)
        return found;
    double s = wend_cross(d, q->along) / sine, t = wend_cross(d, p->along) / sine;
    // A bend of half the minimum width leaves the axes before they intersect.
    double cut = 0.5 * roadmap->def.size.min_width;
    if (s < -p->back - cut || s > p->ahead + cut || t < -q->back - cut || t > q->ahead + cut)
        return found;
    found.via = wend_add_scaled(from, s, p->along);
    found.length = fabs(s) + fabs(t);
    found.crosses = true;
    return found;
}

static double turn_between(const wend_group_node *p, const wend_group_node *q)
{
    if (p->round || q->round)
        return 0;
    double turn = fabs(p->angle - q->angle);
    return fmin(turn, 2 * WEND_HALF_PI - turn);
}

/// True if a disc can move straight from one point to another.
static bool is_free_line(const wend_group_roadmap *roadmap, wend_vec2 from, wend_vec2 to,
                         double radius)
{
    wend_vec2 d = wend_sub(to, from);
    double length = wend_length(d), back, ahead;
    if (!(length > 0))
        return true;
    wend_vec2 direction = {d.x / length, d.y / length};
    wend_group_reach(roadmap->def.floor, from, direction, radius, length, &back, &ahead);
    return ahead >= length;
}

// ---- connecting ---------------------------------------------------------------------------------

/// The area for which a motion is free of walls: the larger one, otherwise that of the query; 0:
/// neither.
static double free_area(wend_group_roadmap *roadmap, const wend_group_motion *motion, double area,
                        double slack)
{
    wend_group_walls walls = {.floor = roadmap->def.floor};
    double good = 0;
    ++roadmap->motions;
    if (wend_group_motion_is_free(motion, area, &walls, slack))
        good = area;
    else if (roadmap->area < area &&
             wend_group_motion_is_free(motion, roadmap->area, &walls, slack))
        good = roadmap->area;
    roadmap->walls.queries += walls.queries;
    return good;
}

/// Tries the motions of a local planner that get no narrower than `narrow`. One that is free of
/// walls but blocked by the query's obstacles is kept for others. False: out of memory.
static bool try_motions(wend_group_roadmap *roadmap, uint32_t a, uint32_t b, wend_group_local local,
                        double narrow, double max, uint32_t *edge)
{
    wend_group_motion motions[WEND_GROUP_MAX_MOTIONS];
    const wend_group_node *p = &roadmap->nodes.data[a], *q = &roadmap->nodes.data[b];
    double area = fmin(p->area, q->area), slack = fmin(p->slack, q->slack);
    wend_group_size size = {roadmap->def.size.area, narrow};
    uint32_t count =
        wend_group_local_motions(local, &roadmap->def.metric, size, &roadmap->poses.data[a],
                                 &roadmap->poses.data[b], motions);
    bool blocked = roadmap->walls.obstacle_count > 0 && has_edge(roadmap, a, b);
    for (uint32_t i = 0; i < count; ++i) {
        if (motions[i].cost > max)
            continue;
        double good = free_area(roadmap, &motions[i], area, slack);
        if (good == 0)
            continue;
        if (roadmap->walls.obstacle_count == 0 ||
            wend_group_motion_is_free(&motions[i], roadmap->area, &roadmap->walls, slack)) {
            *edge = (uint32_t)roadmap->edges.count;
            return add_edge(roadmap, a, b, &motions[i], good, WEND_GROUP_EDGE_CLEAR);
        }
        if (!blocked && !add_edge(roadmap, a, b, &motions[i], good, WEND_GROUP_EDGE_BLOCKED))
            return false;
        blocked = true;
    }
    return true;
}

/// The available width on the path between two nodes through a point: the widest of a few
/// candidates.
static double width_on_path(const wend_group_roadmap *roadmap, uint32_t a, uint32_t b,
                            wend_vec2 via)
{
    wend_vec2 from = roadmap->poses.data[a].centre, to = roadmap->poses.data[b].centre;
    double min = roadmap->def.size.min_width;
    double width = fmin(roadmap->poses.data[a].width, roadmap->poses.data[b].width);
    while (width > min && !(is_free_line(roadmap, from, via, 0.5 * width) &&
                            is_free_line(roadmap, via, to, 0.5 * width)))
        width = width * NARROWER;
    return width * NARROWER > min ? width : min;
}

bool wend_group_nodes_join(wend_group_roadmap *roadmap, uint32_t a, uint32_t b, double max,
                           uint32_t *edge)
{
    const wend_group_node *p = &roadmap->nodes.data[a], *q = &roadmap->nodes.data[b];
    double min = roadmap->def.size.min_width;
    wend_vec2 from = roadmap->poses.data[a].centre, to = roadmap->poses.data[b].centre;
    bool good = true;
    *edge = WEND_GROUP_NO_EDGE;
    bool straight = is_free_line(roadmap, from, to, 0.5 * min);
    if (roadmap->def.local_planner == WEND_GROUP_HINGED) {
        route by = route_between(roadmap, a, b);
        if (p->round || q->round)
            by = (route){.via = to, .crosses = straight};
        if (by.crosses) {
            double width = width_on_path(roadmap, a, b, by.via);
            good = try_motions(roadmap, a, b, WEND_GROUP_HINGED, width, max, edge);
            if (good && *edge == WEND_GROUP_NO_EDGE && width > min)
                good = try_motions(roadmap, a, b, WEND_GROUP_HINGED, min, max, edge);
        }
    }
    if (good && *edge == WEND_GROUP_NO_EDGE && straight)
        good = try_motions(roadmap, a, b, WEND_GROUP_DEFORMABLE, min, max, edge);
    return good;
}

/// The nearest nodes of some kind, the nearest first.
typedef struct shortlist {
    double costs[SHORTLIST];
    uint32_t nodes[SHORTLIST];
    uint32_t count;
} shortlist;

/// Cost above which a node is not listed.
static double worst(const shortlist *list)
{
    return list->count < SHORTLIST ? INFINITY : list->costs[SHORTLIST - 1];
}

static void note(shortlist *list, uint32_t node, double cost)
{
    uint32_t i = list->count;
    if (i == SHORTLIST) {
        if (cost >= list->costs[SHORTLIST - 1])
            return;
        i = SHORTLIST - 1;
    } else {
        ++list->count;
    }
    for (; i > 0 && list->costs[i - 1] > cost; --i) {
        list->costs[i] = list->costs[i - 1];
        list->nodes[i] = list->nodes[i - 1];
    }
    list->costs[i] = cost;
    list->nodes[i] = node;
}

/// Kinds of components: that of the query's start, of its goal, and others.
enum { FROM, TO, OTHER, KINDS };

/// For each kind of component, nodes through the intersection of axes, and straight.
typedef struct shortlists {
    shortlist crossing[KINDS], straight[KINDS];
} shortlists;

static void list_candidate(const wend_group_roadmap *roadmap, uint32_t node, uint32_t other,
                           int kind, shortlists *lists)
{
    const wend_group_node *p = &roadmap->nodes.data[node], *q = &roadmap->nodes.data[other];
    wend_group_metric metric = roadmap->def.metric;
    if (roadmap->def.local_planner == WEND_GROUP_HINGED && !p->round && !q->round) {
        double length = route_between(roadmap, node, other).length;
        if (length < worst(&lists->crossing[kind])) {
            note(&lists->crossing[kind], other, length + metric.turn * turn_between(p, q));
            return;
        }
    }
    wend_vec2 d = wend_sub(roadmap->poses.data[other].centre, roadmap->poses.data[node].centre);
    double max = worst(&lists->straight[kind]), square = wend_length_squared(d);
    if (square >= max * max)
        return;
    double turn = turn_between(p, q);
    double box = metric.turn * turn + metric.deform * fabs(p->spine - q->spine);
    double exchanged = metric.turn * (WEND_HALF_PI - turn) + metric.deform * (p->spine + q->spine);
    note(&lists->straight[kind], other, sqrt(square) + fmin(box, exchanged));
}

static void list_candidates(wend_group_roadmap *roadmap, uint32_t node, shortlists *lists)
{
    uint32_t own = wend_group_part(roadmap, node), from = WEND_GROUP_NO_NODE, to = from;
    if (roadmap->from != WEND_GROUP_NO_NODE)
        from = wend_group_part(roadmap, roadmap->from);
    if (roadmap->to != WEND_GROUP_NO_NODE)
        to = wend_group_part(roadmap, roadmap->to);
    for (int kind = 0; kind < KINDS; ++kind)
        lists->crossing[kind].count = lists->straight[kind].count = 0;
    for (uint32_t i = 0; i < roadmap->nodes.count; ++i) {
        uint32_t part = wend_group_part(roadmap, i);
        if (part == own || roadmap->nodes.data[i].area < roadmap->area)
            continue;
        list_candidate(roadmap, node, i, part == from ? FROM : part == to ? TO : OTHER, lists);
    }
}

/// Tries the entries of a list, at most `max` of them while *left lasts. False: out of memory.
static bool try_list(wend_group_roadmap *roadmap, uint32_t node, const shortlist *list,
                     uint32_t max, uint32_t *left, bool *joined)
{
    max = max < *left ? max : *left;
    for (uint32_t i = 0; i < list->count && max > 0; ++i) {
        uint32_t other = list->nodes[i], edge;
        if (wend_group_part(roadmap, other) == wend_group_part(roadmap, node))
            continue;
        uint64_t motions = roadmap->motions;
        if (!wend_group_nodes_join(roadmap, node, other, INFINITY, &edge))
            return false;
        *joined |= edge != WEND_GROUP_NO_EDGE;
        if (roadmap->motions > motions) {
            --max;
            --*left;
        }
    }
    return true;
}

bool wend_group_node_join(wend_group_roadmap *roadmap, uint32_t node)
{
    shortlists lists;
    uint32_t left = roadmap->def.neighbours, share = (left + 3) / 4;
    bool joined = true;
    for (int round = 0; round < ROUNDS && joined && left > 0; ++round) {
        joined = false;
        list_candidates(roadmap, node, &lists);
        for (int kind = 0; kind < KINDS; ++kind)
            if (!try_list(roadmap, node, &lists.straight[kind], share, &left, &joined) ||
                !try_list(roadmap, node, &lists.crossing[kind], share, &left, &joined))
                return false;
        if (lists.straight[OTHER].count < SHORTLIST)
            break;
    }
    return true;
}
