// SPDX-License-Identifier: MIT
// Contact search: the bodies that a body may touch within a round, found with a grid.
//
// The lists of neighbours of a step serve the motion models, not contacts: they hold the bodies
// that matter at the start of the step, in a diagram only those next to it, and another one may
// arrive from behind these. Contacts are therefore found among all bodies, again in each round, up
// to the gap that two bodies may close in it.
#include "motion/contacts.h"

#include <math.h>

/// Bodies per task.
enum { GRAIN = 256 };

/// Minimum cell size, because bodies may be points at rest. [m]
#define MIN_CELL 1e-3

/// Maximum number of cells within reach of a body: a cell is as wide as the longest reach, and
/// rounding may add a row.
enum { MAX_CELLS = 16 };

/// Cell numbers stay within this, also for positions that are not finite.
#define MAX_CELL 1e15

contact_lists wend_contact_lists(wend_vec2 *memory, uint32_t count)
{
    uint32_t mask = 0;
    while (mask < count / 2)
        mask = 2 * mask + 1;
    // In units of uint32_t, a body has 4 per point: MAX_CONTACTS + 3, and 1 for each bucket. There
    // are at most `count` buckets, and one end more.
    uint32_t *next = (uint32_t *)memory;
    contact_lists lists = {.bodies = next, .mask = mask};
    lists.counts = next += (size_t)MAX_CONTACTS * count;
    lists.sorted = next += count;
    lists.bucket = next += count;
    lists.ends = next + count;
    return lists;
}

static bool is_moved(const wend_motion_input *input, uint32_t body)
{
    return !input->moved || input->moved[body];
}

/// Bodies that are not moved keep their velocity.
static double speed_of(const contacts *c, uint32_t body)
{
    double max_speed = c->input->bodies[body].max_speed;
    return is_moved(c->input, body) ? max_speed
                                    : fmax(max_speed, wend_length(c->input->bodies[body].velocity));
}

// ---- grid ---------------------------------------------------------------------------------------

static int64_t cell_of(const contact_lists *lists, double coordinate)
{
    return (int64_t)fmin(fmax(floor(coordinate / lists->cell), -MAX_CELL), MAX_CELL);
}

static uint32_t bucket_of(const contact_lists *lists, int64_t column, int64_t row)
{
    uint64_t h = (uint64_t)column * 0x9e3779b97f4a7c15u ^ (uint64_t)row * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(h >> 32) & lists->mask;
}

/// Distance between centres up to which a body with that radius and speed may come into contact
/// with any other within a round, or constrain it.
static double reach_of(const contacts *c, double radius, double speed)
{
    const contact_lists *lists = &c->lists;
    return (radius + lists->radius) * (1 + c->def.margin) +
           (speed + lists->speed) * (c->def.gap_time + c->seconds * c->sub_steps);
}

/// Counting sort by bucket.
static void sort(contacts *c)
{
    contact_lists *lists = &c->lists;
    const wend_body *bodies = c->input->bodies;
    for (uint32_t i = 0; i <= lists->mask + 1; ++i)
        lists->ends[i] = 0;
    for (uint32_t i = 0; i < c->input->count; ++i) {
        if (bodies[i].radius < 0)
            continue;
        wend_vec2 p = c->positions[i];
        lists->bucket[i] = bucket_of(lists, cell_of(lists, p.x), cell_of(lists, p.y));
        ++lists->ends[lists->bucket[i] + 1];
    }
    for (uint32_t i = 1; i <= lists->mask + 1; ++i)
        lists->ends[i] += lists->ends[i - 1];
    // Each start advances to the end of its bucket, the start of the next.
    for (uint32_t i = 0; i < c->input->count; ++i)
        if (bodies[i].radius >= 0)
            lists->sorted[lists->ends[lists->bucket[i]]++] = i;
}

// ---- search -------------------------------------------------------------------------------------

/// The contacts of one body during its search.
typedef struct gathering {
    const contacts *c;
    uint32_t body, count;
    double speed;
    uint32_t *list;
    double gaps[MAX_CONTACTS];
} gathering;

/// Adds a body unless it is too far away. A full list keeps the nearest ones.
static void gather(gathering *g, uint32_t other)
{
    const contacts *c = g->c;
    const wend_body *me = &c->input->bodies[g->body], *it = &c->input->bodies[other];
    double radii = (double)me->radius + it->radius, round = c->seconds * c->sub_steps;
    double max_gap =
               wend_contact_max_gap(c, g->body, other) + (g->speed + speed_of(c, other)) * round,
           square = wend_distance_squared(c->positions[g->body], c->positions[other]);
    if (other == g->body || !(square <= (radii + max_gap) * (radii + max_gap)))
        return;
    double gap = sqrt(square) - radii;
    uint32_t at = g->count;
    if (g->count == MAX_CONTACTS) {
        at = 0;
        for (uint32_t i = 1; i < MAX_CONTACTS; ++i)
            if (g->gaps[i] > g->gaps[at])
                at = i;
        if (gap >= g->gaps[at])
            return;
    } else {
        ++g->count;
    }
    g->list[at] = other;
    g->gaps[at] = gap;
}

static void gather_from(gathering *g, uint32_t bucket)
{
    const contact_lists *lists = &g->c->lists;
    for (uint32_t i = bucket > 0 ? lists->ends[bucket - 1] : 0; i < lists->ends[bucket]; ++i)
        gather(g, lists->sorted[i]);
}

/// Searches the cells within reach, three by three at most. Some may share a bucket.
static void gather_around(gathering *g, double reach)
{
    const contact_lists *lists = &g->c->lists;
    wend_vec2 p = g->c->positions[g->body];
    int64_t left = cell_of(lists, p.x - reach), right = cell_of(lists, p.x + reach);
    int64_t low = cell_of(lists, p.y - reach), high = cell_of(lists, p.y + reach);
    uint32_t buckets[MAX_CELLS], count = 0;
    for (int64_t row = low; row <= high; ++row)
        for (int64_t column = left; column <= right; ++column) {
            uint32_t bucket = bucket_of(lists, column, row), i = 0;
            while (i < count && buckets[i] != bucket)
                ++i;
            if (i < count || count == MAX_CELLS)
                continue;
            buckets[count++] = bucket;
            gather_from(g, bucket);
        }
}

static void search(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const contacts *c = argument;
    const contact_lists *lists = &c->lists;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        gathering g = {.c = c, .body = i, .list = lists->bodies + (size_t)i * MAX_CONTACTS};
        if (c->input->bodies[i].radius >= 0 && is_moved(c->input, i)) {
            g.speed = speed_of(c, i);
            gather_around(&g, reach_of(c, c->input->bodies[i].radius, g.speed));
        }
        lists->counts[i] = g.count;
    }
}

void wend_contacts_find(contacts *c)
{
    contact_lists *lists = &c->lists;
    lists->radius = lists->speed = 0;
    for (uint32_t i = 0; i < c->input->count; ++i)
        if (c->input->bodies[i].radius >= 0) {
            lists->radius = fmax(lists->radius, c->input->bodies[i].radius);
            lists->speed = fmax(lists->speed, speed_of(c, i));
        }
    lists->cell = fmax(reach_of(c, lists->radius, lists->speed), MIN_CELL);
    sort(c);
    wend_parallel_for(c->input->tasks, c->input->count, GRAIN, search, c);
}
