// SPDX-License-Identifier: MIT
// Draws the crowd with WebGL 2: agents as quads with a disc in each, trails as ribbons whose
// corners are read from a texture of past positions, the heat map as one scaled texture. The canvas
// is transparent and lies over the floor.
(function (page) {
    "use strict";

    const { DISC } = page;
    const TRAIL_WIDTH = 0.5; // half of it, CSS pixels
    const number = (x) => x.toFixed(4); // GLSL requires a decimal point
    const TEXTURE_WIDTH = 2048; // agents per row of the trail texture: supported by every WebGL 2

    const CAMERA = `
uniform vec4 to_clip; // scale x, y, offset x, y
uniform float scale;  // device pixels to a metre
vec2 clip(vec2 p) { return p * to_clip.xy + to_clip.zw; }`;

    const AGENT_VERTEX = `#version 300 es
layout(location = 0) in vec2 at;
layout(location = 1) in vec2 velocity;
layout(location = 2) in float radius;
layout(location = 3) in vec4 colour;
uniform vec2 size; // of the canvas, device pixels
uniform float least;
out vec2 place;
flat out float extent;
flat out vec2 front;
flat out vec3 paint;
${CAMERA}
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    extent = max(least, radius * scale);
    place = corner * (extent + 1.0);
    float speed = length(velocity);
    front = speed > ${number(DISC.noseSpeed)} ? velocity / speed : vec2(0.0);
    paint = colour.rgb;
    gl_Position = vec4(clip(at) + place * 2.0 / size, 0.0, 1.0);
}`;

    const AGENT_FRAGMENT = `#version 300 es
precision highp float;
in vec2 place;
flat in float extent;
flat in vec2 front;
flat in vec3 paint;
uniform vec3 rim_colour;
out vec4 result;
void main() {
    float d = length(place);
    float outer = clamp(extent - d + 0.5, 0.0, 1.0);
    float rim = min(${number(DISC.rimMost)}, extent * ${number(DISC.rim)});
    if (extent < ${number(DISC.rimFrom)}) rim = 0.0;
    float inner = clamp(extent - rim - d + 0.5, 0.0, 1.0);
    vec3 colour = mix(rim_colour, paint, rim > 0.0 ? inner : 1.0);
    if (extent >= ${number(DISC.noseFrom)} && front != vec2(0.0)) {
        float off = length(place - front * extent * ${number(DISC.noseAt)});
        float nose = extent * ${number(DISC.nose)} - off + 0.5;
        colour = mix(colour, rim_colour, clamp(nose, 0.0, 1.0));
    }
    result = vec4(colour * outer, outer);
}`;

    const TRAIL_VERTEX = `#version 300 es
layout(location = 0) in vec2 at;
layout(location = 3) in vec4 colour;
layout(location = 4) in uint agent;
uniform highp sampler2D past;
uniform ivec4 rows;   // newest, count of samples, rows of samples kept, texture rows a sample
uniform vec2 size;
uniform float width;  // half, device pixels
out vec4 paint;
out float across;     // device pixels from the middle
${CAMERA}
const float NOWHERE = 1e29;
vec2 sample_of(int age) {
    if (age < 0) return at;
    if (age >= rows.y) return vec2(NOWHERE * 10.0);
    int row = (rows.x - age) % rows.z;
    int line = int(agent) / ${TEXTURE_WIDTH};
    int column = int(agent) % ${TEXTURE_WIDTH};
    return texelFetch(past, ivec2(column, row * rows.w + line), 0).xy;
}
// A trail ends where its agent was not there: later corners fall onto the last one.
void main() {
    int point = gl_VertexID >> 1;
    vec2 here = at;
    vec2 before = at;
    vec2 after = at;
    for (int i = 0; i <= point; i++) {
        vec2 next = sample_of(i - 1);
        if (next.x > NOWHERE) break;
        before = here;
        here = next;
    }
    after = sample_of(point);
    if (after.x > NOWHERE) after = here;
    vec2 along = (after - before) * to_clip.xy * size;
    float len = length(along);
    vec2 side = len > 0.0 ? vec2(-along.y, along.x) / len : vec2(0.0);
    float fade = 1.0 - float(point) / float(max(rows.y, 1));
    paint = vec4(colour.rgb, 0.8 * max(fade, 0.0));
    across = ((gl_VertexID & 1) == 0 ? 1.0 : -1.0) * (width + 1.0);
    gl_Position = vec4(clip(here) + side * across * 2.0 / size, 0.0, 1.0);
}`;

    const TRAIL_FRAGMENT = `#version 300 es
precision mediump float;
in vec4 paint;
in float across;
uniform mediump float soft_width;
out vec4 result;
void main() {
    float a = paint.a * clamp(soft_width + 0.5 - abs(across), 0.0, 1.0);
    result = vec4(paint.rgb * a, a);
}`;

    const HEAT_VERTEX = `#version 300 es
uniform vec4 box;
out vec2 uv;
${CAMERA}
void main() {
    uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = vec4(clip(mix(box.xy, box.zw, uv)), 0.0, 1.0);
}`;

    const HEAT_FRAGMENT = `#version 300 es
precision mediump float;
in vec2 uv;
uniform sampler2D heat;
out vec4 result;
void main() {
    vec4 c = texture(heat, uv);
    result = vec4(c.rgb * c.a, c.a);
}`;

    function build(gl, vertex, fragment) {
        const program = gl.createProgram();
        for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
            const shader = gl.createShader(type);
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
        }
        gl.linkProgram(program);
        if (!gl.getProgramParameter(program, gl.LINK_STATUS))
            throw new Error("WebGL: " + gl.getProgramInfoLog(program));
        const names = {};
        const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS);
        for (let i = 0; i < count; i++) {
            const { name } = gl.getActiveUniform(program, i);
            names[name] = gl.getUniformLocation(program, name);
        }
        return { program, at: names };
    }

    function texture(gl, filter) {
        const made = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, made);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
        return made;
    }

    /// True if WebGL runs on the processor: draw_pixels.js is then faster.
    function inSoftware(gl) {
        const more = gl.getExtension("WEBGL_debug_renderer_info");
        const name = gl.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
        return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
    }

    /// null: no WebGL 2, or only in software and `force` is not set.
    page.makeGl = function (canvas, agentCount, force) {
        const gl = canvas.getContext("webgl2", {
            antialias: false,
            depth: false,
            premultipliedAlpha: true,
            failIfMajorPerformanceCaveat: !force,
        });
        if (!gl || (!force && inSoftware(gl))) return null;
        const agentProgram = build(gl, AGENT_VERTEX, AGENT_FRAGMENT);
        const trailProgram = build(gl, TRAIL_VERTEX, TRAIL_FRAGMENT);
        const heatProgram = build(gl, HEAT_VERTEX, HEAT_FRAGMENT);
        const state = gl.createVertexArray();
        const empty = gl.createVertexArray();
        const lines = Math.max(1, Math.ceil(agentCount / TEXTURE_WIDTH));
        const past = texture(gl, gl.NEAREST);
        const heat = texture(gl, gl.LINEAR);
        const row = new Float32Array(TEXTURE_WIDTH * lines * 2);
        const radii = new Float32Array(Math.max(1, agentCount));
        let pastRows = 0;

        gl.bindVertexArray(state);
        const buffers = {
            x: attribute(0, 2),
            velocity: attribute(1, 2),
            radius: attribute(2, 1),
            colour: attribute(3, 4, gl.UNSIGNED_BYTE),
            agent: attribute(4, 1, gl.UNSIGNED_INT),
        };
        const pairs = new Float32Array(2 * Math.max(1, agentCount));

        function attribute(index, size, type = gl.FLOAT) {
            const buffer = gl.createBuffer();
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.enableVertexAttribArray(index);
            if (type === gl.UNSIGNED_INT) gl.vertexAttribIPointer(index, size, type, 0, 0);
            else gl.vertexAttribPointer(index, size, type, type === gl.UNSIGNED_BYTE, 0, 0);
            gl.vertexAttribDivisor(index, 1);
            return buffer;
        }
        function upload(buffer, data) {
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.bufferData(gl.ARRAY_BUFFER, data, gl.STREAM_DRAW);
        }
        function interleave(a, b, count) {
            for (let i = 0; i < count; i++) {
                pairs[2 * i] = a[i];
                pairs[2 * i + 1] = b[i];
            }
            return pairs.subarray(0, 2 * count);
        }
        function sendCrowd(crowd) {
            const { count } = crowd;
            for (let i = 0; i < count; i++) radii[i] = crowd.radius[crowd.agent[i]];
            upload(buffers.x, interleave(crowd.x, crowd.y, count));
            upload(buffers.velocity, interleave(crowd.vx, crowd.vy, count));
            upload(buffers.radius, radii.subarray(0, count));
            upload(buffers.colour, crowd.colour.subarray(0, count));
            upload(buffers.agent, crowd.agent.subarray(0, count));
        }
        function sendTrails(trails) {
            gl.bindTexture(gl.TEXTURE_2D, past);
            if (pastRows !== trails.rows * lines) {
                pastRows = trails.rows * lines;
                gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG32F, TEXTURE_WIDTH, pastRows, 0, gl.RG,
                    gl.FLOAT, null);
                for (let k = 0; k < trails.rows; k++) trails.changed.add(k);
            }
            for (const k of trails.changed) {
                const from = k * trails.agents;
                for (let i = 0; i < trails.agents; i++) {
                    row[2 * i] = trails.x[from + i];
                    row[2 * i + 1] = trails.y[from + i];
                }
                gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, k * lines, TEXTURE_WIDTH, lines, gl.RG,
                    gl.FLOAT, row);
            }
            trails.changed.clear();
        }
        function use(program, camera) {
            const sx = (2 * camera.scale) / camera.width;
            const sy = (2 * camera.scale) / camera.height;
            gl.useProgram(program.program);
            gl.uniform4f(program.at.to_clip, sx, sy, -camera.x * sx, -camera.y * sy);
            gl.uniform1f(program.at.scale, camera.scale * camera.ratio);
            gl.uniform2f(program.at.size, canvas.width, canvas.height);
        }
        function drawHeat(view) {
            const { density } = view;
            density.measure(view.crowd);
            density.paint(view.heatRamp);
            gl.bindVertexArray(empty);
            gl.bindTexture(gl.TEXTURE_2D, heat);
            gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, density.columns, density.rows, 0, gl.RGBA,
                gl.UNSIGNED_BYTE, new Uint8Array(density.pixels.buffer));
            use(heatProgram, view.camera);
            gl.uniform4f(heatProgram.at.box, ...density.box);
            gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
        }
        function drawTrails(view) {
            const { trails, crowd } = view;
            sendTrails(trails);
            const count = trails.newest - trails.oldest + 1;
            if (count <= 0) return;
            use(trailProgram, view.camera);
            gl.uniform4i(trailProgram.at.rows, trails.newest, count, trails.rows, lines);
            gl.uniform1f(trailProgram.at.width, TRAIL_WIDTH * view.camera.ratio);
            gl.uniform1f(trailProgram.at.soft_width, TRAIL_WIDTH * view.camera.ratio);
            gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 2 * (count + 1), crowd.count);
        }
        function drawAgents(view) {
            const rim = page.pack(view.theme.rim);
            const [r, g, b] = [0, 8, 16].map((shift) => ((rim >> shift) & 255) / 255);
            use(agentProgram, view.camera);
            gl.uniform1f(agentProgram.at.least, DISC.least * view.camera.ratio);
            gl.uniform3f(agentProgram.at.rim_colour, r, g, b);
            gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, view.crowd.count);
        }

        return {
            name: "webgl2",
            canvas,
            opaque: false,
            resize(width, height) {
                canvas.width = width;
                canvas.height = height;
            },
            /// view: as in draw_pixels.js
            draw(view) {
                gl.viewport(0, 0, canvas.width, canvas.height);
                gl.clearColor(0, 0, 0, 0);
                gl.clear(gl.COLOR_BUFFER_BIT);
                gl.enable(gl.BLEND);
                gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
                if (view.density) drawHeat(view);
                if (!view.crowd.count) return;
                gl.bindVertexArray(state);
                sendCrowd(view.crowd);
                if (view.trails) drawTrails(view);
                if (view.agents) drawAgents(view);
            },
        };
    };
})((window.wendPage = window.wendPage || {}));
