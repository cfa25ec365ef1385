// SPDX-License-Identifier: MIT
// The shortest path of a disc by the whole tangent graph, without the mesh: slow and plain.
//
// The centre of a disc walks straight, or around a corner at the radius. So there are two circles
// around each corner, one walked counter-clockwise and one clockwise, and a node is a place on one
// of them where some straight way touches it. Every straight way that touches two circles (or one,
// and ends in a start or goal) is tested against every wall, and so is every arc from a node to the
// next on its circle. Dijkstra's algorithm does the rest.
//
// A straight way from circle 1 to circle 2, with centres c, radii r and turns t (0 for a point):
// let u be its direction and w = c2 - c1. It leaves c1 - t1 r1 left(u) and arrives at
// c2 - t2 r2 left(u), so w = L u + s left(u) with s = t2 r2 - t1 r1 and L the length. In complex
// numbers u = w / (L + i s), with L = sqrt(|w|^2 - s^2); there is none if |w| < |s|.
#ifndef WEND_TESTS_ORACLE_TANGENT_H
#define WEND_TESTS_ORACLE_TANGENT_H

#include "core/heap.h"
#include "tests/plan/path_check.h"
#include "wend/vec2.h"

#define ORACLE_NONE UINT32_MAX

enum { ORACLE_PIECES = 256, ORACLE_GOALS = 4096 };

/// A place on a circle. Circle 2 i is walked counter-clockwise around corner i, 2 i + 1 clockwise.
typedef struct oracle_node {
    uint32_t circle; ///< ORACLE_NONE: a start or a goal
    double angle;    ///< of the place, seen from the centre
    wend_vec2 at;
    uint32_t straight; ///< the node at the end of the straight way from here, or ORACLE_NONE
    double length;     ///< of that
    uint32_t next;     ///< the next node on the circle if the arc there is clear, or ORACLE_NONE
} oracle_node;

/// A way that only one query knows.
typedef struct oracle_link {
    uint32_t to, next; ///< next: of the links from the same node
    double length;
} oracle_link;

typedef struct oracle {
    plain_walls plain;
    double radius;
    wend_array(oracle_node) nodes; ///< those of the walls first, by circle and angle
    uint32_t fixed;                ///< how many those are
    uint32_t *circles;             ///< [2 corners + 1] where the nodes of each start
    // One query.
    wend_array(oracle_link) links;
    wend_array(uint32_t) first_link;
    wend_array(double) cost;
    wend_array(uint32_t) parent;
    wend_heap heap;
} oracle;

/// The answer to a query.
typedef struct oracle_path {
    double length; ///< INFINITY: there is no path
    wend_path_piece pieces[ORACLE_PIECES];
    uint32_t piece_count;
} oracle_path;

static inline int oracle_turn(uint32_t circle)
{
    return circle == ORACLE_NONE ? 0 : circle % 2 ? -1 : 1;
}

// ---- straight ways ------------------------------------------------------------------------------

/// A place, or a circle that is walked in the direction of turn around it.
typedef struct oracle_end {
    wend_vec2 centre;
    uint32_t circle;
} oracle_end;

static inline oracle_end oracle_circle(const oracle *o, uint32_t circle)
{
    return (oracle_end){o->plain.corners[circle / 2], circle};
}

static inline oracle_end oracle_place(wend_vec2 p)
{
    return (oracle_end){p, ORACLE_NONE};
}

/// The angle of a direction or of the opposite one. There is one angle for a direction: minus pi,
/// which atan2 has for a negative zero, is pi.
static inline double oracle_angle(wend_vec2 way, bool opposite)
{
    double angle = opposite ? atan2(-way.y, -way.x) : atan2(way.y, way.x);
    return angle == -TWO_PI / 2 ? TWO_PI / 2 : angle;
}

