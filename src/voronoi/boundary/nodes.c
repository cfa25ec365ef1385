// SPDX-License-Identifier: MIT
// Joints of sides at a position. Around it, sides that end there and sides that start there
// alternate; the free sector to the left of one that ends, as seen from the position, extends to
// the next one that starts. Its angle, exactly, determines the joint: a corner, nothing, or a
// concave corner. Directions are those of the walls as given, on which the position lies exactly.
#include "geometry/predicates.h"
#include "geometry/sort.h"
#include "voronoi/boundary/parts.h"

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

// ---- collection ---------------------------------------------------------------------------------

static wend_spoke spoke_of(const wend_boundary *boundary, uint32_t side, bool out)
{
    const wend_element *element = &boundary->elements.data[side];
    wend_segment wall = wend_boundary_wall_segment(boundary, boundary->links.data[side].wall);
    bool along = wend_is_before(element->p, element->q) == wend_is_before(wall.a, wall.b);
    return (wend_spoke){along == out ? wall.b : wall.a, side, out};
}

// Collects the sides that start or end at a position, and the existing corners there.
static bool collect(wend_boundary *boundary, wend_vec2 position)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    const wend_site_grid *grid = &boundary->grid;
    scratch->spokes.count = scratch->corners.count = 0;
    const wend_grid_block *block =
        wend_grid_list(grid, wend_grid_column(grid, position.x), wend_grid_row(grid, position.y));
    for (; block; block = wend_grid_next(grid, block))
        for (uint32_t i = 0; i < block->count; ++i) {
            uint32_t number = block->numbers[i];
            const wend_element *element = &boundary->elements.data[number];
            bool starts = wend_equal(element->p, position);
            bool ends = wend_equal(element->q, position);
            uint8_t kind = boundary->links.data[number].kind;
            if ((!starts && !ends) || kind == WEND_ELEMENT_POINT)
                continue;
            if (!reserve(&scratch->spokes, 1) || !reserve(&scratch->corners, 1))
                return false;
            if (kind == WEND_ELEMENT_CORNER)
                scratch->corners.data[scratch->corners.count++] = number;
            else
                scratch->spokes.data[scratch->spokes.count++] = spoke_of(boundary, number, starts);
        }
    return true;
}

// True if the position is only where one long wall was cut: it may be off the wall because of
// rounding.
static bool is_inside_one_wall(const wend_boundary *boundary, wend_vec2 position)
{
    const wend_boundary_scratch *scratch = &boundary->scratch;
    uint32_t wall = boundary->links.data[scratch->spokes.data[0].side].wall;
    for (size_t i = 1; i < scratch->spokes.count; ++i)
        if (boundary->links.data[scratch->spokes.data[i].side].wall != wall)
            return false;
    wend_segment line = wend_boundary_wall_segment(boundary, wall);
    return !wend_equal(line.a, position) && !wend_equal(line.b, position);
}

// ---- angular order ------------------------------------------------------------------------------

static bool spoke_before(const void *context, const void *one, const void *other)
{
    wend_vec2 at = *(const wend_vec2 *)context;
    const wend_spoke *r = one, *s = other;
    bool r_up = r->to.y > at.y || (r->to.y == at.y && r->to.x > at.x);
    bool s_up = s->to.y > at.y || (s->to.y == at.y && s->to.x > at.x);
    if (r_up != s_up)
        return r_up;
    int side = wend_orient2d_fast(at, r->to, s->to);
    if (side != 0)
        return side > 0;
    // Both sides of one wall: a sector ends at the one that starts, the next begins at the other.
    return r->out != s->out ? r->out : r->side < s->side;
}

// How a free sector, counter-clockwise from one direction to another, bends the border: 1 more than
// a half turn, 0 exactly that, -1 less. Equal directions are a full turn.
static int bend_of(wend_vec2 at, wend_vec2 from, wend_vec2 to)
{
    int side = wend_orient2d_fast(at, from, to);
    if (side != 0)
        return side > 0 ? -1 : 1;
    return wend_is_before(at, from) == wend_is_before(at, to) ? 1 : 0;
}

// ---- joining ------------------------------------------------------------------------------------

typedef struct meeting_point {
    wend_vec2 position;
    uint32_t node;
} meeting_point;

static bool set_link(wend_boundary *boundary, uint32_t number, const wend_element_link *link)
{
    const wend_element_link *old = &boundary->links.data[number];
    return (old->next == link->next && old->previous == link->previous &&
            old->start == link->start && old->end == link->end && old->site == link->site &&
            old->bend == link->bend) ||
           wend_boundary_relink(boundary, number, link);
}

