// SPDX-License-Identifier: MIT
// Numbers and strings as JSON, GeoJSON and WKT want them, whatever the locale.
#ifndef WEND_IO_EXPORT_TEXT_H
#define WEND_IO_EXPORT_TEXT_H

#include <stdio.h>

/// The shortest decimal text that reads back as value, with a point. [Limit: finite]
void export_number(FILE *out, double value);

/// A JSON string with its quotes. [Limit: UTF-8]
void export_string(FILE *out, const char *s);

#endif
