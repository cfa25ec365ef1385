// SPDX-License-Identifier: MIT
// Roots of a disc: corners around which the path bends.
#include "plan/disc.h"

#include "core/angle.h"
#define WEND_PI 3.14159265358979323846

/// Windows are created for this much of a turn at a time: most roots never turn further. [Units:
/// radians]
#define WEND_TURN_STRETCH (WEND_PI / 4)

/// Difference to a full turn: more than the error of a direction. [Units: radians]
#define WEND_WHOLE_TURN_GAP 1e-3

/// Directions behind a root that cannot turn further than three quarters. [Units: radians]
#define WEND_BACK_TURN 1.5

/// Maximum turn. Around a lone post a path may turn nearly all the way, if the next post is too
/// near to pass between. [Units: radians]
#define WEND_MAX_TURN (2 * WEND_PI - WEND_WHOLE_TURN_GAP)

/// Directions up to this angle behind are behind; those beyond are most of a turn ahead. Only
/// around a lone post can a root turn so far that hardly any is behind. [Units: radians]
static double back_turn(const wend_disc_root *root)
{
    return root->turn > 1.5 * WEND_PI ? WEND_WHOLE_TURN_GAP : WEND_BACK_TURN;
}

double wend_disc_turned(const wend_disc_root *root, wend_vec2 d)
{
    double turn = root->side * wend_atan2(wend_cross(root->in, d), wend_dot(root->in, d));
    if (turn < -back_turn(root))
        return turn + 2 * WEND_PI;
    return turn > 0 ? turn : 0;
}

bool wend_disc_turns_back(const wend_disc_root *root, wend_vec2 d, double noise)
{
    return root->side && root->turn <= 1.5 * WEND_PI && wend_dot(root->in, d) > 0 &&
           root->side * wend_cross(root->in, d) < -noise;
}

wend_vec2 wend_disc_direction(const wend_disc_root *root, double turn)
{
    double c, s;
    wend_sin_cos(turn, &s, &c);
    s *= root->side;
    return (wend_vec2){root->in.x * c - root->in.y * s, root->in.y * c + root->in.x * s};
}

// ---- validity -----------------------------------------------------------------------------------

double wend_disc_own_turn(const wend_mesh *mesh, const wend_disc_root *root, double noise,
                          uint32_t *along)
{
    double limit = WEND_MAX_TURN;
    *along = WEND_NONE;
    wend_vec2 left = wend_perp_left(root->in);
    wend_vec2 normal = {-root->side * left.x, -root->side * left.y};
    uint32_t first = mesh->vertices.data[root->vertex].spoke, h = first;
    do {
        if (wend_is_fixed(mesh, h)) {
            wend_vec2 wall = wend_sub(wend_at(mesh, wend_target(mesh, h)), root->centre);
            double towards = wend_dot(normal, wall);
            if (towards > 0) {
                double size2 = wend_length_squared(wall);
                if (towards * towards > noise * noise * size2) {
                    *along = wend_target(mesh, h);
                    return -1;
                }
                towards = 0;
            }
            double ahead = root->side * wend_atan2(wend_cross(normal, wall), towards);
            if (ahead < 0)
                ahead += 2 * WEND_PI;
            if (ahead - 0.5 * WEND_PI <= limit) {
                limit = ahead - 0.5 * WEND_PI;
                *along = wend_target(mesh, h);
            }
        }
        h = wend_turn_left(mesh, h);
    } while (h != first && h != WEND_NONE);
    return h == WEND_NONE ? -1 : fmax(limit, 0);
}

static uint32_t position_of(const wend_disc_root *root)
{
    return 2 * root->vertex + (root->side > 0);
}

/// True if an existing root reaches the same point of the circle at no greater length, continuing
/// around the corner, or back if the path back is known to be clear.
static bool is_dominated(const wend_path_query *query, const wend_disc_root *root)
{
    const wend_disc_search *s = query->disc;
    uint32_t position = position_of(root);
    if (s->first_stamp.data[position] != s->stamp)
        return false;
    for (uint32_t i = s->first_root.data[position]; i != WEND_NONE; i = s->roots.data[i].next) {
        const wend_disc_root *other = &s->roots.data[i];
        double turn =
            root->side * wend_atan2(wend_cross(other->in, root->in), wend_dot(other->in, root->in));
        double clear = turn >= 0 ? other->turn : other->open ? WEND_MAX_TURN : root->turn;
        if (fabs(turn) <= clear + s->noise &&
            other->length + query->radius * fabs(turn) <= root->length + s->slack)
            return true;
    }
    return false;
}

