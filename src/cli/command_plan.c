// SPDX-License-Identifier: MIT
// wend plan: the shortest path from here to there, for a point or for discs of any radius.
#include "cli/picture.h"
#include "cli/plan.h"
#include "cli/report.h"
#include "io/ground.h"
#include "io/polygons.h"
#include "io/suggest.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/// Samples of CSV and GeoJSON are at most this far apart. [Units: m]
#define DEFAULT_STEP 0.5

/// What the output file is, by its extension.
typedef enum output_kind {
    NO_OUTPUT,
    CSV_OUTPUT,
    GEOJSON_OUTPUT,
    PICTURE_OUTPUT,
    UNKNOWN_OUTPUT,
} output_kind;

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), wanted = strlen(ending);
    return length > wanted && strcasecmp(path + length - wanted, ending) == 0;
}

static output_kind output_kind_of(const char *path, canvas_kind *kind)
{
    if (!path)
        return NO_OUTPUT;
    if (strcmp(path, "-") == 0 || ends_with(path, ".csv"))
        return CSV_OUTPUT;
    if (ends_with(path, ".geojson"))
        return GEOJSON_OUTPUT;
    return canvas_kind_of(path, kind) ? PICTURE_OUTPUT : UNKNOWN_OUTPUT;
}

// ---- usage --------------------------------------------------------------------------------------

static bool is_by_voronoi(const arguments *args)
{
    return strcmp(option_text(args, "guide", "mesh"), "voronoi") == 0;
}

static int check_guide(const arguments *args)
{
    static const char *const guides[] = {"mesh", "voronoi", "direct", "mang",
                                         "map",  "lanes",   "group"};
    enum { GUIDES = sizeof guides / sizeof guides[0], HERE = 2 };
    const char *guide = option_text(args, "guide", "mesh");
    for (int i = 0; i < GUIDES; ++i)
        if (strcmp(guides[i], guide) == 0)
            return i < HERE ? EXIT_DONE
                            : fail_usage(args, "--guide %s: wend plan has paths by mesh or voronoi",
                                         guide);
    const char *meant = suggest_name(guide, guides, HERE);
    if (meant)
        return fail_usage(args, "--guide %s: there is no such guide: did you mean %s?", guide,
                          meant);
    return fail_usage(args,
                      "--guide %s: there is no such guide: wend plan has paths by mesh or "
                      "voronoi",
                      guide);
}

/// True if a list of names, separated by commas, has this one.
static bool has_name(const char *list, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, size) == 0 && (at[size] == ',' || at[size] == 0))
            return true;
    }
    return false;
}

/// Options and layers that belong to one guide only.
static int check_options_of_guide(const arguments *args)
{
    static const char *const own[] = {"weight", "comfort", "iterations"};
    if (is_by_voronoi(args)) {
        if (option_given(args, "budget"))
            return fail_usage(args, "--budget is for --guide mesh: say --iterations N");
        if (option_given(args, "queries"))
            return fail_usage(args, "--queries is answered by --guide mesh only");
        return EXIT_DONE;
    }
    for (size_t i = 0; i < sizeof own / sizeof own[0]; ++i)
        if (option_given(args, own[i]))
            return fail_usage(args, "--%s is for --guide voronoi", own[i]);
    static const char *const layers[] = {"channel", "triangles", "voronoi", "portals", "curve"};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; ++i)
        if (has_name(option_text(args, "layers", ""), layers[i]))
            return fail_usage(args, "the layer %s is of --guide voronoi", layers[i]);
    return EXIT_DONE;
}

/// Options that were typed but have no sense together.
static int check_together(const arguments *args, output_kind kind)
{
    bool queries = option_given(args, "queries");
    const char *path = option_text(args, "output", NULL);
    if (queries && (option_given(args, "from") || option_given(args, "to")))
        return fail_usage(args, "--queries has the starts and goals in its file: leave --from and "
                                "--to out");
    if (!queries && (!option_given(args, "from") || !option_given(args, "to")))
        return fail_usage(args, "say where the path goes: --from X,Y --to X,Y");
    if (path && strcmp(path, "-") == 0 && args->json)
        return fail_usage(args, "both --json and -o want standard output: name a file for -o");
    if (kind == UNKNOWN_OUTPUT)
        return fail_usage(args, "%s: the name ends with .csv, .geojson, .svg, .png or .pdf", path);
    if (queries && kind != NO_OUTPUT && kind != CSV_OUTPUT)
        return fail_usage(args,
                          "%s: the answers to --queries are CSV: give a name that ends with "
                          ".csv",
                          path);
    if (option_given(args, "step") && (queries || (kind != CSV_OUTPUT && kind != GEOJSON_OUTPUT)))
        return fail_usage(args, "--step is for -o FILE.csv and FILE.geojson of a path");
    if (option_given(args, "width") && kind != PICTURE_OUTPUT)
        return fail_usage(args, "--width is for -o FILE.svg, .png and .pdf");
    if (option_given(args, "layers") && kind != PICTURE_OUTPUT)
        return fail_usage(args, "--layers is for -o FILE.svg, .png and .pdf");
    int code = check_guide(args);
    return code == EXIT_DONE ? check_options_of_guide(args) : code;
}

// ---- one plan -----------------------------------------------------------------------------------

/// A goal's outside stands for the whole area; from a hole in it, that would be wrong.
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

