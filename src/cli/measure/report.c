// SPDX-License-Identifier: MIT
// The figures of `wend measure`, as JSON and as text.
#include "cli/measure/figures.h"

#include "cli/report.h"
#include "cli/table.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdio.h>

// ---- agents -------------------------------------------------------------------------------------

static json_t *statistics_to_json(const measure_statistics *s)
{
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "count", (json_int_t)s->count, "mean",
                     real_to_json(s->mean), "std", real_to_json(s->deviation), "min",
                     real_to_json(s->least), "median", real_to_json(s->median), "p95",
                     real_to_json(s->most_95), "max", real_to_json(s->most));
}

/// Smaller values are due to rounding of positions, which files store to 0.01 mm; text shows 0.
/// [Units: m, s, m/s]
#define NEGLIGIBLE 1e-6

/// Prints statistics as a table with a row for each figure; those without a value are left out.
static void print_statistics(const figure *figures, size_t count)
{
    json_t *table = json_array();
    for (const figure *f = figures; f < figures + count; ++f) {
        json_t *row = json_pack(
                   "{s:o}", "figure",
                   json_sprintf("%s%s%s", f->label, f->unit ? ", " : "", f->unit ? f->unit : "")),
               *value;
        const char *key;
        bool any = json_integer_value(json_object_get(f->value, "count")) > 0;
        json_object_foreach(f->value, key, value)
        {
            bool tiny = fabs(json_real_value(value)) < NEGLIGIBLE && json_is_real(value);
            json_object_set_new(row, key, tiny ? json_real(0) : json_incref(value));
        }
        json_object_del(row, "count");
        table = any ? list_add(table, row) : (json_decref(row), table);
    }
    if (json_array_size(table) > 0) {
        putchar('\n');
        table_print(table, stdout);
    }
    json_decref(table);
}

/// Statistics of the figures of agents.
static json_t *agents_to_json(const measure_agents_summary *s, FILE *out)
{
    const figure rows[] = {
        {"travel", "travel time", "s", VALUE(statistics_to_json(&s->travel))},
        {"speed", "speed", "m/s", VALUE(statistics_to_json(&s->speed))},
        {"length", "path length", "m", VALUE(statistics_to_json(&s->length))},
        {"shortest", "shortest path", "m", VALUE(statistics_to_json(&s->shortest))},
        {"detour", "length / shortest", NULL, VALUE(statistics_to_json(&s->detour))},
        {"waiting", "waiting time", "s", VALUE(statistics_to_json(&s->waiting))},
        {"lost", "delay, shortest path", "s", VALUE(statistics_to_json(&s->lost))},
        {"slowed", "delay, own path", "s", VALUE(statistics_to_json(&s->slowed))},
    };
    if (out)
        print_statistics(rows, sizeof rows / sizeof *rows);
    return FIGURES(rows, NULL);
}

static json_t *evacuation_to_json(const measure_agents_summary *s, FILE *out)
{
    const figure rows[] = {
        {"agents", NULL, NULL, VALUE(s->agents)},
        {"exited", "exited", NULL, VALUE(s->left)},
        {"arrived", "arrived", NULL, VALUE(s->arrived)},
        {"inside", "inside at the end", NULL, VALUE(s->inside)},
        {"mean", "mean exit time", "s", VALUE(s->left_mean)},
        {"p95", "95 % exited after", "s", VALUE(s->left_95)},
        {"last", "last exit", "s", VALUE(s->left_last)},
    };
    return FIGURES(rows, out);
}

/// One row for each agent; NULL: out of memory.
static json_t *each_agent(const measured *m)
{
    json_t *list = json_array();
    for (uint32_t i = 0; list && i < m->run.agent_count; ++i) {
        const measure_agent *a = &m->crowd.agents[i];
        const figure rows[] = {
            {"id", NULL, NULL, VALUE(m->run.agents[i].id)},
            {"entered", NULL, "s", VALUE(a->came)},
            {"exited", NULL, "s", VALUE(a->left)},
            {"arrived", NULL, NULL, VALUE(m->run.agents[i].arrived)},
            {"travel", NULL, "s", VALUE(a->travel)},
            {"set_out", NULL, "s", VALUE(a->set_out)},
            {"length", NULL, "m", VALUE(a->length)},
            {"shortest", NULL, "m", VALUE(a->shortest)},
            {"detour", NULL, NULL, VALUE(a->detour)},
            {"speed", NULL, "m/s", VALUE(a->speed)},
            {"waiting", NULL, "s", VALUE(a->waiting)},
            {"lost", NULL, "s", VALUE(a->lost)},
            {"slowed", NULL, "s", VALUE(a->slowed)},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}

// ---- lines and areas ----------------------------------------------------------------------------

static json_t *parts_to_json(const recording *r, const measured_line *line)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < line->parts.items.count; ++i) {
        const measure_flow_part *p = &line->parts.items.data[i];
        list = list_add(list,
                        json_pack("{s:f, s:f, s:I, s:o, s:o}", "from", measure_time(r, p->from),
                                  "to", measure_time(r, p->to), "crossed", (json_int_t)p->count,
                                  "flow", real_to_json(p->flow), "speed", real_to_json(p->speed)));
    }
    return list;
}

