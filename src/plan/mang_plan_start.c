// SPDX-License-Identifier: MIT
// Beginning of a path: from an agent to the border of its cell (Sud et al. 2008, Algorithm 1, green
// edges).
//
// The cell of a point is convex, so the agent sees all of it. It goes straight to a black vertex,
// and along the black edge to the exit; or, if it is beside such an edge, along that. The black
// edges are a forest and the links are sorted: one pass inwards and one outwards find the best
// paths to all nodes.
#include "plan/mang_plan.h"

#include "wend/vec2.h"

/// A first goal that would be on the border lies at this fraction of the distance from there to
/// where the agent joins the last link: well separated from those of others that leave by the same
/// vertex.
#define INSIDE 0.5

/// The links and nodes of the agent's own cell.
typedef struct own_cell {
    const wend_mang_node *nodes;
    const wend_mang_link *links;
    uint32_t node_count, link_count;
} own_cell;

static own_cell own_cell_of(const wend_mang_graph *graph, uint32_t number)
{
    const wend_mang_cell *cell = &graph->cells[number];
    return (own_cell){graph->nodes + cell->first_node, graph->links + cell->first_link,
                      cell->node_count, cell->link_count};
}

static bool is_on_border(const wend_mang_node *node)
{
    return node->red != WEND_MANG_NONE;
}

// ---- paths to all nodes -------------------------------------------------------------------------

/// Resets all nodes; determines which are outer, and their links inwards.
static void clear_starts(wend_mang_planner *planner, const own_cell *cell)
{
    wend_mang_start *starts = planner->starts.data;
    for (uint32_t i = 0; i < cell->node_count; ++i)
        starts[i] = (wend_mang_start){.cost = INFINITY,
                                      .before = WEND_MANG_NONE,
                                      .link = WEND_MANG_NONE,
                                      .entry = WEND_MANG_NONE,
                                      .outer = is_on_border(&cell->nodes[i])};
    for (uint32_t i = 0; i < cell->link_count; ++i) {
        const wend_mang_link *link = &cell->links[i];
        starts[link->from].link = i;
        if (starts[link->from].outer && cell->nodes[link->to].joint)
            starts[link->to].outer = true;
        // The last one may lead to the border.
        if (is_on_border(&cell->nodes[link->to]) && starts[link->to].link == WEND_MANG_NONE)
            starts[link->to].link = i;
    }
}

/// Green edges to the black vertices.
static void reach_vertices(wend_mang_planner *planner, const own_cell *cell, wend_vec2 from)
{
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        const wend_mang_node *node = &cell->nodes[i];
        wend_mang_start *start = &planner->starts.data[i];
        if (!node->joint && !is_on_border(node))
            start->cost = start->length = wend_distance(from, node->position);
    }
}

/// Offers a node the path from the closest point of a link, which is `leg` away, along a part of
/// it.
static void enter_at(wend_mang_start *start, const wend_mang_link *link, uint32_t number,
                     double leg, double share, double part)
{
    double cost = leg + part * link->weight;
    if (!(cost < start->cost))
        return;
    start->cost = cost;
    start->length = leg + part * link->length;
    start->before = WEND_MANG_NONE;
    start->entry = number;
    start->share = share;
}

/// Green edges to the closest points of the black edges that end at the border. On a parabola, of
/// its chord, which lies in the convex cell.
static void reach_edges(wend_mang_planner *planner, const own_cell *cell, wend_vec2 from,
                        double fit)
{
    wend_mang_start *starts = planner->starts.data;
    for (uint32_t i = 0; i < cell->link_count; ++i) {
        const wend_mang_link *link = &cell->links[i];
        bool outer = starts[link->from].outer || starts[link->to].outer;
        if (!outer || link->wall_clearance < fit)
            continue;
        wend_vec2 a = cell->nodes[link->from].position, b = cell->nodes[link->to].position;
        wend_vec2 along = wend_sub(b, a), off = wend_sub(from, a);
        double square = wend_length_squared(along);
        double share = square > 0 ? wend_dot(off, along) / square : 0;
        share = fmin(fmax(share, 0), 1);
        double leg = wend_distance(from, wend_lerp(a, b, share));
        enter_at(&starts[link->from], link, i, leg, share, share);
        // Only without black vertices does this lead anywhere.
        enter_at(&starts[link->to], link, i, leg, share, 1 - share);
    }
}

