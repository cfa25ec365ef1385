// SPDX-License-Identifier: MIT
// The nearest neighbours of each body, in lanes of candidates.
//
// The distance of the farthest neighbour in the previous step, plus a little, is nearly always a
// radius that contains all required neighbours and few others. Otherwise the radius is enlarged
// until it does, so the result does not depend on it. A row of cells is contiguous in memory. Among
// the candidates within the radius the nearest are selected by counting for each how many are
// nearer: no sorting, no branches.
#ifndef WEND_MOTION_ORCA_SEARCH_H
#define WEND_MOTION_ORCA_SEARCH_H

#include "core/lanes.h"
#include "motion/orca.h"

/// Factor from the last distance to the first radius; 1.03 to 1.2 cost the same.
#define SEARCH_SLACK 1.08f
/// Radius of a circle that contains n bodies, in units of their spacing and sqrt(n): sqrt(1 / pi),
/// rounded up.
#define SEARCH_FIRST 0.6f
/// A radius with too few candidates grows by this factor plus this amount, so that it also grows
/// from 0.
#define SEARCH_GROWTH 1.25f
#define SEARCH_START  0.05f
/// Maximum number of candidates to compare; with more, the radius is reduced.
#define SEARCH_CANDIDATES 256
/// Maximum number of radius changes. Only a pile of that many bodies at one position has no
/// suitable radius; then the first by cell and slot are used.
#define SEARCH_TRIES 64

/// Prefetch distance in bodies: slots are scattered in memory.
#define SEARCH_AHEAD 8

typedef struct candidate_list {
    int32_t body[SEARCH_CANDIDATES + ORCA_TILE];
    float distance2[SEARCH_CANDIDATES + ORCA_TILE]; ///< in units^2
    uint32_t count;
} candidate_list;

static inline uint32_t cell_line(int32_t at, int32_t add, uint32_t shift, uint32_t count)
{
    int64_t cell = ((int64_t)at + add) >> shift;
    return cell < 0 ? 0 : cell >= count ? count - 1 : (uint32_t)cell;
}

// All bodies within the radius (in units) of body i except itself, in sorted order.
static void collect(const orca_job *job, uint32_t i, float radius, candidate_list *list)
{
    const orca_crowd *crowd = job->crowd;
    const int32_t *xs = crowd->x[job->now], *ys = crowd->y[job->now];
    // The cells cover a whole number of units that is at least the radius; nothing is farther away
    // than ORCA_MAX_UNITS.
    int32_t reach = radius < ORCA_MAX_UNITS ? (int32_t)radius + 1 : (int32_t)ORCA_MAX_UNITS;
    uint32_t left = cell_line(xs[i], -reach, crowd->column_shift, crowd->columns),
             right = cell_line(xs[i], reach, crowd->column_shift, crowd->columns),
             top = cell_line(ys[i], reach, crowd->row_shift, crowd->rows);
    lanes_i x = lanes_all_i(xs[i]), y = lanes_all_i(ys[i]), self = lanes_all_i((int32_t)i);
    lanes_f limit = lanes_all(radius * radius);
    uint32_t count = 0;
    for (uint32_t row = cell_line(ys[i], -reach, crowd->row_shift, crowd->rows); row <= top;
         ++row) {
        const uint32_t *starts = crowd->starts.data + (size_t)row * crowd->columns;
        uint32_t end = starts[right + 1];
        for (uint32_t k = starts[left]; k < end; k += LANES) {
            lanes_f dx = lanes_to_f(lanes_load_i(xs + k) - x),
                    dy = lanes_to_f(lanes_load_i(ys + k) - y);
            lanes_f distance2 = dx * dx + dy * dy;
            lanes_i body = lanes_all_i((int32_t)k) + lanes_count_up();
            lanes_m inside = lanes_at_most(distance2, limit) &
                             lanes_less_i(body, lanes_all_i((int32_t)end)) &
                             (lanes_less_i(body, self) | lanes_less_i(self, body));
            count += lanes_compress(inside, body, distance2, list->body + count,
                                    list->distance2 + count);
            if (count > SEARCH_CANDIDATES)
                count = SEARCH_CANDIDATES;
        }
    }
    list->count = count;
}

