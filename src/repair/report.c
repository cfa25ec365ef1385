// SPDX-License-Identifier: MIT
#include "repair/report.h"

#include "base/suggest.h"
#include "scene/check/parts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void print_line(repair_report *w, wend_vec2 place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void print_line(repair_report *w, wend_vec2 place, const char *format, ...)
{
    if (++w->count > REPAIR_LINES || !w->out)
        return;
    char words[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    fprintf(w->out, "near (%.10g, %.10g): %s\n", place.x + w->shift.x, place.y + w->shift.y, words);
}

void repair_report_end(repair_report *w)
{
    if (w->out && w->count > REPAIR_LINES)
        fprintf(w->out, "and %zu more changes\n", w->count - REPAIR_LINES);
    free(w->defects);
    w->defects = NULL;
}

bool repair_note_defects(repair_report *w, const wend_defect *defects, size_t kept, size_t all)
{
    w->defects = calloc(kept + 1, sizeof *w->defects);
    if (!w->defects)
        return false;
    memcpy(w->defects, defects, kept * sizeof *defects);
    w->defect_count = kept;
    w->all_defects = all;
    return true;
}

void repair_note_later(repair_report *w, const wend_defect *defects, size_t count)
{
    for (size_t i = 0; i < count; ++i, ++w->later_count)
        if (w->later_count < REPAIR_LINES)
            w->later[w->later_count] = defects[i].position;
}

// ---- defects ------------------------------------------------------------------------------------

// A defect of the input, and the outcome for its obstacles.
typedef struct defect_report {
    repair_report *w;
    repair_outcome *outcome;
    const wend_defect *defect;
    wend_vec2 place;
    char one[CHECK_WORDS_SIZE], two[CHECK_WORDS_SIZE];
} defect_report;

static bool is_obstacle(const repair_outcome *f, uint32_t shape)
{
    return shape < f->before.obstacle_count;
}

static bool has_mark(const repair_outcome *f, uint32_t shape, unsigned mark)
{
    return is_obstacle(f, shape) && (f->marks[shape] & mark) != 0;
}

static bool is_gone(const repair_outcome *f, uint32_t shape)
{
    return is_obstacle(f, shape) && !(f->marks[shape] & OUTCOME_LEFT);
}

static bool is_thinned(const repair_outcome *f, uint32_t shape)
{
    return has_mark(f, shape, OUTCOME_SEGMENT | OUTCOME_POINT);
}

static bool is_solid(const repair_outcome *f, uint32_t shape)
{
    return is_obstacle(f, shape) && f->before.obstacles[shape].shape.point_count >= 3 &&
           !is_thinned(f, shape);
}

static void mark_reported(repair_outcome *f, uint32_t shape)
{
    if (is_obstacle(f, shape))
        f->marks[shape] |= OUTCOME_REPORTED;
}

// Reports what became of a shape that was too thin.
static void report_thin(repair_report *w, repair_outcome *f, uint32_t shape, wend_vec2 place,
                        const char *name)
{
    const scene_obstacle *was = &f->before.obstacles[shape];
    bool solid = was->shape.point_count >= 3;
    const char *why = solid ? "has no area, or too little for a scene of this size"
                            : "is too short for a scene of this size";
    mark_reported(f, shape);
    if (is_gone(f, shape))
        print_line(w, place, "%s %s: removed", name, why);
    else
        print_line(w, place, "%s %s: made a %s", name, why,
                   has_mark(f, shape, OUTCOME_POINT) ? "point" : "segment");
}

static void report_alone(const defect_report *t)
{
    const wend_defect *defect = t->defect;
    bool gone = is_gone(t->outcome, defect->shape);
    bool rings = defect->kind == WEND_DEFECT_CROSSING || defect->kind == WEND_DEFECT_OVERLAP ||
                 defect->kind == WEND_DEFECT_HOLE;
    if (gone)
        mark_reported(t->outcome, defect->shape);
    if (gone && rings)
        print_line(t->w, t->place, "the holes of %s leave nothing of it: removed", t->one);
    else if (gone || is_thinned(t->outcome, defect->shape))
        report_thin(t->w, t->outcome, defect->shape, t->place, t->one);
    else if (defect->kind == WEND_DEFECT_HOLE)
        print_line(t->w, t->place,
                   "a hole of %s is not inside its outline: what of it is inside was cut out",
                   t->one);
    else if (rings)
        print_line(t->w, t->place, "rings of %s cross: its holes were united", t->one);
    else if (defect->kind == WEND_DEFECT_NOT_SIMPLE)
        print_line(
            t->w, t->place,
            "the outline of %s touches or crosses itself, or has no area: what it winds around was "
            "kept",
            t->one);
    else
        print_line(t->w, t->place, "walls of %s nearly touch: snapped together", t->one);
}

static void report_outside(const defect_report *t)
{
    mark_reported(t->outcome, t->defect->shape);
    if (is_gone(t->outcome, t->defect->shape))
        print_line(t->w, t->place, "%s lies outside the bounds: removed", t->one);
    else
        print_line(t->w, t->place, "%s covers the bounds: what is outside was cut off", t->one);
}

static void report_bounds(const defect_report *t)
{
    bool first = is_obstacle(t->outcome, t->defect->shape); // the obstacle, not the bounds
    uint32_t shape = first ? t->defect->shape : t->defect->other;
    const char *name = first ? t->one : t->two;
    mark_reported(t->outcome, shape);
    if (is_gone(t->outcome, shape))
        print_line(t->w, t->place,
                   "%s crosses or nearly touches the bounds: nothing of it is left inside", name);
    else if (t->defect->kind == WEND_DEFECT_TOO_CLOSE)
        print_line(t->w, t->place, "%s and the bounds nearly touch: snapped together", name);
    else
        print_line(t->w, t->place, "%s crosses the bounds: what is outside was cut off", name);
}

static void report_pair(const defect_report *t)
{
    const wend_defect *defect = t->defect;
    bool close = defect->kind == WEND_DEFECT_TOO_CLOSE,
         overlap = defect->kind == WEND_DEFECT_OVERLAP;
    bool solid = is_solid(t->outcome, defect->shape) && is_solid(t->outcome, defect->other);
    bool one_gone = is_gone(t->outcome, defect->shape),
         two_gone = is_gone(t->outcome, defect->other);
    if (one_gone || !close)
        mark_reported(t->outcome, defect->shape);
    if (two_gone || !close)
        mark_reported(t->outcome, defect->other);
    if (one_gone || two_gone)
        print_line(t->w, t->place, "%s and %s %s: %s removed", t->one, t->two,
                   close     ? "nearly touch"
                   : overlap ? "overlap"
                             : "cross",
                   one_gone && two_gone ? "both were"
                   : one_gone           ? "the first was"
                                        : "the second was");
    else if (close)
        print_line(t->w, t->place, "%s and %s nearly touch: snapped together", t->one, t->two);
    else if (solid)
        print_line(t->w, t->place, "%s and %s overlap: united", t->one, t->two);
    else if (overlap)
        print_line(t->w, t->place, "%s and %s overlap: what is covered was removed", t->one,
                   t->two);
    else
        print_line(t->w, t->place, "%s and %s cross: split there, and what is covered removed",
                   t->one, t->two);
}

static void report_defect(repair_report *w, repair_outcome *outcome, const wend_defect *defect)
{
    defect_report t = {.w = w, .outcome = outcome, .defect = defect, .place = defect->position};
    checking c = {.s = &outcome->before};
    obstacle_words(&c, defect->shape, t.one);
    obstacle_words(&c, defect->other, t.two);
    if (defect->kind == WEND_DEFECT_OUTSIDE)
        report_outside(&t);
    else if (defect->shape == defect->other)
        report_alone(&t);
    else if (!is_obstacle(outcome, defect->shape) || !is_obstacle(outcome, defect->other))
        report_bounds(&t);
    else
        report_pair(&t);
}

// ---- other obstacles ----------------------------------------------------------------------------

// Reports an obstacle that no line has reported yet: removed, united or thin.
static void report_rest(repair_report *w, repair_outcome *outcome, uint32_t shape)
{
    checking c = {.s = &outcome->before};
    const scene_obstacle *was = &outcome->before.obstacles[shape];
    wend_vec2 place = was->shape.points[0];
    bool gone = is_gone(outcome, shape), thinned = is_thinned(outcome, shape);
    char name[CHECK_WORDS_SIZE];
    if (has_mark(outcome, shape, OUTCOME_REPORTED) ||
        !(gone || thinned || has_mark(outcome, shape, OUTCOME_UNITED)))
        return;
    obstacle_words(&c, shape, name);
    if (thinned || (gone && was->shape.point_count >= 3))
        report_thin(w, outcome, shape, place, name);
    else if (gone)
        print_line(w, place, "%s lies on other walls or inside an obstacle: removed", name);
    else
        print_line(w, place, "%s overlaps or touches repaired obstacles: united with them", name);
}

static void report_names(repair_report *w, repair_outcome *outcome, const scene *after,
                         uint32_t shape)
{
    checking c = {.s = &outcome->before};
    char subject[CHECK_WORDS_SIZE];
    bool name = outcome_label_is_left(outcome, after, shape, false);
    if (name && outcome_label_is_left(outcome, after, shape, true))
        return;
    obstacle_words(&c, shape, subject);
    print_line(w, outcome->before.obstacles[shape].shape.points[0],
               "%s was united with others that have other %s: its %s is lost", subject,
               name ? "roles" : "names", name ? "role" : "name");
}

void repair_report_floor(repair_report *w, repair_outcome *outcome, const scene *after)
{
    for (size_t i = 0; i < w->defect_count; ++i)
        report_defect(w, outcome, &w->defects[i]);
    w->count += w->all_defects - w->defect_count;
    for (size_t i = 0; i < w->later_count; ++i)
        print_line(w, w->later[i < REPAIR_LINES ? i : 0],
                   "after that, walls still overlapped or nearly touched: repaired too");
    for (uint32_t i = 0; w->defects && i < outcome->before.obstacle_count; ++i)
        report_rest(w, outcome, i);
    for (uint32_t i = 0; w->defects && i < outcome->before.obstacle_count; ++i)
        if (has_mark(outcome, i, OUTCOME_UNITED) && has_mark(outcome, i, OUTCOME_LEFT))
            report_names(w, outcome, after, i);
}

void repair_report_area(repair_report *w, const scene_area *area, wend_vec2 place, size_t parts)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    suggest_quote(quoted, area->name);
    if (parts > 1)
        print_line(w, place, "area %s is not a valid polygon: the largest of %zu parts was kept",
                   quoted, parts);
    else
        print_line(w, place, "area %s is not a valid polygon: made simple", quoted);
}
