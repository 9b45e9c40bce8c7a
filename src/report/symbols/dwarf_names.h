/*
 * dwarf_names - functions and lines at an address, from debug information.
 *
 * The index of compilation units is our own: .debug_aranges of link-time
 * optimised builds is incomplete. Addresses are those of the DWARF.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_DWARF_NAMES_H
#define REFTALLY_REPORT_SYMBOLS_DWARF_NAMES_H

#include <elfutils/libdw.h>

#include "report/symbols/named_frame.h"

struct interval;

/* Sorted by start; intervals of one kind hardly ever overlap. */
struct intervals {
    struct interval *items;
    size_t count;
    bool built;
};

/* Zeroed: there is none. */
struct dwarf_names {
    struct dwarf_unit *units;
    size_t unit_count;
    struct intervals index; /* of all units; empty: nothing is known */
    char **lambdas;         /* names that were made for them */
    size_t lambda_count;
};

void dwarf_names_build(struct dwarf_names *names, Dwarf *dwarf);
void dwarf_names_clear(struct dwarf_names *names);

/* Frames at `address`, innermost first; at most `room`, returns how many. */
size_t dwarf_names_frames(struct dwarf_names *names, uint64_t address,
                          struct named_frame *frames, size_t room);

#endif
