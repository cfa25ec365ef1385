// SPDX-License-Identifier: MIT
// Writes the cells of a scene's mesh as a Polyanya mesh, version 2: vertices with the polygons
// around them, polygons with their neighbours.
#include "base/export_text.h"
#include "formats/formats.h"
#include "geometry/sort.h"
#include "mesh/mesh.h"
#include "repair/free_area.h"
#include "repair/walkable.h"
#include "scene/build/floor.h"
#include "wend/geometry.h"

#include <errno.h>
#include <stdlib.h>

/// A side of a cell, by the vertex where it starts.
typedef struct spoke {
    uint32_t vertex;
    uint32_t side, before; ///< in mesh->sides: the side, and the one that ends here
    uint32_t cell;
} spoke;

typedef struct mesh_writer {
    FILE *out;
    wend_vec2 origin;
    const wend_mesh *mesh;
    uint32_t cell_count, vertex_count; ///< number written
    uint32_t *cell_number;             ///< [cells] number in the file
    uint32_t *vertex_number;           ///< [vertices] number in the file
    spoke *spokes;                     ///< by vertex, then counter-clockwise
    size_t spoke_count;
} mesh_writer;

// ---- numbers ------------------------------------------------------------------------------------

static wend_vec2 spoke_end(const wend_mesh *mesh, const spoke *s)
{
    wend_cell cell = mesh->cells[s->cell];
    uint32_t next = s->side + 1 < cell.first + cell.count ? s->side + 1 : cell.first;
    return mesh->sides[next].at;
}

static bool spoke_before(const void *context, const void *one, const void *other)
{
    const wend_mesh *mesh = context;
    const spoke *s = one, *q = other;
    if (s->vertex != q->vertex)
        return s->vertex < q->vertex;
    wend_vec2 at = mesh->sides[s->side].at, end = spoke_end(mesh, s),
              other_end = spoke_end(mesh, q);
    bool right = wend_is_before(at, end), other_right = wend_is_before(at, other_end);
    return right != other_right ? right : wend_orient2d(at, end, other_end) > 0;
}

static void list_spokes(mesh_writer *w)
{
    const wend_mesh *mesh = w->mesh;
    for (uint32_t i = 0; i < mesh->cell_limit; ++i) {
        wend_cell cell = mesh->cells[i];
        if (cell.count == 0)
            continue;
        w->cell_number[i] = w->cell_count++;
        for (uint32_t k = cell.first; k < cell.first + cell.count; ++k)
            w->spokes[w->spoke_count++] = (spoke){
                mesh->sides[k].vertex, k, k > cell.first ? k - 1 : cell.first + cell.count - 1, i};
    }
    wend_sort(w->spokes, w->spoke_count, sizeof *w->spokes, spoke_before, mesh);
    for (size_t i = 0; i < w->spoke_count; ++i)
        if (i == 0 || w->spokes[i].vertex != w->spokes[i - 1].vertex)
            w->vertex_number[w->spokes[i].vertex] = w->vertex_count++;
}

// ---- lines --------------------------------------------------------------------------------------

// After the cell of a spoke comes, counter-clockwise, that of the next spoke, or first an obstacle.
static bool is_wall_between(const mesh_writer *w, const spoke *s, const spoke *next)
{
    return w->mesh->sides[s->before].twin != next->side;
}

static void write_vertex(const mesh_writer *w, const spoke *group, size_t count)
{
    size_t walls = 0;
    for (size_t i = 0; i < count; ++i)
        walls += is_wall_between(w, &group[i], &group[(i + 1) % count]);
    wend_vec2 at = w->mesh->sides[group[0].side].at;
    export_number(w->out, at.x + w->origin.x);
    putc(' ', w->out);
    export_number(w->out, at.y + w->origin.y);
    fprintf(w->out, " %zu", count + walls);
    for (size_t i = 0; i < count; ++i)
        fprintf(w->out, " %u%s", (unsigned)w->cell_number[group[i].cell],
                is_wall_between(w, &group[i], &group[(i + 1) % count]) ? " -1" : "");
    putc('\n', w->out);
}

// The first neighbour is across the side from the last vertex to the first.
static void write_polygon(const mesh_writer *w, wend_cell cell)
{
    const wend_cell_side *sides = w->mesh->sides + cell.first;
    fprintf(w->out, "%u", (unsigned)cell.count);
    for (uint32_t i = 0; i < cell.count; ++i)
        fprintf(w->out, " %u", (unsigned)w->vertex_number[sides[i].vertex]);
    for (uint32_t i = 0; i < cell.count; ++i) {
        uint32_t neighbour = sides[i > 0 ? i - 1 : cell.count - 1].cell;
        if (neighbour == WEND_NONE)
            fputs(" -1", w->out);
        else
            fprintf(w->out, " %u", (unsigned)w->cell_number[neighbour]);
    }
    putc('\n', w->out);
}

static void write_lines(const mesh_writer *w)
{
    fprintf(w->out, "mesh\n2\n%u %u\n", (unsigned)w->vertex_count, (unsigned)w->cell_count);
    for (size_t i = 0, next; i < w->spoke_count; i = next) {
        for (next = i + 1; next < w->spoke_count && w->spokes[next].vertex == w->spokes[i].vertex;)
            ++next;
        write_vertex(w, w->spokes + i, next - i);
    }
    for (uint32_t i = 0; i < w->mesh->cell_limit; ++i)
        if (w->mesh->cells[i].count > 0)
            write_polygon(w, w->mesh->cells[i]);
}

// ---- the file -----------------------------------------------------------------------------------

// The mesh of a scene. False with errno.
static bool make_mesh(const scene *s, wend_mesh **mesh)
{
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = box_grown(scene_box(s), SCENE_OPEN_MARGIN);
    wend_floor *floor = NULL;
    wend_result result = scene_floor(s, &floor, NULL);
    if (result == WEND_OK)
        result = wend_mesh_create(floor, &def, mesh, NULL);
    wend_floor_destroy(floor);
    if (result != WEND_OK)
        errno = result == WEND_OUT_OF_MEMORY ? ENOMEM : EINVAL;
    return result == WEND_OK;
}

static bool write_mesh(const scene *s, const wend_mesh *mesh, FILE *out)
{
    mesh_writer w = {.out = out, .origin = s->origin, .mesh = mesh};
    w.cell_number = malloc(((size_t)mesh->cell_limit + 1) * sizeof *w.cell_number);
    w.vertex_number = malloc((mesh->vertices.count + 1) * sizeof *w.vertex_number);
    w.spokes = malloc(((size_t)mesh->side_count + 1) * sizeof *w.spokes);
    bool good = w.cell_number && w.vertex_number && w.spokes;
    if (good) {
        list_spokes(&w);
        write_lines(&w);
    } else {
        errno = ENOMEM;
    }
    free(w.cell_number);
    free(w.vertex_number);
    free(w.spokes);
    return good && !ferror(out);
}

bool scene_write_mesh(const scene *s, FILE *out)
{
    wend_box box = scene_box(s);
    wend_mesh *mesh = NULL;
    if (box.min.x > box.max.x) {
        errno = EDOM;
        return false;
    }
    if (!make_mesh(s, &mesh))
        return false;
    bool good = mesh->cell_count > 0;
    if (good)
        good = write_mesh(s, mesh, out);
    else
        errno = EDOM;
    wend_mesh_destroy(mesh);
    return good;
}
