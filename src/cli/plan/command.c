// SPDX-License-Identifier: MIT
// wend plan: the shortest path, or the one of maximum clearance, for discs of any radius.
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/plan/plan.h"
#include "cli/report.h"
#include "polygon/ground.h"
#include "polygon/polygons.h"
#include "scene/shape.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Maximum distance between points of CSV and GeoJSON. [Units: m]
#define DEFAULT_SPACING 0.5

/// Type of the output file, by its extension.
typedef enum output_kind {
    NO_OUTPUT,
    CSV_OUTPUT,
    GEOJSON_OUTPUT,
    PICTURE_OUTPUT,
} output_kind;

static output_kind output_kind_of(const char *path)
{
    if (!path)
        return NO_OUTPUT;
    if (strcmp(path, "-") == 0 || has_extension(path, "csv"))
        return CSV_OUTPUT;
    if (has_extension(path, "geojson"))
        return GEOJSON_OUTPUT;
    return PICTURE_OUTPUT;
}

// ---- usage --------------------------------------------------------------------------------------

static bool is_by_voronoi(const arguments *args)
{
    return strcmp(option_text(args, "planner", "mesh"), "voronoi") == 0;
}

/// Options and layers of one planner only.
static int check_options_of_planner(const arguments *args)
{
    static const char *const own[] = {"clearance-weight", "comfort"};
    if (is_by_voronoi(args))
        return option_given(args, "queries") ? fail_usage(args, "--queries requires --planner mesh")
                                             : EXIT_DONE;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; ++i)
        if (option_given(args, own[i]))
            return fail_usage(args, "--%s requires --planner voronoi", own[i]);
    static const char *const layers[] = {"channel", "triangles", "voronoi", "portals", "curve"};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; ++i)
        if (list_has(option_text(args, "layers", ""), layers[i]))
            return fail_usage(args, "--layers %s requires --planner voronoi", layers[i]);
    return EXIT_DONE;
}

/// Checks that the option table cannot express.
static int check_usage(const arguments *args, output_kind kind)
{
    static const char *const of_picture[] = {"width", "layers"};
    bool queries = option_given(args, "queries");
    if (!queries && (!option_given(args, "from") || !option_given(args, "to")))
        return fail_usage(args, "missing option: give --from X,Y and --to X,Y, or --queries FILE");
    if (queries && kind != NO_OUTPUT && kind != CSV_OUTPUT)
        return fail_usage(args, "%s: unknown file type (expected .csv with --queries)",
                          option_text(args, "output", ""));
    if (option_given(args, "spacing") && kind != CSV_OUTPUT && kind != GEOJSON_OUTPUT)
        return fail_usage(args, "--spacing requires --output FILE.csv or FILE.geojson");
    for (int i = 0; i < 2; ++i)
        if (option_given(args, of_picture[i]) && kind != PICTURE_OUTPUT)
            return fail_usage(args, "--%s requires --output FILE.svg, .png or .pdf", of_picture[i]);
    return check_options_of_planner(args);
}

// ---- one plan -----------------------------------------------------------------------------------

/// The outer ring stands for the whole goal area, which is wrong for a start in one of its holes.
static int check_hole(const plan *p)
{
    const scene_area *area = p->to.area;
    if (area && area->shape.ring_count > 1 &&
        wend_polygon_locate(p->to.points, p->to.count, p->start) == WEND_INSIDE &&
        !shape_covers(shape_view(&area->shape), p->start))
        return fail_usage(p->args,
                          "--to %s: the start is in a hole of the area: give X,Y or a segment "
                          "X,Y:X,Y",
                          p->to.typed);
    return EXIT_DONE;
}

/// Reads the positions, builds the mesh and finds the paths.
static int prepare(plan *p, const double *radii, int count, problem_list *problems)
{
    double widest = 0, time = option_number(p->args, "time", 0);
    for (int i = 0; i < count; ++i)
        widest = fmax(widest, radii[i]);
    int code = place_read(p->args, "from", option_text(p->args, "from", ""), p->s, time, &p->from);
    if (code == EXIT_DONE)
        code = place_read(p->args, "to", option_text(p->args, "to", ""), p->s, time, &p->to);
    if (code != EXIT_DONE)
        return code;
    wend_box ends = wend_box_join(wend_box_of(p->from.points, p->from.count),
                                  wend_box_of(p->to.points, p->to.count));
    code = build_mesh_at(p->args, p->s, ends, widest, problems, &p->built);
    if (code == EXIT_DONE)
        code = plan_choose_start(p->args, &p->from, p->built.floor, widest, &p->start);
    if (code == EXIT_DONE)
        code = check_hole(p);
    if (code == EXIT_DONE && is_by_voronoi(p->args))
        code = build_diagram(p->args, p->s, &p->built, SCENE_SITES_WALLS, &p->voronoi);
    return code == EXIT_DONE ? plan_find(p, radii, count) : code;
}

static int write_output(const plan *p)
{
    const char *path = option_text(p->args, "output", NULL);
    double spacing = option_number(p->args, "spacing", DEFAULT_SPACING);
    switch (output_kind_of(path)) {
    case CSV_OUTPUT:
        return plan_write_csv(p, path, spacing);
    case GEOJSON_OUTPUT:
        return plan_write_geojson(p, path, spacing);
    case PICTURE_OUTPUT:
        return plan_draw(p, path);
    default:
        return EXIT_DONE;
    }
}

