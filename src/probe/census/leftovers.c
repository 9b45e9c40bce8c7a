#include "probe/census/leftovers.h"

#include "cpython/owners.h"
#include "probe/state/recorder.h"

enum { PARTS_MAX = 1024 }; /* what is beyond passes for used */

static struct {
    uint64_t stack_pointer;
    uint32_t count;
    struct unused {
        uint64_t start, end;
    } parts[PARTS_MAX];
} now;

static void
note_unused(uint64_t start, uint64_t end, void *context)
{
    (void)context;
    if (now.count < PARTS_MAX) {
        now.parts[now.count++] = (struct unused){ start, end };
    }
}

void
leftovers_begin(const struct collector_layout *lists, uint64_t stack_pointer)
{
    now.stack_pointer = stack_pointer;
    now.count = 0;
    owners_unused(recorder.layout, recorder.runtime, lists, note_unused, NULL);
}

bool
leftovers_of_interpreter(uint64_t address)
{
    for (uint32_t i = 0; i < now.count; i++) {
        if (address >= now.parts[i].start && address < now.parts[i].end) {
            return true;
        }
    }
    return false;
}

bool
leftovers_of_stack(const struct memory_range *range, uint64_t address)
{
    return range->stack && now.stack_pointer > range->start &&
           now.stack_pointer < range->end && address < now.stack_pointer;
}
