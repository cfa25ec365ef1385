// SPDX-License-Identifier: MIT
// First- and second-order diagrams as areas (see faces.h).
//
// A ray from any point, away from the nearest point of its site, meets a piece of that site's
// border and never enters another cell. A cell is therefore composed of strips: from a piece to the
// side or corner that it belongs to. For the second order the same holds in the diagram without the
// nearest site, and the part of a strip that lies in that site's old cell begins at the piece: from
// there to the projection, the distance to the one grows relative to the other.
#include "voronoi/faces.h"

#include "voronoi/diagram.h"
#include "voronoi/pencil.h"
#include "voronoi/search.h"

#include <math.h>

/// Stretches of a piece shorter than this fraction of the diagram are not subdivided: a third of a
/// pixel in a picture of 1,600.
#define SHORTEST (1.0 / 5000)
/// Straight parts of a curved border of a face.
enum { BENT_PARTS = 12 };
/// Number of bisections: to less than a millionth of the interval.
enum { HALVINGS = 24 };
/// Sites whose distances differ by less than this fraction of the diagram are equally near: where
/// walls of two sites end in one corner, both are, in all of its cell.
#define TIE 1e-9
/// A frame this many times as large as the bounds is farther from any point in them than any site.
#define FAR_FRAME 2.0

typedef struct faces_work {
    wend_faces *faces;
    double bend, shortest, tie;
    bool failed;

    // Second order: the removed site.
    uint32_t slot;
    wend_shape shape;
    const uint32_t *slots; ///< by slot of the other diagram, the slots here; NULL: identical
} faces_work;

// ---- output -------------------------------------------------------------------------------------

static bool add_point(faces_work *w, wend_vec2 p)
{
    wend_faces *faces = w->faces;
    if (w->failed || !wend_array_reserve(&faces->points, &faces->allocator, 1)) {
        w->failed = true;
        return false;
    }
    faces->points.data[faces->points.count++] = p;
    return true;
}

static void add_face(faces_work *w, uint32_t first, uint32_t second, size_t start)
{
    wend_faces *faces = w->faces;
    if (w->failed || !wend_array_reserve(&faces->faces, &faces->allocator, 1)) {
        w->failed = true;
        return;
    }
    faces->faces.data[faces->faces.count++] =
        (wend_face){first, second, (uint32_t)start, (uint32_t)(faces->points.count - start)};
}

/// Adds a stretch of a piece as a line.
static void add_line(faces_work *w, const wend_voronoi_piece *piece, double from, double to,
                     uint32_t cell, uint32_t left, uint32_t right)
{
    wend_faces *faces = w->faces;
    uint32_t parts = wend_piece_parts(piece, w->bend);
    size_t start = faces->points.count;
    for (uint32_t k = 0; k <= parts; ++k)
        add_point(w, wend_piece_point(piece, from + (to - from) * k / parts, NULL));
    if (w->failed || !wend_array_reserve(&faces->lines, &faces->allocator, 1)) {
        w->failed = true;
        return;
    }
    faces->lines.data[faces->lines.count++] =
        (wend_face_line){cell, left, right, (uint32_t)start, parts + 1};
}

/// Every piece is visited from both sides: true for one of the two.
static bool is_forward(const wend_voronoi_piece *piece)
{
    uint32_t left = wend_id_slot(piece->left_site.raw), right = wend_id_slot(piece->right_site.raw);
    if (left != right)
        return left < right;
    return piece->a.x < piece->b.x || (piece->a.x == piece->b.x && piece->a.y < piece->b.y);
}

// ---- first order --------------------------------------------------------------------------------

static bool add_strip(void *context, const wend_voronoi_piece *piece)
{
    faces_work *w = context;
    uint32_t parts = wend_piece_parts(piece, w->bend);
    uint32_t left = wend_id_slot(piece->left_site.raw), right = wend_id_slot(piece->right_site.raw);
    size_t start = w->faces->points.count;
    for (uint32_t k = 0; k <= parts; ++k)
        add_point(w, wend_piece_point(piece, (double)k / parts, NULL));
    add_point(w, wend_segment_closest(piece->left, piece->b));
    add_point(w, wend_segment_closest(piece->left, piece->a));
    add_face(w, left, WEND_NO_SECOND, start);
    if (is_forward(piece))
        add_line(w, piece, 0, 1, WEND_NO_SECOND, left, right);
    return !w->failed;
}

