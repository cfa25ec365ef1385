// SPDX-License-Identifier: MIT
// What a flow is and what was found, for people. Points are those of the scene's file.
#include "cli/flow.h"
#include "cli/report.h"
#include "cli/table.h"
#include "io/frames.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Gates beyond this are not listed: --json has them all.
enum { MOST_ROWS = 200 };

/// Lengths that differ by a smaller share are the same but for rounding.
#define SAME 1e-9

/// "1 gate", "3 gates".
static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

// ---- openings -----------------------------------------------------------------------------------

static void print_openings(const flow_job *job, bool is_sink)
{
    const char *word = is_sink ? "to" : "from";
    for (uint32_t i = 0; i < job->openings.items.count; ++i) {
        const flow_opening *opening = &job->openings.items.data[i];
        const wend_vec2 *points;
        uint32_t count = wend_flow_opening(job->flow, i, &points);
        if (opening->is_sink != is_sink)
            continue;
        wend_vec2 a = frames_to_file(job->s, points[0]);
        wend_vec2 b = frames_to_file(job->s, points[count - 1]);
        print_line(stdout, "  %-12s%s%s%s%.6g,%.6g to %.6g,%.6g, %.4g m", word,
                   opening->area ? "the border of " : "", opening->area ? opening->name : "",
                   opening->area ? ", " : "", a.x, a.y, b.x, b.y, flow_opening_length(job, i));
        word = "";
    }
}

// ---- gates --------------------------------------------------------------------------------------

static json_t *gate_row(const flow_job *job, size_t number)
{
    const flow_gate *gate = &job->points.gates.data[number];
    wend_vec2 a = frames_to_file(job->s, gate->gate.a), b = frames_to_file(job->s, gate->gate.b);
    char from[60], to[60], wider[60];
    snprintf(from, sizeof from, "%.6g,%.6g", a.x, a.y);
    snprintf(to, sizeof to, "%.6g,%.6g", b.x, b.y);
    json_t *row = json_pack("{s:i, s:s, s:s, s:f}", "gate", (int)number + 1, "from", from, "to", to,
                            "width m", gate->gate.width);
    bool good = row != NULL;
    if (good && job->radius > 0)
        good = json_object_set_new(row, "abreast",
                                   json_integer(flow_abreast(job, gate->gate.width))) == 0;
    if (good && gate->wider_value >= 0) {
        char key[60];
        snprintf(key, sizeof key, "%.4g m wider gives", job->widening);
        if (job->radius > 0)
            snprintf(wider, sizeof wider, "%.4g m, %u lane%s", gate->wider_value,
                     (unsigned)gate->wider_lanes, plural(gate->wider_lanes));
        else
            snprintf(wider, sizeof wider, "%.4g m", gate->wider_value);
        good = json_object_set_new(row, key, json_string(wider)) == 0;
    }
    if (good)
        return row;
    json_decref(row);
    return NULL;
}

/// EXIT_DONE, or the exit code after a complaint.
static int print_gates(const flow_job *job)
{
    size_t count = job->points.gates.count;
    json_t *rows = json_array();
    bool good = rows != NULL;
    for (size_t i = 0; good && i < count && i < MOST_ROWS; ++i)
        good = json_array_append_new(rows, gate_row(job, i)) == 0;
    if (good)
        table_print(rows, stdout);
    json_decref(rows);
    if (good && count > MOST_ROWS)
        print_line(stdout, "... and %zu more gates", count - MOST_ROWS);
    return good ? EXIT_DONE : fail(job->args, "%s: out of memory", job->file);
}

static void print_tightest(const flow_job *job)
{
    uint32_t tightest = flow_tightest(&job->points);
    if (tightest == UINT32_MAX)
        return;
    const flow_gate *gate = &job->points.gates.data[tightest];
    char abreast[40] = "", wider[120] = "";
    if (job->radius > 0)
        snprintf(abreast, sizeof abreast, ", %u abreast",
                 (unsigned)flow_abreast(job, gate->gate.width));
    double more = gate->wider_value - job->points.value;
    if (gate->wider_value >= 0 && job->widening > 0 && !(more > SAME * job->points.value))
        snprintf(wider, sizeof wider,
                 "; %.4g m wider it lets no more through: another cut is as short", job->widening);
    else if (gate->wider_value >= 0 && job->widening > 0)
        snprintf(wider, sizeof wider, "; %.4g m wider it lets %.4g m more through", job->widening,
                 more);
    print_line(stdout, "  tightest    gate %u, %.4g m%s%s", (unsigned)tightest + 1,
               gate->gate.width, abreast, wider);
}

// ---- lanes --------------------------------------------------------------------------------------

static void print_lanes(const flow_job *job)
{
    uint32_t count;
    const wend_lane *lanes = wend_lanes_all(job->lanes, &count);
    if (count == 0) {
        print_line(stdout, "  lanes       none: nobody of radius %.4g m gets through", job->radius);
        return;
    }
    double least = INFINITY, most = 0;
    for (uint32_t i = 0; i < count; ++i) {
        least = fmin(least, lanes[i].length);
        most = fmax(most, lanes[i].length);
    }
    char longest[30], lengths[60];
    snprintf(longest, sizeof longest, "%.4g", most);
    snprintf(lengths, sizeof lengths, "%.4g", least);
    if (strcmp(lengths, longest) != 0)
        snprintf(lengths, sizeof lengths, "%.4g to %s", least, longest);
    double a_minute = 60 * flow_capacity(job);
    print_line(stdout,
               "  lanes       %u for radius %.4g m, %s m long: %.*f agents a minute at %.4g m/s",
               (unsigned)count, job->radius, lengths, a_minute < 10 ? 1 : 0, a_minute, job->speed);
    if (count > 1)
        print_line(stdout, "  they keep   %.6g m from walls, %.6g m from each other",
                   job->clearance, job->separation);
    else
        print_line(stdout, "  it keeps    %.6g m from walls", job->clearance);
    if (job->gain.rounds > 0)
        print_line(stdout,
                   "  shortened   from %.6g m to %.6g m in all, in %u rounds; shortest paths: "
                   "%.6g m",
                   job->gain.before, job->gain.after, (unsigned)job->gain.rounds,
                   job->gain.shortest);
}

static void print_voronoi(const flow_job *job)
{
    if (job->turns)
        return;
    double above = job->voronoi / job->points.value - 1;
    if (!isfinite(above))
        print_line(stdout, "  diagram     its gates alone make no cut");
    else if (above <= SAME)
        print_line(stdout, "  diagram     a cut over its gates alone is as short");
    else
        print_line(stdout, "  diagram     a cut over its gates alone is %.6g m, %.1f %% longer",
                   job->voronoi, 100 * above);
}

int flow_print_text(const flow_job *job)
{
    size_t gates = job->points.gates.count;
    print_line(stdout, "%s: %.6g m get through; %zu gate%s cut%s it off", job->file,
               job->points.value, gates, plural(gates), gates == 1 ? "s" : "");
    print_openings(job, false);
    print_openings(job, true);
    if (job->turns)
        print_line(stdout, "  sources and sinks take turns along the walls: there is a cut, but no "
                           "field and no lanes");
    print_tightest(job);
    if (job->lanes)
        print_lanes(job);
    print_voronoi(job);
    int code = gates > 0 ? print_gates(job) : EXIT_DONE;
    for (size_t i = 0; i < json_array_size(job->files); ++i)
        print_line(stdout, "%s: written", json_string_value(json_array_get(job->files, i)));
    return code;
}
