/*
 * forgetful - functions of a module whose code forgets references.
 *
 * Stores that neither find a slot empty nor give back what is there, a tp_clear
 * that leaves out what tp_traverse visits, and paths behind PyErr_Fetch that
 * drop what it gave. Only code that has run counts.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_FORGETFUL_H
#define REFTALLY_REPORT_EVIDENCE_FORGETFUL_H

#include "report/evidence/code/fates.h"
#include "report/evidence/code/fetchers.h"
#include "report/evidence/code/neglect.h"
#include "report/evidence/inputs.h"

enum { FORGETFUL_SLOTS_MAX = 32, FORGETFUL_TYPES_MAX = 4 };

struct forgetful {
    const struct place *place;
    size_t frame; /* of it: the function */
    bool let_go;  /* it disposes of the owner, and never looks */
    bool own;     /* ... into which functions of its type put such objects */
    bool fetched; /* it took exceptions from the interpreter */
    bool unseen;  /* it calls nobody and changes no counts: nobody saw it run */
    size_t slot;  /* where what it lets go is kept */
};

/* What is looked for, and what was found. */
struct forgetful_search {
    const struct inputs *inputs;
    struct fate_slot slots[FORGETFUL_SLOTS_MAX];
    size_t slot_count;
    struct forgetful *found; /* each function once; to be freed */
    size_t found_count;
    size_t numbers[FORGETFUL_SLOTS_MAX]; /* of the slots of one image */
};

/* Those that write over slots of that image, or leave them out. */
void forgetful_of_slots(struct forgetful_search *search, uint32_t image);

/* Those that take exceptions and forget them. */
void forgetful_of_exceptions(struct forgetful_search *search, uint32_t image);

#endif
