// SPDX-License-Identifier: MIT
// Reads three kinds of files that all end in .poly, told apart by how they start:
//
// - Polyanya's polygon maps ("poly", version 1): rings, whose even-odd sum is the free area.
// - Triangle's planar graphs (Shewchuk, "Triangle", 1996): vertices, segments, and points in holes.
//   Segments that close rings part the plane into faces; those with a hole point are obstacles, and
//   so is what lies outside. Other segments are walls.
// - Vadere's meshes: vertices, the borders, triangles, and the outlines of the holes. Borders and
//   holes are rings as Polyanya's; the triangles are left out.
//
// Coordinates are kept as they are, also where the file's own program lets y point down.
#include "io/formats.h"
#include "io/planar.h"
#include "io/tokens.h"

// A count that no file of TEXT_MAX_SIZE can hold is a mistake at its own place, not at the end.
#define MOST_ITEMS ((uint64_t)TEXT_MAX_SIZE)

typedef struct poly_reader {
    tokens source;
    problem_list *problems;
    wend_array(wend_vec2) vertices;
    uint64_t first_id; ///< of the first vertex: 0 or 1
    wend_array(wend_segment) lines;
    polygons rings;
} poly_reader;

static bool read_count(poly_reader *r, const char *what, uint64_t *count)
{
    return token_whole(&r->source, r->problems, what, MOST_ITEMS, count);
}

static bool read_point(poly_reader *r, wend_vec2 *point)
{
    return token_coordinate(&r->source, r->problems, "an x", &point->x) &&
           token_coordinate(&r->source, r->problems, "a y", &point->y);
}

static bool read_dimension(poly_reader *r)
{
    uint64_t dimension;
    if (!read_count(r, "the dimension", &dimension))
        return false;
    return dimension == 2 ||
           token_problem(&r->source, r->source.last, r->problems, "the dimension must be 2");
}

// Reads numbers that wend has no use for.
static bool skip_numbers(poly_reader *r, uint64_t count, const char *what)
{
    double ignored;
    for (uint64_t i = 0; i < count; ++i)
        if (!token_number(&r->source, r->problems, what, &ignored))
            return false;
    return true;
}

static bool at_end(poly_reader *r)
{
    token rest;
    if (!token_next(&r->source, &rest))
        return true;
    return token_problem(&r->source, rest, r->problems, "there is more after the last entry");
}

// A ring's points have been added: ends it, as a shape of its own.
static bool end_ring(poly_reader *r, token start)
{
    uint32_t kept;
    if (!polygons_end_ring(&r->rings, 3, &kept) || !polygons_end_shape(&r->rings))
        return problem_no_memory(r->problems);
    if (kept < 3)
        return token_problem(&r->source, start, r->problems,
                             "this ring has %u different vertices in a row, but needs at least 3",
                             (unsigned)kept);
    return true;
}

// ---- Polyanya -----------------------------------------------------------------------------------

static bool read_polyanya_ring(poly_reader *r)
{
    uint64_t count;
    if (!read_count(r, "the number of points in a ring", &count))
        return false;
    token start = r->source.last;
    for (uint64_t i = 0; i < count; ++i) {
        wend_vec2 point;
        if (!read_point(r, &point))
            return false;
        if (!polygons_add_point(&r->rings, point))
            return problem_no_memory(r->problems);
    }
    return end_ring(r, start);
}

static bool read_polyanya(poly_reader *r, scene *s)
{
    uint64_t version, count;
    token word;
    token_next(&r->source, &word);
    if (!read_count(r, "the version", &version))
        return false;
    if (version != 1)
        return token_problem(&r->source, r->source.last, r->problems,
                             "version %llu of the format is not known: wend reads version 1",
                             (unsigned long long)version);
    if (!read_count(r, "the number of rings", &count))
        return false;
    if (count == 0)
        return token_problem(&r->source, r->source.last, r->problems, "the map has no rings");
    for (uint64_t i = 0; i < count; ++i)
        if (!read_polyanya_ring(r))
            return false;
    return at_end(r) && planar_even_odd(s, &r->rings, r->problems);
}

