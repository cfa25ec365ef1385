// SPDX-License-Identifier: MIT
// wend scenes: the built-in scenes, as a list, or one as JSON to start an own scene from.
#include "cli/report.h"
#include "cli/summary.h"
#include "io/builtin.h"

#include <stdio.h>

/// Column widths of the list; the longest built-in's name and figures fit.
#define LIST_FORMAT "%-14s %14s %9s %8s  %s\n"

static int list_names(void)
{
    for (size_t i = 0; i < builtin_count(); ++i)
        puts(builtin_at(i).name);
    return EXIT_DONE;
}

static void list_one(builtin_scene builtin, const scene *s)
{
    summary figures = summary_of(s);
    char size[32], obstacles[24], agents[24];
    snprintf(size, sizeof size, "%.6g x %.6g m", figures.width, figures.height);
    snprintf(obstacles, sizeof obstacles, "%zu", figures.obstacles);
    snprintf(agents, sizeof agents, "%zu", figures.agents);
    printf(LIST_FORMAT, builtin.name, size, obstacles, agents, s->about ? s->about : "");
}

static json_t *one_to_json(builtin_scene builtin, const scene *s)
{
    summary figures = summary_of(s);
    json_t *object =
        json_pack("{s:s, s:s}", "name", builtin.name, "about", s->about ? s->about : "");
    if (object && !summary_to_json(&figures, object)) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static int list_all(const arguments *args)
{
    json_t *list = args->json ? json_array() : NULL;
    if (!args->json)
        printf(LIST_FORMAT, "name", "size", "obstacles", "agents", "about");
    for (size_t i = 0; i < builtin_count(); ++i) {
        problem_list problems = {.file = builtin_at(i).name};
        scene *s = builtin_load(builtin_at(i), &problems);
        if (!s) {
            json_decref(list);
            int code = fail_problems(args, &problems);
            problem_free(&problems);
            return code;
        }
        if (args->json)
            json_array_append_new(list, one_to_json(builtin_at(i), s));
        else
            list_one(builtin_at(i), s);
        scene_free(s);
    }
    return args->json ? print_json(args, json_pack("{s:o}", "scenes", list)) : EXIT_DONE;
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
        scene_write_json(s, stdout); // command_main looks whether it arrived
    scene_free(s);
    problem_free(&problems);
    return code;
}

static int unknown_name(const arguments *args, const char *name)
{
    const char *meant = builtin_suggest(name);
    if (meant)
        return fail_usage(args, "no built-in scene '%s': did you mean %s?", name, meant);
    return fail_usage(args, "no built-in scene '%s': wend scenes lists them", name);
}

static int run(const arguments *args)
{
    if (args->operand_count == 1) {
        builtin_scene builtin;
        bool known = builtin_find(args->operands[0], &builtin);
        return known ? print_one(args, builtin) : unknown_name(args, args->operands[0]);
    }
    return args->quiet && !args->json ? list_names() : list_all(args);
}

const command command_scenes = {
    .name = "scenes",
    .summary = "List the built-in scenes, or print one",
    .operands = "[NAME]",
    .most_operands = 1,
    .details = "With a NAME, prints that scene as JSON: a scene of your own can start from it.\n"
               "With --quiet, lists the names only.",
    .examples = "wend scenes\n"
                "wend scenes --json\n"
                "wend scenes hall > mine.json",
    .run = run,
};
