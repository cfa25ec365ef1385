// SPDX-License-Identifier: MIT
// The clock, and the loop that draws when there is something new to see.
(function (page) {
    "use strict";

    page.RATES = [0.25, 0.5, 1, 2, 4, 8, 16, 32];
    /// Milliseconds that pass at most between two frames: a tab that slept goes on where it was.
    const LONGEST = 100;
    const AHEAD = 1; // seconds of playing that are made ready beforehand
    const RECENT = 60; // drawn frames that the figures are of

    page.makePlayer = function (store, stage) {
        const { replay, crowd, trails, camera, colours } = store;
        let asked = false; // a frame is
        let busy = false; // drawing one
        let again = false; // something changed meanwhile
        let scrubbing = false;
        let last = 0;
        let waiting = [];
        const stamps = [];
        const costs = [];
        const player = { drawn: 0, failed: null };

        function wake() {
            if (busy) again = true;
            else if (!asked) {
                asked = true;
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
            // If it can't be had, the frame itself will tell.
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
            asked = false;
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
                store.tell("drawn");
            } catch (error) {
                player.failed = error;
                store.playing = false;
                page.say("This moment can't be shown: " + error.message);
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
            /// Resolves when all that has been asked for is drawn.
            settled() {
                wake();
                return new Promise((resolve) => waiting.push(resolve));
            },
            play() {
                if (store.time >= store.end) store.time = 0;
                store.playing = true;
                last = performance.now();
                store.tell("play");
                wake();
            },
            pause() {
                store.playing = false;
                store.tell("play");
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
            /// Goes by whole frames, and stands still there.
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
                store.tell("play");
            },
            faster(steps) {
                const off = page.RATES.map((rate) => Math.abs(Math.log(rate / store.rate)));
                const near = off.indexOf(Math.min(...off));
                this.setRate(page.RATES[page.clamp(near + steps, 0, page.RATES.length - 1)]);
                page.say("Speed ×" + store.rate);
            },
            /// While the reader drags the time line, time does not pass by itself.
            scrub(on) {
                scrubbing = on;
            },
            /// Frames a second lately, and the mean milliseconds to draw one.
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
