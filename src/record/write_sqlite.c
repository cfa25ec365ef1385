// SPDX-License-Identifier: MIT
// Recordings as a database that grows while the run goes on (docs/recordings.md): the sink copies
// frames into a queue, and a thread of its own writes them, so that the steps of the world do not
// wait for the file.
//
// When it commits: at every simulated second, as long as commits take less than COMMIT_SHARE of the
// time; when the last commit is COMMIT_LATEST ago; and after COMMIT_ROWS, so that none takes long.
#include "core/clock.h"
#include "record/database.h"
#include "record/frame_queue.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#define COMMIT_SHARE  0.05
#define COMMIT_LATEST 1.0 ///< [Units: s of the clock]
enum { COMMIT_ROWS = 100000 };

/// Maximum memory of frames that wait to be written.
#define QUEUE_BYTES ((size_t)64 << 20)

typedef struct sqlite_sink {
    record_sink base;
    database *data; ///< the thread's while it runs
    frame_queue *queue;
    pthread_t thread;
    double fps;
    bool no_memory; ///< a frame could not be copied
} sqlite_sink;

/// When the thread has committed last.
typedef struct committing {
    double at;     ///< by the clock
    double took;   ///< [Units: s]
    double second; ///< that the next frame belonged to
} committing;

/// The simulated second that a frame belongs to.
static double second_of(const sqlite_sink *sink, uint64_t frame)
{
    return floor((double)frame / sink->fps);
}

static bool is_due(const sqlite_sink *sink, const committing *last, uint64_t next)
{
    double since = wend_clock() - last->at;
    bool new_second = second_of(sink, next) != last->second;
    return since >= COMMIT_LATEST || (new_second && last->took <= COMMIT_SHARE * since) ||
           database_uncommitted(sink->data) >= COMMIT_ROWS;
}

static bool commit(sqlite_sink *sink, committing *last, uint64_t next)
{
    double begin = wend_clock();
    bool good = database_commit(sink->data);
    last->at = wend_clock();
    last->took = last->at - begin;
    last->second = second_of(sink, next);
    return good;
}

/// The thread: writes frames until there are no more, or writing fails.
static void *write_frames(void *argument)
{
    sqlite_sink *sink = argument;
    committing last = {.at = wend_clock()};
    uint64_t next = 0; // the frame after the one that was written last
    bool over = false, good = true;
    while (good && !over) {
        double patience = last.at + COMMIT_LATEST - wend_clock();
        const record_frame *frame = frame_queue_take(sink->queue, patience, &over);
        if (frame) {
            next = frame->number + 1;
            good = database_frame(sink->data, frame);
            frame_queue_give_back(sink->queue);
        }
        if (good && (over || is_due(sink, &last, next)))
            good = commit(sink, &last, next);
    }
    if (!good)
        frame_queue_refuse(sink->queue);
    return NULL;
}

/// Signals are for the thread that simulates.
static bool start_thread(sqlite_sink *sink)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool good = pthread_create(&sink->thread, NULL, write_frames, sink) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return good;
}

/// Ends the thread: every frame has been written, or writing has failed.
static void finish_thread(sqlite_sink *sink)
{
    frame_queue_end(sink->queue);
    pthread_join(sink->thread, NULL);
    frame_queue_free(sink->queue);
    sink->queue = NULL;
}

static void sink_free(sqlite_sink *sink)
{
    frame_queue_free(sink->queue);
    database_close(sink->data);
    free(sink);
}

static record_sink *open_sqlite(const char *path, const record_about *about, problem_list *problems)
{
    sqlite_sink *sink = calloc(1, sizeof *sink);
    if (!sink) {
        problem_no_memory(problems);
        return NULL;
    }
    sink->base.kind = &record_sqlite;
    sink->fps = about->fps;
    sink->queue = frame_queue_create(about->s->door_count, about->s->mover_count, QUEUE_BYTES);
    bool good = sink->queue || problem_no_memory(problems);
    if (good)
        sink->data = database_create(path, about, problems);
    good = good && sink->data;
    if (good && !start_thread(sink))
        good = problem_add(problems, "no thread could be started to write it");
    if (good)
        return &sink->base;
    sink_free(sink);
    return NULL;
}

static bool add_frame(record_sink *base, const record_frame *frame)
{
    sqlite_sink *sink = (sqlite_sink *)base;
    frame_queue_result result = frame_queue_put(sink->queue, frame);
    sink->no_memory = sink->no_memory || result == FRAME_QUEUE_NO_MEMORY;
    return result == FRAME_QUEUE_TAKEN;
}

static bool close_sqlite(record_sink *base, const record_end *end, problem_list *problems)
{
    sqlite_sink *sink = (sqlite_sink *)base;
    finish_thread(sink);
    bool good = database_end(sink->data, end) && !sink->no_memory;
    if (!good) {
        uint64_t frames = database_frames(sink->data);
        problem_add(problems, "cannot be written: %s; it holds the first %llu frames (%g s)",
                    sink->no_memory ? "out of memory" : database_problem(sink->data),
                    (unsigned long long)frames, frames > 0 ? (double)(frames - 1) / sink->fps : 0);
    }
    sink_free(sink);
    return good;
}

static void discard_sqlite(record_sink *base)
{
    sqlite_sink *sink = (sqlite_sink *)base;
    finish_thread(sink);
    sink_free(sink);
}

const record_kind record_sqlite = {
    .name = "sqlite",
    .endings = "sqlite db",
    .about = "Trajectory database of JuPedSim and PedPy, plus the scene and tables of wend",
    .grows = true,
    .open = open_sqlite,
    .frame = add_frame,
    .close = close_sqlite,
    .discard = discard_sqlite,
};
