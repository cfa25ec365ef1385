// SPDX-License-Identifier: MIT
// What pedestrians prefer, given the people ahead of them: first the far look, then heading and
// speed, then the step aside. All of it changes only the body's own preferred velocities and
// maximum speed, and reads only what it leaves alone of others, so threads do not matter.
//
// The far look goes over the bodies in an area ahead, in lanes of other bodies; its sums are whole
// numbers, so that they do not depend on the width. The rest is in lanes of bodies.
#ifndef WEND_MOTION_PEDESTRIAN_WALK_H
#define WEND_MOTION_PEDESTRIAN_WALK_H

#include "core/lanes.h"
#include "motion/orca.h"
#include "motion/orca_program.h"
#include "motion/pedestrian_sight.h"

// ---- far look -----------------------------------------------------------------------------------

/// Bodies nearer ahead than this are left to collision avoidance. [Units: m]
#define LOOK_NEAREST 0.2f
/// Cosines of the angle between two directions: company, oncoming people, and the flow ahead, to
/// which also those belong who have turned a corner.
#define LOOK_COMPANY  0.5f
#define LOOK_ONCOMING -0.8f
#define LOOK_FLOW     0.0f
/// Oncoming people as fast as this or faster count fully, standing ones by the least share.
#define LOOK_FAST  0.6f ///< [Units: m/s]
#define LOOK_LEAST 0.2f
/// Units of the sums, the largest entry, and the number of bodies that are added before the sums
/// could overflow.
#define LOOK_UNIT 0x1p-18f
#define LOOK_MAX  8.0f
enum { LOOK_RUN = 512 };
/// In the weight of a distance aside, z (1 - z^2 / 8)^4 for z exp(-z^2 / 2), times sqrt(e): 1 at
/// z = 1, where it is largest.
#define LOOK_PEAK 1.7060f
/// Added to numbers of people, so that a single one counts less.
#define LOOK_FEW        0.1f
#define LOOK_FEW_SQUARE 0.5f

/// What a body sees ahead. Weights decrease to 0 at the end of the area.
typedef struct look_sums {
    int64_t all;     ///< company and oncoming people
    int64_t against; ///< oncoming people
    int64_t aside;   ///< oncoming people by their distance aside: positive on the left
    int64_t speed;   ///< speeds of the company that is near
    int64_t near;    ///< number of those
} look_sums;

/// Walls that are found when somebody is ahead.
typedef struct lazy_sight {
    wend_sight walls;
    wend_box region; ///< that the body looks at
    bool known;
} lazy_sight;

// Bodies at d that no wall hides (as wend_sight_hides).
static inline lanes_m in_sight(const wend_sight *sight, lanes_f dx, lanes_f dy)
{
    lanes_f zero = lanes_all(0);
    lanes_m hidden = lanes_less(zero, zero);
    for (uint32_t w = 0; w < sight->count; ++w) {
        lanes_f ax = lanes_all(sight->ax[w]), ay = lanes_all(sight->ay[w]);
        lanes_f bx = lanes_all(sight->bx[w]), by = lanes_all(sight->by[w]);
        lanes_f left = ax * dy - ay * dx, right = bx * dy - by * dx;
        lanes_f here = ax * by - ay * bx, there = here + (bx - ax) * dy - (by - ay) * dx;
        hidden |= lanes_less(left * right, zero) & lanes_less(here * there, zero);
    }
    return ~hidden;
}

static inline lanes_i in_units(lanes_f a)
{
    return lanes_round(lanes_clamp(a, lanes_all(-LOOK_MAX), lanes_all(LOOK_MAX)) *
                       lanes_all(1 / LOOK_UNIT));
}

