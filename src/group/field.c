// SPDX-License-Identifier: MIT
// A step of a group's field (Kamphuis and Overmars 2003, section 5): sub-steps, in each of which
// the shape goes on and carries its members (field_pace.c), and then these move in it
// (field_move.c), as the forces make them (field_force.c). Nothing takes memory.
#include "group/field.h"

#include "core/memory.h"

/// A step that is so many sub-steps but for rounding has no further one. Longer steps than that of
/// so many have longer sub-steps.
#define SUBSTEP_SLACK 1e-6
#define MOST_SUBSTEPS 256

size_t wend_group_field_scratch(uint32_t count, uint32_t other_count)
{
    return FIELD_LISTS * ((size_t)count + other_count);
}

// ---- the list -----------------------------------------------------------------------------------

static bool comes_before(const field *f, uint32_t a, uint32_t b)
{
    double x = field_key(f, a), y = field_key(f, b);
    return x < y || (x == y && f->tags[a].y < f->tags[b].y);
}

static void exchange(wend_vec2 *list, uint32_t a, uint32_t b)
{
    wend_vec2 kept = list[a];
    list[a] = list[b];
    list[b] = kept;
}

/// Insertion sort of every so many-th.
static void sort_every(field *f, uint32_t stride)
{
    for (uint32_t i = stride; i < f->count; ++i)
        for (uint32_t k = i; k >= stride && comes_before(f, k, k - stride); k -= stride) {
            exchange(f->tags, k, k - stride);
            exchange(f->places, k, k - stride);
            exchange(f->velocities, k, k - stride);
            exchange(f->gaps, k, k - stride);
            exchange(f->carried, k, k - stride);
        }
}

void wend_field_sort(field *f)
{
    sort_every(f, 1);
}

/// A list in any order: Shell's sort, with the strides that Ciura found.
static void sort_anew(field *f)
{
    static const uint32_t strides[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t k = 0; k < sizeof strides / sizeof *strides; ++k)
        sort_every(f, strides[k]);
}

static wend_box grown(wend_box box, wend_vec2 p)
{
    return (wend_box){{fmin(box.min.x, p.x), fmin(box.min.y, p.y)},
                      {fmax(box.max.x, p.x), fmax(box.max.y, p.y)}};
}

static void add_body(field *f, wend_vec2 place, wend_vec2 velocity, double radius, uint32_t index)
{
    f->tags[f->count] = (wend_vec2){radius, index};
    f->places[f->count] = place;
    f->velocities[f->count] = velocity;
    f->gaps[f->count] = f->carried[f->count] = (wend_vec2){0, 0};
    f->widest = fmax(f->widest, radius);
    ++f->count;
}

/// All members, and those others that may come to act on one of them in a step that long.
static void list_bodies(field *f, const wend_group_field_state *state, double step)
{
    wend_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < state->count; ++i) {
        add_body(f, state->places[i], state->velocities[i], state->radii[i], i);
        box = grown(box, state->places[i]);
    }
    f->by_y = box.max.y - box.min.y > box.max.x - box.min.x;
    // A stage of Runge-Kutta may look a bit ahead of the greatest speed.
    double most = 2 * f->law.def->max_speed + f->law.def->max_acceleration * f->seconds;
    double near = f->widest + f->law.def->reach + step * most;
    for (uint32_t i = 0; i < state->other_count; ++i) {
        wend_vec2 p = state->other_places[i];
        double far = near + state->other_radii[i];
        if (p.x >= box.min.x - far && p.x <= box.max.x + far && p.y >= box.min.y - far &&
            p.y <= box.max.y + far)
            add_body(f, p, (wend_vec2){0, 0}, state->other_radii[i], state->count + i);
    }
    sort_anew(f);
}

// ---- the step -----------------------------------------------------------------------------------

/// True if all members are in the shape, and apart.
static bool is_in_order(const field *f)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        if (!field_is_member(f, i))
            continue;
        if (f->gaps[i].x < -WEND_GROUP_FIELD_SLACK)
            return false;
        double last = field_key(f, i) + f->tags[i].x + f->widest;
        for (uint32_t k = i + 1; k < f->count && field_key(f, k) <= last; ++k) {
            double radii = f->tags[i].x + f->tags[k].x - WEND_GROUP_FIELD_SLACK;
            wend_vec2 away = field_from(f->places[k], f->places[i]);
            if (field_is_member(f, k) && radii > 0 && field_dot(away, away) < radii * radii)
                return false;
        }
    }
    return true;
}

