// SPDX-License-Identifier: MIT
// Well-known text: a walkable area, as written by JuPedSim and PedPy.
//
// POLYGON, MULTIPOLYGON, LINEARRING and GEOMETRYCOLLECTIONs of them are walkable area, which
// walkable.h converts to bounds and obstacles. A collection of exactly five collections is the
// output of JuPedSim's dxf2wkt, by position: walkable area, exits, distributions, waypoints,
// journeys. The polygons of the second to the fourth become areas; points and lines in the last two
// are omitted. Everything else is rejected with its position and the number of the geometry. Values
// beyond x and y are ignored.
//
// GEOS's reader is not used, because it reports no positions, follows the locale, and recurses
// without limit; a test compares the two.
#include "base/tokens.h"
#include "formats/formats.h"
#include "repair/walkable.h"
#include "scene/shape.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

// Limit of nested collections.
enum { DEEPEST = 100 };
// Length of the longest word, GEOMETRYCOLLECTION, followed by a dimension.
enum { LONGEST_WORD = 24 };

enum { GROUP_WALKABLE, GROUP_EXITS, GROUP_DISTRIBUTIONS, GROUP_WAYPOINTS, GROUP_JOURNEYS };

typedef struct wkt {
    const text *t;
    const char *at;
    problem_list *problems;
    polygons shapes;
    wend_array(uint32_t) groups; ///< for each shape: its member of the outermost collection
    uint32_t group;
    int depth;                            ///< number of collections around the current geometry
    uint32_t members, member_collections; ///< number in the outermost collection
    uint32_t geometries;                  ///< number so far, without collections
    /// First point or line, which is not allowed in the walkable area.
    bool has_line;
    uint32_t line_group, line_geometry;
    size_t line_offset;
} wkt;

typedef enum word {
    WORD_NONE,
    WORD_POLYGON,
    WORD_MULTIPOLYGON,
    WORD_LINEARRING,
    WORD_COLLECTION,
    WORD_LINE, ///< a type without area
    WORD_CURVE,
} word;

static const struct {
    const char *name;
    word means;
} words[] = {
    {"POLYGON", WORD_POLYGON},
    {"MULTIPOLYGON", WORD_MULTIPOLYGON},
    {"LINEARRING", WORD_LINEARRING},
    {"GEOMETRYCOLLECTION", WORD_COLLECTION},
    {"POINT", WORD_LINE},
    {"MULTIPOINT", WORD_LINE},
    {"LINESTRING", WORD_LINE},
    {"MULTILINESTRING", WORD_LINE},
    {"CIRCULARSTRING", WORD_CURVE},
    {"COMPOUNDCURVE", WORD_CURVE},
    {"CURVEPOLYGON", WORD_CURVE},
    {"MULTICURVE", WORD_CURVE},
    {"MULTISURFACE", WORD_CURVE},
    {"TRIANGLE", WORD_CURVE},
    {"TIN", WORD_CURVE},
    {"POLYHEDRALSURFACE", WORD_CURVE},
};

#define bad(w, at, ...)                                                                            \
    text_problem((w)->t, (size_t)((at) - (w)->t->data), (w)->problems, __VA_ARGS__)

static void skip_space(wkt *w)
{
    while (*w->at == ' ' || *w->at == '\t' || *w->at == '\n' || *w->at == '\r')
        ++w->at;
}

static bool take(wkt *w, char c)
{
    skip_space(w);
    if (*w->at != c)
        return false;
    ++w->at;
    return true;
}

// Description of the next token, for a message: a word, a character, or the end.
static const char *found(const wkt *w, char out[LONGEST_WORD + 8])
{
    size_t length = 0;
    while (length < LONGEST_WORD && isalnum((unsigned char)w->at[length]))
        ++length;
    if (length > 0)
        snprintf(out, LONGEST_WORD + 8, "\"%.*s\"", (int)length, w->at);
    else if (!*w->at)
        snprintf(out, LONGEST_WORD + 8, "the end of the text");
    else if ((unsigned char)*w->at >= 0x80)
        snprintf(out, LONGEST_WORD + 8, "a special character");
    else
        snprintf(out, LONGEST_WORD + 8, "'%c'", *w->at);
    return out;
}

static bool expected(wkt *w, const char *what)
{
    char buffer[LONGEST_WORD + 8];
    skip_space(w);
    return bad(w, w->at, "expected %s, found %s", what, found(w, buffer));
}

// Reads a word of letters, in upper case, into out; empty if there is none or it is too long.
static void take_word(wkt *w, char out[LONGEST_WORD + 1])
{
    skip_space(w);
    size_t length = 0;
    while (isalpha((unsigned char)w->at[length]))
        ++length;
    out[0] = 0;
    if (length > LONGEST_WORD)
        return;
    for (size_t i = 0; i < length; ++i)
        out[i] = (char)toupper((unsigned char)w->at[i]);
    out[length] = 0;
    w->at += length;
}

