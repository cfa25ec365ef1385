// SPDX-License-Identifier: MIT
// The hunt for locks: runs random scenes with every pair of planner and motion model and reports
// agents that have a way and make no progress for 60 s (tests/hunt/judge.h).
//
//     hunt --scenes 10000 --first-seed 0 --processes 2 --output DIRECTORY
//     hunt --pair mesh+orca --family door --scenes 100
//     hunt --write 4711             prints the scene of a seed
//     hunt --judge SCENE.json ...   judges scenes
//
// Exit status: 0: no lock, 1: locks (with --known: other than known ones), 2: usage.
#include "tests/hunt/known.h"
#include "tests/hunt/runner.h"
#include "tests/hunt/shrink.h"

#include "base/xalloc.h"
#include "scene/json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Scenes without --scenes: in a few seconds, and with WEND_LONG set.
enum { SHORT_SCENES = 360, LONG_SCENES = 10000 };

enum { SHRINK_RUNS = 250, MAX_COLUMNS = 40 };
#define SHRINK_STEPS 4000000u

typedef struct options {
    hunt_orders orders;
    const char *output; ///< folder for shrunk scenes; NULL: locks are not shrunk
    uint32_t each;      ///< locks to shrink of each pair and family
    bool known;         ///< known locks are no failure
    bool list;          ///< prints a line for each failure
} options;

// ---- tables -------------------------------------------------------------------------------------

/// An overlap of two agents beyond this share of the smaller radius: one walks through the other.
#define DEEP 1.0

typedef struct tally {
    uint32_t runs, outcomes[HUNT_OUTCOMES], strayed, no_way;
    uint32_t agents, locked_agents;
    uint32_t walls_crossed, walked_through; ///< runs
} tally;

static void count(tally *t, const hunt_verdict *v)
{
    ++t->runs;
    ++t->outcomes[v->outcome];
    t->strayed += v->strayed > 0;
    t->no_way += v->no_way > 0;
    t->agents += v->agents;
    t->locked_agents += v->locked;
    t->walls_crossed += v->walls_crossed > 0;
    t->walked_through += v->deepest > DEEP;
}

static void print_tally(const char *name, const tally *t)
{
    if (t->runs)
        printf("%-24s %6u %6u %6u %6u %6u %6u %7u %6u %7u %7u  %u of %u\n", name, t->runs,
               t->outcomes[HUNT_LOCKED], t->outcomes[HUNT_SLOW], t->outcomes[HUNT_INVALID],
               t->outcomes[HUNT_FAILED], t->outcomes[HUNT_CRASHED], t->strayed, t->no_way,
               t->walls_crossed, t->walked_through, t->locked_agents, t->agents);
}

static void print_heading(const char *name)
{
    printf("\n%-24s %6s %6s %6s %6s %6s %6s %7s %6s %7s %7s  %s\n", name, "runs", "locked", "slow",
           "bad", "failed", "crash", "strayed", "no way", "crossed", "through", "agents locked");
}

static void print_tables(const hunt_orders *orders, const hunt_result *results)
{
    tally pairs[MAX_COLUMNS] = {0}, families[MAX_COLUMNS] = {0}, all = {0};
    for (uint32_t i = 0; i < orders->scenes; ++i) {
        if (!results[i].family)
            continue;
        count(&all, &results[i].verdict);
        count(&pairs[results[i].pair], &results[i].verdict);
        for (uint32_t f = 0; f < hunt_family_count; ++f)
            if (strcmp(hunt_families[f].name, results[i].family) == 0)
                count(&families[f], &results[i].verdict);
    }
    print_heading("pair");
    for (uint32_t p = 0; p < hunt_pair_count; ++p) {
        char name[HUNT_PAIR_NAME];
        print_tally(hunt_pair_name(p, name), &pairs[p]);
    }
    print_heading("family");
    for (uint32_t f = 0; f < hunt_family_count; ++f)
        print_tally(hunt_families[f].name, &families[f]);
    print_heading("");
    print_tally("all", &all);
}

static bool is_failure(const hunt_result *r)
{
    return r->family && (r->verdict.outcome == HUNT_LOCKED || r->verdict.outcome >= HUNT_FAILED ||
                         r->verdict.walls_crossed > 0);
}

