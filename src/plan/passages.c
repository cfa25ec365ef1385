// SPDX-License-Identifier: MIT
// Finding narrow passages: the parts of the diagram's edges with little clearance (spans) are
// chained. Spans that lead into a corner are dead ends and no part of a passage.
#include "wend/passage.h"

#include "core/array.h"
#include "core/memory.h"
#include "geometry/sort.h"
#include "wend/geometry.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdio.h>

/// Samples along an axis are this far apart. [Units: half the greatest width]
#define SAMPLE_STEP (1.0 / 12)
enum { MOST_SAMPLES = 512 }; ///< of one piece

/// Samples this near to each other are at the same place. [Units: half the greatest width]
#define SAME_PLACE 1e-6

/// The mouth is where the clearance is within this factor of the least one beyond it, which is
/// looked for as far as half the greatest width.
#define AT_MOUTH 1.05

/// Halvings of an interval that ends where the clearance is half the greatest width.
enum { HALVINGS = 40 };

#define NO_VERTEX UINT32_MAX
#define NO_SPAN   UINT32_MAX

typedef struct sample {
    wend_vec2 at, left, right; ///< on the axis, and on the walls
    double radius;
} sample;

/// A part of an edge. An end is a vertex, or NO_VERTEX where the passage gets wider.
typedef struct span {
    uint32_t ends[2]; ///< numbers of vertices, later indices in `nodes`
    uint32_t first, count;
    bool used;
} span;

/// A vertex that spans end at.
typedef struct node {
    uint32_t vertex;
    uint32_t degree; ///< number of ends
    uint32_t spans;  ///< exclusive or of their indices: of two, one leads to the other
} node;

typedef struct finder {
    double most; ///< half the greatest width
    wend_array(sample) samples;
    wend_array(span) spans;
    wend_array(node) nodes;
    wend_array(uint32_t) dead;  ///< spans to be removed
    wend_array(sample) chained; ///< the present chain
    wend_array(wend_passage) found;
    wend_array(wend_passage_point) points;
    const wend_allocator *allocator;
    bool failed; ///< out of memory
} finder;

// ---- spans --------------------------------------------------------------------------------------

/// Shares of a piece between which the clearance is at most f->most, and where it is least. False:
/// nowhere.
static bool narrow_part(const finder *f, const wend_voronoi_piece *piece, double *begin,
                        double *narrowest, double *end)
{
    double least, middle = wend_piece_narrowest(piece, &least);
    if (!(least <= f->most))
        return false;
    double limits[2] = {0, 1}, radii[2] = {piece->radius_a, piece->radius_b};
    for (int i = 0; i < 2; ++i) {
        double inside = middle, outside = limits[i], radius;
        for (int k = 0; k < HALVINGS && radii[i] > f->most; ++k) {
            double share = (inside + outside) / 2;
            (void)wend_piece_point(piece, share, &radius);
            *(radius > f->most ? &outside : &inside) = share;
        }
        limits[i] = radii[i] > f->most ? inside : outside;
    }
    *begin = limits[0];
    *narrowest = middle;
    *end = limits[1];
    return true;
}

static bool add_sample(finder *f, const wend_voronoi_piece *piece, double share)
{
    sample s = {.radius = 0};
    s.at = wend_piece_point(piece, share, &s.radius);
    s.left = wend_segment_closest(piece->left, s.at);
    s.right = wend_segment_closest(piece->right, s.at);
    f->failed = f->failed || !wend_array_push(&f->samples, f->allocator, s);
    if (!f->failed)
        ++f->spans.data[f->spans.count - 1].count;
    return !f->failed;
}

static bool begin_span(finder *f, uint32_t vertex)
{
    span s = {.ends = {vertex, NO_VERTEX}, .first = (uint32_t)f->samples.count};
    f->failed = f->failed || !wend_array_push(&f->spans, f->allocator, s);
    return !f->failed;
}

/// Adds samples behind one share of a piece up to another one.
static bool add_samples(finder *f, const wend_voronoi_piece *piece, double from, double to)
{
    double length = wend_piece_length(piece) * (to - from);
    double parts = fmin(fmax(ceil(length / (f->most * SAMPLE_STEP)), 1), MOST_SAMPLES);
    for (int i = 1; i <= (int)parts; ++i)
        if (!add_sample(f, piece, i == (int)parts ? to : from + (to - from) * i / parts))
            return false;
    return true;
}

