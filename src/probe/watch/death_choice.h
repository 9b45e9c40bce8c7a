/*
 * death_choice - which deaths the dealloc audit looks at.
 *
 * Of each type of a module the first ones, and then so many for each doubling;
 * none once enough of its losses are in the ledger.
 */
#ifndef REFTALLY_PROBE_WATCH_DEATH_CHOICE_H
#define REFTALLY_PROBE_WATCH_DEATH_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

/* Is anything of the type, by its number in LEDGER_TYPES, to be looked at? */
bool death_choice_wants(uint32_t type);

/*
 * One of a type that is wanted dies: how many deaths this one is to stand for;
 * 0: it is not looked at.
 */
uint32_t death_choice_stands_for(uint32_t type);

/* A loss by one of them was written to the ledger. */
void death_choice_lost(uint32_t type);

#endif
