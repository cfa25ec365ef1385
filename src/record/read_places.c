// SPDX-License-Identifier: MIT
// Tables of positions: frame, id, x and y in each line.
//
// - CSV: the first line names the columns, in any order. `wend run -o FILE.csv` writes such files.
// - Text of PeTrack, jpsreport and the Jülich archive: id, frame, x and y separated by blanks.
//   Comments before the first row may give the frame rate, the unit and the columns; older files
//   have none, and many of them are in centimetres.
#include "record/read_table.h"

#include "scene/scene.h"
#include "wend/floor.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Frame rates of files that have none: of the default step of a scene, 0.1 s, and of most cameras.
#define CSV_FPS 10.0
#define TXT_FPS 25.0

/// Columns of positions.
enum { PLACE_FRAME, PLACE_ID, PLACE_X, PLACE_Y, PLACE_TIME, PLACE_COLUMNS };

/// Assumptions where neither the file nor the caller gives a value.
typedef struct place_guess {
    double fps;
    bool nameless;      ///< without names the columns are id, frame, x and y
    bool unit_of_speed; ///< the unit is guessed from the agents' speed; else it is the metre
} place_guess;

static const read_column columns[PLACE_COLUMNS] = {
    [PLACE_FRAME] = {.names = "frame fr",
                     .words = "the frame must be a whole number from 0 to 4294967295",
                     .most = (double)RECORDING_MOST_FRAME,
                     .whole = true},
    [PLACE_ID] = {.names = "id",
                  .words = "the id must be a whole number from 0 to 9007199254740992",
                  .most = (double)RECORDING_MOST_ID,
                  .whole = true},
    [PLACE_X] = {.names = "x",
                 .words = "x must be a number of at most " SCENE_MAX_COORDINATE_WORDS " m",
                 .least = -WEND_MAX_COORDINATE,
                 .most = WEND_MAX_COORDINATE,
                 .length = true},
    [PLACE_Y] = {.names = "y",
                 .words = "y must be a number of at most " SCENE_MAX_COORDINATE_WORDS " m",
                 .least = -WEND_MAX_COORDINATE,
                 .most = WEND_MAX_COORDINATE,
                 .length = true},
    [PLACE_TIME] = {.names = "time t time/s",
                    .words = "the time must be a number of seconds",
                    .least = -1e15,
                    .most = 1e15,
                    .may_lack = true},
};
/// Where the columns are in a table without names.
static const int usual_fields[PLACE_COLUMNS] = {1, 0, 2, 3, -1};

/// OpenTraj's annotations of videos have no names either: frame, id, x, z, y and the velocity, with
/// z = 0 everywhere. There is a position every 0.4 s, whatever the video's frame rate.
static const int annotated_fields[PLACE_COLUMNS] = {0, 1, 2, 4, -1};
#define ANNOTATED_FPS 2.5
enum { ANNOTATED_FIELDS = 8, ANNOTATED_Z = 3, ANNOTATED_SPEED_Z = 6 };

/// True if the table's first row looks like that.
static bool is_annotated(const read_table *rows)
{
    static const read_column any = {.least = -INFINITY, .most = INFINITY, .words = ""};
    read_column list[ANNOTATED_FIELDS];
    read_table first = *rows;
    double values[ANNOTATED_FIELDS];
    size_t line;
    bool more;
    if (!rows->nameless || rows->separator != ' ')
        return false;
    for (int i = 0; i < ANNOTATED_FIELDS; ++i) {
        list[i] = any;
        first.fields[i] = i;
    }
    first.columns = list;
    first.column_count = ANNOTATED_FIELDS;
    first.problems = NULL;
    return read_table_next(&first, values, &line, &more) && more && values[ANNOTATED_Z] == 0 &&
           values[ANNOTATED_SPEED_Z] == 0;
}

// ---- rows ---------------------------------------------------------------------------------------

/// The first and the last frame with their times, for the frames a second.
typedef struct time_span {
    double first_frame, first_time, last_frame, last_time;
} time_span;

static void take_time(time_span *span, double frame, double time)
{
    if (!(frame >= span->first_frame)) {
        span->first_frame = frame;
        span->first_time = time;
    }
    if (!(frame <= span->last_frame)) {
        span->last_frame = frame;
        span->last_time = time;
    }
}

static double fps_of(const time_span *span)
{
    double fps = (span->last_frame - span->first_frame) / (span->last_time - span->first_time);
    return fps >= RECORDING_LEAST_FPS && fps <= RECORDING_MOST_FPS ? fps : 0;
}

/// Adds the problem at the second row of an agent in a frame.
static bool find_twice(const read_table *start, const recording_build *b)
{
    read_table again = *start;
    double values[PLACE_COLUMNS];
    size_t line = 0;
    bool more = true;
    for (int met = 0; met < 2 && read_table_next(&again, values, &line, &more) && more;)
        met += values[PLACE_ID] == (double)b->twice_id &&
               values[PLACE_FRAME] == (double)b->twice_frame;
    return text_problem(start->t, line, start->problems, "agent %llu is in frame %lu already",
                        (unsigned long long)b->twice_id, (unsigned long)b->twice_frame);
}

// ---- units --------------------------------------------------------------------------------------

