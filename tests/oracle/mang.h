// SPDX-License-Identifier: MIT
// The lemmas about the multi-agent navigation graph, the slow way: distances by looking at every
// side and corner, and the diagram without an agent by really taking it out.
#ifndef WEND_TESTS_ORACLE_MANG_H
#define WEND_TESTS_ORACLE_MANG_H

#include "tests/plan/mang_check.h"

// Distances are trusted to as many ties as the diagram's own checker trusts them to.
#define DISTANCE_TIES 16

// Places of vertices, and pieces that only one of two diagrams has, as wend_voronoi_equal has it.
#define PLACE_TIES 64
#define PIECE_TIES 16

// ---- Lemma 1 ------------------------------------------------------------------------------------

// The distance from p to whatever is nearest, but one element.
static inline double distance_without(const wend_voronoi *voronoi, uint32_t except, wend_vec2 p)
{
    const wend_boundary *boundary = &voronoi->boundary;
    double least = INFINITY;
    for (uint32_t i = 0; i < boundary->elements.count; ++i)
        if (i != except && boundary->links.data[i].kind != WEND_ELEMENT_NONE) {
            const wend_element *e = &boundary->elements.data[i];
            least = fmin(least, wend_segment_distance((wend_segment){e->p, e->q}, p));
        }
    return least;
}

// True if points of a piece are as far from both its sides as said, and nothing but `except` is
// nearer.
static inline bool is_in_the_middle(mang_view *v, const wend_voronoi_piece *piece, uint32_t except)
{
    for (double share = 0; share <= 1; share += 0.25) {
        double radius, slack = DISTANCE_TIES * v->tie;
        wend_vec2 p = wend_piece_point(piece, share, &radius);
        double left = wend_segment_distance(piece->left, p);
        double right = wend_segment_distance(piece->right, p);
        double nearest = distance_without(v->voronoi, except, p);
        if (!(fabs(left - radius) <= slack) || !(fabs(right - radius) <= slack) ||
            !(fabs(nearest - radius) <= slack))
            return blame(v, p,
                         "%.2f along a piece from %.17g %.17g: radius %.17g, left %.17g, right "
                         "%.17g, nearest %.17g",
                         share, piece->a.x, piece->a.y, radius, left, right, nearest);
    }
    return true;
}

typedef struct red_walk {
    mang_view *v;
    bool right;
} red_walk;

static inline bool walk_red(void *context, const wend_voronoi_piece *piece)
{
    red_walk *walk = context;
    return walk->right = is_in_the_middle(walk->v, piece, WEND_NO_ELEMENT);
}

// All points of a red edge have two nearest sites.
static inline bool red_edge_is_first_order(mang_view *v, uint32_t edge)
{
    red_walk walk = {v, true};
    wend_mang_edge_pieces(v->mang, v->voronoi, edge, walk_red, &walk);
    return walk.right;
}

// All points of black edges have the agent as their nearest and two second nearest.
static inline bool black_is_second_order(mang_view *v, uint32_t number)
{
    const wend_mang_cell *cell = &v->graph->cells[number];
    const wend_site *site = site_of(v->voronoi, cell->agent);
    for (uint32_t i = 0; i < cell->link_count; ++i) {
        wend_voronoi_piece piece = wend_mang_link_piece(v->mang, v->voronoi, number, i);
        if (!is_in_the_middle(v, &piece, site->element))
            return false;
        for (double share = 0; share <= 1; share += 0.25) {
            double radius;
            wend_vec2 p = wend_piece_point(&piece, share, &radius);
            if (!(apart(p, site->position) <= radius + DISTANCE_TIES * v->tie))
                return blame(v, p, "a black edge is not in the agent's cell");
        }
    }
    return true;
}

// ---- who is near whom ---------------------------------------------------------------------------

