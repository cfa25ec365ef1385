// SPDX-License-Identifier: MIT
// Comparison of the free triangles and cells of two meshes. Each face is rotated so that its first
// point by coordinates comes first, all faces are sorted, and then compared one by one. Numbering
// does not matter.
#include "mesh/mesh.h"

#include "geometry/sort.h"
#include "wend/vec2.h"

typedef struct face {
    size_t first; ///< its points and walls
    uint32_t count;
} face;

typedef struct face_list {
    const wend_allocator *allocator;
    wend_array(wend_vec2) points;
    wend_array(bool) walls; ///< walls[i] belongs to the side from points[i]
    wend_array(face) faces;
    bool no_memory;
} face_list;

static bool add_face(void *context, const wend_vec2 *points, const bool *walls, uint32_t count)
{
    face_list *list = context;
    if (!wend_array_reserve(&list->points, list->allocator, count) ||
        !wend_array_reserve(&list->walls, list->allocator, count) ||
        !wend_array_reserve(&list->faces, list->allocator, 1)) {
        list->no_memory = true;
        return false;
    }
    uint32_t minimum = 0;
    for (uint32_t i = 1; i < count; ++i)
        if (wend_is_before(points[i], points[minimum]))
            minimum = i;
    list->faces.data[list->faces.count++] = (face){list->points.count, count};
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t k = (minimum + i) % count;
        list->points.data[list->points.count++] = points[k];
        list->walls.data[list->walls.count++] = walls[k];
    }
    return true;
}

// -1, 0, 1: before, equal, after; by the points in order, then the walls, then the length.
static int compare(const face_list *a, const face *f, const face_list *b, const face *g)
{
    uint32_t common = f->count < g->count ? f->count : g->count;
    for (uint32_t i = 0; i < common; ++i) {
        wend_vec2 p = a->points.data[f->first + i], q = b->points.data[g->first + i];
        if (!wend_equal(p, q))
            return wend_is_before(p, q) ? -1 : 1;
    }
    for (uint32_t i = 0; i < common; ++i) {
        bool p = a->walls.data[f->first + i], q = b->walls.data[g->first + i];
        if (p != q)
            return q ? -1 : 1;
    }
    return (f->count > g->count) - (f->count < g->count);
}

static bool is_face_before(const void *context, const void *one, const void *other)
{
    return compare(context, one, context, other) < 0;
}

typedef wend_result visit_faces_fn(const wend_mesh *mesh, wend_face_fn *visit, void *context);

static bool collect(face_list *list, const wend_mesh *mesh, visit_faces_fn *visit_faces)
{
    if (visit_faces(mesh, add_face, list) == WEND_OUT_OF_MEMORY || list->no_memory)
        return false;
    wend_sort(list->faces.data, list->faces.count, sizeof *list->faces.data, is_face_before, list);
    return true;
}

static void free_list(face_list *list)
{
    wend_array_free(&list->points, list->allocator);
    wend_array_free(&list->walls, list->allocator);
    wend_array_free(&list->faces, list->allocator);
}

static wend_result fail_face(const face_list *list, size_t number, const char *which,
                             const char *what, wend_error *error)
{
    return wend_fail_at(error, WEND_INVALID_GEOMETRY,
                        list->points.data[list->faces.data[number].first],
                        "only the %s mesh has this %s", which, what);
}

static wend_result compare_lists(const face_list *a, const face_list *b, const char *what,
                                 wend_error *error)
{
    size_t count = a->faces.count < b->faces.count ? a->faces.count : b->faces.count;
    for (size_t i = 0; i < count; ++i) {
        int order = compare(a, &a->faces.data[i], b, &b->faces.data[i]);
        if (order != 0)
            return order < 0 ? fail_face(a, i, "first", what, error)
                             : fail_face(b, i, "second", what, error);
    }
    if (a->faces.count > count)
        return fail_face(a, count, "first", what, error);
    if (b->faces.count > count)
        return fail_face(b, count, "second", what, error);
    return WEND_OK;
}

static wend_result compare_faces(const wend_mesh *a, const wend_mesh *b,
                                 visit_faces_fn *visit_faces, const char *what, wend_error *error)
{
    face_list first = {.allocator = &a->allocator}, second = {.allocator = &b->allocator};
    wend_result result = collect(&first, a, visit_faces) && collect(&second, b, visit_faces)
                             ? compare_lists(&first, &second, what, error)
                             : wend_fail_memory(error);
    free_list(&first);
    free_list(&second);
    return result;
}

wend_result wend_mesh_equal(const wend_mesh *a, const wend_mesh *b, wend_error *error)
{
    wend_result result = compare_faces(a, b, wend_mesh_triangles, "triangle", error);
    return result == WEND_OK ? compare_faces(a, b, wend_mesh_cells, "cell", error) : result;
}