// A corner from one side to another: an existing one, or a new one.
static uint32_t corner_for(wend_boundary *boundary, const meeting_point *joint, uint32_t in,
                           uint32_t out)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    wend_element corner = {joint->position, joint->position, boundary->elements.data[in].to,
                           boundary->elements.data[out].from};
    uint32_t site = boundary->links.data[in].site, other = boundary->links.data[out].site;
    wend_element_link link = {out,
                              in,
                              joint->node,
                              joint->node,
                              UINT32_MAX,
                              site < other ? site : other,
                              WEND_NO_ELEMENT,
                              WEND_ELEMENT_CORNER,
                              1};
    for (size_t i = 0; i < scratch->corners.count; ++i) {
        uint32_t number = scratch->corners.data[i];
        const wend_element *old = &boundary->elements.data[number];
        if (!wend_equal(old->from, corner.from) || !wend_equal(old->to, corner.to))
            continue;
        if (!set_link(boundary, number, &link))
            return WEND_NO_ELEMENT;
        scratch->corners.data[i] = scratch->corners.data[--scratch->corners.count];
        return number;
    }
    return wend_boundary_add(boundary, &corner, &link);
}

static bool join(wend_boundary *boundary, const meeting_point *joint, uint32_t in, uint32_t out,
                 int bend)
{
    uint32_t after = out, before = in;
    if (bend > 0) {
        after = before = corner_for(boundary, joint, in, out);
        if (after == WEND_NO_ELEMENT)
            return false;
    }
    wend_element_link link = boundary->links.data[in];
    link.next = after;
    link.end = joint->node;
    link.bend = (int8_t)bend;
    if (!set_link(boundary, in, &link))
        return false;
    link = boundary->links.data[out];
    link.previous = before;
    link.start = joint->node;
    return set_link(boundary, out, &link);
}

// Parts of one wall: each continues straight to the one that faces the opposite direction.
static bool join_parts(wend_boundary *boundary, const meeting_point *joint)
{
    const wend_boundary_scratch *scratch = &boundary->scratch;
    for (size_t i = 0; i < scratch->spokes.count; ++i)
        for (size_t k = 0; k < scratch->spokes.count; ++k) {
            const wend_spoke *in = &scratch->spokes.data[i], *out = &scratch->spokes.data[k];
            if (!in->out && out->out && !wend_equal(in->to, out->to) &&
                !join(boundary, joint, in->side, out->side, 0))
                return false;
        }
    return true;
}

static wend_result join_around(wend_boundary *boundary, const meeting_point *joint,
                               wend_error *error)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    size_t count = scratch->spokes.count;
    wend_sort(scratch->spokes.data, count, sizeof *scratch->spokes.data, spoke_before,
              &joint->position);
    for (size_t i = 0; i < count; ++i) {
        const wend_spoke *in = &scratch->spokes.data[i];
        const wend_spoke *out = &scratch->spokes.data[i + 1 < count ? i + 1 : 0];
        if (in->out == out->out)
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, joint->position,
                                "obstacles overlap here");
        if (in->out)
            continue;
        int bend = bend_of(joint->position, in->to, out->to);
        if (!join(boundary, joint, in->side, out->side, bend))
            return wend_fail_memory(error);
    }
    return WEND_OK;
}

wend_result wend_boundary_repair_position(wend_boundary *boundary, wend_vec2 position,
                                          wend_error *error)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    if (!collect(boundary, position))
        return wend_fail_memory(error);
    if (scratch->spokes.count > 0) {
        meeting_point joint = {position, UINT32_MAX};
        for (size_t i = 0; i < scratch->spokes.count; ++i) {
            const wend_spoke *spoke = &scratch->spokes.data[i];
            const wend_element_link *link = &boundary->links.data[spoke->side];
            uint32_t node = spoke->out ? link->start : link->end;
            joint.node = node < joint.node ? node : joint.node;
        }
        if (is_inside_one_wall(boundary, position)) {
            if (!join_parts(boundary, &joint))
                return wend_fail_memory(error);
        } else {
            wend_result result = join_around(boundary, &joint, error);
            if (result != WEND_OK)
                return result;
        }
    }
    for (size_t i = 0; i < scratch->corners.count; ++i)
        if (!wend_boundary_drop(boundary, scratch->corners.data[i]))
            return wend_fail_memory(error);
    return WEND_OK;
}
