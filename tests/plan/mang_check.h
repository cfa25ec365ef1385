// SPDX-License-Identifier: MIT
// Is a multi-agent navigation graph what wend/mang.h promises? Its red part against the diagram's
// own vertices and edges; the order of nodes and links, which form a tree in each cell; lengths,
// rooms and weights against their definitions.
#ifndef WEND_TESTS_PLAN_MANG_CHECK_H
#define WEND_TESTS_PLAN_MANG_CHECK_H

#include "tests/plan/mang_scenes.h"
#include "voronoi/diagram.h"
#include "wend/mang.h"

// Sums of the same lengths in another order, and the like.
#define SUM_ROUNDING 1e-9

enum { MOST_RED = 1 << 15, MOST_AROUND = 1 << 12 };

// A graph with all it was made from, and what is wrong with it.
typedef struct mang_view {
    const wend_voronoi *voronoi;
    const wend_mang *mang;
    const wend_mang_graph *graph;
    wend_mang_def def;
    double tie;
    char fault[256];
    wend_vec2 place; // of the fault
} mang_view;

static inline mang_view view_of(const wend_voronoi *voronoi, const wend_mang *mang,
                                const wend_mang_def *def)
{
    return (mang_view){.voronoi = voronoi,
                       .mang = mang,
                       .graph = wend_mang_graph_of(mang),
                       .def = *def,
                       .tie = voronoi->tie};
}

static inline bool blame(mang_view *v, wend_vec2 place, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    vsnprintf(v->fault, sizeof v->fault, format, rest);
    va_end(rest);
    v->place = place;
    return false;
}

static inline bool is_equal(double a, double b)
{
    return a == b || fabs(a - b) <= SUM_ROUNDING * fmax(fabs(a), fabs(b));
}

static inline const wend_site *site_of(const wend_voronoi *voronoi, wend_site_id id)
{
    return &voronoi->boundary.sites.data[id.raw.slot1 - 1];
}

static inline bool is_agent(const wend_site *site)
{
    return site->agent && site->radius > 0;
}

static inline bool same_bits(wend_vec2 p, wend_vec2 q)
{
    return p.x == q.x && p.y == q.y;
}

static inline double apart(wend_vec2 p, wend_vec2 q)
{
    return hypot(p.x - q.x, p.y - q.y);
}

// ---- red ----------------------------------------------------------------------------------------

// A vertex, or an edge by its two ends; those of the graph and of the diagram are sorted alike.
typedef struct red_key {
    wend_vec2 a, b;
    double length; // of an edge; of a vertex: its radius
    uint32_t ways;
} red_key;

