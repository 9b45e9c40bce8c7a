/*
 * function_names - what the name of a C function tells about it.
 *
 * Names are hints for the ranking and for silence, never proof.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_FUNCTION_NAMES_H
#define REFTALLY_REPORT_SYMBOLS_FUNCTION_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/* Without .part.0, .constprop.0, .cold ...: to be freed. NULL becomes "?". */
char *function_name_plain(const char *name);

/* The same, as its author wrote it: C++ and Rust names are demangled. */
char *function_name_readable(const char *name);

/* Changes a count on behalf of its caller: the caller is what matters. */
bool function_name_is_helper(const char *name);

/* Of a library that is compiled into its users, by its name: Cython writes the
   one that its modules need into each of them. */
bool function_name_is_library(const char *name);

/* Made by a binding for one function of the user's, which may be inlined there. */
bool function_name_wraps(const char *name);

/* Is it the interpreter's, by CPython's rule for names? */
bool function_name_is_python(const char *name);

/* FUNCTION_GIVES, ... of contracts.def; 0: nothing is promised. */
uint32_t function_name_contract(const char *name);

/* Does it return new memory, or an object of its caller's own? */
bool function_name_makes(const char *name);

/* Does it give out memory, take it back, or look for what is not needed? */
bool function_name_manages_memory(const char *name);

/* enum function_flags, FUNCTION_NAMED left out. */
uint32_t function_name_flags(const char *name);

#endif