/// The cause of a lock that is known; NULL: it is not, or this is no lock.
static const char *known_cause(const hunt_result *r)
{
    char name[HUNT_PAIR_NAME];
    return r->verdict.outcome == HUNT_LOCKED
               ? hunt_known_cause(hunt_pair_name(r->pair, name), r->family)
               : NULL;
}

static void print_result(const hunt_result *r)
{
    char name[HUNT_PAIR_NAME];
    const hunt_verdict *v = &r->verdict;
    const char *cause = known_cause(r);
    printf("%-8llu %-22s %-9s %-7s %u of %u locked, %u arrived, %.0f s, crossed %llu, deepest %.2f "
           "%s%s%s\n",
           (unsigned long long)r->seed, hunt_pair_name(r->pair, name), r->family,
           hunt_outcome_name(v->outcome), v->locked, v->agents, v->arrived, v->time,
           (unsigned long long)v->walls_crossed, v->deepest, v->text, cause ? "; known: " : "",
           cause ? cause : "");
}

/// Prints the failures, and with --list the runs where agents walk through each other. Returns the
/// number of failures that are not known.
static uint32_t print_results(const options *o, const hunt_result *results)
{
    uint32_t failures = 0;
    for (uint32_t i = 0; i < o->orders.scenes; ++i) {
        const hunt_result *r = &results[i];
        bool failure = is_failure(r), through = r->family && r->verdict.deepest > DEEP;
        failures += failure && !(o->known && known_cause(r));
        if (failure ? o->list || o->known : o->list && through)
            print_result(r);
    }
    return failures;
}

// ---- shrunk scenes ------------------------------------------------------------------------------

static bool write_file(const char *folder, const char *name, const hunt_case *c)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    FILE *out = fopen(path, "w");
    char *json = hunt_case_json(c);
    bool good = out && fputs(json, out) >= 0;
    good = out && fclose(out) == 0 && good;
    if (!good)
        fprintf(stderr, "hunt: cannot write '%s': %s\n", path, strerror(errno));
    free(json);
    return good;
}

static bool shrink_one(const options *o, const hunt_result *r)
{
    char pair[HUNT_PAIR_NAME], name[128];
    hunt_case *c = xmalloc(sizeof *c);
    hunt_verdict v = r->verdict;
    bool good = hunt_generate(r->seed, r->pair, o->orders.family, c);
    uint32_t agents = hunt_case_agents(c), walls = c->wall_count;
    hunt_shrink(c, &v, (hunt_budget){SHRINK_RUNS, SHRINK_STEPS}, hunt_locks, NULL);
    snprintf(name, sizeof name, "%s-%s-%llu", hunt_pair_name(r->pair, pair), r->family,
             (unsigned long long)r->seed);
    printf("%-44s %3u agents, %3u walls -> %2u agents, %2u walls, %u locked, %.0f s\n", name,
           agents, walls, hunt_case_agents(c), c->wall_count, v.locked, v.time);
    fflush(stdout);
    good = good && write_file(o->output, name, c);
    free(c);
    return good;
}

static bool shrink_locks(const options *o, const hunt_result *results)
{
    uint32_t done[MAX_COLUMNS][MAX_COLUMNS] = {{0}};
    for (uint32_t i = 0; i < o->orders.scenes; ++i) {
        const hunt_result *r = &results[i];
        if (!r->family || r->verdict.outcome != HUNT_LOCKED)
            continue;
        uint32_t f = 0;
        while (strcmp(hunt_families[f].name, r->family) != 0)
            ++f;
        if (done[r->pair][f]++ < o->each && !shrink_one(o, r))
            return false;
    }
    return true;
}

// ---- commands -----------------------------------------------------------------------------------

static int hunt(const options *o)
{
    hunt_result *results = hunt_run(&o->orders);
    uint32_t failures = print_results(o, results);
    print_tables(&o->orders, results);
    bool good = !o->output || shrink_locks(o, results);
    hunt_results_free(results, &o->orders);
    return failures > 0 || !good;
}

static int write_seed(const options *o, uint64_t seed)
{
    hunt_case *c = xmalloc(sizeof *c);
    bool found = hunt_generate(seed, hunt_pair_of(&o->orders, seed), o->orders.family, c);
    char *json = found ? hunt_case_json(c) : NULL;
    if (json)
        fputs(json, stdout);
    free(json);
    free(c);
    return found ? 0 : 1;
}

