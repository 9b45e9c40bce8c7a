/*
 * refcount_shape - what a reference count looks like in memory.
 *
 * cpython/ fills it in for the running interpreter; arch/ uses it to recognise
 * machine code. It is the only thing the two folders share, so neither needs
 * to know the other.
 */
#ifndef REFTALLY_BASE_REFCOUNT_SHAPE_H
#define REFTALLY_BASE_REFCOUNT_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

enum immortal_test {
    IMMORTAL_NEVER,    /* every change is written (up to 3.11) */
    IMMORTAL_NEGATIVE, /* a count that is negative, as a signed number of its
                          width, never changes (from 3.12) */
    IMMORTAL_MOST,     /* a count with all bits set never changes
                          (free-threaded builds, from 3.13) */
};

/*
 * The count of the threads that do not own the object, where a build has one of
 * its own for these; its lowest bits are flags.
 */
struct shared_count {
    uint8_t offset, width; /* within the object, bytes; 0, 0: there is none */
    uint8_t shift;         /* flags below it */
    uint8_t owner_offset;  /* of the eight bytes that name the owning thread */
};

/*
 * From 3.12 four bytes count, but the code still reads and writes eight where
 * it likes. What the other four hold is either always zero or none of ours.
 */
struct refcount_shape {
    uint8_t offset; /* of the count within the object, bytes */
    uint8_t width;  /* bytes of the count: 8 up to 3.11, 4 from 3.12 */
    enum immortal_test immortal;
    uint64_t always_zero; /* bits of the eight bytes at the count that no
                             live object has set */
    bool halved; /* code is there that writes only the lower half: up to 3.11 a
                    module may be made with the headers of 3.12 or later, for
                    the stable interface */
    struct shared_count shared;
};

/* The fewest bytes of the count that an instruction writes. */
static inline uint8_t
refcount_least_width(const struct refcount_shape *shape)
{
    return shape->halved ? 4 : shape->width;
}

/* In an image: what is not the interpreter's may be made for another version. */
static inline struct refcount_shape
refcount_in_image(struct refcount_shape shape, bool interpreters)
{
    shape.halved =
        !interpreters && shape.width == 8 && shape.immortal == IMMORTAL_NEVER;
    return shape;
}

/* Free-threaded: the count above is only that of the owning thread. */
static inline bool
refcount_is_split(const struct refcount_shape *shape)
{
    return shape->shared.width != 0;
}

/*
 * The references that the two words stand for: the owner's count, and, where
 * the counts are split, what stands in the shared one.
 */
static inline int64_t
refcount_total(const struct refcount_shape *shape, int64_t count,
               int64_t shared)
{
    return refcount_is_split(shape) ? count + (shared >> shape->shared.shift)
                                    : count;
}

/* How an instruction changes the count. The numbers stand in the ledger. */
enum operation {
    OPERATION_NONE,
    OPERATION_ADD, /* count += immediate (inc, dec, sub: negative) */
    OPERATION_ADD_REGISTER,
    OPERATION_SUB_REGISTER,
    OPERATION_STORE, /* count = immediate */
    OPERATION_STORE_REGISTER,
    OPERATION_BIRTH, /* count = 1 of a new object */
    OPERATION_ENTRY, /* not a change: the first instruction of a function
                              that the library watches */
};

enum tactic {
    TACTIC_NONE,     /* left alone */
    TACTIC_DIRECT,   /* the instruction itself has room for the jump */
    TACTIC_FORWARD,  /* moved together with following instructions */
    TACTIC_BACKWARD, /* ... with preceding ones, perhaps following ones too */
    TACTIC_INSIDE,   /* moved as part of another site's group */
    TACTIC_HOLE,     /* two-byte jump to a hole that holds the long jump */
};

/* From here on a count is one that was meant never to end. */
enum { REFCOUNT_FROZEN = 1 << 28 };

/*
 * References that an object in static data began with, though nobody took them:
 * the one of the data itself, or as many as 3.11 gives to what it freezes. 0
 * for any other count, as of an object that was found in the midst of its life.
 */
static inline int64_t
refcount_began(int64_t found)
{
    return found == 1 || found >= REFCOUNT_FROZEN ? found : 0;
}

#endif
