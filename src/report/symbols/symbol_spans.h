/*
 * symbol_spans - the symbol at an address, searched for once where it is asked
 * for again and again.
 *
 * libdwfl goes through all symbols of a file for each address. Between two
 * neighbouring ends of symbols or sections it says the same of every address:
 * what one symbol covers there is known, and where several do it is asked once.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_SYMBOL_SPANS_H
#define REFTALLY_REPORT_SYMBOLS_SYMBOL_SPANS_H

#include <elfutils/libdwfl.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed: nothing was asked. Lives as long as the module does. */
struct symbol_spans {
    struct symbol_span *spans; /* by address */
    size_t count;
};

/* The symbol that covers the address, and how far into it this is; NULL: none
 * does. Always the same module. */
const char *symbol_spans_name(struct symbol_spans *spans, Dwfl_Module *module,
                              uint64_t address, uint64_t *into);

void symbol_spans_clear(struct symbol_spans *spans);

#endif
