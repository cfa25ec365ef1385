// SPDX-License-Identifier: MIT
// Sorts the rows of a recording by agent and frame, and indexes them by frame. Two counting sorts,
// so it takes linear time, except for agents whose rows are not in the order of time.
#include "record/recording_build.h"

#include <stdlib.h>
#include <string.h>

/// malloc that never gives NULL for 0 items.
static void *allocate(size_t count, size_t size)
{
    return count < PTRDIFF_MAX / size ? malloc((count + 1) * size) : NULL;
}

static bool no_memory(recording_build *b)
{
    b->failure = RECORDING_NO_MEMORY;
    return false;
}

// ---- by agent -----------------------------------------------------------------------------------

static int compare_agents(const void *a, const void *b)
{
    const recorded_agent *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/// Sorts the agents by id. `numbers` says which each of b->agents is now.
static void sort_agents(recording_build *b, uint32_t *numbers)
{
    size_t count = b->agents.count;
    recorded_agent *agents = b->agents.data;
    for (size_t i = 0; i < count; ++i)
        agents[i].first = i; // where it was
    for (size_t i = 1; i < count; ++i)
        if (agents[i - 1].id > agents[i].id) {
            qsort(agents, count, sizeof *agents, compare_agents);
            break;
        }
    for (size_t i = 0, row = 0; i < count; ++i) {
        numbers[agents[i].first] = (uint32_t)i;
        agents[i].first = row;
        row += agents[i].count;
    }
    b->out.agents = agents;
    b->out.agent_count = (uint32_t)count;
    b->agents.data = NULL;
    b->agents.count = b->agents.capacity = 0;
}

/// Puts the rows where they belong, those of one agent in the order they came, and frees the blocks
/// on the way.
static void scatter_rows(recording_build *b, const uint32_t *numbers)
{
    recording *r = &b->out;
    for (uint32_t i = 0; i < r->agent_count; ++i)
        r->agents[i].count = 0;
    size_t left = b->row_count;
    for (size_t k = 0; k < b->blocks.count; ++k) {
        size_t count = left < RECORDING_BLOCK ? left : RECORDING_BLOCK;
        for (size_t i = 0; i < count; ++i) {
            const recording_raw_row *row = &b->blocks.data[k][i];
            recorded_agent *agent = &r->agents[numbers[row->agent]];
            size_t place = agent->first + agent->count++;
            r->at[place] = row->at;
            r->frames[place] = row->frame;
        }
        left -= count;
        free(b->blocks.data[k]);
        b->blocks.data[k] = NULL;
    }
    b->blocks.count = 0;
}

typedef struct timed_place {
    wend_vec2 at;
    uint32_t frame;
} timed_place;

static int compare_times(const void *a, const void *b)
{
    const timed_place *x = a, *y = b;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

/// Sorts the rows of one agent by frame. False: out of memory.
static bool sort_rows(recording *r, const recorded_agent *agent)
{
    timed_place *places = allocate(agent->count, sizeof *places);
    if (!places)
        return false;
    for (size_t i = 0; i < agent->count; ++i)
        places[i] = (timed_place){r->at[agent->first + i], r->frames[agent->first + i]};
    qsort(places, agent->count, sizeof *places, compare_times);
    for (size_t i = 0; i < agent->count; ++i) {
        r->at[agent->first + i] = places[i].at;
        r->frames[agent->first + i] = places[i].frame;
    }
    free(places);
    return true;
}

/// Sorts the rows of every agent by frame. False: out of memory, or an agent is twice in a frame.
static bool order_rows(recording_build *b)
{
    recording *r = &b->out;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *agent = &r->agents[i];
        const uint32_t *frames = r->frames + agent->first;
        size_t k = 1;
        while (k < agent->count && frames[k - 1] < frames[k])
            ++k;
        if (k >= agent->count)
            continue;
        if (!sort_rows(r, agent))
            return no_memory(b);
        for (k = 1; k < agent->count; ++k)
            if (frames[k - 1] == frames[k]) {
                b->failure = RECORDING_TWICE;
                b->twice_id = agent->id;
                b->twice_frame = frames[k];
                return false;
            }
    }
    return true;
}

// ---- frames -------------------------------------------------------------------------------------

/// The least difference of two frames of one agent; 0: no agent is in two.
static uint32_t least_stride(const recording *r)
{
    uint32_t least = 0;
    for (uint32_t a = 0; a < r->agent_count; ++a) {
        const uint32_t *frames = r->frames + r->agents[a].first;
        for (size_t i = 1; i < r->agents[a].count; ++i)
            if (least == 0 || frames[i] - frames[i - 1] < least)
                least = frames[i] - frames[i - 1];
    }
    return least;
}

/// Counts frames from 0, by 1.
static bool number_frames(recording_build *b)
{
    recording *r = &b->out;
    r->frame_step = 1;
    if (b->first_frame > b->last_frame)
        return true;
    uint32_t first = b->first_frame, step = b->strides ? least_stride(r) : b->frame_step;
    if (step == 0)
        step = 1;
    uint32_t last = (b->last_frame - first) / step;
    if (last >= RECORDING_MAX_FRAMES) {
        b->failure = RECORDING_TOO_MANY_FRAMES;
        return false;
    }
    for (size_t i = 0; i < r->row_count; ++i)
        r->frames[i] = (r->frames[i] - first) / step;
    r->first_frame = first;
    r->frame_step = step;
    r->frame_count = last + 1;
    return true;
}

static bool index_frames(recording_build *b)
{
    recording *r = &b->out;
    r->frame_starts = calloc((size_t)r->frame_count + 2, sizeof *r->frame_starts);
    r->by_frame = allocate(r->row_count, sizeof *r->by_frame);
    r->row_agent = allocate(r->row_count, sizeof *r->row_agent);
    if (!r->frame_starts || !r->by_frame || !r->row_agent)
        return no_memory(b);
    // Counted two places further on, so that filling the frames moves each start to its place.
    size_t *starts = r->frame_starts;
    for (size_t i = 0; i < r->row_count; ++i)
        ++starts[r->frames[i] + 2];
    for (uint32_t f = 2; f <= r->frame_count + 1; ++f)
        starts[f] += starts[f - 1];
    for (uint32_t a = 0; a < r->agent_count; ++a) {
        const recorded_agent *agent = &r->agents[a];
        for (size_t i = agent->first; i < agent->first + agent->count; ++i) {
            r->by_frame[starts[r->frames[i] + 1]++] = i;
            r->row_agent[i] = a;
        }
    }
    return true;
}

bool recording_index_rows(recording_build *b)
{
    recording *r = &b->out;
    uint32_t *numbers = allocate(b->agents.count, sizeof *numbers);
    r->row_count = b->row_count;
    r->at = allocate(r->row_count, sizeof *r->at);
    r->frames = allocate(r->row_count, sizeof *r->frames);
    bool good = (numbers && r->at && r->frames) || no_memory(b);
    if (good) {
        sort_agents(b, numbers);
        scatter_rows(b, numbers);
    }
    free(numbers);
    return good && order_rows(b) && number_frames(b) && index_frames(b);
}
