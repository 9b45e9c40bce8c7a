#include "probe/adopt.h"
#include "probe/hook.h"

#include "arch/x86_64/stub.h"
#include "base/refcount_shape.h"
#include "cpython/memory.h"
#include "ledger/hash.h"
#include "probe/census.h"
#include "probe/checkpoint.h"
#include "probe/counted.h"
#include "probe/evaluator.h"
#include "probe/frame_spine.h"
#include "probe/images.h"
#include "probe/initialization.h"
#include "probe/quick_entry.h"
#include "probe/recorder.h"
#include "probe/resting.h"
#include "probe/shadow.h"
#include "probe/slot_watch.h"
#include "probe/thinning.h"
#include "probe/types.h"

bool entry_has_xsave;
struct count_path entry_count_path;

/* entry.S knows these. */
_Static_assert(offsetof(struct ledger_site, operation) == 8 &&
                   offsetof(struct ledger_site, width) == 11 &&
                   offsetof(struct ledger_site, changes) == 16 &&
                   sizeof(struct ledger_site) == 24,
               "entry.S reads sites");
_Static_assert(offsetof(struct ledger_account, references) == 8 &&
                   offsetof(struct ledger_account, flags) == 31 &&
                   offsetof(struct ledger_account, changes) == 48 &&
                   offsetof(struct ledger_account, last_site) == 52 &&
                   sizeof(struct ledger_account) == 64,
               "entry.S reads accounts");
_Static_assert(offsetof(struct rest, low) == 0 &&
                   offsetof(struct rest, high) == 4 &&
                   sizeof(struct rest) == 16,
               "entry.S reads limits");
_Static_assert(OPERATION_ADD == 1 && OPERATION_STORE_REGISTER == 5 &&
                   OPERATION_BIRTH == 6 && LEDGER_ACCOUNT_RESTS == 2 &&
                   ACCOUNT_INDEX_PAGE_SHIFT == 20 && STUB_SITE_BITS == 24 &&
                   SHADOW_BASE == 0x7fff8000u && SHADOW_TRACKED == 1 &&
                   SHADOW_COUNTED == 4 && SHADOW_COUNT_SHIFT == 3 &&
                   SHADOW_COUNT_MAX == 31,
               "entry.S computes with these");
_Static_assert(offsetof(struct count_path, sites) == 24 &&
                   offsetof(struct count_path, thread_state) == 40 &&
                   offsetof(struct count_path, seen) == 56 &&
                   offsetof(struct count_path, thread_mask) == 64 &&
                   offsetof(struct count_path, always_zero) == 72 &&
                   offsetof(struct count_path, rests) == 96 &&
                   offsetof(struct count_path, counted) == 104 &&
                   offsetof(struct count_path, type) == 112 &&
                   offsetof(struct count_path, finalize) == 120,
               "entry.S reads its own structure");

/* Marks a path's start as a site and not as an address. */
#define SITE_START ((uint64_t)1 << 63)

enum {
    FULLNESS_MASK = 255,  /* births between two looks */
    FULLNESS_FIRST = 192, /* of 256: from here on fewer births are kept */
    FULLNESS_STEP = 8,
    SAMPLING_SHIFT_MAX = 20,
    FIRST_ADDRESS = 65536, /* nothing is mapped below: vm.mmap_min_addr */
};

/* One hook at a time, by the thread that holds the interpreter's lock. */
static struct thread_record *
enter(bool again)
{
    struct thread_record *thread;

    if (again) {
        return recorder.thread;
    }
    thread = recorder.busy ? NULL : thread_record_here();
    if (thread == NULL) {
        recorder.store.header->outside++;
        frame_spine_forget();
        return NULL;
    }
    entry_count_path.thread_state = thread->state;
    entry_count_path.thread_id = thread->id;
    hook_tally();
    recorder.busy = true;
    return thread;
}

static void
leave(void)
{
    recorder.busy = false;
}

static uint64_t
stack_pointer_at_site(const struct hook_frame *frame)
{
    uint32_t words = (uint32_t)frame->site >> STUB_SITE_BITS;

    return (uint64_t)(uintptr_t)(&frame->address + 1) + 8 * (uint64_t)words;
}

