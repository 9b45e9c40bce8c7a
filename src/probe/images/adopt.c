#include "probe/images/adopt.h"

#include "base/mapping.h"
#include "base/refcount_shape.h"
#include "cpython/memory.h"
#include "patch/image.h"
#include "probe/images/image_records.h"
#include "probe/images/known_images.h"
#include "probe/images/static_types.h"
#include "probe/images/types.h"
#include "probe/images/unseen.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"

enum {
    BASES_MAX = 64,
    PAGES_LOW = 1 << 16, /* nothing lies there */
    LATE = 32,           /* images, the last: what they set up is looked for */
};

/* Of the image that is looked at: a count that is no pointer. Objects of the
 * interpreter's have the same one, by thousands. */
static uint64_t no_pointer;

/*
 * What a module takes as it is set up lies at low addresses where the
 * interpreter's own data does (ld.so -no-pie): a pointer to it passes for a count.
 */
static bool
is_pointer(uint64_t count)
{
    uint64_t word;

    if (count < PAGES_LOW || count == no_pointer) {
        return false;
    }
    if (peek64(count, &word)) {
        return true;
    }
    no_pointer = count;
    return false;
}

/* A word of that object, for one. */
static bool
overlaps_another(uint64_t object)
{
    return account_find(&recorder.accounts, object ^ 8) != 0;
}

static uint32_t *pointers; /* by account */
static uint64_t adopted_low = UINT64_MAX, adopted_high;
static uint32_t next_image;  /* the first whose data was not looked at */
static uint32_t again_image; /* the first whose data is looked at again */
static bool late_wanted;     /* adopt_soon */
static uint32_t made_ready;  /* types, since an image was looked at */

static void
adopt_object(uint64_t object, uint64_t type, uint64_t count, bool seen)
{
    const struct type_facts *facts = types_find(type);
    uint32_t index = account_find(&recorder.accounts, object);

    if (facts != NULL && index != 0 &&
        store_account(&recorder.store, index)->state ==
            LEDGER_ACCOUNT_ADOPTED) {
        store_account(&recorder.store, index)->type = facts->number;
    }
    if (facts == NULL || !facts->tracked || index != 0 ||
        overlaps_another(object) || is_pointer(count)) {
        return;
    }
    index = account_open(&recorder.accounts, object, facts->number,
                         LEDGER_ACCOUNT_ADOPTED, (int64_t)count);
    if (index != 0) {
        if (pointers != NULL) {
            pointers[index] = 0;
        }
        adopted_low = object < adopted_low ? object : adopted_low;
        adopted_high = object > adopted_high ? object : adopted_high;
        store_account(&recorder.store, index)->birth =
            stack_tree_native(&recorder.tree, 0, LEDGER_NODE_ADOPTED, 0);
        recorder.store.header->adopted++;
        if (seen) {
            shadow_track(object);
        }
        else {
            unseen_add(index);
        }
    }
}

/*
 * Where an image lies at low addresses, a pointer into it could pass for a
 * count: and the pointer to a type that ends one object, with a word behind
 * it, for another object.
 */
static bool
possible_count(uint64_t count)
{
    return count != 0 && count <= INT32_MAX && !known_images_hold(count, 1);
}

/* Of user space; any word may stand in data. */
static bool
possible_address(uint64_t word)
{
    return word >> ACCOUNT_ADDRESS_BITS == 0;
}

static bool
has_static_type(uint64_t at, uint64_t type)
{
    return static_type_is(type) &&
           (!types_find(type)->makes_types || static_type_is(at));
}

/*
 * Once code of the image has run, it counts things beside pointers to types of
 * others: Cython keeps a dict's version beside what it found there.
 */
static bool
may_be_of(uint64_t at, uint64_t type, bool has_run)
{
    return has_static_type(at, type) &&
           (!has_run || types_find(type)->makes_types ||
            image_record_at(type) == image_record_at(at));
}

static void
adopt_in(uint64_t start, uint64_t end, bool has_run)
{
    for (uint64_t at = (start + 7) & ~(uint64_t)7; at + 16 <= end; at += 8) {
        uint64_t count = load64(at), type;

        if (!possible_count(count)) {
            continue;
        }
        type = load64(at + recorder.layout->object.type);
        if (may_be_of(at, type, has_run)) {
            adopt_object(at, type, count, types_static_wanted());
        }
    }
}

/*
 * Those that got their type when their module was set up, one of its own. By
 * then it counts things beside pointers to other types, too, and the interpreter
 * beside pointers to its own ones.
 */
