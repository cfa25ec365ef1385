// SPDX-License-Identifier: MIT
// Comparison of all samplers with both local planners on some scenes: time until start and goal are
// connected, as box plots (Figures 4 and 5 of the paper). A box holds the runs that found a path.
#include "base/xalloc.h"
#include "cli/group/group.h"
#include "cli/picture.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS_OF_A_BOX = 5 };
#define BOX_WIDTH 10.0 ///< [Units: points]
/// Share of the distance to the next sampler that the boxes of a sampler occupy.
#define BOXES_SHARE 0.8
/// Share of the runs beyond either mark; 95 % are between the marks.
#define MARK_SHARE 0.025

/// The runs of one sampler with one local planner on one scene.
typedef struct comparison {
    group_times times;
    wend_vec2 box[POINTS_OF_A_BOX];
} comparison;

typedef comparison scene_comparison[WEND_GROUP_LOCALS][WEND_GROUP_SAMPLERS];

typedef struct comparing {
    const arguments *args;
    uint32_t runs;
    int scene_count;
    scene_comparison *scenes; ///< [scene_count]
    json_t *rows, *files;
} comparing;

// ---- the runs -----------------------------------------------------------------------------------

static json_t *row_of(const char *file, const group_search *search, const group_times *times)
{
    return json_pack("{s:o, s:s, s:s, s:i, s:i, s:f, s:f, s:f}", "scene", text_to_json(file),
                     "local", wend_group_local_name(search->local), "sampler",
                     wend_group_sampler_name(search->sampler), "runs", (int)times->runs, "found",
                     (int)times->found, "mean_ms", times->all.mean, "median_ms", times->all.median,
                     "p95_ms", times->all.most_95);
}

static int compare_group(comparing *c, int scene_number, const group_job *job)
{
    const double all = (double)c->scene_count * WEND_GROUP_LOCALS * WEND_GROUP_SAMPLERS;
    group_search search = job->groups.data[0].search;
    progress bar = progress_start(c->args);
    wend_result result = WEND_OK;
    wend_error error = {0};
    for (int i = 0; i < WEND_GROUP_LOCALS * WEND_GROUP_SAMPLERS && result == WEND_OK; ++i) {
        search.local = (wend_group_local)(i / WEND_GROUP_SAMPLERS);
        search.sampler = (wend_group_sampler)(i % WEND_GROUP_SAMPLERS);
        group_times *times = &c->scenes[scene_number][search.local][search.sampler].times;
        progress_show(&bar, (scene_number * WEND_GROUP_LOCALS * WEND_GROUP_SAMPLERS + i) / all,
                      "comparing");
        result = xresult(group_find_often(&search, c->runs, times, &error));
        if (result == WEND_OK)
            xneed(json_array_append_new(c->rows, row_of(job->file, &search, times)) == 0);
    }
    progress_end(&bar);
    return result == WEND_OK ? EXIT_DONE
                             : fail(c->args, "%s: %s", job->file, wend_error_text(&error));
}

static int compare_scene(comparing *c, int number)
{
    const char *operand = c->args->operands[number];
    problem_list problems = {0};
    scene *s = load_scene(c->args, operand, &problems);
    int code = s ? EXIT_DONE : fail_problems(c->args, &problems);
    if (s) {
        group_job job = {.args = c->args, .s = s, .file = operand};
        print_note(c->args, operand, s->note);
        code = group_read(&job, s, &problems);
        if (code == EXIT_DONE)
            code = compare_group(c, number, &job);
        group_free(&job);
    }
    problem_free(&problems);
    scene_free(s);
    return code;
}

// ---- the image ----------------------------------------------------------------------------------

/// Position of a time on the logarithmic axis, which starts at 0.1 ms.
static double height_of(double ms)
{
    return log10(fmax(ms, 0.1));
}

static void fill_box(comparison *one, double x)
{
    static const double shares[POINTS_OF_A_BOX] = {MARK_SHARE, 0.25, 0.5, 0.75, 1 - MARK_SHARE};
    for (int i = 0; i < POINTS_OF_A_BOX; ++i) {
        double ms = measure_quantile(one->times.found_ms, one->times.found, shares[i]);
        one->box[i] = (wend_vec2){x, one->times.found > 0 ? height_of(ms) : NAN};
    }
}

static double most_height(const comparing *c)
{
    double most = 1;
    for (int s = 0; s < c->scene_count; ++s)
        for (int l = 0; l < WEND_GROUP_LOCALS; ++l)
            for (int i = 0; i < WEND_GROUP_SAMPLERS; ++i) {
                const wend_vec2 top = c->scenes[s][l][i].box[POINTS_OF_A_BOX - 1];
                most = isnan(top.y) ? most : fmax(most, top.y);
            }
    return ceil(most);
}

