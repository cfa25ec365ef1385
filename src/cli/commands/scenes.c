// SPDX-License-Identifier: MIT
// wend scenes: the list of built-in scenes, or one of them as JSON.
#include "cli/options.h"
#include "cli/report.h"
#include "cli/summary.h"
#include "cli/table.h"
#include "scene/builtin/builtin.h"
#include "scene/schema.h"

#include <stdio.h>

static int list_names(void)
{
    for (size_t i = 0; i < builtin_count(); ++i)
        puts(builtin_at(i).name);
    return EXIT_DONE;
}

static int list_all(const arguments *args)
{
    json_t *list = json_array();
    for (size_t i = 0; i < builtin_count(); ++i) {
        problem_list problems = {.file = builtin_at(i).name};
        scene *s = builtin_load(builtin_at(i), &problems);
        if (!s) {
            json_decref(list);
            int code = fail_problems(args, &problems);
            problem_free(&problems);
            return code;
        }
        json_t *row = json_pack("{s:s}", "name", builtin_at(i).name);
        row = object_add(row, summary_of(s));
        list = list_add(list, object_add(row, json_pack("{s:o}", "about", text_to_json(s->about))));
        scene_free(s);
    }
    if (args->json)
        return print_json(args, json_pack("{s:o}", "scenes", list));
    table_print(list, stdout);
    json_decref(list);
    return EXIT_DONE;
}

static int print_one(const arguments *args, builtin_scene builtin)
{
    if (builtin.json) {
        fputs(builtin.json, stdout);
        return EXIT_DONE;
    }
    problem_list problems = {.file = builtin.name};
    scene *s = builtin_load(builtin, &problems);
    int code = EXIT_DONE;
    if (!s)
        code = fail_problems(args, &problems);
    else
        scene_write_json(s, stdout); // command_main checks for write errors
    scene_free(s);
    problem_free(&problems);
    return code;
}

static choice scene_choices(size_t index)
{
    return (choice){index < builtin_count() ? builtin_at(index).name : NULL, NULL};
}

static int run(const arguments *args)
{
    if (option_given(args, "schema"))
        return args->operand_count == 0
                   ? print_json(args, schema_to_json())
                   : fail_usage(args, "--schema takes no scene: remove %s", args->operands[0]);
    if (args->operand_count == 1) {
        builtin_scene builtin;
        bool known = builtin_find(args->operands[0], &builtin);
        return known ? print_one(args, builtin)
                     : fail_choice(args, "built-in scene", args->operands[0], scene_choices);
    }
    return args->quiet && !args->json ? list_names() : list_all(args);
}

static const option options[] = {
    {FLAG("schema", "Print the JSON Schema of the scene format, for completion in editors")},
    {0},
};

const command command_scenes = {
    .name = "scenes",
    .summary = "List the built-in scenes, or print one",
    .operands = "[NAME]",
    .operand_kind = ARGUMENT_CHOICE,
    .operand_choices = scene_choices,
    .options = options,
    .details =
        "Without NAME, lists name, size, number of obstacles and agents, and purpose of each "
        "scene; with --quiet, the names only. With NAME, prints that scene as JSON, as a "
        "starting point for a new scene.",
    .examples = "wend scenes\n"
                "wend scenes --json\n"
                "wend scenes hall > mine.json\n"
                "wend scenes --schema > scene.schema.json",
    .run = run,
};
