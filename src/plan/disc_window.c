// SPDX-License-Identifier: MIT
// Windows of a disc: lines from a root through a sequence of cells.
#include "plan/disc.h"

#include "wend/geometry.h"

#define WEND_PI 3.14159265358979323846

/// Circles nearly touch if the segment between them is shorter than this many radii: then its
/// direction is inaccurate.
#define WEND_NEARLY_TOUCHING 1e-3

bool wend_disc_touch(const wend_path_query *query, const wend_disc_root *root, wend_vec2 p,
                     double offset, wend_vec2 *direction, double *length)
{
    wend_vec2 v = wend_sub(p, root->centre);
    double e = offset - root->side * query->radius, noise = query->disc->noise;
    double v2 = wend_length_squared(v), l2 = v2 - e * e;
    if (v2 <= 0)
        return false;
    if (l2 < 0) {
        // Two circles that touch, or a start on the circle, may seem to overlap because of
        // rounding.
        if (l2 < -4 * noise * noise * v2)
            return false;
        l2 = 0;
    }
    double l = sqrt(l2), scale = 1 / v2;
    *direction = (wend_vec2){(v.x * l + v.y * e) * scale, (v.y * l - v.x * e) * scale};
    *length = l;
    return true;
}

/// The limit of a window that touches p, rotated outwards (1 to the left, -1 to the right) where
/// digits are lost, so that nothing that fits is cut off.
static bool touch_limit(const wend_path_query *query, const wend_disc_root *root, wend_vec2 p,
                        double offset, double outwards, wend_vec2 *limit)
{
    double length, r = query->radius;
    if (!wend_disc_touch(query, root, p, offset, limit, &length))
        return false;
    if (length < WEND_NEARLY_TOUCHING * r)
        *limit = wend_add_scaled(*limit, outwards * query->disc->noise, wend_perp_left(*limit));
    return true;
}

/// True if direction d lies between the two, which are at most half a turn apart.
static bool is_between(const wend_path_query *query, wend_vec2 right, wend_vec2 d, wend_vec2 left)
{
    double noise = query->disc->noise;
    return wend_cross(right, d) >= -noise && wend_cross(d, left) >= -noise;
}

/// True if p lies well ahead of the root for all lines of the window. Then it lies on the left of
/// the lines that pass it on the right, and so on. A point beside the circle may be behind the
/// start of a line: there only directions decide.
static bool is_ahead(const wend_disc_root *root, double r, const wend_disc_node *window,
                     wend_vec2 p)
{
    wend_vec2 v = wend_sub(p, root->centre);
    return wend_dot(window->right, v) > 2 * r && wend_dot(window->left, v) > 2 * r;
}

/// True if the window has a line with p at `offset` to its left.
static bool has_line(const wend_path_query *query, double slack, const wend_disc_node *window,
                     wend_vec2 p, double offset)
{
    const wend_disc_root *root = &query->disc->roots.data[window->root];
    wend_vec2 d;
    double length, r = query->radius;
    if (is_ahead(root, r, window, p))
        return wend_line_side(root, r, window->right, p) >= offset - slack &&
               wend_line_side(root, r, window->left, p) <= offset + slack;
    return wend_disc_touch(query, root, p, offset, &d, &length) &&
           is_between(query, window->right, d, window->left);
}

// ---- lower bounds -------------------------------------------------------------------------------

static double box_distance(wend_box box, wend_vec2 p)
{
    double x = fmax(fmax(box.min.x - p.x, p.x - box.max.x), 0);
    double y = fmax(fmax(box.min.y - p.y, p.y - box.max.y), 0);
    return sqrt(x * x + y * y);
}

double wend_disc_to_goal(const wend_path_query *query, wend_vec2 p)
{
    return query->goal_is_point ? wend_distance(query->disc->goal.data[0].at.a, p)
                                : box_distance(query->goal_box, p);
}

