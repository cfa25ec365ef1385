// SPDX-License-Identifier: MIT
// What `wend measure` says: the figures as JSON, and as tables for people.
#include "cli/measure_figures.h"

#include "cli/report.h"
#include "cli/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// null if it is not known.
static json_t *real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *whole(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *point(wend_vec2 p)
{
    return json_pack("[f, f]", p.x, p.y);
}

/// Takes the item. False: out of memory, for the item (NULL) or the array.
static bool append(json_t *array, json_t *item)
{
    return json_array_append_new(array, item) == 0;
}

// ---- agents -------------------------------------------------------------------------------------

/// The figures that every agent has one of.
typedef struct figure {
    const char *key, *words;
    size_t offset; ///< of its statistics in measure_agents_summary
} figure;

static const figure figures[] = {
    {"travel", "time on its way [s]", offsetof(measure_agents_summary, travel)},
    {"speed", "speed on its way [m/s]", offsetof(measure_agents_summary, speed)},
    {"length", "length of way [m]", offsetof(measure_agents_summary, length)},
    {"shortest", "shortest way [m]", offsetof(measure_agents_summary, shortest)},
    {"detour", "length / shortest", offsetof(measure_agents_summary, detour)},
    {"waiting", "waiting [s]", offsetof(measure_agents_summary, waiting)},
    {"lost", "time lost, to the shortest way [s]", offsetof(measure_agents_summary, lost)},
    {"slowed", "time lost, on its own way [s]", offsetof(measure_agents_summary, slowed)},
};
enum { FIGURES = sizeof figures / sizeof figures[0] };

static const measure_statistics *statistics_at(const measured *m, int i)
{
    return (const measure_statistics *)((const char *)&m->crowd.summary + figures[i].offset);
}

static json_t *statistics_to_json(const measure_statistics *s)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "count", whole(s->count), "mean",
                     real(s->mean), "deviation", real(s->deviation), "least", real(s->least),
                     "median", real(s->median), "most_95", real(s->most_95), "most", real(s->most));
}

static json_t *evacuation_to_json(const measure_agents_summary *s)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "agents", whole(s->agents), "left",
                     whole(s->left), "arrived", whole(s->arrived), "inside", whole(s->inside),
                     "mean", real(s->left_mean), "most_95", real(s->left_95), "last",
                     real(s->left_last));
}

static json_t *agent_to_json(const recorded_agent *who, const measure_agent *a)
{
    return json_pack("{s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id",
                     whole(who->id), "came", real(a->came), "left", real(a->left), "arrived",
                     (int)who->arrived, "travel", real(a->travel), "set_out", real(a->set_out),
                     "length", real(a->length), "shortest", real(a->shortest), "detour",
                     real(a->detour), "speed", real(a->speed), "waiting", real(a->waiting), "lost",
                     real(a->lost), "slowed", real(a->slowed));
}

/// One row for each agent; NULL: out of memory.
static json_t *each_agent(const measured *m)
{
    json_t *rows = json_array();
    for (uint32_t i = 0; rows && i < m->run.agent_count; ++i)
        if (!append(rows, agent_to_json(&m->run.agents[i], &m->crowd.agents[i]))) {
            json_decref(rows);
            rows = NULL;
        }
    return rows;
}

// ---- lines and areas ----------------------------------------------------------------------------

static double length_of(wend_segment s)
{
    return hypot(s.b.x - s.a.x, s.b.y - s.a.y);
}

static json_t *line_to_json(const measured_line *line)
{
    const measure_flow *f = &line->flow;
    const measure_bursts *b = &line->bursts;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "line",
                     text_to_json(line->name), "from", point(line->line.at.a), "to",
                     point(line->line.at.b), "length", real(length_of(line->line.at)), "crossed",
                     whole(f->count), "first", real(f->first), "last", real(f->last), "flow",
                     real(f->flow), "specific_flow", real(f->specific), "speed", real(f->speed),
                     "burst", real(b->mean), "burst_by_chance", real(b->chance));
}

static json_t *parts_to_json(const recording *r, const measured_line *line)
{
    json_t *rows = json_array();
    for (size_t i = 0; rows && i < line->parts.items.count; ++i) {
        const measure_flow_part *p = &line->parts.items.data[i];
        json_t *row = json_pack("{s:f, s:f, s:o, s:o, s:o}", "from", measure_time(r, p->from), "to",
                                measure_time(r, p->to), "crossed", whole(p->count), "flow",
                                real(p->flow), "speed", real(p->speed));
        if (!append(rows, row)) {
            json_decref(rows);
            rows = NULL;
        }
    }
    return rows;
}

