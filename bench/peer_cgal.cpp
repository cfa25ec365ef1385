// SPDX-License-Identifier: MIT
// A separate program for benchmarks and tests, never installed: builds CGAL's constrained Delaunay
// triangulation of a plan and prints the time and the result. (CGAL's triangulations are under the
// GPL and must not be part of `wend`.)
//
// Input is described in peer_format.h; output is one JSON object. It uses CGAL's fastest method:
// exact predicates without exact constructions, and all points and walls in one call, which inserts
// the points in the order of a space-filling curve.
#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Unique_hash_map.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "bench/peer_plan.hpp"

namespace
{

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_2;
// Walls may touch and overlap along a line, which requires no new points.
using Triangulation = CGAL::Constrained_Delaunay_triangulation_2<
    Kernel, CGAL::Default, CGAL::No_constraint_intersection_requiring_constructions_tag>;
using Vertex = Triangulation::Vertex_handle;
using Face = Triangulation::Face_handle;
using Edge = Triangulation::Edge;

struct Plan {
    peer_header header;
    std::vector<Point> points;
    std::vector<peer_wall> walls;
    std::vector<std::pair<std::size_t, std::size_t>> constraints;
};

bool read_plan(std::FILE *in, Plan &plan)
{
    peer::Plan read;
    if (!peer::read_plan(in, read))
        return false;
    plan.header = read.header;
    for (const peer::Place &p : read.points)
        plan.points.emplace_back(p.x, p.y);
    for (const peer_wall &wall : read.walls)
        plan.constraints.emplace_back(wall.a, wall.b);
    plan.walls = std::move(read.walls);
    // Without constraints CGAL would insert no points.
    if (plan.constraints.empty() && !plan.points.empty())
        plan.constraints.emplace_back(0, 0);
    return true;
}

// The minimum of the runs; the last triangulation is kept.
double build(const Plan &plan, std::unique_ptr<Triangulation> &triangulation)
{
    double best = INFINITY;
    for (std::uint32_t run = 0; run < plan.header.runs; ++run) {
        triangulation.reset(); // freeing the previous one is not timed
        double start = peer::worked();
        triangulation = std::make_unique<Triangulation>();
        triangulation->insert_constraints(plan.points.begin(), plan.points.end(),
                                          plan.constraints.begin(), plan.constraints.end());
        best = std::min(best, peer::worked() - start);
    }
    return best;
}

// ---- free faces ---------------------------------------------------------------------------------

// Walls on edges, and the free faces that follow from them: crossing the wall of a polygon changes
// between free and solid, and crossing a wall shared by two polygons changes twice.
class Domain
{
  public:
    Domain(const Plan &plan, const Triangulation &triangulation)
        : plan(plan), t(triangulation), number(0, t.number_of_faces() + 4),
          index(UINT32_MAX, t.number_of_vertices() + 1)
    {
        for (Face face : t.all_face_handles()) {
            number[face] = faces.size();
            faces.push_back(face);
        }
        crossings.assign(3 * faces.size(), 0);
        find_vertices();
        for (const peer_wall &wall : plan.walls)
            if (wall.solid && vertices[wall.a] != vertices[wall.b])
                mark(vertices[wall.a], vertices[wall.b]);
        flood();
    }

    bool is_free(Face face) const
    {
        return state[number[face]] == FREE;
    }

    std::uint32_t vertex_number(Vertex v) const
    {
        return index[v];
    }

  private:
    enum State : std::uint8_t { UNKNOWN, FREE, SOLID };

    const Plan &plan;
    const Triangulation &t;
    std::vector<Face> faces;
    CGAL::Unique_hash_map<Face, std::size_t> number;
    CGAL::Unique_hash_map<Vertex, std::uint32_t> index; // of the first point at that position
    std::vector<Vertex> vertices;                       // of the points
    std::vector<std::uint8_t> crossings;                // of edge i of face f, at 3 f + i: parity
    std::vector<State> state;

    void find_vertices()
    {
        std::vector<std::pair<Point, Vertex>> sorted;
        for (Vertex v : t.finite_vertex_handles())
            sorted.emplace_back(v->point(), v);
        auto before = [](const auto &a, const auto &b) { return a.first < b.first; };
        std::sort(sorted.begin(), sorted.end(), before);
        for (std::uint32_t i = 0; i < plan.points.size(); ++i) {
            auto found = std::lower_bound(sorted.begin(), sorted.end(),
                                          std::make_pair(plan.points[i], Vertex()), before);
            vertices.push_back(found->second);
            index[found->second] = std::min(index[found->second], i);
        }
    }

