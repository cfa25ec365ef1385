// SPDX-License-Identifier: MIT
// Runs of a scene with several seeds, on several threads. Each seed is run by one thread alone, and
// results are stored by seed, so they do not depend on the number of threads.
#include "verify/verify.h"

#include <math.h>
#include <stdlib.h>

typedef struct seed_runs {
    verify *v;
    const scene *s;
    verify_measure_fn *measure;
    const void *context;
    size_t figure_count;
    double *figures;
    recording *first;         ///< [opt]
    verify_finding *findings; ///< [seeds] for the reasons of failures
    bool *good;               ///< [seeds]
} seed_runs;

/// Runs one seed on this thread alone.
static bool run_alone(const verify *v, const scene *s, uint32_t seed, bool on_caller,
                      verify_finding *finding, recording *out)
{
    verify one = *v;
    one.finding = finding;
    one.shared = NULL;
    one.tasks = NULL; // this is a task itself
    one.tick = on_caller ? one.tick : NULL;
    return verify_run(&one, s, seed, out);
}

static void run_seed(seed_runs *runs, uint32_t seed, bool on_caller)
{
    recording r;
    runs->good[seed] = run_alone(runs->v, runs->s, seed, on_caller, &runs->findings[seed], &r);
    if (!runs->good[seed])
        return;
    runs->measure(&r, runs->context, runs->figures + seed * runs->figure_count);
    if (seed == 0 && runs->first)
        *runs->first = r;
    else
        recording_free(&r);
}

static void run_range(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    for (uint32_t seed = begin; seed < end; ++seed)
        run_seed(argument, seed, worker == 0);
}

bool verify_run_seeds(verify *v, const scene *s, uint32_t seeds, verify_measure_fn *measure,
                      const void *context, size_t figure_count, double *figures, recording *first)
{
    seed_runs runs = {.v = v,
                      .s = s,
                      .measure = measure,
                      .context = context,
                      .figure_count = figure_count,
                      .figures = figures,
                      .first = first,
                      .findings = xcalloc(seeds, sizeof *runs.findings),
                      .good = xcalloc(seeds, sizeof *runs.good)};
    wend_parallel_for(v->tasks, seeds, 1, run_range, &runs);
    bool good = true;
    for (uint32_t i = 0; good && i < seeds; ++i)
        good = runs.good[i] || verify_no_run(v, "%s", runs.findings[i].found);
    if (!good && first && runs.good[0])
        recording_free(first);
    free(runs.findings);
    free(runs.good);
    return good;
}

/// Number of recordings in memory at once.
enum { BATCH = 8 };

typedef struct seed_batch {
    const verify *v;
    const scene *s;
    uint32_t first;
    recording recordings[BATCH];
    verify_finding findings[BATCH];
    bool good[BATCH];
} seed_batch;

static void run_batch(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    seed_batch *b = argument;
    for (uint32_t i = begin; i < end; ++i)
        b->good[i] =
            run_alone(b->v, b->s, b->first + i, worker == 0, &b->findings[i], &b->recordings[i]);
}

bool verify_each_seed(verify *v, const scene *s, uint32_t seeds, verify_look_fn *look,
                      void *context)
{
    seed_batch *b = xcalloc(1, sizeof *b);
    b->v = v;
    b->s = s;
    bool good = true;
    uint32_t size = wend_tasks_workers(v->tasks) > 1 ? BATCH : 1;
    for (uint32_t done = 0; good && done < seeds; done += size) {
        uint32_t count = seeds - done < size ? seeds - done : size;
        b->first = done;
        wend_parallel_for(v->tasks, count, 1, run_batch, b);
        for (uint32_t i = 0; i < count; ++i) {
            good = good && (b->good[i] || verify_no_run(v, "%s", b->findings[i].found));
            if (good)
                look(context, &b->recordings[i], done + i);
            if (b->good[i])
                recording_free(&b->recordings[i]);
        }
    }
    free(b);
    return good;
}

measure_interval verify_interval(const double *figures, uint32_t seeds, size_t figure_count,
                                 size_t figure)
{
    double *values = xcalloc(seeds, sizeof *values);
    for (uint32_t i = 0; i < seeds; ++i)
        values[i] = figures[i * figure_count + figure];
    measure_interval interval = measure_interval_of(values, seeds);
    free(values);
    if (interval.count < seeds)
        return (measure_interval){.count = interval.count, .mean = NAN, .low = NAN, .high = NAN};
    return interval;
}

const char *verify_interval_text(measure_interval i, int decimals, char words[VERIFY_INTERVAL_SIZE])
{
    if (isfinite(i.high))
        snprintf(words, VERIFY_INTERVAL_SIZE, "%.*f ± %.*f", decimals, i.mean, decimals,
                 (i.high - i.low) / 2);
    else
        snprintf(words, VERIFY_INTERVAL_SIZE, "%.*f", decimals, i.mean);
    return words;
}

const char *verify_mean_text(const double *values, uint32_t seeds, int decimals,
                             char words[VERIFY_INTERVAL_SIZE])
{
    return verify_interval_text(verify_interval(values, seeds, 1, 0), decimals, words);
}
