// SPDX-License-Identifier: MIT
// Search loop for a disc: starts, expands nodes in the order of their bounds, and writes the path.
#include "plan/disc.h"

#define WEND_PI 3.14159265358979323846

// Constructed points have errors of a few roundings of coordinates, 2^-52 of the floor's size each:
// 2^-16 of the floor's tolerance. The following are fractions of that tolerance.

/// The search uses a disc that is larger by this, so that rounding does not make the result
/// smaller.
#define WEND_MARGIN_PART 0x1p-13

/// A disc that is too large by this fits: in a gap of exactly twice the radius it is, because of
/// rounding.
#define WEND_REACH_PART 0x1p-12

/// Lines count as touching a corner this much too early: false candidates are rejected by the
/// check.
#define WEND_SLACK_PART 0x1p-6

/// Bounds of the error of directions: not less than that of ordinary directions, nor large enough
/// to be visible. [Units: radians]
#define WEND_MIN_NOISE 1e-8
#define WEND_MAX_NOISE 1e-3

/// Maximum slack as a fraction of the radius.
#define WEND_SLACK_RADIUS_PART 1e-3

/// The error of the direction in which a line touches two circles that nearly touch each other is
/// the root of the rounding error of their distance, in radii: half the digits are lost. A rounding
/// is 2^-52 of the floor's size, 2^-16 of its tolerance; a few of them add up.
static double direction_noise(double tolerance, double radius)
{
    double noise = 4 * sqrt(0x1p-16 * tolerance / radius);
    return fmin(fmax(noise, WEND_MIN_NOISE), WEND_MAX_NOISE);
}

void wend_disc_free(wend_path_query *query)
{
    wend_disc_search *s = query->disc;
    if (!s)
        return;
    const wend_allocator *allocator = &query->allocator;
    wend_array_free(&s->roots, allocator);
    wend_array_free(&s->nodes, allocator);
    wend_array_free(&s->free_nodes, allocator);
    wend_array_free(&s->queue, allocator);
    wend_array_free(&s->chain, allocator);
    wend_array_free(&s->blockers, allocator);
    wend_array_free(&s->flood, allocator);
    wend_array_free(&s->shut, allocator);
    wend_array_free(&s->tried, allocator);
    wend_array_free(&s->first_root, allocator);
    wend_array_free(&s->first_stamp, allocator);
    wend_array_free(&s->cell_stamp, allocator);
    wend_array_free(&s->goal, allocator);
    wend_array_free(&s->gaps, allocator);
    wend_release(allocator, s, 1, sizeof *s);
    query->disc = NULL;
}

/// Reserves a stamp for each of count items; new ones are 0.
static bool reserve_stamps(const wend_allocator *allocator, uint32_t **data, size_t *have,
                           size_t *capacity, size_t count)
{
    wend_array(uint32_t) array = {*data, *have, *capacity};
    bool done = count <= array.count || wend_array_reserve(&array, allocator, count - array.count);
    while (done && array.count < count)
        array.data[array.count++] = 0;
    *data = array.data;
    *have = array.count;
    *capacity = array.capacity;
    return done;
}

bool wend_disc_reserve(wend_path_query *query)
{
    const wend_allocator *allocator = &query->allocator;
    if (!query->disc) {
        query->disc = wend_allocate(allocator, 1, sizeof *query->disc);
        if (!query->disc)
            return false;
        *query->disc = (wend_disc_search){0};
    }
    wend_disc_search *s = query->disc;
    size_t labels = 2 * query->mesh->vertices.count;
    return reserve_stamps(allocator, &s->first_root.data, &s->first_root.count,
                          &s->first_root.capacity, labels) &&
           reserve_stamps(allocator, &s->first_stamp.data, &s->first_stamp.count,
                          &s->first_stamp.capacity, labels) &&
           reserve_stamps(allocator, &s->cell_stamp.data, &s->cell_stamp.count,
                          &s->cell_stamp.capacity, query->mesh->cell_limit);
}

// ---- start and run ------------------------------------------------------------------------------

