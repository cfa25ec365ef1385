// SPDX-License-Identifier: MIT
// Timetables of crossing lanes: the networks of conflicts, and the smallest period of each.
#include "flow/crossing.h"

#include "core/memory.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

#define COOKIE 0x57435253u

/// Agents on crossing lanes may be nearer by this part than two radii: as much as lanes may.
#define SLACK WEND_LANES_TOLERANCE

/// A period is this part longer than the headway of its lanes, so that rounding of radii does not
/// make an agent wait for the one ahead.
#define MARGIN 1e-4

/// Periods that are tried grow by this part; between the last two, HALVINGS are tried.
#define GROWTH 0.01

enum {
    HALVINGS = 10,
    ORDERS = 16, ///< orders of the lanes in which phases are searched
};

wend_crossing_def wend_default_crossing_def(void)
{
    return (wend_crossing_def){.max_headway = 20, .budget = 2000, .cookie = COOKIE};
}

/// The work of one call.
typedef struct work {
    const wend_crossing_def *def;
    wend_lanes *lanes;
    wend_conflicts conflicts;
    double *phases;
    uint32_t order[WEND_MAX_CROSSING];
    bool done[WEND_MAX_CROSSING];
    wend_crossing crossing;
} work;

// ---- conflicts ----------------------------------------------------------------------------------

static bool join_sets(wend_lanes *lanes, const wend_lanes *const *sets, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        for (size_t k = 0; k < sets[i]->lanes.count; ++k) {
            if (!wend_lanes_add_from(lanes, sets[i], k))
                return false;
            wend_lane *lane = &lanes->lanes.data[lanes->lanes.count - 1];
            lane->source = lane->sink = i;
        }
    return wend_lanes_measure(lanes, 2 * lanes->radius);
}

static bool find_conflicts(work *w)
{
    const wend_allocator *allocator = &w->lanes->allocator;
    const wend_lane *lanes = w->lanes->lanes.data;
    const wend_curve_piece *pieces = w->lanes->pieces.data;
    double apart = 2 * w->lanes->radius * (1 - SLACK);
    wend_spans spans = {0};
    bool fits = true;
    w->conflicts.lanes = (uint32_t)w->lanes->lanes.count;
    for (uint32_t a = 0; a < w->conflicts.lanes && fits; ++a)
        for (uint32_t b = a + 1; b < w->conflicts.lanes && fits; ++b) {
            if (lanes[a].source == lanes[b].source)
                continue;
            fits = wend_crossing_spans(pieces + lanes[a].first, lanes[a].count,
                                       pieces + lanes[b].first, lanes[b].count, apart, allocator,
                                       &spans);
            if (!fits || spans.count == 0)
                continue;
            fits = wend_array_push(&w->conflicts.list, allocator,
                                   (wend_conflict){a, b, (uint32_t)w->conflicts.spans.count,
                                                   (uint32_t)spans.count}) &&
                   wend_array_reserve(&w->conflicts.spans, allocator, spans.count);
            for (size_t i = 0; i < spans.count && fits; ++i)
                w->conflicts.spans.data[w->conflicts.spans.count++] = spans.data[i];
        }
    wend_array_free(&spans, allocator);
    w->crossing.conflicts = (uint32_t)w->conflicts.list.count;
    return fits;
}

// ---- networks -----------------------------------------------------------------------------------

/// The number of conflicts of a lane with those in the order.
static uint32_t links(const work *w, uint32_t lane, uint32_t count)
{
    uint32_t found = 0;
    for (size_t i = 0; i < w->conflicts.list.count; ++i) {
        const wend_conflict *conflict = &w->conflicts.list.data[i];
        if (conflict->a != lane && conflict->b != lane)
            continue;
        uint32_t other = conflict->a == lane ? conflict->b : conflict->a;
        for (uint32_t k = 0; k < count; ++k)
            found += w->order[k] == other;
    }
    return found;
}