/// Adds the narrow part of a piece, and its narrowest place among the samples; *open: the last span
/// goes on here.
static bool add_piece(finder *f, const wend_voronoi_piece *piece, uint32_t from, bool *open)
{
    double begin, narrowest, end;
    if (!narrow_part(f, piece, &begin, &narrowest, &end)) {
        *open = false;
        return true;
    }
    *open = *open && begin == 0;
    if (!*open && (!begin_span(f, begin == 0 ? from : NO_VERTEX) || !add_sample(f, piece, begin)))
        return false;
    if ((narrowest > begin && !add_samples(f, piece, begin, narrowest)) ||
        (end > narrowest && !add_samples(f, piece, narrowest, end)))
        return false;
    *open = end == 1;
    return true;
}

static bool add_edge(void *context, const wend_voronoi_edge *edge)
{
    finder *f = context;
    bool open = false;
    if (!(edge->clearance <= f->most))
        return true;
    for (uint32_t i = 0; i < edge->piece_count; ++i)
        if (!add_piece(f, &edge->pieces[i], i == 0 ? edge->from : NO_VERTEX, &open))
            return false;
    if (open)
        f->spans.data[f->spans.count - 1].ends[1] = edge->to;
    return true;
}

// ---- vertices -----------------------------------------------------------------------------------

static bool vertex_before(const void *context, const void *one, const void *other)
{
    (void)context;
    return ((const node *)one)->vertex < ((const node *)other)->vertex;
}

