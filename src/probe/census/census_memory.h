/*
 * census_memory - owners that only a search of the process's memory finds.
 *
 * Each search adds what it finds to the graph. The caller follows the graph
 * from one to the next: what is certain comes before what may be left over.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_MEMORY_H
#define REFTALLY_PROBE_CENSUS_CENSUS_MEMORY_H

#include "probe/census/census_types.h"
#include "probe/census/heap_blocks.h"
#include "probe/census/memory_map.h"
#include "probe/census/memory_scan.h"
#include "probe/census/object_graph.h"

/* What is searched; all of it outlives the search. */
struct census_memory {
    struct graph *graph;
    const struct memory_map *map;
    const struct collector_layout *lists;
    const struct census_types *types;
    bool (*is_late)(void);
    uint64_t stack_pointer; /* of who searches */
};

/* False: the system does not allow it, and only states can be looked at. */
bool census_memory_open(const struct census_memory *memory);

/* Returns how many bytes were searched. */
uint64_t census_memory_close(void);

/* The structures of interpreters and threads. */
void census_memory_states(void);

/* Each of these is false when it became late. */
bool census_memory_images(void);         /* but the interpreter */
bool census_memory_static_objects(void); /* of the interpreter */
bool census_memory_interpreter(void);    /* its other data */
bool census_memory_elsewhere(void);      /* for objects that lack owners */

/* Behind these: tells of each word in [low, high) that passes, in all that can be
   written. False: it became late. */
bool census_memory_words(uint64_t low, uint64_t high,
                         const struct address_filter *filter,
                         memory_word *found);

/* Whether these are the C library's variables: its allocator keeps addresses of
 * memory that it has given out again. */
bool census_memory_is_allocators(const struct memory_range *range);

/* The object in whose memory that word lies; 0: none. */
uint32_t census_memory_object_at(uint64_t address);

/* Of a word that is being told of: nobody uses it any more. */
bool census_memory_is_left_over(uint64_t address, uint64_t word);

/* Of one that leads into a value of C++: a binding finds the value's wrapper by
   it. */
bool census_memory_is_wrappers(uint64_t address, struct heap_part value);

/* The object that what a word leads to is kept alive with, by a binding; 0: none. */
uint32_t census_memory_keeper_at(uint64_t address, struct heap_part kept);

#endif
