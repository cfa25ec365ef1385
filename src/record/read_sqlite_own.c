// SPDX-License-Identifier: MIT
// wend's own tables in a database (docs/recordings.md): the run and its scene, who the agents were,
// and the states of doors and movers.
#include "record/read_sqlite.h"

#include "io/formats.h"
#include "io/json_text.h"
#include "io/tokens.h"
#include "record/recording_floors.h"
#include "wend/floor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The version of the tables.
#define VERSION "1"
/// The longest name: a goal may be a choice of SCENE_MAX_CHOICES areas.
#define LONGEST_NAME ((size_t)SCENE_MAX_CHOICES * (SCENE_MAX_NAME + 4))
/// Figures of agents are within this. [Units: m, m/s or s]
#define MOST_FIGURE 1e12

static bool is_damaged(sqlite_reader *r, const char *key)
{
    return problem_add(r->d.problems, "is damaged: the value of %s in wend_run is wrong", key);
}

// ---- the run ------------------------------------------------------------------------------------

static bool find(sqlite_reader *r, const char *key, const char **value)
{
    return safe_db_lookup(&r->d, "SELECT value FROM wend_run WHERE key = ?1", key,
                          &r->b->out.memory, value);
}

/// A number; 0: there is none.
static bool find_number(sqlite_reader *r, const char *key, double least, double most, double *out)
{
    const char *value;
    *out = 0;
    if (!find(r, key, &value))
        return false;
    bool good =
        !value || (number_parse(value, strlen(value), out) && *out >= least && *out <= most);
    return good || is_damaged(r, key);
}

/// A whole number of 64 bits in that base; 0: there is none.
static bool find_whole(sqlite_reader *r, const char *key, unsigned base, uint64_t *out)
{
    static const char digits[] = "0123456789abcdef";
    const char *value;
    *out = 0;
    if (!find(r, key, &value))
        return false;
    for (const char *c = value ? value : ""; *c; ++c) {
        const char *digit = memchr(digits, *c, base);
        if (!digit || *out > (UINT64_MAX - (uint64_t)(digit - digits)) / base)
            return is_damaged(r, key);
        *out = *out * base + (uint64_t)(digit - digits);
    }
    return true;
}

/// A JSON text of that type as the file has it, and what it says [opt], to be freed; NULL: there is
/// none.
static bool find_json(sqlite_reader *r, const char *key, json_type type, const char **words,
                      json_t **value)
{
    const char *found;
    if (value)
        *value = NULL;
    if (!find(r, key, &found))
        return false;
    if (words)
        *words = found;
    if (!found)
        return true;
    problem_list unsaid = {0};
    text t = {0};
    json_t *json = NULL;
    if (text_copy(found, strlen(found), &t, &unsaid))
        json = json_from_text(&t, &unsaid);
    text_free(&t);
    problem_free(&unsaid);
    bool good = json && json_typeof(json) == type;
    if (value && good)
        *value = json_incref(json);
    json_decref(json);
    return good || is_damaged(r, key);
}

/// The plane of a map of degrees: four numbers.
static bool read_plane(sqlite_reader *r, geographic *plane)
{
    json_t *list;
    if (!find_json(r, "plane", JSON_ARRAY, NULL, &list))
        return false;
    double values[4] = {0};
    bool good = !list || json_array_size(list) == 4;
    for (size_t i = 0; good && list && i < 4; ++i) {
        const json_t *item = json_array_get(list, i);
        values[i] = json_number_value(item);
        good = json_is_number(item) && fabs(values[i]) <= WEND_MAX_COORDINATE;
    }
    // A degree is some metres, and places on Earth have degrees.
    good = good && (!list || (values[2] > 0 && values[3] > 0 && fabs(values[0]) <= 360 &&
                              fabs(values[1]) <= 90));
    json_decref(list);
    *plane = (geographic){{values[0], values[1]}, values[2], values[3]};
    return good || is_damaged(r, "plane");
}

