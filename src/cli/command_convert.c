// SPDX-License-Identifier: MIT
// wend convert: reads a scene in one format, mends it if asked, writes it in another.
#define _XOPEN_SOURCE 700 // open_memstream
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/summary.h"
#include "io/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOSSES_SIZE = 600 }; ///< all kinds of losses together fit

/// One conversion on its way.
typedef struct conversion {
    const arguments *args;
    const char *in, *out;
    const scene_format *format; ///< of out
    progress bar;
    problem_list problems;
    problem_list losses; ///< what of the scene the format can't keep
    char *changes;       ///< what the repair has done, one line each; NULL: nothing
    size_t changes_size;
} conversion;

static json_t *changes_to_json(const conversion *c)
{
    json_t *array = json_array();
    const char *line = c->changes;
    while (array && line && *line) {
        size_t length = strcspn(line, "\n");
        char change[PROBLEM_TEXT_SIZE];
        snprintf(change, sizeof change, "%.*s", (int)length, line);
        json_array_append_new(array, text_to_json(change));
        line += length + (line[length] == '\n');
    }
    return array;
}

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

static void print_changes(const conversion *c)
{
    const char *line = c->changes;
    while (line && *line) {
        size_t length = strcspn(line, "\n");
        complain("%s: %.*s", c->problems.file, (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/// The end of a conversion that was refused: the problems, and a hint [opt].
static int refuse(conversion *c, const char *hint)
{
    progress_end(&c->bar);
    problem_print(&c->problems, stderr);
    if (hint)
        complain("%s: nothing was written: %s", c->problems.file, hint);
    if (c->args->json)
        print_json(c->args,
                   json_pack("{s:o, s:o, s:b, s:o, s:o}", "in", text_to_json(c->in), "out",
                             text_to_json(c->out), "sound", 0, "changes", changes_to_json(c),
                             "problems", problems_to_json(&c->problems)));
    return EXIT_BAD_INPUT;
}

/// Repairs the scene and keeps the lines that say what changed.
static bool repair(conversion *c, scene *s)
{
    FILE *lines = open_memstream(&c->changes, &c->changes_size);
    if (!lines)
        return problem_no_memory(&c->problems);
    progress_show(&c->bar, 0.25, "repairing");
    bool done = scene_repair(s, lines, NULL, &c->problems);
    if (fclose(lines) != 0 && done)
        return problem_no_memory(&c->problems);
    progress_end(&c->bar);
    if (!c->args->quiet)
        print_changes(c);
    return done;
}

/// The file is written: what is in it, and what is not.
static int tell(const conversion *c, const scene *s)
{
    if (problem_kept(&c->losses) > 0 && !c->args->quiet) {
        char lost[LOSSES_SIZE];
        list_losses(c, lost, sizeof lost);
        complain("%s: %s has no place for %s", c->out, c->format->name, lost);
    }
    if (c->args->json)
        return print_json(c->args, json_pack("{s:o, s:o, s:b, s:o, s:o}", "in", text_to_json(c->in),
                                             "out", text_to_json(c->out), "sound", 1, "changes",
                                             changes_to_json(c), "lost", losses_to_json(c)));
    if (c->args->quiet || strcmp(c->out, "-") == 0)
        return EXIT_DONE;
    char words[160] = "the free area";
    summary figures = summary_of(s);
    if (c->format->leaves_out & SCENE_PART_AGENTS)
        figures.agents = 0;
    if (!(c->format->leaves_out & SCENE_PART_OBSTACLES))
        summary_text(&figures, words, sizeof words);
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
    return tell(c, s);
}

/// Repairs if asked, checks, writes.
static int convert_scene(conversion *c, scene *s)
{
    bool mend = option_given(c->args, "repair");
    if (mend && !repair(c, s))
        return refuse(c, NULL);
    progress_show(&c->bar, 0.5, "checking");
    if (!scene_check(s, &c->problems))
        return refuse(c, mend ? "--repair could not mend all" : "--repair may mend this");
    return write_scene(c, s);
}

static int convert(conversion *c)
{
    progress_show(&c->bar, 0, "reading");
    scene *s = load_scene(c->args, c->in, &c->problems);
    progress_end(&c->bar);
    tell_note(c->args, c->problems.file, s ? s->note : NULL);
    int code = s ? convert_scene(c, s) : refuse(c, NULL);
    scene_free(s);
    return code;
}

/// The format to write, or NULL after a complaint.
static const scene_format *output_format(const arguments *args, const char *out)
{
    const char *name = option_text(args, "out-format", NULL);
    const scene_format *format;
    if (name)
        format = scene_format_named(name);
    else if (strcmp(out, "-") == 0)
        format = scene_format_named("json");
    else
        format = scene_format_of(out);
    if (format && format->write)
        return format;
    char names[200];
    list_formats(names, sizeof names, true);
    if (name)
        fail_usage(args, "--out-format %s: wend writes %s", name, names);
    else if (format)
        fail_usage(args, "%s: wend reads %s but does not write it; it writes %s", out, format->name,
                   names);
    else
        fail_usage(args, "%s: the extension names no format; wend writes %s", out, names);
    return NULL;
}

static int run(const arguments *args)
{
    conversion c = {.args = args, .in = args->operands[0], .out = args->operands[1]};
    if (args->json && strcmp(c.out, "-") == 0)
        return fail_usage(args, "both --json and OUT want standard output: name a file for OUT");
    c.format = output_format(args, c.out);
    if (!c.format)
        return EXIT_BAD_INPUT;
    c.bar = progress_start(args);
    int code = convert(&c);
    problem_free(&c.problems);
    problem_free(&c.losses);
    free(c.changes);
    return code;
}

static const option options[] = {
    {.name = "repair", .about = "mend what is unsound, and say what was changed"},
    OPTION_FORMAT,
    {.name = "out-format",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .about = "write this format, whatever the extension of OUT"},
    {0},
};

const command command_convert = {
    .name = "convert",
    .summary = "Convert a scene from one format to another",
    .operands = "IN OUT",
    .least_operands = 2,
    .most_operands = 2,
    .options = options,
    .details =
        "The extensions name the formats. IN may be a built-in's name, or - for standard\n"
        "input; OUT may be - for standard output. A scene that is not sound is refused,\n"
        "or mended with --repair: shapes are cleaned, united and snapped. What the format of\n"
        "OUT has no place for is left out, and said.",
    .examples = "wend convert plan.wkt plan.json\n"
                "wend convert --repair city.geojson city.json\n"
                "wend convert hall - --out-format wkt",
    .run = run,
};
