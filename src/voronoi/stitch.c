// SPDX-License-Identifier: MIT
// Stitching of cells to a diagram: each arc finds its twin in the other's cell, and the arcs that
// start at one vertex find each other by rotating around it.
//
// Every cell was computed independently, so two cells may decide a tie differently because of
// rounding: one has a very short arc that the other lacks. An arc without a twin is removed, and
// the search for twins is repeated.
#include "voronoi/batch.h"
#include "voronoi/cell.h"
#include "wend/vec2.h"

#include <math.h>

/// Cells stitched by one worker at a time.
enum { GRAIN = 512 };

/// Arcs at one vertex that are recorded; few vertices have more.
enum { FEW = 8 };

/// Maximum number of rounds of removing arcs without twins. In the second there are hardly any.
enum { MAX_ROUNDS = 4 };

/// Maximum length of an arc without a twin, in ties; a longer one means that the geometry is
/// invalid. Far from two elements at distance d they are distinguished only as far as the rounding
/// of the squared distance over d permits; d is some tolerances.
#define MAX_TIES 1e3
#define ROUNDING 0x1p-50

static double longest_fault(const wend_voronoi *voronoi, double radius)
{
    return MAX_TIES * voronoi->tie + ROUNDING * radius * radius / voronoi->boundary.tolerance;
}

/// The same for two sides that meet in a concave corner: seen from outside it, where the one behind
/// ends, both are equally far, and only the angle between them distinguishes them.
static double longest_wedge_fault(const wend_voronoi *voronoi, uint32_t side, uint32_t next)
{
    wend_vec2 a = voronoi->boundary.elements.data[side].to;
    wend_vec2 b = voronoi->boundary.elements.data[next].from;
    return ROUNDING * voronoi->max_radius / fabs(wend_cross(a, b));
}

static double longest_fault_of(const wend_voronoi *voronoi, const wend_voronoi_arc *arc)
{
    const wend_element_link *links = voronoi->boundary.links.data;
    double longest = longest_fault(voronoi, arc->radius);
    if (arc->other >= voronoi->boundary.links.count || links[arc->other].kind != WEND_ELEMENT_SIDE)
        return longest;
    const wend_element_link *link = &links[arc->other];
    if (link->bend < 0)
        longest = fmax(longest, longest_wedge_fault(voronoi, arc->other, link->next));
    if (links[link->previous].bend < 0)
        longest = fmax(longest, longest_wedge_fault(voronoi, link->previous, arc->other));
    return longest;
}

typedef struct stitch_job {
    wend_voronoi *voronoi;
    const uint32_t *elements; ///< NULL: all
    uint32_t count;
} stitch_job;

static uint32_t element_of(const stitch_job *job, uint32_t i)
{
    return job->elements ? job->elements[i] : i;
}

// ---- along the border ---------------------------------------------------------------------------

uint32_t wend_arc_first_after(const wend_voronoi *voronoi, uint32_t element)
{
    const wend_element_link *links = voronoi->boundary.links.data;
    uint32_t next = links[element].next;
    while (voronoi->cells.data[next].count == 0)
        next = links[next].next;
    return voronoi->cells.data[next].first;
}

uint32_t wend_arc_last_before(const wend_voronoi *voronoi, uint32_t element)
{
    const wend_element_link *links = voronoi->boundary.links.data;
    uint32_t previous = links[element].previous;
    while (voronoi->cells.data[previous].count == 0)
        previous = links[previous].previous;
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[previous];
    return cell->first + cell->count - 1;
}

// ---- twins --------------------------------------------------------------------------------------

/// Where an arc of an element's cell ends.
static wend_vec2 end_of(const wend_voronoi *voronoi, uint32_t element, uint32_t arc)
{
    return voronoi->arcs.data[wend_arc_next_of(voronoi, element, arc)].at;
}

