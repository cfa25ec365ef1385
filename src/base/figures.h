// SPDX-License-Identifier: MIT
// Figures: a row has the key, the label, the unit and the value of one figure that a command
// prints. JSON and text are derived from the same rows.
#ifndef WEND_BASE_FIGURES_H
#define WEND_BASE_FIGURES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct figure {
    const char *key;   ///< in JSON
    const char *label; ///< in text; NULL: not in text
    const char *unit;  ///< NULL: none; "%": JSON has the fraction, text has per cent
    json_t *value;     ///< NULL: out of memory
    int digits;        ///< significant digits in text; 0: the default
    bool if_any;       ///< text omits the line if the value is 0, false or empty
} figure;

/// The value of a figure, the fourth element of a row: a number, a truth value, a string or JSON.
#define VALUE(x) .value = TO_JSON(x)
#define TO_JSON(x)                                                                                 \
    _Generic((x),                                                                                  \
        double: real_to_json,                                                                      \
        int: integer_to_json,                                                                      \
        unsigned: integer_to_json,                                                                 \
        unsigned long: integer_to_json,                                                            \
        unsigned long long: integer_to_json,                                                       \
        bool: boolean_to_json,                                                                     \
        char *: text_to_json,                                                                      \
        const char *: text_to_json,                                                                \
        json_t *: json_to_json)(x)

// NULL is out of memory in all of these functions.

/// null unless finite.
json_t *real_to_json(double value);
json_t *integer_to_json(json_int_t value);
json_t *boolean_to_json(bool value);
/// A JSON string; bytes that are not UTF-8 are replaced. NULL gives null.
json_t *text_to_json(const char *s);
json_t *json_to_json(json_t *value);

/// An object of an array of figures, whose values it takes over. If `out` is not NULL, each figure
/// that has a label and is not null is also printed there, as a line of label, value and unit.
#define FIGURES(rows, out) figures_to_json(rows, sizeof(rows) / sizeof *(rows), out)
json_t *figures_to_json(const figure *rows, size_t count, FILE *out);

/// Appends the item and returns the list. If either is NULL, or out of memory, releases both and
/// returns NULL.
json_t *list_add(json_t *list, json_t *item);
/// Adds the figures of `more`, which is released, to an object. Otherwise the same.
json_t *object_add(json_t *object, json_t *more);

enum { FIGURE_TEXT_SIZE = 4200 }; ///< enough for the longest path of a file

/// A value as text: the coordinates of a point, the length of any other list.
void figure_text(const json_t *value, int digits, char text[FIGURE_TEXT_SIZE]);

/// A line of CSV. Each letter of `types` is a field: f a double (empty unless finite; 12 digits
/// keep a tenth of a millimetre in the coordinates of a city), u a uint64_t, s a string.
void csv_row(FILE *out, const char *types, ...);

#endif
