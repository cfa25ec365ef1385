// SPDX-License-Identifier: MIT
// Traversal of an edge of the diagram, piece by piece, as far as the disc fits.
#include "plan/roadmap.h"

#include "wend/vec2.h"

double wend_roadmap_reduction_beside(const wend_roadmap *roadmap, uint32_t arc)
{
    return fmax(wend_roadmap_reduction(roadmap, wend_arc_owner(roadmap->voronoi, arc)),
                wend_roadmap_reduction(roadmap, roadmap->voronoi->arcs.data[arc].other));
}

double wend_roadmap_cost(const wend_roadmap *roadmap, const wend_stroke *stroke, double from,
                         double to)
{
    double length = wend_stroke_length(stroke, from, to);
    return roadmap->weight > 0
               ? length + roadmap->weight * wend_stroke_narrow(stroke, from, to, roadmap->comfort)
               : length;
}

/// Half of the distance between the two corners or points of an arc: its minimum clearance.
static double half_between(const wend_roadmap *roadmap, uint32_t own, uint32_t other)
{
    const wend_element *elements = roadmap->voronoi->boundary.elements.data;
    return 0.5 * wend_distance(elements[own].p, elements[other].p);
}

/// Fast measurement of a whole arc, the usual case: it is straight, and it is wide and comfortable
/// because its ends are, or because its elements are far apart. Positions are those of the arcs'
/// own cells, which saves looking up the vertices. False: not applicable.
static bool measure_straight(const wend_roadmap *roadmap, const wend_voronoi_arc *one,
                             const wend_voronoi_arc *twin, double *cost)
{
    const wend_element_link *links = roadmap->voronoi->boundary.links.data;
    bool side = links[twin->other].kind == WEND_ELEMENT_SIDE;
    if ((links[one->other].kind == WEND_ELEMENT_SIDE) != side)
        return false;
    *cost = wend_distance(one->at, twin->at);
    // Between sides clearance is linear; else it changes by at most the distance moved.
    double minimum = one->radius < twin->radius ? one->radius : twin->radius;
    if (!side)
        minimum = 0.5 * (one->radius + twin->radius - *cost);
    double reduction = side ? 0
                            : fmax(wend_roadmap_reduction(roadmap, twin->other),
                                   wend_roadmap_reduction(roadmap, one->other));
    double wanted = roadmap->weight > 0 ? fmax(roadmap->comfort, roadmap->fit + reduction)
                                        : roadmap->fit + reduction;
    return minimum >= wanted || (!side && half_between(roadmap, twin->other, one->other) >= wanted);
}

static bool measure(const wend_roadmap *roadmap, uint32_t arc, double *cost)
{
    wend_stroke stroke = wend_stroke_of_arc(roadmap->voronoi, arc);
    double minimum = wend_stroke_minimum(&stroke, stroke.from, stroke.to);
    if (!wend_roadmap_fits(roadmap, minimum, wend_roadmap_reduction_beside(roadmap, arc)))
        return false;
    *cost = wend_roadmap_cost(roadmap, &stroke, stroke.from, stroke.to);
    return true;
}

bool wend_roadmap_walk(const wend_roadmap *roadmap, uint32_t arc, double *cost, uint32_t *last)
{
    const wend_voronoi *voronoi = roadmap->voronoi;
    const wend_voronoi_arc *arcs = voronoi->arcs.data;
    double sum = 0, part;
    uint32_t at = arc;
    do {
        const wend_voronoi_arc *one = &arcs[at], *twin = &arcs[one->twin];
        // Most arcs that do not fit are too narrow at an end.
        if ((one->radius < roadmap->fit || twin->radius < roadmap->fit) && !roadmap->press)
            return false;
        if (!measure_straight(roadmap, one, twin, &part) && !measure(roadmap, at, &part))
            return false;
        sum += part;
        if (twin->degree != 2) {
            *cost = sum;
            *last = at;
            return true;
        }
        at = wend_arc_next(voronoi, at);
    } while (at != arc);
    return false;
}
