// SPDX-License-Identifier: MIT
// First line of a replay: a JSON object with everything except the rows and the layers. Positions
// are whole numbers of the fine grid. Agents are stored in columns, which compress better than a
// list of objects.
#include "replay/parts.h"

#include "base/export_text.h"
#include "record/gate_changes.h"
#include "scene/draw/draw.h"
#include "scene/frames.h"
#include "wend/geometry.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/// Margin drawn around a floor without bounds: a fraction of its size, plus a constant. It affects
/// the picture only; the floor itself has SCENE_OPEN_MARGIN. [Units: m]
#define MARGIN_PART  0.05
#define LEAST_MARGIN 1.0

static void write_number(FILE *out, double value)
{
    if (isfinite(value))
        export_number(out, value);
    else
        fputs("null", out);
}

static void write_pair(FILE *out, const char *key, double a, double b)
{
    fprintf(out, ",\"%s\":[", key);
    write_number(out, a);
    putc(',', out);
    write_number(out, b);
    putc(']', out);
}

static void write_text(FILE *out, const char *key, const char *value)
{
    fprintf(out, ",\"%s\":", key);
    export_string(out, value ? value : "");
}

// ---- shapes -------------------------------------------------------------------------------------

/// x and y of each point in sequence. own [opt]: the scene whose frame they are in.
static void write_points(const replay_about *about, FILE *out, const scene *own,
                         const wend_vec2 *points, uint32_t count)
{
    putc('[', out);
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 p = own ? frames_to_metres(own, points[i]) : points[i];
        replay_knot k = replay_knot_at(&about->fine, 0, p);
        fprintf(out, "%s%" PRId32 ",%" PRId32, i > 0 ? "," : "", k.x, k.y);
    }
    putc(']', out);
}

/// Rings of the bounds and of all obstacles with an area: inside by the even-odd rule is free.
static void write_rings(const replay_about *about, FILE *out, const scene *own, const scene *floor)
{
    if (floor->bounds) {
        write_points(about, out, own, floor->bounds, floor->bounds_count);
    } else {
        wend_box b = about->box;
        double width = b.max.x - b.min.x, height = b.max.y - b.min.y;
        double margin = MARGIN_PART * fmax(width, height) + LEAST_MARGIN;
        wend_vec2 low = {b.min.x - margin, b.min.y - margin};
        wend_vec2 high = {b.max.x + margin, b.max.y + margin};
        const wend_vec2 frame[] = {low, {high.x, low.y}, high, {low.x, high.y}};
        write_points(about, out, NULL, frame, 4);
    }
    for (uint32_t i = 0; i < floor->obstacle_count; ++i) {
        const scene_shape *shape = &floor->obstacles[i].shape;
        uint32_t start = 0;
        for (uint32_t k = 0; shape->point_count > 2 && k < shape->ring_count; ++k) {
            putc(',', out);
            write_points(about, out, own, shape->points + start, shape->ring_ends[k] - start);
            start = shape->ring_ends[k];
        }
    }
}

static void write_floor(const replay_about *about, FILE *out, const scene *own, const scene *floor)
{
    fputs("{\"rings\":[", out);
    write_rings(about, out, own, floor);
    fputs("],\"lines\":[", out);
    bool first = true;
    for (uint32_t i = 0; i < floor->obstacle_count; ++i) {
        const scene_shape *shape = &floor->obstacles[i].shape;
        if (shape->point_count == 0 || shape->point_count > 2)
            continue;
        if (!first)
            putc(',', out);
        first = false;
        write_points(about, out, own, shape->points, shape->point_count);
    }
    fputs("]}", out);
}

