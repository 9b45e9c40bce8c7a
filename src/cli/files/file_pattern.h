/*
 * file_pattern - names of files with %p for the process, %h for the host and %%
 * for a %, as settings have them.
 */
#ifndef REFTALLY_CLI_FILES_FILE_PATTERN_H
#define REFTALLY_CLI_FILES_FILE_PATTERN_H

/* Both to be freed. */
char *file_pattern_expand(const char *pattern, long pid);
char *file_pattern_escape(const char *path);

#endif
