// SPDX-License-Identifier: MIT
#include "measure/coherence.h"

#include <math.h>
#include <string.h>

/// Tolerance of the period: frame rates are rounded.
#define ROUNDING 1e-6
/// Factor of the area that a shape around the members may have: it is found within 0.1 %.
#define ALMOST 1.001

void coherence_free(coherence *c)
{
    wend_array_free(&c->groups, NULL);
    wend_array_free(&c->shapes, NULL);
    wend_array_free(&c->discs, NULL);
    wend_array_free(&c->places, NULL);
    wend_array_free(&c->radii, NULL);
    *c = (coherence){0};
}

void coherence_begin(coherence *c, uint64_t frame, double fps)
{
    double periods = 1 / (fps * COHERENCE_PERIOD);
    c->time = (double)frame / fps;
    c->evaluated = frame == 0 || floor((double)frame * periods + ROUNDING) >
                                     floor((double)(frame - 1) * periods + ROUNDING);
    for (size_t i = 0; i < c->shapes.count; ++i)
        c->shapes.data[i].count = 0;
    c->discs.count = 0;
}

/// Index of a group, or of the first with a larger number.
static size_t find(const coherence *c, uint32_t group)
{
    size_t low = 0, high = c->groups.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->groups.data[middle].group < group)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const coherence *c, size_t index, uint32_t group)
{
    return index < c->groups.count && c->groups.data[index].group == group;
}

static bool insert(coherence *c, size_t index, uint32_t group)
{
    if (!wend_array_reserve(&c->groups, NULL, 1) || !wend_array_reserve(&c->shapes, NULL, 1))
        return false;
    size_t after = c->groups.count++ - index;
    ++c->shapes.count;
    memmove(&c->groups.data[index + 1], &c->groups.data[index], after * sizeof *c->groups.data);
    memmove(&c->shapes.data[index + 1], &c->shapes.data[index], after * sizeof *c->shapes.data);
    c->groups.data[index] = (coherence_group){.group = group, .width = INFINITY};
    return true;
}

bool coherence_shape(coherence *c, uint32_t group, const wend_group_shape *shape)
{
    size_t index = find(c, group);
    if (!is_at(c, index, group) && !insert(c, index, group))
        return false;
    coherence_group *g = &c->groups.data[index];
    c->shapes.data[index] = *shape;
    g->area = wend_group_shape_area(shape);
    if (shape->width < g->width) {
        g->width = shape->width;
        g->width_time = c->time;
        g->width_at = wend_group_shape_from_local(shape, (wend_vec2){0, 0});
    }
    return true;
}

bool coherence_member(coherence *c, uint32_t group, wend_vec2 at, double radius)
{
    return !c->evaluated ||
           wend_array_push(&c->discs, NULL,
                           ((coherence_disc){.group = group, .at = at, .radius = radius}));
}

/// Adds the current frame to a group.
static void evaluate(coherence *c, size_t index)
{
    coherence_group *g = &c->groups.data[index];
    const wend_group_shape *shape = &c->shapes.data[index];
    uint32_t count = 0, inside = 0;
    for (size_t i = 0; i < c->discs.count; ++i) {
        const coherence_disc *disc = &c->discs.data[i];
        if (disc->group != g->group)
            continue;
        c->places.data[count] = disc->at;
        c->radii.data[count++] = disc->radius;
        inside +=
            wend_group_shape_depth(shape, disc->at, NULL) >= disc->radius * (1 - COHERENCE_SLACK);
    }
    if (count == 0)
        return;
    ++g->frames;
    g->members = count > g->members ? count : g->members;
    g->inside += (double)inside / count;
    g->together +=
        inside == count || wend_group_coherent(c->places.data, c->radii.data, count,
                                               g->area * ALMOST, NULL, NULL, NULL) == WEND_OK;
}

bool coherence_end(coherence *c)
{
    if (!c->evaluated)
        return true;
    c->places.count = c->radii.count = 0;
    if (!wend_array_reserve(&c->places, NULL, c->discs.count) ||
        !wend_array_reserve(&c->radii, NULL, c->discs.count))
        return false;
    for (size_t i = 0; i < c->groups.count; ++i)
        if (c->shapes.data[i].count > 0)
            evaluate(c, i);
    return true;
}

coherence_totals coherence_total(const coherence *c)
{
    coherence_totals all = {.together = NAN, .inside = NAN, .width = NAN, .width_time = NAN};
    double frames = 0, together = 0, inside = 0;
    for (size_t i = 0; i < c->groups.count; ++i) {
        const coherence_group *g = &c->groups.data[i];
        ++all.groups;
        frames += (double)g->frames;
        together += (double)g->together;
        inside += g->inside;
        if (i == 0 || g->width < all.width) {
            all.width = g->width;
            all.width_time = g->width_time;
            all.width_at = g->width_at;
        }
    }
    if (frames > 0) {
        all.together = together / frames;
        all.inside = inside / frames;
    }
    return all;
}

// ---- of a recording -----------------------------------------------------------------------------

bool coherence_add(coherence *c, const recording *r, uint32_t frame)
{
    bool good = true;
    coherence_begin(c, frame, r->fps);
    for (uint32_t g = 0; good && g < r->coherent_count; ++g) {
        const wend_group_shape *shape = recording_shape(r, g, frame);
        good = !shape || coherence_shape(c, g, shape);
    }
    for (size_t i = r->frame_starts[frame]; good && i < r->frame_starts[frame + 1]; ++i) {
        size_t row = r->by_frame[i];
        const recorded_agent *agent = &r->agents[r->row_agent[row]];
        good = agent->coherent == 0 ||
               coherence_member(c, agent->coherent - 1, r->at[row], agent->radius);
    }
    return good && coherence_end(c);
}

bool coherence_of(const recording *r, coherence *out)
{
    *out = (coherence){0};
    bool good = true;
    for (uint32_t f = 0; good && r->coherent_count > 0 && f < r->frame_count; ++f)
        good = coherence_add(out, r, f);
    if (!good)
        coherence_free(out);
    return good;
}
