#include "probe/images/current_thread.h"

#include "arch/cpu.h"
#include "arch/getter.h"
#include "cpython/memory.h"
#include "probe/state/lazy_variable.h"
#include "probe/state/recorder.h"

#include <dlfcn.h>

enum { GETTER_BYTES = 96 }; /* of the getter's code that are looked at */

/* What the dynamic linker does with the two words that describe a variable. */
static uint64_t
address_from_index(interpreter_lookup *lookup, uint64_t index)
{
    typedef void *address_getter(void *index);
    void *function = lookup(RTLD_DEFAULT, "__tls_get_addr");
    address_getter *call;

    if (function == NULL) {
        return 0;
    }
    __builtin_memcpy(&call, &function, sizeof call);
    return (uint64_t)(uintptr_t)call((void *)(uintptr_t)index);
}

/*
 * What the process was started with lies in the blocks that threads are created
 * with: below the thread pointer, and near it, as far in every thread.
 */
static bool
use_offset(uint64_t offset)
{
    enum { NEAR = 1 << 20 };

    recorder.current_thread = offset;
    recorder.thread_mask = UINT64_MAX;
    return (int64_t)offset < 0 && (int64_t)offset > -NEAR;
}

/* The two words at `index` are a module and an offset, for __tls_get_addr. */
static bool
use_index(interpreter_lookup *lookup, uint64_t index, int64_t more)
{
    uint64_t address = address_from_index(lookup, index) + (uint64_t)more;
    uint64_t offset = load64(index + 8) + (uint64_t)more;

    if (lazy_variable_find(load64(index), offset, address) == LAZY_DYNAMIC) {
        recorder.thread_is_lazy = true;
        return use_offset(lazy_variable_memory());
    }
    return use_offset(address - own_thread_id());
}

static bool
find_local(interpreter_lookup *lookup, void *handle)
{
    struct thread_variable variable;
    const uint8_t *getter = lookup(handle, "PyThreadState_GetUnchecked");

    if (getter == NULL) {
        getter = lookup(handle, "_PyThreadState_UncheckedGet");
    }
    if (getter == NULL ||
        !getter_variable(getter, GETTER_BYTES, (uint64_t)(uintptr_t)getter,
                         &variable)) {
        return false;
    }
    switch (variable.kind) {
    case VARIABLE_OFFSET:
        return use_offset(variable.value);
    case VARIABLE_SLOT:
        return use_offset(load64(variable.value) + (uint64_t)variable.more);
    case VARIABLE_INDEX:
        return use_index(lookup, variable.value, variable.more);
    }
    return false;
}

bool
current_thread_find(interpreter_lookup *lookup, void *handle)
{
    const struct state_layout *at = &recorder.layout->state;

    if (at->thread_is_local) {
        return find_local(lookup, handle);
    }
    recorder.current_thread = recorder.runtime + at->current_thread;
    return true;
}
