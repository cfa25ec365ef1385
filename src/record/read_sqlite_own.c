// SPDX-License-Identifier: MIT
// wend's own tables in a database (docs/recordings.md): the run and its scene, the properties of
// the agents, and the states of doors and moving obstacles.
#include "record/read_sqlite.h"

#include "base/json_text.h"
#include "base/tokens.h"
#include "formats/formats.h"
#include "record/recording_floors.h"
#include "wend/floor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The version of the tables.
#define VERSION "1"
/// Maximum size of a name: a goal may be a choice of SCENE_MAX_CHOICES areas.
#define LONGEST_NAME ((size_t)SCENE_MAX_CHOICES * (SCENE_MAX_NAME + 4))
/// Maximum size of the name of a kind of blocker.
#define LONGEST_BLOCKER 16
/// Maximum of agents' properties. [Units: m, m/s or s]
#define MOST_FIGURE 1e12

static void set_damaged(sqlite_reader *r, const char *key)
{
    safe_db_problem(&r->d, "is damaged: the value of %s in wend_run is wrong", key);
}

// ---- the run ------------------------------------------------------------------------------------

/// The value of a key; NULL: there is none, or the reading has failed.
static const char *find(sqlite_reader *r, const char *key)
{
    return safe_db_lookup(&r->d, "SELECT value FROM wend_run WHERE key = ?1", key,
                          &r->b->out.memory);
}

/// A number; 0: there is none.
static double find_number(sqlite_reader *r, const char *key, double least, double most)
{
    double number = 0;
    const char *value = find(r, key);
    if (value &&
        !(number_parse(value, strlen(value), &number) && number >= least && number <= most))
        set_damaged(r, key);
    return number;
}

/// A whole number of 64 bits in that base; 0: there is none.
static uint64_t find_whole(sqlite_reader *r, const char *key, unsigned base)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t number = 0;
    const char *value = find(r, key);
    for (const char *c = value ? value : ""; *c && !r->d.failed; ++c) {
        const char *digit = memchr(digits, *c, base);
        if (!digit || number > (UINT64_MAX - (uint64_t)(digit - digits)) / base)
            set_damaged(r, key);
        else
            number = number * base + (uint64_t)(digit - digits);
    }
    return number;
}

/// A JSON text of that type; NULL: there is none. Its value goes to *value [opt], to be freed.
static const char *find_json(sqlite_reader *r, const char *key, json_type type, json_t **value)
{
    const char *found = find(r, key);
    json_t *json = NULL;
    if (found) {
        json = json_from_text(&(text){(char *)found, strlen(found)}, NULL);
        if (!json || json_typeof(json) != type)
            set_damaged(r, key);
    }
    if (value)
        *value = json;
    else
        json_decref(json);
    return found;
}

/// The plane of a map in degrees: four numbers.
static geographic read_plane(sqlite_reader *r)
{
    json_t *list;
    double values[4] = {0};
    find_json(r, "plane", JSON_ARRAY, &list);
    bool good = !list || json_array_size(list) == 4;
    for (size_t i = 0; good && list && i < 4; ++i) {
        const json_t *item = json_array_get(list, i);
        values[i] = json_number_value(item);
        good = json_is_number(item) && fabs(values[i]) <= WEND_MAX_COORDINATE;
    }
    // The sizes of a degree are positive, and positions on Earth have these ranges.
    if (!good || (list && !(values[2] > 0 && values[3] > 0 && fabs(values[0]) <= 360 &&
                            fabs(values[1]) <= 90)))
        set_damaged(r, "plane");
    json_decref(list);
    return (geographic){{values[0], values[1]}, values[2], values[3]};
}

static void read_scene(sqlite_reader *r)
{
    const double most = 2 * WEND_MAX_COORDINATE;
    const char *json = find(r, "scene");
    geographic plane = read_plane(r);
    double flipped = find_number(r, "flipped", -most, most);
    problem_list problems = {0};
    if (!json)
        set_damaged(r, "scene");
    if (r->d.failed)
        return;
    scene *s = scene_read_json(&(text){(char *)json, strlen(json)}, NULL, &problems);
    if (s) {
        s->flipped = flipped;
        s->plane = plane;
    } else {
        bool kept = problem_kept(&problems) > 0;
        safe_db_problem(&r->d, "its scene cannot be read: %s: %s",
                        kept ? problems.items[0].where : "1:1",
                        kept ? problems.items[0].what : "out of memory");
    }
    r->b->out.s = s;
    problem_free(&problems);
}

