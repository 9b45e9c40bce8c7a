#include "report/overwriters.h"

#include <stdlib.h>

#include "arch/x86_64/overwriting.h"
#include "report/fetchers.h"
#include "report/function_code.h"
#include "report/function_names.h"
#include "report/image_names.h"
#include "report/ledger_load.h"
#include "report/memory.h"
#include "report/neglect.h"

enum {
    SAMPLES = 3,
    SLOTS_MAX = 32,
    IMAGES_MAX = 8,
    FOUND_MAX = 64, /* stores of one function */
    FUNCTION_BYTES_MAX = 1 << 16,
    CODE_BYTES_MAX = 4 << 20, /* of an image: more takes too long */
};

/* More than so many that look alike: something is misunderstood. */
enum { FUNCTIONS_MAX = 3 };

static const double SURE = .9, RIVAL = .6, UNLIKELY = .3;

/* A ranking that is less sure than this may be wrong. */
static const double DOUBTFUL = .95;

/* One function that forgets what it writes over. */
struct overwriter {
    const struct place *place;
    size_t frame;
    bool stores;  /* it is one of those that took the references, too */
    bool let_go;  /* it disposes of the owner, and never looks */
    bool fetched; /* it took exceptions from the interpreter */
};

/* Work in progress. */
struct search {
    const struct report *report;
    struct fate_slot slots[SLOTS_MAX];
    size_t slot_count;
    union {
        struct neglect_memory memory;
        struct fetchers_memory fetchers;
    };
    uint32_t fed[IMAGES_MAX]; /* modules at work when an exception was set */
    size_t fed_count;
    uint32_t *storers; /* functions that took references, on the way out */
    size_t storer_count;
    struct overwriter *found;
    size_t found_count;
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
    const struct report *report = search->report;
    bool feeds = false;

    for (size_t i = 0; i < stack->relevant; i++) {
        const struct stack_frame *frame = &stack->frames[i];
        uint32_t image = frame->place->image;
        bool known = false;

        feeds |= fetchers_feed(
            symbols_function(report->symbols, frame->function)->name);
        for (size_t f = 0; f < search->fed_count; f++) {
            known |= search->fed[f] == image;
        }
        if (feeds && !known && search->fed_count < IMAGES_MAX && image != 0 &&
            (ledger_image_at(report->ledger, image)->flags &
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
    const struct report *report = search->report;
    const struct ledger *ledger = report->ledger;
    size_t samples =
        suspect->account_count < SAMPLES ? suspect->account_count : SAMPLES;
    struct stack stack = { 0 };

    for (size_t i = 0; i < samples; i++) {
        const struct ledger_account *account = ledger_account_at(
            ledger, suspect->accounts[suspect->account_count * (2 * i + 1) /
                                      (2 * samples)]);

        for (uint32_t e = account->entries; e != 0;
             e = ledger_entry_at(ledger, e)->next) {
            const struct ledger_entry *entry = ledger_entry_at(ledger, e);

            if (entry->taken > 0) {
                stacks_fill(report->stacks, entry->tag, &stack);
                note_storers(search, &stack);
                note_fed(search, &stack);
                search->slot_count = fates_slots(
                    report->fates, ledger, &stack, entry->tag == account->birth,
                    search->slots, search->slot_count, SLOTS_MAX);
            }
        }
    }
    stack_clear(&stack);
}

static void
add_overwriter(struct search *search, struct overwriter one)
{
    const struct place_frame *frame = &one.place->frames[one.frame];
    const struct function *function =
        symbols_function(search->report->symbols, frame->function);

    /* What fills new containers finds nothing in them. */
    if ((function->flags & (FUNCTION_SETUP | FUNCTION_STEALS)) != 0) {
        return;
    }
    for (size_t i = 0; i < search->found_count; i++) {
        const struct overwriter *other = &search->found[i];

        if (other->place->frames[other->frame].function == frame->function) {
            return;
        }
    }
    search->found = (struct overwriter *)memory_room(
        search->found, search->found_count, sizeof *search->found);
    one.stores = is_storer(search, frame->function);
    search->found[search->found_count++] = one;
}

static bool
makes(void *context, const struct handing_call *call)
{
    const char *name =
        function_code_import((const struct function_code *)context, call);

    return name != NULL && function_name_makes(name);
}

/* Was anything recorded in the code between two addresses of an image? */
static bool
has_run(const struct search *search, uint32_t image, uint64_t start,
        uint64_t end)
{
    const struct ledger *ledger = search->report->ledger;
    uint64_t bias = ledger_image_at(ledger, image)->bias;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_SITES); i++) {
        const struct ledger_site *site = ledger_site_at(ledger, i);

        if (site->image == image && site->changes > 0 &&
            site->offset >= start && site->offset < end) {
            return true;
        }
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_NODES); i++) {
        const struct ledger_node *node = ledger_node_at(ledger, i);

        if (node->kind == LEDGER_NODE_RETURN && node->value - bias > start &&
            node->value - bias <= end) {
            return true;
        }
    }
    return false;
}