/// The straight way from one end to the other; *from and *to become its nodes. False: there is
/// none, or a wall is too near.
static inline bool oracle_straight(const oracle *o, oracle_end one, oracle_end other,
                                   oracle_node *from, oracle_node *to)
{
    double r1 = oracle_turn(one.circle) * o->radius, r2 = oracle_turn(other.circle) * o->radius;
    wend_vec2 w = minus(other.centre, one.centre);
    double square = dot(w, w), s = r2 - r1, far = sqrt(square);
    if (far < fabs(s) - o->plain.slack || square == 0)
        return false;
    double length = far > fabs(s) ? sqrt((far - s) * (far + s)) : 0;
    wend_vec2 u = vec(w.x * length + w.y * s, w.y * length - w.x * s);
    double scale = wend_length(u);
    wend_vec2 left = left_of(vec(u.x / scale, u.y / scale));
    *from = (oracle_node){.circle = one.circle, .at = plus(one.centre, -r1, left)};
    *to = (oracle_node){.circle = other.circle, .at = plus(other.centre, -r2, left)};
    if (!straight_is_clear(&o->plain, (wend_segment){from->at, to->at}, o->radius))
        return false;
    from->angle = oracle_angle(left, r1 > 0);
    to->angle = oracle_angle(left, r2 > 0);
    from->length = length;
    from->straight = from->next = to->straight = to->next = ORACLE_NONE;
    return true;
}

static inline bool oracle_arc(const oracle *o, const oracle_node *one, const oracle_node *other,
                              double *length)
{
    plain_arc arc = {o->plain.corners[one->circle / 2], o->radius, one->angle, 0,
                     oracle_turn(one->circle)};
    arc.sweep = turn_between(one->angle, other->angle, arc.turn);
    *length = o->radius * arc.sweep;
    return arc_is_clear(&o->plain, &arc);
}

// ---- the graph of the walls ---------------------------------------------------------------------

static inline bool oracle_add_two(oracle *o, oracle_node from, oracle_node to)
{
    if (!wend_array_reserve(&o->nodes, NULL, 2))
        return false;
    from.straight = (uint32_t)o->nodes.count + 1;
    o->nodes.data[o->nodes.count++] = from;
    o->nodes.data[o->nodes.count++] = to;
    return true;
}

// Adds the way both ways: backwards, both circles are walked the other way round.
static inline bool oracle_add_straight(oracle *o, uint32_t one, uint32_t other)
{
    oracle_node from, to;
    if (!oracle_straight(o, oracle_circle(o, one), oracle_circle(o, other), &from, &to))
        return true;
    if (!oracle_add_two(o, from, to))
        return false;
    oracle_node back_from = to, back_to = from;
    back_from.circle ^= 1;
    back_to.circle ^= 1;
    back_from.length = from.length;
    return oracle_add_two(o, back_from, back_to);
}

typedef struct oracle_order {
    uint32_t circle, node;
    double angle;
} oracle_order;

