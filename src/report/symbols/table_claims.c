#include "report/symbols/table_claims.h"

#include <stdbool.h>

#include "report/symbols/type_layout.h"
#include "report/text/memory.h"

enum {
    METHOD_CALLS =
        0x8d, /* METH_VARARGS, _NOARGS, _O, _FASTCALL: one of them, */
    METHOD_FLAGS_MAX = 0x2ff, /* ... and none beyond METH_METHOD */
};

enum { NAME_MAX_BYTES = 200, ROWS_MAX = 2000 };

/* Where a type has the tables of its functions; its own are in itself. */
enum table {
    TABLE_TYPE = 0,
    TABLE_ASYNC = TP_AS_ASYNC,
    TABLE_NUMBER = TP_AS_NUMBER,
    TABLE_SEQUENCE = TP_AS_SEQUENCE,
    TABLE_MAPPING = TP_AS_MAPPING,
    TABLE_BUFFER = TP_AS_BUFFER,
};

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

/* Letters, digits, underscores, and dots in between; NULL: something else. */
static const char *
identifier_at(const struct table_claims *claims, uint64_t at)
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

/* How a function is called: after a type, or its table alone; NULL: not. */
struct label {
    const char *type, *name, *way;
};

/* The word there points to the function, which has the label. */
static void
claim(struct table_claims *claims, uint64_t at, struct label label,
      enum return_kind returns)
{
    uint64_t start = image_data_function(&claims->data, at);

    if (start == 0) {
        return;
    }
    claims->items = (struct table_name *)memory_room(
        claims->items, claims->count, sizeof *claims->items);
    claims->items[claims->count++] = (struct table_name){
        start,
        memory_format("%s%s%s%s", label.type != NULL ? label.type : "",
                      label.type != NULL ? "." : "", label.name,
                      label.way != NULL ? label.way : ""),
        returns,
    };
}

/* Whether a row of a table of methods begins there. */
static bool
is_method(const struct table_claims *claims, uint64_t at)
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
claim_methods(struct table_claims *claims, uint64_t row, const char *type)
{
    for (size_t i = 0; row != 0 && i < ROWS_MAX && is_method(claims, row);
         i++, row += METHOD_SIZE) {
        claim(claims, row + METHOD_FUNCTION,
              (struct label){ type, identifier_at(claims, row), NULL },
              RETURN_OBJECT);
    }
}

static void
claim_attributes(struct table_claims *claims, uint64_t row, const char *type)
{
    for (size_t i = 0; row != 0 && i < ROWS_MAX; i++, row += GETSET_SIZE) {
        const char *name = identifier_at(claims, row);

        if (name == NULL) {
            return;
        }
        claim(claims, row + GETSET_GET,
              (struct label){ type, name, ".__get__" }, RETURN_OBJECT);
        claim(claims, row + GETSET_SET,
              (struct label){ type, name, ".__set__" }, RETURN_OTHER);
    }
}

/* One has a count to begin with. */
static bool
is_static_type(const struct table_claims *claims, uint64_t start)
{
    return type_layout_fits(&claims->data, start) &&
           image_data_target(&claims->data, start) == 0 &&
           image_data_number(&claims->data, start) != 0;
}

static void
claim_static_type(struct table_claims *claims, uint64_t start)
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
            claim(claims, table + slots[i].place,
                  (struct label){ name, slots[i].name, NULL },
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
is_row(const struct table_claims *claims, uint64_t at)
{
    uint64_t number = image_data_word(&claims->data, at);

    return number > 0 && number <= SLOTS_MAX &&
           image_data_target(&claims->data, at) == 0;
}

/* A row between others, of a specification that code fills in: whose it is
   nobody knows. */
static void
claim_row(struct table_claims *claims, uint64_t at)
{
    const struct slot *slot =
        slot_numbered(image_data_number(&claims->data, at - 8));

    if (slot != NULL && is_row(claims, at - 8) &&
        (is_row(claims, at - 8 - SLOT_SIZE) ||
         is_row(claims, at - 8 + SLOT_SIZE))) {
        claim(claims, at, (struct label){ NULL, slot->name, NULL },
              slot->returns);
    }
}

static void
claim_specification(struct table_claims *claims, uint64_t start)
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
            claim(claims, row + 8, (struct label){ name, slot->name, NULL },
                  slot->returns);
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
claim_function(struct table_claims *claims, uint64_t at)
{
    if (is_method(claims, at)) {
        claim(claims, at + METHOD_FUNCTION,
              (struct label){ NULL, identifier_at(claims, at), NULL },
              RETURN_OBJECT);
    }
}

struct table_claims
table_claims_read(struct image_file *file)
{
    struct table_claims claims = { .data = image_data_of(file) };

    for (size_t i = 0; i < claims.data.count; i++) {
        uint64_t at = claims.data.pointers[i].at;

        claim_static_type(&claims, at - TP_NAME);
        claim_specification(&claims, at);
        claim_row(&claims, at);
        claim_function(&claims, at);
    }
    return claims;
}
