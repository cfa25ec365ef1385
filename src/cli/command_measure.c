// SPDX-License-Identifier: MIT
// wend measure: figures from a recording, as tables, JSON, CSV and plots.
#include "cli/load_recording.h"
#include "cli/measure_plot.h"
#include "cli/picture.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "io/output.h"
#include "io/suggest.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const measured_kind kinds[] = {
    {"agents", MEASURED_NOTHING, true, NULL, measured_write_agents},
    {"nt", MEASURED_LINES, false, measured_draw_crossings, measured_write_crossings},
    {"flow", MEASURED_LINES, false, measured_draw_flow, measured_write_flow},
    {"time", MEASURED_AREAS, false, measured_draw_moments, measured_write_moments},
    {"fundamental", MEASURED_DIAGRAM, false, measured_draw_diagram, measured_write_diagram},
    {"inside", MEASURED_NOTHING, false, measured_draw_inside, measured_write_inside},
    {"density", MEASURED_NOTHING, false, measured_draw_density, measured_write_density},
    {"speed", MEASURED_NOTHING, false, measured_draw_speed, measured_write_speed},
    {"trajectories", MEASURED_NOTHING, false, measured_draw_ways, measured_write_ways},
    {"voronoi", MEASURED_CELLS, false, measured_draw_cells, measured_write_cells},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/// What a file holds.
typedef enum file_type {
    FILE_PICTURE,
    FILE_CSV,
    FILE_JSON,
} file_type;

/// A file that was asked for.
typedef struct asked_file {
    const char *path;
    file_type type;
    canvas_kind picture;
    const measured_kind *kind; ///< NULL for JSON
} asked_file;

// ---- what is asked for --------------------------------------------------------------------------

static const measured_kind *kind_named(const char *name)
{
    for (int i = 0; i < KINDS; ++i)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

static int refuse_kind(const arguments *args, const char *name)
{
    const char *names[KINDS];
    char list[200] = "";
    for (int i = 0; i < KINDS; ++i) {
        names[i] = kinds[i].name;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", names[i]);
    }
    const char *meant = suggest_name(name, names, KINDS);
    if (meant)
        return fail_usage(args, "--plot %s: did you mean %s?", name, meant);
    return fail_usage(args, "--plot %s: give one of %s", name, list);
}

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcasecmp(path + length - size, ending) == 0;
}

/// What kind of figures a file has if --plot does not say.
static const measured_kind *usual_kind(const measured *m, file_type type)
{
    return kind_named(type == FILE_CSV    ? "agents"
                      : m->area_count > 0 ? "time"
                      : m->line_count > 0 ? "nt"
                                          : "trajectories");
}

/// What is by Voronoi cells needs to know where they end.
static int check_cells(const measured *m, const char *name)
{
    return m->has_cells ? EXIT_DONE
                        : fail_usage(m->args,
                                     "%s needs to know where cells end: give --floor SCENE with "
                                     "bounds, or --cutoff M",
                                     name);
}

/// Options that go with some kinds only, and values that the recording must have.
static int check_options(const measured *m, const measured_kind *kind)
{
    bool cells = kind && kind->needs == MEASURED_CELLS;
    double end = measured_seconds(m), at = option_number(m->args, "at", 0);
    if (option_given(m->args, "at") && !cells)
        return fail_usage(m->args, "--at is about cells: give --plot voronoi");
    if (at > end)
        return fail_usage(m->args, "--at %g: the recording ends at %g s", at, end);
    if (m->by_cells && option_given(m->args, "smooth"))
        return fail_usage(m->args,
                          "--smooth and --voronoi are two ways to spread agents: give one");
    return m->by_cells ? check_cells(m, "--voronoi") : EXIT_DONE;
}

