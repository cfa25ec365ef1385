// SPDX-License-Identifier: MIT
#include "measure/parts.h"

#include "scene/build/floor.h"
#include "wend/geometry.h"
#include "wend/mesh.h"

#include <math.h>
#include <stdlib.h>

/// Maximum number of grid cells per side.
#define MOST_ACROSS 1024.0

// ---- from a mesh --------------------------------------------------------------------------------

/// Placeholder for an open side until its neighbour is known.
#define UNKNOWN_PART (MEASURE_NO_PART - 1)

/// Parts collected so far.
typedef struct taking {
    measure_parts *parts;
    bool enough; ///< false: out of memory
} taking;

static bool add_part(void *context, const wend_vec2 *points, const bool *walls, uint32_t count)
{
    taking *t = context;
    measure_parts *parts = t->parts;
    t->enough = wend_array_reserve(&parts->items, NULL, 1) &&
                wend_array_reserve(&parts->sides, NULL, count);
    if (!t->enough)
        return false;
    uint32_t first = (uint32_t)parts->sides.count;
    for (uint32_t i = 0; i < count; ++i)
        parts->sides.data[parts->sides.count++] =
            (measure_side){points[i], walls[i] ? MEASURE_NO_PART : UNKNOWN_PART};
    wend_box box = wend_box_of(points, count);
    parts->items.data[parts->items.count++] = (measure_part){first, count, box};
    parts->box = wend_box_join(parts->box, box);
    if (count > parts->most_sides)
        parts->most_sides = count;
    return true;
}

/// A side by its ends in a fixed order, so that both parts have the same key.
typedef struct open_side {
    wend_vec2 low, high;
    uint32_t part, side;
} open_side;

static int by_place(wend_vec2 a, wend_vec2 b)
{
    return a.x != b.x ? (a.x < b.x ? -1 : 1) : (a.y > b.y) - (a.y < b.y);
}

static int by_ends(const void *a, const void *b)
{
    const open_side *s = a, *t = b;
    int order = by_place(s->low, t->low);
    if (order == 0)
        order = by_place(s->high, t->high);
    return order != 0 ? order : (s->side > t->side) - (s->side < t->side);
}

static size_t collect_open(const measure_parts *parts, open_side *open)
{
    size_t count = 0;
    for (uint32_t i = 0; i < parts->items.count; ++i) {
        const measure_part *part = &parts->items.data[i];
        const measure_side *sides = parts->sides.data + part->first;
        for (uint32_t k = 0; k < part->count; ++k) {
            if (sides[k].beyond == MEASURE_NO_PART)
                continue;
            wend_vec2 a = sides[k].at, b = sides[k + 1 < part->count ? k + 1 : 0].at;
            bool ordered = by_place(a, b) < 0;
            open[count++] = (open_side){ordered ? a : b, ordered ? b : a, i, part->first + k};
        }
    }
    return count;
}

/// Links the two parts at every side that is not a wall.
static bool link_parts(measure_parts *parts)
{
    open_side *open = malloc((parts->sides.count + 1) * sizeof *open);
    if (!open)
        return false;
    size_t count = collect_open(parts, open);
    qsort(open, count, sizeof *open, by_ends);
    for (size_t i = 0; i < count; ++i)
        parts->sides.data[open[i].side].beyond = MEASURE_NO_PART;
    for (size_t i = 0; i + 1 < count; ++i) {
        const open_side *a = &open[i], *b = &open[i + 1];
        if (by_place(a->low, b->low) == 0 && by_place(a->high, b->high) == 0) {
            parts->sides.data[a->side].beyond = b->part;
            parts->sides.data[b->side].beyond = a->part;
        }
    }
    free(open);
    return true;
}

static wend_result parts_of_mesh(const scene *s, wend_box around, measure_parts *out,
                                 wend_error *error)
{
    wend_floor *floor = NULL;
    wend_mesh *mesh = NULL;
    uint32_t defects;
    wend_result result = scene_floor(s, &floor, error);
    if (result == WEND_OK)
        result = wend_floor_validate(floor, NULL, 0, &defects, error);
    if (result == WEND_OK) {
        wend_mesh_def def = wend_default_mesh_def();
        def.frame = wend_box_join(around, wend_floor_box(floor));
        result = wend_mesh_create(floor, &def, &mesh, error);
    }
    taking t = {out, true};
    if (result == WEND_OK) {
        out->tolerance = wend_mesh_tolerance(mesh);
        result = wend_mesh_cells(mesh, add_part, &t);
    }
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
    return t.enough ? result : WEND_OUT_OF_MEMORY;
}

