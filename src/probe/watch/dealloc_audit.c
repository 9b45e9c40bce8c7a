#include "probe/watch/dealloc_audit.h"

#include "cpython/memory.h"
#include "probe/admission/resting.h"
#include "probe/stack/thread_records.h"
#include "probe/state/recorder.h"
#include "probe/watch/death_choice.h"
#include "probe/watch/life_steps.h"
#include "probe/watch/loss.h"
#include "probe/watch/object_extent.h"
#include "probe/watch/slot_watch.h"

enum {
    AUDITS_MAX = 8,          /* at a time: deallocations within others */
    FIELDS_MAX = 24,         /* of one object that are followed */
    OBJECT_BYTES_MAX = 1024, /* the rest of a larger one is not looked at */
    OBJECT_HEAD_BYTES = 16,  /* count and type */
    FRAME_BYTES_MAX = 4096,  /* of a function whose caller is looked for */
};

/* What a field held when its object died. */
struct field {
    uint64_t serial;
    int64_t references;
    uint32_t account;
    uint32_t offset;
    uint32_t releaser; /* stack tag of its release, where the stack pointer */
    uint64_t released_at; /* ... was this; 0: none, or by another's disposal */
    bool marked;
    bool released;
    bool doubtful; /* another field holds the same */
};

struct audit {
    const struct thread_record *thread; /* NULL: not in use */
    uint64_t serial;
    uint64_t outside; /* stack pointers from here on: it is over */
    uint64_t caller;  /* return address below that; 0: there is none */
    uint64_t within;  /* below this, another object is being taken apart */
    uint32_t owner, type, birth;
    uint32_t stands_for;
    uint32_t count;
    struct field fields[FIELDS_MAX];
};

static struct audit audits[AUDITS_MAX];
static uint32_t active;

void
dealloc_audit_init(void)
{
    recorder.dealloc_audit =
        recorder.options.watch && recorder.stack_mode == LEDGER_STACK_FULL;
}

static bool
is_same(uint32_t account, uint64_t serial)
{
    const struct ledger_account *now = store_account(&recorder.store, account);

    return now->state != LEDGER_ACCOUNT_FREE && now->serial == serial;
}

/* An account may be marked for the slot watch as well. */
static void
unmark(const struct field *field)
{
    if (field->marked && is_same(field->account, field->serial) &&
        !slot_watch_follows(field->account) &&
        !life_steps_follow(field->account)) {
        store_account(&recorder.store, field->account)->flags &=
            (uint8_t)~LEDGER_ACCOUNT_WATCHED;
    }
}

static bool
is_lost(const struct field *field)
{
    const struct ledger_account *now =
        store_account(&recorder.store, field->account);

    return !field->released && !field->doubtful &&
           is_same(field->account, field->serial) &&
           recorder_count(load64(now->object)) >= field->references;
}

/* The last release in the call that released most of the fields; 0: none. */
static uint32_t
releaser_of(const struct audit *audit)
{
    uint32_t most = 0, found = 0;

    for (uint32_t i = 0; i < audit->count; i++) {
        uint32_t alike = 0;

        for (uint32_t f = 0; f < audit->count; f++) {
            alike +=
                audit->fields[f].released_at == audit->fields[i].released_at;
        }
        if (audit->fields[i].released_at != 0 && alike >= most) {
            most = alike;
            found = audit->fields[i].releaser;
        }
    }
    return found;
}

static void
write_loss(const struct audit *audit, const struct field *field)
{
    uint32_t releaser = releaser_of(audit);
    struct ledger_loss loss = {
        .serial = field->serial,
        .account = field->account,
        .changes = store_account(&recorder.store, field->account)->changes,
        .disposer = releaser != 0 ? releaser : loss_disposer(audit->type),
        .owner_type = audit->type,
        .owner_offset = field->offset,
        .owner_birth = audit->birth,
        .stands_for = audit->stands_for,
    };

    if (death_choice_wants(audit->type) && loss_write(&loss)) {
        death_choice_lost(audit->type);
    }
}

/* Its deallocation is over. Alive again, it gave nothing back, and need not. */
static void
conclude(struct audit *audit, bool judge)
{
    judge = judge &&
            !(is_same(audit->owner, audit->serial) &&
              store_account(&recorder.store, audit->owner)->references > 0);
    for (uint32_t i = 0; i < audit->count; i++) {
        if (judge && is_lost(&audit->fields[i])) {
            write_loss(audit, &audit->fields[i]);
        }
        unmark(&audit->fields[i]);
    }
    audit->thread = NULL;
    active--;
}

/* Whether its caller has returned, or has called something else. */
static bool
is_over(const struct audit *audit, uint64_t stack_pointer)
{
    return stack_pointer >= audit->outside ||
           (audit->caller != 0 &&
            load64(audit->outside - sizeof(uint64_t)) != audit->caller);
}

/* Something happened on this thread, where the stack pointer is that. */
static void
tick(uint64_t stack_pointer)
{
    for (int i = 0; i < AUDITS_MAX && active > 0; i++) {
        if (audits[i].thread != recorder.thread || audits[i].thread == NULL) {
            continue;
        }
        if (is_over(&audits[i], stack_pointer)) {
            conclude(&audits[i], true);
        }
        else if (stack_pointer >= audits[i].within) {
            audits[i].within = 0;
        }
    }
}

/*
 * Where the function's caller begins on the stack: it may jump to tp_dealloc at
 * its end, and has given its own part of the stack back then. The evaluator
 * never does. 0: not found.
 */
