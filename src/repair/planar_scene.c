// SPDX-License-Identifier: MIT
// Conversion of the faces of a planar arrangement to a scene.
#include "repair/planar_scene.h"
#include "polygon/planar.h"
#include "scene/shape.h"

#include "repair/walkable.h"

#include <stdlib.h>

// ---- areas --------------------------------------------------------------------------------------

// The outside has the frame as its outline and the lines' outlines as holes.
static bool add_areas(const planar *p, scene *s)
{
    uint32_t begin, end;
    wend_shape outside = polygons_get(&p->faces, p->outside);
    bool one_outline = outside.ring_count == 2;
    shape_ring(outside, one_outline ? 1 : 0, &begin, &end);
    if (!scene_set_bounds(s, outside.points + begin, end - begin))
        return false;
    for (uint32_t i = 0; i < p->faces.spans.count; ++i)
        if (p->solid[i] && !(i == p->outside && one_outline) &&
            !scene_add_shape(s, polygons_get(&p->faces, i)))
            return false;
    return true;
}

// ---- walls --------------------------------------------------------------------------------------

// An edge, and the numbers of solid and free faces beside it.
typedef struct border {
    wend_segment edge; ///< unordered; first, for segments_compare
    unsigned solid, free;
} border;

static void count_faces(const planar *p, border *borders, size_t count)
{
    for (uint32_t i = 0; i < p->faces.spans.count; ++i) {
        wend_shape face = polygons_get(&p->faces, i);
        for (uint32_t r = 0; r < face.ring_count; ++r) {
            uint32_t begin, end;
            shape_ring(face, r, &begin, &end);
            for (uint32_t k = begin; k < end; ++k) {
                wend_segment wanted = segment_unordered(
                    (wend_segment){face.points[k], face.points[k + 1 < end ? k + 1 : begin]});
                border *found = bsearch(&wanted, borders, count, sizeof *borders, segments_compare);
                if (found)
                    *(p->solid[i] ? &found->solid : &found->free) += 1;
            }
        }
    }
}

// A line that ends inside a face has no face beside it: its middle determines the face.
static bool is_wall(planar *p, const border *b, bool *wall)
{
    *wall = b->solid == 0;
    if (b->solid > 0 || b->free > 0)
        return true;
    uint32_t face;
    wend_vec2 middle = {b->edge.a.x / 2 + b->edge.b.x / 2, b->edge.a.y / 2 + b->edge.b.y / 2};
    if (!planar_locate(p, middle, &face))
        return false;
    // Without faces other than the outside, there are no bounds, and the lines are the whole scene.
    *wall = face == UINT32_MAX || !p->solid[face] || p->faces.spans.count == 1;
    return true;
}

static bool add_walls(planar *p, scene *s)
{
    edge_list edges = {0};
    border *borders = NULL;
    bool good = geos_edges(&p->g, p->lines, &edges);
    if (!good)
        geos_problem(&p->g, "finding the walls between free areas", p->problems);
    size_t count = edges.items.count;
    if (good) {
        borders = malloc((count + 1) * sizeof *borders);
        good = borders || problem_no_memory(p->problems);
    }
    if (good) {
        for (size_t i = 0; i < count; ++i)
            borders[i] = (border){.edge = segment_unordered(edges.items.data[i])};
        qsort(borders, count, sizeof *borders, segments_compare);
        count_faces(p, borders, count);
    }
    for (size_t i = 0; good && i < count; ++i) {
        bool wall;
        wend_shape line = {.points = (const wend_vec2[]){borders[i].edge.a, borders[i].edge.b},
                           .point_count = 2};
        good = is_wall(p, &borders[i], &wall);
        if (good && wall && !scene_add_shape(s, line))
            good = problem_no_memory(p->problems);
    }
    free(borders);
    wend_array_free(&edges.items, NULL);
    return good;
}

bool planar_to_scene(planar *p, bool lines_are_walls, scene *s)
{
    size_t free_count = 0, count = p->faces.spans.count;
    for (size_t i = 0; i < count; ++i)
        free_count += !p->solid[i];
    if (count == 1 && !lines_are_walls)
        return problem_add(p->problems, "the rings enclose no area");
    if (count > 1 && free_count == 0)
        return problem_add(p->problems, "there is no free area: everything inside is solid");
    if (count > 1 && !add_areas(p, s))
        return problem_no_memory(p->problems);
    return !lines_are_walls || add_walls(p, s);
}
