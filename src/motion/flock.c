// SPDX-License-Identifier: MIT
// Flocking (wend/flock.h has the rules): what they steer a body to. The constraint on gaps is in
// contacts.c.
//
// Reynolds adds what the rules ask for, each with a weight (1999), or serves them in the order of
// their urgency until a body's strength is used up (1987). This is the former; what is most urgent,
// to touch nobody, is the constraint's business.
//
// The velocity is taken half implicitly, as with forces: v' = (v + h pull) / (1 + h damping), where
// what pulls does not depend on v. So it is stable for every step.
#include "wend/flock.h"

#include "core/memory.h"
#include "motion/contacts.h"

#define FLOCK_COOKIE 0x666c6f63u

wend_flock_def wend_default_flock_def(void)
{
    return (wend_flock_def){.separation = 1.5,
                            .alignment = 1,
                            .cohesion = 1,
                            .goal = 1,
                            .personal = 0.3,
                            .sight = 5,
                            .relaxation = 0.5,
                            .wall_calm = 0.1,
                            .calm = 0.1,
                            .margin = 0.02,
                            .substep = 0.025,
                            .cookie = FLOCK_COOKIE};
}

// ---- checked ------------------------------------------------------------------------------------

/// NaN is none.
static bool is_amount(double value)
{
    return value >= 0 && value <= WEND_MAX_COORDINATE;
}

wend_result wend_flock_def_check(const wend_flock_def *def, wend_error *error)
{
    if (!def || def->cookie != FLOCK_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_flock_def()");
    const struct {
        const char *name;
        double value;
        bool may_be_zero;
    } amounts[] = {
        {"separation", def->separation, true},
        {"alignment", def->alignment, true},
        {"cohesion", def->cohesion, true},
        {"goal", def->goal, true},
        {"personal", def->personal, false},
        {"sight", def->sight, false},
        {"relaxation", def->relaxation, false},
        {"wall_calm", def->wall_calm, true},
        {"calm", def->calm, true},
        {"margin", def->margin, true},
        {"substep", def->substep, false},
    };
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; ++i)
        if (!is_amount(amounts[i].value) || (!amounts[i].may_be_zero && amounts[i].value == 0))
            return wend_fail(error, WEND_BAD_ARGUMENT, "%s must be %s, found %g", amounts[i].name,
                             amounts[i].may_be_zero ? "0 or more" : "above 0", amounts[i].value);
    return WEND_OK;
}

// ---- the others ---------------------------------------------------------------------------------

/// What the threads of a sub-step are given.
typedef struct flocking {
    const wend_flock_def *def;
    const contacts *at;
} flocking;

typedef struct nears_view {
    const wend_neighbour *list;
    uint32_t count;
} nears_view;

static nears_view nears_of(const wend_motion_input *input, uint32_t body)
{
    uint32_t count = input->near_counts[body];
    return (nears_view){input->nears + (size_t)body * WEND_NEIGHBOURS,
                        count < WEND_NEIGHBOURS ? count : WEND_NEIGHBOURS};
}

/// The push of all who are nearer than it likes, of any group: 1 for each who is touched.
static wend_vec2 separate(const flocking *f, uint32_t body)
{
    nears_view near = nears_of(f->at->input, body);
    wend_vec2 sum = {0, 0};
    for (uint32_t i = 0; i < near.count; ++i) {
        contact_gap g;
        // Getting those who overlap apart is the constraint's business.
        if (near.list[i].body != WEND_NEIGHBOUR_WALL &&
            wend_contact_gap_to_body(f->at, body, &near.list[i], f->def->personal, &g))
            sum = vector_add(sum, 1 - fmax(g.gap, 0) / f->def->personal, g.away);
    }
    return sum;
}

/// Those of a body's group who are in its sight.
typedef struct mates {
    uint32_t list[WEND_NEIGHBOURS * (WEND_NEIGHBOURS + 1)];
    uint32_t count;
} mates;

/// Adds a neighbour if it is of the body's group, in sight and not listed yet.
static void add_mate(const flocking *f, uint32_t body, const wend_neighbour *near, mates *seen)
{
    contact_gap g;
    if (!contacts_same_group(f->at->input, body, near->body) ||
        !wend_contact_gap_to_body(f->at, body, near, f->def->sight, &g))
        return;
    for (uint32_t i = 0; i < seen->count; ++i)
        if (seen->list[i] == near->body)
            return;
    seen->list[seen->count++] = near->body;
}

