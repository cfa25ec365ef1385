// SPDX-License-Identifier: MIT
// The pages of --help (see help.h).
#include "cli/help.h"

#include "cli/options.h"

#include <string.h>

enum {
    LINE_WIDTH = 80,
    NAME_COLUMN = 10,   ///< width of the commands' names
    OPTION_COLUMN = 28, ///< where the texts of options begin
    CHOICE_COLUMN = 10, ///< where the names of values begin
};

/// Prints words from this column on, with lines broken before LINE_WIDTH and indented.
static void print_wrapped(const char *text, int column, int indent, FILE *out)
{
    while (*text) {
        int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > LINE_WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        bool first = column == indent;
        fprintf(out, "%s%.*s", first ? "" : " ", length, text);
        column += length + !first;
        text += length;
        text += strspn(text, " \n");
    }
    fputc('\n', out);
}

void help_names(const option *o, const char *names, char text[HELP_TEXT_SIZE])
{
    char word[OPTION_WORD_SIZE];
    bool files = o->kind == ARGUMENT_OUTPUT || o->kind == ARGUMENT_INPUT;
    int used = 0;
    for (text[0] = 0; next_word(&names, word);)
        used += snprintf(text + used, (size_t)(HELP_TEXT_SIZE - used), "%s%s%s",
                         used > 0 ? ", " : "", files && *word != '-' ? "." : "", word);
}

void help_text(const option *o, char text[HELP_TEXT_SIZE])
{
    char names[HELP_TEXT_SIZE];
    const char *separator = ": ";
    int used = snprintf(text, HELP_TEXT_SIZE, "%s", o->about);
    for (size_t i = 0; o->choices && o->choices(i).names; ++i) {
        if (o->choices(i).about)
            continue;
        help_names(o, o->choices(i).names, names);
        used += snprintf(text + used, (size_t)(HELP_TEXT_SIZE - used), "%s%s", separator, names);
        separator = ", ";
    }
    snprintf(text + used, (size_t)(HELP_TEXT_SIZE - used), o->many ? "; repeatable" : "");
}

/// Values that have a description.
static void print_choices(const option *o, FILE *out)
{
    for (size_t i = 0; o->choices && o->choices(i).names; ++i) {
        choice c = o->choices(i);
        char names[HELP_TEXT_SIZE];
        if (!c.about)
            continue;
        help_names(o, c.names, names);
        int column = CHOICE_COLUMN + (int)strlen(names);
        fprintf(out, "%*s", CHOICE_COLUMN, "");
        if (column + 2 > OPTION_COLUMN) {
            print_wrapped(names, CHOICE_COLUMN, CHOICE_COLUMN, out);
            fprintf(out, "%*s", OPTION_COLUMN, "");
        } else {
            fprintf(out, "%-*s", OPTION_COLUMN - CHOICE_COLUMN, names);
        }
        print_wrapped(c.about, OPTION_COLUMN, OPTION_COLUMN, out);
    }
}

static void print_option(const option *o, FILE *out)
{
    char left[80], letter[8] = "    ", text[HELP_TEXT_SIZE];
    if (o->letter)
        snprintf(letter, sizeof letter, "-%c, ", o->letter);
    snprintf(left, sizeof left, "  %s--%s%s%s", letter, o->name, o->value ? " " : "",
             o->value ? o->value : "");
    help_text(o, text);
    if (strlen(left) + 2 > OPTION_COLUMN)
        fprintf(out, "%s\n%*s", left, OPTION_COLUMN, "");
    else
        fprintf(out, "%-*s", OPTION_COLUMN, left);
    print_wrapped(text, OPTION_COLUMN, OPTION_COLUMN, out);
    print_choices(o, out);
}

void help_print(const command *of, FILE *out)
{
    fprintf(out, "Usage: wend %s%s%s", of->name, of->operands[0] ? " " : "", of->operands);
    for (const option *o = of->options; o && o->name; ++o)
        if (o->required)
            fprintf(out, " -%c %s", o->letter, o->value);
    fprintf(out, " [OPTION...]\n\n%s.\n", of->summary);
    for (const char *text = of->details; text; text = strstr(text, "\n\n")) {
        text += strspn(text, "\n");
        const char *end = strstr(text, "\n\n");
        char paragraph[2000];
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)(end ? end - text : (long)strlen(text)),
                 text);
        fputc('\n', out);
        print_wrapped(paragraph, 0, 0, out);
    }
    fputs("\nOptions:\n", out);
    const option *o;
    for (int i = 0; (o = option_at(of, i)); ++i)
        print_option(o, out);
    fputs("\nExamples:\n  ", out);
    for (const char *c = of->examples; *c; ++c)
        fprintf(out, *c == '\n' ? "\n  " : "%c", *c);
    fputc('\n', out);
}

void help_print_all(FILE *out)
{
    fputs("Path planning and crowd simulation in 2D.\n\n"
          "Usage: wend COMMAND [ARGUMENT...] [OPTION...]\n\n"
          "Commands:\n",
          out);
    for (size_t i = 0; i < command_count; ++i)
        fprintf(out, "  %-*s  %s\n", NAME_COLUMN, commands[i]->name, commands[i]->summary);
    fprintf(out, "  %-*s  %s\n", NAME_COLUMN, "help", "Show the help of a command");
    fputs("\nOptions:\n"
          "  -h, --help                Show this help, or `wend COMMAND --help` that of a command\n"
          "      --version             Show the version\n"
          "\nEvery command accepts --json and --quiet. A SCENE is a file, the name of a\n"
          "built-in scene (`wend scenes` lists them), or - for standard input.\n"
          "Exit status: 0 success, 1 no result or cannot write, 2 invalid input or usage.\n"
          "\nExamples:\n"
          "  wend scenes\n"
          "  wend draw hall -o hall.svg\n"
          "  wend run hall -o hall.sqlite && wend view hall.sqlite -o hall.html\n",
          out);
}
