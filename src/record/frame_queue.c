// SPDX-License-Identifier: MIT
// A list of copies under one lock. A copy is one block of memory; blocks are used again, so that a
// run of many frames asks for memory only at first.
#include "record/frame_queue.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// A copy of a frame, and behind it what the frame points to.
typedef struct packet {
    struct packet *next;
    size_t capacity; ///< of the block [Units: bytes]
    size_t size;     ///< that is used
    record_frame frame;
    max_align_t data[];
} packet;

struct frame_queue {
    pthread_mutex_t lock;
    pthread_cond_t has_frame; ///< or is over
    pthread_cond_t has_room;  ///< or refuses
    packet *first, *last;     ///< that wait to be taken
    packet *taken;            ///< by the one that writes
    packet *spare;            ///< to be used again
    size_t bytes, most_bytes; ///< of the packets that wait
    uint32_t doors, movers;
    bool ended, refuses;
};

static bool make_conditions(frame_queue *q)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    // Not the time of day, which can be set.
    bool good = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(&q->has_frame, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    if (good && pthread_cond_init(&q->has_room, NULL) != 0) {
        pthread_cond_destroy(&q->has_frame);
        return false;
    }
    return good;
}

frame_queue *frame_queue_create(uint32_t doors, uint32_t movers, size_t most_bytes)
{
    frame_queue *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    q->doors = doors;
    q->movers = movers;
    q->most_bytes = most_bytes;
    if (pthread_mutex_init(&q->lock, NULL) == 0) {
        if (make_conditions(q))
            return q;
        pthread_mutex_destroy(&q->lock);
    }
    free(q);
    return NULL;
}

static void free_packets(packet *p)
{
    while (p) {
        packet *next = p->next;
        free(p);
        p = next;
    }
}

