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
    recorder.starting = true;
    recorder.tagging = recorder.options.startup ? recorder.stack_mode
                                                : (uint8_t)LEDGER_STACK_NONE;
}

static void
begin_tags(void)
{
    uint64_t used = *recorder.store.tables[LEDGER_ACCOUNTS].used;

    recorder.tagging = recorder.stack_mode;
    for (uint32_t i = 1; i < used; i++) {
        struct ledger_account *account = store_account(&recorder.store, i);

        if (account->state == LEDGER_ACCOUNT_BORN) {
            account->adopted_references = (int32_t)account->references;
            account->flags |= LEDGER_ACCOUNT_RESTED;
        }
    }
}

void
initialization_poll(void)
{
    if ((uint32_t)load64(recorder.runtime +
                         recorder.layout->state.initialized) == 0) {
        return;
    }
    recorder.starting = false;
    if (then != NULL) {
        then();
    }
    if (recorder.tagging != recorder.stack_mode) {
        begin_tags();
    }
}
