// SPDX-License-Identifier: MIT
// Sources of a path map: the goals of the command line or of the scene's agents; and the speed
// boosts.
#include "base/xalloc.h"
#include "cli/map/map.h"
#include "cli/position.h"
#include "cli/report.h"
#include "polygon/polygons.h"
#include "scene/frames.h"
#include "scene/shape.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Maximum offset of a goal. [Units: m]
#define MOST_OFFSET 1e9

// ---- goals into sources -------------------------------------------------------------------------

static void add_source(map_job *job, wend_vec2 a, wend_vec2 b, double offset)
{
    xreserve(&job->sources, 1);
    job->sources.data[job->sources.count++] = (wend_map_source){a, b, offset};
    ++job->places.data[job->places.count - 1].count;
}

/// Adds the rings of an area, holes included: paths from outside end on them.
static void add_rings(map_job *job, wend_shape shape, double offset)
{
    for (uint32_t ring = 0; ring < shape_rings(shape); ++ring) {
        uint32_t begin, end;
        shape_ring(shape, ring, &begin, &end);
        for (uint32_t i = begin; i < end; ++i)
            add_source(job, shape.points[i], shape.points[i + 1 < end ? i + 1 : begin], offset);
    }
}

/// Adds a goal: an area, or a point or segment.
static void add_place(map_job *job, const char *name, const scene_area *area, wend_segment segment,
                      double offset)
{
    xreserve(&job->places, 1);
    map_place *place = &job->places.data[job->places.count++];
    *place = (map_place){.area = area, .offset = offset, .first = (uint32_t)job->sources.count};
    snprintf(place->name, sizeof place->name, "%s", name);
    if (area)
        add_rings(job, shape_view(&area->shape), offset);
    else
        add_source(job, segment.a, segment.b, offset);
}

/// Adds a point or segment of the scene, named by its coordinates in the scene's file.
static void add_unnamed(map_job *job, wend_segment segment)
{
    char name[SCENE_MAX_NAME];
    wend_vec2 a = frames_to_file(job->s, segment.a), b = frames_to_file(job->s, segment.b);
    if (a.x == b.x && a.y == b.y)
        snprintf(name, sizeof name, "%.10g,%.10g", a.x, a.y);
    else
        snprintf(name, sizeof name, "%.10g,%.10g:%.10g,%.10g", a.x, a.y, b.x, b.y);
    add_place(job, name, NULL, segment, 0);
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

/// Adds an area or a goal by its name; a goal that is absent at job->time is omitted.
static void add_named(map_job *job, const char *name)
{
    wend_segment segment = {0};
    const scene_area *area = scene_area_named(job->s, name);
    const scene_goal_place *goal = area ? NULL : scene_goal_named(job->s, name);
    for (size_t i = 0; i < job->places.count; ++i)
        if (strcmp(name, job->places.data[i].name) == 0)
            return;
    if (area || (goal && scene_goal_at(goal, job->time, &segment)))
        add_place(job, name, area, segment, 0);
}

/// Adds the goal of an agent unless it has been added.
static void add_goal(map_job *job, const scene_goal *goal)
{
    wend_segment at = goal->segment;
    if (goal->kind == SCENE_GOAL_POINT)
        at.b = at.a;
    if (goal->kind == SCENE_GOAL_AREA)
        add_named(job, goal->area);
    for (uint32_t i = 0; goal->kind == SCENE_GOAL_AREAS && i < goal->area_count; ++i)
        add_named(job, goal->areas[i]);
    if ((goal->kind == SCENE_GOAL_POINT || goal->kind == SCENE_GOAL_SEGMENT) &&
        !has_segment(job, at))
        add_unnamed(job, at);
}

static int take_goals(map_job *job)
{
    for (uint32_t i = 0; i < job->s->agents_count; ++i)
        add_goal(job, &job->s->agents[i].goal);
    if (job->sources.count == 0)
        return fail_usage(job->args, "%s: no agent of the scene has a goal%s: give one with --goal",
                          job->file, job->s->goal_count > 0 ? " at this time (see --time)" : "");
    return EXIT_DONE;
}

// ---- command line -------------------------------------------------------------------------------

/// Splits PLACE@M into PLACE and *offset, 0 if missing. False: M is not a distance.
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
        return fail_usage(job->args, "--goal %.40s...: name too long", typed);
    if (!scene_area_named(job->s, words) && !scene_goal_named(job->s, words) &&
        !split_offset(words, &offset))
        return fail_usage(job->args, "--goal %s: invalid distance after @ (expected 0 to %g m)",
                          typed, MOST_OFFSET);
    int code = place_read(job->args, "goal", words, job->s, job->time, &place);
    if (code != EXIT_DONE)
        return code;
    wend_segment segment = {place.points[0], place.points[place.count == 2]};
    add_place(job, typed, place.area, segment, offset);
    return EXIT_DONE;
}

int map_read_sources(map_job *job)
{
    const char *typed[OPTION_VALUES_MAX];
    int count = option_values(job->args, "goal", typed), code = EXIT_DONE;
    if (count == 0)
        return take_goals(job);
    for (int i = 0; code == EXIT_DONE && i < count; ++i)
        code = read_source(job, typed[i]);
    if (code == EXIT_DONE && job->sources.count > WEND_MAP_MAX_SOURCES)
        code = fail_usage(job->args, "%s: the areas have more than %d corners", job->file,
                          WEND_MAP_MAX_SOURCES);
    return code;
}

/// Clips a segment with the coordinates a and b to the range least to most: *from and *to are
/// shares of its length. False: nothing remains.
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
    // Rounding must not lead outside again.
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

// ---- boosts -------------------------------------------------------------------------------------

/// Reads X,Y=W.
static int read_weight(map_job *job, const char *typed)
{
    const char *rest = typed;
    wend_vec2 at;
    double weight;
    bool good = place_point(&rest, &at) && *rest++ == '=' && place_number(&rest, &weight) &&
                *rest == 0 && weight > 0 && weight <= WEND_MAP_MAX_BOOST;
    if (good && weight < 1)
        return fail_usage(job->args,
                          "--boost %s: a factor below 1 has no effect on fastest paths: they pass "
                          "the corner at any small distance (expected 1 to %g)",
                          typed, WEND_MAP_MAX_BOOST);
    if (!good)
        return fail_usage(job->args,
                          "--boost %s: invalid value (expected a corner and a factor from 1 to "
                          "%g, X,Y=W)",
                          typed, WEND_MAP_MAX_BOOST);
    at = frames_from_file(job->s, at);
    int code = place_check_range(job->args, "boost", typed, &at, 1);
    if (code != EXIT_DONE)
        return code;
    xreserve(&job->weights, 1);
    job->weights.data[job->weights.count++] = (wend_map_boost){at, weight};
    return EXIT_DONE;
}

int map_read_weights(map_job *job)
{
    const char *typed[OPTION_VALUES_MAX];
    int count = option_values(job->args, "boost", typed), code = EXIT_DONE;
    for (int i = 0; code == EXIT_DONE && i < count; ++i)
        code = read_weight(job, typed[i]);
    for (uint32_t i = 0; count == 0 && i < job->s->boost_count; ++i) {
        xreserve(&job->weights, 1);
        job->weights.data[job->weights.count++] =
            (wend_map_boost){job->s->boosts[i].at, job->s->boosts[i].factor};
    }
    return code;
}
