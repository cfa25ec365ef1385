// SPDX-License-Identifier: MIT
// Classic density and mean speed in an area, and the fundamental diagram.
#include "measure/area.h"

#include "measure/inside.h"

#include <math.h>
#include <stdlib.h>

/// Adds a row to its frame. Until all are added, density counts the rows with a speed.
static void add(const recording *r, size_t row, measure_window window, measure_moment *moment)
{
    ++moment->count;
    double speed = measure_speed(r, row, window);
    if (isnan(speed))
        return;
    moment->speed += speed;
    ++moment->density;
}

void measure_moments(const recording *r, measure_area area, measure_window window,
                     measure_moment *moments)
{
    measure_inside inside = measure_inside_of(area);
    for (uint32_t f = 0; f < r->frame_count; ++f)
        moments[f] = (measure_moment){0};
    // In memory order: iterating by frame takes ten times as long.
    for (size_t row = 0; row < r->row_count; ++row)
        if (measure_is_inside(&inside, r->at[row]))
            add(r, row, window, &moments[r->frames[row]]);
    for (uint32_t f = 0; f < r->frame_count; ++f) {
        measure_moment *m = &moments[f];
        m->speed = m->density > 0 ? m->speed / m->density : NAN;
        m->density = m->count / inside.size;
    }
}

/// A moment and its bin.
typedef struct sorted_moment {
    double bin;
    size_t number;
} sorted_moment;

static int by_bin(const void *a, const void *b)
{
    const sorted_moment *x = a, *y = b;
    if (x->bin != y->bin)
        return x->bin < y->bin ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static measure_bin summarise(const measure_moment *moments, const sorted_moment *sorted,
                             size_t count, double width)
{
    double speed = 0, flow = 0, squares = 0;
    for (size_t i = 0; i < count; ++i) {
        const measure_moment *m = &moments[sorted[i].number];
        speed += m->speed;
        flow += m->density * m->speed;
    }
    speed /= (double)count;
    for (size_t i = 0; i < count; ++i) {
        double off = moments[sorted[i].number].speed - speed;
        squares += off * off;
    }
    return (measure_bin){
        .density = (sorted[0].bin + 0.5) * width,
        .speed = speed,
        .deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : NAN,
        .flow = flow / (double)count,
        .count = count,
    };
}

static bool collect_bins(const measure_moment *moments, const sorted_moment *sorted, size_t count,
                         double width, measure_bins *out)
{
    for (size_t first = 0, end = 0; first < count; first = end) {
        while (end < count && sorted[end].bin == sorted[first].bin)
            ++end;
        if (!wend_array_reserve(&out->items, NULL, 1))
            return false;
        out->items.data[out->items.count++] =
            summarise(moments, sorted + first, end - first, width);
    }
    return true;
}

/// A density that is a whole number of widths, except for rounding, belongs to the bin above.
#define BIN_ROUNDING 1e-9

bool measure_find_bins(const measure_moment *moments, size_t count, double width, measure_bins *out)
{
    *out = (measure_bins){0};
    sorted_moment *sorted = malloc((count > 0 ? count : 1) * sizeof *sorted);
    if (!sorted)
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (!isnan(moments[i].speed))
            sorted[kept++] = (sorted_moment){floor(moments[i].density / width + BIN_ROUNDING), i};
    qsort(sorted, kept, sizeof *sorted, by_bin);
    bool done = collect_bins(moments, sorted, kept, width, out);
    free(sorted);
    if (!done)
        measure_bins_free(out);
    return done;
}

void measure_bins_free(measure_bins *bins)
{
    wend_array_free(&bins->items, NULL);
}

double measure_weidmann(double density)
{
    const double free_speed = 1.34, shape = 1.913, jam = 5.4;
    if (density <= 0)
        return free_speed;
    return density < jam ? free_speed * (1 - exp(-shape * (1 / density - 1 / jam))) : 0;
}
