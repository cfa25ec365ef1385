// SPDX-License-Identifier: MIT
// Static layer below the crowd: free area and walls, areas, doors, names, and the layers of the
// recording. Uses 2D canvas calls only, so that the same code writes SVG (svg_pen.js), and is
// redrawn only on change.
(function (page) {
    "use strict";

    const SKIP = 0.35; // pixels: corners nearer to the previous one are omitted
    const NAME_ROOM = 5; // pixels per letter that an area needs to show its name
    const DOOR_NAME = 12; // pixels between a door and its name
    const LEVELS = 9; // scan lines to find the position of a name in a concave area

    function boundsOf(ring) {
        const box = [Infinity, Infinity, -Infinity, -Infinity];
        for (let i = 0; i < ring.length; i += 2) {
            box[0] = Math.min(box[0], ring[i]);
            box[1] = Math.min(box[1], ring[i + 1]);
            box[2] = Math.max(box[2], ring[i]);
            box[3] = Math.max(box[3], ring[i + 1]);
        }
        return box;
    }

    /// Intervals of a horizontal line inside the ring: [x, x, ..], in and out alternately.
    function crossingsOf(ring, y) {
        const found = [];
        for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
            if (ring[i + 1] > y === ring[j + 1] > y) continue;
            const share = (y - ring[i + 1]) / (ring[j + 1] - ring[i + 1]);
            found.push(ring[i] + share * (ring[j] - ring[i]));
        }
        return found.sort((a, b) => a - b);
    }

    /// Position of the name of a ring: the centre of its box or, if that is outside the ring, its
    /// widest part.
    function namePlace(ring, box) {
        const x = (box[0] + box[2]) / 2;
        const y = (box[1] + box[3]) / 2;
        const inside = crossingsOf(ring, y).filter((at) => at < x).length % 2 === 1;
        if (inside || ring.length <= 4) return [x, y];
        let best = [x, y];
        let widest = 0;
        for (let level = 0; level < LEVELS; level++) {
            const height = box[1] + ((level + 0.5) / LEVELS) * (box[3] - box[1]);
            const found = crossingsOf(ring, height);
            for (let i = 0; i + 1 < found.length; i += 2) {
                if (found[i + 1] - found[i] <= widest) continue;
                widest = found[i + 1] - found[i];
                best = [(found[i] + found[i + 1]) / 2, height];
            }
        }
        return best;
    }
    const apart = (a, b) => a[0] > b[2] || a[2] < b[0] || a[1] > b[3] || a[3] < b[1];

    /// Adds a ring to the path, moved by [dx, dy]. It is closed by a line to its start, because the
    /// cost of closePath grows with the number of rings of a path, at least in Chromium.
    page.traceRing = function (ctx, camera, ring, dx = 0, dy = 0, open = false) {
        const kx = camera.width / 2 + (dx - camera.x) * camera.scale;
        const ky = camera.height / 2 - (dy - camera.y) * camera.scale;
        const sy = -camera.scale;
        let px = Infinity;
        let py = Infinity;
        for (let i = 0; i < ring.length; i += 2) {
            const x = kx + ring[i] * camera.scale;
            const y = ky + ring[i + 1] * sy;
            if (i === 0) ctx.moveTo(x, y);
            else if (Math.abs(x - px) < SKIP && Math.abs(y - py) < SKIP) continue;
            else ctx.lineTo(x, y);
            px = x;
            py = y;
        }
        if (!open) ctx.lineTo(kx + ring[0] * camera.scale, ky + ring[1] * sy);
    };

    function stroke(ctx, colour, width, alpha = 1) {
        ctx.globalAlpha = alpha;
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.stroke();
        ctx.globalAlpha = 1;
    }

    page.makeFloor = function (store, colours) {
        const { replay, camera } = store;
        const boxes = replay.floors.map((floor) => floor.rings.map(boundsOf));
        const layerNames = Object.keys(replay.layers).filter((name) =>
            ArrayBuffer.isView(replay.layers[name]));

        function drawGround(ctx, frame) {
            const theme = colours.theme;
            const seen = camera.seen();
            const index = replay.floors.length ? replay.floorOf(frame) : -1;
            const floor = replay.floors[index];
            ctx.fillStyle = floor && store.layers.obstacles ? theme.outside : theme.ground;
            ctx.fillRect(0, 0, camera.width, camera.height);
            if (!floor || !store.layers.obstacles) return;
            ctx.beginPath();
            floor.rings.forEach((ring, i) => {
                if (!apart(boxes[index][i], seen)) page.traceRing(ctx, camera, ring);
            });
            ctx.fillStyle = theme.ground;
            ctx.fill("evenodd");
            for (const line of floor.lines || []) page.traceRing(ctx, camera, line, 0, 0, true);
            stroke(ctx, theme.wall, page.clamp(camera.scale * 0.06, 0.8, 2.5));
        }

        function drawLayers(ctx) {
            const [x0, y0, x1, y1] = camera.seen();
            layerNames.forEach((name, k) => {
                if (!store.layers[name]) return;
                const lines = replay.layers[name];
                const kx = camera.width / 2 - camera.x * camera.scale;
                const sy = -camera.scale;
                const ky = camera.height / 2 - camera.y * sy;
                ctx.beginPath();
                for (let i = 0; i + 3 < lines.length; i += 4) {
                    const ax = lines[i], ay = lines[i + 1], bx = lines[i + 2], by = lines[i + 3];
                    if ((ax < x0 && bx < x0) || (ax > x1 && bx > x1)) continue;
                    if ((ay < y0 && by < y0) || (ay > y1 && by > y1)) continue;
                    ctx.moveTo(kx + ax * camera.scale, ky + ay * sy);
                    ctx.lineTo(kx + bx * camera.scale, ky + by * sy);
                }
                const colour = page.layerColour(store.theme, name, k);
                stroke(ctx, colour, name === "mesh" ? 0.8 : 1.6, 0.9);
            });
        }

        /// Goals are green, other areas use the palette.
        function areaColour(area) {
            return area.goal === false ? colours.theme.soft : colours.theme.area;
        }

        function drawAreas(ctx) {
            if (!store.layers.areas) return;
            const seen = camera.seen();
            for (const area of replay.areas) {
                const { ring } = area;
                if (apart(boundsOf(ring), seen)) continue;
                const colour = areaColour(area);
                ctx.beginPath();
                page.traceRing(ctx, camera, ring);
                ctx.globalAlpha = 0.14;
                ctx.fillStyle = colour;
                ctx.fill("evenodd");
                ctx.setLineDash([4, 3]);
                stroke(ctx, colour, 1, 0.8);
                ctx.setLineDash([]);
            }
        }

        /// Resource at the start: circles, darker where denser.
        function drawPatches(ctx) {
            if (!store.layers.patches) return;
            ctx.fillStyle = page.layerColour(store.theme, "patches");
            for (let i = 0; i + 3 < replay.patches.length; i += 4) {
                const [x, y, radius, share] = replay.patches.subarray(i, i + 4);
                ctx.beginPath();
                ctx.arc(...camera.toScreen(x, y), radius * camera.scale, 0, 2 * Math.PI);
                ctx.globalAlpha = 0.1 + 0.4 * share;
                ctx.fill();
            }
            ctx.globalAlpha = 1;
        }

        function drawDoors(ctx, frame) {
            if (!store.layers.doors) return;
            for (const door of replay.doors) {
                const shut = door.shutAt(frame);
                const colour = shut ? colours.theme.doorShut : colours.theme.doorOpen;
                const thin = door.ring.length <= 4;
                ctx.beginPath();
                page.traceRing(ctx, camera, door.ring, 0, 0, thin);
                if (!thin) {
                    ctx.globalAlpha = shut ? 0.75 : 0.25;
                    ctx.fillStyle = colour;
                    ctx.fill("evenodd");
                }
                if (!shut) ctx.setLineDash([4, 3]);
                stroke(ctx, colour, shut ? 3 : 2);
                ctx.setLineDash([]);
            }
        }

        function drawNames(ctx) {
            if (!store.layers.names) return;
            ctx.font = "12px system-ui, sans-serif";
            ctx.textAlign = "center";
            ctx.textBaseline = "middle";
            const write = (name, ring, colour, above) => {
                const box = boundsOf(ring);
                const longer = Math.max(box[2] - box[0], box[3] - box[1]) * camera.scale;
                if (longer < name.length * NAME_ROOM) return;
                const [x, middle] = camera.toScreen(...namePlace(ring, box));
                const y = middle - above;
                ctx.lineWidth = 3;
                ctx.strokeStyle = colours.theme.ground;
                ctx.fillStyle = colour;
                ctx.strokeText(name, x, y);
                ctx.fillText(name, x, y);
            };
            if (store.layers.areas)
                for (const area of replay.areas) write(area.name, area.ring, areaColour(area), 0);
            if (store.layers.doors)
                for (const door of replay.doors)
                    write(door.name, door.ring, colours.theme.text, DOOR_NAME);
        }

        return {
            layerNames,
            draw(ctx, frame) {
                ctx.lineJoin = "round";
                ctx.lineCap = "round";
                drawGround(ctx, frame);
                drawPatches(ctx);
                drawAreas(ctx);
                drawLayers(ctx);
                store.moments.drawGraph(ctx);
                drawDoors(ctx, frame);
                drawNames(ctx);
            },
            /// Changes with the appearance of a frame: floor, door states, moment.
            stateOf(frame) {
                const doors = replay.doors.map((door) => (door.shutAt(frame) ? 1 : 0)).join("");
                const floor = replay.floors.length ? replay.floorOf(frame) : 0;
                return [floor, doors, store.moments.state()].join(":");
            },
        };
    };
})((window.wendPage = window.wendPage || {}));
