/*
 * types - what is known of each type whose objects are born.
 */
#ifndef REFTALLY_PROBE_IMAGES_TYPES_H
#define REFTALLY_PROBE_IMAGES_TYPES_H

#include <stdbool.h>
#include <stdint.h>

struct type_facts {
    uint64_t type;
    uint32_t number; /* in the ledger, 0: no room */
    bool tracked;
    bool makes_types; /* its objects are types */
    bool expected;    /* rules say who may own them: each has an account */
    bool suspected;   /* REFTALLY_SUSPECTS has it: each has an account */
};

bool types_init(void);

/* Whether REFTALLY_TRACK asks for every type, for nothing, and for static data
 * too. */
bool types_all_wanted(void);
bool types_none_wanted(void);
bool types_static_wanted(void);

/*
 * Facts about the type object at the address; NULL: too many types. Reads the
 * type, so only for one that an object alive is of: an account's may be gone.
 */
const struct type_facts *types_find(uint64_t type);

/* The same, of types that were found before; reads nothing. */
const struct type_facts *types_known(uint64_t type);

/* Says in its record who takes instances apart. An instance is being born. */
void types_learn_disposer(const struct type_facts *facts);

/* The tp_traverse of an object, found as that is: in bytes from the disposer of
 * this record of its type; 0: it has none, or it is too far. */
int32_t types_traverse(uint32_t number, uint64_t object);

/* Whether a type lies there; the memory need not exist. */
bool types_exist(uint64_t address);

/* A type object is born here: what stood for this address is void. */
void types_forget(uint64_t type);

#endif
