/*
 * dwarf_signature - what a function's declaration says of how references may
 * leave it.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_DWARF_SIGNATURE_H
#define REFTALLY_REPORT_SYMBOLS_DWARF_SIGNATURE_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "report/symbols/function_flags.h"

/* The type of a member, an argument, or what a pointer points to, without its
   other names; false: none is said. */
bool dwarf_signature_type(Dwarf_Die *of, Dwarf_Die *type);

enum return_kind dwarf_signature_returns(Dwarf_Die *function);

/*
 * Are all its arguments numbers, text, or objects of Python? Then no argument
 * says where else to put what it found, or made.
 */
bool dwarf_signature_fills_nothing(Dwarf_Die *function);

#endif
