// SPDX-License-Identifier: MIT
// Consistency check of a border, for tests and debug builds after every edit.
#include "geometry/predicates.h"
#include "voronoi/boundary/parts.h"

#include <math.h>

/// Maximum deviation of the length of a unit normal from one.
#define UNIT_ROUNDING 0x1p-50

typedef struct checker {
    const wend_boundary *boundary;
    uint32_t *node_uses; ///< recounted
    wend_error *error;
} checker;

static wend_result complain(const checker *c, uint32_t number, const char *what)
{
    return wend_fail_at(c->error, WEND_INVALID_GEOMETRY, c->boundary->elements.data[number].p,
                        "element %u: %s", (unsigned)number, what);
}

static const wend_element_link *link_of(const checker *c, uint32_t number)
{
    return &c->boundary->links.data[number];
}

// ---- one element --------------------------------------------------------------------------------

static bool is_in_use(const checker *c, uint32_t number)
{
    return number < c->boundary->elements.count && link_of(c, number)->kind != WEND_ELEMENT_NONE;
}

// True if the grid contains an element exactly once in each cell it touches.
static bool is_in_grid(const checker *c, uint32_t number)
{
    const wend_boundary *boundary = c->boundary;
    const wend_element *element = &boundary->elements.data[number];
    const wend_vec2 ends[2] = {element->p, element->q};
    for (int i = 0; i < 2; ++i) {
        uint32_t count = 0;
        const wend_site_grid *grid = &boundary->grid;
        const wend_grid_block *block =
            wend_grid_list(grid, wend_grid_column(grid, ends[i].x), wend_grid_row(grid, ends[i].y));
        for (; block; block = wend_grid_next(grid, block))
            for (uint32_t k = 0; k < block->count; ++k)
                count += block->numbers[k] == number;
        if (count != 1)
            return false;
    }
    return true;
}

static const char *fault_of_shape(const checker *c, uint32_t number)
{
    const wend_element *e = &c->boundary->elements.data[number];
    const wend_element_link *link = link_of(c, number);
    double from = wend_length_squared(e->from);
    double to = wend_length_squared(e->to);
    if (!(fabs(from - 1) < UNIT_ROUNDING) || !(fabs(to - 1) < UNIT_ROUNDING))
        return "a normal is not of unit length";
    if (link->kind == WEND_ELEMENT_POINT)
        return wend_equal(e->p, e->q) && wend_equal(e->from, e->to) && link->next == number &&
                       link->previous == number && link->start == link->end
                   ? NULL
                   : "a lone point is linked to another element";
    if (link->kind == WEND_ELEMENT_CORNER)
        return wend_equal(e->p, e->q) && link->start == link->end && link->bend == 1 &&
                       link_of(c, link->next)->kind == WEND_ELEMENT_SIDE &&
                       link_of(c, link->previous)->kind == WEND_ELEMENT_SIDE
                   ? NULL
                   : "a corner is not between two sides";
    wend_vec2 normal = wend_boundary_normal(e->p, e->q);
    double length = wend_distance(e->q, e->p);
    double off = wend_distance(normal, e->from) * length;
    if (wend_equal(e->p, e->q) || !wend_equal(e->from, e->to) || !(off < c->boundary->tolerance))
        return "a side has no length or a wrong normal";
    return link->start != link->end ? NULL : "a side starts and ends at one node";
}

// Checks the joint with the next element.
static const char *fault_of_joint(const checker *c, uint32_t number)
{
    const wend_boundary *boundary = c->boundary;
    const wend_element_link *link = link_of(c, number);
    if (link->kind == WEND_ELEMENT_POINT)
        return NULL;
    if (!is_in_use(c, link->next) || link_of(c, link->next)->previous != number)
        return "it is not the predecessor of its successor";
    const wend_element_link *next = link_of(c, link->next);
    const wend_element *e = &boundary->elements.data[number];
    const wend_element *f = &boundary->elements.data[link->next];
    if (!wend_equal(e->q, f->p) || link->end != next->start)
        return "its successor starts elsewhere";
    bool corner = link->kind == WEND_ELEMENT_CORNER || next->kind == WEND_ELEMENT_CORNER;
    if (corner != (link->bend == 1))
        return "its bend and its successor do not agree";
    if (corner)
        return wend_equal(e->to, f->from) ? NULL : "a joint's two normals differ";
    // Two sides: straight on or a turn towards the free side, up to rounding.
    double turn = wend_cross(e->to, f->from);
    double ahead = wend_dot(e->to, f->from);
    double noise = 0x1p-20; // a nearly straight joint of short walls
    if (link->bend == 0)
        return fabs(turn) < noise && ahead > 0 ? NULL : "a straight joint is not straight";
    return turn < noise ? NULL : "a concave joint is convex";
}

