// SPDX-License-Identifier: MIT
#include "formats/scen.h"

#include "base/tokens.h"
#include "core/array.h"
#include "wend/geometry.h"

#include <string.h>

/// Fields per line: the bucket, the map, and seven numbers.
enum { NUMBERS = 7, FIELDS = 2 + NUMBERS };

#define MOST_BUCKETS ((uint64_t)UINT32_MAX)

static const char *const number_names[NUMBERS] = {
    "the map's width", "the map's height", "the start's x", "the start's y",
    "the goal's x",    "the goal's y",     "the length",
};

// The text up to the end of the line that starts at `start`, so that positions are right.
static text text_to_line_end(const text *t, size_t start)
{
    const char *newline = memchr(t->data + start, '\n', t->size - start);
    return (text){t->data, newline ? (size_t)(newline - t->data) : t->size};
}

static size_t count_fields(tokens line)
{
    token word;
    size_t count = 0;
    while (token_next(&line, &word))
        ++count;
    return count;
}

// The map's name: the words between the bucket and the numbers. Most lines have the same name.
static void read_name(scen *out, tokens *source, size_t words, scen_query *q)
{
    token first = {0}, last = {0};
    for (size_t i = 0; i < words; ++i)
        token_next(source, i == 0 ? &first : &last);
    if (words == 1)
        last = first;
    size_t size = last.offset + last.size - first.offset;
    const char *before = out->count > 0 ? out->queries[out->count - 1].map : "";
    if (strlen(before) == size && memcmp(before, first.bytes, size) == 0) {
        q->map = before;
        return;
    }
    char *name = pool_string(&out->memory, first.bytes, size);
    q->map = name;
    if (name)
        make_plain(name);
    else
        token_no_memory(source);
}

static void read_numbers(tokens *source, scen_query *q)
{
    double *numbers[NUMBERS] = {&q->width,  &q->height, &q->start.x, &q->start.y,
                                &q->goal.x, &q->goal.y, &q->optimal};
    for (int i = 0; i < NUMBERS; ++i) {
        *numbers[i] = token_coordinate(source, number_names[i]);
        if (i < 2 && *numbers[i] < 0)
            token_problem(source, source->last, "%s is negative", number_names[i]);
    }
}

static bool read_query(scen *out, tokens source, size_t fields)
{
    scen_query q = {.bucket = (uint32_t)token_whole(&source, "the bucket", MOST_BUCKETS)};
    if (fields < FIELDS)
        return token_problem(&source, source.last,
                             "this line has %zu of %d fields: bucket, map, width, height, start x, "
                             "start y, goal x, goal y, length",
                             fields, FIELDS);
    read_name(out, &source, fields - FIELDS + 1, &q);
    read_numbers(&source, &q);
    if (source.failed)
        return false;
    wend_array(scen_query) list = {out->queries, out->count, out->capacity};
    bool good = wend_array_push(&list, NULL, q) || token_no_memory(&source);
    out->queries = list.data;
    out->count = list.count;
    out->capacity = list.capacity;
    return good;
}

static bool read_header(tokens *source)
{
    token word;
    token_next(source, &word);
    if (!token_is(word, "version"))
        return token_problem(source, word, "not a list of queries: it must start with 'version 1'");
    double version = token_number(source, "the version");
    if (version != 1)
        token_problem(source, source->last, "unknown format version %g (expected 1)", version);
    return !source->failed;
}

bool scen_read(const text *t, scen *out, problem_list *problems)
{
    *out = (scen){0};
    tokens source = {.t = t, .problems = problems};
    bool good = read_header(&source);
    for (size_t at = source.at; good && at < t->size;) {
        text to_end = text_to_line_end(t, at);
        tokens line = {.t = &to_end, .problems = problems, .at = at};
        size_t fields = count_fields(line);
        good = fields == 0 || read_query(out, line, fields);
        at = to_end.size + 1;
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

// ---- positions ----------------------------------------------------------------------------------

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