/// Path length when it leaves the root in that direction.
static double length_at(const wend_disc_root *root, double radius, wend_vec2 direction)
{
    return root->side ? root->length + radius * wend_disc_turned(root, direction) : root->length;
}

/// A lower bound of it, without an arc tangent: an arc exceeds its chord by this much.
static double length_below(const wend_disc_root *root, double radius, wend_vec2 direction)
{
    wend_vec2 chord = wend_sub(direction, root->in);
    double c2 = wend_length_squared(chord);
    return root->side ? root->length + radius * sqrt(c2) * (1 + c2 * (1.0 / 24)) : root->length;
}

/// Along a limit to the side from a to b, then straight to the goal.
static double bound_by_limit(const wend_disc_root *root, double radius, wend_vec2 limit,
                             wend_vec2 a, wend_vec2 b, wend_vec2 goal)
{
    wend_vec2 from = wend_leave(root, radius, limit), along = wend_sub(b, a);
    double slope = wend_cross(limit, along);
    double t = slope != 0 ? wend_cross(wend_sub(a, from), along) / slope : 0;
    t = t > 0 && t < 1e300 ? t : 0;
    wend_vec2 x = wend_add_scaled(from, t, limit);
    return length_below(root, radius, limit) + t + wend_distance(goal, x);
}

/// Clips the side from a to b to the part crossed by lines between the window's limits. Not where
/// the side is closer than the circle is wide: there a line may begin behind it.
static wend_segment crossed_part(const wend_disc_root *root, double radius,
                                 const wend_disc_node *window, wend_vec2 a, wend_vec2 b)
{
    wend_vec2 along = wend_sub(b, a);
    double before = wend_cross(wend_sub(root->centre, a), along), r = root->side ? radius : 0;
    if (!(before > 0 && before * before >= r * r * wend_length_squared(along)))
        return (wend_segment){a, b};
    const wend_vec2 limits[2] = {window->left, window->right};
    double at[2] = {0, 1};
    for (int i = 0; i < 2; ++i) {
        wend_vec2 off = wend_sub(wend_leave(root, radius, limits[i]), a);
        double slope = wend_cross(along, limits[i]), t = wend_cross(off, limits[i]);
        if (!(slope > 0))
            return (wend_segment){a, b};
        at[i] = t <= 0 ? 0 : t >= slope ? 1 : t / slope;
    }
    if (!(at[0] <= at[1]))
        return (wend_segment){a, b};
    return (wend_segment){wend_add_scaled(a, at[0], along), wend_add_scaled(a, at[1], along)};
}

/// To an area: from the root to the nearest point where the window crosses the side from a to b,
/// and from there the distance between the bounding boxes of the crossed part and of the goal.
static double bound_to_area(const wend_path_query *query, const wend_disc_node *window, wend_vec2 a,
                            wend_vec2 b)
{
    const wend_disc_root *root = &query->disc->roots.data[window->root];
    double radius = query->radius;
    wend_segment part = crossed_part(root, radius, window, a, b);
    wend_vec2 soonest = root->side >= 0 ? window->right : window->left;
    wend_box goal = query->goal_box;
    a = part.a;
    b = part.b;
    double x = fmax(fmax(goal.min.x - fmax(a.x, b.x), fmin(a.x, b.x) - goal.max.x), 0);
    double y = fmax(fmax(goal.min.y - fmax(a.y, b.y), fmin(a.y, b.y) - goal.max.y), 0);
    double near = wend_segment_distance(part, root->centre);
    near = root->side ? sqrt(fmax(near * near - radius * radius, 0)) : near;
    return length_below(root, radius, soonest) + near + sqrt(x * x + y * y);
}

