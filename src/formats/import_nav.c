// SPDX-License-Identifier: MIT
// Reads the navigation meshes of Menge (Curtis, Best, Manocha, "Menge: a modular framework for
// simulating crowd movement", 2016): vertices, edges between nodes, obstacles, and groups of nodes,
// which are convex polygons. Their union is the free area. Nodes are connected by edges, also
// across part of a side; all other sides are walls, also between two nodes. Nodes may have either
// orientation. Heights are ignored, and overlapping nodes are rejected.
#include "formats/formats.h"
#include "formats/patchwork.h"

typedef struct nav_reader {
    patchwork area;
    uint64_t edge_count, obstacle_count;
    uint64_t greatest_node; ///< greatest number in edges and obstacles, and its position
    token greatest_at;
} nav_reader;

// Reads a number below count.
static uint32_t read_number(nav_reader *r, const char *what, uint64_t count)
{
    tokens *source = &r->area.source;
    uint64_t value = token_count(source, what);
    if (value >= count)
        token_problem(source, source->last, "%s is %llu, but there are only %llu, numbered from 0",
                      what, (unsigned long long)value, (unsigned long long)count);
    return (uint32_t)value;
}

static uint32_t read_vertex_number(nav_reader *r)
{
    return read_number(r, "the number of a vertex", r->area.vertices.count);
}

// The number of nodes is known only at the end of the file.
static uint32_t read_node_number(nav_reader *r)
{
    uint64_t value = token_count(&r->area.source, "the number of a node");
    if (value > r->greatest_node || r->greatest_at.size == 0) {
        r->greatest_node = value;
        r->greatest_at = r->area.source.last;
    }
    return (uint32_t)value;
}

static void read_edge(nav_reader *r)
{
    passage gate = {.a = read_vertex_number(r)};
    gate.offset = r->area.source.last.offset;
    gate.b = read_vertex_number(r);
    gate.from = read_node_number(r);
    gate.to = read_node_number(r);
    patchwork_add_passage(&r->area, gate);
    patchwork_add_passage(&r->area, (passage){gate.a, gate.b, gate.to, gate.from, gate.offset});
}

// Walls follow from the sides: of obstacles, only the syntax is checked.
static void read_obstacle(nav_reader *r)
{
    read_vertex_number(r);
    read_vertex_number(r);
    read_node_number(r);
    tokens ahead = r->area.source;
    token word;
    if (token_next(&ahead, &word) && token_is(word, "-1"))
        r->area.source = ahead;
    else
        read_number(r, "the number of the next obstacle", r->obstacle_count);
}

static void read_numbers(nav_reader *r, const char *how_many, const char *what, uint64_t most)
{
    uint64_t count = token_count(&r->area.source, how_many);
    for (uint64_t i = 0; i < count && !r->area.source.failed; ++i)
        read_number(r, what, most);
}

static void read_node(nav_reader *r)
{
    patchwork *area = &r->area;
    token_skip_numbers(&area->source, 2, "the centre of a node");
    uint64_t count = token_count(&area->source, "the number of vertices of a node");
    token start = area->source.last;
    uint32_t first = (uint32_t)area->corners.count;
    for (uint64_t i = 0; i < count && !area->source.failed; ++i)
        patchwork_read_corner(area, 0);
    patchwork_end_patch(area, first, (uint32_t)area->patches.count, start, true);
    token_skip_numbers(&area->source, 3, "the plane of a node");
    read_numbers(r, "the number of edges of a node", "the number of an edge", r->edge_count);
    read_numbers(r, "the number of obstacles of a node", "the number of an obstacle",
                 r->obstacle_count);
}

// Each group is a name, which may be any word, and nodes.
static void read_groups(nav_reader *r)
{
    tokens *source = &r->area.source;
    token name;
    while (!source->failed && token_next(source, &name)) {
        uint64_t count = token_count(source, "the number of nodes in a group");
        for (uint64_t i = 0; i < count && !source->failed; ++i)
            read_node(r);
    }
}

static bool read_nav(nav_reader *r, scene *s)
{
    patchwork *area = &r->area;
    tokens *source = &area->source;
    uint64_t vertex_count = token_count(source, "the number of vertices");
    for (uint64_t i = 0; i < vertex_count && !source->failed; ++i)
        patchwork_read_vertex(area);
    r->edge_count = token_count(source, "the number of edges");
    for (uint64_t i = 0; i < r->edge_count && !source->failed; ++i)
        read_edge(r);
    r->obstacle_count = token_count(source, "the number of obstacles");
    for (uint64_t i = 0; i < r->obstacle_count && !source->failed; ++i)
        read_obstacle(r);
    read_groups(r);
    if (r->greatest_at.size > 0 && r->greatest_node >= area->patches.count)
        token_problem(source, r->greatest_at,
                      "there is no node %llu: the groups have %zu, numbered from 0",
                      (unsigned long long)r->greatest_node, area->patches.count);
    return patchwork_to_scene(area, s);
}

scene *scene_read_nav(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    nav_reader r = {.area = {.source = {.t = t, .problems = problems}}};
    scene *s = scene_new();
    bool good = s ? read_nav(&r, s) : problem_no_memory(problems);
    patchwork_free(&r.area);
    return scene_finish(s, good);
}
