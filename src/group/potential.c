// SPDX-License-Identifier: MIT
// A step of a group's potential field (Kamphuis and Overmars 2003, §5; full citation in
// wend/group_potential.h): in each substep the shape advances and carries its members
// (potential_pace.c), and then these move in it (potential_move.c) according to the forces
// (potential_force.c). Nothing allocates.
#include "group/potential.h"

#include "core/memory.h"
#include "wend/geometry.h"
#include "wend/vec2.h"

/// Rounding tolerance when a step is a whole number of substeps. Beyond the maximum number the
/// substeps become longer.
#define SUBSTEP_SLACK 1e-6
#define MAX_SUBSTEPS  256

size_t wend_group_potential_scratch(uint32_t count, uint32_t other_count)
{
    return POTENTIAL_LISTS * ((size_t)count + other_count);
}

// ---- list of bodies -----------------------------------------------------------------------------

static bool comes_before(const potential *f, uint32_t a, uint32_t b)
{
    double x = potential_key(f, a), y = potential_key(f, b);
    return x < y || (x == y && f->tags[a].y < f->tags[b].y);
}

static void exchange(wend_vec2 *list, uint32_t a, uint32_t b)
{
    wend_vec2 kept = list[a];
    list[a] = list[b];
    list[b] = kept;
}

/// Insertion sort of every stride-th entry.
static void sort_every(potential *f, uint32_t stride)
{
    for (uint32_t i = stride; i < f->count; ++i)
        for (uint32_t k = i; k >= stride && comes_before(f, k, k - stride); k -= stride) {
            exchange(f->tags, k, k - stride);
            exchange(f->positions, k, k - stride);
            exchange(f->velocities, k, k - stride);
            exchange(f->gaps, k, k - stride);
            exchange(f->carried, k, k - stride);
        }
}

void wend_potential_sort(potential *f)
{
    sort_every(f, 1);
}

/// Sorts a list in any order: Shell's sort, with Ciura's strides.
static void sort_all(potential *f)
{
    static const uint32_t strides[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t k = 0; k < sizeof strides / sizeof *strides; ++k)
        sort_every(f, strides[k]);
}

static void add_body(potential *f, wend_vec2 position, wend_vec2 velocity, double radius,
                     uint32_t index)
{
    f->tags[f->count] = (wend_vec2){radius, index};
    f->positions[f->count] = position;
    f->velocities[f->count] = velocity;
    f->gaps[f->count] = f->carried[f->count] = (wend_vec2){0, 0};
    f->widest = fmax(f->widest, radius);
    ++f->count;
}

/// All members, and the other discs that may interact with one of them in a step of that length.
static void list_bodies(potential *f, const wend_group_potential_state *state, double step)
{
    wend_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < state->count; ++i) {
        add_body(f, state->positions[i], state->velocities[i], state->radii[i], i);
        box = wend_box_add(box, state->positions[i]);
    }
    f->by_y = box.max.y - box.min.y > box.max.x - box.min.x;
    // A stage of Runge-Kutta may extend slightly beyond the maximum speed.
    double max = 2 * f->law.def->max_speed + f->law.def->max_acceleration * f->seconds;
    double near = f->widest + f->law.def->reach + step * max;
    for (uint32_t i = 0; i < state->other_count; ++i) {
        wend_vec2 p = state->other_positions[i];
        double far = near + state->other_radii[i];
        if (p.x >= box.min.x - far && p.x <= box.max.x + far && p.y >= box.min.y - far &&
            p.y <= box.max.y + far)
            add_body(f, p, (wend_vec2){0, 0}, state->other_radii[i], state->count + i);
    }
    sort_all(f);
}

// ---- step ---------------------------------------------------------------------------------------

/// True if all members are in the shape, and separate.
static bool is_in_order(const potential *f)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        if (!potential_is_member(f, i))
            continue;
        if (f->gaps[i].x < -WEND_GROUP_POTENTIAL_SLACK)
            return false;
        double last = potential_key(f, i) + f->tags[i].x + f->widest;
        for (uint32_t k = i + 1; k < f->count && potential_key(f, k) <= last; ++k) {
            double radii = f->tags[i].x + f->tags[k].x - WEND_GROUP_POTENTIAL_SLACK;
            wend_vec2 away = wend_sub(f->positions[i], f->positions[k]);
            if (potential_is_member(f, k) && radii > 0 && wend_length_squared(away) < radii * radii)
                return false;
        }
    }
    return true;
}

