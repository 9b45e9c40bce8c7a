/*
 * filter - the byte by which a stub knows whether a tracked object is there.
 */
#ifndef REFTALLY_ARCH_FILTER_H
#define REFTALLY_ARCH_FILTER_H

/*
 * One byte of the map describes 16 bytes of address space. The base suits a
 * signed 32-bit displacement.
 */
#define SHADOW_BASE 0x7fff8000u
enum {
    SHADOW_TRACKED = 1,        /* a tracked object begins here */
    SHADOW_TYPE_UNTRACKED = 2, /* a type whose objects are not tracked */
    SHADOW_COUNTED = 4,        /* a tracked one without an account ... */
    SHADOW_FINALIZER = 2,      /* ... whose type had a finalizer at its birth */
    SHADOW_FLAGS = 7,          /* all of them; the bits above are its count */
    SHADOW_COUNT_SHIFT = 3,
    SHADOW_COUNT_MAX = 31,
    SHADOW_HASH_BITS = 24, /* size of the small table, if that is used */
};

enum stub_filter { STUB_FILTER_MAP, STUB_FILTER_HASH };

#endif
