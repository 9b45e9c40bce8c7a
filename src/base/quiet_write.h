/*
 * quiet_write - writes to a descriptor of the host, which does not notice.
 *
 * The signals that writing raises are taken back, so that neither a pipe
 * without a reader nor a limit on the size of files ends the program. Nobody
 * is waited for longer than QUIET_WRITE_MS: what nobody reads is lost. So is
 * what a sealed library has to say.
 */
#ifndef REFTALLY_BASE_QUIET_WRITE_H
#define REFTALLY_BASE_QUIET_WRITE_H

#include <stddef.h>

enum { QUIET_WRITE_MS = 10 };

void quiet_write(int fd, const char *bytes, size_t count);

#endif
