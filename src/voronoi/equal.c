// SPDX-License-Identifier: MIT
// Comparison of two diagrams, independent of numbering and of the cuts of long walls: sides that
// follow each other straight on are one, and so are the pieces between the same two. The rest is
// compared by coordinates.
#include "voronoi/diagram.h"

#include "geometry/points.h"
#include "geometry/sort.h"
#include "voronoi/frame.h"

#include <math.h>
#include <string.h>

/// Accuracy of vertices in ties: each represents several that are less than a tie apart, and a
/// distant cell determines them less accurately.
#define POSITION_TIES 64

/// A piece that only one of them has is ignored if it is no longer than this many ties: whether
/// something is a tie is decided by rounding.
#define PIECE_TIES 16

/// A piece with its straight continuations: from a to b, with one side or corner on its left and a
/// later one, by coordinates, on its right.
typedef struct span {
    wend_segment left, right;
    wend_vec2 a, b;
    bool matched;
} span;

typedef wend_array(span) span_list;

/// One of the two diagrams, in the form in which they are compared.
typedef struct view {
    const wend_voronoi *voronoi;
    wend_segment *whole; ///< [elements] the element with its straight continuations
    size_t element_count;
    span_list borders; ///< sides and corners: only left is used
    span_list pieces;
} view;

static int compare_positions(wend_vec2 p, wend_vec2 q)
{
    return wend_equal(p, q) ? 0 : wend_is_before(p, q) ? -1 : 1;
}

static int compare_segments(wend_segment s, wend_segment t)
{
    int order = compare_positions(s.a, t.a);
    return order ? order : compare_positions(s.b, t.b);
}

static int compare_spans(const span *s, const span *t)
{
    int order = compare_segments(s->left, t->left);
    return order ? order : compare_segments(s->right, t->right);
}

static bool is_span_before(const void *context, const void *one, const void *other)
{
    (void)context;
    return compare_spans(one, other) < 0;
}

// ---- straight continuations ---------------------------------------------------------------------

/// True if the next element continues in the same line.
static bool continues(const wend_element_link *links, uint32_t element)
{
    return links[element].kind == WEND_ELEMENT_SIDE && links[element].bend == 0 &&
           links[links[element].next].kind == WEND_ELEMENT_SIDE;
}

/// Joins all elements of a line, from its first one.
static void join_elements(view *v, uint32_t first)
{
    const wend_element *elements = v->voronoi->boundary.elements.data;
    const wend_element_link *links = v->voronoi->boundary.links.data;
    uint32_t last = first;
    while (continues(links, last))
        last = links[last].next;
    wend_segment whole = {elements[first].p, elements[last].q};
    for (uint32_t e = first; e != last; e = links[e].next)
        v->whole[e] = whole;
    v->whole[last] = whole;
    v->borders.data[v->borders.count++] = (span){.left = whole, .right = whole};
}

static void join_all_elements(view *v)
{
    const wend_element_link *links = v->voronoi->boundary.links.data;
    for (uint32_t e = 0; e < v->element_count; ++e)
        if (links[e].kind != WEND_ELEMENT_NONE && !continues(links, links[e].previous))
            join_elements(v, e);
}

static wend_segment left_of(const view *v, uint32_t arc)
{
    return v->whole[wend_arc_owner(v->voronoi, arc)];
}

static wend_segment right_of(const view *v, uint32_t arc)
{
    return v->whole[v->voronoi->arcs.data[arc].other];
}

/// True if the piece after this one, through a joint, lies between the same two.
static bool runs_on(const view *v, uint32_t arc, uint32_t next)
{
    return wend_vertex_is_joint(v->voronoi, wend_arc_start(v->voronoi, next)) &&
           compare_segments(left_of(v, arc), left_of(v, next)) == 0 &&
           compare_segments(right_of(v, arc), right_of(v, next)) == 0;
}

static void join_pieces(view *v)
{
    const wend_voronoi *voronoi = v->voronoi;
    for (uint32_t first = 0; first < voronoi->arcs.count; ++first) {
        if (voronoi->arcs.data[first].other == WEND_NO_ELEMENT ||
            compare_segments(left_of(v, first), right_of(v, first)) > 0 ||
            runs_on(v, wend_arc_previous(voronoi, first), first))
            continue;
        uint32_t last = first;
        for (uint32_t n = wend_arc_next(voronoi, last); n != first && runs_on(v, last, n);
             n = wend_arc_next(voronoi, last))
            last = n;
        v->pieces.data[v->pieces.count++] = (span){
            .left = left_of(v, first),
            .right = right_of(v, first),
            .a = voronoi->arcs.data[wend_arc_start(voronoi, first)].at,
            .b = voronoi->arcs.data[wend_arc_end(voronoi, last)].at,
        };
    }
}

