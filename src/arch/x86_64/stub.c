#include "arch/stub.h"

#include "arch/x86_64/emit.h"
#include "arch/x86_64/flags.h"

#include <string.h>

enum {
    RED_ZONE_BYTES = 128,
    TYPE_OFFSET = 8, /* of an object, from its count */
};

/* ---- one site ---- */

struct site_stub {
    const struct instruction *instruction;
    struct stub_site site;
    uint8_t scratch;
    bool scratch_saved;        /* pushed, not free */
    bool flags_saved;          /* in ah and al */
    struct flags_source flags; /* made again from a register */
    bool rax_saved;            /* to make room for the flags */
    bool red_zone;
    uint32_t slow_field; /* of the jump to the slow path */
    uint32_t back;       /* where the slow path returns to */
};

static bool
choose_registers(struct site_stub *stub, uint32_t live)
{
    /* Never rbp: code may be done with it while unwinding still needs it. */
    static const uint8_t order[] = {
        REGISTER_RAX, REGISTER_RCX, REGISTER_RDX, REGISTER_RSI, REGISTER_RDI,
        REGISTER_R8,  REGISTER_R9,  REGISTER_R10, REGISTER_R11, REGISTER_RBX,
    };
    uint32_t used = stub->instruction->reads | stub->instruction->touches;

    stub->flags_saved =
        (live & RESOURCE_FLAGS) != 0 && stub->flags.register_ == REGISTER_NONE;
    if (stub->flags.register_ != REGISTER_NONE) {
        used |= 1u << stub->flags.register_;
    }
    stub->rax_saved = stub->flags_saved && (live & (1u << REGISTER_RAX)) != 0;
    stub->scratch = REGISTER_NONE;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < sizeof order; i++) {
            uint32_t bit = 1u << order[i];

            if ((used & bit) ||
                (stub->flags_saved && order[i] == REGISTER_RAX) ||
                (pass == 0 && (live & bit))) {
                continue;
            }
            stub->scratch = order[i];
            stub->scratch_saved = pass == 1;
            return true;
        }
    }
    return false;
}

static uint32_t
pushed_words(const struct site_stub *stub)
{
    return (stub->scratch_saved ? 1u : 0u) + (stub->rax_saved ? 1u : 0u);
}

static void
emit_fast(struct blob *blob, struct site_stub *stub, enum stub_filter filter)
{
    bool birth = stub->site.site.operation == OPERATION_BIRTH;
    bool step = stub->red_zone && pushed_words(stub) > 0;

    if (step) {
        emit_red_zone(blob, true);
    }
    if (stub->scratch_saved) {
        emit_push(blob, stub->scratch);
    }
    if (birth && filter == STUB_FILTER_HASH) {
        /* The small table knows no types. */
        if (stub->rax_saved) {
            emit_push(blob, REGISTER_RAX);
        }
        if (stub->flags_saved) {
            EMIT(blob, 0x9f, 0x0f, 0x90, 0xc0);
        }
        stub->slow_field = emit_jump_forward(blob, 0);
    }
    else {
        if (birth) {
            emit_load(blob, stub->scratch, stub->instruction, TYPE_OFFSET);
        }
        else {
            emit_address(blob, stub->scratch, stub->instruction);
        }
        if (stub->rax_saved) {
            emit_push(blob, REGISTER_RAX);
        }
        if (stub->flags_saved) {
            EMIT(blob, 0x9f, 0x0f, 0x90, 0xc0); /* lahf; seto %al */
        }
        emit_filter(blob, stub->scratch,
                    birth ? SHADOW_TYPE_UNTRACKED : SHADOW_TRACKED, filter);
        stub->slow_field = emit_jump_forward(blob, birth ? 0x84 : 0x85);
    }
    stub->back = blob->size;
    if (stub->flags_saved) {
        EMIT(blob, 0x04, 0x7f, 0x9e); /* add $127,%al; sahf */
    }
    else if (stub->flags.register_ != REGISTER_NONE) {
        emit_test(blob, stub->flags.register_, stub->flags.wide);
    }
    if (stub->rax_saved) {
        emit_pop(blob, REGISTER_RAX);
    }
    if (stub->scratch_saved) {
        emit_pop(blob, stub->scratch);
    }
    if (step) {
        emit_red_zone(blob, false);
    }
}

static bool
takes_register(uint8_t operation)
{
    return operation == OPERATION_ADD_REGISTER ||
           operation == OPERATION_SUB_REGISTER ||
           operation == OPERATION_STORE_REGISTER;
}

static enum blob_hook
hook_of(const struct site *site)
{
    switch (site->operation) {
    case OPERATION_BIRTH:
        return BLOB_HOOK_BIRTH;
    case OPERATION_ADD:
        return site->amount == 1    ? BLOB_HOOK_TAKE
               : site->amount == -1 ? BLOB_HOOK_RELEASE
                                    : BLOB_HOOK_CHANGE;
    case OPERATION_STORE_REGISTER:
        return site->width == 8   ? BLOB_HOOK_STORE64
               : site->width == 4 ? BLOB_HOOK_STORE32
                                  : BLOB_HOOK_CHANGE;
    default:
        return BLOB_HOOK_CHANGE;
    }
}

