// SPDX-License-Identifier: MIT
// The parser of options: `--name value`, `--name=value`, `-o value`, `-ovalue`, `--` ends options,
// a lone `-` is an operand. Options and operands may stand in any order; the last value counts,
// unless the option may be given several times.
#include "cli/options.h"

#include "base/output.h"
#include "base/suggest.h"
#include "cli/help.h"
#include "cli/report.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    CHOICES_MAX = 200, ///< of one option
    LIST_SIZE = 2000,  ///< of the names in an error message
};

const option common_options[] = {
    {FLAG("json", "Print one JSON object on standard output, and nothing else")},
    {FLAG("quiet", "Print results and errors only: no progress, no notes"), .letter = 'q'},
    {FLAG("help", "Show this help"), .letter = 'h'},
    {0},
};

const option *option_at(const command *of, int index)
{
    for (const option *o = of->options; o && o->name; ++o)
        if (index-- == 0)
            return o;
    for (const option *o = common_options; o->name; ++o)
        if (index-- == 0)
            return o;
    return NULL;
}

/// Index of the option of that name; -1: none.
static int index_of(const arguments *args, const char *name)
{
    const option *o;
    for (int i = 0; (o = option_at(args->command, i)); ++i)
        if (strcmp(o->name, name) == 0)
            return i;
    return -1;
}

static const option_value *value_of(const arguments *args, const char *name)
{
    int index = index_of(args, name);
    return index < 0 ? NULL : &args->values[index];
}

bool option_known(const arguments *args, const char *name)
{
    return value_of(args, name) != NULL;
}

bool option_given(const arguments *args, const char *name)
{
    const option_value *value = value_of(args, name);
    assert(value);
    return value && value->given;
}

const char *option_text(const arguments *args, const char *name, const char *fallback)
{
    return option_given(args, name) ? value_of(args, name)->text : fallback;
}

double option_number(const arguments *args, const char *name, double fallback)
{
    return option_given(args, name) ? value_of(args, name)->number : fallback;
}

int option_values(const arguments *args, const char *name, const char *texts[OPTION_VALUES_MAX])
{
    int index = index_of(args, name), count = 0;
    assert(index >= 0 && option_at(args->command, index)->many);
    for (int i = 0; i < args->repeat_count; ++i)
        if (args->repeats[i].index == index)
            texts[count++] = args->repeats[i].text;
    return count;
}

// ---- values -------------------------------------------------------------------------------------

bool next_word(const char **list, char word[OPTION_WORD_SIZE])
{
    const char *start = *list + strspn(*list, " ,");
    size_t length = strcspn(start, " ,");
    snprintf(word, OPTION_WORD_SIZE, "%.*s", (int)length, start);
    *list = start + length;
    return length > 0;
}

bool list_has(const char *list, const char *name)
{
    char word[OPTION_WORD_SIZE];
    while (next_word(&list, word))
        if (strcmp(word, name) == 0)
            return true;
    return false;
}

bool choice_word(choice_fn *choices, size_t index, char word[OPTION_WORD_SIZE], const char **about)
{
    for (size_t i = 0; choices(i).names; ++i)
        for (const char *names = choices(i).names; next_word(&names, word);)
            if (index-- == 0) {
                if (about)
                    *about = choices(i).about;
                return true;
            }
    return false;
}

/// Appends a string to a list, truncated to the space left.
static void append(char list[LIST_SIZE], const char *added)
{
    size_t used = strlen(list);
    snprintf(list + used, LIST_SIZE - used, "%s", added);
}

