// SPDX-License-Identifier: MIT
// Drawing of the agents that have a position (see draw.h).
#include "scene/draw/draw.h"

#include "wend/vec2.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Agents are coloured by their group, or by their goal if they have none. This number of groups and
// goals have their own colour; the others share the last. Green is reserved for goals.
enum { COLOURS = 5, COLOURS_AND_REST };
static const wend_colour agent_colours[COLOURS_AND_REST] = {
    WEND_VERMILION, WEND_BLUE, WEND_ORANGE, WEND_PURPLE, WEND_SKY, WEND_BLACK,
};

// An agent smaller than this part of the scene would hardly be visible: it gets a dot.
#define SMALL_AGENT     (1.0 / 800)
#define SMALL_AGENT_DOT 4.0 // [Units: points]

typedef struct agent_class {
    const scene_agents *first; // representative of the class
    uint32_t count;
} agent_class;

typedef struct crowd {
    const scene *s;
    agent_class classes[COLOURS_AND_REST];
    bool points_are_one; // all goals that are points form one class, if there are too many
} crowd;

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_areas(const scene_goal *a, const scene_goal *b)
{
    bool same = a->area_count == b->area_count;
    for (uint32_t i = 0; same && i < a->area_count; ++i)
        same = same_text(a->areas[i], b->areas[i]);
    return same;
}

bool scene_same_goal(const scene_goal *a, const scene_goal *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case SCENE_GOAL_AREA:
        return same_text(a->area, b->area);
    case SCENE_GOAL_POINT:
        return wend_equal(a->segment.a, b->segment.a);
    case SCENE_GOAL_SEGMENT:
        return wend_equal(a->segment.a, b->segment.a) && wend_equal(a->segment.b, b->segment.b);
    case SCENE_GOAL_AREAS:
        return same_areas(a, b);
    default:
        return true;
    }
}

static bool same_class(const crowd *c, const scene_agents *a, const scene_agents *b)
{
    if (!same_text(a->group, b->group))
        return false;
    if (a->group || scene_same_goal(&a->goal, &b->goal))
        return true;
    return c->points_are_one && a->goal.kind == SCENE_GOAL_POINT && b->goal.kind == a->goal.kind;
}

// The class of an agent, which is the index of its colour.
static size_t class_of(const crowd *c, const scene_agents *agents)
{
    size_t i = 0;
    while (i < COLOURS && c->classes[i].first && !same_class(c, c->classes[i].first, agents))
        ++i;
    return i;
}

static void count_agents(crowd *c)
{
    memset(c->classes, 0, sizeof c->classes);
    for (uint32_t i = 0; i < c->s->agents_count; ++i) {
        const scene_agents *agents = &c->s->agents[i];
        if (!scene_agents_have_place(agents))
            continue;
        agent_class *class = &c->classes[class_of(c, agents)];
        if (!class->first)
            class->first = agents;
        class->count += agents->def.count;
    }
}

// Several classes of a single agent to a point are better combined in one line of the legend.
static bool are_alone(const crowd *c)
{
    int alone = 0;
    for (size_t i = 0; i < COLOURS; ++i)
        alone += c->classes[i].count == 1 && !c->classes[i].first->group &&
                 c->classes[i].first->goal.kind == SCENE_GOAL_POINT;
    return alone > 1;
}

static void sort_agents(crowd *c)
{
    count_agents(c);
    if (c->classes[COLOURS].first || are_alone(c)) {
        c->points_are_one = true;
        count_agents(c);
    }
}

static void agents_title(const crowd *c, const scene_agents *like, bool others, char *title,
                         size_t size)
{
    static const char *const goals[] = {
        [SCENE_GOAL_NONE] = "agents",
        [SCENE_GOAL_POINT] = "agents to a point",
        [SCENE_GOAL_SEGMENT] = "agents to a line",
        [SCENE_GOAL_AREAS] = "agents to one of several goals",
    };
    if (others)
        snprintf(title, size, "other agents");
    else if (like->group)
        snprintf(title, size, "group %.60s", like->group);
    else if (like->goal.kind == SCENE_GOAL_AREA)
        snprintf(title, size, "agents to %.60s", like->goal.area);
    else if (like->goal.kind == SCENE_GOAL_POINT && c->points_are_one)
        snprintf(title, size, "agents to points");
    else
        snprintf(title, size, "%s", goals[like->goal.kind]);
}

static bool start_class(const crowd *c, size_t class, const wend_draw *draw, wend_ink sample)
{
    char what[80], title[120];
    agents_title(c, c->classes[class].first, class == COLOURS, what, sizeof what);
    snprintf(title, sizeof title, "%s, %" PRIu32, what, c->classes[class].count);
    return draw->layer(draw->context, "agents", title, sample);
}

void scene_describe_agents(const scene *s, const wend_draw *draw)
{
    crowd c = {.s = s};
    sort_agents(&c);
    wend_box box = scene_box(s);
    double small = SMALL_AGENT * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    if (!c.classes[0].first)
        draw->layer(draw->context, "agents", "", (wend_ink){.fill = agent_colours[0]});
    for (size_t class = 0; class < COLOURS_AND_REST && c.classes[class].first; ++class) {
        wend_colour colour = agent_colours[class];
        wend_ink ink = {.fill = WEND_ALPHA(colour, 200), .line = colour};
        wend_ink dot = {.line = colour, .width = SMALL_AGENT_DOT};
        if (!start_class(&c, class, draw, ink))
            continue;
        for (uint32_t i = 0; i < s->agents_count; ++i) {
            const scene_agents *agents = &s->agents[i];
            if (!scene_agents_have_place(agents) || class_of(&c, agents) != class)
                continue;
            draw->circle(draw->context, agents->def.agent.position, agents->def.agent.radius, ink);
            if (agents->def.agent.radius < small)
                draw->line(draw->context, &agents->def.agent.position, 1, dot);
        }
    }
}