/// A lower bound of all paths through a window at the side from a to b, which it crosses from b's
/// right to its left: into the half-plane on the left of a, b.
static double bound_window(const wend_path_query *query, const wend_disc_node *window, wend_vec2 a,
                           wend_vec2 b)
{
    const wend_disc_root *root = &query->disc->roots.data[window->root];
    double radius = query->radius;
    if (!query->goal_is_point)
        return bound_to_area(query, window, a, b);
    wend_vec2 goal = query->disc->goal.data[0].at.a;
    wend_vec2 along = wend_sub(b, a), off = wend_sub(goal, a);
    double behind = wend_cross(along, off);
    if (behind < 0) {
        // On this side of the window: the distance to its mirror image.
        double t = 2 * behind / wend_length_squared(along);
        goal = wend_add_scaled(goal, -t, wend_perp_left(along));
    }
    if (wend_line_side(root, radius, window->left, goal) > 0)
        return bound_by_limit(root, radius, window->left, a, b, goal);
    if (wend_line_side(root, radius, window->right, goal) < 0)
        return bound_by_limit(root, radius, window->right, a, b, goal);
    wend_vec2 direct;
    double length;
    if (!wend_disc_touch(query, root, goal, 0, &direct, &length))
        return root->length;
    return length_below(root, radius, direct) + length;
}

// ---- corners ------------------------------------------------------------------------------------

/// True if an existing root at the corner reaches every point of the circle at a shorter length.
static bool is_known(const wend_path_query *query, uint32_t vertex, int side, double length)
{
    const wend_disc_search *s = query->disc;
    uint32_t position = 2 * vertex + (side > 0);
    if (s->first_stamp.data[position] != s->stamp)
        return false;
    for (uint32_t i = s->first_root.data[position]; i != WEND_NONE; i = s->roots.data[i].next)
        if (s->roots.data[i].open && s->roots.data[i].length + WEND_PI * query->radius <= length)
            return true;
    return false;
}

/// Pushes a candidate.
static void push_corner(wend_path_query *query, const wend_disc_node *node)
{
    const wend_disc_root *root = &query->disc->roots.data[node->root];
    wend_vec2 corner = wend_at(query->mesh, node->position);
    double length = length_below(root, query->radius, node->right) + node->length;
    if (is_known(query, node->position, node->side, length))
        return;
    wend_vec2 at =
        wend_add_scaled(corner, -node->side * query->radius, wend_perp_left(node->right));
    wend_disc_push(query, length + wend_disc_to_goal(query, at), node);
}

static bool make_corner(const wend_path_query *query, uint32_t root_number, uint32_t vertex,
                        int side, uint32_t cell, wend_disc_node *node)
{
    const wend_disc_root *root = &query->disc->roots.data[root_number];
    *node = (wend_disc_node){.kind = WEND_DISC_CORNER,
                             .root = root_number,
                             .position = vertex,
                             .side = side,
                             .cell = cell};
    return wend_disc_touch(query, root, wend_at(query->mesh, vertex), side * query->radius,
                           &node->right, &node->length) &&
           !wend_disc_turns_back(root, node->right, query->disc->noise);
}

void wend_disc_offer_corner(wend_path_query *query, uint32_t root, uint32_t vertex, int side,
                            uint32_t cell)
{
    wend_disc_node node;
    if (make_corner(query, root, vertex, side, cell, &node))
        push_corner(query, &node);
}

/// True if a path can bend around the vertex: the angle at it, in the part of the free space where
/// the half-edge lies, is more than half a turn.
static bool is_corner(const wend_mesh *mesh, uint32_t h)
{
    uint32_t left = h, right = h;
    uint32_t vertex = wend_origin(mesh, h);
    while (!wend_is_fixed(mesh, left)) {
        left = wend_turn_left(mesh, left);
        if (left == WEND_NONE)
            return false;
        if (left == h)
            return true;
    }
    while (!wend_is_fixed(mesh, right)) {
        right = wend_turn_right(mesh, right);
        if (right == WEND_NONE)
            return false;
    }
    if (left == right)
        return true;
    wend_vec2 at = wend_at(mesh, vertex);
    wend_vec2 a = wend_sub(wend_at(mesh, wend_target(mesh, right)), at);
    wend_vec2 b = wend_sub(wend_at(mesh, wend_target(mesh, left)), at);
    return wend_cross(a, b) < 0;
}

