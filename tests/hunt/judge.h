// SPDX-License-Identifier: MIT
// Judges a scene: runs it and reports whether agents are locked at its end.
//
// The measure is independent of the world's own events. Every second of the run, the exact shortest
// path of each agent's disc to its goal is found on a mesh of the judge's own. An agent makes
// progress when that length falls 0.1 m below the least one so far. Agents on lanes are measured
// along their lanes, as the world reports it. Members of a coherent group make progress with the
// group's plan as well; a plan that replaces another counts as progress, but only 20 times.
//
// A run ends when all agents have arrived, when nobody has made progress for 60 s, or with the
// scene's duration. Whoever is inside then, has a way and has made no progress for 60 s is locked.
//
// Has a way: the exact path existed at the start (walls do not move). Agents of planner "direct"
// walk straight whatever is in between, so they are judged only if their disc's shortest path is
// straight at the start and at the end; otherwise they have strayed. Members of a group have a way
// if the world found a plan for it at the start.
#ifndef WEND_TESTS_HUNT_JUDGE_H
#define WEND_TESTS_HUNT_JUDGE_H

#include "scene/scene.h"

/// Time without progress that makes a lock, and the length that counts as progress.
#define HUNT_PATIENCE 60.0 // [Units: s]
#define HUNT_PROGRESS 0.1  // [Units: m]

typedef enum hunt_outcome {
    HUNT_ARRIVED, ///< all judged agents
    HUNT_SLOW,    ///< the time was over while all who were left made progress
    HUNT_LOCKED,  ///< at least one agent
    HUNT_INVALID, ///< not a valid scene
    HUNT_FAILED,  ///< a step failed
    HUNT_CRASHED, ///< the process ended, or took too long; set by the runner
    HUNT_OUTCOMES
} hunt_outcome;

const char *hunt_outcome_name(hunt_outcome outcome);

enum { HUNT_LISTED = 6 };

/// A locked agent.
typedef struct hunt_stuck {
    uint32_t entry; ///< of the scene's agents
    wend_vec2 at;
    double remaining; ///< exact length to its goal [Units: m]
    double since;     ///< time of its last progress [Units: s]
} hunt_stuck;

typedef struct hunt_verdict {
    hunt_outcome outcome;
    uint32_t agents, arrived;
    uint32_t locked;
    uint32_t strayed; ///< agents of planner "direct" that are not judged
    uint32_t no_way;  ///< agents without a way
    double time;      ///< at the end [Units: s]
    uint64_t agent_steps;
    uint64_t walls_crossed;
    double deepest;                ///< overlap of two agents, as a share of the smaller radius
    uint64_t hash;                 ///< of the state at the end
    hunt_stuck stuck[HUNT_LISTED]; ///< the first locked agents
    char text[160];                ///< the first problem of an invalid or failed scene
} hunt_verdict;

hunt_verdict hunt_judge(const scene *s);

/// The same for a scene in JSON.
hunt_verdict hunt_judge_json(const char *json);

#endif
