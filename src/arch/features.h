/*
 * features - what the processor can do, for telling one from another.
 */
#ifndef REFTALLY_ARCH_FEATURES_H
#define REFTALLY_ARCH_FEATURES_H

#include <stdint.h>

/* Differs where machine code for one processor may not suit the other. */
uint64_t processor_features(void);

#endif
