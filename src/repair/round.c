// SPDX-License-Identifier: MIT
// Obstacles are overlaid in groups: overlapping polygons form one group, and a polygon that only
// touches others is a group of its own. Each group becomes separate polygons. Nearby walls of other
// groups take part in the snapping, so that the groups fit together like the walls of the whole.
#include "repair/round.h"
#include "scene/shape.h"

#include "polygon/overlay.h"
#include "repair/shapes.h"
#include "repair/walkable.h"
#include "repair/walls.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Obstacles within this number of cells of an overlaid one are overlaid too: rounding moves walls
// by about a cell.
#define NEAR_CELLS 4

// A resulting polygon, and its sources.
typedef struct made_solid {
    uint32_t first; ///< an obstacle
    uint32_t group; ///< group of its sources if there are several; WHOLE: any
    bool several;
} made_solid;

#define WHOLE UINT32_MAX

typedef struct layer {
    repair *r;
    repair_reach reach;
    repair_walls walls;
    bool *defective, *chosen; ///< obstacles, with the bounds last
    bool *at_bounds;          ///< groups that the bounds may cut
    uint32_t *groups;         ///< for each obstacle, a forest
    uint32_t *stamps;         ///< [walls] the last group that collected it, plus 1
    bool *left;               ///< chosen obstacles of which a part is left
    polygons solids;
    wend_array(made_solid) sources;
    pool memory; ///< of the arrays above without a count
} layer;

static bool is_solid(const scene *s, uint32_t i)
{
    return i < s->obstacle_count && s->obstacles[i].shape.point_count >= 3;
}

static uint32_t group_of(const layer *o, uint32_t i)
{
    while (o->groups[i] != i)
        i = o->groups[i];
    return i;
}

// ---- thin obstacles -----------------------------------------------------------------------------

// A polygon that is thinner than a cell would vanish: it becomes a segment or, if it is also as
// short, a point, as does a segment that short.
static bool make_thin(repair *r, uint32_t number)
{
    scene_obstacle *obstacle = &r->s->obstacles[number];
    const scene_shape *shape = &obstacle->shape;
    wend_vec2 ends[2];
    uint32_t count = shape_thin_ends(shape_view(shape), r->grid, ends);
    if (count == 0 || count >= shape->point_count)
        return true;
    if (count == 1 && obstacle->kind == SCENE_CIRCLE)
        ends[0] = obstacle->centre;
    obstacle->kind = count == 1 ? SCENE_POINT : SCENE_SEGMENT;
    uint32_t input = r->outcome.origins.data[number].input;
    if (input != OUTCOME_NONE && r->outcome.before.obstacles[input].shape.points == shape->points)
        // It is the whole input obstacle, not a part of it.
        r->outcome.marks[input] |= count == 1 ? OUTCOME_POINT : OUTCOME_SEGMENT;
    return scene_shape_ring(r->s, ends, count, &obstacle->shape);
}

// ---- selection of obstacles ---------------------------------------------------------------------

static bool mark_defective(layer *o)
{
    repair *r = o->r;
    uint32_t bounds = r->s->obstacle_count;
    for (uint32_t i = 0; i < r->defect_count; ++i) {
        const wend_defect *defect = &r->defects[i];
        o->defective[defect->shape < bounds ? defect->shape : bounds] = true;
        o->defective[defect->other < bounds ? defect->other : bounds] = true;
        if (defect->kind == WEND_DEFECT_OUTSIDE)
            o->defective[bounds] = true;
    }
    for (uint32_t i = 0; i < bounds; ++i)
        if (o->defective[i] && !make_thin(r, i))
            return false;
    memcpy(o->chosen, o->defective, ((size_t)bounds + 1) * sizeof *o->chosen);
    return true;
}

static void make_groups(layer *o)
{
    const repair *r = o->r;
    uint32_t bounds = r->s->obstacle_count;
    for (uint32_t i = 0; i <= bounds; ++i)
        o->groups[i] = i;
    for (uint32_t i = 0; i < r->defect_count; ++i) {
        const wend_defect *defect = &r->defects[i];
        bool over = defect->kind == WEND_DEFECT_CROSSING || defect->kind == WEND_DEFECT_OVERLAP;
        if (!over || !is_solid(r->s, defect->shape) || !is_solid(r->s, defect->other))
            continue;
        uint32_t one = group_of(o, defect->shape), two = group_of(o, defect->other);
        o->groups[one > two ? one : two] = one > two ? two : one;
    }
    for (uint32_t i = 0; i < bounds; ++i) // then each group is found in one step
        o->groups[i] = group_of(o, i);
    for (uint32_t i = 0; i < r->defect_count; ++i) {
        const wend_defect *defect = &r->defects[i];
        bool with_bounds = defect->other >= bounds || defect->kind == WEND_DEFECT_OUTSIDE;
        if (defect->shape < bounds && with_bounds)
            o->at_bounds[o->groups[defect->shape]] = true;
        // The bounds are invalid themselves, or the shape is the other one.
        if (defect->shape >= bounds)
            memset(o->at_bounds, true, ((size_t)bounds + 1) * sizeof *o->at_bounds);
    }
}

