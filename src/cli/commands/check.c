// SPDX-License-Identifier: MIT
// wend check: validates scenes.
#include "scene/check/check.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/summary.h"

#include <stdio.h>

/// Result for one file.
typedef struct finding {
    bool valid;
    json_t *summary;  ///< of a scene that could be read; otherwise NULL
    const char *note; ///< see scene.note
    problem_list problems;
} finding;

static finding check_one(const arguments *args, const char *operand)
{
    finding found = {0};
    scene *s = load_scene(args, operand, &found.problems);
    if (s) {
        found.summary = summary_of(s);
        found.note = s->note;
        found.valid = scene_check(s, &found.problems);
        scene_free(s);
    }
    return found;
}

/// {"file", "valid", "problems", ...}; NULL when out of memory.
static json_t *finding_to_json(const finding *found)
{
    const figure rows[] = {
        {"file", NULL, NULL, VALUE(found->problems.file)},
        {"valid", NULL, NULL, VALUE(found->valid)},
        {"problems", NULL, NULL, VALUE(problems_to_json(&found->problems))},
        {"problem_count", NULL, NULL, VALUE(found->problems.count)},
    };
    json_t *object = FIGURES(rows, NULL);
    return found->summary ? object_add(object, json_incref(found->summary)) : object;
}

static void print_finding(const arguments *args, const finding *found)
{
    print_note(args, found->problems.file, found->note);
    problem_print(&found->problems, stderr);
    if (!found->valid || args->quiet || args->json)
        return;
    char figures[FIGURE_TEXT_SIZE];
    figure_text(found->summary, 6, figures);
    print_line(stdout, "%s: valid (%s)", found->problems.file, figures);
}

/// Prints the object of one file, or {"valid", "files": [...]} of several.
static int print_findings(const arguments *args, json_t *files, bool valid)
{
    json_t *object = args->operand_count == 1
                         ? json_incref(json_array_get(files, 0))
                         : json_pack("{s:b, s:O}", "valid", valid, "files", files);
    json_decref(files);
    return print_json(args, object);
}

static int run(const arguments *args)
{
    bool valid = true;
    json_t *files = args->json ? json_array() : NULL;
    progress bar = progress_start(args);
    for (int i = 0; i < args->operand_count; ++i) {
        progress_show(&bar, (double)i / args->operand_count, args->operands[i]);
        finding found = check_one(args, args->operands[i]);
        progress_end(&bar);
        print_finding(args, &found);
        valid = valid && found.valid;
        if (files)
            json_array_append_new(files, finding_to_json(&found));
        json_decref(found.summary);
        problem_free(&found.problems);
    }
    int code = valid ? EXIT_DONE : EXIT_BAD_INPUT;
    if (args->json && print_findings(args, files, valid) != EXIT_DONE)
        code = EXIT_COULD_NOT;
    return code;
}

static const option options[] = {{OPTION_FORMAT}, {0}};

const command command_check = {
    .name = "check",
    .summary = "Check scenes for defects",
    .operands = "SCENE...",
    .operand_kind = ARGUMENT_SCENE,
    .options = options,
    .details = "A valid scene has finite, simple shapes that may touch but not overlap, inside its "
               "bounds; agents and goals are in free space. For each valid scene a line is printed "
               "on standard output, for each defect a line on standard error: "
               "FILE:LINE:COLUMN: what is wrong and what is expected. The exit status is 2 if a "
               "scene is invalid.",
    .examples = "wend check plan.json\n"
                "wend check --json plan.json\n"
                "wend check hall office city",
    .run = run,
};