/// Positions of the corners of a cell relative to a window.
typedef struct wend_disc_sight {
    double right, left; ///< signed distances to the left of the window's limits
    bool ahead;         ///< see is_ahead
    bool behind;        ///< behind the root for all lines
} sight;

static sight locate_in(const wend_disc_root *root, double r, const wend_disc_node *window,
                       wend_vec2 p)
{
    wend_vec2 v = wend_sub(p, root->centre);
    double right = wend_dot(window->right, v), left = wend_dot(window->left, v);
    return (sight){.right = root->side * r + wend_cross(window->right, v),
                   .left = root->side * r + wend_cross(window->left, v),
                   .ahead = right > 2 * r && left > 2 * r,
                   .behind = right < 0 && left < 0};
}

/// The other end of a wall of the corner that is nearer to the line than the corner; WEND_NONE:
/// none.
static uint32_t nearer_end(const wend_mesh *mesh, const wend_disc_node *node, double noise)
{
    wend_vec2 corner = wend_at(mesh, node->position), left = wend_perp_left(node->right);
    wend_vec2 normal = {-node->side * left.x, -node->side * left.y};
    uint32_t first = mesh->vertices.data[node->position].spoke, h = first;
    do {
        if (wend_is_fixed(mesh, h)) {
            wend_vec2 wall = wend_sub(wend_at(mesh, wend_target(mesh, h)), corner);
            double towards = wend_dot(normal, wall);
            if (towards > 0 && towards * towards > noise * noise * wend_length_squared(wall))
                return wend_target(mesh, h);
        }
        h = wend_turn_left(mesh, h);
    } while (h != first && h != WEND_NONE);
    return WEND_NONE;
}

/// Adds a corner that the window sees on that side. If it cannot be touched there because a wall of
/// it leads nearer to the line, the wall's other end is touched instead, and so on.
static void offer_visible(wend_path_query *query, const wend_disc_node *window, uint32_t vertex,
                          int side)
{
    wend_disc_node node;
    while (make_corner(query, window->root, vertex, side, window->cell, &node)) {
        uint32_t nearer = nearer_end(query->mesh, &node, query->disc->noise);
        if (nearer == WEND_NONE) {
            push_corner(query, &node);
            return;
        }
        if (!wend_disc_try(query, window->root, nearer, side))
            return;
        vertex = nearer;
    }
}

static void offer_corners(wend_path_query *query, const wend_disc_node *window, const sight *seen,
                          const wend_cell_side *side, const wend_cell_side *before)
{
    const wend_disc_root *root = &query->disc->roots.data[window->root];
    double r = query->radius, slack = query->disc->slack;
    if (seen->behind || side->vertex == root->vertex ||
        (side->cell == WEND_NONE && before->cell == WEND_NONE))
        return;
    bool on_right, on_left;
    if (seen->ahead) {
        on_right = seen->right >= -r - slack && seen->left <= -r + slack;
        on_left = seen->left <= r + slack && seen->right >= r - slack;
    } else {
        on_right = has_line(query, slack, window, side->at, -r);
        on_left = has_line(query, slack, window, side->at, r);
    }
    if ((!on_right && !on_left) || !is_corner(query->mesh, side->edge))
        return;
    if (on_right)
        offer_visible(query, window, side->vertex, -1);
    if (on_left)
        offer_visible(query, window, side->vertex, 1);
}

// ---- the goal -----------------------------------------------------------------------------------

