// SPDX-License-Identifier: MIT
// Repair of a scene: what wend_floor_flaws finds is laid over each other again on a grid.
//
// In each round the obstacles with a flaw, and those that touch or nearly touch one of them, are
// replaced by what overlay.h makes of them; all others stay as they are to the last bit, with name
// and role. If a round leaves flaws, the next one mends those, then everything, then everything
// with a coarser grid.
#include "io/formats.h"
#include "io/overlay.h"
#include "io/repair_words.h"
#include "io/walkable.h"
#include "wend/geometry.h"
#include "wend/index.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Obstacles within this many cells of one that is laid over are laid over too: rounding moves walls
// by about a cell.
#define NEAR_CELLS 4
// The last rounds lay everything over, on coarser grids.
enum { LOCAL_ROUNDS = 3, ALL_ROUNDS = 2, COARSE_ROUNDS = 3 };
// The most flaws that are looked at in one round; with more, everything is laid over.
enum { MOST_FLAWS = 1 << 13 };

typedef struct repair {
    scene *s;
    geos g;
    problem_list *problems;
    repair_words words;
    double tolerance, grid;
    wend_flaw *flaws; ///< [MOST_FLAWS]
    uint32_t flaw_count;
    bool *chosen; ///< the obstacles of this round, and the bounds at the end
} repair;

// ---- flaws --------------------------------------------------------------------------------------

static wend_floor *make_floor(repair *r, const wend_vec2 *bounds, uint32_t bounds_count,
                              const wend_shape *shapes, uint32_t count, double tolerance)
{
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = bounds_count;
    def.shapes = shapes;
    def.shape_count = count;
    def.tolerance = tolerance;
    wend_floor *made = NULL;
    wend_error error = {0};
    wend_result result = wend_floor_create(&def, &made, &error);
    if (result == WEND_NO_MEMORY)
        problem_no_memory(r->problems);
    else if (wend_failed(result))
        problem_at_point(r->problems, error.place, "%s; this can't be repaired",
                         wend_error_text(&error));
    return made;
}

// Finds the flaws of shapes on a floor of their own.
static bool find_flaws(repair *r, const wend_vec2 *bounds, uint32_t bounds_count,
                       const wend_shape *shapes, uint32_t count, double tolerance)
{
    wend_floor *on = make_floor(r, bounds, bounds_count, shapes, count, tolerance);
    if (!on)
        return false;
    r->tolerance = wend_floor_tolerance(on);
    wend_result result = wend_floor_flaws(on, r->flaws, MOST_FLAWS, &r->flaw_count, NULL);
    wend_floor_destroy(on);
    return result != WEND_NO_MEMORY || problem_no_memory(r->problems);
}

static wend_shape *scene_shapes(const scene *s)
{
    wend_shape *shapes = calloc((size_t)s->obstacle_count + 1, sizeof *shapes);
    for (uint32_t i = 0; shapes && i < s->obstacle_count; ++i)
        shapes[i] = shape_view(&s->obstacles[i].shape);
    return shapes;
}

static bool find_scene_flaws(repair *r)
{
    const scene *s = r->s;
    wend_shape *shapes = scene_shapes(s);
    bool good = shapes ? find_flaws(r, s->bounds, s->bounds_count, shapes, s->obstacle_count, 0)
                       : problem_no_memory(r->problems);
    free(shapes);
    return good;
}

static uint32_t kept_flaws(const repair *r)
{
    return r->flaw_count < MOST_FLAWS ? r->flaw_count : MOST_FLAWS;
}

// ---- which obstacles a round takes --------------------------------------------------------------

// The walls of everything, and whose each is.
typedef struct wall_index {
    edge_list edges;
    wend_array(uint32_t) owners; ///< obstacles; obstacle_count: the bounds
    wend_index *index;
} wall_index;

static bool add_wall(wall_index *w, wend_vec2 a, wend_vec2 b, uint32_t owner)
{
    if (!wend_array_reserve(&w->edges.items, NULL, 1) || !wend_array_reserve(&w->owners, NULL, 1))
        return false;
    w->edges.items.data[w->edges.items.count++] = (wend_segment){a, b};
    w->owners.data[w->owners.count++] = owner;
    return true;
}