static int check_needs(const measured *m, const measured_kind *kind)
{
    switch (kind->needs) {
    case MEASURED_LINES:
        return m->line_count > 0
                   ? EXIT_DONE
                   : fail_usage(m->args, "%s is measured at a line: give --line X,Y:X,Y",
                                kind->name);
    case MEASURED_AREAS:
        return m->area_count > 0
                   ? EXIT_DONE
                   : fail_usage(m->args, "%s is measured in an area: give --area X,Y:X,Y",
                                kind->name);
    case MEASURED_DIAGRAM:
        return m->area_count > 0 || (m->line_count > 0 && m->strip > 0)
                   ? EXIT_DONE
                   : fail_usage(m->args,
                                "%s is measured in an area, or beside a line: give --area "
                                "X,Y:X,Y, or --line X,Y:X,Y and --strip M",
                                kind->name);
    case MEASURED_CELLS:
        return check_cells(m, kind->name);
    default:
        return EXIT_DONE;
    }
}

/// No file may be written twice, nor over the recording.
static int check_paths(const arguments *args, const char *const *paths, int count)
{
    const char *run = args->operands[0];
    for (int i = 0; i < count; ++i) {
        if (strcmp(run, "-") != 0 && output_same_file(paths[i], run))
            return fail_usage(args, "-o %s would replace what is measured: give another name",
                              paths[i]);
        for (int k = 0; k < i; ++k)
            if (output_same_file(paths[i], paths[k]))
                return fail_usage(args, "-o %s is there twice", paths[i]);
    }
    return EXIT_DONE;
}

