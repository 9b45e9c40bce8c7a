#include "probe/event/initialization.h"

#include "cpython/memory.h"

static void (*then)(void);

void
initialization_then(void (*function)(void))
{
    then = function;
}

void
initialization_init(void)
{
    recorder.initialized = false;
    recorder.stacks_wait = recorder.options.startup == OPTIONS_STARTUP_MARK;
    recorder.tagging = recorder.options.startup == OPTIONS_STARTUP_STACKS
                           ? recorder.stack_mode
                           : (uint8_t)LEDGER_STACK_NONE;
}

static bool
is_initialized(void)
{
    if (!recorder.initialized &&
        (uint32_t)load64(recorder.runtime +
                         recorder.layout->state.initialized) != 0) {
        recorder.initialized = true;
        if (then != NULL) {
            then();
        }
    }
    return recorder.initialized;
}

void
initialization_poll(void)
{
    uint64_t used = *recorder.store.tables[LEDGER_ACCOUNTS].used;

    if (!is_initialized() || recorder.stacks_wait || !initialization_lasts()) {
        return;
    }
    recorder.tagging = recorder.stack_mode;
    for (uint32_t i = 1; i < used; i++) {
        struct ledger_account *account = store_account(&recorder.store, i);

        if (account->state == LEDGER_ACCOUNT_BORN) {
            account->adopted_references = (int32_t)account->references;
            account->flags |= LEDGER_ACCOUNT_RESTED;
        }
    }
}
