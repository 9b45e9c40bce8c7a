#include "probe/census/page_copies.h"

#include "base/mapping.h"
#include "cpython/memory.h"
#include "ledger/hash.h"
#include "probe/state/peek.h"

#include <stddef.h>

enum { COPIES_BITS = 10, COPIES = 1 << COPIES_BITS, PAGE_BYTES = 4096 };

static const uint64_t user_space_end = UINT64_C(1) << 47;

static const uint64_t copies_bytes = (uint64_t)COPIES * PAGE_BYTES;

static struct {
    uint8_t *memory;        /* of all copies; NULL: none is kept */
    uint64_t pages[COPIES]; /* of which they are; 0: of none */
    uint64_t bytes[COPIES]; /* of it that are there */
} now;

bool
page_copies_open(void)
{
    for (size_t i = 0; i < COPIES; i++) {
        now.pages[i] = 0;
    }
    if (now.memory == NULL) {
        now.memory = mapping_zeroed(copies_bytes);
    }
    return now.memory != NULL;
}

void
page_copies_close(void)
{
    mapping_return(now.memory, copies_bytes);
    now.memory = NULL;
}

bool
page_copies_word(uint64_t address, uint64_t *word)
{
    uint64_t page = address / PAGE_BYTES, offset = address % PAGE_BYTES;
    uint64_t copy = hash_spread(page) >> (64 - COPIES_BITS);
    uint8_t *memory = now.memory + copy * PAGE_BYTES;

    if (page == 0 || address >= user_space_end) {
        return false;
    }
    if (offset > PAGE_BYTES - sizeof *word) {
        return peek64(address, word);
    }
    if (now.pages[copy] != page) {
        now.pages[copy] = page;
        now.bytes[copy] = peek_bytes(page * PAGE_BYTES, memory, PAGE_BYTES);
    }
    if (now.bytes[copy] < offset + sizeof *word) {
        return false;
    }
    *word = load64((uint64_t)(uintptr_t)memory + offset);
    return true;
}