// ---- vertices by number -------------------------------------------------------------------------

// `count` lines with a number, `before` values, x, y, `after` values.
static bool read_vertices(poly_reader *r, uint64_t count, uint64_t before, uint64_t after)
{
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t id;
        wend_vec2 point;
        if (!read_count(r, "the number of a vertex", &id))
            return false;
        if (i == 0)
            r->first_id = id;
        if (r->first_id > 1 || id != r->first_id + i)
            return token_problem(&r->source, r->source.last, r->problems,
                                 "vertices must be numbered one by one, from 0 or 1");
        if (!skip_numbers(r, before, "a marker") || !read_point(r, &point) ||
            !skip_numbers(r, after, "an attribute or a marker"))
            return false;
        if (!wend_array_reserve(&r->vertices, NULL, 1))
            return problem_no_memory(r->problems);
        r->vertices.data[r->vertices.count++] = point;
    }
    return true;
}

static bool read_vertex_number(poly_reader *r, wend_vec2 *point)
{
    uint64_t id;
    if (!read_count(r, "the number of a vertex", &id))
        return false;
    if (id < r->first_id || id - r->first_id >= r->vertices.count)
        return token_problem(&r->source, r->source.last, r->problems, "there is no vertex %llu",
                             (unsigned long long)id);
    *point = r->vertices.data[id - r->first_id];
    return true;
}

// ---- Triangle -----------------------------------------------------------------------------------

static bool read_segments(poly_reader *r)
{
    uint64_t count, markers, id;
    if (!read_count(r, "the number of segments", &count) ||
        !token_whole(&r->source, r->problems, "the number of boundary markers", 1, &markers))
        return false;
    for (uint64_t i = 0; i < count; ++i) {
        wend_segment line;
        if (!read_count(r, "the number of a segment", &id) || !read_vertex_number(r, &line.a) ||
            !read_vertex_number(r, &line.b) || !skip_numbers(r, markers, "a boundary marker"))
            return false;
        if (line.a.x == line.b.x && line.a.y == line.b.y)
            continue; // nothing stands there
        if (!wend_array_reserve(&r->lines, NULL, 1))
            return problem_no_memory(r->problems);
        r->lines.data[r->lines.count++] = line;
    }
    return true;
}

// The faces that hole points lie in are solid.
static bool read_holes(poly_reader *r, planar *p)
{
    uint64_t count, id;
    if (!read_count(r, "the number of holes", &count))
        return false;
    for (uint64_t i = 0; i < count; ++i) {
        wend_vec2 point;
        uint32_t face;
        if (!read_count(r, "the number of a hole", &id))
            return false;
        token start = r->source.last;
        if (!read_point(r, &point) || !planar_locate(p, point, &face))
            return false;
        if (face == UINT32_MAX)
            return token_problem(&r->source, start, r->problems,
                                 "the point of this hole lies on a segment: move it inside");
        if (face == p->outside)
            return token_problem(&r->source, start, r->problems,
                                 "no closed ring of segments is around the point of this hole");
        p->solid[face] = true;
    }
    return true;
}

// Regions may follow: a number, a place, an attribute and a largest area each.
static bool read_regions(poly_reader *r)
{
    uint64_t count;
    token word;
    tokens ahead = r->source;
    if (!token_next(&ahead, &word))
        return true;
    return read_count(r, "the number of regions", &count) &&
           skip_numbers(r, count * 5, "a region") && at_end(r);
}