static bool choose(layer *o)
{
    const scene *s = o->r->s;
    size_t count = (size_t)s->obstacle_count + 1;
    o->defective = pool_allocate(&o->memory, count, sizeof *o->defective);
    o->chosen = pool_allocate(&o->memory, count, sizeof *o->chosen);
    o->left = pool_allocate(&o->memory, count, sizeof *o->left);
    o->at_bounds = pool_allocate(&o->memory, count, sizeof *o->at_bounds);
    o->groups = pool_allocate(&o->memory, count, sizeof *o->groups);
    if (!o->defective || !o->chosen || !o->left || !o->at_bounds || !o->groups ||
        !mark_defective(o))
        return false;
    if (o->reach == REPAIR_ALL) {
        memset(o->chosen, true, count * sizeof *o->chosen);
        return true;
    }
    if (!walls_open(&o->walls, s) ||
        !walls_spread(&o->walls, s->obstacle_count, NEAR_CELLS * o->r->grid, o->chosen))
        return false;
    o->stamps = pool_allocate(&o->memory, o->walls.owners.count, sizeof *o->stamps);
    make_groups(o);
    return o->stamps != NULL;
}

// ---- groups -------------------------------------------------------------------------------------

// Input of the overlay of one group: its polygons, then walls of others.
typedef struct group_input {
    layer *o;
    uint32_t group;
    wend_array(wend_shape) shapes;
    wend_array(uint32_t) members; ///< obstacles of the first shapes
    wend_array(uint32_t) near;    ///< walls
    wend_array(wend_vec2) ends;   ///< of these walls
    bool no_memory;
} group_input;

static void gather_wall(void *context, uint32_t wall)
{
    group_input *in = context;
    layer *o = in->o;
    const scene *s = o->r->s;
    uint32_t owner = o->walls.owners.data[wall];
    if (owner == s->obstacle_count)
        o->at_bounds[in->group] = true;
    if (o->stamps[wall] == in->group + 1 || !o->chosen[owner] || owner == s->obstacle_count ||
        (is_solid(s, owner) && o->groups[owner] == in->group))
        return;
    o->stamps[wall] = in->group + 1;
    if (!wend_array_push(&in->near, NULL, wall))
        in->no_memory = true;
}

static bool gather(group_input *in)
{
    const repair_walls *walls = &in->o->walls;
    const scene *s = in->o->r->s;
    for (size_t m = 0; m < in->members.count; ++m) {
        uint32_t owner = in->members.data[m];
        for (uint32_t k = walls->first[owner]; k < walls->first[owner + 1]; ++k)
            walls_near(walls, walls->edges.items.data[k], NEAR_CELLS * in->o->r->grid, gather_wall,
                       in);
    }
    size_t near = in->near.count;
    in->shapes.count = in->ends.count = 0;
    if (in->no_memory || !wend_array_reserve(&in->ends, NULL, 2 * near + 1) ||
        !wend_array_reserve(&in->shapes, NULL, in->members.count + near))
        return false;
    for (size_t m = 0; m < in->members.count; ++m)
        in->shapes.data[in->shapes.count++] = shape_view(&s->obstacles[in->members.data[m]].shape);
    for (size_t i = 0; i < near; ++i) {
        wend_segment wall = walls->edges.items.data[in->near.data[i]];
        wend_vec2 *ends = &in->ends.data[in->ends.count];
        ends[0] = wall.a;
        ends[1] = wall.b;
        in->ends.count += 2;
        in->shapes.data[in->shapes.count++] = (wend_shape){.points = ends, .point_count = 2};
    }
    return true;
}

static bool keep_solids(layer *o, const overlay *made, const uint32_t *numbers, size_t count,
                        uint32_t group)
{
    for (size_t i = 0; i < made->solids.spans.count; ++i) {
        overlay_source source = made->solid_sources.data[i];
        if (source.shape >= count)
            continue;
        made_solid from = {numbers[source.shape], group, source.several};
        if (!polygons_add(&o->solids, polygons_get(&made->solids, i)) ||
            !wend_array_push(&o->sources, NULL, from))
            return false;
    }
    return true;
}

