// SPDX-License-Identifier: MIT
// Which places are useful: those whose stream line leads from a source to a sink. Of all lines of
// one level that is the one beyond which everything up to the top is higher: so a place is on it if
// and only if a way leads on from there to the top that never falls below its level (through bodies
// it goes as it likes). On a grid one can look for such a way, and tell but for places near the
// border.
#include "tests/flow/flow_check.h"

enum { FLOOD = 90, FLOOD_BODY = FLOOD * FLOOD, FLOOD_NODES = FLOOD_BODY + ORACLE_BODIES };

/// Levels change by no more than a step from node to node, and a way on the grid is beside the true
/// one by about as much, from body to node by BESIDE_STEPS: what is nearer to the border than this
/// many steps is not asked about.
#define CLEAR_STEPS  5
#define BESIDE_STEPS 1.5

static flow_fixture f; // large; filled anew for each scene

typedef struct flood {
    wend_vec2 corner;
    double step;
    int width, height;
    double levels[FLOOD_NODES];     ///< -INFINITY: not in the domain
    uint32_t beside[FLOOD * FLOOD]; ///< the body that is near and in sight; NO_BODY: none
    uint32_t sees[FLOOD * FLOOD];   ///< one bit for each of the 8 neighbours
    bool seen[FLOOD_NODES];
} flood;

static flood now; // large; filled anew for each scene

static const int around[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                 {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

static wend_vec2 flood_place(uint32_t node)
{
    return (wend_vec2){now.corner.x + now.step * (node % FLOOD),
                       now.corner.y + now.step * (node / FLOOD)};
}

static uint32_t body_beside(wend_vec2 p)
{
    double least = BESIDE_STEPS * now.step;
    uint32_t body = NO_BODY;
    for (uint32_t i = 0; i < f.o.wall_count; ++i) {
        wend_vec2 foot = wend_segment_closest(f.o.walls[i].at, p);
        double distance = sight_distance(foot, p);
        if (f.o.walls[i].body != NO_BODY && distance <= least && stays_in_ring(&f.s, p, foot)) {
            least = distance;
            body = f.o.walls[i].body;
        }
    }
    return body;
}

static uint32_t neighbours_seen(uint32_t node)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 8; ++i) {
        int x = (int)(node % FLOOD) + around[i][0], y = (int)(node / FLOOD) + around[i][1];
        if (x < 0 || y < 0 || x >= now.width || y >= now.height)
            continue;
        wend_ray ray;
        wend_result result = wend_mesh_raycast(f.o.mesh, flood_place(node),
                                               flood_place((uint32_t)(y * FLOOD + x)), &ray, NULL);
        if (result == WEND_OK && !ray.hit)
            seen |= 1u << i;
    }
    return seen;
}

static void start_flood(void)
{
    wend_box box = wend_box_of(f.s.ring, f.s.ring_count);
    now.step = fmax(box.max.x - box.min.x, box.max.y - box.min.y) / (FLOOD - 2);
    // Off the round numbers that walls are at.
    now.corner = (wend_vec2){box.min.x + 0.377 * now.step, box.min.y + 0.411 * now.step};
    now.width = (int)((box.max.x - box.min.x) / now.step) + 1;
    now.height = (int)((box.max.y - box.min.y) / now.step) + 1;
    for (uint32_t i = 0; i < FLOOD_BODY; ++i) {
        wend_vec2 p = flood_place(i);
        bool in = is_in_domain(&f.o, p);
        now.levels[i] = in ? oracle_at(&f.o, p, NULL) : -INFINITY;
        now.beside[i] = in ? body_beside(p) : NO_BODY;
        now.sees[i] = in ? neighbours_seen(i) : 0;
    }
    for (uint32_t i = 0; i < f.o.body_count; ++i)
        now.levels[FLOOD_BODY + i] = f.o.levels[i];
}

/// True if a way from a node to the top never falls below a level.
static bool leads_to_top(uint32_t start, double level)
{
    static uint32_t queue[FLOOD_NODES];
    uint32_t count = 0;
    if (now.levels[start] < level)
        return false;
    memset(now.seen, 0, sizeof now.seen);
    queue[count++] = start;
    now.seen[start] = true;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t node = queue[i];
        // From a body the way goes on to all nodes beside it, from a node to those around it.
        for (uint32_t k = 0; k < (node >= FLOOD_BODY ? FLOOD_BODY : 9); ++k) {
            uint32_t next = UINT32_MAX;
            if (node >= FLOOD_BODY && now.beside[k] == node - FLOOD_BODY)
                next = k;
            else if (node < FLOOD_BODY && k == 8 && now.beside[node] != NO_BODY)
                next = FLOOD_BODY + now.beside[node];
            else if (node < FLOOD_BODY && k < 8 && now.sees[node] >> k & 1)
                next = (uint32_t)((int)node + around[k][0] + FLOOD * around[k][1]);
            if (next == UINT32_MAX || now.seen[next] || now.levels[next] < level)
                continue;
            now.seen[next] = true;
            queue[count++] = next;
        }
    }
    return now.seen[FLOOD_BODY + WEND_FLOW_TOP];
}

