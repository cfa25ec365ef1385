// SPDX-License-Identifier: MIT
// Useful cells of a flow. A stream line of level c leads from source to sink if the region above c
// on one side of it is connected to the top (obstacles above c included), and the region below c on
// the other side to the bottom. Cells and bodies are therefore added in decreasing order of level
// and joined with their added neighbours (union-find): a cell that is joined with the top when it
// is tested lies on the border of the region above. A second pass in increasing order tests the
// connection to the bottom.
//
// wend_flow_is_useful computes the same for a single point by tracing its stream line.
#include "flow/useful_cells.h"

#include "flow/flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Number of buckets by which levels are sorted.
enum { BUCKETS = 1 << 18 };

/// On a crest a cell may be higher than all adjacent cells although the line through it continues.
/// It is therefore tested only after all items down to this many cell sides below it are added.
#define CREST_CELLS 1.0

static bool cell_at(const wend_flow_cells *frame, wend_vec2 p, size_t *cell)
{
    double column = floor((p.x - frame->box.min.x) / frame->cell);
    double row = floor((p.y - frame->box.min.y) / frame->cell);
    if (!(column >= 0 && row >= 0 && column < frame->columns && row < frame->rows))
        return false;
    *cell = (size_t)row * frame->columns + (size_t)column;
    return true;
}

bool wend_flow_cell_is_useful(const wend_flow_cells *cells, wend_vec2 p)
{
    size_t cell;
    return cell_at(cells, p, &cell) && cells->is_useful[cell];
}

// ---- joining ------------------------------------------------------------------------------------

/// Contact of a cell with the wall of a body.
typedef struct contact {
    uint32_t cell, body;
} contact;

typedef struct flood {
    const wend_flow *flow;
    const wend_flow_cells *cells;
    size_t count; ///< number of cells; the items of bodies follow those of cells
    const wend_flow_body *bodies;
    uint32_t body_count;
    uint32_t *parent;             ///< [count + body_count] UINT32_MAX: not added yet
    uint32_t *order;              ///< [count + body_count] items by decreasing level
    uint32_t *touched;            ///< [count] a body beside the cell; UINT32_MAX: none
    wend_array(contact) contacts; ///< sorted by body
    size_t total;                 ///< items in the order, without cells outside the domain
} flood;

static double level_of(const flood *f, uint32_t item)
{
    return item < f->count ? f->cells->level[item] : f->bodies[item - f->count].level;
}

static uint32_t find(const flood *f, uint32_t item)
{
    while (f->parent[item] != item) {
        f->parent[item] = f->parent[f->parent[item]];
        item = f->parent[item];
    }
    return item;
}

static void join(flood *f, uint32_t a, uint32_t b)
{
    if (f->parent[b] == UINT32_MAX)
        return;
    a = find(f, a);
    b = find(f, b);
    f->parent[a < b ? b : a] = a < b ? a : b;
}

static int compare_contacts(const void *a, const void *b)
{
    const contact *c = a, *d = b;
    return (c->body > d->body) - (c->body < d->body);
}

/// Records the cells along the free side of a wall.
static bool note_wall(flood *f, const wend_map_root *root)
{
    double x = root->b.x - root->a.x, y = root->b.y - root->a.y, length = sqrt(x * x + y * y);
    double cell = f->cells->cell, steps = ceil(2 * length / cell) + 1;
    for (double i = 0; i <= steps; ++i)
        for (int away = 1; away <= 2; ++away) {
            double off = length > 0 ? 0.5 * away * cell / length : 0;
            wend_vec2 p = {root->a.x + x * i / steps - y * off,
                           root->a.y + y * i / steps + x * off};
            size_t at;
            if (!cell_at(f->cells, p, &at) || f->cells->level[at] < 0)
                continue;
            if (!wend_array_reserve(&f->contacts, &f->flow->allocator, 1))
                return false;
            f->contacts.data[f->contacts.count++] = (contact){(uint32_t)at, root->source};
            f->touched[at] = root->source;
        }
    return true;
}

static bool note_walls(flood *f)
{
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(f->flow->map, &count);
    for (size_t i = 0; i < f->count; ++i)
        f->touched[i] = UINT32_MAX;
    for (uint32_t i = 0; i < count; ++i)
        if (roots[i].source != WEND_MAP_NONE && roots[i].parent == WEND_MAP_NONE &&
            !note_wall(f, &roots[i]))
            return false;
    if (f->contacts.count > 0)
        qsort(f->contacts.data, f->contacts.count, sizeof *f->contacts.data, compare_contacts);
    return true;
}

/// Sorts cells and bodies by decreasing level, up to the width of a bucket. False: out of memory.
static bool sort_items(flood *f)
{
    uint32_t *ends = wend_allocate(&f->flow->allocator, BUCKETS + 1, sizeof *ends);
    if (!ends)
        return false;
    memset(ends, 0, (BUCKETS + 1) * sizeof *ends);
    double scale = f->cells->highest > 0 ? (BUCKETS - 1) / f->cells->highest : 0;
    size_t all = f->count + f->body_count;
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t i = 0; i < all; ++i) {
            double level = level_of(f, i);
            if (!(level >= 0 && isfinite(level)))
                continue;
            uint32_t bucket = BUCKETS - 1 - (uint32_t)fmin(level * scale, BUCKETS - 1);
            if (pass == 0)
                ++ends[bucket + 1];
            else
                f->order[ends[bucket]++] = i;
        }
        for (int i = 0; pass == 0 && i < BUCKETS; ++i)
            ends[i + 1] += ends[i];
        if (pass == 0)
            f->total = ends[BUCKETS];
    }
    wend_release(&f->flow->allocator, ends, BUCKETS + 1, sizeof *ends);
    return true;
}

