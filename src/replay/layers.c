// SPDX-License-Identifier: MIT
// Static layers of a replay: the sides between the cells of the mesh, the sides that agents
// crossed, and the Voronoi diagram.
#include "replay/parts.h"

#include "scene/build/floor.h"
#include "scene/frames.h"
#include "wend/geometry.h"
#include "wend/index.h"
#include "wend/mesh.h"
#include "wend/voronoi.h"

#include <stdlib.h>
#include <string.h>

/// Trajectories are simplified to this before crossings are computed. [Units: m]
#define WAY_UNIT 0.05
/// Rows simplified at once.
enum { WAY_ROWS = 1024 };
/// Segments per parabola of the diagram.
enum { PARABOLA_LINES = 6 };

/// Sides of cells that are not walls, each once; or other lines.
typedef struct sides {
    wend_array(wend_item) items;
    bool failed;
    const scene *own; ///< [opt] scene in whose frame the mesh is
} sides;

static wend_vec2 to_metres(const sides *s, wend_vec2 p)
{
    return s->own ? frames_to_metres(s->own, p) : p;
}

/// Two cells share a side in opposite directions: one of them adds it.
static bool add_cell(void *context, const wend_vec2 *points, const bool *walls, uint32_t count)
{
    sides *s = context;
    if (!wend_array_reserve(&s->items, NULL, count)) {
        s->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 a = points[i], b = points[i + 1 < count ? i + 1 : 0];
        if (!walls[i] && (a.x < b.x || (a.x == b.x && a.y < b.y)))
            s->items.data[s->items.count++] =
                (wend_item){to_metres(s, a), to_metres(s, b), WEND_ITEM_SEGMENT};
    }
    return true;
}

wend_floor *replay_valid_floor(const scene *ground, bool *starved)
{
    wend_floor *floor = NULL;
    uint32_t defects = 0;
    wend_result result = scene_floor(ground, &floor, NULL);
    if (result == WEND_OK)
        result = wend_floor_validate(floor, NULL, 0, &defects, NULL);
    *starved = result == WEND_OUT_OF_MEMORY;
    if (result == WEND_OK)
        return floor;
    wend_floor_destroy(floor);
    return NULL;
}

/// Fills the sides from the mesh of a floor. False: out of memory.
static bool find_sides(const wend_floor *floor, sides *s)
{
    wend_mesh *mesh = NULL;
    wend_mesh_def def = wend_default_mesh_def();
    wend_result result = wend_mesh_create(floor, &def, &mesh, NULL);
    if (result == WEND_OK)
        result = wend_mesh_cells(mesh, add_cell, s);
    wend_mesh_destroy(mesh);
    return result != WEND_OUT_OF_MEMORY && !s->failed;
}

// ---- Voronoi diagram ----------------------------------------------------------------------------

static bool add_edge(void *context, const wend_voronoi_edge *edge)
{
    sides *s = context;
    for (uint32_t i = 0; i < edge->piece_count; ++i) {
        const wend_voronoi_piece *piece = &edge->pieces[i];
        int lines = piece->parabola ? PARABOLA_LINES : 1;
        if (!wend_array_reserve(&s->items, NULL, (size_t)lines)) {
            s->failed = true;
            return false;
        }
        wend_vec2 a = to_metres(s, piece->a);
        for (int k = 1; k <= lines; ++k) {
            wend_vec2 b = to_metres(s, wend_piece_point(piece, (double)k / lines, NULL));
            s->items.data[s->items.count++] = (wend_item){a, b, WEND_ITEM_SEGMENT};
            a = b;
        }
    }
    return true;
}

/// True if an agent uses the diagram for planning or motion; options of wend run override the
/// scene, so agents are checked.
static bool uses_voronoi(const recording *r)
{
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *agent = &r->agents[i];
        const wend_planner_info *planner =
            agent->planner != 0 ? wend_planner_info_named(r->names[agent->planner]) : NULL;
        const wend_motion_info *motion =
            agent->motion != 0 ? wend_motion_info_named(r->names[agent->motion]) : NULL;
        if ((planner && planner->needs & WEND_NEEDS_DIAGRAM) ||
            (motion && motion->needs & WEND_NEEDS_DIAGRAM))
            return true;
    }
    return false;
}

/// Fills the lines from the diagram of a floor. False: out of memory.
static bool find_edges(const wend_floor *floor, sides *s)
{
    wend_voronoi *voronoi = NULL;
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_result result = wend_voronoi_create(floor, &def, &voronoi, NULL);
    if (result == WEND_OK)
        result = wend_voronoi_edges(voronoi, add_edge, s);
    wend_voronoi_destroy(voronoi);
    return result != WEND_OUT_OF_MEMORY && !s->failed;
}

// ---- crossed sides ------------------------------------------------------------------------------

typedef struct crossings {
    const sides *of;
    wend_index *index;
    bool *crossed; ///< [of->items.count]
    wend_segment way;
} crossings;

