// SPDX-License-Identifier: MIT
// The ends of a track. Before it can enter a narrow street, a group has to become long and narrow
// in the room where it starts: on the spine that it has, and on a tail beyond that. Straight tails
// are enough in large rooms. In others the track turns at random, in any direction from a round
// shape.
#include "group/snake.h"

#include "core/angle.h"
#include "group/sample.h"
#include "group/spine.h"
#include "wend/vec2.h"

#define PI (2 * WEND_HALF_PI)

/// Largest radius of a bend of a tail. [Units: half widths of the disc]
#define WIDEST_BEND 0.8

/// Turns of bends, if not these. [Units: rad]
#define LEAST_TURN (PI / 6)
#define MOST_TURN  (PI * 7 / 6)

void wend_snake_end_free(wend_snake_end *end, const wend_allocator *allocator)
{
    wend_snake_chain_free(&end->own, allocator);
    wend_snake_chain_free(&end->tail, allocator);
}

bool wend_snake_set_end(const wend_snake_site *site, const wend_group_shape *shape, bool by_start,
                        wend_snake_end *end)
{
    uint32_t count = wend_group_shape_pieces(shape);
    end->shape = *shape;
    end->by_start = by_start;
    end->left = end->lag = 0;
    end->own.pieces.count = end->tail.pieces.count = 0;
    end->head = wend_group_shape_from_local(shape, (wend_vec2){0, 0});
    end->ahead = (wend_vec2){0, 0};
    end->radius = 0;
    end->width = site->disc;
    end->spine = 0;
    if (wend_group_shape_is_round(shape))
        return true;
    for (uint32_t i = 0; i < count; ++i) {
        wend_path_piece piece = *wend_group_shape_piece(shape, by_start ? count - 1 - i : i);
        piece = by_start ? wend_group_piece_reversed(&piece) : piece;
        if (!wend_array_push(&end->own.pieces, site->allocator, piece))
            return false;
    }
    end->spine = wend_spine_length(shape);
    end->width = shape->width;
    end->radius = 0.5 * shape->width;
    end->head = wend_spine_at(shape, by_start ? 0 : end->spine, &end->ahead);
    end->ahead = wend_scale(end->ahead, by_start ? -1 : 1);
    return true;
}

/// How far a disc can go straight on from a point.
static double straight_on(const wend_snake_site *site, wend_vec2 from, wend_vec2 along,
                          double radius)
{
    double back, ahead, longest = wend_group_spine(site->area, site->min_width);
    wend_group_reach(site->walls->floor, from, along, radius + 2 * site->slack, longest, &back,
                     &ahead);
    return ahead;
}

/// The same up to where it can still turn; negative: it cannot.
static double straight_before(const wend_snake_site *site, wend_vec2 from, wend_vec2 along,
                              const wend_snake_bend *bend)
{
    if (bend->straight == 0)
        return 0;
    double reach = straight_on(site, from, along, bend->radius) - bend->radius;
    return reach > 0 ? reach * bend->straight : reach;
}

bool wend_snake_set_front(const wend_snake_site *site, const wend_snake_tail *tail,
                          wend_snake_end *end)
{
    if (end->spine > 0 || !tail->directed)
        return true;
    wend_vec2 centre = wend_group_shape_from_local(&end->shape, (wend_vec2){0, 0});
    wend_sin_cos(tail->heading, &end->ahead.y, &end->ahead.x);
    double reach = straight_before(site, centre, end->ahead, &tail->front);
    end->radius = tail->front.radius;
    end->head = wend_add_scaled(centre, fmax(reach, 0), end->ahead);
    end->own.pieces.count = 0;
    return wend_snake_add_line(site, &end->own.pieces, centre, end->head);
}

wend_result wend_snake_set_tail(const wend_snake_site *site, const wend_snake_tail *tail,
                                wend_vec2 from, wend_vec2 outwards, wend_snake_end *end)
{
    wend_group_pieces *pieces = &end->tail.pieces;
    wend_vec2 at = from, ahead = outwards, next;
    pieces->count = end->tail.cells.count = 0;
    for (uint32_t i = 0; i < tail->count; ++i) {
        const wend_snake_bend *bend = &tail->bends[i];
        double s, c, reach = straight_before(site, at, ahead, bend);
        int sense = bend->turn > 0 ? 1 : -1;
        if (!(reach >= 0))
            return WEND_NOT_FOUND;
        next = wend_add_scaled(at, reach, ahead);
        wend_vec2 inwards = sense > 0 ? wend_perp_left(ahead) : wend_perp_right(ahead);
        wend_vec2 centre = wend_add_scaled(next, bend->radius, inwards);
        wend_sin_cos(bend->turn, &s, &c);
        wend_vec2 last = wend_add(centre, wend_rotate(wend_sub(next, centre), c, s));
        if (!wend_snake_add_line(site, pieces, at, next) ||
            !wend_snake_add_arc(site, pieces, centre, next, last, sense))
            return WEND_OUT_OF_MEMORY;
        at = last;
        ahead = wend_rotate(ahead, c, s);
    }
    double reach = straight_on(site, at, ahead, 0.5 * site->min_width);
    next = wend_add_scaled(at, reach, ahead);
    return wend_snake_add_line(site, pieces, at, next) ? WEND_OK : WEND_OUT_OF_MEMORY;
}

