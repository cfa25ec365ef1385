// SPDX-License-Identifier: MIT
// Consistency check of a diagram: the links of arcs are derived again from the border's elements,
// and the numbers of rings, vertices and pieces must match.
//
// The diagram is a deformation retract of the free space. So it has one component per component of
// the free space, and one cycle per island: with a ring of the border around each component and one
// for each island, V - E = 2 C - R.
#include "voronoi/check.h"

#include <string.h>

static wend_result fail_arc(const wend_checker_of_diagram *c, uint32_t arc, const char *what)
{
    return wend_fail_at(c->error, WEND_INVALID_GEOMETRY, c->voronoi->arcs.data[arc].at, "arc %u %s",
                        (unsigned)arc, what);
}

// ---- cells and twins ----------------------------------------------------------------------------

static wend_result check_cell(wend_checker_of_diagram *c, uint32_t element)
{
    const wend_voronoi *voronoi = c->voronoi;
    bool used = voronoi->boundary.links.data[element].kind != WEND_ELEMENT_NONE;
    if (element >= voronoi->cells.count)
        return used ? wend_fail(c->error, WEND_INVALID_GEOMETRY, "element %u has no cell",
                                (unsigned)element)
                    : WEND_OK;
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[element];
    if (!used && cell->count > 0)
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "element %u is removed but has a cell",
                         (unsigned)element);
    if (cell->count > cell->capacity ||
        (cell->capacity > 0 && (uint64_t)cell->first + cell->capacity > voronoi->arcs.count))
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "the cell of element %u has invalid arcs",
                         (unsigned)element);
    for (uint32_t arc = cell->first; arc - cell->first < cell->count; ++arc) {
        if (c->owners[arc] != WEND_NO_ELEMENT)
            return fail_arc(c, arc, "is in two cells");
        if (voronoi->arcs.data[arc].other == WEND_NO_ELEMENT)
            return fail_arc(c, arc, "is in a cell but not in use");
        c->owners[arc] = element;
        ++c->arcs;
    }
    return WEND_OK;
}

static wend_result check_twin(const wend_checker_of_diagram *c, uint32_t arc)
{
    const wend_voronoi *voronoi = c->voronoi;
    const wend_voronoi_arc *a = &voronoi->arcs.data[arc];
    if (c->owners[arc] == WEND_NO_ELEMENT)
        return a->other == WEND_NO_ELEMENT ? WEND_OK : fail_arc(c, arc, "is in use but in no cell");
    if (a->twin >= voronoi->arcs.count || a->twin == arc || voronoi->arcs.data[a->twin].twin != arc)
        return fail_arc(c, arc, "is not the twin of its twin");
    if (c->owners[a->twin] != a->other || voronoi->arcs.data[a->twin].other != c->owners[arc])
        return fail_arc(c, arc, "and its twin are not between the same two elements");
    return WEND_OK;
}

static wend_result check_links(wend_checker_of_diagram *c)
{
    const wend_voronoi *voronoi = c->voronoi;
    size_t elements = voronoi->boundary.elements.count;
    wend_result result = WEND_OK;
    memset(c->owners, 0xff, voronoi->arcs.count * sizeof *c->owners);
    for (uint32_t i = 0; i < elements && result == WEND_OK; ++i)
        result = check_cell(c, i);
    for (uint32_t arc = 0; arc < voronoi->arcs.count && result == WEND_OK; ++arc)
        result = check_twin(c, arc);
    return result;
}

// ---- around vertices ----------------------------------------------------------------------------

/// The arc after an arc, by the border's links; WEND_NO_ARC: no element has any.
static uint32_t next_arc(const wend_checker_of_diagram *c, uint32_t arc)
{
    const wend_voronoi *voronoi = c->voronoi;
    uint32_t element = c->owners[arc];
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[element];
    if (arc + 1 < cell->first + cell->count)
        return arc + 1;
    for (size_t i = 0; i < voronoi->boundary.elements.count; ++i) {
        element = voronoi->boundary.links.data[element].next;
        if (voronoi->cells.data[element].count > 0)
            return voronoi->cells.data[element].first;
    }
    return WEND_NO_ARC;
}

static wend_result check_orbit(wend_checker_of_diagram *c, uint32_t first)
{
    const wend_voronoi_arc *arcs = c->voronoi->arcs.data;
    uint32_t degree = 0, arc = first, vertex = arcs[first].vertex;
    bool has_vertex = false;
    do {
        if (c->met[arc])
            return fail_arc(c, arc, "starts at two vertices");
        c->met[arc] = true;
        if (arcs[arc].vertex != vertex || arcs[arc].degree != arcs[first].degree)
            return fail_arc(
                c, arc, "has a vertex that differs from that of another arc with the same start");
        has_vertex |= arc == vertex;
        ++degree;
        uint32_t next = next_arc(c, arcs[arc].twin);
        if (next == WEND_NO_ARC || next != wend_arc_around(c->voronoi, arc))
            return fail_arc(c, arc, "is not followed by the arc that the border requires");
        arc = next;
    } while (arc != first);
    if (!has_vertex)
        return fail_arc(c, first, "has a vertex at another position");
    if (arcs[first].degree != (degree < UINT16_MAX ? degree : UINT16_MAX))
        return fail_arc(c, first, "starts at a vertex of the wrong degree");
    ++c->vertices;
    return WEND_OK;
}