void
hook_ready(void)
{
    const struct store_table *tables = recorder.store.tables;

    entry_count_path = (struct count_path){
        .directory = (uint64_t)(uintptr_t)recorder.accounts.index.directory,
        .pages = (uint64_t)(uintptr_t)recorder.accounts.index.pages,
        .accounts = (uint64_t)(uintptr_t)tables[LEDGER_ACCOUNTS].base,
        .sites = (uint64_t)(uintptr_t)tables[LEDGER_SITES].base,
        .thread_variable = recorder.current_thread,
        .thread_mask = recorder.thread_mask,
        .thread_state = 1, /* nobody's */
        .always_zero = recorder.layout->refcount.always_zero,
        .count_max = recorder.count_max,
        .count_unused = recorder.count_unused,
        .rests = resting_limits(),
        .type = recorder.layout->object.type,
        .finalize = recorder.layout->type.finalize,
    };
}

void
hook_tally(void)
{
    struct ledger_header *header = recorder.store.header;

    header->changes_seen += entry_count_path.seen;
    if (recorder.stack_mode != LEDGER_STACK_NONE) {
        header->rested += entry_count_path.seen;
    }
    entry_count_path.seen = 0;
    header->changes_seen += entry_count_path.counted;
    header->counted += entry_count_path.counted;
    entry_count_path.counted = 0;
}

void
hook_end(void)
{
    entry_count_path.thread_state = 1;
    hook_tally();
}

/* Without branches: which operation comes next is hard to foresee. */
static inline int64_t
count_after(const struct ledger_site *site, const struct hook_frame *frame,
            int64_t before)
{
    int64_t operand = (int64_t)frame->operand;
    int64_t kept = site->operation < OPERATION_STORE ? before : 0;

    kept += site->operation == OPERATION_SUB_REGISTER ? -operand : operand;
    return recorder_count((uint64_t)kept);
}

/* Where a path from this site begins, and the call around it ends it. */
static inline struct stack_start
start_at(const struct thread_record *thread, int32_t live, uint32_t site,
         uint64_t stack_pointer, uint64_t base_pointer)
{
    return (struct stack_start){
        .pc = SITE_START | site,
        .stack_pointer = stack_pointer,
        .base_pointer = base_pointer,
        .limit = live >= 0 ? thread->activations[live].stack_pointer : 0,
    };
}

static void
walk_from(struct thread_record *thread, int32_t live, uint32_t number,
          const struct stack_start *start,
          const struct walk_registers *registers)
{
    const struct ledger_site *site = store_site(&recorder.store, number);

    native_walk(thread, live, start,
                store_image(&recorder.store, site->image)->bias + site->offset,
                registers);
}

struct place {
    uint32_t tag;
    uint32_t activation;
};

/* Where we are. False: the stack must be unwound first. */
static inline __attribute__((always_inline)) bool
find_place(struct thread_record *thread, uint32_t site, uint64_t stack_pointer,
           uint64_t base_pointer, struct place *place)
{
    struct stack_start start;
    int32_t live;
    uint32_t around = 0;

    *place = (struct place){ 0, 0 };
    switch (recorder.tagging) {
    case LEDGER_STACK_NONE:
        return true;
    case LEDGER_STACK_PYTHON:
        around = frame_spine_node(thread);
        if (around != 0) {
            around = stack_tree_native(&recorder.tree, 0, LEDGER_NODE_PYTHON,
                                       around);
        }
        /* fallthrough */
    case LEDGER_STACK_SITE:
        live = activation_live(thread, stack_pointer);
        place->activation = activation_serial(thread, live, stack_pointer);
        place->tag =
            stack_tree_native(&recorder.tree, around, LEDGER_NODE_SITE, site);
        return true;
    default:
        live = activation_live(thread, stack_pointer);
        start = start_at(thread, live, site, stack_pointer, base_pointer);
        place->activation = activation_serial(thread, live, stack_pointer);
        return native_stack_tag(thread, live, site, &start, &place->tag);
    }
}

static void
forget(uint32_t index)
{
    thinning_gone(index);
    shadow_forget(store_account(&recorder.store, index)->object);
    if (recorder.moving == index) {
        recorder.moving = 0;
    }
}

/* The memory holds no such object any more, and nobody saw it die. */
static void
lose(uint32_t index)
{
    forget(index);
    recorder.store.header->vanished++;
    account_close(&recorder.accounts, index);
}

