// SPDX-License-Identifier: MIT
// Reads the meshes of Polyanya (Cui, Harabor, Grastien, "Compromise-free pathfinding on a
// navigation mesh", 2017): vertices and convex polygons, whose union is the free area.
//
// - Versions 1 and 2 list for each side of a polygon its neighbour, or -1. Version 2 starts with
//   the side from the last vertex to the first, version 1 with the one from the first to the
//   second. What they list around vertices says nothing that the polygons don't.
// - Version 3 counts from 1, has polygons that can't be walked on, and neighbours that can't be
//   entered (negative). Its own examples run clockwise.
//
// Coordinates are kept as they are, also where the file's own program lets y point down.
#include "io/formats.h"
#include "io/patchwork.h"

typedef struct mesh_reader {
    patchwork area;
    uint64_t version;
    uint64_t base; ///< the number of the first vertex and the first polygon
    uint64_t vertex_count, polygon_count;
} mesh_reader;

static bool read_count(mesh_reader *r, const char *what, uint64_t *count)
{
    return token_whole(&r->area.source, r->area.problems, what, PATCHWORK_MOST_ITEMS, count);
}

// Reads the number of a polygon, *minus: with a minus sign before it.
static bool read_neighbour(mesh_reader *r, uint64_t *number, bool *minus)
{
    tokens *source = &r->area.source, ahead = *source;
    token word;
    token_next(&ahead, &word);
    *minus = word.size > 1 && word.bytes[0] == '-';
    if (*minus)
        source->at = word.offset + 1;
    return read_count(r, "the number of a neighbour", number);
}

static bool no_polygon(mesh_reader *r, uint64_t number)
{
    return token_problem(&r->area.source, r->area.source.last, r->area.problems,
                         "there is no polygon %llu: they are numbered from %llu to %llu",
                         (unsigned long long)number, (unsigned long long)r->base,
                         (unsigned long long)(r->base + r->polygon_count - 1));
}

// *open: there is a neighbour that can be entered.
static bool read_link(mesh_reader *r, uint64_t *number, bool *open)
{
    bool minus;
    if (!read_neighbour(r, number, &minus))
        return false;
    *open = !minus && *number >= r->base;
    if (r->version < 3 && minus)
        return *number == 1 || token_problem(&r->area.source, r->area.source.last, r->area.problems,
                                             "the number of a neighbour must be -1 for none, or "
                                             "from 0 on");
    bool none = r->version == 3 && *number == 0;
    return none || *number - r->base < r->polygon_count || no_polygon(r, *number);
}

static bool read_vertex(mesh_reader *r)
{
    uint64_t count, number;
    bool open;
    if (!patchwork_read_vertex(&r->area))
        return false;
    if (r->version == 3)
        return true;
    if (!read_count(r, "the number of polygons around a vertex", &count))
        return false;
    for (uint64_t i = 0; i < count; ++i)
        if (!read_link(r, &number, &open))
            return false;
    return true;
}

// The neighbours of a polygon whose corners have been read.
static bool read_links(mesh_reader *r, uint32_t polygon, uint32_t first, uint64_t count,
                       bool walkable)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t number;
        bool open;
        if (!read_link(r, &number, &open))
            return false;
        if (!open || !walkable)
            continue;
        const uint32_t *corners = r->area.corners.data + first;
        uint32_t end = r->version == 1 ? (i + 1) % (uint32_t)count : i;
        uint32_t start = (end > 0 ? end : (uint32_t)count) - 1;
        passage gate = {corners[start], corners[end], polygon, (uint32_t)number,
                        r->area.source.last.offset};
        if (!patchwork_add_passage(&r->area, gate))
            return false;
    }
    return true;
}

static bool read_polygon(mesh_reader *r, uint32_t polygon)
{
    patchwork *area = &r->area;
    uint64_t walkable = 1, count;
    if (r->version == 3 && !token_whole(&area->source, area->problems,
                                        "whether a polygon can be walked on", 1, &walkable))
        return false;
    if (!read_count(r, "the number of vertices of a polygon", &count))
        return false;
    token start = area->source.last;
    uint32_t first = (uint32_t)area->corners.count;
    for (uint64_t i = 0; i < count; ++i)
        if (!patchwork_read_corner(area, r->base))
            return false;
    if (!read_links(r, polygon, first, count, walkable))
        return false;
    if (walkable)
        return patchwork_end_patch(area, first, polygon, start, r->version == 3);
    area->corners.count = first;
    return true;
}

// Version 3 knows polygons that can't be walked on: nothing must lead there.
static bool check_passages(mesh_reader *r)
{
    const patchwork *area = &r->area;
    for (size_t i = 0; i < area->passages.count; ++i) {
        passage gate = area->passages.data[i];
        size_t low = 0, high = area->patches.count;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (area->patches.data[middle].number < gate.to)
                low = middle + 1;
            else
                high = middle;
        }
        if (low == area->patches.count || area->patches.data[low].number != gate.to)
            return text_problem(area->source.t, gate.offset, area->problems,
                                "polygon %u leads to polygon %u, which can't be walked on: it must "
                                "be -%u here",
                                (unsigned)gate.from, (unsigned)gate.to, (unsigned)gate.to);
    }
    return true;
}

static bool read_mesh(mesh_reader *r, scene *s)
{
    patchwork *area = &r->area;
    token word;
    token_next(&area->source, &word);
    if (!token_is(word, "mesh"))
        return token_problem(&area->source, word, area->problems,
                             "this is no mesh of Polyanya: it must start with 'mesh'");
    if (!read_count(r, "the version", &r->version))
        return false;
    if (r->version < 1 || r->version > 3)
        return token_problem(&area->source, area->source.last, area->problems,
                             "version %llu of the format is not known: wend reads 1, 2 and 3",
                             (unsigned long long)r->version);
    r->base = r->version == 3;
    if (!read_count(r, "the number of vertices", &r->vertex_count) ||
        !read_count(r, "the number of polygons", &r->polygon_count))
        return false;
    for (uint64_t i = 0; i < r->vertex_count; ++i)
        if (!read_vertex(r))
            return false;
    for (uint64_t i = 0; i < r->polygon_count; ++i)
        if (!read_polygon(r, (uint32_t)(r->base + i)))
            return false;
    return patchwork_at_end(area) && check_passages(r) && patchwork_to_scene(area, s);
}

scene *scene_read_mesh(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    mesh_reader r = {.area = {.source = {.t = t}, .problems = problems}};
    scene *s = scene_new();
    if (!s) {
        problem_no_memory(problems);
        return NULL;
    }
    return patchwork_done(&r.area, s, read_mesh(&r, s));
}
