/*
 * file_names - functions of an ELF file by address, for who knows plans.
 *
 * Apart from plans because both report/ and arch/ know a `struct function`.
 */
#ifndef REFTALLY_CLI_SITES_FILE_NAMES_H
#define REFTALLY_CLI_SITES_FILE_NAMES_H

#include <stdint.h>

struct image_file;

/* `build_id` as in image_names.h. NULL: there are no names to be had. */
struct image_file *file_names_open(const char *path, const char *build_id);
void file_names_close(struct image_file *names);

/*
 * The function that the code at the offset was compiled into, printable and
 * to be freed; NULL: unknown.
 */
char *file_names_function(struct image_file *names, uint64_t offset);

#endif