// Selects the nearest `max` of the list, as one bit each; ties go to the first. *furthest is the
// largest squared distance among them. [Limit: the list has at least `max` entries]
static void keep_nearest(const candidate_list *list, uint32_t max, uint64_t *keep, float *furthest)
{
    uint32_t count = list->count, kept = 0;
    float last = 0;
    lanes_i required = lanes_all_i((int32_t)max), end = lanes_all_i((int32_t)count);
    for (uint32_t first = 0; first < count; first += LANES) {
        lanes_f mine = lanes_load(list->distance2 + first);
        lanes_i nearer = lanes_all_i(0);
        for (uint32_t k = 0; k < count; ++k)
            nearer = lanes_one_more(nearer, lanes_less(lanes_all(list->distance2[k]), mine));
        lanes_i index = lanes_all_i((int32_t)first) + lanes_count_up();
        lanes_m near = lanes_less_i(nearer, required) & lanes_less_i(index, end);
        uint32_t bits = lanes_bits(near);
        keep[first / 64] |= (uint64_t)bits << first % 64;
        kept += (uint32_t)__builtin_popcount(bits);
        float largest = lanes_largest(lanes_pick(near, mine, lanes_all(0)));
        last = largest > last ? largest : last;
    }
    for (uint32_t k = count; kept > max;) // ties: drop the farthest
        if (list->distance2[--k] == last && keep[k / 64] >> k % 64 & 1) {
            keep[k / 64] &= ~((uint64_t)1 << k % 64);
            --kept;
        }
    *furthest = last;
}

static void search_one(const orca_job *job, uint32_t i, candidate_list *list)
{
    const orca_crowd *crowd = job->crowd;
    float per_metre = (float)crowd->per_metre, max = job->distance;
    float radius = job->warm[crowd->slot[i]] * SEARCH_SLACK, below = 0, above = max;
    if (radius == 0) // initial radius from the spacing
        radius = crowd->spacing * SEARCH_FIRST * sqrtf((float)job->neighbours);
    for (int tries = 0; tries < SEARCH_TRIES; ++tries) {
        radius = radius < max ? radius : max;
        collect(job, i, radius * per_metre, list);
        if (list->count == SEARCH_CANDIDATES) {
            above = radius;
            radius = 0.5f * (below + above);
            if (above * per_metre < 1) // A pile at one position: all are equally near
                break;
        } else if (list->count < job->neighbours && radius < max) {
            below = radius;
            radius = above < max ? 0.5f * (below + above) : radius * SEARCH_GROWTH + SEARCH_START;
        } else {
            break;
        }
    }
    int32_t *column = crowd->neighbours + orca_entry(i, 0);
    uint64_t keep[SEARCH_CANDIDATES / 64] = {0};
    uint32_t count = list->count < job->neighbours ? list->count : job->neighbours;
    if (list->count < job->neighbours) {
        keep[0] = ((uint64_t)1 << count) - 1;
    } else {
        keep_nearest(list, job->neighbours, keep, &radius);
        radius = sqrtf(radius) * crowd->unit;
    }
    job->warm[crowd->slot[i]] = radius;
    crowd->neighbour_count[i] = (uint8_t)count;
    for (uint32_t word = 0; word < SEARCH_CANDIDATES / 64; ++word)
        for (uint64_t bits = keep[word]; bits; bits &= bits - 1, column += ORCA_TILE)
            *column = list->body[word * 64 + (uint32_t)__builtin_ctzll(bits)];
}

static void search(const orca_job *job, uint32_t begin, uint32_t end)
{
    candidate_list list;
    const uint32_t *slot = job->crowd->slot;
    for (uint32_t i = begin; i < end; ++i) {
        orca_prefetch(&job->warm[slot[i + SEARCH_AHEAD < end ? i + SEARCH_AHEAD : i]]);
        search_one(job, i, &list);
    }
}

#endif
