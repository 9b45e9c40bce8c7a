/*
 * demangle - names of C++ and Rust functions as their authors wrote them.
 *
 * GNU libiberty does it, for C++ and for both schemes of Rust.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_DEMANGLE_H
#define REFTALLY_REPORT_SYMBOLS_DEMANGLE_H

/*
 * "_ZN4spam5parseEP7_object" -> "spam::parse", without parameters. To be freed;
 * NULL if the name is not mangled or nobody can tell.
 */
char *demangle_name(const char *name);

#endif
