#include "report/symbols/dwarf_signature.h"

#include <dwarf.h>
#include <string.h>

enum { NESTING_MAX = 8 };

bool
dwarf_signature_type(Dwarf_Die *of, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    return dwarf_attr_integrate(of, DW_AT_type, &attribute) != NULL &&
           dwarf_formref_die(&attribute, type) != NULL &&
           dwarf_peel_type(type, type) == 0;
}

static bool is_object(Dwarf_Die *structure, int depth);

/* Does it begin with what begins with the head of an object? */
static bool
begins_with_object(Dwarf_Die *structure, int depth)
{
    Dwarf_Die first, type;
    const char *name;

    if (dwarf_child(structure, &first) != 0) {
        return false;
    }
    name = dwarf_diename(&first);
    return (name != NULL && strcmp(name, "ob_base") == 0) ||
           (dwarf_signature_type(&first, &type) && is_object(&type, depth + 1));
}

/* Has it the head of an object, or is it that? */
static bool
is_object(Dwarf_Die *structure, int depth)
{
    const char *name = dwarf_diename(structure);
    int tag = dwarf_tag(structure);

    return depth < NESTING_MAX &&
           (tag == DW_TAG_structure_type || tag == DW_TAG_class_type) &&
           ((name != NULL && strcmp(name, "_object") == 0) ||
            begins_with_object(structure, depth));
}

/* One that is only declared may be one. */
static bool
may_be_object(Dwarf_Die *structure)
{
    return dwarf_hasattr(structure, DW_AT_declaration) ||
           is_object(structure, 0);
}

enum return_kind
dwarf_signature_returns(Dwarf_Die *function)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;

    if (dwarf_attr_integrate(function, DW_AT_type, &attribute) == NULL) {
        return RETURN_OTHER; /* void */
    }
    for (int i = 0; i < 16; i++) {
        if (dwarf_formref_die(&attribute, &type) == NULL) {
            return RETURN_UNKNOWN;
        }
        switch (dwarf_tag(&type)) {
        case DW_TAG_typedef:
        case DW_TAG_const_type:
        case DW_TAG_volatile_type:
            break;
        case DW_TAG_base_type:
        case DW_TAG_enumeration_type:
            return RETURN_OTHER;
        case DW_TAG_pointer_type:
            if (dwarf_attr_integrate(&type, DW_AT_type, &attribute) == NULL) {
                return RETURN_UNKNOWN; /* void * */
            }
            if (dwarf_formref_die(&attribute, &type) == NULL) {
                return RETURN_UNKNOWN;
            }
            if (dwarf_peel_type(&type, &type) == 0 &&
                (dwarf_tag(&type) == DW_TAG_base_type ||
                 (dwarf_tag(&type) == DW_TAG_structure_type &&
                  !may_be_object(&type)))) {
                return RETURN_OTHER; /* char *, struct tm * */
            }
            return RETURN_OBJECT;
        default:
            return RETURN_UNKNOWN;
        }
        if (dwarf_attr_integrate(&type, DW_AT_type, &attribute) == NULL) {
            return RETURN_UNKNOWN;
        }
    }
    return RETURN_UNKNOWN;
}

/* May something be put where an argument of that type points to? */
static bool
is_to_be_filled(Dwarf_Die *argument)
{
    Dwarf_Die type;

    if (!dwarf_signature_type(argument, &type)) {
        return true;
    }
    if (dwarf_tag(&type) != DW_TAG_pointer_type) {
        return dwarf_tag(&type) != DW_TAG_base_type &&
               dwarf_tag(&type) != DW_TAG_enumeration_type;
    }
    return !dwarf_signature_type(&type, &type) || /* void * */
           (dwarf_tag(&type) != DW_TAG_base_type && !is_object(&type, 0));
}

bool
dwarf_signature_fills_nothing(Dwarf_Die *function)
{
    Dwarf_Attribute attribute;
    Dwarf_Die declared = *function, child;

    while (dwarf_attr(&declared, DW_AT_abstract_origin, &attribute) != NULL) {
        if (dwarf_formref_die(&attribute, &declared) == NULL) {
            return false;
        }
    }
    if (dwarf_child(&declared, &child) != 0) {
        return false;
    }
    do {
        if (dwarf_tag(&child) == DW_TAG_unspecified_parameters ||
            (dwarf_tag(&child) == DW_TAG_formal_parameter &&
             is_to_be_filled(&child))) {
            return false;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
    return true;
}