    // The constrained edge from a in the direction of b, and its end.
    std::pair<Edge, Vertex> step(Vertex a, Vertex b) const
    {
        auto edge = t.incident_edges(a), first = edge;
        do {
            Vertex end = edge->first->vertex(t.cw(edge->second));
            if (end == a)
                end = edge->first->vertex(t.ccw(edge->second));
            if (!t.is_infinite(end) && t.is_constrained(*edge) &&
                (end == b || CGAL::are_ordered_along_line(a->point(), end->point(), b->point())))
                return {*edge, end};
        } while (++edge != first);
        return {Edge(), b};
    }

    void mark(Vertex a, Vertex b)
    {
        while (a != b) {
            auto [edge, end] = step(a, b);
            if (edge.first == Face())
                return;
            Edge other = t.mirror_edge(edge);
            crossings[3 * number[edge.first] + edge.second] ^= 1;
            crossings[3 * number[other.first] + other.second] ^= 1;
            a = end;
        }
    }

    void flood()
    {
        state.assign(faces.size(), UNKNOWN);
        std::vector<Face> todo;
        if (t.dimension() == 2) {
            todo.push_back(t.infinite_face());
            state[number[t.infinite_face()]] = plan.header.open ? FREE : SOLID;
        }
        while (!todo.empty()) {
            Face face = todo.back();
            todo.pop_back();
            std::size_t f = number[face];
            for (int i = 0; i < 3; ++i) {
                Face neighbour = face->neighbor(i);
                State &other = state[number[neighbour]];
                if (other != UNKNOWN)
                    continue;
                bool changes = crossings[3 * f + i];
                other = (state[f] == FREE) != changes ? FREE : SOLID;
                todo.push_back(neighbour);
            }
        }
    }
};

// ---- output -------------------------------------------------------------------------------------

void print_lists(const Triangulation &t, const Domain &domain)
{
    const char *separator = "";
    std::printf(", \"edges\": [");
    for (auto edge = t.constrained_edges_begin(); edge != t.constrained_edges_end(); ++edge) {
        std::printf("%s[%u, %u]", separator,
                    domain.vertex_number(edge->first->vertex(t.ccw(edge->second))),
                    domain.vertex_number(edge->first->vertex(t.cw(edge->second))));
        separator = ", ";
    }
    separator = "";
    std::printf("], \"triangles\": [");
    for (Face face : t.finite_face_handles()) {
        if (!domain.is_free(face))
            continue;
        std::printf("%s[%u, %u, %u]", separator, domain.vertex_number(face->vertex(0)),
                    domain.vertex_number(face->vertex(1)), domain.vertex_number(face->vertex(2)));
        separator = ", ";
    }
    std::printf("]");
}

void print(const Plan &plan, const Triangulation &t, double seconds)
{
    Domain domain(plan, t);
    std::size_t free_count = 0;
    double area = 0;
    for (Face face : t.finite_face_handles())
        if (domain.is_free(face)) {
            ++free_count;
            area += t.triangle(face).area();
        }
    std::size_t bytes = t.tds().faces().capacity() * sizeof(Triangulation::Face) +
                        t.tds().vertices().capacity() * sizeof(Triangulation::Vertex);
    std::printf("{\"ms\": %.6f, \"vertices\": %zu, \"faces\": %zu, \"triangles_free\": %zu, "
                "\"area\": %.17g, \"bytes\": %zu",
                1e3 * seconds, std::size_t(t.number_of_vertices()),
                std::size_t(t.number_of_faces()), free_count, area, bytes);
    if (plan.header.lists)
        print_lists(t, domain);
    std::printf("}\n");
}

} // namespace

int main()
{
    Plan plan;
    if (!read_plan(stdin, plan)) {
        std::fprintf(stderr,
                     "wend-peer-cgal: standard input holds no plan; wend bench runs this\n");
        return 2;
    }
    try {
        std::unique_ptr<Triangulation> triangulation;
        double seconds = build(plan, triangulation);
        print(plan, *triangulation, seconds);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "wend-peer-cgal: %s\n", error.what());
        return 1;
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}
