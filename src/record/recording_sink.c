// SPDX-License-Identifier: MIT
// A sink that keeps a run as a recording in memory.
#include "record/recording_build.h"
#include "record/recording_floors.h"
#include "record/recording_shapes.h"

#include <stdlib.h>
#include <string.h>

typedef struct memory_sink {
    record_sink base;
    const record_about *about;
    recording *out;
    recording_build build;
    wend_array(uint8_t) shut;
    wend_array(wend_vec2) movers;
    shape_changes changes;
    wend_array(recorded_shape) shapes;
    bool no_memory;
} memory_sink;

static void discard(record_sink *base)
{
    memory_sink *sink = (memory_sink *)base;
    recording_build_free(&sink->build);
    wend_array_free(&sink->shut, NULL);
    wend_array_free(&sink->movers, NULL);
    wend_array_free(&sink->shapes, NULL);
    shape_changes_free(&sink->changes);
    free(sink);
}

// ---- frames -------------------------------------------------------------------------------------

static bool add_agent(recording_build *b, const record_agent *from)
{
    uint32_t number;
    recorded_agent names = {0};
    if (!recording_build_agent(b, from->number, &number) ||
        !recording_build_name(b, from->goal, &names.goal) ||
        !recording_build_name(b, from->group, &names.group) ||
        !recording_build_name(b, from->role, &names.role) ||
        !recording_build_name(b, from->planner, &names.planner) ||
        !recording_build_name(b, from->motion, &names.motion))
        return false;
    recorded_agent *agent = &b->agents.data[number];
    agent->radius = from->radius;
    agent->speed = from->speed;
    agent->premovement_time = from->premovement_time;
    agent->came = from->came;
    agent->aim = from->aim;
    agent->goal = names.goal;
    agent->group = names.group;
    agent->role = names.role;
    agent->planner = names.planner;
    agent->motion = names.motion;
    agent->coherent = from->coherent;
    return true;
}

static bool add_leaving(recording_build *b, const record_leaving *from)
{
    uint32_t number, goal;
    if (!recording_build_agent(b, from->number, &number) ||
        !recording_build_name(b, from->goal, &goal))
        return false;
    recorded_agent *agent = &b->agents.data[number];
    agent->left = from->time;
    agent->arrived = from->arrived;
    if (goal != 0)
        agent->goal = goal;
    return true;
}

static bool add_doors_and_movers(memory_sink *sink, const record_frame *frame)
{
    uint32_t doors = sink->about->s->door_count, movers = sink->about->s->mover_count;
    if (!wend_array_reserve(&sink->shut, NULL, doors) ||
        !wend_array_reserve(&sink->movers, NULL, movers)) {
        sink->no_memory = true;
        return false;
    }
    for (uint32_t i = 0; i < doors; ++i)
        sink->shut.data[sink->shut.count++] = frame->shut[i];
    for (uint32_t i = 0; i < movers; ++i)
        sink->movers.data[sink->movers.count++] = frame->movers[i];
    return true;
}

static bool add_shape(memory_sink *sink, uint32_t frame, const record_shape *found)
{
    const wend_group_shape *from = &found->shape;
    recorded_shape *to = &sink->shapes.data[sink->shapes.count];
    *to = (recorded_shape){.group = found->group, .frame = frame};
    uint32_t count = wend_group_shape_pieces(from);
    wend_path_piece *pieces = malloc((count + 1) * sizeof *pieces);
    for (uint32_t i = 0; pieces && i < count; ++i)
        pieces[i] = *wend_group_shape_piece(from, i);
    bool good =
        pieces && recording_make_shape(&sink->build.out, pieces, count, from->width, &to->shape);
    sink->shapes.count += good;
    free(pieces);
    return good;
}

static bool add_shapes(memory_sink *sink, const record_frame *frame)
{
    const shape_changes *found = &sink->changes;
    bool good = shape_changes_find(&sink->changes, frame) &&
                wend_array_reserve(&sink->shapes, NULL, found->changed.count);
    for (size_t i = 0; good && i < found->changed.count; ++i)
        good = add_shape(sink, (uint32_t)frame->number, &found->changed.data[i]);
    sink->no_memory = sink->no_memory || !good;
    return good;
}