static void print_verdict(const char *file, const hunt_verdict *v)
{
    printf("%s: %s, %u of %u locked, %u arrived, %u strayed, %u without a way, %.1f s, deepest "
           "overlap %.2f, %016llx %s\n",
           file, hunt_outcome_name(v->outcome), v->locked, v->agents, v->arrived, v->strayed,
           v->no_way, v->time, v->deepest, (unsigned long long)v->hash, v->text);
    for (uint32_t i = 0; i < v->locked && i < HUNT_LISTED; ++i)
        printf("    entry %u at (%.3f, %.3f), %.2f m left, no progress since %.0f s\n",
               v->stuck[i].entry, v->stuck[i].at.x, v->stuck[i].at.y, v->stuck[i].remaining,
               v->stuck[i].since);
}

static int judge_file(const char *file)
{
    problem_list problems = {.file = file};
    text t = {0};
    scene *s = text_read_file(file, &t, &problems) ? scene_read_json(&t, file, &problems) : NULL;
    problem_print(&problems, stderr);
    problem_free(&problems);
    text_free(&t);
    if (!s)
        return 2;
    hunt_verdict v = hunt_judge(s);
    scene_free(s);
    print_verdict(file, &v);
    return v.outcome != HUNT_ARRIVED && v.outcome != HUNT_SLOW;
}

static int judge_files(char **files)
{
    int status = 0;
    for (; *files; ++files) {
        int one = judge_file(*files);
        status = one > status ? one : status;
    }
    return status;
}

static uint32_t pair_named(const char *name)
{
    char other[HUNT_PAIR_NAME];
    uint32_t p = 0;
    while (p < hunt_pair_count && strcmp(hunt_pair_name(p, other), name) != 0)
        ++p;
    return p;
}

static uint32_t family_named(const char *name)
{
    uint32_t f = 0;
    while (f < hunt_family_count && strcmp(hunt_families[f].name, name) != 0)
        ++f;
    return f;
}

static int usage(void)
{
    fputs(
        "usage: hunt [--scenes N] [--first-seed S] [--processes N] [--pair NAME] [--family NAME]\n"
        "            [--output DIRECTORY] [--each N] [--known] [--list] [--quiet]\n"
        "       hunt [--pair NAME] [--family NAME] --write SEED\n"
        "       hunt --judge SCENE.json...\n",
        stderr);
    return 2;
}

static bool set_number(const char *key, const char *value, options *o)
{
    uint64_t number = strtoull(value, NULL, 10);
    if (strcmp(key, "--scenes") == 0)
        o->orders.scenes = (uint32_t)number;
    else if (strcmp(key, "--first-seed") == 0)
        o->orders.first_seed = number;
    else if (strcmp(key, "--processes") == 0)
        o->orders.processes = (uint32_t)number;
    else if (strcmp(key, "--each") == 0)
        o->each = (uint32_t)number;
    else
        return false;
    return true;
}

static bool set_name(const char *key, const char *value, options *o)
{
    if (strcmp(key, "--output") == 0)
        o->output = value;
    else if (strcmp(key, "--pair") == 0)
        return (o->orders.pair = pair_named(value)) < hunt_pair_count;
    else if (strcmp(key, "--family") == 0)
        return (o->orders.family = family_named(value)) < hunt_family_count;
    else
        return false;
    return true;
}

static bool set_flag(const char *key, options *o)
{
    if (strcmp(key, "--known") == 0)
        o->known = true;
    else if (strcmp(key, "--list") == 0)
        o->list = true;
    else if (strcmp(key, "--quiet") == 0)
        o->orders.progress = false;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    options o = {.orders = {.scenes = getenv("WEND_LONG") ? LONG_SCENES : SHORT_SCENES,
                            .processes = 2,
                            .pair = HUNT_ANY,
                            .family = HUNT_ANY,
                            .progress = true},
                 .each = 1};
    for (int i = 1; i < argc; ++i) {
        if (set_flag(argv[i], &o))
            continue;
        if (i + 1 == argc)
            return usage();
        if (strcmp(argv[i], "--judge") == 0)
            return judge_files(&argv[i + 1]);
        if (strcmp(argv[i], "--write") == 0)
            return write_seed(&o, strtoull(argv[i + 1], NULL, 10));
        if (!set_number(argv[i], argv[i + 1], &o) && !set_name(argv[i], argv[i + 1], &o))
            return usage();
        ++i;
    }
    return hunt(&o);
}
