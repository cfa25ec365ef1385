// SPDX-License-Identifier: MIT
// The pages of --help (see help.h).
#include "cli/help.h"

#include <string.h>

enum {
    NAME_COLUMN = 10,   ///< width of the commands' names
    OPTION_COLUMN = 22, ///< width of the options and their values
};

static void print_option(const option *o, FILE *out)
{
    char left[80];
    char letter[8] = "    ";
    if (o->letter)
        snprintf(letter, sizeof letter, "-%c, ", o->letter);
    snprintf(left, sizeof left, "%s--%s%s%s", letter, o->name, o->value ? " " : "",
             o->value ? o->value : "");
    fprintf(out, "  %-*s  %s", OPTION_COLUMN, left, o->about);
    if (o->least < o->most)
        fprintf(out, " (%.16g to %.16g)", o->least, o->most);
    fputc('\n', out);
}

static void print_indented(const char *lines, FILE *out)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        fprintf(out, "  %.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

void help_print(const command *of, FILE *out)
{
    fprintf(out, "Usage: wend %s%s%s [OPTION...]\n\n%s.\n", of->name, of->operands[0] ? " " : "",
            of->operands, of->summary);
    if (of->details)
        fprintf(out, "\n%s\n", of->details);
    fputs("\nOptions:\n", out);
    for (const option *o = of->options; o && o->name; ++o)
        print_option(o, out);
    for (const option *o = common_options; o->name; ++o)
        print_option(o, out);
    fputs("\nExamples:\n", out);
    print_indented(of->examples, out);
}

void help_print_all(FILE *out)
{
    fputs("wend plans paths and moves crowds in the plane.\n\n"
          "Usage: wend COMMAND [ARGUMENT...] [OPTION...]\n\n"
          "Commands:\n",
          out);
    for (size_t i = 0; i < command_count; ++i)
        fprintf(out, "  %-*s  %s\n", NAME_COLUMN, commands[i]->name, commands[i]->summary);
    fprintf(out, "  %-*s  %s\n", NAME_COLUMN, "help", "Show the help of a command");
    fputs("\nOptions:\n"
          "  -h, --help              show this help; `wend COMMAND --help` shows a command's\n"
          "      --version           show the version\n"
          "\nEvery command takes --json and --quiet. A SCENE is a file, a built-in's name\n"
          "(`wend scenes` lists them), or - for standard input.\n"
          "Exit status: 0 done, 1 could not, 2 bad input or usage.\n"
          "\nExamples:\n"
          "  wend scenes\n"
          "  wend draw hall -o hall.svg\n"
          "  wend check plan.json\n",
          out);
}