// Adds the bodies begin <= k < end of a row of cells, at most LOOK_RUN.
static void look_along(const orca_job *job, uint32_t i, uint32_t begin, uint32_t end,
                       lazy_sight *sight, look_sums *sums)
{
    const orca_crowd *crowd = job->crowd;
    const pedestrian_rules *rules = job->rules;
    const int32_t *xs = crowd->x[job->now], *ys = crowd->y[job->now];
    const float *vxs = crowd->vx[job->now], *vys = crowd->vy[job->now];
    lanes_f zero = lanes_all(0), one = lanes_all(1), unit = lanes_all(crowd->unit);
    lanes_f ex = lanes_all(crowd->ex[i]), ey = lanes_all(crowd->ey[i]);
    lanes_i px = lanes_all_i(xs[i]), py = lanes_all_i(ys[i]);
    lanes_i all = lanes_all_i(0), against = all, aside = all, speed = all;
    for (uint32_t k = begin; k < end; k += LANES) {
        lanes_f dx = lanes_to_f(lanes_load_i(xs + k) - px) * unit,
                dy = lanes_to_f(lanes_load_i(ys + k) - py) * unit;
        lanes_f x = dx * ex + dy * ey, y = dx * ey - dy * ex, off = lanes_max(y, -y);
        lanes_i body = lanes_all_i((int32_t)k) + lanes_count_up();
        lanes_m inside = lanes_less(lanes_all(LOOK_NEAREST), x) &
                         lanes_at_most(x, lanes_all(rules->look_distance)) &
                         lanes_at_most(off, lanes_all(rules->look_half_width)) &
                         lanes_less_i(body, lanes_all_i((int32_t)end));
        if (!lanes_any(inside))
            continue;
        lanes_f ox = lanes_load(crowd->ex + k), oy = lanes_load(crowd->ey + k),
                vx = lanes_load(vxs + k), vy = lanes_load(vys + k);
        lanes_f along = ex * ox + ey * oy, v = vx * ex + vy * ey;
        lanes_f weight = one - x * lanes_all(1 / rules->look_distance);
        lanes_m company = inside & lanes_less(lanes_all(LOOK_COMPANY), along),
                oncoming = inside & lanes_less(along, lanes_all(LOOK_ONCOMING));
        lanes_m near = inside & lanes_less(lanes_all(LOOK_FLOW), along) &
                       lanes_at_most(x, lanes_all(rules->flow_distance)) &
                       lanes_at_most(off, lanes_all(rules->flow_half_width));
        lanes_m seen = company | oncoming | near;
        if (lanes_any(seen)) {
            if (!sight->known)
                wend_sight_look(job->input->walls, crowd->position[i], sight->region,
                                &sight->walls);
            sight->known = true;
            seen &= in_sight(&sight->walls, dx, dy);
        }
        company &= seen;
        near &= seen;
        oncoming &= seen;
        lanes_f counted = lanes_pick(company, weight, zero);
        speed += in_units(lanes_pick(near, vx * ox + vy * oy, zero));
        sums->near += __builtin_popcount(lanes_bits(near));
        if (lanes_any(oncoming)) {
            lanes_f share = lanes_clamp(-v * lanes_all(1 / LOOK_FAST), lanes_all(LOOK_LEAST), one);
            weight = lanes_pick(oncoming, weight * share, zero);
            lanes_f z = (y - lanes_all(rules->side_offset)) * lanes_all(1 / rules->side_width);
            lanes_f bell = lanes_max(one - z * z * lanes_all(0.125f), zero);
            bell *= bell;
            counted += weight;
            against += in_units(weight);
            aside -= in_units(weight * z * lanes_all(LOOK_PEAK) * bell * bell);
        }
        all += in_units(counted);
    }
    sums->all += lanes_sum(all);
    sums->against += lanes_sum(against);
    sums->aside += lanes_sum(aside);
    sums->speed += lanes_sum(speed);
}

// Cells that a coordinate relative to a body falls into.
static inline int64_t look_line(int32_t at, float add, uint32_t shift, uint32_t count)
{
    int64_t cell = ((int64_t)at + (int64_t)add) >> shift;
    return cell < 0 ? 0 : cell >= count ? (int64_t)count - 1 : cell;
}