void frame_queue_free(frame_queue *q)
{
    if (!q)
        return;
    free_packets(q->first);
    free_packets(q->taken);
    free_packets(q->spare);
    pthread_cond_destroy(&q->has_frame);
    pthread_cond_destroy(&q->has_room);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

// ---- copies -------------------------------------------------------------------------------------

/// With the block's own head, so that frames without rows count as well.
static size_t size_of(const frame_queue *q, const record_frame *frame)
{
    size_t size = sizeof(packet) + frame->row_count * sizeof *frame->rows +
                  (frame->aims ? frame->row_count * sizeof *frame->aims : 0) +
                  frame->came_count * sizeof *frame->came +
                  frame->left_count * sizeof *frame->left +
                  frame->shape_count * sizeof *frame->shapes + q->movers * sizeof *frame->movers +
                  frame->gate_count * sizeof *frame->gates +
                  frame->stuck_count * sizeof *frame->stuck + q->doors * sizeof *frame->shut;
    for (uint32_t i = 0; i < frame->shape_count; ++i) {
        uint32_t between = frame->shapes[i].shape.between_count;
        size += between * sizeof(wend_path_piece) + (between + 1) * sizeof(double);
    }
    for (uint32_t i = 0; i < frame->came_count; ++i)
        if (frame->came[i].goal)
            size += strlen(frame->came[i].goal) + 1;
    return size;
}

/// A block of at least `size` bytes: a used one if it is large enough. NULL: out of memory.
static packet *find_packet(frame_queue *q, size_t size)
{
    pthread_mutex_lock(&q->lock);
    packet *p = q->spare;
    if (p)
        q->spare = p->next;
    pthread_mutex_unlock(&q->lock);
    if (!p || p->capacity < size) {
        size_t capacity = size + size / 4;
        free(p);
        p = malloc(sizeof *p + capacity);
        if (p)
            p->capacity = capacity;
    }
    return p;
}

/// Copies to *end and moves that on. Items of the larger alignments go first.
static void *copy(char **end, const void *from, size_t count, size_t size)
{
    void *to = *end;
    if (count > 0)
        memcpy(to, from, count * size);
    *end += count * size;
    return to;
}

static void fill_packet(const frame_queue *q, packet *p, const record_frame *frame)
{
    char *end = (char *)p->data;
    p->frame = *frame;
    p->frame.rows = copy(&end, frame->rows, frame->row_count, sizeof *frame->rows);
    if (frame->aims)
        p->frame.aims = copy(&end, frame->aims, frame->row_count, sizeof *frame->aims);
    record_agent *came = copy(&end, frame->came, frame->came_count, sizeof *frame->came);
    p->frame.came = came;
    p->frame.left = copy(&end, frame->left, frame->left_count, sizeof *frame->left);
    record_shape *shapes = copy(&end, frame->shapes, frame->shape_count, sizeof *frame->shapes);
    p->frame.shapes = shapes;
    for (uint32_t i = 0; i < frame->shape_count; ++i) {
        wend_group_shape *shape = &shapes[i].shape;
        uint32_t count = shape->between_count;
        if (count == 0)
            continue;
        shape->between = copy(&end, shape->between, count, sizeof *shape->between);
        shape->begins = copy(&end, shape->begins, count + 1, sizeof *shape->begins);
    }
    p->frame.movers = copy(&end, frame->movers, q->movers, sizeof *frame->movers);
    p->frame.gates = copy(&end, frame->gates, frame->gate_count, sizeof *frame->gates);
    p->frame.stuck = copy(&end, frame->stuck, frame->stuck_count, sizeof *frame->stuck);
    p->frame.shut = copy(&end, frame->shut, q->doors, sizeof *frame->shut);
    for (uint32_t i = 0; i < frame->came_count; ++i)
        if (came[i].goal)
            came[i].goal = copy(&end, came[i].goal, strlen(came[i].goal) + 1, 1);
}

// ---- both ends ----------------------------------------------------------------------------------

frame_queue_result frame_queue_put(frame_queue *q, const record_frame *frame)
{
    size_t size = size_of(q, frame);
    packet *p = find_packet(q, size);
    if (!p)
        return FRAME_QUEUE_NO_MEMORY;
    p->size = size;
    p->next = NULL;
    fill_packet(q, p, frame);
    pthread_mutex_lock(&q->lock);
    while (q->first && q->bytes + size > q->most_bytes && !q->refuses)
        pthread_cond_wait(&q->has_room, &q->lock);
    bool refused = q->refuses;
    if (refused) {
        free(p);
    } else {
        if (q->first)
            q->last->next = p;
        else
            q->first = p;
        q->last = p;
        q->bytes += size;
        pthread_cond_signal(&q->has_frame);
    }
    pthread_mutex_unlock(&q->lock);
    return refused ? FRAME_QUEUE_REFUSED : FRAME_QUEUE_TAKEN;
}

void frame_queue_end(frame_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->ended = true;
    pthread_cond_signal(&q->has_frame);
    pthread_mutex_unlock(&q->lock);
}

static struct timespec after(double seconds)
{
    const long nanoseconds = 1000000000; // in a second
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    double whole = floor(seconds);
    t.tv_sec += (time_t)whole;
    t.tv_nsec += (long)((seconds - whole) * (double)nanoseconds);
    if (t.tv_nsec >= nanoseconds) {
        t.tv_nsec -= nanoseconds;
        ++t.tv_sec;
    }
    return t;
}

const record_frame *frame_queue_take(frame_queue *q, double patience, bool *over)
{
    struct timespec until = after(fmax(patience, 0));
    bool patient = true;
    pthread_mutex_lock(&q->lock);
    while (!q->first && !q->ended && patient)
        patient = pthread_cond_timedwait(&q->has_frame, &q->lock, &until) == 0;
    packet *p = q->first;
    if (p) {
        q->first = p->next;
        p->next = NULL;
        q->bytes -= p->size;
        q->taken = p;
        pthread_cond_signal(&q->has_room);
    }
    *over = !p && q->ended;
    pthread_mutex_unlock(&q->lock);
    return p ? &p->frame : NULL;
}

void frame_queue_give_back(frame_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->taken->next = q->spare;
    q->spare = q->taken;
    q->taken = NULL;
    pthread_mutex_unlock(&q->lock);
}

void frame_queue_refuse(frame_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->refuses = true;
    free_packets(q->first);
    q->first = q->last = NULL;
    q->bytes = 0;
    pthread_cond_signal(&q->has_room);
    pthread_mutex_unlock(&q->lock);
}
