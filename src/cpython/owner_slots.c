#include "cpython/owner_slots.h"

#include "cpython/dict_entries.h"
#include "cpython/memory.h"
#include "cpython/owner_cache.h"
#include "cpython/owners.h"
#include "cpython/python_text.h"
#include "cpython/type_info.h"

enum { WORD = 8 };

static void
find_item(const struct python_layout *layout, uint64_t owner, uint64_t items,
          uint64_t object, uint64_t *budget, struct owner_slot *slot)
{
    uint64_t count = load64(owner + layout->object.size);

    for (uint64_t i = 0; items != 0 && i < count && owner_slot_spend(budget);
         i++) {
        if (load64(items + i * WORD) == object) {
            owner_slot_set_number(slot, OWNER_SLOT_ITEM, i);
            return;
        }
    }
}

static uint64_t
tuple_item(const struct python_layout *layout, uint64_t tuple, uint64_t index,
           uint64_t *length)
{
    *length = tuple == 0 ? 0 : load64(tuple + layout->object.size);
    return index < *length
               ? load64(tuple + layout->owners.tuple_items + index * WORD)
               : 0;
}

static void
set_variable(const struct python_layout *layout, uint64_t text,
             enum owner_slot_kind kind, struct owner_slot *slot)
{
    if (text != 0 &&
        python_text(layout, text, slot->text, sizeof slot->text) > 0) {
        slot->kind = kind;
    }
}

void
owner_slot_of_frame(const struct python_layout *layout, uint64_t code,
                    uint32_t index, struct owner_slot *slot)
{
    const struct owner_layout *at = &layout->owners;
    uint16_t tuples[3] = { at->code_local_names, at->code_cell_names,
                           at->code_free_names };
    uint64_t left = index, length;

    owner_slot_set_number(slot, OWNER_SLOT_LOCAL, index);
    slot->text[0] = '\0';
    for (int i = 0; i < 3 && (i == 0 || tuples[i] != 0); i++) {
        uint64_t name =
            tuple_item(layout, load64(code + tuples[i]), left, &length);

        if (name != 0) {
            set_variable(layout, name, OWNER_SLOT_LOCAL, slot);
            return;
        }
        left -= length;
    }
}

/* Item number `index` of a function's closure is for this variable. */
static void
set_cell(const struct python_layout *layout, uint64_t function, uint64_t index,
         struct owner_slot *slot)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t code = load64(function + at->function_code), length;
    uint64_t names, name;

    if (at->code_free_names != 0) {
        names = load64(code + at->code_free_names);
    }
    else {
        names = load64(code + at->code_local_names);
        index += load32(code + at->code_local_count) -
                 load32(code + at->code_free_count);
    }
    name = tuple_item(layout, names, index, &length);
    set_variable(layout, name, OWNER_SLOT_CELL, slot);
}

static void
find_local(const struct python_layout *layout, uint64_t frame, uint64_t object,
           struct owner_slot *slot)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t code = frame == 0 ? 0 : load64(frame + layout->frame.code);
    uint32_t count;

    if (code == 0) {
        return;
    }
    count =
        owners_code_slots(layout, code) + load32(code + at->code_stack_size);
    for (uint32_t i = 0; i < count; i++) {
        if (load64(frame + at->frame_locals + i * WORD) == object) {
            owner_slot_of_frame(layout, code, i, slot);
            return;
        }
    }
}

void
owner_slot_find(const struct python_layout *layout,
                const struct owner_types *types, uint64_t owner, uint64_t above,
                uint64_t object, uint64_t *budget, struct owner_slot *slot)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t type = type_of(layout, owner);
    uint64_t flags = type_flags(layout, type);
    struct dict_entries entries;

    *slot = (struct owner_slot){ .kind = OWNER_SLOT_UNKNOWN };
    if (*budget == 0) {
        return;
    }
    if ((flags & TYPE_FLAG_DICT) != 0 &&
        dict_entries_first(layout, owner, &entries)) {
        owner_slot_in_entries(layout, &entries, object, budget, slot);
    }
    else if ((flags & TYPE_FLAG_LIST) != 0) {
        find_item(layout, owner, load64(owner + at->list_items), object, budget,
                  slot);
    }
    else if ((flags & TYPE_FLAG_TUPLE) != 0) {
        find_item(layout, owner, owner + at->tuple_items, object, budget, slot);
        if (slot->kind == OWNER_SLOT_ITEM && above != 0 &&
            type_of(layout, above) == types->function &&
            load64(above + at->function_closure) == owner) {
            set_cell(layout, above, slot->number, slot);
        }
    }
    else if (type == types->function &&
             load64(owner + at->function_defaults) == object) {
        owner_slot_set_text(slot, OWNER_SLOT_ATTRIBUTE, "__defaults__");
    }
    else if (type == types->cell) {
        slot->kind = OWNER_SLOT_CONTENT;
    }
    else if (owner_is_generator(types, type)) {
        find_local(layout, owner_generator_frame(layout, owner), object, slot);
    }
    else if (type == types->frame) {
        find_local(layout,
                   at->frame_is_object
                       ? owner
                       : load64(owner + layout->frame.object_frame),
                   object, slot);
    }
    else if ((flags & layout->type.flag_is_type) != 0 &&
             load64(owner + layout->type.dict) == object) {
        owner_slot_set_text(slot, OWNER_SLOT_ATTRIBUTE, "__dict__");
    }
    if (slot->kind == OWNER_SLOT_UNKNOWN &&
        (flags & layout->type.flag_managed_dict) != 0) {
        owner_slot_in_values(layout, owner, object, budget, slot);
    }
    if (slot->kind == OWNER_SLOT_UNKNOWN) {
        owner_slot_in_cache(layout, owner, object, budget, slot);
    }
    if (slot->kind == OWNER_SLOT_UNKNOWN) {
        owner_slot_in_fields(layout, owner, object, slot);
    }
    if (slot->kind == OWNER_SLOT_UNKNOWN && type == object) {
        slot->kind = OWNER_SLOT_TYPE;
    }
}
