// SPDX-License-Identifier: MIT
// How commands speak (see report.h).
#include "cli/report.h"

#include "cli/progress.h"
#include "io/problem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MESSAGE_SIZE = 1000,
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

json_t *text_to_json(const char *s)
{
    json_t *value = json_string(s);
    if (value)
        return value;
    // A file name may hold any bytes, JSON only UTF-8.
    char plain[MESSAGE_SIZE];
    snprintf(plain, sizeof plain, "%s", s);
    for (char *c = plain; *c; ++c)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    return json_string(plain);
}

int fail(const arguments *args, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    complain("%s", message);
    if (args->json)
        print_json(args, json_pack("{s:o}", "error", text_to_json(message)));
    return EXIT_COULD_NOT;
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
    complain("%s: %s (see wend %s --help)", args->command->name, message, args->command->name);
    if (args->json)
        print_json(args, json_pack("{s:o}", "error", text_to_json(message)));
    return EXIT_BAD_INPUT;
}

json_t *problems_to_json(const problem_list *problems)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < problem_kept(problems); ++i) {
        const problem *p = &problems->items[i];
        json_t *item =
            json_pack("{s:o, s:o}", "where", text_to_json(p->where), "what", text_to_json(p->what));
        if (json_array_append_new(array, item) != 0) {
            json_decref(array);
            array = NULL;
        }
    }
    return array;
}

int fail_problems(const arguments *args, const problem_list *problems)
{
    problem_print(problems, stderr);
    if (args->json)
        print_json(args,
                   json_pack("{s:b, s:o}", "sound", 0, "problems", problems_to_json(problems)));
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
    // An earlier write has failed, and why is forgotten: the next one fails for the same reason.
    if (errno == 0 && fputc('\n', stdout) != EOF)
        fflush(stdout);
    complain("standard output: cannot write: %s", strerror(errno ? errno : EIO));
    return false;
}

void list_formats(char *names, size_t size, bool writable)
{
    size_t used = 0;
    names[0] = 0;
    for (size_t i = 0; i < scene_format_count && used < size; ++i) {
        const scene_format *format = &scene_formats[i];
        if (writable ? format->write != NULL : format->read != NULL)
            used +=
                (size_t)snprintf(names + used, size - used, "%s%s", used ? ", " : "", format->name);
    }
}

scene *load_scene(const arguments *args, const char *operand, problem_list *problems)
{
    problems->file = strcmp(operand, "-") == 0 ? "standard input" : operand;
    const char *name = option_known(args, "format") ? option_text(args, "format", NULL) : NULL;
    if (!name)
        return scene_load(operand, problems);
    const scene_format *format = scene_format_named(name);
    if (format && format->read)
        return scene_load_as(operand, format, problems);
    char names[200];
    list_formats(names, sizeof names, false);
    problem_add(problems, "--format %s: wend reads %s", name, names);
    return NULL;
}

void tell_note(const arguments *args, const char *file, const char *note)
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
    tell_note(args, problems.file, s ? s->note : NULL);
    int code = s ? work(args, s, context, &problems) : fail_problems(args, &problems);
    scene_free(s);
    problem_free(&problems);
    return code;
}
