// SPDX-License-Identifier: MIT
// The database of a recording (see database.h).
//
// How it is fast: one statement inserts all rows of a frame (row_table.h), in the order of the
// index, which so only grows at its end; the index is there from the start, because making it later
// takes as long and would leave a killed file without. The system is not asked to bring every
// commit to the disk: a process that is killed loses nothing by that.
#include "record/database.h"

#include "base/export_text.h"
#include "formats/formats.h"
#include "record/database_file.h"
#include "record/recording_shapes.h"
#include "record/row_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

/// Maximum time that a reading program may delay a commit. [Units: ms]
enum { PATIENCE = 60000 };

static const char settings[] = "PRAGMA page_size = 8192;" // the index is split less often
                               "PRAGMA journal_mode = DELETE;"
                               "PRAGMA synchronous = OFF;"
                               "PRAGMA secure_delete = OFF;"
                               "PRAGMA cache_size = -65536;"; // KiB: more than a commit changes

static const char schema[] =
    "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL,"
    " pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
    "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
    "CREATE UNIQUE INDEX geometry_hash ON geometry(hash);"
    "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
    "CREATE INDEX frame_id_idx ON trajectory_data(frame, id);"
    "CREATE TABLE wend_run(key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE wend_agents(id INTEGER PRIMARY KEY, entry INTEGER, came REAL NOT NULL,"
    " gone REAL, arrived INTEGER NOT NULL, radius REAL, speed REAL, reaction REAL, goal TEXT,"
    " aim_x REAL, aim_y REAL, group_name TEXT, role TEXT, guide TEXT, motion TEXT);"
    "CREATE TABLE wend_areas(name TEXT NOT NULL PRIMARY KEY, role TEXT, wkt TEXT NOT NULL)"
    " WITHOUT ROWID;"
    "CREATE TABLE wend_doors(frame INTEGER NOT NULL, door INTEGER NOT NULL,"
    " shut INTEGER NOT NULL, PRIMARY KEY(frame, door)) WITHOUT ROWID;"
    "CREATE TABLE wend_movers(frame INTEGER NOT NULL, mover INTEGER NOT NULL, x REAL NOT NULL,"
    " y REAL NOT NULL, PRIMARY KEY(frame, mover)) WITHOUT ROWID;"
    "CREATE TABLE wend_aims(frame INTEGER NOT NULL, id INTEGER NOT NULL, x REAL NOT NULL,"
    " y REAL NOT NULL, PRIMARY KEY(frame, id)) WITHOUT ROWID;"
    "CREATE TABLE wend_members(id INTEGER PRIMARY KEY, coherent_group INTEGER NOT NULL);"
    "CREATE TABLE wend_shapes(frame INTEGER NOT NULL, coherent_group INTEGER NOT NULL,"
    " piece INTEGER NOT NULL, width REAL NOT NULL, a_x REAL NOT NULL, a_y REAL NOT NULL,"
    " b_x REAL NOT NULL, b_y REAL NOT NULL, corner_x REAL NOT NULL, corner_y REAL NOT NULL,"
    " turn INTEGER NOT NULL, PRIMARY KEY(frame, coherent_group, piece)) WITHOUT ROWID;"
    "CREATE TABLE wend_stuck(frame INTEGER NOT NULL, id INTEGER NOT NULL,"
    " stuck INTEGER NOT NULL, blocked_by TEXT, blocker INTEGER);"
    "CREATE TABLE wend_gates(frame INTEGER NOT NULL, gate INTEGER NOT NULL,"
    " direction INTEGER NOT NULL, closing INTEGER NOT NULL, a1_x REAL NOT NULL,"
    " a1_y REAL NOT NULL, b1_x REAL NOT NULL, b1_y REAL NOT NULL, out1_x REAL NOT NULL,"
    " out1_y REAL NOT NULL, a2_x REAL NOT NULL, a2_y REAL NOT NULL, b2_x REAL NOT NULL,"
    " b2_y REAL NOT NULL, out2_x REAL NOT NULL, out2_y REAL NOT NULL,"
    " PRIMARY KEY(frame, gate)) WITHOUT ROWID;"
    "CREATE TABLE wend_gate_axes(frame INTEGER NOT NULL, gate INTEGER NOT NULL,"
    " point INTEGER NOT NULL, x REAL NOT NULL, y REAL NOT NULL,"
    " PRIMARY KEY(frame, gate, point)) WITHOUT ROWID;"
    "CREATE TABLE wend_floors(frame INTEGER PRIMARY KEY, geometry_hash INTEGER NOT NULL);"
    "CREATE TABLE wend_geometry(hash INTEGER PRIMARY KEY, wkt TEXT NOT NULL);";