static json_t *crossings_to_json(const recording *r, const measured_line *line)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < line->crossings.items.count; ++i) {
        const measure_crossing *c = &line->crossings.items.data[i];
        list = list_add(list, json_pack("{s:f, s:I, s:s, s:f}", "time", measure_time(r, c->frame),
                                        "id", (json_int_t)r->agents[c->agent].id, "to",
                                        c->direction == MEASURE_TO_LEFT ? "left" : "right", "at",
                                        c->time));
    }
    return list;
}

static json_t *lines_to_json(const measured *m, bool each)
{
    json_t *list = json_array();
    for (int i = 0; list && i < m->line_count; ++i) {
        const measured_line *line = &m->lines[i];
        wend_segment at = line->line.at;
        const figure rows[] = {
            {"line", NULL, NULL, VALUE(line->name)},
            {"from", NULL, NULL, VALUE(json_pack("[f, f]", at.a.x, at.a.y))},
            {"to", NULL, NULL, VALUE(json_pack("[f, f]", at.b.x, at.b.y))},
            {"length", NULL, "m", VALUE(wend_distance(at.a, at.b))},
            {"crossed", NULL, NULL, VALUE(line->flow.count)},
            {"first", NULL, "s", VALUE(line->flow.first)},
            {"last", NULL, "s", VALUE(line->flow.last)},
            {"flow", NULL, "1/s", VALUE(line->flow.flow)},
            {"specific_flow", NULL, "1/(m s)", VALUE(line->flow.specific)},
            {"speed", NULL, "m/s", VALUE(line->flow.speed)},
            {"burst", NULL, NULL, VALUE(line->bursts.mean)},
            {"burst_by_chance", NULL, NULL, VALUE(line->bursts.chance)},
            {"parts", NULL, NULL, VALUE(parts_to_json(&m->run, line))},
        };
        json_t *object = FIGURES(rows, NULL);
        if (each)
            object = object_add(object,
                                json_pack("{s:o}", "crossings", crossings_to_json(&m->run, line)));
        list = list_add(list, object);
    }
    return list;
}

