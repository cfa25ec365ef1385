// SPDX-License-Identifier: MIT
// Validation of a scene's geometry. The library validates the bounds and obstacles
// (wend_floor_validate); here its defects get names and line numbers. Doors, moving obstacles,
// areas, agents and goals are then checked against the floor, each in its own file. docs/scene.md
// lists the rules.
#include "scene/check/check.h"
#include "scene/check/parts.h"

#include "base/suggest.h"
#include "polygon/ground.h"
#include "scene/build/floor.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- positions and names ------------------------------------------------------------------------

static void way_step(way *w, const char *key, size_t index)
{
    w->steps[w->count] = (json_path){&w->steps[w->count - 1], key, index};
    ++w->count;
}

void way_start(way *w, const char *key)
{
    w->steps[0] = (json_path){0};
    w->count = 1;
    way_key(w, key);
}

void way_key(way *w, const char *key)
{
    way_step(w, key, 0);
}

void way_item(way *w, size_t index)
{
    way_step(w, NULL, index);
}

void way_back(way *w)
{
    --w->count;
}

void way_vertex(way *w, const scene_shape *shape, const char *key, uint32_t vertex)
{
    uint32_t ring = 0;
    while (ring + 1 < shape->ring_count && vertex >= shape->ring_ends[ring])
        ++ring;
    if (ring > 0) {
        way_key(w, "holes");
        way_item(w, ring - 1);
        vertex -= shape->ring_ends[ring - 1];
    } else if (key) {
        way_key(w, key);
    }
    way_item(w, vertex);
}

bool way_exists(const checking *c, const way *w)
{
    size_t offset;
    return c->s->source.size > 0 && json_place(&c->s->source, &w->steps[w->count - 1], &offset);
}

wend_vec2 file_position(const checking *c, wend_vec2 p)
{
    if (c->s->source.size > 0)
        return p;
    return (wend_vec2){p.x + c->s->origin.x, p.y + c->s->origin.y};
}

