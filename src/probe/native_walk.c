/*
 * The unwinding behind native_stack: the only user of libunwind. It runs on the
 * slow path alone, on a stack of its own, with the host's registers saved.
 */
#define UNW_LOCAL_ONLY
#include <libunwind.h>

#include "base/mapping.h"
#include "cpython/memory.h"
#include "probe/native_stack.h"
#include "probe/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WALK_FRAMES_MAX = 4096, WALK_PARTS_MAX = 64 };

struct frame {
    uint64_t pc;            /* of the frame; for the first one the site */
    uint64_t stack_pointer; /* in it; the one below ends here */
    uint64_t base_pointer;
    uint64_t base_saved_at; /* 0: still in the register */
};

static struct frame frames[WALK_FRAMES_MAX + 1];
static struct stack_check found[2 * WALK_FRAMES_MAX];

/*
 * How to get from a frame to its caller, by code address: what libunwind found
 * out at this address once. A frame pointer, or a fixed distance; anything
 * else is asked anew each time.
 */
enum rule_kind { RULE_NONE, RULE_FIXED, RULE_POINTER, RULE_END };

enum { RULES = 1 << 16 };

struct rule {
    uint64_t key;
    uint32_t distance;   /* RULE_FIXED: to the caller's stack pointer */
    int32_t base_offset; /* of the saved base pointer from there; 0: kept */
    uint32_t kind;
};

static struct rule *rules;

/*
 * libunwind probes memory by writing it to a pipe, which it opens once and then
 * uses by number. The host must neither see these descriptors nor be hurt when
 * it has closed them and the numbers mean files of its own. So the pipe gets
 * numbers that nobody uses, and exists only while libunwind is at work; when
 * the host does use them, nothing is unwound.
 */
static int pipe_numbers[2];

enum { PIPE_NUMBER = 500, PIPE_NUMBER_SPARE = 8 };

/* Occupies all descriptors below a number; returns how many it took. */
static int
fill_descriptors(int taken[], int below)
{
    int count = 0;

    while (count < below) {
        int fd = open("/", O_PATH | O_CLOEXEC);

        if (fd < 0 || fd >= below) {
            if (fd >= 0) {
                close(fd);
            }
            break;
        }
        taken[count++] = fd;
    }
    return count;
}

static bool
is_pipe(int fd)
{
    struct stat status;

    return fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

/* Lets libunwind open its pipe at numbers of our choice, and closes it. */
static bool
place_pipe(void)
{
    static int taken[PIPE_NUMBER];
    struct rlimit limit;
    int number = PIPE_NUMBER, count;
    unw_context_t context;
    unw_cursor_t cursor;
    bool ready;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
        limit.rlim_cur < PIPE_NUMBER + PIPE_NUMBER_SPARE) {
        number = (int)limit.rlim_cur - PIPE_NUMBER_SPARE;
    }
    count = fill_descriptors(taken, number);
    pipe_numbers[0] = dup(STDERR_FILENO);
    if (pipe_numbers[0] < 0) {
        pipe_numbers[0] = open("/", O_PATH | O_CLOEXEC);
    }
    pipe_numbers[1] = dup(pipe_numbers[0]);
    close(pipe_numbers[0]);
    close(pipe_numbers[1]);
    unw_getcontext(&context);
    ready =
        unw_set_caching_policy(unw_local_addr_space, UNW_CACHE_GLOBAL) == 0 &&
        unw_init_local(&cursor, &context) == 0;
    for (int i = 0; i < 2; i++) {
        if (pipe_numbers[i] >= 0 && is_pipe(pipe_numbers[i])) {
            close(pipe_numbers[i]);
        }
    }
    while (count > 0) {
        close(taken[--count]);
    }
    return ready && pipe_numbers[0] >= 0 && pipe_numbers[1] >= 0;
}

/* Only free numbers are taken: fcntl picks the lowest one from there on. */
static bool
open_pipe(void)
{
    int ends[2], placed[2];
    bool fine;

    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) {
        return false;
    }
    placed[0] = fcntl(ends[0], F_DUPFD_CLOEXEC, pipe_numbers[0]);
    placed[1] = fcntl(ends[1], F_DUPFD_CLOEXEC, pipe_numbers[1]);
    close(ends[0]);
    close(ends[1]);
    fine = placed[0] == pipe_numbers[0] && placed[1] == pipe_numbers[1];
    for (int i = 0; i < 2 && !fine; i++) {
        if (placed[i] >= 0) {
            close(placed[i]);
        }
    }
    return fine;
}

/* For as long as one walk may need it. */
static bool pipe_is_open;

static bool
need_pipe(void)
{
    pipe_is_open = pipe_is_open || open_pipe();
    return pipe_is_open;
}

static void
close_pipe(void)
{
    if (pipe_is_open) {
        close(pipe_numbers[0]);
        close(pipe_numbers[1]);
        pipe_is_open = false;
    }
}

