// SPDX-License-Identifier: MIT
#include "io/repair_words.h"

#include "io/scene_check.h"
#include "io/suggest.h"

#include <stdarg.h>

static void say(repair_words *w, wend_vec2 place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(repair_words *w, wend_vec2 place, const char *format, ...)
{
    ++w->count;
    if (!w->out)
        return;
    char words[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    fprintf(w->out, "near (%.10g, %.10g): %s\n", place.x + w->shift.x, place.y + w->shift.y, words);
}

static bool is_solid(const scene *s, uint32_t shape)
{
    return shape < s->obstacle_count && s->obstacles[shape].shape.point_count >= 3;
}

static void say_pair(repair_words *w, const scene *s, const wend_flaw *flaw, const char *one,
                     const char *two)
{
    bool bounds = flaw->shape >= s->obstacle_count || flaw->other >= s->obstacle_count;
    bool thin = !is_solid(s, flaw->shape) || !is_solid(s, flaw->other);
    if (bounds)
        say(w, flaw->place, "%s crosses %s: what is outside was cut off", one, two);
    else if (flaw->kind == WEND_FLAW_OVERLAP)
        say(w, flaw->place, "%s and %s overlap: %s", one, two,
            thin ? "what is covered was removed" : "united");
    else if (thin)
        say(w, flaw->place, "%s and %s cross: split there, and what is covered removed", one, two);
    else
        say(w, flaw->place, "%s and %s overlap: united", one, two);
}

static void say_flaw(repair_words *w, const scene *s, const wend_flaw *flaw)
{
    checking c = {.s = s};
    char one[CHECK_WORDS_SIZE], two[CHECK_WORDS_SIZE];
    obstacle_words(&c, flaw->shape, one);
    obstacle_words(&c, flaw->other, two);
    bool alone = flaw->shape == flaw->other;
    switch (flaw->kind) {
    case WEND_FLAW_NOT_SIMPLE:
        say(w, flaw->place,
            "the outline of %s touches or crosses itself, or has no area: what it winds around was "
            "kept",
            one);
        break;
    case WEND_FLAW_CROSSING:
    case WEND_FLAW_OVERLAP:
        if (alone)
            say(w, flaw->place, "rings of %s cross: its holes were united", one);
        else
            say_pair(w, s, flaw, one, two);
        break;
    case WEND_FLAW_OUTSIDE:
        say(w, flaw->place, "%s lies outside the bounds: removed", one);
        break;
    case WEND_FLAW_HOLE:
        say(w, flaw->place, "a hole of %s is not inside its outline: removed", one);
        break;
    case WEND_FLAW_TOO_CLOSE:
        if (alone)
            say(w, flaw->place, "walls of %s nearly touch: snapped together", one);
        else
            say(w, flaw->place, "%s and %s nearly touch: snapped together", one, two);
        break;
    }
}

void repair_say_flaws(repair_words *w, const scene *s, const wend_flaw *flaws, size_t kept,
                      size_t all)
{
    for (size_t i = 0; i < kept; ++i)
        say_flaw(w, s, &flaws[i]);
    if (all > kept && w->out)
        fprintf(w->out, "and %zu more\n", all - kept);
    w->count += all - kept;
}

void repair_say_more(repair_words *w, const wend_flaw *flaws, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        say(w, flaws[i].place, "after that, walls still overlapped or nearly touched: united too");
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
