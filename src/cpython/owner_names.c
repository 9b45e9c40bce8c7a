#include "cpython/owner_names.h"

#include "cpython/dict_entries.h"
#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "cpython/owners.h"
#include "cpython/python_text.h"
#include "cpython/type_info.h"

/* Flags of tp_flags; part of the stable ABI since 3.2. */
#define FLAG_LONG (UINT64_C(1) << 24)
#define FLAG_LIST (UINT64_C(1) << 25)
#define FLAG_TUPLE (UINT64_C(1) << 26)
#define FLAG_DICT (UINT64_C(1) << 29)

enum {
    BASES_MAX = 64,
    MEMBERS_MAX = 1024,
    MEMBER_BYTES = 40, /* PyMemberDef: name, type, offset, flags, doc */
    MEMBER_TYPE = 8,
    MEMBER_OFFSET = 16,
    MEMBER_OBJECT = 6,     /* T_OBJECT */
    MEMBER_OBJECT_EX = 16, /* T_OBJECT_EX */
    DIGIT_COUNT_MAX = 2,   /* of an int that is shown as a key */
    DIGIT_BITS = 30,
    WORD = 8,
};

static uint64_t
type_of(const struct python_layout *layout, uint64_t object)
{
    return load64(object + layout->object.type);
}

static void
copy_text(char *out, const char *text)
{
    uint32_t i = 0;

    for (; text[i] != '\0' && i + 1 < OWNER_TEXT_BYTES; i++) {
        out[i] = text[i];
    }
    out[i] = '\0';
}

static void
set_text(struct owner_slot *slot, enum owner_slot_kind kind, const char *text)
{
    slot->kind = kind;
    copy_text(slot->text, text);
}

static void
set_number(struct owner_slot *slot, enum owner_slot_kind kind, uint64_t number)
{
    slot->kind = kind;
    slot->number = number;
}

static bool
spend(uint64_t *budget)
{
    *budget -= *budget > 0;
    return *budget > 0;
}

/* ---- dictionaries, lists ---- */

/* How many digits; negative: a negative number. */
static int64_t
digit_count(const struct python_layout *layout, uint64_t object)
{
    enum { SIGN_MASK = 3, NEGATIVE = 2, COUNT_SHIFT = 3 };
    uint64_t tag;

    if (layout->text.int_tag == 0) {
        return (int64_t)load64(object + layout->object.size);
    }
    tag = load64(object + layout->text.int_tag);
    return (tag & SIGN_MASK) == NEGATIVE ? -1 : (int64_t)(tag >> COUNT_SHIFT);
}

static bool
small_int(const struct python_layout *layout, uint64_t object, uint64_t *value)
{
    int64_t size = digit_count(layout, object);
    uint64_t digits = object + layout->text.int_digits;

    if (size < 0 || size > DIGIT_COUNT_MAX) {
        return false;
    }
    *value = 0;
    for (int64_t i = size; i-- > 0;) {
        *value = *value << DIGIT_BITS | load32(digits + 4 * (uint64_t)i);
    }
    return true;
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
    else if ((flags & FLAG_LONG) != 0 &&
             small_int(layout, key, &slot->number)) {
        slot->kind = OWNER_SLOT_KEY_NUMBER;
    }
    else {
        slot->kind = OWNER_SLOT_KEY_OTHER;
        type_full_name(layout, type_of(layout, key), slot->text,
                       sizeof slot->text);
    }
}

static void
find_in_entries(const struct python_layout *layout,
                struct dict_entries *entries, uint64_t object, uint64_t *budget,
                struct owner_slot *slot)
{
    uint64_t key, value;

    while (dict_entries_next(entries, &key, &value) && spend(budget)) {
        if (value == object) {
            set_key(layout, key, slot);
            return;
        }
        if (key == object) {
            slot->kind = OWNER_SLOT_KEY_ITSELF;
        }
    }
}

static void
find_item(const struct python_layout *layout, uint64_t owner, uint64_t items,
          uint64_t object, uint64_t *budget, struct owner_slot *slot)
{
    uint64_t count = load64(owner + layout->object.size);

    for (uint64_t i = 0; items != 0 && i < count && spend(budget); i++) {
        if (load64(items + i * WORD) == object) {
            set_number(slot, OWNER_SLOT_ITEM, i);
            return;
        }
    }
}

