// SPDX-License-Identifier: MIT
// --query: distance, next waypoint and goal of points. Points are on the command line, or in a file
// of lines "x,y", whose results are CSV, one line each.
#include "base/text.h"
#include "base/xalloc.h"
#include "cli/map/map.h"
#include "cli/position.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "scene/frames.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Number of results between two updates of the progress bar.
enum { ANSWERS_SHOWN = 1024 };

// ---- reading ------------------------------------------------------------------------------------

void map_ask(map_questions *questions, wend_vec2 at, bool from_file)
{
    xreserve(questions, 1);
    questions->data[questions->count++] = (map_question){.at = at, .from_file = from_file};
}

/// Reads the point at the start of a line; more columns may follow. Moves *rest behind the line.
static bool read_line(const char **rest, wend_vec2 *at)
{
    const char *line = *rest + strspn(*rest, " \t");
    size_t size = strcspn(*rest, "\n");
    *rest += size + ((*rest)[size] == '\n');
    return place_point(&line, at) && strchr(", \t\r\n", *line);
}

/// True if a line does not start like a number.
static bool has_names(const char *line)
{
    return !strchr("0123456789+-.", line[strspn(line, " \t")]);
}

static bool read_lines(map_job *job, const text *t, problem_list *problems)
{
    for (const char *rest = t->data; *rest;) {
        const char *line = rest;
        wend_vec2 at;
        bool good = read_line(&rest, &at), first = line == t->data;
        if (!good && ((first && has_names(line)) || line[strspn(line, " \t\r")] == '\n'))
            continue; // column names, or an empty line
        if (good)
            at = frames_from_file(job->s, at);
        if (!good || !wend_is_in_range(at))
            return text_problem(
                t, (size_t)(line - t->data), problems,
                "invalid line (expected a point X,Y with coordinates from -%s to %s)",
                SCENE_MAX_COORDINATE_WORDS, SCENE_MAX_COORDINATE_WORDS);
        map_ask(&job->questions, at, true);
    }
    return true;
}

static int read_file(map_job *job, const char *path)
{
    if (strcmp(path, "-") != 0 && access(path, F_OK) != 0)
        return fail_usage(job->args, "--query %s: neither a point X,Y nor an existing file", path);
    problem_list problems = {.file = strcmp(path, "-") == 0 ? "standard input" : path};
    text t = {0};
    bool good = text_read_file(path, &t, &problems) && text_check_utf8(&t, &problems) &&
                read_lines(job, &t, &problems);
    int code = good ? EXIT_DONE : fail_problems(job->args, &problems);
    text_free(&t);
    problem_free(&problems);
    return code;
}

int map_read_questions(map_job *job)
{
    const char *typed[OPTION_VALUES_MAX];
    int count = option_values(job->args, "query", typed), code = EXIT_DONE;
    for (int i = 0; code == EXIT_DONE && i < count; ++i) {
        const char *rest = typed[i];
        wend_vec2 at;
        if (!place_point(&rest, &at) || *rest != 0) {
            job->questions.with_file = true;
            code = read_file(job, typed[i]);
            continue;
        }
        at = frames_from_file(job->s, at);
        code = place_check_range(job->args, "query", typed[i], &at, 1);
        if (code == EXIT_DONE)
            map_ask(&job->questions, at, false);
    }
    return code;
}

// ---- results ------------------------------------------------------------------------------------

/// Computes the path; for queries of files only its number of corners.
static void find_path(const map_job *job, map_question *question)
{
    uint32_t count = 0;
    wend_time_map_path(job->map, WEND_TIME_DEFAULT_LAYER, question->at, NULL, 0, &count);
    question->turns = count > 2 ? count - 2 : 0;
    if (question->from_file)
        return;
    question->stops = xmalloc(count * sizeof *question->stops);
    wend_time_map_path(job->map, WEND_TIME_DEFAULT_LAYER, question->at, question->stops, count,
                       &count);
    question->stop_count = count;
}

/// Sets the result of a point inside a goal area: distance 0.
static void stay(const map_job *job, map_question *question, uint32_t place)
{
    question->value = job->places.data[place].offset;
    question->place = place;
    if (question->from_file)
        return;
    question->stops = xmalloc(sizeof *question->stops);
    question->stops[0] = (wend_time_point){
        .position = question->at, .time = question->value, .boost = WEND_MAP_NONE};
    question->stop_count = 1;
}

static void answer(const map_job *job, map_question *question)
{
    uint32_t around = map_place_around(job, question->at);
    wend_time_result found = wend_time_map_query(job->map, WEND_TIME_DEFAULT_LAYER, question->at);
    question->next = question->at;
    if (around != MAP_NO_PLACE &&
        (found.time < 0 || found.time >= job->places.data[around].offset)) {
        stay(job, question, around);
        return;
    }
    question->value = found.time;
    question->place = map_place_of(job, found.source);
    if (found.time < 0)
        return;
    question->next = found.next;
    find_path(job, question);
}

void map_answer(const map_job *job, map_questions *questions)
{
    progress bar = progress_start(job->args);
    for (size_t i = 0; i < questions->count; ++i) {
        if (i % ANSWERS_SHOWN == 0)
            progress_show(&bar, (double)i / (double)questions->count, "answering");
        answer(job, &questions->data[i]);
        questions->unreachable += questions->data[i].value < 0;
    }
    progress_end(&bar);
}

void map_questions_free(map_questions *questions)
{
    for (size_t i = 0; i < questions->count; ++i)
        free(questions->data[i].stops);
    wend_array_free(questions, NULL);
    *questions = (map_questions){0};
}
