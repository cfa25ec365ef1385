// SPDX-License-Identifier: MIT
// The figures of paths of coherent groups, as text and as JSON. Points are in the frame of the
// scene's file.
#include "cli/report.h"
#include "base/xalloc.h"
#include "cli/group/group.h"

#include <math.h>

/// A shape must be somewhat narrower than the passage that it goes through.
#define ADVISED_PART 0.9

/// What to try if no path was found.
static json_t *hint_of(const group_item *item)
{
    const uint64_t more = 10 * (uint64_t)item->search.samples;
    const unsigned samples = (unsigned)(more < SCENE_MAX_SAMPLES ? more : SCENE_MAX_SAMPLES);
    if (item->answer.found)
        return json_null();
    if (item->answer.status == WEND_GROUP_IMPOSSIBLE && item->passable > 0)
        return json_sprintf("the widest passage is %.3g m wide: widen it, or make the group "
                            "narrower, --min-width %.2g",
                            item->passable, ADVISED_PART * item->passable);
    if (item->answer.status == WEND_GROUP_IMPOSSIBLE)
        return json_string("the goal is enclosed by walls");
    if (item->search.sampler == WEND_GROUP_SNAKE && item->search.local == WEND_GROUP_HINGED)
        return json_sprintf("try a smaller group: --group-size, --min-width; or another sampler, "
                            "--sampler uniform --samples %u",
                            samples);
    return json_sprintf("try more samples, --samples %u, or --sampler snake%s", samples,
                        item->search.local == WEND_GROUP_DEFORMABLE ? ", or --local-planner hinged"
                                                                    : "");
}

static json_t *times_to_json(const group_times *times)
{
    if (times->runs == 0)
        return json_null();
    return json_pack("{s:i, s:i, s:i, s:f, s:f, s:f}", "runs", (int)times->runs, "found",
                     (int)times->found, "impossible", (int)times->impossible, "mean_ms",
                     times->all.mean, "median_ms", times->all.median, "p95_ms", times->all.most_95);
}

static json_t *inside_to_json(const group_inside *inside)
{
    if (!inside->ran)
        return json_null();
    return json_pack("{s:b, s:f, s:f, s:f}", "arrived", (int)inside->arrived, "seconds",
                     inside->seconds, "waited", inside->waited, "min_depth", inside->min_depth);
}

/// The goal that the route leads to, or the first one.
static wend_vec2 goal_of(const group_item *item)
{
    const group_answer *answer = &item->answer;
    return answer->found ? answer->legs.data[answer->legs.count - 1].to : item->held.goal;
}