static inline int compare_keys(const void *one, const void *other)
{
    const red_key *k = one, *l = other;
    const double x[] = {k->a.x, k->a.y, k->b.x, k->b.y, k->length};
    const double y[] = {l->a.x, l->a.y, l->b.x, l->b.y, l->length};
    for (uint32_t i = 0; i < COUNT(x); ++i)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static inline red_key edge_key(wend_vec2 a, wend_vec2 b, double length)
{
    bool swap = a.x > b.x || (a.x == b.x && a.y > b.y);
    return (red_key){swap ? b : a, swap ? a : b, length, 0};
}

typedef struct red_list {
    const wend_voronoi *voronoi;
    red_key keys[MOST_RED];
    uint32_t count;
} red_list;

static inline bool list_vertex(void *context, const wend_voronoi_vertex *vertex)
{
    red_list *list = context;
    assert_true(list->count < MOST_RED);
    list->keys[list->count++] = (red_key){vertex->position, {0, 0}, vertex->radius, vertex->degree};
    return true;
}

static inline bool list_edge(void *context, const wend_voronoi_edge *edge)
{
    red_list *list = context;
    assert_true(list->count < MOST_RED);
    list->keys[list->count++] =
        edge_key(edge->pieces[0].a, edge->pieces[edge->piece_count - 1].b, edge->length);
    return true;
}

static inline bool lists_match(mang_view *v, red_list *found, red_list *wanted, const char *what)
{
    if (found->count != wanted->count)
        return blame(v, (wend_vec2){0, 0}, "the graph has %u %s, the diagram %u",
                     (unsigned)found->count, what, (unsigned)wanted->count);
    qsort(found->keys, found->count, sizeof *found->keys, compare_keys);
    qsort(wanted->keys, wanted->count, sizeof *wanted->keys, compare_keys);
    for (uint32_t i = 0; i < found->count; ++i) {
        const red_key *k = &found->keys[i], *l = &wanted->keys[i];
        if (!same_bits(k->a, l->a) || !same_bits(k->b, l->b) || !is_equal(k->length, l->length) ||
            k->ways != l->ways)
            return blame(v, l->a, "the graph has other %s than the diagram", what);
    }
    return true;
}

static inline bool red_is_the_diagrams(mang_view *v)
{
    static red_list found, wanted;
    const wend_mang_graph *g = v->graph;
    found.count = wanted.count = 0;
    assert_int_equal(wend_voronoi_vertices(v->voronoi, list_vertex, &wanted), WEND_OK);
    for (uint32_t i = 0; i < g->vertex_count; ++i) {
        const wend_mang_vertex *vertex = &g->vertices[i];
        list_vertex(&found, &(wend_voronoi_vertex){.position = vertex->position,
                                                   .radius = vertex->radius,
                                                   .degree = vertex->degree});
    }
    if (!lists_match(v, &found, &wanted, "vertices"))
        return false;
    found.count = wanted.count = 0;
    assert_int_equal(wend_voronoi_edges(v->voronoi, list_edge, &wanted), WEND_OK);
    for (uint32_t i = 0; i < g->edge_count; ++i) {
        const wend_mang_edge *edge = &g->edges[i];
        if (edge->from >= g->vertex_count || edge->to >= g->vertex_count)
            return blame(v, (wend_vec2){0, 0}, "edge %u has an end that is none", (unsigned)i);
        found.keys[found.count++] = edge_key(g->vertices[edge->from].position,
                                             g->vertices[edge->to].position, edge->length);
    }
    return lists_match(v, &found, &wanted, "edges");
}

// Every edge is in the lists of both its ends.
static inline bool around_is_right(mang_view *v)
{
    static uint8_t seen[MOST_RED];
    const wend_mang_graph *g = v->graph;
    uint32_t total = 0;
    memset(seen, 0, g->edge_count);
    for (uint32_t i = 0; i < g->vertex_count; ++i) {
        const wend_mang_vertex *vertex = &g->vertices[i];
        if (vertex->first > 2 * g->edge_count || vertex->degree > 2 * g->edge_count - vertex->first)
            return blame(v, vertex->position, "vertex %u has edges beyond the last", (unsigned)i);
        for (uint32_t k = 0; k < vertex->degree; ++k) {
            const wend_mang_edge *edge = &g->edges[g->around[vertex->first + k]];
            ++seen[g->around[vertex->first + k]];
            if (edge->from != i && edge->to != i)
                return blame(v, vertex->position, "vertex %u has an edge that ends elsewhere",
                             (unsigned)i);
        }
        total += vertex->degree;
    }
    for (uint32_t i = 0; i < g->edge_count; ++i)
        if (seen[i] != 2)
            return blame(v, g->vertices[g->edges[i].from].position, "edge %u has %u ends",
                         (unsigned)i, (unsigned)seen[i]);
    return total == 2 * g->edge_count || blame(v, (wend_vec2){0, 0}, "the lists are too long");
}

// ---- rooms and weights --------------------------------------------------------------------------

// What is left of a piece's narrowest place: beside the rims, and beside the walls.
typedef struct rooms_of_piece {
    double length, room, wall_clearance;
    bool beside_agent;
} rooms_of_piece;

static inline void add_piece_rooms(const mang_view *v, const wend_voronoi_piece *piece,
                                   rooms_of_piece *rooms)
{
    const wend_site_id sites[2] = {piece->left_site, piece->right_site};
    double least;
    (void)wend_piece_narrowest(piece, &least);
    rooms->length += wend_piece_length(piece);
    for (uint32_t i = 0; i < 2; ++i) {
        const wend_site *site = site_of(v->voronoi, sites[i]);
        bool agent = is_agent(site);
        rooms->beside_agent |= agent;
        rooms->room = fmin(rooms->room, agent ? least - site->radius : least);
        if (!agent)
            rooms->wall_clearance = fmin(rooms->wall_clearance, least);
    }
}

static inline bool measures_are_right(mang_view *v, wend_vec2 place, const rooms_of_piece *wanted,
                                      const rooms_of_piece *found, double weight, double comfort)
{
    double rounding = SUM_ROUNDING * (1 + fabs(wanted->room)) + v->tie;
    if (!is_equal(found->length, wanted->length))
        return blame(v, place, "a length is %.17g, not %.17g", found->length, wanted->length);
    if (!(fabs(found->room - wanted->room) <= rounding))
        return blame(v, place, "a room is %.17g, not %.17g", found->room, wanted->room);
    if (found->wall_clearance != wanted->wall_clearance &&
        !(fabs(found->wall_clearance - wanted->wall_clearance) <= rounding))
        return blame(v, place, "a room beside walls is %.17g, not %.17g", found->wall_clearance,
                     wanted->wall_clearance);
    double dear = fmax(1, comfort / fmax(found->room, v->def.min_clearance));
    if (!is_equal(weight, found->length * dear))
        return blame(v, place, "a weight is %.17g, not %.17g", weight, found->length * dear);
    return true;
}

typedef struct edge_walk {
    mang_view *v;
    wend_vec2 at;
    rooms_of_piece rooms;
    bool right;
    const wend_mang_edge *edge;
} edge_walk;

static inline bool walk_piece(void *context, const wend_voronoi_piece *piece)
{
    edge_walk *walk = context;
    walk->right &= same_bits(walk->at, piece->a);
    // Where walls touch, the sites beside an edge change on the way; an agent is beside all of it.
    const wend_site_id sites[2] = {piece->left_site, piece->right_site};
    const uint32_t wanted[2] = {walk->edge->left_site, walk->edge->right_site};
    for (uint32_t i = 0; i < 2; ++i)
        if (walk->rooms.length == 0 || is_agent(site_of(walk->v->voronoi, sites[i])))
            walk->right &= wanted[i] + 1 == sites[i].raw.slot1;
    walk->at = piece->b;
    add_piece_rooms(walk->v, piece, &walk->rooms);
    return true;
}

static inline bool red_measures_are_right(mang_view *v)
{
    const wend_mang_graph *g = v->graph;
    for (uint32_t i = 0; i < g->edge_count; ++i) {
        const wend_mang_edge *edge = &g->edges[i];
        edge_walk walk = {
            v, g->vertices[edge->from].position, {0, INFINITY, INFINITY, false}, true, edge};
        wend_mang_edge_pieces(v->mang, v->voronoi, i, walk_piece, &walk);
        if (!walk.right || !same_bits(walk.at, g->vertices[edge->to].position))
            return blame(v, walk.at, "the pieces of edge %u are no way along it", (unsigned)i);
        rooms_of_piece found = {edge->length, edge->clearance, edge->wall_clearance, false};
        double comfort = walk.rooms.beside_agent ? v->def.agent_comfort : v->def.comfort;
        if (!measures_are_right(v, walk.at, &walk.rooms, &found, edge->weight, comfort))
            return false;
    }
    return true;
}

// ---- cells --------------------------------------------------------------------------------------

typedef struct ring_of_cell {
    wend_vec2 places[MOST_AROUND];
    uint32_t count;
} ring_of_cell;

static inline bool add_ring_place(void *context, const wend_voronoi_piece *piece)
{
    ring_of_cell *ring = context;
    assert_true(ring->count < MOST_AROUND);
    ring->places[ring->count++] = piece->a;
    return true;
}

// How many places around a cell are vertices, and no joints.
static inline uint32_t count_vertices_around(const wend_voronoi *voronoi, wend_site_id agent)
{
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[site_of(voronoi, agent)->element];
    uint32_t count = 0;
    for (uint32_t i = 0; i < cell->count; ++i)
        count += !wend_vertex_is_joint(voronoi, wend_arc_start(voronoi, cell->first + i));
    return count;
}

// The nodes on the border are the red vertices around the cell, in their order.
static inline bool border_is_right(mang_view *v, const wend_mang_cell *cell, uint32_t border_count)
{
    static ring_of_cell ring;
    const wend_mang_graph *g = v->graph;
    const wend_mang_node *nodes = g->nodes + cell->first_node;
    if (border_count != count_vertices_around(v->voronoi, cell->agent))
        return blame(v, nodes[0].position, "%u nodes on the border are not all",
                     (unsigned)border_count);
    ring.count = 0;
    assert_int_equal(wend_voronoi_cell(v->voronoi, cell->agent, add_ring_place, &ring, NULL),
                     WEND_OK);
    uint32_t start = 0, met = 0;
    while (start < ring.count && border_count && !same_bits(ring.places[start], nodes[0].position))
        ++start;
    for (uint32_t i = 0; i < ring.count && met < border_count; ++i)
        met += same_bits(ring.places[(start + i) % ring.count], nodes[met].position);
    if (met != border_count)
        return blame(v, nodes[met].position, "nodes are not in order around the cell");
    for (uint32_t i = 0; i < border_count; ++i) {
        const wend_mang_vertex *red = &g->vertices[nodes[i].red];
        if (!same_bits(red->position, nodes[i].position) || red->radius != nodes[i].radius ||
            nodes[i].joint || red->degree < 3)
            return blame(v, nodes[i].position, "a node on the border is no red vertex");
        for (uint32_t k = 0; k < i; ++k)
            if (nodes[k].red == nodes[i].red)
                return blame(v, nodes[i].position, "a red vertex is there twice");
    }
    return true;
}

// The links of a cell form a tree, in the order that is promised; its leaves are on the border.
static inline bool tree_is_right(mang_view *v, uint32_t number, uint32_t border_count)
{
    static uint32_t ways[MOST_AROUND], outs[MOST_AROUND], root[MOST_AROUND];
    const wend_mang_cell *cell = &v->graph->cells[number];
    const wend_mang_node *nodes = v->graph->nodes + cell->first_node;
    wend_vec2 agent = site_of(v->voronoi, cell->agent)->position;
    assert_true(cell->node_count < MOST_AROUND);
    if (cell->node_count != cell->link_count + 1)
        return blame(v, agent, "%u nodes and %u links are no tree", (unsigned)cell->node_count,
                     (unsigned)cell->link_count);
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        ways[i] = outs[i] = 0;
        root[i] = i;
    }
    for (uint32_t i = 0; i < cell->link_count; ++i) {
        const wend_mang_link *link = &v->graph->links[cell->first_link + i];
        if (link->from >= cell->node_count || link->to >= cell->node_count)
            return blame(v, agent, "link %u has an end that is none", (unsigned)i);
        if (link->from >= link->to && i + 1 < cell->link_count)
            return blame(v, agent, "link %u leads back", (unsigned)i);
        if (outs[link->from]++ > 0)
            return blame(v, nodes[link->from].position, "two links lead from a node");
        ++ways[link->from];
        ++ways[link->to];
        uint32_t from = link->from, to = link->to;
        while (root[from] != from)
            from = root[from];
        while (root[to] != to)
            to = root[to];
        if (from == to)
            return blame(v, nodes[from].position, "link %u closes a circle", (unsigned)i);
        root[from] = to;
    }
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        bool right =
            i < border_count ? ways[i] == 1 : ways[i] >= 2 && nodes[i].joint == (ways[i] == 2);
        if (!right)
            return blame(v, nodes[i].position, "node %u of %u, %u on the border, has %u links%s",
                         (unsigned)i, (unsigned)cell->node_count, (unsigned)border_count,
                         (unsigned)ways[i], nodes[i].joint ? " and is a joint" : "");
    }
    return true;
}

