// SPDX-License-Identifier: MIT
// Positions at the current time, and shortly before (trails).
(function (page) {
    "use strict";

    /// Radius of agents without one. [Units: m]
    page.USUAL_RADIUS = 0.2;
    /// x of an absent agent: a number that a Float32Array represents exactly.
    page.NOWHERE = Math.fround(1e30);
    /// Segments per trail.
    page.TRAIL_PARTS = 24;
    /// Appearance of an agent in every renderer. Lengths are device pixels or fractions of the
    /// radius.
    page.DISC = {
        least: 1.7, // CSS pixels: minimum radius at any distance
        rimFrom: 3, // minimum radius with a rim
        rim: 0.16,
        rimMost: 2,
        noseFrom: 5, // minimum radius with a direction dot
        nose: 0.24,
        noseAt: 0.48,
        noseSpeed: 0.05, // m/s: minimum speed with a direction
    };

    function room(n) {
        return {
            x: new Float32Array(n),
            y: new Float32Array(n),
            vx: new Float32Array(n),
            vy: new Float32Array(n),
            agent: new Uint32Array(n),
        };
    }
    page.makeRoom = room;

    page.makeCrowd = function (replay) {
        const n = replay.agents.length;
        const slot = new Int32Array(n).fill(-1);
        return {
            ...room(n),
            count: 0,
            time: -1,
            slot, // index of an agent in the arrays; -1: absent
            colour: new Int32Array(n), // packed
            radius: Float32Array.from(replay.agents, ({ radius }) =>
                (radius > 0 ? radius : page.USUAL_RADIUS)),

            async load(time) {
                if (time === this.time) return;
                await replay.ready(Math.floor(time));
                for (let i = 0; i < this.count; i++) slot[this.agent[i]] = -1;
                this.count = Math.max(0, replay.fill(time, this));
                for (let i = 0; i < this.count; i++) slot[this.agent[i]] = i;
                this.time = time;
            },

            /// Slot of the agent nearest to a point, at most `reach` from its border; -1: none.
            nearest(x, y, reach) {
                let best = -1;
                let least = Infinity;
                for (let i = 0; i < this.count; i++) {
                    const dx = this.x[i] - x;
                    const dy = this.y[i] - y;
                    const limit = reach + this.radius[this.agent[i]];
                    const d = dx * dx + dy * dy;
                    if (d < least && d <= limit * limit) {
                        least = d;
                        best = i;
                    }
                }
                return best;
            },
        };
    };

    /// Positions at whole multiples of a fraction of the trail's length, kept from frame to frame,
    /// so that playing adds few. Row r holds the time kept[r] * step.
    page.makeTrails = function (replay) {
        const n = replay.agents.length;
        const rows = page.TRAIL_PARTS + 1;
        const scratch = room(n);
        return {
            rows,
            agents: n,
            x: new Float32Array(rows * n),
            y: new Float32Array(rows * n),
            kept: new Int32Array(rows).fill(-1),
            step: 1, // frames
            newest: -1, // as in kept
            oldest: 0,
            changed: new Set(), // rows changed since it was last cleared

            async load(time, seconds) {
                const step = Math.max(1, Math.round((seconds * replay.fps) / page.TRAIL_PARTS));
                if (step !== this.step) {
                    this.step = step;
                    this.kept.fill(-1);
                }
                // The newest is before the current time, so that each trail starts at the agent.
                this.newest = Math.ceil(time / step) - 1;
                this.oldest = Math.max(0, this.newest - page.TRAIL_PARTS + 1);
                for (let k = this.oldest; k <= this.newest; k++) {
                    if (this.kept[k % rows] === k) continue;
                    await replay.ready(k * step);
                    this.keep(k);
                }
            },
            keep(k) {
                const row = k % rows;
                const at = row * n;
                this.x.fill(page.NOWHERE, at, at + n);
                const count = replay.fill(k * this.step, scratch);
                for (let i = 0; i < count; i++) {
                    this.x[at + scratch.agent[i]] = scratch.x[i];
                    this.y[at + scratch.agent[i]] = scratch.y[i];
                }
                this.kept[row] = k;
                this.changed.add(row);
            },
        };
    };
})((window.wendPage = window.wendPage || {}));