/// The start has windows all around, a quarter each, with the goal in the middle of the first.
static void view_around(wend_path_query *query)
{
    static const double turns[5] = {-0.25 * WEND_PI, 0.25 * WEND_PI, 0.75 * WEND_PI, 1.25 * WEND_PI,
                                    1.75 * WEND_PI};
    wend_disc_root view = query->disc->roots.data[0];
    view.side = 1;
    for (size_t i = 0; i < query->start_cells.count; ++i) {
        uint32_t cell = query->start_cells.data[i];
        for (int k = 0; k < 4; ++k) {
            wend_disc_node window = {.kind = WEND_DISC_WINDOW,
                                     .root = 0,
                                     .cell = cell,
                                     .right = wend_disc_direction(&view, turns[k]),
                                     .left = wend_disc_direction(&view, turns[k + 1])};
            wend_disc_expand(query, &window, cell, WEND_NONE);
        }
    }
}

static void push_goal(wend_path_query *query, double length, wend_vec2 direction, wend_vec2 goal)
{
    wend_disc_node node = {.kind = WEND_DISC_GOAL,
                           .cell = query->start_cells.data[0],
                           .right = direction,
                           .length = length,
                           .end = goal};
    wend_disc_push(query, length, &node);
}

/// Adds the start, facing a point.
static double add_start(wend_path_query *query, wend_vec2 towards)
{
    wend_disc_search *s = query->disc;
    if (!wend_array_reserve(&s->roots, &query->allocator, 1)) {
        s->failed = true;
        return 0;
    }
    wend_vec2 offset = wend_sub(towards, query->from);
    double distance = wend_length(offset);
    wend_vec2 in = {1, 0};
    if (distance > 0)
        in = (wend_vec2){offset.x / distance, offset.y / distance};
    s->roots.data[0] =
        (wend_disc_root){.centre = query->from, .in = in, .vertex = WEND_NONE, .parent = WEND_NONE};
    s->roots.count = 1;
    return distance;
}

/// Most paths are straight: tries that first.
static bool try_straight(wend_path_query *query)
{
    wend_disc_search *s = query->disc;
    if (!query->goal_is_point)
        return false;
    wend_vec2 goal = query->goal.data[0].at.a;
    double distance = add_start(query, goal);
    uint32_t cell = query->start_cells.data[0];
    if (s->failed)
        return true;
    wend_vec2 in = s->roots.data[0].in;
    if (!wend_disc_clear(query, query->from, in, distance, &cell))
        return s->failed;
    s->nearest = 0;
    push_goal(query, distance, in, goal);
    return true;
}

static wend_result check_start(wend_path_query *query, wend_error *error)
{
    wend_disc_search *s = query->disc;
    uint32_t cell = query->start_cells.data[0];
    double clear = wend_disc_clearance(query, query->from, cell, query->radius);
    if (s->failed)
        return wend_fail_memory(error);
    if (clear >= s->reach)
        return WEND_OK;
    return wend_fail_at(error, WEND_NOT_FOUND, query->from,
                        "the start is %g m from the nearest wall: less than the radius of %g m",
                        clear, query->requested_radius);
}

double wend_disc_tolerance(const wend_mesh *mesh)
{
    return fmax(mesh->tolerance, wend_tolerance(mesh->box));
}

/// Prepares the search for a query with this radius.
static bool prepare(wend_path_query *query)
{
    if (!wend_disc_reserve(query))
        return false;
    wend_disc_search *s = query->disc;
    wend_disc_forget(s);
    s->by_classes = false;
    if (++s->stamp == 0) {
        for (size_t i = 0; i < s->first_stamp.count; ++i)
            s->first_stamp.data[i] = 0;
        s->stamp = 1;
    }
    double tolerance = wend_disc_tolerance(query->mesh);
    query->radius = query->requested_radius + tolerance * WEND_MARGIN_PART;
    s->reach = query->requested_radius - tolerance * WEND_REACH_PART;
    s->slack = fmin(tolerance * WEND_SLACK_PART, WEND_SLACK_RADIUS_PART * query->radius);
    s->noise = direction_noise(tolerance, query->radius);
    return true;
}

wend_result wend_disc_stay(wend_path_query *query, wend_error *error)
{
    return prepare(query) ? check_start(query, error) : wend_fail_memory(error);
}

