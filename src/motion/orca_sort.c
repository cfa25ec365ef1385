// SPDX-License-Identifier: MIT
// Sorts bodies into the cells of a grid by counting. The sort is stable: bodies of one cell stay in
// the order of their slots, and the result does not depend on the number of threads.
//
// Cells are four times as high as wide and hold a few bodies each: a row of cells is contiguous in
// memory, and a search visits about three rows. The area per body is estimated from the number of
// occupied parts among 64 x 64 of the box, so that a few distant bodies do not matter.
#include "motion/orca.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/// Finest resolution, in units per metre: 60 nm.
#define SORT_FINEST 16777216.0
/// Maximum number of cells per body, and in total at least.
enum { SORT_CELLS_EACH = 4, SORT_MIN_CELLS = 1024 };
/// Minimum number of bodies per thread.
enum { SORT_MIN_CHUNK = 1024 };

enum { PARTS = 64 }; ///< parts of the box along each axis; bits of orca_survey.occupied

typedef struct sort {
    wend_orca *orca;
    const wend_orca_input *input;
    orca_places places;
    const wend_pedestrian_memory *memory;
    uint32_t chunks;
    wend_box box;
    wend_vec2 parts_per_metre;
    size_t cells;
    _Atomic bool bad_preferred;
} sort;

// Written out, each is one instruction; fmin and fmax must handle NaN.
static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}
static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static inline wend_vec2 position_of(const sort *s, uint32_t slot)
{
    return s->places.positions ? s->places.positions[slot] : s->input->bodies[slot].position;
}
static inline wend_vec2 velocity_of(const sort *s, uint32_t slot)
{
    return s->places.velocities ? s->places.velocities[slot] : s->input->bodies[slot].velocity;
}

static uint32_t chunk_start(const sort *s, uint32_t chunk)
{
    return (uint32_t)((uint64_t)s->input->count * chunk / s->chunks);
}

// ---- survey -------------------------------------------------------------------------------------

static void survey_bodies(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    sort *s = argument;
    for (uint32_t chunk = begin; chunk < end; ++chunk) {
        orca_survey found = {.box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}},
                             .share = -1,
                             .valid = true,
                             .equal_shares = true};
        for (uint32_t i = chunk_start(s, chunk); i < chunk_start(s, chunk + 1); ++i) {
            const wend_body *b = &s->input->bodies[i];
            if (b->radius < 0)
                continue;
            wend_vec2 p = position_of(s, i), v = velocity_of(s, i);
            double sum = p.x + p.y + v.x + v.y + b->max_speed + b->radius + b->time_horizon +
                         b->avoidance_share;
            found.valid =
                found.valid && isfinite(sum) && wend_is_in_range(p) && wend_is_in_range(v);
            found.box.min.x = smaller(found.box.min.x, p.x);
            found.box.min.y = smaller(found.box.min.y, p.y);
            found.box.max.x = larger(found.box.max.x, p.x);
            found.box.max.y = larger(found.box.max.y, p.y);
            found.fastest = larger(found.fastest, b->max_speed);
            if (b->radius > 0)
                found.quickest = larger(found.quickest, b->max_speed / b->radius);
            if (found.count++ == 0)
                found.share = b->avoidance_share;
            found.equal_shares = found.equal_shares && b->avoidance_share == found.share;
        }
        s->orca->surveys.data[chunk] = found;
    }
}

static void survey_parts(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    sort *s = argument;
    for (uint32_t chunk = begin; chunk < end; ++chunk) {
        uint64_t *occupied = s->orca->surveys.data[chunk].occupied;
        for (uint32_t i = chunk_start(s, chunk); i < chunk_start(s, chunk + 1); ++i) {
            const wend_body *b = &s->input->bodies[i];
            if (b->radius < 0)
                continue;
            wend_vec2 p = position_of(s, i);
            uint32_t x = (uint32_t)((p.x - s->box.min.x) * s->parts_per_metre.x),
                     y = (uint32_t)((p.y - s->box.min.y) * s->parts_per_metre.y);
            occupied[y % PARTS] |= (uint64_t)1 << x % PARTS;
        }
    }
}