typedef enum statement {
    PUT_ROWS,
    PUT_FRAME,
    PUT_META,
    PUT_GEOMETRY,
    PUT_OWN_GEOMETRY,
    PUT_FLOOR,
    PUT_RUN,
    PUT_AREA,
    PUT_AGENT,
    PUT_DOOR,
    PUT_MOVER,
    PUT_AIM,
    PUT_MEMBER,
    PUT_SHAPE,
    PUT_STUCK,
    PUT_GATE,
    PUT_GATE_AXIS,
    SET_GONE,
    STATEMENTS
} statement;

static const char *const statements[] = {
    [PUT_ROWS] = "INSERT INTO trajectory_data SELECT * FROM wend_rows",
    [PUT_FRAME] = "INSERT INTO frame_data VALUES(?,?)",
    [PUT_META] = "INSERT INTO metadata VALUES(?,?)",
    [PUT_GEOMETRY] = "INSERT OR IGNORE INTO geometry VALUES(?,?)",
    [PUT_OWN_GEOMETRY] = "INSERT OR IGNORE INTO wend_geometry VALUES(?,?)",
    [PUT_FLOOR] = "INSERT INTO wend_floors VALUES(?,?)",
    [PUT_RUN] = "INSERT OR REPLACE INTO wend_run VALUES(?,?)",
    [PUT_AREA] = "INSERT OR IGNORE INTO wend_areas VALUES(?,?,?)",
    [PUT_AGENT] = "INSERT INTO wend_agents VALUES(?,nullif(?,-1),?,NULL,0,?,?,?,?,?,?,?,?,?,?)",
    [PUT_DOOR] = "INSERT INTO wend_doors VALUES(?,?,?)",
    [PUT_MOVER] = "INSERT INTO wend_movers VALUES(?,?,?,?)",
    [PUT_AIM] = "INSERT INTO wend_aims VALUES(?,?,?,?)",
    [PUT_MEMBER] = "INSERT INTO wend_members VALUES(?,?)",
    [PUT_SHAPE] = "INSERT INTO wend_shapes VALUES(?,?,?,?,?,?,?,?,?,?,?)",
    [PUT_STUCK] = "INSERT INTO wend_stuck VALUES(?,?,?,?,nullif(?,-1))",
    [PUT_GATE] = "INSERT INTO wend_gates VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [PUT_GATE_AXIS] = "INSERT INTO wend_gate_axes VALUES(?,?,?,?,?)",
    [SET_GONE] = "UPDATE wend_agents SET gone=?2, arrived=?3, goal=ifnull(?4, goal) WHERE id=?1",
};

struct database {
    sqlite3 *db;
    const record_about *about;
    floors *floors;
    sqlite3_stmt *made[STATEMENTS];
    row_table rows;    ///< for PUT_ROWS
    bool *shut;        ///< [scene.door_count] in the last frame
    wend_vec2 *movers; ///< [scene.mover_count] in the last frame
    floor_state floor; ///< in the last frame
    shape_changes shapes;
    uint64_t frames, committed, uncommitted;
    bool in_transaction, failed;
    char problem[300];
};

// ---- statements ---------------------------------------------------------------------------------

/// Keeps the reason of the failure, and rolls back what is not committed.
static bool fail(database *d, const char *why)
{
    if (!d->failed)
        snprintf(d->problem, sizeof d->problem, "%s", why);
    d->failed = true;
    if (d->in_transaction)
        sqlite3_exec(d->db, "ROLLBACK", NULL, NULL, NULL); // if this fails, the next open does it
    d->in_transaction = false;
    return false;
}

static bool fail_sqlite(database *d)
{
    char why[DATABASE_FILE_WHY];
    return fail(d, database_file_why(d->db, why));
}

