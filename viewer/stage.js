// SPDX-License-Identifier: MIT
// The three canvases one over the other: floor, crowd, marks. Chooses who draws the crowd, keeps
// their sizes, and draws the floor only when it has changed. A floor that takes long to draw is not
// drawn for every little move of the view: its old picture is put in its place for a moment.
(function (page) {
    "use strict";

    const SLOW = 10; // milliseconds: a floor that takes longer is drawn now and then
    const PATIENCE = 120; // milliseconds: how often
    const RATIO_MOST = 2; // device pixels to a CSS pixel: more can't be seen, but costs

    /// store has camera, crowd, trails, density, colours, floor, marks. want: "2d", "webgl2" or "".
    page.makeStage = function (store, want) {
        const { camera, crowd } = store;
        const box = page.byId("stage");
        const floorCanvas = page.byId("floor");
        const marksCanvas = page.byId("marks");
        const floorCtx = floorCanvas.getContext("2d");
        const marksCtx = marksCanvas.getContext("2d");
        let floorCamera = camera.copy();
        let floorVersion = 0;
        let floorState = null;
        let floorCost = 0;
        let floorDrawn = -Infinity;
        let later = 0;
        let marksShown = true;
        let renderer = choose(want);

        function choose(wish) {
            const canvas = page.byId("crowd");
            if (wish !== "2d") {
                try {
                    const made = page.makeGl(canvas, store.replay.agents.length, wish === "webgl2");
                    if (made) {
                        canvas.addEventListener("webglcontextlost", fallBack, { once: true });
                        return made;
                    }
                } catch (error) {
                    console.warn(error);
                }
            }
            // A canvas that has had one kind of context never gets another.
            const fresh = canvas.cloneNode();
            canvas.replaceWith(fresh);
            return page.makePixels(fresh);
        }
        function fallBack() {
            renderer = choose("2d");
            resize();
            store.tell("look");
        }

        function resize() {
            const ratio = Math.min(RATIO_MOST, window.devicePixelRatio || 1);
            camera.resize(box.clientWidth, box.clientHeight, ratio);
            const width = Math.max(1, Math.round(camera.width * ratio));
            const height = Math.max(1, Math.round(camera.height * ratio));
            for (const canvas of [floorCanvas, marksCanvas]) {
                canvas.width = width;
                canvas.height = height;
            }
            renderer.resize(width, height);
            floorCanvas.style.visibility = renderer.opaque ? "hidden" : "";
            floorState = null;
        }

        function drawFloor() {
            const frame = Math.floor(crowd.time);
            const state = store.floor.stateOf(frame);
            const moved = ["x", "y", "scale"].some((key) => floorCamera[key] !== camera[key]);
            if (state === floorState && !moved) return;
            const now = performance.now();
            clearTimeout(later);
            if (state === floorState && floorCost > SLOW && now - floorDrawn < PATIENCE) {
                later = setTimeout(() => store.tell("camera"), PATIENCE);
                return;
            }
            floorCtx.setTransform(camera.ratio, 0, 0, camera.ratio, 0, 0);
            store.floor.draw(floorCtx, frame);
            floorState = state;
            floorCamera = camera.copy();
            floorVersion++;
            floorDrawn = performance.now();
            floorCost = floorDrawn - now;
        }

        function drawMarks() {
            const any = store.marks.any();
            if (!any && !marksShown) return;
            marksCtx.setTransform(1, 0, 0, 1, 0, 0);
            marksCtx.clearRect(0, 0, marksCanvas.width, marksCanvas.height);
            marksCanvas.style.display = any ? "" : "none";
            marksShown = any;
            if (!any) return;
            marksCtx.setTransform(camera.ratio, 0, 0, camera.ratio, 0, 0);
            store.marks.draw(marksCtx);
        }

        function draw() {
            drawFloor();
            if (!renderer.opaque) {
                const { left, top, scale } = camera.against(floorCamera);
                floorCanvas.style.transform = `translate(${left}px,${top}px) scale(${scale})`;
            }
            renderer.draw({
                camera,
                crowd,
                trails: store.layers.trails ? store.trails : null,
                density: store.layers.heat ? store.density : null,
                agents: store.layers.agents,
                theme: store.colours.theme,
                heatRamp: store.colours.heat,
                playing: store.playing,
                floorCanvas,
                floorCamera,
                floorVersion,
            });
            drawMarks();
        }

        return {
            box,
            resize,
            draw,
            get renderer() { return renderer; },
            /// The floor looks different: colours or layers have changed.
            stale() { floorState = null; },
            /// All that is seen, as one ImageData.
            picture() {
                draw();
                const { width, height } = floorCanvas;
                const canvas = page.make("canvas", { width, height });
                const ctx = canvas.getContext("2d", { willReadFrequently: true });
                if (!renderer.opaque) ctx.drawImage(floorCanvas, 0, 0);
                ctx.drawImage(renderer.canvas, 0, 0);
                if (marksShown) ctx.drawImage(marksCanvas, 0, 0);
                return ctx.getImageData(0, 0, width, height);
            },
        };
    };
})((window.wendPage = window.wendPage || {}));