/* Stores of one function to the slots of its image. */
static void
search_function(struct search *search, uint32_t image, uint64_t start,
                uint64_t end, const struct handing_slot *slots,
                size_t slot_count)
{
    struct symbols *symbols = search->report->symbols;
    struct overwriting found[FOUND_MAX];
    struct function_code function;
    size_t count;

    if (!function_code_find(&function, symbols,
                            symbols_place(symbols, image, start),
                            &search->memory.numbering)) {
        return;
    }
    function.cautious = true;
    count = overwriting_find(&function.code, start, makes, slots, slot_count,
                             &search->memory.handing, found, FOUND_MAX);
    if (count > 0 && !has_run(search, image, start, end)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const struct place *place =
            symbols_place(symbols, image, found[i].end - 1);
        uint32_t frame = 0;

        if (place->count == 0 ||
            (found[i].holds != 0 &&
             fates_of_overwritten(search->report->fates, place, found[i].holds,
                                  &frame) != MOVED_LOST)) {
            continue;
        }
        add_overwriter(search, (struct overwriter){
                                   .place = place,
                                   .frame = frame < place->count ? frame : 0,
                               });
    }
}

/* A quick look, for most have none. */
static bool
has_store(const uint8_t *bytes, size_t size, uint64_t start,
          const struct handing_slot *slots, size_t slot_count)
{
    struct instruction instruction;
    struct handing_slot slot;

    for (size_t at = 0; at < size; at += instruction.length) {
        if (!decode_instruction(bytes + at, size - at, start + at,
                                &instruction)) {
            return false;
        }
        if ((instruction.form != FORM_STORE_REGISTER &&
             instruction.form != FORM_STORE_IMMEDIATE) ||
            !handing_slot_of(&instruction, &slot)) {
            continue;
        }
        for (size_t i = 0; i < slot_count; i++) {
            if (slots[i].where == slot.where && slots[i].fixed == slot.fixed) {
                return true;
            }
        }
    }
    return false;
}

static void
search_types(struct search *search, uint32_t image,
             const struct handing_slot *slots, size_t slot_count)
{
    struct symbols *symbols = search->report->symbols;
    uint64_t found[FUNCTIONS_MAX + 1];
    size_t count =
        neglect_find(symbols, image, slots, slot_count, &search->memory, found,
                     sizeof found / sizeof *found);

    for (size_t i = 0; i < count; i++) {
        const struct place *place = symbols_place(symbols, image, found[i]);

        if (place->count > 0) {
            add_overwriter(search, (struct overwriter){
                                       .place = place,
                                       .frame = place->count - 1,
                                       .let_go = true,
                                   });
        }
    }
}

/* The code of an image's function with that number; NULL: there is none. */
static const uint8_t *
function_bytes(struct image_file *file, size_t number, uint64_t *start,
               size_t *size)
{
    uint64_t next, segment;
    const uint8_t *bytes;

    *start = file != NULL ? image_file_function_at(file, number) : 0;
    if (*start == 0) {
        return NULL;
    }
    next = image_file_function_at(file, number + 1);
    bytes = image_file_segment(file, *start, &segment, size);
    if (bytes == NULL || *size > CODE_BYTES_MAX) {
        return NULL;
    }
    *size -= *start - segment;
    if (next > *start && next - *start < *size) {
        *size = next - *start;
    }
    *size = *size < FUNCTION_BYTES_MAX ? *size : 0;
    return bytes + (*start - segment);
}

static void
search_image(struct search *search, uint32_t image)
{
    struct image_file *file =
        symbols_image_file(search->report->symbols, image);
    struct handing_slot slots[SLOTS_MAX];
    size_t slot_count = 0, size;
    uint64_t start;
    const uint8_t *bytes;

    for (size_t i = 0; i < search->slot_count; i++) {
        if (search->slots[i].image == image) {
            slots[slot_count++] =
                (struct handing_slot){ search->slots[i].where,
                                       search->slots[i].fixed };
        }
    }
    for (size_t i = 0; (bytes = function_bytes(file, i, &start, &size)) != NULL;
         i++) {
        if (has_store(bytes, size, start, slots, slot_count)) {
            search_function(search, image, start, start + size, slots,
                            slot_count);
        }
    }
    search_types(search, image, slots, slot_count);
}