/// The figures of each leg.
static json_t *legs_to_json(const group_job *job, const group_item *item)
{
    const group_answer *answer = &item->answer;
    json_t *list = json_array();
    for (uint32_t i = 0; list && i < answer->legs.count; ++i) {
        const group_leg *leg = &answer->legs.data[i];
        double length = leg->plan ? wend_group_plan_length(leg->plan) : NAN;
        double path_length = leg->plan ? wend_group_plan_path_length(leg->plan) : NAN;
        const figure rows[] = {
            {"to", NULL, NULL, VALUE(point_to_json(job->s, leg->to))},
            {"status", NULL, NULL,
             VALUE(group_status_words(leg->plan ? WEND_GROUP_FOUND : answer->status))},
            {"path_length", NULL, NULL, VALUE(path_length)},
            {"length", NULL, NULL, VALUE(length)},
            {"seconds", NULL, NULL, VALUE(length / item->held.speed)},
            {"wait", NULL, NULL, VALUE(item->stops.data[i].wait)},
            {"time_ms", NULL, NULL, VALUE(leg->ms)},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}

/// A line for each leg of a route with waypoints: where it ends, and its figures.
static void print_legs(const group_job *job, const group_item *item, FILE *out)
{
    const group_answer *answer = &item->answer;
    for (uint32_t i = 0; item->stops.count > 1 && i < answer->legs.count; ++i) {
        const group_leg *leg = &answer->legs.data[i];
        char to[FIGURE_TEXT_SIZE], label[32];
        json_t *point = point_to_json(job->s, leg->to);
        xneed(point != NULL);
        figure_text(point, 0, to);
        json_decref(point);
        snprintf(label, sizeof label, "leg %u", (unsigned)i + 1);
        fprintf(out, "%-19s to %s: ", label, to);
        if (!leg->plan) {
            fprintf(out, "%s\n", group_status_words(answer->status));
            continue;
        }
        double length = wend_group_plan_length(leg->plan);
        fprintf(out, "path length %.4g m, plan length %.4g m, %.4g s",
                wend_group_plan_path_length(leg->plan), length, length / item->held.speed);
        if (item->stops.data[i].wait > 0)
            fprintf(out, ", wait %.4g s", item->stops.data[i].wait);
        putc('\n', out);
    }
}

static json_t *group_to_json(const group_job *job, const group_item *item, FILE *out)
{
    const group_search *search = &item->search;
    bool found = item->answer.found;
    const wend_group_roadmap_counts *counts = &item->answer.counts;
    double length = found ? item->answer.length : NAN;
    double wait = item->stops.count > 1 ? item->wait : NAN;
    const figure rows[] = {
        {"scene", "scene", NULL, VALUE(job->file)},
        {"name", "group", NULL, VALUE(item->name)},
        {"status", "status", NULL, VALUE(group_status_words(item->answer.status))},
        {"why", "reason", NULL,
         VALUE(found ? json_null() : TO_JSON(wend_error_text(&item->answer.error)))},
        {"hint", "hint", NULL, VALUE(hint_of(item))},
        {"path_length", "path length", "m", VALUE(found ? item->answer.path_length : NAN)},
        {"length", "plan length", "m", VALUE(length)},
        {"seconds", "plan duration", "s", VALUE(length / item->held.speed)},
        {"wait", "wait", "s", VALUE(wait)},
        {"legs", NULL, NULL, VALUE(legs_to_json(job, item))},
        {"members", "members", NULL, VALUE(item->held.members)},
        {"area", "area", "m\xc2\xb2", VALUE(search->size.area)},
        {"min_width", "min width", "m", VALUE(search->size.min_width)},
        {"speed", "speed", "m/s", VALUE(item->held.speed)},
        {"from", "from", NULL, VALUE(point_to_json(job->s, item->held.start))},
        {"to", "to", NULL, VALUE(point_to_json(job->s, goal_of(item)))},
        {"sampler", "sampler", NULL, VALUE(wend_group_sampler_name(search->sampler))},
        {"local", "local planner", NULL, VALUE(wend_group_local_name(search->local))},
        {"seed", "seed", NULL, VALUE(search->seed)},
        {"samples", "samples", NULL, VALUE(counts->tries)},
        {"nodes", "nodes", NULL, VALUE(counts->nodes)},
        {"edges", "edges", NULL, VALUE(counts->edges)},
        {"parts", "parts", NULL, VALUE(counts->parts)},
        {"motions", NULL, NULL, VALUE(counts->motions)},
        {"clearance_queries", NULL, NULL, VALUE(counts->clearance)},
        {"time_ms", "search time", "ms", VALUE(item->answer.ms)},
        {"free_share", "free samples", "%", VALUE(item->free_share)},
        {"runs", "runs", NULL, VALUE(times_to_json(&item->times))},
        {"inside", "members inside", NULL, VALUE(inside_to_json(&item->inside))},
        {"passable", "passable width", "m", VALUE(item->passable)},
    };
    return FIGURES(rows, out);
}

int group_print_text(const group_job *job)
{
    for (size_t i = 0; i < job->groups.count; ++i) {
        if (i > 0)
            putchar('\n');
        json_decref(group_to_json(job, &job->groups.data[i], stdout));
        print_legs(job, &job->groups.data[i], stdout);
    }
    print_written(job->files);
    return EXIT_DONE;
}

/// The first group's figures, and a list of all if there are several.
int group_print_json(const group_job *job)
{
    json_t *object = group_to_json(job, &job->groups.data[0], NULL), *all = json_array();
    for (size_t i = 0; all && i < job->groups.count; ++i)
        all = list_add(all, group_to_json(job, &job->groups.data[i], NULL));
    if (job->groups.count > 1)
        object = object_add(object, json_pack("{s:O}", "groups", all));
    json_decref(all);
    return print_json(job->args, object_add(object, json_pack("{s:O}", "files", job->files)));
}
