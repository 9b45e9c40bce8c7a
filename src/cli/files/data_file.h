/*
 * data_file - files that come with the command.
 */
#ifndef REFTALLY_CLI_FILES_DATA_FILE_H
#define REFTALLY_CLI_FILES_DATA_FILE_H

/*
 * Of the build tree, where it lies in `folder`, or of the installation. To be
 * freed; NULL if it is in none of them.
 */
char *data_file_find(const char *folder, const char *name);

#endif
