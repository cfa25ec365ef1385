// SPDX-License-Identifier: MIT
// Numbers and strings as in JSON, GeoJSON and WKT, in every locale.
#ifndef WEND_BASE_EXPORT_TEXT_H
#define WEND_BASE_EXPORT_TEXT_H

#include <stdio.h>

enum { NUMBER_TEXT_SIZE = 40 };
/// The shortest decimal text that reads back as value, with a point. Returns out. [Limit: finite]
char *number_text(double value, char out[NUMBER_TEXT_SIZE]);
void export_number(FILE *out, double value);

/// A JSON string with its quotes. [Limit: UTF-8]
void export_string(FILE *out, const char *s);

#endif
