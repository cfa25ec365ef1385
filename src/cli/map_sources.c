// SPDX-License-Identifier: MIT
// What a path map leads to: places that are typed, or the goals of the scene's agents; and the
// corners that make faster.
#include "cli/map.h"
#include "cli/place.h"
#include "cli/report.h"
#include "io/frames.h"
#include "io/polygons.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Offsets beyond this are no distances. [Units: m]
#define MOST_OFFSET 1e9

static int fail_memory(const map_job *job)
{
    return fail(job->args, "%s: out of memory", job->file);
}

// ---- places into sources ------------------------------------------------------------------------

static bool add_source(map_job *job, wend_vec2 a, wend_vec2 b, double offset)
{
    if (!wend_array_reserve(&job->sources, NULL, 1))
        return false;
    job->sources.data[job->sources.count++] = (wend_map_source){a, b, offset};
    ++job->places.data[job->places.count - 1].count;
    return true;
}

/// Who comes from outside meets the rings of an area, holes included; who is inside is there.
static bool add_rings(map_job *job, wend_shape shape, double offset)
{
    for (uint32_t ring = 0; ring < shape_rings(shape); ++ring) {
        uint32_t begin, end;
        shape_ring(shape, ring, &begin, &end);
        for (uint32_t i = begin; i < end; ++i)
            if (!add_source(job, shape.points[i], shape.points[i + 1 < end ? i + 1 : begin],
                            offset))
                return false;
    }
    return true;
}

/// Adds a place: an area, or a point or segment. False: out of memory.
static bool add_place(map_job *job, const char *name, const scene_area *area, wend_segment segment,
                      double offset)
{
    if (!wend_array_reserve(&job->places, NULL, 1))
        return false;
    map_place *place = &job->places.data[job->places.count++];
    *place = (map_place){.area = area, .offset = offset, .first = (uint32_t)job->sources.count};
    snprintf(place->name, sizeof place->name, "%s", name);
    return area ? add_rings(job, shape_view(&area->shape), offset)
                : add_source(job, segment.a, segment.b, offset);
}

/// A place of the scene that is not an area, in the words of its file.
static bool add_unnamed(map_job *job, wend_segment segment)
{
    char name[SCENE_MAX_NAME];
    wend_vec2 a = frames_to_file(job->s, segment.a), b = frames_to_file(job->s, segment.b);
    if (a.x == b.x && a.y == b.y)
        snprintf(name, sizeof name, "%.10g,%.10g", a.x, a.y);
    else
        snprintf(name, sizeof name, "%.10g,%.10g:%.10g,%.10g", a.x, a.y, b.x, b.y);
    return add_place(job, name, NULL, segment, 0);
}

// ---- the scene's goals --------------------------------------------------------------------------

static bool same_segment(wend_segment a, const wend_map_source *b)
{
    return a.a.x == b->a.x && a.a.y == b->a.y && a.b.x == b->b.x && a.b.y == b->b.y;
}

static bool has_segment(const map_job *job, wend_segment segment)
{
    for (size_t i = 0; i < job->places.count; ++i)
        if (!job->places.data[i].area &&
            same_segment(segment, &job->sources.data[job->places.data[i].first]))
            return true;
    return false;
}

/// An area or a goal; one that is not there now is left out.
static bool add_named(map_job *job, const char *name)
{
    wend_segment segment = {0};
    const scene_area *area = scene_area_named(job->s, name);
    const scene_goal_place *goal = area ? NULL : scene_goal_named(job->s, name);
    for (size_t i = 0; i < job->places.count; ++i)
        if (strcmp(name, job->places.data[i].name) == 0)
            return true;
    if (!area && !(goal && scene_goal_at(goal, job->time, &segment)))
        return true;
    return add_place(job, name, area, segment, 0);
}

/// Adds a goal if it is not there yet. False: out of memory.
static bool add_goal(map_job *job, const scene_goal *goal)
{
    switch (goal->kind) {
    case SCENE_GOAL_AREA:
        return add_named(job, goal->area);
    case SCENE_GOAL_AREAS:
        for (uint32_t i = 0; i < goal->area_count; ++i)
            if (!add_named(job, goal->areas[i]))
                return false;
        return true;
    case SCENE_GOAL_POINT: {
        wend_segment point = {goal->segment.a, goal->segment.a};
        return has_segment(job, point) || add_unnamed(job, point);
    }
    case SCENE_GOAL_SEGMENT:
        return has_segment(job, goal->segment) || add_unnamed(job, goal->segment);
    default:
        return true;
    }
}

static int take_goals(map_job *job)
{
    for (uint32_t i = 0; i < job->s->agents_count; ++i)
        if (!add_goal(job, &job->s->agents[i].goal))
            return fail_memory(job);
    if (job->sources.count == 0)
        return fail_usage(job->args,
                          "%s: nobody in the scene has a goal%s: say where paths lead, --source "
                          "X,Y",
                          job->file,
                          job->s->goal_count > 0 ? " that is there now (--time changes that)" : "");
    return EXIT_DONE;
}

// ---- what is typed ------------------------------------------------------------------------------

/// PLACE or PLACE@M: takes M off, into *offset. False: what stands behind the @ is no distance.
static bool split_offset(char *typed, double *offset)
{
    char *at = strrchr(typed, '@');
    *offset = 0;
    if (!at)
        return true;
    const char *rest = at + 1;
    *at = 0;
    return place_number(&rest, offset) && *rest == 0 && *offset >= 0 && *offset <= MOST_OFFSET;
}

