// SPDX-License-Identifier: MIT
// Is a scene sound? The library judges the bounds and obstacles (wend_floor_flaws); here its flaws
// get names and lines, and areas, agents and goals are held against the floor. docs/scene.md lists
// the rules.
#include "io/scene_check.h"

#include "io/formats.h"
#include "io/ground.h"
#include "io/scene_floor.h"
#include "io/suggest.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- places and words ---------------------------------------------------------------------------

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

wend_vec2 file_place(const checking *c, wend_vec2 p)
{
    if (c->s->source.size > 0)
        return p;
    return (wend_vec2){p.x + c->s->origin.x, p.y + c->s->origin.y};
}

bool check_problem(checking *c, const way *w, const wend_vec2 *point, const char *format, ...)
{
    if (c->problems->count >= PROBLEMS_KEPT) // it is only counted: spare the search for its place
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
        return problem_at_point(c->problems, file_place(c, *point), "%s", what);
    return problem_add(c->problems, "%s", what);
}

const char *obstacle_words(const checking *c, uint32_t shape, char out[CHECK_WORDS_SIZE])
{
    if (shape == WEND_BOUNDS || shape >= c->s->obstacle_count) {
        snprintf(out, CHECK_WORDS_SIZE, "the bounds");
        return out;
    }
    const scene_obstacle *obstacle = &c->s->obstacles[shape];
    const char *name = obstacle->name ? obstacle->name : obstacle->role;
    char quoted[SUGGEST_QUOTED_SIZE];
    if (name)
        snprintf(out, CHECK_WORDS_SIZE, "obstacle %u (%s)", shape + 1, suggest_quote(quoted, name));
    else
        snprintf(out, CHECK_WORDS_SIZE, "obstacle %u", shape + 1);
    return out;
}