// ---- windows ------------------------------------------------------------------------------------

/// Where the circle around the root leaves the cell, as a turn after `turn`; *out is the side.
static double exit_by_arc(const wend_path_query *query, const wend_disc_root *root, uint32_t number,
                          uint32_t entry, double turn, uint32_t *out)
{
    const wend_cell *cell = &query->mesh->cells[number];
    wend_vec2 left = wend_perp_left(root->in);
    wend_vec2 normal = {-root->side * left.x, -root->side * left.y},
              across = wend_perp_left(normal);
    double first = 4 * WEND_PI, first_beyond = INFINITY, noise = query->disc->noise;
    *out = WEND_NONE;
    for (uint32_t i = 0; i < cell->count; ++i) {
        const wend_cell_side *side = &query->mesh->sides[cell->first + i];
        wend_vec2 b = query->mesh->sides[cell->first + (i + 1 < cell->count ? i + 1 : 0)].at;
        wend_vec2 along = wend_sub(b, side->at);
        // The point of the circle after a turn t lies at a + x cos t + y sin t to the side's left.
        double a = wend_cross(along, wend_sub(root->centre, side->at));
        double size = query->radius * wend_length(along);
        if (a >= size)
            continue;
        double x = query->radius * wend_cross(along, normal);
        double y = query->radius * root->side * wend_cross(along, across);
        double middle = wend_atan2(y, x), half = a <= -size ? 0 : wend_acos(-a / size);
        double leave = middle + half;
        // Just crossed: it leaves through the same side only after a path through the cell.
        double minimum = cell->first + i == entry ? noise : -noise;
        while (leave < turn + minimum)
            leave += 2 * WEND_PI;
        while (leave - 2 * WEND_PI >= turn + minimum)
            leave -= 2 * WEND_PI;
        if (leave > first + noise)
            continue;
        // Of several collinear sides it is the one that contains the point.
        wend_vec2 at = wend_leave(root, query->radius, wend_disc_direction(root, leave));
        double part = wend_dot(along, wend_sub(at, side->at)) / wend_length_squared(along);
        double beyond = fmax(fmax(-part, part - 1), 0);
        if (leave < first - noise || beyond < first_beyond) {
            first = fmin(leave, first);
            first_beyond = beyond;
            *out = cell->first + i;
        }
    }
    return first > turn ? first : turn;
}

static void make_windows(wend_path_query *query, uint32_t number, double from, double to)
{
    const wend_disc_root *root = &query->disc->roots.data[number];
    wend_vec2 early = wend_disc_direction(root, from), late = wend_disc_direction(root, to);
    wend_disc_node window = {.kind = WEND_DISC_WINDOW,
                             .root = number,
                             .cell = root->cell,
                             .right = root->side > 0 ? early : late,
                             .left = root->side > 0 ? late : early};
    wend_disc_expand(query, &window, root->cell, WEND_NONE);
}

void wend_disc_turn(wend_path_query *query, uint32_t number)
{
    wend_disc_search *s = query->disc;
    double end = fmin(s->roots.data[number].turned + WEND_TURN_STRETCH, s->roots.data[number].turn);
    uint32_t entry = WEND_NONE;
    // An arc of this size cannot pass through a convex cell more than a few times.
    for (uint32_t steps = 0; steps < 1000; ++steps) {
        wend_disc_root *root = &s->roots.data[number];
        uint32_t out;
        double from = root->turned;
        double leave = exit_by_arc(query, root, root->cell, entry, from, &out);
        root->turned = fmin(leave, end);
        make_windows(query, number, from, root->turned);
        root = &s->roots.data[number];
        if (leave >= end || out == WEND_NONE)
            break;
        const wend_cell_side *side = &query->mesh->sides[out];
        if (side->cell == WEND_NONE) {
            root->turn = root->turned;
            break;
        }
        root->cell = side->cell;
        entry = side->twin;
    }
    const wend_disc_root *root = &s->roots.data[number];
    if (root->turned < root->turn) {
        wend_disc_node more = {.kind = WEND_DISC_TURN, .root = number};
        wend_vec2 at = wend_leave(root, query->radius, wend_disc_direction(root, root->turned));
        wend_disc_push(query,
                       root->length + query->radius * root->turned + wend_disc_to_goal(query, at),
                       &more);
    }
}

