/*
 * library - where libreftally.so is.
 */
#ifndef REFTALLY_CLI_FILES_LIBRARY_H
#define REFTALLY_CLI_FILES_LIBRARY_H

#include "report/text/error.h"

/*
 * What REFTALLY_LIBRARY names, else that of the build tree or the installation,
 * as LD_PRELOAD can have it. To be freed; NULL, and why, if there is none.
 */
char *library_find(struct error *error);

#endif
