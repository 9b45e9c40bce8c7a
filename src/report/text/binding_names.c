#include "report/text/binding_names.h"

#include <stdbool.h>
#include <string.h>

#include "report/text/memory.h"

/* Templates whose arguments have what Python calls among them. */
static const char *const makers[] = {
    "pybind11::cpp_function::initialize<",
    "nanobind::detail::func_create<",
};

static const char LAMBDA[] = "::{lambda(";

/* The arguments of the template; NULL: the name is of no such function. */
static const char *
arguments_of(const char *name)
{
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        size_t length = strlen(makers[i]);

        if (strncmp(name, makers[i], length) == 0) {
            return name + length;
        }
    }
    return NULL;
}

/* How long an argument is, up to the comma or the end of all. */
static size_t
argument_length(const char *argument)
{
    size_t depth = 0, at = 0;

    for (; argument[at] != '\0'; at++) {
        if (strchr("<({[", argument[at]) != NULL) {
            depth++;
        }
        else if (strchr(">)}]", argument[at]) != NULL &&
                 (at == 0 || argument[at - 1] != '-')) { /* "->" */
            if (depth == 0) {
                break;
            }
            depth--;
        }
        else if (argument[at] == ',' && depth == 0) {
            break;
        }
    }
    return at;
}

/* Up to the brace behind the last lambda; the rest says how it is handed on. 0:
   the argument is no function. */
static size_t
function_length(const char *argument, size_t length)
{
    while (length > 0 && argument[length - 1] != '}') {
        length--;
    }
    for (size_t at = 0; at + sizeof LAMBDA - 1 < length; at++) {
        if (strncmp(argument + at, LAMBDA, sizeof LAMBDA - 1) == 0) {
            return length;
        }
    }
    return 0;
}

char *
binding_name(const char *name)
{
    const char *argument = arguments_of(name);
    size_t length;

    while (argument != NULL && (length = argument_length(argument)) > 0) {
        size_t function = function_length(argument, length);

        if (function != 0) {
            return memory_format("%.*s", (int)function, argument);
        }
        argument += length;
        argument += strspn(argument, ", ");
    }
    return NULL;
}
