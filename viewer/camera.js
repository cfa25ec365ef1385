// SPDX-License-Identifier: MIT
// View: the point of the plane at its centre, and CSS pixels per metre. y points up in the plane
// and down on the screen.
(function (page) {
    "use strict";

    const MARGIN = 28; // CSS pixels around everything in the fitted view
    const NEAREST = 2000; // maximum pixels per metre: a person is wider than any screen
    const FARTHEST = 0.05; // minimum, relative to the fitted view

    page.makeCamera = function (box) {
        const camera = {
            x: 0,
            y: 0,
            scale: 1,
            width: 1, // of the stage, CSS pixels
            height: 1,
            ratio: 1, // device pixels per CSS pixel
            fitted: true, // everything is shown, also after a resize

            toScreen(x, y) {
                return [
                    this.width / 2 + (x - this.x) * this.scale,
                    this.height / 2 - (y - this.y) * this.scale,
                ];
            },
            toPlane(px, py) {
                return [
                    this.x + (px - this.width / 2) / this.scale,
                    this.y - (py - this.height / 2) / this.scale,
                ];
            },
            fit() {
                Object.assign(this, fitted());
                this.fitted = true;
            },
            set(x, y, scale) {
                const least = fitted().scale * FARTHEST;
                Object.assign(this, { x, y, scale: page.clamp(scale, least, NEAREST) });
                this.fitted = false;
            },
            pan(dx, dy) {
                this.x -= dx / this.scale;
                this.y += dy / this.scale;
                this.fitted = false;
            },
            /// Zooms about the point of the plane at a pixel.
            zoom(factor, px, py) {
                const [x, y] = this.toPlane(px, py);
                const least = fitted().scale * FARTHEST;
                this.scale = page.clamp(this.scale * factor, least, NEAREST);
                this.x = x - (px - this.width / 2) / this.scale;
                this.y = y + (py - this.height / 2) / this.scale;
                this.fitted = false;
            },
            resize(width, height, ratio) {
                this.width = Math.max(1, width);
                this.height = Math.max(1, height);
                this.ratio = ratio;
                if (this.fitted) this.fit();
            },
            /// Visible part of the plane: [x0, y0, x1, y1].
            seen() {
                const w = this.width / 2 / this.scale;
                const h = this.height / 2 / this.scale;
                return [this.x - w, this.y - h, this.x + w, this.y + h];
            },
            /// Transforms a picture drawn with `other` to this view: scale and offset in CSS
            /// pixels.
            against(other) {
                const scale = this.scale / other.scale;
                const [left, top] = this.toScreen(
                    other.x - other.width / 2 / other.scale,
                    other.y + other.height / 2 / other.scale
                );
                return { scale, left, top };
            },
            copy() {
                const { x, y, scale, width, height, ratio } = this;
                return { x, y, scale, width, height, ratio };
            },
        };

        function fitted() {
            const width = Math.max(box[2] - box[0], 0.5);
            const height = Math.max(box[3] - box[1], 0.5);
            const margin = Math.min(MARGIN, camera.width / 8, camera.height / 8);
            return {
                x: (box[0] + box[2]) / 2,
                y: (box[1] + box[3]) / 2,
                scale: Math.min(
                    (camera.width - 2 * margin) / width,
                    (camera.height - 2 * margin) / height
                ),
            };
        }
        return camera;
    };

    /// Scale bar: metres and pixels, about a hundred pixels long.
    page.scaleBar = function (camera) {
        const metres = page.roundStep(110 / camera.scale);
        let text = metres + " m";
        if (metres >= 1000) text = metres / 1000 + " km";
        if (metres < 1) text = Math.round(metres * 100) + " cm";
        return { metres, pixels: metres * camera.scale, text };
    };
})((window.wendPage = window.wendPage || {}));