int fail_choice(const arguments *args, const char *label, const char *typed, choice_fn *choices)
{
    char words[CHOICES_MAX][OPTION_WORD_SIZE], list[LIST_SIZE] = "";
    const char *names[CHOICES_MAX];
    size_t count = 0;
    for (; count < CHOICES_MAX && choice_word(choices, count, words[count], NULL); ++count) {
        names[count] = words[count];
        append(list, count ? ", " : "");
        append(list, words[count]);
    }
    const char *meant = suggest_name(typed, names, count);
    return fail_usage(args, "%s %s: unknown value%s%s%s (expected one of %s)", label, typed,
                      meant ? ": did you mean " : "", meant ? meant : "", meant ? "?" : "", list);
}

int fail_name(const arguments *args, const char *name, const char *typed, const char *form,
              const char *const *names, size_t count)
{
    enum { END_SIZE = 40 }; // for the number of omitted names
    char quoted[SUGGEST_QUOTED_SIZE], list[LIST_SIZE] = "", end[END_SIZE] = "";
    for (size_t i = 0; i < count; ++i) {
        suggest_quote(quoted, names[i]);
        if (strlen(list) + strlen(quoted) + END_SIZE >= LIST_SIZE) {
            snprintf(end, sizeof end, " and %zu more", count - i);
            break;
        }
        append(list, i ? ", " : count > 1 ? " or one of " : " or ");
        append(list, quoted);
    }
    const char *meant = suggest_name(typed, names, count);
    return fail_usage(args, "--%s %s: invalid value%s%s%s (expected %s%s%s)", name, typed,
                      meant ? ": did you mean " : "", meant ? suggest_quote(quoted, meant) : "",
                      meant ? "?" : "", form, list, end);
}

static bool only_number_characters(const char *s)
{
    return s[0] && s[strspn(s, "0123456789+-.eE")] == 0;
}

/// Reads a number and checks it against the option's limits. -1 or the exit status.
static int read_number(const arguments *args, const option *o, option_value *value)
{
    char *end = NULL;
    // The characters are checked because strtod also accepts "inf", "nan" and "0x1p3".
    bool good = only_number_characters(value->text);
    value->number = good ? strtod(value->text, &end) : 0;
    good = good && *end == 0 && isfinite(value->number) &&
           (o->kind == ARGUMENT_NUMBER || floor(value->number) == value->number);
    if (good && value->number >= o->min && value->number <= o->max)
        return -1;
    return fail_usage(args, "--%s %s: %s (expected %s from %.16g to %.16g)", o->name, value->text,
                      good ? "out of range" : "invalid value",
                      o->kind == ARGUMENT_WHOLE ? "an integer" : "a number", o->min, o->max);
}

bool has_extension(const char *path, const char *extensions)
{
    char word[OPTION_WORD_SIZE];
    size_t length = strlen(path);
    while (next_word(&extensions, word)) {
        size_t size = strlen(word);
        if (length > size + 1 && path[length - size - 1] == '.' &&
            strcasecmp(path + length - size, word) == 0)
            return true;
    }
    return false;
}

static int check_extension(const arguments *args, const option *o, const char *path)
{
    char word[OPTION_WORD_SIZE], list[LIST_SIZE] = "";
    for (size_t i = 0; choice_word(o->choices, i, word, NULL); ++i) {
        bool dash = strcmp(word, "-") == 0;
        if (dash ? strcmp(path, "-") == 0 : has_extension(path, word))
            return -1;
        append(list, i ? ", " : "");
        append(list, dash ? "" : ".");
        append(list, word);
    }
    return fail_usage(args, "--%s %s: unknown file type (expected one of %s)", o->name, path, list);
}

static int check_choice(const arguments *args, const option *o, const char *typed)
{
    char word[OPTION_WORD_SIZE];
    for (size_t i = 0; choice_word(o->choices, i, word, NULL); ++i)
        if (strcmp(word, typed) == 0)
            return -1;
    if (o->old_values && list_has(o->old_values, typed))
        return -1;
    snprintf(word, sizeof word, "--%s", o->name);
    return fail_choice(args, word, typed, o->choices);
}

