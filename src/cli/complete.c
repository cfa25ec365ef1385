// SPDX-License-Identifier: MIT
// Candidates for the completion scripts of shells (see help.h). The scripts in tools/completions
// have no list of commands and options: they call the command that is being completed.
#include "cli/help.h"
#include "cli/options.h"
#include "scene/builtin/builtin.h"

#include <string.h>

/// The word to complete: candidates start with `typed` and are printed behind `before`.
typedef struct completion {
    const char *typed;
    int before_length; ///< of "--layers=bounds," in front of `typed`
    FILE *out;
} completion;

static void offer(const completion *c, const char *dashes, const char *name, const char *about)
{
    char word[200];
    snprintf(word, sizeof word, "%s%s", dashes, name);
    if (strncmp(word, c->typed, strlen(c->typed)) == 0)
        fprintf(c->out, "%.*s%s\t%s\n", c->before_length, c->typed - c->before_length, word,
                about ? about : "");
}

static void offer_choices(const completion *c, choice_fn *choices)
{
    char word[OPTION_WORD_SIZE];
    const char *about;
    for (size_t i = 0; choices && choice_word(choices, i, word, &about); ++i)
        offer(c, "", word, about);
}

static void offer_files(const completion *c, choice_fn *extensions)
{
    char word[OPTION_WORD_SIZE];
    fputs(":files\t", c->out);
    for (size_t i = 0; extensions && choice_word(extensions, i, word, NULL); ++i)
        if (strcmp(word, "-") != 0)
            fprintf(c->out, "%s%s", i > 0 ? "|" : "", word);
    fputc('\n', c->out);
}

static void offer_values(completion c, argument_kind kind, choice_fn *choices)
{
    const char *comma = strrchr(c.typed, ',');
    if (kind == ARGUMENT_LIST && comma) {
        c.before_length += (int)(comma + 1 - c.typed);
        c.typed = comma + 1;
    }
    if (kind == ARGUMENT_CHOICE || kind == ARGUMENT_LIST)
        offer_choices(&c, choices);
    for (size_t i = 0; kind == ARGUMENT_SCENE && i < builtin_count(); ++i)
        offer(&c, "", builtin_at(i).name, "built-in scene");
    if (kind == ARGUMENT_SCENE || kind == ARGUMENT_INPUT || kind == ARGUMENT_OUTPUT)
        offer_files(&c, kind == ARGUMENT_SCENE ? NULL : choices);
}

static void offer_commands(const completion *c)
{
    for (size_t i = 0; i < command_count; ++i)
        offer(c, "", commands[i]->name, commands[i]->summary);
}

/// The option of that word, "--name" or "-o"; NULL: none.
static const option *option_of(const command *of, const char *word, size_t length)
{
    const option *o = NULL;
    for (int i = 0; (o = option_at(of, i)); ++i)
        if ((length == 2 && word[0] == '-' && o->letter == word[1]) ||
            (length > 2 && strncmp(word, "--", 2) == 0 && strlen(o->name) == length - 2 &&
             strncmp(o->name, word + 2, length - 2) == 0))
            break;
    return o;
}

static void complete_argument(completion c, const command *of, const char *previous)
{
    const char *equals = c.typed[0] == '-' ? strchr(c.typed, '=') : NULL;
    const option *o = equals ? option_of(of, c.typed, (size_t)(equals - c.typed))
                             : option_of(of, previous, strlen(previous));
    if (equals) {
        c.before_length = (int)(equals + 1 - c.typed);
        c.typed = equals + 1;
    }
    if (o && o->kind != ARGUMENT_NONE) {
        offer_values(c, o->kind, o->choices);
    } else if (c.typed[0] == '-') {
        for (int i = 0; (o = option_at(of, i)); ++i)
            offer(&c, "--", o->name, o->about);
    } else {
        offer_values(c, of->operand_kind, of->operand_choices);
    }
}

void help_print_completions(int count, char **words, FILE *out)
{
    // bash splits --format=json into three words.
    completion c = {.typed = count > 0 ? words[count - 1] : "", .out = out};
    const char *previous = count > 1 ? words[count - 2] : "";
    if (strcmp(c.typed, "=") == 0)
        c.typed = "";
    if (strcmp(previous, "=") == 0 && count > 2)
        previous = words[count - 3];
    bool help = count > 1 && strcmp(words[0], "help") == 0;
    const command *of = count > 1 ? command_find(words[0]) : NULL;
    if (count <= 1 || help) {
        offer_commands(&c);
        offer(&c, "", "help", "Show the help of a command");
        offer(&c, "--", "help", "Show the help");
        if (!help)
            offer(&c, "--", "version", "Show the version");
    } else if (of) {
        complete_argument(c, of, previous);
    }
}
