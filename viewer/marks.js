// SPDX-License-Identifier: MIT
// Overlay above the crowd: moving goals and obstacles, the selected agent and its trajectory, the
// measuring line. Uses only the 2D canvas calls of svg_pen.js.
(function (page) {
    "use strict";

    const HANDLE = 6; // pixels: radius of the line's ends
    const GOAL = 5; // pixels: width of a goal
    const HEAD = 0.35; // length of an arrow's head, relative to its end outside of a gate
    const NEAR = 3; // sums of radii: an agent no farther away still blocks

    /// The agents that are stuck at a time, in frames.
    page.stuckAt = (replay, time) =>
        replay.stuck.filter((stuck) => stuck.begin <= time && time < stuck.end);

    page.makeMarks = function (store, colours) {
        const { replay, camera, crowd } = store;

        /// A line, or a dot if both ends coincide.
        function drawGoals(ctx) {
            if (!store.layers.goals) return;
            ctx.globalAlpha = 0.7;
            for (const goal of replay.goals) {
                const ends = goal.at(store.time);
                if (!ends) continue;
                const [x0, y0] = camera.toScreen(ends[0], ends[1]);
                const [x1, y1] = camera.toScreen(ends[2], ends[3]);
                ctx.beginPath();
                if (Math.hypot(x1 - x0, y1 - y0) < 1) {
                    ctx.arc(x0, y0, GOAL, 0, 2 * Math.PI);
                    ctx.fillStyle = colours.theme.area;
                    ctx.fill();
                    continue;
                }
                ctx.moveTo(x0, y0);
                ctx.lineTo(x1, y1);
                ctx.strokeStyle = colours.theme.area;
                ctx.lineWidth = GOAL;
                ctx.stroke();
            }
            ctx.globalAlpha = 1;
        }

        function drawMovers(ctx) {
            if (!store.layers.movers) return;
            for (const mover of replay.movers) {
                ctx.beginPath();
                page.traceRing(ctx, camera, mover.ring, ...mover.at(store.time));
                ctx.globalAlpha = 0.35;
                ctx.fillStyle = colours.theme.mover;
                ctx.fill("evenodd");
                ctx.globalAlpha = 1;
                ctx.strokeStyle = colours.theme.mover;
                ctx.lineWidth = 1.5;
                ctx.stroke();
            }
        }

        /// The mouths of every gate that acts, and an arrow in the direction that has the right of way,
        /// dashed while the gate is closing. It follows the axis of the passage; outside, it is as long
        /// on each side as the mouth is wide.
        function drawGates(ctx) {
            if (!store.layers.gates) return;
            ctx.strokeStyle = colours.theme.gate;
            for (const gate of replay.gates) {
                const now = gate.at(store.time);
                if (now) drawGate(ctx, now);
            }
        }
        function drawGate(ctx, { mouths, axis, closing }) {
            ctx.lineWidth = 5;
            ctx.beginPath();
            for (const [x0, y0, x1, y1] of mouths) {
                ctx.moveTo(...camera.toScreen(x0, y0));
                ctx.lineTo(...camera.toScreen(x1, y1));
            }
            ctx.stroke();
            const [tail, entry] = axisOf(mouths[0]), [tip, exit] = axisOf(mouths[1]);
            const size = HEAD * Math.hypot(tip[0] - exit[0], tip[1] - exit[1]);
            ctx.lineWidth = 3;
            ctx.beginPath();
            ctx.moveTo(...tail);
            ctx.lineTo(...entry);
            for (const [x, y] of axis) ctx.lineTo(...camera.toScreen(x, y));
            ctx.lineTo(...exit);
            ctx.lineTo(...tip);
            if (closing) ctx.setLineDash([3, 7]);
            ctx.stroke();
            ctx.setLineDash([]);
            const angle = Math.atan2(tip[1] - exit[1], tip[0] - exit[0]);
            const barb = (turn) => [
                tip[0] - size * Math.cos(angle + turn), tip[1] - size * Math.sin(angle + turn)];
            ctx.beginPath();
            ctx.moveTo(...barb(0.5));
            ctx.lineTo(...tip);
            ctx.lineTo(...barb(-0.5));
            ctx.stroke();
        }
        /// On the screen: the end of the arrow outside of a mouth, and the mouth's middle.
        function axisOf([x0, y0, x1, y1, outX, outY]) {
            const x = (x0 + x1) / 2, y = (y0 + y1) / 2;
            const far = Math.hypot(x1 - x0, y1 - y0) / Math.max(Math.hypot(outX - x, outY - y), 1e-9);
            return [
                camera.toScreen(x + (outX - x) * far, y + (outY - y) * far), camera.toScreen(x, y)];
        }

        /// A ring around every agent that is stuck, and a line to the agent that blocked it as long as
        /// that one is near.
        function drawStuck(ctx) {
            if (!store.layers.stuck) return;
            ctx.strokeStyle = colours.theme.stuck;
            for (const stuck of page.stuckAt(replay, store.time)) {
                const slot = crowd.slot[stuck.agent];
                if (slot === undefined || slot < 0) continue;
                const [x, y] = camera.toScreen(crowd.x[slot], crowd.y[slot]);
                const radius = Math.max(page.DISC.least, crowd.radius[stuck.agent] * camera.scale);
                ctx.lineWidth = 2;
                ctx.beginPath();
                ctx.arc(x, y, radius + 2, 0, 2 * Math.PI);
                ctx.stroke();
                const other = stuck.by === "agent" ? crowd.slot[stuck.blocker] : -1;
                if (other === undefined || other < 0) continue;
                const far = Math.hypot(crowd.x[other] - crowd.x[slot], crowd.y[other] - crowd.y[slot]);
                if (far > NEAR * (crowd.radius[stuck.agent] + crowd.radius[stuck.blocker])) continue;
                const [bx, by] = camera.toScreen(crowd.x[other], crowd.y[other]);
                ctx.lineWidth = 1.5;
                ctx.beginPath();
                ctx.moveTo(x, y);
                ctx.lineTo(bx, by);
                ctx.stroke();
            }
        }

        /// Trajectory of the selected agent: solid up to now, dashed afterwards.
        function drawTrajectory(ctx) {
            const { way } = store;
            if (!way || way.agent !== store.selected || !way.frames.length) return;
            const slot = crowd.slot[way.agent];
            const here = slot >= 0 ? [crowd.x[slot], crowd.y[slot]] : null;
            let split = 0;
            while (split < way.frames.length && way.frames[split] <= store.time) split++;
            const trace = (from, to, first, last) => {
                ctx.beginPath();
                let started = false;
                const go = (x, y, fresh) => {
                    const [px, py] = camera.toScreen(x, y);
                    if (started && !fresh) ctx.lineTo(px, py);
                    else ctx.moveTo(px, py);
                    started = true;
                };
                if (first) go(...first);
                for (let i = from; i < to; i++) go(way.x[i], way.y[i], way.fresh.has(i));
                if (last) go(...last);
                ctx.stroke();
            };
            ctx.strokeStyle = colours.theme.mark;
            ctx.lineWidth = 2;
            trace(0, split, null, here);
            ctx.setLineDash([3, 5]);
            ctx.globalAlpha = 0.8;
            trace(split, way.frames.length, here, null);
            ctx.globalAlpha = 1;
            ctx.setLineDash([]);
        }

        function drawPicked(ctx) {
            const slot = store.selected >= 0 ? crowd.slot[store.selected] : -1;
            if (slot < 0) return;
            const [x, y] = camera.toScreen(crowd.x[slot], crowd.y[slot]);
            const radius = Math.max(page.DISC.least, crowd.radius[store.selected] * camera.scale);
            ctx.beginPath();
            ctx.arc(x, y, radius + 4, 0, 2 * Math.PI);
            ctx.strokeStyle = colours.theme.rim;
            ctx.lineWidth = 5;
            ctx.stroke();
            ctx.strokeStyle = colours.theme.mark;
            ctx.lineWidth = 2.5;
            ctx.stroke();
        }

        /// The line, its handles, and an arrow to its left: forward.
        function drawLine(ctx) {
            if (!store.line) return;
            const [x0, y0] = camera.toScreen(store.line[0], store.line[1]);
            const [x1, y1] = camera.toScreen(store.line[2], store.line[3]);
            const length = Math.hypot(x1 - x0, y1 - y0) || 1;
            const nx = (y1 - y0) / length;
            const ny = -(x1 - x0) / length;
            const mx = (x0 + x1) / 2;
            const my = (y0 + y1) / 2;
            ctx.beginPath();
            ctx.moveTo(x0, y0);
            ctx.lineTo(x1, y1);
            ctx.strokeStyle = colours.theme.rim;
            ctx.lineWidth = 6;
            ctx.stroke();
            ctx.moveTo(mx, my);
            ctx.lineTo(mx + 20 * nx, my + 20 * ny);
            ctx.moveTo(mx + 13 * nx + 5 * ny, my + 13 * ny - 5 * nx);
            ctx.lineTo(mx + 20 * nx, my + 20 * ny);
            ctx.lineTo(mx + 13 * nx - 5 * ny, my + 13 * ny + 5 * nx);
            ctx.strokeStyle = colours.theme.mark;
            ctx.lineWidth = 2.5;
            ctx.stroke();
            for (const [x, y] of [[x0, y0], [x1, y1]]) {
                ctx.beginPath();
                ctx.arc(x, y, HANDLE, 0, 2 * Math.PI);
                ctx.fillStyle = colours.theme.surface;
                ctx.fill();
                ctx.stroke();
            }
        }

        return {
            HANDLE,
            /// True if there is anything to draw.
            any() {
                if (store.line || store.selected >= 0 || store.moments.showsGoals()) return true;
                return (store.layers.stuck && replay.stuck.length > 0) ||
                    (store.layers.gates && replay.gates.length > 0) ||
                    (store.layers.movers && replay.movers.length > 0) ||
                    (store.layers.goals && replay.goals.length > 0);
            },
            draw(ctx) {
                ctx.lineJoin = "round";
                ctx.lineCap = "round";
                drawGoals(ctx);
                drawMovers(ctx);
                store.moments.drawGoals(ctx);
                drawGates(ctx);
                drawStuck(ctx);
                drawTrajectory(ctx);
                drawPicked(ctx);
                drawLine(ctx);
            },
        };
    };
})((window.wendPage = window.wendPage || {}));
