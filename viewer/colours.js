// SPDX-License-Identifier: MIT
// Colours: theme, ramps for numbers, a palette for names, and the colour of every agent. Ramps run
// from blue to red through teal and amber; the palette is that of Okabe and Ito (2008), adjusted
// for contrast with the ground. Both are distinguishable for colour-blind people.
//
// Packed colours are 32 bits as in canvas memory: red lowest, alpha highest. They are signed,
// because engines store numbers above 2^31 on the heap.
(function (page) {
    "use strict";

    const RAMPS = {
        light: ["#a50f3c", "#e2622f", "#e3ac35", "#21a08f", "#1c5cc0"],
        dark: ["#ff4f73", "#ff8d57", "#f2cd62", "#3cc9b4", "#6ca6ff"],
    };
    const HEAT = ["#ffe28a", "#fdb04e", "#f1673b", "#c52154", "#6d1271"];
    const NAMES = {
        light: "#0072b2 #e08e00 #009e73 #d0470a #c05a95 #3fa3de #8a8500 #6b4fa0".split(" "),
        dark: "#4aa8e8 #ffb833 #2fd1a1 #ff8147 #e79bc4 #8fd0fa #e3dc4e #b39ae6".split(" "),
    };
    /// Variables of style.css used for drawing.
    const VARIABLES =
        "outside ground wall rim plain area door-open door-shut mover gate mark stuck chart grid text " +
        "soft surface";
    const LAYERS = {
        light: {
            mesh: "#8a94a6", portals: "#d97706", voronoi: "#b5548c",
            patches: "#8a9a1b", "first-goals": "#0072b2",
            "mang-red": "#d7191c", "mang-black": "#20242c",
        },
        dark: {
            mesh: "#5d6a80", portals: "#f0a848", voronoi: "#d183b4",
            patches: "#b9c94a", "first-goals": "#6cb8ff",
            "mang-red": "#ff5f5f", "mang-black": "#b9c3d2",
        },
    };
    const STEPS = 256;

    /// Upper end of the density scale. [Units: 1/m^2]
    page.HEAT_MOST = 5;
    /// Upper end of the time-lost scale. [Units: s]
    const LOST_MOST = 60;
    /// Maximum number of names in a legend; the rest are "others".
    const NAMED = 12;

    function channels(hex) {
        const n = parseInt(hex.slice(1), 16);
        return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
    }
    const pack = (r, g, b, a) => (a << 24) | (b << 16) | (g << 8) | r;
    page.pack = (hex) => pack(...channels(hex), 255);
    page.css = (packed) =>
        "#" + [packed & 255, (packed >> 8) & 255, (packed >> 16) & 255]
            .map((c) => c.toString(16).padStart(2, "0")).join("");

    function ramp(stops, alpha) {
        const rows = stops.map(channels);
        return Int32Array.from({ length: STEPS }, (_, i) => {
            const at = (i / (STEPS - 1)) * (rows.length - 1);
            const k = Math.min(rows.length - 2, Math.floor(at));
            const mix = (c) => Math.round(rows[k][c] + (rows[k + 1][c] - rows[k][c]) * (at - k));
            return pack(mix(0), mix(1), mix(2), alpha ? alpha(i / (STEPS - 1)) : 255);
        });
    }
    const toCss = (stops) => "linear-gradient(90deg," + stops.join(",") + ")";

    /// Current values of the variables of style.css.
    page.readTheme = function () {
        const style = getComputedStyle(document.documentElement);
        const theme = {};
        for (const name of VARIABLES.split(" ")) {
            const key = name.replace(/-(.)/, (_, letter) => letter.toUpperCase());
            theme[key] = style.getPropertyValue("--" + name).trim();
        }
        return theme;
    };

    function nameColour(theme, i) {
        const palette = NAMES[theme];
        if (i < palette.length) return page.pack(palette[i]);
        // Beyond the palette, hues advance by the golden angle, so that neighbours differ.
        const hue = (i * 137.508) % 360;
        const light = (theme === "dark" ? 0.68 : 0.42) + (i % 3) * 0.06;
        const strength = 0.6 * Math.min(light, 1 - light);
        const part = (n) => {
            const k = (n + hue / 30) % 12;
            return Math.round(255 * (light - strength * page.clamp(Math.min(k - 3, 9 - k), -1, 1)));
        };
        return pack(part(0), part(8), part(4), 255);
    }

    page.layerColour = function (theme, name, i) {
        return LAYERS[theme][name] || page.css(nameColour(theme, i + 2));
    };

    /// The colours of all agents. `lost` is that of passes.js.
    page.makeColours = function (store, lost) {
        const { agents } = store.replay;
        const fastest = agents.reduce((most, a) => (a.speed > most ? a.speed : most), 0);
        const speedMost = Math.max(1, Math.ceil((fastest || 1.5) * 2) / 2);
        const names = {};
        for (const kind of ["goal", "group", "role"]) names[kind] = countNames(agents, kind);
        let theme = null;
        let scale = null;
        let back = null;
        let heat = null;
        const fixed = {};

        function refresh() {
            theme = page.readTheme();
            scale = ramp(RAMPS[store.theme]);
            back = Int32Array.from(scale).reverse();
            heat = ramp(HEAT, (t) => Math.round(225 * Math.min(1, t * 2.6)));
            for (const kind of Object.keys(names)) {
                const packed = names[kind].list.map((_, i) => nameColour(store.theme, i));
                const none = page.pack(theme.soft);
                fixed[kind] = Int32Array.from(names[kind].of, (i) => (i < 0 ? none : packed[i]));
            }
        }

        const modes = {
            speed: { title: "speed", has: true },
            goal: { title: "goal", has: names.goal.list.length > 0 },
            group: { title: "group", has: names.group.list.length > 0 },
            role: { title: "role", has: names.role.list.length > 0 },
            lost: { title: "time lost", has: agents.some((a) => a.speed > 0) },
            plain: { title: "one colour", has: true },
        };

        return {
            modes,
            refresh,
            get theme() { return theme; },
            get heat() { return heat; },
            get heatCss() { return toCss(HEAT); },
            /// Sets crowd.colour of the agents present.
            paint(crowd) {
                const { count, colour, agent, vx, vy } = crowd;
                const mode = store.colour;
                if (fixed[mode]) {
                    for (let i = 0; i < count; i++) colour[i] = fixed[mode][agent[i]];
                } else if (mode === "speed") {
                    const f = (STEPS - 1) / speedMost;
                    for (let i = 0; i < count; i++) {
                        const speed = Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]);
                        colour[i] = scale[Math.min(STEPS - 1, (speed * f) | 0)];
                    }
                } else if (mode === "lost") {
                    const most = lost.most() || LOST_MOST;
                    const f = (STEPS - 1) / Math.min(most, LOST_MOST);
                    const none = page.pack(theme.soft);
                    for (let i = 0; i < count; i++) {
                        const at = lost.at(agent[i], store.time) * f;
                        colour[i] = at >= 0 ? back[Math.min(STEPS - 1, at | 0)] : none;
                    }
                } else {
                    colour.fill(page.pack(theme.plain), 0, count);
                }
            },
            /// Legend: {ramp, low, high, about} or {keys: [{colour, name, count}]}.
            legend() {
                const stops = RAMPS[store.theme];
                if (store.colour === "speed") {
                    const about = "Red: standing, blue: walking.";
                    return { ramp: toCss(stops), low: "0", high: speedMost + " m/s", about };
                }
                if (store.colour === "lost") return lostLegend([...stops].reverse());
                if (names[store.colour]) return { keys: nameKeys(names[store.colour]) };
                return { keys: [{ colour: theme.plain, name: "agents", count: agents.length }] };
            },
        };

        function lostLegend(stops) {
            const most = Math.min(lost.most() || LOST_MOST, LOST_MOST);
            const done = Math.round(lost.progress() * 100);
            const unit = lost.most() > LOST_MOST ? "s and more" : "s";
            return {
                ramp: toCss(stops),
                low: "0",
                high: page.measure(most, most < 10 ? 1 : 0, unit),
                about: done < 100 ? "Measuring… " + done + " %"
                    : "Travel time beyond that at the preferred speed.",
            };
        }

        function nameKeys(named) {
            const keys = named.list.map((name, i) => {
                const colour = page.css(nameColour(store.theme, i));
                return { colour, name, count: named.counts[i] };
            });
            const more = keys.splice(NAMED);
            const count = more.reduce((sum, key) => sum + key.count, 0);
            if (count) keys.push({ colour: "transparent", name: more.length + " others", count });
            if (named.none) keys.push({ colour: theme.soft, name: "none", count: named.none });
            return keys;
        }
    };

    /// Names of agents of a kind, most frequent first.
    function countNames(agents, kind) {
        const counts = new Map();
        let none = 0;
        for (const agent of agents) {
            if (agent[kind]) counts.set(agent[kind], (counts.get(agent[kind]) || 0) + 1);
            else none++;
        }
        const order = (a, b) => counts.get(b) - counts.get(a) || (a < b ? -1 : 1);
        const list = [...counts.keys()].sort(order);
        const index = new Map(list.map((name, i) => [name, i]));
        return {
            list,
            none,
            counts: list.map((name) => counts.get(name)),
            of: Int32Array.from(agents, (agent) => (agent[kind] ? index.get(agent[kind]) : -1)),
        };
    }
})((window.wendPage = window.wendPage || {}));
