// SPDX-License-Identifier: MIT
// Trajectories in an image (see trails.h). Areas are those of the raster of measure/swept_area.h,
// drawn as the outlines of its cells.
#include "cli/draw/trails.h"

#include "base/xalloc.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "core/array.h"
#include "formats/grid.h"
#include "scene/frames.h"
#include "wend/geometry.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Maximum number of agents with individual colours.
enum { COLOURS = 6 };
static const wend_colour colours[COLOURS] = {
    WEND_BLUE, WEND_VERMILION, WEND_GREEN, WEND_ORANGE, WEND_PURPLE, WEND_SKY,
};

#define ONE_WIDTH  2.0 // for one agent [Units: points]
#define FEW_WIDTH  1.2 // for few lines
#define MANY_WIDTH 0.4
enum { MANY_OPACITY = 110, AREA_OPACITY = 150 };

/// Maximum distance of omitted points from their line, as a share of the image's size: a fifth of a
/// point on paper.
#define LINE_ERROR 2.5e-4
/// Maximum distance of omitted points from outlines, in cells, so that steps become slopes.
#define OUTLINE_ERROR 1.1
/// Maximum number of consecutive points omitted, which keeps the search linear.
enum { MOST_LEFT_OUT = 200 };

// ---- reading ------------------------------------------------------------------------------------

double draw_mean_radius(const scene *s)
{
    double sum = 0, count = 0;
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        sum += s->agents[i].def.agent.radius * s->agents[i].def.count;
        count += s->agents[i].def.count;
    }
    return count > 0 ? sum / count : wend_default_agent_def().radius;
}

/// Minimum difference of two frames of one agent, the stride of consecutive frames; 0: there are no
/// two.
static uint32_t find_stride(const recording *lines)
{
    uint32_t stride = 0;
    for (size_t i = 1; i < lines->row_count; ++i) {
        uint32_t apart = lines->frames[i] - lines->frames[i - 1];
        if (lines->row_agent[i] == lines->row_agent[i - 1] && (stride == 0 || apart < stride))
            stride = apart;
    }
    return stride;
}

/// Finds the agent of --agent.
static int find_only(trail_file *file, const arguments *args)
{
    const recording *lines = &file->lines;
    double id = option_number(args, "agent", 0);
    if (!option_given(args, "agent"))
        return EXIT_DONE;
    for (uint32_t i = 0; i < lines->agent_count; ++i)
        if ((double)lines->agents[i].id == id)
            file->only = i + 1;
    if (file->only != 0)
        return EXIT_DONE;
    if (lines->agent_count == 0)
        return fail(args, "%s: has no agent %.0f: it has no agents", file->name, id);
    return fail(args, "%s: has no agent %.0f (ids are from %" PRIu64 " to %" PRIu64 ")", file->name,
                id, lines->agents[0].id, lines->agents[lines->agent_count - 1].id);
}

static int read_file(trail_file *file, const arguments *args, const char *option_name,
                     const scene *s)
{
    const char *path = option_text(args, option_name, NULL);
    if (!path)
        return EXIT_DONE;
    const char *slash = strrchr(path, '/');
    file->name = slash ? slash + 1 : path;
    problem_list problems = {.file = strcmp(path, "-") == 0 ? "standard input" : path};
    recording *lines = &file->lines;
    int code =
        recording_load(path, NULL, lines, &problems) ? EXIT_DONE : fail_problems(args, &problems);
    if (code == EXIT_DONE && lines->unit != 1)
        print_note(args, problems.file, lines->note);
    problem_free(&problems);
    for (size_t i = 0; i < lines->row_count; ++i)
        lines->at[i] = frames_from_metres(s, lines->at[i]);
    file->stride = find_stride(lines);
    return code == EXIT_DONE ? find_only(file, args) : code;
}

/// An agent's path through consecutive frames.
typedef struct trail {
    uint32_t agent;
    size_t first, count; ///< rows
} trail;

/// Advances to the next trail; a zeroed one is before the first. False: at the end.
static bool next_trail(const trail_file *file, trail *t)
{
    const recording *lines = &file->lines;
    size_t start = t->first + t->count, last = lines->row_count;
    if (file->only != 0) {
        const recorded_agent *only = &lines->agents[file->only - 1];
        start = start > only->first ? start : only->first;
        last = only->first + only->count;
    }
    size_t end = start + 1;
    if (start >= last)
        return false;
    while (end < last && lines->row_agent[end] == lines->row_agent[start] &&
           lines->frames[end] - lines->frames[end - 1] == file->stride)
        ++end;
    *t = (trail){lines->row_agent[start], start, end - start};
    return true;
}

/// Adds the area swept by a disc along all lines.
static void sweep(trail_file *file, wend_box box, double radius)
{
    xneed(swept_create(&file->used, box, 0));
    for (trail t = {0}; next_trail(file, &t);) {
        const wend_vec2 *points = file->lines.at + t.first;
        for (size_t k = 0; k < t.count; ++k)
            swept_add(&file->used, points[k > 0 ? k - 1 : 0], points[k], radius);
    }
}

