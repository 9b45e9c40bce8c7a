/*
 * The unwinding behind native_stack: the only user of libunwind. It runs on the
 * slow path alone, on a stack of its own, with the host's registers saved.
 */
#define UNW_LOCAL_ONLY
#include <libunwind.h>

#include "probe/native_stack.h"
#include "probe/recorder.h"

#include <string.h>

enum { WALK_FRAMES_MAX = 4096, WALK_PARTS_MAX = 64 };

struct frame {
    uint64_t pc;            /* of the frame; for the first one the site */
    uint64_t stack_pointer; /* in it; the one below ends here */
    uint64_t base_pointer;
    uint64_t base_saved_at; /* 0: still in the register */
};

static struct frame frames[WALK_FRAMES_MAX + 1];
static struct stack_check found[2 * WALK_FRAMES_MAX];

bool
native_walk_init(void)
{
    return unw_set_caching_policy(unw_local_addr_space, UNW_CACHE_PER_THREAD) ==
           0;
}

static void
fill_context(unw_context_t *context, const struct stack_start *start,
             uint64_t site_address, const struct walk_registers *registers)
{
    greg_t *out = context->uc_mcontext.gregs;

    memset(context, 0, sizeof *context);
    out[REG_R8] = (greg_t)registers->r8;
    out[REG_R9] = (greg_t)registers->r9;
    out[REG_R10] = (greg_t)registers->r10;
    out[REG_R11] = (greg_t)registers->r11;
    out[REG_R12] = (greg_t)registers->r12;
    out[REG_R13] = (greg_t)registers->r13;
    out[REG_R14] = (greg_t)registers->r14;
    out[REG_R15] = (greg_t)registers->r15;
    out[REG_RDI] = (greg_t)registers->rdi;
    out[REG_RSI] = (greg_t)registers->rsi;
    out[REG_RBP] = (greg_t)registers->rbp;
    out[REG_RBX] = (greg_t)registers->rbx;
    out[REG_RDX] = (greg_t)registers->rdx;
    out[REG_RAX] = (greg_t)registers->rax;
    out[REG_RCX] = (greg_t)registers->rcx;
    out[REG_RSP] = (greg_t)start->stack_pointer;
    out[REG_RIP] = (greg_t)site_address;
}

static bool
read_frame(unw_cursor_t *cursor, const unw_context_t *context,
           struct frame *out)
{
    unw_word_t pc, stack_pointer, base_pointer;
    unw_save_loc_t saved;
    uint64_t low = (uint64_t)(uintptr_t)context;

    if (unw_get_reg(cursor, UNW_REG_IP, &pc) != 0 ||
        unw_get_reg(cursor, UNW_REG_SP, &stack_pointer) != 0 ||
        unw_get_reg(cursor, UNW_X86_64_RBP, &base_pointer) != 0) {
        return false;
    }
    *out = (struct frame){ .pc = pc,
                           .stack_pointer = stack_pointer,
                           .base_pointer = base_pointer };
    if (unw_get_save_loc(cursor, UNW_X86_64_RBP, &saved) == 0 &&
        saved.type == UNW_SLT_MEMORY &&
        (saved.u.addr < low || saved.u.addr >= low + sizeof *context)) {
        out->base_saved_at = saved.u.addr;
    }
    return true;
}

/* Fills frames[] out to `outermost`; `*cut` when there would be more. */
static size_t
walk(const struct stack_start *start, uint64_t site_address,
     const struct walk_registers *registers, uint64_t outermost, bool *cut)
{
    static unw_context_t context; /* large; recorder.busy guards it */
    static unw_cursor_t cursor;
    size_t limit = recorder.options.native_depth, count = 0;
    int step = 1;

    if (limit > WALK_FRAMES_MAX) {
        limit = WALK_FRAMES_MAX;
    }
    fill_context(&context, start, site_address, registers);
    *cut = true;
    if (unw_init_local2(&cursor, &context, UNW_INIT_SIGNAL_FRAME) != 0) {
        return 0;
    }
    while (step > 0 && count < limit &&
           read_frame(&cursor, &context, &frames[count])) {
        count++;
        if (outermost != 0 && frames[count - 1].stack_pointer > outermost) {
            *cut = false;
            return count;
        }
        step = unw_step(&cursor);
    }
    *cut = step != 0;
    return count;
}

/*
 * A function with a frame pointer: its caller's stack pointer is 16 above it,
 * so where the base pointer came from decides where the return address lies.
 */
static size_t
add_base_check(const struct stack_start *start, const struct frame *frame,
               const struct frame *caller, size_t count)
{
    if (frame->base_pointer + 16 != caller->stack_pointer) {
        return count;
    }
    if (frame->base_saved_at < start->stack_pointer) {
        found[count] =
            (struct stack_check){ 0, STACK_CHECK_REGISTER,
                                  frame->base_pointer - start->stack_pointer };
    }
    else {
        found[count] = (struct stack_check){
            (uint32_t)(frame->base_saved_at - start->stack_pointer),
            STACK_CHECK_SAVED, frame->base_pointer - start->stack_pointer
        };
    }
    return count + 1;
}

/*
 * Learns the part of the walk that belongs to a start: return addresses from
 * its stack pointer up to its limit.
 */
static void
learn_part(const struct stack_start *start, size_t frame_count, bool cut)
{
    size_t count = 0;
    bool reached = start->limit == 0 && !cut;

    for (size_t i = 1; i < frame_count; i++) {
        uint64_t slot = frames[i].stack_pointer - 8;

        if (slot < start->stack_pointer) {
            continue;
        }
        /* Also for the last one: whether it returns to the limit. */
        if (slot != start->stack_pointer) {
            count = add_base_check(start, &frames[i - 1], &frames[i], count);
        }
        if (start->limit != 0 && slot >= start->limit) {
            reached = slot == start->limit;
            break;
        }
        if (frames[i].pc == 0) {
            reached = start->limit == 0;
            break;
        }
        found[count++] =
            (struct stack_check){ (uint32_t)(slot - start->stack_pointer),
                                  STACK_CHECK_RETURN, frames[i].pc };
    }
    native_stack_learn(start, found, count, !reached);
}

void
native_walk(struct thread_record *thread, int32_t live,
            const struct stack_start *start, uint64_t site_address,
            const struct walk_registers *registers)
{
    int32_t parts[WALK_PARTS_MAX];
    size_t part_count = 0, frame_count;
    uint64_t outermost = start->limit;
    bool cut;

    for (int32_t i = live; i >= 0 && thread->activations[i].node == 0 &&
                           part_count < WALK_PARTS_MAX;
         i = activation_outer(thread, i)) {
        parts[part_count++] = i;
        outermost = native_stack_entry(thread, i).limit;
    }
    frame_count = walk(start, site_address, registers, outermost, &cut);
    learn_part(start, frame_count, cut);
    for (size_t i = 0; i < part_count; i++) {
        struct stack_start entry = native_stack_entry(thread, parts[i]);

        learn_part(&entry, frame_count, cut);
    }
}
