/*
 * symbols - addresses of the recorded process become functions and lines.
 *
 * One physical address may be several functions: inlined ones are expanded
 * from DWARF, innermost first, and the helpers that only change a count
 * (Py_INCREF, _Py_NewReference ...) are dropped. Without DWARF the ELF symbols
 * serve; without these what types and modules call the function, or its image
 * and first byte. A file whose build-id is not the recorded one gives no names
 * at all.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_SYMBOLS_H
#define REFTALLY_REPORT_SYMBOLS_SYMBOLS_H

#include "ledger/reader.h"
#include "report/symbols/functions.h"
#include "report/symbols/image_names.h"

struct place_frame {
    uint32_t function; /* number for symbols_function */
    uint32_t line;     /* 0: unknown */
    const char *file;  /* NULL: unknown */
    bool library;      /* of one that is compiled into its users */
};

/* What stands at one address. */
struct place {
    uint32_t number; /* of the places, in the order of asking */
    uint32_t image;  /* 0: in no image */
    uint64_t offset; /* virtual address in the file, or the address itself */
    uint32_t count;  /* may be 0: nothing but helpers */
    struct place_frame *frames;
    struct place_frame helper; /* the outermost of them, when count is 0 */
};

struct symbols;

/* `names` false: no file is opened, functions are IMAGE+0xOFFSET of the pc. */
struct symbols *symbols_create(const struct ledger *ledger, bool names);
void symbols_free(struct symbols *symbols);

/* `back` is 1 for return addresses: the call stands before them. */
const struct place *symbols_address(struct symbols *symbols, uint64_t address,
                                    unsigned back);
const struct place *symbols_site(struct symbols *symbols, uint32_t site);

/* Any address of an image's file. */
const struct place *symbols_place(struct symbols *symbols, uint32_t image,
                                  uint64_t offset);

/* The image's file, to look at its code; NULL: there is none, or another. */
struct image_file *symbols_image_file(struct symbols *symbols, uint32_t image);

/* "name+0x8 (image)" or "image+0x1234"; to be freed. */
char *symbols_variable(struct symbols *symbols, uint64_t address);

const struct function *symbols_function(const struct symbols *symbols,
                                        uint32_t function);
/* Is the function the interpreter's own? */
bool symbols_in_interpreter(const struct symbols *symbols, uint32_t function);
/* The number of a named function of an image, which may be new. */
uint32_t symbols_intern(struct symbols *symbols, uint32_t image,
                        const char *name);
uint32_t symbols_function_count(const struct symbols *symbols);
enum image_names symbols_image_names(const struct symbols *symbols,
                                     uint32_t image);

/* Path without directories; "?" when unknown. */
const char *symbols_image_name(const struct symbols *symbols, uint32_t image);

#endif
