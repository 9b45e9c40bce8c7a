/*
 * function_bytes - the machine code of one function, as it stands in its file,
 * and the names of those whom it calls.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_FUNCTION_BYTES_H
#define REFTALLY_REPORT_EVIDENCE_CODE_FUNCTION_BYTES_H

#include "arch/handing.h"
#include "arch/numbering.h"
#include "report/symbols/symbols.h"

struct consumers_memory;
struct switches_known;

struct function_code {
    struct handing_code code; /* what arch/ works on; refers to all this */
    uint64_t entry;           /* the first byte */
    struct symbols *symbols;
    struct image_file *file;
    const struct place *place;          /* somewhere in it */
    struct numbering *numbering;        /* to work in */
    struct consumers_memory *consumers; /* the same; NULL: reads no callee */
    struct switches_known *switches;    /* what was found out already */
    bool cautious; /* functions of the image itself may release arguments ... */
    bool named;    /* ... but are read, as it is one object that is followed */
};

/* The function that all code at a place was inlined into. */
uint32_t function_bytes_outermost(const struct place *place);

/* What is left of the code from there on. */
const uint8_t *function_bytes_from(const struct handing_code *code,
                                   uint64_t address, size_t *size);

/* False: no instruction of the segment is there. */
bool function_bytes_decode(const struct function_code *function,
                           uint64_t address, struct instruction *instruction);

/* The number of the value that a register holds before an instruction; false: it
 * cannot be followed there. */
bool function_bytes_value(const struct function_code *function,
                          uint64_t address, uint8_t register_, uint32_t *value);

/* The instruction that wrote it to a register first; false: none did. */
bool function_bytes_maker(const struct function_code *function, uint32_t value,
                          struct instruction *made);

/* Is it what that register held when the function began? */
bool function_bytes_is_argument(const struct function_code *function,
                                uint32_t value);

/*
 * The other image's function that is called at an address, or by the pointer
 * that a slot holds; NULL: it is none.
 */
const char *function_bytes_import(const struct function_code *function,
                                  uint64_t target, bool slot);

/* Is that one that makes objects, or new memory? */
bool function_bytes_makes(const struct function_code *function, uint64_t target,
                          bool slot);

/* The function of this image that is called so; 0: it is another one's. */
uint64_t function_bytes_target(const struct function_code *function,
                               uint64_t target, bool slot);

/*
 * The word of the image that its code between two addresses loads the address of
 * that object of another image from; 0: it does not.
 */
uint64_t function_bytes_word(const struct function_code *function,
                             uint64_t start, size_t size, const char *name);

/* The same, of code that loads it or compares something with it. */
uint64_t function_bytes_uses(const struct function_code *function,
                             uint64_t start, size_t size, const char *name);

/* Who is called there; NULL: nobody knows. */
const char *function_bytes_callee(const struct function_code *function,
                                  uint64_t target, bool slot);

#endif
