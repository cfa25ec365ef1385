// SPDX-License-Identifier: MIT
// The marks in the image of a map: paths, goals, and corners with speed boosts.
#include "cli/map/draw.h"
#include "wend/geometry.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// [Units: points]
#define PATH_WIDTH   1.6
#define MANY_WIDTH   0.9
#define START_WIDTH  5.0
#define SOURCE_WIDTH 4.0
#define POINT_WIDTH  8.0
#define LABEL_SIZE   9.0

/// Above this number, paths are drawn thinner.
enum { MANY_PATHS = 40 };

/// Radii of the rings around critical points and boosted corners. [Units: cells of the raster]
enum { CRITICAL_CELLS = 7, WEIGHT_CELLS = 14 };

#define AGENT_COLOUR  WEND_BLUE
#define ASKED_COLOUR  0x7a1fa2ffu
#define SOURCE_COLOUR 0x003f8cffu

// ---- paths --------------------------------------------------------------------------------------

static void draw_path(const map_question *question, wend_ink ink, const wend_draw *draw)
{
    for (uint32_t i = 1; i < question->stop_count; ++i)
        draw->line(draw->context,
                   (wend_vec2[]){question->stops[i - 1].position, question->stops[i].position}, 2,
                   ink);
}

static void draw_value(const map_sketch *k, const map_question *question, const wend_draw *draw)
{
    char words[60];
    double gap = CRITICAL_CELLS * k->cells.frame.cell;
    wend_box box = {{question->at.x - gap / 100, question->at.y - gap},
                    {question->at.x + gap / 100, question->at.y + gap}};
    snprintf(words, sizeof words, question->value < 0 ? "unreachable" : "%.2f %s", question->value,
             map_unit(k->job));
    draw->text(draw->context, box, words, LABEL_SIZE, WEND_BLACK);
}

static size_t reachable(const map_questions *questions)
{
    return questions->count - questions->unreachable;
}

void map_draw_paths(const map_sketch *k, const wend_draw *draw)
{
    char title[60] = "";
    const map_questions *asked = &k->job->questions;
    double width = k->agents.count < MANY_PATHS ? PATH_WIDTH : MANY_WIDTH;
    const wend_ink agent = {.line = AGENT_COLOUR, .width = width};
    const wend_ink question = {.line = ASKED_COLOUR, .width = PATH_WIDTH};
    const wend_ink start = {.line = ASKED_COLOUR, .width = START_WIDTH};
    if (reachable(&k->agents) > 0)
        snprintf(title, sizeof title, "paths of agents, %zu", reachable(&k->agents));
    if (draw->layer(draw->context, "paths", title, agent))
        for (size_t i = 0; i < k->agents.count; ++i)
            draw_path(&k->agents.data[i], agent, draw);
    bool typed = false;
    for (size_t i = 0; i < asked->count; ++i)
        typed = typed || !asked->data[i].from_file;
    if (!typed || !draw->layer(draw->context, "paths", "paths of queries", question))
        return;
    for (size_t i = 0; i < asked->count; ++i)
        if (!asked->data[i].from_file) {
            draw_path(&asked->data[i], question, draw);
            draw->line(draw->context, &asked->data[i].at, 1, start);
            draw_value(k, &asked->data[i], draw);
        }
}

// ---- sources ------------------------------------------------------------------------------------

static void draw_place(const map_job *job, const map_place *place, const wend_draw *draw)
{
    const wend_ink ink = {.line = SOURCE_COLOUR, .width = SOURCE_WIDTH};
    uint32_t count = place->touched ? place->side_count : place->count;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_map_source *source = &job->sources.data[place->first + i];
        wend_segment side = place->touched ? job->sides.data[place->first_side + i]
                                           : (wend_segment){source->a, source->b};
        const wend_ink dot = {.line = SOURCE_COLOUR, .width = POINT_WIDTH};
        if (wend_equal(side.a, side.b))
            draw->line(draw->context, &side.a, 1, dot);
        else
            draw->line(draw->context, (wend_vec2[]){side.a, side.b}, 2, ink);
    }
    if (place->area)
        draw->text(draw->context,
                   wend_box_of(place->area->shape.points, place->area->shape.point_count),
                   place->name, LABEL_SIZE, WEND_BLACK);
}

/// Draws a ring, unless NULL, at each point of a segment goal that paths around some corner end at.
/// Returns their number.
static size_t draw_critical(const map_sketch *k, const wend_ink *ring, const wend_draw *draw)
{
    const map_job *job = k->job;
    size_t found = 0;
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(wend_time_map_plain(job->map, 0), &count);
    for (uint32_t i = 0; i < count; ++i) {
        if (roots[i].source == WEND_MAP_NONE || roots[i].parent == WEND_MAP_NONE)
            continue;
        const wend_map_root *parent = &roots[roots[i].parent];
        uint32_t place = map_place_of(job, parent->source);
        if ((parent->a.x == parent->b.x && parent->a.y == parent->b.y) || place == MAP_NO_PLACE ||
            job->places.data[place].area)
            continue;
        ++found;
        if (ring)
            draw->circle(draw->context, wend_map_projection(parent, roots[i].a),
                         CRITICAL_CELLS * k->cells.frame.cell, *ring);
    }
    return found;
}

static void draw_weights(const map_sketch *k, const wend_draw *draw)
{
    const map_weights *weights = &k->job->weights;
    const wend_ink ring = {.line = WEND_VERMILION, .width = 2};
    char title[60] = "", words[40];
    if (weights->count > 0)
        snprintf(title, sizeof title, "corners with speed boosts");
    if (!draw->layer(draw->context, "weights", title, ring))
        return;
    for (size_t i = 0; i < weights->count; ++i) {
        const wend_map_boost *weight = &weights->data[i];
        double radius = WEIGHT_CELLS * k->cells.frame.cell;
        wend_box box = {{weight->position.x - radius / 100, weight->position.y - radius},
                        {weight->position.x + radius / 100, weight->position.y + radius}};
        draw->circle(draw->context, weight->position, radius, ring);
        snprintf(words, sizeof words, "\xc3\x97 %.4g", weight->factor);
        draw->text(draw->context, box, words, LABEL_SIZE, WEND_BLACK);
    }
}

void map_draw_sources(const map_sketch *k, const wend_draw *draw)
{
    const map_job *job = k->job;
    const wend_ink ink = {.line = SOURCE_COLOUR, .width = SOURCE_WIDTH};
    const wend_ink ring = {.fill = WEND_WHITE, .line = SOURCE_COLOUR, .width = 1.2};
    if (draw->layer(draw->context, "sources", job->forward ? "starts" : "goals", ink))
        for (size_t i = 0; i < job->places.count; ++i)
            draw_place(job, &job->places.data[i], draw);
    if (!job->printed && draw_critical(k, NULL, draw) > 0 &&
        draw->layer(draw->context, "sources", "critical points", ring))
        draw_critical(k, &ring, draw);
    draw_weights(k, draw);
}