/// A wend recording has its scene, whose doors the page draws; others have one floor per state.
static void write_floors(const replay_about *about, FILE *out)
{
    const recording *r = about->r;
    fputs(",\"floors\":[", out);
    if (r->s)
        write_floor(about, out, r->s, r->s);
    for (uint32_t i = 0; !r->s && i < r->floor_count; ++i) {
        if (i > 0)
            putc(',', out);
        write_floor(about, out, NULL, r->floors[i].floor);
    }
    fputs("],\"floor_changes\":[0,0", out);
    for (uint32_t f = 0; !r->s && r->frame_floor && f < r->frame_count; ++f) {
        uint32_t before = f > 0 ? r->frame_floor[f - 1] : 0;
        if (r->frame_floor[f] != before)
            fprintf(out, ",%" PRIu32 ",%" PRIu32, f, r->frame_floor[f]);
    }
    putc(']', out);
}

/// Writes `{"name":"gate","ring":[...]`, to be closed by the caller; the outer ring suffices.
static void start_shape(const replay_about *about, FILE *out, uint32_t number, const char *name,
                        const scene_shape *shape)
{
    fputs(number > 0 ? ",{\"name\":" : "{\"name\":", out);
    export_string(out, name ? name : "");
    fputs(",\"ring\":", out);
    uint32_t count = shape->ring_count > 0 ? shape->ring_ends[0] : 0;
    write_points(about, out, about->r->s, shape->points, count);
}

static void write_areas(const replay_about *about, FILE *out)
{
    const scene *s = about->r->s;
    fputs(",\"areas\":[", out);
    for (uint32_t i = 0; s && i < s->area_count; ++i) {
        start_shape(about, out, i, s->areas[i].name, &s->areas[i].shape);
        putc('}', out);
    }
    putc(']', out);
}

/// Named goals with their keyframes.
static void write_goals(const replay_about *about, FILE *out)
{
    const scene *s = about->r->s;
    fputs(",\"goals\":[", out);
    for (uint32_t i = 0; s && i < s->goal_count; ++i) {
        const scene_goal_place *goal = &s->goals[i];
        fputs(i > 0 ? ",{\"name\":" : "{\"name\":", out);
        export_string(out, goal->name);
        fputs(",\"gone\":", out);
        write_number(out, goal->def.end);
        fputs(",\"period\":", out);
        write_number(out, goal->def.period);
        fputs(",\"times\":[", out);
        for (uint32_t k = 0; k < goal->def.frame_count; ++k) {
            if (k > 0)
                putc(',', out);
            write_number(out, goal->def.frames[k].time);
        }
        fputs("],\"places\":[", out);
        for (uint32_t k = 0; k < goal->def.frame_count; ++k) {
            if (k > 0)
                putc(',', out);
            const wend_vec2 ends[] = {goal->def.frames[k].a, goal->def.frames[k].b};
            write_points(about, out, s, ends, 2);
        }
        fputs("]}", out);
    }
    putc(']', out);
}

/// Resource at the start of the run: circles, and their density relative to the maximum.
static void write_patches(const replay_about *about, FILE *out)
{
    const scene *s = about->r->s;
    double most = 0;
    uint32_t written = 0;
    for (uint32_t i = 0; s && i < s->resource_count; ++i)
        for (uint32_t k = 0; k < s->resources[i].def.patch_count; ++k)
            most = fmax(most, scene_patch_density(&s->resources[i].def.patches[k]));
    fputs(",\"patches\":[", out);
    for (uint32_t i = 0; s && i < s->resource_count; ++i)
        for (uint32_t k = 0; k < s->resources[i].def.patch_count; ++k) {
            const wend_patch *patch = &s->resources[i].def.patches[k];
            replay_knot at = replay_knot_at(&about->fine, 0, frames_to_metres(s, patch->position));
            double share = most > 0 ? scene_patch_density(patch) / most : 0;
            fprintf(out, "%s%" PRId32 ",%" PRId32 ",%.0f,%.0f", written++ > 0 ? "," : "", at.x,
                    at.y, patch->radius / about->fine.unit, 100 * share);
        }
    putc(']', out);
}

