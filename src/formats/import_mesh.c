// SPDX-License-Identifier: MIT
// Reads the meshes of Polyanya (Cui, Harabor, Grastien, "Compromise-free pathfinding on a
// navigation mesh", 2017): vertices and convex polygons, whose union is the free area.
//
// - Versions 1 and 2 list the neighbour on each side of a polygon, or -1. Version 2 starts with the
//   side from the last vertex to the first, version 1 with the side from the first to the second.
//   The lists around vertices are redundant.
// - Version 3 counts from 1, has polygons that cannot be walked on, and neighbours that cannot be
//   entered (negative). Its own examples run clockwise.
//
// Coordinates are kept even where the original program has y pointing down.
#include "formats/formats.h"
#include "formats/patchwork.h"

typedef struct mesh_reader {
    patchwork area;
    uint64_t version;
    uint64_t base; ///< the number of the first vertex and the first polygon
    uint64_t polygon_count;
} mesh_reader;

// Reads the number of a neighbour. True if there is one that can be entered.
static bool read_link(mesh_reader *r, uint64_t *number)
{
    tokens *source = &r->area.source, ahead = *source;
    token word;
    token_next(&ahead, &word);
    bool minus = word.size > 1 && word.bytes[0] == '-';
    if (minus && !source->failed)
        source->at = word.offset + 1;
    *number = token_count(source, "the number of a neighbour");
    if (r->version < 3 && minus) {
        if (*number != 1)
            token_problem(source, source->last,
                          "the number of a neighbour must be -1 for none, or from 0 on");
        return false;
    }
    bool none = r->version == 3 && *number == 0;
    if (!none && *number - r->base >= r->polygon_count)
        token_problem(source, source->last,
                      "there is no polygon %llu: they are numbered from %llu to %llu",
                      (unsigned long long)*number, (unsigned long long)r->base,
                      (unsigned long long)(r->base + r->polygon_count - 1));
    return !source->failed && !minus && *number >= r->base;
}

static void read_vertex(mesh_reader *r)
{
    uint64_t number, count = 0;
    patchwork_read_vertex(&r->area);
    if (r->version != 3)
        count = token_count(&r->area.source, "the number of polygons around a vertex");
    for (uint64_t i = 0; i < count && !r->area.source.failed; ++i)
        read_link(r, &number);
}

// Reads the neighbours of a polygon whose corners have been read.
static void read_links(mesh_reader *r, uint32_t polygon, uint32_t first, uint64_t count,
                       bool walkable)
{
    for (uint32_t i = 0; i < count && !r->area.source.failed; ++i) {
        uint64_t number;
        if (!read_link(r, &number) || !walkable)
            continue;
        const uint32_t *corners = r->area.corners.data + first;
        uint32_t end = r->version == 1 ? (i + 1) % (uint32_t)count : i;
        uint32_t start = (end > 0 ? end : (uint32_t)count) - 1;
        patchwork_add_passage(&r->area, (passage){corners[start], corners[end], polygon,
                                                  (uint32_t)number, r->area.source.last.offset});
    }
}

static void read_polygon(mesh_reader *r, uint32_t polygon)
{
    patchwork *area = &r->area;
    tokens *source = &area->source;
    bool walkable =
        r->version < 3 || token_whole(source, "whether a polygon can be walked on", 1) == 1;
    uint64_t count = token_count(source, "the number of vertices of a polygon");
    token start = source->last;
    uint32_t first = (uint32_t)area->corners.count;
    for (uint64_t i = 0; i < count && !source->failed; ++i)
        patchwork_read_corner(area, r->base);
    read_links(r, polygon, first, count, walkable);
    if (walkable)
        patchwork_end_patch(area, first, polygon, start, r->version == 3);
    else
        area->corners.count = first;
}

// Version 3 has polygons that cannot be walked on: no passage may lead there.
static void check_passages(mesh_reader *r)
{
    patchwork *area = &r->area;
    for (size_t i = 0; i < area->passages.count && !area->source.failed; ++i) {
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
            token_problem(&area->source, gate,
                          "polygon %u leads to polygon %u, which cannot be walked on: write -%u",
                          (unsigned)gate.from, (unsigned)gate.to, (unsigned)gate.to);
    }
}

static bool read_mesh(mesh_reader *r, scene *s)
{
    patchwork *area = &r->area;
    tokens *source = &area->source;
    token word;
    token_next(source, &word);
    if (!token_is(word, "mesh"))
        return token_problem(source, word, "not a Polyanya mesh: it must start with 'mesh'");
    r->version = token_count(source, "the version");
    if (r->version < 1 || r->version > 3)
        token_problem(source, source->last, "unknown format version %llu (expected 1, 2 or 3)",
                      (unsigned long long)r->version);
    r->base = r->version == 3;
    uint64_t vertex_count = token_count(source, "the number of vertices");
    r->polygon_count = token_count(source, "the number of polygons");
    for (uint64_t i = 0; i < vertex_count && !source->failed; ++i)
        read_vertex(r);
    for (uint64_t i = 0; i < r->polygon_count && !source->failed; ++i)
        read_polygon(r, (uint32_t)(r->base + i));
    token_end(source, "polygon");
    check_passages(r);
    return patchwork_to_scene(area, s);
}

scene *scene_read_mesh(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    mesh_reader r = {.area = {.source = {.t = t, .problems = problems}}};
    scene *s = scene_new();
    bool good = s ? read_mesh(&r, s) : problem_no_memory(problems);
    patchwork_free(&r.area);
    return scene_finish(s, good);
}
