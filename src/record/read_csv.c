// SPDX-License-Identifier: MIT
// Trajectories as CSV: a first line names the columns, frame, id, x and y among them, in any order.
// `wend run -o FILE.csv` writes such files; other programs do, too.
#include "record/read_table.h"

/// The default step of a scene is 0.1 s.
#define USUAL_FPS 10.0

bool recording_read_csv(const text *t, const recording_hints *hints, recording_build *b,
                        recording *out, problem_list *problems)
{
    const place_guess guess = {.fps = USUAL_FPS};
    b->out.source = "csv";
    return read_places(t, hints, &guess, b, out, problems);
}
