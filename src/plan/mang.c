// SPDX-License-Identifier: MIT
// Multi-agent navigation graph: memory, size, pieces, and proximity.
#include "plan/mang.h"

#include "core/memory.h"
#include "voronoi/search.h"

#include <math.h>

#define COOKIE 0x6d616e67u

wend_mang_def wend_default_mang_def(void)
{
    return (wend_mang_def){
        .comfort = 1, .agent_comfort = 1, .min_clearance = 0.05, .cookie = COOKIE};
}

wend_result wend_mang_create(const wend_allocator *allocator, wend_mang **mang, wend_error *error)
{
    *mang = NULL;
    wend_mang *created = wend_allocate(allocator, 1, sizeof *created);
    if (!created)
        return wend_fail_memory(error);
    *created = (wend_mang){.def = wend_default_mang_def()};
    if (allocator)
        created->allocator = *allocator;
    *mang = created;
    return WEND_OK;
}

void wend_mang_destroy(wend_mang *mang)
{
    if (!mang)
        return;
    wend_allocator allocator = mang->allocator;
    wend_array_free(&mang->vertices, &allocator);
    wend_array_free(&mang->edges, &allocator);
    wend_array_free(&mang->around, &allocator);
    wend_array_free(&mang->cells, &allocator);
    wend_array_free(&mang->nodes, &allocator);
    wend_array_free(&mang->links, &allocator);
    wend_array_free(&mang->cell_of, &allocator);
    wend_array_free(&mang->red_of, &allocator);
    wend_array_free(&mang->edge_of, &allocator);
    wend_array_free(&mang->far_of, &allocator);
    wend_array_free(&mang->counts, &allocator);
    wend_array_free(&mang->elements, &allocator);
    for (uint32_t i = 0; i < WEND_MAX_WORKERS; ++i)
        wend_second_work_free(&mang->works[i], &allocator);
    wend_release(&allocator, mang, 1, sizeof *mang);
}

wend_result wend_mang_def_check(const wend_mang_def *def, wend_error *error)
{
    if (!def || def->cookie != COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "def is not initialised: use wend_default_mang_def()");
    if (!(def->comfort > 0) || !isfinite(def->comfort))
        return wend_fail(error, WEND_BAD_ARGUMENT, "comfort is %g m: must be above 0",
                         def->comfort);
    if (!(def->min_clearance > 0) || def->min_clearance > def->comfort)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "min_clearance is %g m: must be above 0 and at most comfort (%g m)",
                         def->min_clearance, def->comfort);
    if (!(def->agent_comfort >= 0) || def->agent_comfort > def->comfort)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "agent_comfort is %g m: must be 0 or more and at most comfort (%g m)",
                         def->agent_comfort, def->comfort);
    return WEND_OK;
}

wend_result wend_mang_build(wend_mang *mang, const wend_voronoi *voronoi, const wend_mang_def *def,
                            wend_tasks *tasks, wend_error *error)
{
    wend_result result = wend_mang_def_check(def, error);
    if (result == WEND_OK)
        result = wend_arcs_ready(voronoi, error);
    if (result != WEND_OK)
        return result;
    mang->def = *def;
    mang->graph = (wend_mang_graph){0};
    wend_mang_building building = {mang, voronoi, tasks};
    if (!wend_mang_build_red(&building) || !wend_mang_build_black(&building))
        return wend_fail_memory(error);
    mang->graph = (wend_mang_graph){
        .vertices = mang->vertices.data,
        .edges = mang->edges.data,
        .around = mang->around.data,
        .cells = mang->cells.data,
        .nodes = mang->nodes.data,
        .links = mang->links.data,
        .cell_of = mang->cell_of.data,
        .vertex_count = (uint32_t)mang->vertices.count,
        .edge_count = (uint32_t)mang->edges.count,
        .cell_count = (uint32_t)mang->cells.count,
        .node_count = (uint32_t)mang->nodes.count,
        .link_count = (uint32_t)mang->links.count,
        .slot_count = (uint32_t)mang->cell_of.count,
    };
    return WEND_OK;
}

const wend_mang_graph *wend_mang_graph_of(const wend_mang *mang)
{
    return &mang->graph;
}

// ---- pieces -------------------------------------------------------------------------------------

/// An agent's radius; 0 for a wall.
static double radius_of(const wend_boundary *boundary, uint32_t element)
{
    const wend_element_link *link = &boundary->links.data[element];
    return link->kind == WEND_ELEMENT_POINT ? boundary->sites.data[link->site].radius : 0;
}

/// Minimum distance from the line between a and b to two points that are equidistant from all of
/// it.
static double min_to_points(wend_circle a, wend_circle b, wend_vec2 p, wend_vec2 q)
{
    wend_vec2 d = wend_sub(b.centre, a.centre);
    wend_vec2 middle = wend_midpoint(p, q);
    double share = wend_dot(wend_sub(middle, a.centre), d);
    if (share <= 0 || share >= wend_length_squared(d))
        return wend_smaller(a.radius, b.radius);
    return 0.5 * wend_distance(p, q);
}

void wend_mang_add_piece(wend_mang_span *span, const wend_voronoi *voronoi, uint32_t left,
                         uint32_t right, wend_circle a, wend_circle b)
{
    const wend_boundary *boundary = &voronoi->boundary;
    const wend_element_link *links = boundary->links.data;
    double minimum;
    if (links[left].kind == WEND_ELEMENT_POINT && links[right].kind == WEND_ELEMENT_POINT) {
        const wend_element *elements = boundary->elements.data;
        span->length += wend_distance(a.centre, b.centre);
        minimum = min_to_points(a, b, elements[left].p, elements[right].p);
    } else {
        wend_voronoi_piece piece = wend_piece_between(voronoi, left, right, a, b);
        span->length += wend_piece_length(&piece);
        (void)wend_piece_narrowest(&piece, &minimum);
    }
    double reduction_left = radius_of(boundary, left), reduction_right = radius_of(boundary, right);
    span->clearance =
        wend_smaller(span->clearance, minimum - wend_larger(reduction_left, reduction_right));
    span->beside_agent |= reduction_left > 0 || reduction_right > 0;
    if (reduction_left == 0 || reduction_right == 0)
        span->wall_clearance = wend_smaller(span->wall_clearance, minimum);
}