/// The number of substeps, as a whole number.
static double substeps(const wend_group_potential_def *def, double step)
{
    return fmin(fmax(ceil(step / def->substep - SUBSTEP_SLACK), 1), MAX_SUBSTEPS);
}

static potential begin(const wend_group_potential_def *def, double step,
                       const wend_group_potential_state *state, wend_vec2 *scratch)
{
    size_t size = (size_t)state->count + state->other_count;
    potential f = {
        .law = wend_potential_law(def),
        .plan = state->plan,
        .seconds = step / substeps(def, step),
        .along = state->along,
        .members = state->count,
        .tags = scratch,
        .positions = scratch + size,
        .velocities = scratch + 2 * size,
        .gaps = scratch + 3 * size,
        .carried = scratch + 4 * size,
        .stages = scratch + 5 * size,
        .rates = scratch + 6 * size,
        .forces = scratch + 7 * size,
        .displacements = scratch + 8 * size,
        .gains = scratch + 9 * size,
    };
    wend_group_shape shape = wend_group_plan_shape(state->plan, state->along);
    f.border = wend_potential_border(&shape);
    list_bodies(&f, state, step);
    for (uint32_t i = 0; i < f.count; ++i)
        f.gaps[i].x = wend_potential_depth(&f.border, f.positions[i], NULL) - f.tags[i].x;
    return f;
}

/// Positions and velocities of the members; returns the smallest of their gaps to the border.
static double write_out(const potential *f, wend_group_potential_state *state)
{
    double min = INFINITY;
    for (uint32_t i = 0; i < f->count; ++i) {
        if (!potential_is_member(f, i))
            continue;
        uint32_t member = (uint32_t)f->tags[i].y;
        state->positions[member] = f->positions[i];
        state->velocities[member] = f->velocities[i];
        min = fmin(min, f->gaps[i].x);
    }
    state->along = f->along;
    return min;
}

static bool is_radius(double radius)
{
    return radius >= 0 && radius <= WEND_MAX_COORDINATE;
}

static wend_result check_state(const wend_group_potential_state *state, wend_error *error)
{
    for (uint32_t i = 0; i < state->count; ++i)
        if (!wend_is_in_range(state->positions[i]) || !is_radius(state->radii[i]) ||
            !wend_is_in_range(state->velocities[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "entity %u: position, velocity or radius is invalid: (%g, %g) m, "
                             "(%g, %g) m/s, %g m",
                             i, state->positions[i].x, state->positions[i].y,
                             state->velocities[i].x, state->velocities[i].y, state->radii[i]);
    for (uint32_t i = 0; i < state->other_count; ++i)
        if (!wend_is_in_range(state->other_positions[i]) || !is_radius(state->other_radii[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "other disc %u: position or radius is invalid: (%g, %g) m, %g m", i,
                             state->other_positions[i].x, state->other_positions[i].y,
                             state->other_radii[i]);
    return WEND_OK;
}

wend_result wend_group_potential_step(const wend_group_potential_def *def, double step,
                                      wend_group_potential_state *state, wend_vec2 *scratch,
                                      wend_group_potential_outcome *outcome, wend_error *error)
{
    wend_result result = wend_group_potential_def_check(def, error);
    if (result == WEND_OK)
        result = check_state(state, error);
    if (result != WEND_OK)
        return result;
    if (!(step > 0 && isfinite(step)))
        return wend_fail(error, WEND_BAD_ARGUMENT, "step must be above 0 s, found %g", step);
    potential f = begin(def, step, state, scratch);
    bool halts = state->halt || !is_in_order(&f), waited = false;
    uint32_t count = (uint32_t)substeps(def, step);
    for (uint32_t k = 0; k < count; ++k) {
        if (halts)
            waited = wend_group_plan_length(f.plan) > f.along;
        else
            waited = !wend_potential_pace(&f) || waited;
        wend_potential_sort(&f);
        wend_potential_move(&f);
        wend_potential_sort(&f);
    }
    double moved = f.along - state->along, min = write_out(&f, state);
    *outcome = (wend_group_potential_outcome){.moved = moved, .waited = waited, .min_depth = min};
    return WEND_OK;
}