static json_t *areas_to_json(const measured *m)
{
    json_t *list = json_array();
    for (int i = 0; list && i < m->area_count; ++i) {
        const measured_area *a = &m->areas[i];
        const figure rows[] = {
            {"area", NULL, NULL, VALUE(a->name)},
            {"size", NULL, "m\xc2\xb2", VALUE(a->size)},
            {"max_count", NULL, NULL, VALUE(a->most)},
            {"density", NULL, "1/m\xc2\xb2", VALUE(a->density.mean)},
            {"density_max", NULL, "1/m\xc2\xb2", VALUE(a->density.most)},
            {"speed", NULL, "m/s", VALUE(a->speed.mean)},
            {"frames_with_speed", NULL, NULL, VALUE(a->speed.count)},
            {"voronoi_density", NULL, "1/m\xc2\xb2", VALUE(a->voronoi_density.mean)},
            {"voronoi_density_max", NULL, "1/m\xc2\xb2", VALUE(a->voronoi_density.most)},
            {"voronoi_speed", NULL, "m/s", VALUE(a->voronoi_speed.mean)},
            {"lane_order", NULL, NULL, VALUE(a->lane_order.mean)},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}

// ---- the crowd ----------------------------------------------------------------------------------

/// JSON null without a radius.
static json_t *collisions_to_json(const measure_collisions *c, FILE *out)
{
    const figure rows[] = {
        {"collisions", "collisions", NULL, VALUE(c->collisions)},
        {"share", "time in collision", "%", VALUE(c->share)},
        {"max_at_once", "max at once", NULL, VALUE(c->most)},
        {"deepest", "deepest collision", "m", VALUE(c->deepest)},
    };
    if (out && isnan(c->share))
        print_line(out, "%-20sunknown without a radius (--radius R)", "collisions, space");
    json_t *object = FIGURES(rows, isnan(c->share) ? NULL : out);
    return isnan(c->share) ? (json_decref(object), json_null()) : object;
}

/// JSON null without a radius.
static json_t *space_to_json(const measure_space *s, FILE *out)
{
    const figure rows[] = {
        {"used", "area used", "m\xc2\xb2", VALUE(s->used)},
        {"floor", "floor area", "m\xc2\xb2", VALUE(s->floor)},
        {"share", "share used", "%", VALUE(s->share)},
        {"cell", NULL, "m", VALUE(s->cell)},
    };
    json_t *object = FIGURES(rows, out);
    return isnan(s->used) ? (json_decref(object), json_null()) : object;
}

static json_t *groups_to_json(const measured *m)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < m->crowd.groups.items.count; ++i) {
        const measure_group *g = &m->crowd.groups.items.data[i];
        const figure rows[] = {
            {"group", NULL, NULL, VALUE(m->run.names[g->name])},
            {"members", NULL, NULL, VALUE(g->members)},
            {"spread", NULL, "m", VALUE(g->spread)},
            {"spread_max", NULL, "m", VALUE(g->most)},
            {"last_apart", NULL, "s", VALUE(g->last_apart)},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}

/// The name that the members of a coherent group have in common; "": none.
static const char *name_of_group(const recording *r, uint32_t group)
{
    for (uint32_t i = 0; i < r->agent_count; ++i)
        if (r->agents[i].coherent == group + 1)
            return r->names[r->agents[i].group];
    return "";
}

static json_t *coherence_groups_to_json(const measured *m)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < m->crowd.coherence.groups.count; ++i) {
        const coherence_group *g = &m->crowd.coherence.groups.data[i];
        const figure rows[] = {
            {"number", NULL, NULL, VALUE(g->group + 1)},
            {"group", NULL, NULL, VALUE(name_of_group(&m->run, g->group))},
            {"members", NULL, NULL, VALUE(g->members)},
            {"area", NULL, "m²", VALUE(g->area)},
            {"coherence", NULL, "%", VALUE(g->frames > 0 ? (double)g->together / g->frames : NAN)},
            {"in_shape", NULL, "%", VALUE(g->frames > 0 ? g->inside / g->frames : NAN)},
            {"min_width", NULL, "m", VALUE(g->width)},
            {"min_width_time", NULL, "s", VALUE(g->width_time)},
            {"min_width_x", NULL, "m", VALUE(g->width_at.x)},
            {"min_width_y", NULL, "m", VALUE(g->width_at.y)},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}

static json_t *coherence_to_json(const coherence *c, FILE *out)
{
    const coherence_totals all = coherence_total(c);
    const figure rows[] = {
        {"coherence", "coherence", "%", VALUE(all.together), .if_any = true},
        {"in_shape", "in shapes", "%", VALUE(all.inside), .if_any = true},
        {"min_shape_width", "narrowest shape", "m", VALUE(all.width), .if_any = true},
    };
    return FIGURES(rows, out);
}

static json_t *crowd_to_json(const measured *m, bool each, FILE *out)
{
    const measured_crowd *c = &m->crowd;
    const figure rows[] = {
        {"evacuation", NULL, NULL, VALUE(evacuation_to_json(&c->summary, out))},
        {"collisions", NULL, NULL, VALUE(collisions_to_json(&c->collisions, out))},
        {"space", NULL, NULL, VALUE(space_to_json(&c->space, out))},
        {"rows_in_walls", "rows in walls", NULL,
         VALUE(c->outside.known ? TO_JSON(c->outside.rows) : json_null())},
        {"groups", NULL, NULL, VALUE(groups_to_json(m))},
        {"coherent_groups", NULL, NULL, VALUE(coherence_groups_to_json(m))},
    };
    json_t *object = FIGURES(rows, out);
    object = object_add(object, coherence_to_json(&c->coherence, out));
    object = object_add(object, agents_to_json(&c->summary, out));
    return each ? object_add(object, json_pack("{s:o}", "each", each_agent(m))) : object;
}

// ---- all ----------------------------------------------------------------------------------------

static json_t *all_to_json(const measured *m, bool each, FILE *out)
{
    const recording *r = &m->run;
    const figure rows[] = {
        {"file", "file", NULL, VALUE(m->args->operands[0])},
        {"format", "format", NULL, VALUE(r->source)},
        {"agents", "agents", NULL, VALUE(r->agent_count)},
        {"frames", "frames", NULL, VALUE(r->frame_count)},
        {"fps", "frame rate", r->has_fps ? "fps" : "fps (assumed)", VALUE(r->fps)},
        {"fps_in_file", NULL, NULL, VALUE(r->has_fps)},
        {"seconds", "duration", "s",
         VALUE(r->frame_count > 0 ? measure_time(r, r->frame_count - 1) : 0)},
        {"rows", "rows", NULL, VALUE(r->row_count)},
    };
    json_t *object = FIGURES(rows, out);
    if (m->crowd.known)
        object = object_add(object, crowd_to_json(m, each, out));
    return object_add(object, json_pack("{s:o, s:o}", "lines", lines_to_json(m, each), "areas",
                                        areas_to_json(m)));
}

json_t *measured_to_json(const measured *m, bool each)
{
    return all_to_json(m, each, NULL);
}

int measured_print(const measured *m, bool each)
{
    static const char *const tables[] = {"lines", "areas", "groups", "coherent_groups", "each"};
    json_t *all = all_to_json(m, each, stdout);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; ++i) {
        const json_t *rows = json_object_get(all, tables[i]);
        if (json_array_size(rows) == 0)
            continue;
        putchar('\n');
        table_print(rows, stdout);
    }
    bool enough = all;
    json_decref(all);
    return enough ? EXIT_DONE : fail(m->args, "%s: out of memory", m->file);
}
