// SPDX-License-Identifier: MIT
// Measuring line: drawn over the crowd; the panel shows the cumulative number of crossings.
(function (page) {
    "use strict";

    const GRAB = 16; // pixels around an end that grab it
    const SHORTEST = 6; // pixels: minimum length; shorter drags are ignored

    const lengthOf = ([x0, y0, x1, y1]) => Math.hypot(x1 - x0, y1 - y0);

    page.makeLineTool = function (store) {
        const { replay, camera } = store;
        const button = page.byId("measure");
        const chart = page.byId("n-t");
        let armed = false; // the next drag draws a line
        let held = null; // {end: 0 or 1, before: the line before the drag}
        let job = null;

        function arm(on) {
            armed = on;
            button.setAttribute("aria-pressed", String(on));
            page.byId("stage").classList.toggle("measuring", on);
            page.byId("line-hint").textContent = on
                ? "Drag a line across the flow."
                : "Press M or the button with the arrows, then drag a line across the flow.";
            page.byId("line-hint").hidden = !on && store.line !== null;
            // If the panel is closed, as on a phone, its hint is not visible.
            if (on) page.showMessage("Drag a line across the flow.");
        }

        function endAt(px, py) {
            if (!store.line) return -1;
            for (const end of [1, 0]) {
                const [x, y] = camera.toScreen(store.line[2 * end], store.line[2 * end + 1]);
                if (Math.hypot(px - x, py - y) <= GRAB) return end;
            }
            return -1;
        }

        /// Measures the line again; the promise resolves at the end.
        function measure() {
            if (job) job.cancelled = true;
            job = null;
            page.byId("line-box").hidden = !store.line;
            arm(false);
            if (!store.line) return Promise.resolve(null);
            const mine = page.findCrossings(replay, store.line, show);
            job = mine;
            show();
            return mine.done.then((whole) => {
                if (whole && job === mine) show();
                return whole ? results(mine) : null;
            });
        }

        function results(of) {
            const times = of.crossings.map((crossing) => crossing.time);
            const forward = of.crossings.filter((crossing) => crossing.left).length;
            return {
                n: times.length,
                forward,
                back: times.length - forward,
                flow: page.flowOf(times),
                times,
            };
        }

        function show() {
            if (!job || !store.line) return;
            const { n, forward, back, flow, times } = results(job);
            const length = lengthOf(store.line);
            const end = store.end / replay.fps;
            const rows = [[0, 0], ...times.map((time, i) => [time, i + 1])];
            rows.push([end * Math.min(1, job.progress), n]);
            page.drawChart(chart, store.colours.theme, rows, {
                end,
                most: Math.max(1, n),
                step: true,
                now: store.seconds(),
                unit: "crossed",
            });
            let until = 0;
            while (until < n && times[until] <= store.seconds()) until++;
            page.fillList(page.byId("line-figures"), [
                ["Crossed so far", page.count(until)],
                ["Total", page.count(n)],
                ["Forward, backward", page.count(forward) + ", " + page.count(back)],
                ["Flow", page.measure(flow, 2, "/s")],
                ["Specific flow", page.measure(flow / length, 2, "/(m s)")],
                ["Line", page.measure(length, 2, "m")],
                ["Measured", job.progress < 1 ? Math.round(job.progress * 100) + " %" : ""],
            ]);
        }

        /// As `wend measure --plot nt` writes it.
        function csv() {
            const [x0, y0, x1, y1] = page.toRecording(replay, store.line).map((v) => Number(v.toFixed(3)));
            const name = `"${x0},${y0}:${x1},${y1}"`;
            const rows = job.crossings.map(({ agent, time, at, left }, i) =>
                [name, Number(time.toFixed(6)), i + 1, replay.agents[agent].id,
                    left ? "left" : "right", Number(at.toFixed(4))].join(","));
            return ["line,time,count,id,to,at", ...rows].join("\n") + "\n";
        }

        function set(line) {
            store.line = line;
            store.notify("line");
            return measure();
        }

        button.addEventListener("click", () => arm(!armed));
        page.byId("clear-line").addEventListener("click", () => set(null));
        page.byId("turn-line").addEventListener("click", () => {
            const [x0, y0, x1, y1] = store.line;
            set([x1, y1, x0, y0]);
        });
        page.byId("export-csv").addEventListener("click", () =>
            page.save(page.fileName(store, "csv"), new Blob([csv()], { type: "text/csv" })));
        arm(false);

        return {
            get armed() { return armed; },
            get busy() { return held !== null; },
            toggle() { arm(!armed); },
            disarm() { arm(false); },
            overEnd: (px, py) => endAt(px, py) >= 0,
            set,
            show,
            /// Pointer pressed; true: handled by the line.
            down(px, py) {
                const end = endAt(px, py);
                if (end < 0 && !armed) return false;
                held = { end: end < 0 ? 1 : end, before: store.line, drawn: end < 0 };
                if (end < 0) {
                    const [x, y] = camera.toPlane(px, py);
                    store.line = [x, y, x, y];
                }
                return true;
            },
            move(px, py) {
                const [x, y] = camera.toPlane(px, py);
                store.line = store.line.slice();
                store.line[2 * held.end] = x;
                store.line[2 * held.end + 1] = y;
                store.notify("line");
            },
            up() {
                const pixels = lengthOf(store.line) * camera.scale;
                const { before, drawn } = held;
                held = null;
                set(pixels < SHORTEST ? before : store.line);
                if (drawn && store.line) store.notify("measured");
            },
            /// The gesture turned into another one.
            cancel() {
                const { before } = held;
                held = null;
                set(before);
            },
        };
    };
})((window.wendPage = window.wendPage || {}));
