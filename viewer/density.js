// SPDX-License-Identifier: MIT
// Current density as an image of small cells: each agent is a Gaussian. The integral over the plane
// is the number of agents, independent of the cell size.
(function (page) {
    "use strict";

    /// Standard deviation of the Gaussian, about the size of personal space. [Units: m]
    const SPREAD = 0.7;
    /// Cells per standard deviation: finer ones are not visible after smoothing.
    const CELLS = 2;
    const MOST_CELLS = 300000;
    /// Truncation of the Gaussian in standard deviations, where 4 % of its height remain.
    const REACH = 2.5;
    /// Sub-cell positions per axis.
    const PHASES = 8;

    page.makeDensity = function (box) {
        const margin = SPREAD * REACH;
        const width = box[2] - box[0] + 2 * margin;
        const height = box[3] - box[1] + 2 * margin;
        const cell = Math.max(SPREAD / CELLS, Math.sqrt((width * height) / MOST_CELLS));
        const spread = Math.max(SPREAD, cell);
        const columns = Math.max(1, Math.ceil(width / cell));
        const rows = Math.max(1, Math.ceil(height / cell));
        const x0 = box[0] - margin;
        const y0 = box[1] - margin;
        const values = new Float32Array(columns * rows);
        const reach = Math.ceil((spread * REACH) / cell);
        const bells = makeGaussians(cell / spread, reach, cell);
        let canvas = null;
        let image = null;

        return {
            box: [x0, y0, x0 + columns * cell, y0 + rows * cell],
            columns,
            rows,
            values, // persons per square metre, bottom row first
            spread,
            pixels: new Int32Array(columns * rows), // not premultiplied

            measure(crowd) {
                values.fill(0);
                for (let i = 0; i < crowd.count; i++) add(crowd.x[i], crowd.y[i]);
            },
            /// Sets pixels from the values.
            paint(ramp) {
                const f = (ramp.length - 1) / page.HEAT_MOST;
                const last = ramp.length - 1;
                for (let i = 0; i < values.length; i++) {
                    const v = values[i] * f;
                    this.pixels[i] = v < 1 ? ramp[0] : ramp[v < last ? v | 0 : last];
                }
            },
            /// The pixels as a canvas, top row first.
            picture() {
                if (!canvas) {
                    canvas = page.make("canvas", { width: columns, height: rows });
                    image = new ImageData(columns, rows);
                }
                const out = new Int32Array(image.data.buffer);
                for (let row = 0; row < rows; row++) {
                    const from = (rows - 1 - row) * columns;
                    out.set(this.pixels.subarray(from, from + columns), row * columns);
                }
                canvas.getContext("2d").putImageData(image, 0, 0);
                return canvas;
            },
            at(x, y) {
                const column = Math.floor((x - x0) / cell);
                const row = Math.floor((y - y0) / cell);
                const within = column >= 0 && row >= 0 && column < columns && row < rows;
                return within ? values[row * columns + column] : 0;
            },
        };

        function add(x, y) {
            const fx = (x - x0) / cell;
            const fy = (y - y0) / cell;
            const column = Math.floor(fx);
            const row = Math.floor(fy);
            if (column < reach || row < reach || column >= columns - reach || row >= rows - reach) {
                addClipped(column, row, fx - column, fy - row);
                return;
            }
            const bx = bells[((fx - column) * PHASES) | 0];
            const by = bells[((fy - row) * PHASES) | 0];
            for (let j = -reach; j <= reach; j++) {
                const weight = by[j + reach];
                let at = (row + j) * columns + column - reach;
                for (let i = 0; i < bx.length; i++) values[at++] += bx[i] * weight;
            }
        }
        function addClipped(column, row, px, py) {
            const bx = bells[page.clamp((px * PHASES) | 0, 0, PHASES - 1)];
            const by = bells[page.clamp((py * PHASES) | 0, 0, PHASES - 1)];
            for (let j = Math.max(-reach, -row); j <= reach && row + j < rows; j++)
                for (let i = Math.max(-reach, -column); i <= reach && column + i < columns; i++)
                    values[(row + j) * columns + column + i] += bx[i + reach] * by[j + reach];
        }
    };

    /// For each sub-cell position the share of a person in the cells around, along one axis and per
    /// metre: the product of two is persons per square metre.
    function makeGaussians(step, reach, cell) {
        return Array.from({ length: PHASES }, (_, phase) => {
            const at = (phase + 0.5) / PHASES - 0.5;
            const bell = new Float32Array(2 * reach + 1);
            let sum = 0;
            for (let i = -reach; i <= reach; i++) {
                const d = (i - at) * step;
                sum += bell[i + reach] = Math.exp(-0.5 * d * d);
            }
            return bell.map((v) => v / sum / cell);
        });
    }
})((window.wendPage = window.wendPage || {}));
