// SPDX-License-Identifier: MIT
// Ctrl-C during a run: the step is finished, then the command reports the time reached.
#include "cli/run/run.h"

#include <signal.h>

static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

static struct sigaction before[SIGNALS];
static volatile sig_atomic_t asked;
static bool listening;

static void restore(void)
{
    for (int i = 0; i < SIGNALS; ++i)
        sigaction(signals[i], &before[i], NULL);
}

static void on_signal(int number)
{
    asked = number;
    restore();
}

void run_stop_listen(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; ++i)
        sigaction(signals[i], NULL, &before[i]);
    for (int i = 0; i < SIGNALS; ++i)
        if (before[i].sa_handler != SIG_IGN) // a signal ignored by the parent (nohup) stays ignored
            sigaction(signals[i], &action, NULL);
    asked = 0;
    listening = true;
}

int run_stop_asked(void)
{
    return asked;
}

void run_stop_end(void)
{
    if (listening)
        restore();
    listening = false;
}