static inline int oracle_compare(const void *one, const void *other)
{
    const oracle_order *a = one, *b = other;
    if (a->circle != b->circle)
        return a->circle < b->circle ? -1 : 1;
    if (a->angle != b->angle)
        return a->angle < b->angle ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

// Sorts the nodes by circle and angle, and finds where the nodes of each circle start.
static inline bool oracle_sort(oracle *o)
{
    size_t count = o->nodes.count;
    oracle_order *order = malloc((count + 1) * sizeof *order);
    oracle_node *nodes = malloc((count + 1) * sizeof *nodes);
    uint32_t *place = malloc((count + 1) * sizeof *place);
    bool good = order && nodes && place;
    for (uint32_t i = 0; good && i < count; i++) {
        nodes[i] = o->nodes.data[i];
        order[i] = (oracle_order){nodes[i].circle, i, nodes[i].angle};
    }
    if (good)
        qsort(order, count, sizeof *order, oracle_compare);
    for (uint32_t i = 0; good && i < count; i++)
        place[order[i].node] = i;
    for (uint32_t i = 0; good && i < count; i++) {
        oracle_node *node = &o->nodes.data[i];
        *node = nodes[order[i].node];
        if (node->straight != ORACLE_NONE)
            node->straight = place[node->straight];
        o->circles[node->circle + 1]++;
    }
    for (uint32_t c = 0; good && c < 2 * o->plain.corner_count; c++)
        o->circles[c + 1] += o->circles[c];
    free(order);
    free(nodes);
    free(place);
    return good;
}

/// The node on a circle that is first met from an angle on, in the direction of the walk or against
/// it; of several at one angle, the one that the others come after. ORACLE_NONE: the circle has
/// none.
static inline uint32_t oracle_first(const oracle *o, uint32_t circle, double angle, bool against)
{
    uint32_t first = ORACLE_NONE;
    double least = INFINITY;
    int turn = against ? -oracle_turn(circle) : oracle_turn(circle);
    for (uint32_t i = o->circles[circle]; i < o->circles[circle + 1]; i++) {
        double by = turn_between(angle, o->nodes.data[i].angle, turn);
        if (by < least || (by == least && turn < 0)) {
            least = by;
            first = i;
        }
    }
    return first;
}

// Links each node with the next on its circle.
static inline void oracle_link_arcs(oracle *o)
{
    for (uint32_t c = 0; c < 2 * o->plain.corner_count; c++) {
        uint32_t begin = o->circles[c], count = o->circles[c + 1] - begin;
        for (uint32_t i = 0; count > 1 && i < count; i++) {
            uint32_t k = (i + (oracle_turn(c) > 0 ? 1 : count - 1)) % count;
            double length;
            if (oracle_arc(o, &o->nodes.data[begin + i], &o->nodes.data[begin + k], &length))
                o->nodes.data[begin + i].next = begin + k;
        }
    }
}

static inline void oracle_free(oracle *o)
{
    plain_walls_free(&o->plain);
    free(o->circles);
    wend_array_free(&o->nodes, NULL);
    wend_array_free(&o->links, NULL);
    wend_array_free(&o->first_link, NULL);
    wend_array_free(&o->cost, NULL);
    wend_array_free(&o->parent, NULL);
    wend_heap_free(&o->heap);
}

/// Makes the graph for all queries with that radius. False: out of memory; then it is freed.
/// [Limit: radius > 0]
static inline bool oracle_make(const wend_floor *floor, double radius, oracle *o)
{
    *o = (oracle){.radius = radius};
    wend_heap_init(&o->heap, NULL);
    bool good = plain_walls_of(floor, &o->plain);
    o->circles = calloc(2 * o->plain.corner_count + 1, sizeof *o->circles);
    good = good && o->circles;
    for (uint32_t i = 0; good && i < o->plain.corner_count; i++)
        for (uint32_t k = 0; k < i; k++)
            for (uint32_t sides = 0; good && sides < 4; sides++)
                good = oracle_add_straight(o, 2 * i + sides / 2, 2 * k + sides % 2);
    good = good && oracle_sort(o);
    if (!good) {
        oracle_free(o);
        return false;
    }
    o->fixed = (uint32_t)o->nodes.count;
    oracle_link_arcs(o);
    return true;
}

// ---- a query ------------------------------------------------------------------------------------

static inline bool oracle_link_to(oracle *o, uint32_t from, uint32_t to, double length)
{
    if (!wend_array_reserve(&o->links, NULL, 1))
        return false;
    o->links.data[o->links.count] = (oracle_link){to, o->first_link.data[from], length};
    o->first_link.data[from] = (uint32_t)o->links.count++;
    return true;
}

// An arc that is not clear is no link.
static inline bool oracle_link_arc(oracle *o, uint32_t from, uint32_t to)
{
    double length;
    return !oracle_arc(o, &o->nodes.data[from], &o->nodes.data[to], &length) ||
           oracle_link_to(o, from, to, length);
}

static inline bool oracle_add(oracle *o, oracle_node node, uint32_t *number)
{
    if (!wend_array_reserve(&o->nodes, NULL, 1) || !wend_array_reserve(&o->first_link, NULL, 1))
        return false;
    *number = (uint32_t)o->nodes.count;
    o->nodes.data[o->nodes.count++] = node;
    o->first_link.data[o->first_link.count++] = ORACLE_NONE;
    return true;
}

// From the start to every circle that can be reached straight, and on to the circle's next node.
static inline bool oracle_add_start(oracle *o, uint32_t start)
{
    for (uint32_t c = 0; c < 2 * o->plain.corner_count; c++) {
        oracle_node from, to;
        uint32_t number;
        if (!oracle_straight(o, oracle_place(o->nodes.data[start].at), oracle_circle(o, c), &from,
                             &to))
            continue;
        if (!oracle_add(o, to, &number) || !oracle_link_to(o, start, number, from.length))
            return false;
        uint32_t next = oracle_first(o, c, to.angle, false);
        if (next != ORACLE_NONE && !oracle_link_arc(o, number, next))
            return false;
    }
    return true;
}

// From every circle to the goal, from the node before there; and from what the start reaches.
static inline bool oracle_add_goal(oracle *o, uint32_t start, uint32_t start_end, uint32_t goal)
{
    oracle_node from, to;
    wend_vec2 at = o->nodes.data[goal].at;
    if (wend_equal(o->nodes.data[start].at, at))
        return oracle_link_to(o, start, goal, 0);
    if (oracle_straight(o, oracle_place(o->nodes.data[start].at), oracle_place(at), &from, &to) &&
        !oracle_link_to(o, start, goal, from.length))
        return false;
    for (uint32_t c = 0; c < 2 * o->plain.corner_count; c++) {
        uint32_t number;
        if (!oracle_straight(o, oracle_circle(o, c), oracle_place(at), &from, &to))
            continue;
        if (!oracle_add(o, from, &number) || !oracle_link_to(o, number, goal, from.length))
            return false;
        uint32_t before = oracle_first(o, c, from.angle, true);
        if (before != ORACLE_NONE && !oracle_link_arc(o, before, number))
            return false;
        for (uint32_t i = start + 1; i < start_end; i++)
            if (o->nodes.data[i].circle == c && !oracle_link_arc(o, i, number))
                return false;
    }
    return true;
}

static inline void oracle_reach(oracle *o, uint32_t from, uint32_t to, double length)
{
    double cost = o->cost.data[from] + length;
    if (to == ORACLE_NONE || cost >= o->cost.data[to])
        return;
    o->cost.data[to] = cost;
    o->parent.data[to] = from;
    wend_heap_push(&o->heap, to, cost);
}

// Dijkstra's algorithm up to the first goal: the nodes from first to last. ORACLE_NONE: no path.
static inline uint32_t oracle_search(oracle *o, uint32_t start, uint32_t first, uint32_t last)
{
    o->cost.data[start] = 0;
    wend_heap_push(&o->heap, start, 0);
    while (!wend_heap_empty(&o->heap)) {
        uint32_t n = wend_heap_pop(&o->heap).item;
        if (n >= first && n < last)
            return n;
        const oracle_node *node = &o->nodes.data[n];
        oracle_reach(o, n, node->straight, node->length);
        if (node->next != ORACLE_NONE)
            oracle_reach(o, n, node->next,
                         o->radius * turn_between(node->angle, o->nodes.data[node->next].angle,
                                                  oracle_turn(node->circle)));
        for (uint32_t i = o->first_link.data[n]; i != ORACLE_NONE; i = o->links.data[i].next)
            oracle_reach(o, n, o->links.data[i].to, o->links.data[i].length);
    }
    return ORACLE_NONE;
}

// The way to a node, as the pieces that a path has: arcs on one circle are joined.
static inline void oracle_trace(const oracle *o, uint32_t end, oracle_path *path)
{
    uint32_t count = 0;
    for (uint32_t n = end, before; (before = o->parent.data[n]) != ORACLE_NONE; n = before) {
        const oracle_node *a = &o->nodes.data[before], *b = &o->nodes.data[n];
        bool arc = a->circle != ORACLE_NONE && a->circle == b->circle;
        wend_path_piece piece = {a->at, b->at, a->at, 0};
        if (arc) {
            piece.corner = o->plain.corners[a->circle / 2];
            piece.turn = oracle_turn(a->circle);
        }
        wend_path_piece *last = count ? &path->pieces[count - 1] : NULL;
        if (arc && last && last->turn && wend_equal(last->corner, piece.corner))
            last->a = a->at;
        else if (count < ORACLE_PIECES)
            path->pieces[count++] = piece;
    }
    for (uint32_t i = 0; i < count / 2; i++) {
        wend_path_piece piece = path->pieces[i];
        path->pieces[i] = path->pieces[count - 1 - i];
        path->pieces[count - 1 - i] = piece;
    }
    path->piece_count = count;
}

static inline bool oracle_begin(oracle *o, wend_vec2 from, uint32_t *start)
{
    o->nodes.count = o->fixed;
    o->links.count = o->first_link.count = 0;
    wend_heap_clear(&o->heap);
    if (!wend_array_reserve(&o->first_link, NULL, o->fixed))
        return false;
    for (uint32_t i = 0; i < o->fixed; i++)
        o->first_link.data[o->first_link.count++] = ORACLE_NONE;
    oracle_node node = {ORACLE_NONE, 0, from, ORACLE_NONE, 0, ORACLE_NONE};
    return oracle_add(o, node, start);
}

static inline bool oracle_end_links(oracle *o)
{
    size_t count = o->nodes.count;
    o->cost.count = o->parent.count = 0;
    if (!wend_array_reserve(&o->cost, NULL, count) ||
        !wend_array_reserve(&o->parent, NULL, count) ||
        !wend_heap_reserve(&o->heap, (uint32_t)count))
        return false;
    for (size_t i = 0; i < count; i++) {
        o->cost.data[i] = INFINITY;
        o->parent.data[i] = ORACLE_NONE;
    }
    return true;
}

/// The shortest path to the nearest of the goals that are clear. False: out of memory.
/// [Limit: from is in free space, and so are the goals]
static inline bool oracle_find(oracle *o, wend_vec2 from, const wend_vec2 *goals, uint32_t count,
                               oracle_path *path)
{
    uint32_t start, number;
    path->length = INFINITY;
    path->piece_count = 0;
    if (!place_is_clear(&o->plain, from, o->radius))
        return true;
    if (!oracle_begin(o, from, &start) || !oracle_add_start(o, start))
        return false;
    uint32_t start_end = (uint32_t)o->nodes.count;
    for (uint32_t i = 0; i < count; i++)
        if (!oracle_add(o, (oracle_node){ORACLE_NONE, 0, goals[i], ORACLE_NONE, 0, ORACLE_NONE},
                        &number))
            return false;
    uint32_t goal_end = (uint32_t)o->nodes.count;
    for (uint32_t i = start_end; i < goal_end; i++)
        if (place_is_clear(&o->plain, o->nodes.data[i].at, o->radius) &&
            !oracle_add_goal(o, start, start_end, i))
            return false;
    if (!oracle_end_links(o))
        return false;
    uint32_t end = oracle_search(o, start, start_end, goal_end);
    if (end == ORACLE_NONE)
        return true;
    path->length = o->cost.data[end];
    oracle_trace(o, end, path);
    return true;
}

// ---- goals that are not points ------------------------------------------------------------------

typedef struct oracle_goals {
    wend_vec2 at[ORACLE_GOALS];
    uint32_t count;
} oracle_goals;

// Adds the point of the segment at s.a + t (s.b - s.a) if it is one and a disc can be there.
static inline void oracle_offer(const oracle *o, wend_segment s, double t, oracle_goals *goals)
{
    if (!(t >= 0 && t <= 1) || goals->count == ORACLE_GOALS)
        return;
    wend_vec2 p = t == 1 ? s.b : plus(s.a, t, minus(s.b, s.a));
    if (place_is_clear(&o->plain, p, o->radius))
        goals->at[goals->count++] = p;
}

/// The points of a segment where a shortest path to it may end: its ends; where a straight way from
/// the start or from a circle arrives at a right angle; and where the part of it ends in which a
/// disc can be, which is at the radius from a corner or from the line of a wall.
static inline void oracle_goals_on(const oracle *o, wend_vec2 from, wend_segment s,
                                   oracle_goals *goals)
{
    wend_vec2 along = minus(s.b, s.a), left = left_of(along);
    double square = dot(along, along), size = sqrt(square);
    oracle_offer(o, s, 0, goals);
    oracle_offer(o, s, 1, goals);
    oracle_offer(o, s, dot(minus(from, s.a), along) / square, goals);
    for (uint32_t i = 0; i < o->plain.corner_count; i++) {
        wend_vec2 off = minus(o->plain.corners[i], s.a);
        double foot = dot(off, along) / square, far = fabs(dot(off, left)) / size;
        double half = far < o->radius ? sqrt(o->radius * o->radius - far * far) / size : 0;
        for (int sign = -1; sign <= 1; sign += 2) {
            oracle_offer(o, s, foot + sign * o->radius / size, goals);
            oracle_offer(o, s, foot + sign * half, goals);
        }
    }
    for (uint32_t i = 0; i < o->plain.wall_count; i++) {
        wend_vec2 wall = minus(o->plain.walls[i].b, o->plain.walls[i].a);
        double slope = cross(wall, along), height = cross(wall, minus(s.a, o->plain.walls[i].a));
        for (int sign = -1; slope != 0 && sign <= 1; sign += 2)
            oracle_offer(o, s, (sign * o->radius * wend_length(wall) - height) / slope, goals);
    }
}

// ---- judging a search ---------------------------------------------------------------------------

/// Lengths that differ by less than this part are equal.
#define ORACLE_EQUAL 1e-6

/// What was found wrong in how many queries.
typedef struct oracle_tally {
    uint32_t queries;
    uint32_t invalid;    ///< too near to a wall, not joined, or not even an answer
    uint32_t missed;     ///< there is a path and none was found
    uint32_t invented;   ///< there is none and one was found
    uint32_t wrong;      ///< longer than the shortest
    uint32_t shorter;    ///< than the shortest: search or oracle is wrong
    double worst_excess; ///< of valid paths, as a part of the shortest; below the slack it is 0
} oracle_tally;

/// Judges an answer and counts it. Returns what is wrong, or NULL. [Limit: the oracle's is the
/// answer to the same question; to [opt] is a goal that is a point]
static inline const char *oracle_judge(const oracle *o, const oracle_path *shortest,
                                       wend_result result, const wend_path *path, wend_vec2 from,
                                       const wend_vec2 *to, oracle_tally *tally)
{
    tally->queries++;
    bool exists = !isinf(shortest->length), found = result == WEND_OK;
    if (!found && result != WEND_NOT_FOUND)
        return tally->invalid++, "no answer";
    if (found != exists)
        return found ? (tally->invented++, "there is none") : (tally->missed++, "missed");
    if (!found)
        return NULL;
    const char *wrong = check_path(&o->plain, path, from);
    if (!wrong && to &&
        !wend_equal(path->piece_count ? path->pieces[path->piece_count - 1].b : from, *to))
        wrong = "it ends elsewhere";
    if (!wrong && path->length != path->bound)
        wrong = "length and bound differ";
    if (wrong)
        return tally->invalid++, wrong;
    double excess = path->length - shortest->length;
    if (fabs(excess) <= o->plain.slack)
        return NULL;
    tally->worst_excess = fmax(tally->worst_excess, excess / shortest->length);
    if (excess > ORACLE_EQUAL * shortest->length)
        return tally->wrong++, "too long";
    if (excess < -ORACLE_EQUAL * shortest->length)
        return tally->shorter++, "shorter than the shortest";
    return NULL;
}

#endif
