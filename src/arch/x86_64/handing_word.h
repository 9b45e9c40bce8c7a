/*
 * handing_word - words of memory in which handing finds the pointer, or to
 * which it goes: slots of the stack, which a path knows, and others, which it
 * gives the reference to.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_WORD_H
#define REFTALLY_ARCH_X86_64_HANDING_WORD_H

#include "arch/x86_64/handing_state.h"

/*
 * The bit of the slot of the stack that is so many bytes behind the operand; 0:
 * it is elsewhere.
 */
uint64_t handing_word_slot(struct handing_scene *scene,
                           const struct instruction *instruction,
                           int32_t behind);

/* Is its operand a word in which the pointer stands, always or on this path? */
bool handing_word_is_variable(const struct handing_scene *scene,
                              const struct instruction *instruction,
                              const struct handing_path *path);

/* Is it the one in which it may? */
bool handing_word_may_equal(const struct handing_scene *scene,
                            const struct instruction *instruction);

/* The load by which the pointer came; false: others may write to that word. */
bool handing_word_begin_home(struct handing_scene *scene,
                             const struct instruction *load);

/* Is what is so many bytes behind the operand the word that it read? */
bool handing_word_is_home(const struct handing_scene *scene,
                          const struct instruction *instruction,
                          int32_t behind);

/* The path has the pointer from there. */
void handing_word_loaded(const struct instruction *instruction,
                         struct handing_path *path);

/* It writes to the word so many bytes behind its operand: the pointer, or
 * something else. */
void handing_word_write(struct handing_scene *scene,
                        const struct instruction *instruction, int32_t behind,
                        bool pointer, struct handing_path *path);

#endif
