// SPDX-License-Identifier: MIT
// Output of `wend verify`: text, or JSON.
#ifndef WEND_CLI_COMMANDS_VERIFY_REPORT_H
#define WEND_CLI_COMMANDS_VERIFY_REPORT_H

#include "cli/command.h"
#include "verify/verify.h"

#include <jansson.h>

/// Properties that do not depend on a run; NULL: out of memory.
json_t *verify_test_to_json(const verify_test *test);
void verify_print_text(const verify_results *r);
int verify_print_json(const arguments *args, const verify_results *r);

#endif
