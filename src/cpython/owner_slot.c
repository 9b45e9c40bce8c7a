#include "cpython/owner_slot.h"

#include "cpython/python_int.h"
#include "cpython/python_text.h"
#include "cpython/type_info.h"

static void
copy_text(char *out, const char *text)
{
    uint32_t i = 0;

    for (; text[i] != '\0' && i + 1 < OWNER_TEXT_BYTES; i++) {
        out[i] = text[i];
    }
    out[i] = '\0';
}

void
owner_slot_set_text(struct owner_slot *slot, enum owner_slot_kind kind,
                    const char *text)
{
    slot->kind = kind;
    copy_text(slot->text, text);
}

void
owner_slot_set_number(struct owner_slot *slot, enum owner_slot_kind kind,
                      uint64_t number)
{
    slot->kind = kind;
    slot->number = number;
}

static bool
spend(uint64_t *budget, uint64_t entries)
{
    *budget -= entries < *budget ? entries : *budget;
    return *budget > 0;
}

bool
owner_slot_spend(uint64_t *budget)
{
    return spend(budget, 1);
}

static void
set_key(const struct python_layout *layout, uint64_t key,
        struct owner_slot *slot)
{
    uint64_t flags = type_flags(layout, type_of(layout, key));

    if ((flags & layout->type.flag_is_str) != 0) {
        slot->kind = OWNER_SLOT_KEY;
        python_text(layout, key, slot->text, sizeof slot->text);
    }
    else if ((flags & TYPE_FLAG_LONG) != 0 &&
             python_int(layout, key, &slot->number)) {
        slot->kind = OWNER_SLOT_KEY_NUMBER;
    }
    else {
        slot->kind = OWNER_SLOT_KEY_OTHER;
        slot->key = key;
        type_full_name(layout, type_of(layout, key), slot->text,
                       sizeof slot->text);
    }
}

void
owner_slot_in_entries(const struct python_layout *layout,
                      struct dict_entries *entries, uint64_t object,
                      uint64_t *budget, struct owner_slot *slot)
{
    uint64_t key, value;

    while (spend(budget, 1 + dict_entries_seek(entries, object)) &&
           dict_entries_next(entries, &key, &value)) {
        if (value == object) {
            set_key(layout, key, slot);
            return;
        }
        if (key == object) {
            slot->kind = OWNER_SLOT_KEY_ITSELF;
        }
    }
}

void
owner_slot_of_interned(const struct python_layout *layout, uint64_t owner,
                       uint64_t object, struct owner_slot *slot)
{
    struct dict_entries entries;
    uint64_t key, value;

    if ((type_flags(layout, type_of(layout, owner)) & TYPE_FLAG_DICT) != 0 &&
        (type_flags(layout, type_of(layout, object)) &
         layout->type.flag_is_str) != 0 &&
        dict_entries_first(layout, owner, &entries) &&
        dict_entries_next(&entries, &key, &value) && key == value) {
        set_key(layout, object, slot);
    }
}
