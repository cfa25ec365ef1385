// SPDX-License-Identifier: MIT
// The figures of runs, as text and as JSON.
#include "cli/report.h"
#include "cli/run/run.h"
#include "cli/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Microseconds in a second.
#define MICRO 1e6

// ---- one run ------------------------------------------------------------------------------------

static double share(double part, uint64_t whole)
{
    return whole > 0 ? part / (double)whole : 0;
}

static double us_each(const run_figures *f, double seconds)
{
    return share(MICRO * seconds, f->agent_steps);
}

static json_t *hash_to_json(uint64_t hash)
{
    char digits[17];
    snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    return json_string(digits);
}

static json_t *first_barrier_to_json(const run_figures *f)
{
    const wend_event *first = &f->first_barrier;
    return f->barriers == 0 ? json_null()
                            : json_pack("{s:f, s:[f, f]}", "time", first->time, "position",
                                        first->position.x, first->position.y);
}

static json_t *events_to_json(const run_figures *f)
{
    json_t *object = json_object();
    for (int i = 0; object && i < RUN_EVENT_KINDS; ++i)
        json_object_set_new(object, wend_event_name((wend_event_kind)i),
                            json_integer((json_int_t)f->events[i]));
    return object;
}

static json_t *gate_to_json(const wend_world_gate_state *gate)
{
    const wend_passage_mouth *mouths = gate->passage.mouths;
    return json_pack("{s:[[f,f],[f,f]], s:[[f,f],[f,f]], s:f, s:f, s:I, s:f}", "mouth_1",
                     mouths[0].left.x, mouths[0].left.y, mouths[0].right.x, mouths[0].right.y,
                     "mouth_2", mouths[1].left.x, mouths[1].left.y, mouths[1].right.x,
                     mouths[1].right.y, "width_m", gate->passage.width, "length_m",
                     gate->passage.length, "changes", (json_int_t)gate->changes, "waited_s",
                     gate->waited);
}

static json_t *gates_to_json(const run_gates *gates)
{
    json_t *list = json_array();
    for (size_t i = 0; i < gates->count && i < RUN_MOST_LISTED; ++i)
        json_array_append_new(list, gate_to_json(&gates->list[i]));
    return list;
}

/// Events of stuck agents by what blocked them.
static json_t *blocked_to_json(const run_figures *f)
{
    json_t *object = json_object();
    for (int i = 0; object && i < TRACKER_BLOCKERS; ++i)
        json_object_set_new(object, wend_blocker_name((wend_blocker_kind)i),
                            json_integer((json_int_t)f->blocked[i]));
    return object;
}

static json_t *stuck_agent_to_json(const tracked_agent *agent, wend_vec2 at)
{
    tracked_blocker by = agent->blocker;
    bool numbered = by.kind != WEND_BLOCKER_NONE && by.kind != WEND_BLOCKER_WALL;
    return json_pack("{s:I, s:f, s:[f,f], s:s, s:o}", "agent", (json_int_t)agent->number, "since",
                     agent->since, "position", at.x, at.y, "blocked_by", wend_blocker_name(by.kind),
                     "blocker", numbered ? json_integer((json_int_t)by.number) : json_null());
}

/// The agents that are stuck at the end, those that have been for the longest time first.
static json_t *stuck_to_json(const run_stuck *stuck)
{
    json_t *list = json_array();
    for (size_t i = 0; i < stuck->count && i < RUN_MOST_LISTED; ++i)
        json_array_append_new(list, stuck_agent_to_json(&stuck->list[i], stuck->positions[i]));
    return list;
}

/// A line for each of these agents: who is blocked by whom.
static void print_stuck(const run_stuck *stuck, FILE *out)
{
    for (size_t i = 0; i < stuck->count && i < RUN_MOST_LISTED; ++i) {
        const tracked_agent *agent = &stuck->list[i];
        wend_blocker_kind by = agent->blocker.kind;
        char number[16] = "";
        if (by != WEND_BLOCKER_NONE && by != WEND_BLOCKER_WALL)
            snprintf(number, sizeof number, " %" PRIu32, agent->blocker.number);
        fprintf(out, "  agent %" PRIu32 " at (%.2f, %.2f): since %.1f s, blocked by %s%s\n",
                agent->number, stuck->positions[i].x, stuck->positions[i].y, agent->since,
                wend_blocker_name(by), number);
    }
    if (stuck->count > RUN_MOST_LISTED)
        fprintf(out, "  and %" PRIu64 " more\n", stuck->count - RUN_MOST_LISTED);
}

static json_t *phases_to_json(const run_figures *f)
{
    json_t *object = json_object();
    for (int i = 0; object && i < WEND_PHASES; ++i)
        json_object_set_new(object, wend_phase_name((wend_phase)i),
                            json_real(us_each(f, f->phases[i])));
    return object;
}

/// When and where the shape of a group was narrowest.
static json_t *narrowest_to_json(const coherence_totals *c)
{
    if (c->groups == 0)
        return json_null();
    return json_pack("{s:f, s:[f, f]}", "time", c->width_time, "at", c->width_at.x, c->width_at.y);
}

