// SPDX-License-Identifier: MIT
// Time line: number of agents over time, door changes, and the cursor. It is drawn once; playing
// moves only the cursor.
(function (page) {
    "use strict";

    page.makeTimeline = function (store, player) {
        const { replay } = store;
        const line = page.byId("timeline");
        const canvas = page.byId("counts");
        const cursor = page.byId("cursor");
        const played = page.byId("played");
        const hover = page.byId("hover");
        const now = page.byId("now");
        const count = page.byId("count");
        const most = replay.counts.reduce((a, b) => Math.max(a, b), 1);
        const changes = doorChanges(replay);
        const total = page.clock(store.end / replay.fps, 1);
        let width = 1;
        let shown = "";
        let heard = -1;

        page.byId("length").textContent = "of " + total;
        line.setAttribute("aria-valuemax", String(Math.round(store.end / replay.fps)));

        const countAt = (frame) => page.count(replay.counts[frame] || 0);

        function draw() {
            const sized = page.sizeCanvas(canvas);
            const { ctx, height } = sized;
            width = sized.width;
            const theme = store.colours.theme;
            const toY = (n) => height - 2 - ((height - 10) * n) / most;
            ctx.beginPath();
            ctx.moveTo(0, height);
            for (let px = 0; px <= width; px++) {
                const from = Math.floor((px / width) * store.end);
                const to = Math.max(from, Math.floor(((px + 1) / width) * store.end));
                let n = 0;
                for (let f = from; f <= Math.min(to, store.end); f++)
                    n = Math.max(n, replay.counts[f] || 0);
                ctx.lineTo(px, toY(n));
            }
            ctx.lineTo(width, height);
            ctx.fillStyle = theme.chart;
            ctx.globalAlpha = 0.28;
            ctx.fill();
            ctx.globalAlpha = 0.9;
            ctx.strokeStyle = theme.chart;
            ctx.lineWidth = 1.2;
            ctx.stroke();
            ctx.globalAlpha = 1;
            for (const change of changes) {
                const x = (change.frame / Math.max(1, store.end)) * width;
                ctx.fillStyle = change.shut ? theme.doorShut : theme.doorOpen;
                ctx.fillRect(x - 1, 0, 2, 7);
            }
        }

        /// Moves the cursor and the figures to the current time.
        function move() {
            const share = store.end ? store.time / store.end : 0;
            cursor.style.transform = "translateX(" + share * width + "px)";
            played.style.transform = "scaleX(" + share + ")";
            const text = page.clock(store.seconds(), 1);
            if (text !== shown) now.textContent = shown = text;
            const there = countAt(Math.floor(store.time));
            if (count.textContent !== there) count.textContent = there;
            const second = Math.floor(store.seconds());
            if (second !== heard) {
                heard = second;
                line.setAttribute("aria-valuenow", String(second));
                const words = page.clock(second, 0) + ", " + there + " present";
                line.setAttribute("aria-valuetext", words);
            }
        }

        /// Frame under the pointer.
        function frameAt(event) {
            const box = line.getBoundingClientRect();
            const share = page.clamp((event.clientX - box.left) / box.width, 0, 1);
            return Math.round(share * store.end);
        }
        function showHover(event) {
            const frame = frameAt(event);
            hover.hidden = false;
            const time = page.clock(frame / replay.fps, 1);
            hover.textContent = time + " · " + countAt(frame) + " present";
            const x = event.clientX - line.getBoundingClientRect().left;
            const room = Math.max(2, width - hover.offsetWidth - 2);
            hover.style.left = page.clamp(x - hover.offsetWidth / 2, 2, room) + "px";
        }

        let dragging = false;
        line.addEventListener("pointerdown", (event) => {
            if (event.button) return;
            dragging = true;
            line.setPointerCapture(event.pointerId);
            player.scrub(true);
            player.seek(frameAt(event));
            showHover(event);
        });
        line.addEventListener("pointermove", (event) => {
            showHover(event);
            if (dragging) player.seek(frameAt(event));
        });
        const release = () => {
            if (dragging) player.scrub(false);
            dragging = false;
            hover.hidden = true;
        };
        line.addEventListener("pointerup", release);
        line.addEventListener("pointercancel", release);
        line.addEventListener("pointerleave", () => {
            if (!dragging) hover.hidden = true;
        });
        new ResizeObserver(() => {
            draw();
            move();
        }).observe(line);
        return { draw, move };
    };

    function doorChanges(replay) {
        const changes = [];
        for (const door of replay.doors) {
            let before = door.shutAt(0);
            for (let frame = 1; frame < replay.frames; frame++) {
                const shut = door.shutAt(frame);
                if (shut !== before) changes.push({ frame, shut });
                before = shut;
            }
        }
        return changes;
    }
})((window.wendPage = window.wendPage || {}));
