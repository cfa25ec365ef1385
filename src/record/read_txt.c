// SPDX-License-Identifier: MIT
// Trajectories of PeTrack, jpsreport and the Juelich archive: id, frame, x and y parted by blanks.
// Comments before the first row may say the frame rate, the unit and the columns; older files say
// nothing, and many of them are in centimetres.
#include "record/read_table.h"

/// What most cameras have.
#define USUAL_FPS 25.0

bool recording_read_txt(const text *t, const recording_hints *hints, recording_build *b,
                        recording *out, problem_list *problems)
{
    const place_guess guess = {.fps = USUAL_FPS, .nameless = true, .unit_of_speed = true};
    b->out.source = "txt";
    return read_places(t, hints, &guess, b, out, problems);
}
