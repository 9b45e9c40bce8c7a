#include "probe/admission/crowding.h"

#include "ledger/hash.h"
#include "probe/state/recorder.h"

enum {
    PERIOD = 256,       /* births from one look to the next ... */
    PERIOD_SHORT = 16,  /* ... while there is a crowd */
    IMPORTS_FIRST = 64, /* of 256: from here on nothing is kept of imports */
    FEWER_FIRST = 192,  /* from here on fewer births are kept: half, and ... */
    FEWER_STEP = 8,     /* ... half of these with each step */
    SAMPLING_SHIFT_MAX = 20,
};

/* _find_and_load of importlib runs what is imported. */
static bool
is_import(struct thread_record *thread, uint64_t stack_pointer)
{
    return activation_within(thread, activation_live(thread, stack_pointer),
                             "_find_and_load");
}

static void
look(struct thread_record *thread, uint64_t stack_pointer)
{
    struct ledger_header *header = recorder.store.header;
    uint32_t full = store_fullness(&recorder.store);
    uint32_t shift =
        full < FEWER_FIRST ? 0 : (full - FEWER_FIRST) / FEWER_STEP + 1;

    if (shift > header->sampling_shift && shift <= SAMPLING_SHIFT_MAX) {
        header->sampling_shift = shift;
        header->sampling_tightened++;
    }
    recorder.crowded = recorder.options.sample == OPTIONS_SAMPLE_AUTO &&
                       full >= IMPORTS_FIRST &&
                       is_import(thread, stack_pointer);
}

bool
crowding_lets(struct thread_record *thread, uint64_t stack_pointer,
              const struct type_facts *facts)
{
    static uint32_t births;
    const struct ledger_header *header = recorder.store.header;

    if (births++ % (recorder.crowded ? PERIOD_SHORT : PERIOD) == 0) {
        look(thread, stack_pointer);
    }
    if (recorder.crowded && !facts->makes_types) {
        return false;
    }
    return header->sampling_shift == 0 ||
           ((hash_mix(header->births + header->unsampled, 7) >> 40) &
            ((1u << header->sampling_shift) - 1)) == 0;
}
