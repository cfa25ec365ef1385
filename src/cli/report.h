// SPDX-License-Identifier: MIT
// Output of commands: errors on standard error, results on standard output, as JSON with --json.
// The functions that return an int return the exit status, so that a command can `return
// fail(...)`.
#ifndef WEND_CLI_REPORT_H
#define WEND_CLI_REPORT_H

#include "base/figures.h"
#include "cli/command.h"
#include "formats/formats.h"

/// Prints a line without control characters, which file names may hold.
void print_line(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Prints `wend: ...` and a line end on standard error, likewise without control characters.
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Reports that valid input gave no result: prints the message, with --json also {"error": "..."},
/// and returns EXIT_COULD_NOT.
int fail(const arguments *args, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Fails with the text of errno after output_open or output_commit has failed.
int fail_output(const arguments *args, const char *name);

/// Reports an invalid command line: prints the message and refers to --help, with --json also
/// {"error": "..."}, and returns EXIT_BAD_INPUT.
int fail_usage(const arguments *args, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Reports invalid input: prints the problems on standard error, with --json also
/// {"valid": false, "problems": [...]}, and returns EXIT_BAD_INPUT. Does not free the list.
int fail_problems(const arguments *args, const problem_list *problems);

/// The problems as [{"where", "what"}].
json_t *problems_to_json(const problem_list *problems);

/// Points in the frame of the scene's file, as [x, y]; NULL when out of memory.
json_t *point_to_json(const scene *s, wend_vec2 point);
json_t *points_to_json(const scene *s, const wend_vec2 *points, size_t count);

/// Prints the names of the written files. [files: a list of names]
void print_written(const json_t *files);

/// Prints the object and a line end on standard output and releases it. NULL means out of memory.
/// Returns EXIT_DONE or EXIT_COULD_NOT.
int print_json(const arguments *args, json_t *object);

/// Flushes standard output. False: an error occurred, which is reported.
bool finish_standard_output(void);

/// Reads a SCENE operand: a file, the name of a built-in scene, or "-". Uses the option --format if
/// the command has it. NULL with problems (problems->file is set to the operand).
scene *load_scene(const arguments *args, const char *operand, problem_list *problems);

/// Prints an assumption of a reader (scene.note), if any, on standard error, unless --quiet.
void print_note(const arguments *args, const char *file, const char *note);

/// Loads the scene of the first operand, calls `work`, frees the scene, and returns the exit code
/// of `work`. Problems of an unreadable scene are printed.
typedef int scene_work(const arguments *args, scene *s, void *context, problem_list *problems);
int with_scene(const arguments *args, scene_work *work, void *context);

/// Formats that can be read.
choice_fn readable_formats;

/// The option that load_scene uses.
#define OPTION_FORMAT                                                                              \
    CHOICE("format", "NAME", readable_formats, "Input format (default: by file extension)")

#endif
