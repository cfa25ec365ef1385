// SPDX-License-Identifier: MIT
#include "verify/cases.h"

#include "wend/vec2.h"

#include <math.h>
#include <string.h>

uint32_t cases_seeds(const verify *v, uint32_t few, uint32_t all)
{
    return v->thorough ? all : few;
}

/// Area of a polygon. [Units: m^2]
static double area_of(const scene_shape *shape)
{
    double twice = 0;
    for (uint32_t i = 0, before = shape->point_count - 1; i < shape->point_count; before = i++)
        twice += wend_cross(shape->points[before], shape->points[i]);
    return fabs(twice) / 2;
}

void cases_fill(scene *s, double density)
{
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_area *area = xcheck((void *)scene_area_named(s, s->agents[i].in));
        s->agents[i].def.count = (uint32_t)lround(density * area_of(&area->shape));
    }
}

uint32_t cases_people(const scene *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        count += s->agents[i].def.count;
    return count;
}

double cases_flow(const recording *r, wend_segment at, double from, double to)
{
    measure_line line = {.at = at, .direction = MEASURE_BOTH};
    measure_crossings crossings = {0};
    xneed(measure_find_crossings(r, &line, &crossings));
    double count = 0;
    for (size_t i = 0; i < crossings.items.count; ++i)
        count += crossings.items.data[i].time >= from && crossings.items.data[i].time < to;
    measure_crossings_free(&crossings);
    return count / (to - from) / wend_distance(at.a, at.b);
}

double cases_time_at(const recording *r, uint32_t agent, double x)
{
    const recorded_agent *a = &r->agents[agent];
    for (size_t k = 1; k < a->count; ++k)
        if ((r->at[a->first].x < x) != (r->at[a->first + k].x < x))
            return measure_time(r, r->frames[a->first + k]);
    return INFINITY;
}

bool cases_has_role(const recording *r, uint32_t agent, const char *role)
{
    return strcmp(r->names[r->agents[agent].role], role) == 0;
}