/// Squared distance of the ends of an arc of an element's cell from those of a possible twin.
static double off_twin(const wend_voronoi *voronoi, uint32_t element, uint32_t arc, uint32_t twin)
{
    const wend_voronoi_arc *arcs = voronoi->arcs.data;
    return wend_distance_squared(arcs[twin].at, end_of(voronoi, element, arc)) +
           wend_distance_squared(end_of(voronoi, arcs[arc].other, twin), arcs[arc].at);
}

/// The arc of the other's cell that runs back along this one; WEND_NO_ARC: none. Two cells may meet
/// in several pieces: then the one with the nearest ends.
static uint32_t find_twin(const wend_voronoi *voronoi, uint32_t element, uint32_t arc)
{
    const wend_voronoi_arc *arcs = voronoi->arcs.data;
    uint32_t other = arcs[arc].other, best = WEND_NO_ARC, found = 0;
    if (other >= voronoi->cells.count) // nothing is there
        return WEND_NO_ARC;
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[other];
    for (uint32_t i = cell->first; i < cell->first + cell->count; ++i)
        if (arcs[i].other == element) {
            best = i;
            ++found;
        }
    if (found < 2)
        return best;
    double minimum = INFINITY;
    for (uint32_t i = cell->first; i < cell->first + cell->count; ++i) {
        if (arcs[i].other != element)
            continue;
        double off = off_twin(voronoi, element, arc, i);
        if (off < minimum) {
            minimum = off;
            best = i;
        }
    }
    return best;
}

static void find_twins(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const stitch_job *job = argument;
    wend_voronoi *voronoi = job->voronoi;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t element = element_of(job, i);
        wend_voronoi_cell_record cell = voronoi->cells.data[element];
        for (uint32_t arc = cell.first; arc < cell.first + cell.count; ++arc)
            voronoi->arcs.data[arc].twin = find_twin(voronoi, element, arc);
    }
}

/// The same for all cells: of two cells the one with the smaller number finds the twins for both,
/// and no arc gets two.
static void find_pairs(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const stitch_job *job = argument;
    wend_voronoi *voronoi = job->voronoi;
    wend_voronoi_arc *arcs = voronoi->arcs.data;
    uint64_t paired = 0;
    for (uint32_t element = begin; element < end; ++element) {
        wend_voronoi_cell_record cell = voronoi->cells.data[element];
        for (uint32_t arc = cell.first; arc < cell.first + cell.count; ++arc) {
            uint32_t twin =
                arcs[arc].other > element ? find_twin(voronoi, element, arc) : WEND_NO_ARC;
            if (twin == WEND_NO_ARC)
                continue;
            uint32_t rival = arcs[twin].twin;
            if (rival != WEND_NO_ARC) { // rounding has split an arc of one of the two cells
                if (!(off_twin(voronoi, element, arc, twin) <
                      off_twin(voronoi, element, rival, twin)))
                    continue;
                arcs[rival].twin = WEND_NO_ARC;
                paired -= 2;
            }
            arcs[arc].twin = twin;
            arcs[twin].twin = arc;
            paired += 2;
        }
    }
    voronoi->works[worker].paired += paired;
}

/// Finds the twins of all arcs. True if every arc has one.
static bool pair_all(const stitch_job *job)
{
    wend_voronoi *voronoi = job->voronoi;
    uint64_t paired = 0, arcs = 0;
    for (uint32_t i = 0; i < voronoi->work_count; ++i)
        voronoi->works[i].paired = 0;
    wend_parallel_for(voronoi->tasks, job->count, GRAIN, find_pairs, (void *)job);
    for (uint32_t i = 0; i < voronoi->work_count; ++i)
        paired += voronoi->works[i].paired;
    for (uint32_t i = 0; i < job->count; ++i)
        arcs += voronoi->cells.data[i].count;
    return paired == arcs;
}