/* Its count never changes again, and nobody owes anything. */
static void
become_immortal(uint32_t index)
{
    forget(index);
    recorder.store.header->immortalized++;
    account_close(&recorder.accounts, index);
}

/* The object is gone: a balanced life if its count came down to zero. */
static void
end_life(uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);

    if (account->references == 0) {
        forget(index);
        recorder.store.header->deaths++;
        store_type(&recorder.store, account->type)->deaths++;
        account_fold(&recorder.accounts, index);
    }
    else {
        lose(index);
    }
}

static void
count_is_zero(uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    uint64_t type = load64(account->object + recorder.layout->object.type);
    bool same = type == store_type(&recorder.store, account->type)->address;

    /* A finalizer may bring it back: then its life goes on. The account's own
     * type may be gone by now, where a class was assigned or a death unseen. */
    if ((!same && !types_exist(type)) ||
        load64(type + recorder.layout->type.finalize) == 0) {
        end_life(index);
    }
}

static inline __attribute__((always_inline)) void
record(struct thread_record *thread, uint32_t index, struct change *change)
{
    if (change->tag != 0 && change->after != change->before) {
        change->waiting = account_waiting(&recorder.accounts, index, change);
        if (recorder.sees_frames_end ||
            (change->waiting == NULL &&
             !account_knows(&recorder.accounts, index, change->tag))) {
            change->python = frame_spine_node(thread);
        }
    }
    account_change(&recorder.accounts, index, change);
    recorder.store.header->changes_seen++;
    store_site(&recorder.store, change->site)->changes++;
}

/*
 * Another object's memory now, or none's: its type says so, or the count is a
 * pointer of the allocator.
 */
static bool
is_reused(const struct ledger_account *account, uint64_t word)
{
    const struct python_layout *layout = recorder.layout;

    return (word & layout->refcount.always_zero) != 0 ||
           recorder_count(word) > recorder.count_max ||
           load64(account->object + layout->object.type) !=
               store_type(&recorder.store, account->type)->address;
}

/*
 * Whether the account is over, because the memory holds something else or the
 * object became immortal. A count of zero is the end unless somebody stores 1,
 * for a finalizer: what else changes that word is another object's.
 */
static bool
is_over(uint32_t index, uint64_t word, int64_t after)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    int64_t before = recorder_count(word);
    bool dead = account->references == 0;

    if (before == account->references && !dead) {
        return false;
    }
    if (is_reused(account, word) || (dead && (before != 0 || after != 1))) {
        end_life(index);
        return true;
    }
    if (before < 0) {
        become_immortal(index);
        return true;
    }
    return false;
}

/* Free lists link dead objects by the word that was the count; where the last
 * release leads there at once, the zero is never written. */
static bool
stores_link(const struct ledger_site *site, uint64_t word)
{
    return site->operation == OPERATION_STORE_REGISTER && site->width == 8 &&
           ((word & recorder.layout->refcount.always_zero) != 0 ||
            recorder_count(word) > INT32_MAX);
}

static int64_t
result_of(const struct hook_frame *frame, uint64_t word)
{
    const struct ledger_site *site =
        store_site(&recorder.store, hook_site(frame));

    return stores_link(site, frame->operand)
               ? 0
               : count_after(site, frame, recorder_count(word));
}

static bool
change_known(struct thread_record *thread, uint32_t index,
             struct hook_frame *frame, uint64_t base_pointer, bool again)
{
    uint32_t site = hook_site(frame);
    uint64_t word = load64(frame->address);
    struct change change = { .site = site, .before = recorder_count(word) };
    struct place place;
    uint32_t flags;

    change.after = result_of(frame, word);
    if (is_over(index, word, change.after)) {
        return true;
    }
    flags = store_account(&recorder.store, index)->flags;
    if (flags & LEDGER_ACCOUNT_RESTS) {
        if (resting_lets(index, change.after)) {
            record(thread, index, &change);
            recorder.store.header->rested++;
            return true;
        }
        resting_wake(index);
    }
    if (!find_place(thread, site, stack_pointer_at_site(frame), base_pointer,
                    &place) &&
        !again) {
        return false;
    }
    change.tag = place.tag;
    change.activation = place.activation;
    if (__builtin_expect(flags & LEDGER_ACCOUNT_WATCHED, 0)) {
        slot_watch_change(index, change.after < change.before);
    }
    record(thread, index, &change);
    resting_changed(index);
    if (change.after == 0 && change.before != 0) {
        count_is_zero(index);
    }
    else if (change.after < 0 && change.before > 0) {
        become_immortal(index);
    }
    return true;
}

