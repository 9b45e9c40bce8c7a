#include "report/symbols/table_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/symbols/image_data.h"
#include "report/text/memory.h"

/* Where a type has the tables of its functions; its own are in itself. */
enum table {
    TABLE_TYPE = 0,
    TABLE_ASYNC = 80,
    TABLE_NUMBER = 96,
    TABLE_SEQUENCE = 104,
    TABLE_MAPPING = 112,
    TABLE_BUFFER = 160,
};

/* Of struct _typeobject. */
enum {
    TP_NAME = 24,
    TP_BASICSIZE = 32,
    TP_FLAGS = 168,
    TP_METHODS = 232,
    TP_GETSET = 248,
    OBJECT_HEAD = 16,
    OBJECT_BYTES_MAX = 1 << 24,
};

/* Of PyType_Spec, and its rows. */
enum {
    SPEC_BASICSIZE = 8,
    SPEC_SLOTS = 24,
    SLOT_METHODS = 64,
    SLOT_GETSET = 73,
    SLOT_SIZE = 16,
    SLOTS_MAX = 100,
};

/* Of PyMethodDef and PyGetSetDef. */
enum {
    METHOD_FUNCTION = 8,
    METHOD_FLAGS = 16,
    METHOD_DOC = 24,
    METHOD_SIZE = 32,
    METHOD_CALLS =
        0x8d, /* METH_VARARGS, _NOARGS, _O, _FASTCALL: one of them, */
    METHOD_FLAGS_MAX = 0x2ff, /* ... and none beyond METH_METHOD */
    GETSET_GET = 8,
    GETSET_SET = 16,
    GETSET_SIZE = 40,
};

enum { NAME_MAX_BYTES = 200, ROWS_MAX = 2000 };

