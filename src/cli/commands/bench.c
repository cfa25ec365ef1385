// SPDX-License-Identifier: MIT
// wend bench: runs a benchmark and prints its rows as a table or as JSON.
#include "bench/bench.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table.h"

#include <stdio.h>
#include <string.h>

static choice bench_choices(size_t index)
{
    return index < bench_count ? (choice){benches[index].name, benches[index].about} : (choice){0};
}

static int list_benches(const arguments *args)
{
    json_t *list = args->json ? json_array() : NULL;
    for (size_t i = 0; i < bench_count; ++i) {
        if (args->json)
            json_array_append_new(
                list, json_pack("{s:s, s:s}", "name", benches[i].name, "about", benches[i].about));
        else if (args->quiet)
            puts(benches[i].name);
        else
            printf("%-12s  %s\n", benches[i].name, benches[i].about);
    }
    return args->json ? print_json(args, json_pack("{s:o}", "benches", list)) : EXIT_DONE;
}

/// The name of a row's first number; NULL if there is none.
static const char *first_figure(json_t *row)
{
    const char *key;
    json_t *value;
    json_object_foreach(row, key, value)
    {
        if (json_is_number(value))
            return key;
    }
    return NULL;
}

static bool has_column(const json_t *rows, const char *key)
{
    for (size_t i = 0; i < json_array_size(rows); ++i)
        if (json_object_get(json_array_get(rows, i), key))
            return true;
    return false;
}

/// Prints one table per kind of rows: a row with another first figure starts the next. False: out
/// of memory.
static bool print_tables(const json_t *rows)
{
    json_t *table = json_array();
    bool good = table;
    for (size_t i = 0; good && i < json_array_size(rows); ++i) {
        json_t *row = json_array_get(rows, i);
        const char *key = first_figure(row);
        if (json_array_size(table) > 0 && key && !has_column(table, key)) {
            table_print(table, stdout);
            putchar('\n');
            json_array_clear(table);
        }
        good = json_array_append(table, row) == 0;
    }
    if (good)
        table_print(table, stdout);
    json_decref(table);
    return good;
}

static int run_bench(const arguments *args, const bench *which)
{
    json_t *rows = json_array();
    progress bar = progress_start(args);
    progress_show(&bar, 0, which->name);
    bool done = rows && which->run(rows);
    progress_end(&bar);
    if (!done) {
        json_decref(rows);
        return fail(args, "bench %s: out of memory", which->name);
    }
    if (args->json)
        return print_json(args, json_pack("{s:s, s:o}", "bench", which->name, "rows", rows));
    done = which->print ? which->print(rows) : print_tables(rows);
    json_decref(rows);
    return done ? EXIT_DONE : fail(args, "bench %s: out of memory", which->name);
}

static int run(const arguments *args)
{
    if (args->operand_count == 0)
        return list_benches(args);
    for (size_t i = 0; i < bench_count; ++i)
        if (strcmp(benches[i].name, args->operands[0]) == 0)
            return run_bench(args, &benches[i]);
    return fail_choice(args, "benchmark", args->operands[0], bench_choices);
}

const command command_bench = {
    .name = "bench",
    .summary = "Run a benchmark, or list them",
    .operands = "[NAME]",
    .operand_kind = ARGUMENT_CHOICE,
    .operand_choices = bench_choices,
    .details = "Without NAME, lists the benchmarks. All values, including the ratios to other "
               "libraries and to simpler algorithms, are measured on this machine in this run.\n\n"
               "Some benchmarks compare with another library if its program was built beside the "
               "command, and read maps from the folder WEND_DATA. A line on standard error names "
               "what is missing.",
    .examples = "wend bench\n"
                "wend bench geometry\n"
                "wend bench mesh --json",
    .run = run,
};
