// SPDX-License-Identifier: MIT
// Paths as CSV and GeoJSON, with the clearance along them, in the frame of the map that the scene
// was made from.
//
// The samples are the points of the path and, between them, as many as the spacing requires. Arcs
// are replaced by tangents outside them, so that neither a sample nor the line between two samples
// is nearer to the arc's corner than the radius. Distances are those of the true path: on an arc
// the tangents' length is scaled to that of the arc.
#include "base/export_text.h"
#include "base/output.h"
#include "cli/plan/plan.h"
#include "cli/report.h"
#include "core/array.h"
#include "formats/geojson.h"
#include "scene/frames.h"
#include "wend/vec2.h"

#include <math.h>

/// Maximum number of samples of a path.
#define MOST_SAMPLES 10000000.0

typedef struct sample {
    wend_vec2 p;
    double distance; ///< from the start, along the path
    double clearance;
} sample;

typedef wend_array(sample) sample_array;
typedef wend_array(wend_vec2) point_array;

// ---- samples ------------------------------------------------------------------------------------

static bool add_sample(const plan *p, sample_array *samples, wend_vec2 at, double distance)
{
    if (!wend_array_reserve(samples, NULL, 1))
        return false;
    // Clearance changes no faster than the position, which limits the search for the nearest wall.
    double limit = INFINITY;
    if (samples->count > 0) {
        const sample *last = &samples->data[samples->count - 1];
        limit = last->clearance + wend_distance(last->p, at);
    }
    const wend_path_piece here = {at, at, at, 0};
    double clearance = plan_clearance(p, &here, limit);
    samples->data[samples->count++] = (sample){at, distance, clearance};
    return true;
}

/// Adds samples of the line to `to`, without its start. distance: at its end.
static bool add_line(const plan *p, sample_array *samples, wend_vec2 to, double distance,
                     double step)
{
    sample from = samples->data[samples->count - 1];
    double parts = fmax(1, ceil(wend_distance(from.p, to) / step));
    for (double i = 1; i < parts; ++i) {
        double t = i / parts;
        wend_vec2 at = {from.p.x + (to.x - from.p.x) * t, from.p.y + (to.y - from.p.y) * t};
        if (!add_sample(p, samples, at, from.distance + (distance - from.distance) * t))
            return false;
    }
    return add_sample(p, samples, to, distance);
}

static double piece_length(const wend_path_piece *piece)
{
    if (piece->turn == 0)
        return wend_distance(piece->a, piece->b);
    const double half_turn = 3.14159265358979323846;
    wend_vec2 u = {piece->a.x - piece->corner.x, piece->a.y - piece->corner.y};
    wend_vec2 v = {piece->b.x - piece->corner.x, piece->b.y - piece->corner.y};
    double angle = atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y) * piece->turn;
    // No arc of a shortest path is much longer than half a turn: a negative angle is either that,
    // or 0 after rounding.
    if (angle < 0)
        angle = angle < -half_turn / 2 ? angle + 2 * half_turn : 0;
    return wend_length(u) * angle;
}

static bool add_piece(const plan *p, sample_array *samples, const wend_path_piece *piece,
                      double radius, double step, point_array *points)
{
    const wend_path alone = {.pieces = piece, .piece_count = 1, .radius = radius};
    double error = plan_points_error(radius), outline = 0, gone = 0;
    double length = piece_length(piece), start = samples->data[samples->count - 1].distance;
    uint32_t count = 0;
    wend_path_points(&alone, error, NULL, 0, &count);
    points->count = 0;
    if (!wend_array_reserve(points, NULL, count))
        return false;
    wend_path_points(&alone, error, points->data, count, &count);
    for (uint32_t i = 1; i < count; ++i)
        outline += wend_distance(points->data[i - 1], points->data[i]);
    for (uint32_t i = 1; i < count; ++i) {
        gone += wend_distance(points->data[i - 1], points->data[i]);
        double share = i + 1 == count ? 1 : gone / outline;
        if (!add_line(p, samples, points->data[i], start + length * share, step))
            return false;
    }
    return true;
}

static bool sample_path(const plan *p, const plan_path *found, double step, sample_array *samples)
{
    point_array points = {0};
    bool enough = add_sample(p, samples, p->start, 0);
    for (uint32_t i = 0; enough && i < found->path.piece_count; ++i)
        enough = add_piece(p, samples, &found->pieces[i], found->radius, step, &points);
    wend_array_free(&points, NULL);
    return enough;
}

// ---- files --------------------------------------------------------------------------------------

