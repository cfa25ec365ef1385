// SPDX-License-Identifier: MIT
// Areas are classified by their use; then the layers are drawn from the floor up.
#include "scene/draw/draw.h"

#include "core/array.h"
#include "wend/geometry.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Width of points and lines that stand for an area. [Units: points]
#define MARK_WIDTH 3.0

// Colours: white is free floor, dark is solid, light grey is out of bounds. Solids have a darker
// rim, which shows where two of them touch.
#define SOLID     0x666666ffu
#define SOLID_RIM 0x262626ffu
static const wend_ink bounds_ink = {.fill = WEND_LIGHT_GREY, .line = WEND_DARK_GREY, .width = 1};
static const wend_ink solid_ink = {.fill = SOLID, .line = SOLID_RIM};
static const wend_ink wall_ink = {.line = SOLID_RIM, .width = 1.5};
static const wend_ink pillar_ink = {.line = SOLID_RIM, .width = 3};
static const wend_ink zone_ink = {
    .fill = WEND_ALPHA(WEND_PURPLE, 60), .line = WEND_PURPLE, .width = 1, .dash = 3};
static const wend_ink goal_mark_ink = {.line = WEND_GREEN, .width = MARK_WIDTH};

#define LABEL_SIZE 9.0 // [Units: points]

typedef enum area_kind {
    GOAL_AREA,
    START_AREA,
    OTHER_AREA,
    AREA_KINDS,
} area_kind;

static const struct {
    const char *title;
    wend_ink ink;
} area_kinds[AREA_KINDS] = {
    [GOAL_AREA] = {"goals", {.fill = WEND_ALPHA(WEND_GREEN, 90), .line = WEND_GREEN, .width = 1}},
    [START_AREA] = {"starts", {.fill = WEND_ALPHA(WEND_BLUE, 70), .line = WEND_BLUE, .width = 1}},
    [OTHER_AREA] = {"areas",
                    {.fill = WEND_ALPHA(WEND_YELLOW, 90), .line = WEND_ORANGE, .width = 1}},
};

// Use of an area by agents entries and zones.
typedef struct area_use {
    bool is[AREA_KINDS];
    uint64_t agents;
    const scene_zone *zone; // the first zone of the area; NULL: none
} area_use;

typedef wend_array(double) crossing_array;

typedef struct description {
    const scene *s;
    const wend_draw *draw;
    area_use *uses;             // for each area
    const scene_area **by_name; // sorted by name
    crossing_array crossings;   // scratch of label_box
} description;

// ---- classification -----------------------------------------------------------------------------

static int compare_names(const void *a, const void *b)
{
    return strcmp((*(const scene_area *const *)a)->name, (*(const scene_area *const *)b)->name);
}

static area_use *find_use(const description *d, const char *name)
{
    const scene_area key = {.name = name}, *pointer = &key;
    if (!name || d->s->area_count == 0)
        return NULL;
    const scene_area **found =
        bsearch(&pointer, d->by_name, d->s->area_count, sizeof(scene_area *), compare_names);
    return found ? &d->uses[*found - d->s->areas] : NULL;
}

// Roles given to areas by importers and users.
static bool role_is(const char *role, const char *const *names)
{
    for (; role && *names; ++names)
        if (strcmp(role, *names) == 0)
            return true;
    return false;
}

static void use_goal(const description *d, const scene_goal *goal)
{
    uint32_t count = goal->kind == SCENE_GOAL_AREAS ? goal->area_count : 1;
    for (uint32_t i = 0; i < count; ++i) {
        area_use *use = find_use(d, goal->kind == SCENE_GOAL_AREAS ? goal->areas[i] : goal->area);
        if (use)
            use->is[GOAL_AREA] = true;
    }
}

static void use_areas(const description *d, const scene_agents *agents)
{
    area_use *start = find_use(d, agents->in);
    if (start) {
        start->is[START_AREA] = true;
        start->agents += agents->def.count;
    }
    use_goal(d, &agents->goal);
    for (uint32_t i = 0; i < agents->waypoint_count; ++i)
        use_goal(d, &agents->waypoints[i].goal);
}

static bool sort_areas(description *d)
{
    static const char *const goals[] = {"goal", "exit", "target", "sink", NULL};
    static const char *const starts[] = {"start", "source", "spawn", "distribution", NULL};
    const scene *s = d->s;
    if (s->area_count == 0)
        return true;
    d->uses = calloc(s->area_count, sizeof *d->uses);
    d->by_name = calloc(s->area_count, sizeof *d->by_name);
    if (!d->uses || !d->by_name)
        return false;
    for (uint32_t i = 0; i < s->area_count; ++i) {
        d->by_name[i] = &s->areas[i];
        d->uses[i].is[GOAL_AREA] = role_is(s->areas[i].role, goals);
        d->uses[i].is[START_AREA] = role_is(s->areas[i].role, starts);
    }
    qsort(d->by_name, s->area_count, sizeof *d->by_name, compare_names);

    for (uint32_t i = 0; i < s->agents_count; ++i)
        use_areas(d, &s->agents[i]);
    for (uint32_t i = 0; i < s->zone_count; ++i) {
        area_use *zone = find_use(d, s->zones[i].area);
        if (zone && !zone->zone)
            zone->zone = &s->zones[i];
    }
    for (uint32_t i = 0; i < s->area_count; ++i) {
        area_use *use = &d->uses[i];
        use->is[OTHER_AREA] = !use->is[GOAL_AREA] && !use->is[START_AREA] && !use->zone;
    }
    return true;
}

