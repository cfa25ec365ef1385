// SPDX-License-Identifier: MIT
// The man page (see help.h): the commands' tables, and sections around them.
#include "cli/help.h"
#include "cli/options.h"
#include "formats/formats.h"
#include "wend/version.h"

#include <ctype.h>
#include <string.h>

/// Sections around the tables; paragraphs are separated by "\n\n".
typedef struct section {
    const char *heading, *text;
} section;

static const section opening = {
    "DESCRIPTION",
    "wend reads floor plans of buildings and cities, checks, repairs, converts and draws them, "
    "computes paths, path maps and flows in them, simulates crowds, and analyses recorded "
    "trajectories. Lengths are in metres, times in seconds.\n\n"
    "A SCENE is a file, the name of a built-in scene, or - for standard input, which holds JSON "
    "unless --format names another format. The file extension selects the format. The name of a "
    "built-in scene precedes a file of the same name; write ./hall for that file. With --format a "
    "SCENE is always a file."};

static const section closing[] = {
    {"EXIT STATUS",
     "0: success.\n\n"
     "1: the input is valid, but there is no result (no path, or none within the budget; agents "
     "still inside; an unexpected failure of a test), or it cannot be written.\n\n"
     "2: invalid input or usage."},
    {"ENVIRONMENT",
     "WEND_DATA: folder of maps for wend bench.\n\n"
     "TERM: with the value dumb there is no progress bar; nor is there one if standard error is "
     "not a terminal."},
    {"FILES",
     "An output file appears under its name complete or not at all: it is written as .wend-* in "
     "the same folder and renamed at the end. A failure or a signal removes that file; only "
     "SIGKILL and a loss of power leave it behind."},
    {"DIAGNOSTICS",
     "Errors are lines on standard error: \"wend: FILE:LINE:COLUMN: what is wrong and what is "
     "expected\". In formats without lines, the position is a point of the plane or the number of "
     "a shape. With --json they are also printed on standard output, as {\"error\": \"...\"}."},
    {"SEE ALSO", "ffmpeg(1), which encodes videos. File formats, formulas and references are "
                 "described in the folder docs of the source."},
};

/// Prints text in roff; words that start with a dash, and so are options, in bold.
static void print_text(const char *words, FILE *out)
{
    bool word = true, bold = false;
    if (*words == '.' || *words == '\'')
        fputs("\\&", out);
    for (const char *c = words; *c; ++c) {
        if (word && c[0] == '-' && (c[1] == '-' || isalpha((unsigned char)c[1]))) {
            fputs("\\fB", out);
            bold = true;
        } else if (bold && !isalnum((unsigned char)*c) && *c != '-') {
            fputs("\\fR", out);
            bold = false;
        }
        word = strchr(" (\n", *c) != NULL;
        if (strncmp(c, "\n\n", 2) == 0) {
            fputs("\n.PP\n", out);
            ++c;
        } else {
            fprintf(out, *c == '-' ? "\\-" : *c == '\\' ? "\\e" : "%c", *c);
        }
    }
    fputs(bold ? "\\fR" : "", out);
}

static void print_section(const section *s, FILE *out)
{
    fprintf(out, ".SH %s\n", s->heading);
    print_text(s->text, out);
    fputc('\n', out);
}

static void print_names(const char *label, const char *names, const char *between, FILE *out)
{
    char name[OPTION_WORD_SIZE];
    const char *separator = label;
    while (names && next_word(&names, name)) {
        fprintf(out, "%s\\fB\\-\\-", separator);
        print_text(name, out);
        fputs("\\fR", out);
        separator = between;
    }
    if (separator == between)
        fputs(".\n", out);
}

static void print_option(const option *o, FILE *out)
{
    char about[HELP_TEXT_SIZE];
    fputs(".TP\n", out);
    if (o->letter)
        fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", out);
    print_text(o->name, out);
    fputs("\\fR", out);
    if (o->value) {
        fputs(" \\fI", out);
        print_text(o->value, out);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    help_text(o, about);
    print_text(about, out);
    fputs(".\n", out);
    if (o->min < o->max)
        fprintf(out, "Range: %.16g to %.16g.\n", o->min, o->max);
    print_names("Requires ", o->needs, " or ", out);
    print_names("Excludes ", o->excludes, ", ", out);
    for (size_t i = 0; o->choices && o->choices(i).names; ++i) {
        if (!o->choices(i).about)
            continue;
        fputs(".RS\n.TP\n\\fB", out);
        help_names(o, o->choices(i).names, about);
        print_text(about, out);
        fputs("\\fR\n", out);
        print_text(o->choices(i).about, out);
        fputs(".\n.RE\n", out);
    }
}

static void print_usage(const command *of, FILE *out)
{
    fprintf(out, "\\fBwend %s\\fR \\fI%s\\fR", of->name, of->operands);
    for (const option *o = of->options; o && o->name; ++o)
        if (o->required)
            fprintf(out, " \\fB\\-%c\\fR \\fI%s\\fR", o->letter, o->value);
    fputs(of->options ? " [\\fIOPTION\\fR...]\n" : "\n", out);
}

static void print_command(const command *of, FILE *out)
{
    fputs(".SS ", out);
    print_usage(of, out);
    print_text(of->summary, out);
    fputs(".\n", out);
    if (of->details) {
        fputs(".PP\n", out);
        print_text(of->details, out);
        fputc('\n', out);
    }
    for (const option *o = of->options; o && o->name; ++o)
        print_option(o, out);
    fputs(".PP\nExamples:\n.PP\n.nf\n.RS\n", out);
    for (const char *c = of->examples; *c; ++c)
        fprintf(out, *c == '-' ? "\\-" : *c == '\'' ? "\\(aq" : "%c", *c);
    fputs("\n.RE\n.fi\n", out);
}

void help_print_man(FILE *out)
{
    fputs(".TH WEND 1 \"\" \"wend " WEND_VERSION "\" \"User Commands\"\n.nh\n.ad l\n"
          ".SH NAME\nwend \\- path planning and crowd simulation in 2D\n.SH SYNOPSIS\n.nf\n",
          out);
    for (size_t i = 0; i < command_count; ++i)
        print_usage(commands[i], out);
    fputs("\\fBwend help\\fR [\\fICOMMAND\\fR]\n\\fBwend \\-\\-version\\fR\n.fi\n", out);
    print_section(&opening, out);
    fputs(
        ".SH OPTIONS\nEvery command accepts these.\nOptions and arguments may stand in any order;\n"
        ".B \\-\\-\nends the options.\n",
        out);
    for (const option *o = common_options; o->name; ++o)
        print_option(o, out);
    fputs(".SH COMMANDS\n", out);
    for (size_t i = 0; i < command_count; ++i)
        print_command(commands[i], out);
    fputs(".SH FORMATS\n", out);
    for (size_t i = 0; i < scene_format_count; ++i) {
        const scene_format *f = &scene_formats[i];
        fprintf(out, ".TP\n\\fB%s\\fR (%s; extension: %s)\n%s.\n", f->name,
                f->write ? "read, write" : "read", f->extensions, f->about);
    }
    for (size_t i = 0; i < sizeof closing / sizeof *closing; ++i)
        print_section(&closing[i], out);
}