/// Starts the search by windows.
static bool begin_windows(wend_path_query *query)
{
    wend_disc_search *s = query->disc;
    s->by_classes = false;
    add_start(query, s->goal.data[0].at.a);
    if (s->failed)
        return false;
    s->nearest = 0;
    s->nearest_distance = wend_disc_to_goal(query, query->from);
    s->bound = s->nearest_distance;
    view_around(query);
    return !s->failed;
}

wend_result wend_disc_begin(wend_path_query *query, wend_error *error)
{
    if (!prepare(query))
        return wend_fail_memory(error);
    wend_disc_search *s = query->disc;
    if (try_straight(query))
        return s->failed ? wend_fail_memory(error) : WEND_OK;
    wend_result result = check_start(query, error);
    if (result == WEND_OK)
        result = wend_disc_find_goal(query, error);
    if (result != WEND_OK)
        return result;
    bool begun = query->windows_only ? begin_windows(query) : wend_class_begin(query);
    return begun ? WEND_OK : wend_fail_memory(error);
}

/// Adds the pieces from a root's arrival to its departure and the segment after it.
static bool write_piece(wend_path_query *query, const wend_disc_root *root, wend_vec2 direction,
                        wend_vec2 end)
{
    if (!wend_array_reserve(&query->pieces, &query->allocator, 2))
        return false;
    wend_vec2 from = wend_leave(root, query->radius, direction);
    if (root->side) {
        wend_vec2 arrive = wend_leave(root, query->radius, root->in);
        double turned = wend_disc_turned(root, direction);
        if (turned > 0 && !wend_equal(arrive, from)) {
            query->pieces.data[query->pieces.count++] =
                (wend_path_piece){arrive, from, root->centre, root->side};
            query->length += query->radius * turned;
        } else {
            from = arrive; // equal up to rounding
        }
    }
    if (!wend_equal(from, end)) {
        query->pieces.data[query->pieces.count++] = (wend_path_piece){from, end, from, 0};
        query->length += wend_distance(end, from);
    }
    return true;
}

/// The roots from the start on.
static bool list_chain(wend_path_query *query, uint32_t last)
{
    wend_disc_search *s = query->disc;
    s->chain.count = 0;
    for (uint32_t i = last; i != WEND_NONE; i = s->roots.data[i].parent) {
        if (!wend_array_reserve(&s->chain, &query->allocator, 1))
            return false;
        s->chain.data[s->chain.count++] = s->roots.data[i];
    }
    for (size_t i = 0, k = s->chain.count - 1; i < k; ++i, --k) {
        wend_disc_root swap = s->chain.data[i];
        s->chain.data[i] = s->chain.data[k];
        s->chain.data[k] = swap;
    }
    return true;
}

/// Removes a root that the path passes without a turn, if the straight segment past it is clear:
/// collinear corners of a wall, and bends in the other direction that are only rounding.
static bool straighten(wend_path_query *query, size_t i, wend_disc_end *end)
{
    wend_disc_search *s = query->disc;
    wend_disc_root *chain = s->chain.data, *next = i + 1 < s->chain.count ? &chain[i + 1] : NULL;
    double r = query->radius, length;
    if (!next && end->at_root)
        return false;
    wend_vec2 d, out = next ? next->in : end->direction;
    if (chain[i].side * wend_cross(chain[i].in, out) > 0 || wend_dot(chain[i].in, out) < 0)
        return false;
    if (!wend_disc_touch(query, &chain[i - 1], next ? next->centre : end->at,
                         next ? next->side * r : 0, &d, &length) ||
        wend_disc_turns_back(&chain[i - 1], d, s->noise))
        return false;
    wend_vec2 from = wend_leave(&chain[i - 1], r, d);
    uint32_t cell = wend_disc_cell(query->mesh, from);
    if (cell == WEND_NONE || !wend_disc_clear(query, from, d, length, &cell))
        return false;
    if (next)
        next->in = d;
    else
        end->direction = d;
    for (size_t k = i; k + 1 < s->chain.count; ++k)
        chain[k] = chain[k + 1];
    --s->chain.count;
    return true;
}

