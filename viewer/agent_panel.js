// SPDX-License-Identifier: MIT
// The selected agent: identity, goal, progress, trajectory, and speed over time.
(function (page) {
    "use strict";

    const SPEED_WINDOW = 0.5; // averaging window of the speed chart in seconds
    const SPEED_POINTS = 400; // maximum number of points of the chart

    /// Trajectory with the path length at each knot. A knot after a gap in the recording is fresh:
    /// no line leads to it.
    function measureWay(agent, track) {
        const fresh = new Set(track.breaks);
        const walked = new Float64Array(track.frames.length);
        for (let i = 1; i < walked.length; i++) {
            const step = Math.hypot(track.x[i] - track.x[i - 1], track.y[i] - track.y[i - 1]);
            walked[i] = walked[i - 1] + (fresh.has(i) ? 0 : step);
        }
        return { agent, ...track, fresh, walked };
    }

    /// Path length at a time, in frames.
    function walkedAt(way, time) {
        const { frames, walked } = way;
        let low = 0;
        let high = frames.length - 1;
        if (high < 0 || time <= frames[0]) return 0;
        if (time >= frames[high]) return walked[high];
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (frames[middle] <= time) low = middle;
            else high = middle;
        }
        const share = (time - frames[low]) / (frames[high] - frames[low]);
        return walked[low] + (walked[high] - walked[low]) * share;
    }

    page.makeAgentPanel = function (store) {
        const { replay, crowd } = store;
        const ids = new Map(replay.agents.map((agent, i) => [String(agent.id), i]));
        const box = page.byId("agent-box");
        const card = page.byId("card");
        const followButtons = [page.byId("follow"), page.byId("card-follow")];
        let speeds = null;
        let asked = 0;

        async function select(index) {
            store.selected = index;
            store.way = null;
            speeds = null;
            if (index < 0) store.follow = false;
            store.notify("select");
            show();
            if (index < 0) return null;
            const mine = ++asked;
            const track = await replay.track(index);
            if (mine !== asked || store.selected !== index) return null;
            store.way = measureWay(index, track);
            speeds = speedsOf(store.way);
            store.notify("select");
            show();
            store.notify("picked");
            return facts();
        }

        function speedsOf(way) {
            const { frames } = way;
            if (frames.length < 2) return [];
            const first = frames[0];
            const last = frames[frames.length - 1];
            const step = Math.max(SPEED_WINDOW * replay.fps, (last - first) / SPEED_POINTS);
            const rows = [];
            for (let at = first; at < last; at += step) {
                const end = Math.min(at + step, last);
                const metres = walkedAt(way, end) - walkedAt(way, at);
                rows.push([(at + end) / 2 / replay.fps, (metres * replay.fps) / (end - at)]);
            }
            return rows;
        }

        /// "since 0:45.2, by agent 15": how long the selected agent has been stuck, and what blocks it.
        function stuckText() {
            const now = page.stuckAt(replay, store.time).find((s) => s.agent === store.selected);
            if (!now) return "";
            const agent = now.by === "agent" ? replay.agents[now.blocker] : null;
            const number = agent ? " " + agent.id : now.by === "gate" ? " " + now.blocker : "";
            const by = now.by === "nothing" ? "" : ", blocked by " + now.by + number;
            return "since " + page.clock(now.begin / replay.fps, 1) + by;
        }

        /// Properties of the selected agent now.
        function facts() {
            const agent = replay.agents[store.selected];
            if (!agent) return null;
            const slot = crowd.slot[store.selected];
            const walked = store.way ? walkedAt(store.way, store.time) : NaN;
            const until = page.clamp(store.time, agent.first, agent.last);
            const gone = (until - agent.first) / replay.fps - (agent.reaction || 0);
            return {
                id: agent.id,
                there: slot >= 0,
                speed: slot >= 0 ? Math.hypot(crowd.vx[slot], crowd.vy[slot]) : NaN,
                wished: agent.speed,
                radius: agent.radius,
                goal: agent.goal,
                group: agent.group,
                role: agent.role,
                guide: agent.guide,
                motion: agent.motion,
                came: agent.came,
                left: agent.left,
                arrived: agent.arrived,
                walked,
                length: store.way ? walkedAt(store.way, store.end) : NaN,
                stuck: stuckText(),
                lost: agent.speed > 0 ? Math.max(0, gone - walked / agent.speed) : NaN,
            };
        }

        const speed = (x) => page.measure(x, 2, "m/s");
        function speedNow(known) {
            if (known.there) return speed(known.speed);
            return store.time < replay.agents[store.selected].first ? "not yet present" : "left";
        }

        const walkedOf = ({ walked, length }) =>
            page.number(walked, 1) + " of " + page.number(length, 1) + " m";

        /// One-line summary over the picture, shown when the panel is closed.
        function showCard(known) {
            card.hidden = !known || !document.body.classList.contains("no-panel");
            if (card.hidden) return;
            const parts = [known.id, speedNow(known), known.goal].filter((part) => part !== "");
            page.byId("card-text").textContent = parts.join(" · ");
        }

        function show() {
            const known = facts();
            box.hidden = !known;
            showCard(known);
            if (!known) return;
            const seconds = (x) => (Number.isFinite(x) ? page.clock(x, 1) : "");
            const metres = (x, digits) => page.measure(x, digits, "m");
            page.fillList(page.byId("agent"), [
                ["Id", known.id],
                ["Speed", speedNow(known)],
                ["Preferred speed", speed(known.wished)],
                ["Goal", known.goal],
                ["Planner", known.guide],
                ["Motion model", known.motion],
                ["Group", known.group],
                ["Role", known.role],
                ["Radius", metres(known.radius, 2)],
                ["Entered", seconds(known.came)],
                [known.arrived ? "Arrived" : "Exited", seconds(known.left)],
                ["Walked", Number.isFinite(known.walked) ? walkedOf(known) : ""],
                ["Stuck", known.stuck],
                ["Time lost", page.measure(known.lost, 1, "s")],
            ]);
            for (const button of followButtons)
                button.setAttribute("aria-pressed", String(store.follow));
            if (!speeds || !speeds.length) return;
            const most = speeds.reduce((m, row) => Math.max(m, row[1]), known.wished || 1);
            page.drawChart(page.byId("agent-chart"), store.colours.theme, speeds, {
                start: speeds[0][0],
                end: speeds[speeds.length - 1][0],
                most: most * 1.05,
                now: store.seconds(),
                unit: "m/s",
            });
        }

        function follow(on) {
            store.follow = on && store.selected >= 0;
            store.notify("select");
            show();
        }

        /// Next (or previous) agent present.
        function next(by) {
            if (!crowd.count) return;
            const order = Array.from(crowd.agent.subarray(0, crowd.count)).sort((a, b) => a - b);
            const at = order.indexOf(store.selected);
            select(order[at < 0 ? 0 : (at + by + order.length) % order.length]);
        }

        page.byId("find").addEventListener("submit", (event) => {
            event.preventDefault();
            const input = page.byId("find-id");
            const index = ids.get(input.value.trim());
            if (index === undefined) {
                page.showMessage("No agent with id " + input.value.trim());
                return;
            }
            input.value = "";
            input.blur();
            select(index);
        });
        for (const button of followButtons)
            button.addEventListener("click", () => follow(!store.follow));
        for (const id of ["clear-agent", "card-close"])
            page.byId(id).addEventListener("click", () => select(-1));
        card.addEventListener("pointerdown", (event) => event.stopPropagation());
        card.addEventListener("dblclick", (event) => event.stopPropagation());

        const indexOf = (id) => (ids.has(String(id)) ? ids.get(String(id)) : -1);
        return { select, facts, show, follow, next, indexOf };
    };
})((window.wendPage = window.wendPage || {}));
