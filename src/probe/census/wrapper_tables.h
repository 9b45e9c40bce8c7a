/*
 * wrapper_tables - what bindings of C++ know of the objects that they make.
 *
 * Where they find the object that stands for a value, its wrapper, its address is
 * beside that of the value; the wrapper leads to the value itself, and gives it
 * back when it dies. Such an entry owns neither: pybind11 has its
 * registered_instances, nanobind inst_c2p, Shiboken its wrapper map, SIP its object
 * map. What a wrapper keeps alive (py::keep_alive) stands behind its address, in a
 * block that is the wrapper's as if it led there itself.
 *
 * All of them have metaclasses of their own: what a module without one has in a
 * table of pairs may well own.
 */
#ifndef REFTALLY_PROBE_CENSUS_WRAPPER_TABLES_H
#define REFTALLY_PROBE_CENSUS_WRAPPER_TABLES_H

#include "probe/census/heap_blocks.h"
#include "probe/census/object_graph.h"

/* Reads a word of memory; false: it is not there. */
typedef bool wrapper_tables_reader(uint64_t address, uint64_t *word);

/* Whether the word at the address, which leads to the value's block, is there for
   its wrapper to be found. */
bool wrapper_tables_value(const struct graph *graph, uint64_t address,
                          struct heap_part value,
                          wrapper_tables_reader *read_word);

/* The wrapper whose address stands before that, which leads to what is kept alive
   with it; 0: there is none. */
uint32_t wrapper_tables_keeper(const struct graph *graph, uint64_t address,
                               struct heap_part kept,
                               wrapper_tables_reader *read_word);

/* Whether the word at the address, which is that of an object, is there for one of
   these reasons. `is_block` says of an address whether a block begins there. */
bool wrapper_tables_object(const struct graph *graph, uint64_t address,
                           uint32_t object, wrapper_tables_reader *read_word,
                           bool (*is_block)(uint64_t address));

#endif