static uint64_t
caller_begins(uint32_t tag, uint64_t stack_pointer)
{
    const struct thread_record *thread = recorder.thread;
    const struct ledger_node *around =
        store_node(&recorder.store, store_node(&recorder.store, tag)->parent);
    uint64_t limit = thread->count > 0
                         ? thread->activations[thread->count - 1].stack_pointer
                         : 0;

    if (around->kind == LEDGER_NODE_EVALUATION) {
        return stack_pointer;
    }
    if (around->kind != LEDGER_NODE_RETURN) {
        return 0;
    }
    for (uint64_t at = stack_pointer;
         at < limit && at < stack_pointer + FRAME_BYTES_MAX; at += 8) {
        if (load64(at) == around->value) {
            return at + 8;
        }
    }
    return 0;
}

static void
add_field(struct audit *audit, uint32_t account, uint32_t offset)
{
    struct ledger_account *held = store_account(&recorder.store, account);
    struct field *field = &audit->fields[audit->count];

    for (uint32_t i = 0; i < audit->count; i++) {
        if (audit->fields[i].account == account) {
            audit->fields[i].doubtful = true;
            return;
        }
    }
    if (audit->count == FIELDS_MAX || held->references <= 0 ||
        (held->flags & LEDGER_ACCOUNT_UNSEEN) != 0) {
        return;
    }
    audit->count++;
    *field = (struct field){
        .serial = held->serial,
        .references = recorder_count(load64(held->object)),
        .account = account,
        .offset = offset,
        .marked = (held->flags & LEDGER_ACCOUNT_WATCHED) == 0,
    };
    if ((held->flags & LEDGER_ACCOUNT_RESTS) != 0) {
        resting_wake(account);
    }
    held->flags |= LEDGER_ACCOUNT_WATCHED;
}

static uint64_t
bytes_of(uint64_t object, uint64_t type)
{
    struct object_extent extent = {
        load64(type + recorder.layout->type.basicsize),
        load64(type + recorder.layout->type.itemsize),
    };
    uint64_t items = object_has_items(extent, OBJECT_BYTES_MAX)
                         ? load64(object + recorder.layout->object.size)
                         : 0;

    return object_extent_bytes(extent, items, OBJECT_BYTES_MAX);
}

static void
look_into(struct audit *audit, uint64_t object, uint64_t type)
{
    uint64_t size = bytes_of(object, type);

    audit->count = 0;
    for (uint64_t at = OBJECT_HEAD_BYTES; at + 8 <= size; at += 8) {
        uint64_t word = load64(object + at);
        uint32_t account =
            word != 0 && word % 16 == 0 && word >> ACCOUNT_ADDRESS_BITS == 0
                ? account_find(&recorder.accounts, word)
                : 0;

        if (account != 0) {
            add_field(audit, account, (uint32_t)at);
        }
    }
}

/* An object dies while others do: what is released below is of it. */
static void
begin_within(uint64_t stack_pointer)
{
    for (int i = 0; i < AUDITS_MAX && active > 0; i++) {
        struct audit *audit = &audits[i];

        if (audit->thread == recorder.thread && audit->thread != NULL &&
            stack_pointer > audit->within) {
            audit->within = stack_pointer;
        }
    }
}

static struct audit *
free_audit(uint32_t owner, uint64_t serial)
{
    struct audit *found = NULL;

    for (int i = 0; i < AUDITS_MAX; i++) {
        if (audits[i].thread == NULL) {
            found = &audits[i];
        }
        else if (audits[i].owner == owner && audits[i].serial == serial) {
            return NULL; /* a finalizer ran in between */
        }
    }
    return found;
}

void
dealloc_audit_death(uint32_t account, uint32_t tag, uint64_t stack_pointer)
{
    const struct ledger_account *owner =
        store_account(&recorder.store, account);
    uint64_t type = load64(owner->object + recorder.layout->object.type);
    struct audit *audit;
    uint32_t deaths;

    tick(stack_pointer);
    begin_within(stack_pointer);
    if (store_type(&recorder.store, owner->type)->address != type ||
        !death_choice_wants(owner->type)) {
        return;
    }
    deaths = death_choice_stands_for(owner->type);
    audit = deaths > 0 ? free_audit(account, owner->serial) : NULL;
    if (audit == NULL) {
        return;
    }
    *audit = (struct audit){
        .serial = owner->serial,
        .outside = caller_begins(tag, stack_pointer),
        .owner = account,
        .type = owner->type,
        .birth = owner->birth,
        .stands_for = deaths << owner->sampling,
    };
    if (audit->outside > stack_pointer) {
        audit->caller = load64(audit->outside - sizeof(uint64_t));
    }
    if (audit->outside != 0) {
        look_into(audit, owner->object, type);
    }
    if (audit->count > 0) {
        audit->thread = recorder.thread;
        active++;
    }
}

void
dealloc_audit_change(uint32_t account, const struct change *change,
                     uint64_t stack_pointer)
{
    tick(stack_pointer);
    for (int i = 0; i < AUDITS_MAX && change->after < change->before; i++) {
        struct audit *audit = &audits[i];

        for (uint32_t f = 0; audit->thread != NULL && f < audit->count; f++) {
            if (audit->fields[f].account == account) {
                audit->fields[f].released = true;
                if (stack_pointer >= audit->within) {
                    audit->fields[f].releaser = change->tag;
                    audit->fields[f].released_at = stack_pointer;
                }
            }
        }
    }
}

void
dealloc_audit_end(void)
{
    recorder.dealloc_audit = false;
    for (int i = 0; i < AUDITS_MAX; i++) {
        if (audits[i].thread != NULL) {
            conclude(&audits[i], false);
        }
    }
}
