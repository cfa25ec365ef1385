// SPDX-License-Identifier: MIT
// What runs gave, as a text for people and as JSON.
#include "cli/report.h"
#include "cli/run.h"
#include "cli/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Of a second.
#define MICRO 1e6

// ---- figures ------------------------------------------------------------------------------------

static double share(double part, uint64_t whole)
{
    return whole > 0 ? part / (double)whole : 0;
}

static double us_each(const run_figures *f, double seconds)
{
    return share(MICRO * seconds, f->agent_steps);
}

/// Everything that differs from run to run and has a mean.
typedef enum figure {
    AGENTS,
    ARRIVED,
    INSIDE,
    TO_COME,
    LAST,
    MEAN,
    STUCK,
    LOST,
    SECONDS,
    OVERLAP_SHARE,
    DEEPEST,
    WALLS_CROSSED,
    IN_WALLS,
    US_PER_AGENT_STEP,
    GATHERED,
    GATHERED_WORTH,
    CAUGHT,
    PLACES,
    FIGURES,
} figure;

static const char *const figure_names[FIGURES] = {
    [AGENTS] = "agents",
    [ARRIVED] = "arrived",
    [INSIDE] = "inside",
    [TO_COME] = "to_come",
    [LAST] = "last_s",
    [MEAN] = "mean_s",
    [STUCK] = "stuck",
    [LOST] = "lost",
    [SECONDS] = "seconds",
    [OVERLAP_SHARE] = "overlap_share",
    [DEEPEST] = "deepest_overlap",
    [WALLS_CROSSED] = "walls_crossed",
    [IN_WALLS] = "in_walls",
    [US_PER_AGENT_STEP] = "us_per_agent_step",
    [GATHERED] = "gathered",
    [GATHERED_WORTH] = "gathered_worth",
    [CAUGHT] = "caught",
    [PLACES] = "places",
};

static double figure_of(const run_figures *f, figure which)
{
    switch (which) {
    case AGENTS:
        return (double)f->agents;
    case ARRIVED:
        return (double)f->arrived;
    case INSIDE:
        return (double)f->inside;
    case TO_COME:
        return (double)f->to_come;
    case LAST:
        return f->last_s;
    case MEAN:
        return f->mean_s;
    case STUCK:
        return (double)f->stuck;
    case LOST:
        return (double)f->lost;
    case SECONDS:
        return f->seconds;
    case OVERLAP_SHARE:
        return share((double)f->overlaps, f->agent_steps);
    case DEEPEST:
        return f->deepest;
    case WALLS_CROSSED:
        return (double)f->walls_crossed;
    case IN_WALLS:
        return (double)f->in_walls;
    case GATHERED:
        return f->pursued.gathered;
    case GATHERED_WORTH:
        return f->pursued.worth;
    case CAUGHT:
        return (double)f->pursued.caught;
    case PLACES:
        return (double)f->pursued.places;
    default:
        return us_each(f, f->cost);
    }
}

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/// The figure's mean over all runs. False: out of memory.
static bool find_interval(const run_figures *runs, uint32_t count, figure which, run_interval *all)
{
    double *values = malloc(count * sizeof *values);
    if (!values)
        return false;
    for (uint32_t i = 0; i < count; ++i)
        values[i] = figure_of(&runs[i], which);
    *all = run_interval_of(values, count);
    free(values);
    return true;
}

// ---- JSON ---------------------------------------------------------------------------------------

/// "door refused" becomes "door_refused".
static void make_key(const char *words, char key[40])
{
    snprintf(key, 40, "%s", words);
    for (char *c = key; *c; ++c)
        if (*c == ' ')
            *c = '_';
}

static json_t *events_to_json(const run_figures *f)
{
    json_t *object = json_object();
    for (int i = 0; object && i < RUN_EVENT_KINDS; ++i) {
        char key[40];
        make_key(wend_event_name((wend_event_kind)i), key);
        json_object_set_new(object, key, json_integer((json_int_t)f->events[i]));
    }
    return object;
}

static json_t *phases_to_json(const run_figures *f)
{
    json_t *object = json_object();
    for (int i = 0; object && i < WEND_PHASES; ++i)
        json_object_set_new(object, wend_phase_name((wend_phase)i),
                            json_real(us_each(f, f->phases[i])));
    return object;
}

