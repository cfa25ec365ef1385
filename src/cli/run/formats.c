// SPDX-License-Identifier: MIT
// The kinds of output files of a run. A new kind is added to this list.
#include "cli/options.h"
#include "cli/run/run.h"
#include "video/sink.h"

#include <string.h>

const record_kind *const run_kinds[] = {
    &record_sqlite, &record_csv, &record_txt, &record_json, &record_video, NULL,
};

const record_kind *record_kind_of(const char *path)
{
    if (strcmp(path, "-") == 0)
        return &record_csv;
    const record_kind *const *kind = run_kinds;
    while (*kind && !has_extension(path, (*kind)->endings))
        ++kind;
    return *kind;
}
