// SPDX-License-Identifier: MIT
// The path found by a search: arcs, circles and measures; pieces on demand.
#include "plan/roadmap.h"
#include "voronoi/search.h"

// ---- arcs and circles ---------------------------------------------------------------------------

static void add_circle(wend_roadmap *roadmap, wend_circle circle)
{
    if (wend_array_reserve(&roadmap->route.circles, &roadmap->allocator, 1))
        roadmap->route.circles.data[roadmap->route.circles.count++] = circle;
    else
        roadmap->failed = true;
}

/// Adds the arcs of an edge from its first up to `last`; WEND_NO_ARC: up to the next vertex.
static void add_edge(wend_roadmap *roadmap, uint32_t first, uint32_t last)
{
    const wend_voronoi *voronoi = roadmap->voronoi;
    const wend_voronoi_arc *arcs = voronoi->arcs.data;
    uint32_t arc = first;
    do {
        if (!wend_array_reserve(&roadmap->route.arcs, &roadmap->allocator, 1)) {
            roadmap->failed = true;
            return;
        }
        roadmap->route.arcs.data[roadmap->route.arcs.count++] = arc;
        if (last == WEND_NO_ARC ? arcs[arcs[arc].twin].degree != 2 : arc == last)
            return;
        arc = wend_arc_next(voronoi, arc);
    } while (arc != first);
}

/// Adds the path to a node, through its parents.
static void add_nodes(wend_roadmap *roadmap, uint32_t number)
{
    const wend_roadmap_node *nodes = roadmap->nodes.data;
    size_t count = 0;
    for (uint32_t i = number; i != WEND_NO_NODE; i = nodes[i].parent)
        count++;
    roadmap->chain.count = 0;
    if (!wend_array_reserve(&roadmap->chain, &roadmap->allocator, count)) {
        roadmap->failed = true;
        return;
    }
    roadmap->chain.count = count;
    for (uint32_t i = number; i != WEND_NO_NODE; i = nodes[i].parent)
        roadmap->chain.data[--count] = i;
    for (size_t i = 0; i < roadmap->chain.count && !roadmap->failed; i++) {
        const wend_roadmap_node *node = &nodes[roadmap->chain.data[i]];
        const wend_voronoi_arc *vertex = &roadmap->voronoi->arcs.data[node->vertex];
        if (node->via != WEND_NO_ARC)
            add_edge(roadmap, node->via, WEND_NO_ARC);
        add_circle(roadmap, (wend_circle){vertex->at, vertex->radius});
    }
}

/// Enters the diagram from the start, unless that is an agent.
static void enter(wend_roadmap *roadmap)
{
    wend_roadmap_route *route = &roadmap->route;
    route->enters = roadmap->own == WEND_NO_ELEMENT;
    if (route->enters) {
        route->enter = roadmap->join.circle;
        add_circle(roadmap, route->enter);
    }
}

static void write_whole(wend_roadmap *roadmap)
{
    wend_roadmap_route *route = &roadmap->route;
    const wend_roadmap_target *target = &roadmap->targets[roadmap->best_target];
    route->whole = true;
    route->end = target->end;
    route->left = wend_distance(target->end, target->goal);
    if (roadmap->best_node == WEND_NO_NODE && roadmap->direct_arc == WEND_NO_ARC)
        return; // straight
    enter(roadmap);
    if (roadmap->best_node != WEND_NO_NODE) {
        add_nodes(roadmap, roadmap->best_node);
        add_edge(roadmap, target->via, target->last);
    } else {
        add_edge(roadmap, roadmap->direct_arc, target->last);
    }
    route->leaves = true;
    route->leave = target->stop;
    add_circle(roadmap, route->leave);
}

static void write_part(wend_roadmap *roadmap)
{
    wend_roadmap_route *route = &roadmap->route;
    if (roadmap->nearest != WEND_NO_NODE) {
        enter(roadmap);
        add_nodes(roadmap, roadmap->nearest);
        route->end = roadmap->voronoi->arcs.data[roadmap->nodes.data[roadmap->nearest].vertex].at;
    }
    route->left = wend_roadmap_left(roadmap, route->end);
}

// ---- measures -----------------------------------------------------------------------------------

/// Minimum distance from an agent's straight path, in its own cell, to the others: those with
/// adjacent cells.
static double clearance_in_own_cell(const wend_roadmap *roadmap, wend_vec2 to)
{
    const wend_voronoi *voronoi = roadmap->voronoi;
    wend_voronoi_cell_record cell = voronoi->cells.data[roadmap->own];
    wend_segment leg = {roadmap->start, to};
    double minimum = INFINITY;
    for (uint32_t i = 0; i < cell.count; i++) {
        uint32_t other = voronoi->arcs.data[cell.first + i].other;
        wend_segment wall = wend_element_segment(&voronoi->boundary.elements.data[other]);
        double distance = wend_segments_distance(leg, wall, NULL, NULL);
        minimum = fmin(minimum, distance - wend_roadmap_reduction(roadmap, other));
    }
    return minimum;
}

typedef struct near_wall {
    const wend_roadmap *roadmap;
    wend_segment leg;
    double minimum;
} near_wall;

static void visit_wall(void *context, uint32_t element)
{
    near_wall *found = context;
    const wend_element *e = &found->roadmap->voronoi->boundary.elements.data[element];
    double distance = wend_segments_distance(found->leg, wend_element_segment(e), NULL, NULL);
    found->minimum =
        fmin(found->minimum, distance - wend_roadmap_reduction(found->roadmap, element));
}