int draw_trails_read(draw_trails *d, const arguments *args, const scene *s)
{
    *d = (draw_trails){.box = wend_box_empty()};
    if (!option_given(args, "trails"))
        return EXIT_DONE;
    progress bar = progress_start(args);
    progress_show(&bar, 0.1, "reading trajectories");
    int code = read_file(&d->asked, args, "trails", s);
    if (code == EXIT_DONE)
        code = read_file(&d->against, args, "baseline", s);
    progress_end(&bar);
    if (code != EXIT_DONE)
        return code;
    d->radius = option_number(args, "radius", draw_mean_radius(s));
    wend_box box = wend_box_join(recording_box(&d->asked.lines), recording_box(&d->against.lines));
    if (box.min.x <= box.max.x)
        d->box = (wend_box){{box.min.x - d->radius, box.min.y - d->radius},
                            {box.max.x + d->radius, box.max.y + d->radius}};
    sweep(&d->asked, d->box, d->radius);
    if (d->against.name)
        sweep(&d->against, d->box, d->radius);
    return EXIT_DONE;
}

static void free_file(trail_file *file)
{
    recording_free(&file->lines);
    swept_free(&file->used);
}

void draw_trails_free(draw_trails *d)
{
    free_file(&d->asked);
    free_file(&d->against);
    *d = (draw_trails){0};
}

const char *draw_trails_layers(const draw_trails *d)
{
    if (d->asked.only != 0)
        return "bounds,obstacles,trails";
    return d->against.name ? "used,bounds,obstacles" : "used,bounds,obstacles,trails";
}

// ---- simplification -----------------------------------------------------------------------------

typedef wend_array(wend_vec2) line;

/// True if the points between the ends lie on the straight line between these.
static bool is_straight(const wend_vec2 *points, size_t count, double error)
{
    const wend_segment chord = {points[0], points[count - 1]};
    for (size_t i = 1; i + 1 < count; ++i)
        if (wend_segment_distance(chord, points[i]) > error)
            return false;
    return true;
}

/// Adds a line without points that are redundant on paper. False: out of memory.
static bool simplify(const wend_vec2 *points, size_t count, double error, line *out)
{
    for (size_t i = 0; i < count;) {
        if (!wend_array_reserve(out, NULL, 1))
            return false;
        out->data[out->count++] = points[i];
        size_t next = i + 1;
        while (next + 1 < count && next - i < MOST_LEFT_OUT &&
               is_straight(points + i, next - i + 2, error))
            ++next;
        i = next;
    }
    return true;
}

// ---- areas --------------------------------------------------------------------------------------

/// A set of cells: those of `in` that are, or are not, in `other` [opt].
typedef struct cells {
    const swept *in, *other;
    bool common;
} cells;

static bool has_cell(const cells *c, uint32_t column, uint32_t row)
{
    return swept_at(c->in, column, row) &&
           (!c->other || swept_at(c->other, column, row) == c->common);
}

/// A scene whose obstacles are the cells, with the raster's corner at (0, 0). NULL: out of memory,
/// or the outlines have too many corners.
static scene *find_outlines(const cells *c)
{
    grid g;
    problem_list problems = {0};
    scene *outlines = NULL;
    if (grid_create(c->in->width, c->in->height, &g, &problems)) {
        for (uint32_t row = 0; row < g.height; ++row)
            for (uint32_t column = 0; column < g.width; ++column)
                g.cells[(size_t)row * g.width + column] = has_cell(c, column, row);
        outlines = grid_to_scene(&g, (grid_frame){.cell = c->in->cell}, &problems);
        grid_free(&g);
    }
    problem_free(&problems);
    return outlines;
}

/// Fills an outline, moved to its position, without its steps. False: out of memory.
static bool fill_outline(const scene_shape *shape, wend_vec2 place, double cell, line *points,
                         const wend_draw *draw, wend_ink ink)
{
    uint32_t start = 0;
    points->count = 0;
    for (uint32_t ring = 0; ring < shape->ring_count; ++ring) {
        uint32_t end = shape->ring_ends[ring];
        if (!simplify(shape->points + start, end - start, OUTLINE_ERROR * cell, points))
            return false;
        start = end;
        shape->ring_ends[ring] = (uint32_t)points->count;
    }
    for (size_t i = 0; i < points->count; ++i) {
        points->data[i].x += place.x;
        points->data[i].y += place.y;
    }
    draw->polygon(draw->context, points->data, shape->ring_ends, shape->ring_count, ink);
    return true;
}