static bool is_in_chain(const checker *c, uint32_t number)
{
    const wend_boundary *boundary = c->boundary;
    uint32_t side = boundary->walls.data[link_of(c, number)->wall].first;
    while (side != number && side != WEND_NO_ELEMENT)
        side = link_of(c, side)->sibling;
    return side == number;
}

static wend_result check_element(checker *c, uint32_t number)
{
    const wend_boundary *boundary = c->boundary;
    const wend_element_link *link = link_of(c, number);
    if (link->start >= boundary->node_uses.count || link->end >= boundary->node_uses.count)
        return complain(c, number, "it has no node");
    ++c->node_uses[link->start];
    ++c->node_uses[link->end];
    if (link->site >= boundary->sites.count ||
        wend_site_id_is_null(boundary->sites.data[link->site].id))
        return complain(c, number, "it has no site");
    const char *fault = fault_of_shape(c, number);
    if (!fault)
        fault = fault_of_joint(c, number);
    if (!fault && !is_in_grid(c, number))
        fault = "it is not in the grid exactly once";
    if (!fault && link->kind == WEND_ELEMENT_SIDE && !is_in_chain(c, number))
        fault = "its wall does not refer to it";
    return fault ? complain(c, number, fault) : WEND_OK;
}

// ---- entry point --------------------------------------------------------------------------------

// A node has one position, and a position one node.
static wend_result check_node(const checker *c, uint32_t number)
{
    const wend_element *e = &c->boundary->elements.data[number];
    if (wend_boundary_node_at(c->boundary, e->p) != link_of(c, number)->start ||
        wend_boundary_node_at(c->boundary, e->q) != link_of(c, number)->end)
        return complain(c, number, "two nodes have the same position");
    return WEND_OK;
}

static wend_result check_uses(const checker *c)
{
    const wend_boundary *boundary = c->boundary;
    for (size_t i = 0; i < boundary->node_uses.count; ++i)
        if ((boundary->node_uses.data[i] & ~WEND_NODE_IDLE) != c->node_uses[i])
            return wend_fail(c->error, WEND_INVALID_GEOMETRY, "node %u has a wrong number of uses",
                             (unsigned)i);
    return WEND_OK;
}

static wend_result check_site(const checker *c, uint32_t slot)
{
    const wend_boundary *boundary = c->boundary;
    const wend_site *site = &boundary->sites.data[slot];
    if (wend_site_id_is_null(site->id))
        return WEND_OK;
    bool ok = !site->hidden || (site->hidden_at < boundary->hidden.count &&
                                boundary->hidden.data[site->hidden_at] == slot);
    if (site->element == WEND_NO_ELEMENT)
        ok = ok && site->hidden;
    else
        ok = ok && is_in_use(c, site->element) &&
             (site->hidden || link_of(c, site->element)->site == slot);
    if (ok && site->point_count == 1 && site->element != WEND_NO_ELEMENT) {
        const wend_element *e = &boundary->elements.data[site->element];
        ok = wend_segment_distance((wend_segment){e->p, e->q}, site->position) <= boundary->unit;
    }
    return ok ? WEND_OK
              : wend_fail(c->error, WEND_INVALID_GEOMETRY, "site %u has a wrong element",
                          (unsigned)slot);
}

static wend_result check_all(checker *c)
{
    const wend_boundary *boundary = c->boundary;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < boundary->elements.count && result == WEND_OK; ++i)
        if (link_of(c, i)->kind != WEND_ELEMENT_NONE)
            result = check_element(c, i);
    for (uint32_t i = 0; i < boundary->elements.count && result == WEND_OK; ++i)
        if (link_of(c, i)->kind != WEND_ELEMENT_NONE)
            result = check_node(c, i);
    for (uint32_t i = 0; i < boundary->sites.count && result == WEND_OK; ++i)
        result = check_site(c, i);
    return result == WEND_OK ? check_uses(c) : result;
}

wend_result wend_boundary_check(const wend_boundary *boundary, wend_error *error)
{
    size_t nodes = boundary->node_uses.count;
    checker c = {.boundary = boundary, .error = error};
    c.node_uses = wend_allocate(&boundary->allocator, nodes, sizeof *c.node_uses);
    if (!c.node_uses)
        return wend_fail_memory(error);
    for (size_t i = 0; i < nodes; ++i)
        c.node_uses[i] = 0;
    wend_result result = check_all(&c);
    wend_release(&boundary->allocator, c.node_uses, nodes, sizeof *c.node_uses);
    return result;
}
