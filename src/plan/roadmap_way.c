// SPDX-License-Identifier: MIT
// The way that a search has found: arcs and circles, which is all that most ask for, and its
// figures; pieces when they are asked for.
#include "plan/roadmap.h"
#include "voronoi/search.h"

// ---- arcs and circles ---------------------------------------------------------------------------

static void add_circle(wend_roadmap *roadmap, wend_circle circle)
{
    if (wend_array_reserve(&roadmap->way.circles, &roadmap->allocator, 1))
        roadmap->way.circles.data[roadmap->way.circles.count++] = circle;
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
        if (!wend_array_reserve(&roadmap->way.arcs, &roadmap->allocator, 1)) {
            roadmap->failed = true;
            return;
        }
        roadmap->way.arcs.data[roadmap->way.arcs.count++] = arc;
        if (last == WEND_NO_ARC ? arcs[arcs[arc].twin].degree != 2 : arc == last)
            return;
        arc = wend_arc_next(voronoi, arc);
    } while (arc != first);
}

/// Adds the way to a node, by way of its parents.
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
    wend_roadmap_way *way = &roadmap->way;
    way->enters = roadmap->own == WEND_NO_ELEMENT;
    if (way->enters) {
        way->enter = roadmap->join.circle;
        add_circle(roadmap, way->enter);
    }
}

static void write_whole(wend_roadmap *roadmap)
{
    wend_roadmap_way *way = &roadmap->way;
    const wend_roadmap_target *target = &roadmap->targets[roadmap->best_target];
    way->whole = true;
    way->end = target->end;
    way->left = wend_apart(target->end, target->goal);
    if (roadmap->best_node == WEND_NO_NODE && roadmap->direct_arc == WEND_NO_ARC)
        return; // straight
    enter(roadmap);
    if (roadmap->best_node != WEND_NO_NODE) {
        add_nodes(roadmap, roadmap->best_node);
        add_edge(roadmap, target->via, target->last);
    } else {
        add_edge(roadmap, roadmap->direct_arc, target->last);
    }
    way->leaves = true;
    way->leave = target->stop;
    add_circle(roadmap, way->leave);
}

static void write_part(wend_roadmap *roadmap)
{
    wend_roadmap_way *way = &roadmap->way;
    if (roadmap->nearest != WEND_NO_NODE) {
        enter(roadmap);
        add_nodes(roadmap, roadmap->nearest);
        way->end = roadmap->voronoi->arcs.data[roadmap->nodes.data[roadmap->nearest].vertex].at;
    }
    way->left = wend_roadmap_left(roadmap, way->end);
}

// ---- figures ------------------------------------------------------------------------------------

/// The least distance from an agent's straight way, in its own cell, to the others: they are the
/// ones whose cells meet its own.
static double clearance_in_own_cell(const wend_roadmap *roadmap, wend_vec2 to)
{
    const wend_voronoi *voronoi = roadmap->voronoi;
    wend_voronoi_cell_record cell = voronoi->cells.data[roadmap->own];
    wend_segment leg = {roadmap->start, to};
    double least = INFINITY;
    for (uint32_t i = 0; i < cell.count; i++) {
        uint32_t other = voronoi->arcs.data[cell.first + i].other;
        wend_segment wall = wend_element_segment(&voronoi->boundary.elements.data[other]);
        double distance = wend_segments_distance(leg, wall, NULL, NULL);
        least = fmin(least, distance - wend_roadmap_taken(roadmap, other));
    }
    return least;
}

typedef struct near_wall {
    const wend_roadmap *roadmap;
    wend_segment leg;
    double least;
} near_wall;

static void see_wall(void *context, uint32_t element)
{
    near_wall *found = context;
    const wend_element *e = &found->roadmap->voronoi->boundary.elements.data[element];
    double distance = wend_segments_distance(found->leg, wend_element_segment(e), NULL, NULL);
    found->least = fmin(found->least, distance - wend_roadmap_taken(found->roadmap, element));
}

/// The least distance from a straight line to the sites, no more than limit.
static double clearance_of_line(const wend_roadmap *roadmap, wend_vec2 a, wend_vec2 b, double limit)
{
    near_wall found = {roadmap, {a, b}, limit};
    double reach = limit + roadmap->voronoi->boundary.most_radius;
    wend_box box = wend_box_add(wend_box_add(wend_box_empty(), a), b);
    box =
        (wend_box){{box.min.x - reach, box.min.y - reach}, {box.max.x + reach, box.max.y + reach}};
    wend_search_box(&roadmap->voronoi->boundary, box, see_wall, &found);
    return found.least;
}

