/*
 * object_graph - the host's objects, and for each how many owners were found
 * and which of them led to it.
 *
 * A node is an object, or a place from which objects are held: a frame, a
 * variable. Node 0 is nobody. All memory is given back by graph_release.
 */
#ifndef REFTALLY_PROBE_CENSUS_OBJECT_GRAPH_H
#define REFTALLY_PROBE_CENSUS_OBJECT_GRAPH_H

#include <reftally/ledger_format.h>
#include <stdbool.h>
#include <stdint.h>

#include "cpython/owners.h"
#include "probe/census/address_index.h"

enum { GRAPH_RECORD_BITS = 21, GRAPH_KIND_BITS = 4 };

enum graph_flags {
    GRAPH_COMPLETE = 1,    /* surely an object that can be asked */
    GRAPH_SEEN = 2,        /* in the queue, or through it */
    GRAPH_REACHED = 4,     /* a root leads to it */
    GRAPH_NO_TRAVERSE = 8, /* says nothing, but holds objects */
    GRAPH_WANTED = 16,     /* for whom memory is searched */
    GRAPH_DEAD = 32,       /* freed, and in quarantine: not to be looked at */
    GRAPH_COUNTED = 64,    /* it has no account: `like` is a kind */
};

/* Half a line of the processor's cache: there are millions. */
struct graph_node {
    uint64_t address;
    uint32_t like;   /* its account, or the kind that it is one of; 0: not
                        tracked */
    uint32_t parent; /* who led to it; 0: a root, or nobody */
    uint32_t edges;  /* of a place: bytes into its parent, which leads there */
    uint32_t others; /* its record of these; 0: they are all 0 */
    uint32_t holder; /* its record in the ledger */
    uint32_t record : GRAPH_RECORD_BITS;
    uint32_t kind : GRAPH_KIND_BITS; /* enum ledger_holder_kind */
    uint32_t flags : 7;              /* enum graph_flags */
};

/* What speaks of an object that is not an edge: of most, nothing does. */
struct graph_others {
    uint32_t frames, statics, hidden, internal;
    uint32_t blocks;      /* words in memory that is no object */
    uint32_t embedded;    /* words in objects that have announced them */
    uint32_t unannounced; /* words in them, of what needs no announcement */
    uint32_t possible;    /* words in objects that have not */
    uint32_t entries;     /* of `blocks`, those of tables of bindings */
};

/* A reference that no object announces. */
struct graph_extra {
    uint32_t owner, object;
    bool unannounced; /* though it could be, by a tp_traverse */
    bool entry;       /* of a table of a binding: perhaps none */
};

struct graph {
    const struct python_layout *layout;
    struct graph_node *nodes;
    uint32_t count, limit;
    struct graph_others *others; /* record 0 is never written */
    uint32_t other_count;
    struct address_index index; /* of objects */
    uint32_t *queue;
    uint32_t head, tail;
    struct graph_extra *extras;
    uint32_t extra_count;
    uint64_t low, high; /* all objects are in [low, high) */
    uint32_t current;
    bool full;             /* some were left out */
    bool reached;          /* what is being followed hangs on a root */
    bool (*is_late)(void); /* asked now and then */
    bool (*is_object)(uint64_t address); /* or is it memory that was freed? */
};

/*
 * Owners that are certain. Words in the interpreter's own structures are
 * not: its free lists keep addresses that have been given out again.
 */
uint64_t graph_owners(const struct graph *graph, const struct graph_node *node);

/* False: no memory for so many nodes. */
bool graph_init(struct graph *graph, const struct python_layout *layout,
                uint32_t limit);
void graph_release(struct graph *graph);

/* The object's node; 0: there is none. */
static inline uint32_t
graph_find(const struct graph *graph, uint64_t address)
{
    uint32_t node = address_index_find(&graph->index, address);

    return graph->nodes[node].address == address ? node : 0;
}

/* The same, which may be new; 0: no room. */
uint32_t graph_add(struct graph *graph, uint64_t address);

static inline struct graph_node *
graph_node_at(const struct graph *graph, uint32_t node)
{
    return &graph->nodes[node];
}

/* 0: it has none. */
static inline uint32_t
graph_account(const struct graph_node *node)
{
    return (node->flags & GRAPH_COUNTED) == 0 ? node->like : 0;
}

static inline const struct graph_others *
graph_others_of(const struct graph *graph, const struct graph_node *node)
{
    return &graph->others[node->others];
}

/* The same, to add to; of a node other than 0. */
struct graph_others *graph_others_at(struct graph *graph, uint32_t node);

/* Of so many words in memory that is no object, those beyond what containers have
   announced: that is there once more, in what they have their items in. */
uint64_t graph_words_beyond(const struct graph *graph,
                            const struct graph_node *node, uint32_t words);

/* A new node for a place; 0: no room. */
uint32_t graph_add_place(struct graph *graph, enum ledger_holder_kind kind,
                         uint64_t address);

/* `owner` holds the object, and no object says so. */
void graph_add_extra(struct graph *graph, uint32_t owner, uint32_t object,
                     bool unannounced);

/* Puts it into the queue unless it has been there. */
void graph_reach(struct graph *graph, uint32_t node, uint32_t parent);

/* Asks everything in the queue what it holds. False: it became late. */
bool graph_follow(struct graph *graph);

/* After all was followed: a place that a root leads to holds the object. It is
   reached by that, and so is all that it announces. */
void graph_mark_reached(struct graph *graph, uint32_t node, uint32_t place);

/* Everything that a node announces; visit_words for memory of silent ones. */
void graph_visit(struct graph *graph, uint32_t node, owners_visit *edge,
                 owners_visit *word, void *context);

#endif
