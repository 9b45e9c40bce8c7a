#include "report/symbols/dwarf_names.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "report/symbols/dwarf_signature.h"
#include "report/text/memory.h"
#include "report/text/words.h"

enum { INLINE_DEPTH_MAX = 64, NESTING_MAX = 32 };

struct interval {
    uint64_t start, end;
    Dwarf_Die die;
};

struct dwarf_unit {
    Dwarf_Die die;
    struct intervals functions;
};

static int
compare_intervals(const void *a, const void *b)
{
    uint64_t left = ((const struct interval *)a)->start;
    uint64_t right = ((const struct interval *)b)->start;

    return (left > right) - (left < right);
}

static void
intervals_add(struct intervals *list, uint64_t start, uint64_t end,
              const Dwarf_Die *die)
{
    if (start < end) {
        list->items = (struct interval *)memory_room(list->items, list->count,
                                                     sizeof *list->items);
        list->items[list->count++] = (struct interval){ start, end, *die };
    }
}

static void
intervals_add_die(struct intervals *list, Dwarf_Die *die)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t next = 0;

    while ((next = dwarf_ranges(die, next, &base, &start, &end)) > 0) {
        intervals_add(list, start, end, die);
    }
}

static void
intervals_sort(struct intervals *list)
{
    if (list->count > 0) {
        qsort(list->items, list->count, sizeof *list->items, compare_intervals);
    }
    list->built = true;
}

static struct interval *
intervals_find(struct intervals *list, uint64_t address)
{
    size_t low = 0, high = list->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (list->items[middle].start <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    /* The nearest start first: the innermost of nested ones. */
    for (size_t tries = 0; tries < 16 && low > 0; tries++, low--) {
        if (address < list->items[low - 1].end) {
            return &list->items[low - 1];
        }
    }
    return NULL;
}

void
dwarf_names_build(struct dwarf_names *names, Dwarf *dwarf)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Half version;
    uint8_t type;
    Dwarf_Die die;

    while (dwarf_get_units(dwarf, cu, &cu, &version, &type, &die, NULL) == 0) {
        struct dwarf_unit *unit;

        if (dwarf_tag(&die) != DW_TAG_compile_unit) {
            continue;
        }
        names->units = (struct dwarf_unit *)memory_room(
            names->units, names->unit_count, sizeof *names->units);
        unit = &names->units[names->unit_count++];
        *unit = (struct dwarf_unit){ .die = die };
        intervals_add_die(&names->index, &die);
    }
    intervals_sort(&names->index);
}

/* Functions stand at the top, in namespaces, in classes, and in functions: those
   of a lambda, and of a class that a function has for itself. */
