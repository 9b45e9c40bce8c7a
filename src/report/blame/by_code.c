#include "report/blame/by_code.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/forgetful.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    SAMPLES = 3,
    IMAGES_MAX = 8,
};

/* More than so many that look alike: something is misunderstood. */
enum { FUNCTIONS_MAX = 3 };

static const double SURE = .9, RIVAL = .6, UNLIKELY = .3;

/* Who forgets a slot, rather than who filled it. */
static const double FORGETTER_SHARE = 2. / 3;

/* A ranking that is less sure than this may be wrong. */
static const double DOUBTFUL = .95;

/* Work in progress. */
struct search {
    struct forgetful_search code;
    uint32_t *storers; /* functions that took references, on the way out */
    size_t storer_count;
    uint32_t fed[IMAGES_MAX]; /* modules at work when an exception was set */
    size_t fed_count;
};

static void
note_storers(struct search *search, const struct stack *stack)
{
    for (size_t i = 0; i < stack->relevant && !stack->frames[i].evaluator;
         i++) {
        search->storers = (uint32_t *)memory_room(
            search->storers, search->storer_count, sizeof *search->storers);
        search->storers[search->storer_count++] = stack->frames[i].function;
    }
}

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
        if (feeds && !known && search->fed_count < IMAGES_MAX && image != 0 &&
            (ledger_image_at(inputs->ledger, image)->flags &
             (LEDGER_IMAGE_MAIN | LEDGER_IMAGE_PYTHON)) ==
                LEDGER_IMAGE_PYTHON) {
            search->fed[search->fed_count++] = image;
        }
    }
}

static bool
is_storer(const struct search *search, uint32_t function)
{
    for (size_t i = 0; i < search->storer_count; i++) {
        if (search->storers[i] == function) {
            return true;
        }
    }
    return false;
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
                note_storers(search, &stack);
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

/* The image of the most suspicious function outside of the interpreter. */
static uint32_t
suspected_image(const struct search *search, const struct finding *finding)
{
    const struct inputs *inputs = search->code.inputs;
    struct stack stack = { 0 };
    uint32_t suspected = 0;

    for (size_t i = 0; suspected == 0 && i < finding->site_count; i++) {
        const struct finding_site *site = &finding->sites[i];
        uint32_t image;

        finding_stack(inputs, site, &stack);
        image = site->frame < stack.count
                    ? stack.frames[site->frame].place->image
                    : 0;
        if (site->blame > 0 && (ledger_image_at(inputs->ledger, image)->flags &
                                LEDGER_IMAGE_MAIN) == 0) {
            suspected = image;
        }
    }
    stack_clear(&stack);
    return suspected;
}

/* Those that take what they overwrite are the likelier ones. */
static void
keep_storers(struct search *search)
{
    size_t kept = 0;

    for (size_t i = 0; i < search->code.found_count; i++) {
        const struct forgetful *one = &search->code.found[i];

        if (is_storer(search, one->place->frames[one->frame].function)) {
            search->code.found[kept++] = search->code.found[i];
        }
    }
    search->code.found_count = kept > 0 ? kept : search->code.found_count;
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
        if ((stacks_flags(inputs->stacks, entry->tag) & FUNCTION_DISPOSER) !=
            0) {
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

/* Does its code, too, have a path that forgets a reference? */
static bool
is_suspected_by_code(const struct finding_site *site)
{
    return site->evidence.fate.kind == FATE_LOST ||
           site->evidence.fate.kind == FATE_EITHER ||
           site->evidence.fate.kind == FATE_LEFT;
}

/*
 * Of correct stores next to none look as if they forgot something. Where a
 * suspect's code does, too, one of the two readings is wrong.
 */
static double
belief_in(const struct search *search, bool measured,
          const struct finding *finding)
{
    if (search->code.found_count == 0 ||
        search->code.found_count > FUNCTIONS_MAX) {
        return 0;
    }
    /* What nobody released for it was kept by who filled the slot: the nets
     * do not tell these two apart. */
    if (search->code.found_count == 1 && search->code.found[0].let_go) {
        return SURE;
    }
    if (measured) {
        return UNLIKELY;
    }
    return finding->site_count == 0 || !is_suspected_by_code(finding->sites)
               ? SURE
           : finding->confidence < DOUBTFUL ? RIVAL
                                            : UNLIKELY;
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

/* Takes out the site where the reference was taken that is kept in a slot. */
static struct finding_site
take_taking(struct finding *finding, const struct fate_slot *slot)
{
    struct finding_site site = {
        .role = ROLE_TAKEN,
        .count = finding->references,
        .tag = slot->tag,
    };

    for (size_t i = 0; i < finding->site_count; i++) {
        if (finding->sites[i].tag == slot->tag &&
            finding->sites[i].role == ROLE_TAKEN) {
            site = finding->sites[i];
            finding->site_count--;
            memmove(finding->sites + i, finding->sites + i + 1,
                    (finding->site_count - i) * sizeof *finding->sites);
            break;
        }
    }
    site.frame = slot->frame;
    return site;
}

static void
accuse(const struct search *search, struct finding *finding, double belief)
{
    size_t at = 0;

    for (size_t i = 0; i < finding->site_count; i++) {
        finding->sites[i].blame *= 1 - belief;
    }
    for (size_t i = 0; i < search->code.found_count; i++) {
        const struct forgetful *one = &search->code.found[i];
        struct finding_site site = {
            .role = one->let_go    ? ROLE_LET_GO
                    : one->fetched ? ROLE_TAKEN
                                   : ROLE_OVERWROTE,
            .blame = belief / (double)search->code.found_count,
            .alone = one->place,
            .frame = one->frame,
        };

        while (at < finding->site_count &&
               finding->sites[at].blame >= site.blame) {
            at++;
        }
        if (at == 0) {
            free(finding->why);
            finding->why = why(search, one);
        }
        /* Behind it, where it was taken, if that is sure. */
        if (one->let_go && at == 0 &&
            search->code.slots[one->slot].where != 0) {
            struct finding_site taking =
                take_taking(finding, &search->code.slots[one->slot]);

            taking.blame = site.blame * (1 - FORGETTER_SHARE);
            site.blame *= FORGETTER_SHARE;
            finding_put_site(finding, taking, 0);
        }
        finding_put_site(finding, site, at);
    }
    finding->confidence = finding->sites[0].blame;
    finding->evidence = 1;
}

void
by_code_apply(const struct inputs *inputs, const struct suspect *suspect,
              bool measured, struct finding *finding)
{
    struct search *search = (struct search *)memory_zeroed(1, sizeof *search);
    uint32_t suspected;
    double belief;

    search->code.inputs = inputs;
    collect_slots(search, suspect);
    suspected = suspected_image(search, finding);
    for (size_t i = 0; i < search->code.slot_count; i++) {
        uint32_t image = search->code.slots[i].image;

        if (is_first_of_image(search, i) &&
            (suspected == 0 || suspected == image)) {
            forgetful_of_slots(&search->code, image);
        }
    }
    clear_innocent(search, suspect);
    keep_storers(search);
    for (size_t i = 0; i < search->fed_count && search->code.found_count == 0;
         i++) {
        forgetful_of_exceptions(&search->code, search->fed[i]);
    }
    belief = belief_in(search, measured, finding);
    if (belief > 0) {
        accuse(search, finding, belief);
    }
    free(search->code.found);
    free(search->storers);
    free(search);
}