/// Follows a link, if that is better.
static void follow_link(wend_mang_planner *planner, const wend_mang_link *link, uint32_t from,
                        uint32_t to, double fit)
{
    const wend_mang_start *before = &planner->starts.data[from];
    wend_mang_start *start = &planner->starts.data[to];
    double cost = before->cost + link->weight;
    if (!(cost < start->cost) || link->wall_clearance < fit)
        return;
    start->cost = cost;
    start->length = before->length + link->length;
    start->before = from;
    start->entry = WEND_MANG_NONE;
}

static void follow_links(wend_mang_planner *planner, const own_cell *cell, double fit)
{
    for (uint32_t i = 0; i < cell->link_count; ++i)
        follow_link(planner, &cell->links[i], cell->links[i].from, cell->links[i].to, fit);
    for (uint32_t i = cell->link_count; i-- > 0;)
        follow_link(planner, &cell->links[i], cell->links[i].to, cell->links[i].from, fit);
}

/// Sud et al. 2008, Figure 5a: straight to the vertices of the border.
static void reach_border(wend_mang_planner *planner, const own_cell *cell, wend_vec2 from)
{
    for (uint32_t i = 0; i < cell->node_count && is_on_border(&cell->nodes[i]); ++i) {
        wend_mang_start *start = &planner->starts.data[i];
        start->cost = start->length = wend_distance(from, cell->nodes[i].position);
    }
}

// ---- kept exit ----------------------------------------------------------------------------------

/// Identification of an exit: looking inwards from a node of the border, the sites on the left and
/// on the right. The same two are exchanged at the other end of a corridor.
static wend_mang_exit exit_at(const wend_mang_planner *planner, const own_cell *cell, uint32_t node)
{
    uint32_t number = planner->starts.data[node].link;
    wend_mang_exit exit = {WEND_MANG_NONE, WEND_MANG_NONE, cell->nodes[node].position};
    if (number == WEND_MANG_NONE)
        return exit;
    const wend_mang_link *link = &cell->links[number];
    exit.left = link->from == node ? link->left_site : link->right_site;
    exit.right = link->from == node ? link->right_site : link->left_site;
    return exit;
}

static bool is_same_exit(const wend_mang_exit *a, const wend_mang_exit *b)
{
    return a->left == b->left && a->right == b->right && a->left != WEND_MANG_NONE;
}

/// The node of an exit: the one between the same two, or the nearest of several; if there is none,
/// the nearest of all.
static uint32_t node_of_exit(const wend_mang_planner *planner, const own_cell *cell,
                             const wend_mang_exit *exit, bool *is_same)
{
    uint32_t best = WEND_MANG_NONE;
    *is_same = false;
    double minimum = INFINITY;
    for (uint32_t i = 0; i < cell->node_count && is_on_border(&cell->nodes[i]); ++i) {
        wend_mang_exit here = exit_at(planner, cell, i);
        bool same = is_same_exit(&here, exit);
        double distance = wend_distance(here.position, exit->position);
        if (same < *is_same || (same == *is_same && !(distance < minimum)))
            continue;
        *is_same = same;
        minimum = distance;
        best = i;
    }
    return best;
}

static void find_paths(wend_mang_planner *planner, const own_cell *cell, wend_vec2 from, double fit)
{
    clear_starts(planner, cell);
    reach_vertices(planner, cell, from);
    reach_edges(planner, cell, from, fit);
    follow_links(planner, cell, fit);
}

static bool leaves(const wend_mang_planner *planner, const own_cell *cell)
{
    for (uint32_t i = 0; i < cell->node_count && is_on_border(&cell->nodes[i]); ++i)
        if (planner->starts.data[i].cost < INFINITY)
            return true;
    return false;
}

/// Penalises exits that lead past an agent on the wrong side. Looking inwards, what is on the left
/// is on the right of an agent that leaves.
static void add_passes(wend_mang_planner *planner, const own_cell *cell,
                       const wend_mang_request *request)
{
    for (uint32_t i = 0; i < cell->node_count && is_on_border(&cell->nodes[i]); ++i) {
        wend_mang_exit exit = exit_at(planner, cell, i);
        for (uint32_t k = 0; k < request->pass_count; ++k) {
            const wend_mang_pass *pass = &request->passes[k];
            if (pass->site == (pass->on_left ? exit.right : exit.left))
                planner->starts.data[i].penalty += request->pass_cost;
        }
    }
}

