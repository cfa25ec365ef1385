// SPDX-License-Identifier: MIT
// The figures of a map and the results of its queries, as text, JSON and CSV. Points are in the
// frame of the scene's file.
#include "cli/report.h"
#include "cli/map/map.h"
#include "scene/frames.h"

#include <math.h>

static json_t *answer_to_json(const map_job *job, const map_question *question, FILE *out)
{
    bool found = question->value >= 0, weighted = map_weighted(job);
    const char *name = found ? job->places.data[question->place].name : NULL;
    json_t *path = question->from_file ? json_null() : json_array();
    for (uint32_t i = 0; path && i < question->stop_count; ++i)
        path = list_add(path, point_to_json(job->s, question->stops[i].position));
    const figure rows[] = {
        {"at", "query", NULL, VALUE(point_to_json(job->s, question->at)), .digits = 10},
        {"status", NULL, NULL, VALUE(json_string(found ? "found" : "none"))},
        {weighted ? "time" : "distance", weighted ? "time" : "distance", map_unit(job),
         VALUE(question->value), .digits = 10},
        {"to", job->forward ? "from" : "to", NULL, VALUE(name)},
        {"next", "next point", NULL,
         VALUE(found ? point_to_json(job->s, question->next) : json_null())},
        {"turns", "turns", NULL, VALUE(question->turns)},
        {"path", NULL, NULL, VALUE(path)},
    };
    return FIGURES(rows, out);
}

static json_t *answers_to_json(const map_job *job)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < job->questions.count; ++i)
        list = list_add(list, answer_to_json(job, &job->questions.data[i], NULL));
    return list;
}

static json_t *places_to_json(const map_job *job)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < job->places.count; ++i) {
        const map_place *place = &job->places.data[i];
        list =
            list_add(list, json_pack("{s:o, s:f, s:b}", "name", text_to_json(place->name), "offset",
                                     place->offset, "reachable", (int)place->reachable));
    }
    return list;
}

static json_t *boosts_to_json(const map_job *job)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < job->weights.count; ++i) {
        const wend_map_boost *boost = &job->weights.data[i];
        list = list_add(list, json_pack("{s:o, s:f}", "at", point_to_json(job->s, boost->position),
                                        "factor", boost->factor));
    }
    return list;
}

static json_t *barriers_to_json(const map_job *job)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < job->barriers.count; ++i) {
        const map_barrier *barrier = &job->barriers.data[i];
        wend_segment line = job->lines.data[i].line;
        list = list_add(list,
                        json_pack("{s:o, s:o, s:f, s:f, s:f}", "a", point_to_json(job->s, line.a),
                                  "b", point_to_json(job->s, line.b), "weight", barrier->weight,
                                  "queue", barrier->queue, "toll", job->tolls.data[i].to_left));
    }
    return list;
}

static json_t *raster_to_json(const map_job *job)
{
    const raster_frame *frame = &job->raster;
    if (frame->columns == 0)
        return json_null();
    return json_pack("{s:i, s:i, s:f}", "columns", (int)frame->columns, "rows", (int)frame->rows,
                     "cell", frame->cell);
}

static json_t *map_to_json(const map_job *job, FILE *out)
{
    wend_time_map_size size = wend_time_map_measure(job->map);
    wend_mesh_size mesh = wend_mesh_measure(map_mesh(job));
    const figure rows[] = {
        {"scene", "scene", NULL, VALUE(job->file)},
        {"places", job->forward ? "starts" : "goals", NULL, VALUE(places_to_json(job))},
        {"sources", "sources", NULL, VALUE(job->sources.count)},
        {"radius", "radius", "m", VALUE(job->radius)},
        {"boosts", "speed boosts", NULL, VALUE(boosts_to_json(job)), .if_any = true},
        {"barriers", "barriers", NULL, VALUE(barriers_to_json(job)), .if_any = true},
        {"roots", "roots", NULL, VALUE(size.roots)},
        {"windows", "windows", NULL, VALUE(size.windows)},
        {"triangles", "triangles", NULL, VALUE(mesh.triangles)},
        {"mesh_ms", "mesh time", "ms", VALUE(job->mesh_ms)},
        {"build_ms", "map time", "ms", VALUE(job->build_ms)},
        {"farthest", "farthest", map_unit(job), VALUE(job->farthest > 0 ? job->farthest : NAN)},
        {"raster", "raster", NULL, VALUE(raster_to_json(job))},
        {"points", NULL, NULL, VALUE(answers_to_json(job))},
        {"files", NULL, NULL, VALUE(json_incref(job->files))},
    };
    return FIGURES(rows, out);
}

int map_print_json(const map_job *job)
{
    return print_json(job->args, map_to_json(job, NULL));
}

void map_print_text(const map_job *job)
{
    json_decref(map_to_json(job, stdout));
    for (size_t i = 0; i < job->questions.count; ++i) {
        const map_question *question = &job->questions.data[i];
        if (question->value < 0)
            continue; // reported as an error
        putchar('\n');
        json_decref(answer_to_json(job, question, stdout));
        for (uint32_t k = 1; k < question->stop_count; ++k) {
            wend_vec2 p = frames_to_file(job->s, question->stops[k].position);
            print_line(stdout, "%-20s%.10g,%.10g%s", k == 1 ? "path" : "", p.x, p.y,
                       question->stops[k].boost != WEND_MAP_NONE ? " (speed boost)" : "");
        }
    }
    print_written(job->files);
}

void map_print_csv(const map_job *job, FILE *out)
{
    fprintf(out, "x,y,%s,next_x,next_y,turns,to\n", map_weighted(job) ? "time" : "distance");
    for (size_t i = 0; i < job->questions.count; ++i) {
        const map_question *question = &job->questions.data[i];
        wend_vec2 at = frames_to_file(job->s, question->at), next = {NAN, NAN};
        bool found = question->value >= 0;
        if (found)
            next = frames_to_file(job->s, question->next);
        csv_row(out, "ffffffs", at.x, at.y, question->value, next.x, next.y,
                found ? (double)question->turns : NAN,
                found ? job->places.data[question->place].name : "");
    }
}
