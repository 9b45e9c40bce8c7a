/*
 * native_stack - the stack tag of a change, in a few nanoseconds.
 *
 * A stack is looked up, not walked. What was once found by unwinding is kept
 * as a path: from a place in the code (a site, or the entry of an activation)
 * out to the next live activation of the frame evaluator. A path is kept with
 * all that makes it true, as offsets from the stack pointer: the return
 * addresses, and the saved base pointers of functions that have one. When all
 * still stand in their slots the path is the same, because each return address
 * fixes where the next one lies. Only an unknown path is unwound.
 */
#ifndef REFTALLY_PROBE_STACK_NATIVE_STACK_H
#define REFTALLY_PROBE_STACK_NATIVE_STACK_H

#include "arch/cpu.h"
#include "probe/stack/activations.h"
#include "probe/state/recorder.h"

#include <stddef.h>

enum {
    STACK_PATHS_MAX = 1 << 18,
    STACK_CHECKS_MAX = 1 << 22,
    STACK_NODE_CACHE = 1 << 16,
};

/* Those with the lowest bit are of an address, less the start. */
enum stack_check_kind {
    STACK_CHECK_RETURN = 0,   /* the word at offset is a return address */
    STACK_CHECK_OWN = 2,      /* the same, into the library: no frame */
    STACK_CHECK_SAVED = 1,    /* the word at offset is such an address */
    STACK_CHECK_REGISTER = 3, /* the base pointer is */
};

struct stack_check {
    uint32_t offset; /* bytes from the start's stack pointer */
    uint32_t kind;   /* enum stack_check_kind */
    uint64_t value;
};

/* The extent of a path that is cut by its depth, which no other has. */
enum { STACK_EXTENT_DEEP = 1 };

/* Where a path begins: registers there, and where it is to end. */
struct stack_start {
    uint64_t pc; /* site address, or an activation's caller */
    uint64_t stack_pointer;
    uint64_t base_pointer;
    uint64_t limit; /* stack pointer of the activation around it; 0:
                               none, the path goes on to the thread's start */
};

/*
 * The last answers at a site, whole: an evaluation loop's own sites need no
 * check at all, and most others one or two. Each has its place by what is
 * around it, so that there is one to look at.
 */
enum {
    GUESS_CHECKS_MAX = 4,
    GUESSES_PER_SITE = 4,
    GUESS_SITES_MAX = 1 << 18,
    GUESS_KINDS = 3, /* what of a place is not its offset */
};

/* As wide as a line of the cache: most lie where nobody looked of late. */
struct site_guess {
    uint32_t extent, parent, tag;
    uint32_t count;                    /* of its checks */
    uint32_t places[GUESS_CHECKS_MAX]; /* offset | kind */
    uint64_t values[GUESS_CHECKS_MAX];
};

bool native_stack_init(void);

static inline struct site_guess *
native_stack_guess_at(uint32_t site, uint32_t parent, uint64_t extent)
{
    uint32_t mixed =
        (uint32_t)((parent * 0x9e3779b1u ^ extent) * 0xd6e8feb86659fd93u >> 62);

    return &recorder.site_guesses[(site & (GUESS_SITES_MAX - 1)) *
                                      GUESSES_PER_SITE +
                                  mixed];
}

/* Whether it is the answer. Few branches: most are guessed wrong. */
static inline bool
native_stack_guess_holds(const struct site_guess *guess, uint32_t parent,
                         uint64_t extent, uint64_t stack_pointer,
                         uint64_t base_pointer)
{
    uint64_t wrong = (guess->extent ^ extent) | (guess->parent ^ parent);

    /* A word is read only when its frame is known to exist. */
    if (wrong != 0) {
        return false;
    }
    for (uint32_t i = 0; i < guess->count; i++) {
        uint32_t kind = guess->places[i] & GUESS_KINDS;
        uint32_t offset = guess->places[i] & ~(uint32_t)GUESS_KINDS;
        uint64_t in_register = -(uint64_t)(kind == STACK_CHECK_REGISTER);
        uint64_t relative = -(uint64_t)(kind & 1);
        uint64_t word = (load64(stack_pointer + offset) & ~in_register) |
                        (base_pointer & in_register);

        wrong |= (word - (stack_pointer & relative)) ^ guess->values[i];
    }
    return wrong == 0;
}

/*
 * The tag of a change at a site. False: a path is not known; unwind, call
 * native_stack_learn for each part, and ask again.
 */
bool native_stack_tag(struct thread_record *thread, int32_t live, uint32_t site,
                      const struct stack_start *start, uint32_t *tag);

/* A call that waits for another: where it goes on, and what it has then. */
struct stack_return {
    uint64_t address;
    uint64_t stack_pointer;
};

/*
 * The returns on the way from the start to the call around it, innermost first,
 * as native_stack_tag has found them last. How many there are; 0: not known any
 * more, or more than `room`.
 */
size_t native_stack_returns(const struct stack_start *start,
                            struct stack_return *returns, size_t room);

/* The start of activation i's path to the one around it. */
struct stack_start native_stack_entry(const struct thread_record *thread,
                                      int32_t i);

/* Keeps a path. `cut`: deeper frames exist beyond the last one. */
void native_stack_learn(const struct stack_start *start,
                        const struct stack_check *checks, size_t count,
                        bool cut);

/* Unwinds from the site's registers and learns what was missing. */
bool native_walk_init(void);
void native_walk(struct thread_record *thread, int32_t live,
                 const struct stack_start *start, uint64_t site_address,
                 const struct registers *registers);

#endif
