// SPDX-License-Identifier: MIT
// Any bytes as obstacles and agents that are added, removed and moved on a small grid, where
// everything touches everything. Rejected changes have a message; accepted ones must leave a
// diagram that passes its checker and equals a fresh one, and a multi-agent navigation graph that
// is a tree in each cell, equidistant from its surroundings.
#include "fuzz_places.h"

#include "voronoi/check.h"
#include "wend/mang.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The fuzzer should try many small scenes.
enum { MOST_SITES = 24, MOST_CHANGES = 48, MOST_POINTS = 6, BATCH = 4, PLACES = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct site {
    wend_site_id id;
    wend_vec2 points[MOST_POINTS];
    uint32_t count;
} site;

// Contents of the diagram, kept separately.
typedef struct scene {
    spread spread;
    wend_vec2 bounds[4];
    double tolerance;
    site sites[MOST_SITES];
    uint32_t count;
    wend_voronoi *voronoi;
} scene;

// Points of a grid, some off it, but not so little that rounding decides which site is nearest from
// far away.
static wend_vec2 take_place(const scene *s, bytes *b)
{
    uint8_t x = take(b), y = take(b);
    double off_x = x / PLACES > 12 ? ldexp(1, -2 * (x / PLACES - 12)) : 0;
    double off_y = y / PLACES > 12 ? ldexp(1, -6 * (y / PLACES - 12)) : 0;
    return spread_place(&s->spread, x % PLACES + off_x, y % PLACES + off_y);
}

static wend_shape shape_of(const site *one)
{
    return (wend_shape){one->points, NULL, 0, one->count};
}

static wend_floor *floor_of(const scene *s, const site *sites, uint32_t count)
{
    wend_shape shapes[MOST_SITES];
    uint32_t shape_count = 0;
    for (uint32_t i = 0; i < count; ++i)
        if (sites[i].count > 1)
            shapes[shape_count++] = shape_of(&sites[i]);
    wend_floor_def def = wend_default_floor_def();
    def.shapes = shapes;
    def.shape_count = shape_count;
    def.bounds = s->bounds;
    def.bounds_count = 4;
    def.tolerance = s->tolerance;
    wend_floor *floor;
    if (wend_floor_create(&def, &floor, NULL) != WEND_OK)
        abort();
    return floor;
}

static wend_voronoi *diagram_of(const scene *s, const site *sites, uint32_t count)
{
    wend_floor *floor = floor_of(s, sites, count);
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_voronoi *voronoi;
    if (wend_voronoi_create(floor, &def, &voronoi, NULL) != WEND_OK)
        abort();
    wend_floor_destroy(floor);
    for (uint32_t i = 0; i < count; ++i) {
        wend_shape shape = shape_of(&sites[i]);
        wend_site_id id;
        if (sites[i].count == 1 && wend_voronoi_insert(voronoi, &shape, 0.1, &id, NULL) != WEND_OK)
            abort();
    }
    return voronoi;
}

static void start(scene *s, bytes *b)
{
    static const double scales[] = {1, 1e-3, 1e4, 0.1}; // unlike the others', rounded
    uint8_t how = take(b);
    *s = (scene){.spread = spread_of(how)};
    s->spread.scale = scales[how & 3];
    if (how & 8)
        s->spread.away = (wend_vec2){1e4 * s->spread.scale, -7e3 * s->spread.scale};
    const double corners[4][2] = {{-1, -1}, {PLACES, -1}, {PLACES, PLACES}, {-1, PLACES}};
    for (int i = 0; i < 4; ++i)
        s->bounds[i] = spread_place(&s->spread, corners[i][0], corners[i][1]);
    wend_floor *floor = floor_of(s, NULL, 0);
    s->tolerance = wend_floor_tolerance(floor);
    wend_floor_destroy(floor);
    s->voronoi = diagram_of(s, NULL, 0);
}

static void take_shape(const scene *s, bytes *b, site *one)
{
    one->count = 1 + take(b) % MOST_POINTS;
    for (uint32_t i = 0; i < one->count; ++i)
        one->points[i] = take_place(s, b);
}

// One change, applied to the sites. False: nothing to change.
static bool take_change(scene *s, bytes *b, wend_site_change *change)
{
    uint8_t kind = take(b);
    bool come = kind % 4 < 2;
    if (come ? s->count == MOST_SITES : s->count == 0)
        return false;
    uint32_t which = come ? s->count : take(b) % s->count;
    site *one = &s->sites[which];
    *change = (wend_site_change){.kind = come            ? WEND_SITE_INSERT
                                         : kind % 4 == 2 ? WEND_SITE_REMOVE
                                                         : WEND_SITE_MOVE,
                                 .id = come ? (wend_site_id){0} : one->id,
                                 .radius = 0.1};
    if (change->kind == WEND_SITE_REMOVE) {
        s->sites[which] = s->sites[--s->count];
        return true;
    }
    take_shape(s, b, one);
    s->count += come;
    return true;
}

// Sites have moved in the list since their change: a shape is found by its change's id, or by its
// order among the inserted ones.
static void apply(scene *s, bytes *b)
{
    static scene before; // too large for the stack
    wend_site_change changes[BATCH];
    wend_vec2 points[BATCH][MOST_POINTS];
    uint32_t count = 0, wanted = 1 + take(b) % BATCH;
    memcpy(&before, s, sizeof before);
    while (count < wanted && take_change(s, b, &changes[count])) {
        wend_site_change *change = &changes[count];
        for (uint32_t i = 0; change->kind != WEND_SITE_REMOVE && i < s->count; ++i)
            if (wend_site_id_equal(s->sites[i].id, change->id) || i + 1 == s->count) {
                memcpy(points[count], s->sites[i].points, sizeof points[count]);
                change->shape = (wend_shape){points[count], NULL, 0, s->sites[i].count};
                break;
            }
        ++count;
        if (change->kind == WEND_SITE_INSERT)
            break; // its id is not known yet
    }
    wend_error error = {0};
    uint64_t version = wend_voronoi_version(s->voronoi);
    wend_result result = wend_voronoi_change(s->voronoi, changes, count, NULL, &error);
    if (result == WEND_OK) {
        if (count > 0 && changes[count - 1].kind == WEND_SITE_INSERT)
            s->sites[s->count - 1].id = changes[count - 1].id;
        return;
    }
    if (!error.text[0] || s->voronoi->stale || wend_voronoi_version(s->voronoi) != version)
        abort(); // rejected without a message, or with an effect
    memcpy(s, &before, sizeof before);
}

static void check(const scene *s)
{
    if (wend_voronoi_check(s->voronoi, NULL) != WEND_OK ||
        wend_voronoi_measure(s->voronoi).sites != 1 + s->count)
        abort();
}

// ---- navigation graph ---------------------------------------------------------------------------

// Distance from p to the nearest site other than an agent.
static double distance_but(const wend_voronoi *voronoi, wend_vec2 p, wend_site_id agent)
{
    wend_nearest_site first, second;
    if (wend_voronoi_nearest_two(voronoi, p, &first, &second, NULL) != WEND_OK)
        abort();
    return wend_site_id_equal(first.site, agent) ? second.distance : first.distance;
}

// A tree: no link leads back, except for the last, and one leads from each node. Nodes and
// midpoints of links have the stated distances from their surroundings.
static void check_cell(const scene *s, const wend_mang *mang, uint32_t number)
{
    const wend_mang_graph *graph = wend_mang_graph_of(mang);
    const wend_mang_cell *cell = &graph->cells[number];
    double slack = WEND_CHECK_TIES * s->voronoi->tie;
    if (cell->node_count != cell->link_count + 1)
        abort();
    for (uint32_t i = 0; i < cell->link_count; ++i) {
        const wend_mang_link *link = &graph->links[cell->first_link + i];
        if (link->from >= cell->node_count || link->to >= cell->node_count ||
            (link->from >= link->to && i + 1 < cell->link_count))
            abort();
        for (uint32_t k = 0; k < i; ++k)
            if (graph->links[cell->first_link + k].from == link->from)
                abort();
        double radius;
        wend_voronoi_piece piece = wend_mang_link_piece(mang, s->voronoi, number, i);
        wend_vec2 middle = wend_piece_point(&piece, 0.5, &radius);
        if (!(fabs(distance_but(s->voronoi, middle, cell->agent) - radius) <= slack))
            abort();
    }
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        const wend_mang_node *node = &graph->nodes[cell->first_node + i];
        if (!(fabs(distance_but(s->voronoi, node->position, cell->agent) - node->radius) <= slack))
            abort();
    }
}

static void check_graph(const scene *s)
{
    wend_mang *mang;
    wend_mang_def def = wend_default_mang_def();
    if (wend_mang_create(NULL, &mang, NULL) != WEND_OK ||
        wend_mang_build(mang, s->voronoi, &def, NULL, NULL) != WEND_OK)
        abort();
    const wend_mang_graph *graph = wend_mang_graph_of(mang);
    wend_voronoi_size size = wend_voronoi_measure(s->voronoi);
    if (graph->vertex_count != size.vertices || graph->edge_count != size.edges)
        abort();
    for (uint32_t i = 0; i < graph->cell_count; ++i)
        check_cell(s, mang, i);
    wend_mang_destroy(mang);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static scene s;
    bytes b = {data, size, 0};
    start(&s, &b);
    for (int i = 0; i < MOST_CHANGES && b.at < b.size; ++i) {
        apply(&s, &b);
        check(&s);
    }
    wend_voronoi *fresh = diagram_of(&s, s.sites, s.count);
    if (wend_voronoi_equal(s.voronoi, fresh, NULL) != WEND_OK)
        abort();
    wend_voronoi_destroy(fresh);
    check_graph(&s);
    wend_voronoi_destroy(s.voronoi);
    return 0;
}
