// SPDX-License-Identifier: MIT
// The parser of options: `--name value`, `--name=value`, `-o value`, `-ovalue`, `--` ends options,
// a lone `-` is an operand. Options and operands may stand in any order; the last value wins,
// unless the option may have many.
#include "cli/options.h"

#include "cli/help.h"
#include "cli/report.h"
#include "io/suggest.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const option common_options[] = {
    {.name = "json", .about = "print one JSON object on standard output, and nothing else there"},
    {.name = "quiet", .letter = 'q', .about = "say only what is needed: no progress, no notes"},
    {.name = "help", .letter = 'h', .about = "show this help"},
    {0},
};

/// The command's own options first, then the common ones; NULL at the end.
static const option *option_at(const command *of, int index)
{
    for (const option *o = of->options; o && o->name; ++o)
        if (index-- == 0)
            return o;
    for (const option *o = common_options; o->name; ++o)
        if (index-- == 0)
            return o;
    return NULL;
}

/// Which option of the command that is; -1: none.
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

static bool only_number_characters(const char *s)
{
    return s[0] && s[strspn(s, "0123456789+-.eE")] == 0;
}

/// Reads a number and checks it against the option's limits. -1 or the exit code.
static int read_number(const arguments *args, const option *o, option_value *value)
{
    char *end = NULL;
    // The characters are checked because strtod also takes "inf", "nan" and "0x1p3".
    bool good = only_number_characters(value->text);
    value->number = good ? strtod(value->text, &end) : 0;
    good = good && *end == 0 && isfinite(value->number);
    const char *kind = "number";
    if (o->kind == OPTION_WHOLE) {
        kind = "whole number";
        good = good && floor(value->number) == value->number;
    }
    bool limited = o->least < o->most;
    if (limited && (!good || value->number < o->least || value->number > o->most))
        return fail_usage(args, "--%s %s: give a %s from %.16g to %.16g", o->name, value->text,
                          kind, o->least, o->most);
    if (!good)
        return fail_usage(args, "--%s %s: give a %s", o->name, value->text, kind);
    return -1;
}

/// Takes one option; *next is the index of the word behind it, and moves on when that is its value.
static int take(arguments *args, int index, const char *attached, int count, char **words,
                int *next)
{
    const option *o = option_at(args->command, index);
    option_value *value = &args->values[index];
    value->given = true;
    if (o->kind == OPTION_FLAG) {
        if (attached)
            return fail_usage(args, "--%s takes no value", o->name);
        return -1;
    }
    value->text = attached;
    if (!attached) {
        // "--layers --json" is a forgotten value; a value like that can be given with "=".
        if (*next >= count || strncmp(words[*next], "--", 2) == 0)
            return fail_usage(args, "--%s needs a value: --%s %s", o->name, o->name, o->value);
        value->text = words[(*next)++];
    }
    if (o->many) {
        if (args->repeat_count == OPTION_VALUES_MAX)
            return fail_usage(args,
                              "--%s %s: that is one too many: options that are given several "
                              "times have at most %d values in all",
                              o->name, value->text, OPTION_VALUES_MAX);
        args->repeats[args->repeat_count++] = (option_repeat){index, value->text};
    }
    if (o->kind == OPTION_TEXT) {
        if (value->text[0] == 0)
            return fail_usage(args, "--%s needs a value: --%s %s", o->name, o->name, o->value);
        return -1;
    }
    return read_number(args, o, value);
}

static int take_long(arguments *args, const char *word, int count, char **words, int *next)
{
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const option *o;
    for (int i = 0; (o = option_at(args->command, i)); ++i)
        if (strlen(o->name) == length - 2 && strncmp(o->name, word + 2, length - 2) == 0)
            return take(args, i, equals ? equals + 1 : NULL, count, words, next);
    return unknown_option(args, word, length);
}

/// "-q", "-o FILE", "-oFILE", "-qo FILE".
static int take_letters(arguments *args, const char *word, int count, char **words, int *next)
{
    for (const char *letter = word + 1; *letter; ++letter) {
        const option *o;
        int i = 0;
        while ((o = option_at(args->command, i)) && o->letter != *letter)
            ++i;
        if (!o)
            return unknown_option(args, word, strlen(word));
        bool flag = o->kind == OPTION_FLAG;
        int code = take(args, i, flag || !letter[1] ? NULL : letter + 1, count, words, next);
        if (code >= 0 || !flag)
            return code;
    }
    return -1;
}

static int check_operands(const arguments *args)
{
    const command *of = args->command;
    if (args->operand_count < of->least_operands)
        return fail_usage(args, "too few arguments: usage is wend %s %s", of->name, of->operands);
    if (of->most_operands >= 0 && args->operand_count > of->most_operands)
        return fail_usage(args, "one argument too many, '%s': usage is wend %s %s",
                          args->operands[of->most_operands], of->name, of->operands);
    return -1;
}

/// True if --json is among the options. It is never another option's value (see take), so this can
/// be known before the rest is read, and for what is wrong with the rest.
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
            code = take_long(args, word, count, words, &next);
        else
            code = take_letters(args, word, count, words, &next);
        if (code >= 0)
            return code;
    }
    args->quiet = option_given(args, "quiet");
    if (option_given(args, "help")) {
        help_print(of, stdout);
        return EXIT_DONE;
    }
    return check_operands(args);
}
