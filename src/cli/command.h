// SPDX-License-Identifier: MIT
// A subcommand is one const table: its name, its texts, its options, its function. The parser,
// --help, the man page and the completions read this table. A new command is a file with such a
// table at its bottom and one line in commands.c.
#ifndef WEND_CLI_COMMAND_H
#define WEND_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/// Exit status of the process.
enum {
    EXIT_DONE = 0,
    EXIT_COULD_NOT = 1, ///< valid input, but no result, or the result cannot be written
    EXIT_BAD_INPUT = 2, ///< invalid input or usage
};

// ---- values -------------------------------------------------------------------------------------

/// Values that can be typed, or file extensions, with one description.
typedef struct choice {
    const char *names; ///< separated by spaces or commas; NULL ends a list
    const char *about; ///< noun phrase for --help, no full stop; NULL: listed without
} choice;

/// The choice of that index. After the last one `names` is NULL; larger indices are not used.
typedef choice choice_fn(size_t index);

/// Defines a choice_fn from {names, about} pairs.
#define CHOICES(function, ...)                                                                     \
    static choice function(size_t index)                                                           \
    {                                                                                              \
        static const choice list[] = {__VA_ARGS__, {NULL, NULL}};                                  \
        return list[index];                                                                        \
    }

/// Defines a choice_fn for an enumeration: name_of(i) is NULL or not used from `count` on; the rest
/// are the descriptions, [KIND] = "text".
#define ENUM_CHOICES(function, count, name_of, ...)                                                \
    static choice function(size_t index)                                                           \
    {                                                                                              \
        static const char *const about[count] = {__VA_ARGS__};                                     \
        return index < (count) ? (choice){name_of(index), about[index]} : (choice){NULL, NULL};    \
    }

typedef enum argument_kind {
    ARGUMENT_NONE, ///< a flag
    ARGUMENT_TEXT,
    ARGUMENT_NUMBER, ///< a finite double in [min, max]
    ARGUMENT_WHOLE,  ///< an integer in [min, max]
    ARGUMENT_CHOICE, ///< one of `choices`
    ARGUMENT_LIST,   ///< some of `choices`, separated by commas; checked by the command
    ARGUMENT_SCENE,  ///< a file or the name of a built-in scene
    ARGUMENT_INPUT,  ///< a file to read
    ARGUMENT_OUTPUT, ///< a file to write; `choices`: extensions, and "-" for standard output
} argument_kind;

// ---- options ------------------------------------------------------------------------------------

typedef struct option {
    const char *name; ///< without the dashes; NULL ends a table
    const char *old;  ///< former name: accepted, but not shown; NULL: none
    char letter;      ///< 'o' for -o; 0: none
    bool required;
    bool many; ///< may be given several times; see option_values
    argument_kind kind;
    const char *value; ///< metavariable of the value, "FILE"; NULL for a flag
    const char *about; ///< noun phrase with unit and default, no full stop
    double min, max;   ///< of numbers
    choice_fn *choices;
    const char *old_values; ///< former names of choices: accepted, but not shown; NULL: none
    const char *needs;      ///< names of options, one of which must be given as well; NULL: none
    const char *excludes;   ///< names of options that must not be given as well; NULL: none
} option;

// A row of a table: {NUMBER("spacing", "M", 0.01, 10, "Distance between points (m)"), .old = "gap"}
#define ROW(id, of, sort, text)         .name = id, .value = of, .kind = sort, .about = text
#define FLAG(id, text)                  ROW(id, NULL, ARGUMENT_NONE, text)
#define TEXT(id, of, text)              ROW(id, of, ARGUMENT_TEXT, text)
#define NUMBER(id, of, low, high, text) ROW(id, of, ARGUMENT_NUMBER, text), .min = low, .max = high
#define WHOLE(id, of, low, high, text)  ROW(id, of, ARGUMENT_WHOLE, text), .min = low, .max = high
#define CHOICE(id, of, list, text)      ROW(id, of, ARGUMENT_CHOICE, text), .choices = list
#define LIST(id, of, list, text)        ROW(id, of, ARGUMENT_LIST, text), .choices = list
#define SCENE(id, text)                 ROW(id, "SCENE", ARGUMENT_SCENE, text)
#define INPUT(id, of, list, text)       ROW(id, of, ARGUMENT_INPUT, text), .choices = list
#define OUTPUT(id, list, text)          ROW(id, "FILE", ARGUMENT_OUTPUT, text), .choices = list

/// Numbers are read as doubles, which hold integers exactly up to here.
#define OPTION_MAX_WHOLE 9007199254740992.0

// Rows of several commands. Others are beside the functions that read them: cli/report.h,
// cli/picture.h, cli/load_recording.h.
#define OPTION_SEED WHOLE("seed", "N", 0, OPTION_MAX_WHOLE, "Random seed (default: from the scene)")
#define OPTION_DOOR_TIME                                                                           \
    NUMBER("time", "S", 0, SCENE_MAX_SECONDS,                                                      \
           "Time in seconds for doors and moving goals (default: 0)")
#define OPTION_THREADS                                                                             \
    WHOLE("threads", "N", 1, WEND_MAX_WORKERS,                                                     \
          "Number of threads (default: 1); the result does not depend on it")

enum {
    OPTIONS_MAX = 32,
    OPTION_VALUES_MAX = 40, ///< of all options that may be given several times, together
};

typedef struct option_value {
    bool given;
    const char *text; ///< as on the command line
    double number;
} option_value;

/// One of the values of an option that may be given several times.
typedef struct option_repeat {
    int index; ///< of the option
    const char *text;
} option_repeat;

struct command;

/// A command line, checked against the command's table.
typedef struct arguments {
    const struct command *command;
    const char **operands; ///< words that are neither an option nor an option's value
    int operand_count;
    bool json, quiet;                 ///< the options of every command
    option_value values[OPTIONS_MAX]; ///< use the functions below
    option_repeat repeats[OPTION_VALUES_MAX];
    int repeat_count;
} arguments;

typedef struct command {
    const char *name;
    const char *summary;  ///< one line for `wend --help`, no full stop
    const char *operands; ///< "IN OUT": two, "SCENE...": one or more, "[NAME]": at most one
    argument_kind operand_kind;
    choice_fn *operand_choices; ///< for completion
    const option *options;      ///< without the common ones; NULL: none
    const char *details;        ///< paragraphs for --help, separated by "\n\n"; NULL: none
    const char *examples;       ///< for --help, one command per line
    int (*run)(const arguments *args);
} command;

/// Every command, in the order of --help.
extern const command *const commands[];
extern const size_t command_count;

/// --json, --quiet, --help; ends with a NULL name.
extern const option common_options[];

/// NULL: unknown name.
const command *command_find(const char *name);

/// True if the command has the option.
bool option_known(const arguments *args, const char *name);
/// True if the option was given. The name must be in the command's table; asserted.
bool option_given(const arguments *args, const char *name);
/// The last value given, or the fallback.
const char *option_text(const arguments *args, const char *name, const char *fallback);
double option_number(const arguments *args, const char *name, double fallback);
/// All values of an option with `many`, as given. Returns their number.
int option_values(const arguments *args, const char *name, const char *texts[OPTION_VALUES_MAX]);

/// Runs the whole command: argv as main gets it. Returns the exit status.
int command_main(int argc, char **argv);

#endif
