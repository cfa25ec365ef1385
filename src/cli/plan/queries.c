// SPDX-License-Identifier: MIT
// wend plan --queries: a whole MovingAI scenario, one line per query, with the columns of
// Polyanya's output (Cui, Harabor, Grastien, "Compromise-free pathfinding on a navigation mesh",
// IJCAI 2017), so that programs for one read the other.
//
// Of Polyanya's counters wend has one: a call of its successor function is an expansion here. The
// others count operations of Polyanya's search only, and are 0.
#include "base/export_text.h"
#include "base/output.h"
#include "cli/plan/plan.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "formats/scen.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS                                                                                    \
    "index;micro;successor_calls;generated;pushed;popped;pruned_post_pop;length;gridcost"

typedef struct answer {
    plan_status status;
    double length; ///< -1: no path, as in Polyanya
    double us;
    uint32_t expansions;
} answer;

/// A scenario in progress.
typedef struct batch {
    const arguments *args;
    const scene *s;
    const char *file; ///< the scene, for messages
    scene_mesh built;
    scen questions;
    answer *answers;
    double us;                    ///< of all searches
    size_t counts[PLAN_NONE + 1]; ///< number of queries by status
} batch;

static wend_box places_of(const batch *b)
{
    wend_box box = wend_box_empty();
    for (size_t i = 0; i < b->questions.count; ++i) {
        const scen_query *query = &b->questions.queries[i];
        box = wend_box_add(box, scen_place(b->s, query, query->start));
        box = wend_box_add(box, scen_place(b->s, query, query->goal));
    }
    return box;
}

// ---- searching ----------------------------------------------------------------------------------

/// Runs one query. False: out of memory.
static bool answer_one(batch *b, wend_path_query *search, double radius, size_t index)
{
    const scen_query *query = &b->questions.queries[index];
    wend_vec2 goal = scen_place(b->s, query, query->goal);
    wend_path_request request = wend_default_path_request();
    request.from = scen_place(b->s, query, query->start);
    request.goal = (wend_goal){&goal, 1};
    request.radius = radius;
    request.budget = (uint32_t)option_number(b->args, "budget", 0);
    wend_path path = {0};
    double before = plan_clock();
    wend_result result = wend_path_find(search, b->built.mesh, &request, &path, NULL);
    answer *found = &b->answers[index];
    found->us = plan_clock() - before;
    found->expansions = path.expansions;
    found->status = result == WEND_OK                 ? PLAN_FOUND
                    : result == WEND_BUDGET_EXHAUSTED ? PLAN_PARTIAL
                                                      : PLAN_NONE;
    found->length = found->status == PLAN_FOUND ? path.length : -1;
    b->us += found->us;
    ++b->counts[found->status];
    return result != WEND_OUT_OF_MEMORY;
}

static int answer_all(batch *b, double radius)
{
    wend_path_query *search = NULL;
    b->answers = calloc(b->questions.count + 1, sizeof *b->answers);
    bool enough = b->answers && wend_path_query_create(NULL, &search, NULL) == WEND_OK;
    progress bar = progress_start(b->args);
    for (size_t i = 0; enough && i < b->questions.count; ++i) {
        progress_show(&bar, (double)i / (double)b->questions.count, "planning");
        enough = answer_one(b, search, radius, i);
    }
    progress_end(&bar);
    wend_path_query_destroy(search);
    return enough ? EXIT_DONE : fail(b->args, "%s: out of memory", b->file);
}

// ---- output -------------------------------------------------------------------------------------

static void write_rows(const batch *b, FILE *out)
{
    fputs(COLUMNS "\n", out);
    for (size_t i = 0; i < b->questions.count; ++i) {
        const answer *found = &b->answers[i];
        fprintf(out, "%zu;%.6g;%u;0;0;0;0;", i, found->us, (unsigned)found->expansions);
        export_number(out, found->length);
        putc(';', out);
        export_number(out, b->questions.queries[i].optimal);
        putc('\n', out);
    }
}

