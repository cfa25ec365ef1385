// SPDX-License-Identifier: MIT
// Visits the free triangles and cells, for drawing and export.
#include "mesh/around.h"

wend_result wend_mesh_triangles(const wend_mesh *mesh, wend_face_fn *visit, void *context)
{
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        if (!wend_is_used(mesh, t) || wend_is_solid(mesh, t))
            continue;
        wend_vec2 points[3];
        bool walls[3];
        for (uint32_t i = 0; i < 3; ++i) {
            points[i] = wend_at(mesh, wend_origin(mesh, 3 * t + i));
            walls[i] = wend_is_closed(mesh, 3 * t + i);
        }
        if (!visit(context, points, walls, 3))
            break;
    }
    return WEND_OK;
}

/// Number of sides of the largest cell.
static uint32_t max_sides(const wend_mesh *mesh)
{
    uint32_t maximum = 0;
    for (uint32_t i = 0; i < mesh->cell_limit; ++i)
        maximum = maximum > mesh->cells[i].count ? maximum : mesh->cells[i].count;
    return maximum;
}

static void visit_cells(const wend_mesh *mesh, wend_vec2 *points, bool *walls, wend_face_fn *visit,
                        void *context)
{
    for (uint32_t i = 0; i < mesh->cell_limit; ++i) {
        wend_cell cell = mesh->cells[i];
        if (cell.count == 0)
            continue;
        for (uint32_t k = 0; k < cell.count; ++k) {
            points[k] = mesh->sides[cell.first + k].at;
            walls[k] = mesh->sides[cell.first + k].twin == WEND_NONE;
        }
        if (!visit(context, points, walls, cell.count))
            return;
    }
}

wend_result wend_mesh_cells(const wend_mesh *mesh, wend_face_fn *visit, void *context)
{
    enum { USUAL = 64 };
    wend_vec2 usual_points[USUAL];
    bool usual_walls[USUAL];
    uint32_t maximum = max_sides(mesh);
    if (maximum <= USUAL) {
        visit_cells(mesh, usual_points, usual_walls, visit, context);
        return WEND_OK;
    }
    wend_vec2 *points = wend_allocate(&mesh->allocator, maximum, sizeof *points);
    bool *walls = wend_allocate(&mesh->allocator, maximum, sizeof *walls);
    bool enough = points && walls;
    if (enough)
        visit_cells(mesh, points, walls, visit, context);
    wend_release(&mesh->allocator, points, maximum, sizeof *points);
    wend_release(&mesh->allocator, walls, maximum, sizeof *walls);
    return enough ? WEND_OK : WEND_OUT_OF_MEMORY;
}