static orca_survey join_surveys(const sort *s)
{
    orca_survey all = s->orca->surveys.data[0];
    for (uint32_t chunk = 1; chunk < s->chunks; ++chunk) {
        const orca_survey *one = &s->orca->surveys.data[chunk];
        if (one->count == 0)
            continue;
        all.box.min.x = smaller(all.box.min.x, one->box.min.x);
        all.box.min.y = smaller(all.box.min.y, one->box.min.y);
        all.box.max.x = larger(all.box.max.x, one->box.max.x);
        all.box.max.y = larger(all.box.max.y, one->box.max.y);
        all.fastest = larger(all.fastest, one->fastest);
        all.quickest = larger(all.quickest, one->quickest);
        all.valid = all.valid && one->valid;
        all.equal_shares =
            all.equal_shares && one->equal_shares && (all.count == 0 || all.share == one->share);
        all.share = all.count == 0 ? one->share : all.share;
        all.count += one->count;
    }
    return all;
}

// ---- grid ---------------------------------------------------------------------------------------

static size_t max_cells(uint32_t count)
{
    return (size_t)SORT_CELLS_EACH * count + SORT_MIN_CELLS;
}

// Mean distance between bodies, as if arranged in a lattice on the occupied area.
static double mean_spacing(const sort *s, const orca_survey *all, double width, double height)
{
    uint32_t occupied = 0;
    for (int row = 0; row < PARTS; ++row) {
        uint64_t parts = 0;
        for (uint32_t chunk = 0; chunk < s->chunks; ++chunk)
            parts |= s->orca->surveys.data[chunk].occupied[row];
        for (; parts; parts &= parts - 1)
            ++occupied;
    }
    double ground = width * height * occupied / (PARTS * PARTS);
    return sqrt(ground / all->count) + fmax(width, height) / all->count;
}

// Exponent of the power of two nearest to a positive number.
static int nearest_power(double x)
{
    int exponent;
    return frexp(x, &exponent) < 0.70710678118654752 ? exponent - 1 : exponent;
}

static void lay_grid(sort *s, const orca_survey *all)
{
    orca_crowd *crowd = &s->orca->crowd;
    double width = all->box.max.x - all->box.min.x, height = all->box.max.y - all->box.min.y;
    double margin = all->fastest * s->input->step + 1;
    int exponent;
    frexp(ORCA_MAX_UNITS / (fmax(width, height) + 2 * margin), &exponent);
    crowd->per_metre = fmin(ldexp(0.5, exponent), SORT_FINEST);
    crowd->unit = (float)(1 / crowd->per_metre);
    crowd->origin = all->box.min;
    double spacing = fmax(mean_spacing(s, all, width, height) * crowd->per_metre, 1);
    crowd->spacing = (float)spacing * crowd->unit;
    int column = nearest_power(spacing / 2), row = column + 2;
    crowd->column_shift = column < 0 ? 0 : (uint32_t)column;
    crowd->row_shift = row < 0 ? 0 : row > 30 ? 30 : (uint32_t)row;
    for (;; ++crowd->column_shift, ++crowd->row_shift) {
        crowd->columns = ((uint32_t)(width * crowd->per_metre) >> crowd->column_shift) + 1;
        crowd->rows = ((uint32_t)(height * crowd->per_metre) >> crowd->row_shift) + 1;
        s->cells = (size_t)crowd->columns * crowd->rows;
        if (s->cells <= max_cells(all->count))
            break;
    }
}

// ---- counting and placing -----------------------------------------------------------------------

static void count_cells(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    sort *s = argument;
    const orca_crowd *crowd = &s->orca->crowd;
    for (uint32_t chunk = begin; chunk < end; ++chunk) {
        uint32_t *histogram = s->orca->histograms.data + s->cells * chunk;
        memset(histogram, 0, s->cells * sizeof *histogram);
        for (uint32_t i = chunk_start(s, chunk); i < chunk_start(s, chunk + 1); ++i) {
            const wend_body *b = &s->input->bodies[i];
            uint32_t cell = UINT32_MAX;
            if (b->radius >= 0) {
                wend_vec2 p = position_of(s, i);
                int32_t x = orca_units(p.x, crowd->origin.x, crowd->per_metre),
                        y = orca_units(p.y, crowd->origin.y, crowd->per_metre);
                cell = ((uint32_t)y >> crowd->row_shift) * crowd->columns +
                       ((uint32_t)x >> crowd->column_shift);
                ++histogram[cell];
            }
            s->orca->cells.data[i] = cell;
        }
    }
}

