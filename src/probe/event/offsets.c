/*
 * offsets - what entry.S and evaluation.S know of structures.
 *
 * Compiled to assembly, of which the build makes offsets.h: no other code comes
 * of it. What assembly computes by shifts is asserted here.
 */
#include "arch/filter.h"
#include "arch/stub.h"
#include "ledger/account.h"
#include "probe/admission/resting.h"
#include "probe/state/recorder.h"
#include "probe/state/short_ways.h"
#include "probe/stack/activations.h"
#include "probe/watch/watcher.h"

#include <stddef.h>

#define CONSTANT(name, value) \
    __asm__ volatile("\n.ascii \"-> " #name " %c0\"" : : "i"(value))
#define OFFSET(name, type, member) CONSTANT(name, offsetof(struct type, member))

void offsets(void);

/* Tables are indexed by shifts. */
_Static_assert(sizeof(struct ledger_site) == 24, "three words");
_Static_assert(sizeof(struct ledger_account) == 64, "a shift by 6");
_Static_assert(sizeof(struct rest) == 16, "a quarter of an account");
_Static_assert(sizeof(struct activation) == 64, "a shift by 6");
_Static_assert(offsetof(struct activation, entry_depth) ==
                   offsetof(struct activation, slot) + 4,
               "cleared with the slot");
_Static_assert(ACCOUNT_INDEX_PAGE_SHIFT == 20, "65,536 slots of 16 bytes");
_Static_assert(ACCOUNT_INDEX_KIND == (uint32_t)1 << 31, "a sign");
_Static_assert(SHADOW_TRACKED == 1 && SHADOW_FLAGS == 7, "below the count");
_Static_assert(offsetof(struct recorder, recording) == 0 &&
                   offsetof(struct recorder, busy) == 1 &&
                   offsetof(struct recorder, checkpoints) == 3,
               "tested in one word");
_Static_assert(offsetof(struct watcher_pulse, quick) == 0, "its first word");
_Static_assert(offsetof(struct ledger_account, object) == 0 &&
                   offsetof(struct rest, low) == 0 &&
                   offsetof(struct thread_record, state) == 0 &&
                   offsetof(struct activation, stack_pointer) == 0,
               "first of their structures");

static void
of_the_ledger(void)
{
    OFFSET(SITE_OPERATION, ledger_site, operation);
    OFFSET(SITE_WIDTH, ledger_site, width);
    OFFSET(SITE_CHANGES, ledger_site, changes);
    OFFSET(ACCOUNT_REFERENCES, ledger_account, references);
    OFFSET(ACCOUNT_FLAGS, ledger_account, flags);
    OFFSET(ACCOUNT_CHANGES, ledger_account, changes);
    OFFSET(ACCOUNT_LAST_SITE, ledger_account, last_site);
    OFFSET(KIND_ALIVE, ledger_kind, alive);
    CONSTANT(KIND_BYTES, sizeof(struct ledger_kind));
    OFFSET(REST_HIGH, rest, high);
    CONSTANT(ADD, OPERATION_ADD);
    CONSTANT(STORE_REGISTER, OPERATION_STORE_REGISTER);
    CONSTANT(BIRTH, OPERATION_BIRTH);
    CONSTANT(RESTS, LEDGER_ACCOUNT_RESTS);
    CONSTANT(SITE_MASK, STUB_SITE_MASK);
}

static void
of_the_count_path(void)
{
    OFFSET(DIRECTORY, count_path, directory);
    OFFSET(PAGES, count_path, pages);
    OFFSET(ACCOUNTS, count_path, accounts);
    OFFSET(SITES, count_path, sites);
    OFFSET(THREAD_VARIABLE, count_path, thread_variable);
    OFFSET(THREAD_STATE, count_path, thread_state);
    OFFSET(THREAD_ID, count_path, thread_id);
    OFFSET(SEEN, count_path, seen);
    OFFSET(THREAD_MASK, count_path, thread_mask);
    OFFSET(ALWAYS_ZERO, count_path, always_zero);
    OFFSET(COUNT_MAX, count_path, count_max);
    OFFSET(COUNT_UNUSED, count_path, count_unused);
    OFFSET(RESTING, count_path, rests);
    OFFSET(COUNTED, count_path, counted);
    OFFSET(KINDS, count_path, kinds);
    OFFSET(KINDS_ALIVE, count_path, kinds_alive);
    CONSTANT(SHADOW_MAP, SHADOW_BASE);
    CONSTANT(SHADOW_OF_COUNTED, SHADOW_COUNTED);
    CONSTANT(SHADOW_OF_FINALIZER, SHADOW_FINALIZER);
    CONSTANT(SHADOW_SHIFT, SHADOW_COUNT_SHIFT);
    CONSTANT(SHADOW_MOST, SHADOW_COUNT_MAX);
    CONSTANT(SHADOW_ALL_FLAGS, SHADOW_FLAGS);
}

static void
of_evaluation(void)
{
    OFFSET(RECORDER_THREAD, recorder, thread);
    OFFSET(RECORDER_SERIAL, recorder, activation_serial);
    OFFSET(RECORD_ID, thread_record, id);
    OFFSET(RECORD_COUNT, thread_record, count);
    OFFSET(RECORD_ACTIVATIONS, thread_record, activations);
    CONSTANT(ACTIVATION_BYTES, sizeof(struct activation));
    CONSTANT(ACTIVATIONS_MOST, ACTIVATIONS_MAX);
    OFFSET(ACTIVATION_BASE, activation, base_pointer);
    OFFSET(ACTIVATION_RETURN, activation, return_address);
    OFFSET(ACTIVATION_FRAME, activation, frame);
    OFFSET(ACTIVATION_CODE, activation, code);
    OFFSET(ACTIVATION_NODE, activation, node);
    OFFSET(ACTIVATION_SERIAL, activation, serial);
    OFFSET(ACTIVATION_SLOT, activation, slot);
    OFFSET(QUICK_SITE, quick_path, site);
    OFFSET(QUICK_THREAD_VARIABLE, quick_path, thread_variable);
    OFFSET(QUICK_THREAD_MASK, quick_path, thread_mask);
    OFFSET(QUICK_COMPILER, quick_path, compiler);
    OFFSET(QUICK_INTERPRETER, quick_path, interpreter);
    OFFSET(QUICK_INNERMOST, quick_path, innermost);
    OFFSET(QUICK_CODE, quick_path, code);
    OFFSET(QUICK_CODE_MASK, quick_path, code_mask);
    OFFSET(QUICK_PREVIOUS, quick_path, previous);
    OFFSET(QUICK_OWNER, quick_path, owner);
    OFFSET(QUICK_OWNER_EVALUATION, quick_path, owner_evaluation);
    OFFSET(QUICK_FORM, quick_path, form);
    OFFSET(QUICK_ENTRIES, quick_path, entries);
    CONSTANT(FORM_CHAIN, QUICK_CHAIN);
    CONSTANT(FORM_FRAME, QUICK_FRAME);
}

void
offsets(void)
{
    of_the_ledger();
    of_the_count_path();
    of_evaluation();
}
