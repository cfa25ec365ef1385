// SPDX-License-Identifier: MIT
// Reads the maps of the MovingAI benchmarks (Sturtevant, "Benchmarks for grid-based pathfinding",
// 2012): four header lines, then one line of characters for each row of cells, from the top down.
//
// A cell is one metre wide. The file counts rows downwards and wend's y points up: the cell in row
// r and column c covers x from c to c + 1 and y from height - 1 - r to height - r.
#include "base/tokens.h"
#include "formats/formats.h"
#include "formats/grid.h"

#include <string.h>

typedef struct header {
    uint64_t width, height;
} header;

// Reads keys, which may be in any order, up to "map". False with a problem.
static bool read_header(tokens *source, header *h)
{
    enum { TYPE, HEIGHT, WIDTH, KEYS };
    static const char *const keys[KEYS] = {"type", "height", "width"};
    bool has[KEYS] = {false};
    token key, word;
    while (token_next(source, &key) && !token_is(key, "map")) {
        int k = 0;
        while (k < KEYS && !token_is(key, keys[k]))
            ++k;
        if (k == KEYS)
            return token_problem(source, key,
                                 "not a MovingAI map: expected 'type', 'height', 'width' or 'map'");
        if (has[k])
            return token_problem(source, key, "'%s' is given twice", keys[k]);
        has[k] = true;
        if (k == HEIGHT)
            h->height = token_whole(source, "the height", GRID_MAX_CELLS);
        else if (k == WIDTH)
            h->width = token_whole(source, "the width", GRID_MAX_CELLS);
        else if (!token_next(source, &word))
            token_problem(source, word, "the file ends where the type is expected");
        if (source->failed)
            return false;
    }
    if (key.size == 0)
        return token_problem(source, key,
                             "the file ends in the header: it needs lines 'type octile', 'height "
                             "H', 'width W' and 'map'");
    return (has[WIDTH] && has[HEIGHT]) || token_problem(source, key, "'%s' is missing before 'map'",
                                                        has[WIDTH] ? "height" : "width");
}

// End of the line that starts at `start`, without its line break.
static size_t line_end(const text *t, size_t start)
{
    const char *newline = memchr(t->data + start, '\n', t->size - start);
    size_t end = newline ? (size_t)(newline - t->data) : t->size;
    return end > start && t->data[end - 1] == '\r' ? end - 1 : end;
}

static size_t next_line(const text *t, size_t end)
{
    if (end < t->size && t->data[end] == '\r')
        ++end;
    return end < t->size ? end + 1 : end;
}

static bool read_row(const text *t, size_t start, size_t end, uint32_t row, grid *g,
                     problem_list *problems)
{
    size_t width = end - start;
    if (start == t->size)
        return text_problem(t, start, problems, "the file ends after %u of %u rows", (unsigned)row,
                            (unsigned)g->height);
    if (width != g->width)
        return text_problem(t, width < g->width ? end : start + g->width, problems,
                            "row %u has %zu cells, but the width is %u", (unsigned)row + 1, width,
                            (unsigned)g->width);
    uint8_t *cells = g->cells + (size_t)(g->height - 1 - row) * g->width;
    for (size_t i = 0; i < width; ++i) {
        char c = t->data[start + i];
        if (c == '.' || c == 'G' || c == 'S')
            cells[i] = 0;
        else if (c == '@' || c == 'O' || c == 'T' || c == 'W')
            cells[i] = 1;
        else
            return text_problem(
                t, start + i, problems,
                "'%c' is not a cell: free cells are . G S, blocked cells are @ O T W",
                c >= ' ' && c <= '~' ? c : '?');
    }
    return true;
}

static bool read_rows(const text *t, size_t start, grid *g, problem_list *problems)
{
    for (uint32_t row = 0; row < g->height; ++row) {
        size_t end = line_end(t, start);
        if (!read_row(t, start, end, row, g, problems))
            return false;
        start = next_line(t, end);
    }
    token rest;
    return !token_next(&(tokens){.t = t, .at = start}, &rest) ||
           text_problem(t, rest.offset, problems,
                        "there is more after the last row: the height is %u", (unsigned)g->height);
}

scene *scene_read_map(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    tokens source = {.t = t, .problems = problems};
    header h = {0};
    if (!read_header(&source, &h))
        return NULL;
    size_t end = line_end(t, source.at);
    for (size_t i = source.at; i < end; ++i)
        if (t->data[i] != ' ' && t->data[i] != '\t') {
            text_problem(t, i, problems, "the rows start on the line after 'map'");
            return NULL;
        }
    grid g;
    scene *s = NULL;
    if (grid_create(h.width, h.height, &g, problems) &&
        read_rows(t, next_line(t, end), &g, problems))
        s = grid_to_scene(&g, grid_unit_frame(), problems);
    if (s)
        s->flipped = (double)h.height;
    grid_free(&g);
    return s;
}
