#include "cli/visit/call_ring.h"

static uint32_t
half_word(const struct process *process, uint64_t address)
{
    return (uint32_t)process_word(process, address);
}

/* Nobody holds its lock. */
static bool
is_free(const struct visit_target *target, uint64_t place)
{
    const struct calls_layout *at = &target->layout->calls;
    const struct process *process = &target->process;

    if (at->mutex != 0) {
        return half_word(process, place + at->mutex) == 0;
    }
    /* The word of a semaphore: how many may take it, how many wait. */
    return process_word(process,
                        process_word(process, place + at->semaphore)) == 1;
}

/* Whether it is one: nothing but a ring looks like that. */
static bool
read_ring(const struct visit_target *target, uint64_t place,
          struct call_ring *ring)
{
    const struct calls_layout *at = &target->layout->calls;
    const struct process *process = &target->process;
    uint32_t used;

    ring->place = place;
    ring->count = half_word(process, place + at->count);
    ring->first = half_word(process, place + at->first);
    ring->last = half_word(process, place + at->last);
    if (ring->first >= at->slots || ring->last >= at->slots) {
        return false;
    }
    used = (ring->last + at->slots - ring->first) % at->slots;
    return used < at->limit &&
           (at->most != 0
                ? ring->count == used &&
                      half_word(process, place + at->most) == at->limit
                : ring->count <= 1) &&
           is_free(target, place);
}

/* Where the interpreter keeps it differs among builds: exactly one is right. */
bool
call_ring_find(struct call_ring *found, const struct visit_target *target)
{
    const struct calls_layout *at = &target->layout->calls;
    const struct process *process = &target->process;
    uint64_t interpreter =
        process_word(process, target->runtime + at->main_interpreter);
    uint64_t place = at->in_runtime ? target->runtime : interpreter;
    unsigned matches = 0;

    for (unsigned i = 0; i == 0 || (i < 4 && at->moves[i] != 0); i++) {
        struct call_ring ring;

        if (read_ring(target, place + at->moves[i], &ring)) {
            *found = ring;
            matches++;
        }
    }
    found->breaker =
        at->breaker +
        (at->main_thread != 0
             ? process_word(process, target->runtime + at->main_thread)
             : interpreter);
    return interpreter != 0 && found->breaker != at->breaker && matches == 1;
}

static uint64_t
slot_of(const struct visit_target *target, const struct call_ring *ring,
        uint32_t index)
{
    const struct calls_layout *at = &target->layout->calls;

    return ring->place + at->calls + (uint64_t)index * at->call_size;
}

/* The call, then its index, then the bell. */
bool
call_ring_add(struct call_ring *ring, const struct visit_target *target,
              uint64_t function)
{
    const struct calls_layout *at = &target->layout->calls;
    const struct process *process = &target->process;
    uint64_t call[3] = { function, 0, 0 };
    uint32_t last = (ring->last + 1) % at->slots;
    uint32_t count = at->most != 0 ? ring->count + 1 : 1;
    uint64_t breaker = process_word(process, ring->breaker) | at->breaker_bit;

    return process_write(process, slot_of(target, ring, ring->last), call,
                         at->call_size) &&
           process_write(process, ring->place + at->last, &last, 4) &&
           process_write(process, ring->place + at->count, &count, 4) &&
           process_write(process, ring->breaker, &breaker,
                         at->most != 0 ? 8 : 4);
}

bool
call_ring_take_back(const struct visit_target *target, uint64_t function)
{
    const struct calls_layout *at = &target->layout->calls;
    const struct process *process = &target->process;
    struct call_ring ring;
    uint32_t last, count;

    if (!call_ring_find(&ring, target) || ring.first == ring.last) {
        return false;
    }
    last = (ring.last + at->slots - 1) % at->slots;
    count = at->most != 0 ? ring.count - 1 : last != ring.first;
    return process_word(process, slot_of(target, &ring, last)) == function &&
           process_write(process, ring.place + at->last, &last, 4) &&
           process_write(process, ring.place + at->count, &count, 4);
}