static double clearance_at_start(const wend_roadmap *roadmap)
{
    const wend_roadmap_join *join = &roadmap->join;
    return join->circle.radius - wend_apart(join->place, join->circle.centre) -
           wend_roadmap_taken(roadmap, wend_arc_owner(roadmap->voronoi, join->arc));
}

/// The least along the straight parts, from the start and to the end.
static double clearance_of_legs(const wend_roadmap *roadmap)
{
    const wend_roadmap_way *way = &roadmap->way;
    bool is_straight = way->circles.count == 0;
    double least =
        roadmap->own == WEND_NO_ELEMENT
            ? clearance_at_start(roadmap)
            : clearance_in_own_cell(roadmap, is_straight ? way->end : way->circles.data[0].centre);
    if (way->whole && way->leaves)
        least = fmin(least, roadmap->targets[roadmap->best_target].clearance);
    if (is_straight && roadmap->own == WEND_NO_ELEMENT)
        least = clearance_of_line(roadmap, way->start, way->end, least);
    return least;
}

static void measure(wend_roadmap *roadmap)
{
    const wend_roadmap_way *way = &roadmap->way;
    size_t count = way->arcs.count;
    roadmap->clearance = clearance_of_legs(roadmap);
    if (way->circles.count == 0) {
        roadmap->length = wend_apart(way->start, way->end);
        return;
    }
    roadmap->length = wend_apart(way->start, way->circles.data[0].centre) +
                      wend_apart(way->circles.data[way->circles.count - 1].centre, way->end);
    for (size_t i = 0; i < count; i++) {
        uint32_t arc = way->arcs.data[i];
        wend_stroke stroke = wend_stroke_of_arc(roadmap->voronoi, arc);
        double from = stroke.from, to = stroke.to;
        if (i == 0 && way->enters)
            from = wend_stroke_at(&stroke, way->enter.centre);
        if (i + 1 == count && way->leaves)
            to = wend_stroke_at(&stroke, way->leave.centre);
        double least = wend_stroke_least(&stroke, from, to);
        roadmap->length += wend_stroke_length(&stroke, from, to);
        roadmap->clearance =
            fmin(roadmap->clearance, least - wend_roadmap_taken_beside(roadmap, arc));
    }
}

bool wend_roadmap_write(wend_roadmap *roadmap)
{
    wend_roadmap_way *way = &roadmap->way;
    way->arcs.count = way->circles.count = 0;
    way->enters = way->leaves = way->whole = false;
    way->start = way->end = roadmap->start;
    roadmap->has_pieces = false;
    if (roadmap->best < INFINITY)
        write_whole(roadmap);
    else
        write_part(roadmap);
    if (roadmap->failed)
        return false;
    measure(roadmap);
    roadmap->cost = way->whole                         ? roadmap->best
                    : roadmap->nearest != WEND_NO_NODE ? roadmap->nodes.data[roadmap->nearest].cost
                                                       : 0;
    return true;
}

// ---- pieces -------------------------------------------------------------------------------------

bool wend_roadmap_make_pieces(wend_roadmap *roadmap)
{
    const wend_roadmap_way *way = &roadmap->way;
    if (roadmap->has_pieces)
        return true;
    size_t count = way->arcs.count;
    roadmap->pieces.count = 0;
    if (!wend_array_reserve(&roadmap->pieces, &roadmap->allocator, count))
        return false;
    for (size_t i = 0; i < count; i++)
        roadmap->pieces.data[i] = wend_arc_piece(roadmap->voronoi, way->arcs.data[i]);
    roadmap->pieces.count = count;
    if (count > 0 && way->enters) {
        roadmap->pieces.data[0].a = way->enter.centre;
        roadmap->pieces.data[0].radius_a = way->enter.radius;
    }
    if (count > 0 && way->leaves) {
        roadmap->pieces.data[count - 1].b = way->leave.centre;
        roadmap->pieces.data[count - 1].radius_b = way->leave.radius;
    }
    roadmap->has_pieces = true;
    return true;
}

wend_result wend_roadmap_ready(const wend_roadmap *roadmap, wend_error *error)
{
    if (!roadmap)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a roadmap is needed");
    if (roadmap->state == WEND_ROADMAP_IDLE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "no way has been found");
    if (wend_voronoi_version(roadmap->voronoi) != roadmap->version)
        return wend_fail(error, WEND_STALE, "the diagram has changed since the way was found");
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
