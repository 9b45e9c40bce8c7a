/*
 * wrapper_tables - where bindings of C++ find the object that stands for a value.
 *
 * Beside the address of the value is that of its wrapper, which leads to the value
 * itself and gives it back when it dies. Such an entry owns neither: pybind11 has
 * its registered_instances, nanobind inst_c2p, Shiboken its wrapper map, SIP its
 * object map. All of them have metaclasses of their own: what a module without one
 * has in a table of pairs may well own.
 */
#ifndef REFTALLY_PROBE_CENSUS_WRAPPER_TABLES_H
#define REFTALLY_PROBE_CENSUS_WRAPPER_TABLES_H

#include "probe/census/heap_blocks.h"
#include "probe/census/object_graph.h"

/* Reads a word of memory; false: it is not there. */
typedef bool wrapper_tables_reader(uint64_t address, uint64_t *word);

/* Whether the word at the address, which leads to the value's block, is part of
   such an entry. */
bool wrapper_tables_entry(const struct graph *graph, uint64_t address,
                          struct heap_part value,
                          wrapper_tables_reader *read_word);

#endif