static int draw_boxes(comparing *c, const char *path)
{
    static const char *const powers[] = {"0.1 ms", "1 ms", "10 ms", "0.1 s",
                                         "1 s",    "10 s", "100 s", "1000 s"};
    const char *names[WEND_GROUP_SAMPLERS];
    chart charts[WEND_GROUP_LOCALS];
    char titles[WEND_GROUP_LOCALS][60], note[200];
    const size_t per_chart = (size_t)c->scene_count * WEND_GROUP_SAMPLERS;
    chart_series *series = xcalloc(WEND_GROUP_LOCALS * per_chart, sizeof *series);
    for (int i = 0; i < WEND_GROUP_SAMPLERS; ++i)
        names[i] = wend_group_sampler_name((wend_group_sampler)i);
    for (int l = 0; l < WEND_GROUP_LOCALS; ++l) {
        chart_series *first = series + (size_t)l * per_chart, *next = first;
        for (int s = 0; s < c->scene_count; ++s)
            for (int i = 0; i < WEND_GROUP_SAMPLERS; ++i) {
                comparison *one = &c->scenes[s][l][i];
                fill_box(one, i + 1 + BOXES_SHARE * ((s + 0.5) / c->scene_count - 0.5));
                *next++ = (chart_series){.name = c->args->operands[s],
                                         .points = one->box,
                                         .count = POINTS_OF_A_BOX,
                                         .mark = CHART_BOXES,
                                         .colour = chart_colour((size_t)s),
                                         .width = BOX_WIDTH};
            }
        snprintf(titles[l], sizeof titles[l], "local planner %s",
                 wend_group_local_name((wend_group_local)l));
        charts[l] = (chart){
            .title = titles[l],
            .x = {.least = 0.5,
                  .most = WEND_GROUP_SAMPLERS + 0.5,
                  .names = names,
                  .first_name = 1,
                  .name_count = WEND_GROUP_SAMPLERS},
            .y = {.title = "time until start and goal are connected",
                  .least = -1,
                  .names = powers,
                  .first_name = -1,
                  .name_count = sizeof powers / sizeof *powers},
            .series = first,
            .series_count = per_chart,
        };
    }
    for (int l = 0; l < WEND_GROUP_LOCALS; ++l)
        charts[l].y.most = most_height(c);
    snprintf(note, sizeof note,
             "%u runs each; boxes: quartiles and median of the runs that found a path; dots: "
             "2.5th and 97.5th percentile",
             c->runs);
    const chart_sheet sheet = {
        .title = "Construction times", .note = note, .charts = charts, .count = WEND_GROUP_LOCALS};
    chart_report report;
    int code = picture_write_charts(c->args, path, sheet, &report);
    free(series);
    return code;
}

// ---- all ---------------------------------------------------------------------------------------

static int compare_all(comparing *c)
{
    const char *path = option_text(c->args, "output", NULL);
    int code = EXIT_DONE;
    for (int i = 0; i < c->scene_count && code == EXIT_DONE; ++i)
        code = compare_scene(c, i);
    if (code == EXIT_DONE && path)
        code = draw_boxes(c, path);
    if (code == EXIT_DONE && path)
        xneed(json_array_append_new(c->files, text_to_json(path)) == 0);
    if (code != EXIT_DONE)
        return code;
    if (c->args->json)
        return print_json(c->args, json_pack("{s:O, s:O}", "rows", c->rows, "files", c->files));
    if (!c->args->quiet) {
        table_print(c->rows, stdout);
        if (path)
            print_line(stdout, "%s: written", path);
    }
    return EXIT_DONE;
}

int group_compare(const arguments *args)
{
    comparing c = {
        .args = args,
        .runs = (uint32_t)option_number(args, "runs", GROUP_COMPARED_RUNS),
        .scene_count = args->operand_count,
        .scenes = xcalloc((size_t)args->operand_count, sizeof *c.scenes),
        .rows = xcheck(json_array()),
        .files = xcheck(json_array()),
    };
    int code = compare_all(&c);
    for (int i = 0; i < c.scene_count * WEND_GROUP_LOCALS * WEND_GROUP_SAMPLERS; ++i)
        group_times_free(&(&c.scenes[0][0][0])[i].times);
    free(c.scenes);
    json_decref(c.rows);
    json_decref(c.files);
    return code;
}
