// SPDX-License-Identifier: MIT
// Cells become a diagram: each arc finds its twin in the other's cell, and the arcs that start at
// one place find each other by going around it.
//
// Every cell was computed alone, so two cells may see a tie differently by a rounding: one has a
// very short arc that the other lacks. An arc without a twin is taken out, and the twins are looked
// for again.
#include "voronoi/batch.h"
#include "voronoi/cell.h"

#include <math.h>

/// Cells that one worker stitches in one go.
enum { GRAIN = 512 };

/// Arcs at one vertex that are noted; at few there are more.
enum { FEW = 8 };

/// How often arcs that have no twin may be taken out. The second time there are hardly any.
enum { MOST_ROUNDS = 4 };

/// An arc that goes without a twin may be no longer than this many ties; a longer one means that
/// the geometry is not what it was said to be. Far from two elements that lie d apart, they are
/// told apart by no more than a rounding of the squared distance over d allows; d is some
/// tolerances.
#define MOST_TIES 1e3
#define ROUNDING  0x1p-50

static double longest_fault(const wend_voronoi *voronoi, double radius)
{
    return MOST_TIES * voronoi->tie + ROUNDING * radius * radius / voronoi->boundary.tolerance;
}

/// The same for two sides that meet in a concave corner: seen from outside of it, where the one
/// ends that is behind the other, both are as far, and by the angle between them they are told
/// apart.
static double longest_wedge_fault(const wend_voronoi *voronoi, uint32_t side, uint32_t next)
{
    wend_vec2 a = voronoi->boundary.elements.data[side].to;
    wend_vec2 b = voronoi->boundary.elements.data[next].from;
    return ROUNDING * voronoi->most / fabs(a.x * b.y - a.y * b.x);
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

/// How far the ends of an arc of an element's cell are from those of one that may be its twin,
/// squared.
static double off_twin(const wend_voronoi *voronoi, uint32_t element, uint32_t arc, uint32_t twin)
{
    const wend_voronoi_arc *arcs = voronoi->arcs.data;
    return wend_square_between(arcs[twin].at, end_of(voronoi, element, arc)) +
           wend_square_between(end_of(voronoi, arcs[arc].other, twin), arcs[arc].at);
}

/// The arc of the other's cell that runs back along this one; WEND_NO_ARC: none. Two cells may meet
/// in several pieces: then the one whose ends are nearest.
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
    double least = INFINITY;
    for (uint32_t i = cell->first; i < cell->first + cell->count; ++i) {
        if (arcs[i].other != element)
            continue;
        double off = off_twin(voronoi, element, arc, i);
        if (off < least) {
            least = off;
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
            if (rival != WEND_NO_ARC) { // rounding has cut one of the two cells' arcs in pieces
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

/// Finds the twins of all arcs. True if there is no arc without.
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

/// An arc of a cell that was not computed again learns the new number of its twin: of several,
/// where rounding has cut that in pieces, the one whose ends are nearest.
static void tell_twin(wend_voronoi *voronoi, uint32_t element, uint32_t arc)
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

/// Tells those that were not computed again. Then every arc must be its twin's twin.
static void tell_twins(const stitch_job *job)
{
    wend_voronoi *voronoi = job->voronoi;
    const wend_voronoi_arc *arcs = voronoi->arcs.data;
    for (uint32_t i = 0; job->elements && i < job->count; ++i) {
        wend_voronoi_cell_record cell = voronoi->cells.data[job->elements[i]];
        for (uint32_t arc = cell.first; arc < cell.first + cell.count; ++arc)
            if (arcs[arc].twin != WEND_NO_ARC &&
                voronoi->marks.data[arcs[arc].other] != voronoi->turn)
                tell_twin(voronoi, job->elements[i], arc);
    }
}

/// True if an arc of an element's cell has a twin. (Arcs that are no longer in use may still have
/// this one's number.)
static bool has_twin(const wend_voronoi *voronoi, uint32_t element, uint32_t arc)
{
    uint32_t twin = voronoi->arcs.data[arc].twin;
    return twin != WEND_NO_ARC && voronoi->arcs.data[twin].twin == arc &&
           voronoi->arcs.data[twin].other == element;
}

/// Marks the arcs of a cell that have no twin: they are nobody's. True if there were any; *fault is
/// set if one was too long for that, and *where to its place.
static bool mark_faulty(wend_voronoi *voronoi, uint32_t element, bool *fault, wend_vec2 *where)
{
    wend_voronoi_cell_record cell = voronoi->cells.data[element];
    bool any = false;
    for (uint32_t arc = cell.first; cell.count > 1 && arc < cell.first + cell.count; ++arc) {
        wend_voronoi_arc *faulty = &voronoi->arcs.data[arc];
        if (has_twin(voronoi, element, arc))
            continue;
        double chord = sqrt(wend_square_between(faulty->at, end_of(voronoi, element, arc)));
        if (chord > longest_fault_of(voronoi, faulty)) {
            *fault = true;
            *where = faulty->at;
        }
        faulty->other = WEND_NO_ELEMENT;
        any = true;
    }
    return any;
}

/// Takes out the arcs that are nobody's.
static void take_out(wend_voronoi *voronoi, uint32_t element)
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

/// Takes out the arcs without a twin. False: there were none.
static bool reconcile(const stitch_job *job, bool *fault, wend_vec2 *where)
{
    wend_voronoi *voronoi = job->voronoi;
    bool any = false;
    // First all are marked, then all are taken out: that changes the numbers of others.
    for (uint32_t i = 0; i < job->count; ++i)
        if (mark_faulty(voronoi, element_of(job, i), fault, where))
            any = true;
    for (uint32_t i = 0; any && i < job->count; ++i)
        take_out(voronoi, element_of(job, i));
    return any;
}

// ---- vertices -----------------------------------------------------------------------------------

static bool sees_better(const wend_voronoi *voronoi, uint32_t arc, uint32_t other)
{
    uint16_t quality = voronoi->arcs.data[arc].quality, best = voronoi->arcs.data[other].quality;
    return quality > best || (quality == best && arc < other);
}

static void tell(wend_voronoi *voronoi, uint32_t arc, uint32_t vertex, uint32_t degree)
{
    voronoi->arcs.data[arc].vertex = vertex;
    voronoi->arcs.data[arc].degree = (uint16_t)degree;
}

/// Goes around where an arc starts, and tells all that start there which of them sees the place
/// most sharply (of equal ones the first by number) and how many they are. If `first_only`, not if
/// one of them has a smaller number than this one.
static void tell_vertex(wend_voronoi *voronoi, uint32_t arc, bool first_only)
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
        tell(voronoi, i < FEW ? met[i] : at, best, count);
        if (i + 1 >= FEW) // from the last that was noted on
            at = wend_arc_around(voronoi, i + 1 == FEW ? met[i] : at);
    }
}

/// The first arc at each vertex tells the others, so that nobody else does.
static void find_vertices(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const stitch_job *job = argument;
    wend_voronoi *voronoi = job->voronoi;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_voronoi_cell_record cell = voronoi->cells.data[element_of(job, i)];
        for (uint32_t arc = cell.first; arc < cell.first + cell.count; ++arc)
            tell_vertex(voronoi, arc, true);
    }
}

/// The vertices at both ends of every arc of the changed cells.
static void tell_vertices(const stitch_job *job)
{
    wend_voronoi *voronoi = job->voronoi;
    for (uint32_t i = 0; i < job->count; ++i) {
        wend_voronoi_cell_record cell = voronoi->cells.data[job->elements[i]];
        for (uint32_t arc = cell.first; arc < cell.first + cell.count; ++arc) {
            tell_vertex(voronoi, arc, false);
            if (arc + 1 == cell.first + cell.count)
                tell_vertex(voronoi, voronoi->arcs.data[arc].twin, false);
        }
    }
}

void wend_cells_find_twins(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count)
{
    stitch_job job = {voronoi, elements, count};
    wend_parallel_for(count > GRAIN ? voronoi->tasks : NULL, count, GRAIN, find_twins, &job);
    tell_twins(&job);
}

wend_result wend_cells_stitch(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count,
                              wend_error *error)
{
    stitch_job job = {voronoi, elements, count};
    bool whole = elements ? false : pair_all(&job), fault = false;
    wend_vec2 where = {0, 0};
    for (int round = 0; round < MOST_ROUNDS && !whole && !fault; ++round) {
        whole = !reconcile(&job, &fault, &where);
        if (!whole && elements)
            wend_cells_find_twins(voronoi, elements, count);
        else if (!whole)
            pair_all(&job);
    }
    if (!whole || fault)
        return wend_fail_at(
            error, WEND_UNSOUND, where,
            "the diagram does not close here: walls cross, overlap or all but touch");
    if (elements)
        tell_vertices(&job);
    else
        wend_parallel_for(voronoi->tasks, count, GRAIN, find_vertices, &job);
    return WEND_OK;
}