// False: GEOS failed, if it has a message, or out of memory.
static bool make_group(group_input *in)
{
    layer *o = in->o;
    const scene *s = o->r->s;
    in->near.count = 0;
    if (!gather(in))
        return false;
    bool bounds = s->bounds && o->chosen[s->obstacle_count] && o->at_bounds[in->group];
    overlay_input input = {in->shapes.data, (uint32_t)in->shapes.count, bounds ? s->bounds : NULL,
                           bounds ? s->bounds_count : 0, o->r->grid};
    overlay made;
    if (!overlay_make(&o->r->g, &input, &made))
        return false;
    bool good = keep_solids(o, &made, in->members.data, in->members.count, in->group);
    overlay_free(&made);
    return good;
}

typedef struct member {
    uint32_t group, obstacle;
} member;

static int by_group(const void *one, const void *two)
{
    const member *a = one, *b = two;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    return (a->obstacle > b->obstacle) - (a->obstacle < b->obstacle);
}

static bool make_groups_apart(layer *o, const member *members, size_t count)
{
    group_input in = {.o = o};
    bool good = wend_array_reserve(&in.members, NULL, count);
    for (size_t i = 0, end; good && i < count; i = end) {
        in.group = members[i].group;
        in.members.count = 0;
        for (end = i; end < count && members[end].group == in.group; ++end)
            in.members.data[in.members.count++] = members[end].obstacle;
        good = make_group(&in);
    }
    wend_array_free(&in.shapes, NULL);
    wend_array_free(&in.members, NULL);
    wend_array_free(&in.near, NULL);
    wend_array_free(&in.ends, NULL);
    return good;
}

// Creates the polygons of the round: for each group, or from the overlay of the whole.
static bool make_solids(layer *o, const overlay *whole, const uint32_t *numbers, uint32_t count)
{
    const scene *s = o->r->s;
    if (o->reach != REPAIR_APART)
        return keep_solids(o, whole, numbers, count, WHOLE);
    member *members = pool_allocate(&o->memory, count, sizeof *members);
    size_t solid = 0;
    for (uint32_t i = 0; members && i < count; ++i)
        if (is_solid(s, numbers[i]))
            members[solid++] = (member){o->groups[numbers[i]], numbers[i]};
    if (members)
        qsort(members, solid, sizeof *members, by_group);
    bool one = members && solid > 0 && members[0].group == members[solid - 1].group;
    return members && (one ? keep_solids(o, whole, numbers, count, members[0].group)
                           : make_groups_apart(o, members, solid));
}

// ---- update of the scene ------------------------------------------------------------------------

static bool add_made(repair *r, const scene_obstacle *like, repair_origin origin)
{
    scene_obstacle *made = scene_add_obstacle(r->s);
    if (made)
        *made = *like;
    return made && wend_array_push(&r->outcome.origins, NULL, origin);
}

static void unite_fates(layer *o, const scene_obstacle *old, const repair_origin *origins,
                        uint32_t count, size_t number)
{
    made_solid from = o->sources.data[number];
    wend_shape made = polygons_get(&o->solids, number);
    wend_box box = wend_box_of(made.points, made.point_count);
    for (uint32_t i = 0; i < count; ++i) {
        if (!o->chosen[i] || old[i].shape.point_count < 3 ||
            (from.group != WHOLE && o->groups[i] != from.group) ||
            (i != from.first &&
             !shape_is_made_of(made, box, shape_view(&old[i].shape), o->r->grid)))
            continue;
        o->left[i] = true;
        outcome_unite(&o->r->outcome, origins[i].input, origins[from.first].input);
    }
}

static bool add_solids(layer *o, const scene_obstacle *old, const repair_origin *origins,
                       uint32_t count)
{
    repair *r = o->r;
    for (size_t i = 0; i < o->solids.spans.count; ++i) {
        made_solid from = o->sources.data[i];
        wend_shape shape = polygons_get(&o->solids, i);
        scene_obstacle solid = old[from.first];
        repair_origin origin = origins[from.first];
        o->left[from.first] = true;
        if (from.several) {
            unite_fates(o, old, origins, count, i);
            origin.several = true;
        }
        if (from.several || !shape_has_corners(shape, shape_view(&solid.shape))) {
            solid.kind = SCENE_POLYGON;
            if (!shape_copy(r->s, shape, &solid.shape))
                return false;
        }
        if (!add_made(r, &solid, origin))
            return false;
    }
    return true;
}

static bool add_thin(layer *o, const overlay *made, const uint32_t *numbers,
                     const scene_obstacle *old, const repair_origin *origins)
{
    repair *r = o->r;
    for (size_t i = 0; i < made->walls.items.count; ++i) {
        wend_segment piece = made->walls.items.data[i];
        uint32_t from = numbers[made->wall_sources.data[i]];
        scene_obstacle wall = old[from];
        wend_vec2 ends[2] = {piece.a, piece.b};
        o->left[from] = true;
        if (!scene_shape_ring(r->s, ends, 2, &wall.shape) || !add_made(r, &wall, origins[from]))
            return false;
    }
    for (size_t i = 0; i < made->points.count; ++i) {
        uint32_t from = numbers[made->points.data[i]];
        o->left[from] = true;
        if (!add_made(r, &old[from], origins[from]))
            return false;
    }
    return true;
}

