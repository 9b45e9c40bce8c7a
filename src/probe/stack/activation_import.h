/*
 * activation_import - which of the live calls runs an import.
 *
 * What happens then happens once, and for the interpreter. importlib is told by
 * its code objects, in the calls and in the Python frames between two of them.
 */
#ifndef REFTALLY_PROBE_STACK_ACTIVATION_IMPORT_H
#define REFTALLY_PROBE_STACK_ACTIVATION_IMPORT_H

#include "probe/stack/thread_records.h"

/* In activation.import: nobody has asked. evaluation.S sets that. */
enum { IMPORT_UNKNOWN };

/*
 * The innermost evaluation that imports a module: this call, which is live, or
 * one of the next around it; -1: there is none.
 */
int32_t activation_import(const struct thread_record *thread, int32_t live);

/* Whether no code of the program is around this call, which is live: C code has a
 * module imported, or the traceback of what nobody caught is printed. */
bool activation_serves_interpreter(const struct thread_record *thread,
                                   int32_t live);

#endif
