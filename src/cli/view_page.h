// SPDX-License-Identifier: MIT
// The replay page: the files of viewer/, which are inside the binary, and the data of a recording,
// put together into one HTML file that needs nothing else.
#ifndef WEND_CLI_VIEW_PAGE_H
#define WEND_CLI_VIEW_PAGE_H

#include "record/replay.h"

/// Writes the page. False with a problem, as replay_write. Errors of the file are left in it.
bool view_page_write(const recording *r, const replay_options *options, FILE *out,
                     replay_report *report, problem_list *problems);

#endif