static faces_work start_work(wend_faces *faces, const wend_voronoi *voronoi)
{
    wend_box box = wend_voronoi_box(voronoi);
    double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    faces->bounds = voronoi->boundary.bounds_slot;
    faces->framed = !voronoi->boundary.has_bounds;
    return (faces_work){.faces = faces,
                        .bend = wend_pencil_bend(voronoi),
                        .shortest = SHORTEST * size,
                        .tie = TIE * size};
}

wend_result wend_faces_first(wend_faces *faces, const wend_voronoi *voronoi)
{
    const wend_boundary *boundary = &voronoi->boundary;
    faces_work w = start_work(faces, voronoi);
    wend_result result = WEND_OK;
    for (size_t i = 0; i < boundary->sites.count && result == WEND_OK; ++i) {
        const wend_site *site = &boundary->sites.data[i];
        if (!wend_site_id_is_null(site->id) && !site->hidden)
            result = wend_voronoi_cell(voronoi, site->id, add_strip, &w, NULL);
    }
    return w.failed ? WEND_OUT_OF_MEMORY : result;
}

// ---- clipping of a piece ------------------------------------------------------------------------

/// Distance from a point to the border of the removed site.
static double distance_to(const wend_shape *shape, wend_vec2 p)
{
    const uint32_t one_end[] = {shape->point_count};
    const uint32_t *ends = shape->ring_ends ? shape->ring_ends : one_end;
    uint32_t rings = shape->ring_ends ? shape->ring_count : 1;
    double minimum = INFINITY;
    for (uint32_t ring = 0, start = 0; ring < rings; start = ends[ring++])
        for (uint32_t i = start; i < ends[ring]; ++i) {
            wend_segment side = {shape->points[i],
                                 shape->points[i + 1 < ends[ring] ? i + 1 : start]};
            minimum = fmin(minimum, wend_segment_distance(side, p));
        }
    return minimum;
}

/// How much farther the removed site is than those that the piece lies between: negative in its old
/// cell.
static double beyond(const faces_work *w, const wend_voronoi_piece *piece, double share)
{
    double radius;
    wend_vec2 p = wend_piece_point(piece, share, &radius);
    return distance_to(&w->shape, p) - radius - w->tie;
}

/// A stretch of a piece, and `beyond` at both ends.
typedef struct stretch {
    double from, to, at_from, at_to;
} stretch;

/// Where a stretch crosses the border of the old cell.
static double find_border(const faces_work *w, const wend_voronoi_piece *piece, stretch s)
{
    for (int i = 0; i < HALVINGS; ++i) {
        double middle = 0.5 * (s.from + s.to);
        if ((beyond(w, piece, middle) < 0) == (s.at_from < 0))
            s.from = middle;
        else
            s.to = middle;
    }
    return 0.5 * (s.from + s.to);
}

/// Where the ray from a point of the piece to its projection leaves the old cell.
static wend_vec2 exit_cell(const faces_work *w, wend_vec2 p, wend_vec2 projection)
{
    double radius = wend_distance(projection, p), low = 0, high = 1;
    wend_vec2 q = p;
    for (int i = 0; i < HALVINGS; ++i) {
        double t = 0.5 * (low + high);
        q = wend_lerp(p, projection, t);
        if (distance_to(&w->shape, q) < (1 - t) * radius + w->tie)
            low = t;
        else
            high = t;
    }
    return q;
}

static uint32_t slot_here(const faces_work *w, wend_site_id site)
{
    uint32_t slot = wend_id_slot(site.raw);
    return w->slots ? w->slots[slot] : slot;
}

/// Adds the region between a stretch of a piece in the old cell and that cell's border, on the
/// left.
static void add_second(faces_work *w, const wend_voronoi_piece *piece, double from, double to)
{
    bool straight = wend_equal(piece->left.a, piece->left.b) &&
                    wend_equal(piece->right.a, piece->right.b) && w->shape.point_count == 1;
    uint32_t parts = straight ? 1 : BENT_PARTS;
    uint32_t left = slot_here(w, piece->left_site), right = slot_here(w, piece->right_site);
    size_t start = w->faces->points.count;
    for (uint32_t k = 0; k <= parts; ++k)
        add_point(w, wend_piece_point(piece, from + (to - from) * k / parts, NULL));
    for (uint32_t k = 0; k <= parts && !w->failed; ++k) {
        wend_vec2 p = w->faces->points.data[start + parts - k];
        add_point(w, exit_cell(w, p, wend_segment_closest(piece->left, p)));
    }
    add_face(w, w->slot, left, start);
    if (is_forward(piece))
        add_line(w, piece, from, to, w->slot, left, right);
}