/// Updates the twin number of an arc of a cell that was not recomputed: of several, if rounding has
/// split the twin, the one with the nearest ends.
static void update_twin(wend_voronoi *voronoi, uint32_t element, uint32_t arc)
{
    wend_voronoi_cell_record cell = voronoi->cells.data[element];
    wend_voronoi_arc *arcs = voronoi->arcs.data;
    uint32_t twin = arcs[arc].twin, rival = arcs[twin].twin;
    bool has_rival = rival != arc && rival >= cell.first && rival < cell.first + cell.count &&
                     arcs[rival].twin == twin;
    if (!has_rival ||
        off_twin(voronoi, element, arc, twin) < off_twin(voronoi, element, rival, twin))
        arcs[twin].twin = arc;
}

/// Updates the arcs that were not recomputed. Then every arc must be the twin of its twin.
static void update_twins(const stitch_job *job)
{
    wend_voronoi *voronoi = job->voronoi;
    const wend_voronoi_arc *arcs = voronoi->arcs.data;
    for (uint32_t i = 0; job->elements && i < job->count; ++i) {
        wend_voronoi_cell_record cell = voronoi->cells.data[job->elements[i]];
        for (uint32_t arc = cell.first; arc < cell.first + cell.count; ++arc)
            if (arcs[arc].twin != WEND_NO_ARC &&
                voronoi->marks.data[arcs[arc].other] != voronoi->turn)
                update_twin(voronoi, job->elements[i], arc);
    }
}

/// True if an arc of an element's cell has a twin. (Unused arcs may still have this one's number.)
static bool has_twin(const wend_voronoi *voronoi, uint32_t element, uint32_t arc)
{
    uint32_t twin = voronoi->arcs.data[arc].twin;
    return twin != WEND_NO_ARC && voronoi->arcs.data[twin].twin == arc &&
           voronoi->arcs.data[twin].other == element;
}

/// Marks the arcs of a cell that have no twin. True if there were any; *fault is set if one was too
/// long for that, and *where to its position.
static bool mark_faulty(wend_voronoi *voronoi, uint32_t element, bool *fault, wend_vec2 *where)
{
    wend_voronoi_cell_record cell = voronoi->cells.data[element];
    bool any = false;
    for (uint32_t arc = cell.first; cell.count > 1 && arc < cell.first + cell.count; ++arc) {
        wend_voronoi_arc *faulty = &voronoi->arcs.data[arc];
        if (has_twin(voronoi, element, arc))
            continue;
        double chord = wend_distance(faulty->at, end_of(voronoi, element, arc));
        if (chord > longest_fault_of(voronoi, faulty)) {
            *fault = true;
            *where = faulty->at;
        }
        faulty->other = WEND_NO_ELEMENT;
        any = true;
    }
    return any;
}

/// Removes the marked arcs.
static void remove_arcs(wend_voronoi *voronoi, uint32_t element)
{
    wend_voronoi_cell_record *cell = &voronoi->cells.data[element];
    wend_voronoi_arc *arcs = voronoi->arcs.data;
    uint32_t kept = cell->first, end = cell->first + cell->count;
    for (uint32_t arc = cell->first; arc < end; ++arc)
        if (arcs[arc].other != WEND_NO_ELEMENT) {
            arcs[kept] = arcs[arc];
            arcs[kept++].twin = WEND_NO_ARC; // to be found again
        }
    for (uint32_t arc = kept; arc < end; ++arc)
        arcs[arc].other = WEND_NO_ELEMENT;
    cell->count = kept - cell->first;
}

bool wend_cell_has_twins(const wend_voronoi *voronoi, uint32_t element)
{
    wend_voronoi_cell_record cell = voronoi->cells.data[element];
    for (uint32_t arc = cell.first; arc < cell.first + cell.count; ++arc)
        if (!has_twin(voronoi, element, arc))
            return false;
    return true;
}

