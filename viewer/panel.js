// SPDX-License-Identifier: MIT
// Panel: colours with their legend, layers, properties of the run, and the save buttons.
(function (page) {
    "use strict";

    const TRAILS = [2, 5, 10, 30]; // seconds

    /// Standard layers: name, title, key, default, whether the replay has it.
    const LAYERS = [
        ["agents", "Agents", "A", true, () => true],
        ["trails", "Trails", "T", false, () => true],
        ["heat", "Density", "H", false, () => true],
        ["obstacles", "Obstacles", "O", true, (replay) => replay.floors.length > 0],
        ["areas", "Areas", "", true, (replay) => replay.areas.length > 0],
        ["goals", "Goals", "", true, (replay) => replay.goals.length > 0],
        ["patches", "Resource", "", true, (replay) => replay.patches.length > 0],
        ["doors", "Doors", "", true, (replay) => replay.doors.length > 0],
        ["movers", "Moving obstacles", "", true, (replay) => replay.movers.length > 0],
        ["gates", "Gates", "", true, (replay) => replay.gates.length > 0],
        ["stuck", "Stuck", "", true, (replay) => replay.stuck.length > 0],
        ["names", "Names", "", true, (replay) => replay.areas.length + replay.doors.length > 0],
    ];

    /// Figures of a run's summary: key, title, format.
    const SUMMARY = [
        ["arrived", "Arrived", page.count],
        ["inside", "Still inside", page.count],
        ["last_s", "Last arrival", (x) => page.clock(x, 1)],
        ["mean_s", "Mean travel time", (x) => page.number(x, 1) + " s"],
        ["gathered", "Gathered", (x) => (x > 0 ? page.count(x) : "")],
        ["caught", "Caught", (x) => (x > 0 ? page.count(x) : "")],
        ["stuck", "Stuck temporarily", page.count],
        ["no_path", "No path", page.count],
        ["overlap_share", "Overlaps", (x) => page.number(x * 100, 2) + " %"],
        ["walls_crossed", "Wall violations", page.count],
        ["step", "Step", (x) => x + " s"],
        ["seed", "Seed", String],
        ["hash", "State hash", String],
    ];

    const TITLES = { mang: "MaNG" };
    const title = (name) => TITLES[name] || (name.charAt(0).toUpperCase() + name.slice(1)).replace(/[_-]/g, " ");
    page.layerId = (name) => "layer-" + name.toLowerCase().replace(/[^a-z0-9]/g, "-");

    page.makePanel = function (store) {
        const { replay, colours } = store;
        const select = page.byId("colour");
        const boxes = new Map();

        function makeLayers() {
            const list = page.byId("layers");
            const rows = LAYERS.filter((row) => row[4](replay)).concat(
                store.floor.layerNames.concat(store.moments.names)
                    .map((name) => [name, title(name), "", false]));
            for (const [name, text, key, on] of rows) {
                store.layers[name] = on;
                const input = page.make("input", { type: "checkbox", id: page.layerId(name) });
                input.setAttribute("role", "switch");
                input.checked = on;
                input.addEventListener("change", () => setLayer(name, input.checked));
                boxes.set(name, input);
                list.append(page.make("label", { title: key ? "Key " + key : null }, input, text));
            }
            const lengths = page.byId("trail");
            for (const seconds of TRAILS)
                lengths.append(page.make("option", { value: seconds }, seconds + " s"));
            lengths.value = String(store.trail);
            lengths.addEventListener("change", () => {
                store.trail = Number(lengths.value);
                store.notify("look");
            });
        }

        function setLayer(name, on) {
            if (!boxes.has(name)) return;
            store.layers[name] = on;
            boxes.get(name).checked = on;
            store.notify("look");
        }

        function makeColours() {
            for (const [mode, { title: text, has }] of Object.entries(colours.modes))
                select.append(page.make("option", { value: mode, disabled: !has }, text));
            select.addEventListener("change", () => setColour(select.value));
        }
        function setColour(mode) {
            if (!colours.modes[mode] || !colours.modes[mode].has) return;
            store.colour = mode;
            select.value = mode;
            if (mode === "lost") store.lost.start(() => store.notify("progress"));
            store.notify("look");
        }
        function nextColour() {
            const modes = Object.keys(colours.modes).filter((mode) => colours.modes[mode].has);
            setColour(modes[(modes.indexOf(store.colour) + 1) % modes.length]);
            page.showMessage("Colour: " + colours.modes[store.colour].title);
        }

        function rampOf({ ramp, low, high, about }) {
            const ends = [low, high].map((text) => page.make("span", {}, text));
            return [
                page.make("div", { class: "ramp", style: "background:" + ramp }),
                page.make("div", { class: "ends" }, ...ends),
                page.make("div", { class: "about" }, about),
            ];
        }
        function keyOf({ colour, name, count }) {
            const dot = page.make("i", { style: "background:" + colour });
            const text = page.make("span", {}, name);
            return page.make("div", {}, dot, text, page.make("b", {}, page.count(count)));
        }
        function drawLegend() {
            const legend = colours.legend();
            const place = page.byId("legend");
            if (legend.ramp) place.replaceChildren(...rampOf(legend));
            else {
                const keys = legend.keys.map(keyOf);
                place.replaceChildren(page.make("div", { class: "keys" }, ...keys));
            }
            const heat = page.byId("heat-legend");
            const spread = page.measure(store.density.spread, 1, "m");
            heat.hidden = !store.layers.heat;
            heat.replaceChildren(...rampOf({
                ramp: colours.heatCss,
                low: "0",
                high: page.HEAT_MOST + " /m² and more",
                about: "Gaussian per agent, width " + spread + ".",
            }));
            page.byId("trail-row").hidden = !store.layers.trails;
        }

        function showRun() {
            const summary = replay.summary || {};
            const plain = (value) => ["number", "string"].includes(typeof value);
            const figures = SUMMARY.filter(([key]) => plain(summary[key]))
                .map(([key, text, how]) => [text, how(summary[key])]);
            page.fillList(page.byId("run"), [
                ["Agents", page.count(replay.agents.length)],
                ["Length", page.clock(store.end / replay.fps, 1)],
                ["Frames", page.count(replay.frames)],
                ["Frame rate (fps)", Number(replay.fps.toFixed(2))],
                ["Source", replay.source],
                ["Interrupted", replay.whole === false ? "yes" : ""],
                ["Precision", replay.precision ? precision(replay.precision) : ""],
                ...figures,
            ]);
        }
        const precision = (metres) => Number((metres * 1000).toPrecision(2)) + " mm";

        function makeButtons(link) {
            const saving = (make, ending, type) => async () => {
                try {
                    const blob = new Blob([await make(store)], { type });
                    page.save(page.fileName(store, ending), blob);
                } catch (error) {
                    page.showMessage("Cannot save: " + error.message);
                }
            };
            page.byId("export-png").addEventListener("click",
                saving(page.toPng, "png", "image/png"));
            page.byId("export-svg").addEventListener("click",
                saving(page.toSvg, "svg", "image/svg+xml"));
            page.byId("copy-link").addEventListener("click", async () => {
                history.replaceState(null, "", "#" + link());
                try {
                    await navigator.clipboard.writeText(location.href);
                    page.showMessage("Link copied");
                } catch {
                    page.showMessage("The link is in the address bar");
                }
            });
        }

        makeLayers();
        makeColours();
        showRun();
        return { setLayer, setColour, nextColour, drawLegend, makeButtons };
    };
})((window.wendPage = window.wendPage || {}));