/// `beyond` changes by no more than twice the arc length. So a stretch whose ends are far enough on
/// one side of the border is completely on that side; otherwise it is bisected. Stretches are
/// processed in order, so few are pending, and adjacent ones are added as one.
static bool add_inside(void *context, const wend_voronoi_piece *piece)
{
    enum { MAX_PENDING = 64 };
    faces_work *w = context;
    stretch waiting[MAX_PENDING] = {{0, 1, beyond(w, piece, 0), beyond(w, piece, 1)}};
    uint32_t count = 1;
    double length = wend_piece_length(piece), begin = NAN; // where it entered; NAN: outside
    while (count > 0) {
        stretch s = waiting[--count];
        double offset = (s.to - s.from) * length, mean = 0.5 * (s.at_from + s.at_to);
        if (fabs(mean) < offset && offset > w->shortest && count + 2 <= MAX_PENDING) {
            double middle = 0.5 * (s.from + s.to), at = beyond(w, piece, middle);
            waiting[count++] = (stretch){middle, s.to, at, s.at_to};
            waiting[count++] = (stretch){s.from, middle, s.at_from, at};
            continue;
        }
        bool here = s.at_from < 0, there = s.at_to < 0;
        if (here && isnan(begin))
            begin = s.from;
        if (here && !there) {
            add_second(w, piece, begin, find_border(w, piece, s));
            begin = NAN;
        } else if (there && !here) {
            begin = find_border(w, piece, s);
        }
    }
    if (!isnan(begin))
        add_second(w, piece, begin, 1);
    return !w->failed;
}

// ---- second order -------------------------------------------------------------------------------

/// Adds the contents of the old cell of the removed site, from the cells of its old neighbours.
static wend_result add_cell(faces_work *w, const wend_voronoi *without,
                            const wend_site_id *neighbours, uint32_t count)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK && !w->failed; ++i)
        result = wend_voronoi_cell(without, neighbours[i], add_inside, w, NULL);
    return w->failed ? WEND_OUT_OF_MEMORY : result;
}

/// Sites around a site.
typedef struct around {
    const wend_voronoi *voronoi;
    wend_site_id *ids; ///< [all sites]
    uint32_t count;
} around;

static void add_touching(void *context, uint32_t element)
{
    around *a = context;
    const wend_boundary *boundary = &a->voronoi->boundary;
    const wend_element_link *link = &boundary->links.data[element];
    const uint32_t beside[] = {link->previous, link->next};
    for (int i = 0; i < 2; ++i) {
        uint32_t slot = boundary->links.data[beside[i]].site, k = 0;
        while (k < a->count && wend_id_slot(a->ids[k].raw) != slot)
            ++k;
        if (k == a->count && slot != link->site)
            a->ids[a->count++] = boundary->sites.data[slot].id;
    }
}

/// Removes a site, adds its cell, and inserts it again. The slot freed last is reused first, so
/// slots do not change. Sites whose walls continue where this one's end have no piece in common
/// with it, but may be second nearest all the same.
static wend_result add_cell_of(faces_work *w, wend_voronoi *copy, const wend_site *site,
                               wend_site_id *ids, uint32_t capacity)
{
    uint32_t slot = wend_id_slot(site->id.raw);
    wend_site_id id = {wend_id_of_slot(&copy->boundary.ids, slot)};
    around a = {copy, ids, 0};
    wend_result result = wend_voronoi_neighbours(copy, id, ids, capacity, &a.count, NULL);
    if (result != WEND_OK)
        return result;
    wend_search_site(&copy->boundary, slot, add_touching, &a);
    result = wend_voronoi_remove(copy, id, NULL);
    if (result != WEND_OK)
        return result;
    w->slot = slot;
    result = add_cell(w, copy, ids, a.count);
    if (result == WEND_OK)
        result = wend_voronoi_insert(copy, &w->shape, site->radius, &id, NULL);
    WEND_ASSERT(result != WEND_OK || wend_id_slot(id.raw) == slot);
    return result;
}