/// Item at a position in the order; for sign -1 in the reverse order.
static uint32_t nth(const flood *f, int sign, size_t number)
{
    return f->order[sign > 0 ? number : f->total - 1 - number];
}

static void add_cell(flood *f, uint32_t cell)
{
    uint32_t columns = f->cells->columns, rows = f->cells->rows;
    uint32_t column = cell % columns, row = cell / columns;
    for (uint32_t y = row > 0 ? row - 1 : 0; y <= row + 1 && y < rows; ++y)
        for (uint32_t x = column > 0 ? column - 1 : 0; x <= column + 1 && x < columns; ++x)
            join(f, cell, y * columns + x);
    if (f->touched[cell] != UINT32_MAX)
        join(f, cell, (uint32_t)f->count + f->touched[cell]);
}

static void add_body(flood *f, uint32_t body)
{
    size_t from = 0, to = f->contacts.count;
    while (from < to) { // the first contact of the body
        size_t middle = from + (to - from) / 2;
        if (f->contacts.data[middle].body < body)
            from = middle + 1;
        else
            to = middle;
    }
    for (; from < f->contacts.count && f->contacts.data[from].body == body; ++from)
        join(f, (uint32_t)f->count + body, f->contacts.data[from].cell);
}

/// Adds all items in order and clears is_useful of cells that are not joined with a body when they
/// are tested. sign: 1 in decreasing order of level, -1 in increasing order.
static void run(flood *f, int sign, uint32_t body, bool *is_useful)
{
    double behind = CREST_CELLS * f->cells->cell;
    uint32_t goal = (uint32_t)f->count + body;
    size_t tested = 0;
    for (size_t i = 0; i < f->count + f->body_count; ++i)
        f->parent[i] = UINT32_MAX;
    for (size_t i = 0; i <= f->total; ++i) {
        double level = i < f->total ? sign * level_of(f, nth(f, sign, i)) : -INFINITY;
        for (; tested < i && sign * level_of(f, nth(f, sign, tested)) > level + behind; ++tested) {
            uint32_t cell = nth(f, sign, tested);
            if (cell < f->count &&
                (f->parent[goal] == UINT32_MAX || find(f, cell) != find(f, goal)))
                is_useful[cell] = false;
        }
        if (i == f->total)
            break;
        uint32_t item = nth(f, sign, i);
        f->parent[item] = item;
        if (item < f->count)
            add_cell(f, item);
        else
            add_body(f, item - (uint32_t)f->count);
    }
}

/// Fills is_useful. False: out of memory.
static bool find_useful(const wend_flow *flow, wend_flow_cells *cells)
{
    flood f = {.flow = flow, .cells = cells, .bodies = flow->bodies.data};
    f.count = (size_t)cells->columns * cells->rows;
    f.body_count = (uint32_t)flow->bodies.count;
    size_t all = f.count + f.body_count, size = 2 * all + f.count;
    uint32_t *memory = wend_allocate(&flow->allocator, size, sizeof *memory);
    if (memory) {
        f.parent = memory;
        f.order = memory + all;
        f.touched = memory + 2 * all;
    }
    bool good = memory && note_walls(&f) && sort_items(&f);
    if (good) {
        bool from_top = f.bodies[WEND_FLOW_TOP].from.from == WEND_FLOW_TOP;
        uint32_t start = from_top ? WEND_FLOW_TOP : WEND_FLOW_BOTTOM;
        uint32_t end = WEND_FLOW_BOTTOM + WEND_FLOW_TOP - start;
        for (size_t i = 0; i < f.count; ++i)
            cells->is_useful[i] = cells->level[i] >= 0 && cells->level[i] <= f.bodies[end].level;
        run(&f, 1, end, cells->is_useful);
        run(&f, -1, start, cells->is_useful);
    }
    wend_release(&flow->allocator, memory, size, sizeof *memory);
    wend_array_free(&f.contacts, &flow->allocator);
    return good;
}

wend_result wend_flow_paint(const wend_flow *flow, wend_flow_cells *cells, wend_error *error)
{
    size_t count = (size_t)cells->columns * cells->rows;
    const wend_map_raster raster = {.box = cells->box,
                                    .width = cells->columns,
                                    .height = cells->rows,
                                    .distance = cells->level};
    wend_result result = wend_map_paint(flow->map, &raster, NULL, error);
    cells->highest = -1;
    for (size_t i = 0; result == WEND_OK && i < count; ++i)
        cells->highest = fmax(cells->highest, cells->level[i]);
    if (result == WEND_OK && !find_useful(flow, cells))
        result = wend_fail_memory(error);
    return result;
}
