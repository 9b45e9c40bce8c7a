#include "report/evidence/code/callees.h"

#include <string.h>

#include "report/evidence/code/consumers.h"
#include "report/evidence/code/value_format.h"
#include "report/symbols/function_names.h"
#include "report/symbols/image_names.h"

static bool
is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static enum handing_callee
callee_by_name(const char *name)
{
    static const char *const stops[] = { "abort",
                                         "exit",
                                         "_exit",
                                         "__assert_fail",
                                         "__stack_chk_fail",
                                         "Py_FatalError",
                                         "_Py_FatalErrorFunc",
                                         "_Py_FatalErrorFormat",
                                         "_Py_FatalRefcountErrorFunc" };
    /* Functions of their own where the compiler does not inline. */
    static const char *const takes[] = { "Py_IncRef",  "_Py_IncRef",
                                         "Py_INCREF",  "Py_XINCREF",
                                         "_Py_INCREF", "_Py_XINCREF" };
    static const char *const renews[] = { "Py_NewRef", "_Py_NewRef",
                                          "Py_XNewRef", "_Py_XNewRef" };
    static const char *const steals[] = { "Py_DecRef",  "_Py_DecRef",
                                          "Py_DECREF",  "Py_XDECREF",
                                          "_Py_DECREF", "_Py_XDECREF" };
    uint32_t flags = function_name_contract(name);

    if (is_one_of(name, stops, sizeof stops / sizeof *stops)) {
        return HANDING_STOPS;
    }
    if (is_one_of(name, takes, sizeof takes / sizeof *takes)) {
        return HANDING_TAKES;
    }
    if (is_one_of(name, renews, sizeof renews / sizeof *renews)) {
        return HANDING_RENEWS;
    }
    if (is_one_of(name, steals, sizeof steals / sizeof *steals) ||
        (flags & FUNCTION_STEALS) != 0) {
        return HANDING_STEALS;
    }
    return (flags & FUNCTION_CHOOSES) != 0 ? HANDING_DOUBTFUL : HANDING_BORROWS;
}

const char *
callees_text(const struct function_code *function, uint64_t address,
             size_t argument, size_t *size)
{
    struct instruction made;
    uint64_t text, start;
    const uint8_t *bytes;
    uint32_t value; /* code without optimization copies it */

    if (!function_bytes_value(function, address, register_argument[argument],
                              &value) ||
        !function_bytes_maker(function, value, &made)) {
        return NULL;
    }
    text = made.form == FORM_CONSTANT ? (uint64_t)(uint32_t)made.amount
           : made.memory.base == REGISTER_PC && made.form == FORM_LEA
               ? made.target
               : 0;
    bytes = text != 0 ? image_file_segment(function->file, text, &start, size)
                      : NULL;
    if (bytes == NULL) {
        return NULL;
    }
    *size -= text - start;
    return (const char *)bytes + (text - start);
}

/* What a callee does that builds values: by its format, if that is known. */
static enum handing_callee
callee_by_format(const struct function_code *function,
                 const struct handing_call *call, size_t argument)
{
    size_t size;
    const char *format = callees_text(function, call->address, argument, &size);

    return format == NULL
               ? HANDING_DOUBTFUL
               : value_format_callee(format, size, argument + 1, call);
}

/* The argument that such a function keeps, where it is known: of items, an index
 * comes before. */
static uint16_t
kept_argument(const char *name)
{
    return strstr(name, "_SetItem") != NULL
               ? (uint16_t)(1u << register_argument[2])
               : 0;
}

/*
 * Does it keep what it is given there? All but those that set the exception are
 * given first what is to hold it; and PyModule_AddObject may fail, and leave it
 * to its caller.
 */
static bool
keeps(const struct function_code *function, const char *name,
      const struct handing_call *call)
{
    uint16_t holder = (uint16_t)(1u << register_argument[0]);
    uint16_t kept = kept_argument(name);

    if (kept != 0) {
        return (call->arguments & kept) != 0;
    }
    return (function_name_contract(name) & FUNCTION_STEALS) == 0 ||
           strncmp(name, "PyErr_", 6) == 0 ||
           ((call->arguments & ~holder) != 0 &&
            !(function->cautious && strcmp(name, "PyModule_AddObject") == 0));
}

/* Does it call its first argument with values of the format that follows? */
static bool
calls_by_format(const char *name)
{
    return strcmp(name, "PyObject_CallFunction") == 0 ||
           strcmp(name, "_PyObject_CallFunction_SizeT") == 0;
}

enum handing_callee
callees_at(void *context, const struct handing_call *call)
{
    const struct function_code *function =
        (const struct function_code *)context;
    const char *name =
        function_bytes_callee(function, call->target, call->slot);
    enum handing_callee callee =
        name != NULL ? callee_by_name(name) : HANDING_BORROWS;

    if (callee == HANDING_STEALS && !keeps(function, name, call)) {
        return HANDING_BORROWS;
    }
    if ((callee == HANDING_TAKES || callee == HANDING_RENEWS) &&
        (call->arguments & 1u << register_argument[0]) == 0) {
        return HANDING_BORROWS;
    }
    if (callee == HANDING_BORROWS && function->cautious &&
        call->arguments != 0 &&
        function_bytes_import(function, call->target, call->slot) == NULL &&
        (!function->named || consumers_may_take(function, call))) {
        return HANDING_DOUBTFUL;
    }
    if (callee == HANDING_BORROWS && consumers_keep(function, call)) {
        return HANDING_STEALS;
    }
    if (callee == HANDING_BORROWS && call->arguments != 0 && name != NULL &&
        calls_by_format(name)) {
        return callee_by_format(function, call, 1) == HANDING_STEALS
                   ? HANDING_STEALS
                   : HANDING_BORROWS;
    }
    return callee == HANDING_DOUBTFUL &&
                   (call->arguments != 0 || call->pushed != 0)
               ? callee_by_format(function, call, 0)
               : callee;
}
