// SPDX-License-Identifier: MIT
// Output of `wend verify` as text and JSON.
#include "cli/commands/verify_report.h"

#include "cli/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Prints indented text in lines of at most LINE characters.
static void print_wrapped(int indent, const char *words)
{
    enum { LINE = 110 };
    int room = LINE - indent;
    while ((int)strlen(words) > room) {
        int length = room;
        while (length > 0 && words[length] != ' ')
            --length;
        if (length == 0)
            break;
        print_line(stdout, "%*s%.*s", indent, "", length, words);
        words += length + 1;
    }
    print_line(stdout, "%*s%s", indent, "", words);
}

void verify_print_text(const verify_finding *findings, size_t count)
{
    int width = 0;
    for (size_t i = 0; i < count; ++i) {
        int length = (int)strlen(findings[i].test->name);
        width = length > width ? length : width;
    }
    for (size_t i = 0; i < count; ++i) {
        const verify_finding *f = &findings[i];
        print_line(stdout, "%-*s  %-7s  %s", width, f->test->name, verify_word(f),
                   f->test->criterion);
        print_wrapped(width + 11, f->found);
        if (f->ran && !f->pass && f->test->known)
            print_wrapped(width + 11, i > 0 && f[-1].test->known == f->test->known
                                          ? "Same known failure as above."
                                          : f->test->known);
    }
    verify_counts counts = verify_count_results(findings, count);
    print_line(stdout, "tests %zu, passed %zu, failed %zu (known failures %zu), not completed %zu",
               count, counts.passed, counts.failed, counts.known, counts.not_run);
}

json_t *verify_test_to_json(const verify_test *test)
{
    const figure rows[] = {
        {"name", NULL, NULL, VALUE(test->name)},
        {"title", NULL, NULL, VALUE(test->title)},
        {"source", NULL, NULL, VALUE(test->source)},
        {"setting", NULL, NULL, VALUE(test->setting)},
        {"criterion", NULL, NULL, VALUE(test->criterion)},
        {"value_label", NULL, NULL, VALUE(test->figure)},
        {"known_failure", NULL, NULL, VALUE(test->known)},
    };
    return FIGURES(rows, NULL);
}

static json_t *finding_to_json(const verify_finding *f)
{
    const figure rows[] = {
        {"completed", NULL, NULL, VALUE(f->ran)},
        {"seconds", NULL, "s", VALUE(f->seconds)},
        {"pass", NULL, NULL, VALUE(f->pass)},
        {"value", NULL, NULL, VALUE(f->ran ? f->figure : NAN)},
        {"found", NULL, NULL, VALUE(f->found)},
    };
    json_t *object = FIGURES(rows, NULL);
    return object_add(object, verify_test_to_json(f->test));
}

/// The shared parameter set, with the keys of a scene.
static json_t *parameters_to_json(void)
{
    const wend_agent_def agent = wend_default_agent_def();
    return json_pack(
        "{s:f, s:{s:f, s:f, s:f, s:f}, s:f, s:f, s:f, s:s, s:s}", "radius", agent.radius, "speed",
        "mean", VERIFY_SPEED, "std", VERIFY_SPEED_DEVIATION, "min", VERIFY_SPEED_LEAST, "max",
        VERIFY_SPEED_MOST, "step", wend_default_world_def().step, "time_horizon",
        agent.time_horizon, "avoidance_share", agent.avoidance_share, "planner",
        scene_planner_name(agent.planner, false), "motion", scene_motion_name(agent.motion, false));
}

int verify_print_json(const arguments *args, const verify_finding *findings, size_t count)
{
    json_t *tests = json_array();
    for (size_t i = 0; tests && i < count; ++i)
        tests = list_add(tests, finding_to_json(&findings[i]));
    verify_counts counts = verify_count_results(findings, count);
    const figure rows[] = {
        {"passed", NULL, NULL, VALUE(counts.passed)},
        {"failed", NULL, NULL, VALUE(counts.failed)},
        {"failed_known", NULL, NULL, VALUE(counts.known)},
        {"parameters", NULL, NULL, VALUE(parameters_to_json())},
        {"tests", NULL, NULL, VALUE(tests)},
    };
    return print_json(args, FIGURES(rows, NULL));
}
