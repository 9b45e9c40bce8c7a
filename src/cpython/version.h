/* version - what Py_GetVersion says, as a number. */
#ifndef REFTALLY_CPYTHON_VERSION_H
#define REFTALLY_CPYTHON_VERSION_H

#include <stdint.h>

/* As sys.hexversion: of "3.11.2 (main, ...)", "3.15.0rc1+ ..." and the like. */
uint32_t version_parse(const char *text);

#endif
