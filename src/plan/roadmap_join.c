// SPDX-License-Identifier: MIT
// Where a path joins the diagram and leaves it (UFRGS 2010, §4.2.1).
//
// A position joins at the centre of the empty circle in which it lies deepest. That is where the
// ray from its nearest wall through it leaves the cell; towards it the clearance only grows, so a
// disc that fits at the position gets there. From the centre the edge is followed to both its
// vertices. A disc that does not fit continues from where it does.
//
// An agent that is a site has a convex cell, and sees all its vertices.
#include "core/ids.h"
#include "plan/roadmap.h"
#include "wend/geometry.h"

/// An edge, followed from a join to a vertex.
typedef struct outward {
    uint32_t last;    ///< the arc that ends at the vertex
    double narrow;    ///< cost of the part on which the disc does not fit
    double cost;      ///< of the rest
    uint32_t fit_arc; ///< where the rest begins
    wend_circle fit;
    bool has_fit;
    bool has_vertex; ///< the vertex is reachable for the disc
} outward;

// ---- edges --------------------------------------------------------------------------------------

static wend_circle circle_on(const wend_voronoi *voronoi, uint32_t arc, const wend_stroke *stroke,
                             double s)
{
    wend_circle circle;
    wend_voronoi_piece piece = wend_arc_piece(voronoi, arc);
    circle.centre = wend_piece_point(&piece, wend_stroke_share(stroke, s), &circle.radius);
    return circle;
}

/// A path along the start's own edge to a target on it is the best so far.
static void meet_targets(wend_roadmap *roadmap, uint32_t first, uint32_t arc,
                         const wend_stroke *stroke, double from, double cost)
{
    for (uint32_t i = 0; i < roadmap->target_count; i++) {
        const wend_roadmap_target *target = &roadmap->targets[i];
        if (target->last != arc)
            continue;
        double s = wend_stroke_at(stroke, target->stop.centre);
        // It may lie outside the arc because of rounding.
        s = stroke->from <= stroke->to ? fmin(fmax(s, stroke->from), stroke->to)
                                       : fmin(fmax(s, stroke->to), stroke->from);
        double reduction = wend_roadmap_reduction_beside(roadmap, arc);
        if ((s - from) * (stroke->to - stroke->from) < 0 ||
            !wend_roadmap_fits(roadmap, wend_stroke_minimum(stroke, from, s), reduction))
            continue;
        double total = cost + wend_roadmap_cost(roadmap, stroke, from, s) + target->tail;
        if (total < roadmap->best) {
            roadmap->best = total;
            roadmap->best_node = WEND_NO_NODE;
            roadmap->best_target = i;
            roadmap->direct_arc = first;
        }
    }
}

/// Follows one piece of an edge from a parameter on. False: it is too narrow to continue.
static bool follow_piece(wend_roadmap *roadmap, uint32_t arc, const wend_stroke *stroke,
                         double from, outward *reached)
{
    double reduction = wend_roadmap_reduction_beside(roadmap, arc);
    if (!reached->has_fit) {
        double clearance = wend_stroke_clearance(stroke, from), widens = from;
        if (!wend_roadmap_fits(roadmap, clearance, reduction))
            widens = wend_stroke_widens(stroke, from, stroke->to, roadmap->radius + reduction);
        if (isnan(widens)) {
            reached->narrow += wend_roadmap_cost(roadmap, stroke, from, stroke->to);
            return true;
        }
        reached->narrow += wend_roadmap_cost(roadmap, stroke, from, widens);
        reached->has_fit = true;
        reached->fit_arc = arc;
        reached->fit = circle_on(roadmap->voronoi, arc, stroke, widens);
        from = widens;
    }
    if (!wend_roadmap_fits(roadmap, wend_stroke_minimum(stroke, from, stroke->to), reduction))
        return false;
    reached->cost += wend_roadmap_cost(roadmap, stroke, from, stroke->to);
    return true;
}