static bool cross_side(void *context, uint32_t number)
{
    crossings *c = context;
    const wend_item *side = &c->of->items.data[number];
    if (!c->crossed[number])
        c->crossed[number] =
            wend_segments_meet(c->way, (wend_segment){side->a, side->b}, NULL) == WEND_CROSS;
    return true;
}

static wend_vec2 from_knot(replay_knot k)
{
    return (wend_vec2){k.x * WAY_UNIT, k.y * WAY_UNIT};
}

/// Marks the sides crossed by consecutive rows of an agent.
static void cross_segment(crossings *c, const wend_vec2 *at, size_t count)
{
    const replay_grid grid = {.origin = at[0], .unit = WAY_UNIT};
    replay_knot knots[WAY_ROWS];
    replay_knot k = {0};
    size_t found = replay_fit(&grid, at, count, k, knots);
    for (size_t i = 0; i < found; k = knots[i++]) {
        wend_vec2 a = from_knot(k), b = from_knot(knots[i]);
        c->way = (wend_segment){{at[0].x + a.x, at[0].y + a.y}, {at[0].x + b.x, at[0].y + b.y}};
        wend_index_along(c->index, c->way, cross_side, c);
    }
}

static void cross_all(crossings *c, const recording *r)
{
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *a = &r->agents[i];
        const uint32_t *frames = r->frames + a->first;
        for (size_t begin = 0, end; begin + 1 < a->count; begin = end) {
            end = begin + 1;
            while (end < a->count && frames[end] == frames[end - 1] + 1 && end - begin < WAY_ROWS)
                ++end;
            cross_segment(c, r->at + a->first + begin, end - begin);
            // The last row begins the next segment if the agent continues.
            if (end < a->count && frames[end] == frames[end - 1] + 1)
                --end;
        }
    }
}

// ---- packing ------------------------------------------------------------------------------------

/// Packs the wanted [opt] sides: their number, then for each the difference of its start to the
/// previous start, and of its end to its start.
static void pack_sides(const sides *s, const bool *wanted, const replay_grid *grid,
                       replay_bytes *out)
{
    uint32_t count = 0;
    replay_knot before = {0};
    for (size_t i = 0; i < s->items.count; ++i)
        count += !wanted || wanted[i];
    replay_write_number(out, count);
    for (size_t i = 0; i < s->items.count; ++i) {
        if (wanted && !wanted[i])
            continue;
        replay_knot a = replay_knot_at(grid, 0, s->items.data[i].a);
        replay_knot b = replay_knot_at(grid, 0, s->items.data[i].b);
        replay_write_signed(out, a.x - before.x);
        replay_write_signed(out, a.y - before.y);
        replay_write_signed(out, b.x - a.x);
        replay_write_signed(out, b.y - a.y);
        before = a;
    }
}

static bool pack_layers(const recording *r, const sides *s, const replay_grid *fine,
                        replay_layers *layers)
{
    crossings c = {.of = s, .crossed = calloc(s->items.count + 1, sizeof *c.crossed)};
    bool good = c.crossed && wend_index_create(s->items.data, (uint32_t)s->items.count, NULL,
                                               &c.index, NULL) == WEND_OK;
    if (good) {
        cross_all(&c, r);
        pack_sides(s, NULL, fine, &layers->mesh);
        pack_sides(s, c.crossed, fine, &layers->portals);
        good = !layers->mesh.failed && !layers->portals.failed;
    }
    wend_index_destroy(c.index);
    free(c.crossed);
    return good;
}

static bool find_layers(const recording *r, const wend_floor *floor, const scene *own,
                        const replay_grid *fine, replay_layers *layers)
{
    sides s = {.own = own}, edges = {.own = own};
    bool good = find_sides(floor, &s);
    if (good && s.items.count > 0)
        good = pack_layers(r, &s, fine, layers);
    if (good && uses_voronoi(r))
        good = find_edges(floor, &edges);
    if (good && edges.items.count > 0) {
        pack_sides(&edges, NULL, fine, &layers->voronoi);
        good = !layers->voronoi.failed;
    }
    wend_array_free(&s.items, NULL);
    wend_array_free(&edges.items, NULL);
    return good;
}

bool replay_find_layers(const recording *r, const replay_grid *fine, replay_layers *layers)
{
    *layers = (replay_layers){0};
    bool own, starved;
    const scene *ground = replay_ground(r, &own);
    if (!ground)
        return true;
    wend_floor *floor = replay_valid_floor(ground, &starved);
    if (!floor)
        return !starved;
    bool good = find_layers(r, floor, own ? ground : NULL, fine, layers);
    wend_floor_destroy(floor);
    if (!good)
        replay_layers_free(layers);
    return good;
}

void replay_layers_free(replay_layers *layers)
{
    replay_bytes_free(&layers->mesh);
    replay_bytes_free(&layers->portals);
    replay_bytes_free(&layers->voronoi);
}
