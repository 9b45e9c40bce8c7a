/*
 * demangle - names of C++ and Rust functions as their authors wrote them.
 *
 * The C++ run-time library of the machine does it, if there is one: it is
 * looked for when the first such name appears. Rust's newer scheme (_R...) is
 * left as it is.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_DEMANGLE_H
#define REFTALLY_REPORT_SYMBOLS_DEMANGLE_H

/*
 * "_ZN4spam5parseEP7_object" -> "spam::parse", without parameters. To be freed;
 * NULL if the name is not mangled or nobody can tell.
 */
char *demangle_name(const char *name);

#endif