static uint32_t node_of(const finder *f, uint32_t vertex)
{
    uint32_t low = 0, high = (uint32_t)f->nodes.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (f->nodes.data[middle].vertex < vertex)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Lists the vertices that spans end at, and replaces their numbers by indices in that list.
static bool make_nodes(finder *f)
{
    if (!wend_array_reserve(&f->nodes, f->allocator, 2 * f->spans.count))
        return false;
    for (size_t i = 0; i < f->spans.count; ++i)
        for (int e = 0; e < 2; ++e)
            if (f->spans.data[i].ends[e] != NO_VERTEX)
                f->nodes.data[f->nodes.count++] = (node){.vertex = f->spans.data[i].ends[e]};
    if (f->nodes.count > 1)
        wend_sort(f->nodes.data, f->nodes.count, sizeof *f->nodes.data, vertex_before, NULL);
    size_t kept = 0;
    for (size_t i = 0; i < f->nodes.count; ++i)
        if (kept == 0 || f->nodes.data[i].vertex != f->nodes.data[kept - 1].vertex)
            f->nodes.data[kept++] = f->nodes.data[i];
    f->nodes.count = kept;
    for (uint32_t i = 0; i < f->spans.count; ++i)
        for (int e = 0; e < 2; ++e) {
            uint32_t *end = &f->spans.data[i].ends[e];
            if (*end == NO_VERTEX)
                continue;
            *end = node_of(f, *end);
            ++f->nodes.data[*end].degree;
            f->nodes.data[*end].spans ^= i;
        }
    return true;
}

static bool is_dead_end(const finder *f, const span *s)
{
    for (int e = 0; e < 2; ++e)
        if (s->ends[e] != NO_VERTEX && f->nodes.data[s->ends[e]].degree == 1)
            return true;
    return false;
}

/// Removes spans that lead nowhere, and those that do without them.
static bool drop_dead_ends(finder *f)
{
    if (!wend_array_reserve(&f->dead, f->allocator, f->spans.count))
        return false;
    for (uint32_t i = 0; i < f->spans.count; ++i)
        if (is_dead_end(f, &f->spans.data[i])) {
            f->dead.data[f->dead.count++] = i;
            f->spans.data[i].used = true;
        }
    while (f->dead.count > 0) {
        uint32_t gone = f->dead.data[--f->dead.count];
        for (int e = 0; e < 2; ++e) {
            uint32_t end = f->spans.data[gone].ends[e];
            if (end == NO_VERTEX)
                continue;
            node *n = &f->nodes.data[end];
            --n->degree;
            n->spans ^= gone;
            if (n->degree == 1 && !f->spans.data[n->spans].used) {
                f->spans.data[n->spans].used = true;
                f->dead.data[f->dead.count++] = n->spans;
            }
        }
    }
    return true;
}

// ---- passages -----------------------------------------------------------------------------------

/// True: a passage ends at this end of a span.
static bool is_end(const finder *f, uint32_t end)
{
    return end == NO_VERTEX || f->nodes.data[end].degree != 2;
}

/// Appends a span to the passage, forwards or backwards.
static bool append(finder *f, const span *s, bool backwards)
{
    if (!wend_array_reserve(&f->chained, f->allocator, s->count))
        return false;
    for (uint32_t i = 0; i < s->count; ++i) {
        sample next = f->samples.data[s->first + (backwards ? s->count - 1 - i : i)];
        if (backwards) {
            wend_vec2 left = next.left;
            next.left = next.right;
            next.right = left;
        }
        f->chained.data[f->chained.count++] = next;
    }
    return true;
}

/// Chains the spans from one on, which begins at its end `from`.
static bool chain(finder *f, uint32_t number, int from)
{
    f->chained.count = 0;
    while (number != NO_SPAN && !f->spans.data[number].used) {
        span *s = &f->spans.data[number];
        s->used = true;
        if (!append(f, s, from == 1))
            return false;
        uint32_t end = s->ends[1 - from];
        if (is_end(f, end))
            return true;
        uint32_t next = f->nodes.data[end].spans ^ number;
        from = f->spans.data[next].ends[0] == end ? 0 : 1;
        number = next;
    }
    return true;
}

/// Index of the i-th sample of the chain from one end.
static size_t sample_from(const finder *f, size_t i, bool from_end)
{
    return from_end ? f->chained.count - 1 - i : i;
}

/// Index of a mouth, looked for from one end of the passage: the first sample from which on it
/// hardly gets narrower.
static size_t mouth_of(const finder *f, bool from_end)
{
    size_t count = f->chained.count, i = 0;
    const sample *all = f->chained.data;
    for (; i + 1 < count; ++i) {
        double least = INFINITY, far = 0;
        for (size_t k = i; k < count && far <= f->most; ++k) {
            size_t at = sample_from(f, k, from_end);
            if (k > i)
                far += wend_distance(all[at].at, all[sample_from(f, k - 1, from_end)].at);
            least = fmin(least, all[at].radius);
        }
        if (all[sample_from(f, i, from_end)].radius <= AT_MOUTH * least)
            break;
    }
    // Where spans meet there are two samples: the inner one has the direction of the passage.
    while (i + 1 < count &&
           wend_distance(all[sample_from(f, i, from_end)].at,
                         all[sample_from(f, i + 1, from_end)].at) <= SAME_PLACE * f->most)
        ++i;
    return sample_from(f, i, from_end);
}

static wend_passage_mouth mouth_at(const sample *s, wend_vec2 towards)
{
    wend_vec2 across = wend_sub(s->right, s->left);
    double length = wend_length(across);
    wend_vec2 out = length > 0 ? (wend_vec2){-across.y / length, across.x / length}
                               : (wend_vec2){towards.x, towards.y};
    bool turned = wend_dot(out, towards) < 0;
    if (turned)
        out = (wend_vec2){-out.x, -out.y};
    // Who looks along `out` has the left point on the left.
    bool swapped = wend_cross(out, wend_sub(s->left, s->at)) < 0;
    return (wend_passage_mouth){swapped ? s->right : s->left, swapped ? s->left : s->right, out};
}

/// Direction out of a passage at a sample: that of the axis there.
static wend_vec2 outwards(const finder *f, size_t mouth, bool from_end)
{
    const sample *all = f->chained.data;
    size_t last = f->chained.count - 1;
    for (size_t k = 1; k <= last; ++k) {
        size_t low = mouth > k ? mouth - k : 0, high = mouth + k < last ? mouth + k : last;
        wend_vec2 by = wend_sub(all[high].at, all[low].at);
        double length = wend_length(by);
        if (length > SAME_PLACE * f->most)
            return wend_scale(by, (from_end ? 1 : -1) / length);
    }
    return (wend_vec2){1, 0};
}

static bool add_points(finder *f, size_t begin, size_t end, wend_passage *passage)
{
    const sample *all = f->chained.data;
    double far = f->most / 2;
    passage->first_point = (uint32_t)f->points.count;
    for (size_t i = begin; i <= end; ++i) {
        if (i > begin) {
            double step = wend_distance(all[i].at, all[i - 1].at);
            passage->length += step;
            far += step;
        }
        if (far < f->most / 2 && i < end)
            continue;
        far = 0;
        if (!wend_array_push(&f->points, f->allocator,
                             (wend_passage_point){all[i].at, all[i].radius}))
            return false;
    }
    if (begin == end && !wend_array_push(&f->points, f->allocator,
                                         (wend_passage_point){all[end].at, all[end].radius}))
        return false;
    passage->point_count = (uint32_t)f->points.count - passage->first_point;
    return true;
}

static bool add_passage(finder *f)
{
    if (f->chained.count < 2)
        return true;
    size_t begin = mouth_of(f, false), end = mouth_of(f, true);
    if (begin > end)
        begin = end;
    wend_passage passage = {.width = INFINITY};
    passage.mouths[0] = mouth_at(&f->chained.data[begin], outwards(f, begin, false));
    passage.mouths[1] = mouth_at(&f->chained.data[end], outwards(f, end, true));
    for (size_t i = begin; i <= end; ++i)
        passage.width = fmin(passage.width, 2 * f->chained.data[i].radius);
    return add_points(f, begin, end, &passage) && wend_array_push(&f->found, f->allocator, passage);
}

static bool add_passages(finder *f)
{
    for (uint32_t i = 0; i < f->spans.count; ++i)
        for (int e = 0; e < 2; ++e)
            if (!f->spans.data[i].used && is_end(f, f->spans.data[i].ends[e]) &&
                (!chain(f, i, e) || !add_passage(f)))
                return false;
    return true;
}

// ---- interface ----------------------------------------------------------------------------------

static bool find(finder *f, const wend_voronoi *voronoi)
{
    return wend_voronoi_edges(voronoi, add_edge, f) == WEND_OK && !f->failed && make_nodes(f) &&
           drop_dead_ends(f) && add_passages(f);
}

wend_result wend_passages_find(const wend_voronoi *voronoi, double width,
                               const wend_allocator *allocator, wend_passages *passages,
                               wend_error *error)
{
    *passages = (wend_passages){.allocator = allocator ? *allocator : (wend_allocator){0}};
    if (!(width > 0 && width < INFINITY))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the width of passages must be above 0 and finite, found %g", width);
    finder f = {.most = width / 2, .allocator = &passages->allocator};
    bool found = find(&f, voronoi);
    wend_array_free(&f.samples, f.allocator);
    wend_array_free(&f.spans, f.allocator);
    wend_array_free(&f.nodes, f.allocator);
    wend_array_free(&f.dead, f.allocator);
    wend_array_free(&f.chained, f.allocator);
    if (!found) {
        wend_array_free(&f.found, f.allocator);
        wend_array_free(&f.points, f.allocator);
        return wend_fail_memory(error);
    }
    passages->list = f.found.data;
    passages->count = (uint32_t)f.found.count;
    passages->room = f.found.capacity;
    passages->points = f.points.data;
    passages->point_count = (uint32_t)f.points.count;
    passages->point_room = f.points.capacity;
    return WEND_OK;
}

void wend_passages_free(wend_passages *passages)
{
    wend_release(&passages->allocator, passages->list, passages->room, sizeof *passages->list);
    wend_release(&passages->allocator, passages->points, passages->point_room,
                 sizeof *passages->points);
    *passages = (wend_passages){.allocator = passages->allocator};
}

// ---- drawing ------------------------------------------------------------------------------------

// [Units: points]
#define GATE_LINE 2.5
#define AXIS_LINE 1.0
#define AXIS_DASH 3.0

/// Points of an axis that are drawn at once.
enum { AXIS_POINTS = 256 };

/// From the middle of one mouth along the axis to that of the other.
static void draw_axis(const wend_passages *passages, const wend_passage *passage,
                      const wend_draw *draw, wend_ink ink)
{
    const wend_passage_point *points = &passages->points[passage->first_point];
    wend_vec2 line[AXIS_POINTS];
    uint32_t count = 0, last = passage->point_count - 1;
    for (uint32_t i = 0; i <= last; ++i) {
        const wend_passage_mouth *mouth = &passage->mouths[i == last];
        if (count == AXIS_POINTS) {
            draw->line(draw->context, line, count, ink);
            line[0] = line[count - 1];
            count = 1;
        }
        line[count++] = i == 0 || i == last ? (wend_vec2){(mouth->left.x + mouth->right.x) / 2,
                                                          (mouth->left.y + mouth->right.y) / 2}
                                            : points[i].at;
    }
    draw->line(draw->context, line, count, ink);
}

void wend_passages_draw(const wend_passages *passages, const wend_draw *draw)
{
    const wend_ink ink = {.line = WEND_VERMILION, .width = GATE_LINE};
    char title[32];
    snprintf(title, sizeof title, "gates, %u", (unsigned)passages->count);
    if (!draw->layer(draw->context, "gates", title, ink))
        return;
    for (uint32_t i = 0; i < passages->count; ++i)
        for (int m = 0; m < 2; ++m) {
            const wend_passage_mouth *mouth = &passages->list[i].mouths[m];
            draw->line(draw->context, (wend_vec2[]){mouth->left, mouth->right}, 2, ink);
        }
    const wend_ink thin = {.line = WEND_VERMILION, .width = AXIS_LINE, .dash = AXIS_DASH};
    if (draw->layer(draw->context, "gates", "their axes", thin))
        for (uint32_t i = 0; i < passages->count; ++i)
            draw_axis(passages, &passages->list[i], draw, thin);
}
