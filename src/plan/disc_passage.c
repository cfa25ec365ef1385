// SPDX-License-Identifier: MIT
// Width test of the cells that a class of paths passes through.
//
// A path of the class passes a cell between the corners and walls on its left and those on its
// right. It crosses the segment between any two of these, which lies in the cell. If one is closer
// to the other than the diameter of the disc, no disc passes.
#include "plan/disc.h"

/// A cell between two gaps: corners and sides are counted in its ring. On the right of the path are
/// the corners from entry + 1 to out, on the left those from out + 1 to entry.
typedef struct passage {
    const wend_cell_side *ring;
    uint32_t count;
    uint32_t entry, out;
} passage;

static uint32_t next_in(const passage *p, uint32_t i)
{
    return i + 1 < p->count ? i + 1 : 0;
}

static double wall_distance2(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    wend_vec2 along = wend_sub(b, a), v = wend_sub(p, a);
    double t = wend_dot(v, along), size2 = wend_length_squared(along);
    if (t <= 0 || t >= size2)
        return INFINITY; // its ends are corners too
    double off = wend_cross(along, v);
    return off * off / size2;
}

/// Minimum squared distance from corner i to those from first to last and to the walls between
/// them.
static double row_distance2(const passage *p, uint32_t i, uint32_t first, uint32_t last)
{
    double minimum = INFINITY;
    for (uint32_t k = first;; k = next_in(p, k)) {
        wend_vec2 v = wend_sub(p->ring[k].at, p->ring[i].at);
        minimum = fmin(minimum, wend_length_squared(v));
        if (k == last)
            return minimum;
        if (p->ring[k].cell == WEND_NONE)
            minimum = fmin(minimum,
                           wall_distance2(p->ring[i].at, p->ring[k].at, p->ring[next_in(p, k)].at));
    }
}

static bool is_wide(const passage *p, double minimum2)
{
    uint32_t right = next_in(p, p->entry), left = next_in(p, p->out);
    for (uint32_t i = right;; i = next_in(p, i)) {
        if (row_distance2(p, i, left, p->entry) < minimum2)
            return false;
        if (i == p->out)
            break;
    }
    for (uint32_t i = left;; i = next_in(p, i)) {
        if (row_distance2(p, i, right, p->out) < minimum2)
            return false;
        if (i == p->entry)
            return true;
    }
}

bool wend_disc_passes(const wend_path_query *query)
{
    const wend_mesh *mesh = query->mesh;
    const wend_disc_search *s = query->disc;
    double minimum = 2 * (query->radius - s->slack);
    for (size_t i = 0; i + 1 < s->gaps.count; ++i) {
        const wend_cell *cell = &mesh->cells[s->gaps.data[i].behind];
        passage p = {.ring = mesh->sides + cell->first,
                     .count = cell->count,
                     .entry = s->gaps.data[i].entry - cell->first,
                     .out = mesh->sides[s->gaps.data[i + 1].entry].twin - cell->first};
        if (!is_wide(&p, minimum * minimum))
            return false;
    }
    return true;
}
