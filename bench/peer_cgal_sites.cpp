// SPDX-License-Identifier: MIT
// A separate program for benchmarks, never installed: builds CGAL's segment Delaunay graph (the
// dual of the Voronoi diagram of points and segments) of a plan, moves an agent through it, and
// prints both times. (CGAL's graph is under the GPL and must not be part of `wend`.)
//
// Input is described in peer_format.h; output is one JSON object. It uses CGAL's fastest method for
// sites that do not cross: filtered predicates without intersections, and all sites in one call; a
// move removes a point and inserts another, with a neighbour of the old one as a location hint.
#include <CGAL/Segment_Delaunay_graph_2.h>
#include <CGAL/Segment_Delaunay_graph_filtered_traits_2.h>
#include <CGAL/Simple_cartesian.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include "bench/peer_plan.hpp"

namespace
{

using Kernel = CGAL::Simple_cartesian<double>;
using Traits = CGAL::Segment_Delaunay_graph_filtered_traits_without_intersections_2<Kernel>;
using Graph = CGAL::Segment_Delaunay_graph_2<Traits>;
using Site = Graph::Site_2;
using Point = Graph::Point_2;
using Vertex = Graph::Vertex_handle;

Point point_of(const peer::Place &p)
{
    return Point(p.x, p.y);
}

// The minimum of the runs; the last graph is kept.
double build(const peer::Plan &plan, std::unique_ptr<Graph> &graph)
{
    std::vector<Site> sites;
    for (const peer::Place &p : peer::lone_points(plan))
        sites.push_back(Site::construct_site_2(point_of(p)));
    for (const peer_wall &wall : plan.walls)
        sites.push_back(
            Site::construct_site_2(point_of(plan.points[wall.a]), point_of(plan.points[wall.b])));
    double best = INFINITY;
    for (std::uint32_t run = 0; run < plan.header.runs; ++run) {
        graph.reset(); // freeing the previous one is not timed
        double start = peer::worked();
        graph = std::make_unique<Graph>();
        graph->insert(sites.begin(), sites.end(), CGAL::Tag_true());
        best = std::min(best, peer::worked() - start);
    }
    return best;
}

Vertex finite_neighbour(const Graph &graph, Vertex v)
{
    auto neighbour = graph.incident_vertices(v), first = neighbour;
    do {
        Vertex found = neighbour;
        if (!graph.is_infinite(found))
            return found;
    } while (++neighbour != first);
    return Vertex();
}

struct Moves {
    double insert = 0, remove = 0; // seconds in total
    std::uint32_t count = 0, refused = 0;
};

Moves walk(const peer::Plan &plan, Graph &graph)
{
    Moves moves;
    if (plan.moves.empty())
        return moves;
    Vertex agent = graph.insert(point_of(plan.moves[0]));
    for (std::size_t i = 1; i < plan.moves.size(); ++i) {
        Vertex hint = finite_neighbour(graph, agent);
        double start = peer::worked();
        bool removed = graph.remove(agent);
        double middle = peer::worked();
        agent = graph.insert(point_of(plan.moves[i]), hint);
        moves.insert += peer::worked() - middle;
        moves.remove += middle - start;
        moves.refused += !removed;
        ++moves.count;
    }
    return moves;
}

} // namespace

int main()
{
    peer::Plan plan;
    if (!peer::read_plan(stdin, plan)) {
        std::fprintf(stderr,
                     "wend-peer-cgal-sites: standard input holds no plan; wend bench runs this\n");
        return 2;
    }
    try {
        std::unique_ptr<Graph> graph;
        double seconds = build(plan, graph);
        Moves moves = walk(plan, *graph);
        std::printf("{\"ms\": %.6f, \"vertices\": %zu", 1e3 * seconds,
                    std::size_t(graph->number_of_vertices()));
        if (moves.count > 0 && moves.refused == 0)
            std::printf(", \"insert_us\": %.6f, \"remove_us\": %.6f",
                        1e6 * moves.insert / moves.count, 1e6 * moves.remove / moves.count);
        std::printf("}\n");
    } catch (const std::exception &error) {
        std::fprintf(stderr, "wend-peer-cgal-sites: %s\n", error.what());
        return 1;
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}