static bool execute(database *d, const char *sql)
{
    return sqlite3_exec(d->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail_sqlite(d);
}

static bool step(database *d, sqlite3_stmt *made)
{
    int result = sqlite3_step(made);
    return (sqlite3_reset(made) == SQLITE_OK && result == SQLITE_DONE) || fail_sqlite(d);
}

/// Runs a statement. One letter of types for each value: i an int64_t, d a double (NAN is NULL), s
/// a string or NULL, which need not live longer than the call.
static bool put(database *d, statement which, const char *types, ...)
{
    sqlite3_stmt *made = d->made[which];
    va_list values;
    va_start(values, types);
    bool good = true;
    for (int i = 0; types[i] && good; ++i) {
        int result;
        if (types[i] == 'i')
            result = sqlite3_bind_int64(made, i + 1, va_arg(values, int64_t));
        else if (types[i] == 'd')
            result = sqlite3_bind_double(made, i + 1, va_arg(values, double));
        else
            result =
                sqlite3_bind_text(made, i + 1, va_arg(values, const char *), -1, SQLITE_STATIC);
        good = result == SQLITE_OK;
    }
    va_end(values);
    return good ? step(d, made) : fail_sqlite(d);
}

static bool put_number(database *d, statement which, const char *key, double value)
{
    char number[NUMBER_TEXT_SIZE];
    return put(d, which, "ss", key, number_text(value, number));
}

static bool prepare(database *d)
{
    if (row_table_connect(d->db, &d->rows) != SQLITE_OK)
        return fail_sqlite(d);
    for (int i = 0; i < STATEMENTS; ++i)
        if (sqlite3_prepare_v3(d->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &d->made[i],
                               NULL) != SQLITE_OK)
            return fail_sqlite(d);
    return true;
}

// ---- before the first frame ---------------------------------------------------------------------

static bool put_metadata(database *d)
{
    wend_box box = floors_box(d->floors);
    return put(d, PUT_META, "ss", "version", "2") &&
           put_number(d, PUT_META, "fps", d->about->fps) &&
           put_number(d, PUT_META, "xmin", box.min.x) &&
           put_number(d, PUT_META, "xmax", box.max.x) &&
           put_number(d, PUT_META, "ymin", box.min.y) && put_number(d, PUT_META, "ymax", box.max.y);
}

/// The scene as JSON. NULL: out of memory.
static char *scene_text(const scene *s)
{
    char *words = NULL;
    size_t size;
    FILE *out = open_memstream(&words, &size);
    bool good = out && scene_write_json(s, out);
    if (out)
        good = fclose(out) == 0 && good;
    if (good)
        return words;
    free(words);
    return NULL;
}

static bool put_plane(database *d)
{
    const geographic *plane = &d->about->s->plane;
    const double numbers[] = {plane->centre.x, plane->centre.y, plane->x_factor, plane->y_factor};
    char number[NUMBER_TEXT_SIZE], list[4 * NUMBER_TEXT_SIZE];
    int used = 0;
    if (plane->x_factor == 0)
        return true;
    for (int i = 0; i < 4; ++i)
        used += snprintf(list + used, sizeof list - (size_t)used, "%s%s", i ? ", " : "[",
                         number_text(numbers[i], number));
    snprintf(list + used, sizeof list - (size_t)used, "]");
    return put(d, PUT_RUN, "ss", "plane", list);
}

static bool put_about(database *d)
{
    const record_about *about = d->about;
    char seed[24];
    char *words = scene_text(about->s);
    if (!words)
        return fail(d, "out of memory");
    snprintf(seed, sizeof seed, "%" PRIu64, about->seed);
    bool good = put(d, PUT_RUN, "ss", "wend", "1") && put(d, PUT_RUN, "ss", "scene", words) &&
                put(d, PUT_RUN, "ss", "file", about->file ? about->file : "") &&
                put(d, PUT_RUN, "ss", "whole", "0") && put(d, PUT_RUN, "ss", "seed", seed) &&
                put_number(d, PUT_RUN, "step", about->step) &&
                put_number(d, PUT_RUN, "seconds", about->seconds) &&
                put_number(d, PUT_RUN, "flipped", about->s->flipped) && put_plane(d);
    free(words);
    return good && (!about->options || put(d, PUT_RUN, "ss", "options", about->options));
}

static bool put_areas(database *d)
{
    const scene *s = d->about->s;
    for (uint32_t i = 0; i < s->area_count; ++i) {
        const scene_area *area = &s->areas[i];
        char *words = floors_shape_text(s, &area->shape);
        bool good = words ? put(d, PUT_AREA, "sss", area->name, area->role, words)
                          : fail(d, "out of memory");
        free(words);
        if (!good)
            return false;
    }
    return true;
}

static bool begin(database *d)
{
    if (!d->in_transaction)
        d->in_transaction = execute(d, "BEGIN IMMEDIATE");
    return d->in_transaction;
}

static bool fill(database *d, const char *path, problem_list *problems)
{
    const scene *s = d->about->s;
    d->shut = calloc((size_t)s->door_count + 1, sizeof *d->shut);
    d->movers = calloc((size_t)s->mover_count + 1, sizeof *d->movers);
    if (!d->shut || !d->movers)
        return problem_no_memory(problems);
    d->floors = floors_open(s, problems);
    if (!d->floors)
        return false;
    d->db = database_file_create(path, problems);
    if (!d->db)
        return false;
    sqlite3_busy_timeout(d->db, PATIENCE);
    return (execute(d, settings) && begin(d) && execute(d, schema) && prepare(d) &&
            put_metadata(d) && put_about(d) && put_areas(d) && database_commit(d)) ||
           problem_add(problems, "cannot be written: %s", d->problem);
}

database *database_create(const char *path, const record_about *about, problem_list *problems)
{
    database *d = calloc(1, sizeof *d);
    if (!d) {
        problem_no_memory(problems);
        return NULL;
    }
    d->about = about;
    if (fill(d, path, problems))
        return d;
    database_close(d);
    return NULL;
}

void database_close(database *d)
{
    if (!d)
        return;
    for (int i = 0; i < STATEMENTS; ++i)
        sqlite3_finalize(d->made[i]);
    sqlite3_close(d->db); // takes back what is not committed
    floors_close(d->floors);
    free(d->shut);
    free(d->movers);
    shape_changes_free(&d->shapes);
    free(d);
}

// ---- frames -------------------------------------------------------------------------------------

static bool put_rows(database *d, const record_frame *frame)
{
    d->rows = (row_table){(int64_t)frame->number, frame->rows, frame->row_count};
    return step(d, d->made[PUT_ROWS]);
}

static bool put_aims(database *d, const record_frame *frame)
{
    bool good = true;
    for (uint32_t i = 0; frame->aims && i < frame->row_count && good; ++i)
        if (!isnan(frame->aims[i].x))
            good = put(d, PUT_AIM, "iidd", (int64_t)frame->number, (int64_t)frame->rows[i].number,
                       frame->aims[i].x, frame->aims[i].y);
    return good;
}

static bool put_stuck(database *d, const record_frame *frame)
{
    bool good = true;
    for (uint32_t i = 0; i < frame->stuck_count && good; ++i) {
        const record_stuck *s = &frame->stuck[i];
        bool has_number = s->stuck && s->blocker.kind != WEND_BLOCKER_NONE &&
                          s->blocker.kind != WEND_BLOCKER_WALL;
        good = put(d, PUT_STUCK, "iiisi", (int64_t)frame->number, (int64_t)s->number,
                   (int64_t)s->stuck, s->stuck ? wend_blocker_name(s->blocker.kind) : NULL,
                   has_number ? (int64_t)s->blocker.number : -1);
    }
    return good;
}

static bool put_gates(database *d, const record_frame *frame)
{
    bool good = true;
    for (uint32_t i = 0; i < frame->gate_count && good; ++i) {
        const record_gate *g = &frame->gates[i];
        const record_mouth *m = &g->mouths[0], *n = &g->mouths[1];
        good = put(d, PUT_GATE, "iiiidddddddddddd", (int64_t)frame->number, (int64_t)g->number,
                   (int64_t)g->direction, (int64_t)g->closing, m->a.x, m->a.y, m->b.x, m->b.y,
                   m->out.x, m->out.y, n->a.x, n->a.y, n->b.x, n->b.y, n->out.x, n->out.y);
        for (uint32_t k = 0; k < g->axis_count && good; ++k)
            good = put(d, PUT_GATE_AXIS, "iiidd", (int64_t)frame->number, (int64_t)g->number,
                       (int64_t)k, g->axis[k].x, g->axis[k].y);
    }
    return good;
}

static bool put_agents(database *d, const record_frame *frame)
{
    for (uint32_t i = 0; i < frame->came_count; ++i) {
        const record_agent *a = &frame->came[i];
        int64_t entry = a->entry == UINT32_MAX ? -1 : (int64_t)a->entry;
        if (!put(d, PUT_AGENT, "iiddddsddssss", (int64_t)a->number, entry, a->came, a->radius,
                 a->speed, a->premovement_time, a->goal, a->aim.x, a->aim.y, a->group, a->role,
                 a->planner, a->motion) ||
            (a->coherent > 0 &&
             !put(d, PUT_MEMBER, "ii", (int64_t)a->number, (int64_t)a->coherent - 1)))
            return false;
    }
    return true;
}

static bool put_leavings(database *d, const record_leaving *left, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (!put(d, SET_GONE, "idis", (int64_t)left[i].number, left[i].time,
                 (int64_t)left[i].arrived, left[i].goal))
            return false;
    return true;
}

static bool put_things(database *d, const record_frame *frame)
{
    const scene *s = d->about->s;
    bool first = frame->number == 0, good = true;
    int64_t number = (int64_t)frame->number;
    for (uint32_t i = 0; i < s->door_count && good; ++i) {
        if (first || frame->shut[i] != d->shut[i])
            good = put(d, PUT_DOOR, "iii", number, (int64_t)i, (int64_t)frame->shut[i]);
        d->shut[i] = frame->shut[i];
    }
    for (uint32_t i = 0; i < s->mover_count && good; ++i) {
        wend_vec2 at = frame->movers[i];
        if (first || at.x != d->movers[i].x || at.y != d->movers[i].y)
            good = put(d, PUT_MOVER, "iidd", number, (int64_t)i, at.x, at.y);
        d->movers[i] = at;
    }
    return good;
}

/// The shapes that are other ones than in the frame before, piece by piece; a group that has gone
/// has one of width 0.
static bool put_shapes(database *d, const record_frame *frame)
{
    if (!shape_changes_find(&d->shapes, frame))
        return fail(d, "out of memory");
    bool good = true;
    for (size_t i = 0; i < d->shapes.changed.count; ++i) {
        const record_shape *s = &d->shapes.changed.data[i];
        const int64_t number = (int64_t)frame->number, group = s->group;
        for (uint32_t k = 0; good && k < wend_group_shape_pieces(&s->shape); ++k) {
            const wend_path_piece *p = wend_group_shape_piece(&s->shape, k);
            const wend_vec2 corner = p->turn != 0 ? p->corner : (wend_vec2){0, 0};
            good = put(d, PUT_SHAPE, "iiidddddddi", number, group, (int64_t)k, s->shape.width,
                       p->a.x, p->a.y, p->b.x, p->b.y, corner.x, corner.y, (int64_t)p->turn);
        }
        if (good && s->shape.count == 0)
            good = put(d, PUT_SHAPE, "iiidddddddi", number, group, (int64_t)0, 0.0, 0.0, 0.0, 0.0,
                       0.0, 0.0, 0.0, (int64_t)0);
    }
    return good;
}

/// The state of the floor, if it is another one than in the frame before; and the frame.
static bool put_floor(database *d, const record_frame *frame)
{
    floor_state now;
    if (!floors_find(d->floors, frame->shut, &now))
        return fail(d, "out of memory");
    bool good = true;
    if (now.shown != d->floor.shown)
        good = put(d, PUT_GEOMETRY, "is", now.shown->hash, now.shown->wkt);
    if (good && now.truth != d->floor.truth) {
        if (now.truth != now.shown)
            good = put(d, PUT_OWN_GEOMETRY, "is", now.truth->hash, now.truth->wkt);
        good = good && put(d, PUT_FLOOR, "ii", (int64_t)frame->number, now.truth->hash);
    }
    d->floor = now;
    return good && put(d, PUT_FRAME, "ii", (int64_t)frame->number, now.shown->hash);
}

bool database_frame(database *d, const record_frame *frame)
{
    if (d->failed || !begin(d) || !put_rows(d, frame) || !put_aims(d, frame) ||
        !put_agents(d, frame) || !put_stuck(d, frame) || !put_gates(d, frame) ||
        !put_leavings(d, frame->left, frame->left_count) || !put_things(d, frame) ||
        !put_shapes(d, frame) || !put_floor(d, frame))
        return false;
    d->uncommitted += (uint64_t)frame->row_count + 1;
    d->frames = frame->number + 1;
    return true;
}

/// Ends the transaction.
static bool commit(database *d)
{
    if (d->failed)
        return false;
    if (!d->in_transaction)
        return true;
    if (!execute(d, "COMMIT"))
        return false;
    d->in_transaction = false;
    d->committed = d->frames;
    d->uncommitted = 0;
    return true;
}

bool database_commit(database *d)
{
    // The next transaction begins at once: its lock says that the file is being written.
    return commit(d) && begin(d);
}

// ---- after the last -----------------------------------------------------------------------------

bool database_end(database *d, const record_end *end)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, end->hash);
    // Only now, so that one wait for the disk is enough; it cannot be changed in a transaction.
    return commit(d) && execute(d, "PRAGMA synchronous = NORMAL") && begin(d) &&
           put_leavings(d, end->left, end->left_count) &&
           put_number(d, PUT_RUN, "time", end->time) && put(d, PUT_RUN, "ss", "hash", hash) &&
           (!end->summary || put(d, PUT_RUN, "ss", "summary", end->summary)) &&
           put(d, PUT_RUN, "ss", "whole", end->whole ? "1" : "0") && commit(d);
}

const char *database_problem(const database *d)
{
    return d->problem;
}

uint64_t database_frames(const database *d)
{
    return d->committed;
}

uint64_t database_uncommitted(const database *d)
{
    return d->uncommitted;
}
