// SPDX-License-Identifier: MIT
// Taking turns: how those who want through a narrow place from both sides get through.
//
// Two crowds that meet in a door stand against each other, and no velocity avoids that: each waits
// for the other to go back. So those who are stuck against others who come the opposite way, and
// those who stand behind them, take turns: for a while the right of way belongs to one direction,
// as if a light had turned green, then to another. Who walks that way hardly gives way; who walks
// against it steps back. The direction is one function of the time, and turns by the golden angle,
// so every direction has its turn soon. In a queue that nobody comes against, nothing changes.
#include "world/turns.h"

#include "core/angle.h"
#include "motion/orca.h"

#include <math.h>

/// How long the right of way belongs to a direction: long enough to walk through a door and the
/// people in it. [Units: s]
#define TURN_SECONDS 4.0
#define GOLDEN_ANGLE 2.399963229728653
/// The share of those whose turn it is, and of the others.
#define SHARE_FIRST 0.05f
#define SHARE_LATER 1.0f
/// How fast the others step back. [Units: speeds]
#define STEP_BACK 0.5f
/// One is in the way that is no further than so many radii from touching, and heads against: the
/// cosine of the angle between both ways is less than this.
#define IN_THE_WAY 1.5f
#define AGAINST    -0.3f
/// So many behind each other step back for one in front.
enum { BEHIND = 12 };

wend_vec2 wend_turn_direction(double time)
{
    wend_vec2 direction;
    wend_sin_cos(fmod(floor(time / TURN_SECONDS), 65536) * GOLDEN_ANGLE, &direction.y,
                 &direction.x);
    return direction;
}

float wend_turn_share(const wend_walker *walker, wend_vec2 direction, wend_wish *wish)
{
    // One that never gives way, or always, does so now.
    if (walker->opposed == 0 || walker->share == 0 || walker->share == 1)
        return walker->share;
    if ((wish->ax + wish->bx) * direction.x + (wish->ay + wish->by) * direction.y > 0)
        return SHARE_FIRST;
    *wish = (wend_wish){-STEP_BACK * wish->ax,
                        -STEP_BACK * wish->ay,
                        -STEP_BACK * wish->bx,
                        -STEP_BACK * wish->by,
                        wish->bias,
                        0};
    return SHARE_LATER;
}

// ---- who stands against whom --------------------------------------------------------------------

/// Where a body heads; none if it stands.
static bool heading_of(const wend_crowd *crowd, uint32_t slot, float *x, float *y)
{
    const wend_aim *aim = &crowd->aims[slot];
    wend_vec2 p = crowd->bodies[slot].position;
    double dx = aim->a.x + aim->bias * (aim->b.x - aim->a.x) - p.x,
           dy = aim->a.y + aim->bias * (aim->b.y - aim->a.y) - p.y, d = sqrt(dx * dx + dy * dy);
    if (!(d > 0))
        return false;
    *x = (float)(dx / d);
    *y = (float)(dy / d);
    return true;
}

/// How many in front of a stuck one wait for each other, up to one who stands against somebody.
static uint8_t opposition(const wend_crowd *crowd, const orca_crowd *sorted, uint32_t i)
{
    uint32_t slot = sorted->slot[i], most = 0;
    const wend_body *me = &crowd->bodies[slot];
    float x, y, other_x, other_y;
    if (!heading_of(crowd, slot, &x, &y))
        return 0;
    const int32_t *column =
        sorted->neighbours + (size_t)(i / ORCA_TILE) * ORCA_TILE * ORCA_NEIGHBOURS + i % ORCA_TILE;
    for (uint32_t k = 0; k < sorted->neighbour_count[i]; ++k) {
        uint32_t other = sorted->slot[column[k * ORCA_TILE]];
        const wend_body *it = &crowd->bodies[other];
        double dx = it->position.x - me->position.x, dy = it->position.y - me->position.y,
               near = IN_THE_WAY * (me->radius + it->radius);
        if (it->radius < 0 || dx * dx + dy * dy > near * near ||
            !heading_of(crowd, other, &other_x, &other_y))
            continue;
        if (x * other_x + y * other_y < AGAINST && x * dx + y * dy > 0)
            return BEHIND;
        if (x * other_x + y * other_y > -AGAINST && crowd->walkers[other].opposed > most)
            most = crowd->walkers[other].opposed;
    }
    return (uint8_t)(most > 0 ? most - 1 : 0);
}

void wend_turns_look(wend_crowd *crowd, const wend_orca *orca)
{
    const orca_crowd *sorted = &orca->crowd;
    for (uint32_t i = 0; i < sorted->count; ++i) {
        wend_walker *walker = &crowd->walkers[sorted->slot[i]];
        walker->opposed = walker->told_stuck ? opposition(crowd, sorted, i) : 0;
    }
}
