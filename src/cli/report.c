// SPDX-License-Identifier: MIT
// Output of commands (see report.h).
#include "cli/report.h"

#include "base/problem.h"
#include "cli/progress.h"
#include "scene/frames.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MESSAGE_SIZE = 4000,
    LINE_SIZE = 8192, ///< two of the longest paths
};

static void print_arguments(FILE *out, const char *format, va_list list)
{
    char line[LINE_SIZE];
    vsnprintf(line, sizeof line, format, list);
    make_plain(line);
    fprintf(out, "%s\n", line);
}

void print_line(FILE *out, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print_arguments(out, format, list);
    va_end(list);
}

void complain(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("wend: ", stderr);
    print_arguments(stderr, format, list);
    va_end(list);
}

/// With --json, errors are printed as an object, too.
static int print_error(const arguments *args, const char *message, int code)
{
    if (args->json)
        print_json(args, json_pack("{s:o}", "error", text_to_json(message)));
    return code;
}

int fail(const arguments *args, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    complain("%s", message);
    return print_error(args, message, EXIT_COULD_NOT);
}

int fail_output(const arguments *args, const char *name)
{
    const char *reason = strerror(errno ? errno : EIO);
    if (strcmp(name, "-") == 0)
        name = "standard output";
    return fail(args, "%s: cannot write: %s", name, reason);
}

int fail_usage(const arguments *args, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    const char *end = message[0] && message[strlen(message) - 1] == '?' ? "" : ".";
    complain("%s: %s%s See wend %s --help", args->command->name, message, end, args->command->name);
    if (args->json)
        print_json(args, json_pack("{s:o}", "error", text_to_json(message)));
    return EXIT_BAD_INPUT;
}

json_t *point_to_json(const scene *s, wend_vec2 point)
{
    wend_vec2 shown = frames_to_file(s, point);
    return json_pack("[f, f]", shown.x, shown.y);
}

json_t *points_to_json(const scene *s, const wend_vec2 *points, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < count; ++i)
        list = list_add(list, point_to_json(s, points[i]));
    return list;
}

void print_written(const json_t *files)
{
    for (size_t i = 0; i < json_array_size(files); ++i)
        print_line(stdout, "%s: written", json_string_value(json_array_get(files, i)));
}

json_t *problems_to_json(const problem_list *problems)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < problem_kept(problems); ++i)
        list =
            list_add(list, json_pack("{s:o, s:o}", "where", text_to_json(problems->items[i].where),
                                     "what", text_to_json(problems->items[i].what)));
    return list;
}

int fail_problems(const arguments *args, const problem_list *problems)
{
    problem_print(problems, stderr);
    if (args->json)
        print_json(args,
                   json_pack("{s:b, s:o}", "valid", 0, "problems", problems_to_json(problems)));
    return EXIT_BAD_INPUT;
}

int print_json(const arguments *args, json_t *object)
{
    if (!object) {
        complain("%s: out of memory", args->command->name);
        return EXIT_COULD_NOT;
    }
    json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    json_decref(object);
    putchar('\n');
    return finish_standard_output() ? EXIT_DONE : EXIT_COULD_NOT;
}

bool finish_standard_output(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    // An earlier write has failed and its reason is lost: the next one fails for the same reason.
    if (errno == 0 && fputc('\n', stdout) != EOF)
        fflush(stdout);
    complain("standard output: cannot write: %s", strerror(errno ? errno : EIO));
    return false;
}

choice readable_formats(size_t index)
{
    for (size_t i = 0; i < scene_format_count; ++i)
        if (scene_formats[i].read && index-- == 0)
            return (choice){scene_formats[i].name, NULL};
    return (choice){0};
}

scene *load_scene(const arguments *args, const char *operand, problem_list *problems)
{
    problems->file = strcmp(operand, "-") == 0 ? "standard input" : operand;
    const char *name = option_known(args, "format") ? option_text(args, "format", NULL) : NULL;
    return name ? scene_load_as(operand, scene_format_named(name), problems)
                : scene_load(operand, problems);
}

void print_note(const arguments *args, const char *file, const char *note)
{
    if (note && !args->quiet)
        complain("%s: %s", file, note);
}

int with_scene(const arguments *args, scene_work *work, void *context)
{
    problem_list problems = {0};
    progress bar = progress_start(args);
    progress_show(&bar, 0, "reading");
    scene *s = load_scene(args, args->operands[0], &problems);
    progress_end(&bar);
    print_note(args, problems.file, s ? s->note : NULL);
    int code = s ? work(args, s, context, &problems) : fail_problems(args, &problems);
    scene_free(s);
    problem_free(&problems);
    return code;
}