static void write_doors(const replay_about *about, FILE *out)
{
    const recording *r = about->r;
    uint32_t count = r->s && r->shut ? r->s->door_count : 0;
    fputs(",\"doors\":[", out);
    for (uint32_t i = 0; i < count; ++i) {
        start_shape(about, out, i, r->s->doors[i].body.name, &r->s->doors[i].body.shape);
        fputs(",\"changes\":[", out); // open before the first
        bool before = false, first = true;
        for (uint32_t f = 0; f < r->frame_count; ++f) {
            bool shut = r->shut[(size_t)f * count + i] != 0;
            if (shut != before)
                fprintf(out, "%s%" PRIu32, first ? "" : ",", f);
            first = first && shut == before;
            before = shut;
        }
        fputs("]}", out);
    }
    putc(']', out);
}

/// Maximum number of changes of gates; a gate that comes after that many is left out.
enum { MOST_GATE_CHANGES = 20000 };

/// Starts a gate with its mouths: both ends and a point outside of the first, then of the second;
/// and with the bends of its axis from the first to the second.
static void start_gate(const replay_about *about, FILE *out, const record_gate *gate, bool first)
{
    const record_mouth *m = &gate->mouths[0], *n = &gate->mouths[1];
    const wend_vec2 points[] = {m->a, m->b, m->out, n->a, n->b, n->out};
    fputs(first ? "{\"mouths\":" : ",{\"mouths\":", out);
    write_points(about, out, NULL, points, 6);
    if (gate->axis_count > 0) {
        fputs(",\"axis\":", out);
        write_points(about, out, NULL, gate->axis, gate->axis_count);
    }
    fputs(",\"changes\":[", out);
}

/// A gate that gets other mouths is another one from then on. Changes are three numbers each:
/// frame, direction, and whether it is closing.
static void write_gates(const replay_about *about, FILE *out)
{
    const recording *r = about->r;
    const recorded_gate *last = NULL;
    fputs(",\"gates\":[", out);
    for (uint32_t i = 0; i < r->gate_count; ++i) {
        const recorded_gate *now = &r->gates[i];
        bool same_number = last && last->state.number == now->state.number;
        bool same = same_number && record_gate_has_mouths_of(&last->state, &now->state);
        if (!same && i >= MOST_GATE_CHANGES)
            break;
        if (same_number && !same)
            fprintf(out, ",%" PRIu32 ",0,0", now->frame);
        if (last && !same)
            fputs("]}", out);
        if (!same)
            start_gate(about, out, &now->state, !last);
        fprintf(out, "%s%" PRIu32 ",%" PRIu32 ",%d", same ? "," : "", now->frame,
                now->state.direction, (int)now->state.closing);
        last = now;
    }
    fputs(last ? "]}]" : "]", out);
}

/// Trajectory of a moving obstacle as knots: frame, x, y of each, in the scene's frame with y up.
static void write_knots(const replay_about *about, FILE *out, uint32_t mover, wend_vec2 *way,
                        replay_knot *knots)
{
    const recording *r = about->r;
    const replay_grid grid = {.unit = about->fine.unit};
    size_t found = 0;
    for (uint32_t f = 0; f < r->frame_count; ++f)
        way[f] = r->movers[(size_t)f * r->s->mover_count + mover];
    if (r->frame_count > 0) {
        knots[0] = replay_knot_at(&grid, 0, way[0]);
        found = 1 + replay_fit(&grid, way, r->frame_count, knots[0], knots + 1);
    }
    fputs(",\"knots\":[", out);
    for (size_t i = 0; i < found; ++i)
        fprintf(out, "%s%" PRIu32 ",%" PRId32 ",%" PRId32, i > 0 ? "," : "", knots[i].frame,
                knots[i].x, knots[i].y);
    fputs("]}", out);
}