static bool add_walls(wall_index *w, wend_shape shape, uint32_t owner)
{
    uint32_t rings = shape_rings(shape);
    for (uint32_t ring = 0; ring < rings; ++ring) {
        uint32_t begin, end;
        shape_ring(shape, ring, &begin, &end);
        for (uint32_t i = begin; i < end; ++i)
            if (!add_wall(w, shape.points[i], shape.points[i + 1 < end ? i + 1 : begin], owner))
                return false;
    }
    return true;
}

static bool walls_open(wall_index *w, const scene *s)
{
    bool good = true;
    for (uint32_t i = 0; good && i < s->obstacle_count; ++i)
        good = add_walls(w, shape_view(&s->obstacles[i].shape), i);
    if (good && s->bounds)
        good = add_walls(w, (wend_shape){.points = s->bounds, .point_count = s->bounds_count},
                         s->obstacle_count);
    size_t count = w->edges.items.count;
    wend_item *items = good ? calloc(count + 1, sizeof *items) : NULL;
    for (size_t i = 0; items && i < count; ++i)
        items[i] =
            (wend_item){w->edges.items.data[i].a, w->edges.items.data[i].b, WEND_ITEM_SEGMENT};
    good = items && wend_index_create(items, (uint32_t)count, NULL, &w->index, NULL) == WEND_OK;
    free(items);
    return good;
}

static void walls_close(wall_index *w)
{
    wend_array_free(&w->edges.items, NULL);
    wend_array_free(&w->owners, NULL);
    if (w->index)
        wend_index_destroy(w->index);
}

typedef struct spread {
    repair *r;
    const wall_index *walls;
    wend_segment edge;
    double reach;
    uint32_t *queue;
    uint32_t count;
} spread;

static void choose(spread *to, uint32_t owner)
{
    if (to->r->chosen[owner])
        return;
    to->r->chosen[owner] = true;
    to->queue[to->count++] = owner;
}

static bool try_near(void *context, uint32_t number)
{
    spread *to = context;
    uint32_t owner = to->walls->owners.data[number];
    if (!to->r->chosen[owner] &&
        wend_segments_distance(to->edge, to->walls->edges.items.data[number], NULL, NULL) <=
            to->reach)
        choose(to, owner);
    return true;
}

static void spread_from(spread *to, wend_segment edge)
{
    // The query is by boxes, so the edge's box is grown along its diagonal.
    wend_segment wide = {
        {fmin(edge.a.x, edge.b.x) - to->reach, fmin(edge.a.y, edge.b.y) - to->reach},
        {fmax(edge.a.x, edge.b.x) + to->reach, fmax(edge.a.y, edge.b.y) + to->reach}};
    to->edge = edge;
    wend_index_along(to->walls->index, wide, try_near, to);
}

// Chooses the shapes that have flaws, then whatever is near a chosen one, until nothing more is.
static bool choose_flawed(repair *r)
{
    const scene *s = r->s;
    wall_index walls = {0};
    spread to = {.r = r, .walls = &walls, .reach = NEAR_CELLS * r->grid};
    to.queue = calloc((size_t)s->obstacle_count + 1, sizeof *to.queue);
    bool good = to.queue && walls_open(&walls, s);
    for (uint32_t i = 0; good && i < kept_flaws(r); ++i) {
        const wend_flaw *flaw = &r->flaws[i];
        choose(&to, flaw->shape < s->obstacle_count ? flaw->shape : s->obstacle_count);
        choose(&to, flaw->other < s->obstacle_count ? flaw->other : s->obstacle_count);
        if (flaw->kind == WEND_FLAW_OUTSIDE)
            choose(&to, s->obstacle_count);
    }
    // Walls are in order of their owners.
    uint32_t *first = good ? calloc((size_t)s->obstacle_count + 2, sizeof *first) : NULL;
    good = first != NULL;
    for (size_t i = 0; good && i < walls.owners.count; ++i)
        first[walls.owners.data[i] + 1] = (uint32_t)i + 1;
    for (uint32_t i = 0; good && i < to.count; ++i) {
        uint32_t owner = to.queue[i];
        for (uint32_t k = first[owner]; k < first[owner + 1]; ++k)
            spread_from(&to, walls.edges.items.data[k]);
    }
    free(first);
    free(to.queue);
    walls_close(&walls);
    return good || problem_no_memory(r->problems);
}

