// SPDX-License-Identifier: MIT
// What a map is and what was asked of it, as a text for people and as JSON. Points are those of the
// scene's file.
#include "cli/map.h"
#include "cli/report.h"
#include "io/frames.h"

#include <stdio.h>

static const char *value_name(const map_job *job)
{
    return map_weighted(job) ? "time" : "distance";
}

// ---- text ---------------------------------------------------------------------------------------

/// "1 source", "3 sources".
static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void print_answer(const map_job *job, const map_question *question)
{
    wend_vec2 at = frames_to_file(job->s, question->at);
    if (question->value < 0)
        return; // complained about
    print_line(stdout, "%.10g,%.10g: %.10g %s %s %s", at.x, at.y, question->value, map_unit(job),
               job->forward ? "from" : "to", job->places.data[question->place].name);
    for (uint32_t i = 1; i < question->stop_count; ++i) {
        const wend_time_stop *stop = &question->stops[i];
        wend_vec2 p = frames_to_file(job->s, stop->at);
        print_line(stdout, "  %-12s%.10g,%.10g%s", i == 1 ? "by" : "", p.x, p.y,
                   stop->weight != WEND_MAP_NONE ? ", where the speed changes" : "");
    }
}

void map_print_text(const map_job *job)
{
    wend_time_map_size size = wend_time_map_measure(job->map);
    wend_mesh_size mesh = wend_mesh_measure(map_mesh(job));
    print_line(stdout, "%s: %zu place%s to %s, %u roots, %u windows in %u triangles", job->file,
               job->places.count, plural(job->places.count), job->forward ? "start from" : "go to",
               (unsigned)size.roots, (unsigned)size.windows, (unsigned)mesh.triangles);
    print_line(stdout, "  mesh        %.4g ms", job->mesh_ms);
    print_line(stdout, "  map         %.4g ms", job->build_ms);
    if (job->farthest > 0)
        print_line(stdout, "  farthest    %.6g %s", job->farthest, map_unit(job));
    if (job->raster.columns > 0)
        print_line(stdout, "  raster      %u x %u cells of %.6g m", (unsigned)job->raster.columns,
                   (unsigned)job->raster.rows, job->raster.cell);
    for (size_t i = 0; i < job->questions.count; ++i)
        print_answer(job, &job->questions.data[i]);
    for (size_t i = 0; i < json_array_size(job->files); ++i)
        print_line(stdout, "%s: written", json_string_value(json_array_get(job->files, i)));
}

// ---- JSON ---------------------------------------------------------------------------------------

static json_t *point_to_json(const map_job *job, wend_vec2 point)
{
    wend_vec2 shown = frames_to_file(job->s, point);
    return json_pack("[f, f]", shown.x, shown.y);
}

static json_t *path_to_json(const map_job *job, const map_question *question)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < question->stop_count; ++i)
        if (json_array_append_new(array, point_to_json(job, question->stops[i].at)) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *answer_to_json(const map_job *job, const map_question *question)
{
    bool found = question->value >= 0;
    json_t *object = json_pack("{s:o, s:s, s:f, s:o, s:i}", "at", point_to_json(job, question->at),
                               "status", found ? "found" : "none", value_name(job), question->value,
                               "next", found ? point_to_json(job, question->next) : json_null(),
                               "turns", (int)question->turns);
    bool good = object != NULL;
    if (good && found)
        good = json_object_set_new(object, "to",
                                   text_to_json(job->places.data[question->place].name)) == 0;
    if (good && !question->from_file)
        good = json_object_set_new(object, "path", path_to_json(job, question)) == 0;
    if (good)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *answers_to_json(const map_job *job)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < job->questions.count; ++i)
        if (json_array_append_new(array, answer_to_json(job, &job->questions.data[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *places_to_json(const map_job *job)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < job->places.count; ++i) {
        const map_place *place = &job->places.data[i];
        json_t *one = json_pack("{s:o, s:f, s:b}", "name", text_to_json(place->name), "offset",
                                place->offset, "reachable", (int)place->reachable);
        if (json_array_append_new(array, one) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *weights_to_json(const map_job *job)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < job->weights.count; ++i) {
        const wend_map_weight *weight = &job->weights.data[i];
        json_t *one =
            json_pack("{s:o, s:f}", "at", point_to_json(job, weight->at), "weight", weight->weight);
        if (json_array_append_new(array, one) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *raster_to_json(const map_job *job)
{
    const map_frame *frame = &job->raster;
    if (frame->columns == 0)
        return json_null();
    return json_pack("{s:i, s:i, s:f}", "columns", (int)frame->columns, "rows", (int)frame->rows,
                     "cell", frame->cell);
}

int map_print_json(const map_job *job)
{
    wend_time_map_size size = wend_time_map_measure(job->map);
    wend_mesh_size mesh = wend_mesh_measure(map_mesh(job));
    json_t *object =
        json_pack("{s:o, s:i, s:f, s:o, s:o, s:i, s:i, s:i, s:f, s:f, s:o, s:o, s:o, s:O}",
                  "places", places_to_json(job), "sources", (int)job->sources.count, "radius",
                  job->radius, "weights", weights_to_json(job), "barriers", map_barriers_json(job),
                  "roots", (int)size.roots, "windows", (int)size.windows, "triangles",
                  (int)mesh.triangles, "mesh_ms", job->mesh_ms, "build_ms", job->build_ms,
                  "farthest", job->farthest > 0 ? json_real(job->farthest) : json_null(), "raster",
                  raster_to_json(job), "points", answers_to_json(job), "files", job->files);
    return print_json(job->args, object);
}