static bool write_movers(const replay_about *about, FILE *out)
{
    const recording *r = about->r;
    uint32_t count = r->s && r->movers ? r->s->mover_count : 0;
    wend_vec2 *way = calloc((size_t)r->frame_count + 1, sizeof *way);
    replay_knot *knots = calloc((size_t)r->frame_count + 1, sizeof *knots);
    bool good = way && knots;
    fputs(",\"movers\":[", out);
    for (uint32_t i = 0; good && i < count; ++i) {
        const scene_obstacle *body = &r->s->movers[i].body;
        start_shape(about, out, i, body->name, &body->shape);
        write_knots(about, out, i, way, knots);
    }
    putc(']', out);
    free(way);
    free(knots);
    return good;
}

// ---- agents -------------------------------------------------------------------------------------

/// Maximum number of times in which an agent is stuck; later ones are left out.
enum { MOST_STUCK = 20000 };

/// Five numbers each: agent, first and last frame, kind of blocker, and its number (-1: none).
static void write_stuck(const replay_about *about, FILE *out)
{
    const recording *r = about->r;
    fputs(",\"blockers\":[", out);
    for (int kind = 0; kind < TRACKER_BLOCKERS; ++kind)
        fprintf(out, "%s\"%s\"", kind > 0 ? "," : "", wend_blocker_name((wend_blocker_kind)kind));
    fputs("],\"stuck\":[", out);
    for (uint32_t i = 0; i < r->stuck_count && i < MOST_STUCK; ++i) {
        const recorded_stuck *s = &r->stuck[i];
        int64_t blocker = s->blocker == UINT32_MAX ? -1 : (int64_t)s->blocker;
        fprintf(out, "%s%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%d,%" PRId64, i > 0 ? "," : "",
                s->agent, s->begin, s->end, (int)s->by, blocker);
    }
    putc(']', out);
}

/// A column of the agents.
typedef struct column {
    const char *name;
    void (*write)(const replay_about *about, FILE *out, const recorded_agent *a);
} column;

// Ids may exceed JavaScript's integers.
static void write_id(const replay_about *about, FILE *out, const recorded_agent *a)
{
    (void)about;
    fprintf(out, a->id < (uint64_t)1 << 53 ? "%" PRIu64 : "\"%" PRIu64 "\"", a->id);
}

static void write_first(const replay_about *about, FILE *out, const recorded_agent *a)
{
    fprintf(out, "%" PRIu32, a->count > 0 ? about->r->frames[a->first] : 0);
}

// An agent that appeared and left between two frames has its last frame before its first.
static void write_last(const replay_about *about, FILE *out, const recorded_agent *a)
{
    int64_t last = a->count > 0 ? (int64_t)about->r->frames[a->first + a->count - 1] : -1;
    fprintf(out, "%" PRId64, last);
}

static void write_aim(const replay_about *about, FILE *out, const recorded_agent *a)
{
    wend_vec2 p = replay_place(&about->fine, a->aim);
    bool known = isfinite(p.x) && isfinite(p.y);
    if (!known) {
        fputs("null", out);
        return;
    }
    const double hundredth = 0.01;
    putc('[', out);
    export_number(out, round(p.x / hundredth) * hundredth);
    putc(',', out);
    export_number(out, round(p.y / hundredth) * hundredth);
    putc(']', out);
}

#define NUMBER_COLUMN(field)                                                                       \
    static void write_##field(const replay_about *about, FILE *out, const recorded_agent *a)       \
    {                                                                                              \
        (void)about;                                                                               \
        write_number(out, a->field);                                                               \
    }
NUMBER_COLUMN(radius)
NUMBER_COLUMN(speed)
NUMBER_COLUMN(premovement_time)
NUMBER_COLUMN(came)
NUMBER_COLUMN(left)
NUMBER_COLUMN(arrived)
NUMBER_COLUMN(goal)
NUMBER_COLUMN(group)
NUMBER_COLUMN(role)
NUMBER_COLUMN(planner)
NUMBER_COLUMN(motion)