static void read_run(sqlite_reader *r)
{
    recording *out = &r->b->out;
    read_scene(r);
    out->file = find(r, "file");
    out->options = find_json(r, "options", JSON_OBJECT, NULL);
    out->summary = find_json(r, "summary", JSON_OBJECT, NULL);
    out->step = find_number(r, "step", SCENE_MIN_STEP, SCENE_MAX_STEP);
    out->seconds = find_number(r, "seconds", 0, SCENE_MAX_SECONDS);
    out->seed = find_whole(r, "seed", 10);
    out->hash = find_whole(r, "hash", 16);
    out->whole = find_whole(r, "whole", 2) == 1;
}

// ---- agents -------------------------------------------------------------------------------------

enum {
    AGENT_ID,
    AGENT_CAME,
    AGENT_GONE,
    AGENT_ARRIVED,
    AGENT_RADIUS,
    AGENT_SPEED,
    AGENT_REACTION,
    AGENT_AIM_X,
    AGENT_AIM_Y,
    AGENT_GOAL,
    AGENT_GROUP,
    AGENT_ROLE,
    AGENT_GUIDE,
    AGENT_MOTION,
};
static const char agents_sql[] = "SELECT id, came, gone, arrived, radius, speed, reaction, aim_x, "
                                 "aim_y, goal, group_name, role, guide, motion FROM wend_agents";

static uint32_t read_name(sqlite_reader *r, sqlite3_stmt *row, int column, const char *what)
{
    uint32_t name = 0;
    const char *found = safe_db_text_or_none(&r->d, row, column, what, LONGEST_NAME);
    if (!r->d.failed && !recording_build_name(r->b, found, &name))
        read_sqlite_build_failed(r);
    return name;
}

/// A figure that may be missing: NAN.
static double read_figure(sqlite_reader *r, sqlite3_stmt *row, int column, const char *what)
{
    return safe_db_number_or_none(&r->d, row, column, what, MOST_FIGURE);
}

static void read_agent(sqlite_reader *r, sqlite3_stmt *row)
{
    safe_db *d = &r->d;
    uint32_t number;
    recorded_agent read = {
        .id = safe_db_whole(d, row, AGENT_ID, "an id", INT64_MAX),
        .came = safe_db_number(d, row, AGENT_CAME, "a time", MOST_FIGURE),
        .left = read_figure(r, row, AGENT_GONE, "a time"),
        .arrived = safe_db_whole(d, row, AGENT_ARRIVED, "an arrival", 1) == 1,
        .radius = read_figure(r, row, AGENT_RADIUS, "a radius"),
        .speed = read_figure(r, row, AGENT_SPEED, "a speed"),
        .premovement_time = read_figure(r, row, AGENT_REACTION, "a reaction"),
        .aim.x = safe_db_number_or_none(d, row, AGENT_AIM_X, "an aim", WEND_MAX_COORDINATE),
        .aim.y = safe_db_number_or_none(d, row, AGENT_AIM_Y, "an aim", WEND_MAX_COORDINATE),
    };
    read.goal = read_name(r, row, AGENT_GOAL, "a goal");
    read.group = read_name(r, row, AGENT_GROUP, "a group");
    read.role = read_name(r, row, AGENT_ROLE, "a role");
    read.planner = read_name(r, row, AGENT_GUIDE, "a guide");
    read.motion = read_name(r, row, AGENT_MOTION, "a motion");
    if (d->failed)
        return;
    if (!recording_build_agent(r->b, read.id, &number)) {
        read_sqlite_build_failed(r);
        return;
    }
    recorded_agent *agent = &r->b->agents.data[number];
    read.count = agent->count;
    *agent = read;
}

bool read_sqlite_run(sqlite_reader *r)
{
    if (!safe_db_has(&r->d, "wend_run"))
        return true;
    const char *version = find(r, "wend");
    // Tables of a later version may have another meaning; the tables of JuPedSim are read anyway.
    r->own = version && strcmp(version, VERSION) == 0;
    if (r->own)
        read_run(r);
    if (r->own && !r->d.failed && !r->hints->no_rows && safe_db_has(&r->d, "wend_agents"))
        read_sqlite_rows(r, agents_sql, read_agent);
    return !r->d.failed;
}

// ---- states -------------------------------------------------------------------------------------

/// Not stored for this frame: as in the frame before.
enum { SHUT_AS_BEFORE = 2 };

/// States of doors and moving obstacles are kept for every frame. A file with few rows has few
/// frames: the number of states is limited to a constant, or to a number per row.
#define STATES_LEAST   ((size_t)1 << 22)
#define STATES_PER_ROW ((size_t)64)

