// SPDX-License-Identifier: MIT
// `wend flow` of a scene whose flow has pairs: the lanes of each pair alone, and the timetable with
// which agents on lanes that cross never meet.
#include "scene/build/crossing.h"

#include "base/xalloc.h"
#include "cli/flow/flow.h"
#include "cli/picture.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table.h"
#include "scene/build/flow.h"
#include "scene/draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAYERS "bounds,obstacles,flow,lanes"

#define DISC_COLOUR WEND_ALPHA(WEND_BLUE, 120)

typedef struct crossing_job {
    const arguments *args;
    const scene *s;
    const char *file;
    double radius, speed;
    double *max_flows; ///< by pair
    wend_lanes *lanes;
    wend_crossing crossing;
    json_t *files;
} crossing_job;

// ---- figures ------------------------------------------------------------------------------------

/// Agents per second on a lane.
static double capacity_of(const crossing_job *job, const wend_lane *lane)
{
    return job->speed / lane->period;
}

static json_t *pairs_to_json(const crossing_job *job)
{
    uint32_t count, pairs = scene_pair_count(job->s);
    const wend_lane *lanes = wend_lanes_all(job->lanes, &count);
    json_t *list = json_array();
    for (uint32_t i = 0; list && i < pairs; ++i) {
        uint32_t many = 0;
        double capacity = 0;
        for (uint32_t k = 0; k < count; ++k)
            if (lanes[k].source == i) {
                ++many;
                capacity += capacity_of(job, &lanes[k]);
            }
        const figure rows[] = {
            {"pair", NULL, NULL, VALUE(i)},
            {"max_flow_m", NULL, "m", VALUE(job->max_flows[i])},
            {"lanes", NULL, NULL, VALUE(many)},
            {"capacity", NULL, "agents/s", VALUE(capacity)},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}

static json_t *lanes_to_json(const crossing_job *job)
{
    uint32_t count;
    const wend_lane *lanes = wend_lanes_all(job->lanes, &count);
    json_t *list = json_array();
    for (uint32_t i = 0; list && i < count; ++i) {
        const figure rows[] = {
            {"lane", NULL, NULL, VALUE(i)},
            {"pair", NULL, NULL, VALUE(lanes[i].source)},
            {"length", NULL, "m", VALUE(lanes[i].length)},
            {"min_headway", NULL, "m", VALUE(lanes[i].headway)},
            {"headway", NULL, "m", VALUE(lanes[i].period)},
            {"phase", NULL, "m", VALUE(lanes[i].phase)},
            {"period_s", NULL, "s", VALUE(lanes[i].period / job->speed)},
            {"phase_s", NULL, "s", VALUE(lanes[i].phase / job->speed)},
            {"capacity", NULL, "agents/s", VALUE(capacity_of(job, &lanes[i]))},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}

static json_t *crossing_to_json(const crossing_job *job, FILE *out)
{
    uint32_t count;
    const wend_lane *lanes = wend_lanes_all(job->lanes, &count);
    double capacity = 0;
    for (uint32_t i = 0; i < count; ++i)
        capacity += capacity_of(job, &lanes[i]);
    const wend_crossing *crossing = &job->crossing;
    const figure rows[] = {
        {"scene", "scene", NULL, VALUE(job->file)},
        {"radius", "radius", "m", VALUE(job->radius)},
        {"speed", "speed", "m/s", VALUE(job->speed)},
        {"lanes", "lanes", NULL, VALUE(count)},
        {"conflicts", "lanes that cross", NULL, VALUE(crossing->conflicts)},
        {"networks", "networks", NULL, VALUE(crossing->networks)},
        {"headway", "headway", "m", VALUE(crossing->headway)},
        {"min_headway", "no headway below", "m", VALUE(crossing->bound)},
        {"period_s", "period", "s", VALUE(crossing->headway / job->speed)},
        {"capacity", "capacity", "agents/s", VALUE(capacity)},
        {"pairs", NULL, NULL, VALUE(pairs_to_json(job))},
        {"timetable", NULL, NULL, VALUE(lanes_to_json(job))},
        {"files", NULL, NULL, VALUE(json_incref(job->files))},
    };
    return FIGURES(rows, out);
}

static int print_text(const crossing_job *job)
{
    json_t *object = crossing_to_json(job, stdout);
    putchar('\n');
    table_print(json_object_get(object, "pairs"), stdout);
    putchar('\n');
    table_print(json_object_get(object, "timetable"), stdout);
    json_decref(object);
    print_written(job->files);
    return object ? EXIT_DONE : fail(job->args, "%s: out of memory", job->file);
}

// ---- image --------------------------------------------------------------------------------------

/// Agents as they are at a time when all lanes are in use.
static void draw_discs(const crossing_job *job, const wend_draw *draw)
{
    uint32_t count;
    const wend_lane *lanes = wend_lanes_all(job->lanes, &count);
    for (uint32_t i = 0; i < count; ++i) {
        double first = lanes[i].period - fmod(lanes[i].phase, lanes[i].period);
        for (double along = first; along <= lanes[i].length; along += lanes[i].period)
            draw->circle(draw->context, wend_lane_at(job->lanes, i, along, NULL), job->radius,
                         (wend_ink){.fill = DISC_COLOUR});
    }
}

static bool describe(const void *subject, const wend_draw *draw)
{
    const crossing_job *job = subject;
    xneed(scene_describe(job->s, draw));
    wend_lanes_draw(job->lanes, draw);
    if (draw->layer(draw->context, "lanes", "agents at one time", (wend_ink){.fill = DISC_COLOUR}))
        draw_discs(job, draw);
    return true;
}

static int draw_crossing(crossing_job *job, const char *path)
{
    char name[100], title[200];
    canvas_report report;
    scene_title(job->s, job->args->operands[0], name, sizeof name);
    snprintf(title, sizeof title, "%s: headway %.4g m", name, job->crossing.headway);
    const picture what = {describe, job, picture_box(job->s, scene_box(job->s)), title,
                          option_text(job->args, "layers", LAYERS)};
    int code = picture_write(job->args, path, &what, &report);
    if (code == EXIT_DONE)
        xneed(json_array_append_new(job->files, text_to_json(path)) == 0);
    return code;
}

// ---- command ------------------------------------------------------------------------------------

/// Computes the maximum flow of every pair. EXIT_DONE, or the exit code of a reported error.
static int find_max_flows(crossing_job *job)
{
    uint32_t pairs = scene_pair_count(job->s);
    job->max_flows = xcalloc(pairs, sizeof *job->max_flows);
    for (uint32_t i = 0; i < pairs; ++i) {
        wend_flow *flow = NULL;
        wend_error error = {0};
        wend_result result = xresult(scene_make_pair(job->s, i, &flow, &error));
        if (result == WEND_OK)
            result = xresult(wend_flow_solve(flow, &(wend_flow_request){0}, &error));
        if (result == WEND_OK)
            job->max_flows[i] = wend_flow_value(flow);
        wend_flow_destroy(flow);
        if (result != WEND_OK)
            return fail_usage(job->args, "%s: pair %u: %s", job->file, i, wend_error_text(&error));
    }
    return EXIT_DONE;
}

static int work(crossing_job *job)
{
    const char *path = option_text(job->args, "output", NULL);
    wend_error error = {0};
    int code = find_max_flows(job);
    if (code != EXIT_DONE)
        return code;
    progress bar = progress_start(job->args);
    progress_show(&bar, 0.5, "finding a timetable");
    wend_result result = xresult(scene_make_crossing(job->s, &job->lanes, &job->crossing, &error));
    progress_end(&bar);
    if (result != WEND_OK)
        return fail(job->args, "%s: %s", job->file, wend_error_text(&error));
    if (path)
        code = draw_crossing(job, path);
    if (code != EXIT_DONE)
        return code;
    if (job->args->json)
        return print_json(job->args, crossing_to_json(job, NULL));
    return job->args->quiet || (path && strcmp(path, "-") == 0) ? EXIT_DONE : print_text(job);
}

int flow_cross(const arguments *args, scene *s, const char *file, double speed)
{
    scene_flow *flow = &s->flow;
    flow->lanes.radius = option_number(args, "radius", scene_flow_radius(s));
    flow->max_headway = option_number(args, "max-headway", flow->max_headway);
    flow->shorten =
        option_given(args, "shorten") || (flow->shorten && !option_given(args, "no-shorten"));
    if (option_given(args, "from-top") || option_given(args, "from-bottom"))
        flow->lanes.side = option_given(args, "from-top") ? WEND_LANES_TOP : WEND_LANES_BOTTOM;
    s->world.seed = (uint64_t)option_number(args, "seed", (double)s->world.seed);
    if (flow->lanes.radius == 0)
        return fail_usage(args, "--radius 0: pairs need lanes (expected more than 0)");
    crossing_job job = {.args = args,
                        .s = s,
                        .file = file,
                        .radius = flow->lanes.radius,
                        .speed = speed,
                        .files = xcheck(json_array())};
    int code = work(&job);
    wend_lanes_destroy(job.lanes);
    free(job.max_flows);
    json_decref(job.files);
    return code;
}
