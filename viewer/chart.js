// SPDX-License-Identifier: MIT
// Small charts of the panel: one line over time, with axes and a mark at the current time.
(function (page) {
    "use strict";

    const LEFT = 34;
    const BOTTOM = 18;
    const TOP = 8;
    const RIGHT = 6;

    /// Resizes a canvas to its size on the screen; its context uses CSS pixels.
    page.sizeCanvas = function (canvas) {
        const ratio = Math.min(2, window.devicePixelRatio || 1);
        const width = canvas.clientWidth;
        const height = canvas.clientHeight;
        const w = Math.max(1, Math.round(width * ratio));
        const h = Math.max(1, Math.round(height * ratio));
        if (canvas.width !== w || canvas.height !== h) {
            canvas.width = w;
            canvas.height = h;
        }
        const ctx = canvas.getContext("2d");
        ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        ctx.clearRect(0, 0, width, height);
        return { ctx, width, height };
    };

    /// Round numbers from low to high, in at most `count` steps.
    function ticks(low, high, count) {
        const least = Math.max(high - low, 1e-6) / count;
        const power = 10 ** Math.floor(Math.log10(least));
        const step = [1, 2, 5, 10].find((lead) => lead * power >= least) * power;
        const list = [];
        for (let k = Math.ceil(low / step - 1e-6); k * step <= high + step * 1e-6; k++)
            list.push(Number((k * step).toFixed(6)));
        return list;
    }

    /// rows: [time, value] ascending by time; options: {start, end, most, step (a staircase), now,
    /// unit}
    page.drawChart = function (canvas, theme, rows, options) {
        const { ctx, width, height } = page.sizeCanvas(canvas);
        const start = options.start || 0;
        const end = Math.max(options.end, start + 1e-3);
        const most = options.most || 1;
        const toX = (t) => LEFT + ((width - LEFT - RIGHT) * (t - start)) / (end - start);
        const toY = (v) => height - BOTTOM - ((height - BOTTOM - TOP) * v) / most;
        ctx.font = "11px system-ui, sans-serif";
        ctx.lineWidth = 1;
        ctx.fillStyle = theme.soft;
        ctx.strokeStyle = theme.grid;
        ctx.textAlign = "right";
        ctx.textBaseline = "middle";
        for (const v of ticks(0, most, 4)) {
            const y = Math.round(toY(v)) + 0.5;
            ctx.beginPath();
            ctx.moveTo(LEFT, y);
            ctx.lineTo(width - RIGHT, y);
            ctx.stroke();
            ctx.fillText(String(v), LEFT - 5, y);
        }
        ctx.textBaseline = "alphabetic";
        ctx.textAlign = "center";
        const times = ticks(start, end, 5);
        for (const t of times) {
            const last = t === times[times.length - 1];
            ctx.fillText(t + (last ? " s" : ""), Math.min(toX(t), width - RIGHT - 10), height - 4);
        }
        if (options.unit) {
            ctx.textAlign = "left";
            ctx.textBaseline = "top";
            ctx.fillText(options.unit, LEFT + 4, 0);
        }
        ctx.beginPath();
        rows.forEach(([t, v], i) => {
            if (i === 0) ctx.moveTo(toX(t), toY(v));
            else {
                if (options.step) ctx.lineTo(toX(t), toY(rows[i - 1][1]));
                ctx.lineTo(toX(t), toY(v));
            }
        });
        ctx.strokeStyle = theme.chart;
        ctx.lineWidth = 1.6;
        ctx.lineJoin = "round";
        ctx.stroke();
        if (options.now < start || options.now > end) return;
        ctx.beginPath();
        ctx.moveTo(toX(options.now), TOP);
        ctx.lineTo(toX(options.now), height - BOTTOM);
        ctx.strokeStyle = theme.mark;
        ctx.lineWidth = 1.2;
        ctx.stroke();
    };
})((window.wendPage = window.wendPage || {}));