/* It may need an account from here on. */
static bool
change_counted(struct thread_record *thread, struct hook_frame *frame,
               uint64_t base_pointer, bool again)
{
    uint64_t object = frame->address;
    uint32_t index = counted_change(object, hook_site(frame),
                                    result_of(frame, load64(object)));

    return index == 0 ||
           change_known(thread, index, frame, base_pointer, again);
}

/* ---- births ---- */

/* The fuller the ledger, the fewer births are kept. */
static bool
sampled(void)
{
    struct ledger_header *header = recorder.store.header;
    uint32_t full;

    if ((header->births & FULLNESS_MASK) == 0 &&
        (full = store_fullness(&recorder.store)) >= FULLNESS_FIRST) {
        uint32_t shift = (full - FULLNESS_FIRST) / FULLNESS_STEP + 1;

        if (shift > header->sampling_shift && shift <= SAMPLING_SHIFT_MAX) {
            header->sampling_shift = shift;
            header->sampling_tightened++;
        }
    }
    if (header->sampling_shift == 0) {
        return true;
    }
    return ((hash_mix(header->births + header->unsampled, 7) >> 40) &
            ((1u << header->sampling_shift) - 1)) == 0;
}

/* It has no account, and is only counted. */
static void
leave_out(uint64_t *counter, const struct hook_frame *frame)
{
    ++*counter;
    counted_begin(frame->address, hook_site(frame));
}

/* Whether the memory holds the object of the account, which was alive. */
static bool
holds(uint64_t object, uint64_t type, uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);

    return account->references > 0 &&
           recorder_count(load64(object)) == account->references &&
           store_type(&recorder.store, account->type)->address == type;
}

/* An object that was reallocated is announced again, with the count that was
 * copied. Whoever resizes one in place, as nanobind does, may not do that. */
static bool
has_moved(uint32_t moving, uint64_t object, uint64_t type)
{
    uint64_t from = store_account(&recorder.store, moving)->object;
    uint32_t index = account_find(&recorder.accounts, object);

    if (!holds(object, type, moving)) {
        if (account_find(&recorder.accounts, from) != moving) {
            end_life(moving);
        }
        return false;
    }
    if (index != 0) {
        end_life(index);
    }
    else if (counted_references(object) != 0) {
        counted_end(object);
    }
    shadow_forget(from);
    if (!account_move(&recorder.accounts, moving, object)) {
        end_life(moving);
        return false;
    }
    shadow_track(object);
    recorder.store.header->moved++;
    return true;
}

/* What stands at the address of a birth is over, or is this very object. */
static uint32_t
account_at_birth(uint64_t object, uint64_t type)
{
    uint32_t moving = recorder.moving;
    uint32_t index = account_find(&recorder.accounts, object);

    recorder.moving = 0;
    if (moving != 0 && moving != index) {
        if (has_moved(moving, object, type)) {
            return moving;
        }
        index = account_find(&recorder.accounts, object);
    }
    if (index == 0 || holds(object, type, index)) {
        return index; /* announced again: resized in place, resurrected */
    }
    end_life(index);
    return 0;
}

/* A type's, and not a number that follows the 1 of something else. */
static bool
is_address(uint64_t word)
{
    return word >= FIRST_ADDRESS && (word & 7) == 0;
}

/* A counted object's memory is announced: as the same one, or as another. */
static bool
is_counted_again(uint64_t object, uint32_t site)
{
    uint32_t references = counted_references(object);

    if (references == 0) {
        return false;
    }
    if (recorder_count(load64(object)) == (int64_t)references) {
        return counted_change(object, site, 1) == 0;
    }
    counted_end(object);
    return false;
}

/* Types are told of in any case, and nothing is thinned at the start. */
static struct birth_class *
class_of_birth(struct thread_record *thread, const struct type_facts *facts,
               uint32_t site)
{
    uint64_t position;
    struct birth_class *births;

    if (recorder.options.sample != OPTIONS_SAMPLE_AUTO || facts->makes_types ||
        initialization_lasts()) {
        return NULL;
    }
    position = frame_spine_position(thread);
    births = thinning_class(facts->number, site, position);
    if (births != NULL && facts->type != recorder.code_type) {
        thinning_remember(births, facts->type, site, position);
    }
    return births;
}

