/*
 * unit - how each program of unit tests runs its tests.
 */
#ifndef REFTALLY_TESTS_UNIT_H
#define REFTALLY_TESTS_UNIT_H

#include <check.h>

/* Runs the suite and frees it; the exit status of the program. */
int unit_run(Suite *suite);

#endif
