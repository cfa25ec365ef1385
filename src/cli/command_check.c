// SPDX-License-Identifier: MIT
// wend check: is a scene sound, and where not?
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/summary.h"

#include <stdio.h>

/// What was found in one file.
typedef struct finding {
    bool sound;
    summary figures; ///< of a scene that could be read
    bool read;
    const char *note; ///< see scene.note
    problem_list problems;
} finding;

static finding check_one(const arguments *args, const char *operand)
{
    finding found = {0};
    scene *s = load_scene(args, operand, &found.problems);
    if (s) {
        found.read = true;
        found.figures = summary_of(s);
        found.note = s->note;
        found.sound = scene_check(s, &found.problems);
        scene_free(s);
    }
    return found;
}

/// {"file", "sound", "problems", figures}; NULL when out of memory.
static json_t *finding_to_json(const finding *found)
{
    json_t *object =
        json_pack("{s:o, s:b, s:o, s:I}", "file", text_to_json(found->problems.file), "sound",
                  found->sound, "problems", problems_to_json(&found->problems), "problem_count",
                  (json_int_t)found->problems.count);
    if (object && found->read && !summary_to_json(&found->figures, object)) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static void print_finding(const arguments *args, const finding *found)
{
    tell_note(args, found->problems.file, found->note);
    problem_print(&found->problems, stderr);
    if (!found->sound || args->quiet || args->json)
        return;
    char figures[160];
    summary_text(&found->figures, figures, sizeof figures);
    print_line(stdout, "%s: sound (%s)", found->problems.file, figures);
}

/// One file: its own object. Several: {"sound", "files": [...]}.
static int print_findings(const arguments *args, json_t *files, bool sound)
{
    json_t *object = NULL;
    if (files && args->operand_count == 1)
        object = json_incref(json_array_get(files, 0));
    else if (files)
        object = json_pack("{s:b, s:O}", "sound", sound, "files", files);
    json_decref(files);
    return print_json(args, object);
}

static int run(const arguments *args)
{
    bool sound = true;
    json_t *files = args->json ? json_array() : NULL;
    progress bar = progress_start(args);
    for (int i = 0; i < args->operand_count; ++i) {
        progress_show(&bar, (double)i / args->operand_count, args->operands[i]);
        finding found = check_one(args, args->operands[i]);
        progress_end(&bar);
        print_finding(args, &found);
        sound = sound && found.sound;
        if (files && json_array_append_new(files, finding_to_json(&found)) != 0) {
            json_decref(files);
            files = NULL;
        }
        problem_free(&found.problems);
    }
    int code = sound ? EXIT_DONE : EXIT_BAD_INPUT;
    if (args->json && print_findings(args, files, sound) != EXIT_DONE)
        code = EXIT_COULD_NOT;
    return code;
}

static const option options[] = {OPTION_FORMAT, {0}};

const command command_check = {
    .name = "check",
    .summary = "Tell whether scenes are sound, and where not",
    .operands = "SCENE...",
    .least_operands = 1,
    .most_operands = -1,
    .options = options,
    .details =
        "A sound scene has finite, simple shapes that may touch but not overlap, inside its\n"
        "bounds; agents and goals are in free places. Problems go to standard error as\n"
        "FILE:LINE:COLUMN: what is wrong and what would be right. Exit status 2 says that\n"
        "a scene is not sound.",
    .examples = "wend check plan.json\n"
                "wend check --json plan.json\n"
                "wend check hall office city",
    .run = run,
};
