// SPDX-License-Identifier: MIT
// Density and speed as cells: sums over the rows of all frames, by count or spread by a Gaussian.
#include "measure/map_sums.h"

#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

/// A length within this fraction of a cell of a whole number of cells is taken as that number.
#define WHOLE_CELL 1e-6

measure_map_rule measure_default_map_rule(const recording *r, measure_map_kind kind)
{
    return (measure_map_rule){
        .kind = kind,
        .box = wend_box_empty(),
        .cell = MEASURE_MAP_CELL,
        .first = 0,
        .last = UINT32_MAX,
        .every = 1,
        .window = measure_default_window(r),
    };
}

/// Sums over rows.
typedef struct sums {
    measure_map_sums all;
    double sigma;  ///< standard deviation of the Gaussian; 0: classic
    double *along; ///< [width] its factor for each column
} sums;

static uint32_t cells_along(double length, double cell)
{
    return (uint32_t)fmax(ceil(length / cell - WHOLE_CELL), 1);
}

static void lay_out(const recording *r, const measure_map_rule *rule, measure_map *map)
{
    wend_box box = rule->box.min.x > rule->box.max.x ? recording_box(r) : rule->box;
    if (box.min.x > box.max.x)
        box = (wend_box){{0, 0}, {0, 0}};
    double width = box.max.x - box.min.x, height = box.max.y - box.min.y, cell = rule->cell;
    while ((width / cell + 1) * (height / cell + 1) > (double)MEASURE_MAX_CELLS)
        cell *= 2;
    *map = (measure_map){.origin = box.min,
                         .cell = cell,
                         .width = cells_along(width, cell),
                         .height = cells_along(height, cell),
                         .least = NAN,
                         .most = NAN};
}

/// Cell of a position on an axis, from the map's border; the far border is in the last cell. False:
/// outside the map.
static bool find_cell(double from_border, double cell, uint32_t count, uint32_t *out)
{
    double number = floor(from_border / cell);
    if (number == count && from_border <= cell * (count + WHOLE_CELL))
        number = count - 1.0;
    if (!(number >= 0 && number < count))
        return false;
    *out = (uint32_t)number;
    return true;
}

static void add_classic(sums *s, wend_vec2 at, double value)
{
    const measure_map *m = s->all.map;
    uint32_t column, row;
    if (find_cell(at.x - m->origin.x, m->cell, m->width, &column) &&
        find_cell(at.y - m->origin.y, m->cell, m->height, &row))
        measure_map_add(&s->all, column, row, 1, value);
}

static double gauss(double distance, double sigma)
{
    double x = distance / sigma;
    return exp(-x * x / 2) / (sigma * sqrt(2 * PI));
}

/// Cells of an axis whose centres are within reach of a position, first to one past the last.
static void within(double from_border, double reach, double cell, uint32_t count, uint32_t *first,
                   uint32_t *end)
{
    double low = ceil((from_border - reach) / cell - 0.5);
    double high = floor((from_border + reach) / cell - 0.5) + 1;
    *first = (uint32_t)fmin(fmax(low, 0), count);
    *end = (uint32_t)fmin(fmax(high, *first), count);
}

static void add_gaussian(sums *s, wend_vec2 at, double value)
{
    const measure_map *m = s->all.map;
    wend_vec2 from = {at.x - m->origin.x, at.y - m->origin.y};
    double reach = MEASURE_MAP_REACH * s->sigma;
    uint32_t left, right, low, high;
    within(from.x, reach, m->cell, m->width, &left, &right);
    within(from.y, reach, m->cell, m->height, &low, &high);
    for (uint32_t column = left; column < right; ++column)
        s->along[column] = gauss(from.x - (column + 0.5) * m->cell, s->sigma);
    for (uint32_t row = low; row < high; ++row) {
        double across = gauss(from.y - (row + 0.5) * m->cell, s->sigma);
        for (uint32_t column = left; column < right; ++column)
            measure_map_add(&s->all, column, row, across * s->along[column], value);
    }
}

/// Adds all rows of the selected frames, in memory order.
static void add_rows(const recording *r, const measure_map_rule *rule, sums *s)
{
    for (size_t row = 0; row < r->row_count; ++row) {
        if (!measure_map_wants(rule, r->frames[row]))
            continue;
        double value = s->all.values ? measure_speed(r, row, rule->window) : 0;
        if (isnan(value))
            continue;
        if (s->sigma > 0)
            add_gaussian(s, r->at[row], value);
        else
            add_classic(s, r->at[row], value);
    }
}

/// Number of selected frames, empty ones included.
static uint64_t count_frames(const recording *r, const measure_map_rule *rule)
{
    if (rule->first >= r->frame_count || rule->first > rule->last)
        return 0;
    uint32_t last = rule->last < r->frame_count ? rule->last : r->frame_count - 1;
    return (uint64_t)(last - rule->first) / rule->every + 1;
}

bool measure_map_start(measure_map_sums *s, const recording *r, const measure_map_rule *rule,
                       measure_map *map)
{
    lay_out(r, rule, map);
    size_t cells = (size_t)map->width * map->height;
    bool speed = rule->kind == MEASURE_SPEED;
    *s = (measure_map_sums){
        .map = map,
        .weights = calloc(cells, sizeof *s->weights),
        .values = speed ? calloc(cells, sizeof *s->values) : NULL,
    };
    if (s->weights && (s->values || !speed))
        return true;
    measure_map_give_up(s);
    return false;
}

void measure_map_finish(measure_map_sums *s, const recording *r, const measure_map_rule *rule,
                        double size)
{
    measure_map *m = s->map;
    double frames = (double)count_frames(r, rule);
    for (size_t i = 0; i < (size_t)m->width * m->height; ++i) {
        double *value = &s->weights[i]; // means replace the weights
        if (s->values)
            *value = *value > 0 ? s->values[i] / *value : NAN;
        else
            *value = frames > 0 ? *value / (size * frames) : NAN;
        m->least = fmin(m->least, *value);
        m->most = fmax(m->most, *value);
    }
    m->values = s->weights;
    free(s->values);
}

void measure_map_give_up(measure_map_sums *s)
{
    free(s->weights);
    free(s->values);
    *s->map = (measure_map){0};
}

bool measure_make_map(const recording *r, const measure_map_rule *rule, measure_map *out)
{
    sums s = {.sigma = rule->width / (2 * sqrt(2 * log(2)))};
    if (!measure_map_start(&s.all, r, rule, out))
        return false;
    s.along = malloc(out->width * sizeof *s.along);
    if (!s.along) {
        measure_map_give_up(&s.all);
        return false;
    }
    add_rows(r, rule, &s);
    measure_map_finish(&s.all, r, rule, s.sigma > 0 ? 1 : out->cell * out->cell);
    free(s.along);
    return true;
}

void measure_map_free(measure_map *map)
{
    free(map->values);
    *map = (measure_map){0};
}