static const struct slot {
    int32_t number;
    const char *name;
    uint32_t table, place;
    enum return_kind returns;
} slots[] = {
#define SLOT(number, name, table, place, returns) \
    { number, #name, TABLE_##table, place, RETURN_##returns },
#include "report/symbols/type_slots.def"
#undef SLOT
};

enum { SLOTS = sizeof slots / sizeof *slots };

/* What is said of functions, of some more than once. */
struct claims {
    struct image_data data;
    struct table_name *items;
    size_t count;
};

/* Letters, digits, underscores, and dots in between; NULL: something else. */
static const char *
identifier_at(const struct claims *claims, uint64_t at)
{
    const char *text =
        image_data_text(&claims->data, image_data_target(&claims->data, at));
    size_t length = 0;

    while (text != NULL && length < NAME_MAX_BYTES &&
           ((text[length] >= 'a' && text[length] <= 'z') ||
            (text[length] >= 'A' && text[length] <= 'Z') ||
            (text[length] >= '0' && text[length] <= '9' && length > 0) ||
            text[length] == '_' || (text[length] == '.' && length > 0))) {
        length++;
    }
    return length > 0 && text[length] == '\0' ? text : NULL;
}

/* The word at `at` points to it. `type` NULL: it is a module's. */
static void
claim(struct claims *claims, uint64_t at, const char *type, const char *name,
      const char *way, enum return_kind returns)
{
    uint64_t start = image_data_function(&claims->data, at);

    if (start == 0) {
        return;
    }
    claims->items = (struct table_name *)memory_room(
        claims->items, claims->count, sizeof *claims->items);
    claims->items[claims->count++] = (struct table_name){
        start,
        memory_format("%s%s%s%s", type != NULL ? type : "",
                      type != NULL ? "." : "", name, way),
        returns,
    };
}

/* Whether a row of a table of methods begins there. */
static bool
is_method(const struct claims *claims, uint64_t at)
{
    const struct image_data *data = &claims->data;
    int32_t flags = image_data_number(data, at + METHOD_FLAGS);

    return (flags & METHOD_CALLS) != 0 && flags > 0 &&
           flags <= METHOD_FLAGS_MAX &&
           image_data_target(data, at + METHOD_FLAGS) == 0 &&
           image_data_function(data, at + METHOD_FUNCTION) != 0 &&
           identifier_at(claims, at) != NULL &&
           (image_data_word(data, at + METHOD_DOC) == 0 ||
            image_data_target(data, at + METHOD_DOC) != 0);
}

static void
claim_methods(struct claims *claims, uint64_t row, const char *type)
{
    for (size_t i = 0; row != 0 && i < ROWS_MAX && is_method(claims, row);
         i++, row += METHOD_SIZE) {
        claim(claims, row + METHOD_FUNCTION, type, identifier_at(claims, row),
              "", RETURN_OBJECT);
    }
}

static void
claim_attributes(struct claims *claims, uint64_t row, const char *type)
{
    for (size_t i = 0; row != 0 && i < ROWS_MAX; i++, row += GETSET_SIZE) {
        const char *name = identifier_at(claims, row);

        if (name == NULL) {
            return;
        }
        claim(claims, row + GETSET_GET, type, name, ".__get__", RETURN_OBJECT);
        claim(claims, row + GETSET_SET, type, name, ".__set__", RETURN_OTHER);
    }
}

/* The word there is the pointer of a type to its name. */
static bool
is_static_type(const struct claims *claims, uint64_t start)
{
    const struct image_data *data = &claims->data;
    uint64_t size = image_data_word(data, start + TP_BASICSIZE);

    return size >= OBJECT_HEAD && size <= OBJECT_BYTES_MAX &&
           image_data_target(data, start + TP_BASICSIZE) == 0 &&
           image_data_target(data, start + TP_FLAGS) == 0 &&
           image_data_target(data, start) == 0 &&
           image_data_number(data, start) != 0;
}

static void
claim_static_type(struct claims *claims, uint64_t start)
{
    const struct image_data *data = &claims->data;
    const char *name = identifier_at(claims, start + TP_NAME);

    if (name == NULL || !is_static_type(claims, start)) {
        return;
    }
    for (size_t i = 0; i < SLOTS; i++) {
        uint64_t table = slots[i].table == TABLE_TYPE
                             ? start
                             : image_data_target(data, start + slots[i].table);

        if (table != 0) {
            claim(claims, table + slots[i].place, name, slots[i].name, "",
                  slots[i].returns);
        }
    }
    claim_methods(claims, image_data_target(data, start + TP_METHODS), name);
    claim_attributes(claims, image_data_target(data, start + TP_GETSET), name);
}

static const struct slot *
slot_numbered(int32_t number)
{
    for (size_t i = 0; i < SLOTS; i++) {
        if (slots[i].number == number) {
            return &slots[i];
        }
    }
    return NULL;
}

/* The number of a slot, in a row of a specification. */
static bool
is_row(const struct claims *claims, uint64_t at)
{
    uint64_t number = image_data_word(&claims->data, at);

    return number > 0 && number <= SLOTS_MAX &&
           image_data_target(&claims->data, at) == 0;
}

/* A row between others, of a specification that code fills in: whose it is
   nobody knows. */
static void
claim_row(struct claims *claims, uint64_t at)
{
    const struct slot *slot =
        slot_numbered(image_data_number(&claims->data, at - 8));

    if (slot != NULL && is_row(claims, at - 8) &&
        (is_row(claims, at - 8 - SLOT_SIZE) ||
         is_row(claims, at - 8 + SLOT_SIZE))) {
        claim(claims, at, NULL, slot->name, "", slot->returns);
    }
}

static void
claim_specification(struct claims *claims, uint64_t start)
{
    const struct image_data *data = &claims->data;
    const char *name = identifier_at(claims, start);
    uint64_t row = image_data_target(data, start + SPEC_SLOTS);

    if (name == NULL || row == 0 ||
        image_data_target(data, start + SPEC_BASICSIZE) != 0) {
        return;
    }
    for (size_t i = 0; i < SLOTS_MAX && is_row(claims, row);
         i++, row += SLOT_SIZE) {
        int32_t number = image_data_number(data, row);
        const struct slot *slot = slot_numbered(number);

        if (slot != NULL) {
            claim(claims, row + 8, name, slot->name, "", slot->returns);
        }
        else if (number == SLOT_METHODS) {
            claim_methods(claims, image_data_target(data, row + 8), name);
        }
        else if (number == SLOT_GETSET) {
            claim_attributes(claims, image_data_target(data, row + 8), name);
        }
    }
}

/* A module's functions have no type before theirs. */
static void
claim_function(struct claims *claims, uint64_t at)
{
    if (is_method(claims, at)) {
        claim(claims, at + METHOD_FUNCTION, NULL, identifier_at(claims, at), "",
              RETURN_OBJECT);
    }
}

static bool
has_type(const struct table_name *claim)
{
    return strchr(claim->name, '.') != NULL;
}

/* By function; what has a type first. */
static int
compare_claims(const void *one, const void *other)
{
    const struct table_name *a = one, *b = other;

    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    return has_type(a) != has_type(b) ? has_type(b) - has_type(a)
                                      : strcmp(a->name, b->name);
}

/* By name; what has none last. */
static int
compare_names(const void *one, const void *other)
{
    const struct table_name *a = one, *b = other;

    if (a->name == NULL || b->name == NULL) {
        return (a->name == NULL) - (b->name == NULL);
    }
    return strcmp(a->name, b->name);
}

static void
forget_name(struct table_name *claim)
{
    free(claim->name);
    claim->name = NULL;
}

/*
 * Makes one claim of all those for a function. What a type says goes before a
 * name alone, by which its table was met once more; types that share it have no
 * name for it.
 */
static struct table_name
settle(struct table_name *of, size_t count)
{
    struct table_name kept = of[0];
    bool shared = false;

    for (size_t i = 1; i < count; i++) {
        shared |= has_type(&of[i]) == has_type(&kept) &&
                  strcmp(of[i].name, kept.name) != 0;
        if (of[i].returns != kept.returns) {
            kept.returns = RETURN_UNKNOWN;
        }
        forget_name(&of[i]);
    }
    if (shared) {
        forget_name(&kept);
    }
    return kept;
}

static void
settle_functions(struct claims *claims)
{
    size_t kept = 0, next;

    qsort(claims->items, claims->count, sizeof *claims->items, compare_claims);
    for (size_t i = 0; i < claims->count; i = next) {
        for (next = i + 1; next < claims->count &&
                           claims->items[next].start == claims->items[i].start;
             next++) {
        }
        claims->items[kept++] = settle(&claims->items[i], next - i);
    }
    claims->count = kept;
}

/* A name that two functions have tells neither. */
static void
settle_names(struct claims *claims)
{
    bool again = false;

    qsort(claims->items, claims->count, sizeof *claims->items, compare_names);
    for (size_t i = 0; i < claims->count && claims->items[i].name != NULL;
         i++) {
        struct table_name *claim = &claims->items[i];
        bool before = again;

        again = i + 1 < claims->count && compare_names(claim, claim + 1) == 0;
        if (before || again) {
            forget_name(claim);
        }
    }
}

static int
compare_starts(const void *one, const void *other)
{
    uint64_t a = ((const struct table_name *)one)->start,
             b = ((const struct table_name *)other)->start;

    return (a > b) - (a < b);
}

struct table_names
table_names_find(struct image_file *file)
{
    struct claims claims = { .data = image_data_of(file) };

    for (size_t i = 0; i < claims.data.count; i++) {
        uint64_t at = claims.data.pointers[i].at;

        claim_static_type(&claims, at - TP_NAME);
        claim_specification(&claims, at);
        claim_row(&claims, at);
        claim_function(&claims, at);
    }
    if (claims.count > 0) {
        settle_functions(&claims);
        settle_names(&claims);
        qsort(claims.items, claims.count, sizeof *claims.items, compare_starts);
    }
    return (struct table_names){ claims.items, claims.count };
}

void
table_names_release(struct table_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->items[i].name);
    }
    free(names->items);
    *names = (struct table_names){ NULL, 0 };
}

const struct table_name *
table_names_at(const struct table_names *names, uint64_t start)
{
    struct table_name wanted = { .start = start };

    return names->count > 0 ? (const struct table_name *)bsearch(
                                  &wanted, names->items, names->count,
                                  sizeof *names->items, compare_starts)
                            : NULL;
}