bool read_sqlite_states_fit(sqlite_reader *r, uint32_t items, const char *what)
{
    const recording *out = r->out;
    size_t count = (size_t)out->frame_count * items;
    size_t most = out->row_count < STATES_LEAST / STATES_PER_ROW ? STATES_LEAST
                                                                 : out->row_count * STATES_PER_ROW;
    most = most < RECORDING_MAX_ROWS ? most : RECORDING_MAX_ROWS;
    return count <= most ||
           safe_db_problem(&r->d, "has %zu states of %s, but only %zu rows: frames are missing",
                           count, what, out->row_count);
}

/// Allocates the states of items for all frames. NULL with a problem.
static void *allocate_states(sqlite_reader *r, uint32_t items, size_t size, size_t *count)
{
    *count = (size_t)r->out->frame_count * items;
    if (!read_sqlite_states_fit(r, items, "doors or moving obstacles"))
        return NULL;
    void *states = malloc((*count + 1) * size);
    if (!states)
        safe_db_no_memory(&r->d);
    return states;
}

uint32_t read_sqlite_frame(const recording *out, uint64_t frame)
{
    return frame > out->first_frame ? (uint32_t)((frame - out->first_frame) / out->frame_step) : 0;
}

/// The index of the state in a row, from its frame and item; SIZE_MAX: the recording has no such
/// frame or item, or the reading has failed.
static size_t find_state(sqlite_reader *r, sqlite3_stmt *row, uint32_t items)
{
    uint64_t frame = safe_db_whole(&r->d, row, 0, "a frame", RECORDING_MOST_FRAME);
    uint64_t item = safe_db_whole(&r->d, row, 1, "a number", UINT32_MAX);
    uint32_t here = read_sqlite_frame(r->out, frame);
    bool found = !r->d.failed && here < r->out->frame_count && item < items;
    return found ? (size_t)here * items + item : SIZE_MAX;
}

static void read_door(sqlite_reader *r, sqlite3_stmt *row)
{
    size_t index = find_state(r, row, r->out->s->door_count);
    uint64_t shut = safe_db_whole(&r->d, row, 2, "a state of a door", 1);
    if (index != SIZE_MAX)
        r->out->shut[index] = (uint8_t)shut;
}

static void read_doors(sqlite_reader *r)
{
    recording *out = r->out;
    uint32_t doors = out->s->door_count;
    size_t count;
    out->shut = doors > 0 ? allocate_states(r, doors, 1, &count) : NULL;
    if (!out->shut)
        return;
    memset(out->shut, SHUT_AS_BEFORE, count);
    if (safe_db_has(&r->d, "wend_doors"))
        read_sqlite_rows(r, "SELECT frame, door, shut FROM wend_doors", read_door);
    for (size_t i = 0; i < count; ++i)
        if (out->shut[i] == SHUT_AS_BEFORE)
            out->shut[i] = i < doors ? out->s->doors[i].def.shut : out->shut[i - doors];
}

static void read_mover(sqlite_reader *r, sqlite3_stmt *row)
{
    static const char what[] = "a position of a moving obstacle";
    size_t index = find_state(r, row, r->out->s->mover_count);
    wend_vec2 by = safe_db_point(&r->d, row, 2, what, what);
    if (index != SIZE_MAX)
        r->out->movers[index] = by;
}

static void read_movers(sqlite_reader *r)
{
    recording *out = r->out;
    uint32_t movers = out->s->mover_count;
    size_t count;
    out->movers = movers > 0 ? allocate_states(r, movers, sizeof *out->movers, &count) : NULL;
    if (!out->movers)
        return;
    for (size_t i = 0; i < count; ++i)
        out->movers[i] = (wend_vec2){NAN, NAN};
    if (safe_db_has(&r->d, "wend_movers"))
        read_sqlite_rows(r, "SELECT frame, mover, x, y FROM wend_movers", read_mover);
    for (size_t i = 0; i < count; ++i)
        if (isnan(out->movers[i].x))
            out->movers[i] = i < movers ? (wend_vec2){0} : out->movers[i - movers];
}