static look_sums look_ahead(const orca_job *job, uint32_t i)
{
    const orca_crowd *crowd = job->crowd;
    const pedestrian_rules *rules = job->rules;
    float ex = crowd->ex[i], ey = crowd->ey[i], per_metre = (float)crowd->per_metre;
    float far = rules->look_distance, wide = rules->look_half_width;
    // The box around the area, in metres, then in units; at most ORCA_MAX_UNITS away.
    float x_low = fminf(ex * far, 0) - wide * fabsf(ey),
          x_high = fmaxf(ex * far, 0) + wide * fabsf(ey),
          y_low = fminf(ey * far, 0) - wide * fabsf(ex),
          y_high = fmaxf(ey * far, 0) + wide * fabsf(ex);
    wend_vec2 at = crowd->position[i];
    lazy_sight sight = {.region = {{at.x + x_low, at.y + y_low}, {at.x + x_high, at.y + y_high}}};
    float most = ORCA_MAX_UNITS;
    x_low = fmaxf(x_low * per_metre, -most);
    y_low = fmaxf(y_low * per_metre, -most);
    x_high = fminf(x_high * per_metre, most);
    y_high = fminf(y_high * per_metre, most);
    int32_t x = crowd->x[job->now][i], y = crowd->y[job->now][i];
    int64_t left = look_line(x, x_low, crowd->column_shift, crowd->columns),
            right = look_line(x, x_high, crowd->column_shift, crowd->columns),
            top = look_line(y, y_high, crowd->row_shift, crowd->rows);
    look_sums sums = {0};
    for (int64_t row = look_line(y, y_low, crowd->row_shift, crowd->rows); row <= top; ++row) {
        const uint32_t *starts = crowd->starts.data + (size_t)row * crowd->columns;
        uint32_t end = starts[right + 1];
        for (uint32_t k = starts[left]; k < end; k += LOOK_RUN)
            look_along(job, i, k, end - k < LOOK_RUN ? end : k + LOOK_RUN, &sight, &sums);
    }
    return sums;
}

/// Looks of new bodies are spread over an interval by slot, in this number of classes.
enum { LOOK_CLASSES = 8 };

static void look(const orca_job *job, uint32_t i)
{
    const orca_crowd *crowd = job->crowd;
    const pedestrian_rules *rules = job->rules;
    uint32_t slot = crowd->slot[i];
    wend_pedestrian_memory *memory = &job->memory[slot];
    if (crowd->ex[i] == 0 && crowd->ey[i] == 0) {
        *memory = (wend_pedestrian_memory){0};
        return;
    }
    bool is_new = memory->rest == 0;
    memory->rest -= (float)job->part;
    if (memory->rest > 0)
        return;
    memory->rest = is_new ? rules->look_interval * (float)(slot % LOOK_CLASSES + 1) / LOOK_CLASSES
                          : fmaxf(memory->rest + rules->look_interval, LOOK_UNIT);
    look_sums sums = look_ahead(job, i);
    float all = (float)sums.all * LOOK_UNIT, against = (float)sums.against * LOOK_UNIT,
          aside = (float)sums.aside * LOOK_UNIT;
    memory->flow = sums.near > 0 ? (float)sums.speed * LOOK_UNIT / (float)sums.near : 0;
    float side = fminf(2 * against / (all + LOOK_FEW), 1) * aside / sqrtf(all + LOOK_FEW_SQUARE);
    memory->side = rules->side_speed * fminf(fmaxf(side, -1), 1);
    memory->oncoming = against;
}

// ---- heading and speed --------------------------------------------------------------------------

/// Headings that are compared: that of the bias, both ends of the chord, and two between.
enum { HEADINGS = 5 };
/// The fourth heading is this part of the chord off the bias.
#define HEADING_OFF 0.33f
/// Speeds that differ by less are equally good. [Units: m/s]
#define HEADING_SAME 0.001f
/// The time headway holds at this preferred speed; faster people keep a shorter one. [Units: m/s]
#define HEADWAY_SPEED 1.34f
/// Headings that turn towards a wall by less than this are not limited by it. [sine]
#define HEADING_ALONG 0.01f
/// Limit of the speed without anybody ahead, and the speed that counts as standing. [Units: m/s]
#define SPEED_FREE  1e6f
#define SPEED_STAND 1e-3f

