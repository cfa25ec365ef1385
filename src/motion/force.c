// SPDX-License-Identifier: MIT
// Social forces, a step: what they drive bodies to. The constraint on gaps is in contacts.c.
//
// The velocity is taken half implicitly: v' = (v + h (push + wish / tau)) / (1 + h / tau). So the
// drive is stable for every step, and pushes change little in a sub-step: their steepest slope is
// strength / range.
#include "motion/force.h"

#include "core/memory.h"

#include <math.h>

#define FORCE_COOKIE 0x666f7263u

/// Bodies that one worker looks at in one go.
enum { GRAIN = 512 };

wend_force_def wend_default_force_def(void)
{
    return (wend_force_def){.relaxation = 0.5,
                            .strength = 2,
                            .range = 0.3,
                            .lambda = 0.5,
                            .wall_strength = 3,
                            .wall_range = 0.1,
                            .mover_strength = 6,
                            .mover_lambda = 0.5,
                            .reach = 1.5,
                            .keep_right = 2,
                            .sight = 4,
                            .foresight = 2,
                            .calm = 0.1,
                            .wall_calm = 0.1,
                            .margin = 0.02,
                            .substep = 0.0125,
                            .cookie = FORCE_COOKIE};
}

// ---- checked ------------------------------------------------------------------------------------

/// NaN is none.
static bool is_amount(double value)
{
    return value >= 0 && value <= WEND_MAX_COORDINATE;
}

static bool is_part(double value)
{
    return value >= 0 && value <= 1;
}

wend_result wend_force_def_check(const wend_force_def *def, wend_error *error)
{
    if (!def || def->cookie != FORCE_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_force_def()");
    const struct {
        const char *name;
        double value;
    } amounts[] = {
        {"strength", def->strength},
        {"attraction", def->attraction},
        {"wall_strength", def->wall_strength},
        {"mover_strength", def->mover_strength},
        {"reach", def->reach},
        {"keep_right", def->keep_right},
        {"sight", def->sight},
        {"foresight", def->foresight},
        {"calm", def->calm},
        {"wall_calm", def->wall_calm},
        {"margin", def->margin},
    };
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; ++i)
        if (!is_amount(amounts[i].value))
            return wend_fail(error, WEND_BAD_ARGUMENT, "%s must be 0 or more, found %g",
                             amounts[i].name, amounts[i].value);
    if (!(is_amount(def->relaxation) && def->relaxation > 0) ||
        !(is_amount(def->range) && def->range > 0) ||
        !(is_amount(def->wall_range) && def->wall_range > 0) || !(def->substep > 0))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "relaxation, range, wall_range and substep must be above 0, found %g s, "
                         "%g m, %g m and %g s",
                         def->relaxation, def->range, def->wall_range, def->substep);
    if (!is_part(def->lambda) || !is_part(def->mover_lambda))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "lambda and mover_lambda must be 0 to 1, found %g and %g", def->lambda,
                         def->mover_lambda);
    return WEND_OK;
}

// ---- the step -----------------------------------------------------------------------------------

static wend_vec2 drive(const void *motion, uint32_t body)
{
    const forcing *f = motion;
    force_sum sum = wend_force_sum(f, body);
    double part = f->at->seconds / f->def->relaxation;
    wend_vec2 v = vector_add(f->at->velocities[body], f->at->seconds, sum.push);
    v = vector_add(v, part, sum.wish);
    return (wend_vec2){v.x / (1 + part), v.y / (1 + part)};
}

static void find_headings(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const forcing *f = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        f->headings[i] = wend_force_heading(&f->at->input->wishes[i]);
}

static forcing begin(const wend_force_def *def, const wend_motion_input *input, contacts *at)
{
    const contacts_def kept = {def->calm, def->wall_calm, def->margin, def->substep};
    *at = wend_contacts_begin(&kept, input);
    forcing f = {def, at, input->scratch + CONTACTS_SCRATCH * (size_t)input->count};
    wend_parallel_for(input->tasks, input->count, GRAIN, find_headings, &f);
    return f;
}

wend_result wend_force_step(const wend_force_def *def, const wend_motion_input *input,
                            const wend_motion_output *output, wend_error *error)
{
    wend_result result = wend_force_def_check(def, error);
    if (result == WEND_OK)
        result = wend_contacts_check(input, error);
    if (result != WEND_OK)
        return result;
    contacts at;
    forcing f = begin(def, input, &at);
    wend_contacts_run(&at, drive, &f, output);
    return WEND_OK;
}

wend_vec2 wend_force_on(const wend_force_def *def, const wend_motion_input *input, uint32_t body)
{
    contacts at;
    forcing f = begin(def, input, &at);
    force_sum sum = wend_force_sum(&f, body);
    wend_vec2 drive = vector_add(sum.wish, -1, at.velocities[body]);
    return vector_add(sum.push, 1 / def->relaxation, drive);
}