static bool add_frame(record_sink *base, const record_frame *frame)
{
    memory_sink *sink = (memory_sink *)base;
    recording_build *b = &sink->build;
    if (frame->number >= RECORDING_MAX_FRAMES) {
        b->failure = RECORDING_TOO_MANY_FRAMES;
        return false;
    }
    uint32_t number = (uint32_t)frame->number;
    recording_build_frame(b, number);
    bool good = add_doors_and_movers(sink, frame) && add_shapes(sink, frame);
    for (uint32_t i = 0; good && i < frame->came_count; ++i)
        good = add_agent(b, &frame->came[i]);
    for (uint32_t i = 0; good && i < frame->row_count; ++i)
        good = recording_build_row(b, frame->rows[i].number, number, frame->rows[i].at);
    for (uint32_t i = 0; good && i < frame->left_count; ++i)
        good = add_leaving(b, &frame->left[i]);
    return good;
}

// ---- the end ------------------------------------------------------------------------------------

/// Copies a text; NULL: none.
static bool copy_text(recording_build *b, const char *from, const char **to)
{
    *to = from ? recording_build_string(b, from, strlen(from)) : NULL;
    return !from || *to;
}

static bool set_run(memory_sink *sink, const record_end *end)
{
    const record_about *about = sink->about;
    recording_build *b = &sink->build;
    recording *r = &b->out;
    bool good = true;
    for (uint32_t i = 0; good && i < end->left_count; ++i)
        good = add_leaving(b, &end->left[i]);
    good = good && copy_text(b, about->file, &r->file) &&
           copy_text(b, about->options, &r->options) && copy_text(b, end->summary, &r->summary);
    r->source = "run";
    r->unit = 1;
    r->has_unit = true;
    r->step = about->step;
    r->seconds = about->seconds;
    r->seed = about->seed;
    r->hash = end->hash;
    r->whole = end->whole;
    return good;
}

/// Hands the arrays over to the recording.
static void hand_over_states(memory_sink *sink, recording *out)
{
    out->shut = sink->shut.data;
    out->movers = sink->movers.data;
    recording_set_shapes(out, sink->shapes.data, sink->shapes.count);
    memset(&sink->shut, 0, sizeof sink->shut);
    memset(&sink->shapes, 0, sizeof sink->shapes);
    memset(&sink->movers, 0, sizeof sink->movers);
}

static bool complete(memory_sink *sink, const record_end *end, problem_list *problems)
{
    recording_build *b = &sink->build;
    if (sink->no_memory)
        return problem_no_memory(problems);
    if (b->failure != RECORDING_NO_FAILURE)
        return recording_build_problem(b, problems);
    b->out.s = scene_share(sink->about->s);
    const recording_rate rate = {.stated = sink->about->fps};
    if (!set_run(sink, end) || !recording_build_finish(b, &rate, sink->out))
        return recording_build_problem(b, problems);
    hand_over_states(sink, sink->out);
    if (!recording_make_floors(sink->out)) {
        recording_free(sink->out);
        return problem_no_memory(problems);
    }
    return true;
}

static bool close_sink(record_sink *base, const record_end *end, problem_list *problems)
{
    bool good = complete((memory_sink *)base, end, problems);
    discard(base);
    return good;
}

static const record_kind record_memory = {
    .name = "memory",
    .endings = "",
    .about = "a recording in memory",
    .frame = add_frame,
    .close = close_sink,
    .discard = discard,
};

record_sink *recording_sink(const record_about *about, recording *out)
{
    *out = (recording){0};
    memory_sink *sink = calloc(1, sizeof *sink);
    if (!sink)
        return NULL;
    sink->base.kind = &record_memory;
    sink->about = about;
    sink->out = out;
    recording_build_start(&sink->build);
    return &sink->base;
}
