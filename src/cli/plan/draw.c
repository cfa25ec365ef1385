// SPDX-License-Identifier: MIT
// The image of a plan: the scene, the area that each disc sweeps, the paths and their ends.
#include "scene/draw/draw.h"
#include "cli/picture.h"
#include "cli/plan/plan.h"
#include "core/array.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>

/// Areas, agents and labels of the scene would hide the paths.
#define LAYERS "bounds,obstacles,doors,places,swept,paths,ends"

/// Layers for paths on the Voronoi diagram.
#define WAY_LAYERS "channel,bounds,obstacles,doors,places,voronoi,portals,paths,curve,ends"

#define PATH_WIDTH 1.6 // [Units: points]
#define MARK_WIDTH 6.0 // [Units: points]
#define LABEL_SIZE 9.0 // [Units: points]
enum { BAND_OPACITY = 64, AREA_OPACITY = 30 };

// Distance of labels from their marks as a share of the scene's size, or the radius if that is
// larger.
#define LABEL_GAP 0.01

#define QUARTER_TURN 1.57079632679489661923 // [Units: radians]

// Arcs are drawn with corners this far apart. [Units: radians]
#define ARC_STEP 0.05

// The first is blue; green is reserved for the goal.
enum { COLOURS = 6 };
static const wend_colour colours[COLOURS] = {
    WEND_BLUE, WEND_VERMILION, WEND_ORANGE, WEND_PURPLE, WEND_SKY, WEND_BLACK,
};

static const wend_colour end_colours[] = {WEND_BLACK, WEND_GREEN}; // start, goal

typedef wend_array(wend_vec2) outline;

// ---- swept area ---------------------------------------------------------------------------------

static bool add_point(outline *o, wend_vec2 p)
{
    if (!wend_array_reserve(o, NULL, 1))
        return false;
    o->data[o->count++] = p;
    return true;
}

/// Points around the centre from one angle to another, both included.
static bool add_arc(outline *o, wend_vec2 centre, double radius, double from, double to)
{
    int steps = (int)ceil(fabs(to - from) / ARC_STEP);
    for (int i = 0; i <= steps; ++i) {
        double angle = from + (to - from) * i / (steps > 0 ? steps : 1);
        wend_vec2 p = {centre.x + radius * cos(angle), centre.y + radius * sin(angle)};
        if (!add_point(o, p))
            return false;
    }
    return true;
}

static double angle_of(wend_vec2 from, wend_vec2 to)
{
    return atan2(to.y - from.y, to.x - from.x);
}

/// End of the angle from `from` to `to` in the given direction of rotation, less than a whole turn
/// away.
static double turned_to(double from, double to, int turn)
{
    const double whole = 4 * QUARTER_TURN;
    while (turn > 0 && to < from)
        to += whole;
    while (turn < 0 && to > from)
        to -= whole;
    // No piece is a whole turn: nearly one is an empty piece after rounding.
    return fabs(to - from) > 0.99 * whole ? from : to;
}

/// Adds one side of a piece: side 1 is left of the path, in its direction; -1 is right, backwards.
static bool add_side(outline *o, const wend_path_piece *piece, double radius, int side)
{
    wend_vec2 a = side > 0 ? piece->a : piece->b, b = side > 0 ? piece->b : piece->a;
    if (piece->turn == 0) {
        double angle = angle_of(a, b) + QUARTER_TURN; // left of the path, or of its reverse
        wend_vec2 off = {radius * cos(angle), radius * sin(angle)};
        return add_point(o, (wend_vec2){a.x + off.x, a.y + off.y}) &&
               add_point(o, (wend_vec2){b.x + off.x, b.y + off.y});
    }
    // The inner side of an arc around a corner is the corner itself.
    if (piece->turn == side)
        return add_point(o, piece->corner);
    double from = angle_of(piece->corner, a);
    double to = turned_to(from, angle_of(piece->corner, b), side > 0 ? piece->turn : -piece->turn);
    return add_arc(o, piece->corner, 2 * radius, from, to);
}