static int check_value(const arguments *args, const option *o, option_value *value)
{
    switch (o->kind) {
    case ARGUMENT_NUMBER:
    case ARGUMENT_WHOLE:
        return read_number(args, o, value);
    case ARGUMENT_OUTPUT:
        return check_extension(args, o, value->text);
    case ARGUMENT_CHOICE:
        return check_choice(args, o, value->text);
    default:
        return -1;
    }
}

// ---- words --------------------------------------------------------------------------------------

static int unknown_option(const arguments *args, const char *word, size_t length)
{
    char typed[40];
    snprintf(typed, sizeof typed, "%.*s", (int)length, word);
    const char *names[OPTIONS_MAX];
    size_t count = 0;
    const option *o;
    while (count < OPTIONS_MAX && (o = option_at(args->command, (int)count)))
        names[count++] = o->name;
    const char *meant = suggest_name(typed + strspn(typed, "-"), names, count);
    if (meant)
        return fail_usage(args, "unknown option %s: did you mean --%s?", typed, meant);
    return fail_usage(args, "unknown option %s", typed);
}

/// Reads one option; *next is the index of the next word, and moves on if that is its value.
static int read_option(arguments *args, int index, const char *attached, int count, char **words,
                       int *next)
{
    const option *o = option_at(args->command, index);
    option_value *value = &args->values[index];
    value->given = true;
    if (o->kind == ARGUMENT_NONE)
        return attached ? fail_usage(args, "--%s: unexpected value '%s'", o->name, attached) : -1;
    // "--layers --json" is a missing value; a value like that can be given with "=".
    if (!attached && *next < count && strncmp(words[*next], "--", 2) != 0)
        attached = words[(*next)++];
    if (!attached || attached[0] == 0)
        return fail_usage(args, "--%s: missing value (expected --%s %s)", o->name, o->name,
                          o->value);
    value->text = attached;
    if (o->many) {
        if (args->repeat_count == OPTION_VALUES_MAX)
            return fail_usage(args, "--%s %s: too many values (at most %d of repeatable options)",
                              o->name, value->text, OPTION_VALUES_MAX);
        args->repeats[args->repeat_count++] = (option_repeat){index, value->text};
    }
    return check_value(args, o, value);
}

static bool has_name(const option *o, const char *name, size_t length)
{
    return (strlen(o->name) == length && strncmp(o->name, name, length) == 0) ||
           (o->old && strlen(o->old) == length && strncmp(o->old, name, length) == 0);
}

static int read_long(arguments *args, const char *word, int count, char **words, int *next)
{
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const option *o;
    for (int i = 0; (o = option_at(args->command, i)); ++i)
        if (has_name(o, word + 2, length - 2))
            return read_option(args, i, equals ? equals + 1 : NULL, count, words, next);
    return unknown_option(args, word, length);
}

/// "-q", "-o FILE", "-oFILE", "-qo FILE".
static int read_letters(arguments *args, const char *word, int count, char **words, int *next)
{
    for (const char *letter = word + 1; *letter; ++letter) {
        const option *o;
        int i = 0;
        while ((o = option_at(args->command, i)) && o->letter != *letter)
            ++i;
        if (!o)
            return unknown_option(args, word, strlen(word));
        bool flag = o->kind == ARGUMENT_NONE;
        int code = read_option(args, i, flag || !letter[1] ? NULL : letter + 1, count, words, next);
        if (code >= 0 || !flag)
            return code;
    }
    return -1;
}

// ---- combinations -------------------------------------------------------------------------------

static int check_operands(const arguments *args)
{
    const command *of = args->command;
    int min = 0, max = 0;
    char word[OPTION_WORD_SIZE];
    for (const char *words = of->operands; next_word(&words, word); ++max)
        min += word[0] != '[';
    if (args->operand_count < min)
        return fail_usage(args, "missing argument: usage is wend %s %s", of->name, of->operands);
    if (args->operand_count > max && !strstr(of->operands, "..."))
        return fail_usage(args, "unexpected argument '%s': usage is wend %s %s",
                          args->operands[max], of->name, of->operands);
    return -1;
}

