// SPDX-License-Identifier: MIT
// Classification of the sides of a mesh's polygons: border of the free area, thin wall or passage.
//
// Every side and every passage is a seam between two points. A seam with a polygon on either side
// is a passage or a thin wall. The remaining seams are split where other points lie on them, as in
// meshes whose polygons share only parts of sides, and matched again. Seams that remain single are
// the border.
#include "formats/patchwork.h"

#include "geometry/sort.h"
#include "wend/geometry.h"
#include "wend/index.h"

#include <stdlib.h>

typedef enum seam_kind {
    SEAM_LEFT,    ///< a side whose polygon is on the left of the direction from low to high
    SEAM_RIGHT,   ///< a side whose polygon is on the right
    SEAM_PASSAGE, ///< number is that of a passage, otherwise of a patch
} seam_kind;

typedef struct seam {
    uint32_t low, high; ///< points: low < high, so from left to right or upwards
    seam_kind kind;
    uint32_t number;
} seam;

typedef wend_array(seam) seam_list;

/// A point inside a seam.
typedef struct cut {
    uint32_t seam, place;
} cut;

/// Polygons that do not overlap have at most two sides through a point inside the sides. Passages
/// in both directions add as many.
enum { MOST_CUT_SIDES = 2, MOST_CUT_PASSAGES = 4 };

typedef struct matching {
    const patchwork *p;
    border *b;
    uint32_t *place_of; ///< [vertices]
    seam_list seams;
    seam_list rest; ///< seams without a match
    wend_array(cut) cuts;
    wend_index *index; ///< of the rest
} matching;

// ---- points -------------------------------------------------------------------------------------

// Merges vertices at the same position.
static bool find_places(matching *m)
{
    const patchwork *p = m->p;
    size_t count = p->vertices.count;
    wend_key *keys = malloc(2 * count * sizeof *keys);
    m->place_of = malloc(count * sizeof *m->place_of);
    m->b->places = malloc(count * sizeof *m->b->places);
    bool good = keys && m->place_of && m->b->places;
    if (good) {
        for (size_t i = 0; i < count; ++i)
            keys[i] = (wend_key){p->vertices.data[i], (uint32_t)i};
        wend_sort_keys(keys, keys + count, count);
        uint32_t places = 0;
        for (size_t i = 0; i < count; ++i) {
            if (i == 0 || keys[i].at.x != keys[i - 1].at.x || keys[i].at.y != keys[i - 1].at.y)
                m->b->places[places++] = keys[i].at;
            m->place_of[keys[i].number] = places - 1;
        }
        m->b->place_count = places;
    }
    free(keys);
    return good || problem_no_memory(p->source.problems);
}

// ---- seams --------------------------------------------------------------------------------------

static bool add_seam(const matching *m, seam_list *list, seam s)
{
    return wend_array_push(list, NULL, s) || problem_no_memory(m->p->source.problems);
}

static bool add_passage(matching *m, uint32_t number)
{
    passage gate = m->p->passages.data[number];
    uint32_t a = m->place_of[gate.a], b = m->place_of[gate.b];
    if (a == b)
        return text_problem(m->p->source.t, gate.offset, m->p->source.problems,
                            "the two ends of this passage are at the same place");
    seam s = {a < b ? a : b, a < b ? b : a, SEAM_PASSAGE, number};
    return add_seam(m, &m->seams, s);
}

static bool list_seams(matching *m)
{
    const patchwork *p = m->p;
    for (uint32_t i = 0; i < p->patches.count; ++i) {
        patch ring = p->patches.data[i];
        const uint32_t *corners = p->corners.data + ring.first;
        for (uint32_t k = 0; k < ring.count; ++k) {
            uint32_t a = m->place_of[corners[k]];
            uint32_t b = m->place_of[corners[k + 1 < ring.count ? k + 1 : 0]];
            seam side = a < b ? (seam){a, b, SEAM_LEFT, i} : (seam){b, a, SEAM_RIGHT, i};
            if (!add_seam(m, &m->seams, side))
                return false;
        }
    }
    for (uint32_t i = 0; i < p->passages.count; ++i)
        if (!add_passage(m, i))
            return false;
    return true;
}

