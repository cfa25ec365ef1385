// SPDX-License-Identifier: MIT
// Collects what a recording is made of (see recording_build.h): agents by id and names by their
// letters in hash tables, rows in blocks that are never moved.
#include "record/recording_build.h"

#include "core/clock.h"
#include "core/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

void recording_build_start(recording_build *b)
{
    *b = (recording_build){.most_rows = RECORDING_MAX_ROWS, .first_frame = UINT32_MAX};
    wend_hash hash = wend_hash_start();
    wend_hash_double(&hash, wend_clock());
    wend_hash_u64(&hash, (uint64_t)(uintptr_t)b);
    b->secret = wend_hash_end(&hash);
}

static void free_parts(recording_build *b)
{
    for (size_t i = 0; i < b->blocks.count; ++i)
        free(b->blocks.data[i]);
    wend_array_free(&b->blocks, NULL);
    wend_array_free(&b->agents, NULL);
    wend_array_free(&b->names, NULL);
    free(b->agent_table.slots);
    free(b->name_table.slots);
    b->agent_table = b->name_table = (recording_table){0};
}

void recording_build_free(recording_build *b)
{
    free_parts(b);
    recording_free(&b->out);
}

static bool failed(recording_build *b, recording_failure failure)
{
    if (b->failure == RECORDING_NO_FAILURE)
        b->failure = failure;
    return false;
}

bool recording_build_problem(const recording_build *b, problem_list *problems)
{
    switch (b->failure) {
    case RECORDING_TOO_MANY_ROWS:
        return problem_add(problems, "the recording has more than %zu million rows",
                           b->most_rows >> 20);
    case RECORDING_TOO_MANY_FRAMES:
        return problem_add(problems, "the recording spans more than %lu frames",
                           (unsigned long)RECORDING_MAX_FRAMES);
    case RECORDING_TWICE:
        return problem_add(problems, "agent %llu is twice in frame %lu",
                           (unsigned long long)b->twice_id, (unsigned long)b->twice_frame);
    case RECORDING_NO_FAILURE:
    case RECORDING_NO_MEMORY:
        break;
    }
    return problem_no_memory(problems);
}

// ---- hash tables --------------------------------------------------------------------------------

static uint64_t hash_id(const recording_build *b, uint64_t id)
{
    wend_hash hash = {b->secret};
    wend_hash_u64(&hash, id);
    return wend_hash_end(&hash);
}

static uint64_t hash_name(const recording_build *b, const char *name)
{
    wend_hash hash = {b->secret};
    for (; *name; ++name)
        wend_hash_u64(&hash, (unsigned char)*name);
    return wend_hash_end(&hash);
}

static uint64_t hash_agent_at(const recording_build *b, size_t number)
{
    return hash_id(b, b->agents.data[number].id);
}

static uint64_t hash_name_at(const recording_build *b, size_t number)
{
    return hash_name(b, b->names.data[number]);
}

/// Adds the last of `count` items to their table, which is at most half full.
static bool add_to_table(recording_build *b, recording_table *t, size_t count,
                         uint64_t (*hash_at)(const recording_build *b, size_t number))
{
    size_t first = count - 1;
    if (count * 2 > t->room) {
        free(t->slots);
        t->room = t->room ? t->room * 2 : FIRST_ROOM;
        t->slots = calloc(t->room, sizeof *t->slots);
        first = 0;
    }
    if (!t->slots)
        return failed(b, RECORDING_NO_MEMORY);
    for (size_t i = first; i < count; ++i) {
        size_t at = hash_at(b, i) & (t->room - 1);
        while (t->slots[at])
            at = (at + 1) & (t->room - 1);
        t->slots[at] = (uint32_t)i + 1;
    }
    return true;
}

// ---- agents and names ---------------------------------------------------------------------------

static bool add_agent(recording_build *b, uint64_t id, uint32_t *agent)
{
    const recorded_agent unknown = {
        .id = id,
        .radius = NAN,
        .speed = NAN,
        .premovement_time = NAN,
        .came = NAN,
        .left = NAN,
        .aim = {NAN, NAN},
    };
    *agent = (uint32_t)b->agents.count;
    if (*agent == b->most_rows)
        return failed(b, RECORDING_TOO_MANY_ROWS);
    if (!wend_array_push(&b->agents, NULL, unknown))
        return failed(b, RECORDING_NO_MEMORY);
    return add_to_table(b, &b->agent_table, b->agents.count, hash_agent_at);
}