// The distance from p to the elements of a site.
static inline double distance_to_site(const wend_voronoi *voronoi, uint32_t slot, wend_vec2 p)
{
    const wend_boundary *boundary = &voronoi->boundary;
    double least = INFINITY;
    for (uint32_t i = 0; i < boundary->elements.count; ++i)
        if (boundary->links.data[i].kind != WEND_ELEMENT_NONE &&
            boundary->links.data[i].site == slot) {
            const wend_element *e = &boundary->elements.data[i];
            least = fmin(least, wend_segment_distance((wend_segment){e->p, e->q}, p));
        }
    return least;
}

// The nearest other site of all, and the nearest agent of those whose cells meet that of the agent.
// Those who share the cell don't count.
static inline bool proximity_is_right(mang_view *v, uint32_t number, const wend_proximity *found)
{
    static wend_site_id others[MOST_AROUND];
    const wend_mang_cell *cell = &v->graph->cells[number];
    const wend_site *site = site_of(v->voronoi, cell->agent);
    double nearest = distance_without(v->voronoi, site->element, site->position);
    double slack = DISTANCE_TIES * v->tie, agent = INFINITY;
    if (wend_site_id_is_null(found->nearest) || wend_site_id_equal(found->nearest, cell->agent) ||
        !(fabs(found->distance - nearest) <= slack) ||
        !(distance_to_site(v->voronoi, found->nearest.raw.slot1 - 1, site->position) <=
          found->distance + slack))
        return blame(v, site->position, "the nearest is %.17g away, not %.17g", nearest,
                     found->distance);
    uint32_t count;
    assert_int_equal(
        wend_voronoi_neighbours(v->voronoi, cell->agent, others, MOST_AROUND, &count, NULL),
        WEND_OK);
    for (uint32_t i = 0; i < count; ++i)
        if (is_agent(site_of(v->voronoi, others[i])))
            agent = fmin(agent, apart(site_of(v->voronoi, others[i])->position, site->position));
    if (isinf(agent))
        return (wend_site_id_is_null(found->agent) && isinf(found->agent_distance)) ||
               blame(v, site->position, "there is no agent beside it");
    if (wend_site_id_is_null(found->agent) || !is_agent(site_of(v->voronoi, found->agent)) ||
        !(fabs(found->agent_distance - agent) <= slack) ||
        !(apart(site_of(v->voronoi, found->agent)->position, site->position) <= agent + slack))
        return blame(v, site->position, "the nearest agent is %.17g away, not %.17g", agent,
                     found->agent_distance);
    return true;
}

// The two nearest to any point, by all elements of all sites.
static inline bool nearest_two_are_right(mang_view *v, wend_vec2 p)
{
    wend_nearest_site first, second;
    double slack = DISTANCE_TIES * v->tie, least = INFINITY, next = INFINITY;
    wend_result result = wend_voronoi_nearest_two(v->voronoi, p, &first, &second, NULL);
    if (result == WEND_NOT_FOUND)
        return true;
    for (uint32_t slot = 0; slot < v->voronoi->boundary.sites.count; ++slot) {
        double distance = distance_to_site(v->voronoi, slot, p);
        next = fmin(next, fmax(least, distance));
        least = fmin(least, distance);
    }
    bool found = result == WEND_OK && fabs(first.distance - least) <= slack &&
                 !wend_site_id_equal(first.site, second.site) &&
                 (second.distance == next || fabs(second.distance - next) <= slack);
    if (found && isinf(next))
        return wend_site_id_is_null(second.site) || blame(v, p, "there is no second site");
    found = found &&
            fabs(distance_to_site(v->voronoi, first.site.raw.slot1 - 1, p) - least) <= slack &&
            fabs(distance_to_site(v->voronoi, second.site.raw.slot1 - 1, p) - next) <= slack;
    return found || blame(v, p, "the two nearest are %.17g and %.17g away, not %.17g and %.17g",
                          least, next, first.distance, second.distance);
}

// ---- Lemma 2 ------------------------------------------------------------------------------------

enum { MOST_SPANS = 1 << 13 };

typedef struct graph_span {
    wend_voronoi_piece piece;
    bool matched;
} graph_span;

// Parts of a diagram's pieces that lie in the cell of an agent, or those that don't.
typedef struct span_list {
    wend_vec2 agent;
    bool inside;
    graph_span spans[MOST_SPANS];
    uint32_t count;
} span_list;

