// SPDX-License-Identifier: MIT
// The list of commands; finds and runs one, and checks at the end that its output has reached
// standard output.
#include "cli/command.h"

#include "base/output.h"
#include "base/suggest.h"
#include "base/xalloc.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/report.h"
#include "wend/version.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const command command_scenes, command_check, command_draw, command_plan, command_map,
    command_flow, command_group, command_run, command_convert, command_bench, command_measure,
    command_view, command_verify;

const command *const commands[] = {
    &command_scenes, &command_check,   &command_draw,  &command_plan,    &command_map,
    &command_flow,   &command_group,   &command_run,   &command_measure, &command_view,
    &command_verify, &command_convert, &command_bench,
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };
const size_t command_count = COMMAND_COUNT;

const command *command_find(const char *name)
{
    for (size_t i = 0; i < command_count; ++i)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int unknown(const char *kind, const char *name)
{
    const char *names[COMMAND_COUNT + 3] = {"help", "--help", "--version"};
    for (size_t i = 0; i < COMMAND_COUNT; ++i)
        names[i + 3] = commands[i]->name;
    const char *meant = suggest_name(name, names, COMMAND_COUNT + 3);
    if (meant)
        complain("unknown %s '%s': did you mean %s?", kind, name, meant);
    else
        complain("unknown %s '%s': wend --help lists the commands", kind, name);
    return EXIT_BAD_INPUT;
}

/// `wend help`: the help of the command in the words, or of all. Two undocumented options are for
/// the build and for completion scripts: --man and --complete.
static int show_help(int count, char **words)
{
    if (count > 0 && strcmp(words[0], "--man") == 0) {
        help_print_man(stdout);
        return EXIT_DONE;
    }
    if (count > 0 && strcmp(words[0], "--complete") == 0) {
        help_print_completions(count - 1, words + 1, stdout);
        return EXIT_DONE;
    }
    static const char *const options[] = {"--help", "-h", "--quiet", "-q"};
    const command *of = NULL;
    for (int i = 0; i < count; ++i) {
        bool known = strcmp(words[i], "help") == 0;
        for (size_t k = 0; k < sizeof options / sizeof options[0]; ++k)
            known = known || strcmp(words[i], options[k]) == 0;
        if (known)
            continue;
        if (of) {
            complain("help: unexpected argument '%s': usage is wend help [COMMAND]", words[i]);
            return EXIT_BAD_INPUT;
        }
        of = command_find(words[i]);
        if (!of)
            return unknown(words[i][0] == '-' ? "option" : "command", words[i]);
    }
    if (of)
        help_print(of, stdout);
    else
        help_print_all(stdout);
    return EXIT_DONE;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        help_print_all(stderr);
        return EXIT_BAD_INPUT;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return show_help(argc - 2, argv + 2);
    if (strcmp(name, "--version") == 0) {
        puts("wend " WEND_VERSION);
        return EXIT_DONE;
    }
    const command *found = command_find(name);
    if (!found)
        return unknown(name[0] == '-' ? "option" : "command", name);
    arguments args;
    int code = options_read(found, argc - 2, argv + 2, &args);
    return code >= 0 ? code : found->run(&args);
}

/// A process may be started with its standard descriptors closed. The next file opened would then
/// have the descriptor of standard output and receive its text: a read-only file occupies it
/// instead.
static void occupy_standard_descriptors(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; ++i)
        if (fcntl(i, F_GETFD) == -1 && errno == EBADF)
            open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY); // takes number i
}

int command_main(int argc, char **argv)
{
    occupy_standard_descriptors();
    output_guard();
    json_set_alloc_funcs(xmalloc, free); // no JSON value is NULL for lack of memory
    int code = dispatch(argc, argv);
    if (code == EXIT_DONE && !finish_standard_output())
        code = EXIT_COULD_NOT;
    return code;
}