typedef struct headings {
    lanes_f at[HEADINGS];             ///< on the chord
    lanes_f x[HEADINGS], y[HEADINGS]; ///< unit vectors
    lanes_f limit[HEADINGS];          ///< greatest speed
    lanes_f flow;                     ///< of the company ahead
    lanes_f per_gap;                  ///< speed over the free distance to a leader [Units: 1/s]
} headings;

static inline void set_headings(const orca_crowd *crowd, uint32_t i, headings *h)
{
    lanes_f ax = lanes_load(crowd->ax + i), ay = lanes_load(crowd->ay + i),
            bx = lanes_load(crowd->bx + i), by = lanes_load(crowd->by + i),
            bias = lanes_load(crowd->bias + i);
    lanes_f zero = lanes_all(0), one = lanes_all(1), half = lanes_all(0.5f);
    lanes_m low = lanes_less(bias, half);
    lanes_f off = lanes_all(HEADING_OFF);
    h->at[0] = bias;
    h->at[1] = zero;
    h->at[2] = one;
    h->at[3] = lanes_pick(low, bias + off, bias - off);
    h->at[4] = half * (bias + lanes_pick(low, zero, one));
    for (int c = 0; c < HEADINGS; ++c) {
        lanes_f x = ax + h->at[c] * (bx - ax), y = ay + h->at[c] * (by - ay);
        lanes_f length2 = x * x + y * y;
        lanes_m some = lanes_less(zero, length2);
        lanes_f per_length =
            lanes_pick(some, one / lanes_sqrt(lanes_pick(some, length2, one)), zero);
        h->x[c] = x * per_length;
        h->y[c] = y * per_length;
        h->limit[c] = lanes_all(SPEED_FREE);
    }
}

// Limits the speeds by one neighbour of each body; `there` are those that have it.
static inline void follow(const orca_job *job, uint32_t i, lanes_i other, lanes_m there,
                          headings *h)
{
    const orca_crowd *crowd = job->crowd;
    const pedestrian_rules *rules = job->rules;
    pair it = relative_to(job, i, other);
    lanes_f zero = lanes_all(0);
    lanes_f ox = lanes_gather(crowd->ex, other), oy = lanes_gather(crowd->ey, other);
    lanes_f radius = lanes_load(crowd->radius + i),
            radii = radius + lanes_gather(crowd->radius, other);
    lanes_f slope = lanes_all(rules->side_slope) / lanes_max(radii, lanes_all(SPEED_STAND)),
            path = lanes_all(rules->path_half_width) * radii;
    for (int c = 0; c < HEADINGS; ++c) {
        lanes_f hx = h->x[c], hy = h->y[c];
        lanes_f ahead = it.px * hx + it.py * hy, aside = it.px * hy - it.py * hx;
        lanes_m leads = there & lanes_less(zero, ahead) &
                        lanes_less(zero, it.px * (hx + ox) + it.py * (hy + oy)) &
                        lanes_at_most(lanes_all(SAME_WAY), hx * ox + hy * oy);
        lanes_f off = lanes_max(lanes_max(aside, -aside) - path, zero);
        lanes_f limit = lanes_max(ahead + off * off * slope - radii, zero) * h->per_gap;
        h->limit[c] = lanes_pick(leads, lanes_min(limit, h->limit[c]), h->limit[c]);
    }
}

// Where the flow ahead is faster than the limit, the limit comes nearer to it: the gap opens.
static inline void follow_flow(const pedestrian_rules *rules, headings *h)
{
    lanes_f flow = h->flow - lanes_all(rules->flow_threshold), zero = lanes_all(0);
    for (int c = 0; c < HEADINGS; ++c)
        h->limit[c] += lanes_all(rules->flow_weight) * lanes_max(flow - h->limit[c], zero);
}