static json_t *crossings_to_json(const recording *r, const measured_line *line)
{
    json_t *rows = json_array();
    for (size_t i = 0; rows && i < line->crossings.items.count; ++i) {
        const measure_crossing *c = &line->crossings.items.data[i];
        json_t *row = json_pack("{s:f, s:o, s:s, s:f}", "time", measure_time(r, c->frame), "id",
                                whole(r->agents[c->agent].id), "to",
                                c->direction == MEASURE_TO_LEFT ? "left" : "right", "at", c->time);
        if (!append(rows, row)) {
            json_decref(rows);
            rows = NULL;
        }
    }
    return rows;
}

static bool add_lines(const measured *m, json_t *object, bool each)
{
    json_t *rows = json_array();
    bool enough = json_object_set_new(object, "lines", rows) == 0;
    for (int i = 0; i < m->line_count && enough; ++i) {
        json_t *row = line_to_json(&m->lines[i]);
        enough = append(rows, row) &&
                 json_object_set_new(row, "parts", parts_to_json(&m->run, &m->lines[i])) == 0;
        if (enough && each)
            enough = json_object_set_new(row, "crossings",
                                         crossings_to_json(&m->run, &m->lines[i])) == 0;
    }
    return enough;
}

static json_t *area_to_json(const measured_area *a)
{
    return json_pack("{s:o, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "area",
                     text_to_json(a->name), "size", a->size, "most", whole(a->most), "density",
                     real(a->density.mean), "density_most", real(a->density.most), "speed",
                     real(a->speed.mean), "frames_with_speed", whole(a->speed.count),
                     "voronoi_density", real(a->voronoi_density.mean), "voronoi_density_most",
                     real(a->voronoi_density.most), "voronoi_speed", real(a->voronoi_speed.mean),
                     "lane_order", real(a->lane_order.mean));
}

static bool add_areas(const measured *m, json_t *object)
{
    json_t *rows = json_array();
    bool enough = json_object_set_new(object, "areas", rows) == 0;
    for (int i = 0; i < m->area_count && enough; ++i)
        enough = append(rows, area_to_json(&m->areas[i]));
    return enough;
}

// ---- the crowd ----------------------------------------------------------------------------------

static json_t *collisions_to_json(const measured *m)
{
    const measure_collisions *c = &m->crowd.collisions;
    if (isnan(c->share))
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o}", "collisions", whole(c->collisions), "share",
                     real(c->share), "most_at_once", whole(c->most), "deepest", real(c->deepest));
}

static json_t *space_to_json(const measured *m)
{
    const measure_space *s = &m->crowd.space;
    if (isnan(s->used))
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o}", "used", real(s->used), "floor", real(s->floor),
                     "share", real(s->share), "cell", real(s->cell));
}

static json_t *groups_to_json(const measured *m)
{
    json_t *rows = json_array();
    for (size_t i = 0; rows && i < m->crowd.groups.items.count; ++i) {
        const measure_group *g = &m->crowd.groups.items.data[i];
        json_t *row =
            json_pack("{s:o, s:o, s:o, s:o, s:o}", "group", text_to_json(m->run.names[g->name]),
                      "members", whole(g->members), "spread", real(g->spread), "spread_most",
                      real(g->most), "last_apart", real(g->last_apart));
        if (!append(rows, row)) {
            json_decref(rows);
            rows = NULL;
        }
    }
    return rows;
}

static bool add_crowd(const measured *m, json_t *object, bool each)
{
    bool enough =
        json_object_set_new(object, "evacuation", evacuation_to_json(&m->crowd.summary)) == 0;
    for (int i = 0; i < FIGURES && enough; ++i)
        enough = json_object_set_new(object, figures[i].key,
                                     statistics_to_json(statistics_at(m, i))) == 0;
    const measure_outside *out = &m->crowd.outside;
    enough = enough && json_object_set_new(object, "collisions", collisions_to_json(m)) == 0 &&
             json_object_set_new(object, "space", space_to_json(m)) == 0 &&
             json_object_set_new(object, "rows_in_walls",
                                 out->known ? whole(out->rows) : json_null()) == 0 &&
             json_object_set_new(object, "groups", groups_to_json(m)) == 0;
    return enough && (!each || json_object_set_new(object, "each", each_agent(m)) == 0);
}

json_t *measured_to_json(const measured *m, bool each)
{
    const recording *r = &m->run;
    json_t *object = json_pack("{s:o, s:s, s:o, s:o, s:o, s:b, s:o, s:o}", "file",
                               text_to_json(m->args->operands[0]), "format", r->source, "agents",
                               whole(r->agent_count), "frames", whole(r->frame_count), "fps",
                               real(r->fps), "fps_told", (int)r->has_fps, "seconds",
                               real(r->frame_count > 0 ? measure_time(r, r->frame_count - 1) : 0),
                               "rows", whole(r->row_count));
    bool enough = object && (!m->crowd.known || add_crowd(m, object, each)) &&
                  add_lines(m, object, each) && add_areas(m, object);
    if (enough)
        return object;
    json_decref(object);
    return NULL;
}

