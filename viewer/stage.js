// SPDX-License-Identifier: MIT
// The three stacked canvases: floor, crowd, marks. Selects the renderer of the crowd, keeps their
// sizes, and draws the floor only on change. A floor that is slow to draw is not redrawn for every
// move of the view: its old picture is transformed meanwhile.
(function (page) {
    "use strict";

    const SLOW = 10; // milliseconds: a slower floor is redrawn at intervals
    const PATIENCE = 120; // milliseconds: that interval
    const RATIO_MOST = 2; // maximum device pixels per CSS pixel: more are not visible

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
            // A canvas cannot change its kind of context.
            const fresh = canvas.cloneNode();
            canvas.replaceWith(fresh);
            return page.makePixels(fresh);
        }
        function fallBack() {
            renderer = choose("2d");
            resize();
            store.notify("look");
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
                later = setTimeout(() => store.notify("camera"), PATIENCE);
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
            /// Invalidates the floor after a change of colours or layers.
            stale() { floorState = null; },
            /// The whole picture as one ImageData.
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