/// Checks `required`, `needs` and `excludes` of an option.
static int check_relations(const arguments *args, const option *o, bool given)
{
    char name[OPTION_WORD_SIZE];
    if (o->required && !given)
        return fail_usage(args, "missing option --%s %s", o->name, o->value);
    if (!given)
        return -1;
    for (const char *names = o->excludes; names && next_word(&names, name);)
        if (option_given(args, name))
            return fail_usage(args, "--%s and --%s exclude each other", o->name, name);
    char list[LIST_SIZE] = "";
    for (const char *names = o->needs; names && next_word(&names, name);) {
        if (option_given(args, name))
            return -1;
        append(list, list[0] ? " or --" : "--");
        append(list, name);
    }
    return o->needs ? fail_usage(args, "--%s requires %s", o->name, list) : -1;
}

/// The value of that index over all options of a kind, repeated ones too; NULL at the end.
static const char *file_at(const arguments *args, argument_kind kind, int index)
{
    for (int i = 0; i < args->repeat_count; ++i)
        if (option_at(args->command, args->repeats[i].index)->kind == kind && index-- == 0)
            return args->repeats[i].text;
    const option *o;
    for (int i = 0; (o = option_at(args->command, i)); ++i)
        if (o->kind == kind && !o->many && args->values[i].given && index-- == 0)
            return args->values[i].text;
    return NULL;
}

/// No output is written to standard output beside --json, twice, or over an input.
static int check_outputs(const arguments *args)
{
    const char *path, *other;
    for (int i = 0; (path = file_at(args, ARGUMENT_OUTPUT, i)); ++i) {
        bool standard = strcmp(path, "-") == 0;
        if (standard && args->json)
            return fail_usage(args, "--json and output to - both use standard output: name a file");
        for (int k = 0; (other = file_at(args, ARGUMENT_OUTPUT, k)) && k < i; ++k)
            if (output_same_file(path, other))
                return fail_usage(args, "%s: output file given twice", path);
        bool input = false;
        for (int k = 0; k < args->operand_count && !standard; ++k)
            input = input || output_same_file(path, args->operands[k]);
        for (int k = 0; (other = file_at(args, ARGUMENT_INPUT, k)) && !standard; ++k)
            input = input || output_same_file(path, other);
        if (input)
            return fail_usage(args, "%s: output would overwrite an input file", path);
    }
    return -1;
}

static int check_combinations(const arguments *args)
{
    const option *o;
    int code = check_operands(args);
    for (int i = 0; code < 0 && (o = option_at(args->command, i)); ++i)
        code = check_relations(args, o, args->values[i].given);
    return code < 0 ? check_outputs(args) : code;
}

/// True if --json is among the options. It is never another option's value (see read_option), so
/// it is known before the rest is read, and errors in the rest can be printed as JSON.
static bool wants_json(int count, char **words)
{
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; ++i)
        if (strcmp(words[i], "--json") == 0)
            return true;
    return false;
}

int options_read(const command *of, int count, char **words, arguments *args)
{
    *args = (arguments){.command = of, .operands = (const char **)words};
    args->json = wants_json(count, words);
    bool options_ended = false;
    for (int next = 0; next < count;) {
        char *word = words[next++];
        int code = -1;
        if (options_ended || word[0] != '-' || word[1] == 0)
            words[args->operand_count++] = word;
        else if (strcmp(word, "--") == 0)
            options_ended = true;
        else if (word[1] == '-')
            code = read_long(args, word, count, words, &next);
        else
            code = read_letters(args, word, count, words, &next);
        if (code >= 0)
            return code;
    }
    args->quiet = option_given(args, "quiet");
    if (option_given(args, "help")) {
        help_print(of, stdout);
        return EXIT_DONE;
    }
    return check_combinations(args);
}
