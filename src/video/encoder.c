// SPDX-License-Identifier: MIT
// ffmpeg at the other end of a pipe (see encoder.h). It writes to the temporary file of an output.
// The palette of a GIF goes through a second pipe: ffmpeg could compute one itself, but would keep
// all frames in memory for that.
#include "video/encoder.h"

#include "base/output.h"
#include "base/xalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
    PALETTE_END = 3, ///< descriptor of the palette's pipe in ffmpeg
    SAFE_END = 10,   ///< minimum of our descriptors, above those of ffmpeg
    PALETTE_SIDE = 16,
    MOST_WORDS = 40,
    REASON_SIZE = 200,
    RATE_PARTS = 1000000, ///< denominator of the frame rate
};

struct video_encoder {
    output out;
    video_def def;
    pid_t process;
    int pipe;
    FILE *errors; ///< standard error of ffmpeg; NULL: not read
    bool failed;
};

// ---- starting -----------------------------------------------------------------------------------

/// The child's ends of the pipes for the frames and the palette.
typedef struct ends {
    int pixels, palette;
} ends;

static int move_up(int descriptor)
{
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, SAFE_END);
    close(descriptor);
    return moved;
}

/// Makes a pipe whose ends other programs do not inherit, from SAFE_END on. False with errno.
static bool make_pipe(int *reading, int *writing)
{
    int both[2];
    if (pipe(both) != 0)
        return false;
    *reading = move_up(both[0]);
    *writing = move_up(both[1]);
    if (*reading >= 0 && *writing >= 0)
        return true;
    int error = errno;
    close(*reading);
    close(*writing);
    errno = error;
    return false;
}

/// The palette fits into the buffer of a pipe that is not yet read.
static bool make_palette_pipe(const uint32_t *palette, int *reading)
{
    int writing;
    if (!make_pipe(reading, &writing))
        return false;
    bool done = write(writing, palette, VIDEO_COLOURS * sizeof *palette) ==
                (ssize_t)(VIDEO_COLOURS * sizeof *palette);
    close(writing);
    if (!done)
        close(*reading);
    return done;
}

/// ffmpeg's name of the layout of pixels 0x..RRGGBB in memory.
static const char *pixel_format(bool opaque)
{
    const union {
        uint32_t word;
        unsigned char bytes[4];
    } one = {1};
    bool little = one.bytes[0] == 1;
    if (opaque)
        return little ? "bgra" : "argb";
    return little ? "bgr0" : "0rgb";
}

typedef struct command_line {
    char *words[MOST_WORDS];
    int count;
} command_line;

static void add_words(command_line *line, const char *const *words)
{
    for (; *words; ++words)
        line->words[line->count++] = (char *)*words; // execvp does not write to them
    line->words[line->count] = NULL;
}

