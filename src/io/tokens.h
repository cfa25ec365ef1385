// SPDX-License-Identifier: MIT
// Words and numbers of a text, one after the other, for formats that are lists of numbers. Numbers
// are read the same in every locale, and a problem names the place and what was expected there.
#ifndef WEND_IO_TOKENS_H
#define WEND_IO_TOKENS_H

#include "io/text.h"

/// A run of bytes without white space.
typedef struct token {
    const char *bytes;
    size_t size;
    size_t offset; ///< in the text; its end if there are no more tokens
} token;

typedef struct tokens {
    const text *t;
    size_t at;         ///< the next byte to be read
    bool has_comments; ///< from '#' to the end of the line is a comment
    token last;        ///< what was read last, for problems that show later
} tokens;

/// The next token. False at the end of the text: size is 0.
bool token_next(tokens *source, token *out);

/// True if the token is this word.
bool token_is(token t, const char *word);

/// The token's first characters for a message, with '?' for what is not printable ASCII. Returns
/// buffer.
enum { TOKEN_SHOWN = 40 };
char *token_show(token t, char buffer[TOKEN_SHOWN + 1]);

/// The next token as a finite number, or as a whole number from 0 to most. `what` names it in the
/// problem: "the x of vertex 7". [Limit: most <= UINT64_MAX / 20]
bool token_number(tokens *source, problem_list *problems, const char *what, double *out);
bool token_whole(tokens *source, problem_list *problems, const char *what, uint64_t most,
                 uint64_t *out);
/// The next token as a number within WEND_MAX_COORDINATE. Never -0.
bool token_coordinate(tokens *source, problem_list *problems, const char *what, double *out);

/// Adds a problem at the place of a token; returns false.
bool token_problem(const tokens *source, token at, problem_list *problems, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Reads a whole string as a number: an optional sign, digits with at most one point, an optional
/// exponent. The same in every locale. False if it is anything else or too large for a double.
bool number_parse(const char *bytes, size_t size, double *out);

#endif