static const column columns[] = {
    {"id", write_id},         {"first", write_first},   {"last", write_last},
    {"radius", write_radius}, {"speed", write_speed},   {"reaction", write_premovement_time},
    {"came", write_came},     {"left", write_left},     {"arrived", write_arrived},
    {"goal", write_goal},     {"group", write_group},   {"role", write_role},
    {"guide", write_planner}, {"motion", write_motion}, {"aim", write_aim},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static void write_agents(const replay_about *about, FILE *out)
{
    const recording *r = about->r;
    fputs(",\"names\":[\"\"", out);
    for (uint32_t i = 1; i < r->name_count; ++i) {
        putc(',', out);
        export_string(out, r->names[i]);
    }
    fputs("],\"agents\":{", out);
    for (int c = 0; c < COLUMNS; ++c) {
        fprintf(out, "%s\"%s\":[", c > 0 ? "," : "", columns[c].name);
        for (uint32_t i = 0; i < r->agent_count; ++i) {
            if (i > 0)
                putc(',', out);
            columns[c].write(about, out, &r->agents[i]);
        }
        putc(']', out);
    }
    putc('}', out);
}

static void write_counts(const replay_about *about, FILE *out)
{
    const recording *r = about->r;
    fputs(",\"counts\":[", out);
    for (uint32_t f = 0; f < r->frame_count; ++f)
        fprintf(out, "%s%zu", f > 0 ? "," : "", r->frame_starts[f + 1] - r->frame_starts[f]);
    putc(']', out);
}

// ---- the object ---------------------------------------------------------------------------------

static void write_moments(const replay_moments *moments, FILE *out)
{
    if (moments->count == 0)
        return;
    fprintf(out, ",\"moments\":{\"every\":%" PRIu32 ",\"count\":%" PRIu32, moments->every,
            moments->count);
    fprintf(out, ",\"group\":%" PRIu32 ",\"goals\":%s,\"unit\":", moments->group,
            moments->goals ? "true" : "false");
    write_number(out, moments->grid.unit);
    putc('}', out);
}

static void write_head(const replay_about *about, FILE *out)
{
    const recording *r = about->r;
    const char *title = about->options->title;
    if (!title && r->s)
        title = r->s->name;
    fprintf(out, "{\"wend_replay\":1,\"frames\":%" PRIu32 ",\"rows\":%zu", r->frame_count,
            r->row_count);
    fprintf(out, ",\"chunk_frames\":%" PRIu32 ",\"chunks\":%" PRIu32, about->chunk_frames,
            about->chunks);
    write_text(out, "title", title);
    write_text(out, "source", r->source);
    fprintf(out, ",\"whole\":%s,\"mirrored\":%s", r->whole || !r->s ? "true" : "false",
            about->grid.mirrored ? "true" : "false");
    fputs(",\"fps\":", out);
    write_number(out, r->fps);
    fputs(",\"unit\":", out);
    write_number(out, about->grid.unit);
    fputs(",\"fine\":", out);
    write_number(out, about->fine.unit);
    write_pair(out, "origin", about->grid.origin.x, about->grid.origin.y);
    wend_vec2 corners[] = {replay_place(&about->fine, about->box.min),
                           replay_place(&about->fine, about->box.max)};
    wend_box box = wend_box_of(corners, 2);
    write_pair(out, "low", box.min.x, box.min.y);
    write_pair(out, "high", box.max.x, box.max.y);
    fputs(",\"layers\":[", out);
    for (uint32_t i = 0; i < about->layer_count; ++i)
        fprintf(out, "%s\"%s\"", i > 0 ? "," : "", about->layers[i]);
    putc(']', out);
    write_moments(about->moments, out);
    write_text(out, "summary", r->summary); // as text: its content is not trusted
}

bool replay_write_about(const replay_about *about, FILE *out)
{
    write_head(about, out);
    write_floors(about, out);
    write_areas(about, out);
    write_goals(about, out);
    write_patches(about, out);
    write_doors(about, out);
    bool good = write_movers(about, out);
    write_agents(about, out);
    write_gates(about, out);
    write_stuck(about, out);
    write_counts(about, out);
    putc('}', out);
    return good && !ferror(out);
}
