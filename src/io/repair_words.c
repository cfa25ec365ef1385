// SPDX-License-Identifier: MIT
#include "io/repair_words.h"

#include "io/scene_check.h"
#include "io/suggest.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void say(repair_words *w, wend_vec2 place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(repair_words *w, wend_vec2 place, const char *format, ...)
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

void repair_words_end(repair_words *w)
{
    if (w->out && w->count > REPAIR_LINES)
        fprintf(w->out, "and %zu more changes\n", w->count - REPAIR_LINES);
    free(w->flaws);
    w->flaws = NULL;
}

bool repair_note_flaws(repair_words *w, const wend_flaw *flaws, size_t kept, size_t all)
{
    w->flaws = calloc(kept + 1, sizeof *w->flaws);
    if (!w->flaws)
        return false;
    memcpy(w->flaws, flaws, kept * sizeof *flaws);
    w->flaw_count = kept;
    w->all_flaws = all;
    return true;
}

void repair_note_later(repair_words *w, const wend_flaw *flaws, size_t count)
{
    for (size_t i = 0; i < count; ++i, ++w->later_count)
        if (w->later_count < REPAIR_LINES)
            w->later[w->later_count] = flaws[i].place;
}

// ---- flaws --------------------------------------------------------------------------------------

// A flaw of the scene that was given, and what became of whom it names.
typedef struct told_flaw {
    repair_words *w;
    repair_fates *fates;
    const wend_flaw *flaw;
    wend_vec2 place;
    char one[CHECK_WORDS_SIZE], two[CHECK_WORDS_SIZE];
} told_flaw;

static bool is_obstacle(const repair_fates *f, uint32_t shape)
{
    return shape < f->before.obstacle_count;
}

static bool has_mark(const repair_fates *f, uint32_t shape, unsigned mark)
{
    return is_obstacle(f, shape) && (f->marks[shape] & mark) != 0;
}

static bool is_gone(const repair_fates *f, uint32_t shape)
{
    return is_obstacle(f, shape) && !(f->marks[shape] & FATE_LEFT);
}

static bool is_thinned(const repair_fates *f, uint32_t shape)
{
    return has_mark(f, shape, FATE_SEGMENT | FATE_POINT);
}

static bool is_solid(const repair_fates *f, uint32_t shape)
{
    return is_obstacle(f, shape) && f->before.obstacles[shape].shape.point_count >= 3 &&
           !is_thinned(f, shape);
}

static void tell(repair_fates *f, uint32_t shape)
{
    if (is_obstacle(f, shape))
        f->marks[shape] |= FATE_TOLD;
}

// Of a shape that was too thin: what became of it by itself.
static void say_thin(repair_words *w, repair_fates *f, uint32_t shape, wend_vec2 place,
                     const char *who)
{
    const scene_obstacle *was = &f->before.obstacles[shape];
    bool solid = was->shape.point_count >= 3;
    const char *why = solid ? "has no area, or too little for a scene of this size"
                            : "is too short for a scene of this size";
    tell(f, shape);
    if (is_gone(f, shape))
        say(w, place, "%s %s: removed", who, why);
    else
        say(w, place, "%s %s: made a %s", who, why,
            has_mark(f, shape, FATE_POINT) ? "point" : "segment");
}

static void say_alone(const told_flaw *t)
{
    const wend_flaw *flaw = t->flaw;
    bool gone = is_gone(t->fates, flaw->shape);
    bool rings = flaw->kind == WEND_FLAW_CROSSING || flaw->kind == WEND_FLAW_OVERLAP ||
                 flaw->kind == WEND_FLAW_HOLE;
    if (gone)
        tell(t->fates, flaw->shape);
    if (gone && rings)
        say(t->w, t->place, "the holes of %s leave nothing of it: removed", t->one);
    else if (gone || is_thinned(t->fates, flaw->shape))
        say_thin(t->w, t->fates, flaw->shape, t->place, t->one);
    else if (flaw->kind == WEND_FLAW_HOLE)
        say(t->w, t->place,
            "a hole of %s is not inside its outline: what of it is inside was cut out", t->one);
    else if (rings)
        say(t->w, t->place, "rings of %s cross: its holes were united", t->one);
    else if (flaw->kind == WEND_FLAW_NOT_SIMPLE)
        say(t->w, t->place,
            "the outline of %s touches or crosses itself, or has no area: what it winds around was "
            "kept",
            t->one);
    else
        say(t->w, t->place, "walls of %s nearly touch: snapped together", t->one);
}

static void say_outside(const told_flaw *t)
{
    tell(t->fates, t->flaw->shape);
    if (is_gone(t->fates, t->flaw->shape))
        say(t->w, t->place, "%s lies outside the bounds: removed", t->one);
    else
        say(t->w, t->place, "%s covers the bounds: what is outside was cut off", t->one);
}