// ---- layers -------------------------------------------------------------------------------------

static bool start_layer(const description *d, const char *name, const char *title, wend_ink sample)
{
    return d->draw->layer(d->draw->context, name, title, sample);
}

static bool start_counted(const description *d, const char *name, const char *what, uint64_t count,
                          wend_ink sample)
{
    char title[120] = "";
    if (count > 0)
        snprintf(title, sizeof title, "%.80s, %" PRIu64, what, count);
    return start_layer(d, name, title, sample);
}

static void draw_shape(const description *d, const scene_shape *shape, wend_ink ink,
                       wend_ink thin_ink, wend_ink dot_ink)
{
    const wend_draw *draw = d->draw;
    if (shape->point_count > 2)
        draw->polygon(draw->context, shape->points, shape->ring_ends, shape->ring_count, ink);
    else if (shape->point_count > 0)
        draw->line(draw->context, shape->points, shape->point_count,
                   shape->point_count == 2 ? thin_ink : dot_ink);
}

// Everything outside: a box with the bounds as a hole.
static bool describe_bounds(const description *d)
{
    const scene *s = d->s;
    bool any = s->bounds_count >= 3;
    if (!start_layer(d, "bounds", any ? "outside the bounds" : "", bounds_ink) || !any)
        return true;
    wend_box box = scene_box(s);
    double reach = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    wend_vec2 low = {box.min.x - reach, box.min.y - reach};
    wend_vec2 high = {box.max.x + reach, box.max.y + reach};
    size_t count = (size_t)s->bounds_count + 4;
    wend_vec2 *points = malloc(count * sizeof *points);
    if (!points)
        return false;
    points[0] = low;
    points[1] = (wend_vec2){high.x, low.y};
    points[2] = high;
    points[3] = (wend_vec2){low.x, high.y};
    memcpy(points + 4, s->bounds, s->bounds_count * sizeof *points);
    d->draw->polygon(d->draw->context, points, (uint32_t[]){4, (uint32_t)count}, 2, bounds_ink);
    free(points);
    return true;
}

// Marks a goal that is not an area, unless it equals the last one; if not on_paper, only states
// whether there is something to mark.
static bool mark_goal(const description *d, const scene_goal *goal, const scene_goal **last,
                      bool on_paper)
{
    bool point = goal->kind == SCENE_GOAL_POINT, segment = goal->kind == SCENE_GOAL_SEGMENT;
    if ((!point && !segment) || (*last && scene_same_goal(*last, goal)))
        return false;
    *last = goal;
    wend_vec2 ends[] = {goal->segment.a, goal->segment.b};
    if (on_paper)
        d->draw->line(d->draw->context, ends, point ? 1 : 2, goal_mark_ink);
    return true;
}

// Marks goals that are not areas, each run of equal ones once. True if there are any.
static bool mark_goals(const description *d, bool on_paper)
{
    const scene_goal *last = NULL;
    bool any = false;
    for (uint32_t i = 0; i < d->s->agents_count && (on_paper || !any); ++i) {
        const scene_agents *agents = &d->s->agents[i];
        for (uint32_t k = 0; k < agents->waypoint_count; ++k)
            any = mark_goal(d, &agents->waypoints[k].goal, &last, on_paper) || any;
        any = mark_goal(d, &agents->goal, &last, on_paper) || any;
    }
    return any;
}

// One layer, with a line in the legend for each kind of area present.
static void describe_areas(const description *d)
{
    bool marks = mark_goals(d, false) || d->s->goal_count > 0, offered = false;
    for (area_kind kind = 0; kind < AREA_KINDS; ++kind) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < d->s->area_count; ++i)
            count += d->uses[i].is[kind];
        bool marked = kind == GOAL_AREA && marks;
        bool last_chance = kind == AREA_KINDS - 1 && !offered;
        if (count == 0 && !marked && !last_chance)
            continue;
        offered = true;
        wend_ink ink = area_kinds[kind].ink, mark = {.line = ink.line, .width = MARK_WIDTH};
        // Points and segments as goals are not counted: thousands may be equal.
        bool wanted = marked ? start_layer(d, "areas", area_kinds[kind].title, ink)
                             : start_counted(d, "areas", area_kinds[kind].title, count, ink);
        if (!wanted)
            continue;
        for (uint32_t i = 0; i < d->s->area_count; ++i)
            if (d->uses[i].is[kind])
                draw_shape(d, &d->s->areas[i].shape, ink, mark, mark);
        if (marked) {
            mark_goals(d, true);
            scene_mark_goals(d->s, d->draw);
        }
    }
}

