// SPDX-License-Identifier: MIT
// A court without a door is a piece of the free area that no agent can enter. Readers that need the
// floor in one piece get it without such courts.
#include "record/floor_pieces.h"
#include "scene/shape.h"

/// True if a point is in the piece or on its border.
static bool holds(wend_shape piece, wend_vec2 p)
{
    return shape_locate(piece, p) != WEND_OUTSIDE;
}

/// True if an area and a piece have a corner of one in the other.
static bool meets(wend_shape piece, wend_shape area)
{
    for (uint32_t i = 0; i < area.point_count; ++i)
        if (holds(piece, area.points[i]))
            return true;
    for (uint32_t i = 0; i < piece.point_count; ++i)
        if (holds(area, piece.points[i]))
            return true;
    return false;
}

// True if a source of the flow is in the piece or on its border.
static bool starts_at_sources(const scene *s, wend_shape piece)
{
    for (uint32_t i = 0; i < s->flow.def.opening_count; ++i)
        if (!s->flow.openings[i].is_sink && holds(piece, s->flow.openings[i].points[0]))
            return true;
    return false;
}

static bool starts_in(const scene *s, const scene_agents *agents, wend_shape piece)
{
    if (scene_agents_have_place(agents))
        return holds(piece, agents->def.agent.position);
    if (!agents->in)
        return starts_at_sources(s, piece);
    const scene_area *area = scene_area_named(s, agents->in);
    return area && meets(piece, shape_view(&area->shape));
}

bool floor_pieces_in_use(const scene *s, const polygons *floor, polygons *in_use)
{
    for (size_t i = 0; i < floor->spans.count; ++i) {
        wend_shape piece = polygons_get(floor, i);
        bool used = false;
        for (uint32_t k = 0; !used && k < s->agents_count; ++k)
            used = starts_in(s, &s->agents[k], piece);
        if (used && !polygons_add(in_use, piece))
            return false;
    }
    bool none = in_use->spans.count == 0;
    for (size_t i = 0; none && i < floor->spans.count; ++i)
        if (!polygons_add(in_use, polygons_get(floor, i)))
            return false;
    return true;
}