/// Minimum distance from a straight line to the sites, at most limit.
static double clearance_of_line(const wend_roadmap *roadmap, wend_vec2 a, wend_vec2 b, double limit)
{
    near_wall found = {roadmap, {a, b}, limit};
    double reach = limit + roadmap->voronoi->boundary.max_agent_radius;
    wend_box box = wend_box_add(wend_box_add(wend_box_empty(), a), b);
    box =
        (wend_box){{box.min.x - reach, box.min.y - reach}, {box.max.x + reach, box.max.y + reach}};
    wend_search_box(&roadmap->voronoi->boundary, box, visit_wall, &found);
    return found.minimum;
}

static double clearance_at_start(const wend_roadmap *roadmap)
{
    const wend_roadmap_join *join = &roadmap->join;
    return join->circle.radius - wend_distance(join->position, join->circle.centre) -
           wend_roadmap_reduction(roadmap, wend_arc_owner(roadmap->voronoi, join->arc));
}

/// Minimum along the straight parts, from the start and to the end.
static double clearance_of_legs(const wend_roadmap *roadmap)
{
    const wend_roadmap_route *route = &roadmap->route;
    bool is_straight = route->circles.count == 0;
    double minimum = roadmap->own == WEND_NO_ELEMENT
                         ? clearance_at_start(roadmap)
                         : clearance_in_own_cell(
                               roadmap, is_straight ? route->end : route->circles.data[0].centre);
    if (route->whole && route->leaves)
        minimum = fmin(minimum, roadmap->targets[roadmap->best_target].clearance);
    if (is_straight && roadmap->own == WEND_NO_ELEMENT)
        minimum = clearance_of_line(roadmap, route->start, route->end, minimum);
    return minimum;
}

static void measure(wend_roadmap *roadmap)
{
    const wend_roadmap_route *route = &roadmap->route;
    size_t count = route->arcs.count;
    roadmap->clearance = clearance_of_legs(roadmap);
    if (route->circles.count == 0) {
        roadmap->length = wend_distance(route->start, route->end);
        return;
    }
    roadmap->length =
        wend_distance(route->start, route->circles.data[0].centre) +
        wend_distance(route->circles.data[route->circles.count - 1].centre, route->end);
    for (size_t i = 0; i < count; i++) {
        uint32_t arc = route->arcs.data[i];
        wend_stroke stroke = wend_stroke_of_arc(roadmap->voronoi, arc);
        double from = stroke.from, to = stroke.to;
        if (i == 0 && route->enters)
            from = wend_stroke_at(&stroke, route->enter.centre);
        if (i + 1 == count && route->leaves)
            to = wend_stroke_at(&stroke, route->leave.centre);
        double minimum = wend_stroke_minimum(&stroke, from, to);
        roadmap->length += wend_stroke_length(&stroke, from, to);
        roadmap->clearance =
            fmin(roadmap->clearance, minimum - wend_roadmap_reduction_beside(roadmap, arc));
    }
}

bool wend_roadmap_write(wend_roadmap *roadmap)
{
    wend_roadmap_route *route = &roadmap->route;
    route->arcs.count = route->circles.count = 0;
    route->enters = route->leaves = route->whole = false;
    route->start = route->end = roadmap->start;
    roadmap->has_pieces = false;
    if (roadmap->best < INFINITY)
        write_whole(roadmap);
    else
        write_part(roadmap);
    if (roadmap->failed)
        return false;
    measure(roadmap);
    roadmap->cost = route->whole                       ? roadmap->best
                    : roadmap->nearest != WEND_NO_NODE ? roadmap->nodes.data[roadmap->nearest].cost
                                                       : 0;
    return true;
}

// ---- pieces -------------------------------------------------------------------------------------

bool wend_roadmap_make_pieces(wend_roadmap *roadmap)
{
    const wend_roadmap_route *route = &roadmap->route;
    if (roadmap->has_pieces)
        return true;
    size_t count = route->arcs.count;
    roadmap->pieces.count = 0;
    if (!wend_array_reserve(&roadmap->pieces, &roadmap->allocator, count))
        return false;
    for (size_t i = 0; i < count; i++)
        roadmap->pieces.data[i] = wend_arc_piece(roadmap->voronoi, route->arcs.data[i]);
    roadmap->pieces.count = count;
    if (count > 0 && route->enters) {
        roadmap->pieces.data[0].a = route->enter.centre;
        roadmap->pieces.data[0].radius_a = route->enter.radius;
    }
    if (count > 0 && route->leaves) {
        roadmap->pieces.data[count - 1].b = route->leave.centre;
        roadmap->pieces.data[count - 1].radius_b = route->leave.radius;
    }
    roadmap->has_pieces = true;
    return true;
}

wend_result wend_roadmap_ready(const wend_roadmap *roadmap, wend_error *error)
{
    if (!roadmap)
        return wend_fail(error, WEND_BAD_ARGUMENT, "roadmap must not be NULL");
    if (roadmap->state == WEND_ROADMAP_IDLE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "no path has been found");
    if (wend_voronoi_version(roadmap->voronoi) != roadmap->version)
        return wend_fail(error, WEND_STALE, "the diagram has changed since the path was found");
    return WEND_OK;
}

wend_result wend_roadmap_pieces(wend_roadmap *roadmap, const wend_voronoi_piece **pieces,
                                uint32_t *count, wend_error *error)
{
    wend_result result = wend_roadmap_ready(roadmap, error);
    if (result != WEND_OK)
        return result;
    if (!wend_roadmap_make_pieces(roadmap))
        return wend_fail_memory(error);
    *pieces = roadmap->pieces.data;
    *count = (uint32_t)roadmap->pieces.count;
    return WEND_OK;
}
