// SPDX-License-Identifier: MIT
// Replay page: the files of viewer/, embedded in the binary, and the data of a recording, combined
// into one self-contained HTML file.
#ifndef WEND_REPLAY_PAGE_H
#define WEND_REPLAY_PAGE_H

#include "replay/replay.h"

/// Writes the page. False with a problem, as replay_write. File errors remain in the FILE.
bool view_page_write(const recording *r, const replay_options *options, FILE *out,
                     replay_report *report, problem_list *problems);

#endif
