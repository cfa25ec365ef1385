// SPDX-License-Identifier: MIT
// Rows of a recording in chunks of time, each of which can be unpacked alone for fast seeking. A
// chunk has the agents in sequence, as knots (knots.h); a knot is a number of frames and the
// difference to its predicted position. Numbers of a kind are stored together, which improves
// compression.
#include "replay/parts.h"

#include <stdlib.h>

/// Codes in the times of an agent; otherwise the number of frames to its next knot plus one.
enum {
    TIME_END,  ///< end
    TIME_GAP,  ///< absence: the frames until it reappears, and the displacement, follow
    TIME_KNOT, ///< a knot after one frame, and so on
};

bool replay_walk_start(replay_walk *w, const recording *r, const replay_grid *grid,
                       uint32_t chunk_frames, uint32_t stride)
{
    *w = (replay_walk){.r = r, .grid = *grid, .chunk_frames = chunk_frames, .stride = stride};
    w->rows = calloc((size_t)r->agent_count + 1, sizeof *w->rows);
    w->last = calloc((size_t)r->agent_count + 1, sizeof *w->last);
    w->fitted = calloc((size_t)chunk_frames + 1, sizeof *w->fitted);
    if (w->rows && w->last && w->fitted)
        return true;
    replay_walk_free(w);
    return false;
}

void replay_walk_free(replay_walk *w)
{
    free(w->rows);
    free(w->last);
    free(w->fitted);
    replay_bytes_free(&w->agents);
    replay_bytes_free(&w->times);
    replay_bytes_free(&w->moves);
    replay_bytes_free(&w->all);
    *w = (replay_walk){0};
}

static void put_move(replay_walk *w, replay_knot expected, replay_knot k)
{
    replay_write_signed(&w->moves, k.x - expected.x);
    replay_write_signed(&w->moves, k.y - expected.y);
    ++w->knot_count;
}

/// Writes the knots of consecutive rows after `first`; returns the last.
static replay_knot write_segment(replay_walk *w, const wend_vec2 *at, size_t count,
                                 replay_knot first)
{
    size_t found = replay_fit(&w->grid, at, count, first, w->fitted);
    // No motion is known yet: predict standing.
    replay_knot before = {first.frame - 1, first.x, first.y}, k = first;
    for (size_t i = 0; i < found; ++i) {
        replay_knot next = w->fitted[i];
        uint32_t frames = next.frame - k.frame;
        replay_write_number(&w->times, frames - 1 + TIME_KNOT);
        put_move(w, replay_predict(before, k, frames), next);
        before = k;
        k = next;
    }
    return k;
}

/// Writes an agent's rows up to frame `end`, from its row i on, the first of the chunk, with knot
/// k.
static void write_agent(replay_walk *w, uint32_t agent, size_t i, replay_knot k, uint32_t end)
{
    const recorded_agent *a = &w->r->agents[agent];
    const uint32_t *frames = w->r->frames + a->first;
    const wend_vec2 *at = w->r->at + a->first;
    for (;;) {
        size_t begin = i++;
        while (i < a->count && frames[i] == frames[i - 1] + 1 && frames[i] <= end)
            ++i;
        k = write_segment(w, at + begin, i - begin, k);
        if (i == a->count || frames[i] > end)
            break;
        replay_knot next = replay_knot_at(&w->grid, frames[i], at[i]);
        replay_write_number(&w->times, TIME_GAP);
        replay_write_number(&w->times, next.frame - k.frame);
        put_move(w, k, next);
        k = next;
    }
    replay_write_number(&w->times, TIME_END);
    w->last[agent] = k;
    // A row in the last frame also begins the next chunk.
    w->rows[agent] = k.frame == end ? i - 1 : i;
}

bool replay_walk_chunk(replay_walk *w, uint32_t chunk)
{
    const recording *r = w->r;
    uint32_t begin = chunk * w->chunk_frames, end = begin + w->chunk_frames;
    uint32_t count = 0, next_agent = 0;
    size_t knots_before = w->knot_count;
    replay_knot start = {0};
    w->agents.items.count = w->times.items.count = w->moves.items.count = w->all.items.count = 0;
    for (uint32_t agent = 0; agent < r->agent_count; agent += w->stride) {
        const recorded_agent *a = &r->agents[agent];
        size_t i = w->rows[agent];
        if (i == a->count || r->frames[a->first + i] > end)
            continue;
        uint32_t frame = r->frames[a->first + i];
        // An agent present in the last frame of the previous chunk continues from its knot. (The
        // first chunk has no predecessor; in later ones an unset `last`, of frame 0, does not
        // match.)
        bool goes_on = begin > 0 && w->last[agent].frame == frame;
        replay_knot k =
            goes_on ? w->last[agent] : replay_knot_at(&w->grid, frame, r->at[a->first + i]);
        replay_write_number(&w->agents, agent - next_agent);
        replay_write_number(&w->agents, frame - begin);
        replay_write_signed(&w->agents, k.x - start.x);
        replay_write_signed(&w->agents, k.y - start.y);
        start = k;
        next_agent = agent + 1;
        ++count;
        ++w->knot_count;
        write_agent(w, agent, i, k, end);
    }
    replay_write_number(&w->all, count);
    replay_write_number(&w->all, (uint32_t)(w->knot_count - knots_before));
    replay_write_number(&w->all, (uint32_t)w->agents.items.count);
    replay_write_number(&w->all, (uint32_t)w->times.items.count);
    replay_append(&w->all, &w->agents);
    replay_append(&w->all, &w->times);
    replay_append(&w->all, &w->moves);
    return !w->all.failed;
}