/// Reads where to, builds the mesh and finds the paths.
static int prepare(plan *p, const double *radii, int count, problem_list *problems)
{
    double widest = 0;
    for (int i = 0; i < count; ++i)
        widest = fmax(widest, radii[i]);
    int code = place_read(p->args, "from", option_text(p->args, "from", ""), p->s, 0, &p->from);
    if (code == EXIT_DONE)
        code = place_read(p->args, "to", option_text(p->args, "to", ""), p->s, 0, &p->to);
    if (code != EXIT_DONE)
        return code;
    wend_box ends = wend_box_join(wend_box_of(p->from.points, p->from.count),
                                  wend_box_of(p->to.points, p->to.count));
    code = scene_mesh_build(p->args, p->s, ends, widest, problems, &p->built);
    if (code == EXIT_DONE)
        code = plan_choose_start(p->args, &p->from, p->built.floor, widest, &p->start);
    if (code == EXIT_DONE)
        code = check_hole(p);
    if (code == EXIT_DONE && is_by_voronoi(p->args))
        code = scene_voronoi_build(p->args, p->s, &p->built, SCENE_SITES_WALLS, &p->voronoi);
    return code == EXIT_DONE ? plan_find(p, radii, count) : code;
}

static int write_output(const plan *p)
{
    const char *path = option_text(p->args, "output", NULL);
    double step = option_number(p->args, "step", DEFAULT_STEP);
    canvas_kind drawn = CANVAS_SVG;
    switch (output_kind_of(path, &drawn)) {
    case CSV_OUTPUT:
        return plan_write_csv(p, path, step);
    case GEOJSON_OUTPUT:
        return plan_write_geojson(p, path, step);
    case PICTURE_OUTPUT:
        return plan_draw(p, path, drawn);
    default:
        return EXIT_DONE;
    }
}

/// Writes the file and says what was found. A path that is missing or not the shortest is something
/// that could not be done.
static int tell(const plan *p)
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

/// Discs that paths are asked for.
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
        code = tell(&p);
    plan_free(&p);
    return code;
}

static int run(const arguments *args)
{
    canvas_kind drawn;
    int code = check_together(args, output_kind_of(option_text(args, "output", NULL), &drawn));
    if (code != EXIT_DONE)
        return code;
    discs asked;
    asked.count = plan_read_radii(args, asked.radii);
    if (asked.count == 0)
        return EXIT_BAD_INPUT;
    if (option_given(args, "queries") && asked.count > 1)
        return fail_usage(args, "--queries takes one radius");
    return with_scene(args, make_plan, &asked);
}

static const option options[] = {
    {.name = "from",
     .kind = OPTION_TEXT,
     .value = "X,Y",
     .about = "where the path starts; or the name of an area: near its centre"},
    {.name = "to",
     .kind = OPTION_TEXT,
     .value = "X,Y",
     .about = "where it ends; or a segment X,Y:X,Y, or the name of an area"},
    {.name = "radius",
     .kind = OPTION_TEXT,
     .value = "R,...",
     .about = "of the disc that goes there, 0 is a point; several give a path each"},
    {.name = "guide",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .about =
         "how the way is found: mesh, the shortest path; voronoi, in the middle between walls"},
    {.name = "weight",
     .kind = OPTION_NUMBER,
     .value = "W",
     .about = "of --guide voronoi: from 0, the shortest way, to 1, the safest",
     .least = 0,
     .most = 1},
    {.name = "comfort",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "more room than this to the walls is worth nothing, in metres; 3 if not given",
     .least = PLAN_LEAST_COMFORT,
     .most = PLAN_MOST_COMFORT},
    {.name = "iterations",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "of --guide voronoi: stop each search after so many vertices",
     .least = 1,
     .most = UINT32_MAX},
    {.name = "budget",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "stop each search after so many expansions",
     .least = 1,
     .most = UINT32_MAX},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about = "write .csv, .geojson, or a picture .svg, .png, .pdf; - is CSV on standard output"},
    {.name = "step",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "points of CSV and GeoJSON are at most this far apart, in metres",
     .least = PLAN_LEAST_STEP,
     .most = PLAN_MOST_STEP},
    OPTION_WIDTH,
    {.name = "layers",
     .kind = OPTION_TEXT,
     .value = "NAME,...",
     .about = "of the picture: bounds, obstacles, places, swept, paths, ends; of voronoi also "
              "channel, voronoi, portals, curve, triangles"},
    {.name = "queries",
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about = "answer a whole MovingAI scenario, .scen, with Polyanya's output columns"},
    OPTION_FORMAT,
    {0},
};

const command command_plan = {
    .name = "plan",
    .summary = "Find the shortest or the safest path for a disc of any radius",
    .operands = "SCENE",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .details =
        "The path is the shortest there is, and never nearer to a wall than the radius. Its\n"
        "length is given with a proven lower bound; the two are equal unless --budget has\n"
        "stopped the search. Coordinates are those of the scene's file. A path that does not\n"
        "exist, or was not found within the budget, is exit status 1.\n"
        "\n"
        "With --guide voronoi the path runs on the Voronoi diagram, as far from walls as can\n"
        "be; each metre at the clearance c costs 1 + W max(0, M / c - 1), with --weight W and\n"
        "--comfort M. It comes with a channel of empty circles, a smooth curve in it and way\n"
        "portals.",
    .examples = "wend plan museum --from 2,8 --to shop --radius 0.25\n"
                "wend plan museum --from 2,8 --to shop --radius 0.2,0.5,1 -o paths.svg\n"
                "wend plan museum --from 2,8 --to shop --radius 0.25 --guide voronoi --weight 1 -o "
                "safe.svg\n"
                "wend plan office --from 'room 1' --to exit -o path.csv\n"
                "wend plan arena.map --queries arena.map.scen -o arena.csv",
    .run = run,
};