// By how much a point of a piece is nearer to the agent than to the piece's sides, as a difference
// of squares: that is a quadratic of the share. Of two corners the nearer one tells it sharper, and
// from the two places, not from two distances that may be all but equal.
static inline double depth_at(const wend_voronoi_piece *piece, wend_vec2 agent, double share)
{
    double radius;
    wend_vec2 p = wend_piece_point(piece, share, &radius);
    bool left = same_bits(piece->left.a, piece->left.b);
    bool right = same_bits(piece->right.a, piece->right.b);
    if (!left && !right)
        return (radius - apart(p, agent)) * (radius + apart(p, agent));
    wend_vec2 corner = left ? piece->left.a : piece->right.a;
    if (left && right && apart(piece->right.a, agent) < apart(corner, agent))
        corner = piece->right.a;
    return (agent.x - corner.x) * ((p.x - agent.x) + (p.x - corner.x)) +
           (agent.y - corner.y) * ((p.y - agent.y) + (p.y - corner.y));
}

// Where a piece enters or leaves the cell of an agent.
static inline uint32_t shares_at_border(const wend_voronoi_piece *piece, wend_vec2 agent,
                                        double shares[2])
{
    double begin = depth_at(piece, agent, 0), middle = depth_at(piece, agent, 0.5);
    double end = depth_at(piece, agent, 1);
    double a = 2 * begin - 4 * middle + 2 * end, b = 4 * middle - 3 * begin - end, c = begin;
    double inner = b * b - 4 * a * c;
    if (inner < 0)
        return 0;
    double q = -0.5 * (b + copysign(sqrt(inner), b));
    double found[2] = {a != 0 ? q / a : NAN, q != 0 ? c / q : NAN};
    uint32_t count = 0;
    for (int i = 0; i < 2; ++i)
        if (found[i] > 0 && found[i] < 1)
            shares[count++] = found[i];
    if (count == 2 && shares[0] > shares[1]) {
        double swap = shares[0];
        shares[0] = shares[1];
        shares[1] = swap;
    }
    return count;
}

// The part of a piece between two shares.
static inline wend_voronoi_piece part_of_piece(const wend_voronoi_piece *piece, double from,
                                               double to)
{
    wend_voronoi_piece part = *piece;
    part.a = wend_piece_point(piece, from, &part.radius_a);
    part.b = wend_piece_point(piece, to, &part.radius_b);
    return part;
}

static inline bool clip_edge(void *context, const wend_voronoi_edge *edge)
{
    span_list *list = context;
    for (uint32_t i = 0; i < edge->piece_count; ++i) {
        const wend_voronoi_piece *piece = &edge->pieces[i];
        double shares[4] = {0};
        uint32_t count = 1 + shares_at_border(piece, list->agent, shares + 1);
        shares[count] = 1;
        for (uint32_t k = 0; k < count; ++k) {
            bool inside = depth_at(piece, list->agent, 0.5 * (shares[k] + shares[k + 1])) > 0;
            if (inside != list->inside)
                continue;
            assert_true(list->count < MOST_SPANS);
            list->spans[list->count++] =
                (graph_span){part_of_piece(piece, shares[k], shares[k + 1]), false};
        }
    }
    return true;
}

static inline bool same_segment(wend_segment s, wend_segment t)
{
    return same_bits(s.a, t.a) && same_bits(s.b, t.b);
}

// True if p is as far from three places or more as from the nearest, but for what distances are
// trusted to. Where two parts of one wall meet, that is one place.
static inline bool has_three(const wend_voronoi *voronoi, wend_vec2 p)
{
    const wend_boundary *boundary = &voronoi->boundary;
    double most = distance_without(voronoi, WEND_NO_ELEMENT, p) + DISTANCE_TIES * voronoi->tie;
    wend_vec2 feet[3];
    uint32_t count = 0;
    for (uint32_t i = 0; i < boundary->elements.count && count < 3; ++i) {
        const wend_element *e = &boundary->elements.data[i];
        wend_vec2 foot = wend_segment_closest((wend_segment){e->p, e->q}, p);
        bool met = boundary->links.data[i].kind == WEND_ELEMENT_NONE || apart(foot, p) > most;
        for (uint32_t k = 0; k < count; ++k)
            met = met || apart(foot, feet[k]) <= PLACE_TIES * voronoi->tie;
        if (!met)
            feet[count++] = foot;
    }
    return count == 3;
}