static bool is_dimension(const char *name)
{
    return strcmp(name, "Z") == 0 || strcmp(name, "M") == 0 || strcmp(name, "ZM") == 0;
}

// The type of a word with or without a dimension: POLYGON, POLYGONZ.
static word type_of(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
        size_t length = strlen(words[i].name);
        if (strncmp(name, words[i].name, length) == 0 &&
            (!name[length] || is_dimension(name + length)))
            return words[i].means;
    }
    return WORD_NONE;
}

// Reads an optional "Z", "M", "ZM" and "EMPTY"; true for EMPTY.
static bool take_empty(wkt *w)
{
    const char *start;
    char name[LONGEST_WORD + 1];
    do {
        skip_space(w);
        start = w->at;
        take_word(w, name);
    } while (is_dimension(name));
    if (strcmp(name, "EMPTY") == 0)
        return true;
    w->at = start;
    return false;
}

static bool read_number(wkt *w, double *value)
{
    skip_space(w);
    size_t length = strspn(w->at, "+-.0123456789eE");
    if (length == 0)
        return expected(w, "a number");
    if (!number_parse(w->at, length, value))
        return bad(w, w->at, "this is not a finite decimal number");
    if (fabs(*value) > WEND_MAX_COORDINATE)
        return bad(w, w->at, "coordinates may be at most %g m from the origin",
                   WEND_MAX_COORDINATE);
    w->at += length;
    return true;
}

static bool number_ahead(wkt *w)
{
    skip_space(w);
    return *w->at != 0 && strchr("+-.0123456789", *w->at) != NULL;
}

// x y, and up to two more values, which are ignored.
static bool read_point(wkt *w, wend_vec2 *p)
{
    double dropped;
    if (!read_number(w, &p->x) || !read_number(w, &p->y))
        return false;
    for (int i = 0; i < 2 && number_ahead(w); ++i)
        if (!read_number(w, &dropped))
            return false;
    return true;
}

static bool read_ring(wkt *w)
{
    if (!take(w, '('))
        return expected(w, "'(' and the points of a ring");
    const char *start = w->at - 1;
    wend_vec2 first = {0}, p = {0};
    size_t count = 0;
    do {
        if (!read_point(w, &p))
            return false;
        if (count++ == 0)
            first = p;
        if (w->shapes.points.count >= SCENE_MAX_CORNERS)
            return bad(w, w->at, "the file has more than %u points: simplify it",
                       SCENE_MAX_CORNERS);
        if (!polygons_add_point(&w->shapes, p))
            return problem_no_memory(w->problems);
    } while (take(w, ','));
    if (!take(w, ')'))
        return expected(w, "',' or ')'");
    if (p.x != first.x || p.y != first.y)
        return bad(w, start, "this ring is not closed: its last point must repeat its first");
    uint32_t corners;
    if (!polygons_end_ring(&w->shapes, 3, &corners))
        return problem_no_memory(w->problems);
    return corners >= 3 || bad(w, start, "this ring has %u corners: it needs at least 3", corners);
}

static bool end_polygon(wkt *w)
{
    ++w->geometries;
    return (polygons_end_shape(&w->shapes) && wend_array_push(&w->groups, NULL, w->group)) ||
           problem_no_memory(w->problems);
}

// Reads EMPTY, or items in brackets.
static bool read_items(wkt *w, const char *what, bool (*read)(wkt *w))
{
    if (take_empty(w))
        return true;
    if (!take(w, '('))
        return expected(w, what);
    do {
        if (!read(w))
            return false;
    } while (take(w, ','));
    return take(w, ')') || expected(w, "',' or ')'");
}

static bool read_polygon(wkt *w)
{
    size_t rings = w->shapes.ring_ends.count;
    return read_items(w, "'(' and the rings of a polygon", read_ring) &&
           (w->shapes.ring_ends.count == rings || end_polygon(w));
}

static bool read_multipolygon(wkt *w)
{
    return read_items(w, "'(' and polygons", read_polygon);
}

// A point or a line: only the syntax is checked. Brackets are at most two deep here, but any depth
// is skipped in a loop.
static bool skip_line(wkt *w, const char *start)
{
    ++w->geometries;
    if (!w->has_line) {
        w->has_line = true;
        w->line_group = w->group;
        w->line_geometry = w->geometries;
        w->line_offset = (size_t)(start - w->t->data);
    }
    if (take_empty(w))
        return true;
    if (!take(w, '('))
        return expected(w, "'(' and points");
    size_t open = 1;
    while (open > 0) {
        wend_vec2 p;
        if (take(w, '('))
            ++open;
        else if (take(w, ')'))
            --open;
        else if (!take(w, ',') && !read_point(w, &p))
            return false;
    }
    return true;
}

