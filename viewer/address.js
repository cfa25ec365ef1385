// SPDX-License-Identifier: MIT
// Page state in the address after #, for links to a moment: key=value, joined by &. Also settings
// that the browser stores, if it allows a page from disk to do so.
(function (page) {
    "use strict";

    const asked = new URLSearchParams(location.hash.slice(1));
    const numbers = (key, count) => {
        const list = (asked.get(key) || "").split(",").map(Number);
        return list.length === count && list.every(Number.isFinite) ? list : null;
    };
    const names = (key) => (asked.get(key) || "").split(",").filter(Boolean);

    /// Values in the address; null, "" or an empty list where absent.
    page.asked = {
        seconds: Number(asked.get("t")) || 0,
        rate: Number(asked.get("rate")) || 1,
        play: asked.get("play") === "1",
        theme: asked.get("theme"),
        colour: asked.get("colour"),
        show: names("show"),
        hide: names("hide"),
        panel: asked.has("panel") ? asked.get("panel") !== "0" : null,
        agent: asked.get("agent"),
        view: numbers("view", 3), // x, y, pixels per metre
        line: numbers("line", 4),
        renderer: asked.get("renderer") || "", // "2d" or "webgl2"; "": the better one
    };

    /// The current view as an address.
    page.addressOf = function (store) {
        const { camera, replay, layers } = store;
        const rounded = (list) => list.map((v) => Number(v.toFixed(3))).join(",");
        const that = (on) => Object.keys(layers).filter((name) => layers[name] === on).join(",");
        const parts = new URLSearchParams({
            t: page.number(store.seconds(), 2),
            colour: store.colour,
            show: that(true),
            hide: that(false),
        });
        if (!camera.fitted)
            parts.set("view", rounded([...page.toRecording(replay, [camera.x, camera.y]), camera.scale]));
        if (store.selected >= 0) parts.set("agent", replay.agents[store.selected].id);
        if (store.line) parts.set("line", rounded(page.toRecording(replay, store.line)));
        return parts.toString().replaceAll("%2C", ",");
    };

    const THEME = "wend-theme";
    const known = (name) => name === "light" || name === "dark";
    const system = window.matchMedia("(prefers-color-scheme: dark)");

    page.rememberTheme = function (name) {
        try {
            localStorage.setItem(THEME, name);
        } catch {
            // Not stored.
        }
    };
    function rememberedTheme() {
        try {
            return localStorage.getItem(THEME);
        } catch {
            return null;
        }
    }
    /// Theme from the address, the stored choice, or the system.
    page.firstTheme = () =>
        [page.asked.theme, rememberedTheme()].find(known) || (system.matches ? "dark" : "light");
    /// Calls listener when the system theme changes, unless the user has chosen one.
    page.onSystemTheme = function (listener) {
        system.addEventListener("change", () => {
            if (!known(rememberedTheme())) listener(system.matches ? "dark" : "light");
        });
    };
})((window.wendPage = window.wendPage || {}));
