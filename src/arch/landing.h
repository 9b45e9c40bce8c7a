/*
 * landing - how functions begin.
 */
#ifndef REFTALLY_ARCH_LANDING_H
#define REFTALLY_ARCH_LANDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the instruction that marks where calls may come in: 0, or a few. */
size_t landing_bytes(const uint8_t *bytes, size_t size);

/* Whether a function that begins so keeps its frame in REGISTER_FRAME. */
bool landing_keeps_frame(const uint8_t *bytes, size_t size);

#endif
