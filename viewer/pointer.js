// SPDX-License-Identifier: MIT
// Mouse, pen and touch input on the stage.
(function (page) {
    "use strict";

    const SLIP = 4; // maximum movement of a click in pixels
    const NEAR = { mouse: 6, pen: 10, touch: 20 }; // pick distance in pixels
    const ZOOM_STEP = 1.4;

    page.makePointer = function (store, stage, lineTool, agentPanel) {
        const { camera, crowd, replay } = store;
        const { box } = stage;
        const readout = page.byId("pointer");
        const held = new Map(); // pressed pointers, by id
        let moved = false;

        const at = (event) => {
            const frame = box.getBoundingClientRect();
            return [event.clientX - frame.left, event.clientY - frame.top];
        };
        function pickAt(px, py, kind) {
            const [x, y] = camera.toPlane(px, py);
            const slot = crowd.nearest(x, y, (NEAR[kind] || NEAR.mouse) / camera.scale);
            return slot < 0 ? -1 : crowd.agent[slot];
        }
        function changed() {
            store.notify("camera");
        }
        function middle() {
            const all = [...held.values()];
            const x = all.reduce((sum, p) => sum + p[0], 0) / all.length;
            const y = all.reduce((sum, p) => sum + p[1], 0) / all.length;
            const [a, b] = all;
            return { x, y, spread: b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0 };
        }

        box.addEventListener("pointerdown", (event) => {
            if (event.button > 1) return;
            const [px, py] = at(event);
            box.setPointerCapture(event.pointerId);
            held.set(event.pointerId, [px, py]);
            if (held.size === 1) {
                moved = false;
                lineTool.down(px, py);
            } else {
                moved = true;
                if (lineTool.busy) lineTool.cancel();
            }
        });

        box.addEventListener("pointermove", (event) => {
            const [px, py] = at(event);
            if (!held.has(event.pointerId)) {
                hoverAt(px, py, event.pointerType);
                return;
            }
            if (lineTool.busy) {
                held.set(event.pointerId, [px, py]);
                lineTool.move(px, py);
                return;
            }
            const [sx, sy] = held.get(event.pointerId);
            if (held.size === 1 && !moved && Math.hypot(px - sx, py - sy) < SLIP) return;
            const before = middle();
            held.set(event.pointerId, [px, py]);
            const after = middle();
            moved = true;
            box.classList.add("dragging");
            if (store.follow) agentPanel.follow(false);
            camera.pan(after.x - before.x, after.y - before.y);
            if (before.spread > 0 && after.spread > 0)
                camera.zoom(after.spread / before.spread, after.x, after.y);
            changed();
        });

        function release(event) {
            if (!held.has(event.pointerId)) return;
            const [px, py] = at(event);
            held.delete(event.pointerId);
            box.classList.remove("dragging");
            if (lineTool.busy) {
                lineTool.up();
            } else if (!held.size && !moved && event.type === "pointerup" && event.button === 0) {
                agentPanel.select(pickAt(px, py, event.pointerType));
            }
        }
        box.addEventListener("pointerup", release);
        box.addEventListener("pointercancel", release);
        box.addEventListener("pointerleave", () => {
            readout.textContent = "";
        });

        function hoverAt(px, py, kind) {
            const [x, y] = camera.toPlane(px, py);
            const place = page.toRecording(replay, [x, y]).map((v) => page.number(v, 2));
            const density = store.layers.heat ? page.measure(store.density.at(x, y), 1, "/m²") : "";
            readout.textContent = place.join(", ") + " m" + (density && " · " + density);
            const over = lineTool.overEnd(px, py) || pickAt(px, py, kind) >= 0;
            box.classList.toggle("over", over && !lineTool.armed);
        }

        box.addEventListener("wheel", (event) => {
            event.preventDefault();
            const [px, py] = at(event);
            const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 100 : 1;
            const speed = event.ctrlKey ? 0.01 : 0.0018; // ctrl: pinch on a touch pad
            const factor = Math.exp(-page.clamp(event.deltaY * lines, -400, 400) * speed);
            if (store.follow) camera.zoom(factor, camera.width / 2, camera.height / 2);
            else camera.zoom(factor, px, py);
            changed();
        }, { passive: false });
        box.addEventListener("dblclick", (event) => {
            camera.zoom(ZOOM_STEP * ZOOM_STEP, ...at(event));
            changed();
        });

        return {
            pickAt,
            zoom(steps) {
                camera.zoom(ZOOM_STEP ** steps, camera.width / 2, camera.height / 2);
                changed();
            },
            fit() {
                agentPanel.follow(false);
                camera.fit();
                changed();
            },
            pan(dx, dy) {
                if (store.follow) agentPanel.follow(false);
                camera.pan(dx, dy);
                changed();
            },
        };
    };
})((window.wendPage = window.wendPage || {}));
