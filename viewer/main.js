// SPDX-License-Identifier: MIT
// Opens the replay and assembles the page.
(function (page) {
    "use strict";

    const PANEL_EVERY = 150; // milliseconds between updates of the panel while playing
    const NARROW = "(max-width: 760px)"; // as in style.css

    const theme = page.firstTheme();
    document.documentElement.dataset.theme = theme;

    function makeParts(replay) {
        const store = page.makeStore(replay);
        store.theme = theme;
        store.camera = page.makeCamera(replay.box);
        store.crowd = page.makeCrowd(replay);
        store.trails = page.makeTrails(replay);
        store.density = page.makeDensity(replay.box);
        store.lost = page.makeLost(replay);
        store.colours = page.makeColours(store, store.lost);
        store.colours.refresh();
        store.moments = page.makeMoments(store);
        store.floor = page.makeFloor(store, store.colours);
        store.marks = page.makeMarks(store, store.colours);

        const parts = { store, panel: page.makePanel(store) };
        parts.stage = page.makeStage(store, page.asked.renderer);
        parts.player = page.makePlayer(store, parts.stage);
        parts.timeline = page.makeTimeline(store, parts.player);
        parts.agentPanel = page.makeAgentPanel(store);
        parts.lineTool = page.makeLineTool(store);
        parts.pointer = page.makePointer(store, parts.stage, parts.lineTool, parts.agentPanel);
        parts.look = makeLook(parts);
        return parts;
    }

    /// Theme and panel.
    function makeLook({ store, timeline, agentPanel, lineTool }) {
        const { classList } = document.body;
        return {
            setTheme(name, remember = true) {
                store.theme = document.documentElement.dataset.theme = name;
                if (remember) page.rememberTheme(name);
                store.colours.refresh();
                timeline.draw();
                store.notify("look");
            },
            turnTheme() {
                this.setTheme(store.theme === "dark" ? "light" : "dark");
            },
            showPanel(on) {
                classList.toggle("no-panel", !on);
                page.byId("panel-toggle").setAttribute("aria-expanded", String(on));
                agentPanel.show();
                lineTool.show();
            },
            turnPanel() {
                this.showPanel(classList.contains("no-panel"));
            },
        };
    }

    /// Registers the listeners.
    function listen({ store, stage, player, panel, timeline, agentPanel, lineTool, look }) {
        let panelShown = 0;
        store.on("look", () => {
            stage.stale();
            panel.drawLegend();
            agentPanel.show();
            lineTool.show();
            player.wake();
        });
        store.on("progress", () => {
            panel.drawLegend();
            player.wake();
        });
        store.on("camera", () => {
            showScale(store.camera);
            player.wake();
        });
        for (const kind of ["select", "line"]) store.on(kind, player.wake);
        store.on("picked", () => page.byId("s-agent").scrollIntoView({ block: "nearest" }));
        store.on("measured", () => {
            look.showPanel(true);
            page.byId("s-line").scrollIntoView({ block: "nearest" });
        });
        store.on("play", () => showPlaying(store));
        store.on("drawn", () => {
            timeline.move();
            const now = performance.now();
            if (store.playing && now - panelShown < PANEL_EVERY) return;
            panelShown = now;
            agentPanel.show();
            lineTool.show();
        });
        page.onSystemTheme((name) => look.setTheme(name, false));
    }

    function showScale(camera) {
        const bar = page.scaleBar(camera);
        const span = document.querySelector("#scale span");
        span.style.width = bar.pixels + "px";
        span.dataset.text = bar.text;
    }

    function showPlaying(store) {
        const button = page.byId("play");
        button.classList.toggle("playing", store.playing);
        button.setAttribute("aria-label", store.playing ? "Pause" : "Play");
        const rates = page.byId("rate");
        if (![...rates.options].some((option) => Number(option.value) === store.rate))
            rates.append(page.make("option", { value: store.rate }, "×" + store.rate));
        rates.value = String(store.rate);
    }

    function connectButtons({ store, player, pointer, panel, look }) {
        const press = (id, run) =>
            page.byId(id).addEventListener("click", (event) => {
                run();
                if (event.detail) event.currentTarget.blur(); // Space then plays again
            });
        press("play", () => player.toggle());
        press("back", () => player.step(-1));
        press("forward", () => player.step(1));
        press("fit", () => pointer.fit());
        press("zoom-in", () => pointer.zoom(1));
        press("zoom-out", () => pointer.zoom(-1));
        press("theme", () => look.turnTheme());
        press("panel-toggle", () => look.turnPanel());
        press("panel-close", () => look.showPanel(false));
        press("card-more", () => {
            look.showPanel(true);
            page.byId("s-agent").scrollIntoView();
        });
        press("help", () => page.byId("help-dialog").showModal());
        const rates = page.byId("rate");
        const signs = { 0.25: "¼", 0.5: "½" };
        for (const rate of page.RATES)
            rates.append(page.make("option", { value: rate }, "×" + (signs[rate] || rate)));
        rates.addEventListener("change", () => player.setRate(Number(rates.value)));
        panel.makeButtons(() => page.addressOf(store));
    }

    /// Draws the first picture, as the address requests.
    function begin({ store, stage, player, panel, agentPanel, lineTool, look }) {
        const { replay, camera, crowd } = store;
        const { asked } = page;
        page.byId("title").textContent = replay.title;
        page.byId("subtitle").textContent =
            page.count(replay.agents.length) + " agents · " + page.clock(store.end / replay.fps, 1);
        look.showPanel(asked.panel === null ? !window.matchMedia(NARROW).matches : asked.panel);
        for (const name of asked.show) panel.setLayer(name, true);
        for (const name of asked.hide) panel.setLayer(name, false);
        panel.setColour("speed");
        panel.setColour(asked.colour);
        player.setRate(asked.rate);
        player.seek(asked.seconds * replay.fps);

        new ResizeObserver(() => {
            stage.resize();
            if (crowd.time >= 0) stage.draw(); // immediately: canvases are empty now
            store.notify("camera");
        }).observe(stage.box);
        stage.resize();
        if (asked.view) camera.set(...page.asHere(replay, asked.view), asked.view[2]);
        store.notify("camera");
        if (asked.agent !== null) agentPanel.select(agentPanel.indexOf(asked.agent));
        if (asked.line) lineTool.set(page.asHere(replay, asked.line));
        if (asked.play) player.play();
    }

    async function open() {
        const data = page.byId("data");
        const replay = await window.wendReplay.open(data.textContent);
        data.remove();
        const parts = makeParts(replay);
        listen(parts);
        connectButtons(parts);
        page.listenToKeys(parts);
        begin(parts);
        await parts.player.settled();
        page.byId("loading").hidden = true;
        Object.assign(window.wendViewer, page.makeApi(parts));
    }

    function fail(error) {
        const box = page.byId("failure");
        box.hidden = false;
        box.textContent = "This replay cannot be shown: " + error.message;
        page.byId("loading").hidden = true;
        console.error(error);
    }

    window.wendViewer = { ready: open() };
    window.wendViewer.ready.catch(fail);
})((window.wendPage = window.wendPage || {}));
