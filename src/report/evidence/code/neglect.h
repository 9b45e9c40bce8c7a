/*
 * neglect - types that show the collector a field and do not release it.
 *
 * What tp_traverse reads of its object tp_clear and tp_dealloc should read, too,
 * to give it back. One that does not is named, if it is a field where the
 * suspects are kept.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_NEGLECT_H
#define REFTALLY_REPORT_EVIDENCE_CODE_NEGLECT_H

#include "report/evidence/code/function_code.h"

struct neglected {
    uint64_t by;      /* first byte of the tp_clear or tp_dealloc that leaves it
                         out, or of the latter's helper */
    uint64_t dealloc; /* ... of the type's tp_dealloc */
    int32_t offset;   /* of the field */
    size_t slot;      /* which of those that were asked for */
};

/*
 * Such types; returns how many. Of a slot that is reached by a pointer to
 * itself any field may be meant.
 */
size_t neglect_find(struct symbols *symbols, uint32_t image,
                    const struct handing_slot *slots, size_t slot_count,
                    struct code_memory *memory, struct neglected *found,
                    size_t room);

/* Fields that tp_traverse of any type visits, each once; returns how many. */
size_t neglect_fields(struct symbols *symbols, uint32_t image,
                      struct code_memory *memory, int32_t *offsets,
                      size_t room);

/* The tp_clear of the types with that tp_dealloc; 0: they have none, or several. */
uint64_t neglect_clear_of(struct symbols *symbols, uint32_t image,
                          uint64_t dealloc);

/* That tp_dealloc, or the function that it has give back most of the fields which
   tp_traverse visits. */
uint64_t neglect_releaser(struct symbols *symbols, uint32_t image,
                          uint64_t dealloc, struct code_memory *memory);

/*
 * The tp_dealloc of a type with that tp_clear (its first byte) which is to give
 * a field back itself, as tp_traverse does not visit it, and tp_clear does not
 * touch it. 0: tp_clear is to do so, or nobody knows. What may be in a cycle both
 * left out: it is for tp_clear, if tp_dealloc calls that.
 */
uint64_t neglect_unvisited(struct symbols *symbols, uint32_t image,
                           uint64_t clear, int32_t offset, bool in_cycles,
                           struct code_memory *memory);

/*
 * The same, as tp_clear touches the field, and tp_dealloc neither touches it nor
 * calls tp_clear, by its name or by its type's slot.
 */
uint64_t neglect_untouched(struct symbols *symbols, uint32_t image,
                           uint64_t clear, int32_t offset,
                           struct code_memory *memory);

#endif