static bool read_geometry(wkt *w);

static bool read_member(wkt *w)
{
    if (w->depth == 1)
        w->group = w->members++;
    return read_geometry(w);
}

static bool read_collection(wkt *w, const char *start)
{
    if (w->depth >= DEEPEST)
        return bad(w, start, "collections are nested more than %d deep: flatten them", DEEPEST);
    ++w->depth;
    bool good = read_items(w, "'(' and geometries", read_member);
    --w->depth;
    return good;
}

static bool read_geometry(wkt *w)
{
    char name[LONGEST_WORD + 1];
    skip_space(w);
    const char *start = w->at;
    take_word(w, name);
    switch (type_of(name)) {
    case WORD_POLYGON:
        return read_polygon(w);
    case WORD_MULTIPOLYGON:
        return read_multipolygon(w);
    case WORD_LINEARRING:
        return take_empty(w) || (read_ring(w) && end_polygon(w));
    case WORD_COLLECTION:
        w->member_collections += w->depth == 1;
        return read_collection(w, start);
    case WORD_LINE:
        return skip_line(w, start);
    case WORD_CURVE:
        return bad(w, start, "geometry %u is a %s, which wend does not read: use POLYGON",
                   w->geometries + 1, name);
    case WORD_NONE:
        break;
    }
    w->at = start;
    return expected(w, "POLYGON, MULTIPOLYGON, LINEARRING or GEOMETRYCOLLECTION");
}

// PostGIS's "SRID=25832;" names the map projection; coordinates are metres in any case.
static bool skip_srid(wkt *w)
{
    skip_space(w);
    if (strncasecmp(w->at, "SRID=", 5) != 0)
        return true;
    const char *end = w->at + 5;
    end += strspn(end, "0123456789");
    if (*end != ';')
        return bad(w, end, "expected ';' after the SRID");
    w->at = end + 1;
    return true;
}

static bool read_text(wkt *w)
{
    if (strncmp(w->at, "\xef\xbb\xbf", 3) == 0) // byte order mark
        w->at += 3;
    if (!text_check_utf8(w->t, w->problems) || !skip_srid(w) || !read_geometry(w))
        return false;
    skip_space(w);
    return *w->at == 0 || expected(w, "the end of the text: one geometry is a scene");
}

static bool is_positional(const wkt *w)
{
    return w->members == 5 && w->member_collections == 5;
}

static bool add_area(scene *s, wend_shape shape, const char *role, uint32_t number)
{
    char name[40];
    int length = snprintf(name, sizeof name, "%s-%u", role, number);
    scene_area *area = scene_add_area(s);
    if (!area)
        return false;
    area->role = role;
    area->name = pool_string(&s->memory, name, (size_t)length);
    return area->name && shape_copy(s, shape, &area->shape);
}

static bool build(wkt *w, scene *s)
{
    static const char *const roles[] = {NULL, "exit", "distribution", "waypoint"};
    bool positional = is_positional(w), good = true;
    uint32_t numbers[GROUP_JOURNEYS] = {0};
    if (w->has_line && !(positional && w->line_group >= GROUP_WAYPOINTS))
        return text_problem(w->t, w->line_offset, w->problems,
                            "geometry %u has no area: the walkable area is made of polygons",
                            w->line_geometry);
    polygons_localise(&w->shapes, s);
    polygons walkable = {0};
    for (size_t i = 0; good && i < w->shapes.spans.count; ++i) {
        uint32_t group = positional ? w->groups.data[i] : GROUP_WALKABLE;
        wend_shape shape = polygons_get(&w->shapes, i);
        if (group == GROUP_WALKABLE)
            good = polygons_add(&walkable, shape);
        else if (group < GROUP_JOURNEYS)
            good = add_area(s, shape, roles[group], ++numbers[group]);
    }
    if (!good)
        problem_no_memory(w->problems);
    else if (walkable.spans.count == 0)
        good = problem_add(w->problems, "there is no walkable area: a polygon is needed");
    else
        good = walkable_set(s, &walkable, w->problems);
    polygons_free(&walkable);
    return good;
}

scene *scene_read_wkt(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    wkt w = {.t = t, .at = t->data, .problems = problems};
    scene *s = scene_new();
    bool good = s ? read_text(&w) && build(&w, s) : problem_no_memory(problems);
    polygons_free(&w.shapes);
    wend_array_free(&w.groups, NULL);
    return scene_finish(s, good);
}