/// Follows the edge from a join in the direction of an arc. `is_start`: targets on it are reached.
static outward follow_edge(wend_roadmap *roadmap, const wend_roadmap_join *join, uint32_t first,
                           bool is_start)
{
    const wend_voronoi *voronoi = roadmap->voronoi;
    const wend_voronoi_arc *arcs = voronoi->arcs.data;
    double leg = wend_distance(join->position, join->circle.centre);
    outward reached = {0};
    uint32_t arc = first;
    do {
        wend_stroke stroke = wend_stroke_of_arc(voronoi, arc);
        double from = arc == first ? wend_stroke_at(&stroke, join->circle.centre) : stroke.from;
        if ((stroke.to - from) * (stroke.to - stroke.from) < 0) // beyond its end because of
                                                                // rounding
            from = stroke.to;
        if (is_start)
            meet_targets(roadmap, first, arc, &stroke, from, leg + reached.narrow + reached.cost);
        if (!follow_piece(roadmap, arc, &stroke, from, &reached))
            return reached;
        const wend_voronoi_arc *end = &arcs[arcs[arc].twin];
        if (end->degree != 2) {
            reached.last = arc;
            reached.has_vertex = reached.has_fit && end->degree > 1;
            return reached;
        }
        arc = wend_arc_next(voronoi, arc);
    } while (arc != first);
    return reached;
}

// ---- the goal -----------------------------------------------------------------------------------

static bool is_beside_own(const wend_roadmap *roadmap, uint32_t arc)
{
    return roadmap->own != WEND_NO_ELEMENT &&
           (wend_arc_owner(roadmap->voronoi, arc) == roadmap->own ||
            roadmap->voronoi->arcs.data[arc].other == roadmap->own);
}

/// The point on the segment from a position to its join at which the disc fits: the position
/// itself, or the nearest one that has the clearance. Only if there is one.
static wend_vec2 fitting_point(const wend_roadmap *roadmap, const wend_roadmap_join *join)
{
    double reduction = wend_roadmap_reduction(roadmap, wend_arc_owner(roadmap->voronoi, join->arc));
    double leg = wend_distance(join->position, join->circle.centre);
    double missing = roadmap->radius + reduction - (join->circle.radius - leg);
    if (wend_roadmap_fits(roadmap, join->circle.radius - leg, reduction) || !(leg > 0))
        return join->position;
    return wend_lerp(join->position, join->circle.centre, fmin(missing / leg, 1));
}

/// A straight path to the goal, because it and the start lie in one empty circle.
static void offer_straight(wend_roadmap *roadmap, wend_vec2 goal, wend_circle circle, wend_vec2 end)
{
    double cost = wend_distance(roadmap->start, end);
    if (cost < roadmap->best) {
        roadmap->best = cost;
        roadmap->best_node = WEND_NO_NODE;
        roadmap->best_target = roadmap->target_count;
        roadmap->direct_arc = WEND_NO_ARC;
        roadmap->targets[roadmap->target_count++] = (wend_roadmap_target){
            .goal = goal,
            .vertex = WEND_NO_ARC,
            .via = WEND_NO_ARC,
            .last = WEND_NO_ARC,
            .stop = circle,
            .end = end,
        };
    }
}

void wend_roadmap_stay(wend_roadmap *roadmap)
{
    roadmap->target_count = 0;
    roadmap->best = INFINITY;
    offer_straight(roadmap, roadmap->start, roadmap->join.circle, roadmap->start);
}

/// True if the disc can move straight between two positions because both lie in one empty circle,
/// reduced by the radius. Circles that agents touch are excluded: agents may be closer than it
/// shows.
static bool is_in_one_circle(const wend_roadmap *roadmap, const wend_roadmap_join *join,
                             wend_vec2 other)
{
    double clearance = join->circle.radius - roadmap->fit;
    return clearance > 0 && wend_roadmap_reduction_beside(roadmap, join->arc) == 0 &&
           wend_distance(join->position, join->circle.centre) <= clearance &&
           wend_distance(other, join->circle.centre) <= clearance;
}

static void add_target(wend_roadmap *roadmap, const wend_roadmap_join *join, uint32_t first)
{
    const wend_voronoi_arc *arcs = roadmap->voronoi->arcs.data;
    outward reached = follow_edge(roadmap, join, first, false);
    if (!reached.has_fit)
        return;
    wend_roadmap_target target = {
        .goal = join->position,
        .vertex = WEND_NO_ARC,
        .via = WEND_NO_ARC,
        .last = arcs[reached.fit_arc].twin,
        .stop = reached.fit,
        .end = reached.fit.centre,
    };
    if (reached.narrow == 0) { // it fits at the join
        target.end = fitting_point(roadmap, join);
        target.tail = wend_distance(target.stop.centre, target.end);
    }
    uint32_t beside = wend_arc_owner(roadmap->voronoi, join->arc);
    target.clearance = target.stop.radius - target.tail - wend_roadmap_reduction(roadmap, beside);
    if (reached.has_vertex) {
        target.via = arcs[reached.last].twin;
        target.vertex = arcs[target.via].vertex;
        target.cost = reached.cost + target.tail;
    }
    roadmap->targets[roadmap->target_count++] = target;
}

