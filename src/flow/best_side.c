// SPDX-License-Identifier: MIT
// The shortest set of lanes after shortening. Shortcuts never take a lane to the other side of an
// obstacle, so what a set can become is decided by where it is laid: a set that is longer at first
// may end up shorter. All splits between lanes from the bottom and lanes from the top are tried.
#include "core/memory.h"
#include "flow/lanes.h"

#include <math.h>

/// With more lanes than this not every split is tried, only as many, evenly spaced, and those
/// around the best.
#define MOST_SPLITS 16

/// A trial: few rounds, which tell splits apart.
#define TRIAL_ROUNDS    10
#define TRIAL_CONVERGED 1e-3

/// Trials this close to the best, as a fraction, are shortened completely, at most this many.
#define TRIAL_MARGIN 0.04
#define MOST_FINALS  6

/// Up to this number of lanes every split is shortened completely.
#define FEW_LANES 8

typedef struct contest {
    wend_flow *flow;
    const wend_lanes_shortening *how;
    wend_lanes *bottom, *top; ///< as found
    wend_lanes *best;
    wend_lanes_gain gain;      ///< of the best
    wend_array(double) trials; ///< by split: total length after a trial; NAN: not tried
    const wend_allocator *allocator;
} contest;

/// Keeps the shorter of the best set and a shortened one, and destroys the other.
static void offer(contest *c, wend_lanes *lanes, const wend_lanes_gain *gain)
{
    if (c->best && !(gain->after < c->gain.after)) {
        wend_lanes_destroy(lanes);
        return;
    }
    wend_lanes_destroy(c->best);
    c->best = lanes;
    c->gain = *gain;
}

/// Shortens a set completely and offers it. False: out of memory.
static bool enter(contest *c, wend_lanes *lanes)
{
    wend_lanes_gain gain;
    if (!lanes || !wend_lanes_tighten(lanes, c->flow, c->how, &gain)) {
        wend_lanes_destroy(lanes);
        return false;
    }
    offer(c, lanes, &gain);
    return true;
}

static bool enter_split(contest *c, size_t split)
{
    return enter(c, wend_lanes_join(c->flow, c->bottom, c->top, split));
}

/// Tries a split unless it has been tried. False: out of memory.
static bool try_split(contest *c, size_t split)
{
    if (!isnan(c->trials.data[split]))
        return true;
    wend_lanes_shortening quick = *c->how;
    quick.max_rounds = quick.max_rounds < TRIAL_ROUNDS ? quick.max_rounds : TRIAL_ROUNDS;
    quick.converged = fmax(quick.converged, TRIAL_CONVERGED);
    wend_lanes_gain gain;
    wend_lanes *lanes = wend_lanes_join(c->flow, c->bottom, c->top, split);
    bool fits = lanes && wend_lanes_tighten(lanes, c->flow, &quick, &gain);
    if (fits)
        c->trials.data[split] = gain.after;
    wend_lanes_destroy(lanes);
    return fits;
}

/// The best trial; the number of trials: none.
static size_t best_trial(const contest *c)
{
    size_t best = c->trials.count;
    for (size_t i = 0; i < c->trials.count; ++i)
        if (!isnan(c->trials.data[i]) &&
            (best == c->trials.count || c->trials.data[i] < c->trials.data[best]))
            best = i;
    return best;
}

/// Tries evenly spaced splits, and those between the best and its neighbours until there are none
/// in between.
static bool try_all(contest *c)
{
    size_t count = c->trials.count - 1, step = (count + MOST_SPLITS - 1) / MOST_SPLITS;
    for (; count > FEW_LANES && step > 0; step /= 2) {
        size_t best = best_trial(c);
        bool first = best == c->trials.count;
        size_t from = first ? 0 : best > step ? best - step : 0;
        size_t to = first || best + step > count ? count : best + step;
        for (size_t split = from; split <= to; split += step)
            if (!try_split(c, split))
                return false;
    }
    return true;
}

/// Shortens the most promising splits completely. The pure sides always take part.
static bool enter_splits(contest *c)
{
    size_t count = c->trials.count - 1;
    bool fits = enter_split(c, count) && enter_split(c, 0);
    for (size_t i = 1; count <= FEW_LANES && i < count && fits; ++i)
        fits = enter_split(c, i);
    c->trials.data[0] = c->trials.data[count] = NAN;
    size_t best = best_trial(c);
    double most = best < c->trials.count ? (1 + TRIAL_MARGIN) * c->trials.data[best] : 0;
    for (int i = 0; i < MOST_FINALS && fits; ++i) {
        size_t split = best_trial(c);
        if (split == c->trials.count || c->trials.data[split] > most)
            break;
        fits = enter_split(c, split);
        c->trials.data[split] = NAN;
    }
    return fits;
}

static wend_result run_contest(contest *c, const wend_lanes_def *def, wend_error *error)
{
    wend_result result = wend_lanes_find_from(c->flow, def, false, &c->bottom, error);
    if (!wend_failed(result))
        result = wend_lanes_find_from(c->flow, def, true, &c->top, error);
    if (wend_failed(result))
        return result;
    size_t splits = c->bottom->lanes.count + 1;
    if (!wend_array_reserve(&c->trials, c->allocator, splits))
        return wend_fail_memory(error);
    while (c->trials.count < splits)
        c->trials.data[c->trials.count++] = NAN;
    return try_all(c) && enter_splits(c) ? WEND_OK : wend_fail_memory(error);
}

wend_result wend_lanes_create_shortest(wend_flow *flow, const wend_lanes_def *def,
                                       const wend_lanes_shortening *how, wend_lanes **lanes,
                                       wend_lanes_gain *gain, wend_error *error)
{
    wend_lanes_gain own = {0};
    double bound = 0;
    wend_result result = wend_lanes_create(flow, def, lanes, error);
    bool either = def->side == WEND_LANES_DIRECT || def->side == WEND_LANES_SHORTER;
    if (result == WEND_OK && (def->kind != WEND_LANES_CLEAR || !either)) {
        result = wend_lanes_shorten(*lanes, flow, how, &own, error);
    } else if (result == WEND_OK) {
        contest c = {.flow = flow, .how = how, .allocator = &def->allocator};
        result = wend_lanes_bound(*lanes, flow, how->seed, &bound, error);
        if (result == WEND_OK)
            result = run_contest(&c, def, error);
        // The set with the direct path takes part as well.
        wend_lanes *laid = *lanes;
        *lanes = NULL;
        if (result != WEND_OK)
            wend_lanes_destroy(laid);
        else if (!enter(&c, laid))
            result = wend_fail_memory(error);
        if (result == WEND_OK) {
            *lanes = c.best;
            c.best = NULL;
            own = c.gain;
            own.shortest = fmin(own.shortest, bound);
        }
        wend_array_free(&c.trials, c.allocator);
        wend_lanes_destroy(c.best);
        wend_lanes_destroy(c.bottom);
        wend_lanes_destroy(c.top);
    }
    if (wend_failed(result)) {
        wend_lanes_destroy(*lanes);
        *lanes = NULL;
    }
    if (gain)
        *gain = own;
    return result;
}