/// Walking has 0.3 to 3 m/s. A file whose agents seem faster than this is in centimetres; the bound
/// is in the middle, and leaves room for not knowing the frames a second either. [Units: m/s]
#define FASTEST_IN_METRES 10.0
/// The part of all speeds that must be below.
#define MOST_SPEEDS 0.95
enum { SPEED_SAMPLES = 20000 };

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// The speed that most are below, in units of the file; 0: no agent is in two frames; NAN: out of
/// memory.
static double usual_speed(const recording *r)
{
    double *speeds = malloc(SPEED_SAMPLES * sizeof *speeds);
    if (!speeds)
        return NAN;
    size_t count = 0, stride = r->row_count / SPEED_SAMPLES + 1;
    for (size_t i = 1; i < r->row_count && count < SPEED_SAMPLES; i += stride) {
        if (r->row_agent[i] != r->row_agent[i - 1])
            continue;
        double length = wend_distance(r->at[i], r->at[i - 1]);
        speeds[count++] = length * r->fps / (r->frames[i] - r->frames[i - 1]);
    }
    qsort(speeds, count, sizeof *speeds, compare_numbers);
    double speed = count > 0 ? speeds[(size_t)((double)(count - 1) * MOST_SPEEDS)] : 0;
    free(speeds);
    return speed;
}

/// Guesses the unit of a recording that is still in its file's. False: out of memory.
static bool guess_unit(recording *r)
{
    double speed = usual_speed(r);
    r->unit = speed <= FASTEST_IN_METRES ? 1 : 0.01;
    return !isnan(speed);
}

/// Notes what was assumed. False: out of memory.
static bool note_guesses(recording *r, bool rate, bool unit)
{
    char note[300] = "";
    int used = 0;
    if (rate)
        used = snprintf(note, sizeof note,
                        "the file has no frame rate: %g frames per second are assumed", r->fps);
    if (unit)
        snprintf(note + used, sizeof note - (size_t)used,
                 "%sthe file has no unit: %s are assumed, from the agents' speed", used ? "; " : "",
                 r->unit == 1 ? "metres" : "centimetres");
    if (*note)
        r->note = pool_string(&r->memory, note, strlen(note));
    return !*note || r->note;
}

/// Makes metres of the file's units. False with a problem.
static bool scale(recording *r, problem_list *problems)
{
    if (r->unit == 1)
        return true;
    for (size_t i = 0; i < r->row_count; ++i) {
        wend_vec2 *at = &r->at[i];
        at->x *= r->unit;
        at->y *= r->unit;
        if (!(fmax(fabs(at->x), fabs(at->y)) <= WEND_MAX_COORDINATE))
            return problem_add(problems, "a unit of %g m makes coordinates beyond %g m", r->unit,
                               WEND_MAX_COORDINATE);
    }
    return true;
}

/// Completes a recording that is in its file's units. False with a problem.
static bool complete(recording *r, const read_table *rows, const recording_hints *hints,
                     const place_guess *guess, problem_list *problems)
{
    double asked = recording_hint(hints->unit);
    r->has_unit = rows->unit > 0;
    r->unit = r->has_unit ? rows->unit : asked > 0 ? asked : 1;
    bool by_speed = guess->unit_of_speed && !r->has_unit && asked == 0;
    if (by_speed && !guess_unit(r))
        return problem_no_memory(problems);
    if (!note_guesses(r, !r->has_fps && recording_hint(hints->fps) == 0, by_speed))
        return problem_no_memory(problems);
    return scale(r, problems);
}

// ---- all of it ----------------------------------------------------------------------------------

static bool read_rows(read_table *rows, recording_build *b, time_span *span)
{
    double values[PLACE_COLUMNS];
    size_t line;
    bool more = true;
    while (read_table_next(rows, values, &line, &more) && more) {
        wend_vec2 at = {values[PLACE_X] + 0.0, values[PLACE_Y] + 0.0};
        if (!recording_build_row(b, (uint64_t)values[PLACE_ID], (uint32_t)values[PLACE_FRAME], at))
            return recording_build_problem(b, rows->problems);
        if (read_table_has(rows, PLACE_TIME))
            take_time(span, values[PLACE_FRAME], values[PLACE_TIME]);
    }
    return !more;
}

/// Reads a table of positions and finishes the recording.
static bool read_places(const text *t, const recording_hints *hints, const place_guess *guess,
                        recording_build *b, recording *out, problem_list *problems)
{
    read_table rows = {.t = t,
                       .problems = problems,
                       .columns = columns,
                       .column_count = PLACE_COLUMNS,
                       .usual = guess->nameless ? usual_fields : NULL};
    time_span span = {NAN, NAN, NAN, NAN};
    if (!read_table_header(&rows))
        return false;
    recording_rate rate = {.asked = recording_hint(hints->fps), .guess = guess->fps};
    if (guess->nameless && is_annotated(&rows)) {
        memcpy(rows.fields, annotated_fields, sizeof annotated_fields);
        rows.unit = 1;
        rate = (recording_rate){.asked = rate.asked, .guess_here = ANNOTATED_FPS};
        b->strides = true;
    }
    const read_table start = rows;
    if (!read_rows(&rows, b, &span))
        return false;
    rate.stated = rows.fps > 0 ? rows.fps : fps_of(&span);
    if (!recording_build_finish(b, &rate, out))
        return b->failure == RECORDING_TWICE ? find_twice(&start, b)
                                             : recording_build_problem(b, problems);
    if (complete(out, &rows, hints, guess, problems))
        return true;
    recording_free(out);
    return false;
}

bool recording_read_csv(const text *t, const recording_hints *hints, recording_build *b,
                        recording *out, problem_list *problems)
{
    b->out.source = "csv";
    return read_places(t, hints, &(place_guess){.fps = CSV_FPS}, b, out, problems);
}

bool recording_read_txt(const text *t, const recording_hints *hints, recording_build *b,
                        recording *out, problem_list *problems)
{
    const place_guess guess = {.fps = TXT_FPS, .nameless = true, .unit_of_speed = true};
    b->out.source = "txt";
    return read_places(t, hints, &guess, b, out, problems);
}