static bool read_triangle(poly_reader *r, scene *s)
{
    uint64_t count, attributes, markers;
    if (!read_count(r, "the number of vertices", &count) || !read_dimension(r) ||
        !read_count(r, "the number of attributes", &attributes) ||
        !token_whole(&r->source, r->problems, "the number of boundary markers", 1, &markers))
        return false;
    if (count == 0)
        return token_problem(&r->source, r->source.last, r->problems,
                             "the vertices of this file stand in a .node file beside it, which "
                             "wend does not read: put them here");
    if (!read_vertices(r, count, 0, attributes + markers) || !read_segments(r))
        return false;
    if (r->lines.count == 0)
        return token_problem(&r->source, r->source.last, r->problems, "there are no segments");
    planar p;
    bool good = planar_open(&p, r->lines.data, r->lines.count, r->problems) && read_holes(r, &p) &&
                read_regions(r) && planar_to_scene(&p, true, s);
    planar_close(&p);
    return good;
}

// ---- Vadere -------------------------------------------------------------------------------------

static bool read_numbered_rings(poly_reader *r, const char *what)
{
    uint64_t rings, count;
    if (!read_count(r, what, &rings))
        return false;
    for (uint64_t i = 0; i < rings; ++i) {
        if (!read_count(r, "the number of vertices in a ring", &count))
            return false;
        token start = r->source.last;
        for (uint64_t k = 0; k < count; ++k) {
            wend_vec2 point;
            if (!read_vertex_number(r, &point))
                return false;
            if (!polygons_add_point(&r->rings, point))
                return problem_no_memory(r->problems);
        }
        if (!end_ring(r, start))
            return false;
    }
    return true;
}

// The places inside the holes, which follow, tell nothing new.
static bool read_vadere(poly_reader *r, scene *s)
{
    uint64_t count, triangles, corners;
    if (!read_count(r, "the number of vertices", &count) || !read_dimension(r) ||
        !skip_numbers(r, 3, "a marker"))
        return false;
    if (!read_vertices(r, count, 2, 0) || !read_numbered_rings(r, "the number of borders"))
        return false;
    if (!read_count(r, "the number of triangles", &triangles))
        return false;
    for (uint64_t i = 0; i < triangles; ++i)
        if (!read_count(r, "the number of corners of a triangle", &corners) ||
            !skip_numbers(r, corners, "a corner of a triangle"))
            return false;
    return read_numbered_rings(r, "the number of holes") &&
           planar_even_odd(s, &r->rings, r->problems);
}

// ---- all together -------------------------------------------------------------------------------

// How many words the first line has that is not empty and not a comment.
static size_t count_words(tokens source)
{
    size_t count = 0, first = 0;
    token word;
    while (token_next(&source, &word)) {
        for (size_t i = first; count > 0 && i < word.offset; ++i)
            if (source.t->data[i] == '\n')
                return count;
        first = word.offset;
        ++count;
    }
    return count;
}

scene *scene_read_poly(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    // Vadere's first line has five numbers, Triangle's has four.
    enum { VADERE_WORDS = 5 };
    poly_reader r = {.source = {.t = t, .has_comments = true}, .problems = problems};
    scene *s = scene_new();
    if (!s) {
        problem_no_memory(problems);
        return NULL;
    }
    tokens ahead = r.source;
    token word;
    token_next(&ahead, &word);
    bool good;
    if (token_is(word, "poly"))
        good = read_polyanya(&r, s);
    else if (word.size == 0 || word.bytes[0] < '0' || word.bytes[0] > '9')
        good = token_problem(&r.source, word, problems,
                             "this is no file of polygons: it must start with 'poly' (Polyanya) or "
                             "with the number of vertices (Triangle)");
    else if (count_words(r.source) == VADERE_WORDS)
        good = read_vadere(&r, s);
    else
        good = read_triangle(&r, s);
    wend_array_free(&r.vertices, NULL);
    wend_array_free(&r.lines, NULL);
    polygons_free(&r.rings);
    if (!good) {
        scene_free(s);
        return NULL;
    }
    scene_localise(s);
    return s;
}