static inline bool links_are_right(mang_view *v, uint32_t number)
{
    const wend_mang_cell *cell = &v->graph->cells[number];
    const wend_mang_node *nodes = v->graph->nodes + cell->first_node;
    for (uint32_t i = 0; i < cell->link_count; ++i) {
        const wend_mang_link *link = &v->graph->links[cell->first_link + i];
        const wend_mang_node *from = &nodes[link->from], *to = &nodes[link->to];
        wend_voronoi_piece piece = wend_mang_link_piece(v->mang, v->voronoi, number, i);
        rooms_of_piece wanted = {0, INFINITY, INFINITY, false};
        rooms_of_piece found = {link->length, link->clearance, link->wall_clearance, false};
        if (!same_bits(piece.a, from->position) || !same_bits(piece.b, to->position) ||
            piece.radius_a != from->radius || piece.radius_b != to->radius)
            return blame(v, from->position, "link %u is another piece", (unsigned)i);
        if (link->left_site + 1 != piece.left_site.raw.slot1 ||
            link->right_site + 1 != piece.right_site.raw.slot1)
            return blame(v, from->position, "link %u is between other sites", (unsigned)i);
        add_piece_rooms(v, &piece, &wanted);
        if (!measures_are_right(v, from->position, &wanted, &found, link->weight, v->def.comfort))
            return false;
    }
    return true;
}

