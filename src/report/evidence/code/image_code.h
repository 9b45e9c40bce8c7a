/*
 * image_code - the functions of an image, one after the other.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_IMAGE_CODE_H
#define REFTALLY_REPORT_EVIDENCE_CODE_IMAGE_CODE_H

#include "arch/handing_code.h"
#include "ledger/reader.h"
#include "report/symbols/image_names.h"

/*
 * The code of the function with that number; NULL: there is none. Of an image
 * or a function that is too large, nothing is shown.
 */
const uint8_t *image_code_function(struct image_file *file, size_t number,
                                   uint64_t *start, size_t *size);

struct image_call {
    uint64_t target;
    uint64_t address; /* of the instruction */
    bool jumps;       /* what the target returns is what the caller does */
};

/*
 * The calls and jumps between the image's functions, by their targets: to be
 * freed. Whoever is no target is known to the interpreter alone.
 */
struct image_call *image_code_calls(struct image_file *file, size_t *count);

/* Those that go there: how many, and the number of the first. */
size_t image_code_calls_to(const struct image_call *calls, size_t count,
                           uint64_t target, size_t *first);

/* Was anything recorded in the code between two addresses of an image? */
bool image_code_has_run(const struct ledger *ledger, uint32_t image,
                        uint64_t start, uint64_t end);

/* Does the instruction add to counts, and would be seen, but never was? One that
 * stores may store anything. */
bool image_code_is_idle(const struct ledger *ledger, uint32_t image,
                        uint64_t address);

/* Did more of an image run than an import does? */
bool image_code_is_used(const struct ledger *ledger, uint32_t image);

/* Does any instruction between them change counts? */
bool image_code_has_site(const struct ledger *ledger, uint32_t image,
                         uint64_t start, uint64_t end);

/*
 * Nothing that is tracked may ever be seen in such a function. It ends with a
 * return that no branch goes past.
 */
bool image_code_calls_nobody(const struct handing_code *code, uint64_t start);

#endif
