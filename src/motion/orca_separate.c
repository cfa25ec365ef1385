// SPDX-License-Identifier: MIT
// Bodies that overlap after a part of a step are pushed apart, in rounds. The first round is for
// all blocks; a later one only for those in which a body was pushed, or is a neighbour of one that
// was. Overlaps are rare, so later rounds cost little.
//
// Positions are read from one buffer and written to the other, so the result does not depend on the
// order of the blocks. Both buffers of a block that is left out are equal: it pushed nobody when it
// was last its turn.
#include "motion/orca.h"

#include "core/clock.h"
#include "geometry/walls.h"
#include "motion/contacts.h"

typedef struct separation {
    orca_job job;
    uint32_t round;
    const wend_orca_output *output;
    const bool *moved; ///< [opt]
} separation;

static void set_crowded(const separation *s, uint32_t body)
{
    atomic_uchar *next = s->job.crowd->crowded[(s->round + 1) & 1];
    atomic_store_explicit(&next[body / ORCA_BLOCK], 1, memory_order_relaxed);
}

// Moves a body and marks the blocks that may overlap in the next round.
static void push(const separation *s, uint32_t i, wend_vec2 by)
{
    orca_crowd *crowd = s->job.crowd;
    double radius = crowd->radius[i] * (1 - WEND_BODY_GIVE);
    wend_vec2 to = wend_walls_slide(s->job.input->walls, crowd->position[i], by, radius);
    orca_place(crowd, s->job.now ^ 1, i, to);
    if (!s->moved || s->moved[crowd->slot[i]])
        s->output->positions[crowd->slot[i]] = to;
    set_crowded(s, i);
    for (uint32_t k = 0; k < crowd->neighbour_count[i]; ++k)
        set_crowded(s, (uint32_t)crowd->neighbours[orca_entry(i, k)]);
}

static void separate_block(const separation *s, uint32_t begin, uint32_t end, orca_scratch *scratch)
{
    const orca_crowd *crowd = s->job.crowd;
    uint32_t now = s->job.now, next = now ^ 1;
    s->job.orca->kernels->separate(&s->job, begin, end, scratch);
    for (uint32_t i = begin; i < end; ++i) {
        wend_vec2 by = {scratch->push_x[i - begin], scratch->push_y[i - begin]};
        if (by.x == 0 && by.y == 0) {
            crowd->x[next][i] = crowd->x[now][i];
            crowd->y[next][i] = crowd->y[now][i];
        } else {
            scratch->pushed = true;
            push(s, i, by);
        }
    }
}

static void separate_blocks(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const separation *s = argument;
    double start = wend_clock();
    for (uint32_t block = begin; block < end; ++block) {
        atomic_uchar *crowded = &s->job.crowd->crowded[s->round & 1][block];
        if (s->round > 0 && !atomic_load_explicit(crowded, memory_order_relaxed))
            continue;
        atomic_store_explicit(crowded, 0, memory_order_relaxed);
        uint32_t first = block * ORCA_BLOCK, last = first + ORCA_BLOCK;
        last = last < s->job.crowd->count ? last : s->job.crowd->count;
        separate_block(s, first, last, &s->job.orca->scratch[worker]);
    }
    s->job.orca->scratch[worker].times.move += wend_clock() - start;
}

// One round. True: somebody was pushed.
static bool run_round(wend_orca *orca, separation *s)
{
    bool pushed = false;
    for (uint32_t worker = 0; worker < orca->scratch_count; ++worker)
        orca->scratch[worker].pushed = false;
    wend_parallel_for(s->job.input->tasks, (orca->crowd.count + ORCA_BLOCK - 1) / ORCA_BLOCK, 1,
                      separate_blocks, s);
    for (uint32_t worker = 0; worker < orca->scratch_count; ++worker)
        pushed = pushed || orca->scratch[worker].pushed;
    return pushed;
}

void wend_orca_separate(wend_orca *orca, orca_job *job, const wend_orca_output *output,
                        const bool *moved)
{
    separation s = {.job = *job, .output = output, .moved = moved};
    bool overlaps = true;
    for (; overlaps && s.round < orca->def.separations; ++s.round) {
        overlaps = run_round(orca, &s);
        s.job.now ^= 1;
    }
    job->now = s.job.now;
    uint32_t blocks = (orca->crowd.count + ORCA_BLOCK - 1) / ORCA_BLOCK;
    for (uint32_t block = 0; overlaps && block < blocks; ++block)
        atomic_store_explicit(&orca->crowd.crowded[s.round & 1][block], 0, memory_order_relaxed);
}