// ---- at random ----------------------------------------------------------------------------------

static wend_snake_bend random_bend(const wend_snake_site *site, wend_random *random)
{
    static const double turns[] = {0.5 * PI, PI};
    uint32_t usual = wend_random_below(random, 4), sharp = wend_random_below(random, 4);
    double turn = sharp < 2 ? turns[sharp] : wend_random_between(random, LEAST_TURN, MOST_TURN);
    return (wend_snake_bend){
        .straight = usual < 2    ? 1
                    : usual == 2 ? 0
                                 : wend_random_between(random, 0, 1),
        .turn = wend_random_below(random, 2) ? turn : -turn,
        .radius = wend_random_between(random, 0.5 * site->min_width,
                                      fmax(0.5 * site->min_width, 0.5 * WIDEST_BEND * site->disc)),
    };
}

/// A spiral from the middle of a disc on: at each distance, about as tight as the shape permits
/// that is so long. So the shape bends while it becomes long.
static void make_spiral(const wend_snake_site *site, wend_random *random, wend_snake_tail *tail)
{
    int sense = wend_random_below(random, 2) ? 1 : -1;
    double tight = wend_random_between(random, 1, 1.3), along = 0;
    double step = site->disc * wend_random_between(random, 0.1, 0.3);
    tail->directed = true;
    tail->heading = wend_random_between(random, 0, 2 * PI);
    tail->count = 1 + wend_random_below(random, WEND_SNAKE_BENDS);
    for (uint32_t i = 0; i < tail->count; ++i) {
        double radius = 0.5 * tight * wend_group_width(site->area, 2 * along);
        tail->bends[i] = (wend_snake_bend){0, sense * fmin(step / radius, MOST_TURN), radius};
        along += step;
        step *= wend_random_between(random, 1, 2);
    }
    tail->front.radius = 0.5 * site->disc * wend_random_between(random, 0.4, 1);
    tail->front.straight = wend_random_below(random, 2) ? 0 : wend_random_between(random, 0, 1);
}

static void change_slightly(wend_random *random, wend_snake_tail *tail)
{
    tail->heading += wend_random_between(random, -0.3, 0.3);
    tail->front.radius *= wend_random_between(random, 0.9, 1.1);
    tail->front.straight = fmin(tail->front.straight * wend_random_between(random, 0.8, 1.2), 1);
    for (uint32_t i = 0; i < tail->count; ++i) {
        wend_snake_bend *bend = &tail->bends[i];
        bend->radius *= wend_random_between(random, 0.9, 1.1);
        bend->turn *= wend_random_between(random, 0.9, 1.1);
        bend->straight = fmin(bend->straight * wend_random_between(random, 0.8, 1.2), 1);
    }
}

wend_snake_tail wend_snake_tail_changed(const wend_snake_site *site, const wend_snake_tail *tail,
                                        wend_random *random)
{
    wend_snake_tail made = *tail;
    uint32_t which = wend_random_below(random, tail->count + 1);
    switch (wend_random_below(random, 10)) {
    case 0: // another direction
        made.directed = wend_random_below(random, 4) > 0;
        made.heading = wend_random_between(random, 0, 2 * PI);
        if (!tail->directed)
            made.front = random_bend(site, random);
        break;
    case 1:
        made.front = random_bend(site, random);
        break;
    case 2: // shorter
        made.count = which;
        break;
    case 3:
    case 4:
        make_spiral(site, random, &made);
        break;
    case 5:
    case 6:
    case 7:
        change_slightly(random, &made);
        break;
    default:
        made.count += which == tail->count && made.count < WEND_SNAKE_BENDS;
        if (which < made.count)
            made.bends[which] = random_bend(site, random);
        break;
    }
    return made;
}
