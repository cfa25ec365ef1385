// SPDX-License-Identifier: MIT
// Bodies with a wall between them, which are not in contact: discs that keep off a wall do not
// touch through it, so nothing is to be constrained. The margin of contacts would act through a
// thin wall: bodies in two lanes of just their width could not pass each other.
//
// Around the end of a wall they may touch a moment later. The wall must therefore lie between them
// wherever they move aside in a substep: it meets both lines parallel to that of their centres, at
// that distance.
#include "motion/contacts.h"

#include "geometry/walls.h"
#include "wend/geometry.h"

#include <math.h>

static bool meets(const wend_walls *walls, uint32_t wall, wend_segment line)
{
    return wend_segments_meet(wend_walls_segment(walls, wall), line, NULL) != WEND_APART;
}

// The same for both bodies: negation is exact, and whether segments meet is decided exactly.
bool wend_contact_walled_off(const contacts *c, uint32_t body, uint32_t other)
{
    const wend_walls *walls = c->input->walls;
    const wend_body *bodies = c->input->bodies;
    wend_vec2 p = c->positions[body], q = c->positions[other];
    double distance = wend_distance(p, q);
    if (!walls || !(distance > 0))
        return false;
    double aside = fmax(bodies[body].max_speed, bodies[other].max_speed) * c->seconds;
    double within = 0.5 * distance + aside, beyond = wend_walls_beyond(walls, within);
    wend_vec2 middle = {0.5 * (p.x + q.x), 0.5 * (p.y + q.y)};
    wend_vec2 by = wend_scale(wend_perp_left(wend_sub(q, p)), aside / distance);
    wend_segment left = {wend_add(p, by), wend_add(q, by)};
    wend_segment right = {wend_sub(p, by), wend_sub(q, by)};
    bool on_left = false, on_right = false;
    uint32_t wall;
    wend_wall_scan scan = wend_walls_scan(walls, middle, within);
    while (!(on_left && on_right) && wend_walls_next(&scan, &wall)) {
        if (wend_walls_rough(&walls->walls[wall], middle) > beyond)
            continue;
        on_left = on_left || meets(walls, wall, left);
        on_right = on_right || meets(walls, wall, right);
    }
    return on_left && on_right;
}