bool wend_disc_write(wend_path_query *query, wend_disc_end end)
{
    wend_disc_search *s = query->disc;
    query->pieces.count = 0;
    query->length = 0;
    for (size_t i = 1; i < s->chain.count;)
        if (!straighten(query, i, &end))
            ++i;
    for (size_t i = 0; i < s->chain.count; ++i) {
        const wend_disc_root *root = &s->chain.data[i], *next = root + 1;
        if (i + 1 < s->chain.count) {
            if (!write_piece(query, root, next->in, wend_leave(next, query->radius, next->in)))
                return false;
        } else if (!end.at_root && !write_piece(query, root, end.direction, end.at)) {
            return false;
        }
    }
    return true;
}

static bool write_path(wend_path_query *query, uint32_t last, wend_disc_end end)
{
    return list_chain(query, last) && wend_disc_write(query, end);
}

/// True if the goal was reached.
static bool try_goal(wend_path_query *query, const wend_disc_node *node)
{
    wend_disc_search *s = query->disc;
    const wend_disc_root *root = &s->roots.data[node->root];
    if (root->side && wend_disc_turned(root, node->right) > root->turn + s->noise)
        return false;
    uint32_t cell = node->cell;
    if (wend_disc_clear(query, wend_leave(root, query->radius, node->right), node->right,
                        node->length, &cell))
        return true;
    wend_disc_repair(query, node->root);
    return false;
}

static bool step(wend_path_query *query, const wend_disc_node *node)
{
    const wend_mesh *mesh = query->mesh;
    switch (node->kind) {
    case WEND_DISC_WINDOW:
        wend_disc_expand(query, node, mesh->sides[mesh->sides[node->position].twin].cell,
                         node->position);
        return false;
    case WEND_DISC_CORNER:
        wend_disc_arrive(query, node);
        return false;
    case WEND_DISC_TURN:
        wend_disc_turn(query, node->root);
        return false;
    default:
        return try_goal(query, node);
    }
}

static wend_result find_nothing(wend_path_query *query, wend_error *error)
{
    query->pieces.count = 0;
    query->bound = INFINITY;
    return wend_fail(error, WEND_NOT_FOUND, "no path for a disc of radius %g m",
                     query->requested_radius);
}

static wend_result run_windows(wend_path_query *query, uint32_t limit, wend_error *error)
{
    wend_disc_search *s = query->disc;
    while (s->queue.count > 0) {
        if (query->expansions >= limit) {
            query->bound = fmax(query->bound, s->queue.data[0].key);
            return write_path(query, s->nearest, (wend_disc_end){.at_root = true})
                       ? wend_fail(
                             error, WEND_BUDGET_EXHAUSTED,
                             "budget exhausted: the path leads as close to the goal as was found")
                       : wend_fail_memory(error);
        }
        wend_disc_entry entry = wend_disc_pop(s);
        wend_disc_node node = s->nodes.data[entry.node];
        s->bound = entry.key;
        ++query->expansions;
        bool found = step(query, &node);
        if (s->failed)
            return wend_fail_memory(error);
        if (found) {
            if (!write_path(query, node.root, (wend_disc_end){node.right, node.end, false}))
                return wend_fail_memory(error);
            query->bound = query->length;
            return WEND_OK;
        }
    }
    return find_nothing(query, error);
}

static wend_result run_classes(wend_path_query *query, uint32_t limit, wend_error *error)
{
    switch (wend_class_run(query, limit)) {
    case WEND_CLASS_FOUND:
        return WEND_OK;
    case WEND_CLASS_NONE:
        return find_nothing(query, error);
    case WEND_CLASS_SPENT:
        return wend_fail(error, WEND_BUDGET_EXHAUSTED,
                         "budget exhausted: the path leads as close to the goal as was found");
    case WEND_CLASS_GIVEN_UP:
        if (begin_windows(query))
            return run_windows(query, limit, error);
        break;
    case WEND_CLASS_NO_MEMORY:
        break;
    }
    return wend_fail_memory(error);
}

wend_result wend_disc_run(wend_path_query *query, uint32_t budget, wend_error *error)
{
    uint32_t limit = UINT32_MAX;
    if (budget && budget < UINT32_MAX - query->expansions)
        limit = query->expansions + budget;
    return query->disc->by_classes ? run_classes(query, limit, error)
                                   : run_windows(query, limit, error);
}