static bool
birth(struct thread_record *thread, struct hook_frame *frame,
      uint64_t base_pointer, bool again)
{
    uint64_t object = frame->address;
    uint64_t type = load64(object + recorder.layout->object.type);
    uint32_t index = account_at_birth(object, type);
    uint32_t site = hook_site(frame);
    const struct type_facts *facts;
    struct ledger_header *header = recorder.store.header;
    struct change change = { .site = site, .before = 0, .after = 1 };
    struct birth_class *births;
    struct place place;

    if (recorder.checkpoints) {
        checkpoint_poll(false);
    }
    if (initialization_lasts()) {
        initialization_poll();
    }
    if (index != 0) {
        return change_known(thread, index, frame, base_pointer, again);
    }
    if (is_counted_again(object, site)) {
        return true;
    }
    facts = is_address(type) ? types_find(type) : NULL;
    if (facts == NULL) {
        return true;
    }
    if (facts->makes_types) {
        types_forget(object);
    }
    else if (type == recorder.code_type) {
        python_stack_forget_code(object);
    }
    if (!facts->tracked || recorder.paused) {
        return true;
    }
    births = class_of_birth(thread, facts, site);
    if (!again && !thinning_keeps(births)) {
        leave_out(&header->thinned, frame);
        return true;
    }
    if (!again && !sampled()) {
        leave_out(&header->unsampled, frame);
        return true;
    }
    if (!find_place(thread, site, stack_pointer_at_site(frame), base_pointer,
                    &place) &&
        !again) {
        return false;
    }
    index = account_open(&recorder.accounts, object, facts->number,
                         LEDGER_ACCOUNT_BORN, 0);
    if (index == 0) {
        leave_out(&header->unsampled, frame);
        return true;
    }
    store_account(&recorder.store, index)->birth = place.tag;
    thinning_born(births, index);
    change.tag = place.tag;
    change.activation = place.activation;
    record(thread, index, &change);
    header->births++;
    store_type(&recorder.store, facts->number)->births++;
    shadow_track(object);
    if (recorder.slot_watch) {
        slot_watch_birth(index);
    }
    return true;
}

/* ---- entries ---- */

bool
hook_change(struct hook_frame *frame, uint64_t base_pointer, bool again)
{
    const struct ledger_site *site;
    struct thread_record *thread;
    uint32_t index = 0;
    bool counted = false, done;

    if (__builtin_expect(!recorder.recording, 0)) {
        return true;
    }
    site = store_site(&recorder.store, hook_site(frame));
    if (site->operation != OPERATION_BIRTH) {
        index = account_find(&recorder.accounts, frame->address);
        counted = index == 0 && counted_references(frame->address) != 0;
        if (index == 0 && !counted) {
            return true;
        }
    }
    thread = enter(again);
    if (thread == NULL) {
        return true;
    }
    done = index != 0 ? change_known(thread, index, frame, base_pointer, again)
           : counted  ? change_counted(thread, frame, base_pointer, again)
                      : birth(thread, frame, base_pointer, again);
    if (done) {
        leave();
    }
    return done;
}

void
hook_change_slow(struct hook_slow_frame *slow)
{
    const struct hook_frame *frame = &slow->frame;
    struct thread_record *thread = recorder.thread;
    uint64_t stack_pointer = stack_pointer_at_site(frame);
    int32_t live = activation_live(thread, stack_pointer);
    uint32_t number = hook_site(frame);
    struct stack_start start =
        start_at(thread, live, number, stack_pointer, slow->rbp);
    struct walk_registers registers = {
        slow->r15,  slow->r14,  slow->r13,  slow->r12,  slow->rbp,
        slow->rbx,  frame->r11, frame->r10, frame->r9,  frame->r8,
        frame->rdi, frame->rsi, frame->rdx, frame->rcx, frame->rax,
    };

    walk_from(thread, live, number, &start, &registers);
}

static uint32_t
type_of_tracked(uint64_t object)
{
    uint32_t index = account_find(&recorder.accounts, object);
    const struct type_facts *facts;

    if (index != 0) {
        return store_account(&recorder.store, index)->type;
    }
    facts = counted_references(object) == 0
                ? NULL
                : types_find(load64(object + recorder.layout->object.type));
    return facts == NULL ? 0 : facts->number;
}

