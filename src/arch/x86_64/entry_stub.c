#include "arch/entry_stub.h"

#include "arch/x86_64/emit.h"

static void
emit_entry(struct blob *blob, uint32_t number)
{
    EMIT(blob, 0x54, 0x55, 0x68); /* push %rsp; push %rbp; push $site */
    blob_add_site(blob, number);
}

static void
emit_entry_end(struct blob *blob)
{
    EMIT(blob, 0x48, 0x8d, 0x64, 0x24, 0x18); /* lea 24(%rsp),%rsp */
}

uint32_t
entry_stub_emit(struct blob *blob, const struct function *function, size_t last,
                uint32_t number, enum stub_entry watch, enum stub_filter filter,
                enum stub_leave *leave)
{
    struct blob_mark mark = blob_mark(blob);
    uint32_t slow = 0, back = 0;
    bool filtered =
        watch == STUB_ENTRY_TRACKED_BLOCK && filter == STUB_FILTER_MAP;

    *leave = STUB_FINE;
    if (filtered) {
        EMIT(blob, 0x49, 0x89, 0xf3);       /* mov %rsi,%r11 */
        EMIT(blob, 0x49, 0xc1, 0xeb, 0x04); /* shr $4,%r11 */
        EMIT(blob, 0x41, 0xf7, 0x83);       /* testl $...,SHADOW(%r11) */
        blob_add_word(blob, SHADOW_BASE);
        blob_add_word(blob, 0x00010101u * SHADOW_TRACKED);
        slow = emit_jump_forward(blob, 0x85);
        back = blob->size;
    }
    else {
        emit_entry(blob, number);
        EMIT(blob, 0xff, 0x15); /* call *slot(%rip) */
        blob_add_word(blob,
                      BLOB_HOOK_ENTRY * BLOB_SLOT_BYTES - (blob->size + 4));
        emit_entry_end(blob);
    }
    for (size_t i = 0; i <= last; i++) {
        if (!emit_moved(blob, function, &function->instructions[i])) {
            *leave = STUB_UNMOVABLE;
            return blob_undo(blob, &mark);
        }
    }
    if (decode_goes_on(&function->instructions[last])) {
        emit_jump_out(blob, function->instructions[last].address +
                                function->instructions[last].length);
    }
    if (filtered) {
        emit_landing(blob, slow);
        emit_entry(blob->cold, number);
        emit_call(blob->cold, blob_thunk(BLOB_HOOK_ENTRY));
        emit_entry_end(blob->cold);
        emit_jump_back(blob->cold, back);
    }
    if (blob->full || blob->cold->full) {
        *leave = STUB_FULL;
        return blob_undo(blob, &mark);
    }
    return mark.hot.size;
}
