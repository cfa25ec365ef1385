// SPDX-License-Identifier: MIT
// A subcommand is one const table: its name, its words for people, its options, its function. The
// parser, --help and the tests of the man page and the completions all read this one table. Adding
// a command is a file with such a table at its bottom and one line in commands.c.
#ifndef WEND_CLI_COMMAND_H
#define WEND_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/// What the process returns.
enum {
    EXIT_DONE = 0,
    EXIT_COULD_NOT = 1, ///< the input is fine, but there is no answer, or it can't be written
    EXIT_BAD_INPUT = 2, ///< or usage
};

typedef enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_NUMBER, ///< a finite double within the limits
    OPTION_WHOLE,  ///< a whole number within the limits
} option_kind;

typedef struct option {
    const char *name; ///< without the dashes; NULL ends a table
    char letter;      ///< 'o' for -o; 0: none
    option_kind kind;
    const char *value;  ///< what --help calls the value, "FILE"; NULL for a flag
    const char *about;  ///< for --help, no full stop
    double least, most; ///< of numbers, both allowed
    bool many;          ///< may be typed several times; see option_values
} option;

enum {
    OPTIONS_MAX = 24,
    OPTION_VALUES_MAX = 40, ///< of options that may be typed several times, all in all
};

typedef struct option_value {
    bool given;
    const char *text; ///< as on the command line
    double number;
} option_value;

/// One of the values of an option that may be typed several times.
typedef struct option_repeat {
    int index; ///< of the option
    const char *text;
} option_repeat;

struct command;

/// What the user has typed, checked against the command's table.
typedef struct arguments {
    const struct command *command;
    const char **operands; ///< what is neither an option nor an option's value
    int operand_count;
    bool json, quiet;                 ///< the options that every command takes
    option_value values[OPTIONS_MAX]; ///< use the functions below
    option_repeat repeats[OPTION_VALUES_MAX];
    int repeat_count;
} arguments;

typedef struct command {
    const char *name;
    const char *summary;  ///< one line for `wend --help`, no full stop
    const char *operands; ///< for usage: "SCENE...", "IN OUT", "[NAME]"
    int least_operands;
    int most_operands;     ///< -1: any number
    const option *options; ///< without the common ones; NULL: none
    const char *details;   ///< paragraphs for --help, with line breaks; NULL: none
    const char *examples;  ///< for --help, one command per line
    int (*run)(const arguments *args);
} command;

/// Every command, in the order of --help.
extern const command *const commands[];
extern const size_t command_count;

/// --json, --quiet, --help; ends with a NULL name.
extern const option common_options[];

/// NULL: there is none of that name.
const command *command_find(const char *name);

/// True if the command has the option.
bool option_known(const arguments *args, const char *name);
/// True if the option was typed. The name must be in the command's table; asserted.
bool option_given(const arguments *args, const char *name);
/// The last value typed, or the fallback.
const char *option_text(const arguments *args, const char *name, const char *fallback);
double option_number(const arguments *args, const char *name, double fallback);
/// All values of an option with `many`, as they were typed. Returns how many.
int option_values(const arguments *args, const char *name, const char *texts[OPTION_VALUES_MAX]);

/// Runs the whole command: argv as main gets it. Returns the exit code.
int command_main(int argc, char **argv);

#endif
