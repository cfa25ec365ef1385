// SPDX-License-Identifier: MIT
// Planner on the multi-agent navigation graph: memory, requests, results.
#include "plan/mang_plan.h"

#include "core/hash.h"
#include "plan/mang.h"
#include "wend/vec2.h"

#define REQUEST_COOKIE 0x6d616e67u
#define PLAN_COOKIE    0x6d706c6eu

/// See wend_mang_plan_def.
#define DEFAULT_REGRET 0.2
#define DEFAULT_RENEW  1.0

wend_mang_request wend_default_mang_request(void)
{
    return (wend_mang_request){.cookie = REQUEST_COOKIE};
}

/// Agents of worlds avoid each other, so far gaps between others matter little. [Units: m]
#define PLAN_AGENT_COMFORT 0.1

wend_mang_plan_def wend_default_mang_plan_def(void)
{
    wend_mang_def graph = wend_default_mang_def();
    graph.agent_comfort = PLAN_AGENT_COMFORT;
    return (wend_mang_plan_def){.graph = graph,
                                .replan_threshold = DEFAULT_REGRET,
                                .replan_interval = DEFAULT_RENEW,
                                .cookie = PLAN_COOKIE};
}

wend_result wend_mang_plan_def_check(const wend_mang_plan_def *def, wend_error *error)
{
    if (def->cookie != PLAN_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "def is not initialised: use wend_default_mang_plan_def()");
    if (!(def->replan_threshold >= 0 && def->replan_threshold <= 1))
        return wend_fail(error, WEND_BAD_ARGUMENT, "replan_threshold is %g: must be 0 to 1",
                         def->replan_threshold);
    if (!(def->replan_interval > 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "replan_interval is %g s: must be above 0",
                         def->replan_interval);
    return wend_mang_def_check(&def->graph, error);
}

// ---- memory -------------------------------------------------------------------------------------

wend_result wend_mang_planner_create(const wend_allocator *allocator, wend_mang_planner **planner,
                                     wend_error *error)
{
    if (!planner)
        return wend_fail(error, WEND_BAD_ARGUMENT, "planner must not be NULL");
    *planner = NULL;
    wend_mang_planner *created = wend_allocate(allocator, 1, sizeof *created);
    if (!created)
        return wend_fail_memory(error);
    *created = (wend_mang_planner){.allocator = allocator ? *allocator : (wend_allocator){0},
                                   .kept = WEND_MANG_NONE};
    wend_heap_init(&created->open, &created->allocator);
    if (wend_roadmap_create(&created->allocator, &created->roadmap, error) != WEND_OK) {
        wend_mang_planner_destroy(created);
        return WEND_OUT_OF_MEMORY;
    }
    *planner = created;
    return WEND_OK;
}

void wend_mang_planner_destroy(wend_mang_planner *planner)
{
    if (!planner)
        return;
    wend_allocator allocator = planner->allocator;
    wend_roadmap_destroy(planner->roadmap);
    wend_heap_free(&planner->open);
    wend_array_free(&planner->marks, &allocator);
    wend_array_free(&planner->vertices, &allocator);
    wend_array_free(&planner->starts, &allocator);
    wend_release(&allocator, planner, 1, sizeof *planner);
}

bool wend_mang_planner_reserve(wend_mang_planner *planner, uint32_t vertices, uint32_t nodes)
{
    const wend_allocator *allocator = &planner->allocator;
    size_t count = planner->marks.count;
    if (vertices > count) {
        // Half as many again: the next graph may be slightly larger.
        uint32_t capacity = vertices < UINT32_MAX / 2 ? vertices + vertices / 2 : vertices;
        planner->vertices.count = 0;
        if (!wend_heap_reserve(&planner->open, capacity) ||
            !wend_array_reserve(&planner->vertices, allocator, capacity) ||
            !wend_array_reserve(&planner->marks, allocator, capacity - count))
            return false;
        for (size_t i = count; i < capacity; ++i)
            planner->marks.data[i] = (wend_mang_mark){0};
        planner->marks.count = capacity;
    }
    return wend_array_reserve(&planner->starts, allocator, nodes);
}

// ---- requests -----------------------------------------------------------------------------------

static wend_result check(const wend_mang_planner *planner, const wend_mang_graph *graph,
                         const wend_mang_request *request, wend_error *error)
{
    if (!planner || !graph || !request || request->cookie != REQUEST_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "planner and graph must not be NULL, and the request must come from "
                         "wend_default_mang_request()");
    if (request->cell >= graph->cell_count)
        return wend_fail(error, WEND_BAD_ARGUMENT, "unknown cell %u", (unsigned)request->cell);
    if (!isfinite(request->from.x) || !isfinite(request->from.y))
        return wend_fail(error, WEND_BAD_ARGUMENT, "start position is not finite");
    if (!(request->radius >= 0) || !(request->bonus >= 0 && isfinite(request->bonus)) ||
        !(request->reach >= 0) || !(request->pass_cost >= 0 && isfinite(request->pass_cost)))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "radius, bonus, reach and pass_cost must be 0 or more");
    if (request->pass_count > 0 && !request->passes)
        return wend_fail(error, WEND_BAD_ARGUMENT, "passes must not be NULL");
    return WEND_OK;
}