/// Joins one point of the goal.
static void join_goal(wend_roadmap *roadmap, const wend_roadmap_join *join)
{
    const wend_voronoi *voronoi = roadmap->voronoi;
    wend_vec2 end = fitting_point(roadmap, join);
    if (is_beside_own(roadmap, join->arc)) {
        bool in_own_cell = wend_arc_owner(voronoi, join->arc) == roadmap->own;
        offer_straight(roadmap, join->position, join->circle, in_own_cell ? join->position : end);
        return;
    }
    if (roadmap->own == WEND_NO_ELEMENT) {
        bool in_first = is_in_one_circle(roadmap, &roadmap->join, end);
        if (in_first || is_in_one_circle(roadmap, join, roadmap->start)) {
            offer_straight(roadmap, join->position, in_first ? roadmap->join.circle : join->circle,
                           end);
            return;
        }
    }
    add_target(roadmap, join, join->arc);
    add_target(roadmap, join, voronoi->arcs.data[join->arc].twin);
}

/// A point of a goal: evenly spaced on the point, the segment or the area's border.
static wend_vec2 goal_point(wend_goal goal, double length, double share)
{
    uint32_t sides = goal.count < 3 ? goal.count - 1 : goal.count;
    double along = share * length;
    for (uint32_t i = 0; i < sides; i++) {
        wend_vec2 a = goal.points[i], b = goal.points[(i + 1) % goal.count];
        double side = wend_distance(a, b);
        if (along <= side && side > 0)
            return wend_lerp(a, b, along / side);
        along -= side;
    }
    return goal.points[goal.count == 2 ? 1 : 0];
}

static double goal_length(wend_goal goal)
{
    uint32_t sides = goal.count < 3 ? goal.count - 1 : goal.count;
    double length = 0;
    for (uint32_t i = 0; i < sides; i++)
        length += wend_distance(goal.points[i], goal.points[(i + 1) % goal.count]);
    return length;
}

static wend_result join_position(const wend_voronoi *voronoi, wend_vec2 position,
                                 wend_roadmap_join *join, wend_error *error)
{
    join->position = position;
    return wend_voronoi_embedding_circle(voronoi, position, &join->circle, &join->arc, error);
}

static wend_result begin_goal(wend_roadmap *roadmap, wend_goal goal, wend_error *error)
{
    uint32_t points = goal.count == 1 ? 1 : WEND_ROADMAP_GOALS;
    double length = goal_length(goal);
    bool any = false;
    for (uint32_t i = 0; i < points; i++) {
        wend_roadmap_join join;
        double share = goal.count == 2 ? (double)i / (points - 1) : (double)i / points;
        wend_vec2 position = goal_point(goal, length, share);
        if (join_position(roadmap->voronoi, position, &join, NULL) == WEND_OK) {
            join_goal(roadmap, &join);
            any = true;
        }
    }
    if (!any)
        return wend_fail_at(error, WEND_NOT_FOUND, goal.points[0], "the goal is not in free space");
    roadmap->goal = wend_box_empty();
    for (uint32_t i = 0; i < roadmap->target_count; i++)
        roadmap->goal = wend_box_add(roadmap->goal, roadmap->targets[i].end);
    if (roadmap->target_count == 0) // the disc does not fit there, but the path can come close
        roadmap->goal = wend_box_of(goal.points, goal.count);
    return WEND_OK;
}

wend_result wend_roadmap_join_goal(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                                   const wend_roadmap_request *request, wend_error *error)
{
    wend_result result = wend_roadmap_check(request, error);
    if (result != WEND_OK)
        return result;
    roadmap->state = WEND_ROADMAP_IDLE;
    wend_roadmap_read_request(roadmap, voronoi, request);
    roadmap->own = WEND_NO_ELEMENT;
    // A NaN start lies in no circle.
    roadmap->start = (wend_vec2){NAN, NAN};
    roadmap->join = (wend_roadmap_join){.circle = {.radius = -INFINITY}};
    roadmap->best = INFINITY;
    roadmap->target_count = 0;
    return begin_goal(roadmap, request->goal, error);
}

