// SPDX-License-Identifier: MIT
// Known failures: a test that a motion model fails, and why. A failure that is not in this table is
// unexpected with the default motion model, and has no stated cause with another.
#include "verify/verify.h"

#include <string.h>

#define TOO_FAST                                                                                   \
    "ORCA only prevents collisions. Agents that walk in one direction at one speed do not "        \
    "collide, so they keep no following distance, and a dense moving crowd is hardly slowed; "     \
    "real crowds are. Do not rely on travel times of dense moving crowds. Where people queue, "    \
    "the capacity of the door determines the time."

#define TOO_STEEP                                                                                  \
    "Agents keep no distance to those ahead (see speed-density), so the flow through a "           \
    "bottleneck "                                                                                  \
    "is up to twice the measured one."

#define CARRIED_BACK                                                                               \
    "Stuck agents that face each other alternate right of way, and the waiting one steps back, "   \
    "which prevents deadlocks at narrow passages. In a wide corridor the opposing stream carries " \
    "some agents back, and they arrive late."

#define ALL_AT_ONCE                                                                                \
    "Where a hundred meet at one point, no velocity avoids all neighbours, and bodies overlap by " \
    "up to 2.5 cm until they are pushed apart."

#define NO_LIMITER                                                                                 \
    "wend has no limiter of the flow through an exit. 1.33 /(m s) is the capacity of IMO's "       \
    "calculation by hand. People in experiments pass an exit of 1 m with 1.7 to 2.8 /s (Kretz "    \
    "2006, EG 2006, Seyfried 2009, Daamen 2010), and wend is compared with those: see "            \
    "bottleneck-data. For an analysis according to IMO its times at exits are too short."

#define PUSHED_UP                                                                                  \
    "People behind push those on the stairs to up to twice their preferred speed there, so that "  \
    "a dense crowd is hardly slowed by stairs."

#define FLOWS_ON                                                                                   \
    "Agents keep no following distance (see speed-density-uo), so a dense crowd passes "           \
    "at almost its preferred speed, and the flow is about twice the measured one."

#define MILLING                                                                                    \
    "Avoidance is shared equally between who is ahead and who is behind. Those behind "            \
    "push, those in front step aside and back, and the crowd before a bottleneck moves "           \
    "in loops."

#define PUSHED_ON                                                                                  \
    "Avoidance is shared equally between who is ahead and who is behind, so faster "               \
    "people behind push slow walkers on, to up to three times their preferred speed."

#define NO_LANES                                                                                   \
    "Agents avoid those nearest to them. They neither look for a lane that goes their "            \
    "way nor keep in one, so opposing streams mix, and at 2 persons per second from each "         \
    "end some jam."

#define STEPS_BACK                                                                                 \
    "Opposing people who block each other in a corridor of 2 m alternate right of way, "           \
    "and the waiting ones step back (see lanes). All cross on every seed, but it takes "           \
    "up to 220 s on some seeds."

#define CHANCE                                                                                     \
    "The seeds are too few: crossing times vary by a quarter from seed to seed, so that with 16 "  \
    "seeds the difference is about 10 ± 15 %. With 240 seeds (--thorough) it is within 5 %."

#define NO_QUEUE                                                                                   \
    "Each exit passes 3.1 people per second, more than twice the flow that the choice of the "     \
    "quickest exit assumes. Queues therefore count too much against the way, and both exits "      \
    "pass the same number within 2 %."

#define SLOW_PEOPLE                                                                                \
    "The participants of these experiments (ug-180) were slower than those of all others: 1.1 "    \
    "m/s "                                                                                         \
    "without others, and about half the flow of measured doors. No single set of parameters fits " \
    "both; wend is calibrated for Weidmann, uo and doors."

#define MAIN_ARM                                                                                   \
    "Behind the junction, where people speed up again, the model is up to 0.24 m/s faster than "   \
    "people at 1.25 per square metre; the side arms are within the band."

typedef struct known_failure {
    const char *test, *motion, *cause;
} known_failure;

static const known_failure failures[] = {
    {"speed-density", "orca", TOO_FAST},
    {"speed-density-single", "orca", TOO_FAST},
    {"speed-density-uo", "orca", TOO_FAST},
    {"speed-density-bot", "orca", TOO_FAST},
    {"corner-eo", "orca", TOO_FAST},
    {"merge-ko", "orca", TOO_FAST},
    {"weidmann", "orca", TOO_FAST},
    {"rimea-16", "orca", TOO_FAST},
    {"corner-flow", "orca", FLOWS_ON},
    {"merge-flow", "orca", FLOWS_ON},
    {"bottleneck-linear", "orca", TOO_STEEP},
    {"bottleneck-specific", "orca", TOO_STEEP},
    {"bottleneck-data", "orca", TOO_STEEP},
    {"queue-length", "orca", MILLING},
    {"queue-away", "orca", MILLING},
    {"nist-2.8-seeds", "orca", STEPS_BACK},
    {"lanes", "orca", CARRIED_BACK},
    {"streams", "orca", NO_LANES},
    {"slow-walkers", "orca", PUSHED_ON},
    {"rimea-13", "orca", PUSHED_UP},
    {"nist-5.2", "orca", NO_LIMITER},
    {"imo-4", "orca", NO_LIMITER},
    {"circle", "orca", ALL_AT_ONCE},
    {"steps-counter", "orca", CHANCE},
    {"steps-counter", "social_force", CHANCE},
    {"rimea-11", "orca", NO_QUEUE},
    {"held-out-densities", "orca", TOO_FAST},
    {"held-out-corner", "orca", FLOWS_ON},
    {"held-out-merge", "orca", FLOWS_ON},
    {"held-out-doors", "orca", TOO_STEEP},
    {"held-out-queue", "orca", MILLING},
    {"held-out-streams", "orca", NO_LANES},
    {"held-out-circle", "orca", ALL_AT_ONCE},
    {"speed-density", "pedestrian", SLOW_PEOPLE},
    {"merge-ko", "pedestrian", MAIN_ARM},
    {"nist-5.2", "pedestrian", NO_LIMITER},
    {"imo-4", "pedestrian", NO_LIMITER},
};

const char *verify_known_cause(const char *test, const char *motion)
{
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; ++i)
        if (strcmp(failures[i].test, test) == 0 && strcmp(failures[i].motion, motion) == 0)
            return failures[i].cause;
    return NULL;
}