/// How many there are in a step, as a whole number.
static double substeps(const wend_group_field_def *def, double step)
{
    return fmin(fmax(ceil(step / def->substep - SUBSTEP_SLACK), 1), MOST_SUBSTEPS);
}

static field begin(const wend_group_field_def *def, double step,
                   const wend_group_field_state *state, wend_vec2 *scratch)
{
    size_t size = (size_t)state->count + state->other_count;
    field f = {
        .law = wend_field_law(def),
        .plan = state->plan,
        .seconds = step / substeps(def, step),
        .along = state->along,
        .members = state->count,
        .tags = scratch,
        .places = scratch + size,
        .velocities = scratch + 2 * size,
        .gaps = scratch + 3 * size,
        .carried = scratch + 4 * size,
        .stages = scratch + 5 * size,
        .rates = scratch + 6 * size,
        .forces = scratch + 7 * size,
        .ways = scratch + 8 * size,
        .gains = scratch + 9 * size,
    };
    wend_group_shape shape = wend_group_plan_shape(state->plan, state->along);
    f.border = wend_field_border(&shape);
    list_bodies(&f, state, step);
    for (uint32_t i = 0; i < f.count; ++i)
        f.gaps[i].x = wend_field_depth(&f.border, f.places[i], NULL) - f.tags[i].x;
    return f;
}

/// Places and velocities of the members, and the least of their gaps to the border.
static double write_out(const field *f, wend_group_field_state *state)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < f->count; ++i) {
        if (!field_is_member(f, i))
            continue;
        uint32_t member = (uint32_t)f->tags[i].y;
        state->places[member] = f->places[i];
        state->velocities[member] = f->velocities[i];
        least = fmin(least, f->gaps[i].x);
    }
    state->along = f->along;
    return least;
}

static bool is_place(wend_vec2 p)
{
    return fabs(p.x) <= WEND_MAX_COORDINATE && fabs(p.y) <= WEND_MAX_COORDINATE;
}

static bool is_radius(double radius)
{
    return radius >= 0 && radius <= WEND_MAX_COORDINATE;
}

static wend_result check_state(const wend_group_field_state *state, wend_error *error)
{
    for (uint32_t i = 0; i < state->count; ++i)
        if (!is_place(state->places[i]) || !is_radius(state->radii[i]) ||
            !is_place(state->velocities[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "entity %u has no place, velocity and radius: found (%g, %g) m, "
                             "(%g, %g) m/s and %g m",
                             i, state->places[i].x, state->places[i].y, state->velocities[i].x,
                             state->velocities[i].y, state->radii[i]);
    for (uint32_t i = 0; i < state->other_count; ++i)
        if (!is_place(state->other_places[i]) || !is_radius(state->other_radii[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "other %u has no place and radius: found (%g, %g) m and %g m", i,
                             state->other_places[i].x, state->other_places[i].y,
                             state->other_radii[i]);
    return WEND_OK;
}

wend_result wend_group_field_step(const wend_group_field_def *def, double step,
                                  wend_group_field_state *state, wend_vec2 *scratch,
                                  wend_group_field_outcome *outcome, wend_error *error)
{
    wend_result result = wend_group_field_def_check(def, error);
    if (result == WEND_OK)
        result = check_state(state, error);
    if (result != WEND_OK)
        return result;
    if (!(step > 0 && isfinite(step)))
        return wend_fail(error, WEND_BAD_ARGUMENT, "step must be above 0 s, found %g", step);
    field f = begin(def, step, state, scratch);
    bool halts = state->halt || !is_in_order(&f), waited = false;
    uint32_t count = (uint32_t)substeps(def, step);
    for (uint32_t k = 0; k < count; ++k) {
        if (halts)
            waited = wend_group_plan_length(f.plan) > f.along;
        else
            waited = !wend_field_pace(&f) || waited;
        wend_field_sort(&f);
        wend_field_move(&f);
        wend_field_sort(&f);
    }
    double moved = f.along - state->along, least = write_out(&f, state);
    *outcome = (wend_group_field_outcome){.moved = moved, .waited = waited, .least_depth = least};
    return WEND_OK;
}