static inline bool cells_are_right(mang_view *v)
{
    const wend_mang_graph *g = v->graph;
    const wend_boundary *boundary = &v->voronoi->boundary;
    uint32_t cells = 0, nodes = 0, links = 0;
    if (g->slot_count != boundary->sites.count)
        return blame(v, (wend_vec2){0, 0}, "there are %u slots", (unsigned)g->slot_count);
    for (uint32_t slot = 0; slot < g->slot_count; ++slot) {
        const wend_site *site = &boundary->sites.data[slot];
        bool has_cell = !wend_site_id_is_null(site->id) && is_agent(site) && !site->hidden;
        if (g->cell_of[slot] != (has_cell ? cells : WEND_MANG_NONE))
            return blame(v, site->position, "the site in slot %u has another cell", (unsigned)slot);
        if (!has_cell)
            continue;
        const wend_mang_cell *cell = &g->cells[cells];
        if (!wend_site_id_equal(cell->agent, site->id) || cell->first_node < nodes ||
            cell->first_link < links)
            return blame(v, site->position, "a cell is not in its place");
        nodes = cell->first_node;
        links = cell->first_link;
        uint32_t border = 0;
        while (border < cell->node_count && g->nodes[nodes + border].red != WEND_MANG_NONE)
            ++border;
        for (uint32_t i = border; i < cell->node_count; ++i)
            if (g->nodes[nodes + i].red != WEND_MANG_NONE)
                return blame(v, g->nodes[nodes + i].position, "a node on the border is not first");
        if (!border_is_right(v, cell, border) || !tree_is_right(v, cells, border) ||
            !links_are_right(v, cells))
            return false;
        ++cells;
        nodes += cell->node_count;
        links += cell->link_count;
    }
    if (g->cell_count != cells || g->node_count < nodes || g->link_count < links)
        return blame(v, (wend_vec2){0, 0}, "cells, nodes or links are not as many as said");
    return true;
}

