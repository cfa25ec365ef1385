// SPDX-License-Identifier: MIT
// A flow for other programs, in the frame of the scene's file: lanes, gates, the critical graph,
// sources and sinks as GeoJSON or CSV; levels and directions as rasters (cli/raster.h).
//
// Arcs of lanes become chords that are at most CHORD away from them.
#include "base/export_text.h"
#include "base/output.h"
#include "base/xalloc.h"
#include "cli/flow/flow.h"
#include "cli/picture.h"
#include "cli/raster.h"
#include "cli/report.h"
#include "flow/useful_cells.h"
#include "formats/geojson.h"
#include "geometry/curve.h"
#include "scene/frames.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdlib.h>

/// [Units: m]
#define CHORD 0.001

/// A line with its properties.
typedef struct feature {
    const char *role;
    uint32_t number;
    const wend_vec2 *points;
    const double *along; ///< arc lengths of the points; NULL: straight pieces
    uint32_t count;
    double length;
    const wend_lane *lane; ///< NULL: no lane
    const flow_gate *gate; ///< NULL: no gate
} feature;

typedef struct writer writer;
typedef void write_fn(const writer *w, const feature *f);
struct writer {
    const flow_job *job;
    FILE *out;
    write_fn *write;
    bool *first;
};

// ---- features -----------------------------------------------------------------------------------

static void write_segments(const writer *w, feature f, const wend_segment *legs, size_t count)
{
    wend_vec2 *points = xmalloc((count + 1) * sizeof *points);
    for (size_t i = 0; i < count; ++i) {
        points[i] = legs[i].a;
        points[i + 1] = legs[i].b;
    }
    f.points = points;
    f.count = (uint32_t)count + 1;
    w->write(w, &f);
    free(points);
}

/// Number of chords of an arc.
static uint32_t chords(const wend_curve_piece *piece)
{
    double radius = wend_curve_piece_radius(piece), turning = fabs(wend_curve_piece_turning(piece));
    if (!(turning > 0) || !isfinite(radius))
        return 1;
    double least = 2 * acos(fmax(1 - CHORD / fmax(radius, CHORD), 0));
    return (uint32_t)fmax(ceil(turning / least), 1);
}

static void write_lane(const writer *w, const wend_lane *lane, uint32_t number)
{
    uint32_t total;
    const wend_curve_piece *pieces = wend_lanes_pieces(w->job->lanes, &total) + lane->first;
    wend_array(wend_vec2) points = {0};
    wend_array(double) along = {0};
    double begin = 0;
    for (uint32_t i = 0; i < lane->count; ++i) {
        double length = wend_curve_piece_length(&pieces[i]);
        uint32_t parts = chords(&pieces[i]);
        for (uint32_t k = i == 0 ? 0 : 1; k <= parts; ++k) {
            double at = length * k / parts;
            xreserve(&points, 1);
            xreserve(&along, 1);
            points.data[points.count++] = wend_curve_piece_at(&pieces[i], at, NULL);
            along.data[along.count++] = begin + at;
        }
        begin += length;
    }
    w->write(w, &(feature){.role = "lane",
                           .number = number,
                           .points = points.data,
                           .along = along.data,
                           .count = (uint32_t)points.count,
                           .length = lane->length,
                           .lane = lane});
    wend_array_free(&points, NULL);
    wend_array_free(&along, NULL);
}

static void write_gates(const writer *w, const flow_cut *cut, const char *role)
{
    for (uint32_t i = 0; i < cut->gates.count; ++i) {
        const flow_gate *gate = &cut->gates.data[i];
        write_segments(
            w, (feature){.role = role, .number = i, .length = gate->gate.width, .gate = gate},
            cut->legs.data + gate->first_leg, gate->gate.leg_count);
    }
}

typedef struct edges {
    const writer *w;
    uint32_t count;
} edges;

static bool write_edge(void *context, const wend_flow_gate *edge)
{
    edges *e = context;
    wend_segment straight = {edge->a, edge->b};
    write_segments(e->w, (feature){.role = "critical", .number = e->count++, .length = edge->width},
                   &straight, 1);
    return true;
}

static wend_result write_all(const writer *w, wend_error *error)
{
    const flow_job *job = w->job;
    edges e = {.w = w};
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->openings.items.count; ++i) {
        feature f = {.role = flow_role(job->openings.items.data[i].is_sink),
                     .number = i,
                     .length = flow_opening_length(job, i)};
        f.count = wend_flow_opening(job->flow, i, &f.points);
        w->write(w, &f);
    }
    write_gates(w, &job->points, "gate");
    write_gates(w, &job->whole, "lane gate");
    const wend_lane *lanes = job->lanes ? wend_lanes_all(job->lanes, &count) : NULL;
    for (uint32_t i = 0; i < count; ++i)
        write_lane(w, &lanes[i], i);
    return wend_flow_graph(job->flow, write_edge, &e, error);
}

// ---- formats ------------------------------------------------------------------------------------

static void write_csv(const writer *w, const feature *f)
{
    double along = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        if (i > 0)
            along = f->along ? f->along[i] : along + wend_distance(f->points[i - 1], f->points[i]);
        wend_vec2 at = frames_to_source(w->job->s, f->points[i]);
        fprintf(w->out, "%s,%u,%u,", f->role, (unsigned)f->number, (unsigned)i);
        export_number(w->out, at.x);
        putc(',', w->out);
        export_number(w->out, at.y);
        putc(',', w->out);
        export_number(w->out, along);
        putc('\n', w->out);
    }
}