// ---- candidates ---------------------------------------------------------------------------------

void wend_disc_repair(wend_path_query *query, uint32_t number)
{
    wend_disc_search *s = query->disc;
    for (size_t i = 0; i < s->blockers.count && !s->failed; ++i) {
        wend_disc_blocker blocker = s->blockers.data[i];
        wend_vec2 corner = wend_at(query->mesh, blocker.vertex);
        // If the line to it would leave before the root is reached, the root is not touched.
        for (uint32_t from = number; from != WEND_NONE; from = s->roots.data[from].parent) {
            const wend_disc_root *root = &s->roots.data[from];
            wend_vec2 d;
            double length;
            if (root->vertex == blocker.vertex ||
                !wend_disc_touch(query, root, corner, blocker.side * query->radius, &d, &length))
                break;
            if (wend_disc_turns_back(root, d, s->noise))
                continue;
            if (wend_disc_try(query, from, blocker.vertex, blocker.side)) {
                uint32_t cell = wend_disc_cell(query->mesh, wend_leave(root, query->radius, d));
                if (cell != WEND_NONE)
                    wend_disc_offer_corner(query, from, blocker.vertex, blocker.side, cell);
            }
            break;
        }
    }
}

void wend_disc_arrive(wend_path_query *query, const wend_disc_node *node)
{
    wend_disc_search *s = query->disc;
    const wend_disc_root *parent = &s->roots.data[node->root];
    double turned = parent->side ? wend_disc_turned(parent, node->right) : 0;
    wend_disc_root root = {
        .centre = wend_at(query->mesh, node->position),
        .in = node->right,
        .length = parent->length + query->radius * turned + node->length,
        .vertex = node->position,
        .parent = node->root,
        .cell = node->cell,
        .side = node->side,
    };
    if (turned > parent->turn + s->noise)
        return;
    uint32_t along;
    double own_turn = wend_disc_own_turn(query->mesh, &root, s->noise, &along);
    if (own_turn < 0) {
        // The wall's other end is nearer to the line.
        if (along != WEND_NONE && wend_disc_try(query, node->root, along, node->side))
            wend_disc_offer_corner(query, node->root, along, node->side, node->cell);
        return;
    }
    if (is_dominated(query, &root))
        return;
    wend_vec2 from = wend_leave(parent, query->radius, node->right);
    if (!wend_disc_clear(query, from, node->right, node->length, &root.cell)) {
        wend_disc_try(query, node->root, node->position, node->side);
        wend_disc_repair(query, node->root);
        return;
    }
    root.turn = wend_disc_turn_limit(query, &root, own_turn, &root.open);
    if (is_dominated(query, &root))
        return;
    if (!wend_array_reserve(&s->roots, &query->allocator, 1)) {
        s->failed = true;
        return;
    }
    uint32_t position = position_of(&root), number = (uint32_t)s->roots.count;
    root.next =
        s->first_stamp.data[position] == s->stamp ? s->first_root.data[position] : WEND_NONE;
    s->first_root.data[position] = number;
    s->first_stamp.data[position] = s->stamp;
    s->roots.data[s->roots.count++] = root;
    double rest = wend_disc_to_goal(query, wend_leave(&root, query->radius, root.in));
    if (rest < s->nearest_distance) {
        s->nearest_distance = rest;
        s->nearest = number;
    }
    wend_disc_turn(query, number);
    // Along its own wall the disc arrives at the wall's other end, whatever the windows contain.
    if (along != WEND_NONE && root.turn >= own_turn) {
        wend_vec2 last = wend_disc_direction(&root, root.turn);
        uint32_t cell = wend_disc_cell(query->mesh, wend_leave(&root, query->radius, last));
        if (cell != WEND_NONE)
            wend_disc_offer_corner(query, number, along, root.side, cell);
    }
}