static wend_result check_vertices(wend_checker_of_diagram *c)
{
    wend_result result = WEND_OK;
    memset(c->met, 0, c->met_count * sizeof *c->met);
    for (uint32_t arc = 0; arc < c->voronoi->arcs.count && result == WEND_OK; ++arc) {
        if (c->owners[arc] == WEND_NO_ELEMENT)
            continue;
        if (wend_arc_previous(c->voronoi, wend_arc_next(c->voronoi, arc)) != arc)
            result = fail_arc(c, arc, "is not the predecessor of its successor");
        else if (!c->met[arc])
            result = check_orbit(c, arc);
    }
    return result;
}

// ---- numbers ------------------------------------------------------------------------------------

static uint32_t root_of(const wend_checker_of_diagram *c, uint32_t vertex)
{
    while (c->parents[vertex] != vertex) {
        c->parents[vertex] = c->parents[c->parents[vertex]];
        vertex = c->parents[vertex];
    }
    return vertex;
}

static uint32_t count_components(const wend_checker_of_diagram *c)
{
    uint32_t count = c->vertices;
    for (uint32_t arc = 0; arc < c->voronoi->arcs.count; ++arc)
        c->parents[arc] = arc;
    for (uint32_t arc = 0; arc < c->voronoi->arcs.count; ++arc) {
        if (c->owners[arc] == WEND_NO_ELEMENT)
            continue;
        uint32_t a = root_of(c, wend_arc_start(c->voronoi, arc));
        uint32_t b = root_of(c, wend_arc_end(c->voronoi, arc));
        if (a != b) {
            c->parents[b > a ? b : a] = b > a ? a : b;
            --count;
        }
    }
    return count;
}

/// True if free space lies to the left of an element at a ring's leftmost x.
static bool faces_left(const wend_element *element, uint8_t kind, double leftmost)
{
    if (element->p.x != leftmost || element->q.x != leftmost)
        return false;
    if (kind == WEND_ELEMENT_SIDE)
        return element->from.x < 0;
    return kind == WEND_ELEMENT_POINT || (element->from.y >= 0 && element->to.y <= 0);
}

/// Traverses the ring of an element. True if the free space is inside it: then none of its leftmost
/// elements faces left.
static bool goes_around_free_space(const wend_checker_of_diagram *c, uint32_t first)
{
    const wend_boundary *boundary = &c->voronoi->boundary;
    double leftmost = boundary->elements.data[first].p.x;
    bool left = false;
    for (uint32_t e = first; !c->met[e]; e = boundary->links.data[e].next) {
        c->met[e] = true;
        if (boundary->elements.data[e].p.x < leftmost)
            leftmost = boundary->elements.data[e].p.x;
    }
    uint32_t e = first;
    do {
        left |= faces_left(&boundary->elements.data[e], boundary->links.data[e].kind, leftmost);
        e = boundary->links.data[e].next;
    } while (e != first);
    return !left;
}

static wend_result check_numbers(const wend_checker_of_diagram *c)
{
    const wend_boundary *boundary = &c->voronoi->boundary;
    int64_t rings = 0, spaces = 0;
    memset(c->met, 0, c->met_count * sizeof *c->met);
    for (uint32_t e = 0; e < boundary->elements.count; ++e)
        if (boundary->links.data[e].kind != WEND_ELEMENT_NONE && !c->met[e]) {
            spaces += goes_around_free_space(c, e);
            ++rings;
        }
    int64_t components = count_components(c);
    if (components != spaces)
        return wend_fail(c->error, WEND_INVALID_GEOMETRY,
                         "the graph has %lld components, but the free space has %lld",
                         (long long)components, (long long)spaces);
    if ((int64_t)c->vertices - c->arcs / 2 != 2 * spaces - rings)
        return wend_fail(c->error, WEND_INVALID_GEOMETRY,
                         "%lld vertices and %lld pieces do not match %lld rings of the border",
                         (long long)c->vertices, (long long)c->arcs / 2, (long long)rings);
    return WEND_OK;
}

// ---- entry point --------------------------------------------------------------------------------

static wend_result check_all(wend_checker_of_diagram *c)
{
    wend_result result = wend_boundary_check(&c->voronoi->boundary, c->error);
    if (result == WEND_OK)
        result = check_links(c);
    if (result == WEND_OK)
        result = check_vertices(c);
    if (result == WEND_OK)
        result = check_numbers(c);
    if (result == WEND_OK)
        result = wend_check_positions(c);
    return result;
}

wend_result wend_voronoi_check(const wend_voronoi *voronoi, wend_error *error)
{
    const wend_allocator *allocator = &voronoi->allocator;
    // One more than exist: without free space there are none.
    size_t arcs = voronoi->arcs.count + 1, elements = voronoi->boundary.elements.count;
    wend_checker_of_diagram c = {
        .voronoi = voronoi,
        .error = error,
        .slack = WEND_CHECK_TIES * voronoi->tie,
        .met_count = arcs > elements ? arcs : elements,
    };
    if (voronoi->stale)
        return wend_fail(error, WEND_INVALID_GEOMETRY, "the last edit ran out of memory");
    c.owners = wend_allocate(allocator, arcs, sizeof *c.owners);
    c.parents = wend_allocate(allocator, arcs, sizeof *c.parents);
    c.met = wend_allocate(allocator, c.met_count, sizeof *c.met);
    bool ready = c.owners && c.parents && c.met;
    wend_result result = ready ? check_all(&c) : wend_fail_memory(error);
    wend_release(allocator, c.owners, arcs, sizeof *c.owners);
    wend_release(allocator, c.parents, arcs, sizeof *c.parents);
    wend_release(allocator, c.met, c.met_count, sizeof *c.met);
    return result;
}
