// SPDX-License-Identifier: MIT
// wend measure: analysis of a recording, as tables, JSON, CSV and plots.
#include "base/output.h"
#include "cli/load_recording.h"
#include "cli/measure/plot.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/progress.h"
#include "cli/report.h"

#include <stdio.h>
#include <string.h>

static const measured_kind kinds[] = {
    {"agents", "One line per agent (.csv only)", MEASURED_NOTHING, true, NULL,
     measured_write_agents},
    {"nt", "Cumulative number of crossings of the lines over time", MEASURED_LINES, false,
     measured_draw_crossings, measured_write_crossings},
    {"flow", "Flow across the lines over time", MEASURED_LINES, false, measured_draw_flow,
     measured_write_flow},
    {"time", "Density and speed in the areas over time", MEASURED_AREAS, false,
     measured_draw_moments, measured_write_moments},
    {"fundamental", "Speed and flow by density, in the areas or strips", MEASURED_DIAGRAM, false,
     measured_draw_diagram, measured_write_diagram},
    {"inside", "Number of agents over time", MEASURED_NOTHING, false, measured_draw_inside,
     measured_write_inside},
    {"collisions", "Share of agents in collision over time", MEASURED_NOTHING, false,
     measured_draw_collisions, measured_write_collisions},
    {"coherence", "Members in the shape of their group, and its width, over time", MEASURED_GROUPS,
     false, measured_draw_coherence, measured_write_coherence},
    {"density", "Map of the mean density", MEASURED_NOTHING, false, measured_draw_density,
     measured_write_density},
    {"speed", "Map of the mean speed", MEASURED_NOTHING, false, measured_draw_speed,
     measured_write_speed},
    {"trajectories", "Trajectories, coloured by speed", MEASURED_NOTHING, false, measured_draw_ways,
     measured_write_ways},
    {"voronoi", "Voronoi cells at one time, coloured by density", MEASURED_CELLS, false,
     measured_draw_cells, measured_write_cells},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/// Type of an output file.
typedef enum file_type {
    FILE_PICTURE,
    FILE_CSV,
    FILE_JSON,
} file_type;

/// A file of -o.
typedef struct asked_file {
    const char *path;
    file_type type;
    const measured_kind *kind; ///< NULL for JSON
} asked_file;

// ---- options ------------------------------------------------------------------------------------

static const measured_kind *kind_named(const char *name)
{
    for (int i = 0; i < KINDS; ++i)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

/// Kind of figures of a file without --plot.
static const measured_kind *usual_kind(const measured *m, file_type type)
{
    return kind_named(type == FILE_CSV    ? "agents"
                      : m->area_count > 0 ? "time"
                      : m->line_count > 0 ? "nt"
                                          : "trajectories");
}

/// Checks that Voronoi cells are bounded.
static int check_cells(const measured *m, const char *name)
{
    return m->has_cells ? EXIT_DONE
                        : fail_usage(m->args,
                                     "%s requires bounded cells: give --floor SCENE with bounds, "
                                     "or --cutoff M",
                                     name);
}

/// Checks options that require certain kinds, and values that the recording must have.
static int check_options(const measured *m, const measured_kind *kind)
{
    bool cells = kind && kind->needs == MEASURED_CELLS;
    double end = measured_seconds(m), at = option_number(m->args, "time", 0);
    if (option_given(m->args, "time") && !cells)
        return fail_usage(m->args, "--time requires --plot voronoi");
    if (option_given(m->args, "with") && !(kind && strcmp(kind->name, "collisions") == 0))
        return fail_usage(m->args, "--with requires --plot collisions");
    if (at > end)
        return fail_usage(
            m->args, "--time %g: out of range (expected at most %g s, the end of the recording)",
            at, end);
    return m->by_cells ? check_cells(m, "--voronoi") : EXIT_DONE;
}

static int check_needs(const measured *m, const measured_kind *kind)
{
    switch (kind->needs) {
    case MEASURED_LINES:
        return m->line_count > 0
                   ? EXIT_DONE
                   : fail_usage(m->args, "--plot %s requires --line X,Y:X,Y", kind->name);
    case MEASURED_AREAS:
        return m->area_count > 0
                   ? EXIT_DONE
                   : fail_usage(m->args, "--plot %s requires --area X,Y:X,Y", kind->name);
    case MEASURED_DIAGRAM:
        return m->area_count > 0 || (m->line_count > 0 && m->strip > 0)
                   ? EXIT_DONE
                   : fail_usage(m->args,
                                "--plot %s requires --area X,Y:X,Y, or --line X,Y:X,Y and "
                                "--strip M",
                                kind->name);
    case MEASURED_GROUPS:
        return m->run.coherent_count > 0
                   ? EXIT_DONE
                   : fail_usage(m->args, "--plot %s requires a recording with coherent groups",
                                kind->name);
    case MEASURED_CELLS:
        return check_cells(m, kind->name);
    default:
        return EXIT_DONE;
    }
}

/// Determines the content of the files, before any long computation.
static int read_files(const measured *m, asked_file *files, int *count)
{
    const arguments *args = m->args;
    const char *paths[OPTION_VALUES_MAX], *named = option_text(args, "plot", NULL);
    *count = option_values(args, "output", paths);
    const measured_kind *kind = named ? kind_named(named) : NULL;
    int code = check_options(m, kind);
    for (int i = 0; i < *count && code == EXIT_DONE; ++i) {
        asked_file *file = &files[i];
        *file = (asked_file){.path = paths[i]};
        if (strcmp(paths[i], "-") == 0 || has_extension(paths[i], "csv"))
            file->type = FILE_CSV;
        else if (has_extension(paths[i], "json"))
            file->type = FILE_JSON;
        if (file->type == FILE_JSON)
            continue;
        file->kind = kind ? kind : usual_kind(m, file->type);
        if (file->type == FILE_PICTURE && !file->kind->draw)
            return fail_usage(args, "%s: unknown file type (expected .csv with --plot %s)",
                              paths[i], file->kind->name);
        code = check_needs(m, file->kind);
    }
    return code;
}

// ---- files --------------------------------------------------------------------------------------

static int write_picture(const measured *m, const asked_file *file, const measured_plot *plot)
{
    const chart_sheet sheet = {
        .title = plot->title,
        .note = plot->note,
        .charts = plot->charts,
        .count = plot->count,
    };
    chart_report report;
    int code = picture_write_charts(m->args, file->path, sheet, &report);
    if (code == EXIT_DONE && !m->args->json && !m->args->quiet)
        print_line(stdout, "%s: %s, drawn (%u x %u %s)", file->path, file->kind->name,
                   (unsigned)report.width, (unsigned)report.height,
                   picture_kind(file->path) == CANVAS_PNG ? "pixels" : "points");
    return code;
}

static int draw_file(const measured *m, const asked_file *file)
{
    measured_plot plot = {0};
    progress bar = progress_start(m->args);
    progress_show(&bar, 0.5, "drawing");
    bool enough = file->kind->draw(m, &plot);
    progress_end(&bar);
    int code = enough ? write_picture(m, file, &plot) : fail(m->args, "%s: out of memory", m->file);
    pool_free(&plot.memory);
    return code;
}

static int write_table(const measured *m, const asked_file *file)
{
    output out;
    if (!output_open(&out, file->path))
        return fail_output(m->args, file->path);
    bool enough = true;
    if (file->type == FILE_CSV) {
        enough = file->kind->write(m, out.file);
    } else {
        json_t *object = measured_to_json(m, option_given(m->args, "per-agent"));
        enough =
            object && json_dumpf(object, out.file, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0;
        fputc('\n', out.file);
        json_decref(object);
    }
    if (!enough) {
        output_discard(&out);
        return fail(m->args, "%s: out of memory", m->file);
    }
    if (!output_commit(&out))
        return fail_output(m->args, file->path);
    if (!m->args->json && !m->args->quiet && strcmp(file->path, "-") != 0)
        print_line(stdout, "%s: %s, written", file->path,
                   file->kind ? file->kind->name : "all figures");
    return EXIT_DONE;
}

// ---- the command --------------------------------------------------------------------------------

static int measure(measured *m)
{
    asked_file files[OPTION_VALUES_MAX];
    int count = 0, code = read_files(m, files, &count);
    bool all = m->args->json || count == 0;
    for (int i = 0; i < count && code == EXIT_DONE; ++i)
        all = all || files[i].type == FILE_JSON || files[i].kind->crowd;
    if (code == EXIT_DONE)
        code = measured_find(m);
    if (code == EXIT_DONE && all)
        code = measured_find_crowd(m);
    for (int i = 0; i < count && code == EXIT_DONE; ++i)
        code = files[i].type == FILE_PICTURE ? draw_file(m, &files[i]) : write_table(m, &files[i]);
    if (code != EXIT_DONE)
        return code;
    bool each = option_given(m->args, "per-agent");
    if (m->args->json)
        return print_json(m->args, measured_to_json(m, each));
    return count == 0 ? measured_print(m, each) : EXIT_DONE;
}

static int run(const arguments *args)
{
    measured m;
    int code = measured_read(&m, args);
    if (code == EXIT_DONE)
        code = measure(&m);
    measured_free(&m);
    return code;
}

/// Ranges of --interval and --time. [Units: s]
#define SHORTEST_PART 0.01
#define LONGEST_PART  1e6
#define LATEST        1e9

static choice plots(size_t index)
{
    return index < KINDS ? (choice){kinds[index].name, kinds[index].about} : (choice){0};
}

CHOICES(output_files, {PICTURE_FILES, "Plot"}, {"csv", "Values of --plot"}, {"json", "All values"},
        {"-", "CSV on standard output"})
CHOICES(sides, {"left right both", NULL})

static const option options[] = {
    {TEXT("line", "X,Y:X,Y", "Measurement line, or the name of a door (default: all doors)"),
     .many = true},
    {CHOICE("direction", "SIDE", sides,
            "Side that counted agents cross to, seen along the line (default: both)")},
    {FLAG("all-crossings", "Count every crossing, not only the first of each agent"),
     .old = "every"},
    {NUMBER("interval", "S", SHORTEST_PART, LONGEST_PART,
            "Length of the intervals of flows in seconds (default: 10; of collisions: 1)")},
    {TEXT("area", "X,Y:X,Y...",
          "Measurement area: a box (2 corners), a polygon (3 or more), or the name of an area"),
     .many = true},
    {NUMBER("strip", "M", 0.01, 1e4,
            "Width in metres of strips on the left of the lines to measure as well")},
    {OPTION_FLOOR},
    {OPTION_FPS},
    {OPTION_UNIT},
    {NUMBER("radius", "R", 0.001, SCENE_MAX_RADIUS,
            "Agent radius in metres (default: from the recording)")},
    {NUMBER("window", "S", 1e-3, 1e4, "Time window of speeds in seconds, centred (default: 0.4)")},
    {NUMBER("cutoff", "M", 0.01, 1e4,
            "Maximum distance of a Voronoi cell from its agent in metres (default: walls only)")},
    {FLAG("voronoi", "Density and speed by Voronoi cells instead of counts"), .excludes = "smooth"},
    {FLAG("skip-shortest", "Do not compute shortest paths, which can take long"), .old = "quick"},
    {FLAG("per-agent", "Print the values of each agent and crossing as well"), .old = "each"},
    {CHOICE("plot", "KIND", plots,
            "Content of the files (default: csv: agents; images: time if there is an area, nt if "
            "there is a line, or else trajectories)"),
     .needs = "output"},
    {INPUT("with", "FILE", recording_files, "Another recording in the plot of collisions"),
     .many = true},
    {NUMBER("time", "S", 0, LATEST,
            "Time in seconds of the Voronoi cells (default: that of the most agents)"),
     .old = "at"},
    {NUMBER("cell", "M", 0.01, 1e4, "Side of a cell of maps in metres (default: 0.5)")},
    {NUMBER("smooth", "M", 0.01, 1e4,
            "Full width at half maximum of a Gaussian for maps in metres (default: none)")},
    {OUTPUT("output", output_files, "Output file"), .letter = 'o', .many = true},
    {OPTION_WIDTH},
    {0},
};

const command command_measure = {
    .name = "measure",
    .summary = "Compute times, flows, densities and speeds of a recording; plot them",
    .operands = "RUN",
    .operand_kind = ARGUMENT_INPUT,
    .operand_choices = recording_files,
    .options = options,
    .details = "RUN is a recording of wend run or of another tool: .sqlite (JuPedSim), .txt "
               "(PeTrack), .csv, or .traj (Vadere); - is CSV on standard input. Coordinates are in "
               "metres, as in the recording. NAME= before the coordinates of a line or an area "
               "names it. Without -o, the values are printed. The formulas are in docs/measure.md.",
    .examples = "wend measure run.sqlite\n"
                "wend measure run.sqlite --plot density -o density.png\n"
                "wend measure run.sqlite --json -o agents.csv\n"
                "wend measure bottleneck.txt --line door=-0.25,0:0.25,0 -o nt.svg\n"
                "wend measure corridor.txt --fps 16 --unit cm --area 0,-2:1.8,2 --plot "
                "fundamental -o fd.pdf",
    .run = run,
};