// ---- what can be told ---------------------------------------------------------------------------

typedef enum told { USELESS, USEFUL, UNCLEAR } told;

static uint32_t nearest_node(wend_vec2 p)
{
    double x = floor((p.x - now.corner.x) / now.step + 0.5),
           y = floor((p.y - now.corner.y) / now.step + 0.5);
    if (!(x >= 0 && y >= 0 && x < now.width && y < now.height))
        return UINT32_MAX;
    return (uint32_t)y * FLOOD + (uint32_t)x;
}

/// Where one gets to by going straight up from p; false: that is not straight.
static bool go_up(wend_vec2 p, double length, wend_vec2 *up)
{
    wend_vec2 from = p;
    double level = oracle_at(&f.o, p, &from), off = sight_distance(p, from);
    if (off < FLOW_ERROR * f.s.size)
        return false;
    *up = (wend_vec2){p.x + (p.x - from.x) / off * length, p.y + (p.y - from.y) / off * length};
    return is_in_domain(&f.o, *up) && stays_in_ring(&f.s, p, *up) &&
           oracle_at(&f.o, *up, NULL) > level + length - FLOW_ERROR * f.s.size;
}

static told tell(wend_vec2 p)
{
    double level = oracle_at(&f.o, p, NULL), clear = CLEAR_STEPS * now.step;
    uint32_t node = nearest_node(p);
    wend_vec2 up;
    if (level > f.o.levels[WEND_FLOW_TOP] + FLOW_ERROR * f.s.size)
        return USELESS;
    if (node != UINT32_MAX && now.levels[node] >= level - clear &&
        !leads_to_top(node, level - clear))
        return USELESS;
    if (!go_up(p, 2 * clear, &up))
        return UNCLEAR;
    node = nearest_node(up);
    return node != UINT32_MAX && leads_to_top(node, level + now.step) ? USEFUL : UNCLEAR;
}

/// Off the round numbers: on lines where two fronts meet there is no telling.
static wend_vec2 place_anywhere(wend_random *random)
{
    wend_vec2 p = flow_place(&f, random);
    double off = now.step / 8;
    return (wend_vec2){p.x + wend_random_between(random, -off, off),
                       p.y + wend_random_between(random, -off, off)};
}

static void useful_as_the_grid_tells(void **state)
{
    (void)state;
    uint32_t counts[3] = {0};
    for (uint64_t seed = 0; seed < (long_tier() ? 600 : 12); ++seed) {
        wend_random random = wend_random_stream(seed, 24);
        make_flow_scene(&f.s, 5000000 + seed);
        oracle_make(&f.o, &f.s);
        f.flow = flow_of_scene(&f.s, NULL);
        if (f.flow && !f.o.blocked) {
            assert_int_equal(wend_flow_solve(f.flow, &(wend_flow_request){0}, NULL), WEND_OK);
            oracle_solve(&f.o, WEND_FLOW_BOTTOM, 0);
            start_flood();
        }
        for (uint32_t i = 0; i < 40 && f.flow && !f.o.blocked; ++i) {
            wend_vec2 p = place_anywhere(&random);
            if (!is_in_domain(&f.o, p))
                continue;
            told what = tell(p);
            counts[what]++;
            if (what != UNCLEAR && wend_flow_is_useful(f.flow, p) != (what == USEFUL)) {
                print_flow_scene(&f.s);
                fail_msg("%.17g,%.17g is %s", p.x, p.y, what == USEFUL ? "useful" : "useless");
            }
        }
        wend_flow_destroy(f.flow);
        oracle_free(&f.o);
    }
    print_message("%u places useful, %u useless, %u unclear\n", (unsigned)counts[USEFUL],
                  (unsigned)counts[USELESS], (unsigned)counts[UNCLEAR]);
    assert_true(counts[USEFUL] > 20 && counts[USELESS] > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(useful_as_the_grid_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