/// Looks at its neighbours and at theirs, whatever groups those in between are of.
static void look_around(const flocking *f, uint32_t body, mates *seen)
{
    const wend_motion_input *input = f->at->input;
    nears_view near = nears_of(input, body);
    seen->count = 0;
    if (!input->groups || input->groups[body] == 0)
        return;
    for (uint32_t i = 0; i < near.count; ++i)
        if (near.list[i].body != WEND_NEIGHBOUR_WALL)
            add_mate(f, body, &near.list[i], seen);
    for (uint32_t i = 0; i < near.count; ++i) {
        if (near.list[i].body == WEND_NEIGHBOUR_WALL)
            continue;
        nears_view further = nears_of(input, near.list[i].body);
        for (uint32_t k = 0; k < further.count; ++k)
            if (further.list[k].body != WEND_NEIGHBOUR_WALL)
                add_mate(f, body, &further.list[k], seen);
    }
}

// ---- the rules ----------------------------------------------------------------------------------

/// dv/dt = pull - damping * v.
typedef struct steered {
    wend_vec2 pull; ///< [Units: m/s^2]
    double damping; ///< [Units: 1/s]
} steered;

static steered steer(const flocking *f, uint32_t body)
{
    const wend_flock_def *def = f->def;
    const contacts *at = f->at;
    double fastest = at->input->bodies[body].max_speed, damping = def->goal;
    wend_vec2 pull = {0, 0}, v = at->velocities[body];
    pull = vector_add(pull, def->separation * fastest, separate(f, body));
    mates seen;
    look_around(f, body, &seen);
    if (seen.count > 0) {
        wend_vec2 way = {0, 0}, mean = {0, 0};
        for (uint32_t i = 0; i < seen.count; ++i) {
            way = vector_add(way, 1, vector_add(at->places[seen.list[i]], -1, at->places[body]));
            mean = vector_add(mean, 1, at->velocities[seen.list[i]]);
        }
        pull = vector_add(pull, def->cohesion * fastest / (seen.count * def->sight), way);
        pull = vector_add(pull, def->alignment / seen.count, mean);
        damping += def->alignment;
    }
    // A wish is a chord of velocities that all lead through the same portal: who is pulled along it
    // does not resist.
    const wend_wish *wish = &at->input->wishes[body];
    wend_vec2 asked = vector_add(pull, def->goal - damping, v);
    wend_vec2 goal = wish_closest(wish, vector_add(wish_at(wish, wish->bias), 1, asked));
    pull = vector_add(pull, def->goal, goal);
    return (steered){{pull.x / def->relaxation, pull.y / def->relaxation},
                     damping / def->relaxation};
}

static wend_vec2 drive(const void *motion, uint32_t body)
{
    const flocking *f = motion;
    steered s = steer(f, body);
    wend_vec2 v = vector_add(f->at->velocities[body], f->at->seconds, s.pull);
    double slower = 1 + f->at->seconds * s.damping;
    return (wend_vec2){v.x / slower, v.y / slower};
}

// ---- the step -----------------------------------------------------------------------------------

static contacts begin(const wend_flock_def *def, const wend_motion_input *input)
{
    const contacts_def kept = {def->calm, def->wall_calm, def->margin, def->substep};
    return wend_contacts_begin(&kept, input);
}

wend_result wend_flock_step(const wend_flock_def *def, const wend_motion_input *input,
                            const wend_motion_output *output, wend_error *error)
{
    wend_result result = wend_flock_def_check(def, error);
    if (result == WEND_OK)
        result = wend_contacts_check(input, error);
    if (result != WEND_OK)
        return result;
    contacts at = begin(def, input);
    const flocking f = {def, &at};
    wend_contacts_run(&at, drive, &f, output);
    return WEND_OK;
}

wend_vec2 wend_flock_on(const wend_flock_def *def, const wend_motion_input *input, uint32_t body)
{
    contacts at = begin(def, input);
    const flocking f = {def, &at};
    steered s = steer(&f, body);
    return vector_add(s.pull, -s.damping, at.velocities[body]);
}