static wend_result check_goal(const wend_mang_graph *graph, const wend_mang_goal *goal,
                              wend_error *error)
{
    if (!goal || goal->count > WEND_MANG_TARGETS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "the goal must have 1 to %d targets",
                         (int)WEND_MANG_TARGETS);
    for (uint32_t i = 0; i < goal->count; ++i)
        if (goal->targets[i].vertex >= graph->vertex_count || !(goal->targets[i].cost >= 0))
            return wend_fail(error, WEND_BAD_ARGUMENT, "target %u is not a vertex, or has no cost",
                             (unsigned)i);
    return WEND_OK;
}

/// Checks a request, and reserves memory for it.
static wend_result prepare(wend_mang_planner *planner, const wend_mang_graph *graph,
                           const wend_mang_request *request, wend_error *error)
{
    wend_result result = check(planner, graph, request, error);
    if (result == WEND_OK && !wend_mang_planner_reserve(planner, graph->vertex_count,
                                                        graph->cells[request->cell].node_count))
        result = wend_fail_memory(error);
    return result;
}

wend_result wend_mang_join(wend_mang_planner *planner, const wend_mang *mang,
                           const wend_voronoi *voronoi, wend_goal goal, double radius,
                           wend_mang_goal *join, wend_error *error)
{
    if (!planner || !mang || !voronoi || !join)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "planner, graph, diagram and goal must not be NULL");
    wend_roadmap *roadmap = planner->roadmap;
    wend_roadmap_request request = wend_default_roadmap_request();
    request.goal = goal;
    request.radius = radius;
    request.clearance_weight = 1;
    request.comfort = mang->def.comfort;
    request.press = true;
    join->count = 0;
    wend_result result = wend_roadmap_join_goal(roadmap, voronoi, &request, error);
    join->box = roadmap->goal;
    for (uint32_t i = 0; result == WEND_OK && i < roadmap->target_count; ++i) {
        const wend_roadmap_target *target = &roadmap->targets[i];
        if (target->vertex == WEND_NO_ARC || target->vertex >= mang->red_of.count)
            continue;
        uint32_t red = mang->red_of.data[target->vertex];
        if (red != WEND_MANG_NONE)
            join->targets[join->count++] = (wend_mang_target){red, target->cost};
    }
    return result;
}

uint64_t wend_mang_around(const wend_mang_graph *graph, uint32_t cell)
{
    const wend_mang_cell *own = &graph->cells[cell];
    const wend_mang_node *nodes = graph->nodes + own->first_node;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < own->link_count; ++i) {
        const wend_mang_link *link = &graph->links[own->first_link + i];
        if (nodes[link->from].red == WEND_MANG_NONE && nodes[link->to].red == WEND_MANG_NONE)
            continue;
        // As seen from the border. A sum: independent of the start of the list.
        bool inwards = nodes[link->from].red != WEND_MANG_NONE;
        wend_hash hash = {inwards ? (uint64_t)link->left_site << 32 | link->right_site
                                  : (uint64_t)link->right_site << 32 | link->left_site};
        sum += wend_hash_end(&hash);
    }
    return sum;
}

// ---- results ------------------------------------------------------------------------------------

