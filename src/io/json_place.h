// SPDX-License-Identifier: MIT
// Where a value stands in a JSON text. jansson's values carry no place, so an error of meaning is
// found again by walking its path through the text that jansson has already accepted.
#ifndef WEND_IO_JSON_PLACE_H
#define WEND_IO_JSON_PLACE_H

#include "io/text.h"

/// One step of a way into a JSON text: to a member of an object, or to an item of a list. The steps
/// are linked upwards, so that a reader can keep them on its stack. The step whose `up` is NULL is
/// the start: the whole text.
typedef struct json_path {
    const struct json_path *up;
    const char *key; ///< the member's name; NULL: index counts
    size_t index;    ///< the item's number, from 0
} json_path;

/// Longer paths are not found.
enum { JSON_PATH_MOST = 16 };

/// The offset of the value's first byte. False if there is no such value. Stands any text, in time
/// linear in its size and without recursion.
bool json_place(const text *t, const json_path *path, size_t *offset);

/// The offset of the quote before the key of a member.
bool json_place_key(const text *t, const json_path *path, size_t *offset);

/// The offset behind the string that opens at the quote at `offset`; the text's size if it does not
/// end.
size_t json_skip_string(const text *t, size_t offset);

#endif