// Counted as the document does.
static inline bool size_is_right(mang_view *v)
{
    const wend_mang_graph *g = v->graph;
    wend_mang_size found = wend_mang_measure(v->mang), wanted = {0};
    for (uint32_t i = 0; i < g->vertex_count; ++i)
        wanted.red_vertices += g->vertices[i].degree > 1;
    for (uint32_t i = 0; i < g->edge_count; ++i)
        wanted.red_edges +=
            g->vertices[g->edges[i].from].degree > 1 && g->vertices[g->edges[i].to].degree > 1;
    for (uint32_t c = 0; c < g->cell_count; ++c) {
        wanted.black_edges += g->cells[c].link_count;
        for (uint32_t i = 0; i < g->cells[c].node_count; ++i) {
            const wend_mang_node *node = &g->nodes[g->cells[c].first_node + i];
            wanted.black_vertices += node->red == WEND_MANG_NONE && !node->joint;
            wanted.black_edges -= node->joint; // two links of one edge
        }
    }
    if (found.red_vertices != wanted.red_vertices || found.red_edges != wanted.red_edges ||
        found.black_vertices != wanted.black_vertices || found.black_edges != wanted.black_edges)
        return blame(v, (wend_vec2){0, 0}, "it is said to have %u + %u vertices and %u + %u edges",
                     (unsigned)found.red_vertices, (unsigned)found.black_vertices,
                     (unsigned)found.red_edges, (unsigned)found.black_edges);
    return true;
}

static inline bool graph_is_right(mang_view *v)
{
    return red_is_the_diagrams(v) && around_is_right(v) && red_measures_are_right(v) &&
           cells_are_right(v) && size_is_right(v);
}

#endif
