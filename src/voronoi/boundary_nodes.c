// SPDX-License-Identifier: MIT
// How sides join at a place. Around it, sides that end there and sides that start there take turns;
// the free sector to the left of one that ends, as seen from the place, reaches to the next one
// that starts. How far it is around, exactly, tells what is there: a corner, nothing, or a concave
// corner. Directions are those of the walls as they were given, on which the place lies exactly.
#include "geometry/predicates.h"
#include "geometry/sort.h"
#include "voronoi/boundary_parts.h"

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

// ---- what is there ------------------------------------------------------------------------------

static wend_spoke spoke_of(const wend_boundary *boundary, uint32_t side, bool out)
{
    const wend_element *element = &boundary->elements.data[side];
    wend_segment wall = wend_boundary_wall_segment(boundary, boundary->links.data[side].wall);
    bool along = wend_is_before(element->p, element->q) == wend_is_before(wall.a, wall.b);
    return (wend_spoke){along == out ? wall.b : wall.a, side, out};
}

// Collects the sides that start or end at a place, and the corners that are there now.
static bool collect(wend_boundary *boundary, wend_vec2 place)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    const wend_site_grid *grid = &boundary->grid;
    scratch->spokes.count = scratch->corners.count = 0;
    const wend_grid_block *block =
        wend_grid_list(grid, wend_grid_column(grid, place.x), wend_grid_row(grid, place.y));
    for (; block; block = wend_grid_next(grid, block))
        for (uint32_t i = 0; i < block->count; ++i) {
            uint32_t number = block->numbers[i];
            const wend_element *element = &boundary->elements.data[number];
            bool starts = wend_same_place(element->p, place);
            bool ends = wend_same_place(element->q, place);
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

// True if the place is only where one wall, being long, was cut: it may be off it by a rounding.
static bool is_inside_one_wall(const wend_boundary *boundary, wend_vec2 place)
{
    const wend_boundary_scratch *scratch = &boundary->scratch;
    uint32_t wall = boundary->links.data[scratch->spokes.data[0].side].wall;
    for (size_t i = 1; i < scratch->spokes.count; ++i)
        if (boundary->links.data[scratch->spokes.data[i].side].wall != wall)
            return false;
    wend_segment line = wend_boundary_wall_segment(boundary, wall);
    return !wend_same_place(line.a, place) && !wend_same_place(line.b, place);
}

// ---- around it ----------------------------------------------------------------------------------

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

// How a free sector, counter-clockwise from one direction to another, bends the border: 1 more
// than a half turn, 0 exactly that, -1 less. The same direction is a full turn.
static int bend_of(wend_vec2 at, wend_vec2 from, wend_vec2 to)
{
    int side = wend_orient2d_fast(at, from, to);
    if (side != 0)
        return side > 0 ? -1 : 1;
    return wend_is_before(at, from) == wend_is_before(at, to) ? 1 : 0;
}

// ---- joining ------------------------------------------------------------------------------------

typedef struct meeting_point {
    wend_vec2 place;
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

// A corner from one side to another: one that is there already, or a new one.
static uint32_t corner_for(wend_boundary *boundary, const meeting_point *joint, uint32_t in,
                           uint32_t out)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    wend_element corner = {joint->place, joint->place, boundary->elements.data[in].to,
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
        if (!wend_same_place(old->from, corner.from) || !wend_same_place(old->to, corner.to))
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

// Parts of one wall: each goes straight on to the one that looks the other way.
static bool join_parts(wend_boundary *boundary, const meeting_point *joint)
{
    const wend_boundary_scratch *scratch = &boundary->scratch;
    for (size_t i = 0; i < scratch->spokes.count; ++i)
        for (size_t k = 0; k < scratch->spokes.count; ++k) {
            const wend_spoke *in = &scratch->spokes.data[i], *out = &scratch->spokes.data[k];
            if (!in->out && out->out && !wend_same_place(in->to, out->to) &&
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
              &joint->place);
    for (size_t i = 0; i < count; ++i) {
        const wend_spoke *in = &scratch->spokes.data[i];
        const wend_spoke *out = &scratch->spokes.data[i + 1 < count ? i + 1 : 0];
        if (in->out == out->out)
            return wend_fail_at(error, WEND_UNSOUND, joint->place, "obstacles overlap here");
        if (in->out)
            continue;
        int bend = bend_of(joint->place, in->to, out->to);
        if (!join(boundary, joint, in->side, out->side, bend))
            return wend_fail_memory(error);
    }
    return WEND_OK;
}

wend_result wend_boundary_repair_place(wend_boundary *boundary, wend_vec2 place, wend_error *error)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    if (!collect(boundary, place))
        return wend_fail_memory(error);
    if (scratch->spokes.count > 0) {
        meeting_point joint = {place, UINT32_MAX};
        for (size_t i = 0; i < scratch->spokes.count; ++i) {
            const wend_spoke *spoke = &scratch->spokes.data[i];
            const wend_element_link *link = &boundary->links.data[spoke->side];
            uint32_t node = spoke->out ? link->start : link->end;
            joint.node = node < joint.node ? node : joint.node;
        }
        if (is_inside_one_wall(boundary, place)) {
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