static bool make_view(view *v, const wend_voronoi *voronoi)
{
    const wend_allocator *allocator = &voronoi->allocator;
    *v = (view){.voronoi = voronoi, .element_count = voronoi->boundary.elements.count};
    v->whole = wend_allocate(allocator, v->element_count, sizeof *v->whole);
    if (!v->whole || !wend_array_reserve(&v->borders, allocator, v->element_count) ||
        !wend_array_reserve(&v->pieces, allocator, voronoi->arcs.count))
        return false;
    join_all_elements(v);
    join_pieces(v);
    wend_sort(v->borders.data, v->borders.count, sizeof(span), is_span_before, NULL);
    wend_sort(v->pieces.data, v->pieces.count, sizeof(span), is_span_before, NULL);
    return true;
}

static void free_view(view *v)
{
    const wend_allocator *allocator = &v->voronoi->allocator;
    wend_release(allocator, v->whole, v->element_count, sizeof *v->whole);
    wend_array_free(&v->borders, allocator);
    wend_array_free(&v->pieces, allocator);
}

// ---- comparing ----------------------------------------------------------------------------------

static wend_result compare_borders(const view *a, const view *b, wend_error *error)
{
    for (size_t i = 0; i < a->borders.count || i < b->borders.count; ++i) {
        const span *one = i < a->borders.count ? &a->borders.data[i] : NULL;
        const span *other = i < b->borders.count ? &b->borders.data[i] : NULL;
        int order = !one ? 1 : !other ? -1 : compare_segments(one->left, other->left);
        if (order != 0)
            return wend_fail_at(
                error, WEND_INVALID_GEOMETRY, order < 0 ? one->left.a : other->left.a,
                "only the %s diagram has this side or corner", order < 0 ? "first" : "second");
    }
    return WEND_OK;
}

/// Matches each piece of a group that lies between the same two with one of the other diagram.
static const span *match_group(span *one, size_t one_count, span *other, size_t other_count,
                               double tie)
{
    for (size_t i = 0; i < one_count; ++i)
        for (size_t k = 0; k < other_count && !one[i].matched; ++k)
            if (!other[k].matched && wend_distance(one[i].a, other[k].a) <= POSITION_TIES * tie &&
                wend_distance(one[i].b, other[k].b) <= POSITION_TIES * tie)
                one[i].matched = other[k].matched = true;
    for (size_t i = 0; i < one_count; ++i)
        if (!one[i].matched && wend_distance(one[i].a, one[i].b) > PIECE_TIES * tie)
            return &one[i];
    for (size_t k = 0; k < other_count; ++k)
        if (!other[k].matched && wend_distance(other[k].a, other[k].b) > PIECE_TIES * tie)
            return &other[k];
    return NULL;
}

static size_t count_group(const span_list *list, size_t first, const span *like)
{
    size_t end = first;
    while (end < list->count && compare_spans(&list->data[end], like) == 0)
        ++end;
    return end - first;
}

static wend_result compare_pieces(view *a, view *b, wend_error *error)
{
    double tie = fmax(a->voronoi->tie, b->voronoi->tie);
    size_t i = 0, k = 0;
    while (i < a->pieces.count || k < b->pieces.count) {
        const span *like = &a->pieces.data[i];
        if (i == a->pieces.count ||
            (k < b->pieces.count && compare_spans(&b->pieces.data[k], like) < 0))
            like = &b->pieces.data[k];
        size_t ones = count_group(&a->pieces, i, like), others = count_group(&b->pieces, k, like);
        const span *lone = match_group(a->pieces.data + i, ones, b->pieces.data + k, others, tie);
        if (lone) {
            bool first = ones > 0 && lone >= a->pieces.data + i && lone < a->pieces.data + i + ones;
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, lone->a,
                                "only the %s diagram has the piece from here to (%.9g, %.9g)",
                                first ? "first" : "second", lone->b.x, lone->b.y);
        }
        i += ones;
        k += others;
    }
    return WEND_OK;
}

wend_result wend_voronoi_equal(const wend_voronoi *a, const wend_voronoi *b, wend_error *error)
{
    view one = {.voronoi = a}, other = {.voronoi = b};
    wend_result result;
    if (make_view(&one, a) && make_view(&other, b)) {
        result = compare_borders(&one, &other, error);
        if (result == WEND_OK)
            result = compare_pieces(&one, &other, error);
    } else {
        result = wend_fail_memory(error);
    }
    free_view(&one);
    free_view(&other);
    return result;
}