// Limits the speed on headings that turn towards a wall, more than the preferred one does.
static inline void mind_wall(const orca_job *job, half_planes wall, headings *h)
{
    lanes_f zero = lanes_all(0), along = lanes_all(HEADING_ALONG);
    // A wall permits n.v >= -gap / horizon (orca_walls.c); n is 0 for none.
    lanes_f gap = -wall.c * lanes_all((float)job->wall_horizon);
    lanes_f usual = -(wall.nx * h->x[0] + wall.ny * h->y[0]);
    for (int c = 1; c < HEADINGS; ++c) {
        lanes_f towards = -(wall.nx * h->x[c] + wall.ny * h->y[c]);
        lanes_m turns = lanes_less(lanes_max(usual, along), towards);
        lanes_f limit = lanes_max(gap, zero) * lanes_all(job->rules->inverse_wall_headway) /
                        lanes_pick(turns, towards, lanes_all(1));
        h->limit[c] = lanes_pick(turns, lanes_min(limit, h->limit[c]), h->limit[c]);
    }
}

/// The best heading.
typedef struct chosen_heading {
    lanes_f at, limit;
} chosen_heading;

static inline chosen_heading best_of(const headings *h, lanes_f wanted, lanes_f cost)
{
    chosen_heading best = {h->at[0], h->limit[0]};
    lanes_f most = lanes_min(h->limit[0], wanted) + lanes_all(HEADING_SAME);
    for (int c = 1; c < HEADINGS; ++c) {
        lanes_f off = h->at[c] - h->at[0];
        lanes_f worth = lanes_min(h->limit[c], wanted) - cost * lanes_max(off, -off);
        lanes_m better = lanes_less(most, worth);
        most = lanes_pick(better, worth, most);
        best.at = lanes_pick(better, h->at[c], best.at);
        best.limit = lanes_pick(better, h->limit[c], best.limit);
    }
    return best;
}

// What remains of a wanted speed under a limit: a smooth minimum, (1 + (wanted / limit)^8)^(-1/8).
static inline lanes_f share_of(lanes_f wanted, lanes_f limit)
{
    lanes_f zero = lanes_all(0), one = lanes_all(1), stand = lanes_all(SPEED_STAND);
    lanes_f ratio = wanted / lanes_max(limit, stand), square = ratio * ratio;
    square *= square;
    lanes_f share = one / lanes_sqrt(lanes_sqrt(lanes_sqrt(one + square * square)));
    share = lanes_pick(lanes_less(limit, lanes_all(SPEED_FREE)), share, one);
    return lanes_pick(lanes_less(stand, limit), share, zero);
}

// Slows down for oncoming people, but not below a speed at which a counter-flow still flows.
static inline lanes_f pass_by(const pedestrian_rules *rules, lanes_f wanted, lanes_f share,
                              lanes_f oncoming)
{
    lanes_f slower = share / (lanes_all(1) + lanes_all(rules->oncoming_slowdown) * oncoming),
            least = lanes_all(rules->passing_speed) / lanes_max(wanted, lanes_all(SPEED_STAND));
    return lanes_max(slower, lanes_min(share, least));
}

