// SPDX-License-Identifier: MIT
// Layers stored for some moments only: the multi-agent navigation graph at the nearest moment, and
// the first goals of agents that use it. Format: docs/view.md.
(function (page) {
    "use strict";

    const KEPT = 4; // maximum number of unpacked groups of moments
    const DOT = 2.5; // pixels: radius of a first goal

    /// Lines as segments x0, y0, x1, y1 ...; `at` is the end of the previous line, in units.
    function readLines(reader, unit, at) {
        const count = reader.number();
        const out = [];
        reader.check(count);
        for (let i = 0; i < count; i++) {
            const parts = reader.number();
            reader.check(parts);
            let x = at.x += reader.signed();
            let y = at.y += reader.signed();
            for (let k = 0; k < parts; k++) {
                at.x += reader.signed();
                at.y += reader.signed();
                out.push(x * unit, y * unit, at.x * unit, at.y * unit);
                x = at.x;
                y = at.y;
            }
        }
        return Float32Array.from(out);
    }

    /// Triples of an agent and its first goal.
    function readGoals(reader, unit, at) {
        const count = reader.number();
        const out = [];
        let agent = -1;
        reader.check(count);
        for (let i = 0; i < count; i++) {
            agent += reader.number() + 1;
            at.x += reader.signed();
            at.y += reader.signed();
            out.push([agent, at.x * unit, at.y * unit]);
        }
        return out;
    }

    function readMoment(reader, unit) {
        const at = { x: 0, y: 0 };
        const black = readLines(reader, unit, at);
        const red = readLines(reader, unit, at);
        return { black, red, goals: readGoals(reader, unit, at) };
    }

    /// Without moments, its names are empty and it draws nothing.
    page.makeMoments = function (store) {
        const { replay, camera, crowd } = store;
        const { about, lines } = replay.moments;
        const groups = new Map(); // by number, a promise of moments, most recently used last
        const names = about ? (about.goals ? ["mang", "first-goals"] : ["mang"]) : [];
        let now = null;
        let index = -1;

        const wanted = () => names.some((name) => store.layers[name]);

        async function unpack(group) {
            const reader = await replay.reader(lines[group]);
            const count = Math.min(about.group, about.count - group * about.group);
            const moments = Array.from({ length: count }, () => readMoment(reader, about.unit));
            reader.finish();
            return moments;
        }
        function groupOf(number) {
            const found = groups.get(number) || unpack(number);
            groups.delete(number);
            groups.set(number, found);
            if (groups.size > KEPT) groups.delete(groups.keys().next().value);
            return found;
        }

        function trace(ctx, segments) {
            const [x0, y0, x1, y1] = camera.seen();
            ctx.beginPath();
            for (let i = 0; i < segments.length; i += 4) {
                const [ax, ay, bx, by] = segments.subarray(i, i + 4);
                if ((ax < x0 && bx < x0) || (ax > x1 && bx > x1)) continue;
                if ((ay < y0 && by < y0) || (ay > y1 && by > y1)) continue;
                ctx.moveTo(...camera.toScreen(ax, ay));
                ctx.lineTo(...camera.toScreen(bx, by));
            }
            ctx.stroke();
        }

        return {
            names,
            /// Changes with what drawGraph draws.
            state: () => (store.layers.mang ? index : -1),
            showsGoals: () => Boolean(now && store.layers["first-goals"] && now.goals.length),
            /// The moment at a time (in frames), in page coordinates; null: none.
            async load(time) {
                if (!wanted()) return null;
                const next = page.clamp(Math.round(time / about.every), 0, about.count - 1);
                if (next !== index) {
                    const moments = await groupOf(Math.floor(next / about.group));
                    now = moments[next % about.group];
                    index = next;
                }
                return now;
            },
            drawGraph(ctx) {
                if (!now || !store.layers.mang) return;
                ctx.lineWidth = 1;
                ctx.strokeStyle = page.layerColour(store.theme, "mang-black");
                trace(ctx, now.black);
                ctx.lineWidth = 1.5;
                ctx.strokeStyle = page.layerColour(store.theme, "mang-red");
                trace(ctx, now.red);
            },
            /// Draws a line from each agent's current position to its first goal at the moment.
            drawGoals(ctx) {
                if (!this.showsGoals()) return;
                ctx.lineWidth = 1.5;
                ctx.strokeStyle = ctx.fillStyle = page.layerColour(store.theme, "first-goals");
                for (const [agent, x, y] of now.goals) {
                    const slot = crowd.slot[agent] ?? -1;
                    if (slot < 0) continue;
                    const [toX, toY] = camera.toScreen(x, y);
                    ctx.beginPath();
                    ctx.moveTo(...camera.toScreen(crowd.x[slot], crowd.y[slot]));
                    ctx.lineTo(toX, toY);
                    ctx.stroke();
                    ctx.beginPath();
                    ctx.arc(toX, toY, DOT, 0, 2 * Math.PI);
                    ctx.fill();
                }
            },
        };
    };
})((window.wendPage = window.wendPage || {}));