/// Orders the network of a lane: next comes the lane with most conflicts with those before it.
/// Returns its size.
static uint32_t order_network(work *w, uint32_t first)
{
    uint32_t count = 1;
    w->order[0] = first;
    w->done[first] = true;
    for (;;) {
        uint32_t most = 0, next = first;
        for (uint32_t i = 0; i < w->conflicts.lanes; ++i) {
            uint32_t here = w->done[i] ? 0 : links(w, i, count);
            if (here > most) {
                most = here;
                next = i;
            }
        }
        if (most == 0)
            return count;
        w->order[count++] = next;
        w->done[next] = true;
    }
}

/// A period that no timetable of the network falls below: no headway, and no excluded interval, may
/// be longer.
static double least_period(const work *w, uint32_t count)
{
    double least = 0;
    for (uint32_t i = 0; i < count; ++i)
        least = fmax(least, w->lanes->lanes.data[w->order[i]].headway * (1 + MARGIN));
    for (size_t i = 0; i < w->conflicts.list.count; ++i) {
        const wend_conflict *conflict = &w->conflicts.list.data[i];
        bool mine = false;
        for (uint32_t k = 0; k < count; ++k)
            mine = mine || w->order[k] == conflict->a;
        for (uint32_t k = 0; mine && k < conflict->count; ++k) {
            const wend_span *span = &w->conflicts.spans.data[conflict->first + k];
            least = fmax(least, (span->high - span->low) * (1 + 1e-8));
        }
    }
    return least;
}

/// True if a lane has a conflict with one of the first lanes of an order.
static bool is_linked(const work *w, const uint32_t *order, uint32_t count, uint32_t lane)
{
    for (size_t i = 0; i < w->conflicts.list.count; ++i) {
        const wend_conflict *conflict = &w->conflicts.list.data[i];
        for (uint32_t k = 0; k < count; ++k)
            if ((conflict->a == lane && conflict->b == order[k]) ||
                (conflict->b == lane && conflict->a == order[k]))
                return true;
    }
    return false;
}

/// Shuffles an order so that each lane but the first is linked to one before it.
static void shuffle(const work *w, uint32_t *order, uint32_t count, wend_random *random)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t from = i + (uint32_t)wend_random_below(random, count - i), step = 0;
        while (i > 0 && !is_linked(w, order, i, order[from]) && step++ < count)
            from = from + 1 < count ? from + 1 : i;
        uint32_t lane = order[from];
        order[from] = order[i];
        order[i] = lane;
    }
}

/// Searches phases for a period, in the order of most conflicts and then in random ones.
static bool try_period(const work *w, uint32_t count, double period)
{
    uint32_t order[WEND_MAX_CROSSING];
    wend_random random = wend_random_stream(0, count);
    memcpy(order, w->order, count * sizeof *order);
    for (int i = 0; i < ORDERS; ++i) {
        wend_phase_search search = {.conflicts = &w->conflicts,
                                    .order = order,
                                    .count = count,
                                    .period = period,
                                    .budget = w->def->budget,
                                    .phases = w->phases};
        if (wend_crossing_search(&search))
            return true;
        shuffle(w, order, count, &random);
    }
    return false;
}

static void keep(const work *w, uint32_t count, double period)
{
    for (uint32_t i = 0; i < count; ++i) {
        wend_lane *lane = &w->lanes->lanes.data[w->order[i]];
        lane->period = period;
        lane->phase = w->phases[w->order[i]];
    }
}

/// Finds the smallest period of a network. False: there is none up to the largest headway.
static bool schedule(work *w, uint32_t count)
{
    double least = least_period(w, count), period = least;
    w->crossing.bound = fmax(w->crossing.bound, count > 1 ? least : 0);
    if (count == 1) {
        w->phases[w->order[0]] = 0;
        keep(w, count, least);
        return true;
    }
    ++w->crossing.networks;
    while (period <= w->def->max_headway && !try_period(w, count, period))
        period *= 1 + GROWTH;
    if (!(period <= w->def->max_headway))
        return false;
    keep(w, count, period);
    double low = fmax(period / (1 + GROWTH), least), high = period;
    for (int i = 0; i < HALVINGS && low < high; ++i) {
        double middle = 0.5 * (low + high);
        if (try_period(w, count, middle)) {
            keep(w, count, middle);
            high = middle;
        } else {
            low = middle;
        }
    }
    w->crossing.headway = fmax(w->crossing.headway, high);
    return true;
}