static void
emit_slow(struct blob *hot, const struct site_stub *stub)
{
    struct blob *blob = hot->cold;
    uint32_t words = pushed_words(stub);
    bool step = stub->red_zone && words == 0;

    emit_landing(hot, stub->slow_field);
    if (stub->red_zone) {
        words += RED_ZONE_BYTES / 8;
    }
    if (step) {
        emit_red_zone(blob, true);
    }
    if (stub->rax_saved) {
        EMIT(blob, 0x48, 0x87, 0x04, 0x24); /* xchg %rax,(%rsp) */
    }
    emit_address(blob, stub->scratch, stub->instruction);
    emit_push(blob, stub->scratch);
    if (takes_register(stub->site.site.operation)) {
        emit_push(blob, stub->instruction->register_);
    }
    else {
        blob_add_byte(blob, 0x68); /* push $amount */
        blob_add_word(blob, (uint32_t)stub->site.site.amount);
    }
    blob_add_byte(blob, 0x68); /* push $site */
    blob_add_site(blob, words << STUB_SITE_BITS | stub->site.number);
    emit_call(blob, blob_thunk(hook_of(&stub->site.site)));
    EMIT(blob, 0x48, 0x8d, 0x64, 0x24, 0x18); /* lea 24(%rsp),%rsp */
    if (stub->rax_saved) {
        EMIT(blob, 0x48, 0x87, 0x04, 0x24);
    }
    if (step) {
        emit_red_zone(blob, false);
    }
    emit_jump_back(blob, stub->back);
}

/* ---- traces ---- */

/* Step number `i`; what follows it is the next step, not what stands there. */
static bool
emit_step(struct blob *blob, const struct function *function,
          const struct trace *trace, size_t i)
{
    const struct step *step = &trace->steps[i];
    const struct instruction *instruction =
        &function->instructions[step->index];

    if (i + 1 == trace->count || step[1].index == step->index + 1) {
        return emit_moved(blob, function, instruction);
    }
    if (instruction->flow == FLOW_BRANCH) {
        emit_inverted(blob, instruction);
    }
    return instruction->movable;
}

static bool
emit_trace(struct blob *blob, const struct stub_code *code, struct trace *trace,
           struct site_stub *stubs, size_t count)
{
    const struct function *function = code->function;
    const struct instruction *end =
        &function->instructions[trace->steps[trace->count - 1].index];
    size_t next = 0;

    for (size_t i = 0; i < trace->count; i++) {
        trace->steps[i].stub = blob->size;
        if (next < count &&
            stubs[next].site.site.index == trace->steps[i].index) {
            emit_fast(blob, &stubs[next++], code->filter);
        }
        if (!emit_step(blob, function, trace, i)) {
            return false;
        }
    }
    if (decode_goes_on(end)) {
        emit_jump_out(blob, end->address + end->length);
    }
    for (size_t i = 0; i < count; i++) {
        emit_slow(blob, &stubs[i]);
    }
    return true;
}

static bool
prepare(struct site_stub *stub, const struct stub_code *code,
        const struct trace *trace, const struct stub_site *site)
{
    size_t index = site->site.index, step = 0;
    uint32_t live = code->live[index];

    *stub = (struct site_stub){
        .instruction = &code->function->instructions[index],
        .site = *site,
        .red_zone = code->red_zone,
        .flags = { REGISTER_NONE },
    };
    if (live & RESOURCE_FLAGS) {
        while (trace->steps[step].index != index) {
            step++;
        }
        stub->flags =
            flags_source_of(code->function, trace, step, live, code->joined);
    }
    return choose_registers(stub, live);
}

enum stub_leave
stub_emit(struct blob *blob, const struct stub_code *code, struct trace *trace,
          const struct stub_site *sites, size_t site_count)
{
    struct site_stub stubs[STUB_SITES_MAX];
    struct blob_mark mark = blob_mark(blob);

    if (site_count > STUB_SITES_MAX) {
        return STUB_UNMOVABLE;
    }
    for (size_t i = 0; i < site_count; i++) {
        if (!prepare(&stubs[i], code, trace, &sites[i])) {
            return STUB_NO_REGISTER;
        }
    }
    if (!emit_trace(blob, code, trace, stubs, site_count)) {
        blob_undo(blob, &mark);
        return STUB_UNMOVABLE;
    }
    if (blob->full || blob->cold->full) {
        blob_undo(blob, &mark);
        return STUB_FULL;
    }
    return STUB_FINE;
}

void
stub_jump(uint8_t out[5], uint64_t from, uint64_t to)
{
    uint32_t distance = (uint32_t)(to - (from + 5));

    out[0] = 0xe9;
    memcpy(out + 1, &distance, 4);
}
