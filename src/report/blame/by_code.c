#include "report/blame/by_code.h"

#include <stdlib.h>

#include "report/evidence/forgetful.h"
#include "report/input/ledger_load.h"
#include "report/symbols/library_frames.h"
#include "report/text/memory.h"

enum {
    SAMPLES = 3,
    IMAGES_MAX = 8,
};

/* Work in progress. */
struct search {
    struct forgetful_search code;
    uint32_t fed[IMAGES_MAX]; /* modules at work when an exception was set */
    size_t fed_count;
};

/* The modules that called what came to set an exception. */
static void
note_fed(struct search *search, const struct stack *stack)
{
    const struct inputs *inputs = search->code.inputs;
    bool feeds = false;

    for (size_t i = 0; i < stack->relevant; i++) {
        const struct stack_frame *frame = &stack->frames[i];
        uint32_t image = frame->place->image;
        bool known = false;

        feeds |= fetchers_feed(
            symbols_function(inputs->symbols, frame->function)->name);
        for (size_t f = 0; f < search->fed_count; f++) {
            known |= search->fed[f] == image;
        }
        if (feeds && !known && search->fed_count < IMAGES_MAX &&
            ledger_image_is_module(inputs->ledger, image)) {
            search->fed[search->fed_count++] = image;
        }
    }
}

static void
collect_slots(struct search *search, const struct suspect *suspect)
{
    const struct inputs *inputs = search->code.inputs;
    const struct ledger *ledger = inputs->ledger;
    size_t samples =
        suspect->account_count < SAMPLES ? suspect->account_count : SAMPLES;
    struct stack stack = { 0 };

    /* First of all where they were taken to be kept, then of their birth. */
    for (size_t i = 0; i < 2 * samples; i++) {
        size_t at = suspect->account_count * (2 * (i / 2) + 1) / (2 * samples);
        const struct ledger_account *account =
            ledger_account_at(ledger, suspect->accounts[at]);
        bool births = i % 2 == 1;

        for (uint32_t e = account->entries; e != 0;
             e = ledger_entry_at(ledger, e)->next) {
            const struct ledger_entry *entry = ledger_entry_at(ledger, e);

            if (entry->taken > 0 && (entry->tag == account->birth) == births) {
                stacks_fill(inputs->stacks, entry->tag, &stack);
                note_fed(search, &stack);
                search->code.slot_count =
                    fates_slots(inputs->fates, ledger, &stack, entry->tag,
                                births, search->code.slots,
                                search->code.slot_count, FORGETFUL_SLOTS_MAX);
            }
        }
    }
    stack_clear(&stack);
}

static bool
is_first_of_image(const struct search *search, size_t slot)
{
    for (size_t i = 0; i < slot; i++) {
        if (search->code.slots[i].image == search->code.slots[slot].image) {
            return false;
        }
    }
    return true;
}

/* What functions of an image did to an object themselves, but for its birth. */
struct own_changes {
    uint64_t taken;    /* by the one that is asked about */
    uint64_t released; /* while a container of the image let go */
};

static struct own_changes
own_changes(const struct inputs *inputs, const struct ledger_account *account,
            uint32_t image, uint32_t function)
{
    struct own_changes changes = { 0, 0 };
    struct stack stack = { 0 };

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(inputs->ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(inputs->ledger, e);

        stacks_fill(inputs->stacks, entry->tag, &stack);
        if (stack.count == 0 || stack.frames[0].place->image != image ||
            entry->tag == account->birth) {
            continue;
        }
        if (stack.frames[0].function == function) {
            changes.taken += entry->taken;
        }
        if (stack_disposed(inputs->symbols, &stack, stack.relevant)) {
            changes.released += entry->released;
        }
    }
    stack_clear(&stack);
    return changes;
}

/*
 * Whether containers gave back what the function took: then what it put into a
 * slot came out of it again, and was not written over.
 */
static bool
came_out_again(const struct search *search, const struct suspect *suspect,
               const struct forgetful *one)
{
    const struct inputs *inputs = search->code.inputs;
    const struct ledger_account *account = ledger_account_at(
        inputs->ledger, suspect->accounts[suspect->account_count / 2]);
    struct own_changes changes =
        own_changes(inputs, account, one->place->image,
                    one->place->frames[one->frame].function);

    return changes.released > 0 && changes.released >= changes.taken;
}

