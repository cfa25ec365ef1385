// SPDX-License-Identifier: MIT
// Trajectories of Vadere: a line for each footstep, with its beginning and end in time and space.
// Frames are looked up in them: within a step an agent moves straight on, between two it stands.
//
// Columns are found by their names, behind which Vadere writes a dash and the number of what has
// computed them. Files of older versions have no ends of steps; there, an agent walks straight from
// one beginning to the next.
#include "record/read_table.h"

#include "scene/scene.h"
#include "wend/floor.h"

#include <math.h>
#include <stdlib.h>

/// Unless the caller says another.
#define USUAL_FPS 10.0
/// A footstep that ends at most this long before a frame is in it: times are sums of rounded ones.
/// [Units: frames]
#define FRAME_TOLERANCE 1e-6
/// Maximum number of frames per footstep on average: a footstep takes about half a second, a wait
/// some minutes. Files with more are refused, unless they have less than the number below in total.
#define MOST_STEP_FRAMES 1000.0
#define MOST_FRAMES      1e6

enum { STEP_ID, STEP_START, STEP_END, STEP_X0, STEP_Y0, STEP_X1, STEP_Y1, STEP_COLUMNS };

#define TIME_WORDS "the time must be a number of seconds from 0 to 1e7"
#define PLACE(name, lacks)                                                                         \
    {                                                                                              \
        .names = name, .words = name " must be a number of at most " SCENE_MAX_COORDINATE_WORDS,   \
        .least = -WEND_MAX_COORDINATE, .most = WEND_MAX_COORDINATE, .may_lack = lacks              \
    }

static const read_column columns[STEP_COLUMNS] = {
    [STEP_ID] = {.names = "pedestrianId",
                 .words = "the pedestrianId must be a whole number from 0 to 9007199254740992",
                 .most = (double)RECORDING_MOST_ID,
                 .whole = true},
    [STEP_START] = {.names = "simTime", .words = TIME_WORDS, .most = SCENE_MAX_SECONDS},
    [STEP_END] = {.names = "endTime",
                  .words = TIME_WORDS,
                  .most = SCENE_MAX_SECONDS,
                  .may_lack = true},
    [STEP_X0] = PLACE("startX", false),
    [STEP_Y0] = PLACE("startY", false),
    [STEP_X1] = PLACE("endX", true),
    [STEP_Y1] = PLACE("endY", true),
};

typedef struct footstep {
    uint64_t id;
    double start, end;
    wend_vec2 from, to;
    size_t line;
} footstep;

typedef struct traj_reader {
    read_table rows;
    bool has_ends;
    wend_array(footstep) steps;
    double fps;
    double frames; ///< of all agents together
    recording_build *b;
} traj_reader;

// ---- reading ------------------------------------------------------------------------------------

static bool read_steps(traj_reader *r)
{
    double values[STEP_COLUMNS];
    size_t line;
    bool more = true;
    while (read_table_next(&r->rows, values, &line, &more) && more) {
        footstep step = {.id = (uint64_t)values[STEP_ID],
                         .start = values[STEP_START],
                         .end = values[STEP_START],
                         .from = {values[STEP_X0] + 0.0, values[STEP_Y0] + 0.0},
                         .line = line};
        step.to = step.from;
        if (r->has_ends) {
            step.end = values[STEP_END];
            step.to = (wend_vec2){values[STEP_X1] + 0.0, values[STEP_Y1] + 0.0};
        }
        if (step.end < step.start)
            return text_problem(r->rows.t, line, r->rows.problems,
                                "this footstep ends, at %g s, before it starts, at %g s", step.end,
                                step.start);
        if (!wend_array_push(&r->steps, NULL, step))
            return problem_no_memory(r->rows.problems);
    }
    return !more;
}

