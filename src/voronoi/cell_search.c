// SPDX-License-Identifier: MIT
// The search: elements are visited in the grid, nearest cells first, until the empty circles around
// the cell's corners are inside the searched region.
#include "voronoi/cell_search.h"

/// From this many single-ring steps on, a search grows by its own size.
enum { SINGLE_RINGS = 3 };

/// Empty grid cells are skipped a word at a time if at least this many are ahead.
enum { WIDE = 8 };

/// If a cell is known except for a change, and needs no more than this many grid cells, these are
/// all visited at once.
enum { FEW_CELLS = 64 };

/// Margin by which the contents of a grid cell, and the circles, are extended, as a fraction of a
/// cell: far more than the rounding error of either.
#define CELL_MARGIN 0x1p-10

/// True if a grid cell lies entirely behind a side.
static bool is_behind(const wend_cell_search *s, uint32_t column, uint32_t row)
{
    const wend_site_grid *grid = &s->boundary->grid;
    const wend_frame *frame = &s->work->frames[0];
    if (!frame->is_side)
        return false;
    // The corner of the cell furthest in front, plus a margin.
    double near = -CELL_MARGIN, far = 1 + CELL_MARGIN;
    double x = grid->origin.x + grid->side * ((double)column + (frame->away.x > 0 ? far : near));
    double y = grid->origin.y + grid->side * ((double)row + (frame->away.y > 0 ? far : near));
    return (x - frame->origin.x) * frame->away.x + (y - frame->origin.y) * frame->away.y < 0;
}

/// Sides are in several grid cells.
static inline void meet_once(wend_cell_search *s, uint32_t number)
{
    uint32_t *seen = &s->work->seen[number];
    if (*seen == s->work->turn)
        return;
    *seen = s->work->turn;
    wend_cell_meet(s, number);
}

static void meet_row(wend_cell_search *s, uint32_t left, uint32_t right, uint32_t row)
{
    const wend_site_grid *grid = &s->boundary->grid;
    for (uint32_t column = left; column <= right; ++column) {
        if (right - column >= WIDE && (column = wend_grid_skip(grid, column, right, row)) > right)
            return;
        const wend_grid_block *block = wend_grid_list(grid, column, row);
        if (!block || is_behind(s, column, row))
            continue;
        for (; block; block = wend_grid_next(grid, block))
            for (uint32_t i = 0; i < block->count; ++i)
                meet_once(s, block->numbers[i]);
    }
}

/// The circle at the start (end 0) or at the end (1) of a part of an envelope. Where a part ends
/// the next one may be lower, as long as the element that joins them has not been found.
static wend_vec2 circle_at(const wend_cell_work *work, uint32_t k, uint32_t i, int end,
                           double *radius)
{
    const wend_envelope *envelope = &work->envelopes[k];
    const wend_frame *frame = &work->frames[k];
    const wend_envelope_part *part = &envelope->parts[i];
    double x = end ? wend_envelope_end(envelope, i) : part->x;
    wend_vec2 centre = wend_frame_point(frame, x, wend_quadratic_at(&part->f, x), radius);
    if (*radius <= frame->max_radius)
        return centre;
    *radius = frame->max_radius;
    return frame->origin;
}

static void add_to_box(wend_box *box, wend_vec2 p, double radius)
{
    box->min =
        (wend_vec2){wend_smaller(box->min.x, p.x - radius), wend_smaller(box->min.y, p.y - radius)};
    box->max =
        (wend_vec2){wend_larger(box->max.x, p.x + radius), wend_larger(box->max.y, p.y + radius)};
}

/// Bounding box of the circles at the breaks: no site outside it can change the cell, because
/// between two breaks the circles do not extend beyond it.
static wend_box box_of_circles(const wend_cell_work *work)
{
    wend_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t k = 0; k < work->frame_count; ++k)
        for (uint32_t i = 0; i < work->envelopes[k].count; ++i)
            for (int end = 0; end < 2; ++end) {
                double radius;
                wend_vec2 centre = circle_at(work, k, i, end, &radius);
                add_to_box(&box, centre, radius);
            }
    return box;
}