/// Writes the file and prints the results. A path that is missing or not proven shortest gives
/// EXIT_COULD_NOT.
static int print_result(const plan *p)
{
    const char *path = option_text(p->args, "output", NULL);
    bool all = true, any = false;
    for (int i = 0; i < p->path_count; ++i) {
        const plan_path *found = &p->paths[i];
        all = all && found->status == PLAN_FOUND;
        any = any || found->status != PLAN_NONE;
        if (found->status == PLAN_NONE)
            complain("%s: no path for radius %.10g m: %s", p->file, found->radius,
                     wend_error_text(&found->error));
    }
    int code = any ? write_output(p) : EXIT_DONE;
    if (code != EXIT_DONE)
        return code;
    if (p->args->json)
        code = plan_print_json(p);
    else if (!p->args->quiet && (!path || strcmp(path, "-") != 0))
        plan_print_text(p);
    if (path && any && !p->args->json && !p->args->quiet && strcmp(path, "-") != 0)
        print_line(stdout, "%s: written", path);
    return code == EXIT_DONE && !all ? EXIT_COULD_NOT : code;
}

/// Radii of the discs.
typedef struct discs {
    double radii[PLAN_MOST_RADII];
    int count;
} discs;

static int make_plan(const arguments *args, scene *s, void *context, problem_list *problems)
{
    const discs *asked = context;
    if (option_given(args, "queries"))
        return plan_run_queries(args, s, problems, asked->radii[0]);
    plan p = {.args = args, .s = s, .file = problems->file};
    int code = prepare(&p, asked->radii, asked->count, problems);
    if (code == EXIT_DONE)
        code = print_result(&p);
    plan_free(&p);
    return code;
}

static int run(const arguments *args)
{
    int code = check_usage(args, output_kind_of(option_text(args, "output", NULL)));
    if (code != EXIT_DONE)
        return code;
    discs asked;
    asked.count = plan_read_radii(args, asked.radii);
    if (asked.count == 0)
        return EXIT_BAD_INPUT;
    if (option_given(args, "queries") && asked.count > 1)
        return fail_usage(args, "--radius %s: --queries accepts one radius only",
                          option_text(args, "radius", ""));
    return with_scene(args, make_plan, &asked);
}

CHOICES(planners, {"mesh", "Shortest path (default)"},
        {"voronoi", "Path on the Voronoi diagram, with maximum clearance"})

CHOICES(output_files, {"csv", "Columns x, y, distance, clearance"},
        {"geojson", "Line with the clearance along it"}, {PICTURE_FILES, "Image"},
        {"-", "CSV on standard output"})

CHOICES(layers, {"bounds obstacles", "Parts of the scene"}, {"places", "Areas of --from and --to"},
        {"swept", "Area covered by the disc"}, {"paths", "Paths"}, {"ends", "Start and goal"},
        {"channel voronoi portals curve",
         "With --planner voronoi: empty circles, diagram, way portals, smooth curve"},
        {"triangles",
         "With --planner voronoi: triangles of the mesh that the shortest path crosses"})

CHOICES(query_files, {"scen", NULL})

static const option options[] = {
    {TEXT("from", "X,Y", "Start; or the name of an area, for a point near its centre")},
    {TEXT("to", "X,Y", "Goal; or a segment X,Y:X,Y, or the name of an area")},
    {TEXT("radius", "R,...",
          "Agent radius in metres (default: 0, a point); several give one path "
          "each")},
    {OPTION_DOOR_TIME},
    {CHOICE("planner", "NAME", planners, "Global planner"), .old = "guide"},
    {NUMBER("clearance-weight", "W", 0, 1,
            "Weight of clearance of planner voronoi, from 0 (shortest) to 1 (safest) (default: 0)"),
     .old = "weight"},
    {NUMBER("comfort", "M", PLAN_LEAST_COMFORT, PLAN_MOST_COMFORT,
            "Clearance in metres beyond which more is no benefit (default: 3)")},
    {WHOLE("budget", "N", 1, UINT32_MAX,
           "Maximum number of expansions of a search (default: unlimited)"),
     .old = "iterations"},
    {OUTPUT("output", output_files, "Output file"), .letter = 'o'},
    {NUMBER("spacing", "M", PLAN_LEAST_STEP, PLAN_MOST_STEP,
            "Maximum distance between points of CSV and GeoJSON in metres (default: 0.5)"),
     .needs = "output", .old = "step"},
    {OPTION_WIDTH},
    {OPTION_LAYERS(layers)},
    {INPUT("queries", "FILE", query_files,
           "MovingAI scenario to run; one line per query, with the columns of Polyanya"),
     .excludes = "from to spacing"},
    {OPTION_FORMAT},
    {0},
};

const command command_plan = {
    .name = "plan",
    .summary = "Find the shortest or the safest path for a disc of any radius",
    .operands = "SCENE",
    .operand_kind = ARGUMENT_SCENE,
    .options = options,
    .details =
        "The path is the shortest one that keeps the radius from every wall. Its length is printed "
        "with a proven lower bound; the two are equal unless --budget stopped the search. The exit "
        "status is 1 if no path exists or none was proven shortest within the budget; then no file "
        "is written if there is no path at all. With --queries it is 0, and the length of a "
        "missing path is -1. The scene must be valid. Coordinates are those of the scene "
        "file.\n\n"
        "With --planner voronoi the path follows the Voronoi diagram. A metre at clearance c costs "
        "1 + W max(0, M / c - 1), with --clearance-weight W and --comfort M. The result includes a "
        "channel of empty circles, a smooth curve in it, and way portals.",
    .examples = "wend plan museum --from 2,8 --to shop --radius 0.25\n"
                "wend plan museum --from 2,8 --to shop --radius 0.2,0.5,1 -o paths.svg\n"
                "wend plan museum --from 2,8 --to shop --planner voronoi --clearance-weight 1 -o "
                "safe.svg\n"
                "wend plan office --from 'room 1' --to exit -o path.csv\n"
                "wend plan arena.map --queries arena.map.scen -o arena.csv",
    .run = run,
};
