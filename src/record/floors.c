// SPDX-License-Identifier: MIT
// States of the floor (see floors.h), made when they are first asked for.
//
// There are three kinds of areas: `bare`, the bounds without solid obstacles, whose corners are
// exactly the scene's; `open`, also without thin walls; and for each set of shut doors one without
// these. The two with slivers are made on a fine grid (polygon/overlay.h), because slivers overlap
// what they touch.
#include "record/floors.h"
#include "scene/shape.h"

#include "formats/formats.h"
#include "polygon/overlay.h"
#include "record/blake2b.h"
#include "record/floor_pieces.h"
#include "repair/free_area.h"
#include "repair/walkable.h"
#include "scene/frames.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Minimum width of a sliver in cells of the grid.
#define SLIVER_CELLS 4

/// An area as text: all of it, and the pieces that agents use.
typedef struct floor_words {
    const floor_text *all, *used;
} floor_words;

typedef struct known_state {
    bool *shut; ///< [scene.door_count]
    floor_state state;
} known_state;

struct floors {
    const scene *s;
    geos g;
    wend_box frame; ///< that the scene is in, when it has no bounds
    floor_text *texts[2 * (FLOORS_MOST_STATES + 2)];
    uint32_t text_count;
    size_t bytes;
    floor_words bare, open;
    known_state known[FLOORS_MOST_STATES];
    uint32_t known_count;
    uint32_t last; ///< of known: what was asked for last
    wend_box box;
};

// ---- text ---------------------------------------------------------------------------------------

/// An area as text. To be freed; NULL: out of memory.
static char *area_text(const scene *s, const polygons *area, size_t *size)
{
    char *wkt = NULL;
    FILE *out = open_memstream(&wkt, size);
    if (!out)
        return NULL;
    wkt_write(out, s, area, frames_to_metres);
    bool good = !ferror(out);
    if (fclose(out) == 0 && good)
        return wkt;
    free(wkt);
    return NULL;
}

char *floors_shape_text(const scene *s, const scene_shape *shape)
{
    polygons one = {0};
    size_t size;
    char *wkt = polygons_add(&one, shape_view(shape)) ? area_text(s, &one, &size) : NULL;
    polygons_free(&one);
    return wkt;
}

static void forget(floor_text *words)
{
    if (words)
        free(words->wkt);
    free(words);
}

/// Keeps an area as text, once. NULL: out of memory.
static const floor_text *keep(floors *f, const polygons *area)
{
    floor_text *words = calloc(1, sizeof *words);
    size_t size = 0;
    if (words)
        words->wkt = area_text(f->s, area, &size);
    if (!words || !words->wkt) {
        forget(words);
        return NULL;
    }
    words->pieces = (uint32_t)area->spans.count;
    words->hash = blake2b_8(words->wkt, size);
    for (uint32_t i = 0; i < f->text_count; ++i)
        if (f->texts[i]->hash == words->hash) {
            forget(words);
            return f->texts[i];
        }
    f->bytes += size;
    f->texts[f->text_count++] = words;
    return words;
}

/// Keeps an area as both texts. False: out of memory.
static bool keep_words(floors *f, const polygons *area, floor_words *words)
{
    polygons used = {0};
    words->all = words->used = keep(f, area);
    bool good = words->all != NULL;
    if (good && area->spans.count > 1) {
        words->used = floor_pieces_in_use(f->s, area, &used) ? keep(f, &used) : NULL;
        good = words->used != NULL;
    }
    polygons_free(&used);
    return good;
}

// ---- areas --------------------------------------------------------------------------------------

/// Shapes to be taken away from the bounds.
typedef struct takings {
    wend_shape *shapes;
    wend_vec2 (*slivers)[4];
    uint32_t count, sliver_count;
    double grid, half; ///< of a sliver's width
} takings;