bool recording_build_agent(recording_build *b, uint64_t id, uint32_t *agent)
{
    if (b->failure != RECORDING_NO_FAILURE)
        return false;
    // Rows mostly come by agent, or in the same order frame by frame.
    uint32_t last = b->last_agent;
    for (uint32_t i = last; i < b->agents.count && i - last < 2; ++i)
        if (b->agents.data[i].id == id) {
            *agent = b->last_agent = i;
            return true;
        }
    const recording_table *t = &b->agent_table;
    size_t at = t->room ? hash_id(b, id) & (t->room - 1) : 0;
    for (; t->room && t->slots[at]; at = (at + 1) & (t->room - 1))
        if (b->agents.data[t->slots[at] - 1].id == id) {
            *agent = b->last_agent = t->slots[at] - 1;
            return true;
        }
    if (!add_agent(b, id, agent))
        return false;
    b->last_agent = *agent;
    return true;
}

char *recording_build_string(recording_build *b, const char *bytes, size_t size)
{
    char *copy = pool_string(&b->out.memory, bytes, size);
    if (!copy)
        failed(b, RECORDING_NO_MEMORY);
    return copy;
}

/// Adds a name with the number b->names.count.
static bool add_name(recording_build *b, const char *name)
{
    const char *copy = recording_build_string(b, name, strlen(name));
    if (!copy || !wend_array_push(&b->names, NULL, copy))
        return failed(b, RECORDING_NO_MEMORY);
    return add_to_table(b, &b->name_table, b->names.count, hash_name_at);
}

bool recording_build_name(recording_build *b, const char *name, uint32_t *number)
{
    *number = 0;
    if (b->failure != RECORDING_NO_FAILURE || (b->names.count == 0 && !add_name(b, "")))
        return false;
    if (!name || !*name)
        return true;
    const recording_table *t = &b->name_table;
    for (size_t at = hash_name(b, name) & (t->room - 1); t->slots[at];
         at = (at + 1) & (t->room - 1))
        if (strcmp(b->names.data[t->slots[at] - 1], name) == 0) {
            *number = t->slots[at] - 1;
            return true;
        }
    *number = (uint32_t)b->names.count;
    return add_name(b, name);
}

// ---- rows ---------------------------------------------------------------------------------------

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b != 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void recording_build_frame(recording_build *b, uint32_t frame)
{
    if (b->first_frame > b->last_frame) {
        b->first_frame = b->last_frame = frame;
        return;
    }
    if (b->frame_step != 1) {
        uint32_t apart = frame > b->first_frame ? frame - b->first_frame : b->first_frame - frame;
        b->frame_step = common_divisor(apart, b->frame_step);
    }
    if (frame < b->first_frame)
        b->first_frame = frame;
    if (frame > b->last_frame)
        b->last_frame = frame;
}

bool recording_build_row(recording_build *b, uint64_t id, uint32_t frame, wend_vec2 at)
{
    uint32_t agent;
    if (b->row_count == b->most_rows)
        return failed(b, RECORDING_TOO_MANY_ROWS);
    if (!recording_build_agent(b, id, &agent))
        return false;
    recording_build_frame(b, frame);
    size_t place = b->row_count % RECORDING_BLOCK;
    if (place == 0) {
        recording_raw_row *block = malloc(RECORDING_BLOCK * sizeof *block);
        if (!block || !wend_array_push(&b->blocks, NULL, block)) {
            free(block);
            return failed(b, RECORDING_NO_MEMORY);
        }
    }
    b->blocks.data[b->blocks.count - 1][place] = (recording_raw_row){agent, frame, at};
    ++b->row_count;
    ++b->agents.data[agent].count;
    return true;
}

// ---- finishing ----------------------------------------------------------------------------------

static void complete_times(recording *r)
{
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        recorded_agent *agent = &r->agents[i];
        if (agent->count == 0)
            continue;
        uint32_t first = r->frames[agent->first], last = r->frames[agent->first + agent->count - 1];
        if (isnan(agent->came))
            agent->came = first / r->fps;
        if (isnan(agent->left) && last + 1 < r->frame_count)
            agent->left = last / r->fps;
    }
}

/// Hands over an array's memory as it is.
#define hand_over(array, to)                                                                       \
    ((to) = (array)->data, (array)->data = NULL, (array)->count = (array)->capacity = 0)

bool recording_build_finish(recording_build *b, const recording_rate *rate, recording *out)
{
    recording *r = &b->out;
    uint32_t none;
    if (!recording_build_name(b, NULL, &none) || !recording_index_rows(b))
        return false;
    r->name_count = (uint32_t)b->names.count;
    hand_over(&b->names, r->names);
    double fps = rate->stated > 0 ? rate->stated : rate->asked > 0 ? rate->asked : rate->guess;
    r->has_fps = rate->stated > 0;
    r->fps = fps > 0 ? fps / (double)r->frame_step : rate->guess_here;
    complete_times(r);
    *out = *r;
    *r = (recording){0};
    free_parts(b);
    return true;
}
