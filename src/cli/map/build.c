// SPDX-License-Identifier: MIT
// The map of a job: its mesh, its boosts, its goals.
#include "cli/map/map.h"
#include "cli/plan/plan.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/touch.h"
#include "polygon/ground.h"
#include "polygon/polygons.h"
#include "scene/frames.h"
#include "scene/shape.h"
#include "wend/geometry.h"

#include <math.h>

/// Around corners the path of a disc has a few tangents instead of an arc. They are farther out by
/// at most this share of the radius; at a right angle the path is longer by less than 2 % of the
/// radius.
#define ARC_ERROR 0.01

/// Search distance for the corner of a boost, as a share of the scene's size.
#define CORNER_REACH 0.01

const wend_mesh *map_mesh(const map_job *job)
{
    return job->grown ? job->grown : job->built.mesh;
}

bool map_weighted(const map_job *job)
{
    return job->weights.count > 0;
}

const char *map_unit(const map_job *job)
{
    return map_weighted(job) ? "s" : "m";
}

uint32_t map_layers(const map_job *job)
{
    uint32_t layers = 1;
    if (!job->printed)
        wend_time_map_speeds(job->map, &layers);
    return layers;
}

const wend_map_root *map_roots_of(const map_job *job, uint32_t layer, uint32_t *count)
{
    return job->printed ? wend_farias_map_roots(job->printed, count)
                        : wend_map_roots(wend_time_map_plain(job->map, layer), count);
}

// ---- places -------------------------------------------------------------------------------------

uint32_t map_place_of(const map_job *job, uint32_t source)
{
    for (uint32_t i = 0; i < job->places.count; ++i) {
        const map_place *place = &job->places.data[i];
        if (source >= place->first && source - place->first < place->count)
            return i;
    }
    return MAP_NO_PLACE;
}

static bool is_free(const map_job *job, wend_vec2 p)
{
    wend_location where = wend_mesh_locate(map_mesh(job), p);
    return where == WEND_LOCATION_FREE || where == WEND_LOCATION_BOUNDARY;
}

uint32_t map_place_around(const map_job *job, wend_vec2 p)
{
    uint32_t found = MAP_NO_PLACE;
    for (uint32_t i = 0; i < job->places.count; ++i) {
        const map_place *place = &job->places.data[i];
        bool nearer = found == MAP_NO_PLACE || place->offset < job->places.data[found].offset;
        if (nearer &&
            (place->touched ? map_is_touched(job, place, p)
                            : place->area && shape_covers(shape_view(&place->area->shape), p)))
            found = i;
    }
    return found != MAP_NO_PLACE && is_free(job, p) ? found : MAP_NO_PLACE;
}

// ---- building -----------------------------------------------------------------------------------

/// True if barriers are lines of the mesh, with tolls.
static bool has_tolls(const map_job *job)
{
    return job->lines.count > 0 && !option_given(job->args, "paper-barriers");
}

/// Builds the mesh for the centre of the disc, with the barriers. EXIT_DONE, or the exit code of a
/// reported error.
static int grow(map_job *job)
{
    wend_error error = {0};
    wend_segment lines[OPTION_VALUES_MAX];
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = wend_mesh_box(job->built.mesh);
    if (has_tolls(job)) {
        for (size_t i = 0; i < job->lines.count; ++i)
            lines[i] = job->lines.data[i].line;
        def.lines = lines;
        def.line_count = (uint32_t)job->lines.count;
    }
    progress bar = progress_start(job->args);
    progress_show(&bar, 0.3, "inflating the walls");
    wend_result result = wend_mesh_create_inflated(
        job->built.floor, job->radius, ARC_ERROR * job->radius, &def, &job->grown, &error);
    progress_end(&bar);
    return result == WEND_OK ? EXIT_DONE
                             : fail(job->args, "%s: %s", job->file, wend_error_text(&error));
}

/// Moves each boost to its corner. EXIT_DONE, or the exit code of a reported error.
static int place_weights(map_job *job)
{
    wend_box box = wend_mesh_box(map_mesh(job));
    double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double reach = CORNER_REACH * size + 2 * job->radius;
    for (size_t i = 0; i < job->weights.count; ++i) {
        wend_vec2 *at = &job->weights.data[i].position, corner;
        wend_vec2 shown = frames_to_file(job->s, *at);
        if (wend_map_corner(map_mesh(job), *at, INFINITY, &corner) != WEND_OK)
            return fail_usage(job->args, "%s: the boost at %.10g,%.10g: no obstacle has a corner",
                              job->file, shown.x, shown.y);
        if (wend_distance(corner, *at) > reach) {
            wend_vec2 nearest = frames_to_file(job->s, corner);
            return fail_usage(
                job->args,
                "%s: the boost at %.10g,%.10g is not at a corner; the nearest corner is "
                "%.10g,%.10g",
                job->file, shown.x, shown.y, nearest.x, nearest.y);
        }
        *at = corner;
    }
    return EXIT_DONE;
}