static void choose_heading(const orca_job *job, uint32_t i, uint32_t at, uint32_t end,
                           const orca_scratch *scratch)
{
    orca_crowd *crowd = job->crowd;
    const pedestrian_rules *rules = job->rules;
    float flow[LANES], oncoming[LANES];
    int32_t counts[LANES];
    uint32_t rows = 0, walls = 0;
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        bool there = i + lane < end;
        uint8_t count = there ? crowd->neighbour_count[i + lane] : 0,
                hard = scratch->hard_count[at + lane];
        flow[lane] = there ? job->memory[crowd->slot[i + lane]].flow : 0;
        oncoming[lane] = there ? job->memory[crowd->slot[i + lane]].oncoming : 0;
        counts[lane] = count;
        rows = rows < count ? count : rows;
        walls = walls < hard ? hard : walls;
    }
    lanes_f ax = lanes_load(crowd->ax + i), ay = lanes_load(crowd->ay + i),
            bx = lanes_load(crowd->bx + i), by = lanes_load(crowd->by + i);
    lanes_f wanted = lanes_sqrt(ax * ax + ay * ay);
    headings h;
    h.flow = lanes_load(flow);
    h.per_gap = wanted * lanes_all(rules->inverse_headway / HEADWAY_SPEED);
    set_headings(crowd, i, &h);
    const int32_t *tile = crowd->neighbours + orca_entry(i, 0);
    lanes_i count = lanes_load_i(counts);
    for (uint32_t k = 0; k < rows; ++k)
        follow(job, i, lanes_load_i(tile + k * ORCA_TILE),
               lanes_less_i(lanes_all_i((int32_t)k), count), &h);
    follow_flow(rules, &h);
    for (uint32_t k = 0; k < walls; ++k)
        mind_wall(job, row_at(scratch->hard, k, at), &h);

    lanes_f chord = lanes_sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
    chosen_heading best = best_of(&h, wanted, chord * lanes_all(rules->heading_cost));
    lanes_f share = pass_by(rules, wanted, share_of(wanted, best.limit), lanes_load(oncoming));
    lanes_store(crowd->ax + i, ax * share);
    lanes_store(crowd->ay + i, ay * share);
    lanes_store(crowd->bx + i, bx * share);
    lanes_store(crowd->by + i, by * share);
    lanes_store(crowd->bias + i, best.at);
    float held[LANES];
    lanes_store(held, lanes_all(1) - share);
    for (uint32_t lane = 0; lane < LANES && i + lane < end; ++lane)
        job->memory[crowd->slot[i + lane]].held = held[lane];
    // The overspeed is never exceeded. A standing person steps aside, with or without a goal.
    lanes_f overspeed = lanes_all(rules->overspeed), aside = lanes_all(rules->sidestep_speed);
    lanes_f most = lanes_max(wanted * share * overspeed, aside);
    most = lanes_pick(lanes_less(lanes_all(0), wanted), lanes_min(most, wanted * overspeed), aside);
    lanes_store(crowd->max_speed + i, lanes_min(lanes_load(crowd->max_speed + i), most));
}

// ---- step aside ---------------------------------------------------------------------------------

// The speed aside along x, y, a unit vector, that the walls leave room for.
static float room_aside(const orca_job *job, const orca_scratch *scratch, uint32_t at, float x,
                        float y, float speed)
{
    for (uint32_t k = 0; k < scratch->hard_count[at]; ++k) {
        const orca_rows *wall = &scratch->hard[k];
        float towards = -(wall->nx[at] * x + wall->ny[at] * y);
        if (towards <= HEADING_ALONG)
            continue;
        float gap = -wall->c[at] * (float)job->wall_horizon;
        speed = fminf(speed, fmaxf(gap, 0) * job->rules->inverse_wall_headway / towards);
    }
    return speed;
}

// Adds the speed to the right to a body's preferred velocities, as far as walls and its maximum
// speed permit.
static void step_aside(const orca_job *job, uint32_t i, uint32_t at, const orca_scratch *scratch)
{
    orca_crowd *crowd = job->crowd;
    float side = job->memory[crowd->slot[i]].side, sign = side < 0 ? -1 : 1;
    if (side == 0)
        return;
    float x = sign * crowd->ey[i], y = -sign * crowd->ex[i], max = crowd->max_speed[i];
    float speed = room_aside(job, scratch, at, x, y, fabsf(side));
    x *= speed;
    y *= speed;
    float ax = crowd->ax[i] + x, ay = crowd->ay[i] + y, bx = crowd->bx[i] + x,
          by = crowd->by[i] + y;
    float a_part = orca_within(ax, ay, max), b_part = orca_within(bx, by, max);
    crowd->ax[i] = ax * a_part;
    crowd->ay[i] = ay * a_part;
    crowd->bx[i] = bx * b_part;
    crowd->by[i] = by * b_part;
    crowd->wedge[i] = 0;
}

static void walk(const orca_job *job, uint32_t begin, uint32_t end, orca_scratch *scratch)
{
    for (uint32_t i = begin; i < end; ++i)
        look(job, i);
    for (uint32_t i = begin; i < end; i += LANES)
        choose_heading(job, i, i - begin, end, scratch);
    for (uint32_t i = begin; i < end; ++i)
        step_aside(job, i, i - begin, scratch);
}

#endif
