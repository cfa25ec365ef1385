// SPDX-License-Identifier: MIT
// Density and speed as cells: sums over the rows of all frames, by count or spread by a Gaussian.
#include "measure/map.h"

#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

/// A length that is a whole number of cells but for this much of a cell is taken for it.
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

/// What rows are added up in.
typedef struct sums {
    measure_map *map;
    double *weights; ///< [width * height]
    double *values;  ///< the same, times the speed; NULL: density is asked for
    double sigma;    ///< of the Gaussian; 0: classic
    double *along;   ///< [width] its part for each column
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

/// The cell of a place on an axis, counted from the map's border; the far border is in the last
/// cell. False: it is not on the map.
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

static void add(sums *s, uint32_t column, uint32_t row, double weight, double value)
{
    size_t i = (size_t)row * s->map->width + column;
    s->weights[i] += weight;
    if (s->values)
        s->values[i] += weight * value;
}

static void add_classic(sums *s, wend_vec2 at, double value)
{
    const measure_map *m = s->map;
    uint32_t column, row;
    if (find_cell(at.x - m->origin.x, m->cell, m->width, &column) &&
        find_cell(at.y - m->origin.y, m->cell, m->height, &row))
        add(s, column, row, 1, value);
}

static double gauss(double distance, double sigma)
{
    double x = distance / sigma;
    return exp(-x * x / 2) / (sigma * sqrt(2 * PI));
}

/// The cells of an axis whose middles are within reach of a place, first to one past the last.
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
    const measure_map *m = s->map;
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
            add(s, column, row, across * s->along[column], value);
    }
}

/// Adds all rows of the frames asked for, as they lie in memory.
static void add_rows(const recording *r, const measure_map_rule *rule, sums *s)
{
    for (size_t row = 0; row < r->row_count; ++row) {
        uint32_t frame = r->frames[row];
        if (frame < rule->first || frame > rule->last || (frame - rule->first) % rule->every != 0)
            continue;
        double value = s->values ? measure_speed(r, row, rule->window) : 0;
        if (isnan(value))
            continue;
        if (s->sigma > 0)
            add_gaussian(s, r->at[row], value);
        else
            add_classic(s, r->at[row], value);
    }
}

/// How many frames are asked for, those without anybody too.
static uint64_t count_frames(const recording *r, const measure_map_rule *rule)
{
    if (rule->first >= r->frame_count || rule->first > rule->last)
        return 0;
    uint32_t last = rule->last < r->frame_count ? rule->last : r->frame_count - 1;
    return (uint64_t)(last - rule->first) / rule->every + 1;
}

/// From sums to means, in the weights' place.
static void finish(sums *s, uint64_t frames)
{
    measure_map *m = s->map;
    double cell_area = s->sigma > 0 ? 1 : m->cell * m->cell;
    for (size_t i = 0; i < (size_t)m->width * m->height; ++i) {
        double *value = &s->weights[i];
        if (s->values)
            *value = *value > 0 ? s->values[i] / *value : NAN;
        else
            *value = frames > 0 ? *value / (cell_area * (double)frames) : NAN;
        m->least = fmin(m->least, *value);
        m->most = fmax(m->most, *value);
    }
    m->values = s->weights;
}

bool measure_make_map(const recording *r, const measure_map_rule *rule, measure_map *out)
{
    lay_out(r, rule, out);
    size_t cells = (size_t)out->width * out->height;
    sums s = {.map = out, .sigma = rule->width / (2 * sqrt(2 * log(2)))};
    bool speed = rule->kind == MEASURE_SPEED;
    s.weights = calloc(cells, sizeof *s.weights);
    s.values = speed ? calloc(cells, sizeof *s.values) : NULL;
    s.along = malloc(out->width * sizeof *s.along);
    bool done = s.weights && (s.values || !speed) && s.along;
    if (done) {
        add_rows(r, rule, &s);
        finish(&s, count_frames(r, rule));
    } else {
        free(s.weights);
    }
    free(s.values);
    free(s.along);
    if (!done)
        *out = (measure_map){0};
    return done;
}

void measure_map_free(measure_map *map)
{
    free(map->values);
    *map = (measure_map){0};
}