static json_t *run_to_json(const run_setting *setting, const run_figures *f)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, f->hash);
    return json_pack(
        "{s:o, s:I, s:I, s:f, s:I, s:f, s:I, s:f, s:f, s:s, s:I, s:f, s:i, s:I, s:I, s:I, "
        "s:o, s:o, s:I, "
        "s:I, s:I, s:f, s:f, s:I, s:I, s:I, s:o, s:o, s:f}",
        "scene", text_to_json(setting->file), "agents", (json_int_t)f->agents, "arrived",
        (json_int_t)f->arrived, "seconds", f->seconds, "steps", (json_int_t)f->steps,
        "us_per_agent_step", us_each(f, f->cost), "walls_crossed", (json_int_t)f->walls_crossed,
        "overlap_share", figure_of(f, OVERLAP_SHARE), "deepest_overlap", f->deepest, "hash", hash,
        "seed", (json_int_t)f->seed, "step", setting->step, "threads", (int)setting->threads,
        "agent_steps", (json_int_t)f->agent_steps, "inside", (json_int_t)f->inside, "to_come",
        (json_int_t)f->to_come, "last_s", number(f->last_s), "mean_s", number(f->mean_s), "stuck",
        (json_int_t)f->stuck, "lost", (json_int_t)f->lost, "in_walls", (json_int_t)f->in_walls,
        "gathered", f->pursued.gathered, "gathered_worth", f->pursued.worth, "caught",
        (json_int_t)f->pursued.caught, "places", (json_int_t)f->pursued.places, "barriers",
        (json_int_t)f->barriers, "events", events_to_json(f), "phases", phases_to_json(f),
        "measuring", us_each(f, f->measuring));
}