/// A thin wall as a rectangle. It reaches beyond its ends by half its width, so that it closes what
/// it touches.
static void add_sliver(takings *t, const wend_vec2 *ends)
{
    double x = ends[1].x - ends[0].x, y = ends[1].y - ends[0].y, length = sqrt(x * x + y * y);
    if (!(length > 0))
        return;
    x *= t->half / length;
    y *= t->half / length;
    wend_vec2 *corners = t->slivers[t->sliver_count++];
    corners[0] = (wend_vec2){ends[0].x - x + y, ends[0].y - y - x};
    corners[1] = (wend_vec2){ends[1].x + x + y, ends[1].y + y - x};
    corners[2] = (wend_vec2){ends[1].x + x - y, ends[1].y + y + x};
    corners[3] = (wend_vec2){ends[0].x - x - y, ends[0].y - y + x};
    t->shapes[t->count++] = (wend_shape){.points = corners, .point_count = 4};
}

static void add_taking(takings *t, const scene_shape *shape)
{
    if (shape->point_count >= 3)
        t->shapes[t->count++] = shape_view(shape);
    else if (shape->point_count == 2)
        add_sliver(t, shape->points);
}

static bool takings_open(takings *t, const floors *f, const bool *shut)
{
    const scene *s = f->s;
    double tolerance = wend_tolerance(f->frame);
    size_t most = (size_t)s->obstacle_count + s->door_count + 1;
    *t = (takings){.grid = overlay_grid(tolerance)};
    t->half = fmax(FLOORS_SLIVER, SLIVER_CELLS * t->grid) / 2;
    t->shapes = calloc(most, sizeof *t->shapes);
    t->slivers = calloc(most, sizeof *t->slivers);
    if (!t->shapes || !t->slivers)
        return false;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        add_taking(t, &s->obstacles[i].shape);
    for (uint32_t i = 0; shut && i < s->door_count; ++i)
        if (shut[i])
            add_taking(t, &s->doors[i].body.shape);
    return true;
}

static void takings_close(takings *t)
{
    free(t->shapes);
    free(t->slivers);
}

static double shape_area(wend_shape shape)
{
    uint32_t begin, end;
    double area = 0;
    for (uint32_t r = 0; r < shape_rings(shape); ++r) {
        shape_ring(shape, r, &begin, &end);
        double size = fabs(wend_polygon_area(shape.points + begin, end - begin));
        area += r == 0 ? size : -size;
    }
    return area;
}

/// The free area with slivers, while those doors are shut. False: GEOS failed, or out of memory.
static bool make_area(floors *f, const bool *shut, polygons *area)
{
    takings t;
    overlay made;
    wend_vec2 corners[4];
    bool good = takings_open(&t, f, shut);
    box_corners(f->frame, corners);
    overlay_input in = {
        .shapes = t.shapes,
        .shape_count = t.count,
        .bounds = f->s->bounds ? f->s->bounds : corners,
        .bounds_count = f->s->bounds ? f->s->bounds_count : 4,
        .grid = t.sliver_count > 0 ? t.grid : 0,
    };
    good = good && overlay_make(&f->g, &in, &made);
    if (good) {
        for (size_t i = 0; good && i < made.rest.spans.count; ++i) {
            wend_shape piece = polygons_get(&made.rest, i);
            if (t.sliver_count == 0 || shape_area(piece) >= FLOORS_LEAST_PIECE)
                good = polygons_add(area, piece);
        }
        overlay_free(&made);
    }
    takings_close(&t);
    return good;
}

static bool has_thin_walls(const scene *s)
{
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        if (s->obstacles[i].shape.point_count == 2)
            return true;
    return false;
}

// ---- states -------------------------------------------------------------------------------------

