// SPDX-License-Identifier: MIT
// Collection of the defects of a floor, and their messages.
#include "geometry/floor_report.h"

#include "geometry/polygon.h"
#include "geometry/sort.h"

#include <stdio.h>
#include <string.h>

enum { FIRST_SLOTS = 64, EMPTY = 0 }; // a slot contains the number of a finding, counted from 1

uint32_t wend_first_ring(const wend_floor *floor, uint32_t shape)
{
    uint32_t low = 0, high = floor->ring_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (floor->rings[middle].shape < shape)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// ---- one finding for each pair ------------------------------------------------------------------

static uint64_t pair(uint32_t one, uint32_t other)
{
    return one < other ? (uint64_t)one << 32 | other : (uint64_t)other << 32 | one;
}

static uint64_t pair_of(const wend_report *report, const wend_finding *finding)
{
    return pair(report->floor->rings[finding->ring].shape,
                report->floor->rings[finding->other].shape);
}

// The slot of a pair, or the empty slot for it.
static uint32_t *find_slot(const wend_report *report, uint64_t key)
{
    uint64_t hash = key * 0x9e3779b97f4a7c15u; // Fibonacci hashing: the upper bits are well mixed
    uint32_t mask = report->slot_count - 1, at = (uint32_t)(hash >> 32) & mask;
    while (report->slots[at] != EMPTY &&
           pair_of(report, &report->findings.data[report->slots[at] - 1]) != key)
        at = (at + 1) & mask;
    return &report->slots[at];
}

// Keeps the table at most half full. False: out of memory.
static bool reserve(wend_report *report)
{
    const wend_allocator *allocator = &report->floor->allocator;
    if (!wend_array_reserve(&report->findings, allocator, 1))
        return false;
    if (report->findings.count < report->slot_count / 2)
        return true;
    uint32_t old_count = report->slot_count, count = old_count ? 2 * old_count : FIRST_SLOTS;
    uint32_t *slots = wend_allocate(allocator, count, sizeof *slots);
    if (!slots)
        return false;
    for (uint32_t i = 0; i < count; i++)
        slots[i] = EMPTY;
    wend_release(allocator, report->slots, old_count, sizeof *slots);
    report->slots = slots;
    report->slot_count = count;
    for (uint32_t i = 0; i < report->findings.count; i++)
        *find_slot(report, pair_of(report, &report->findings.data[i])) = i + 1;
    return true;
}

static bool is_graver(const wend_finding *a, const wend_finding *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind;
    if (a->position.y != b->position.y)
        return a->position.y < b->position.y;
    if (a->position.x != b->position.x)
        return a->position.x < b->position.x;
    return a->vertex < b->vertex;
}

void wend_report_add(wend_report *report, wend_finding finding)
{
    if (report->no_memory || report->full)
        return;
    if (!reserve(report)) {
        report->no_memory = true;
        return;
    }
    uint32_t *slot = find_slot(report, pair_of(report, &finding));
    if (*slot != EMPTY) {
        wend_finding *known = &report->findings.data[*slot - 1];
        unsigned nested = known->nested | finding.nested;
        if (is_graver(&finding, known))
            *known = finding;
        known->nested = nested;
    } else if (report->findings.count == WEND_MAX_DEFECTS) {
        report->full = true;
    } else {
        report->findings.data[report->findings.count++] = finding;
        *slot = (uint32_t)report->findings.count;
    }
}

bool wend_report_shows_inside(const wend_report *report, uint32_t inner, uint32_t outer)
{
    uint32_t slot = report->slot_count ? *find_slot(report, pair(inner, outer)) : EMPTY;
    if (slot == EMPTY)
        return false;
    const wend_finding *finding = &report->findings.data[slot - 1];
    if (finding->kind != WEND_DEFECT_OVERLAP && finding->kind != WEND_DEFECT_OUTSIDE)
        return false;
    return finding->nested == 0 ? outer < inner : finding->nested == (inner < outer ? 1u : 2u);
}

void wend_report_settle(wend_report *report)
{
    for (size_t i = 0; i < report->findings.count; i++) {
        wend_finding *finding = &report->findings.data[i], known = *finding;
        uint32_t shape = report->floor->rings[known.ring].shape;
        uint32_t other = report->floor->rings[known.other].shape;
        if (known.nested == 3) {
            finding->kind = WEND_DEFECT_CROSSING;
        } else if (known.kind == WEND_DEFECT_OVERLAP &&
                   wend_report_shows_inside(report, other, shape)) {
            finding->ring = known.other;
            finding->vertex = known.other_vertex;
            finding->other = known.ring;
            finding->other_vertex = known.vertex;
        }
    }
}

void wend_report_free(wend_report *report)
{
    const wend_allocator *allocator = &report->floor->allocator;
    wend_release(allocator, report->slots, report->slot_count, sizeof *report->slots);
    wend_array_free(&report->findings, allocator);
}

// ---- messages -----------------------------------------------------------------------------------

static const char *not_simple(const wend_finding *finding, wend_ring_role role)
{
    switch ((wend_fault_kind)finding->detail) {
    case WEND_FAULT_REPEAT:
        return role == WEND_RING_SEGMENT
                   ? "the segment has no length: move one of its ends, or make it a point"
                   : "two consecutive vertices are equal: remove one of them";
    case WEND_FAULT_MEET:
        return "its outline passes twice through one vertex: split it into two polygons, or move "
               "one of the two equal vertices";
    case WEND_FAULT_FOLD:
        return "its outline runs back over itself: remove the spike, or repair the scene";
    case WEND_FAULT_TOUCH:
        return "its outline touches itself: split it into two polygons, or move the vertex away "
               "from the wall";
    case WEND_FAULT_CROSS:
    case WEND_FAULT_NONE:
        break;
    }
    return "its outline crosses itself: list the corners in order around it, or repair the scene";
}

static const char *words(const wend_floor *floor, const wend_finding *finding)
{
    wend_ring_role role = floor->rings[finding->ring].role;
    wend_ring_role other = floor->rings[finding->other].role;
    bool own = floor->rings[finding->ring].shape == floor->rings[finding->other].shape;
    switch (finding->kind) {
    case WEND_DEFECT_NOT_SIMPLE:
        return not_simple(finding, role);
    case WEND_DEFECT_CROSSING:
        if (own)
            return "the walls of a hole cross the outline or another hole: keep the hole inside, "
                   "or join the holes";
        if (other == WEND_RING_BOUNDS)
            return "its walls cross the bounds: cut off what is outside, or repair the scene";
        if (role == WEND_RING_SEGMENT && other == WEND_RING_SEGMENT)
            return "it crosses another segment: split both at the crossing, or repair the scene";
        return "its walls cross another obstacle's: join the two into one polygon, move one, or "
               "repair the scene";
    case WEND_DEFECT_OVERLAP:
        if (role == WEND_RING_POINT && other == WEND_RING_POINT)
            return "another point has the same position: remove one of them";
        if (role == WEND_RING_SEGMENT && other == WEND_RING_SEGMENT)
            return "it overlaps another segment: remove the common part from one of them";
        return "it lies inside another obstacle or covers it: remove one of them, move it, or make "
               "a hole for it";
    case WEND_DEFECT_OUTSIDE:
        return "it lies outside the bounds: move it inside, or remove it";
    case WEND_DEFECT_HOLE:
        return "a hole does not lie inside its polygon, or shares a wall with the outline or "
               "another hole: move it, or make it part of the outline";
    case WEND_DEFECT_TOO_CLOSE:
        return own ? "two of its vertices, or a vertex and a wall of it, nearly touch: merge them, "
                     "move them apart, or repair the scene"
                   : "it nearly touches a wall or vertex of another obstacle: let them touch, move "
                     "them apart, or repair the scene";
    }
    return "";
}

static wend_defect defect_of(const wend_report *report, const wend_finding *finding)
{
    const wend_floor *floor = report->floor;
    wend_defect defect = {.kind = finding->kind,
                          .shape = floor->rings[finding->ring].shape,
                          .vertex = wend_wall_vertex(floor, finding->vertex, finding->position),
                          .other = floor->rings[finding->other].shape,
                          .position = finding->position};
    snprintf(defect.text, sizeof defect.text, "%s", words(floor, finding));
    if (finding->kind == WEND_DEFECT_TOO_CLOSE) {
        size_t length = strlen(defect.text);
        snprintf(defect.text + length, sizeof defect.text - length, " (minimum distance %.2g m)",
                 WEND_GAP_TOLERANCES * floor->tolerance);
    }
    return defect;
}

static bool comes_before(const void *context, const void *one, const void *other)
{
    const wend_floor *floor = context;
    const wend_finding *a = one, *b = other;
    uint32_t a_shape = floor->rings[a->ring].shape, b_shape = floor->rings[b->ring].shape;
    if (a_shape != b_shape)
        return a_shape < b_shape;
    uint32_t a_vertex = wend_wall_vertex(floor, a->vertex, a->position);
    uint32_t b_vertex = wend_wall_vertex(floor, b->vertex, b->position);
    if (a_vertex != b_vertex)
        return a_vertex < b_vertex;
    return floor->rings[a->other].shape < floor->rings[b->other].shape;
}

wend_result wend_report_write(wend_report *report, wend_defect *defects, uint32_t capacity,
                              uint32_t *count, wend_error *error)
{
    if (report->no_memory)
        return wend_fail_memory(error);
    *count = (uint32_t)report->findings.count;
    if (*count == 0)
        return WEND_OK;
    wend_sort(report->findings.data, *count, sizeof *report->findings.data, comes_before,
              report->floor);
    for (uint32_t i = 0; i < *count && i < capacity; i++)
        defects[i] = defect_of(report, &report->findings.data[i]);
    wend_defect first = defect_of(report, &report->findings.data[0]);
    return wend_fail_at(error, WEND_INVALID_GEOMETRY, first.position, "%s", first.text);
}
