/*
 * frame_audit - does an evaluated frame give back what it takes?
 *
 * With REFTALLY_FRAMES=audit. Whenever C code enters frame evaluation, what the
 * frame has is counted: its variables, the cells of its closure, its function,
 * its code. When the evaluation is over it is counted again. References of the
 * frame's own slots are left out both times, and one is in order for what it
 * returns or yields. What is left over was stored somewhere, or nobody will
 * give it back: the ledger keeps the sum by object and code (LEDGER_CHARGES)
 * while the object lives, and a census tells the two apart later.
 *
 * Entries of account alone are not enough for this: a frame is set up and
 * cleared by its caller in some versions and by the evaluator in others, so that
 * what one evaluation takes another one rightly gives back. Nor is the PEP 523
 * slot taken: who is in it compares it with what he put there, and it would end
 * the specialization of what calls. The library stands between the evaluator
 * and whoever called it, and sees each entry from C.
 */
#ifndef REFTALLY_PROBE_STACK_FRAME_AUDIT_H
#define REFTALLY_PROBE_STACK_FRAME_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

/* Of addresses the complement: a census looks for pointers where this is. */
struct audited_object {
    uint64_t serial; /* of the account */
    int64_t others;  /* references that are not the frame's own */
    uint32_t account;
    uint32_t place; /* frame_charges.h */
};

/* On the host's stack, below the caller of the evaluator. */
struct frame_audit {
    uint64_t frame, code; /* complements */
    uint32_t code_number; /* in LEDGER_CODES */
    uint16_t count, most;
    bool generator; /* it belongs to one */
    struct audited_object objects[];
};

/* `type_of_cells`: address of PyCell_Type. */
bool frame_audit_init(uint64_t type_of_cells);

/* How many bytes the audit of this frame wants, a multiple of 16. */
uint32_t frame_audit_bytes(uint64_t frame);

/* The frame is about to be evaluated. */
void frame_audit_begin(struct frame_audit *audit, uint32_t bytes,
                       uint64_t frame);

/* It was, and this is the result. */
void frame_audit_end(struct frame_audit *audit, uint64_t result);

#endif