// True if two ends of a piece are the same vertex: they are at one place, or, where two of its
// sites are so near to each other that it is hard to see, all between them could be it.
static inline bool is_same_end(const mang_view *v, const wend_voronoi *rest, wend_vec2 p,
                               wend_vec2 q)
{
    if (apart(p, q) <= PLACE_TIES * fmax(v->tie, rest->tie))
        return true;
    wend_vec2 middle = {0.5 * (p.x + q.x), 0.5 * (p.y + q.y)};
    return (has_three(v->voronoi, p) && has_three(v->voronoi, q) &&
            has_three(v->voronoi, middle)) ||
           (has_three(rest, p) && has_three(rest, q) && has_three(rest, middle));
}

// True if two pieces lie between the same two and begin and end at the same vertices.
static inline bool is_same_piece(const mang_view *v, const wend_voronoi *rest,
                                 const wend_voronoi_piece *one, const wend_voronoi_piece *other)
{
    if (same_segment(one->left, other->left) && same_segment(one->right, other->right))
        return is_same_end(v, rest, one->a, other->a) && is_same_end(v, rest, one->b, other->b);
    return same_segment(one->left, other->right) && same_segment(one->right, other->left) &&
           is_same_end(v, rest, one->a, other->b) && is_same_end(v, rest, one->b, other->a);
}

// Takes an agent out, with all that share its cell.
static inline wend_voronoi *without(const wend_voronoi *voronoi, wend_site_id agent)
{
    wend_voronoi *copy;
    uint32_t element = site_of(voronoi, agent)->element;
    assert_int_equal(wend_voronoi_copy(voronoi, NULL, &copy, NULL), WEND_OK);
    for (uint32_t slot = 0; slot < voronoi->boundary.sites.count; ++slot) {
        const wend_site *site = &voronoi->boundary.sites.data[slot];
        if (!wend_site_id_is_null(site->id) && site->element == element)
            assert_int_equal(wend_voronoi_remove(copy, site->id, NULL), WEND_OK);
    }
    return copy;
}

// The black edges of a cell are what the diagram without the agent has in it.
static inline bool black_is_what_is_left(mang_view *v, uint32_t number, const wend_voronoi *rest)
{
    static span_list list;
    const wend_mang_cell *cell = &v->graph->cells[number];
    double tie = fmax(v->tie, rest->tie);
    list.agent = site_of(v->voronoi, cell->agent)->position;
    list.inside = true;
    list.count = 0;
    assert_int_equal(wend_voronoi_edges(rest, clip_edge, &list), WEND_OK);
    for (uint32_t i = 0; i < cell->link_count; ++i) {
        wend_voronoi_piece piece = wend_mang_link_piece(v->mang, v->voronoi, number, i);
        bool matched = false;
        for (uint32_t k = 0; k < list.count && !matched; ++k)
            if (!list.spans[k].matched && is_same_piece(v, rest, &piece, &list.spans[k].piece))
                matched = list.spans[k].matched = true;
        if (!matched && apart(piece.a, piece.b) > PIECE_TIES * tie)
            return blame(v, piece.a, "without agent %u there is no edge from here to %.17g %.17g",
                         (unsigned)cell->agent.raw.slot1, piece.b.x, piece.b.y);
    }
    for (uint32_t k = 0; k < list.count; ++k) {
        const wend_voronoi_piece *piece = &list.spans[k].piece;
        if (!list.spans[k].matched && apart(piece->a, piece->b) > PIECE_TIES * tie)
            return blame(v, piece->a, "without agent %u there is an edge from here to %.17g %.17g",
                         (unsigned)cell->agent.raw.slot1, piece->b.x, piece->b.y);
    }
    return true;
}