bool check_problem(checking *c, const way *w, const wend_vec2 *point, const char *format, ...)
{
    if (c->problems->count >= PROBLEMS_KEPT) // only counted: skip the search for its position
        return problem_add(c->problems, "%s", "");
    char what[PROBLEM_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    problem_format(what, format, arguments);
    va_end(arguments);
    size_t offset;
    if (c->s->source.size > 0 && json_place(&c->s->source, &w->steps[w->count - 1], &offset))
        return text_problem(&c->s->source, offset, c->problems, "%s", what);
    if (point)
        return problem_at_point(c->problems, file_position(c, *point), "%s", what);
    return problem_add(c->problems, "%s", what);
}

static const char *numbered_words(const char *what, uint32_t index, const char *name,
                                  char out[CHECK_WORDS_SIZE])
{
    char quoted[SUGGEST_QUOTED_SIZE];
    if (name)
        snprintf(out, CHECK_WORDS_SIZE, "%s %u (%s)", what, index + 1, suggest_quote(quoted, name));
    else
        snprintf(out, CHECK_WORDS_SIZE, "%s %u", what, index + 1);
    return out;
}

const char *obstacle_words(const checking *c, uint32_t shape, char out[CHECK_WORDS_SIZE])
{
    if (shape == WEND_BOUNDS || shape >= c->s->obstacle_count) {
        snprintf(out, CHECK_WORDS_SIZE, "the bounds");
        return out;
    }
    const scene_obstacle *obstacle = &c->s->obstacles[shape];
    return numbered_words("obstacle", shape, obstacle->name ? obstacle->name : obstacle->role, out);
}

const char *door_words(const checking *c, uint32_t door, char out[CHECK_WORDS_SIZE])
{
    return numbered_words("door", door, c->s->doors[door].body.name, out);
}

const char *mover_words(const checking *c, uint32_t mover, char out[CHECK_WORDS_SIZE])
{
    return numbered_words("moving obstacle", mover, c->s->movers[mover].body.name, out);
}

// ---- the floor ----------------------------------------------------------------------------------

static void way_to_shape(way *w, const scene *s, uint32_t shape, uint32_t vertex)
{
    if (shape >= s->obstacle_count) {
        way_start(w, "bounds");
        way_item(w, vertex);
        return;
    }
    const scene_obstacle *obstacle = &s->obstacles[shape];
    way_start(w, "obstacles");
    way_item(w, shape);
    switch (obstacle->kind) {
    case SCENE_POLYGON:
        way_vertex(w, &obstacle->shape, "polygon", vertex);
        break;
    case SCENE_SEGMENT:
        way_vertex(w, &obstacle->shape, "segment", vertex);
        break;
    case SCENE_POINT:
        way_key(w, "point");
        break;
    case SCENE_CIRCLE:
        way_key(w, "circle");
        break;
    }
}

// True if all corners of the ring with that vertex are collinear.
static bool is_flat(const scene_shape *shape, uint32_t vertex)
{
    uint32_t ring = 0, start = 0;
    while (ring + 1 < shape->ring_count && vertex >= shape->ring_ends[ring])
        start = shape->ring_ends[ring++];
    const wend_vec2 *p = shape->points + start;
    uint32_t count = shape->ring_ends[ring] - start, other = 1;
    while (other < count && p[other].x == p[0].x && p[other].y == p[0].y)
        ++other;
    for (uint32_t i = other + 1; i < count; ++i)
        if (wend_orient2d(p[0], p[other], p[i]) != 0)
            return false;
    return count >= 3;
}

const char *defect_text(const wend_defect *defect, const scene_shape *shape,
                        char out[DEFECT_TEXT_SIZE])
{
    bool flat = defect->kind == WEND_DEFECT_NOT_SIMPLE && is_flat(shape, defect->vertex);
    snprintf(out, DEFECT_TEXT_SIZE, "%s",
             flat ? "its corners lie on one line, so that it has no area; move one off the line"
                  : defect->text);
    char *colon = strstr(out, ": "); // a message has at most one colon
    if (colon)
        *colon = ';';
    return out;
}

// A shape that is invalid by itself.
static void report_invalid_shape(checking *c, const way *w, const wend_defect *defect,
                                 const char *name)
{
    const scene *s = c->s;
    char words[DEFECT_TEXT_SIZE];
    scene_shape bounds = {s->bounds, (uint32_t[]){s->bounds_count}, 1, s->bounds_count};
    const scene_obstacle *obstacle =
        defect->shape < s->obstacle_count ? &s->obstacles[defect->shape] : NULL;
    if (obstacle && obstacle->kind == SCENE_CIRCLE)
        check_problem(c, w, &defect->position,
                      "%s: the circle is too small for a scene of this size; make its radius "
                      "larger, or make it a \"point\"",
                      name);
    else
        check_problem(c, w, &defect->position, "%s: %s", name,
                      defect_text(defect, obstacle ? &obstacle->shape : &bounds, words));
}

// Two obstacles that overlap.
static void report_overlap(checking *c, const way *w, const wend_defect *defect, const char *one,
                           const char *two)
{
    scene_obstacle_kind kind = c->s->obstacles[defect->shape].kind;
    bool same_kind = kind == c->s->obstacles[defect->other].kind;
    if (same_kind && kind == SCENE_POINT)
        check_problem(c, w, &defect->position, "%s is at the same place as %s: remove one of them",
                      one, two);
    else if (same_kind && kind == SCENE_SEGMENT)
        check_problem(c, w, &defect->position,
                      "%s runs along %s, so that the same wall is there twice: cut the common "
                      "stretch off one of them",
                      one, two);
    else
        check_problem(c, w, &defect->position,
                      "%s and %s overlap, as one is inside the other or both are the same: remove "
                      "one; wend convert --repair unites them",
                      one, two);
}

static bool is_on_wall(wend_shape shape, wend_vec2 p)
{
    uint32_t rings = shape_rings(shape);
    for (uint32_t r = 0; r < rings; ++r) {
        uint32_t begin, end;
        shape_ring(shape, r, &begin, &end);
        for (uint32_t i = begin; i < end; ++i) {
            wend_segment wall = {shape.points[i], shape.points[i + 1 < end ? i + 1 : begin]};
            if (wend_segment_distance(wall, p) == 0)
                return true;
        }
    }
    return false;
}

// An obstacle without a wall inside the bounds is either elsewhere or covers them; a corner of the
// bounds that it does not touch decides.
static bool covers_bounds(const scene *s, uint32_t obstacle)
{
    wend_shape shape = shape_view(&s->obstacles[obstacle].shape);
    for (uint32_t i = 0; shape.point_count >= 3 && i < s->bounds_count; ++i)
        if (!is_on_wall(shape, s->bounds[i]))
            return shape_covers(shape, s->bounds[i]);
    return false;
}

static void report_outside(checking *c, const way *w, const wend_defect *defect, const char *name)
{
    if (covers_bounds(c->s, defect->shape))
        check_problem(c, w, &defect->position,
                      "%s covers the bounds: make it smaller, or the bounds larger; wend convert "
                      "--repair cuts off what is outside",
                      name);
    else
        check_problem(c, w, &defect->position,
                      "%s lies outside the bounds: remove it, or make the bounds larger", name);
}

static void report_defect(checking *c, const wend_defect *defect)
{
    way w;
    way_to_shape(&w, c->s, defect->shape, defect->vertex);
    char one[CHECK_WORDS_SIZE], two[CHECK_WORDS_SIZE];
    obstacle_words(c, defect->shape, one);
    obstacle_words(c, defect->other, two);
    const wend_vec2 *at = &defect->position, shown = file_position(c, defect->position);
    bool bounds = defect->other == WEND_BOUNDS;
    if (defect->kind == WEND_DEFECT_OUTSIDE)
        report_outside(c, &w, defect, one);
    else if (defect->shape == defect->other)
        report_invalid_shape(c, &w, defect, one);
    else if (defect->kind == WEND_DEFECT_OVERLAP && !bounds)
        report_overlap(c, &w, defect, one, two);
    else if (defect->kind == WEND_DEFECT_TOO_CLOSE)
        check_problem(c, &w, at,
                      "%s and %s nearly touch at (%.10g, %.10g): let them touch, or leave a gap of "
                      "at least %.2g m; wend convert --repair snaps them together",
                      one, two, shown.x, shown.y, WEND_GAP_TOLERANCES * c->tolerance);
    else
        check_problem(
            c, &w, at, "%s crosses %s at (%.10g, %.10g): %s", one, two, shown.x, shown.y,
            bounds ? "obstacles must lie inside the bounds, and may touch them; wend convert "
                     "--repair cuts off what is outside"
                   : "obstacles may touch but not overlap; wend convert --repair unites them");
}

static void report_defects(checking *c)
{
    wend_defect *defects = calloc(PROBLEMS_KEPT, sizeof *defects);
    uint32_t count = 0;
    wend_result result = WEND_OUT_OF_MEMORY;
    if (defects)
        result = wend_floor_validate(c->floor, defects, PROBLEMS_KEPT, &count, NULL);
    if (result == WEND_OUT_OF_MEMORY) {
        problem_no_memory(c->problems);
    } else {
        for (uint32_t i = 0; i < count && i < PROBLEMS_KEPT; ++i)
            report_defect(c, &defects[i]);
        if (count > PROBLEMS_KEPT)
            c->problems->count += count - PROBLEMS_KEPT;
        c->valid = count == 0;
    }
    free(defects);
}

static void check_floor(checking *c)
{
    wend_error error = {0};
    wend_result result = scene_floor(c->s, &c->floor, &error);
    if (result == WEND_OUT_OF_MEMORY) {
        problem_no_memory(c->problems);
    } else if (wend_failed(result)) {
        if (error.has_position)
            problem_at_point(c->problems, file_position(c, error.position), "%s",
                             wend_error_text(&error));
        else
            problem_add(c->problems, "%s", wend_error_text(&error));
    } else {
        c->tolerance = wend_floor_tolerance(c->floor);
        c->at_first = c->floor;
        report_defects(c);
    }
}

// ---- all checks ---------------------------------------------------------------------------------

bool scene_check_floor(const scene *s, wend_floor **floor, problem_list *problems)
{
    size_t before = problems->count;
    checking c = {.s = s, .problems = problems};
    check_floor(&c);
    check_doors(&c);
    check_movers(&c);
    area_index areas = {0};
    bool named = area_index_make(&c, &areas);
    size_t areas_before = problems->count;
    check_area_shapes(&c);
    bool areas_valid = problems->count == areas_before;
    if (named) {
        check_zones(&c, &areas);
        check_agents(&c, &areas);
    }
    check_goals(&c);
    check_boosts(&c);
    check_resources(&c);
    check_pursuits(&c);
    check_flow(&c);
    if (named && areas_valid)
        check_groups(&c);
    for (uint32_t i = 0; named && areas_valid && c.valid && i < s->area_count; ++i)
        if (areas.used[i] && problems->count < PROBLEMS_KEPT)
            check_area_is_free(&c, i);
    area_index_free(&areas);
    if (c.at_first != c.floor)
        wend_floor_destroy(c.at_first);
    *floor = problems->count == before ? c.floor : NULL;
    if (!*floor)
        wend_floor_destroy(c.floor);
    return *floor != NULL;
}

bool scene_check(const scene *s, problem_list *problems)
{
    wend_floor *floor;
    bool valid = scene_check_floor(s, &floor, problems);
    wend_floor_destroy(floor);
    return valid;
}
