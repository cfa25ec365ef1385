// SPDX-License-Identifier: MIT
// The faces of a planar arrangement as a scene.
#include "io/planar.h"

#include "io/walkable.h"

#include <stdlib.h>

// ---- areas --------------------------------------------------------------------------------------

static bool add_obstacle(scene *s, wend_shape shape, scene_obstacle_kind kind)
{
    scene_obstacle *obstacle = scene_add_obstacle(s);
    if (!obstacle)
        return false;
    obstacle->kind = kind;
    return shape_copy(s, shape, &obstacle->shape);
}

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
            !add_obstacle(s, polygons_get(&p->faces, i), SCENE_POLYGON))
            return false;
    return true;
}

// ---- walls --------------------------------------------------------------------------------------

// An edge between two points, the lesser first, and how many solid and free faces are beside it.
typedef struct border {
    wend_vec2 a, b;
    unsigned solid, free;
} border;

static int compare_points(wend_vec2 a, wend_vec2 b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    return (a.y > b.y) - (a.y < b.y);
}

static int compare_borders(const void *a, const void *b)
{
    const border *x = a, *y = b;
    int order = compare_points(x->a, y->a);
    return order ? order : compare_points(x->b, y->b);
}

static border make_border(wend_vec2 a, wend_vec2 b)
{
    return compare_points(a, b) < 0 ? (border){.a = a, .b = b} : (border){.a = b, .b = a};
}

static void count_faces(const planar *p, border *borders, size_t count)
{
    for (uint32_t i = 0; i < p->faces.spans.count; ++i) {
        wend_shape face = polygons_get(&p->faces, i);
        for (uint32_t r = 0; r < face.ring_count; ++r) {
            uint32_t begin, end;
            shape_ring(face, r, &begin, &end);
            for (uint32_t k = begin; k < end; ++k) {
                border wanted =
                    make_border(face.points[k], face.points[k + 1 < end ? k + 1 : begin]);
                border *found = bsearch(&wanted, borders, count, sizeof *borders, compare_borders);
                if (found)
                    *(p->solid[i] ? &found->solid : &found->free) += 1;
            }
        }
    }
}

// A line that ends inside a face has no face beside it: its middle tells which one it is in.
static bool is_wall(planar *p, const border *b, bool *wall)
{
    *wall = b->solid == 0;
    if (b->solid > 0 || b->free > 0)
        return true;
    uint32_t face;
    wend_vec2 middle = {b->a.x / 2 + b->b.x / 2, b->a.y / 2 + b->b.y / 2};
    if (!planar_locate(p, middle, &face))
        return false;
    // With no faces but the outside, there are no bounds, and the lines are all there is.
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
            borders[i] = make_border(edges.items.data[i].a, edges.items.data[i].b);
        qsort(borders, count, sizeof *borders, compare_borders);
        count_faces(p, borders, count);
    }
    for (size_t i = 0; good && i < count; ++i) {
        bool wall;
        wend_shape line = {.points = (const wend_vec2[]){borders[i].a, borders[i].b},
                           .point_count = 2};
        good = is_wall(p, &borders[i], &wall);
        if (good && wall && !add_obstacle(s, line, SCENE_SEGMENT))
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