// ---- Lemma 2, outside of the cell ---------------------------------------------------------------

static inline int compare_segments(wend_segment s, wend_segment t)
{
    const double x[] = {s.a.x, s.a.y, s.b.x, s.b.y}, y[] = {t.a.x, t.a.y, t.b.x, t.b.y};
    for (uint32_t i = 0; i < COUNT(x); ++i)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static inline int compare_pairs(const void *one, const void *other)
{
    const wend_voronoi_piece *p = &((const graph_span *)one)->piece;
    const wend_voronoi_piece *q = &((const graph_span *)other)->piece;
    int order = compare_segments(p->left, q->left);
    return order ? order : compare_segments(p->right, q->right);
}

static inline void sort_by_pair(span_list *list)
{
    for (uint32_t i = 0; i < list->count; ++i) {
        wend_voronoi_piece *piece = &list->spans[i].piece;
        if (compare_segments(piece->left, piece->right) > 0) {
            wend_segment swap = piece->left;
            piece->left = piece->right;
            piece->right = swap;
        }
    }
    qsort(list->spans, list->count, sizeof *list->spans, compare_pairs);
}

// The length of all pieces between the same two as the one at *i, which is moved on.
static inline double length_of_pair(const span_list *list, const graph_span *like, uint32_t *i)
{
    double length = 0;
    for (; *i < list->count && compare_pairs(&list->spans[*i], like) == 0; ++*i)
        length += apart(list->spans[*i].piece.a, list->spans[*i].piece.b);
    return length;
}

static inline bool add_piece_of_others(void *context, const wend_voronoi_edge *edge)
{
    span_list *list = context;
    for (uint32_t i = 0; i < edge->piece_count; ++i) {
        const wend_voronoi_piece *piece = &edge->pieces[i];
        bool own =
            (same_bits(piece->left.a, piece->left.b) && same_bits(piece->left.a, list->agent)) ||
            (same_bits(piece->right.a, piece->right.b) && same_bits(piece->right.a, list->agent));
        assert_true(list->count < MOST_SPANS);
        if (!own)
            list->spans[list->count++] = (graph_span){*piece, false};
    }
    return true;
}

// Outside of the cell, the diagram without the agent has what the red edges have that don't border
// on the cell: between any two sides or corners they have the same length.
static inline bool red_is_what_is_left(mang_view *v, uint32_t number, const wend_voronoi *rest)
{
    static span_list now, then;
    double slack = PLACE_TIES * fmax(v->tie, rest->tie);
    now.agent = then.agent = site_of(v->voronoi, v->graph->cells[number].agent)->position;
    now.count = then.count = 0;
    then.inside = false;
    assert_int_equal(wend_voronoi_edges(v->voronoi, add_piece_of_others, &now), WEND_OK);
    assert_int_equal(wend_voronoi_edges(rest, clip_edge, &then), WEND_OK);
    sort_by_pair(&now);
    sort_by_pair(&then);
    for (uint32_t i = 0, k = 0; i < now.count || k < then.count;) {
        const graph_span *like = i < now.count ? &now.spans[i] : &then.spans[k];
        if (i < now.count && k < then.count && compare_pairs(&then.spans[k], like) < 0)
            like = &then.spans[k];
        double red = length_of_pair(&now, like, &i), left = length_of_pair(&then, like, &k);
        if (!(fabs(red - left) <= slack))
            return blame(v, like->piece.a,
                         "outside of its cell, an edge of %.17g is one of %.17g without agent %u",
                         red, left, (unsigned)v->graph->cells[number].agent.raw.slot1);
    }
    return true;
}

// Both parts of the lemma, for one cell.
static inline bool cell_is_what_is_left(mang_view *v, uint32_t number)
{
    wend_voronoi *rest = without(v->voronoi, v->graph->cells[number].agent);
    bool right = black_is_what_is_left(v, number, rest) && red_is_what_is_left(v, number, rest);
    wend_voronoi_destroy(rest);
    return right;
}

#endif
