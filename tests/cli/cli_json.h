// SPDX-License-Identifier: MIT
// What tests of commands that answer with figures in JSON share.
#ifndef WEND_TESTS_CLI_CLI_JSON_H
#define WEND_TESTS_CLI_CLI_JSON_H

#include "tests/support/process.h"

#include <math.h>

/// What `wend COMMAND --json ARGUMENTS` prints, with that exit status.
static json_t *command_json(int code, const char *command, const char *arguments)
{
    char line[600];
    snprintf(line, sizeof line, "\"$WEND\" %s --json %s", command, arguments);
    return parse_object(run_expect(code, line));
}

static wend_vec2 point(const json_t *pair)
{
    assert_int_equal(json_array_size(pair), 2);
    return (wend_vec2){json_number_value(json_array_get(pair, 0)),
                       json_number_value(json_array_get(pair, 1))};
}

static void assert_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        print_message("%.17g is not %.17g\n", a, b);
    assert_true(fabs(a - b) <= tolerance);
}

#endif
