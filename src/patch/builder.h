/*
 * builder - what is known while the plan of one image is made.
 *
 * Only the modules that make plans see it: group.c decides which instructions
 * move together, hole.c where jumps find room, planner.c goes over the functions.
 */
#ifndef REFTALLY_PATCH_BUILDER_H
#define REFTALLY_PATCH_BUILDER_H

#include "patch/decoded.h"
#include "patch/parts.h"
#include "patch/plan.h"
#include "patch/targets.h"

enum {
    JUMP_BYTES = 5,
    SHORT_JUMP_BYTES = 2,
    BIRTH_SLOTS_MAX = 16,
};

struct hole {
    uint64_t address;
    bool used;
};

/* Instructions that move into a stub together. */
struct group {
    size_t first, last; /* both included */
    uint64_t start, end;
};

struct planned {
    struct group group;
    size_t at;      /* its first site, of those found in the function */
    uint32_t count; /* of its sites */
    uint8_t lacks;  /* why it has no room for a jump of its own, or nothing */
    uint8_t leave;  /* why it has no stub */
    uint32_t stub;  /* 0: none yet */
    bool refused;   /* it cannot move at all */
};

/* A group too short for a jump that waits for a hole near by. */
struct waiting {
    uint64_t address;
    uint32_t stub;
    uint16_t length;
    uint32_t first_site, site_count;
};

struct builder {
    const struct plan_request *request;
    struct targets targets;
    struct plan *plan;
    struct birth_mark mark;
    uint64_t slots[BIRTH_SLOTS_MAX];

    struct decoded decoded;
    struct instruction *instructions; /* room for those of one function, ... */
    uint32_t *index_at;               /* ... for its bytes */

    /* the function at hand */
    struct function function;
    struct flow_links links; /* between parts of functions */
    struct flow_state *flow;
    struct site *found;
    size_t found_count;
    uint32_t first_site; /* number of found[0] */
    struct planned *planned;
    size_t planned_count;
    uint8_t *taken;   /* instruction belongs to a group */
    uint8_t *entered; /* an indirect jump may lead to it */
    uint8_t *joined;  /* something jumps to it */
    uint32_t *live;   /* resources, before it */
    struct parts parts;
    struct stub_code code; /* for stubs of it */

    struct hole *holes;
    size_t hole_count, hole_capacity;
    struct waiting *waiting;
    size_t waiting_first, waiting_count;
    size_t site_capacity;
    bool full;
};

/* The bytes at an address of the image's file. */
const uint8_t *builder_bytes_at(const struct builder *builder,
                                uint64_t address);

/* Whether something jumps to instruction `index` of the function at hand. */
bool builder_is_target(const struct builder *builder, size_t index);

/* Makes start to end the function at hand. False: nothing can be decoded. */
bool builder_decode(struct builder *builder, uint64_t start, uint64_t end);

void builder_add_edit(struct builder *builder, uint64_t address,
                      uint16_t length, uint32_t stub, int16_t distance);

/* Notes that nobody executes start to end. */
void builder_add_hole(struct builder *builder, uint64_t start, uint64_t end);

/*
 * Room for so much code, of which the longest function has `longest` bytes.
 * False: no memory.
 */
bool builder_reserve(struct builder *builder, struct arena *arena,
                     size_t code_bytes, size_t longest);

/* Room for links between parts of functions; targets are known. The same. */
bool builder_link(struct builder *builder, struct arena *arena);

#endif
