/*
 * function_code - the machine code of one function, with its callees' names.
 *
 * Finds the bytes in the function's image, and answers what arch/ asks while it
 * follows them: which jumps stay inside, and what a callee does with what it is
 * given.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_FUNCTION_CODE_H
#define REFTALLY_REPORT_EVIDENCE_CODE_FUNCTION_CODE_H

#include "report/evidence/code/consumers.h"
#include "report/evidence/code/switches.h"

/* To read code in: large, and to be used again and again; zeroed at first. */
struct code_memory {
    struct handing_memory handing;
    struct numbering numbering;
    struct consumers_memory consumers;
    struct switches_known switches[SWITCHES_KNOWN];
    uint64_t walked; /* by lenders, see struct handing */
    bool left_out;   /* some code was not read, for there was too much */
};

/* False: the file is gone, or has no such bytes. Must not be moved then. */
bool function_code_find(struct function_code *function, struct symbols *symbols,
                        const struct place *place, struct code_memory *memory);

/* The same, of the function that an image has at an address of its file. */
bool function_code_at(struct function_code *function, struct symbols *symbols,
                      uint32_t image, uint64_t address,
                      struct code_memory *memory);

/* The function of another image that an instruction calls; NULL: it does not, or
 * nobody knows. */
const char *function_code_imported(const struct function_code *function,
                                   const struct instruction *call);

/* Flags of the function that the call at `address` calls; 0: nobody knows. */
uint32_t function_code_callee(const struct function_code *function,
                              uint64_t address);

/*
 * May what a call returns be a reference that is its caller's? Of what is called
 * by a pointer nobody knows.
 */
bool function_code_gives(const struct function_code *function,
                         const struct instruction *call);

/*
 * The word of the stack that a register points to before the call (see
 * handing_word), if the function's numbering has just been made; false: none.
 */
bool function_code_slot(const struct function_code *function, uint64_t call,
                        uint8_t register_, int64_t *slot);

/* Is its operand in the function's own part of the stack? */
bool function_code_on_stack(const struct function_code *function,
                            const struct instruction *instruction);

/* Does it write to such a word anywhere? */
bool function_code_writes(const struct function_code *function,
                          const struct handing_slot *slot);

/* ... NULL, as when it moves what was there? */
bool function_code_clears(const struct function_code *function,
                          const struct handing_slot *slot);

/* ... or count there? That is no pointer. */
bool function_code_counts(const struct function_code *function,
                          const struct handing_slot *slot);

/* Does it write to the very word that such an instruction loads? */
bool function_code_overwrites(const struct function_code *function,
                              const struct instruction *load);

/*
 * Is the word that such an instruction loads part of what the function has made,
 * and did it put there what no call had given it? The word still wants its
 * reference.
 */
bool function_code_lent_to(const struct function_code *function,
                           const struct instruction *load);

#endif
