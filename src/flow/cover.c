// SPDX-License-Identifier: MIT
// Construction of a cover. Cut lines run along open edges of the mesh, found by breadth-first
// search over corners: the free sectors around vertices. Such a line touches walls only inside
// sectors, so that all walls of a body are in one sheet. It starts and ends in a sector with an
// opening at its border, and belongs to that opening: to the one that arrives there, if both are
// openings, since a body without walls between them belongs to the one that leaves.
#include "flow/cover.h"

#include "core/memory.h"
#include "flow/domain.h"
#include "geometry/predicates.h"
#include "wend/geometry.h"

#include <math.h>

/// A free sector around a vertex.
typedef struct sector {
    uint32_t first;   ///< its rightmost spoke, of the base
    uint32_t in, out; ///< walls at its borders, of the base; WEND_NONE: it is a full circle
    uint32_t via;     ///< the half-edge by which it was found, of a sheet; WEND_NONE: none
    bool found;
} sector;

typedef struct builder {
    wend_flow_cover *cover;
    const wend_flow *base;
    const wend_mesh *mesh; ///< of the base
    const wend_allocator *allocator;
    wend_array(uint32_t) sheet_of;  ///< by triangle of the base: its number in a sheet
    wend_array(uint32_t) labels;    ///< by half-edge of a sheet: lines across it
    wend_array(uint32_t) walk_of;   ///< by half-edge of a sheet: 1 + its walk with openings
    wend_array(uint32_t) sector_of; ///< by half-edge of a sheet
    wend_array(sector) sectors;
    wend_array(uint32_t) queue;
    uint32_t alone; ///< a walk; WEND_NONE: all count
} builder;

static uint32_t in_sheet(const builder *b, uint32_t h)
{
    return 3 * b->sheet_of.data[h / 3] + h % 3;
}

static uint32_t in_base(const builder *b, uint32_t h)
{
    return 3 * b->cover->base_of.data[h / 3] + h % 3;
}

static bool is_opening(const wend_flow *flow, uint32_t h)
{
    return h != WEND_NONE && flow->kinds.data[h] != WEND_NONE &&
           flow->kinds.data[h] >= WEND_FLOW_OPENING;
}

/// Numbers the triangles of the part.
static bool list_triangles(builder *b)
{
    wend_flow_cover *cover = b->cover;
    const wend_flow *base = b->base;
    if (!wend_array_reserve(&b->sheet_of, b->allocator, base->inside.count) ||
        !wend_array_reserve(&cover->base_of, b->allocator, base->inside.count))
        return false;
    for (uint32_t t = 0; t < base->inside.count; ++t) {
        bool own = base->inside.data[t] && b->mesh->cells[b->mesh->cell_of[t]].part == cover->part;
        b->sheet_of.data[b->sheet_of.count++] = own ? cover->triangles : WEND_NONE;
        if (!own)
            continue;
        cover->base_of.data[cover->base_of.count++] = t;
        ++cover->triangles;
    }
    size_t edges = 3 * (size_t)cover->triangles;
    if (!wend_array_reserve(&b->labels, b->allocator, edges) ||
        !wend_array_reserve(&b->walk_of, b->allocator, edges) ||
        !wend_array_reserve(&b->sector_of, b->allocator, edges) ||
        !wend_array_reserve(&b->sectors, b->allocator, edges) ||
        !wend_array_reserve(&b->queue, b->allocator, edges))
        return false;
    for (size_t i = 0; i < edges; ++i) {
        b->labels.data[b->labels.count++] = 0;
        b->walk_of.data[b->walk_of.count++] = 0;
        b->sector_of.data[b->sector_of.count++] = WEND_NONE;
    }
    return true;
}

// ---- sectors ------------------------------------------------------------------------------------