/* Calls of one function that hand out exceptions. */
static void
search_fetches(struct search *search, uint32_t image, uint64_t start,
               size_t size)
{
    struct symbols *symbols = search->report->symbols;
    uint64_t found[FUNCTIONS_MAX];
    size_t count = fetchers_find(symbols, image, start, size, &search->fetchers,
                                 found, FUNCTIONS_MAX);

    if (count > 0 && !has_run(search, image, start, start + size)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const struct place *place = symbols_place(symbols, image, found[i]);

        if (place->count > 0) {
            add_overwriter(search, (struct overwriter){
                                       .place = place,
                                       .fetched = true,
                                   });
        }
    }
}

static void
search_calls(struct search *search, uint32_t image)
{
    struct image_file *file =
        symbols_image_file(search->report->symbols, image);
    uint64_t start;
    size_t size;

    for (size_t i = 0; function_bytes(file, i, &start, &size) != NULL; i++) {
        search_fetches(search, image, start, size);
    }
}

static bool
is_first_of_image(const struct search *search, size_t slot)
{
    for (size_t i = 0; i < slot; i++) {
        if (search->slots[i].image == search->slots[slot].image) {
            return false;
        }
    }
    return true;
}

/* The image of the most suspicious function outside of the interpreter. */
static uint32_t
suspected_image(const struct search *search, const struct finding *finding)
{
    const struct report *report = search->report;
    struct stack stack = { 0 };
    uint32_t suspected = 0;

    for (size_t i = 0; suspected == 0 && i < finding->site_count; i++) {
        const struct finding_site *site = &finding->sites[i];
        uint32_t image;

        finding_stack(report, site, &stack);
        image = site->frame < stack.count
                    ? stack.frames[site->frame].place->image
                    : 0;
        if (site->blame > 0 && (ledger_image_at(report->ledger, image)->flags &
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

    for (size_t i = 0; i < search->found_count; i++) {
        if (search->found[i].stores) {
            search->found[kept++] = search->found[i];
        }
    }
    search->found_count = kept > 0 ? kept : search->found_count;
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
belief_in(const struct search *search, const struct finding *finding)
{
    if (search->found_count == 0 || search->found_count > FUNCTIONS_MAX) {
        return 0;
    }
    return finding->site_count == 0 || !is_suspected_by_code(finding->sites)
               ? SURE
           : finding->confidence < DOUBTFUL ? RIVAL
                                            : UNLIKELY;
}

static const char *
why(const struct overwriter *overwriter)
{
    return overwriter->let_go
               ? "by its code, this function does not release all that its "
                 "type shows the collector"
           : overwriter->fetched
               ? "by its code, this function takes exceptions from the "
                 "interpreter and forgets a reference on some path"
               : "by its code, this function writes over a place where such "
                 "objects are kept, without a release";
}

static void
accuse(const struct search *search, struct finding *finding, double belief)
{
    size_t at = 0;

    for (size_t i = 0; i < finding->site_count; i++) {
        finding->sites[i].blame *= 1 - belief;
    }
    for (size_t i = 0; i < search->found_count; i++) {
        const struct overwriter *overwriter = &search->found[i];
        struct finding_site site = {
            .role = overwriter->let_go    ? ROLE_LET_GO
                    : overwriter->fetched ? ROLE_TAKEN
                                          : ROLE_OVERWROTE,
            .blame = belief / (double)search->found_count,
            .alone = overwriter->place,
            .frame = overwriter->frame,
        };

        while (at < finding->site_count &&
               finding->sites[at].blame >= site.blame) {
            at++;
        }
        finding_put_site(finding, site, at);
    }
    if (finding->sites[0].alone != NULL) {
        free(finding->why);
        finding->why = memory_text(why(&search->found[0]));
    }
    finding->confidence = finding->sites[0].blame;
    finding->evidence = 1;
}

void
overwriters_apply(const struct report *report, const struct suspect *suspect,
                  struct finding *finding)
{
    struct search *search = (struct search *)memory_zeroed(1, sizeof *search);
    uint32_t suspected;
    double belief;

    search->report = report;
    collect_slots(search, suspect);
    suspected = suspected_image(search, finding);
    for (size_t i = 0; i < search->slot_count; i++) {
        uint32_t image = search->slots[i].image;

        if (is_first_of_image(search, i) &&
            (suspected == 0 || suspected == image)) {
            search_image(search, image);
        }
    }
    keep_storers(search);
    for (size_t i = 0; i < search->fed_count && search->found_count == 0; i++) {
        search_calls(search, search->fed[i]);
    }
    belief = belief_in(search, finding);
    if (belief > 0) {
        accuse(search, finding, belief);
    }
    free(search->found);
    free(search->storers);
    free(search);
}
