// SPDX-License-Identifier: MIT
// Phases of a timetable: periodic event scheduling (Serafini and Ukovich 1989).
//
// In a timetable, every lane can be shifted until an agent on it just misses one on another lane,
// so phases at the ends of excluded intervals are sufficient. Lanes are placed one after the other,
// each at such an end relative to one placed before, and placements are undone where the next lane
// has none left. The order is fixed and the number of placements is limited, so a timetable may be
// missed; one that is found is checked.
#include "flow/crossing.h"

#include <math.h>

/// Distance kept from the end of an excluded interval, for rounding. [Units: periods]
#define BESIDE 1e-9

/// True if a difference, modulo the period, is in an excluded interval of a conflict.
static bool is_excluded(const wend_phase_search *in, const wend_conflict *conflict,
                        double difference)
{
    const wend_span *spans = in->conflicts->spans.data + conflict->first;
    for (uint32_t i = 0; i < conflict->count; ++i) {
        // The smallest of the differences above the lower end.
        double turns = floor((spans[i].low - difference) / in->period) + 1;
        if (difference + turns * in->period < spans[i].high)
            return true;
    }
    return false;
}

/// Agents on lanes a and b with phases A and B differ by B - A in arc length.
static double difference_of(const wend_phase_search *in, const wend_conflict *conflict)
{
    return in->phases[conflict->b] - in->phases[conflict->a];
}

/// True if the lane at a position of the order agrees with those before it.
static bool agrees(const wend_phase_search *in, const bool *placed, uint32_t lane)
{
    for (size_t i = 0; i < in->conflicts->list.count; ++i) {
        const wend_conflict *conflict = &in->conflicts->list.data[i];
        bool mine = conflict->a == lane || conflict->b == lane;
        uint32_t other = conflict->a == lane ? conflict->b : conflict->a;
        if (mine && placed[other] && is_excluded(in, conflict, difference_of(in, conflict)))
            return false;
    }
    return true;
}

static bool place(wend_phase_search *in, bool *placed, uint32_t number);

/// Places a lane at a phase, and all after it. False: that is not possible.
static bool try_phase(wend_phase_search *in, bool *placed, uint32_t number, double phase)
{
    uint32_t lane = in->order[number];
    if (in->budget == 0)
        return false;
    in->phases[lane] = phase - in->period * floor(phase / in->period);
    if (!agrees(in, placed, lane))
        return false;
    --in->budget;
    placed[lane] = true;
    if (place(in, placed, number + 1))
        return true;
    placed[lane] = false;
    return false;
}

static bool place(wend_phase_search *in, bool *placed, uint32_t number)
{
    if (number == in->count)
        return true;
    uint32_t lane = in->order[number];
    if (number == 0)
        return try_phase(in, placed, 0, 0);
    double beside = BESIDE * in->period;
    for (size_t i = 0; i < in->conflicts->list.count; ++i) {
        const wend_conflict *conflict = &in->conflicts->list.data[i];
        bool is_a = conflict->a == lane;
        uint32_t other = is_a ? conflict->b : conflict->a;
        if ((!is_a && conflict->b != lane) || !placed[other])
            continue;
        for (uint32_t k = 0; k < 2 * conflict->count; ++k) {
            const wend_span *span = &in->conflicts->spans.data[conflict->first + k / 2];
            double difference = k % 2 ? span->low - beside : span->high + beside;
            double phase = in->phases[other] + (is_a ? -difference : difference);
            if (try_phase(in, placed, number, phase))
                return true;
        }
    }
    return false;
}

bool wend_crossing_search(wend_phase_search *search)
{
    bool placed[WEND_MAX_CROSSING] = {false};
    return place(search, placed, 0) && wend_crossing_holds(search);
}

bool wend_crossing_holds(const wend_phase_search *search)
{
    bool in_network[WEND_MAX_CROSSING] = {false};
    for (uint32_t i = 0; i < search->count; ++i)
        in_network[search->order[i]] = true;
    for (size_t i = 0; i < search->conflicts->list.count; ++i) {
        const wend_conflict *conflict = &search->conflicts->list.data[i];
        if (in_network[conflict->a] &&
            is_excluded(search, conflict, difference_of(search, conflict)))
            return false;
    }
    return true;
}
