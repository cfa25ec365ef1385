// SPDX-License-Identifier: MIT
// How a roadmap grows: a pose becomes a node, and the nodes with which it is tried to be joined are
// chosen.
//
// Most pairs of nodes are out of the question, and that is cheap to see. A box moves its centre
// along a straight line, on which the narrowest disc must fit. A hinge goes along the axes of both
// poses, and each node knows how far the narrowest disc gets along its own: the two stretches must
// cross, or all but cross, since a bend cuts the corner. So all nodes can be looked at, and only
// those that are left are worth the proof that a motion is free.
//
// Nodes in the same part need no motion between them. While a query is under way, what joins the
// parts of its start and its goal matters most, so these have their own lists of the nearest.
#include "group/roadmap.h"

#include "core/angle.h"

#include <math.h>

/// How many of the nearest nodes are noted at a time.
enum { SHORTLIST = 16 };

/// So often all nodes are looked at for one: what was in a list may have been joined meanwhile by
/// others in it.
enum { ROUNDS = 3 };

/// Widths are tried one after the other, each this part of the one before.
#define NARROWER 0.85

// ---- parts --------------------------------------------------------------------------------------

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

bool wend_group_parts_make(wend_group_roadmap *roadmap)
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

/// The node with just that pose, or the number of the next one.
static uint32_t find_node(const wend_group_roadmap *roadmap, const wend_group_pose *pose)
{
    uint32_t count = (uint32_t)roadmap->nodes.count;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_group_pose *other = &roadmap->poses.data[i];
        if (other->centre.x == pose->centre.x && other->centre.y == pose->centre.y &&
            other->angle == pose->angle && other->width == pose->width)
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
                     0.5 * roadmap->def.size.least_width + slack, INFINITY, &made.back,
                     &made.ahead);
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

// ---- what is out of the question ----------------------------------------------------------------

/// By which way a shape gets from one node to another: straight, or by the place where their axes
/// cross.
typedef struct route {
    wend_vec2 via;
    double length;
    bool crosses; ///< there is such a place, and the narrowest disc gets there along both axes
} route;

static route route_between(const wend_group_roadmap *roadmap, uint32_t a, uint32_t b)
{
    const wend_group_node *p = &roadmap->nodes.data[a], *q = &roadmap->nodes.data[b];
    wend_vec2 from = roadmap->poses.data[a].centre;
    wend_vec2 d = wend_group_minus(roadmap->poses.data[b].centre, from);
    double sine = wend_group_cross(p->along, q->along);
    route found = {.length = INFINITY};
    if (sine == 0)
        return found;
    double s = wend_group_cross(d, q->along) / sine, t = wend_group_cross(d, p->along) / sine;
    // A bend of half the least width leaves the axes before they cross.
    double cut = 0.5 * roadmap->def.size.least_width;
    if (s < -p->back - cut || s > p->ahead + cut || t < -q->back - cut || t > q->ahead + cut)
        return found;
    found.via = wend_group_plus(from, p->along, s);
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

/// True if a disc gets straight from one place to another.
static bool is_free_way(const wend_group_roadmap *roadmap, wend_vec2 from, wend_vec2 to,
                        double radius)
{
    wend_vec2 d = wend_group_minus(to, from);
    double length = sqrt(wend_group_dot(d, d)), back, ahead;
    if (!(length > 0))
        return true;
    wend_vec2 direction = {d.x / length, d.y / length};
    wend_group_reach(roadmap->def.floor, from, direction, radius, length, &back, &ahead);
    return ahead >= length;
}

// ---- joining ------------------------------------------------------------------------------------

/// The area for which a motion is free of walls: the larger one, or else that of the query; 0:
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
    roadmap->walls.questions += walls.questions;
    return good;
}