/// The sector that a half-edge of the base starts in.
static void add_sector(builder *b, uint32_t h)
{
    const wend_mesh *mesh = b->mesh;
    uint32_t number = (uint32_t)b->sectors.count, first = h;
    while (!wend_is_closed(mesh, first)) {
        first = wend_turn_right(mesh, first);
        if (first == h)
            break;
    }
    sector s = {first, WEND_NONE, wend_is_closed(mesh, first) ? first : WEND_NONE, WEND_NONE,
                false};
    uint32_t spoke = first;
    for (;;) {
        b->sector_of.data[in_sheet(b, spoke)] = number;
        if (wend_is_closed(mesh, wend_prev(spoke))) {
            s.in = wend_prev(spoke);
            break;
        }
        spoke = wend_turn_left(mesh, spoke);
        if (spoke == first)
            break;
    }
    b->sectors.data[b->sectors.count++] = s;
}

/// The opening's half-edge that a line in this sector belongs to; WEND_NONE: none.
static uint32_t anchor_of(const builder *b, const sector *s)
{
    return is_opening(b->base, s->in) ? s->in : is_opening(b->base, s->out) ? s->out : WEND_NONE;
}

static bool is_convex(const builder *b, const sector *s)
{
    wend_vec2 at = wend_at(b->mesh, wend_origin(b->mesh, s->first));
    wend_vec2 first = wend_at(b->mesh, wend_target(b->mesh, s->out));
    wend_vec2 last = wend_at(b->mesh, wend_origin(b->mesh, s->in));
    int side = wend_orient2d_fast(at, first, last);
    return side < 0 || (side == 0 && first.x == last.x && first.y == last.y);
}

static bool find_sectors(builder *b)
{
    wend_flow_cover *cover = b->cover;
    for (uint32_t h = 0; h < 3 * cover->triangles; ++h)
        if (b->sector_of.data[h] == WEND_NONE)
            add_sector(b, in_base(b, h));
    for (size_t i = 0; i < b->sectors.count; ++i) {
        const sector *s = &b->sectors.data[i];
        if (!is_opening(b->base, s->in) || !is_opening(b->base, s->out) || !is_convex(b, s))
            continue;
        if (!wend_array_reserve(&cover->corners, b->allocator, 1))
            return false;
        cover->corners.data[cover->corners.count++] = in_sheet(b, s->first);
    }
    return true;
}

// ---- cut lines ----------------------------------------------------------------------------------

static bool has_sink(const builder *b, uint32_t first)
{
    uint32_t h = first;
    do {
        if (is_opening(b->base, h) &&
            b->base->is_sink.data[b->base->kinds.data[h] - WEND_FLOW_OPENING])
            return true;
        h = wend_flow_next_wall(b->mesh, h);
    } while (h != first);
    return false;
}

/// Marks the openings of the part's walks; the first is 1.
static uint32_t mark_walks(builder *b)
{
    const wend_flow *base = b->base;
    uint32_t count = 0;
    b->cover->shortest_loop = INFINITY;
    for (size_t i = 0; i < base->walks.count; ++i) {
        if (base->walks.data[i].part != b->cover->part)
            continue;
        uint32_t first = base->walks.data[i].first, h = first;
        if (b->alone != WEND_NONE && i != b->alone && !has_sink(b, first))
            continue;
        ++count;
        wend_box box = wend_box_empty();
        do {
            box = wend_box_add(box, wend_at(b->mesh, wend_origin(b->mesh, h)));
            bool counts = b->alone == WEND_NONE || i == b->alone ||
                          (is_opening(base, h) &&
                           base->is_sink.data[base->kinds.data[h] - WEND_FLOW_OPENING]);
            b->walk_of.data[in_sheet(b, h)] = counts ? count : 0;
            h = wend_flow_next_wall(b->mesh, h);
        } while (h != first);
        double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
        b->cover->shortest_loop = fmin(b->cover->shortest_loop, 2 * size);
    }
    return count;
}

static uint32_t walk_at(const builder *b, const sector *s)
{
    uint32_t anchor = anchor_of(b, s);
    return anchor == WEND_NONE ? 0 : b->walk_of.data[in_sheet(b, anchor)];
}

static void reach(builder *b, uint32_t number, uint32_t via)
{
    sector *s = &b->sectors.data[number];
    if (s->found)
        return;
    s->found = true;
    s->via = via;
    b->queue.data[b->queue.count++] = number;
}

