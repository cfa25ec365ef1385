// SPDX-License-Identifier: MIT
// Trajectories into a file: frame,id,x,y, one row for each agent in each frame.
//
// Numbers are written by hand: printf would follow the locale, and take longer than the step that
// made them.
#include "io/frames.h"
#include "cli/report.h"
#include "cli/run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Coordinates have this many digits behind the point: a hundredth of a millimetre.
enum { DIGITS = 5 };
#define SCALE 1e5

enum {
    BUFFER_SIZE = 1 << 16,
    ROW_SIZE = 100, ///< no row is longer: four numbers of at most 20 digits, signs, commas
};

static bool flush(run_trails *trails)
{
    errno = 0;
    if (trails->error == 0 &&
        fwrite(trails->buffer, 1, trails->used, trails->out.file) < trails->used)
        trails->error = errno ? errno : EIO;
    trails->used = 0;
    return trails->error == 0;
}

/// Digits of a whole number, at least so many.
static void put_whole(run_trails *trails, uint64_t value, int least)
{
    char digits[24];
    int count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    while (count < least)
        digits[count++] = '0';
    while (count > 0)
        trails->buffer[trails->used++] = digits[--count];
}

static void put_coordinate(run_trails *trails, double value)
{
    long long scaled = llround(value * SCALE);
    uint64_t size = (uint64_t)(scaled < 0 ? -scaled : scaled);
    if (scaled < 0)
        trails->buffer[trails->used++] = '-';
    put_whole(trails, size / (uint64_t)SCALE, 1);
    trails->buffer[trails->used++] = '.';
    put_whole(trails, size % (uint64_t)SCALE, DIGITS);
}

int run_trails_open(run_trails *trails, const arguments *args, const scene *s, uint64_t every)
{
    *trails = (run_trails){.path = option_text(args, "output", NULL), .s = s, .every = every};
    if (!trails->path)
        return EXIT_DONE;
    if (!output_open(&trails->out, trails->path)) {
        trails->path = NULL;
        return fail_output(args, option_text(args, "output", NULL));
    }
    trails->buffer = malloc(BUFFER_SIZE);
    if (!trails->buffer) {
        run_trails_discard(trails);
        return fail(args, "%s: out of memory", option_text(args, "output", NULL));
    }
    static const char header[] = "frame,id,x,y\n";
    trails->used = sizeof header - 1;
    memcpy(trails->buffer, header, trails->used);
    return EXIT_DONE;
}

bool run_trails_step(run_trails *trails, const run_watch *watch)
{
    if (!trails->path || wend_world_steps(watch->world) % trails->every != 0)
        return true;
    wend_agents agents = wend_world_agents(watch->world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        if (wend_id_null(agents.ids[i]))
            continue;
        if (trails->used > BUFFER_SIZE - ROW_SIZE && !flush(trails))
            return false;
        wend_vec2 at = frames_to_metres(trails->s, agents.bodies[i].position);
        put_whole(trails, trails->frame, 1);
        trails->buffer[trails->used++] = ',';
        put_whole(trails, watch->seen[i].number, 1);
        trails->buffer[trails->used++] = ',';
        put_coordinate(trails, at.x);
        trails->buffer[trails->used++] = ',';
        put_coordinate(trails, at.y);
        trails->buffer[trails->used++] = '\n';
    }
    ++trails->frame;
    return true;
}

int run_trails_close(run_trails *trails, const arguments *args)
{
    if (!trails->path)
        return EXIT_DONE;
    const char *path = trails->path;
    if (flush(trails)) {
        if (!output_commit(&trails->out))
            trails->error = errno;
        trails->path = NULL; // nothing to discard
    }
    int error = trails->error;
    run_trails_discard(trails);
    errno = error;
    return error == 0 ? EXIT_DONE : fail_output(args, path);
}

void run_trails_discard(run_trails *trails)
{
    if (trails->path)
        output_discard(&trails->out);
    free(trails->buffer);
    trails->buffer = NULL;
    trails->path = NULL;
}
