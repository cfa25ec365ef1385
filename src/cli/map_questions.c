// SPDX-License-Identifier: MIT
// --at: how far it is from a point, which way, and where to. Points are typed, or come from a file
// of lines "x,y"; the answers to those are CSV, one line for each.
#include "cli/map.h"
#include "cli/place.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "io/export_text.h"
#include "io/frames.h"
#include "io/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The bar moves after so many answers.
enum { ANSWERS_SHOWN = 1024 };

static int fail_memory(const map_job *job)
{
    return fail(job->args, "%s: out of memory", job->file);
}

static bool is_coordinate(wend_vec2 p)
{
    return fabs(p.x) <= WEND_MAX_COORDINATE && fabs(p.y) <= WEND_MAX_COORDINATE;
}

// ---- reading ------------------------------------------------------------------------------------

bool map_ask(map_questions *questions, wend_vec2 at, bool from_file)
{
    if (!wend_array_reserve(questions, NULL, 1))
        return false;
    questions->data[questions->count++] = (map_question){.at = at, .from_file = from_file};
    return true;
}

/// The point at the start of a line; more columns may follow. Moves behind the line.
static bool read_line(const char **rest, wend_vec2 *at)
{
    const char *line = *rest + strspn(*rest, " \t");
    size_t size = strcspn(*rest, "\n");
    *rest += size + ((*rest)[size] == '\n');
    return place_point(&line, at) && strchr(", \t\r\n", *line);
}

/// A line that does not begin as a number does.
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
            continue; // the names of the columns, or an empty line
        if (good)
            at = frames_from_file(job->s, at);
        if (!good || !is_coordinate(at))
            return text_problem(t, (size_t)(line - t->data), problems,
                                "a line is a point, X,Y, with coordinates from -%s to %s",
                                SCENE_MAX_COORDINATE_WORDS, SCENE_MAX_COORDINATE_WORDS);
        if (!map_ask(&job->questions, at, true))
            return problem_no_memory(problems);
    }
    return true;
}

static int read_file(map_job *job, const char *path)
{
    if (strcmp(path, "-") != 0 && access(path, F_OK) != 0)
        return fail_usage(job->args,
                          "--at %s: give a point, X,Y, or a file of points: there is no "
                          "file of that name",
                          path);
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
    int count = option_values(job->args, "at", typed), code = EXIT_DONE;
    for (int i = 0; code == EXIT_DONE && i < count; ++i) {
        const char *rest = typed[i];
        wend_vec2 at;
        if (!place_point(&rest, &at) || *rest != 0) {
            job->questions.with_file = true;
            code = read_file(job, typed[i]);
            continue;
        }
        at = frames_from_file(job->s, at);
        if (!is_coordinate(at))
            code = fail_usage(job->args, "--at %s: coordinates go from -%s to %s", typed[i],
                              SCENE_MAX_COORDINATE_WORDS, SCENE_MAX_COORDINATE_WORDS);
        else if (!map_ask(&job->questions, at, false))
            code = fail_memory(job);
    }
    return code;
}

// ---- answering ----------------------------------------------------------------------------------

/// The whole path, and from files only how many corners it has. False: out of memory.
static bool find_path(const map_job *job, map_question *question)
{
    uint32_t count = 0;
    wend_time_map_path(job->map, WEND_TIME_USUAL, question->at, NULL, 0, &count);
    question->turns = count > 2 ? count - 2 : 0;
    if (question->from_file)
        return true;
    question->stops = malloc((count + (size_t)1) * sizeof *question->stops);
    if (!question->stops)
        return false;
    wend_time_map_path(job->map, WEND_TIME_USUAL, question->at, question->stops, count, &count);
    question->stop_count = count;
    return true;
}

/// For one who is there: nothing is left to go.
static bool stay(const map_job *job, map_question *question, uint32_t place)
{
    question->value = job->places.data[place].offset;
    question->place = place;
    if (question->from_file)
        return true;
    question->stops = malloc(sizeof *question->stops);
    if (!question->stops)
        return false;
    question->stops[0] =
        (wend_time_stop){.at = question->at, .time = question->value, .weight = WEND_MAP_NONE};
    question->stop_count = 1;
    return true;
}

/// False: out of memory.
static bool answer(const map_job *job, map_question *question)
{
    uint32_t around = map_place_around(job, question->at);
    wend_time_answer found = wend_time_map_at(job->map, WEND_TIME_USUAL, question->at);
    question->next = question->at;
    if (around != MAP_NO_PLACE && (found.time < 0 || found.time >= job->places.data[around].offset))
        return stay(job, question, around);
    question->value = found.time;
    question->place = map_place_of(job, found.source);
    if (found.time < 0)
        return true;
    question->next = found.next;
    return find_path(job, question);
}

int map_answer(const map_job *job, map_questions *questions)
{
    progress bar = progress_start(job->args);
    bool enough = true;
    for (size_t i = 0; enough && i < questions->count; ++i) {
        if (i % ANSWERS_SHOWN == 0)
            progress_show(&bar, (double)i / (double)questions->count, "answering");
        enough = answer(job, &questions->data[i]);
        questions->unreachable += enough && questions->data[i].value < 0;
    }
    progress_end(&bar);
    return enough ? EXIT_DONE : fail_memory(job);
}

void map_questions_free(map_questions *questions)
{
    for (size_t i = 0; i < questions->count; ++i)
        free(questions->data[i].stops);
    wend_array_free(questions, NULL);
    *questions = (map_questions){0};
}

// ---- CSV ----------------------------------------------------------------------------------------

static void print_numbers(const double *numbers, int count, FILE *out)
{
    for (int i = 0; i < count; ++i) {
        export_number(out, numbers[i]);
        putc(',', out);
    }
}

/// A field of CSV, with quotes where it needs them.
static void print_field(const char *words, FILE *out)
{
    bool quoted = strpbrk(words, ",\"\r\n");
    if (quoted)
        putc('"', out);
    for (; *words; ++words) {
        if (*words == '"')
            putc('"', out);
        putc(*words, out);
    }
    if (quoted)
        putc('"', out);
}

void map_print_csv(const map_job *job, FILE *out)
{
    fprintf(out, "x,y,%s,next_x,next_y,turns,to\n", map_weighted(job) ? "time" : "distance");
    for (size_t i = 0; i < job->questions.count; ++i) {
        const map_question *question = &job->questions.data[i];
        wend_vec2 at = frames_to_file(job->s, question->at);
        print_numbers((double[]){at.x, at.y, question->value}, 3, out);
        if (question->value < 0) {
            fputs(",,,\n", out);
            continue;
        }
        wend_vec2 next = frames_to_file(job->s, question->next);
        print_numbers((double[]){next.x, next.y, question->turns}, 3, out);
        print_field(job->places.data[question->place].name, out);
        putc('\n', out);
    }
}