// Turns the histograms into the position of each chunk's first body in each cell.
static void add_up(sort *s)
{
    orca_crowd *crowd = &s->orca->crowd;
    uint32_t *histograms = s->orca->histograms.data, sum = 0;
    for (size_t cell = 0; cell < s->cells; ++cell) {
        crowd->starts.data[cell] = sum;
        for (uint32_t chunk = 0; chunk < s->chunks; ++chunk) {
            uint32_t *count = &histograms[s->cells * chunk + cell], here = *count;
            *count = sum;
            sum += here;
        }
    }
    crowd->starts.data[s->cells] = sum;
}

static void place_bodies(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    sort *s = argument;
    uint32_t *slots = s->orca->crowd.slot;
    for (uint32_t chunk = begin; chunk < end; ++chunk) {
        uint32_t *entries = s->orca->histograms.data + s->cells * chunk;
        const uint32_t *cells = s->orca->cells.data;
        for (uint32_t i = chunk_start(s, chunk); i < chunk_start(s, chunk + 1); ++i)
            if (cells[i] != UINT32_MAX)
                slots[entries[cells[i]]++] = i;
    }
}

/// Prefetch distance in bodies: slots are scattered in memory.
enum { FETCH_AHEAD = 12 };

static void set_direction(orca_crowd *crowd, uint32_t i)
{
    float x = crowd->ax[i] + crowd->bias[i] * (crowd->bx[i] - crowd->ax[i]),
          y = crowd->ay[i] + crowd->bias[i] * (crowd->by[i] - crowd->ay[i]);
    float length2 = x * x + y * y;
    bool has_way = length2 > 0 && crowd->wedge[i] >= 0; // who makes room is no leader for others
    float per_length = has_way ? 1 / sqrtf(length2) : 0;
    crowd->ex[i] = x * per_length;
    crowd->ey[i] = y * per_length;
}

// Reads bodies in the order of cells and writes all arrays sequentially. In the other order every
// array would be written at scattered positions.
static void fetch_bodies(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    sort *s = argument;
    orca_crowd *crowd = &s->orca->crowd;
    for (uint32_t to = begin; to < end; ++to) {
        uint32_t soon = crowd->slot[to + FETCH_AHEAD < end ? to + FETCH_AHEAD : to];
        orca_prefetch(&s->input->bodies[soon]);
        orca_prefetch(&s->input->bodies[soon].avoidance_share); // it may end in the next cache line
        orca_prefetch(&s->input->preferred[soon]);
        const wend_body *b = &s->input->bodies[crowd->slot[to]];
        const wend_preferred_velocity *w = &s->input->preferred[crowd->slot[to]];
        wend_vec2 p = position_of(s, crowd->slot[to]), v = velocity_of(s, crowd->slot[to]);
        crowd->position[to] = p;
        crowd->clear[to] = 0;
        crowd->x[0][to] = orca_units(p.x, crowd->origin.x, crowd->per_metre);
        crowd->y[0][to] = orca_units(p.y, crowd->origin.y, crowd->per_metre);
        crowd->vx[0][to] = (float)v.x;
        crowd->vy[0][to] = (float)v.y;
        crowd->radius[to] = b->radius;
        crowd->max_speed[to] = b->max_speed;
        crowd->inverse_horizon[to] = 1 / b->time_horizon;
        crowd->share[to] = b->avoidance_share;
        if (!isfinite(w->ax + w->ay + w->bx + w->by + w->bias + w->wedge))
            atomic_store_explicit(&s->bad_preferred, true, memory_order_relaxed);
        float a_part = orca_within(w->ax, w->ay, b->max_speed),
              b_part = orca_within(w->bx, w->by, b->max_speed);
        crowd->ax[to] = w->ax * a_part;
        crowd->ay[to] = w->ay * a_part;
        crowd->bx[to] = w->bx * b_part;
        crowd->by[to] = w->by * b_part;
        crowd->bias[to] = w->bias;
        crowd->wedge[to] = w->wedge;
        if (s->orca->rules) {
            set_direction(crowd, to);
            crowd->held[to] = s->memory[crowd->slot[to]].held;
        }
    }
}

