/*
 * peek - a word of memory that may not be there.
 *
 * Nothing is read that could fault. What lies in data of the interpreter is
 * read as it is, because that stays; all else by the kernel, which takes half a
 * microsecond. A kernel that refuses one way (seccomp) is asked another way,
 * and where it refuses both, or must not be asked at all, only the data of
 * loaded Python modules is known to be there.
 */
#ifndef REFTALLY_PROBE_STATE_PEEK_H
#define REFTALLY_PROBE_STATE_PEEK_H

#include <stdbool.h>
#include <stdint.h>

/* False: it is not there, or nobody knows. */
bool peek64(uint64_t address, uint64_t *word);

/* Is it read as it is? */
bool peek_is_direct(uint64_t address);

/* The same for up to PEEK_MOST words: a bit for each that is there. One thread
 * at a time; soonest where they stand in order. */
enum { PEEK_MOST = 64 };
uint64_t peek_words(const uint64_t *addresses, uint64_t *words, unsigned count);

/* Copies memory, up to the first page that is not there or cannot be read:
 * how many bytes. */
uint64_t peek_bytes(uint64_t address, void *buffer, uint64_t bytes);

/* The same of several places, one behind the other: the first is copied whole
 * before the second, and what is wanting may be had by peek_bytes. */
struct iovec;
uint64_t peek_places(const struct iovec *places, unsigned count, void *buffer);

/*
 * From now on pages that nobody ever touched are not there: the program brings
 * them itself (userfaultfd), and it may be who waits for us.
 */
void peek_leave_absent(void);

/*
 * Data of a loaded image: of the interpreter, or of a module, which somebody
 * may unload. What does not fit into the list is asked for.
 */
void peek_learn(uint64_t start, uint64_t end, bool interpreter);

#endif
