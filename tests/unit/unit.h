/*
 * unit - how each program of unit tests runs its tests.
 */
#ifndef REFTALLY_TESTS_UNIT_H
#define REFTALLY_TESTS_UNIT_H

#include <check.h>

/* AddressSanitizer needs the room of our shadow map, and grows by itself. */
#ifdef __SANITIZE_ADDRESS__
enum { UNIT_SANITIZED = 1 };
#else
enum { UNIT_SANITIZED = 0 };
#endif

/* Runs the suite and frees it; the exit status of the program. */
int unit_run(Suite *suite);

#endif
