// SPDX-License-Identifier: MIT
// Reads what record/replay.c writes, by docs/view.md and in the plainest way: line by line, frame
// by frame. The oracle of the packer; viewer/decode.js is another reader, which the viewer's tests
// try.
#ifndef WEND_TESTS_REPLAY_REPLAY_READER_H
#define WEND_TESTS_REPLAY_REPLAY_READER_H

#include "tests/support/support.h"

#include <jansson.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

/// Bytes being read.
typedef struct replay_in {
    uint8_t *data;
    size_t size, at;
} replay_in;

/// A packed recording, unpacked.
typedef struct replay_read {
    json_t *about;
    uint32_t agents, frames;
    float *x, *y; ///< [agents * frames] in metres; NAN: not there
    size_t knots; ///< in all chunks together
} replay_read;

static inline int base64_digit(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(digits, c);
    assert_true(c != 0 && at != NULL);
    return (int)(at - digits);
}

/// One line of base64, inflated; free data.
static inline replay_in replay_line_read(const char *line, size_t length)
{
    assert_int_equal(length % 4, 0);
    uint8_t *deflated = malloc(length + 1);
    assert_non_null(deflated);
    size_t size = 0;
    for (size_t i = 0; i < length; i += 4) {
        int count = line[i + 2] == '=' ? 1 : line[i + 3] == '=' ? 2 : 3;
        uint32_t bits = 0;
        for (int k = 0; k < 4; ++k)
            bits = bits << 6 | (uint32_t)(k <= count ? base64_digit(line[i + (size_t)k]) : 0);
        for (int k = 0; k < count; ++k)
            deflated[size++] = (uint8_t)(bits >> (16 - 8 * k));
    }
    replay_in in = {.size = 1 << 16};
    for (;;) {
        in.data = realloc(in.data, in.size);
        assert_non_null(in.data);
        uLongf room = in.size;
        int result = uncompress(in.data, &room, deflated, size);
        if (result == Z_OK) {
            in.size = room;
            break;
        }
        assert_int_equal(result, Z_BUF_ERROR);
        in.size *= 2;
    }
    free(deflated);
    return in;
}

static inline uint32_t replay_number(replay_in *in)
{
    assert_true(in->at < in->size);
    uint32_t value = in->data[in->at++];
    if (value < 255)
        return value;
    for (int shift = 0;; shift += 7) {
        assert_true(in->at < in->size && shift < 35);
        uint8_t byte = in->data[in->at++];
        value += (uint32_t)(byte & 127) << shift;
        if (byte < 128)
            return value;
    }
}

static inline int32_t replay_signed(replay_in *in)
{
    uint32_t value = replay_number(in);
    return (int32_t)(value >> 1) ^ -(int32_t)(value & 1);
}

static inline void replay_put_place(replay_read *r, uint32_t agent, uint64_t frame, double x,
                                    double y)
{
    if (frame >= r->frames)
        return; // the last chunk may end behind the last frame, but nobody is there
    size_t i = (size_t)agent * r->frames + (size_t)frame;
    // In the frame that two chunks share, both say the same.
    assert_true(isnan(r->x[i]) || (r->x[i] == (float)x && r->y[i] == (float)y));
    r->x[i] = (float)x;
    r->y[i] = (float)y;
}

/// One agent of a chunk, from its first knot on. Returns its knots.
static inline size_t replay_read_agent(replay_read *r, uint32_t agent, uint64_t frame, double x,
                                       double y, double unit, replay_in *times, replay_in *moves)
{
    double dx = 0, dy = 0; // of the line before, and
    uint32_t before = 1;   // its frames
    size_t knots = 1;
    replay_put_place(r, agent, frame, x * unit, y * unit);
    for (uint32_t time; (time = replay_number(times)) != 0; ++knots) {
        uint32_t frames = time == 1 ? replay_number(times) : time - 1;
        if (time == 1)
            dx = dy = 0;
        double to_x = x + floor(dx * frames / before + 0.5) + replay_signed(moves);
        double to_y = y + floor(dy * frames / before + 0.5) + replay_signed(moves);
        for (uint32_t k = time == 1 ? frames : 1; k <= frames; ++k) {
            double share = (double)k / frames;
            replay_put_place(r, agent, frame + k, (x + (to_x - x) * share) * unit,
                             (y + (to_y - y) * share) * unit);
        }
        dx = time == 1 ? 0 : to_x - x;
        dy = time == 1 ? 0 : to_y - y;
        before = time == 1 ? 1 : frames;
        frame += frames;
        x = to_x;
        y = to_y;
    }
    return knots;
}

