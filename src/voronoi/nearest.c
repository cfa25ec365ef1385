// SPDX-License-Identifier: MIT
// Nearest sites and clearance.
#include "voronoi/search.h"

#include "voronoi/frame.h"

#include <math.h>

static wend_nearest_site as_site(const wend_boundary *boundary, uint32_t element, wend_vec2 p)
{
    const wend_site *site = &boundary->sites.data[boundary->links.data[element].site];
    wend_segment segment = wend_element_segment(&boundary->elements.data[element]);
    return (wend_nearest_site){
        .site = site->id,
        .point = wend_segment_closest(segment, p),
        .distance = wend_segment_distance(segment, p),
        .radius = site->radius,
    };
}

wend_result wend_voronoi_nearest(const wend_voronoi *voronoi, wend_vec2 p,
                                 wend_nearest_site *nearest, wend_error *error)
{
    uint32_t element;
    wend_result result = wend_nearest_element(voronoi, p, &element, error);
    if (result == WEND_OK)
        *nearest = as_site(&voronoi->boundary, element, p);
    return result;
}

// ---- the second ---------------------------------------------------------------------------------

typedef struct second_search {
    const wend_boundary *boundary;
    wend_vec2 p;
    uint32_t not_slot;
    uint32_t element; ///< the best so far; of equally near ones, that of the smallest slot
    double distance;
} second_search;

static double visit_second(void *context, uint32_t element)
{
    second_search *s = context;
    const wend_element_link *links = s->boundary->links.data;
    if (links[element].site == s->not_slot)
        return s->distance;
    double distance =
        wend_segment_distance(wend_element_segment(&s->boundary->elements.data[element]), s->p);
    if (distance < s->distance || (distance == s->distance && s->element != WEND_NO_ELEMENT &&
                                   links[element].site < links[s->element].site)) {
        s->distance = distance;
        s->element = element;
    }
    return s->distance;
}

wend_result wend_voronoi_nearest_two(const wend_voronoi *voronoi, wend_vec2 p,
                                     wend_nearest_site *first, wend_nearest_site *second,
                                     wend_error *error)
{
    const wend_boundary *boundary = &voronoi->boundary;
    uint32_t element;
    wend_result result = wend_nearest_element(voronoi, p, &element, error);
    if (result != WEND_OK)
        return result;
    *first = as_site(boundary, element, p);
    second_search s = {boundary, p, boundary->links.data[element].site, WEND_NO_ELEMENT, INFINITY};
    wend_search_near(boundary, p, INFINITY, visit_second, &s);
    *second = s.element == WEND_NO_ELEMENT ? (wend_nearest_site){.distance = INFINITY}
                                           : as_site(boundary, s.element, p);
    return WEND_OK;
}

// ---- clearance ----------------------------------------------------------------------------------

typedef struct clearance_search {
    const wend_boundary *boundary;
    wend_vec2 p;
    uint32_t except; ///< a slot, or UINT32_MAX
    double minimum;
} clearance_search;

static double visit_rim(void *context, uint32_t element)
{
    clearance_search *s = context;
    uint32_t slot = s->boundary->links.data[element].site;
    if (slot != s->except) {
        wend_segment segment = wend_element_segment(&s->boundary->elements.data[element]);
        double left = wend_segment_distance(segment, s->p) - s->boundary->sites.data[slot].radius;
        s->minimum = fmin(s->minimum, left);
    }
    // An element further away by the maximum radius cannot be nearer.
    return s->minimum + s->boundary->max_agent_radius;
}

/// Agents that share a position with another site have no element of their own with their radius.
static void visit_hidden(clearance_search *s)
{
    for (size_t i = 0; i < s->boundary->hidden.count; ++i) {
        uint32_t slot = s->boundary->hidden.data[i];
        const wend_site *site = &s->boundary->sites.data[slot];
        if (slot == s->except || site->radius == 0)
            continue;
        wend_vec2 d = wend_sub(wend_boundary_shape(s->boundary, site).points[0], s->p);
        s->minimum = fmin(s->minimum, wend_length(d) - site->radius);
    }
}

double wend_voronoi_clearance(const wend_voronoi *voronoi, wend_vec2 p, wend_site_id except)
{
    const wend_boundary *boundary = &voronoi->boundary;
    uint32_t element;
    if (wend_nearest_element(voronoi, p, &element, NULL) != WEND_OK)
        return -INFINITY;
    clearance_search s = {boundary, p, UINT32_MAX, INFINITY};
    if (wend_id_valid(&boundary->ids, except.raw))
        s.except = wend_id_slot(except.raw);
    // Usually sufficient: no radii, or all agents are far away.
    double limit = visit_rim(&s, element);
    if (boundary->max_agent_radius > 0 || isinf(s.minimum))
        wend_search_near(boundary, p, limit, visit_rim, &s);
    visit_hidden(&s);
    return s.minimum;
}