/// Removes the arcs without a twin. False: there were none.
static bool reconcile(const stitch_job *job, bool *fault, wend_vec2 *where)
{
    wend_voronoi *voronoi = job->voronoi;
    bool any = false;
    // First all are marked, then all are removed: that changes the numbers of others.
    for (uint32_t i = 0; i < job->count; ++i)
        if (mark_faulty(voronoi, element_of(job, i), fault, where))
            any = true;
    for (uint32_t i = 0; any && i < job->count; ++i)
        remove_arcs(voronoi, element_of(job, i));
    return any;
}

// ---- vertices -----------------------------------------------------------------------------------

static bool sees_better(const wend_voronoi *voronoi, uint32_t arc, uint32_t other)
{
    uint16_t quality = voronoi->arcs.data[arc].quality, best = voronoi->arcs.data[other].quality;
    return quality > best || (quality == best && arc < other);
}

static void update(wend_voronoi *voronoi, uint32_t arc, uint32_t vertex, uint32_t degree)
{
    voronoi->arcs.data[arc].vertex = vertex;
    voronoi->arcs.data[arc].degree = (uint16_t)degree;
}

/// Rotates around the start of an arc, and stores in all arcs that start there the most accurate of
/// them (of equal ones the first) and their number. If `first_only`, not if one of them has a
/// smaller number than this one.
static void update_vertex(wend_voronoi *voronoi, uint32_t arc, bool first_only)
{
    uint32_t met[FEW], best = arc, at = arc, count = 0;
    do {
        if (first_only && at < arc)
            return;
        if (count < FEW)
            met[count] = at;
        if (sees_better(voronoi, at, best))
            best = at;
        at = wend_arc_around(voronoi, at);
        ++count;
    } while (at != arc && count < UINT16_MAX);
    for (uint32_t i = 0; i < count; ++i) {
        update(voronoi, i < FEW ? met[i] : at, best, count);
        if (i + 1 >= FEW) // from the last recorded one on
            at = wend_arc_around(voronoi, i + 1 == FEW ? met[i] : at);
    }
}

/// The first arc at each vertex updates the others.
static void find_vertices(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const stitch_job *job = argument;
    wend_voronoi *voronoi = job->voronoi;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_voronoi_cell_record cell = voronoi->cells.data[element_of(job, i)];
        for (uint32_t arc = cell.first; arc < cell.first + cell.count; ++arc)
            update_vertex(voronoi, arc, true);
    }
}

/// Updates the vertices at both ends of every arc of the changed cells.
static void update_vertices(const stitch_job *job)
{
    wend_voronoi *voronoi = job->voronoi;
    for (uint32_t i = 0; i < job->count; ++i) {
        wend_voronoi_cell_record cell = voronoi->cells.data[job->elements[i]];
        for (uint32_t arc = cell.first; arc < cell.first + cell.count; ++arc) {
            update_vertex(voronoi, arc, false);
            if (arc + 1 == cell.first + cell.count)
                update_vertex(voronoi, voronoi->arcs.data[arc].twin, false);
        }
    }
}

void wend_cells_find_twins(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count)
{
    stitch_job job = {voronoi, elements, count};
    wend_parallel_for(count > GRAIN ? voronoi->tasks : NULL, count, GRAIN, find_twins, &job);
    update_twins(&job);
}

wend_result wend_cells_stitch(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count,
                              wend_error *error)
{
    stitch_job job = {voronoi, elements, count};
    bool whole = elements ? false : pair_all(&job), fault = false;
    wend_vec2 where = {0, 0};
    for (int round = 0; round < MAX_ROUNDS && !whole && !fault; ++round) {
        whole = !reconcile(&job, &fault, &where);
        if (!whole && elements)
            wend_cells_find_twins(voronoi, elements, count);
        else if (!whole)
            pair_all(&job);
    }
    if (!whole || fault)
        return wend_fail_at(
            error, WEND_INVALID_GEOMETRY, where,
            "the diagram does not close here: walls cross, overlap or nearly touch");
    if (elements)
        update_vertices(&job);
    else
        wend_parallel_for(voronoi->tasks, count, GRAIN, find_vertices, &job);
    return WEND_OK;
}