void wend_mang_start_paths(wend_mang_planner *planner, const wend_mang_graph *graph,
                           const wend_mang_request *request)
{
    own_cell cell = own_cell_of(graph, request->cell);
    if (request->first_order) {
        clear_starts(planner, &cell);
        reach_border(planner, &cell, request->from);
    } else {
        find_paths(planner, &cell, request->from, planner->fit);
        if (!leaves(planner, &cell))
            find_paths(planner, &cell, request->from, -INFINITY);
    }
    planner->kept = WEND_MANG_NONE;
    planner->kept_is_same = false;
    if (request->kept)
        planner->kept = node_of_exit(planner, &cell, request->kept, &planner->kept_is_same);
    if (planner->kept != WEND_MANG_NONE)
        planner->starts.data[planner->kept].penalty = -request->bonus;
    if (request->pass_count > 0)
        add_passes(planner, &cell, request);
}

uint32_t wend_mang_start_node(const wend_mang_planner *planner, const wend_mang_graph *graph,
                              const wend_mang_request *request, uint32_t vertex)
{
    own_cell own = own_cell_of(graph, request->cell);
    uint32_t best = WEND_MANG_NONE;
    double minimum = INFINITY;
    for (uint32_t i = 0; i < own.node_count && is_on_border(&own.nodes[i]); ++i) {
        double rank = wend_mang_start_rank(planner, i);
        if (own.nodes[i].red == vertex && rank < minimum) {
            minimum = rank;
            best = i;
        }
    }
    return best;
}

// ---- first goal ---------------------------------------------------------------------------------

/// A point on the last link, before the border; or, if the link leads away from the agent, on the
/// straight segment to its end.
static wend_vec2 inside_of(const wend_mang_planner *planner, const own_cell *cell, wend_vec2 from,
                           uint32_t exit)
{
    const wend_mang_start *start = &planner->starts.data[exit];
    wend_vec2 end = cell->nodes[exit].position;
    if (start->link == WEND_MANG_NONE)
        return wend_lerp(end, from, INSIDE);
    const wend_mang_link *link = &cell->links[start->link];
    bool inwards = link->from == exit;
    double joins = 1;
    if (start->entry == start->link)
        joins = inwards ? start->share : 1 - start->share;
    if (!(joins > 0))
        return wend_lerp(end, from, INSIDE);
    wend_vec2 inner = cell->nodes[inwards ? link->to : link->from].position;
    wend_vec2 position = wend_lerp(end, inner, INSIDE * joins);
    // The chord of a parabola between two vertices of the border may be the border.
    return is_on_border(&cell->nodes[link->from]) && is_on_border(&cell->nodes[link->to])
               ? wend_lerp(position, from, INSIDE)
               : position;
}

/// The first black vertex on the path to an exit that is not reached yet; else a point before the
/// exit.
static wend_vec2 first_goal(const wend_mang_planner *planner, const own_cell *cell,
                            const wend_mang_request *request, uint32_t exit)
{
    wend_vec2 first = inside_of(planner, cell, request->from, exit);
    uint32_t at = planner->starts.data[exit].before;
    for (; at != WEND_MANG_NONE; at = planner->starts.data[at].before)
        if (!cell->nodes[at].joint && !is_on_border(&cell->nodes[at]) &&
            wend_distance(request->from, cell->nodes[at].position) > request->reach)
            first = cell->nodes[at].position;
    return first;
}

void wend_mang_start_write(const wend_mang_planner *planner, const wend_mang_graph *graph,
                           const wend_mang_request *request, uint32_t node, wend_mang_path *path)
{
    own_cell cell = own_cell_of(graph, request->cell);
    const wend_mang_start *start = &planner->starts.data[node];
    path->exit = exit_at(planner, &cell, node);
    path->lead = start->length;
    path->first = request->first_order ? cell.nodes[node].position
                                       : first_goal(planner, &cell, request, node);
}
