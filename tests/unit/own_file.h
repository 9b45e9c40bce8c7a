/*
 * own_file - the program that runs, as a file.
 */
#ifndef REFTALLY_TESTS_UNIT_OWN_FILE_H
#define REFTALLY_TESTS_UNIT_OWN_FILE_H

#include <stdint.h>

struct own_file {
    char path[4096];
    uint64_t bias;
    const char *build_id; /* hexadecimal; NULL: it has none */
    char build_id_text[128];
};

void own_file_find(struct own_file *own);

#endif
