// SPDX-License-Identifier: MIT
// How tests of `wend verify` get their recordings: a scene from inside the binary, changed a little
// where a test varies something, is run and kept in memory.
#include "cli/verify.h"

#include "core/angle.h"
#include "io/embedded.h"
#include "io/formats.h"
#include "record/recorder.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// A time that is a whole number of steps but for this part of one is that number.
#define STEP_ROUNDING 1e-6

/// The bar moves after so many steps.
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

bool verify_no_memory(verify *v)
{
    return verify_no_run(v, "out of memory");
}

/// Something could not be read or kept: the first problem says why.
static bool no_run_because(verify *v, const problem_list *problems)
{
    return problem_kept(problems) > 0 ? verify_no_run(v, "%s", problems->items[0].what)
                                      : verify_no_memory(v);
}

// ---- scenes -------------------------------------------------------------------------------------

scene *verify_scene(verify *v, const char *name)
{
    const embedded_file *file = NULL;
    for (size_t i = 0; i < embedded_verify.count && !file; ++i)
        if (strcmp(embedded_verify.files[i].name, name) == 0)
            file = &embedded_verify.files[i];
    if (!file) {
        verify_no_run(v, "there is no scene %s", name);
        return NULL;
    }
    problem_list problems = {.file = name};
    text t;
    scene *s = NULL;
    if (text_copy(file->text, strlen(file->text), &t, &problems)) {
        s = scene_read_json(&t, NULL, &problems);
        text_free(&t);
    }
    if (!s)
        no_run_because(v, &problems);
    problem_free(&problems);
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

/// Changes every place in the scene. Those of verify have no movers and no circles.
static void change_scene(scene *s, change_fn *change, const double *with)
{
    change_points(s->bounds, s->bounds_count, change, with);
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        change_points(s->obstacles[i].shape.points, s->obstacles[i].shape.point_count, change,
                      with);
    for (uint32_t i = 0; i < s->area_count; ++i)
        change_points(s->areas[i].shape.points, s->areas[i].shape.point_count, change, with);
    for (uint32_t i = 0; i < s->door_count; ++i)
        change_points(s->doors[i].shape.points, s->doors[i].shape.point_count, change, with);
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        scene_agents *agents = &s->agents[i];
        change(&agents->at, with);
        change_goal(&agents->goal, change, with);
        for (uint32_t k = 0; k < agents->stop_count; ++k)
            change_goal(&agents->stops[k].goal, change, with);
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

/// Steps the world until its time is over, or it is empty.
static bool step_all(verify *v, const scene *s, wend_world *world, recorder *r)
{
    uint64_t steps = (uint64_t)ceil(s->seconds / s->step - STEP_ROUNDING);
    for (uint64_t i = 0; i < steps; ++i) {
        bool empty = wend_world_agents(world).count == 0 && wend_world_to_come(world) == 0;
        if (empty && s->until == SCENE_UNTIL_EMPTY)
            break;
        wend_error error = {0};
        if (wend_world_step(world, &error) != WEND_OK)
            return verify_no_run(v, "%s", wend_error_text(&error));
        if (!recorder_step(r))
            return verify_no_memory(v);
        if (v->tick && i % TICK_STEPS == 0)
            v->tick(v->tick_context);
    }
    return true;
}

static bool record_world(verify *v, const record_about *about, wend_world *world, recording *out)
{
    record_sink *sink = recording_sink(about, out);
    if (!sink)
        return verify_no_memory(v);
    recorder *r = recorder_start(world, about, 1, sink, NULL);
    bool good = r ? step_all(v, about->s, world, r) : verify_no_memory(v);
    problem_list problems = {.file = about->file};
    record_end end = {.whole = true};
    if (good)
        recorder_end(r, &end);
    if (!good)
        sink->kind->discard(sink);
    else if (!sink->kind->close(sink, &end, &problems))
        good = no_run_because(v, &problems);
    problem_free(&problems);
    recorder_free(r);
    return good;
}

bool verify_run(verify *v, const scene *s, uint64_t seed, recording *out)
{
    wend_world *world = NULL;
    scene_names names = {0};
    wend_error error = {0};
    const scene_world_options options = {.seed = &seed, .tasks = v->tasks};
    if (scene_world(s, &options, &world, &names, &error) != WEND_OK)
        return verify_no_run(v, "%s", wend_error_text(&error));
    const record_about about = {.s = s,
                                .names = &names,
                                .file = s->name,
                                .step = s->step,
                                .fps = 1 / s->step,
                                .seconds = s->seconds,
                                .seed = seed};
    bool good = record_world(v, &about, world, out);
    scene_names_free(&names);
    wend_world_destroy(world);
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

/// A line across the whole scene at x; those who cross it to greater x count.
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
    if (!measure_find_crossings(r, &line, &crossings)) {
        v->no_memory = true;
        return NAN;
    }
    if (c)
        verify_n_t(v, c, name, r, &crossings);
    double flow = measure_flow_of(r, &line, &crossings, measure_default_window(r)).flow;
    measure_crossings_free(&crossings);
    return flow;
}