bool
native_walk_init(void)
{
    rules = mapping_zeroed(RULES * sizeof *rules);
    return rules != NULL && place_pipe();
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

/* Asks libunwind. False: there is no way on from here. */
static bool
ask_libunwind(const struct stack_start *start, bool first,
              uint64_t site_address, const struct walk_registers *registers,
              const struct frame *frame, struct frame *caller,
              struct rule *rule)
{
    static unw_context_t context; /* large; recorder.busy guards them */
    static unw_cursor_t cursor;
    struct stack_start here = *start;
    struct walk_registers only_base = { .rbp = frame->base_pointer };
    unw_proc_info_t info;
    unw_save_loc_t saved;
    unw_word_t pc, stack_pointer, base_pointer;
    uint64_t low = (uint64_t)(uintptr_t)&context;
    int step;

    here.stack_pointer = frame->stack_pointer;
    fill_context(&context, &here, first ? site_address : frame->pc,
                 first ? registers : &only_base);
    *rule = (struct rule){ .kind = RULE_NONE };
    /* Without unwind information it reports a function of one byte. */
    if (unw_init_local2(&cursor, &context, first ? UNW_INIT_SIGNAL_FRAME : 0) !=
            0 ||
        unw_get_proc_info(&cursor, &info) != 0 ||
        info.end_ip <= info.start_ip + 1) {
        return false;
    }
    step = unw_step(&cursor);
    if (step <= 0 || unw_get_reg(&cursor, UNW_REG_IP, &pc) != 0 ||
        unw_get_reg(&cursor, UNW_REG_SP, &stack_pointer) != 0 ||
        unw_get_reg(&cursor, UNW_X86_64_RBP, &base_pointer) != 0) {
        rule->kind = step == 0 ? RULE_END : RULE_NONE;
        return false;
    }
    *caller =
        (struct frame){ pc, stack_pointer, base_pointer, frame->base_saved_at };
    if (unw_get_save_loc(&cursor, UNW_X86_64_RBP, &saved) == 0 &&
        saved.type == UNW_SLT_MEMORY &&
        (saved.u.addr < low || saved.u.addr >= low + sizeof context)) {
        caller->base_saved_at = saved.u.addr;
        rule->base_offset = (int32_t)(int64_t)(saved.u.addr - stack_pointer);
    }
    if (frame->base_pointer + 16 == stack_pointer && rule->base_offset == -16) {
        rule->kind = RULE_POINTER;
    }
    else if (rule->base_offset == 0 ||
             caller->base_saved_at != frame->base_pointer) {
        rule->kind = RULE_FIXED;
        rule->distance = (uint32_t)(stack_pointer - frame->stack_pointer);
    }
    return true;
}

static bool
step_anew(const struct stack_start *start, bool first, uint64_t site_address,
          const struct walk_registers *registers, const struct frame *frame,
          struct frame *caller, struct rule *rule)
{
    *rule = (struct rule){ .kind = RULE_NONE };
    return need_pipe() && ask_libunwind(start, first, site_address, registers,
                                        frame, caller, rule);
}

static struct rule *
rule_at(uint64_t key)
{
    return &rules[(key * 0x9e3779b97f4a7c15u >> 40) & (RULES - 1)];
}

static bool
step_by_rule(const struct rule *rule, const struct frame *frame,
             struct frame *caller)
{
    *caller = *frame;
    caller->stack_pointer = rule->kind == RULE_POINTER
                                ? frame->base_pointer + 16
                                : frame->stack_pointer + rule->distance;
    if (rule->base_offset != 0) {
        caller->base_saved_at =
            caller->stack_pointer + (uint64_t)(int64_t)rule->base_offset;
        caller->base_pointer = load64(caller->base_saved_at);
    }
    caller->pc = load64(caller->stack_pointer - 8);
    return caller->pc != 0;
}

/* Fills frames[] out to `outermost`; `*cut` when there would be more. */
static size_t
walk(const struct stack_start *start, uint64_t site_address,
     const struct walk_registers *registers, uint64_t outermost, bool *cut)
{
    size_t limit = recorder.options.native_depth, count = 1;

    if (limit > WALK_FRAMES_MAX) {
        limit = WALK_FRAMES_MAX;
    }
    frames[0] =
        (struct frame){ site_address, start->stack_pointer, registers->rbp, 0 };
    *cut = false;
    while (outermost == 0 || frames[count - 1].stack_pointer <= outermost) {
        const struct frame *frame = &frames[count - 1];
        uint64_t key = frame->pc * 2 + (count == 1);
        struct rule *rule = rule_at(key), found_out;
        bool stepped;

        if (count == limit) {
            *cut = true;
            break;
        }
        if (rule->key == key && rule->kind == RULE_END) {
            break;
        }
        if (rule->key == key && rule->kind != RULE_NONE) {
            stepped = step_by_rule(rule, frame, &frames[count]);
        }
        else {
            stepped = step_anew(start, count == 1, site_address, registers,
                                frame, &frames[count], &found_out);
            found_out.key = key;
            *rule = found_out;
        }
        if (!stepped) {
            *cut = rule->kind == RULE_NONE;
            break;
        }
        count++;
    }
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
    int kept_errno = errno;
    bool cut;

    for (int32_t i = live; i >= 0 && thread->activations[i].node == 0 &&
                           part_count < WALK_PARTS_MAX;
         i = activation_outer(thread, i)) {
        parts[part_count++] = i;
        outermost = native_stack_entry(thread, i).limit;
    }
    frame_count = walk(start, site_address, registers, outermost, &cut);
    close_pipe();
    errno = kept_errno;
    learn_part(start, frame_count, cut);
    for (size_t i = 0; i < part_count; i++) {
        struct stack_start entry = native_stack_entry(thread, parts[i]);

        learn_part(&entry, frame_count, cut);
    }
}