/// Tries the motions of a local planner, which get no narrower than `narrow`. One that is free of
/// walls but not of the query's obstacles is kept for others. False: out of memory.
static bool try_motions(wend_group_roadmap *roadmap, uint32_t a, uint32_t b, wend_group_local local,
                        double narrow, double most, uint32_t *edge)
{
    wend_group_motion motions[WEND_GROUP_MOST_MOTIONS];
    const wend_group_node *p = &roadmap->nodes.data[a], *q = &roadmap->nodes.data[b];
    double area = fmin(p->area, q->area), slack = fmin(p->slack, q->slack);
    wend_group_size size = {roadmap->def.size.area, narrow};
    uint32_t count =
        wend_group_local_motions(local, &roadmap->def.metric, size, &roadmap->poses.data[a],
                                 &roadmap->poses.data[b], motions);
    bool blocked = roadmap->walls.obstacle_count > 0 && has_edge(roadmap, a, b);
    for (uint32_t i = 0; i < count; ++i) {
        if (motions[i].cost > most)
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

/// The width that there is on the way from one node to another by a place: the widest that is tried
/// of a few.
static double width_on_way(const wend_group_roadmap *roadmap, uint32_t a, uint32_t b, wend_vec2 via)
{
    wend_vec2 from = roadmap->poses.data[a].centre, to = roadmap->poses.data[b].centre;
    double least = roadmap->def.size.least_width;
    double width = fmin(roadmap->poses.data[a].width, roadmap->poses.data[b].width);
    while (width > least && !(is_free_way(roadmap, from, via, 0.5 * width) &&
                              is_free_way(roadmap, via, to, 0.5 * width)))
        width = width * NARROWER;
    return width * NARROWER > least ? width : least;
}

bool wend_group_nodes_join(wend_group_roadmap *roadmap, uint32_t a, uint32_t b, double most,
                           uint32_t *edge)
{
    const wend_group_node *p = &roadmap->nodes.data[a], *q = &roadmap->nodes.data[b];
    double least = roadmap->def.size.least_width;
    wend_vec2 from = roadmap->poses.data[a].centre, to = roadmap->poses.data[b].centre;
    bool good = true;
    *edge = WEND_GROUP_NO_EDGE;
    bool straight = is_free_way(roadmap, from, to, 0.5 * least);
    if (roadmap->def.local == WEND_GROUP_HINGED) {
        route by = route_between(roadmap, a, b);
        if (p->round || q->round)
            by = (route){.via = to, .crosses = straight};
        if (by.crosses) {
            double width = width_on_way(roadmap, a, b, by.via);
            good = try_motions(roadmap, a, b, WEND_GROUP_HINGED, width, most, edge);
            if (good && *edge == WEND_GROUP_NO_EDGE && width > least)
                good = try_motions(roadmap, a, b, WEND_GROUP_HINGED, least, most, edge);
        }
    }
    if (good && *edge == WEND_GROUP_NO_EDGE && straight)
        good = try_motions(roadmap, a, b, WEND_GROUP_DEFORMABLE, least, most, edge);
    return good;
}

/// The nearest nodes of some kind, the nearest first.
typedef struct shortlist {
    double costs[SHORTLIST];
    uint32_t nodes[SHORTLIST];
    uint32_t count;
} shortlist;

/// What is dearer than this is not noted.
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

/// The kinds of parts: that of the query's start, of its goal, and others.
enum { FROM, TO, OTHER, KINDS };

/// For each kind of part, nodes by way of the place where axes cross, and straight.
typedef struct shortlists {
    shortlist crossing[KINDS], straight[KINDS];
} shortlists;

static void look_at(const wend_group_roadmap *roadmap, uint32_t node, uint32_t other, int kind,
                    shortlists *lists)
{
    const wend_group_node *p = &roadmap->nodes.data[node], *q = &roadmap->nodes.data[other];
    wend_group_metric metric = roadmap->def.metric;
    if (roadmap->def.local == WEND_GROUP_HINGED && !p->round && !q->round) {
        double length = route_between(roadmap, node, other).length;
        if (length < worst(&lists->crossing[kind])) {
            note(&lists->crossing[kind], other, length + metric.turn * turn_between(p, q));
            return;
        }
    }
    wend_vec2 d =
        wend_group_minus(roadmap->poses.data[other].centre, roadmap->poses.data[node].centre);
    double most = worst(&lists->straight[kind]), square = wend_group_dot(d, d);
    if (square >= most * most)
        return;
    double turn = turn_between(p, q);
    double box = metric.turn * turn + metric.deform * fabs(p->spine - q->spine);
    double exchanged = metric.turn * (WEND_HALF_PI - turn) + metric.deform * (p->spine + q->spine);
    note(&lists->straight[kind], other, sqrt(square) + fmin(box, exchanged));
}

static void look_around(wend_group_roadmap *roadmap, uint32_t node, shortlists *lists)
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
        look_at(roadmap, node, i, part == from ? FROM : part == to ? TO : OTHER, lists);
    }
}

/// Tries those in a list, as long as *left, and no more than so many. False: out of memory.
static bool try_list(wend_group_roadmap *roadmap, uint32_t node, const shortlist *list,
                     uint32_t most, uint32_t *left, bool *joined)
{
    most = most < *left ? most : *left;
    for (uint32_t i = 0; i < list->count && most > 0; ++i) {
        uint32_t other = list->nodes[i], edge;
        if (wend_group_part(roadmap, other) == wend_group_part(roadmap, node))
            continue;
        uint64_t motions = roadmap->motions;
        if (!wend_group_nodes_join(roadmap, node, other, INFINITY, &edge))
            return false;
        *joined |= edge != WEND_GROUP_NO_EDGE;
        if (roadmap->motions > motions) {
            --most;
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
        look_around(roadmap, node, &lists);
        for (int kind = 0; kind < KINDS; ++kind)
            if (!try_list(roadmap, node, &lists.straight[kind], share, &left, &joined) ||
                !try_list(roadmap, node, &lists.crossing[kind], share, &left, &joined))
                return false;
        if (lists.straight[OTHER].count < SHORTLIST)
            break;
    }
    return true;
}