/// Visits all sectors, beginning with those at openings of the first walk.
static void search(builder *b)
{
    const wend_mesh *mesh = b->mesh;
    for (uint32_t i = 0; i < b->sectors.count; ++i)
        if (walk_at(b, &b->sectors.data[i]) == 1)
            reach(b, i, WEND_NONE);
    for (size_t next = 0; next < b->queue.count; ++next) {
        uint32_t first = b->sectors.data[b->queue.data[next]].first, spoke = first;
        do {
            if (!wend_is_closed(mesh, spoke))
                reach(b, b->sector_of.data[in_sheet(b, wend_next(spoke))], in_sheet(b, spoke));
            if (wend_is_closed(mesh, wend_prev(spoke)))
                break;
            spoke = wend_turn_left(mesh, spoke);
        } while (spoke != first);
    }
}

static bool is_sink(const builder *b, uint32_t opening_edge)
{
    return b->base->is_sink.data[b->base->kinds.data[opening_edge] - WEND_FLOW_OPENING];
}

/// Draws line i from the first walk to walk i + 2. False: not connected, which does not occur.
static bool draw_line(builder *b, uint32_t i)
{
    for (size_t k = 0; k < b->queue.count; ++k) {
        const sector *s = &b->sectors.data[b->queue.data[k]];
        if (walk_at(b, s) != i + 2)
            continue;
        bool end = is_sink(b, anchor_of(b, s));
        while (s->via != WEND_NONE) {
            uint32_t h = in_base(b, s->via);
            b->labels.data[s->via] ^= 1u << i;
            b->labels.data[in_sheet(b, wend_twin(b->mesh, h))] ^= 1u << i;
            s = &b->sectors.data[b->sector_of.data[s->via]];
        }
        if (is_sink(b, anchor_of(b, s)) != end)
            b->cover->required |= 1u << i;
        return true;
    }
    return false;
}

// ---- sheets -------------------------------------------------------------------------------------

static bool copy_sheets(builder *b)
{
    wend_flow_cover *cover = b->cover;
    size_t sheet = 3 * (size_t)cover->triangles, edges = sheet * cover->sheets;
    if (!wend_array_reserve(&cover->edges, b->allocator, edges) ||
        !wend_array_reserve(&cover->flags, b->allocator, edges) ||
        !wend_array_reserve(&cover->state, b->allocator, edges / 3) ||
        !wend_array_reserve(&cover->flow.kinds, b->allocator, edges))
        return false;
    for (size_t i = 0; i < edges; ++i) {
        uint32_t s = (uint32_t)(i / sheet), h = (uint32_t)(i % sheet), from = in_base(b, h);
        uint32_t twin = WEND_NONE, kind = b->base->kinds.data[from];
        if (!wend_is_closed(b->mesh, from))
            twin =
                (uint32_t)((s ^ b->labels.data[h]) * sheet) + in_sheet(b, wend_twin(b->mesh, from));
        cover->edges.data[cover->edges.count++] =
            (wend_half_edge){wend_origin(b->mesh, from), twin};
        cover->flags.data[cover->flags.count++] = b->mesh->flags[from];
        cover->flow.kinds.data[cover->flow.kinds.count++] =
            kind == WEND_NONE || kind >= WEND_FLOW_OPENING ? kind : kind * cover->sheets + s;
        if (i % 3 == 0)
            cover->state.data[cover->state.count++] = 0;
    }
    return true;
}

static bool copy_points(builder *b)
{
    wend_flow_cover *cover = b->cover;
    const wend_flow *base = b->base;
    size_t sheet = 3 * (size_t)cover->triangles;
    if (!wend_array_reserve(&cover->flow.body_points, b->allocator,
                            (base->body_points.count + 1) * cover->sheets))
        return false;
    for (size_t i = 0; i < base->body_points.count; ++i) {
        wend_map_body_point from = base->body_points.data[i];
        if (b->sheet_of.data[from.spoke / 3] == WEND_NONE)
            continue;
        for (uint32_t s = 0; s < cover->sheets; ++s)
            cover->flow.body_points.data[cover->flow.body_points.count++] = (wend_map_body_point){
                (uint32_t)(s * sheet) + in_sheet(b, from.spoke), from.body * cover->sheets + s};
    }
    return true;
}

