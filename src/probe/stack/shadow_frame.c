#include "probe/stack/shadow_frame.h"

#include "probe/stack/python_stack.h"

static bool
texts_equal(ledger_string left, ledger_string right)
{
    const uint8_t *strings = recorder.store.tables[LEDGER_STRINGS].base;
    uint64_t a = (uint64_t)(uintptr_t)(strings + left);
    uint64_t b = (uint64_t)(uintptr_t)(strings + right);
    uint32_t length = load32(a);

    if (left == 0 || right == 0 || length != load32(b)) {
        return false;
    }
    for (uint32_t i = 0; i < length; i++) {
        if (load8(a + 4 + i) != load8(b + 4 + i)) {
            return false;
        }
    }
    return true;
}

static bool
is_of_function(uint32_t code, uint32_t of)
{
    const struct ledger_code *one = store_code(&recorder.store, code);
    const struct ledger_code *other = store_code(&recorder.store, of);

    return code == of || (one->first_line == other->first_line &&
                          texts_equal(one->function, other->function) &&
                          texts_equal(one->filename, other->filename));
}

uint32_t
shadow_frame_of(const struct thread_record *thread, int32_t i)
{
    const struct activation *call = &thread->activations[i];
    const struct activation *given = call - 1;
    uint32_t code, of;

    if (i == 0 || !given->slot || given->serial != call->serial ||
        given->frame == call->frame) {
        return 0;
    }
    code = python_stack_code(call->code);
    of = python_stack_known_code(given->code);
    return code != 0 && of != 0 && is_of_function(code, of) ? of : 0;
}
