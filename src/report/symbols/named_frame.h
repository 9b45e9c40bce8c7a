/*
 * named_frame - one function of those that stand at an address.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_NAMED_FRAME_H
#define REFTALLY_REPORT_SYMBOLS_NAMED_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "report/symbols/function_flags.h"

struct named_frame {
    const char *function; /* valid until its image_file is closed */
    const char *file;
    uint32_t line;
    enum return_kind returns;
    bool fills_nothing; /* dwarf_signature.h */
};

#endif