static void
collect_functions(struct intervals *list, Dwarf_Die *parent, int nesting)
{
    Dwarf_Die child;

    if (nesting > NESTING_MAX || dwarf_child(parent, &child) != 0) {
        return;
    }
    do {
        switch (dwarf_tag(&child)) {
        case DW_TAG_subprogram:
            intervals_add_die(list, &child);
            collect_functions(list, &child, nesting + 1);
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_namespace:
        case DW_TAG_class_type:
        case DW_TAG_structure_type:
        case DW_TAG_module:
            collect_functions(list, &child, nesting + 1);
            break;
        default:
            break;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
}

static struct dwarf_unit *
find_unit(struct dwarf_names *names, uint64_t address)
{
    struct interval *found = intervals_find(&names->index, address);

    if (found == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < names->unit_count; i++) {
        if (names->units[i].die.addr == found->die.addr) {
            return &names->units[i];
        }
    }
    return NULL;
}

/* The inlined functions around `address`, outermost first. */
static size_t
descend(Dwarf_Die *function, uint64_t address, Dwarf_Die *chain, size_t room)
{
    Dwarf_Die scope = *function;
    Dwarf_Die child;
    size_t count = 0;

    chain[count++] = *function;
    for (int depth = 0; depth < INLINE_DEPTH_MAX; depth++) {
        bool entered = false;

        if (dwarf_child(&scope, &child) != 0) {
            break;
        }
        do {
            int tag = dwarf_tag(&child);

            if ((tag == DW_TAG_inlined_subroutine ||
                 tag == DW_TAG_lexical_block || tag == DW_TAG_try_block ||
                 tag == DW_TAG_catch_block) &&
                dwarf_haspc(&child, address) == 1) {
                if (tag == DW_TAG_inlined_subroutine && count < room) {
                    chain[count++] = child;
                }
                scope = child;
                entered = true;
                break;
            }
        } while (dwarf_siblingof(&child, &child) == 0);
        if (!entered) {
            break;
        }
    }
    return count;
}

/* Where the function `inlined` was called from. */
static void
call_position(Dwarf_Die *unit, Dwarf_Die *inlined, struct named_frame *caller)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    Dwarf_Files *files;
    size_t count;

    if (dwarf_attr(inlined, DW_AT_call_line, &attribute) != NULL &&
        dwarf_formudata(&attribute, &value) == 0) {
        caller->line = (uint32_t)value;
    }
    if (dwarf_attr(inlined, DW_AT_call_file, &attribute) != NULL &&
        dwarf_formudata(&attribute, &value) == 0 &&
        dwarf_getsrcfiles(unit, &files, &count) == 0 && value < count) {
        caller->file = dwarf_filesrc(files, value, NULL, NULL);
    }
}

/* Of a member function, what `this` points to. */
static bool
class_of(Dwarf_Die *function, Dwarf_Die *class)
{
    Dwarf_Attribute attribute;
    Dwarf_Die self, pointer;

    return dwarf_attr_integrate(function, DW_AT_object_pointer, &attribute) !=
               NULL &&
           dwarf_formref_die(&attribute, &self) != NULL &&
           dwarf_signature_type(&self, &pointer) &&
           dwarf_signature_type(&pointer, class);
}

/* By where it stands, as clang does in its messages: a file may have many. */
static const char *
lambda_name(struct dwarf_names *names, Dwarf_Die *function)
{
    Dwarf_Die closure;
    const char *file =
        class_of(function, &closure) ? dwarf_decl_file(&closure) : NULL;
    char *name;
    int line = 0;

    if (file == NULL || dwarf_diename(&closure) != NULL ||
        dwarf_decl_line(&closure, &line) != 0) {
        return dwarf_diename(function); /* of a class in a function */
    }
    name = memory_format("{lambda at %s:%d}", words_last_part(file), line);
    for (size_t i = 0; i < names->lambda_count; i++) {
        if (strcmp(names->lambdas[i], name) == 0) {
            free(name);
            return names->lambdas[i];
        }
    }
    names->lambdas = (char **)memory_room(names->lambdas, names->lambda_count,
                                          sizeof *names->lambdas);
    names->lambdas[names->lambda_count++] = name;
    return name;
}

/* Of C++ and Rust the mangled name, which says where it belongs; gcc gives none
   to a lambda. */
static const char *
name_of(struct dwarf_names *names, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *mangled =
        dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) != NULL
            ? dwarf_formstring(&attribute)
            : NULL;
    const char *name = mangled != NULL ? mangled : dwarf_diename(die);

    return name != NULL && strcmp(name, "operator()") == 0
               ? lambda_name(names, die)
               : name;
}

size_t
dwarf_names_frames(struct dwarf_names *names, uint64_t address,
                   struct named_frame *frames, size_t room)
{
    struct dwarf_unit *unit = find_unit(names, address);
    Dwarf_Die chain[INLINE_DEPTH_MAX];
    struct interval *function;
    Dwarf_Line *line;
    size_t count;

    if (unit == NULL) {
        return 0;
    }
    if (!unit->functions.built) {
        collect_functions(&unit->functions, &unit->die, 0);
        intervals_sort(&unit->functions);
    }
    function = intervals_find(&unit->functions, address);
    if (function == NULL) {
        return 0;
    }
    room = room < INLINE_DEPTH_MAX ? room : INLINE_DEPTH_MAX;
    count = descend(&function->die, address, chain, room);
    for (size_t i = 0; i < count; i++) {
        Dwarf_Die *die = &chain[count - 1 - i];

        frames[i] = (struct named_frame){
            .function = name_of(names, die),
            .returns = dwarf_signature_returns(die),
            .fills_nothing = dwarf_signature_fills_nothing(die),
        };
        if (i > 0) {
            call_position(&unit->die, &chain[count - i], &frames[i]);
        }
    }
    line = dwarf_getsrc_die(&unit->die, address);
    if (line != NULL) {
        int number = 0;

        dwarf_lineno(line, &number);
        frames[0].line = (uint32_t)number;
        frames[0].file = dwarf_linesrc(line, NULL, NULL);
    }
    return count;
}

void
dwarf_names_clear(struct dwarf_names *names)
{
    for (size_t i = 0; i < names->unit_count; i++) {
        free(names->units[i].functions.items);
    }
    for (size_t i = 0; i < names->lambda_count; i++) {
        free(names->lambdas[i]);
    }
    free(names->lambdas);
    free(names->units);
    free(names->index.items);
}