/// Writes the vertices between an exit and the end of the path.
static void trace(wend_mang_planner *planner, const wend_mang_graph *graph, uint32_t vertex,
                  wend_mang_path *path)
{
    uint32_t *list = planner->vertices.data;
    uint32_t count = 0;
    for (;;) {
        const wend_mang_mark *mark = &planner->marks.data[vertex];
        list[count++] = vertex;
        if (mark->via == WEND_MANG_NONE)
            break;
        const wend_mang_edge *edge = &graph->edges[mark->via];
        path->length += edge->length;
        vertex = wend_mang_across(edge, vertex);
    }
    path->vertices = list;
    path->vertex_count = count;
}

static void reverse(uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; ++i) {
        uint32_t kept = list[i];
        list[i] = list[count - 1 - i];
        list[count - 1 - i] = kept;
    }
}

/// In first order, an agent that has reached the exit heads for the vertex beyond it.
static void pass_reached(const wend_mang_graph *graph, const wend_mang_request *request,
                         wend_mang_path *path)
{
    if (!request->first_order)
        return;
    for (uint32_t i = 0; i < path->vertex_count; ++i) {
        path->first = graph->vertices[path->vertices[i]].position;
        if (wend_distance(request->from, path->first) > request->reach)
            return;
    }
}

/// Writes the path found by a forward search: to the goal, or to the nearest vertex.
static void write_forward(wend_mang_planner *planner, const wend_mang_graph *graph,
                          const wend_mang_request *request, wend_mang_path *path)
{
    path->whole = planner->best < INFINITY;
    uint32_t last = path->whole ? planner->last : planner->nearest;
    if (last == WEND_MANG_NONE)
        return;
    const wend_mang_mark *mark = &planner->marks.data[last];
    double tail = path->whole ? mark->tail : 0;
    path->cost = mark->cost + tail;
    path->length = tail;
    trace(planner, graph, last, path);
    reverse(planner->vertices.data, path->vertex_count);
    uint32_t node = wend_mang_start_node(planner, graph, request, path->vertices[0]);
    wend_mang_start_write(planner, graph, request, node, path);
    path->cost -= planner->starts.data[node].penalty;
    path->length += path->lead;
    pass_reached(graph, request, path);
}

static wend_mang_path no_path(const wend_mang_request *request)
{
    return (wend_mang_path){.first = request->from, .cost = INFINITY, .length = INFINITY};
}

static wend_result no_route(const wend_mang_request *request, wend_error *error)
{
    return wend_fail_at(error, WEND_NOT_FOUND, request->from, "no path to the goal is wide enough");
}

wend_result wend_mang_find(wend_mang_planner *planner, const wend_mang_graph *graph,
                           const wend_mang_request *request, wend_mang_path *path,
                           wend_error *error)
{
    wend_result result = prepare(planner, graph, request, error);
    if (result == WEND_OK)
        result = check_goal(graph, request->goal, error);
    if (result != WEND_OK)
        return result;
    *path = no_path(request);
    wend_mang_search_begin(planner, request->radius, request->radius);
    wend_mang_start_paths(planner, graph, request);
    result = wend_mang_search_forward(planner, graph, request);
    path->iterations = planner->iterations;
    write_forward(planner, graph, request, path);
    return result == WEND_NOT_FOUND ? no_route(request, error) : result;
}

wend_result wend_mang_lead(wend_mang_planner *planner, const wend_mang_graph *graph,
                           const wend_mang_request *request, wend_mang_path *path,
                           wend_error *error)
{
    wend_result result = prepare(planner, graph, request, error);
    if (result != WEND_OK)
        return result;
    if (!request->kept)
        return wend_fail(error, WEND_BAD_ARGUMENT, "the request has no exit");
    *path = no_path(request);
    wend_mang_search_begin(planner, request->radius, request->radius);
    wend_mang_start_paths(planner, graph, request);
    uint32_t node = planner->kept;
    if (!planner->kept_is_same || !(planner->starts.data[node].cost < INFINITY))
        return no_route(request, error);
    wend_mang_start_write(planner, graph, request, node, path);
    path->cost = planner->starts.data[node].cost;
    path->length = path->lead;
    planner->vertices.data[0] = graph->nodes[graph->cells[request->cell].first_node + node].red;
    path->vertices = planner->vertices.data;
    path->vertex_count = 1;
    return WEND_OK;
}

// ---- many agents, one goal ----------------------------------------------------------------------

