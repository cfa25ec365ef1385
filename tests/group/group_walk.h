// SPDX-License-Identifier: MIT
// Groups that walk in their shapes, and what must hold after each step.
#ifndef WEND_TESTS_GROUP_GROUP_WALK_H
#define WEND_TESTS_GROUP_GROUP_WALK_H

#include "tests/support/support.h"

#include "group/motion.h"
#include "wend/group_potential.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

enum { WALK_MOST = 256, WALK_OTHERS = 64, WALK_MOTIONS = 64 };

/// A group on its way.
typedef struct walk {
    wend_group_potential_def def;
    wend_group_size size;
    wend_group_plan *plan;
    wend_group_potential_state state;
    double time;
    double radii[WALK_MOST];
    wend_vec2 places[WALK_MOST], velocities[WALK_MOST];
    double other_radii[WALK_OTHERS];
    wend_vec2 others[WALK_OTHERS];
    wend_vec2 scratch[16 * (WALK_MOST + WALK_OTHERS)];
} walk;

/// The cheapest motions from pose to pose.
static inline wend_group_plan *walk_plan(wend_group_local local, wend_group_size size,
                                         const wend_group_pose *poses, uint32_t count)
{
    static const wend_group_metric metric = {.turn = 2, .deform = 0.5};
    wend_group_motion all[WALK_MOTIONS], some[WEND_GROUP_MAX_MOTIONS];
    assert_true(count >= 2 && count <= WALK_MOTIONS);
    for (uint32_t i = 0; i + 1 < count; ++i) {
        assert_true(wend_group_local_motions(local, &metric, size, &poses[i], &poses[i + 1], some) >
                    0);
        all[i] = some[0];
    }
    wend_group_plan *plan = wend_group_plan_make(all, count - 1, size.area, NULL);
    assert_non_null(plan);
    return plan;
}

/// A group of so many at the start of no plan yet. Radii are between the two.
static inline walk *walk_create(uint32_t count, double low, double high, double density,
                                wend_random *random)
{
    walk *w = calloc(1, sizeof *w);
    wend_error error;
    assert_non_null(w);
    assert_true(count <= WALK_MOST);
    for (uint32_t i = 0; i < count; ++i)
        w->radii[i] = wend_random_between(random, low, high);
    if (wend_group_size_for(w->radii, count, density, &w->size, &error) != WEND_OK)
        fail_msg("%s", error.text);
    w->def = wend_default_group_potential_def();
    w->state = (wend_group_potential_state){.positions = w->places,
                                            .velocities = w->velocities,
                                            .radii = w->radii,
                                            .count = count,
                                            .other_positions = w->others,
                                            .other_radii = w->other_radii};
    return w;
}

/// It starts along those poses, spread evenly and at rest.
static inline void walk_begin(walk *w, wend_group_local local, const wend_group_pose *poses,
                              uint32_t count, uint64_t seed)
{
    wend_error error;
    wend_group_plan_destroy(w->plan);
    w->plan = walk_plan(local, w->size, poses, count);
    w->state.plan = w->plan;
    w->state.along = 0;
    w->time = 0;
    memset(w->velocities, 0, sizeof w->velocities);
    wend_group_shape shape = wend_group_plan_shape(w->plan, 0);
    if (wend_group_potential_place(&shape, w->radii, w->state.count, seed, w->places, &error) !=
        WEND_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, error.text);
}

static inline void walk_destroy(walk *w)
{
    wend_group_plan_destroy(w->plan);
    free(w);
}

static inline bool walk_arrived(const walk *w)
{
    return w->state.along >= wend_group_plan_length(w->plan);
}

static inline double walk_distance(wend_vec2 a, wend_vec2 b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/// What is between a member's disc and the border, by the shape's own account.
static inline double walk_depth(const walk *w, uint32_t member)
{
    wend_group_shape shape = wend_group_plan_shape(w->plan, w->state.along);
    return wend_group_shape_depth(&shape, w->places[member], NULL) - w->radii[member];
}

/// The least gap between two members, or a member and another.
static inline double walk_gap(const walk *w)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < w->state.count; ++i) {
        for (uint32_t k = i + 1; k < w->state.count; ++k)
            least =
                fmin(least, walk_distance(w->places[i], w->places[k]) - w->radii[i] - w->radii[k]);
        for (uint32_t k = 0; k < w->state.other_count; ++k)
            least = fmin(least, walk_distance(w->places[i], w->others[k]) - w->radii[i] -
                                    w->other_radii[k]);
    }
    return least;
}

static inline wend_group_potential_outcome walk_step(walk *w, double step)
{
    wend_group_potential_outcome outcome;
    wend_error error;
    assert_true(wend_group_potential_scratch(w->state.count, w->state.other_count) <=
                sizeof w->scratch / sizeof *w->scratch);
    if (wend_group_potential_step(&w->def, step, &w->state, w->scratch, &outcome, &error) !=
        WEND_OK)
        fail_msg("%s", error.text);
    w->time += step;
    return outcome;
}

/// The shape's depth is computed in another way: by so much they may differ. [Units: m]
#define WALK_ROUNDING 1e-9

/// One step, after which all is as it must be: everybody is in the shape and apart, nobody was too
/// fast, T did not go back, nor on faster than it may.
static inline wend_group_potential_outcome walk_checked(walk *w, double step)
{
    static wend_vec2 before[WALK_MOST];
    double along = w->state.along;
    memcpy(before, w->places, sizeof before);
    wend_group_potential_outcome outcome = walk_step(w, step);
    double least = INFINITY, most = w->def.max_speed * step * (1 + WALK_ROUNDING);
    for (uint32_t i = 0; i < w->state.count; ++i) {
        least = fmin(least, walk_depth(w, i));
        if (!(walk_distance(before[i], w->places[i]) <= most))
            fail_msg("at %g s: member %u went %g m in %g s", w->time, i,
                     walk_distance(before[i], w->places[i]), step);
    }
    if (!(least >= -WEND_GROUP_POTENTIAL_SLACK - WALK_ROUNDING))
        fail_msg("at %g s: somebody is %g m out of the shape", w->time, -least);
    assert_true(w->state.count == 0 || fabs(least - outcome.min_depth) <= WALK_ROUNDING);
    if (!(walk_gap(w) >= -WEND_GROUP_POTENTIAL_SLACK))
        fail_msg("at %g s: two overlap by %g m", w->time, -walk_gap(w));
    assert_true(w->state.along >= along && w->state.along - along == outcome.moved);
    assert_true(outcome.moved <= w->def.speed * step * (1 + WALK_ROUNDING));
    bool slow = outcome.moved < w->def.speed * step * (1 - WALK_ROUNDING);
    assert_true(outcome.waited ? slow : !slow || walk_arrived(w));
    return outcome;
}

/// Poses as plans have them: any angle and width, each a few metres from the last.
static inline void walk_poses(wend_random *random, wend_group_size size, double far,
                              wend_group_pose *poses, uint32_t count)
{
    double widest = wend_group_disc_width(size.area);
    wend_vec2 centre = {0, 0};
    for (uint32_t i = 0; i < count; ++i) {
        // Every third is as narrow as can be, every seventh a disc.
        double width = i % 3 == 1   ? size.min_width
                       : i % 7 == 6 ? widest
                                    : wend_random_between(random, size.min_width, widest);
        poses[i] = (wend_group_pose){centre, wend_random_between(random, -3, 3), width};
        centre.x += wend_random_between(random, -far, far);
        centre.y += wend_random_between(random, -far, far);
    }
}

#endif