static int spawn(video_encoder *v, const ends *child, char *const *words)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; ++i)
        sigaddset(&usual, signals[i]);
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    // In its own process group: an interrupt from the keyboard goes to wend only.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    error = posix_spawn_file_actions_adddup2(&actions, child->pixels, STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error && v->errors)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(v->errors), STDERR_FILENO);
    if (!error && !v->errors)
        error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error && child->palette >= 0)
        error = posix_spawn_file_actions_adddup2(&actions, child->palette, PALETTE_END);
    if (!error)
        error = posix_spawnp(&v->process, words[0], &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/// Starts it with the child's ends of the pipes. 0 or an error number.
static int start(video_encoder *v, const ends *child)
{
    const video_def *def = &v->def;
    char size[40], rate[60];
    const char *name = output_temporary(&v->out);
    char *file = xmalloc(strlen(name) + sizeof "file:");
    sprintf(file, "file:%s", name); // so that ffmpeg does not interpret the name
    snprintf(size, sizeof size, "%ux%u", (unsigned)def->width, (unsigned)def->height);
    snprintf(rate, sizeof rate, "%lld/%d", llround(def->fps * RATE_PARTS), RATE_PARTS);
    command_line line = {0};
    add_words(&line,
              (const char *const[]){"ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-f",
                                    "rawvideo", "-pixel_format", pixel_format(false), "-video_size",
                                    size, "-framerate", rate, "-i", "pipe:0", NULL});
    if (def->palette)
        add_words(&line,
                  (const char *const[]){"-f", "rawvideo", "-pixel_format", pixel_format(true),
                                        "-video_size", "16x16", "-i", "pipe:3", "-lavfi",
                                        "paletteuse=dither=none", "-f", "gif", file, NULL});
    else
        add_words(&line, (const char *const[]){"-pix_fmt", "yuv420p", "-movflags", "+faststart",
                                               "-f", "mp4", file, NULL});
    int error = spawn(v, child, line.words);
    free(file);
    return error;
}

static bool explain_start(int error, problem_list *problems)
{
    if (error == ENOENT)
        return problem_add(problems,
                           "ffmpeg not found: install it to write video, or record to .sqlite "
                           "instead");
    return problem_add(problems, "cannot start ffmpeg: %s", strerror(error));
}

/// Makes the pipes and starts the process. False with a problem.
static bool connect_process(video_encoder *v, problem_list *problems)
{
    ends child = {-1, -1};
    v->pipe = -1;
    int error = make_pipe(&child.pixels, &v->pipe) ? 0 : errno;
    if (!error && v->def.palette && !make_palette_pipe(v->def.palette, &child.palette)) {
        child.palette = -1;
        error = errno;
    }
    if (!error)
        error = start(v, &child);
    if (child.pixels >= 0)
        close(child.pixels);
    if (child.palette >= 0)
        close(child.palette);
    if (!error)
        return true;
    if (v->pipe >= 0)
        close(v->pipe);
    return explain_start(error, problems);
}

static void free_encoder(video_encoder *v)
{
    if (v->errors)
        fclose(v->errors);
    free(v);
}

video_encoder *video_encoder_open(const char *path, const video_def *def, problem_list *problems)
{
    video_encoder *v = xcalloc(1, sizeof *v);
    v->def = *def;
    if (!output_open(&v->out, path)) {
        problem_add(problems, "cannot write: %s", strerror(errno));
        free(v);
        return NULL;
    }
    v->errors = tmpfile();
    bool started = output_temporary(&v->out)
                       ? connect_process(v, problems)
                       : problem_add(problems, "a video cannot be written to a device or a pipe");
    if (started)
        return v;
    output_discard(&v->out);
    free_encoder(v);
    return NULL;
}

// ---- frames -------------------------------------------------------------------------------------

/// As write, but a closed pipe is an error without a signal.
static ssize_t write_quietly(int descriptor, const void *bytes, size_t size)
{
    sigset_t broken, before, waiting;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t written = write(descriptor, bytes, size);
    int error = errno, number;
    // A part may have been written before the pipe was closed.
    if (written != (ssize_t)size && sigpending(&waiting) == 0 &&
        sigismember(&waiting, SIGPIPE) == 1)
        sigwait(&broken, &number);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

bool video_encoder_frame(video_encoder *v, const uint32_t *pixels)
{
    const unsigned char *bytes = (const unsigned char *)pixels;
    size_t left = (size_t)v->def.width * v->def.height * sizeof *pixels;
    while (left > 0 && !v->failed) {
        ssize_t written = write_quietly(v->pipe, bytes, left);
        if (written < 0) {
            v->failed = errno != EINTR;
            continue;
        }
        bytes += written;
        left -= (size_t)written;
    }
    return !v->failed;
}

// ---- the end ------------------------------------------------------------------------------------

/// Waits for the process. Returns its status as waitpid does.
static int wait_for(video_encoder *v)
{
    int status = -1;
    close(v->pipe);
    while (waitpid(v->process, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/// Reads the last line of ffmpeg's errors, which states the cause.
static void read_reason(FILE *errors, char reason[REASON_SIZE])
{
    char line[REASON_SIZE];
    reason[0] = 0;
    rewind(errors);
    while (fgets(line, sizeof line, errors)) {
        line[strcspn(line, "\r\n")] = 0;
        if (line[0])
            memcpy(reason, line, sizeof line);
    }
}

static bool explain_end(video_encoder *v, int status, problem_list *problems)
{
    char reason[REASON_SIZE] = "";
    if (v->errors)
        read_reason(v->errors, reason);
    if (reason[0])
        return problem_add(problems, "cannot write: ffmpeg: %s", reason);
    if (WIFSIGNALED(status))
        return problem_add(problems, "cannot write: ffmpeg was killed by signal %d",
                           WTERMSIG(status));
    return problem_add(problems, "cannot write: ffmpeg failed with exit status %d",
                       WEXITSTATUS(status));
}

bool video_encoder_close(video_encoder *v, problem_list *problems)
{
    int status = wait_for(v);
    bool done = !v->failed && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!done) {
        explain_end(v, status, problems);
        output_discard(&v->out);
    } else if (!output_commit(&v->out)) {
        done = problem_add(problems, "cannot write: %s", strerror(errno));
    }
    free_encoder(v);
    return done;
}

void video_encoder_discard(video_encoder *v)
{
    kill(v->process, SIGKILL);
    wait_for(v);
    output_discard(&v->out);
    free_encoder(v);
}
