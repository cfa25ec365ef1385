// SPDX-License-Identifier: MIT
// Spread of groups.
#include "measure/crowd.h"

#include "wend/vec2.h"

#include <math.h>
#include <stdlib.h>

/// Sums of one group.
typedef struct group_sums {
    uint32_t members, left;
    double first_left, last_left;
    // Over all frames with two or more members.
    uint64_t frames;
    double spread, most;
    // Over the current frame.
    uint32_t here;
    double x, y; ///< mean position
    double distances;
} group_sums;

/// Group of a row; NULL: none.
static group_sums *group_of(const recording *r, size_t row, group_sums *groups)
{
    uint32_t group = r->agents[r->row_agent[row]].group;
    return group > 0 ? &groups[group] : NULL;
}

static void add_frame(const recording *r, uint32_t frame, group_sums *groups)
{
    size_t from = r->frame_starts[frame], to = r->frame_starts[frame + 1];
    group_sums *g;
    for (size_t i = from; i < to; ++i)
        if ((g = group_of(r, r->by_frame[i], groups))) {
            wend_vec2 at = r->at[r->by_frame[i]];
            // A running mean loses no precision far from the origin.
            ++g->here;
            g->x += (at.x - g->x) / g->here;
            g->y += (at.y - g->y) / g->here;
        }
    for (size_t i = from; i < to; ++i)
        if ((g = group_of(r, r->by_frame[i], groups))) {
            wend_vec2 at = r->at[r->by_frame[i]];
            double distance = wend_distance(at, (wend_vec2){g->x, g->y});
            g->distances += distance;
            if (g->here > 1)
                g->most = fmax(g->most, distance);
        }
    for (size_t i = from; i < to; ++i)
        if ((g = group_of(r, r->by_frame[i], groups)) && g->here > 0) {
            if (g->here > 1) {
                ++g->frames;
                g->spread += g->distances / g->here;
            }
            g->here = 0;
            g->x = g->y = g->distances = 0;
        }
}

static void count_members(const recording *r, group_sums *groups)
{
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *a = &r->agents[i];
        if (a->group == 0)
            continue;
        group_sums *g = &groups[a->group];
        bool first = g->left == 0;
        ++g->members;
        if (isnan(a->left))
            continue;
        ++g->left;
        g->first_left = first ? a->left : fmin(g->first_left, a->left);
        g->last_left = first ? a->left : fmax(g->last_left, a->left);
    }
}

static bool write_groups(const recording *r, const group_sums *groups, measure_groups *out)
{
    for (uint32_t i = 1; i < r->name_count; ++i) {
        const group_sums *g = &groups[i];
        if (g->members == 0)
            continue;
        if (!wend_array_reserve(&out->items, NULL, 1))
            return false;
        out->items.data[out->items.count++] = (measure_group){
            .name = i,
            .members = g->members,
            .spread = g->frames > 0 ? g->spread / (double)g->frames : NAN,
            .most = g->frames > 0 ? g->most : NAN,
            .last_apart = g->left == g->members ? g->last_left - g->first_left : NAN,
        };
    }
    return true;
}

bool measure_find_groups(const recording *r, measure_groups *out)
{
    *out = (measure_groups){0};
    group_sums *groups = calloc((size_t)r->name_count + 1, sizeof *groups);
    if (!groups)
        return false;
    count_members(r, groups);
    for (uint32_t f = 0; f < r->frame_count; ++f)
        add_frame(r, f, groups);
    bool done = write_groups(r, groups, out);
    free(groups);
    if (!done)
        measure_groups_free(out);
    return done;
}

void measure_groups_free(measure_groups *groups)
{
    wend_array_free(&groups->items, NULL);
}
