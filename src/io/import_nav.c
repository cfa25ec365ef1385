// SPDX-License-Identifier: MIT
// Reads the navigation meshes of Menge (Curtis, Best, Manocha, "Menge: a modular framework for
// simulating crowd movement", 2016): vertices, edges between nodes, obstacles, and groups of nodes,
// which are convex polygons. Their union is the free area. One can go from node to node where there
// is an edge, also across a part of a side; all else is wall, also between two nodes. Nodes may
// run either way. Planes give them a height, which wend leaves out: nodes upon each other are
// refused.
#include "io/formats.h"
#include "io/patchwork.h"

typedef struct nav_reader {
    patchwork area;
    uint64_t edge_count, obstacle_count;
    uint64_t greatest_node; ///< that edges and obstacles name, and where
    token greatest_at;
} nav_reader;

static bool read_count(nav_reader *r, const char *what, uint64_t *count)
{
    return token_whole(&r->area.source, r->area.problems, what, PATCHWORK_MOST_ITEMS, count);
}

// A number below count.
static bool read_number(nav_reader *r, const char *what, uint64_t count, uint32_t *number)
{
    uint64_t value;
    if (!read_count(r, what, &value))
        return false;
    if (value >= count)
        return token_problem(&r->area.source, r->area.source.last, r->area.problems,
                             "%s is %llu, but there are only %llu, numbered from 0", what,
                             (unsigned long long)value, (unsigned long long)count);
    *number = (uint32_t)value;
    return true;
}

static bool read_vertex_number(nav_reader *r, uint32_t *vertex)
{
    return read_number(r, "the number of a vertex", r->area.vertices.count, vertex);
}

// How many nodes there are shows later.
static bool read_node_number(nav_reader *r, uint32_t *node)
{
    uint64_t value;
    if (!read_count(r, "the number of a node", &value))
        return false;
    if (value > r->greatest_node || r->greatest_at.size == 0) {
        r->greatest_node = value;
        r->greatest_at = r->area.source.last;
    }
    *node = (uint32_t)value;
    return true;
}

static bool skip_numbers(nav_reader *r, unsigned count, const char *what)
{
    double ignored;
    for (unsigned i = 0; i < count; ++i)
        if (!token_number(&r->area.source, r->area.problems, what, &ignored))
            return false;
    return true;
}

static bool read_edge(nav_reader *r)
{
    passage gate;
    if (!read_vertex_number(r, &gate.a))
        return false;
    gate.offset = r->area.source.last.offset;
    if (!read_vertex_number(r, &gate.b) || !read_node_number(r, &gate.from) ||
        !read_node_number(r, &gate.to))
        return false;
    passage back = {gate.a, gate.b, gate.to, gate.from, gate.offset};
    return patchwork_add_passage(&r->area, gate) && patchwork_add_passage(&r->area, back);
}

// The sides say where the walls are: of obstacles, only the form is checked.
static bool read_obstacle(nav_reader *r)
{
    uint32_t number;
    if (!read_vertex_number(r, &number) || !read_vertex_number(r, &number) ||
        !read_node_number(r, &number))
        return false;
    tokens ahead = r->area.source;
    token word;
    if (token_next(&ahead, &word) && token_is(word, "-1")) {
        r->area.source = ahead;
        return true;
    }
    return read_number(r, "the number of the next obstacle", r->obstacle_count, &number);
}

static bool read_numbers(nav_reader *r, const char *how_many, const char *what, uint64_t most)
{
    uint64_t count;
    uint32_t number;
    if (!read_count(r, how_many, &count))
        return false;
    for (uint64_t i = 0; i < count; ++i)
        if (!read_number(r, what, most, &number))
            return false;
    return true;
}

static bool read_node(nav_reader *r)
{
    patchwork *area = &r->area;
    uint64_t count;
    if (!skip_numbers(r, 2, "the centre of a node") ||
        !read_count(r, "the number of vertices of a node", &count))
        return false;
    token start = area->source.last;
    uint32_t first = (uint32_t)area->corners.count;
    for (uint64_t i = 0; i < count; ++i)
        if (!patchwork_read_corner(area, 0))
            return false;
    return patchwork_end_patch(area, first, (uint32_t)area->patches.count, start, true) &&
           skip_numbers(r, 3, "the plane of a node") &&
           read_numbers(r, "the number of edges of a node", "the number of an edge",
                        r->edge_count) &&
           read_numbers(r, "the number of obstacles of a node", "the number of an obstacle",
                        r->obstacle_count);
}

// A name, which may be any word, and nodes.
static bool read_group(nav_reader *r)
{
    token name;
    uint64_t count;
    token_next(&r->area.source, &name);
    if (!read_count(r, "the number of nodes in a group", &count))
        return false;
    for (uint64_t i = 0; i < count; ++i)
        if (!read_node(r))
            return false;
    return true;
}

static bool read_groups(nav_reader *r)
{
    token word;
    for (tokens ahead = r->area.source; token_next(&ahead, &word); ahead = r->area.source)
        if (!read_group(r))
            return false;
    return true;
}

static bool read_nav(nav_reader *r, scene *s)
{
    patchwork *area = &r->area;
    uint64_t vertex_count;
    if (!read_count(r, "the number of vertices", &vertex_count))
        return false;
    for (uint64_t i = 0; i < vertex_count; ++i)
        if (!patchwork_read_vertex(area))
            return false;
    if (!read_count(r, "the number of edges", &r->edge_count))
        return false;
    for (uint64_t i = 0; i < r->edge_count; ++i)
        if (!read_edge(r))
            return false;
    if (!read_count(r, "the number of obstacles", &r->obstacle_count))
        return false;
    for (uint64_t i = 0; i < r->obstacle_count; ++i)
        if (!read_obstacle(r))
            return false;
    if (!read_groups(r))
        return false;
    if (r->greatest_at.size > 0 && r->greatest_node >= area->patches.count)
        return token_problem(&area->source, r->greatest_at, area->problems,
                             "there is no node %llu: the groups have %zu, numbered from 0",
                             (unsigned long long)r->greatest_node, area->patches.count);
    return patchwork_to_scene(area, s);
}

scene *scene_read_nav(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    nav_reader r = {.area = {.source = {.t = t}, .problems = problems}};
    scene *s = scene_new();
    if (!s) {
        problem_no_memory(problems);
        return NULL;
    }
    return patchwork_done(&r.area, s, read_nav(&r, s));
}
