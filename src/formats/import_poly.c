// SPDX-License-Identifier: MIT
// Reads three kinds of .poly files, recognised by their first lines:
//
// - Polyanya's polygon maps ("poly", version 1): rings, whose even-odd sum is the free area.
// - Triangle's planar graphs (Shewchuk, "Triangle", 1996): vertices, segments, and points in holes.
//   Segments that close rings divide the plane into faces; those with a hole point, and the
//   outside, are obstacles. Other segments are walls.
// - Vadere's meshes: vertices, the borders, triangles, and the outlines of the holes. Borders and
//   holes are rings as in Polyanya's; the triangles are ignored.
//
// Coordinates are kept even where the original program has y pointing down.
#include "base/tokens.h"
#include "formats/formats.h"
#include "polygon/planar.h"
#include "repair/planar_scene.h"

typedef struct poly_reader {
    tokens source; ///< has the problems
    wend_array(wend_vec2) vertices;
    uint64_t first_id; ///< number of the first vertex: 0 or 1
    wend_array(wend_segment) lines;
    polygons rings;
} poly_reader;

static void read_dimension(poly_reader *r)
{
    if (token_count(&r->source, "the dimension") != 2)
        token_problem(&r->source, r->source.last, "the dimension must be 2");
}

static void add_ring_point(poly_reader *r, wend_vec2 point)
{
    if (!polygons_add_point(&r->rings, point))
        token_no_memory(&r->source);
}

// Ends a ring as a shape of its own.
static void end_ring(poly_reader *r, token start)
{
    uint32_t kept;
    if (!polygons_end_ring(&r->rings, 3, &kept) || !polygons_end_shape(&r->rings))
        token_no_memory(&r->source);
    else if (kept < 3)
        token_problem(&r->source, start,
                      "this ring has %u different vertices in a row, but needs at least 3",
                      (unsigned)kept);
}

static bool even_odd(poly_reader *r, scene *s)
{
    return !r->source.failed && planar_even_odd(s, &r->rings, r->source.problems);
}

// ---- Polyanya -----------------------------------------------------------------------------------

static bool read_polyanya(poly_reader *r, scene *s)
{
    tokens *source = &r->source;
    token word;
    token_next(source, &word);
    uint64_t version = token_count(source, "the version");
    if (version != 1)
        token_problem(source, source->last, "unknown format version %llu (expected 1)",
                      (unsigned long long)version);
    uint64_t rings = token_count(source, "the number of rings");
    if (rings == 0)
        token_problem(source, source->last, "the map has no rings");
    for (uint64_t i = 0; i < rings && !source->failed; ++i) {
        uint64_t count = token_count(source, "the number of points in a ring");
        token start = source->last;
        for (uint64_t k = 0; k < count && !source->failed; ++k)
            add_ring_point(r, token_point(source));
        end_ring(r, start);
    }
    token_end(source, "entry");
    return even_odd(r, s);
}

// ---- vertices by number -------------------------------------------------------------------------

// Reads `count` lines with a number, `before` values, x, y, `after` values.
static void read_vertices(poly_reader *r, uint64_t count, uint64_t before, uint64_t after)
{
    tokens *source = &r->source;
    for (uint64_t i = 0; i < count && !source->failed; ++i) {
        uint64_t id = token_count(source, "the number of a vertex");
        if (i == 0)
            r->first_id = id;
        if (r->first_id > 1 || id != r->first_id + i)
            token_problem(source, source->last,
                          "vertices must be numbered one by one, from 0 or 1");
        token_skip_numbers(source, before, "a marker");
        wend_vec2 point = token_point(source);
        token_skip_numbers(source, after, "an attribute or a marker");
        if (!wend_array_push(&r->vertices, NULL, point))
            token_no_memory(source);
    }
}

static wend_vec2 read_vertex_number(poly_reader *r)
{
    uint64_t id = token_count(&r->source, "the number of a vertex");
    if (!r->source.failed && id >= r->first_id && id - r->first_id < r->vertices.count)
        return r->vertices.data[id - r->first_id];
    token_problem(&r->source, r->source.last, "there is no vertex %llu", (unsigned long long)id);
    return (wend_vec2){0};
}

// ---- Triangle -----------------------------------------------------------------------------------

static void read_segments(poly_reader *r)
{
    tokens *source = &r->source;
    uint64_t count = token_count(source, "the number of segments");
    uint64_t markers = token_whole(source, "the number of boundary markers", 1);
    for (uint64_t i = 0; i < count && !source->failed; ++i) {
        wend_segment line;
        token_count(source, "the number of a segment");
        line.a = read_vertex_number(r);
        line.b = read_vertex_number(r);
        token_skip_numbers(source, markers, "a boundary marker");
        // A segment of length 0 is not an obstacle.
        if ((line.a.x != line.b.x || line.a.y != line.b.y) &&
            !wend_array_push(&r->lines, NULL, line))
            token_no_memory(source);
    }
}