static void offer_goal(wend_path_query *query, const wend_disc_node *window, wend_vec2 goal)
{
    const wend_disc_root *root = &query->disc->roots.data[window->root];
    double r = query->radius, slack = query->disc->slack;
    if (!wend_equal(goal, root->centre) && !has_line(query, slack, window, goal, 0))
        return;
    wend_disc_node node = {
        .kind = WEND_DISC_GOAL, .root = window->root, .cell = window->cell, .end = goal};
    if (wend_equal(goal, root->centre)) {
        node.right = root->in;
    } else if (!wend_disc_touch(query, root, goal, 0, &node.right, &node.length)) {
        return;
    }
    wend_disc_push(query, length_at(root, r, node.right) + node.length, &node);
}

/// Where the line in that direction meets the goal's piece.
static bool meet_piece(const wend_disc_root *root, double radius, wend_vec2 direction,
                       wend_segment piece, wend_vec2 *at)
{
    wend_vec2 from = wend_leave(root, radius, direction), along = wend_sub(piece.b, piece.a);
    double slope = wend_cross(direction, along);
    if (slope == 0)
        return false;
    double u = wend_cross(wend_sub(piece.a, from), direction) / slope;
    if (!(u >= 0 && u <= 1))
        return false;
    *at = wend_add_scaled(piece.a, u, along);
    return wend_dot(direction, wend_sub(*at, from)) >= 0;
}

/// The nearest visible point of the goal's piece is where a line meets it perpendicularly, or an
/// end of it, or where a limit meets it.
static void offer_goal_piece(wend_path_query *query, const wend_disc_node *window,
                             wend_segment piece)
{
    const wend_disc_root *root = &query->disc->roots.data[window->root];
    double r = query->radius;
    wend_vec2 at, along = wend_sub(piece.b, piece.a);
    double size = wend_length(along);
    offer_goal(query, window, piece.a);
    if (size <= 0)
        return;
    offer_goal(query, window, piece.b);
    wend_vec2 square = {-along.y / size, along.x / size};
    if (wend_dot(square, wend_sub(piece.a, root->centre)) < 0)
        square = (wend_vec2){-square.x, -square.y};
    const wend_vec2 directions[3] = {square, window->right, window->left};
    for (int i = 0; i < 3; ++i)
        if (meet_piece(root, r, directions[i], piece, &at))
            offer_goal(query, window, at);
}

static void offer_goals(wend_path_query *query, const wend_disc_node *window, uint32_t cell)
{
    const wend_disc_search *s = query->disc;
    size_t low = 0, high = s->goal.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->goal.data[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < s->goal.count && s->goal.data[low].cell == cell; ++low)
        offer_goal_piece(query, window, s->goal.data[low].at);
}

// ---- through a cell -----------------------------------------------------------------------------

/// Rotates the right limit away from a corner that lies to the right of all lines and less than a
/// radius from some. Only if every such line has the corner's nearest point between the root and
/// the side from a to b, which it crosses: otherwise it may end before it comes too close.
static void cut_right(const wend_path_query *query, const wend_disc_root *root, wend_vec2 corner,
                      wend_vec2 a, wend_vec2 b, wend_vec2 *limit)
{
    wend_vec2 cut, from = wend_sub(corner, root->centre);
    if (wend_dot(*limit, from) < 0 || wend_dot(*limit, wend_sub(a, corner)) < 0 ||
        wend_dot(*limit, wend_sub(b, corner)) < 0 ||
        !touch_limit(query, root, corner, -query->radius, -1, &cut))
        return;
    if (wend_dot(cut, wend_sub(a, corner)) >= 0 && wend_dot(cut, wend_sub(b, corner)) >= 0 &&
        wend_cross(*limit, cut) > 0)
        *limit = cut;
}