static bool is_point(const wend_path_piece *piece)
{
    return piece->a.x == piece->b.x && piece->a.y == piece->b.y;
}

/// The direction in which a piece starts (end = 0) or ends (1).
static double heading(const wend_path_piece *piece, int end)
{
    if (piece->turn == 0)
        return angle_of(piece->a, piece->b);
    return angle_of(piece->corner, end ? piece->b : piece->a) + piece->turn * QUARTER_TURN;
}

/// Outline along the left side, around the end, back along the right side, around the start. Empty
/// for a path of length 0.
static bool outline_of(const wend_path *path, outline *o)
{
    const wend_path_piece *first = path->pieces, *end = first + path->piece_count;
    o->count = 0;
    while (first < end && is_point(first))
        ++first;
    while (first < end && is_point(end - 1))
        --end;
    if (first == end)
        return true;
    for (const wend_path_piece *piece = first; piece < end; ++piece)
        if (!is_point(piece) && !add_side(o, piece, path->radius, 1))
            return false;
    double last = heading(end - 1, 1), start = heading(first, 0);
    if (!add_arc(o, end[-1].b, path->radius, last + QUARTER_TURN, last - QUARTER_TURN))
        return false;
    for (const wend_path_piece *piece = end - 1; piece >= first; --piece)
        if (!is_point(piece) && !add_side(o, piece, path->radius, -1))
            return false;
    return add_arc(o, first->a, path->radius, start - QUARTER_TURN, start - 3 * QUARTER_TURN);
}

// ---- layers -------------------------------------------------------------------------------------

wend_colour plan_colour(int path)
{
    return colours[path < COLOURS ? path : COLOURS - 1];
}

static wend_ink band_ink(int path)
{
    return (wend_ink){.fill = WEND_ALPHA(plan_colour(path), BAND_OPACITY)};
}