/// The bounds cannot be removed: a diagram of everything else in a far frame is used.
static wend_result add_bounds(faces_work *w, const wend_voronoi *voronoi, wend_voronoi *other,
                              uint32_t *slots)
{
    const wend_boundary *boundary = &voronoi->boundary;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < boundary->sites.count && result == WEND_OK; ++i) {
        const wend_site *site = &boundary->sites.data[i];
        wend_shape shape = wend_boundary_shape(boundary, site);
        wend_site_id id;
        if (wend_site_id_is_null(site->id) || site->hidden || i == boundary->bounds_slot)
            continue;
        result = wend_voronoi_insert(other, &shape, site->radius, &id, NULL);
        if (result == WEND_OK)
            slots[wend_id_slot(id.raw)] = i;
    }
    w->slot = boundary->bounds_slot;
    w->slots = slots;
    for (uint32_t i = 0; i < other->boundary.sites.count && result == WEND_OK; ++i) {
        const wend_site *site = &other->boundary.sites.data[i];
        if (!wend_site_id_is_null(site->id) && !site->hidden && i != other->boundary.bounds_slot)
            result = add_cell(w, other, &site->id, 1);
    }
    w->slots = NULL;
    return result;
}

static wend_result without_bounds(faces_work *w, const wend_voronoi *voronoi)
{
    const wend_boundary *boundary = &voronoi->boundary;
    wend_floor_def def = wend_default_floor_def();
    wend_voronoi_def options = wend_default_voronoi_def();
    wend_box box = boundary->box;
    double margin = FAR_FRAME * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    wend_floor *floor = NULL;
    wend_voronoi *other = NULL;
    def.allocator = options.allocator = voronoi->allocator;
    size_t capacity = boundary->sites.count + 1; // including the frame
    uint32_t *slots = wend_allocate(&voronoi->allocator, capacity, sizeof *slots);
    wend_result result = slots ? wend_floor_create(&def, &floor, NULL) : WEND_OUT_OF_MEMORY;
    options.frame = (wend_box){{box.min.x - margin, box.min.y - margin},
                               {box.max.x + margin, box.max.y + margin}};
    if (result == WEND_OK)
        result = wend_voronoi_create(floor, &options, &other, NULL);
    if (result == WEND_OK) {
        slots[other->boundary.bounds_slot] = boundary->bounds_slot;
        w->shape = wend_boundary_shape(boundary, &boundary->sites.data[boundary->bounds_slot]);
        result = add_bounds(w, voronoi, other, slots);
    }
    wend_voronoi_destroy(other);
    wend_floor_destroy(floor);
    wend_release(&voronoi->allocator, slots, capacity, sizeof *slots);
    return result;
}

static wend_result add_cells(faces_work *w, const wend_voronoi *voronoi, wend_voronoi *copy,
                             wend_site_id *neighbours)
{
    const wend_boundary *boundary = &voronoi->boundary;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < boundary->sites.count && result == WEND_OK; ++i) {
        const wend_site *site = &boundary->sites.data[i];
        if (wend_site_id_is_null(site->id) || site->hidden)
            continue;
        if (i == boundary->bounds_slot) {
            result = boundary->has_bounds ? without_bounds(w, voronoi) : WEND_OK;
        } else {
            w->shape = wend_boundary_shape(boundary, site);
            result = add_cell_of(w, copy, site, neighbours, (uint32_t)boundary->sites.count);
        }
    }
    return result;
}

/// Hidden sites would appear when the owner of their cell is removed; they count as one.
static wend_result remove_hidden(wend_voronoi *copy)
{
    wend_boundary *boundary = &copy->boundary;
    wend_result result = WEND_OK;
    while (boundary->hidden.count > 0 && result == WEND_OK) {
        uint32_t slot = boundary->hidden.data[boundary->hidden.count - 1];
        result = wend_voronoi_remove(copy, boundary->sites.data[slot].id, NULL);
    }
    return result;
}

wend_result wend_faces_second(wend_faces *faces, const wend_voronoi *voronoi)
{
    faces_work w = start_work(faces, voronoi);
    size_t capacity = voronoi->boundary.sites.count;
    wend_voronoi *copy = NULL;
    wend_site_id *neighbours = wend_allocate(&voronoi->allocator, capacity, sizeof *neighbours);
    wend_result result = neighbours ? WEND_OK : WEND_OUT_OF_MEMORY;
    if (result == WEND_OK)
        result = wend_voronoi_copy(voronoi, &voronoi->allocator, &copy, NULL);
    if (result == WEND_OK)
        result = remove_hidden(copy);
    if (result == WEND_OK)
        result = add_cells(&w, voronoi, copy, neighbours);
    wend_voronoi_destroy(copy);
    wend_release(&voronoi->allocator, neighbours, capacity, sizeof *neighbours);
    return result;
}

void wend_faces_free(wend_faces *faces)
{
    wend_array_free(&faces->points, &faces->allocator);
    wend_array_free(&faces->faces, &faces->allocator);
    wend_array_free(&faces->lines, &faces->allocator);
}
