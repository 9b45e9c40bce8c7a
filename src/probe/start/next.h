/*
 * next - the functions of libc that the library stands before.
 */
#ifndef REFTALLY_PROBE_START_NEXT_H
#define REFTALLY_PROBE_START_NEXT_H

/*
 * Puts the address of the function that would be called without the library
 * into the pointer at `function`: NULL if there is none. In its oldest version,
 * which is in every glibc for this CPU.
 */
void next_function(const char *name, void *function);

/* The same, in a later version. */
void next_function_of(const char *name, const char *version, void *function);

/* libc's own, whoever else stands before it. NULL: it is not there. */
void next_in_libc(const char *name, const char *version, void *function);

#endif
