// SPDX-License-Identifier: MIT
// How commands speak: errors on standard error, results on standard output, JSON when asked.
// The functions that return an int return the exit code, so that a command can `return fail(...)`.
#ifndef WEND_CLI_REPORT_H
#define WEND_CLI_REPORT_H

#include "cli/command.h"
#include "io/formats.h"

#include <jansson.h>

/// Prints a line, made plain: the name of a file may hold anything.
void print_line(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Prints `wend: ...` and a line end on standard error, in the same way.
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// The input is fine, but it could not be done: complains, with --json prints {"error": "..."}, and
/// returns EXIT_COULD_NOT.
int fail(const arguments *args, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// output_open or output_commit has failed with errno: fails with its words.
int fail_output(const arguments *args, const char *name);

/// The command line is wrong: complains, points to --help, with --json prints {"error": "..."}, and
/// returns EXIT_BAD_INPUT.
int fail_usage(const arguments *args, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// The input is wrong: prints the problems on standard error, with --json also
/// {"sound": false, "problems": [...]}, and returns EXIT_BAD_INPUT. Does not free the list.
int fail_problems(const arguments *args, const problem_list *problems);

/// The problems as [{"where", "what"}]; NULL when out of memory.
json_t *problems_to_json(const problem_list *problems);

/// Prints the object and a line end on standard output and releases it. NULL means out of memory.
/// Returns EXIT_DONE or EXIT_COULD_NOT.
int print_json(const arguments *args, json_t *object);

/// A JSON string; bytes that are not UTF-8 are replaced. NULL when out of memory.
json_t *text_to_json(const char *s);

/// Flushes standard output; false: something could not be written to it, complained about.
bool finish_standard_output(void);

/// The names of the formats that can be read, or written, as "json, wkt".
void list_formats(char *names, size_t size, bool writable);

/// Reads a SCENE operand: a file, a built-in's name, or "-". Honours the option --format if the
/// command has it. NULL with problems (problems->file is set to the operand).
scene *load_scene(const arguments *args, const char *operand, problem_list *problems);

/// Says on standard error what the reader of a scene had to assume, if anything (scene.note),
/// unless
/// --quiet.
void tell_note(const arguments *args, const char *file, const char *note);

/// Loads the scene that the first operand names, lets `work` use it, and frees it; returns its exit
/// code. One that can't be read is told.
typedef int scene_work(const arguments *args, scene *s, void *context, problem_list *problems);
int with_scene(const arguments *args, scene_work *work, void *context);

/// An option to put into a command's table beside load_scene.
#define OPTION_FORMAT                                                                              \
    {                                                                                              \
        .name = "format", .kind = OPTION_TEXT, .value = "NAME",                                    \
        .about = "read the scene as this format, whatever its extension"                           \
    }

#endif