// ---- putting the result into the scene ----------------------------------------------------------

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static scene_obstacle *add_made(scene *s, const scene_obstacle *from, scene_obstacle_kind kind)
{
    scene_obstacle *made = scene_add_obstacle(s);
    if (made)
        *made = (scene_obstacle){.kind = kind, .name = from->name, .role = from->role};
    return made;
}

// What was made of several obstacles has no name, and the role that all in the round have.
static void drop_mixed_names(scene_obstacle *made, const scene_obstacle *chosen, uint32_t count)
{
    made->name = NULL;
    for (uint32_t i = 0; i < count; ++i)
        if (!same_text(chosen[i].role, made->role)) {
            made->role = NULL;
            return;
        }
}

static bool add_solids(repair *r, const overlay *made, const scene_obstacle *chosen, uint32_t count)
{
    for (size_t i = 0; i < made->solids.spans.count; ++i) {
        overlay_source source = made->solid_sources.data[i];
        if (source.shape >= count)
            continue;
        scene_obstacle *solid = add_made(r->s, &chosen[source.shape], SCENE_POLYGON);
        if (!solid || !shape_copy(r->s, polygons_get(&made->solids, i), &solid->shape))
            return false;
        if (source.several)
            drop_mixed_names(solid, chosen, count);
    }
    return true;
}

static bool add_thin(repair *r, const overlay *made, const scene_obstacle *chosen)
{
    for (size_t i = 0; i < made->walls.items.count; ++i) {
        wend_segment piece = made->walls.items.data[i];
        const scene_obstacle *from = &chosen[made->wall_sources.data[i]];
        scene_obstacle *wall = add_made(r->s, from, SCENE_SEGMENT);
        wend_vec2 ends[2] = {piece.a, piece.b};
        if (!wall || !scene_shape_ring(r->s, ends, 2, &wall->shape))
            return false;
    }
    for (size_t i = 0; i < made->points.count; ++i) {
        const scene_obstacle *from = &chosen[made->points.data[i]];
        scene_obstacle *point = add_made(r->s, from, SCENE_POINT);
        if (!point || !scene_shape_ring(r->s, from->shape.points, 1, &point->shape))
            return false;
    }
    return true;
}

static bool set_bounds(repair *r, const overlay *made)
{
    const polygons *parts = &made->bounds;
    if (parts->spans.count == 1 && parts->spans.data[0].ring_count == 1) {
        wend_shape shape = polygons_get(parts, 0);
        return scene_set_bounds(r->s, shape.points, shape.point_count) ||
               problem_no_memory(r->problems);
    }
    if (parts->spans.count == 0)
        return problem_add(r->problems, "the bounds enclose nothing: draw them anew");
    return walkable_set_parts(&r->g, r->s, parts, r->grid, r->problems);
}

// Lays the chosen shapes over each other and puts the result in their place.
static bool replace_chosen(repair *r, const scene_obstacle *chosen, uint32_t count)
{
    scene *s = r->s;
    bool bounds = s->bounds && r->chosen[s->obstacle_count];
    wend_shape *shapes = calloc((size_t)count + 1, sizeof *shapes);
    if (!shapes)
        return problem_no_memory(r->problems);
    for (uint32_t i = 0; i < count; ++i)
        shapes[i] = shape_view(&chosen[i].shape);
    overlay_input in = {shapes, count, bounds ? s->bounds : NULL, bounds ? s->bounds_count : 0,
                        r->grid};
    overlay made;
    r->g.message[0] = 0;
    bool good = overlay_make(&r->g, &in, &made);
    free(shapes);
    if (!good) // what GEOS could not do it may do on the grid of the next round
        return r->g.message[0] || problem_no_memory(r->problems);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        if (!r->chosen[i])
            s->obstacles[kept++] = s->obstacles[i];
    s->obstacle_count = kept;
    good = (add_solids(r, &made, chosen, count) && add_thin(r, &made, chosen)) ||
           problem_no_memory(r->problems);
    good = good && (!bounds || set_bounds(r, &made));
    overlay_free(&made);
    return good;
}

// ---- rounds -------------------------------------------------------------------------------------

