// SPDX-License-Identifier: MIT
// Clock, and the loop that draws on change.
(function (page) {
    "use strict";

    page.RATES = [0.25, 0.5, 1, 2, 4, 8, 16, 32];
    /// Maximum milliseconds between two frames: a tab that slept resumes where it was.
    const LONGEST = 100;
    const AHEAD = 1; // seconds prepared in advance
    const RECENT = 60; // number of drawn frames for the figures

    page.makePlayer = function (store, stage) {
        const { replay, crowd, trails, camera, colours } = store;
        let requested = false; // a frame is requested
        let busy = false; // drawing a frame
        let again = false; // changed during drawing
        let scrubbing = false;
        let last = 0;
        let waiting = [];
        const stamps = [];
        const costs = [];
        const player = { drawn: 0, failed: null };

        function wake() {
            if (busy) again = true;
            else if (!requested) {
                requested = true;
                requestAnimationFrame(frame);
            }
        }

        function advance(now) {
            const passed = Math.min(LONGEST, Math.max(0, now - last));
            last = now;
            if (!store.playing || scrubbing) return;
            store.time += (passed / 1000) * store.rate * replay.fps;
            if (store.time >= store.end) {
                store.time = store.end;
                player.pause();
            }
            const ahead = store.time + AHEAD * Math.max(1, store.rate) * replay.fps;
            // An error is reported by the frame itself.
            replay.ready(Math.floor(Math.min(store.end, ahead))).catch(() => {});
        }

        function followOne() {
            const slot = store.follow && store.selected >= 0 ? crowd.slot[store.selected] : -1;
            if (slot < 0) return;
            camera.x = crowd.x[slot];
            camera.y = crowd.y[slot];
            camera.fitted = false;
        }

        async function frame(now) {
            requested = false;
            busy = true;
            again = false;
            advance(now);
            const time = store.time;
            try {
                await crowd.load(time);
                if (store.layers.trails) await trails.load(time, store.trail);
                await store.moments.load(time);
                const start = performance.now();
                followOne();
                colours.paint(crowd);
                stage.draw();
                note(start);
                store.notify("drawn");
            } catch (error) {
                player.failed = error;
                store.playing = false;
                page.showMessage("Cannot show this moment: " + error.message);
                console.error(error);
            }
            busy = false;
            if (store.playing || again) wake();
            if (!again) {
                for (const done of waiting) done();
                waiting = [];
            }
        }

        function note(start) {
            const end = performance.now();
            player.drawn++;
            stamps.push(end);
            costs.push(end - start);
            if (stamps.length > RECENT) {
                stamps.shift();
                costs.shift();
            }
        }

        return Object.assign(player, {
            wake,
            /// Resolves when all requested frames are drawn.
            settled() {
                wake();
                return new Promise((resolve) => waiting.push(resolve));
            },
            play() {
                if (store.time >= store.end) store.time = 0;
                store.playing = true;
                last = performance.now();
                store.notify("play");
                wake();
            },
            pause() {
                store.playing = false;
                store.notify("play");
                wake();
            },
            toggle() {
                if (store.playing) this.pause();
                else this.play();
            },
            seek(time) {
                store.time = page.clamp(time, 0, store.end);
                wake();
            },
            /// Moves by whole frames, and pauses there.
            step(frames) {
                this.pause();
                const { time } = store;
                this.seek(frames + (frames > 0 ? Math.floor(time + 1e-6) : Math.ceil(time - 1e-6)));
            },
            skip(seconds) {
                this.seek(store.time + seconds * replay.fps);
            },
            setRate(rate) {
                store.rate = page.clamp(rate, 0.01, 1000);
                store.notify("play");
            },
            faster(steps) {
                const off = page.RATES.map((rate) => Math.abs(Math.log(rate / store.rate)));
                const near = off.indexOf(Math.min(...off));
                this.setRate(page.RATES[page.clamp(near + steps, 0, page.RATES.length - 1)]);
                page.showMessage("Speed ×" + store.rate);
            },
            /// While the user drags the time line, the clock stops.
            scrub(on) {
                scrubbing = on;
            },
            /// Recent frame rate, and the mean milliseconds to draw a frame.
            figures() {
                const n = stamps.length;
                const span = n > 1 ? stamps[n - 1] - stamps[0] : 0;
                return {
                    fps: span > 0 ? ((n - 1) * 1000) / span : 0,
                    ms: n ? costs.reduce((a, b) => a + b, 0) / n : 0,
                };
            },
        });
    };
})((window.wendPage = window.wendPage || {}));