/// Finds out what goes into the files, before anything takes long.
static int read_files(const measured *m, asked_file *files, int *count)
{
    const arguments *args = m->args;
    const char *paths[OPTION_VALUES_MAX], *named = option_text(args, "plot", NULL);
    *count = option_values(args, "output", paths);
    const measured_kind *kind = named ? kind_named(named) : NULL;
    if (named && !kind)
        return refuse_kind(args, named);
    if (named && *count == 0)
        return fail_usage(args, "--plot %s: say where it goes: -o FILE.svg, .png, .pdf or .csv",
                          named);
    int code = check_options(m, kind);
    if (code == EXIT_DONE)
        code = check_paths(args, paths, *count);
    for (int i = 0; i < *count && code == EXIT_DONE; ++i) {
        asked_file *file = &files[i];
        *file = (asked_file){.path = paths[i]};
        bool standard = strcmp(paths[i], "-") == 0;
        if (standard || ends_with(paths[i], ".csv"))
            file->type = FILE_CSV;
        else if (ends_with(paths[i], ".json"))
            file->type = FILE_JSON;
        else if (!canvas_kind_of(paths[i], &file->picture))
            return fail_usage(args, "%s: a file's name ends with .svg, .png, .pdf, .csv or .json",
                              paths[i]);
        if (standard && args->json)
            return fail_usage(args, "both --json and -o want standard output: name a file for -o");
        if (file->type == FILE_JSON)
            continue;
        file->kind = kind ? kind : usual_kind(m, file->type);
        if (file->type == FILE_PICTURE && !file->kind->draw)
            return fail_usage(args, "%s: %s is written as .csv only", paths[i], file->kind->name);
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
    int code = picture_write_charts(m->args, file->path, file->picture, sheet, &report);
    if (code == EXIT_DONE && !m->args->json && !m->args->quiet)
        print_line(stdout, "%s: %s, drawn (%u x %u %s)", file->path, file->kind->name,
                   (unsigned)report.width, (unsigned)report.height,
                   file->picture == CANVAS_PNG ? "pixels" : "points");
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
        json_t *object = measured_to_json(m, option_given(m->args, "each"));
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
    bool each = option_given(m->args, "each");
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

/// Parts of the time that flows are taken over, and the latest time that may be asked for: thirty
/// years. [Units: s]
#define SHORTEST_PART 0.01
#define LONGEST_PART  1e6
#define LATEST        1e9

static const option options[] = {
    {.name = "line",
     .kind = OPTION_TEXT,
     .value = "X,Y:X,Y",
     .about = "count who crosses this line, or the door of that name; may be given again",
     .many = true},
    {.name = "direction",
     .kind = OPTION_TEXT,
     .value = "SIDE",
     .about = "count only who crosses to the left, or right, of who looks along the line; or both"},
    {.name = "every", .about = "count every crossing, not only the first of each agent"},
    {.name = "interval",
     .kind = OPTION_NUMBER,
     .value = "S",
     .about = "flows are also taken over parts of the time this long; 10 unless given",
     .least = SHORTEST_PART,
     .most = LONGEST_PART},
    {.name = "area",
     .kind = OPTION_TEXT,
     .value = "X,Y:X,Y...",
     .about = "measure in this box (2 corners), polygon (3 or more) or area of that name; may be "
              "given again",
     .many = true},
    {.name = "strip",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "also measure who passes through strips of this width to the left of the lines",
     .least = 0.01,
     .most = 1e4},
    OPTIONS_RECORDING,
    {.name = "radius",
     .kind = OPTION_NUMBER,
     .value = "R",
     .about = "of the agents, in metres, if the recording does not tell",
     .least = 0.001,
     .most = SCENE_MAX_RADIUS},
    {.name = "window",
     .kind = OPTION_NUMBER,
     .value = "S",
     .about = "speeds are taken over this time, half of it before and half after; 0.4 unless given",
     .least = 1e-3,
     .most = 1e4},
    {.name = "cutoff",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "Voronoi cells end this far from their agents; at walls only unless given",
     .least = 0.01,
     .most = 1e4},
    {.name = "voronoi", .about = "plots of density and speed: by Voronoi cells, not by count"},
    {.name = "quick", .about = "don't look for the shortest ways, which may take long"},
    {.name = "each", .about = "also tell the figures of each agent and crossing"},
    {.name = "plot",
     .kind = OPTION_TEXT,
     .value = "KIND",
     .about = "what the files show: nt, flow, time, fundamental, inside, density, speed, "
              "trajectories, voronoi, agents"},
    {.name = "at",
     .kind = OPTION_NUMBER,
     .value = "S",
     .about = "Voronoi cells are shown at this time; unless given, when most are there",
     .least = 0,
     .most = LATEST},
    {.name = "cell",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "side of the cells of maps; 0.5 unless given",
     .least = 0.01,
     .most = 1e4},
    {.name = "smooth",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "maps: every agent counts around it, as a Gaussian of this width",
     .least = 0.01,
     .most = 1e4},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about = "a plot, .svg, .png or .pdf; figures, .csv; all of them, .json; - is CSV on standard "
              "output; may be given again",
     .many = true},
    OPTION_WIDTH,
    {0},
};

const command command_measure = {
    .name = "measure",
    .summary = "Measure a recording: times, flows, densities, speeds; plot them",
    .operands = "RUN",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .details =
        "RUN is a recording of wend run or of somebody else: .sqlite (JuPedSim), .txt (PeTrack),\n"
        ".csv, .traj (Vadere); - is CSV on standard input. Coordinates are metres, as in the\n"
        "recording; NAME= before them names a line or an area. Without --line, the doors of the\n"
        "scene are the lines. Without -o, the figures are printed. --plot says what is drawn, or\n"
        "written as CSV:\n\n"
        "  nt            how many have crossed the lines until when\n"
        "  flow          how many cross the lines in a second\n"
        "  time          density and speed in the areas against time\n"
        "  fundamental   speed and flow against density, in the areas or the strips\n"
        "  inside        how many are there against time\n"
        "  density       a map of the mean density\n"
        "  speed         a map of the mean speed\n"
        "  trajectories  where all went, coloured by speed\n"
        "  voronoi       the Voronoi cells at one time, coloured by density\n"
        "  agents        a line for each agent, only as .csv\n\n"
        "Unless it is given, CSV is of the agents, and a plot shows time if there is an area, nt\n"
        "if there is a line, else trajectories.",
    .examples = "wend measure run.sqlite\n"
                "wend measure run.sqlite --plot density -o density.png\n"
                "wend measure run.sqlite --json -o agents.csv\n"
                "wend measure bottleneck.txt --line door=-0.25,0:0.25,0 -o nt.svg\n"
                "wend measure corridor.txt --fps 16 --unit cm --area 0,-2:1.8,2 --plot "
                "fundamental -o fd.pdf",
    .run = run,
};