static int compare_seams(const void *a, const void *b)
{
    const seam *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

// ---- matching -----------------------------------------------------------------------------------

static unsigned number_of(const matching *m, seam s)
{
    return (unsigned)m->p->patches.data[s.number].number;
}

static bool overlap(const matching *m, seam one, seam other)
{
    wend_vec2 from = m->b->places[one.low], to = m->b->places[one.high];
    return problem_at_point(m->p->source.problems, from,
                            "polygons %u and %u overlap: both lie on the same side of the line "
                            "from here to (%.9g, %.9g)",
                            number_of(m, one), number_of(m, other), to.x, to.y);
}

static bool lost_passage(const matching *m, seam s)
{
    passage gate = m->p->passages.data[s.number];
    return text_problem(m->p->source.t, gate.offset, m->p->source.problems,
                        "polygons %u and %u share no side from (%.9g, %.9g) to (%.9g, %.9g), but "
                        "are said to be neighbours there",
                        (unsigned)gate.from, (unsigned)gate.to, m->b->places[s.low].x,
                        m->b->places[s.low].y, m->b->places[s.high].x, m->b->places[s.high].y);
}

// Checks two polygons on either side of a seam, and the passages between them.
static bool match_pair(matching *m, seam left, seam right, const seam *passages, size_t count)
{
    uint32_t one = m->p->patches.data[left.number].number;
    uint32_t other = m->p->patches.data[right.number].number;
    bool there = false, back = false;
    for (size_t i = 0; i < count; ++i) {
        passage gate = m->p->passages.data[passages[i].number];
        if (gate.from == one && gate.to == other)
            there = true;
        else if (gate.from == other && gate.to == one)
            back = true;
        else
            return lost_passage(m, passages[i]);
    }
    if (there != back)
        return text_problem(m->p->source.t, m->p->passages.data[passages[0].number].offset,
                            m->p->source.problems,
                            "polygon %u leads to polygon %u, but there is no way back: neighbours "
                            "must name each other",
                            (unsigned)(there ? one : other), (unsigned)(there ? other : one));
    if (there)
        return true;
    return wend_array_push(&m->b->walls, NULL, (border_edge){left.low, left.high}) ||
           problem_no_memory(m->p->source.problems);
}

// Matches the seams between the same two points, sorted by kind.
static bool match_group(matching *m, const seam *group, size_t count)
{
    size_t sides = 0;
    while (sides < count && group[sides].kind != SEAM_PASSAGE)
        ++sides;
    for (size_t i = 1; i < sides; ++i)
        if (group[i].kind == group[i - 1].kind)
            return overlap(m, group[i - 1], group[i]);
    if (sides == 2)
        return match_pair(m, group[0], group[1], group + sides, count - sides);
    for (size_t i = 0; i < count; ++i)
        if (!add_seam(m, &m->rest, group[i]))
            return false;
    return true;
}

static bool match_seams(matching *m)
{
    seam_list *list = &m->seams;
    if (list->count > 0)
        qsort(list->data, list->count, sizeof *list->data, compare_seams);
    for (size_t i = 0, next; i < list->count; i = next) {
        for (next = i + 1; next < list->count && list->data[next].low == list->data[i].low &&
                           list->data[next].high == list->data[i].high;)
            ++next;
        if (!match_group(m, list->data + i, next - i))
            return false;
    }
    return true;
}

// ---- splitting ----------------------------------------------------------------------------------

typedef struct cut_search {
    matching *m;
    uint32_t place;
    unsigned sides, passages; ///< number of those split here
    bool good;
} cut_search;

// Points are numbered from left to right, so a point on the line of a seam lies inside it if its
// number is between those of the ends.
static bool visit_seam(void *context, uint32_t number)
{
    cut_search *search = context;
    matching *m = search->m;
    const border *b = m->b;
    seam s = m->rest.data[number];
    search->good = border_spend(m->b, 1, m->p->source.problems);
    if (!search->good || search->place <= s.low || search->place >= s.high ||
        wend_orient2d(b->places[s.low], b->places[s.high], b->places[search->place]) != 0)
        return search->good;
    if (s.kind == SEAM_PASSAGE ? ++search->passages > MOST_CUT_PASSAGES
                               : ++search->sides > MOST_CUT_SIDES)
        search->good =
            problem_at_point(m->p->source.problems, b->places[search->place],
                             "polygons overlap here: the sides of several of them go through");
    else if (!wend_array_reserve(&m->cuts, NULL, 1))
        search->good = problem_no_memory(m->p->source.problems);
    else
        m->cuts.data[m->cuts.count++] = (cut){number, search->place};
    return search->good;
}

static bool index_rest(matching *m)
{
    size_t count = m->rest.count;
    wend_item *items = calloc(count + 1, sizeof *items);
    for (size_t i = 0; items && i < count; ++i)
        items[i] = (wend_item){m->b->places[m->rest.data[i].low],
                               m->b->places[m->rest.data[i].high], WEND_ITEM_SEGMENT};
    bool good =
        items && wend_index_create(items, (uint32_t)count, NULL, &m->index, NULL) == WEND_OK;
    free(items);
    return good || problem_no_memory(m->p->source.problems);
}

// Finds the points inside a seam among the ends of the remaining sides.
static bool find_cuts(matching *m)
{
    bool *is_end = calloc(m->b->place_count, sizeof *is_end);
    if (!is_end)
        return problem_no_memory(m->p->source.problems);
    for (size_t i = 0; i < m->rest.count; ++i)
        if (m->rest.data[i].kind != SEAM_PASSAGE)
            is_end[m->rest.data[i].low] = is_end[m->rest.data[i].high] = true;
    cut_search search = {.m = m, .good = true};
    for (uint32_t i = 0; search.good && i < m->b->place_count; ++i) {
        if (!is_end[i])
            continue;
        search.place = i;
        search.sides = search.passages = 0;
        wend_vec2 at = m->b->places[i];
        wend_index_along(m->index, (wend_segment){at, at}, visit_seam, &search);
    }
    free(is_end);
    return search.good;
}

static int compare_cuts(const void *a, const void *b)
{
    const cut *x = a, *y = b;
    if (x->seam != y->seam)
        return x->seam < y->seam ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

// Moves the remaining seams back, in pieces.
static bool cut_rest(matching *m)
{
    if (m->cuts.count > 0)
        qsort(m->cuts.data, m->cuts.count, sizeof *m->cuts.data, compare_cuts);
    m->seams.count = 0;
    size_t next = 0;
    for (size_t i = 0; i < m->rest.count; ++i) {
        seam piece = m->rest.data[i];
        for (; next < m->cuts.count && m->cuts.data[next].seam == i; ++next) {
            uint32_t place = m->cuts.data[next].place, high = piece.high;
            piece.high = place;
            if (!add_seam(m, &m->seams, piece))
                return false;
            piece.low = place;
            piece.high = high;
        }
        if (!add_seam(m, &m->seams, piece))
            return false;
    }
    m->rest.count = 0;
    return true;
}

// The remaining seams are sides at the border; a passage there leads nowhere.
static bool take_border(matching *m)
{
    for (size_t i = 0; i < m->rest.count; ++i) {
        seam s = m->rest.data[i];
        if (s.kind == SEAM_PASSAGE)
            return lost_passage(m, s);
        if (!wend_array_push(&m->b->edges, NULL,
                             s.kind == SEAM_LEFT ? (border_edge){s.low, s.high}
                                                 : (border_edge){s.high, s.low}))
            return problem_no_memory(m->p->source.problems);
    }
    return true;
}

bool patchwork_find_border(const patchwork *p, border *b)
{
    matching m = {.p = p, .b = b};
    bool good = find_places(&m) && list_seams(&m) && match_seams(&m) && index_rest(&m) &&
                find_cuts(&m) && cut_rest(&m) && match_seams(&m) && take_border(&m);
    free(m.place_of);
    wend_array_free(&m.seams, NULL);
    wend_array_free(&m.rest, NULL);
    wend_array_free(&m.cuts, NULL);
    wend_index_destroy(m.index);
    return good;
}