static int compare_steps(const void *a, const void *b)
{
    const footstep *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/// Sorts the steps; those without ends get them.
static void order_steps(traj_reader *r)
{
    footstep *steps = r->steps.data;
    if (r->steps.count > 0)
        qsort(steps, r->steps.count, sizeof *steps, compare_steps);
    for (size_t i = 1; !r->has_ends && i < r->steps.count; ++i)
        if (steps[i - 1].id == steps[i].id) {
            steps[i - 1].end = steps[i].start;
            steps[i - 1].to = steps[i].from;
        }
}

// ---- frames -------------------------------------------------------------------------------------

static wend_vec2 place_in(const footstep *step, double time)
{
    if (time >= step->end)
        return step->to;
    if (time <= step->start)
        return step->from;
    double part = (time - step->start) / (step->end - step->start);
    return (wend_vec2){step->from.x + part * (step->to.x - step->from.x),
                       step->from.y + part * (step->to.y - step->from.y)};
}

/// The first and the last frame of one agent, whose steps these are.
static void find_frames(double fps, const footstep *steps, size_t count, double *first,
                        double *last)
{
    double end = steps[0].end;
    for (size_t i = 1; i < count; ++i)
        end = fmax(end, steps[i].end);
    *first = ceil(steps[0].start * fps - FRAME_TOLERANCE);
    *last = floor(end * fps + FRAME_TOLERANCE);
    if (*last < *first) // it is there for less than a frame
        *first = *last = round(steps[0].start * fps);
}

/// Adds the frames of one agent.
static bool add_frames(traj_reader *r, const footstep *steps, size_t count)
{
    double first, last;
    size_t at = 0;
    find_frames(r->fps, steps, count, &first, &last);
    for (double frame = first; frame <= last; ++frame) {
        double time = frame / r->fps;
        while (at + 1 < count && steps[at + 1].start <= time)
            ++at;
        if (!recording_build_row(r->b, steps[0].id, (uint32_t)frame, place_in(&steps[at], time)))
            return recording_build_problem(r->b, r->rows.problems);
    }
    return true;
}

/// Adds up the frames of one agent. Their number is limited by the number of footsteps, so that a
/// small file cannot require much memory.
static bool count_frames(traj_reader *r, const footstep *steps, size_t count)
{
    double first, last;
    find_frames(r->fps, steps, count, &first, &last);
    if (last > (double)RECORDING_MOST_FRAME)
        return text_problem(r->rows.t, steps[0].line, r->rows.problems,
                            "%g frames per second give too many frames", r->fps);
    r->frames += last - first + 1;
    return r->frames <= fmax(MOST_FRAMES, MOST_STEP_FRAMES * (double)r->steps.count) ||
           text_problem(
               r->rows.t, steps[0].line, r->rows.problems,
               "at %g frames per second the footsteps have more than a million frames, and more "
               "than %g each: use a lower frame rate",
               r->fps, MOST_STEP_FRAMES);
}

/// Does something with the steps of each agent.
static bool for_each_agent(traj_reader *r,
                           bool (*work)(traj_reader *r, const footstep *steps, size_t count))
{
    bool good = true;
    const footstep *steps = r->steps.data;
    for (size_t start = 0, end; good && start < r->steps.count; start = end) {
        end = start + 1;
        while (end < r->steps.count && steps[end].id == steps[start].id)
            ++end;
        good = work(r, steps + start, end - start);
    }
    return good;
}

bool recording_read_traj(const text *t, const recording_hints *hints, recording_build *b,
                         recording *out, problem_list *problems)
{
    double asked = recording_hint(hints->fps);
    traj_reader r = {
        .rows = {.t = t,
                 .problems = problems,
                 .columns = columns,
                 .column_count = STEP_COLUMNS,
                 .dashed = true},
        .fps = asked > 0 ? asked : USUAL_FPS,
        .b = b,
    };
    b->out.source = "traj";
    b->out.unit = 1;
    b->out.has_unit = true;
    bool good = read_table_header(&r.rows);
    r.has_ends = good && read_table_has(&r.rows, STEP_END) && read_table_has(&r.rows, STEP_X1) &&
                 read_table_has(&r.rows, STEP_Y1);
    good = good && read_steps(&r);
    if (good) {
        order_steps(&r);
        good = for_each_agent(&r, count_frames) && for_each_agent(&r, add_frames);
    }
    wend_array_free(&r.steps, NULL);
    return good && (recording_build_finish(b, &(recording_rate){.stated = r.fps}, out) ||
                    recording_build_problem(b, problems));
}
