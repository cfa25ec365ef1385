// SPDX-License-Identifier: MIT
// Motion models with hard contacts in built-in scenes, with steps of different length: agents do
// not overlap, and arrive at nearly the same time.
#include "tests/support/support.h"

#include "run/run.h"
#include "scene/builtin/builtin.h"

#include <math.h>

static const char *const MODELS[] = {"social_force", "steer", "boids"};
static const double STEPS[] = {0.05, 0.1, 0.2, 0.5};
enum { MODELS_COUNT = 3, STEPS_COUNT = 4 };

/// Limits for steps up to 0.2 s: share of agent-steps with an overlap, and the deepest overlap as a
/// share of the radius. With a step of 0.5 s no centre is inside another agent.
#define MAX_SHARE  0.002
#define MAX_DEPTH  0.1
#define LONG_STEP  0.3
#define LONG_DEPTH 1.0

/// Maximum deviation of the mean arrival time from that with the shortest step, up to 0.2 s. The
/// largest found is 1.3 %: later waypoints are noticed later, and turns are taken otherwise.
#define MAX_DEVIATION 0.03

static run_figures figures_of(const scene *s, const char *model, double step, double seconds)
{
    run_def def = {.s = s,
                   .world = {.motion = model, .step = step},
                   .seconds = seconds,
                   .until_empty = true,
                   .monitored = true};
    scene_run r;
    if (!run_open(&r, &def))
        fail_msg("%s: %s", model, r.error.text);
    assert_int_equal(run_to_end(&r, NULL, NULL), RUN_COMPLETE);
    run_figures figures = r.figures;
    run_close(&r);
    return figures;
}

static void check_steps(const char *name, const char *model, double seconds)
{
    builtin_scene found;
    problem_list problems = {0};
    assert_true(builtin_find(name, &found));
    scene *s = builtin_load(found, &problems);
    assert_non_null(s);
    double first = NAN;
    for (int k = 0; k < STEPS_COUNT; ++k) {
        run_figures f = figures_of(s, model, STEPS[k], seconds);
        bool is_long = STEPS[k] > LONG_STEP;
        double share = (double)f.overlaps / (double)f.agent_steps;
        if (!(f.deepest <= (is_long ? LONG_DEPTH : MAX_DEPTH)) ||
            !(is_long || share <= MAX_SHARE) || f.walls_crossed > 0 || f.in_walls > 0)
            fail_msg(
                "%s, %s, step %g s: overlaps in %g of agent-steps, deepest %g; %llu through and "
                "%llu in walls",
                name, model, STEPS[k], share, f.deepest, (unsigned long long)f.walls_crossed,
                (unsigned long long)f.in_walls);
        if (f.arrived < f.agents)
            continue; // the mean is of other agents
        first = isnan(first) ? f.mean_s : first;
        if (!is_long && fabs(f.mean_s / first - 1) > MAX_DEVIATION)
            fail_msg("%s, %s: mean arrival at %g s with a step of %g s, %g s with a shorter one",
                     name, model, f.mean_s, STEPS[k], first);
    }
    scene_free(s);
    problem_free(&problems);
}

/// Long enough for the crowds in the hall to meet.
#define SHORT_SECONDS 20

static void test_hall(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS_COUNT; ++m)
        check_steps("hall", MODELS[m], SHORT_SECONDS);
}

static void test_all(void **state)
{
    (void)state;
    static const char *const SCENES[] = {"castle", "16-blocks", "dungeon", "hall"};
    for (int i = 0; long_tier() && i < 4; ++i)
        for (int m = 0; m < MODELS_COUNT; ++m)
            check_steps(SCENES[i], MODELS[m], 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hall),
        cmocka_unit_test(test_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
