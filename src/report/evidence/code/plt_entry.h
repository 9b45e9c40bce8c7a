/*
 * plt_entry - the linker's stub by which an image calls what it, or another one,
 * exports.
 *
 * It jumps to what a word of data says. Functions that an image exports are
 * called so from inside of it, too.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_PLT_ENTRY_H
#define REFTALLY_REPORT_EVIDENCE_CODE_PLT_ENTRY_H

#include "report/symbols/image_names.h"

/* The word that the code at that address jumps by; 0: it is no such stub. */
uint64_t plt_entry_word(const uint8_t *bytes, size_t size, uint64_t address);

/* The function of the file itself that a call of `target` comes to. */
uint64_t plt_entry_behind(struct image_file *file, uint64_t target);

#endif
