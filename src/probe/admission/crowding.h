/*
 * crowding - what is left out when the ledger fills.
 *
 * The fuller it is, the fewer births get an account. What imports do happens
 * once, and a large package does enough of it to fill the ledger before the
 * program has begun: therefore, from a quarter on, what is born in an import is
 * only counted, and what changes in one rests at once.
 */
#ifndef REFTALLY_PROBE_ADMISSION_CROWDING_H
#define REFTALLY_PROBE_ADMISSION_CROWDING_H

#include "probe/images/types.h"
#include "probe/stack/activations.h"

#include <stdbool.h>

/* Whether an object that is being born gets an account. */
bool crowding_lets(struct thread_record *thread, uint64_t stack_pointer,
                   const struct type_facts *facts);

#endif
