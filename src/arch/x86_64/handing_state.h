/*
 * handing_state - what handing knows on one path, and what all paths share.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_STATE_H
#define REFTALLY_ARCH_X86_64_HANDING_STATE_H

#include "arch/handing_code.h"

enum {
    HANDING_WORDS_MAX = 48,
    HANDING_BALANCE_MIN = -64,
    HANDING_BALANCE_MAX = 64, /* of all fields of an object */
    HANDING_BESIDE_BITS = 4,  /* of handing_path.beside, for each register */
    HANDING_BESIDE_MASK = 15,
    HANDING_PARTINGS_MAX = 6,
};

enum handing_tested {
    TESTED_NOTHING,
    TESTED_POINTER, /* the flags tell whether the pointer is NULL */
    TESTED_SAME,    /* ... nothing: it was compared with itself */
    TESTED_OTHER,   /* ... whether it is the same as another one */
    TESTED_NAMED,   /* ... the same, and it is a variable that has a name */
    TESTED_EQUALS,  /* ... the same, and it is: others do not count */
    TESTED_COUNT,   /* ... whether the object is immortal, by the sign */
    TESTED_BIT,     /* ... the same, by that bit */
    TESTED_RAISED,  /* ... the same: 32 bits of the count were full */
    TESTED_LIMIT,   /* ... the same: they were above those of all others */
};

/* Registers, whole and by their lowest byte. */
struct handing_facts {
    uint16_t zero[2], other[2]; /* known to be, known not to be */
    uint16_t positive;          /* known to be more than 0 */
    uint16_t minus_one;         /* known to be that, half of them at least */
    uint8_t asked;              /* the flags tell which of both that one is */
    bool byte;                  /* ... its lowest byte */
    uint32_t mask;              /* ... or these bits of it; 0: all */
    uint32_t bits;              /* of these it is known, too: 0: of none */
    uint8_t of;                 /* ... in that register */
    bool clear;                 /* ... they are zero */
};

/* A branch: so many bytes behind the beginning of the code, and what held the
   pointer. */
struct handing_parting {
    uint32_t behind;
    uint16_t holds;
};

/* What holds before an instruction on one path. */
struct handing_path {
    uint64_t address;
    uint64_t slots; /* that hold the pointer */
    uint64_t shown; /* slots whose address was taken */
    int32_t lower;  /* so many bytes is the stack pointer lower than where slots
                        are told from; the same on each path to an address */
    uint16_t holds; /* registers that do */
    uint16_t counts; /* that hold its count, or one beside, see handing_count */
    uint64_t beside; /* ... by how much; 0 of all others */
    uint16_t signs;  /* that hold the count's sign, 1 of an immortal object */
    uint16_t equals; /* registers that hold what the scene's word does */
    bool equal;      /* ... which is the pointer */
    uint16_t alike;  /* TESTED_NAMED: registers that it was compared with */
    uint16_t pushed; /* words that do, of those that were, the last first */
    uint32_t words;  /* of vectors that hold the pointer */
    int8_t balance;  /* references that are owed */
    uint8_t releases; /* so far; no part of what is compared */
    bool taken;       /* one was, and none given away since then */
    uint8_t tested;   /* enum handing_tested */
    bool before;      /* has not come through yet */
    bool moved;       /* the scene's field has been written to */
    bool home;        /* the scene's home still has the pointer */
    bool vague;       /* the flags tell of a known register what is not known */
    uint16_t unset;   /* registers that nobody wrote to since the last call: no
                        argument of the next is there, nor in those behind */
    struct handing_facts facts; /* if they are asked for */
    uint64_t null;              /* where it would be, were it NULL; 0 */
    struct handing_loss last;   /* neither is part of what is compared, */
    struct handing_parting partings[HANDING_PARTINGS_MAX]; /* nor is this: the
                                   first since somebody looked at it */
    uint8_t parting_count;
};

/* A word from which the pointer was loaded. */
struct handing_home {
    struct memory_operand memory;
    uint64_t target; /* of one relative to the program counter */
};

/* What all paths share. */
struct handing_scene {
    const struct handing_code *code;
    struct handing *handing;
    bool loyal;
    uint64_t variable, equals; /* as in struct handing_start */
    bool cautious, borrows;    /* the same */
    bool filled, asks;         /* the same */
    bool facts;                /* are they minded? */
    const uint64_t *filling;
    size_t filling_count;
    const struct made_word *made; /* the same */
    size_t made_count;
    uint64_t maker;
    uint64_t made_slots;               /* slots that are such words */
    const struct handing_field *field; /* the same */
    struct handing_home home;          /* of paths that have not left it */
    int64_t slots[HANDING_WORDS_MAX];  /* displacements; rbp's are marked */
    size_t slot_count;
    int32_t lower; /* the path's */
};

uint16_t handing_state_bit(uint8_t number);

/* Registers that it reads, but those that say where its operand in memory is. */
uint16_t handing_state_values(const struct instruction *instruction);

bool handing_state_same(const struct handing_path *a,
                        const struct handing_path *b);

/* So many references more are owed since that instruction. */
void handing_state_balance(struct handing_path *path,
                           const struct instruction *instruction, int amount);

/* Is the pointer anywhere yet? */
bool handing_state_holds(const struct handing_path *path);

/* What those registers held is not there any more. */
void handing_state_forget(struct handing_path *path, uint32_t registers);

#endif
