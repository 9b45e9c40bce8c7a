/*
 * flow_state - what is known of registers, and what it depends on (flow.h).
 */
#ifndef REFTALLY_ARCH_FLOW_STATE_H
#define REFTALLY_ARCH_FLOW_STATE_H

#include "arch/births.h"
#include "arch/function.h"
#include "base/refcount_shape.h"

struct flow_links;

enum {
    FLOW_AMOUNT_MAX = 16,     /* larger steps are rarely a count's */
    FLOW_BIRTH_DISTANCE = 12, /* instructions from the switch to the store */
};

/* What holds before an instruction; registers, one bit each. */
struct flow_state {
    union {
        struct {
            uint16_t loaded, origin, changed, stepped;
        };
        uint64_t values;
    };
    union {
        struct {
            uint16_t zero, one, immortal;
            uint16_t state; /* the address of birth_mark's structure */
        };
        uint64_t constants;
    };
    bool framed;    /* REGISTER_FRAME, too, is the stack */
    uint8_t marked; /* instructions for which the mark still counts */
    bool news;      /* it has learned something that nobody has looked at */
};

/* What was ever kept in slots of the stack, one bit each. */
struct flow_spills {
    uint64_t loaded, changed, origin;
};

struct flow_context {
    const struct refcount_shape *shape;
    const struct birth_mark *mark;
    struct flow_links *links; /* NULL: the function stands alone */
};

#endif
