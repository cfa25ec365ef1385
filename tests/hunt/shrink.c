// SPDX-License-Identifier: MIT
// Delta debugging after A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing
// Input", 2002: parts are left out, large ones first, until no single one can be.
#include "tests/hunt/shrink.h"

#include "base/xalloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct shrinking {
    hunt_case *best, *trial;
    hunt_verdict *verdict;
    hunt_budget budget;
    hunt_fails_fn *fails;
    void *context;
} shrinking;

bool hunt_locks(const hunt_case *c, hunt_verdict *verdict, void *context)
{
    (void)context;
    char *json = hunt_case_json(c);
    *verdict = hunt_judge_json(json);
    free(json);
    return verdict->outcome == HUNT_LOCKED;
}

/// Takes the trial if it fails. A trial beyond the budget does not count as a failure.
static bool keep_trial(shrinking *s)
{
    hunt_verdict verdict = {0};
    if (s->budget.runs == 0 || s->budget.agent_steps == 0)
        return false;
    --s->budget.runs;
    bool fails = s->fails(s->trial, &verdict, s->context);
    s->budget.agent_steps -=
        s->budget.agent_steps < verdict.agent_steps ? s->budget.agent_steps : verdict.agent_steps;
    if (fails) {
        *s->best = *s->trial;
        *s->verdict = verdict;
    }
    return fails;
}

// ---- leaving out --------------------------------------------------------------------------------

static void drop_crews(hunt_case *c, uint32_t from, uint32_t count)
{
    memmove(&c->crews[from], &c->crews[from + count],
            (c->crew_count - from - count) * sizeof c->crews[0]);
    c->crew_count -= count;
}

static void drop_walls(hunt_case *c, uint32_t from, uint32_t count)
{
    memmove(&c->walls[from], &c->walls[from + count],
            (c->wall_count - from - count) * sizeof c->walls[0]);
    c->wall_count -= count;
}

typedef void drop_fn(hunt_case *c, uint32_t from, uint32_t count);

/// Leaves out parts of *count items, a member of *s->best, large parts first. True: some are gone.
static bool drop_parts(shrinking *s, const uint32_t *count, drop_fn *drop)
{
    uint32_t before = *count;
    for (uint32_t size = *count; size > 0; size /= 2)
        for (uint32_t end = *count; end > 0;) {
            uint32_t from = end > size ? end - size : 0;
            *s->trial = *s->best;
            drop(s->trial, from, end - from);
            keep_trial(s);
            end = from;
        }
    return *count < before;
}

static bool drop_members(shrinking *s)
{
    bool shrunk = false;
    for (uint32_t i = 0; i < s->best->crew_count; ++i)
        for (uint32_t less = s->best->crews[i].members / 2; less > 0; less /= 2) {
            *s->trial = *s->best;
            if (s->trial->crews[i].members - less < 2)
                continue;
            s->trial->crews[i].members -= less;
            shrunk |= keep_trial(s);
        }
    return shrunk;
}

// ---- plain numbers ------------------------------------------------------------------------------

static double rounded(double x, double grid)
{
    return round(x / grid) * grid;
}

static wend_box rounded_box(wend_box box, double grid)
{
    return (wend_box){{rounded(box.min.x, grid), rounded(box.min.y, grid)},
                      {rounded(box.max.x, grid), rounded(box.max.y, grid)}};
}

static void round_crew(hunt_crew *crew, double grid)
{
    crew->at = (wend_vec2){rounded(crew->at.x, grid), rounded(crew->at.y, grid)};
    crew->in = rounded_box(crew->in, grid);
    crew->goal = rounded_box(crew->goal, grid);
    crew->speed = fmax(rounded(crew->speed, 0.1), 0.1);
}

/// Rounds positions, or the radii, to 1/10 or 1/64 m. Walls stay: openings are as wide as bodies.
static void round_numbers(shrinking *s)
{
    static const double GRIDS[] = {1.0 / 4, 1.0 / 64};
    for (int k = 0; k < 2; ++k)
        for (uint32_t i = 0; i < s->best->crew_count; ++i) {
            *s->trial = *s->best;
            round_crew(&s->trial->crews[i], GRIDS[k]);
            if (memcmp(&s->trial->crews[i], &s->best->crews[i], sizeof s->best->crews[i]) != 0)
                keep_trial(s);
        }
}

static void shorten(shrinking *s)
{
    *s->trial = *s->best;
    s->trial->seconds = fmin(s->best->seconds, ceil(s->verdict->time) + HUNT_PATIENCE);
    if (s->trial->seconds < s->best->seconds)
        keep_trial(s);
}

void hunt_shrink(hunt_case *c, hunt_verdict *verdict, hunt_budget budget, hunt_fails_fn *fails,
                 void *context)
{
    hunt_case *trial = xmalloc(sizeof *trial);
    shrinking s = {c, trial, verdict, budget, fails, context};
    bool shrunk = true;
    while (shrunk && s.budget.runs > 0) {
        shorten(&s);
        shrunk = drop_parts(&s, &c->crew_count, drop_crews);
        shrunk |= drop_parts(&s, &c->wall_count, drop_walls);
        shrunk |= drop_members(&s);
    }
    round_numbers(&s);
    shorten(&s);
    free(trial);
}
