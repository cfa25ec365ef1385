// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "tests/hunt/runner.h"

#include "base/xalloc.h"
#include "core/clock.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Interval of the lines about the progress. [Units: s]
#define REPORT 5.0

/// Memory that all processes share.
typedef struct board {
    atomic_uint next, done, locked;
    hunt_result results[];
} board;

/// Set by SIGINT and SIGTERM: the cases that have begun are finished, no other ones are started.
static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

uint32_t hunt_pair_of(const hunt_orders *orders, uint64_t seed)
{
    return orders->pair == HUNT_ANY ? (uint32_t)(seed % hunt_pair_count) : orders->pair;
}

static void run_one(const hunt_orders *orders, board *b, uint32_t i, hunt_case *c)
{
    hunt_result *result = &b->results[i];
    result->seed = orders->first_seed + i;
    result->pair = hunt_pair_of(orders, result->seed);
    result->verdict.outcome = HUNT_CRASHED; // until it is known
    if (!hunt_generate(result->seed, result->pair, orders->family, c))
        return;
    result->family = c->family;
    alarm(HUNT_CASE_SECONDS);
    char *json = hunt_case_json(c);
    result->verdict = hunt_judge_json(json);
    free(json);
    alarm(0);
    if (result->verdict.outcome == HUNT_LOCKED)
        atomic_fetch_add(&b->locked, 1);
}

static void work(const hunt_orders *orders, board *b)
{
    hunt_case *c = xmalloc(sizeof *c);
    uint32_t i;
    while ((i = atomic_fetch_add(&b->next, 1)) < orders->scenes) {
        run_one(orders, b, i, c);
        atomic_fetch_add(&b->done, 1);
    }
    free(c);
}

static pid_t start_worker(const hunt_orders *orders, board *b)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGINT, SIG_IGN); // of the terminal, to all processes
        work(orders, b);
        _exit(0);
    }
    return child;
}

static void report(const hunt_orders *orders, board *b, double begin)
{
    uint32_t done = atomic_load(&b->done);
    double spent = wend_clock() - begin, left = done ? spent * (orders->scenes - done) / done : 0;
    fprintf(stderr, "\rhunt: %u of %u scenes, %u locked, %.0f s, %.0f s left   ", done,
            orders->scenes, atomic_load(&b->locked), spent, left);
}

/// Waits for the workers. One that crashed, or ran out of memory, has counted its case as such and
/// is replaced.
static void wait_for_all(const hunt_orders *orders, board *b, uint32_t workers)
{
    double begin = wend_clock(), last = begin;
    while (workers > 0) {
        int status;
        if (stopped)
            atomic_store(&b->next, orders->scenes);
        pid_t child = waitpid(-1, &status, WNOHANG);
        bool finished = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (child > 0)
            workers -= finished || start_worker(orders, b) < 0;
        else
            nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        if (orders->progress && (wend_clock() - last > REPORT || workers == 0)) {
            report(orders, b, begin);
            last = wend_clock();
        }
    }
    if (orders->progress)
        fputc('\n', stderr);
}

static size_t board_bytes(const hunt_orders *orders)
{
    return sizeof(board) + orders->scenes * sizeof(hunt_result);
}

hunt_result *hunt_run(const hunt_orders *orders)
{
    board *b =
        mmap(NULL, board_bytes(orders), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    xneed(b != MAP_FAILED);
    uint32_t workers = 0;
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    for (uint32_t i = 0; i < orders->processes; ++i)
        workers += start_worker(orders, b) > 0;
    if (workers == 0)
        work(orders, b);
    wait_for_all(orders, b, workers);
    return b->results;
}

void hunt_results_free(hunt_result *results, const hunt_orders *orders)
{
    munmap((char *)results - offsetof(board, results), board_bytes(orders));
}