static void cut_left(const wend_path_query *query, const wend_disc_root *root, wend_vec2 corner,
                     wend_vec2 a, wend_vec2 b, wend_vec2 *limit)
{
    wend_vec2 cut, from = wend_sub(corner, root->centre);
    if (wend_dot(*limit, from) < 0 || wend_dot(*limit, wend_sub(a, corner)) < 0 ||
        wend_dot(*limit, wend_sub(b, corner)) < 0 ||
        !touch_limit(query, root, corner, query->radius, 1, &cut))
        return;
    if (wend_dot(cut, wend_sub(a, corner)) >= 0 && wend_dot(cut, wend_sub(b, corner)) >= 0 &&
        wend_cross(*limit, cut) < 0)
        *limit = cut;
}

/// Keeps the part of the window that points out of the cell, through a side in direction `along`,
/// of that size. False if nothing does, or only along the side: there its ends are too close.
static bool keep_outward(const wend_path_query *query, wend_vec2 along, double size,
                         wend_disc_node *window)
{
    double minimum = -query->disc->noise * size;
    bool right = wend_cross(along, window->right) < minimum;
    bool left = wend_cross(along, window->left) < minimum;
    if (!right && !left)
        return false;
    if (!right)
        window->right = (wend_vec2){-along.x / size, -along.y / size};
    if (!left)
        window->left = (wend_vec2){along.x / size, along.y / size};
    return true;
}

/// Narrows a window to the lines that cross the part of a side between two points. Near the root a
/// point may lie on the left of one line because it is ahead and of another because it is behind,
/// so the directions in which a line touches the points are computed first.
static bool narrow_near(const wend_path_query *query, const wend_disc_root *root, wend_vec2 from,
                        wend_vec2 to, wend_vec2 along, double size, wend_disc_node *window)
{
    wend_vec2 a, b;
    double r = query->radius, slack = query->disc->slack;
    if (!keep_outward(query, along, size, window))
        return false;
    wend_vec2 right = window->right, left = window->left;
    if (touch_limit(query, root, from, 0, -1, &a) && is_between(query, right, a, left))
        window->right = a;
    else if (wend_line_side(root, r, right, from) > slack)
        return false;
    if (touch_limit(query, root, to, 0, 1, &b) && is_between(query, right, b, left))
        window->left = b;
    else if (wend_line_side(root, r, left, to) < -slack)
        return false;
    return true;
}

/// The same if both points are ahead.
static bool narrow(const wend_path_query *query, const wend_disc_root *root, wend_vec2 from,
                   wend_vec2 to, wend_disc_node *window)
{
    double length, r = query->radius, slack = query->disc->slack;
    if (wend_line_side(root, r, window->left, from) > slack ||
        wend_line_side(root, r, window->right, to) < -slack)
        return false;
    wend_vec2 left = window->left;
    if (wend_line_side(root, r, window->right, from) > 0)
        wend_disc_touch(query, root, from, 0, &window->right, &length);
    if (wend_line_side(root, r, left, to) < 0)
        wend_disc_touch(query, root, to, 0, &window->left, &length);
    return true;
}

/// A corner that limits a window on one side: paths on the other side of the limit have to bend
/// around it. Usually the line that touches it is in the window, and it was added when it was first
/// seen. But the line may end before it reaches the window's side.
static void offer_limit(wend_path_query *query, const wend_disc_node *window,
                        const wend_cell_side *corner, int side)
{
    const wend_disc_root *root = &query->disc->roots.data[window->root];
    double r = query->radius;
    if (corner->vertex == root->vertex ||
        has_line(query, -query->disc->slack, window, corner->at, side * r) ||
        !is_corner(query->mesh, corner->edge) ||
        !wend_disc_try(query, window->root, corner->vertex, side))
        return;
    wend_disc_offer_corner(query, window->root, corner->vertex, side, window->cell);
}

