// SPDX-License-Identifier: MIT
#include "run/coherence_sink.h"

#include <stdlib.h>

/// What is needed of an agent.
typedef struct member {
    uint32_t coherent; ///< its group, from 1; 0: none
    double radius;
} member;

typedef struct coherence_sink {
    record_sink base;
    double fps;
    coherence *out;
    wend_array(member) members; ///< by number
} coherence_sink;

static bool take_agents(coherence_sink *sink, const record_frame *frame)
{
    for (uint32_t i = 0; i < frame->came_count; ++i) {
        const record_agent *agent = &frame->came[i];
        size_t more =
            agent->number < sink->members.count ? 0 : agent->number + 1 - sink->members.count;
        if (!wend_array_reserve(&sink->members, NULL, more))
            return false;
        for (size_t k = 0; k < more; ++k)
            sink->members.data[sink->members.count++] = (member){0, 0};
        sink->members.data[agent->number] = (member){agent->coherent, agent->radius};
    }
    return true;
}

static bool add_frame(record_sink *base, const record_frame *frame)
{
    coherence_sink *sink = (coherence_sink *)base;
    bool good = take_agents(sink, frame);
    coherence_begin(sink->out, frame->number, sink->fps);
    for (uint32_t i = 0; good && i < frame->shape_count; ++i)
        good = coherence_shape(sink->out, frame->shapes[i].group, &frame->shapes[i].shape);
    for (uint32_t i = 0; good && i < frame->row_count; ++i) {
        const record_row *row = &frame->rows[i];
        const member *m = &sink->members.data[row->number];
        good = m->coherent == 0 || coherence_member(sink->out, m->coherent - 1, row->at, m->radius);
    }
    return good && coherence_end(sink->out);
}

static void discard(record_sink *base)
{
    coherence_sink *sink = (coherence_sink *)base;
    wend_array_free(&sink->members, NULL);
    free(sink);
}

static bool close_sink(record_sink *base, const record_end *end, problem_list *problems)
{
    (void)end;
    (void)problems;
    discard(base);
    return true;
}

static const record_kind kind = {
    .name = "coherence",
    .endings = "",
    .about = "coherence of groups",
    .frame = add_frame,
    .close = close_sink,
    .discard = discard,
};

record_sink *coherence_sink_create(double fps, coherence *out)
{
    coherence_sink *sink = calloc(1, sizeof *sink);
    if (!sink)
        return NULL;
    sink->base.kind = &kind;
    sink->fps = fps;
    sink->out = out;
    return &sink->base;
}