static bool read_scene(sqlite_reader *r)
{
    const char *json;
    recording *out = &r->b->out;
    text t = {0};
    problem_list said = {0};
    double flipped;
    geographic plane;
    if (!find(r, "scene", &json) || !read_plane(r, &plane) ||
        !find_number(r, "flipped", -2 * WEND_MAX_COORDINATE, 2 * WEND_MAX_COORDINATE, &flipped))
        return false;
    if (!json)
        return is_damaged(r, "scene");
    if (!text_copy(json, strlen(json), &t, r->d.problems))
        return false;
    out->s = scene_read_json(&t, NULL, &said);
    text_free(&t);
    if (!out->s)
        problem_add(r->d.problems, "its scene can't be read: %s: %s",
                    problem_kept(&said) > 0 ? said.items[0].where : "1:1",
                    problem_kept(&said) > 0 ? said.items[0].what : "out of memory");
    problem_free(&said);
    if (!out->s)
        return false;
    out->s->flipped = flipped;
    out->s->plane = plane;
    return true;
}

static bool read_run(sqlite_reader *r)
{
    recording *out = &r->b->out;
    uint64_t whole;
    bool good = read_scene(r) && find(r, "file", &out->file) &&
                find_json(r, "options", JSON_OBJECT, &out->options, NULL) &&
                find_json(r, "summary", JSON_OBJECT, &out->summary, NULL) &&
                find_number(r, "step", SCENE_MIN_STEP, SCENE_MAX_STEP, &out->step) &&
                find_number(r, "seconds", 0, SCENE_MAX_SECONDS, &out->seconds) &&
                find_whole(r, "seed", 10, &out->seed) && find_whole(r, "hash", 16, &out->hash) &&
                find_whole(r, "whole", 2, &whole);
    if (good)
        out->whole = whole == 1;
    return good;
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

static bool read_name(sqlite_reader *r, sqlite3_stmt *row, int column, const char *what,
                      uint32_t *name)
{
    const char *words;
    return safe_db_text_or_none(&r->d, row, column, what, LONGEST_NAME, &words) &&
           (recording_build_name(r->b, words, name) ||
            recording_build_problem(r->b, r->d.problems));
}

static bool read_agent(sqlite_reader *r, sqlite3_stmt *row)
{
    const safe_db *d = &r->d;
    uint64_t id, arrived;
    uint32_t number;
    recorded_agent told = {0};
    if (!safe_db_whole(d, row, AGENT_ID, "an id", INT64_MAX, &id) ||
        !safe_db_number(d, row, AGENT_CAME, "a time", MOST_FIGURE, &told.came) ||
        !safe_db_number_or_none(d, row, AGENT_GONE, "a time", MOST_FIGURE, &told.left) ||
        !safe_db_whole(d, row, AGENT_ARRIVED, "an arrival", 1, &arrived) ||
        !safe_db_number_or_none(d, row, AGENT_RADIUS, "a radius", MOST_FIGURE, &told.radius) ||
        !safe_db_number_or_none(d, row, AGENT_SPEED, "a speed", MOST_FIGURE, &told.speed) ||
        !safe_db_number_or_none(d, row, AGENT_REACTION, "a reaction", MOST_FIGURE,
                                &told.reaction) ||
        !safe_db_number_or_none(d, row, AGENT_AIM_X, "an aim", WEND_MAX_COORDINATE, &told.aim.x) ||
        !safe_db_number_or_none(d, row, AGENT_AIM_Y, "an aim", WEND_MAX_COORDINATE, &told.aim.y) ||
        !read_name(r, row, AGENT_GOAL, "a goal", &told.goal) ||
        !read_name(r, row, AGENT_GROUP, "a group", &told.group) ||
        !read_name(r, row, AGENT_ROLE, "a role", &told.role) ||
        !read_name(r, row, AGENT_GUIDE, "a guide", &told.guide) ||
        !read_name(r, row, AGENT_MOTION, "a motion", &told.motion))
        return false;
    if (!recording_build_agent(r->b, id, &number))
        return recording_build_problem(r->b, r->d.problems);
    recorded_agent *agent = &r->b->agents.data[number];
    told.id = id;
    told.count = agent->count;
    told.arrived = arrived == 1;
    *agent = told;
    return true;
}

bool read_sqlite_run(sqlite_reader *r)
{
    const char *version;
    if (!safe_db_has(&r->d, "wend_run"))
        return true;
    if (!find(r, "wend", &version))
        return false;
    // Tables of a later version may mean something else; what all can read is there all the same.
    r->own = version && strcmp(version, VERSION) == 0;
    return !r->own || (read_run(r) && (r->hints->no_rows || !safe_db_has(&r->d, "wend_agents") ||
                                       read_sqlite_rows(r, agents_sql, read_agent)));
}

// ---- states -------------------------------------------------------------------------------------

/// Not told in this frame: as in the one before.
enum { SHUT_AS_BEFORE = 2 };

/// States of doors and movers are kept for every frame. A file with few rows has few frames: so
/// many states are always taken, and so many for each row.
#define STATES_LEAST   ((size_t)1 << 22)
#define STATES_PER_ROW ((size_t)64)

/// The number of items for all frames. False with a problem: there are too many.
static bool count_states(sqlite_reader *r, const recording *out, uint32_t items, size_t *count)
{
    *count = (size_t)out->frame_count * items;
    size_t most = out->row_count < STATES_LEAST / STATES_PER_ROW ? STATES_LEAST
                                                                 : out->row_count * STATES_PER_ROW;
    most = most < RECORDING_MAX_ROWS ? most : RECORDING_MAX_ROWS;
    return *count <= most ||
           problem_add(r->d.problems,
                       "has %zu states of doors or movers, but only %zu rows: frames are missing",
                       *count, out->row_count);
}

/// The number here of one of the file's frames.
static uint32_t frame_here(const recording *out, uint64_t frame)
{
    return frame > out->first_frame ? (uint32_t)((frame - out->first_frame) / out->frame_step) : 0;
}

/// Which state the row tells of: its frame here and its item, as an index. *skip: it is of no frame
/// or item that there is.
static bool find_state(sqlite_reader *r, sqlite3_stmt *row, const recording *out, uint32_t items,
                       size_t *index, bool *skip)
{
    uint64_t frame, item;
    if (!safe_db_whole(&r->d, row, 0, "a frame", RECORDING_MOST_FRAME, &frame) ||
        !safe_db_whole(&r->d, row, 1, "a number", UINT32_MAX, &item))
        return false;
    uint32_t here = frame_here(out, frame);
    *skip = here >= out->frame_count || item >= items;
    *index = *skip ? 0 : (size_t)here * items + item;
    return true;
}

static bool read_doors(sqlite_reader *r, recording *out, sqlite3_stmt *rows)
{
    uint32_t doors = out->s->door_count;
    bool more = false, skip = false;
    bool good = safe_db_next(&r->d, rows, &more);
    while (good && more) {
        size_t index;
        uint64_t shut;
        good = find_state(r, rows, out, doors, &index, &skip) &&
               safe_db_whole(&r->d, rows, 2, "a state of a door", 1, &shut);
        if (good && !skip)
            out->shut[index] = (uint8_t)shut;
        good = good && safe_db_next(&r->d, rows, &more);
    }
    return good;
}

static bool read_all_doors(sqlite_reader *r, recording *out)
{
    uint32_t doors = out->s->door_count;
    size_t count;
    sqlite3_stmt *rows;
    if (doors == 0 || r->hints->no_rows)
        return true;
    if (!count_states(r, out, doors, &count))
        return false;
    out->shut = malloc(count + 1);
    if (!out->shut)
        return problem_no_memory(r->d.problems);
    memset(out->shut, SHUT_AS_BEFORE, count);
    if (!safe_db_has(&r->d, "wend_doors"))
        rows = NULL;
    else if (!safe_db_ask(&r->d, "SELECT frame, door, shut FROM wend_doors", &rows))
        return false;
    bool good = !rows || read_doors(r, out, rows);
    sqlite3_finalize(rows);
    for (size_t i = 0; i < count; ++i)
        if (out->shut[i] == SHUT_AS_BEFORE)
            out->shut[i] = i < doors ? out->s->doors[i].shut : out->shut[i - doors];
    return good;
}

static bool read_movers(sqlite_reader *r, recording *out, sqlite3_stmt *rows)
{
    uint32_t movers = out->s->mover_count;
    bool more = false, skip = false;
    bool good = safe_db_next(&r->d, rows, &more);
    while (good && more) {
        size_t index;
        wend_vec2 by;
        good = find_state(r, rows, out, movers, &index, &skip) &&
               safe_db_number(&r->d, rows, 2, "a place of a mover", WEND_MAX_COORDINATE, &by.x) &&
               safe_db_number(&r->d, rows, 3, "a place of a mover", WEND_MAX_COORDINATE, &by.y);
        if (good && !skip)
            out->movers[index] = by;
        good = good && safe_db_next(&r->d, rows, &more);
    }
    return good;
}

static bool read_all_movers(sqlite_reader *r, recording *out)
{
    uint32_t movers = out->s->mover_count;
    size_t count;
    sqlite3_stmt *rows;
    if (movers == 0 || r->hints->no_rows)
        return true;
    if (!count_states(r, out, movers, &count))
        return false;
    out->movers = malloc((count + 1) * sizeof *out->movers);
    if (!out->movers)
        return problem_no_memory(r->d.problems);
    for (size_t i = 0; i < count; ++i)
        out->movers[i] = (wend_vec2){NAN, NAN};
    if (!safe_db_has(&r->d, "wend_movers"))
        rows = NULL;
    else if (!safe_db_ask(&r->d, "SELECT frame, mover, x, y FROM wend_movers", &rows))
        return false;
    bool good = !rows || read_movers(r, out, rows);
    sqlite3_finalize(rows);
    for (size_t i = 0; i < count; ++i)
        if (isnan(out->movers[i].x))
            out->movers[i] = i < movers ? (wend_vec2){0} : out->movers[i - movers];
    return good;
}

/// The agent of that id; UINT32_MAX: there is none.
static uint32_t find_agent(const recording *out, uint64_t id)
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

static bool read_aims(sqlite_reader *r, recording *out, sqlite3_stmt *rows)
{
    bool more = false;
    bool good = safe_db_next(&r->d, rows, &more);
    while (good && more) {
        uint64_t frame, id;
        wend_vec2 aim;
        good = safe_db_whole(&r->d, rows, 0, "a frame", RECORDING_MOST_FRAME, &frame) &&
               safe_db_whole(&r->d, rows, 1, "an id", INT64_MAX, &id) &&
               safe_db_number(&r->d, rows, 2, "a first goal", WEND_MAX_COORDINATE, &aim.x) &&
               safe_db_number(&r->d, rows, 3, "a first goal", WEND_MAX_COORDINATE, &aim.y);
        uint32_t agent = good ? find_agent(out, id) : UINT32_MAX;
        size_t row = SIZE_MAX; // one of nobody, or of no frame that there is, is left out
        if (agent != UINT32_MAX)
            row = recording_row(out, agent, frame_here(out, frame));
        if (row != SIZE_MAX)
            out->aims[row] = aim;
        good = good && safe_db_next(&r->d, rows, &more);
    }
    return good;
}

static bool read_all_aims(sqlite_reader *r, recording *out)
{
    sqlite3_stmt *rows;
    if (r->hints->no_rows || !safe_db_has(&r->d, "wend_aims"))
        return true;
    out->aims = malloc((out->row_count + 1) * sizeof *out->aims);
    if (!out->aims)
        return problem_no_memory(r->d.problems);
    for (size_t i = 0; i < out->row_count; ++i)
        out->aims[i] = (wend_vec2){NAN, NAN};
    if (!safe_db_ask(&r->d, "SELECT frame, id, x, y FROM wend_aims", &rows))
        return false;
    bool good = read_aims(r, out, rows);
    sqlite3_finalize(rows);
    return good;
}

bool read_sqlite_states(sqlite_reader *r, recording *out)
{
    return read_all_doors(r, out) && read_all_movers(r, out) && read_all_aims(r, out) &&
           (recording_make_floors(out) || problem_no_memory(r->d.problems));
}