// ---- far searches -------------------------------------------------------------------------------

/// Region covered by the circles of one part of an envelope: those at its two ends, and the region
/// between the four points where these touch the two elements.
typedef struct cover {
    wend_vec2 centre[2];
    double radius[2];
    wend_box between;
} cover;

static cover cover_of(const wend_cell_search *s, uint32_t k, uint32_t i)
{
    const wend_cell_work *work = s->work;
    const wend_frame *frame = &work->frames[k];
    uint32_t number = work->envelopes[k].parts[i].f.element;
    cover c = {.between = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}}};
    for (int end = 0; end < 2; ++end) {
        double radius;
        wend_vec2 centre = circle_at(work, k, i, end, &radius);
        c.centre[end] = centre;
        c.radius[end] = radius;
        wend_vec2 own = frame->is_side ? (wend_vec2){centre.x - radius * frame->away.x,
                                                     centre.y - radius * frame->away.y}
                                       : frame->origin;
        add_to_box(&c.between, own, 0);
        if (number >= WEND_FIRST_SCENE_LINE) {
            add_to_box(&c.between, centre, radius);
            continue;
        }
        const wend_element *other = &s->boundary->elements.data[number];
        bool side = s->boundary->links.data[number].kind == WEND_ELEMENT_SIDE;
        wend_vec2 projection = {centre.x - radius * other->from.x,
                                centre.y - radius * other->from.y};
        add_to_box(&c.between, side ? projection : other->p, 0);
    }
    return c;
}

/// The covered part of a row from bottom to top: from x1 to x2. False: none.
static bool covered(const cover *c, double bottom, double top, double *x1, double *x2)
{
    double low = INFINITY, high = -INFINITY;
    if (bottom <= c->between.max.y && top >= c->between.min.y) {
        low = c->between.min.x;
        high = c->between.max.x;
    }
    for (int i = 0; i < 2; ++i) {
        wend_vec2 p = c->centre[i];
        double off = p.y < bottom ? bottom - p.y : p.y > top ? p.y - top : 0;
        if (off > c->radius[i])
            continue;
        double half = sqrt(c->radius[i] * c->radius[i] - off * off);
        low = wend_smaller(low, p.x - half);
        high = wend_larger(high, p.x + half);
    }
    *x1 = low;
    *x2 = high;
    return low <= high;
}

/// Visits the grid cells of `next` that are covered by one part's circles and are not in `done`.
static void meet_cover(wend_cell_search *s, const cover *c, wend_grid_range next,
                       wend_grid_range done)
{
    const wend_site_grid *grid = &s->boundary->grid;
    double margin = grid->side * CELL_MARGIN;
    for (uint32_t row = next.bottom; row <= next.top; ++row) {
        double bottom = grid->origin.y + grid->side * (double)row, x1, x2;
        if (!covered(c, bottom - margin, bottom + grid->side + margin, &x1, &x2))
            continue;
        uint32_t left = wend_grid_column(grid, x1 - margin);
        uint32_t right = wend_grid_column(grid, x2 + margin);
        left = left > next.left ? left : next.left;
        right = right < next.right ? right : next.right;
        bool inside = row >= done.bottom && row <= done.top;
        if (!inside || left < done.left)
            meet_row(s, left, inside && right >= done.left ? done.left - 1 : right, row);
        if (inside && right > done.right)
            meet_row(s, left > done.right ? left : done.right + 1, right, row);
    }
}

/// Visits the grid cells of `next` that are covered by circles and are not in `done`. If a cell
/// faces a wide empty region, its circles are large and almost empty, but their bounding box may
/// contain half of the scene.
static void meet_covered(wend_cell_search *s, wend_grid_range next, wend_grid_range done)
{
    const wend_cell_work *work = s->work;
    uint32_t k = 0, i = 0;
    while (k < work->frame_count) {
        uint32_t changes = work->changes;
        cover c = cover_of(s, k, i);
        meet_cover(s, &c, next, done);
        if (work->changes != changes) { // the parts have changed: start over
            k = i = 0;
        } else if (++i >= work->envelopes[k].count) {
            i = 0;
            ++k;
        }
    }
}