static void
clear_innocent(struct search *search, const struct suspect *suspect)
{
    size_t kept = 0;

    for (size_t i = 0; i < search->code.found_count; i++) {
        const struct forgetful *one = &search->code.found[i];

        if (one->let_go || !came_out_again(search, suspect, one)) {
            search->code.found[kept++] = *one;
        }
    }
    search->code.found_count = kept;
}

static char *
why(const struct search *search, const struct forgetful *one)
{
    const struct function *function = symbols_function(
        search->code.inputs->symbols, one->place->frames[one->frame].function);

    return memory_format(
        one->let_go ? "by its code, %s does not release all that the "
                      "type shows the collector"
        : one->fetched
            ? "by its code, %s takes exceptions from the interpreter and "
              "forgets a reference on some path"
            : "by its code, %s writes over a place where such objects are "
              "kept, without a release",
        function->name);
}

/* The image of the likeliest function outside of the interpreter. */
static uint32_t
image_at_work(const struct inputs *inputs, const struct hypotheses *hypotheses)
{
    double most = 0;
    uint32_t found = 0;

    for (size_t i = 0; i < hypotheses->count; i++) {
        const struct hypothesis *one = &hypotheses->items[i];
        uint32_t image =
            symbols_function(inputs->symbols, one->function)->image;

        if (one->values[WEIGHED_LIVES] > most &&
            !ledger_image_is_interpreters(inputs->ledger, image)) {
            most = one->values[WEIGHED_LIVES];
            found = image;
        }
    }
    return found;
}

static void
argue(const struct search *search, struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < search->code.found_count; i++) {
        const struct forgetful *found = &search->code.found[i];
        const struct place_frame *frame = &found->place->frames[found->frame];
        struct hypothesis *one;

        if (frame->library) {
            continue;
        }
        one = hypotheses_of(hypotheses, frame->function,
                            found->let_go    ? MECHANISM_LEFT_OUT
                            : found->fetched ? MECHANISM_FETCHED
                                             : MECHANISM_OVERWROTE);
        one->values[found->let_go    ? WEIGHED_READ_LEAVES_OUT
                    : found->fetched ? WEIGHED_READ_FETCHES
                                     : WEIGHED_READ_OVERWRITES] = 1;
        one->values[WEIGHED_READ_DROPS] = found->own;
        if (one->best == 0) {
            one->alone = found->place;
            one->frame = found->frame;
            free(one->why);
            one->why = why(search, found);
        }
    }
}

/* Whose code puts such a reference into a field or a variable. */
static void
argue_storers(const struct search *search, struct hypotheses *hypotheses)
{
    const struct inputs *inputs = search->code.inputs;
    struct stack stack = { 0 };

    for (size_t i = 0; i < search->code.slot_count; i++) {
        const struct fate_slot *slot = &search->code.slots[i];

        stacks_fill(inputs->stacks, slot->tag, &stack);
        if (slot->frame < stack.count) {
            size_t frame = library_frame_user(&stack, slot->frame);

            hypotheses_of(hypotheses, stack.frames[frame].function,
                          MECHANISM_KEPT)
                ->values[WEIGHED_READ_STORES] = 1;
        }
    }
    stack_clear(&stack);
}

void
by_code_argue(const struct inputs *inputs, const struct suspect *suspect,
              struct hypotheses *hypotheses)
{
    struct search search = { .code = { .inputs = inputs } };
    uint32_t suspected = image_at_work(inputs, hypotheses);

    collect_slots(&search, suspect);
    for (size_t i = 0; i < search.code.slot_count; i++) {
        uint32_t image = search.code.slots[i].image;

        if (is_first_of_image(&search, i) &&
            (suspected == 0 || suspected == image)) {
            forgetful_of_slots(&search.code, image);
        }
    }
    clear_innocent(&search, suspect);
    for (size_t i = 0; i < search.fed_count && search.code.found_count == 0;
         i++) {
        forgetful_of_exceptions(&search.code, search.fed[i]);
    }
    argue(&search, hypotheses);
    argue_storers(&search, hypotheses);
    free(search.code.found);
}