static void describe_zones(const description *d)
{
    uint64_t count = (uint64_t)d->s->zone_count + d->s->boost_count;
    if (!start_counted(d, "zones", "slower or faster", count, zone_ink))
        return;
    for (uint32_t i = 0; i < d->s->area_count; ++i)
        if (d->uses[i].zone)
            draw_shape(d, &d->s->areas[i].shape, zone_ink, zone_ink, zone_ink);
    scene_mark_weights(d->s, d->draw);
}

static void describe_obstacles(const description *d)
{
    const scene *s = d->s;
    if (!start_counted(d, "obstacles", "obstacles", s->obstacle_count, solid_ink))
        return;
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const scene_obstacle *obstacle = &s->obstacles[i];
        if (obstacle->kind == SCENE_CIRCLE)
            d->draw->circle(d->draw->context, obstacle->centre, obstacle->radius, solid_ink);
        else
            draw_shape(d, &obstacle->shape, solid_ink, wall_ink, pillar_ink);
    }
}

// ---- labels -------------------------------------------------------------------------------------

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Intersections of the shape's edges with the height y, from left to right.
static bool find_crossings(crossing_array *crossings, const scene_shape *shape, double y)
{
    crossings->count = 0;
    if (!wend_array_reserve(crossings, NULL, shape->point_count))
        return false;
    uint32_t start = 0;
    for (uint32_t ring = 0; ring < shape->ring_count; start = shape->ring_ends[ring++]) {
        uint32_t end = shape->ring_ends[ring];
        for (uint32_t i = start; i < end; ++i) {
            wend_vec2 a = shape->points[i], b = shape->points[i + 1 < end ? i + 1 : start];
            if ((a.y <= y) != (b.y <= y))
                crossings->data[crossings->count++] = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
        }
    }
    qsort(crossings->data, crossings->count, sizeof *crossings->data, compare_numbers);
    return true;
}

// A box for the label, mostly inside the shape: around the middle of the widest stretch at half the
// height, or at another height where it is clearly wider.
static bool label_box(crossing_array *crossings, const scene_shape *shape, wend_box *room)
{
    static const double heights[] = {0.5, 0.25, 0.75, 0.1, 0.9};
    const double clearly = 1.3;
    wend_box box = wend_box_of(shape->points, shape->point_count);
    double height = box.max.y - box.min.y, widest = 0;
    *room = box;
    for (size_t i = 0; shape->point_count > 2 && i < sizeof heights / sizeof *heights; ++i) {
        double y = box.min.y + height * heights[i];
        if (!find_crossings(crossings, shape, y))
            return false;
        for (size_t j = 0; j + 1 < crossings->count; j += 2) {
            double left = crossings->data[j], right = crossings->data[j + 1];
            if (right - left > widest * (i > 0 ? clearly : 1)) {
                double reach = fmin(heights[i], 1 - heights[i]) * height;
                widest = right - left;
                *room = (wend_box){{left, y - reach}, {right, y + reach}};
            }
        }
    }
    return true;
}

// Name of the area, number of agents that start there, and speed factor.
static void area_label(const scene_area *area, const area_use *use, char *label, size_t size)
{
    int used = snprintf(label, size, "%.160s", area->name);
    if (use->agents > 0)
        used += snprintf(label + used, size - (size_t)used, "\n%" PRIu64 " agent%s", use->agents,
                         use->agents == 1 ? "" : "s");
    if (use->zone)
        snprintf(label + used, size - (size_t)used, "\nspeed x %.3g", use->zone->factor);
}

// Areas in use come first: where labels overlap, the first one is kept.
static bool describe_labels(description *d)
{
    const scene *s = d->s;
    if (!start_layer(d, "labels", "", (wend_ink){.line = WEND_BLACK}))
        return true;
    for (int others = 0; others <= 1; ++others) {
        for (uint32_t i = 0; i < s->area_count; ++i) {
            const area_use *use = &d->uses[i];
            wend_box box;
            if (use->is[OTHER_AREA] != (bool)others || s->areas[i].shape.point_count == 0)
                continue;
            if (!label_box(&d->crossings, &s->areas[i].shape, &box))
                return false;
            char label[250];
            area_label(&s->areas[i], use, label, sizeof label);
            d->draw->text(d->draw->context, box, label, LABEL_SIZE, WEND_BLACK);
        }
    }
    return true;
}

bool scene_describe(const scene *s, const wend_draw *draw)
{
    description d = {.s = s, .draw = draw};
    bool done = sort_areas(&d);
    if (done) {
        done = describe_bounds(&d);
        describe_areas(&d);
        describe_zones(&d);
        scene_describe_fields(s, draw);
        describe_obstacles(&d);
        scene_describe_doors(s, draw);
        scene_describe_movers(s, draw);
        scene_describe_flow(s, draw);
        scene_describe_groups(s, draw);
        scene_describe_agents(s, draw);
        done = describe_labels(&d) && done;
    }
    free(d.uses);
    free(d.by_name);
    wend_array_free(&d.crossings, NULL);
    return done;
}
