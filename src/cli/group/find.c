// SPDX-License-Identifier: MIT
// The paths of groups: one search, repeated searches, and those of a scene.
#include "base/xalloc.h"
#include "cli/group/group.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/// Number of configurations for the share of free ones.
enum { SHARE_SAMPLES = 20000 };

/// Precision of widths of passages. [Units: m]
#define PASSABLE_STEP 1e-3

/// CPU time of this thread, which other programs disturb less. [Units: s]
static double worked(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static wend_group_roadmap_def def_of(const group_search *search)
{
    wend_group_roadmap_def def = wend_default_group_roadmap_def();
    def.floor = search->floor;
    def.size = search->size;
    def.sampler = search->sampler;
    def.local_planner = search->local;
    def.seed = search->seed;
    return def;
}

/// The shortest plan of a leg to one of the targets of a stop. Returns as wend_group_roadmap_find.
static wend_result find_leg(const group_search *search, wend_vec2 from, const group_stop *stop,
                            group_answer *answer, group_leg *leg)
{
    wend_result result = WEND_NOT_FOUND;
    wend_group_status status = WEND_GROUP_IMPOSSIBLE;
    const double start = worked();
    *leg = (group_leg){.to = search->targets[stop->first]};
    for (uint32_t i = 0; i < stop->count; ++i) {
        wend_group_query query = wend_default_group_query();
        wend_group_plan *plan;
        wend_error error = {0};
        query.from.centre = from;
        query.to.centre = search->targets[stop->first + i];
        query.max_samples = search->samples;
        wend_result one =
            wend_group_roadmap_find(answer->roadmap, &query, &plan, &answer->status, &error);
        if (one == WEND_OK &&
            (!leg->plan || wend_group_plan_length(plan) < wend_group_plan_length(leg->plan))) {
            wend_group_plan *longer = leg->plan;
            *leg = (group_leg){.to = query.to.centre, .plan = plan};
            plan = longer;
            result = WEND_OK;
        } else if (one != WEND_OK && !leg->plan) {
            // Only if no target is possible, none is.
            result = one;
            answer->error = error;
            status = answer->status == WEND_GROUP_IMPOSSIBLE ? status : answer->status;
        }
        wend_group_plan_destroy(plan);
        if (one != WEND_OK && one != WEND_NOT_FOUND) {
            result = one;
            break;
        }
    }
    answer->status = leg->plan ? WEND_GROUP_FOUND : status;
    leg->ms = 1e3 * (worked() - start);
    return result;
}

/// Plans leg by leg. A leg starts with the shape at the end of the one before: both are the
/// roundest shape that is free there.
static wend_result find_route(const group_search *search, group_answer *answer)
{
    wend_vec2 from = search->from;
    for (uint32_t i = 0; i < search->stop_count; ++i) {
        group_leg leg;
        wend_result result = find_leg(search, from, &search->stops[i], answer, &leg);
        xreserve(&answer->legs, 1);
        answer->legs.data[answer->legs.count++] = leg;
        if (result != WEND_OK)
            return result;
        answer->path_length += wend_group_plan_path_length(leg.plan);
        answer->length += wend_group_plan_length(leg.plan);
        from = leg.to;
    }
    answer->found = true;
    return WEND_OK;
}

wend_result group_find(const group_search *search, group_answer *answer)
{
    const wend_group_roadmap_def def = def_of(search);
    *answer = (group_answer){.status = WEND_GROUP_NOT_FOUND};
    const double start = worked();
    wend_result result = wend_group_roadmap_create(&def, &answer->roadmap, &answer->error);
    if (result == WEND_OK)
        result = find_route(search, answer);
    answer->ms = 1e3 * (worked() - start);
    if (answer->roadmap)
        answer->counts = wend_group_roadmap_count(answer->roadmap);
    return result == WEND_NOT_FOUND ? WEND_OK : result;
}

void group_answer_free(group_answer *answer)
{
    for (size_t i = 0; i < answer->legs.count; ++i)
        wend_group_plan_destroy(answer->legs.data[i].plan);
    wend_array_free(&answer->legs, NULL);
    wend_group_roadmap_destroy(answer->roadmap);
    *answer = (group_answer){0};
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

wend_result group_find_often(const group_search *search, uint32_t runs, group_times *times,
                             wend_error *error)
{
    wend_result result = WEND_OK;
    *times = (group_times){
        .ms = xcalloc(runs, sizeof *times->ms),
        .found_ms = xcalloc(runs, sizeof *times->found_ms),
    };
    for (uint32_t i = 0; i < runs && result == WEND_OK; ++i) {
        group_search one = *search;
        group_answer answer;
        one.seed += i;
        result = group_find(&one, &answer);
        if (result == WEND_OK) {
            times->ms[times->runs++] = answer.ms;
            times->impossible += answer.status == WEND_GROUP_IMPOSSIBLE;
            if (answer.status == WEND_GROUP_FOUND)
                times->found_ms[times->found++] = answer.ms;
        } else if (error) {
            *error = answer.error;
        }
        group_answer_free(&answer);
    }
    qsort(times->ms, times->runs, sizeof *times->ms, by_size);
    qsort(times->found_ms, times->found, sizeof *times->found_ms, by_size);
    xneed(measure_statistics_of(times->ms, times->runs, &times->all));
    return result;
}

void group_times_free(group_times *times)
{
    free(times->ms);
    free(times->found_ms);
    *times = (group_times){0};
}

wend_result group_free_share(const group_search *search, double *share, wend_error *error)
{
    wend_group_roadmap_def def = def_of(search);
    wend_group_roadmap *roadmap = NULL;
    def.sampler = WEND_GROUP_UNIFORM;
    wend_result result = wend_group_roadmap_create(&def, &roadmap, error);
    if (result == WEND_OK)
        *share = wend_group_roadmap_free_share(roadmap, SHARE_SAMPLES);
    wend_group_roadmap_destroy(roadmap);
    return result;
}

const char *group_status_words(wend_group_status status)
{
    static const char *const words[] = {
        [WEND_GROUP_FOUND] = "found",
        [WEND_GROUP_IMPOSSIBLE] = "impossible",
        [WEND_GROUP_NOT_FOUND] = "not found",
    };
    return words[status];
}

// ---- a scene ------------------------------------------------------------------------------------

/// Options override the scene.
static void choose_search(const group_job *job, group_item *item)
{
    const scene_group *held = &job->s->agents[item->held.first].shape;
    const char *sampler = option_text(job->args, "sampler", wend_group_sampler_name(held->sampler)),
               *local = option_text(job->args, "local-planner",
                                    wend_group_local_name(held->local_planner));
    group_search *search = &item->search;
    *search = (group_search){
        .floor = job->built.floor,
        .size = item->held.size,
        .from = item->held.start,
        .stops = item->stops.data,
        .stop_count = (uint32_t)item->stops.count,
        .targets = item->targets.data,
        .samples = (uint32_t)option_number(job->args, "samples", held->max_samples),
        .seed = (uint64_t)option_number(job->args, "seed", (double)job->s->world.seed),
    };
    wend_group_sampler_named(sampler, &search->sampler);
    wend_group_local_named(local, &search->local);
}

/// Lists the waypoints and the goal. Of goals that groups take in turn, the first one counts.
static void list_stops(const scene *s, group_item *item)
{
    const scene_agents *agents = &s->agents[item->held.first];
    uint32_t stop;
    wend_vec2 middle;
    for (uint32_t i = 0; scene_group_target(s, item->held.first, i, &stop, &middle); ++i) {
        bool last = stop == agents->waypoint_count;
        const scene_goal *goal = last ? &agents->goal : &agents->waypoints[stop].goal;
        bool is_new = stop == item->stops.count;
        if (!is_new && goal->choice == WEND_CHOICE_IN_TURN)
            continue;
        if (is_new) {
            xreserve(&item->stops, 1);
            item->stops.data[item->stops.count++] =
                (group_stop){.first = (uint32_t)item->targets.count,
                             .wait = last ? 0 : agents->waypoints[stop].wait};
            item->wait += item->stops.data[stop].wait;
        }
        xreserve(&item->targets, 1);
        item->targets.data[item->targets.count++] = middle;
        ++item->stops.data[stop].count;
    }
}

static int add_group(group_job *job, uint32_t first, wend_planner_kind planner,
                     problem_list *problems)
{
    group_item item = {.name = job->s->agents[first].group};
    wend_error error = {0};
    if (xresult(scene_held_group_of(job->s, first, planner, &item.held, &error)) != WEND_OK) {
        problem_add(problems, "agents entry %u: %s", item.held.last + 1, wend_error_text(&error));
        return fail_problems(job->args, problems);
    }
    list_stops(job->s, &item);
    choose_search(job, &item);
    xreserve(&job->groups, 1);
    job->groups.data[job->groups.count++] = item;
    return EXIT_DONE;
}

int group_read(group_job *job, scene *s, problem_list *problems)
{
    // If no agent has the planner "group", the agents of each entry are a group.
    bool any = scene_group_next(s, UINT32_MAX, SCENE_INHERITED) < UINT32_MAX;
    wend_planner_kind planner = any ? (wend_planner_kind)SCENE_INHERITED : WEND_PLANNER_GROUP;
    job->planner = planner;
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        scene_agents *agents = &s->agents[i];
        if (!scene_agents_stay_together(s, agents, planner))
            continue;
        agents->def.count = (uint32_t)option_number(job->args, "group-size", agents->def.count);
        agents->shape.min_width = option_number(job->args, "min-width", agents->shape.min_width);
    }
    int code = build_mesh(job->args, s, wend_box_empty(), wend_default_agent_def().radius, problems,
                          &job->built);
    for (uint32_t i = scene_group_next(s, UINT32_MAX, planner);
         i < UINT32_MAX && code == EXIT_DONE && job->groups.count < SCENE_MAX_GROUPS;
         i = scene_group_next(s, i, planner))
        code = add_group(job, i, planner, problems);
    if (code == EXIT_DONE && job->groups.count == 0) {
        problem_add(problems,
                    "there are no agents, and so no groups: add agents that start in an area and "
                    "have a goal");
        code = fail_problems(job->args, problems);
    }
    return code;
}

/// Diameter of the widest disc that passes the last leg of an answer, by bisection; a proof needs
/// no samples.
static double find_passable(const group_search *search, const group_answer *answer)
{
    double low = 0, high = search->size.min_width;
    size_t leg = answer->legs.count - 1;
    while (high - low > PASSABLE_STEP) {
        group_search narrower = *search;
        group_answer other;
        narrower.size.min_width = (low + high) / 2;
        narrower.samples = 1;
        narrower.sampler = WEND_GROUP_CORRIDOR; // without the search of a snake
        narrower.from = leg > 0 ? answer->legs.data[leg - 1].to : search->from;
        narrower.stops = &search->stops[leg];
        narrower.stop_count = 1;
        bool possible =
            group_find(&narrower, &other) == WEND_OK && other.status != WEND_GROUP_IMPOSSIBLE;
        group_answer_free(&other);
        *(possible ? &low : &high) = narrower.size.min_width;
    }
    return low;
}

static wend_result solve_one(group_item *item, uint32_t runs)
{
    wend_result result = group_find(&item->search, &item->answer);
    item->passable = result == WEND_OK && item->answer.status == WEND_GROUP_IMPOSSIBLE
                         ? find_passable(&item->search, &item->answer)
                         : NAN;
    if (result == WEND_OK)
        result = group_free_share(&item->search, &item->free_share, &item->answer.error);
    if (result == WEND_OK && runs > 0)
        result = group_find_often(&item->search, runs, &item->times, &item->answer.error);
    return result;
}

int group_solve(group_job *job)
{
    const uint32_t runs = (uint32_t)option_number(job->args, "runs", 0);
    progress bar = progress_start(job->args);
    int code = EXIT_DONE;
    for (size_t i = 0; i < job->groups.count && code == EXIT_DONE; ++i) {
        group_item *item = &job->groups.data[i];
        progress_show(&bar, (double)i / (double)job->groups.count, "planning");
        if (xresult(solve_one(item, runs)) != WEND_OK)
            code = fail(job->args, "%s: %s", job->file, wend_error_text(&item->answer.error));
    }
    progress_end(&bar);
    return code;
}

void group_free(group_job *job)
{
    for (size_t i = 0; i < job->groups.count; ++i) {
        wend_array_free(&job->groups.data[i].stops, NULL);
        wend_array_free(&job->groups.data[i].targets, NULL);
        group_answer_free(&job->groups.data[i].answer);
        group_times_free(&job->groups.data[i].times);
    }
    wend_array_free(&job->groups, NULL);
    scene_mesh_free(&job->built);
    json_decref(job->files);
}
