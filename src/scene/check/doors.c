// SPDX-License-Identifier: MIT
// Checks of doors and moving obstacles. With all doors shut, the floor must be as valid as with all
// of them open. A moving obstacle may overlap anything, but its own shape must meet the rules of an
// obstacle.
#include "scene/check/parts.h"

#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Defect of a single shape. Repair does not change doors and moving obstacles, so that advice is
// cut off.
static const char *own_words(const wend_defect *defect, const scene_shape *shape,
                             char out[DEFECT_TEXT_SIZE])
{
    defect_text(defect, shape, out);
    char *advice = strstr(out, ", or repair the scene");
    if (advice)
        *advice = 0;
    return out;
}

// ---- doors --------------------------------------------------------------------------------------

// The floor with doors added after the obstacles: all doors, or those that are initially shut.
static bool make_floor(checking *c, bool only_shut, wend_floor **floor)
{
    const scene *s = c->s;
    wend_shape *shapes = calloc((size_t)s->obstacle_count + s->door_count + 1, sizeof *shapes);
    if (!shapes)
        return problem_no_memory(c->problems);
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        shapes[count++] = shape_view(&s->obstacles[i].shape);
    for (uint32_t i = 0; i < s->door_count; ++i)
        if (s->doors[i].def.shut || !only_shut)
            shapes[count++] = shape_view(&s->doors[i].body.shape);
    wend_floor_def def = wend_default_floor_def();
    def.bounds = s->bounds;
    def.bounds_count = s->bounds_count;
    def.shapes = shapes;
    def.shape_count = count;
    def.tolerance = c->tolerance;
    wend_error error = {0};
    wend_result result = wend_floor_create(&def, floor, &error);
    free(shapes);
    if (result == WEND_OUT_OF_MEMORY)
        return problem_no_memory(c->problems);
    return result == WEND_OK || problem_at_point(c->problems, file_position(c, error.position),
                                                 "%s", wend_error_text(&error));
}

static void way_to_door(way *w, const scene_door *door, uint32_t index, const uint32_t *vertex)
{
    way_start(w, "doors");
    way_item(w, index);
    if (vertex)
        way_vertex(w, &door->body.shape, door->body.kind == SCENE_POLYGON ? "polygon" : "segment",
                   *vertex);
}

static const char *shape_words(const checking *c, uint32_t shape, char out[CHECK_WORDS_SIZE])
{
    uint32_t obstacles = c->s->obstacle_count;
    return shape == WEND_BOUNDS || shape < obstacles ? obstacle_words(c, shape, out)
                                                     : door_words(c, shape - obstacles, out);
}

static void report_door_defect(checking *c, const wend_defect *defect)
{
    uint32_t obstacles = c->s->obstacle_count;
    bool first = defect->shape != WEND_BOUNDS && defect->shape >= obstacles;
    uint32_t shape = first ? defect->shape : defect->other,
             other = first ? defect->other : defect->shape;
    const scene_door *door = &c->s->doors[shape - obstacles];
    way w;
    way_to_door(&w, door, shape - obstacles, first ? &defect->vertex : NULL);
    char one[CHECK_WORDS_SIZE], two[CHECK_WORDS_SIZE], words[DEFECT_TEXT_SIZE];
    shape_words(c, shape, one);
    shape_words(c, other, two);
    const wend_vec2 *at = &defect->position, shown = file_position(c, defect->position);
    if (defect->kind == WEND_DEFECT_OUTSIDE)
        check_problem(c, &w, at, "%s lies outside the bounds: move it inside them", one);
    else if (shape == other)
        check_problem(c, &w, at, "%s: %s", one, own_words(defect, &door->body.shape, words));
    else if (defect->kind == WEND_DEFECT_TOO_CLOSE)
        check_problem(c, &w, at,
                      "%s and %s nearly touch at (%.10g, %.10g): let them touch, or leave a gap of "
                      "at least %.2g m",
                      one, two, shown.x, shown.y, WEND_GAP_TOLERANCES * c->tolerance);
    else
        check_problem(c, &w, at,
                      "%s overlaps %s at (%.10g, %.10g): a door may touch walls and other doors, "
                      "but not overlap them",
                      one, two, shown.x, shown.y);
}

