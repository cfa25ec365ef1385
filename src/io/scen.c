// SPDX-License-Identifier: MIT
#include "io/scen.h"

#include "core/array.h"
#include "io/tokens.h"
#include "wend/geometry.h"

#include <string.h>

/// Of a line: the bucket, the map, and seven numbers.
enum { NUMBERS = 7, FIELDS = 2 + NUMBERS };

#define MOST_BUCKETS ((uint64_t)UINT32_MAX)

static const char *const number_names[NUMBERS] = {
    "the map's width", "the map's height", "the start's x", "the start's y",
    "the goal's x",    "the goal's y",     "the length",
};

typedef struct scen_reader {
    const text *t;
    problem_list *problems;
    scen *out;
} scen_reader;

/// A line of the text: what its tokens are read from.
typedef struct line {
    text t;       ///< cut off at the end of the line
    size_t start; ///< where it starts
} line;

// The line that starts at `start`, with the whole text before it so that places are right.
static line take_line(const text *t, size_t start)
{
    const char *newline = memchr(t->data + start, '\n', t->size - start);
    return (line){{t->data, newline ? (size_t)(newline - t->data) : t->size}, start};
}

static size_t count_fields(const line *l)
{
    tokens source = {.t = &l->t, .at = l->start};
    token word;
    size_t count = 0;
    while (token_next(&source, &word))
        ++count;
    return count;
}

// The map's name: the words between the bucket and the numbers. Most lines name the same.
static bool read_name(scen_reader *r, tokens *source, size_t words, scen_query *q)
{
    token first = {0}, last = {0};
    for (size_t i = 0; i < words; ++i)
        token_next(source, i == 0 ? &first : &last);
    if (words == 1)
        last = first;
    size_t size = last.offset + last.size - first.offset;
    const char *before = r->out->count > 0 ? r->out->queries[r->out->count - 1].map : "";
    if (strlen(before) == size && memcmp(before, first.bytes, size) == 0) {
        q->map = before;
        return true;
    }
    char *name = pool_string(&r->out->memory, first.bytes, size);
    if (!name)
        return problem_no_memory(r->problems);
    make_plain(name);
    q->map = name;
    return true;
}

static bool read_numbers(scen_reader *r, tokens *source, scen_query *q)
{
    double *numbers[NUMBERS] = {&q->width,  &q->height, &q->start.x, &q->start.y,
                                &q->goal.x, &q->goal.y, &q->optimal};
    for (int i = 0; i < NUMBERS; ++i) {
        if (!token_coordinate(source, r->problems, number_names[i], numbers[i]))
            return false;
        if (i < 2 && *numbers[i] < 0)
            return token_problem(source, source->last, r->problems, "%s is negative",
                                 number_names[i]);
    }
    return true;
}

static bool read_query(scen_reader *r, const line *l, size_t fields)
{
    tokens source = {.t = &l->t, .at = l->start};
    scen_query q = {0};
    uint64_t bucket;
    if (!token_whole(&source, r->problems, "the bucket", MOST_BUCKETS, &bucket))
        return false;
    q.bucket = (uint32_t)bucket;
    if (fields < FIELDS)
        return token_problem(&source, source.last, r->problems,
                             "this line has %zu of %d fields: bucket, map, width, height, start x, "
                             "start y, goal x, goal y, length",
                             fields, FIELDS);
    if (!read_name(r, &source, fields - FIELDS + 1, &q) || !read_numbers(r, &source, &q))
        return false;
    scen *out = r->out;
    wend_array(scen_query) list = {out->queries, out->count, out->capacity};
    bool good = wend_array_reserve(&list, NULL, 1);
    out->queries = list.data;
    out->capacity = list.capacity;
    if (!good)
        return problem_no_memory(r->problems);
    out->queries[out->count++] = q;
    return true;
}

static bool read_header(scen_reader *r, size_t *at)
{
    tokens source = {.t = r->t};
    token word;
    double version;
    token_next(&source, &word);
    if (!token_is(word, "version"))
        return token_problem(&source, word, r->problems,
                             "this is no list of queries: it must start with 'version 1'");
    if (!token_number(&source, r->problems, "the version", &version))
        return false;
    if (version != 1)
        return token_problem(&source, source.last, r->problems,
                             "version %g of the format is not known: wend reads version 1",
                             version);
    *at = source.at;
    return true;
}

bool scen_read(const text *t, scen *out, problem_list *problems)
{
    *out = (scen){0};
    scen_reader r = {t, problems, out};
    size_t at = 0;
    bool good = read_header(&r, &at);
    while (good && at < t->size) {
        line l = take_line(t, at);
        size_t fields = count_fields(&l);
        good = fields == 0 || read_query(&r, &l, fields);
        at = l.t.size + 1;
    }
    if (!good)
        scen_free(out);
    return good;
}

bool scen_load(const char *path, scen *out, problem_list *problems)
{
    text t;
    if (!text_read_file(path, &t, problems))
        return false;
    bool good = scen_read(&t, out, problems);
    text_free(&t);
    return good;
}

void scen_free(scen *s)
{
    pool_free(&s->memory);
    wend_release(NULL, s->queries, s->capacity, sizeof *s->queries);
    *s = (scen){0};
}

// ---- places -------------------------------------------------------------------------------------

static double scaled(double value, double meant, double real)
{
    return meant > 0 && meant != real ? value * (real / meant) : value;
}

wend_vec2 scen_place(const scene *s, const scen_query *query, wend_vec2 place)
{
    if (s->flipped > 0) {
        wend_box box = wend_box_of(s->bounds, s->bounds_count);
        place.x = scaled(place.x, query->width, box.max.x - box.min.x);
        place.y = s->flipped - scaled(place.y, query->height, s->flipped);
    }
    return (wend_vec2){place.x - s->origin.x, place.y - s->origin.y};
}