static void write_property(FILE *out, const char *key, double value)
{
    fprintf(out, ", \"%s\": ", key);
    if (isfinite(value))
        export_number(out, value);
    else
        fputs("null", out);
}

static void write_geojson(const writer *w, const feature *f)
{
    FILE *out = w->out;
    fprintf(out,
            "%s\n    {\"type\": \"Feature\", \"properties\": {\"role\": \"%s\", \"number\": %u",
            *w->first ? "" : ",", f->role, (unsigned)f->number);
    *w->first = false;
    write_property(out, f->gate ? "width" : "length", f->length);
    if (f->gate)
        fprintf(out, ", \"abreast\": %u", (unsigned)flow_abreast(w->job, f->gate->gate.width));
    if (f->lane) {
        write_property(out, "headway", f->lane->headway);
        write_property(out, "capacity", w->job->speed / f->lane->headway);
        fprintf(out, ", \"source\": %u, \"sink\": %u", (unsigned)f->lane->source,
                (unsigned)f->lane->sink);
    }
    fputs("}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [", out);
    for (uint32_t i = 0; i < f->count; ++i) {
        wend_vec2 at = frames_to_source(w->job->s, f->points[i]);
        fputs(i > 0 ? ", [" : "[", out);
        export_number(out, at.x);
        fputs(", ", out);
        export_number(out, at.y);
        putc(']', out);
    }
    fputs("]}}", out);
}

static void write_head(const flow_job *job, bool is_csv, FILE *out)
{
    if (is_csv) {
        fputs("role,number,point,x,y,along\n", out);
        return;
    }
    fputs("{\n  \"type\": \"FeatureCollection\",\n", out);
    if (job->s->plane.x_factor == 0) // GeoJSON without a coordinate system has degrees
        fputs("  \"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"" GEOJSON_LOCAL_CRS
              "\"}},\n",
              out);
    fputs("  \"features\": [", out);
}

int flow_export(flow_job *job, const char *path, bool is_csv)
{
    output out;
    wend_error error = {0};
    bool first = true;
    if (!output_open(&out, path))
        return fail_output(job->args, path);
    const writer w = {job, out.file, is_csv ? write_csv : write_geojson, &first};
    write_head(job, is_csv, out.file);
    if (write_all(&w, &error) != WEND_OK) {
        output_discard(&out);
        return fail(job->args, "%s: %s", job->file, wend_error_text(&error));
    }
    if (!is_csv)
        fputs("\n  ]\n}\n", out.file);
    if (!output_commit(&out))
        return fail_output(job->args, path);
    xneed(json_array_append_new(job->files, text_to_json(path)) == 0);
    return EXIT_DONE;
}

// ---- rasters ------------------------------------------------------------------------------------

enum { LEVEL, DIRECTION_X, DIRECTION_Y, USEFUL, BODY };
static const char *const PLANES[] = {"level", "direction_x", "direction_y", "useful", "body", NULL};

typedef struct painted {
    const flow_job *job;
    wend_flow_cells cells;
} painted;

static double value_of(const void *context, uint32_t plane, size_t cell)
{
    const painted *p = context;
    if (plane == LEVEL || p->cells.level[cell] < 0)
        return plane == LEVEL || plane >= USEFUL ? fmax(p->cells.level[cell], -1) : NAN;
    if (plane == USEFUL)
        return p->cells.is_useful[cell];
    wend_vec2 at = {p->cells.box.min.x + ((double)(cell % p->cells.columns) + 0.5) * p->cells.cell,
                    p->cells.box.min.y + ((double)(cell / p->cells.columns) + 0.5) * p->cells.cell};
    wend_flow_result result = wend_flow_query(p->job->flow, at);
    if (plane == BODY)
        return result.body == UINT32_MAX ? -1 : (double)result.body;
    double mirrored = frames_mirrored(p->job->s) ? -1 : 1;
    return plane == DIRECTION_X ? result.direction.x : mirrored * result.direction.y;
}

int flow_write_rasters(flow_job *job)
{
    raster_frame frame;
    int code = raster_read_frame(job->args, flow_world(job), &frame);
    if (code != EXIT_DONE || frame.columns == 0)
        return code;
    if (job->turns)
        return fail(job->args,
                    "%s: sources and sinks alternate along the walls: there are no levels for "
                    "--raster and --array",
                    job->file);
    size_t count = (size_t)frame.columns * frame.rows;
    wend_error error = {0};
    painted p = {.job = job,
                 .cells = {.box = frame.box,
                           .cell = frame.cell,
                           .columns = frame.columns,
                           .rows = frame.rows,
                           .level = xmalloc(count * sizeof *p.cells.level),
                           .is_useful = xcalloc(count, sizeof *p.cells.is_useful)}};
    if (xresult(wend_flow_paint(job->flow, &p.cells, &error)) != WEND_OK) {
        code = fail(job->args, "%s: %s", job->file, wend_error_text(&error));
    } else {
        const raster_file what = {
            .s = job->s,
            .frame = frame,
            .planes = PLANES,
            .value = value_of,
            .context = &p,
            .missing = "outside",
            .ramp = RAMP_WAY,
            .most = wend_flow_value(job->flow),
            .unit = "m",
        };
        code = raster_write(job->args, &what, job->files);
    }
    free(p.cells.level);
    free(p.cells.is_useful);
    return code;
}
