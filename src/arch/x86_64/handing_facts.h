/*
 * handing_facts - which registers are known to be zero on a path, or not to be.
 *
 * A function asks twice whether a flag is set, or whether a pointer is NULL: of
 * the ways behind the second question a path takes the one that goes with the
 * first.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_FACTS_H
#define REFTALLY_ARCH_X86_64_HANDING_FACTS_H

#include "arch/x86_64/handing_state.h"

/* What the instruction, which does not branch, leaves known and tells anew. */
void handing_facts_step(const struct instruction *instruction,
                        struct handing_facts *facts);

/* What those registers held is not there any more. */
void handing_facts_forget(struct handing_facts *facts, uint32_t registers);

/*
 * Behind a conditional branch that goes that way: what is known then. False: it
 * cannot go that way.
 */
bool handing_facts_branch(struct handing_facts *facts, uint8_t condition,
                          bool goes);

#endif
