// SPDX-License-Identifier: MIT
// A picture into a file (see picture.h).
#include "cli/picture.h"

#include "cli/progress.h"
#include "cli/report.h"
#include "io/output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Room around a scene without bounds, as a share of its size.
#define OPEN_ROOM 0.12

/// Where the picture's bytes go.
typedef struct sink {
    FILE *file;
    int error; ///< errno of the write that failed
} sink;

static bool write_bytes(void *context, const void *bytes, size_t size)
{
    sink *s = context;
    errno = 0;
    if (fwrite(bytes, 1, size, s->file) == size)
        return true;
    s->error = errno ? errno : EIO;
    return false;
}

wend_box picture_box(const scene *s, wend_box box)
{
    if (s->bounds_count > 0 || box.min.x > box.max.x)
        return box;
    double room = OPEN_ROOM * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    return (wend_box){{box.min.x - room, box.min.y - room}, {box.max.x + room, box.max.y + room}};
}

void picture_title(const scene *s, const char *operand, char *title, size_t size)
{
    const char *slash = strrchr(operand, '/');
    const char *base = slash ? slash + 1 : operand;
    const char *dot = strrchr(base, '.');
    if (s->name)
        snprintf(title, size, "%s", s->name);
    else if (strcmp(operand, "-") == 0)
        snprintf(title, size, "scene");
    else
        snprintf(title, size, "%.*s", (int)(dot && dot > base ? dot - base : (long)strlen(base)),
                 base);
}

/// It can't be painted, or not be written: says which.
static int give_up(const arguments *args, const char *path, output *out, const sink *file,
                   const char *error)
{
    output_discard(out);
    return file->error ? fail(args, "%s: cannot write: %s", path, strerror(file->error))
                       : fail(args, "%s: %s", path, error);
}

int picture_write(const arguments *args, const char *path, canvas_kind kind, const picture *what,
                  canvas_report *report)
{
    output out;
    if (!output_open(&out, path))
        return fail_output(args, path);
    sink file = {.file = out.file};
    const canvas_def def = {
        .world = what->world,
        .kind = kind,
        .width = (uint32_t)option_number(args, "width", 0),
        .title = what->title,
        .layers = what->layers,
        .write = write_bytes,
        .write_context = &file,
    };
    progress bar = progress_start(args);
    progress_show(&bar, 0.5, "drawing");
    canvas_outcome outcome = canvas_paint(&def, what->describe, what->subject, report);
    progress_end(&bar);
    switch (outcome) {
    case CANVAS_DONE:
        return output_commit(&out) ? EXIT_DONE : fail_output(args, path);
    case CANVAS_NO_LAYER:
        output_discard(&out);
        return fail_usage(args, "%s", report->error);
    default:
        return give_up(args, path, &out, &file, report->error);
    }
}

int picture_write_charts(const arguments *args, const char *path, canvas_kind kind,
                         chart_sheet what, chart_report *report)
{
    output out;
    if (!output_open(&out, path))
        return fail_output(args, path);
    sink file = {.file = out.file};
    what.kind = kind;
    what.width = (uint32_t)option_number(args, "width", 0);
    what.write = write_bytes;
    what.write_context = &file;
    progress bar = progress_start(args);
    progress_show(&bar, 0.5, "drawing");
    bool painted = chart_paint(&what, report);
    progress_end(&bar);
    if (!painted)
        return give_up(args, path, &out, &file, report->error);
    return output_commit(&out) ? EXIT_DONE : fail_output(args, path);
}

int picture_write_scale(const arguments *args, const char *path, scale_png what)
{
    output out;
    if (!output_open(&out, path))
        return fail_output(args, path);
    sink file = {.file = out.file};
    what.write = write_bytes;
    what.write_context = &file;
    const char *error = scale_png_paint(&what);
    if (error)
        return give_up(args, path, &out, &file, error);
    return output_commit(&out) ? EXIT_DONE : fail_output(args, path);
}
