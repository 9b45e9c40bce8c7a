/*
 * getter - which variable a function returns that does nothing else.
 *
 * CPython keeps the current thread state in a thread-local variable without a
 * name; a function that is exported returns it.
 */
#ifndef REFTALLY_ARCH_GETTER_H
#define REFTALLY_ARCH_GETTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum variable_kind {
    VARIABLE_OFFSET, /* `value` bytes from the thread pointer */
    VARIABLE_SLOT,   /* so many as the word at `value` says, plus `more` */
    VARIABLE_INDEX,  /* `more` after what __tls_get_addr(value) returns */
};

struct thread_variable {
    enum variable_kind kind;
    uint64_t value;
    int64_t more;
};

/* The function begins at `bytes`, which lie at `address`. False: it does more
 * than to return a thread-local variable. */
bool getter_variable(const uint8_t *bytes, size_t size, uint64_t address,
                     struct thread_variable *out);

#endif