/// The bounds without solid obstacles; all of the frame where that leaves nothing.
static bool make_bare(floors *f, problem_list *problems)
{
    polygons area = {0};
    wend_vec2 corners[4];
    bool good = free_area_polygons(&f->g, f->s, &area);
    if (!good) {
        polygons_free(&area);
        return f->g.message[0] ? geos_problem(&f->g, "making the floor of the recording", problems)
                               : problem_no_memory(problems);
    }
    box_corners(f->frame, corners);
    if (area.spans.count == 0)
        good = polygons_add(&area, (wend_shape){.points = corners, .point_count = 4});
    good = good && keep_words(f, &area, &f->bare);
    f->box = wend_box_empty();
    for (size_t i = 0; i < area.points.count; ++i)
        f->box = wend_box_add(f->box, frames_to_metres(f->s, area.points.data[i]));
    polygons_free(&area);
    return good || problem_no_memory(problems);
}

/// The floor with slivers. False: out of memory, or GEOS failed.
static bool make_words(floors *f, const bool *shut, floor_words *words)
{
    polygons area = {0};
    bool good = make_area(f, shut, &area) && keep_words(f, &area, words);
    polygons_free(&area);
    return good;
}

static bool is_shown(const floors *f, const floor_words *words)
{
    return words->used->pieces > 0 && words->used->pieces <= f->bare.used->pieces;
}

static floor_state state_of(const floors *f, const floor_words *truth)
{
    // Agents may be behind a door that shuts, also where none starts.
    bool split = truth->all->pieces > f->open.all->pieces;
    const floor_words *shown = !split && is_shown(f, truth) ? truth
                               : is_shown(f, &f->open)      ? &f->open
                                                            : &f->bare;
    return (floor_state){shown->used, truth->all};
}

floors *floors_open(const scene *s, problem_list *problems)
{
    floors *f = calloc(1, sizeof *f);
    if (!f || !geos_open(&f->g)) {
        free(f);
        problem_no_memory(problems);
        return NULL;
    }
    wend_box box = scene_box(s);
    f->s = s;
    f->frame =
        box_grown(box.min.x <= box.max.x ? box : (wend_box){{0, 0}, {0, 0}}, SCENE_OPEN_MARGIN);
    if (!make_bare(f, problems)) {
        floors_close(f);
        return NULL;
    }
    // If GEOS fails, thin walls are left out: the floor is only for readers.
    if (!has_thin_walls(s) || !make_words(f, NULL, &f->open))
        f->open = f->bare;
    return f;
}

void floors_close(floors *f)
{
    if (!f)
        return;
    for (uint32_t i = 0; i < f->text_count; ++i)
        forget(f->texts[i]);
    for (uint32_t i = 0; i < f->known_count; ++i)
        free(f->known[i].shut);
    geos_close(&f->g);
    free(f);
}

/// Adds a state. False: out of memory.
static bool add_state(floors *f, const bool *shut)
{
    uint32_t doors = f->s->door_count, count = 0;
    bool *copy = malloc((size_t)doors + 1);
    if (!copy)
        return false;
    for (uint32_t i = 0; i < doors; ++i)
        count += copy[i] = shut[i];
    f->g.message[0] = 0;
    floor_words truth = f->open;
    if (count > 0 && !make_words(f, shut, &truth)) {
        if (!f->g.message[0]) {
            free(copy);
            return false;
        }
        truth = f->open; // GEOS failed
    }
    f->last = f->known_count++;
    f->known[f->last] = (known_state){copy, state_of(f, &truth)};
    return true;
}

bool floors_find(floors *f, const bool *shut, floor_state *state)
{
    uint32_t doors = f->s->door_count;
    // Mostly it is what it was last.
    for (uint32_t k = 0; k < f->known_count; ++k) {
        uint32_t i = (f->last + k) % f->known_count;
        if (memcmp(f->known[i].shut, shut, doors * sizeof *shut) == 0) {
            f->last = i;
            *state = f->known[i].state;
            return true;
        }
    }
    if (f->known_count == FLOORS_MOST_STATES || f->bytes > FLOORS_MOST_BYTES) {
        *state = state_of(f, &f->open);
        return true;
    }
    if (!add_state(f, shut))
        return false;
    *state = f->known[f->last].state;
    return true;
}

wend_box floors_box(const floors *f)
{
    return f->box;
}