// ---- for people ---------------------------------------------------------------------------------

static void print_rows(json_t *rows)
{
    if (json_array_size(rows) > 0) {
        putchar('\n');
        table_print(rows, stdout);
    }
}

/// What is smaller is a rounding of positions, which files have to a hundredth of a millimetre; as
/// people read it, it is nothing. [Units: m, s, m/s]
#define AS_GOOD_AS_NOTHING 1e-6

static json_t *shown(double value)
{
    return real(fabs(value) < AS_GOOD_AS_NOTHING ? 0 : value);
}

/// An area, in so many digits as it is worth.
static const char *square_metres(double area, char words[32])
{
    snprintf(words, 32, area < 1000 ? "%.4g m\xc2\xb2" : "%.0f m\xc2\xb2", area);
    return words;
}

/// The statistics as rows, without figures that nobody has.
static json_t *statistics_rows(const measured *m)
{
    json_t *rows = json_array();
    for (int i = 0; rows && i < FIGURES; ++i) {
        const measure_statistics *s = statistics_at(m, i);
        if (s->count == 0)
            continue;
        json_t *row = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "figure", figures[i].words,
                                "mean", shown(s->mean), "deviation", shown(s->deviation), "least",
                                shown(s->least), "median", shown(s->median), "95 %",
                                shown(s->most_95), "most", shown(s->most));
        if (!append(rows, row)) {
            json_decref(rows);
            rows = NULL;
        }
    }
    return rows;
}

static void print_heading(const measured *m)
{
    const recording *r = &m->run;
    print_line(stdout, "%s: %u agent%s, %.4g s, %u frame%s, %.4g a second%s", m->file,
               (unsigned)r->agent_count, r->agent_count == 1 ? "" : "s",
               r->frame_count > 0 ? measure_time(r, r->frame_count - 1) : 0.0,
               (unsigned)r->frame_count, r->frame_count == 1 ? "" : "s", r->fps,
               r->has_fps ? "" : " (not told by the file)");
    const measure_agents_summary *s = &m->crowd.summary;
    if (s->left == 0)
        print_line(stdout, "out: 0 of %u", (unsigned)s->agents);
    else if (s->inside > 0)
        print_line(stdout, "out: %u of %u, after %.4g s in the mean, the last of them after %.4g s",
                   (unsigned)s->left, (unsigned)s->agents, s->left_mean, s->left_last);
    else
        print_line(stdout,
                   "out: all, after %.4g s in the mean, 95 %% after %.4g s, the last after %.4g s",
                   s->left_mean, s->left_95, s->left_last);
}

static void print_crowd(const measured *m)
{
    const measured_crowd *c = &m->crowd;
    putchar('\n');
    if (!isnan(c->collisions.share))
        print_line(stdout, "collisions: %llu, %.3g %% of the agents' time, %.3g m deep at most",
                   (unsigned long long)c->collisions.collisions, 100 * c->collisions.share,
                   c->collisions.deepest);
    else
        print_line(stdout, "collisions, space: not known without a radius (--radius R)");
    char used[32], floor[32];
    if (!isnan(c->space.share))
        print_line(stdout, "space used: %s of %s, %.3g %%", square_metres(c->space.used, used),
                   square_metres(c->space.floor, floor), 100 * c->space.share);
    else if (!isnan(c->space.used))
        print_line(stdout, "space used: %s", square_metres(c->space.used, used));
    if (c->outside.known)
        print_line(stdout, "in walls: %llu of %zu rows", (unsigned long long)c->outside.rows,
                   m->run.row_count);
}

int measured_print(const measured *m, bool each)
{
    json_t *all = measured_to_json(m, each), *statistics = statistics_rows(m);
    bool enough = all && statistics;
    if (enough) {
        // Coordinates and lists are for machines.
        size_t i;
        json_t *row;
        json_array_foreach(json_object_get(all, "lines"), i, row)
        {
            json_object_del(row, "from");
            json_object_del(row, "to");
            json_object_del(row, "parts");
            json_object_del(row, "crossings");
        }
        print_heading(m);
        print_rows(statistics);
        print_rows(json_object_get(all, "lines"));
        print_rows(json_object_get(all, "areas"));
        print_rows(json_object_get(all, "groups"));
        print_crowd(m);
        if (each)
            print_rows(json_object_get(all, "each"));
    }
    json_decref(all);
    json_decref(statistics);
    return enough ? EXIT_DONE : fail(m->args, "%s: out of memory", m->file);
}
