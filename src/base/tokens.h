// SPDX-License-Identifier: MIT
// Words and numbers of a text in sequence, for formats that are lists of numbers. Numbers do not
// depend on the locale. The first problem, which has the position and the expected token, ends the
// reading: later calls read nothing and return 0, so a reader checks `failed` once.
#ifndef WEND_BASE_TOKENS_H
#define WEND_BASE_TOKENS_H

#include "base/text.h"

/// A run of bytes without white space.
typedef struct token {
    const char *bytes;
    size_t size;
    size_t offset; ///< in the text; its end if there are no more tokens
} token;

typedef struct tokens {
    const text *t;
    problem_list *problems;
    size_t at;         ///< offset of the next byte
    bool has_comments; ///< a comment is from '#' to the end of the line
    bool failed;       ///< a problem has been added
    token last;        ///< most recent token, for problems that are found later
} tokens;

/// The next token. False at the end of the text: size is 0.
bool token_next(tokens *source, token *out);

/// True if the token equals this word.
bool token_is(token t, const char *word);

/// The token's first characters for a message, with '?' for anything but printable ASCII. Returns
/// buffer.
enum { TOKEN_SHOWN = 40 };
char *token_show(token t, char buffer[TOKEN_SHOWN + 1]);

/// The next token as a finite number; as a whole number from 0 to most; as the number of items of a
/// list, none of which has more than TEXT_MAX_SIZE; as a number within WEND_MAX_COORDINATE, never
/// -0. `what` names it in the problem: "the x of vertex 7". [Limit: most <= UINT64_MAX / 20]
double token_number(tokens *source, const char *what);
uint64_t token_whole(tokens *source, const char *what, uint64_t most);
uint64_t token_count(tokens *source, const char *what);
double token_coordinate(tokens *source, const char *what);
/// An x and a y.
wend_vec2 token_point(tokens *source);
/// Reads numbers that are not used.
void token_skip_numbers(tokens *source, uint64_t count, const char *what);

/// False if the reading has failed, also because tokens follow the last `what`.
bool token_end(tokens *source, const char *what);

/// Adds a problem at the position of a token, unless reading has failed before; returns false.
#define token_problem(source, at, ...)                                                             \
    text_problem((source)->t, (at).offset, token_fail_(source), __VA_ARGS__)
bool token_no_memory(tokens *source);
/// Marks the reading as failed. Returns the list for the problem; NULL if it had already failed.
problem_list *token_fail_(tokens *source);

/// Converts a whole string to a number: an optional sign, digits with at most one point, an
/// optional exponent. Independent of the locale. False if it is anything else or too large for a
/// double.
bool number_parse(const char *bytes, size_t size, double *out);

#endif
