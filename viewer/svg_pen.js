// SPDX-License-Identifier: MIT
// The part of the 2D canvas interface that this page uses, writing SVG.
(function (page) {
    "use strict";

    const escape = (text) => String(text).replace(/[&<>"]/g, (c) => "&#" + c.charCodeAt(0) + ";");
    /// Rounded to hundredths of a pixel.
    const n = (x) => String(Math.round(x * 100) / 100);

    page.makeSvgPen = function (width, height) {
        const parts = [];
        let path = [];
        let dash = [];
        const alpha = () => (pen.globalAlpha < 1 ? n(pen.globalAlpha) : "");
        /// One element; empty attributes are omitted.
        function add(name, attributes, text) {
            const list = Object.entries({ ...attributes, opacity: alpha() })
                .filter(([, value]) => value !== "")
                .map(([key, value]) => ` ${key}="${escape(value)}"`).join("");
            const end = text === undefined ? "/>" : `>${escape(text)}</${name}>`;
            parts.push("<" + name + list + end);
        }

        const pen = {
            fillStyle: "#000000",
            strokeStyle: "#000000",
            lineWidth: 1,
            lineJoin: "round",
            lineCap: "round",
            globalAlpha: 1,
            font: "12px sans-serif",
            textAlign: "start",
            textBaseline: "alphabetic",

            beginPath() { path = []; },
            moveTo(x, y) { path.push("M" + n(x) + " " + n(y)); },
            lineTo(x, y) { path.push("L" + n(x) + " " + n(y)); },
            closePath() { path.push("Z"); },
            /// Whole circles only.
            arc(x, y, r) {
                const half = (to) => `A${n(r)} ${n(r)} 0 1 1 ${n(to)} ${n(y)}`;
                path.push(`M${n(x + r)} ${n(y)}` + half(x - r) + half(x + r) + "Z");
            },
            setLineDash(lengths) { dash = lengths; },
            fill(rule) {
                if (!path.length) return;
                add("path", { d: path.join(""), fill: this.fillStyle, "fill-rule": rule || "" });
            },
            stroke() {
                if (!path.length) return;
                add("path", {
                    d: path.join(""),
                    fill: "none",
                    stroke: this.strokeStyle,
                    "stroke-width": n(this.lineWidth),
                    "stroke-linejoin": this.lineJoin,
                    "stroke-linecap": this.lineCap,
                    "stroke-dasharray": dash.join(" "),
                });
            },
            fillRect(x, y, w, h) {
                add("rect", { x: n(x), y: n(y), width: n(w), height: n(h), fill: this.fillStyle });
            },
            fillText(text, x, y) { this.text(text, x, y, { fill: this.fillStyle }); },
            strokeText(text, x, y) {
                this.text(text, x, y, {
                    fill: "none",
                    stroke: this.strokeStyle,
                    "stroke-width": n(this.lineWidth),
                    "stroke-linejoin": "round",
                });
            },
            text(text, x, y, paint) {
                const [, size, family] = /([\d.]+)px (.*)/.exec(this.font);
                const bold = /^(\d+|bold)\s/.exec(this.font);
                const anchor = { center: "middle", right: "end", end: "end" }[this.textAlign] || "";
                const middle = this.textBaseline === "middle" ? "central" : "";
                add("text", {
                    x: n(x),
                    y: n(y),
                    "font-size": size,
                    "font-family": family,
                    "font-weight": bold ? bold[1] : "",
                    "text-anchor": anchor,
                    "dominant-baseline": middle,
                    ...paint,
                }, text);
            },
            /// Embeds a canvas as an image.
            picture(canvas, x, y, w, h) {
                const href = canvas.toDataURL("image/png");
                const place = { x: n(x), y: n(y), width: n(w), height: n(h) };
                add("image", { ...place, preserveAspectRatio: "none", href });
            },
            finish(title) {
                const [w, h] = [n(width), n(height)];
                return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}"` +
                    ` width="${w}" height="${h}">\n` +
                    `<title>${escape(title)}</title>\n` + parts.join("\n") + "\n</svg>\n";
            },
        };
        return pen;
    };
})((window.wendPage = window.wendPage || {}));
