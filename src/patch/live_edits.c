#include "patch/live_edits.h"

#include "arch/cpu.h"
#include "base/system.h"
#include "patch/bystanders.h"

#include <linux/membarrier.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What is being written; the handler of traps reads it. */
static struct {
    const struct plan *plan; /* NULL: nothing */
    uint64_t bias, pool;
} current;

static struct sigaction host_action;
static bool trapping; /* the handler is there */

/* ---- one edit ---- */

/* Where the edit leads: a short jump leads to the edit before it. */
static uint64_t
stub_of(const struct plan_edit *edit)
{
    return current.pool + (edit->stub != 0 ? edit->stub : edit[-1].stub);
}

static uint8_t *
place_of(const struct plan_edit *edit)
{
    return (uint8_t *)(uintptr_t)(current.bias + edit->address);
}

/* ---- traps ---- */

static const struct plan_edit *
edit_at(uint64_t address)
{
    const struct plan *plan = current.plan;

    for (uint32_t i = 0; plan != NULL && i < plan->edit_count; i++) {
        if (current.bias + plan->edits[i].address == address &&
            !plan_edit_is_hole(plan, i)) {
            return &plan->edits[i];
        }
    }
    return NULL;
}

static void
pass_on(int number, siginfo_t *info, void *context)
{
    if ((host_action.sa_flags & SA_SIGINFO) != 0) {
        host_action.sa_sigaction(number, info, context);
    }
    else if (host_action.sa_handler != SIG_DFL &&
             host_action.sa_handler != SIG_IGN) {
        host_action.sa_handler(number);
    }
    else {
        /* As if nobody had handled it. */
        sigaction(SIGTRAP, &host_action, NULL);
        SYSTEM(SYS_tgkill, (uint64_t)getpid(), (uint64_t)SYSTEM(SYS_gettid),
               (uint64_t)number);
    }
}

static void
on_trap(int number, siginfo_t *info, void *context)
{
    uint64_t pc = context_pc(context) - TRAP_BYTES;
    const struct plan_edit *edit;

    /* Sent by somebody, or of another kind. */
    if (info->si_code != SI_KERNEL) {
        pass_on(number, info, context);
        return;
    }
    edit = edit_at(pc);
    if (edit != NULL) {
        context_go_on_at(context, stub_of(edit));
    }
    else if (*(const volatile uint8_t *)(uintptr_t)pc != TRAP_BYTE) {
        context_go_on_at(context, pc); /* it was replaced meanwhile */
    }
    else {
        pass_on(number, info, context);
    }
}

static bool
barrier(void)
{
    return SYSTEM(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE) ==
           0;
}

bool
live_edits_begin(void)
{
    struct sigaction action = { .sa_sigaction = on_trap,
                                .sa_flags =
                                    SA_SIGINFO | SA_ONSTACK | SA_RESTART };

    if (SYSTEM(SYS_membarrier,
               MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE) != 0 ||
        !barrier()) {
        return false;
    }
    sigemptyset(&action.sa_mask);
    trapping = trapping || sigaction(SIGTRAP, &action, &host_action) == 0;
    return trapping;
}

static bool
nowhere(uint64_t pc)
{
    (void)pc;
    return false;
}

void
live_edits_end(void)
{
    /* One that is trapped runs, until its handler has returned. */
    if (trapping && bystanders_left(nowhere)) {
        sigaction(SIGTRAP, &host_action, NULL);
        trapping = false;
    }
}

/* ---- writing ---- */

static bool
is_inside(uint64_t pc)
{
    const struct plan *plan = current.plan;

    for (uint32_t i = 0; i < plan->edit_count; i++) {
        uint64_t start = current.bias + plan->edits[i].address;

        /* A hole has no trap where it begins. */
        if (pc >= start + !plan_edit_is_hole(plan, i) &&
            pc < start + plan->edits[i].length) {
            return true;
        }
    }
    return false;
}

static void
write_traps(const struct plan *plan)
{
    for (uint32_t i = 0; i < plan->edit_count; i++) {
        if (!plan_edit_is_hole(plan, i)) {
            *(volatile uint8_t *)place_of(&plan->edits[i]) = TRAP_BYTE;
        }
    }
}

static void
take_traps_back(const struct plan *plan)
{
    const uint8_t *original = plan->original;

    for (uint32_t i = 0; i < plan->edit_count; i++) {
        if (!plan_edit_is_hole(plan, i)) {
            *(volatile uint8_t *)place_of(&plan->edits[i]) = *original;
        }
        original += plan->edits[i].length;
    }
}

/* All but the first byte, or nothing but that; of a hole, all at once. */
static void
write_bytes(const struct plan *plan, bool first)
{
    for (uint32_t i = 0; i < plan->edit_count; i++) {
        const struct plan_edit *edit = &plan->edits[i];
        uint8_t bytes[EDIT_BYTES_MAX];

        plan_edit_bytes(edit, current.bias, current.pool, bytes);
        if (plan_edit_is_hole(plan, i)) {
            if (!first) {
                memcpy(place_of(edit), bytes, edit->length);
            }
        }
        else if (first) {
            *(volatile uint8_t *)place_of(edit) = bytes[0];
        }
        else {
            memcpy(place_of(edit) + 1, bytes + 1, edit->length - 1u);
        }
    }
}

/* All but the first byte of what the code was; of a hole, all of it. */
static void
write_original(const struct plan *plan)
{
    const uint8_t *original = plan->original;

    for (uint32_t i = 0; i < plan->edit_count; i++) {
        const struct plan_edit *edit = &plan->edits[i];
        unsigned first = !plan_edit_is_hole(plan, i);

        memcpy(place_of(edit) + first, original + first, edit->length - first);
        original += edit->length;
    }
}

/* Traps stand where edits begin, and no thread is behind one. */
static bool
begin_edits(const struct plan *plan, const struct image *image, uint64_t pool)
{
    if (!trapping || !bystanders_may_trap()) {
        return false;
    }
    current.bias = image->bias;
    current.pool = pool;
    __atomic_store_n(&current.plan, plan, __ATOMIC_RELEASE);
    write_traps(plan);
    barrier();
    return true;
}

static void
end_edits(void)
{
    barrier();
    __atomic_store_n(&current.plan, NULL, __ATOMIC_RELEASE);
}

/*
 * From what the code was to the edits, or back. Where a thread cannot be got
 * out of their way, the first bytes are as before again.
 */
static bool
replace(const struct plan *plan, const struct image *image, uint64_t pool,
        bool with_edits)
{
    bool left;

    if (!begin_edits(plan, image, pool)) {
        return false;
    }
    left = bystanders_left(is_inside);
    if (left && with_edits) {
        write_bytes(plan, false);
    }
    else if (left) {
        write_original(plan);
    }
    barrier();
    if (left == with_edits) {
        write_bytes(plan, true);
    }
    else {
        take_traps_back(plan);
    }
    end_edits();
    return left;
}

bool
live_edits_write(const struct plan *plan, const struct image *image,
                 uint64_t pool)
{
    return replace(plan, image, pool, true);
}

bool
live_edits_take_back(const struct plan *plan, const struct image *image,
                     uint64_t pool)
{
    return replace(plan, image, pool, false);
}