static int build_map(map_job *job)
{
    wend_error error = {0};
    wend_time_map_def def = wend_default_time_map_def();
    def.form = job->forward ? WEND_TIME_FROM_SOURCES : WEND_TIME_TO_SOURCES;
    def.sources = job->sources.data;
    def.source_count = (uint32_t)job->sources.count;
    def.boosts = job->weights.data;
    def.boost_count = (uint32_t)job->weights.count;
    if (has_tolls(job)) {
        def.tolls = job->tolls.data;
        def.toll_count = (uint32_t)job->tolls.count;
    }
    progress bar = progress_start(job->args);
    progress_show(&bar, 0.4, "building the map");
    double before = plan_clock();
    wend_result result = wend_time_map_create(NULL, &job->map, &error);
    if (result == WEND_OK)
        result = wend_time_map_build(job->map, map_mesh(job), &def, &error);
    if (result == WEND_OK && option_given(job->args, "paper-barriers"))
        result = wend_farias_map_create(map_mesh(job), job->sources.data,
                                        (uint32_t)job->sources.count, job->lines.data,
                                        (uint32_t)job->lines.count, &job->printed, &error);
    job->build_ms = (plan_clock() - before) / 1000;
    progress_end(&bar);
    return result == WEND_OK ? EXIT_DONE
                             : fail(job->args, "%s: %s", job->file, wend_error_text(&error));
}

/// Reports that no source is in free space, with the extent of the scene.
static int fail_no_source(const map_job *job)
{
    wend_box box = scene_box(job->s);
    wend_vec2 a = frames_to_file(job->s, box.min), b = frames_to_file(job->s, box.max);
    return fail(job->args,
                "%s: no source is in free space; the scene is between %.10g,%.10g and "
                "%.10g,%.10g",
                job->file, fmin(a.x, b.x), fmin(a.y, b.y), fmax(a.x, b.x), fmax(a.y, b.y));
}

/// Determines which goals a point reaches.
static void mark_reachable(map_job *job)
{
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(wend_time_map_plain(job->map, 0), &count);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t place = map_place_of(job, roots[i].source);
        if (place != MAP_NO_PLACE)
            job->places.data[place].reachable = true;
    }
}

/// Reports goals that are not reachable. EXIT_DONE, or the exit code of a reported error.
static int check_places(const map_job *job)
{
    bool some = false, touched = false;
    for (size_t i = 0; i < job->places.count; ++i) {
        const map_place *place = &job->places.data[i];
        char why[200] = "it is in an obstacle or outside";
        some = some || place->reachable;
        if (place->reachable)
            continue;
        double widest = job->radius > 0 ? map_widest(job, place) : 0;
        touch_describe(why, sizeof why, job->radius, widest);
        touched = touched || widest > 0;
        if (!job->args->quiet)
            complain("%s: no path to %s: %s", job->file, place->name, why);
    }
    if (some)
        return EXIT_DONE;
    return touched ? fail(job->args, "%s: no disc of radius %.10g m can touch a goal", job->file,
                          job->radius)
                   : fail_no_source(job);
}

int map_build(map_job *job, problem_list *problems)
{
    double before = plan_clock();
    wend_box around = map_sources_box(job);
    for (size_t i = 0; i < job->questions.count; ++i)
        around = wend_box_add(around, job->questions.data[i].at);
    int code = build_mesh_at(job->args, job->s, around, job->radius, problems, &job->built);
    if (code == EXIT_DONE && (job->radius > 0 || has_tolls(job)))
        code = grow(job);
    job->mesh_ms = (plan_clock() - before) / 1000;
    if (code == EXIT_DONE) {
        map_clip_sources(job, wend_mesh_box(map_mesh(job)));
        if (job->radius > 0)
            map_touch_goals(job);
        code = place_weights(job);
    }
    if (code == EXIT_DONE)
        code = build_map(job);
    if (code != EXIT_DONE)
        return code;
    if (job->radius == 0)
        mark_reachable(job);
    return check_places(job);
}

void map_free(map_job *job)
{
    map_questions_free(&job->questions);
    wend_array_free(&job->places, NULL);
    wend_array_free(&job->sources, NULL);
    wend_array_free(&job->sides, NULL);
    wend_array_free(&job->weights, NULL);
    wend_array_free(&job->barriers, NULL);
    wend_array_free(&job->lines, NULL);
    wend_array_free(&job->tolls, NULL);
    wend_farias_map_destroy(job->printed);
    wend_time_map_destroy(job->map);
    wend_mesh_destroy(job->grown);
    scene_mesh_free(&job->built);
    wend_tasks_destroy(job->tasks);
    json_decref(job->files);
}
