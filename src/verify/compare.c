// SPDX-License-Identifier: MIT
// Charts of several motion models in one: a series of measured data or a limit is drawn once and
// faint, what wend found in one colour per model.
#include "verify/verify.h"

#include <string.h>

/// Opacity of series that are equal with all models, so that those of wend stand out.
#define SHARED_OPACITY 110

/// Series of all models, of which each has several; beyond this a chart is unreadable.
enum { MOST_OWN = 12 };

/// Dash lengths of the series of one model. [Units: points]
static const double dashes[] = {0, 7, 1.5, 3.5};
enum { DASHES = sizeof dashes / sizeof dashes[0] };

wend_colour verify_model_colour(size_t model)
{
    static const wend_colour colours[] = {WEND_VERMILION, WEND_BLUE, WEND_GREEN,    WEND_PURPLE,
                                          WEND_ORANGE,    WEND_SKY,  WEND_DARK_GREY};
    return colours[model % (sizeof colours / sizeof colours[0])];
}

// ---- what is equal ------------------------------------------------------------------------------

static bool equal_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool equal_quantities(const chart *a, const chart *b)
{
    return equal_text(a->title, b->title) && equal_text(a->x.title, b->x.title) &&
           equal_text(a->y.title, b->y.title);
}

static bool equal_series(const chart_series *a, const chart_series *b)
{
    return equal_text(a->name, b->name) && a->mark == b->mark && a->count == b->count &&
           (a->count == 0 || memcmp(a->points, b->points, a->count * sizeof *a->points) == 0);
}

static bool has_series(const chart *c, const chart_series *series)
{
    for (size_t i = 0; i < c->series_count; ++i)
        if (equal_series(&c->series[i], series))
            return true;
    return false;
}

/// The chart of a model; NULL: its test has none with that index.
static const chart *chart_of(const verify_results *r, size_t test, size_t index, size_t model)
{
    const verify_finding *f = verify_result_of(r, test, model);
    return index < f->chart_count ? &f->charts[index] : NULL;
}

/// True if all charts with that index have the series.
static bool is_shared(const verify_results *r, size_t test, size_t index,
                      const chart_series *series)
{
    for (size_t m = 0; m < r->model_count; ++m) {
        const chart *c = chart_of(r, test, index, m);
        if (c && !has_series(c, series))
            return false;
    }
    return true;
}

// ---- merging ------------------------------------------------------------------------------------

/// Adds a copy of a series; false: there are too many.
static bool add(verify_merged *out, const chart_series *series, chart_series **added)
{
    if (out->chart.series_count == VERIFY_MERGED_SERIES)
        return false;
    *added = &out->series[out->chart.series_count++];
    **added = *series;
    return true;
}

/// "orca: four exits", or "orca" if the model has one series only.
static const char *own_name(verify_merged *out, const char *motion, const char *series, bool alone)
{
    char words[200];
    if (alone || !series)
        snprintf(words, sizeof words, "%s", motion);
    else
        snprintf(words, sizeof words, "%s: %s", motion, series);
    return xcheck(pool_string(&out->memory, words, strlen(words)));
}

/// Number of different names of the series of one model, not counting adjacent repetitions.
static size_t count_own(const verify_results *r, size_t test, size_t index, const chart *c)
{
    size_t count = 0;
    const char *last = NULL;
    for (size_t i = 0; i < c->series_count; ++i)
        if (!is_shared(r, test, index, &c->series[i])) {
            count += count == 0 || !equal_text(last, c->series[i].name);
            last = c->series[i].name;
        }
    return count;
}

/// Lines become grey, so that none looks like a model; dots keep their colours, which tell several
/// experiments apart.
static void make_faint(chart_series *series, size_t index, size_t *lines)
{
    if (series->mark == CHART_POINTS)
        series->colour =
            WEND_ALPHA(series->colour ? series->colour : chart_colour(index), SHARED_OPACITY);
    if (series->mark != CHART_LINE && series->mark != CHART_STEPS)
        return;
    series->colour = WEND_ALPHA(WEND_DARK_GREY, SHARED_OPACITY);
    series->dash = dashes[(*lines)++ % DASHES];
}

static bool add_shared(const verify_results *r, size_t test, size_t index, const chart *c,
                       bool faint, verify_merged *out)
{
    size_t lines = 0;
    for (size_t i = 0; i < c->series_count; ++i) {
        chart_series *series;
        if (!is_shared(r, test, index, &c->series[i]))
            continue;
        if (!add(out, &c->series[i], &series))
            return false;
        if (faint)
            make_faint(series, i, &lines);
    }
    return true;
}

static bool add_own(const verify_results *r, size_t test, size_t index, size_t model,
                    verify_merged *out)
{
    const chart *c = chart_of(r, test, index, model);
    bool alone = count_own(r, test, index, c) == 1;
    size_t number = 0;
    const char *last = NULL;
    for (size_t i = 0; i < c->series_count; ++i) {
        const char *name = c->series[i].name;
        chart_series *series;
        if (is_shared(r, test, index, &c->series[i]))
            continue;
        if (!add(out, &c->series[i], &series))
            return false;
        number += number == 0 || !equal_text(last, name);
        last = name;
        series->name = own_name(out, verify_result_of(r, test, model)->motion, name, alone);
        series->colour = verify_model_colour(model);
        series->dash = dashes[(number - 1) % DASHES];
    }
    return true;
}

bool verify_merge(const verify_results *r, size_t test, size_t index, verify_merged *out)
{
    const chart *first = NULL;
    size_t own = 0;
    for (size_t m = 0; m < r->model_count; ++m) {
        const chart *c = chart_of(r, test, index, m);
        if (!c)
            continue;
        if (c->same_scale || c->map || (first && !equal_quantities(first, c)))
            return false;
        first = first ? first : c;
        own += count_own(r, test, index, c);
    }
    if (!first || own > MOST_OWN)
        return false;
    *out = (verify_merged){.chart = *first};
    out->chart.series = out->series;
    out->chart.series_count = 0;
    bool good = add_shared(r, test, index, first, own > 0, out);
    for (size_t m = 0; good && m < r->model_count; ++m)
        good = !chart_of(r, test, index, m) || add_own(r, test, index, m, out);
    if (!good)
        verify_merged_free(out);
    return good;
}

void verify_merged_free(verify_merged *merged)
{
    pool_free(&merged->memory);
}
