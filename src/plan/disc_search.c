// SPDX-License-Identifier: MIT
// The search for a disc: begins, takes nodes in the order of their bounds, and writes the path
// down.
#include "plan/disc.h"

#define WEND_PI 3.14159265358979323846

// Constructed points carry a few roundings of coordinates, 2^-52 of the floor's size each: 2^-16 of
// the floor's tolerance. All these are parts of that tolerance.

/// The search is for a disc so much larger, so that what is returned is not smaller by rounding.
#define WEND_MARGIN_PART 0x1p-13

/// A disc that is too large by this fits: in a gap of exactly twice the radius it is by rounding.
#define WEND_REACH_PART 0x1p-12

/// Lines are taken to touch a corner so much too early: what was too early is found out when it is
/// checked.
#define WEND_SLACK_PART 0x1p-6

/// Never less than what the other directions carry, nor so much that it could be seen. [Units:
/// radians]
#define WEND_LEAST_NOISE 1e-8
#define WEND_MOST_NOISE  1e-3

/// The slack is no more than this part of the radius.
#define WEND_SLACK_RADIUS_PART 1e-3

/// The direction in which a line touches two circles that nearly touch each other is as the root of
/// the rounding of their distance, in radii: half the digits are lost. A rounding is 2^-52 of the
/// floor's size, 2^-16 of its tolerance; a few of them come together.
static double direction_noise(double tolerance, double radius)
{
    double noise = 4 * sqrt(0x1p-16 * tolerance / radius);
    return fmin(fmax(noise, WEND_LEAST_NOISE), WEND_MOST_NOISE);
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

/// Room for a stamp for each of count things; those that are new are 0.
static bool stamp_room(const wend_allocator *allocator, uint32_t **data, size_t *have,
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
    size_t places = 2 * query->mesh->vertices.count;
    return stamp_room(allocator, &s->first_root.data, &s->first_root.count, &s->first_root.capacity,
                      places) &&
           stamp_room(allocator, &s->first_stamp.data, &s->first_stamp.count,
                      &s->first_stamp.capacity, places) &&
           stamp_room(allocator, &s->cell_stamp.data, &s->cell_stamp.count, &s->cell_stamp.capacity,
                      query->mesh->cell_limit);
}

// ---- begin and run ------------------------------------------------------------------------------

/// The start sees all around; a quarter at a time, the goal in the middle of the first.
static void look_around(wend_path_query *query)
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

/// Adds the start, looking towards a place.
static double add_start(wend_path_query *query, wend_vec2 towards)
{
    wend_disc_search *s = query->disc;
    if (!wend_array_reserve(&s->roots, &query->allocator, 1)) {
        s->failed = true;
        return 0;
    }
    wend_vec2 way = wend_minus(towards, query->from);
    double distance = wend_norm(way);
    wend_vec2 in = {1, 0};
    if (distance > 0)
        in = (wend_vec2){way.x / distance, way.y / distance};
    s->roots.data[0] =
        (wend_disc_root){.centre = query->from, .in = in, .vertex = WEND_NONE, .parent = WEND_NONE};
    s->roots.count = 1;
    return distance;
}

/// Most ways are straight: tries that first.
static bool go_straight(wend_path_query *query)
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
    return wend_fail_at(error, WEND_NOTHING, query->from,
                        "the start is %g m from the nearest wall, closer than the radius, %g m",
                        clear, query->asked_radius);
}

double wend_disc_tolerance(const wend_mesh *mesh)
{
    return fmax(mesh->tolerance, wend_tolerance(mesh->box));
}

/// Makes the search ready for a query with this radius.
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
    query->radius = query->asked_radius + tolerance * WEND_MARGIN_PART;
    s->reach = query->asked_radius - tolerance * WEND_REACH_PART;
    s->slack = fmin(tolerance * WEND_SLACK_PART, WEND_SLACK_RADIUS_PART * query->radius);
    s->noise = direction_noise(tolerance, query->radius);
    return true;
}

wend_result wend_disc_stay(wend_path_query *query, wend_error *error)
{
    return prepare(query) ? check_start(query, error) : wend_fail_memory(error);
}

/// Begins the search by windows.
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
    look_around(query);
    return !s->failed;
}

wend_result wend_disc_begin(wend_path_query *query, wend_error *error)
{
    if (!prepare(query))
        return wend_fail_memory(error);
    wend_disc_search *s = query->disc;
    if (go_straight(query))
        return s->failed ? wend_fail_memory(error) : WEND_OK;
    wend_result result = check_start(query, error);
    if (result == WEND_OK)
        result = wend_disc_find_goal(query, error);
    if (result != WEND_OK)
        return result;
    bool begun = query->windows_only ? begin_windows(query) : wend_class_begin(query);
    return begun ? WEND_OK : wend_fail_memory(error);
}

/// Adds the pieces from a root's arrival until it leaves in a direction for somewhere.
static bool write_piece(wend_path_query *query, const wend_disc_root *root, wend_vec2 direction,
                        wend_vec2 end)
{
    if (!wend_array_reserve(&query->pieces, &query->allocator, 2))
        return false;
    wend_vec2 from = wend_leave(root, query->radius, direction);
    if (root->side) {
        wend_vec2 arrive = wend_leave(root, query->radius, root->in);
        double turned = wend_disc_turned(root, direction);
        if (turned > 0 && !wend_same_place(arrive, from)) {
            query->pieces.data[query->pieces.count++] =
                (wend_path_piece){arrive, from, root->centre, root->side};
            query->length += query->radius * turned;
        } else {
            from = arrive; // the same but for rounding
        }
    }
    if (!wend_same_place(from, end)) {
        query->pieces.data[query->pieces.count++] = (wend_path_piece){from, end, from, 0};
        query->length += wend_norm(wend_minus(end, from));
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

/// Leaves out a root that the path passes without a turn, if the straight way past it is clear:
/// corners in one wall, and bends the other way that are no more than rounding.
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
        wend_disc_expand(query, node, mesh->sides[mesh->sides[node->place].twin].cell, node->place);
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
    return wend_fail(error, WEND_NOTHING, "there is no way for a disc of radius %g m",
                     query->asked_radius);
}

static wend_result run_windows(wend_path_query *query, uint32_t limit, wend_error *error)
{
    wend_disc_search *s = query->disc;
    while (s->queue.count > 0) {
        if (query->expansions >= limit) {
            query->bound = fmax(query->bound, s->queue.data[0].key);
            return write_path(query, s->nearest, (wend_disc_end){.at_root = true})
                       ? wend_fail(error, WEND_BUDGET_SPENT,
                                   "the budget is spent: the path leads as near to the goal as was "
                                   "found")
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
        return wend_fail(error, WEND_BUDGET_SPENT,
                         "the budget is spent: the path leads as near to the goal as was found");
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