/// Writes one path; `first`: it is the first in the file.
typedef void write_path_fn(const plan *p, const plan_path *found, const sample_array *samples,
                           bool first, FILE *out);

static void write_csv_path(const plan *p, const plan_path *found, const sample_array *samples,
                           bool first, FILE *out)
{
    bool several = p->path_count > 1;
    if (first)
        fputs(several ? "x,y,distance,clearance,radius\n" : "x,y,distance,clearance\n", out);
    for (size_t i = 0; i < samples->count; ++i) {
        const sample *s = &samples->data[i];
        wend_vec2 at = frames_to_source(p->s, s->p);
        double fields[] = {at.x, at.y, s->distance, s->clearance, found->radius};
        for (int f = 0; f < 4 + several; ++f) {
            if (f > 0)
                putc(',', out);
            if (isfinite(fields[f])) // without walls there is no clearance
                export_number(out, fields[f]);
        }
        putc('\n', out);
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

static void write_values(FILE *out, const char *key, const sample_array *samples, size_t offset)
{
    fprintf(out, ", \"%s\": [", key);
    for (size_t i = 0; i < samples->count; ++i) {
        double value = *(const double *)((const char *)&samples->data[i] + offset);
        if (i > 0)
            fputs(", ", out);
        if (isfinite(value))
            export_number(out, value);
        else
            fputs("null", out);
    }
    putc(']', out);
}

static void write_geojson_path(const plan *p, const plan_path *found, const sample_array *samples,
                               bool first, FILE *out)
{
    fputs(first ? "\n    " : ",\n    ", out);
    fprintf(out, "{\"type\": \"Feature\", \"properties\": {\"role\": \"path\", \"status\": \"%s\"",
            plan_status_name(found->status));
    write_property(out, "radius", found->radius);
    write_property(out, "length", found->path.length);
    write_property(out, "bound", found->path.bound);
    write_property(out, "clearance", found->clearance);
    write_values(out, "distances", samples, offsetof(sample, distance));
    write_values(out, "clearances", samples, offsetof(sample, clearance));
    fputs("}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [", out);
    // A LineString has two points at least.
    for (size_t i = 0; i < samples->count + (samples->count == 1); ++i) {
        wend_vec2 at = frames_to_source(p->s, samples->data[i < samples->count ? i : 0].p);
        fputs(i > 0 ? ", [" : "[", out);
        export_number(out, at.x);
        fputs(", ", out);
        export_number(out, at.y);
        putc(']', out);
    }
    fputs("]}}", out);
}

static int write_paths(const plan *p, const char *path, double step, write_path_fn *write,
                       const char *head, const char *tail)
{
    for (int i = 0; i < p->path_count; ++i)
        if (p->paths[i].status != PLAN_NONE &&
            p->paths[i].path.length / step + p->paths[i].point_count > MOST_SAMPLES)
            return fail_usage(
                p->args, "--spacing %.10g: too small: a path would have more than %.10g points",
                step, MOST_SAMPLES);
    output out;
    if (!output_open(&out, path))
        return fail_output(p->args, path);
    fputs(head, out.file);
    bool first = true, enough = true;
    for (int i = 0; i < p->path_count && enough; ++i) {
        sample_array samples = {0};
        if (p->paths[i].status == PLAN_NONE)
            continue;
        enough = sample_path(p, &p->paths[i], step, &samples);
        if (enough)
            write(p, &p->paths[i], &samples, first, out.file);
        first = false;
        wend_array_free(&samples, NULL);
    }
    fputs(tail, out.file);
    if (!enough) {
        output_discard(&out);
        return fail(p->args, "%s: out of memory", path);
    }
    return output_commit(&out) ? EXIT_DONE : fail_output(p->args, path);
}

int plan_write_csv(const plan *p, const char *path, double step)
{
    return write_paths(p, path, step, write_csv_path, "", "");
}

int plan_write_geojson(const plan *p, const char *path, double step)
{
    // GeoJSON without a coordinate system has degrees.
    if (p->s->plane.x_factor != 0)
        return write_paths(p, path, step, write_geojson_path,
                           "{\n  \"type\": \"FeatureCollection\",\n  \"features\": [",
                           "\n  ]\n}\n");
    return write_paths(p, path, step, write_geojson_path,
                       "{\n  \"type\": \"FeatureCollection\",\n  \"crs\": {\"type\": \"name\", "
                       "\"properties\": {\"name\": \"" GEOJSON_LOCAL_CRS "\"}},\n  \"features\": [",
                       "\n  ]\n}\n");
}