uint32_t read_sqlite_find_agent(const recording *out, uint64_t id)
{
    uint32_t low = 0, high = out->agent_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (out->agents[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < out->agent_count && out->agents[low].id == id ? low : UINT32_MAX;
}

/// A target of an unknown agent or frame is left out.
static void read_aim(sqlite_reader *r, sqlite3_stmt *row)
{
    recording *out = r->out;
    uint64_t frame = safe_db_whole(&r->d, row, 0, "a frame", RECORDING_MOST_FRAME);
    uint64_t id = safe_db_whole(&r->d, row, 1, "an id", INT64_MAX);
    wend_vec2 aim = safe_db_point(&r->d, row, 2, "a first goal", "a first goal");
    uint32_t agent = r->d.failed ? UINT32_MAX : read_sqlite_find_agent(out, id);
    size_t at = SIZE_MAX;
    if (agent != UINT32_MAX)
        at = recording_row(out, agent, read_sqlite_frame(out, frame));
    if (at != SIZE_MAX)
        out->aims[at] = aim;
}

static void read_aims(sqlite_reader *r)
{
    recording *out = r->out;
    if (!safe_db_has(&r->d, "wend_aims"))
        return;
    out->aims = malloc((out->row_count + 1) * sizeof *out->aims);
    if (!out->aims) {
        safe_db_no_memory(&r->d);
        return;
    }
    for (size_t i = 0; i < out->row_count; ++i)
        out->aims[i] = (wend_vec2){NAN, NAN};
    read_sqlite_rows(r, "SELECT frame, id, x, y FROM wend_aims", read_aim);
}

/// The kind of a blocker with that name; unknown ones are none.
static wend_blocker_kind blocker_named(const char *name)
{
    for (int kind = WEND_BLOCKER_NONE; name && kind < TRACKER_BLOCKERS; ++kind)
        if (strcmp(name, wend_blocker_name((wend_blocker_kind)kind)) == 0)
            return (wend_blocker_kind)kind;
    return WEND_BLOCKER_NONE;
}

/// A row of an unknown agent or frame is left out.
static void read_stuck_row(sqlite_reader *r, sqlite3_stmt *row)
{
    recording *out = r->out;
    uint64_t frame = safe_db_whole(&r->d, row, 0, "a frame", RECORDING_MOST_FRAME);
    uint64_t id = safe_db_whole(&r->d, row, 1, "an id", INT64_MAX);
    bool stuck = safe_db_whole(&r->d, row, 2, "stuck", 1) == 1;
    uint32_t agent = r->d.failed ? UINT32_MAX : read_sqlite_find_agent(out, id);
    uint32_t here = r->d.failed ? UINT32_MAX : read_sqlite_frame(out, frame);
    if (agent == UINT32_MAX || here >= out->frame_count)
        return;
    uint32_t *last1 = &r->last_stuck1[agent];
    if (*last1 > 0 && out->stuck[*last1 - 1].end == out->frame_count)
        out->stuck[*last1 - 1].end = here;
    if (!stuck || out->stuck_count == r->most_stuck)
        return;
    recorded_stuck *s = &out->stuck[out->stuck_count];
    const char *name = safe_db_text_or_none(&r->d, row, 3, "a kind of blocker", LONGEST_BLOCKER);
    *s = (recorded_stuck){.agent = agent,
                          .begin = here,
                          .end = out->frame_count,
                          .by = blocker_named(name),
                          .blocker = UINT32_MAX};
    *last1 = ++out->stuck_count;
    if (s->by == WEND_BLOCKER_NONE || sqlite3_column_type(row, 4) == SQLITE_NULL)
        return;
    uint64_t number = safe_db_whole(&r->d, row, 4, "a blocker", UINT32_MAX);
    s->blocker =
        s->by == WEND_BLOCKER_AGENT ? read_sqlite_find_agent(out, number) : (uint32_t)number;
}

static void count_stuck_row(sqlite_reader *r, sqlite3_stmt *row)
{
    (void)row;
    ++r->most_stuck;
}

static void read_stuck(sqlite_reader *r)
{
    recording *out = r->out;
    if (!safe_db_has(&r->d, "wend_stuck"))
        return;
    read_sqlite_rows(r, "SELECT 1 FROM wend_stuck WHERE stuck = 1 LIMIT 1000000", count_stuck_row);
    out->stuck = malloc((r->most_stuck + 1) * sizeof *out->stuck);
    r->last_stuck1 = calloc((size_t)out->agent_count + 1, sizeof *r->last_stuck1);
    if (!out->stuck || !r->last_stuck1)
        safe_db_no_memory(&r->d);
    else if (r->most_stuck > 0)
        read_sqlite_rows(r,
                         "SELECT frame, id, stuck, blocked_by, blocker FROM wend_stuck"
                         " ORDER BY frame, rowid",
                         read_stuck_row);
    free(r->last_stuck1);
}

bool read_sqlite_states(sqlite_reader *r)
{
    if (!r->hints->no_rows) {
        read_doors(r);
        read_movers(r);
        read_aims(r);
        read_sqlite_shapes(r);
        read_stuck(r);
        read_sqlite_gates(r);
    }
    return !r->d.failed && (recording_make_floors(r->out) || safe_db_no_memory(&r->d));
}