/// Figures that differ from run to run.
static json_t *measured_to_json(const run_figures *f, FILE *out)
{
    const figure rows[] = {
        {"agents", "agents", NULL, VALUE(f->agents)},
        {"arrived", "arrived", NULL, VALUE(f->arrived)},
        {"inside", "inside", NULL, VALUE(f->inside)},
        {"not_spawned", "not spawned", NULL, VALUE(f->to_come)},
        {"last_s", "last arrival", "s", VALUE(f->last_s)},
        {"mean_s", "mean travel time", "s", VALUE(f->mean_s)},
        {"stuck", "stuck temporarily", NULL, VALUE(f->stuck), .if_any = true},
        {"stuck_by", "blocked by", NULL, VALUE(blocked_to_json(f)), .if_any = true},
        {"stuck_now", "stuck at the end", NULL, VALUE(f->stuck_now.count), .if_any = true},
        {"stuck_list", NULL, NULL, VALUE(stuck_to_json(&f->stuck_now))},
        {"no_path", "no path", NULL, VALUE(f->lost), .if_any = true},
        {"seconds", "simulated time", "s", VALUE(f->seconds)},
        {"steps", "steps", NULL, VALUE(f->steps)},
        {"agent_steps", NULL, NULL, VALUE(f->agent_steps)},
        {"goals_reached", "goals reached", NULL, VALUE(f->pursued.goals_reached), .if_any = true},
        {"gathered", "gathered", NULL, VALUE(f->pursued.gathered), .if_any = true},
        {"gathered_value", "gathered value", NULL, VALUE(f->pursued.value), .if_any = true},
        {"caught", "caught", NULL, VALUE(f->pursued.caught), .if_any = true},
        {"gates", "gates in use", NULL, VALUE(f->gates.count), .if_any = true},
        {"gate_changes", "direction changes", NULL, VALUE(f->gates.changes), .if_any = true},
        {"gate_waits", "waits at gates", "s", VALUE(f->gates.waited), .if_any = true},
        {"priorities", "priorities", NULL, VALUE(f->priorities), .if_any = true},
        {"gate_list", NULL, NULL, VALUE(gates_to_json(&f->gates))},
        {"coherence", "coherence", "%", VALUE(f->coherence.together), .if_any = true},
        {"in_shape", "in shapes", "%", VALUE(f->coherence.inside), .if_any = true},
        {"min_shape_width", "narrowest shape", "m", VALUE(f->coherence.width), .if_any = true},
        {"narrowest_shape", NULL, NULL, VALUE(narrowest_to_json(&f->coherence))},
        {"walls_crossed", "wall violations", NULL, VALUE(f->walls_crossed)},
        {"in_walls", "wall overlaps", NULL, VALUE(f->in_walls)},
        {"overlap_share", "overlaps", "%", VALUE(share((double)f->overlaps, f->agent_steps))},
        {"deepest_overlap", "deepest overlap", "%", VALUE(f->deepest)},
        {"events", "events", NULL, VALUE(events_to_json(f))},
        {"us_per_agent_step", "cost per agent-step", "us", VALUE(us_each(f, f->cost))},
        {"phases", "phases", "us", VALUE(phases_to_json(f))},
        {"measuring", NULL, "us", VALUE(us_each(f, f->measuring))},
    };
    json_t *object = FIGURES(rows, out);
    if (out)
        print_stuck(&f->stuck_now, out);
    return object;
}

/// Figures that are known before the files are closed.
static json_t *run_to_json(const run_setting *setting, const run_figures *f, FILE *out)
{
    bool asked = setting->asked.barriers && strcmp(setting->asked.barriers, "on") == 0;
    const figure rows[] = {
        {"scene", "scene", NULL, VALUE(setting->file)},
        {"seed", "seed", NULL, VALUE(f->seed)},
        {"step", "time step", "s", VALUE(setting->step)},
        {"threads", "threads", NULL, VALUE(setting->threads)},
        {"barriers", "barriers", NULL, VALUE(f->barriers), .if_any = !asked},
        {"first_barrier", "first barrier", NULL, VALUE(first_barrier_to_json(f))},
        {"hash", "hash", NULL, VALUE(hash_to_json(f->hash))},
    };
    json_t *object = FIGURES(rows, out);
    object = object_add(object, measured_to_json(f, out));
    const figure more_rows[] = {
        {"fps", NULL, "1/s", VALUE(run_fps(setting))},
        {"recording", NULL, "us", VALUE(us_each(f, f->recording))},
    };
    json_t *more = FIGURES(more_rows, NULL);
    if (setting->files->count > 0)
        return object_add(object, more);
    json_decref(more);
    return object;
}

char *run_summary(const run_setting *setting, const run_figures *figures)
{
    json_t *object = run_to_json(setting, figures, NULL);
    char *summary = object ? json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) : NULL;
    json_decref(object);
    return summary;
}