wend_shape floor_shape(const scene_shape *shape)
{
    return (wend_shape){shape->points, shape->ring_ends, shape->ring_count, shape->point_count};
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

// True if all corners of the ring with that vertex lie on one line.
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

const char *flaw_words(const wend_flaw *flaw, const scene_shape *shape, char out[FLAW_WORDS_SIZE])
{
    bool flat = flaw->kind == WEND_FLAW_NOT_SIMPLE && is_flat(shape, flaw->vertex);
    snprintf(out, FLAW_WORDS_SIZE, "%s",
             flat ? "its corners lie on one line, so that it has no area; move one off the line"
                  : flaw->text);
    char *colon = strstr(out, ": "); // one colon in a sentence is enough
    if (colon)
        *colon = ';';
    return out;
}

// A shape that is wrong by itself.
static void say_alone(checking *c, const way *w, const wend_flaw *flaw, const char *who)
{
    const scene *s = c->s;
    char words[FLAW_WORDS_SIZE];
    scene_shape bounds = {s->bounds, (uint32_t[]){s->bounds_count}, 1, s->bounds_count};
    const scene_obstacle *obstacle =
        flaw->shape < s->obstacle_count ? &s->obstacles[flaw->shape] : NULL;
    if (obstacle && obstacle->kind == SCENE_CIRCLE)
        check_problem(c, w, &flaw->place,
                      "%s: the circle is too small for a scene of this size; make its radius "
                      "larger, or make it a \"point\"",
                      who);
    else
        check_problem(c, w, &flaw->place, "%s: %s", who,
                      flaw_words(flaw, obstacle ? &obstacle->shape : &bounds, words));
}

// Two obstacles that are in each other's way.
static void say_overlap(checking *c, const way *w, const wend_flaw *flaw, const char *one,
                        const char *two)
{
    scene_obstacle_kind kind = c->s->obstacles[flaw->shape].kind;
    bool same_kind = kind == c->s->obstacles[flaw->other].kind;
    if (same_kind && kind == SCENE_POINT)
        check_problem(c, w, &flaw->place, "%s is at the same place as %s: remove one of them", one,
                      two);
    else if (same_kind && kind == SCENE_SEGMENT)
        check_problem(c, w, &flaw->place,
                      "%s runs along %s, so that the same wall is there twice: cut the common "
                      "stretch off one of them",
                      one, two);
    else
        check_problem(c, w, &flaw->place,
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

// An obstacle with no wall inside the bounds is elsewhere, or all around and over them: a corner of
// the bounds that it does not touch tells.
static bool covers_bounds(const scene *s, uint32_t obstacle)
{
    wend_shape shape = floor_shape(&s->obstacles[obstacle].shape);
    for (uint32_t i = 0; shape.point_count >= 3 && i < s->bounds_count; ++i)
        if (!is_on_wall(shape, s->bounds[i]))
            return shape_covers(shape, s->bounds[i]);
    return false;
}

static void say_outside(checking *c, const way *w, const wend_flaw *flaw, const char *who)
{
    if (covers_bounds(c->s, flaw->shape))
        check_problem(c, w, &flaw->place,
                      "%s covers the bounds: make it smaller, or the bounds larger; wend convert "
                      "--repair cuts off what is outside",
                      who);
    else
        check_problem(c, w, &flaw->place,
                      "%s lies outside the bounds: remove it, or make the bounds larger", who);
}

static void say_flaw(checking *c, const wend_flaw *flaw)
{
    way w;
    way_to_shape(&w, c->s, flaw->shape, flaw->vertex);
    char one[CHECK_WORDS_SIZE], two[CHECK_WORDS_SIZE];
    obstacle_words(c, flaw->shape, one);
    obstacle_words(c, flaw->other, two);
    const wend_vec2 *at = &flaw->place, shown = file_place(c, flaw->place);
    bool bounds = flaw->other == WEND_BOUNDS;
    if (flaw->kind == WEND_FLAW_OUTSIDE)
        say_outside(c, &w, flaw, one);
    else if (flaw->shape == flaw->other)
        say_alone(c, &w, flaw, one);
    else if (flaw->kind == WEND_FLAW_OVERLAP && !bounds)
        say_overlap(c, &w, flaw, one, two);
    else if (flaw->kind == WEND_FLAW_TOO_CLOSE)
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

static void say_flaws(checking *c)
{
    wend_flaw *flaws = calloc(PROBLEMS_KEPT, sizeof *flaws);
    uint32_t count = 0;
    wend_result result = WEND_NO_MEMORY;
    if (flaws)
        result = wend_floor_flaws(c->floor, flaws, PROBLEMS_KEPT, &count, NULL);
    if (result == WEND_NO_MEMORY) {
        problem_no_memory(c->problems);
    } else {
        for (uint32_t i = 0; i < count && i < PROBLEMS_KEPT; ++i)
            say_flaw(c, &flaws[i]);
        if (count > PROBLEMS_KEPT)
            c->problems->count += count - PROBLEMS_KEPT;
        c->sound = count == 0;
    }
    free(flaws);
}

static void check_floor(checking *c)
{
    wend_error error = {0};
    wend_result result = scene_floor(c->s, &c->floor, &error);
    if (result == WEND_NO_MEMORY) {
        problem_no_memory(c->problems);
    } else if (wend_failed(result)) {
        if (error.has_place)
            problem_at_point(c->problems, file_place(c, error.place), "%s",
                             wend_error_text(&error));
        else
            problem_add(c->problems, "%s", wend_error_text(&error));
    } else {
        c->tolerance = wend_floor_tolerance(c->floor);
        say_flaws(c);
    }
}

// ---- names --------------------------------------------------------------------------------------

// The areas in the order of their names, so that a scene of many agents is checked in good time.
typedef struct names {
    const scene_area **sorted;
    size_t count;
    bool *used; ///< by the area's index in the scene: agents start in it or go to it
} names;

static int by_name(const void *a, const void *b)
{
    const scene_area *one = *(const scene_area *const *)a, *two = *(const scene_area *const *)b;
    int order = strcmp(one->name, two->name);
    return order ? order : (one > two) - (one < two);
}

static bool sort_names(checking *c, names *n)
{
    n->count = c->s->area_count;
    n->sorted = calloc(n->count + 1, sizeof *n->sorted);
    n->used = calloc(n->count + 1, sizeof *n->used);
    if (!n->sorted || !n->used)
        return problem_no_memory(c->problems);
    for (size_t i = 0; i < n->count; ++i)
        n->sorted[i] = &c->s->areas[i];
    qsort(n->sorted, n->count, sizeof *n->sorted, by_name);
    for (size_t i = 1; i < n->count; ++i) {
        const scene_area *area = n->sorted[i];
        char quoted[SUGGEST_QUOTED_SIZE];
        if (strcmp(n->sorted[i - 1]->name, area->name) != 0)
            continue;
        way w;
        way_start(&w, "areas");
        way_key(&w, area->name);
        check_problem(c, &w, area->shape.points,
                      "two areas are called %s: give each a name of its own",
                      suggest_quote(quoted, area->name));
    }
    return true;
}

static const scene_area *find_area(const names *n, const char *name)
{
    size_t low = 0, high = n->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(n->sorted[middle]->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n->count && strcmp(n->sorted[low]->name, name) == 0 ? n->sorted[low] : NULL;
}

// The name that was probably meant. Asked only for problems that are kept.
static const char *likely_name(const checking *c, const names *n, const char *typed)
{
    const char **all = calloc(n->count + 1, sizeof *all);
    if (!all)
        return NULL;
    for (size_t i = 0; i < n->count; ++i)
        all[i] = c->s->areas[i].name;
    const char *meant = suggest_name(typed, all, n->count);
    free(all);
    return meant;
}

// Marks the area as used, or says that there is none.
static void use_area(checking *c, names *n, const way *w, uint32_t entry, const char *what,
                     const char *name)
{
    const scene_area *area = find_area(n, name);
    if (area) {
        n->used[area - c->s->areas] = true;
        return;
    }
    char quoted[SUGGEST_QUOTED_SIZE], other[SUGGEST_QUOTED_SIZE];
    const char *meant = c->problems->count < PROBLEMS_KEPT ? likely_name(c, n, name) : NULL;
    check_problem(c, w, NULL, "the %s of agents entry %u is %s, but no area has that name%s%s%s",
                  what, entry + 1, suggest_quote(quoted, name),
                  meant          ? ": did you mean "
                  : n->count > 0 ? ": use the name of one of the \"areas\""
                                 : ": add it to \"areas\"",
                  meant ? suggest_quote(other, meant) : "", meant ? "?" : "");
}

// ---- agents -------------------------------------------------------------------------------------

// Says so if the point is inside an obstacle or outside the bounds; on a wall is fine.
static bool check_point(checking *c, const way *w, wend_vec2 p, const char *what)
{
    uint32_t shape = 0;
    char words[CHECK_WORDS_SIZE];
    switch (wend_floor_locate(c->floor, p, &shape)) {
    case WEND_PLACE_SOLID:
        return check_problem(c, w, &p, "%s at (%.10g, %.10g) is inside %s: move it to free ground",
                             what, p.x, p.y, obstacle_words(c, shape, words));
    case WEND_PLACE_OUT:
        return check_problem(c, w, &p,
                             "%s at (%.10g, %.10g) is outside the bounds: move it inside them",
                             what, p.x, p.y);
    case WEND_PLACE_FREE:
    case WEND_PLACE_WALL:
        break;
    }
    return true;
}

static void check_start(checking *c, uint32_t entry)
{
    const scene_agents *agents = &c->s->agents[entry];
    way w;
    way_start(&w, "agents");
    way_item(&w, entry);
    way_key(&w, "at");
    if (!check_point(c, &w, agents->at, "the agent"))
        return;
    uint32_t shape = 0;
    double clearance = wend_floor_clearance(c->floor, agents->at, NULL, &shape);
    char words[CHECK_WORDS_SIZE];
    if (clearance < agents->radius - c->tolerance)
        check_problem(c, &w, &agents->at,
                      "the agent at (%.10g, %.10g) needs %.10g m of clearance and has %.4g m to "
                      "%s: move it away, or make its radius smaller",
                      agents->at.x, agents->at.y, agents->radius, clearance,
                      obstacle_words(c, shape, words));
}

static void check_goal(checking *c, uint32_t entry)
{
    const scene_goal *goal = &c->s->agents[entry].goal;
    way w;
    way_start(&w, "agents");
    way_item(&w, entry);
    way_key(&w, "goal");
    if (goal->kind == SCENE_GOAL_POINT) {
        check_point(c, &w, goal->segment.a, "the goal");
    } else if (goal->kind == SCENE_GOAL_SEGMENT) {
        way_item(&w, 0);
        check_point(c, &w, goal->segment.a, "the goal's end");
        --w.count;
        way_item(&w, 1);
        check_point(c, &w, goal->segment.b, "the goal's end");
    }
}

static void check_agents(checking *c, names *n)
{
    for (uint32_t i = 0; i < c->s->agents_count; ++i) {
        const scene_agents *agents = &c->s->agents[i];
        way w;
        way_start(&w, "agents");
        way_item(&w, i);
        if (agents->in) {
            way_key(&w, "in");
            use_area(c, n, &w, i, "start", agents->in);
            --w.count;
        } else if (c->sound) {
            check_start(c, i);
        }
        if (agents->goal.kind == SCENE_GOAL_AREA) {
            way_key(&w, "goal");
            use_area(c, n, &w, i, "goal", agents->goal.area);
        } else if (c->sound) {
            check_goal(c, i);
        }
    }
}

bool scene_check(const scene *s, problem_list *problems)
{
    size_t before = problems->count;
    checking c = {.s = s, .problems = problems};
    check_floor(&c);
    names n = {0};
    bool named = sort_names(&c, &n);
    size_t areas_before = problems->count;
    check_area_shapes(&c);
    bool areas_sound = problems->count == areas_before;
    if (named)
        check_agents(&c, &n);
    for (uint32_t i = 0; named && areas_sound && c.sound && i < s->area_count; ++i)
        if (n.used[i] && problems->count < PROBLEMS_KEPT)
            check_area_is_free(&c, i);
    free(n.sorted);
    free(n.used);
    wend_floor_destroy(c.floor);
    return problems->count == before;
}