// Marks the faces that contain hole points as solid.
static bool read_holes(poly_reader *r, planar *p)
{
    tokens *source = &r->source;
    uint64_t count = token_count(source, "the number of holes");
    for (uint64_t i = 0; i < count && !source->failed; ++i) {
        uint32_t face;
        token_count(source, "the number of a hole");
        token start = source->last;
        wend_vec2 point = token_point(source);
        if (source->failed || !planar_locate(p, point, &face))
            return false;
        if (face == UINT32_MAX)
            token_problem(source, start,
                          "the point of this hole lies on a segment: move it inside");
        else if (face == p->outside)
            token_problem(source, start,
                          "no closed ring of segments is around the point of this hole");
        else
            p->solid[face] = true;
    }
    return !source->failed;
}

// Regions may follow: a number, a position, an attribute and a maximum area each.
static bool read_regions(poly_reader *r)
{
    token word;
    tokens ahead = r->source;
    if (!token_next(&ahead, &word))
        return true;
    uint64_t count = token_count(&r->source, "the number of regions");
    token_skip_numbers(&r->source, count * 5, "a region");
    return token_end(&r->source, "entry");
}

static bool read_triangle(poly_reader *r, scene *s)
{
    tokens *source = &r->source;
    uint64_t count = token_count(source, "the number of vertices");
    read_dimension(r);
    uint64_t attributes = token_count(source, "the number of attributes");
    uint64_t markers = token_whole(source, "the number of boundary markers", 1);
    if (count == 0)
        token_problem(source, source->last,
                      "the vertices of this file are in a .node file, which wend does not read: "
                      "copy them into this file");
    read_vertices(r, count, 0, attributes + markers);
    read_segments(r);
    if (r->lines.count == 0)
        token_problem(source, source->last, "there are no segments");
    if (source->failed)
        return false;
    planar p;
    bool good = planar_open(&p, r->lines.data, r->lines.count, source->problems) &&
                read_holes(r, &p) && read_regions(r) && planar_to_scene(&p, true, s);
    planar_close(&p);
    return good;
}

// ---- Vadere -------------------------------------------------------------------------------------

static void read_numbered_rings(poly_reader *r, const char *what)
{
    uint64_t rings = token_count(&r->source, what);
    for (uint64_t i = 0; i < rings && !r->source.failed; ++i) {
        uint64_t count = token_count(&r->source, "the number of vertices in a ring");
        token start = r->source.last;
        for (uint64_t k = 0; k < count && !r->source.failed; ++k)
            add_ring_point(r, read_vertex_number(r));
        end_ring(r, start);
    }
}

// The points inside the holes, which follow, are not needed.
static bool read_vadere(poly_reader *r, scene *s)
{
    tokens *source = &r->source;
    uint64_t count = token_count(source, "the number of vertices");
    read_dimension(r);
    token_skip_numbers(source, 3, "a marker");
    read_vertices(r, count, 2, 0);
    read_numbered_rings(r, "the number of borders");
    uint64_t triangles = token_count(source, "the number of triangles");
    for (uint64_t i = 0; i < triangles && !source->failed; ++i) {
        uint64_t corners = token_count(source, "the number of corners of a triangle");
        token_skip_numbers(source, corners, "a corner of a triangle");
    }
    read_numbered_rings(r, "the number of holes");
    return even_odd(r, s);
}

// ---- detection ----------------------------------------------------------------------------------

// Number of words in the first line that is neither empty nor a comment.
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
    poly_reader r = {.source = {.t = t, .problems = problems, .has_comments = true}};
    scene *s = scene_new();
    tokens ahead = r.source;
    token word;
    token_next(&ahead, &word);
    bool good;
    if (!s)
        good = problem_no_memory(problems);
    else if (token_is(word, "poly"))
        good = read_polyanya(&r, s);
    else if (word.size == 0 || word.bytes[0] < '0' || word.bytes[0] > '9')
        good = token_problem(&r.source, word,
                             "not a polygon file: it must start with 'poly' (Polyanya) or with the "
                             "number of vertices (Triangle)");
    else if (count_words(r.source) == VADERE_WORDS)
        good = read_vadere(&r, s);
    else
        good = read_triangle(&r, s);
    wend_array_free(&r.vertices, NULL);
    wend_array_free(&r.lines, NULL);
    polygons_free(&r.rings);
    return scene_finish(s, good);
}
