// SPDX-License-Identifier: MIT
// Recordings of the tests of `wend verify`: a scene embedded in the binary, changed if a test
// varies it, is run and recorded in memory.
#include "verify/verify.h"

#include "base/embedded.h"
#include "core/angle.h"
#include "formats/formats.h"
#include "run/run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Steps between two updates of the progress bar.
enum { TICK_STEPS = 64 };

// ---- verdicts -----------------------------------------------------------------------------------

bool verify_verdict(verify *v, bool pass, double figure, const char *format, ...)
{
    verify_finding *finding = v->finding;
    va_list words;
    va_start(words, format);
    vsnprintf(finding->found, sizeof finding->found, format, words);
    va_end(words);
    finding->ran = true;
    finding->pass = pass;
    finding->figure = figure;
    return true;
}

bool verify_no_run(verify *v, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    vsnprintf(v->finding->found, sizeof v->finding->found, format, words);
    va_end(words);
    return false;
}

// ---- scenes -------------------------------------------------------------------------------------

scene *verify_scene(const char *name)
{
    const embedded_file *file = embedded_verify.files;
    while (strcmp(file->name, name) != 0)
        ++file;
    problem_list problems = {.file = name};
    text t;
    xneed(text_copy(file->text, strlen(file->text), &t, &problems));
    scene *s = xcheck(scene_read_json(&t, NULL, &problems)); // it is valid: a test checks them all
    text_free(&t);
    return s;
}

typedef void change_fn(wend_vec2 *point, const double *numbers);

static void change_points(wend_vec2 *points, uint32_t count, change_fn *change, const double *with)
{
    for (uint32_t i = 0; i < count; ++i)
        change(&points[i], with);
}

static void change_goal(scene_goal *goal, change_fn *change, const double *with)
{
    change(&goal->segment.a, with);
    change(&goal->segment.b, with);
}

/// Changes every position in the scene. The scenes of verify have no moving obstacles and no
/// circles.
static void change_scene(scene *s, change_fn *change, const double *with)
{
    change_points(s->bounds, s->bounds_count, change, with);
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        change_points(s->obstacles[i].shape.points, s->obstacles[i].shape.point_count, change,
                      with);
    for (uint32_t i = 0; i < s->area_count; ++i)
        change_points(s->areas[i].shape.points, s->areas[i].shape.point_count, change, with);
    for (uint32_t i = 0; i < s->door_count; ++i)
        change_points(s->doors[i].body.shape.points, s->doors[i].body.shape.point_count, change,
                      with);
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        scene_agents *agents = &s->agents[i];
        change(&agents->def.agent.position, with);
        change_goal(&agents->goal, change, with);
        for (uint32_t k = 0; k < agents->waypoint_count; ++k)
            change_goal(&agents->waypoints[k].goal, change, with);
    }
}

static void change_x(wend_vec2 *point, const double *from_to)
{
    point->x = point->x == from_to[0] ? from_to[1] : point->x;
}

static void change_y(wend_vec2 *point, const double *from_to)
{
    point->y = point->y == from_to[0] ? from_to[1] : point->y;
}

static void change_turn(wend_vec2 *point, const double *sine_cosine)
{
    double s = sine_cosine[0], c = sine_cosine[1];
    *point = (wend_vec2){c * point->x - s * point->y, s * point->x + c * point->y};
}

void verify_move_x(scene *s, double from, double to)
{
    change_scene(s, change_x, (double[]){from, to});
}

void verify_move_y(scene *s, double from, double to)
{
    change_scene(s, change_y, (double[]){from, to});
}

void verify_widen(scene *s, double width)
{
    verify_move_y(s, 4.5, 5 - width / 2);
    verify_move_y(s, 5.5, 5 + width / 2);
}

void verify_turn(scene *s, double angle)
{
    double sine_cosine[2];
    wend_sin_cos(angle, &sine_cosine[0], &sine_cosine[1]);
    change_scene(s, change_turn, sine_cosine);
}

// ---- runs ---------------------------------------------------------------------------------------

typedef struct ticker {
    verify *v;
    uint64_t steps;
} ticker;

static bool tick(void *context)
{
    ticker *t = context;
    if (t->v->tick && t->steps++ % TICK_STEPS == 0)
        t->v->tick(t->v->tick_context);
    return true;
}

/// Runs to the end and records every step.
static bool record_run(verify *v, scene_run *r, recording *out)
{
    const record_about about = run_about(r, r->def.s->name, 1);
    record_sink *sink = xcheck(recording_sink(&about, out));
    problem_list problems = {.file = about.file};
    record_end end = {.whole = true};
    run_outcome outcome =
        run_record(r, &about, 1, sink) ? run_to_end(r, tick, &(ticker){v, 0}) : RUN_SINK_FAILED;
    if (outcome == RUN_FAILED) {
        sink->kind->discard(sink);
        return verify_no_run(v, "%s", wend_error_text(&r->error));
    }
    if (r->recorder)
        recorder_end(r->recorder, &end);
    bool good = sink->kind->close(sink, &end, &problems);
    if (!good)
        verify_no_run(v, "%s", problem_kept(&problems) > 0 ? problems.items[0].what : "");
    problem_free(&problems);
    return good;
}

bool verify_run(verify *v, const scene *s, uint64_t seed, recording *out)
{
    scene_run r;
    seed += v->first_seed;
    const run_def def = {.s = s,
                         .world = {.inherited_motion = v->motion, .seed = &seed, .tasks = v->tasks},
                         .seconds = s->duration,
                         .until_empty = s->until == SCENE_UNTIL_EMPTY};
    bool good = run_open(&r, &def) ? record_run(v, &r, out)
                                   : verify_no_run(v, "%s", wend_error_text(&r.error));
    run_close(&r);
    return good;
}

// ---- measuring ----------------------------------------------------------------------------------

double verify_last(const recording *r)
{
    double last = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        if (!r->agents[i].arrived)
            return NAN;
        last = fmax(last, r->agents[i].left);
    }
    return last;
}

uint32_t verify_arrived(const recording *r)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i)
        count += r->agents[i].arrived;
    return count;
}

wend_vec2 verify_end_of(const recording *r, uint32_t agent)
{
    const recorded_agent *a = &r->agents[agent];
    return a->count > 0 ? r->at[a->first + a->count - 1] : (wend_vec2){NAN, NAN};
}

/// A line across the whole scene at x, crossed towards greater x.
static measure_line upright(const recording *r, double x)
{
    wend_box box = recording_box(r);
    return (measure_line){.at = {{x, box.min.y - 1}, {x, box.max.y + 1}},
                          .direction = MEASURE_TO_RIGHT};
}

double verify_flow_at(verify *v, const recording *r, double x, chart *c, const char *name)
{
    measure_line line = upright(r, x);
    measure_crossings crossings = {0};
    xneed(measure_find_crossings(r, &line, &crossings));
    if (c)
        verify_n_t(v, c, name, r, &crossings);
    double flow = measure_flow_of(r, &line, &crossings, measure_default_window(r)).flow;
    measure_crossings_free(&crossings);
    return flow;
}

double verify_flow_of(const recording *r, double x)
{
    return verify_flow_at(NULL, r, x, NULL, NULL);
}