static json_t *rows_to_json(const batch *b)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < b->questions.count; ++i) {
        const answer *found = &b->answers[i];
        const figure rows[] = {
            {"status", NULL, NULL, VALUE(plan_status_name(found->status))},
            {"length", NULL, "m", VALUE(found->status == PLAN_FOUND ? found->length : NAN)},
            {"expansions", NULL, NULL, VALUE(found->expansions)},
            {"us", NULL, "us", VALUE(found->us)},
            {"gridcost", NULL, NULL, VALUE(b->questions.queries[i].optimal)},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}

/// The status that all queries have, otherwise "partial".
static const char *common_status(const batch *b)
{
    for (plan_status status = PLAN_FOUND; status <= PLAN_NONE; ++status)
        if (b->counts[status] == b->questions.count)
            return plan_status_name(status);
    return plan_status_name(PLAN_PARTIAL);
}

/// Prints the summary; text goes to standard error, because the rows may go to standard output.
static int print_summary(const batch *b, bool rows, double radius)
{
    bool json = b->args->json;
    size_t count = b->questions.count;
    const figure figures[] = {
        {"status", "status", NULL, VALUE(common_status(b))},
        {"queries", "queries", NULL, VALUE(count)},
        {"found", "found", NULL, VALUE(b->counts[PLAN_FOUND])},
        {"partial", "stopped by --budget", NULL, VALUE(b->counts[PLAN_PARTIAL])},
        {"none", "no path", NULL, VALUE(b->counts[PLAN_NONE])},
        {"radius", "radius", "m", VALUE(radius)},
        {"us", "search time", "us", VALUE(b->us)},
        {"mean_us", "per query", "us", VALUE(count > 0 ? b->us / (double)count : 0)},
    };
    json_t *object = FIGURES(figures, json || b->args->quiet ? NULL : stderr);
    if (json && rows)
        object = object_add(object, json_pack("{s:o}", "rows", rows_to_json(b)));
    if (json)
        return print_json(b->args, object);
    json_decref(object);
    return EXIT_DONE;
}

static int print_result(const batch *b, double radius)
{
    const char *path = option_text(b->args, "output", NULL);
    if (path || !b->args->json) {
        output out;
        if (!output_open(&out, path ? path : "-"))
            return fail_output(b->args, path ? path : "-");
        write_rows(b, out.file);
        if (!output_commit(&out))
            return fail_output(b->args, path ? path : "-");
    }
    int code = b->counts[PLAN_PARTIAL] > 0 ? EXIT_COULD_NOT : EXIT_DONE;
    int printed = print_summary(b, !path, radius);
    return printed == EXIT_DONE ? code : printed;
}

/// Reads the scenario. The problems of its file are printed with its own name.
static int load_queries(batch *b)
{
    const char *path = option_text(b->args, "queries", NULL);
    problem_list problems = {.file = strcmp(path, "-") == 0 ? "standard input" : path};
    int code =
        scen_load(path, &b->questions, &problems) ? EXIT_DONE : fail_problems(b->args, &problems);
    problem_free(&problems);
    return code;
}

/// A scenario belongs to one map: prints a note if this cannot be it.
static void note_other_map(const batch *b)
{
    if (b->args->quiet || b->questions.count == 0)
        return;
    const scen_query *first = &b->questions.queries[0];
    if (b->s->flipped > 0 && first->height != b->s->flipped)
        complain("%s: the scenario is for a map of %g x %g cells, this one is %g cells high: "
                 "positions are scaled",
                 b->file, first->width, first->height, b->s->flipped);
}

int plan_run_queries(const arguments *args, scene *s, problem_list *problems, double radius)
{
    batch b = {.args = args, .s = s, .file = problems->file};
    int code = load_queries(&b);
    note_other_map(&b);
    if (code == EXIT_DONE)
        code = build_mesh_at(args, s, places_of(&b), radius, problems, &b.built);
    if (code == EXIT_DONE)
        code = answer_all(&b, radius);
    if (code == EXIT_DONE)
        code = print_result(&b, radius);
    free(b.answers);
    scen_free(&b.questions);
    scene_mesh_free(&b.built);
    return code;
}