static void report_door_defects(checking *c, const wend_floor *closed)
{
    wend_defect *defects = calloc(PROBLEMS_KEPT, sizeof *defects);
    uint32_t count = 0;
    wend_result result = WEND_OUT_OF_MEMORY;
    if (defects)
        result = wend_floor_validate(closed, defects, PROBLEMS_KEPT, &count, NULL);
    if (result == WEND_OUT_OF_MEMORY)
        problem_no_memory(c->problems);
    for (uint32_t i = 0; i < count && i < PROBLEMS_KEPT; ++i)
        report_door_defect(c, &defects[i]);
    if (count > PROBLEMS_KEPT)
        c->problems->count += count - PROBLEMS_KEPT;
    free(defects);
}

void check_doors(checking *c)
{
    bool any_shut = false;
    for (uint32_t i = 0; i < c->s->door_count; ++i)
        any_shut = any_shut || c->s->doors[i].def.shut;
    if (c->s->door_count == 0 || !c->valid)
        return;
    size_t before = c->problems->count;
    wend_floor *closed = NULL, *at_first = NULL;
    if (make_floor(c, false, &closed))
        report_door_defects(c, closed);
    wend_floor_destroy(closed);
    if (any_shut && c->problems->count == before && make_floor(c, true, &at_first))
        c->at_first = at_first;
}

// ---- moving obstacles ---------------------------------------------------------------------------

static void way_to_mover(way *w, const checking *c, const scene_mover *mover, uint32_t index,
                         const char *key)
{
    static const char *const keys[] = {"polygon", "segment", "point", "circle"};
    way_start(w, scene_key(c->s, "moving_obstacles"));
    way_item(w, index);
    way_key(w, key ? key : keys[mover->body.kind]);
}

static bool check_mover_shape(checking *c, const scene_mover *mover, uint32_t index)
{
    wend_defect defect;
    wend_error error = {0};
    uint32_t count = 0;
    wend_result result = shape_defect(&mover->body.shape, c->tolerance, &defect, &count, &error);
    if (result == WEND_OUT_OF_MEMORY)
        return problem_no_memory(c->problems);
    if (result == WEND_OK)
        return true;
    char name[CHECK_WORDS_SIZE], words[DEFECT_TEXT_SIZE];
    way w;
    way_to_mover(&w, c, mover, index, NULL);
    if (count > 0 && mover->body.kind == SCENE_POLYGON)
        way_item(&w, defect.vertex);
    return check_problem(c, &w, count > 0 ? &defect.position : &error.position, "%s: %s",
                         mover_words(c, index, name),
                         count > 0 ? own_words(&defect, &mover->body.shape, words)
                                   : wend_error_text(&error));
}

// Its shape must stay within the limits of coordinates along its whole path.
static void check_mover_path(checking *c, const scene_mover *mover, uint32_t index)
{
    const scene_shape *shape = &mover->body.shape;
    wend_box box = wend_box_of(shape->points, shape->point_count);
    for (uint32_t i = 0; i < mover->def.path_count; ++i) {
        wend_vec2 by = {mover->def.path[i].x - mover->def.path[0].x,
                        mover->def.path[i].y - mover->def.path[0].y};
        double most = fmax(fmax(fabs(box.min.x + by.x), fabs(box.max.x + by.x)),
                           fmax(fabs(box.min.y + by.y), fabs(box.max.y + by.y)));
        if (most <= WEND_MAX_COORDINATE)
            continue;
        char name[CHECK_WORDS_SIZE];
        way w;
        way_to_mover(&w, c, mover, index, "path");
        way_item(&w, i);
        check_problem(c, &w, &mover->def.path[i],
                      "%s would get beyond the coordinates from -" SCENE_MAX_COORDINATE_WORDS
                      " to " SCENE_MAX_COORDINATE_WORDS " at point %u of its path: move the point",
                      mover_words(c, index, name), i + 1);
        return;
    }
}

void check_movers(checking *c)
{
    for (uint32_t i = 0; i < c->s->mover_count; ++i)
        if (check_mover_shape(c, &c->s->movers[i], i))
            check_mover_path(c, &c->s->movers[i], i);
}
