// SPDX-License-Identifier: MIT
// What `wend verify` prints: a table for people, an object for programs.
#include "cli/verify.h"

#include "cli/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *verify_word(const verify_finding *finding)
{
    return !finding->ran ? "not run" : finding->pass ? "pass" : "FAIL";
}

verify_counts verify_count_results(const verify_finding *findings, size_t count)
{
    verify_counts counts = {0};
    for (size_t i = 0; i < count; ++i) {
        const verify_finding *f = &findings[i];
        counts.passed += f->ran && f->pass;
        counts.known += f->ran && !f->pass && f->test->known;
        counts.failed += f->ran && !f->pass;
        counts.not_run += !f->ran;
    }
    return counts;
}

/// Prints words so far from the left, in lines that are not longer than people like.
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
                                          ? "For the same reason."
                                          : f->test->known);
    }
    verify_counts counts = verify_count_results(findings, count);
    print_line(stdout, "%zu %s: %zu passed, %zu failed (%zu of them for a known reason)%s", count,
               count == 1 ? "test" : "tests", counts.passed, counts.failed, counts.known,
               counts.not_run > 0 ? ", some could not be run" : "");
}

static json_t *finding_to_json(const verify_finding *f)
{
    const verify_test *test = f->test;
    bool number = f->ran && isfinite(f->figure);
    return json_pack("{s:s, s:b, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:s?, s:b, s:f}", "name",
                     test->name, "pass", f->pass, "figure",
                     number ? json_real(f->figure) : json_null(), "criterion", test->criterion,
                     "found", f->found, "title", test->title, "source", test->source, "setting",
                     test->setting, "figure_is", test->figure, "known", test->known, "ran", f->ran,
                     "seconds", f->seconds);
}

/// The one set of parameters, as a scene has them.
static json_t *parameters_to_json(void)
{
    return json_pack("{s:f, s:{s:f, s:f, s:f, s:f}, s:f, s:f, s:f, s:s, s:s}", "radius",
                     SCENE_DEFAULT_RADIUS, "speed", "mean", VERIFY_SPEED, "deviation",
                     VERIFY_SPEED_DEVIATION, "least", VERIFY_SPEED_LEAST, "most", VERIFY_SPEED_MOST,
                     "step", SCENE_DEFAULT_STEP, "horizon", SCENE_DEFAULT_HORIZON, "share",
                     SCENE_DEFAULT_SHARE, "guide", SCENE_DEFAULT_GUIDE, "motion",
                     SCENE_DEFAULT_MOTION);
}

int verify_print_json(const arguments *args, const verify_finding *findings, size_t count)
{
    json_t *tests = json_array();
    for (size_t i = 0; tests && i < count; ++i) {
        if (json_array_append_new(tests, finding_to_json(&findings[i])) == 0)
            continue;
        json_decref(tests);
        tests = NULL;
    }
    if (!tests)
        return print_json(args, NULL);
    verify_counts counts = verify_count_results(findings, count);
    return print_json(args,
                      json_pack("{s:o, s:i, s:i, s:i, s:o}", "tests", tests, "passed",
                                (int)counts.passed, "failed", (int)counts.failed, "failed_known",
                                (int)counts.known, "parameters", parameters_to_json()));
}
