// SPDX-License-Identifier: MIT
// Background passes over the whole run, a few milliseconds at a time: time lost of each agent, and
// crossings of a line.
(function (page) {
    "use strict";

    const SLICE = 6; // milliseconds before the page may draw again
    const REPORT = 250; // milliseconds between progress reports
    const LOST_EVERY = 0.5; // seconds between samples of time lost
    const LOST_ROOM = 8e6; // maximum number of samples; beyond, the interval grows
    const LINE_ROOM = 6e7; // maximum number of positions checked for crossings; beyond, frames are skipped
    const LINE_RATE = 10; // minimum frame rate that remains, per second

    /// Yields to other tasks. A message returns sooner than a timer.
    const channel = new MessageChannel();
    const turns = [];
    channel.port1.onmessage = () => turns.shift()();
    const breathe = () => new Promise((resolve) => {
        turns.push(resolve);
        channel.port2.postMessage(0);
    });

    /// Calls visit(frame, positions, count) for each stride-th frame. False: cancelled, or the data
    /// is damaged.
    async function walk(replay, stride, job, visit) {
        try {
            return await go(replay, stride, job, visit);
        } catch (error) {
            page.showMessage("Cannot measure: " + error.message);
            return false;
        }
    }
    async function go(replay, stride, job, visit) {
        const scratch = page.makeRoom(replay.agents.length);
        let until = performance.now() + SLICE;
        let reported = performance.now();
        for (let frame = 0; frame < replay.frames; frame += stride) {
            await replay.ready(frame);
            if (job.cancelled) return false;
            visit(frame, scratch, replay.fill(frame, scratch));
            job.progress = (frame + 1) / replay.frames;
            const now = performance.now();
            if (now > until) {
                if (now - reported > REPORT) {
                    reported = now;
                    job.onProgress?.();
                }
                await breathe();
                if (job.cancelled) return false;
                until = performance.now() + SLICE;
            }
        }
        job.progress = 1;
        job.onProgress?.();
        return true;
    }

    /// Time lost so far: travel time after the pre-movement time minus the time that the agent's
    /// own path takes at its preferred speed.
    page.makeLost = function (replay) {
        const { agents, fps } = replay;
        let job = null;
        let values = null;
        let most = 0;
        let stride = Math.max(1, Math.round(LOST_EVERY * fps));
        const starts = new Float64Array(agents.length + 1);
        const firsts = new Int32Array(agents.length);

        function layOut() {
            for (;;) {
                agents.forEach((agent, i) => {
                    firsts[i] = Math.ceil(agent.first / stride);
                    const count = Math.max(0, Math.floor(agent.last / stride) - firsts[i] + 1);
                    starts[i + 1] = starts[i] + (agent.speed > 0 ? count : 0);
                });
                if (starts[agents.length] <= LOST_ROOM) break;
                stride *= 2;
            }
            values = new Float32Array(starts[agents.length]);
        }

        function visitor() {
            const walked = new Float64Array(agents.length);
            const x = new Float32Array(agents.length).fill(page.NOWHERE);
            const y = new Float32Array(agents.length);
            return function (frame, at, count) {
                for (let i = 0; i < count; i++) {
                    const k = at.agent[i];
                    const row = starts[k] + frame / stride - firsts[k];
                    if (row < starts[k] || row >= starts[k + 1]) continue;
                    if (x[k] !== page.NOWHERE)
                        walked[k] += Math.hypot(at.x[i] - x[k], at.y[i] - y[k]);
                    x[k] = at.x[i];
                    y[k] = at.y[i];
                    const gone = (frame - firsts[k] * stride) / fps - (agents[k].reaction || 0);
                    const lost = Math.max(0, gone - walked[k] / agents[k].speed);
                    values[row] = lost;
                    if (lost > most) most = lost;
                }
            };
        }

        return {
            /// Starts the pass, once. The promise resolves at its end.
            start(onProgress) {
                if (!job) {
                    layOut();
                    job = { progress: 0, onProgress };
                    job.done = walk(replay, stride, job, visitor());
                }
                return job.done;
            },
            progress: () => (job ? job.progress : 0),
            most: () => most,
            /// Seconds; -1: unknown.
            at(agent, time) {
                if (!values || starts[agent] === starts[agent + 1]) return -1;
                const last = starts[agent + 1] - 1;
                const at = page.clamp(time / stride - firsts[agent], 0, last - starts[agent]);
                const k = starts[agent] + Math.floor(at);
                const next = Math.min(k + 1, last);
                return values[k] + (values[next] - values[k]) * (at - Math.floor(at));
            },
        };
    };

    /// Crossings of a segment, defined as in `wend measure`: from one side to the other through the
    /// segment; an agent on the line has not crossed yet; only the first crossing of each agent
    /// counts, in the first frame beyond. job.crossings grows, sorted by frame and agent: {agent,
    /// time, at: interpolated time on the line, left: to the left seen from start to end}. job.done
    /// resolves at the end.
    page.findCrossings = function (replay, line, onProgress) {
        const [ax, ay, bx, by] = line;
        const ux = bx - ax;
        const uy = by - ay;
        const n = replay.agents.length;
        const x = new Float32Array(n).fill(page.NOWHERE); // last position off the line
        const y = new Float32Array(n);
        const when = new Float64Array(n);
        const side = new Float64Array(n);
        const crossed = new Uint8Array(n);
        const job = { progress: 0, cancelled: false, onProgress, crossings: [] };
        const places = replay.counts.reduce((sum, there) => sum + there, 0);
        const stride = places > LINE_ROOM ? Math.max(1, Math.floor(replay.fps / LINE_RATE)) : 1;

        job.done = walk(replay, stride, job, function (frame, places, count) {
            for (let i = 0; i < count; i++) {
                const k = places.agent[i];
                if (crossed[k]) continue;
                const px = places.x[i];
                const py = places.y[i];
                const now = ux * (py - ay) - uy * (px - ax);
                if (now === 0) continue;
                if (x[k] !== page.NOWHERE && now < 0 !== side[k] < 0) {
                    const share = side[k] / (side[k] - now);
                    const dx = x[k] + (px - x[k]) * share - ax;
                    const dy = y[k] + (py - y[k]) * share - ay;
                    const along = dx * ux + dy * uy;
                    if (along >= 0 && along <= ux * ux + uy * uy) {
                        crossed[k] = 1;
                        const at = (when[k] + (frame - when[k]) * share) / replay.fps;
                        job.crossings.push({ agent: k, time: frame / replay.fps, at, left: now > 0 });
                    }
                }
                x[k] = px;
                y[k] = py;
                side[k] = now;
                when[k] = frame;
            }
        });
        return job;
    };

    /// Flow between the first and the last of ascending times; NaN for fewer than two.
    page.flowOf = function (times) {
        const span = times[times.length - 1] - times[0];
        return span > 0 ? (times.length - 1) / span : NaN;
    };
})((window.wendPage = window.wendPage || {}));