static void say_bounds(const told_flaw *t)
{
    bool first = is_obstacle(t->fates, t->flaw->shape); // the obstacle, not the bounds
    uint32_t shape = first ? t->flaw->shape : t->flaw->other;
    const char *who = first ? t->one : t->two;
    tell(t->fates, shape);
    if (is_gone(t->fates, shape))
        say(t->w, t->place, "%s crosses or nearly touches the bounds: nothing of it is left inside",
            who);
    else if (t->flaw->kind == WEND_FLAW_TOO_CLOSE)
        say(t->w, t->place, "%s and the bounds nearly touch: snapped together", who);
    else
        say(t->w, t->place, "%s crosses the bounds: what is outside was cut off", who);
}

static void say_pair(const told_flaw *t)
{
    const wend_flaw *flaw = t->flaw;
    bool close = flaw->kind == WEND_FLAW_TOO_CLOSE, overlap = flaw->kind == WEND_FLAW_OVERLAP;
    bool solid = is_solid(t->fates, flaw->shape) && is_solid(t->fates, flaw->other);
    bool one_gone = is_gone(t->fates, flaw->shape), two_gone = is_gone(t->fates, flaw->other);
    if (one_gone || !close)
        tell(t->fates, flaw->shape);
    if (two_gone || !close)
        tell(t->fates, flaw->other);
    if (one_gone || two_gone)
        say(t->w, t->place, "%s and %s %s: %s removed", t->one, t->two,
            close     ? "nearly touch"
            : overlap ? "overlap"
                      : "cross",
            one_gone && two_gone ? "both were"
            : one_gone           ? "the first was"
                                 : "the second was");
    else if (close)
        say(t->w, t->place, "%s and %s nearly touch: snapped together", t->one, t->two);
    else if (solid)
        say(t->w, t->place, "%s and %s overlap: united", t->one, t->two);
    else if (overlap)
        say(t->w, t->place, "%s and %s overlap: what is covered was removed", t->one, t->two);
    else
        say(t->w, t->place, "%s and %s cross: split there, and what is covered removed", t->one,
            t->two);
}

static void say_flaw(repair_words *w, repair_fates *fates, const wend_flaw *flaw)
{
    told_flaw t = {.w = w, .fates = fates, .flaw = flaw, .place = flaw->place};
    checking c = {.s = &fates->before};
    obstacle_words(&c, flaw->shape, t.one);
    obstacle_words(&c, flaw->other, t.two);
    if (flaw->kind == WEND_FLAW_OUTSIDE)
        say_outside(&t);
    else if (flaw->shape == flaw->other)
        say_alone(&t);
    else if (!is_obstacle(fates, flaw->shape) || !is_obstacle(fates, flaw->other))
        say_bounds(&t);
    else
        say_pair(&t);
}

// ---- the rest -----------------------------------------------------------------------------------

// What no line has told yet of an obstacle: that it is gone, or united, or thin.
static void say_rest(repair_words *w, repair_fates *fates, uint32_t shape)
{
    checking c = {.s = &fates->before};
    const scene_obstacle *was = &fates->before.obstacles[shape];
    wend_vec2 place = was->shape.points[0];
    bool gone = is_gone(fates, shape), thinned = is_thinned(fates, shape);
    char who[CHECK_WORDS_SIZE];
    if (has_mark(fates, shape, FATE_TOLD) ||
        !(gone || thinned || has_mark(fates, shape, FATE_UNITED)))
        return;
    obstacle_words(&c, shape, who);
    if (thinned || (gone && was->shape.point_count >= 3))
        say_thin(w, fates, shape, place, who);
    else if (gone)
        say(w, place, "%s lies on other walls or inside an obstacle: removed", who);
    else
        say(w, place, "%s overlaps or touches others that were mended: united with them", who);
}

static void say_names(repair_words *w, repair_fates *fates, const scene *after, uint32_t shape)
{
    checking c = {.s = &fates->before};
    char who[CHECK_WORDS_SIZE];
    bool name = fates_name_is_left(fates, after, shape);
    if (name && fates_role_is_left(fates, after, shape))
        return;
    obstacle_words(&c, shape, who);
    say(w, fates->before.obstacles[shape].shape.points[0],
        "%s was united with others that have other %s: its %s is lost", who,
        name ? "roles" : "names", name ? "role" : "name");
}

void repair_say_floor(repair_words *w, repair_fates *fates, const scene *after)
{
    for (size_t i = 0; i < w->flaw_count; ++i)
        say_flaw(w, fates, &w->flaws[i]);
    w->count += w->all_flaws - w->flaw_count;
    for (size_t i = 0; i < w->later_count; ++i)
        say(w, w->later[i < REPAIR_LINES ? i : 0],
            "after that, walls still overlapped or nearly touched: mended too");
    for (uint32_t i = 0; w->flaws && i < fates->before.obstacle_count; ++i)
        say_rest(w, fates, i);
    for (uint32_t i = 0; w->flaws && i < fates->before.obstacle_count; ++i)
        if (has_mark(fates, i, FATE_UNITED) && has_mark(fates, i, FATE_LEFT))
            say_names(w, fates, after, i);
}

void repair_say_area(repair_words *w, const scene_area *area, wend_vec2 place, size_t parts)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    suggest_quote(quoted, area->name);
    if (parts > 1)
        say(w, place, "area %s is not a sound polygon: the largest of %zu parts was kept", quoted,
            parts);
    else
        say(w, place, "area %s is not a sound polygon: made simple", quoted);
}
