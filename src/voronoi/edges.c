// SPDX-License-Identifier: MIT
// The graph: edges, which run from vertex to vertex through joints, vertices, and their numbers.
#include "voronoi/search.h"

static bool is_used(const wend_voronoi *voronoi, uint32_t arc)
{
    return voronoi->arcs.data[arc].other != WEND_NO_ELEMENT;
}

// ---- edges --------------------------------------------------------------------------------------

typedef wend_array(wend_voronoi_piece) piece_list;

/// The arc at the other end of the edge that begins with an arc, in the opposite direction.
static uint32_t far_end(const wend_voronoi *voronoi, uint32_t first, uint32_t *pieces)
{
    uint32_t arc = first;
    *pieces = 1;
    while (wend_vertex_is_joint(voronoi, wend_arc_end(voronoi, arc))) {
        arc = wend_arc_next(voronoi, arc);
        ++*pieces;
    }
    return voronoi->arcs.data[arc].twin;
}

static void measure_edge(wend_voronoi_edge *edge)
{
    for (uint32_t i = 0; i < edge->piece_count; ++i) {
        const wend_voronoi_piece *piece = &edge->pieces[i];
        double radius, share = wend_piece_narrowest(piece, &radius);
        edge->length += wend_piece_length(piece);
        if (i == 0 || radius < edge->clearance) {
            edge->clearance = radius;
            edge->narrowest = wend_piece_point(piece, share, NULL);
        }
    }
}

wend_result wend_voronoi_edges(const wend_voronoi *voronoi, wend_voronoi_edge_fn *visit,
                               void *context)
{
    piece_list pieces = {0};
    wend_result result = wend_arcs_ready(voronoi, NULL);
    for (uint32_t first = 0; first < voronoi->arcs.count && result == WEND_OK; ++first) {
        if (!is_used(voronoi, first) ||
            wend_vertex_is_joint(voronoi, wend_arc_start(voronoi, first)))
            continue;
        uint32_t count, back = far_end(voronoi, first, &count);
        if (back < first) // it is visited from there
            continue;
        pieces.count = 0;
        if (!wend_array_reserve(&pieces, &voronoi->allocator, count)) {
            result = WEND_OUT_OF_MEMORY;
            break;
        }
        for (uint32_t arc = first; pieces.count < count; arc = wend_arc_next(voronoi, arc))
            pieces.data[pieces.count++] = wend_arc_piece(voronoi, arc);
        wend_voronoi_edge edge = {
            .pieces = pieces.data,
            .piece_count = count,
            .from = wend_arc_start(voronoi, first),
            .to = wend_arc_start(voronoi, back),
        };
        measure_edge(&edge);
        if (!visit(context, &edge))
            break;
    }
    wend_array_free(&pieces, &voronoi->allocator);
    return result;
}

// ---- vertices -----------------------------------------------------------------------------------

typedef wend_array(wend_site_id) id_list;

static bool collect_sites(const wend_voronoi *voronoi, uint32_t vertex, id_list *sites)
{
    const wend_boundary *boundary = &voronoi->boundary;
    uint32_t arc = vertex;
    sites->count = 0;
    if (!wend_array_reserve(sites, &voronoi->allocator, voronoi->arcs.data[vertex].degree))
        return false;
    for (uint32_t i = 0; i < voronoi->arcs.data[vertex].degree; ++i) {
        uint32_t slot = boundary->links.data[wend_arc_owner(voronoi, arc)].site;
        wend_site_id id = boundary->sites.data[slot].id;
        bool known = false;
        for (size_t k = 0; k < sites->count && !known; ++k)
            known = wend_site_id_equal(sites->data[k], id);
        if (!known)
            sites->data[sites->count++] = id;
        arc = wend_arc_around(voronoi, arc);
    }
    return true;
}

wend_result wend_voronoi_vertices(const wend_voronoi *voronoi, wend_voronoi_vertex_fn *visit,
                                  void *context)
{
    id_list sites = {0};
    wend_result result = wend_arcs_ready(voronoi, NULL);
    for (uint32_t arc = 0; arc < voronoi->arcs.count && result == WEND_OK; ++arc) {
        const wend_voronoi_arc *start = &voronoi->arcs.data[arc];
        if (!is_used(voronoi, arc) || start->vertex != arc || wend_vertex_is_joint(voronoi, arc))
            continue;
        if (!collect_sites(voronoi, arc, &sites)) {
            result = WEND_OUT_OF_MEMORY;
            break;
        }
        wend_voronoi_vertex vertex = {
            .position = start->at,
            .radius = start->radius,
            .number = arc,
            .degree = start->degree,
            .site_count = (uint32_t)sites.count,
            .sites = sites.data,
        };
        if (!visit(context, &vertex))
            break;
    }
    wend_array_free(&sites, &voronoi->allocator);
    return result;
}

wend_voronoi_size wend_voronoi_measure(const wend_voronoi *voronoi)
{
    const wend_boundary *boundary = &voronoi->boundary;
    wend_voronoi_size size = {.sites = boundary->ids.in_use};
    for (size_t i = 0; i < boundary->links.count; ++i)
        size.cells += boundary->links.data[i].kind != WEND_ELEMENT_NONE;
    uint32_t arcs = 0, ends = 0;
    for (uint32_t arc = 0; arc < voronoi->arcs.count && !voronoi->stale; ++arc) {
        if (!is_used(voronoi, arc))
            continue;
        ++arcs;
        bool joint = wend_vertex_is_joint(voronoi, wend_arc_start(voronoi, arc));
        ends += !joint;
        size.vertices += !joint && wend_arc_start(voronoi, arc) == arc;
    }
    size.pieces = arcs / 2;
    size.edges = ends / 2;
    const wend_site_grid *grid = &boundary->grid;
    size.bytes = sizeof *voronoi + voronoi->cells.capacity * sizeof *voronoi->cells.data +
                 voronoi->arcs.capacity * sizeof *voronoi->arcs.data +
                 boundary->elements.capacity * sizeof *boundary->elements.data +
                 boundary->links.capacity * sizeof *boundary->links.data +
                 boundary->sites.capacity * sizeof *boundary->sites.data +
                 boundary->points.capacity * sizeof *boundary->points.data +
                 boundary->walls.capacity * sizeof *boundary->walls.data +
                 grid->blocks.capacity * sizeof *grid->blocks.data +
                 (size_t)grid->columns * grid->rows * sizeof *grid->heads +
                 (size_t)grid->words * grid->rows * sizeof *grid->bits;
    return size;
}
