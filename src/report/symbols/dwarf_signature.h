/*
 * dwarf_signature - what a function's declaration says of how references may
 * leave it.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_DWARF_SIGNATURE_H
#define REFTALLY_REPORT_SYMBOLS_DWARF_SIGNATURE_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "report/symbols/function_flags.h"

enum return_kind dwarf_signature_returns(Dwarf_Die *function);

/*
 * Are all its arguments numbers, text, or objects of Python? Then no argument
 * says where else to put what it found, or made.
 */
bool dwarf_signature_fills_nothing(Dwarf_Die *function);

#endif
