// SPDX-License-Identifier: MIT
// wend convert: reads a scene in one format, repairs it with --repair, writes it in another.
#define _XOPEN_SOURCE 700 // open_memstream
#include "base/output.h"
#include "base/xalloc.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/summary.h"
#include "repair/repair.h"
#include "scene/check/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOSSES_SIZE = 600 }; ///< enough for all kinds of losses

/// A conversion in progress.
typedef struct conversion {
    const arguments *args;
    const char *in, *out;
    const scene_format *format; ///< of out
    progress bar;
    problem_list problems;
    problem_list losses; ///< parts of the scene that the format cannot hold
    json_t *changes;     ///< of the repair, as texts
} conversion;

static json_t *losses_to_json(const conversion *c)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < problem_kept(&c->losses); ++i)
        json_array_append_new(array, text_to_json(c->losses.items[i].what));
    return array;
}

/// "12 areas, 40 agents"
static void list_losses(const conversion *c, char *words, size_t size)
{
    size_t used = 0, count = problem_kept(&c->losses);
    words[0] = 0;
    for (size_t i = 0; i < count && used < size; ++i)
        used += (size_t)snprintf(words + used, size - used, "%s%s",
                                 i == 0          ? ""
                                 : i + 1 < count ? ", "
                                                 : " and ",
                                 c->losses.items[i].what);
}

/// Reports a rejected conversion: the problems, and a hint [opt].
static int refuse(conversion *c, const char *hint)
{
    progress_end(&c->bar);
    problem_print(&c->problems, stderr);
    if (hint)
        complain("%s: nothing was written: %s", c->problems.file, hint);
    if (c->args->json)
        print_json(c->args,
                   json_pack("{s:o, s:o, s:b, s:o, s:o}", "in", text_to_json(c->in), "out",
                             text_to_json(c->out), "valid", 0, "changes", json_incref(c->changes),
                             "problems", problems_to_json(&c->problems)));
    return EXIT_BAD_INPUT;
}

/// Repairs the scene, keeps the lines that describe the changes, and prints them.
static bool repair(conversion *c, scene *s)
{
    char *report = NULL;
    size_t size;
    FILE *lines = xcheck(open_memstream(&report, &size));
    progress_show(&c->bar, 0.25, "repairing");
    bool done = scene_repair(s, lines, NULL, &c->problems);
    xneed(fclose(lines) == 0);
    progress_end(&c->bar);
    for (char *line = strtok(report, "\n"); line; line = strtok(NULL, "\n")) {
        json_array_append_new(c->changes, text_to_json(line));
        if (!c->args->quiet)
            complain("%s: %s", c->problems.file, line);
    }
    free(report);
    return done;
}

/// Prints the content of the written file, and what is omitted.
static int print_result(const conversion *c, const scene *s)
{
    if (problem_kept(&c->losses) > 0 && !c->args->quiet) {
        char lost[LOSSES_SIZE];
        list_losses(c, lost, sizeof lost);
        complain("%s: %s cannot hold %s", c->out, c->format->name, lost);
    }
    if (c->args->json)
        return print_json(c->args, json_pack("{s:o, s:o, s:b, s:o, s:o}", "in", text_to_json(c->in),
                                             "out", text_to_json(c->out), "valid", 1, "changes",
                                             json_incref(c->changes), "lost", losses_to_json(c)));
    if (c->args->quiet || strcmp(c->out, "-") == 0)
        return EXIT_DONE;
    char words[FIGURE_TEXT_SIZE] = "free area";
    json_t *figures = summary_of(s);
    if (c->format->leaves_out & SCENE_PART_AGENTS)
        json_object_del(figures, "agents");
    if (!(c->format->leaves_out & SCENE_PART_OBSTACLES))
        figure_text(figures, 6, words);
    json_decref(figures);
    print_line(stdout, "%s: written (%s)", c->out, words);
    return EXIT_DONE;
}

static int write_scene(conversion *c, const scene *s)
{
    output out;
    progress_show(&c->bar, 0.75, "writing");
    if (!output_open(&out, c->out)) {
        progress_end(&c->bar);
        return fail_output(c->args, c->out);
    }
    errno = 0;
    bool written = c->format->write(s, out.file);
    int error = errno;
    progress_end(&c->bar);
    if (!written) {
        output_discard(&out);
        if (error == EDOM && c->format->nothing)
            return fail(c->args, "%s: nothing was written: %s", c->problems.file,
                        c->format->nothing);
        errno = error;
    }
    if (!written || !output_commit(&out))
        return fail_output(c->args, c->out);
    scene_format_losses(c->format, s, &c->losses);
    return print_result(c, s);
}

/// Repairs with --repair, checks, and writes.
static int convert_scene(conversion *c, scene *s)
{
    bool repaired = option_given(c->args, "repair");
    if (repaired && !repair(c, s))
        return refuse(c, NULL);
    progress_show(&c->bar, 0.5, "checking");
    if (!scene_check(s, &c->problems))
        return refuse(c, repaired ? "--repair could not repair it" : "--repair may repair it");
    return write_scene(c, s);
}

static int convert(conversion *c)
{
    progress_show(&c->bar, 0, "reading");
    scene *s = load_scene(c->args, c->in, &c->problems);
    progress_end(&c->bar);
    print_note(c->args, c->problems.file, s ? s->note : NULL);
    int code = s ? convert_scene(c, s) : refuse(c, NULL);
    scene_free(s);
    return code;
}

static choice writable_formats(size_t index)
{
    for (size_t i = 0; i < scene_format_count; ++i)
        if (scene_formats[i].write && index-- == 0)
            return (choice){scene_formats[i].name, NULL};
    return (choice){0};
}

/// The format to write; NULL: unknown.
static const scene_format *output_format(const arguments *args, const char *out)
{
    const char *name = option_text(args, "out-format", strcmp(out, "-") == 0 ? "json" : NULL);
    const scene_format *format = name ? scene_format_named(name) : scene_format_of(out);
    return format && format->write ? format : NULL;
}

static int run(const arguments *args)
{
    conversion c = {.args = args, .in = args->operands[0], .out = args->operands[1]};
    if (args->json && strcmp(c.out, "-") == 0)
        return fail_usage(args, "--json and output to - both use standard output: name a file");
    c.format = output_format(args, c.out);
    if (!c.format)
        return fail_choice(args, "output format of", c.out, writable_formats);
    c.changes = json_array();
    c.bar = progress_start(args);
    int code = convert(&c);
    problem_free(&c.problems);
    problem_free(&c.losses);
    json_decref(c.changes);
    return code;
}

static const option options[] = {
    {FLAG("repair", "Repair invalid geometry and list the changes")},
    {OPTION_FORMAT},
    {CHOICE("out-format", "NAME", writable_formats, "Output format (default: by file extension)")},
    {0},
};

const command command_convert = {
    .name = "convert",
    .summary = "Convert a scene to another format, or repair it",
    .operands = "IN OUT",
    .operand_kind = ARGUMENT_SCENE,
    .options = options,
    .details = "The file extensions select the formats. IN may be the name of a built-in scene, or "
               "- for standard input; OUT may be - for standard output. An invalid scene is "
               "rejected and nothing is written, unless --repair can repair it: shapes are "
               "cleaned, united and snapped, and each change is a line on standard error. Contents "
               "that the format of OUT cannot hold, such as agents in WKT, are omitted and listed "
               "on standard error, and with --json under \"lost\".",
    .examples = "wend convert plan.wkt plan.json\n"
                "wend convert --repair city.geojson city.json\n"
                "wend convert hall - --out-format wkt",
    .run = run,
};