/* ---- names of variables ---- */

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

    set_number(slot, OWNER_SLOT_LOCAL, index);
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

static bool
is_generator(const struct owner_types *types, uint64_t type)
{
    return type == types->generators[0] || type == types->generators[1] ||
           type == types->generators[2];
}

/* The frame of a generator, 0: it has ended or is running somewhere. */
static uint64_t
generator_frame(const struct python_layout *layout, uint64_t generator)
{
    uint64_t frame = generator + layout->owners.generator_frame;

    return layout->owners.generator_frame_inline ? frame : load64(frame);
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

/* ---- structures ---- */

/*
 * The member of a type or of its bases that lies at this offset. For __slots__,
 * tp_members of a heap type leads to what stands behind the type itself.
 */
static const char *
member_at(const struct python_layout *layout, uint64_t type, uint64_t offset)
{
    for (int b = 0; type != 0 && b < BASES_MAX; b++) {
        uint64_t member = load64(type + layout->owners.type_members);

        for (int m = 0; member != 0 && m < MEMBERS_MAX; m++) {
            uint64_t name = load64(member);
            uint32_t kind = load32(member + MEMBER_TYPE);

            if (name == 0) {
                break;
            }
            if ((kind == MEMBER_OBJECT || kind == MEMBER_OBJECT_EX) &&
                load64(member + MEMBER_OFFSET) == offset) {
                return (const char *)(uintptr_t)name;
            }
            member += MEMBER_BYTES;
        }
        type = load64(type + layout->type.base);
    }
    return NULL;
}

static void
find_in_structure(const struct python_layout *layout, uint64_t owner,
                  uint64_t object, struct owner_slot *slot)
{
    uint64_t type = type_of(layout, owner);
    uint64_t bytes = owners_object_bytes(layout, owner);
    uint64_t dict = load64(type + layout->type.dictoffset);

    for (uint64_t at = 2 * WORD; at + WORD <= bytes; at += WORD) {
        const char *name;

        if (load64(owner + at) != object) {
            continue;
        }
        name = at == dict ? "__dict__" : member_at(layout, type, at);
        if (name != NULL) {
            set_text(slot, OWNER_SLOT_ATTRIBUTE, name);
            return;
        }
        if (slot->kind == OWNER_SLOT_UNKNOWN) {
            set_number(slot, OWNER_SLOT_OFFSET, at);
        }
    }
}

/* The values of an instance and its dictionary, as far as it has them. */
static void
managed_parts(const struct python_layout *layout, uint64_t owner,
              uint64_t *values, uint64_t *dict)
{
    const struct type_layout *at = &layout->type;
    uint64_t before = owner - layout->object.gc_header - at->managed_dict_bytes;
    uint64_t type = type_of(layout, owner);
    uint64_t second = load64(before + WORD), inlined;

    *values = 0;
    *dict = second;
    switch (at->managed_dict_form) {
    case MANAGED_BOTH:
        *values = load64(before);
        break;
    case MANAGED_EITHER:
        if ((second & 1) != 0) {
            *values = second + 1;
            *dict = 0;
        }
        break;
    case MANAGED_INLINE:
        inlined = owner + load64(type + at->basicsize);
        if ((type_flags(layout, type) & at->flag_inline_values) != 0 &&
            load8(inlined + at->inline_valid) != 0) {
            *values = inlined;
        }
        break;
    }
}

static void
find_managed(const struct python_layout *layout, uint64_t owner,
             uint64_t object, uint64_t *budget, struct owner_slot *slot)
{
    uint64_t values, dict;
    struct dict_entries entries;

    managed_parts(layout, owner, &values, &dict);
    if (dict == object) {
        set_text(slot, OWNER_SLOT_ATTRIBUTE, "__dict__");
    }
    else if (values != 0 &&
             dict_entries_of_keys(layout,
                                  load64(type_of(layout, owner) +
                                         layout->owners.type_cached_keys),
                                  values, &entries)) {
        find_in_entries(layout, &entries, object, budget, slot);
        if (slot->kind == OWNER_SLOT_KEY) {
            slot->kind = OWNER_SLOT_ATTRIBUTE;
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
    if ((flags & FLAG_DICT) != 0 &&
        dict_entries_first(layout, owner, &entries)) {
        find_in_entries(layout, &entries, object, budget, slot);
    }
    else if ((flags & FLAG_LIST) != 0) {
        find_item(layout, owner, load64(owner + at->list_items), object, budget,
                  slot);
    }
    else if ((flags & FLAG_TUPLE) != 0) {
        find_item(layout, owner, owner + at->tuple_items, object, budget, slot);
        if (slot->kind == OWNER_SLOT_ITEM && above != 0 &&
            type_of(layout, above) == types->function &&
            load64(above + at->function_closure) == owner) {
            set_cell(layout, above, slot->number, slot);
        }
    }
    else if (type == types->function &&
             load64(owner + at->function_defaults) == object) {
        set_text(slot, OWNER_SLOT_ATTRIBUTE, "__defaults__");
    }
    else if (type == types->cell) {
        slot->kind = OWNER_SLOT_CONTENT;
    }
    else if (is_generator(types, type)) {
        find_local(layout, generator_frame(layout, owner), object, slot);
    }
    else if (type == types->frame && at->frame_is_object) {
        find_local(layout, owner, object, slot);
    }
    else if ((flags & layout->type.flag_is_type) != 0 &&
             load64(owner + layout->type.dict) == object) {
        set_text(slot, OWNER_SLOT_ATTRIBUTE, "__dict__");
    }
    if (slot->kind == OWNER_SLOT_UNKNOWN &&
        (flags & layout->type.flag_managed_dict) != 0) {
        find_managed(layout, owner, object, budget, slot);
    }
    if (slot->kind == OWNER_SLOT_UNKNOWN) {
        find_in_structure(layout, owner, object, slot);
    }
    if (slot->kind == OWNER_SLOT_UNKNOWN && type == object) {
        slot->kind = OWNER_SLOT_TYPE;
    }
}

/* ---- names ---- */

void
owner_name_of_frame(const struct python_layout *layout, uint64_t frame,
                    uint64_t code, struct owner_name *name)
{
    name->line =
        frame_line(layout, code, frame_instruction(layout, frame, code));
    code_function(layout, code, name->name, sizeof name->name);
    code_filename(layout, code, name->file, sizeof name->file);
}

/* "module.qualified.name" */
static void
name_function(const struct python_layout *layout, uint64_t function,
              struct owner_name *name)
{
    uint64_t module = load64(function + layout->owners.function_module);
    uint64_t qualname = load64(function + layout->owners.function_qualname);
    size_t used = module == 0 ? 0
                              : python_text(layout, module, name->name,
                                            sizeof name->name - 1);

    if (used > 0) {
        name->name[used++] = '.';
    }
    python_text(layout, qualname, name->name + used, sizeof name->name - used);
}

void
owner_name_find(const struct python_layout *layout,
                const struct owner_types *types, uint64_t owner,
                struct owner_name *name)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t type = type_of(layout, owner), code;

    name->line = 0;
    name->name[0] = '\0';
    name->file[0] = '\0';
    if (type == types->module) {
        uint64_t text = load64(owner + at->module_name);

        python_text(layout, text, name->name, sizeof name->name);
    }
    else if (type == types->function) {
        name_function(layout, owner, name);
    }
    else if ((type_flags(layout, type) & layout->type.flag_is_type) != 0) {
        type_full_name(layout, owner, name->name, sizeof name->name);
    }
    else if (is_generator(types, type)) {
        uint64_t frame = generator_frame(layout, owner);

        code = at->generator_code != 0 ? load64(owner + at->generator_code)
                                       : frame_code(layout, frame);
        if (frame != 0 && code != 0) {
            owner_name_of_frame(layout, frame, code, name);
        }
    }
    else if (type == types->frame && at->frame_is_object) {
        code = frame_code(layout, owner);
        if (code != 0) {
            owner_name_of_frame(layout, owner, code, name);
        }
    }
}