static void set_mesh(builder *b)
{
    wend_flow_cover *cover = b->cover;
    wend_mesh *mesh = &cover->mesh;
    mesh->allocator = b->mesh->allocator;
    mesh->frame = b->mesh->frame;
    mesh->box = b->mesh->box;
    mesh->tolerance = b->mesh->tolerance;
    mesh->layout = b->mesh->layout;
    mesh->capacity = mesh->triangle_count = cover->triangles * cover->sheets;
    mesh->edges = cover->edges.data;
    mesh->flags = cover->flags.data;
    mesh->state = cover->state.data;
    mesh->vertices.data = b->mesh->vertices.data; // shared, not owned
    mesh->vertices.count = b->mesh->vertices.count;
    cover->flow.mesh = mesh;
    cover->flow.body_count = (b->base->body_count + 1) * cover->sheets;
}

static wend_result build(builder *b, wend_error *error)
{
    wend_flow_cover *cover = b->cover;
    if (!list_triangles(b))
        return wend_fail_memory(error);
    uint32_t walks = mark_walks(b);
    if (walks > WEND_COVER_MAX_LINES + 1)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "sources and sinks are on %u separate walls, or stand free: the limit is "
                         "%d",
                         (unsigned)walks, WEND_COVER_MAX_LINES + 1);
    cover->lines = walks - 1;
    cover->sheets = 1u << cover->lines;
    if (!find_sectors(b))
        return wend_fail_memory(error);
    search(b);
    for (uint32_t i = 0; i < cover->lines; ++i)
        if (!draw_line(b, i))
            return wend_fail(error, WEND_INVALID_GEOMETRY, "the domain is not connected");
    if (!copy_sheets(b) || !copy_points(b))
        return wend_fail_memory(error);
    set_mesh(b);
    return wend_map_create(b->allocator, &cover->flow.map, error);
}

wend_result wend_flow_cover_build(wend_flow_cover *cover, const wend_flow *base, uint32_t part,
                                  uint32_t alone, wend_error *error)
{
    *cover = (wend_flow_cover){.base = base, .part = part};
    cover->flow.allocator = base->allocator;
    builder b = {.cover = cover,
                 .base = base,
                 .mesh = base->mesh,
                 .allocator = &base->allocator,
                 .alone = alone};
    wend_result result = build(&b, error);
    wend_array_free(&b.sheet_of, b.allocator);
    wend_array_free(&b.labels, b.allocator);
    wend_array_free(&b.walk_of, b.allocator);
    wend_array_free(&b.sector_of, b.allocator);
    wend_array_free(&b.sectors, b.allocator);
    wend_array_free(&b.queue, b.allocator);
    return result;
}

void wend_flow_cover_free(wend_flow_cover *cover)
{
    const wend_allocator *allocator = &cover->flow.allocator;
    wend_map_destroy(cover->flow.map);
    wend_array_free(&cover->base_of, allocator);
    wend_array_free(&cover->corners, allocator);
    wend_array_free(&cover->edges, allocator);
    wend_array_free(&cover->flags, allocator);
    wend_array_free(&cover->state, allocator);
    wend_array_free(&cover->flow.kinds, allocator);
    wend_array_free(&cover->flow.body_points, allocator);
    wend_array_free(&cover->flow.bodies, allocator);
    wend_array_free(&cover->flow.reached, allocator);
    wend_array_free(&cover->flow.gates, allocator);
    wend_array_free(&cover->flow.legs, allocator);
}

void wend_flow_cover_put(wend_flow_cover *cover, uint32_t corner)
{
    wend_flow *flow = &cover->flow;
    uint32_t body = cover->base->body_count * cover->sheets;
    size_t count = flow->body_points.count;
    while (count > 0 && flow->body_points.data[count - 1].body >= body)
        --count;
    flow->body_points.count = count;
    if (corner == WEND_NONE)
        return;
    for (uint32_t s = 0; s < cover->sheets; ++s) // memory was reserved
        flow->body_points.data[flow->body_points.count++] =
            (wend_map_body_point){3 * s * cover->triangles + corner, body + s};
}