/// Adds whether the run equals the recorded one. Consumes and returns the object.
static json_t *add_from(json_t *object, const run_from *from, uint64_t hash, FILE *out)
{
    if (!from)
        return object;
    bool known = from->steps < UINT64_MAX;
    uint64_t recorded = from->recorded->hash;
    const figure rows[] = {
        {"from", NULL, NULL, VALUE(from->path)},
        {"recorded_hash", NULL, NULL, VALUE(known ? hash_to_json(recorded) : json_null())},
        {"same", "same as recorded", NULL,
         VALUE(known ? json_boolean(hash == recorded) : json_null())},
    };
    return object_add(object, FIGURES(rows, out));
}

static json_t *files_to_json(const run_files *files)
{
    json_t *list = json_array();
    for (int i = 0; list && i < files->count; ++i)
        list = list_add(
            list, json_pack("{s:o, s:s, s:I}", "file", text_to_json(files->list[i].path), "kind",
                            files->list[i].kind->name, "bytes", (json_int_t)files->list[i].bytes));
    return list;
}

// ---- several runs -------------------------------------------------------------------------------

/// The mean of a figure over the objects of all runs; NULL: out of memory.
static json_t *mean_to_json(const json_t *runs, const char *key)
{
    size_t count = json_array_size(runs);
    double *values = malloc((count + 1) * sizeof *values);
    if (!values)
        return NULL;
    for (size_t i = 0; i < count; ++i) {
        const json_t *value = json_object_get(json_array_get(runs, i), key);
        values[i] = json_is_number(value) ? json_number_value(value) : NAN;
    }
    measure_interval all = measure_interval_of(values, (uint32_t)count);
    free(values);
    return json_pack("{s:o, s:o, s:o, s:i}", "mean", real_to_json(all.mean), "low",
                     real_to_json(all.low), "high", real_to_json(all.high), "runs", (int)all.count);
}

/// {"last_s": {"mean", "low", "high", "runs"}, ...} for all measured numbers; NULL: out of
/// memory.
static json_t *means_to_json(const run_figures *runs, uint32_t count)
{
    json_t *list = json_array(), *means = json_object(), *value;
    for (uint32_t i = 0; list && i < count; ++i)
        list = list_add(list, measured_to_json(&runs[i], NULL));
    const char *key;
    json_object_foreach(json_array_get(list, 0), key, value)
    {
        if (json_is_object(value))
            continue;
        json_t *mean = json_pack("{s:o}", key, mean_to_json(list, key));
        means = object_add(means, mean);
    }
    json_decref(list);
    return means;
}

static void print_means(const run_setting *setting, const run_figures *runs)
{
    json_t *means = means_to_json(runs, setting->runs), *rows = json_array(), *mean;
    const char *key;
    json_object_foreach(means, key, mean)
    {
        json_object_del(mean, "runs");
        if (json_number_value(json_object_get(mean, "mean")) != 0)
            rows = list_add(rows, object_add(json_pack("{s:s}", "figure", key), json_incref(mean)));
    }
    print_line(stdout, "%s: %u runs, seeds %" PRIu64 " to %" PRIu64, setting->file,
               (unsigned)setting->runs, runs[0].seed, runs[setting->runs - 1].seed);
    table_print(rows, stdout);
    print_line(stdout, "low, high: 95 %% confidence interval of the mean (Student's t); figures "
                       "that are 0 in all runs are omitted");
    json_decref(means);
    json_decref(rows);
}

// ---- all ----------------------------------------------------------------------------------------

int run_print_json(const run_setting *setting, const run_figures *runs)
{
    json_t *object = run_to_json(setting, &runs[0], NULL);
    object = add_from(object, setting->from, runs[0].hash, NULL);
    const run_files *files = setting->files;
    if (files->count > 0)
        object =
            object_add(object, json_pack("{s:o, s:o}", "file", text_to_json(files->list[0].path),
                                         "files", files_to_json(files)));
    if (setting->runs > 1) {
        json_t *list = json_array();
        for (uint32_t i = 0; list && i < setting->runs; ++i)
            list = list_add(list, run_to_json(setting, &runs[i], NULL));
        object = object_add(object, json_pack("{s:o, s:o}", "runs", list, "figures",
                                              means_to_json(runs, setting->runs)));
    }
    return print_json(setting->args, object);
}

void run_print_text(const run_setting *setting, const run_figures *runs)
{
    json_t *object = NULL;
    if (setting->runs > 1)
        print_means(setting, runs);
    else
        object = run_to_json(setting, &runs[0], stdout);
    json_decref(add_from(object, setting->from, runs[0].hash, stdout));
    const run_files *files = setting->files;
    char size[RUN_BYTES_SIZE];
    for (int i = 0; i < files->count; ++i)
        if (strcmp(files->list[i].path, "-") != 0)
            print_line(stdout, "%s: written, %s", files->list[i].path,
                       run_bytes_words(files->list[i].bytes, size));
}
