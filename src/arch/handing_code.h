/*
 * handing_code - the code that references are followed in, and what is found
 * of them there.
 */
#ifndef REFTALLY_ARCH_HANDING_CODE_H
#define REFTALLY_ARCH_HANDING_CODE_H

#include <stddef.h>

#include "arch/instruction.h"

/* What a callee does with a reference that it is given. */
enum handing_callee {
    HANDING_BORROWS, /* and that is all */
    HANDING_STEALS,
    HANDING_TAKES,  /* one more, for its caller */
    HANDING_RENEWS, /* the same, and returns the pointer */
    HANDING_DOUBTFUL,
    HANDING_STOPS, /* does not return */
};

enum { HANDING_SWITCHED_MAX = 256 };

/* Leaves where the indirect jump at an address may go, each once. Returns how
 * many; 0: nobody knows, or they are more than the room. */
typedef size_t handing_switched(void *context, uint64_t jump, uint64_t *targets,
                                size_t room);

/* A call that is given the reference, or may be. */
struct handing_call {
    uint64_t address;   /* of the instruction */
    uint64_t target;    /* or, if `slot`, where the target stands */
    uint16_t arguments; /* bits of those registers that hold the pointer */
    uint16_t pushed;    /* ... and of arguments on the stack, from the first */
    bool slot;
};

struct handing_code {
    const uint8_t *bytes; /* of the image's code */
    size_t size;
    uint64_t address; /* of the first of them */
    bool framed;      /* REGISTER_FRAME is the stack, too */
    /* Whether a jump to that address stays in the function. */
    bool (*inside)(void *context, uint64_t target);
    enum handing_callee (*callee)(void *context,
                                  const struct handing_call *call);
    handing_switched *switched; /* NULL: not known of any */
    void *context;
};

/* A word of the stack, by its displacement from the stack pointer, or from
 * REGISTER_FRAME where that is its base: the two never are the same number. */
static inline int64_t
handing_word(int32_t displacement, bool based)
{
    return (int64_t)displacement * 2 + based;
}

/* How far the stack pointer moves up from there, to take the arguments of the call
 * before off the stack: by instructions of a word each, or by one. */
int32_t handing_taken_off(const struct handing_code *code, uint64_t address);

/* An instruction's operand, or so many bytes behind it, is a word of an object that
 * the function has made: see made_words.h. */
struct made_word {
    uint64_t address;
    int32_t behind;
    int64_t word;   /* the same number wherever it is the same word */
    uint64_t maker; /* the call that returned the object */
};

enum {
    HANDING_LOSSES_MAX = 8,
    HANDING_STORES_MAX = 8,
    HANDING_LENT_MAX = 8,
    HANDING_USES_MAX = 32
};

/* A word of memory: so far into whatever it is in, or at a fixed address. */
struct handing_slot {
    int64_t where;
    bool fixed;
};

/* A word of memory, or what an index picks from a vector that begins there. */
struct handing_field {
    struct handing_slot slot;
    bool indexed;
};

/* The word that an operand is; false: it depends on more than one register. */
bool handing_slot_of(const struct instruction *instruction,
                     struct handing_slot *slot);

struct handing_loss {
    uint64_t used;   /* the last instruction that looked at the pointer */
    uint64_t passed; /* the last branch or call before it was forgotten */
    uint64_t
        parted; /* the last branch behind which some way looks at it; 0: none
                         is known */
    uint64_t ended;   /* where the last pointer was written over; or 0 */
    uint64_t raised;  /* where a second reference was taken last; 0: nowhere */
    bool given;       /* that instruction was a call, and had it */
    bool overdrawn;   /* more were given away by then than there were */
    uint64_t lowered; /* where one was given away after that; 0: nowhere */
    uint64_t twice;   /* where two were taken, and none given away between */
    uint64_t loaded;  /* where it came from its variable last; or 0 */
    uint64_t joined; /* where it went the way of a pointer that is NULL; or 0 */
};

/* A path that gives away more references than it has. */
struct handing_lent {
    uint64_t used;   /* the last instruction that looked at the pointer */
    uint64_t passed; /* the last branch or call before its end */
    uint64_t loaded; /* where it came from its variable last; or 0 */
    uint64_t given;  /* where one was given away first; 0: by its end */
    bool returned;   /* to the caller, else somewhere before */
    bool twice;      /* it lacks two or more */
    bool overdrawn;  /* it did so already before its end */
    bool moved;      /* all such paths wrote over the field that it came from,
                        and had what stood there */
    bool null;       /* ends with 0 as the result, or ... */
    bool minus_one;  /* ... with -1, on all such paths */
};

/* Where one was given away, if that was not by its end; else 0. */
static inline uint64_t
handing_lent_inside(const struct handing_lent *lent)
{
    return lent->returned && !lent->overdrawn ? 0 : lent->given;
}

/* Does the path end as one of a function that fails? `object`: it returns one. */
static inline bool
handing_lent_fails(const struct handing_lent *lent, bool object)
{
    return object ? lent->null : lent->minus_one;
}

/* Of instructions: some of them, if there are many. */
struct handing_addresses {
    size_t count;
    uint64_t at[HANDING_USES_MAX];
};

struct handing {
    bool returned;     /* some path returns it to the caller */
    bool gone;         /* some path returns, and returns something else */
    bool stored;       /* some path stores it where others find it */
    bool doubtful;     /* a callee may keep it, or may not */
    bool unclear;      /* a path could not be followed */
    bool number;       /* a path counts with it: it is no pointer */
    size_t loss_count; /* paths that forget it, with its count too high */
    struct handing_loss losses[HANDING_LOSSES_MAX];
    size_t lent_count; /* paths that give away more than they had */
    struct handing_lent lent[HANDING_LENT_MAX];
    size_t store_count; /* where it is stored */
    struct handing_slot stores[HANDING_STORES_MAX];
    uint64_t stored_by[HANDING_STORES_MAX]; /* ... by an instruction there */
    bool put_zero;  /* if that was asked: paths that put it away return 0 ... */
    bool put_other; /* ... or what is no sign of failure */
    struct handing_addresses uses; /* that look at it, once it is due */
    struct handing_addresses gave; /* that give a reference away */
    size_t walked; /* what it took: instructions, by what was known there */
};

/* Memory to work in; what is in it does not matter. */
struct handing_memory {
    uint64_t words[17 << 16];
};

/* Does a call return new memory, in which nothing stands yet? */
typedef bool handing_makes(void *context, const struct handing_call *call);

#endif
