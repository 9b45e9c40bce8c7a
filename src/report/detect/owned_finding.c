#include "report/detect/owned_finding.h"

#include "report/evidence/owners.h"
#include "report/finding/interpreters.h"
#include "report/input/ledger_load.h"
#include "report/symbols/library_frames.h"
#include "report/text/memory.h"

/* Whether the frame is of a function of the interpreter that a module calls to
   make an object, or to store one: what is inside of it is as good as unknown. */
static bool
serves_module(const struct report *report, const struct stack *stack,
              size_t frame)
{
    const struct symbols *symbols = report->inputs.symbols;
    const struct stack_frame *caller = &stack->frames[frame + 1];

    return (symbols_function(symbols, stack->frames[frame].function)->flags &
            (FUNCTION_GIVES | FUNCTION_STORES)) != 0 &&
           !caller->evaluator &&
           ledger_image_is_module(
               report->inputs.ledger,
               symbols_function(symbols, caller->function)->image);
}

/* The innermost frame of a module that has the interpreter do that; 0, the
   innermost of all: there is none. */
static size_t
past_interpreter(const struct report *report, const struct stack *stack)
{
    for (size_t i = 0; i + 1 < stack->count && !stack->frames[i].evaluator;
         i++) {
        if (serves_module(report, stack, i)) {
            return i + 1;
        }
    }
    return 0;
}

/* Whether it makes objects, or calls, for others. */
static bool
acts_for_others(const struct report *report, const struct stack_frame *frame)
{
    return (symbols_function(report->inputs.symbols, frame->function)->flags &
            (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) != 0;
}

/* Who stored it, or made it: the first that does not act for others. */
static size_t
acting_frame(const struct report *report, uint32_t tag)
{
    struct stack stack = { 0 };
    size_t frame;

    stacks_fill(report->inputs.stacks, tag, &stack);
    frame = past_interpreter(report, &stack);
    while (frame + 1 < stack.count &&
           acts_for_others(report, &stack.frames[frame])) {
        frame++;
    }
    if (frame < stack.count) {
        frame = library_frame_user(&stack, frame);
    }
    stack_clear(&stack);
    return frame;
}

/* Where in Python one of the objects was taken at this tag. */
static uint32_t
python_at(const struct ledger *ledger, uint32_t account, uint32_t tag)
{
    for (uint32_t e = ledger_account_at(ledger, account)->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        if (entry->tag == tag && entry->taken > 0) {
            return entry->python;
        }
    }
    return 0;
}

struct finding *
owned_finding_add(struct report *report, enum verdict verdict,
                  const struct ledger_owned *owned, uint32_t tag,
                  uint32_t python, const uint32_t *accounts, size_t count)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_type *type = ledger_type_at(ledger, owned->type);
    char *name = ledger_printable(ledger, type->name);
    struct finding *finding;

    report->findings = (struct finding *)memory_room(
        report->findings, report->finding_count, sizeof *report->findings);
    finding = &report->findings[report->finding_count++];
    *finding = (struct finding){
        .verdict = verdict,
        .type = name != NULL ? name : memory_text("?"),
        .objects = count > 0 ? count : owned->alike,
        .references = count > 0 ? 0 : owned->alike,
        .example = owned->object,
        .typical = count > 0 ? accounts[count / 2] : 0,
        .holds = false, /* explains no other finding */
        .evidence = 1,
        .confidence = 1,
        .growth =
            growth_of_class(report->inputs.growth, owned->type, owned->birth),
    };
    for (size_t i = 0; i < count; i++) {
        const struct ledger_account *account =
            ledger_account_at(ledger, accounts[i]);

        finding->references +=
            account->references > 0 ? (uint64_t)account->references : 0;
    }
    interpreters_add_accounts(ledger, finding, accounts, count);
    owners_describe_record(&report->inputs, owned, &finding->owners);
    finding->sites =
        (struct finding_site *)memory_room(NULL, 0, sizeof *finding->sites);
    finding->sites[0] = (struct finding_site){
        .role = ROLE_TAKEN,
        .count = finding->objects,
        .blame = 1,
        .tag = tag,
        .python = python != 0 || count == 0
                      ? python
                      : python_at(ledger, accounts[0], tag),
    };
    if (tag == 0) {
        finding->sites[0].role = ROLE_BORN;
        finding->sites[0].blame = 0;
        finding->sites[0].tag = owned->birth;
        finding->sites[0].python = owned->born_python;
    }
    finding->site_count =
        finding->sites[0].tag != 0; /* else nothing is known */
    finding->sites[0].frame = acting_frame(report, finding->sites[0].tag);
    return finding;
}
