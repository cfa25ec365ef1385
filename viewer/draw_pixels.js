// SPDX-License-Identifier: MIT
// Draws the crowd without graphics hardware: pixel by pixel, into one opaque canvas that includes
// the floor. This is much faster than WebGL in software or thousands of 2D canvas calls, and the
// browser composites one layer only. Discs are stamped from coverage masks, cached by size and
// sub-pixel position.
(function (page) {
    "use strict";

    const { DISC } = page;
    const SMALL = 8; // up to this radius discs have quarter-pixel positions
    const LARGE = 40; // from this radius discs are drawn row by row, without a mask
    const MASKS = 2000; // maximum number cached
    const BORDER = 2; // margin in pixels without trails
    const TRAIL_STEP = 3; // pixels: shorter segments are merged with the next
    const HEAT_WAIT = 80; // milliseconds between heat maps

    /// Blends s over d with opacity a / 256.
    function mix(d, s, a) {
        const b = 256 - a;
        const rb = ((Math.imul(d & 0xff00ff, b) + Math.imul(s & 0xff00ff, a)) >>> 8) & 0xff00ff;
        const g = ((Math.imul(d & 0xff00, b) + Math.imul(s & 0xff00, a)) >>> 8) & 0xff00;
        return 0xff000000 | rb | g;
    }

    const rimOf = (radius) =>
        (radius >= DISC.rimFrom ? Math.min(DISC.rimMost, radius * DISC.rim) : 0);

    /// A mask: offsets of pixels and coverage of the disc and of the part within its rim.
    function makeMask(radius, px, py, width) {
        const reach = Math.ceil(radius + 1.5);
        const rim = rimOf(radius);
        const dx = [], dy = [], outer = [], inner = [];
        for (let y = -reach; y <= reach; y++)
            for (let x = -reach; x <= reach; x++) {
                const d = Math.hypot(x + 0.5 - px, y + 0.5 - py);
                const o = Math.round(256 * page.clamp(radius - d + 0.5, 0, 1));
                if (!o) continue;
                dx.push(x);
                dy.push(y);
                outer.push(o);
                inner.push(rim ? Math.round(256 * page.clamp(radius - rim - d + 0.5, 0, 1)) : o);
            }
        return {
            reach,
            dx: Int16Array.from(dx),
            dy: Int16Array.from(dy),
            offset: Int32Array.from(dx, (x, i) => dy[i] * width + x),
            outer: Uint16Array.from(outer),
            inner: Uint16Array.from(inner),
            plain: !rim,
        };
    }

    page.makePixels = function (canvas) {
        const ctx = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
        let width = 0;
        let height = 0;
        let image = null;
        let px = null;
        let base = null;
        let baseKey = "";
        let heatKey = 0;
        let heatAt = -Infinity;
        const masks = new Map();

        function maskOf(radius, fx, fy) {
            const small = radius < SMALL;
            const size = Math.round(radius * (small ? 8 : 2));
            const phases = small ? 4 : 2;
            const kx = (fx * phases) | 0;
            const ky = (fy * phases) | 0;
            const key = ((size * 2 + small) * 4 + kx) * 4 + ky;
            let mask = masks.get(key);
            if (!mask) {
                if (masks.size > MASKS) masks.clear();
                const place = [(kx + 0.5) / phases, (ky + 0.5) / phases];
                mask = makeMask(size / (small ? 8 : 2), ...place, width);
                masks.set(key, mask);
            }
            return mask;
        }

        function stamp(x, y, radius, colour, rim) {
            if (radius >= LARGE) {
                fillDisc(x, y, radius, colour, rim);
                return;
            }
            const left = Math.floor(x);
            const top = Math.floor(y);
            const mask = maskOf(radius, x - left, y - top);
            const { reach, offset, outer, inner } = mask;
            const right = width - left;
            const bottom = height - top;
            if (Math.min(left, top, right, bottom) < -reach) return;
            const at = top * width + left;
            const within = Math.min(left, top, right - 1, bottom - 1) >= reach;
            for (let i = 0; i < offset.length; i++) {
                if (!within) {
                    const cx = left + mask.dx[i];
                    const cy = top + mask.dy[i];
                    if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
                }
                const p = at + offset[i];
                if (inner[i] === 256) px[p] = colour;
                else if (mask.plain) px[p] = mix(px[p], colour, inner[i]);
                else px[p] = mix(mix(px[p], rim, outer[i]), colour, inner[i]);
            }
        }

        /// A large disc: each row is a run of one colour with antialiased ends.
        function fillDisc(x, y, radius, colour, rim) {
            const inner = radius - rimOf(radius);
            const last = Math.min(height - 1, Math.ceil(y + radius));
            for (let row = Math.max(0, Math.floor(y - radius - 1)); row <= last; row++) {
                const dy = row + 0.5 - y;
                const reach = Math.sqrt(Math.max(0, (radius + 1) ** 2 - dy * dy));
                const half = Math.sqrt(Math.max(0, (inner - 1) ** 2 - dy * dy));
                const end = Math.min(width - 1, Math.ceil(x + reach));
                const solid = page.clamp(Math.ceil(x - half), 0, width);
                const solidEnd = page.clamp(Math.floor(x + half), solid, width);
                px.fill(colour, row * width + solid, row * width + solidEnd);
                for (let column = Math.max(0, Math.floor(x - reach)); column <= end; column++) {
                    if (column >= solid && column < solidEnd) column = solidEnd;
                    if (column > end) break;
                    const d = Math.hypot(column + 0.5 - x, dy);
                    const p = row * width + column;
                    px[p] = mix(px[p], rim, (256 * page.clamp(radius - d + 0.5, 0, 1)) | 0);
                    px[p] = mix(px[p], colour, (256 * page.clamp(inner - d + 0.5, 0, 1)) | 0);
                }
            }
        }

        /// An antialiased line one pixel wide (Wu 1991): for each pixel along its longer axis, two
        /// pixels across share the colour. The next segment of a trail continues where this one
        /// ends. [Limit: both ends are at least a pixel from the border]
        function line(x0, y0, x1, y1, colour, alpha) {
            if (Math.abs(x1 - x0) >= Math.abs(y1 - y0)) {
                if (x0 < x1) run(x0, y0, x1, y1, 1, width, colour, alpha);
                else run(x1, y1, x0, y0, 1, width, colour, alpha);
            } else if (y0 < y1) run(y0, x0, y1, x1, width, 1, colour, alpha);
            else run(y1, x1, y0, x0, width, 1, colour, alpha);
        }
        /// The same with u along the line and v across, and the pixel strides of both.
        function run(u0, v0, u1, v1, du, dv, colour, alpha) {
            const slope = (v1 - v0) / (u1 - u0);
            const end = Math.ceil(u1 - 0.5);
            for (let u = Math.ceil(u0 - 0.5); u < end; u++) {
                const v = v0 + slope * (u + 0.5 - u0) - 0.5;
                const low = Math.floor(v);
                const share = ((v - low) * alpha) | 0;
                const p = u * du + low * dv;
                px[p] = mix(px[p], colour, alpha - share);
                px[p + dv] = mix(px[p + dv], colour, share);
            }
        }
        /// The part of a line that is far enough from the border, if any (Liang and Barsky 1984).
        function clipped(x0, y0, x1, y1, colour, alpha) {
            if (Math.max(x0, x1) < BORDER || Math.min(x0, x1) > width - BORDER) return;
            if (Math.max(y0, y1) < BORDER || Math.min(y0, y1) > height - BORDER) return;
            let from = 0;
            let to = 1;
            for (const [at, step, end] of [[x0, x1 - x0, width], [y0, y1 - y0, height]]) {
                if (step === 0) continue;
                const a = (BORDER - at) / step;
                const b = (end - BORDER - at) / step;
                from = Math.max(from, Math.min(a, b));
                to = Math.min(to, Math.max(a, b));
            }
            if (from >= to) return;
            const x = (t) => x0 + (x1 - x0) * t;
            const y = (t) => y0 + (y1 - y0) * t;
            line(x(from), y(from), x(to), y(to), colour, alpha);
        }

        const within = (x, y) => Math.min(x, y, width - x, height - y) >= BORDER;

        function drawTrails(view, sx, sy, kx, ky) {
            const { crowd, trails } = view;
            const parts = page.TRAIL_PARTS;
            const oldest = trails.oldest;
            for (let i = 0; i < crowd.count; i++) {
                const agent = crowd.agent[i];
                let x = crowd.x[i] * sx + kx;
                let y = crowd.y[i] * sy + ky;
                let in0 = within(x, y);
                for (let k = trails.newest, part = 0; k >= oldest; k--, part++) {
                    const at = (k % trails.rows) * trails.agents + agent;
                    if (trails.x[at] === page.NOWHERE) break;
                    const nx = trails.x[at] * sx + kx;
                    const ny = trails.y[at] * sy + ky;
                    if (Math.abs(nx - x) + Math.abs(ny - y) < TRAIL_STEP && k > oldest) continue;
                    const in1 = within(nx, ny);
                    const alpha = ((200 * (parts - part)) / parts) | 0;
                    if (in0 && in1) line(x, y, nx, ny, crowd.colour[i], alpha);
                    else clipped(x, y, nx, ny, crowd.colour[i], alpha);
                    x = nx;
                    y = ny;
                    in0 = in1;
                }
            }
        }

        function drawAgents(view, sx, sy, kx, ky) {
            const { crowd, camera } = view;
            const rim = page.pack(view.theme.rim);
            const scale = camera.scale * camera.ratio;
            const least = DISC.least * camera.ratio;
            for (let i = 0; i < crowd.count; i++) {
                const x = crowd.x[i] * sx + kx;
                const y = crowd.y[i] * sy + ky;
                const radius = Math.max(least, crowd.radius[crowd.agent[i]] * scale);
                if (Math.min(x, y, width - x, height - y) < -radius) continue;
                stamp(x, y, radius, crowd.colour[i], rim);
                if (radius < DISC.noseFrom) continue;
                const speed = Math.hypot(crowd.vx[i], crowd.vy[i]);
                if (speed < DISC.noseSpeed) continue;
                const front = (radius * DISC.noseAt) / speed;
                const nose = radius * DISC.nose;
                stamp(x + crowd.vx[i] * front, y - crowd.vy[i] * front, nose, rim, rim);
            }
        }

        /// Updates floor and heat map, which change less often, as pixels.
        function updateBase(view) {
            const { camera, density } = view;
            const place = camera.against(view.floorCamera);
            if (density && (performance.now() - heatAt > HEAT_WAIT || !view.playing)) {
                heatKey++;
                heatAt = performance.now();
            }
            const heat = density ? heatKey : 0;
            const key = [view.floorVersion, place.scale, place.left, place.top, heat].join();
            if (key === baseKey) return;
            baseKey = key;
            ctx.fillStyle = view.theme.outside;
            ctx.fillRect(0, 0, width, height);
            const left = place.left * camera.ratio;
            const top = place.top * camera.ratio;
            // At its own scale it is aligned to whole pixels: a copy, without blur.
            const k = place.scale;
            if (k === 1) ctx.drawImage(view.floorCanvas, Math.round(left), Math.round(top));
            else ctx.drawImage(view.floorCanvas, left, top, width * k, height * k);
            if (density) {
                density.measure(view.crowd);
                density.paint(view.heatRamp);
                page.drawHeat(ctx, camera, density, camera.ratio);
            }
            base.set(new Int32Array(ctx.getImageData(0, 0, width, height).data.buffer));
        }

        return {
            name: "2d",
            canvas,
            opaque: true,
            resize(w, h) {
                canvas.width = width = w;
                canvas.height = height = h;
                image = ctx.createImageData(w, h);
                px = new Int32Array(image.data.buffer);
                base = new Int32Array(w * h);
                baseKey = "";
                masks.clear();
            },
            /// view: {camera, crowd, trails or null, density or null, theme, heatRamp, playing,
            /// agents, floorCanvas, floorCamera, floorVersion}
            draw(view) {
                const { camera } = view;
                const sx = camera.scale * camera.ratio;
                const sy = -sx;
                const kx = width / 2 - camera.x * sx;
                const ky = height / 2 - camera.y * sy;
                updateBase(view);
                px.set(base);
                if (view.trails) drawTrails(view, sx, sy, kx, ky);
                if (view.agents) drawAgents(view, sx, sy, kx, ky);
                ctx.putImageData(image, 0, 0);
            },
        };
    };

    /// Draws the heat map as a scaled image.
    page.drawHeat = function (ctx, camera, density, ratio) {
        const [x0, y0, x1, y1] = density.box;
        const [left, top] = camera.toScreen(x0, y1);
        ctx.imageSmoothingEnabled = true;
        ctx.imageSmoothingQuality = "low";
        ctx.drawImage(density.picture(), left * ratio, top * ratio,
            (x1 - x0) * camera.scale * ratio, (y1 - y0) * camera.scale * ratio);
    };
})((window.wendPage = window.wendPage || {}));
