#include "probe/start/preparation.h"

#include "base/mapping.h"
#include "ledger/hash.h"
#include "probe/admission/resting.h"
#include "probe/admission/kinds.h"
#include "probe/event/initialization.h"
#include "probe/event/life.h"
#include "probe/file/ledger_file.h"
#include "probe/images/interpreter.h"
#include "probe/images/types.h"
#include "probe/stack/frame_audit.h"
#include "probe/stack/frame_spine.h"
#include "probe/stack/native_stack.h"
#include "probe/stack/python_stack.h"
#include "probe/start/description.h"
#include "probe/start/program_limits.h"
#include "probe/state/entry_points.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"

#include <cpuid.h>
#include <errno.h>
#include <pthread.h>

/* Slots for twice as many records as the table may hold, a power of two. */
static bool
map_slots(struct slots *slots, uint32_t table)
{
    uint64_t most = SLOTS_FIRST;
    uint32_t *memory;

    while (most < 2 * recorder.store.tables[table].limit) {
        most *= 2;
    }
    memory = mapping_zeroed(most * sizeof *memory);
    slots_init(slots, memory, (uint32_t)(most - 1));
    return memory != NULL;
}

static bool
map_indexes(void)
{
    struct accounts *accounts = &recorder.accounts;
    struct account_index *index = &accounts->index;
    struct stack_tree *tree = &recorder.tree;

    accounts->store = &recorder.store;
    accounts->tagged = recorder.stack_mode != LEDGER_STACK_NONE;
    tree->store = &recorder.store;
    index->page_limit = recorder.shadow_hashed ? 1024 : 64 * 1024;
    index->directory = mapping_zeroed(
        ((uint64_t)1 << (ACCOUNT_ADDRESS_BITS - ACCOUNT_INDEX_PAGE_SHIFT)) *
        sizeof *index->directory);
    index->pages =
        mapping_zeroed((uint64_t)index->page_limit * ACCOUNT_INDEX_PAGE_SLOTS *
                       sizeof *index->pages);
    index->regions = mapping_zeroed(index->page_limit * sizeof *index->regions);
    accounts->guesses =
        mapping_zeroed(ACCOUNT_GUESSES * sizeof *accounts->guesses);
    accounts->groups =
        mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                       ACCOUNT_GROUPS * sizeof(uint32_t));
    accounts->tags =
        mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                       ACCOUNT_OWN * sizeof(uint32_t));
    return index->directory != NULL && index->pages != NULL &&
           index->regions != NULL && accounts->guesses != NULL &&
           accounts->groups != NULL && accounts->tags != NULL &&
           map_slots(&accounts->entries, LEDGER_ENTRIES) &&
           map_slots(&accounts->signatures, LEDGER_SIGNATURES) &&
           map_slots(&accounts->misses, LEDGER_MISSES) &&
           map_slots(&tree->native, LEDGER_NODES) &&
           map_slots(&tree->python, LEDGER_PYTHON_NODES) &&
           native_stack_init() && native_walk_init() && python_stack_init() &&
           types_init() && frame_spine_init() &&
           frame_audit_init(interpreter_symbol("PyCell_Type")) &&
           kinds_init() && resting_init() && life_init();
}

static void
look_at_cpu(void)
{
    unsigned a, b, c, d;

    entry_has_xsave = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_OSXSAVE);
}

static bool has_shadow;

/* strerror is not for us: it has locks and languages. */
static const char *
system_text(int number)
{
    switch (number) {
    case EACCES:
    case EPERM:
        return "permission denied";
    case ENOENT:
        return "no such directory";
    case ENOTDIR:
        return "not a directory";
    case EEXIST:
        return "it exists already";
    case EROFS:
        return "read-only file system";
    case ENOSPC:
        return "no space left on the device";
    case EDQUOT:
        return "the disk quota is reached";
    case EFBIG:
        return "the file size limit is reached";
    case ELOOP:
        return "too many symbolic links";
    case ENAMETOOLONG:
        return "the name is too long";
    case EMFILE:
    case ENFILE:
        return "too many open files";
    case ENOMEM:
        return "not enough memory or address space";
    default:
        return "the system refused";
    }
}

enum reason
preparation_make(char *const *environment, const char **detail)
{
    *detail = NULL;
    look_at_cpu();
    switch (shadow_map((enum options_filter)recorder.options.filter)) {
    case SHADOW_REFUSED:
        return REASON_SHADOW_REFUSED;
    case SHADOW_TAKEN:
        return REASON_SHADOW_TAKEN;
    default:
        break;
    }
    has_shadow = true;
    recorder.main_thread = (uint64_t)pthread_self();
    recorder.stack_mode = (uint8_t)recorder.options.stack;
    initialization_init();
    recorder.sees_frames_end = types_all_wanted();
    if (!ledger_file_create(&recorder.store, recorder.options.output,
                            recorder.options.memory)) {
        *detail = system_text(errno);
        return REASON_LEDGER_OPEN;
    }
    description_write(environment);
    if (recorder.store.header->track == 0 || !map_indexes()) {
        return REASON_NO_MEMORY;
    }
    if (!program_limits_leave_enough()) {
        *detail = "under its limit too little is left for the program; "
                  "REFTALLY_MEMORY can ask for less";
        return REASON_NO_MEMORY;
    }
    return REASON_NONE;
}

void
preparation_give_back(void)
{
    if (recorder.store.header != NULL) {
        ledger_file_end_growth(&recorder.store, recorder.options.memory);
    }
    mapping_return_zeroed();
    if (has_shadow) {
        shadow_unmap();
        has_shadow = false;
    }
}
