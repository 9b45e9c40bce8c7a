#include "cpython/owner_slots.h"

#include "cpython/dict_entries.h"
#include "cpython/memory.h"
#include "cpython/owners.h"
#include "cpython/type_info.h"

enum {
    BASES_MAX = 64,
    MEMBERS_MAX = 1024,
    MEMBER_BYTES = 40, /* PyMemberDef: name, type, offset, flags, doc */
    MEMBER_TYPE = 8,
    MEMBER_OFFSET = 16,
    MEMBER_OBJECT = 6,     /* T_OBJECT */
    MEMBER_OBJECT_EX = 16, /* T_OBJECT_EX */
    WORD = 8,
};

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

/* What exceptions and tracebacks name by functions of their types alone. */
static const char *
named_by_function(const struct python_layout *layout, uint64_t type,
                  uint64_t offset)
{
    const struct owner_layout *at = &layout->owners;
    const struct {
        uint16_t offset;
        const char *name;
    } fields[] = {
        { at->exception_args, "args" },
        { at->exception_traceback, "__traceback__" },
        { at->exception_context, "__context__" },
        { at->exception_cause, "__cause__" },
    };

    if ((type_flags(layout, type) & TYPE_FLAG_EXCEPTION) != 0) {
        for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
            if (offset == fields[i].offset) {
                return fields[i].name;
            }
        }
    }
    return offset == at->traceback_next &&
                   text_equals(type_name(layout, type), "traceback")
               ? "tb_next"
               : NULL;
}

/* By its name, if it has one. Returns whether it does. */
static bool
set_field(const struct python_layout *layout, uint64_t type, uint64_t offset,
          struct owner_slot *slot)
{
    uint64_t dict = load64(type + layout->type.dictoffset);
    const char *name = dict != 0 && offset == dict
                           ? "__dict__"
                           : member_at(layout, type, offset);

    if (name == NULL) {
        name = named_by_function(layout, type, offset);
    }
    if (name != NULL) {
        owner_slot_set_text(slot, OWNER_SLOT_ATTRIBUTE, name);
    }
    else if (slot->kind == OWNER_SLOT_UNKNOWN) {
        owner_slot_set_number(slot, OWNER_SLOT_OFFSET, offset);
    }
    return name != NULL;
}

void
owner_slot_at(const struct python_layout *layout, uint64_t owner,
              uint64_t offset, struct owner_slot *slot)
{
    set_field(layout, type_of(layout, owner), offset, slot);
}

void
owner_slot_in_fields(const struct python_layout *layout, uint64_t owner,
                     uint64_t object, struct owner_slot *slot)
{
    uint64_t type = type_of(layout, owner);
    uint64_t bytes = owners_object_bytes(layout, owner);

    for (uint64_t at = 2 * WORD; at + WORD <= bytes; at += WORD) {
        if (load64(owner + at) == object && set_field(layout, type, at, slot)) {
            return;
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
    *dict = object_managed_dict(layout, owner);
    switch (at->managed_dict_form) {
    case MANAGED_BOTH:
        *values = load64(before);
        break;
    case MANAGED_EITHER:
        if ((second & 1) != 0) {
            *values = second + 1;
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

void
owner_slot_in_values(const struct python_layout *layout, uint64_t owner,
                     uint64_t object, uint64_t *budget, struct owner_slot *slot)
{
    uint64_t values, dict;
    struct dict_entries entries;

    managed_parts(layout, owner, &values, &dict);
    if (dict == object) {
        owner_slot_set_text(slot, OWNER_SLOT_ATTRIBUTE, "__dict__");
    }
    else if (values != 0 &&
             dict_entries_of_keys(layout,
                                  load64(type_of(layout, owner) +
                                         layout->owners.type_cached_keys),
                                  values, &entries)) {
        owner_slot_in_entries(layout, &entries, object, budget, slot);
        if (slot->kind == OWNER_SLOT_KEY) {
            slot->kind = OWNER_SLOT_ATTRIBUTE;
        }
    }
}
