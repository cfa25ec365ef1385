// SPDX-License-Identifier: MIT
// The flow of a job: the minimum cut, the cut with a wider gate, and the lanes.
#include "base/xalloc.h"
#include "cli/flow/flow.h"
#include "cli/plan/plan.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "geometry/curve.h"
#include "scene/frames.h"

#include <math.h>
#include <stdlib.h>

/// A lane this near to a gate crosses it: rounding. [Units: m]
#define CROSSING 1e-9

/// Gates are widened one at a time; in a cut with more than this, only the narrowest.
enum { MOST_WIDENED = 64 };

uint32_t flow_abreast(const flow_job *job, double width)
{
    return job->radius > 0 ? (uint32_t)(width / (2 * job->radius) + WEND_FLOW_TIE) : 0;
}

bool flow_counts_from_top(const flow_job *job)
{
    uint32_t count;
    const wend_flow_body *bodies = wend_flow_bodies(job->flow, &count);
    return count > WEND_FLOW_TOP && bodies[WEND_FLOW_TOP].from.from == WEND_FLOW_TOP;
}

uint32_t flow_tightest(const flow_cut *cut)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < cut->gates.count; ++i)
        if (found == UINT32_MAX ||
            cut->gates.data[i].gate.width < cut->gates.data[found].gate.width)
            found = i;
    return found;
}

/// True if a lane meets a gate.
static bool passes(const flow_cut *cut, const flow_gate *gate, const wend_curve_piece *pieces,
                   uint32_t count)
{
    for (uint32_t k = 0; k < gate->gate.leg_count; ++k) {
        wend_segment at = cut->legs.data[gate->first_leg + k];
        wend_curve_piece leg = wend_curve_piece_line(at.a, at.b);
        for (uint32_t i = 0; i < count; ++i)
            if (wend_lane_pieces_distance(&pieces[i], &leg, NULL, NULL) <= CROSSING)
                return true;
    }
    return false;
}

void flow_count_passing(const flow_job *job, flow_cut *cut)
{
    uint32_t count, all;
    if (!job->lanes)
        return;
    const wend_lane *lanes = wend_lanes_all(job->lanes, &count);
    const wend_curve_piece *pieces = wend_lanes_pieces(job->lanes, &all);
    for (size_t i = 0; i < cut->gates.count; ++i) {
        flow_gate *gate = &cut->gates.data[i];
        gate->lanes = 0;
        for (uint32_t k = 0; k < count; ++k)
            gate->lanes += passes(cut, gate, pieces + lanes[k].first, lanes[k].count);
    }
}

uint32_t flow_lane_count(const flow_job *job)
{
    uint32_t count = 0;
    if (job->lanes)
        wend_lanes_all(job->lanes, &count);
    return count;
}

double flow_capacity(const flow_job *job)
{
    uint32_t count;
    double capacity = 0;
    if (!job->lanes)
        return 0;
    const wend_lane *lanes = wend_lanes_all(job->lanes, &count);
    for (uint32_t i = 0; i < count; ++i)
        capacity += job->speed / lanes[i].headway;
    return capacity;
}

/// Reports invalid openings or an invalid floor, with the position.
static int refuse(const flow_job *job, const wend_error *error)
{
    wend_vec2 at = frames_to_file(job->s, error->position);
    if (error->has_position)
        return fail_usage(job->args, "%s: at %.10g,%.10g: %s", job->file, at.x, at.y,
                          wend_error_text(error));
    return fail_usage(job->args, "%s: %s", job->file, wend_error_text(error));
}

// ---- the flow -----------------------------------------------------------------------------------

