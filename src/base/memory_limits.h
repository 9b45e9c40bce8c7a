/*
 * memory_limits - what the program allows itself is for what it maps itself.
 *
 * The kernel counts what the library reserves, too: terabytes. So where the
 * program limits its address space or its data in mid-run, the kernel is given
 * that limit and the library's share on top, and the program is told its own.
 * What is executed later gets the program's.
 *
 * Nothing here may be called by a sealed library.
 */
#ifndef REFTALLY_BASE_MEMORY_LIMITS_H
#define REFTALLY_BASE_MEMORY_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

/* Whether it is one that the library's mappings count for. */
bool memory_limits_know(int resource);

/*
 * As setrlimit, while `ours` of the bytes that count are the library's. What
 * the kernel returns: negative for an error, then -errno.
 */
int64_t memory_limits_set(int resource, const struct rlimit *asked,
                          uint64_t ours);

bool memory_limits_are_raised(void);

/* What the kernel says becomes what the program had asked for. */
void memory_limits_show(int resource, struct rlimit *limit);

/* The library maps so much more from now on; negative: less. */
void memory_limits_grow(int64_t bytes);

/*
 * This process is about to execute another program, which gets the program's
 * own limits, and back when that failed. A child that borrows our memory may
 * call them, too.
 */
void memory_limits_leave(void);
void memory_limits_come_back(void);

/* The program's own limits for a child that has just been made. */
void memory_limits_hand_to(uint64_t process);

#endif