// Initialises the lanes beyond the last body, which have nothing to do.
static void end_tile(orca_crowd *crowd)
{
    for (uint32_t i = crowd->count; i < (crowd->count / ORCA_TILE + 1) * ORCA_TILE; ++i) {
        crowd->max_speed[i] = crowd->radius[i] = crowd->share[i] = 0;
        crowd->inverse_horizon[i] = 1;
        crowd->ax[i] = crowd->ay[i] = crowd->bx[i] = crowd->by[i] = 0;
        crowd->bias[i] = crowd->wedge[i] = crowd->ex[i] = crowd->ey[i] = 0;
        crowd->held[i] = 0;
        crowd->neighbour_count[i] = 0;
        for (int k = 0; k < 2; ++k) {
            crowd->x[k][i] = crowd->y[k][i] = 0;
            crowd->vx[k][i] = crowd->vy[k][i] = 0;
        }
        int32_t *column = crowd->neighbours + orca_entry(i, 0);
        for (uint32_t k = 0; k < ORCA_NEIGHBOURS; ++k)
            column[k * ORCA_TILE] = (int32_t)i;
    }
}

#define reserve(array, required)                                                                   \
    ((array)->count = 0, wend_array_reserve(array, &orca->allocator, required))

static uint32_t chunks_for(uint32_t count, uint32_t workers)
{
    return count / workers < SORT_MIN_CHUNK ? 1 : workers;
}

bool wend_orca_sort_reserve(wend_orca *orca, uint32_t count, uint32_t workers)
{
    uint32_t chunks = chunks_for(count, workers);
    return reserve(&orca->surveys, chunks) && reserve(&orca->cells, count) &&
           reserve(&orca->crowd.starts, max_cells(count) + 1) &&
           reserve(&orca->histograms, max_cells(count) * chunks) &&
           wend_orca_arrays_reserve(orca, count);
}

wend_result wend_orca_sort(wend_orca *orca, const wend_orca_input *input, orca_places places,
                           wend_error *error)
{
    orca_crowd *crowd = &orca->crowd;
    sort whole = {.orca = orca, .input = input, .places = places, .memory = orca->memory},
         *s = &whole;
    s->chunks = chunks_for(input->count, wend_tasks_workers(input->tasks));
    wend_parallel_for(input->tasks, s->chunks, 1, survey_bodies, s);
    orca_survey all = join_surveys(s);
    if (!all.valid)
        return wend_fail(
            error, WEND_BAD_ARGUMENT,
            "a body has a value that is not finite, or a position or velocity beyond %g",
            WEND_MAX_COORDINATE);
    crowd->count = all.count;
    crowd->quickest = all.quickest;
    crowd->equal_shares = all.equal_shares && all.share > 0;
    if (all.count == 0)
        return WEND_OK;
    s->box = all.box;
    double width = all.box.max.x - all.box.min.x, height = all.box.max.y - all.box.min.y;
    s->parts_per_metre.x = width > 0 ? (PARTS - 0.5) / width : 0;
    s->parts_per_metre.y = height > 0 ? (PARTS - 0.5) / height : 0;
    wend_parallel_for(input->tasks, s->chunks, 1, survey_parts, s);
    lay_grid(s, &all);
    wend_parallel_for(input->tasks, s->chunks, 1, count_cells, s);
    add_up(s);
    wend_parallel_for(input->tasks, s->chunks, 1, place_bodies, s);
    wend_parallel_for(input->tasks, crowd->count, SORT_MIN_CHUNK, fetch_bodies, s);
    end_tile(crowd);
    if (atomic_load(&s->bad_preferred))
        return wend_fail(error, WEND_BAD_ARGUMENT, "a preferred velocity is not finite");
    return WEND_OK;
}
