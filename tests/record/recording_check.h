// SPDX-License-Identifier: MIT
// What must hold in every recording, whoever made it: for tests and for fuzzers.
#ifndef WEND_TESTS_RECORD_RECORDING_CHECK_H
#define WEND_TESTS_RECORD_RECORDING_CHECK_H

#include "record/recording.h"
#include "wend/floor.h"

#include <math.h>
#include <string.h>

static inline const char *agent_wrong(const recording *r, uint32_t a)
{
    const recorded_agent *agent = &r->agents[a];
    const uint32_t names[] = {agent->goal, agent->group, agent->role, agent->planner,
                              agent->motion};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        if (names[i] >= r->name_count)
            return "an agent has a name that is not there";
    for (size_t i = agent->first; i < agent->first + agent->count; ++i) {
        if (r->row_agent[i] != a)
            return "a row is not its agent's";
        if (r->frames[i] >= r->frame_count ||
            (i > agent->first && r->frames[i] <= r->frames[i - 1]))
            return "frames of an agent are not in order";
        if (!(fabs(r->at[i].x) <= WEND_MAX_COORDINATE && fabs(r->at[i].y) <= WEND_MAX_COORDINATE))
            return "a place is nowhere";
        if (recording_row(r, a, r->frames[i]) != i)
            return "a row is not found";
    }
    return agent->count > 0 && !isfinite(agent->came) ? "an agent never came" : NULL;
}

static inline const char *frame_wrong(const recording *r, uint32_t f)
{
    size_t first = r->frame_starts[f], end = r->frame_starts[f + 1];
    if (first > end || end > r->row_count)
        return "frames overlap";
    for (size_t i = first; i < end; ++i) {
        size_t row = r->by_frame[i];
        if (row >= r->row_count || r->frames[row] != f)
            return "a row is in another frame";
        if (i > first && r->row_agent[row] <= r->row_agent[r->by_frame[i - 1]])
            return "agents of a frame are not in order";
    }
    if (r->frame_floor && r->frame_floor[f] >= r->floor_count)
        return "a frame has a floor that is not there";
    return (recording_floor(r, f) == NULL) == (r->floor_count > 0) ? "no floor" : NULL;
}

/// What is wrong with a recording; NULL: nothing.
static inline const char *recording_wrong(const recording *r)
{
    size_t rows = 0;
    const char *wrong = NULL;
    for (uint32_t a = 0; !wrong && a < r->agent_count; ++a) {
        const recorded_agent *agent = &r->agents[a];
        if (agent->first != rows || (a > 0 && agent[-1].id >= agent->id))
            return "agents are not in order";
        rows += agent->count;
        if (rows > r->row_count)
            return "there are too few rows";
        wrong = agent_wrong(r, a);
    }
    if (!wrong && rows != r->row_count)
        return "there are too many rows";
    if (r->frame_starts[0] != 0 || r->frame_starts[r->frame_count] != r->row_count)
        return "frames do not have all rows";
    for (uint32_t f = 0; !wrong && f < r->frame_count; ++f)
        wrong = frame_wrong(r, f);
    if (!(r->fps > 0) || !isfinite(r->fps) || r->frame_step == 0)
        return "no frames a second";
    if (r->name_count == 0 || strcmp(r->names[0], "") != 0)
        return "the first name is not empty";
    return wrong;
}

#endif