static bool mend_round(repair *r, bool everything)
{
    scene *s = r->s;
    r->chosen = calloc((size_t)s->obstacle_count + 1, sizeof *r->chosen);
    scene_obstacle *copies = calloc((size_t)s->obstacle_count + 1, sizeof *copies);
    bool good = r->chosen && copies;
    if (!good)
        problem_no_memory(r->problems);
    else if (everything)
        memset(r->chosen, true, ((size_t)s->obstacle_count + 1) * sizeof *r->chosen);
    else
        good = choose_flawed(r);
    if (good) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < s->obstacle_count; ++i)
            if (r->chosen[i])
                copies[count++] = s->obstacles[i];
        good = replace_chosen(r, copies, count);
    }
    free(copies);
    free(r->chosen);
    r->chosen = NULL;
    return good;
}

static bool repair_floor(repair *r)
{
    const int rounds = LOCAL_ROUNDS + ALL_ROUNDS + COARSE_ROUNDS;
    for (int round = 0;; ++round) {
        if (!find_scene_flaws(r))
            return false;
        if (r->flaw_count == 0)
            return true;
        if (round == rounds)
            break;
        if (round == 0)
            repair_say_flaws(&r->words, r->s, r->flaws, kept_flaws(r), r->flaw_count);
        else
            repair_say_more(&r->words, r->flaws, kept_flaws(r));
        int coarse = round - LOCAL_ROUNDS - ALL_ROUNDS + 1;
        r->grid = overlay_grid(r->tolerance * (coarse > 0 ? pow(10, coarse) : 1));
        if (!mend_round(r, round >= LOCAL_ROUNDS || r->flaw_count > MOST_FLAWS))
            return false;
    }
    wend_vec2 place = {r->flaws[0].place.x + r->words.shift.x,
                       r->flaws[0].place.y + r->words.shift.y};
    return problem_at_point(r->problems, place, "this could not be repaired, mend it by hand: %s",
                            r->flaws[0].text);
}

// ---- areas --------------------------------------------------------------------------------------

static bool largest_part(repair *r, const polygons *parts, scene_shape *out)
{
    size_t best = 0;
    double most = -1;
    for (size_t i = 0; i < parts->spans.count; ++i) {
        wend_shape shape = polygons_get(parts, i);
        double area = fabs(wend_polygon_area(shape.points, shape.ring_ends[0]));
        if (area > most) {
            best = i;
            most = area;
        }
    }
    return shape_copy(r->s, polygons_get(parts, best), out) || problem_no_memory(r->problems);
}

// An area must be a sound polygon by itself; where it lies does not matter. What is not, becomes
// the largest sound part of what its outline winds around. An area with nothing in it stays.
static bool repair_area(repair *r, scene_area *area, double tolerance)
{
    wend_shape shape = shape_view(&area->shape);
    if (shape.point_count < 3)
        return true;
    if (!find_flaws(r, NULL, 0, &shape, 1, tolerance))
        return false;
    if (r->flaw_count == 0)
        return true;
    overlay_input in = {.shapes = &shape, .shape_count = 1, .grid = overlay_grid(tolerance)};
    overlay made;
    if (!overlay_make(&r->g, &in, &made))
        return geos_problem(&r->g, "repairing an area", r->problems);
    bool good = true;
    if (made.solids.spans.count > 0) {
        repair_say_area(&r->words, area, r->flaws[0].place, made.solids.spans.count);
        good = largest_part(r, &made.solids, &area->shape);
    }
    overlay_free(&made);
    return good;
}

bool scene_repair(scene *s, FILE *changes, size_t *count, problem_list *problems)
{
    repair r = {.s = s, .problems = problems, .words = {.out = changes}};
    if (s->source.size == 0) // in a scene file stand the scene's own coordinates
        r.words.shift = s->origin;
    r.flaws = calloc(MOST_FLAWS, sizeof *r.flaws);
    bool good = r.flaws && geos_open(&r.g);
    if (!good)
        problem_no_memory(problems);
    good = good && repair_floor(&r);
    double tolerance = r.tolerance;
    for (uint32_t i = 0; good && i < s->area_count; ++i)
        good = repair_area(&r, &s->areas[i], tolerance);
    if (r.words.count > 0)
        text_free(&s->source); // its lines are those of another scene now
    if (count)
        *count += r.words.count;
    geos_close(&r.g);
    free(r.flaws);
    return good;
}