static int read_source(map_job *job, const char *typed)
{
    char words[SCENE_MAX_NAME + 40];
    typed_place place;
    double offset = 0;
    if (snprintf(words, sizeof words, "%s", typed) >= (int)sizeof words)
        return fail_usage(job->args, "--source %.40s...: that is too long for a place", typed);
    if (!scene_area_named(job->s, words) && !scene_goal_named(job->s, words) &&
        !split_offset(words, &offset))
        return fail_usage(job->args,
                          "--source %s: what stands behind @ is a distance from 0 to %g m", typed,
                          MOST_OFFSET);
    int code = place_read(job->args, "source", words, job->s, job->time, &place);
    if (code != EXIT_DONE)
        return code;
    wend_segment segment = {place.points[0], place.points[place.count == 2]};
    return add_place(job, typed, place.area, segment, offset) ? EXIT_DONE : fail_memory(job);
}

int map_read_sources(map_job *job)
{
    const char *typed[OPTION_VALUES_MAX];
    int count = option_values(job->args, "source", typed), code = EXIT_DONE;
    if (count == 0)
        return take_goals(job);
    for (int i = 0; code == EXIT_DONE && i < count; ++i)
        code = read_source(job, typed[i]);
    if (code == EXIT_DONE && job->sources.count > WEND_MAP_MAX_SOURCES)
        code = fail_usage(job->args, "%s: the areas have more than %d corners", job->file,
                          WEND_MAP_MAX_SOURCES);
    return code;
}

/// Cuts one coordinate's part of a segment down to what lies between two values: *from and *to are
/// shares of its length. False: nothing is left.
static bool clip_shares(double a, double b, double least, double most, double *from, double *to)
{
    if (a == b)
        return a >= least && a <= most;
    double enter = ((a < b ? least : most) - a) / (b - a);
    double leave = ((a < b ? most : least) - a) / (b - a);
    *from = fmax(*from, enter);
    *to = fmin(*to, leave);
    return *from <= *to;
}

static wend_vec2 point_at(const wend_map_source *source, double share, wend_box box)
{
    wend_vec2 p = share <= 0   ? source->a
                  : share >= 1 ? source->b
                               : (wend_vec2){source->a.x + (source->b.x - source->a.x) * share,
                                             source->a.y + (source->b.y - source->a.y) * share};
    // Rounding may not lead out again.
    return (wend_vec2){fmin(fmax(p.x, box.min.x), box.max.x),
                       fmin(fmax(p.y, box.min.y), box.max.y)};
}

void map_clip_sources(map_job *job, wend_box box)
{
    size_t kept = 0;
    for (size_t i = 0; i < job->places.count; ++i) {
        map_place *place = &job->places.data[i];
        uint32_t first = place->first, end = first + place->count;
        place->first = (uint32_t)kept;
        place->count = 0;
        for (uint32_t k = first; k < end; ++k) {
            const wend_map_source source = job->sources.data[k];
            double from = 0, to = 1;
            if (!clip_shares(source.a.x, source.b.x, box.min.x, box.max.x, &from, &to) ||
                !clip_shares(source.a.y, source.b.y, box.min.y, box.max.y, &from, &to))
                continue;
            wend_map_source *to_keep = &job->sources.data[kept++];
            *to_keep = source;
            to_keep->a = point_at(&source, from, box);
            to_keep->b = point_at(&source, to, box);
            ++place->count;
        }
    }
    job->sources.count = kept;
}

wend_box map_sources_box(const map_job *job)
{
    wend_box box = wend_box_empty();
    for (size_t i = 0; i < job->sources.count; ++i) {
        box = wend_box_add(box, job->sources.data[i].a);
        box = wend_box_add(box, job->sources.data[i].b);
    }
    return box;
}

// ---- weights ------------------------------------------------------------------------------------

/// X,Y=W
static int read_weight(map_job *job, const char *typed)
{
    const char *rest = typed;
    wend_vec2 at;
    double weight;
    bool good = place_point(&rest, &at) && *rest++ == '=' && place_number(&rest, &weight) &&
                *rest == 0 && weight >= 1 && weight <= WEND_MAP_MAX_WEIGHT;
    if (!good)
        return fail_usage(job->args,
                          "--weight %s: give a corner and how many times faster it makes, X,Y=W "
                          "with W from 1 to %g",
                          typed, WEND_MAP_MAX_WEIGHT);
    if (!wend_array_reserve(&job->weights, NULL, 1))
        return fail_memory(job);
    at = frames_from_file(job->s, at);
    if (!(fabs(at.x) <= WEND_MAX_COORDINATE && fabs(at.y) <= WEND_MAX_COORDINATE))
        return fail_usage(job->args, "--weight %s: coordinates go from -%s to %s", typed,
                          SCENE_MAX_COORDINATE_WORDS, SCENE_MAX_COORDINATE_WORDS);
    job->weights.data[job->weights.count++] = (wend_map_weight){at, weight};
    return EXIT_DONE;
}

int map_read_weights(map_job *job)
{
    const char *typed[OPTION_VALUES_MAX];
    int count = option_values(job->args, "weight", typed), code = EXIT_DONE;
    for (int i = 0; code == EXIT_DONE && i < count; ++i)
        code = read_weight(job, typed[i]);
    for (uint32_t i = 0; count == 0 && i < job->s->weight_count; ++i) {
        if (!wend_array_reserve(&job->weights, NULL, 1))
            return fail_memory(job);
        job->weights.data[job->weights.count++] =
            (wend_map_weight){job->s->weights[i].at, job->s->weights[i].weight};
    }
    return code;
}