static int create(flow_job *job)
{
    const flow_openings *o = &job->openings;
    wend_error error = {0};
    wend_flow_def def = wend_default_flow_def();
    wend_opening *openings = xcalloc(o->items.count, sizeof *openings);
    for (size_t i = 0; i < o->items.count; ++i) {
        const flow_opening *from = &o->items.data[i];
        openings[i] = (wend_opening){o->points.data + from->first, from->count, from->is_sink};
    }
    def.floor = job->built.floor;
    def.openings = openings;
    def.opening_count = (uint32_t)o->items.count;
    def.snap = job->snap;
    progress bar = progress_start(job->args);
    progress_show(&bar, 0.4, "finding the flow");
    double before = plan_clock();
    wend_result result = xresult(wend_flow_create(&def, &job->flow, &error));
    job->create_ms = (plan_clock() - before) / 1000;
    progress_end(&bar);
    free(openings);
    return result == WEND_OK ? EXIT_DONE : refuse(job, &error);
}

/// Copies the gates of the current solution.
static void copy_cut(const flow_job *job, double value, flow_cut *cut)
{
    uint32_t count, legs;
    const wend_flow_gate *gates = wend_flow_gates(job->flow, &count);
    const wend_segment *leg = wend_flow_legs(job->flow, &legs);
    cut->value = value;
    cut->gates.count = cut->legs.count = 0;
    xreserve(&cut->gates, count);
    xreserve(&cut->legs, legs);
    for (uint32_t i = 0; i < count; ++i) {
        cut->gates.data[cut->gates.count++] =
            (flow_gate){gates[i], (uint32_t)cut->legs.count, -1, 0, 0};
        for (uint32_t k = 0; k < gates[i].leg_count; ++k)
            cut->legs.data[cut->legs.count++] = leg[gates[i].first_leg + k];
    }
}

static int solve(flow_job *job, wend_flow_request question)
{
    wend_error error = {0};
    question.from_top = job->from_top;
    error.result = xresult(wend_flow_solve(job->flow, &question, &error));
    return error.result == WEND_OK ? EXIT_DONE : refuse(job, &error);
}

/// Solves sources and sinks without a single bottom and top, which have a cut only.
static int pair(flow_job *job)
{
    wend_error error = {0};
    double value, before = plan_clock();
    error.result = xresult(wend_flow_pair(job->flow, &value, &error));
    wend_flow *reduced = error.result == WEND_BAD_ARGUMENT ? flow_reduce(job) : NULL;
    if (reduced) {
        wend_error other = {0};
        if (xresult(wend_flow_pair(reduced, &value, &other)) == WEND_OK) {
            wend_flow *whole = job->flow;
            job->flow = reduced;
            copy_cut(job, value, &job->points);
            job->flow = whole;
            error.result = WEND_OK;
        }
        wend_flow_destroy(reduced);
    }
    job->solve_ms = (plan_clock() - before) / 1000;
    if (error.result != WEND_OK)
        return refuse(job, &error);
    if (!reduced)
        copy_cut(job, value, &job->points);
    return EXIT_DONE;
}

/// The flow of lanes of that width if one gate of the point flow were wider.
static int solve_wider(flow_job *job, uint32_t gate, double width, double *value)
{
    int code = solve(job, (wend_flow_request){0});
    if (code == EXIT_DONE)
        code = solve(job, (wend_flow_request){
                              .width = width, .widened = gate + 1, .widening = job->widening});
    *value = wend_flow_value(job->flow);
    return code;
}

static int widen(flow_job *job)
{
    uint32_t count = (uint32_t)job->points.gates.count, tightest = flow_tightest(&job->points);
    int code = EXIT_DONE;
    for (uint32_t i = 0; code == EXIT_DONE && i < count; ++i) {
        flow_gate *gate = &job->points.gates.data[i];
        double lanes = 0;
        if (count > MOST_WIDENED && i != tightest)
            continue;
        code = solve_wider(job, i, 0, &gate->wider_value);
        if (code == EXIT_DONE && job->radius > 0)
            code = solve_wider(job, i, 2 * job->radius, &lanes);
        if (job->radius > 0)
            gate->wider_lanes = (uint32_t)lround(lanes / (2 * job->radius));
    }
    return code;
}

// ---- lanes --------------------------------------------------------------------------------------

