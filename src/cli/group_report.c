// SPDX-License-Identifier: MIT
// What was found about groups' ways, for people and as JSON. Points are those of the scene's file.
#include "cli/group.h"
#include "cli/report.h"
#include "io/frames.h"

#include <inttypes.h>
#include <math.h>

// ---- for people ---------------------------------------------------------------------------------

/// A shape must be somewhat narrower than the passage that it goes through.
#define ADVISED_PART 0.9

static void print_advice(const group_item *item)
{
    const uint64_t more = 10 * (uint64_t)item->search.samples;
    const unsigned samples = (unsigned)(more < SCENE_MAX_SAMPLES ? more : SCENE_MAX_SAMPLES);
    if (item->answer.status == WEND_GROUP_IMPOSSIBLE && item->passable > 0)
        print_line(
            stdout,
            "  to do       the widest way is %.3g m wide: widen it, or make the group's shape "
            "narrower, --least-width %.2g",
            item->passable, ADVISED_PART * item->passable);
    else if (item->answer.status == WEND_GROUP_IMPOSSIBLE)
        print_line(stdout, "  to do       nothing gets there, however narrow: open a wall");
    else if (item->search.sampler == WEND_GROUP_CORRIDOR)
        print_line(stdout,
                   "  to do       try another sampler, --sampler uniform --samples %u, or a "
                   "smaller group: --count, --least-width",
                   samples);
    else
        print_line(stdout, "  to do       try more samples, --samples %u, or --sampler corridor%s",
                   samples,
                   item->search.local == WEND_GROUP_DEFORMABLE ? ", or --local hinged" : "");
}

static void print_group(const group_job *job, const group_item *item)
{
    const group_answer *answer = &item->answer;
    const group_search *search = &item->search;
    const wend_vec2 from = frames_to_file(job->s, item->held.start),
                    to = frames_to_file(job->s, item->held.goal);
    print_line(stdout, "%s%s%s: %s%s in %.3g ms", job->file, item->name ? ", " : "",
               item->name ? item->name : "", answer->plan ? "a way was " : "",
               group_status_words(answer->status), answer->ms);
    if (!answer->plan)
        print_line(stdout, "  why         %s", wend_error_text(&answer->error));
    print_line(stdout, "  group       %u members in %.4g m2, at least %.4g m wide",
               item->held.members, search->size.area, search->size.least_width);
    print_line(stdout, "  from, to    %.6g,%.6g to %.6g,%.6g", from.x, from.y, to.x, to.y);
    if (answer->plan)
        print_line(stdout,
                   "  way         %.4g m of its middle; a plan of %.4g m, %.3g s at %.3g m/s",
                   wend_group_plan_way(answer->plan), wend_group_plan_length(answer->plan),
                   wend_group_plan_length(answer->plan) / item->held.speed, item->held.speed);
    print_line(stdout, "  roadmap     %s, %s: %" PRIu64 " samples, %u nodes, %u edges, %u part%s",
               wend_group_sampler_name(search->sampler), wend_group_local_name(search->local),
               answer->counts.tries, answer->counts.nodes, answer->counts.edges,
               answer->counts.parts, answer->counts.parts == 1 ? "" : "s");
    print_line(stdout, "  free        %.3g %% of uniform configurations", 100 * item->free_share);
    if (item->times.runs > 0)
        print_line(
            stdout,
            "  runs        %u of %u found; mean %.3g ms, median %.3g ms, 95 %% within %.3g ms",
            item->times.found, item->times.runs, item->times.all.mean, item->times.all.median,
            item->times.all.most_95);
    if (item->inside.ran)
        print_line(stdout,
                   "  inside      %s %.4g s, waiting or slower for %.3g s; members stay %.2g m or "
                   "more inside",
                   item->inside.arrived ? "at its goal after" : "not at its goal after",
                   item->inside.seconds, item->inside.waited, item->inside.least_depth);
    if (!answer->plan)
        print_advice(item);
}

int group_print_text(const group_job *job)
{
    for (size_t i = 0; i < job->groups.count; ++i)
        print_group(job, &job->groups.data[i]);
    for (size_t i = 0; i < json_array_size(job->files); ++i)
        print_line(stdout, "%s: written", json_string_value(json_array_get(job->files, i)));
    return EXIT_DONE;
}

// ---- JSON ---------------------------------------------------------------------------------------

static json_t *point_to_json(const group_job *job, wend_vec2 point)
{
    wend_vec2 shown = frames_to_file(job->s, point);
    return json_pack("[f, f]", shown.x, shown.y);
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
                     inside->seconds, "waited", inside->waited, "least_depth", inside->least_depth);
}

static json_t *group_to_json(const group_job *job, const group_item *item)
{
    const group_answer *answer = &item->answer;
    const group_search *search = &item->search;
    const wend_group_plan *plan = answer->plan;
    json_t *object =
        json_pack("{s:o, s:s, s:o, s:o, s:o, s:f, s:I, s:i, s:i, s:i, s:I, s:I}", "name",
                  item->name ? text_to_json(item->name) : json_null(), "status",
                  group_status_words(answer->status), "why",
                  plan ? json_null() : text_to_json(wend_error_text(&answer->error)), "length",
                  plan ? json_real(wend_group_plan_length(plan)) : json_null(), "way",
                  plan ? json_real(wend_group_plan_way(plan)) : json_null(), "time_ms", answer->ms,
                  "samples", (json_int_t)answer->counts.tries, "nodes", (int)answer->counts.nodes,
                  "edges", (int)answer->counts.edges, "parts", (int)answer->counts.parts, "motions",
                  (json_int_t)answer->counts.motions, "clearance_questions",
                  (json_int_t)answer->counts.clearance);
    json_t *rest = json_pack(
        "{s:i, s:f, s:f, s:f, s:o, s:o, s:s, s:s, s:I, s:f, s:o, s:o, s:o}", "members",
        (int)item->held.members, "area", search->size.area, "least_width", search->size.least_width,
        "speed", item->held.speed, "from", point_to_json(job, item->held.start), "to",
        point_to_json(job, item->held.goal), "sampler", wend_group_sampler_name(search->sampler),
        "local", wend_group_local_name(search->local), "seed", (json_int_t)search->seed,
        "free_share", item->free_share, "runs", times_to_json(&item->times), "inside",
        inside_to_json(&item->inside), "passable",
        isnan(item->passable) ? json_null() : json_real(item->passable));
    if (!object || !rest || json_object_update(object, rest) != 0) {
        json_decref(object);
        object = NULL;
    }
    json_decref(rest);
    return object;
}

/// The first group's figures, and a list of all if there are several.
int group_print_json(const group_job *job)
{
    json_t *object = group_to_json(job, &job->groups.data[0]), *all = json_array();
    bool good = object && all;
    for (size_t i = 0; good && i < job->groups.count; ++i)
        good = json_array_append_new(all, group_to_json(job, &job->groups.data[i])) == 0;
    if (good && job->groups.count > 1)
        good = json_object_set(object, "groups", all) == 0;
    good = good && json_object_set(object, "files", job->files) == 0;
    json_decref(all);
    if (!good) {
        json_decref(object);
        object = NULL;
    }
    return print_json(job->args, object);
}