void plan_sort_by_radius(const plan *p, int order[PLAN_MOST_RADII])
{
    for (int i = 0; i < p->path_count; ++i) {
        int k = i;
        for (; k > 0 && p->paths[order[k - 1]].radius < p->paths[i].radius; --k)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

static bool describe_swept(const plan *p, const wend_draw *draw)
{
    int order[PLAN_MOST_RADII];
    outline o = {0};
    bool enough = true;
    if (!draw->layer(draw->context, "swept", "", band_ink(0)))
        return true;
    plan_sort_by_radius(p, order);
    for (int i = 0; i < p->path_count && enough; ++i) {
        const plan_path *found = &p->paths[order[i]];
        if (found->status == PLAN_NONE || found->radius == 0)
            continue;
        enough = outline_of(&found->path, &o);
        if (enough && o.count > 0)
            draw->polygon(draw->context, o.data, (uint32_t[]){(uint32_t)o.count}, 1,
                          band_ink(order[i]));
    }
    wend_array_free(&o, NULL);
    return enough;
}

static void path_title(const plan_path *found, char *title, size_t size)
{
    static const char *const endings[] = {"", ", partial"};
    if (found->status == PLAN_NONE)
        snprintf(title, size, "radius %.6g m: no path", found->radius);
    else if (found->radius == 0)
        snprintf(title, size, "a point: %.2f m%s", found->path.length, endings[found->status]);
    else
        snprintf(title, size, "radius %.6g m: %.2f m%s", found->radius, found->path.length,
                 endings[found->status]);
}

static void describe_paths(const plan *p, const wend_draw *draw)
{
    for (int i = 0; i < p->path_count; ++i) {
        const plan_path *found = &p->paths[i];
        wend_ink ink = {.line = plan_colour(i), .width = PATH_WIDTH}, sample = ink;
        if (found->radius > 0)
            sample.fill = band_ink(i).fill;
        char title[100];
        path_title(found, title, sizeof title);
        if (!draw->layer(draw->context, "paths", title, sample) || found->status == PLAN_NONE)
            continue;
        draw->line(draw->context, found->points, found->point_count, ink);
        // The disc itself, at both ends.
        wend_ink rim = {.line = plan_colour(i)};
        draw->circle(draw->context, found->points[0], found->radius, rim);
        draw->circle(draw->context, found->points[found->point_count - 1], found->radius, rim);
    }
}

/// Box for a label above or below a mark: as high as the mark, and too narrow for the label.
static wend_box label_box(const plan *p, wend_vec2 at)
{
    wend_box world = scene_box(p->s);
    double reach = LABEL_GAP * fmax(world.max.y - world.min.y, world.max.x - world.min.x);
    for (int i = 0; i < p->path_count; ++i)
        reach = fmax(reach, p->paths[i].radius);
    double narrow = reach / 1000;
    return (wend_box){{at.x - narrow, at.y - reach}, {at.x + narrow, at.y + reach}};
}

/// Areas are below the paths.
static void describe_places(const plan *p, const wend_draw *draw)
{
    const typed_place *places[] = {&p->from, &p->to};
    if (!draw->layer(draw->context, "places", "", (wend_ink){.line = WEND_BLACK}))
        return;
    for (int i = 0; i < 2; ++i) {
        const scene_area *area = places[i]->area;
        wend_ink ink = {
            .fill = WEND_ALPHA(end_colours[i], AREA_OPACITY), .line = end_colours[i], .width = 1};
        if (area)
            draw->polygon(draw->context, area->shape.points, area->shape.ring_ends,
                          area->shape.ring_count, ink);
    }
}

static void describe_ends(const plan *p, const wend_draw *draw)
{
    const wend_ink start = {.line = end_colours[0], .width = MARK_WIDTH};
    const wend_ink goal = {.line = end_colours[1], .width = MARK_WIDTH};
    if (!draw->layer(draw->context, "ends", "", start))
        return;
    wend_box box = wend_box_of(p->to.points, p->to.count);
    if (!p->to.area) {
        draw->line(draw->context, p->to.points, p->to.count, goal);
        box = label_box(p, (wend_vec2){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2});
    }
    draw->text(draw->context, box, p->to.area ? p->to.area->name : "goal", LABEL_SIZE, WEND_BLACK);
    draw->line(draw->context, &p->start, 1, start);
    draw->text(draw->context, label_box(p, p->start), p->from.area ? p->from.area->name : "start",
               LABEL_SIZE, WEND_BLACK);
}

static bool describe(const void *subject, const wend_draw *draw)
{
    const plan *p = subject;
    if (!scene_describe(p->s, draw))
        return false;
    describe_places(p, draw);
    if (p->voronoi)
        plan_draw_channels(p, draw);
    if (!describe_swept(p, draw))
        return false;
    plan_draw_portals(p, draw);
    describe_paths(p, draw);
    plan_draw_curves(p, draw);
    describe_ends(p, draw);
    return true;
}

/// Region shown: a path may leave the box of a scene without bounds.
static wend_box world_of(const plan *p)
{
    wend_box box = wend_box_add(scene_box(p->s), p->start);
    box = wend_box_join(box, wend_box_of(p->to.points, p->to.count));
    for (int i = 0; i < p->path_count; ++i)
        for (uint32_t k = 0; k < p->paths[i].point_count; ++k) {
            wend_vec2 at = p->paths[i].points[k];
            double radius = p->paths[i].radius;
            box = wend_box_join(
                box, (wend_box){{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}});
        }
    return box;
}

int plan_draw(const plan *p, const char *path)
{
    char name[100], title[300];
    scene_title(p->s, p->args->operands[0], name, sizeof name);
    snprintf(title, sizeof title, "%s: from %.80s to %.80s", name, p->from.typed, p->to.typed);
    const char *layers = option_text(p->args, "layers", p->voronoi ? WAY_LAYERS : LAYERS);
    const picture what = {describe, p, world_of(p), title, layers};
    canvas_report report;
    return picture_write(p->args, path, &what, &report);
}