/// Lays the lanes again from where they end up shortest, and shortens them.
static int shorten(flow_job *job, const wend_lanes_def *def)
{
    wend_error error = {0};
    wend_lanes_shortening how = wend_default_lanes_shortening();
    how.seed = (uint64_t)option_number(job->args, "seed", (double)job->s->world.seed);
    progress bar = progress_start(job->args);
    progress_show(&bar, 0.7, "making lanes shorter");
    double before = plan_clock();
    wend_lanes_destroy(job->lanes);
    error.result =
        xresult(wend_lanes_create_shortest(job->flow, def, &how, &job->lanes, &job->gain, &error));
    job->shorten_ms = (plan_clock() - before) / 1000;
    progress_end(&bar);
    return error.result == WEND_OK ? EXIT_DONE : refuse(job, &error);
}

/// Rejects a radius for which too many lanes would fit. EXIT_DONE, or the exit code of a reported
/// error.
static int check_radius(const flow_job *job)
{
    double width = 2 * job->radius, least = job->points.value / (2 * WEND_MAX_LANES);
    if (job->radius == 0 || job->points.value <= WEND_MAX_LANES * width)
        return EXIT_DONE;
    return fail_usage(job->args,
                      "%s: more than %d lanes fit for radius %g m (expected --radius %.2g or more, "
                      "or 0 for a point flow)",
                      job->file, WEND_MAX_LANES, job->radius, least);
}

static int find_lanes(flow_job *job)
{
    wend_error error = {0};
    wend_lanes_def def = wend_default_lanes_def();
    def.radius = job->radius;
    def.kind = job->kind;
    def.side = job->side;
    progress bar = progress_start(job->args);
    progress_show(&bar, 0.6, "finding lanes");
    double before = plan_clock();
    error.result = xresult(wend_lanes_create(job->flow, &def, &job->lanes, &error));
    job->lanes_ms = (plan_clock() - before) / 1000;
    progress_end(&bar);
    if (wend_failed(error.result))
        return refuse(job, &error);
    copy_cut(job, wend_flow_value(job->flow), &job->whole);
    int code = job->shorten && flow_lane_count(job) > 0 ? shorten(job, &def) : EXIT_DONE;
    if (code != EXIT_DONE)
        return code;
    error.result =
        xresult(wend_lanes_check(job->lanes, job->flow, &job->clearance, &job->separation, &error));
    if (error.result != WEND_OK)
        return refuse(job, &error);
    flow_count_passing(job, &job->points);
    flow_count_passing(job, &job->whole);
    job->is_field =
        !job->shorten && (job->side == WEND_LANES_BOTTOM || job->side == WEND_LANES_TOP);
    return job->is_field ? EXIT_DONE : solve(job, (wend_flow_request){0});
}

int flow_solve(flow_job *job)
{
    int code = create(job);
    if (code != EXIT_DONE)
        return code;
    job->turns = !wend_flow_has_sides(job->flow);
    if (job->turns)
        return pair(job);
    double before = plan_clock();
    code = solve(job, (wend_flow_request){0});
    job->solve_ms = (plan_clock() - before) / 1000;
    if (code == EXIT_DONE) {
        copy_cut(job, wend_flow_value(job->flow), &job->points);
        code = check_radius(job);
    }
    if (code == EXIT_DONE)
        code = widen(job);
    if (code == EXIT_DONE)
        code = job->radius > 0 ? find_lanes(job) : solve(job, (wend_flow_request){0});
    return code;
}

void flow_free(flow_job *job)
{
    wend_lanes_destroy(job->lanes);
    wend_flow_destroy(job->flow);
    scene_mesh_free(&job->built);
    for (size_t i = 0; i < job->openings.made.count; ++i) {
        scene_area *area = job->openings.made.data[i];
        free(area->shape.points);
        free(area->shape.ring_ends);
        free((char *)area->name);
        free(area);
    }
    wend_array_free(&job->openings.made, NULL);
    wend_array_free(&job->openings.items, NULL);
    wend_array_free(&job->openings.points, NULL);
    wend_array_free(&job->points.gates, NULL);
    wend_array_free(&job->points.legs, NULL);
    wend_array_free(&job->whole.gates, NULL);
    wend_array_free(&job->whole.legs, NULL);
    wend_array_free(&job->queries, NULL);
    json_decref(job->files);
}