double wend_mang_weight(const wend_mang_def *def, const wend_mang_span *span, double comfort)
{
    double clearance = wend_larger(span->clearance, def->min_clearance);
    return span->length * wend_larger(1, comfort / clearance);
}

double wend_mang_red_weight(const wend_mang_def *def, const wend_mang_span *span)
{
    return wend_mang_weight(def, span, span->beside_agent ? def->agent_comfort : def->comfort);
}

void wend_mang_edge_pieces(const wend_mang *mang, const wend_voronoi *voronoi, uint32_t edge,
                           wend_voronoi_piece_fn *visit, void *context)
{
    uint32_t arc = mang->edges.data[edge].first_piece;
    for (;;) {
        wend_voronoi_piece piece = wend_arc_piece(voronoi, arc);
        if (!visit(context, &piece) || !wend_vertex_is_joint(voronoi, wend_arc_end(voronoi, arc)))
            return;
        arc = wend_arc_next(voronoi, arc);
    }
}

wend_voronoi_piece wend_mang_link_piece(const wend_mang *mang, const wend_voronoi *voronoi,
                                        uint32_t cell, uint32_t link)
{
    const wend_mang_cell *of = &mang->cells.data[cell];
    const wend_mang_link *l = &mang->links.data[of->first_link + link];
    const wend_mang_node *nodes = mang->nodes.data + of->first_node;
    const wend_mang_node *from = &nodes[l->from], *to = &nodes[l->to];
    return wend_piece_between(voronoi, l->left, l->right,
                              (wend_circle){from->position, from->radius},
                              (wend_circle){to->position, to->radius});
}

// ---- size ---------------------------------------------------------------------------------------

/// Vertices are inner nodes that are not joints; an edge is a chain of links through joints, so
/// their number is that of links minus joints.
static void count_cell(const wend_mang *mang, const wend_mang_cell *cell, wend_mang_size *size)
{
    uint32_t joints = 0;
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        const wend_mang_node *node = &mang->nodes.data[cell->first_node + i];
        joints += node->joint;
        size->black_vertices += node->red == WEND_MANG_NONE && !node->joint;
    }
    size->black_edges += cell->link_count - joints;
}

wend_mang_size wend_mang_measure(const wend_mang *mang)
{
    wend_mang_size size = {
        .bytes = sizeof *mang + mang->vertices.capacity * sizeof *mang->vertices.data +
                 mang->edges.capacity * sizeof *mang->edges.data +
                 mang->cells.capacity * sizeof *mang->cells.data +
                 mang->nodes.capacity * sizeof *mang->nodes.data +
                 mang->links.capacity * sizeof *mang->links.data +
                 sizeof(uint32_t) *
                     (mang->around.capacity + mang->cell_of.capacity + mang->red_of.capacity +
                      mang->edge_of.capacity + mang->far_of.capacity + mang->counts.capacity +
                      mang->elements.capacity),
    };
    for (uint32_t i = 0; i < WEND_MAX_WORKERS; ++i)
        size.bytes += wend_second_work_bytes(&mang->works[i]);
    const wend_mang_graph *graph = &mang->graph;
    for (uint32_t i = 0; i < graph->vertex_count; ++i)
        size.red_vertices += graph->vertices[i].degree > 1;
    for (uint32_t i = 0; i < graph->edge_count; ++i)
        size.red_edges += graph->vertices[graph->edges[i].from].degree > 1 &&
                          graph->vertices[graph->edges[i].to].degree > 1;
    for (uint32_t i = 0; i < graph->cell_count; ++i)
        count_cell(mang, &graph->cells[i], &size);
    return size;
}

// ---- proximity ----------------------------------------------------------------------------------

static wend_proximity proximity_of(const wend_mang *mang, const wend_voronoi *voronoi,
                                   uint32_t cell)
{
    const wend_boundary *boundary = &voronoi->boundary;
    uint32_t own = mang->elements.data[cell];
    wend_vec2 position = boundary->elements.data[own].p;
    const wend_voronoi_cell_record *record = &voronoi->cells.data[own];
    wend_proximity found = {.distance = INFINITY, .agent_distance = INFINITY};
    for (uint32_t i = 0; i < record->count; ++i) {
        uint32_t element = voronoi->arcs.data[record->first + i].other;
        const wend_element *e = &boundary->elements.data[element];
        const wend_element_link *link = &boundary->links.data[element];
        wend_site_id site = boundary->sites.data[link->site].id;
        wend_vec2 closest = wend_segment_closest((wend_segment){e->p, e->q}, position);
        double distance = wend_distance(closest, position);
        if (distance < found.distance) {
            found.distance = distance;
            found.nearest = site;
        }
        if (radius_of(boundary, element) > 0 && distance < found.agent_distance) {
            found.agent_distance = distance;
            found.agent = site;
        }
    }
    return found;
}

void wend_mang_proximity(const wend_mang *mang, const wend_voronoi *voronoi,
                         wend_proximity *proximities)
{
    for (uint32_t i = 0; i < mang->graph.cell_count; ++i)
        proximities[i] = proximity_of(mang, voronoi, i);
}