/// The lines of the window that leave the cell through side number `out` of it, from a on their
/// right to b on their left. first: they begin in this cell.
static void exit_cell(wend_path_query *query, const wend_disc_node *window, const wend_cell *cell,
                      uint32_t out, bool first)
{
    const wend_mesh *mesh = query->mesh;
    const wend_disc_root *root = &query->disc->roots.data[window->root];
    const wend_cell_side *sides = mesh->sides + cell->first;
    double r = query->radius, slack = query->disc->slack;
    wend_vec2 a = sides[out].at, b = sides[out + 1 < cell->count ? out + 1 : 0].at;
    wend_vec2 along = wend_sub(b, a);
    double size = wend_length(along);
    // Both ends are corners of obstacles.
    if (size < 2 * (r - slack))
        return;
    double inset = fmin(r, 0.5 * size) / size;
    wend_vec2 from = wend_add_scaled(a, inset, along), to = wend_add_scaled(b, -inset, along);
    wend_disc_node next = *window;
    next.position = sides[out].twin;
    bool ahead = !first && is_ahead(root, r, window, from) && is_ahead(root, r, window, to);
    if (ahead ? !narrow(query, root, from, to, &next)
              : !narrow_near(query, root, from, to, along, size, &next))
        return;
    uint32_t end = out + 1 < cell->count ? out + 1 : 0;
    if (wend_cross(window->right, next.right) > 0)
        offer_limit(query, window, &sides[out], -1);
    if (wend_cross(window->left, next.left) < 0)
        offer_limit(query, window, &sides[end], 1);
    for (uint32_t i = 0; i < cell->count; ++i) {
        wend_vec2 corner = sides[i].at;
        if (i == out || i == end || sides[i].vertex == root->vertex)
            continue;
        double right = wend_line_side(root, r, next.right, corner);
        double left = wend_line_side(root, r, next.left, corner);
        if (right <= 0 && right > -r)
            cut_right(query, root, corner, a, b, &next.right);
        else if (left >= 0 && left < r)
            cut_left(query, root, corner, a, b, &next.left);
    }
    if (wend_cross(next.right, next.left) < -query->disc->noise)
        return;
    wend_disc_push(query, bound_window(query, &next, b, a), &next);
}

/// True if a side is not a wall and may lead to the goal. A disc may have to swing out into a
/// dead-end region, but only around a corner, and then it starts there.
static bool is_open(const wend_path_query *query, uint32_t side)
{
    const wend_disc_search *s = query->disc;
    if (query->mesh->sides[side].cell == WEND_NONE)
        return false;
    wend_gate gate = query->mesh->gates[side];
    if (gate.from < gate.to)
        return gate.from <= s->last_goal && s->first_goal < gate.to;
    return s->first_goal < gate.to || gate.from <= s->last_goal;
}

void wend_disc_expand(wend_path_query *query, const wend_disc_node *window, uint32_t number,
                      uint32_t entry)
{
    const wend_mesh *mesh = query->mesh;
    const wend_disc_root *root = &query->disc->roots.data[window->root];
    const wend_cell *cell = &mesh->cells[number];
    const wend_cell_side *sides = mesh->sides + cell->first;
    uint32_t skip = entry == WEND_NONE ? WEND_NONE : entry - cell->first;
    uint32_t skip_next = entry == WEND_NONE ? WEND_NONE : skip + 1 < cell->count ? skip + 1 : 0;
    double r = query->radius;
    offer_goals(query, window, number);
    sight first = locate_in(root, r, window, sides[0].at), here = first;
    for (uint32_t i = 0; i < cell->count; ++i) {
        bool last = i + 1 == cell->count;
        sight next = last ? first : locate_in(root, r, window, sides[i + 1].at);
        // The ends of the side it came through have been visited before.
        if (i != skip && i != skip_next)
            offer_corners(query, window, &here, &sides[i], &sides[i > 0 ? i - 1 : cell->count - 1]);
        // Lines leave between the side's ends.
        bool missed = (here.ahead && here.left >= 0) || (next.ahead && next.right <= 0) ||
                      (here.behind && next.behind);
        if (i != skip && !missed && is_open(query, cell->first + i))
            exit_cell(query, window, cell, i, entry == WEND_NONE);
        here = next;
    }
}
