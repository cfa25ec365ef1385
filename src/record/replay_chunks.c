// SPDX-License-Identifier: MIT
// The rows of a recording in chunks of time: each can be unpacked alone, so that any moment is
// quick to come to. In a chunk the agents stand one after the other, as knots (replay_knots.h); a
// knot is a number of frames and the difference to where it was expected. Numbers of a kind stand
// together, which deflate likes.
#include "record/replay_parts.h"

#include <stdlib.h>

/// In the times of an agent, where the number of frames to its next knot stands plus one.
enum {
    TIME_END,  ///< there are no more
    TIME_GAP,  ///< it was not there for a while: the frames till it is again, and the way, follow
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
    replay_put_signed(&w->moves, k.x - expected.x);
    replay_put_signed(&w->moves, k.y - expected.y);
    ++w->knot_count;
}

/// Puts the knots of consecutive rows after `first`; returns the last.
static replay_knot put_stretch(replay_walk *w, const wend_vec2 *at, size_t count, replay_knot first)
{
    size_t found = replay_fit(&w->grid, at, count, first, w->fitted);
    // Nothing is known of the way here: as if it had stood.
    replay_knot before = {first.frame - 1, first.x, first.y}, k = first;
    for (size_t i = 0; i < found; ++i) {
        replay_knot next = w->fitted[i];
        uint32_t frames = next.frame - k.frame;
        replay_put(&w->times, frames - 1 + TIME_KNOT);
        put_move(w, replay_predict(before, k, frames), next);
        before = k;
        k = next;
    }
    return k;
}

/// Puts an agent's rows up to the frame `end`, from its row i on, which is the first here and has
/// the knot k.
static void put_agent(replay_walk *w, uint32_t agent, size_t i, replay_knot k, uint32_t end)
{
    const recorded_agent *a = &w->r->agents[agent];
    const uint32_t *frames = w->r->frames + a->first;
    const wend_vec2 *at = w->r->at + a->first;
    for (;;) {
        size_t begin = i++;
        while (i < a->count && frames[i] == frames[i - 1] + 1 && frames[i] <= end)
            ++i;
        k = put_stretch(w, at + begin, i - begin, k);
        if (i == a->count || frames[i] > end)
            break;
        replay_knot next = replay_knot_at(&w->grid, frames[i], at[i]);
        replay_put(&w->times, TIME_GAP);
        replay_put(&w->times, next.frame - k.frame);
        put_move(w, k, next);
        k = next;
    }
    replay_put(&w->times, TIME_END);
    w->last[agent] = k;
    // A row in the last frame is the first of the next chunk, too.
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
        // Who was there in the last frame of the chunk before goes on from its knot. (The first
        // chunk has none before, and in later ones an untouched `last`, of frame 0, is no match.)
        bool goes_on = begin > 0 && w->last[agent].frame == frame;
        replay_knot k =
            goes_on ? w->last[agent] : replay_knot_at(&w->grid, frame, r->at[a->first + i]);
        replay_put(&w->agents, agent - next_agent);
        replay_put(&w->agents, frame - begin);
        replay_put_signed(&w->agents, k.x - start.x);
        replay_put_signed(&w->agents, k.y - start.y);
        start = k;
        next_agent = agent + 1;
        ++count;
        ++w->knot_count;
        put_agent(w, agent, i, k, end);
    }
    replay_put(&w->all, count);
    replay_put(&w->all, (uint32_t)(w->knot_count - knots_before));
    replay_put(&w->all, (uint32_t)w->agents.items.count);
    replay_put(&w->all, (uint32_t)w->times.items.count);
    replay_append(&w->all, &w->agents);
    replay_append(&w->all, &w->times);
    replay_append(&w->all, &w->moves);
    return !w->all.failed;
}