// An obstacle without a defect that was included in the overlay and vanished: a point or segment on
// a wall, or a polygon as small as a cell. It is restored, and if it no longer fits, the next round
// finds a defect in it. Thin ones are rounded like the walls that they touch.
static bool add_vanished(layer *o, const scene_obstacle *old, const repair_origin *origins,
                         uint32_t count)
{
    repair *r = o->r;
    double cells = 1 / r->grid;
    for (uint32_t i = 0; i < count; ++i) {
        if (!o->chosen[i] || o->defective[i] || o->left[i])
            continue;
        scene_obstacle back = old[i];
        if (back.shape.point_count < 3) {
            wend_vec2 ends[2] = {{0, 0}, {0, 0}};
            for (uint32_t k = 0; k < back.shape.point_count; ++k)
                ends[k] = (wend_vec2){round(back.shape.points[k].x * cells) / cells,
                                      round(back.shape.points[k].y * cells) / cells};
            if (!scene_shape_ring(r->s, ends, back.shape.point_count, &back.shape))
                return false;
        }
        if (!add_made(r, &back, origins[i]))
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
        return problem_add(r->problems, "the bounds enclose no area: redraw them");
    if (!walkable_set_parts(&r->g, r->s, parts, r->grid, r->problems))
        return false;
    while (r->outcome.origins.count < r->s->obstacle_count)
        if (!wend_array_push(&r->outcome.origins, NULL, (repair_origin){OUTCOME_NONE, false}))
            return problem_no_memory(r->problems);
    return true;
}

// Replaces the chosen obstacles by the result.
static bool replace(layer *o, const overlay *whole, const uint32_t *numbers)
{
    repair *r = o->r;
    scene *s = r->s;
    uint32_t count = s->obstacle_count, kept = 0;
    bool bounds = s->bounds && o->chosen[count];
    scene_obstacle *old = pool_allocate(&o->memory, count, sizeof *old);
    repair_origin *origins = pool_allocate(&o->memory, count, sizeof *origins);
    bool good = old && origins;
    for (uint32_t i = 0; good && i < count; ++i) {
        old[i] = s->obstacles[i];
        origins[i] = r->outcome.origins.data[i];
        if (o->chosen[i])
            continue;
        s->obstacles[kept] = old[i];
        r->outcome.origins.data[kept++] = origins[i];
    }
    if (good)
        s->obstacle_count = kept;
    r->outcome.origins.count = s->obstacle_count;
    good = good && add_solids(o, old, origins, count) &&
           add_thin(o, whole, numbers, old, origins) &&
           (o->reach == REPAIR_ALL || add_vanished(o, old, origins, count));
    if (!good)
        return problem_no_memory(r->problems);
    return !bounds || set_bounds(r, whole);
}

// ---- the round ----------------------------------------------------------------------------------

static bool lay_over(layer *o)
{
    repair *r = o->r;
    const scene *s = r->s;
    bool bounds = s->bounds && o->chosen[s->obstacle_count];
    wend_shape *shapes = pool_allocate(&o->memory, s->obstacle_count, sizeof *shapes);
    uint32_t *numbers = pool_allocate(&o->memory, s->obstacle_count, sizeof *numbers);
    uint32_t count = 0;
    for (uint32_t i = 0; shapes && numbers && i < s->obstacle_count; ++i)
        if (o->chosen[i]) {
            numbers[count] = i;
            shapes[count++] = shape_view(&s->obstacles[i].shape);
        }
    overlay_input in = {shapes, count, bounds ? s->bounds : NULL, bounds ? s->bounds_count : 0,
                        r->grid};
    overlay whole = {0};
    r->g.message[0] = 0;
    bool made = shapes && numbers && overlay_make(&r->g, &in, &whole) &&
                make_solids(o, &whole, numbers, count);
    bool good;
    if (made)
        good = replace(o, &whole, numbers);
    else // GEOS may succeed on the grid of the next round
        good = r->g.message[0] || problem_no_memory(r->problems);
    overlay_free(&whole);
    return good;
}

bool repair_round(repair *r, repair_reach reach)
{
    layer o = {.r = r, .reach = reach};
    bool good = choose(&o) ? lay_over(&o) : problem_no_memory(r->problems);
    walls_close(&o.walls);
    pool_free(&o.memory);
    polygons_free(&o.solids);
    wend_array_free(&o.sources, NULL);
    return good;
}