static inline void replay_read_chunk(replay_read *r, replay_in in, uint64_t begin, double unit)
{
    uint32_t count = replay_number(&in), knots = replay_number(&in);
    uint32_t agent_bytes = replay_number(&in), time_bytes = replay_number(&in);
    replay_in times = in, moves = in;
    times.at += agent_bytes;
    moves.at += (size_t)agent_bytes + time_bytes;
    uint32_t agent = 0;
    double x = 0, y = 0;
    for (uint32_t i = 0; i < count; ++i) {
        agent += replay_number(&in);
        uint32_t frame = replay_number(&in);
        x += replay_signed(&in);
        y += replay_signed(&in);
        assert_true(agent < r->agents);
        size_t had = replay_read_agent(r, agent, begin + frame, x, y, unit, &times, &moves);
        assert_true(had <= knots);
        knots -= (uint32_t)had;
        r->knots += had;
        ++agent;
    }
    assert_int_equal(knots, 0);
    assert_int_equal(moves.at, moves.size);
}

static inline double replay_field(const replay_read *r, const char *key)
{
    json_t *value = json_object_get(r->about, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/// Lines with groups of moments.
static inline size_t replay_groups(const replay_read *r)
{
    const json_t *moments = json_object_get(r->about, "moments");
    if (!moments)
        return 0;
    json_int_t count = json_integer_value(json_object_get(moments, "count"));
    json_int_t group = json_integer_value(json_object_get(moments, "group"));
    assert_true(count > 0 && group > 0);
    return (size_t)((count + group - 1) / group);
}

/// Reads a whole text; free it with replay_read_free.
static inline replay_read replay_read_text(const char *packed, size_t size)
{
    replay_read r = {0};
    size_t line = 0, before = 0; // lines before the chunks
    double unit = 0, chunk_frames = 0;
    for (const char *at = packed; at < packed + size; ++line) {
        const char *end = memchr(at, '\n', (size_t)(packed + size - at));
        assert_non_null(end);
        replay_in in = replay_line_read(at, (size_t)(end - at));
        at = end + 1;
        if (line == 0) {
            r.about = json_loadb((const char *)in.data, in.size, 0, NULL);
            assert_non_null(r.about);
            unit = replay_field(&r, "unit");
            chunk_frames = replay_field(&r, "chunk_frames");
            before = 1 + json_array_size(json_object_get(r.about, "layers")) + replay_groups(&r);
            r.frames = (uint32_t)replay_field(&r, "frames");
            json_t *columns = json_object_get(r.about, "agents");
            r.agents = (uint32_t)json_array_size(json_object_get(columns, "id"));
            size_t places = (size_t)r.agents * r.frames + 1;
            r.x = malloc(places * sizeof *r.x);
            r.y = malloc(places * sizeof *r.y);
            assert_true(r.x && r.y);
            for (size_t i = 0; i < places; ++i)
                r.x[i] = r.y[i] = NAN;
        } else if (line >= before) {
            replay_read_chunk(&r, in, (uint64_t)(line - before) * (uint64_t)chunk_frames, unit);
        }
        free(in.data);
    }
    assert_int_equal(line, before + (size_t)replay_field(&r, "chunks"));
    return r;
}

static inline void replay_read_free(replay_read *r)
{
    json_decref(r->about);
    free(r->x);
    free(r->y);
    *r = (replay_read){0};
}

#endif