/// A vertex without an open edge cannot be reached.
static bool is_open(const wend_mang_planner *planner, const wend_mang_graph *graph, uint32_t vertex)
{
    const wend_mang_vertex *v = &graph->vertices[vertex];
    for (uint32_t i = 0; i < v->degree; ++i)
        if (graph->edges[graph->around[v->first + i]].wall_clearance >= planner->fit)
            return true;
    return false;
}

/// Marks the exits of a cell; returns the number of new ones.
static uint32_t mark_exits(wend_mang_planner *planner, const wend_mang_graph *graph,
                           const wend_mang_cell *cell)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        uint32_t red = graph->nodes[cell->first_node + i].red;
        if (red == WEND_MANG_NONE)
            break;
        wend_mang_mark *mark = wend_mang_mark_of(planner, red);
        if (!mark->wanted && is_open(planner, graph, red)) {
            mark->wanted = true;
            ++count;
        }
    }
    return count;
}

wend_result wend_mang_spread(wend_mang_planner *planner, const wend_mang_graph *graph,
                             const wend_mang_request *requests, uint32_t count, bool *narrow,
                             uint32_t *iterations, wend_error *error)
{
    double largest = 0, minimum = INFINITY;
    if (!requests || count == 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there are no requests");
    for (uint32_t i = 0; i < count; ++i) {
        wend_result result = prepare(planner, graph, &requests[i], error);
        if (result != WEND_OK)
            return result;
        largest = fmax(largest, requests[i].radius);
        minimum = fmin(minimum, requests[i].radius);
    }
    wend_result result = check_goal(graph, requests[0].goal, error);
    if (result != WEND_OK)
        return result;
    wend_mang_search_begin(planner, largest, minimum);
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < count; ++i)
        wanted += mark_exits(planner, graph, &graph->cells[requests[i].cell]);
    wend_mang_search_backward(planner, graph, requests[0].goal, wanted);
    if (narrow)
        *narrow = planner->narrow;
    if (iterations)
        *iterations = planner->iterations;
    return WEND_OK;
}

/// True if the path found backwards from an exit follows the border of the agent's own cell, which
/// is not in the graph without it.
static bool follows_own_border(const wend_mang_planner *planner, const wend_mang_graph *graph,
                               const wend_mang_request *request, uint32_t exit)
{
    uint32_t own = wend_mang_own_site(graph, request), via = planner->marks.data[exit].via;
    for (uint32_t vertex = exit; via != WEND_MANG_NONE; via = planner->marks.data[vertex].via) {
        if (wend_mang_borders(&graph->edges[via], own))
            return true;
        vertex = wend_mang_across(&graph->edges[via], vertex);
    }
    return false;
}

wend_result wend_mang_spread_path(wend_mang_planner *planner, const wend_mang_graph *graph,
                                  const wend_mang_request *request, wend_mang_path *path,
                                  wend_error *error)
{
    wend_result result = prepare(planner, graph, request, error);
    if (result != WEND_OK)
        return result;
    *path = no_path(request);
    planner->fit = wend_mang_fit(request->radius);
    wend_mang_start_paths(planner, graph, request);
    const wend_mang_cell *cell = &graph->cells[request->cell];
    uint32_t best = WEND_MANG_NONE;
    double minimum = INFINITY;
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        uint32_t red = graph->nodes[cell->first_node + i].red;
        if (red == WEND_MANG_NONE)
            break;
        const wend_mang_mark *mark = wend_mang_mark_of(planner, red);
        double rank = wend_mang_start_rank(planner, i) + mark->cost;
        if (mark->closed && rank < minimum) {
            minimum = rank;
            best = i;
        }
    }
    if (best == WEND_MANG_NONE)
        return no_route(request, error);
    uint32_t exit = graph->nodes[cell->first_node + best].red;
    if (follows_own_border(planner, graph, request, exit))
        return no_route(request, error);
    path->whole = true;
    path->cost = minimum - planner->starts.data[best].penalty;
    path->length = 0;
    trace(planner, graph, exit, path);
    wend_mang_start_write(planner, graph, request, best, path);
    // Beyond the last vertex the remaining cost counts as length.
    path->length += path->lead + planner->marks.data[path->vertices[path->vertex_count - 1]].cost;
    pass_reached(graph, request, path);
    return WEND_OK;
}
