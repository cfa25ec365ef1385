// SPDX-License-Identifier: MIT
// Saves the view: floor, crowd, marks, with a scale bar, the time and a legend, drawn with 2D
// canvas calls onto a large canvas (PNG) or the SVG pen.
(function (page) {
    "use strict";

    const PNG_RATIO = 2; // file pixels per CSS pixel
    const FONT = "system-ui, sans-serif";

    /// Agents and trails as shapes.
    function drawCrowd(ctx, store) {
        const { camera, crowd, trails, colours } = store;
        const { DISC } = page;
        if (store.layers.trails) drawTrails(ctx, store, trails);
        if (!store.layers.agents) return;
        for (let i = 0; i < crowd.count; i++) {
            const [x, y] = camera.toScreen(crowd.x[i], crowd.y[i]);
            const radius = Math.max(DISC.least, crowd.radius[crowd.agent[i]] * camera.scale);
            if (Math.min(x, y, camera.width - x, camera.height - y) < -radius) continue;
            const rim = radius >= DISC.rimFrom ? Math.min(DISC.rimMost, radius * DISC.rim) : 0;
            ctx.beginPath();
            ctx.arc(x, y, radius - rim / 2, 0, 2 * Math.PI);
            ctx.fillStyle = page.css(crowd.colour[i]);
            ctx.fill();
            if (rim) {
                ctx.strokeStyle = colours.theme.rim;
                ctx.lineWidth = rim;
                ctx.stroke();
            }
            const speed = Math.hypot(crowd.vx[i], crowd.vy[i]);
            if (radius < DISC.noseFrom || speed < DISC.noseSpeed) continue;
            const front = (radius * DISC.noseAt) / speed;
            ctx.beginPath();
            const nose = radius * DISC.nose;
            ctx.arc(x + crowd.vx[i] * front, y - crowd.vy[i] * front, nose, 0, 2 * Math.PI);
            ctx.fillStyle = colours.theme.rim;
            ctx.fill();
        }
    }

    /// Each trail is three strokes of decreasing opacity, which show its direction.
    function drawTrails(ctx, store, trails) {
        const { camera, crowd } = store;
        const thirds = [0.75, 0.45, 0.2];
        const part = Math.ceil(page.TRAIL_PARTS / thirds.length);
        ctx.lineWidth = 1.2;
        for (let i = 0; i < crowd.count; i++) {
            ctx.strokeStyle = page.css(crowd.colour[i]);
            let from = [crowd.x[i], crowd.y[i]];
            let k = trails.newest;
            for (const alpha of thirds) {
                ctx.beginPath();
                ctx.moveTo(...camera.toScreen(...from));
                const stop = Math.max(trails.oldest, k - part + 1);
                let drawn = false;
                for (; k >= stop; k--) {
                    const at = (k % trails.rows) * trails.agents + crowd.agent[i];
                    if (trails.x[at] === page.NOWHERE) break;
                    from = [trails.x[at], trails.y[at]];
                    ctx.lineTo(...camera.toScreen(...from));
                    drawn = true;
                }
                ctx.globalAlpha = alpha;
                if (drawn) ctx.stroke();
                ctx.globalAlpha = 1;
                if (k >= stop) break;
            }
        }
    }

    function label(ctx, theme, text, x, y, align, weight) {
        ctx.font = (weight ? weight + " " : "") + "13px " + FONT;
        ctx.textAlign = align;
        ctx.textBaseline = "alphabetic";
        ctx.lineWidth = 3;
        ctx.strokeStyle = theme.ground;
        ctx.fillStyle = theme.text;
        ctx.strokeText(text, x, y);
        ctx.fillText(text, x, y);
    }

    /// Title and time above, scale bar and legend below.
    function drawCaptions(ctx, store) {
        const { camera, crowd, replay, colours } = store;
        const { theme } = colours;
        label(ctx, theme, replay.title, 14, 24, "left", "600");
        const now = page.clock(store.seconds(), 1) + "   " + page.count(crowd.count) + " present";
        label(ctx, theme, now, camera.width - 14, 24, "right");
        const bar = page.scaleBar(camera);
        const bottom = camera.height - 16;
        ctx.beginPath();
        ctx.moveTo(16, bottom - 6);
        ctx.lineTo(16, bottom);
        ctx.lineTo(16 + bar.pixels, bottom);
        ctx.lineTo(16 + bar.pixels, bottom - 6);
        ctx.strokeStyle = theme.text;
        ctx.lineWidth = 1.5;
        ctx.stroke();
        label(ctx, theme, bar.text, 16, bottom - 10, "left");
        drawLegend(ctx, store, camera.width - 14, bottom);
    }

    function drawLegend(ctx, store, right, bottom) {
        const { colours } = store;
        const legend = colours.legend();
        if (legend.ramp) {
            const stops = legend.ramp.match(/#[0-9a-f]{6}/g);
            const wide = 120;
            const cells = 24;
            for (let i = 0; i < cells; i++) {
                ctx.fillStyle = blend(stops, i / (cells - 1));
                ctx.fillRect(right - wide + (i * wide) / cells, bottom - 8, wide / cells + 0.5, 8);
            }
            const text = colours.modes[store.colour].title + ": " + legend.low + " – " + legend.high;
            label(ctx, colours.theme, text, right, bottom - 14, "right");
            return;
        }
        legend.keys.slice().reverse().forEach((key, i) => {
            const y = bottom - i * 18;
            label(ctx, colours.theme, key.name, right - 16, y, "right");
            if (key.colour === "transparent") return;
            ctx.beginPath();
            ctx.arc(right - 5, y - 4, 5, 0, 2 * Math.PI);
            ctx.fillStyle = key.colour;
            ctx.fill();
        });
    }

    function blend(stops, t) {
        const at = t * (stops.length - 1);
        const k = Math.min(stops.length - 2, Math.floor(at));
        const part = (stop, i) => parseInt(stops[stop].slice(1 + 2 * i, 3 + 2 * i), 16);
        const mixed = [0, 1, 2].map((i) => part(k, i) + (part(k + 1, i) - part(k, i)) * (at - k));
        return "rgb(" + mixed.map(Math.round).join(",") + ")";
    }

    function drawAll(ctx, store, heat) {
        store.floor.draw(ctx, Math.floor(store.time));
        if (store.layers.heat) heat();
        drawCrowd(ctx, store);
        store.marks.draw(ctx);
        drawCaptions(ctx, store);
    }

    function measured(store) {
        const { density, crowd, colours } = store;
        density.measure(crowd);
        density.paint(colours.heat);
        return density;
    }

    page.toSvg = function (store) {
        const { camera } = store;
        const pen = page.makeSvgPen(camera.width, camera.height);
        drawAll(pen, store, () => {
            const density = measured(store);
            const [x0, y0, x1, y1] = density.box;
            const [left, top] = camera.toScreen(x0, y1);
            const size = [(x1 - x0) * camera.scale, (y1 - y0) * camera.scale];
            pen.picture(density.picture(), left, top, ...size);
        });
        return pen.finish(store.replay.title + ", " + page.clock(store.seconds(), 1));
    };

    /// A promise of a Blob.
    page.toPng = function (store) {
        const { camera } = store;
        const canvas = page.make("canvas", {
            width: Math.round(camera.width * PNG_RATIO),
            height: Math.round(camera.height * PNG_RATIO),
        });
        const ctx = canvas.getContext("2d");
        ctx.scale(PNG_RATIO, PNG_RATIO);
        drawAll(ctx, store, () => page.drawHeat(ctx, camera, measured(store), 1));
        return new Promise((resolve, reject) =>
            canvas.toBlob((blob) => {
                if (blob) resolve(blob);
                else reject(new Error("the image is too large"));
            }, "image/png"));
    };

    /// File name for this view.
    page.fileName = function (store, ending) {
        const plain = store.replay.title.replace(/[^\p{L}\p{N}]+/gu, "-");
        const title = plain.replace(/^-+|-+$/g, "");
        return (title || "wend") + "-" + page.number(store.seconds(), 1) + "s." + ending;
    };
})((window.wendPage = window.wendPage || {}));