static bool part_of_box(wend_box box, measure_parts *out)
{
    out->tolerance = wend_tolerance(box);
    const wend_vec2 ring[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    return add_part(&(taking){out, true}, ring, (const bool[]){true, true, true, true}, 4);
}

// ---- grid ---------------------------------------------------------------------------------------

static uint32_t lane(double from_border, double per_side, uint32_t lanes)
{
    double at = from_border * per_side;
    return at > 0 ? at < lanes ? (uint32_t)at : lanes - 1 : 0;
}

/// Range of grid cells, inclusive.
typedef struct range {
    uint32_t left, right, bottom, top;
} range;

static range range_of(const measure_parts *parts, wend_box box)
{
    wend_vec2 from = parts->box.min;
    return (range){lane(box.min.x - from.x, parts->per_side, parts->columns),
                   lane(box.max.x - from.x, parts->per_side, parts->columns),
                   lane(box.min.y - from.y, parts->per_side, parts->rows),
                   lane(box.max.y - from.y, parts->per_side, parts->rows)};
}

/// Counts the parts in each cell (numbers NULL), or stores them at starts, which advances.
static size_t list_parts(const measure_parts *parts, uint32_t *starts, uint32_t *numbers)
{
    size_t count = 0;
    for (uint32_t i = 0; i < parts->items.count; ++i) {
        range r = range_of(parts, parts->items.data[i].box);
        for (uint32_t row = r.bottom; row <= r.top; ++row)
            for (uint32_t column = r.left; column <= r.right; ++column, ++count) {
                uint32_t *start = &starts[(size_t)row * parts->columns + column];
                if (numbers)
                    numbers[*start] = i;
                ++*start;
            }
    }
    return count;
}

static bool sort_parts(measure_parts *parts)
{
    double width = parts->box.max.x - parts->box.min.x,
           height = parts->box.max.y - parts->box.min.y;
    double longer = fmax(width, height), wanted = fmax((double)parts->items.count, 1);
    double side = fmax(sqrt(width * height / wanted), longer / fmin(wanted, MOST_ACROSS));
    parts->per_side = side > 0 ? 1 / side : 0;
    parts->columns = (uint32_t)(width * parts->per_side) + 1;
    parts->rows = (uint32_t)(height * parts->per_side) + 1;
    size_t cells = (size_t)parts->columns * parts->rows;
    if (!wend_array_reserve(&parts->starts, NULL, cells + 1))
        return false;
    uint32_t *starts = parts->starts.data;
    for (size_t i = 0; i <= cells; ++i)
        starts[i] = 0;
    size_t count = list_parts(parts, starts + 1, NULL);
    if (count > UINT32_MAX || !wend_array_reserve(&parts->numbers, NULL, count))
        return false;
    for (size_t i = 0; i < cells; ++i)
        starts[i + 1] += starts[i];
    list_parts(parts, starts, parts->numbers.data);
    // Each start has advanced to the next one.
    for (size_t i = cells; i > 0; --i)
        starts[i] = starts[i - 1];
    starts[0] = 0;
    parts->starts.count = cells + 1;
    parts->numbers.count = count;
    return true;
}

bool measure_parts_make(const scene *floor, wend_box around, measure_parts *out,
                        problem_list *problems)
{
    *out = (measure_parts){.box = wend_box_empty()};
    wend_error error = {0};
    wend_result result = floor                      ? parts_of_mesh(floor, around, out, &error)
                         : part_of_box(around, out) ? WEND_OK
                                                    : WEND_OUT_OF_MEMORY;
    if (result != WEND_OK && result != WEND_OUT_OF_MEMORY) {
        problem_add(problems, "invalid floor, Voronoi cells are unknown: %s",
                    wend_error_text(&error));
        out->items.count = out->sides.count = 0;
        out->box = (wend_box){{0, 0}, {0, 0}};
        result = WEND_OK;
    }
    if (result == WEND_OK && link_parts(out) && sort_parts(out))
        return true;
    measure_parts_free(out);
    return problem_no_memory(problems);
}

void measure_parts_free(measure_parts *parts)
{
    wend_array_free(&parts->items, NULL);
    wend_array_free(&parts->sides, NULL);
    wend_array_free(&parts->starts, NULL);
    wend_array_free(&parts->numbers, NULL);
    *parts = (measure_parts){0};
}

// ---- point location -----------------------------------------------------------------------------

static bool contains(const measure_parts *parts, uint32_t number, wend_vec2 p)
{
    const measure_part *part = &parts->items.data[number];
    const measure_side *sides = parts->sides.data + part->first;
    if (p.x < part->box.min.x || p.x > part->box.max.x || p.y < part->box.min.y ||
        p.y > part->box.max.y)
        return false;
    for (uint32_t i = 0, before = part->count - 1; i < part->count; before = i++)
        if (wend_orient2d(sides[before].at, sides[i].at, p) < 0)
            return false;
    return true;
}

/// Distance of a point outside to the nearest side of a part.
static double distance_to(const measure_parts *parts, uint32_t number, wend_vec2 p)
{
    const measure_part *part = &parts->items.data[number];
    const measure_side *sides = parts->sides.data + part->first;
    double nearest = INFINITY;
    for (uint32_t i = 0, before = part->count - 1; i < part->count; before = i++)
        nearest =
            fmin(nearest, wend_segment_distance((wend_segment){sides[before].at, sides[i].at}, p));
    return nearest;
}

static uint32_t nearest_part(const measure_parts *parts, wend_vec2 p, double astray)
{
    uint32_t found = MEASURE_NO_PART;
    double nearest = INFINITY;
    range r =
        range_of(parts, (wend_box){{p.x - astray, p.y - astray}, {p.x + astray, p.y + astray}});
    for (uint32_t row = r.bottom; row <= r.top; ++row)
        for (uint32_t column = r.left; column <= r.right; ++column) {
            const uint32_t *starts = parts->starts.data + (size_t)row * parts->columns + column;
            for (uint32_t i = starts[0]; i < starts[1]; ++i) {
                double distance = distance_to(parts, parts->numbers.data[i], p);
                if (distance <= astray && distance < nearest) {
                    nearest = distance;
                    found = parts->numbers.data[i];
                }
            }
        }
    return found;
}

uint32_t measure_parts_locate(const measure_parts *parts, wend_vec2 p, uint32_t near, double astray)
{
    if (near < parts->items.count && contains(parts, near, p))
        return near;
    if (parts->items.count == 0)
        return MEASURE_NO_PART;
    range r = range_of(parts, (wend_box){p, p});
    const uint32_t *starts = parts->starts.data + (size_t)r.bottom * parts->columns + r.left;
    for (uint32_t i = starts[0]; i < starts[1]; ++i)
        if (contains(parts, parts->numbers.data[i], p))
            return parts->numbers.data[i];
    return nearest_part(parts, p, astray);
}
