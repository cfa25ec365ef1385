// SPDX-License-Identifier: MIT
// A single program, and the half-planes of one body: for tests, for drawing, and for callers with
// half-planes of their own. Uses the code of a step, with one lane.
#include "motion/orca.h"

#define LANES 1
#include "motion/orca_program.h"
#include "motion/orca_search.h"

enum { SOLVE_MAX = 32 };

double wend_orca_solve(const wend_half_plane *half_planes_, uint32_t count,
                       const wend_preferred_velocity *preferred, double max_speed,
                       wend_vec2 *velocity)
{
    WEND_ASSERT(count <= SOLVE_MAX);
    orca_rows soft[SOLVE_MAX], hard[SOLVE_MAX];
    program p = {.soft = soft, .hard = hard, .speed = (float)max_speed, .bias = preferred->bias};
    for (uint32_t i = 0; i < count; ++i) {
        orca_rows *row = half_planes_[i].hard ? &hard[p.hard_rows++] : &soft[p.soft_rows++];
        row->nx[0] = (float)half_planes_[i].nx;
        row->ny[0] = (float)half_planes_[i].ny;
        row->c[0] = (float)half_planes_[i].c;
    }
    float a = orca_within(preferred->ax, preferred->ay, p.speed),
          b = orca_within(preferred->bx, preferred->by, p.speed);
    p.ax = preferred->ax * a;
    p.ay = preferred->ay * a;
    p.bx = preferred->bx * b;
    p.by = preferred->by * b;
    p.epsilon = p.speed * PROGRAM_EPSILON;
    if (solve(&p, preferred->wedge)) {
        p.vx = p.vy = 0;
        least_violation(&p, lanes_less(0, p.speed));
    }
    *velocity = (wend_vec2){p.vx, p.vy};
    float violation = 0;
    for (uint32_t k = 0; k < p.soft_rows; ++k)
        violation = fmaxf(violation, soft[k].c[0] - (soft[k].nx[0] * p.vx + soft[k].ny[0] * p.vy));
    return violation > p.epsilon ? violation : 0;
}

static void copy_rows(const orca_rows *rows, uint32_t count, bool hard, wend_half_plane *planes_,
                      uint32_t capacity, uint32_t *at)
{
    for (uint32_t k = 0; k < count; ++k) {
        if (rows[k].c[0] == ORCA_NO_PLANE)
            continue;
        if (*at < capacity)
            planes_[*at] = (wend_half_plane){rows[k].nx[0], rows[k].ny[0], rows[k].c[0], hard};
        ++*at;
    }
}

uint32_t wend_orca_planes(wend_orca *orca, const wend_orca_input *input, uint32_t body,
                          wend_half_plane *planes_, uint32_t capacity)
{
    if (wend_orca_begin(orca, input, NULL) != WEND_OK)
        return 0;
    orca_job job = wend_orca_job(orca, input);
    orca_scratch *scratch = orca->scratch;
    uint32_t found = 0;
    for (uint32_t i = 0; i < orca->crowd.count; ++i)
        if (orca->crowd.slot[i] == body) {
            search(&job, i, i + 1);
            planes(&job, i, i + 1, scratch);
            wend_orca_wall_planes(&job, i, i + 1, scratch);
            copy_rows(scratch->soft, scratch->soft_count[0], false, planes_, capacity, &found);
            copy_rows(scratch->hard, scratch->hard_count[0], true, planes_, capacity, &found);
        }
    return found;
}