// ---- call ---------------------------------------------------------------------------------------

/// The error that names two lanes which no timetable fits, or the network as a whole.
static wend_result fail_headway(const work *w, uint32_t count, wend_error *error)
{
    for (size_t i = 0; i < w->conflicts.list.count; ++i) {
        const wend_conflict *conflict = &w->conflicts.list.data[i];
        for (uint32_t k = 0; k < conflict->count; ++k) {
            const wend_span *span = &w->conflicts.spans.data[conflict->first + k];
            if (span->high - span->low > w->def->max_headway)
                return wend_fail(error, WEND_NOT_FOUND,
                                 "no timetable with a headway of at most %g m: lanes %u and %u "
                                 "need %.4g m, because they share their path or face each other",
                                 w->def->max_headway, conflict->a + 1, conflict->b + 1,
                                 span->high - span->low);
        }
    }
    return wend_fail(error, WEND_NOT_FOUND,
                     "no timetable with a headway of at most %g m was found for %u lanes that "
                     "cross: allow a larger headway or fewer lanes",
                     w->def->max_headway, count);
}

static wend_result cross(work *w, wend_error *error)
{
    if (!find_conflicts(w))
        return wend_fail_memory(error);
    for (uint32_t i = 0; i < w->conflicts.lanes; ++i) {
        if (w->done[i])
            continue;
        uint32_t count = order_network(w, i);
        if (!schedule(w, count))
            return fail_headway(w, count, error);
    }
    return WEND_OK;
}

static wend_result check(const wend_lanes *const *sets, uint32_t count,
                         const wend_crossing_def *def, wend_error *error)
{
    size_t lanes = 0;
    if (def->cookie != COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "def was not initialised: start from wend_default_crossing_def()");
    if (!(def->max_headway > 0) || def->budget == 0)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "max_headway is %g and budget %u: both must be more than 0",
                         def->max_headway, def->budget);
    for (uint32_t i = 0; i < count; ++i) {
        if (wend_lanes_radius(sets[i]) != wend_lanes_radius(sets[0]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "sets of lanes for radii of %g m and %g m: use one radius",
                             wend_lanes_radius(sets[0]), wend_lanes_radius(sets[i]));
        lanes += sets[i]->lanes.count;
    }
    if (lanes == 0 || lanes > WEND_MAX_CROSSING)
        return wend_fail(error, WEND_BAD_ARGUMENT, "%zu lanes to cross: give 1 to %d", lanes,
                         WEND_MAX_CROSSING);
    return WEND_OK;
}

wend_result wend_lanes_cross(const wend_lanes *const *sets, uint32_t count,
                             const wend_crossing_def *def, wend_lanes **lanes,
                             wend_crossing *crossing, wend_error *error)
{
    *lanes = NULL;
    wend_result result = check(sets, count, def, error);
    if (result != WEND_OK)
        return result;
    work w = {.def = def, .lanes = wend_lanes_new(&def->allocator, wend_lanes_radius(sets[0]))};
    if (!w.lanes || !join_sets(w.lanes, sets, count)) {
        wend_lanes_destroy(w.lanes);
        return wend_fail_memory(error);
    }
    const wend_allocator *allocator = &w.lanes->allocator;
    size_t total = w.lanes->lanes.count;
    w.phases = wend_allocate(allocator, total, sizeof *w.phases);
    result = w.phases ? cross(&w, error) : wend_fail_memory(error);
    wend_release(allocator, w.phases, total, sizeof *w.phases);
    wend_array_free(&w.conflicts.list, allocator);
    wend_array_free(&w.conflicts.spans, allocator);
    if (crossing)
        *crossing = w.crossing;
    if (result == WEND_OK)
        *lanes = w.lanes;
    else
        wend_lanes_destroy(w.lanes);
    return result;
}
