// SPDX-License-Identifier: MIT
// Shared helpers: elements, number formatting, listeners. Each script adds its parts to one object,
// wendPage; nothing else is global.
(function (page) {
    "use strict";

    page.byId = (id) => document.getElementById(id);

    /// An element with attributes and children; a child may be a string.
    page.make = function (tag, attributes, ...children) {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes || {})) {
            if (value === true) element.setAttribute(name, "");
            else if (value !== false && value != null) element.setAttribute(name, value);
        }
        element.append(...children);
        return element;
    };

    /// Fills a <dl> with pairs; pairs without a value are omitted.
    page.fillList = function (list, pairs) {
        list.replaceChildren();
        for (const [name, value] of pairs) {
            if (value === "" || value == null) continue;
            list.append(page.make("dt", {}, name), page.make("dd", {}, String(value)));
        }
    };

    const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
    page.count = (n) => whole.format(n);

    /// A number with fixed decimals; "" if undefined.
    page.number = (x, digits) => (x == null || !Number.isFinite(x) ? "" : x.toFixed(digits));

    /// The same with its unit.
    page.measure = function (x, digits, unit) {
        const text = page.number(x, digits);
        return text && text + " " + unit;
    };

    /// Seconds as 1:23.4, with hours where there are any.
    page.clock = function (seconds, digits) {
        const unit = 10 ** digits;
        const ticks = Math.max(0, Math.floor(seconds * unit + 1e-6));
        const rest = ticks % (60 * unit);
        const minutes = Math.floor(ticks / (60 * unit));
        const text = (rest / unit).toFixed(digits).padStart(digits ? digits + 3 : 2, "0");
        if (minutes < 60) return minutes + ":" + text;
        return Math.floor(minutes / 60) + ":" + String(minutes % 60).padStart(2, "0") + ":" + text;
    };

    /// Converts coordinates x, y, x, y ... from the page to the recording's frame (its origin may
    /// be far away, its y may point down), and back.
    page.toRecording = (replay, list) => pairs(list, (x, y) => replay.place(x, y));
    page.asHere = (replay, list) => pairs(list, (x, y) => replay.local(x, y));
    function pairs(list, change) {
        const out = [];
        for (let i = 0; i + 1 < list.length; i += 2) out.push(...change(list[i], list[i + 1]));
        return out;
    }

    page.clamp = (x, low, high) => Math.min(high, Math.max(low, x));

    /// Largest of 1, 2, 5, 10, 20, 50 ... not above x.
    page.roundStep = function (x) {
        const power = 10 ** Math.floor(Math.log10(x));
        const lead = x / power;
        return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
    };

    /// View state with change listeners. Kinds of change: "play", "look" (colours, layers, theme),
    /// "camera", "select" and "picked" (an agent), "line" and "measured" (a new one), "progress"
    /// (of time lost), "drawn".
    page.makeStore = function (replay) {
        const listeners = new Map();
        return {
            replay,
            end: Math.max(0, replay.frames - 1),
            time: 0, // in frames
            playing: false,
            rate: 1,
            colour: "speed",
            theme: "light",
            trail: 5, // seconds
            layers: {},
            selected: -1, // index in replay.agents
            follow: false,
            line: null, // measuring line [x0, y0, x1, y1]
            on(kind, listener) {
                if (!listeners.has(kind)) listeners.set(kind, []);
                listeners.get(kind).push(listener);
            },
            notify(kind) {
                for (const listener of listeners.get(kind) || []) listener();
            },
            seconds() {
                return this.time / replay.fps;
            },
        };
    };

    /// Shows a temporary message over the picture.
    let hide = 0;
    page.showMessage = function (text) {
        const box = page.byId("message");
        box.textContent = text;
        box.classList.add("shown");
        clearTimeout(hide);
        hide = setTimeout(() => box.classList.remove("shown"), 2500);
    };

    /// Saves a file on the user's machine.
    page.save = function (name, blob) {
        const link = page.make("a", { download: name, href: URL.createObjectURL(blob) });
        document.body.append(link);
        link.click();
        link.remove();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    };
})((window.wendPage = window.wendPage || {}));
