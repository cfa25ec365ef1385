// SPDX-License-Identifier: MIT
// Image files (see picture.h).
#include "cli/picture.h"

#include "base/output.h"
#include "cli/progress.h"
#include "cli/report.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Margin around a scene without bounds, as a share of its size.
#define OPEN_ROOM 0.12

/// Target of the image's bytes.
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

choice picture_files(size_t index)
{
    return (choice){index == 0 ? PICTURE_FILES " -" : NULL, NULL};
}

wend_box picture_box(const scene *s, wend_box box)
{
    if (s->bounds_count > 0 || box.min.x > box.max.x)
        return box;
    double room = OPEN_ROOM * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    return (wend_box){{box.min.x - room, box.min.y - room}, {box.max.x + room, box.max.y + room}};
}

canvas_kind picture_kind(const char *path)
{
    canvas_kind kind = CANVAS_SVG;
    canvas_kind_of(path, &kind);
    return kind;
}

/// An image being written.
typedef struct painting {
    output out;
    sink file;
    progress bar;
} painting;

static int start(painting *p, const arguments *args, const char *path)
{
    if (!output_open(&p->out, path))
        return fail_output(args, path);
    p->file = (sink){.file = p->out.file};
    p->bar = progress_start(args);
    progress_show(&p->bar, 0.5, "drawing");
    return EXIT_DONE;
}

/// Commits or discards the file. error: why painting failed; NULL: it succeeded.
static int finish(painting *p, const arguments *args, const char *path, const char *error)
{
    progress_end(&p->bar);
    if (!error)
        return output_commit(&p->out) ? EXIT_DONE : fail_output(args, path);
    output_discard(&p->out);
    return p->file.error ? fail(args, "%s: cannot write: %s", path, strerror(p->file.error))
                         : fail(args, "%s: %s", path, error);
}

int picture_write(const arguments *args, const char *path, const picture *what,
                  canvas_report *report)
{
    painting p;
    int code = start(&p, args, path);
    if (code != EXIT_DONE)
        return code;
    const canvas_def def = {
        .world = what->world,
        .kind = picture_kind(path),
        .width = (uint32_t)option_number(args, "width", 0),
        .title = what->title,
        .layers = what->layers,
        .write = write_bytes,
        .write_context = &p.file,
    };
    canvas_outcome outcome = canvas_paint(&def, what->describe, what->subject, report);
    if (outcome != CANVAS_NO_LAYER)
        return finish(&p, args, path, outcome == CANVAS_DONE ? NULL : report->error);
    progress_end(&p.bar);
    output_discard(&p.out);
    return fail_usage(args, "%s", report->error);
}

int picture_write_charts(const arguments *args, const char *path, chart_sheet what,
                         chart_report *report)
{
    painting p;
    int code = start(&p, args, path);
    what.kind = picture_kind(path);
    what.width = (uint32_t)option_number(args, "width", 0);
    what.write = write_bytes;
    what.write_context = &p.file;
    return code == EXIT_DONE
               ? finish(&p, args, path, chart_paint(&what, report) ? NULL : report->error)
               : code;
}

int picture_write_scale(const arguments *args, const char *path, scale_png what)
{
    painting p;
    int code = start(&p, args, path);
    what.write = write_bytes;
    what.write_context = &p.file;
    return code == EXIT_DONE ? finish(&p, args, path, scale_png_paint(&what)) : code;
}