static void
adopt_late_in(uint64_t start, uint64_t end, bool has_run)
{
    (void)has_run;
    if (image_record_is_interpreter(image_record_at(start))) {
        return;
    }
    for (uint64_t at = (start + 7) & ~(uint64_t)7; at + 16 <= end; at += 8) {
        uint64_t count = load64(at), type;

        if (!possible_count(count)) {
            continue;
        }
        type = load64(at + recorder.layout->object.type);
        if ((type - start < end - start && has_static_type(at, type)) ||
            (possible_address(type) && static_type_is_elsewhere(type))) {
            adopt_object(at, type, count, types_static_wanted());
        }
    }
}

/* Most words are not: to ask for their accounts costs a page each. */
static bool
may_be_adopted(uint64_t word)
{
    return word >= adopted_low && word <= adopted_high;
}

typedef void data_look(uint64_t start, uint64_t end, bool has_run);

/*
 * Not of types: PyType_Ready counts what their static data points at, a base
 * for one.
 */
static void
count_pointers_in(uint64_t start, uint64_t end, bool has_run)
{
    (void)has_run;
    for (uint64_t at = (start + 7) & ~(uint64_t)7; at + 8 <= end; at += 8) {
        uint64_t object = load64(at);
        uint32_t index = may_be_adopted(object)
                             ? account_find(&recorder.accounts, object)
                             : 0;

        if (index != 0 &&
            store_account(&recorder.store, index)->state ==
                LEDGER_ACCOUNT_ADOPTED &&
            !types_known(load64(object + recorder.layout->object.type))
                 ->makes_types) {
            pointers[index]++;
        }
    }
}

/* How to look at data, and from which image on. */
struct data_visit {
    data_look *look;
    uint32_t first_image;
};

static int
visit_data(struct dl_phdr_info *info, size_t size, void *context)
{
    static struct image image;
    const struct data_visit *visit = context;
    uint32_t record;

    (void)size;
    if (!image_describe(info, &image)) {
        return 0;
    }
    record = image_record_at(image.start);
    if (record < visit->first_image || !image_record_is_python(record)) {
        return 0;
    }
    no_pointer = 0;
    for (unsigned i = 0; i < image.segment_count; i++) {
        if (image.segments[i].writable) {
            visit->look(image.segments[i].start, image.segments[i].end,
                        record < next_image);
        }
    }
    return 0;
}

void
adopt_static_objects(void)
{
    const struct store *store = &recorder.store;
    /*
     * An interpreter's own types may have become ready since the last time; but
     * to look through all data each time is too much for everybody.
     */
    struct data_visit all = { adopt_in,
                              types_static_wanted() ? 0 : again_image };
    /* Only what stood there before any code ran is owed to nobody. */
    struct data_visit new = { count_pointers_in, next_image };

    if (types_none_wanted()) {
        return;
    }
    again_image = next_image;
    if (pointers == NULL) {
        pointers = mapping_zeroed(store->tables[LEDGER_ACCOUNTS].limit *
                                  sizeof *pointers);
    }
    dl_iterate_phdr(visit_data, &all);
    if (pointers != NULL) {
        dl_iterate_phdr(visit_data, &new);
    }
    next_image = (uint32_t)*store->tables[LEDGER_IMAGES].used;
    made_ready = 0;
}

/* In images from that one on. */
static void
adopt_late_from(uint32_t first_image)
{
    struct data_visit visit = { adopt_late_in, first_image };

    /* Nothing was adopted where the recording began in the middle. */
    if (next_image > 0) {
        dl_iterate_phdr(visit_data, &visit);
    }
}

void
adopt_late_types(void)
{
    adopt_late_from(0);
}

/*
 * A module sets up its objects among its types, and others import it and define
 * classes then. Who tracks such objects wants their changes from the first on.
 */
static void
adopt_while_set_up(void)
{
    made_ready++;
    if (types_static_wanted() && (made_ready & (made_ready - 1)) == 0) {
        adopt_late_from(next_image > LATE ? next_image - LATE : 0);
    }
}

void
adopt_soon(void)
{
    late_wanted = true;
}

uint32_t
adopt_pointers(uint32_t account)
{
    return pointers != NULL && store_account(&recorder.store, account)->state ==
                                   LEDGER_ACCOUNT_ADOPTED
               ? pointers[account]
               : 0;
}

/* What PyType_Ready will make the type's own type: its nearest base's. */
static uint64_t
type_of_type(uint64_t type)
{
    const struct python_layout *layout = recorder.layout;

    for (unsigned i = 0; type != 0 && i < BASES_MAX; i++) {
        uint64_t own = load64(type + layout->object.type);

        if (own != 0) {
            return own;
        }
        type = load64(type + layout->type.base);
    }
    return recorder.type_type;
}

void
adopt_type(uint64_t type)
{
    int64_t count = recorder_count(load64(type));

    if (late_wanted) {
        late_wanted = false;
        adopt_late_types();
    }
    adopt_while_set_up();
    if (count > 0 && static_type_may_be(type)) {
        adopt_object(type, type_of_type(type), (uint64_t)count,
                     types_static_wanted());
    }
}
