// SPDX-License-Identifier: MIT
// Makes a replay page of a made-up crowd (crowd.h) of any size, for tests of the page's speed:
//     crowd_page AGENTS FRAMES FILE.html
#include "tests/viewer/crowd.h"

#include "replay/page.h"

#undef NDEBUG
#include <assert.h>
#include <stdio.h>

enum { MEGABYTE = 1000000 };

/// Nobody stands still in this crowd, so its rows are many; and who looks closely sees no step.
static void check(const replay_report *report, uint32_t frames)
{
    assert(report->knots > 0 && report->bytes > report->knots);
    assert(report->chunks > 0 && (uint64_t)report->chunks * report->chunk_frames >= frames);
    assert(report->precision > 0 && report->precision <= 0.01);
    printf("%.2f MB, within %g mm\n", (double)report->bytes / MEGABYTE, 1000 * report->precision);
}

int main(int argc, char **argv)
{
    long agents = argc == 4 ? strtol(argv[1], NULL, 10) : 0;
    long frames = argc == 4 ? strtol(argv[2], NULL, 10) : 0;
    if (agents < 1 || agents > 100000 || frames < 1 || frames > 100000) {
        fputs("usage: crowd_page AGENTS FRAMES FILE.html\n", stderr);
        return 2;
    }
    recording r;
    problem_list problems = {.file = argv[3]};
    replay_report report;
    FILE *out = fopen(argv[3], "wb");
    bool good = crowd_record((uint32_t)agents, (uint32_t)frames, 10, 1, &r) && out &&
                view_page_write(&r, &(replay_options){.title = "crowd"}, out, &report, &problems);
    good = out && fclose(out) == 0 && good;
    if (good)
        check(&report, (uint32_t)frames);
    problem_print(&problems, stderr);
    problem_free(&problems);
    recording_free(&r);
    return good ? 0 : 1;
}
