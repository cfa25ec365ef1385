// SPDX-License-Identifier: MIT
// Output files that appear whole or not at all (see output.h).
//
// The names of unfinished temporary files are in a small table that a signal handler can read. A
// name is added before its file is created and removed after the file is gone, with signals blocked
// in between, so that no signal can leave a file behind.
#define _XOPEN_SOURCE 700 // realpath
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/// Number of temporary names to try; usually the first is free.
enum { NAME_ATTEMPTS = 100 };

static _Atomic(char *) unfinished[OUTPUT_MOST];

static const int guarded_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
enum { GUARDED_COUNT = sizeof guarded_signals / sizeof guarded_signals[0] };

static void remove_unfinished(void)
{
    for (int i = 0; i < OUTPUT_MOST; ++i) {
        char *name = atomic_load(&unfinished[i]);
        if (name)
            unlink(name);
    }
}

static void on_signal(int number)
{
    remove_unfinished();
    raise(number); // the handler has been reset: this ends the process as intended by the sender
}

void output_guard(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < GUARDED_COUNT; ++i) {
        struct sigaction old;
        // Signals that the parent ignores (nohup) stay ignored.
        if (sigaction(guarded_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(guarded_signals[i], &action, NULL);
    }
    atexit(remove_unfinished);
}

static void hold_signals(sigset_t *old)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < GUARDED_COUNT; ++i)
        sigaddset(&set, guarded_signals[i]);
    pthread_sigmask(SIG_BLOCK, &set, old);
}

static void release_signals(const sigset_t *old)
{
    pthread_sigmask(SIG_SETMASK, old, NULL);
}

/// "plans/.wend-4711-123456789-0" for "plans/hall.svg"; NULL when out of memory.
static char *temporary_name(const char *path, int attempt)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    size_t size = folder + 80;
    char *name = malloc(size);
    if (!name)
        return NULL;
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    memcpy(name, path, folder);
    snprintf(name + folder, size - folder, ".wend-%ld-%ld-%d", (long)getpid(), now.tv_nsec,
             attempt);
    return name;
}

/// Creates a temporary file beside out->path and adds it to the table. Returns its descriptor, or
/// -1 with errno.
static int open_temporary(output *out)
{
    int slot = 0;
    while (slot < OUTPUT_MOST && atomic_load(&unfinished[slot]))
        ++slot;
    if (slot == OUTPUT_MOST) {
        errno = EMFILE;
        return -1;
    }
    for (int attempt = 0; attempt < NAME_ATTEMPTS; ++attempt) {
        char *name = temporary_name(out->path, attempt);
        if (!name)
            return -1;
        sigset_t old;
        hold_signals(&old);
        int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        int error = errno;
        if (descriptor >= 0) {
            atomic_store(&unfinished[slot], name);
            out->slot = slot;
        } else {
            free(name);
        }
        release_signals(&old);
        errno = error;
        if (descriptor >= 0 || error != EEXIST)
            return descriptor;
    }
    return -1;
}

/// Renames (keep) or removes the temporary file, and removes it from the table.
static bool settle(output *out, bool keep)
{
    char *name = atomic_load(&unfinished[out->slot]);
    sigset_t old;
    hold_signals(&old);
    bool done = !keep || rename(name, out->path) == 0;
    int error = errno;
    if (!keep || !done)
        unlink(name);
    atomic_store(&unfinished[out->slot], NULL);
    release_signals(&old);
    free(name);
    errno = error;
    return done;
}

/// Opens a regular file that does not exist yet (mode 0) or will be replaced, or anything else.
static int open_path(output *out, mode_t mode)
{
    if (mode == 0)
        return open_temporary(out);
    if (!S_ISREG(mode))
        return open(out->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    // Renaming would replace a read-only file.
    if (access(out->path, W_OK) != 0)
        return -1;
    int descriptor = open_temporary(out);
    if (descriptor >= 0)
        fchmod(descriptor, mode & 07777); // as if it had been overwritten; failure is ignored
    return descriptor;
}

/// Sets out->path to the target of the name, symbolic links followed, and *mode to that of the
/// existing file, 0 if there is none. False with errno.
static bool resolve(output *out, const char *name, mode_t *mode)
{
    struct stat status;
    *mode = 0;
    if (stat(name, &status) == 0) {
        *mode = status.st_mode;
        out->path = S_ISREG(status.st_mode) ? realpath(name, NULL) : strdup(name);
        return out->path != NULL;
    }
    if (errno != ENOENT)
        return false;
    if (name[0] == 0 || lstat(name, &status) == 0) { // no name, or a symbolic link to nothing
        errno = ENOENT;
        return false;
    }
    out->path = strdup(name);
    return out->path != NULL;
}

static bool open_asked(output *out, const char *name)
{
    mode_t mode;
    if (!resolve(out, name, &mode))
        return false;
    int descriptor = open_path(out, mode);
    if (descriptor < 0)
        return false;
    out->file = fdopen(descriptor, "wb");
    if (out->file)
        return true;
    int error = errno;
    close(descriptor);
    errno = error;
    return false;
}

bool output_open(output *out, const char *name)
{
    *out = (output){.slot = -1};
    if (strcmp(name, "-") == 0) {
        out->file = stdout;
        return true;
    }
    if (open_asked(out, name))
        return true;
    int error = errno;
    output_discard(out);
    errno = error;
    return false;
}

const char *output_temporary(const output *out)
{
    return out->slot >= 0 ? atomic_load(&unfinished[out->slot]) : NULL;
}

/// Flushes and, unless it is standard output, closes. 0 or errno.
static int finish_writing(output *out)
{
    errno = 0;
    int error = 0;
    if (fflush(out->file) != 0 || ferror(out->file)) {
        // An earlier write may have failed, with its errno lost: the next one fails for the same
        // reason.
        if (errno == 0 && fputc('\n', out->file) != EOF)
            fflush(out->file);
        error = errno ? errno : EIO;
    }
    if (out->file == stdout)
        return error;
    if (!error && out->slot >= 0 && fsync(fileno(out->file)) != 0)
        error = errno;
    if (fclose(out->file) != 0 && !error)
        error = errno;
    return error;
}

bool output_commit(output *out)
{
    int error = finish_writing(out);
    if (out->slot >= 0 && !settle(out, error == 0))
        error = errno;
    free(out->path);
    *out = (output){.slot = -1};
    errno = error;
    return error == 0;
}

void output_discard(output *out)
{
    if (out->file && out->file != stdout)
        fclose(out->file);
    if (out->slot >= 0)
        settle(out, false);
    free(out->path);
    *out = (output){.slot = -1};
}

bool output_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return strcmp(a, b) == 0 || (stat(a, &first) == 0 && stat(b, &second) == 0 &&
                                 first.st_dev == second.st_dev && first.st_ino == second.st_ino);
}
