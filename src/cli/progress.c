// SPDX-License-Identifier: MIT
// A progress bar on standard error (see progress.h).
#include "cli/progress.h"

#include "base/problem.h"
#include "cli/report.h"
#include "core/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BAR_WIDTH = 24 };

/// The bar is redrawn at most this often, so that drawing costs nothing. [Units: s]
static const double REDRAW_INTERVAL = 0.05;

/// The time left is not shown before this time and this share, from which it can be estimated.
#define LEFT_AFTER 1.0 // [Units: s]
#define LEFT_FROM  0.02

progress progress_start(const arguments *args)
{
    const char *terminal = getenv("TERM");
    bool dumb = !terminal || strcmp(terminal, "dumb") == 0;
    return (progress){.shown = !args->quiet && !dumb && isatty(STDERR_FILENO),
                      .begin = wend_clock()};
}

void progress_show(progress *bar, double share, const char *doing)
{
    if (!bar->shown || wend_clock() - bar->last < REDRAW_INTERVAL)
        return;
    bar->last = wend_clock();
    int filled = share <= 0 ? 0 : share >= 1 ? BAR_WIDTH : (int)(share * BAR_WIDTH);
    char line[BAR_WIDTH + 1] = {0};
    memset(line, '#', (size_t)filled);
    memset(line + filled, '.', (size_t)(BAR_WIDTH - filled));
    char words[61];
    snprintf(words, sizeof words, "%s", doing);
    make_plain(words);
    fprintf(stderr, "\r\033[K[%s] %s", line, words);
    fflush(stderr);
}

void progress_show_left(progress *bar, double share, const char *doing)
{
    char words[100];
    double past = wend_clock() - bar->begin, left = past * (1 - share) / share;
    if (past < LEFT_AFTER || share < LEFT_FROM)
        snprintf(words, sizeof words, "%s", doing);
    else if (left < 100)
        snprintf(words, sizeof words, "%.0f s left: %s", left, doing);
    else
        snprintf(words, sizeof words, "%.0f min left: %s", left / 60, doing);
    progress_show(bar, share, words);
}

void progress_end(progress *bar)
{
    int error = errno; // so that it can be called between a failure and its message
    if (bar->shown && bar->last > 0)
        fputs("\r\033[K", stderr);
    bar->last = 0;
    errno = error;
}
