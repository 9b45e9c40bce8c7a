#include "probe/images/types.h"

#include "base/mapping.h"
#include "base/system.h"
#include "cpython/memory.h"
#include "cpython/type_info.h"
#include "ledger/hash.h"
#include "probe/images/expected_types.h"
#include "probe/images/image_records.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"
#include "probe/state/suspects.h"


enum { NAME_MAX_BYTES = 512, BASES_MAX = 64 };

static struct type_facts *types;
static uint32_t type_count;

bool
types_init(void)
{
    types = mapping_zeroed(RECORDER_TYPE_SLOTS * sizeof *types);
    return types != NULL;
}

static size_t
text_length(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0') {
        length++;
    }
    return length;
}

static bool
same_bytes(const char *a, const char *b, size_t length)
{
    size_t i = 0;

    while (i < length && a[i] == b[i]) {
        i++;
    }
    return i == length;
}

/* Whether a list of words separated by commas has this one. */
static bool
list_has(const char *list, const char *word, size_t length)
{
    while (*list != '\0') {
        size_t n = 0;

        while (*list == ' ') {
            list++;
        }
        while (list[n] != '\0' && list[n] != ',') {
            n++;
        }
        if (n == length && same_bytes(list, word, length)) {
            return true;
        }
        list += n + (list[n] == ',');
    }
    return false;
}

bool
types_none_wanted(void)
{
    static const char none[] = "none";

    return text_length(recorder.options.track) == sizeof none - 1 &&
           same_bytes(recorder.options.track, none, sizeof none - 1);
}

bool
types_static_wanted(void)
{
    return list_has(recorder.options.track, "static", 6);
}

bool
types_all_wanted(void)
{
    return list_has(recorder.options.track, "all", 3);
}

static bool
list_names(const char *list, const char *full_name, size_t length,
           const char *own_name)
{
    return list_has(list, full_name, length) ||
           list_has(list, own_name, text_length(own_name));
}

/* Of an object that has an account, and therefore is there. */
static bool
is_live_type(uint64_t address)
{
    uint64_t own_type = load64(address + recorder.layout->object.type);
    const struct type_facts *facts = types_known(own_type);

    return own_type == recorder.type_type ||
           (facts != NULL && facts->makes_types);
}

/*
 * A store that only looks like a birth must not lead us to memory that is no
 * type, or not there at all.
 */
bool
types_exist(uint64_t address)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t own_type = 0, flags = 0;

    if (system_is_sealed() && account_find(&recorder.accounts, address) != 0) {
        return is_live_type(address);
    }
    if ((address & 7) != 0 ||
        !peek64(address + layout->object.type, &own_type) ||
        (own_type & 7) != 0) {
        return false;
    }
    return own_type == recorder.type_type ||
           (peek64(own_type + layout->type.flags, &flags) &&
            (flags & layout->type.flag_is_type) != 0);
}

static void
learn(struct type_facts *facts, uint64_t type)
{
    char name[NAME_MAX_BYTES];
    const struct python_layout *layout = recorder.layout;
    size_t length = type_full_name(layout, type, name, sizeof name);
    uint32_t number = store_add(&recorder.store, LEDGER_TYPES, 1);

    facts->type = type;
    facts->number = number;
    facts->makes_types =
        (type_flags(layout, type) & layout->type.flag_is_type) != 0;
    facts->tracked =
        number != 0 &&
        (types_all_wanted() || list_names(recorder.options.track, name, length,
                                          type_name(layout, type)));
    facts->expected = facts->tracked && expected_types_have(name, length);
    facts->suspected = facts->tracked && suspects_are_named() &&
                       list_names(recorder.options.suspects, name, length,
                                  type_name(layout, type));
    if (number != 0) {
        struct ledger_type *record = store_type(&recorder.store, number);

        record->address = type;
        record->name = store_text(&recorder.store, name, length);
        record->flags =
            (facts->tracked ? LEDGER_TYPE_TRACKED : 0u) |
            (type_is_gc(layout, type) ? LEDGER_TYPE_GC : 0u) |
            (type_is_heap(layout, type) ? LEDGER_TYPE_HEAP : 0u) |
            (facts->makes_types ? LEDGER_TYPE_META : 0u) |
            (facts->expected ? LEDGER_TYPE_EXPECTED : 0u) |
            (facts->suspected ? LEDGER_TYPE_SUSPECTED : 0u) |
            (type_hash_is_identity(layout, type) ? LEDGER_TYPE_IDENTITY : 0u) |
            (image_record_is_interpreter(image_record_at(type))
                 ? LEDGER_TYPE_BUILTIN
                 : 0u) |
            object_preheader(layout, type) << LEDGER_TYPE_PREHEADER_SHIFT;
    }
    /* Births of types and of code objects are wanted in any case: they say
     * that an address means something else now. */
    shadow_mark_type(type, !facts->tracked && !facts->makes_types &&
                               type != recorder.code_type);
}

/* A function of a type, or of its first base whose is not the interpreter's. */
static uint64_t
own_function(uint64_t type, uint64_t offset)
{
    uint64_t first = load64(type + offset);

    for (int i = 0; i < BASES_MAX && type != 0; i++) {
        uint64_t found = load64(type + offset);

        if (found != 0 &&
            !image_record_is_interpreter(image_record_at(found))) {
            return found;
        }
        type = load64(type + recorder.layout->type.base);
    }
    return first;
}

void
types_learn_disposer(const struct type_facts *facts)
{
    store_type(&recorder.store, facts->number)->disposer =
        own_function(facts->type, recorder.layout->type.dealloc);
}

int32_t
types_traverse(uint32_t number, uint64_t object)
{
    uint64_t disposer = store_type(&recorder.store, number)->disposer;
    uint64_t traverse = own_function(type_of(recorder.layout, object),
                                     recorder.layout->owners.type_traverse);
    int64_t far = (int64_t)(traverse - disposer);

    return traverse != 0 && disposer != 0 && far == (int32_t)far ? (int32_t)far
                                                                 : 0;
}

static struct type_facts *
slot_of(uint64_t type)
{
    uint32_t slot =
        (uint32_t)(hash_mix(type, 0) >> 32) & (RECORDER_TYPE_SLOTS - 1);

    while (types[slot].type != 0 && types[slot].type != type) {
        slot = (slot + 1) & (RECORDER_TYPE_SLOTS - 1);
    }
    return &types[slot];
}

const struct type_facts *
types_find(uint64_t type)
{
    static const struct type_facts *last;
    struct type_facts *facts;

    if (last != NULL && last->type == type && last->number != 0) {
        return last;
    }
    facts = slot_of(type);
    if (facts->number == 0) {
        if (type_count > RECORDER_TYPE_SLOTS / 2 || !types_exist(type)) {
            return NULL;
        }
        type_count += facts->type == 0;
        learn(facts, type);
    }
    last = facts;
    return facts;
}

const struct type_facts *
types_known(uint64_t type)
{
    const struct type_facts *facts = slot_of(type);

    return facts->number == 0 ? NULL : facts;
}

void
types_forget(uint64_t type)
{
    struct type_facts *facts = slot_of(type);

    if (facts->type == type) {
        facts->number = 0;
        recorder.types_forgotten++;
        shadow_mark_type(type, false);
    }
}
