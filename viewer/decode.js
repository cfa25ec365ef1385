// SPDX-License-Identifier: MIT
// Unpacks the data of a replay (format: docs/view.md): lines of base64, each a zlib stream. The
// first is a JSON object with the metadata, then come the layers, the moments (moments.js), and the
// rows in chunks of time. Moments and rows are unpacked when needed.
//
//     const replay = await wendReplay.open(text);
//     await replay.ready(frame);
//     const count = replay.fill(time, out);
//
// Lengths are metres with y up, times are in frames and may be fractional.
(function () {
    "use strict";

    // Maximum size of unpacked chunks, least recently used removed first. [bytes]
    const KEPT = 128 << 20;
    // Escape byte of larger numbers (src/replay/bytes.h).
    const ESCAPE = 255;
    // Codes in the times of an agent (src/replay/chunks.c).
    const TIME_END = 0, TIME_GAP = 1, TIME_KNOT = 2;
    // Limit of numbers (src/replay/knots.h).
    const REACH = 2 ** 29;

    function damaged(what) {
        return new Error("The data of this replay is damaged: " + what + ".");
    }

    function fromBase64(line) {
        if (Uint8Array.fromBase64)
            return Uint8Array.fromBase64(line);
        const binary = atob(line), bytes = new Uint8Array(binary.length);
        for (let i = 0; i < bytes.length; ++i)
            bytes[i] = binary.charCodeAt(i);
        return bytes;
    }

    async function inflate(line) {
        try {
            const stream = new Blob([fromBase64(line)]).stream();
            const inflated = stream.pipeThrough(new DecompressionStream("deflate"));
            return new Uint8Array(await new Response(inflated).arrayBuffer());
        } catch (error) {
            throw damaged("a part cannot be unpacked");
        }
    }

    // Sequential reader of numbers.
    class Reader {
        constructor(bytes, at) {
            this.bytes = bytes;
            this.at = at;
        }

        number() {
            const first = this.bytes[this.at++];
            return first < ESCAPE ? first : this.large();
        }

        large() {
            let value = 0, factor = 1, byte;
            do {
                byte = this.bytes[this.at++];
                value += (byte & 127) * factor;
                factor *= 128;
            } while (byte > 127);
            return ESCAPE + value;
        }

        signed() {
            const value = this.number();
            return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
        }

        // Each of `count` items has at least one byte.
        check(count) {
            if (!(this.at + count <= this.bytes.length))
                throw damaged("a part is too short");
        }

        finish() {
            if (this.at !== this.bytes.length)
                throw damaged("a part has the wrong length");
        }
    }

    // ---- chunks ---------------------------------------------------------------------------------

    // Extrapolates the motion from a to b in `frames` by `more` frames. The packer computes the
    // same (replay_predict).
    function predict(a, b, frames, more) {
        const far = b + Math.floor((b - a) * more / frames + 0.5);
        return far < -REACH ? -REACH : far > REACH ? REACH : far;
    }

    // Knots of each agent in the chunk; fresh[i]: no line leads from knot i - 1 to knot i.
    function unpackChunk(bytes) {
        const head = new Reader(bytes, 0);
        const agentCount = head.number(), knotCount = head.number();
        const agentBytes = head.number(), timeBytes = head.number();
        const agents = head, times = new Reader(bytes, head.at + agentBytes);
        const moves = new Reader(bytes, times.at + timeBytes);
        if (!(moves.at <= bytes.length) || knotCount > bytes.length || agentCount > knotCount)
            throw damaged("a chunk is too short");
        const chunk = {
            who: new Uint32Array(agentCount), starts: new Uint32Array(agentCount + 1),
            cursor: new Uint32Array(agentCount),
            frame: new Uint16Array(knotCount), fresh: new Uint8Array(knotCount),
            x: new Int32Array(knotCount), y: new Int32Array(knotCount),
            bytes: agentCount * 12 + knotCount * 11,
        };
        const {frame, fresh, x, y} = chunk;
        let agent = -1, startX = 0, startY = 0, k = 0;
        for (let i = 0; i < agentCount; ++i) {
            agent += agents.number() + 1;
            let at = agents.number();
            let px = startX += agents.signed(), py = startY += agents.signed();
            let bx = px, by = py, before = 1; // it moved here from (bx, by) in `before` frames
            chunk.who[i] = agent;
            chunk.starts[i] = chunk.cursor[i] = k;
            frame[k] = at, fresh[k] = 1, x[k] = px, y[k] = py, ++k;
            for (let time; (time = times.number()) !== TIME_END && k < knotCount; ++k) {
                const gap = time === TIME_GAP;
                const frames = gap ? times.number() : time - TIME_KNOT + 1;
                const toX = (gap ? px : predict(bx, px, before, frames)) + moves.signed();
                const toY = (gap ? py : predict(by, py, before, frames)) + moves.signed();
                bx = gap ? toX : px, by = gap ? toY : py, before = gap ? 1 : frames;
                px = toX, py = toY, at += frames;
                frame[k] = at, fresh[k] = gap ? 1 : 0, x[k] = px, y[k] = py;
            }
        }
        chunk.starts[agentCount] = k;
        if (k !== knotCount || moves.at !== bytes.length)
            throw damaged("a chunk has the wrong length");
        return chunk;
    }

    // Last knot of the j-th agent at or before a time, or its first.
    function knotBefore(chunk, j, time) {
        const {frame, starts, cursor} = chunk;
        const low = starts[j], high = starts[j + 1] - 1;
        let i = cursor[j];
        while (i < high && frame[i + 1] <= time)
            ++i;
        while (i > low && frame[i] > time)
            --i;
        return cursor[j] = i;
    }

    // Fraction of the line from knot i to the next; -1: the agent is absent.
    function shareAt(chunk, j, i, time) {
        const {frame, fresh} = chunk;
        if (time === frame[i])
            return 0;
        if (time < frame[i] || i + 1 === chunk.starts[j + 1] || fresh[i + 1])
            return -1;
        return (time - frame[i]) / (frame[i + 1] - frame[i]);
    }

    // Units per frame along an axis at a knot: the slope of a parabola through three knots, which
    // weights the shorter line more.
    function slopeAt(chunk, axis, j, i) {
        const {frame, fresh} = chunk;
        const last = i + 1 === chunk.starts[j + 1] || fresh[i + 1] === 1;
        const before = fresh[i] ? 0 : frame[i] - frame[i - 1];
        const after = last ? 0 : frame[i + 1] - frame[i];
        const slopeBefore = fresh[i] ? 0 : (axis[i] - axis[i - 1]) / before;
        const slopeAfter = last ? 0 : (axis[i + 1] - axis[i]) / after;
        if (before === 0)
            return slopeAfter;
        return after === 0 ? slopeBefore
                           : (slopeBefore * after + slopeAfter * before) / (before + after);
    }

    // ---- metadata -------------------------------------------------------------------------------

    function scaled(numbers, unit) {
        return Float64Array.from(numbers, (n) => n * unit);
    }

    // Index of the last of `starts`, ascending, that is at most value; -1: none.
    function lastUpTo(starts, value) {
        let low = 0, high = starts.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (starts[middle] <= value)
                low = middle + 1;
            else
                high = middle;
        }
        return low - 1;
    }

    // Times in which an agent makes no progress. `by` names what blocks it; `blocker` is an agent if
    // that is "agent".
    function makeStuck(about) {
        const out = [], numbers = about.stuck || [];
        for (let i = 0; i + 4 < numbers.length; i += 5)
            out.push({
                agent: numbers[i], begin: numbers[i + 1], end: numbers[i + 2],
                by: about.blockers[numbers[i + 3]], blocker: numbers[i + 4],
            });
        return out;
    }

    function everyThird(numbers, first, unit) {
        const out = new Float64Array(Math.floor(numbers.length / 3));
        for (let i = 0; i < out.length; ++i)
            out[i] = numbers[3 * i + first] * unit;
        return out;
    }

    function makeMover(mover, unit) {
        const frames = everyThird(mover.knots, 0, 1);
        const x = everyThird(mover.knots, 1, unit), y = everyThird(mover.knots, 2, unit);
        function at(time) {
            const i = Math.max(lastUpTo(frames, time), 0), next = Math.min(i + 1, frames.length - 1);
            if (frames.length === 0)
                return [0, 0];
            const share = next > i ? Math.min((time - frames[i]) / (frames[next] - frames[i]), 1) : 0;
            return [x[i] + (x[next] - x[i]) * share, y[i] + (y[next] - y[i]) * share];
        }
        return {name: mover.name, ring: scaled(mover.ring, unit), at};
    }

    // at(frame): both ends, x0, y0, x1, y1, or null while absent.
    function makeGoal(goal, unit, fps) {
        const places = goal.places.map((place) => scaled(place, unit)), times = goal.times;
        function at(frame) {
            let time = frame / fps;
            if (goal.period > 0)
                time %= goal.period;
            const i = lastUpTo(times, time);
            if (i < 0 || (goal.gone !== null && time >= goal.gone))
                return null;
            if (i + 1 >= times.length)
                return Array.from(places[i]);
            const share = (time - times[i]) / (times[i + 1] - times[i]);
            return Array.from(places[i], (from, k) => from + (places[i + 1][k] - from) * share);
        }
        return {name: goal.name, at};
    }

    function makeDoor(door, unit) {
        return {
            name: door.name, ring: scaled(door.ring, unit),
            shutAt: (frame) => lastUpTo(door.changes, frame) % 2 === 0,
        };
    }

    // at(frame): while the gate acts, `mouths` in the order in which agents pass them, each with both
    // ends and a point outside, [x0, y0, x1, y1, x, y]; `axis`, the points where it bends from the
    // one to the other, [[x, y]...]; and whether it is `closing`. Otherwise null.
    function makeGate(gate, unit) {
        const first = scaled(gate.mouths.slice(0, 6), unit), second = scaled(gate.mouths.slice(6), unit);
        const bends = scaled(gate.axis || [], unit), there = [];
        for (let i = 0; i + 1 < bends.length; i += 2) there.push([bends[i], bends[i + 1]]);
        const back = there.slice().reverse();
        const frames = everyThird(gate.changes, 0, 1);
        function at(frame) {
            const i = lastUpTo(frames, frame);
            const direction = i < 0 ? 0 : gate.changes[3 * i + 1];
            if (direction === 0)
                return null;
            const mouths = direction === 1 ? [first, second] : [second, first];
            const axis = direction === 1 ? there : back;
            return {mouths, axis, closing: gate.changes[3 * i + 2] === 1};
        }
        return {at};
    }

    function makeAgents(about) {
        const columns = about.agents, names = about.names;
        return columns.id.map((id, i) => ({
            id, first: columns.first[i], last: columns.last[i],
            radius: columns.radius[i], speed: columns.speed[i], reaction: columns.reaction[i],
            came: columns.came[i], left: columns.left[i], arrived: columns.arrived[i] === 1,
            goal: names[columns.goal[i]], group: names[columns.group[i]],
            role: names[columns.role[i]], guide: names[columns.guide[i]],
            motion: names[columns.motion[i]], aim: columns.aim[i],
        }));
    }

    function makeSummary(text) {
        try {
            return JSON.parse(text);
        } catch (error) {
            return null;
        }
    }

    // Segments x0, y0, x1, y1 ...
    function unpackLayer(bytes, unit) {
        const reader = new Reader(bytes, 0), count = reader.number();
        if (4 * count > bytes.length)
            throw damaged("a layer is too short");
        const lines = new Float32Array(4 * count);
        let x = 0, y = 0;
        for (let i = 0; i < lines.length; i += 4) {
            x += reader.signed();
            y += reader.signed();
            lines[i] = x * unit, lines[i + 1] = y * unit;
            lines[i + 2] = (x + reader.signed()) * unit, lines[i + 3] = (y + reader.signed()) * unit;
        }
        return lines;
    }

    // ---- replay ---------------------------------------------------------------------------------

    class Replay {
        constructor(about, layers, moments, lines) {
            const goals = new Set();
            this.title = about.title;
            this.source = about.source;
            this.whole = about.whole;
            this.fps = about.fps;
            this.frames = about.frames;
            this.rows = about.rows;
            this.precision = about.unit;
            this.origin = about.origin;
            this.mirrored = about.mirrored;
            this.box = [...about.low, ...about.high];
            this.chunkFrames = about.chunk_frames;
            this.agents = makeAgents(about);
            for (const agent of this.agents)
                goals.add(agent.goal);
            this.floors = about.floors.map((floor) => ({
                rings: floor.rings.map((ring) => scaled(ring, about.fine)),
                lines: floor.lines.map((line) => scaled(line, about.fine)),
            }));
            this.areas = about.areas.map((area) => ({
                name: area.name, ring: scaled(area.ring, about.fine), goal: goals.has(area.name),
            }));
            this.goals = (about.goals || []).map((goal) => makeGoal(goal, about.fine, about.fps));
            this.patches = Float64Array.from(about.patches || [],
                (n, i) => (i % 4 < 3 ? n * about.fine : n / 100));
            this.doors = about.doors.map((door) => makeDoor(door, about.fine));
            this.gates = (about.gates || []).map((gate) => makeGate(gate, about.fine));
            this.stuck = makeStuck(about);
            this.movers = about.movers.map((mover) => makeMover(mover, about.fine));
            this.counts = Uint32Array.from(about.counts);
            this.summary = makeSummary(about.summary);
            this.layers = layers;
            this.moments = {about: about.moments || null, lines: moments};
            this._floorFrames = about.floor_changes.filter((value, i) => i % 2 === 0);
            this._floorNumbers = about.floor_changes.filter((value, i) => i % 2 === 1);
            this._lines = lines;
            this._chunks = new Map(); // by number, most recently used last
            this._pending = new Map();
            this._kept = 0;
        }

        // A reader of a line of the data.
        async reader(line) {
            return new Reader(await inflate(line), 0);
        }

        floorOf(frame) {
            return this._floorNumbers[Math.max(lastUpTo(this._floorFrames, frame), 0)];
        }

        // Position in the recording's frame.
        place(x, y) {
            return [this.origin[0] + x, this.origin[1] + (this.mirrored ? -y : y)];
        }

        // Inverse of place().
        local(x, y) {
            const up = y - this.origin[1];
            return [x - this.origin[0], this.mirrored ? -up : up];
        }

        _chunkOf(time) {
            const number = Math.floor(time / this.chunkFrames);
            return Math.min(Math.max(number, 0), this._lines.length - 1);
        }

        _used(number) {
            const chunk = this._chunks.get(number);
            if (chunk && this._latest !== number) {
                this._chunks.delete(number);
                this._chunks.set(number, chunk);
                this._latest = number;
            }
            return chunk;
        }

        _keep(number, chunk) {
            this._chunks.set(number, chunk);
            this._latest = number;
            this._kept += chunk.bytes;
            for (const [old, other] of this._chunks) {
                if (this._kept <= KEPT || this._chunks.size <= 2)
                    break;
                this._chunks.delete(old);
                this._kept -= other.bytes;
            }
        }

        async _unpack(number) {
            try {
                const chunk = unpackChunk(await inflate(this._lines[number]));
                this._keep(number, chunk);
                return chunk;
            } finally {
                this._pending.delete(number);
            }
        }

        async _chunk(number) {
            const chunk = this._used(number);
            if (chunk)
                return chunk;
            if (!this._pending.has(number))
                this._pending.set(number, this._unpack(number));
            return this._pending.get(number);
        }

        isReady(frame) {
            return this._chunks.has(this._chunkOf(frame));
        }

        async ready(frame) {
            await this._chunk(this._chunkOf(frame));
        }

        // Positions at a time: fills out.x, y [m], vx, vy [m/s] and agent, sorted by agent, and
        // returns their number; -1: the chunk is not ready.
        fill(time, out) {
            const number = this._chunkOf(time), chunk = this._used(number);
            if (!chunk)
                return -1;
            const local = time - number * this.chunkFrames, unit = this.precision;
            const perSecond = unit * this.fps;
            const {who, x, y} = chunk;
            let count = 0;
            for (let j = 0; j < who.length; ++j) {
                const i = knotBefore(chunk, j, local), share = shareAt(chunk, j, i, local);
                if (share < 0)
                    continue;
                let vx = slopeAt(chunk, x, j, i), vy = slopeAt(chunk, y, j, i);
                let px = x[i], py = y[i];
                if (share > 0) {
                    px += (x[i + 1] - px) * share;
                    py += (y[i + 1] - py) * share;
                    vx += (slopeAt(chunk, x, j, i + 1) - vx) * share;
                    vy += (slopeAt(chunk, y, j, i + 1) - vy) * share;
                }
                out.agent[count] = who[j];
                out.x[count] = px * unit, out.y[count] = py * unit;
                out.vx[count] = vx * perSecond, out.vy[count] = vy * perSecond;
                ++count;
            }
            return count;
        }

        // One agent: [x, y, vx, vy], or null if it is absent or the chunk is not ready.
        at(agent, time) {
            const number = this._chunkOf(time), chunk = this._used(number);
            const j = chunk ? lastUpTo(chunk.who, agent) : -1;
            if (j < 0 || chunk.who[j] !== agent)
                return null;
            const local = time - number * this.chunkFrames, unit = this.precision;
            const i = knotBefore(chunk, j, local), share = shareAt(chunk, j, i, local);
            if (share < 0)
                return null;
            const next = share > 0 ? i + 1 : i, perSecond = unit * this.fps;
            const between = (a, b) => a + (b - a) * share;
            const {x, y} = chunk;
            return [
                between(x[i], x[next]) * unit, between(y[i], y[next]) * unit,
                between(slopeAt(chunk, x, j, i), slopeAt(chunk, x, j, next)) * perSecond,
                between(slopeAt(chunk, y, j, i), slopeAt(chunk, y, j, next)) * perSecond,
            ];
        }

        // Knots of an agent's trajectory; breaks are the knots that no line leads to.
        async track(agent) {
            const frames = [], xs = [], ys = [], breaks = [];
            const {first, last} = this.agents[agent], unit = this.precision;
            for (let n = this._chunkOf(first); last >= first && n <= this._chunkOf(last); ++n) {
                const chunk = await this._chunk(n), begin = n * this.chunkFrames;
                const j = lastUpTo(chunk.who, agent);
                if (j < 0 || chunk.who[j] !== agent)
                    continue;
                for (let i = chunk.starts[j]; i < chunk.starts[j + 1]; ++i) {
                    const frame = begin + chunk.frame[i];
                    // The last knot of a chunk is the first of the next.
                    if (frames.length > 0 && frames[frames.length - 1] === frame)
                        continue;
                    if (chunk.fresh[i] && frames.length > 0)
                        breaks.push(frames.length);
                    frames.push(frame);
                    xs.push(chunk.x[i] * unit);
                    ys.push(chunk.y[i] * unit);
                }
            }
            return {
                frames: Uint32Array.from(frames), x: Float32Array.from(xs),
                y: Float32Array.from(ys), breaks: Uint32Array.from(breaks),
            };
        }
    }

    // Opens the data: the text of the page's element. Throws an Error with a message for users.
    async function open(text) {
        if (typeof DecompressionStream === "undefined")
            throw new Error("This browser cannot unpack compressed " +
                            "data. Use Chrome 80, Edge 80, Firefox 113, Safari 16.4 or later.");
        const lines = text.trim().split("\n");
        let about;
        try {
            about = JSON.parse(new TextDecoder().decode(await inflate(lines[0])));
        } catch (error) {
            throw damaged("the first part is unreadable");
        }
        if (about.wend_replay !== 1)
            throw new Error("This replay was written by another version of wend.");
        const layersEnd = 1 + about.layers.length;
        const groups = about.moments ? Math.ceil(about.moments.count / about.moments.group) : 0;
        if (lines.length !== layersEnd + groups + about.chunks)
            throw damaged("wrong number of parts");
        const layers = {};
        for (let i = 0; i < about.layers.length; ++i)
            layers[about.layers[i]] = unpackLayer(await inflate(lines[i + 1]), about.fine);
        const moments = lines.slice(layersEnd, layersEnd + groups);
        const replay = new Replay(about, layers, moments, lines.slice(layersEnd + groups));
        await replay.ready(0);
        return replay;
    }

    window.wendReplay = {open};
})();
