// SPDX-License-Identifier: MIT
// Walking behind somebody.
//
// In a crowd every gap is narrow, and a plan that compares gaps far away leads sideways into another
// one every second, although all move on. An agent whose course leads out of its cell into that of
// somebody who walks the same way, and not much slower, therefore goes straight on: what is ahead
// gives way by itself. It heads for a point on its course halfway to the border of its cell. That is
// inside the cell, so no other agent has it (Lemma 3), and nearer to the agent than to any wall.
#include <stdlib.h>
#include "voronoi/diagram.h"
#include "wend/vec2.h"
#include "world/planners/mang.h"

/// Part of the way to the border.
#define INSIDE 0.5

/// Least part of the agent's speed at which somebody ahead walks the same way.
#define AHEAD_PACE (getenv("AP")?atof(getenv("AP")):0.5)

/// Distance along a unit vector to the border of the cell of a point p with an element.
static double border_at(const wend_voronoi *voronoi, uint32_t element, wend_vec2 p, wend_vec2 along)
{
    const wend_element *e = &voronoi->boundary.elements.data[element];
    wend_vec2 to = wend_sub(e->p, p);
    if (voronoi->boundary.links.data[element].kind == WEND_ELEMENT_SIDE) {
        double height = -wend_dot(to, e->from), closing = -wend_dot(along, e->from);
        return closing > -1 ? height / (1 + closing) : INFINITY;
    }
    double ahead = wend_dot(to, along);
    return ahead > 0 ? wend_length_squared(to) / (2 * ahead) : INFINITY;
}

bool wend_mang_walk_behind(const wend_world *world, uint32_t slot, wend_lead *lead)
{
    const wend_diagram *diagram = &world->diagram;
    const wend_voronoi *voronoi = diagram->voronoi;
    const wend_boundary *boundary = &voronoi->boundary;
    wend_site_id id = wend_diagram_site(diagram, slot);
    wend_vec2 course = world->pass_memory.courses.data[slot].velocity;
    double speed = wend_length(course);
    if (wend_site_id_is_null(id) || !(speed > 0) || lead->kind != WEND_LEAD_WAY)
        return false;
    const wend_site *site = &boundary->sites.data[wend_id_slot(id.raw)];
    if (site->element == WEND_NO_ELEMENT || site->hidden)
        return false;
    wend_vec2 p = world->crowd.bodies[slot].position, along = wend_scale(course, 1 / speed);
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[site->element];
    double nearest = INFINITY;
    uint32_t element = WEND_NO_ELEMENT;
    for (uint32_t k = 0; k < cell->count; ++k) {
        uint32_t other = voronoi->arcs.data[cell->first + k].other;
        double at = border_at(voronoi, other, p, along);
        if (at < nearest) {
            nearest = at;
            element = other;
        }
    }
    if (element == WEND_NO_ELEMENT)
        return false;
    uint32_t number = boundary->links.data[element].site;
    uint32_t ahead =
        number < diagram->owners.count ? diagram->owners.data[number].agent : WEND_NO_OWNER;
    if (ahead == WEND_NO_OWNER ||
        wend_dot(world->crowd.bodies[ahead].velocity, along) < AHEAD_PACE * speed)
        return false;
    if (!wend_mang_passes_clear(world, slot))
        return false;
    lead->aim = wend_add_scaled(p, INSIDE * nearest, along);
    lead->rest = fmax(lead->length - INSIDE * nearest, 0);
    return true;
}
