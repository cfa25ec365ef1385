// SPDX-License-Identifier: MIT
// window.wendViewer: page control for tests and for the browser console. Times are seconds,
// positions are metres in the recording's frame. Methods that change the picture return a promise
// that resolves when it is drawn.
(function (page) {
    "use strict";

    page.makeApi = function (parts) {
        const { store, player } = parts;
        const { replay } = store;
        const drawn = (change) => (...values) => {
            change(...values);
            return player.settled();
        };
        return {
            state: () => stateOf(parts),
            play: () => player.play(),
            pause: drawn(() => player.pause()),
            seek: drawn((seconds) => player.seek(seconds * replay.fps)),
            seekFrame: drawn((frame) => player.seek(frame)),
            step: drawn((frames) => player.step(frames)),
            rate: (rate) => player.setRate(rate),
            ...lookApi(parts, drawn),
            ...agentApi(parts, drawn),
            ...pictureApi(parts),
        };
    };

    function stateOf({ store, stage, player }) {
        const { replay, camera, crowd } = store;
        const { fps, ms } = player.figures();
        const [x, y] = page.toRecording(replay, [camera.x, camera.y]);
        return {
            time: store.seconds(),
            frame: Math.floor(store.time),
            frames: replay.frames,
            fps: replay.fps,
            playing: store.playing,
            rate: store.rate,
            count: crowd.count,
            colour: store.colour,
            theme: store.theme,
            renderer: stage.renderer.name,
            layers: { ...store.layers },
            selected: store.selected >= 0 ? replay.agents[store.selected].id : null,
            follow: store.follow,
            camera: { x, y, scale: camera.scale },
            line: store.line ? page.toRecording(replay, store.line) : null,
            drawn: player.drawn,
            fpsDrawn: fps,
            drawMs: ms,
            failed: player.failed ? player.failed.message : null,
        };
    }

    function lookApi({ store, panel, pointer, look }, drawn) {
        const { replay, camera } = store;
        return {
            toggle: drawn((name, on) =>
                panel.setLayer(name, on === undefined ? !store.layers[name] : Boolean(on))),
            colour: drawn((mode) => panel.setColour(mode)),
            theme: drawn((name) => look.setTheme(name)),
            panel: drawn((on) => look.showPanel(on)),
            fit: drawn(() => pointer.fit()),
            camera: drawn((x, y, scale) => {
                camera.set(...page.asHere(replay, [x, y]), scale);
                store.notify("camera");
            }),
        };
    }

    function agentApi({ store, stage, player, agentPanel, pointer }, drawn) {
        const { replay, camera, crowd } = store;
        async function pick(index) {
            const facts = await agentPanel.select(index);
            await player.settled();
            return facts;
        }
        return {
            /// Properties of the agent as in the panel; null: none selected.
            pick: (id) => pick(id == null ? -1 : agentPanel.indexOf(id)),
            pickAt(px, py) {
                const place = stage.box.getBoundingClientRect();
                return pick(pointer.pickAt(px - place.left, py - place.top, "mouse"));
            },
            follow: drawn((on) => agentPanel.follow(on)),
            ids: () => Array.from(crowd.agent.subarray(0, crowd.count), (i) => replay.agents[i].id),
            /// Position in page pixels; null: not present.
            screenOf(id) {
                const index = agentPanel.indexOf(id);
                const slot = index < 0 ? -1 : crowd.slot[index];
                if (slot < 0) return null;
                const [x, y] = camera.toScreen(crowd.x[slot], crowd.y[slot]);
                const place = stage.box.getBoundingClientRect();
                return [x + place.left, y + place.top];
            },
        };
    }

    function pictureApi({ store, stage, lineTool }) {
        return {
            /// Promises of figures: time lost of all agents, crossings of the line.
            lost: () => store.lost.start(() => store.notify("progress")),
            line: (...line) =>
                lineTool.set(line.length === 4 ? page.asHere(store.replay, line) : null),
            /// Promise of the displayed moment: number of lines of the navigation graph, and first
            /// goals of agents, [id, x, y]; null: none, or hidden.
            async moment() {
                const { replay } = store;
                const now = await store.moments.load(store.time);
                return now && {
                    black: now.black.length / 4,
                    red: now.red.length / 4,
                    goals: now.goals.map(([agent, x, y]) =>
                        [replay.agents[agent].id, ...replay.place(x, y)]),
                };
            },
            picture: () => stage.picture(),
            svg: () => page.toSvg(store),
            async png() {
                const blob = await page.toPng(store);
                return new Promise((resolve) => {
                    const reader = new FileReader();
                    reader.onload = () => resolve(reader.result);
                    reader.readAsDataURL(blob);
                });
            },
        };
    }
})((window.wendPage = window.wendPage || {}));