/// Fills the cells, as polygons. False: out of memory, or their outlines have too many corners.
static bool fill_cells(const cells *c, const wend_draw *draw, wend_ink ink)
{
    scene *outlines = find_outlines(c);
    bool done = outlines != NULL;
    line points = {0};
    for (uint32_t i = 0; done && i < outlines->obstacle_count; ++i) {
        wend_vec2 place = {c->in->origin.x + outlines->origin.x,
                           c->in->origin.y + outlines->origin.y};
        done = fill_outline(&outlines->obstacles[i].shape, place, c->in->cell, &points, draw, ink);
    }
    wend_array_free(&points, NULL);
    scene_free(outlines);
    return done;
}

static bool fill_layer(const cells *c, const wend_draw *draw, wend_colour colour, const char *words,
                       double area)
{
    char title[120];
    const wend_ink ink = {.fill = WEND_ALPHA(colour, AREA_OPACITY)};
    snprintf(title, sizeof title, "%.80s, %.4g m\xc2\xb2", words, area);
    return !draw->layer(draw->context, "used", title, ink) || fill_cells(c, draw, ink);
}

bool draw_trails_used(const draw_trails *d, const wend_draw *draw)
{
    const swept *asked = &d->asked.used, *against = &d->against.used;
    if (!d->asked.name) {
        draw->layer(draw->context, "used", "", (wend_ink){0});
        return true;
    }
    double area = swept_area(asked);
    if (!d->against.name)
        return fill_layer(&(cells){.in = asked}, draw, WEND_YELLOW, "used", area);
    double more = swept_area_beyond(asked, against), less = swept_area_beyond(against, asked);
    char only_asked[90], only_against[90];
    snprintf(only_asked, sizeof only_asked, "only %.70s", d->asked.name);
    snprintf(only_against, sizeof only_against, "only %.70s", d->against.name);
    return fill_layer(&(cells){asked, against, true}, draw, WEND_YELLOW, "used by both",
                      area - more) &&
           fill_layer(&(cells){asked, against, false}, draw, WEND_VERMILION, only_asked, more) &&
           fill_layer(&(cells){against, asked, false}, draw, WEND_BLUE, only_against, less);
}

// ---- lines --------------------------------------------------------------------------------------

/// The layer of one file. False: out of memory.
static bool draw_file(const trail_file *file, double error, bool few, wend_ink ink,
                      const wend_draw *draw)
{
    const recording *lines = &file->lines;
    char title[120] = "";
    if (file->name && file->only != 0)
        snprintf(title, sizeof title, "%.80s, agent %" PRIu64, file->name,
                 lines->agents[file->only - 1].id);
    else if (file->name)
        snprintf(title, sizeof title, "%.80s, %u agent%s", file->name, (unsigned)lines->agent_count,
                 lines->agent_count == 1 ? "" : "s");
    if (!draw->layer(draw->context, "trails", title, ink))
        return true;
    line simple = {0};
    bool enough = true;
    for (trail t = {0}; enough && next_trail(file, &t);) {
        simple.count = 0;
        enough = simplify(lines->at + t.first, t.count, error, &simple);
        if (few && file->only == 0)
            ink.line = colours[t.agent % COLOURS];
        if (enough)
            draw->line(draw->context, simple.data, (uint32_t)simple.count, ink);
    }
    wend_array_free(&simple, NULL);
    return enough;
}

bool draw_trails_lines(const draw_trails *d, const wend_draw *draw)
{
    double error = LINE_ERROR * fmax(d->box.max.x - d->box.min.x, d->box.max.y - d->box.min.y);
    bool one = d->asked.only != 0, few = one || d->asked.lines.agent_count <= COLOURS;
    wend_ink ink = {.line = few ? WEND_BLUE : WEND_ALPHA(WEND_BLUE, MANY_OPACITY),
                    .width = one   ? ONE_WIDTH
                             : few ? FEW_WIDTH
                                   : MANY_WIDTH};
    if (!draw_file(&d->asked, error, few, ink, draw))
        return false;
    // Two crowds would hide each other; two paths of one agent can be compared.
    ink.line = WEND_VERMILION;
    return !one || !d->against.name || draw_file(&d->against, error, few, ink, draw);
}

// ---- figures ------------------------------------------------------------------------------------

static void set(json_t *object, const char *key, double value)
{
    json_object_set_new(object, key, isfinite(value) ? json_real(value) : json_null());
}

void draw_trails_to_json(const draw_trails *d, json_t *object)
{
    if (!d->asked.name)
        return;
    double area = swept_area(&d->asked.used);
    json_object_set_new(object, "trails", json_integer((json_int_t)d->asked.lines.agent_count));
    set(object, "radius", d->radius);
    set(object, "cell", d->asked.used.cell);
    set(object, "area_used", area);
    if (!d->against.name)
        return;
    double other = swept_area(&d->against.used);
    set(object, "area_against", other);
    set(object, "area_beyond", swept_area_beyond(&d->asked.used, &d->against.used));
    set(object, "area_ratio", area / other);
}