/// Takes the value. False: out of memory, also where the value is NULL.
static bool set(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

/// What is known of a run before its files are closed.
static bool set_recording(json_t *object, const run_setting *setting, const run_figures *f)
{
    return setting->files->count == 0 ||
           (set(object, "fps", json_real(run_fps(setting))) &&
            set(object, "recording", json_real(us_each(f, f->recording))));
}

char *run_summary(const run_setting *setting, const run_figures *figures)
{
    json_t *object = run_to_json(setting, figures);
    char *words = NULL;
    if (object && set_recording(object, setting, figures))
        words = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    json_decref(object);
    return words;
}

static json_t *files_to_json(const run_files *files)
{
    json_t *array = json_array();
    for (int i = 0; array && i < files->count; ++i) {
        const run_file *file = &files->list[i];
        if (json_array_append_new(
                array, json_pack("{s:o, s:s, s:I}", "file", text_to_json(file->path), "kind",
                                 file->kind->name, "bytes", (json_int_t)file->bytes)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

/// Whether it was the same as what was recorded.
static bool set_from(json_t *object, const run_setting *setting, const run_figures *f)
{
    char hash[17];
    if (!setting->from)
        return true;
    const run_from *from = setting->from;
    uint64_t recorded = from->recorded->hash;
    bool known = from->steps < UINT64_MAX;
    snprintf(hash, sizeof hash, "%016" PRIx64, recorded);
    return set(object, "from", text_to_json(from->path)) &&
           set(object, "recorded_hash", known ? json_string(hash) : json_null()) &&
           set(object, "same", known ? json_boolean(f->hash == recorded) : json_null());
}

/// {"last_s": {"mean", "low", "high", "runs"}, ...}; NULL when out of memory.
static json_t *figures_to_json(const run_figures *runs, uint32_t count)
{
    json_t *object = json_object();
    for (int i = 0; object && i < FIGURES; ++i) {
        run_interval all;
        if (!find_interval(runs, count, (figure)i, &all) ||
            json_object_set_new(object, figure_names[i],
                                json_pack("{s:o, s:o, s:o, s:i}", "mean", number(all.mean), "low",
                                          number(all.low), "high", number(all.high), "runs",
                                          (int)all.count)) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *runs_to_json(const run_setting *setting, const run_figures *runs, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < count; ++i)
        if (json_array_append_new(array, run_to_json(setting, &runs[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

int run_print_json(const run_setting *setting, const run_figures *runs)
{
    uint32_t count = setting->runs;
    const run_files *files = setting->files;
    json_t *object = run_to_json(setting, &runs[0]);
    bool whole =
        object && set_recording(object, setting, &runs[0]) && set_from(object, setting, &runs[0]);
    if (whole && files->count > 0)
        whole = set(object, "file", text_to_json(files->list[0].path)) &&
                set(object, "files", files_to_json(files));
    if (whole && count > 1)
        whole = set(object, "runs", runs_to_json(setting, runs, count)) &&
                set(object, "figures", figures_to_json(runs, count));
    if (!whole) {
        json_decref(object);
        object = NULL;
    }
    return print_json(setting->args, object);
}

// ---- text ---------------------------------------------------------------------------------------

static void print_phases(const run_figures *f)
{
    char words[300] = "";
    size_t used = 0;
    for (int i = 0; i < WEND_PHASES && used < sizeof words; ++i)
        used += (size_t)snprintf(words + used, sizeof words - used, "%s%s %.3f", i ? ", " : "",
                                 wend_phase_name((wend_phase)i), us_each(f, f->phases[i]));
    print_line(stdout, "              %s", words);
}

static void print_walls(const run_figures *f)
{
    if (f->walls_crossed == 0 && f->in_walls == 0)
        print_line(stdout, "  walls       nobody crossed one or stood in one");
    else
        print_line(stdout, "  walls       %" PRIu64 " agent-steps through one, %" PRIu64 " in one",
                   f->walls_crossed, f->in_walls);
}

static void print_pursuits(const run_figures *f)
{
    const wend_pursuit_sums *sums = &f->pursued;
    if (sums->gathered > 0 || sums->caught > 0 || sums->places > 0)
        print_line(stdout,
                   "  pursuits    %" PRIu64 " places reached, %.6g gathered, worth %.6g, %" PRIu64
                   " caught",
                   sums->places, sums->gathered, sums->worth, sums->caught);
}

static void print_faster(const run_figures *f)
{
    if (f->events[WEND_EVENT_FASTER] > 0)
        print_line(stdout, "  faster      %" PRIu64 " took what makes faster at a corner",
                   f->events[WEND_EVENT_FASTER]);
}

static void print_barriers(const run_setting *setting, const run_figures *f)
{
    const char *asked = setting->asked.barriers;
    if (f->barriers > 0)
        print_line(
            stdout,
            "  barriers    %" PRIu64 " put across jams, the first at (%.6g, %.6g) after %.6g s",
            f->barriers, f->first_barrier.place.x, f->first_barrier.place.y, f->first_barrier.time);
    else if (asked && strcmp(asked, "on") == 0)
        print_line(stdout, "  barriers    none: there was no jam of people whose guide is map");
}

static void print_run(const run_setting *setting, const run_figures *f)
{
    print_line(stdout,
               "%s: %" PRIu64 " agent%s, %.6g s in %" PRIu64 " steps of %g s, seed %" PRIu64,
               setting->file, f->agents, f->agents == 1 ? "" : "s", f->seconds, f->steps,
               setting->step, f->seed);
    print_line(stdout, "  arrived     %" PRIu64 ", %" PRIu64 " inside, %" PRIu64 " to come",
               f->arrived, f->inside, f->to_come);
    if (f->arrived > 0)
        print_line(stdout, "  times       the last after %.2f s, on average %.2f s on the way",
                   f->last_s, f->mean_s);
    if (f->stuck > 0 || f->lost > 0)
        print_line(stdout, "  trouble     %" PRIu64 " stuck for a while, %" PRIu64 " without a way",
                   f->stuck, f->lost);
    print_pursuits(f);
    print_faster(f);
    print_barriers(setting, f);
    print_walls(f);
    print_line(stdout, "  overlaps    %.3g %% of agent-steps, the deepest %.3g %% of a radius",
               100 * figure_of(f, OVERLAP_SHARE), 100 * f->deepest);
    print_line(stdout, "  speed       %.3f us per agent and step, on %u thread%s",
               us_each(f, f->cost), (unsigned)setting->threads, setting->threads == 1 ? "" : "s");
    print_phases(f);
    print_line(stdout, "  hash        %016" PRIx64, f->hash);
}

static void print_means(const run_setting *setting, const run_figures *runs)
{
    uint32_t count = setting->runs;
    json_t *rows = json_array();
    for (int i = 0; rows && i < FIGURES; ++i) {
        run_interval all;
        // Where nobody pursues anything there is nothing to say of it.
        if (find_interval(runs, count, (figure)i, &all) && (i < GATHERED || all.mean > 0))
            json_array_append_new(rows, json_pack("{s:s, s:o, s:o, s:o}", "figure", figure_names[i],
                                                  "mean", number(all.mean), "low", number(all.low),
                                                  "high", number(all.high)));
    }
    print_line(stdout, "%s: %u runs, seeds %" PRIu64 " to %" PRIu64, setting->file, (unsigned)count,
               runs[0].seed, runs[count - 1].seed);
    table_print(rows, stdout);
    print_line(stdout, "From low to high: 95 %% for the mean, by Student's t.");
    json_decref(rows);
}

static void print_files(const run_files *files)
{
    char words[RUN_BYTES_SIZE];
    for (int i = 0; i < files->count; ++i)
        if (strcmp(files->list[i].path, "-") != 0)
            print_line(stdout, "%s: written, %s", files->list[i].path,
                       run_bytes_words(files->list[i].bytes, words));
}

void run_print_text(const run_setting *setting, const run_figures *runs)
{
    const run_from *from = setting->from;
    if (setting->runs == 1)
        print_run(setting, &runs[0]);
    else
        print_means(setting, runs);
    if (from && from->steps < UINT64_MAX && from->recorded->hash == runs[0].hash)
        print_line(stdout, "  repeated    the same, bit for bit");
    print_files(setting->files);
}