static bool is_open(const wend_cell_work *work)
{
    for (uint32_t k = 0; k < work->frame_count; ++k)
        for (uint32_t i = 0; i < work->envelopes[k].count; ++i)
            if (work->envelopes[k].parts[i].f.element == WEND_NO_ELEMENT)
                return true;
    return false;
}

/// Visits all of `next` that is not in `done`.
static void meet_all(wend_cell_search *s, wend_grid_range next, wend_grid_range done)
{
    for (uint32_t row = next.bottom; row <= next.top; ++row) {
        if (row < done.bottom || row > done.top) {
            meet_row(s, next.left, next.right, row);
            continue;
        }
        if (next.left < done.left)
            meet_row(s, next.left, done.left - 1, row);
        if (next.right > done.right)
            meet_row(s, done.right + 1, next.right, row);
    }
}

static uint32_t cells_of(wend_grid_range range)
{
    return (range.right - range.left + 1) * (range.top - range.bottom + 1);
}

static uint32_t toward_lower(uint32_t at, uint32_t wanted, uint32_t step)
{
    return wanted >= at ? at : at - wanted > step ? at - step : wanted;
}

static uint32_t toward_higher(uint32_t at, uint32_t wanted, uint32_t step)
{
    return wanted <= at ? at : wanted - at > step ? at + step : wanted;
}

/// Visits the neighbours along the old arcs that still exist, or have moved.
static void meet_old(wend_cell_search *s, wend_old_arcs old)
{
    if (old.count == 0)
        return;
    s->rough = true;
    for (uint32_t i = 0; i < old.count; ++i) {
        uint32_t heir = wend_boundary_heir(s->boundary, old.arcs[i].other);
        if (heir != WEND_NO_ELEMENT)
            meet_once(s, heir);
    }
    s->rough = false;
    wend_cell_update_reach(s->work);
}

void wend_cell_search_all(wend_cell_search *s, wend_old_arcs old)
{
    const wend_site_grid *grid = &s->boundary->grid;
    wend_box box = {
        {wend_smaller(s->own->p.x, s->own->q.x), wend_smaller(s->own->p.y, s->own->q.y)},
        {wend_larger(s->own->p.x, s->own->q.x), wend_larger(s->own->p.y, s->own->q.y)}};
    wend_grid_range done = wend_grid_range_of(grid, box);
    meet_old(s, old);
    bool closed = old.count > 0 && !is_open(s->work);
    for (uint32_t row = done.bottom; row <= done.top; ++row)
        meet_row(s, done.left, done.right, row);
    for (uint32_t ring = 1;; ++ring) {
        wend_grid_range want = wend_grid_range_of(grid, box_of_circles(s->work));
        if (ring == SINGLE_RINGS && is_open(s->work)) {
            wend_cell_meet_scene(s);
            want = wend_grid_range_of(grid, box_of_circles(s->work));
        }
        // A site that has moved far has new neighbours.
        bool known = closed && cells_of(want) <= FEW_CELLS;
        uint32_t step = known                  ? UINT32_MAX
                        : ring <= SINGLE_RINGS ? 1
                                               : 1 + (done.top - done.bottom) / 2;
        wend_grid_range next = {
            toward_lower(done.left, want.left, step), toward_lower(done.bottom, want.bottom, step),
            toward_higher(done.right, want.right, step), toward_higher(done.top, want.top, step)};
        if (next.left == done.left && next.right == done.right && next.bottom == done.bottom &&
            next.top == done.top)
            return;
        (step > 1 && !known ? meet_covered : meet_all)(s, next, done);
        done = next;
    }
}