/// Adds the targets' vertices to the search from the start.
static bool mark_targets(wend_roadmap *roadmap)
{
    for (uint32_t i = 0; i < roadmap->target_count; i++) {
        if (roadmap->targets[i].vertex == WEND_NO_ARC)
            continue;
        uint32_t node = wend_roadmap_node_of(roadmap, roadmap->targets[i].vertex);
        if (node == WEND_NO_NODE)
            return false;
        roadmap->nodes.data[node].goal = true;
    }
    return true;
}

// ---- the start ----------------------------------------------------------------------------------

static void offer_vertex(wend_roadmap *roadmap, uint32_t vertex, uint32_t via, uint32_t back,
                         double cost)
{
    uint32_t node = wend_roadmap_node_of(roadmap, vertex);
    if (node != WEND_NO_NODE)
        wend_roadmap_offer(roadmap, node, WEND_NO_NODE, via, back, cost);
}

/// An agent sees the vertices of its own cell.
static void begin_at_agent(wend_roadmap *roadmap)
{
    const wend_voronoi *voronoi = roadmap->voronoi;
    wend_voronoi_cell_record cell = voronoi->cells.data[roadmap->own];
    for (uint32_t i = 0; i < cell.count; i++) {
        const wend_voronoi_arc *arc = &voronoi->arcs.data[cell.first + i];
        if (arc->degree > 2)
            offer_vertex(roadmap, arc->vertex, WEND_NO_ARC, WEND_NO_ARC,
                         wend_distance(roadmap->start, voronoi->arcs.data[arc->vertex].at));
    }
}

static void begin_at_position(wend_roadmap *roadmap)
{
    const wend_voronoi_arc *arcs = roadmap->voronoi->arcs.data;
    const wend_roadmap_join *join = &roadmap->join;
    double leg = wend_distance(join->position, join->circle.centre);
    for (int i = 0; i < 2; i++) {
        uint32_t first = i == 0 ? join->arc : arcs[join->arc].twin;
        outward reached = follow_edge(roadmap, join, first, true);
        if (reached.has_vertex) {
            uint32_t back = arcs[reached.last].twin;
            offer_vertex(roadmap, arcs[back].vertex, first, back,
                         leg + reached.narrow + reached.cost);
        }
    }
}

/// Finds the moving agent, or the location of the start.
static wend_result begin_start(wend_roadmap *roadmap, const wend_roadmap_request *request,
                               wend_error *error)
{
    const wend_boundary *boundary = &roadmap->voronoi->boundary;
    roadmap->start = request->from;
    roadmap->own = WEND_NO_ELEMENT;
    roadmap->agent = request->agent;
    roadmap->join = (wend_roadmap_join){0};
    if (!wend_site_id_is_null(request->agent)) {
        if (!wend_id_valid(&boundary->ids, request->agent.raw))
            return wend_fail(error, WEND_STALE, "the agent is not a site of the diagram");
        const wend_site *site = &boundary->sites.data[wend_id_slot(request->agent.raw)];
        if (site->point_count != 1)
            return wend_fail(error, WEND_BAD_ARGUMENT, "the site is not an agent");
        roadmap->start = site->position;
        if (!site->hidden && boundary->links.data[site->element].kind == WEND_ELEMENT_POINT) {
            roadmap->own = site->element;
            return WEND_OK;
        }
    }
    wend_result result = join_position(roadmap->voronoi, roadmap->start, &roadmap->join, error);
    return result == WEND_NOT_FOUND ? wend_fail_at(error, WEND_NOT_FOUND, roadmap->start,
                                                   "the start is not in free space")
                                    : result;
}

wend_result wend_roadmap_begin(wend_roadmap *roadmap, const wend_roadmap_request *request,
                               wend_error *error)
{
    roadmap->target_count = 0;
    wend_result result = begin_start(roadmap, request, error);
    if (result == WEND_OK)
        result = begin_goal(roadmap, request->goal, error);
    if (result != WEND_OK)
        return result;
    roadmap->start_left = wend_roadmap_left(roadmap, roadmap->start);
    roadmap->dead_end = roadmap->start_left >= request->dead_end ? request->dead_end : 0;
    if (!mark_targets(roadmap))
        return wend_fail_memory(error);
    if (roadmap->own != WEND_NO_ELEMENT)
        begin_at_agent(roadmap);
    else
        begin_at_position(roadmap);
    return roadmap->failed ? wend_fail_memory(error) : WEND_OK;
}