/* The tracked object whose memory begins at the block, or 0. */
static uint64_t
object_in_block(uint64_t block)
{
    for (uint32_t before = 0; before <= 32; before += 16) {
        uint32_t type = type_of_tracked(block + before);
        uint32_t flags = store_type(&recorder.store, type)->flags;

        if (type != 0 &&
            ((flags >> LEDGER_TYPE_PREHEADER_SHIFT) & 0xff) == before) {
            return block + before;
        }
    }
    return 0;
}

static void
block_freed(uint64_t object)
{
    uint32_t index = account_find(&recorder.accounts, object);

    if (index == 0) {
        counted_end(object);
    }
    else if (index == recorder.moving) {
        account_detach(&recorder.accounts, index);
        shadow_forget(store_account(&recorder.store, index)->object);
    }
    else {
        end_life(index);
    }
}

static void
block_reallocated(uint64_t object)
{
    uint32_t index = account_find(&recorder.accounts, object);

    if (index == 0 && (index = counted_open(object)) == 0) {
        return;
    }
    if (recorder.moving != 0 && recorder.moving != index) {
        end_life(recorder.moving);
    }
    recorder.moving = index;
}

/*
 * The stack that calls a watched function. At a function's entry only the
 * base pointer matters to the unwinder, and vector registers are free.
 */
static uint32_t
tag_of_call(struct thread_record *thread, const struct hook_frame *frame)
{
    uint32_t number = hook_site(frame), tag = 0;
    struct walk_registers registers = { .rbp = frame->operand };
    int32_t live = activation_live(thread, frame->address);
    struct stack_start start =
        start_at(thread, live, number, frame->address, frame->operand);

    if (recorder.tagging == LEDGER_STACK_FULL &&
        !native_stack_tag(thread, live, number, &start, &tag)) {
        walk_from(thread, live, number, &start, &registers);
        native_stack_tag(thread, live, number, &start, &tag);
    }
    return tag == 0 ? 0 : store_node(&recorder.store, tag)->parent;
}

/* The switch is thrown after the interpreter has begun to run Python code. */
static void
look_for_compiler(uint64_t state)
{
    uint32_t interpreter = recorder.layout->state.interpreter;

    if (recorder.compiler != 0 && state != 0 &&
        load8(load64(state + interpreter) + recorder.compiler) != 0) {
        recording_stop(REASON_JIT, NULL);
    }
}

void
hook_function(struct hook_frame *frame)
{
    int32_t role;
    uint64_t object = 0; /* in the block */
    struct thread_record *thread;

    if (!recorder.recording) {
        return;
    }
    role = store_site(&recorder.store, hook_site(frame))->amount;
    if ((role == ROLE_FREE || role == ROLE_REALLOCATE) &&
        (object = object_in_block(frame->rsi)) == 0) {
        return;
    }
    thread = enter(false);
    if (thread == NULL) {
        return;
    }
    if (recorder.checkpoints &&
        (role == ROLE_EVALUATE || role == ROLE_EVALUATE_SLOT)) {
        checkpoint_poll(true);
    }
    switch (role) {
    case ROLE_EVALUATE:
        recorder.store.header->evaluations++;
        look_for_compiler(thread->state);
        if (!recorder.options.frames) {
            break;
        }
        quick_entry_learn(frame->site);
        activation_enter(thread, frame->address, frame->operand, frame->rsi,
                         false);
        if (recorder.slot_watch && !initialization_lasts()) {
            slot_watch_entry(thread);
        }
        break;
    case ROLE_EVALUATE_SLOT:
        activation_enter(thread, frame->address, frame->operand, frame->rsi,
                         true);
        break;
    case ROLE_SET_EVALUATOR:
        evaluator_set(frame->rsi, tag_of_call(thread, frame));
        break;
    case ROLE_READY_TYPE:
        adopt_type(frame->rdi);
        break;
    case ROLE_FREE:
        block_freed(object);
        break;
    case ROLE_REALLOCATE:
        block_reallocated(object);
        break;
    case ROLE_FINALIZE:
        recorder.store.header->finalization = LEDGER_FINALIZING;
        slot_watch_end();
        census_take("finalization", true);
        break;
    default:
        recording_bug("a watched function without a role");
        break;
    }
    leave();
}
